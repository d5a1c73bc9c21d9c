"""The scene that the board shows: one frozen value, which a screen makes again whenever something changes; no part of
the rules.

A scene holds only what one side may know: its `view`, and answers of that view. Ids are those of ships; points are MU.

It has five parts, from below: ground, others, asked, hand, over. Each layer of the board is a picture of the parts up
to one of them. It is given no other parts, and is cached as long as its parts are equal. Names are placed by the parts
up to `asked`. If nothing has changed, a screen passes the same tuples again, which are faster to compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from pygame import Rect

from game.board.boards import board_of
from game.board.terrain import Body
from game.core.display import Badge, Destination, Meter, Overlay, Pose, Shot, Token, Zone
from game.core.events import Event
from game.seating.dangers import Doom
from game.ui.board.model.turn_options import Opening, openings
from game.ui.render.theme import Colour, theme

if TYPE_CHECKING:
    from game.battle.battle import View
    from game.ui.board.model.advice_picture import AdvicePicture
    from game.ui.board.model.playback import AnimationFrame, MovingShip

Id = str
Point = tuple[float, float]
T = TypeVar("T")
EMPTY: Mapping[Id, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DrawnPose:
    """A ship's pose as drawn: place in MU, heading in degrees clockwise from up."""

    at: tuple[float, float]
    degrees: float


@dataclass(frozen=True, slots=True)
class Volley:
    """Guns of one ship that bear on one target, drawn as a line for each gun and one plate. `note` is the target's
    protection."""

    firer: Id
    target: Id
    shots: tuple[Shot, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """A thin line from a ghost (or ship) to an enemy with a chip: range, arc and the guns that would bear."""

    firer: Id
    target: Id
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A gun that may not fire at a target, drawn with the obstacle and the reason."""

    firer: Id
    shot: Shot


@dataclass(frozen=True, slots=True)
class Pin:
    """A numbered event, with its number in a list beside the board."""

    number: int
    event: Event
    tone: str = ""  # bad, good, note, muted; empty: the colour of the acting side


@dataclass(frozen=True, slots=True)
class Trail:
    """A path on the table. `kind` is flown (dotted), shown (bold), sealed (thin, solid) or idle (of a ship without an
    order)."""

    ship: Id
    path: tuple[Point, ...]
    kind: str = "flown"


@dataclass(frozen=True, slots=True)
class Stray:
    """A place in a formation that a piece cannot keep with the order in hand, and the piece's deviation in a
    few words."""

    at: tuple[float, float]
    words: str


TOOLS = frozenset(("arcs", "range", "threat", "sight", "grid"))
ON_GROUND = frozenset(("grid", "compass", "names"))  # tools that show parts of the table itself


@dataclass(frozen=True, slots=True)
class Ground:
    """The table without pieces: its fixed terrain, and its tools."""

    bodies: tuple[Body, ...]
    tools: frozenset[str]


@dataclass(frozen=True, slots=True)
class Others:
    """Everything that does not belong to the chosen piece, or to those that follow it."""

    view: View
    chosen: Id = ""
    tools: frozenset[str] = TOOLS
    waiting: frozenset[Id] = frozenset()  # pieces that still need an order, marked with a diamond
    notes: Mapping[Id, str] = field(default_factory=dict)  # second line of a name; without an entry `v 8 · c 2`
    ghosts: Mapping[Id, Pose] = field(default_factory=dict)  # future poses of pieces
    dooms: Mapping[Id, Doom] = field(default_factory=dict)  # pieces that may be lost by their orders
    threats: Mapping[Id, tuple[Destination, ...]] = field(default_factory=dict)  # envelopes of others
    grounds: tuple[Overlay, ...] = ()  # areas that others' flights and launches can hit, constant during a drag
    zones: tuple[Zone, ...] | None = None  # zones of the whole table; None: those of the view
    trails: tuple[Trail, ...] = ()
    pins: tuple[Pin, ...] = ()
    counters: tuple[Token, ...] = ()  # counters that will be on the table later, besides those of the view
    flights: Mapping[Id, MovingShip] | None = None  # every move of the film


@dataclass(frozen=True, slots=True)
class Question:
    """The question put to the chosen piece, and the constant part of its order, round which names are placed."""

    targets: tuple[Id, ...] = ()  # enemies marked by brackets
    destinations: tuple[Destination, ...] = ()  # own envelope
    volleys: tuple[Volley, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    aims: tuple[Aim, ...] = ()  # aims of a piece that does not move
    ghosts: Mapping[Id, Pose] = field(default_factory=dict)  # ghost of a counter that is not being dragged
    badges: Mapping[Id, tuple[Badge, ...]] = field(default_factory=dict)  # after orders, instead of the present ones
    advice: AdvicePicture | None = None  # the adviser's answer for the piece


@dataclass(frozen=True, slots=True)
class InHand:
    """The part that changes with every step of the order in hand."""

    waiting: frozenset[Id] = frozenset()
    notes: Mapping[Id, str] = field(default_factory=dict)
    ghosts: Mapping[Id, Pose] = field(default_factory=dict)
    dooms: Mapping[Id, Doom] = field(default_factory=dict)
    aims: tuple[Aim, ...] = ()  # aims from a ghost
    aimed: Id = ""  # the pieces aimed at the one pointed at
    destination: Destination | None = None
    # the chance of loss at each destination, damage as a small chance; empty while unknown
    hazards: tuple[float, ...] = ()
    meter: Meter | None = None  # with a meter, a card is shown beside the ghost
    overlays: tuple[Overlay, ...] = ()
    focus: Event | None = None  # a line of the log, shown where it happened
    pulled: tuple[Id, ...] = ()  # pieces that follow the dragged one
    strays: Mapping[Id, Stray] = field(default_factory=dict)  # those that cannot keep their place


@dataclass(frozen=True, slots=True)
class Over:
    """The part that changes with the pointer, or from frame to frame; no layer caches it."""

    hovered: Id = ""
    pulled_to: Pose | None = None  # the present pose of the ghost in hand, while the rest is some frames old
    moment: AnimationFrame | None = None  # ships and marks of a film
    ruler: tuple[Point, Point] | None = None
    picked: tuple[Id, ...] = ()  # pieces in hand together
    box: Rect | None = None  # the selection box, pixels
    pointed: Point | None = None  # the centre of the cell under the pointer, on a board of cells
    reserved: tuple[Rect, ...] = ()  # covered pixels, which words avoid


SHARED = "waiting", "notes", "ghosts", "dooms", "aims"  # fields that are split among several parts
FOLLOW = "flights", "aimed"  # fields derived from others


# the fields that only one part has, and that are not derived
OWN = {part: {one.name for one in fields(part)} - {*SHARED, *FOLLOW} for part in (Others, Question, InHand, Over)}


def _only(found: Mapping[Id, T], keys: frozenset[Id]) -> Mapping[Id, T]:
    """Return the entries with these keys."""
    return EMPTY if keys.isdisjoint(found) else {key: one for key, one in found.items() if key in keys}


def _together(*found: Mapping[Id, T]) -> Mapping[Id, T]:
    """Return the parts' entries as one mapping."""
    some = [one for one in found if one]
    return {key: one for each in some for key, one in each.items()} if len(some) > 1 else some[0] if some else EMPTY


def _without(found: Mapping[Id, T], keys: frozenset[Id]) -> Mapping[Id, T]:
    """Return the other entries; the same mapping if none has such a key."""
    return found if keys.isdisjoint(found) else {key: one for key, one in found.items() if key not in keys}


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the board at one moment."""

    ground: Ground
    others: Others
    asked: Question = Question()
    hand: InHand = InHand()
    over: Over = Over()

    @classmethod
    def of(
        cls,
        view: View,
        chosen: Id = "",
        *,
        waiting: frozenset[Id] = frozenset(),
        notes: Mapping[Id, str] = EMPTY,
        ghosts: Mapping[Id, Pose] = EMPTY,
        dooms: Mapping[Id, Doom] = EMPTY,
        aims: tuple[Aim, ...] = (),
        **given: Any,
    ) -> Scene:
        """Return the scene with fields of its parts, by name. Fields shared by several parts are split among them."""
        moment, tools, plotted = given.get("moment"), given.get("tools", TOOLS), bool(given.get("destinations"))
        held = frozenset((chosen, *given.get("pulled", ())))
        moved = held if plotted else frozenset[Id]()
        lies = chosen in view.state.counters and not given.get("meter")
        gone, own = moment.bodies if moment else (), _only(ghosts, held)
        aimed = next((one.target for one in aims if one.target == given.get("hovered")), "")
        parts = [{name: given.pop(name) for name in names if name in given} for names in OWN.values()]
        assert not given, f"a scene has no {', '.join(given)}"
        return cls(
            Ground(tuple(body for body in view.state.table.bodies if body.key not in gone), tools & ON_GROUND),
            Others(
                view,
                chosen,
                waiting=waiting - moved,
                notes=_without(notes, moved),
                ghosts=_without(ghosts, held),
                dooms=_without(dooms, held),
                flights=moment.flights if moment else None,
                **parts[0],
            ),
            Question(aims=() if plotted else aims, ghosts=own if lies else EMPTY, **parts[1]),
            InHand(
                waiting & moved,
                _only(notes, moved),
                EMPTY if lies else own,
                _only(dooms, held),
                aims if plotted else (),
                aimed,
                **parts[2],
            ),
            Over(**parts[3]),
        )

    def but(self, **given: Any) -> Scene:
        """Return the same with other values of these fields, named as in `of`."""
        parts = self.others, self.asked, self.hand, self.over
        known = {name: getattr(part, name) for part, names in zip(parts, OWN.values()) for name in names}
        shared = {name: getattr(self, name) for name in SHARED}
        return Scene.of(**known | shared | given)

    @property
    def view(self) -> View:
        return self.others.view

    @property
    def chosen(self) -> Id:
        """The piece whose order is in hand, or that is looked at."""
        return self.others.chosen

    @property
    def tools(self) -> frozenset[str]:
        """The overlays that the player has switched on."""
        return self.others.tools

    @property
    def playing(self) -> bool:
        """Return whether the scene is part of a film."""
        return self.others.flights is not None

    @property
    def waiting(self) -> frozenset[Id]:
        return self.others.waiting | self.hand.waiting

    @property
    def notes(self) -> Mapping[Id, str]:
        return _together(self.others.notes, self.hand.notes)

    @property
    def ghosts(self) -> Mapping[Id, Pose]:
        """The ghosts of all pieces; that of the chosen ship is the ghost in hand."""
        return _together(self.others.ghosts, self.asked.ghosts, self.hand.ghosts)

    @property
    def aims(self) -> tuple[Aim, ...]:
        return self.asked.aims + self.hand.aims

    @property
    def dooms(self) -> Mapping[Id, Doom]:
        return _together(self.others.dooms, self.hand.dooms)

    @property
    def held(self) -> frozenset[Id]:
        """Pieces whose orders change with every step of a plot. Labels and marks round them stay in place meanwhile."""
        return frozenset((self.chosen, *self.hand.pulled)) if self.asked.destinations else frozenset()

    @property
    def afloat(self) -> list[Point]:
        """The places of ships in play (MU)."""
        return [ship.at for ship in self.view.state.ships.values() if ship.in_play]

    def ghost(self, key: Id) -> Pose | None:
        """Return the present pose of a piece's ghost, or None."""
        return self.over.pulled_to if self.over.pulled_to and key == self.chosen else self.ghosts.get(key)

    @property
    def openings(self) -> tuple[Opening, ...]:
        """The steps at which the path in hand could still turn, on a board whose paths cross the sides of cells."""
        pose, board = self.ghosts.get(self.chosen), board_of(self.view.state.table)
        if pose is None or not self.asked.destinations or self.playing or board.grain == 1:
            return ()
        return openings(self.asked.destinations, pose, board)

    def colour(self, key: Id) -> Colour:
        """Return the colour of a ship's or side's seat."""
        state = self.view.state
        side = state.sides.get(state.owner(key))
        return theme.seat(side.seat if side else 2)

    def friendly(self, key: Id) -> bool:
        """Return whether a ship belongs to the seated side or, with open books, to the chosen ship's side."""
        state = self.view.state
        mine = self.view.side or (
            state.ships[self.chosen].side if self.chosen in state.ships else next(iter(state.sides), "")
        )
        return bool(state.owner(key) == mine)

    def tone(self, name: str) -> Colour:
        """Return the colour of a role or a side. Own and enemy are the chosen ship's side and any other."""
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
