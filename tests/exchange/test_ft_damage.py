"""Classes, ships and fleets of ftDamage, taken over as designs of the second edition."""

from __future__ import annotations

import pytest

from game.core.values import Data
from game.exchange.taken import Imported, Taken
from tests.support.files.foreign_designs import CLASS, FLEET, imported, instance

ABOUT = "the first edition has neither MASS nor FTL drives: its MASS is twice the damage, and it has no FTL drive"


def said(taken: Taken | Imported) -> list[str]:
    return [note.message for note in taken.notes]


def test_a_class_is_a_design_of_twice_its_damage() -> None:
    (one,) = imported(CLASS).designs
    assert dict(one.drawn.entry) == {
        "name": "Light Cruiser", "class": "Light Cruiser", "glyph": "needle-light-cruiser", "profile": "FT2",
        "mass": 24, "drive": {"thrust": 6},
        "systems": [
            {"kind": "beam", "class": 3, "arcs": ["P", "F", "S"]}, {"kind": "needle", "arcs": ["F"]},
            {"kind": "torpedo", "arcs": ["F"]}, {"kind": "beam", "arcs": ["S"]}, {"kind": "fcs", "count": 2},
            {"kind": "hangar"},
        ],
    }  # fmt: skip
    assert (one.design.hull, one.design.track, one.drawn.faults) == (12, (4, 4, 4), ())
    assert said(one) == [ABOUT, "no weapon of the second edition fires aft: its arc aft is left out"]


def test_ships_that_are_alike_are_one_design() -> None:
    found = imported(FLEET)
    (one,) = found.designs
    assert one.design.name == "Light Cruiser"
    assert "position, heading, speed, status are of the ship, not of its design: left out" in said(one)
    assert "'Curlew' is the name of the ship; its design is called after its class" in said(one)
    assert "its design is that of Light Cruiser before it" in said(found)


def test_the_name_of_a_fleet_is_told_only_where_it_is_lost() -> None:
    lost = "nothing here has a place for this field: left out"
    found = imported(FLEET)
    assert found.fleet is not None and found.fleet.name == "OWN"
    assert [one.path for one in found.every_note if one.message == lost] == []
    found = imported({**FLEET, "name": 7})
    assert found.fleet is not None and found.fleet.name == "Taken over"
    assert "text belongs here, not 7" in said(found)


@pytest.mark.parametrize(("fields", "words"), [
    ({"weapons": [{"type": "BEAM", "class": "A", "arcs": []}]}, "a weapon without arcs is left out"),
    ({"firecons": 2}, "a list belongs here, not 2"),
    ({"firecons": [1] * 61}, "of its 61 fire controls 60 are taken over"),
    ({"damage": {"total": 12, "tracks": "4, 4, 4"}}, "a list belongs here, not '4, 4, 4'"),
    ({"damage": {"total": 12, "tracks": [4, 4, 4]}}, "a list belongs here, not 4: left out"),
])  # fmt: skip
def test_nothing_of_a_class_is_dropped_silently(fields: Data, words: str) -> None:
    (one,) = imported({**CLASS, **fields}).designs
    assert words in said(one)


def test_ships_without_a_design_are_told() -> None:
    found = imported({"name": "OWN", "ships": [{"classKey": "DESTROYER", "name": "Turnstone", "speed": 0}]})
    assert found.designs == ()
    assert "the design is in a file of its own: 'Destroyer' is looked for among your own designs" in said(found)


def test_the_damage_of_a_ship_is_left_out() -> None:
    tracks = [[0, 0, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]
    (one,) = imported(instance("Skua", damage={"total": 12, "hits": 2, "tracks": tracks})).designs
    assert "a design is whole: the damage is left out" in said(one) and one.design.hull == 12


def test_other_rows_and_part_of_a_group_are_told() -> None:
    damage = {"total": 12, "tracks": [[1] * 6, [1] * 6]}
    (one,) = imported(CLASS | {"damage": damage, "fighters": {"capacity": 8}, "cloak": True}).designs
    assert "its rows are 6, 6 there and 4, 4, 4 here" in said(one)
    assert "its 8 fighters are taken over as 2 groups of six" in said(one) and len(one.design.of("hangar")) == 2
    assert "nothing here has a place for this field: left out" in said(one)


def test_a_weapon_that_bears_aft_alone_is_left_out() -> None:
    weapons = [{"type": "BEAM", "class": "B", "arcs": ["A"]}, {"type": "GRASER", "class": "B", "arcs": ["F"]}]
    (one,) = imported(CLASS | {"weapons": weapons}).designs
    assert one.design.of("beam") == ()
    assert "no weapon of the second edition fires aft: left out" in said(one)
    assert "the yard builds no 'GRASER': left out" in said(one)


def test_without_damage_points_there_is_no_design() -> None:
    found = imported(CLASS | {"damage": {"tracks": []}})
    assert found.designs == () and any("damage points are needed" in each for each in said(found))
