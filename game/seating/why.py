"""The reasons for computer players' orders, as far as a viewer may know them; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.battle.view import View
from game.core.display import signed
from game.core.names import whole_percent
from game.core.orders import Id
from game.players.match import Match
from game.players.player import Came, Reasons, Thought
from game.seating import thinking
from game.seating.memo import Memo

RULE = "table/computer"
MOST = 4  # most models named
NOBODY_PLAYS = "No computer player fights in this battle."
HOT_SEAT = "Where two share the machine, the computer says why when the battle is over."
NEVER_WEIGHS = "The other side plays by a script here, or at random, and has no reasons."
NOTHING_YET = "The computer says why once its orders have been shown. None have been yet."
BEING_SHOWN = "The computer says why when this has been shown."
PERSON = "A person gave this order. Only the computer says why."
FAULTY = "The computer could not think it over once more."


ORDER, WORTHS = ("deals", "takes", "next turn", "edge", "worth"), ("points", "destroyed", "worth")
ALL_IN_POINTS = "All in points. Edge: what the place is worth, such as edges, rocks and where it has to go."


class WhyMoment(NamedTuple):
    """The moment looked at: the number of `orders` given by then, and the piece that comes first. `person`: its order
    was a person's, and nothing else is asked."""

    view: View
    orders: int
    piece: Id
    person: bool = False


class Explanations:
    """The reasons for orders of the last turn that may be revealed at the moment of `now`. Reasons that were not stored
    are computed by `work`.

     `playing` says whether something is shown move by move; `faulty` records an exception of a player.
    """

    def __init__(
        self,
        match: Match,
        now: Callable[[], WhyMoment],
        change: Callable[[], object],
        playing: Callable[[], bool],
        faulty: Callable[[Exception], str],
    ) -> None:
        self.match, self.now, self._change, self._playing, self._faulty = match, now, change, playing, faulty
        self._picked: tuple[int, Id] = 0, ""  # the number of an order, and the piece chosen then
        self._kept = Memo[tuple[dict[int, Reasons], int]]()
        self._came = Memo[Came | None]()
        self._steps: Iterator[tuple[int, Thought]] | None = None
        self._spent, self._at, self._failed = 0.0, (0, Thought(None)), False

    @property
    def people(self) -> list[Id]:
        """Return the sides played by people."""
        return [side for side in self.match.battle.state.sides if side not in self.match.players]

    @property
    def _closed(self) -> str:
        """Return the sentence why nothing may be revealed at all; empty if something may."""
        over = self.match.battle.state.outcome is not None
        for so, words in (
            (not self.match.players, NOBODY_PLAYS),
            (len(self.people) > 1 and not over, HOT_SEAT),
            (not self.match.explains, NEVER_WEIGHS),
            (self._playing(), BEING_SHOWN),
            (self.now().person, PERSON),
        ):
            if so:
                return words
        return ""

    @property
    def silence(self) -> str:
        """Return the sentence why there are no reasons; empty if there are, or soon will be."""
        if closed := self._closed:
            return closed
        told, missing = self._turn_reasons()
        if missing:
            return FAULTY if self._failed else self._progress if self._spent > thinking.PATIENCE else ""
        return "" if told else NOTHING_YET

    @property
    def _progress(self) -> str:
        turn, thought = self._at
        stage = f": {thought.stage} {whole_percent(thought.share)}" if thought.stage else ""
        return f"The computer thinks {self.match.battle.system.turn_word} {turn} over once more{stage}"

    @property
    def spoken(self) -> bool:
        """Return whether anything may ever be revealed here."""
        return self.match.explains

    @property
    def key(self) -> tuple[object, ...]:
        """Return everything the reasons depend on."""
        now = self.now()
        return self.match.battle.version, self.match.reasons.recalled_to, now.view.side, now.orders

    def _turn_reasons(self) -> tuple[dict[int, Reasons], int]:
        """Return the reasons of one turn, by the numbers of their orders; or the order up to which they must be
        computed."""
        now = self.now()
        return self._kept.get(self.key, lambda: self.match.reasons.last_turn(now.view.side, now.orders))

    @property
    def numbers(self) -> list[int]:
        """The numbers of the orders with reasons, in order; none while it is silent."""
        return [] if self._closed else sorted(self._turn_reasons()[0])

    @property
    def number(self) -> int:
        """The number of the order looked at: the chosen one, the last of the chosen piece, or the first of the last
        phase; 0 if there is none."""
        numbers, chosen = self.numbers, self.now().piece
        if not numbers:
            return 0
        if self._picked[0] in numbers and self._picked[1] == chosen:
            return self._picked[0]
        told, start = self._turn_reasons()[0], self.match.battle.phase_span(numbers[-1])[0]
        own = [n for n in numbers if told[n].piece == chosen]
        return own[-1] if own else next(n for n in numbers if n > start)

    @property
    def reasons(self) -> Reasons | None:
        """The reasons for the order looked at."""
        return self._turn_reasons()[0][self.number] if self.number else None

    @property
    def came(self) -> Came | None:
        """The worth of the order against the enemies' actual orders."""
        side, number = self.now().view.side, self.number
        return self._came.get((*self.key, number), lambda: self.match.reasons.came(number, side))

    def step(self, by: int) -> None:
        """Look at the next order, or the one before."""
        numbers = self.numbers
        at = numbers.index(self.number) + by
        self._picked = numbers[at % len(numbers)], self.now().piece
        self._change()

    # -- reasons of before ---------------------------------------------------------------------------------------------

    @property
    def behind(self) -> bool:
        """Return whether there are reasons left to compute."""
        return not self._failed and not self._closed and bool(self._turn_reasons()[1])

    def work(self, seconds: float) -> None:
        """Compute missing reasons for a frame, so many seconds after the last one."""
        if self._steps is None:
            self._steps, self._spent = self.match.recall(self._turn_reasons()[1]), 0.0
        self._spent += seconds
        until = thinking.clock() + thinking.SLICE
        try:
            for at in self._steps:
                self._at = at
                if thinking.clock() >= until and self.behind:
                    return
        except Exception as fault:  # whatever it is, the screen goes on
            self._failed = True
            self._faulty(fault)
        self._steps = None
        self._change()


# a name, whether that was chosen, and a figure for each heading
Row = tuple[str, bool, tuple[str, ...]]


def weighed_rows(view: View, reasons: Reasons) -> tuple[str, tuple[str, ...], list[Row]]:
    """Return the orders or the targets that a player weighed: what they are, the headings of their figures, and a row
    for each."""
    if reasons.best:
        orders: list[Row] = [
            (
                view.briefly(one.order),
                one.order == reasons.order,
                (f"{one.deals:.1f}", f"{one.takes:.1f}", signed(one.later), signed(one.place), signed(one.total)),
            )
            for one in reasons.best
        ]
        return "order", ORDER, orders
    names = view.state.names
    targets: list[Row] = [
        (
            names.get(one.piece, ""),
            one.piece in reasons.aimed,
            (f"{one.points:.1f}", whole_percent(one.lost), f"{one.worth:.1f}"),
        )
        for one in reasons.targets
    ]
    return "target", WORTHS, targets


def models_of(reasons: Reasons, you: bool) -> tuple[str, list[tuple[str, float]]]:
    """Return how a player sees its enemy, or `you` if there is one person: the title, and the likeliest models with
    its trust in each."""
    models = sorted(reasons.models.items(), key=lambda one: -one[1])[:MOST]
    title = "It sees you as" if you else "It sees its enemy as"
    return title, [(f"one who {words}", share) for words, share in models]
