"""A shot that is through strikes a ship: the side, the places, armour and boxes, told as they happen (power/8.3 to 8.5)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import frozen, number
from game.systems.power_hex.combat.criticals import note_damage
from game.systems.power_hex.combat.damage import (
    StruckPlace,
    aim_at,
    aim_past,
    chart_of,
    cross_off,
    destroyed,
    packets,
    side_lost,
    through,
    wrecked_primaries,
)
from game.systems.power_hex.combat.locations import DIE, STRUCTURE, Chart, place_on
from game.systems.power_hex.combat.sides import DIE as SIDE_DIE
from game.systems.power_hex.combat.sides import struck_side
from game.systems.power_hex.ships.design import PRIMARY
from game.systems.power_hex.ships.ship import PowerShip, PowerState

SIDE_RULE, PLACE_RULE, RULE = "power/8.3", "power/8.4", "power/8.5"
STRUCK = PieceData[str]("struck_sides", "")  # by attacker>target, in this sub-phase


@frozen
class Strike:
    """What comes through to a ship: packets of a kind of damage, from `by`, whose `label` names the dice.

    A `raking` shot meets the armour of a place once.
    """

    by: Id
    label: str
    kind: str
    packets: tuple[int, ...]
    raking: bool = False
    mounts: tuple[str, ...] = ()


def forget_sides(state: PowerState) -> None:
    """A new sub-phase: the side that an attacker strikes is rolled for again."""
    for key in STRUCK.all(state):
        STRUCK.clear(state, key)


def side_of_attack(state: PowerState, umpire: Umpire, by: Id, ship: PowerShip, row: str) -> str:
    """The side that all shots of an attacker strike in this sub-phase: one d10 falls with the first that is through."""
    pair = f"{by}>{ship.id}"
    if known := STRUCK.of(state, pair):
        return known
    face = umpire.die(f"side/{pair}", SIDE_DIE)
    side = struck_side(row, face)
    STRUCK.set(state, pair, side)
    umpire.tell(Event("fire", SIDE_RULE, f"{{{by}}} strikes {{{ship.id}}}", by, ship.id, (Die(face, sides=SIDE_DIE),),
                      f"from {'the bow' if row == 'fore' else 'astern' if row == 'aft' else row}", f"{side} side",
                      at=ship.at))  # fmt: skip
    return side


def packets_of(state: PowerState, points: int, raking: bool) -> tuple[int, ...]:
    """The packets of a shot, by the house rule for their size."""
    return packets(points, raking, int(number(state.house, "raking_packet", 10)))


def strike(state: PowerState, umpire: Umpire, ship: PowerShip, side: str, blow: Strike) -> None:
    """Land every packet on a side of a ship, each with its own d20."""
    met: set[str] = set()
    for points in blow.packets:
        if not ship.in_play:
            return
        before = dict(ship.damage)
        lost = ship.lost_sides
        place, face = _struck_place(umpire, ship, side, blow)
        armour = 0 if blow.raking and place.behind in met else place.armour
        if state.house.get("raking_armour_once", True):
            met.add(place.behind)
        left = through(points, armour, blow.kind, ship.shield)
        over = cross_off(ship, place.section, place.place, left)
        if over and not destroyed(ship):
            cross_off(ship, PRIMARY, _random_primary(umpire, ship, f"overflow/{blow.label}"), over)
        note_damage(state, ship, before)
        _tell(umpire, ship, blow, place, face, points, before)
        for name in sorted(set(ship.lost_sides) - set(lost)):
            umpire.tell(Event("system", "power/9", f"{{{ship.id}}} loses its {name} side", blow.by, ship.id, tone="bad",
                              at=ship.at))  # fmt: skip
        if destroyed(ship):
            ship.removed_reason = "destroyed"
            umpire.tell(Event("lost", RULE, f"{{{ship.id}}} is destroyed", blow.by, ship.id, result="destroyed", tone="bad",
                              at=ship.at))  # fmt: skip


def _struck_place(umpire: Umpire, ship: PowerShip, side: str, blow: Strike) -> tuple[StruckPlace, tuple[int, ...]]:
    """Roll for what a packet strikes; with the faces of the dice."""
    if side_lost(ship, side):
        place, faces = _rerolled(umpire, ship, chart_of(ship, side), f"location/{blow.label}")
        return aim_past(ship, side, place), faces
    face = umpire.die(f"location/{blow.label}", DIE)
    place = place_on(chart_of(ship, side), face)
    if place != PRIMARY:
        return aim_at(ship, side, place), (face,)
    inner = umpire.die(f"primary/{blow.label}", DIE)
    return aim_at(ship, PRIMARY, place_on(ship.design.section(PRIMARY).chart, inner)), (face, inner)


def _random_primary(umpire: Umpire, ship: PowerShip, label: str) -> str:
    return _rerolled(umpire, ship, ship.design.section(PRIMARY).chart, label)[0]


def _rerolled(umpire: Umpire, ship: PowerShip, chart: Chart, label: str) -> tuple[str, tuple[int, ...]]:
    """A random primary location that still stands: the d20 is rolled again where it names one that does not."""
    gone = wrecked_primaries(ship)
    faces: list[int] = []
    while not faces or place_on(chart, faces[-1]) in gone:
        faces.append(umpire.die(label, DIE))
    return place_on(chart, faces[-1]), tuple(faces)


def _tell(
    umpire: Umpire, ship: PowerShip, blow: Strike, place: StruckPlace, faces: tuple[int, ...], points: int, before: dict[str, int]
) -> None:
    """Tell of one packet: what it struck, and the boxes it took."""
    harm = {key: now - before.get(key, 0) for key, now in ship.damage.items() if now > before.get(key, 0)}
    title = f"{place.section} structure" if place.place == STRUCTURE else place.place.replace("_", " ")
    taken = " and ".join(f"{boxes} {place_words(key)}" for key, boxes in harm.items()) or "armour holds"
    umpire.tell(
        Event("damage", RULE, f"{{{ship.id}}} is hit on the {title}", blow.by, ship.id,
              tuple(Die(face, sides=DIE) for face in faces), f"{points} points", taken, "bad" if harm else "good", at=ship.at,
              harm=tuple(harm.items()))
    )  # fmt: skip


def place_words(key: str) -> str:
    """What a track of boxes is called."""
    return f"{key} structure" if key in ("fore", "port", "starboard", "aft", PRIMARY) else key.replace("_", " ")
