"""The verb `account`: the deeds and losses of each ship of a battle, in the terminal or in files; exit codes as for
other verbs."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from game.account.account import Account, account_of
from game.account.page import page
from game.account.tables import as_csv, as_text
from game.battle.loader import open_battle
from game.battle.seats import NoSeat, seen_by
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.validation import BadFile

Pencil = Callable[[Account], bytes]  # draws an account as PNG


def account(asked: Namespace, pencil: Pencil) -> int:
    """Print the account, or write it as CSV, as a page and as a picture: where no path is given, beside the file."""
    try:
        opened = open_battle(asked.file)
    except BadFile as bad:
        print(bad, file=sys.stderr)
        return 1
    try:
        found = account_of(seen_by(opened, asked.side))
    except NoSeat as why:
        print(why, file=sys.stderr)
        return 2
    written: list[tuple[Path | None, str, Callable[[], bytes]]] = [
        (asked.csv, ".csv", lambda: as_csv(found).encode()),
        (asked.html, ".html", lambda: page(found).encode()),
        (asked.png, ".png", lambda: pencil(found)),
    ]
    if all(path is None for path, _, _ in written):
        print(as_text(found), end="")
        return 0
    try:
        for path, ending, content in written:
            if path is not None:
                out = path if path.name else asked.file.with_suffix(ending)
                if out.resolve() == asked.file.resolve():
                    raise CannotSave(f"{out} is the battle itself. Name another file.")
                write_whole(out, content())
                print(out)
    except CannotSave as why:
        print(why, file=sys.stderr)
        return 2
    return 0
