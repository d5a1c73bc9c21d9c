"""Guns and systems have one name on the sheet, in orders, on the board and in the log."""

from __future__ import annotations

import pytest

from game.systems.power_hex.orders.fire_order import shots
from game.systems.power_hex.orders.power_order import DivertPower
from game.systems.power_hex.parts import PowerTable
from game.systems.power_hex.section_sheet import own_parts
from game.systems.power_hex.ships.naming import gun_label, gun_name, part_name, place_name
from tests.systems.power_hex.fleet import part_of, ship, state


@pytest.mark.parametrize(
    ("key", "label"),
    [("railgun_p", "Railgun P"), ("lance_1", "Lance 1"), ("railgun_p2", "Railgun P2"), ("heavy_gun", "Heavy gun")],
)
def test_a_gun_is_named_by_its_key(key: str, label: str) -> None:
    assert gun_label(key) == label


def test_a_plate_does_not_say_its_side_again() -> None:
    mounts = {one.key: one for one in ship("citadel").design.mounts}
    named = [
        part_name(mounts[key], side)
        for key, side in (("railgun_p2", "port"), ("bolt_s", "starboard"), ("lance_1", "fore"))
    ]
    assert named == ["Railgun 2", "Bolt", "Lance 1"]


def test_sheet_form_risk_and_line_of_fire_say_the_same() -> None:
    one, other = ship("bastion", charge={"railgun_p": 1}), ship("helix", at=(0, -4), side="oreth", facing=3)
    there = state(one, other)
    on_sheet = {line.key: line.label for line in part_of(own_parts(there, one, None), PowerTable).lines}
    order = DivertPower.parse("bastion", "railgun_p<spare")
    assert {risk.what for risk in order.risks(there)} == {on_sheet["railgun_p"]} == {"Railgun P"}
    assert "Railgun P" in [field.label for field in order.fields(there)]
    assert order.label_for("feed railgun_p", ("lance_1", "bolt_p")) == f"{on_sheet['lance_1']} + {on_sheet['bolt_p']}"
    assert {shot.mount: shot.label for shot in shots(there, "bastion", "helix")} == {
        mount.key: on_sheet[mount.key] for mount in one.design.weapons
    }


def test_flights_shields_and_places_are_named() -> None:
    helix = ship("helix")
    assert gun_name(ship("gadfly"), ship("gadfly").design.weapons[0].key) == "fighter bolts"
    assert gun_name(helix, "shield") == "Shields"
    assert [place_name(helix, place) for place in ("port", "structure", "plasma_p", "thr_p", "cnc")] == [
        "port section",
        "structure",
        "Plasma P",
        "port thruster",
        "C&C",
    ]
