"""The battle screen: every phase at every size, a turn by events alone, and nothing shown that a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pygame
import pytest

from game.core.folders import Settings
from game.export.picture import picture, write_picture
from game.store import new_save, open_battle
from game.ui.battle.cells import SystemCell
from game.ui.battle.keys import BINDINGS, Keys, chord_of, conflicts
from game.ui.battle.minutes import Filter, shown
from game.ui.battle.odds_chart import bars, percent
from game.ui.battle.pause import Ending, Pause
from game.ui.battle.top_bar import steps
from game.ui.fields import Tabs
from game.ui.preferences import STILL, chosen
from game.ui.theme import theme
from game.ui.widgets import Button
from tests.seated import TURN, Curtain, Seated, at_scale, seen

SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
SCALES = (0.75, 1.0, 3.0)


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Nothing moves unless a test wants it to; scale and settings are put back."""
    before = chosen.settings
    chosen.settings = Settings(speed=STILL, tumbling=False)
    pygame.display.init()
    pygame.font.init()
    yield
    chosen.settings, theme.scale, theme.seated = before, 1.0, 0


@pytest.fixture
def seat(tmp_path: Path) -> Seated:
    return Seated(tmp_path)


# -- what can be seen ----------------------------------------------------------------------------------------------------


def well_laid(seat: Seated, what: str) -> None:
    """Nothing that can be pressed leaves the window or lies over another; the panels leave no gap."""
    layout, window = seat.screen.layout, seat.frame.get_rect()
    area = sum(r.w * r.h for r in (layout.top, layout.left, layout.board, layout.foot, layout.sheet))
    assert area == window.w * window.h, "the panels fill the window and do not overlap"
    pressable = [widget for widget in seat.screen.focus.widgets if widget.focusable and not isinstance(widget, Tabs)]
    for widget in pressable:
        assert not seen(widget) or window.contains(seen(widget)), f"{what}: {widget.name} leaves the window"
    for a, b in combinations(pressable, 2):
        assert not (seen(a).w and seen(b).w and seen(a).colliderect(seen(b))), f"{what}: {a.name} lies over {b.name}"
    for widget in seat.screen.focus.widgets:
        if isinstance(widget, Button) and widget.name == "main":
            assert widget.rect.h >= theme.px(36), "the main button can be hit"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_every_phase_is_laid_out_at_every_size_and_scale(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, size=size)
    well_laid(seat, "orders")
    seat.key("t", "RIGHT", "UP")
    assert seat.screen.hand.drag.active
    well_laid(seat, "an order in hand")
    seat.key("ESCAPE")
    wanted = {"fire": False, "assign": False, "result": False}

    def look(now: Seated) -> bool:
        desk = now.screen.desk
        name = "result" if now.screen.flow.result else desk.gesture
        if name in wanted and not wanted[name] and not (name == "fire" and not desk.waiting):
            if name == "fire":
                now.key("e", "v")
            if name == "assign":
                now.key("v")
            well_laid(now, name)
            wanted[name] = True
            desk.hands.clear()
            desk.forget()
        return all(wanted.values())

    assert seat.until(look), wanted
    seat.key("COMMA")
    well_laid(seat, "the past")


def test_lists_and_foot_fold_where_there_is_little_room(tmp_path: Path) -> None:
    seat = Seated(tmp_path, size=(1920, 1080))
    assert not seat.screen.layout.folded and not seat.screen.layout.line
    seat.frame = pygame.Surface((1400, 900))
    seat.look()
    assert seat.screen.layout.folded and seat.screen.layout.left.w == 72
    seat.frame = pygame.Surface((1200, 800))
    seat.look()
    assert seat.screen.layout.line and seat.screen.layout.foot.h == 36
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
    view = seat.screen.desk.view
    wide = steps(view, 1200)
    assert [step.number for step in wide] == [row.number for row, _ in view.phases]
    assert [step.name for step in wide if step.state == "now"] == ["Write orders"]
    assert all(not step.name and step.wide <= 30 for step in wide if step.state == "absent")
    assert all(step.name for step in wide if step.state == "next")
    narrow = steps(view, 480)
    assert [step.name for step in narrow if step.name] == ["Write orders"], "where names do not fit, the current one stays"
    assert sum(step.wide for step in narrow) == pytest.approx(470)


# -- secrecy -------------------------------------------------------------------------------------------------------------


def picture_of(seat: Seated) -> bytes:
    return pygame.image.tobytes(seat.look(), "RGB")


def test_what_a_seat_sees_does_not_depend_on_what_the_other_has_sealed(tmp_path: Path) -> None:
    frames = []
    for plot in ("S2+3", "P3-2"):
        seat = Seated(tmp_path)
        seat.battle.play(seat.battle.read("lancet", plot))
        seat.battle.play(seat.battle.read("azure", "lock"))
        seat.screen.conduct.settle()
        seat.settle()
        assert seat.screen.flow.seat == "amber"
        seat.key("t", "n", "e", "m")
        frames.append(picture_of(seat))
    assert frames[0] == frames[1]


def test_nothing_is_drawn_before_the_curtain_lies_over_the_next_seat(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.curtains == ["azure"], "the first seat is called too"
    screen = seat.screen
    seat.key("RETURN", "RETURN")  # nobody has an order: the second press is sure
    assert seat.orders == ["azure: lock"] and seat.curtains == ["azure", "amber"]
    fresh = Seated(tmp_path)
    fresh.screen.conduct.due = ("amber", 0)
    fresh.frame.fill((1, 2, 3))
    fresh.screen.draw(fresh.frame)
    assert {fresh.frame.get_at((x, y))[:3] for x in range(0, 1280, 40) for y in range(0, 800, 40)} == {theme.palette.panel}
    assert screen.flow.seat == "amber" and screen.desk.view.side == "amber"


def test_open_phases_pass_the_seat_without_a_curtain(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.phase.name == "Ships fire")
    before = len(seat.curtains)
    first = seat.screen.flow.seat
    assert seat.until(lambda now: now.screen.flow.seat != first and now.battle.phase.name == "Ships fire")
    assert len(seat.curtains) == before


def test_orders_are_unlocked_until_the_reveal(seat: Seated) -> None:
    seat.key("RETURN", "RETURN", "h")
    assert seat.screen.flow.seat == "azure" and seat.curtains == ["azure", "amber", "azure"]
    assert seat.screen.main.label.startswith("Hand over")
    seat.screen.conduct.give(seat.battle.read("azure", "unlock"))
    assert "azure" not in seat.battle.state.ready and seat.screen.desk.prompt is not None
    seat.key("RIGHT", "RETURN")
    assert seat.orders[-1].startswith("lancet: ")


def test_whoever_was_called_in_vain_still_hears_what_happened(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2 and now.battle.phase.secret and now.screen.flow.seat == "amber")
    since = seat.screen.conduct.called
    assert since is not None and since[0] == "amber"
    seat.screen.heard("hand over")
    assert seat.screen.flow.seat == "azure" and seat.screen.flow.seen["amber"] == since[1]


# -- orders --------------------------------------------------------------------------------------------------------------


def test_a_drag_plots_the_landing_it_snaps_to(seat: Seated) -> None:
    wanted = next(one for one in seat.screen.desk.landings() if str(one.order) == "S2+1")
    seat.lift("lancet", wanted.at)
    desk = seat.screen.desk
    assert str(desk.order) == "S2+1" and not seat.orders, "in hand, not given"
    assert [stat.becomes for stat in desk.sheet("lancet").stats[:2]] == ["7", "5"], "the sheet follows the hand"
    assert desk.exchanges(), "what both would do is told before the order is given"
    seat.drop(wanted.at)
    assert seat.orders == ["lancet: S2+1"]
    assert not seat.screen.hand.drag.active


def test_escape_takes_a_drag_back(seat: Seated) -> None:
    seat.lift("lancet", (26.0, 18.0))
    seat.key("ESCAPE")
    seat.drop((26.0, 18.0))
    assert not seat.orders and str(seat.screen.desk.order) == "0"


def test_keys_plot_and_enter_seals_then_locks(seat: Seated) -> None:
    seat.key("UP", "UP", "RETURN")
    assert seat.orders == ["lancet: +2"]
    seat.key("n", "DOWN", "RETURN")
    assert seat.orders[-1] == "halyard: -1"
    assert seat.screen.main.sub == "every ship has one"
    seat.key("RETURN")
    assert seat.orders[-1] == "azure: lock", "nobody lacks an order: one press is enough"


def test_the_main_button_names_who_lacks_an_order_and_asks_twice(seat: Seated) -> None:
    seat.key("UP", "RETURN")
    assert seat.screen.main.sub == "Halyard has none: it will coast"
    seat.key("RETURN")
    assert seat.orders == ["lancet: +1"] and seat.screen.sure
    seat.key("n")
    assert not seat.screen.sure, "anything else takes the press back"


def test_every_button_of_the_form_is_grey_just_where_the_order_would_be_refused(seat: Seated) -> None:
    from dataclasses import replace

    desk = seat.screen.desk
    order = desk.order
    assert order is not None
    checked = 0
    for choice in desk.choices("legs"):
        button = seat.widget(f"legs {order.word('legs', choice.value)}")
        refusal = desk.view.why_not(replace(order, legs=choice.value))  # type: ignore[call-arg]
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
    assert str(seat.screen.desk.order) == "S1+2" and seat.screen.desk.ghost is not None and not seat.orders
    seat.key("RETURN")
    assert seat.orders == ["lancet: S1+2"]
    seat.key("o")
    seat.type("S9")
    assert seat.screen.desk.wrong is not None and seat.screen.desk.wrong.rule
    seat.key("RETURN")
    assert seat.orders == ["lancet: S1+2"], "what cannot be flown is not given"
    seat.key("ESCAPE")
    assert seat.screen.desk.wrong is None and str(seat.screen.desk.order) == "S1+2"


def test_a_click_on_an_enemy_makes_it_the_target_of_the_ghost(seat: Seated) -> None:
    seat.key("UP", "RETURN")
    seat.click(seat.pixel("vesper"))
    assert seat.screen.desk.chosen == "lancet" and seat.screen.desk.target == "vesper"
    assert seat.screen.foot.odds and seat.screen.foot.odds[0].target == "vesper"


def test_undo_takes_plots_back_and_says_why_when_it_cannot(seat: Seated) -> None:
    seat.key("UP", "RETURN", "u")
    assert not seat.orders and "Taken back" in seat.screen.note
    seat.key("u")
    assert seat.screen.note == "Cannot be taken back: nothing has been ordered yet."
    assert seat.until(lambda now: bool(now.screen.flow.result))
    count = len(seat.orders)
    seat.key("u")
    assert len(seat.orders) == count and "dice have been rolled" in seat.screen.note


# -- fire and repairs ----------------------------------------------------------------------------------------------------


def firing(seat: Seated) -> Seated:
    """Lancet's turn to fire."""
    assert seat.until(lambda now: now.screen.desk.gesture == "fire" and "lancet" in now.screen.desk.waiting)
    seat.press("ship lancet")
    return seat


def test_odds_stand_before_the_roll_and_the_result_is_ringed_after_it(seat: Seated) -> None:
    firing(seat)
    seat.press("ship vesper")
    gun = next(shot.mount for shot in seat.screen.desk.shots("lancet", "vesper") if shot.bears)
    seat.press(f"gun {gun}")
    desk, screen = seat.screen.desk, seat.screen
    assert [shot.mount for shot in desk.order.shots] == [gun]  # type: ignore[union-attr]
    assert screen.foot.odds == desk.view.odds(desk.order) != (), "just what the rules say"  # type: ignore[arg-type]
    assert screen.foot.tab == 2, "and in front"
    seat.key("v")
    bearing = {shot.mount for shot in desk.shots("lancet", "vesper") if shot.bears}
    assert {shot.mount for shot in desk.order.shots} <= bearing  # type: ignore[union-attr]
    before = desk.view.sheet("vesper")
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("lancet: fire ")
    result = screen.flow.result
    assert result is not None and screen.main.label == "Next ship fires"
    lost = before.tracks[0].left - screen.desk.view.sheet("vesper").tracks[0].left
    assert result.rolled("vesper") == lost == screen.foot.rolled["vesper"]
    seat.key("RETURN")
    assert screen.flow.result is None and screen.flow.seat == "amber"


def test_a_gun_that_cannot_fire_is_refused_in_words_and_on_the_board(seat: Seated) -> None:
    firing(seat)
    desk = seat.screen.desk
    for _ in desk.enemies():
        seat.key("e")
        if not all(shot.bears for shot in desk.shots("lancet", desk.target)):
            break
    refused = next(shot for shot in desk.shots("lancet", desk.target) if not shot.bears)
    seat.press(f"gun {refused.mount}")
    assert not desk.order.shots and desk.gun == refused.mount  # type: ignore[union-attr]
    assert [one.shot.mount for one in seat.screen.scene.refusals] == [refused.mount]


def test_numbers_pick_guns_up_and_lay_them_down(seat: Seated) -> None:
    firing(seat)
    seat.key("e")
    desk = seat.screen.desk
    guns = [gun.key for gun in desk.guns("lancet")]
    n = next(i for i, key in enumerate(guns, 1) if any(s.mount == key and s.bears for s in desk.shots("lancet", desk.target)))
    seat.key(str(n))
    assert [shot.mount for shot in desk.order.shots] == [guns[n - 1]]  # type: ignore[union-attr]
    seat.key(str(n))
    assert not desk.order.shots  # type: ignore[union-attr]


def test_holding_fire_with_guns_that_bear_asks_twice(seat: Seated) -> None:
    firing(seat)
    assert seat.screen.main.label == "Hold fire"
    count = len(seat.orders)
    seat.key("RETURN")
    assert len(seat.orders) == count and seat.screen.sure
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
    cells = {widget.system.key: widget for widget in seat.screen.focus.widgets if isinstance(widget, SystemCell) and widget.face}  # type: ignore[attr-defined]
    assert {key: cell.face for key, cell in cells.items()} == faces  # type: ignore[attr-defined]
    check = result.check(target)
    assert check is not None and check.rule.endswith("5.3")
    hot = {key for key, cell in cells.items() if cell.pick == "hot"}  # type: ignore[attr-defined]
    assert hot == {key for key, die in zip(check.mounts, check.dice) if die.scored}


def test_repairs_by_clicks_by_numbers_and_as_the_crew_would(seat: Seated) -> None:
    assert seat.until(
        lambda now: (
            now.screen.desk.gesture == "assign" and now.screen.flow.seat == "azure" and "lancet" in now.screen.desk.waiting
        )
    )
    desk = seat.screen.desk
    seat.press("ship lancet")
    crew = desk.gauge()
    assert crew is not None and crew.total == int(desk.sheet("lancet").stats[3].value)
    seat.press("system PDSa")
    assert dict(desk.order.parties) == {"PDSa": 1}  # type: ignore[union-attr]
    for n in range(5):
        button = next((w for w in seat.screen.focus.widgets if w.name == f"parties PDSa {n}"), None)
        if button is not None:
            legal = desk.view.why_not(desk.order.assign("PDSa", n)) is None  # type: ignore[union-attr]
            assert button.enabled == legal
    seat.key("ESCAPE")
    assert not desk.order.parties  # type: ignore[union-attr]
    seat.key("v")
    assert desk.order == desk.view.system.suggestion(desk.view.state, "lancet")
    assert seat.screen.main.label == "Roll repairs"
    seat.key("RETURN")
    assert "lancet: repair" in seat.orders[-1]


# -- minutes, the past, the end ------------------------------------------------------------------------------------------


def test_a_line_of_the_minutes_shows_its_moment_and_leads_back(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2 and now.screen.desk.gesture == "plot" and not now.screen.flow.result)
    seat.key("F5")
    minutes = seat.screen.desk.view.minutes
    line = next(i for i, event in enumerate(minutes) if event.kind == "fire")
    seat.screen.foot.pane.scroll.to(line * theme.px(32))
    seat.screen.change()
    seat.look()
    seat.press(f"minute {line}")
    past = seat.screen.past
    assert past is not None and past.event == minutes[line]
    assert past.view.state.turn == 1 and seat.screen.shown.frozen and seat.screen.desk.prompt is not None
    assert "now" in seat.names() and len(seat.screen.desk.view.minutes) == len(minutes), "the minutes stay whole"
    seat.key("ESCAPE")
    assert seat.screen.past is None and "now" not in seat.names()


def test_no_moment_shows_what_was_sealed_then(seat: Seated) -> None:
    seat.key("UP", "RETURN", "RETURN", "RETURN")
    assert seat.screen.flow.seat == "amber"
    for _ in range(len(seat.orders)):
        seat.key("COMMA")
        past = seat.screen.past
        assert past is not None and "lancet" not in past.view.state.sealed
        assert "+1" not in past.words()
    seat.key("BACKSPACE")
    assert seat.screen.past is None


def test_minutes_are_filtered_by_ship_kind_and_word(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2)
    view = seat.screen.desk.view
    every = shown(view, Filter())
    assert len(every) == len(view.minutes)
    for ship in ("lancet", "vesper"):
        lines = shown(view, Filter(ship))
        assert 0 < len(lines) < len(every)
        assert all(ship in (event.who, event.whom) or f"{{{ship}}}" in event.text for _, event in lines)
    assert {event.kind for _, event in shown(view, Filter(kind=2))} <= {"move", "contact", "hazard"}
    seat.key("SLASH")
    seat.type("initiative")
    assert seat.screen.foot.filter.word == "initiative"
    assert all("initiative" in event.words() for _, event in shown(view, seat.screen.foot.filter))


def test_a_finished_battle_is_stepped_through_to_its_beginning(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TURN + "victory: {turns: 2}\n")
    assert not seat.until(lambda now: False), "it ends"
    seat.settle()
    assert isinstance(seat.pushed, Ending), "the end is told"
    seat.pushed.draw(seat.frame)
    assert seat.screen.heard("earlier") is None and seat.screen.past is not None
    for length in range(len(seat.orders) - 2, -1, -1):
        seat.key("COMMA")
        assert seat.screen.past is not None and seat.screen.past.length == length
        assert seat.screen.past.view.side is None, "a finished battle is open"
    seat.key("COMMA")
    assert seat.screen.past.length == 0
    seat.key("END")
    assert seat.screen.past is None


def test_computer_sides_play_by_themselves(tmp_path: Path) -> None:
    text = TURN.replace("amber: {name: Amber Pact}", "amber: {name: Amber Pact, player: random}")
    seat = Seated(tmp_path, text)
    assert not seat.curtains, "one person needs no curtain"
    assert seat.screen.flow.seat == "azure" and any(line.startswith("amber: lock") for line in seat.orders)
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert seat.screen.desk.gesture == "fire" and seat.screen.desk.prompt is not None
    none = Seated(
        tmp_path,
        text.replace("azure: {name: Azure League}", "azure: {name: Azure League, player: random}") + "victory: {turns: 2}\n",
    )
    assert none.battle.state.outcome is not None, "two computers fight it out"


# -- keys, pages, files --------------------------------------------------------------------------------------------------


def test_no_key_stands_for_two_things_and_every_one_does_something(seat: Seated) -> None:
    assert conflicts({one.action: one for one in BINDINGS}) == []
    from game.ui.battle.commands import NUDGES, PANS, SWITCHES

    for one in BINDINGS:
        known = one.action in (*SWITCHES, *NUDGES, *PANS) or one.action.startswith("gun ")
        assert known or hasattr(seat.screen.commands, "_" + one.action.replace(" ", "_")), one.action
        assert all(chord_of(key) for key in one.keys)


def test_a_players_own_keys_are_taken_unless_they_clash() -> None:
    keys = Keys({"arcs": "B", "range": "T", "undo": "Hyper+Q", "unknown": "Z"})
    assert keys.cap("arcs") == "B" and keys.cap("range") == "R" and keys.cap("undo") == "U"
    assert len(keys.troubles) == 2
    assert any("already stands for where the enemy can end" in words for words in keys.troubles)
    assert any("no key “Hyper”" in words for words in keys.troubles)
    assert Keys({"arcs": "F1"}).troubles, "the window's own keys are not to be had"


def test_tab_goes_round_everything_that_can_be_pressed(seat: Seated) -> None:
    walked = []
    for _ in range(200):
        seat.key("TAB")
        at = seat.screen.focus.at
        assert at is not None and seat.screen.focus.visible
        assert seen(at).h > 0, f"{at.name} is scrolled into view"
        if at.name in walked:
            break
        walked.append(at.name)
    assert {"main", "notation", "legs S2", "ship vesper", "tool arcs", "system B3"} <= set(walked)
    assert len(walked) == sum(widget.focusable for widget in seat.screen.focus.widgets)


def test_everything_that_can_be_pointed_at_has_a_rule_that_exists(seat: Seated) -> None:
    from game.core.rulebook import rulebook

    addresses = set()
    for wanted in ("plot", "fire", "assign"):
        assert seat.until(lambda now, kind=wanted: now.screen.desk.gesture == kind and now.screen.desk.prompt is not None)  # type: ignore[misc]
        addresses |= {widget.rule for widget in seat.screen.focus.widgets if widget.rule}
    assert len(addresses) > 15
    assert addresses <= rulebook().keys()


def test_the_menu_and_the_key_list_are_pages_over_the_battle(seat: Seated) -> None:
    seat.key("F10")
    assert isinstance(seat.pushed, Pause)
    seat.pushed.draw(seat.frame)
    labels = [widget.name for widget in seat.pushed.focus.widgets]
    assert "Back to the battle" in labels and "Keys" in labels
    seat.key("F2")
    seat.pushed.draw(seat.frame)
    drawn = [one.binding.action for one in seat.pushed.focus.widgets if hasattr(one, "binding")]
    assert set(drawn) >= {one.action for one in BINDINGS if not one.action.startswith("gun ")} | {"gun 1"}


def test_trouble_with_the_save_is_said_and_orders_are_on_disk(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    recorder = new_save(seat.opened, path=tmp_path / "save.yaml")
    words: list[str] = []
    seat.screen.trouble = lambda: words[0] if words else ""
    quiet = picture_of(seat)
    seat.key("UP", "RETURN")
    assert "{by: lancet, order: +1}" in (tmp_path / "save.yaml").read_text().replace('"', "").replace("'", "")
    seat.key("u")
    assert open_battle(tmp_path / "save.yaml").battle.records == []
    recorder.close()
    words.append("The disk is full.")
    seat.screen.note = ""
    assert picture_of(seat) != quiet


def test_a_picture_shows_the_step_it_is_asked_for(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.until(lambda now: now.battle.phase.name == "Ships fire")
    late = write_picture(seat.opened, tmp_path / "late.png", (1280, 800), 1.0)
    early = picture(seat.opened, 1, (1280, 800), 1.0, tmp_path / "early.png")
    assert pygame.image.load(late).get_size() == (1280, 800)
    assert late.read_bytes() != early.read_bytes()
    other = picture(seat.opened, 1, (1280, 800), 1.0, tmp_path / "other.png", side="amber")
    assert other.read_bytes() != early.read_bytes(), "the other seat sees another screen"
    with pytest.raises(OSError):
        write_picture(seat.opened, tmp_path / "nowhere" / "x.png", (640, 400))


def test_movement_is_played_back_and_can_be_skipped(tmp_path: Path) -> None:
    chosen.settings = Settings(speed=1.0, tumbling=True)
    seat = Seated(tmp_path)
    seat.battle.play(seat.battle.read("azure", "lock"))
    seat.screen.conduct.settle()
    seat.settle()
    seat.key("RETURN", "RETURN")
    showing = seat.screen.showing
    assert showing.active and seat.screen.moving
    for _ in range(40):
        seat.screen.tick(0.05)
        if showing.act and showing.act.moves and showing.moment and 0.2 < showing.moment.time < 1.0:
            break
    assert showing.moment is not None
    start, end = (20.0, 20.0), seat.battle.state.ships["lancet"].at
    there = showing.moment.places["lancet"].at
    assert start[0] < there[0] < end[0], "on the way"
    assert seat.screen.phase_shown == 5
    seat.look()
    for _ in range(5):
        seat.key("SPACE")
    assert not showing.active and seat.screen.desk.gesture == "fire"


# -- small things --------------------------------------------------------------------------------------------------------


def test_chances_in_words() -> None:
    assert [percent(x) for x in (0.0, 1e-6, 0.0042, 0.052, 0.44, 0.99999)] == [
        "none",
        "none",
        "0.42 %",
        "5.2 %",
        "44 %",
        "certain",
    ]


def test_a_chart_gathers_what_does_not_fit(seat: Seated) -> None:
    firing(seat)
    seat.key("e", "v")
    odds = seat.screen.desk.odds()[0]
    few = bars(odds, 3)
    assert len(few.chances) == 3 and few.open and sum(few.chances) == pytest.approx(1)
    whole = bars(odds, 99, rolled=1)
    assert sum(whole.chances) == pytest.approx(1) and whole.rolled == 1
    assert whole.row == odds.row_left and len(whole.chances) > min(odds.row_left, len(odds.chances) - 1)


def test_a_stub_of_the_curtain_is_not_mistaken_for_the_real_one() -> None:
    from game.ui.curtain import Curtain as Real

    assert Real.__init__.__code__.co_varnames[:4] == ("self", "battle", "side", "since")
    assert Curtain.__init__.__code__.co_varnames[:4] == ("self", "battle", "side", "since")


@pytest.mark.parametrize("seed", range(3))
def test_nothing_a_player_does_in_whatever_order_breaks_the_screen(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    seat = Seated(tmp_path, size=rng.choice(((1280, 800), (1024, 640), (1920, 1080))))
    keys = [
        *"abcefghklmnorstuvx123",
        *["RETURN"] * 8,
        "SPACE",
        "ESCAPE",
        "TAB",
        "LEFT",
        "RIGHT",
        "UP",
        "DOWN",
        "F4",
        "F5",
        "F7",
        "COMMA",
    ]
    keys += ["PERIOD", "BACKSPACE", "SLASH", "PLUS", "shift+n", "ctrl+z"]
    for _ in range(160):
        seat.settle()
        if rng.random() < 0.4:
            seat.key(rng.choice(keys))
            continue
        pressable = [widget for widget in seat.screen.focus.widgets if widget.focusable and seen(widget).w]
        ship = rng.choice(list(seat.screen.shown.view.state.ships))
        at = rng.choice((rng.choice(pressable).rect.center, seat.pixel(ship)))
        if rng.random() < 0.3:
            seat.point(at)
            seat.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(at[0]), round(at[1]))))
            at = at[0] + rng.randint(-200, 200), at[1] + rng.randint(-200, 200)
            seat.point(at, True)
            seat.send(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(round(at[0]), round(at[1]))))
        else:
            seat.click(at)
    assert seat.battle.verify() == [], "and the battle is none the worse for it"


def test_undo_leads_back_to_now(seat: Seated) -> None:
    seat.key("UP", "RETURN", "n", "UP", "RETURN", "COMMA")
    assert seat.screen.past is not None
    seat.key("u")
    assert seat.screen.past is None and seat.orders == ["lancet: +1"]
