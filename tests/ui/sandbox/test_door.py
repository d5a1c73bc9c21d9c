"""The sandbox as a front door: every manoeuvre at hand, a way on from each refusal, the order form in sight."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.systems import SYSTEMS
from game.ui.host.screen import Pop
from game.ui.sandbox.panels.order_panel import ToldPlate
from game.ui.sandbox.screen import SandboxScreen
from game.ui.toolkit import parts
from tests.sandbox.test_remedies import off_orders
from tests.support.narrowing import narrow
from tests.support.ui.battle_driver import at_scale
from tests.support.ui.page_driver import reader
from tests.support.ui.sandbox_driver import Sat
from tests.support.ui.screen_driver import seen, well_laid

pytestmark = pytest.mark.usefixtures("sitting")
SIZES = [(800, 500), (1280, 800), (1920, 1080)]
SAND = """\
version: 1
title: Trial ground
system: full-thrust
house: {manoeuvres: [CO, DR, EC, ET, ED, EM, FL, GB, HA, RL, RT, SK, SRJ]}
table: {width: 60, height: 40}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  halberd: {side: azure, design: halberd, at: [22, 8], course: 12, velocity: 4}
  kestrel: {side: azure, design: lancet, name: Kestrel, at: [30, 10], course: 12, velocity: 6}
  vesper: {side: amber, design: vesper, at: [22, 20], course: 6, velocity: 2}
victory: {kind: last-side, turns: 6}
"""


class New(Sat):
    """Sits at a new sandbox of a game."""

    def __init__(self, game: str = "full-thrust", size: tuple[int, int] = (1280, 800)) -> None:
        self.left = False
        screen = SandboxScreen(Sandbox(open_start(blank(SYSTEMS[game]))), Pop, {})
        super(Sat, self).__init__(screen, size)

    @property
    def by(self) -> str:
        return str(self.screen.context.chosen)

    def right_click(self, name: str) -> None:
        self.send(Event(pygame.MOUSEBUTTONDOWN, button=3, pos=self.widget(name).rect.center))
        self.look()


# -- the way on from a refusal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_manoeuvre_that_is_off_is_typed_and_switched_on_with_enter(size: tuple[int, int]) -> None:
    sat = New(size=size)
    sat.key("o")
    sat.type("CO")
    assert sat.screen.context.remedy.titles == "“Corkscrew”" and sat.widget("manoeuvre CO").typed  # type: ignore[attr-defined]
    assert seen(sat.widget("switch on")).w, "the button stands in sight"
    sat.key("RETURN")
    assert sat.sandbox.course().planned_move(1, sat.by) == "CO" and sat.sandbox.start.state.house["man.CO"] is True
    assert len(sat.sandbox.done) == 1 and sat.screen.context.just_switched.titles == "“Corkscrew”"
    assert "manoeuvres/corkscrew" in {
        widget.rule for widget in sat.screen.focus.widgets if widget.name == "switched on"
    }
    sat.press("undo switching")
    assert not sat.sandbox.branch.steps and sat.sandbox.start.state.house["man.CO"] is False
    assert sat.screen.context.just_switched is None


@pytest.mark.parametrize("code", ["RL", "FL"])
@pytest.mark.parametrize("size", [(1024, 600), *SIZES])
def test_what_was_switched_on_is_told_whole(size: tuple[int, int], code: str) -> None:
    sat = New(size=size)
    sat.key("o")
    sat.type(code)
    sat.key("RETURN")
    sat.settle()
    plate, undo = narrow(sat.widget("switched on"), ToldPlate), sat.widget("undo switching")
    told = sat.screen.context.just_switched
    assert plate.title[0].startswith(told.titles[0]) and plate.words
    with reader(sat.frame) as written:
        plate.draw(sat.frame)
    assert [one.string for one in written] == [*plate.title, *plate.words, *plate.also, f"F1 {told.titles}"]
    assert " ".join(plate.title) == f"{told.titles} is switched on"
    assert " ".join(plate.words) == "turn 1, plan A: a house rule now"
    tops = [one for one in written if not plate.further.collidepoint(one.box.center)]
    assert not any(one.box.colliderect(undo.rect) for one in tops)
    assert all(plate.rect.contains(one.box) for one in written)


def test_the_button_does_it_and_any_other_key_leaves_it() -> None:
    sat = New()
    sat.key("o")
    sat.type("SK1P")
    sat.press("switch on")
    assert sat.sandbox.course().planned_move(1, sat.by) == "SK1P"
    sat.key("z", "o")
    sat.type("SK1P")
    sat.key("ESCAPE")
    assert sat.screen.context.refusal is None and not sat.sandbox.done


@pytest.mark.parametrize("game", SYSTEMS)
def test_whatever_is_typed_that_a_new_table_does_not_play_is_switched_on_by_the_button(game: str) -> None:
    sat = New(game)
    off = {rule.key: value for rule in SYSTEMS[game].house for value, _ in rule.values if value in (False, "off")}
    by, *_, enemy = sat.sandbox.start.state.ships
    for text, rule in off_orders(game, enemy).items():
        if rule in off:
            sat.sandbox.set_part("house", **{rule: off[rule]})
            sat.screen.context.look_anew()
        before = sat.sandbox.settings({})
        sat.screen.context.choose(by)
        sat.key("o")
        sat.type(text)
        if "switch on" not in sat.names():  # as an order of a later phase it is refused when it is given
            sat.key("RETURN")
        sat.press("switch on")
        assert sat.sandbox.settings({})[rule] != before[rule], text
        refused = sat.screen.context.refusal
        assert refused is None or not any(part in refused.why.why for part in ("not played", "would have to be")), text
        sat.screen.context.commands.back_to(len(sat.sandbox.done))
        sat.settle()


def test_what_is_typed_after_a_click_takes_the_place_of_an_order_that_says_nothing() -> None:
    sat = New()
    sat.key("o", "ESCAPE")
    frame = sat.widget("notation").frame  # type: ignore[attr-defined]
    sat.click((frame.right - 8, frame.centery))
    sat.type("P1")
    assert sat.widget("notation").value == "P1"  # type: ignore[attr-defined]
    sat.key("RETURN")
    frame = sat.widget("notation").frame  # type: ignore[attr-defined]
    sat.click((frame.right - 8, frame.centery))
    sat.type("+1")
    assert sat.widget("notation").value == "P1+1", "an order that says something is gone on with"  # type: ignore[attr-defined]


def test_a_manoeuvre_is_switched_on_as_soon_as_it_is_begun_and_typed_to_its_end() -> None:
    sat = New()
    sat.key("o")
    sat.type("EC")
    sat.key("RETURN")
    assert sat.screen.context.note == "", "the plate under the field says it"
    said = next(one.words for one in sat.screen.focus.widgets if one.name == "order plate")
    assert said == "“Eclipsing” is off in this battle; cannot read “EC” as a plot: Eclipsing is written EC1"
    sat.press("switch on")
    assert sat.sandbox.start.state.house["man.EC"] is True and sat.widget("notation").focused
    sat.type("1")
    assert sat.widget("notation").value == "EC1"  # type: ignore[attr-defined]
    assert sat.screen.context.refusal is None or "is written" not in sat.screen.context.refusal.why.why


def test_what_was_told_of_an_order_goes_with_the_next_letter() -> None:
    sat = New()
    sat.key("o")
    sat.type("zz")
    sat.key("RETURN")
    assert "Cannot read “zz” as a plot: write an order such as P2+3" in sat.screen.context.note
    sat.type("z")
    assert sat.screen.context.note == ""


def test_what_cannot_be_given_even_so_is_switched_on_by_its_button_alone() -> None:
    sat = New()
    text = f"board {list(sat.sandbox.start.state.ships)[-1]}"
    sat.key("o")
    sat.type(text)
    sat.key("RETURN")
    sat.key("RETURN")
    assert sat.sandbox.start.state.house["boarding"] is False and not sat.sandbox.done, "Enter does no half of it"
    sat.press("switch on")
    assert sat.sandbox.start.state.house["boarding"] is True and sat.screen.context.just_switched.titles == "“Boarding”"
    assert sat.screen.context.refusal.why.why.startswith("nobody asks") and sat.screen.context.refusal.text == text
    sat.press("undo switching")
    assert sat.sandbox.start.state.house["boarding"] is False


def test_a_text_that_cannot_be_read_is_offered_the_manoeuvre_that_it_begins_and_no_more() -> None:
    sat = New()
    sat.key("o")
    sat.type("HA")
    assert sat.screen.context.remedy.titles == "“Hard about”"
    sat.press("switch on")
    assert sat.sandbox.start.state.house["man.HA"] is True
    assert sat.screen.context.remedy is None and "written HA1P" in sat.screen.context.refusal.why.why


def test_a_card_is_used_taken_out_and_switched_by_mouse_and_by_keys() -> None:
    sat = New()
    sat.press("manoeuvre CO")
    assert sat.sandbox.course().planned_move(1, sat.by) == "CO" and sat.widget("manoeuvre CO").on  # type: ignore[attr-defined]
    sat.press("manoeuvre CO")
    assert not sat.sandbox.course().planned_move(1, sat.by) or sat.sandbox.course().planned_move(1, sat.by) == "0"
    sat.right_click("manoeuvre CO")
    assert sat.sandbox.start.state.house["man.CO"] is False
    sat.screen.focus.focus(sat.widget("manoeuvre HA"), True)
    sat.key("BACKSPACE")
    assert sat.sandbox.start.state.house["man.HA"] is True and not sat.sandbox.course().planned_move(
        1, sat.by
    ).startswith("HA")
    sat.key("RETURN")
    assert sat.sandbox.course().planned_move(1, sat.by).startswith("HA1")


def test_the_count_is_that_of_the_full_marks_and_what_came_with_one_is_told() -> None:
    sat = New(size=(1920, 1080))
    assert sat.widget("manoeuvres").on == 0  # type: ignore[attr-defined]
    for code, many in (("HA", 1), ("FL", 2)):
        sat.press(f"manoeuvre {code}")
        full, played = set[str](), set[str]()
        sat.screen.context.strip_from = 0
        for _ in sat.sandbox.opened.battle.system.archive:
            sat.screen.context.change()
            sat.look()
            cards = [one for one in sat.screen.focus.widgets if one.name.startswith("manoeuvre ")]
            full |= {one.name for one in cards if one.full}
            played |= {one.name for one in cards if one.on}
            sat.screen.context.strip_from += 1
        changed = sat.sandbox.opened.battle.system.beyond_edition(sat.sandbox.settings({}))
        assert sat.widget("manoeuvres").on == len(full) == len(changed) == many  # type: ignore[attr-defined]
        sat.screen.context.strip_from = 0
        sat.screen.context.change()
        sat.look()
        if code == "HA":  # taken out of the order, it stays switched on
            sat.press("manoeuvre HA")
    assert {"manoeuvre DRIFT", "manoeuvre REC", "manoeuvre BRK"} <= played - full
    assert (
        sat.screen.context.just_switched.also
        == "Drift, Recover and Brake come with it: a ship off its course needs them"
    )
    assert not seen(sat.widget("undo switching")).colliderect(sat.widget("switched on").further)  # type: ignore[attr-defined]
    assert "3 more come with them" in sat.widget("manoeuvres").hint
    sat.press("undo switching")
    sat.right_click("manoeuvre FL")
    assert "Drift, Recover and Brake" in sat.screen.context.just_switched.also, "told too where it is switched alone"


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_card_says_in_a_sentence_what_a_click_does_or_why_nothing(size: tuple[int, int]) -> None:
    sat = New(size=size)
    name = sat.sandbox.name(sat.by)

    def hint(code: str, sought: str) -> str:
        sat.screen.context.sought["manoeuvres"] = sought
        sat.screen.context.change()
        sat.look()
        return sat.widget(f"manoeuvre {code}").hint_now

    assert hint("CO", "corkscrew").endswith(f"Off: a click switches it on and puts it into the order of {name}.")
    assert hint("MINE", "mine").endswith(f"{name} has no minelayer.")
    assert hint("DRIFT", "drift").endswith(f"{name} points along its course.")
    hint("CO", "corkscrew")
    sat.press("manoeuvre CO")
    assert hint("CO", "corkscrew").endswith("It stands in the order: a click takes it out.")
    sat.key("z")
    sat.right_click("manoeuvre CO")
    assert hint("CO", "corkscrew").endswith(f"A click puts it into the order of {name}.")


@pytest.mark.parametrize("size", SIZES)
def test_hint_and_refusal_of_a_card_keep_off_each_other_and_off_the_points(size: tuple[int, int]) -> None:
    sat = New(size=size)
    drawn: list[pygame.Rect] = []
    sat.screen.context.sought["manoeuvres"] = "mine"
    sat.screen.context.change()
    sat.look()
    sat.press("manoeuvre MINE")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "plate", lambda dst, r, **_: drawn.append(pygame.Rect(r)))
        sat.look()
        assert len(drawn) == 1, "nothing is told twice"
        sat.screen.context.note = "Something else"
        sat.look()
    boxes = [*drawn[1:], *(one.rect for one in sat.screen.focus.widgets if one.name.startswith("total "))]
    assert len(drawn) == 3 and not any(a.colliderect(b) for a, b in combinations(boxes, 2))


def test_the_archive_is_searched_and_walked_through() -> None:
    sat = New()
    cards = [one for one in sat.names() if one.startswith("manoeuvre ")]
    sat.press("strip right")
    assert [one for one in sat.names() if one.startswith("manoeuvre ")] != cards
    sat.point(sat.widget("manoeuvre SK").rect.center)
    sat.send(Event(pygame.MOUSEWHEEL, x=0, y=5))
    sat.look()
    assert "manoeuvre HA" in sat.names()
    sat.key("SLASH")
    sat.type("jump")
    assert [one for one in sat.names() if one.startswith("manoeuvre ")] == ["manoeuvre SRJ"]
    sat.key("ESCAPE")
    assert "manoeuvre HA" in sat.names() and sat.screen.focus.at.name == "find manoeuvres"


def test_what_a_ship_is_not_built_for_is_said_in_the_words_of_the_rules() -> None:
    sat = New()
    sat.key("SLASH")
    sat.type("cloak")
    sat.press("manoeuvre CLOAK")
    assert "cloak" in sat.screen.context.note.lower() and not sat.sandbox.done


def test_what_does_not_go_together_is_named_and_either_may_be_taken_out(tmp_path: Path) -> None:
    sat = Sat(tmp_path, SAND)
    sat.screen.context.choose("halberd")
    sat.key("o")
    sat.type("CO FL")
    assert {"without Corkscrew", "without Flip"} <= set(sat.names())
    sat.press("without Flip")
    assert sat.sandbox.course().planned_move(1, "halberd") == "CO"


def test_the_orders_of_the_trial_ground_are_given_from_the_strip(tmp_path: Path) -> None:
    sat = Sat(tmp_path, SAND, (1920, 1080))
    sat.screen.context.choose("halberd")
    sat.settle()
    for code in ("RL", "SK", "HA"):
        sat.screen.context.sought["manoeuvres"] = code.lower()
        sat.screen.context.change()
        sat.look()
        sat.press(f"manoeuvre {code}")
    assert sat.sandbox.course().planned_move(1, "halberd") == "HA1P SK1P RL"
    sat.screen.context.choose("kestrel")
    sat.screen.context.sought["manoeuvres"] = "eclips"
    sat.screen.context.change()
    sat.look()
    sat.press("manoeuvre EC")
    assert "EC" in sat.sandbox.course().planned_move(1, "kestrel")


# -- in sight at every size --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", SYSTEMS)
def test_the_order_is_in_sight_on_every_tab(game: str, size: tuple[int, int], scale: float) -> None:
    at_scale(scale)
    sat = New(game, size)
    for n in (0, 1, 2):
        sat.screen.context.open_tab(n)
        sat.look()
        field = sat.widget("notation")
        assert seen(field) == field.rect and field.rect.h, f"tab {n}"
        well_laid(sat, f"{game} tab {n}")


def test_tabs_are_opened_by_keys_and_a_press_on_a_ship_opens_its_own() -> None:
    sat = New()
    sat.send(Event(pygame.KEYDOWN, key=pygame.K_2, mod=pygame.KMOD_LALT, unicode=""))
    assert sat.screen.context.tab == 1
    sat.click(sat.ship(sat.by))
    assert sat.screen.context.tab == 0


def test_page_down_scrolls_what_the_pointer_is_on_and_ctrl_goes_a_turn_on() -> None:
    sat = New()
    for pane in (sat.screen.panels.sheet, sat.screen.panels.left_panel):
        sat.point(pane.rect.center)
        sat.key("PAGEDOWN")
        assert pane.scroll.offset > 0, pane.scroll.name
        sat.key("PAGEUP")
        assert pane.scroll.offset == 0
    assert sat.sandbox.turn == 1
    sat.key("ctrl+PAGEDOWN")
    assert sat.sandbox.turn == 2


# -- points and the palette --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SYSTEMS)
def test_points_of_each_side_are_those_of_its_ships(game: str) -> None:
    sat = New(game)
    state, designs = sat.sandbox.start.state, sat.sandbox.opened.designs
    for key, side in state.sides.items():
        ships = [one for one in state.ships.values() if one.side == key]
        told = sat.widget(f"total {side.name}")
        points = sum(designs[sat.sandbox.state.start["ships"][one.id]["design"]].points for one in ships)
        assert (told.points, told.ships) == (points, "1 ship")  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_design_is_in_the_palette_with_class_and_price(game: str) -> None:
    sat = New(game, (1920, 1080))
    sat.screen.context.sought["palette"] = " "
    sat.screen.context.change()
    sat.look()
    rows = {one.name.removeprefix("design "): one for one in sat.screen.focus.widgets if one.name.startswith("design ")}
    assert rows.keys() == sat.sandbox.opened.designs.keys()
    for key, design in sat.sandbox.opened.designs.items():
        assert (rows[key].label, rows[key].kind, rows[key].points) == (
            design.name,
            design.ship_class,
            str(sat.sandbox.files.price(design)),
        )


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("name", ["stones_in_flight", "built_for_four", "project_continuum"])
def test_every_tab_of_the_palette_has_a_whole_name_and_keys_open_each(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    text = next((ROOT / "scenarios").rglob(f"{name}.yaml")).read_text(encoding="utf-8")
    sat = Sat(tmp_path, text, size)
    shown = set[str]()
    own = {key for key, design in sat.sandbox.opened.designs.items() if not design.fleet}
    for _ in sat.widget("palette").names:  # type: ignore[attr-defined]
        tabs = sat.widget("palette")
        assert tabs.fits and all(tabs.names) and "Kessar" not in tabs.names  # type: ignore[attr-defined]
        listed = {one.removeprefix("design ") for one in sat.names() if one.startswith("design ")}
        assert (listed == own) == (tabs.names[tabs.chosen] == "Own")  # type: ignore[attr-defined]
        shown |= listed
        sat.key("l")
    assert own and shown == sat.sandbox.opened.designs.keys(), "a key goes through all of them"


def test_a_scenario_of_every_game_opens(tmp_path: Path) -> None:
    for path in ("full_sail/*.yaml", "power_hex/*.yaml", "hexcess/*.yaml"):
        first = sorted((ROOT / "scenarios").glob(path))[0]
        sat = Sat(tmp_path, first.read_text(encoding="utf-8"))
        well_laid(sat, first.name)


def test_a_side_slip_is_ordered_from_the_strip_of_a_new_table_at_sea() -> None:
    sat = New("full-sail")
    sat.press("manoeuvre slip")
    assert sat.sandbox.course().planned_move(1, sat.by) in ("P1S1", "S1P1")
    assert sat.sandbox.start.state.house["side_slip"] is True
    sat.press("manoeuvre slip")
    assert sat.sandbox.course().planned_move(1, sat.by) in ("", "0")
