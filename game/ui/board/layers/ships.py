"""Ships on the board: silhouettes, the marks round them, wrecks and ghosts, and the words of their names; no part of
the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pygame import BLEND_PREMULTIPLIED, BLEND_RGB_ADD, Rect, Surface

from game.battle.view import View
from game.board.boards import Board, board_of
from game.board.terrain import Body
from game.core.display import Badge, OwnLook, Pose, UncontrolledPath
from game.core.state import Piece
from game.ui.board.label_engine.pictures import Name, Word, leader_lines, rewritten
from game.ui.board.layers.danger import tone
from game.ui.board.model.camera import Camera
from game.ui.board.model.effects import BrokenParts
from game.ui.board.model.memo import by_identity
from game.ui.board.model.overlay_painter import own_ring
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.arcs import glow
from game.ui.render.hulls import hull_of, sprite
from game.ui.render.lines import arrowheads, bracket, compass, dashed_line
from game.ui.render.shapes import Place, between, centred, mark, polar, rot, square, stamp
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.badges import SIZE, badges_at

Id = str
PlacedPicture = tuple[Surface, tuple[int, int]]  # a picture and its upper left corner
NORMAL = 19.6  # pixels per MU at which silhouettes have their natural size
FITTING = 47.0  # pixels from cell to cell at which silhouettes have their natural size
EASE = 60.0  # ms in which a ghost reaches its place
LIGHT = 40  # design pixels of the light round a ship
# offsets, because a place on the very edge of the table is off it
EDGES = ((0.01, 0.0), (-0.01, 0.0), (0.0, 0.01), (0.0, -0.01))


@dataclass(frozen=True, slots=True)
class ShipLook:
    """The parts of a sheet that the board needs: the silhouette, why it is out of play, its game's own look, and
    badges."""

    glyph: str
    removed_reason: str
    own: OwnLook | None = None
    badges: tuple[Badge, ...] = ()


def grown(camera: Camera) -> float:
    """Return the scale of silhouettes at this zoom, in steps so that few pictures are made. On a board of cells
    silhouettes fit into one."""
    if camera.board.cells:
        return min(1.5, max(0.5, round(camera.scale / theme.scale / FITTING * 10) / 10))
    k = 0.55 + 0.45 * camera.scale / theme.scale / NORMAL
    return min(1.5, max(0.6, round(k * 10) / 10))


def reach_of(glyph: str, k: float) -> float:
    """Return the radius of a silhouette in pixels."""
    return hull_of(glyph).reach * k * theme.scale


def ring_radius(glyph: str, k: float) -> float:
    """Return the radius of the ring or brackets round a silhouette, in pixels."""
    return reach_of(glyph, k) + 5 * theme.scale


def looks(scene: Scene) -> dict[Id, ShipLook]:
    """Return the look of every ship. Each sheet is asked once for each view, and the answer stays while orders change
    no badge and a film breaks nothing more."""
    found = _looks(scene.view)
    if scene.over.moment and scene.over.moment.broken:
        found = _with_broken(found, scene.over.moment.broken)
    changed = tuple((key, badges) for key, badges in scene.asked.badges.items() if key in found)  # a counter has none
    return _with_badges(found, changed) if any(found[key].badges != badges for key, badges in changed) else found


@by_identity(8)
def _with_badges(found: dict[Id, ShipLook], changed: tuple[tuple[Id, tuple[Badge, ...]], ...]) -> dict[Id, ShipLook]:
    return found | {key: replace(found[key], badges=badges) for key, badges in changed}


@by_identity(8)
def _with_broken(found: dict[Id, ShipLook], broken: tuple[BrokenParts, ...]) -> dict[Id, ShipLook]:
    changed = dict(found)
    for key, parts in broken:
        look = changed.get(key)
        if look and look.own and (painter := hull_of(look.glyph).painter):
            changed[key] = replace(look, own=painter.broken_look(look.own, parts))
    return changed


@by_identity(8)
def _looks(view: View) -> dict[Id, ShipLook]:
    sheets = {key: view.sheet(key) for key in view.state.ships}
    return {key: ShipLook(sheet.glyph, sheet.state, sheet.look, sheet.badges) for key, sheet in sheets.items()}


def stances(scene: Scene) -> dict[Id, DrawnPose]:
    """Return every ship's present pose as drawn."""
    moved: Mapping[Id, DrawnPose] = scene.over.moment.places if scene.over.moment else {}
    board = board_of(scene.view.state.table)
    return {
        key: moved[key] if key in moved else DrawnPose(ship.at, board.direction(ship.facing))
        for key, ship in scene.view.state.ships.items()
    }


def gone(scene: Scene, key: Id) -> bool:
    """Return whether a ship has left: out of play without a trace, or last seen on the edge of the table or
    beyond it."""
    if in_play(scene, key) or _dead(scene, key):
        return False
    at, board, sheet = scene.view.state.ships[key].at, board_of(scene.view.state.table), scene.view.sheet(key)
    if board.cells:  # a ship last seen in a cell of the table lies there as a wreck, unless it sailed on
        return sheet.absent or sheet.health > 0 or not board.holds(at)
    inside = all(board.holds((at[0] + x, at[1] + y)) for x, y in EDGES)
    return not inside or sheet.absent


def in_play(scene: Scene, key: Id) -> bool:
    """Return whether a ship is drawn whole: in play, or in a film before its loss."""
    alive = scene.over.moment.alive if scene.over.moment else ()
    return key in alive or (bool(scene.view.state.ships[key].in_play) and not _dead(scene, key))


def _dead(scene: Scene, key: Id) -> bool:
    """Return whether a film has shown the death of a ship that the table still has."""
    return scene.over.moment is not None and key in scene.over.moment.dead


@dataclass(frozen=True)
class DrawnShips:
    """The pictures of all ships in their places: lights, silhouettes over them, and badges on top."""

    lights: Sequence[PlacedPicture]
    shapes: Sequence[PlacedPicture]
    badges: Sequence[PlacedPicture]

    def draw(self, dst: Surface) -> None:
        dst.fblits(self.lights, BLEND_RGB_ADD)
        dst.fblits((*self.shapes, *self.badges), BLEND_PREMULTIPLIED)


def fleet_of(camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> DrawnShips:
    """Return every silhouette with its light: wrecks below, the chosen ship on top. Badges are those of ships in play;
    there are none during a film. Cached as long as nothing moves."""
    k = grown(camera)
    near = camera.rect.inflate(theme.px(100), theme.px(100))
    lights, shapes = [], []
    alive = {key: in_play(scene, key) for key in places}
    size = theme.px(LIGHT * max(k, 0.8))
    for key in sorted(places, key=lambda key: (alive[key], key == scene.chosen)):
        x, y = camera.xy(places[key].at)
        if not near.collidepoint(x, y) or (not alive[key] and gone(scene, key)):
            continue
        colour = scene.colour(key)
        if alive[key]:
            lights.append((glow(size, colour, 46), (round(x) - size, round(y) - size)))
        picture = sprite(seen[key].glyph, places[key].degrees, colour, k, wreck=not alive[key], look=seen[key].own)
        shapes.append(centred(picture, (x, y)))
    badged = badge_rects(camera, scene, seen) if not scene.playing else {}
    rows = (badges_at((rect.x + rect.h / 2, rect.centery), seen[key].badges) for key, rect in badged.items())
    return DrawnShips(lights, shapes, [badge for row in rows for badge in row])


def draw_about(
    dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose], layer: str
) -> None:
    """Draw a game's own marks on its ships in play `below` or `above` all silhouettes."""
    k = grown(camera)
    for key, one in seen.items():
        painter = hull_of(one.glyph).painter if one.own else None
        if painter and key in places and in_play(scene, key):
            getattr(painter, layer)(dst, camera.xy(places[key].at), places[key].degrees, k, one.own)


def beyond_hulls(camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook]) -> list[Rect]:
    """Return the rects that a game's own marks cover outside of the hulls of its ships."""
    found, k = list[Rect](), grown(camera)
    for key, one in seen.items():
        painter = hull_of(one.glyph).painter if one.own else None
        if painter and one.own and in_play(scene, key):
            ship = scene.view.state.ships[key]
            found += painter.beyond(camera.xy(ship.at), camera.board.direction(ship.facing), k, one.own)
    return found


def draw_marks(
    dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]
) -> None:
    """Draw compass ring, brackets, hover, diamonds, and arrows at the edge for ships that left."""
    k = grown(camera)
    for key, stance in places.items():
        if not in_play(scene, key):
            if gone(scene, key) and not scene.view.sheet(key).absent:
                _draw_exit_mark(dst, camera, scene, key, stance)
            continue
        slides = slipping(camera, scene, key)
        if not (slides or key == scene.chosen or key in scene.asked.targets or key == scene.over.hovered):
            continue
        at, r = camera.xy(stance.at), ring_radius(seen[key].glyph, k)
        if slides:
            slide(dst, camera, scene, key, r)
        if key == scene.chosen and not own_ring(camera, scene):
            compass(dst, at, r, scene.colour(key), tuple(one.direction for one in camera.board.compass))
        elif key in scene.asked.targets and key != scene.chosen:
            bracket(dst, at, r, scene.colour(key))
        elif key == scene.over.hovered and key != scene.chosen:
            bracket(dst, at, r, mix(scene.colour(key), theme.palette.space, 0.45))


def badge_rects(camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook]) -> dict[Id, Rect]:
    """Return the rects of the badges of every ship in pixels. They are at its lower left unless another ship or its
    badges are there. During a film they are kept free."""
    found, size, k, ships = dict[Id, Rect](), theme.px(SIZE), grown(camera), scene.view.state.ships
    asked = [key for key in ships if seen[key].badges and in_play(scene, key)]
    afloat = [key for key in ships if in_play(scene, key)] if asked else []
    pieces = {key: square(camera.xy(ships[key].at), 0.8 * reach_of(seen[key].glyph, k)) for key in afloat}
    for key in asked:
        (x, y), r, wide = camera.xy(ships[key].at), ring_radius(seen[key].glyph, k), size * len(seen[key].badges)
        left, right, low = x - 0.8 * r + size / 2 - wide, x + 0.8 * r - size / 2, y + 0.8 * r - size / 2
        middle, others = y - size / 2, [rect for other, rect in pieces.items() if other != key]
        places = [
            Rect(round(a), round(b), wide, size)
            for a, b in (
                (left, low),
                (right, low),
                (left - 0.4 * r, middle),
                (right + 0.4 * r, middle),
                (left, y - 0.8 * r - size / 2),
            )
        ]
        taken = [*found.values()]
        free = [rect for rect in places if rect.collidelist(taken) < 0]
        clear = [rect for rect in free if rect.collidelist(others) < 0]
        found[key] = (clear or free or [_below(taken, places[0])])[0]
    return found


def _below(taken: Sequence[Rect], rect: Rect) -> Rect:
    """Return the rect moved as many rows down as needed to avoid the taken ones."""
    while rect.collidelist(taken) >= 0:
        rect = rect.move(0, rect.h)
    return rect


def slipping(camera: Camera, scene: Scene, key: Id) -> bool:
    """Return whether a ship does not point along its course, or moves backwards, where that is drawn."""
    ship = scene.view.state.ships[key]
    ahead = ship.facing == ship.course and ship.velocity > 0
    return bool(ship.velocity) and not (ahead or camera.board.cells or scene.playing)


def slide(dst: Surface, camera: Camera, scene: Scene, key: Id, r: float) -> None:
    """Draw the course of a ship that slips, as an arrow from its side for as long as it moves."""
    ship = scene.view.state.ships[key]
    turn = camera.board.direction(ship.course, ship.heading) + (180.0 if ship.velocity < 0 else 0.0)
    at, far = camera.xy(ship.at), max(r + 18 * theme.scale, abs(ship.velocity) * camera.scale)
    tip = polar(far, turn, at)
    dashed_line(dst, [polar(r, turn, at), tip], scene.colour(key), 1.4, 3, 4, 190)
    arrowheads(dst, [(*tip, turn)], scene.colour(key), 6)


def _draw_exit_mark(dst: Surface, camera: Camera, scene: Scene, key: Id, stance: DrawnPose) -> None:
    """Draw a mark on the edge of the table where a ship left."""
    west, south, wide, high = camera.extent
    at = camera.xy((min(west + wide, max(west, stance.at[0])), min(south + high, max(south, stance.at[1]))))
    if camera.rect.collidepoint(at):
        stamp(dst, mark("dead", mix(scene.colour(key), theme.palette.space, 0.35), 14), at)


def draw_ghost(dst: Surface, camera: Camera, look: ShipLook, pose: Pose, colour: Colour, in_hand: bool) -> None:
    """Draw a dashed hull at the future place of a ship; the one in hand is larger and bright."""
    at, k = camera.xy(pose.at), grown(camera)
    if in_hand and camera.board.cells:
        colour = mix(colour, theme.palette.white, 0.55)
    elif in_hand:
        stamp(dst, glow(theme.px(64 * max(k, 0.8)), colour, 70), at, BLEND_RGB_ADD)
    turn, size = camera.board.direction(pose.facing), round(k * (1.1 if in_hand else 0.8), 2)
    painter = hull_of(look.glyph).painter
    own = painter.planned_look(look.own, pose) if painter and look.own else look.own
    picture = sprite(look.glyph, turn, colour, size, ghost=True, look=own)
    stamp(dst, picture, at)


class GlidingGhost:
    """The chosen ship's ghost: its place as drawn, `shown`, and whether it is still `easing`."""

    def __init__(self) -> None:
        self.easing = False
        self.shown: Pose | None = None
        self._last: tuple[Pose, tuple[float, float], float] | None = None  # the pose, where it was drawn, since when

    def follow(self, scene: Scene, now: float) -> None:
        """Move the ghost to its place in the scene; `now` is in ms."""
        pose = scene.ghost(scene.chosen)
        if pose is None or scene.playing or scene.chosen not in scene.view.state.ships:
            self._last, self.easing, self.shown = None, False, None
            return
        if self._last is None:
            self._last = pose, pose.at, now - EASE
        elif self._last[0] != pose:
            self._last = pose, _gliding_place(*self._last, now), now
        self.easing = now - self._last[2] < EASE
        self.shown = Pose(_gliding_place(*self._last, now), pose.course, pose.facing, pose.velocity)

    def draw(self, dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook]) -> None:
        if self.shown is None:
            return
        doom = scene.dooms.get(scene.chosen)
        colour = tone(doom.grave) if doom else scene.colour(scene.chosen)
        draw_ghost(dst, camera, look[scene.chosen], self.shown, colour, True)


def _gliding_place(pose: Pose, start: tuple[float, float], since: float, now: float) -> tuple[float, float]:
    """Return the present place of the ghost on the way from `start` to the pose."""
    return between(start, pose.at, min(1.0, max(0.0, (now - since) / EASE)))


# -- names -------------------------------------------------------------------------------------------------------------


def way(ship: Piece | Body, board: Board) -> str:
    """Return the speed and course of a ship or body: `v 6 · c 3`, with names of courses, or in degrees under vector
    movement."""
    course = board.format_course(ship.course, getattr(ship, "heading", None))
    return f"v {ship.velocity:g} · {course if course.isalpha() else f'c {course}'}"


def second_line(scene: Scene, key: Id, look: ShipLook, bare: bool = False) -> str:
    """Return the words below a name: the screen's own, else velocity and course, or its fate."""
    ship = scene.view.state.ships[key]
    if not ship.in_play:
        return look.removed_reason
    if key in scene.notes:
        return scene.notes[key]
    # a counter shows speed and course, and a nib the facing
    if board_of(scene.view.state.table).cells and not bare:
        return (
            "out of control"
            if any(isinstance(one, UncontrolledPath) and one.ship == key for one in scene.view.tokens)
            else ""
        )
    if look.own and look.own.words:
        return look.own.words
    board = board_of(scene.view.state.table)
    words = way(ship, board)
    if ship.facing != ship.course:
        bow = board.format_course(ship.facing)
        words += f" · points {bow}" if bow.isalpha() else f" · f {bow}"
    if getattr(ship, "inverted", False):
        words += " · inverted"
    return words


def berths(scene: Scene) -> dict[Id, tuple[float, float]]:
    """Return the place, in MU, round which every ship's name is laid out: its own, or during a film the end of its
    move."""
    flights = scene.others.flights or {}
    return {key: flights[key].end if key in flights else ship.at for key, ship in scene.view.state.ships.items()}


def rects_of(camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook]) -> dict[Id, Rect]:
    """Return the rects of all ships in view in pixels, which no word may cover."""
    found = {}
    for key, at in berths(scene).items():
        place = camera.xy(at)
        if camera.rect.collidepoint(place) and not gone(scene, key):
            found[key] = square(place, _reach(camera, scene, key, seen[key].glyph) * 0.86)
    return found


def outline(camera: Camera, scene: Scene, key: Id, glyph: str) -> tuple[Place, ...]:
    """Return the outline of a hull, in pixels, at the place where its name is laid out."""
    turn, at = camera.board.direction(scene.view.state.ships[key].facing), camera.xy(berths(scene)[key])
    return tuple(rot(hull_of(glyph).outline, turn, at, grown(camera) * theme.scale))


def name_of(scene: Scene, key: Id, look: ShipLook, bare: bool = False) -> Name:
    """Return the label of a ship. `bare`: without a counter beside it that shows its speed."""
    ship, colour = scene.view.state.ships[key], scene.colour(key)
    if not ship.in_play:
        colour = mix(colour, theme.palette.faint, 0.6)
    return Name(ship.name, second_line(scene, key, look, bare), colour, key in scene.waiting)


def widest(scene: Scene, key: Id, what: Name) -> Name:
    """Return the name of the plotted ship with room for any order it could have."""
    ship = scene.view.state.ships.get(scene.chosen)
    if not scene.asked.destinations or ship is None or key != scene.chosen:
        return what
    longest = scene.view.briefly(
        max((one.order for one in scene.asked.destinations), key=lambda order: len(str(order)))
    )
    return replace(what, second=max(what.second, f"{way(ship, board_of(scene.view.state.table))} · {longest}", key=len))


def _reach(camera: Camera, scene: Scene, key: Id, glyph: str) -> float:
    if key == scene.chosen and (ring := own_ring(camera, scene)):
        return ring
    k = grown(camera)
    helmless = any(isinstance(one, UncontrolledPath) and one.ship == key for one in scene.view.tokens)
    marked = helmless or key == scene.chosen or key in scene.asked.targets
    return (ring_radius(glyph, k) + 5 * theme.scale) if marked else reach_of(glyph, k)


def urgency(scene: Scene, key: Id) -> int:
    """Return the rank of a ship's name: the ship in hand, targets, ships that need an order first, and wrecks last."""
    rank = 0 if key == scene.chosen else 1 if key in scene.asked.targets else 2 if key in scene.waiting else 3
    return rank if scene.view.state.ships[key].in_play else 9


def moving_hulls(
    camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]
) -> dict[Id, Rect]:
    """Return the rects that names must not cover while ships move: the middle of every hull."""
    k, here = grown(camera), {key: stance.at for key, stance in places.items() if not gone(scene, key)}
    return {key: square(camera.xy(at), 0.5 * reach_of(seen[key].glyph, k)) for key, at in here.items()}


def names_in_hand(scene: Scene, seen: Mapping[Id, ShipLook], words: tuple[Word, ...]) -> dict[Id, Name]:
    """Return the labels of the ships in hand, with their orders, by key."""
    hand = scene.held
    return {word.key: name_of(scene, word.key, seen[word.key]) for word in words if word.key in hand and word.full}


def names_laid(words: tuple[Word, ...], in_hand: Mapping[Id, Name]) -> list[PlacedPicture]:
    """Return the pictures of names in their places, with their leaders below."""
    said = [rewritten(word, in_hand[word.key]) if word.key in in_hand else word for word in words]
    return [*leader_lines(words), *((word.picture, word.corner) for word in said)]


def ships_at(camera: Camera, scene: Scene, seen: Mapping[Id, ShipLook], pixel: Place) -> list[Id]:
    """Return the ships under a pixel, those in play before wrecks, the nearest first. On a board of cells a ship's
    whole cell counts."""
    k, found, board = grown(camera), dict[Id, float](), camera.board
    cell = board.file_coordinates(camera.mu(pixel)) if board.cells else None
    for key, stance in stances(scene).items():
        far = math.dist(camera.xy(stance.at), pixel)
        if far <= max(reach_of(seen[key].glyph, k), theme.px(18)) or (
            cell and board.file_coordinates(stance.at) == cell
        ):
            found[key] = far + (0 if in_play(scene, key) else 1000)
    return sorted(found, key=lambda key: found[key])
