"""Values that commands change one after another: each makes a new value and keeps the old, for undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.orders import Illegal

S = TypeVar("S")
T = TypeVar("T")


class History(Generic[S]):
    """Commands in words and their results; `version` grows with every change, so that a screen knows when to
    refresh."""

    def __init__(self, state: S) -> None:
        self._done: list[tuple[str, S]] = [("", state)]
        self._at = 0
        self.version = 0

    @property
    def state(self) -> S:
        """The present state."""
        return self._done[self._at][1]

    @property
    def origin(self) -> S:
        """The state when it was opened."""
        return self._done[0][1]

    @property
    def done(self) -> list[str]:
        """The commands so far in words, the last first."""
        return [words for words, _ in self._done[self._at : 0 : -1]]

    @property
    def undone(self) -> list[str]:
        """The commands that can be redone, the next first."""
        return [words for words, _ in self._done[self._at + 1 :]]

    def undo(self, steps: int = 1) -> str:
        """Undo that many commands; return the words of the last. Raises Illegal if there is none."""
        if self._at < steps:
            raise Illegal("nothing has been done yet", "table/undo")
        words = self._done[self._at - steps + 1][0]
        self._at -= steps
        self.version += 1
        return words

    def redo(self) -> str:
        """Redo the last undone command. Raises Illegal if there is none."""
        if self._at + 1 >= len(self._done):
            raise Illegal("nothing was taken back", "table/undo")
        self._at += 1
        self.version += 1
        return self._done[self._at][0]

    def together(self, words: str, deeds: Callable[[], T]) -> T:
        """Carry out several commands as one, and return their result. If one raises Illegal, none is carried out."""
        before, done = self._at, list(self._done)
        try:
            found = deeds()
        except Illegal:
            self._done, self._at = done, before
            self.version += 1
            raise
        if self._at > before:
            self._done[before + 1 :] = [(words, self.state)]
            self._at = before + 1
        return found

    def _do(self, words: str, state: S) -> None:
        """Record a command: undone ones can no longer be redone."""
        del self._done[self._at + 1 :]
        self._done.append((words, state))
        self._at += 1
        self.version += 1

    def _pass(self, state: S) -> None:
        """Change the state without a command: undo skips it."""
        self._done[self._at] = self._done[self._at][0], state
        self.version += 1
