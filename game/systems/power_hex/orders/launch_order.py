"""Ballistic weapons launched before movement: `launch tube_1>bastion`, or `none` (power/5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Self

from game.board.boards import board_of
from game.board.protocol import too_far
from game.core.display import Fan, Odds, Overlay, Pose, Risk
from game.core.events import Event
from game.core.orders import Field, Grammar, Id, Illegal, PairList, Prompt
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, next_piece
from game.systems.power_hex.combat.odds.fire_odds import odds_of
from game.systems.power_hex.combat.queue import PendingShot
from game.systems.power_hex.combat.to_hit import ToHit, bears, hexes_between, terms
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.power.reactor import ready, spend
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.naming import arc_names, gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import BALLISTIC

HELD = "straight on"


def gone_on(state: PowerState, targets: Iterable[Id]) -> PowerState:
    """Return the state with each target where it will be hit if it goes straight on. The launching ship keeps its
    place."""
    moves = 1 if state.house["ballistic_same_round"] else 2  # by house rule it hits this round or the next
    for _ in range(moves):
        state = state.posed({key: PowerMove(key).pose(state) for key in targets})
    return state


def launch_odds(state: PowerState, by: Id, shots: tuple[tuple[str, Id], ...]) -> tuple[Odds, ...]:
    """Return each target's losses if it goes straight on, one entry for each target then in range."""
    there = gone_on(state, dict.fromkeys(target for _, target in shots))
    ship = there.ships[by]
    return odds_of(there, ship, tuple((key, target) for key, target in shots if _terms(there, ship, key, target)))


def _terms(there: PowerState, ship: PowerShip, key: str, target: Id) -> ToHit | None:
    other, gun = there.ships[target], ship.design.mount(key).gun
    return terms(ship, other, gun, hexes_between(ship.hex, other.hex), there.house)


def launch_chances(state: PowerState, by: Id, shots: tuple[tuple[str, Id], ...]) -> tuple[Risk, ...]:
    """Return, for each tube, the range to its target if that goes straight on, and the chance to hit it there."""
    there = gone_on(state, dict.fromkeys(target for _, target in shots))
    ship, found, board = there.ships[by], list[Risk](), board_of(state.table)
    for key, target in shots:
        tube, other = ship.design.mount(key), there.ships[target]
        away, named = hexes_between(ship.hex, other.hex), f"{gun_name(ship, key)}, {other.name} {HELD}"
        by_terms = _terms(there, ship, key, target)
        chance = by_terms.chance(bool(there.house["naturals"])) if by_terms else 0.0
        words = f"{away} hexes, hits" if by_terms else too_far(board, away, tube.gun.reach)
        found.append(Risk(named, words, chance, "good" if by_terms else "cannot", RULE))
    return tuple(found)


def tube_fans(ship: PowerShip, tubes: Iterable[ShipMount]) -> tuple[Fan, ...]:
    """Return the areas that tubes reach, one fan for all with the same arc and range."""
    known = {(one.arc, one.gun.reach): one.gun.name for one in tubes}
    return tuple(
        Fan(ship.at, ship.facing, arc_names(arc, ship.rolled), float(reach), ((float(reach), name),))
        for (arc, reach), name in known.items()
    )


RULE = "power/5"


@frozen
class FlyingShot:
    """A ballistic weapon in flight, and the round of its launch."""

    shot: PendingShot
    turn: int


FLYING = PhaseData[tuple[FlyingShot, ...]]("power_flying", ())


@frozen
class LaunchBallistics(PairList[tuple[str, Id]]):
    """The target of each tube of a ship."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Launch from"
    idle_verb: ClassVar[str] = "launches nothing"
    weighs: ClassVar[str] = "boxes"
    kept: ClassVar[str] = "nobody"
    grammar: ClassVar[Grammar[tuple[str, Id]]] = Grammar(
        "launch",
        "none",
        r"([\w.-]+)>([\w.-]+)",
        lambda tube, target: (tube, target),
        RULE,
        "“{text}” is neither none nor a launch such as launch tube_1>bastion",
        sign=">",
    )
    shots: tuple[tuple[str, Id], ...] = ()

    def with_value(self, name: str, value: object) -> Self:
        """Return the order with another target for a tube. Tubes are sorted by key."""
        return replace(self, shots=tuple(sorted(PairList.with_value(self, name, value).listed)))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        ship = state.ships[self.by]
        foes = [other.id for other in state.enemies(ship.side)]
        return {mount.key: ("", *foes) for mount in tubes(ship)}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """Return a field for each tube, ready or not."""
        ship = state.ships[self.by]
        return tuple(Field(mount.key, gun_name(ship, mount.key), "row", RULE) for mount in tubes(ship))

    def prompt_text(self, state: PowerState) -> str:
        """Return words for when a ballistic weapon hits."""
        return "Ballistics: they strike once ships have moved"

    def odds(self, state: PowerState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return exact chances of each target's losses if it goes straight on."""
        return launch_odds(state, self.by, self._known_shots(state))

    def risks(self, state: PowerState) -> tuple[Risk, ...]:
        """Return each tube's chance to hit a target that goes straight on."""
        return launch_chances(state, self.by, self._known_shots(state))

    def overlays(self, state: PowerState) -> tuple[Overlay, ...]:
        """Return the areas that its loaded tubes reach."""
        ship = state.ships[self.by]
        return tube_fans(ship, loaded_tubes(ship))

    def _known_shots(self, state: PowerState) -> tuple[tuple[str, Id], ...]:
        """Return the shots with existing tubes and targets."""
        ship = state.ships.get(self.by)
        keys = {mount.key for mount in tubes(ship)} if ship else set[str]()
        return tuple((key, target) for key, target in self.shots if key in keys and target in state.ships)

    def check(self, state: PowerState) -> None:
        """Refuse tubes that are not ready or are named twice, and targets outside their arcs."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("ships launch", RULE)
        known = {mount.key: mount for mount in tubes(ship)}
        for index, (key, target) in enumerate(self.shots):
            if any(key == earlier for earlier, _ in self.shots[:index]):
                raise Illegal(f"{key} is named twice; a tube launches once, at one target", RULE)
            if key not in known:
                raise Illegal(f"{ship.name} has no tube “{key}”", RULE)
            if why := tube_fault(ship, known[key]) or launch_fault(state, ship, known[key], target):
                raise Illegal(f"{gun_name(ship, key)}: {why}", RULE)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Launch the weapons from the ship's present place."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        for key, target in self.shots:
            spend(ship, key)
            tube = ship.design.mount(key)
            shot = PendingShot(ship.id, key, tube.weapon, target, ship.at)
            FLYING.set(state, (*FLYING.of(state), FlyingShot(shot, state.turn)))
            left, named = ship.ammunition.get(key, 0), gun_name(ship, key)
            umpire.tell(
                Event(
                    "fire",
                    RULE,
                    f"{{{ship.id}}} launches a {tube.gun.name} at {{{target}}}",
                    ship.id,
                    target,
                    reason=named,
                    result=f"{left} left",
                    mounts=(key,),
                    at=ship.at,
                )
            )


def tubes(ship: PowerShip) -> tuple[ShipMount, ...]:
    """Return a ship's launch tubes, ready or not."""
    return tuple(one for one in ship.design.weapons if one.gun.kind == BALLISTIC)


def tube_fault(ship: PowerShip, tube: ShipMount) -> str:
    """Return why a tube cannot launch, in words; empty if it could (power/3, 10)."""
    return ready(ship, tube) if ship.commanded else "without C&C nothing is launched"


def loaded_tubes(ship: PowerShip) -> tuple[ShipMount, ...]:
    """Return the tubes that could launch."""
    return tuple(one for one in tubes(ship) if not tube_fault(ship, one))


def launch_fault(state: PowerState, ship: PowerShip, tube: ShipMount, target: Id) -> str:
    """Return why a tube cannot launch at a target, in words; empty if it can."""
    other = state.ships.get(target)
    if other is None or not other.in_play:
        return f"there is no ship “{target}”"
    if other.side == ship.side:
        return f"{other.name} is a friend"
    if other.flight:
        return "ballistic weapons find no fighters"
    return "" if bears(ship, tube.arc, other.at) else f"{other.name} is out of its arc"


def who_launches(state: PowerState) -> tuple[Prompt, ...]:
    """Return the ships, in the order of initiative, that have a tube and a target in its arc."""

    def able(ship: PowerShip) -> bool:
        return any(
            not launch_fault(state, ship, tube, other.id)
            for tube in loaded_tubes(ship)
            for other in state.enemies(ship.side)
        )

    return next_piece(state, able)


def arriving(state: PowerState) -> tuple[PendingShot, ...]:
    """Return the launches that hit this round, and remove them from those in flight (power/5)."""
    same = bool(state.house["ballistic_same_round"])
    come = tuple(one for one in FLYING.of(state) if same or one.turn < state.turn)
    FLYING.set(state, tuple(one for one in FLYING.of(state) if one not in come))
    return tuple(one.shot for one in come)
