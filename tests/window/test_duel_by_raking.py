"""The duel won in a real window by who goes by nothing but what is drawn before the turn: across the enemy's stern, and
rake.

Auvrac holds on and fires back. Merrow drags each ship to the end from which most is dealt and least taken, as the sheet
tells, and notes whether the chip says that it rakes; what was told then is what the dice are rolled for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Destination, Pose
from game.core.orders import Id
from game.systems.full_sail.ships.ship import SailingShip
from game.ui.seat.seat_model import SeatModel
from tests.support.narrowing import each
from tests.support.window.goals import PLAIN
from tests.support.window.late_battles import LARGE, SMALL, assert_replays, late
from tests.support.window.player import Shown
from tests.support.window.real_input import playing
from tests.support.window.two_players import Mouse

pytestmark = pytest.mark.window
DUEL = ROOT / "scenarios" / "full_sail" / "weather_gauge.yaml"
RAKE = 2.0  # points of hull that a rake is worth besides
SEED = 5


def dealt(model: SeatModel, firer: Id, target: Id, poses: dict[Id, Pose]) -> float:
    """Return what the sheet tells that one ship would do to another, and more if it rakes."""
    volley = model.view.volley(firer, target, poses)
    if volley is None:
        return 0.0
    raking = any(shot.bears and shot.note == "raking" for shot in model.view.shots(firer, target, poses))
    return sum(one.mean for one in model.view.odds(volley, poses)) + RAKE * raking


def best_end(model: SeatModel, seen: Callable[[Point], bool]) -> Destination | None:
    """Return the end from which the ship in hand deals most and takes least, if the others hold on; near the enemy,
    where none bears."""
    view, own, board = model.view, model.view.state.ships[model.chosen], board_of(model.view.state.table)
    foes = [one.id for one in each(model.enemies(), SailingShip) if not one.zero]
    held = {foe: model.left_alone(foe) for foe in foes}

    def worth(end: Destination) -> float:
        pose = view.pose(end.order)
        poses = {**held, own.id: pose}
        fought = sum(dealt(model, own.id, foe, poses) - 0.7 * dealt(model, foe, own.id, poses) for foe in foes)
        away = min(math.dist(pose.at, held[foe].at) for foe in foes)
        return fought - 0.05 * abs(away - 8.0) - 20 * bool(pose.note)

    ends = [
        end
        for end in model.destinations()
        if PLAIN.fullmatch(str(end.order))
        and board.holds(end.at)
        and seen(end.at)
        and math.dist(end.at, own.at) > 0.5
        and end.order != view.draft(own.id)
    ]
    return max(ends, key=worth, default=None) if foes else None


class Newcomer(Mouse):
    """Merrow by what is drawn, Auvrac holding on."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.told: set[tuple[int, Id, Id]] = set()  # turn, firer and target of each rake that the drawing promised

    def end_for(self, shown: Shown) -> Destination | None:
        model = shown.screen.model
        if model.side == "auvrac":
            return None
        end = best_end(model, self.looking(shown))
        if end is not None:
            for foe in model.enemies():
                poses = {foe.id: model.left_alone(foe.id), model.chosen: model.view.pose(end.order)}
                if any(shot.bears and shot.note == "raking" for shot in model.view.shots(model.chosen, foe.id, poses)):
                    self.told.add((model.view.state.turn, model.chosen, foe.id))
        return end

    def targets(self, shown: Shown) -> list[Id]:
        """Return the enemy that the guns would hurt most."""
        model = shown.screen.model
        able = super().targets(shown)
        return [max(able, key=lambda foe: dealt(model, model.chosen, foe, {}))] if able else []


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
def test_a_newcomer_wins_the_duel_by_crossing_astern(size: tuple[int, int], window_home: Path) -> None:
    path = window_home / "home" / "saves" / "duel.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(late(DUEL, {"script": [{"by": "aiglette", "order": "0"}]}, SEED), encoding="utf-8")
    settings = f"version: 1\nspeed: 10.0\nscale: 1.0\nwindow: {list(size)}\n"
    with playing(window_home, settings=settings, size=size) as hand:
        newcomer = Newcomer(hand, "full-sail", path)
        save = newcomer.play()
        battle = hand.saved().battle
    assert_replays(save)
    assert battle.state.outcome is not None and battle.state.outcome.winner == "merrow"
    raked = {(line.turn, line.who, line.whom) for line in battle.log if line.weapon == "Guns raking"}
    assert newcomer.told & raked, (newcomer.told, raked)
