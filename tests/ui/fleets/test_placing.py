"""Fleets placed on the page, by mouse and by keys: on the open table, on hexes, at sea, and with power."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from game.battle.loader import open_battle
from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.board.layers.ground import scale_rect
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.fleets.placing_parts import TrayCard
from game.ui.host.screen import Pop, Push
from game.ui.keys.bindings import Keys
from game.ui.keys.list_page import KeyList
from game.ui.keys.placing_bindings import BINDINGS
from game.ui.sandbox.screen import SandboxScreen
from game.ui.toolkit.widgets import Button
from tests.support.ui.input_events import conflicts
from tests.support.ui.page_driver import faults, overlaps, plain, read
from tests.ui.fleets.placing_hand import PlacingHand

GAMES = ("full-thrust", "hexcess", "full-sail", "power-hex")
SIZES = (((1280, 800), 1.0), ((1920, 1080), 1.0), ((1024, 600), 1.0), ((800, 500), 1.0), ((2560, 1440), 2.0))
TAVIRA = {"terrain": [{"kind": "planet", "name": "Tavira", "at": [3, 24], "radius": 2}]}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path))
    with plain():
        yield


def main(hand: PlacingHand) -> Button:
    found = hand.named("main")
    assert isinstance(found, Button)
    return found


def cards(hand: PlacingHand) -> dict[str, TrayCard]:
    return {one.ship: one for one in hand.page.focus.widgets if isinstance(one, TrayCard)}


def words(hand: PlacingHand) -> str:
    return " | ".join(one.string for one in read(hand.page, hand.window.get_size()))


# -- by mouse ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_by_mouse_ships_are_dragged_turned_and_set_down(key: str) -> None:
    hand = PlacingHand(key)
    needed = {"in turn": "place a ship in your zone first"}
    every = f"all must stand: {len(hand.placing.waiting)} still in the tray"
    assert main(hand).why_not == needed.get(hand.placing.how, every)
    seat, first = hand.placing.due, hand.hand
    assert seat is not None
    middle = hand.middle(seat)
    hand.drag(cards(hand)[first].rect.center, hand.at(middle))
    assert hand.spots[first].at == middle
    board, before = hand.placing.board, hand.spots[first].course
    x, y = hand.at(middle)
    hand.drag((x + 40, y), (x, y - 90), button=3)
    turned = hand.spots[first].course
    away = {one: abs((board.direction(one) + 180) % 360 - 180) for one in board.courses}
    assert turned != before and away[turned] == min(away.values()), "it points up"
    further = board.beside(middle, 0, 2)
    hand.drag(hand.at(middle), hand.at(further))
    assert hand.spots[first].at == hand.placing.rounded(further) and hand.spots[first].course == turned
    hand.press("main")
    assert hand.placing.state.down == (first,)
    assert cards(hand).keys() == {one.key for one in hand.placing.fleet(hand.placing.due or 0)}


def test_the_wheel_changes_the_velocity_of_the_ship_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = PlacingHand()
    hand.key(pygame.K_RIGHT)
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: hand.page.board.rect.center)
    for by, velocity in ((1, 7), (1, 8), (-1, 7)):
        hand.give(pygame.MOUSEWHEEL, x=0, y=by, precise_y=float(by))
        assert hand.spots[hand.hand].velocity == velocity
    hand.give(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0)
    hand.give(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0)
    assert hand.spots[hand.hand].velocity == 8
    assert "Too fast: at most 8 at the start of this battle." in words(hand)
    assert f"{hand.page.model.ship.name} at" in words(hand), "it is told beside the ship"  # type: ignore[union-attr]
    hand.give(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0)
    assert "Too fast" not in words(hand)


def test_a_place_typed_outside_the_zone_is_shown_and_refused() -> None:
    hand = PlacingHand()
    ship = hand.hand
    for first in (True, False):
        hand.key(pygame.K_p)
        hand.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        hand.type("36, 20")
        hand.key(pygame.K_RETURN)
        assert "utside your zone." in words(hand) and "36.0, 20.0" in words(hand)
        assert (ship in hand.spots, hand.page.model.spot is not None) == (not first, True)
        hand.key(pygame.K_ESCAPE)
        hand.key(pygame.K_UP)
        assert ship in hand.spots


def test_a_ship_dropped_outside_its_zone_stays_in_hand_and_says_why() -> None:
    hand = PlacingHand(table=TAVIRA)
    ship = hand.hand
    for place, why in (((36.0, 24.0), "Outside your zone."), ((3.0, 24.0), "Tavira is there.")):
        hand.drag(cards(hand)[ship].rect.center, hand.at(place))
        assert hand.hand == ship and ship not in hand.spots and hand.page.model.why == why
        assert why in words(hand) and main(hand).why_not.endswith("may not stand there")
    hand.key(pygame.K_ESCAPE)
    assert hand.page.model.spot is None and not hand.page.model.why
    hand.drag(cards(hand)[ship].rect.center, hand.at((36, 24)))
    hand.drag(hand.at((36, 24)), hand.at((3, 10)))
    assert hand.spots[ship].at == hand.placing.rounded(hand.spots[ship].at) and not hand.page.model.why


def test_a_ship_is_dragged_back_into_the_tray() -> None:
    hand = PlacingHand()
    ship = hand.hand
    hand.drag(cards(hand)[ship].rect.center, hand.at((3, 24)))
    assert ship in hand.spots
    hand.drag(hand.at(hand.spots[ship].at), (hand.page.tray_area.right - 20, hand.page.tray_area.bottom - 8))
    assert ship not in hand.spots
    hand.press("Undo")
    assert ship in hand.spots


def test_a_click_in_the_own_zone_puts_the_ship_in_hand_there() -> None:
    hand = PlacingHand()
    for place in ((3, 30), (3, 12)):
        hand.down(hand.at(place))
        hand.up(hand.at(place))
        x, y = hand.spots[hand.hand].at
        assert abs(x - place[0]) < 0.2 and abs(y - place[1]) < 0.2
    at = hand.at((40, 12))
    hand.down(at)
    hand.up(at)
    assert hand.spots[hand.hand].at == (x, y), "outside the zone a click does nothing"


def test_dragging_sets_up_no_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = PlacingHand()
    monkeypatch.setattr("game.fleets.placing.open_start", lambda data: pytest.fail("it was set up again"))
    hand.drag(cards(hand)[hand.hand].rect.center, hand.at((3, 24)))
    hand.key(pygame.K_RIGHT, pygame.K_q, pygame.K_PLUS)
    scene = hand.page.board.scene
    hand.down(hand.at(hand.spots[hand.hand].at))
    for n in range(5):
        hand.move(hand.at((3, 20 + n)))
        assert hand.page.board.scene is scene, "the board stays as it is while a ship is carried over it"


# -- by keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_by_keys_ships_are_moved_turned_and_set_down(key: str) -> None:
    hand = PlacingHand(key)
    board, first = hand.placing.board, hand.hand
    hand.key(pygame.K_TAB)
    assert hand.hand != first
    hand.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert hand.hand == first
    hand.key(pygame.K_UP)  # from the tray into the middle of the zone
    start = hand.spots[first]
    hand.key(pygame.K_UP)
    up = hand.spots[first]
    assert up.at == board.beside(start.at, 0, 1)
    hand.key(pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    far = round(up.at[1] - hand.spots[first].at[1], 6)
    assert far == (3 * round(up.at[1] - start.at[1], 6) if board.cells else 0.1)
    hand.key(pygame.K_q)
    assert hand.spots[first].course == board.turned(start.course, -1)
    hand.key(pygame.K_e, pygame.K_e)
    assert hand.spots[first].course == board.turned(start.course, 1)
    hand.key(pygame.K_MINUS)
    assert hand.spots[first].velocity == max(0, start.velocity - 1)
    hand.key(pygame.K_EQUALS)
    assert hand.spots[first].velocity == max(1, start.velocity)
    hand.key(pygame.K_DELETE)
    assert first not in hand.spots
    hand.key(pygame.K_z)
    assert first in hand.spots
    hand.key(pygame.K_y)
    assert first not in hand.spots
    hand.key(pygame.K_r)
    assert all(one.key in hand.spots for one in hand.placing.waiting)
    hand.key(pygame.K_RETURN)
    assert hand.placing.state.down == (first,)


@pytest.mark.parametrize("key", SYSTEMS)
def test_by_keys_both_fleets_stand_and_the_battle_begins(key: str) -> None:
    hand = PlacingHand(key)
    for _ in range(len(hand.placing.ships)):
        hand.key(pygame.K_l)
        hand.key(pygame.K_RETURN)
    assert hand.placing.due is None
    answer = hand.key(pygame.K_SPACE)
    hand.key(pygame.K_RETURN)
    assert answer is None or isinstance(answer, Pop)
    assert len(hand.begun) == 2 and set(hand.begun[0].battle.state.ships) == set(hand.placing.ships)


def test_a_place_and_a_velocity_are_typed() -> None:
    hand = PlacingHand()
    hand.key(pygame.K_p)
    hand.type("4.5, 30")
    hand.key(pygame.K_RETURN)
    assert hand.spots[hand.hand].at == (4.5, 30.0)
    for name, typed, course, velocity in (("velocity", "3", 3, 3), ("course", "11", 11, 3)):
        hand.press(name)
        hand.type(typed)
        hand.key(pygame.K_RETURN)
        spot = hand.spots[hand.hand]
        assert (spot.course, spot.velocity) == (course, velocity)
    hand.key(pygame.K_UP)
    assert hand.spots[hand.hand].at == (4.5, 31.0), "the arrows move the ship again"
    hand.key(pygame.K_p)
    hand.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    hand.type("far away")
    hand.key(pygame.K_RETURN)
    assert "A place is two figures, such as 8, 18." in words(hand)


def test_a_hex_is_typed_by_its_name() -> None:
    hand = PlacingHand("hexcess")
    hand.key(pygame.K_p)
    hand.type("0207")
    hand.key(pygame.K_RETURN)
    assert hand.placing.board.label(hand.spots[hand.hand].at) == "0207"


def test_refusals_are_sentences_with_the_rule_of_the_game() -> None:
    hand = PlacingHand()
    for key in (pygame.K_RETURN, pygame.K_q, pygame.K_PLUS, pygame.K_z):
        hand.key(key)
        assert hand.page.model.told.endswith(".") and hand.page.model.told in words(hand)
    assert hand.page.rule_under(hand.page.board.rect.center) == "full-thrust-base/9.1"
    assert hand.page.subject == hand.placing.system.files.fleets_rule


def test_every_key_is_bound_once_and_listed() -> None:
    assert conflicts({one.action: one for one in BINDINGS}) == []
    assert not Keys(table=BINDINGS).troubles
    answer = PlacingHand().key(pygame.K_F2)
    assert isinstance(answer, Push) and isinstance(answer.screen, KeyList)


def test_tab_walks_over_the_fields_from_one_that_is_typed_into() -> None:
    hand = PlacingHand()
    hand.key(pygame.K_UP, pygame.K_p, pygame.K_TAB)
    course, ship = hand.spots[hand.hand].course, hand.hand
    hand.key(pygame.K_RIGHT)
    assert hand.hand == ship and hand.spots[ship].course == hand.placing.board.turned(course, 1)
    hand.key(pygame.K_TAB, pygame.K_LEFT)
    assert hand.spots[ship].velocity == 5
    hand.key(pygame.K_ESCAPE, pygame.K_TAB)
    assert hand.hand != ship


def test_where_a_rule_places_all_ships_they_stand_at_once() -> None:
    hand = PlacingHand(order="by rule")
    assert hand.placing.due is None and main(hand).label == "Begin the battle"
    hand.key(pygame.K_t)
    assert hand.page.model.told == "All ships stand."


def test_escape_and_back_lead_back() -> None:
    hand = PlacingHand()
    hand.press("Line abreast")
    assert isinstance(hand.key(pygame.K_ESCAPE), Pop)
    assert isinstance(hand.press("Back"), Pop)


# -- what stands -------------------------------------------------------------------------------------------------------


def test_computers_place_by_themselves() -> None:
    hand = PlacingHand(players=("human", "captain"))
    for _ in range(3):
        assert hand.placing.due == 0
        hand.key(pygame.K_r, pygame.K_RETURN)
    assert hand.placing.due is None and main(hand).label == "Begin the battle"
    both = PlacingHand(players=("captain", "captain"))
    assert both.placing.due is None and main(both).label == "Begin the battle"


def test_a_battle_is_saved_as_a_scenario_and_opened_in_the_sandbox(tmp_path: Path) -> None:
    hand = PlacingHand(players=("human", "captain"))
    hand.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert hand.page.model.told == "All ships have to stand first."
    while hand.placing.due is not None:
        hand.key(pygame.K_r, pygame.K_RETURN)
    hand.press("Save as a scenario")
    (path,) = (tmp_path / "scenarios").glob("*.yaml")
    assert set(open_battle(path, seed=1).battle.state.ships) == set(hand.placing.ships)
    assert f"Saved as {path.name}" in words(hand)
    answer = hand.press("Open in the sandbox")
    assert isinstance(answer, Push) and isinstance(answer.screen, SandboxScreen)


def test_a_scenario_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "scenarios").write_text("no folder")
    hand = PlacingHand(players=("captain", "captain"))
    hand.press("Save as a scenario")
    assert hand.page.model.told and not hand.page.model.well


def test_the_wind_while_ships_are_placed_is_that_of_the_battle() -> None:
    hand = PlacingHand("full-sail", players=("captain", "captain"))
    hand.key(pygame.K_SPACE)
    assert hand.begun[0].battle.state == hand.page.board.scene.view.state


def test_the_plate_tells_what_a_place_leads_to() -> None:
    hand = PlacingHand(fleets=({"lancet": 1}, {"vesper": 1}))
    assert "From here | still in the tray" in words(hand).replace("FROM HERE", "From here")
    assert "no enemy stands yet" not in words(hand)
    hand.page.model.type_place("6, 24")
    hand.draw()
    assert "no enemy stands yet" in words(hand)
    hand.key(pygame.K_RETURN)
    hand.page.model.type_place("66, 24")
    hand.draw()
    told = words(hand)
    assert "to Lancet" in told and "60 MU" in told and "turn 12" in told


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_nothing_overlaps_or_is_cut(key: str, size: tuple[int, int], scale: float) -> None:
    hand = PlacingHand(key, size)
    for step in range(4):
        found = read(hand.page, size, scale)
        assert faults([one for one in found if not hand.page.board.rect.collidepoint(one.box.center)], size) == []
        assert overlaps(hand.page.focus.widgets, size) == [], step
        if step == 0:
            hand.page.step(0, 1)
        elif step == 1:
            hand.page.rest()
        else:
            while hand.placing.due is not None:
                hand.page.rest()
                hand.page.press()


@pytest.mark.parametrize("edges", ["left and right", "top and bottom"])
def test_zones_are_named_on_the_board_and_both_seats_have_theirs(edges: str) -> None:
    hand = PlacingHand(edges=edges)
    names = hand.page.board.zone_names
    assert [said for _, _, said in names] == ["yours to place in", hand.page.model.side(1)]
    assert all(hand.page.board.rect.contains(rect) for _, rect, _ in names)
    hand.key(pygame.K_r, pygame.K_RETURN)
    assert [said for _, _, said in hand.page.board.zone_names] == [hand.page.model.side(0), "yours to place in"]


def test_the_names_of_zones_keep_off_the_rose_wherever_ships_drive_it() -> None:
    hand = PlacingHand("full-sail", fleets=({"aiglette": 4}, {"aiglette": 4}))
    roses = set()
    while hand.placing.due is not None:
        hand.page.rest()
        hand.draw()
        board = hand.page.board
        pinned = own_pinned(board.view.camera, board.scene)
        roses.add(tuple(pinned[0]))
        assert not any(rose.colliderect(rect) for rose in pinned for _, rect, _ in board.zone_names)
        hand.key(pygame.K_RETURN)
    assert len(roses) > 1, "ships drove it to another corner"


def test_the_name_of_a_zone_covers_no_ship_in_it() -> None:
    hand = PlacingHand()
    board, placing = hand.page.board, hand.placing
    hand.draw()
    for _ in range(3):
        _, rect, _ = board.zone_names[0]
        placing.move(placing.hand, board.view.camera.mu(rect.center))
        hand.draw()
        at = board.view.camera.xy(placing.state.spots[placing.hand].at)
        assert not any(one.inflate(12, 12).collidepoint(at) for _, one, _ in board.zone_names)


def test_the_edge_of_a_zone_is_not_drawn_over_the_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = PlacingHand("power-hex", size=(1920, 1080))
    board, drawn = hand.page.board, Surface((1920, 1080))
    board.draw(drawn, 0.0)
    scale = scale_rect(board.view.camera)
    before = pygame.image.tobytes(drawn.subsurface(scale), "RGB")
    monkeypatch.setattr(board, "_draw_edges", lambda dst: None)
    board.draw(drawn, 0.0)
    assert pygame.image.tobytes(drawn.subsurface(scale), "RGB") == before


def test_the_curtain_is_explained_only_where_both_place_in_secret() -> None:
    assert "curtain" not in words(PlacingHand())
    hand = PlacingHand(order="in secret", players=("human", "captain"))
    assert "Both place behind the curtain" in words(hand)
    hand.key(pygame.K_UP)
    assert "no enemy shown yet" in words(hand)


def test_more_ships_than_a_row_are_a_card_a_design() -> None:
    hand = PlacingHand(fleets=({"dunlin": 150, "lancet": 49, "meridian": 1}, {"cinder": 200}), terms="free")
    shown = [one for one in hand.page.focus.widgets if isinstance(one, TrayCard)]
    assert [(one.label, one.count) for one in shown] == [
        ("Meridian", ""), ("Lancet ×49", "0 of 49 stand"), ("Dunlin ×150", "0 of 150 stand"),
    ]  # fmt: skip
    assert all(hand.page.tray.rect.contains(one.rect) for one in shown)
    hand.press("tray lancet")
    assert hand.hand == "lancet" and cards(hand)["lancet"].label == "Lancet"
    hand.press("tray lancet")
    assert hand.hand == "lancet-2" and cards(hand)["lancet-2"].label == "Lancet 2"
    hand.page.rest()
    hand.page.press()
    hand.draw()
    figures = [one.string for one in read(hand.page, (1280, 800)) if hand.named("strip").rect.contains(one.box)]
    assert hand.placing.due == 1 and any(one.isdigit() and int(one) > 300 for one in figures), "signs not shown"


def test_many_ships_scroll_in_the_tray_to_the_one_in_hand() -> None:
    hand = PlacingHand(fleets=({"dunlin": 30}, {"cinder": 30}), terms="free")
    for _ in range(29):
        hand.key(pygame.K_TAB)
    card = cards(hand)[hand.hand]
    assert hand.page.tray.rect.contains(card.rect)
    assert overlaps(hand.page.focus.widgets, (1280, 800)) == []


def test_no_name_lies_over_the_head_of_an_arrow() -> None:
    fleets = (
        {"meridian": 1, "halberd": 1, "lancet": 2, "fulmar": 1},
        {"athanor": 1, "cupola": 1, "ladle": 1, "smoulder": 1, "tinder": 1},
    )
    hand = PlacingHand(fleets=fleets)
    board, placing = hand.page.board, hand.placing
    while placing.due is not None:
        hand.page.rest()
        hand.key(pygame.K_RETURN)
        hand.draw()
        heads = [board.view.camera.xy(next(placing.coasting(spot))) for spot in placing.state.spots.values()]
        assert heads and not [at for at in heads if any(rect.collidepoint(at) for rect in board.view.written)]
