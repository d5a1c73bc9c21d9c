"""Enumerate one piece's dice in the rest of a turn, with the state that each outcome leads to."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

from game.battle.fates import UNKNOWN, Branch, Faces, Fallen, Leaves, add, alike, in_play, leaves_of
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import Slowly
from game.core.events import Event
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.umpire import FaceWorth, Figures, counting, seeded_dice

LEAST_WEIGHT = 1e-6  # the least weight of a branch that is followed
# with too many branches the least weight is `LIKELY` divided by the number allowed; each further pass divides it by
# `FINER`
LIKELY, FINER = 2.0, 4.0
WHOLE = 0.1  # weight from which a row's unlikely ends are tried nevertheless
GROWS = 3  # factor by which the number of branches is expected to grow at each further pass
# first words of the labels of dice that only say which systems fail
BREAKAGE = ("threshold", "rigging", "core", "critical")
WAVES = 8  # waves of earned dice that are followed; later ones count as low
UNFOLLOWED = seeded_dice(
    "forecast"
)  # other pieces' dice; any fixed faces would leave equal rolls to be repeated for ever

Total = tuple[int, ...]
Way = tuple[Fallen, float]  # how a roll may fall, and its chance


def branch_of(walk: RestOfTurn, dice: FollowedDice) -> Slowly[Branch]:
    yield from walk.walk()
    return Branch(dice.faces, walk.firing, walk.state, walk.umpire.log)


class Ways(NamedTuple):
    """The ways a roll may fall, and rows of indexes in `each`. The result of a way lies between its neighbours' in its
    row."""

    each: tuple[Way, ...]
    rows: tuple[range, ...]


class NewRoll(NamedTuple):
    """A roll that is followed. It has the ways it may fall, the index of the way it fell, the step of the walk at which
    it was made, and the lines logged before it."""

    label: str
    ways: Ways
    fallen: int
    step: int
    lines: int


class RolledAgain(Exception):
    """A tied roll-off that begins again under its first label."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class FollowedDice:
    """Dice with given faces. Rolls that are `followed` and have no given faces are recorded under `new` with every way
    they may fall. Any other roll falls in one fixed way."""

    def __init__(self, faces: Mapping[str, Fallen]) -> None:
        self.faces = dict(faces)
        self.followed: Callable[[str], bool] = lambda label: False
        self.new: list[NewRoll] = []
        self.walk: RestOfTurn | None = None  # the walk in which they are rolled
        self.roll_offs: tuple[str, ...] = ()
        self._steps = dict[str, int]()  # the step of the walk at which each label was rolled
        self._earned: list[Faces] = []  # dice that the last roll earned, which are rolled next

    def __call__(self, label: str, number: int, sides: int) -> Faces:
        """Return the faces of a roll."""
        if self._earned:
            return self._earned.pop(0)
        step = self.walk.steps if self.walk else 0
        if label not in self.faces:
            fallen: Fallen = (unfollowed_faces(label, number, sides),)
            if self.walk and self.followed(label):
                if head_of(label) in self.roll_offs and (begun := self._roll_off_label(label, step)):
                    raise RolledAgain(begun)
                umpire, worth = self.walk.umpire, self.walk.umpire.worth
                ordered = number > 1 and head_of(label) not in self.roll_offs
                ways = ways_of(number, worth or counting(range(1, sides + 1), ordered))
                place = fallen[0][0] - 1 if number == 1 and not worth else 0
                self.new.append(NewRoll(label, ways, place, self.walk.steps, len(umpire.log)))
                fallen = ways.each[place][0]
            self.faces[label] = fallen
        self._steps[label] = step
        found, *self._earned = self.faces[label]
        return found

    def _roll_off_label(self, label: str, step: int) -> str:
        """Return the first label of the roll-off that a roll at this step continues; empty if it begins one. The step
        counts because the same two pieces may meet again later in the turn."""
        first, _, times = label.rpartition("/")
        if not times.isdigit():
            return ""
        same = (one for one, when in self._steps.items() if when == step)
        return next((one for one in same if one == first or one.rpartition("/")[0] == first), "")


class Found(NamedTuple):
    """The ends of a walk: its leaves, and the weight of each roll-off that begins again, by its first label."""

    leaves: Leaves
    again: Mapping[str, float]


class Tree:
    """The tree of all ways in which a piece's dice may fall, with their results and weights. `explore` finds the
    `leaves`.

    Every face of a single die is tried, and every sum of a roll-off, because a tie may have a result of its own. A
    roll-off that begins again has the same results as one that does not. Of several dice rolled at once, with the dice
    they earn, the lowest and the highest total are tried: if both have the same result, so has everything between them;
    otherwise the middle is tried.

    If there are too many branches, the likely ones are followed first, then less likely ones while `most` allows. A
    branch that is not followed counts as ended before the roll, and its weight is added to the `tail`.
    """

    def __init__(self, system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], key: Id, most: int) -> None:
        self.system, self.key, self.most = system, key, most
        self.spent = 0  # branches followed so far
        self.leaves = Leaves()
        self.labels = set[str]()  # labels of the dice that were followed
        self._alone = set[str]()  # those of them that are followed only for pieces that meet alone
        self._start = state, orders
        self.met = pieces_met(state, orders, key)
        self._tried, self._cap, self._least = 0, 0, LEAST_WEIGHT

    def explore(self) -> Slowly[Self]:
        """Follow the dice; return the tree itself."""
        branches = yield from self._follow(LEAST_WEIGHT, self.most // 2)
        if branches < self.most // 2:
            return self
        least, branches = LIKELY / self.most, 0
        while self.tail and self.spent + GROWS * branches < self.most:
            branches = yield from self._follow(least, self.most - self.spent)
            least /= FINER
        return self

    def _follow(self, least: float, cap: int) -> Slowly[int]:
        """Follow the branches above a weight, or the first `cap` of them, and keep the result with the least tail.
        Return the number followed."""
        dice = self._dice({})
        self._tried, self._cap, self._least = 0, cap, least
        found = yield from self._explore(RestOfTurn(self.system, *self._start, dice), dice, 1.0)
        self.spent += self._tried
        if not self.leaves or tail_of(found.leaves) < self.tail:
            self.leaves = found.leaves
        return self._tried

    @property
    def tail(self) -> float:
        """The total weight of the branches not followed to their ends."""
        return tail_of(self.leaves)

    def _dice(self, faces: Mapping[str, Fallen]) -> FollowedDice:
        dice = FollowedDice(faces)
        dice.roll_offs = self.system.roll_offs
        return dice

    def _explore(self, walk: RestOfTurn, dice: FollowedDice, weight: float) -> Slowly[Found]:
        """Follow every way on from a walk. Return its ends, with weights that sum to 1. `weight` is that of the walk
        itself."""
        start, known = walk.fork(dice), dict(dice.faces)
        dice.walk = walk
        dice.followed = lambda label: (
            in_play(walk.state, self.key) and any(concerns(self.system, walk.state, label, key) for key in self.met)
        )
        try:
            branch = yield from branch_of(walk, dice)
            self._note(dice.new)
            found = Found(self._leaves(branch), {})
        except RolledAgain as level:
            self._note(dice.new)
            found = Found({}, {level.label: 1.0})
        self._tried += 1
        before = [weight]
        for roll in dice.new:
            before.append(before[-1] * roll.ways.each[roll.fallen][1])
        here = dict[int, RestOfTurn]()  # walks by step, for all rolls made in it
        for step in dict.fromkeys(roll.step for roll in dice.new):
            start = here[step] = start.fork(self._dice(dice.faces))
            yield from start.walk(step)
        for n in reversed(range(len(dice.new))):
            base = {**known, **{roll.label: roll.ways.each[roll.fallen][0] for roll in dice.new[:n]}}
            found = yield from self._explore_ways(
                dice.new[n], found, here[dice.new[n].step], base, before[n], walk.umpire.log
            )
        return found

    def _note(self, rolls: Sequence[NewRoll]) -> None:
        """Record the labels of dice that are followed, and which of them only for pieces that meet alone."""
        labels = [roll.label for roll in rolls]
        self.labels.update(labels)
        self._alone.update(label for label in labels if head_of(label) not in self.system.shared_dice)

    def _leaves(self, branch: Branch) -> Leaves:
        """Return the one leaf of a branch."""
        return leaves_of(self.system, self.key, branch, not self._alone.isdisjoint(branch.faces))

    def _explore_ways(
        self, roll: NewRoll, first: Found, here: RestOfTurn, base: Mapping[str, Fallen], weight: float, log: list[Event]
    ) -> Slowly[Found]:
        """Work out the results of all ways of a roll, one of which has been followed already and has its `log`."""
        found, ways = dict[int, Found | None]({roll.fallen: first}), roll.ways.each

        def at(n: int, share: float, together: float) -> Slowly[Found | None]:
            if found.get(n) is None:
                found[n] = None
                if self._tried < self._cap and weight * together > self._least:
                    dice = self._dice({**base, roll.label: ways[n][0]})
                    found[n] = yield from self._explore(here.fork(dice), dice, weight * share)
            return found[n]

        chances = [chance for _, chance in ways]
        weights = [weight * chance for chance in chances]
        for row in roll.ways.rows:
            likely = self._likely(row, weights)
            found.update({n: None for n in row if n not in likely and n not in found})
            if likely:
                yield from self._try_row(likely, chances, at)
        before = Leaves()
        if None in found.values():
            faces = {**base, roll.label: ways[roll.fallen][0]}
            cut = self._leaves(Branch(faces, here.firing, here.state, log[: roll.lines]))
            before = {end._replace(standing=UNKNOWN): leaf for end, leaf in cut.items()}
        return _combine_ways(roll, found, before)

    def _likely(self, row: range, weights: Sequence[float]) -> range:
        """Return a row of ways, without unlikely ones at its ends if there are too many branches. A likely row stays
        whole, because its ends show how much may be lost."""
        if self._least == LEAST_WEIGHT or sum(weights[n] for n in row) > WHOLE:
            return row
        below, above = (accumulate(weights[n] for n in some) for some in (row, reversed(row)))
        low = next((n for n, weight in zip(row, below) if weight > self._least), row.stop)
        high = next((n for n, weight in zip(reversed(row), above) if weight > self._least), row.start - 1)
        return range(low, high + 1)

    def _try_row(
        self, row: range, chances: Sequence[float], at: Callable[[int, float, float], Slowly[Found | None]]
    ) -> Slowly[None]:
        """Try the ends of a row of ways, and the middle if their results differ. Each end is tried with the weight of
        the whole row. If there are too many branches, the lower end has the weight of the ways it stands for, and the
        upper end its own."""
        spans, many = [(row[0], row[-1])], self._least > LEAST_WEIGHT
        while spans:
            low, high = spans.pop()
            together = sum(chances[low : high + 1])
            below = yield from at(low, together - chances[high] * (many and low < high), together)
            above = yield from at(high, chances[high] if many else together, together)
            if high - low > 1 and (
                below is None or above is None or below.again or above.again or not alike(below.leaves, above.leaves)
            ):
                middle = (low + high) // 2
                spans += [(low, middle), (middle, high)]


def tail_of(leaves: Leaves) -> float:
    """Return the total weight of the branches not followed to their ends."""
    return sum(leaf.weight for end, leaf in leaves.items() if end.standing == UNKNOWN)


def _combine_ways(roll: NewRoll, found: Mapping[int, Found | None], before: Leaves) -> Found:
    """Combine the ways of a roll: ways between two tried ones share the result of the lower one; untried ones have that
    of the state `before`."""
    leaves, again, last, shares = Leaves(), dict[str, float](), 0, dict[int, float]()
    for n, (_, chance) in enumerate(roll.ways.each):
        last = n if n in found else last
        shares[last] = shares.get(last, 0.0) + chance
    for n, chance in shares.items():
        below = found[n]
        if below is None:
            add(leaves, before, chance)
            continue
        for label, share in below.again.items():
            again[label] = again.get(label, 0.0) + share * chance
        add(leaves, below.leaves, chance)
    level = again.pop(roll.label, 0.0)
    return Found(add({}, leaves, 1 / (1 - level)) if level else leaves, again)


@lru_cache(maxsize=4096)
def unfollowed_faces(label: str, number: int, sides: int) -> Faces:
    """Return the faces of dice that are not followed; no system fails on them."""
    return (1,) * number if only_breaks(label) else UNFOLLOWED(label, number, sides)


@lru_cache(maxsize=4096)
def only_breaks(label: str) -> bool:
    """Return whether dice with this label only decide which systems fail. An exploding power core is not such a die,
    because it destroys its ship."""
    return head_of(label) in BREAKAGE and not label.endswith("/explosion")


@cache
def ways_of(number: int, worth: FaceWorth) -> Ways:
    """Return the totals of `number` dice with the dice they earn, each with faces that make it and its chance. A row
    begins with the lowest total. Dice earn others at most `WAVES` times."""
    found = dict[Total, Way]()
    for total, earned, faces, chance in _list_totals(number, worth.first, bool(worth.again)):
        _count(found, total, faces, chance, _ways_of_earned(earned, worth.again or worth.first))

    def row_of(total: Total) -> Total:
        return total if not worth.ordered else total[1:] if worth.others_equal else ()

    totals = sorted(found, key=lambda total: (row_of(total), sum(total), total[0]))
    starts = [n for n, total in enumerate(totals) if not n or row_of(total) != row_of(totals[n - 1])]
    rows = tuple(range(*ends) for ends in pairwise((*starts, len(totals))))
    return Ways(tuple(found[total] for total in totals), rows)


@cache
def _ways_of_earned(number: int, figures: Figures, waves: int = WAVES) -> Mapping[Total, Way]:
    """Return the same for earned dice, which may earn as many again in each of the given number of waves."""
    if not number or not waves:
        return {tuple(number * counted for counted in figures[0]): (((1,) * number,) if number else (), 1.0)}
    found = dict[Total, Way]()
    for total, earned, faces, chance in _list_totals(number, figures, True):
        _count(found, total, faces, chance, _ways_of_earned(earned, figures, waves - 1))
    return found


def _count(found: dict[Total, Way], total: Total, faces: Faces, chance: float, earned: Mapping[Total, Way]) -> None:
    """Add to `found` the total of some faces, with every total of the dice they earn."""
    for more, (fallen, share) in earned.items():
        after = tuple(map(operator.add, total, more))
        before, so_far = found.get(after, ((faces, *fallen), 0.0))
        found[after] = before, so_far + chance * share


@cache
def _list_totals(number: int, figures: Figures, earning: bool) -> list[tuple[Total, int, Faces, float]]:
    """Return each total that `number` dice may count, with the number of dice they earn, faces that make it, and its
    chance. If several sets of faces make a total, the most even one is returned."""
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


@lru_cache(maxsize=4096)
def head_of(label: str) -> str:
    """Return the first word of a label, after its turn and phase."""
    return label.split("/", 2)[1]


def pieces_met(state: AnyState, orders: Mapping[Id, Order], key: Id) -> tuple[Id, ...]:
    """Return a piece and the pieces it meets by an order, as in a ram: their fates are decided together."""
    named = {by: _ships_named(state, order) for by, order in {**state.sealed, **orders}.items()}
    return tuple(dict.fromkeys((key, *named.get(key, ()), *(by for by, others in named.items() if key in others))))


def _ships_named(state: AnyState, order: Order) -> list[Id]:
    """Return the ships named in the fields of an order, besides its own."""
    given = (getattr(order, one.name) for one in fields(order) if one.name != "by")
    return [value for value in given if isinstance(value, str) and value in state.ships]


def may_concern(system: RuleSystem, label: str, key: Id) -> bool:
    """Return whether a label names a piece, or stands for dice that may harm unnamed pieces."""
    return not only_breaks(label) and (head_of(label) in system.shared_dice or key in named_in(label))


def concerns(system: RuleSystem, state: AnyState, label: str, key: Id) -> bool:
    """Return whether a roll may decide the fate of a piece as things stand. A roll about another piece or another side
    does not."""
    if not may_concern(system, label, key):
        return False
    named = named_in(label)
    aims = {getattr(state.counters.get(name), "target", "") for name in named} | {
        name for name in named if name in state.sides
    }
    aims.discard("")
    return key in named or not aims or key in aims or state.owner(key) in aims


@lru_cache(maxsize=4096)
def named_in(label: str) -> tuple[str, ...]:
    """Return the parts of a label, some of which are pieces or sides."""
    return tuple(label.replace(">", "/").split("/"))
