"""The order form and the sheet over it in windows of three sizes at three scales: nothing loses its name, is cut or
covered."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.battle.designs import ROOT
from game.ui.host.preferences import preferences
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.ship_sheet.system_cells import SystemCell
from game.ui.ship_sheet.tracks import RowTrack
from game.ui.toolkit.blocks import ColumnHeading, StatBlock, StepperValue
from tests.support.ui.battle_driver import TURN, Seated, at_scale

pytestmark = pytest.mark.usefixtures("still")
ADVANCED = TURN.replace("design: lancet", "design: fulmar").replace(", lost: [PDSa]", "")
ALL = TURN.replace("seed: 11", "seed: 11\nhouse: {manoeuvres: all}")
SIZES = pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080)], ids=lambda size: f"{size[0]}")
SCALES = pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])


def seated(folder: Path, text: str, size: tuple[int, int], scale: float) -> Seated:
    at_scale(scale)
    preferences.hold(size)
    seat = Seated(folder, text, size)
    seat.screen.commands.click("lancet")
    seat.settle()
    return seat


def pieces(seat: Seated, kind: type) -> list[Any]:
    return [one for pane in seat.screen.panels.panes() for one in pane.widgets if isinstance(one, kind)]


@SIZES
@SCALES
def test_the_speed_keeps_its_name(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    seat = seated(tmp_path, TURN, size, scale)
    for words, said in (("0", "speed ±0"), ("+1", "speed +1"), ("-2", "speed −2")):
        seat.screen.model.set_draft(seat.screen.model.view.read("lancet", words))
        seat.screen.context.change()
        seat.look()
        (reading,) = pieces(seat, StepperValue)
        assert reading.words == said and width(said, 16, "s") <= reading.rect.w
        beside = [
            one.rect for one in seat.screen.focus.widgets if one.name in ("dv -1", "dv +1", "switch roll", "pick ram")
        ]
        assert len(beside) == 4 and reading.rect.collidelist(beside) < 0


@SIZES
def test_the_distance_of_a_jump_is_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = seated(tmp_path, ALL, size, 1.0)
    seat.screen.model.view.state.ships["lancet"].set_timer("ftl", 1)
    seat.screen.model.set_draft(seat.screen.model.view.read("lancet", "SRJ50"))
    seat.screen.context.change()
    seat.look()
    (reading,) = (one for one in pieces(seat, StepperValue) if one.words.endswith("50"))
    assert width(reading.words, 16, "s") <= reading.rect.w


@SIZES
def test_the_turns_of_an_advanced_drive_take_three_rows(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = seated(tmp_path, ADVANCED, size, 1.0)
    turns = [one for pane in seat.screen.panels.panes() for one in pane.widgets if one.name.startswith("legs ")]
    assert len({one.rect.y for one in turns}) <= (3 if size[0] >= 1280 else 4) and len(turns) < 20
    slips = next(one for one in turns if one.name.endswith("+1"))
    slips.press()
    assert "+" in str(seat.screen.model.order)


@SIZES
@SCALES
def test_every_figure_of_the_sheet_is_whole(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    seat = seated(tmp_path, ADVANCED, size, scale)
    figures = pieces(seat, StatBlock)
    assert [one.label for one in figures] == ["Velocity", "Course", "Thrust", "Crew"] and figures[
        2
    ].becomes == "advanced"
    assert all(one.least <= one.rect.w + 1 for one in figures)
    assert all(a.rect.right < b.rect.x for a, b in pairwise(figures))
    assert figures[-1].rect.right <= seat.screen.layout.sheet.right


@SIZES
@SCALES
def test_the_form_stays_below_its_edge_and_cuts_no_row_of_figures(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    seat = seated(tmp_path, ALL, size, scale)
    panels = seat.screen.panels
    assert panels.split
    edge, sheet = panels.lower.scroll.rect.y, seat.screen.layout.sheet
    for one in pieces(seat, StatBlock):
        assert one.rect.bottom <= edge or one.rect.y >= edge
    above = pygame.Rect(sheet.x, sheet.y, sheet.w, edge - sheet.y)
    before = pygame.image.tobytes(seat.frame.subsurface(above), "RGB")
    assert panels.lower.scroll.most or (size[0], scale) == (1920, 1.0)
    for share in (0.2, 0.5, 1.0):
        panels.lower.scroll.to(round(panels.lower.scroll.most * share))
        seat.screen.context.change()
        assert pygame.image.tobytes(seat.look().subsurface(above), "RGB") == before


def test_a_hull_that_is_seen_in_part_may_be_cut(tmp_path: Path) -> None:
    """What is higher than the form may give way is scrolled to, as ever."""
    seat = seated(tmp_path, ALL, (1280, 800), 1.0)
    seen = [one for one in pieces(seat, RowTrack) if one.rect.bottom <= seat.screen.panels.lower.scroll.rect.y]
    assert seen and pieces(seat, SystemCell)


@SIZES
def test_no_hint_covers_the_buttons_while_the_order_is_typed(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = seated(tmp_path, TURN, size, 1.0)
    field = seat.widget("notation")
    seat.point(field.rect.center)
    assert seat.screen.focus.hint_target() is field, "pointed at, it says what it is for"
    seat.click(field.rect.center)
    assert seat.screen.focus.hint_target() is None
    below = pygame.Rect(field.rect.x, field.rect.bottom + theme.px(24), field.rect.w, theme.px(30))
    plain = pygame.image.tobytes(seat.look().subsurface(below), "RGB")
    seat.point((5, 5))
    assert pygame.image.tobytes(seat.look().subsurface(below), "RGB") == plain
    seat.key("ESCAPE")
    for _ in seat.names():
        seat.key("TAB")
        if seat.screen.focus.at is field:
            break
    assert seat.screen.focus.hint_target() is field, "walked to, it says so too"
    seat.type("+")
    assert seat.screen.focus.hint_target() is None and seat.screen.focus.under() is field


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["power_hex/karun_light", "full_thrust/carrier_strike"])
def test_a_sheet_over_its_form_does_not_end_in_a_heading(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), size)
    assert seat.until(lambda now: now.screen.model.input_mode == "plot")
    seat.settle()
    panels = seat.screen.panels
    assert panels.split, "not all of it fits"
    under = panels.upper.rect.bottom
    last = max((one for one in panels.upper.widgets if one.rect.bottom <= under), key=lambda one: one.rect.bottom)
    assert not isinstance(last, ColumnHeading), "what it is over lies under the form"
