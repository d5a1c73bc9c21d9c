"""Odds against a ship that is not wholly known say what they do not know, and no advice hangs on it (6.19)."""

from __future__ import annotations

from functools import partial

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.battle.view import masked
from game.players.match import Match
from game.rules.combat.fire import Fire, volley
from game.rules.display.ship_sheet import sheet
from game.rules.sensors.contact import ALL, MODEL, SCREENS, SYSTEMS, TYPE
from game.rules.sensors.detection import conceal, detect, learn
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from game.rules.special.boarding import SendBoarders, chance_to_capture, factor
from game.systems.full_thrust.system import FULL_THRUST
from tests.rules.sensors.test_hidden import PASSAGE
from tests.support.builders import design, ship, state, told

GUNS = (Mount("", "beam", 3, ("F", "FS", "FP")), Mount("", "fcs"))


def seen(level: int, hull: int = 25, screens: int = 2, armour: int = 3) -> ThrustState:
    """A duel at 5 MU as the side of the hunter knows it, which has read so much of its prey."""
    built = design(*GUNS, *(Mount("", "screen") for _ in range(screens)), mass=80, hull=25, armour=3)
    prey = ship("prey", "crimson", (10.0, 15.0), built=built)
    prey.hull, prey.armour = hull, (armour,)
    battle = state(ship("hunter", "azure", (10.0, 10.0), built=design(*GUNS, hull=24)), prey, sensors="scan", boarding=True)
    conceal(battle, (), {})
    told(partial(detect, battle))
    learn(battle, prey, "azure", level)
    battle.phase = 0
    found: ThrustState = masked(FULL_THRUST, battle, "azure")
    return found


@pytest.mark.parametrize("level", [MODEL, TYPE, SCREENS, SYSTEMS])
def test_nobody_is_advised_to_board_a_ship_of_unknown_strength(level: int) -> None:
    there = seen(level)
    assert SendBoarders("hunter").suggested(there) == SendBoarders("hunter")
    (one,) = SendBoarders("hunter").alternatives(there)
    captured, unknown, repelled = one.parts
    assert captured.chance < 0.5 < unknown.chance and captured.chance + unknown.chance + repelled.chance == pytest.approx(1)
    risks = SendBoarders("hunter", "prey").risks(there)
    assert not any(risk.words == "captured" for risk in risks) and all(" if " in risk.words for risk in risks)


def test_what_may_be_is_within_the_bounds() -> None:
    """Whatever is left of the ship, its true chance lies between the two that are told; where all is read it is told alone."""
    least, most = (risk.chance for risk in SendBoarders("hunter", "prey").risks(seen(SYSTEMS)))
    for hull in range(1, 26):
        there = seen(ALL, hull)
        (risk,) = SendBoarders("hunter", "prey").risks(there)
        assert risk.chance == chance_to_capture(6, factor(there.ships["prey"])) and least <= risk.chance <= most
        assert len(SendBoarders("hunter").alternatives(there)[0].parts) == 2


@pytest.mark.parametrize("level", [MODEL, TYPE])
def test_fire_at_a_ship_of_unknown_screens_comes_to_a_range(level: int) -> None:
    there = seen(level)
    order = volley(there, "hunter", "prey")
    assert order is not None
    (odds,) = order.odds(there, {})
    label, words, _ = odds.readings[0]
    least, most = map(float, words.split(" to "))
    assert "behind 2 screens or none" in label and least < most and not odds.marks
    assert "not known" in odds.notes[-1] and ("hull" in odds.notes[-1]) == (level == MODEL)
    assert any("destroy" in one[0] for one in odds.readings) == (level == TYPE)


@pytest.mark.parametrize(("level", "row"), [(SYSTEMS, False), (ALL, True)])
def test_where_losses_are_not_known_no_row_is_told_to_end(level: int, row: bool) -> None:
    there = seen(level)
    order = volley(there, "hunter", "prey")
    assert order is not None
    (odds,) = order.odds(there, {})
    assert any("end this row" in one[0] for one in odds.readings) == bool(odds.marks) == row
    assert any("if it has lost none" in one[0] for one in odds.readings) == (not row)


@pytest.mark.parametrize("level", [MODEL, TYPE, SCREENS, SYSTEMS])
def test_no_answer_follows_from_what_has_not_been_read(level: int) -> None:
    answers = []
    for screens, hull, armour in ((2, 25, 3), (2, 4, 0)):
        there = seen(level, hull, screens, armour)
        order = volley(there, "hunter", "prey")
        assert order is not None
        boarding = SendBoarders("hunter", "prey")
        answers.append((order.odds(there, {}), boarding.risks(there), boarding.alternatives(there), sheet(there, "prey")))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(("level", "read"), [(MODEL, False), (SYSTEMS, False), (ALL, True)])
def test_a_sheet_says_whether_losses_are_known(level: int, read: bool) -> None:
    there = seen(level, hull=1)
    assert sheet(there, "prey").read == read and sheet(there, "hunter").read
    there.ships["prey"].removed_reason = "destroyed"
    assert sheet(there, "prey").health == 0.0, "a wreck is seen"


@pytest.mark.parametrize("seed", range(3))
def test_who_fires_then_is_the_side_that_is_asked_then(seed: int) -> None:
    """Whatever a seat knows of the others: it is told the side that the battle itself asks next."""
    opened = open_battle(PASSAGE, seed=seed)
    battle, match, met = opened.battle, Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed), 0
    while battle.state.outcome is None and battle.state.turn < 4:
        if battle.phase.name == "Ships fire":
            then = {battle.view(side).then() for side in (*battle.state.sides, "")}
            assert then == {asked_next(battle)}
            met += 1
        match.step()
    assert met > 12


def asked_next(battle: Battle) -> str:
    """The side that is asked once the first ship that waits has held its fire; none if the phase is over then."""
    before, length = battle.phase, len(battle.records)
    battle.play(Fire(battle.prompts()[0].waiting[0]))
    found = battle.prompts()[0].side if battle.phase is before and battle.prompts() else ""
    battle.back_to(length)
    return found
