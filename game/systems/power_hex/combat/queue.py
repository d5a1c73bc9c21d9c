"""Shots in flight: to hit, interception, side, place and damage, one after the other (power/8).

The queue stops where the owner of a target may still meet a shot, and goes on after the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from game.board.hexes import hex_at
from game.core.display import QueuedShot, percent
from game.core.events import Die, Event, Score, score_of
from game.core.orders import Id, Prompt
from game.core.state import PhaseData, PieceData
from game.core.umpire import FaceWorth, Umpire, counting
from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, HitChart, PlaceHit, met_armour, packets, strike, walk
from game.systems.power_hex.combat.interception import FACES as D10
from game.systems.power_hex.combat.interception import Guard, count_stopped, guards, value_against
from game.systems.power_hex.combat.pulses import BETTER, die_sides, pulse_chances, pulse_die, pulses
from game.systems.power_hex.combat.shot_odds import through, totals
from game.systems.power_hex.combat.sides import CHART, row_for, struck
from game.systems.power_hex.combat.to_hit import FACES, ToHit, hexes_between, hits, terms
from game.systems.power_hex.power.reactor import spend
from game.systems.power_hex.ships.design import PRIMARY, SIDES, STRUCTURE, ShipSection
from game.systems.power_hex.ships.naming import gun_name, place_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import RAKING, WEAPONS, DamageRoll, ShipWeapon

RULE = "power/8"
Place = tuple[float, float]


@frozen
class PendingShot:
    """A shot in flight. `face` of its d20 is 0 before it is rolled, and `needed` the number it was rolled against.
    `guards` are guns allotted against it, None before their owner has been asked. `n` distinguishes several shots of
    one gun."""

    firer: Id
    mount: str
    weapon: str
    target: Id
    origin: Place
    n: int = 0
    face: int = 0
    needed: int = 0
    guards: tuple[str, ...] | None = None

    @property
    def label(self) -> str:
        """The name of the shot in the labels of dice."""
        again = f"/{self.n}" if self.n else ""
        return f"{self.firer}/{self.mount}{again}>{self.target}"


SHOTS = PhaseData[tuple[PendingShot, ...]]("power_shots", ())
# shots of the phase: the result, and whether it hit
DONE = PhaseData[tuple[tuple[PendingShot, str, bool], ...]]("power_shots_done", ())
TO_HIT, PULSES, INTERCEPTION, SIDE, PLACES, DAMAGE = "to hit", "pulses", "interception", "side", "places", "damage"
FROM_SIDE = {"fore": "ahead", "starboard": "starboard", "aft": "astern", "port": "port"}  # where a firer is, by its row
STRUCK_SIDE = PieceData[str]("power_struck_side", "")  # the side named by the d10 of an attacker, by "attacker>target"


def begin(state: PowerState, umpire: Umpire, shots: Iterable[PendingShot]) -> None:
    """Start a sub-phase of fire with these shots and no known sides."""
    for key in STRUCK_SIDE.all(state):
        STRUCK_SIDE.clear(state, key)
    SHOTS.set(state, tuple(shots))
    DONE.clear(state)
    go_on(state, umpire)


def guard_prompts(state: PowerState) -> tuple[Prompt, ...]:
    """Return the side that may meet the waiting shot."""
    shot = waiting(state)
    if shot is None:
        return ()
    target = state.ships[shot.target]
    return (Prompt(target.side, (target.id,), (target.id,)),)


def waiting(state: PowerState) -> PendingShot | None:
    """Return the shot that may still be met, or None."""
    return next((shot for shot in SHOTS.of(state) if shot.face and shot.guards is None), None)


def queued_shots(state: PowerState) -> tuple[QueuedShot, ...]:
    """Return the shots of the phase while somebody is asked about one. Finished ones have their results, and later ones
    the chance that they hit."""
    if waiting(state) is None:
        return ()
    now, done = waiting(state), [_queued_shot(state, shot, "done", words, good) for shot, words, good in DONE.of(state)]
    later = [
        _queued_shot(state, one, "now", "step 2")
        if one is now
        else _queued_shot(state, one, "later", _prospect(state, one))
        for one in SHOTS.of(state)
    ]
    return (*done, *later)


def _queued_shot(state: PowerState, shot: PendingShot, how: str, words: str, good: bool = False) -> QueuedShot:
    firer = state.ships[shot.firer]
    gun, seat = gun_name(firer, shot.mount), state.sides[firer.side].seat
    label = f"{gun} at {state.names[shot.target]}"
    return QueuedShot(firer.id, str(firer.total or ""), gun, label, shot.target, how, words, good, seat)


def _prospect(state: PowerState, shot: PendingShot) -> str:
    """Return words that the shot has hit, or the chance that it does, with the target in its present state."""
    if shot.face:
        return "hit"
    firer, target, weapon = state.ships[shot.firer], state.ships[shot.target], WEAPONS[shot.weapon]
    found = terms(firer, target, weapon, hexes_between(hex_at(shot.origin), target.hex), state.house)
    return percent(found.chance(bool(state.house["naturals"]))) if found and target.in_play else "none"


def _done(state: PowerState, shot: PendingShot, words: str, good: bool = False) -> None:
    """Record a finished shot, with its result in a few words."""
    DONE.set(state, (*DONE.of(state), (shot, words, good)))


def go_on(state: PowerState, umpire: Umpire) -> None:
    """Resolve shots until somebody is asked or none is left."""
    if state.house["intercept_all"]:
        _all_at_once(state, umpire)
        return
    while shots := SHOTS.of(state):
        shot = shots[0] if shots[0].face else _roll_to_hit(state, umpire, shots[0])
        if shot and shot.guards is None:
            SHOTS.set(state, (shot, *shots[1:]))
            return
        SHOTS.set(state, shots[1:])
        if shot:
            _lands(state, umpire, shot)


def _all_at_once(state: PowerState, umpire: Umpire) -> None:
    """Roll all shots to hit, then allot all guns, then roll all other dice, by house rule."""
    rolled = [one if one.face else _roll_to_hit(state, umpire, one) for one in SHOTS.of(state)]
    shots = tuple(_met_by_none(state, one) for one in rolled if one)
    SHOTS.set(state, shots)
    if all(shot.guards is not None for shot in shots):
        SHOTS.clear(state)
        for shot in shots:
            _lands(state, umpire, shot)


def _met_by_none(state: PowerState, shot: PendingShot) -> PendingShot:
    """Return the shot with no guards if no gun of its target can meet it, so that nobody is asked."""
    free = shot.guards is None and not guards_against(state, shot)
    return replace(shot, guards=()) if free else shot


def _roll_to_hit(state: PowerState, umpire: Umpire, shot: PendingShot) -> PendingShot | None:
    """Return a shot that has rolled to hit; None for a miss. It waits if its target has a gun to meet it."""
    firer, target, weapon = state.ships[shot.firer], state.ships[shot.target], WEAPONS[shot.weapon]
    named = gun_name(firer, shot.mount)
    found = terms(firer, target, weapon, hexes_between(hex_at(shot.origin), target.hex), state.house)
    if found is None or not target.in_play:
        why = "out of range" if found is None else "its target is gone"
        umpire.tell(
            Event(
                "fire",
                RULE,
                f"{{{firer.id}}}'s {named} at {{{target.id}}}",
                firer.id,
                target.id,
                result=why,
                mounts=(shot.mount,),
                line=(shot.origin, target.at),
                shot=shot.label,
                step=TO_HIT,
            )
        )
        _done(state, shot, why)
        return None
    naturals = bool(state.house["naturals"])
    face = umpire.die(f"hit/{shot.label}", FACES, _hit_worth(found.needed, naturals, bool(weapon.pulses)))
    good, chance = hits(found.needed, face, naturals), found.chance(naturals)
    umpire.tell(
        Event(
            "fire",
            "power/7",
            f"{{{firer.id}}} fires {named} at {{{target.id}}}",
            firer.id,
            target.id,
            (Die(face, good, sides=FACES),),
            hit_words(found),
            "hit" if good else "missed",
            "good" if good else "plain",
            mounts=(shot.mount,),
            line=(shot.origin, target.at),
            at=target.at,
            weapon=weapon.name.capitalize(),
            score=Score(int(good), (1 - chance, chance), "hits"),
            shot=shot.label,
            step=TO_HIT,
            needs=str(found.needed),
        )
    )
    if not good:
        _done(state, shot, "missed")
        return None
    able = not target.flight and bool(guards_against(state, shot))
    return replace(shot, face=face, needed=found.needed, guards=None if able else ())


@cache
def _hit_worth(needed: int, naturals: bool, volley: bool) -> FaceWorth:
    """Return the worth of the d20: 0 for a miss and, for a volley, more for each pulse that a hit adds."""
    faces = range(1, FACES + 1)
    return counting(hits(needed, face, naturals) and 1 + volley * max(0, (needed - face) // BETTER) for face in faces)


def guards_against(state: PowerState, shot: PendingShot) -> tuple[str, ...]:
    """Return the guns that may meet a shot, in the words of an order of its target."""
    target = state.ships[shot.target]
    return tuple(one.word(target.id) for one in guards(state, target, shot.origin, WEAPONS[shot.weapon]))


def allot(state: PowerState, umpire: Umpire, words: tuple[str, ...]) -> None:
    """Allot the guns that the owner of the target has chosen to the waiting shot."""
    shots, now = SHOTS.of(state), waiting(state)
    assert now is not None
    SHOTS.set(state, tuple(replace(one, guards=words) if one is now else one for one in shots))
    for one in (Guard.of(now.target, word) for word in words):
        spend(state.ships[one.ship], one.key, kept=True)
    go_on(state, umpire)


def _lands(state: PowerState, umpire: Umpire, shot: PendingShot) -> None:
    """Resolve a hit: the part that comes through, the place it hits, and its effect."""
    firer, target, weapon = state.ships[shot.firer], state.ships[shot.target], WEAPONS[shot.weapon]
    count = 1
    if weapon.pulses:
        sides = die_sides(weapon)
        found = (pulses(weapon, shot.needed, shot.face, face) for face in range(1, sides + 1))
        die = umpire.die(f"pulses/{shot.label}", sides, counting(found))
        count, named = pulses(weapon, shot.needed, shot.face, die), gun_name(firer, shot.mount)
        umpire.tell(
            Event(
                "fire",
                "power/8.2",
                f"{{{firer.id}}}'s {named}",
                firer.id,
                target.id,
                (Die(die, sides=die_sides(weapon)),),
                pulse_words(weapon, shot.needed, shot.face, die),
                of_pulses(count),
                mounts=(shot.mount,),
                weapon=weapon.name.capitalize(),
                score=score_of(count, pulse_chances(weapon, shot.needed, shot.face), "pulses"),
                shot=shot.label,
                step=PULSES,
            )
        )
    left = _meet_shot(state, umpire, shot, target, weapon, count)
    if not left or not target.in_play:
        _done(state, shot, "stopped" if not left else "its target is gone")
        return
    if target.flight:
        _done(state, shot, "struck", True)
        _strikes_craft(umpire, shot, target, weapon, left)
        return
    side = _side(state, umpire, shot, target)
    dice, rules = _damage_dice(umpire, shot, weapon.damage), DamageRules.of(state.house)
    notes, sizes = list[PlaceHit](), packets(weapon, sum(dice) + weapon.damage.plus, left, rules)
    shield = target.shield(rules.row)
    mortal = sum(sizes) >= target.structure(PRIMARY)
    walk(strike(target, side, weapon, sizes, rules, notes), lambda chart: _place(umpire, shot, target, chart, mortal))
    _done(state, shot, f"{sum(one.boxes for one in notes)} damage", True)
    words = damage_words(weapon, sizes, shield, sum(one.armour for one in notes))
    _tell_damage(umpire, shot, target, side, notes, dice, words)


def _meet_shot(
    state: PowerState, umpire: Umpire, shot: PendingShot, target: PowerShip, weapon: ShipWeapon, count: int
) -> int:
    """Return the rest of a shot, or of its pulses, after the allotted guns (power/8.1)."""
    for word in shot.guards or ():
        if not count:
            break
        guard = Guard.of(target.id, word)
        gun = guard.gun(state)
        stopping = counting(count_stopped(gun, weapon, face, count) for face in range(1, D10 + 1))
        face = umpire.die(f"meet/{shot.label}/{word}", D10, stopping)
        less, likely = count_stopped(gun, weapon, face, count), dict(through(weapon, count, (gun,)))
        score = score_of(less, (likely.get(count - n, 0.0) for n in range(count + 1)), "craft")
        count -= less
        named = gun_name(state.ships[guard.ship], guard.key)
        words = ("stopped" if not weapon.pulses else f"{of_pulses(less)} stopped") if less else "nothing"
        umpire.tell(
            Event(
                "check",
                "power/8.1",
                f"{{{guard.ship}}}'s {named} meets it",
                guard.ship,
                shot.firer,
                (Die(face, bool(less), sides=D10),),
                f"{value_against(gun, weapon)} or less",
                words,
                "good" if less else "plain",
                mounts=(guard.key,),
                weapon=gun.name.capitalize(),
                score=score,
                shot=shot.label,
                step=INTERCEPTION,
            )
        )
    return count


def _side(state: PowerState, umpire: Umpire, shot: PendingShot, target: PowerShip) -> str:
    """Return the side that all shots of an attacker hit (power/8.3). One d10 names it, with the first shot that comes
    through."""
    key = f"{shot.firer}>{shot.target}"
    if known := STRUCK_SIDE.of(state, key):
        return known
    row = row_for(target, shot.origin, state.house["same_hex_row"] == "target")
    sides = counting((SIDES.index(struck(row, face)) for face in range(1, D10 + 1)), ordered=False)
    face = umpire.die(f"side/{key}", D10, sides)
    side = struck(row, face)
    STRUCK_SIDE.set(state, key, side)
    umpire.tell(
        Event(
            "check",
            "power/8.3",
            f"{{{shot.firer}}} fires at {{{target.id}}} from {FROM_SIDE[row]}",
            shot.firer,
            target.id,
            (Die(face, sides=D10),),
            f"on {faces_for(CHART[row], side)}",
            f"strikes the {side} side",
            shot=shot.label,
            step=SIDE,
        )
    )
    return side


def _damage_dice(umpire: Umpire, shot: PendingShot, roll: DamageRoll) -> tuple[int, ...]:
    return umpire.roll(roll.count, f"damage/{shot.label}", roll.sides)


def _log_dice(dice: Iterable[int], roll: DamageRoll) -> tuple[Die, ...]:
    """Return dice of damage in the form of the log."""
    return tuple(Die(face, sides=roll.sides) for face in dice)


def _score(points: int, roll: DamageRoll) -> Score | None:
    """Return points of damage with the chances of all totals; None if no dice are rolled."""
    if not roll.count:
        return None
    found = dict(totals(roll))
    return Score(points, tuple(found.get(n, 0.0) for n in range(max(found) + 1)))


def _place(umpire: Umpire, shot: PendingShot, target: PowerShip, chart: HitChart, mortal: bool) -> str:
    """Roll for a place. Entries that do not count are rolled again. Forecasts follow the die only if the shot may be
    `mortal`."""
    keys = [chart.section.struck_by(face) for face in range(1, FACES + 1)]
    places = counting(map(keys.index, keys), ordered=not mortal)
    while True:
        face = umpire.die(f"place/{shot.label}", FACES, places)
        key = chart.section.struck_by(face)
        again = key in chart.again
        umpire.tell(
            Event(
                "check",
                "power/8.4",
                f"{{{target.id}}}'s {chart.section.name} chart",
                shot.firer,
                target.id,
                (Die(face, not again, sides=FACES),),
                place_words(target, chart.section, key, again),
                place_name(target, key),
                shot=shot.label,
                step=PLACES,
            )
        )
        if not again:
            return key


def _tell_damage(
    umpire: Umpire,
    shot: PendingShot,
    target: PowerShip,
    side: str,
    notes: Sequence[PlaceHit],
    dice: tuple[int, ...],
    reason: str,
) -> None:
    roll = WEAPONS[shot.weapon].damage
    told = [(place_name(target, one.key), one.boxes, " (gone)" * (one.ended and one.boxes > 0)) for one in notes]
    words = ", ".join(f"{boxes} on {place}{gone}" for place, boxes, gone in told) or "nothing"
    broken = tuple(place_name(target, one.key) for one in notes if one.ended and one.boxes)
    boxes = sum(one.boxes for one in notes)
    umpire.tell(
        Event(
            "damage",
            "power/8.5",
            f"{{{target.id}}} is struck on its {side} side",
            shot.firer,
            target.id,
            _log_dice(dice, roll),
            reason,
            words,
            "bad" if boxes else "plain",
            at=target.at,
            mounts=tuple(one.key for one in notes),
            harm=(("boxes", boxes),) if boxes else (),
            broken=broken,
            weapon=WEAPONS[shot.weapon].name.capitalize(),
            score=_score(sum(dice) + roll.plus, roll),
            shot=shot.label,
            step=DAMAGE,
        )
    )
    if not target.in_play:
        umpire.tell(
            Event(
                "lost",
                "power/8.5",
                f"{{{target.id}}} is destroyed",
                target.id,
                at=target.at,
                tone="bad",
                fate=target.removed_reason,
            )
        )


def _strikes_craft(umpire: Umpire, shot: PendingShot, target: PowerShip, weapon: ShipWeapon, count: int) -> None:
    """Apply each hit to a random fighter of a flight (power/12). Later pulses of a volley hit the same fighter."""
    alive = [n for n, left in enumerate(target.craft) if left > 0]
    if not alive or target.design.fighters is None:
        return
    picked = umpire.roll(1 if len(alive) > 1 else 0, f"craft/{shot.label}", len(alive))
    which = alive[picked[0] - 1] if picked else alive[0]
    dice, armour = (
        _damage_dice(umpire, shot, weapon.damage),
        met_armour(target.design.fighters.armour, weapon, target.id, None),
    )
    points = sum(dice) + weapon.damage.plus
    harm = min(target.craft[which], max(0, points - armour) * count)
    target.craft = tuple(left - harm if n == which else left for n, left in enumerate(target.craft))
    target.shaken |= {which} if harm else frozenset()
    dead = target.craft[which] == 0
    umpire.tell(
        Event(
            "damage",
            "power/12",
            f"Fighter {which + 1} of {{{target.id}}} is struck",
            shot.firer,
            target.id,
            (*(Die(face, sides=len(alive), of="which") for face in picked), *_log_dice(dice, weapon.damage)),
            craft_words(len(alive), damage_words(weapon, (points,) * count, 0, armour * count)),
            "shot down" if dead else f"{harm} structure",
            "bad" if harm else "plain",
            at=target.at,
            harm=(("fighters", 1),) if dead else (),
            figure=not dead,
            shot=shot.label,
            step=DAMAGE,
        )
    )
    if not target.craft_left:
        target.removed_reason = "destroyed"
        umpire.tell(
            Event(
                "lost",
                "power/12",
                f"{{{target.id}}} is shot down",
                target.id,
                at=target.at,
                tone="bad",
                fate=target.removed_reason,
            )
        )


def hit_words(found: ToHit) -> str:
    """Return the terms of the number to hit in words."""
    parts = [f"{found.needed} or less: signature {found.signature}, range {found.range:+d}"]
    parts += [f"jamming −{found.jam}"] if found.jam else []
    parts += [f"sensors −{found.sensors}"] if found.sensors else []
    parts += [f"no C&C −{found.command}"] if found.command else []
    return ", ".join(parts)


def of_pulses(count: int) -> str:
    """Return a number of pulses in words."""
    return f"{count} pulse{'s' * (count != 1)}"


def pulse_words(weapon: ShipWeapon, needed: int, to_hit: int, face: int) -> str:
    """Return the pulses by the die, and those added by the margin of the hit: `d5 gives 3, 8 under adds 2, 6 at
    most`."""
    die, under = pulse_die(weapon.pulse_sides, face), max(0, needed - to_hit)
    words = f"d{weapon.pulse_sides} gives {die}, {under} under adds {under // BETTER or 'none'}"
    return words + (f", {weapon.pulse_most} at most" if die + under // BETTER > weapon.pulse_most else "")


def faces_for(chart: Iterable[tuple[str, int, int]], key: str) -> str:
    """Return the faces of a chart for an entry: `1–5`, `20`."""
    low, high = next((low, high) for name, low, high in chart if name == key)
    return str(low) if low == high else f"{low}–{high}"


def place_words(target: PowerShip, section: ShipSection, key: str, again: bool = False) -> str:
    """Return the faces of a place on a chart; for a destroyed system, its replacement."""
    words = f"on {faces_for(section.chart, key)}"
    if key in (PRIMARY, STRUCTURE) or target.boxes_left(target.design.mount(key)):
        return words
    return f"{words}, destroyed before: " + ("rolled again" if again else "structure instead")


def damage_words(weapon: ShipWeapon, sizes: Sequence[int], shield: int, armour: int) -> str:
    """Return the points that hit, with their packets and the parts that shields and armour took: `2d10+2: 12 points,
    shield −1`."""
    each = " each" * (len(sizes) > 1)
    if weapon.pulses:
        points = f"{len(sizes)} × {sizes[0]} points" if each else f"{sizes[0]} points"
    else:
        points = f"{sum(sizes)} points" + (
            f" as {', '.join(map(str, sizes))}" if weapon.mode == RAKING and each else ""
        )
        points = f"{weapon.damage}: {points}" if weapon.damage.count else points
    parts = [points, *([f"shield −{shield}{each}"] if shield else []), *([f"armour −{armour}"] if armour else [])]
    return ", ".join(parts)


def craft_words(alive: int, words: str) -> str:
    """Return the die that names one of the fighters left, before the words for its damage."""
    return f"d{alive} names it; {words}" if alive > 1 else words
