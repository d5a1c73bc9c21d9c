"""The best defence of a ship, with which odds of a planned attack reckon: its own systems, what may be lent, groups
that join."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.rules.counters.groups import engage
from game.rules.counters.kinds import Flight
from game.rules.defence.level import DefencePool
from game.rules.defence_level.lend import Lend
from game.rules.fighters.group_odds import group_odds, reach_told
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.point_defence.best_defence import best_pool, best_systems, defences_in_words, help_in_words
from game.rules.point_defence.level import level_odds
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.fighter_battles import ADFC, BEAM_ONE, PDS, SCATTERGUN, carrier, flight, hangar, table
from tests.support.narrowing import narrow

RACK = Mount("", "smr", arcs=("FP", "F", "FS"))
OWN = (BEAM_ONE, BEAM_ONE, PDS, hangar(), hangar("attack"))


def screened(rules: str = "pdl", apart: float = 5.0, mode: str = "standard", **house: object) -> ThrustState:
    """Prey, with two beams, a PDS and a group that screens it; beside it an escort with area defence; an enemy near."""
    rook = carrier("rook", "azure", (10.0, 24.0), hangar(), RACK)
    prey = carrier("prey", "crimson", (35.0, 24.0), BEAM_ONE, BEAM_ONE, PDS, hangar(mode, 4), hull=60)
    escort = carrier("escort", "crimson", (35.0, 24.0 + apart), PDS, PDS, PDS, ADFC, hull=20)
    battle = table(rook, prey, escort, pd_rules=rules, **house)
    flight(battle, "rook", battle.ships["rook"].design.of("hangar")[0].key, (30.0, 24.0))
    flight(battle, "prey", battle.ships["prey"].design.of("hangar")[0].key, (35.0, 24.0), screening="prey")
    return battle


def group_of(battle: ThrustState, side: str) -> Flight:
    return next(one for one in battle.counters.values() if isinstance(one, Flight) and one.side == side)


def test_the_level_is_reckoned_with_what_may_be_lent_and_groups_that_may_join() -> None:
    battle = screened()
    prey, mine = battle.ships["prey"], group_of(battle, "azure")
    pool = DefencePool(beams=2, pds=1, lent=3, screening=(("standard", 4),))
    assert best_pool(battle, prey) == pool
    odds = group_odds(battle, mine.id, "prey")
    told = group_of(battle, "crimson").name
    exact = level_odds(battle, prey, [(replace(mine, target="prey"), ())], pool)
    assert odds is not None and odds.chances == exact.chances
    assert odds.notes == (
        f"level {float(pool.mean):.1f} on average",
        f"the best defence: Escort lends 3 PDS and {told} joins",
    )
    bare = level_odds(battle, prey, [(replace(mine, target="prey"), ())], DefencePool(beams=2, pds=1))
    assert odds.mean < bare.mean - 1, "it makes a difference that must not be left out"
    assert defences_in_words(battle, prey) == "no screen · 2 class-1, 1 PDS, 3 lent, 4 craft join"


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"apart": 7.0}, ", 4 craft join"), ({"mode": "attack"}, ", 3 lent"), ({"rules": "base"}, ", 3 lent")],
)
def test_it_reckons_with_nothing_that_may_not_be(changes: dict[str, Any], words: str) -> None:
    """An escort too far away, a type that may not screen, and groups where each die shoots at a target."""
    battle = screened(**changes)
    assert defences_in_words(battle, battle.ships["prey"]) == f"no screen · 2 class-1, 1 PDS{words}"


def test_a_screen_that_is_met_or_tired_joins_no_more() -> None:
    for spoil in ("met", "tired"):
        battle = screened()
        guard, mine = group_of(battle, "crimson"), group_of(battle, "azure")
        if spoil == "met":
            engage(battle, mine, (guard,))
        else:
            battle.counters[guard.id] = replace(guard, endurance_used=6)
        assert best_pool(battle, battle.ships["prey"]).screening == ()
    battle = screened(screening_endurance=False)
    guard = group_of(battle, "crimson")
    battle.counters[guard.id] = replace(guard, endurance_used=6)
    assert best_pool(battle, battle.ships["prey"]).screening == (("standard", 4),), "by house rule it costs nothing"


def test_scatterguns_bar_what_is_lent_but_not_who_screens() -> None:
    battle = screened()
    prey = battle.ships["prey"]
    guns = (replace(SCATTERGUN, key=key) for key in ("SGa", "SGb"))
    prey.design = replace(prey.design, mounts=(*prey.design.mounts, *guns))
    assert best_pool(battle, prey) == DefencePool(scatterguns=2, screening=(("standard", 4),))


def test_old_odds_reckon_with_what_may_be_lent_and_say_who_must_be_met_first() -> None:
    battle = screened("base")
    prey, mine = battle.ships["prey"], group_of(battle, "azure")
    assert best_systems(battle, prey) == {"beam": 2, "pds": 4}
    odds = group_odds(battle, mine.id, "prey")
    assert odds is not None and "the best defence: Escort lends 3 PDS" in odds.notes
    battle.ships["escort"].at = (35.0, 31.0)
    alone = group_odds(battle, mine.id, "prey")
    assert alone is not None and alone.mean > odds.mean and len(alone.notes) == 2
    told = reach_told(battle, mine.id, "prey", {})
    guard = group_of(battle, "crimson")
    assert told is not None and told.besides[0] == (f"in reach, once its screen {guard.name} is met", 1, "note")
    engage(battle, replace(mine, id="another"), (guard,))
    battle.counters["another"] = replace(mine, id="another")
    told = reach_told(battle, mine.id, "prey", {})
    assert told is not None and told.besides[0] == ("in reach, for 1 endurance", 1, "good")


@pytest.mark.parametrize("rules", ["pdl", "base"])
def test_salvos_meet_it_too(rules: str) -> None:
    battle = screened(rules)
    near = PlaceMarkers.parse("rook", "place SMR 33,24").odds(battle, {})
    assert [one.target for one in near] == ["prey"] and any("Escort lends 3 PDS" in note for note in near[0].notes)
    battle.ships["escort"].at = (35.0, 31.0)
    far = PlaceMarkers.parse("rook", "place SMR 33,24").odds(battle, {})
    assert far[0].mean > near[0].mean


def test_who_lends_is_told_of_groups_that_may_join_and_not_of_what_it_keeps() -> None:
    battle = screened()
    mine = group_of(battle, "azure")
    battle.counters[mine.id] = replace(mine, target="prey")
    (none,) = Lend("escort").odds(battle, {})
    (one,) = Lend.parse("escort", "lend PDSa>prey").odds(battle, {})
    pool = DefencePool(beams=2, pds=1, screening=(("standard", 4),))
    exact = level_odds(battle, battle.ships["prey"], [(narrow(battle.counters[mine.id], Flight), ())], pool)
    assert none.chances == exact.chances and one.mean < none.mean
    assert none.notes[1:] == help_in_words(battle, battle.ships["prey"], lending=False) != ()
