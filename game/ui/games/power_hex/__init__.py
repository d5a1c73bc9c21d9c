"""The screen of Power and Initiative: sections and reactor on the sheet, shots step by step at the foot, sides on the
board."""

from __future__ import annotations

from game.systems.power_hex.parts import PowerTable, SectionSheet, ShotBreakdown, ShotSteps, SideMarks, StepTable
from game.ui.board.model.overlay_painter import OverlayPainter
from game.ui.games.power_hex.delay_example import DelayExample
from game.ui.games.power_hex.hit_card import hit_cards
from game.ui.games.power_hex.power_board import power_board, power_form
from game.ui.games.power_hex.sections import sides, sides_in_yard, struck_faces
from game.ui.games.power_hex.shot_after import shot_after
from game.ui.games.power_hex.shot_cards import shot_panel
from game.ui.games.power_hex.side_marks import draw_side_marks, side_name_rects
from game.ui.games.power_hex.step_table import step_table
from game.ui.ship_sheet.painters import Painter

PAINTERS = {
    SectionSheet: Painter(hull=sides, systems=struck_faces, yard=sides_in_yard),
    StepTable: Painter(before=step_table, yard=step_table),
    PowerTable: Painter(after=power_board, yard=power_board, form=power_form),
    ShotBreakdown: Painter(card=hit_cards),
    ShotSteps: Painter(before=shot_after, panel=shot_panel),
}
OVERLAYS = {SideMarks: OverlayPainter(lines=draw_side_marks, taken=side_name_rects)}
EXAMPLES = {"power/4.2": DelayExample}
