"""Designs of Full-Thrust-Multiplayer: what is taken over, and notes on what is not."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.values import Data
from game.exchange.taken import Taken
from tests.support.files.foreign_designs import YARD, imported


def sanderling(**fields: Any) -> Taken:
    (one,) = imported(YARD | fields).designs
    return one


def said(taken: Taken) -> list[str]:
    return [note.message for note in taken.notes]


def armed(**weapon: Any) -> Taken:
    return sanderling(weapons=[YARD["weapons"][0] | weapon])


def fitted(*systems: Data, **fields: Any) -> Taken:
    return sanderling(systems=[{"label": "", "mass": 1, "points": 3} | one for one in systems], **fields)


def test_a_design_is_one_of_cross_dimensions() -> None:
    one = sanderling()
    assert dict(one.drawn.entry) == {
        "name": "Sanderling", "class": "Frigate", "glyph": "needle-destroyer", "about": "Full-Thrust-Multiplayer: Own.",
        "profile": "XD", "mass": 40, "hull": 12, "rows": 5, "shell": [3, 2], "drive": {"thrust": 4}, "ftl": True,
        "systems": [
            {"kind": "beam", "class": 2, "arcs": ["FP", "F", "FS"]},
            {"kind": "heavy_missile", "mode": "ER", "arcs": ["F"]}, {"kind": "fcs"}, {"kind": "cargo", "mass": 2},
            {"kind": "screen"},
        ],
    }  # fmt: skip
    assert one.drawn.faults == () and said(one) == []


def test_a_list_and_a_saved_battle_hold_designs() -> None:
    assert [one.design.name for one in imported([YARD, 3, YARD | {"name": "Skua"}]).designs] == ["Sanderling", "Skua"]
    saved = imported({"version": 1, "setup": {"scenarioId": "x", "seed": 1, "customDesigns": [YARD]}, "actions": []})
    assert len(saved.designs) == 1 and "not the battle" in saved.notes[0].message


@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        ({"weaponClass": "graser"}, "the yard builds no 'graser': left out"),
        ({"weaponClass": "k-gun", "variant": "long"}, "the yard builds no 'k-gun' of the long kind: left out"),
        ({"weaponClass": "needle-beam", "rating": 2}, "the yard builds no 'needle-beam' of class 2: left out"),
        ({"mass": 3, "points": 9}, "3 MASS and 9 points there; the yard counts 2 and 6"),
        ({"weaponClass": "k-gun", "flak": True}, "no gun here fires flak: it is taken over without"),
        ({"ammo": 4}, "ammunition of 4 is not taken over: a weapon here has its own"),
        ({"colour": "red"}, "nothing here has a place for this field: left out"),
    ],
)
def test_weapons_that_differ_are_told(weapon: Data, words: str) -> None:
    assert words in said(armed(**weapon))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"turrets": [{"id": "t"}]}, "the yard builds no turrets"),
        ({"gunboats": [{"typeId": "beam"}]}, "there are no gunboats"),
        ({"marineParties": 2}, "marines are not bought here"),
        ({"flawed": True}, "no ship here is of a flawed design"),
        ({"ftl": "advanced"}, "an advanced FTL drive is taken over as a plain one"),
        ({"armour": {"layers": [3], "regenerative": True}}, "armour that grows back"),
        ({"screens": {"level": 1, "generators": 1, "area": {"level": 1}}}, "no area screens"),
        ({"battlerider": True}, "nothing here has a place for this field"),
        ({"points": 1}, "Sanderling has 1 points there; the yard counts 124"),
    ],
)
def test_what_the_yard_does_not_know_is_told(fields: Data, words: str) -> None:
    assert any(words in each for each in said(sanderling(**fields)))


def test_spare_generators_are_taken_over() -> None:
    one = sanderling(screens={"level": 1, "generators": 3, "advanced": True})
    assert len(one.design.of("advanced_screen")) == 3


def test_hangars_take_the_groups_in_their_order() -> None:
    bays = [{"typeId": "attack", "modifiers": ["heavy"]}, {"typeId": "graser"}, {"typeId": "torpedo"}]
    one = fitted({"kind": "hangar-bay", "mass": 9, "points": 27}, {"kind": "hangar-bay"}, fighterBays=bays)
    assert [mount.mode for mount in one.design.of("hangar")] == ["heavy attack", "standard"]
    assert "no fighters here are graser: taken over as standard ones" in said(one)
    assert "no hangar is left for a group of torpedo fighters: left out" in said(one)
    assert "1 MASS and 3 points there; the yard counts 9 and 27" in said(one)


def test_bays_and_holds_carry_whole_mass() -> None:
    one = fitted({"kind": "tender", "mass": 15, "points": 45}, {"kind": "cargo", "mass": 1.5, "points": 0})
    assert (one.design.of("bay")[0].size, one.design.of("cargo")[0].size) == (10, 1)
    assert "it is taken over with a load of 1 MASS: here MASS is whole" in said(one)


def test_magazines_hold_one_kind_of_salvo() -> None:
    loads = [{"grade": "extended"}, {"grade": "extended", "multiStage": True}, {"grade": "standard"}]
    launcher = YARD["weapons"][0] | {"weaponClass": "salvo-missile-launcher", "rating": 1, "mass": 3, "points": 9}
    one = sanderling(weapons=[launcher], magazines=[{"id": "m", "mass": 9, "points": 27, "loads": loads}])
    assert (one.design.of("magazine")[0].mode, one.design.of("magazine")[0].size) == ("ER", 9)
    words = said(one)
    assert "a multi-stage extended salvo is taken over as one more ER salvo" in words
    assert "a standard salvo is taken over as one more ER salvo" in words


def test_tugs_and_repair_parties() -> None:
    one = sanderling(ftl="tug", ftlTransferMass=50, additionalDamageControlParties=1)
    assert (one.design.of("ftl")[0].size, one.design.parties) == (50, 1)
