"""The verbs `import` and `export`: designs taken over from other programs and written for them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

from game.battle.designs import own_folder
from game.cli.commands import design_called
from game.cli.exit_codes import verb
from game.core.game_files import AnyFiles, ShipDesign
from game.core.names import sentence
from game.exchange import fleet_manager_out, plain_text
from game.exchange.files import WrittenDesign, read_foreign, write_designs
from game.exchange.taken import SYSTEM, Imported
from game.fleets.taken_fleet import write_fleet
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.problems import Problem
from game.formats.validation import BadFile
from game.rules.ships.design import Design

Asked = tuple[ShipDesign, AnyFiles]


@verb
def take_over(asked: Namespace) -> int:
    """Write the designs of files of other programs, or only check them; print each with what could not be taken
    over."""
    folder = asked.to or own_folder(SYSTEM)
    wrong = 0
    for path in asked.files:
        try:
            found = read_foreign(path)
            _print(path, found, None if asked.check else folder)
        except BadFile as bad:
            print(bad)
            wrong += 1
            continue
        wrong += not (found.designs or found.fleet) or (asked.check and bool(found.every_note))
    return 1 if wrong else 0


def _print(path: Path, found: Imported, folder: Path | None) -> None:
    """Print what a file held, and write its designs into a folder if there is one. Raises CannotSave."""
    many = len(found.designs)
    print(f"{path}: {found.program}, {many} design{'' if many == 1 else 's'}")
    _notes(found.notes)
    written = [] if folder is None else write_designs(found.designs, folder)
    for one, place in zip_longest(found.designs, written):
        print(f"{one.design.name}, {one.design.ship_class}: {one.drawn.cost.in_full}{_where(place)}")
        _notes(one.notes)
    if folder == own_folder(SYSTEM) and (fleet := write_fleet(found, written)):
        print(f"Fleet {fleet.name}, {fleet.ships} ship{'' if fleet.ships == 1 else 's'}")
        print("".join(f"  {line}\n" for line in (*([fleet.path] if fleet.path else []), *fleet.told)), end="")


def _where(written: WrittenDesign | None) -> str:
    if written is None:
        return ""
    return f"\n  {written.path}" + (f"\n  {written.told}" if written.told else "")


def _notes(notes: tuple[Problem, ...]) -> None:
    for note in notes:
        print("\n".join(f"  {line}" for line in str(note).splitlines()))


@verb
def give_away(asked: Namespace) -> int:
    """Write designs for another program, or as text; print what that cannot hold on standard error."""
    designs = [design_called(name)[:2] for name in asked.designs]
    write: Callable[[list[Asked]], str] = _for_fleet_manager if asked.form == "ftfm" else plain_text.design_text
    text = write(designs)
    if asked.out is None:
        print(text, end="")
        return 0
    if any(asked.out.resolve() == Path(name).resolve() for name in asked.designs):
        raise CannotSave(f"{asked.out} is what is to be written. Name another file.")
    write_whole(asked.out, text.encode())
    print(asked.out)
    return 0


def _for_fleet_manager(asked: list[Asked]) -> str:
    """Return designs as a file of FullThrustFleetManager. Raises CannotSave."""
    ours = [design for design, _ in asked if isinstance(design, Design)]
    if strange := [design.name for design, _ in asked if not isinstance(design, Design)]:
        raise CannotSave(f"FullThrustFleetManager holds ships of Full Thrust only; {', '.join(strange)} is none.")
    if len(fleet_manager_out.rulesets(ours)) > 1:
        raise CannotSave("A file of FullThrustFleetManager holds ships of one edition: write them into two files.")
    text, losses = fleet_manager_out.design_text(ours)
    for design, loss in losses:
        print(f"{design.name}: {sentence(loss.words)}", file=sys.stderr)
    return text
