"""The verb `sheets`: the sheets of ships for paper, as PDF or SVG; exit codes as for other verbs."""

from __future__ import annotations

import sys
from argparse import Namespace

from game.battle.seats import NoSeat
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.validation import BadFile
from game.paper.files import KINDS, files_of
from game.paper.layout import pages_of
from game.paper.sources import files_to_print
from game.systems import SYSTEMS


def sheets(asked: Namespace) -> int:
    """Write the sheets, and print the path of each file."""
    if asked.out.suffix.lower() not in KINDS:
        print(f"The name of the sheets must end in {' or '.join(KINDS)}: {asked.out} does not.", file=sys.stderr)
        return 2
    try:
        printing = files_to_print(asked.files, SYSTEMS.values(), asked.side, asked.as_now)
    except BadFile as bad:
        print(bad, file=sys.stderr)
        return 1
    except NoSeat as why:
        print(why, file=sys.stderr)
        return 2
    if not printing.ships:
        print("There is no ship in that whose sheet may be printed.", file=sys.stderr)
        return 2
    try:
        pages = pages_of(printing.ships, printing.title, asked.paper, asked.a_page)
        for path, content in files_of(pages, printing.title, asked.out):
            if any(path.resolve() == one.resolve() for one in asked.files):
                raise CannotSave(f"{path} is what is to be printed. Name another file.")
            write_whole(path, content)
            print(path)
    except CannotSave as why:
        print(why, file=sys.stderr)
        return 2
    return 0
