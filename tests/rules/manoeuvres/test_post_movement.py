"""After moving: thrust that is kept, the three chances, the check with +1, fire that waits
(manoeuvres/post-movement)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.orders import Illegal, Unreadable
from game.rules.combat.fire import Fire
from game.rules.manoeuvres import archive, post_movement_rules
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement import post_movement
from game.rules.movement.plot import Plot
from game.rules.movement.post_movement import DECLARED, Afterwards
from game.rules.ships import damage_control
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, house, ship, state, umpire

PLAYED = {"man.EM": True, "man.SK": True, "man.HA": True, "man.PM": True, "em.reaction": True, "ha.after_move": True}


def moved(text: str, thrust: int = 6, **rules: Any) -> tuple[ThrustState, Ship]:
    """Return a ship that has moved by that order."""
    one, plot = ship(velocity=8, thrust=thrust), Plot.parse("lancet", text)
    table = state(one, ship("vesper", "crimson", (0.0, 10.0), 6), **PLAYED | rules)
    one.active_manoeuvres, table.sealed["lancet"] = plot.uses, plot
    post_movement_rules.keep(one, plot, table.house)
    return table, one


def give(table: ThrustState, text: str, *faces: int) -> list[str]:
    return [str(line) for line in carried_out(table, Afterwards.parse("lancet", text), *faces)]


def refused(table: ThrustState, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        Afterwards.parse("lancet", text).check(table)
    return caught.value.why


def target(table: ThrustState) -> None:
    """Lancet has been named as a target; the fire names nothing that bears."""
    DECLARED.set(table, post_movement.Declared(Fire("vesper"), ("lancet",)))


@pytest.mark.parametrize("text", ["PM EM2", "PM SK1S", "PM SK2P", "PM HA1P", "PM EM1P", "PM EM1S", "PM no"])
def test_notation(text: str) -> None:
    assert str(Afterwards.parse("lancet", text)) == text == str(Afterwards.parse("lancet", text.lower()))


@pytest.mark.parametrize("text", ["PM", "PM CO", "PM ET2", "EM2", "PM EM2 SK1S", "fire B1>vesper"])
def test_what_is_no_such_order(text: str) -> None:
    with pytest.raises(Unreadable):
        Afterwards.parse("lancet", text)


@pytest.mark.parametrize(("face", "farther"), [(3, 12.0), (4, 0.0)])
def test_named_as_a_target(face: int, farther: float) -> None:
    """MV-14: thrust 6, P+1: four are kept; EM2 is checked with d6+1+1 and fails on 4 or more."""
    table, one = moved("P+1")
    assert (one.timer(post_movement_rules.THRUST), one.timer(post_movement_rules.TURNING)) == (4, 2)
    target(table)
    assert Afterwards("lancet", ManoeuvreOrder(BY_CODE["EM"], 2)).risks(table)[0].chance == pytest.approx(0.5)
    give(table, "PM EM2", face)
    assert (archive.farther(table.house, one), one.drive_hits) == (farther, int(not farther))
    assert one.thrust_used and one.timer(post_movement_rules.THRUST) == 2
    archive.late(table, umpire())  # it has been checked; the turn forgets all of it
    assert not one.timers and not one.status_flags and not one.active_manoeuvres


@pytest.mark.parametrize(("face", "facing"), [(4, 1), (5, 12)])
def test_a_skid_as_she_fires(face: int, facing: int) -> None:
    """MV-14: SK1S, d6+0+1, fails on 5 or more; the course stays. Then it is it who fires."""
    table, one = moved("+1")
    give(table, "PM SK1S", face)
    assert (one.course, one.facing) == (12, facing) and post_movement.activated_ship(table) == "lancet"
    assert "already" in refused(table, "PM SK1P")


@pytest.mark.parametrize(("face", "course"), [(4, 11), (5, 12)])
def test_a_hard_about_as_she_fires(face: int, course: int) -> None:
    """MV-13.5: thrust 4, P+1: two are kept; HA1P, d6+0+1 fails on 5 or more; a point on the spot."""
    table, one = moved("P+1", thrust=4)
    give(table, "PM HA1P", face)
    assert (one.course, one.facing, one.at) == (course, course, (0.0, 0.0))


def test_what_failed_is_not_mended_this_turn() -> None:
    table, one = moved("0")
    give(table, "PM SK1S", 6)
    assert one.drive_hits == 1 and not damage_control.repairable(one)
    assert "failed after moving" in damage_control.why_not(one, one.design.of("drive")[0].key)
    archive.late(table, umpire())
    assert damage_control.repairable(one)


@pytest.mark.parametrize(("plotted", "text", "why"), [
    ("P3+3", "PM SK1S", "has kept 0 thrust"), ("P3", "PM SK1S", "0 of it to turn with"),
    ("P3", "PM SK1P", "0 of it to turn with"),
    ("+2", "PM EM5", "is not begun as it fires"), ("0", "PM SK4S", "3 points at most"),
    ("SK1S", "PM SK1S", "do not go together"),
    ("CO", "PM HA1S", "do not go together"), ("0", "PM no", "nothing else to leave"),
])  # fmt: skip
def test_refusals(plotted: str, text: str, why: str) -> None:
    table, _ = moved(plotted, 6, **{"man.CO": True, "pm.allowed": "SK"})
    assert why in refused(table, text)


@pytest.mark.parametrize(("plotted", "text", "goes"), [
    ("CO", "PM EM1", True), ("CO", "PM SK1S", False), ("ET +7", "PM EM1", False),
    ("EC1", "PM EM1", True), ("EC1*", "PM EM1", False),
    ("EM1", "PM EM1", True), ("RL +6", "PM EM3", True), ("RL +6", "PM EM4", False),
    ("S+P", "PM SK1S", True), ("DRIFT", "PM EM1", True),
])  # fmt: skip
def test_what_goes_with_what(plotted: str, text: str, goes: bool) -> None:
    table, one = moved(
        plotted, thrust=8 if "CO" in plotted else 6, **{f"man.{code}": True for code in ("CO", "EC", "ET", "RL")}
    )
    use = Afterwards.parse("lancet", text).use
    assert use and (post_movement.fault(table, one, use) is None) == goes


@pytest.mark.parametrize(("rules", "moments"), [
    ({}, {"EM": "", "SK": "", "HA": ""}),
    ({"man.PM": True}, {"EM": "f", "SK": "f", "HA": ""}),
    ({"man.PM": True, "pm.allowed": "EM"}, {"EM": "f", "SK": "", "HA": ""}),
    ({"em.after_move": True}, {"EM": "m", "SK": "", "HA": ""}),
    ({"em.reaction": True, "man.PM": True}, {"EM": "ft", "SK": "ft", "HA": ""}),
    ({"ha.after_move": True}, {"EM": "", "SK": "", "HA": "f"}),
    ({"em.variant": "reactive_1998", "man.PM": True}, {"EM": "t", "SK": "f", "HA": ""}),
    ({"man.EM": False, "em.reaction": True}, {"EM": "", "SK": "", "HA": ""}),
])  # fmt: skip
def test_the_three_chances(rules: dict[str, Any], moments: dict[str, str]) -> None:
    names = {post_movement_rules.MOVED: "m", post_movement_rules.FIRING: "f", post_movement_rules.TARGET: "t"}
    given = house(**{"man.EM": True, "man.SK": True, "man.HA": True} | rules)
    found = {code: "".join(sorted(names[one] for one in post_movement_rules.windows(given, code))) for code in moments}
    assert found == moments


def test_what_is_taken_of_the_thrust_that_was_kept() -> None:
    """Nothing for doing nothing, and nothing for what it began before and holds at hand."""
    table, one = moved("0")
    assert [part[0] for part in Afterwards("lancet").meter(table).parts] == [0]
    assert [part[0] for part in Afterwards.parse("lancet", "PM EM2").meter(table).parts] == [2]
    assert Afterwards("lancet").meter(table).total == one.timer(post_movement_rules.THRUST) == 6


def test_one_target_answers_after_the_other() -> None:
    table, _ = moved("0")
    DECLARED.set(table, post_movement.Declared(Fire("vesper"), ("vesper", "lancet")))
    assert refused(table, "PM EM1") == "Vesper answers first"


def test_once_or_twice_a_turn() -> None:
    table, one = moved("0", **{"pm.max_per_turn": 2})
    give(table, "PM SK1S", 1)
    give(table, "PM EM1", 1)
    assert (one.facing, archive.farther(table.house, one)) == (1, 6.0) and "already" in refused(table, "PM SK1P")
