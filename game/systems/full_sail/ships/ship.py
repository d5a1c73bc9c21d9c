"""A sailing ship in battle: its place and movement, and the rest of its hull, masts, guns, anchor and crew (sail/2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from operator import attrgetter

from game.core.display import Pose
from game.core.orders import Id
from game.core.state import State
from game.systems.full_sail.ships.design import SailingDesign, ShipGun
from game.systems.full_sail.wind.rose import MASTS, mast_thrust

ROWS = 4
WHOLE, CRIPPLED, GONE = 0, 1, 2  # failures of a mast
WIDEST = 1.0  # MU, the radius of the largest base
LOSS = "loss"  # cause of a fire by the loss table


@dataclass(slots=True)
class SailingShip:
    """A ship on the table.

    `crossed` are boxes crossed off in each row, `fresh` those of them crossed off this turn, `worst_row` the lowest
    row, 1 to 4, that has been emptied. `masts` are failures of fore, main and mizzen. `away` are the crew boxes whose
    unit is dead or has left, though the box is whole; `prize_crew` are units that came aboard and have no box.
    `fire_from` is the turn of its first roll for fire, 0 if it does not burn; `doused` the successes against the fire.
    `losses` counts rolls on the loss table, `overkill` points scored since zero that have not caused a roll. `rigging`
    is the rigging damage of this turn, `rerolls` counts re-rolls of this turn's hull fire by firer.
    """

    id: Id
    name: str
    side: Id
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int
    design: SailingDesign
    crossed: tuple[int, ...] = (0, 0, 0, 0)
    masts: tuple[int, ...] = (WHOLE, WHOLE, WHOLE)
    lost: frozenset[str] = frozenset()
    away: frozenset[int] = frozenset()
    prize_crew: int = 0
    marines: int = 0
    anchor: bool = True
    anchored: bool = False
    adrift: bool = False
    struck: bool = False
    fresh: tuple[int, ...] = (0, 0, 0, 0)
    worst_row: int = 0
    fire_from: int = 0
    fire_cause: str = ""
    doused: int = 0
    losses: int = 0
    overkill: int = 0
    rigging: int = 0
    rerolls: dict[Id, int] = field(default_factory=dict)
    fired: frozenset[str] = frozenset()  # sides whose guns have fired this turn
    fired_at: frozenset[Id] = frozenset()  # ships it has fired at in this battle
    summoned: int = 0  # turn in which it was last summoned, 0 never
    built_for: Id = ""  # its first side
    removed_reason: str = ""
    heading: float | None = None
    rounds_down: bool = False  # a house rule: the thrust left after mast failures is rounded down

    @property
    def in_play(self) -> bool:
        """Return whether it is still on the table."""
        return not self.removed_reason

    # -- hull and crew -------------------------------------------------------------------------------------------------

    @property
    def row_left(self) -> tuple[int, ...]:
        """Boxes left in each row."""
        return tuple(built - gone for built, gone in zip(self.design.hull_rows, self.crossed))

    @property
    def hull(self) -> int:
        """Boxes left in all."""
        return self.design.hull - sum(self.crossed)

    @property
    def zero(self) -> bool:
        """Return whether no box is left."""
        return self.hull <= 0

    @property
    def current_row(self) -> int:
        """The row, 1 to 4, that takes the next point; 4 if no box is left."""
        return next((row for row, left in enumerate(self.row_left, 1) if left), ROWS)

    @property
    def check_number(self) -> int:
        """The lowest face that fails a check by the current row: 6, 5, 4 or 3 (sail/2)."""
        return 7 - self.current_row

    def box_crossed(self, box: int) -> bool:
        """Return whether a hull box, numbered from 1, is crossed off. Rows are crossed off from the first box."""
        before = 0
        for built, gone in zip(self.design.hull_rows, self.crossed):
            if box <= before + built:
                return box - before <= gone
            before += built
        return True

    @property
    def manned_boxes(self) -> tuple[int, ...]:
        """The crew boxes whose unit is aboard, in the order in which they are crossed off."""
        return self.design.crew_left(self.crossed, self.away)

    @property
    def crew(self) -> int:
        """Units of crew aboard."""
        return len(self.manned_boxes) + self.prize_crew

    # -- masts, sails, guns --------------------------------------------------------------------------------------------

    @property
    def standing(self) -> int:
        """The number of masts standing, whole or crippled."""
        return MASTS - self.masts_gone

    @property
    def masts_gone(self) -> int:
        return self.masts.count(GONE)

    @property
    def thrust(self) -> int:
        """The thrust without the wind. Each mast failure costs a sixth (sail/2)."""
        return mast_thrust(self.design.thrust, sum(self.masts), self.rounds_down)

    @property
    def commanded(self) -> bool:
        """Return whether anybody can sail and fight it. A ship without hull or crew only drifts (sail/5.2, 7)."""
        if self.removed_reason or self.design.hull <= sum(self.crossed):
            return False
        return self.prize_crew > 0 or bool(self.design.crew_left(self.crossed, self.away))

    def guns(self, side: str) -> tuple[ShipGun, ...]:
        built = self.design.on(side)
        return tuple([gun for gun in built if gun.key not in self.lost]) if self.lost else built

    @property
    def burning(self) -> bool:
        return self.fire_from > 0

    @property
    def base_radius(self) -> float:
        """The radius of its base in MU, which blocks lines of sight (sail/4)."""
        return 0.5 if self.design.rated_masts <= 2 else 0.75 if self.design.rated_masts == 3 else WIDEST

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy(self) -> SailingShip:
        made = SailingShip(*_VALUES(self))
        made.rerolls = dict(self.rerolls)
        return made

    def posed(self, pose: Pose) -> SailingShip:
        made = self.copy()
        made.at, made.course, made.facing = pose.at, pose.course, pose.facing
        made.velocity, made.heading = pose.velocity, pose.heading
        return made

    # -- changes -------------------------------------------------------------------------------------------------------

    def point(self, course: int) -> None:
        """Turn the ship to a course. Under sail its facing is the same."""
        self.course = self.facing = course

    def halt(self) -> None:
        """Stop it where it is."""
        self.velocity = 0

    def lose_crew(self, units: int) -> int:
        """Take units of crew off the ship, its own before those that came aboard. Return how many there were."""
        own = self.manned_boxes[:units]
        self.away |= frozenset(own)
        others = min(self.prize_crew, units - len(own))
        self.prize_crew -= others
        return len(own) + others

    def board_crew(self, units: int) -> None:
        """Bring units of crew aboard. They man the whole boxes without a unit, the last first; others have no box."""
        free = [box for box in reversed(self.design.crew_boxes) if box in self.away and not self.box_crossed(box)][
            :units
        ]
        self.away -= frozenset(free)
        self.prize_crew += units - len(free)

    def new_turn(self) -> None:
        """Clear everything that counted only in the last turn."""
        self.fresh, self.rigging, self.fired = (0,) * ROWS, 0, frozenset()
        self.rerolls = {}

    def checked_systems(self) -> Iterator[str]:
        """Yield the systems checked at the end of a row: keys of standing masts, working guns, and the anchor."""
        yield from (f"mast{n}" for n, failures in enumerate(self.masts) if failures < GONE)
        yield from (gun.key for gun in self.design.guns if gun.key not in self.lost)
        yield from ("anchor",) * self.anchor


# all fields, in the order of the constructor
_VALUES = attrgetter(*(one.name for one in fields(SailingShip)))
SailState = State[SailingShip, SailingShip]
