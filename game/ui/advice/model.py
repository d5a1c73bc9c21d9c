"""The adviser of a screen: its question, its last answer, and the computation of the next."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

from game.battle.slowly import Slowly
from game.battle.view import View
from game.core.orders import Id, Order
from game.players.captain.adviser import Advice, Adviser, Answer
from game.players.captain.lookout import Memory
from game.seating import thinking
from game.seating.memo import Memo
from game.ui.board.model.advice_picture import AdvicePicture, likely, order_notation

RULE = "table/adviser"
TURNS = 3  # most turns to look at, including this one
NO_ENEMY = "There is no enemy to weigh it against."


@dataclass(frozen=True, eq=False)
class Subject:
    """A piece before its move, in the view of its side, and the enemy to weigh it against. Subjects with equal keys are
    the same."""

    view: View
    piece: Id
    target: Id
    key: object

    @property
    def enemies(self) -> tuple[Id, ...]:
        state = self.view.state
        return tuple([one.id for one in state.enemies(state.owner(self.piece)) if one.in_play])

    @property
    def why_not(self) -> str:
        """A sentence if there is nothing to weigh; otherwise empty."""
        if not self.enemies:
            return NO_ENEMY
        if len(self.view.ends(self.piece)) < 2:
            state = self.view.state
            return f"{state.names[self.piece]} has no choice of where to end this {self.view.system.turn_word}."
        return ""


def nearest_enemy(view: View, piece: Id) -> Id:
    """Return the enemy ship nearest to a ship, or an empty id."""
    here = view.state.ships[piece]
    foes = view.state.enemies(here.side)
    return min(foes, key=lambda one: math.dist(one.at, here.at)).id if foes else ""


class LiveAdviser:
    """Weighs the subject of a screen again whenever it changes, and keeps the last answer until the next is ready.

    `turns` is the number of turns to look at. With `boxes` the unit is boxes instead of points. With `every` all
    enemies are weighed, otherwise only the target. `worth` and `theirs` switch the worth of our ends and the enemy's
    likely ends on the board. Subclasses implement `subject` and `redraw`.
    """

    takes = False  # true if the player can give one of the best orders here

    def __init__(self) -> None:
        self.open = False
        self.turns, self.boxes, self.every = 1, False, False
        self.worth = self.theirs = True
        self.advice: Advice | None = None
        self.view: View | None = None  # the view that the answer is for
        self._asked: object = None  # the question of the answer or of the computation in progress
        self._adviser: Adviser | None = None
        self._steps: Slowly[Advice] | None = None
        self._memory: tuple[object, Memory] = (None, Memory())
        self._picture, self._silence = Memo[AdvicePicture](), Memo[str]()

    # -- for each screen -----------------------------------------------------------------------------------------------

    @abstractmethod
    def subject(self) -> Subject | str:
        """Return the piece to weigh, or a sentence why there is none."""

    @abstractmethod
    def redraw(self) -> None:
        """Redraw the parts of the screen that show advice."""

    @property
    def order(self) -> Order | None:
        """The order being written, or None."""
        return None

    @property
    def plan_title(self) -> tuple[str, str, str]:
        """The mark and heading of the order being written, and words beside the heading."""
        return "", "The order in hand", ""

    @property
    def remembers(self) -> object:
        """An object that stays the same as long as values of earlier answers may be reused."""
        return None

    def cap(self, rank: int) -> str:
        """Return the key that gives the best order of this rank; empty without one."""
        return ""

    def take(self, number: int) -> bool:
        """Give the best order of this rank. Return whether it was given."""
        return False

    # -- asking --------------------------------------------------------------------------------------------------------

    @property
    def foes(self) -> tuple[Id, ...]:
        """The enemies to weigh against."""
        subject = self.subject()
        if isinstance(subject, str):
            return ()
        return (subject.target,) if not self.every and subject.target in subject.enemies else subject.enemies

    @property
    def why_not(self) -> str:
        """A sentence if there is nothing to weigh; otherwise empty."""
        subject = self.subject()
        if isinstance(subject, str):
            return subject
        return self._silence.get((subject.key, subject.piece), lambda: subject.why_not)

    @property
    def _question(self) -> object:
        subject = self.subject()
        key = (subject.key, subject.piece) if isinstance(subject, Subject) else subject
        return key, self.foes, self.turns, self.boxes

    @property
    def busy(self) -> bool:
        """Return whether there is an answer to compute."""
        return self.open and not self.why_not and (self._steps is not None or self._asked != self._question)

    @property
    def done(self) -> float:
        """The share of the computation that is done, 0 to 1."""
        return self._adviser.done if self._adviser and self._steps else 1.0

    @property
    def fresh(self) -> bool:
        """Return whether the answer is up to date."""
        subject = self.subject()
        return self.advice is not None and not self.busy and self.advice.piece == getattr(subject, "piece", "")

    def work(self) -> None:
        """Compute for part of a frame."""
        if self._asked != self._question:
            self._begin()
        until = thinking.clock() + thinking.SLICE
        while self._steps is not None and thinking.clock() < until:
            try:
                next(self._steps)
            except StopIteration as found:
                self.advice, self._steps = found.value, None
        self.redraw()

    def finish(self) -> None:
        """Compute the answer to the end."""
        while self.busy:
            self.work()

    def _begin(self) -> None:
        subject = self.subject()
        assert isinstance(subject, Subject)
        if self._memory[0] is not self.remembers:  # ships, table or house rules have changed
            self._memory = self.remembers, Memory()
        if self.advice is not None and self.advice.piece != subject.piece:
            self.advice = None
        self._asked, self.view = self._question, subject.view
        self._adviser = Adviser(subject.view, subject.piece, self.foes, self.turns, self.boxes, self._memory[1])
        self._steps = self._adviser.weigh()

    # -- the answer ----------------------------------------------------------------------------------------------------

    @property
    def reaches(self) -> bool:
        """Return whether any weighed ship can fire at another within the turns looked at."""
        return self.advice is not None and any(one.any() for one in self.advice.margins.values())

    @property
    def picture(self) -> AdvicePicture | None:
        """The answer as drawn on the board; None if there is nothing to draw."""
        advice, view = self.advice, self.view
        if advice is None or view is None or not self.open or self.why_not or not self.reaches:
            return None
        parts = advice, view, self._target, self.boxes, self.worth, self.theirs, self.fresh
        return self._picture.get(parts, lambda: AdvicePicture.of(*parts))

    @property
    def _target(self) -> Id:
        return getattr(self.subject(), "target", "")

    @property
    def plan(self) -> int | None:
        """The number of the destination of the order being written; None without one."""
        advice, view, adviser, order = self.advice, self.view, self._adviser, self.order
        if advice is None or view is None or adviser is None or order is None:
            return None
        if order.by != advice.piece or view.why_not(order) is not None:
            return None
        return advice.number_of(adviser.lookout.place(view.pose(order)))

    def likely(self) -> list[Answer]:
        """Return the likeliest destinations of the target."""
        return likely(self.advice, self._target) if self.advice is not None else []

    def order_words(self, order: Order | None) -> str:
        """Return the notation of an order; for None, words for keeping course."""
        return order_notation(self.view, order) if self.view is not None else ""

    def name(self, key: Id) -> str:
        """Return the name of a piece."""
        return self.view.state.names.get(key, key) if self.view is not None else key

    # -- changes -------------------------------------------------------------------------------------------------------

    def turn_on(self) -> None:
        """Open or close the adviser. Closing it cancels the computation."""
        self.open = not self.open
        if not self.open:
            self.drop()
        self.redraw()

    def drop(self) -> None:
        """Cancel the computation."""
        if self._steps is not None:
            self._steps.close()
            self._steps, self._asked = None, None

    def show(self, what: str) -> None:
        """Switch the worth of our ends ('worth') or the enemy's likely ends on the board on or off."""
        if what == "worth":
            self.worth = not self.worth
        else:
            self.theirs = not self.theirs
        self.redraw()

    def look_ahead(self, turns: int) -> None:
        """Set the number of turns to look at."""
        self.turns = turns
        self.redraw()

    def count(self, boxes: bool) -> None:
        """Set the unit: boxes or points."""
        self.boxes = boxes
        self.redraw()

    def weigh_all(self, every: bool) -> None:
        """Weigh against every enemy, or the target alone."""
        self.every = every
        self.redraw()
