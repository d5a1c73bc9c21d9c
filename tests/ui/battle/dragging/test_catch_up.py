"""While a ghost is pulled along a frame does one dear piece of work at most, and what is pressed or clicked is never
old."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.ui.battle import board_input, catch_up
from game.ui.battle.panels.panels import PARTS, BattlePanels
from game.ui.battle.screen import BattleScreen
from game.ui.board.kept_layers import KeptLayers
from game.ui.board.labels.layout import LabelLayout
from game.ui.seat.fire_ahead import Exchange, FireAhead
from tests.tools.bench import drag_motions, fleets

SIZE = (1600, 900)
BOARD = ("with_plot", "_draw_field", "words")


@pytest.fixture
def screen() -> Iterator[BattleScreen]:
    """Yield two small fleets, drawn once."""
    pygame.display.init()
    pygame.display.set_mode((320, 200))
    found = BattleScreen(fleets(12, gap=20.0).battle)
    found.draw(Surface(SIZE))
    yield found


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The dear pieces of work that were done, in their order."""
    found: list[str] = []

    def note(owner: Any, name: str) -> None:
        does = getattr(owner, name)

        def noted(*given: Any) -> Any:
            found.append(str(given[-1]) if name == "lay_part" else name)
            return does(*given)

        monkeypatch.setattr(owner, name, noted)

    note(board_input, "with_plot")
    note(KeptLayers, "_draw_field")
    note(LabelLayout, "words")
    note(BattlePanels, "lay_part")
    note(catch_up, "weighed_in")
    note(catch_up.CatchUp, "_foresee")
    return found


def frame(screen: BattleScreen, done: list[str], motion: Event | None = None) -> list[str]:
    """Return one frame, and what was done in it."""
    done.clear()
    if motion:
        screen.handle(motion)
    screen.tick(0.0)
    screen.draw(Surface(SIZE))
    return list(done)


def written(screen: BattleScreen) -> str:
    """Return the order that the form shows."""
    return str(next(widget for widget in screen.focus.widgets if widget.name == "notation").value)  # type: ignore[attr-defined]


def test_after_a_motion_each_frame_does_one_piece_until_everything_has_followed(
    screen: BattleScreen, done: list[str]
) -> None:
    motions = drag_motions(screen)
    for motion in islice(motions, 3):
        frame(screen, done, motion)
    while screen.board_input.catch_up.behind:
        frame(screen, done)
    for motion in islice(motions, 5):
        frames = [frame(screen, done, motion)]
        while screen.board_input.catch_up.behind:
            frames.append(frame(screen, done))
        assert max(map(len, frames)) == 1, frames
        assert [piece for one in frames for piece in one if piece != "weighed_in"] == [*BOARD, "_foresee", *PARTS]
        waited = sum(not one for one in frames) - len(("odds", "drawing of the form"))
        assert waited < catch_up.REST and len(frames) == 9 + waited + sum("weighed_in" in one for one in frames)
        order = screen.model.order
        assert order is not None and written(screen) == screen.model.view.order_text(order)
        assert frame(screen, done) == [], "nothing is left to do"


def test_while_the_pointer_moves_on_the_board_is_drawn_in_three_frames(screen: BattleScreen, done: list[str]) -> None:
    motions = drag_motions(screen)
    for motion in islice(motions, 3):
        frame(screen, done, motion)
    frames = [frame(screen, done, motion) for motion in islice(motions, 12)]
    assert max(map(len, frames)) == 1, frames
    pieces = [piece for one in frames for piece in one]
    assert set(pieces) == set(BOARD)
    assert min(map(pieces.count, BOARD)) >= 3, "neither waits for the pointer to rest"


@pytest.mark.parametrize(
    "event",
    [
        Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t"),
        Event(pygame.MOUSEBUTTONDOWN, pos=(800, 860), button=3),
        Event(pygame.MOUSEWHEEL, x=0, y=1),
    ],
)
def test_whatever_is_pressed_meets_the_panels_of_the_order_in_hand(
    screen: BattleScreen, done: list[str], event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[str] = []

    def noted(does: Callable[[Event], object], given: Event) -> object:
        met.append(written(screen))
        return does(given)

    for part, name in ((screen, "_key"), (screen.board_input, "handle")):
        monkeypatch.setattr(part, name, partial(noted, getattr(part, name)))
    for motion in islice(drag_motions(screen), 6):
        frame(screen, done, motion)
    order = screen.model.order
    assert order is not None and written(screen) != (fresh := screen.model.view.order_text(order))
    met.clear()
    screen.handle(event)
    assert met == [fresh] and not screen.board_input.catch_up.behind


def test_a_ghost_let_go_right_after_a_motion_is_drawn_whole_in_the_next_frame(
    screen: BattleScreen, done: list[str]
) -> None:
    for motion in islice(drag_motions(screen), 6):
        frame(screen, done, motion)
    screen.handle(Event(pygame.MOUSEBUTTONUP, pos=screen.board_input.pointer, button=1))
    pieces = frame(screen, done)
    assert {"_draw_field", "words", *PARTS} <= set(pieces)
    first, second = Surface(SIZE), Surface(SIZE)
    screen.draw(first)
    assert frame(screen, done) == []
    screen.draw(second)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


def test_ships_that_are_picked_follow_an_end_that_is_taken_by_a_click(screen: BattleScreen) -> None:
    """No frame is drawn between the click and its order."""
    screen.board_input.group.pick_all()
    key, view = screen.model.chosen, screen.model.view
    idle = {one.id: view.draft(one.id) for one in view.state.fleet(screen.model.side)}
    end = next(one for one in screen.model.destinations() if one.order != idle[key])
    assert screen.board_input.take_end(screen.board.camera.xy(end.at))
    sealed = screen.battle.state.sealed
    assert set(sealed) == set(idle) and all(sealed[one] != idle[one] for one in idle)


def test_weighing_goes_on_where_a_frame_left_it(screen: BattleScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SLICE", 0.0)
    asked, exchange = list[tuple[str, ...]](), FireAhead.exchange

    def noted(fire: FireAhead, *pair: str) -> Exchange | None:
        asked.append(pair)
        return exchange(fire, *pair)

    monkeypatch.setattr(FireAhead, "exchange", noted)
    for motion in islice(drag_motions(screen), 3):
        frame(screen, [], motion)
    queue, frames = screen.board_input.catch_up, 0
    while screen.board_input.catch_up.behind:
        asked.clear()
        weighs = queue._due[0] == queue._weigh
        frame(screen, [])
        if weighs and queue._due[0] == queue._weigh:
            assert len(asked) == 1
            frames += 1
    assert frames == len(screen.model.fire.pairs()) > 1


def test_the_frame_that_follows_up_the_last_piece_looks_at_no_more_ends(
    screen: BattleScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = list[bool]()
    monkeypatch.setattr(BattleScreen, "_think", lambda screen: thought.append(screen.board_input.catch_up.behind))
    for motion in islice(drag_motions(screen), 3):
        frame(screen, [], motion)
    while screen.board_input.catch_up.behind:
        screen.tick(1 / 60)
        screen.draw(Surface(SIZE))
    assert not thought
    while not thought:
        screen.tick(1 / 60)
        screen.draw(Surface(SIZE))
    assert thought == [False]
