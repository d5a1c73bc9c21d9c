"""A step of a film at rest as SVG: the board as the film player shows it at the end of the step; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import cos, dist, floor, sin
from typing import Any

from game.ui.film.vector import number, path

WIDE, HIGH, EDGE = 640, 360, 46  # units of the picture: width, height, and margin round the places seen
BROAD, TALL = 8.4, 14  # units of a letter in a name: width and height
ROSE, ROOMY = 40, 150  # units: from the middle of the rose to the edges, and from a ship to a rose that leaves it free
CROWDED = (60, 18)  # units within which one word about a likely end leaves no room for another

Film = Mapping[str, Any]  # the values that `score` returns
Spot = tuple[float, float]
Area = tuple[float, float, float, float]


class _Camera:
    """The camera of a still picture: it gives the place and the scale of a piece."""

    def __init__(self, box: Sequence[float], cells: bool) -> None:
        self.scale = max(0.01, min((WIDE - 2 * EDGE) / box[2], (HIGH - 2 * EDGE) / box[3]))
        self.left = WIDE / 2 - (box[0] + box[2] / 2) * self.scale
        self.top = HIGH / 2 - (box[1] + box[3] / 2) * self.scale
        grown = self.scale / 47 if cells else 0.55 + 0.45 * self.scale / 19.6
        self.grown = min(1.5, max(0.5 if cells else 0.6, grown))

    def __call__(self, x: float, y: float) -> Spot:
        return self.left + x * self.scale, self.top + y * self.scale

    def many(self, flat: Sequence[float]) -> list[Spot]:
        """Return the places of a path x, y, x, y."""
        return [self(x, y) for x, y in zip(flat[::2], flat[1::2])]


def still(film: Film, index: int, table: str, sky: str, own: Callable[[str], str], reach: Sequence[float]) -> str:
    """Return the elements of a picture of step `index`. `table` and `sky` are the ids of elements that are drawn below.
    `own` returns the id of a symbol such as `s3`, and `reach` is that of each symbol."""
    steps = film["steps"]
    step, state = steps[index], dict[str, Any]()
    for one in steps[: index + 1]:
        state |= one.get("set", {})
    eye = _Camera(step["box"], bool(film["cells"]))
    pieces = [(n, *film["pieces"][n], state[str(n)]) for n in range(len(film["pieces"])) if _there(state.get(str(n)))]
    wind = next((one["wind"] for one in reversed(steps[: index + 1]) if one.get("wind")), None)
    ropes: Sequence[Any] = next(
        (one["ropes"] for one in reversed(steps[: index + 1]) if one.get("ropes") is not None), []
    )
    at = dict(_ships(pieces, eye, reach))
    parts = [
        f'<use href="#{sky}"/>',
        f'<use href="#{table}" transform="translate({_xy(eye.left, eye.top)}) scale({number(eye.scale, 3)})"/>',
        *_bodies(pieces, eye), *_advice(step.get("map"), eye, own), *_trails(film, step, eye),
        *_smoke(pieces, set(film["burns"]), at, wind, own, eye), *_shots(step, eye), *_hulls(pieces, at, own, eye),
        *_ropes(ropes, at), *_counters(pieces, at, own, eye), *_marks(step, eye), *_names(pieces, at, eye),
        *_rose(wind, at),
    ]  # fmt: skip
    return "".join(parts)


def _there(now: Any) -> bool:
    return bool(now) and now[0] is not None


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _ships(pieces: Sequence[Any], eye: _Camera, reach: Sequence[float]) -> Iterator[tuple[int, tuple[Spot, float]]]:
    """Yield the place and the reach of every ship by its number."""
    for n, kind, *_, now in pieces:
        if kind == "ship":
            yield n, (eye(now[0], now[1]), reach[now[3]] * eye.grown)


def _bodies(pieces: Sequence[Any], eye: _Camera) -> Iterator[str]:
    for _, kind, _, _, *rest in pieces:
        if kind == "body":
            shape, now = rest
            yield f'<g transform="translate({_xy(*eye(*now))}) scale({number(eye.scale, 3)})">{shape}</g>'


def _advice(told: Any, eye: _Camera, own: Callable[[str], str]) -> Iterator[str]:
    """Yield the adviser's answer: ends by their worth, the likely ends of the enemy, and the ways to the best ends."""
    if not told:
        return
    for x, y, heading, worth in told.get("ends", ()):
        place = f"translate({_xy(*eye(x, y))}) rotate({heading})"
        yield f'<path class="end" d="M-4 4.5L0 -5.5L4 4.5" transform="{place}" stroke="{told["hues"][worth]}"/>'
    spoken: list[Spot] = []
    for x, y, heading, symbol, words in told.get("likely", ()):
        cx, cy = eye(x, y)
        turned = f"translate({_xy(cx, cy)}) rotate({heading}) scale({number(eye.grown, 2)})"
        yield f'<use href="#{own(f"s{symbol}")}" transform="{turned}" opacity=".45"/>'
        if not any(abs(a - cx) < CROWDED[0] and abs(b - cy) < CROWDED[1] for a, b in spoken):
            spoken.append((cx, cy))
            yield _words(cx, cy + 26 * eye.grown + 8, words, "told")
    for n, way in enumerate(told.get("ways", ())):
        points = eye.many(way)
        x, y = points[-1]
        yield f'<path class="way way{n}" d="{path(points, False)}"/>'
        yield f'<circle class="way{n}" cx="{number(x)}" cy="{number(y)}" r="9"/>{_words(x, y + 4, str(n + 1), "told")}'


def _words(x: float, y: float, words: str, kind: str, anchor: str = "") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}"{anchored}>{escape(words)}</text>'


def _seat(side: int) -> str:
    return f"seat{min(max(side, 0), 2)}"


def _trails(film: Film, step: Film, eye: _Camera) -> Iterator[str]:
    for key, way, _, until, end, *_ in step.get("moves", ()):
        kind, _, side, *_ = film["pieces"][key]
        if kind != "body":
            legs = max(1, len(way) // 2 - 1)
            passed = way[: 2 * min(floor(min(1, until) * legs), legs - 1) + 2]
            yield f'<path class="trail {_seat(side)}" d="{path(eye.many([*passed, *end]), False)}"/>'


def _shots(step: Film, eye: _Camera) -> Iterator[str]:
    for x1, y1, x2, y2, side, hit, _ in step.get("shots", ()):
        a, b = eye(x1, y1), eye(x2, y2)
        yield f'<path class="shot {_seat(side)}" d="{path((a, b), False)}" opacity="{0.95 if hit else 0.45}"/>'
        if hit:
            yield f'<circle class="hit" cx="{number(b[0])}" cy="{number(b[1])}" r="4"/>'


def _smoke(
    pieces: Sequence[Any],
    burns: set[int],
    at: Mapping[int, tuple[Spot, float]],
    wind: Any,
    own: Callable[[str], str],
    eye: _Camera,
) -> Iterator[str]:
    for n, kind, *_, now in pieces:
        if wind and kind == "ship" and now[3] in burns:
            turned = f"translate({_xy(*at[n][0])}) rotate({wind[0]}) scale({number(eye.grown, 2)})"
            yield f'<use class="plume" href="#{own("smoke")}" transform="{turned}"/>'


def _hulls(
    pieces: Sequence[Any], at: Mapping[int, tuple[Spot, float]], own: Callable[[str], str], eye: _Camera
) -> Iterator[str]:
    for n, kind, *_, now in pieces:
        if kind == "ship":
            turned = f"translate({_xy(*at[n][0])}) rotate({now[2]}) scale({number(eye.grown, 2)})"
            yield f'<use href="#{own(f"s{now[3]}")}" transform="{turned}"/>'


def _ropes(pairs: Sequence[Any], at: Mapping[int, tuple[Spot, float]]) -> Iterator[str]:
    for one, other in pairs:
        if one in at and other in at:
            yield f'<path class="rope" d="{path((at[one][0], at[other][0]), False)}"/>'


def _counters(
    pieces: Sequence[Any], at: Mapping[int, tuple[Spot, float]], own: Callable[[str], str], eye: _Camera
) -> Iterator[str]:
    """Yield counters: cards beside their ships, the others at their places, or round each other where there are
    many."""
    lying: dict[tuple[int, int], int] = {}
    k = eye.grown
    for _, kind, *_, now in pieces:
        if kind != "counter":
            continue
        x, y = eye(now[0], now[1])
        if now[5] in at:
            x, y = at[now[5]][0][0] + 24 * k + 8, at[now[5]][0][1] - 20 * k
        else:
            key = round(x), round(y)
            others = lying[key] = lying.get(key, -1) + 1
            if others:
                x, y = x + 15 * k * cos(others * 2.4), y + 15 * k * sin(others * 2.4)
        turned = f"rotate({now[2]}) scale({number(min(1.0, max(0.6, k)), 2)})"
        yield f'<g transform="translate({_xy(x, y)})"><use href="#{own(f"s{now[3]}")}" transform="{turned}"/>'
        yield f"{_words(0, 4, now[4], 'count') if now[4] else ''}</g>"


def _marks(step: Film, eye: _Camera) -> Iterator[str]:
    for x, y, kind, _ in step.get("marks", ()):
        cx, cy = eye(x, y)
        yield f'<circle class="mark {escape(kind)}" cx="{number(cx)}" cy="{number(cy)}" r="20"/>'


def _names(pieces: Sequence[Any], at: Mapping[int, tuple[Spot, float]], eye: _Camera) -> Iterator[str]:
    """Yield names: each below, above, right or left of its ship, where it covers least."""
    taken: list[Area] = [(x - r * 0.7, y - r * 0.7, x + r * 0.7, y + r * 0.7) for (x, y), r in at.values()]
    for n, kind, name, side, *_, now in pieces:
        if kind == "body":
            x, y = eye(*now)
            yield _words(x, y + 4, name, "body", "middle")
        elif kind == "ship":
            (x, y), r = at[n]
            wide = len(name) * BROAD
            spots = (
                (x - wide / 2, y + r + 2, "middle", x), (x - wide / 2, y - r - TALL - 2, "middle", x),
                (x + r + 4, y - TALL / 2, "start", x + r + 4), (x - r - 4 - wide, y - TALL / 2, "end", x - r - 4),
            )  # fmt: skip
            areas = [(left, top, left + wide, top + TALL) for left, top, *_ in spots]
            best = min(range(len(areas)), key=lambda one: _covered_area(areas[one], taken))
            taken.append(areas[best])
            lost = "" if now[4] else " lost"
            yield _words(spots[best][3], areas[best][3] - 3, name.upper(), f"name {_seat(side)}{lost}", spots[best][2])


def _covered_area(area: Area, taken: Sequence[Area]) -> float:
    """Return how much taken ground an area covers, with any part outside the picture."""
    outside = max(0, -area[0]) + max(0, area[2] - WIDE) + max(0, -area[1]) + max(0, area[3] - HIGH)
    return 100 * outside + sum(
        max(0, min(area[2], one[2]) - max(area[0], one[0])) * max(0, min(area[3], one[3]) - max(area[1], one[1]))
        for one in taken
    )


def _rose(wind: Any, at: Mapping[int, tuple[Spot, float]]) -> Iterator[str]:
    """Yield the wind rose in the corner that is farthest from ships. If all are equally free, it is the upper right
    one."""
    if not wind:
        return
    corners = [(x, y) for y in (ROSE, HIGH - 54) for x in (WIDE - ROSE, ROSE)]
    ships = [place for place, _ in at.values()]
    x, y = max(corners, key=lambda one: min([ROOMY, *(dist(one, ship) for ship in ships)]))
    end = "end" if x > WIDE / 2 else "start"
    yield f'<g class="rose" transform="translate({_xy(x, y)})"><circle r="26"/>'
    yield f'<path d="M0 -19L6 6L0 1L-6 6Z" transform="rotate({wind[0]})"/>'
    yield f"{_words(26 if end == 'end' else -26, 44, wind[1], 'windy', end)}</g>"
