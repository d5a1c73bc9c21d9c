"""The sheet of a ship under sail: masts as tiles, rows with the faces that check them, guns by side, all in sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.battle.orders.order_form import BandButton
from game.ui.games.full_sail.broadsides import FIGURE, SideCell
from game.ui.games.full_sail.deck import DeckPicture
from game.ui.games.full_sail.hulls import masts_of
from game.ui.render.hulls import hull_of, seal
from game.ui.render.text import run_width, width
from game.ui.render.theme import theme
from game.ui.ship_sheet.tracks import InlineTrack, TileTrack
from game.ui.toolkit.widgets import Widget
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import reader

BATTLE = """
version: 1
title: Off the Cape
system: full-sail
seed: 5
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 26], course: 2, velocity: 12, fore: 1, mizzen: 2, row1: 0, row2: 4,
    lost: [starboard2]}
  aiglette: {side: auvrac, design: aiglette, at: [38, 28], course: 2, velocity: 9}
victory: {kind: last-side, turns: 20}
"""
SIZES = [(1280, 800), (1920, 1080)]


def parts(seat: Seated, kind: type[Widget]) -> list[Widget]:
    return [one for one in seat.screen.focus.widgets if isinstance(one, kind)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["halcyon", "aiglette"])
def test_the_whole_sheet_is_seen_at_once(still: None, tmp_path: Path, size: tuple[int, int], key: str) -> None:
    """With the order form below it, and the line that counts the ends of an enemy's move."""
    seat = Seated(tmp_path, BATTLE, size)
    seat.screen.commands.choose("halcyon")
    if key == "aiglette":
        seat.screen.commands.choose(key)
    else:
        seat.click(seat.pixel("aiglette"))
    seat.look()
    panels = seat.screen.panels
    assert not panels.upper.scroll.most and not panels.split
    shown = [*parts(seat, InlineTrack), *parts(seat, TileTrack), *parts(seat, SideCell)]
    assert len(shown) == 4 + 3 + 4 and all(seat.screen.layout.sheet.contains(one.rect) for one in shown)
    assert bool(parts(seat, DeckPicture)) == (key == "aiglette"), "drawn where no form takes its room"


def test_masts_stand_side_by_side_and_say_what_has_become_of_them(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    seat.look()
    masts = [one for one in seat.screen.focus.widgets if isinstance(one, TileTrack)]
    assert [(one.track.label, one.words) for one in masts] == [
        ("Fore", "crippled"),
        ("Main", "whole"),
        ("Mizzen", "gone"),
    ]
    assert len({one.rect.y for one in masts}) == 1
    red = tuple(theme.palette.red)
    frame = seat.look()
    edges = [tuple(frame.get_at((one.rect.x + one.rect.w // 2, one.rect.y)))[:3] for one in masts]
    assert [edge == red for edge in edges] == [True, False, True]


def test_guns_are_counted_by_side_with_their_dice(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    seat.look()
    cells = {one.side.name: one for one in seat.screen.focus.widgets if isinstance(one, SideCell)}
    assert list(cells) == ["port", "starboard", "bow", "stern"]
    assert cells["port"].side.counted == [("3M", False), ("1C", False)]
    assert cells["starboard"].side.counted == [("2M", False), ("1C", False), ("1M", True)]
    assert [figure for _, figure in cells["starboard"].side.dice.cells] == ["8", "4", "4"]


def test_each_row_names_the_faces_that_check_it(still: None, tmp_path: Path) -> None:
    """The row that ends next stands out, and one that is gone says so."""
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    seat.look()
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, InlineTrack)]
    assert [one.track.notes[0] for one in rows] == ["row gone", "next check on 5 or 6", "check on 4, 5 or 6", "no hull"]
    assert [one.track.pointer for one in rows] == [False, True, False, False]
    frame, yellow = seat.look(), tuple(theme.palette.yellow)

    def lit(one: Widget) -> bool:
        right = one.rect.right - theme.px(130)
        return any(
            tuple(frame.get_at((x, y)))[:3] == yellow
            for x in range(right, one.rect.right)
            for y in range(one.rect.top, one.rect.bottom)
        )

    assert [lit(one) for one in rows] == [False, True, False, False]


@pytest.mark.parametrize("size", SIZES)
def test_boxes_of_all_rows_stand_below_one_another(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    """However long the words beside a row are."""
    seat = Seated(tmp_path, BATTLE.replace("design: aiglette", "design: roi_solene"), size)
    seat.screen.commands.choose("aiglette")
    seat.look()
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, InlineTrack)]
    assert len({one.pitch for one in rows}) == 1
    assert all(
        width(one.track.notes[0], 14, "s") + theme.px(one.pitch * 11) < one.rect.w - theme.px(80) for one in rows
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lost", [(1,), (2, 5, 8), (2, 3, 4, 5, 6), tuple(range(1, 11))])
def test_guns_stand_clear_of_their_dice(
    still: None, tmp_path: Path, size: tuple[int, int], lost: tuple[int, ...]
) -> None:
    """Where there is little room those that are lost are counted together."""
    gone = ", ".join(f"starboard{n}" for n in lost)
    text = BATTLE.replace("design: halcyon", "design: queen_ysolde").replace("lost: [starboard2]", f"lost: [{gone}]")
    seat = Seated(tmp_path, text, size)
    seat.screen.commands.choose("halcyon")
    seat.look()
    (cell,) = (one for one in seat.screen.focus.widgets if isinstance(one, SideCell) and one.side.name == "starboard")
    room = cell.rect.w - theme.px(8 + FIGURE * 3 + 8) - width("Starboard", 14, "s") - theme.px(6)
    words, at = cell.guns(room)
    assert words and run_width(words, at, 4) <= room
    red = [word for word, colour, _ in words if colour == theme.palette.red]
    assert sum(int(word.split()[0].strip("−HMCL")) for word in red) == len(lost)


@pytest.mark.parametrize("size", SIZES)
def test_a_nimble_ship_has_all_its_turns_in_one_row(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    """Eleven of them, each with its point of sail; so the sheet above them is seen whole."""
    seat = Seated(
        tmp_path,
        BATTLE.replace("design: halcyon", "design: tern").replace(
            ", fore: 1, mizzen: 2, row1: 0, row2: 4,\n    lost: [starboard2]", ""
        ),
        size,
    )
    seat.screen.commands.choose("halcyon")
    seat.click(seat.pixel("aiglette"))
    seat.look()
    turns = [one for one in seat.screen.focus.widgets if isinstance(one, BandButton)]
    assert len(turns) == 11
    assert len({one.rect.y for one in turns}) == (1 if size[1] == 800 else 2)
    assert not seat.screen.panels.split and not seat.screen.panels.upper.scroll.most
    assert all(width(one.word, 11) <= one.rect.w - theme.px(2) for one in turns), "no word is cut"


@pytest.mark.parametrize("glyph", ["sail-1", "sail-2", "sail-3"])
def test_the_sign_of_a_fleet_under_sail_has_its_yards(glyph: str) -> None:
    """As large as the curtain shows it; wider than its hull is, where a mast stands, and with a bowsprit."""
    sign, hull = seal(glyph, (255, 157, 110), 220), hull_of(glyph)
    k = 220 * theme.scale / (2 * hull.reach)
    middle = sign.get_width() / 2
    for y, half in masts_of(hull):
        for side in (-1, 1):
            assert sign.get_at((round(middle + side * (half - 1) * k), round(middle + y * k)))[3] > 100
    assert sign.get_at((round(middle), round(middle + (hull.own["bowsprit"] + 2) * k)))[3] > 100


def test_the_name_of_a_side_keeps_off_its_dice_in_a_small_window(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE, (800, 600))
    seat.screen.commands.choose("halcyon")
    frame = seat.look()
    cells = [one for one in seat.screen.focus.widgets if isinstance(one, SideCell)]
    for cell in cells:
        with reader(frame) as written:
            cell.draw(frame)
        boxes = [one.box for one in written]
        assert not any(one.colliderect(other) for n, one in enumerate(boxes) for other in boxes[:n]), cell.side.name
        assert cell.side.name.capitalize() in [one.string for one in written]
    assert len({cell.rect.x for cell in cells}) == 1
