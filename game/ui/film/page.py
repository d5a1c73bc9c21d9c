"""A film as one page of HTML for any browser, with everything that it needs inside; nothing is fetched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import pygame

from game.battle.designs import ROOT
from game.board.boards import board_of
from game.demonstrations.steps import StepCursor
from game.pages.fonts import font_css
from game.ui.demonstration.picture import scenes
from game.ui.film import ground
from game.ui.film.score import pieces_of_terrain, score
from game.ui.film.symbols import Symbols
from game.ui.film.vector import hex_colour
from game.ui.render.theme import NIGHT, Palette, theme

PARTS = ROOT / "assets" / "film"  # the scripts that play a film
SPEEDS = ("0.5", "1", "2", "4", "8")


def film_page(reel: StepCursor) -> bytes:
    """Return the whole page as HTML."""
    with drawing(reel):
        symbols = Symbols()
        played = score(reel, symbols)
        board = board_of(reel.steps[0].view.state.table)
        names = {
            "TITLE": escape(reel.title), "FACES": font_css(), "COLOURS": colours(),
            "SKY": ground.sky(board.look.backdrop), "GROUND": table_of(reel), "SYMBOLS": symbols.svg,
            "UPPER": hex_colour(board.look.upper), "LOWER": hex_colour(board.look.lower), "FILM": as_script(played),
        }  # fmt: skip
    page = player_page()
    for name, words in names.items():
        page = page.replace(f"%{name}%", words)
    return page.encode("utf-8", "replace")


def player_page(style: str = "") -> str:
    """Return the page that plays a film, with a %NAME% for everything that differs between films. `style` is more
    CSS."""
    page = part("film.html")
    for name, words in (("STYLE", part("player.css") + style), ("SPEEDS", _speeds()), ("PLAYER", part("player.js"))):
        page = page.replace(f"%{name}%", words)
    return page


def table_of(reel: StepCursor) -> str:
    """Return the table of a film, with the terrain that does not move."""
    view = reel.steps[0].view
    board = board_of(view.state.table)
    everywhere = ground.bounds(scenes.places(reel.steps, bodies=False) or [(0.0, 0.0)], 3.0)
    lone = {body.key for body in pieces_of_terrain(view)}
    return ground.table(board, everywhere) + ground.standing(
        board, [body for body in view.state.table.bodies if body.key not in lone]
    )


@contextmanager
def drawing(reel: StepCursor, colours: Palette = NIGHT) -> Iterator[None]:
    """Use night or other colours, and sizes of 100 %, while a film is drawn, then restore the player's choices."""
    pygame.font.init()
    palette, scale, backdrop = theme.palette, theme.scale, theme.backdrop
    theme.palette, theme.scale = colours, 1.0
    theme.backdrop = board_of(reel.steps[0].view.state.table).look.backdrop
    try:
        yield
    finally:
        theme.palette, theme.scale, theme.backdrop = palette, scale, backdrop


def part(name: str) -> str:
    """Return a file of the player page."""
    return (PARTS / name).read_text(encoding="utf-8")


def as_script(played: object) -> str:
    """Return values as JSON in a script tag. No text in them can end the tag."""
    return json.dumps(played, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _speeds() -> str:
    chosen = {"1": " selected"}
    return "".join(f'<option value="{one}"{chosen.get(one, "")}>{one}×</option>' for one in SPEEDS)


def colours() -> str:
    """Return the palette as CSS properties."""
    p = theme.palette
    named = {
        "space": p.space, "well": p.well, "panel": p.panel, "raised": p.raised, "line": p.line, "edge": p.edge,
        "text": p.text, "azure": p.azure,
        "white": p.white, "muted": p.muted, "faint": p.faint, "green": p.green, "red": p.red, "yellow": p.yellow,
        "violet": p.violet, "accent": p.lead or p.azure, "die": p.die, "ink": p.ink, "seat0": p.seats[0],
        "seat1": p.seats[1], "seat2": p.seats[2],
    }  # fmt: skip
    return "".join(f"--{name}:{hex_colour(colour)};" for name, colour in named.items())
