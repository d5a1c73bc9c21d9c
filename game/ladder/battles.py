"""One battle of a ladder: its players, seats and dice, and its result as plain data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from game.account.account import NOBODY, account_of
from game.battle.battle import Battle, Record
from game.battle.loader import Opened, load_start_text
from game.battle.slowly import at_once
from game.core.events import Event
from game.core.orders import Id
from game.core.values import Data
from game.ladder.openings import varied
from game.players.match import Match

LONGEST = 40  # turns of a battle without a last one; then it is a draw


@dataclass(frozen=True)
class LadderBattle:
    """A battle to be fought: the file's name, its text with a digest, the key of the dice, and the player in each
    seat."""

    file: str
    digest: str
    text: str
    key: int
    players: tuple[str, str]

    @property
    def name(self) -> str:
        """The name of the battle among those fought."""
        return name_of(self.digest, self.key, self.players)


def name_of(digest: str, key: int, players: Sequence[str]) -> str:
    """Return the name of a battle."""
    return f"{digest} {key} {players[0]} {players[1]}"


@dataclass
class Cost:
    """The processor time of one seat's orders, in seconds; moves are those of ships."""

    orders: int = 0
    seconds: float = 0.0
    moves: int = 0
    move_seconds: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float, move: bool) -> None:
        """Count another order."""
        self.orders += 1
        self.seconds += seconds
        if move:
            self.moves += 1
            self.move_seconds += seconds
            self.worst = max(self.worst, seconds)

    def as_data(self) -> Data:
        """Return its figures, in tenths of a millisecond."""
        seconds = {"seconds": self.seconds, "move_seconds": self.move_seconds, "worst": self.worst}
        return {"orders": self.orders, "moves": self.moves, **{key: round(one, 4) for key, one in seconds.items()}}


class TimedMatch(Match):
    """A match that measures its players' processor time."""

    def __init__(self, battle: Battle, players: dict[Id, str], seed: int | str = 0) -> None:
        super().__init__(battle, players, seed)
        self.costs = {side: Cost() for side in players}

    def step(self) -> Record | None:
        """Play one order and measure it. Return None if no player is asked."""
        begun = time.process_time()
        prompt, thinking = self.next_prompt(), self.thinking()
        if prompt is None or thinking is None:
            return None
        order = at_once(thinking)
        move = self.battle.phase.asks_for("plot") and order.by in self.battle.state.ships
        self.costs[prompt.side].add(time.process_time() - begun, move)
        return self.battle.play(order)


def fight(number: int, battle: LadderBattle) -> tuple[int, Data]:
    """Fight a battle to its end; return its number, and the data that a ladder keeps of it. This is the task of a
    worker.

     A player that fails, or whose order is refused by the rules, loses; its `fault` says how.
    """
    opened = varied(load_start_text(battle.text, battle.file), battle.key)
    sides = list(opened.file.sides)
    match = TimedMatch(opened.battle, dict(zip(sides, battle.players)), battle.key)
    begun, fault, asked = time.process_time(), "", None
    try:
        while opened.battle.state.turn <= _last_turn(opened) and (asked := match.next_prompt()) and match.step():
            pass
    except Exception as trouble:  # players may be anybody's code: the ladder goes on
        fault = f"{type(trouble).__name__}: {trouble}".splitlines()[0][:300]
    seconds = time.process_time() - begun
    found = {
        "file": battle.file,
        "digest": battle.digest,
        "key": battle.key,
        "players": list(battle.players),
        **_ending(opened, sides),
        "seconds": round(seconds, 4),
        "cost": [match.costs[side].as_data() for side in sides],
    }
    if fault:
        loser = sides.index(asked.side) if asked else 0
        found |= {"won": 1 - loser, "fault": fault, "failed": loser}
    return number, found


def _last_turn(opened: Opened) -> int:
    return opened.file.victory.turns or LONGEST


def _ending(opened: Opened, sides: list[Id]) -> Data:
    """Return how a battle ended, by seat."""
    state, over = opened.battle.state, opened.battle.state.outcome
    scores = dict(over.scores) if over else {}
    lost, edge, wrecked, gone = _losses(opened, sides)
    return {
        "won": sides.index(over.winner) if over and over.winner in sides else None,
        "why": over.why if over else "no end after its last turn",
        "turns": min(state.turn, _last_turn(opened)),
        "last_turn": state.turn >= _last_turn(opened) and all(state.fleet(side) for side in sides),
        "scores": [scores.get(side, 0.0) for side in sides],
        "left": [_share_left(opened, side, gone) for side in sides],
        "ships": [sum(ship.side == side for ship in opened.file.ships.values()) for side in sides],
        "lost": lost,
        "edge": edge,
        "wrecked": wrecked,
    }


def _share_left(opened: Opened, side: Id, gone: set[Id]) -> float:
    """Return the share left of a side's points, by the boxes of its ships. A ship that is lost for good or has crossed
    an edge counts 0."""
    battle = opened.battle
    ships = [key for key, ship in opened.file.ships.items() if ship.side == side]
    worths = {key: battle.system.worth(battle.state, key) for key in ships}
    left = sum(
        one.points * one.boxes / (one.of or 1)
        for key, one in worths.items()
        if key not in gone and (one.scores < one.points or not one.points)
    )
    return round(left / (sum(one.points for one in worths.values()) or 1), 4)


def _losses(opened: Opened, sides: list[Id]) -> tuple[list[int], list[int], list[int], set[Id]]:
    """Return by seat the ships lost, those that crossed an edge, and those lost without a shot; and the ids of those
    that crossed an edge."""
    view = opened.battle.view(None)
    gone = {event.whom for event in view.log if _over_an_edge(event)}
    lost, edge, wrecked = [0, 0], [0, 0], [0, 0]
    for ship in account_of(view).ships:
        if ship.end:
            seat, away = sides.index(ship.side), ship.id in gone
            lost[seat] += 1
            edge[seat] += away
            wrecked[seat] += ship.by == NOBODY and ship.fate != "left" and not away
    return lost, edge, wrecked, gone


def _over_an_edge(event: Event) -> bool:
    return event.kind == "lost" and event.leaves in ("table", "map")
