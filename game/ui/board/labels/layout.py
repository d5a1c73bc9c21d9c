"""The layout of all words on the board: plates of fire first, names round ships, then chips of range and names of
areas; no part of the rules.

Names keep their places while only the order in hand changes, so that nothing jumps during a drag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.core.display import Fan, Limit, Ring, Zone
from game.core.orders import Id
from game.seating.memo import Parts, same
from game.ui.board.groups import marks
from game.ui.board.label_engine.pictures import (
    Name,
    Placer,
    Word,
    chip_picture,
    leader_lines,
    name_picture,
    place_chip,
    place_plain,
    sample_points,
    with_plate,
)
from game.ui.board.label_engine.positions import CELL, Counts, LabelSurroundings
from game.ui.board.labels.board_labels import Asked, Labels
from game.ui.board.labels.gliding_names import GlidingNames
from game.ui.board.labels.kept_clear import (
    cells_of,
    destination_pixels,
    furniture,
    ghosts_of,
    in_the_way,
    in_use,
    marks_of,
    standing,
)
from game.ui.board.labels.toll_chips import toll_chips
from game.ui.board.layers import bodies, counters, danger, envelopes, event_marks, hex_envelopes, ships, zones
from game.ui.board.layers import fire_lines as fire
from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import own_words
from game.ui.board.model.scene import DrawnPose, InHand, Scene
from game.ui.board.plotting.card import Card, card_of
from game.ui.render.shapes import Place
from game.ui.render.theme import mix, theme

NAMED = 6  # most zones and envelopes of others that are named; more words would hide the board


class LabelLayout:
    """The places of words, cached as long as nothing that they depend on changes."""

    def __init__(self) -> None:
        self.labels = Labels()  # names of ships, counters and terrain, and of places
        self.beside: list[Word] = []  # counters and cards beside their ships
        self.card: Card | None = None  # the card of the order in hand
        self._areas: tuple[Word, ...] = ()  # plates of fire and names of envelopes, which stay as long
        self._placer: Placer | None = None
        self._gliding = GlidingNames()
        self._key: Parts = ()
        self._seen: Parts = ()  # key of the last layout of labels; while it stays, most labels stay

    @property
    def names(self) -> tuple[Word, ...]:
        return self.labels.names

    def in_use(self, camera: Camera, scene: Scene, written: Sequence[Rect]) -> list[Rect]:
        """Return the rects of all that is seen on the board, of words that are `written` there, and of the card."""
        return in_use(camera, scene, [*written, *([self.card[1]] if self.card else [])])

    def afloat(
        self, camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook], places: Mapping[Id, DrawnPose]
    ) -> tuple[Word, ...]:
        """Return the present names of ships; while some of them move, each name follows its ship."""
        if not scene.others.flights:
            self._gliding.rest()
            return self.names
        fixed = [*(word.rect for word in self.bodies), *scene.over.reserved]
        return self._gliding.carry(camera, scene, look, self.names, places, fixed)

    def hovered_name(
        self, camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook], places: Mapping[Id, DrawnPose]
    ) -> tuple[Word, ...]:
        """Return the full name of the piece pointed at, above it, if its label is shortened or missing. It replaces a
        label with a leader."""
        key = scene.over.hovered
        label = next((word for word in self.labels.words if word.key == key), None)
        if label and label.full:
            return ()
        if key in places and not ships.gone(scene, key):
            name = ships.name_of(scene, key, look[key])
            word = named_above(name, Rect(camera.xy(places[key].at), (0, 0)), camera.rect)
            if label and label.leader:
                rect = word.picture.get_rect(center=label.rect.center).clamp(camera.rect)
                word = replace(word, rect=rect, corner=rect.topleft)
            return (word,)
        told = (one for one in counters.counter_labels(camera, scene) if one.key == key)
        whole = (one.name or Name(one.words[0], "", scene.colour(one.owner)) for one in told)
        return tuple(named_above(one, counters.ground_of(camera, scene)[key], camera.rect) for one in whole)

    @property
    def bodies(self) -> tuple[Word, ...]:
        return self.labels.bodies

    def words(
        self, camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook], below: Parts, moving: bool = False
    ) -> tuple[Word, ...]:
        """Return the words of a scene; names are placed again only if they must be. `below` is the key of the floor.
        While the table is `moving`, names only move into free room."""
        key = *below, scene.asked, scene.over.reserved, moving
        if self._placer is None or not same(self._key, key):
            seen = (camera.key, theme.scale, scene.view)
            self._placer = self._place_all(camera, scene, look, moving, same(self._seen, seen) and not scene.playing)
            self._key, self._seen = key, () if scene.playing or moving else seen
        held = scene.hand.destination is not None and scene.hand.meter is not None and not scene.playing
        self.card = card_of(camera, scene, [*self.labels.rects, *(one.rect for one in self.beside)]) if held else None
        return (*self._areas, *(word for word in chips(camera, scene, self._placer.copy(), self.card) if word))

    def _place_all(
        self, camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook], moving: bool, calm: bool
    ) -> Placer:
        """Place plates of fire, then counters beside ships, then every label. Return the remaining ground, for
        chips."""
        lines = in_the_way(camera, scene)
        placer = Placer(
            camera.rect.inflate(-theme.px(8), -theme.px(8)), [*furniture(camera, scene), *scene.over.reserved], lines
        )
        grain = theme.px(CELL)
        drifts = sample_points([] if scene.playing else bodies.drift_lines(camera, scene.view.state.table.bodies))
        placer.closed, placer.barred = cells_of(camera, scene), Counts(placer.area, drifts, grain)
        rects = ships.rects_of(camera, scene, look)
        rects |= {key: marks.ringed(rects[key]) for key in marks.screens(scene) if key in rects}
        pieces = rects | counters.ground_of(camera, scene)
        before = len(placer.taken)
        placer.take(*pieces.values())
        rings = [
            *ghosts_of(camera, scene, look),
            *marks.frame_rects(camera, scene),
            *counters.bearing_rects(camera, scene, look),
            *ships.beyond_hulls(camera, scene, look),
        ]
        rings += (one.inflate(theme.px(6), theme.px(6)) for one in ships.badge_rects(camera, scene, look).values())
        fights = placer.copy()
        fights.take(*rings)
        chips = [word for word in marks.fight_chips(fights, camera, scene) if word]
        placer.take(*(word.rect for word in chips))
        plates = [*(word for word in fire_plates(placer, camera, scene) if word), *chips]
        tied = [word.leader[:2] for word in plates if word.leader]
        placer.avoid(sample_points(tied))
        taken = (*placer.taken[:before], *placer.taken[before + len(pieces) :], *rings)
        ground = LabelSurroundings(
            placer.area,
            taken,
            pieces,
            Counts(placer.area, np.concatenate([destination_pixels(camera, scene), drifts]), grain),
            Counts(placer.area, np.concatenate([lines, sample_points([*tied, *standing(camera, scene)])]), grain),
            tuple(tied),
            theme.scale,
        )
        self.beside = counters.beside(ground, camera, scene, look, rects)
        shown = {word.key for word in self.beside}
        bare = frozenset(key for key in rects if key not in shown)
        asked = Asked(camera, scene, look, rects, bare, backed(camera, scene))
        cards = tuple((word.key, word.rect) for word in self.beside)
        owned = (*cards, *marks_of(camera, scene, look))
        ground = replace(ground, taken=(*taken, *(rect for _, rect in cards)), cards=cards, marks=owned)
        self.labels.plan(asked, ground, moving, calm)
        placer.lay([*plates, *self.labels.words, *self.beside])
        off = placer.copy()
        off.avoid(sample_points(zones.arc_lines(camera, scene)))
        ends = [word for word in _reach_names(camera, scene, off) if word]
        placer.take(*(word.rect for word in ends))
        areas = *ends, *toll_chips(placer, camera, scene), *own_words(placer, camera, scene)
        if "threat" in scene.tools:
            areas = (*areas, *_areas(camera, replace(scene, hand=InHand(overlays=scene.others.grounds)), placer))
        self._areas = tuple(word for word in (*plates, *areas, *self.labels.pieces) if word)
        return placer


def named_above(what: Name, home: Rect, area: Rect) -> Word:
    plate = with_plate(name_picture(what, 0)[0], what.colour)
    rect = plate.get_rect(midbottom=(home.centerx, min(home.top - theme.px(4), home.centery - theme.px(24)))).clamp(
        area
    )
    return Word(plate, rect, rect.topleft)


def lay_words(dst: Surface, words: Sequence[Word]) -> None:
    """Draw leaders first, then every picture."""
    dst.fblits([*leader_lines(words), *((word.picture, word.corner) for word in words)], BLEND_PREMULTIPLIED)


def backed(camera: Camera, scene: Scene) -> bool:
    """Return whether names of terrain have dark plates, because something is hatched or hexes have numbers."""
    return any(one.hatched for one in zones.visible_zones(scene)) or bool(
        camera.board.cells and scene.asked.destinations
    )


def fire_plates(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Place words about fire, and reasons why there is none, by the lines. Names yield to them, because a name has
    eight places."""
    found = [fire.volley_plate(placer, camera, scene, volley) for volley in scene.asked.volleys]
    return found + [fire.refusal_plate(placer, camera, scene, refusal) for refusal in scene.asked.refusals]


def chips(camera: Camera, scene: Scene, placer: Placer, card: Card | None) -> list[Word | None]:
    """Place pins, then aims, bands and zones, none of them under the card."""
    found: list[Word | None] = []
    ghost = scene.ghosts.get(scene.chosen)
    if ghost:
        x, y = camera.xy(ghost.at)
        placer.take(Rect(round(x) - theme.px(26), round(y) - theme.px(26), theme.px(52), theme.px(52)))
    if card:
        placer.take(card[1])
    placer.take(*danger.danger_rects(camera, scene))
    placer.avoid(sample_points([camera.many(doom.path) for doom in scene.dooms.values()]))
    if ghost and camera.board.cells and not scene.playing:
        placer.avoid(sample_points([camera.many(ghost.path)] * 3))
        turns = scene.openings
        unit = scene.view.meter(scene.asked.destinations[0].order).unit if turns else ""
        found += hex_envelopes.bend_chips(placer, camera, ghost, scene.colour(scene.chosen), turns, unit)
    found += event_marks.place_pins(placer, camera, scene, ships.stances(scene))
    found += [*danger.chips(placer, camera, scene), *marks.plan_chips(placer, camera, scene)]
    found += [fire.aim_chip(placer, camera, scene, aim) for aim in scene.aims]
    fans = [one for one in scene.hand.overlays if isinstance(one, Fan)]
    if fans and "range" in scene.tools:
        for far, words in fans[0].bands or ((fans[0].reach, ""),):
            if not (label := f"{camera.board.range_words(far)}   {words}".strip()):
                continue  # an arc without a range only shows a direction
            found.append(
                place_chip(placer, label, scene.tone(fans[0].tone), zones.band_places(camera, fans[0], far), 14)
            )
    return found + _areas(camera, scene, placer)


def _areas(camera: Camera, scene: Scene, placer: Placer) -> list[Word | None]:
    """Place the names of zones and rings."""
    found: list[Word | None] = []
    named = sorted((one for one in zones.visible_zones(scene) if one.label), key=lambda one: one.tone == "muted")[
        :NAMED
    ]
    for one in scene.hand.overlays:
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
            found.append(event_marks.ring_chip(placer, camera, scene, one.label, one.at, one.radius, one.tone))
    return found


def _on_table(camera: Camera, spots: Sequence[Place]) -> list[Place]:
    """Return only the places on the table of a board of cells, because the ground beyond it is dark."""
    return [spot for spot in spots if not camera.board.cells or camera.board.holds(camera.mu(spot))]


def _reach_names(camera: Camera, scene: Scene, placer: Placer) -> list[Word | None]:
    """Place a name such as “where Lancet can end” by each envelope."""
    names = scene.view.state.names
    found: list[Word | None] = []
    shown = [(scene.chosen, scene.asked.destinations, theme.palette.green)] if scene.asked.destinations else []
    if "threat" in scene.tools:
        few = len(scene.others.threats) <= NAMED
        known = [key for key in scene.others.threats if few or key in scene.asked.targets]
        shown += [(key, scene.others.threats[key], scene.colour(key)) for key in known]
    crossed = bool(zones.arc_lines(camera, scene))  # arcs move with the ghost, and would cross words without a plate
    for key, destinations, colour in shown:
        spots, words = envelopes.envelope_name_places(camera, destinations), f"where {names.get(key, key)} can end"
        chip = place_chip(placer.copy(), words, colour, spots, 14) if crossed else None
        hides = camera.board.cells and chip and any(chip.rect.collidepoint(camera.xy(one.at)) for one in destinations)
        if chip and not hides:
            placer.take(chip.rect)
        else:  # a plate would hide a destination to click
            chip = place_plain(placer, words, colour, spots)
        found.append(chip)
    return found
