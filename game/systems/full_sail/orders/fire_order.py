"""All fire of one ship in its activation: `fire port>lutin:rigging bow>aiglette`, or `hold` (sail/4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import ClassVar, Self

from game.board.geometry import arcs_from
from game.board.near import NearPieces
from game.core.display import Destination, Odds, Pose, Prospects, Shot
from game.core.events import Event
from game.core.orders import Grammar, Id, Illegal, Prompt, ShotList
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import holding_words, mark_acted, next_side
from game.systems.full_sail.gunnery import fouling
from game.systems.full_sail.gunnery.broadside import (
    NAMED,
    RIGGING,
    RULE,
    Broadside,
    enemy_partners,
    fire,
    gun_range,
    one_broadside,
    refusal,
    silent,
)
from game.systems.full_sail.gunnery.fire_odds import odds_of
from game.systems.full_sail.gunnery.guns import BANDS, dice_words, rakes, side_dice
from game.systems.full_sail.gunnery.sight import ASIDE
from game.systems.full_sail.orders.prospects import prospects
from game.systems.full_sail.sea.board import IN_SIGHT
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

NOWHERE: Mapping[Id, Pose] = {}
ARCS_OF = {side: frozenset(arcs) for side, arcs in SIDES.items()}


@frozen
class FireBroadsides(ShotList[Broadside]):
    """The target of each broadside of a ship. Given by a side of the battle, it means that none of its other ships
    fires this turn."""

    rule: ClassVar[str] = RULE
    shared: ClassVar[bool] = True
    aims: ClassVar[tuple[tuple[str, str], ...]] = (("", "Hull"), (RIGGING, "Rigging"))
    grammar: ClassVar[Grammar[Broadside]] = Grammar(
        "fire",
        "hold",
        r"(\w+)>([\w.-]+)(?::(\w+))?",
        lambda side, target, aim: Broadside(side.lower(), target, (aim or "").lower()),
        RULE,
        "“{text}” is neither hold nor fire with sides and targets, such as fire port>lutin",
        "cannot read “{word}” in “{text}”: write each side as port>lutin",
        commas=True,
    )

    def aim(self, mount: str, target: Id, part: str = "", /) -> Self:
        return replace(self, shots=self.with_shot(Broadside(mount, target, part)))

    @property
    def verb_words(self) -> str:
        """The sides that fire."""
        return f"Fire {' and '.join(shot.mount for shot in self.shots)} guns"

    def again(self, mount: str) -> FireBroadsides:
        """Return the order after another click on a side: from the hull to the rigging, and then silent."""
        shot = next(one for one in self.shots if one.mount == mount)
        return self.without(mount) if shot.aim else self.aim(mount, shot.target, RIGGING)

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        """Return `hold`, each side left out, and each side at the hull or the rigging of each enemy."""
        ship = state.ships[self.by]
        values = self.silences()
        for side in SIDES:
            if ship.guns(side):
                values += [
                    self.aim(side, other.id, aim).shots for other in state.enemies(ship.side) for aim in ("", RIGGING)
                ]
        return {"shots": tuple(dict.fromkeys(values))}

    def odds(self, state: SailState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return exact chances of each target's losses; empty where ranges are not measured first."""
        return odds_of(state.posed(poses), self.by, self.shots) if state.house["premeasure"] else ()

    def prospects(
        self, state: SailState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return the area from which the target is raked, and the target's destinations in it."""
        return prospects(state, self.by, target, poses, ends)

    def check(self, state: SailState) -> None:
        """Refuse what the rules forbid about the ship, a side or a target. Also refuse more than one broadside of a
        ship that grapples."""
        if self.of_side(state):
            return
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", RULE)
        if self.shots and (why := silent(ship)):
            raise Illegal(why.why, why.rule)
        for index, shot in enumerate(self.shots):
            if any(shot.mount == earlier.mount for earlier in self.shots[:index]):
                raise Illegal(f"the {shot.mount} guns are named twice; a side fires once, at one target", RULE)
            if shot.aim not in ("", RIGGING):
                raise Illegal(f"guns are aimed at the hull or the rigging, not at “{shot.aim}”", "sail/4.1")
            target = state.ships.get(shot.target)
            if target is None:
                raise Illegal(f"there is no ship “{shot.target}”", RULE)
            if refused := refusal(state, ship, shot.mount, target):
                raise Illegal(refused.why, refused.rule)
        if len(self.shots) > 1 and (alone := one_broadside(state, ship)):
            raise alone

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """Fire side after side, then apply the damage by fouling (sail/3.6)."""
        if self.by in state.sides:
            self._hold_the_rest(state, umpire)
            return
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        if not self.shots:
            umpire.tell(Event("fire", RULE, f"{{{ship.id}}} holds fire", who=ship.id))
        elif enemy_partners(state, ship):
            NAMED.set(state, ship.id, self.shots[0].target)
        for shot in self.shots:
            if ship.in_play:
                fire(state, umpire, ship, shot)
        fouling.pay(state, umpire, ship)

    def _hold_the_rest(self, state: SailState, umpire: Umpire) -> None:
        """Let all waiting ships of a side hold fire, and log it in one line."""
        held = may_fire(state, self.by)
        umpire.tell(Event("note", RULE, holding_words(state, self.by), who=self.by))
        for key in held:
            mark_acted(state, key)
            fouling.pay(state, umpire, state.ships[key])


# -- guns that bear ----------------------------------------------------------------------------------------------------


def shots(state: SailState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Return each side of a ship against a target: its dice, or why it cannot fire. Where ranges are not measured
    first, dice and distance are left out."""
    there = state.posed(poses)
    ship, other = there.ships[firer], there.ships[target]
    return tuple(_shot(there, ship, other, side) for side in SIDES if ship.design.on(side))


def _shot(state: SailState, ship: SailingShip, other: SailingShip, side: str) -> Shot:
    known = bool(state.house["premeasure"])
    stop = silent(ship) or refusal(state, ship, side, other)
    away = gun_range(state, ship, other)
    dice = side_dice(ship, side, away)
    words = dice_words(dice) if known else ""
    held, raked = other.id in partners(state, ship.id), rakes(ship, other, state.house)
    return Shot(
        side,
        f"{side} guns".capitalize(),
        other.id,
        away if known else 0.0,
        arcs_from(ship.at, ship.facing, other.at),
        words,
        stop.why if stop else "",
        stop.rule if stop else RULE,
        stop.cause if stop else "",
        line=(ship.at, other.at),
        note=", ".join(["grappled: counts as 0 MU"] * held + ["raking"] * raked),
        where=f"{side} guns",
    )


def volley(state: SailState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> FireBroadsides | None:
    """Return every side that bears on a target, or only the strongest of a ship that grapples; None if none does."""
    there = state.posed(poses)
    if target not in there.ships:
        return None
    ship, other = there.ships[firer], there.ships[target]
    able = [side for side in SIDES if refusal(there, ship, side, other) is None] if silent(ship) is None else []
    if len(able) > 1 and one_broadside(there, ship):
        able = [max(able, key=lambda side: side_dice(ship, side, gun_range(there, ship, other)))]
    return FireBroadsides(firer, tuple(Broadside(side, target) for side in able)) if able else None


def may_fire(state: SailState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that have not fired this turn and have a possible target. It is an enemy in range, or
    in sight where ranges are not measured."""
    far = BANDS[-1] if state.house["premeasure"] else IN_SIGHT
    asked = [ship for ship in state.fleet(side) if ship.id not in state.acted and not silent(ship)]
    if not asked:
        return ()
    enemies = NearPieces(state.enemies(side), far)
    every = NearPieces(filter(attrgetter("in_play"), state.ships.values()), far + ASIDE)
    return tuple(ship.id for ship in asked if _has_target(state, ship, enemies, every))


def _has_target(
    state: SailState, ship: SailingShip, enemies: NearPieces[SailingShip], every: NearPieces[SailingShip]
) -> bool:
    """Return whether any side bears on an enemy in range. The nearest are tried first, as the fewest ships are in their
    way."""
    near = enemies.of(ship.at)
    armed = [(side, arcs) for side, arcs in ARCS_OF.items() if ship.guns(side)] if near else []
    if not armed:
        return False
    tied, others = bool(enemy_partners(state, ship)), every.about(ship.at)
    for other in near:
        seen = () if tied else arcs_from(ship.at, ship.facing, other.at)
        for side, arcs in armed:
            if (tied or not arcs.isdisjoint(seen)) and refusal(state, ship, side, other, others) is None:
                return True
    return False


def next_to_fire(state: SailState) -> tuple[Prompt, ...]:
    """Return who fires next: sides take turns, ship by ship, the winner of the initiative first."""
    return next_side(state, may_fire)
