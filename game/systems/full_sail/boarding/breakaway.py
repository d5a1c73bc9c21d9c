"""Breaking away from a grapple, by agreement or against the other's will (sail/5.3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from game.board.geometry import ahead, clock, rounded_point, span
from game.core.events import Die, Event
from game.core.umpire import FaceWorth, Umpire
from game.systems.full_sail.ships.grapples import Grapple, alter, partners, untie
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import off_wind
from game.systems.full_sail.wind.weather import wind_of

RULE = "sail/5.3"
TANGLED = (2, 12)  # natural totals of two dice that foul
TANGLE_WORTH = FaceWorth(tuple((face, int(face == 1), int(face == 6)) for face in range(1, 7)), others_equal=True)
APART = 2.0  # MU between ships that have parted
OFF = 2  # the fewest clock points off the wind after parting, by option
FREE, FOULED, HELD = "free", "fouled", "held"


def agreed_result(face: int, fouled: bool) -> str:
    """Return the result of one die for a breakaway that both want."""
    if fouled:
        return FREE if face == 1 else HELD
    return FOULED if face == 1 else FREE


def contested_result(leaving: int, thrust: int, holding: int, against: int, fouled: bool, either: bool = False) -> str:
    """Return the result of two dice each for a breakaway that only the leaver wants. It is given by the totals of the
    dice, and the thrust, of both. With `either`, the holder's dice may foul too."""
    tangled = leaving in TANGLED or (either and holding in TANGLED)
    if fouled:
        return FREE if tangled else HELD
    return FOULED if tangled else FREE if leaving + thrust > holding + against else HELD


def either_fouls(state: SailState) -> bool:
    """Return whether the dice of either ship may foul, rather than only the leaver's."""
    return state.house["breakaway_dice"] == "either"


def break_away(state: SailState, umpire: Umpire, grapple: Grapple, leaver: SailingShip, agreed: bool) -> str:
    """Roll for a breakaway, and part the ships if it succeeds. Return the result."""
    other = state.ships[grapple.partner(leaver.id)]
    label = f"breakaway/{leaver.id}>{other.id}"
    if agreed:
        face = umpire.die(label)
        dice: tuple[Die, ...] = (Die(face),)
        outcome, words = agreed_result(face, grapple.fouled), ""
    else:
        either = either_fouls(state)
        ours = umpire.roll(2, label, worth=TANGLE_WORTH)
        theirs = umpire.roll(2, f"{label}/against", worth=TANGLE_WORTH if either else None)
        totals = sum(ours) + leaver.thrust, sum(theirs) + other.thrust
        outcome = contested_result(sum(ours), leaver.thrust, sum(theirs), other.thrust, grapple.fouled, either)
        dice = (*map(Die, ours), *(Die(face, by=other.id) for face in theirs))
        words = f"{totals[0]} against {totals[1]}"
    said = {FREE: "they part", FOULED: "the rigging fouls", HELD: "held"}[outcome]
    umpire.tell(
        Event(
            "check",
            RULE,
            f"{{{leaver.id}}} breaks away from {{{other.id}}}",
            leaver.id,
            other.id,
            dice,
            words,
            said,
            tone="good" if outcome == FREE else "bad",
            at=leaver.at,
        )
    )
    if outcome == FREE:
        part(state, grapple, leaver, other)
    elif outcome == FOULED:
        alter(state, grapple, grapple.tangled())
    return outcome


def part(state: SailState, grapple: Grapple, leaver: SailingShip, other: SailingShip) -> None:
    """Put two ships 2 MU apart, side by side. Those that nobody else holds turn into the wind or, by option,
    ease off it (sail/5.3)."""
    untie(state, grapple)
    for ship in (leaver, other):
        ship.halt()
        if not partners(state, ship.id):
            ship.point(parted_heading(state, ship))
            ship.adrift = ship.zero
    free = [ship for ship in (leaver, other) if not partners(state, ship.id) and not ship.anchored]
    if free:
        mover = free[0]
        rest = other if mover is leaver else leaver
        places = [rounded_point(ahead(rest.at, clock(mover.course + quarter), APART)) for quarter in (-3, 3)]
        mover.at = min(places, key=lambda place: span(mover.at, place))


def parted_heading(state: SailState, ship: SailingShip) -> int:
    """Return the heading of a ship after parting. It is into the wind or, by option, as before, but at least two points
    off the wind."""
    wind = wind_of(state)
    if wind is None:
        return ship.course
    if not state.house["breakaway_eased"]:
        return wind.source
    if off_wind(ship.course, wind.source) >= OFF:
        return ship.course
    to_port = (ship.course - wind.source) % 12 > 6
    return clock(wind.source + (-OFF if to_port else OFF))


def holds_nobody(ship: SailingShip, other: SailingShip) -> bool:
    """Return whether a ship's partner lets it go, because its own side has it or nobody is aboard."""
    return other.side == ship.side or not other.commanded or other.struck


def contested_chances(state: SailState, grapple: Grapple, leaver: SailingShip) -> dict[str, float]:
    """Return the exact chances that a ship is free, fouled or held when it breaks away against its partner's will."""
    other = state.ships[grapple.partner(leaver.id)]
    return breakaway_chances(leaver.thrust, other.thrust, grapple.fouled, either_fouls(state))


@lru_cache(maxsize=1024)
def breakaway_chances(thrust: int, against: int, fouled: bool = False, either: bool = False) -> dict[str, float]:
    """Return the chances of breaking away, by the thrust of both. With `either`, the dice of both may foul."""
    found = dict.fromkeys((FREE, FOULED, HELD), 0)
    for a, b, c, d in product(range(1, 7), repeat=4):
        found[contested_result(a + b, thrust, c + d, against, fouled, either)] += 1
    return {result: count / 6**4 for result, count in found.items()}


def agreed_chances(fouled: bool) -> dict[str, float]:
    """Return the exact chances of a breakaway that both want."""
    results = [agreed_result(face, fouled) for face in range(1, 7)]
    return {result: results.count(result) / 6 for result in (FREE, FOULED, HELD)}
