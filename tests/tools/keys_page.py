"""`python -m tests.tools.keys_page`: writes docs/keys.md from the tables that bind the keys."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.ui.keys.bindings import BINDINGS, Binding, Keys
from game.ui.keys.list_page import EVERYWHERE
from game.ui.keys.sandbox_bindings import BINDINGS as SANDBOX

PAGE = Path(__file__).resolve().parents[2] / "docs" / "keys.md"
HEAD = """# Keys

**F2** lists the keys of the screen in front of you. `python -m tests.tools.keys_page` writes this page from the tables that bind
them. A key is called here as the settings file calls it: `Comma`, `Period`, `Plus`, `Minus`, `Slash` and so on.

The settings file is `settings.yaml` in your own folder, beside the saved battles. To change a key, give its action another one
there: `keys: {hand over: Ctrl+H}`. A key that cannot be read, or that already does something else, is not taken; the settings say
so.
"""


def rows(bindings: Iterable[Binding]) -> Iterator[str]:
    """One row of a table for each binding: its keys, what they do, and its action where it has one."""
    for one in bindings:
        action = f"`{one.action}`" if one.action else ""
        yield f"| {', '.join(one.keys)} | {one.words} | {action} |".replace("  |", " |")


def table(title: str, bindings: Iterable[Binding]) -> str:
    """One group of keys as a heading and a table."""
    return "\n".join([f"### {title}", "", "| key | does | action |", "|---|---|---|", *rows(bindings)]) + "\n"


def page() -> str:
    """The whole page."""
    parts = [HEAD, "## Everywhere\n", table("Any screen", EVERYWHERE), "## In a battle\n"]
    parts += [table(name, group) for name, group in Keys(table=BINDINGS).groups().items()]
    parts += ["## In the sandbox\n"]
    parts += [table(name, group) for name, group in sandbox_groups().items()]
    return "\n".join(parts)


def sandbox_groups() -> dict[str, list[Binding]]:
    """The keys of the sandbox by group, in the order of their table."""
    found: dict[str, list[Binding]] = {}
    for one in SANDBOX:
        found.setdefault(one.group, []).append(one)
    return found


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)


if __name__ == "__main__":
    main()
