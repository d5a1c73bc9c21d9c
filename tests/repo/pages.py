"""The pages of the repository as tests read them: their text, their fenced blocks, and what they say a command
answers."""

from __future__ import annotations

import re
from pathlib import Path

from game.battle.designs import ROOT

DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path | str) -> str:
    """Return the text of a page, named by its path or by its place under docs/ without `.md`."""
    path = DOCS / f"{page}.md" if isinstance(page, str) else page
    return path.read_text(encoding="utf-8")


def fenced(page: Path | str) -> list[tuple[str, str]]:
    """Kind and text of every fenced block of a page."""
    return FENCE.findall(text_of(page))


def blocks(page: Path | str, *kinds: str) -> list[str]:
    """Return the fenced blocks of these kinds."""
    return [body for found, body in fenced(page) if found in kinds]


def block(page: Path | str, kind: str, start: str) -> str:
    """Return the fenced block of a kind that begins so."""
    return next(body for body in blocks(page, kind) if body.startswith(start))


def said(page: Path | str, verb: str) -> list[str]:
    """Return what a page says a command answers, line by line."""
    return block(page, "console", f"$ python main.py {verb}").splitlines()[1:]


def section(page: Path | str, start: str) -> list[list[str]]:
    """Return the cells of each row of the table whose heading begins so."""
    text = text_of(page)
    lines = text[text.index(start) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
