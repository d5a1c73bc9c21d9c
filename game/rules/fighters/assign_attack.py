"""Phase 6: secondary moves, and the target of each group this turn (full-thrust-base/7.3, 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, cast

from game.board.boards import board_of
from game.board.geometry import Point, bearing, in_thousandths, nearest_course, within
from game.board.protocol import too_far
from game.core.display import Destination, Meter, Odds, Overlay, Pose, Prospects, Risk
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.combat import fire
from game.rules.combat.targeting import NOWHERE
from game.rules.counters.counter import flying, move, near, update_counter
from game.rules.counters.groups import (
    RULE,
    STAND_OFF,
    endurance,
    engage,
    group,
    next_endurance_used,
    opponents,
    screens_of,
    touching,
    type_of,
)
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.fighters.destinations import end_toward, end_with, ends_in_reach, piece_near, places_in_reach
from game.rules.fighters.dogfights import dogfight_risks
from game.rules.fighters.group_odds import group_odds, reach_told, why_not_attack
from game.rules.fighters.group_overlays import attack_ring, secondary_ring
from game.rules.fighters.in_danger import cross_wakes
from game.rules.fighters.intercept import RULE as MISSILES
from game.rules.fighters.intercept import cannot_shoot, intercept_risks
from game.rules.fighters.move_fighters import MOVES, SCREENING, out_of_reach
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState, by_level
from game.rules.turn_order import mark_acted

RESUMED = "point-defence-and-fighters/1"
ATTACKS = f"{RULE}.4"
_TEXT = re.compile(r"\s*(?:FLY\s+(-?\d+(?:\.\d*)?)\s*,\s*(-?\d+(?:\.\d*)?)\s*)?(?:\bATTACK\s+(\S+)\s*)?\Z", re.I)


@frozen
class AssignAttack(Order):
    """The target of a group: `attack vesper`, `attack vesper.HGRa`, `fly 31,12 attack vesper` or `attack none`. `to` is
    the place of a secondary move, which costs one point of endurance, as the attack does."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Send"
    target: Id = ""
    to: tuple[float, float] | None = None

    def __str__(self) -> str:
        moved = (
            ""
            if self.to is None
            else "fly " + ",".join(f"{axis:.3f}".rstrip("0").rstrip(".") for axis in self.to) + " "
        )
        return f"{moved}attack {self.target or 'none'}"

    @classmethod
    def parse(cls, by: Id, text: str) -> AssignAttack:
        """Parse `attack` and a target, with `fly` and a place before it for a secondary move."""
        found = _TEXT.match(text) if text.strip() else None
        if found is None:
            raise Unreadable(
                f"“{text}” is neither attack and a target, attack none, nor fly 31,12 attack vesper", ATTACKS
            )
        target = found[3] or ""
        to = in_thousandths((float(found[1]), float(found[2]))) if found[1] else None
        return cls(by, "" if target.lower() == "none" else target, to)

    def idle_words(self, state: ThrustState) -> str:
        """Return the words for a group without any other order: it attacks nobody."""
        return "attacks nobody"

    def forgoes(self, state: ThrustState) -> bool:
        """Return whether there is an enemy that the group could attack."""
        side = state.counters[self.by].side
        others = [
            other.id for kind in (Flight, StrikingOrdnance) for other in flying(state, kind) if other.side != side
        ]
        return any(self.against(state, key) for key in (*(ship.id for ship in state.enemies(side)), *others))

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return enemies that it could attack from its place, and places of a secondary move."""
        one = state.counters[self.by]
        if not isinstance(one, Flight):
            return {"target": ("",), "to": (None,)}
        at = self.pose(state).at
        ships = [ship.id for ship in state.enemies(one.side) if near(state, at, ship.at, REACH)]
        others = (other for other in flying(state, Flight) if other.side != one.side)
        missiles = (other for other in flying(state, StrikingOrdnance) if other.side != one.side)
        groups = [other.id for other in (*others, *missiles) if near(state, at, other.at, REACH)]
        return {"target": (*ships, *groups, ""), "to": self._places(state)}

    def _places(self, state: ThrustState) -> Iterator[tuple[float, float] | None]:
        """Yield None, and every place of a secondary move. They are computed only on demand, and the form never
        asks."""
        yield None
        one = state.counters.get(self.by)
        if isinstance(one, Flight):
            yield from dict.fromkeys(at for at in places_in_reach(state, one, _far(state, one)) if at != one.at)

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return the field of the target. The secondary move is made by dragging."""
        return (Field("target", "Attack", "pick", ATTACKS),)

    def label_for(self, name: str, value: object) -> str:
        return str(value or "nobody") if name == "target" else str(value)

    def pose(self, state: ThrustState) -> Pose:
        """Return the pose after its secondary move."""
        one = state.counters[self.by]
        at = one.at if self.to is None else board_of(state.table).place(self.to)
        facing = one.facing if at == one.at else nearest_course(bearing(one.at, at))
        return Pose(at, facing, facing, 0, path=(one.at, at))

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return places of a secondary move; for a group that cannot make one, only its own place."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return ()
        return ends_in_reach(
            state, one, _far(state, one), lambda at: AssignAttack(self.by, self.target, None if at == one.at else at)
        )

    def toward(self, state: ThrustState, place: Point) -> Destination | None:
        """Return a place of a secondary move or, near an enemy, the attack on it, with a move if it needs one. On a
        board of cells only the enemy is returned, as all other places are `destinations`."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return None
        enemies = (*flying(state, Flight), *flying(state, StrikingOrdnance))
        piece = piece_near(
            state, place, (*state.enemies(one.side), *(other for other in enemies if other.side != one.side))
        )
        if piece and (attack := self.against(state, piece.id)):
            return end_with(state, attack)
        if board_of(state.table).cells:
            return None
        most = _secondary(state, one) if endurance(one) and not opponents(state, one) else 0.0
        found = end_toward(
            state, one, most, place, lambda at: AssignAttack(self.by, self.target, None if at == one.at else at)
        )
        return (
            found
            if AssignAttack.legal(cast(AssignAttack, found.order), state)
            else end_with(state, AssignAttack(self.by))
        )

    def against(self, state: ThrustState, target: Id) -> AssignAttack | None:
        """Return the attack on a ship or group, with a secondary move if needed; None if the group cannot make it."""
        one, piece = state.counters.get(self.by), state.piece(target)
        if not isinstance(one, Flight) or not isinstance(piece, Ship | Flight | StrikingOrdnance):
            return None
        orders = (AssignAttack(self.by, target, to) for to in (self.to, None, _approach(state, one, piece)))
        return next((order for order in orders if order.legal(state)), None)

    def overlays(self, state: ThrustState) -> tuple[Overlay, ...]:
        """Return the range of its secondary move, and of its attack from its destination."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight) or not endurance(one) or opponents(state, one):
            return ()
        return (*secondary_ring(state, one, one.at), *attack_ring(state, one, self.pose(state).at))

    def meter(self, state: ThrustState) -> Meter:
        """Return the endurance that the move and the attack cost."""
        one = state.counters[self.by]
        if not isinstance(one, Flight):
            return Meter(0, ())
        parts = (*((1, "move", "hatch"),) * (self.to is not None), *((1, "attack", "solid"),) * bool(self.target))
        return Meter(endurance(one), parts, f"{one.count} craft", ATTACKS, "endurance")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the group's effect on the ship it names, after the best defence of that ship."""
        if self.by not in state.counters or not self.target:
            return ()
        found = group_odds(state, self.by, self.target, {self.by: self.pose(state), **poses})
        return (found,) if found else ()

    def judged_in(self, state: ThrustState, poses: Mapping[Id, Pose]) -> ThrustState:
        """Return the state to judge the attack in: the present one for a secondary move, else the planned one. Groups
        that screen the target count as met."""
        there = state.posed(poses) if self.to is None else state
        ship = there.ships.get(self.target)
        met = {one.id: replace(one, screening="") for one in (screens_of(there, ship) if ship else ())}
        return replace(there, counters={**there.counters, **met}) if met else there

    def strikes_from(self, state: ThrustState) -> Point | None:
        """Return the place of the group, if it attacks a ship or could still choose one."""
        one = state.counters.get(self.by)
        able = isinstance(one, Flight) and not why_not_attack(state, one) and not opponents(state, one)
        return self.pose(state).at if able and self.target not in state.counters else None

    def prospects(
        self, state: ThrustState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return whether the group reaches a ship from its destination."""
        return reach_told(state, self.by, target, {self.by: self.pose(state), **poses}, self.to is not None)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the mean and the chances of the losses of the salvo, missile or bolt at which it shoots. Against a
        group, the losses of both."""
        one, marker = state.counters.get(self.by), state.counters.get(self.target)
        if isinstance(one, Flight) and isinstance(marker, Flight) and one.in_play and marker.in_play:
            return dogfight_risks(state, one, marker)
        if not isinstance(one, Flight) or not isinstance(marker, StrikingOrdnance) or cannot_shoot(state, one, marker):
            return ()
        return intercept_risks(state, one, marker)

    def suggestion(self, state: ThrustState) -> AssignAttack | None:
        """Return the attack on the nearest enemy ship in reach, with a move if needed. A group that screens the ship is
        attacked first."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight) or opponents(state, one):
            return None
        board = board_of(state.table)
        for ship in sorted(state.enemies(one.side), key=lambda ship: board.distance(one.at, ship.at)):
            for target in (ship.id, *(screen.id for screen in screens_of(state, ship))):
                if order := AssignAttack(self.by).against(state, target):
                    return order
        return None

    def check(self, state: ThrustState) -> None:
        """Refuse other actions in a dogfight, moves and attacks without endurance, and attacks past screens that have
        not been met."""
        one = group(state, self.by, ATTACKS)
        if self.to is None and not self.target:
            return
        if fought := opponents(state, one):
            raise Illegal(f"{one.name} is in a dogfight with {fought[0].name} and does nothing else", f"{RULE}.5")
        if endurance(one) < (self.to is not None) + bool(self.target):
            raise Illegal(
                f"{one.name} has endurance {endurance(one)} left: a move takes one, and an attack takes one", MOVES
            )
        at = self.pose(state).at
        if why := out_of_reach(state, one, at, _secondary(state, one), one.name):
            raise Illegal(why, MOVES)
        if self.target:
            _check_target(state, one, self.target, at)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Make its move, and start its attack."""
        one = group(state, self.by, ATTACKS)
        mark_acted(state, one.id)
        if self.to is not None:
            pose = self.pose(state)
            one = update_counter(state, one, endurance_used=next_endurance_used(one), screening="")
            path = (one.at, pose.at)
            one = move(state, umpire, one, path, pose.facing, MOVES, "secondary move")
            one = cross_wakes(state, umpire, one, path)
            engage(state, one, touching(state, one) if one.in_play else ())
        if not self.target or opponents(state, one) or not one.in_play:
            return
        if self.target in state.ships:
            _go_for(state, umpire, update_counter(state, one, screening=""), state.ships[self.target], ATTACKS)
        elif isinstance(marker := state.counters[self.target], StrikingOrdnance):
            _go_for(state, umpire, one, marker, MISSILES)
        else:
            other = group(state, self.target, ATTACKS)
            one = update_counter(state, one, screening="")
            one = move(state, umpire, one, (one.at, other.at), one.facing, f"{RULE}.5", f"to fight {other.name}")
            engage(state, one, (other,))


def _far(state: ThrustState, one: Flight) -> float:
    """Return how far a group may go in a secondary move now, in units of the board."""
    return _secondary(state, one) if endurance(one) and not opponents(state, one) else 0.0


def _secondary(state: ThrustState, one: Flight) -> float:
    """Return the range of a secondary move, in units of the board."""
    return board_of(state.table).to_board_units(type_of(one).secondary)


def _approach(state: ThrustState, one: Flight, ship: Ship | Counter) -> Point:
    """Return the place that a secondary move towards a piece reaches, short of the piece itself."""
    board = board_of(state.table)
    far = board.distance(one.at, ship.at)
    share = max(0.0, min(far - board.to_board_units(STAND_OFF), _secondary(state, one) - 0.01)) / far if far else 0.0
    (x, y), (to_x, to_y) = one.at, ship.at
    at = x + share * (to_x - x), y + share * (to_y - y)
    spot = board.nearest(at) if board.cells else (round(at[0], 1), round(at[1], 1))
    near = within(board.distance(one.at, spot), _secondary(state, one)) and board.holds(spot)
    return board.file_coordinates(spot if near else at)


def _check_target(state: ThrustState, one: Flight, key: Id, at: Point) -> None:
    """Refuse a target that is not an enemy within 6 MU, and a screened ship unless every screening group has been
    met."""
    board = board_of(state.table)
    piece = state.piece(key)
    if (
        piece is None
        or not piece.in_play
        or piece.side == one.side
        or not isinstance(piece, Ship | Flight | StrikingOrdnance)
    ):
        raise Illegal(f"there is no enemy “{key}” to attack", ATTACKS)
    if not near(state, at, piece.at, REACH):
        far = too_far(board, board.distance(at, piece.at), board.to_board_units(REACH))
        raise Illegal(f"{piece.name} is {far}", ATTACKS)
    if isinstance(piece, StrikingOrdnance) and (why := cannot_shoot(state, one, piece)):
        raise Illegal(why, MISSILES)
    if not isinstance(piece, Ship):
        return
    if why := why_not_attack(state, one):
        raise Illegal(why, ATTACKS)
    for screen in screens_of(state, piece) if not by_level(state) else ():
        if not any(other.side == one.side for other in opponents(state, screen)):
            raise Illegal(
                f"{screen.name} screens {piece.name}: one group must meet it before others attack it", SCREENING
            )


def _go_for(state: ThrustState, umpire: Umpire, one: Flight, piece: Ship | Counter, rule: str) -> None:
    """Start an attack: on a ship after point defence, on a marker before it."""
    facing = nearest_course(bearing(one.at, piece.at)) if one.at != piece.at else one.facing
    one = update_counter(state, one, course=facing, facing=facing, target=piece.id)
    umpire.tell(
        Event(
            "note", rule, f"{{{one.id}}} goes for {{{piece.id}}}", one.id, piece.id, at=one.at, line=(one.at, piece.at)
        )
    )


def called_off(state: ThrustState) -> dict[Id, Id]:
    """Return the groups that cannot attack because they were drawn into a dogfight, each with its ship."""
    found = {one.id: one.target for one in flying(state, Flight) if one.target in state.ships and opponents(state, one)}
    for key in found:
        update_counter(state, state.counters[key], target="")
    return found


def resume_attacks(state: ThrustState, umpire: Umpire, meant: Mapping[Id, Id]) -> None:
    """Let groups whose dogfights are over attack their ship again (point-defence-and-fighters/12, A17)."""
    for key, target in meant.items():
        one = state.counters[key]
        if not isinstance(one, Flight) or not one.in_play or opponents(state, one) or not state.ships[target].in_play:
            continue
        if not why_not_attack(state, one):
            _go_for(state, umpire, one, state.ships[target], RESUMED)


def volley(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> Order | None:
    """Return the order to fire all guns of a ship that bear on another, or a group's attack, in range or not."""
    if firer not in state.counters:
        return fire.volley(state, firer, target, poses)
    return AssignAttack(firer, target) if isinstance(state.counters[firer], Flight) and target in state.ships else None
