"""The widgets: pressing, holding, setting values, and walking over them with the keyboard alone."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from functools import partial

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render import text
from game.ui.render.theme import NIGHT, theme
from game.ui.toolkit.blocks import ColumnHeading, RuledHeading, StatBlock, ThinFigure
from game.ui.toolkit.column import Scroll, ScrolledPane
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Slider, Stepper, Tabs
from game.ui.toolkit.widgets import Button, HoldButton, Widget
from tests.support.ui.input_events import click, focused, key, moved
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("plain_theme")


# ------------------------------------------------------------------------------------------------------------- pressing
def test_a_button_acts_when_the_pointer_is_let_go_on_it() -> None:
    done: list[str] = []
    button = Button(Rect(100, 100, 120, 44), "Lock", on_press=lambda: done.append("lock"))
    button.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(110, 110)))
    assert button.pressed and not done
    button.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(400, 110)))
    assert not done, "let go elsewhere"
    click(button, 110, 110)
    button.handle(Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(110, 110)))
    button.handle(Event(pygame.MOUSEBUTTONUP, button=3, pos=(110, 110)))
    assert done == ["lock"]


def reddish(dst: Surface) -> bool:
    return any(c.r > 200 and c.g < 130 for c in (dst.get_at((x, y)) for x in range(20, 200) for y in range(34, 56)))


def test_a_disabled_button_does_nothing_and_says_why_in_red() -> None:
    done: list[int] = []
    button = Button(
        Rect(10, 10, 296, 48),
        "Lock orders",
        on_press=lambda: done.append(1),
        kind="main",
        enabled=False,
        why_not="no order",
    )
    click(button, 20, 20)
    focused(button).handle(key(pygame.K_RETURN))
    assert not button.shortcut(key(pygame.K_RETURN)) and not done
    dst = Surface((320, 70))
    button.draw(dst)
    assert reddish(dst)
    button.why_not, button.sub = "", "Plover has none"
    button.draw(dst)
    assert not reddish(dst)


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_small_things_can_be_hit_on_36_pixels(scale: float) -> None:
    theme.scale = scale
    button = Button(Rect(100, 100, 10, 10), "x")
    assert button.hit.size == (round(36 * scale),) * 2 and button.hit.center == (105, 105)
    assert Button(Rect(0, 0, 500, 300), "large").hit == Rect(0, 0, 500, 300)


def test_hover_is_told_once() -> None:
    button = Button(Rect(0, 0, 100, 40), "x")
    assert button.handle(moved(5, 5)) and not button.handle(moved(6, 6)) and button.hover
    assert button.handle(moved(500, 5)) and not button.hover


def test_enter_and_space_press_what_is_focused() -> None:
    done: list[int] = []
    button = Button(Rect(0, 0, 100, 40), "x", on_press=lambda: done.append(1))
    button.handle(key(pygame.K_RETURN))
    assert not done
    for code in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
        focused(button).handle(key(code))
    assert len(done) == 3


def test_a_hold_must_last() -> None:
    done: list[int] = []
    button = HoldButton(Rect(0, 0, 300, 60), "I am alone", on_press=lambda: done.append(1), key=pygame.K_SPACE)
    assert button.shortcut(key(pygame.K_SPACE)) and button.tick(0.4)
    button.handle(Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
    assert not button.tick(0.4) and not done
    button.shortcut(key(pygame.K_SPACE))
    button.tick(0.4)
    button.tick(0.3)
    assert done == [1] and not button.tick(1)


# --------------------------------------------------------------------------------------------------------------- values
def test_segments() -> None:
    told: list[int] = []
    seg = Segments(Rect(0, 0, 400, 36), ("75", "100", "150", "200"), chosen=1, on_change=told.append)
    click(seg, 350, 10)
    click(seg, 350, 10)
    focused(seg).handle(key(pygame.K_RIGHT))
    seg.handle(key(pygame.K_LEFT))
    seg.handle(key(pygame.K_SPACE))
    assert told == [3, 2, 3] and not seg.handle(key(pygame.K_UP)), "up and down belong to the walk"


def test_a_stepper_stays_within_its_limits() -> None:
    told: list[float] = []
    step = Stepper(Rect(0, 0, 200, 36), 5, low=0, high=8, on_change=told.append)
    click(step, 190, 10)
    click(step, 10, 10)
    click(step, 100, 10)
    step.handle(moved(100, 10))
    step.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert told == [6, 5, 4]
    focused(step).handle(key(pygame.K_PAGEUP))
    step.handle(key(pygame.K_RIGHT))
    step.handle(key(pygame.K_HOME))
    step.handle(key(pygame.K_LEFT))
    assert told[3:] == [8, 0]


def test_the_wheel_scrolls_past_a_stepper_and_steps_the_focused_one() -> None:
    told: list[float] = []
    steps = [Stepper(Rect(0, 40 * at, 200, 36), 5, low=0, high=8, on_change=told.append) for at in range(20)]
    pane = ScrolledPane("form")
    focus = Focus(pane.fill(Rect(0, 0, 200, 300), steps))
    focus.handle(moved(100, 50))
    assert focus.handle(Event(pygame.MOUSEWHEEL, x=0, y=-1)) and pane.scroll.offset and not told
    pane.place()
    focus.handle(moved(100, 100))
    focus.focus(next(one for one in steps if one.hover))
    assert focus.handle(Event(pygame.MOUSEWHEEL, x=0, y=1)) and told == [6]


def test_a_slider_follows_the_pointer_in_steps() -> None:
    slider = Slider(Rect(0, 0, 286, 36), 0, low=0, high=100, step=10)
    g = slider.groove
    slider.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(g.x + g.w // 2, g.y)))
    assert slider.value == 50
    slider.handle(moved(g.x + g.w * 0.73, 500))
    assert slider.value == 70
    slider.handle(moved(9999, 0))
    slider.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(9999, 0)))
    slider.handle(moved(g.x, g.y))
    assert slider.value == 100


def test_tabs_open_by_click_and_arrow() -> None:
    told: list[int] = []
    tabs = Tabs(Rect(0, 0, 600, 42), ("Minutes", "Dice", "Odds"), chosen=0, on_change=told.append)
    click(tabs, *tabs.places()[2].center)
    focused(tabs).handle(key(pygame.K_RIGHT))
    assert told == [2, 0] and not tabs.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(590, 10)))


# -------------------------------------------------------------------------------------------------------------- walking
def grid(done: list[str]) -> Focus:
    names = ("a", "b", "c", "d", "e", "f")
    return Focus(
        (
            Button(Rect(100 * (i % 3), 100 * (i // 3), 80, 60), n, on_press=partial(done.append, n))
            for i, n in enumerate(names)
        )
    )


def name_of(focus: Focus) -> str:
    return focus.at.name if focus.at else ""


def test_tab_walks_round_in_order() -> None:
    focus = grid([])
    seen = []
    for _ in range(7):
        focus.handle(key(pygame.K_TAB))
        seen.append(name_of(focus))
    assert "".join(seen) == "abcdefa" and focus.visible
    focus.handle(key(pygame.K_TAB, pygame.KMOD_LSHIFT))
    assert name_of(focus) == "f" and [w.focused for w in focus.widgets] == [False] * 5 + [True]


def test_arrows_go_to_the_neighbour_and_on_in_order() -> None:
    focus = grid([])
    focus.focus(focus.widgets[0], True)
    seen = []
    for code in (
        pygame.K_DOWN,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_RIGHT,
        pygame.K_RIGHT,
        pygame.K_LEFT,
        pygame.K_LEFT,
    ):
        focus.handle(key(code))
        seen.append(name_of(focus))
    assert "".join(seen) == "debcdcb"


def test_enter_presses_the_ringed_one_and_the_pointer_hides_the_ring() -> None:
    done: list[str] = []
    focus = grid(done)
    focus.handle(key(pygame.K_TAB))
    focus.handle(key(pygame.K_RETURN))
    click(focus, 110, 110)
    assert done == ["a", "e"] and name_of(focus) == "e" and not focus.visible
    click(focus, 900, 900)
    assert focus.at is None


def test_the_ring_is_white_two_wide_and_four_away() -> None:
    dst, focus = Surface((300, 200)), Focus([Button(Rect(60, 60, 100, 50), "x")])
    focus.draw_ring(dst)
    assert max(dst.get_at((100, 57))[:3]) == 0
    focus.handle(key(pygame.K_TAB))
    focus.draw_ring(dst)
    column = [dst.get_at((110, y))[:3] for y in range(52, 60)]
    assert [i for i, c in enumerate(column) if c == NIGHT.white] == [4, 5] and max(column[7]) == 0


def test_own_keys_wait_while_text_is_typed() -> None:
    done: list[str] = []
    field = TextField(Rect(0, 100, 200, 40), "", name="field")
    button = Button(Rect(0, 0, 100, 40), "Arcs", on_press=lambda: done.append("arcs"), key=pygame.K_a)
    focus = Focus([button, field])
    assert focus.handle(key(pygame.K_a, letter="a")) and done == ["arcs"]
    assert not focus.handle(key(pygame.K_a, pygame.KMOD_CTRL)) and done == ["arcs"]
    focus.focus(field)
    focus.handle(key(pygame.K_a, letter="a"))
    focus.handle(Event(pygame.TEXTINPUT, text="a"))
    assert done == ["arcs"] and field.value == "a"
    focus.handle(key(pygame.K_TAB))
    assert name_of(focus) == "Arcs", "Tab leaves a text field"


def test_after_a_click_a_key_is_that_of_its_cap_and_with_the_ring_that_of_the_ringed() -> None:
    done: list[str] = []
    card = Button(Rect(0, 0, 100, 40), "card", on_press=lambda: done.append("card"))
    begin = Button(Rect(0, 100, 100, 40), "Begin", on_press=lambda: done.append("begin"), key=pygame.K_SPACE)
    focus = Focus([card, begin])
    click(focus, 10, 10)
    assert focus.handle(key(pygame.K_SPACE)) and done == ["card", "begin"]
    focus.handle(key(pygame.K_RETURN))
    assert done == ["card", "begin", "card"], "a key that is on no cap presses what was clicked last"
    focus.handle(key(pygame.K_TAB, pygame.KMOD_SHIFT))
    focus.handle(key(pygame.K_TAB))
    assert focus.visible and focus.at is card
    focus.handle(key(pygame.K_SPACE))
    assert done[-2:] == ["card", "card"]


def test_a_rebuilt_screen_keeps_focus_hover_and_the_press_in_hand() -> None:
    first, second = list[str](), list[str]()
    focus = grid(first)
    focus.focus(focus.widgets[4], True)
    focus.handle(moved(110, 110))
    focus.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(110, 110)))
    focus.replace(grid(second).widgets)
    assert name_of(focus) == "e" and focus.at in focus.widgets and focus.at.focused and focus.at.hover
    focus.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(110, 110)))
    assert (first, second) == ([], ["e"])
    focus.replace([Button(Rect(0, 0, 10, 10), "other")])
    assert focus.at is None


def test_f1_and_hints_speak_of_what_is_pointed_at() -> None:
    shown = Button(
        Rect(0, 0, 100, 40), "Beam", rule="full-thrust-base/6.1", hint="Three dice.", enabled=False, why_not="Fired."
    )
    focus = Focus([shown, Button(Rect(0, 100, 100, 40), "other")])
    assert focus.under() is None
    focus.handle(moved(10, 10))
    found = focus.under()
    assert found is shown and found.rule == "full-thrust-base/6.1"
    focus.step(1)
    focus.step(1)
    assert focus.under() is focus.widgets[1], "the ring, since its keys were used last"
    focus.handle(moved(11, 10))
    assert focus.under() is shown
    focus.handle(moved(300, 300))
    assert focus.under() is focus.widgets[1], "and again where nothing is pointed at"
    focus.handle(moved(10, 10))
    dst = Surface((400, 200))
    focus.draw_hint(dst)
    assert dst.get_bounding_rect().bottom > 48


def test_a_hint_lies_beside_the_rows_of_a_list_not_on_them() -> None:
    rows: list[Widget] = [Button(Rect(0, 50 * n, 150, 46), "row", hint="A row.") for n in range(6)]
    focus = Focus(rows)
    focus.handle(moved(10, 120))
    dst = Surface((600, 300), pygame.SRCALPHA)
    focus.draw_hint(dst)
    plate = dst.get_bounding_rect()
    assert plate.w and not plate.collidelistall([one.rect for one in rows])


# --------------------------------------------------------------------------------------------------------------- looks
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 3.0])
def test_every_widget_is_drawn_within_its_rect(scale: float) -> None:
    theme.scale = scale
    px = theme.px
    size = (px(320), px(48))
    widgets: list[Widget] = [
        Button(Rect(0, 0, *size), "A label far too long for any button on any screen", cap="Enter",
               note="and a note besides"),
        Button(Rect(0, 0, *size), "Lock", kind="main",
               sub="A second line that will not fit into this button either, surely"),
        Button(Rect(0, 0, px(36), px(36)), "", sign="gear"),
        HoldButton(Rect(0, 0, *size), "Hold", kind="main"),
        Segments(Rect(0, 0, *size), ("one", "two", "quite long"), chosen=2, label="Label"),
        Stepper(Rect(0, 0, *size), 5, low=0, high=9, label="Velocity"),
        Slider(Rect(0, 0, *size), 5, low=0, high=9, label="Sound"),
        TextField(Rect(0, 0, *size), "some text that is longer than its field is wide, so it must be cut",
                  label="Name"),
        Tabs(Rect(0, 0, px(460), px(42)), ("Minutes", "Dice"), chosen=1),
        Scroll(Rect(0, 0, px(200), px(100)), px(500)),
    ]  # fmt: skip
    for widget in widgets:
        widget.rect.topleft = (px(40), px(40))
        for widget.focused, widget.hover, widget.enabled in (
            (False, False, True),
            (True, True, True),
            (False, False, False),
        ):
            dst = Surface((px(600), px(450)))
            widget.draw(dst)
            drawn = dst.get_bounding_rect() if dst.get_flags() & pygame.SRCALPHA else _drawn(dst)
            least = px(4 if isinstance(widget, Scroll) else 20)
            assert drawn.w > least and widget.rect.inflate(2, 2).contains(drawn), (
                type(widget).__name__,
                drawn,
                widget.rect,
            )


def _drawn(dst: Surface) -> Rect:
    mask = pygame.mask.from_threshold(dst, (0, 0, 0), (1, 1, 1, 255))
    mask.invert()
    found = mask.get_bounding_rects()
    return found[0].unionall(found[1:]) if found else Rect(0, 0, 0, 0)


def test_a_hint_goes_when_what_is_pointed_at_is_scrolled_away() -> None:
    focus, dst = Focus([Button(Rect(0, 50, 100, 40), "Beam", hint="Three dice.")]), Surface((400, 200))
    focus.handle(moved(10, 60))
    assert focus.draw_hint(dst)
    focus.replace([Button(Rect(0, 10, 100, 40), "Beam", hint="Three dice.")])
    assert focus.under() is None and not focus.draw_hint(dst), "it lies elsewhere now"


def test_no_hint_of_what_the_ring_is_round_is_shown_out_of_its_window() -> None:
    inside, outside = (
        Button(Rect(0, 50, 100, 40), "Beam", hint="Three dice."),
        Button(Rect(0, -90, 100, 40), "Torpedo", hint="One die."),
    )
    inside.window = outside.window = Rect(0, 0, 200, 200)
    focus = Focus([inside, outside])
    focus.focus(inside, True)
    assert focus.draw_hint(Surface((400, 200)))
    focus.focus(outside, True)
    assert not focus.draw_hint(Surface((400, 200)))


def test_a_figure_in_little_room_keeps_its_name_and_says_what_it_becomes() -> None:
    """`Speed →5`; what it was is read where there is room for it."""
    for wide, told in ((72, ["Speed", "→5"]), (160, ["Speed", "4", "→5"])):
        dst = Surface((200, 40))
        with reader(dst) as written:
            ThinFigure(Rect(4, 4, wide, 28), "Speed", "4", "5").draw(dst)
        assert [one.string for one in written] == told


def test_a_figure_asks_for_room_for_a_new_value_that_is_longer_than_the_old() -> None:
    figure = ThinFigure(Rect(0, 0, 0, 28), "Course", "N", "NE")
    figure.rect.w = round(figure.least)
    dst = Surface((200, 40))
    with reader(dst) as written:
        figure.draw(dst)
    assert [one.string for one in written] == ["Course", "→NE"]


# ---------------------------------------------------------------------------------------------------- in a small window
@pytest.mark.parametrize(
    "still",
    [
        RuledHeading(Rect(0, 0, 328, 30), "From their ends, if they hold on", "nobody in reach"),
        ColumnHeading(Rect(0, 0, 328, 30), "From their ends, if they hold on", "mean damage"),
        StatBlock(Rect(0, 0, 76, 56), "Course", "109°", "286°"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_stands_at_the_right_is_whole_where_there_is_little_room(
    still: RuledHeading | ColumnHeading | StatBlock, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = text.fit, list[str]()

    def fit(string: str, wide: float, size: float = 16, weight: str = "r") -> str:
        shown = whole(string, wide, size, weight)
        cut.extend([string] * (shown != string))
        return shown

    monkeypatch.setattr(text, "fit", fit)
    still.draw(Surface((400, 80)))
    assert cut == []


def test_figures_are_typed_into_a_stepper() -> None:
    given: list[float] = []
    field = Stepper(Rect(0, 0, 200, 34), 12, low=1, high=200, on_change=given.append, typing=True, name="mass")
    other = Button(Rect(0, 60, 100, 40), "Else")
    focus = Focus([field, other])
    focus.focus(field, True)

    def typed(letter: str, code: int = 0) -> None:
        focus.handle(Event(pygame.KEYDOWN, key=code or ord(letter), mod=0, unicode=letter))

    typed("8")
    typed("4")
    assert not given and field.shown.startswith("84"), "not before it is taken"
    typed("", pygame.K_RETURN)
    assert given == [84] and field.shown == "84"
    typed("9")
    typed("\x1b", pygame.K_ESCAPE)
    assert given == [84] and field.shown == "84"
    for letter in "9999":
        typed(letter)
    focus.focus(other)
    assert given == [84, 200], "taken when it is left, within its limits"
    plain = Stepper(Rect(0, 0, 200, 34), 12, low=1, high=200)
    plain.focused = True
    assert not plain.handle(Event(pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="3"))
