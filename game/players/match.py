"""A battle fought by computer players, each of which sees only its own side's view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from game.battle.battle import Battle, Record
from game.battle.idling import passed_over
from game.battle.slowly import at_once
from game.battle.view import View
from game.core.names import FAR, HUMAN
from game.core.orders import Id, Order, Prompt
from game.players import player
from game.players.kept_reasons import KeptReasons, explained
from game.players.player import Thinking, Thought, Unthinking
from game.players.random_player import random_order
from game.rules.turn.planned import by_plan


def match_of(battle: Battle) -> Match:
    """Return the computer players named by a battle; other sides belong to people."""
    players = {key: side.player for key, side in battle.state.sides.items() if side.player not in (HUMAN, FAR)}
    return Match(battle, players, battle.seed)


def asked_now(battle: Battle, prompt: Prompt) -> tuple[View, Prompt]:
    """Return what a side is asked, and how it sees it: for standing orders once all its moves are written."""
    view: View = battle.glance(prompt.side)
    if prompt.waiting or not view.unplanned:
        return view, prompt
    ahead = view.standing()
    return ahead, next(one for one in ahead.prompts() if one.side == prompt.side)


class Match:
    """The computer players of a battle. `players` is side -> name; other sides are left to people. A battle in progress
    is shown to them from its beginning when one is first asked."""

    def __init__(self, battle: Battle, players: Mapping[Id, str], seed: int | str = 0) -> None:
        self.battle, self.names, self.seed = battle, players, seed
        self.players = {side: player(name) for side, name in players.items()}
        self.reasons = KeptReasons(battle, self.players)
        self._chance: dict[Id, tuple[int, Random]] = {}
        self._watchers = {side: one for side, one in self.players.items() if not isinstance(one, Unthinking)}
        self._watched = len(battle.records)
        self._before = self._watch_from_beginning() if battle.records else iter(())
        self._again: Match | None = None  # the copy of the battle replayed for reasons

    @property
    def explains(self) -> bool:
        """Return whether any of the players ever gives reasons."""
        return bool(self._watchers)

    def next_prompt(self) -> Prompt | None:
        """Return the first prompt that one of the players must answer."""
        battle = self.battle
        for prompt in battle.prompts():
            if prompt.side not in self.players:
                continue
            if prompt.waiting:
                return prompt
            idle = battle.phase.idle
            if idle is not None and battle.why_not(idle(battle.state, prompt)) is None:
                return prompt
        return None

    def thinking(self) -> Thinking | None:
        """Return the thinking of the player that is asked, which a screen takes step by step and may stop; None if
        nobody is asked, or the battle is over."""
        prompt = self.next_prompt()
        return None if prompt is None else self._ask(prompt)

    def _ask(self, prompt: Prompt) -> Thinking:
        yield from self._show()
        if planned := passed_over(self.battle) if by_plan(self.battle.system, self.battle.state) else None:
            return planned
        view, prompt = asked_now(self.battle, prompt)
        return (yield from self.players[prompt.side].order(view, prompt, self.chance(prompt.side)))

    def by_chance(self) -> Order:
        """Return a random order for the asked player, for use if it gives none itself."""
        prompt = self.next_prompt()
        assert prompt is not None
        return random_order(*asked_now(self.battle, prompt), self.chance(prompt.side))

    def step(self) -> Record | None:
        """Play one order; return None if no player is asked, or the battle is over."""
        thinking = self.thinking()
        return None if thinking is None else self.battle.play(at_once(thinking))

    def play(self, turns: int | None = None) -> None:
        """Play to the end, or for this many turns."""
        while (turns is None or self.battle.state.turn <= turns) and self.step():
            pass

    def chance(self, side: Id) -> Random:
        """Return a player's own random generator, new each turn. It is independent of the battle's dice."""
        turn = self.battle.state.turn
        if self._chance.get(side, (0, None))[0] != turn:
            self._chance[side] = turn, Random(f"{self.seed}/{turn}/{side}")
        return self._chance[side][1]

    def _show(self) -> Iterator[Thought]:
        """Show the players the log since they were last asked."""
        yield from self._before
        new = self.battle.records[self._watched :] if self._watchers else []
        self._watched = len(self.battle.records)
        if any(record.log for record in new):
            for side, one in self._watchers.items():
                one.watch(self.battle.view(side))

    def _watch_from_beginning(self) -> Iterator[Thought]:
        for side, one in self._watchers.items():
            for happening in self.battle.happenings(side):
                one.watch(happening.view)
                yield Thought(None)

    # -- reasons of before ---------------------------------------------------------------------------------------------

    def recall(self, number: int) -> Iterator[tuple[int, Thought]]:
        """Yield the turn reached while the reasons for the orders up to this number are computed. This is for reasons
        that were not stored: new players fight the battle again from its beginning."""
        again = self._again = self._again or Match(self.battle.afresh(), self.names, self.seed)
        battle = again.battle
        for at, record in enumerate(self.battle.records[len(battle.records) : number], len(battle.records) + 1):
            order, reasons = record.order, None
            asked = (one for one in battle.prompts() if order.by in (*one.ids, one.side))
            if (prompt := next(asked, None)) and prompt.side in self.players:
                about = prompt if order.by == prompt.side else replace(prompt, waiting=(order.by,))
                for thought in again._ask(about) if explained(order) else again._show():
                    yield battle.state.turn, thought
                reasons = again.players[prompt.side].why(order)
            battle.play(order, record.faces)
            self.reasons.store_recalled(at, reasons)
            yield battle.state.turn, Thought(None)
