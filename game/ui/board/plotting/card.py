"""The card at the pointer while a ship is plotted: notation, velocity, course, meter, and the points left; no part of
the rules.

On the meter turning is hatched, speed is solid, and the rest is hollow, so that it is legible without its colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pygame
from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Destination, Meter, Pose
from game.core.state import Piece
from game.seating.dangers import Doom
from game.ui.board.label_engine.pictures import chip_picture
from game.ui.board.layers.counters import ground_of, radius
from game.ui.board.layers.danger import danger_rects, tone
from game.ui.board.layers.envelopes import shape_of
from game.ui.board.layers.fire_lines import ends_of
from game.ui.board.layers.ground import scale_rect
from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, Vec, between, box, mark, paste, square, stamp, steps
from game.ui.render.text import fit_text, minus, run, text, width
from game.ui.render.theme import Colour, cached, mix, theme

Card = tuple[Surface, Rect]  # its picture, and its rect
WIDE, HIGH, FREE = 252, 118, 68  # design pixels: width, height, and height for an order without points
MOST, LINE = 400, 30  # design pixels: the greatest width for lines of danger, and the height of one
STEP = 24  # design pixels between the places tried if the card has none beside the ghost
PRESSED = 40  # weight of a clickable cell, relative to 1 for a destination among many
ON_LINE = (0.4, 0.5, 0.62, 0.72)  # shares of a line to an enemy at which its chip is tried


@cached(256)
def meter_picture(meter: Meter, wide: int, high: int, gap: int, colour: Colour) -> Surface:
    """Return one cell for each point: hatched for turning, solid for speed, hollow for the rest; red beyond the
    total."""
    p = theme.palette
    cells = [pattern for points, _, pattern in meter.parts for _ in range(points)]
    total = max(meter.total, len(cells), 1)
    cell = (wide + gap) / total
    v = Vec(wide, high, 4)
    for i in range(total):
        r = (i * cell, 0, max(1.0, cell - gap), high)
        lit = p.red if i >= meter.total else colour
        if i >= len(cells):
            v.rect(r, p.edge, 255, 1.4 * theme.scale, 3 * theme.scale)
        elif cells[i] == "hatch":
            v.rect(r, mix(lit, p.ink, 0.55), 255, 0, 3 * theme.scale)
            corners = [(r[0], 0), (r[0] + r[2], 0), (r[0] + r[2], high), (r[0], high)]
            v.hatch(corners, p.white, 6 * theme.scale, 1.6 * theme.scale, 235)
        else:
            v.rect(r, lit, 255, 0, 3 * theme.scale)
    return v.done()


def draw_meter(dst: Surface, r: Rect, meter: Meter, colour: Colour | None = None) -> None:
    """Draw a meter in a rect of real pixels."""
    paste(dst, meter_picture(meter, r.w, r.h, max(1, theme.px(4)), colour or theme.accent), r.topleft)


def left_words(meter: Meter) -> tuple[str, Colour]:
    """Return words for the rest of the meter, and their colour."""
    if meter.left < 0:
        return f"{-meter.left} too many", theme.palette.red
    return (
        (f"{_with_unit(meter.left, meter.unit)} left", theme.palette.green)
        if meter.left
        else ("none left", theme.palette.muted)
    )


def _with_unit(n: int, unit: str) -> str:
    """Return a number with its unit, with a singular if there is one: 1 launcher, 2 launchers, 1 thrust."""
    one = unit.removesuffix("ies") + "y" if unit.endswith("ies") else unit.removesuffix("s")
    return f"{n} {one if n == 1 else unit}"


@cached(128)
def card_picture(
    notation: str, figures: tuple[tuple[str, str], ...], meter: Meter, colour: Colour, doom: Doom | None = None
) -> Surface:
    """Return the card, on a plate with an edge in the side's colour. Two figures with their words are at its right. In
    danger, its edge and its lower half are red; that half has the danger, its chance, and a remedy."""
    p, px = theme.palette, theme.px
    size = next((n for n in range(34, 18, -2) if width(notation, n, "b") <= px(WIDE + 40)), 18)
    words, shade = left_words(meter)
    free = not meter.total and not meter.parts  # an order without points
    below = round(width(meter.note, 15) + width(words, 15, "s")) + px(46)
    said = doom.lines if doom else ()
    told = max((round(width(line, 16, "s") + width(figure, 18, "b")) + px(84) for line, figure in said), default=0)
    wide = max(px(WIDE), round(width(notation, size, "b")) + px(140), below, min(told, px(MOST)))
    plain = px(FREE if free else HIGH)
    out = Surface((wide, plain + px(LINE) * len(said) + px(10 if said else 0)), pygame.SRCALPHA)
    r = box(
        out, out.get_rect(), p.well, 8, 248 if doom else 244, tone(doom.grave) if doom else colour, 2 if doom else 1
    )
    if doom:
        _danger_lines(out, Rect(r.x + 2, plain - px(4), r.w - 4, r.h - plain + px(4) - 2), doom)
    text(out, notation, (px(16), px(17) + (px(34) - px(size)) * 0.33), size, p.white, "b")
    for y, (word, figure) in zip((22, 42), figures):
        run(out, (r.right - px(16), px(y)), [(word, p.muted, "r"), (figure, p.white, "s")], 15, 5, "midright")
    if free:
        return out
    draw_meter(out, Rect(px(16), px(62), r.w - px(32), px(12)), meter, colour)
    text(out, meter.note, (px(16), px(87)), 15, p.text)
    text(out, words, (r.right - px(16), px(87)), 15, shade, "s", "topright")
    return out


def _danger_lines(out: Surface, r: Rect, doom: Doom) -> None:
    """Draw the lower half of the card of a dangerous order, with the first line and its chance highlighted."""
    p, px, ink = theme.palette, theme.px, tone(doom.grave)
    box(out, r, mix(ink, p.panel, 0.8), 7)
    for n, (words, figure) in enumerate(doom.lines):
        y, right = r.y + px(8) + px(LINE) * n + px(LINE) // 2, r.right - px(14)
        at = text(
            out,
            figure,
            (right, y),
            18 if n == 0 else 15,
            ink if n == 0 else p.muted,
            "b" if n == 0 else "r",
            "midright",
        )
        stamp(out, mark("warn", ink, 16), (r.x + px(22), y))
        left = r.x + px(40)
        room = (at.x if figure else right) - left - px(8)
        fit_text(
            out,
            words,
            (left, y),
            room,
            (16, 15, 14, 13),
            p.white if n == 0 else p.text,
            "s" if n == 0 else "r",
            "midleft",
        )


def card_rect(
    camera: Camera,
    ghost: Place,
    size: tuple[int, int],
    keep: np.ndarray,
    reserved: Sequence[Rect] = (),
    labels: Sequence[Rect] = (),
) -> Rect:
    """Return the card's rect: below and left of the ghost, or else where it covers less of `keep`.

    `keep` has rows of x, y and weight in pixels. The card is always on the board and, if there is room, never on the
    ghost, a `reserved` rect or one of the `labels`. If every place beside the ghost has one of these, it goes to the
    nearest that has none.
    """
    view = camera.rect.inflate(-theme.px(12), -theme.px(12))
    (x, y), clear, solid = ghost, Rect(0, 0, theme.px(76), theme.px(76)), [*reserved, *labels]
    clear.center = round(x), round(y)
    beside = [Rect(at, size).clamp(view) for at in _beside(clear.center, size)]
    covered = _inside(keep, beside)
    dear = [
        float(covered[nth])
        + (500 if r.colliderect(clear) else 0)
        + (200 if r.collidelist(reserved) >= 0 else 0)
        + 400 * len(r.collidelistall(labels))
        + 2 * nth
        for nth, r in enumerate(beside)
    ]
    nth = dear.index(min(dear))
    found, bare = beside[nth], beside[nth].collidelist(solid) < 0
    if bare and covered[nth] < PRESSED:
        return found
    apart = _find_free_rect(view, ghost, size, keep, [clear, *solid])
    if apart is None or (bare and _inside(keep, [apart])[0] >= covered[nth]):
        return found
    return apart


def _find_free_rect(
    view: Rect, ghost: Place, size: tuple[int, int], keep: np.ndarray, solid: Sequence[Rect]
) -> Rect | None:
    """Return the rect in view, over nothing solid, that covers little and is near the ghost; None if there is none."""
    lefts, tops = (
        steps(view.left, view.right - size[0], theme.px(STEP)),
        steps(view.top, view.bottom - size[1], theme.px(STEP)),
    )
    free = _free(solid, lefts, tops, size)
    if not free.any():
        lefts, tops = _touching(view, size, solid)
        free = _free(solid, lefts, tops, size)
    if not free.any():
        return None
    across, down = (
        np.array(side, dtype=float) + whole // 2 - at for side, whole, at in zip((lefts, tops), size, ghost)
    )
    far = np.sqrt(across[:, None] ** 2 + down**2) / theme.px(8)
    costs = np.where(free, _covered_weight(keep, lefts, tops, size) + far, np.inf)
    across_, down_ = np.unravel_index(int(costs.argmin()), costs.shape)
    return Rect((lefts[int(across_)], tops[int(down_)]), size)


def _inside(points: np.ndarray, rects: Sequence[Rect]) -> np.ndarray:
    """Return the sum of the weights of the points inside each rect."""
    low, high = np.array([r.topleft for r in rects])[:, None], np.array([r.bottomright for r in rects])[:, None]
    within = ((points[:, :2] > low) & (points[:, :2] < high)).all(axis=2)
    found: np.ndarray = np.where(within, points[:, 2], 0.0).sum(axis=1)
    return found


def _covered_weight(points: np.ndarray, lefts: Sequence[int], tops: Sequence[int], size: tuple[int, int]) -> np.ndarray:
    """Return the sum of the weights of the points inside a rect of a size, for each left (a row) and each top."""
    spans = [_span(side, points[:, n], points[:, n], size[n]) for n, side in enumerate((lefts, tops))]
    return _sum_over_spans(len(lefts), len(tops), spans[0], spans[1], points[:, 2])


def _free(solid: Sequence[Rect], lefts: Sequence[int], tops: Sequence[int], size: tuple[int, int]) -> np.ndarray:
    """Return whether a rect of a size is clear of everything solid, for each left (a row) and each top."""
    firm = np.array([(*r.topleft, *r.bottomright, 1) for r in solid if r.w and r.h], dtype=float).reshape(-1, 5)
    spans = [_span(side, firm[:, n], firm[:, n + 2], size[n]) for n, side in enumerate((lefts, tops))]
    found: np.ndarray = _sum_over_spans(len(lefts), len(tops), spans[0], spans[1], firm[:, 4]) == 0
    return found


def _span(starts: Sequence[int], low: np.ndarray, high: np.ndarray, long: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the range of ascending starts at which a stretch `long` pixels long meets the span from `low` to
    `high`."""
    return np.searchsorted(starts, low - long, "right"), np.searchsorted(starts, high, "left")


def _sum_over_spans(
    rows: int,
    columns: int,
    across: tuple[np.ndarray, np.ndarray],
    down: tuple[np.ndarray, np.ndarray],
    much: np.ndarray,
) -> np.ndarray:
    """Return a table to which each entry is added over its span of rows and of columns."""
    wide = columns + 1
    edges = [(across[n] * wide + down[m], much if n == m else -much) for n in (0, 1) for m in (0, 1)]
    places, counts = (np.concatenate(both) for both in zip(*edges))
    table = np.bincount(places, counts, (rows + 1) * wide).reshape(rows + 1, wide)
    found: np.ndarray = table.cumsum(axis=0).cumsum(axis=1)[:rows, :columns]
    return found


def _beside(at: tuple[int, int], size: tuple[int, int]) -> Sequence[tuple[int, int]]:
    """Return the upper left corners of a card in the places beside a ghost."""
    (x, y), away, aside, (w, h) = at, theme.px(66), theme.px(108), size
    return (
        (x - aside, y + away), (x + away, y + away // 2), (x - away - w, y + away // 2), (x + away, y - h // 2),
        (x - aside, y + 2 * away), (x + away, y + 2 * away), (x + away, y - away // 2 - h), (x - aside, y - away - h),
        (x - away - w, y - away // 2 - h), (x - away - w, y - h // 2),
    )  # fmt: skip


def _touching(view: Rect, size: tuple[int, int], solid: Sequence[Rect]) -> tuple[list[int], list[int]]:
    """Return lefts and tops of places that touch the view or something solid. If any place is free, so is one of these,
    because a free card can be pushed left and up until it touches."""
    lefts = {view.left, *(r.right for r in solid if view.left < r.right <= view.right - size[0])}
    tops = {view.top, *(r.bottom for r in solid if view.top < r.bottom <= view.bottom - size[1])}
    return sorted(lefts), sorted(tops)


def solid_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the squares inside planets and asteroids, pixels."""
    solid = [body for body in scene.view.state.table.bodies if body.solid]
    return [square(camera.xy(body.at), 0.9 * body.radius * camera.scale) for body in solid]


def bare_of(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects that cards avoid: panels, the scale bar with its figure, and marks that its game pins there."""
    return [*scene.over.reserved, scale_rect(camera), *own_pinned(camera, scene)]


def flown_words(scene: Scene, piece: Piece, far: float) -> str:
    """Return the effect on a piece without momentum: the distance it flies of its range, or the cost."""
    meter, board = scene.hand.meter, board_of(scene.view.state.table)
    assert meter is not None and scene.hand.destination is not None
    named = (getattr(scene.hand.destination.order, field, "") for field in ("target", "screen"))
    whom = next((scene.view.state.names[key] for key in named if key), "")
    limit = meter.parts[0][1] == meter.unit if meter.parts else False
    flown = f"{far:.1f}".removesuffix(".0" if board.cells else "")
    way = (
        f"{flown} of {board.format_distance(meter.total)}"
        if limit
        else board.format_distance(round(far, 1))
        if far
        else ""
    )
    spent = "" if limit or meter.left == meter.total else _with_unit(meter.total - meter.left, meter.unit)
    return "   ".join(part for part in (f"{piece.name} → {whom}" if whom else piece.name, way, spent) if part)


def chip_rect(camera: Camera, scene: Scene, at: Place, size: tuple[int, int], labels: Sequence[Rect]) -> Rect:
    """Return a rect near a counter's ghost for a chip: where it covers no piece and no label, or at least no piece."""
    x, y = camera.xy(at)
    far, view = radius(camera) + theme.px(8), camera.rect.inflate(-theme.px(12), -theme.px(12))
    afloat = [square(camera.xy(ship.at), theme.px(30)) for ship in scene.view.state.ships.values() if ship.in_play]
    bare = [*bare_of(camera, scene), square((x, y), far)]
    pieces = [*bare, *ground_of(camera, scene).values(), *afloat]
    spots = []
    for away in (0, theme.px(24), theme.px(48)):
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            spot = Rect((0, 0), size)
            spot.center = round(x + dx * (far + away + size[0] / 2)), round(y + dy * (far + away + size[1] / 2))
            spots.append(spot.clamp(view))
    tries = (spot for taken in ([*pieces, *labels], pieces, bare) for spot in spots if spot.collidelist(taken) < 0)
    return next(tries, spots[0])


def card_of(camera: Camera, scene: Scene, labels: Sequence[Rect]) -> Card:
    """Return the card of the order in hand, beside its ghost, clear of ships, names, chips and possible
    destinations."""
    destination, meter = scene.hand.destination, scene.hand.meter
    assert destination is not None and meter is not None
    board, view, piece = camera.board, scene.view, scene.view.state.known_piece(scene.chosen)
    pace = (
        str(destination.velocity)
        if destination.velocity == piece.velocity
        else f"{piece.velocity} → {destination.velocity}"
    )
    figures = (view.system.speed_word, pace), ("course", board.format_course(destination.course, destination.heading))
    doom = scene.dooms.get(scene.chosen)
    ghost = scene.ghosts.get(scene.chosen)
    placed = ghost is not None and ghost.at != destination.at  # the piece stays, and sends another one there
    # or the piece flies without momentum
    if placed or (scene.chosen in scene.view.state.counters and not destination.velocity):
        words = flown_words(scene, piece, board.distance(piece.at, destination.at))
        words, ink = (f"{words}   {doom.words}", tone(doom.grave)) if doom else (words, scene.colour(scene.chosen))
        picture = chip_picture(words, ink)
        return picture, chip_rect(camera, scene, destination.at, picture.get_size(), labels)
    picture = card_picture(
        minus(scene.view.briefly(destination.order)), figures, meter, scene.colour(scene.chosen), doom
    )
    keep = _kept_clear(camera, scene, destination, ghost, labels)
    return picture, card_rect(
        camera, camera.xy(destination.at), picture.get_size(), keep, bare_of(camera, scene), labels
    )


def _kept_clear(
    camera: Camera, scene: Scene, destination: Destination, ghost: Pose | None, labels: Sequence[Rect]
) -> np.ndarray:
    """Return places in pixels that the card should not cover, with weights; a destination has weight 1."""
    state = scene.view.state
    afloat = [
        one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play and one.id != scene.chosen
    ]
    rects = [*labels, *danger_rects(camera, scene), *solid_rects(camera, scene)]
    spots: list[Place] = [spot for r in rects for spot in (r.midleft, r.center, r.midright)]
    lines = [
        ends_of(scene, camera, aim.firer, aim.target) for aim in scene.aims if any(shot.bears for shot in aim.shots)
    ]
    along = [between(a, b, share) for a, b in lines for share in ON_LINE]
    ends = _counting(camera.grid(shape_of(scene.asked.destinations).ends), 1)
    if camera.board.cells:  # cells to choose from are few, and clickable
        ends = _counting(camera.many([one.at for one in scene.asked.destinations]), PRESSED)
    way = [at for at, _ in ghost.counts] if ghost else []  # cells in which the delay of a turn is written
    path = camera.many(ghost.path) if ghost else []
    flown = [between(a, b, n / 4) for a, b in pairwise(path) for n in range(5)]
    return np.concatenate(
        [
            ends,
            _counting(flown, 12),
            _counting(camera.many(afloat), 16),
            _counting(spots, 4),
            _counting(along, 8),
            _counting(camera.many(way), 40),
        ]
    )


def _counting(places: Sequence[Place] | np.ndarray, much: int) -> np.ndarray:
    """Return places, a row each, followed by a constant weight."""
    rows = np.array(places, dtype=float).reshape(-1, 2)
    return np.column_stack([rows, np.full(len(rows), float(much))])
