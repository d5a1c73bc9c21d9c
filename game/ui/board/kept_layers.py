"""The layers under the pieces, each kept as a picture until something it shows has changed; decides nothing.

The ground until the camera moves, on it the areas that others threaten and the floor (envelopes and paths of others)
until they change, the field (arcs, zones, the envelope in hand, lines of fire) until the order in hand changes. The
words over them are laid out with the field, or in the frame after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.board.terrain import Body
from game.core.display import Destination, Fan, Pose, Zone
from game.core.orders import Id
from game.ui.board import planet_edge
from game.ui.board.groups import marks
from game.ui.board.layers import counters, danger, envelopes, event_marks, ground, hex_envelopes, ships, zones
from game.ui.board.layers import fire_lines as fire
from game.ui.board.layers import terrain as terrain_layer
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import Layer, Parts, same
from game.ui.board.model.overlay_painter import draw_own
from game.ui.board.model.scene import Doom, Scene
from game.ui.render.lines import layer
from game.ui.render.theme import theme

Looks = Mapping[Id, ships.ShipLook]


def lying(scene: Scene) -> dict[Id, Pose]:
    """The ghosts of pieces that stay where they are while one is plotted."""
    return {key: pose for key, pose in scene.ghosts.items() if key != scene.chosen and key not in scene.pulled}


def lying_dooms(scene: Scene) -> dict[Id, Doom]:
    """What those orders may cost that stay as they are while one is plotted."""
    return {key: doom for key, doom in scene.dooms.items() if key != scene.chosen and key not in scene.pulled}


def following(scene: Scene) -> dict[Id, Pose]:
    """The ghosts of pieces that are pulled along with the one in hand."""
    return {key: scene.ghosts[key] for key in scene.pulled if key in scene.ghosts}


class KeptLayers:
    """Ground, threatened areas, floor and field of one board.

    While it is `paced` a change takes three frames: one in which the caller reckoned what is to be seen, one for the
    field, one for the words over it; it is `late` until then. What lies below the field is never late.
    """

    def __init__(self) -> None:
        self.ground, self.threatened, self.floor, self.field = Layer(), Layer(), Layer(), Layer()
        self.envelope = Layer(clear=True)
        self.paced = self.late = False
        self._worded: Parts = ()  # what the words were laid out for
        self._turn = 0  # of the three frames of a change

    def drawn(
        self,
        camera: Camera,
        scene: Scene,
        look: Looks,
        size: tuple[int, int],
        moving: bool,
        lay_words: Callable[[Parts], object],
    ) -> Surface:
        """The field, made as far up from the ground as something has changed; `lay_words` places the words over it,
        given what the floor was made from."""
        view = camera.rect
        gone = frozenset(scene.moment.bodies) if scene.moment else frozenset()
        terrain = tuple(body for body in scene.view.state.table.bodies if body.key not in gone)
        shown = theme.scale, theme.palette.name
        key: Parts = (camera.key, size, shown, terrain, scene.tools & {"grid", "compass", "names"})
        below = self.ground.drawn(key, size, view, None, lambda dst: draw_ground(dst, camera, scene, terrain))
        threats, grounds = (scene.threats, scene.grounds) if "threat" in scene.tools else ({}, ())
        if grounds:
            key, struck = (*key, grounds), replace(scene, overlays=grounds)
            below = self.threatened.drawn(key, size, view, below, lambda dst: draw_areas(dst, camera, struck))
        others = replace(scene, dooms=lying_dooms(scene))
        key = (*key, scene.view, threats, scene.trails, lying(scene), others.dooms)
        below = self.floor.drawn(key, size, view, below, lambda dst: draw_floor(dst, camera, others, threats, look))
        key = (
            *self.floor.key, scene.chosen, scene.targets, scene.waiting, scene.notes, scene.badges, scene.ghosts,
            scene.destinations, scene.destination, scene.meter, scene.overlays, scene.hazards,
            scene.dooms, scene.volleys, scene.aims, scene.refusals, scene.pins, scene.focus, scene.tools,
            scene.reserved, scene.counters, scene.hovered if scene.aims else "",
            scene.moment.flights if scene.moment else None, moving, scene.pulled,
        )  # fmt: skip
        field, words = not same(key, self.field.key), not same(key, self._worded)
        if self.paced and (field or words) and same(self.field.key[: len(self.floor.key)], self.floor.key):
            field, words, self._turn = field and self._turn == 1, words and self._turn == 2, (self._turn + 1) % 3
        else:
            self._turn = 0
        if field:
            self.field.drawn(key, size, view, below, lambda dst: self._draw_field(dst, camera, scene, look))
        if words:
            lay_words(self.floor.key)
            self._worded = key
        self.late = not (same(key, self.field.key) and same(key, self._worded))
        return self.field.picture

    def _draw_field(self, dst: Surface, camera: Camera, scene: Scene, look: Looks) -> None:
        """What belongs to the order in hand: arcs, zones, envelope, path, lines of fire."""
        danger.draw_edges(dst, camera, scene)
        draw_areas(dst, camera, scene)  # fills first: on a sheet a see-through line would wipe them out
        with layer(dst, in_hand(camera, scene)) as sheet:
            marks.draw_planned(sheet, camera, scene, look, following(scene))
            self._reach(sheet, camera, scene)
            for aim in scene.aims:
                fire.draw_aim(sheet, camera, scene, aim)
            for volley in scene.volleys:
                fire.draw_volley(sheet, camera, scene, volley)
            for refusal in scene.refusals:
                fire.draw_refusal(sheet, camera, scene, refusal)
            for pin in scene.pins:
                event_marks.draw_pin_line(sheet, camera, scene, pin)
            if scene.focus:
                event_marks.draw_focus(sheet, camera, scene, scene.focus)
        draw_own(dst, camera, scene, "lines")  # names over lines of fire

    def _reach(self, dst: Surface, camera: Camera, scene: Scene) -> None:
        """The envelope and the path in hand."""
        if scene.destinations:
            area, size = envelopes.extent(camera, scene.destinations).clip(camera.rect), dst.get_size()

            def draw(sheet: Surface) -> None:
                envelopes.envelope(sheet, camera, scene.destinations, theme.palette.green, True, scene.hazards)

            key = camera.key, size, theme.scale, theme.palette.name, scene.destinations, scene.hazards
            own = self.envelope.drawn(key, size, camera.rect, None, draw)
            dst.blit(own, area.topleft, area, BLEND_PREMULTIPLIED)  # kept apart: it stays while the order changes
            if scene.destination and not camera.board.cells:
                envelopes.lane_in_hand(
                    dst, camera, scene.destinations, scene.destination, theme.palette.green, scene.hazards
                )
        pose, doom = scene.ghosts.get(scene.chosen), scene.dooms.get(scene.chosen)
        if pose and camera.board.cells:
            hex_envelopes.chosen_end(dst, camera, pose, doom)
            hex_envelopes.plotted(dst, camera, pose, scene.colour(scene.chosen), scene.openings, doom)
        elif doom:
            danger.draw_way(dst, camera, doom)
        elif pose and len(pose.path) > 1:
            envelopes.plotted(dst, camera, pose.path, scene.colour(scene.chosen))


def draw_ground(dst: Surface, camera: Camera, scene: Scene, terrain: Sequence[Body]) -> None:
    """The table without pieces."""
    ground.ground(dst, camera, "grid" in scene.tools, "names" in scene.tools)
    planet_edge.limb(dst, camera)
    terrain_layer.terrain(dst, camera, terrain)
    if "compass" in scene.tools:
        ground.rose(dst, camera)


def draw_floor(
    dst: Surface, camera: Camera, scene: Scene, threats: Mapping[Id, tuple[Destination, ...]], look: Looks
) -> None:
    """Envelopes and paths of everybody else."""
    draw_own(dst, camera, scene, "floor")
    with layer(dst) as sheet:
        for one, destinations in threats.items():
            envelopes.envelope(sheet, camera, destinations, scene.colour(one), scene.friendly(one))
        counters.draw_tracks(sheet, camera, scene)
        marks.draw_frames(sheet, camera, scene)
        for trail in scene.trails:
            envelopes.trail(sheet, camera, scene, trail)
        marks.draw_planned(sheet, camera, scene, look, lying(scene))


def draw_areas(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Arcs, zones and rings."""
    fans = [one for one in scene.overlays if isinstance(one, Fan)] if scene.tools & {"arcs", "range"} else []
    for i, fan in enumerate(fans):
        zones.draw_fan(dst, camera, scene, fan, i == 0)
    zones.draw_areas(dst, camera, scene)
    if any(isinstance(one, Zone) for one in scene.overlays):
        terrain_layer.terrain(dst, camera, scene.view.state.table.bodies, solid=True)
    zones.draw_rings(dst, camera, scene)
    draw_own(dst, camera, scene, "areas")


def in_hand(camera: Camera, scene: Scene) -> Rect | None:
    """Where envelope, path and aims in hand are drawn; None, for everywhere, when there is more than those."""
    if scene.volleys or scene.refusals or scene.pins or scene.focus:
        return None
    pose = scene.ghosts.get(scene.chosen)
    places = camera.many([*pose.path, *camera.board.tile(pose.at)]) if pose else []
    places += [at for pose in following(scene).values() for at in camera.many(pose.path)]
    for aim in scene.aims:
        places = [*places, *fire.ends_of(scene, camera, aim.firer, aim.target)]
    areas = [envelopes.around(places)] if places else []
    areas += [envelopes.extent(camera, scene.destinations)] if scene.destinations else []
    return areas[0].unionall(areas[1:]) if areas else Rect(0, 0, 0, 0)
