"""The flow of a battle at one machine: which side sits, when the curtain closes, when the computer plays.

Which side may decide comes from the battle's prompts. No part of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.battle.battle import NOBODY, Battle, Record, View, fingerprint
from game.battle.idling import passed_over, rest_pass
from game.battle.seats import eyes
from game.core.events import Event
from game.core.names import HUMAN
from game.core.orders import Id, Illegal, Order
from game.players.match import Match, match_of
from game.seating.outcomes import Act, Result, result_of, split_into_acts

# kinds of act an order is about; losses in others wait to be read
ORDERED = ("initiative", "fire", "repair")


@dataclass(frozen=True, slots=True)
class Due:
    """The next step. `kind`: ask (this side decides), computer, over, nobody, elsewhere (at another machine); `curtain`
    before the side may look."""

    kind: str
    side: Id = ""
    curtain: bool = False


class SeatFlow:
    """The flow of a battle. `seat` is the side at the machine; None sees everything. `match` are other players of the
    other sides than those that the battle names."""

    def __init__(self, battle: Battle, match: Match | None = None) -> None:
        self.battle = battle
        state = battle.state
        self.humans = tuple(key for key, side in state.sides.items() if side.player == HUMAN)
        self.match = match or match_of(battle)
        self.seat: Id | None = self.humans[0] if self.humans else None
        self.acts: list[Act] = []
        self.result: Result | None = None
        self.seen: dict[Id, int] = {}  # log lines each side had read when it last looked
        # lengths of the journal after orders given for pieces that can do nothing
        self.passed: set[int] = set()
        self._resting: dict[Id, tuple[object, ...]] = {}  # the prompt to a side that does nothing more
        self._sat: tuple[int, int, Id] | None = None  # turn, phase and side that sat down last
        # turn and phase in which a side sat down and may have written in secret
        self._wrote: tuple[int, int] | None = None
        # the battle's version, and whether all sides see the same
        self._compared = -1, False
        if battle.records and battle.phase.secret:  # loaded in mid-phase: any side may have
            self._wrote = state.turn, state.phase

    # -- looking -------------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """The view of the side at the machine; everything once the battle is over."""
        return self.battle.view(self._eyes)

    @property
    def _eyes(self) -> Id | None:
        """The side whose view is shown."""
        return eyes(self.battle, self.seat)

    @property
    def moments(self) -> Sequence[int]:
        """The moments that can be looked at, as lengths of the journal; the last one stands for the present."""
        return self.battle.moments(self._eyes)

    def view_at(self, moment: int) -> View:
        """Return the side's view at a moment."""
        return self.battle.view_at(self.moments[moment], self._eyes)

    def lines_before(self, moment: int) -> tuple[Event, ...]:
        """Return the lines written just before a moment, as far as the side may read them."""
        if not moment:
            return ()
        side, lines = self._eyes, self.battle.records[self.moments[moment] - 1].log
        return tuple(event for event in lines if side is None or event.side in ("", side))

    def moments_of_lines(self, view: View) -> list[int]:
        """Return the moment of every line of the view's log."""
        opening = (event for event in self.battle.opening.log if view.side is None or event.side in ("", view.side))
        found = [0 for _ in opening]
        for moment in range(1, view.length + 1):
            found += [moment] * len(self.lines_before(moment))
        return found

    # -- next step -----------------------------------------------------------------------------------------------------

    def due(self) -> Due:
        """Return which side decides next, once everything has been shown."""
        if self.battle.elsewhere:
            return Due("elsewhere")
        if self.battle.state.outcome:
            return Due("over")
        if self.match.next_prompt():
            return Due("computer")
        side = self._side_to_ask()
        if side is None:
            return Due("nobody")
        return Due("ask", side, self._hides(side))

    def _side_to_ask(self) -> Id | None:
        """Return the human side that decides; the present one stays if it still has something to decide."""
        state = self.battle.state
        asked = [prompt.side for prompt in self.battle.prompts() if prompt.side in self.humans]
        writing = [side for side in asked if not self.battle.phase.secret or side not in state.ready]
        ring = writing or asked
        if not ring:
            return None
        return self.seat if self.seat in ring else ring[0]

    def _hides(self, side: Id) -> bool:
        """Return whether the curtain must close before this side may look. Between two players at one machine it must
        if any side sees something that others do not. In a secret phase it must also once a side has sat there that may
        have written something, whether it has or not."""
        state = self.battle.state
        if len(self.humans) < 2 or self._sat == (state.turn, state.phase, side):
            return False
        if not self.battle.phase.secret:
            return side != self.seat and self.unlike
        return self._wrote == (state.turn, state.phase) or self.unlike

    @property
    def unlike(self) -> bool:
        """Return whether any side sees something that others do not."""
        if self._compared[0] != self.battle.version:
            common = self._shown_to(NOBODY)
            unlike = any(self._shown_to(key) != common for key in self.battle.state.sides)
            self._compared = self.battle.version, unlike
        return self._compared[1]

    def _shown_to(self, side: Id) -> Any:
        """Return everything a side sees on the screen, for comparison, without its own hidden orders."""
        state = self.battle.view(side).state
        return fingerprint(replace(state, sealed={}) if self.battle.phase.unshown else state)

    @property
    def begins(self) -> bool:
        """Return whether the present side is the first to write in secret, so that others need only look away."""
        state = self.battle.state
        return self.battle.phase.secret and len(self.humans) > 1 and self._wrote != (state.turn, state.phase)

    def sit(self, side: Id) -> int | None:
        """Let a side take the seat. Return the number of log lines it had read when it last looked; None if never."""
        state = self.battle.state
        if self.seat is not None and self.seat != side:
            self.seen[self.seat] = len(self.battle.view(self.seat).log)
        self.seat = side
        self._sat, self._wrote = (state.turn, state.phase, side), (state.turn, state.phase)
        return self.seen.get(side)

    def others(self) -> tuple[Id, ...]:
        """Return human sides that could take the seat now, besides the present one."""
        asked = {prompt.side for prompt in self.battle.prompts()}
        return tuple(side for side in self.humans if side in asked and side != self.seat)

    # -- actions -------------------------------------------------------------------------------------------------------

    def computer(self, order: Order) -> None:
        """Play one order of a computer player. Its result waits to be read only if guns of the side at the machine
        fired or hit."""
        record = self.battle.play(order)
        self.record_result(record)
        rolled = (event.who for event in record.log if event.kind in ("fire", "damage") and event.dice)
        if not any(self.battle.state.owner(key) == self.seat for key in rolled):
            self.result = None

    def record_result(self, record: Record) -> None:
        """Record a played order; its results wait to be shown."""
        before = len(self.battle.records) - 1
        lines = [event for event in record.log if event.side in ("", self.seat)]
        acts = split_into_acts(lines)
        self.acts += acts
        rolled = any(act.dice and act.events[0].turn == lines[0].turn for act in acts)
        if rolled and self.battle.state.piece(record.order.by):
            self.result = result_of(record.order.by, lines, before, self.battle.state.piece)
        self.pass_over()

    def pass_over(self) -> bool:
        """Pass for asked pieces that can do nothing; return False if there are none. The results wait to be shown."""
        before = len(self.battle.records)
        while not self.battle.elsewhere:
            passing = passed_over(self.battle)
            if not (order := passing or self._resting_order()):
                break
            try:
                record = self.battle.play(order)
            except Illegal:
                if self.battle.elsewhere:  # its dice come from others too
                    break
                raise
            if passing:
                self.passed.add(len(self.battle.records))
            self.acts += split_into_acts(event for event in record.log if event.side in ("", self.seat))
        return len(self.battle.records) > before

    def take_acts(self) -> list[Act]:
        """Return the acts to show now. Acts after a result in the turn wait until that has been read. A loss that
        nobody ordered is a result too, for the players at the machine."""
        acts, turn = self.acts, self.battle.state.turn
        struck = next((act for act in acts if act.kind not in ORDERED and act.harms), None) if self.humans else None
        if self.result and self.result.events:
            turn = self.result.events[0].turn
        elif struck is not None:
            turn = struck.events[0].turn
            lines = [event for act in acts for event in act.events if event.turn == turn]
            written = (
                n for n, record in enumerate(self.battle.records) if any(one is struck.events[0] for one in record.log)
            )
            found = result_of("", lines, next(written), self.battle.state.piece)
            self.result = replace(found, by="")
        self.acts = [act for act in acts if act.events[0].turn > turn]
        return [act for act in acts if act.events[0].turn <= turn]

    def rest(self, side: Id) -> None:
        """End a side's part in this phase: its waiting pieces do nothing."""
        self._resting[side] = self._asks(side)

    def _asks(self, side: Id) -> tuple[object, ...]:
        """Return a side's prompt: turn, phase and kind of order; empty if there is none."""
        state, battle = self.battle.state, self.battle
        waiting = next((prompt.waiting for prompt in battle.prompts() if prompt.side == side), ())
        return (state.turn, state.phase, battle.system.kind(state, battle.phase, waiting[0])) if waiting else ()

    def _resting_order(self) -> Order | None:
        """Return the order of a side that has ended its part, if it is asked."""
        if self.battle.phase.secret:
            return None
        resting = (
            one for one in self.battle.prompts() if self._resting.get(one.side, ()) == self._asks(one.side) != ()
        )
        return next((rest_pass(self.battle, prompt) for prompt in resting), None)

    def undo_fault(self) -> Illegal | None:
        """Return why nothing can be undone, or None."""
        if len(self.battle.records) in self.passed:
            return Illegal("ships that can do nothing have been passed over since", "table/undo")
        return self.battle.undo_fault(self.seat)

    def undo(self) -> Order:
        """Undo the last order and return it. Raises Illegal."""
        order = self.battle.undo(self.seat)
        self._taken_back()
        return order

    def back_to(self, length: int) -> None:
        """Drop every order after the first `length`, with or without dice."""
        if len(self.battle.records) > length:
            self.battle.back_to(length)
        self._taken_back()

    def _taken_back(self) -> None:
        self._resting.clear()
        self.passed = {one for one in self.passed if one <= len(self.battle.records)}
        self.result = None
        self.acts.clear()


def seat_before(battle: Battle, view: View, coming: Id) -> Id:
    """Return another player at this machine who can still write, or has locked orders that may be reopened. It does not
    depend on which sides have written since, or how much: anybody could count that from the closed curtain."""
    state = view.state
    if not view.phase.secret or state.outcome:
        return ""
    people = [key for key, side in state.sides.items() if side.player == HUMAN and key != coming]
    writing = [prompt.side for prompt in view.prompts() if prompt.side in people and prompt.side not in state.ready]
    locked = [side for side in people if side in state.ready and battle.undo_fault(side) is None]
    return next(iter((*locked, *writing)), "")
