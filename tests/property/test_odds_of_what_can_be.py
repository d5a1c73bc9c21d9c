"""Of whatever could be attacked, odds stand there if and only if the rules would take the order; else a sentence says
why not.

Random battles over every scenario, at every phase: each piece against each other, from where they are and from where a
plan might put them, and orders of every kind of attack at whatever is on the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.battle.view import View
from game.board.boards import board_of
from game.core.display import Pose
from game.core.orders import Id, Illegal, Order, ShotList
from tests.support.battles import SCENARIOS
from tests.support.random_moments import combinations, drafts, moments, scenarios

GAMES = sorted({path.parent.name.replace("_", "-") for path in SCENARIOS})
PAIRS, PIECES, DRAWN = 6, 4, 6  # at each moment: pairs, pieces that are given orders, and orders of each kind
FIGURES = re.compile(r"too far: [\d.]+ of [\d.]+ |reaches|arc|bear")


def taken(order: Order, view: View, poses: dict[Id, Pose]) -> bool:
    """Return whether the resolver would take the order, with pieces where a plan puts them."""
    try:
        order.check(order.judged_in(view.state, poses))
    except Illegal:
        return False
    return True


def somewhere_near(view: View, pair: tuple[Id, Id], rng: Random) -> dict[Id, Pose]:
    """Return the second of two pieces somewhere near the first, or not so near."""
    a, b = (view.state.known_piece(key) for key in pair)
    far = rng.choice((2.0, 5.0, 9.0, 20.0, 60.0))
    at = board_of(view.state.table).place((a.at[0] + rng.uniform(-far, far), a.at[1] + rng.uniform(-far, far)))
    return {b.id: Pose(at, b.course, b.facing, b.velocity)}


def attacks(battle: Battle, rng: Random) -> Iterator[Order]:
    """Yield orders of attacks that this phase knows, of some pieces, at whatever is on the board."""
    afloat = [*battle.state.ships, *battle.state.counters]
    for key in rng.sample(afloat, min(PIECES, len(afloat))):
        for draft in drafts(battle, key):
            if type(draft).odds is Order.odds:
                continue
            for order in combinations(draft, battle, rng, DRAWN):
                yield order
                if hasattr(order, "target"):
                    yield order.with_value("target", rng.choice(afloat))
                mounts = [shot.mount for other in afloat for shot in battle.view(None).shots(key, other)]
                if isinstance(order, ShotList) and mounts:
                    yield order.aim(rng.choice(mounts), rng.choice(afloat))


def check_pair(view: View, firer: Id, target: Id, poses: dict[Id, Pose]) -> bool:
    """Check that odds of one piece against another are shown if the rules take the order, and a reason if not. Return
    whether odds are shown."""
    volley, stop = view.volley(firer, target, poses), view.why_not_hit(firer, target, poses)
    every = view.system.volley(view.state, firer, target, poses)
    assert (volley is not None) == (every is not None and taken(every, view, poses))
    if volley is not None:
        assert stop is None, stop
        measured = view.state.house.get("premeasure", True)  # or else nobody knows how far off it is
        assert bool(view.odds(volley, poses)) == bool(measured), str(volley)
    elif view.system.volley(view.state, firer, target, poses) or view.shots(firer, target, poses):
        assert stop is not None and stop.why and stop.rule, (firer, target)
    return volley is not None


@pytest.mark.parametrize("game", GAMES)
def test_odds_stand_where_the_rules_take_the_order(game: str, tmp_path: Path) -> None:
    shown = refused = 0
    told = set[str]()
    for path in scenarios(game, tmp_path):
        opened = open_battle(path)
        for rng in moments(opened, 3):
            battle = opened.battle
            view = battle.view(None)
            afloat = [key for key in (*view.state.ships, *view.state.counters) if view.state.known_piece(key).in_play]
            pairs = [pair for pair in permutations(afloat, 2) if pair[1] in view.state.ships]
            for pair in rng.sample(pairs, min(PAIRS, len(pairs))):
                for poses in ({}, somewhere_near(view, pair, rng)):
                    shown += check_pair(view, *pair, poses)
            for order in attacks(battle, rng):
                stop, found = view.refusal(order, {}), view.odds(order)
                assert (stop is None) == taken(order, view, {})
                if stop:
                    assert not found and stop.why and stop.rule, str(order)
                    refused, told = refused + 1, told | {stop.why}
                else:
                    assert found == order.odds(view.state, {})
    assert shown > 10 and refused > 10
    assert any(FIGURES.search(why) for why in told), sorted(told)
