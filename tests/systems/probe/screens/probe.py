"""Paints what the game alone has: found beside the screens of the other games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pygame
from pygame import Rect, Surface

from game.battle.view import View
from game.core.display import OwnLook, Pose
from game.core.orders import Id
from game.ui.battle.orders.manoeuvre_fields import Edit
from game.ui.board.label_engine.pictures import Placer, Word, place_plain
from game.ui.board.model.camera import Camera
from game.ui.board.model.legend_entry import LegendEntry
from game.ui.board.model.overlay_painter import OverlayPainter
from game.ui.board.model.scene import Scene
from game.ui.render.hulls import DrawnHull, Hull, HullPainter
from game.ui.render.shapes import Place, Vec
from game.ui.render.theme import Colour, theme
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout
from game.ui.ship_sheet.painters import Painter, SheetLook
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column, ColumnPane, ScrolledPane
from game.ui.toolkit.widgets import Widget
from tests.systems.probe.parts import Chase, Lookout, Tide, Watch
from tests.systems.probe.system import Helm

ROSE, WATER, WEED, LEE = (255, 0, 127), (1, 250, 201), (201, 1, 250), (250, 201, 1)  # colours that nothing else has
PAINT, WAKE, FLAG = (7, 77, 177), (177, 7, 77), (77, 177, 7)
PLATE = Rect(0, 0, 90, 30)


def watch(column: Column, part: Watch, look: SheetLook) -> None:
    """A line."""
    column.heading(part.title, rule=part.rule)
    words = f"{part.crew} of {look.sheet.title}"
    column.add(WordRow(column.row(24), [(words, theme.palette.text, "r")], hint=words))


def draw(dst: Surface, camera: Camera, scene: Scene, one: Lookout) -> None:
    """A circle before its bow."""
    pygame.draw.circle(dst, ROSE, camera.xy((one.at[0], one.at[1] + one.reach)), 9)


def said(placer: Placer, camera: Camera, scene: Scene, one: Lookout) -> list[Word | None]:
    """Return how far it sees."""
    return [place_plain(placer, f"sees {one.reach:g} MU", theme.palette.text, [camera.xy(one.at)])]


def plate(camera: Camera, scene: Scene, one: Tide) -> list[Rect]:
    """Return the lower left corner."""
    return [PLATE.move(camera.rect.x, camera.rect.bottom - PLATE.h)]


def pinned(dst: Surface, camera: Camera, scene: Scene, one: Tide) -> None:
    """A plate there."""
    dst.fill(WATER, plate(camera, scene, one)[0])


def weed(dst: Surface, camera: Camera, scene: Scene, one: Tide) -> None:
    """On the ground, in the middle of the table."""
    pygame.draw.circle(dst, WEED, camera.xy((36, 12)), 9)


def lee(dst: Surface, mark: str, at: tuple[float, float], turn: float, unit: float) -> None:
    """A dot at an end."""
    pygame.draw.circle(dst, LEE, at, 4)


def legend(scene: Scene) -> Iterator[LegendEntry]:
    """Yield what the dot means."""
    if any(one.mark for one in scene.asked.destinations):
        yield LegendEntry("By the lee", lambda dst, r: lee(dst, "lee", r.center, 0.0, 1.0))


def film_step(view: View, numbers: Mapping[str, int], written: dict[str, Any]) -> dict[str, Any]:
    """Return the tide, where it has changed."""
    now = [one.words for one in view.tokens if isinstance(one, Tide)]
    told = {} if written.get("tide") == now else {"tide": now, "ships": len(numbers)}
    written["tide"] = now
    return told


class ChasePanel:
    """Names the ship that is chased."""

    def __init__(self, context: BattleContext, edit: Edit) -> None:
        self.context, self.edit = context, edit
        self.pane = ColumnPane("chase", self._fill, (8, 8))
        self.panes: tuple[ScrolledPane, ...] = (self.pane,)

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return a line."""
        return list(self.pane.lay_out(layout.beside))

    def draw(self, dst: Surface) -> None:
        """That line."""
        self.pane.draw(dst)

    def _fill(self, column: Column) -> None:
        words = f"chases {getattr(self.context.shown.order, 'target', '')}"
        column.add(WordRow(column.row(24), [(words, theme.palette.text, "r")], hint=words))


class PennantPainter:
    """A box with a pennant, above it while the ship is in play, and a wake below."""

    def outside(self, hull: Hull) -> Iterable[tuple[float, float]]:
        """Return the tip of the pennant."""
        return ((0.0, -40.0),)

    def draw(
        self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, colour: Colour, look: OwnLook | None
    ) -> None:
        """A disc."""
        v.circ(at, 9 * k, PAINT)

    def plan(self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, look: OwnLook | None) -> None:
        """Nothing more."""

    def sign(self, v: Vec, hull: Hull, at: Place, k: float, colour: Colour) -> None:
        """Nothing more."""

    def listed_look(self, look: OwnLook) -> OwnLook:
        """As it is."""
        return look

    def planned_look(self, look: OwnLook, pose: Pose) -> OwnLook:
        """As it is."""
        return look

    def turned_look(self, look: OwnLook, heading: float, alive: bool) -> OwnLook:
        """As it is."""
        return look

    def broken_look(self, look: OwnLook, parts: tuple[str, ...]) -> OwnLook:
        """As it is."""
        return look

    def below(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """A wake."""
        pygame.draw.circle(dst, WAKE, (at[0], at[1] + 30), 6)

    def above(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """A pennant."""
        pygame.draw.circle(dst, FLAG, (at[0], at[1] - 30), 6)

    def beyond(self, at: Place, degrees: float, k: float, look: OwnLook) -> Iterable[Rect]:
        """The pennant."""
        yield Rect(round(at[0]) - 6, round(at[1]) - 36, 12, 12)

    def broken(self, dst: Surface, ship: DrawnHull, parts: tuple[str, ...], share: float) -> None:
        """The pennant comes down."""
        pygame.draw.circle(dst, FLAG, (ship.at[0], ship.at[1] - 30 * (1 - share)), 6)

    def svg_below(self, look: OwnLook) -> str:
        """Return a wake."""
        return "<!--wake-->"

    def svg_above(self, look: OwnLook) -> str:
        """Return a pennant."""
        return "<!--pennant-->"

    def smokes(self, look: OwnLook) -> bool:
        """It has no funnel."""
        return False

    def svg_smoke(self) -> str:
        """None."""
        return ""


class TideExample:
    """Try another tide."""

    def __init__(self, view: View, key: Id, changed: Callable[[], object]) -> None:
        self.tide, self.changed = 1, changed

    def fill(self, column: Column) -> None:
        column.heading("Try another tide", str(self.tide))


PAINTERS = {Watch: Painter(after=watch, yard=watch, pictured=True)}
OVERLAYS = {
    Lookout: OverlayPainter(lines=draw, words=said, ring=lambda camera: 60.0),
    Tide: OverlayPainter(floor=weed, pinned=pinned, taken=plate),
}
PANELS = {Chase: ChasePanel}
HULLS: HullPainter = PennantPainter()
MARKS = {Helm: lee}
EXAMPLES = {"probe/1": TideExample}
LEGEND, FILM = legend, film_step
