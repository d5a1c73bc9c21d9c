"""Parts of sheet and board that only this game has: deck, masts and sails, the wind, ropes, and both decks of a
boarding.

Plain values. Directions are degrees clockwise from up; a `band` is a step of the ramp of seven colours, 0 the worst and
6 the best, or -1.
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
    """Where the guns of a ship stand as it is seen from above: keys of icons of its sheet, from the bow to the stern;
    and what is stowed on deck, with what has become of it. It stands in place of a list of systems."""

    port: tuple[str, ...] = ()
    starboard: tuple[str, ...] = ()
    bow: tuple[str, ...] = ()
    stern: tuple[str, ...] = ()
    stowed: str = ""
    words: str = ""
    title: str = "On deck"
    rule: str = "table/sheet"


@frozen
class Rig(OwnLook):
    """Masts from the bow to the stern, each whole, crippled or gone; sails are set for a wind that blows `toward`, or
    furled. A ship that is `anchored` lies to a cable from its bow, one that `burns` has flames, and smoke down-wind."""

    masts: tuple[int, ...]
    toward: float | None = None
    furled: bool = False
    anchored: bool = False
    burns: bool = False

    @property
    def words(self) -> str:
        """A ship at anchor goes nowhere."""
        return "at anchor" if self.anchored else ""


@frozen
class WindMark(OwnOverlay):
    """The wind over the whole table: where it blows to, how strong it is of 1, and its words below the rose."""

    rule: ClassVar[str] = WIND

    toward: float
    strength: float
    label: str
    note: str = ""

    @property
    def words(self) -> str:
        """Its own."""
        return self.label


@frozen
class WheelSector:
    """A course of a wheel: its figure, and the band of its colour; in `words` what kind of course it is, with a `note`
    on a move that begins so, and what `becomes` of one that ends so."""

    direction: float
    figure: str
    band: int
    words: str = ""
    note: str = ""
    becomes: str = ""


@frozen
class CourseWheel(OwnOverlay):
    """Round a ship: what each of its courses would give it. `heading` has a nib, what the order in hand makes of it an
    arc."""

    tool: ClassVar[str] = "arcs"
    plots: ClassVar[bool] = True
    rule: ClassVar[str] = WIND

    at: Point
    sectors: tuple[WheelSector, ...]
    heading: float
    becomes: float | None = None


@frozen
class Lashing(OwnOverlay):
    """Two ships that are held side by side: ropes between them."""

    ships: tuple[Id, Id]


@frozen
class DeckCrew:
    """Who is on one of two decks: units of crew and of marines aboard, how many of them go over, and how many are lost;
    the chance of each number of units that it kills in a round; its masts, and what it does in a few words."""

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
    """Something else that may be done later in the turn, in a few words, with a `note` and the exact chances of all
    that it can lead to; they sum to 1."""

    label: str
    note: str
    parts: tuple[Risk, ...]


@frozen
class TwoDecks(OwnPanel):
    """Two ships side by side, enlarged: the one that boards, and the one that is boarded. `faces` are those of a die on
    which each kind of unit kills, and `note` how long they fight; `outlooks` is what else the first may do."""

    boarder: DeckCrew
    boarded: DeckCrew
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    note: str = ""
    outlooks: tuple[Outlook, ...] = ()

    @property
    def other(self) -> Id:
        """The ship that is boarded."""
        return self.boarded.ship
