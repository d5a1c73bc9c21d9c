"""Several pieces in hand at once: a box or Shift picks them, and one drag plots them all in formation; no part of the
rules.

Where orders are secret, all that keep their places are sealed with the leader, and the others are taken in hand one by
one. Where pieces move one after another, those that are asked right after the leader move with it; each of the others
keeps its plan until its turn, when it is checked again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from pygame import Rect

from game.board.boards import board_of
from game.board.protocol import Board
from game.core.display import Destination, Point
from game.core.orders import Id, Order, Unreadable
from game.core.state import Piece
from game.ui.board.layers import counters
from game.ui.board.model.scene import Stray
from game.ui.board.plotting.drag import SLOP
from game.ui.board.plotting.hand import Plan
from game.ui.board.plotting.snap import Snap
from game.ui.input_modes.mode import names_of
from game.ui.input_modes.modes import mode_of
from game.ui.render.theme import theme
from game.ui.session.battle_context import BattleContext

Place = tuple[int, int]


class GroupSelection:
    """The selection box, the picked pieces, and their plans while one of them is plotted."""

    def __init__(self, context: BattleContext) -> None:
        self.context = context
        self._corner: Place | None = None
        self._end: Place | None = None
        self._led: tuple[Destination, bool] | None = None  # the dragged piece's destination, until the others follow

    @property
    def keys(self) -> tuple[Id, ...]:
        return self.context.model.picked

    @property
    def box(self) -> Rect | None:
        """The selection box in pixels; None while it is hardly larger than a point."""
        if self._corner is None or self._end is None or math.dist(self._corner, self._end) < theme.px(SLOP):
            return None
        (x, y), (a, b) = self._corner, self._end
        return Rect(min(x, a), min(y, b), abs(x - a), abs(y - b))

    @property
    def possible(self) -> bool:
        """Return whether several pieces are asked for plotted orders."""
        return len(self.candidates()) > 1

    def candidates(self) -> tuple[Id, ...]:
        """Return the pieces of this side that may be plotted, or planned for, together. These are all that are asked
        and, where pieces move one after another, those asked later in the phase."""
        model = self.context.model
        together = mode_of(model).plots or model.view.phase.plans
        if self.context.past or not together or model.prompt is None or model.locked:
            return ()
        return model.known("group", ask=self._ask)

    def _ask(self) -> tuple[Id, ...]:
        view, prompt = self.context.model.view, self.context.model.prompt
        assert prompt is not None
        if view.phase.secret:
            found = prompt.ids
        else:
            found = (*prompt.waiting, *(key for side, key in view.turns() if side == prompt.side))
        return tuple(key for key in dict.fromkeys(found) if (piece := view.state.piece(key)) and piece.in_play)

    # -- picking -------------------------------------------------------------------------------------------------------

    def begin(self, pixel: Place) -> None:
        """Start a box at a corner; earlier picks are cancelled."""
        self.clear()
        self._corner = self._end = pixel

    @property
    def drawing(self) -> bool:
        return self._corner is not None

    def stretch(self, pixel: Place) -> None:
        """Move the other corner."""
        self._end = pixel

    def close(self) -> None:
        """Pick the pieces in the box, or drawn in it, and take one of them in hand."""
        context, box = self.context, self.box
        self._corner = self._end = None
        if box is None:
            return
        camera, asked, afloat = context.board.camera, self.candidates(), context.model.view.state.ships
        lying = [(key, camera.xy(afloat[key].at)) for key in asked if key in afloat]
        for one, at in counters.places(camera, context.scene):
            lying += [(one.key, at), (one.key, camera.xy(one.at))] if one.key in asked else []
        self._pick(tuple(dict.fromkeys(key for key, at in lying if box.collidepoint(at))))

    def _pick(self, found: tuple[Id, ...]) -> None:
        """Take pieces in hand together; a single one is only chosen."""
        context = self.context
        if found and context.model.chosen not in found:
            first = next((key for key in found if context.model.askable(key)), found[0])
            context.screen.choose(first)
        context.model.pick_pieces(found)
        context.change()

    def toggle(self, key: Id) -> bool:
        """Add a piece to those in hand, or remove it; return False if it cannot be plotted with them."""
        asked, model = self.candidates(), self.context.model
        if len(asked) < 2 or key not in asked:
            return False
        now = self.keys or tuple(one for one in (model.chosen,) if one in asked)
        self._pick(tuple(one for one in now if one != key) if key in self.keys else tuple(dict.fromkeys((*now, key))))
        return True

    def pick_all(self) -> None:
        """Pick every piece of the side that is asked, or none if all are picked."""
        asked = self.candidates()
        if len(asked) < 2:
            self.context.tell("no two ships of this side can be ordered together now")
        else:
            self._pick(() if set(asked) == set(self.keys) else asked)

    def pick_next(self) -> None:
        """Pick the next piece after the last one picked."""
        asked = self.candidates()
        last = (*self.keys, self.context.model.chosen)[-1 if not self.keys else len(self.keys) - 1]
        at = asked.index(last) if last in asked else -1
        ring = (*asked[at + 1 :], *asked[: at + 1])
        if not self.toggle(
            next((key for key in ring if key not in self.keys and key != self.context.model.chosen), "")
        ):
            self.context.tell("no other ship of this side can be plotted with it now")

    def clear(self) -> bool:
        """Cancel all picks; return whether there were any."""
        self._corner = self._end = None
        if not self.keys:
            return False
        self.context.model.pick_pieces(())
        return True

    # -- plotting ------------------------------------------------------------------------------------------------------

    def lead(self, end: Destination, same: bool) -> None:
        """Set the destination of one piece; the others take their places in the formation at `place_followers`."""
        self._led = end, same

    def place_followers(self) -> None:
        """Let the others follow the piece that was dragged last."""
        led, self._led = self._led, None
        if led and (others := self._others(led[0].order.by)):
            self.context.model.plan(*self._followers(others, *led))

    def _others(self, lead: Id) -> list[Id]:
        """Return all pieces picked with this one that may be plotted."""
        asked = self.candidates() if lead in self.keys else ()
        return [key for key in self.keys if key != lead and key in asked]

    def _followers(self, others: list[Id], end: Destination, same: bool) -> Iterator[Plan]:
        """Yield the plans of the others for one piece's destination: to keep their places, or to follow the `same`
        order where possible."""
        model, lead = self.context.model, end.order.by
        state = model.view.state
        board, pieces = board_of(state.table), [state.known_piece(key) for key in others]
        kept = together(board, state.known_piece(lead), end, pieces, [self._ends(key) for key in others])
        if len(self._ends(lead).destinations) < 2 and lead in state.ships:
            self.context.tell(f"{state.known_piece(lead).name} cannot leave its course: pull another ship")
            return
        for key, keeping in zip(others, kept):
            alike = self._alike(key, end.order) if same and key in state.ships else None
            if alike is not None:
                yield Plan(alike)
            elif key in state.counters:
                if (flown := self._flown(key, lead, end)) is not None:
                    yield Plan(flown.order)
            elif keeping is not None:
                chooses = len(self._ends(key).destinations) > 1  # a single destination leaves no choice
                astray = chooses and not keeping.kept
                yield Plan(keeping.end.order, Stray(keeping.berth.at, keeping.words(board)) if astray else None)

    def _ends(self, key: Id) -> FormationEnds:
        view = self.context.model.view
        return self.context.model.known(
            "ends", key, ask=lambda: FormationEnds(view.destinations(view.draft(key)), board_of(view.state.table))
        )

    def _alike(self, key: Id, order: Order) -> Order | None:
        """Return another piece's order, in the same words, for this piece; None if it may not be given."""
        view = self.context.model.view
        try:
            alike = view.read(key, str(order))
        except Unreadable:
            return None
        return alike if self._fault(alike) is None else None

    def _fault(self, order: Order) -> str | None:
        """Return why an order may not be given, or None. An order for a later turn to move is checked at that turn."""
        model = self.context.model
        fault = model.view.why_not(order) if model.askable(order.by) else None
        return fault.why if fault else None

    def _flown(self, key: Id, lead: Id, end: Destination) -> Destination | None:
        """Return the destination of a counter, which has no momentum: the leader's displacement, or as near to it as
        allowed."""
        model, state = self.context.model, self.context.model.view.state
        (x, y), here = state.known_piece(lead).at, state.known_piece(key).at
        berth, draft = Berth((here[0] + end.at[0] - x, here[1] + end.at[1] - y)), model.view.draft(key)
        return model.view.toward(draft, berth.at) or Snap(tuple(self._ends(key).destinations), berth.at).nearest(
            berth.at
        )

    def let_go(self) -> None:
        """Clear the dragged piece and those that follow."""
        self._led = None

    # -- giving --------------------------------------------------------------------------------------------------------

    def seal(self, order: Order) -> None:
        """Give the leader's order, and those of all pieces that keep their places; take the others in hand."""
        context, model = self.context, self.context.model
        held = [model.drafts[key] for key in self._others(order.by) if key in model.drafts]
        given = [order, *(one for one in held if one.by not in model.strays)]
        if not held:
            context.screen.give(order)
        elif context.screen.give(*given):
            astray = tuple(one.by for one in held if one.by in model.strays)
            words = (
                f"{len(given)} ships have their orders"
                if len(given) > 1
                else f"{names_of(model, (order.by,))} has its order"
            )
            context.tell(f"{words}; {names_of(model, astray)} cannot keep place" if astray else words)
        self.next_stray()

    def carry_out(self, order: Order) -> None:
        """Give the leader's order, and those of pieces asked right after it that keep their places. This is for phases
        in which pieces move one after another."""
        held = self._at_once(order.by) if order.by in self.keys else []
        if not held:
            self.context.screen.give(order)
        elif self.context.screen.give(order, *held):
            self.context.tell(f"{len(held) + 1} ships have their orders")

    def _at_once(self, lead: Id) -> list[Order]:
        """Return the plans of those asked right after the leader, up to another side's piece or a stray."""
        model = self.context.model
        plans = {
            key: model.drafts[key]
            for key in self.keys
            if key in model.drafts and key not in model.strays and key != lead
        }
        also = [key for key in model.waiting if key != lead]
        found = [plans[key] for key in also if key in plans]
        if len(found) < len(also):
            return found
        for side, key in model.view.turns():
            if key == lead or key in also:
                continue
            if side != model.side or key not in plans:
                break
            found.append(plans[key])
        return found

    @property
    def astray(self) -> tuple[Id, ...]:
        """The pieces that cannot keep their places and are still to be taken in hand."""
        model = self.context.model
        return tuple(key for key in model.strays if key in model.drafts and model.askable(key))

    def next_stray(self) -> None:
        """Take the next piece that cannot keep its place in hand."""
        model = self.context.model
        left = self.astray
        if left and model.chosen not in left and model.view.phase.secret:
            note = self.context.note
            self.context.screen.choose(left[0])
            self.context.note = note

    def give_same(self, order: Order) -> bool:
        """Give a piece its order, and the same order in words to all picked with it that may be given it."""
        context, model = self.context, self.context.model
        others = (
            [key for key in self.keys if key != order.by and key in self.candidates()] if order.by in self.keys else []
        )
        if not others:
            return context.screen.give(order)
        alike = {key: self._alike(key, order) for key in others}
        able = [one for one in alike.values() if one is not None]
        unable = tuple(key for key, one in alike.items() if one is None)
        if model.view.phase.secret:
            taken = context.screen.give(order, *able)
        else:
            model.plan(*map(Plan, able))
            taken = context.screen.give(order)
        if taken and unable:
            context.tell(
                f"{names_of(model, unable)} cannot do this, and {'is' if len(unable) == 1 else 'are'} left as before"
            )
        return taken


SAME = 0.02  # units of the board within which end points are the same
KEPT = 1.0  # MU from its place within which a piece still keeps it; on cells it must be the same cell
AHEAD = 15.0  # degrees from its heading within which it still keeps that


@dataclass(frozen=True, slots=True)
class Berth:
    """A piece's place in the formation, in units of the board, and its heading in degrees; None for any heading."""

    at: Point
    degrees: float | None = None


@dataclass(frozen=True, slots=True)
class Keeping:
    """The destination chosen for a berth, its distance from the berth in units of the board, and its deviation in
    degrees."""

    berth: Berth
    end: Destination
    away: float
    off: float
    kept: bool

    def words(self, board: Board) -> str:
        """Return in a few words how a piece misses its place; empty if it keeps it."""
        if self.kept:
            return ""
        far = self.away > tolerance(board)
        return f"{board.format_distance(round(self.away, 1))} off" if far else "off heading"


def tolerance(board: Board) -> float:
    """Return the distance, in units of the board, by which a piece may miss its place."""
    return 0.5 if board.cells else KEPT


def berths(board: Board, lead: Piece, end: Destination, others: Sequence[Piece], turns: bool) -> list[Berth]:
    """Return the place of every other piece for the leader's destination. A group that `turns` wheels round the
    leader."""
    before = board.direction(lead.course, lead.heading)
    turned = board.direction(end.course, end.heading) - before
    pointed = board.direction(end.facing) - board.direction(lead.facing)
    angle = math.radians(turned) if turns else 0.0
    across, along = math.cos(angle), math.sin(angle)
    found = []
    for one in others:
        x, y = one.at[0] - lead.at[0], one.at[1] - lead.at[1]
        place = end.at[0] + x * across + y * along, end.at[1] - x * along + y * across
        found.append(Berth(place, board.direction(one.facing) + pointed))
    return found


class FormationEnds:
    """Every legal destination of one piece, indexed for search."""

    def __init__(self, destinations: Sequence[Destination], board: Board) -> None:
        self.destinations, self._board = destinations, board
        self._ends = np.array([one.at for one in destinations], dtype=float).reshape(-1, 2)
        self._points = np.array([board.direction(one.facing) for one in destinations], dtype=float)
        self._bends = np.array([sum(map(abs, one.turns)) for one in destinations], dtype=float)

    def keep(self, berth: Berth) -> Keeping | None:
        """Return the best destination for a berth. Of those that keep the place it is the one with the best heading,
        else the nearest."""
        if not self.destinations:
            return None
        gaps = self._ends - berth.at
        away = np.hypot(gaps[:, 0], gaps[:, 1])
        off = (
            np.zeros(len(away))
            if berth.degrees is None
            else np.abs((self._points - berth.degrees + 180.0) % 360.0 - 180.0)
        )
        least = tolerance(self._board)
        pool = np.flatnonzero(away <= least)
        if not pool.size:
            pool = np.flatnonzero(away <= away.min() + SAME)
        best = min(
            pool.tolist(), key=lambda n: (round(float(off[n]), 1), round(float(away[n]), 3), float(self._bends[n]), n)
        )
        far, turned = float(away[best]), float(off[best])
        return Keeping(berth, self.destinations[best], far, turned, far <= least and turned <= AHEAD)


def together(
    board: Board, lead: Piece, end: Destination, others: Sequence[Piece], ends: Sequence[FormationEnds]
) -> list[Keeping | None]:
    """Return for every other piece the destination that keeps its place best. Wheel, or keep headings, whichever lets
    more pieces keep their places; if equal, whichever leaves the others nearer."""
    ways = [
        [one.keep(berth) for one, berth in zip(ends, berths(board, lead, end, others, turns))]
        for turns in (True, False)
    ]
    return max(
        ways, key=lambda way: (sum(one is not None and one.kept for one in way), -sum(one.away for one in way if one))
    )
