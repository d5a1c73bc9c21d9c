"""The captain's orders for a whole side, and the adviser's answer for a pair of ships, for `make bench`."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.battle.battle import Battle
from game.battle.loader import Opened
from game.battle.slowly import at_once
from game.players.captain.adviser import Adviser
from game.players.captain.lookout import Memory
from game.players.match import Match


def plots(opened: Opened, turn: int) -> Callable[[], float]:
    """Return the captain's secret orders for all ships of the first side in a turn. Earlier turns are not timed, but
    the captain remembers them."""
    seeds = iter(range(10_000))

    def one() -> float:
        battle = Battle(opened.battle.system, opened.battle.at(0), next(seeds))
        first, other = battle.state.sides
        match = Match(battle, {first: "captain", other: "random"}, 1)
        match.play(turn - 1)
        begun = time.perf_counter()
        while battle.phase.secret and (prompt := match.next_prompt()) and prompt.side == first:
            match.step()
        return 1000 * (time.perf_counter() - begun)

    return one


def advice(opened: Opened, turns: int) -> Callable[[], object]:
    """Return the advice for one ship against another, asked again after a change."""
    view = opened.battle.view("azure")
    ours, theirs = view.state.fleet("azure")[0].id, view.state.fleet("amber")[0].id
    memory = Memory()
    return lambda: at_once(Adviser(view, ours, (theirs,), turns, memory=memory).weigh())
