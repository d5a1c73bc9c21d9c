"""Fire declared ship by ship before any die is rolled: `fire lance_1>helix railgun_p>sliver`, or `hold` (power/8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Self

from game.core.display import Cause, Odds, Pose, Shot
from game.core.events import Event
from game.core.orders import Grammar, Id, Illegal, Prompt, ShotList
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import holding_words, mark_acted, next_piece
from game.systems.power_hex.combat.odds.fire_odds import odds_of, shots_of
from game.systems.power_hex.combat.odds.loss_odds import hit_card
from game.systems.power_hex.combat.queue import PendingShot
from game.systems.power_hex.combat.sides import row_for, side_chances
from game.systems.power_hex.combat.to_hit import bears, hexes_between, terms
from game.systems.power_hex.parts import ShotSteps
from game.systems.power_hex.power.reactor import ready, spend
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.naming import gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import BALLISTIC
from game.systems.power_hex.tracing.guards_told import guard_choices
from game.systems.power_hex.tracing.shot_steps import TracedShot, guard_rows, trace_shot

RULE = "power/8"
NOWHERE: Mapping[Id, Pose] = {}
SHIPS, CRAFT, ALL = "ships", "craft", "all"  # legal targets in the present sub-phase
PREY = PhaseData[str]("power_prey", ALL)
DECLARED = PhaseData[tuple[PendingShot, ...]]("power_declared", ())
SPENT = PhaseData[frozenset[Id]]("power_spent", frozenset())  # flights that have fired at fighters this round


@frozen
class GunAim:
    """One gun and its target."""

    mount: str
    target: Id

    @property
    def system(self) -> str:
        """Empty, because no gun picks a system of its target."""
        return ""

    def __str__(self) -> str:
        return f"{self.mount}>{self.target}"


@frozen
class DeclareFire(ShotList[GunAim]):
    """The target of each gun of a ship or flight. Given by a side, it means that none of its others fires in this
    phase."""

    rule: ClassVar[str] = RULE
    shared: ClassVar[bool] = True
    grammar: ClassVar[Grammar[GunAim]] = Grammar(
        "fire",
        "hold",
        r"([\w.-]+)>([\w.-]+)",
        GunAim,
        RULE,
        "“{text}” is neither hold nor fire with guns and targets, such as fire lance_1>helix",
        commas=True,
    )

    @property
    def verb_words(self) -> str:
        """The label of the button that gives the order. The dice are rolled when all have declared."""
        return f"Declare {len(self.shots)} gun{'s' * (len(self.shots) != 1)}"

    def aim(self, mount: str, target: Id, part: str = "", /) -> Self:
        return replace(self, shots=self.with_shot(GunAim(mount, target)))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Return `hold`, each gun left out, and each gun at each enemy."""
        ship = state.ships[self.by]
        values = self.silences()
        for mount in ship.design.weapons:
            values += [self.aim(mount.key, other.id).shots for other in state.enemies(ship.side)]
        return {"shots": tuple(dict.fromkeys(values))}

    def odds(self, state: PowerState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return exact chances of each target's losses."""
        there = state.posed(poses)
        return odds_of(there, there.ships[self.by], tuple((one.mount, one.target) for one in self.shots))

    def shot_trace(self, state: PowerState, poses: Mapping[Id, Pose]) -> ShotSteps | None:
        """Return its only shot at a ship, before any die is rolled, and unmet. None for several shots, including those
        of a flight, and for one at a flight."""
        if len(self.shots) != 1:
            return None
        there = state.posed(poses)
        ship = there.ships[self.by]
        mounts = {one.key: one for one in ship.design.weapons}
        first = next((one for one in self.shots if one.mount in mounts and one.target in there.ships), None)
        if first is None or there.ships[first.target].flight or shots_of(ship, mounts[first.mount].gun) > 1:
            return None
        target, gun = there.ships[first.target], mounts[first.mount].gun
        away = hexes_between(ship.hex, target.hex)
        if (by := terms(ship, target, gun, away, there.house)) is None:
            return None
        row = row_for(target, ship.at, there.house["same_hex_row"] == "target")
        card = hit_card(gun, by, away, row, bool(there.house["naturals"]))
        shot = TracedShot(gun, target, card, 0, by.needed, (), tuple(side_chances(row).items()), there.house)
        able, barred = guard_choices(there, target, ship.at, gun)
        return trace_shot(
            shot, f"{gun_name(ship, first.mount)} at {target.name}", 1, guard_rows(shot, able, (), barred), card.sides
        )

    def check(self, state: PowerState) -> None:
        if self.of_side(state):
            return
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", RULE)
        mounts = {mount.key: mount for mount in ship.design.weapons}
        for index, shot in enumerate(self.shots):
            if any(shot.mount == earlier.mount for earlier in self.shots[:index]):
                raise Illegal(f"{shot.mount} is named twice; a gun fires once, at one target", RULE)
            if shot.mount not in mounts:
                raise Illegal(f"{ship.name} has no gun “{shot.mount}”", RULE)
            target = state.ships.get(shot.target)
            if target is None or not target.in_play:
                raise Illegal(f"there is no ship “{shot.target}”", RULE)
            if (stop := refusal(state, ship, mounts[shot.mount], target)) is not None:
                raise Illegal(f"{gun_name(ship, shot.mount)}: {stop.why}", stop.rule)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Record the declaration. The dice are rolled when all have declared."""
        if self.by in state.sides:
            umpire.tell(Event("note", RULE, holding_words(state, self.by), who=self.by))
            for key in may_fire(state, self.by, flights=PREY.of(state) != ALL):
                mark_acted(state, key)
            return
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        if not self.shots:
            umpire.tell(Event("fire", RULE, f"{{{ship.id}}} holds fire", who=ship.id))
            return
        for shot in self.shots:
            DECLARED.set(state, (*DECLARED.of(state), *pending(ship, shot)))
            if not ship.flight:
                spend(ship, shot.mount)
        if ship.flight and PREY.of(state) == CRAFT:
            SPENT.set(state, SPENT.of(state) | {ship.id})
        at = {
            one.target: [gun_name(ship, each.mount) for each in self.shots if each.target == one.target]
            for one in self.shots
        }
        said = "; ".join(f"{'guns' if ship.flight else ', '.join(guns)} at {{{key}}}" for key, guns in at.items())
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{ship.id}}} declares {said}",
                ship.id,
                self.shots[0].target,
                mounts=tuple(one.mount for one in self.shots),
            )
        )


def pending(ship: PowerShip, shot: GunAim) -> tuple[PendingShot, ...]:
    """Return the shots of a gun: one, or one for every fighter of a flight."""
    mount = {one.key: one for one in ship.design.weapons}[shot.mount]
    count = mount.gun.guns * (ship.craft_left if ship.flight else 1)
    return tuple(
        PendingShot(ship.id, shot.mount, mount.weapon, shot.target, ship.at, n if count > 1 else 0)
        for n in range(1, count + 1)
    )


# -- guns that bear ----------------------------------------------------------------------------------------------------


@frozen
class GunSilent:
    """The refusal of a gun's fire at a target: a sentence, its rule, and the cause for the board."""

    why: str
    rule: str
    cause: Cause


def refusal(state: PowerState, ship: PowerShip, mount: ShipMount, target: PowerShip) -> GunSilent | None:
    """Return why a gun may not fire at a target, or None."""
    gun = mount.gun
    prey = PREY.of(state)
    if target.side == ship.side:
        return GunSilent(f"{target.name} is a friend", RULE, "side")
    if gun.kind == BALLISTIC:
        return GunSilent("ballistic weapons are launched before movement", "power/5", "side")
    if (prey == SHIPS and target.flight) or (prey == CRAFT and not target.flight):
        return GunSilent(f"fighters fire at {'ships' if prey == SHIPS else 'fighters'} now", "power/12", "side")
    if why := _silent(ship, mount):
        return why
    if not bears(ship, mount.arc, target.at):
        return GunSilent(f"{target.name} is out of its arc", "power/1", "arc")
    away = hexes_between(ship.hex, target.hex)
    if terms(ship, target, gun, away, state.house) is None:
        return GunSilent(f"{target.name} is {away} hexes away; it reaches {gun.reach}", "power/7", "range")
    return None


def _silent(ship: PowerShip, mount: ShipMount) -> GunSilent | None:
    """Return why a gun may not fire at all now, or None."""
    if mount.key in ship.fired or mount.key in ship.kept:
        return GunSilent("it has met a shot" if mount.key in ship.kept else "it has fired already", RULE, "fired")
    why = ready(ship, mount)
    return GunSilent(why, "power/3", "lost") if why else None


def shots(state: PowerState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Return each gun of a ship against a target: its number to hit, or why it cannot fire."""
    there = state.posed(poses)
    ship, other = there.ships[firer], there.ships[target]
    return tuple(_shot(there, ship, other, mount) for mount in ship.design.weapons)


def _shot(state: PowerState, ship: PowerShip, other: PowerShip, mount: ShipMount) -> Shot:
    stop, away = refusal(state, ship, mount, other), hexes_between(ship.hex, other.hex)
    found = terms(ship, other, mount.gun, away, state.house)
    words = f"hits on {found.needed} or less" if found else ""
    return Shot(
        mount.key,
        gun_name(ship, mount.key),
        other.id,
        float(away),
        (),
        words,
        stop.why if stop else "",
        stop.rule if stop else RULE,
        stop.cause if stop else "",
        line=(ship.at, other.at),
        afterwards="then it meets no shot" if mount.gun.intercept else "",
    )


def volley(state: PowerState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> DeclareFire | None:
    """Return every gun that bears on a target; None if none does."""
    there = state.posed(poses)
    if target not in there.ships:
        return None
    ship, other = there.ships[firer], there.ships[target]
    able = [mount.key for mount in ship.design.weapons if refusal(there, ship, mount, other) is None]
    return DeclareFire(firer, tuple(GunAim(key, target) for key in able)) if able else None


def may_fire(state: PowerState, side: Id, flights: bool) -> tuple[Id, ...]:
    """Return the ships, or the flights, of a side with a gun that bears on an enemy."""
    return tuple(
        ship.id for ship in state.fleet(side) if ship.id not in state.acted and _may_fire(state, ship, flights)
    )


def _may_fire(state: PowerState, ship: PowerShip, flights: bool) -> bool:
    """Return whether a ship, or a flight, has a gun that bears on an enemy."""
    if ship.flight != flights or (flights and ship.id in SPENT.of(state)):
        return False
    guns = [mount for mount in ship.design.weapons if _silent(ship, mount) is None]  # whatever the target
    if not guns:
        return False
    here, far = ship.hex, max(mount.gun.reach for mount in guns)
    near = (other for other in state.enemies(ship.side) if hexes_between(here, other.hex) <= far)
    return any(refusal(state, ship, mount, other) is None for other in near for mount in guns)


def who_declares(state: PowerState) -> tuple[Prompt, ...]:
    """Return the ships in the order of initiative, the lowest first (power/2.1)."""
    return next_piece(state, lambda ship: _may_fire(state, ship, flights=False))


def which_flights(state: PowerState) -> tuple[Prompt, ...]:
    """Return the flights in the order of initiative, the lowest first."""
    return next_piece(state, lambda ship: _may_fire(state, ship, flights=True))
