"""Typing in a field and scrolling through what is longer than its window."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.toolkit import text_field
from game.ui.toolkit.column import Scroll
from game.ui.toolkit.text_field import TextField
from tests.support.ui.input_events import focused, key, moved, typed

pytestmark = pytest.mark.usefixtures("plain_theme")


# --------------------------------------------------------------------------------------------------------------- typing
def test_typing_moves_erases_and_selects() -> None:
    told: list[str] = []
    field = TextField(Rect(0, 0, 300, 40), "", on_change=told.append)
    typed(field, "S2")
    assert field.value == "", "not focused"
    focused(field)
    typed(field, "S2+3")
    assert field.value == "S2+3" == told[-1]
    field.handle(key(pygame.K_LEFT))
    field.handle(key(pygame.K_BACKSPACE))
    field.handle(key(pygame.K_DELETE))
    assert field.value == "S2" and field.cursor == 2
    field.handle(key(pygame.K_HOME, pygame.KMOD_SHIFT))
    assert field.chosen == "S2"
    typed(field, "P1")
    assert field.value == "P1" and field.chosen == ""
    field.handle(key(pygame.K_LEFT, pygame.KMOD_SHIFT))
    field.handle(key(pygame.K_RIGHT))
    assert field.cursor == 2, "an arrow leaves a selection at its end"


def test_a_double_click_selects_a_word_and_a_third_one_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    field = focused(TextField(Rect(0, 0, 300, 40), "New small ship"))
    at = field.inner.x + round(field._x(6)), 20

    def click() -> str:
        now[0] += 100
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            field.handle(Event(kind, button=1, pos=at))
        return field.chosen

    assert [click(), click(), click()] == ["", "small", "New small ship"]
    now[0] += 1000
    assert click() == "" and field.cursor == 6, "much later it only sets the cursor"
    click()
    typed(field, "large")
    assert field.value == "New large ship"


def test_what_is_read_in_a_field_gives_way_to_what_is_typed() -> None:
    def drawn(field: TextField) -> bytes:
        picture = Surface((300, 40))
        field.draw(picture)
        return pygame.image.tobytes(picture, "RGB")

    frame = Rect(0, 0, 300, 40)
    field = TextField(frame, "RAM phantom", instead="RAM Bogey 1")
    assert drawn(field) == drawn(TextField(frame, "RAM Bogey 1"))
    field.focused = True
    assert drawn(field) == drawn(focused(TextField(frame, "RAM phantom")))


def test_what_an_input_method_composes_stands_in_the_field_until_it_is_written() -> None:
    """The keys are the input method's meanwhile: Enter chooses its word, and Backspace takes back one of its
    letters."""
    written: list[str] = []
    field = TextField(Rect(0, 0, 400, 40), "ab", on_change=written.append, on_enter=lambda: written.append("entered"))
    field.focused, frame = True, Surface((400, 40))
    field.move(1, False)
    field.draw(frame)
    before = pygame.image.tobytes(frame, "RGB")
    assert field.handle(Event(pygame.TEXTEDITING, text="にほ", start=0, length=2))
    field.draw(frame)
    assert pygame.image.tobytes(frame, "RGB") != before and field.value == "ab", "seen, and not written"
    for pressed in (pygame.K_RETURN, pygame.K_BACKSPACE):
        assert field.handle(Event(pygame.KEYDOWN, key=pressed, mod=0, unicode=""))
    assert written == [] and field.value == "ab"
    assert field.handle(Event(pygame.TEXTINPUT, text="日本"))
    assert field.value == "a日本b" and not field.composed and written == ["a日本b"]


def test_words_are_jumped_and_erased_whole() -> None:
    field = TextField(Rect(0, 0, 300, 40), "fire B2a at vesper")
    focused(field).handle(key(pygame.K_BACKSPACE, pygame.KMOD_CTRL))
    assert field.value == "fire B2a at "
    field.handle(key(pygame.K_HOME))
    field.handle(key(pygame.K_RIGHT, pygame.KMOD_CTRL))
    assert field.cursor == 4
    field.handle(key(pygame.K_RIGHT, pygame.KMOD_CTRL | pygame.KMOD_SHIFT))
    assert field.chosen == " B2a"


def test_the_clipboard_works_with_and_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: tuple[dict[str, str] | None, ...] = (None, {})
    for board in boards:
        if board is not None:
            monkeypatch.setattr(pygame.scrap, "put_text", lambda s, kept=board: kept.update(text=s))
            monkeypatch.setattr(pygame.scrap, "get_text", lambda kept=board: kept["text"])
        field = TextField(Rect(0, 0, 300, 40), "lancet")
        focused(field).handle(key(pygame.K_a, pygame.KMOD_CTRL))
        field.handle(key(pygame.K_x, pygame.KMOD_CTRL))
        assert field.value == ""
        field.handle(key(pygame.K_v, pygame.KMOD_CTRL))
        field.handle(key(pygame.K_v, pygame.KMOD_CTRL))
        assert field.value == "lancetlancet"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "two\r\nlines")
    assert text_field.paste() == "two lines"


def test_a_field_filters_ends_and_is_left() -> None:
    done: list[str] = []
    field = TextField(
        Rect(0, 0, 300, 40),
        "",
        accepts=lambda s: s.upper().replace("X", ""),
        most=4,
        on_enter=lambda: done.append("enter"),
        on_leave=lambda: done.append("leave"),
    )
    typed(focused(field), "sxp123")
    assert field.value == "SP12"
    assert field.handle(key(pygame.K_RETURN)) and field.handle(key(pygame.K_ESCAPE)) and done == ["enter", "leave"]
    assert not field.handle(key(pygame.K_F1)) and not field.handle(key(pygame.K_TAB, letter="\t")), (
        "these are for the screen"
    )


def test_what_nobody_can_see_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    field = focused(TextField(Rect(0, 0, 300, 40), "", most=12))
    field.handle(Event(pygame.TEXTINPUT, text="\u202ea\x07b\u200b"))
    monkeypatch.setattr(text_field, "paste", lambda: "c\u2066d\te\x85")
    field.handle(key(pygame.K_v, pygame.KMOD_CTRL))
    assert field.value == "abcde"
    field.handle(Event(pygame.TEXTINPUT, text="x" * 5000))
    assert field.value == "abcde" + "x" * 7


def test_a_click_sets_the_cursor_and_a_drag_selects() -> None:
    field = TextField(Rect(10, 0, 300, 40), "velocity 8")
    x0 = field.inner.x
    field.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x0 + round(field._x(3)), 20)))
    field.handle(moved(x0 + field._x(8), 20))
    assert field.chosen == "ocity"


def test_a_long_text_is_pushed_along_to_its_cursor() -> None:
    dst = Surface((220, 50))
    field = TextField(Rect(10, 5, 200, 40), "a fleet action, twelve a side, for a whole evening")
    focused(field)
    for code in (pygame.K_END, pygame.K_HOME):
        field.handle(key(code))
        field.draw(dst)
        x = field.inner.x - field._shift + field._x(field.cursor)
        assert field.inner.left <= x <= field.inner.right
    assert max(max(dst.get_at((x, 25))[:3]) for x in (*range(10), *range(210, 220))) == 0
    field.handle(key(pygame.K_END))
    field.draw(dst)
    field.write("P1+5")
    field.draw(dst)
    assert field._shift == 0, "a short text that takes its place stands whole"


# ------------------------------------------------------------------------------------------------------------ scrolling
def test_a_scroll_keeps_to_its_content() -> None:
    scroll = Scroll(Rect(0, 0, 200, 100), 400, name="s")
    scroll.handle(moved(50, 50))
    assert scroll.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1)) and scroll.offset == 62
    focused(scroll)
    keys = {pygame.K_END: 300, pygame.K_DOWN: 300, pygame.K_PAGEUP: 262, pygame.K_UP: 200, pygame.K_HOME: 0}
    for code, offset in keys.items():
        scroll.handle(key(code))
        assert scroll.offset == offset
    scroll.reveal(Rect(0, 150, 10, 30))
    assert scroll.offset == 80
    scroll.reveal(Rect(0, -20, 10, 30))
    assert scroll.offset == 60
    scroll.length = 50
    scroll.draw(Surface((200, 100)))
    assert scroll.offset == 0


def test_the_bar_of_a_scroll_is_dragged() -> None:
    scroll = Scroll(Rect(0, 0, 200, 100), 400)
    top = scroll.thumb
    scroll.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=top.center))
    scroll.handle(moved(top.centerx, top.centery + 36))
    assert scroll.offset == pytest.approx(300 * 36 / (100 - top.h), abs=1)
    scroll.handle(moved(top.centerx, 1000))
    scroll.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(0, 0)))
    scroll.handle(moved(top.centerx, 0))
    assert scroll.offset == 300
