"""A ship's sheet and the arcs of its guns, for the screen."""

from __future__ import annotations

from game.board.hexes import NAMES
from game.core.display import Badge, Fan, Icon, OnBoard, Overlay, Pose, Sheet, Stat, Track
from game.core.orders import Id, Order
from game.core.values import number
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import DivertPower
from game.systems.power_hex.outcome import structure_left
from game.systems.power_hex.power.reactor import ready, shield_draw, spare
from game.systems.power_hex.section_sheet import own_parts
from game.systems.power_hex.ships.design import HANGAR, JUMP, STARBOARD, THRUSTER, ShipMount, ShipSection
from game.systems.power_hex.ships.naming import SHORT, SYSTEMS, arc_names, gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState

SAID = {"destroyed": "destroyed", "left": "has left", "aboard": "aboard", "scattered": "scattered"}
ROW = 33  # boxes of structure in a row
SHORT_SIDES = {STARBOARD: "stbd"}


def sheet(state: PowerState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet: figures, structure by side, guns with their charge, systems, and the chart of each side."""
    ship = state.ships[key]
    design = ship.design
    note = f"{design.points} points, initiative {ship.total}" if ship.total else f"{design.points} points"
    return Sheet(
        ship.name,
        design.ship_class,
        note,
        ship.side,
        design.glyph,
        _stats(state, ship, draft),
        _tracks(ship),
        _icons(state, ship),
        structure_left(ship),
        SAID.get(ship.removed_reason, ""),
        coming=ship.removed_reason == "aboard",
        absent=ship.removed_reason in ("aboard", "left"),
        cover=_cover(state, ship),
        turn=str(ship.total) if ship.total else "",
        parts=own_parts(state, ship, draft),
        badges=_badges(state, ship),
        idle="" if ship.led else "without command",
    )


def _stats(state: PowerState, ship: PowerShip, draft: Order | None) -> tuple[Stat, ...]:
    becomes = ""
    if isinstance(draft, PowerMove) and (then := draft.pose(state).velocity) != ship.velocity:
        becomes = str(then)
    row = int(number(state.house, "row_size", 4))
    speed = Stat("Speed", str(ship.velocity), becomes, "power/4.1", flown=True)
    stats = speed, Stat("Thrust", str(ship.thrust(row)), rule="power/4.1")
    if ship.flight:
        heading = Stat("Points to", NAMES[ship.towards], flown=True)
        return (*stats, Stat("Fighters", str(ship.craft_left), rule="power/12"), heading)
    left = spare(ship, state.house)
    after = spare(ship, state.house, draft.off, draft.transfers) if isinstance(draft, DivertPower) else left
    left_over = Stat("Spare", str(left), str(after) if after != left else "", "power/3")
    return (*stats, Stat("Power", f"{ship.output}", rule="power/3"), left_over)


def _cover(state: PowerState, ship: PowerShip) -> str:
    """Return a ship's protection in a few words."""
    row = int(number(state.house, "row_size", 4))
    words = [f"jam {ship.jam}"] if ship.jam else []
    words += [f"shield {ship.shield(row)}"] if ship.shield(row) else []
    return ", ".join([*words, *(["rolled"] if ship.rolled else [])])


def _badges(state: PowerState, ship: PowerShip) -> tuple[Badge, ...]:
    """Return badges for jammers and shields, its roll, and the use of its power."""
    if not ship.in_play:
        return ()
    shield = ship.shield(int(number(state.house, "row_size", 4)))

    def guns(keys: frozenset[str]) -> str:
        return ", ".join(gun_name(ship, one.key) for one in ship.design.mounts if one.key in keys)

    return tuple(
        Badge(sign, words, rule, tone)
        for sign, words, rule, tone, is_so in (
            (f"S{shield}", f"shield {shield}: taken off each packet of damage", "power/6", "good", bool(shield)),
            (f"J{ship.jam}", f"jam {ship.jam}: it is harder to hit", "power/6", "good", bool(ship.jam)),
            ("R", "rolled: port is starboard", "power/4.6", "note", ship.rolled),
            ("+", f"power is diverted to {guns(ship.fed)}", "power/3", "note", bool(ship.fed)),
            ("–", f"without power: {guns(ship.off | ship.drained)}", "power/3", "bad", bool(ship.off | ship.drained)),
        )
        if is_so
    )


def _tracks(ship: PowerShip) -> tuple[Track, ...]:
    if ship.design.fighters:
        one = ship.design.fighters
        return tuple(
            Track(
                f"Fighter {n}",
                (one.structure,),
                left,
                notes=("" if left else "shot down",),
                rule="power/12",
                inline=True,
            )
            for n, left in enumerate(ship.craft, 1)
        )
    return tuple(_track(ship, section) for section in ship.design.sections)


def _track(ship: PowerShip, section: ShipSection) -> Track:
    left = ship.structure(section.name)
    rows = tuple(min(ROW, section.structure - n) for n in range(0, section.structure, ROW))
    note = "lost" if not left else f"armour {section.armour}"
    return Track(
        section.name.capitalize(), rows, left, notes=(note,), rule="power/8.4", inline=True, part_of="structure"
    )


def _icons(state: PowerState, ship: PowerShip) -> tuple[Icon, ...]:
    guns = tuple(_gun(ship, mount) for mount in ship.design.weapons)
    others = tuple(_system(state, ship, mount) for mount in ship.design.mounts if not mount.weapon)
    return (*guns, *others)


def _gun(ship: PowerShip, mount: ShipMount) -> Icon:
    gun, why = mount.gun, ready(ship, mount)
    state_of = "ok" if ship.works(mount.key) else "killed" if not ship.flight and not ship.boxes_left(mount) else "lost"
    charge = ship.charge.get(mount.key, 0)
    spent = state_of == "ok" and (mount.key in ship.fired | ship.kept or bool(why))
    words = [gun.name, f"charge {charge} of {gun.recharge}" if gun.power else "ready", f"{gun.reach} hexes"]
    words.append(f"damage {gun.damage}")
    words += [f"{ship.ammunition.get(mount.key, 0)} left"] if gun.ammunition else []
    words += [f"meets shots on {gun.intercept}"] if gun.intercept else []
    label = gun_name(ship, mount.key)
    return Icon(
        mount.key,
        "turret",
        label,
        0,
        arc_names(mount.arc, ship.rolled),
        "",
        "spent" if spent else state_of,
        ", ".join([*([why] if why else []), *words]),
        "power/3",
    )


def _system(state: PowerState, ship: PowerShip, mount: ShipMount) -> Icon:
    left = ship.boxes_left(mount)
    words = f"{left} of {mount.boxes} boxes, armour {mount.armour}"
    if mount.kind == JUMP and left < mount.boxes:
        words += f"; a jump destroys the ship {mount.boxes - left} times in a hundred"
    if mount.kind == HANGAR:
        words += "; one flight for six boxes"
    if mount.kind == "shield":
        words += f"; draws {shield_draw(ship, state.house)} power"
    state_of = "ok" if left == mount.boxes else "killed" if not left else "damaged"
    label = SHORT.get(mount.kind, SYSTEMS.get(mount.kind, mount.kind))
    label = label[:1].upper() + label[1:]
    if mount.kind == THRUSTER:
        label = f"Thr. {SHORT_SIDES.get(ship.design.side_of(mount.key), ship.design.side_of(mount.key))}"
    return Icon(mount.key, mount.kind, label, 0, (), "", state_of, words, "power/10")


def overlays(
    state: PowerState, key: Id, pose: Pose | None = None, systems: tuple[str, ...] = ()
) -> tuple[Overlay, ...]:
    """Return the arcs of its guns, the longest first, or of those named."""
    if key not in state.ships:
        return ()
    ship = state.posed({key: pose}).ships[key] if pose else state.ships[key]
    fans, seen = list[Fan](), set[str]()
    for mount in sorted(ship.design.weapons, key=lambda one: -one.gun.reach):
        if (systems and mount.key not in systems) or (not systems and mount.arc in seen) or not ship.works(mount.key):
            continue
        seen.add(mount.arc)
        arcs = arc_names(mount.arc, ship.rolled)
        fans.append(
            Fan(ship.at, ship.facing, arcs, float(mount.gun.reach), ((float(mount.gun.reach), mount.gun.name),))
        )
    return tuple(fans)


def tokens(state: PowerState) -> tuple[OnBoard, ...]:
    """Return nothing, because there are only ships and flights on the board."""
    return ()
