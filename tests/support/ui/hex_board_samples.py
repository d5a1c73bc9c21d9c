"""A small battle on hexes with everything on the board, for tests of drawing, with a simplified movement order."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from game.rules.ships.thrust_state import ThrustState

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.battle.battle import Battle, View
from game.board import hexes
from game.board.boards import HexBoard, path_of
from game.board.terrain import Body
from game.core.display import Bend, Destination, Meter, Pose, Token, UncontrolledPath
from game.core.orders import Field, Id, Order
from game.core.state import Table
from game.core.values import frozen
from game.rules.ships.design import Mount
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import design, ship, state

BOARD = HexBoard(30, 24, mu=2, rounded_up=True, sides=True)
THRUST = 8
GUNS = (Mount("", "beam", 2, ("FP", "F", "FS")), Mount("", "beam", 2, ("FP", "F", "FS", "AS")), Mount("", "fcs"))
DUST = (
    (18, -5),
    (18, -4),
    (19, -5),
    (19, -4),
    (19, -6),
    (20, -5),
    (20, -6),
    (20, -7),
    (21, -7),
    (21, -6),
    (22, -7),
    (18, -3),
    (21, -5),
)
ROCKS = ((11, 4), (11, 5), (12, 4), (12, 3), (11, 6))


@frozen
class Rows(Order):
    """A move with one letter per hex: F straight on, P or S a heading change in the hex entered."""

    input_mode: ClassVar[str] = "plot"
    steps: str = ""

    def __str__(self) -> str:
        return self.steps or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> Rows:
        return cls(by, text.strip("0"))

    def domain(self, state: ThrustState) -> dict[str, Iterable[Any]]:
        return {}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return ()

    def pose(self, state: ThrustState) -> Pose:
        return flown(state, self)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        return reachable(state, self)

    def meter(self, state: ThrustState) -> Meter:
        return meter(state, self)


def flown(state: ThrustState, order: Rows) -> Pose:
    """Return the pose at the end of an order."""
    mover = state.ships[order.by]
    here, towards, cost = hexes.hex_at(mover.at), hexes.direction(mover.course), -(-mover.velocity // 2)
    cells, bends = [here], list[Bend]()
    for letter in order.steps or "F" * mover.velocity:
        here = hexes.step(here, towards)
        cells.append(here)
        after = (towards + {"P": -1, "S": 1}.get(letter, 0)) % 6
        if after != towards:
            bends.append(
                Bend(hexes.at(here), hexes.course_of(towards), hexes.course_of(after), f"{letter} · {cost} TP")
            )
        towards = after
    course = hexes.course_of(towards)
    return Pose(
        hexes.at(here),
        course,
        course,
        mover.velocity,
        path=path_of(cells),
        bends=tuple(bends),
        note=f"{hexes.NAMES[towards]} · next V {mover.velocity}",
    )


def reachable(state: ThrustState, draft: Order) -> tuple[Destination, ...]:
    """Return every destination with at most two heading changes, by the cheapest order for each heading."""
    mover = state.ships[draft.by]
    cost, best = -(-mover.velocity // 2), dict[tuple[object, int], Destination]()
    words = [""]
    for _ in range(mover.velocity):
        words = [word + letter for word in words for letter in "FPS" if sum(one != "F" for one in word + letter) <= 2]
    for word in sorted(words, key=lambda one: sum(letter != "F" for letter in one)):
        pose, left = flown(state, Rows(draft.by, word)), THRUST - cost * sum(letter != "F" for letter in word)
        if (pose.at, pose.course) not in best:
            order = Rows(draft.by, word)
            destination = Destination(
                order, pose.path, pose.at, pose.course, pose.facing, mover.velocity, pose.course, left=left
            )
            best[pose.at, pose.course] = destination
    return tuple(best.values())


def meter(state: ThrustState, order: Order) -> Meter:
    """Return a meter of two parts: turning, and the rest."""
    mover, turns = state.ships[order.by], sum(letter != "F" for letter in str(order))
    return Meter(THRUST, ((turns * -(-mover.velocity // 2), "turning", "hatch"),), f"turn {turns}", unit="thrust")


def lying(state: ThrustState) -> tuple[Token | UncontrolledPath, ...]:
    """Return the tokens on the board: a flight, a missile and two markers, and the path of Karst, out of control."""
    karst = hexes.hex_at(state.ships["karst"].at)
    track = path_of([hexes.step(karst, 2, n) for n in range(7)])
    return (
        UncontrolledPath("karst", track, "6 hexes, no helm"),
        Token("wing", "azure", hexes.at((8, 9)), "disc", 4, 6, 2, "A", "Ravens", ""),
        Token("salvo", "crimson", hexes.at((9, 2)), "lozenge", 10, 4, 0, "", "", "age 2"),
        Token("card1", "azure", state.ships["gannet"].at, "card", ship="gannet"),
        Token("card2", "crimson", state.ships["ostrava"].at, "card", ship="ostrava"),
    )


CELLED = replace(
    FULL_THRUST,
    key="celled",
    phases=(
        FULL_THRUST.phases[0],
        replace(FULL_THRUST.phases[1], accepts=(Rows, *FULL_THRUST.phases[1].accepts[2:])),
        *FULL_THRUST.phases[2:],
    ),
    kind=lambda state, row, key: row.accepts[0] if row.accepts else Order,
    tokens=lying,
)


def battle(*extra: Any, board: HexBoard = BOARD) -> Battle:
    """Return a battle in which Bellwether plots past asteroids and Karst is out of control."""
    built = design(*GUNS, thrust=THRUST, glyph="needle-destroyer")
    other = design(*GUNS, thrust=6, glyph="box-freighter")
    fleet = [
        ship("bellwether", "azure", hexes.at((3, 10)), 2, 5, built),
        ship("gannet", "azure", hexes.at((1, 13)), 2, 4, built),
        ship("ostrava", "crimson", hexes.at((15, -2)), 8, 4, other),
        ship("karst", "crimson", hexes.at((14, 3)), 4, 6, other), *extra,
    ]  # fmt: skip
    fleet[3].facing = 8
    start = state(*fleet, arcs=4)
    bodies = [Body(f"dust1-{n}", "dust", "Dust", hexes.at(one), 0.45) for n, one in enumerate(DUST)]
    bodies += [Body(f"asteroid2-{n}", "asteroid", "Asteroids", hexes.at(one), 0.45) for n, one in enumerate(ROCKS)]
    _, _, wide, high = board.extent
    start.table = Table(wide, high, tuple(bodies), board)
    return Battle(CELLED, start, 7)


def view(*extra: Any, side: str | None = "azure", board: HexBoard = BOARD) -> View:
    """Return a view of that battle, by default Azure's."""
    return battle(*extra, board=board).view(side)
