"""Keys: by their place where the layout gives no Latin letter, and set in the window."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import ROOT
from game.formats.user_folders import Settings
from game.ui.app.window import App
from game.ui.host.preferences import preferences
from game.ui.keys.bindings import BINDINGS, Binding, Keys, chord_of, name_of
from game.ui.keys.by_place import by_place
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.keys.replay_bindings import BINDINGS as REPLAY
from game.ui.pages.keys_page import TABLES, KeysPage

LAYOUTS = (  # layout, the character of a key, its place, what it is taken for
    ("ru", "ф", pygame.KSCAN_A, pygame.K_a), ("ru", "к", pygame.KSCAN_R, pygame.K_r),
    ("ru", "ь", pygame.KSCAN_M, pygame.K_m),
    ("ru", "х", pygame.KSCAN_LEFTBRACKET, pygame.K_LEFTBRACKET), ("gr", "μ", pygame.KSCAN_M, pygame.K_m),
    ("gr", "α", pygame.KSCAN_A, pygame.K_a), ("fr", "é", pygame.KSCAN_2, pygame.K_2),
    ("fr", "&", pygame.KSCAN_1, pygame.K_1),
    ("fr", "^", pygame.KSCAN_LEFTBRACKET, pygame.K_LEFTBRACKET), ("fr", "!", pygame.KSCAN_SLASH, pygame.K_SLASH),
    ("fr", "a", pygame.KSCAN_Q, pygame.K_a), ("fr", "-", pygame.KSCAN_6, pygame.K_MINUS),
    ("de", "ü", pygame.KSCAN_LEFTBRACKET, pygame.K_LEFTBRACKET), ("de", "z", pygame.KSCAN_Y, pygame.K_z),
    ("us", "r", pygame.KSCAN_R, pygame.K_r), ("us", ";", pygame.KSCAN_SEMICOLON, pygame.K_SEMICOLON),
)  # fmt: skip


def press(letter: str, place: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=ord(letter), mod=mod, unicode=letter, scancode=place)


@pytest.fixture(autouse=True)
def usual_settings() -> Iterator[None]:
    before = preferences.settings
    preferences.settings = Settings()
    yield
    preferences.settings = before


@pytest.mark.parametrize(("layout", "letter", "place", "key"), LAYOUTS)
def test_a_key_without_a_latin_letter_is_the_one_of_its_place(layout: str, letter: str, place: int, key: int) -> None:
    found = by_place(press(letter, place))
    assert found.key == key and found.unicode == letter
    released = by_place(Event(pygame.KEYUP, key=ord(letter), mod=0, scancode=place))
    assert released.key == key


def test_keys_that_write_nothing_stay_as_they_are() -> None:
    for name in ("F5", "LEFT", "RETURN"):
        key, place = getattr(pygame, f"K_{name}"), getattr(pygame, f"KSCAN_{name}")
        assert by_place(Event(pygame.KEYDOWN, key=key, mod=0, scancode=place)).key == key


def test_the_window_hands_its_screens_the_key_of_the_place() -> None:
    heard: list[int] = []

    class Heard:
        moving = False

        def draw(self, dst: Surface) -> None:
            pass

        def rule_under(self, at: tuple[int, int]) -> str:
            return ""

        def handle(self, event: Event) -> object:
            from game.ui.host.screen import Leave

            if event.type == pygame.KEYDOWN:
                heard.append(event.key)
            return Leave() if event.type == pygame.KEYDOWN else None

    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(press("ф", pygame.KSCAN_A))
    App(Heard()).run((64, 64))  # type: ignore[arg-type]
    assert heard == [pygame.K_a]


def test_every_action_has_a_key_that_every_layout_reaches() -> None:
    """Brackets and the slash need a key that a French or German keyboard has, too."""
    signs = {pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_SLASH}
    for name, table in TABLES.items():
        for one in table:
            assert any(chord_of(key)[0] not in signs for key in one.keys), f"{name}: {one.action}"


@pytest.mark.parametrize(
    "name", ["A", "Ctrl+Z", "Shift+Slash", "LeftBracket", "F12", "Ctrl+Shift+Left", "7", "Semicolon"]
)
def test_a_press_is_called_by_the_name_that_reads_back(name: str) -> None:
    code, bits = chord_of(name)
    assert chord_of(name_of(Event(pygame.KEYDOWN, key=code, mod=bits))) == (code, bits)


def test_keys_held_alone_name_nothing() -> None:
    for key in (pygame.K_LCTRL, pygame.K_RSHIFT, pygame.K_LALT, pygame.K_CAPSLOCK):
        assert name_of(Event(pygame.KEYDOWN, key=key, mod=0)) == ""


# -- set in the window -------------------------------------------------------------------------------------------------


class AtKeys:
    """Sits at the page of keys."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        self.page, self.frame = KeysPage(), Surface(size)
        self.look()

    def look(self) -> None:
        self.page.draw(self.frame)

    def click(self, name: str) -> None:
        found = next(one for one in self.page.focus.widgets if one.name == name)
        self.page.pane.show(found)
        self.look()
        found = next(one for one in self.page.focus.widgets if one.name == name)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.page.handle(Event(kind, pos=found.rect.center, button=1, touch=False))
        self.look()

    def key(self, code: int, mod: int = 0) -> None:
        self.page.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
        self.look()


def test_a_key_is_set_by_pressing_it_and_given_back() -> None:
    seat = AtKeys()
    seat.click("key hand over")
    seat.key(pygame.K_LCTRL)
    assert seat.page.waiting == "hand over", "a key that is only held down is waited with"
    seat.key(pygame.K_h, pygame.KMOD_LCTRL)
    assert preferences.settings.keys == {"hand over": "Ctrl+H"} and not seat.page.waiting
    assert Keys(preferences.settings.keys).cap("hand over") == "Ctrl+H"
    seat.click("usual hand over")
    assert preferences.settings.keys == {}


def test_a_key_that_is_taken_is_refused_in_a_sentence() -> None:
    seat = AtKeys()
    taken = next(one for one in BINDINGS if one.action == "arcs")
    seat.click("key range")
    seat.key(pygame.K_a)
    assert taken.words in seat.page.refusal and preferences.settings.keys == {}
    seat.click("key range")
    seat.key(pygame.K_ESCAPE)
    assert not seat.page.waiting and not seat.page.refusal and preferences.settings.keys == {}


def test_a_russian_letter_is_set_by_its_place() -> None:
    seat = AtKeys()
    seat.click("key undo")
    seat.page.handle(by_place(press("й", pygame.KSCAN_Q)))
    assert preferences.settings.keys == {"undo": "Q"}


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 500)])
@pytest.mark.parametrize("shown", range(len(TABLES)))
def test_every_table_has_its_rows(size: tuple[int, int], shown: int) -> None:
    seat = AtKeys(size)
    seat.page._show(shown)
    seat.look()
    rows = {one.name for one in seat.page.focus.widgets if one.name.startswith("key ")}
    assert rows == {f"key {one.action}" for one in list(TABLES.values())[shown] if one.do}
    assert Rect(0, 0, *size).contains(seat.page.pane.rect)


@pytest.mark.parametrize("bindings", [BINDINGS, REPLAY, DEMONSTRATION], ids=["battle", "replay", "demonstration"])
def test_plus_is_the_key_it_is_written_on_with_shift_or_without(bindings: tuple[Binding, ...]) -> None:
    """On most layouts + is Shift and =; the list of keys says that = does the same."""
    keys = Keys(table=bindings)
    on = {keys.action(Event(pygame.KEYDOWN, key=code, mod=mod)) for code, mod in (
        (pygame.K_EQUALS, 0), (pygame.K_EQUALS, pygame.KMOD_LSHIFT), (pygame.K_PLUS, 0), (pygame.K_KP_PLUS, 0),
    )}  # fmt: skip
    assert len(on) == 1 and on != {""}
    assert "= does the same" in keys.bindings[on.pop()].words


def test_which_keys_can_be_changed_is_said_alike_everywhere() -> None:
    said = "all but those of menu, curtain and everywhere"
    for place in ("game/ui/keys/list_page.py", "game/ui/pages/settings_page.py", "assets/rules/table/battle.yaml"):
        assert said in (ROOT / place).read_text(encoding="utf-8").lower(), place
