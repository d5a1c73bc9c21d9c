"""The page that lists the parts of another program's file that could not be imported, or were changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
from pygame import Rect
from pygame.event import Event

from game.battle.designs import own_folder
from game.exchange.files import WrittenDesign, read_foreign, write_designs
from game.exchange.taken import SYSTEM, Imported
from game.fleets.taken_fleet import write_fleet
from game.formats.atomic_file import CannotSave
from game.formats.problems import BadFile, Problem, refusal
from game.ui.host.screen import Answer, Push
from game.ui.pages.problem_page import MOST, Problems


def take_over(path: Path) -> TakenOver:
    """Import the designs and the fleet of a file into the player's own. Raises BadFile, CannotSave."""
    found = read_foreign(path)
    written = write_designs(found.designs, own_folder(SYSTEM))
    fleet = write_fleet(found, written)
    return TakenOver(path, found, written, fleet.told if fleet else ())


class TakenOver(Problems):
    """All notes about the designs of a file, in their order in the file."""

    subject = "table/other-programs"
    takes_files = True  # of several files dropped at once, the first opens this page

    def __init__(
        self, path: Path, found: Imported, written: Sequence[WrittenDesign], fleet: Sequence[str] = ()
    ) -> None:
        lines = (*(one.told for one in written if one.told), *fleet)
        told = [Problem(str(path), 0, 0, "", line) for line in lines]
        super().__init__(BadFile((*told, *found.every_note)))
        self.written = [*written]
        self.programs = {found.program: True}  # programs in the order of their files

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return a title with the number of designs, and the program they come from."""
        many = len(self.written)
        return f"{many or 'No'} design{'' if many == 1 else 's'} taken over", f"from {', '.join(self.programs)}"

    @property
    def explained(self) -> str:
        """The line below the title."""
        words = "What could not be taken over, and what is not as it was there."
        return words + (f" The first {MOST} of {self.bad.count} are shown." if self.bad.count > MOST else "")

    def handle(self, event: Event) -> Answer:
        """Handle an event. Another dropped file is imported too."""
        if event.type != pygame.DROPFILE:
            return super().handle(event)
        try:
            more = take_over(Path(event.file))
        except BadFile as bad:
            return Push(Problems(bad))
        except CannotSave as why:
            return Push(Problems(refusal(event.file, str(why))))
        self.bad, self.written = BadFile((*self.bad.problems, *more.bad.problems)), [*self.written, *more.written]
        self.programs |= more.programs
        self.relay()
        return None
