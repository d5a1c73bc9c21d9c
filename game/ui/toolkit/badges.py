"""Badges of systems that are up, down or charged on a ship: a small shield with a sign; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import BLEND_PREMULTIPLIED, Surface

from game.core.display import Badge
from game.ui.render.shapes import Place, Vec, centred
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

SIZE = 17  # design pixels: size of a badge, and distance to the next


def tone_of(badge: Badge) -> Colour:
    """Return the colour of a badge's edge and sign."""
    p = theme.palette
    return {"bad": p.red, "note": p.yellow}.get(badge.tone, p.green)


@cached(64)
def _shield(sign: str, tone: Colour, size: float) -> Surface:
    v = Vec(size, size, 5, theme.scale)
    shape = [
        (size * x, size * y)
        for x, y in ((0.08, 0.06), (0.92, 0.06), (0.92, 0.52), (0.74, 0.8), (0.5, 0.96), (0.26, 0.8), (0.08, 0.52))
    ]
    v.poly(shape, mix(tone, theme.palette.ink, 0.78))
    v.lines([*shape, shape[0]], tone, 1.4)
    out = v.done()
    text(
        out,
        sign,
        (out.get_width() / 2, out.get_height() * 0.46),
        size * (0.66 if len(sign) < 2 else 0.5),
        tone,
        "b",
        "center",
    )
    return out


def badges_at(at: Place, badges: Sequence[Badge], size: float = SIZE) -> Iterator[tuple[Surface, tuple[int, int]]]:
    """Yield the pictures of badges side by side with their corners. The middle of the first one is at a place."""
    for n, one in enumerate(badges):
        yield centred(_shield(one.sign, tone_of(one), size), (at[0] + n * theme.px(size), at[1]))


def badge_row(dst: Surface, at: Place, badges: Sequence[Badge], size: float = SIZE) -> None:
    dst.fblits(badges_at(at, badges, size), BLEND_PREMULTIPLIED)


def badge_words(badges: Sequence[Badge]) -> str:
    """Return the meanings of badges, each on a line."""
    return "\n".join(one.words for one in badges)
