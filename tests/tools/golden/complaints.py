"""The golden complaints: what the game says of files that were damaged in many ways, with place and hint.

`make golden` writes them to tests/golden/complaints; a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from game.battle.designs import buildable
from game.battle.loader import load_start_text
from game.formats.problems import Problem
from game.formats.user_folders import Settings
from game.formats.validation import BadFile, document_of, parse
from game.rulebook.book import RuleBookError, read, read_picture
from game.systems import SYSTEMS
from tests.tools.golden.damage import BASES, damaged
from tests.tools.golden.text import digest

FILE = "file.yaml"
PAGES = """\
1:
  title: First
  text: "Words of the first page."
  table: [[Class, Dice], ["1", 2]]
  see: ["1.2"]
"1.2":
  title: Second
  text: "- a point"
  picture: drawn
  grid:
    columns: T A
    rows: |
      T . y
      A y .
    names: {T: Turn, A: Speed}
    legend: [[y, "yes", they go together], [".", "same", ""]]
"""
PICTURE = """\
- {dash: [[148, 83.3], [75.3, 41.3]], colour: text, width: 1.5, arrow: true}
- {text: "2P", at: [67.3, 37.3], size: 13, anchor: right, colour: text, bold: true}
- {circle: [148, 83.3], r: 4, colour: azure}
- {hull: needle-heavy-cruiser, at: [190, 156], course: 11, scale: 0.7, colour: azure, ghost: true}
- {arc: [100, 100], from: 30, to: 90, r: 20}
- {box: [10, 10, 20, 20]}
- {die: 5, at: [50, 50]}
"""
BOOK = {"pages": PAGES, "picture": PICTURE}
MOST = 6  # complaints about one file that are written out; of the rest a digest


def opened(name: str, text: str) -> None:
    """Read a file as the game would. Raises BadFile."""
    if name in BOOK:
        in_the_book(name, text)
    elif name == "settings":
        parse(text, Settings, FILE)
    elif name in ("design", "second"):
        doc = document_of(text, FILE)
        buildable(doc, (), "trial", "", SYSTEMS["full-thrust"].files)
        doc.settle()
    else:
        load_start_text(text, FILE)


def in_the_book(name: str, text: str) -> None:
    """Read a page or picture of the rule book. Raises BadFile with the first line of what the book says."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(text, encoding="utf-8", newline="\n")
        try:
            read(Path(folder)) if name == "pages" else read_picture(path)
        except RuleBookError as wrong:
            said = str(wrong).replace(str(path), FILE).splitlines()[0]
            raise BadFile((Problem(FILE, 0, 0, "", said),)) from None


def complaint_lines(name: str) -> Iterator[str]:
    """Yield every damaged form of a file that the game refuses, and why; those that it takes stand in one line at the
    end."""
    taken = []
    for what, text in damaged(name, (BASES | BOOK)[name]):
        try:
            opened(name, text)
            taken.append(what)
        except BadFile as bad:
            yield what
            told = sorted(bad.problems, key=lambda one: (one.line, one.column, one.message, one.path))
            found = [f"{one.line}:{one.column} {one.path}: {one.message} {one.hint}".rstrip() for one in told]
            yield from (f"  {ascii(line)[1:-1] if not line.isprintable() else line}" for line in found[:MOST])
            if bad.count > MOST:
                yield f"  and {bad.count - MOST} more {digest(''.join(found))}"
    yield "Taken as they are:"
    yield from (f"  {what}" for what in taken)


MAKERS: dict[str, Callable[[], Iterator[str]]] = {name: partial(complaint_lines, name) for name in (*BASES, *BOOK)}


@cache
def text_of(name: str) -> str:
    """Return the complaints about one file as text."""
    return "\n".join(MAKERS[name]()) + "\n"
