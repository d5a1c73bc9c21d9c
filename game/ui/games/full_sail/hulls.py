"""Ships under sail: hull, masts and sails from above, flames and smoke, the anchor before the bow."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import pygame
from pygame import BLEND_RGB_ADD, Rect, Surface

from game.core.display import OwnLook, Pose
from game.drawing.signs import SIGNS, draw_sign
from game.systems.full_sail.parts import CRIPPLED, GONE, Rig
from game.ui.games.full_sail.afloat.hulls_afloat import (
    ANCHOR,
    CABLE_DASH,
    FLAME,
    ROPE,
    cable_ends,
    draw_puffs,
    flames,
    plume,
)
from game.ui.games.full_sail.afloat.rigging import DECK, bearing_of, draw_deck, draw_fall, draw_rig, yards
from game.ui.render.arcs import glow
from game.ui.render.hulls import DrawnHull, Hull
from game.ui.render.icons import icon
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Place, Vec, polar, rot, square, stamp
from game.ui.render.theme import Colour, mix, theme

SET = Rig(())  # the usual rig: all masts whole, all sails set, the wind astern
TOP = 0.6  # the length of a topmast, as a share of a mast
BRACE = 15  # degrees between two settings of the yards in a film
BLAZE: tuple[tuple[float, Colour], ...] = ((17.0, (226, 70, 30)), (11.0, (255, 138, 48)), (6.0, (255, 222, 130)))


def masts_of(hull: Hull) -> tuple[Place, ...]:
    """Return the masts from bow to stern: the distance of each from the middle, and half of its lower yard."""
    return tuple((y, half) for y, half in hull.own["masts"])


class SailPainter:
    """Draws hulls with `masts` and a `bowsprit` in their entries. Their looks are rigs."""

    def outside(self, hull: Hull) -> Iterable[Place]:
        """Return the ends of the yards and of the bowsprit."""
        return (0.0, hull.own["bowsprit"]), *((half, y) for y, half in masts_of(hull))

    def draw(
        self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, colour: Colour, look: OwnLook | None
    ) -> None:
        """Draw deck, masts and sails."""
        draw_deck(v, hull.outline, hull.own["bowsprit"], degrees, at, k, colour)
        draw_rig(v, masts_of(hull), hull.own["bowsprit"], cast(Rig, look or SET), degrees, at, k)

    def plan(self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, look: OwnLook | None) -> None:
        """Draw thin sails."""
        draw_rig(v, masts_of(hull), hull.own["bowsprit"], cast(Rig, look or SET), degrees, at, k, True)

    def sign(self, v: Vec, hull: Hull, at: Place, k: float, colour: Colour) -> None:
        """Draw the bowsprit, and each lower yard on its mast."""
        v.lines(rot([(0, hull.own["bowsprit"]), (0, min(y for _, y in hull.outline))], 0, at, k), colour, 4)
        for y, half in masts_of(hull):
            v.lines(rot([(-half, y), (half, y)], 0, at, k), mix(colour, theme.palette.white, 0.4), 6)
            v.circ(rot([(0, y)], 0, at, k)[0], 1.4 * k, mix(colour, theme.palette.white, 0.4))

    def listed_look(self, look: OwnLook) -> OwnLook:
        """Return the look of a hull in a list: masts and canvas, without wind."""
        return replace(cast(Rig, look), toward=None)

    def planned_look(self, look: OwnLook, pose: Pose) -> OwnLook:
        """Return the look of a planned ship. Its sails are furled if it would lie still."""
        return replace(cast(Rig, look), furled=not pose.velocity)

    def turned_look(self, look: OwnLook, heading: float, alive: bool) -> OwnLook:
        """Return the look with sails set to the wind as it comes over the bow."""
        rig = replace(cast(Rig, look), burns=alive and cast(Rig, look).burns)
        return (
            rig
            if rig.toward is None
            else replace(rig, toward=float(round((rig.toward - heading) / BRACE) * BRACE % 360))
        )

    def broken_look(self, look: OwnLook, parts: tuple[str, ...]) -> OwnLook:
        """Return the look after masts have failed: whole ones are crippled, crippled ones gone."""
        rig = cast(Rig, look)
        failed = ((f"mast{n}" in parts, state) for n, state in enumerate(rig.masts))
        return replace(rig, masts=tuple(min(GONE, state + fails) for fails, state in failed))

    # -- about the hull ------------------------------------------------------------------------------------------------

    def below(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """Draw a plume of smoke downwind of a burning ship."""
        rig = cast(Rig, look)
        if rig.burns:
            stamp(dst, glow(theme.px(46 * k), FLAME, 150, 1.8), at, BLEND_RGB_ADD)
        if rig.burns and rig.toward is not None:
            stamp(dst, plume(round(rig.toward), k), at)

    def above(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """Draw cable and anchor before a ship at anchor, and flames that lean downwind."""
        rig = cast(Rig, look)
        if rig.anchored:
            bow, end = cable_ends(at, degrees, k * theme.scale)
            dashed_line(dst, [bow, end], ROPE, *CABLE_DASH)
            stamp(dst, icon("anchor", size=ANCHOR), end)
        if rig.burns:
            stamp(dst, flames(round(rig.toward or 0.0), k), at)

    def beyond(self, at: Place, degrees: float, k: float, look: OwnLook) -> Iterable[Rect]:
        """Return the rect of the anchor."""
        if cast(Rig, look).anchored:
            yield square(cable_ends(at, degrees, k * theme.scale)[1], theme.px(ANCHOR) / 2)

    def broken(self, dst: Surface, ship: DrawnHull, parts: tuple[str, ...], share: float) -> None:
        """Show masts that go over the lee side, with their yards, but only the top of one that is crippled; splinters
        of everything else."""
        rig = cast(Rig, ship.look)
        _, lee = yards(bearing_of(rig, ship.degrees))
        unit, dice = ship.k * theme.scale, random.Random(len(parts))
        masts = {
            f"mast{n}": (y, half * (TOP if state == CRIPPLED else 1.0))
            for n, ((y, half), state) in enumerate(zip(masts_of(ship.hull), rig.masts))
        }
        for part in parts:
            if part in masts:
                draw_fall(dst, masts[part], math.sin(math.radians(lee)) >= 0, ship.degrees, ship.at, unit, share)
                continue
            (spot,) = rot([(dice.choice((-6, 6)), dice.uniform(-14, 14))], ship.degrees, ship.at, unit)
            for _ in range(5):
                place = polar(dice.uniform(6, 22) * unit * share, dice.uniform(0, 360), spot)
                end = polar(5 * unit * (1 - share), dice.uniform(0, 360), place)
                pygame.draw.aaline(dst, DECK, place, end)

    # -- in a film -----------------------------------------------------------------------------------------------------

    def smokes(self, look: OwnLook) -> bool:
        """Return whether the ship burns."""
        return cast(Rig, look).burns

    def svg_smoke(self) -> str:
        """Return a plume of smoke as SVG."""
        from game.ui.film.vector import VectorSheet  # loaded late, because films are rare

        v = VectorSheet()
        draw_puffs(v, (0, 0), 0, 1.0)
        return v.svg

    def svg_below(self, look: OwnLook) -> str:
        """Return the glow of a fire as SVG."""
        from game.ui.film.vector import VectorSheet

        v = VectorSheet()
        for r, colour in BLAZE if cast(Rig, look).burns else ():
            v.circ((0, 0), r, colour, 90)
        return v.svg

    def svg_above(self, look: OwnLook) -> str:
        """Return cable and anchor of a ship at anchor as SVG."""
        if not cast(Rig, look).anchored:
            return ""
        from game.ui.film.vector import VectorSheet, number

        cable, sign = VectorSheet(), VectorSheet()
        bow, end = cable_ends((0.0, 0.0), 0, 1.0)
        cable.dash((bow, end), ROPE, *CABLE_DASH)
        draw_sign(
            sign, SIGNS["anchor"], {"line": theme.palette.text, "lit": theme.palette.azure, "unlit": theme.palette.edge}
        )
        k, (x, y) = ANCHOR / 44, end
        place = f"translate({number(x - ANCHOR / 2)} {number(y - ANCHOR / 2)}) scale({number(k, 3)})"
        return f'{cable.svg}<g class="anchor" transform="{place}">{sign.svg}</g>'
