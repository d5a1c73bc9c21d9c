"""What is up, charged or down on a ship: at the ship, in the list and on its sheet, as far as the seat may know it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.battle.idling import nothing_more
from game.cli.commands import ending
from game.core.display import Badge, Odds
from game.core.orders import Id
from game.core.state import Outcome
from game.rules.combat.reflection import BACK, share, thrown_back
from game.rules.odds.throws import Table
from game.rules.ships.ship import AHEAD_DOWN, SCREENS_DOWN
from game.seating.summary import condition
from game.systems.full_sail.ships.grapples import tie
from game.text.position import ending_lines
from game.ui.battle.panels import ship_list
from game.ui.battle.panels.ship_list import ShipRow
from game.ui.battle.pause_menu import SideLine
from game.ui.board.layers.ships import badge_rects, rects_of
from game.ui.ship_sheet.sheet import SheetHead
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated, at_scale
from tests.support.ui.label_geometry import wrongs
from tests.ui.battle.sea.test_unmeasured import NEAR
from tests.ui.battle.sections.test_power_sheet import CLOSE

SHIPS = """\
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  cupola:     {side: amber, design: cupola, at: [36, 20], course: 9, velocity: 4}
"""


def test_a_ship_that_has_not_been_read_has_no_bar_of_its_hull(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bars = list[Rect]()
    monkeypatch.setattr(ship_list, "bar", lambda dst, x, y, wide, *_: bars.append(Rect(x, y, wide, 1)))
    monkeypatch.setattr(ship_list, "draw_cached", lambda dst, row, look, draw: draw(dst))
    house = "house: {sensors: scan}\n"
    for size in ((1280, 800), (1920, 1080)):
        seat = Seated(tmp_path, paper("Dark", SHIPS) + house, size)
        seat.look()
        own, other = (row for row in seat.screen.focus.widgets if isinstance(row, ShipRow))
        assert own.sheet.read and not other.sheet.read
        for row, drawn in ((own, 1), (other, 0)):
            bars.clear()
            row.draw(Surface(size))
            assert len(bars) == drawn


def fired(folder: Path, house: str = "") -> Seated:
    """Heliograph has raised its field; ships may fire, and Cupola aims at it."""
    seat = Seated(folder, paper("Fields", SHIPS + house))
    assert seat.screen.turn_flow.give(seat.screen.model.view.read("heliograph", "REFLEX"))
    for _ in range(40):
        seat.rest()
        model, phase = seat.screen.model, seat.battle.phase
        if phase.name == "Ships fire" and "cupola" in model.waiting:
            break
        assert model.prompt is not None and phase.idle is not None
        assert seat.screen.turn_flow.give(phase.idle(seat.battle.state, model.prompt)), seat.screen.context.note
    seat.screen.commands.choose("cupola")
    seat.screen.commands.aiming.aim_at("heliograph")
    seat.look()
    return seat


def signs(badges: tuple[Badge, ...]) -> list[str]:
    return [one.sign for one in badges]


@pytest.mark.usefixtures("still")
def test_a_field_that_is_up_is_a_badge_at_the_ship_in_the_list_and_on_the_sheet(tmp_path: Path) -> None:
    seat = fired(tmp_path)
    screen = seat.screen
    assert screen.flow.seat == "amber", "whoever is not its owner sees it too"
    (row,) = [one for one in screen.focus.widgets if isinstance(one, ShipRow) and one.name == "ship heliograph"]
    (head,) = [one for one in screen.focus.widgets if isinstance(one, SheetHead) and one.sheet.title == "Heliograph"]
    assert signs(row.sheet.badges) == signs(head.sheet.badges) == ["R"]
    assert "reflex field" in head.hint and "reflex field" in row.hint
    assert signs(screen.board.look(screen.scene)["heliograph"].badges) == ["R"]
    assert signs(screen.model.sheet("cupola").badges) == ["1"], "a screen that works"


@pytest.mark.usefixtures("still")
def test_nothing_is_told_of_what_a_seat_does_not_know(tmp_path: Path) -> None:
    seat = fired(tmp_path, "house: {sensors: scan}\n")
    assert seat.battle.view("azure").sheet("heliograph").badges
    for side in ("amber", ""):
        sheet = seat.battle.view(side).sheet("heliograph")
        assert not sheet.badges and not sheet.cover


@pytest.mark.usefixtures("still")
def test_while_orders_are_written_nobody_sees_what_will_be_raised(tmp_path: Path) -> None:
    seat = Seated(tmp_path, paper("Fields", SHIPS))
    assert seat.screen.turn_flow.give(seat.screen.model.view.read("heliograph", "REFLEX"))
    assert "R" not in signs(seat.battle.view("amber").sheet("heliograph").badges)


@pytest.mark.usefixtures("still")
def test_the_odds_say_what_the_field_throws_back(tmp_path: Path) -> None:
    seat = fired(tmp_path)
    seat.key("v")
    seat.look()
    (found,) = [one for one in seat.screen.bottom_panel.odds if one.target == "heliograph"]
    assert isinstance(found, Odds) and found.aimed is None
    assert any("throws" in note and "back on average" in note for note in found.notes)
    said = [one.hint for one in seat.screen.bottom_panel.lay_out(seat.screen.layout, seat.screen.model)]
    assert any("back on average" in hint for hint in said), "where the chances stand"


def test_what_comes_back_is_exact() -> None:
    table: Table = ((0.5, ()), (0.25, (("normal", 1),)), (0.25, (("normal", 2), ("normal", 1))))
    mean, chance = thrown_back([table])
    every = [
        (weight / 6, sum(points for _, points in share(hits, BACK[face])))
        for weight, hits in table
        for face in range(1, 7)
    ]
    assert mean == pytest.approx(sum(weight * points for weight, points in every))
    assert chance == pytest.approx(sum(weight for weight, points in every if points))
    assert thrown_back([table, table])[1] == pytest.approx(1 - (1 - chance) ** 2)


HEXES = paper(
    "Marks",
    """\
  pinfold: {side: azure, design: pinfold, at: [10, 5], course: 2, velocity: 4}
  doline: {side: amber, design: doline, at: [20, 0], course: 8, velocity: 4}
""",
    "hexcess",
    table="{hexes: [36, 24]}",
)


def at_sea(marks: str) -> str:
    """Return two ships at sea, one with these marks."""
    return NEAR.replace("course: 12, velocity: 4}", f"course: 12, {marks}}}", 1)


def marked(folder: Path, text: str, key: Id, marks: dict[str, object]) -> Seated:
    """Return a battle in which a ship has these marks."""
    seat = Seated(folder, text)
    ship = seat.battle.state.ships[key].copy()
    for name, value in marks.items():
        setattr(ship, name, value)
    seat.battle.state.ships[key] = ship
    seat.screen.turn_flow.refresh()
    seat.press(f"ship {key}")
    seat.look()
    return seat


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("text", "key", "marks", "found", "words"), [
    (at_sea("velocity: 0, anchored: true"), "halcyon", {}, "A", "at anchor"),
    (at_sea("velocity: 0, adrift: true"), "halcyon", {}, "D", "adrift"),
    (at_sea("velocity: 4, struck: true, burning: 1"), "halcyon", {}, "FS", "struck"),
    (at_sea("velocity: 4").replace("wind_from: 9", "wind_from: 12"), "halcyon", {}, "I", "in irons"),
    (CLOSE, "bastion", {"off": frozenset({"lance_1"}), "rolled": True, "fed": frozenset({"bolt_p"})}, "R+–", "Lance 1"),
    (CLOSE, "helix", {"drained": frozenset({"pulse_1"})}, "–", "without power: Pulse 1"),
    (HEXES, "pinfold", {"status_flags": frozenset({"excess"})}, "X", "Excess"),
    (HEXES, "doline", {"status_flags": frozenset({"out of control"})}, "!", "nobody steers"),
])  # fmt: skip
def test_each_game_has_badges_of_its_own(
    tmp_path: Path, text: str, key: Id, marks: dict[str, object], found: str, words: str
) -> None:
    seat = marked(tmp_path, text, key, marks)
    screen = seat.screen
    (row,) = [one for one in screen.focus.widgets if isinstance(one, ShipRow) and one.name == f"ship {key}"]
    name = screen.model.view.state.names[key]
    heads = [one for one in screen.focus.widgets if isinstance(one, SheetHead) and one.sheet.title == name]
    assert set(found) <= set(signs(row.sheet.badges)), signs(row.sheet.badges)
    assert heads or screen.model.view.state.owner(key) != screen.flow.seat
    assert all(head.sheet.badges == row.sheet.badges and words in head.hint for head in heads)
    assert screen.board.look(screen.scene)[key].badges == row.sheet.badges
    assert words in row.hint


DEVICES = paper(
    "Devices",
    """  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  shearwater: {side: azure, design: shearwater, at: [14, 26], course: 3, velocity: 6}
  tuyere: {side: amber, design: tuyere, at: [36, 20], course: 9, velocity: 4}
""",
)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("key", "memory", "found", "words"),
    [
        ("shearwater", "marks: [shrouded]", ["V"], "vapour shroud"),
        ("tuyere", "clocks: {wave gun charge: 4}", ["W4"], "charge 4 of 6"),
        ("tuyere", "clocks: {wave gun charge: 6}", ["W6"], "ready to fire"),
    ],
)
def test_devices_in_space_are_badges(tmp_path: Path, key: Id, memory: str, found: list[str], words: str) -> None:
    screen = marked(tmp_path, DEVICES.replace(f"design: {key},", f"design: {key}, {memory},"), key, {}).screen
    (row,) = [one for one in screen.focus.widgets if isinstance(one, ShipRow) and one.name == f"ship {key}"]
    badges = row.sheet.badges
    assert [sign for sign in signs(badges) if not sign.isdigit()] == found and words in row.hint
    assert screen.board.look(screen.scene)[key].badges == screen.model.sheet(key).badges == badges


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("down", "words"), [(SCREENS_DOWN, "no screens this turn"), (AHEAD_DOWN, "no screens ahead")])
def test_screens_that_are_down_are_told_beside_a_field_that_is_up(tmp_path: Path, down: str, words: str) -> None:
    seat = fired(tmp_path)
    seat.battle.state.ships["heliograph"].status_flags |= {down}
    seat.screen.turn_flow.refresh()
    seat.look()
    screen = seat.screen
    (row,) = [one for one in screen.focus.widgets if isinstance(one, ShipRow) and one.name == "ship heliograph"]
    assert signs(row.sheet.badges) == ["R", "–"] and words in row.hint and "reflex field" in row.hint
    assert screen.board.look(screen.scene)["heliograph"].badges == row.sheet.badges


@pytest.mark.usefixtures("still")
def test_a_cloaked_ship_bears_a_badge_where_its_own_side_sees_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path, DEVICES)
    assert seat.screen.turn_flow.give(seat.screen.model.view.read("shearwater", "CLOAK3"))
    while seat.battle.state.turn == 1:
        order_left = nothing_more(seat.battle)
        assert order_left is not None
        seat.battle.play(order_left)
    seat.screen.turn_flow.refresh()
    seat.press("ship shearwater")
    seat.look()
    screen = seat.screen
    (row,) = [one for one in screen.focus.widgets if isinstance(one, ShipRow) and one.name == "ship shearwater"]
    (head,) = [one for one in screen.focus.widgets if isinstance(one, SheetHead) and one.sheet.title == "Shearwater"]
    assert signs(row.sheet.badges) == signs(head.sheet.badges) == ["C2"] and "cloaked, 2 turns left" in head.hint
    assert screen.board.look(screen.scene)["shearwater"].badges == row.sheet.badges
    other = seat.battle.view("amber").sheet("shearwater")
    assert not other.badges and other.state == "cloaked, 2 turns left", "how long was said openly"


@pytest.mark.usefixtures("still")
def test_ships_in_a_grapple_say_with_whom(tmp_path: Path) -> None:
    seat = Seated(tmp_path, NEAR)
    tie(seat.battle.state, "halcyon", "aiglette")
    seat.screen.turn_flow.refresh()
    for key, other in (("halcyon", "Aiglette"), ("aiglette", "Halcyon")):
        (badge,) = [one for one in seat.screen.model.sheet(key).badges if one.sign == "G"]
        assert other in badge.words and badge.rule == "sail/5.1"


@pytest.mark.usefixtures("still")
def test_a_ship_with_nobody_aboard_says_so_and_is_told_apart_at_the_end(tmp_path: Path) -> None:
    crew = Seated(tmp_path, NEAR).battle.state.ships["tern"].design.crew_boxes
    seat = Seated(tmp_path, NEAR.replace("design: tern,", f"design: tern, away: {[*crew]},"))
    sheet = seat.screen.model.sheet("tern")
    assert "E" in signs(sheet.badges) and condition(sheet) == "without a crew", "the curtain says so too"
    line = SideLine(Rect(0, 0, 500, 44), seat.screen.context, "merrow", None)
    assert line.parts[1][0] == "1 of 2 ships left, 1 without a crew"
    seat.battle.state.outcome = Outcome("auvrac", "the other side gave up", "sail/8")
    assert "Merrow: 1 of 2 ships left, 1 without a crew." in ending_lines(seat.battle.view(None))


@pytest.mark.usefixtures("still")
def test_a_wreck_is_not_counted_among_the_ships_left(tmp_path: Path) -> None:
    wreck = "row1: 0, row2: 0, row3: 0, row4: 0, adrift: true"
    seat = Seated(tmp_path, NEAR.replace("design: tern,", f"design: tern, {wreck},"))
    assert condition(seat.screen.model.sheet("tern")).endswith("wrecked")
    line = SideLine(Rect(0, 0, 500, 44), seat.screen.context, "merrow", None)
    assert line.parts[1][0] == "1 of 2 ships left, 1 wrecked"
    assert ending(seat.opened)["ships"]["merrow"] == 1


@pytest.mark.parametrize(("course", "there"), [(3, "[20, 25.2]"), (12, "[21.2, 24]")])
def test_the_badges_of_ships_side_by_side_lie_on_neither(still: None, tmp_path: Path, course: int, there: str) -> None:
    side_by_side = NEAR.replace("at: [29, 24]", f"at: {there}").replace("course: 12", f"course: {course}")
    seat = Seated(tmp_path, side_by_side)
    tie(seat.battle.state, "halcyon", "aiglette")
    seat.screen.turn_flow.refresh()
    seat.look()
    board, scene = seat.screen.board, seat.screen.scene
    look = board.look(scene)
    badges, hulls = badge_rects(board.camera, scene, look), rects_of(board.camera, scene, look)
    for key, other in (("halcyon", "aiglette"), ("aiglette", "halcyon")):
        middle = Rect(0, 0, hulls[other].w // 2, hulls[other].h // 2)
        middle.center = hulls[other].center
        assert not badges[key].colliderect(middle) and not badges[key].colliderect(badges[other])
    assert not wrongs(board, scene)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_badges_of_ships_on_one_spot_lie_beside_each_other(still: None, tmp_path: Path, scale: float) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, NEAR.replace("at: [29, 24]", "at: [20, 24]"))
    tie(seat.battle.state, "halcyon", "aiglette")
    seat.screen.turn_flow.refresh()
    seat.look()
    board, scene = seat.screen.board, seat.screen.scene
    assert scene.view.state.ships["halcyon"].at == scene.view.state.ships["aiglette"].at
    badges = badge_rects(board.camera, scene, board.look(scene))
    assert not badges["halcyon"].colliderect(badges["aiglette"])


@pytest.mark.usefixtures("still")
def test_a_badge_on_the_board_tells_what_it_means_and_leads_to_its_rule(tmp_path: Path) -> None:
    seat = fired(tmp_path)
    screen = seat.screen
    look = screen.board.look(screen.scene)
    for key, rect in badge_rects(screen.board.camera, screen.scene, look).items():
        (badge,) = look[key].badges
        seat.point(rect.center)
        assert screen.board_input.hint() == badge.words
        assert screen.rule_under(rect.center) == badge.rule
