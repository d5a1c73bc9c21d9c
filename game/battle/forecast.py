"""The forecast: orders in hand are carried out on a copy of a seat's state by the game's own phases, everybody else holds on,
nobody fires, and the dice are followed to every end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import combinations_with_replacement, count
from math import factorial, prod

from game.battle.fates import Branch, Faces, fate, in_play, likeliest
from game.core.forecast import Fate, Forecast
from game.core.orders import Id, Order, Prompt, ShotList
from game.core.state import AnyState
from game.core.system import Phase, RuleSystem, end_row, last_row, next_row, why_not
from game.core.umpire import Umpire, keyed

MOST_BRANCHES = 120  # branches of the dice of one piece that are followed at most
WHOLE = 60  # ways a roll of several dice may fall, beyond which only its sum counts
BREAKAGE = ("threshold", "core", "critical")  # heads of the labels of dice that say which systems fail, and no more
UNFOLLOWED = keyed("forecast")  # the dice of others; they differ, for who rolls alike may have to roll again


def forecast(system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], only: Id = "") -> Forecast:
    """The rest of this turn on a copy of a state, with these orders; only the dice of one piece are followed, if it is named."""
    first = play_out(system, state, orders, FollowedDice({}))
    keys = [key for key in (*state.ships, *state.counters) if in_play(state, key) and only in ("", key)]
    rolled = [label for label, _ in first.way]
    fates, usual = dict[Id, Fate](), dict[str, Faces]()
    for key in keys:
        if any(concerns(label, key) for label in rolled):
            branches, tail = follow(system, state, orders, key)
        else:
            branches, tail = [first], 0.0
        best = likeliest(branches, key)
        fates[key] = fate(system, state, key, branches, tail)
        usual.update(one for one in best.way if concerns(one[0], key))
    final = best if only and keys else play_out(system, state, orders, FollowedDice(usual)) if usual else first
    return Forecast(fates, final.firing)


# -- one way the turn may go ---------------------------------------------------------------------------------------------


def play_out(system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], dice: FollowedDice) -> Branch:
    """The rest of the turn on a copy of a state: orders where they are asked for, and else what means no more than holding on."""
    later, left = state.copy(), dict(orders)
    umpire = Umpire(dice, later.turn, system.phase(later).number)
    firing = None
    while not later.outcome:
        row = system.phase(later)
        if firing is None and fires(row):
            firing = later.copy()
        if asked := row.who(later):
            if not _answer(system, later, row, asked, left, umpire):
                break
            continue
        end_row(system, later, umpire)
        if later.outcome or last_row(system, later):
            break
        next_row(system, later, umpire)
    return Branch(tuple(dice.way), dice.weight, later if firing is None else firing, later, umpire.log)


def fires(row: Phase) -> bool:
    """Do ships fire in this row of the table of phases?"""
    return any(issubclass(kind, ShotList) for kind in row.accepts)


def _answer(
    system: RuleSystem, state: AnyState, row: Phase, asked: Sequence[Prompt], left: dict[Id, Order], umpire: Umpire
) -> bool:
    """Carry out the orders in hand of those who are asked, or else what is idle; False where there is no such order."""
    keys = [key for prompt in asked for key in (prompt.ids if row.secret else prompt.waiting) if key in left]
    given = [left.pop(key) for key in keys if isinstance(left[key], row.accepts)]
    legal = [order for order in given if why_not(system, state, order, tuple(asked)) is None]
    for order in legal if row.secret else legal[:1]:
        order.carry_out(state, umpire)
    if legal:
        left.update((order.by, order) for order in (() if row.secret else legal[1:]))
        return True
    if row.idle is None:
        return False
    for prompt in asked if row.secret else asked[:1]:
        _idle(system, state, row.idle(state, prompt), prompt).carry_out(state, umpire)
    return True


def _idle(system: RuleSystem, state: AnyState, order: Order, prompt: Prompt) -> Order:
    """An order that does nothing, for all of a side at once where it may be given so."""
    if isinstance(order, ShotList) and order.shared and order.by != prompt.side:
        whole = replace(order, by=prompt.side)
        return whole if whole.legal(state) else order
    return order


# -- every way the dice of a piece may fall ------------------------------------------------------------------------------


class FollowedDice:
    """Dice with the faces they are given; all others of a piece fall in their likeliest way, and what else they may show is noted
    under `others`, with its weight. Dice of no or of another piece fall in one way.
    """

    def __init__(self, faces: Mapping[str, Faces], key: Id = "", weight: float = 1.0) -> None:
        self.faces, self.key, self.weight = dict(faces), key, weight
        self.way: list[tuple[str, Faces]] = []
        self.others: list[tuple[float, dict[str, Faces]]] = []

    def __call__(self, label: str, number: int, sides: int) -> Faces:
        """The faces of a roll."""
        if label not in self.faces and self.key and concerns(label, self.key):
            likeliest, *others = sorted(throws(number, sides), key=lambda end: -end[1])
            self.others += [(self.weight * chance, {**self.faces, label: faces}) for faces, chance in others]
            self.faces[label] = likeliest[0]
            self.weight *= likeliest[1]
        thrown = self.faces.get(label) or unfollowed(label, number, sides)
        self.way.append((label, thrown))
        return thrown


def follow(system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], key: Id) -> tuple[list[Branch], float]:
    """The ways that the dice of a piece may fall, the likeliest first, and the weight of those beyond as many as are followed."""
    ties = count()
    waiting: list[tuple[float, int, Mapping[str, Faces]]] = [(-1.0, next(ties), {})]
    found = list[Branch]()
    while waiting and len(found) < MOST_BRANCHES:
        less, _, faces = heappop(waiting)
        dice = FollowedDice(faces, key, -less)
        found.append(play_out(system, state, orders, dice))
        for weight, forced in dice.others:
            heappush(waiting, (-weight, next(ties), forced))
    return found, -sum(one[0] for one in waiting)


def unfollowed(label: str, number: int, sides: int) -> Faces:
    """Faces of dice that are not followed: no system fails."""
    return (1,) * number if _head(label) in BREAKAGE else UNFOLLOWED(label, number, sides)


def throws(number: int, sides: int) -> list[tuple[Faces, float]]:
    """Every way dice may fall, in no order, with its chance; of very many dice one for each sum."""
    if number == 1:
        return [((face,), 1 / sides) for face in range(1, sides + 1)]
    whole = sides**number
    if factorial(number + sides - 1) // factorial(number) // factorial(sides - 1) <= WHOLE:
        faces = combinations_with_replacement(range(1, sides + 1), number)
        return [(one, factorial(number) // prod(map(factorial, Counter(one).values())) / whole) for one in faces]
    sums = {0: 1}
    for _ in range(number):
        more = Counter[int]()
        for total, ways in sums.items():
            more.update({total + face: ways for face in range(1, sides + 1)})
        sums = more
    return [(_summing(total, number), ways / whole) for total, ways in sums.items()]


def _summing(total: int, number: int) -> Faces:
    """Faces of so many dice with that sum, as equal as can be."""
    low, more = divmod(total, number)
    return (low + 1,) * more + (low,) * (number - more)


def _head(label: str) -> str:
    """The first word of a label after turn and phase."""
    return label.split("/", 2)[1]


def concerns(label: str, key: Id) -> bool:
    """Is a roll about a piece, and not only about which of its systems fail?"""
    return _head(label) not in BREAKAGE and key in label.replace(">", "/").split("/")
