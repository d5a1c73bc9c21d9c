"""What the toolkit shows ships, systems and dice with, and the palettes it is drawn in. Nothing here opens a window."""

from __future__ import annotations

import itertools
import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.core.display import Icon
from game.core.events import Die, Event
from game.drawing.symbols import short_name
from game.seating.outcomes import dice_of
from game.ui.render import text
from game.ui.render.dice_faces import dice_row, dice_width, die
from game.ui.render.hulls import FAMILIES, badge_sprite, glyph_of, hulls, seal, sprite
from game.ui.render.icons import SIGNS, icon
from game.ui.render.shapes import EMBLEMS, MARKS, emblem, mark, polar, stamp
from game.ui.render.theme import BLUE_ORANGE, NIGHT, Colour, Palette, cached, mix, theme
from game.ui.ship_sheet.system_cells import HIGH, SystemCell

STATES = ("ok", "idle", "spent", "lost", "killed")
SIZES = (
    "corvette",
    "frigate",
    "destroyer",
    "light-cruiser",
    "heavy-cruiser",
    "battlecruiser",
    "battleship",
    "dreadnought",
)

SCALES = (0.75, 1.0, 2.0, 3.0)


pytestmark = pytest.mark.usefixtures("plain_theme")


def alpha(picture: Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(picture).astype(int)


def sheet(w: int, h: int) -> Surface:
    return Surface((w, h), pygame.SRCALPHA)


# -------------------------------------------------------------------------------------------------- silhouettes,
# symbols
@pytest.mark.parametrize("scale", SCALES)
def test_every_hull_is_drawn_in_every_state(scale: float) -> None:
    theme.scale = scale
    for glyph, hull in hulls().items():
        pictures = [
            sprite(glyph, 50, NIGHT.amber, 1, ghost, wreck)
            for ghost, wreck in ((False, False), (True, False), (False, True))
        ]
        pictures += [badge_sprite(glyph, NIGHT.azure)]
        for picture in pictures:
            drawn = alpha(picture)
            assert (drawn > 30).sum() > 60 * scale * scale, glyph
            assert drawn[0].max() == drawn[-1].max() == drawn[:, 0].max() == drawn[:, -1].max() == 0, (
                f"{glyph} is cut off"
            )
        assert len({pygame.image.tobytes(p, "RGBA") for p in pictures[:3]}) == 3
        assert pictures[0].get_width() >= 2 * hull.reach * scale


def test_hulls_grow_with_their_class_and_families_differ() -> None:
    for family in FAMILIES[:2]:
        lengths = [hulls()[f"{family}-{size}"].length for size in SIZES]
        assert lengths == sorted(lengths) and len(set(lengths)) == 8
        assert 12 <= lengths[0] <= 15 and 31 <= lengths[-1] <= 34
    for size in SIZES:
        for family, notched in (("needle", False), ("fork", True)):
            drawn = alpha(sprite(f"{family}-{size}", 0, NIGHT.white)) > 60
            top, keel = drawn.any(axis=0).argmax(), drawn[drawn.shape[0] // 2].argmax()
            assert (keel > top + 3) == notched, f"{family}-{size} cannot be told by its bow"
    assert glyph_of(0, "destroyer") == "needle-destroyer" and glyph_of(1, "destroyer") == "fork-destroyer"
    assert glyph_of(1, "tanker") == "box-tanker" and glyph_of(7, "destroyer") == "box-freighter"
    assert alpha(sprite("unheard-of", 0, NIGHT.white)).max() > 0
    assert alpha(seal("fork-heavy-cruiser", NIGHT.amber)).max() > 240


@pytest.mark.parametrize("degrees", range(0, 360, 30))
def test_a_hull_points_along_its_course(degrees: int) -> None:
    picture, length = sprite("needle-dreadnought", degrees, NIGHT.azure), hulls()["needle-dreadnought"].length
    drawn, middle = alpha(picture), picture.get_width() / 2
    for far, there in ((0.93 * length, True), (length + 3.5, False)):
        x, y = polar(far, degrees, (middle, middle))
        inside = 0 <= x < drawn.shape[0] and 0 <= y < drawn.shape[1]
        assert (inside and drawn[int(x), int(y)] > 60) == there


def test_sprites_are_kept_to_two_degrees() -> None:
    assert sprite("fork-frigate", 30.4, NIGHT.amber) is sprite("fork-frigate", 29.6, NIGHT.amber)
    assert sprite("fork-frigate", 30, NIGHT.amber) is not sprite("fork-frigate", 33, NIGHT.amber)


@pytest.mark.parametrize("scale", SCALES)
def test_every_symbol_is_drawn_in_every_state(scale: float) -> None:
    theme.scale = scale
    for kind in (*SIGNS, "never-heard-of"):
        seen = set()
        for state in STATES:
            picture = icon(kind, 2, ("F", "FS"), state, letter="L")
            assert picture.get_width() == math.ceil(44 * scale)
            assert (alpha(picture) > 60).sum() > 40 * scale * scale, (kind, state)
            seen.add(pygame.image.tobytes(picture, "RGBA"))
        assert len(seen) == len(STATES), f"two states of {kind} look the same"
    for kind in MARKS:
        assert (alpha(mark(kind, NIGHT.text)) > 60).sum() > 12 * scale * scale, kind
    for kind in EMBLEMS:
        assert (alpha(emblem(kind, NIGHT.azure)) > 60).sum() > 90 * scale * scale, kind


def test_a_system_that_has_a_sign_of_its_own_has_no_letter_over_it() -> None:
    """A hangar and a launcher are known by their signs; what has none is a box with its initial."""
    cells = [SystemCell(Rect(0, 0, 80, HIGH), Icon("x", kind, kind)) for kind in ("bay", "missile", "nova", "wonder")]
    shown = [pygame.Surface((80, 120)) for _ in cells]
    for cell, dst in zip(cells, shown):
        cell.draw(dst)
    white = [int((pygame.surfarray.array3d(dst)[28:52, 18:42].min(axis=2) > 240).sum()) for dst in shown]
    assert white[0] == white[1] == 0 and min(white[2:]) > 8, white


def test_the_lit_pieces_of_a_ring_are_the_arcs() -> None:
    from game.board.geometry import ARCS

    for lit in ARCS:
        picture = icon("beam", 0, (lit,), size=88)
        for n, arc in enumerate(ARCS):
            x, y = polar(35, 60.0 * n, (44, 44))
            blue = picture.get_at((round(x), round(y)))[2]
            assert (blue > 200) == (arc == lit), (lit, arc)
    quarter = icon("beam", 0, ("S",), size=88, wide=90.0)
    assert quarter.get_at((44 + 35, 44))[2] > 200 > quarter.get_at((44, 44 - 35))[2]


# ---------------------------------------------------------------------------------------------------------------- dice
@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_its_pips(face: int) -> None:
    picture = die(face, 100, 0, "scored")
    dark = (pygame.surfarray.array3d(picture)[:, :, 0] < 60) & (alpha(picture) > 250)
    assert dark.sum() == pytest.approx(face * math.pi * 100, rel=0.08)


def test_kinds_of_dice_look_different() -> None:
    kinds = ("scored", "missed", "again", "set", "chance")
    seen = {pygame.image.tobytes(die(4, 40, 0, kind), "RGBA") for kind in kinds}
    assert len(seen) == len(kinds)
    assert len({pygame.image.tobytes(die(4, 40, 0, "scored", sides), "RGBA") for sides in (4, 6, 8, 12, 20)}) == 5
    assert alpha(die(11, 40, 0, "scored", 12)).max() == 255


def test_an_arrow_stands_before_what_was_rolled_again() -> None:
    dst = sheet(400, 40)
    plain, again = [(6, "scored", 6), (5, "missed", 6)], [(6, "scored", 6), (5, "again", 6), (2, "again", 6)]
    assert dice_row(dst, (10, 20), plain) == pytest.approx(10 + dice_width(plain)) == 60
    end = dice_row(dst, (10, 20), again)
    assert end == pytest.approx(10 + dice_width(again)) and end > 85 + text.width("→", 16, "s")


def test_each_die_of_a_line_is_drawn_with_its_own_sides() -> None:
    line = Event("note", "sail/3.4", "The wind blows", dice=(Die(6), Die(4), Die(10, sides=12)))
    dst, plain = sheet(100, 40), sheet(100, 40)
    dice_row(dst, (10, 20), dice_of(line))
    for x, face, sides in ((20, 6, 6), (45, 4, 6), (70, 10, 12)):
        stamp(plain, die(face, 20, sides=sides), (x, 20))
    assert pygame.image.tobytes(dst, "RGBA") == pygame.image.tobytes(plain, "RGBA")


def test_the_name_under_a_gun_has_its_class_and_its_letter() -> None:
    told = ("Beam 3", "Beam 2 a", "Beam 2 b", "Beam 2 starboard", "Beam 1 F FS")
    guns = [Icon(label, "beam", label, int(label.split()[1])) for label in told]
    assert [short_name(gun) for gun in guns] == ["Beam 3", "Beam 2 a", "Beam 2 b", "Beam 2 S", "Beam 1 F FS"]


# ------------------------------------------------------------------------------------------------------------- palettes
def test_switching_palette_or_scale_empties_the_caches() -> None:
    calls = []

    @cached(8)
    def drawn(name: str) -> int:
        calls.append(name)
        return len(calls)

    assert drawn("a") == drawn("a") == 1
    theme.palette = BLUE_ORANGE
    assert drawn("a") == 2
    theme.palette = BLUE_ORANGE
    assert drawn("a") == 2, "the same palette again must not cost anything"
    theme.scale = 1.5
    assert drawn("a") == 3


def test_a_switch_shows() -> None:
    small, night = icon("beam", 3, ("F",)), pygame.image.tobytes(icon("beam", 3, ("F",)), "RGBA")
    theme.palette = BLUE_ORANGE
    assert pygame.image.tobytes(icon("beam", 3, ("F",)), "RGBA") != night
    theme.scale = 2
    assert icon("beam", 3, ("F",)).get_width() == 2 * small.get_width()
    theme.scale = 17
    assert theme.scale == 3.0 and theme.px(10) == 30


def test_the_accent_is_the_seated_players() -> None:
    assert theme.accent == NIGHT.azure and theme.seat(1) == NIGHT.amber and theme.seat(5) == NIGHT.neutral
    theme.seated = 1
    assert theme.accent == NIGHT.amber
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


ROLES = ("azure", "amber", "neutral", "green", "red", "yellow", "violet")
# How long, middle and short light reach a red-blind and a green-blind eye (Machado, Oliveira, Fernandes 2009, severity
# 1).
SIGHT = {
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}


def light(colour: Colour) -> np.ndarray:
    c = np.array(colour) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(linear: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    f = np.cbrt(to_xyz @ np.clip(linear, 0, 1) / np.array([0.9505, 1, 1.089]))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("palette", [NIGHT, BLUE_ORANGE], ids=lambda p: p.name)
def test_every_colour_can_be_read_on_a_panel(palette: Palette) -> None:
    ground = light(palette.panel) @ (0.2126, 0.7152, 0.0722)
    for role in (*ROLES, "text", "white", "muted", "faint"):
        contrast = (light(getattr(palette, role)) @ (0.2126, 0.7152, 0.0722) + 0.05) / (ground + 0.05)
        assert contrast >= 4.5, f"{role} has {contrast:.1f}"


@pytest.mark.parametrize("sight", SIGHT)
def test_the_second_palette_is_told_apart_under_colour_blind_sight(sight: str) -> None:
    seen = {role: lab(np.array(SIGHT[sight]) @ light(getattr(BLUE_ORANGE, role))) for role in ROLES}
    for a, b in itertools.combinations(ROLES, 2):
        assert np.linalg.norm(seen[a] - seen[b]) >= 15, f"{a} and {b}"
    for a, b in (("azure", "amber"), ("green", "red"), ("green", "amber"), ("azure", "red")):
        assert np.linalg.norm(seen[a] - seen[b]) >= 60, f"{a} and {b}"
