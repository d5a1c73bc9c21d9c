"""Each style of the captain does what it stands for, in the positions of several games."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from game.battle.loader import open_battle
from game.battle.view import View
from game.core.orders import Id
from game.players.captain.lookout import Memory
from game.players.captain.models import Trust
from game.players.captain.plan import SidePlan
from game.players.captain.styles import LEVELS, STYLES
from game.players.match import Match

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
BATTLES = "full_thrust/crossed_swords", "easyhex/open_pasture", "hex12/between_the_rows", "full_sail/weather_gauge"
POSITIONS = [(f"{name}.yaml", turns) for name in BATTLES for turns in (0, 2)]


def position(name: str, turns: int) -> tuple[View, Id, Id]:
    """Return the view of a side that is about to move after so many turns, the side and its first ship."""
    battle = open_battle(SCENARIOS / name, seed=4).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "doctrine"), 4)
    if turns:
        match.play(turns)
    while (prompt := match.next_prompt()) is not None:
        if battle.phase.asks_for("plot") and prompt.waiting[0] in battle.state.ships:
            return battle.glance(prompt.side), prompt.side, prompt.waiting[0]
        match.step()
    raise AssertionError("the battle is over")


def test_the_bolder_the_style_the_more_it_takes_for_what_it_deals() -> None:
    taken, dealt, far = (defaultdict[str, float](float) for _ in range(3))
    for name, turns in POSITIONS:
        view, side, first = position(name, turns)
        memory = Memory()
        for style in STYLES:
            plan = SidePlan(view, side, LEVELS["captain"], STYLES[style], Trust(), memory)
            for _ in plan.think(first):
                pass
            for key, move in plan.moves.items():
                end = move.ranking()[0]
                taken[style] += float(move.takes[end]) / plan.payoff.worth(key)
                dealt[style] += float(move.deals[end]) / plan.payoff.worth(key)
                places = (plan.lookout.straight_on(foe.id)[0, :2] for foe in plan.lookout.foes)
                far[style] += min(math.dist(move.ends.places[end, :2], place) for place in places)
    for one, bolder in pairwise(STYLES):
        assert taken[one] <= taken[bolder] + 1e-9 and dealt[one] <= dealt[bolder] + 1e-9, (one, bolder)
    assert taken["wary"] < 0.95 * taken["even"] and 1.03 * taken["even"] < taken["reckless"]
    assert far["wary"] > far["even"] > far["reckless"]
