"""The plans drawn over the table: paths, ghosts, lines to the target and plates; no part of the rules.

A move that is the same in every plan is drawn once, dotted, in its side's colour. Where plans differ, each has its own
line and letter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.orders import Id
from game.sandbox.comparison import PlannedAttack
from game.sandbox.sandbox import Sandbox
from game.ui.board.label_engine.pictures import Placer, sample_points
from game.ui.board.layers.danger import tone
from game.ui.board.layers.ground import scale_rect
from game.ui.board.layers.ships import ShipLook, draw_ghost, grown, reach_of
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed_line, joint, polyline, strokes, trimmed
from game.ui.render.shapes import Place, box, mark, stamp
from game.ui.render.text import fit, fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.legs import Leg
from game.ui.toolkit.parts import badge

Point = tuple[float, float]


def colour_of(letter: str) -> Colour:
    p = theme.palette
    return (p.azure, p.green, p.violet, p.yellow, p.amber, p.neutral)[(ord(letter[:1]) - ord("A")) % 6]


def pattern_of(letter: str) -> tuple[float, float] | None:
    """Return dash and gap of a plan's line in design pixels; None for a solid line."""
    return (None, (12.0, 7.0), (2.4, 5.5), (18.0, 5.0), (7.0, 6.0), (4.0, 9.0))[(ord(letter[:1]) - ord("A")) % 6]


# -- drawing -----------------------------------------------------------------------------------------------------------


def draw_legs(
    dst: Surface, camera: Camera, scene: Scene, legs: Sequence[Leg], looks: dict[Id, ShipLook], hand: str
) -> None:
    """Draw paths first, then ghosts, then the letters of turns between."""
    for leg in legs:
        # the board draws the place of a loss
        if not (leg.last and leg.branch in ("", hand) and leg.ship in scene.dooms):
            _way(dst, camera, scene, leg, looks, leg.branch == hand)
    k = grown(camera)
    for leg in legs:
        colour = colour_of(leg.branch) if leg.branch else scene.colour(leg.ship)
        draw_ghost(dst, camera, looks[leg.ship], leg.pose, colour, leg.last and leg.branch == hand)
        if leg.lost:
            stamp(dst, mark("dead", theme.palette.red, 18), camera.xy(leg.pose.at))
    for leg in legs:
        if leg.branch and not leg.last:
            x, y = camera.xy(leg.pose.at)
            away = reach_of(looks[leg.ship].glyph, k) + theme.px(12)
            badge(dst, (round(x), round(y + away)), leg.branch, colour_of(leg.branch), 18)


def _way(dst: Surface, camera: Camera, scene: Scene, leg: Leg, looks: dict[Id, ShipLook], hand: bool) -> None:
    """Draw one turn's path, starting outside the hull at its start."""
    places = trimmed(camera.many(leg.path), reach_of(looks[leg.ship].glyph, grown(camera)) * 0.8)
    if len(places) < 2:
        return
    if not leg.branch:
        dashed_line(dst, places, scene.colour(leg.ship), 1.5, 2, 5, 150)
        return
    colour, pattern = colour_of(leg.branch), pattern_of(leg.branch)
    strong = 2.6 if hand else 2.0
    if pattern is None:
        polyline(dst, places, colour, strong, 255 if hand else 210)
    else:
        dashed_line(dst, places, colour, strong, *pattern, 255 if hand else 210)
    for a, b, c in zip(places, places[1:], places[2:]):
        if pattern is None and abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1:
            joint(dst, b, colour)


def draw_lines(
    dst: Surface, camera: Camera, ends: Sequence[tuple[str, Point, Point, PlannedAttack]], scene: Scene
) -> None:
    """Draw a thin line from each plan's ghost to its target's. A blocked one is red up to the obstacle, and barred
    there."""
    for letter, here, there, one in ends:
        a, b = camera.xy(here), camera.xy(there)
        stop = next((shot.stop for shot in one.shots if shot.stop), None) or one.stop
        if one.volley is None and stop is not None:
            draw_blocked(dst, a, camera.xy(stop), b)
        elif one.volley is not None:
            dashed_line(dst, (a, b), mix(colour_of(letter), theme.palette.space, 0.15), 1.2, 7, 5, 170)
        else:
            dashed_line(dst, (a, b), theme.palette.faint, 1.0, 2, 7, 110)


def draw_blocked(dst: Surface, a: Place, stop: Place, b: Place) -> None:
    """Draw red dashes to a place, a bar across, dots beyond."""
    red = theme.palette.red
    dashed_line(dst, (a, stop), red, 1.8, 7, 5, 235)
    far = math.dist(a, stop) or 1.0
    nx, ny = -(stop[1] - a[1]) / far, (stop[0] - a[0]) / far
    half = theme.px(10)
    strokes(dst, [((stop[0] - nx * half, stop[1] - ny * half), (stop[0] + nx * half, stop[1] + ny * half))], red, 3)
    dashed_line(dst, (stop, b), red, 1.2, 2, 7, 110)


# -- plates ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlanPlate:
    """The name of a plan beside its last ghost, or of a ship if all plans agree."""

    rect: Rect
    letter: str
    words: str
    under: str
    colour: Colour
    ghost: Place  # place in pixels; a distant plate has a line to it
    tone: Colour  # colour of the words under it, or of the danger beside it


def plates(
    camera: Camera,
    scene: Scene,
    legs: Sequence[Leg],
    sandbox: Sandbox,
    chosen: Id,
    target: Id,
    covers: Sequence[Rect] = (),
) -> tuple[PlanPlate, ...]:
    """Return a plate for each plan's last ghost of the chosen ship, and words for the target's ghost, without
    overlap."""
    ways = sample_points([camera.many(leg.path) for leg in legs])
    placer = Placer(camera.rect.inflate(-theme.px(8), -theme.px(8)), [*covers, scale_rect(camera)], ways)
    state, px = scene.view.state, theme.px
    for ship in state.ships.values():
        x, y = camera.xy(ship.at)
        placer.take(Rect(0, 0, px(44), px(44)).move(round(x) - px(22), round(y) - px(22)))
    for leg in legs:
        x, y = camera.xy(leg.pose.at)
        placer.take(Rect(0, 0, px(30), px(30)).move(round(x) - px(15), round(y) - px(15)))
    for body in state.table.bodies:
        r, (x, y) = body.radius * camera.scale * 0.8, camera.xy(body.at)
        placer.take(Rect(round(x - r), round(y - r), round(2 * r), round(2 * r)))
    found: list[PlanPlate] = []
    for leg in reversed(legs):
        if leg.last and ((leg.branch and leg.ship == chosen) or (leg.ship == target and target)):
            made = _plate(camera, placer, leg, sandbox, scene, chosen)
            found += [made] if made else []
    return tuple(found)


def _plate(camera: Camera, placer: Placer, leg: Leg, sandbox: Sandbox, scene: Scene, chosen: Id) -> PlanPlate | None:
    px, name, ink = theme.px, sandbox.name(leg.ship), theme.palette.muted
    mine = bool(leg.branch) and leg.ship == chosen
    if mine:
        words, under, colour = sandbox.branch_named(leg.branch).name, "", colour_of(leg.branch)
        wide = round(width(fit(words, px(200), 16, "s"), 16, "s")) + px(46)
        if leg.branch == sandbox.branch.key and (doom := scene.dooms.get(leg.ship)):
            under, ink = doom.first_words, tone(doom.grave)
            wide += round(width(under, 15)) + px(10)
    else:
        orders = [
            sandbox.course().planned_move(turn, leg.ship) or "0" for turn in range(sandbox.first, sandbox.turn + 1)
        ]
        words, colour = f"{name}, {sandbox.turn_word} {leg.turn}", scene.colour(leg.ship)
        turned = any(one != "0" for one in orders)
        under = f"if ordered {', then '.join(orders[-3:])}".replace("-", "−") if turned else "if it holds on"
        under = "out of play by then" if leg.lost else under
        wide = round(max(width(words, 15, "s"), width(under, 14))) + px(16)
    high, (x, y) = px(34 if mine else 42), camera.xy(leg.pose.at)
    spots = []
    for far in (34, 52, 80, 120):
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)):
            r = Rect(0, 0, wide, high)
            r.center = round(x + dx * (wide / 2 + px(far) * 0.7)), round(y + dy * (high / 2 + px(far) * 0.8))
            spots.append(r)
    best = placer.best(spots)
    if best < 0:
        return None
    placer.take(spots[best])
    return PlanPlate(spots[best], leg.branch if mine else "", words, under, colour, camera.xy(leg.pose.at), ink)


def ground_of(camera: Camera, legs: Sequence[Leg]) -> list[Rect]:
    """Return the rects of ghosts and paths, in small pieces, which names avoid."""
    px, found = theme.px, list[Rect]()
    for leg in legs:
        x, y = camera.xy(leg.pose.at)
        found.append(Rect(0, 0, px(30), px(30)).move(round(x) - px(15), round(y) - px(15)))
        points = sample_points([camera.many(leg.path)])[::3] if leg.branch else ()
        found += [Rect(round(px_) - 2, round(py) - 2, 4, 4) for px_, py in points]
    return found


def draw_plates(dst: Surface, found: Sequence[PlanPlate]) -> None:
    """Draw letter and name on a plate in the plan's colour, and a ship's words plain."""
    p, px = theme.palette, theme.px
    for one in found:
        r = one.rect
        near = min(max(one.ghost[0], r.left), r.right), min(max(one.ghost[1], r.top), r.bottom)
        if math.dist(near, one.ghost) > px(44):
            dashed_line(dst, (near, one.ghost), one.colour, 1.0, 2, 4, 130)
        if one.letter:
            box(dst, r, p.well, 6, 242, mix(one.colour, p.well, 0.35))
            badge(dst, (r.x + px(19), r.centery), one.letter, one.colour, 20)
            beside = round(width(one.under, 15)) + px(10) if one.under else 0
            room = r.w - px(44) - beside
            fit_text(
                dst, one.words, (r.x + px(36), r.centery), room, 16, mix(one.colour, p.white, 0.35), "s", "midleft"
            )
            text(dst, one.under, (r.right - px(8), r.centery), 15, one.tone, "r", "midright")
        else:
            box(dst, r, p.well, 6, 200)
            text(dst, one.words, (r.x + px(8), r.y + px(6)), 15, one.colour, "s")
            text(dst, one.under, (r.x + px(8), r.y + px(25)), 14, one.tone)


class Plans:
    """Draws all plans of a sandbox over its board. Plates stay until something moves."""

    def __init__(self, context: SandboxContext, dragged: Callable[[], Id]) -> None:
        """`dragged` returns the ship whose order is being dragged; empty if there is none."""
        self.context, self._dragging = context, dragged
        self._room: tuple[object, tuple[PlanPlate, ...], tuple[Rect, ...]] | None = None

    def with_room(self, scene: Scene) -> Scene:
        """Return the scene with room for plates, ghosts and paths. The plates are placed first."""
        context, camera = self.context, self.context.board.camera
        size, version, advised = context.layout.board.size, context.sandbox.version, bool(context.adviser.picture)
        key = (
            camera.key,
            version,
            context.chosen,
            context.target,
            self._dragged,
            theme.scale,
            size,
            advised,
            context.adviser.theirs,
        )
        if self._room is None or self._room[0] != key:
            covers, placed = context.screen.covers(), tuple[PlanPlate, ...]()
            if not self._dragged:
                placed = plates(camera, scene, self._drawn, context.sandbox, context.chosen, context.target, covers)
            self._room = key, placed, (*(one.rect for one in placed), *ground_of(camera, self._drawn), *covers)
        return scene.but(reserved=self._room[2])

    @property
    def _dragged(self) -> Id:
        return self._dragging()

    @property
    def _drawn(self) -> list[Leg]:
        """All moves except the one being plotted again."""
        mine, dragged = ("", self.context.sandbox.branch.key), self._dragged
        adviser = self.context.adviser
        # the enemy whose ends the adviser draws
        foe = self.context.target if adviser.picture and adviser.theirs else ""
        return [
            one
            for one in self.context.legs
            if not (one.last and ((one.ship == dragged and one.branch in mine) or one.ship == foe))
        ]

    def draw(self, dst: Surface, scene: Scene) -> None:
        """Draw paths, ghosts, lines and plates over the table."""
        clip, camera = dst.get_clip(), self.context.board.camera
        dst.set_clip(self.context.board.rect)
        legs = self._drawn
        seen = self.context.board.look(scene)
        draw_legs(dst, camera, scene, legs, seen, self.context.sandbox.branch.key)
        if not self._dragged:
            draw_lines(dst, camera, self.context.ends, scene)
        if self._room:
            draw_plates(dst, self._room[1])
        dst.set_clip(clip)
