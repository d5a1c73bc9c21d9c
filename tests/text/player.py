"""A player of the text table: types random legal orders, or lines of a script, and keeps what every seat was shown."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

from game.battle.battle import Battle
from game.core.orders import Id, Prompt
from game.players.random_player import random_order
from game.text.commands import obey
from game.text.table import PlainTable
from game.text.terminal import BLANK, Terminal

Typist = Callable[[PlainTable], str | None]  # the next line; None at the end of the input


class Session:
    """A battle at the text table, played by a typist. `shown` are (seat, text) pairs, one for each thing asked."""

    def __init__(self, battle: Battle, typist: Typist) -> None:
        self.sink, self.shown = io.StringIO(), list[tuple[Id | None, str]]()
        self.table = PlainTable(battle, Terminal(_Source(self, typist), self.sink), None, lambda: 5.0)
        self._read = 0

    def play(self) -> Session:
        self.table.play(obey)
        self.keep()
        return self

    def keep(self) -> None:
        """Keep what was printed since the last question for the seat that reads it."""
        whole = self.sink.getvalue()
        self.shown.append((self.table.flow.seat, whole[self._read :]))
        self._read = len(whole)

    @property
    def text(self) -> str:
        return self.sink.getvalue()

    def on_screen(self) -> str:
        """Return what is left on the screen since it was last cleared."""
        return self.text.rpartition("\n" * BLANK)[2]


class _Source(io.StringIO):
    def __init__(self, session: Session, typist: Typist) -> None:
        super().__init__()
        self._session, self._typist = session, typist

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self._session.keep()
        line = self._typist(self._session.table)
        return "" if line is None else f"{line}\n"


def scripted(*lines: str) -> Typist:
    """Return a typist of these lines, and nothing after them."""
    left = iter(lines)
    return lambda table: next(left, None)


def by_chance(seed: int, turns: int) -> Typist:
    """Return a typist of random legal orders for every seat, until a turn is over."""
    rng = Random(seed)

    def type_order(table: PlainTable) -> str | None:
        battle = table.battle
        seat, state = table.flow.due().side, battle.state
        if state.outcome or state.turn > turns:
            return None
        if seat != table.flow.seat:
            return ""  # at the curtain
        prompt = next((one for one in battle.prompts() if one.side == seat), None)
        if prompt is None:
            return None
        return typed(table, battle, prompt, rng)

    return type_order


def typed(table: PlainTable, battle: Battle, prompt: Prompt, rng: Random) -> str:
    """Return a random order of a side as a player types it."""
    order = random_order(battle.glance(prompt.side), prompt, rng)
    view = battle.view(prompt.side)
    return f"{view.state.names[order.by]}: {view.order_text(order)}!"
