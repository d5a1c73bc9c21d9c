"""The reasons of computer players for the orders of a battle, and which of them a side may read when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from game.battle.battle import Battle, Record
from game.core.display import Pose
from game.core.orders import Id, Order
from game.core.state import AnyState, Conceals, pose_of
from game.players.player import Came, ComputerPlayer, Reasons, Unthinking


class KeptReasons:
    """The reasons for orders, by the number of orders given by then. Reasons for orders from before the program watched
    are `recalled`."""

    def __init__(self, battle: Battle, players: Mapping[Id, ComputerPlayer]) -> None:
        self.battle, self.players = battle, players
        self._kept = dict[int, Reasons]()
        self._dropped = list[Reasons]()  # reasons for undone orders: those sealed after one of them are played again
        self._poses = dict[int, dict[Id, Pose]]()
        self._since = len(battle.records)  # nothing was recorded up to this order
        self.recalled_to = 0  # reasons recalled up to this order since then
        battle.listeners.append(self._on_news)

    def _on_news(self, news: Record | int) -> None:
        """Handle a new order, or undone ones."""
        length = len(self.battle.records)
        if isinstance(news, int):
            gone = [number for number in self._kept if number > length]
            self._dropped += [self._kept.pop(number) for number in gone]
            self._poses.clear()
            self._since = min(self._since, length)
            return
        order = news.order
        player = self.players.get(self.battle.state.owner(order.by))
        if player is not None and (reasons := player.why(order)) is not None:
            self._kept[length] = reasons
        elif again := next((one for one in self._dropped if one.order == order), None):
            self._kept[length] = again

    def store_recalled(self, number: int, reasons: Reasons | None) -> None:
        """Store the reasons of an earlier order, or None if there are none."""
        self.recalled_to = number
        if reasons is not None:
            self._kept[number] = reasons

    # -- reading -------------------------------------------------------------------------------------------------------

    def last_turn(self, side: Id | None, most: int) -> tuple[dict[int, Reasons], int]:
        """Return the reasons for orders of the last turn, among the first `most` orders, of which a side may know any.
        The second value is 0, or the order up to which reasons must be recalled first."""
        known = self.known_to(side)
        for _, numbers in groupby(self._tellable(), self.battle.turn_of):
            turn = list(numbers)
            if turn[-1] > most:
                continue
            if missing := next((number for number in turn if self.recalled_to < number <= self._since), 0):
                return {}, missing
            if found := {number: known[number] for number in reversed(turn) if number in known and number <= most}:
                return found, 0
        return {}, 0

    def _tellable(self) -> Iterator[int]:
        """Yield the numbers of the orders whose reasons may be shown, the last first."""
        for number in range(self.battle.shown, 0, -1):
            order = self.battle.records[number - 1].order
            player = self.players.get(self.battle.state.owner(order.by))
            if explained(order) and not isinstance(player, Unthinking | None) and self._over(number):
                yield number

    def known_to(self, side: Id | None) -> dict[int, Reasons]:
        """Return the reasons for orders, as far as a side may know them; None stands for everything revealed. An
        order's reasons may be known once it was revealed, and a move's once all moves of its phase were. Anything that
        the side cannot see is left out, whichever side it belongs to."""
        shown, state = self.battle.shown, self.battle.state
        return {
            number: _without_hidden(reasons, state, side)
            for number, reasons in self._kept.items()
            if number <= shown and self._over(number) and not _hidden(state, reasons.piece, side)
        }

    def _over(self, number: int) -> bool:
        shot = _mode(self.battle.records[number - 1].order) == "fire"
        return shot or self.battle.phase_span(number)[1] is not None or self.battle.state.outcome is not None

    def came(self, number: int, side: Id | None) -> Came | None:
        """Return the worth of a move against the moves of that phase known to a side; None if it may not know."""
        reasons = self.known_to(side).get(number)
        if reasons is None or reasons.outlook is None:
            return None
        state, owner = self.battle.state, self.battle.state.owner(reasons.piece)
        poses = {
            key: pose
            for key, pose in self._poses_after(number).items()
            if state.owner(key) != owner and not _hidden(state, key, side)
        }
        came = reasons.outlook.came(poses)
        return replace(came, ends=tuple([one for one in came.ends if not _hidden(state, one.piece, side)]))

    def _poses_after(self, number: int) -> dict[Id, Pose]:
        """Return the poses of all ships after the orders of a phase, the one that includes this number."""
        start, end = self.battle.phase_span(number)
        if start not in self._poses:
            view = self.battle.view_at(start, None)
            state, going = view.state, view.holding_on()
            poses = {key: going.get(key) or pose_of(state, key) for key, ship in state.ships.items() if ship.in_play}
            for record in self.battle.records[start:end]:
                if record.order.by in poses and _mode(record.order) == "plot":
                    poses[record.order.by] = record.order.pose(state)
            self._poses[start] = {key: pose for key, pose in poses.items() if pose is not None}
        return self._poses[start]


def explained(order: Order) -> bool:
    """Return whether players give reasons for orders of this kind: a move, fire, or leaving the battle."""
    return order.gives_up or _mode(order) in ("plot", "fire")


def _mode(order: Order) -> str:
    return getattr(order, "input_mode", "")


def _hidden(state: AnyState, key: Id, side: Id | None) -> bool:
    """Return whether a piece is off the table, or disguised, as a side sees it."""
    if side is None or state.outcome:
        return False
    piece = state.piece(key)
    if piece is None:
        return True
    note = state.reserves.get(key)
    if isinstance(note, Conceals):
        return piece.side != side and note.concealed(piece, side) is not piece
    return note is not None and not piece.in_play


def _without_hidden(reasons: Reasons, state: AnyState, side: Id | None) -> Reasons:
    return replace(
        reasons,
        expected=tuple([one for one in reasons.expected if not _hidden(state, one.piece, side)]),
        targets=tuple([one for one in reasons.targets if not _hidden(state, one.piece, side)]),
        aimed=tuple([key for key in reasons.aimed if not _hidden(state, key, side)]),
    )
