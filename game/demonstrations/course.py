"""Courses: pages of the rule book and demonstrations in an order, to be played one after the other.

A chapter of the book is a course by itself. A club's own is a file in the player's folder `courses`:

    title: An evening of turning
    about: For those who know the game on hexes.
    course: [full-thrust-base/2.2, side_slip, full-thrust-base/2.3]   addresses of pages, names of demonstrations
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from game.core.names import Name, Said
from game.demonstrations.catalogue import CatalogueEntry, entry_of, find_demonstration, is_shown
from game.formats.atomic_file import files_in
from game.formats.user_folders import home
from game.formats.validation import BadFile, Strict, document, known_words, validate
from game.rulebook.book import RuleEntry, rulebook

COURSES = "courses"  # the folder of the player's courses
MOST = 300  # stops of a course


class CourseFile(Strict):
    """A file of a course: its title, what it is about, and its stops in order."""

    title: Name
    about: Said = ""
    course: Annotated[list[Name], Field(min_length=1, max_length=MOST)]


@dataclass(frozen=True)
class CourseStop:
    """A page of the rule book, with the demonstration to play on it; None for the page's own."""

    page: RuleEntry
    shown: CatalogueEntry | None = None

    @property
    def title(self) -> str:
        """The title of the demonstration, or of the page."""
        return self.shown.title if self.shown else self.page.title


@dataclass(frozen=True)
class RuleCourse:
    """Stops in order. `path` is its file, None for a chapter."""

    title: str
    stops: tuple[CourseStop, ...]
    about: str = ""
    path: Path | None = None


def chapter_course(page: RuleEntry) -> RuleCourse:
    """Return the chapter of a page: every page under its first number that has a demonstration; of a page without a
    number, the whole book."""
    book, _, rest = page.address.partition("/")
    number = rest.partition("/")[0].partition(".")[0]
    head = f"{book}/{number}" if number.isdigit() else book
    below = f"{head}.", f"{head}/"
    pages = [one for one in rulebook().values() if one.address == head or one.address.startswith(below)]
    return RuleCourse(rulebook()[head].title, tuple(CourseStop(one) for one in pages if is_shown(one)))


def read_course(path: Path) -> RuleCourse:
    """Read the file of a course. Raises BadFile with all of its faults."""
    doc = document(path)
    data = doc.at(())
    if not isinstance(data, dict) or "course" not in data:
        raise BadFile((doc.problem((), "this is not a course: it has no line 'course'"),))
    file = validate(doc, CourseFile)
    stops = list[CourseStop]()
    listed = data["course"] if isinstance(data["course"], list) else []
    for index, name in enumerate(listed):
        if not isinstance(name, str):
            continue  # complained about already
        if name in rulebook():
            stops.append(CourseStop(rulebook()[name]))
            continue
        try:
            shown = entry_of(find_demonstration(name))
        except LookupError:
            words = f"there is neither a rule nor a demonstration '{name}'"
            doc.complain(("course", index), words, known_words(name, rulebook()))
            continue
        if shown.rule in rulebook():
            stops.append(CourseStop(rulebook()[shown.rule], shown))
        else:
            doc.complain(("course", index), f"the demonstration '{name}' names no rule of the book")
    doc.settle()
    if file is None:
        raise BadFile((doc.problem((), "this is not a course"),))
    return RuleCourse(file.title, tuple(stops), file.about, path)


def is_course(data: object) -> bool:
    """Return whether a file describes a course rather than a battle."""
    return isinstance(data, dict) and "course" in data and not {"sides", "system"} & data.keys()


def courses() -> list[RuleCourse | BadFile]:
    """Return the player's courses by the names of their files; the faults of those that cannot be read."""
    made = list[RuleCourse | BadFile]()
    for path in files_in(home() / COURSES):
        try:
            made.append(read_course(path))
        except BadFile as bad:
            made.append(bad)
    return made
