"""The figures of the rule book page: each demonstration as a picture of its most telling step, which plays in place.

Everything that figures share is written once: symbols and sky of each kind of board, and tables. An id from a film is
written behind the id of what it belongs to and `--`; `book.js` takes that off again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from game.board.boards import board_of
from game.board.look import Look as BoardLook
from game.demonstrations.catalogue import CatalogueEntry
from game.demonstrations.demonstration import Demonstration
from game.formats.validation import BadFile
from game.ui.film import ground
from game.ui.film.figure import FilmFigure, figure_of
from game.ui.film.page import as_script, colours, drawing, table_of
from game.ui.film.still import HIGH, WIDE
from game.ui.film.symbols import Symbols
from game.ui.film.vector import hex_colour
from game.ui.render.text import minus

_IDS = re.compile(r'(?<=\bid=")|(?<=url\(#)|(?<=href="#)')


def prefix_ids(svg: str, owner: str) -> str:
    """Return SVG with every id in it behind that of its owner."""
    return _IDS.sub(f"{owner}--", svg)


@dataclass
class _Look:
    """Colours, symbols and sky of all films on one kind of board. `first` is one of them."""

    name: str
    board: BoardLook
    first: Demonstration
    colours: str
    symbols: Symbols = field(default_factory=Symbols)


@dataclass(frozen=True)
class _Film:
    """A demonstration as its figure without the outer tag, and what the player needs, as JSON."""

    look: str
    body: str
    script: str


class BookFigures:
    """The figures of a page in the order they are asked for. `bad` are the demonstrations that cannot be read."""

    def __init__(self) -> None:
        self.bad: list[BadFile] = []
        self.count = 0
        self._films: dict[Path, _Film | None] = {}
        self._looks: dict[BoardLook, _Look] = {}
        self._tables: dict[str, str] = {}

    def figure(self, one: CatalogueEntry, page: str) -> str:
        """Return a demonstration as a figure of a page: picture, caption and dice; `book.js` adds the button that
        plays it. Empty for one that cannot be read."""
        if one.path not in self._films:
            self._films[one.path] = self._film(one)
        film = self._films[one.path]
        if film is None:
            return ""
        self.count += 1
        place, name = escape(f"{page}:{one.name}"), escape(one.name)
        return f'<figure id="{place}" class="{film.look}" data-film="{name}">{film.body}</figure>'

    def _film(self, one: CatalogueEntry) -> _Film | None:
        try:
            if one.bad:
                raise one.bad
            show = one.open()
        except BadFile as bad:
            self.bad.append(bad)
            return None
        with drawing(show):
            look = self._look(show)
            table = self._tables.setdefault(table_of(show), f"table{len(self._tables)}")
            made = figure_of(show, look.symbols, table, f"{look.name}--sky", lambda symbol: f"{look.name}--{symbol}")
        body = "".join(_body(show, made, look.name))
        return _Film(look.name, body, as_script({"look": look.name, "table": table, "film": made.played}))

    def _look(self, show: Demonstration) -> _Look:
        board = board_of(show.steps[0].view.state.table).look
        return self._looks.setdefault(board, _Look(f"look{len(self._looks)}", board, show, colours()))

    @property
    def style(self) -> str:
        """The colours of figures as CSS."""
        return "".join(f".{look.name}{{{look.colours}}}\n" for look in self._looks.values())

    @property
    def shared(self) -> Iterator[str]:
        """Yield the symbols, skies and tables of figures, and the data of each for the player, as HTML."""
        yield '<svg class="shared"><defs>'
        for look in self._looks.values():
            name, board = look.name, look.board
            with drawing(look.first):
                symbols, sky = look.symbols.svg, ground.sky(board.backdrop)
            yield f'<linearGradient id="{name}" x2="0" y2="1"><stop stop-color="{hex_colour(board.upper)}"/>'
            yield f'<stop offset="1" stop-color="{hex_colour(board.lower)}"/></linearGradient>'
            yield f'<g id="{name}--symbols">{prefix_ids(symbols, name)}</g>'
            yield f'<g id="{name}--sky">{prefix_ids(sky, name)}</g>'
        yield from (f'<g id="{name}">{prefix_ids(svg, name)}</g>' for svg, name in self._tables.items())
        yield "</defs></svg>"
        looks = {
            look.name: {
                "COLOURS": look.colours, "UPPER": hex_colour(look.board.upper), "LOWER": hex_colour(look.board.lower),
                "reach": [round(one, 1) for one in look.symbols.reaches], "burns": look.symbols.burning,
            }
            for look in self._looks.values()
        }  # fmt: skip
        yield f'<script id="looks" type="application/json">{as_script(looks)}</script>'
        for path, film in self._films.items():
            if film:
                yield f'<script id="film-{escape(path.stem)}" type="application/json">{film.script}</script>'


def _body(show: Demonstration, made: FilmFigure, look: str) -> Iterator[str]:
    """Yield title, picture, caption, dice and settings of a figure."""
    step = made.step
    large, small = minus(step.large), minus(step.small)
    alt = escape(" ".join(filter(None, (f"{show.title}.", large, small))))
    yield f'<h5>{escape(show.title)}</h5><p class="muted">{escape(show.about)}</p>'
    yield f'<svg class="still" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{alt}">'
    yield f'<rect width="{WIDE}" height="{HIGH}" rx="6" fill="url(#{look})"/>{made.svg}</svg>'
    yield f'<figcaption><div class="rest"><strong>{escape(large)}</strong>{escape(small)}'
    for caption, dice, _ in made.dice:
        faces = (f'<span class="{"die" if scored else "die miss"}">{face}</span>' for face, scored, *_ in dice)
        yield f'<p class="dice">{escape(caption)} {" ".join(faces)}</p>'
    if show.settings:
        words = "; ".join(f"{title}: {value}" for title, value, _ in show.settings)
        yield f'<p class="muted">Played with these settings: {escape(words)}.</p>'
    yield f'<p class="muted">Step {step.index + 1} of {len(show.steps)}</p></div></figcaption>'
