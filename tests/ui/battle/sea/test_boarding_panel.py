"""The panel of a boarding: whole beside the board, with all that may be sent, its exact odds, and what may be done
instead."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.systems.full_sail.boarding.melee import BoardingParty, odds
from game.systems.full_sail.parts import TwoDecks
from game.ui.battle.orders.alternatives import AlternativeHead, AlternativeRow
from game.ui.games.full_sail.boarding.decks import DecksPicture
from game.ui.games.full_sail.boarding.dice_line import DiceLine
from game.ui.games.full_sail.boarding.outlooks import OutlookColumn
from game.ui.render.theme import theme
from game.ui.ship_sheet.sheet import SheetHead
from game.ui.toolkit.widgets import Widget
from tests.support.ui.battle_driver import Seated
from tests.support.ui.screen_driver import well_laid

BATTLE = """
version: 1
title: Side to side
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [30, 22], course: 3}
  aiglette: {side: auvrac, design: aiglette, at: [30, 24], course: 3}
  lutin: {side: auvrac, design: lutin, at: [30, 19.5], course: 9, anchored: true}
  tern: {side: merrow, design: tern, at: [64, 44], course: 3, anchored: true}
  martinet: {side: auvrac, design: martinet, at: [27, 27], course: 9, anchored: true}
grapples:
- {ships: [halcyon, aiglette]}
victory: {kind: last-side, turns: 20}
"""
LARGE = BATTLE.replace("design: halcyon", "design: queen_ysolde").replace("design: aiglette", "design: roi_solene")
SIZES = [(1280, 800), (1920, 1080)]


def boarding(folder: Path, size: tuple[int, int], text: str = BATTLE) -> Seated:
    """Return a seat at which Halcyon is asked whom it boards."""
    seat = Seated(folder, text, size)
    seat.enter_until("Board", "halcyon")
    seat.settle()
    return seat


def parts(seat: Seated, *kinds: type[Widget]) -> list[Widget]:
    return [one for one in seat.screen.focus.widgets if isinstance(one, kinds)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [BATTLE, LARGE], ids=["frigates", "ships of the line"])
def test_all_of_it_is_seen_at_once_beside_the_board(
    still: None, tmp_path: Path, size: tuple[int, int], text: str
) -> None:
    seat = boarding(tmp_path, size, text)
    for pressed in ("", "target Aiglette", "crew 2", "marines without"):
        if pressed:
            seat.press(pressed)
        layout, pane = seat.screen.layout, seat.screen.panels.beside.panes[0]
        well_laid(seat, pressed)
        assert not pane.scroll.most and not seat.screen.panels.upper.scroll.most
        assert len(parts(seat, DecksPicture)) == len(parts(seat, DiceLine)) == 1
        assert len(parts(seat, OutlookColumn)) == 3
        fields = [
            one for one in seat.screen.focus.widgets if one.name.startswith(("target ", "crew ", "marines ", "prize "))
        ]
        assert len(fields) >= 2 + 5 + 2 + 5
        rows = [one.rect for one in parts(seat, AlternativeRow) if sighted(one)]
        assert len(rows) >= 5
        shown = [one.rect for one in (*fields, *parts(seat, DecksPicture, DiceLine, OutlookColumn))] + rows
        assert all(layout.beside.contains(one) for one in shown), "in one place, and whole"
        assert not any(one.colliderect(other) for one, other in combinations(shown, 2))


def sighted(row: Widget) -> bool:
    """Return whether the whole of a row can be seen."""
    return bool(row.window and row.window.contains(row.rect))


def table(seat: Seated) -> tuple[list[str], str]:
    """Return the parties in sight, and what the head of their table says."""
    head = parts(seat, AlternativeHead)[0]
    assert isinstance(head, AlternativeHead)
    assert [line.split(":")[0] for line in head.hint.splitlines()[1:]] == [one.words for one in head.parts]
    rows = [one for one in parts(seat, AlternativeRow) if isinstance(one, AlternativeRow)]
    assert not any(one.window and one.window.colliderect(one.rect) and not sighted(one) for one in rows), (
        "no row is cut"
    )
    return [one.one.label for one in rows if sighted(one)], head.note


PARTIES = [f"{crew} crew{marines}" for crew in range(8, 0, -1) for marines in (", marines", "")]


@pytest.mark.parametrize("size", SIZES)
def test_every_party_of_a_long_table_is_reached_by_the_wheel(
    still: None, tmp_path: Path, size: tuple[int, int]
) -> None:
    seat = boarding(tmp_path, size, LARGE)
    pane = seat.screen.panels.beside.panes[1]
    found: list[str] = []
    for _ in range(len(PARTIES)):
        labels, words = table(seat)
        first = PARTIES.index(labels[0])
        assert labels == PARTIES[first : first + len(labels)]
        if len(labels) < len(PARTIES):
            told = f"{first + 1} to {first + len(labels)} of 16"
            assert words == (told if size[0] < 1900 else f"{told}, after 3 rounds") and pane.scroll.most
        found += [one for one in labels if one not in found]
        seat.point(pane.rect.center)
        seat.send(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        seat.look()
    assert found == PARTIES


def test_keys_walk_to_the_last_party_of_a_long_table_and_buttons_bring_it_into_sight(
    still: None, tmp_path: Path
) -> None:
    seat = boarding(tmp_path, (1280, 800), LARGE)
    seat.press("target Aiglette")
    assert "8 crew, marines" in table(seat)[0] and "1 crew" not in table(seat)[0]
    seat.press("crew 1")
    assert "1 crew, marines" in table(seat)[0]
    seat.press("crew all")
    assert "8 crew, marines" in table(seat)[0]
    while seat.screen.focus.at is None or not seat.screen.focus.at.name.startswith("instead"):
        seat.key("TAB")
    for _ in PARTIES[1:]:
        seat.key("DOWN")
    assert seat.screen.focus.at.name == "instead 1 crew" and "1 crew" in table(seat)[0]
    seat.key("SPACE")
    assert str(seat.screen.model.order) == "board aiglette crew 1 without marines"


@pytest.mark.parametrize("size", SIZES)
def test_the_board_shows_the_pair_and_every_ship_about_it(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    """The panel lies over none of it; when the order is given the board is as broad, and looked at, as before."""
    seat = Seated(tmp_path, BATTLE, size)
    seat.enter_until("Ships fire", "halcyon")
    seat.settle()
    camera, broad = seat.screen.board.camera, seat.screen.layout.board.w
    before = camera.view
    seat.enter_until("Board", "halcyon")
    seat.settle()
    layout = seat.screen.layout
    assert layout.beside.w and not layout.beside.colliderect(layout.board)
    assert camera.rect == layout.board
    assert all(camera.shows(ship.at, 12) for key, ship in seat.battle.state.ships.items() if key != "tern")
    seat.press("target Aiglette")
    seat.key("RETURN")
    seat.settle()
    for _ in range(4):
        if seat.battle.phase.name == "Board" or seat.screen.flow.result:
            assert camera.view != before, "what came of it is read where it came about"
            seat.key("RETURN")
            seat.settle()
    assert seat.battle.phase.name != "Board"
    assert not seat.screen.layout.beside.w and not parts(seat, DecksPicture)
    assert seat.screen.layout.board.w == broad and camera.view == before


def test_odds_are_told_before_anyone_steps_over_and_a_row_sends_its_party(still: None, tmp_path: Path) -> None:
    seat = boarding(tmp_path, (1280, 800))
    rows = [one for one in parts(seat, AlternativeRow) if isinstance(one, AlternativeRow)]
    assert not any(one.on for one in rows) and str(seat.screen.model.order) == "stay"
    state = seat.battle.state
    target = BoardingParty(state.ships["aiglette"].crew, state.ships["aiglette"].marines)
    for one, (crew, marines) in zip(
        rows, [(4, 1), (4, 0), (3, 1), (3, 0), (2, 1), (2, 0), (1, 1), (1, 0)], strict=True
    ):
        told = odds(BoardingParty(crew, marines), target)
        assert [part.chance for part in one.one.parts] == [told.captured, told.both, told.repelled, told.undecided]
        assert all(part.words in one.hint for part in one.one.parts)
    third = rows[3]
    seat.click(third.rect.center)
    assert str(seat.screen.model.order) == "board aiglette crew 3 without marines"
    on = [one for one in parts(seat, AlternativeRow) if isinstance(one, AlternativeRow) and one.on]
    assert [one.one.label for one in on] == ["3 crew"] and on[0].rect == third.rect, (
        "no row moves from under the pointer"
    )


def test_who_steps_over_is_drawn_and_follows_the_buttons(still: None, tmp_path: Path) -> None:
    seat = boarding(tmp_path, (1280, 800))

    def decks() -> TwoDecks:
        found = parts(seat, DecksPicture)[0]
        assert isinstance(found, DecksPicture)
        return found.decks

    assert (decks().boarder.sent, decks().boarder.kills) == (0, ())
    assert not seat.widget("crew 2").enabled and "Board" in seat.widget("crew 2").why_not, "nobody is boarded yet"
    seat.press("target Aiglette")
    assert (decks().boarder.ship, decks().boarded.ship) == ("halcyon", "aiglette")
    assert decks().boarder.sent == decks().boarder.crew == 4 and decks().boarded.sent == 0
    frame = seat.look().subsurface(parts(seat, DecksPicture)[0].rect).copy()
    seat.press("crew 1")
    assert decks().boarder.sent == 1
    assert frame.get_view("2").raw != seat.look().subsurface(parts(seat, DecksPicture)[0].rect).copy().get_view("2").raw
    assert dict(decks().faces) == {"crew": (5, 6), "marines": (3, 4, 5, 6)}


def test_keys_alone_choose_a_party_and_send_it(still: None, tmp_path: Path) -> None:
    seat = boarding(tmp_path, (1280, 800))
    names: list[str] = []
    while "target Aiglette" not in names:
        assert len(names) < 4, "the panel comes before ships, tools and sheet"
        seat.key("TAB")
        names.append(seat.screen.focus.at.name)
    seat.key("SPACE")
    assert str(seat.screen.model.order) == "board aiglette"
    for _ in range(20):
        if seat.screen.focus.at.name == "instead 3 crew, marines":
            break
        seat.key("DOWN")
    seat.key("SPACE")
    assert str(seat.screen.model.order) == "board aiglette crew 3"
    while seat.screen.focus.at.name != "main":
        seat.key("shift+TAB")
    seat.key("SPACE")
    assert "halcyon: board aiglette crew 3" in seat.orders


@pytest.mark.parametrize(("size", "beside"), [((1280, 800), True), ((1180, 720), True), ((1000, 700), False)])
def test_it_fits_where_the_foot_is_open_and_stands_in_the_sheet_of_a_narrow_window(
    still: None, tmp_path: Path, size: tuple[int, int], beside: bool
) -> None:
    seat = boarding(tmp_path, size)
    seat.press("target Aiglette")
    if beside:
        seat.screen.context.foot_open = True
        seat.screen.context.change()
        seat.look()
        assert not seat.screen.panels.beside.panes[0].scroll.most
    layout = seat.screen.layout
    assert bool(layout.beside.w) == beside
    rows = parts(seat, AlternativeRow)
    assert len(rows) >= 3 and all(
        (layout.beside if beside else layout.sheet).collidepoint(one.rect.center) for one in rows[:3]
    )
    well_laid(seat, str(size))


@pytest.mark.parametrize("size", SIZES)
def test_leaving_and_staying_stand_in_columns_with_bars(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    seat = boarding(tmp_path, size)
    seat.press("target Aiglette")
    columns = [one for one in parts(seat, OutlookColumn) if isinstance(one, OutlookColumn)]
    assert [one.one.label for one in columns] == ["Break away", "Part by consent", "Stay aboard"]
    assert len({one.rect.y for one in columns}) == 1
    frame, p = seat.look(), theme.palette
    for one in columns:
        y = one.rect.y + theme.px(one.head + 6)
        seen = {tuple(frame.get_at((x, y)))[:3] for x in range(one.rect.x, one.rect.right)}
        assert any(abs(red - p.green[0]) + abs(green - p.green[1]) < 40 for red, green, _ in seen), one.one.label
        for part in one.one.parts:
            assert part.chance < 5e-5 or f"{part.words} {100 * part.chance:.1f} %" in one.hint
    told = {(risk.what, risk.words) for risk in seat.screen.model.order.risks(seat.screen.model.view.state)}
    assert ("Lutin", "grapples Halcyon next turn if it throws") in told


def test_a_fight_on_a_deck_tells_what_it_costs_both(still: None, tmp_path: Path) -> None:
    seat = boarding(tmp_path, (1280, 800))
    seat.press("target Aiglette")
    before = seat.screen.model.sheet("halcyon").stats, seat.screen.model.sheet("aiglette").stats
    seat.key("RETURN")
    seat.settle()
    sheets = [seat.screen.model.sheet(key) for key in ("halcyon", "aiglette")]
    hurt = [sheet.title for sheet, was in zip(sheets, before) if sheet.stats != was]
    told = [getattr(one, "right", "") for one in seat.screen.focus.widgets]
    assert seat.screen.flow.result and hurt and all(f"for {name}" in told for name in hurt)
    heads = {one.sheet.title: one.note for one in seat.screen.focus.widgets if isinstance(one, SheetHead)}
    assert "Aiglette" not in hurt or heads["Aiglette"] == "just hit", "its hull is whole"


def test_chances_in_a_column_are_drawn_to_a_tenth(still: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole per cents of ways that exclude each other need not add up to 100."""
    seat = boarding(tmp_path, (1280, 800))
    seat.press("target Aiglette")
    columns = [one for one in parts(seat, OutlookColumn) if isinstance(one, OutlookColumn)]
    drawn: list[str] = []
    monkeypatch.setattr("game.ui.games.full_sail.boarding.outlooks.text", lambda dst, words, *_: drawn.append(words))
    for one in columns:
        one.draw(pygame.Surface(seat.look().get_size()))
    seen = [part.chance for one in columns for part in one.one.parts if part.chance >= 0.001]
    assert columns and {f"{100 * chance:.1f} %" for chance in seen} <= set(drawn)
