"""SVG of the program as shapes on paper: places, looks, holes, what is cut off, and words."""

from __future__ import annotations

import pytest

from game.paper.canvas import PaperPage, PaperShape, Pen, Words
from game.paper.svg_drawing import StyleSheet, draw_svg

CSS = """
.still text{font-size:13px;fill:var(--white);stroke:var(--space);stroke-width:3px}
.still .name{fill:var(--seat)}.seat0{--seat:var(--azure)}
.mark{fill:none;stroke:#ff0000;stroke-width:2;opacity:.4}.mark.lost{stroke:#00ff00}
circle.way0,circle.way1{fill:none}
@media print{.mark{stroke:#123456}}
"""
NAMED = {"--white": "#000000", "--space": "#ffffff", "--azure": "#0068b0"}


def shapes(svg: str, k: float = 1.0) -> list[PaperShape]:
    return [one for one in items(svg, k) if isinstance(one, PaperShape)]


def items(svg: str, k: float = 1.0) -> list[object]:
    page = PaperPage(200, 200)
    draw_svg(svg, "still", (0, 0, 100, 100), StyleSheet(CSS, NAMED), Pen(page.items, (10.0, 20.0), k))
    return list(page.items)


def box(one: PaperShape) -> tuple[float, ...]:
    points = [p for way in one.ways for p in way]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return tuple(round(each, 3) for each in (min(xs), min(ys), max(xs), max(ys)))


def test_shapes_stand_where_the_transforms_put_them() -> None:
    (one,) = shapes('<g transform="translate(10 5) scale(2)"><path d="M0 0L10 0L10 5Z" fill="#010203"/></g>', 0.5)
    assert box(one) == (15.0, 22.5, 25.0, 27.5) and one.colour == (1, 2, 3) and not one.wide
    (turned,) = shapes('<path transform="translate(50 50) rotate(90)" d="M0 0L10 0L10 5Z" fill="#000"/>')
    assert box(turned) == (55.0, 70.0, 60.0, 80.0)


def test_uses_draw_what_they_name_with_the_looks_of_its_place() -> None:
    svg = '<defs><g id="a"><text x="1" y="9" font-size="2" fill="#111111">A</text></g></defs>'
    (words,) = items(f'{svg}<use href="#a" x="4"/><use href="#none"/>')
    assert isinstance(words, Words) and words.size == 2 and not words.halo and words.at[0] == pytest.approx(15)


def test_strokes_keep_or_change_their_width() -> None:
    path = '<g transform="scale(4)"><path d="M0 0L9 9" fill="none" stroke="#000" stroke-width="1.5"{}/></g>'
    scaled, steady = shapes(path.format("")), shapes(path.format(' vector-effect="non-scaling-stroke"'))
    assert (scaled[0].wide, steady[0].wide) == (6.0, 1.5)
    (dashed,) = shapes('<path d="M0 0L9 9" fill="none" stroke="#000" stroke-dasharray="2 4"/>', 0.5)
    assert dashed.dash == (1.0, 2.0) and not dashed.closed


def test_the_style_sheet_prefers_more_classes_and_leaves_media_out() -> None:
    (mark,) = shapes('<circle class="mark" cx="50" cy="50" r="5"/>')
    (lost,) = shapes('<circle class="mark lost" cx="50" cy="50" r="5"/>')
    assert (mark.colour, lost.colour, mark.alpha) == ((255, 0, 0), (0, 255, 0), 0.4)
    assert shapes('<circle class="way1" cx="50" cy="50" r="5"/>') == []
    assert len(shapes('<path class="way1" d="M1 1L9 9L9 1Z"/>')) == 1


def test_words_have_the_colour_of_their_side_an_edge_and_their_anchor() -> None:
    (words,) = items('<text class="name seat0" x="50" y="40" text-anchor="middle">LANCET</text>', 0.5)
    assert isinstance(words, Words) and words.colour == (0, 0x68, 0xB0) and words.halo == 1.5 and words.size == 6.5
    assert words.at[0] == pytest.approx(35 - words.wide / 2) and words.at[1] == 40.0


def test_what_lies_outside_is_cut_off() -> None:
    (one,) = shapes('<rect x="-50" y="90" width="500" height="500" fill="#000"/>')
    assert box(one) == (10.0, 110.0, 110.0, 120.0)
    (line,) = shapes('<path d="M-50 50L500 50M10 300L20 300" fill="none" stroke="#000"/>')
    assert box(line) == (10.0, 70.0, 110.0, 70.0)
    assert items('<circle cx="500" cy="0" r="5" fill="#000"/><text x="300" y="9">out</text>') == []
    (name,) = items('<text x="95" y="50">A long name</text>')
    assert isinstance(name, Words) and name.at[0] + name.wide == pytest.approx(110)


def test_holes_clips_and_gradients() -> None:
    outer, inner = "M10 10L90 10L90 90L10 90Z", "M40 40L60 40L60 60L40 60Z"
    (ring,) = shapes(f'<path d="{outer}{inner}" fill="#000"/>')
    assert len(ring.ways) == 2
    clip = f'<clipPath id="c"><path d="{inner}"/></clipPath>'
    (cut,) = shapes(f'{clip}<g clip-path="url(#c)"><path d="{outer}" fill="#000"/></g>')
    assert box(cut) == (50.0, 60.0, 70.0, 80.0)
    stops = '<stop offset="0" stop-color="#ff0000" stop-opacity=".4"/><stop stop-color="#ff0000" stop-opacity="0"/>'
    (soft,) = shapes(f'<radialGradient id="g">{stops}</radialGradient><circle cx="50" cy="50" r="9" fill="url(#g)"/>')
    assert soft.colour == (255, 0, 0) and soft.alpha == pytest.approx(0.2)


def test_arcs_are_followed() -> None:
    (half,) = shapes('<path d="M50 40A10 10 0 0 1 50 60Z" fill="#000"/>')
    assert box(half) == pytest.approx((60.0, 60.0, 70.0, 80.0), abs=0.05)
    (other,) = shapes('<path d="M50 40A10 10 0 0 0 50 60Z" fill="#000"/>')
    assert box(other) == pytest.approx((50.0, 60.0, 60.0, 80.0), abs=0.05)
