"""The automatic steps of a round: initiative, charging, ballistic hits, drop-out and criticals (power/2)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.umpire import Umpire
from game.core.values import number
from game.systems.power_hex.combat.queue import begin
from game.systems.power_hex.movement.hangars import LAUNCHED, lose_with_carriers
from game.systems.power_hex.movement.moving import finish_rolls
from game.systems.power_hex.orders.fire_order import ALL, CRAFT, DECLARED, PREY, SHIPS, SPENT
from game.systems.power_hex.orders.launch_order import arriving
from game.systems.power_hex.power.reactor import charge_all, close_round
from game.systems.power_hex.ships.naming import gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState

D20, D10, D6 = 20, 10, 6
InitiativeRoll = tuple[int, tuple[int, ...], str]  # the total, dice of roll-offs, and the ship
SCATTERED = "scattered"


def open_round(state: PowerState, umpire: Umpire) -> None:
    """Roll for every ship and flight. Low totals act first, and ties are rolled again without a bonus (power/2.1)."""
    row = int(number(state.house, "row_size", 4))
    rolls = list[InitiativeRoll]()
    acting = [ship for ship in state.ships.values() if ship.in_play or ship.removed_reason == "aboard"]
    for ship in acting:
        face = umpire.die(f"initiative/{ship.id}", D20)
        ship.total = face + ship.bonus(row)
        rolls.append((ship.total, (), ship.id))
        if ship.in_play:
            umpire.tell(
                Event(
                    "initiative",
                    "power/2.1",
                    f"{{{ship.id}}} rolls for initiative",
                    ship.id,
                    dice=(Die(face, sides=D20),),
                    reason=f"{ship.bonus(row):+d}",
                    result=str(ship.total),
                )
            )
    state.initiative = tuple(key for _, _, key in sorted(_break_ties(state, umpire, rolls)))
    first = next((key for key in state.initiative if state.ships[key].in_play), "")
    if first:
        umpire.tell(Event("initiative", "power/2.1", f"{{{first}}} acts first", first, result="the lowest total"))
    for ship in acting:
        LAUNCHED.clear(state, ship.id)
        ship.path = ()
    SPENT.clear(state)


def _break_ties(state: PowerState, umpire: Umpire, rolls: list[InitiativeRoll]) -> list[InitiativeRoll]:
    """Roll equal totals again, low first, until none are equal."""
    alike = {one[:2] for one in rolls if sum(other[:2] == one[:2] for other in rolls) > 1}
    if not alike:
        return rolls
    again = list[InitiativeRoll]()
    seen = [one[:2] for one in rolls if state.ships[one[2]].in_play]
    for total, offs, key in rolls:
        if (total, offs) in alike:
            face = umpire.die(f"tie/{key}/{len(offs) + 1}", D20)
            if state.ships[key].in_play and seen.count((total, offs)) > 1:
                umpire.tell(
                    Event(
                        "initiative",
                        "power/2.1",
                        f"{{{key}}} rolls off",
                        key,
                        dice=(Die(face, sides=D20),),
                        reason=f"tied at {total}, low first",
                        result=str(face),
                    )
                )
            offs = (*offs, face)
        again.append((total, offs, key))
    return _break_ties(state, umpire, again)


def charge(state: PowerState, umpire: Umpire) -> None:
    """Charge every gun with power (power/3)."""
    for ship in state.ships.values():
        if ship.in_play and not ship.flight:
            charge_all(ship)


def rolls_complete(state: PowerState, umpire: Umpire) -> None:
    """Complete rolls in sub-phase 3d."""
    finish_rolls(state, umpire)


def ballistics(state: PowerState, umpire: Umpire) -> None:
    """Resolve launched ordnance (power/5)."""
    begin(state, umpire, arriving(state))


def ships_declare(state: PowerState, umpire: Umpire) -> None:
    """Allow ships to fire at any target."""
    PREY.set(state, ALL)
    DECLARED.clear(state)


def resolve(state: PowerState, umpire: Umpire) -> None:
    """Resolve everything declared, in order."""
    shots = DECLARED.of(state)
    DECLARED.clear(state)
    begin(state, umpire, shots)


def dogfights(state: PowerState, umpire: Umpire) -> None:
    """Allow fighters to fire at fighters (power/12)."""
    PREY.set(state, CRAFT)
    DECLARED.clear(state)


def drop_out(state: PowerState, umpire: Umpire) -> None:
    """Roll for every living fighter that was hit this round (power/12). It stays if a die does not exceed its
    structure."""
    for flight in [ship for ship in state.ships.values() if ship.flight and ship.in_play and ship.shaken]:
        for n in sorted(flight.shaken):
            left = flight.craft[n]
            if left <= 0 or left >= D6:
                continue
            face = umpire.die(f"drop-out/{flight.id}/{n + 1}", D6)
            stays = face <= left
            if not stays:
                flight.craft = tuple(0 if m == n else one for m, one in enumerate(flight.craft))
            umpire.tell(
                Event(
                    "check",
                    "power/12",
                    f"A fighter of {{{flight.id}}} with {left} left",
                    flight.id,
                    dice=(Die(face, stays),),
                    result="stays" if stays else "leaves the battle",
                    tone="plain" if stays else "bad",
                    at=flight.at,
                )
            )
        flight.shaken = frozenset()
        if not flight.craft_left:
            flight.removed_reason = SCATTERED
            umpire.tell(
                Event(
                    "lost",
                    "power/12",
                    f"{{{flight.id}}} is scattered",
                    flight.id,
                    at=flight.at,
                    tone="bad",
                    fate=SCATTERED,
                )
            )


def attacks_on_ships(state: PowerState, umpire: Umpire) -> None:
    """Allow fighters that have not fired at fighters to fire at ships."""
    PREY.set(state, SHIPS)
    DECLARED.clear(state)


def end_of_round(state: PowerState, umpire: Umpire) -> None:
    """Roll criticals of damaged guns, then count charges and cooling (power/11, 3)."""
    for ship in state.ships.values():
        if not ship.in_play:
            continue
        if not state.house["critical_permanent"]:
            ship.out = frozenset()
        for key in sorted(ship.hurt):
            _critical(umpire, ship, key)
        ship.hurt, ship.shaken = frozenset(), frozenset()
        close_round(ship)
    lose_with_carriers(state, umpire)
    PREY.clear(state)


def _critical(umpire: Umpire, ship: PowerShip, key: str) -> None:
    """Roll for a damaged gun, which still works if a d10 does not exceed its boxes (power/11)."""
    left = ship.boxes_left(ship.design.mount(key))
    if not left or key in ship.out:
        return
    face = umpire.die(f"critical/{ship.id}/{key}", D10)
    works = face <= left
    if not works:
        ship.out |= {key}
    umpire.tell(
        Event(
            "check",
            "power/11",
            f"{{{ship.id}}}'s {gun_name(ship, key)} was damaged",
            ship.id,
            dice=(Die(face, works, sides=D10),),
            reason=f"{left} boxes left",
            result="works on" if works else "out of action",
            tone="plain" if works else "bad",
            at=ship.at,
            mounts=(key,),
        )
    )
