"""While a piece is pulled the forecast is worked out bit by bit: no frame carries more than some steps of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import MOST
from tests.tools.bench import battle_screen, drag_frames
from tests.tools.bench_swarm import flying

FRAMES = 60


def test_no_frame_of_a_drag_walks_more_than_some_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty ships and seventy groups and markers, whose dice have thousands of branches between them."""
    screen, window = battle_screen(flying(20))
    walk, steps = RestOfTurn.walk, [0]

    def counted(self: RestOfTurn, to: int | None = None) -> Iterator[None]:
        for _ in walk(self, to):
            steps[-1] += 1
            yield

    frames = drag_frames(screen)
    for _ in range(4):  # the press, and a first look at where all others hold on
        if motion := next(frames):
            screen.handle(motion)
        screen.tick(1 / 60)
        screen.draw(window)
    assert screen.board_input.drag.active
    monkeypatch.setattr(RestOfTurn, "walk", counted)
    for _ in range(FRAMES):
        steps.append(0)
        if motion := next(frames):
            screen.handle(motion)
        screen.tick(1 / 60)
        screen.draw(window)
    assert sum(steps) > 0 and max(steps) <= 2 * MOST
