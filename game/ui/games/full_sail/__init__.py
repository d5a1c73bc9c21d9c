"""The screen of Full Sail: the deck on the sheet, wind and wheel of courses on the board, a boarding panel beside
it."""

from __future__ import annotations

from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.parts import CourseWheel, Deck, Lashing, TwoDecks, WindMark
from game.ui.board.model.overlay_painter import OverlayPainter
from game.ui.games.full_sail.boarding.panel import BoardingPanel
from game.ui.games.full_sail.course_words import wheel_words
from game.ui.games.full_sail.deck import deck_in_yard, on_deck
from game.ui.games.full_sail.end_marks import draw_mark
from game.ui.games.full_sail.film import film_step
from game.ui.games.full_sail.hulls import SailPainter
from game.ui.games.full_sail.lashings import draw_lashing
from game.ui.games.full_sail.legend import sea_samples
from game.ui.games.full_sail.wheel import draw_wheel, on_wheel, wheel_radius
from game.ui.games.full_sail.wind import draw_rose, draw_streamlines, rose_ground
from game.ui.render.hulls import HullPainter
from game.ui.ship_sheet.painters import Painter

PAINTERS = {Deck: Painter(systems=on_deck, yard=deck_in_yard, pictured=True)}
OVERLAYS = {
    WindMark: OverlayPainter(floor=draw_streamlines, pinned=draw_rose, taken=rose_ground),
    CourseWheel: OverlayPainter(lines=draw_wheel, words=wheel_words, ring=wheel_radius, met=on_wheel),
    Lashing: OverlayPainter(above=draw_lashing),
}
MARKS = {SailOrder: draw_mark}
PANELS = {TwoDecks: BoardingPanel}
HULLS: HullPainter = SailPainter()
LEGEND, FILM = sea_samples, film_step
