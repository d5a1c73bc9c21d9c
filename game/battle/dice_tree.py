"""Every way the dice of one piece may fall in the rest of a turn, and what each comes to for it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Self

from game.battle.fates import UNKNOWN, Branch, Faces, Fallen, Leaves, add, alike, in_play, leaves_of
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import Slowly
from game.core.events import Event
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.umpire import Figures, Worth, counting, keyed

LEAST_WEIGHT, LIKELY = 1e-6, 1e-4  # of a branch that is followed, and where there are too many
BREAKAGE = ("threshold", "rigging", "core", "critical")  # heads of labels of dice that say which systems fail, and no more
WAVES = 8  # times that dice earn others in a way that is followed; those that would be earned then fall low
UNFOLLOWED = keyed("forecast")  # the dice of others; they differ, for who rolls alike may have to roll again

Total = tuple[int, ...]
Way = tuple[Fallen, float]  # how a roll may fall, and its chance


def branch_of(walk: RestOfTurn, dice: FollowedDice) -> Slowly[Branch]:
    """Walk to the end of the turn."""
    yield from walk.walk()
    return Branch(dice.faces, walk.firing, walk.state, walk.umpire.log)


class NewRoll(NamedTuple):
    """A roll that is followed: how it may fall, the place of the way it has fallen, and the step of the walk it is made in,
    with the lines that were told before it. What comes of one of `ordered` ways lies between what comes of those about it."""

    label: str
    ways: tuple[Way, ...]
    fallen: int
    step: int
    lines: int
    ordered: bool


class RolledAgain(Exception):
    """A roll-off has ended level, and begins again as it began under its first label."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class FollowedDice:
    """Dice with the faces they are given. Where none are given, those that are `followed` are noted under `new` with all ways in
    which they may fall; the others fall in one.
    """

    def __init__(self, faces: Mapping[str, Fallen]) -> None:
        self.faces = dict(faces)
        self.followed: Callable[[str], bool] = lambda label: False
        self.new: list[NewRoll] = []
        self.walk: RestOfTurn | None = None  # in which they are rolled
        self.roll_offs: tuple[str, ...] = ()
        self._earned: list[Faces] = []  # dice that the last roll has earned, which are rolled next

    def __call__(self, label: str, number: int, sides: int) -> Faces:
        """The faces of a roll."""
        if self._earned:
            return self._earned.pop(0)
        if label not in self.faces:
            fallen: Fallen = (unfollowed(label, number, sides),)
            if self.walk and self.followed(label):
                first, _, times = label.rpartition("/")
                if times.isdigit() and head_of(label) in self.roll_offs and first in self.faces:
                    raise RolledAgain(first)
                umpire, worth = self.walk.umpire, self.walk.umpire.worth
                ways = ways_of(number, worth or counting(range(1, sides + 1)))
                place = fallen[0][0] - 1 if number == 1 and not worth else 0
                ordered = worth.ordered if worth else number > 1 and head_of(label) not in self.roll_offs
                self.new.append(NewRoll(label, ways, place, self.walk.steps, len(umpire.log), ordered))
                fallen = ways[place][0]
            self.faces[label] = fallen
        found, *self._earned = self.faces[label]
        return found


class Found(NamedTuple):
    """What comes of the ways a walk may go on: leaves, and the weights of roll-offs that begin again, by their first labels."""

    leaves: Leaves
    again: Mapping[str, float]


class Tree:
    """Every way that the dice of a piece may fall: what it comes to, and how likely that is. `leaves` are found by `explored`.

    All faces of a die are tried, and all sums of a roll-off, which may come to something else where it is level; one that begins
    again comes to what it comes to otherwise. Of other dice thrown at once, with those that they earn, the lowest and the highest
    total are tried: where both come to the same, so does everything between, and else the middle is tried.

    Where there are more branches than `most`, those are followed that are likely enough; of any other it counts what has come of
    it before the roll, and its weight is in the `tail`.
    """

    def __init__(self, system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], key: Id, most: int) -> None:
        self.system, self.key, self.most = system, key, most
        self.tried, self._cap, self._least = 0, most // 2, LEAST_WEIGHT
        self.spent = 0  # branches that were followed in all
        self.leaves = Leaves()
        self._start = state, orders

    def explored(self) -> Slowly[Self]:
        """Follow the dice, and return the tree itself."""
        found = yield from self._from_the_start()
        self.leaves, self.spent = found.leaves, self.tried
        if self.tried >= self._cap and self.tail > 0:
            self.tried, self._cap, self._least = 0, self.most, LIKELY
            found = yield from self._from_the_start()
            self.leaves, self.spent = found.leaves, self.spent + self.tried
        return self

    @property
    def tail(self) -> float:
        """The weight of the branches that were not followed to their ends."""
        return sum(leaf.weight for end, leaf in self.leaves.items() if end.standing == UNKNOWN)

    def _from_the_start(self) -> Slowly[Found]:
        dice = self._dice({})
        return self._explored(RestOfTurn(self.system, *self._start, dice), dice, 1.0)

    def _dice(self, faces: Mapping[str, Fallen]) -> FollowedDice:
        dice = FollowedDice(faces)
        dice.roll_offs = self.system.roll_offs
        return dice

    def _explored(self, walk: RestOfTurn, dice: FollowedDice, weight: float) -> Slowly[Found]:
        """What comes of all ways that a walk may go on, which has come so far with that weight; weights below it sum to 1."""
        start, known = walk.fork(dice), dict(dice.faces)
        dice.walk = walk
        dice.followed = lambda label: concerns(self.system, label, self.key) and in_play(walk.state, self.key)
        try:
            branch = yield from branch_of(walk, dice)
            found = Found(leaves_of(self.system, self.key, branch), {})
        except RolledAgain as level:
            found = Found({}, {level.label: 1.0})
        self.tried += 1
        before = [weight]
        for roll in dice.new:
            before.append(before[-1] * roll.ways[roll.fallen][1])
        for n in reversed(range(len(dice.new))):
            base = {**known, **{roll.label: roll.ways[roll.fallen][0] for roll in dice.new[:n]}}
            cap = self._allot(before[n])
            found = yield from self._spread(dice.new[n], found, start, base, before[n], walk.umpire.log)
            self._cap = cap
        return found

    def _allot(self, weight: float) -> int:
        """Allot branches to a part of the tree by its weight, where there are too many; return the bound that held before."""
        before = self._cap
        if self._least > LEAST_WEIGHT:
            self._cap = min(before, self.tried + max(1, round(weight * self.most)))
        return before

    def _spread(
        self, roll: NewRoll, first: Found, start: RestOfTurn, base: Mapping[str, Fallen], weight: float,
        log: list[Event],
    ) -> Slowly[Found]:  # fmt: skip
        """What comes of all ways of a roll, of which one has been followed and told its `log`."""
        found, ways = dict[int, Found | None]({roll.fallen: first}), roll.ways
        here = start.fork(self._dice(base))
        yield from here.walk(roll.step)

        def at(n: int, share: float) -> Slowly[Found | None]:
            if found.get(n) is None:
                found[n] = None
                if self.tried < self._cap and weight * share > self._least:
                    dice = self._dice({**base, roll.label: ways[n][0]})
                    cap = self._allot(weight * share)
                    found[n] = yield from self._explored(here.fork(dice), dice, weight * share)
                    self._cap = cap
            return found[n]

        if roll.ordered:
            yield from _try_bounds([chance for _, chance in ways], at)
        else:
            for n, (_, chance) in enumerate(ways):
                yield from at(n, chance)
        before = leaves_of(self.system, self.key, Branch(base, here.firing, here.state, log[: roll.lines]))
        return _summed(roll, found, {end._replace(standing=UNKNOWN): leaf for end, leaf in before.items()})


def _summed(roll: NewRoll, found: Mapping[int, Found | None], before: Leaves) -> Found:
    """The ways of a roll together; those between two that were tried come to what the lower of them does, those that were not
    to what had come of it `before`."""
    leaves, again, last = Leaves(), dict[str, float](), 0
    for n, (_, chance) in enumerate(roll.ways):
        last = n if n in found else last
        below = found[last]
        if below is None:
            add(leaves, before, chance)
            continue
        for label, share in below.again.items():
            again[label] = again.get(label, 0.0) + share * chance
        add(leaves, below.leaves, chance)
    level = again.pop(roll.label, 0.0)
    return Found(add({}, leaves, 1 / (1 - level)) if level else leaves, again)


def _try_bounds(chances: Sequence[float], at: Callable[[int, float], Slowly[Found | None]]) -> Slowly[None]:
    """Try the ends of a row of ways, each for its share of those between, and the middle where they do not come to the same."""
    spans = [(0, len(chances) - 1)]
    while spans:
        low, high = spans.pop()
        share = sum(chances[low : high + 1]) / 2
        below = yield from at(low, share)
        above = yield from at(high, share)
        if high - low > 1 and (
            below is None or above is None or below.again or above.again or not alike(below.leaves, above.leaves)
        ):
            middle = (low + high) // 2
            spans += [(low, middle), (middle, high)]


def unfollowed(label: str, number: int, sides: int) -> Faces:
    """Faces of dice that are not followed: no system fails."""
    return (1,) * number if only_breaks(label) else UNFOLLOWED(label, number, sides)


def only_breaks(label: str) -> bool:
    """Do dice under a label say no more than which systems fail? A power core that explodes is the end of its ship."""
    return head_of(label) in BREAKAGE and not label.endswith("/explosion")


@cache
def ways_of(number: int, worth: Worth) -> tuple[Way, ...]:
    """All that so many dice may count with those that they earn, the least first, each by faces that make it."""
    found = dict[Total, Way]()
    for total, earned, faces, chance in _thrown(number, worth.first, bool(worth.again)):
        _count(found, total, faces, chance, _earned(earned, worth.again or worth.first))
    return tuple(way for _, way in sorted(found.items(), key=lambda one: (sum(one[0]), one[0])))


@cache
def _earned(number: int, figures: Figures, waves: int = WAVES) -> Mapping[Total, Way]:
    """The same of dice that were earned, which may earn as many more in so many waves."""
    if not number or not waves:
        return {tuple(number * counted for counted in figures[0]): (((1,) * number,) if number else (), 1.0)}
    found = dict[Total, Way]()
    for total, earned, faces, chance in _thrown(number, figures, True):
        _count(found, total, faces, chance, _earned(earned, figures, waves - 1))
    return found


def _count(found: dict[Total, Way], total: Total, faces: Faces, chance: float, earned: Mapping[Total, Way]) -> None:
    """Add to what is found a total of some faces with everything that the dice may count that they have earned."""
    for more, (fallen, share) in earned.items():
        after = tuple(map(operator.add, total, more))
        before, so_far = found.get(after, ((faces, *fallen), 0.0))
        found[after] = before, so_far + chance * share


@cache
def _thrown(number: int, figures: Figures, earning: bool) -> list[tuple[Total, int, Faces, float]]:
    """All that so many dice count alone: a total, how many more they earn, faces that make it, as equal as can be, the chance."""
    found = {((0,) * len(figures[0]), 0): (Faces(), 1)}
    for _ in range(number):
        more = dict[tuple[Total, int], tuple[Faces, int]]()
        for (total, earned), (faces, ways) in found.items():
            for face, counted in enumerate(figures, 1):
                after = tuple(map(operator.add, total, counted)), earned + (earning and face == len(figures))
                made = (*faces, face)
                before, count = more.get(after, (made, 0))
                more[after] = min(before, made, key=lambda one: max(one) - min(one)), count + ways
        found = more
    return [(total, earned, faces, ways / len(figures) ** number) for (total, earned), (faces, ways) in found.items()]


def head_of(label: str) -> str:
    """The first word of a label after turn and phase."""
    return label.split("/", 2)[1]


def concerns(system: RuleSystem, label: str, key: Id) -> bool:
    """May a roll decide what becomes of a piece? Its label names the piece, or such dice may harm others too."""
    shared = head_of(label) in system.shared_dice
    return not only_breaks(label) and (shared or key in label.replace(">", "/").split("/"))
