"""Groups of fighters as the list, the sheet and the board show them (full-thrust-base/7.1)."""

from __future__ import annotations

from dataclasses import replace

from game.core.display import Icon, Sheet, Stat, Token
from game.core.orders import Id, Order
from game.rules.counters.counter import flying, token
from game.rules.counters.kinds import Flight, HeavyMissile, Mine, Plasma, Salvo
from game.rules.counters.sheet import counter_sheet
from game.rules.display.ship_sheet import sheet
from game.rules.fighters.groups import RULE, endurance, opponents, type_of
from game.rules.manoeuvres.carriers.launch_fighters import HANGAR, absent, group_of
from game.rules.ordnance.launchers import LAUNCHER, MAGAZINE, RULES, salvos_left
from game.rules.ships.thrust_state import ThrustState


def piece_sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """The sheet of a ship, a marker, a mine, or a group: its endurance besides, and whom it screens, fights or attacks."""
    one = state.counters.get(key)
    if isinstance(one, Mine | Plasma):
        return replace(counter_sheet(state, key), tracks=())
    if one is not None and not isinstance(one, Flight):
        return counter_sheet(state, key)
    if one is None:
        found = sheet(state, key, draft)
        return replace(found, icons=tuple(loaded(state, key, one) for one in found.icons))
    found, kind = counter_sheet(state, key), type_of(one)
    names, left = state.names, str(endurance(one))
    stats = [Stat("Flight", f"{kind.move} MU", "", f"{RULE}.3"), Stat("Endurance", left, f"of {kind.endurance}", f"{RULE}.3")]
    told = (("Screens", names.get(one.screening), "5/screens"), ("Attacks", names.get(one.target), "4"))
    stats += [Stat(what, name, "", f"{RULE}.{section}") for what, name, section in told if name]
    stats += [Stat("Fights", other.name, "", f"{RULE}.5") for other in opponents(state, one)]
    stats += [Stat("Torpedoes", "fired", "", f"{RULE}.1")] * one.fired
    return replace(found, kind=f"{kind.title} fighters", stats=(*found.stats, *stats))


def loaded(state: ThrustState, key: Id, icon: Icon) -> Icon:
    """A system of a ship with what it holds: a hangar with its group or where that is, a magazine with the salvos left."""
    ship = state.ships.get(key)
    mount = ship.design.mount(icon.key) if ship else None
    if ship is None or mount is None or icon.state != "ok" or mount.kind not in (HANGAR, MAGAZINE):
        return icon
    if mount.kind == MAGAZINE:
        left = salvos_left(state, ship)[mount.mode]
        said = f"{left} {f'{mount.mode} ' if mount.mode else ''}{'salvo' if left == 1 else 'salvos'} left on the ship"
        return replace(icon, state="ok" if left else "spent", hint=said, rule=RULES[LAUNCHER])
    why = absent(state, ship, mount)
    craft = f"{one.count} of {one.total} craft" if (one := group_of(state, ship, mount)) else f"{mount.size} craft"
    return replace(icon, state="spent" if why else "ok", hint=why or f"{mount.mode} fighters, {craft}, ready", rule=f"{RULE}.2")


def tokens(state: ThrustState) -> tuple[Token, ...]:
    """Every group in flight, with its letter and the endurance it has left; then salvos dart by dart, and the rest."""
    groups = (
        replace(token(one), letter=type_of(one).letter, pips=(endurance(one), type_of(one).endurance))
        for one in flying(state, Flight)
    )
    salvos = (replace(token(one), letter="", lost=one.wounds) for one in flying(state, Salvo))
    whole = (replace(token(one), count=1, lost=0) for kind in (HeavyMissile, Mine, Plasma) for one in flying(state, kind))
    return (*groups, *salvos, *whole)
