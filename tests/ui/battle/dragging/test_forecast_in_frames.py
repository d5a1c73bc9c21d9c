"""While a piece is pulled the forecast is worked out bit by bit: no frame carries more than some steps of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import MOST
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated
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


CLOSE = """\
  halcyon: {side: azure, design: halcyon, at: [20, 20], course: 3, velocity: 6}
  aiglette: {side: amber, design: aiglette, at: [32, 20], course: 9, velocity: 6}
"""
SEA = "{width: 72, height: 48, wind_speed: 16, wind_from: 12}"


def test_the_piece_on_the_pointer_is_told_first(tmp_path: Path) -> None:
    """Two frigates that foul have more ways than half a second follows; that they foul is known long before all of them
    are."""
    seat = Seated(tmp_path, paper("Close", CLOSE, system="full-sail", table=SEA))
    seat.until(lambda now: now.screen.model.input_mode == "plot")
    screen, window = seat.screen, pygame.Surface((1280, 800))
    screen.commands.choose("halcyon")
    start, end = (screen.board.camera.xy(at) for at in ((20.0, 20.0), (26.0, 20.0)))
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for share in (0.3, 0.7, 1.0):
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        screen.handle(Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(1, 0, 0)))
        screen.tick(1 / 60)
        screen.draw(window)
    walked = 0
    while not screen.model.foresight.known_fates and walked < 2000:
        screen.tick(1 / 60)
        screen.draw(window)
        walked += 1
    (fate,) = screen.model.foresight.known_fates.values()
    assert fate.piece == "halcyon" and any("foul" in risk.words for risk in fate.risks)
    assert not screen.model.foresight.up_to_date, "the rest is still being worked out"
    assert "foul" in str(screen.scene.dooms["halcyon"].lines)
