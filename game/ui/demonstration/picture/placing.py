"""The places of the plates beside ships: clear of ships, paths and lines of fire, each with a line to its ship; no part
of the rules.

Every possible place is weighed once. Then some plates are tried in every order, and the best arrangement is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from pygame import Rect, Surface

from game.core.display import Zone
from game.ui.board.label_engine.pictures import Placer, sample_points
from game.ui.board.labels.kept_clear import furniture, in_the_way
from game.ui.board.layers import counters
from game.ui.board.layers import ships as ships_layer
from game.ui.board.layers.terrain import groups
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration.picture.callouts import Callout, CalloutPlate, plate_of
from game.ui.render.lines import line
from game.ui.render.shapes import Place, paste, polar
from game.ui.render.theme import Colour, theme

FAR = (70, 100, 140, 190)  # design pixels from a ship to the near side of its plate
TURNS = (0, 180, 40, -40, 140, -140, 90, -90, 65, -65, 115, -115, 20, -20, 160, -160)
MESH, MOST = 44, 460  # design pixels between places on the board, and their greatest distance from the ship
LINE = 6  # design pixels covered by a leader
SHIP = 34  # design pixels kept free round a ship
# costs of a covered point of a line, of a pixel of leader, and of anything that the leader crosses
COVERED, NEAR, CROSSED = 3.0, 0.12, 40.0
NOWHERE = 10_000.0  # cost of finding no free place
ORDERS = 24  # most orders of plates that are tried

Ends = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Placed:
    """A placed plate, and the line to its ship, if it has one."""

    picture: Surface
    rect: Rect
    ends: Ends | None
    colour: Colour


def ground_of(plates: Sequence[Placed]) -> tuple[Rect, ...]:
    """Return the rects covered by plates and their lines, which names of ships and counters avoid."""
    found = [one.rect for one in plates]
    thick = theme.px(LINE)
    for one in plates:
        for x, y in sample_points([one.ends]) if one.ends else ():
            found.append(Rect(round(x) - thick // 2, round(y) - thick // 2, thick, thick))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PlatePosition:
    """A possible place for a plate with its line to the ship, and its cost apart from other plates."""

    rect: Rect
    ends: Ends | None
    cost: float


def place_plates(board: BoardView, scene: Scene, told: Sequence[Callout]) -> list[Placed]:
    """Return every plate at a clear place near its ship. Few plates get the best arrangement of all; where they find no
    room, they are narrower."""
    camera = board.camera
    area = camera.rect.inflate(-theme.px(20), -theme.px(20))
    at, grounds = berths(board, scene, told)
    taken = [*furniture(camera, scene), *grounds]
    placer = Placer(area, taken, in_the_way(camera, scene))
    zones = [zone.outline for zone in scene.hand.overlays if isinstance(zone, Zone) and zone.tone != "muted"]
    if camera.board.cells:
        zones += [group.outlines[0] for group in groups(scene.view.state.table.bodies)]
    placer.avoid(sample_points([camera.many([*outline, outline[0]]) for outline in zones]))
    plates, best, least = list[CalloutPlate](), list[PlatePosition](), math.inf
    for slim in (False, True):
        if least < NOWHERE:
            break
        tried = [plate_of(one, camera.rect, slim) for one in told]
        spots = [weigh_places(placer, plate, at.get(plate.callout.ship), grounds) for plate in tried]
        largest = sorted(range(len(tried)), key=lambda i: -tried[i].size[0] * tried[i].size[1])
        for order in islice(permutations(largest), ORDERS):
            found, cost = arrange_plates(order, spots, tried, area, taken)
            if cost < least:
                plates, best, least = tried, found, cost
    return [Placed(plate.picture(), spot.rect, spot.ends, plate.callout.colour) for plate, spot in zip(plates, best)]


def berths(board: BoardView, scene: Scene, told: Sequence[Callout]) -> tuple[dict[str, Place], list[Rect]]:
    """Return the places of ships and ghosts in pixels, and the rects that they, badges and counters keep free."""
    spoken_of, ships = {one.ship for one in told}, scene.view.state.ships
    at = {key: board.camera.xy(ship.at) for key, ship in ships.items() if ship.in_play or key in spoken_of}
    at |= {one.ship: board.camera.xy(one.at) for one in told if one.at}
    side = 2 * theme.px(SHIP)
    places = [*at.values(), *(board.camera.xy(pose.at) for pose in scene.ghosts.values())]
    places += [place for _, place in counters.places(board.camera, scene)]
    badges = ships_layer.badge_rects(board.camera, scene, ships_layer.looks(scene)).values()
    return at, [*(Rect(round(x) - side // 2, round(y) - side // 2, side, side) for x, y in places), *badges]


def weigh_places(placer: Placer, plate: CalloutPlate, at: Place | None, grounds: Sequence[Rect]) -> list[PlatePosition]:
    """Return every free place for a plate, the cheapest first. Cost grows with covered ground, distance, and ships
    crossed by the line."""
    offered = (
        [*around(at, plate.size), *mesh_places(placer.area, plate.size)] if at else corners(placer.area, plate.size)
    )
    others = [ground for ground in grounds if at is None or not ground.collidepoint(at)]
    found = []
    for rect in offered:
        ends = leader(rect, at) if at else None
        far = math.dist(*ends) / theme.scale if ends else 0.0
        if far > MOST or not placer.free(rect):
            continue
        cost = COVERED * placer.crowd(rect.inflate(theme.px(8), theme.px(8))) + NEAR * far
        cost += CROSSED * sum(bool(other.clipline(*ends)) for other in others) if ends else 0
        found.append(PlatePosition(rect, ends, cost))
    return sorted(found, key=lambda spot: spot.cost)


def arrange_plates(
    order: Sequence[int],
    spots: Sequence[Sequence[PlatePosition]],
    plates: Sequence[CalloutPlate],
    area: Rect,
    grounds: Sequence[Rect],
) -> tuple[list[PlatePosition], float]:
    """Return the plates placed in an order, each where it is cheapest beside those before, and the total cost."""
    found: dict[int, PlatePosition] = {}
    total = 0.0
    gap = theme.px(12)
    for i in order:
        best, least = None, math.inf
        for spot in spots[i]:
            if spot.cost >= least:
                break
            if any(spot.rect.inflate(gap, gap).colliderect(other.rect) for other in found.values()):
                continue
            cost = spot.cost + CROSSED * sum(crosses(spot, other) for other in found.values())
            if cost < least:
                best, least = spot, cost
        if best is None:
            rect = nearest(
                [*(spot.rect for spot in spots[i]), *mesh_places(area, plates[i].size)],
                area,
                [other.rect for other in found.values()],
                grounds,
            )
            best, least = PlatePosition(rect, None, NOWHERE), NOWHERE
        found[i] = best
        total += least
    return [found[i] for i in range(len(plates))], total


def crosses(one: PlatePosition, other: PlatePosition) -> int:
    """Return how many of the two leaders cross the other plate."""
    mine = bool(one.ends and other.rect.clipline(*one.ends))
    return mine + bool(other.ends and one.rect.clipline(*other.ends))


def around(at: Place, size: tuple[int, int]) -> list[Rect]:
    """Return places for a plate round a ship, the nearest first."""
    w, h = size
    found = []
    for far in FAR:
        for turn in TURNS:
            x, y = polar(theme.px(far), turn, at)
            dx, dy = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
            found.append(Rect(round(x + (dx - 1) * w / 2), round(y + (dy - 1) * h / 2), w, h))
    return found


def mesh_places(area: Rect, size: tuple[int, int]) -> list[Rect]:
    """Return places for a plate all over the board."""
    step = theme.px(MESH)
    across = range(area.left, max(area.left + 1, area.right - size[0]), step)
    down = range(area.top, max(area.top + 1, area.bottom - size[1]), step)
    return [Rect(x, y, *size) for y in down for x in across]


def corners(area: Rect, size: tuple[int, int]) -> list[Rect]:
    """Return places for a plate without a ship: along the upper edge, then the lower one."""
    across = range(area.left, max(area.left + 1, area.right - size[0]), theme.px(40))
    return [Rect(x, y, *size) for y in (area.top, area.bottom - size[1]) for x in across]


def nearest(offered: Sequence[Rect], area: Rect, taken: Sequence[Rect], grounds: Sequence[Rect]) -> Rect:
    """Return a place if none is free: moved onto the board, over as little of other plates and ships as possible."""
    moved = [rect.clamp(area) for rect in offered]
    return min(moved, key=lambda rect: 4 * covered(rect, taken) + covered(rect, grounds))


def covered(rect: Rect, grounds: Sequence[Rect]) -> int:
    """Return how many pixels of grounds a plate covers."""
    parts = (rect.clip(ground) for ground in grounds)
    return sum(part.w * part.h for part in parts)


def leader(rect: Rect, at: Place) -> Ends:
    """Return a line from the nearest point of the plate's edge to just outside the ship."""
    x, y = min(max(at[0], rect.left + 8), rect.right - 8), min(max(at[1], rect.top + 8), rect.bottom - 8)
    start = (
        (x, float(rect.top if at[1] < rect.top else rect.bottom))
        if not rect.top < at[1] < rect.bottom
        else (float(rect.left if at[0] < rect.left else rect.right), y)
    )
    far = math.dist(start, at)
    clear = min(theme.px(26), far)
    share = (far - clear) / far if far else 0.0
    return start, (start[0] + (at[0] - start[0]) * share, start[1] + (at[1] - start[1]) * share)


def draw(dst: Surface, board: Rect, plates: Sequence[Placed]) -> None:
    """Draw all lines, then the plates."""
    outside = dst.get_clip()
    dst.set_clip(board.clip(outside))
    for one in plates:
        if one.ends:
            line(dst, *one.ends, one.colour, 1.4)
    for one in plates:
        paste(dst, one.picture, one.rect.topleft)
    dst.set_clip(outside)
