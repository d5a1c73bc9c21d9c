"""The layers under the pieces, each cached as a picture until something it shows changes; no part of the rules.

The ground lasts until the camera moves. On it the floor (threatened areas, envelopes and paths of others) lasts until
one of those changes, and on it the field (arcs, zones, the envelope in hand, lines of fire) until the order in hand
changes. The words over them are laid out with the field, or in the frame after it. The key of a layer is its part of
the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.core.display import Fan, Pose, Zone
from game.core.orders import Id
from game.seating.memo import Parts, same
from game.ui.board import planet_edge
from game.ui.board.advice import drawing as advice
from game.ui.board.groups import marks
from game.ui.board.layers import counters, danger, envelopes, event_marks, ground, hex_envelopes, ships, zones
from game.ui.board.layers import fire_lines as fire
from game.ui.board.layers import terrain as terrain_layer
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import Layer
from game.ui.board.model.overlay_painter import draw_own
from game.ui.board.model.scene import Ground, InHand, Scene
from game.ui.render.lines import layer
from game.ui.render.theme import theme

Looks = Mapping[Id, ships.ShipLook]


class KeptLayers:
    """Ground, floor and field of one board. While it is `paced`, a change takes three frames: one for the caller's
    computing, one for the field, and one for the words over it; until then it is `late`. The layers below the field are
    never late."""

    def __init__(self) -> None:
        self.ground, self.floor, self.field = Layer(), Layer(), Layer()
        self.envelope = Layer(clear=True)
        self.advice = advice.WorthField()
        self.paced = self.late = False
        self._worded: Parts = ()  # key of the last words
        self._turn = 0  # which of the three frames of a change is next

    def draw_field(
        self,
        camera: Camera,
        scene: Scene,
        look: Looks,
        size: tuple[int, int],
        moving: bool,
        lay_words: Callable[[Parts], object],
    ) -> Surface:
        """Return the field, with layers redrawn from the lowest changed one upwards. `lay_words` places the words over
        it, given the key of the floor. Each layer is drawn from a scene that has only the parts of its key."""
        view, ground, others = camera.rect, scene.ground, scene.others
        key: Parts = (camera.key, size, theme.scale, theme.palette.name, ground)
        below = self.ground.picture_for(key, size, view, None, lambda dst: draw_ground(dst, camera, ground))
        floor = key = *key, others
        lying = Scene(ground, others)
        below = self.floor.picture_for(floor, size, view, below, lambda dst: draw_floor(dst, camera, lying, look))
        key = *floor, scene.asked, scene.hand
        said = *key, scene.over.reserved, moving
        field, words = not same(key, self.field.key), not same(said, self._worded)
        if self.paced and (field or words) and same(self.field.key[: len(floor)], floor):
            field, words, self._turn = field and self._turn == 1, words and self._turn == 2, (self._turn + 1) % 3
        else:
            self._turn = 0
        if field:
            shown = Scene(ground, others, scene.asked, scene.hand)
            self.field.picture_for(key, size, view, below, lambda dst: self._draw_field(dst, camera, shown, look))
        if words:
            lay_words(floor)
            self._worded = said
        self.late = not (same(key, self.field.key) and same(said, self._worded))
        return self.field.picture

    def _draw_field(self, dst: Surface, camera: Camera, scene: Scene, look: Looks) -> None:
        """Draw the marks of the order in hand: arcs, zones, envelope, path, lines of fire."""
        danger.draw_edges(dst, camera, scene)
        self.advice.draw(dst, camera, scene)
        draw_areas(dst, camera, scene)  # fills first: on a sheet a see-through line would erase them
        with layer(dst, in_hand(camera, scene)) as sheet:
            marks.draw_planned(sheet, camera, scene, look, _following(scene))
            self._reach(sheet, camera, scene)
            for aim in scene.aims:
                fire.draw_aim(sheet, camera, scene, aim)
            for volley in scene.asked.volleys:
                fire.draw_volley(sheet, camera, scene, volley)
            for refusal in scene.asked.refusals:
                fire.draw_refusal(sheet, camera, scene, refusal)
            for pin in scene.others.pins:
                event_marks.draw_pin_line(sheet, camera, scene, pin)
            if scene.hand.focus:
                event_marks.draw_focus(sheet, camera, scene, scene.hand.focus)
        draw_own(dst, camera, scene, "lines")  # names over lines of fire

    def _reach(self, dst: Surface, camera: Camera, scene: Scene) -> None:
        """Draw the envelope and the path in hand."""
        if scene.asked.destinations:
            area, size = envelopes.extent(camera, scene.asked.destinations).clip(camera.rect), dst.get_size()

            def draw(sheet: Surface) -> None:
                envelopes.envelope(
                    sheet, camera, scene.asked.destinations, theme.palette.green, True, scene.hand.hazards
                )

            key = camera.key, size, theme.scale, theme.palette.name, scene.asked.destinations, scene.hand.hazards
            own = self.envelope.picture_for(key, size, camera.rect, None, draw)
            # kept as a picture, because it stays while the order changes
            dst.blit(own, area.topleft, area, BLEND_PREMULTIPLIED)
            if scene.hand.destination and not camera.board.cells:
                envelopes.lane_in_hand(
                    dst,
                    camera,
                    scene.asked.destinations,
                    scene.hand.destination,
                    theme.palette.green,
                    scene.hand.hazards,
                )
        pose, doom = scene.ghosts.get(scene.chosen), scene.dooms.get(scene.chosen)
        if pose and camera.board.cells:
            hex_envelopes.chosen_end(dst, camera, pose, doom)
            hex_envelopes.draw_hex_path(dst, camera, pose, scene.colour(scene.chosen), scene.openings, doom)
        elif doom:
            danger.draw_way(dst, camera, doom)
        elif pose and len(pose.path) > 1:
            envelopes.draw_path(dst, camera, pose.path, scene.colour(scene.chosen))


def draw_ground(dst: Surface, camera: Camera, table: Ground) -> None:
    """Draw the table without pieces."""
    ground.ground(dst, camera, "grid" in table.tools, "names" in table.tools)
    planet_edge.limb(dst, camera)
    terrain_layer.terrain(dst, camera, table.bodies)
    if "compass" in table.tools:
        ground.rose(dst, camera)


def draw_floor(dst: Surface, camera: Camera, scene: Scene, look: Looks) -> None:
    """Draw envelopes and paths of everybody else, over the areas that they threaten."""
    threatens = "threat" in scene.tools
    zones = scene.view.zones if scene.others.zones is None else scene.others.zones
    if zones:
        draw_areas(dst, camera, replace(scene, hand=InHand(overlays=zones)))
    if threatens and scene.others.grounds:
        draw_areas(dst, camera, replace(scene, hand=InHand(overlays=scene.others.grounds)))
    draw_own(dst, camera, scene, "floor")
    with layer(dst) as sheet:
        for one, destinations in scene.others.threats.items() if threatens else ():
            envelopes.envelope(sheet, camera, destinations, scene.colour(one), scene.friendly(one))
        counters.draw_tracks(sheet, camera, scene)
        marks.draw_frames(sheet, camera, scene)
        for trail in scene.others.trails:
            envelopes.trail(sheet, camera, scene, trail)
        marks.draw_planned(sheet, camera, scene, look, scene.others.ghosts)


def draw_areas(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw arcs, zones and rings."""
    fans = [one for one in scene.hand.overlays if isinstance(one, Fan)] if scene.tools & {"arcs", "range"} else []
    for i, fan in enumerate(fans):
        zones.draw_fan(dst, camera, scene, fan, i == 0)
    zones.draw_areas(dst, camera, scene)
    if any(isinstance(one, Zone) for one in scene.hand.overlays):
        terrain_layer.terrain(dst, camera, scene.view.state.table.bodies, solid=True)
    zones.draw_rings(dst, camera, scene)
    draw_own(dst, camera, scene, "areas")


def _following(scene: Scene) -> dict[Id, Pose]:
    """Return the ghosts of pieces that follow the one in hand."""
    ghosts = scene.ghosts
    return {key: ghosts[key] for key in scene.hand.pulled if key in ghosts}


def in_hand(camera: Camera, scene: Scene) -> Rect | None:
    """Return the rect in which envelope, path and aims in hand are drawn. None stands for the whole board, if there is
    more to draw."""
    if scene.asked.volleys or scene.asked.refusals or scene.others.pins or scene.hand.focus:
        return None
    pose = scene.ghosts.get(scene.chosen)
    places = camera.many([*pose.path, *camera.board.tile(pose.at)]) if pose else []
    places += [at for pose in _following(scene).values() for at in camera.many(pose.path)]
    for aim in scene.aims:
        places = [*places, *fire.ends_of(scene, camera, aim.firer, aim.target)]
    areas = [envelopes.around(places)] if places else []
    areas += [envelopes.extent(camera, scene.asked.destinations)] if scene.asked.destinations else []
    return areas[0].unionall(areas[1:]) if areas else Rect(0, 0, 0, 0)
