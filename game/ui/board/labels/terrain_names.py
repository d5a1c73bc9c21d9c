"""The names of terrain and their possible places: beside its disc, or inside a large cloud; no rules."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.board.terrain import Body
from game.ui.board.layers.bodies import body_name, name_size
from game.ui.board.layers.ships import way
from game.ui.board.layers.terrain import bounds, groups
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import square
from game.ui.render.theme import theme

ROOMY = 1.5  # width in radii of an outline in which a name may stand inside
NAMED_FROM = 12  # least design pixels from cell to cell at which terrain is named


@dataclass(frozen=True, eq=False)
class TerrainName:
    """A name, its picture, the ground of what it names in pixels, and its possible places."""

    name: str
    picture: Surface
    home: Rect
    spots: tuple[Rect, ...]


def terrain_names(camera: Camera, scene: Scene, backed: bool) -> dict[str, TerrainName]:
    """Return the names of fixed terrain in view, by the bodies' keys. With `backed`, names are on dark plates."""
    if camera.board.cells:
        return _cell_names(camera, scene, backed)
    drifting, found = scene.over.moment.bodies if scene.over.moment else {}, {}
    for body in scene.view.state.table.bodies:
        at, r = camera.xy(body.at), body.radius * camera.scale
        stays = body.key not in drifting and camera.rect.collidepoint(at)
        named = body_name(body, at, r, backed or bool(body.outline), way_of(camera, body)) if stays else None
        if named:
            inside = (named[0].get_rect(center=(round(at[0]), round(at[1]))),) if _roomy(body, camera) else ()
            found[body.key] = TerrainName(body.name, named[0], square(at, r), (*inside, *named[1]))
    return found


def way_of(camera: Camera, body: Body) -> str:
    """Return a body's speed and direction; empty for one that stays."""
    return way(body, camera.board) if body.velocity else ""


def _roomy(body: Body, camera: Camera) -> bool:
    return bool(body.outline) and name_size(body)[0] < ROOMY * body.radius * camera.scale


def solid_ground(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the squares inside solid terrain, in pixels, that labels avoid, except its own name."""
    found = []
    for body in scene.view.state.table.bodies:
        if body.solid:
            r = square(camera.xy(body.at), 0.9 * body.radius * camera.scale)
            high = name_size(body)[1]
            half = (r.h - high) // 2
            found += [Rect(r.x, r.y, r.w, half), Rect(r.x, r.bottom - half, r.w, half)] if _roomy(body, camera) else [r]
    return found


def rocks(camera: Camera, scene: Scene) -> list[tuple[str, Rect]]:
    """Return solid terrain in pixels, by the keys of its labels."""
    bodies = scene.view.state.table.bodies
    grouped = [group.bodies for group in groups(bodies)] if camera.board.cells else [(body,) for body in bodies]
    return [
        (f"terrain:{group[0].key}", square(camera.xy(body.at), 0.7 * body.radius * camera.scale))
        for group in grouped
        for body in group
        if body.solid
    ]


def _cell_names(camera: Camera, scene: Scene, backed: bool) -> dict[str, TerrainName]:
    """Return one name for adjacent bodies on a board of cells. It is inside a large cloud, else beside the bodies, so
    that small things are not covered."""
    found, standing = {}, groups(scene.view.state.table.bodies)
    filled = [bounds(camera, group) for group in standing]
    for group, r in zip(standing, filled):
        middle = camera.xy(group.middle)
        if not group.name or not camera.rect.collidepoint(middle) or camera.scale < NAMED_FROM * theme.scale:
            continue
        named = body_name(group.bodies[0], r.center, 0.5 * r.h, backed, way_of(camera, group.bodies[0]))
        if named:
            inside, room = named[0].get_rect(center=[round(one) for one in middle]), 2.0 if backed else 1.2
            roomy = not group.bodies[0].solid and r.w > room * inside.w and r.h > 2 * room * inside.h
            beside = [one for one in named[1] if not one.colliderect(r.inflate(-4, -4))]
            beside = [one for one in beside if one.collidelist(filled) < 0] or beside
            spots = (inside, *beside) if roomy else tuple(beside)
            found[group.bodies[0].key] = TerrainName(group.name, named[0], r, spots)
    return found
