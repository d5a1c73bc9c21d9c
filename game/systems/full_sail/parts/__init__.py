"""Parts of sheet and board that only this game has: deck, masts and sails, the wind, ropes, and both decks of a
boarding.

They are plain values. Directions are degrees clockwise from up. A `band` is a step of the ramp of seven colours, 0 the
worst and 6 the best, or -1.
"""

from __future__ import annotations

from typing import ClassVar

from game.core.display import OwnLook, OwnOverlay, OwnPanel, Point, Risk
from game.core.values import frozen

Id = str
WHOLE, CRIPPLED, GONE = range(3)  # states of a mast
WIND = "sail/3.4"


@frozen
class Deck:
    """A ship's guns as seen from above, in place of the list of systems. They are keys of icons of its sheet, from the
    bow to the stern. The stores on deck have their state beside them."""

    port: tuple[str, ...] = ()
    starboard: tuple[str, ...] = ()
    bow: tuple[str, ...] = ()
    stern: tuple[str, ...] = ()
    stowed: str = ""
    words: str = ""
    title: str = "On deck"
    rule: str = "table/sheet"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The stores on deck; the guns are among the systems."""
        return (f"{self.title}: {self.words}.",) if self.words else ()


@frozen
class Rig(OwnLook):
    """The masts from the bow to the stern, each whole, crippled or gone. Sails are set for a wind that blows `toward`,
    or furled. A ship that is `anchored` has a cable at its bow; one that `burns` has flames, and smoke downwind."""

    masts: tuple[int, ...]
    toward: float | None = None
    furled: bool = False
    anchored: bool = False
    burns: bool = False

    @property
    def words(self) -> str:
        """Words for a ship at anchor; empty for others."""
        return "at anchor" if self.anchored else ""


@frozen
class WindMark(OwnOverlay):
    """The wind over the whole table: its direction, its strength from 0 to 1, and the words below the rose."""

    rule: ClassVar[str] = WIND

    toward: float
    strength: float
    label: str
    note: str = ""

    @property
    def words(self) -> str:
        return self.label


@frozen
class WheelSector:
    """A course on the wheel: its figure, and the band of its colour. `words` name its point of sail, `note` describes a
    move that starts on it, and `becomes` one that ends on it."""

    direction: float
    figure: str
    band: int
    words: str = ""
    note: str = ""
    becomes: str = ""


@frozen
class CourseWheel(OwnOverlay):
    """A wheel round a ship with the effect of each of its courses. `heading` has a nib, and an arc shows the order in
    hand."""

    tool: ClassVar[str] = "arcs"
    plots: ClassVar[bool] = True
    rule: ClassVar[str] = WIND

    at: Point
    sectors: tuple[WheelSector, ...]
    heading: float
    becomes: float | None = None


@frozen
class Lashing(OwnOverlay):
    """Two ships held side by side by ropes."""

    ships: tuple[Id, Id]


@frozen
class DeckCrew:
    """The crew on one of two decks. It has the units of crew and of marines aboard, how many of them board, and how
    many are lost; the chance of each number of its kills in a round; its masts, and its action in a few words."""

    ship: Id
    crew: int
    marines: int
    sent: int = 0
    sent_marines: int = 0
    lost: int = 0
    kills: tuple[float, ...] = ()
    masts: tuple[int, ...] = ()
    words: str = ""


@frozen
class Outlook:
    """Another action possible later in the turn, in a few words, with a `note`. The exact chances of all its results
    sum to 1."""

    label: str
    note: str
    parts: tuple[Risk, ...]


@frozen
class TwoDecks(OwnPanel):
    """Two ships side by side, enlarged: the boarder and its target. `faces` are those with which each kind of unit
    kills, `note` is how long they fight, and `outlooks` are other actions of the first."""

    boarder: DeckCrew
    boarded: DeckCrew
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    note: str = ""
    outlooks: tuple[Outlook, ...] = ()

    @property
    def other(self) -> Id:
        return self.boarded.ship
