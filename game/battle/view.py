"""The view of one side: a state without the secrets of others, and all answers that can be worked out from it."""

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
from game.core.display import (
    Destination,
    Meter,
    Odds,
    OnBoard,
    Overlay,
    Point,
    Pose,
    Prospects,
    QueuedShot,
    Risk,
    Sheet,
    SheetPart,
    Shot,
    Zone,
)
from game.core.events import Event
from game.core.forecast import Forecast, MeanLosses
from game.core.orders import Choice, Id, Illegal, Order, Prompt, Unreadable
from game.core.stakes import Stakes, Worth
from game.core.state import AnyState, Conceals, Piece, PieceState, pose_of
from game.core.system import Phase, RuleSystem, choices, idles_only, prompts, read_order, why_not
from game.rules.turn.planned import meant_by
from game.rules.turn.plans import WrittenPlan, own_plan, planning, standing

if TYPE_CHECKING:
    from game.core.forecast import Array

# why a gun does not bear, the most helpful reason first
BARS = ("range", "sight", "arc", "drive", "order")
KEPT = 256  # the number of forecasts that a view caches
NOBODY: Id = ""  # the seat of a spectator, who may know what everybody knows


def first_bar(shots: Iterable[Shot]) -> Shot | None:
    """Return the gun that fails to bear for the most helpful reason; None if all bear."""
    silent = [one for one in shots if one.why_not]
    return min(silent, key=lambda one: BARS.index(one.cause) if one.cause in BARS else len(BARS), default=None)


def masked(system: RuleSystem, state: AnyState, side: Id | None, ships: dict[Id, Piece] | None = None) -> AnyState:
    """Return a copy of a state as a side may know it; None knows everything. `ships` are shared with it if given. Other
    sides' sealed orders are hidden until they are shown, face-down orders are hidden from everybody, and a side's notes
    from before the battle from all others. A finished battle has no secrets."""
    row = system.phase(state)
    if side is None or state.outcome:
        return state.copy(ships)
    return without_notes(row, state.seen_by(side if row.secret or row.unshown else None, ships), side)


def without_notes(row: Phase, seen: AnyState, side: Id) -> AnyState:
    """Return a state without orders that are face down in this row and without others' notes. It is a copy only if
    there were any."""
    if row.covered and seen.sealed:
        seen = replace(seen, sealed={})
    if not seen.reserves:
        return seen
    notes = {key: note for key, note in seen.reserves.items() if seen.owner(key) == side}
    hidden = {key: note for key, note in seen.reserves.items() if key not in notes and isinstance(note, Conceals)}
    others = {key: note.concealed(seen.ships[key], side) for key, note in hidden.items()}
    return replace(seen, reserves=notes, ships={**seen.ships, **others})


class View:
    """A battle as a screen or a computer player may know it, and every question it may ask. `state` is masked already.
    `lines` is the log, which only grows, with the number of lines that count. `asked` are the prompts, if known."""

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
        self.length = moments  # moments passed; sealing an order adds none
        self._lines, self._end = lines
        self._forecasts = dict[object, Forecast]()
        if asked is not None:
            self._asked = asked

    @property
    def phase(self) -> Phase:
        """The present row of the table of phases."""
        return self.system.phase(self.state)

    @cached_property
    def phases(self) -> tuple[tuple[Phase, bool], ...]:
        """Return every row of the table of phases, and whether this battle has it. Those for plans are left out where
        none are written."""
        rows = ((row, row.present(self.state)) for row in self.system.phases)
        return tuple((row, present) for row, present in rows if present or not row.plans)

    @cached_property
    def log(self) -> tuple[Event, ...]:
        """Return every line that this side may read."""
        told = self._lines[: self._end]
        return tuple(line for line in told if self.side is None or line.side in ("", self.side))

    @cached_property
    def _asked(self) -> tuple[Prompt, ...]:
        return prompts(self.system, self.state)

    def prompts(self) -> tuple[Prompt, ...]:
        """Return who may decide now."""
        return self._asked

    def then(self) -> Id:
        """Return the side asked next once the piece asked now has acted; empty if none."""
        if not self._asked or not self._asked[0].waiting:
            return ""
        later, key = self.state.copy(self.state.ships), self._asked[0].waiting[0]
        later.acted.add(key)
        later.last_side = later.owner(key)
        asked = self.phase.who(later)
        return asked[0].side if asked else ""

    def turns(self, fresh: bool = False) -> tuple[tuple[Id, Id], ...]:
        """Return (side, its waiting piece) pairs in the order in which they are asked in this phase. A side chooses its
        piece when it is asked. With `fresh`, start from the beginning of the phase."""
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
        return self._not_mine(order) or why_not(self.system, self.state, order, self._asked)

    def _not_mine(self, order: Order) -> Illegal | None:
        """Return why this side may not give an order: the piece is another side's, and not this one to decide on."""
        if self.side is None or self.state.owner(order.by) in ("", self.side):
            return None
        if (mine := self.mine()) and order.by in mine.ids:
            return None
        return Illegal(f"{self.state.names.get(order.by, order.by)} is not yours to order", "table/curtain")

    def read(self, by: Id, text: str) -> Order:
        """Return the order that a text stands for, with places in file coordinates or by their names on the map. Raises
        Unreadable."""
        try:
            return read_order(self.system, self.state, by, without_names(board_of(self.state.table), text))
        except Unreadable as reason:
            raise Unreadable(self.with_place_names(reason.why), reason.rule) from None

    def order_text(self, order: Order) -> str:
        """Return an order as players read and type it, with the map's names for places that have them."""
        return self.with_place_names(str(order))

    def briefly(self, order: Order) -> str:
        """Return an order for a row or the board, with pieces and places by their names."""
        return self.with_place_names(order.brief(self.state))

    def with_place_names(self, text: str) -> str:
        """Return words about an order, with places by their names on the map."""
        return with_names(board_of(self.state.table), text)

    @property
    def advises(self) -> bool:
        """Return whether the adviser may be asked at the table."""
        return self.state.house.get("adviser") is True

    @property
    def plots(self) -> dict[Id, Order]:
        """The sealed orders that this side may see and that are still to be carried out, by piece."""
        return {} if self.phase.moved or self.face_down else self.state.sealed

    @property
    def written(self) -> dict[Id, Order]:
        """The orders that are written in secret in this phase, as far as this side may see them, by piece."""
        return self.planned if self.phase.plans else self.state.sealed

    @property
    def planned(self) -> dict[Id, Order]:
        """This side's plans, by piece or side, where plans are written now."""
        state = self.state
        if not (self.phase.plans or self.takes_standing):
            return {}
        keys = (key for key in (*state.ships, *state.counters, *state.sides) if self.side in (None, state.owner(key)))
        return {key: plan for key in keys if (plan := own_plan(state, key))}

    @property
    def takes_standing(self) -> bool:
        """Whether standing orders are sealed in this phase, with the moves."""
        return standing(self.state) and WrittenPlan in self.phase.accepts and not self.phase.plans

    @cached_property
    def unplanned(self) -> tuple[Id, ...]:
        """The pieces of this side without standing orders, where these are sealed now."""
        asked = planning(self.state) if self.takes_standing else ()
        return tuple(key for one in asked if self.side in (None, one.side) for key in one.waiting)

    def standing(self) -> View:
        """Return the view in which this side writes standing orders: pieces are where they are expected when they fire,
        its own as plotted and all others straight on."""
        row = max(at for at, one in enumerate(self.system.phases) if one.plans)
        ahead = replace(self.state.posed(self.holding_on()), phase=row)
        return View(self.system, self.title, ahead, self.side, self.length, (self._lines, self._end))

    @property
    def face_down(self) -> bool:
        """Return whether sealed orders are hidden in this phase even from their own side, because both sides look at
        the screen."""
        row = self.phase
        return (row.covered or row.unshown) and self.side is not None and not self.state.outcome

    def draft(self, key: Id) -> Order:
        """Return a new order of the kind this phase asks a ship for, or the ship's sealed order."""
        kind = self.system.kind(self.state, self.phase, key)
        return sealed if isinstance(sealed := self.written.get(key), kind) else kind(key)

    def idles_only(self, key: Id) -> bool:
        return idles_only(self.system, self.state, key)

    def words(self) -> tuple[tuple[str, Order], ...]:
        """Return other one-word orders of this side, such as to withdraw, as (label of the button, order) pairs."""
        said = [(getattr(kind, "title", ""), kind(self.side or "")) for kind in self.phase.accepts]
        return tuple((title, order) for title, order in said if title and self.why_not(order) is None)

    def words_elsewhere(self) -> dict[str, list[str]]:
        """Return the labels of one-word orders that this side may not give now, each with the names of the phases in
        which a side may."""
        now, found = {title for title, _ in self.words()}, dict[str, list[str]]()
        for row, present in self.phases:
            for kind in row.accepts if present else ():
                if (title := getattr(kind, "title", "")) and title not in now:
                    found.setdefault(title, []).append(row.name)
        return found

    def choices(self, draft: Order, name: str) -> list[Choice]:
        """Return every value of one field of an order, with the reason if it is forbidden."""
        return choices(self.system, self.state, draft, name, self._asked)

    def sheet(self, key: Id, draft: Order | None = None) -> Sheet:
        """Return the sheet of a ship."""
        return self.system.sheet(self.state, key, draft)

    def destinations(self, draft: Order) -> tuple[Destination, ...]:
        """Return every legal end of the draft's ship."""
        return draft.destinations(self.state)

    def ends(self, key: Id) -> tuple[Destination, ...]:
        """Return every legal end of the move that a piece is asked for in this phase. It is empty if the piece has
        moved already, or is asked for something else."""
        draft = self.draft(key)
        moved = not self.phase.secret and key in self.state.acted
        return self.destinations(draft) if getattr(draft, "input_mode", "") == "plot" and not moved else ()

    def toward(self, draft: Order, place: Point) -> Destination | None:
        """Return the legal destination that a pointer at a place stands for. None if the draft's ship must end in one
        of `destinations`."""
        return draft.toward(self.state, place)

    def paths(self, draft: Order) -> tuple[Destination, ...]:
        """Return every path the draft's ship can take, step by step; empty if each destination has only one."""
        return draft.paths(self.state)

    def pose(self, order: Order) -> Pose:
        """Return the pose that an order leads to."""
        return order.pose(self.state)

    def order_overlays(self, order: Order) -> tuple[Overlay, ...]:
        """Return an order's overlays on the board: its piece's reach from the present place, and from its
        destination."""
        return order.overlays(self.state)

    def meter(self, order: Order) -> Meter:
        return order.meter(self.state)

    def shots(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> tuple[Shot, ...]:
        """Return every gun of one piece against another, or a counter's attack. Pieces are at `poses`, or where they
        are."""
        if self.state.piece(target) is None or self.state.piece(firer) is None:
            return ()
        return self.system.shots(self.state, firer, target, poses or {})

    @cached_property
    def tokens(self) -> tuple[OnBoard, ...]:
        """Pieces on the board besides ships and terrain, and ships out of control."""
        return self.system.tokens(self.state)

    def risks(self, order: Order) -> tuple[Risk, ...]:
        """Return exact chances of the bad results of an order. A forbidden order has its reason, without a chance."""
        if (why := self.refusal(order)) is not None:
            return (Risk("", why.why, 0.0, "cannot", why.rule),)
        return order.risks(self.state)

    def refusal(self, order: Order, poses: Mapping[Id, Pose] | None = None) -> Illegal | None:
        """Return why the rules forbid an order, whether it is asked for or not; None if it is legal. Pieces are at
        `poses`."""
        try:
            order.check(self.state if poses is None else order.judged_in(self.state, poses))
        except Illegal as why:
            return why.with_traceback(None)
        return None

    def forecast(self, orders: Mapping[Id, Order], only: Id = "") -> Forecast:
        """Return the forecast for the end of this turn, with the given orders and this side's sealed ones. All other
        pieces idle and nobody fires. With `only`, follow the dice of that piece alone, fast enough for a drag."""
        return at_once(self.foretelling(orders, only))

    def foretelling(self, orders: Mapping[Id, Order], only: Id = "") -> Slowly[Forecast]:
        """Work out `forecast` step by step, so that a frame may do as much as it has time for."""
        asked = (only, frozenset(orders.items()))
        if (found := self._forecasts.get(asked)) is None:
            found = yield from foretelling(self.system, self.state, orders, only, self.side)
            if len(self._forecasts) >= KEPT:
                self._forecasts.clear()
            self._forecasts[asked] = found
        return found

    def when_fired(self, order: Order) -> AnyState:
        """Return the state when ships may fire, with every die at its usual face, after one given order; much faster
        than a forecast."""
        return when_fired(self.system, self.state, {order.by: order})

    def dangers(self, draft: Order) -> Iterator[tuple[int, Risk | None] | None]:
        """Yield (index among `destinations`, worst risk or None) pairs of a draft, and None after each step of the
        work. Destinations near anything come first, as `UNSEARCHED` until their danger is known."""
        return dangers(self, draft)

    def safer(self, order: Order) -> Slowly[tuple[Order, str] | None]:
        """Work out the nearest legal destination at which the order's piece is not lost, and the margin; None if there
        is none."""
        return safer(self, order)

    def holding_on(self) -> dict[Id, Pose]:
        """Return where ships with sealed orders of this side will be when ships may fire."""
        then = self.forecast({}).state
        poses = ((key, ship.at, pose_of(then, key)) for key, ship in self.state.ships.items() if ship.in_play)
        return {key: pose for key, at, pose in poses if pose is not None and pose.at != at}

    def posed(self, poses: Mapping[Id, Pose]) -> View:
        """Return this view with pieces at these poses."""
        return View(
            self.system, self.title, self.state.posed(poses), self.side, self.length, (self._lines, self._end), ()
        )

    def after_forecast(self, forecast: Forecast) -> View:
        """Return this side's view of the state in which ships may fire, after the orders of a forecast."""
        return View(self.system, self.title, forecast.state, self.side, self.length, (self._lines, self._end), ())

    def odds(self, order: Order, poses: dict[Id, Pose] | None = None) -> tuple[Odds, ...]:
        """Return exact chances of a ship's fire or of a counter's attack, one entry a target; empty if `refusal` has a
        reason. Those of a plan are of the fire that it would become from there."""
        if isinstance(order, WrittenPlan):
            fires = meant_by(self.system, self.state.posed(poses or {}), order)
            meant = next((one for one in fires if self.refusal(one, poses) is None), None)
            return meant.odds(self.state, poses or {}) if meant else ()
        return () if self.refusal(order, poses or {}) else order.odds(self.state, poses or {})

    def changes(self, draft: Order, name: str) -> dict[object, float]:
        """Return the change in the total mean of an order's odds for each other legal value of a field."""
        now, held = self._mean(draft), draft.value(name)
        legal = [one.value for one in self.choices(draft, name) if not one.why_not and one.value != held]
        return {value: self._mean(draft.with_value(name, value)) - now for value in legal}

    def _mean(self, order: Order) -> float:
        return sum(one.mean for one in self.odds(order))

    def prospects(
        self, order: Order, target: Id, poses: dict[Id, Pose], ends: Sequence[Destination] = ()
    ) -> Prospects | None:
        """Return the likely effect of an order on a ship; `ends` are that ship's destinations."""
        return order.prospects(self.state, target, poses, ends)

    def shot_trace(self, order: Order, poses: dict[Id, Pose] | None = None) -> SheetPart | None:
        """Return the steps of the shot of an order, or of the shot it answers; None for a forbidden order."""
        return None if self.refusal(order, poses or {}) else order.shot_trace(self.state, poses or {})

    @property
    def queue(self) -> tuple[QueuedShot, ...]:
        """The shots waiting to be resolved in this phase, in order."""
        return self.system.queue(self.state)

    def suggestion(self, key: Id) -> Order | None:
        """Return the best order for a ship in this phase by rules of thumb; None if they name none."""
        return self.draft(key).suggestion(self.state)

    def volley(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Order | None:
        """Return the order to fire everything that bears from one ship or counter at another piece; None if nothing may
        fire."""
        order = self.system.volley(self.state, firer, target, poses or {})
        return None if order is None or self.refusal(order, poses or {}) else order

    def mean_table(self, firer: Id, target: Id) -> MeanLosses:
        """Return the mean losses of one piece from another's volley, for any places of both; see
        `RuleSystem.mean_table`."""
        return self.system.mean_table(self.state, firer, target)

    def ends_array(self, draft: Order) -> Array:
        """Return every legal destination of the draft's piece as a row of an array; see `RuleSystem.ends_array`."""
        return self.system.ends_array(self.state, draft)

    def worth(self, key: Id) -> Worth:
        """Return the worth of a ship or counter to its first owner, as far as this side knows it."""
        return self.system.worth(self.state, key)

    def stakes(self, side: Id = "") -> Stakes:
        """Return what a side (by default this one) needs to win, as far as this side knows."""
        return self.system.stakes(self.state, side or self.side or next(iter(self.state.sides)))

    def why_not_hit(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Illegal | None:
        """Return why nothing of one piece can hit another with pieces at `poses`. For guns, this is the most helpful
        reason."""
        if order := self.system.volley(self.state, firer, target, poses or {}):
            return self.refusal(order, poses or {})
        one = first_bar(self.shots(firer, target, poses))
        return Illegal(f"{one.label}: {one.why_not}", one.rule) if one else None

    def overlays(self, key: Id, pose: Pose | None = None) -> tuple[Overlay, ...]:
        """Return the arcs, bands, rings and zones of a piece, at its present place or at a pose."""
        return self.system.overlays(self.state, key, pose)

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """Return the zones of the whole table, such as those in which ships begin."""
        return self.system.zones(self.state)

    def launches(self, key: Id) -> tuple[Overlay, ...]:
        """Return where a ship could attack with pieces not yet launched, as far as this side knows."""
        return self.system.launches(self.state, key)


class Glance(View):
    """The view of a side that is asked for an order, until that order is given. It shares its state with the battle,
    and answers questions about many orders. `found_legal` holds the orders found legal so far."""

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
        """Return why an order would be refused, or None; remember the legal ones."""
        reason = super().why_not(order)
        if reason is None:
            self.found_legal.append(order)
        return reason
