"""What becomes of pieces that nobody shoots at has been foretold: random plots over every scenario, played by the
resolver.

The rest of the turn is played again and again with other dice: nothing happens that had no chance, what was certain
happens, and where the dice are few they are all tried, so that every chance is held to the exact one. That a fleet
breaks off because of what it lost is not the fate of a single piece. All but a few plots are marked slow. SOAK=1 draws
ten times as many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from game.battle.battle import Battle
from game.battle.idling import nothing_more
from game.battle.loader import open_battle
from game.core.events import Event
from game.core.forecast import Fate
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.umpire import seeded_dice
from game.players.match import Match
from game.players.random_player import some_fields
from game.rules.scenario.house_rules import BY_POINTS
from tests.support.battles import SCENARIOS
from tests.support.narrowing import present

PLOTS = 1000 if os.environ.get("SOAK") else 100  # a game
EACH = 5  # of one battle
QUICK = 4  # battles of a game that are not slow
SEEDS = 4  # of the dice with which each plot is played
OTHER = 1_000_000  # to a seed, where house rules end a battle as it opens; of these too half have all manoeuvres
FEW = 60  # ways the dice may fall that are all tried
TINY = 1e-9

GAMES = sorted({path.parent.name for path in SCENARIOS})
BATTLES = [
    (paths[n % len(paths)], n)
    for game in GAMES
    for paths in [[path for path in SCENARIOS if path.parent.name == game]]
    for n in range(PLOTS // EACH)
]
ONCE_WRONG = [  # dice that do not name all they decide over
    ("stones_in_flight", 7032), ("stones_in_flight", 7023), ("free_fall", 9009), ("long_way_round", 136),
    ("weather_gauge", 770670),  # dice that another follows, not all to their end
]  # fmt: skip
ONCE = [(path, seed) for stem, seed in ONCE_WRONG for path in SCENARIOS if path.stem == stem]
CASES = [
    *(pytest.param(path, seed, marks=[pytest.mark.slow] if seed >= QUICK else []) for path, seed in BATTLES),
    *(pytest.param(path, seed) for path, seed in ONCE),
]


class Turn(NamedTuple):
    """The rest of a turn as it was played: the state at its end, the lines since, and the dice: label, faces, sides."""

    end: AnyState
    lines: list[Event]
    rolls: list[tuple[str, int, int]]
    faces: dict[str, tuple[int, ...]]


def test_there_are_enough_plots() -> None:
    assert all(sum(path.parent.name == game for path, _ in BATTLES) * EACH >= PLOTS for game in GAMES)
    assert {path for path, _ in BATTLES} == set(SCENARIOS)


@pytest.mark.parametrize("seed", [771093, 771875])
def test_house_rules_that_end_a_battle_as_it_opens_are_drawn_anew(seed: int) -> None:
    path = next(path for path in SCENARIOS if path.stem == "first_light")
    assert all(orders for _, _, orders in plots(path, seed))


@pytest.mark.parametrize(("path", "seed"), CASES, ids=lambda part: part.stem if isinstance(part, Path) else str(part))
def test_what_becomes_of_pieces_was_foretold(path: Path, seed: int) -> None:
    for n, (battle, side, orders) in enumerate(plots(path, seed)):
        view = battle.view(side)
        fates = view.forecast(orders).fates
        turns = [played(battle, orders, f"{seed}/{n}/{die}") for die in range(SEEDS)]
        for turn in turns:
            agrees(battle, side, fates, turn)
        known = {key: fate for key, fate in fates.items() if view.state.piece(key) == battle.state.piece(key)}
        # of others nothing is foretold that hangs on what the side does not know
        exactly(battle, orders, known, turns[0])


def plots(path: Path, seed: int) -> Iterator[tuple[Battle, Id, dict[Id, Order]]]:
    """Yield battles at moments when moves are ordered, each with the side that is asked and orders drawn for its
    pieces."""
    chance = Random(f"{path.stem}/{seed}")
    battle = begun(path, seed)
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    found = 0
    for _ in range(4000):
        if battle.state.outcome or battle.state.turn > 12:
            battle = begun(path, seed + 1000 * (found + 1))
            match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed + found)
        if moves(battle) and not battle.state.ready and chance.random() < 0.3:
            side, orders = drawn(battle, chance)
            if orders:
                yield battle, side, orders
                found += 1
        if found == EACH:
            return
        match.step()
    raise AssertionError("too few plots")


def begun(path: Path, seed: int) -> Battle:
    """Return a scenario, for odd seeds with house rules drawn at random, half of these with all manoeuvres; with others
    where they end it as it opens."""
    if seed % 2 == 0:
        return open_battle(path, seed=seed).battle
    chance = Random(f"house/{path.stem}/{seed}")
    rules = [one for one in open_battle(path, seed=seed).battle.system.house if one.group != BY_POINTS]
    house: dict[str, Any] = {rule.key: chance.choice(rule.values)[0] for rule in rules if chance.random() < 0.4}
    if seed % 4 == 3:
        house |= {rule.key: True for rule in rules if rule.key.startswith("man.") and rule.default is False}
    battle = open_battle(path, seed=seed, house=house).battle
    return battle if battle.state.outcome is None else begun(path, seed + OTHER)


def moves(battle: Battle) -> bool:
    """Return whether moves are ordered now."""
    return any(getattr(kind, "input_mode", "") == "plot" for kind in battle.phase.accepts)


def drawn(battle: Battle, chance: Random) -> tuple[Id, dict[Id, Order]]:
    """Return the first side that is asked, and an order for each of its pieces that writes; for one of them where all
    is open."""
    prompt = chance.choice(battle.prompts())
    again, orders = Battle(battle.system, battle.state), dict[Id, Order]()
    keys = list(prompt.waiting) if battle.phase.secret else [chance.choice(prompt.waiting or prompt.ids)]
    for key in keys:
        view = again.view(prompt.side)
        order = some_fields(view, view.draft(key), chance).foretold(view.state)  # the rest is said as a condition
        if view.why_not(order) is None:
            orders[key] = order
            if battle.phase.secret:
                again.play(order)
    return prompt.side, orders


def played(battle: Battle, orders: dict[Id, Order], seed: str, faces: dict[str, tuple[int, ...]] | None = None) -> Turn:
    """Return the rest of the turn with these orders, everybody else idle, and these faces."""
    rolls, fallen, other = list[tuple[str, int, int]](), dict[str, tuple[int, ...]](), seeded_dice(seed)

    def dice(label: str, number: int, sides: int) -> tuple[int, ...]:
        rolls.append((label, number, sides))
        fallen[label] = (faces or {}).get(label) or other(label, number, sides)
        return fallen[label]

    state = battle.state.copy()
    side = state.owner(next(iter(orders)))
    state.sealed = {key: order.foretold(state) for key, order in state.sealed.items() if state.owner(key) == side}
    again = Battle(battle.system, state, dice=dice)
    turn, lines = again.state.turn, list[Event]()
    for order in orders.values():
        lines += again.play(order).log
    end = again.state
    while not again.state.outcome and again.state.turn == turn:
        record = again.play(present(nothing_more(again)))
        lines += [line for line in record.log if line.turn == turn]
        end = again.state
    return Turn(end, lines, [roll for roll in rolls if roll[0].startswith(f"T{turn}.")], fallen)


def agrees(battle: Battle, side: Id, fates: Any, turn: Turn) -> None:
    """Check that every event of a side's pieces had a chance, and that everything certain happened."""
    for key, fate in fates.items():
        if battle.state.owner(key) != side:
            continue
        gone = lost(turn, key)
        if hangs_on_others(battle, fates, key) or attacked(battle, turn, key):
            continue
        assert fate.lost > TINY or fate.unlikely_tail > TINY or not gone, f"{key} was lost: {told(turn, key)} {fate}"
        assert fate.lost < 1 - TINY or gone, f"{key} was certain to be lost: {told(turn, key)} {fate}"
        rules = {risk.rule for risk in fate.risks}
        for line in turn.lines:
            if (line.harm and line.whom == key) or (line.harm and line.who == key and line.whom not in turn.end.ships):
                assert line.rule in rules or fate.unlikely_tail > TINY, f"{key} was harmed: {line} {fate}"


def hangs_on_others(battle: Battle, fates: Any, key: Id) -> bool:
    """Return whether a fleet might break off and this piece leave with it, because another of its pieces is lost by its
    own dice."""
    side = battle.state.owner(key)
    return any(
        other != key and battle.state.owner(other) == side and 0 < fate.lost < 1 for other, fate in fates.items()
    )


def attacked(battle: Battle, turn: Turn, key: Id) -> bool:
    """Return whether a missile or fighters that were on the way attacked a piece."""
    return any(line.kind == "fire" and line.whom == key and line.who in battle.state.counters for line in turn.lines)


def lost(turn: Turn, key: Id) -> bool:
    """Return whether a piece went out of play in the turn against its will."""
    return any(line.kind == "lost" and line.tone == "bad" and key in (line.who, line.whom) for line in turn.lines)


def told(turn: Turn, key: Id) -> list[str]:
    """Return the lines about a piece."""
    return [str(line) for line in turn.lines if key in (line.who, line.whom)]


def exactly(battle: Battle, orders: dict[Id, Order], fates: Any, turn: Turn) -> None:
    """Try every way the dice of the turn may fall, where there are few. Check that the chance of each loss is that of
    the forecast."""
    rolls = [roll for roll in turn.rolls if "/initiative/" not in roll[0] and "/threshold/" not in roll[0]]
    if not rolls or prod(sides**number for _, number, sides in rolls) > FEW:
        return
    fixed = {label: faces for label, faces in turn.faces.items() if label not in {roll[0] for roll in rolls}}
    waiting: list[tuple[float, dict[str, tuple[int, ...]]]] = [(1.0, fixed)]
    chances, tried, struck = dict.fromkeys(fates, 0.0), 0, set[Id]()
    while waiting:
        weight, faces = waiting.pop()
        one = played(battle, orders, "exact", faces)
        new = next(((label, n, sides) for label, n, sides in one.rolls if label not in faces), None)
        tried += 1
        if tried > 2 * FEW:
            return
        if new is not None:
            label, number, sides = new
            if number > 3:
                return
            waiting += [
                (weight / sides**number, {**faces, label: thrown})
                for thrown in product(range(1, sides + 1), repeat=number)
            ]
            continue
        struck.update(key for key in fates if attacked(battle, one, key))
        for key in fates:
            chances[key] += weight * lost(one, key)
    for key, fate in fates.items():
        if key not in struck and not hangs_on_others(battle, fates, key):
            near(fate, chances[key], key)


def near(fate: Fate, chance: float, key: Id) -> None:
    """Check that the chance of a loss is the exact one, or lower by no more than the share that was not followed."""
    assert fate.lost - TINY <= chance <= fate.lost + fate.unlikely_tail + TINY, f"{key} is lost {chance}, not {fate}"
