"""The drawing toolkit: type, shapes, lines and arcs. Nothing here opens a window."""

from __future__ import annotations

import math
import os
import random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
import pytest
from pygame import Surface

from game.ui.render import fonts, lines, text
from game.ui.render.arcs import LARGEST, fire_arc, glow
from game.ui.render.shapes import Vec, box, dashes, gradient, polar, rule
from game.ui.render.theme import NIGHT, theme

SCALES = (0.75, 1.0, 2.0, 3.0)


pytestmark = pytest.mark.usefixtures("plain_theme")


def alpha(picture: Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(picture).astype(int)


def sheet(w: int, h: int) -> Surface:
    return Surface((w, h), pygame.SRCALPHA)


# ---------------------------------------------------------------------------------------------------------------- type
@pytest.mark.parametrize("weight", "rsbk")
def test_figures_are_equally_wide(weight: str) -> None:
    assert len({text.width(figure, 17, weight) for figure in "0123456789"}) == 1


@pytest.mark.parametrize("scale", SCALES)
def test_widths_add_up(scale: float) -> None:
    theme.scale = scale
    parts = [("18.5", NIGHT.white, "b"), ("24", NIGHT.muted, "r"), ("3", NIGHT.red, "s")]
    gaps = 2 * 7 * scale
    assert text.run_width(parts, 16, 7) == pytest.approx(sum(text.width(s, 16, w) for s, _, w in parts) + gaps)
    assert text.width("1234", 16) == pytest.approx(4 * text.width("7", 16), abs=0.6)
    assert text.width("Lancet", 16, "s") == pytest.approx(scale * _at_one("Lancet"), rel=0.03)
    dst = sheet(800, 100)
    end = text.run(dst, (10, 50), parts, 16, 7)
    assert end == pytest.approx(10 + text.run_width(parts, 16, 7) + 7 * scale)
    assert text.text(dst, "Lancet", (10, 10), 16, weight="s").w == round(text.width("Lancet", 16, "s"))


def _at_one(string: str) -> float:
    scale, theme.scale = theme.scale, 1.0
    wide = text.width(string, 16, "s")
    theme.scale = scale
    return wide


def test_tracking_widens_between_the_letters_only() -> None:
    plain = sum(text.width(c, 13, "b") for c in "HULL")
    assert text.width("HULL", 13, "b", 1.4) == pytest.approx(plain + 3 * 1.4, abs=0.1)


@pytest.mark.parametrize("anchor", ["topleft", "midleft", "bottomright", "center", "midtop", "midbottom", "midright"])
@pytest.mark.parametrize("size", [14, 30, 76])
def test_text_stands_on_its_cap_height(anchor: str, size: int) -> None:
    dst = sheet(400, 200)
    r = text.text(dst, "HE", (200, 100), size, NIGHT.white, "b", anchor)
    inked = alpha(dst)
    rows, columns = np.nonzero(inked.max(axis=0) > 100)[0], np.nonzero(inked.max(axis=1) > 100)[0]
    assert abs(rows[0] - r.top) <= 1 and abs(rows[-1] + 1 - r.bottom) <= 1
    assert r.left <= columns[0] <= r.left + size * 0.15 + 1 and columns[-1] < r.right + 1
    at = getattr(r, anchor)
    assert abs(at[0] - 200) <= 1 and abs(at[1] - 100) <= 1


def test_the_font_has_every_sign_the_screen_writes() -> None:
    font = fonts.font(40, "r")
    missing = pygame.image.tobytes(font.render("\ue123", True, NIGHT.text), "RGBA")
    for sign in "−→×·°…←↑↓≥≤½±–’éäöü":
        assert pygame.image.tobytes(font.render(sign, True, NIGHT.text), "RGBA") != missing, sign


def test_fit_shortens_to_the_width() -> None:
    long = "Plover has no order: it will coast straight on"
    assert text.fit(long, 1000) == long
    for wide in (40, 90, 200):
        short = text.fit(long, wide)
        assert short.endswith("…") and text.width(short) <= wide and long.startswith(short[:-1])
        longer = long[: len(short) + 1] + "…"
        assert text.width(longer) > wide


def test_wrap_keeps_words_and_width() -> None:
    words = "A natural 6 rolls again and goes through screens and armour, however thick they are."
    rows = text.lines(words, 180, 15)
    assert " ".join(rows) == words and len(rows) > 2
    assert all(text.width(row, 15) <= 180 for row in rows)
    assert "".join(text.lines("W" * 60, 100, 15)) == "W" * 60
    assert text.lines("one\ntwo", 500) == ["one", "two"]
    dst = sheet(300, 300)
    assert text.wrap(dst, words, (0, 10), 180, 15, lead=20) == 10 + 20 * len(rows)
    assert text.wrap(dst, words, (0, 10), 180, 15, lead=20, most=2) == 50


# -------------------------------------------------------------------------------------------------------------- shapes
@pytest.mark.parametrize("size", [(24, 20), (60, 40), (500, 300)])
@pytest.mark.parametrize("al", [255, 200])
def test_a_box_has_its_edge_inside_and_round_corners(size: tuple[int, int], al: int) -> None:
    dst = Surface((540, 340))
    r = box(dst, (10, 10, *size), NIGHT.raised, 6, al, NIGHT.red, 1)
    middle, side = dst.get_at(r.center)[:3], dst.get_at((r.left, r.centery))[:3]
    assert side == NIGHT.red and max(dst.get_at((r.left - 1, r.centery))[:3]) == 0
    assert all(abs(a - b * al / 255) <= 2 for a, b in zip(middle, NIGHT.raised))
    assert max(dst.get_at(r.topleft)[:3]) < 60, "the corner is not rounded"
    assert dst.get_at((r.right - 1, r.centery))[:3] == NIGHT.red and max(dst.get_at((r.right, r.centery))[:3]) == 0


def test_gradient_and_rule() -> None:
    g = gradient(4, 101, (0, 0, 0), (200, 100, 50))
    assert g.get_at((2, 50))[:3] == (100, 50, 25) and g.get_at((0, 100))[:3] == (200, 100, 50)
    dst = Surface((50, 10))
    rule(dst, 5, 20, 4, NIGHT.white)
    assert [x for x in range(50) if dst.get_at((x, 4))[:3] == NIGHT.white] == list(range(5, 20))


def test_dashes_keep_their_rhythm_round_a_bend() -> None:
    strokes = dashes([(0, 0), (50, 0), (50, 30)], 6, 4)
    total = sum(math.dist(a, b) for a, b in strokes)
    assert total == pytest.approx(48) and strokes[5] == ((50, 0), (50, 6))


def test_vec_shrinks_to_its_size() -> None:
    v = Vec(20, 10, unit=2)
    v.rect((0, 0, 10, 10), NIGHT.azure)
    assert v.done().get_size() == (40, 20) and abs(alpha(v.done()).sum() / 255 - 400) < 12


@pytest.mark.parametrize("degrees", [0, 7, 30, 45, 61, 90])
@pytest.mark.parametrize("w", [1.0, 1.4, 2.4, 4.0])
def test_a_line_is_evenly_thick_at_any_slope(degrees: float, w: float) -> None:
    dst, a = sheet(300, 300), (150.3, 150.3)
    lines.line(dst, a, polar(100, degrees, a), NIGHT.white, w)
    across = alpha(dst).sum() / 255 / 100
    assert across == pytest.approx(w, rel=0.16, abs=0.1)


def test_a_seethrough_line_lets_the_ground_through() -> None:
    dst = Surface((100, 20))
    dst.fill((0, 0, 200))
    lines.line(dst, (0, 10.5), (100, 10.5), (200, 0, 0), 1, 128)
    red, _, blue = dst.get_at((50, 10))[:3]
    assert abs(red - 100) <= 4 and abs(blue - 100) <= 4


def test_lines_far_outside_cost_nothing_and_still_cross() -> None:
    dst = sheet(200, 100)
    lines.line(dst, (-90000, 50), (90000, 50), NIGHT.white, 2)
    lines.dashed_line(dst, [(100, -90000), (100, 90000)], NIGHT.white, 1, 6, 4)
    lines.line(dst, (-50, -50), (-5, 400), NIGHT.red, 9)
    drawn = alpha(dst)
    assert (drawn[:, 49] == 255).all()
    assert 45 <= (drawn[99:101, :].max(axis=0) > 100).sum() <= 75, "dashes are not about three in five"
    assert drawn[0:40, 70:].max() == 0


def test_layers_nest_and_wipe() -> None:
    dst = Surface((40, 40))
    with lines.layer(dst) as under:
        under.fill((50, 0, 0, 128), (0, 0, 20, 40))
        with lines.layer(under) as over:
            over.fill((0, 60, 0, 255), (0, 0, 40, 10))
    with lines.layer(dst) as again:
        # a sheet may be larger, left from elsewhere, and is wiped where it is used
        assert alpha(again)[:40, :40].max() == 0
    assert [dst.get_at(p)[:3] for p in ((5, 5), (5, 30), (30, 30))] == [(0, 60, 0), (50, 0, 0), (0, 0, 0)]


def test_arrowheads_stand_where_they_should_and_point_ahead() -> None:
    for degrees, at in ((0, (50.0, 50.0)), (120, (33.5, 61.0)), (300, (40.2, 40.7))):
        dst = sheet(100, 100)
        lines.arrowheads(dst, [(*at, degrees)], NIGHT.green, 8)
        where = alpha(dst)
        xs, ys = np.nonzero(where)
        tip = polar(0.4 * 8, degrees, at)
        assert where[round(tip[0] - 0.5), round(tip[1] - 0.5)] > 100
        assert math.dist((xs.mean(), ys.mean()), at) < 4


# ---------------------------------------------------------------------------------------------------------------- arcs
def member(x: float, y: float, r: float, lo: float, hi: float) -> float:
    """Return how far, in pixels, a point lies inside a sector (negative: outside), by distances to its limits."""
    reach, bearing = math.hypot(x, y), math.degrees(math.atan2(x, -y))
    inside = (bearing - lo) % 360 <= hi - lo
    nearest = min(abs(reach - r), reach, *(_to_ray(x, y, side, r) for side in (lo, hi)))
    return nearest if inside and reach <= r else -nearest


def _to_ray(x: float, y: float, degrees: float, r: float) -> float:
    ux, uy = polar(1, degrees)
    along = min(r, max(0.0, x * ux + y * uy))
    return math.hypot(x - along * ux, y - along * uy)


@pytest.mark.parametrize("r, at", [(180.0, (200, 200)), (LARGEST * 2, (200, 520)), (LARGEST * 2, (-900, 100))])
@pytest.mark.parametrize("lo, hi", [(-30, 30), (30, 90), (-90, 90), (-150, 30), (0, 360)])
def test_an_arc_covers_what_belongs_to_it(r: float, at: tuple[int, int], lo: float, hi: float) -> None:
    dst = Surface((400, 400))
    fire_arc(dst, at, r, lo, hi, (255, 255, 255), 90, 40, 0)
    light, dice = pygame.surfarray.array3d(dst)[:, :, 0], random.Random(6)
    for _ in range(1500):
        x, y = dice.randrange(4, 396), dice.randrange(4, 396)
        depth = member(x + 0.5 - at[0], y + 0.5 - at[1], r, lo, hi)
        if hi - lo == 360:
            depth = r - math.hypot(x - at[0], y - at[1])
        if abs(depth) > 10:
            assert (light[x, y] > 20) == (depth > 0), (x, y, depth)


def test_a_glow_fades_to_its_rim() -> None:
    light = pygame.surfarray.array3d(glow(40, (255, 255, 255), 100))[:, :, 0]
    assert light[40, 40] > 85 and light[40, 40] > light[40, 20] > light[40, 2] and light[0, 0] == 0
