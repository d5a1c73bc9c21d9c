"""Shots of a sub-phase, one after the other through the five steps; it waits where the owner of a target may decide (power/8)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.geometry import Point
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PhaseData, PieceData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.combat.interception import SIDES, intercept_value, interceptable, shots_left, stopped
from game.systems.power_hex.combat.pulses import die_sides, halved, pulse_count
from game.systems.power_hex.combat.strike import STRUCK, Strike, forget_sides, packets_of, side_of_attack, strike
from game.systems.power_hex.combat.to_hit import SIDES as HIT_DIE
from game.systems.power_hex.combat.to_hit import hits
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.fighters.losses import hit_fighter
from game.systems.power_hex.gunnery.bearing import (
    bears,
    distance,
    rows_of,
    target_of,
    title,
    unready,
    use,
    weapon_keys,
    weapon_of,
)
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import WEAPONS, ShipWeapon

RULE, INTERCEPTION = "power/8", "power/8.1"


@frozen
class PowerShot:
    """One shot: whose, of which mount and weapon, at what, from where, and the number to hit; None beyond range."""

    by: Id
    mount: str
    weapon: str
    target: Id
    start: Point
    number: int | None

    @property
    def label(self) -> str:
        """What names its dice."""
        return f"{self.by}/{self.mount}>{self.target}"

    @property
    def built(self) -> ShipWeapon:
        """Its weapon."""
        return WEAPONS[self.weapon]


@frozen
class LandingShot:
    """A shot that has hit, and how many pulses it has (1 of an ordinary shot)."""

    shot: PowerShot
    pulses: int = 1


@frozen
class Answer:
    """What the owner of a target does about the hits on it, which are numbered from 1: (mount, hit) and (hit, row)."""

    allotted: tuple[tuple[str, int], ...] = ()
    rows: tuple[tuple[int, str], ...] = ()

    def against(self, n: int) -> tuple[str, ...]:
        """The mounts allotted to one hit."""
        return tuple(mount for mount, hit in self.allotted if hit == n)

    def row(self, n: int) -> str:
        """The row chosen for one hit, empty if none was."""
        return next((row for hit, row in self.rows if hit == n), "")


QUEUE = PhaseData[tuple[PowerShot, ...]]("shots_to_come", ())
LANDING = PhaseData[tuple[LandingShot, ...]]("landing_shots", ())
ANSWERS = PieceData[Answer | None]("shot_answers", None)  # by ship
NO_ANSWER = Answer()


# -- the sub-phase -------------------------------------------------------------------------------------------------------


def begin_shots(state: PowerState, umpire: Umpire, shots: Iterable[PowerShot]) -> None:
    """A sub-phase of fire begins: its shots are rolled for until somebody has something to decide."""
    forget_sides(state)
    QUEUE.set(state, tuple(shots))
    LANDING.clear(state)
    go_on(state, umpire)


def go_on(state: PowerState, umpire: Umpire) -> None:
    """Land what has hit and is answered, then roll for the next shots."""
    while True:
        if LANDING.of(state):
            if undecided(state):
                return
            _land_all(state, umpire)
        elif QUEUE.of(state):
            _roll_next(state, umpire)
        else:
            return


def _roll_next(state: PowerState, umpire: Umpire) -> None:
    """Roll to hit for the next shot, or for all of them where interception waits for all hits."""
    shots = QUEUE.of(state)
    count = len(shots) if state.house.get("interception") == "all" else 1
    QUEUE.set(state, shots[count:])
    landing = [roll_to_hit(state, umpire, shot) for shot in shots[:count]]
    LANDING.set(state, tuple(one for one in landing if one is not None))


def _land_all(state: PowerState, umpire: Umpire) -> None:
    landing = LANDING.of(state)
    answers = {key: answer or NO_ANSWER for key, answer in ANSWERS.all(state).items()}
    LANDING.clear(state)
    for key in answers:
        ANSWERS.clear(state, key)
    for n, hit in enumerate(landing, 1):
        _land(state, umpire, hit, n, answers.get(hit.shot.target, NO_ANSWER))


def roll_to_hit(state: PowerState, umpire: Umpire, shot: PowerShot) -> LandingShot | None:
    """Step 1: a d20 that may not exceed the number; of a pulse weapon also the die for its pulses."""
    target = target_of(state, shot.target)
    if target is None or not target.in_play or shot.number is None:
        _tell_shot(state, umpire, shot, (), "it is gone" if shot.number is not None else "out of range", "wasted")
        return None
    face = umpire.die(f"hit/{shot.label}", HIT_DIE)
    struck = hits(face, shot.number, bool(state.house.get("naturals")))
    weapon, dice, result, pulses = shot.built, [Die(face, struck, sides=HIT_DIE)], "hits" if struck else "misses", 1
    if struck and weapon.mode == "pulse":
        sides = die_sides(weapon.pulse_die)
        rolled = umpire.die(f"pulses/{shot.label}", sides)
        dice.append(Die(rolled, sides=sides))
        pulses = pulse_count(halved(rolled), shot.number, face, weapon.pulse_max)
        result = f"{pulses} {'pulse hits' if pulses == 1 else 'pulses hit'}"
    _tell_shot(state, umpire, shot, tuple(dice), f"{shot.number} or less", result, "good" if struck else "plain")
    return LandingShot(shot, pulses) if struck else None


def _tell_shot(
    state: PowerState, umpire: Umpire, shot: PowerShot, dice: tuple[Die, ...], reason: str, result: str, tone: str = "plain"
) -> None:
    target = state.piece(shot.target)
    line = (shot.start, target.at) if target else ()
    far = f"{distance(*line)} hexes, " if target else ""
    umpire.tell(
        Event("fire", "power/7", f"{{{shot.by}}} fires {title(shot.built.key)} at {{{shot.target}}}", shot.by, shot.target, dice,
              far + reason, result, tone, line=line, mounts=(shot.mount,))
    )  # fmt: skip


# -- who decides ---------------------------------------------------------------------------------------------------------


def able_interceptors(state: PowerState, ship: PowerShip, shot: PowerShot) -> tuple[str, ...]:
    """Weapons of a ship that may intercept a shot: charged, not used this round, with the attacker in their arc."""
    kind = shot.built.kind
    if not interceptable(kind):
        return ()
    return tuple(
        key for key in weapon_keys(ship)
        if intercept_value(weapon_of(ship, key).intercept, kind) > 0
        and bears(ship, key, shot.start) and unready(state, ship, key) is None
    )  # fmt: skip


def open_rows(state: PowerState, ship: PowerShip, shot: PowerShot) -> tuple[str, ...]:
    """The rows of the facing chart among which the owner of a target chooses; none where there is but one, or the die has
    fallen.
    """
    found = rows_of(ship, shot.start)
    free = len(found) == 2 or state.house.get("same_hex_row", "target") == "target"
    return found if len(found) > 1 and free and not STRUCK.of(state, f"{shot.by}>{ship.id}") else ()


def hits_on(state: PowerState, ship: Id) -> tuple[tuple[int, LandingShot], ...]:
    """The hits that wait to land on a ship, with their numbers."""
    return tuple((n, hit) for n, hit in enumerate(LANDING.of(state), 1) if hit.shot.target == ship)


def undecided(state: PowerState) -> tuple[Id, ...]:
    """Ships whose owner may still decide about hits on them: what intercepts, or from where they count."""
    found = []
    for key in dict.fromkeys(hit.shot.target for hit in LANDING.of(state)):
        ship = state.ships.get(key)
        if ship is None or not ship.in_play or ANSWERS.of(state, key) is not None:
            continue
        shots = [hit.shot for _, hit in hits_on(state, key)]
        if any(able_interceptors(state, ship, shot) or open_rows(state, ship, shot) for shot in shots):
            found.append(key)
    return tuple(found)


# -- a hit lands ---------------------------------------------------------------------------------------------------------


def _land(state: PowerState, umpire: Umpire, hit: LandingShot, n: int, answer: Answer) -> None:
    """Steps 2 to 5."""
    shot = hit.shot
    target = target_of(state, shot.target)
    if target is None or not target.in_play:
        return
    if isinstance(target, FighterFlight):
        hit_flight(state, umpire, hit)
        return
    left = intercept(state, umpire, target, hit, answer.against(n))
    if left:
        chosen = answer.row(n)
        found = rows_of(target, shot.start)
        side = side_of_attack(state, umpire, shot.by, target, chosen if chosen in found else found[0])
        blow = Strike(shot.by, shot.label, shot.built.kind, _packets(state, umpire, shot, left), shot.built.mode == "raking")
        strike(state, umpire, target, side, blow)


def intercept(state: PowerState, umpire: Umpire, ship: PowerShip, hit: LandingShot, mounts: tuple[str, ...]) -> int:
    """Step 2: every weapon that is allotted rolls a d10; returns the pulses that are left, or 1 of a shot that is not stopped."""
    if not mounts:
        return hit.pulses
    shot = hit.shot
    values = [intercept_value(weapon_of(ship, key).intercept, shot.built.kind) for key in mounts]
    faces = umpire.roll(len(mounts), f"intercept/{ship.id}/{shot.label}", SIDES)
    for key in mounts:
        use(state, ship, key)
        ship.discharge(key)
    left = shots_left(hit.pulses, faces, values, shot.built.mode == "pulse")
    dice = tuple(Die(face, stopped(face, value), sides=SIDES) for face, value in zip(faces, values))
    result = f"{left} of {hit.pulses} get through" if shot.built.mode == "pulse" else "it gets through" if left else "stopped"
    umpire.tell(
        Event("fire", INTERCEPTION, f"{{{ship.id}}} intercepts {title(shot.built.key)} of {{{shot.by}}}", ship.id, shot.by, dice,
              "up to " + ", ".join(map(str, values)), result, "good" if left < hit.pulses else "plain", at=ship.at, mounts=mounts)
    )  # fmt: skip
    return left


def _packets(state: PowerState, umpire: Umpire, shot: PowerShot, left: int) -> tuple[int, ...]:
    """The packets of a shot of which so many pulses are left."""
    if shot.built.mode == "pulse":
        return (shot.built.pulse_damage,) * left
    return packets_of(state, roll_damage(umpire, shot), shot.built.mode == "raking")


def roll_damage(umpire: Umpire, shot: PowerShot) -> int:
    """The dice of a shot's damage."""
    dice = shot.built.damage
    return sum(umpire.roll(dice.count, f"damage/{shot.label}", dice.sides)) + dice.plus


def hit_flight(state: PowerState, umpire: Umpire, hit: LandingShot, among: tuple[int, ...] = ()) -> None:
    """A hit on a flight strikes a random fighter of some, or of those left; so does each pulse (power/12)."""
    shot = hit.shot
    pulse = shot.built.mode == "pulse"
    points = [shot.built.pulse_damage] * hit.pulses if pulse else [roll_damage(umpire, shot)]
    for each in points:
        flight = state.counters[shot.target]
        if flight.in_play:
            hit_fighter(state, umpire, flight, among or flight.alive, each, shot.built.kind, shot.by, shot.label)
