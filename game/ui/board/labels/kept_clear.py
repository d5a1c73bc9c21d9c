"""The parts of the board that labels keep clear of: fixed things, ships, paths, lines of fire and destinations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pygame import Rect

from game.core.display import Point
from game.core.orders import Id
from game.ui.board.advice.drawing import ground_of as advised_ground
from game.ui.board.label_engine.pictures import sample_points
from game.ui.board.labels.terrain_names import rocks, solid_ground
from game.ui.board.layers import counters, envelopes, ground, hex_envelopes, ships, zones
from game.ui.board.layers import fire_lines as fire
from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import own_pinned, own_taken
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, between, polar, square
from game.ui.render.theme import theme

# design pixels of the square round a ship, a firer or target, and a destination, and of the band along a line
SHIP, AIMED, END, LINE = 44, 56, 14, 16
MARGIN = 4  # design pixels between the scale bar and anything written beside it
AHEAD, TIP = ("idle", "sealed"), 3  # kinds of trails ahead of ships, and design pixels round each of their points
MANY = 150  # number of cells among destinations from which labels may lie over them


def around(place: Place, side: int) -> Rect:
    """Return a square of that many pixels round a place."""
    return Rect(round(place[0] - side / 2), round(place[1] - side / 2), side, side)


def fire_lines(camera: Camera, scene: Scene) -> list[tuple[Place, Place]]:
    """Return the lines of fire and of aim in a scene."""
    pairs = [(one.firer, one.target) for one in scene.asked.volleys]
    pairs += [(one.firer, one.target) for one in scene.aims if any(shot.bears for shot in one.shots)]
    pairs += [(one.firer, one.shot.target) for one in scene.asked.refusals]
    return [fire.ends_of(scene, camera, firer, target) for firer, target in pairs]


def combatant_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of firing and aiming ships, of the ship in hand, and of targets."""
    places = [place for line in fire_lines(camera, scene) for place in line]
    if ship := scene.view.state.ships.get(scene.chosen):
        places.append(camera.xy((scene.ghosts.get(scene.chosen) or ship).at))
    return [around(place, theme.px(AIMED)) for place in places]


def in_use(camera: Camera, scene: Scene, written: Iterable[Rect]) -> list[Rect]:
    """Return the rects of ships, ghosts, destinations to choose from, lines of fire, the scale bar, and those `written`
    on the board."""
    state, far = scene.view.state, theme.px(SHIP)
    pieces = [one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    found = [around(camera.xy(at), far) for at in (*pieces, *(pose.at for pose in scene.ghosts.values()))]
    wide = round(camera.scale) if camera.board.cells else theme.px(END)
    found += [around(camera.xy(at), wide) for at in {destination.at for destination in scene.asked.destinations}]
    for a, b in fire_lines(camera, scene):
        found += [around(between(a, b, n / 16), theme.px(LINE)) for n in range(17)]
    return [*found, *written, ground.scale_rect(camera), *own_pinned(camera, scene)]


def furniture(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of fixed things on the board besides ships: scale bar, figures, compass, solid terrain, and the
    game's own."""
    taken = [ground.scale_rect(camera).inflate(2 * theme.px(MARGIN), 2 * theme.px(MARGIN))]
    taken += ground.figure_rects(camera) if "grid" in scene.tools else ()
    if "compass" in scene.tools:
        taken.append(ground.rose_rect(camera))
    return taken + solid_ground(camera, scene) + own_taken(camera, scene) + advised_ground(camera, scene)


def marks_of(camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook]) -> list[tuple[str, Rect]]:
    """Return the rects, with their owners, of marks that a label could seem to name instead of a piece: badges, paths
    ahead, asteroids."""
    found = list(ships.badge_rects(camera, scene, look).items())
    for trail in scene.others.trails if not scene.playing else ():
        if trail.kind in AHEAD and trail.ship not in scene.held:
            found += [(trail.ship, square(camera.xy(at), theme.px(TIP))) for at in trail.path[1:]]
    return found + rocks(camera, scene)


def destination_pixels(camera: Camera, scene: Scene) -> np.ndarray:
    """Return the destinations of the piece in hand, in pixels, which no label covers unless there are `MANY` cells."""
    if not scene.asked.destinations:
        return np.empty((0, 2))
    if camera.board.cells:
        if not cells_of(camera, scene):
            return np.empty((0, 2))
        return hex_envelopes.sample_hexes(camera, scene.asked.destinations, hex_envelopes.CLOSE)
    return camera.grid(
        np.array([one.at for one in scene.asked.destinations if not one.aside], dtype=float).reshape(-1, 2)
    )


def cells_of(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the cells in which the piece in hand can end, on a board of cells, which no plate covers. It is empty if
    there are `MANY`, as for fighters, because labels would have no room."""
    ends = {destination.at for destination in scene.asked.destinations} if camera.board.cells else set[Place]()
    side = round(0.7 * camera.scale)
    return [around(camera.xy(at), side) for at in ends] if len(ends) < MANY else []


def ghosts_of(camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook]) -> list[Rect]:
    """Return the rects of ships' and counters' ghosts, except those of the ship in hand and of a dragged counter."""
    k, own = ships.grown(camera), scene.chosen if scene.asked.destinations else ""
    ghosts = [(key, pose.at) for key, pose in scene.ghosts.items() if key in look and key != own]
    found = [square(camera.xy(at), 0.6 * ships.reach_of(look[key].glyph, k)) for key, at in ghosts]
    r, laid = 0.8 * counters.radius(camera), _laid_down(scene)
    return [
        *found,
        *(square(at, r) for one, _, at in counters.ghost_places(camera, scene) if one.key != own or own in laid),
    ]


def _laid_down(scene: Scene) -> dict[Id, Point]:
    """Return the ends of counters with an order, while none of them is dragged."""
    return (
        {}
        if scene.hand.meter
        else {key: pose.at for key, pose in scene.ghosts.items() if key in scene.view.state.counters}
    )


def in_the_way(camera: Camera, scene: Scene) -> np.ndarray:
    """Return the ground that words should avoid: paths, envelopes, lines of fire, and the way ahead of every ship."""
    state = scene.view.state
    paths: list[Sequence[Place]] = [camera.many(trail.path) for trail in scene.others.trails]
    ends = [
        camera.grid(envelopes.shape_of(one).ends)
        for one in (scene.asked.destinations, *scene.others.threats.values())
        if one
    ]
    for key, pose in scene.ghosts.items():
        plotting = key == scene.chosen and scene.asked.destinations  # the name must not jump while its ship is plotted
        if not plotting:
            paths.append(camera.many(pose.path))
    if not scene.asked.destinations:
        paths += [
            fire.ends_of(scene, camera, one.firer, one.target) for one in scene.aims if any(s.bears for s in one.shots)
        ] * 2
    for flight in (scene.others.flights or {}).values():
        # a name follows its ship, so it must avoid the path behind the ship at every point
        paths += [_seen_from_her(camera, flight.flown(share), flight.end) for share in (0.5, 1.0)]
    for volley in scene.asked.volleys:
        paths += [fire.ends_of(scene, camera, volley.firer, volley.target)] * 3
    paths += [fire.ends_of(scene, camera, one.firer, one.shot.target) for one in scene.asked.refusals]
    for pin in scene.others.pins:
        paths.append(camera.many(pin.event.line))
    if not scene.playing:
        paths += [camera.many(one.path) for one in counters.forced_paths(scene).values()]
    for ship in state.ships.values():
        if ship.in_play and ship.velocity and not scene.others.flights:
            at = camera.xy(ship.at)
            paths.append((at, polar(60 * theme.scale, camera.board.direction(ship.course, ship.heading), at)))
    if camera.board.cells and scene.asked.destinations:
        ends.append(hex_envelopes.sample_hexes(camera, scene.asked.destinations, hex_envelopes.LOOSE))
    return np.concatenate([sample_points(paths), *ends])


def standing(camera: Camera, scene: Scene) -> list[Sequence[Place]]:
    """Return the edges of arcs and bands on a board of cells, unless they move with a ghost. Names avoid them."""
    return [] if not camera.board.cells or scene.asked.destinations or scene.playing else zones.arc_lines(camera, scene)


def _seen_from_her(camera: Camera, path: Sequence[Place], berth: Place) -> Sequence[Place]:
    """Return a path moved so that it ends at the place round which a ship's name is laid out."""
    dx, dy = berth[0] - path[-1][0], berth[1] - path[-1][1]
    return camera.many([(x + dx, y + dy) for x, y in path])
