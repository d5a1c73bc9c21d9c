"""The plan of all words on the board: plates of fire first, names round ships, then chips of range and names of areas.

Names keep their places while only the order in hand changes, so that nothing jumps about during a drag; no part of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.board.table import degrees
from game.core.show import Fan, Limit, Ring, Zone
from game.ui.board import cell_reach, counters, ground, marks, reach, ships, zones
from game.ui.board import lines as fire
from game.ui.board.bodies import body_name
from game.ui.board.card import Card, card_of, solid_rects
from game.ui.board.scene import Scene
from game.ui.board.terrain import bounds, groups
from game.ui.board.words import Placer, Word, chip_picture, place_chip, place_plain, place_plate, sampled
from game.ui.camera import Camera
from game.ui.draw import Place, polar
from game.ui.overlay import line
from game.ui.theme import mix, theme

Id = str
Parts = tuple[Any, ...]
NAMED_FROM = 12  # design pixels from cell to cell from which terrain is named
NAMED = 6  # zones and envelopes of others that are named; with more the words would hide the board


def same(a: Parts, b: Parts) -> bool:
    """Whether two lists of parts are equal, looked at by identity first."""
    return len(a) == len(b) and all(x is y or x == y for x, y in zip(a, b))


class Plan:
    """Where words stand, kept for as long as what they depend on stays."""

    def __init__(self) -> None:
        self.names: tuple[Word, ...] = ()
        self.bodies: tuple[Word, ...] = ()
        self.beside: list[Word] = []  # counters and cards by their ships
        self.card: Card | None = None  # of the order in hand
        self._areas: tuple[Word, ...] = ()  # plates of fire and the names of envelopes, which stay as long
        self._placer: Placer | None = None
        self._key: Parts = ()

    def words(self, camera: Camera, scene: Scene, look: Mapping[Id, ships.Look], below: Parts) -> tuple[Word, ...]:
        """Chips and plates for a scene; the names are planned anew only if they must. `below` is the key of the floor."""
        hand = {scene.chosen} if scene.landings else set()  # her second line follows the order in hand, in the same place
        key = (
            *below, scene.chosen, scene.targets, scene.waiting - hand, {k: v for k, v in scene.notes.items() if k not in hand},
            scene.landings, scene.volleys, scene.refusals, scene.reserved, scene.tools, () if hand else scene.aims,
            scene.counters, scene.moment.flights if scene.moment else None,
        )  # fmt: skip
        if self._placer is None or not same(self._key, key):
            self._placer = Placer(
                camera.rect.inflate(-theme.px(8), -theme.px(8)), [*furniture(camera, scene), *scene.reserved],
                in_the_way(camera, scene),
            )  # fmt: skip
            rects = ships.rects_of(camera, scene, look)
            self._placer.take(*rects.values(), *counters.ground_of(camera, scene))
            self.bodies = body_names(self._placer, camera, scene)
            plates = fire_plates(self._placer, camera, scene)
            self._placer.avoid(sampled([word.leader[:2] for word in plates if word and word.leader]))
            self.beside = counters.beside(self._placer, camera, scene, look, rects)
            with self._placer.avoiding(sampled(standing(camera, scene))):
                self.names = ships.name_plan(self._placer, camera, scene, look, rects)
            named = (*_reach_names(camera, scene, self._placer), *counters.labels(self._placer, camera, scene))
            self._areas = tuple(word for word in (*plates, *named) if word)
            self._key = key
        held = scene.landing is not None and scene.gauge is not None and not scene.moment
        self.card = card_of(camera, scene, self.names) if held else None
        return (*self._areas, *(word for word in chips(camera, scene, self._placer.copy(), self.card) if word))


def lay_words(dst: Surface, words: Sequence[Word]) -> None:
    """Leaders first, then every picture."""
    for word in words:
        if word.leader:
            line(dst, word.leader[0], word.leader[1], word.leader[2], 1.4)
    dst.fblits([(word.picture, word.corner) for word in words], BLEND_PREMULTIPLIED)


def furniture(camera: Camera, scene: Scene) -> list[Rect]:
    """What stands on the board besides ships: scale bar, figures, rose, solid terrain."""
    taken = [ground.scale_rect(camera), *(ground.figure_rects(camera) if "grid" in scene.tools else ())]
    if "compass" in scene.tools:
        taken.append(ground.rose_rect(camera))
    return taken + solid_rects(camera, scene)


def body_names(placer: Placer, camera: Camera, scene: Scene) -> tuple[Word, ...]:
    """The names of the terrain that stays, each by its disc where no ship is; on dark plates if something is hatched,
    or hexes in which a ship can end have numbers."""
    backed = any(one.hatched for one in zones.shown(scene)) or bool(camera.board.cells and scene.landings)
    if camera.board.cells:
        return cell_names(placer, camera, scene, backed)
    drifting = scene.moment.bodies if scene.moment else {}
    words = []
    for body in scene.view.state.table.bodies:
        named = body_name(body, camera.xy(body.at), body.radius * camera.scale, backed) if body.key not in drifting else None
        word = place_plate(placer, *named) if named else None
        words += [word] if word else []
    return tuple(words)


def cell_names(placer: Placer, camera: Camera, scene: Scene, backed: bool) -> tuple[Word, ...]:
    """The names of terrain on a board of cells, one for bodies that lie side by side: in the middle of a cloud
    with room for it, else beside, so that what is small is not covered."""
    words, standing = [], groups(scene.view.state.table.bodies)
    filled = [bounds(camera, group) for group in standing]
    for group, r in zip(standing, filled):
        if not group.name or not r.colliderect(camera.rect) or camera.scale < NAMED_FROM * theme.scale:
            continue
        named = body_name(group.bodies[0], r.center, 0.5 * r.h, backed)
        if named:
            inside, room = named[0].get_rect(center=[round(one) for one in camera.xy(group.middle)]), 2.0 if backed else 1.2
            roomy = not group.bodies[0].solid and r.w > room * inside.w and r.h > 2 * room * inside.h
            beside = [one for one in named[1] if not one.colliderect(r.inflate(-4, -4))]
            beside = [one for one in beside if one.collidelist(filled) < 0] or beside
            word = place_plate(placer, named[0], [inside, *beside] if roomy else beside)
            words += [word] if word else []
    return tuple(words)


def in_the_way(camera: Camera, scene: Scene) -> np.ndarray:
    """What words had better not cover: paths, envelopes, lines of fire, and the way ahead of every ship."""
    state = scene.view.state
    paths: list[Sequence[Place]] = [camera.many(trail.path) for trail in scene.trails]
    ends = [camera.grid(reach.shape_of(one).ends) for one in (scene.landings, *scene.threats.values()) if one]
    for key, pose in scene.ghosts.items():
        if key != scene.chosen or not scene.landings:  # while she is being plotted her name must not jump about
            paths.append(camera.many(pose.path))
    if not scene.landings:
        paths += [fire.ends_of(scene, camera, one.firer, one.target) for one in scene.aims if any(s.bears for s in one.shots)] * 2
    if scene.moment:  # a name goes with its ship: it must keep off the way behind her wherever she is
        for flight in scene.moment.flights.values():
            paths += [_seen_from_her(camera, flight.flown(share), flight.end) for share in (0.5, 1.0)]
    for volley in scene.volleys:
        paths += [fire.ends_of(scene, camera, volley.firer, volley.target)] * 3
    paths += [fire.ends_of(scene, camera, one.firer, one.shot.target) for one in scene.refusals]
    for pin in scene.pins:
        paths.append(camera.many(pin.event.line))
    if not scene.moment:
        paths += [camera.many(one.path) for one in counters.forced(scene).values()]
    for ship in state.ships.values():
        if ship.in_play and ship.velocity and not (scene.moment and scene.moment.flights):
            at = camera.xy(ship.at)
            paths.append((at, polar(60 * theme.scale, degrees(ship.course, ship.heading), at)))
    if camera.board.cells and scene.landings:
        ends.append(cell_reach.ground_of(camera, scene.landings))
    return np.concatenate([sampled(paths), *ends])


def standing(camera: Camera, scene: Scene) -> list[Sequence[Place]]:
    """The edges of arcs and bands on a board of cells, unless they move with a ghost: names had better not stand on them."""
    if not camera.board.cells or scene.landings or scene.moment:
        return []
    limits = [one for one in scene.overlays if isinstance(one, Limit)] if "range" in scene.tools else []
    arcs = [camera.many(one.outline) for one in zones.shown(scene) if one.tool == "arcs"]
    ends = [camera.many(line) for one in limits for line in one.lines]
    return [*((*outline, outline[0]) for outline in arcs if outline), *ends]


def _seen_from_her(camera: Camera, path: Sequence[Place], berth: Place) -> Sequence[Place]:
    """A path as if it ended at the place about which a ship's name is planned."""
    dx, dy = berth[0] - path[-1][0], berth[1] - path[-1][1]
    return camera.many([(x + dx, y + dy) for x, y in path])


def fire_plates(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """What is fired and what may not be, by the lines; names make way for these, for they have eight places to go to."""
    found = [fire.volley_plate(placer, camera, scene, volley) for volley in scene.volleys]
    return found + [fire.refusal_plate(placer, camera, scene, refusal) for refusal in scene.refusals]


def chips(camera: Camera, scene: Scene, placer: Placer, card: Card | None) -> list[Word | None]:
    """Pins, then aims, bands and zones; none of them under the card."""
    found: list[Word | None] = []
    ghost = scene.ghosts.get(scene.chosen)
    if ghost:
        x, y = camera.xy(ghost.at)
        placer.take(Rect(round(x) - theme.px(26), round(y) - theme.px(26), theme.px(52), theme.px(52)))
    if card:
        placer.take(card[1])
    if ghost and camera.board.cells and not scene.moment:
        placer.avoid(sampled([camera.many(ghost.path)] * 3))
        turns = scene.openings
        unit = scene.view.gauge(scene.landings[0].order).unit if turns else ""
        found += cell_reach.bend_chips(placer, camera, ghost, scene.colour(scene.chosen), turns, unit)
    found += marks.place_pins(placer, camera, scene, ships.stances(scene))
    found += [fire.aim_chip(placer, camera, scene, aim) for aim in scene.aims]
    fans = [one for one in scene.overlays if isinstance(one, Fan)]
    if fans and "range" in scene.tools:
        for far, words in fans[0].bands or ((fans[0].reach, ""),):
            label = f"{camera.board.measured(far)}   {words}".strip()
            found.append(place_chip(placer, label, scene.tone(fans[0].tone), zones.band_places(camera, fans[0], far), 14))
    return found + _areas(camera, scene, placer)


def _areas(camera: Camera, scene: Scene, placer: Placer) -> list[Word | None]:
    """The names of zones and rings."""
    found: list[Word | None] = []
    named = sorted((one for one in zones.shown(scene) if one.label), key=lambda one: one.tone == "muted")[:NAMED]
    for one in scene.overlays:
        if isinstance(one, Zone) and one in named:
            view = camera.rect.inflate(-40, -40)
            spots = [spot for spot in camera.many(one.spots) if view.collidepoint(spot)]
            colour = mix(scene.tone(one.tone), theme.palette.muted, 0.3)
            wide = chip_picture(one.label, colour, 14).get_width() if one.tool != "arcs" else 0
            spots = _on_table(camera, spots if one.spots else zones.name_places(camera, one.outline, view, wide))
            if one.tool == "arcs":
                colour = mix(theme.palette.white, scene.tone(one.tone), 0.6)
                found.append(place_plain(placer, one.label, colour, spots, wide=True))
                continue
            found.append(place_chip(placer, one.label, colour, spots, 14))
        elif isinstance(one, Limit) and one.label and "range" in scene.tools:
            colour = mix(theme.palette.white, scene.tone(one.tone), 0.45)
            found.append(place_plain(placer, one.label, colour, _on_table(camera, camera.many(one.spots))))
        elif isinstance(one, Ring) and one.label:
            found.append(marks.ring_chip(placer, camera, scene, one.label, one.at, one.radius, one.tone))
    return found


def _on_table(camera: Camera, spots: Sequence[Place]) -> list[Place]:
    """On a board of cells the places on it: what lies off it is cut away, and its name would hang in the dark."""
    return [spot for spot in spots if not camera.board.cells or camera.board.holds(camera.mu(spot))]


def _reach_names(camera: Camera, scene: Scene, placer: Placer) -> list[Word | None]:
    """“where Lancet can end”, by the envelope it names."""
    names = scene.view.state.names
    found: list[Word | None] = []
    shown = [(scene.chosen, scene.landings, theme.palette.green)] if scene.landings else []
    if "threat" in scene.tools:
        few = len(scene.threats) <= NAMED
        known = [key for key in scene.threats if few or key in scene.targets]
        shown += [(key, scene.threats[key], scene.colour(key)) for key in known]
    for key, landings, colour in shown:
        spots = reach.envelope_name_places(camera, landings)
        found.append(place_plain(placer, f"where {names.get(key, key)} can end", colour, spots))
    return found
