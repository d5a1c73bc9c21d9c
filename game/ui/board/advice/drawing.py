"""The adviser's answer on the table: the worth of every end, likely ends of the enemy, and the best three ways; no part
of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pygame
from pygame import Rect, Surface

from game.board.mean_table import Array
from game.core.display import signed
from game.core.names import whole_percent as percent
from game.core.orders import Id
from game.seating.memo import Memo
from game.ui.board.label_engine.pictures import Placer, sample_points
from game.ui.board.layers.ground import scale_rect
from game.ui.board.layers.ships import ShipLook, draw_ghost, grown, looks, reach_of
from game.ui.board.model.advice_picture import AdvicePicture, Chip
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed_line, polyline, trimmed
from game.ui.render.shapes import Place, box, square
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, mix, theme

# from the worst to the best: seven steps that also differ in lightness, for people who cannot tell red from green
STEPS: tuple[Colour, ...] = (
    (214, 52, 60), (238, 106, 58), (246, 163, 64), (226, 206, 112), (140, 200, 138), (82, 196, 200), (96, 168, 255),
)  # fmt: skip
LEAST = 0.5  # least difference in points between the worst and the best for which ends are coloured apart
MANY = 250  # number of ends from which heads are small
COARSE = 8  # window pixels to one pixel of the soft field
FIELD = 1.6  # MU round an end that its colour reaches
PATTERNS: tuple[tuple[float, float] | None, ...] = (None, (12.0, 7.0), (2.4, 5.5))
KEY, SWATCH = "worth of an end", 26  # words of the key, and design pixels of a colour in it
NEAR = 16  # design pixels within which an end is pointed at


def step_of(worth: Array) -> list[int]:
    """Return the colour step of each end, by its worth between the worst that still counts and the best."""
    low, high = scale_of(worth)
    shares = (worth - low) / max(1e-9, high - low)
    return [int(n) for n in np.clip(np.floor(shares * len(STEPS)), 0, len(STEPS) - 1)]


def scale_of(worth: Array) -> tuple[float, float]:
    """Return the worths of the worst and the best colour step. The worst tenth of ends share a step, so that a single
    loss does not hide all other differences."""
    high = float(worth.max())
    return min(high - LEAST, float(np.quantile(worth, 0.1))), high


def hue_of(number: int) -> Colour:
    """Return the colour of the first, second and third of the best orders."""
    p = theme.palette
    return (p.azure, p.green, p.violet)[number % 3]


class WorthField:
    """The soft colour under the ends, and their heads, redrawn when the answer or the camera changes."""

    def __init__(self) -> None:
        self._kept = Memo[Surface]()

    def draw(self, dst: Surface, camera: Camera, scene: Scene) -> None:
        """Draw every end in the colour of its worth, the better over the worse."""
        picture = scene.asked.advice
        if picture is None or not picture.worth:
            return
        key = camera.key, theme.scale, theme.palette.name, picture
        draw_worth(dst, camera, picture, self._kept.get(key, lambda: _field(camera, picture)))


def draw_worth(dst: Surface, camera: Camera, picture: AdvicePicture, field: Surface | None = None) -> None:
    """Draw every end in the colour of its worth, over a soft `field`."""
    dst.blit(_field(camera, picture) if field is None else field, camera.rect)
    _heads(dst, camera, picture)


def _field(camera: Camera, picture: AdvicePicture) -> Surface:
    """Draw cells in the colour of the best end in each; on an open table a soft field, the better over the worse."""
    advice, (left, top) = picture.advice, camera.rect.topleft
    steps, order = step_of(advice.worth), np.argsort(advice.worth, kind="stable")
    strength = 92 if picture.fresh else 40
    if camera.board.cells:
        whole = Surface(camera.rect.size, pygame.SRCALPHA)
        for n in order:
            x, y = advice.ends.places[n, :2]
            corners = [(a - left, b - top) for a, b in camera.many(camera.board.tile((float(x), float(y))))]
            pygame.draw.polygon(whole, (*STEPS[steps[n]], strength), corners)
        return whole
    small = Surface((camera.rect.w // COARSE + 1, camera.rect.h // COARSE + 1), pygame.SRCALPHA)
    for n in order:
        x, y = camera.xy(tuple(advice.ends.places[n, :2]))
        at = (x - left) / COARSE, (y - top) / COARSE
        pygame.draw.circle(small, (*STEPS[steps[n]], strength), at, max(1.5, FIELD * camera.scale / COARSE))
    return pygame.transform.smoothscale(pygame.transform.box_blur(small, 2), camera.rect.size)


def _heads(dst: Surface, camera: Camera, picture: AdvicePicture) -> None:
    """Draw a head for each end, pointing as the ship would, the better over the worse."""
    advice = picture.advice
    steps, size = step_of(advice.worth), theme.px(5 if len(advice.ends) < MANY else 3)
    for n in np.argsort(advice.worth, kind="stable"):
        x, y = camera.xy(tuple(advice.ends.places[n, :2]))
        if camera.rect.collidepoint(x, y):
            colour = STEPS[steps[n]] if picture.fresh else mix(STEPS[steps[n]], theme.palette.space, 0.6)
            _head(dst, (x, y), math.radians(advice.ends.places[n, 2]), size, colour)


def _head(dst: Surface, at: Place, turn: float, size: float, colour: Colour) -> None:
    (x, y), sine, cosine = at, math.sin(turn), math.cos(turn)
    corners = [
        (x + size * (a * cosine + b * sine), y + size * (a * sine - b * cosine))
        for a, b in ((-0.8, -0.9), (0, 1.1), (0.8, -0.9))
    ]
    polyline(dst, corners, colour, 1.9)


# -- over the field ----------------------------------------------------------------------------------------------------


def ground_of(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the ground of chips and the key, which names and plates must leave free."""
    picture = scene.asked.advice
    if picture is None:
        return []
    chips = [one.rect for one in _placed_chips(camera, scene, picture)] if picture.theirs else []
    chips += [square(at, theme.px(11)) for at in _ranks(camera, picture, looks(scene))]
    return chips + ([_key_rect(camera, scene, picture)] if picture.worth else [])


def draw_over(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook]) -> None:
    """Draw likely ends with their chips, the best ways, and the key."""
    picture = scene.asked.advice
    if picture is None:
        return
    if picture.theirs:
        _enemies(dst, camera, scene, picture, look)
    _ways(dst, camera, picture, look)
    if picture.theirs:
        _chances(dst, camera, scene, picture)
    if picture.worth:
        _key(dst, camera, scene, picture)


def _key_rect(camera: Camera, scene: Scene, picture: AdvicePicture) -> Rect:
    """Return the rect of the key: over the table's scale, or in another corner if that covers fewer ships and ends."""
    px, area = theme.px, camera.rect.inflate(-theme.px(28), -theme.px(28))
    wide = round(width(KEY, 14)) + px(50) + px(SWATCH) * len(STEPS) + round(width("points", 14))
    here = Rect(area.x, 0, wide, px(46))
    here.bottom = scale_rect(camera).top - px(8)
    there, above = here.copy(), here.copy()
    there.right, above.y = area.right, area.y + camera.above
    there.bottom = here.bottom if scale_rect(camera).right > there.x else area.bottom
    ends = (tuple(row[:2]) for row in picture.advice.ends.places)
    places = [camera.xy(at) for at in (*scene.afloat, *ends)]
    return min((here, there, above), key=lambda r: sum(r.collidepoint(place) for place in places))


def _key(dst: Surface, camera: Camera, scene: Scene, picture: AdvicePicture) -> None:
    """Draw the key of the colours, low at the left, over the table's scale."""
    p, px = theme.palette, theme.px
    low, high = scale_of(picture.advice.worth)
    said = f"{signed(low)} or less", signed(high)
    what = "boxes" if picture.boxes else "points"
    r, each, label = _key_rect(camera, scene, picture), px(SWATCH), round(width(KEY, 14)) + px(20)
    box(dst, r, p.well, 6, 235, p.edge)
    text(dst, KEY, (r.x + px(10), r.centery), 14, p.muted, "r", "midleft")
    x = r.x + label
    for n, colour in enumerate(STEPS):
        box(dst, Rect(x + n * each, r.y + px(8), each - px(2), px(12)), colour, 2)
    text(dst, said[0], (x, r.bottom - px(13)), 14, p.text, "r", "midleft")
    text(dst, said[1], (x + each * len(STEPS), r.bottom - px(13)), 14, p.white, "s", "midright")
    text(dst, what, (r.right - px(10), r.centery), 14, p.muted, "r", "midright")


def _enemies(dst: Surface, camera: Camera, scene: Scene, picture: AdvicePicture, look: Mapping[Id, ShipLook]) -> None:
    """Draw the likely ends of the enemy as hulls, fainter the less likely they are."""
    likely = picture.likely
    if not likely or likely[0][0].foe not in look:
        return
    foe = likely[0][0].foe
    colour, most = scene.colour(foe), max(one.chance for one, _ in likely)
    for one, pose in reversed(likely):
        faint = 0.65 * (1 - one.chance / most)
        draw_ghost(dst, camera, look[foe], pose, mix(colour, theme.palette.space, faint), False)


def _chances(dst: Surface, camera: Camera, scene: Scene, picture: AdvicePicture) -> None:
    """Draw the chances of the likely ends on chips, over the lines of the best ways."""
    if not picture.likely:
        return
    colour = scene.colour(picture.likely[0][0].foe)
    for chip in _placed_chips(camera, scene, picture):
        dashed_line(dst, (chip.at, chip.rect.center), colour, 1.0, 3, 3, 150)
        box(dst, chip.rect, theme.palette.well, 5, 240, mix(colour, theme.palette.well, 0.3))
        text(dst, chip.words, chip.rect.center, 14, mix(colour, theme.palette.white, 0.35), "s", "center")


def _placed_chips(camera: Camera, scene: Scene, picture: AdvicePicture) -> list[Chip]:
    """Return the chips at places clear of ships, ends and everything else that covers the board."""
    key = camera.key, theme.scale, scene.view, scene.over.reserved
    return picture.chips.get(key, lambda: _chips(camera, scene, picture))


def _chips(camera: Camera, scene: Scene, picture: AdvicePicture) -> list[Chip]:
    px, ends = theme.px, [camera.xy(tuple(row[:2])) for row in picture.advice.ends.places]
    taken = [scale_rect(camera), *scene.over.reserved, *([_key_rect(camera, scene, picture)] if picture.worth else [])]
    placer = Placer(camera.rect.inflate(-px(10), -px(60)), taken, sample_points([ends]))
    for place in [ship.at for ship in scene.view.state.ships.values()] + [pose.at for _, pose in picture.likely]:
        x, y = camera.xy(place)
        placer.take(Rect(0, 0, px(34), px(34)).move(round(x) - px(17), round(y) - px(17)))
    placer.take(*(square(at, px(12)) for at in _ranks(camera, picture, looks(scene))))
    found = list[Chip]()
    for one, pose in picture.likely:
        words = f"{percent(one.chance)} {picture.order_words(one.order)}"
        (x, y), wide = camera.xy(pose.at), round(width(words, 14, "s")) + px(14)
        spots = []
        for far in (46, 74, 110, 150):
            for n in range(12):
                r = Rect(0, 0, wide, px(24))
                r.center = (
                    round(x + px(far) * 1.5 * math.sin(n * math.pi / 6)),
                    round(y - px(far) * math.cos(n * math.pi / 6)),
                )
                spots.append(r)
        if (best := placer.best(spots)) >= 0:
            placer.take(spots[best])
            found.append(Chip(spots[best], words, (x, y)))
    return found


def _ranks(camera: Camera, picture: AdvicePicture, seen: Mapping[Id, ShipLook]) -> list[tuple[int, int]]:
    """Return the places of the numbers of the best ways, above the hulls at their ends."""
    look = seen.get(picture.advice.piece)
    away = reach_of(look.glyph, grown(camera)) + theme.px(12) if look else 0
    places = [camera.xy(pose.at) for pose in picture.ways]
    return [(round(x), round(y - away)) for x, y in places]


def _ways(dst: Surface, camera: Camera, picture: AdvicePicture, seen: Mapping[Id, ShipLook]) -> None:
    """Draw the best three ways, numbered, each with a line style of its own."""
    look = seen.get(picture.advice.piece)
    if look is None:
        return
    away, ranks = reach_of(look.glyph, grown(camera)), _ranks(camera, picture, seen)
    for rank, pose in reversed([*enumerate(picture.ways)]):
        colour, pattern = hue_of(rank), PATTERNS[rank % len(PATTERNS)]
        places = trimmed(camera.many(pose.path), away * 0.8)
        if len(places) > 1:
            if pattern is None:
                polyline(dst, places, colour, 2.4)
            else:
                dashed_line(dst, places, colour, 2.2, *pattern, 240)
        draw_ghost(dst, camera, look, pose, colour, False)
        centre = ranks[rank]
        pygame.draw.aacircle(dst, theme.palette.well, centre, theme.px(11))
        pygame.draw.aacircle(dst, colour, centre, theme.px(11), max(1, theme.px(2)))
        text(dst, str(rank + 1), centre, 14, colour, "k", "center")


# -- what is pointed at ------------------------------------------------------------------------------------------------


def end_at(camera: Camera, picture: AdvicePicture, at: tuple[int, int]) -> int | None:
    """Return the end that is pointed at, the best if there are several; None if there is none."""
    near, worth = theme.px(NEAR), picture.advice.worth
    places = (camera.xy(tuple(row[:2])) for row in picture.advice.ends.places)
    found = [n for n, place in enumerate(places) if math.dist(place, at) < near]
    return max(found, key=lambda n: float(worth[n]), default=None)


def draw_pointed(dst: Surface, camera: Camera, picture: AdvicePicture | None, at: tuple[int, int] | None) -> None:
    """Draw the figures of the end under the pointer."""
    if picture is None or not picture.worth or at is None or not camera.rect.collidepoint(at):
        return
    if (number := end_at(camera, picture, at)) is None:
        return
    p, px, advice = theme.palette, theme.px, picture.advice
    order = picture.order_words(advice.ends.orders[number])
    worst, _ = advice.worst(number)
    words = " · ".join(
        (
            f"worth {signed(float(advice.worth[number]))}",
            f"deals {advice.dealt(number):.1f}",
            f"takes {advice.mean_loss(number):.1f}",
            f"at worst {signed(worst)}",
        )
    )
    wide = round(max(width(order, 15, "s"), width(words, 14))) + px(20)
    r = Rect(at[0] + px(16), at[1] + px(14), wide, px(46)).clamp(camera.rect.inflate(-px(12), -px(12)))
    box(dst, r, p.well, 6, 245, p.edge)
    text(dst, order, (r.x + px(10), r.y + px(14)), 15, p.white, "s", "midleft")
    text(dst, words, (r.x + px(10), r.y + px(33)), 14, p.text, "r", "midleft")
