"""The automatic steps of a turn: orders are revealed, ships move, fires burn, and the turn ends (sail/1)."""

from __future__ import annotations

from game.board.geometry import span
from game.core.events import Event
from game.core.orders import Prompt, in_braces
from game.core.umpire import Umpire
from game.rules.turn.initiative import roll_initiative
from game.rules.turn_order import sides_in_order, writing
from game.systems.full_sail.damage.fire import roll_fire
from game.systems.full_sail.damage.suffer import burst
from game.systems.full_sail.gunnery.broadside import ATTEMPTS, NAMED
from game.systems.full_sail.gunnery.fouling import foul, pay_all
from game.systems.full_sail.gunnery.honour import SUMMONED_AT
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.sea.board import out_of_reach
from game.systems.full_sail.sea.sailing import sail_all
from game.systems.full_sail.ships.grapples import cast_off, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.weather import roll_wind, wind_of


def open_turn(state: SailState, umpire: Umpire) -> None:
    """Start a turn with nothing sealed and no ship fired. In the first turn the wind is rolled."""
    state.sealed.clear()
    state.ready.clear()
    roll_wind(state, umpire)
    wind = wind_of(state)
    for ship in state.ships.values():
        ship.new_turn()
        still = ship.in_play and not ship.velocity and not ship.anchored and not partners(state, ship.id)
        if still and wind and state.house["at_rest"] == "adrift":
            ship.adrift = True
            ship.point(wind.lee)


def steers(ship: SailingShip) -> bool:
    """Return whether a ship has anybody aboard to order."""
    return ship.commanded and not ship.struck


def unwritten(state: SailState) -> tuple[Prompt, ...]:
    """Return both sides, which write in secret until both have locked."""
    fleets = {side: tuple(ship.id for ship in state.fleet(side) if steers(ship)) for side in state.sides}
    return writing(state, fleets)


def roll_for_initiative(state: SailState, umpire: Umpire) -> None:
    """Roll a die for each side."""
    roll_initiative(state, umpire, "and may fire first")


def move(state: SailState, umpire: Umpire) -> None:
    """Reveal orders and move all ships together. Ships that come near may foul."""
    orders = {key: order for key, order in state.sealed.items() if isinstance(order, SailOrder)}
    for ship in state.ships.values():
        if ship.in_play and ship.id in orders:
            _reveal(state, umpire, ship, orders[ship.id])
    ATTEMPTS.set(state, tuple((key, order.grapple) for key, order in orders.items() if order.grapple))
    sail_all(state, umpire, {key: order.plan for key, order in orders.items()})
    state.sealed.clear()
    state.ready.clear()
    foul(state, umpire)
    cast_off(state)


def _reveal(state: SailState, umpire: Umpire, ship: SailingShip, order: SailOrder) -> None:
    """Log one order. A ship that strikes does so now; a summoned one has until its next orders (sail/8)."""
    umpire.tell(Event("note", "sail/1", f"{{{ship.id}}} orders", ship.id, result=in_braces(order, state), at=ship.at))
    if order.surrender:
        strike(umpire, ship)
    target = state.ships.get(order.summon)
    if target is not None and not target.summoned:
        far = out_of_reach(state.table, span(ship.at, target.at), SUMMONED_AT, named=True)
        target.summoned = 0 if far else state.turn
        said = f"{{{ship.id}}} summons {{{target.id}}} to strike"
        umpire.tell(Event("note", "sail/8", said, ship.id, target.id, result=far and f"not heard, {far}", at=target.at))


def strike(umpire: Umpire, ship: SailingShip) -> None:
    ship.struck = True
    umpire.tell(Event("note", "sail/8", f"{{{ship.id}}} strikes", ship.id, result="struck", tone="bad", at=ship.at))


def fire_ends(state: SailState, umpire: Umpire) -> None:
    """Apply fouling to ships that have not fired. Wrecks hold nobody."""
    pay_all(state, umpire)
    cast_off(state)


def burn(state: SailState, umpire: Umpire) -> None:
    """Roll for every burning ship, in the order of initiative. Explosions are resolved immediately (sail/6)."""
    order = sides_in_order(state)
    burning = [ship for ship in state.ships.values() if ship.in_play and 0 < ship.fire_from <= state.turn]
    for ship in sorted(burning, key=lambda one: order.index(one.side)):
        if ship.in_play:
            roll_fire(state, umpire, ship)
            burst(state, umpire)
    cast_off(state)


def close_turn(state: SailState, umpire: Umpire) -> None:
    """Clear everything that counted only in this turn."""
    ATTEMPTS.clear(state)
    for key in NAMED.all(state):
        NAMED.clear(state, key)
