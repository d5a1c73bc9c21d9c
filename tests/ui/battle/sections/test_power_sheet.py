"""Ships of sides on the screen: power moved between guns by drag and by press, sides opened, the card of a shot."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.core.state import Outcome
from game.systems.power_hex.parts import GuardRow, PartChance, SectionSheet, SideMarks
from game.systems.power_hex.section_sheet import own_parts
from game.ui.battle.orders.fire_panel import does, shot_of_gun
from game.ui.battle.over_board.turn_strip import TurnHead
from game.ui.battle.pause_menu import Ending
from game.ui.games.power_hex.power_board import GunLine, PowerArrows
from game.ui.games.power_hex.sections import LOW_LINE, PlateCell, listed_parts, plates
from game.ui.games.power_hex.shot_cards import guard_lines
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import reader
from tests.support.ui.screen_driver import well_laid
from tests.systems.power_hex.fleet import part_of, ship, state

CLOSE = """\
version: 1
title: Close in
system: power-hex
seed: 4
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  bastion:
    {side: halden, design: bastion, at: [10, 10], course: 4, velocity: 1,
     charge: {lance_1: 0, lance_2: 2, railgun_p: 2, railgun_s: 2, bolt_p: 1, bolt_s: 1, guard_1: 1, guard_2: 1}}
  helix: {side: oreth, design: helix, at: [14, 8], course: 10, velocity: 1}
victory: {kind: last-side, turns: 15}
"""
SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture(params=SIZES)
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    """Return the battle at a size, a ship asked for its power."""
    found = Seated(tmp_path, CLOSE, request.param)
    found.look()
    assert found.battle.phase.name == "Power" and found.screen.model.chosen == "bastion"
    return found


def test_a_gun_is_dragged_onto_another(seat: Seated) -> None:
    well_laid(seat, "power")
    gives, takes = seat.widget("power railgun_p").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(gives, takes)
    seat.up(takes)
    assert str(seat.screen.model.order) == "lance_1<railgun_p"
    assert seat.screen.model.fault() is not None, "two are too little for four"
    seat.look()
    gives, takes = seat.widget("power railgun_s").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(gives, takes)
    seat.up(takes)
    assert str(seat.screen.model.order) == "lance_1<railgun_p+railgun_s" and seat.screen.model.fault() is None
    seat.look()
    seat.press("main")
    assert seat.orders[-1] == "bastion: lance_1<railgun_p+railgun_s"


def test_no_hint_covers_the_table_while_a_gun_is_dragged_over_it(seat: Seated) -> None:
    gives, takes = seat.widget("power railgun_p").hit.center, seat.widget("power lance_1").hit.center
    seat.point(takes)
    assert (over := seat.screen.focus.hint_target()) is not None and over.name == "power lance_1"
    seat.pull(gives, takes)
    assert seat.screen.focus.hint_target() is None
    seat.up(takes)
    seat.look()
    seat.point(takes)
    assert (over := seat.screen.focus.hint_target()) is not None and over.name == "power lance_1"


def test_the_reactor_is_dragged_onto_a_gun(seat: Seated) -> None:
    start, end = seat.widget("reactor").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(start, end)
    seat.up(end)
    assert str(seat.screen.model.order) == "lance_1<spare"


def test_what_is_too_little_charges_nothing(seat: Seated) -> None:
    start, end = seat.widget("power railgun_p").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(start, end)
    seat.up(end)
    seat.look()
    gun = seat.widget("power lance_1", GunLine)
    assert (gun.one.charge, gun.one.becomes, gun.one.sign) == (1, 1, "waits") and "charge 1 of 2, charging" in gun.hint
    model = seat.screen.model
    assert model.fault() is not None and model.risks() == (), "what may not be given promises nothing"
    assert model.order is not None
    assert {risk.what for risk in model.order.risks(model.view.state)} == {"Railgun P"}, "Lance 1 is not ready by it"


def test_a_gun_that_gains_nothing_says_why_to_pointer_and_keys(seat: Seated) -> None:
    full = seat.widget("power lance_2")
    assert "gains nothing from more power: it is charged" in full.hint and full.focusable
    start = seat.widget("power railgun_p").hit.center
    before = pygame.image.tobytes(seat.look(), "RGB")
    seat.pull(start, full.hit.center)
    assert pygame.image.tobytes(seat.look(), "RGB") != before
    arrows = seat.widget("power arrows", PowerArrows)
    assert arrows.refused == "Lance 2 gains nothing: it is charged"
    seat.up(full.hit.center)
    assert str(seat.screen.model.order) == "as it is"
    for _ in range(300):
        if seat.screen.focus.at is not None and seat.screen.focus.at.name == "power lance_2":
            return
        seat.key("TAB")
    raise AssertionError("Tab never comes to a gun that gains nothing")


def test_who_could_gain_is_named_and_columns_have_heads(seat: Seated) -> None:
    said = [getattr(widget, "words", "") for widget in seat.screen.focus.widgets]
    assert "Drag a gun, or the boxes, onto Lance 1; or press that." in said
    assert seat.widget("power columns").hint == "gun, arc, draws, charge, given, state"
    seat.press("power lance_1")
    seat.look()
    assert not [one for one in seat.screen.focus.widgets if str(getattr(one, "words", "")).startswith("Drag")]


def test_a_gun_let_go_elsewhere_gives_nothing(seat: Seated) -> None:
    start, end = seat.widget("power railgun_p").hit.center, seat.widget("power lance_2").hit.center
    seat.pull(start, end)
    seat.up(end)
    assert str(seat.screen.model.order) == "as it is"


def test_presses_and_keys_go_through_all_that_is_enough(seat: Seated) -> None:
    seat.press("power lance_1")
    seen = [str(seat.screen.model.order)]
    seat.look()
    seat.screen.focus.focus(seat.widget("power lance_1"), True)
    for _ in range(3):
        seat.key("RETURN")
        seat.look()
        seen.append(str(seat.screen.model.order))
    assert seen[0] == "lance_1<spare" and len(set(seen)) == len(seen) and seat.screen.model.fault() is None


def test_a_switch_turns_a_gun_off_and_on(seat: Seated) -> None:
    seat.press("switch bolt_p")
    assert str(seat.screen.model.order) == "off bolt_p"
    seat.look()
    seat.press("switch bolt_p")
    assert str(seat.screen.model.order) == "as it is"


def test_a_side_opens_its_faces(seat: Seated) -> None:
    seat.press("system side aft")
    seat.look()
    assert "Guard 1" in seat.widget("faces").hint and "Lance" not in seat.widget("faces").hint


def test_a_target_shows_the_card_and_what_it_may_lose(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and bool(one.screen.model.waiting))
    model = seat.screen.model
    other = next(one.id for one in model.enemies())
    seat.click(seat.pixel(other))
    seat.key("v")
    seat.look()
    assert getattr(model.order, "shots", ())
    seat.screen.bottom_panel.open_tab(2)
    seat.look()
    well_laid(seat, "firing")
    assert [one.at for one in seat.screen.scene.hand.overlays if isinstance(one, SideMarks)] == [
        model.view.state.ships[other].at
    ]
    assert "signature" in seat.widget("to hit").hint and "%" in seat.widget("to hit").hint
    assert "lost with" in "".join(seat.widget(name).hint for name in seat.names() if name.startswith(f"{other} side"))


HIT = """\
version: 1
title: The Orrin gap
system: power-hex
seed: 5
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  bastion: {side: halden, design: bastion, name: Holdfast, at: [14, 10], course: 6, velocity: 1}
  helix: {side: oreth, design: helix, name: Sevenfold, at: [16, 8], course: 8, velocity: 1}
victory: {kind: last-side, turns: 15}
"""


@pytest.fixture(params=SIZES)
def hit(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    """Holdfast holds its fire and has been hit: it is asked which guns meet the shot."""
    seat, counted = Seated(tmp_path, HIT, request.param), False
    for _ in range(60):
        seat.settle()
        if seat.screen.flow.result:
            if left := sum(one.state != "done" for one in seat.screen.flow.view().queue):
                counted = seat.screen.turn_flow.main.sub == f"{left} shot{'s' * (left != 1)} still to come"
            seat.key("RETURN")
            continue
        model, now = seat.screen.model, seat.battle.phase
        assert model.prompt is not None and now.idle is not None
        key = model.prompt.waiting[0]
        if now.name == "Fire":
            assert counted, "the button says how many shots are to come"
            return seat
        fires = model.view.volley("helix", "bastion", {}) if now.name == "Declare fire" and key == "helix" else None
        assert seat.screen.turn_flow.give(fires or now.idle(seat.battle.state, model.prompt)), seat.screen.context.note
    raise AssertionError("no shot of Sevenfold hits")


def through(seat: Seated) -> str:
    """Return the words of the band on what comes through."""
    lines = seat.widget("chance band").hint.split("\n")
    return lines[1].split(",")[0]


def test_a_shot_is_followed_in_five_cards_and_guards_are_allotted_by_mouse(hit: Seated) -> None:
    well_laid(hit, "five steps")
    assert [name for name in hit.names() if name.startswith("step ")] == [f"step {n}" for n in range(1, 6)]
    band, board, shown = hit.widget("chance band").rect, hit.screen.layout.board, hit.screen.board.camera
    assert not band.colliderect(board), "no hex is covered"
    assert all(board.collidepoint(shown.xy(hit.battle.state.ships[key].at)) for key in ("bastion", "helix"))
    before = through(hit)
    assert before == "comes through certain"
    hit.click(hit.widget("guard guard_1").rect.center)
    hit.look()
    assert hit.screen.model.order.guns == ("guard_1",) and through(hit) != before
    hit.click(hit.widget("guard guard_1").rect.center)
    hit.look()
    assert hit.screen.model.order.guns == () and through(hit) == before


def test_guards_are_allotted_by_keys(hit: Seated) -> None:
    for _ in range(200):
        if getattr(hit.screen.focus.at, "name", "") == "guard guard_1":
            break
        hit.key("TAB")
    hit.key("RETURN")
    assert hit.screen.model.order.guns == ("guard_1",)
    assert hit.widget("main", Button).label == "Holdfast: Guard 1 meets it"
    hit.press("main")
    hit.rest()
    assert "bastion: meet guard_1" in hit.orders


def test_a_guard_that_may_not_says_why_to_pointer_and_keys(hit: Seated) -> None:
    barred = [one for one in hit.screen.focus.widgets if one.name.startswith("guard ") and one.row.why_not]
    assert barred and all(one.row.why_not in one.hint and one.focusable for one in barred)
    for one in barred:
        hit.click(one.rect.center)
        assert hit.screen.model.order.guns == ()


def test_every_reason_why_a_guard_may_not_is_read_whole_on_its_card(hit: Seated) -> None:
    hit.look()
    rows = [one.row for one in hit.screen.focus.widgets if one.name.startswith("guard ")]
    window = Surface(hit.frame.get_size())
    with reader(window) as drawn:
        hit.screen.draw(window)
    on_it = " ".join(one.string for one in drawn if hit.widget("step 2").rect.collidepoint(one.box.center))
    assert rows and all(row.why_not in on_it for row in rows), on_it


def test_reasons_are_broken_while_their_card_has_room() -> None:
    row = GuardRow("", "Guard 1", why_not="too few eyes to see what comes")
    broad, narrow = Rect(0, 0, 300, 148), Rect(0, 0, 127, 148)
    assert [line.h for _, line in guard_lines(broad, [row] * 5)] == [19] * 5
    for rows in (1, 3, 5, 9):
        laid = [line for _, line in guard_lines(narrow, [row] * rows)]
        assert laid[-1].bottom <= narrow.bottom and all(a.bottom < b.top for a, b in pairwise(laid))
        assert (laid[0].h > 19) == (rows < 5)


def test_the_menu_over_a_battle_and_its_end_say_round(seat: Seated) -> None:
    seat.key("F10")
    seat.pushed.draw(seat.frame)
    assert "by ship, round, weapon" in {getattr(one, "note", "") for one in seat.pushed.focus.widgets}
    seat.battle.state.outcome = Outcome("halden", "the other side is gone", "power/11")
    seat.screen.context.replay = lambda *whatever: None
    window = Surface((1280, 800))
    ending = Ending(seat.screen.context)
    with reader(window) as drawn:
        ending.draw(window)
    assert "The other side is gone, after 1 round." in [one.string for one in drawn]
    assert "The whole battle once more, round by round." in {one.hint for one in ending.focus.widgets}


def test_the_end_counts_flights_aboard_and_tells_its_rounds_once(tmp_path: Path) -> None:
    aboard = (
        "  mote: "
        "{side: oreth, design: mote, at: [14, 8], course: 10, velocity: 1, carrier: helix, fate: aboard}\nvictory:"
    )
    seat = Seated(tmp_path, CLOSE.replace("victory:", aboard), (1280, 800))
    seat.battle.state.outcome = Outcome("", "1 round is over", "power/11")
    window = Surface((1280, 800))
    with reader(window) as drawn:
        Ending(seat.screen.context).draw(window)
    words = [one.string for one in drawn]
    assert "1 round is over." in words and "2 of 2 ships left" in words


def test_the_shots_stand_in_a_strip_with_their_results(hit: Seated) -> None:
    shots = [widget for widget in hit.screen.panels.over if widget.name.startswith("shot ")]
    assert shots[0].shot.state == "now" and shots[0].shot.words == "step 2"
    assert all("%" in one.shot.words for one in shots[1:]) and len(shots) > 1
    every = hit.screen.model.view.queue
    assert hit.widget("turns", TurnHead).words[1] == (
        "low declares first" if len(shots) == len(every) else f"1 of {len(every)}"
    )
    hit.key("RETURN")
    hit.settle()
    assert (
        any(one.state == "done" and one.words for one in hit.screen.model.view.queue) or not hit.screen.model.view.queue
    )


def test_what_goes_with_the_side_and_what_guards_have_left_stand_on_the_sheet(hit: Seated) -> None:
    facts = {widget.name: widget.hint for widget in hit.screen.focus.widgets if widget.name.startswith("fact ")}
    assert "8 → 10" in facts["fact signature"] and "6 → 0" in facts["fact initiative bonus"]
    assert "left" in facts["fact Guard 1"]
    assert "thrusters: gone" in next(hint for hint in facts.values() if "gone" in hint)


def test_plates_in_a_low_window_name_every_system_whole() -> None:
    for kind in ("bastion", "citadel", "marlin", "warden", "halberd", "helix", "mandala", "sliver", "shard", "prism"):
        for plate in part_of(own_parts(state(one := ship(kind)), one, None), SectionSheet).plates:
            wide = 104 if plate.place in ("port", "starboard") else 172
            lines = listed_parts(plate, wide)
            assert all(width(line, 12) <= wide - 16 for line in lines), (kind, plate.key, lines)
            words = " ".join(lines).replace(",", "").split()
            assert all(part.label.split()[-1] in words for part in plate.parts), (kind, plate.key, lines)


def test_after_fire_that_was_held_the_round_goes_on_and_the_sides_stand_on_the_sheet(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and bool(one.screen.model.waiting))
    while seat.battle.state.turn == 1:
        prompt, idle = seat.screen.model.prompt, seat.battle.phase.idle
        assert prompt is not None and idle is not None and seat.screen.turn_flow.give(idle(seat.battle.state, prompt))
        seat.rest()
    seat.look()
    assert seat.screen.flow.result is None, "dice of the next round are no result of an order of this one"
    assert (seat.screen.turn_flow.turn_shown, seat.screen.model.view.phase.name) == (2, "Power")
    assert {f"system side {side}" for side in ("fore", "port", "starboard", "aft", "primary")} <= set(seat.names())


def test_a_gun_that_is_declared_is_told_to_meet_no_shot_then(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and one.screen.model.chosen == "helix")
    seat.key("v")
    model = seat.screen.model
    shots = {shot.mount: shot for shot in model.fire.shots("helix", "bastion")}
    assert {shot.mount for shot in model.order.shots} >= {"plasma_p", "spark_p"}
    said = {key: does(model, shots[key], shot_of_gun(model.order, key))[0] for key in shots}
    assert said["spark_p"] == f"{shots['spark_p'].dice} at Bastion; then it meets no shot"
    assert "then" not in said["plasma_p"], "it could meet none before"


def test_the_form_of_a_duel_leaves_the_turn_table_whole(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Move" and one.screen.model.chosen == "helix")
    table = seat.widget("turn delay")
    assert table.hit.h == table.rect.h, "nothing of it lies under the form"
    assert seat.screen.model.fire.exchanges(9) == seat.screen.model.fire.exchanges(2), (
        "two lines are all that two ships need"
    )


@pytest.mark.parametrize("key", ["bastion", "marlin", "helix", "sliver"])
def test_the_form_leaves_the_turn_table_whole_where_many_may_bear(tmp_path: Path, key: str) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / "power_hex" / "karun_light.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda one: one.battle.phase.name == "Move" and key in one.screen.model.waiting)
    seat.look()
    table = seat.widget("turn delay")
    assert table.hit.h == table.rect.h


def test_no_line_of_a_plate_lies_on_its_structure_while_another_is_at_risk() -> None:
    sheet = part_of(own_parts(state(one := ship("helix")), one, None), SectionSheet)
    aft = next(plate for plate in sheet.plates if plate.place == "aft")
    column = Column(Rect(0, 0, theme.px(392), theme.px(700)))
    column.low = True
    plates(column, sheet, "", str, chances=(PartChance(aft.parts[0].key, "", 0.19),))
    cells = [one for one in column.widgets if isinstance(one, PlateCell)]
    assert max(len(one._in_lines()[0]) for one in cells) > 1
    for cell in cells:
        lines, _ = cell._in_lines()
        low = cell.rect.y + theme.px(27 + LOW_LINE * (len(lines) - 1)) + theme.px(6)
        assert low <= cell.rect.bottom - theme.px(14), cell.plate.label


def test_the_gun_whose_pulses_have_struck_is_marked_as_fired(hit: Seated) -> None:
    hit.key("RETURN")
    hit.settle()
    hit.look()
    result = hit.screen.flow.result
    assert result is not None and result.by == "helix"
    fired = {key for event in result.events if event.kind == "fire" and event.who == result.by for key in event.mounts}
    cells = {one.name: one.pick for one in hit.screen.focus.widgets if one.name.startswith("gun ")}
    assert "pulse_1" in fired and {name for name, pick in cells.items() if pick == "picked"} == {
        f"gun {key}" for key in fired
    }
