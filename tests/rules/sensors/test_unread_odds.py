"""Odds against a ship that is not wholly known say what they do not know, and no advice hangs on it (6.19)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from pygame import Rect

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.battle.view import masked
from game.core.display import Odds
from game.players.match import Match
from game.rules.combat.fire import Fire, volley
from game.rules.combat.fire_odds import odds
from game.rules.display.ship_sheet import sheet
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.ordnance.place_markers import PlacedMarker, PlaceMarkers
from game.rules.point_defence.best_defence import defences_in_words
from game.rules.sensors.contact import ALL, BOGEY, MODEL, SCREENS, SYSTEMS, TYPE
from game.rules.sensors.detection import conceal, detect, learn
from game.rules.ships.design import Mount
from game.rules.ships.ship import DUMMY
from game.rules.ships.thrust_state import ThrustState
from game.rules.special.boarding import SendBoarders, chance_to_capture, factor
from game.systems.full_thrust.system import FULL_THRUST
from game.ui.battle.orders.manoeuvre_fields import risk_line
from game.ui.render.text import width
from game.ui.toolkit.blocks import shortened
from tests.rules.sensors.test_hidden import PASSAGE
from tests.support.builders import design, ship, state, told
from tests.support.fighter_battles import flight

GUNS = (Mount("", "beam", 3, ("F", "FS", "FP")), Mount("", "fcs"))


WITH_GROUP = (*GUNS, Mount("", "hangar", mode="standard", size=6), Mount("", "smr", arcs=("F", "FS", "FP")))


def seen(
    level: int,
    hull: int = 25,
    screens: int = 2,
    armour: int = 3,
    pds: int = 0,
    rules: str = "base",
    profile: str = "FB",
    kind: str = "screen",
) -> ThrustState:
    """Return a duel at 5 MU as the side of the hunter knows it, which has read so much of its prey."""
    shields = tuple(Mount("", kind) for _ in range(screens))
    built = design(
        *GUNS, *shields, *(Mount("", "pds") for _ in range(pds)), mass=80, hull=25, armour=3, profile=profile
    )
    prey = ship("prey", "crimson", (10.0, 15.0), built=built)
    prey.hull, prey.armour = hull, (armour,)
    hunter = ship("hunter", "azure", (10.0, 10.0), built=design(*WITH_GROUP, hull=24, profile=profile))
    battle = state(hunter, prey, sensors="scan", boarding=True, pd_rules=rules)
    conceal(battle, (), {})
    told(partial(detect, battle))
    learn(battle, prey, "azure", level)
    battle.phase = 0
    found: ThrustState = masked(FULL_THRUST, battle, "azure")
    return found


@pytest.mark.parametrize("level", [MODEL, TYPE, SCREENS, SYSTEMS])
def test_nobody_is_advised_to_board_a_ship_of_unknown_strength(level: int) -> None:
    there = seen(level)
    assert SendBoarders("hunter").suggestion(there) == SendBoarders("hunter")
    (one,) = SendBoarders("hunter").alternatives(there)
    captured, unknown, repelled = one.parts
    assert (
        captured.chance < 0.5 < unknown.chance
        and captured.chance + unknown.chance + repelled.chance == pytest.approx(1)
    )
    risks = SendBoarders("hunter", "prey").risks(there)
    assert not any(risk.words == "captured" for risk in risks) and all(", " in risk.words for risk in risks)
    for risk in risks[: level == MODEL]:
        assert (risk.words, risk.chance) == ("captured, hull unknown", 0) and risk.most > 0.9
        row = risk_line(Rect(0, 0, 300, 20), risk, risk.what)
        assert row.right.startswith("up to "), "no bare chance, for words that qualify it may be cut"
        assert shortened(row.parts, 300 - width(row.right, 15, "s") - 10, row.size, row.gap) == list(row.parts)


def test_what_may_be_is_within_the_bounds() -> None:
    """Whatever is left of the ship, its true chance lies between the two that are told; where all is read it is told
    alone."""
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


@pytest.mark.parametrize("level", [BOGEY, MODEL])
@pytest.mark.parametrize(
    ("profile", "kind", "most", "words"),
    [
        ("FB", "screen", 2, "2 screens"),
        ("FT2", "screen", 3, "3 screens"),
        ("XD", "advanced_screen", 2, "2 advanced screens"),
    ],
)
def test_the_range_reaches_to_the_best_screens_of_the_edition(
    profile: str, kind: str, most: int, words: str, level: int
) -> None:
    def asked(level: int, screens: int) -> Odds:
        there = seen(level, screens=screens, armour=0, profile=profile, kind=kind)
        order = volley(there, "hunter", "prey")
        assert order is not None
        (found,) = order.odds(there, {})
        return found

    unread, (bare, behind) = asked(level, most), (asked(ALL, screens) for screens in (0, most))
    assert f"behind {words} or none" in unread.readings[0][0]
    assert (unread.mean, unread.most) == pytest.approx((behind.mean, bare.mean), rel=0.02), "tails are cut at the hull"


def by_group(there: ThrustState) -> Odds:
    group = flight(there, "hunter", there.ships["hunter"].design.of("hangar")[0].key, (10.0, 12.0))
    (found,) = AssignAttack(group.id, target="prey").odds(there, {})
    return found


def by_salvo(there: ThrustState) -> Odds:
    rack = there.ships["hunter"].design.of("smr")[0].key
    (found,) = PlaceMarkers("hunter", (PlacedMarker(rack, (10.0, 15.0)),)).odds(there, {})
    return found


def by_guns(there: ThrustState) -> Odds:
    order = volley(there, "hunter", "prey")
    assert order is not None
    (found,) = odds(there, order)
    return found


@pytest.mark.parametrize("level", [MODEL, TYPE])
@pytest.mark.parametrize("rules", ["base", "pdl"])
@pytest.mark.parametrize("strike", [by_group, by_salvo, by_guns])
def test_whatever_strikes_a_ship_of_unknown_screens_comes_to_a_range(
    strike: Callable[[ThrustState], Odds], rules: str, level: int
) -> None:
    found, other = (strike(seen(level, *unread, rules)) for unread in ((25, 2, 3, 4), (4, 0, 0, 0)))
    assert found == other, "what has not been read makes no difference"
    label, words, _ = found.readings[0]
    if strike is by_salvo:
        assert words == f"{found.mean:.1f}" and "screens or none" not in label, "screens stop no salvo"
    else:
        least, most = map(float, words.split(" to "))
        assert "behind 2 screens or none" in label and least < most and found.mean == pytest.approx(least, abs=0.06)
    assert "screens" in found.notes[-1] and not any("level" in note for note in found.notes)
    assert ("point defence not known" in found.notes) == (strike is not by_guns)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (MODEL, "nobody knows what defends it"),
        (TYPE, "nobody knows what defends it"),
        (SCREENS, "screen 2 · nobody knows its point defence"),
        (SYSTEMS, "screen 2 · 4 PDS"),
    ],
)
def test_the_defences_of_a_ship_are_told_as_far_as_they_were_read(level: int, words: str) -> None:
    there = seen(level, pds=4)
    assert defences_in_words(there, there.ships["prey"]) == words


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
        answers.append(
            (order.odds(there, {}), boarding.risks(there), boarding.alternatives(there), sheet(there, "prey"))
        )
    assert answers[0] == answers[1]


def test_an_echo_has_no_boxes_to_count() -> None:
    there = seen(ALL)
    assert sheet(there, "prey").tracks
    there.ships["prey"].removed_reason = DUMMY
    assert not sheet(there, "prey").tracks


@pytest.mark.parametrize(("level", "read"), [(MODEL, False), (SYSTEMS, False), (ALL, True)])
def test_a_sheet_says_whether_losses_are_known(level: int, read: bool) -> None:
    there = seen(level, hull=1)
    assert sheet(there, "prey").read == read and sheet(there, "hunter").read
    there.ships["prey"].removed_reason = "destroyed"
    wreck = sheet(there, "prey")
    assert wreck.health == 0.0 and not any(track.left for track in wreck.tracks), "a wreck is seen"


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
    """Return the side that is asked once the first ship that waits has held its fire; none if the phase is over
    then."""
    before, length = battle.phase, len(battle.records)
    battle.play(Fire(battle.prompts()[0].waiting[0]))
    found = battle.prompts()[0].side if battle.phase is before and battle.prompts() else ""
    battle.back_to(length)
    return found
