"""Phase 6: secondary moves, and what each group attacks this turn (full-thrust-base/7.3, 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from game.board.boards import board_of
from game.board.geometry import Point, bearing, in_thousandths, nearest_course
from game.core.display import Destination, Meter, Odds, Pose
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.turn_order import acted
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import changed, flying, move
from game.rules.counters.kinds import Flight
from game.rules.counters.point_defence import REACH
from game.rules.fighters.destinations import ends_in_reach
from game.rules.fighters.group_odds import attackers, group_odds, may_attack
from game.rules.fighters.groups import (
    RULE,
    STAND_OFF,
    endurance,
    engage,
    group,
    near,
    opponents,
    screens_of,
    touching,
    type_of,
)
from game.rules.fighters.move_fighters import MOVES, SCREENING, out_of_reach
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

ATTACKS = f"{RULE}.4"
_TEXT = re.compile(
    r"\s*(?:FLY\s+(-?\d+(?:\.\d*)?)\s*,\s*(-?\d+(?:\.\d*)?)\s*)?(?:\bATTACK\s+(\S+)\s*)?\Z", re.I
)  # fmt: skip


@frozen
class AssignAttack(Order):
    """What a group attacks: `attack vesper`, `attack vesper.HGRa`, `fly 31,12 attack vesper`, `attack none`.

    `to` is a secondary move, which takes one of its endurance, as the attack does.
    """

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Attack"
    target: Id = ""
    to: tuple[float, float] | None = None

    def __str__(self) -> str:
        moved = "" if self.to is None else "fly " + ",".join(f"{axis:.3f}".rstrip("0").rstrip(".") for axis in self.to) + " "
        return f"{moved}attack {self.target or 'none'}"

    @classmethod
    def parse(cls, by: Id, text: str) -> AssignAttack:
        """Read `attack` and a target, before it perhaps `fly` and a place."""
        found = _TEXT.match(text) if text.strip() else None
        if found is None:
            raise Unreadable(f"“{text}” is neither attack and a target, attack none, nor fly 31,12 attack vesper", ATTACKS)
        target = found[3] or ""
        to = in_thousandths((float(found[1]), float(found[2]))) if found[1] else None
        return cls(by, "" if target.lower() == "none" else target, to)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Enemies that it could attack from where it would be, and places of a secondary move."""
        one = state.counters[self.by]
        if not isinstance(one, Flight):
            return {"target": ("",), "to": (None,)}
        places = (end.order.to for end in self.destinations(state) if isinstance(end.order, AssignAttack))
        at = self.pose(state).at
        ships = [ship.id for ship in state.enemies(one.side) if near(state, at, ship.at, REACH)]
        others = (other for other in flying(state, Flight) if other.side != one.side)
        groups = [other.id for other in others if near(state, at, other.at, REACH)]
        return {"target": (*ships, *groups, ""), "to": (None, *dict.fromkeys(place for place in places if place))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """The target; the secondary move is dragged."""
        return (Field("target", "Attack", "pick", ATTACKS),)

    def label_for(self, name: str, value: object) -> str:
        """The target, or nobody."""
        return str(value or "nobody") if name == "target" else str(value)

    def pose(self, state: ThrustState) -> Pose:
        """Where its secondary move takes it."""
        one = state.counters[self.by]
        at = one.at if self.to is None else board_of(state.table).place(self.to)
        facing = one.facing if at == one.at else nearest_course(bearing(one.at, at))
        return Pose(at, facing, facing, 0, path=(one.at, at))

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Places that a secondary move reaches; only where it is for a group that cannot make one."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return ()
        most = _secondary(state, one) if endurance(one) and not opponents(state, one) else 0.0
        return ends_in_reach(state, one, most, lambda at: AssignAttack(self.by, self.target, None if at == one.at else at))

    def meter(self, state: ThrustState) -> Meter:
        """Endurance that the move and the attack take."""
        one = state.counters[self.by]
        if not isinstance(one, Flight):
            return Meter(0, ())
        parts = (*((1, "move", "hatch"),) * (self.to is not None), *((1, "attack", "solid"),) * bool(self.target))
        return Meter(endurance(one), parts, f"{one.count} craft", ATTACKS, "endurance")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """What it would do to the ship it names, after the best defence of that ship."""
        if self.by not in state.counters or not self.target:
            return ()
        found = group_odds(state, self.by, self.target, {**poses, self.by: self.pose(state)})
        return (found,) if found else ()

    def suggested(self, state: ThrustState) -> AssignAttack | None:
        """The nearest enemy ship that the group can attack, or first a group that screens it, with a move if it takes one."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight) or opponents(state, one):
            return None
        board = board_of(state.table)
        for ship in sorted(state.enemies(one.side), key=lambda ship: board.distance(one.at, ship.at)):
            for to in (None, _approach(state, one, ship)):
                for target in (ship.id, *(screen.id for screen in screens_of(state, ship))):
                    order = AssignAttack(self.by, target, to)
                    if order.legal(state):
                        return order
        return None

    def legal(self, state: ThrustState) -> bool:
        """Do the rules allow it now?"""
        try:
            self.check(state)
        except Illegal:
            return False
        return True

    def check(self, state: ThrustState) -> None:
        """A group in a dogfight does nothing else; moves and attacks take endurance; screens are met first."""
        one = group(state, self.by, ATTACKS)
        if self.to is None and not self.target:
            return
        if fought := opponents(state, one):
            raise Illegal(f"{one.name} is in a dogfight with {fought[0].name} and does nothing else", f"{RULE}.5")
        if endurance(one) < (self.to is not None) + bool(self.target):
            raise Illegal(f"{one.name} has endurance {endurance(one)} left: a move takes one, and an attack takes one", MOVES)
        at = self.pose(state).at
        if why := out_of_reach(state, one, at, _secondary(state, one), one.name):
            raise Illegal(why, MOVES)
        if self.target:
            _check_target(state, one, self.target, at)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """It makes its move, and goes to what it attacks."""
        one = group(state, self.by, ATTACKS)
        acted(state, one.id)
        if self.to is not None:
            pose = self.pose(state)
            one = changed(state, one, endurance_used=one.endurance_used + 1, screening="")
            one = move(state, umpire, one, (one.at, pose.at), pose.facing, MOVES, "secondary move")
            engage(state, one, touching(state, one))
        if not self.target or opponents(state, one):
            return
        if self.target in state.ships:
            _go_for_ship(state, umpire, one, state.ships[self.target])
        else:
            other = group(state, self.target, ATTACKS)
            one = changed(state, one, screening="")
            one = move(state, umpire, one, (one.at, other.at), one.facing, f"{RULE}.5", f"to fight {{{other.id}}}")
            engage(state, one, (other,))


def _secondary(state: ThrustState, one: Flight) -> float:
    """How far a secondary move goes, in units of the board."""
    return board_of(state.table).to_board_units(type_of(one).secondary)


def _approach(state: ThrustState, one: Flight, ship: Ship) -> Point:
    """The place towards a ship that a secondary move reaches, short of the ship itself."""
    board = board_of(state.table)
    if board.cells:
        return board.written(one.at)
    far = board.distance(one.at, ship.at)
    share = max(0.0, min(far - board.to_board_units(STAND_OFF), _secondary(state, one) - 0.01)) / far if far else 0.0
    (x, y), (to_x, to_y) = one.at, ship.at
    return board.written((x + share * (to_x - x), y + share * (to_y - y)))


def _check_target(state: ThrustState, one: Flight, key: Id, at: Point) -> None:
    """It is an enemy within 6 MU; of a ship that is screened every screening group has been met."""
    board = board_of(state.table)
    piece = state.piece(key)
    if piece is None or not piece.in_play or piece.side == one.side or not isinstance(piece, Ship | Flight):
        raise Illegal(f"there is no enemy “{key}” to attack", ATTACKS)
    if not near(state, at, piece.at, REACH):
        far = board.format_distance(board.distance(at, piece.at))
        raise Illegal(f"{piece.name} is {far} away; fighters attack within {board.to_board_units(REACH):g}", ATTACKS)
    if not isinstance(piece, Ship):
        return
    if why := may_attack(one):
        raise Illegal(why, ATTACKS)
    for screen in screens_of(state, piece):
        if not any(other.side == one.side for other in opponents(state, screen)):
            raise Illegal(f"{screen.name} screens {piece.name}: one group must meet it before another attacks her", SCREENING)


def _go_for_ship(state: ThrustState, umpire: Umpire, one: Flight, ship: Ship) -> None:
    """It goes up to the ship and attacks it after point defence."""
    board = board_of(state.table)
    far, short = board.distance(one.at, ship.at), board.to_board_units(STAND_OFF)
    at, share = one.at, 1 - short / far if far > short else 0.0
    if share and not board.cells:
        (x, y), (to_x, to_y) = one.at, ship.at
        at = in_thousandths((x + share * (to_x - x), y + share * (to_y - y)))
    facing = nearest_course(bearing(one.at, ship.at)) if far else one.facing
    one = changed(state, one, at=at, course=facing, facing=facing, target=ship.id, screening="")
    umpire.tell(Event("note", ATTACKS, f"{{{one.id}}} goes for {{{ship.id}}}", one.id, ship.id, at=at, line=(at, ship.at)))


def called_off(state: ThrustState) -> None:
    """Groups that have been drawn into a dogfight since attack no ship this turn."""
    for one in tuple(flying(state, Flight)):
        if one.target and opponents(state, one):
            changed(state, one, target="")


def attacked(state: ThrustState, side: Id) -> tuple[Ship, ...]:
    """The ships of a side that are attacked this turn."""
    return tuple(ship for ship in state.fleet(side) if attackers(state, ship))
