"""The verb `sheets`: the sheets of ships for paper, as PDF or SVG."""

from __future__ import annotations

from argparse import Namespace

from game.cli.exit_codes import verb
from game.cli.streams import refuse
from game.formats.atomic_file import CannotSave, write_whole
from game.paper.files import KINDS, files_of
from game.paper.layout import pages_of
from game.paper.sources import files_to_print
from game.systems import SYSTEMS


@verb
def sheets(asked: Namespace) -> int:
    """Write the sheets, and print the path of each file."""
    if asked.out.suffix.lower() not in KINDS:
        return refuse(f"The name of the sheets must end in {' or '.join(KINDS)}: {asked.out} does not.")
    printing = files_to_print(asked.files, SYSTEMS.values(), asked.side, asked.as_now)
    if not printing.ships:
        return refuse("There is no ship in that whose sheet may be printed.")
    pages = pages_of(printing.ships, printing.title, asked.paper, asked.a_page)
    for path, content in files_of(pages, printing.title, asked.out):
        if any(path.resolve() == one.resolve() for one in asked.files):
            raise CannotSave(f"{path} is what is to be printed. Name another file.")
        write_whole(path, content)
        print(path)
    return 0
