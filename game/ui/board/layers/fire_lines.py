"""Lines of fire on the board: guns that bear, aims from a ghost, refused shots with reasons.

All figures come from the rules: range, arc and dice are those of the shots. Each gun that bears is a line with its own
pattern, side by side with others; a refused shot is broken at its obstacle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame
from pygame import Rect, Surface

from game.board.boards import Board
from game.core.display import Shot
from game.ui.board.label_engine.pictures import Placer, Word, place_chip, place_plate
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Aim, Refusal, Scene, Volley
from game.ui.render.lines import dashed_line, line
from game.ui.render.shapes import Place, between, box, heading, polar
from game.ui.render.text import lines, run, run_width, text, width
from game.ui.render.theme import Colour, cached, mix, theme

# on, off in design pixels; 0 solid
PATTERNS: tuple[tuple[float, float], ...] = ((0, 0), (12, 5), (2.5, 4.5), (14, 4), (5, 5))
# design pixels from the middle of a line for a plate without room beside it
ABOUT = (60, 110, 160, 220)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Gun:
    """Equal guns of a volley: their number, name, dice, and line."""

    many: int
    label: str
    dice: str
    colour: Colour
    pattern: tuple[float, float]


def guns_of(volley: Volley, colour: Colour) -> list[Gun]:
    """Return one entry for each set of guns with equal name and dice. Beyond five lines they have none of their own."""
    alike: dict[tuple[str, str], int] = {}
    for shot in volley.shots:
        alike[shot.label, shot.dice] = alike.get((shot.label, shot.dice), 0) + 1
    p = theme.palette
    shades = (colour, p.white, p.text, mix(colour, p.white, 0.5), p.muted)
    return [
        Gun(many, label, dice, shades[min(i, MOST_LINES - 1)], PATTERNS[min(i, MOST_LINES - 1)])
        for i, ((label, dice), many) in enumerate(alike.items())
    ]


def stroke(dst: Surface, a: Place, b: Place, colour: Colour, pattern: tuple[float, float]) -> None:
    """Draw a line in one of the patterns."""
    if pattern[0]:
        dashed_line(dst, [a, b], colour, 2.4, *pattern)
    else:
        line(dst, a, b, colour, 2.4)


def ends_of(scene: Scene, camera: Camera, firer: str, target: str, ghostly: bool = True) -> tuple[Place, Place]:
    """Return the ends of a line, at ships or counters, or their ghosts."""
    begin, end = (
        (scene.ghosts.get(key) if ghostly else None) or scene.view.state.known_piece(key) for key in (firer, target)
    )
    return camera.xy(begin.at), camera.xy(end.at)


def draw_volley(dst: Surface, camera: Camera, scene: Scene, volley: Volley) -> None:
    """Draw lines side by side from the firer to the target, an arrowhead on the first; without guns, one line."""
    a, b = ends_of(scene, camera, volley.firer, volley.target)
    turn, far = heading(a, b), math.dist(a, b)
    colour = scene.colour(volley.firer)
    guns = guns_of(volley, colour)[:MOST_LINES] or [Gun(1, "", "", colour, PATTERNS[0])]
    clear = min(34 * theme.scale, far * 0.3)
    short = short_of(camera, scene, volley, a, b)
    gap = min(8.0, 30.0 / max(1, len(guns) - 1)) * theme.scale
    for i, gun in enumerate(guns):
        aside = (i - (len(guns) - 1) / 2) * gap
        p = polar(aside, turn + 90, polar(clear, turn, a))
        q = polar(aside, turn + 90, polar(-short, turn, b))
        stroke(dst, p, q, gun.colour, gun.pattern)
    arrow_tip(dst, polar(-max(0.0, short - 6 * theme.scale), turn, b), turn, colour)


def short_of(camera: Camera, scene: Scene, volley: Volley, a: Place, b: Place) -> float:
    """Return the distance in pixels from a target's centre at which a line ends. It ends at the target's edge, or on
    the target if another piece is so near that the line would seem to end there."""
    clear = min(34 * theme.scale, math.dist(a, b) * 0.3)
    state, turn = scene.view.state, heading(a, b)
    others = [
        camera.xy(one.at)
        for key, one in (*state.ships.items(), *state.counters.items())
        if one.in_play and key not in (volley.firer, volley.target)
    ]
    for share in (1.0, 0.6, 0.3):
        tip = polar(-clear * share, turn, b)
        if all(math.dist(tip, other) > math.dist(tip, b) + 22 * theme.scale * share for other in others):
            return clear * share
    return 0.0


def arrow_tip(dst: Surface, tip: Place, turn: float, colour: Colour) -> None:
    """Draw a filled head at the end of a line."""
    size = 12 * theme.scale
    pygame.draw.polygon(dst, colour, [tip, polar(size, turn + 152, tip), polar(size, turn - 152, tip)])


def draw_aim(dst: Surface, camera: Camera, scene: Scene, aim: Aim) -> None:
    """Draw a thin dashed line to an enemy that can be hit, bolder at short range."""
    if not any(shot.bears for shot in aim.shots):
        return
    a, b = ends_of(scene, camera, aim.firer, aim.target)
    strong = aim.target in (*scene.asked.targets, scene.hand.aimed)
    dashed_line(dst, [a, b], scene.colour(aim.target), 1.4, 8, 6, 200 if strong else 120)


def draw_refusal(dst: Surface, camera: Camera, scene: Scene, refusal: Refusal) -> None:
    """Draw red dashes to the obstacle, a bar across there, dots beyond."""
    shot, red = refusal.shot, theme.palette.red
    a, b = ends_of(scene, camera, refusal.firer, shot.target)
    turn, far = heading(a, b), math.dist(a, b)
    stop = contact(camera, shot, a, b)
    clear = min(32 * theme.scale, far * 0.3)
    dashed_line(dst, [polar(clear, turn, a), stop], red, 2, 9, 6, 230)
    dashed_line(dst, [stop, polar(-clear * 0.8, turn, b)], red, 1.4, 2, 6, 130)
    for back, half, w, alpha in ((0.0, 16.0, 4.0, 255), (13.0, 10.0, 2.4, 150)):
        at = polar(-back * theme.scale, turn, stop)
        line(dst, polar(half * theme.scale, turn + 90, at), polar(-half * theme.scale, turn + 90, at), red, w, alpha)


def contact(camera: Camera, shot: Shot, a: Place, b: Place) -> Place:
    """Return the place at which a refused line is barred: its obstacle, else just outside the firer's ring."""
    if shot.stop is not None:
        return camera.xy(shot.stop)
    return polar(min(62 * theme.scale, math.dist(a, b) * 0.5), heading(a, b), a)


# -- words -------------------------------------------------------------------------------------------------------------


def aim_words(aim: Aim, board: Board) -> str:
    """Return the range in the board's units, the arc, and the dice of one gun or the number of guns that bear."""
    able = [shot for shot in aim.shots if shot.bears]
    if not able:
        return about_gun(aim.shots[0]) if aim.shots else ""
    what = able[0].dice if len(able) == 1 else f"{len(able)} guns"
    parts = board.range_words(able[0].distance), able[0].where or "/".join(able[0].arcs), what, able[0].note
    return "   ".join(part for part in parts if part)


def about_gun(shot: Shot) -> str:
    """Return why a gun does not bear, with its name. Without the name, `it cools` beside a target would seem to be
    about the target."""
    for word, name in (("it ", f"{shot.label} "), ("its ", f"{shot.label}'s ")):
        if shot.why_not.startswith(word):
            return name + shot.why_not.removeprefix(word)
    return shot.why_not


def aim_chip(placer: Placer, camera: Camera, scene: Scene, aim: Aim) -> Word | None:
    """Place the chip of an aim on its line, or the reason beside the target if nothing bears."""
    words = aim_words(aim, camera.board)
    if not words:
        return None
    a, b = ends_of(scene, camera, aim.firer, aim.target)
    if any(shot.bears for shot in aim.shots):
        places = [between(a, b, share) for share in (0.62, 0.5, 0.72, 0.4, 0.8, 0.3)]
        if aim.target in scene.asked.targets:  # at the end of the line, which is then the most important
            places += [polar(away * theme.scale, turn, b) for away in (60, 90) for turn in range(0, 360, 45)]
        return place_chip(placer, words, scene.colour(aim.target), places)
    if aim.target not in (*scene.asked.targets, scene.hand.aimed):
        return None
    high = 44 * theme.scale
    places = [(b[0], b[1] + high), (b[0], b[1] - high), (b[0] - 2 * high, b[1] + high), (b[0] + 2 * high, b[1] + high)]
    return place_chip(placer, words, theme.palette.muted, places)


@cached(64)
def _volley_plate(head: tuple[tuple[str, Colour, str], ...], guns: tuple[Gun, ...], edge: Colour) -> Surface:
    """Return a plate with range, arc, protection; below, a line in each gun's pattern with its name and dice."""
    p, px = theme.palette, theme.px
    rows = [
        ((f"{gun.many} × {gun.label}" if gun.many > 1 else gun.label, p.text, "s"), (gun.dice, p.muted, "r"))
        for gun in guns
    ]
    wide = max([run_width(head, 17, 12), *(px(40) + run_width(row, 15, 8) for row in rows)]) + px(28)
    out = Surface((round(wide), px(40 + 22 * len(rows))), pygame.SRCALPHA)
    box(out, out.get_rect(), p.well, 8, 244, edge)
    run(out, (px(14), px(20)), head, 17, 12)
    for i, (gun, row) in enumerate(zip(guns, rows)):
        y = px(44 + 22 * i)
        stroke(out, (px(14), y), (px(44), y), gun.colour, gun.pattern)
        run(out, (px(54), y), row, 15, 8)
    return out


def volley_plate(placer: Placer, camera: Camera, scene: Scene, volley: Volley) -> Word | None:
    """Place one plate for all lines to a target, beside their middle."""
    if not volley.shots:
        return None
    first, p = volley.shots[0], theme.palette
    colour = scene.colour(volley.target)
    far = camera.board.range_words(first.distance)
    head = [(far, p.white, "b")] * bool(far) + [(first.arc_words, colour, "s")] * (bool(first.arcs) and not first.where)
    head += [
        (words, ink, weight)
        for words, ink, weight in ((first.note, p.yellow, "s"), (volley.note, p.muted, "r"))
        if words
    ]
    if not head:
        head = [(scene.view.state.names.get(volley.target, volley.target), colour, "s")]
    plate = _volley_plate(tuple(head), tuple(guns_of(volley, scene.colour(volley.firer))), colour)
    a, b = ends_of(scene, camera, volley.firer, volley.target)
    word = place_plate(placer, plate, beside(plate, a, b))
    if word is None or not _far(word, a, b):
        return word
    return replace(word, leader=(word.rect.center, between(a, b, 0.5), mix(colour, theme.palette.space, 0.3)))


def _far(word: Word, a: Place, b: Place) -> bool:
    """Return whether a plate is so far from its line that it needs a leader."""
    return not word.rect.inflate(theme.px(120), theme.px(120)).clipline(a, b)


def beside(plate: Surface, a: Place, b: Place) -> list[Rect]:
    """Return rects for a plate beside a line: first below its middle, then above, then along it, and at last anywhere
    near."""
    found, (nx, ny) = list[Rect](), polar(1, heading(a, b) + 90)
    if ny < 0 or (ny == 0 and nx < 0):
        nx, ny = -nx, -ny
    for away in (16, 44, 80, 120, 170, 230, 300):
        for share in (0.5, 0.35, 0.65, 0.2, 0.8):
            x, y = between(a, b, share)
            far = away * theme.scale + abs(nx) * plate.get_width() / 2 + abs(ny) * plate.get_height() / 2
            for side in (1, -1):
                found.append(plate.get_rect(center=(round(x + side * nx * far), round(y + side * ny * far))))
    for away in ABOUT:
        for turn in range(0, 360, 30):
            dx, dy = polar(1, turn)
            far = away * theme.scale + (abs(dx) * plate.get_width() + abs(dy) * plate.get_height()) / 2
            found.append(plate.get_rect(center=[round(one) for one in polar(far, turn, between(a, b, 0.5))]))
    return found


@cached(64)
def _refusal_plate(title: str, second: str) -> Surface:
    p, px = theme.palette, theme.px
    rows = lines(title, px(300), 17, "s")
    wide = max([width(row, 17, "s") for row in rows] + [width(second, 15)]) + px(28)
    out = Surface((round(wide), px(22 * len(rows) + 38)), pygame.SRCALPHA)
    box(out, out.get_rect(), mix(p.red, p.well, 0.9), 8, 246, p.red)
    for i, row in enumerate(rows):
        text(out, row, (px(14), px(14 + 22 * i)), 17, p.white, "s")
    text(out, second, (px(14), px(14 + 22 * len(rows))), 15, p.muted)
    return out


def refusal_plate(placer: Placer, camera: Camera, scene: Scene, refusal: Refusal) -> Word | None:
    """Place the reason, the gun, the range and the arc, with a leader to where the line is barred."""
    shot = refusal.shot
    far, name = camera.board.range_words(shot.distance), scene.view.state.names.get(shot.target, shot.target)
    second = ", ".join(part for part in (f"{shot.label} at {name}", far, "" if shot.where else shot.arc_words) if part)
    plate = _refusal_plate(shot.why_not[:1].upper() + shot.why_not[1:], second)
    a, b = ends_of(scene, camera, refusal.firer, shot.target)
    stop = contact(camera, shot, a, b)
    bar = Rect(0, 0, theme.px(36), theme.px(36))
    bar.center = round(stop[0]), round(stop[1])
    placer.take(bar)
    places, (wide, high) = [], plate.get_size()
    for away, lift in (
        (36, 24),
        (20, 56),
        (70, 20),
        (0, 90),
        (110, 60),
        (150, 10),
        (60, 130),
        (0, 170),
        (160, 120),
        (0, 250),
    ):
        for sx, sy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            x, y = stop[0] + sx * (away * theme.scale + wide / 2), stop[1] + sy * (lift * theme.scale + high / 2)
            places.append(plate.get_rect(center=(round(x), round(y))))
    word = place_plate(placer, plate, places)
    if word is None:
        return None
    r = word.rect
    corner = min((r.bottomleft, r.bottomright, r.topleft, r.topright), key=lambda c: math.dist(c, stop))
    return replace(word, leader=(corner, stop, theme.palette.red))
