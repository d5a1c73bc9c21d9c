"""Terrain on the open table: planets, asteroids, clouds and debris (full-thrust-base/4.5, 6.20).

A body is a disc in MU, plain data like everything else in a battle. The nature of each kind is a row of `KINDS`; its
effect on ships (avoiding, dice, damage) is a rule and lives with the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from game.board.geometry import Point, ahead, along, rounded_point, span, within

IN_A_HEX = 0.45  # radius of a body that fills a hex: its middle lies in it, and no other hex's


class Nature(NamedTuple):
    """The nature of a kind of body: it blocks fire, is hit by what flies into it, or endangers what flies through
    it."""

    blocks: bool
    solid: bool
    hazard: bool


FREE = Nature(False, False, False)
KINDS = {
    #                  blocks  solid  hazard
    "planet":   Nature(True,   True,  False),
    "asteroid": Nature(True,   True,  False),
    "dust":     Nature(False,  False, True),
    "nebula":   Nature(False,  False, True),
    "debris":   Nature(False,  False, True),
    "meteors":  Nature(False,  False, True),
}  # fmt: skip


@dataclass(frozen=True)
class Body:
    """A disc of terrain: centre and radius in MU, and for a moving one a course 1..12 and a velocity in MU a turn. A
    game may have kinds of its own: then `nature` says what its bodies do. Rules and lines of sight use the disc; an
    `outline`, corners in MU from the centre, is drawn instead of it."""

    key: str
    kind: str
    name: str
    at: Point
    radius: float
    course: int = 12
    velocity: float = 0
    heading: float | None = None  # course in degrees of a wreck that moved by vectors (full-thrust-base/3)
    part_of: str = ""  # the whole this body is a part of, met as one: a planet of several hexes
    port: bool = False  # on hexes, its zig-zag continues to port (hex/4)
    nature: Nature | None = None  # of a kind not in `KINDS`
    outline: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError with a sentence for an unknown kind or a negative radius or velocity."""
        if self.kind not in KINDS and self.nature is None:
            raise ValueError(f"{self.name} is of the kind '{self.kind}'; terrain is one of {', '.join(KINDS)}.")
        if self.radius < 0 or self.velocity < 0:
            raise ValueError(f"{self.name} needs a radius and a velocity of 0 or more.")

    def __hash__(self) -> int:
        # Terrain is looked up by its tuple of bodies at every shot; the key alone tells bodies of one table apart.
        return hash(self.key)

    @property
    def _nature(self) -> Nature:
        return self.nature or KINDS[self.kind]

    @property
    def blocks(self) -> bool:
        """Return whether the body stops a line of fire (full-thrust-base/4.5)."""
        return self._nature.blocks

    @property
    def solid(self) -> bool:
        """Return whether a ship that flies into the body must avoid it or be lost (full-thrust-base/6.20)."""
        return self._nature.solid

    @property
    def hazard(self) -> bool:
        """Return whether ships may fly through the body at a risk (full-thrust-base/6.20)."""
        return self._nature.hazard

    @property
    def path(self) -> tuple[Point, ...]:
        """Its move in one turn, in MU: one straight leg, or its place if it does not move."""
        return (self.at, moved(self).at) if self.velocity else (self.at,)

    def holds(self, point: Point) -> bool:
        """Return whether a point lies in the disc or on its rim."""
        return within(span(self.at, point), self.radius)


def entry_number(body: Body) -> int:
    """Return the body's number, from 1, in a file's list of terrain; 0 for a wreck."""
    digits = body.key.partition("-")[0].removeprefix(body.kind)
    return int(digits) if digits.isdecimal() else 0


def moved(body: Body) -> Body:
    """Return the body one turn later: straight on along its course, rounded like every move (full-thrust-base/1.4,
    phase 5)."""
    if body.heading is not None:
        return replace(body, at=rounded_point(along(body.at, body.heading, body.velocity)))
    return replace(body, at=rounded_point(ahead(body.at, body.course, body.velocity)))
