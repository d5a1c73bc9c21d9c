"""The choices of one seat: the piece it is asked about, its orders not given yet, the last list of choices."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.battle.view import View
from game.core.orders import Id, Illegal, Order, Unreadable
from game.text.forms import Choices
from game.text.pieces import named_piece, with_keys

NOTHING = Choices(())


@dataclass
class SeatHand:
    """The plans of the seat that is asked. `refused` is the rule of the last refusal."""

    chosen: Id = ""
    drafts: dict[Id, Order] = field(default_factory=dict)
    listed: Choices = NOTHING
    refused: str = ""

    def look(self, view: View) -> None:
        """Drop orders that may not be given any more, and choose a piece that is asked."""
        mine = view.mine()
        asked = mine.ids if mine else ()
        waiting = mine.waiting if mine else ()
        self.drafts = {key: one for key, one in self.drafts.items() if key in asked and view.why_not(one) is None}
        able = [key for key in waiting if not view.idles_only(key)] or list(waiting) or list(asked)
        if self.chosen not in (waiting or asked):
            self.chosen = next((key for key in able if key not in self.drafts), next(iter(able), ""))

    def order_of(self, view: View, key: Id) -> Order:
        """Return a piece's order in hand, or its sealed or new one."""
        return self.drafts.get(key) or view.draft(key)


class NoOrder(Illegal):
    """A typed line is nobody's order; `by` is the piece that it may have been meant for."""

    def __init__(self, reason: Illegal, by: Id) -> None:
        super().__init__(reason.why, reason.rule, reason.needs)
        self.by = by


def read_order(view: View, line: str, chosen: Id) -> Order:
    """Return the order that a line stands for: `halyard: P2+2`, `halyard P2+2`, or `P2+2` for the chosen piece. Raises
    NoOrder."""
    head, colon, text = line.partition(":")
    if colon:
        if not (by := named_piece(view, head)):
            reason = Unreadable(f"there is no ship or side “{head.strip()[:40]}”", "table/text")
            raise NoOrder(reason, chosen)
        return _read(view, by, text.strip())
    words = line.split()
    for count in range(len(words) - 1, 0, -1):
        if by := named_piece(view, " ".join(words[:count])):
            return _read(view, by, " ".join(words[count:]))
    side = view.side or ""
    if not chosen:
        return _read(view, side, line)
    wanted, order = _tried(view, chosen, line), None
    if isinstance(wanted, NoOrder) or view.why_not(wanted):
        order = _tried(view, side, line)
    if isinstance(order, view.phase.accepts) and not view.why_not(order):
        return order
    if isinstance(wanted, NoOrder):
        raise wanted
    return wanted


def _tried(view: View, by: Id, line: str) -> Order | NoOrder:
    """Return a piece's order, or the reason why the line is none."""
    try:
        return _read(view, by, line)
    except NoOrder as why:
        return why


def _read(view: View, by: Id, text: str) -> Order:
    """Return a piece's or a side's order, with names or keys of pieces in it. Raises NoOrder."""
    if view.state.piece(by) is None and by not in view.state.sides:
        raise NoOrder(Unreadable("nobody is asked for an order now", view.phase.rule), "")
    try:
        return view.read(by, text)
    except Unreadable as first:
        try:
            return view.read(by, with_keys(view, text))
        except Unreadable:
            raise NoOrder(first, by) from None


def order_picked(hand: SeatHand, number: int) -> Order | None:
    """Return the order that a number of the last list stands for; None if it has no such number."""
    return hand.listed.orders[number - 1] if 1 <= number <= len(hand.listed.orders) else None
