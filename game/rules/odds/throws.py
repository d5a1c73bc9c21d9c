"""A throw told once: a rule asks for the dice that decide what follows, and returns the dice that only do damage.

    @throw
    def torpedo(needed: int, less: int) -> Rule:
        return fixed("SAP", (yield d6(damage_die(less).points, "/damage"))) if (yield d6(needed)) else NO_DAMAGE

`torpedo(4, 0).roll(umpire, label)` rolls it. `torpedo(4, 0).branches` is all that it may come to, each with its chance:
what is asked is followed to every end, and ends that are equal are one; what is returned is counted as a whole, never
die by die. A rule that asks nothing is a plain function.
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
    """As many hits as the chances of 0, 1, 2 … say, each in a mode and of the chances of 0, 1, 2 … points.

    Made by `several_hits`, which gives the same object for the same chances: to compare many long tuples takes time.
    """

    counts: tuple[float, ...]
    points: tuple[float, ...]
    mode: str

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """Numbers of hits that can be, with their chances."""
        return tuple((count, chance) for count, chance in enumerate(self.counts) if chance > 0)

    @property
    def one_hit(self) -> Table:
        """One of the hits."""
        return tuple((chance, ((self.mode, n),) if n else ()) for n, chance in enumerate(self.points) if chance > 0)


@lru_cache(maxsize=4096)
def several_hits(counts: tuple[float, ...], points: tuple[float, ...], mode: str) -> SeveralHits:
    """As many hits as some chances of 0, 1, 2 … say, each of the chances of 0, 1, 2 … points."""
    return SeveralHits(counts, points, mode)


LikelyHits = BeamDice | Table | SeveralHits  # of a throw, as what their chances depend on
Throws = tuple[LikelyHits, ...]  # of throws that are made together


def results(likely: LikelyHits) -> Table:
    """Return every result of a throw as hits; on layers of armour it matters which came first."""
    if isinstance(likely, SeveralHits):
        one = likely.one_hit
        return collected(
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


def collected(results: Iterable[tuple[float, tuple[Hit, ...]]]) -> Table:
    """Results with their chances, equal ones put together and impossible ones left out."""
    found: dict[tuple[Hit, ...], float] = {}
    for chance, hits in results:
        found[hits] = found.get(hits, 0.0) + chance
    return tuple((chance, hits) for hits, chance in found.items() if chance)


# -- what is asked: its answer decides what follows --------------------------------------------------------------------


class Ask(Protocol):
    """Dice of which the points together are the answer."""

    def roll(self, umpire: Umpire, label: str) -> tuple[int, tuple[Die, ...]]:
        """Return the answer, and the dice as a line of the log shows them, in a throw of that label."""

    def answers(self) -> Iterable[tuple[int, float]]:
        """Return every answer that there may be, with its chance."""


def labelled(label: str, own: str) -> str:
    """Return the label of a question: added to that of the throw if it begins with a stroke, else in the place of its
    first word."""
    return label + own if not own or own[0] == "/" else own + label[len(label.split("/", 1)[0]) :]


@frozen
class OneDie:
    """One die, read by its face. `of` is what the log says it was thrown for, and `good` are the least points that the
    log shows as a success."""

    points: Points
    worth: FaceWorth
    label: str
    of: str
    good: int

    def roll(self, umpire: Umpire, label: str) -> tuple[int, tuple[Die, ...]]:
        """Return its points, and the die."""
        face = umpire.die(labelled(label, self.label), worth=self.worth)
        points = self.points[face - 1]
        return points, (Die(face, points >= self.good, of=self.of),)

    def answers(self) -> Iterable[tuple[int, float]]:
        """Return points in the order of the faces."""
        return [(points, many / len(self.points)) for points, many in Counter(self.points).items()]


@lru_cache(maxsize=1024)
def d6(read: int | Points, label: str = "", of: str = "", good: int = 1) -> OneDie:
    """Return a die whose answer is its points by face; or 1 if it shows that number or more, and 0 if it does not."""
    points = tuple(int(face >= read) for face in range(1, 7)) if isinstance(read, int) else read
    return OneDie(points, counting(points), label, of, good)


# -- what is returned: dice that only do damage ------------------------------------------------------------------------


class Part(Protocol):
    """Dice that do damage and decide nothing else, such as `BeamDice`."""

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Their hits, and the dice as a line of the log shows them."""

    @property
    def likely(self) -> Throws:
        """The chances of their hits, of dice that do the same as throws of their own."""


class Sure(NamedTuple):
    """Hits that need no more dice."""

    hits: tuple[Hit, ...]

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits."""
        return self.hits, ()

    @property
    def likely(self) -> Throws:
        """They are certain."""
        return (((1.0, self.hits),),)


@dataclass(frozen=True, eq=False)
class Lumps:
    """That many hits alike: each the points of some dice together, in a mode. Made by `lumps`, which gives the same
    again."""

    column: DieColumn
    mode: str
    count: int
    dice: int
    likely: Throws

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits that do anything, and the dice, which are rolled at once."""
        fallen = roll_columns(umpire, [self.column] * (self.count * self.dice), label)
        every = [total(fallen[n : n + self.dice]) for n in range(0, len(fallen), self.dice)]
        return [(self.mode, points) for points in every if points], as_events(fallen)


@dataclass(frozen=True, eq=False)
class CountedHits:
    """That many dice that say how many hit, read in a column under a label; then a die of damage for each. Made by
    `counted`."""

    hitting: DieColumn
    dice: int
    column: DieColumn
    mode: str
    label: str
    damage: str
    likely: Throws

    def roll(self, umpire: Umpire, label: str) -> tuple[Iterable[Hit], tuple[Die, ...]]:
        """Return the hits that do anything, and all dice."""
        told = roll_columns(umpire, [self.hitting] * self.dice, labelled(label, self.label))
        fallen = roll_columns(umpire, [self.column] * total(told), labelled(label, self.damage))
        return [(self.mode, die.points) for die in fallen if die.points], (*as_events(told), *as_events(fallen))


Damage = tuple[Part, ...]
Rule = Generator[Ask, int, Damage]
NO_DAMAGE: Damage = ()


def fixed(mode: str, points: int, hits: int = 1) -> Damage:
    """That many hits of that many points each."""
    return (Sure(((mode, points),) * hits),) if points and hits else NO_DAMAGE


@lru_cache(maxsize=1024)
def lumps(column: DieColumn, mode: str, count: int = 1, dice: int = 1) -> Damage:
    """That many hits, each of that many dice that are read in a column."""
    if count <= 0 or dice <= 0:
        return NO_DAMAGE
    points = power(die_chances(column), dice)
    likely = several_hits((*(0.0,) * count, 1.0), tuple(points.tolist()), mode)
    return (Lumps(column, mode, count, dice, (likely,)),)


@lru_cache(maxsize=1024)
def counted(
    hitting: DieColumn, dice: int, column: DieColumn, mode: str, label: str = "", damage: str = "/damage"
) -> Damage:
    """That many dice that say how many hit, and a die of damage for each that does."""
    one = several_hits(tuple(die_chances(hitting).tolist()), tuple(die_chances(column).tolist()), mode)
    return (CountedHits(hitting, dice, column, mode, label, damage, (one,) * dice),)


# -- the two readers of a rule -----------------------------------------------------------------------------------------


class Rolled(NamedTuple):
    """A throw as it fell: the answers, the hits and the dice in their order."""

    answers: tuple[int, ...]
    hits: tuple[Hit, ...]
    dice: tuple[Die, ...]


class Throw:
    """A rule with what it is thrown by."""

    def __init__(self, rule: Callable[..., Rule | Damage], given: tuple[object, ...]) -> None:
        self._rule, self._given = rule, given

    def roll(self, umpire: Umpire, label: str) -> Rolled:
        """Ask the umpire. The label names the dice, such as `fire/lancet/B3>vesper`."""
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
        """All that it may come to, each with its chance."""
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
        """The same as odds take it."""
        return tuple([(chance, tuple([one for part in damage for one in part.likely])) for chance, damage in self.ends])

    @cached_property
    def likely(self) -> LikelyHits:
        """The same as one throw among others."""
        if len(self.branches) == len(self.branches[0][1]) == 1:
            return self.branches[0][1][0]
        return collected(
            (chance * share, hits)
            for chance, throws in self.branches
            for share, hits in _together(map(results, throws))
        )


def throw(rule: Callable[Given, Rule | Damage]) -> Callable[Given, Throw]:
    """Return a rule as what makes throws of it, which are kept: all that they depend on is given to it, as values."""

    @lru_cache(maxsize=4096)
    def made(*given: object) -> Throw:
        return Throw(rule, given)

    return cast(Callable[Given, Throw], made)
