"""Every way the dice of one piece may fall in the rest of a turn, and what each comes to for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Self

from game.battle.fates import UNKNOWN, Branch, Faces, Leaves, add, alike, in_play, leaves_of
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import Slowly
from game.core.events import Event
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.umpire import keyed

LEAST_WEIGHT, LIKELY = 1e-6, 1e-4  # of a branch that is followed, and where there are too many
BREAKAGE = ("threshold", "rigging", "core", "critical")  # heads of labels of dice that say which systems fail, and no more
UNFOLLOWED = keyed("forecast")  # the dice of others; they differ, for who rolls alike may have to roll again

Ways = tuple[tuple[Faces, float], ...]  # how a roll may fall, each with its chance


def branch_of(walk: RestOfTurn, dice: FollowedDice) -> Slowly[Branch]:
    """Walk to the end of the turn."""
    yield from walk.walk()
    return Branch(dice.faces, walk.firing, walk.state, walk.umpire.log)


class NewRoll(NamedTuple):
    """A roll that is followed: how it may fall, the place of the way it has fallen, and the step of the walk it is made in,
    with the lines that were told before it."""

    label: str
    ways: Ways
    fallen: int
    step: int
    lines: int


class RolledAgain(Exception):
    """A roll-off has ended level, and begins again as it began under its first label."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class FollowedDice:
    """Dice with the faces they are given. Where none are given, those that are `followed` are noted under `new` with all ways in
    which they may fall; the others fall in one.
    """

    def __init__(self, faces: Mapping[str, Faces]) -> None:
        self.faces = dict(faces)
        self.followed: Callable[[str], bool] = lambda label: False
        self.new: list[NewRoll] = []
        self.at: Callable[[], tuple[int, int]] = lambda: (0, 0)  # the step of the walk, and how many lines it has told
        self.roll_offs: tuple[str, ...] = ()

    def __call__(self, label: str, number: int, sides: int) -> Faces:
        """The faces of a roll."""
        if label not in self.faces:
            fallen = unfollowed(label, number, sides)
            if self.followed(label):
                first, _, times = label.rpartition("/")
                if times.isdigit() and head_of(label) in self.roll_offs and first in self.faces:
                    raise RolledAgain(first)
                ways = throws(number, sides)
                place = fallen[0] - 1 if number == 1 else 0
                self.new.append(NewRoll(label, ways, place, *self.at()))
                fallen = ways[place][0]
            self.faces[label] = fallen
        return self.faces[label]


class Found(NamedTuple):
    """What comes of the ways a walk may go on: leaves, and the weights of roll-offs that begin again, by their first labels."""

    leaves: Leaves
    again: Mapping[str, float]


class Tree:
    """Every way that the dice of a piece may fall: what it comes to, and how likely that is. `leaves` are found by `explored`.

    All faces of a die are tried, and all sums of a roll-off, which may come to something else where it is level; one that begins
    again comes to what it comes to otherwise. Of other dice thrown at once the lowest and the highest sum are tried: where both
    come to the same, so does everything between, and else the middle is tried.

    Where there are more branches than `most`, those are followed that are likely enough; of any other it counts what has come of
    it before the roll, and its weight is in the `tail`.
    """

    def __init__(self, system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], key: Id, most: int) -> None:
        self.system, self.key, self.most = system, key, most
        self.tried, self._cap, self._least = 0, most, LEAST_WEIGHT
        self.spent = 0  # branches that were followed in all
        self.leaves = Leaves()
        self._start = state, orders

    def explored(self) -> Slowly[Self]:
        """Follow the dice, and return the tree itself."""
        found = yield from self._from_the_start()
        self.leaves, self.spent = found.leaves, self.tried
        if self.tried >= self.most and self.tail > 0:
            self.tried, self._least = 0, LIKELY
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

    def _dice(self, faces: Mapping[str, Faces]) -> FollowedDice:
        dice = FollowedDice(faces)
        dice.roll_offs = self.system.roll_offs
        return dice

    def _explored(self, walk: RestOfTurn, dice: FollowedDice, weight: float) -> Slowly[Found]:
        """What comes of all ways that a walk may go on, which has come so far with that weight; weights below it sum to 1."""
        start, known = walk.fork(dice), dict(dice.faces)
        dice.at = lambda: (walk.steps, len(walk.umpire.log))
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
        self, roll: NewRoll, first: Found, start: RestOfTurn, base: Mapping[str, Faces], weight: float, log: list[Event]
    ) -> Slowly[Found]:
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

        if len(ways[0][0]) > 1 and head_of(roll.label) not in self.system.roll_offs:
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
def throws(number: int, sides: int) -> Ways:
    """Every sum of so many dice, the lowest first, each by faces that make it, with its chance."""
    sums = {0: 1}
    for _ in range(number):
        more = dict[int, int]()
        for total, ways in sums.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + ways
        sums = more
    return tuple((_summing(total, number), ways / sides**number) for total, ways in sorted(sums.items()))


def _summing(total: int, number: int) -> Faces:
    """Faces of so many dice with that sum, as equal as can be."""
    low, more = divmod(total, number)
    return (low + 1,) * more + (low,) * (number - more)


def head_of(label: str) -> str:
    """The first word of a label after turn and phase."""
    return label.split("/", 2)[1]


def concerns(system: RuleSystem, label: str, key: Id) -> bool:
    """May a roll decide what becomes of a piece? Its label names the piece, or such dice may harm others too."""
    shared = head_of(label) in system.shared_dice
    return not only_breaks(label) and (shared or key in label.replace(">", "/").split("/"))
