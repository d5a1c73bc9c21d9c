"""The list of manoeuvres, and the hooks that call them at moments of a turn (manoeuvres/1.2).

`MANOEUVRES` is the whole list: another manoeuvre needs a file with its class, and a line here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from game.core.display import Overlay, Pose
from game.core.orders import Illegal
from game.core.system import ArchiveEntry, HouseRule
from game.core.umpire import Umpire
from game.core.values import House, HouseValue
from game.rules.manoeuvres import post_movement_rules
from game.rules.manoeuvres.carriers.launch_fighters import LaunchFighters
from game.rules.manoeuvres.cover.eclipsing import Eclipsing
from game.rules.manoeuvres.cover.extreme import Extreme
from game.rules.manoeuvres.devices.cloak import Cloak
from game.rules.manoeuvres.devices.lay_mine import LayMine
from game.rules.manoeuvres.devices.nova_cannon import NovaCannon
from game.rules.manoeuvres.devices.reflex_field import ReflexField
from game.rules.manoeuvres.devices.shroud import Shroud
from game.rules.manoeuvres.devices.wave_gun import ChargeWaveGun, FireWaveGun
from game.rules.manoeuvres.engines.emergency_deceleration import EmergencyDeceleration
from game.rules.manoeuvres.engines.emergency_thrust import EmergencyThrust
from game.rules.manoeuvres.engines.hard_about import HardAbout
from game.rules.manoeuvres.engines.redline import Redline
from game.rules.manoeuvres.engines.yellowline import Yellowline
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, setting, under_way
from game.rules.manoeuvres.framework.slewed import Brake, Drift, Recover
from game.rules.manoeuvres.jumps.backfire import Backfire
from game.rules.manoeuvres.jumps.ftl import Ftl
from game.rules.manoeuvres.jumps.short_jump import ShortJump
from game.rules.manoeuvres.steering.corkscrew import Corkscrew
from game.rules.manoeuvres.steering.dead_rotate import DeadRotate
from game.rules.manoeuvres.steering.flip import Flip
from game.rules.manoeuvres.steering.reverse_thrust import ReverseThrust
from game.rules.manoeuvres.steering.skid import Skid
from game.rules.ships.beam_dice import Modifier
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

MANOEUVRES: tuple[Manoeuvre, ...] = (  # in the order in which they are written in an order
    HardAbout(),
    Corkscrew(),
    DeadRotate(), Flip(), Skid(),
    Extreme(), Eclipsing(),
    EmergencyThrust(), Redline(), Yellowline(),
    EmergencyDeceleration(), ReverseThrust(),
    Drift(), Recover(), Brake(),
    Ftl(), ShortJump(), Backfire(),
    LaunchFighters(), LayMine(), NovaCannon(), ChargeWaveGun(), FireWaveGun(), ReflexField(), Shroud(), Cloak(),
)  # fmt: skip
# manoeuvres with suggestions by rules of thumb
ADVISING = tuple(one for one in MANOEUVRES if type(one).suggestion is not Manoeuvre.suggestion)
BY_CODE: dict[str, Manoeuvre] = {one.code: one for one in MANOEUVRES}


TIMING = (("option1", "end of turn"), ("option2", "before moving"))
CHECKED = ("EM", "HA", "RL", "YL", "ED", "FL")
COMMON = (
    setting("man.check_timing", "When drives are checked", "After damage control, or before the ship moves.", TIMING,
            "option1", "manoeuvres/checks", *CHECKED),
    setting("threshold.current_level", "Level of a drive check",
            "A drive check fails by the row in danger, or by the rows lost.",
            (("row", "row in danger"), ("rows_lost_min1", "rows lost")), "row", "manoeuvres/checks", *CHECKED, "GB",
            "SRJ"),
    setting("skid.bleed", "Velocity lost when a slew ends", "Velocity lost for each point when a slewed ship bites.",
            tuple((n, str(n)) for n in (0, 1, 2)), 1, "manoeuvres/slewed", "SK", "FL", "DR"),
)  # fmt: skip
_LISTED = {f"man.{one.code}" for one in MANOEUVRES}
HOUSE: tuple[HouseRule, ...] = (
    *(rule for one in MANOEUVRES for rule in one.settings),
    *post_movement_rules.SETTINGS,
    *(rule for rule in COMMON if _LISTED.intersection(rule.needs)),
)


ARCHIVE = tuple(
    ArchiveEntry(
        one.code,
        one.written or one.code,
        one.title,
        one.line,
        one.rule,
        tuple(f"man.{code}" for code in one.switched_by),
        f"man.{one.code}" if one.code in one.switched_by else "",
        one.because,
    )
    for one in MANOEUVRES
)


TIMERS = frozenset(name for one in MANOEUVRES for name in one.timers)


def enabled_manoeuvres(house: House) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres of a battle."""
    return _enabled_among(MANOEUVRES, tuple(map(house.get, _switches(MANOEUVRES))))


def open_to(ship: Ship, house: House) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres that a ship's orders offer. They are all those played by house rule, and the standard ones
    that the ship can use."""
    return tuple([one for one in enabled_manoeuvres(house) if not one.standard or one.offered(ship)])


@cache
def _switches(listed: tuple[Manoeuvre, ...]) -> tuple[str, ...]:
    """Return the house rules that `enabled` reads."""
    return tuple(f"man.{one.code}" for one in listed)


@cache
def _enabled_among(listed: tuple[Manoeuvre, ...], on: tuple[HouseValue, ...]) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres of a list that are played, by the switches alone. Cached, because every order that is drawn
    or checked asks for them."""
    house = dict(zip(_switches(listed), on))
    return tuple(one for one in listed if one.enabled(house))


def suggest_manoeuvre(state: ThrustState, ship: Ship) -> ManoeuvreOrder | None:
    """Return the first manoeuvre that rules of thumb suggest to a ship, or None."""
    if not ship.in_play or ship.timer("bridge") is not None:
        return None
    for one in _enabled_among(ADVISING, tuple(map(state.house.get, _switches(ADVISING)))):
        if use := one.suggestion(state, ship):
            return use
    return None


def lingering(ship: Ship, plot: MovementOrder, house: House) -> Illegal | None:
    """Return why an action of an earlier turn forbids a ship's order, or None."""
    return (
        next((why for one in enabled_manoeuvres(house) if (why := one.lingers(ship, plot))), None)
        if ship.timers
        else None
    )


def ongoing(ship: Ship, house: House) -> tuple[ManoeuvreOrder, ...]:
    """Return the manoeuvres that a ship continues this turn unless it is ordered otherwise."""
    return tuple(use for one in enabled_manoeuvres(house) if (use := one.ongoing(ship, house))) if ship.timers else ()


def doing(ship: Ship) -> Iterator[tuple[Manoeuvre, ManoeuvreOrder]]:
    """Yield the manoeuvres of a ship this turn, once orders are shown."""
    return ((use.manoeuvre, use) for use in under_way(ship))


# -- moments -----------------------------------------------------------------------------------------------------------


def on_reveal(state: ThrustState, umpire: Umpire, ship: Ship, plot: MovementOrder) -> None:
    """Start a ship's manoeuvres at the end of phase 1, when orders are final."""
    ship.begin(plot.uses)
    for one, use in tuple(doing(ship)):
        one.on_reveal(state, umpire, ship, use)


def on_launch(state: ThrustState, umpire: Umpire) -> None:
    """Call the hook of phase 4, before anybody moves, the loser of the initiative first (full-thrust-base/1.4)."""
    last = {side: -place for place, side in enumerate(state.initiative)}
    for ship, one, use in sorted(_all(state), key=lambda row: last.get(row[0].side, 0)):
        one.on_launch(state, umpire, ship, use)


def before(state: ThrustState, umpire: Umpire, ship: Ship, plot: MovementOrder) -> MovementOrder:
    """Return the order that a ship will fly, as it is about to move."""
    for one, _ in tuple(doing(ship)) if ship.in_play else ():
        if use := next((use for use in under_way(ship) if use.code == one.code), None):  # the manoeuvre may have ended
            plot = one.before(state, umpire, ship, use, plot)
    return plot


def turn(ship: Ship) -> int:
    """Return -1 for ships that move before all others, 1 for those that move after them, and 0 for the rest."""
    return next((one.turn for one, _ in doing(ship) if one.turn), 0)


def on_all_moved(state: ThrustState, umpire: Umpire) -> None:
    """Call the hook for the end of all moves, first for ships that moved first."""
    for ship, one, use in sorted(_all(state), key=lambda row: row[1].turn):
        one.on_all_moved(state, umpire, ship, use)


def after(state: ThrustState, umpire: Umpire, ship: Ship, plot: MovementOrder) -> None:
    """Call the hook for one ship once all moves are settled."""
    for one, use in tuple(doing(ship)) if ship.in_play else ():
        one.after(state, umpire, ship, use, plot)
    post_movement_rules.keep(ship, plot, state.house)


def late(state: ThrustState, umpire: Umpire) -> None:
    """Call the hook at the end of phase 10, after damage control."""
    for ship, one, use in _all(state):
        if ship.in_play:
            one.late(state, umpire, ship, use)
    for ship in state.ships.values():
        ship.begin(())
        post_movement_rules.forget(ship)
        for name, turns in ship.timers:
            if name in TIMERS:
                ship.set_timer(name, turns - 1 or None)


def _all(state: ThrustState) -> list[tuple[Ship, Manoeuvre, ManoeuvreOrder]]:
    return [(ship, one, use) for ship in state.ships.values() if ship.active_manoeuvres for one, use in doing(ship)]


# -- fire --------------------------------------------------------------------------------------------------------------


def modifiers(ship: Ship, house: House, target: Ship | None = None) -> tuple[Modifier, ...]:
    """Return the modifiers of each die that a ship throws, at a target or at all, with reasons."""
    own = [added for one, use in doing(ship) for added in one.modifiers(use, house)] if ship.active_manoeuvres else []
    for one_ship, other in ((ship, target), (target, ship)):
        if one_ship and other and one_ship.active_manoeuvres:
            own += [added for one, use in doing(one_ship) for added in one.between(use, one_ship, other, house)]
    return tuple(own)


def rerolls(ship: Ship, house: House) -> bool:
    """Return whether a natural 6 of a ship's dice is still rolled again."""
    return all(one.rerolls(use, house) for one, use in doing(ship)) if ship.active_manoeuvres else True


def farther(house: House, *ships: Ship) -> float:
    """Return the MU added to the effective range between ships."""
    busy = [ship for ship in ships if ship.active_manoeuvres]
    return sum(one.farther(use, house) for ship in busy for one, use in doing(ship)) if busy else 0.0


def bearing_arcs(ship: Ship, arcs: frozenset[str], house: House) -> frozenset[str]:
    """Return the arcs that a gun built for `arcs` bears into."""
    for one, use in doing(ship) if ship.active_manoeuvres else ():
        arcs = one.bearing_arcs(use, arcs, house)
    return arcs


def why_not_fire(state: ThrustState, ship: Ship, mount: Mount) -> Illegal | None:
    """Return why a gun may not fire at all, or None."""
    if not ship.active_manoeuvres:
        return None
    return next((why for one, use in doing(ship) if (why := one.why_not_fire(state, ship, use, mount))), None)


def why_not_fire_into(state: ThrustState, ship: Ship, arc: str) -> Illegal | None:
    """Return why no gun may fire into an arc, or None."""
    if not ship.active_manoeuvres:
        return None
    return next((why for one, use in doing(ship) if (why := one.why_not_fire_into(state, ship, use, arc))), None)


# -- the board ---------------------------------------------------------------------------------------------------------


def overlays(state: ThrustState, ship: Ship, uses: Iterable[ManoeuvreOrder], pose: Pose | None) -> Iterator[Overlay]:
    """Yield the overlays of the manoeuvres of an order, sealed or in hand."""
    for use in uses:
        yield from use.manoeuvre.overlays(state, ship, use, pose)
