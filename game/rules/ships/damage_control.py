"""Damage control, and the timers of core systems (full-thrust-base/5.4, 5.5).

A core system that is lost runs a timer of whole turns. The turn of the loss does not count: a timer counts down at the
end of every turn that began with it running.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from game.core.display import Meter, Risk
from game.core.events import Die, Event
from game.core.orders import Field, Grammar, Id, Illegal, Order, Prompt, Task, WorkList
from game.core.umpire import Umpire, at_least
from game.core.values import House, frozen
from game.rules.ships.damage import CORE_RULES, ruin
from game.rules.ships.design import Mount
from game.rules.ships.drive import STRAINED
from game.rules.ships.ship import FOR_GOOD, Ship
from game.rules.ships.thrust_state import ThrustState, unread

RULE = "full-thrust-base/5.5"
MOST = 3  # parties that may work on one system
SIZED = {"escort": 1, "cruiser": 2, "capital": 3}  # repair parties of a ship by its size, by option
COUNTED = {f"counts {name}": name for name in ("bridge", "life_support")}  # mark of a timer that ran as the turn began
EXPLODES = 5  # the lowest face at which a damaged power core explodes

# the usual order of repairs; other kinds come last
_FIRST = (
    "power_core", "life_support", "bridge", "fcs", "drive", "beam", "kgun", "torpedo", "pulser", "needle", "screen",
    "advanced_screen", "submunition", "mkp", "pds", "adfc",
)  # fmt: skip


@frozen
class Repair(WorkList):
    """A ship's damage control parties, and the lost systems they work on. For a side it means no more repairs. A system
    without a number gets one party."""

    shared: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("damage_control",)
    grammar: ClassVar[Grammar[tuple[str, int]]] = Grammar(
        "repair",
        "no repairs",
        r"([A-Za-z]\w*)(?::(\d+))?",
        lambda key, n: (key, int(n or 1)),
        RULE,
        "“{text}” is neither “no repairs” nor like “repair SCRa:3 B1:1”",
        sign=":",
    )
    parties: tuple[tuple[str, int], ...] = ()

    def tasks(self, state: ThrustState) -> tuple[Task, ...]:
        """Return each system that may be repaired."""
        ship = state.ships.get(self.by)
        return tuple(Task(mount.key, mount.title, MOST) for mount in repairable(ship)) if ship else ()

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return the orders with another number of parties on one system that is out of order."""
        if self.by not in state.ships:
            return {"parties": ((),)}
        broken = [mount.key for mount in damaged_systems(state.ships[self.by])]
        return {"parties": dict.fromkeys([self.with_job(key, n) for key in broken for n in range(MOST + 1)]) or ((),)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("parties", "Damage control", "pick"),)

    def label_for(self, name: str, value: object) -> str:
        """Return the change in words: `SCRa: 3`."""
        if name != "parties" or value == self.parties:
            return "as it stands"
        before, after = dict(self.parties), dict(self.with_value(name, value).parties)
        changed = [key for key in {**before, **after} if before.get(key, 0) != after.get(key, 0)]
        return ", ".join(f"{key}: {after.get(key, 0) or 'none'}" for key in changed)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the exact chance that each system is repaired, with the faces needed, in the order of the parties."""
        ship, each = state.ships.get(self.by), by_size(state.house)
        mounts = [(ship.design.mount(key), n) for key, n in self.parties] if ship else []
        return tuple(
            Risk(mount.title, roll_words(n, each), float(chance(n, each)), "good", RULE) for mount, n in mounts if mount
        )

    def suggestion(self, state: ThrustState) -> Repair | None:
        """Return parties where the ship needs them most; None if it has nothing to repair, or is no ship."""
        ship = state.ships.get(self.by)
        return best_parties(ship, state.house) if ship is not None and repairable(ship) else None

    def meter(self, state: ThrustState) -> Meter:
        """Return the parties at work, and those left (full-thrust-base/5.5)."""
        ship = state.ships[self.by]
        work = tuple((n, key, "solid") for key, n in self.parties)
        return Meter(parties_of(state.house, ship), work, "repair parties", RULE, "parties")

    def check(self, state: ThrustState) -> None:
        """Refuse more parties than there are, more than three on a system, and systems that cannot be repaired."""
        if self.by not in state.ships:
            if self.parties:
                raise Illegal("repair parties belong to a ship, not to a side", RULE)
            return
        ship = state.ships[self.by]
        if not ship.in_play:
            raise Illegal(f"{ship.name} is out of the battle", RULE)
        if self.parties and not plays_damage_control(state.house):
            raise Illegal("damage control is not played in this battle", RULE)
        if len(dict(self.parties)) < len(self.parties):
            raise Illegal("each system is named once, with all its parties", RULE)
        for key, n in self.parties:
            if reason := why_not(ship, key):
                raise Illegal(reason, RULE)
            if not 1 <= n <= MOST:
                raise Illegal(f"one to {MOST} parties work on a system, not {n}", RULE)
        if (asked := sum(n for _, n in self.parties)) > (there := parties_of(state.house, ship)):
            raise Illegal(f"{asked} parties asked, {ship.name} has {there}", RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Roll for each system (full-thrust-base/5.5)."""
        if self.by in state.sides:
            state.acted.update(ship.id for ship in state.fleet(self.by))
            return
        state.acted.add(self.by)
        for key, n in self.parties:
            attempt(umpire, state.ships[self.by], key, n, by_size(state.house))


def plays_damage_control(house: House) -> bool:
    """Return whether damage control is played in this battle (full-thrust-base/5.5)."""
    return bool(house["damage_control"])


def by_size(house: House) -> bool:
    """Return whether the number of repair parties depends on the ship's size, with a die for each
    (full-thrust-base/5.5/parties)."""
    return house.get("repair_parties") == "size"


def parties_of(house: House, ship: Ship) -> int:
    """Return a ship's number of repair parties. They are its crew factors or, by option, those of its size and those
    bought."""
    return SIZED[ship.design.size] + ship.design.parties if by_size(house) else ship.crew


def roll_needed(n: int) -> int:
    """Return the lowest roll of n parties that repairs: 6, 5 or 4 for one, two or three (full-thrust-base/5.5)."""
    return 7 - n


def roll_words(n: int, each: bool = False) -> str:
    """Return words for the roll that n parties need: 4+ or, with a die for `each`, a 6 on any of them."""
    if each:
        return f"a 6 on {n} {'die' if n == 1 else 'dice'}"
    return f"on {roll_needed(n)}+"


def chance(n: int, each: bool = False) -> Fraction:
    """Return the exact chance that n parties repair a system in one turn (5.5, 5.5/parties). They roll one die or, with
    `each`, one die each."""
    return 1 - Fraction(5, 6) ** n if each else Fraction(n, 6)


def damaged_systems(ship: Ship) -> tuple[Mount, ...]:
    """Return the systems that do not work, or not fully, repairable or not, in the order of the sheet."""
    if not (ship.killed or ship.lost or ship.drive_hits > 0):
        return ()
    return tuple([mount for mount in ship.design.mounts if mount.key in ship.killed or _lost(ship, mount)])


def repairable(ship: Ship) -> tuple[Mount, ...]:
    """Return the systems that may be repaired: those knocked out, and a drive with a step to repair (5.5, 2.4)."""
    if not (ship.lost or ship.drive_hits > 0):
        return ()
    return tuple([mount for mount in ship.design.mounts if _lost(ship, mount) and not _beyond(ship, mount)])


def _lost(ship: Ship, mount: Mount) -> bool:
    return mount.key in ship.lost or (mount.kind == "drive" and ship.drive_hits > 0)


def _beyond(ship: Ship, mount: Mount) -> bool:
    """Return whether a system is destroyed, or a drive with all lost steps burned out by needle beams
    (full-thrust-base/6.3). A drive that failed after moving cannot be repaired in the same turn
    (manoeuvres/post-movement)."""
    if mount.kind == "drive" and STRAINED in ship.status_flags:
        return True
    return mount.key in ship.killed or (mount.kind == "drive" and ship.drive_hits <= ship.drive_gone)


def why_not(ship: Ship, key: str) -> str:
    """Return why a system cannot be worked on, in a sentence; empty if it can."""
    mount = ship.design.mount(key)
    if mount is None:
        near = next((one.key for one in ship.design.mounts if one.key.lower() == key.lower()), "")
        return f"{ship.name} has no system “{key}”" + (f"; did you mean “{near}”?" if near else "")
    if key in ship.spent:
        return f"{mount.title} has been fired and cannot be loaded again"
    if key not in ship.killed and not _lost(ship, mount):
        return f"{mount.title} is not damaged"
    if mount.kind == "drive" and STRAINED in ship.status_flags:
        return f"{mount.title} failed after moving and is not mended this turn"
    return f"{mount.title} is beyond repair in this battle" if _beyond(ship, mount) else ""


def attempt(umpire: Umpire, ship: Ship, key: str, n: int, each: bool = False) -> bool:
    """Roll for n parties at one system; return whether it works again (5.5, 5.5/parties). They roll one die or, with
    `each`, one die each."""
    mount = ship.design.mount(key)
    assert mount is not None
    least = roll_needed(1 if each else n)
    faces = umpire.roll(n if each else 1, f"repair/{ship.id}/{key}", worth=at_least(least))
    success = max(faces) >= least
    if success:
        mend(ship, mount)
    what = f"thrust {ship.thrust} again" if mount.kind == "drive" else "works again"
    umpire.tell(
        Event(
            "repair",
            RULE,
            f"{{{ship.id}}} tries to mend {mount.title}",
            who=ship.id,
            dice=tuple(Die(face, face >= least) for face in faces),
            reason=f"{n} {'party needs' if n == 1 else 'parties need'} {least}{'' if least == 6 else ' or more'}",
            result=what if success else "still out",
            tone="good" if success else "bad",
            mounts=(key,),
            at=ship.at,
        )
    )
    return success


def mend(ship: Ship, mount: Mount) -> None:
    """Repair a system: a drive regains one step (2.4), and a core system's timer stops (5.4)."""
    ship.lost.discard(mount.key)
    if mount.kind == "drive":
        ship.drive_hits -= 1
    if mount.core:
        ship.set_timer(mount.kind, None)


def next_to_repair(state: ThrustState) -> tuple[Prompt, ...]:
    """Return every side with ships that can repair something and have not been asked this turn; nobody by option
    (5.5)."""
    if not plays_damage_control(state.house):
        return ()
    found = []
    for side in state.sides:
        ids = tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and _is_asked(state, ship))
        if ids:
            found.append(Prompt(side, ids, ids))
    return tuple(found)


def _is_asked(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship has something to repair and parties for it. A ship not wholly known to all is asked
    whatever it has lost (6.19)."""
    return unread(state, ship) or bool(
        (ship.lost or ship.drive_hits) and parties_of(state.house, ship) and repairable(ship)
    )


def nothing_to_mend(state: ThrustState, key: Id) -> bool:
    """Return whether a ship has nothing to repair. Older versions did not ask it then, so their saves hold no order for
    it."""
    return not repairable(state.ships[key])


def no_more_repairs(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order for no more repairs of this side."""
    return Repair(prompt.side)


def best_parties(ship: Ship, house: House | None = None) -> Repair:
    """Return as many parties as allowed on the most important system, then on the next; without house rules, by crew.
    Each party adds the same chance wherever it works, so spreading them would not repair more."""
    order, left = Repair(ship.id), parties_of(house, ship) if house else ship.crew
    for mount in sorted(repairable(ship), key=lambda one: _urgency(ship, one)):
        if n := min(MOST, left):
            order, left = order.assign(mount.key, n), left - n
    return order


def _urgency(ship: Ship, mount: Mount) -> tuple[int, int, int]:
    """Return a sort key, lower for sooner. A second fire control waits until the guns fire. Larger, then wider guns
    come first."""
    rank = _FIRST.index(mount.kind) if mount.kind in _FIRST else len(_FIRST)
    if mount.kind == "fcs" and ship.working("fcs"):
        rank = _FIRST.index("pds")
    return rank, -mount.level, -len(mount.arcs)


# -- timers of core systems --------------------------------------------------------------------------------------------


def start_of_turn(state: ThrustState, umpire: Umpire) -> None:
    """Mark running timers to count this turn, and roll for power cores that roll as a turn starts
    (full-thrust-base/5.4)."""
    for ship in state.ships.values():
        running = {mark for mark, name in COUNTED.items() if ship.timer(name) is not None}
        ship.status_flags = ship.status_flags.difference(COUNTED) | running
    _cores(state, umpire, "start")


def end_of_turn(state: ThrustState, umpire: Umpire) -> None:
    """Roll for power cores that roll as a turn ends, after damage control, and count down timers
    (full-thrust-base/5.4)."""
    _cores(state, umpire, "end")
    for ship in state.ships.values():
        for name in COUNTED.values():
            if ship.in_play and _runs_out(ship, name):
                _out_of_time(state, umpire, ship, name)


def _runs_out(ship: Ship, name: str) -> bool:
    """Count down a timer that ran when the turn began; return whether it has run out."""
    turns = ship.timer(name)
    if turns is None or turns >= FOR_GOOD or f"counts {name}" not in ship.status_flags:
        return False
    ship.set_timer(name, turns - 1)
    return turns <= 1


def _out_of_time(state: ThrustState, umpire: Umpire, ship: Ship, name: str) -> None:
    """Apply a timer that has run out (full-thrust-base/5.4). Without life support the crew leaves. A bridge works
    again, and may be lost again."""
    ship.set_timer(name, None)
    if name == "life_support":
        ruin(state, umpire, ship, CORE_RULES[name], "abandoned")
        return
    for mount in ship.design.of("bridge"):
        mend(ship, mount)
    umpire.tell(
        Event(
            "system", CORE_RULES[name], f"{{{ship.id}}} answers its helm again", whom=ship.id, tone="good", at=ship.at
        )
    )


def _cores(state: ThrustState, umpire: Umpire, moment: str) -> None:
    """Roll a die for every damaged power core. On 5 or 6 the ship is destroyed (full-thrust-base/5.4/power-core)."""
    if state.house["core_explosion"] != moment:
        return
    rule = CORE_RULES["power_core"]
    for ship in state.ships.values():
        if not ship.in_play or all(ship.works(mount.key) for mount in ship.design.of("power_core")):
            continue
        face = umpire.die(f"core/{ship.id}/explosion", worth=at_least(EXPLODES))
        lost = face >= EXPLODES
        umpire.tell(
            Event(
                "system",
                rule,
                f"{{{ship.id}}}'s power core is failing",
                whom=ship.id,
                dice=(Die(face, lost),),
                reason=f"explodes on {EXPLODES} or more",
                result="explodes" if lost else "holds",
                tone="bad" if lost else "good",
                at=ship.at,
            )
        )
        if lost:
            ruin(state, umpire, ship, rule)
