"""The yard's editor: by mouse and by keys a ship is drawn, refused, mended, saved, and tried in the sandbox."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import design_data, own_folder
from game.core.forms import Room
from game.core.system import RuleSystem
from game.formats.yaml_source import document, mapping
from game.systems import SYSTEMS
from game.ui.host.screen import Pop, Push, Swap
from game.ui.keys.list_page import KeyList
from game.ui.paper.screen import PrintScreen
from game.ui.render.shapes import polar
from game.ui.render.theme import theme
from game.ui.sandbox.screen import SandboxScreen
from game.ui.shipyard.clock import HULL, RING, Clock
from game.ui.shipyard.editor import Editor
from game.ui.shipyard.new_ship import NewShip
from game.ui.shipyard.page import Shipyard
from game.ui.shipyard.rows import RoomBar
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Slider
from game.ui.toolkit.widgets import Widget
from game.yard.draft import Draft
from tests.support.ui.page_driver import read

SYSTEM = SYSTEMS["full-thrust"]
SIZES = ((1280, 800), (1920, 1080))


pytestmark = pytest.mark.usefixtures("own_home")


class Hand:
    """A hand on the editor's mouse and keys."""

    def __init__(self, size: tuple[int, int] = SIZES[0], design: str = "lancet", system: RuleSystem = SYSTEM) -> None:
        pygame.display.init()
        self.window = Surface(size)
        self.page = Editor(Draft(system, design_data(system, design)))
        self.page.draw(self.window)

    def named(self, name: str) -> Widget:
        found = [one for one in self.page.focus.widgets if one.name == name]
        assert found, f"{name} among {[one.name for one in self.page.focus.widgets]}"
        return found[0]

    def click(self, at: tuple[int, int]) -> object:
        self.page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        answer = self.page.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
        self.page.draw(self.window)
        return answer

    def press(self, name: str) -> object:
        """Click a widget, scrolled to first as by Tab."""
        widget = self.named(name)
        for pane in self.page.panes:
            pane.show(widget)
        assert self.window.get_rect().contains(widget.rect), name
        return self.click(widget.rect.center)

    def key(self, key: int, mod: int = 0, text: str = "") -> object:
        answer = self.page.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        if text:
            self.page.handle(Event(pygame.TEXTINPUT, text=text))
        self.page.draw(self.window)
        return answer

    @property
    def entry(self) -> dict[str, object]:
        return dict(self.page.draft.now.entry)


@pytest.mark.parametrize("size", SIZES)
def test_a_gun_is_put_aboard_refused_and_mended_by_mouse(size: tuple[int, int]) -> None:
    hand = Hand(size)
    hand.press("offer beam 2")
    clock = hand.named("clock")
    assert isinstance(clock, Clock) and set(clock.lit) == {"FP", "F", "FS"}
    assert set(clock.open_) == set(), "a beam of class 2 has three arcs or all six"
    middle, radius = clock.rect.center, clock.radius
    hand.click((middle[0], round(middle[1] + 0.97 * radius)))  # aft
    part = hand.page.model.part
    assert part is not None and set(part.icon.arcs) == {"FP", "F", "FS", "A"}
    clock = hand.named("clock")
    assert isinstance(clock, Clock) and set(clock.refused) == {"A"}
    words = " ".join(one.string for one in read(hand.page, size))
    assert "2 things cannot be built" in words and "not side by side" in words
    hand.press("at hand Turn A off")
    assert not any(fault.at[-1] == "arcs" for fault in hand.page.draft.now.faults)
    hand.press("arcs port")
    part = hand.page.model.part
    assert part is not None and set(part.icon.arcs) == {"AP", "FP", "F"}
    hand.key(pygame.K_ESCAPE)
    hand.press("mend Make it 83 MASS")
    assert hand.entry["mass"] == 83 and not hand.page.draft.now.faults


def test_a_ship_is_drawn_by_keys_alone(tmp_path: Path) -> None:
    hand = Hand(SIZES[1])
    hand.key(pygame.K_SLASH)
    hand.key(pygame.K_n, text="needle")
    assert [one.name for one in hand.page.focus.widgets if one.name.startswith("offer ")] == ["offer needle"]
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_RETURN)
    part = hand.page.model.part
    assert part is not None and part.label == "Needle beam"
    hand.key(pygame.K_e)
    part = hand.page.model.part
    assert part is not None and part.icon.arcs == ("FS",)
    hand.page.focus.focus(hand.named("part systems 7"), True)
    hand.key(pygame.K_3)
    part = hand.page.model.part
    assert part is not None and part.count is not None and part.count.value == 3
    hand.key(pygame.K_DELETE)
    assert hand.entry["systems"] == design_data(SYSTEM, "lancet")["systems"]
    hand.page.focus.focus(None)
    for _ in range(4):
        hand.key(pygame.K_z)
    assert not hand.page.draft.undoes
    hand.key(pygame.K_y)
    assert hand.page.draft.undoes
    hand.key(pygame.K_s, pygame.KMOD_CTRL)
    path = own_folder(SYSTEM) / "lancet-2.yaml"
    assert mapping(document(path).data) == hand.entry
    hand.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert hand.page.draft.path == own_folder(SYSTEM) / "lancet-3.yaml"


def test_enter_chooses_the_only_part_that_was_found() -> None:
    hand = Hand()
    hand.key(pygame.K_SLASH)
    for letter in "torp":
        hand.key(ord(letter), text=letter)
    before = len(hand.page.draft.now.form.aboard)
    hand.key(pygame.K_RETURN)
    part = hand.page.model.part
    assert part is not None and part.label == "Pulse torpedo" and len(hand.page.draft.now.form.aboard) == before + 1
    assert not hand.page.find and hand.page.focus.at is None
    hand.key(pygame.K_e)
    part = hand.page.model.part
    assert part is not None and part.arcs == ("FS",), "keys are those of the part in hand again"
    hand.key(pygame.K_SLASH)
    hand.key(pygame.K_b, text="b")
    hand.key(pygame.K_RETURN)
    first = hand.page.focus.at
    assert first is not None and first.name == "offer beam 1" and hand.page.find == "b", "several: the first is next"


@pytest.mark.parametrize("size", SIZES)
def test_a_part_of_the_bar_leads_to_what_takes_it(size: tuple[int, int]) -> None:
    hand = Hand(size)
    bar = hand.named("room")
    assert isinstance(bar, RoomBar) and [part.name for part in bar.room.parts] == [
        "hull", "armour", "drives", "guns", "defence",
    ]  # fmt: skip

    def go(name: str) -> str:
        bar = hand.named("room")
        hand.page.form.scroll.to(0)
        hand.page.form.place()
        assert isinstance(bar, RoomBar)
        place = next(
            (x, bar.line.centery)
            for x in range(bar.line.x, bar.line.right)
            if (n := bar.part_at((x, bar.line.centery))) >= 0 and bar.room.parts[n].name == name
        )
        hand.click(place)
        at = hand.page.focus.at
        assert at is not None and hand.page.form.rect.contains(at.rect)
        return at.name

    assert go("hull") == "field hull"
    assert [go("drives") for _ in range(3)] == ["field thrust", "field ftl", "field thrust"], "one after another"
    found = [go("guns"), go("guns")]
    assert found == ["part systems 0", "part systems 1"]
    assert hand.page.model.hand == ("systems", 1), "a part is taken in hand"


def test_a_part_of_the_bar_is_walked_to_by_keys() -> None:
    hand = Hand(design="bastion", system=SYSTEMS["power-hex"])
    hand.page.focus.focus(hand.named("room"), True)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RETURN)
    part = hand.page.model.part
    assert part is not None and part.label == "Railgun P, port"


def test_a_slider_is_dragged_in_one_step() -> None:
    hand = Hand()
    slider = hand.named("field hull")
    assert isinstance(slider, Slider)
    groove = slider.groove
    hand.page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=groove.center, button=1))
    for x in range(groove.centerx, groove.right, 5):
        hand.page.handle(Event(pygame.MOUSEMOTION, pos=(x, groove.centery), rel=(5, 0), buttons=(1, 0, 0)))
        hand.page.draw(hand.window)
    hand.page.handle(Event(pygame.MOUSEBUTTONUP, pos=(groove.right, groove.centery), button=1))
    boxes = hand.entry["hull"]
    assert isinstance(boxes, int) and boxes > 60
    hand.key(pygame.K_z)
    assert hand.entry["hull"] == design_data(SYSTEM, "lancet")["hull"] and not hand.page.draft.undoes


def test_another_edition_is_offered_with_what_only_it_builds() -> None:
    hand = Hand()
    hand.press("offer ecm")
    assert "profile" not in hand.entry and "again to change the edition" in hand.page.model.said
    hand.key(pygame.K_SLASH)
    for letter in "electronic":
        hand.key(ord(letter), text=letter)
    hand.key(pygame.K_RETURN)
    assert hand.entry["profile"] == "XD" and not hand.page.find and len(hand.page.draft.now.form.aboard) == 7
    hand.press("offer ecm")
    assert len(hand.page.draft.now.form.aboard) == 8


def test_f_goes_from_fault_to_fault() -> None:
    hand = Hand(design="ballista")
    for key in ("beam 2", "kgun 2"):
        hand.press(f"offer {key}")
        clock = hand.named("clock")
        hand.click((clock.rect.centerx, round(clock.rect.centery + 0.97 * clock.rect.h / 2)))
    hand.key(pygame.K_ESCAPE)
    seen = []
    for _ in range(4):
        hand.key(pygame.K_f)
        seen.append(hand.page.model.part.label if hand.page.model.part else "")
    assert {"Beam 2", "K-gun 2"} <= set(seen)


def test_f_takes_the_focus_to_the_fault() -> None:
    hand = Hand()
    hand.page.focus.focus(hand.named("offer beam 2"), True)
    hand.key(pygame.K_RETURN)
    clock = hand.named("clock")
    hand.click((clock.rect.centerx, round(clock.rect.centery + 0.97 * clock.rect.h / 2)))
    hand.page.focus.focus(hand.named("offer ecm"), True)
    before, reached = hand.entry, []
    for _ in hand.page.draft.now.faults:
        hand.key(pygame.K_f)
        assert hand.page.focus.at is not None and hand.page.focus.visible
        reached.append(hand.page.focus.at.name)
    assert {one.split()[0] for one in reached} == {"part", "field"}
    hand.key(pygame.K_RETURN)
    assert hand.entry == before, "Enter adds nothing more"


def test_the_keys_of_shipyard_and_drawing_are_listed() -> None:
    for page, told in (
        (Editor(Draft(SYSTEM, design_data(SYSTEM, "lancet"))), "beside another design"),
        (Shipyard(SYSTEMS), "begin a new design"),
    ):
        page.draw(Surface(SIZES[0]))
        answer = page.handle(Event(pygame.KEYDOWN, key=pygame.K_F2, mod=0, unicode=""))
        assert isinstance(answer, Push) and isinstance(answer.screen, KeyList)
        assert told in " ".join(one.string for one in read(answer.screen, SIZES[0]))


def test_a_cell_of_the_clock_names_the_guns_that_bear_there() -> None:
    hand = Hand(design="ballista")
    clock = hand.named("clock")
    assert isinstance(clock, Clock)
    hand.page.handle(
        Event(pygame.MOUSEMOTION, pos=(clock.rect.centerx, clock.rect.y + 60), rel=(1, 1), buttons=(0, 0, 0))
    )
    assert clock.hint_now == "F: SML ×2, Beam 2, Beam 1"


@pytest.mark.parametrize("size", [(1280, 800), (800, 500)])
@pytest.mark.parametrize(
    ("key", "design"), [("full-thrust", "athanor"), ("full-sail", "halcyon"), ("power-hex", "bastion")]
)
def test_the_middle_lies_within_its_column(size: tuple[int, int], key: str, design: str) -> None:
    hand = Hand(size, design, SYSTEMS[key])
    hand.page.model.take(hand.page.draft.now.form.aboard[0].at)
    hand.page.draw(hand.window)
    column = hand.page.hull.rect
    inside = [one for one in hand.page.focus.widgets if one.rect.colliderect(column) and one.window is None]
    assert inside and all(column.contains(one.rect) for one in inside if one.name)
    assert all(column.x <= one.rect.x and one.rect.right <= column.right for one in hand.page.hull.pane.widgets)


@pytest.mark.parametrize("size", SIZES)
def test_every_ship_lies_whole_in_the_editor(size: tuple[int, int]) -> None:
    window = Surface(size)
    for key in ("anvil", "rookery", "demijohn", "astrolabe"):
        page = Editor(Draft(SYSTEM, design_data(SYSTEM, key)))
        for tab in range(3):
            page._open_tab(tab)
            page.draw(window)
            inside = [one.rect for one in page.focus.widgets if one.window is None]
            assert all(window.get_rect().contains(rect) for rect in inside), (key, tab)
            fixed = [one for one in page.focus.widgets if one.window is None and one.focusable]
            clock = next(one for one in fixed if isinstance(one, Clock))
            fixed.remove(clock)
            round_it = [one for one in fixed if one.name.startswith("symbol")]
            assert round_it and not any(clock.arc_at(one.rect.center) for one in round_it), key
            for n, one in enumerate(fixed):
                assert not any(one.rect.colliderect(other.rect) for other in fixed[n + 1 :]), (one.name, key)


def test_a_gun_stands_on_the_side_that_is_open() -> None:
    hand = Hand(design="bastion", system=SYSTEMS["power-hex"])
    hand.press("system side port")
    hand.press("offer railgun")
    part = hand.page.model.part
    assert part is not None and part.place == "port"
    faces = hand.page.draft.now.design.sections[1].chart  # type: ignore[attr-defined]
    assert sum(high - low + 1 for _, low, high in faces) == 20


def test_an_empty_bar_is_a_bar() -> None:
    hand = Hand(design="bastion", system=SYSTEMS["power-hex"])
    bar = hand.named("room")
    assert isinstance(bar, RoomBar)
    bar.room = Room(bar.room.label, 5, ())
    hand.window.fill("black")
    bar.draw(hand.window)
    assert hand.window.get_at(bar.line.center)[:3] == theme.palette.raised


def test_a_broadside_grows_on_both_sides() -> None:
    hand = Hand(SIZES[1], design="halcyon", system=SYSTEMS["full-sail"])
    hand.press("offer heavy gun")
    hand.page.focus.focus(hand.named("part guns port 2"), True)
    hand.key(pygame.K_3)
    assert hand.entry["guns"] == {"port": "MMMCHHH", "bow": "L", "stern": "L"}
    ports = [one for one in hand.page.focus.widgets if one.name.startswith("symbol guns port 2")]
    assert len(ports) == 6, "three at each side"


def test_letters_of_a_word_are_no_keys_of_the_page() -> None:
    hand = Hand()
    hand.press("field thrust")
    before = hand.entry
    hand.press("text name")
    hand.key(pygame.K_z)  # a keyboard or input method whose letter comes later
    hand.key(pygame.K_f)
    assert hand.entry == before and hand.page.draft.undoes


def test_words_are_typed_with_spaces_and_kept_when_the_window_closes() -> None:
    hand = Hand()
    hand.press("text name")
    for letter in " of Two":
        hand.key(ord(letter.lower()), text=letter)
    field = hand.named("text name")
    assert isinstance(field, TextField) and field.value == "Lancet of Two" == hand.entry["name"]
    field.move(0, False)
    hand.key(pygame.K_x, text="X")
    assert hand.entry["name"] == "XLancet of Two" and field.cursor == 1
    hand.page.closing()
    assert hand.page.draft.path is not None
    assert mapping(document(hand.page.draft.path).data)["name"] == "XLancet of Two"


@pytest.mark.parametrize("away", ["click", "save", "close", "escape"])
def test_a_name_typed_for_a_part_is_taken_when_its_field_is_left(away: str) -> None:
    hand = Hand()
    hand.press("offer hangar")
    hand.press("part systems 7 group 1")
    for letter in "Kites":
        hand.key(pygame.key.key_code(letter.lower()), text=letter)

    def taken() -> bool:
        return "Kites" in str(hand.entry)

    assert not taken()
    if away == "click":
        hand.press("part systems 7 out")
        assert len(hand.page.draft.now.form.aboard) == 7, "the button pressed meanwhile works too"
        hand.key(pygame.K_z)
    elif away == "save":
        hand.key(pygame.K_s, pygame.KMOD_CTRL)
    elif away == "close":
        hand.page.closing()
    else:
        hand.key(pygame.K_ESCAPE)
    assert taken() == (away != "escape")


@pytest.mark.parametrize("size", [*SIZES, (800, 500)])
def test_every_field_has_its_name_and_no_button_covers_another(size: tuple[int, int]) -> None:
    hand = Hand(size)
    words = {one.string for one in read(hand.page, size)}
    assert {"Name", "Class", "About"} <= words
    bar = [hand.named(name).rect for name in ("Undo", "Redo", "Sandbox", "Save to your designs", "Back")]
    assert all(one.right < other.left for one, other in pairwise(bar))


def test_escape_empties_the_search_first() -> None:
    hand = Hand()
    hand.press("offer beam 2")
    hand.key(pygame.K_2)
    part = hand.page.model.part
    assert part is not None and part.count is not None and part.count.value == 2
    hand.key(pygame.K_SLASH)
    hand.key(pygame.K_n, text="needle")
    assert hand.page.find == "needle"
    hand.page.focus.focus(None)
    hand.key(pygame.K_ESCAPE)
    assert not hand.page.find and hand.page.model.part is not None


def test_the_back_button_leaves_with_a_part_in_hand() -> None:
    hand = Hand()
    hand.press("offer beam 2")
    assert hand.page.model.hand
    assert isinstance(hand.press("Back"), Pop)


def test_a_gun_of_a_kind_that_is_aboard_is_the_one_in_hand() -> None:
    hand = Hand(design="halcyon", system=SYSTEMS["full-sail"])
    hand.press("offer carronade")
    assert hand.page.model.part is not None and hand.page.model.part.label == "Carronade, both sides"
    hand.press("offer medium gun")
    assert hand.page.model.hand == ("guns", "port", 2), "not the medium guns that were there"


def test_the_sandbox_opens_with_the_ship() -> None:
    hand = Hand()
    answer = hand.key(pygame.K_F5)
    assert isinstance(answer, Push) and isinstance(answer.screen, SandboxScreen)
    opened = answer.screen.context.sandbox.opened
    assert "lancet" in opened.designs and "Lancet" in {ship.name for ship in opened.battle.state.ships.values()}
    hand.press("offer torpedo")
    hand.key(pygame.K_ESCAPE)
    assert hand.key(pygame.K_F5) is None and "once it can be built" in hand.page.model.said


def test_the_yard_draws_a_new_one_and_changes_a_copy() -> None:
    yard, window = Shipyard(SYSTEMS, SYSTEM), Surface(SIZES[0])
    yard.draw(window)
    new = yard.handle(Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    assert isinstance(new, Push) and isinstance(new.screen, NewShip) and new.screen.system is SYSTEM
    begun = _chosen(new.screen, "hull heavy cruiser", window)
    assert isinstance(begun, Swap) and isinstance(begun.screen, Editor)
    editor = begun.screen
    assert editor.draft.now.entry["mass"] == 84 and editor.draft.now.entry["ftl"] is True
    editor.draw(window)
    assert editor.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")) == Pop(None)
    assert not own_folder(SYSTEM).exists(), "looking at a ship writes nothing"
    copy = yard.handle(Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"))
    assert isinstance(copy, Push) and isinstance(copy.screen, Editor)
    editor = copy.screen
    editor.draw(window)
    name = next(one for one in editor.focus.widgets if one.name == "text name")
    assert isinstance(name, TextField) and name.on_change is not None
    name.on_change("Skerry")
    left = editor.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert isinstance(left, Pop) and isinstance(left.word, Path) and left.word.stem == "skerry"
    yard.uncovered()
    yard.heard(left.word)
    assert yard.chosen is not None and yard.chosen.name == "Skerry" and yard.chosen in yard.shown
    again = yard.handle(Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"))
    assert isinstance(again, Push) and isinstance(again.screen, Editor) and again.screen.draft.path == left.word
    other = Shipyard(SYSTEMS, SYSTEM)
    other.draw(window)
    other._show_own("skerry")
    assert other.handle(Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c")) is None
    assert "is open in another" in other.told
    again.screen.draft.close()


def _chosen(page: NewShip, name: str, window: Surface) -> object:
    page.draw(window)
    page.focus.focus(next(one for one in page.focus.widgets if one.name == name), True)
    return page.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))


@pytest.mark.parametrize("size", SIZES)
def test_a_new_ship_of_another_game_is_begun(size: tuple[int, int]) -> None:
    yard, window = Shipyard(SYSTEMS, SYSTEM), Surface(size)
    yard.draw(window)
    new = yard.handle(Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    assert isinstance(new, Push) and isinstance(new.screen, NewShip)
    new.screen._open(new.screen.systems.index(SYSTEMS["full-sail"]))
    begun = _chosen(new.screen, "hull two-decker", window)
    assert isinstance(begun, Swap) and isinstance(begun.screen, Editor)
    assert begun.screen.draft.system is SYSTEMS["full-sail"] and begun.screen.draft.now.entry["rated_masts"] == 4
    begun.screen.draw(window)


def test_a_design_is_duplicated_deleted_and_brought_back_by_keys() -> None:
    yard, window = Shipyard(SYSTEMS, SYSTEM), Surface(SIZES[0])
    yard.draw(window)

    def key(code: int) -> None:
        assert yard.handle(Event(pygame.KEYDOWN, key=code, mod=0, unicode="")) is None
        yard.draw(window)

    key(pygame.K_DELETE)
    assert not yard.deleted, "a design of the game stays"
    shipped = yard.chosen
    assert shipped is not None
    key(pygame.K_d)
    twin = yard.chosen
    assert twin is not None and twin.fleet == "own" and twin.name == f"{shipped.name} 2" and twin.name in yard.told
    key(pygame.K_DELETE)
    assert yard.chosen in yard.shown and yard.chosen is not twin and "Z brings it back" in yard.told
    assert not [*own_folder(SYSTEM).glob("*.yaml")]
    key(pygame.K_z)
    assert yard.chosen is not None and yard.chosen.name == twin.name
    assert [path.stem for path in own_folder(SYSTEM).glob("*.yaml")] == [twin.key]


def test_the_clock_knows_its_arcs() -> None:
    clock = Clock(Rect(0, 0, 200, 200), "box", (255, 255, 255), ("F", "FS", "AS", "A", "AP", "FP"), 60.0)
    at = {(100, 5): "F", (185, 55): "FS", (185, 145): "AS", (100, 195): "A", (15, 145): "AP", (15, 55): "FP"}
    assert {place: clock.arc_at(place) for place in at} == at
    assert clock.arc_at((100, 100)) == "" == clock.arc_at((1, 1))


def test_figures_of_the_form_are_typed() -> None:
    hand = Hand()
    hand.page.focus.focus(hand.named("field mass"), True)
    for letter in "84":
        hand.key(ord(letter), text=letter)
    hand.key(pygame.K_TAB)
    assert hand.entry["mass"] == 84 and hand.page.focus.at is not None
    hand.key(pygame.K_z)
    assert not hand.page.draft.undoes


def test_tab_goes_on_from_where_a_button_that_mends_was() -> None:
    hand = Hand(SIZES[1])
    hand.press("offer beam 1")
    hand.key(pygame.K_ESCAPE)
    mend = next(one for one in hand.page.focus.widgets if one.name.startswith("mend "))
    names = [one.name for one in hand.page.focus.widgets if one.focusable]
    hand.page.focus.focus(mend, True)
    hand.key(pygame.K_RETURN)
    assert not hand.page.draft.now.faults
    hand.page.relay()
    hand.page.draw(hand.window)
    hand.key(pygame.K_TAB)
    at = hand.page.focus.at
    assert at is not None and at.name not in names[:3]
    near = names.index(mend.name)
    assert at.name in names[near : near + 4]


@pytest.mark.parametrize(("key", "design", "after"), [
    ("full-thrust", "lancet", "needle-battlecruiser"), ("full-sail", "tern", "sail-2"),
    ("power-hex", "bastion", "needle-battlecruiser"),
])  # fmt: skip
def test_a_ship_gets_another_silhouette_of_its_game(key: str, design: str, after: str) -> None:
    hand = Hand(design=design, system=SYSTEMS[key])
    shape = hand.named("silhouette")
    hand.page.focus.focus(shape, True)
    hand.key(pygame.K_RIGHT)
    assert hand.entry["glyph"] == after == hand.page.draft.now.design.glyph
    hand.key(pygame.K_z)
    assert not hand.page.draft.undoes


def test_the_sheet_of_a_draft_is_printed() -> None:
    hand = Hand()
    hand.page.model.change("name", {"name": "Skerry"})
    answer = hand.key(pygame.K_p, pygame.KMOD_CTRL)
    assert isinstance(answer, Push) and isinstance(answer.screen, PrintScreen)
    assert [one.paper.title for one in answer.screen.printing.ships] == ["Skerry"]


def test_the_rings_of_the_clock_are_whole() -> None:
    hand = Hand()
    clock = next(one for one in hand.page.focus.widgets if isinstance(one, Clock))
    clock.means = ((0.0,) * 6,) * 3
    hand.window.fill("black")
    clock.draw(hand.window)

    def brightest(share: float, bearing: float) -> int:
        x, y = polar(share * clock.radius, bearing, clock.rect.center)
        near = [(round(x) + dx, round(y) + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
        return max(sum(hand.window.get_at(at)[:3]) for at in near)

    for ring in (1, 2):
        share = HULL + (RING - HULL) * ring / 3
        found = [brightest(share, bearing) for bearing in range(5, 360, 10)]
        assert min(found) > sum(theme.palette.well) + 40, (ring, found)
