"""The edge of a map of hexes: ships that leave and return, and a map that scrolls (hex/2.8, 2.9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import NAMES, Hex, course_of, step
from game.board.terrain import Body
from game.core.display import Meter
from game.core.events import Die, Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import flying, lose
from game.rules.hex import terrain
from game.rules.hex.helm import EXCESS, H, half, helmless, lies, side_cost
from game.rules.hex.map import OFF_MAP, Away, window
from game.rules.outcome.victory import AWAY
from game.rules.ships.ship import EDGE, Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import every_side

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove

SCROLLS, LEAVES = f"{H}/2.8", f"{H}/2.9"
ABOUT = 3  # hex sides that a ship turns before it can return
INSIDE = 2  # hexes from the edge row to which a scroll may bring the end of a move
LAST = 2  # last turns of a battle in which nobody returns


# -- leaving -----------------------------------------------------------------------------------------------------------


def leave(state: ThrustState, umpire: Umpire, ship: Ship, out: Hex, towards: int) -> None:
    """Take a ship off the map from a hex, and record its velocity, heading and hex (hex/2.9). A ship that cannot turn
    back, or that was to leave by that edge, is gone for good. Over an edge with a planet it may burn up."""
    edge = edge_of(window(state), step(out, towards))
    ship.at, aim = hexes.at(out), state.victory
    if edge == window(state).planet and not terrain.holds_together(state, ship):
        terrain.burn(state, umpire, ship)
        return
    ship.status_flags = ship.status_flags - {EXCESS} | {EDGE + edge}
    bound = edge == aim.get("edge") and ship.id in (aim.get("ships") or ())
    stays = bound or helmless(ship) or not ship.thrust
    why = "" if bound or not stays else "nobody steers it" if helmless(ship) else "it has no drive that works"
    ship.removed_reason = "left" if stays else AWAY
    if not stays:
        note(state, ship, course_of(towards))
    label = window(state).label(ship.at)
    umpire.tell(
        Event(
            "lost",
            LEAVES,
            f"{{{ship.id}}} leaves the map from hex {label}",
            who=ship.id,
            whom=ship.id,
            reason=why,
            result="has left" if bound else "gone for good" if stays else f"velocity {ship.velocity}, off the table",
            tone="good" if bound else "bad",
            leaves="map",
            at=ship.at,
            time=1.0,
            fate=ship.removed_reason,
        )
    )


def note(state: ThrustState, ship: Ship, course: int, turned: int = 0) -> None:
    """Record a ship off the map: the hex where it left, its course, and the sides it has turned since."""
    OFF_MAP.set(state, ship.id, Away(hexes.hex_at(ship.at), hexes.direction(course), turned))


def edge_of(board: HexBoard, one: Hex) -> str:
    """Return the edge of the window beyond which a hex lies."""
    column, row = one[0] - board.west, one[1] + one[0] // 2 - board.north
    over = {"left": -column, "right": column - board.columns + 1, "top": -row, "bottom": row - board.rows + 1}
    return max(over, key=lambda edge: over[edge])


# -- off the table -----------------------------------------------------------------------------------------------------


@frozen
class OffTable(Order):
    """The thrust of a ship off the table: hex sides of turning back, and a change of velocity (hex/2.9)."""

    input_mode: ClassVar[str] = "choose"
    turn: int = 0
    dv: int = 0

    def __str__(self) -> str:
        return " ".join(["back", *([str(self.turn)] if self.turn else []), *([f"{self.dv:+d}"] if self.dv else [])])

    @classmethod
    def parse(cls, by: Id, text: str) -> OffTable:
        """Parse `back 2 -1` or `back +1`. A bare `back` does nothing."""
        words = text.lower().split()
        numbers = [word for word in words[1:] if re.fullmatch(r"[+-]?[0-9]+", word)]
        if not words or words[0] != "back" or len(numbers) != len(words) - 1 or len(numbers) > 2:
            raise Unreadable(f"“{text}” is not like “back 2 -1”: sides turned, change of velocity", LEAVES)
        turn = [int(word) for word in numbers if word[0] not in "+-"]
        dv = [int(word) for word in numbers if word[0] in "+-"]
        if len(turn) > 1 or len(dv) > 1:
            raise Unreadable(f"“{text}” says the same thing twice", LEAVES)
        return cls(by, sum(turn), sum(dv))

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return the sides left to turn, and every change of velocity."""
        ship = state.ships[self.by]
        return {"turn": range(ABOUT + 1), "dv": range(-min(ship.velocity, ship.thrust), ship.thrust + 1)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("turn", "Turn back", rule=LEAVES), Field("dv", "Velocity", "stepper", LEAVES))

    def label_for(self, name: str, value: object) -> str:
        return f"{value:+d}" if name == "dv" and value else str(value)

    def prompt_text(self, state: ThrustState) -> str:
        ship = state.ships[self.by]
        return f"{ship.name} is off the table: {away(state, ship).turned} of {ABOUT} sides turned back"

    def meter(self, state: ThrustState) -> Meter:
        ship = state.ships[self.by]
        turning = self.turn * side_cost(ship.velocity)
        parts = ((turning, "turning", "hatch"), (abs(self.dv), "velocity", "solid"))
        return Meter(ship.thrust, parts, f"turn {turning} of {half(ship.thrust)}", LEAVES, "thrust")

    def check(self, state: ThrustState) -> None:
        """Refuse more than its thrust can pay for."""
        ship = state.ships.get(self.by)
        if ship is None or ship.removed_reason != AWAY or OFF_MAP.of(state, ship.id) is None:
            raise Illegal("that is for ships off the table", LEAVES)
        left = ABOUT - away(state, ship).turned
        if self.turn > left:
            raise Illegal(f"{ship.name} has {left} hex sides left to turn", LEAVES)
        turning = self.turn * side_cost(ship.velocity)
        if turning > half(ship.thrust):
            raise Illegal(f"turning takes {turning} thrust, and {half(ship.thrust)} may turn {ship.name}", f"{H}/2.3")
        if turning + abs(self.dv) > ship.thrust:
            raise Illegal(f"that takes {turning + abs(self.dv)} thrust, {ship.name} has {ship.thrust}", f"{H}/2.3")
        if ship.velocity + self.dv < 0:
            raise Illegal(f"velocity {ship.velocity}{self.dv:+d} would be below 0", f"{H}/2.3")

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Spend the thrust. Once turned round, the ship returns next turn."""
        ship = state.ships[self.by]
        gone = away(state, ship)
        gone = replace(gone, turned=gone.turned + self.turn)
        OFF_MAP.set(state, ship.id, gone)
        ship.velocity += self.dv
        state.acted.add(ship.id)
        back = "comes back next turn" if gone.turned == ABOUT else f"{gone.turned} of {ABOUT} sides turned back"
        umpire.tell(
            Event(
                "note",
                LEAVES,
                f"{{{ship.id}}} is off the table",
                who=ship.id,
                reason=str(self),
                result=f"velocity {ship.velocity}, {back}",
                at=ship.at,
            )
        )


def away(state: ThrustState, ship: Ship) -> Away:
    """Return the record of a ship off the table."""
    noted = OFF_MAP.of(state, ship.id)
    assert noted is not None
    return noted


def off_table(state: ThrustState) -> tuple[Prompt, ...]:
    """Return each side's ships off the table that are still turning back."""
    gone = [ship for ship in state.ships.values() if ship.removed_reason == AWAY and ship.id not in state.acted]
    turning = [ship for ship in gone if away(state, ship).turned < ABOUT]
    return every_side(state, lambda _, side: tuple(ship.id for ship in turning if ship.side == side))


def turn_back(state: ThrustState, prompt: Prompt) -> Order:
    """Return the idle order: the first ship turns back as fast as it can, or brakes first if it is too fast."""
    ship = state.ships[prompt.waiting[0]]
    sides = min(ABOUT - away(state, ship).turned, half(ship.thrust) // side_cost(ship.velocity))
    slower = 0 if sides else min(ship.velocity, ship.thrust)
    return OffTable(ship.id, sides, -slower)


def come_back(state: ThrustState, umpire: Umpire) -> None:
    """Bring back ships that have turned round, in the hex by which they left, facing in (hex/2.9). They move in turn.
    By default nobody returns in the last turns of a battle."""
    last = state.victory.get("turns")
    if last is not None and state.turn > last - LAST and not state.house["late_return"]:
        return
    for ship in state.ships.values():
        gone = OFF_MAP.of(state, ship.id)
        if ship.removed_reason != AWAY or gone is None or gone.turned < ABOUT:
            continue
        inward = (gone.heading + 3) % 6
        door = _door(window(state), gone.exit, inward)
        ship.removed_reason, ship.course, ship.facing = "", course_of(inward), course_of(inward)
        ship.at = hexes.at(door)
        ship.path = ()
        ship.status_flags = frozenset(mark for mark in ship.status_flags if not mark.startswith(EDGE))
        OFF_MAP.clear(state, ship.id)
        if ship.side not in state.initiative:  # its side rolled no die, but moves and fires nevertheless
            state.initiative = (*state.initiative, ship.side)
        label = window(state).label(hexes.at(door))
        umpire.tell(
            Event("note", LEAVES, f"{{{ship.id}}} comes back by hex {label}", who=ship.id, tone="good", at=ship.at)
        )


def _door(board: HexBoard, out: Hex, inward: int) -> Hex:
    """Return the hex by which a ship left. If the map has moved on, it is the first hex of its line on the map, else
    the nearest one."""
    line = (step(out, inward, n) for n in range(200))
    on = next((one for one in line if board.holds(hexes.at(one))), None)
    return on or min(board.every(), key=lambda one: (hexes.distance(one, out), one))


# -- a map that scrolls ------------------------------------------------------------------------------------------------


def scrolling(state: ThrustState) -> bool:
    """Return whether the map scrolls in this battle (hex/2.8)."""
    return bool(state.house["map"] == "scroll")


def scrolls(state: ThrustState, ship: Ship, order: HexMove) -> list[tuple[int, int]]:
    """Return every way the map might scroll before a ship's move: over any side, as far as its velocity could need."""
    return [(side, n) for side in range(6) for n in range(1, ship.velocity + INSIDE + 1)]


def scrolled(board: HexBoard, side: int, n: int) -> HexBoard:
    """Return the window moved by `n` hexes along a row."""
    corner = step((board.west, board.north - board.west // 2), side, n)
    return replace(board, west=corner[0], north=corner[1] + corner[0] // 2)


def scroll_fault(state: ThrustState, ship: Ship, order: HexMove) -> Illegal | None:
    """Return why the map cannot scroll before that move, or None (hex/2.8)."""
    if order.scroll is None:
        return None
    (side, n), board = order.scroll, window(state)
    way = [lies(ship), *(one for one, _ in order.cells(ship))]
    end = way[-1]
    if not scrolling(state):
        return Illegal("the map does not scroll in this battle", SCROLLS)
    if board.within(end):
        return Illegal(f"{ship.name} ends on the map: it scrolls only where it must", SCROLLS)
    moved = scrolled(board, side, n)
    if not moved.within(end):
        return Illegal(f"scrolled so, the map would still not hold the end of {ship.name}'s move", SCROLLS)
    if not all(map(moved.within, way)):
        return Illegal(f"scrolled so, the map would leave {ship.name} itself behind", SCROLLS)
    if moved.within(step(end, side, INSIDE + 1)):
        return Illegal(
            f"scrolled by {n}, the map would go more than {INSIDE} hexes beyond the end of its move", SCROLLS
        )
    if board.planet and (moved.north != board.north if board.planet in ("top", "bottom") else moved.west != board.west):
        return Illegal("a planet begins at an edge of this map, and it does not scroll towards it or away", SCROLLS)
    if state.victory.get("edge"):
        return Illegal("an edge of this map is somebody's aim, and it does not scroll", SCROLLS)
    if body := next((one for one in _bodies_pushed_off(state, moved) if one.kind == "planet"), None):
        return Illegal(f"{body.name} would fall off the map", SCROLLS)
    for other in state.ships.values():
        pushed = other.in_play and board.within(lies(other)) and not moved.within(lies(other))
        if pushed and other.velocity and not helmless(other):
            return Illegal(f"{other.name} would be pushed off the map", SCROLLS)
    return None


def kept_scroll(state: ThrustState, order: HexMove) -> HexMove:
    """Return the order, without its scroll if the map cannot scroll like that."""
    return replace(order, scroll=None) if scroll_fault(state, state.ships[order.by], order) else order


def as_scrolled(state: ThrustState, order: HexMove) -> ThrustState:
    """Return the state, for reading only, with its map as the order scrolls it before its ship moves."""
    if order.scroll is None:
        return state
    return replace(state, table=replace(state.table, board=scrolled(window(state), *order.scroll)))


def _bodies_pushed_off(state: ThrustState, moved: HexBoard) -> list[Body]:
    """Return bodies that a scroll pushes off the map."""
    board = window(state)
    return [
        body
        for body in state.table.bodies
        if board.within(hexes.hex_at(body.at)) and not moved.within(hexes.hex_at(body.at))
    ]


def scroll(state: ThrustState, umpire: Umpire, ship: Ship, side: int, n: int) -> None:
    """Scroll the map (hex/2.8). Everything left behind is off the table, and new terrain may enter ahead."""
    board = window(state)
    moved, lost = scrolled(board, side, n), _bodies_pushed_off(state, scrolled(board, side, n))
    left = [one for one in state.ships.values() if one.in_play and board.within(lies(one))]
    state.table = replace(state.table, board=moved, bodies=tuple(one for one in state.table.bodies if one not in lost))
    count = f"{n} {'hex' if n == 1 else 'hexes'}"
    umpire.tell(
        Event("note", SCROLLS, f"The map scrolls {count} {NAMES[side]} before {{{ship.id}}}", who=ship.id, at=ship.at)
    )
    for other in left:
        if not moved.within(lies(other)):
            other.velocity = other.velocity or n
            leave(state, umpire, other, lies(other), (side + 3) % 6)
    for counter in tuple(flying(state, Counter)):
        if not moved.holds(counter.at):
            lose(state, umpire, counter, "left behind", SCROLLS)
    for body in lost:
        _replace_body(state, umpire, body, side)


def _replace_body(state: ThrustState, umpire: Umpire, body: Body, side: int) -> None:
    """Roll for a body that fell off the map (hex/2.8). On 4 or more another of its kind enters ahead and drifts
    inwards."""
    face = umpire.die(f"scroll/{body.key}")
    comes, board, here = face >= 4, window(state), hexes.hex_at(body.at)
    taken = {hexes.hex_at(other.at) for other in (*state.table.bodies, *state.ships.values())}
    line = [one for n in range(200) if board.within(one := step(here, side, n)) and one not in taken]
    umpire.tell(
        Event(
            "note",
            SCROLLS,
            f"{body.name} is left behind",
            dice=(Die(face, comes),),
            reason="another comes on 4 or more",
            result="another comes in ahead" if comes and line else "nothing comes",
            at=body.at,
        )
    )
    if comes and line:
        drifts = max(1, body.velocity) if body.kind == "asteroid" else 0
        new = replace(
            body,
            key=f"{body.key}-T{state.turn}-{len(state.table.bodies)}",
            at=hexes.at(line[-1]),
            course=course_of(side + 3),
            velocity=drifts,
        )
        state.table = replace(state.table, bodies=(*state.table.bodies, new))
