"""Problems in a file: each with its position, the error that holds them all, and their text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.core.names import visible

Step = str | int
Steps = tuple[Step, ...]
Words = str | Callable[[], str]  # a sentence, or a function that makes it when needed

WIDEST = 120  # characters of a source line printed under a problem
SHOWN = 40  # problems of one file that are printed; the rest are counted
KEPT = 400  # problems of one file that are kept, with hints; the rest are counted
LONGEST_STEP = 60  # characters printed of one step of a path
LONGEST_PATH = 400  # characters printed of a file name


@dataclass(frozen=True)
class Problem:
    """One problem in a file: its place (lines and columns from 1; line 0 is the file as a whole), a message and a
    hint."""

    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""
    source: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        end = "" if self.message.endswith((".", "?")) else "."
        first = ": ".join(part for part in (place, self.path, f"{self.message}{end} {self.hint}".rstrip()) if part)
        first = visible(first)
        if not self.source.strip():
            return first
        start = max(0, self.column - 1 - WIDEST // 2) if len(self.source) > WIDEST else 0
        shown = visible(self.source[start : start + WIDEST])
        under = "".join("\t" if letter == "\t" else " " for letter in shown[: self.column - 1 - start])
        return f"{first}\n    {shown}\n    {under}^"


class BadFile(Exception):
    """A file that cannot be used, with its problems; str() lists them for the author. `more` is the number of problems
    that are only counted."""

    def __init__(self, problems: tuple[Problem, ...], more: int = 0) -> None:
        super().__init__(problems, more)
        self.problems, self.more = problems, more

    @property
    def count(self) -> int:
        """The number of problems, including those that are only counted."""
        return len(self.problems) + self.more

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if self.count > SHOWN:
            lines.append(f"… and {self.count - SHOWN} more.")
        return "\n".join(lines)


def path_text(path: Steps) -> str:
    """Return a path as shown to the author: ships.lancet.at, script.3 (list items count from 1)."""
    return ".".join(str(step + 1) if isinstance(step, int) else cut(step, LONGEST_STEP) for step in path)


def cut(text: str, most: int) -> str:
    """Return a text cut to `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def sentence_of(words: Words) -> str:
    """Return a sentence, calling the function that makes it if necessary."""
    return words if isinstance(words, str) else words()


def refusal(path: Path | str, message: str, hint: str = "") -> BadFile:
    """Return a BadFile about the file as a whole."""
    return BadFile((Problem(cut(str(path), LONGEST_PATH), 0, 0, "", message, hint),))
