"""Random battles stopped at every phase, and orders to try there: sensible, odd, or malformed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import product
from math import prod
from pathlib import Path
from random import Random

from game.battle.battle import Battle
from game.battle.loader import Opened
from game.core.orders import Id, Order
from game.core.system import RuleSystem
from game.players.match import Match
from tests.property.test_random_battles import drawn
from tests.support.battles import SCENARIOS, paper

TURNS = 4  # of each battle
BLANKS = ("\u00a0", "\n", "\t", "\r\n", "\u2009", "\u2028", "\x1f", "\u200b", "  ", "", ",")
ODD = (
    "٣", "²", "\uff11", "1_0", "−", "\u2013", "+-", "--", "+", "é", "\u017f", "\u212a", "\u202e", "\ud800", "\0", "😀",
    "0", "00", "9" * 12, "-0", ":", "*", ".",
)  # fmt: skip


ODDLY = {  # ships named after words and numbers of the notation, close together
    "full-thrust": paper("Odd names in space", """\
  "12":   {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  vel-9:  {side: azure, design: halyard, at: [21, 21], course: 3, velocity: 6}
  P2:     {side: azure, design: sextant, at: [22, 19], course: 3, velocity: 6}
  WITH:   {side: amber, design: vesper, at: [36, 20], course: 9, velocity: 6}
  "7":    {side: amber, design: cinder, at: [37, 21], course: 9, velocity: 6}
  RAM-EC: {side: amber, design: kiln, at: [38, 19], course: 9, velocity: 6}
house: {manoeuvres: all, squadrons: true}
"""),
    "hexcess": paper("Odd names and fighters", """\
  "12":  {side: azure, design: pinfold, at: [10, 5], course: 2, velocity: 4}
  face:  {side: azure, design: crook, at: [10, 7], course: 2, velocity: 4}
  none-: {side: amber, design: doline, at: [20, 0], course: 8, velocity: 4}
  f3:    {side: amber, design: karst, at: [20, 2], course: 8, velocity: 4}
""", "hexcess", table="{hexes: [36, 24]}"),
    "easyhex": paper("Odd names", """\
  "0":   {side: azure, design: pinfold, at: [10, 5], course: 2, velocity: 4}
  ALONE: {side: azure, design: crook, at: [10, 7], course: 2, velocity: 4}
  in:    {side: amber, design: doline, at: [20, 0], course: 8, velocity: 4}
  R1:    {side: amber, design: karst, at: [20, 2], course: 8, velocity: 4}
""", "easyhex", table="{hexes: [36, 24]}"),
}  # fmt: skip


def scenarios(system: str, folder: Path) -> list[Path]:
    """Return the scenarios of a game, and a battle of ships with odd names written to `folder`."""
    found = [path for path in SCENARIOS if path.parent.name == system.replace("-", "_")]
    if system in ODDLY:
        found.append(folder / f"{system}_oddly.yaml")
        found[-1].write_text(ODDLY[system], encoding="utf-8")
    return found


def moments(opened: Opened, seed: int) -> Iterator[Random]:
    """Play the first turns of a battle at random, and yield at every phase and sometimes within one."""
    battle, rng, seen = opened.battle, Random(seed), set[tuple[int, int]]()
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    while battle.state.outcome is None and battle.state.turn <= TURNS:
        moment = battle.state.turn, battle.state.phase
        if moment not in seen or rng.random() < 0.1:
            seen.add(moment)
            yield rng
        if battle.state.outcome is None:
            match.step()


def battles(system: str, folder: Path, seeds: Iterable[int]) -> Iterator[tuple[Opened, int]]:
    """Yield every scenario of a game with each seed; odd seeds have random house rules."""
    return ((drawn(path, seed), seed) for path in scenarios(system, folder) for seed in seeds)


def kinds(system: RuleSystem) -> list[type[Order]]:
    """Return all kinds of order of a game, of all phases."""
    return list(dict.fromkeys(kind for row in system.phases for kind in row.accepts))


def combinations(draft: Order, battle: Battle, rng: Random, most: int) -> Iterator[Order]:
    """Yield the combinations of values of a draft's fields; if there are more than `most`, a random sample."""
    domain = {name: tuple(values) for name, values in draft.domain(battle.state).items()} or _switches(draft)
    if not all(domain.values()):
        return
    few = prod(map(len, domain.values())) <= most
    drawn_at_random = (tuple(map(rng.choice, domain.values())) for _ in range(most))
    for values in product(*domain.values()) if few else drawn_at_random:
        order = draft
        for name, value in zip(domain, values):
            order = (
                order.with_value(name, value)
                if name in draft.domain(battle.state)
                else Order.with_value(order, name, value)
            )
        yield order
        name = rng.choice(list(domain))
        if further := tuple(order.domain(battle.state).get(name, ())):  # choices that depend on its own values
            yield order.with_value(name, rng.choice(further))


def _switches(draft: Order) -> dict[str, tuple[object, ...]]:
    """Return both values of each switch of an order whose form is empty at present."""
    return {one.name: (False, True) for one in fields(draft) if isinstance(one.default, bool)} or {"by": (draft.by,)}


def drafts(battle: Battle, key: Id) -> Iterator[Order]:
    """Yield an empty order of each kind that the phase accepts from this piece or side."""
    for kind in battle.phase.accepts:
        try:
            kind(key).domain(battle.state)
        except KeyError:
            continue  # an order of ships, for a counter or a side
        yield kind(key)


def spoiled(text: str, rng: Random, pool: list[str]) -> str:
    """Return a text with words reordered, characters changed, or part of another text inserted."""
    words, at = text.split(" "), rng.randrange(len(text) + 1)
    ways = (
        lambda: " ".join(rng.sample(words, len(words))),
        lambda: rng.choice(BLANKS).join(words),
        lambda: rng.choice((str.upper, str.lower, str.swapcase, str.title))(text),
        lambda: text[:at] + rng.choice(BLANKS) + text[at:],
        lambda: text[:at] + rng.choice(ODD) + text[at + rng.randrange(2) :],
        lambda: text + " " + rng.choice(pool),
        lambda: text[:at] + rng.choice(pool)[rng.randrange(3) :],
        lambda: text[:at] + text[at + 1 :],
        lambda: rng.choice((" ", "", "\n")).join((rng.choice(words), text)),
    )
    return rng.choice(ways)()


def typed(rng: Random, pool: list[str], count: int) -> Iterator[str]:
    """Yield texts that a player might type: orders of a pool, intact or spoiled up to three times."""
    for _ in range(count):
        text = rng.choice(pool)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            text = spoiled(text, rng, pool)
        yield text
