"""What the screen is given to draw of wind, sails and ships side by side: plain values that name no rule system.

Directions are degrees clockwise from up; a `band` is a step of the ramp of seven colours, 0 the worst and 6 the best, or -1.
"""

from __future__ import annotations

from game.core.values import frozen

Point = tuple[float, float]
Id = str
WHOLE, CRIPPLED, GONE = range(3)  # states of a mast


@frozen
class WindMark:
    """The wind over the whole table: where it blows to, how strong it is of 1, and its words below the rose."""

    toward: float
    strength: float
    label: str
    note: str = ""


@frozen
class WheelSector:
    """A course of a wheel: its figure, and the band of its colour."""

    direction: float
    figure: str
    band: int


@frozen
class CourseWheel:
    """Round a ship: what each of its courses would give it. `heading` has a nib, what the order in hand makes of it an arc."""

    at: Point
    sectors: tuple[WheelSector, ...]
    heading: float
    becomes: float | None = None


@frozen
class Rig:
    """Masts from the bow to the stern, each whole, crippled or gone; sails are set for a wind that blows `toward`, or furled."""

    masts: tuple[int, ...]
    toward: float | None = None
    furled: bool = False


@frozen
class Lashing:
    """Two ships that are held side by side: ropes between them."""

    ships: tuple[Id, Id]


@frozen
class Deck:
    """Where the guns of a ship stand as it is seen from above: keys of icons of its sheet, from the bow to the stern; and
    what is stowed on deck, with what has become of it."""

    port: tuple[str, ...] = ()
    starboard: tuple[str, ...] = ()
    bow: tuple[str, ...] = ()
    stern: tuple[str, ...] = ()
    stowed: str = ""
    words: str = ""


@frozen
class DeckCrew:
    """Who is on one of two decks: units of crew and of marines aboard, how many of them go over, and how many are lost; the
    chance of each number of units that it kills in a round; its masts, and what it does in a few words."""

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
class TwoDecks:
    """Two ships side by side, enlarged: the one that boards, and the one that is boarded."""

    boarder: DeckCrew
    boarded: DeckCrew
