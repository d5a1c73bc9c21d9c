"""The orders of a move, and its path: thrust, pivots, delayed turns, slides (power/4)."""

from __future__ import annotations

from functools import lru_cache

from game.board.hexes import NAMES, Hex, length, plus
from game.core.orders import Illegal
from game.core.values import House, frozen, number
from game.systems.power_hex.movement.turn_table import delay
from game.systems.power_hex.movement.vectors import PushedWay, along, offsets, pushed_way, turned
from game.systems.power_hex.ships.ship import ZIGS_OF_A_SIDE, PowerShip, nearest_rows

THIRDS = 3  # of a round, used by pivots


@frozen
class MovePlan:
    """The orders of one move.

    `burn` are hexes of speed along the bow, negative against it, or `towards` a direction 0 to 5. `pivots` are sides of
    60 degrees, starboard positive, one after the other; the `first` ones of them come before the burn. `turns` are
    declared after that many hexes, to starboard (1) or port (-1). `hold` keeps the bow while a gravitic drive turns,
    `cancel` gives up a turn begun in an earlier round.
    """

    burn: int = 0
    towards: int | None = None
    pivots: tuple[int, ...] = ()
    first: int = 0
    turns: tuple[tuple[int, int], ...] = ()
    hold: bool = False
    cancel: bool = False

    @property
    def thirds(self) -> int:
        """The thirds of the round that pivots take."""
        return sum(map(abs, self.pivots))


@frozen
class MovedWay:
    """The path of a plan: the hexes entered, the facing in each, the vector and facing at the end.

    `answers` are the hexes, numbered from 1, in which a turn takes effect, with its direction; `swings` those in which
    a pivot is complete, with its sides. `wait` is the delay of turns this round, `carried` the rest of one that has not
    taken effect.
    """

    cells: tuple[Hex, ...]
    bows: tuple[int, ...]
    vector: Hex
    towards: int
    answers: tuple[tuple[int, int], ...]
    swings: tuple[tuple[int, int], ...]
    carried: tuple[int, int]
    wait: int
    slid: int  # hexes at the end that the burn has gained sideways


@frozen
class Budget:
    """The thrust of a round: of the engines, after pivots, for the burn, and the rest for turning."""

    given: int
    after_pivots: int
    burn: int

    @property
    def left(self) -> int:
        """The thrust left for turning."""
        return self.after_pivots - self.burn


@frozen
class Outset:
    """A plan without its turns. It has the thrust, the direction of the burn, pivots as in `MovedWay`, and the delay of
    a turn."""

    has: Budget
    push: PushedWay
    swings: tuple[tuple[int, int], ...]
    wait: int


def outset(ship: PowerShip, plan: MovePlan, house: House) -> Outset:
    """Compute the parts of a plan that do not depend on its turns (power/4.1 to 4.5)."""
    has, push = budget(ship, plan, house), _way_after_burn(ship, plan)
    fastest = max(ship.velocity, length(push.vector))
    wait = delay(ship.design, fastest, _zigs(ship, has), bool(house["zig_monotone"]))
    return Outset(has, push, _swings(plan, len(push.ways) - push.slid), wait)


def budget(ship: PowerShip, plan: MovePlan, house: House) -> Budget:
    """Return the use of a ship's thrust by a plan (power/4.1, 4.4)."""
    return _budget(ship.thrust(_row(house)), plan.thirds if plan.pivots else 0, ship.design.accn * abs(plan.burn))


@lru_cache(maxsize=4096)
def _budget(given: int, thirds: int, burn: int) -> Budget:
    """Return the use of thrust by numbers that many plans share."""
    return Budget(given, given * max(0, THIRDS - thirds) // THIRDS, burn)


def most_speed(ship: PowerShip, house: House, pivots: tuple[int, ...] = ()) -> int:
    """Return the hexes by which a ship's thrust can change its speed, after pivots (power/4.1, 4.4, 10). Without C&C it
    is none."""
    return budget(ship, MovePlan(pivots=pivots), house).after_pivots // ship.design.accn if ship.commanded else 0


def zigs(ship: PowerShip, plan: MovePlan, house: House) -> int:
    """Return the points of thrust missing for turning (power/4.2, 9)."""
    return _zigs(ship, budget(ship, plan, house))


def _zigs(ship: PowerShip, has: Budget) -> int:
    return ship.design.thrust - max(0, has.left) + ZIGS_OF_A_SIDE * len(ship.lost_sides)


def burn_direction(ship: PowerShip, plan: MovePlan) -> int:
    """Return the direction of a burn: along the bow after the pivots before it or, for a gravitic drive, as ordered."""
    if plan.towards is not None:
        return plan.towards
    return (ship.towards + sum(plan.pivots[: plan.first])) % 6 if plan.first else ship.towards


def burn_words(ship: PowerShip, plan: MovePlan) -> str:
    """Return the effect of a burn in words; empty without one. It is `speed +2` along the path, or `slides 2 NE`
    sideways."""
    way = burn_direction(ship, plan)
    if not plan.burn or along(ship.vector, way):
        push = f" towards {NAMES[way]}" if plan.towards is not None else ""
        return f"speed {plan.burn:+d}{push}" if plan.burn else ""
    return f"slides {abs(plan.burn)} {NAMES[(way + (3 if plan.burn < 0 else 0)) % 6]}"


def _way_after_burn(ship: PowerShip, plan: MovePlan) -> PushedWay:
    """Return vector and directions after the burn."""
    return (
        pushed_way(ship.vector, burn_direction(ship, plan), plan.burn) if plan.burn else pushed_way(ship.vector, 0, 0)
    )


def new_vector(ship: PowerShip, plan: MovePlan) -> Hex:
    """Return the vector after the burn, before any turn."""
    return _way_after_burn(ship, plan).vector


def wait_of(ship: PowerShip, plan: MovePlan, house: House) -> int:
    """Return the delay, in hexes, of a turn of this plan (power/4.2)."""
    return outset(ship, plan, house).wait


def carried_turn(ship: PowerShip, plan: MovePlan, house: House) -> tuple[int, int] | None:
    """Return a turn begun in an earlier round, as hexes made and its direction, if it goes on (power/4.3). It can be
    given up. It lapses where the ship could not declare it now: without thrust or C&C, at rest or, unless the drive is
    gravitic, with the bow off its path."""
    if not ship.carried[1] or plan.cancel or no_turns(ship, plan, house) or (plan.pivots and not ship.design.gravitic):
        return None
    return ship.carried


def fly(ship: PowerShip, plan: MovePlan, house: House) -> MovedWay:
    """Return the path of a plan that `fault` has passed. Turns that do not take effect are carried over (power/4.3)."""
    return way_of(ship, plan, outset(ship, plan, house), house)


def way_of(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> MovedWay:
    """Return the path of a plan from its precomputed outset."""
    ways, answers, carried = begun.push.ways, *_answers(ship, plan, begun, house)
    vector, made = begun.push.vector, len(ways)
    bows = [ship.towards] * (made + 1)  # at the start of the move, and in each hex
    for n, sides in begun.swings if plan.hold else (*begun.swings, *answers):
        bows[n:] = [(bow + sides) % 6 for bow in bows[n:]]
    for n, hand in answers:
        ways, vector = (*ways[:n], *((way + hand) % 6 for way in ways[n:])), turned(vector, hand)
    here = ship.hex
    cells = tuple([plus(here, offset) for offset in offsets(ways)])
    return MovedWay(
        cells, tuple(bows[1:]), vector, bows[-1], answers, begun.swings, carried, begun.wait, begun.push.slid
    )


def _answers(
    ship: PowerShip, plan: MovePlan, begun: Outset, house: House
) -> tuple[tuple[tuple[int, int], ...], tuple[int, int]]:
    """Return the hexes in which turns take effect, in order, and the rest of the first that does not."""
    under_way = carried_turn(ship, plan, house)
    if not under_way and not plan.turns:
        return (), (0, 0)
    found, last, speed = list[tuple[int, int]](), 0, len(begun.push.ways)
    for start, hand in (*(((-under_way[0], under_way[1]),) if under_way else ()), *plan.turns):
        answer = max(last + 1, start + begun.wait)
        if answer > speed:
            return tuple(found), (speed - start, hand) if house["turn_carry"] and speed else (0, 0)
        found.append((answer, hand))
        last = answer
    return tuple(found), (0, 0)


def _swings(plan: MovePlan, speed: int) -> tuple[tuple[int, int], ...]:
    """Return the hex in which each pivot is complete; 0 means immediately (power/4.4)."""
    if not plan.pivots:
        return ()
    found, used = [], 0
    for sides in plan.pivots:
        used += abs(sides)
        found.append((-(-used * speed // THIRDS), sides))
    return tuple(found)


# -- refusals ----------------------------------------------------------------------------------------------------------


def fault(ship: PowerShip, plan: MovePlan, house: House) -> Illegal | None:
    """Return why a ship cannot make this move, or None."""
    if (plan.burn or plan.turns) and not ship.commanded:
        return Illegal(f"{ship.name} has no C&C left: it neither changes speed nor turns", "power/10")
    return _pivot_fault(ship, plan) or _burn_fault(ship, plan, house) or _turn_fault(ship, plan, house)


def _pivot_fault(ship: PowerShip, plan: MovePlan) -> Illegal | None:
    if not plan.pivots:
        return None
    if plan.thirds > THIRDS:
        return Illegal(f"pivots of {60 * plan.thirds} degrees take more than a round", "power/4.4")
    if any(not 1 <= abs(sides) <= THIRDS for sides in plan.pivots):
        return Illegal("a pivot is of 60, 120 or 180 degrees", "power/4.4")
    return None


def _burn_fault(ship: PowerShip, plan: MovePlan, house: House) -> Illegal | None:
    if plan.towards is not None and not ship.design.gravitic:
        return Illegal(f"{ship.name} pushes along its bow; only a gravitic drive pushes anywhere", "power/4.8")
    if plan.burn < 0 and not ship.design.retro and not ship.design.gravitic:
        return Illegal(f"{ship.name} has no retro thrusters: it pivots by 180 degrees to slow down", "power/4.1")
    has = budget(ship, plan, house)
    if has.burn > has.after_pivots:
        left = f"{has.after_pivots} of {has.given} are left after its pivots" if plan.pivots else f"it has {has.given}"
        return Illegal(f"{abs(plan.burn)} hexes of speed cost {has.burn} thrust; {left}", "power/4.1")
    return None


def _turn_fault(ship: PowerShip, plan: MovePlan, house: House) -> Illegal | None:
    return turn_fault(ship, plan, outset(ship, plan, house), house) if plan.turns else None


def turn_fault(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> Illegal | None:
    """Return why the turns of a plan cannot be declared, if the rest is legal; or None."""
    return no_turns(ship, plan, house) or timing_fault(ship, plan, begun, house)


def no_turns(ship: PowerShip, plan: MovePlan, house: House) -> Illegal | None:
    """Return why a ship cannot turn at all in a round with this burn and these pivots, or None (power/4.3, 4.8)."""
    vector = new_vector(ship, plan)
    if vector == (0, 0):
        return Illegal(f"{ship.name} lies still: it pivots, and does not turn", "power/4.3")
    if not ship.commanded:
        return Illegal(f"{ship.name} has no C&C left: it neither changes speed nor turns", "power/10")
    if ship.thrust(_row(house)) == 0:
        return Illegal(f"{ship.name} has no thrust: it keeps its course", "power/4.1")
    if not ship.design.gravitic and (ship.towards + sum(plan.pivots)) % 6 not in nearest_rows(vector):
        return Illegal(f"{ship.name} turns only while it points where it goes", "power/4.3")
    return None


def first_turn(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> int:
    """Return the number of hexes before the first turn may be declared. An earlier one must have taken effect, and the
    pivots must be complete."""
    under_way = carried_turn(ship, plan, house)
    free = max(1, begun.wait - under_way[0]) if under_way else 0
    return max(free, _last_pivot(ship, begun))


def _last_pivot(ship: PowerShip, begun: Outset) -> int:
    """Return the hex in which the last pivot is complete. A drive that is not gravitic cannot turn before."""
    return 0 if ship.design.gravitic else max((at for at, _ in begun.swings), default=0)


def timing_fault(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> Illegal | None:
    """Return why turns cannot be declared at these hexes, or None. They come one after the other, each when the one
    before has taken effect."""
    wait, speed = begun.wait, length(begun.push.vector)
    free, pivoted = first_turn(ship, plan, begun, house), _last_pivot(ship, begun)
    if plan.turns[0][0] < pivoted:
        return Illegal(f"the pivot is complete in hex {pivoted}: before that the bow points aside", "power/4.3")
    for at, hand in plan.turns:
        if abs(hand) != 1 or not 0 <= at < speed:
            return Illegal(f"a turn is declared on the way, after 0 to {speed - 1} hexes", "power/4.3")
        if at < free:
            return Illegal(f"a turn is still under way until hex {free}", "power/4.3")
        free = at + wait
    if not house["turn_carry"] and free > speed:
        return Illegal(f"a turn would answer after {wait} hexes, and the ship does not go so far", "power/4.3")
    return None


def _row(house: House) -> int:
    return int(number(house, "row_size", 4))
