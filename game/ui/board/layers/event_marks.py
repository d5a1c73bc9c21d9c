"""Events at their places: numbered pins, the moment of a line of the log, marks of the film, and the ruler; no part of
the rules.

Ranges, bearings and arcs are those of the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from pygame import BLEND_RGB_ADD, Rect, Surface

from game.board.boards import board_of
from game.board.geometry import bearing, span
from game.core.display import Fan
from game.core.events import Event
from game.ui.board.label_engine.pictures import Placer, Word, chip_picture, chip_size, place_chip
from game.ui.board.layers.fire_lines import arrow_tip
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import DrawnPose, Pin, Scene
from game.ui.render.arcs import glow
from game.ui.render.lines import circle, dashed_line, line, polyline
from game.ui.render.shapes import Place, Vec, between, heading, paste, polar, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, theme

Point = tuple[float, float]
SPENT = 90  # the opacity of the line of a shot once its effect is seen, 0 to 255
ABREAST = 5  # most lines of shots of one pair that are side by side


# -- pins --------------------------------------------------------------------------------------------------------------


@cached(64)
def pin_picture(number: int, colour: Colour) -> Surface:
    """Return a number in a ring."""
    v = Vec(30, 30, 5, theme.scale)
    v.circ((15, 15), 13, theme.palette.ink)
    v.circ((15, 15), 13, colour, 255, 2)
    done = v.done()
    text(done, str(number), (done.get_width() / 2, done.get_height() / 2), 16, colour, "b", "center")
    return done


@cached(128)
def ring_picture(r: int, colour: Colour, alpha: int = 255) -> Surface:
    """Return a thin ring of a radius in pixels."""
    side = 2 * r + theme.px(6)
    v = Vec(side, side, 4, stroke=theme.scale)
    v.circ((side / 2, side / 2), r, colour, alpha, 2)
    return v.done()


def pin_colour(scene: Scene, pin: Pin) -> Colour:
    """Return red for damage to the own side, else the colour of the acting side, else muted."""
    event = pin.event
    if pin.tone:
        return scene.tone(pin.tone)
    if (event.harm or event.kind == "lost") and event.whom and scene.friendly(event.whom):
        return theme.palette.red
    return scene.colour(event.who) if event.who in scene.view.state.ships else theme.palette.muted


def draw_pin_line(dst: Surface, camera: Camera, scene: Scene, pin: Pin) -> None:
    """Draw the shot of a pinned event as an arrow on its own right-hand side, so that two opposite ones do not
    overlap."""
    event = pin.event
    if len(event.line) < 2:
        return
    a, b = camera.xy(event.line[0]), camera.xy(event.line[-1])
    turn, far = heading(a, b), math.dist(a, b)
    colour = scene.colour(event.who) if event.who else theme.palette.muted
    clear, aside = min(34 * theme.scale, far * 0.3), 7 * theme.scale
    p = polar(aside, turn + 90, polar(clear, turn, a))
    q = polar(aside, turn + 90, polar(-clear, turn, b))
    line(dst, p, q, colour, 2.2)
    arrow_tip(dst, polar(6 * theme.scale, turn, q), turn, colour)


def place_pins(placer: Placer, camera: Camera, scene: Scene, places: Mapping[str, DrawnPose]) -> tuple[Word, ...]:
    """Place each pin by its ship, or at a free place on its line of fire."""
    words = []
    for pin in scene.others.pins:
        picture = pin_picture(pin.number, pin_colour(scene, pin))
        at = _anchor(pin.event, places)
        if at is None:
            continue
        turns = (5, -50, 55, 180, -90, 90, 135, -135)
        offered = [polar(far * theme.scale, turn, camera.xy(at)) for far in (48, 62, 84) for turn in turns]
        on_line = []
        if len(pin.event.line) > 1 and not pin.event.harm:
            a, b = camera.xy(pin.event.line[0]), camera.xy(pin.event.line[-1])
            on_line = [
                polar(7 * theme.scale, heading(a, b) + 90, between(a, b, share)) for share in (0.5, 0.4, 0.6, 0.3, 0.7)
            ]
        rects = [picture.get_rect(center=(round(px), round(py))) for px, py in (*on_line, *offered)]
        free = next((i for i in range(len(on_line)) if placer.free(rects[i])), -1)
        rect = rects[free if free >= 0 else max(placer.best(rects), 0)]
        placer.take(rect)
        words.append(Word(picture, rect, rect.topleft))
    return tuple(words)


def _anchor(event: Event, places: Mapping[str, DrawnPose]) -> Point | None:
    suffered = event.harm or event.kind in ("damage", "lost", "damage_check")
    about = event.whom if suffered and event.whom else event.who or event.whom
    return places[about].at if about in places else event.at or (event.line[-1] if event.line else None)


# -- one line of the log -----------------------------------------------------------------------------------------------


def draw_focus(dst: Surface, camera: Camera, scene: Scene, event: Event) -> None:
    """Draw the subject of a line of the log: its path, its line, and white rings round its place and both its
    pieces."""
    white = theme.palette.white
    colour = scene.colour(event.who) if event.who else white
    if len(event.path) > 1:
        polyline(dst, camera.many(event.path), colour, 2.4)
    named = (scene.view.state.piece(key) for key in dict.fromkeys((event.who, event.whom)))
    both = [piece.at for piece in named if piece and piece.in_play]
    drawn = event.line if len(event.line) > 1 else both
    for at in both:
        circle(dst, camera.xy(at), 34 * theme.scale, white, 1.6, 230)
    if len(drawn) > 1:
        a, b = camera.xy(drawn[0]), camera.xy(drawn[-1])
        line(dst, a, b, colour, 2.4)
        arrow_tip(dst, polar(-20 * theme.scale, heading(a, b), b), heading(a, b), colour)
    spot = focus_place(event)
    if spot and spot not in both:
        circle(dst, camera.xy(spot), 40 * theme.scale, white, 1.6, 230, (6, 5))


def focus_place(event: Event) -> Point | None:
    """Return where an event happened, MU."""
    return event.at or (event.line[-1] if event.line else event.path[-1] if event.path else None)


# -- playback ----------------------------------------------------------------------------------------------------------


def draw_moment(dst: Surface, camera: Camera, scene: Scene, names: Iterable[Rect]) -> None:
    """Draw growing shots, lit hits, and marks for contacts and passes at their time and place. Their words are kept off
    the `names`."""
    if scene.over.moment is None:
        return
    beside: dict[tuple[str, str], int] = {}
    shown = scene.over.moment.effects
    alpha = SPENT if shown and shown.effects else 255  # the hit is the subject now, not the shot
    for beam in scene.over.moment.beams:
        pair = beam.event.who, beam.event.whom
        nth = beside[pair] = beside.get(pair, -1) + 1
        a, b = camera.xy(beam.start), camera.xy(beam.end)
        turn, far = heading(a, b), math.dist(a, b)
        clear = min(24 * theme.scale, far * 0.2)
        aside = aside_of(nth) * theme.scale
        p = polar(aside, turn + 90, polar(clear, turn, a))
        q = polar(aside, turn + 90, polar(clear + (far - 1.6 * clear) * beam.grown, turn, a))
        line(dst, p, q, scene.colour(beam.event.who), 2.4, alpha)
        line(dst, p, q, theme.palette.white, 0.8, alpha * 0.8)
    _draw_newcomers(dst, camera, scene)
    taken = [*names]
    for mark in scene.over.moment.marks:
        _mark(dst, camera, scene, mark.event, mark.at, mark.age, taken)


def _draw_newcomers(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw pieces that are new, such as plasma: the path so far, and a light at its head."""
    assert scene.over.moment is not None
    state = scene.view.state
    for key, flight in scene.over.moment.flights.items():
        if key not in state.ships and key not in state.counters and scene.over.moment.share > 0:
            at = camera.xy(flight.at(scene.over.moment.share).at)
            polyline(
                dst, [*camera.many(flight.flown(scene.over.moment.share)[:-1]), at], theme.palette.violet, 2.4, 200
            )
            stamp(dst, glow(theme.px(26), theme.palette.violet, 200, 1.6), at, BLEND_RGB_ADD)


def aside_of(nth: int) -> int:
    """Return the design pixels by which a shot's line is moved to its own right, so that two opposite ones do not
    overlap. From the sixth line of one pair on they repeat, because they would end beside their target."""
    return 4 + 5 * (nth % ABREAST)


def _mark(dst: Surface, camera: Camera, scene: Scene, event: Event, at: Point, age: float, taken: list[Rect]) -> None:
    """Draw a ring that closes on the place within a fifth of a second, and a chip with the result."""
    tone = {"bad": theme.palette.red, "good": theme.palette.green}.get(event.tone, theme.palette.yellow)
    spot, late = camera.xy(at), min(1.0, age / 0.2)
    if len(event.line) > 1:
        dashed_line(dst, camera.many(event.line), tone, 1.4, 3, 4)
    picture = ring_picture(theme.px(44 - 26 * late), tone, round((90 + 140 * late) / 10) * 10)
    stamp(dst, picture, spot)
    if event.tone == "bad":
        for turn in (45, 135):
            line(dst, polar(8 * theme.scale, turn, spot), polar(-8 * theme.scale, turn, spot), tone, 2.4)
    if age <= 0 and event.dice:
        return  # the result is unknown until the dice are still
    names = scene.view.state.names
    words = event.result_words(names) or event.words(names)
    picture = chip_picture(words, tone, 14)
    rect = beside(picture.get_rect(), spot, taken)
    taken.append(rect)
    paste(dst, picture, rect.topleft)


def beside(rect: Rect, spot: Place, taken: Sequence[Rect]) -> Rect:
    """Return a rect above a spot, or else below or beside it, clear of taken rects. If none is clear, return the one
    above."""
    x, y, off = round(spot[0]), round(spot[1]), theme.px(30)
    above, below, right, left = (rect.copy() for _ in range(4))
    above.midbottom, below.midtop, right.midleft, left.midright = (x, y - off), (x, y + off), (x + off, y), (x - off, y)
    return next((one for one in (above, below, right, left) if one.collidelist(taken) < 0), above)


# -- ruler -------------------------------------------------------------------------------------------------------------


def ruler_words(scene: Scene) -> str:
    """Return range, bearing, and the arc from a ship at the ruler's start."""
    if scene.over.ruler is None:
        return ""
    board = board_of(scene.view.state.table)
    a, b = (board.place(board.file_coordinates(end)) for end in scene.over.ruler)
    words = f"{board.range_words(board.distance(a, b))}   {bearing(a, b):.0f}°".strip()
    poses = scene.ghosts.get(scene.chosen), scene.view.state.ships.get(scene.chosen)
    seer = next((one for one in poses if one and span(one.at, a) < 0.01), None)
    if seer and span(a, b) > 1e-6:
        # the arcs of this battle may be wider than the common ones
        wide = next((one.wide for one in scene.hand.overlays if isinstance(one, Fan)), 60.0)
        names = tuple(arc.name for arc in board.arc_set(wide))
        words += f"   arc {'/'.join(board.arcs(a, seer.facing, b, names))}"
    return words


def draw_ruler(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw a measuring line with a stroke for every unit and a longer one for every six. On a board of cells it is
    between centres."""
    if scene.over.ruler is None:
        return
    white, board = theme.palette.white, camera.board
    a, b = camera.many([board.place(board.file_coordinates(end)) for end in scene.over.ruler])
    line(dst, a, b, white, 1.6, 230)
    length, turn = board.distance(*scene.over.ruler), heading(a, b)
    every = 1 if camera.scale >= 7 * theme.scale else 6
    for n in range(0, int(length + 1e-6) + 1, every) if board.range_words(length) else ():
        at = between(a, b, n / length if length else 0.0)
        half = (7 if n % 6 == 0 else 3.5) * theme.scale
        line(dst, polar(half, turn + 90, at), polar(-half, turn + 90, at), white, 1.2, 200)
    for end in (a, b):
        circle(dst, end, 4 * theme.scale, white, 1.6)
    _beside(dst, ruler_words(scene), b, camera.rect)


def _beside(dst: Surface, words: str, at: Place, view: Rect) -> None:
    picture = chip_picture(words, theme.palette.white)
    r = picture.get_rect(midleft=(round(at[0] + 16 * theme.scale), round(at[1] - 22 * theme.scale)))
    r.clamp_ip(view.inflate(-8, -8))
    paste(dst, picture, r.topleft)


def ring_chip(
    placer: Placer, camera: Camera, scene: Scene, label: str, at: Point, radius: float, tone: str
) -> Word | None:
    """Place the label of a ring, on its rim."""
    near = radius * camera.scale
    # in a small ring, clear of the ship
    farther = (0.0,) if near > 120 * theme.scale else (0.0, 26 * theme.scale, 52 * theme.scale)
    rim = [polar(near + away, turn, camera.xy(at)) for away in farther for turn in range(0, 360, 30)]
    half = chip_size(label, 14)[0] / 2
    rim += [(x + side * half, y) for x, y in rim for side in (1, -1)]  # a long label beside obstacles
    return place_chip(placer, label, scene.tone(tone), rim, 14)
