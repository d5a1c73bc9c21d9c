"""The battle screen: every phase at every size, a turn by events alone, and nothing shown that a seat may not know."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.seating.heading import steps
from game.ui.battle import screen as screen_module
from game.ui.render.theme import theme
from game.ui.ship_sheet.system_cells import SystemCell
from game.ui.toolkit.parts import hint
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated, at_scale, firing, picture_of
from tests.support.ui.page_driver import read
from tests.support.ui.screen_driver import well_laid

SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
SCALES = (0.75, 1.0, 3.0)

pytestmark = pytest.mark.usefixtures("still")


# -- what can be seen --------------------------------------------------------------------------------------------------


def all_laid(seat: Seated, what: str) -> None:
    """Everything is well laid, and the main button can be hit."""
    well_laid(seat, what)
    for widget in seat.screen.focus.widgets:
        if isinstance(widget, Button) and widget.name == "main":
            assert widget.rect.h >= theme.px(36), "the main button can be hit"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_every_phase_is_laid_out_at_every_size_and_scale(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, size=size)
    all_laid(seat, "orders")
    seat.key("t", "RIGHT", "UP")
    assert seat.screen.board_input.drag.active
    all_laid(seat, "an order in hand")
    seat.key("ESCAPE")
    wanted = {"fire": False, "assign": False, "result": False}

    def look(now: Seated) -> bool:
        model = now.screen.model
        name = "result" if now.screen.flow.result else model.input_mode
        if name in wanted and not wanted[name] and not (name == "fire" and not model.waiting):
            now.look()
            if name == "fire":
                now.key("e", "v")
            if name == "assign":
                now.key("v")
            all_laid(now, name)
            wanted[name] = True
            model.drop_accepted()
        return all(wanted.values())

    assert seat.until(look), wanted
    seat.key("COMMA")
    all_laid(seat, "the past")


def test_lists_and_foot_fold_where_there_is_little_room(tmp_path: Path) -> None:
    seat = Seated(tmp_path, size=(1920, 1080))
    assert not seat.screen.layout.folded and seat.screen.layout.line, "nothing has happened that could be read"
    assert seat.until(lambda now: bool(now.screen.model.view.log))
    assert not seat.screen.layout.line
    seat.frame = pygame.Surface((1400, 900))
    seat.look()
    assert seat.screen.layout.folded and seat.screen.layout.named and seat.screen.layout.left_panel.w == 164
    seat.frame = pygame.Surface((1100, 800))
    seat.look()
    assert seat.screen.layout.folded and not seat.screen.layout.named and seat.screen.layout.left_panel.w == 72
    seat.frame = pygame.Surface((1200, 800))
    seat.look()
    assert seat.screen.layout.line and seat.screen.layout.bottom_panel.h == 36
    assert {"open", "F4"} <= {one.string for one in read(seat.screen, (1200, 800))}
    seat.press("foot line")
    assert not seat.screen.layout.line and "foot tabs" in seat.names()
    seat.key("F4")
    assert seat.screen.layout.line


def test_a_scale_too_large_for_the_window_is_held_back(tmp_path: Path) -> None:
    at_scale(3.0)
    seat = Seated(tmp_path, size=(1280, 800))
    seat.look()
    assert theme.scale == pytest.approx(1.6)


def test_the_phase_bar_keeps_printed_numbers(seat: Seated) -> None:
    told = steps(seat.screen.model.view)
    assert [step.number for step in told] == list(range(1, 11)), "rows that share a number stand as one"
    assert [step.name for step in told if step.state == "now"] == ["Write orders"]
    assert {step.number for step in told if step.state == "absent"} == {3, 4, 6, 7, 8}
    assert [(step.number, step.fires) for step in told if step.fires] == [(9, "Ships fire")]


def test_what_is_said_of_a_piece_on_the_board_stays_on_the_board(seat: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside it is the line in which orders are typed."""
    laid = list[Rect]()
    monkeypatch.setattr(screen_module, "hint", lambda *given, **more: laid.append(hint(*given, **more)))
    seat.screen.context.note = ""
    board = seat.screen.layout.board
    at = seat.battle.state.ships["vesper"].at
    seat.screen.board.camera.look_at((at[0] - board.w * 0.46 / seat.screen.board.camera.scale, at[1]), glide=False)
    seat.point(seat.pixel("vesper"))
    seat.look()
    assert len(laid) == 1 and board.contains(laid[0]) and laid[0].right == board.right


# -- secrecy -----------------------------------------------------------------------------------------------------------


def test_what_a_seat_sees_does_not_depend_on_what_the_other_has_sealed(tmp_path: Path) -> None:
    frames = []
    for plot in ("S2+3", "P3-2"):
        seat = Seated(tmp_path)
        seat.battle.play(seat.battle.read("lancet", plot))
        seat.battle.play(seat.battle.read("azure", "lock"))
        seat.screen.turn_flow.settle()
        seat.settle()
        assert seat.screen.flow.seat == "amber"
        seat.key("t", "n", "e", "m")
        frames.append(picture_of(seat))
    assert frames[0] == frames[1]


def test_nothing_is_drawn_before_the_curtain_lies_over_the_next_seat(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.curtains == [], "nobody has written anything yet"
    assert seat.screen.context.note == "Azure League decides in secret now: Amber Pact looks away."
    screen = seat.screen
    seat.key("RETURN", "RETURN")  # nobody has an order: the second press is sure
    assert seat.orders == ["azure: lock"] and seat.curtains == ["amber"]
    fresh = Seated(tmp_path)
    fresh.screen.turn_flow.due = ("amber", 0)
    fresh.frame.fill((1, 2, 3))
    fresh.screen.draw(fresh.frame)
    assert {fresh.frame.get_at((x, y))[:3] for x in range(0, 1280, 40) for y in range(0, 800, 40)} == {
        theme.palette.panel
    }
    assert screen.flow.seat == "amber" and screen.model.view.side == "amber"


def test_open_phases_pass_the_seat_without_a_curtain(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.phase.name == "Ships fire")
    before = len(seat.curtains)
    first = seat.screen.flow.seat
    assert seat.until(lambda now: now.screen.flow.seat != first and now.battle.phase.name == "Ships fire")
    assert len(seat.curtains) == before


def test_orders_are_unlocked_until_the_reveal(seat: Seated) -> None:
    seat.key("RETURN", "RETURN", "h")
    assert seat.screen.flow.seat == "azure" and seat.curtains == ["amber", "azure"]
    assert seat.screen.turn_flow.main.label.startswith("Hand over")
    seat.screen.turn_flow.give(seat.battle.read("azure", "unlock"))
    assert "azure" not in seat.battle.state.ready and seat.screen.model.prompt is not None
    seat.key("RIGHT", "RETURN")
    assert seat.orders[-1].startswith("lancet: ")


def test_what_is_in_hand_is_sealed_before_the_seat_is_given_away(seat: Seated) -> None:
    first = seat.screen.flow.seat
    seat.key("RIGHT")
    (held,) = seat.screen.model.drafts.values()
    seat.key("h")
    assert seat.screen.flow.seat != first
    assert str(seat.battle.state.sealed[held.by]) == str(held)


def test_what_is_in_hand_is_sealed_before_the_battle_is_left(seat: Seated) -> None:
    seat.key("RIGHT")
    (held,) = seat.screen.model.drafts.values()
    seat.screen.heard("leave")
    assert str(seat.battle.state.sealed[held.by]) == str(held)


def test_whoever_was_called_in_vain_still_hears_what_happened(seat: Seated) -> None:
    assert seat.until(
        lambda now: now.battle.state.turn == 2 and now.battle.phase.secret and now.screen.flow.seat == "amber"
    )
    since = seat.screen.turn_flow.called
    assert since is not None and since[0] == "amber"
    seat.screen.heard("hand over")
    assert seat.screen.flow.seat == "azure" and seat.screen.flow.seen["amber"] == since[1]


# -- orders ------------------------------------------------------------------------------------------------------------


def test_a_drag_plots_the_end_it_snaps_to(seat: Seated) -> None:
    wanted = next(one for one in seat.screen.model.destinations() if str(one.order) == "S2+1")
    seat.lift("lancet", wanted.at)
    model = seat.screen.model
    assert str(model.order) == "S2+1" and not seat.orders, "in hand, not given"
    assert [stat.becomes for stat in model.sheet("lancet").stats[:2]] == ["7", "5"], "the sheet follows the hand"
    assert model.fire.exchanges(), "what both would do is told before the order is given"
    seat.drop(wanted.at)
    assert seat.orders == ["lancet: S2+1"]
    assert not seat.screen.board_input.drag.active


def test_escape_takes_a_drag_back(seat: Seated) -> None:
    seat.lift("lancet", (26.0, 18.0))
    seat.key("ESCAPE")
    seat.drop((26.0, 18.0))
    assert not seat.orders and str(seat.screen.model.order) == "0"


def test_keys_plot_and_enter_seals_then_locks(seat: Seated) -> None:
    seat.key("UP", "UP", "RETURN")
    assert seat.orders == ["lancet: +2"]
    seat.key("n", "DOWN", "RETURN")
    assert seat.orders[-1] == "halyard: -1"
    assert seat.screen.turn_flow.main.sub == "every ship has one"
    seat.key("RETURN")
    assert seat.orders[-1] == "azure: lock", "nobody lacks an order: one press is enough"


def test_the_main_button_names_who_lacks_an_order_and_asks_twice(seat: Seated) -> None:
    seat.key("UP", "RETURN")
    assert seat.screen.turn_flow.main.sub == "Halyard has none: it goes straight on"
    seat.key("RETURN")
    assert seat.orders == ["lancet: +1"] and seat.screen.context.sure
    seat.key("n")
    assert seat.screen.context.sure, "the next ship in hand does not change what would be locked"
    seat.key("a", "r")
    assert seat.screen.context.sure and seat.widget("main", Button).label == "Lock orders: sure?"
    seat.key("ESCAPE")
    assert not seat.screen.context.sure and seat.screen.context.note == "Lock orders: not now."
    seat.key("RETURN", "UP")
    assert not seat.screen.context.sure, "with an order in hand something else would be locked"
    assert seat.screen.context.note == "Lock orders: not now.", "nothing is withdrawn without a word"


def test_every_button_of_the_form_is_grey_just_where_the_order_would_be_refused(seat: Seated) -> None:
    from dataclasses import replace

    model = seat.screen.model
    order = model.order
    assert order is not None
    checked = 0
    for choice in model.choices("legs"):
        button = seat.widget(f"legs {order.label_for('legs', choice.value)}")
        refusal = model.view.why_not(replace(order, legs=choice.value))
        assert button.enabled == (refusal is None), button.name
        assert button.why_not == (refusal.why if refusal else "")
        checked += not button.enabled
    assert checked, "one point beyond the allowance is on the form, greyed"
    seat.press("legs S2")
    assert seat.orders == ["lancet: S2"]
    seat.press("dv +1")
    assert seat.orders[-1] == "lancet: S2+1"


def test_typed_notation_is_in_hand_at_once_given_with_enter_and_refused_with_its_reason(seat: Seated) -> None:
    seat.key("o")
    seat.type("S1+2")
    assert str(seat.screen.model.order) == "S1+2" and seat.screen.model.ghost is not None and not seat.orders
    seat.key("RETURN")
    assert seat.orders == ["lancet: S1+2"] and seat.screen.model.chosen == "halyard"
    seat.press("ship lancet")
    seat.key("o")
    seat.type("S9")
    assert seat.screen.model.hand.wrong is not None and seat.screen.model.hand.wrong.rule
    seat.key("RETURN")
    assert seat.orders == ["lancet: S1+2"], "what cannot be flown is not given"
    seat.key("ESCAPE")
    assert seat.screen.model.hand.wrong is None and str(seat.screen.model.order) == "S1+2"


def test_a_click_on_an_enemy_makes_it_the_target_of_the_ghost(seat: Seated) -> None:
    seat.key("UP", "RETURN")
    seat.click(seat.pixel("vesper"))
    assert seat.screen.model.chosen == "halyard" and seat.screen.model.target == "vesper"
    assert seat.screen.bottom_panel.odds and seat.screen.bottom_panel.odds[0].target == "vesper"


def test_undo_takes_plots_back_and_says_why_when_it_cannot(seat: Seated) -> None:
    seat.key("UP", "RETURN", "u")
    assert not seat.orders and "Taken back" in seat.screen.context.note
    seat.key("u")
    assert seat.screen.context.note == "Cannot be taken back: nothing has been ordered yet."
    assert seat.until(lambda now: bool(now.screen.flow.result))
    count = len(seat.orders)
    seat.key("u")
    assert len(seat.orders) == count and "dice have been rolled" in seat.screen.context.note


# -- fire and repairs --------------------------------------------------------------------------------------------------


def test_odds_stand_before_the_roll_and_the_result_is_ringed_after_it(seat: Seated) -> None:
    firing(seat)
    seat.press("ship vesper")
    gun = next(shot.mount for shot in seat.screen.model.fire.shots("lancet", "vesper") if shot.bears)
    seat.press(f"gun {gun}")
    model, screen = seat.screen.model, seat.screen
    assert [shot.mount for shot in model.order.shots] == [gun]
    assert screen.bottom_panel.odds == model.view.odds(model.order) != (), "just what the rules say"
    assert screen.bottom_panel.tab == 2, "and in front"
    seat.key("v")
    bearing = {shot.mount for shot in model.fire.shots("lancet", "vesper") if shot.bears}
    assert {shot.mount for shot in model.order.shots} <= bearing
    before = model.view.sheet("vesper")
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("lancet: fire ")
    result = screen.flow.result
    assert result is not None and screen.turn_flow.main.label == "Next ship fires"
    lost = before.tracks[0].left - screen.model.view.sheet("vesper").tracks[0].left
    assert result.harm("vesper").get("hull", 0) == lost == screen.bottom_panel.rolled["vesper"]
    seat.key("RETURN")
    assert screen.flow.result is None and screen.flow.seat == "amber"


def test_a_gun_that_cannot_fire_is_refused_in_words_and_on_the_board(seat: Seated) -> None:
    firing(seat)
    model = seat.screen.model
    for _ in model.enemies():
        seat.key("e")
        if not all(shot.bears for shot in model.fire.shots("lancet", model.target)):
            break
    refused = next(shot for shot in model.fire.shots("lancet", model.target) if not shot.bears)
    seat.press(f"gun {refused.mount}")
    assert not model.order.shots and model.gun == refused.mount
    assert [one.shot.mount for one in seat.screen.scene.asked.refusals] == [refused.mount]


def test_numbers_pick_guns_up_and_lay_them_down(seat: Seated) -> None:
    firing(seat)
    seat.key("e")
    model = seat.screen.model
    guns = [gun.key for gun in model.fire.guns("lancet")]
    n = next(
        i
        for i, key in enumerate(guns, 1)
        if any(s.mount == key and s.bears for s in model.fire.shots("lancet", model.target))
    )
    seat.key(str(n))
    assert [shot.mount for shot in model.order.shots] == [guns[n - 1]]
    seat.key(str(n))
    assert not model.order.shots


def test_the_table_holds_still_while_targets_and_guns_are_chosen(seat: Seated) -> None:
    firing(seat)
    seat.settle()
    still = seat.screen.board.camera.key
    for key in ("e", "e", "v", "1", "2", "e"):
        seat.key(key)
        seat.settle()
        assert seat.screen.board.camera.key == still, key


def test_holding_fire_with_guns_that_bear_asks_twice(seat: Seated) -> None:
    firing(seat)
    assert seat.screen.turn_flow.main.label == "Hold fire"
    count = len(seat.orders)
    seat.key("RETURN")
    assert len(seat.orders) == count and seat.screen.context.sure
    seat.key("RETURN")
    assert seat.orders[-1] == "lancet: hold"


def test_a_threshold_shows_every_die_under_its_system(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.until(
        lambda now: bool(now.screen.flow.result and now.screen.flow.result.check(now.screen.flow.result.targets[0]))
    )
    result = seat.screen.flow.result
    assert result is not None
    target = result.targets[0]
    faces = result.faces(target)
    cells = {
        widget.system.key: widget
        for widget in seat.screen.focus.widgets
        if isinstance(widget, SystemCell) and widget.face
    }
    assert {key: cell.face for key, cell in cells.items()} == faces
    check = result.check(target)
    assert check is not None and check.rule.endswith("5.3")
    hot = {key for key, cell in cells.items() if cell.pick == "hot"}
    assert hot == {key for key, die in zip(check.mounts, check.dice) if die.scored}


def test_repairs_by_clicks_by_numbers_and_as_the_crew_would(seat: Seated) -> None:
    assert seat.until(
        lambda now: (
            now.screen.model.input_mode == "assign"
            and now.screen.flow.seat == "azure"
            and "lancet" in now.screen.model.waiting
        )
    )
    model = seat.screen.model
    seat.press("ship lancet")
    crew = model.meter()
    assert crew is not None and crew.total == int(model.sheet("lancet").stats[3].value)
    seat.press("parties lancet PDSa 1")
    assert dict(model.order.parties) == {"PDSa": 1}
    for n in range(5):
        button = next((w for w in seat.screen.focus.widgets if w.name == f"parties lancet PDSa {n}"), None)
        if button is not None:
            legal = model.view.why_not(model.order.assign("PDSa", n)) is None
            assert button.enabled == legal
    seat.key("ESCAPE")
    assert not model.order.parties
    seat.key("v")
    assert model.order == model.view.suggestion("lancet")
    assert all(model.drafts[key] == model.view.suggestion(key) for key in model.waiting), "on every ship of the side"
    assert seat.screen.turn_flow.main.label == "Roll repairs"
    seat.key("RETURN")
    assert any("lancet: repair" in one for one in seat.orders[-3:])
