"""Fonts: Source Sans Pro, and system fonts for letters that it lacks, so that names in any script can be read.

A system font is searched for only when a letter needs it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby

import pygame
from pygame import freetype

from game.pages.fonts import FILES

WEIGHTS = {"l": "Light", "r": "Regular", "s": "Semibold", "b": "Bold", "k": "Black"}
OWN = ""  # stands for the path of the program's own font
PREFERRED = (  # parts of the names of system fonts with many letters, the best first
    "notosans", "dejavusans", "segoeui", "arialunicode", "hiragino", "pingfang", "yugoth", "meiryo", "msyahei",
    "microsoftyahei", "malgun", "applesdgothic", "simsun", "msgothic", "wqy", "unifont", "freesans", "symbola", "emoji",
)  # fmt: skip
Probe = freetype.Font  # used because it can tell which letters a font lacks; `pygame.font` cannot
PROBE = 16  # pixels: the size at which a font's letters are tested
SCRIPTS = {"AL": "Arab", "R": "Hebr"}  # ISO 15924 by the bidirectional class of right-to-left letters


@lru_cache(160)
def font(size: float, weight: str, path: str = OWN, script: str = "") -> pygame.font.Font:
    """Return a font at a size in pixels: the program's own in a weight, or the one at a path. `script` is a
    right-to-left script."""
    pygame.font.init()
    found = pygame.font.Font(path or str(FILES / f"SourceSansPro-{WEIGHTS[weight]}.ttf"), round(size))
    if path and weight in "sbk":
        found.set_bold(True)
    if script:
        found.set_direction(pygame.DIRECTION_RTL)
        found.set_script(script)
    return found


def _has(probe: Probe, letter: str) -> bool:
    return probe.get_metrics(letter)[0] is not None


@cache
def _own() -> Probe:
    return freetype.Font(str(FILES / "SourceSansPro-Regular.ttf"), PROBE)


@cache
def _probes() -> tuple[tuple[str, Probe], ...]:
    """Return every system font that can be opened, by path, those with many letters first."""

    def rank(name: str) -> tuple[int, str]:
        return next((n for n, part in enumerate(PREFERRED) if part in name), len(PREFERRED)), name

    paths = dict.fromkeys(pygame.font.match_font(name) for name in sorted(pygame.font.get_fonts(), key=rank))
    return tuple(_open_fonts(path for path in paths if path))


def _open_fonts(paths: Iterable[str]) -> Iterator[tuple[str, Probe]]:
    for path in paths:
        try:
            pygame.font.Font(path, PROBE)  # a font that cannot draw is of no use
            yield path, freetype.Font(path, PROBE)
        except (pygame.error, OSError, RuntimeError):
            continue


@lru_cache(4096)
def font_of(letter: str) -> str | None:
    """Return the path of a font that has a letter, `OWN` for the program's own; None if no font has it."""
    pygame.font.init()
    freetype.init()
    if not letter.isprintable() or _has(_own(), letter):
        return OWN
    return next((path for path, probe in _probes() if _has(probe, letter)), None)


def _place(letter: str) -> tuple[str, str]:
    """Return the font of a letter, and its script if that runs from right to left. A space goes with the letter
    before."""
    path = font_of(letter) or OWN
    return path, SCRIPTS.get(unicodedata.bidirectional(letter), "") if path else ""


@lru_cache(2048)
def runs(string: str) -> tuple[tuple[str, str, str], ...]:
    """Return a string in pieces of one font each. A piece has letters, the path of the font, and the script if it runs
    from right to left."""
    if string.isascii():
        return ((string, OWN, ""),) if string else ()
    return tuple(("".join(letters), *place) for place, letters in groupby(string, _place))


def lacking(words: Iterable[str]) -> list[str]:
    """Return the words with a letter that no font has, in their order, each once."""
    return [one for one in dict.fromkeys(words) if not one.isascii() and any(font_of(letter) is None for letter in one)]


def lacking_words(words: Iterable[str]) -> str:
    """Return a sentence about names that cannot be drawn on this machine; empty if all can."""
    if not (names := lacking(words)):
        return ""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    told = ", ".join(f"“{name}”" for name in names[:3])
    return f"No font on this machine has every letter of {told}{more}: boxes stand for some."
