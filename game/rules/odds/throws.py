"""A throw described once: a rule asks for the dice that decide what follows, and returns the dice that only do damage.

    @throw
    def torpedo(needed: int, less: int) -> Rule:
        return fixed_damage("SAP", (yield d6(damage_die(less).points, "/damage"))) if (yield d6(needed)) else NO_DAMAGE

`torpedo(4, 0).roll(umpire, label)` rolls it. `torpedo(4, 0).branches` are all its results with their chances: every
answer to a question is followed to its end, and equal ends are merged; returned dice are counted as a whole, never die
by die. A rule that asks nothing is a plain function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, ParamSpec, Protocol, cast

import numpy as np

from game.core.events import Die
from game.core.umpire import FaceWorth, Umpire, counting
from game.core.values import frozen
from game.rules.odds.beam_chances import BeamDice, beam_chances
from game.rules.odds.die_columns import DieColumn, Points, as_events, die_chances, power, roll_columns, total
from game.rules.ships.ship import Hit

Given = ParamSpec("Given")
Table = tuple[tuple[float, tuple[Hit, ...]], ...]  # every result with its chance


@dataclass(frozen=True, eq=False)
class SeveralHits:
    """Hits in the number given by the chances of 0, 1, 2 …, each in a mode and with the chances of 0, 1, 2 … points.
    Made by `several_hits`, which returns the same object for equal chances: comparing many long tuples takes time."""

    counts: tuple[float, ...]
    points: tuple[float, ...]
    mode: str

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """The possible numbers of hits, with their chances."""
        return tuple((count, chance) for count, chance in enumerate(self.counts) if chance > 0)

    @property
    def one_hit(self) -> Table:
        """The results of one of the hits."""
        return tuple((chance, ((self.mode, n),) if n else ()) for n, chance in enumerate(self.points) if chance > 0)


@lru_cache(maxsize=4096)
def several_hits(counts: tuple[float, ...], points: tuple[float, ...], mode: str) -> SeveralHits:
    """Return hits in the number given by some chances of 0, 1, 2 …, each with the chances of 0, 1, 2 … points."""
    return SeveralHits(counts, points, mode)


LikelyHits = BeamDice | Table | SeveralHits  # a throw, as everything that its chances depend on
Throws = tuple[LikelyHits, ...]  # throws that are made together


def results(likely: LikelyHits) -> Table:
    """Return every result of a throw as hits, in order, because layers of armour depend on it."""
    if isinstance(likely, SeveralHits):
        one = likely.one_hit
        return merge_results(
            (chance * share, hits) for count, chance in likely.likely for share, hits in _together((one,) * count)
        )
    if not isinstance(likely, BeamDice):
        return likely
    table = beam_chances(likely)
    return tuple(
        [
            (float(table[normal, past]), (("normal", normal), ("P", past)))
            for normal, past in zip(*(places.tolist() for places in np.nonzero(table)))
        ]
    )


def _together(tables: Iterable[Table]) -> Table:
    """Return every result of several throws, one after the other."""
    found: Table = ((1.0, ()),)
    for table in tables:
        found = tuple((chance * share, (*before, *hits)) for chance, before in found for share, hits in table)
    return found


def merge_results(results: Iterable[tuple[float, tuple[Hit, ...]]]) -> Table:
    """Return results with their chances. Equal ones are merged, impossible ones left out."""
    found: dict[tuple[Hit, ...], float] = {}
    for chance, hits in results:
        found[hits] = found.get(hits, 0.0) + chance
    return tuple((chance, hits) for hits, chance in found.items() if chance)


# -- what is asked: its answer decides what follows --------------------------------------------------------------------


class Ask(Protocol):
    """A question: dice whose points together are the answer."""

    def roll(self, umpire: Umpire, label: str) -> tuple[int, tuple[Die, ...]]:
        """Return the answer, and the dice as a line of the log shows them; `label` is that of the throw."""

    def answers(self) -> Iterable[tuple[int, float]]:
        """Return every possible answer with its chance."""


def question_label(label: str, own: str) -> str:
    """Return the label of a question: appended to that of the throw if it begins with a slash, else in place of its
    first word."""
    return label + own if not own or own[0] == "/" else own + label[len(label.split("/", 1)[0]) :]


@frozen
class OneDie:
    """One die, read by its face. `of` is its purpose in the log; the log shows `good` points or more as a success."""

    points: Points
    worth: FaceWorth
    label: str
    of: str
    good: int

    def roll(self, umpire: Umpire, label: str) -> tuple[int, tuple[Die, ...]]:
        """Return the points of the die, and the die."""
        face = umpire.die(question_label(label, self.label), worth=self.worth)
        points = self.points[face - 1]
        return points, (Die(face, points >= self.good, of=self.of),)

    def answers(self) -> Iterable[tuple[int, float]]:
        """Return the points of each face in order."""
        return [(points, many / len(self.points)) for points, many in Counter(self.points).items()]


@lru_cache(maxsize=1024)
def d6(read: int | Points, label: str = "", of: str = "", good: int = 1) -> OneDie:
    """Return a die whose answer is its points by face, or 1 if it shows the number or more, else 0."""
    points = tuple(int(face >= read) for face in range(1, 7)) if isinstance(read, int) else read
    return OneDie(points, counting(points), label, of, good)


# -- what is returned: dice that only do damage ------------------------------------------------------------------------


class Part(Protocol):
    """Dice that do damage and decide nothing more, such as `BeamDice`."""

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits, and the dice as a line of the log shows them."""

    @property
    def likely(self) -> Throws:
        """The chances of the hits. Dice with the same effect as separate throws are several."""


class Sure(NamedTuple):
    """Hits that need no dice."""

    hits: tuple[Hit, ...]

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        return self.hits, ()

    @property
    def likely(self) -> Throws:
        """The same hits for certain."""
        return (((1.0, self.hits),),)


@dataclass(frozen=True, eq=False)
class Lumps:
    """Equal hits, each of the points of some dice together, in a mode. Made by `lumps`, which returns the same object
    again."""

    column: DieColumn
    mode: str
    count: int
    dice: int
    likely: Throws

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits with any points, and the dice, which are rolled together."""
        fallen = roll_columns(umpire, [self.column] * (self.count * self.dice), label)
        every = [total(fallen[n : n + self.dice]) for n in range(0, len(fallen), self.dice)]
        return [(self.mode, points) for points in every if points], as_events(fallen)


@dataclass(frozen=True, eq=False)
class CountedHits:
    """Dice that decide the number of hits, read in a column, then a die of damage for each hit. Made by
    `damage_per_hit`."""

    hitting: DieColumn
    dice: int
    column: DieColumn
    mode: str
    label: str
    damage: str
    likely: Throws

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits with any points, and all dice."""
        told = roll_columns(umpire, [self.hitting] * self.dice, question_label(label, self.label))
        fallen = roll_columns(umpire, [self.column] * total(told), question_label(label, self.damage))
        return [(self.mode, die.points) for die in fallen if die.points], (*as_events(told), *as_events(fallen))


Damage = tuple[Part, ...]
Rule = Generator[Ask, int, Damage]
NO_DAMAGE: Damage = ()


def fixed_damage(mode: str, points: int, hits: int = 1) -> Damage:
    return (Sure(((mode, points),) * hits),) if points and hits else NO_DAMAGE


@lru_cache(maxsize=1024)
def lumps(column: DieColumn, mode: str, count: int = 1, dice: int = 1) -> Damage:
    """Return `count` hits, each of the points of `dice` dice read in a column."""
    if count <= 0 or dice <= 0:
        return NO_DAMAGE
    points = power(die_chances(column), dice)
    likely = several_hits((*(0.0,) * count, 1.0), tuple(points.tolist()), mode)
    return (Lumps(column, mode, count, dice, (likely,)),)


@lru_cache(maxsize=1024)
def damage_per_hit(
    hitting: DieColumn, dice: int, column: DieColumn, mode: str, label: str = "", damage: str = "/damage"
) -> Damage:
    """Return `dice` dice that decide the number of hits, and a die of damage for each hit."""
    one = several_hits(tuple(die_chances(hitting).tolist()), tuple(die_chances(column).tolist()), mode)
    return (CountedHits(hitting, dice, column, mode, label, damage, (one,) * dice),)


# -- the two readers of a rule -----------------------------------------------------------------------------------------


class Rolled(NamedTuple):
    """A rolled throw: the answers, the hits and the dice in order."""

    answers: tuple[int, ...]
    hits: tuple[Hit, ...]
    dice: tuple[Die, ...]


class Throw:
    """A rule with its arguments."""

    def __init__(self, rule: Callable[..., Rule | Damage], given: tuple[object, ...]) -> None:
        self._rule, self._given = rule, given

    def roll(self, umpire: Umpire, label: str) -> Rolled:
        """Roll the throw. The label names the dice, such as `fire/lancet/B3>vesper`."""
        answers, hits, dice = list[int](), list[Hit](), list[Die]()
        damage = self._rule(*self._given)
        if not isinstance(damage, tuple):
            walk = damage
            try:
                ask = next(walk)
                while True:
                    answer, fallen = ask.roll(umpire, label)
                    answers.append(answer)
                    dice += fallen
                    ask = walk.send(answer)
            except StopIteration as end:
                damage = cast(Damage, end.value)
        for part in damage:
            struck, fallen = part.roll(umpire, label)
            hits += struck
            dice += fallen
        return Rolled(tuple(answers), tuple(hits), tuple(dice))

    @property
    def ends(self) -> tuple[tuple[float, Damage], ...]:
        """All results of the throw, each with its chance."""
        walk = self._rule(*self._given)
        if isinstance(walk, tuple):
            return ((1.0, walk),)
        found, todo = dict[Damage, float](), [(1.0, tuple[int, ...]())]
        for chance, answers in todo:  # which grows meanwhile
            walk = cast(Rule, self._rule(*self._given))
            try:
                ask = next(walk)
                for answer in answers:
                    ask = walk.send(answer)
            except StopIteration as end:
                damage = cast(Damage, end.value)
                found[damage] = found.get(damage, 0.0) + chance
            else:
                todo += [(chance * share, (*answers, answer)) for answer, share in ask.answers()]
        return tuple((chance, damage) for damage, chance in found.items())

    @cached_property
    def branches(self) -> tuple[tuple[float, Throws], ...]:
        """The results in the form that odds take."""
        return tuple([(chance, tuple([one for part in damage for one in part.likely])) for chance, damage in self.ends])

    @cached_property
    def likely(self) -> LikelyHits:
        """The results as one throw among others."""
        if len(self.branches) == len(self.branches[0][1]) == 1:
            return self.branches[0][1][0]
        return merge_results(
            (chance * share, hits)
            for chance, throws in self.branches
            for share, hits in _together(map(results, throws))
        )


def throw(rule: Callable[Given, Rule | Damage]) -> Callable[Given, Throw]:
    """Return a function that makes throws of a rule. Throws are cached, so a rule may depend only on its arguments,
    which are values."""

    @lru_cache(maxsize=4096)
    def made(*given: object) -> Throw:
        return Throw(rule, given)

    return cast(Callable[Given, Throw], made)
