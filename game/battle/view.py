"""The view of one seat: a state without the secrets of others, and the answers that follow from it alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from game.battle.danger import dangers, safer
from game.battle.forecast import foretelling, when_fired
from game.battle.slowly import Slowly, at_once
from game.board.boards import board_of
from game.board.place_names import with_names, without_names
from game.core.display import Destination, Meter, Odds, OnBoard, Overlay, Point, Pose, Risk, Sheet, SheetPart, Shot
from game.core.events import Event
from game.core.forecast import Forecast, MeanLosses
from game.core.orders import Choice, Id, Illegal, Order, Prompt, Unreadable
from game.core.special_display import Prospects, QueuedShot
from game.core.stakes import Stakes, Worth
from game.core.state import AnyState, Conceals, Piece, PieceState, pose_of
from game.core.system import Phase, RuleSystem, choices, idles_only, prompts, read_order, why_not

if TYPE_CHECKING:
    from game.core.forecast import Array

# causes why a gun does not bear, the most telling first
BARS = ("range", "sight", "arc", "drive", "order")
KEPT = 256  # forecasts that a view keeps
NOBODY: Id = ""  # the seat of a passer-by, who may know what everybody knows


def first_bar(shots: Iterable[Shot]) -> Shot | None:
    """Return the gun with the most telling reason, among guns that do not bear; None where all bear."""
    silent = [one for one in shots if one.why_not]
    return min(silent, key=lambda one: BARS.index(one.cause) if one.cause in BARS else len(BARS), default=None)


def masked(system: RuleSystem, state: AnyState, side: Id | None, ships: dict[Id, Piece] | None = None) -> AnyState:
    """Return a copy of a state as a side may know it; None knows everything. `ships` are shared with it if given.

    Others' sealed orders are hidden until they are shown, face-down ones from everybody, and a side's notes from before
    the battle from all others. A battle that is over has no secrets.
    """
    row = system.phase(state)
    if side is None or state.outcome:
        return state.copy(ships)
    return without_notes(row, state.seen_by(side if row.secret or row.unshown else None, ships), side)


def without_notes(row: Phase, seen: AnyState, side: Id) -> AnyState:
    """Return a state without what lies face down in this row and without others' notes: a new one where there is
    any."""
    if row.covered and seen.sealed:
        seen = replace(seen, sealed={})
    if not seen.reserves:
        return seen
    notes = {key: note for key, note in seen.reserves.items() if seen.owner(key) == side}
    hidden = {key: note for key, note in seen.reserves.items() if key not in notes and isinstance(note, Conceals)}
    others = {key: note.concealed(seen.ships[key], side) for key, note in hidden.items()}
    return replace(seen, reserves=notes, ships={**seen.ships, **others})


class View:
    """A battle as a screen or a computer player may know it, and every question it may ask.

    `state` has been masked; `lines` are those of the log, a list that only grows, and how many of them count; `asked`
    are the prompts where they are known already.
    """

    def __init__(
        self,
        system: RuleSystem,
        title: str,
        state: AnyState,
        side: Id | None,
        moments: int,
        lines: tuple[Sequence[Event], int],
        asked: tuple[Prompt, ...] | None = None,
    ) -> None:
        self.system, self.title, self.side = system, title, side
        self.state: PieceState = state
        self.length = moments  # how many moments have gone by; sealing adds none
        self._lines, self._end = lines
        self._forecasts = dict[object, Forecast]()
        if asked is not None:
            self._asked = asked

    @property
    def phase(self) -> Phase:
        """The row of the table of phases."""
        return self.system.phase(self.state)

    @cached_property
    def phases(self) -> tuple[tuple[Phase, bool], ...]:
        """Every row, and whether this battle has it."""
        return tuple((row, row.present(self.state)) for row in self.system.phases)

    @cached_property
    def log(self) -> tuple[Event, ...]:
        """Every line this side may read."""
        told = self._lines[: self._end]
        return tuple(line for line in told if self.side is None or line.side in ("", self.side))

    @cached_property
    def _asked(self) -> tuple[Prompt, ...]:
        return prompts(self.system, self.state)

    def prompts(self) -> tuple[Prompt, ...]:
        """Return who may decide now."""
        return self._asked

    def then(self) -> Id:
        """The side asked once the piece asked now has acted, by the row of the phase; empty if none."""
        if not self._asked or not self._asked[0].waiting:
            return ""
        later, key = self.state.copy(self.state.ships), self._asked[0].waiting[0]
        later.acted.add(key)
        later.last_side = later.owner(key)
        asked = self.phase.who(later)
        return asked[0].side if asked else ""

    def turns(self, fresh: bool = False) -> tuple[tuple[Id, Id], ...]:
        """Return the sides that are asked one after another in this phase, each with a waiting piece of its own; from
        the beginning of the phase if `fresh`. A side chooses its piece when it is asked."""
        later = self.state.copy(self.state.ships)
        if fresh:
            later.acted, later.last_side = set(), ""
        found: list[tuple[Id, Id]] = []
        while asked := self.phase.who(later):
            key = next(iter(asked[0].waiting), "")
            if not key or key in later.acted:
                break
            found.append((asked[0].side, key))
            later.acted.add(key)
            later.last_side = later.owner(key)
        return tuple(found)

    def mine(self) -> Prompt | None:
        """Return the prompt of this side, or None."""
        return next((prompt for prompt in self.prompts() if self.side in (None, prompt.side)), None)

    def why_not(self, order: Order) -> Illegal | None:
        """Return the reason an order would be refused, or None."""
        return why_not(self.system, self.state, order, self._asked)

    def read(self, by: Id, text: str) -> Order:
        """Return the order a text stands for, with places as files write them or as the map names them; raises
        Unreadable."""
        try:
            return read_order(self.system, self.state, by, without_names(board_of(self.state.table), text))
        except Unreadable as reason:
            raise Unreadable(self.named(reason.why), reason.rule) from None

    def written(self, order: Order) -> str:
        """Return an order as players read and type it, with map names for places that have them."""
        return self.named(str(order))

    def briefly(self, order: Order) -> str:
        """Return an order in a row or on the board: pieces and places by their names."""
        return self.named(order.brief(self.state))

    def named(self, text: str) -> str:
        """Return words about an order, with places as the map names them."""
        return with_names(board_of(self.state.table), text)

    @property
    def plots(self) -> dict[Id, Order]:
        """The sealed orders that this seat may show and that are still to be carried out, by their pieces."""
        return {} if self.phase.moved or self.face_down else self.state.sealed

    @property
    def face_down(self) -> bool:
        """Are sealed orders hidden in this phase even from the side that wrote them, as both sides look at the
        screen?"""
        row = self.phase
        return (row.covered or row.unshown) and self.side is not None and not self.state.outcome

    def draft(self, key: Id) -> Order:
        """Return a fresh order of the kind this phase asks a ship for, or its sealed one."""
        kind = self.system.kind(self.state, self.phase, key)
        return sealed if isinstance(sealed := self.state.sealed.get(key), kind) else kind(key)

    def idles_only(self, key: Id) -> bool:
        """Can a ship or counter now do nothing but idle?"""
        return idles_only(self.system, self.state, key)

    def words(self) -> tuple[tuple[str, Order], ...]:
        """Return other one-word orders of this side, such as to withdraw: the words for the button, and the order."""
        said = [(getattr(kind, "title", ""), kind(self.side or "")) for kind in self.phase.accepts]
        return tuple((title, order) for title, order in said if title and self.why_not(order) is None)

    def choices(self, draft: Order, name: str) -> list[Choice]:
        """Return every value of one field of an order, with the reason where it is forbidden."""
        return choices(self.system, self.state, draft, name, self._asked)

    def sheet(self, key: Id, draft: Order | None = None) -> Sheet:
        """Return the sheet of a ship."""
        return self.system.sheet(self.state, key, draft)

    def destinations(self, draft: Order) -> tuple[Destination, ...]:
        """Return every legal end of the draft's ship."""
        return draft.destinations(self.state)

    def toward(self, draft: Order, place: Point) -> Destination | None:
        """Return the legal end that a pointer at a place means; None where the draft's ship must end in one of
        `destinations`."""
        return draft.toward(self.state, place)

    def paths(self, draft: Order) -> tuple[Destination, ...]:
        """Return every path the draft's ship can take, step by step; none where there is but one to each end."""
        return draft.paths(self.state)

    def pose(self, order: Order) -> Pose:
        """Return where an order would put its ship."""
        return order.pose(self.state)

    def order_overlays(self, order: Order) -> tuple[Overlay, ...]:
        """Return overlays of an order on the board: how far its piece reaches now, and from where it would be."""
        return order.overlays(self.state)

    def meter(self, order: Order) -> Meter:
        """Return the meter of an order."""
        return order.meter(self.state)

    def shots(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> tuple[Shot, ...]:
        """Return every gun of one piece against another, or the blow of a counter, from where they are or would be."""
        if self.state.piece(target) is None or self.state.piece(firer) is None:
            return ()
        return self.system.shots(self.state, firer, target, poses or {})

    @cached_property
    def tokens(self) -> tuple[OnBoard, ...]:
        """Pieces on the board besides ships and terrain, and ships that nobody steers."""
        return self.system.tokens(self.state)

    def risks(self, order: Order) -> tuple[Risk, ...]:
        """Return exact chances of what an order may lead to; for a forbidden one the reason, and no chance."""
        if (why := self.refusal(order)) is not None:
            return (Risk("", why.why, 0.0, "cannot", why.rule),)
        return order.risks(self.state)

    def refusal(self, order: Order, poses: Mapping[Id, Pose] | None = None) -> Illegal | None:
        """Return why the rules forbid an order, asked for or not, with pieces where `poses` would put them; None if
        they do not."""
        try:
            order.check(self.state if poses is None else order.judged_in(self.state, poses))
        except Illegal as why:
            return why.with_traceback(None)
        return None

    def forecast(self, orders: Mapping[Id, Order], only: Id = "") -> Forecast:
        """Return the end of this turn by orders in hand and this seat's sealed ones, while all others idle and nobody
        fires; only the dice of one piece if it is named, as fast as a drag needs it."""
        return at_once(self.foretelling(orders, only))

    def foretelling(self, orders: Mapping[Id, Order], only: Id = "") -> Slowly[Forecast]:
        """Work out `forecast` step by step, for a frame to do as much as it has time for."""
        asked = (only, frozenset(orders.items()))
        if (found := self._forecasts.get(asked)) is None:
            found = yield from foretelling(self.system, self.state, orders, only, self.side)
            if len(self._forecasts) >= KEPT:
                self._forecasts.clear()
            self._forecasts[asked] = found
        return found

    def when_fired(self, order: Order) -> AnyState:
        """Return the state when ships may fire, as dice usually fall, by one order in hand; far faster than a
        forecast."""
        return when_fired(self.system, self.state, {order.by: order})

    def dangers(self, draft: Order) -> Iterator[tuple[int, Risk | None] | None]:
        """Yield legal ends of a draft by their place among `destinations`, with the worst risk of each, or None where
        it is safe. None is yielded after each step of the work between; ends near anything come first, as `UNSEARCHED`
        until they are known."""
        return dangers(self, draft)

    def safer(self, order: Order) -> Slowly[tuple[Order, str] | None]:
        """Work out step by step the legal end nearest to that of an order from which its piece is not lost, and by how
        much; None if there is none.
        """
        return safer(self, order)

    def holding_on(self) -> dict[Id, Pose]:
        """Return where ships that are given only this seat's sealed orders will have moved to when ships may fire."""
        then = self.forecast({}).state
        poses = ((key, ship.at, pose_of(then, key)) for key, ship in self.state.ships.items() if ship.in_play)
        return {key: pose for key, at, pose in poses if pose is not None and pose.at != at}

    def posed(self, poses: Mapping[Id, Pose]) -> View:
        """This view with pieces at these poses."""
        return View(
            self.system, self.title, self.state.posed(poses), self.side, self.length, (self._lines, self._end), ()
        )

    def ahead(self, forecast: Forecast) -> View:
        """Return the same eyes on the state in which ships may fire, once orders have been carried out as a forecast
        tells."""
        return View(self.system, self.title, forecast.state, self.side, self.length, (self._lines, self._end), ())

    def odds(self, order: Order, poses: dict[Id, Pose] | None = None) -> tuple[Odds, ...]:
        """Return exact chances of a ship's fire or of a counter's blow, one entry a target; none where `refusal` gives
        a reason."""
        return () if self.refusal(order, poses or {}) else order.odds(self.state, poses or {})

    def changes(self, draft: Order, name: str) -> dict[object, float]:
        """Return by how much each legal value of a field changes the exact mean of all odds of an order, except for the
        value it has now."""
        now, held = self._mean(draft), draft.value(name)
        legal = [one.value for one in self.choices(draft, name) if not one.why_not and one.value != held]
        return {value: self._mean(draft.with_value(name, value)) - now for value in legal}

    def _mean(self, order: Order) -> float:
        return sum(one.mean for one in self.odds(order))

    def prospects(
        self, order: Order, target: Id, poses: dict[Id, Pose], ends: Sequence[Destination] = ()
    ) -> Prospects | None:
        """Return the likely effect of an order on a ship; `ends` are those of that ship's move."""
        return order.prospects(self.state, target, poses, ends)

    def traced(self, order: Order, poses: dict[Id, Pose] | None = None) -> SheetPart | None:
        """Return the shot of an order, or the one that it meets, step by step; None for a forbidden order."""
        return None if self.refusal(order, poses or {}) else order.traced(self.state, poses or {})

    @property
    def queue(self) -> tuple[QueuedShot, ...]:
        """Shots that are carried out one after the other in this phase, in their order."""
        return self.system.queue(self.state)

    def suggested(self, key: Id) -> Order | None:
        """Return the best order for a ship in this phase, or None where the rules of thumb name none."""
        return self.draft(key).suggested(self.state)

    def volley(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Order | None:
        """Return an order to fire everything that bears from one ship or counter on another piece; None where nothing
        may be."""
        order = self.system.volley(self.state, firer, target, poses or {})
        return None if order is None or self.refusal(order, poses or {}) else order

    def mean_table(self, firer: Id, target: Id) -> MeanLosses:
        """Return mean boxes that the volley of one piece costs another, for any places of both; see
        `RuleSystem.mean_table`."""
        return self.system.mean_table(self.state, firer, target)

    def ends_array(self, draft: Order) -> Array:
        """Return every legal end of the draft's piece as a row of an array, as `RuleSystem.ends_array` has it."""
        return self.system.ends_array(self.state, draft)

    def worth(self, key: Id) -> Worth:
        """Return the worth of a ship or counter to the side that brought it, as far as this seat knows it."""
        return self.system.worth(self.state, key)

    def stakes(self, side: Id = "") -> Stakes:
        """Return what a side needs to win, as far as this seat knows; the side of this seat where none is named."""
        return self.system.stakes(self.state, side or self.side or next(iter(self.state.sides)))

    def barred(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Illegal | None:
        """Return why nothing of one piece strikes another from where both are or would be; for its guns, the bar on the
        first to bear."""
        if order := self.system.volley(self.state, firer, target, poses or {}):
            return self.refusal(order, poses or {})
        one = first_bar(self.shots(firer, target, poses))
        return Illegal(f"{one.label}: {one.why_not}", one.rule) if one else None

    def overlays(self, key: Id, pose: Pose | None = None) -> tuple[Overlay, ...]:
        """Arcs, bands, rings and zones of a piece, from where it is or would be."""
        return self.system.overlays(self.state, key, pose)

    def launches(self, key: Id) -> tuple[Overlay, ...]:
        """Return where a ship could strike with pieces not launched yet, as far as this seat knows."""
        return self.system.launches(self.state, key)


class Glance(View):
    """The view of a seat that is asked for an order, until that order is given.

    It shares its state with the battle and answers questions on many orders; `found_legal` are those that the rules
    allow.
    """

    def __init__(
        self,
        system: RuleSystem,
        title: str,
        state: AnyState,
        side: Id,
        moments: int,
        lines: tuple[Sequence[Event], int],
        asked: tuple[Prompt, ...],
    ) -> None:
        super().__init__(system, title, state, side, moments, lines, asked)
        self.found_legal: list[Order] = []

    def why_not(self, order: Order) -> Illegal | None:
        """Return the reason an order would be refused, or None, which is noted."""
        reason = why_not(self.system, self.state, order, self._asked)
        if reason is None:
            self.found_legal.append(order)
        return reason
