"""The table of a far battle: the ordinary battle screen of one seat, whose main button hands over; no part of the
rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.core.events import Event
from game.far.far_battle import awaited_words
from game.far.store import StoredBattle
from game.seating.outcomes import split_into_acts
from game.ui.battle.panels.turn_report import main_button
from game.ui.battle.screen import BattleScreen
from game.ui.host.screen import Pop
from game.ui.input_modes.mode import Main
from game.ui.keys.bindings import Binding
from game.ui.keys.far_bindings import AT_TABLE, PAGE
from game.ui.render.theme import theme

ROLL = "Roll"  # with which the labels of buttons begin that roll dice at once


class FarTableScreen(BattleScreen):
    """The battle of a seat that is played by file, with the arguments of a battle screen. Orders are kept as a draft
    until they are handed over on the page beneath."""

    key_table: tuple[Binding, ...] = AT_TABLE

    def __init__(self, stored: StoredBattle, **named: Any) -> None:
        self.stored = stored
        table = stored.table
        lines = table.battle.view(table.seat).log
        new, stored.looked = lines[stored.looked :], len(lines)
        super().__init__(table.battle, **named)
        self.context.own_key, self.context.instead = self._own_key, self._main
        self._show_news(new)

    def _show_news(self, lines: tuple[Event, ...]) -> None:
        """Show what has happened since this seat last looked, as a film."""
        acts, flow = split_into_acts(lines), self.flow
        since = next((n for n in range(len(self.battle.records), -1, -1) if self._before(n, lines)), None)
        if not acts or since is None:
            return
        before = self.battle.view_at(since, flow.seat)
        self.turn_flow.remember(before)
        self.context.model.look(before)
        flow.acts += acts
        self.turn_flow.take_acts()

    def _before(self, length: int, lines: tuple[Event, ...]) -> bool:
        """Had none of these lines been written after so many orders?"""
        return bool(lines) and all(one is not lines[0] for one in self.battle.log_until(length))

    def _own_key(self, action: str) -> None:
        if action == PAGE:
            self.closing()
            self.context.answer = Pop(PAGE)

    def _main(self) -> Main | None:
        """Return what the main button does while this seat has nothing to decide at the table."""
        table = self.stored.table
        if table.rolling:
            return Main("To the file", "its dice come from both of you", command=PAGE)
        if table.decides and not table.complete:
            return self._ordering()
        if table.to_hand_over:
            return Main("To the file", "your orders wait to be handed over", command=PAGE)
        if self.battle.state.outcome:
            return None
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


def table_screen(program: Any, stored: StoredBattle) -> FarTableScreen:
    """Return the table of a far battle, which closes to what is beneath it; `program` makes its other pages."""
    return FarTableScreen(
        stored,
        leave=lambda: Pop(PAGE),
        trouble=lambda: stored.trouble,
        leads="to the battles by file",
        settings=program.settings_page,
        replay=program.replay,
        film=program.film,
        faulty=program.report_fault,
    )
