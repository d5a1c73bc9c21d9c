"""Lines in and lines out, for a terminal, a pipe or a screen reader. Nothing needs colours or a cursor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from game.core.names import without_hidden

LONGEST_LINE = 8_000  # characters of a typed line; the longest order has half of that
BLANK = 80  # empty lines that push what was shown off a screen without control codes
CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what was scrolled off it
STRAY = " .,;!?"  # signs round a word that do not matter
CAP = f"A line has {LONGEST_LINE} characters at most. Nothing of it was read."


def plain_word(text: str) -> str:
    """Return an answer in lower case, without the sign that ends the sentence."""
    return text.strip(STRAY).casefold()


class Terminal:
    """A source of typed lines and a sink of plain lines; both may be pipes."""

    def __init__(self, source: TextIO | None, sink: TextIO | None) -> None:
        self._source, self._sink = source, sink
        self.ended = source is None  # there is no more input

    def say(self, *lines: str) -> None:
        """Print lines, each with its own line end."""
        for line in lines:
            print(line.rstrip(), file=self._sink)

    def paragraph(self, lines: Iterable[str]) -> None:
        """Print lines and an empty one after them; nothing if there are none."""
        if told := list(lines):
            self.say(*told, "")

    def ask(self, prompt: str) -> str | None:
        """Return a typed line without blanks round it; None at the end of the input."""
        while not self.ended:
            print(f"{prompt}> ", end="", file=self._sink, flush=True)
            line = self._line()
            if line is not None:
                self._echo(line)
                return " ".join(without_hidden(line.replace("\t", " ")).split())
        return None

    def _echo(self, line: str) -> None:
        """Show what was read from a pipe, as a terminal shows what is typed."""
        if self._source is not None and not self._source.isatty():
            self.say(without_hidden(line.rstrip("\n")))

    def _line(self) -> str | None:
        """Return the next line; None if it was too long, or there is none."""
        assert self._source is not None
        line = self._source.readline(LONGEST_LINE + 1)
        if not line:
            self.ended = True
            self.say("")
            return None
        if len(line) <= LONGEST_LINE or line.endswith("\n"):
            return line
        while line and not line.endswith("\n"):
            line = self._source.readline(LONGEST_LINE)
        self.say(CAP)
        return None

    def clear(self) -> None:
        """Hide all that was shown, also above the screen, as somebody else sits down."""
        if self._sink is not None and self._sink.isatty():
            print(CLEARED, end="", file=self._sink, flush=True)
        self.say(*[""] * BLANK)
