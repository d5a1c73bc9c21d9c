"""Damage: armour, hull rows, threshold checks, core systems, striking (full-thrust-base/5)."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.events import Die, Event
from game.core.umpire import Umpire, at_least
from game.core.values import House, frozen
from game.rules.ships.design import CORE_KINDS, Mount, fails_at
from game.rules.ships.ship import FIRES, FOR_GOOD, WAVE_CHARGE, Hit, Ship
from game.rules.ships.thrust_state import ThrustState

OTHER_DICE: Hit = ("normal", 0)  # between hits of different guns: the next hit does not depend on earlier ones


CHECKED = "full-thrust-base/5.3"  # threshold checks
ROWS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


WAITED = "end of turn"  # the cause of a postponed check


CORE_RULES = {kind: f"full-thrust-base/5.4/{kind.replace('_', '-')}" for kind in CORE_KINDS}


def armour_cost(hit: Hit) -> int:
    """Return the boxes that a hit costs the first layer of armour it meets, if it has enough (5.2)."""
    mode, points = hit
    return {"normal": points, "SAP": (points + 1) // 2, "AP": min(points, 1)}.get(mode, 0)


def soak(armour: tuple[int, ...], hit: Hit, met: bool = False) -> tuple[tuple[int, ...], int]:
    """Apply one hit to layers of armour, the innermost first; return the layers left and the points to the hull (5.2).
    A penetrating hit passes the first layer that it meets. `met` means that it has passed one, which the same dice
    stripped."""
    mode, points = hit
    layers = list(armour)
    intact = [index for index in reversed(range(len(layers))) if layers[index]]
    if mode == "hull" or not intact:
        return armour, points
    if mode == "AP":
        for index in intact[:points]:
            layers[index] -= 1
        return tuple(layers), points - min(points, len(intact))
    if mode == "SAP":
        taken = min(armour_cost(hit), layers[intact[0]])
        layers[intact[0]] -= taken
        points -= taken
    for index in intact if mode == "normal" or (mode == "P" and met) else intact[1:]:
        taken = min(points, layers[index])
        layers[index] -= taken
        points -= taken
    return tuple(layers), points


def soak_all(armour: tuple[int, ...], hits: Iterable[Hit]) -> tuple[tuple[int, ...], int]:
    """Apply hits one after the other; return the layers left and the points to the hull (full-thrust-base/5.2).
    Penetrating hits follow the normal ones of the same gun, and a layer that those stripped counts as met. A gun that
    scored only with re-rolls has a normal hit of no points before them."""
    through, met = 0, False
    for hit in hits:
        left, points = soak(armour, hit, met)
        if hit[0] == "normal":
            met = left.count(0) > armour.count(0)
        armour, through = left, through + points
    return armour, through


@frozen
class Wound:
    """The effect of one attack's hits: boxes of armour and hull lost, hull rows ended, and points beyond the last
    box."""

    armour: int
    hull: int
    rows: int
    over: int = 0

    @property
    def harm(self) -> tuple[tuple[str, int], ...]:
        """Boxes lost, in the form of `Event.harm`; empty if none were."""
        return (("hull", self.hull), ("armour", self.armour)) if self.hull or self.armour else ()


def cross_off(ship: Ship, hits: Iterable[Hit]) -> Wound:
    """Cross off the boxes of one attack's hits, in order, and return them (full-thrust-base/5.9)."""
    wound, ship.armour = wound_of(ship, hits)
    ship.hull -= wound.hull
    return wound


def wound_of(ship: Ship, hits: Iterable[Hit]) -> tuple[Wound, tuple[int, ...]]:
    """Return the loss and the layers of armour left, without changing the ship."""
    armour, points = soak_all(ship.armour, hits)
    hull = ship.hull
    left = max(0, hull - points)
    rows = ship.rows_gone_at(left) - ship.rows_gone_at(hull) if left != hull else 0
    return Wound(sum(ship.armour) - sum(armour), hull - left, rows, max(0, points - hull)), armour


def strike(state: ThrustState, umpire: Umpire, ship: Ship, hits: Iterable[Hit], cause: str, rule: str) -> Wound:
    """Apply all hits of one attack to a ship: boxes, then destruction or threshold checks. `cause` names the attack in
    the label of the dice, such as `fire/lancet`. The caller logs the attack, and this function its effect."""
    wound = cross_off(ship, hits)
    if ship.hull == 0 and ship.in_play and not ship.dies_after_phase:
        ship.overkill = wound.over
        ruin(state, umpire, ship, rule)
    elif wound.rows:
        if state.house["thresholds"] == "batched":
            ship.pending += wound.rows
        else:
            threshold(state, umpire, ship, fails_at(ship.rows_gone), wound.rows - 1, cause)
    return wound


def ruin(state: ThrustState, umpire: Umpire, ship: Ship, rule: str, how: str = "destroyed", by: str = "") -> None:
    """Take a ship out of play. With simultaneous effect, its fire of this phase still counts. `by` is the cause of a
    loss without hits."""
    if (
        fire_effect(state.house) == "simultaneous"
        and umpire.phase == state.house.get("fire_phase", FIRES)
        and how == "destroyed"
    ):
        ship.dies_after_phase = True
    else:
        ship.removed_reason = how
    words = {
        "destroyed": "is destroyed",
        "struck": "strikes its colours",
        "abandoned": "is abandoned by its crew",
        "left": "leaves the battle",
        "captured": "is captured",
    }
    umpire.tell(
        Event(
            "lost",
            rule,
            f"{{{ship.id}}} {words[how]}",
            whom=ship.id,
            result=how,
            tone="bad",
            at=ship.at,
            fate=how,
            credit=((by, 0),) if by else (),
        )
    )


def fire_effect(house: House) -> str:
    """Return when fire takes effect (full-thrust-base/1.4/firing, hex/3.1). It is `at_once`, `simultaneous`, or
    `allocated` in a step of its own."""
    return str(house["fire_effect"])


def cores(house: House) -> bool:
    """Return whether bridge, life support and power core can be knocked out in this battle (full-thrust-base/5.4)."""
    return bool(house["core_systems"])


def checked_systems(ship: Ship, house: House) -> list[Mount]:
    """Return the systems that a threshold check rolls for, in the order of the sheet (full-thrust-base/5.3)."""
    return [
        mount
        for mount in ship.design.mounts
        if ship.works(mount.key) and (mount.kind != "drive" or ship.thrust > 0) and (not mount.core or cores(house))
    ]


def threshold(
    state: ThrustState, umpire: Umpire, ship: Ship, base: int, bonus: int, cause: str, why: str = "A row has ended"
) -> tuple[str, ...]:
    """Roll a die for every working system, lost on `base` or more; return the keys knocked out (full-thrust-base/5.3).
    `bonus` is one for every further row that the same attack ended. Core systems subtract one from the die (5.4). `why`
    is logged as the reason."""
    rule = CHECKED + ("/batched" if cause == WAITED else "")
    systems = checked_systems(ship, state.house)
    faces = umpire.roll(len(systems), f"threshold/{ship.id}/{base}/{cause}")
    failed = [mount for mount, face in zip(systems, faces) if face + bonus - mount.core >= base]
    named = ", ".join(mount.title for mount in failed)
    umpire.tell(
        Event(
            "damage_check",
            rule,
            f"{{{ship.id}}} checks every system at {base}",
            whom=ship.id,
            dice=tuple(Die(face, face + bonus - mount.core >= base) for mount, face in zip(systems, faces)),
            reason=f"+{bonus} for rows ended at once" if bonus else "",
            result=f"lost: {named}" if failed else "all hold",
            headings=check_headings(base, bonus, why),
            tone="bad" if failed else "good",
            mounts=tuple(mount.key for mount in systems),
            at=ship.at,
            broken=tuple(mount.title for mount in failed),
        )
    )
    for mount in failed:
        knock_out(state, umpire, ship, mount)
    if state.house["striking"]:
        strike_colours(state, umpire, ship, base, cause)
    return tuple(mount.key for mount in failed)


def check_headings(base: int, bonus: int, why: str = "A row has ended") -> tuple[str, str]:
    """Return a threshold check in words, in full and in short: `Two rows have ended: every die +1, 5 or more is
    lost`."""
    lost = "a 6 is lost" if base == 6 else f"{base} or more is lost"
    if not bonus:
        return f"{why}: every system rolls, {lost}", f"Every system rolls: {lost}"
    rows, asked = bonus + 1, f"every die +{bonus}, {base} or more is lost"
    return f"{ROWS.get(rows, str(rows))} rows have ended: {asked}", f"{rows} rows: {asked}"


def knock_out(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount, for_good: bool = False) -> None:
    """Knock out one system: a drive loses one step (2.4), a core system starts its timer (5.4), and others stop
    working. A needle beam destroys for good; of a drive that is one step, and other steps may still be repaired
    (6.3)."""
    if mount.kind == "drive":
        ship.drive_hits += 1
        ship.drive_gone += for_good
        if ship.thrust:
            return
        for_good = ship.drive_gone == ship.drive_hits
    (ship.killed if for_good else ship.lost).add(mount.key)
    if mount.core:
        core_lost(state, umpire, ship, mount)
    if mount.kind == "wave_gun" and (points := ship.timer(WAVE_CHARGE)):
        _discharge(state, umpire, ship, points)


def _discharge(state: ThrustState, umpire: Umpire, ship: Ship, points: int) -> None:
    """Damage a ship by the charge of its wave gun, which is lost while charged (full-thrust-base/6.16)."""
    rule = "full-thrust-base/6.16"
    ship.set_timer(WAVE_CHARGE, None)
    harm = cross_off(ship.copy(), [("hull", points)]).harm
    umpire.tell(
        Event(
            "damage",
            rule,
            f"{{{ship.id}}} takes the charge of its wave gun",
            whom=ship.id,
            result=f"{points} damage",
            tone="bad",
            at=ship.at,
            harm=harm,
        )
    )
    strike(state, umpire, ship, [("hull", points)], f"charge/{ship.id}", rule)


def core_lost(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount) -> None:
    """Start the consequences of losing bridge, life support or power core (full-thrust-base/5.4)."""
    rule, bridge = CORE_RULES[mount.kind], mount.kind == "bridge"
    if mount.kind == "power_core":
        words = "may explode every turn until it is repaired"
        umpire.tell(Event("system", rule, f"{{{ship.id}}}'s power core {words}", whom=ship.id, tone="bad", at=ship.at))
        return
    face = umpire.die(f"core/{ship.id}/{mount.key}")
    for_good = bridge and face == 6 and state.house["bridge"] == "for_good"
    ship.set_timer(mount.kind, FOR_GOOD if for_good else face)
    what = "is out of control" if bridge else "must be abandoned unless life support is repaired"
    turns = f"{face} turn{'s' if face > 1 else ''}"
    when = "for good" if for_good else f"for {turns}" if bridge else f"after {turns}"
    umpire.tell(
        Event(
            "system",
            rule,
            f"{{{ship.id}}} {what}",
            whom=ship.id,
            dice=(Die(face),),
            result=when,
            figure=not for_good,
            tone="bad",
            at=ship.at,
        )
    )


def strike_colours(state: ThrustState, umpire: Umpire, ship: Ship, base: int, cause: str) -> None:
    """Roll one more die at the same number with each threshold check. Failure is surrender (full-thrust-base/9.4)."""
    face = umpire.die(f"colours/{ship.id}/{base}/{cause}", worth=at_least(base))
    held = face < base
    umpire.tell(
        Event(
            "damage_check",
            "full-thrust-base/9.4",
            f"{{{ship.id}}} looks to its colours",
            whom=ship.id,
            dice=(Die(face, not held),),
            reason=f"strikes on {base} or more",
            result="held" if held else "struck",
            tone="good" if held else "bad",
        )
    )
    if not held:
        ruin(state, umpire, ship, "full-thrust-base/9.4", "struck")


def batched_checks(state: ThrustState, umpire: Umpire) -> None:
    """Make the turn's threshold checks together, one for each ship at its last row's number
    (full-thrust-base/5.3/batched)."""
    for ship in state.ships.values():
        ended, ship.pending = ship.pending, 0
        if ended and ship.in_play and ship.hull:
            threshold(state, umpire, ship, fails_at(ship.rows_gone), ended - 1, WAITED)
