"""The verb `film`: a saved battle as a page for a browser or as a moving picture."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from game.battle.loader import Opened, open_battle
from game.battle.seats import NoSeat, seat
from game.cli.exit_codes import verb
from game.cli.progress import counter
from game.cli.streams import refuse
from game.core.orders import Id
from game.demonstrations.film_look import FilmLook
from game.demonstrations.reel import Reel, turns_of
from game.demonstrations.steps import StepCursor
from game.formats.atomic_file import write_whole

Progress = Callable[[int, int], object]  # frames drawn, and of how many
Darkroom = Callable[[StepCursor, Path, FilmLook, Progress], bytes]  # makes the film that a path names
ENDINGS = (".html", ".webp", ".gif")


@verb
def film(asked: Namespace, darkroom: Darkroom) -> int:
    """Write a save as a film."""
    out: Path = asked.out
    if out.suffix.lower() not in ENDINGS:
        return refuse(f"{out} does not say which kind of film it is to be: its name must end in {', '.join(ENDINGS)}.")
    opened = open_battle(asked.file)
    if fault := why_not_filmed(opened, asked.side) or _itself(out, asked.file):
        return refuse(fault)
    for notice in opened.notices:
        print(notice, file=sys.stderr)
    reel = Reel(opened.battle, asked.side)
    shown = turns_of(reel, *asked.turns) if asked.turns else reel
    if shown is None:
        return refuse(f"Nothing is shown of those turns: this battle has turns {min(reel.turns)} to {max(reel.turns)}.")
    look = FilmLook(asked.size, asked.speed, asked.frames, asked.colours)
    content = darkroom(shown, out, look, counter("frames"))
    write_whole(out, content)
    print(f"{len(shown.steps)} steps, {len(content) / 1e6:.1f} MB: {out}")
    return 0


def why_not_filmed(opened: Opened, side: Id | None) -> str:
    """Return why a battle cannot be filmed for a side, in a sentence; empty if it can. Only a finished one may be seen
    by all."""
    if not opened.saved:
        return f"{opened.document.name} is not a saved battle: its script is more than orders, or there is none."
    try:
        seat(opened, side)
    except NoSeat as why:
        return str(why)
    return ""


def _itself(out: Path, file: Path) -> str:
    return f"{out} is the battle itself. Name another file." if out.resolve() == file.resolve() else ""
