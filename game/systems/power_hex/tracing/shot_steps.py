"""A shot traced through its five steps, for the screen, and the effects of losing a side (power/8, 9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from game.core.values import House, frozen
from game.systems.power_hex.combat.damage import DamageRules, lost_armour, met_armour
from game.systems.power_hex.combat.odds.exact.one_shot import ending, one_shot, single_losses
from game.systems.power_hex.combat.odds.exact.places import HurtShip, inside_faces, places
from game.systems.power_hex.combat.odds.loss_odds import coming
from game.systems.power_hex.combat.odds.step_odds import (
    BOXES,
    DESTROYED,
    NOTHING,
    SIDE_LOST,
    SYSTEM,
    SYSTEM_LOST,
    ends_on,
)
from game.systems.power_hex.combat.shot_odds import totals, volleys
from game.systems.power_hex.parts import (
    ChanceFlow,
    DamageSpread,
    FlowLink,
    FlowNode,
    GuardRow,
    HitCard,
    PartChance,
    ShotSteps,
)
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.naming import gun_label, part_name
from game.systems.power_hex.ships.ship import ZIGS_OF_A_SIDE, PowerShip
from game.systems.power_hex.ships.weapons import PLASMA, RAKING, ShipWeapon

RULE = "power/8"
PLACES = ((STRUCTURE, "structure", "good"), (SYSTEM, "a system", "own"), (PRIMARY, "primary", "note"))
RESULTS = (
    (DESTROYED, "ship destroyed", "bad"),
    (SIDE_LOST, "a side is lost", "bad"),
    (SYSTEM_LOST, "a system is lost", "enemy"),
    (BOXES, "boxes only", "muted"),
    (NOTHING, "armour holds", "muted"),
)
Ends = Mapping[tuple[str, str, str], float]  # chances by side, kind of place and end


@frozen
class TracedShot:
    """A shot of a gun at a ship. It has the number to hit, the face of that die (0: not rolled), the guns that meet it,
    and the chance of each side that it may hit."""

    gun: ShipWeapon
    target: PowerShip
    hit: HitCard
    face: int
    needed: int
    stops: tuple[ShipWeapon, ...]
    sides: tuple[tuple[str, float], ...]
    house: House

    @property
    def rules(self) -> DamageRules:
        return DamageRules.of(self.house)

    @property
    def several(self) -> bool:
        """Return whether it may hit with several packets, each at its own place."""
        return self.gun.pulses or self.gun.mode == RAKING

    def counts(self, stops: Sequence[ShipWeapon]) -> Mapping[int, float]:
        """Return the chance of each number of pulses, or of the single shot, that passes the roll to hit and these
        guns."""
        if self.face:
            return coming(self.gun, self.needed, self.face, stops)
        return volleys(self.gun, self.needed, stops, bool(self.house["naturals"]))

    def through(self, stops: Sequence[ShipWeapon]) -> float:
        """Return the chance that anything of the shot comes through."""
        return 1 - self.counts(stops).get(0, 0.0)

    @property
    def likeliest(self) -> str:
        return max(self.sides, key=lambda one: one[1])[0]


def trace_shot(
    shot: TracedShot,
    title: str,
    step: int,
    guards: tuple[GuardRow, ...],
    sides: tuple[PartChance, ...],
    owes: tuple[tuple[str, str, str], ...] = (),
    field: str = "",
) -> ShotSteps:
    """Return the steps of a shot, its flow of chances, and the effects of losing a side."""
    ends, side = _ends(shot), shot.likeliest
    return ShotSteps(
        title,
        step,
        shot.hit,
        shot.face,
        guards,
        sides,
        side,
        tuple(_places(shot, side)),
        _damage(shot, side),
        _flow(shot, ends),
        tuple(_goes(shot.target, side, shot.rules.row)),
        _chance_to_lose(shot, side),
        owes,
        field,
        RULE,
        "" if shot.target.structure(side) else f"{side} is lost: {PRIMARY}",
    )


def _chance_to_lose(shot: TracedShot, side: str) -> float:
    """Return the chance that the shot hits a side and takes all its structure, whether or not it destroys the ship."""
    toll = one_shot(HurtShip(shot.target), side, shot.gun, tuple(shot.counts(shot.stops).items()), shot.rules)
    return dict(shot.sides)[side] * ending(toll.reaching, shot.target.structure(side))


def _ends(shot: TracedShot) -> Ends:
    """Return ends of the shot from its present step, with their chances, only for the part that comes through."""
    found, key = defaultdict[tuple[str, str, str], float](float), HurtShip(shot.target)
    for count, chance in shot.counts(shot.stops).items():
        for side, share in shot.sides if count else ():
            for one in ends_on(key, side, shot.gun, count, shot.rules):
                found[side, "" if shot.several else one.place, one.end] += chance * share * one.chance
    return found


# -- the band of chance ------------------------------------------------------------------------------------------------


def _flow(shot: TracedShot, ends: Ends) -> ChanceFlow:
    """Return the columns: hit or miss, through or stopped, sides, kinds of place for a single packet, and results."""
    hit, through = shot.hit.chance, shot.through(shot.stops)
    base = 1.0 if shot.face else hit
    first = (
        FlowNode("it hit, was" if shot.face else "hits", hit, "good"),
        FlowNode("miss", 1 - hit, "muted", bool(shot.face)),
    )
    second = (FlowNode("comes through", through, "ordnance"), FlowNode("stopped", max(0.0, base - through), "own"))
    columns: list[tuple[FlowNode, ...]] = [first, second]
    links = [FlowLink(0, 0, 0, through), FlowLink(0, 0, 1, second[1].chance)]
    keys: list[tuple[str, ...]] = [tuple(side for side, share in shot.sides if share)]
    columns.append(tuple(FlowNode(side, _sum(ends, 0, side), "own") for side in keys[0]))
    links += [FlowLink(1, 0, n, one.chance) for n, one in enumerate(columns[2])]
    rows = [(1, PLACES)] if any(place for _, place, _ in ends) else []
    for part, kinds in (*rows, (2, RESULTS)):
        able = [one for one in kinds if _sum(ends, part, one[0]) > 0]
        before, n = (0 if len(keys) == 1 else 1), len(columns) - 1
        links += [
            FlowLink(n, a, b, chance)
            for a, start in enumerate(keys[-1])
            for b, one in enumerate(able)
            if (chance := _sum(ends, before, start, part, one[0])) > 0
        ]
        keys.append(tuple(key for key, _, _ in able))
        columns.append(tuple(FlowNode(words, _sum(ends, part, key), tone) for key, words, tone in able))
    return ChanceFlow(tuple(columns), tuple(one for one in links if one.chance > 0))


def _sum(ends: Ends, part: int, key: str, other: int = 0, wanted: str = "") -> float:
    """Return the chance of all ends in which a part (0 side, 1 place, 2 end) is a key. If `wanted` is given, another
    part must be that."""
    return sum(chance for one, chance in ends.items() if one[part] == key and (not wanted or one[other] == wanted))


# -- location and damage -----------------------------------------------------------------------------------------------


def _sizes(shot: TracedShot) -> tuple[tuple[int, float], ...]:
    """Return the sizes of one packet, with their chances."""
    if shot.gun.mode == RAKING:
        packet, found = shot.rules.packet, defaultdict[int, float](float)
        for points, chance in totals(shot.gun.damage):
            found[min(points, packet)] += chance
        return tuple(found.items())
    return totals(shot.gun.damage)


def _places(shot: TracedShot, side: str) -> Iterator[PartChance]:
    """Yield the chart of a side: faces, and the chance that a packet that hits a place takes everything left of it."""
    ship, rules = shot.target, shot.rules
    if not ship.structure(side):
        yield from _inside(shot, side)
        return
    section, shield, every = ship.design.section(side), ship.shield(rules.row), _sizes(shot)
    sizes = tuple(max(0, size - shield) for size, _ in every)
    struck = {one.key: one for one in places(HurtShip(ship), side)}
    for key, low, high in section.chart:
        faces = str(low) if low == high else f"{low}–{high}"
        if key == PRIMARY:
            yield PartChance(key, PRIMARY, (high - low + 1) / 20, faces, "chart")
            continue
        place = struck[side if key == STRUCTURE else key]
        lost = 0.0
        for (boxes, own), (_, chance) in zip(single_losses(place, shot.gun, sizes), every):
            gone = own == place.left > 0 if place.left >= 0 else 0 < ship.structure(side) <= boxes
            lost += chance * gone
        label = STRUCTURE if key == STRUCTURE else part_name(ship.design.mount(key), side)
        yield PartChance(key, label, (high - low + 1) / 20, faces, "gone" if place.left == 0 else "", lost)


def _inside(shot: TracedShot, side: str) -> Iterator[PartChance]:
    """Yield the chart of the primary section behind a lost side (power/8.4). A destroyed system is rolled again."""
    ship, able = shot.target, inside_faces(shot.target)
    less = ship.shield(shot.rules.row) + met_armour(lost_armour(ship.design.section(side)), shot.gun, side, None)
    for key, low, high in ship.design.section(PRIMARY).chart:
        faces = str(low) if low == high else f"{low}–{high}"
        label = STRUCTURE if key == STRUCTURE else part_name(ship.design.mount(key), PRIMARY)
        if key not in able:
            yield PartChance(key, label, 0.0, faces, "again")
            continue
        left = ship.structure(PRIMARY) if key == STRUCTURE else ship.boxes_left(ship.design.mount(key))
        lost = sum(chance for size, chance in _sizes(shot) if size - less >= left)
        yield PartChance(key, label, able[key] / sum(able.values()), faces, "", lost)


def _damage(shot: TracedShot, side: str) -> DamageSpread:
    """Return the distribution of its damage in points; for pulses, of those that come through."""
    gun, ship = shot.gun, shot.target
    section, shield = ship.design.section(side), ship.shield(shot.rules.row)
    found = dict(totals(gun.damage))
    if gun.pulses:
        left = {count: chance for count, chance in shot.counts(shot.stops).items() if count}
        all_ = sum(left.values()) or 1.0
        found = {count * gun.damage.plus: chance / all_ for count, chance in left.items()}
    standing = ship.structure(side)
    there = section.armour if standing else lost_armour(section)
    armour = met_armour(there, gun, side, None)
    taken = f", halved: −{armour}" if gun.kind == PLASMA else "" if armour else " is passed"
    words = [f"{'' if standing else 'half of '}armour {section.armour}{taken}"]
    words += [f"shields −{shield}"] if shield else []
    words += (
        ["each pulse by itself"] if gun.pulses else [f"packets of {shot.rules.packet}"] if gun.mode == RAKING else []
    )
    first, most = min(found, default=0), max(found, default=0)
    ends_at = standing + armour + shield if standing and not shot.several else 0
    says = f"{ends_at} takes the {side} side" if ends_at and ends_at <= most else ""
    dice = f"{gun.damage} each" if gun.pulses else str(gun.damage).replace("+", " + ")
    return DamageSpread(
        dice,
        first,
        tuple(found.get(n, 0.0) for n in range(first, most + 1)),
        ends_at if says else 0,
        says,
        tuple(words),
    )


# -- cost of a lost side -----------------------------------------------------------------------------------------------


def _goes(ship: PowerShip, side: str, row: int) -> Iterator[tuple[str, str]]:
    """Yield the effects of losing a side; none if it is lost already (power/9)."""
    if not ship.structure(side):
        return
    after = ship.copy()
    after.lost = {**ship.lost, side: ship.design.section(side).structure}
    gone = [part_name(one, side) for one in ship.design.section(side).mounts if ship.boxes_left(one)]
    if gone:
        yield ", ".join(gone), "gone"
    for words, now, then in (
        ("thrust", ship.thrust(row), after.thrust(row)),
        ("signature", ship.signature, after.signature),
        ("initiative bonus", ship.bonus(row), after.bonus(row)),
        ("jamming", ship.jam, after.jam),
        ("power", ship.output, after.output),
    ):
        if now != then:
            yield words, f"{now} → {then}"
    yield "turn delay", f"{ZIGS_OF_A_SIDE} zigs more"
    if ship.agile and not after.agile:
        yield "snaps", "none any more"


def guard_rows(
    shot: TracedShot,
    able: Sequence[tuple[str, str, ShipWeapon, int]],
    chosen: Sequence[str],
    barred: Sequence[tuple[str, str]],
) -> tuple[GuardRow, ...]:
    """Return the guns (word, name, weapon, highest face that stops) that may meet a shot, then those that may not. Each
    of the first has the chance that the shot passes the chosen ones up to it, or all of these and it; the others have
    the reason."""
    running, found = list[ShipWeapon](), list[GuardRow]()
    for word, name, gun, needs in sorted(able, key=lambda one: (one[0] not in chosen, -one[3])):
        on = word in chosen
        found.append(GuardRow(word, name, f"≤ {needs}", on, shot.through([*running, gun])))
        running += [gun] if on else []
    return (*found, *(GuardRow("", gun_label(key), why_not=why) for key, why in barred))
