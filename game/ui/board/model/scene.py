"""What the board is asked to show: one frozen value, made anew by a screen whenever something changes; no part of the
rules.

A scene holds only what one seat may know: its `view`, and answers of that view. Ids are those of ships; points are MU.
The board tells what changed by comparing parts, so a screen passes the same tuples again where nothing did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pygame import Rect

from game.board.boards import board_of
from game.core.display import Badge, Destination, Meter, Overlay, Pose, Shot, Token
from game.core.events import Event
from game.ui.board.model.turn_options import Opening, openings
from game.ui.render.theme import Colour, theme

if TYPE_CHECKING:
    from game.battle.battle import View
    from game.ui.board.model.playback import AnimationFrame

Id = str
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnPose:
    """Where a ship is drawn: MU, degrees clockwise from up."""

    at: tuple[float, float]
    degrees: float


@dataclass(frozen=True, slots=True)
class Volley:
    """Guns of one ship that bear on one target: a line a gun and one plate. `note` says what protects the target."""

    firer: Id
    target: Id
    shots: tuple[Shot, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """A thin line from a ghost (or ship) to an enemy with a chip: range, arc and what would bear."""

    firer: Id
    target: Id
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A gun that may not fire at a target, drawn with the place and the reason."""

    firer: Id
    shot: Shot


@dataclass(frozen=True, slots=True)
class Pin:
    """A numbered event, with the same number in a list beside the board."""

    number: int
    event: Event
    tone: str = ""  # bad, good, note, muted; the colour of the side that acted if empty


@dataclass(frozen=True, slots=True)
class Trail:
    """A path on the table. `kind`: flown (dotted), shown (the same, boldly), sealed (thin, solid), idle (where a ship
    goes without an order)."""

    ship: Id
    path: tuple[Point, ...]
    kind: str = "flown"


@dataclass(frozen=True, slots=True)
class Stray:
    """The place in a formation that a piece cannot keep with the order in hand, and how it misses it, in a few
    words."""

    at: tuple[float, float]
    words: str


@dataclass(frozen=True, slots=True)
class Doom:
    """A piece that the order it has may cost: its way, the place where it may be lost on it, and what happens, in a few
    words.

    Without a place it comes to its end, or `leaves` the table. A chance that is not `grave` is drawn in yellow.
    """

    path: tuple[Point, ...]
    words: str
    at: Point | None = None
    leaves: bool = False
    grave: bool = True
    lines: tuple[tuple[str, str], ...] = ()  # what the card of the order says: words, and a figure at their right
    rule: str = ""

    @property
    def first_words(self) -> str:
        """Why it is in danger: by what it may be lost, or else the first harm that may come to it."""
        return self.words or " ".join(next(iter(self.lines), ()))


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the board at one moment."""

    view: View
    chosen: Id = ""
    targets: tuple[Id, ...] = ()  # in brackets
    hovered: Id = ""
    waiting: frozenset[Id] = frozenset()  # a diamond: these still need an order
    notes: Mapping[Id, str] = field(default_factory=dict)  # second line of a name; without an entry `v 8 · c 2`
    badges: Mapping[Id, tuple[Badge, ...]] = field(default_factory=dict)  # as orders have them, in place of those now
    # where ships would be; the chosen ship's is the ghost in hand
    ghosts: Mapping[Id, Pose] = field(default_factory=dict)
    pulled_to: Pose | None = None  # where the ghost in hand is by now, where all the rest is still of a moment ago
    destinations: tuple[Destination, ...] = ()  # own envelope
    destination: Destination | None = None  # the one in hand
    # How likely the ship is lost at each end, harm as a small chance; empty while not known.
    hazards: tuple[float, ...] = ()
    dooms: Mapping[Id, Doom] = field(default_factory=dict)  # pieces that may be lost with the orders they have
    meter: Meter | None = None  # its meter: with it a card stands beside the ghost
    threats: Mapping[Id, tuple[Destination, ...]] = field(default_factory=dict)  # envelopes of others
    grounds: tuple[Overlay, ...] = ()  # on which what others fly or launch strikes, the same all through a drag
    overlays: tuple[Overlay, ...] = ()
    trails: tuple[Trail, ...] = ()
    volleys: tuple[Volley, ...] = ()
    aims: tuple[Aim, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    pins: tuple[Pin, ...] = ()
    focus: Event | None = None  # a line of the log, shown where it happened
    counters: tuple[Token, ...] = ()  # that will lie on the table later, besides those of the view
    moment: AnimationFrame | None = None  # ships and marks while something is played back
    ruler: tuple[Point, Point] | None = None
    picked: tuple[Id, ...] = ()  # pieces that are taken in hand together
    pulled: tuple[Id, ...] = ()  # of those the ones that follow the one that is being dragged
    strays: Mapping[Id, Stray] = field(default_factory=dict)  # of those the ones that cannot keep their place
    box: Rect | None = None  # that is being drawn to pick some, pixels
    pointed: Point | None = None  # the middle of the cell under the pointer, on a board of cells
    tools: frozenset[str] = frozenset(("arcs", "range", "threat", "sight", "grid"))
    reserved: tuple[Rect, ...] = field(default=())  # pixels that something else covers; words keep off

    @property
    def hand(self) -> frozenset[Id]:
        """Pieces whose orders change with every step of a plot: what is planned round them stays where it is
        meanwhile."""
        return frozenset((self.chosen, *self.pulled)) if self.destinations else frozenset()

    @property
    def afloat(self) -> list[Point]:
        """Where the ships in play lie (MU)."""
        return [ship.at for ship in self.view.state.ships.values() if ship.in_play]

    def ghost(self, key: Id) -> Pose | None:
        """Where the ghost of a piece is now."""
        return self.pulled_to if self.pulled_to and key == self.chosen else self.ghosts.get(key)

    @property
    def openings(self) -> tuple[Opening, ...]:
        """Where the way in hand could still turn, on a board whose ways go through the sides of cells."""
        pose, board = self.ghosts.get(self.chosen), board_of(self.view.state.table)
        if pose is None or not self.destinations or self.moment or board.grain == 1:
            return ()
        return openings(self.destinations, pose, board)

    def colour(self, key: Id) -> Colour:
        """The colour of a ship's or side's seat."""
        state = self.view.state
        side = state.sides.get(state.owner(key))
        return theme.seat(side.seat if side else 2)

    def friendly(self, key: Id) -> bool:
        """Whether a ship belongs to whoever looks; with open books, to the side of the chosen ship."""
        state = self.view.state
        mine = self.view.side or (
            state.ships[self.chosen].side if self.chosen in state.ships else next(iter(state.sides), "")
        )
        return bool(state.owner(key) == mine)

    def tone(self, name: str) -> Colour:
        """The colour of a role or a side; own and enemy are the seats of the chosen ship's side and of another."""
        p = theme.palette
        if name in self.view.state.sides:
            return self.colour(name)
        if name == "own":
            return self.colour(self.chosen) if self.chosen else theme.accent
        if name == "enemy":
            own = self.tone("own")
            seats = [theme.seat(side.seat) for side in self.view.state.sides.values()]
            return next((colour for colour in seats if colour != own), p.amber)
        return {"good": p.green, "bad": p.red, "note": p.yellow, "ordnance": p.violet, "flank": p.violet}.get(
            name, p.muted
        )
