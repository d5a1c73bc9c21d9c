"""A ship's sides, reactor and turns on its sheet, as values for the screen (power/3, 4.2, 8.4)."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.display import SheetPart
from game.core.orders import Order
from game.core.values import House, number
from game.systems.power_hex.movement.plan import MovePlan, new_vector, zigs
from game.systems.power_hex.movement.turn_table import row_a, row_b
from game.systems.power_hex.movement.vectors import parts
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import FEED, DivertPower, hungry
from game.systems.power_hex.parts import (
    FaceStrip,
    PowerLine,
    PowerTable,
    SectionPart,
    SectionPlate,
    SectionSheet,
    StepTable,
)
from game.systems.power_hex.power.reactor import (
    RULE,
    SPARE,
    cooling,
    demand,
    enough,
    gains_not,
    shield_draw,
    spare,
    switches,
)
from game.systems.power_hex.ships.design import (
    HANGAR,
    JUMP,
    PRIMARY,
    STARBOARD,
    STRUCTURE,
    THRUSTER,
    PowerDesign,
    ShipMount,
    ShipSection,
)
from game.systems.power_hex.ships.naming import gun_label, part_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState

MIDDLE = "middle"
SPEEDS = 12  # columns of the table of turns
SIGNS = {"ready": "ready", "off": "off", "cools": "cools", "keeps": "has met a shot", "fired": "has fired"}


def own_parts(state: PowerState, ship: PowerShip, draft: Order | None) -> tuple[SheetPart, ...]:
    """Return sides, power and turns of a ship with the order in hand; empty for a flight."""
    if ship.flight:
        return ()
    order = draft if isinstance(draft, DivertPower) else None
    plan = draft.plan if isinstance(draft, PowerMove) else MovePlan()
    plates = tuple(_plate(ship, section) for section in ship.design.sections)
    return SectionSheet("Sides", plates, "power/8.4"), _power(state, ship, order), _turns(ship, plan, state.house)


# -- sides -------------------------------------------------------------------------------------------------------------


def _plate(ship: PowerShip, section: ShipSection) -> SectionPlate:
    place = MIDDLE if section.name == PRIMARY else section.name
    side = section.name
    cells = tuple((struck_word(ship, side, key), low, high, _tone(ship, key)) for key, low, high in section.chart)
    strip = FaceStrip(f"Where a hit lands: {section.name}, d20", 20, cells, "power/8.4")
    parts = tuple(_part(ship, section.name, mount) for mount in section.mounts)
    return SectionPlate(
        section.name,
        place,
        plate_label(section),
        section.name.capitalize(),
        section.armour,
        ship.structure(section.name),
        section.structure,
        parts,
        strip,
        "power/8.4",
    )


def _part(ship: PowerShip, side: str, mount: ShipMount) -> SectionPart:
    left = ship.boxes_left(mount)
    state = (
        "killed" if not left else "lost" if not ship.works(mount.key) else "ok" if left == mount.boxes else "damaged"
    )
    note = (
        "lost" if not left else "broken" if state == "lost" else f"{left}/{mount.boxes}" if state == "damaged" else ""
    )
    words = f"{left} of {mount.boxes} boxes, armour {mount.armour}"
    if mount.kind == HANGAR:
        words += "; one flight for six boxes"
    if mount.kind == JUMP and left < mount.boxes:
        words += f"; a jump destroys the ship {mount.boxes - left} times in a hundred"
    hint = f"{mount.gun.name}, {words}" if mount.weapon else words
    return SectionPart(mount.key, part_name(mount, side), note, state, hint, "power/10")


def plate_label(section: ShipSection) -> str:
    """Return the short name of a side."""
    return "Stbd" if section.name == STARBOARD else section.name.capitalize()


def struck_word(ship: PowerShip, side: str, key: str) -> str:
    """Return a short word for an entry of the chart of a side."""
    if key in (STRUCTURE, PRIMARY):
        return STRUCTURE if key == STRUCTURE else "prim"
    mount = ship.design.mount(key)
    return "thr" if mount.kind == THRUSTER else part_name(mount, side)


def _tone(ship: PowerShip, key: str) -> str:
    if key in (STRUCTURE, PRIMARY):
        return "good" if key == STRUCTURE else "note"
    return "" if ship.boxes_left(ship.design.mount(key)) else "muted"


# -- power -------------------------------------------------------------------------------------------------------------


def _power(state: PowerState, ship: PowerShip, order: DivertPower | None) -> PowerTable:
    """Return the boxes of the reactor by use, and each gun with its charge after the order."""
    house, output = state.house, ship.output
    off = frozenset(order.off) if order else ship.off
    given = {one.receiver: one.donors for one in order.transfers} if order else {}
    charged = frozenset(one.receiver for one in order.transfers if enough(ship, one)) if order else frozenset[str]()
    donors = {key for some in given.values() for key in some if key != SPARE} | ship.drained
    extra = spare(ship, house, off) - spare(ship, house, off, order.transfers) if order else 0
    diverted = sum(ship.design.mount(key).gun.power for key in donors if ship.works(key) and key not in off)
    shields = shield_draw(ship, house, ship.off.union(off))
    guns = demand(ship, house, off) - shields - diverted
    boxes = (
        (guns, "guns", "own"),
        (shields, "shields", "flank"),
        (diverted, "diverted", "note"),
        (extra, "spare given", "good"),
    )
    used = guns + shields + diverted + extra
    able = frozenset(hungry(ship)) if order else frozenset()
    lines = tuple(_line(ship, mount, order, (given, charged), donors, off, able) for mount in ship.design.weapons)
    if generators := [key for key in switches(ship, house) if not ship.design.mount(key).weapon]:
        lines += (_shields(ship, generators[0], house, off, order is not None),)
    note = f"{used} of {output} in use" if used <= output else f"{used - output} too much"
    return PowerTable(
        "Power", note, output, tuple(one for one in boxes if one[0] > 0), lines, SPARE if order else "", RULE
    )


def _shields(ship: PowerShip, key: str, house: House, off: frozenset[str], ordered: bool) -> PowerLine:
    """Return the line of the shields, which hold no charge."""
    points, draw = ship.shield(int(number(house, "row_size", 4))), shield_draw(ship, house)
    gone = key in off
    return PowerLine(
        key,
        "Shields",
        f"−{points}",
        draw,
        0,
        0,
        0,
        "off" if gone else f"take {points}",
        "off" if gone else "ready",
        off="off" if ordered else "",
        hint=f"each packet of damage loses {points}",
    )


def _line(
    ship: PowerShip,
    mount: ShipMount,
    order: DivertPower | None,
    gains: tuple[Mapping[str, tuple[str, ...]], frozenset[str]],
    donors: set[str],
    off: frozenset[str],
    able: frozenset[str],
) -> PowerLine:
    """Return a gun with its power. `gains` are the donors by receiver, and the receivers with enough."""
    key, gun, (given, charged) = mount.key, mount.gun, gains
    works, charge = ship.works(key), ship.charge.get(key, 0)
    becomes = min(gun.recharge, charge + (key in charged)) if works else 0
    if order and key in off and key in ship.gained:
        becomes = charge - 1
    becomes = 0 if key in donors else becomes
    sign = _sign(ship, mount, becomes, key in donors or key in off)
    own = {"waits": f"{becomes} of {gun.recharge}", "lost": ship.broken_word(key)}
    words = "gives power" if key in donors and sign == "off" else own.get(sign, SIGNS.get(sign, ""))
    hint = [gun.name, f"{gun.reach} hexes", f"damage {gun.damage}"]
    hint += [f"{ship.ammunition.get(key, 0)} left"] if gun.ammunition else []
    hint += [f"meets shots on {gun.intercept}"] if gun.intercept else []
    return PowerLine(
        key,
        gun_label(key),
        mount.arc,
        gun.power,
        charge,
        becomes,
        gun.recharge,
        words,
        sign,
        FEED + key if key in able else "",
        given.get(key, ()),
        bool(order and works and gun.power),
        "off" if order and works else "",
        ", ".join(hint),
        gains_not(ship, key) if order else "",
    )


def _sign(ship: PowerShip, mount: ShipMount, becomes: int, off: bool) -> str:
    """Return the sign for a gun's state."""
    key = mount.key
    for sign, holds in (
        ("lost", not ship.works(key)),
        ("off", off),
        ("keeps", key in ship.kept),
        ("fired", key in ship.fired),
        ("cools", cooling(ship, key)),
        ("waits", becomes < mount.gun.recharge),
    ):
        if holds:
            return sign
    return "ready"


# -- turns -------------------------------------------------------------------------------------------------------------


def _turns(ship: PowerShip, plan: MovePlan, house: House) -> StepTable:
    """Return both rows of the table, and the zig-zag through them to the delay of the order in hand. The last cell is
    the delay unless an earlier one is larger."""
    after = sum(n for _, n in parts(new_vector(ship, plan)))
    speed, count = max(ship.velocity, after), max(0, zigs(ship, plan, house))
    burn = abs(plan.burn) * ship.design.accn
    to = f"{ship.velocity} to {after}" if after != ship.velocity else f"speed {speed}"
    note = f"{to}: {burn} thrust, {zig_words(count)}" if burn else f"{to}, {zig_words(count)}"
    return turn_table(ship.design, speed, count, note)


def turn_table(design: PowerDesign, speed: int, count: int, note: str) -> StepTable:
    """Return both rows of the table, and the zig-zag of so many zigs from a speed on."""
    first = max(1, speed + count - SPEEDS + 1)  # shows the last cell, and the first if there is room
    columns = range(first, first + SPEEDS)
    rows = tuple((name, tuple(str(row(design, one)) for one in columns)) for name, row in (("A", row_a), ("B", row_b)))
    way = tuple((k % 2, speed + k - first) for k in range(max(0, first - speed), count + 1)) if speed >= 1 else ()
    return StepTable("Turn delay", note, tuple(map(str, columns)), rows, way, "power/4.2")


def zig_words(count: int) -> str:
    return "no zigs" if not count else "1 zig" if count == 1 else f"{count} zigs"
