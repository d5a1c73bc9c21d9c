"""The adviser of a screen: what is asked of it, its answer, and the work towards the next; no part of the rules."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

from game.battle.slowly import Slowly
from game.battle.view import View
from game.core.orders import Id, Order
from game.players.captain.adviser import Advice, Adviser, Answer
from game.players.captain.lookout import Memory
from game.ui.board.model.advice_picture import AdvicePicture, likely, written
from game.ui.board.model.memo import Memo
from game.ui.session import thinking

RULE = "table/adviser"
TURNS = 3  # at most, this one counted
NO_ENEMY = "There is no enemy to weigh it against."


@dataclass(frozen=True, eq=False)
class Subject:
    """A piece as its side sees it before it moves, and the enemy it is weighed against first. It is the same as long as
    its `key` is."""

    view: View
    piece: Id
    target: Id
    key: object

    @property
    def enemies(self) -> tuple[Id, ...]:
        """Every enemy ship."""
        state = self.view.state
        return tuple([one.id for one in state.enemies(state.owner(self.piece)) if one.in_play])

    @property
    def why_not(self) -> str:
        """A sentence where there is nothing to weigh; empty where there is."""
        if not self.enemies:
            return NO_ENEMY
        if len(self.view.ends(self.piece)) < 2:
            state = self.view.state
            return f"{state.names[self.piece]} has no choice of where to end this {self.view.system.turn_word}."
        return ""


def nearest_enemy(view: View, piece: Id) -> Id:
    """Return the enemy ship that lies nearest to a ship; empty where there is none."""
    here = view.state.ships[piece]
    foes = view.state.enemies(here.side)
    return min(foes, key=lambda one: math.dist(one.at, here.at)).id if foes else ""


class LiveAdviser:
    """Asks for the piece in hand, again whenever something changes, and keeps the last answer until the next is there.

    `turns` are how many are looked at, `boxes` whether boxes count in place of points, `every` whether all enemies are
    weighed or the target alone. `worth` and `theirs` say what is shown on the board. A screen says what its `subject`
    is.
    """

    takes = False  # can the best orders be given with it?

    def __init__(self) -> None:
        self.open = False
        self.turns, self.boxes, self.every = 1, False, False
        self.worth = self.theirs = True
        self.advice: Advice | None = None
        self.view: View | None = None  # in which the answer holds
        self._asked: object = None  # what the answer, or the work towards it, is for
        self._adviser: Adviser | None = None
        self._steps: Slowly[Advice] | None = None
        self._memory: tuple[object, Memory] = (None, Memory())
        self._picture, self._silence = Memo[AdvicePicture](), Memo[str]()

    # -- of each screen ------------------------------------------------------------------------------------------------

    @abstractmethod
    def subject(self) -> Subject | str:
        """Return what is asked about, or a sentence why nothing can be."""

    @abstractmethod
    def changed(self) -> None:
        """Something of it looks different."""

    @property
    def order(self) -> Order | None:
        """The order in hand."""
        return None

    @property
    def plan_title(self) -> tuple[str, str, str]:
        """The mark of the order in hand, its heading, and words beside that."""
        return "", "The order in hand", ""

    @property
    def remembers(self) -> object:
        """What the last answers were worked out from: while it is the same they help with the next."""
        return None

    def cap(self, rank: int) -> str:
        """Return the key that gives one of the best orders."""
        return ""

    def take(self, number: int) -> bool:
        """Give one of the best orders."""
        return False

    # -- asking --------------------------------------------------------------------------------------------------------

    @property
    def foes(self) -> tuple[Id, ...]:
        """The enemies that are weighed."""
        subject = self.subject()
        if isinstance(subject, str):
            return ()
        return (subject.target,) if not self.every and subject.target in subject.enemies else subject.enemies

    @property
    def why_not(self) -> str:
        """A sentence where there is nothing to weigh; empty where there is."""
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
        """Is there an answer to be worked out?"""
        return self.open and not self.why_not and (self._steps is not None or self._asked != self._question)

    @property
    def done(self) -> float:
        """The share of the work that is behind it."""
        return self._adviser.done if self._adviser and self._steps else 1.0

    @property
    def fresh(self) -> bool:
        """Does the answer hold for how things stand?"""
        subject = self.subject()
        return self.advice is not None and not self.busy and self.advice.piece == getattr(subject, "piece", "")

    def work(self) -> None:
        """Work for a part of a frame."""
        if self._asked != self._question:
            self._begin()
        until = thinking.clock() + thinking.SLICE
        while self._steps is not None and thinking.clock() < until:
            try:
                next(self._steps)
            except StopIteration as found:
                self.advice, self._steps = found.value, None
        self.changed()

    def finish(self) -> None:
        """Work it out to the end."""
        while self.busy:
            self.work()

    def _begin(self) -> None:
        subject = self.subject()
        assert isinstance(subject, Subject)
        if self._memory[0] is not self.remembers:  # ships, table or house rules are others
            self._memory = self.remembers, Memory()
        if self.advice is not None and self.advice.piece != subject.piece:
            self.advice = None
        self._asked, self.view = self._question, subject.view
        self._adviser = Adviser(subject.view, subject.piece, self.foes, self.turns, self.boxes, self._memory[1])
        self._steps = self._adviser.weigh()

    # -- what is answered ----------------------------------------------------------------------------------------------

    @property
    def reaches(self) -> bool:
        """Does anybody reach anybody in the turns that are looked at?"""
        return self.advice is not None and any(one.any() for one in self.advice.margins.values())

    @property
    def picture(self) -> AdvicePicture | None:
        """The answer as it is drawn on the board."""
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
        """The end that the order in hand comes to."""
        advice, view, adviser, order = self.advice, self.view, self._adviser, self.order
        if advice is None or view is None or adviser is None or order is None:
            return None
        if order.by != advice.piece or view.why_not(order) is not None:
            return None
        return advice.number_of(adviser.lookout.place(view.pose(order)))

    def likely(self) -> list[Answer]:
        """The likeliest ends of the enemy in hand."""
        return likely(self.advice, self._target) if self.advice is not None else []

    def order_words(self, order: Order | None) -> str:
        """An order as it is written; of one who does not choose, that he holds on."""
        return written(self.view, order) if self.view is not None else ""

    def name(self, key: Id) -> str:
        """What a piece is called."""
        return self.view.state.names.get(key, key) if self.view is not None else key

    # -- doing ---------------------------------------------------------------------------------------------------------

    def turn_on(self) -> None:
        """Open the adviser, or close it: what it was about to find out is dropped."""
        self.open = not self.open
        if not self.open:
            self.drop()
        self.changed()

    def drop(self) -> None:
        """Stop working."""
        if self._steps is not None:
            self._steps.close()
            self._steps, self._asked = None, None

    def show(self, what: str) -> None:
        """Show the worth of ends, or the enemy's likely ends, or no longer."""
        if what == "worth":
            self.worth = not self.worth
        else:
            self.theirs = not self.theirs
        self.changed()

    def look_ahead(self, turns: int) -> None:
        """Weigh so many turns."""
        self.turns = turns
        self.changed()

    def count(self, boxes: bool) -> None:
        """Count boxes, or points."""
        self.boxes = boxes
        self.changed()

    def weigh_all(self, every: bool) -> None:
        """Weigh every enemy, or the target alone."""
        self.every = every
        self.changed()
