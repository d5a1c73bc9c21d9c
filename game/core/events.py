"""Events: lines of the log with their dice, reasons and rules; and totals built up from dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Literal

from game.core.values import frozen

Id = str
Point = tuple[float, float]

# The subject of a line. Games choose among these; the screens use them to decide what to draw, count and group.
EventKind = Literal[
    "initiative",  # which side acts first
    "move",  # a piece or a body goes along a path
    "contact",  # a piece on its way meets something; also the effect of that
    "hazard",  # damage that nobody aimed
    "fire",  # a shot or blow, or a decision not to fire
    "damage",  # the damage an attack does to its target
    "damage_check",  # dice for further breakage caused by damage
    "check",  # any other roll that a piece must pass
    "system",  # a system fails, works again or runs out by itself
    "repair",
    "lost",  # a piece goes out of play
    "note",  # everything else
    "outcome",  # the end of the battle
]
# kinds whose consecutive lines are shown as one event
EventGroup = Literal["initiative", "move", "hazard", "fire", "system", "repair"]

# the units that dice are counted in
ScoreUnit = Literal["points", "hits", "craft", "pulses", "warheads", "grapples", "crew", "captures"]

ONE = {"boxes": "box", "fighters": "fighter"}  # tracks that are counted, with the word for one box


@frozen
class Die:
    """One die as the log shows it: its face, whether it scored, and whether it earned another die."""

    face: int
    scored: bool = True
    again: bool = False
    sides: int = 6
    by: Id = ""  # who rolled it, if not the `who` of its line
    of: str = ""  # what it was rolled for, where the dice of a line were rolled for several things


@frozen
class Roll:
    """A roll by the umpire: its unique label and the faces."""

    label: str
    faces: tuple[int, ...]
    sides: int = 6


@frozen
class Score:
    """The total of some dice, and the exact chance of every possible total: `chances[n]` is that of n. `unit` says what
    is counted: points of damage before armour, shots that hit, craft, missiles and shots that were stopped, pulses of a
    volley, warheads that took effect, grapples that held, crew killed in boarding, ships taken by boarders."""

    rolled: int
    chances: tuple[float, ...]
    unit: ScoreUnit = "points"


@frozen
class Event:
    """One line of the log. `text` names ships and sides by their ids in braces ("{lancet} fires Beam 3 at {vesper}"):
    the screen colours them, and each side sees the names it knows. `reason` and `result` may do so too. `tone` of the
    result is good, bad or plain. Points are in MU."""

    kind: EventKind
    rule: str
    text: str
    who: Id = ""
    whom: Id = ""
    dice: tuple[Die, ...] = ()
    reason: str = ""
    result: str = ""
    tone: str = "plain"
    path: tuple[Point, ...] = ()  # the path flown, corner by corner
    facings: tuple[int, ...] = ()  # facing on each leg of the path
    line: tuple[Point, ...] = ()  # from the gun to its target
    at: Point | None = None
    time: float = 0.0  # when a contact happens, as a share of the movement, 0 to 1
    mounts: tuple[str, ...] = ()  # keys of the systems involved
    harm: tuple[tuple[str, int], ...] = ()  # boxes lost in this line, by track of the piece; empty if none
    headings: tuple[str, ...] = ()  # headings for all lines that follow from this one, the longest wording first
    weapon: str = ""  # the kind of gun, missile or craft
    score: Score | None = None  # the total of its dice, with the chances of all totals
    reply: Score | None = None  # the same for the dice that `whom` rolled in reply, with the same weapon
    replied: str = ""  # the result of the dice that `whom` rolled in reply, like `result` for those of `who`
    # boxes of `harm` by the piece that caused them, where several did together
    credit: tuple[tuple[Id, int], ...] = ()
    changes: tuple[Id, Id] | None = None  # `whom` changes sides, from the first to the second
    # the result depends on dice, for example boxes or a speed: forecasts leave it out
    figure: bool = False
    broken: tuple[str, ...] = ()  # names of the systems that stop working in this line
    downed: int = 0  # craft or missiles of `whom` that it shoots down
    fate: str = ""  # how a piece goes out of play, as in `removed_reason`: destroyed, captured, sunk
    distance: str = ""  # the distance from the gun to its target, in words
    shot: str = ""  # the shot it belongs to, where several are resolved one by one in steps
    step: str = ""  # the step of that shot, such as `pulses`
    needs: str = ""  # what its die, or that of its first step, must show, in few characters
    # what a piece leaves if it goes out of play without being destroyed: the table, the map, the battle
    leaves: str = ""
    side: Id = ""  # the only side that may read it; empty: everybody may
    turn: int = 0
    phase: int = 0

    def concerns(self, key: Id) -> bool:
        """Return whether a piece acts in the line, is acted on, or is named in it."""
        return key in (self.who, self.whom) or f"{{{key}}}" in self.text

    def words(self, names: Mapping[Id, str] | None = None) -> str:
        """Return the sentence with names instead of ids."""
        return _with_names(self.text, names)

    def text_beside(self, key: Id) -> str:
        """Return the text for use below the name of a piece: without that name at the start, or after `at` at the
        end."""
        own = f"{{{key}}}"
        return self.text.removeprefix(f"{own}'s").removeprefix(own).removesuffix(f" at {own}").strip()

    def words_beside(self, key: Id, names: Mapping[Id, str] | None = None) -> str:
        """Return `text_beside` with names instead of ids."""
        return _with_names(self.text_beside(key), names)

    def reason_words(self, names: Mapping[Id, str] | None = None) -> str:
        """Return the reason with names instead of ids."""
        return _with_names(self.reason, names)

    def result_words(self, names: Mapping[Id, str] | None = None) -> str:
        """Return the result with names instead of ids."""
        return _with_names(self.result, names)

    def result_beside(self, names: Mapping[Id, str] | None = None) -> str:
        """Return the result with names instead of ids; empty where the sentence ends with it: `Tuff is destroyed`."""
        said = not self.result.isdigit() and self.text.endswith(f" {self.result}")
        return "" if said else self.result_words(names)

    def __str__(self) -> str:
        return self.log_line()

    def log_line(self, names: Mapping[Id, str] | None = None) -> str:
        """Return the full line of the log: the sentence with names, dice, reason and result."""
        faces = " ".join(("→" if die.again else "") + str(die.face) for die in self.dice)
        parts = (self.words(names), faces, self.reason_words(names), self.result_beside(names))
        return " | ".join(part for part in parts if part)


_NAMED = re.compile(r"\{([^{}]+)\}")


def _with_names(text: str, names: Mapping[Id, str] | None) -> str:
    if "{" not in text:
        return text
    return _NAMED.sub(lambda found: (names or {}).get(found[1], found[1].replace("_", " ").title()), text)


def pieces(text: str) -> list[tuple[str, bool]]:
    """Split an event's text into (part, is it an id) pairs, for the screen to colour."""
    return [(piece, index % 2 == 1) for index, piece in enumerate(_NAMED.split(text)) if piece]


def sufferer(event: Event, is_piece: Callable[[Id], object] = bool) -> Id:
    """Return the piece that is acted on in a line; empty if there is none."""
    return next((key for key in (event.whom, event.who) if key and is_piece(key)), "")


def score_of(rolled: int, chances: Iterable[float], unit: ScoreUnit = "points") -> Score:
    """Return a score with its chances as plain numbers."""
    return Score(rolled, tuple(map(float, chances)), unit)


def total_harm(events: Iterable[Event]) -> dict[str, int]:
    """Return the boxes lost in some lines, by track; tracks that lost none are left out."""
    found: dict[str, int] = {}
    for event in events:
        for track, lost in event.harm:
            found[track] = found.get(track, 0) + lost
    return {track: lost for track, lost in found.items() if lost}


def harm_words(events: Iterable[Event]) -> str:
    """Return the losses in some lines in words: `7 hull and 2 armour`; empty if none."""
    return " and ".join(
        f"{lost} {ONE.get(track, track) if lost == 1 else track}" for track, lost in total_harm(events).items()
    )


def points(events: Iterable[Event]) -> dict[Id, int]:
    """Return the points of damage rolled in some lines, by target."""
    found: dict[Id, int] = {}
    for event in events:
        if event.score and event.score.unit == "points":
            found[event.whom] = found.get(event.whom, 0) + event.score.rolled
    return found


# -- figures built up from dice, for a sheet
# ----------------------------------------------------------------------------


@frozen
class DiceSum:
    """The dice of one source, and their total."""

    label: str
    dice: tuple[Die, ...]
    total: int


@frozen
class Pointer:
    """A value on a ruler, and what it stands for."""

    place: int
    label: str


@frozen
class Buildup:
    """A total built from dice by source, on a ruler of bands: each begins at a value and has a name. `words` describe
    the total, a line each; `lit` is its band. Pointers are totals that apply to other attackers. `steps` is what is
    done with it, in order; `at` is the index of the next step."""

    label: str
    note: str
    parts: tuple[DiceSum, ...]
    total: int
    words: tuple[str, ...]
    bands: tuple[tuple[int, str], ...]
    lit: int
    pointers: tuple[Pointer, ...] = ()
    rule: str = ""
    steps: tuple[str, ...] = ()
    at: int = 0


@frozen
class LadderMark:
    """A piece in one cell of a table: a letter on a disc in the colour of its side, or on a lozenge."""

    column: int
    letter: str
    side: Id
    shape: str = "disc"
    hint: str = ""


@frozen
class LadderRow:
    """A row of a table of bands, and the pieces that roll in it."""

    cells: tuple[str, ...]
    marks: tuple[LadderMark, ...] = ()


@frozen
class Ladder:
    """A table of bands from the worst for the ship to the best; one row is `lit`."""

    label: str
    note: str
    headings: tuple[str, ...]
    rows: tuple[LadderRow, ...]
    lit: int
    rule: str = ""


@frozen
class DiceRow:
    """Dice rolled for one purpose, and their result."""

    label: str
    dice: tuple[Die, ...]
    words: str
    tone: str = "plain"


def thrown_by(key: Id, dice: Iterable[Die], of: str = "") -> tuple[Die, ...]:
    """Return the dice marked with the piece that rolled them, and what for."""
    return tuple(replace(die, by=key, of=of or die.of) for die in dice)
