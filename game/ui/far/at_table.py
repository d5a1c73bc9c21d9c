"""The table of a far battle: the ordinary battle screen of one seat, whose main button hands over; no part of the
rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from game.core.events import Event
from game.core.orders import Id
from game.far.far_battle import awaited_words
from game.formats.atomic_file import CannotSave
from game.seating.outcomes import split_into_acts
from game.ui.battle.panels.turn_report import main_button
from game.ui.battle.screen import BattleScreen
from game.ui.far.model import FarDesk
from game.ui.far.talk import TalkPage
from game.ui.host.screen import Answer, Pop, Push
from game.ui.input_modes.mode import Main
from game.ui.keys.bindings import Binding
from game.ui.keys.far_bindings import AT_TABLE, PAGE, TALK
from game.ui.render.theme import theme

ROLL = "Roll"  # with which the labels of buttons begin that roll dice at once


class FarTableScreen(BattleScreen):
    """The battle of a seat that is played by file, with the arguments of a battle screen. Orders are kept as a draft
    until they are handed over on the page beneath."""

    key_table: tuple[Binding, ...] = AT_TABLE

    def __init__(self, desk: FarDesk, **named: Any) -> None:
        assert desk.open is not None
        self.desk, self.stored = desk, desk.open
        self._there = self._connected  # as it has been told
        self._second = -1  # of the clock, as it is shown
        stored, self._said = self.stored, len(self._words())
        table = stored.table
        lines = table.battle.view(table.seat).log
        new, stored.looked = lines[stored.looked :], len(lines)
        super().__init__(table.battle, **named)
        self.context.own_key, self.context.instead = self._own_key, self._main
        self._show_news(new)

    def _show_news(self, lines: tuple[Event, ...]) -> bool:
        """Show what has happened since this seat last looked, as a film. Return False if there is nothing to see."""
        acts, flow = split_into_acts(lines), self.flow
        since = next((n for n in range(len(self.battle.records), -1, -1) if self._before(n, lines)), None)
        if not acts or since is None:
            return False
        before = self.battle.view_at(since, flow.seat)
        self.turn_flow.remember(before)
        self.context.model.look(before)
        flow.acts += acts
        self.turn_flow.take_acts()
        return True

    def _before(self, length: int, lines: tuple[Event, ...]) -> bool:
        """Return whether none of these lines had been written after so many orders."""
        return bool(lines) and all(one is not lines[0] for one in self.battle.log_until(length))

    # -- while files come and go ---------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether something moves, or a file has come that may be shown now."""
        return super().moving or (
            self._calm and (self.desk.busy or self._due_by_wire or self._clock_second() != self._second)
        )

    @property
    def _calm(self) -> bool:
        """Return whether nothing is being shown or looked at."""
        return not (super().moving or self.flow.result or self.context.past or self.board_input.drag.active)

    @property
    def _due_by_wire(self) -> bool:
        line, table = self.stored.direct, self.stored.table
        return bool(line and line.connected and table.to_hand_over and table.complete)

    def tick(self, seconds: float) -> Answer:
        """Take in what has come, hand over what is due over a direct connection, and let time pass."""
        if self._calm:
            if self._due_by_wire:
                self.hand_over_by_wire()
            elif self.desk.busy:
                self.take_what_comes()
            self._second = self._clock_second()
        return super().tick(seconds)

    def hand_over_by_wire(self) -> None:
        """Hand over what has been decided."""
        try:
            self.desk.pass_on()
        except CannotSave as why:
            self.context.tell(str(why))
        else:
            self.context.note = ""
            self.turn_flow.settle()

    def take_what_comes(self) -> bool:
        """Take in a file, and show what happens by it. Return whether anything has changed."""
        table = self.stored.table
        before, wrote = table.battle.view(table.seat).log, self._writing
        locked = self._locked
        if not self.desk.tick():
            return False
        lines = table.battle.view(table.seat).log
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines)))
        self.stored.looked = len(lines)
        if not self._show_news(lines[same:]) and not (wrote and wrote == self._writing):
            self.turn_flow.settle()
        there, self._there = self._there, self._connected
        if there != self._there:
            self.context.announce(
                "You are connected directly" if self._there else "The connection is lost: trying again"
            )
        for seat in self._locked - locked - {table.seat}:
            self.context.announce(f"{table.far.name(seat)} has locked its orders")
        self._tell_words()
        self.context.change()
        return True

    @property
    def _connected(self) -> bool:
        return bool(self.stored.direct and self.stored.direct.connected)

    @property
    def _writing(self) -> tuple[int, int] | None:
        """Turn and phase in which this seat decides; None if others do."""
        table, state = self.stored.table, self.battle.state
        return (state.turn, state.phase) if table.decides and not table.complete else None

    @property
    def _locked(self) -> frozenset[Id]:
        """The seats that have locked orders, which are not shown yet."""
        step = self.stored.table.far.replica and self.stored.table.far.replica.step
        return frozenset(step.locked) if step else frozenset()

    def _words(self) -> list[tuple[Id, str]]:
        replica = self.stored.table.far.replica
        return replica.said if replica else []

    def _tell_words(self) -> None:
        """Show what another player has said."""
        far, words = self.stored.table.far, self._words()
        for seat, said in words[self._said :]:
            if seat != self.stored.table.seat:
                self.context.note = f"{far.name(seat)}: “{said}”"
        self._said = len(words)

    def _clock_second(self) -> int:
        return int(self.desk.clock[1]) if self.stored.table.far.minutes else -1

    def _notice(self) -> str:
        """Return the sentence on the board: the usual one, or the clock of a direct battle."""
        words, minutes = super()._notice(), self.stored.table.far.minutes
        mine, seconds = self.desk.clock
        if words or not minutes or not seconds or self.battle.state.outcome:
            return words
        whose = "Your time" if mine else "Their time"
        told = f"{whose}: {int(seconds) // 60}:{int(seconds) % 60:02} of {minutes}:00"
        return f"{told}. It is over: on the page of files you may break the battle off." if self.desk.overdue else told

    def _own_key(self, action: str) -> None:
        if action == TALK:
            self.context.answer = Push(TalkPage(self.stored, self.desk.say, self.take_what_comes))
        if action == PAGE:
            self.closing()
            self.context.answer = Pop(PAGE)

    def _main(self) -> Main | None:
        """Return what the main button does while this seat has nothing to decide at the table."""
        table = self.stored.table
        if table.rolling and not table.decides:
            return Main("To the file", "its dice come from both of you", command=PAGE)
        if table.decides and not table.complete:
            return self._ordering()
        if table.to_hand_over:
            return Main("To the file", "your orders wait to be handed over", command=PAGE)
        if self.battle.state.outcome:
            return None
        if self.stored.direct and self.stored.direct.connected:
            awaits = awaited_words(table.far).rstrip(".")
            return Main("Wait for the other player", awaits)
        return Main("Look for their file", awaited_words(table.far).rstrip("."), command=PAGE)

    def _ordering(self) -> Main | None:
        """Return the usual button, with other words where it would roll dice that come from both seats; else None."""
        main = main_button(self.model, self.flow, False, False)
        verb, _, what = main.label.partition(" ")
        if verb != ROLL:
            return None
        label = f"{'Order' if what == 'repairs' else 'Fire'} {what}"
        return replace(main, label=label, sub=f"{main.sub}; its dice come from both of you", brief=main.sub)

    def closing(self) -> None:
        """Leave the table: the pages beneath have the program's own colours."""
        super().closing()
        theme.seated = 0


def table_screen(program: Any, desk: FarDesk) -> FarTableScreen:
    """Return the table of the open far battle, which closes to what is beneath it; `program` makes its other pages."""
    stored = desk.open
    assert stored is not None
    return FarTableScreen(
        desk,
        leave=lambda: Pop(PAGE),
        trouble=lambda: stored.trouble,
        leads="to the battles by file",
        settings=program.settings_page,
        replay=program.replay,
        film=program.film,
        faulty=program.report_fault,
    )
