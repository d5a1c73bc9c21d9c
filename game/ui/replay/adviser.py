"""The adviser of a replay, for any ship before its move in the turn shown, by the view of its own side; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable

from game.battle.view import View
from game.core.orders import Id, Order
from game.demonstrations.reel import Reel
from game.seating.memo import Memo
from game.ui.advice import columns
from game.ui.advice.model import LiveAdviser, Subject, nearest_enemy
from game.ui.board.model.scene import Scene
from game.ui.demonstration.picture.scenes import trails
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Widget

NO_SHIP = "There is no ship of yours to ask about."
NOT_YET = "The adviser is asked about moves that have been made."


class ReplayAdviser(LiveAdviser):
    """Weighs one ship against an enemy. The ship is the one that was picked, or else one that acts in the step. The
    enemy is the one that was picked, or else the nearest."""

    def __init__(self, reel: Reel, change: Callable[[], object]) -> None:
        super().__init__()
        self.reel, self._change = reel, change
        self._picked, self._against = "", ""
        self._view, self._subject = Memo[View](), Memo[Subject | str]()
        self._scene = Memo[Scene]()

    @property
    def piece(self) -> Id:
        """The ship that is weighed."""
        step = self.reel.step
        if self._picked in self.pieces:
            return self._picked
        does = [event.who for event in step.events if event.who in self.pieces]
        return next(iter((*does, *self.pieces)), "")

    @property
    def pieces(self) -> list[Id]:
        """The ships that may be weighed: all once the battle is over, until then the seat's own."""
        state = self.reel.step.start.state
        return [one.id for one in state.ships.values() if one.in_play and self.reel.side in (None, one.side)]

    def pick(self, key: Id) -> None:
        """Weigh a ship. An enemy of the ship in hand that the seat may not weigh becomes the enemy to weigh against."""
        if key in self.pieces:
            self._picked, self._against = key, ""
        else:
            self._against = key
        self.redraw()

    def next_piece(self, by: int) -> None:
        """Weigh another ship."""
        if pieces := self.pieces:
            now = pieces.index(self.piece) if self.piece in pieces else -by
            self.pick(pieces[(now + by) % len(pieces)])

    def next_target(self) -> None:
        """Weigh the ship against another enemy."""
        subject = self.subject()
        if isinstance(subject, Subject) and (foes := subject.enemies):
            now = foes.index(subject.target) if subject.target in foes else -1
            self._against = foes[(now + 1) % len(foes)]
            self.redraw()

    # -- what is asked -------------------------------------------------------------------------------------------------

    def subject(self) -> Subject | str:
        """Return the ship before its move in the turn of the step, or a sentence why there is none."""
        return self._subject.get((self.reel.step, self.piece, self._against), self._find_subject)

    def redraw(self) -> None:
        """Report that the column looks different."""
        self._change()

    def _find_subject(self) -> Subject | str:
        battle, step, piece = self.reel.battle, self.reel.step, self.piece
        if not piece:
            return NO_SHIP
        state = step.view.state
        side = state.owner(piece)
        length = battle.before_move(piece, step.turn, step.after)
        if length is None:
            return f"{state.names[piece]} was not asked where to go in this {battle.system.turn_word}."
        if not battle.state.outcome and length >= battle.shown:
            return NOT_YET
        view = self._view.get((length, side), lambda: battle.view_at(length, side))
        return Subject(view, piece, self._foe(view, piece), (length, self._against))

    def _foe(self, view: View, piece: Id) -> Id:
        foes = {one.id for one in view.state.enemies(view.state.owner(piece))}
        return self._against if self._against in foes else nearest_enemy(view, piece)

    @property
    def order(self) -> Order | None:
        """The order that was given in the battle."""
        subject = self.subject()
        if not isinstance(subject, Subject):
            return None
        records, length = self.reel.battle.records, subject.key[0] if isinstance(subject.key, tuple) else 0
        given = records[length].order if length < len(records) else None
        return given if given is not None and given.by == subject.piece else None

    @property
    def plan_title(self) -> tuple[str, str, str]:
        """The mark and heading of the order that was given in the battle, and words beside the heading."""
        return "•", "As it was ordered", ""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def scene(self) -> Scene | None:
        """Return the table before the move, with the answer, and the paths then flown; None if there is nothing to
        weigh."""
        subject, picture = self.subject(), self.picture
        if isinstance(subject, str):
            return None
        step = self.reel.step

        def made() -> Scene:
            inside = [one for one in self.reel.steps if one.turn == step.turn]
            flown = [one for each in inside for one in trails(each) if one.ship in (subject.piece, subject.target)]
            chosen, targets = subject.piece, (subject.target,) if subject.target else ()
            tools = frozenset({"grid"})
            return Scene.of(
                subject.view, chosen=chosen, targets=targets, tools=tools, trails=tuple(flown), advice=picture
            )

        return self._scene.get((subject, step.turn, picture), made)

    def fill(self, column: Column) -> list[Widget]:
        """Return the question, the best three orders, and the enemy's likely ends."""
        columns.add_advice(column, self, folded=True)
        if self.picture:
            columns.likely_ends(column, self)
            columns.limits(column)
        return column.widgets
