"""Frames of a direct connection between two programs: which messages each has, and messages as texts.

It is only another way for the files that go by mail: nothing here is trusted, and each text is checked like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from game.core.orders import Id
from game.far.messages.ledger import Known
from game.far.messages.message import Count, NotTaken, Seat

MOST = 384 * 1024  # bytes of a frame: an invitation in base64, and a little more


class _Frame(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Have(_Frame):
    """The number of messages of each seat that a program has. It asks for those that it lacks."""

    kind: Literal["have"] = "have"
    counts: dict[Seat, Count]


class Give(_Frame):
    """The text of a message."""

    kind: Literal["give"] = "give"
    text: Annotated[str, Field(max_length=MOST)]


class Ping(_Frame):
    """A sign of life."""

    kind: Literal["ping"] = "ping"


class Bye(_Frame):
    """The end of the connection, and why."""

    kind: Literal["bye"] = "bye"
    why: Annotated[str, Field(max_length=200)] = ""


Frame = Have | Give | Ping | Bye
_READ = TypeAdapter[Frame](Annotated[Frame, Field(discriminator="kind")])


def packed(frame: Frame) -> bytes:
    """Return a frame as bytes, its length before it."""
    body = frame.model_dump_json().encode()
    return len(body).to_bytes(4, "big") + body


def unpacked(body: bytes) -> Frame:
    """Return the frame of these bytes. Raises NotTaken."""
    try:
        return _READ.validate_json(body)
    except (ValidationError, ValueError, RecursionError):
        raise NotTaken("it sends what is no part of this game") from None


class Shelf(Protocol):
    """The messages of a battle, and the place where new ones are taken in."""

    def counts(self) -> Mapping[Id, int]:
        """Return the number of messages of each seat."""

    def text(self, seat: Id, no: int) -> str:
        """Return the text of a message."""

    def take(self, text: str) -> object:
        """Take in a text. Raises NotTaken."""


class FileExchange:
    """One end of a connection: it answers frames, so that both ends come to have the same messages."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.refused = ""  # why the last text of the other end was not taken
        self._theirs: dict[Id, int] | None = None  # what the other end has, as far as it has said or been given

    def begin(self) -> Have:
        """Return the first frame."""
        return Have(counts=dict(self.shelf.counts()))

    def answer(self, frame: Frame) -> Iterator[Frame]:
        """Yield the frames that answer one. Raises NotTaken if the other end breaks the rules of the connection."""
        if isinstance(frame, Have):
            self._theirs = dict(frame.counts)
            yield from self.news()
        elif isinstance(frame, Give):
            before = dict(self.shelf.counts())
            try:
                self.shelf.take(frame.text)
            except Known:
                return
            except NotTaken as why:
                self.refused = str(why)
                return
            after = self.shelf.counts()
            if self._theirs is not None:
                self._theirs |= {seat: max(self._theirs.get(seat, 0), count) for seat, count in after.items()}
            if before == after:  # it came too early: ask for what lies between
                yield self.begin()
        elif isinstance(frame, Bye):
            raise NotTaken(frame.why or "the other program has left")

    def news(self) -> Iterator[Give]:
        """Yield the messages that the other end is known to lack."""
        if self._theirs is None:
            return
        for seat, count in self.shelf.counts().items():
            for no in range(self._theirs.get(seat, 0), count):
                yield Give(text=self.shelf.text(seat, no))
            self._theirs[seat] = max(count, self._theirs.get(seat, 0))

    @property
    def level(self) -> bool:
        """Return whether the other end has everything that this end has."""
        counts = self.shelf.counts().items()
        return self._theirs is not None and all(self._theirs.get(seat, 0) >= count for seat, count in counts)
