"""`python -m tests.tools.keys_page`: writes docs/keys.md from the tables that bind the keys."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.ui.keys.account_bindings import BINDINGS as ACCOUNT
from game.ui.keys.bindings import Binding, Keys
from game.ui.keys.far_bindings import AT_TABLE
from game.ui.keys.far_bindings import BINDINGS as FAR
from game.ui.keys.fleets_bindings import BINDINGS as FLEETS
from game.ui.keys.fleets_bindings import ON_A_ROW
from game.ui.keys.gallery_bindings import BINDINGS as GALLERY
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.keys.lab_bindings import BINDINGS as LAB
from game.ui.keys.lab_bindings import LADDER
from game.ui.keys.lesson_bindings import OWN as LESSON
from game.ui.keys.list_page import EVERYWHERE
from game.ui.keys.placing_bindings import BINDINGS as PLACING
from game.ui.keys.replay_bindings import BINDINGS as REPLAY
from game.ui.keys.rulebook_bindings import BINDINGS as RULE_BOOK
from game.ui.keys.sandbox_bindings import BINDINGS as SANDBOX
from game.ui.keys.shipyard_bindings import BINDINGS as SHIPYARD
from game.ui.keys.shipyard_bindings import EDITOR, ON_A_PART

PAGE = Path(__file__).resolve().parents[2] / "docs" / "keys.md"
HEAD = """# Keys

**F2** lists the keys of the screen in front of you. `python -m tests.tools.keys_page` writes this page from the tables
that bind them. A key is called here as the settings file calls it: `Comma`, `Period`, `Plus`, `Minus`, `Slash` and so
on.

To set another key, open the settings, press **Set keys**, then the row, then the key. Where a layout has no Latin
letter on a key, it is the one of that place on a US keyboard: on a Russian one, Ф is A. The settings file keeps your
keys too (`keys: {hand over: Ctrl+H}`). A key that cannot be read, or that already does something else, is not taken;
the page says so.
"""


Row = tuple[str, str, str]  # keys, what they do, and the action where it has one


def rows(bindings: Iterable[Binding]) -> Iterator[Row]:
    """Yield a row for each binding."""
    for one in bindings:
        yield ", ".join(one.keys), one.words, f"`{one.action}`" if one.action else ""


def table(title: str, lines: Iterable[Row]) -> str:
    """Return one group of keys as a heading and a table."""
    cells = [f"| {' | '.join(line)} |".replace("  |", " |") for line in lines]
    return "\n".join([f"### {title}", "", "| key | does | action |", "|---|---|---|", *cells]) + "\n"


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "## Everywhere\n", table("Any screen", rows(EVERYWHERE)), "## In a battle\n"]
    parts += [table(name, rows(group)) for name, group in Keys(table=AT_TABLE).groups().items()]
    parts += ["## In a lesson\n", table("As in a battle, and", rows(LESSON))]
    parts += ["## In the sandbox\n"]
    parts += [table(name, rows(group)) for name, group in grouped(SANDBOX).items()]
    parts += ["## In the account\n"]
    parts += [table(name, rows(group)) for name, group in grouped(ACCOUNT).items()]
    parts += ["## In the gallery\n"]
    parts += [table(name, rows(group)) for name, group in grouped((*GALLERY, *DEMONSTRATION)).items()]
    parts += ["## In a replay\n"]
    parts += [table(name, rows(group)) for name, group in grouped(REPLAY).items()]
    parts += ["## In the odds lab\n"]
    parts += [table(name, rows(group)) for name, group in grouped(LAB).items()]
    parts += ["## On the page of ladders\n"]
    parts += [table(name, rows(group)) for name, group in grouped(LADDER).items()]
    parts += ["## Where fleets are bought\n"]
    parts += [table(name, rows(group)) for name, group in grouped((*FLEETS, *ON_A_ROW)).items()]
    parts += ["## Where fleets are placed\n"]
    parts += [table(name, rows(group)) for name, group in grouped(PLACING).items()]
    parts += ["## Among battles by file\n"]
    parts += [table(name, rows(group)) for name, group in grouped(FAR).items()]
    parts += ["## In the shipyard\n"]
    parts += [table(name, rows(group)) for name, group in grouped((*SHIPYARD, *EDITOR, *ON_A_PART)).items()]
    parts += ["## In the rule book\n"]
    parts += [table(name, rows(group)) for name, group in grouped(RULE_BOOK).items()]
    return "\n".join(parts)


def grouped(bindings: Iterable[Binding]) -> dict[str, list[Binding]]:
    """Return the keys of a table by group, in the order of their table."""
    found: dict[str, list[Binding]] = {}
    for one in bindings:
        found.setdefault(one.group, []).append(one)
    return found


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)


if __name__ == "__main__":
    main()
