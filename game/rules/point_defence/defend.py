"""Phase 7: each ship declares the targets of its point defence before any die is rolled (6.11, 6.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Self

from game.core.display import Odds, Pose, Risk
from game.core.orders import Field, Grammar, Id, Illegal, PairList
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.formats.validation import known_words
from game.rules.combat.fire import SHOTS, Aimed
from game.rules.combat.fire_odds import attack_odds
from game.rules.combat.targeting import FIRED
from game.rules.counters.counter import near
from game.rules.counters.point_defence import REACH
from game.rules.defence.old_defence import SYSTEMS
from game.rules.defence.old_split import as_dice, best_split
from game.rules.manoeuvres.archive import why_not_fire
from game.rules.manoeuvres.carriers.launch_fighters import FLIGHT_OPS
from game.rules.manoeuvres.cover.eclipsing import guards, screening_under_way
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.attackers import (
    Attacker,
    SideAttackers,
    attackers,
    attackers_of_side,
    branches_after,
    hittable,
    own_first,
    struck,
    target_of,
)
from game.rules.point_defence.pool import RULE, dice_of, not_ready, pool, ready
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted

DECLARED = PieceData[tuple[Aimed, ...]]("defence", ())  # by ship: its point-defence shots this turn
AREA = f"{BOOK}/6.12/adfc"
SCATTER = f"{BOOK}/6.11"
LENT = ("pds", "scattergun")  # the kinds that may defend another ship


@frozen
class Defend(AttackOrder, PairList[Aimed]):
    """The point defence of one ship: `defend PDSa>lancet.HGRa B1>lancet.HGRb`, or `defend none`."""

    verb: ClassVar[str] = "Defend"
    weighs: ClassVar[str] = "hull points"
    kept: ClassVar[str] = "nobody"
    grammar: ClassVar[Grammar[Aimed]] = replace(
        SHOTS,
        verb="defend",
        none="defend none",
        rule=RULE,
        unlike="“{text}” does not begin with defend, as in defend PDSa>lancet.HGRa",
    )
    shots: tuple[Aimed, ...] = ()

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return for each ready system: nobody, and each attacker it may shoot at."""
        ship = state.ships[self.by]
        there = attackers_of_side(state, ship.side)
        mounts = ready(state, ship) if there.all else ()
        ids = {kind: tuple(one.id for one in prey(state, ship, mount, there)) for kind, mount in _a_kind_each(mounts)}
        return {mount.key: ("", *ids[mount.kind]) for mount in mounts if ids[mount.kind]}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        ship, asked = state.ships[self.by], self.domain(state)
        return tuple(Field(one.key, one.title, "pick", RULE) for one in ready(state, ship) if one.key in asked)

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return the division of its systems among its own attackers with the fewest mean points lost."""
        ship = state.ships.get(self.by)
        if ship is None or not (mine := attackers(state, ship)):
            return None
        dice = best_split([target_of(state, one, ship) for one in mine], pool(state, ship))
        waiting = {
            kind: [one.key for one in ready(state, ship) if dice_of(state, ship, one) == kind] for kind in SYSTEMS
        }
        shots = [
            Aimed(waiting[kind].pop(0), one.id)
            for one, given in zip(mine, dice)
            for kind, count in zip(SYSTEMS, given)
            for _ in range(count)
        ]
        return type(self)(self.by, tuple(shots))

    def confirms(self, state: ThrustState) -> bool:
        """Return whether it shoots at nobody, though a system could."""
        return not self.shots and bool((best := self.suggestion(state)) and best.shots)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the exact losses of each attacker that it shoots at."""
        ship = state.ships.get(self.by)
        found = []
        for key, dice in dice_by_target(state, ship, self.shots).items() if ship else ():
            one = state.counters.get(key)
            if isinstance(one, Attacker) and (ships := struck(state, one)):
                kills = target_of(state, one, ships[0]).kill_chances(dice)
                mean = sum(lost * float(chance) for lost, chance in enumerate(kills))
                if one.count > 1:
                    some = f"loses {one.unit}, {mean:.1f} of {one.count} on average"
                    found.append(Risk(one.name, some, float(1 - kills[0]), "good", RULE, brief=f"loses {one.unit}"))
                found.append(
                    Risk(one.name, "shot down" if one.count == 1 else "loses all", float(kills[-1]), "good", RULE)
                )
        return tuple(found)

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the odds of the boxes lost by each ship at whose attackers it may shoot, its own first. They count
        this order and earlier ones. Empty for a ship that nobody attacks."""
        mine = state.ships.get(self.by)
        given = {**DECLARED.all(state), self.by: self.shots}
        found = (through(state, ship, given) for ship in (own_first(state, mine) if mine else ()))
        return tuple(one for one in found if one)

    def check(self, state: ThrustState) -> None:
        """Refuse a system used twice, and a target that attacks neither the ship nor a friend it may defend."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", RULE)
        for index, shot in enumerate(self.shots):
            mount = ship.design.mount(shot.mount)
            if mount is None:
                known = [one.key for one in ready(state, ship)]
                raise Illegal(
                    f"{ship.name} has no system “{shot.mount}”. {known_words(shot.mount, known)}".strip(), RULE
                )
            if any(shot.mount == other.mount for other in self.shots[:index]):
                raise Illegal(f"{shot.mount} is named twice; it shoots once a turn", RULE)
            if shot.system:
                raise Illegal("point defence picks no systems", RULE)
            if why := not_ready(state, ship, mount) or _why_not_shoot_at(state, ship, mount, shot.target):
                raise why
        _check_controls(state, ship, self.shots)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Record the shots. The dice are rolled when all ships have been asked."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        DECLARED.set(state, ship.id, self.shots)
        ship.status_flags |= {FIRED + shot.mount for shot in self.shots}
        kinds = {mount.key for mount in ship.design.of("scattergun")}
        ship.spent |= {shot.mount for shot in self.shots if shot.mount in kinds}


# -- targets -----------------------------------------------------------------------------------------------------------


def prey(state: ThrustState, ship: Ship, mount: Mount, there: SideAttackers) -> Iterator[Attacker]:
    """Yield the attackers that a system may shoot at: its own ship's and, if it can be lent, those of friends in range.
    All systems of a kind have the same."""
    found = there.all if _lends(state, ship, mount) else there.by_ship.get(ship.id, ())
    return (one for one in found if not _defends_another(state, ship, mount, one) and hittable(one, mount.kind))


def _lends(state: ThrustState, ship: Ship, mount: Mount) -> bool:
    """Return whether a system may be lent at all, as far as its own ship is concerned."""
    if mount.kind != "pds":
        return mount.kind in LENT
    return bool(ship.working("adfc")) or screening_under_way(state)


def _a_kind_each(mounts: Iterable[Mount]) -> Iterable[tuple[str, Mount]]:
    """Yield one system of each kind."""
    return {mount.kind: mount for mount in mounts}.items()


def cannot_lend(state: ThrustState, ship: Ship, other: Ship, mount: Mount) -> Illegal | None:
    """Return why a system of a ship may not defend another, or None. A scattergun needs no control for it
    (full-thrust-base/6.11)."""
    if mount.kind == "pds" and covers_by(state, ship, other):
        return None
    if not near(state, ship.at, other.at, REACH):
        return Illegal(f"{other.name} is more than {REACH:g} MU from {ship.name}", AREA)
    if mount.kind == "scattergun":
        return None
    controls = ship.working("adfc")
    if not controls:
        return Illegal(f"{ship.name} has no area defence control at work to defend {other.name}", AREA)
    if FLIGHT_OPS in ship.status_flags and state.house["adfc_in_flight_operations"] is not True:
        return Illegal(f"{ship.name} launches or recovers fighters this turn and defends no other ship", AREA)
    return why_not_fire(state, ship, controls[0])


def covers_by(state: ThrustState, ship: Ship, other: Ship) -> bool:
    """Return whether a ship screens another by eclipsing, so that its PDS may shoot at the other's attackers
    (manoeuvres/eclipsing/share)."""
    return ship in guards(state, other)


def _why_not_shoot_at(state: ThrustState, ship: Ship, mount: Mount, key: Id) -> Illegal | None:
    """Return why a system may not shoot at a counter that attacks nobody whom the system may defend."""
    one = state.counters.get(key)
    if not isinstance(one, Attacker) or not one.in_play or not struck(state, one):
        hint = known_words(key, [one.id for one in attackers(state, ship)])
        return Illegal(f"“{state.names.get(key, key)}” attacks no ship this turn. {hint}", RULE)
    return _out_of_bounds(state, ship, mount, one)


def _out_of_bounds(state: ThrustState, ship: Ship, mount: Mount, one: Attacker) -> Illegal | None:
    """Return why a system cannot hit an attacker, or may not defend its target; or None."""
    if not hittable(one, mount.kind):
        return Illegal(f"{mount.title} cannot hit a {one.word}", type(one).section)
    return _defends_another(state, ship, mount, one)


def _defends_another(state: ThrustState, ship: Ship, mount: Mount, one: Attacker) -> Illegal | None:
    """Return why a system may not defend an attacker's target, or None. It may defend its own ship, or one to which it
    may be lent."""
    ships = struck(state, one)
    if any(other is ship for other in ships):
        return None
    friends = [other for other in ships if other.side == ship.side]
    if not friends or mount.kind not in LENT:
        return Illegal(f"{one.name} attacks {ships[0].name}; {mount.title} defends its own ship alone", RULE)
    whys = [cannot_lend(state, ship, other, mount) for other in friends]
    return None if None in whys else whys[0]


def defended_by(state: ThrustState, ship: Ship, one: Attacker, mount: Mount) -> Ship:
    """Return the ship that a system defends when it shoots at an attacker: its own, or the first friend it may
    defend."""
    ships = struck(state, one)
    able_to = (other for other in ships if other.side == ship.side and not cannot_lend(state, ship, other, mount))
    return ship if ship in ships else next(able_to, ships[0])


def _check_controls(state: ThrustState, ship: Ship, shots: tuple[Aimed, ...]) -> None:
    """Refuse lending to more ships than there are area-defence controls (full-thrust-base/6.12)."""
    lent = {mount.key: mount for mount in ship.design.of("pds")}
    found = {shot.mount: state.counters[shot.target] for shot in shots if shot.mount in lent}
    others = {
        defended_by(state, ship, one, lent[key]).id for key, one in found.items() if isinstance(one, Attacker)
    } - {ship.id}
    others -= {other for other in others if covers_by(state, ship, state.ships[other])}
    if len(others) > (most := len(ship.working("adfc"))):
        raise Illegal(f"{ship.name} has {most} area defence control{'s' * (most != 1)}, each for one other ship", AREA)


def able(state: ThrustState, ship: Ship, there: SideAttackers) -> bool:
    """Return whether a ship has a system that may shoot at one of its side's attackers now."""
    mounts = _a_kind_each(ready(state, ship))
    return any(next(prey(state, ship, mount, there), None) is not None for _, mount in mounts)


def through(state: ThrustState, ship: Ship, given: Mapping[Id, tuple[Aimed, ...]]) -> Odds | None:
    """Return the exact odds of all attacks on a ship after the point defence declared by each ship; None if nobody
    attacks it."""
    mine = attackers(state, ship)
    if not mine:
        return None
    dice: dict[Id, Counter[str]] = {one.id: Counter() for one in mine}
    for key, shots in given.items():
        for shot in shots:
            mount = state.ships[key].design.mount(shot.mount)
            if mount and shot.target in dice:
                dice[shot.target][dice_of(state, state.ships[key], mount)] += 1
    return attack_odds(ship, tuple(branches_after(target_of(state, one, ship), as_dice(dice[one.id])) for one in mine))


def forget_defence(state: ThrustState) -> None:
    """Clear all declarations."""
    for key in DECLARED.all(state):
        DECLARED.clear(state, key)


def dice_by_target(state: ThrustState, ship: Ship, shots: Iterable[Aimed]) -> dict[Id, tuple[int, ...]]:
    """Return the dice of each of `SYSTEMS` at each target of a ship."""
    given: dict[Id, dict[str, int]] = {}
    for shot in shots:
        if mount := ship.design.mount(shot.mount):
            dice = given.setdefault(shot.target, {})
            kind = dice_of(state, ship, mount)
            dice[kind] = dice.get(kind, 0) + 1
    return {key: as_dice(dice) for key, dice in given.items()}
