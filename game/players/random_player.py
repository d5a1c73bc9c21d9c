"""The random player: random legal orders, sensible enough that ships stay on the table, meet and shoot.

It knows no game. Orders are drawn from the possible values of their fields and kept if the rules allow them. Its
random generator is passed in, never the umpire's dice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.battle.battle import View
from game.board.boards import Board, board_of
from game.board.geometry import Point, ahead, span
from game.core.orders import Order, OrderFields, Prompt

# a field, its values; whether it is rarely changed; whether it is an extra word instead of a field
Drawable = tuple[str, tuple[object, ...], bool, bool]
TRIES = 8  # orders drawn before a ship simply goes straight on
LIKED = 1.5  # mean number of legal moves compared before the best is taken
# penalty of a move after which the next, or the one after that, ends off the table
OFF, NEARLY = 1000.0, 100.0
SELDOM = 0.06  # share of orders that try something rarely wise, such as a roll, a ram or keeping station
HOLDS = 0.04  # share of ships that hold fire though something bears
HEEDS = 0.7  # share of moves that follow the advice of the rules, if there is any
DARES = 0.15  # share of switches, usually off, that are considered for an order
PICKS = 0.12  # share that fire only some of their guns, or divide them


def random_order(view: View, prompt: Prompt, rng: Random) -> Order:
    """Return one legal order for one of the waiting ships, or the one that ends the side's part."""
    row = view.phase
    if not prompt.waiting or not row.accepts:
        assert row.idle is not None
        return row.idle(view.state, prompt)
    key = prompt.waiting[int(rng.random() * len(prompt.waiting))]
    draft = view.draft(key)
    return DRAWN.get(getattr(draft, "input_mode", ""), some_fields)(view, draft, rng)


def some_move(view: View, draft: Order, rng: Random) -> Order:
    """Return a legal move that ends on the table, the better of two by distance to the enemy. If the rules advise an
    order, it is usually taken. If no drawn move keeps the ship on the table, it takes the destination that keeps it
    there longest."""
    advice = draft.suggestion(view.state)
    if (
        advice is not None
        and rng.random() < HEEDS
        and view.why_not(advice) is None
        and _worry(view, advice, None) < OFF
    ):
        return advice
    domain = _drawable(draft, {name: tuple(values) for name, values in draft.domain(view.state).items()})
    foes = view.state.enemies(view.state.owner(draft.by))
    goal = foes[int(rng.random() * len(foes))].at if foes else None
    best, least, wanted = draft, 1e9, 1 + (rng.random() < LIKED - 1)
    for _ in range(TRIES):
        order = _draw_order(draft, domain, rng)
        if view.why_not(order) is not None:
            continue
        distance = _worry(view, order, goal)
        if distance < least:
            best, least = order, distance
        wanted -= 1
        if not wanted and least < OFF:
            break
    if least < OFF:
        return best
    ends = (end.order for end in draft.destinations(view.state) if view.why_not(end.order) is None)
    return min((best, *ends), key=lambda order: _worry(view, order, goal))


def _drawable(draft: Order, domain: dict[str, tuple[object, ...]]) -> list[Drawable]:
    """Return the fields with several values, for all orders drawn for a ship."""
    found: list[Drawable] = []
    for name, values in domain.items():
        if len(values) > 1:
            first = values[0]
            odd = first is False or first in ("", None)  # 0 is an amount, not a switch that is off
            found.append((name, values, odd, first is None or name not in draft.__dataclass_fields__))
    return found


def _draw_order(draft: Order, domain: list[Drawable], rng: Random) -> Order:
    """Return an order with a random value for every field; switches and lists of ships rarely change."""
    chosen, words = OrderFields(), OrderFields()  # fields, and extra words of the order
    chance = rng.random
    for name, values, odd, is_word in domain:
        if not odd or chance() < SELDOM:
            (words if is_word else chosen)[name] = values[int(chance() * len(values))]
    order = type(draft)(draft.by, **chosen)
    for name, value in words.items():
        if value is not None:
            order = order.with_value(name, value)
    return order


def _worry(view: View, order: Order, goal: tuple[float, float] | None) -> float:
    """Return the penalty of a destination: the distance in MU to an enemy, and far more if it is off the table or bound
    to leave it. It looks two moves ahead, as if the ship then went straight on."""
    pose, board = view.pose(order), board_of(view.state.table)
    x, y = ahead(pose.at, pose.course, pose.velocity)
    if pose.heading is not None:  # the next move, if the ship then keeps course and speed
        (x0, y0), (x1, y1) = pose.path[0], pose.path[-1]
        x, y = 2 * x1 - x0, 2 * y1 - y0
    near = (x, y) if pose.later else pose.at
    if pose.later:  # one turn later a ship can change its course only a little
        x, y = ahead(pose.at, pose.course, 2 * pose.velocity)
    worry = span(near, goal) if goal else float(pose.velocity)
    if off := _beyond(board, (x, y)):
        return worry + OFF + off
    return worry + (NEARLY if _beyond(board, (2 * x - pose.at[0], 2 * y - pose.at[1])) else 0)


def _beyond(board: Board, place: Point) -> float:
    """Return how far a place is off the table, in units of its board; 0 if it is on it."""
    (x, y), (west, south, wide, high) = place, board.extent
    return max(0.0, west - x, south - y, x - west - wide, y - south - high) or float(not board.holds(place))


def some_fire(view: View, draft: Order, rng: Random) -> Order:
    """Return fire from everything that bears on one of the nearer enemies, or from some of it. If nothing bears, return
    an order without fire."""
    idle = view.phase.accepts[0](draft.by)
    ship = view.state.ships[draft.by]
    near = sorted(view.state.enemies(ship.side), key=lambda other: span(ship.at, other.at))[:2]
    if rng.random() < HOLDS:
        return idle
    while near:
        target = near.pop(int(rng.random() ** 2 * len(near)))
        order = view.volley(ship.id, target.id)
        if order is not None:
            return some_of(view, order, rng) if rng.random() < PICKS else order
    return idle


def some_of(view: View, order: Order, rng: Random) -> Order:
    """Return an order with some of its values drawn again, if the rules allow it."""
    for name, values in order.domain(view.state).items():
        drawn = tuple(values)
        if drawn[0] is False and rng.random() >= DARES:
            continue
        for _ in range(3):
            changed: Order = order.with_value(name, drawn[int(rng.random() * len(drawn))])
            if view.why_not(changed) is None:
                order = changed
                break
    return order


def some_fields(view: View, order: Order, rng: Random) -> Order:
    """Return an order built field by field, two steps from an empty one."""
    for _ in range(2):
        order = some_of(view, order, rng)
    return order


DRAWN: dict[str, Callable[[View, Order, Random], Order]] = {"plot": some_move, "fire": some_fire}
