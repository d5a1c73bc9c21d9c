"""Groups of fighters in the list, on the sheet and on the board (full-thrust-base/7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.board.boards import board_of
from game.core.display import Bay, Icon, Melee, Sheet, Stat, Token
from game.core.orders import Id, Order
from game.rules.counters.counter import flying, make_counter, token
from game.rules.counters.groups import RULE, endurance, flight_range, opponents, touching, type_of
from game.rules.counters.kinds import Bolt, Flight, HeavyMissile, Mine, Missile, Plasma, Salvo
from game.rules.counters.sheet import counter_sheet
from game.rules.defence.bands import BANDS, band
from game.rules.defence.bands import RULE as PDL
from game.rules.display.ship_sheet import sheet
from game.rules.fighters.dogfights import column_at
from game.rules.manoeuvres.carriers.launch_fighters import ABOARD, HANGAR, NEVER, LaunchFighters, absent, group_of
from game.rules.odds.die_columns import chances
from game.rules.ordnance.launchers import LAUNCHER, MAGAZINE, RULES, salvos_left
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def piece_sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of a ship, a marker, a mine or a group. A group has its endurance, and the piece that it
    screens, fights or attacks."""
    one = state.counters.get(key)
    if isinstance(one, Mine | Plasma):
        return replace(counter_sheet(state, key), tracks=())
    if one is not None and not isinstance(one, Flight):
        return counter_sheet(state, key)
    if one is None:
        found = sheet(state, key, draft)
        icons = tuple(with_contents(state, key, one) for one in found.icons)
        return replace(found, icons=icons, bays=tuple(bays(state, state.ships[key], draft)))
    found, kind = counter_sheet(state, key), type_of(one)
    names, left, board = state.names, str(endurance(one)), board_of(state.table)
    far, most = flight_range(state, one), board.to_board_units(kind.move)
    flight = Stat("Flight", board.format_distance(far), f"of {most:g}" if far < most else "", f"{RULE}.3")
    stats = [flight, Stat("Endurance", left, f"of {kind.endurance}", f"{RULE}.3")]
    told = (("Screens", names.get(one.screening), "5/screens"), ("Attacks", names.get(one.target), "4"))
    stats += [Stat(what, name, "", f"{RULE}.{section}") for what, name, section in told if name]
    stats += [Stat("Fights", other.name, "", f"{RULE}.5") for other in opponents(state, one)]
    stats += [Stat("Torpedoes", "fired", "", f"{RULE}.1")] * one.fired
    return replace(found, kind=f"{kind.title} fighters", stats=(*found.stats, *stats))


def level_stat(raw: int) -> Stat:
    """Return the level that a ship has rolled this turn, and its band."""
    return Stat("Level", str(raw), f"band {BANDS[band(raw)].title}", f"{PDL}/2")


def bays(state: ThrustState, ship: Ship, draft: Order | None = None) -> Iterator[Bay]:
    """Yield the hangars of a ship, each with its group and the group's status (full-thrust-base/7.2)."""
    launched = {
        key for use in getattr(draft, "uses", ()) if isinstance(use.manoeuvre, LaunchFighters) for key in use.mounts
    }
    for mount in ship.design.of(HANGAR):
        before = group_of(state, ship, mount)
        one = before or make_counter(f"{ship.id}.{mount.key}", ship, mount)
        if mount.mode == "empty" or not isinstance(one, Flight):
            continue
        why, out = absent(state, ship, mount), before is not None and before.in_play
        if out or not before or before.removed_reason == ABOARD:
            left = one if out or not before else replace(one, endurance_used=0, fired=False)
        else:
            left = one
        words, tone = (
            ("launches", "own")
            if mount.key in launched and not why
            else ("knocked out", "bad")
            if not ship.works(mount.key)
            else ("out", "muted")
            if out
            else ("ready", "good")
            if not why
            else (f"from turn {one.ready_on}", "note")
            if one.removed_reason == ABOARD and one.ready_on < NEVER
            else ("not again", "bad")
            if one.removed_reason == ABOARD
            else ("lost", "bad")
        )
        hint = why or f"{one.count} of {one.total} craft"
        yield Bay(mount.key, replace(_token(left), course=None), words, tone, bool(why), hint, f"{RULE}.2")


def with_contents(state: ThrustState, key: Id, icon: Icon) -> Icon:
    """Return a system's icon with its contents: a hangar's group or where it is, a magazine's salvos left."""
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
    return replace(
        icon, state="spent" if why else "ok", hint=why or f"{mount.mode} fighters, {craft}, ready", rule=f"{RULE}.2"
    )


def tokens(state: ThrustState) -> tuple[Token | Melee, ...]:
    """Return groups with type, craft and endurance left; markers, missile by missile; mines and plasma; and
    dogfights."""
    groups = (_token(one) for one in flying(state, Flight))
    salvos = (
        replace(token(one), letter="", lost=one.wounds, kind=f"{one.count - one.wounds} missiles", target=one.target)
        for one in flying(state, Salvo)
    )
    heavy = (replace(token(one), kind="heavy missile", target=one.target) for one in flying(state, HeavyMissile))
    bolts = (replace(token(one), kind=f"strength {one.count}") for one in flying(state, Bolt))
    steered = (replace(token(one), kind=f"{one.mode} missile", target=one.target) for one in flying(state, Missile))
    mines = (replace(token(one), course=None) for one in flying(state, Mine))
    plasma = (replace(token(one), count=1, lost=0) for one in flying(state, Plasma))
    return (*groups, *salvos, *heavy, *bolts, *steered, *mines, *plasma, *melees(state))


def _token(one: Flight) -> Token:
    kind = type_of(one)
    craft = f"{one.count} of {one.total}" if one.count < one.total else f"{one.count}"
    words, pips = f"{kind.title.lower()}, {craft}", (endurance(one), kind.endurance)
    return replace(token(one), letter=kind.letter, kind=words, pips=pips, screens=one.screening, target=one.target)


def fight_words(state: ThrustState, key: Id) -> str:
    """Return words for the present or coming dogfight of a group, such as `dogfight, mean kills 3.2 : 4.0`; empty
    without one."""
    one = state.counters.get(key)
    if not isinstance(one, Flight) or not touching(state, one):
        return ""
    found = fight_of(state, one)
    return _mean_kills(state, found) if len(found) > 1 else ""


def melees(state: ThrustState) -> Iterator[Melee]:
    """Yield groups in a dogfight, or in contact before one, with each side's mean kills."""
    told = set[Id]()
    for one in flying(state, Flight):
        if one.id not in told and len(found := fight_of(state, one)) > 1:
            told |= {each.id for each in found}
            yield Melee(tuple(each.id for each in found), _mean_kills(state, found))


def fight_of(state: ThrustState, one: Flight) -> tuple[Flight, ...]:
    """Return all groups of a dogfight: a group, its opponents, present or coming, their opponents, and so on. They are
    in the order of the file; a group without opponents is alone."""
    found = {one.id: one}
    walk = [one]
    for each in walk:
        more = [other for other in opponents(state, each) or touching(state, each) if other.id not in found]
        found |= {other.id: other for other in more}
        walk += more
    return tuple(each for each in flying(state, Flight) if each.id in found) if len(found) > 1 else (one,)


def _mean_kills(state: ThrustState, groups: Sequence[Flight]) -> str:
    """Return the mean kills of each side's groups, such as "dogfight, mean kills 3.2 : 4.0"."""
    means = {one.side: 0.0 for one in groups}
    for one in groups:
        others = [other for other in groups if other.side != one.side]
        if others:
            hardest, most = max(others, key=lambda other: type_of(other).heavy), sum(other.count for other in others)
            kills = chances(column_at(state, one, hardest), one.count)
            means[one.side] += sum(min(most, n) * float(chance) for n, chance in enumerate(kills))
    return "dogfight, mean kills " + " : ".join(f"{mean:.1f}" for mean in means.values())
