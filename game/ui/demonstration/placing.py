"""Where the plates beside ships stand: clear of ships, ways and lines of fire, each with a line to its ship; no rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.board_plan import furniture, in_the_way
from game.ui.board_scene import Scene
from game.ui.board_view import BoardView
from game.ui.board_words import Placer
from game.ui.demonstration.callouts import Callout, plate_of
from game.ui.draw import Place, lay, polar
from game.ui.overlay import line
from game.ui.theme import Colour, theme

FAR = (70, 100, 140, 190, 250)  # design pixels from a ship to the near side of its plate
TURNS = (0, 180, 40, -40, 140, -140, 90, -90, 65, -65, 115, -115, 20, -20, 160, -160)
NEAR, CROSSED = 0.12, 40.0  # what a design pixel of a leader, and a thing it crosses, weigh against a point of a line covered
SHIP = 34  # design pixels that a ship and the ground about her keep free


@dataclass(frozen=True, slots=True)
class Placed:
    """A plate where it stands, and the line to the ship it speaks of, if there is one."""

    picture: Surface
    rect: Rect
    ends: tuple[Place, Place] | None
    colour: Colour


def placed(board: BoardView, scene: Scene, told: Sequence[Callout]) -> list[Placed]:
    """Every plate in the roomiest place near its ship; those of most words first."""
    camera, view = board.camera, scene.view
    area = camera.rect.inflate(-theme.px(20), -theme.px(20))
    afloat = {key: camera.xy(ship.at) for key, ship in view.state.ships.items() if ship.in_play or key in {c.ship for c in told}}
    afloat |= {f"ghost {key}": camera.xy(pose.at) for key, pose in scene.ghosts.items()}
    side = 2 * theme.px(SHIP)
    grounds = [Rect(round(x) - side // 2, round(y) - side // 2, side, side) for x, y in afloat.values()]
    placer = Placer(area, [*furniture(camera, scene), *grounds], in_the_way(camera, scene))
    found: list[Placed] = []
    plates = sorted(((one, plate_of(one, camera.rect)) for one in told), key=lambda pair: -pair[1].size[0] * pair[1].size[1])
    for one, plate in plates:
        at = afloat.get(one.ship)
        offered = around(at, plate.size) if at else corners(area, plate.size)
        others = [*(each.rect for each in found), *(ground for ground in grounds if at and not ground.collidepoint(at))]
        rect = chosen(placer, offered, at, others) or nearest(offered, area, [each.rect for each in found], grounds)
        placer.take(rect.inflate(theme.px(12), theme.px(12)))
        found.append(Placed(plate.picture(), rect, leader(rect, at) if at else None, one.colour))
    return found


def chosen(placer: Placer, offered: Sequence[Rect], at: Place | None, others: Sequence[Rect]) -> Rect | None:
    """The free place that covers least, lies near, and whose line to its ship crosses neither ships nor other plates."""
    best, least = None, float("inf")
    for rect in offered:
        if not placer.free(rect):
            continue
        cost = float(placer.crowd(rect.inflate(theme.px(8), theme.px(8))))
        if at is not None:
            start, end = leader(rect, at)
            cost += math.dist(start, end) / theme.scale * NEAR
            cost += CROSSED * sum(bool(other.clipline(start, end)) for other in others)
        if cost < least:
            best, least = rect, cost
    return best


def around(at: Place, size: tuple[int, int]) -> list[Rect]:
    """Places for a plate round a ship, the nearest first."""
    w, h = size
    found = []
    for far in FAR:
        for turn in TURNS:
            x, y = polar(theme.px(far), turn, at)
            dx, dy = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
            found.append(Rect(round(x + (dx - 1) * w / 2), round(y + (dy - 1) * h / 2), w, h))
    return found


def corners(area: Rect, size: tuple[int, int]) -> list[Rect]:
    """Places for a plate that speaks of no ship: along the upper edge, then the lower one."""
    across = range(area.left, max(area.left + 1, area.right - size[0]), theme.px(40))
    return [Rect(x, y, *size) for y in (area.top, area.bottom - size[1]) for x in across]


def nearest(offered: Sequence[Rect], area: Rect, taken: Sequence[Rect], grounds: Sequence[Rect]) -> Rect:
    """Where nothing is free: pushed onto the board, over as little as may be; never over another plate if that can be."""
    moved = [rect.clamp(area) for rect in offered]
    return min(moved, key=lambda rect: 4 * len(rect.collidelistall(list(taken))) + len(rect.collidelistall(list(grounds))))


def leader(rect: Rect, at: Place) -> tuple[Place, Place]:
    """From the nearest point of the plate's edge to just outside the ship."""
    x, y = min(max(at[0], rect.left + 8), rect.right - 8), min(max(at[1], rect.top + 8), rect.bottom - 8)
    start = (x, float(rect.top if at[1] < rect.top else rect.bottom)) if not rect.top < at[1] < rect.bottom else (
        float(rect.left if at[0] < rect.left else rect.right), y)  # fmt: skip
    far = math.dist(start, at)
    clear = min(theme.px(26), far)
    share = (far - clear) / far if far else 0.0
    return start, (start[0] + (at[0] - start[0]) * share, start[1] + (at[1] - start[1]) * share)


def draw(dst: Surface, board: Rect, plates: Sequence[Placed]) -> None:
    """Lines first, then the plates."""
    outside = dst.get_clip()
    dst.set_clip(board.clip(outside))
    for one in plates:
        if one.ends:
            line(dst, *one.ends, one.colour, 1.4)
    for one in plates:
        lay(dst, one.picture, one.rect.topleft)
    dst.set_clip(outside)
