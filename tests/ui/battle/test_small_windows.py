"""The battle screen in the default window, which is low: newcomers see everything they must without scrolling, and it
stays put."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import ROOT
from game.formats.user_folders import Settings
from game.ui.battle.dice.dice_panel import DicePanel, DicePlate, broken
from game.ui.battle.orders.fire_panel import gun_state
from game.ui.battle.orders.order_form import Reason
from game.ui.battle.panels.legend_panel import LegendLine
from game.ui.battle.pause_menu import Pause
from game.ui.host.preferences import STILL, preferences
from game.ui.render.theme import theme
from game.ui.session.log import HIGH, LogLine
from game.ui.ship_sheet.system_cells import SystemCell
from game.ui.ship_sheet.tracks import HexagonBlock, RowTrack
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated, at_scale
from tests.support.ui.label_geometry import wrongs
from tests.support.ui.page_driver import reader
from tests.support.ui.screen_driver import seen

MOVING = {"speed": 1.0, "tumbling": True}


pytestmark = pytest.mark.usefixtures("still")


def aims(now: Seated) -> bool:
    """Return whether a ship of the seat chooses its target."""
    model = now.screen.model
    return model.input_mode == "fire" and model.chosen == "lancet" and model.order is not None


def volley(seat: Seated) -> None:
    """Aim everything of Lancet that bears at Vesper, and fire."""
    assert seat.until(aims)
    seat.screen.commands.click("vesper")
    seat.key("v")
    panel = seat.screen.bottom_panel
    assert panel.odds and panel.tab == 2, "the chances come to the front while guns are picked"
    preferences.settings = preferences.settings.model_copy(update=MOVING)
    seat.key("RETURN")


# -- everything at a glance --------------------------------------------------------------------------------------------


def whole(seat: Seated) -> None:
    """Check that every widget of the sheet is seen whole, with nothing to scroll."""
    assert not seat.screen.panels.split and not seat.screen.panels.upper.scroll.most
    for widget in seat.screen.panels.upper.widgets:
        assert seen(widget) == widget.rect, f"{widget.name or widget} is below the fold"


def test_hull_systems_and_order_are_seen_without_scrolling(seat: Seated) -> None:
    whole(seat)
    cells = [one for one in seat.screen.panels.upper.widgets if isinstance(one, SystemCell)]
    assert len(cells) == len(seat.screen.model.sheet("lancet").icons) == 12
    assert {"notation", "dv +1", "pick ram", "switch roll"} <= set(seat.names())
    block = next(one for one in seat.screen.panels.upper.widgets if isinstance(one, HexagonBlock))
    hull = next(one for one in seat.screen.panels.upper.widgets if isinstance(one, RowTrack))
    assert hull.rect.right < block.rect.x and hull.rect.y == block.rect.y, "armour stands beside the hull"


def test_guns_target_and_what_the_volley_did_are_seen_without_scrolling(seat: Seated) -> None:
    assert seat.until(aims)
    seat.screen.commands.click("vesper")
    seat.key("v")
    seat.look()
    whole(seat)
    seat.key("ESCAPE")
    seat.screen.model.drop_accepted()
    wanted = seat.until(
        lambda now: bool(now.screen.flow.result and any(map(now.screen.flow.result.check, ("vesper", "lancet"))))
    )
    assert wanted
    result = seat.screen.flow.result
    assert result is not None
    target = next(key for key in result.targets if result.check(key))
    faces = [one for one in seat.screen.panels.upper.widgets if isinstance(one, SystemCell) and one.face]
    assert faces and all(seen(one) == one.rect for one in faces), "every die of the check is seen"
    said = [
        one for one in seat.screen.panels.upper.widgets if isinstance(one, Paragraph) and one.words.startswith("Lost: ")
    ]
    lost = any(
        event.kind == "damage_check" and event.whom == target and "lost" in event.result for event in result.events
    )
    assert bool(said) == lost
    assert all(seen(one) == one.rect for one in said)


def test_the_form_keeps_its_place_whatever_the_order_is(seat: Seated) -> None:
    def places() -> dict[str, tuple[int, ...]]:
        named = ("legs", "dv", "switch", "pick", "notation")
        return {one.name: tuple(one.rect) for one in seat.screen.panels.upper.widgets if one.name.startswith(named)}

    seat.look()
    at_rest = places()
    assert len(at_rest) > 10
    for words in ("S3+3", "P+S", "-1"):
        order = seat.screen.model.view.read("lancet", words)
        seat.screen.model.set_draft(order)
        seat.screen.context.change()
        seat.look()
        assert places() == at_rest, words
    seat.key("o")
    seat.type("S9")
    assert seat.screen.model.hand.wrong is not None and places() == at_rest, "a reason has its own line"
    reason = next(one for one in seat.screen.panels.upper.widgets if one.name == "order reason")
    assert reason.words.lower() == seat.screen.model.hand.wrong.why.lower()


@pytest.mark.parametrize(
    ("path", "words"), [("full_thrust/carrier_strike", "P2 launch"), ("full_sail/across_the_rail", "a")]
)
def test_a_refusal_of_what_is_typed_is_written_whole(tmp_path: Path, path: str, words: str) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{path}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda now: now.screen.model.input_mode == "plot")
    seat.key("o")
    for more in ("", " two", " groups", " of fighters", " at once and then hold"):
        seat.type(more or words)
        wrong = seat.screen.model.hand.wrong
        assert wrong is not None
        window = Surface((1280, 800))
        with reader(window) as found:
            seat.screen.draw(window)
        line = seat.widget("order reason", Reason)
        rows = [one for one in found if line.rect.collidepoint(one.box.center)]
        assert " ".join(one.string for one in rows) == wrong.why[:1].upper() + wrong.why[1:]
        assert all(one.seen.w == one.box.w <= line.rect.w for one in rows)


def test_nothing_moves_while_guns_are_picked(seat: Seated) -> None:
    assert seat.until(aims)
    seat.screen.commands.click("vesper")
    seat.look()
    before = [tuple(one.rect) for one in seat.screen.panels.upper.widgets]
    seat.key("v")
    assert [tuple(one.rect) for one in seat.screen.panels.upper.widgets] == before
    picked = next(gun for gun in seat.screen.model.fire.guns("lancet") if gun_state(seat.screen.model, gun) == "picked")
    seat.screen.commands.click("cinder")
    assert gun_state(seat.screen.model, picked) == "elsewhere"


# -- dice and log ----------------------------------------------------------------------------------------------------


def panel(seat: Seated) -> DicePanel | None:
    return next((one for one in seat.screen.focus.widgets if isinstance(one, DicePanel)), None)


def test_the_dice_of_a_volley_tumble_in_sight_and_stay_until_the_next_ship(seat: Seated) -> None:
    volley(seat)
    while not seat.screen.animation.tray.busy:
        seat.take(seat.screen.tick(0.02))
    seat.look()
    shown = panel(seat)
    assert shown is not None and shown.tray.rect.w > 0 and shown.tray.dice
    assert seat.screen.layout.bottom_panel.contains(shown.tray.rect)
    assert seat.screen.animation.tray.busy, "they still tumble once they are seen"
    seat.settle()
    assert seat.screen.flow.result and panel(seat) is not None, "they lie there while the result is read"
    preferences.settings = Settings(speed=STILL, tumbling=False)
    seat.key("RETURN")
    assert seat.until(lambda now: now.screen.model.input_mode == "fire" and bool(now.screen.model.waiting))
    seat.screen.commands.choose(seat.screen.model.waiting[0])
    assert seat.screen.bottom_panel.tab != 1, "the dice of the last volley are not what the next ship looks at"


def test_where_the_foot_is_a_line_the_dice_lie_over_the_board(tmp_path: Path) -> None:
    at_scale(2.0)
    seat = Seated(tmp_path, size=(1920, 1080))
    volley(seat)
    while not seat.screen.animation.tray.busy:
        seat.take(seat.screen.tick(0.02))
    seat.look()
    plate = panel(seat)
    assert seat.screen.layout.line and isinstance(plate, DicePlate)
    assert seat.screen.layout.board.contains(plate.tray.rect)
    seat.settle()
    assert panel(seat) is None, "the board is free again for the result"


def test_the_dice_of_the_initiative_are_seen_and_the_log_follow_the_film(seat: Seated) -> None:
    seat.key("RETURN", "RETURN")
    preferences.settings = preferences.settings.model_copy(update=MOVING)
    seat.screen.turn_flow.give(seat.screen.model.view.read("amber", "lock"))
    animation, told, rolled = seat.screen.animation, list[int](), False
    final = len(seat.screen.flow.view().log)
    while animation.active:
        if animation.act and animation.act.kind == "initiative" and animation.tray.busy:
            seat.look()
            rolled = rolled or panel(seat) is not None
            assert not any(event.kind == "move" for event in seat.screen.turn_flow.visible_log or ())
            lines = seat.screen.turn_flow.visible_log or ()
            assert not any("has the initiative" in event.text for event in lines), "not before they lie"
        seat.take(seat.screen.tick(0.05))
        seat.look()
        if animation.act and animation.act.moves:
            told.append(sum(isinstance(one, LogLine) for one in seat.screen.bottom_panel.log.pane.widgets))
    assert rolled, "the dice of the initiative tumble in sight"
    assert told == sorted(told) and told[0] < told[-1] <= final, "line by line while the ships move"
    assert len(seat.screen.model.view.log) == final


def test_no_dice_of_the_initiative_lie_beside_the_chances_of_a_volley(seat: Seated) -> None:
    assert seat.until(aims)
    seat.key("v")
    assert not any(event.kind == "initiative" for event in seat.screen.bottom_panel.thrown.events)


def test_lost_boxes_pop_one_after_another_and_can_be_skipped(seat: Seated) -> None:
    volley(seat)
    while seat.screen.animation.active:
        seat.take(seat.screen.tick(0.05))
    seat.look()
    result, popping = seat.screen.flow.result, seat.screen.turn_flow.popping
    assert result is not None and not seat.screen.animation.active
    boxes = result.harm("vesper").get("hull", 0)
    assert boxes and popping.duration == pytest.approx(min(0.6, 0.08 * boxes)) and seat.screen.moving

    def crossed() -> int:
        return next(one for one in seat.screen.panels.upper.widgets if isinstance(one, RowTrack)).fresh

    assert crossed() == 0
    seat.screen.tick(popping.duration / 2)
    seat.look()
    assert 0 < crossed() <= boxes
    seat.key("SPACE")
    assert crossed() == boxes and seat.screen.flow.result is result, "the first press shows all, the next goes on"


def test_lines_under_the_dice_are_broken_to_their_room() -> None:
    long = "Beam 3: 11.7 MU, 3 dice; screen 1: only 5 and 6 score; the 6 rolls again; 4 damage, 1 of it past armour"
    rows, cut = broken([long, "Torpedo: 5 damage"], 420)
    assert len(rows) == 3 and not cut and " ".join(rows[:2]) == long
    rows, cut = broken([long] * 5, 420)
    assert len(rows) == 3 and cut
    assert broken([], 420) == ([], False)


# -- the board and the bar ---------------------------------------------------------------------------------------------


def test_threat_goes_from_one_enemy_to_all_to_none_and_says_so(seat: Seated) -> None:
    def label() -> str:
        return seat.widget("tool threat", Button).label

    seat.screen.context.tools -= {"threat"}
    seat.look()
    place = seat.widget("tool threat").rect
    assert label() == "Threat: off" and not seat.screen.scene.others.threats
    seat.key("t")
    assert label() == "Threat: near" and list(seat.screen.scene.others.threats) == ["vesper"], (
        "Vesper is nearest to Lancet"
    )
    seat.screen.commands.aiming.aim_at("cinder")
    seat.look()
    assert label() == "Threat: target" and list(seat.screen.scene.others.threats) == ["cinder"]
    seat.key("t")
    assert label() == "Threat: all" and set(seat.screen.scene.others.threats) == {"vesper", "cinder"}
    assert seat.widget("tool threat").rect == place, "the switch is as broad whatever it says"
    seat.key("t")
    assert label() == "Threat: off" and not seat.screen.scene.others.threats


def test_the_line_that_is_looked_at_is_seen_in_the_log(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 3)
    seat.screen.bottom_panel.open_tab(0)
    for _ in range(6):
        seat.key("COMMA")
    seat.look()
    log = seat.screen.bottom_panel.log
    line = next(one for one in log.pane.widgets if one.name == f"log line {log.at}")
    assert log.at >= 0 and seen(line) == line.rect
    assert seat.screen.context.shown.chosen, "a sheet stands beside it"


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1366, 768), (1920, 1080)])
def test_no_line_of_the_log_is_cut_in_two(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, size=size)
    volley(seat)
    preferences.settings = Settings(speed=STILL, tumbling=False)
    seat.settle()
    seat.screen.bottom_panel.open_tab(0)
    log = seat.screen.bottom_panel.log
    seat.look()
    assert log.pane.scroll.most
    for notch in (0, 1, 1, 1, -1):
        seat.point(log.pane.rect.center)
        seat.send(Event(pygame.MOUSEWHEEL, y=notch, x=0))
        seat.look()
        shown = [one for one in log.pane.widgets if isinstance(one, LogLine) and one.rect.colliderect(log.pane.rect)]
        # a line may have two rows, each whole
        cut = [one for one in shown if one.rect.clip(log.pane.rect).h % theme.px(HIGH)]
        assert shown and not cut, (notch, log.pane.scroll.offset)


def test_a_line_of_the_log_that_needs_more_room_has_a_second_row(tmp_path: Path) -> None:
    seat = Seated(tmp_path, size=(1280, 800))
    volley(seat)
    seat.settle()
    seat.screen.bottom_panel.open_tab(0)
    with reader(seat.frame) as written:
        seat.screen.context.change()
        seat.look()
    lines = [one for one in seat.screen.bottom_panel.log.pane.widgets if isinstance(one, LogLine)]
    assert {one.rect.h // theme.px(HIGH) for one in lines} == {1, 2}
    assert all(one.rect.h > theme.px(HIGH) or one.needs() <= one.rect.w or not one.event.dice for one in lines)
    words = [one.string for one in written]
    assert any(one.event.reason in words for one in lines if one.rect.h > theme.px(HIGH)), "its reason is read"


@pytest.mark.parametrize("game", ["full_sail/weather_gauge", "power_hex/slow_answer", "easyhex/open_pasture"])
def test_the_key_of_the_marks_lies_on_the_board_where_the_panel_has_no_room(
    still: None, tmp_path: Path, game: str
) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{game}.yaml").read_text(encoding="utf-8"), (1280, 800))
    assert "key" not in seat.names()
    seat.key("F3")
    seat.look()
    key, layout = seat.widget("key").rect, seat.screen.layout
    lines = [one for one in seat.screen.focus.widgets if isinstance(one, LegendLine)]
    assert lines and layout.board.contains(key) and all(key.contains(one.rect) for one in lines)
    assert not wrongs(seat.screen.board, seat.screen.scene), "labels keep off it"
    seat.key("F3")
    assert "key" not in seat.names()


@pytest.mark.parametrize("size", [(800, 520), (800, 500), (1280, 800)])
def test_the_menu_of_a_battle_is_whole_in_a_low_window(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, size=size)
    context: Any = seat.screen.context
    context.leave = context.settings = context.replay = lambda *_: None
    page = Pause(context)
    page.draw(Surface(size))
    rects = [one.rect for one in page.focus.widgets]
    assert len(rects) > 8 and Rect((0, 0), size).contains(page.frame) and all(page.frame.contains(one) for one in rects)
    assert not any(a.colliderect(b) for n, a in enumerate(rects) for b in rects[:n])
