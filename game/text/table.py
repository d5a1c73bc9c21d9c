"""A battle played in plain text: who is asked, what is shown, the curtain between two seats.

Everything shown is taken from the view of the side that sits at the terminal.
"""

from __future__ import annotations

from collections.abc import Callable

from game.battle.battle import Battle
from game.battle.loader import Recorder
from game.battle.view import View
from game.core.names import sentence
from game.core.orders import Id, Illegal, Order
from game.seating import thinking
from game.seating.heading import away_words, doing, when_words
from game.seating.order_words import briefly
from game.seating.seat_flow import Due, SeatFlow, seat_before
from game.seating.summary import last_look, summary_of
from game.seating.why import Explanations, WhyMoment
from game.text import chances, position
from game.text.hand import SeatHand
from game.text.pieces import labels
from game.text.rule_pages import named_rule
from game.text.terminal import Terminal, plain_word

SURE = "Give it all the same? yes or no"
BACK = "back"
YES, NO = ("yes", "y"), ("no", "n", "")


class PlainTable:
    """One battle at one terminal. `recorder` writes its save, and `unsaved` is said at the end without one; `limit`
    returns the seconds that a computer player may think."""

    def __init__(
        self,
        battle: Battle,
        terminal: Terminal,
        recorder: Recorder | None,
        limit: Callable[[], float],
        unsaved: str = "The battle was not saved.",
    ) -> None:
        self.battle, self.terminal, self.recorder, self.unsaved = battle, terminal, recorder, unsaved
        self.flow = SeatFlow(battle)
        self.thinking = thinking.ComputerThinking(self.flow.match, self._faulty, limit)
        self.hand = SeatHand()
        self.why = Explanations(self.flow.match, self._moment, int, lambda: False, lambda fault: type(fault).__name__)
        self.sure = False  # the line typed answers yes beforehand
        self.left = False  # the player has left, or the input has ended
        self._pending: list[str] = []  # lines typed at a question that did not answer it
        self._told: dict[Id | None, int] = {}  # lines of the log each seat has been told
        self._question: object = None  # the one last put to the seat

    @property
    def view(self) -> View:
        """The view of the seat; everything once the battle is over."""
        return self.flow.view()

    def _moment(self) -> WhyMoment:
        return WhyMoment(self.view, len(self.battle.records), "")

    def say(self, *lines: str) -> None:
        self.terminal.say(*lines)

    # -- the flow ------------------------------------------------------------------------------------------------------

    def play(self, obey: Callable[[PlainTable, str], None]) -> None:
        """Play until the battle is left; `obey` carries out what is typed."""
        for side in self.battle.state.sides:
            self._told[side] = last_look(self.battle, side) if self.battle.records else 0
        self.terminal.paragraph(position.heading_lines(self.battle.view(self.flow.seat)))
        while not self.left:
            self.flow.pass_over()
            due = self.flow.due()
            self.tell()
            if due.kind == "computer":
                self._compute()
            elif due.kind == "elsewhere":
                break
            elif due.kind == "nobody":
                self.say("Nobody can decide anything any more.")
                return
            elif due.kind == "over" or self._seat_next(due):
                self._ask(obey)
        self.say(self._farewell())

    def _ask(self, obey: Callable[[PlainTable, str], None]) -> None:
        """Put the question to the seat, if it is a new one, and carry out what is typed."""
        view = self.view
        self.hand.look(view)
        over = view.state.outcome is not None
        mine = view.mine()
        question = view.state.turn, view.state.phase, view.side, mine.waiting if mine else (), over
        if question != self._question:
            self._question = question
            if over:
                self.terminal.paragraph(position.ending_lines(view))
                self.say("Type log, sheet or replay to look back, quit to leave.")
            else:
                self.say(*position.asked_lines(view, self.hand.drafts, self.hand.chosen))
        line = self.next_line("" if over or not self.hand.chosen else labels(view)[self.hand.chosen])
        if line:
            obey(self, line)

    def next_line(self, prompt: str) -> str | None:
        """Return what is typed next; None once the input has ended, and the battle is left."""
        if self._pending:
            return self._pending.pop(0)
        line = self.terminal.ask(prompt)
        self.left = self.left or line is None
        return line

    def confirm(self, reasons: list[str], question: str = SURE) -> bool:
        """Show why an order should be thought over, and return whether it is wanted. Any other line counts as no, and
        is carried out next."""
        if self.sure or not reasons:
            return True
        self.say(*reasons, question)
        answer = self.next_line("yes or no")
        if answer is None or plain_word(answer) in YES:
            return answer is not None
        if plain_word(answer) not in NO:
            self._pending.append(answer)
        self.say("It was not given.")
        return False

    def repeat(self) -> None:
        """Put the question again."""
        self._question = None

    # -- seats ---------------------------------------------------------------------------------------------------------

    def _seat_next(self, due: Due) -> bool:
        """Let the side that decides sit down, behind a curtain if there must be one; return whether it does."""
        flow, side = self.flow, due.side
        other, begins = side != flow.seat, flow.begins
        if due.curtain and not (side := self._curtain(side)):
            return False
        if other or due.curtain or begins:
            flow.sit(side)
            self.hand = SeatHand()
            self.repeat()
        if due.curtain:
            self._since()
        elif begins:
            self.say(self._away(side, "decides in secret now"))
        return True

    def _curtain(self, side: Id) -> Id:
        """Hide what was shown and wait until the coming side is alone. Return it, or the side before if that is called
        back to unlock its orders; empty at the end of the input."""
        while True:
            view = self.battle.view(side)
            names, before = labels(view), seat_before(self.battle, view, side)
            self.terminal.clear()
            self.say(when_words(view) + ".")
            for key in view.state.sides:
                self.say(f"{names[key]}: {doing(view, key, side, side)}.")
            self.say(f"Hand the chair to {names[side]}. Everybody else looks away.")
            if before:
                self.say(f"Type back to let {names[before]} sit down first.")
            line = self.next_line(f"{names[side]}, press Enter when you are alone at the terminal")
            if line is None or plain_word(line) != BACK or not before:
                return "" if line is None else side
            if before in view.state.ready and self.battle.undo_fault(before) is None:
                self.battle.undo(before)
            side = before

    def _since(self) -> None:
        """Tell a side that sits down what has happened since it last looked."""
        side = self.flow.seat
        assert side is not None
        view = self.battle.view(side)
        lines = view.log[self._told.get(side, 0) :]
        self._told[side] = len(view.log)
        if lines:
            self.say("Since you last looked:")
            for item in summary_of(view, lines):
                self.say(*position.item_lines(item))
            self.terminal.paragraph(position.log_lines(view, lines))
        else:
            self.say("Nothing has happened since you last looked.")

    def _away(self, side: Id, does: str) -> str:
        return away_words(self.battle.state.sides, self.flow.humans, side, does) + "."

    def tell(self) -> None:
        """Tell the seat the lines of the log that it has not been told."""
        seat = self.flow.seat
        view = self.battle.view(seat)
        new = view.log[self._told.get(seat, 0) :]
        if not new or self._waits_for_curtain():
            return
        if seat and len(self.flow.humans) > 1 and self.flow.unlike and not self.battle.state.outcome:
            self.say(self._away(seat, "alone watches this"))
        for key in self.battle.state.sides:  # all who watch have seen the public lines
            if key == seat or not self.flow.unlike:
                self._told[key] = len(self.battle.view(key).log)
        self._told[seat] = len(view.log)
        self.terminal.paragraph(position.log_lines(view, new))

    def _waits_for_curtain(self) -> bool:
        """Return whether a curtain is about to fall. Behind it the coming side is told the news."""
        due = self.flow.due()
        return due.kind == "ask" and due.curtain and due.side != self.flow.seat

    # -- computer players ----------------------------------------------------------------------------------------------

    def _compute(self) -> None:
        """Let the computer player that is asked think, and play its order; say so if it takes long."""
        player, said, before, spent = self.thinking, False, thinking.clock(), 0.0
        while (order := player.work(spent)) is None:
            now = thinking.clock()
            before, spent = now, now - before
            if player.shown and not said:
                self.say(f"{self.battle.state.sides[player.side].name} is thinking.")
                said = True
        self.flow.computer(order)
        player.note_played()
        self.drop_animations()

    def _faulty(self, fault: Exception) -> None:
        name = self.battle.state.sides[self.thinking.side].name
        self.say(f"{name} could not think it out ({type(fault).__name__}), and plays at random.")

    # -- orders --------------------------------------------------------------------------------------------------------

    def give(self, order: Order, sure: bool = False) -> bool:
        """Give an order, after a warning of what may be lost by it; return whether it was given."""
        view = self.view
        if (bar := view.why_not(order)) is not None:
            self.refuse(bar, order.by)
            return False
        if not sure and not self.confirm(chances.warnings(view, order, self.hand.drafts)):
            return False
        secret = self.battle.phase.secret
        try:
            record = self.battle.play(order)
        except Illegal as why:
            self.refuse(why, order.by)
            return False
        self.flow.record_result(record)
        if secret and not record.sealed and len(self.flow.humans) > 1:
            self.terminal.clear()  # both look on from now on, and some of what was written may stay secret
        self.drop_animations()
        self.hand.drafts.pop(order.by, None)
        if record.sealed and order.by not in self.battle.state.sides:
            self.say(f"{labels(view)[order.by]} has its order: {briefly(view, order)}.")
        return True

    def drop_animations(self) -> None:
        """Drop everything that waits to be animated. In text, the lines of the log tell it."""
        self.flow.acts.clear()
        self.flow.result = None

    def refuse(self, why: Illegal, by: Id = "") -> None:
        """Say why something may not be done, by which rule, and what can be done instead."""
        self.hand.refused = why.rule
        self.say(sentence(why.why))
        if rule := named_rule(why.rule):
            self.say(f"{rule} Type rule to read it.")
        view = self.view
        mine = view.mine()
        if mine and by in mine.ids:
            self.say(f"Type choices {labels(view)[by]} for what it may do, or examples for how orders are written.")
        elif mine and mine.waiting:
            self.say(f"{position.names_of(view, mine.waiting)} may be ordered now.")

    def _farewell(self) -> str:
        trouble = self.recorder.trouble if self.recorder else ""
        if self.recorder is None:
            return self.unsaved
        return trouble or f"The battle is saved in {self.recorder.journal.path}."
