"""The verb `account`: the deeds and losses of each ship of a battle, in the terminal or in files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from game.account.account import Account, account_of
from game.account.page import page
from game.account.tables import as_csv, as_text
from game.battle.loader import open_battle
from game.battle.seats import seen_by
from game.cli.exit_codes import verb
from game.formats.atomic_file import CannotSave, write_whole

Pencil = Callable[[Account], bytes]  # draws an account as PNG


@verb
def account(asked: Namespace, pencil: Pencil) -> int:
    """Print the account, or write it as CSV, as a page and as a picture: where no path is given, beside the file."""
    found = account_of(seen_by(open_battle(asked.file), asked.side))
    written: list[tuple[Path | None, str, Callable[[], bytes]]] = [
        (asked.csv, ".csv", lambda: as_csv(found).encode()),
        (asked.html, ".html", lambda: page(found).encode()),
        (asked.png, ".png", lambda: pencil(found)),
    ]
    if all(path is None for path, _, _ in written):
        print(as_text(found), end="")
        return 0
    for path, ending, content in written:
        if path is not None:
            out = path if path.name else asked.file.with_suffix(ending)
            if out.resolve() == asked.file.resolve():
                raise CannotSave(f"{out} is the battle itself. Name another file.")
            write_whole(out, content())
            print(out)
    return 0
