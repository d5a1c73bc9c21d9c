"""A sailing ship as built: hull in four rows, guns by side, crew and marines, and its price (sail/2, 9)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from game.core.values import frozen
from game.rules.ships.design import rows

PORT, STARBOARD, BOW, STERN = "port", "starboard", "bow", "stern"
SIDES: Mapping[str, tuple[str, ...]] = {PORT: ("FP", "AP"), STARBOARD: ("FS", "AS"), BOW: ("F",), STERN: ("A",)}
GUNS: Mapping[str, str] = {"L": "light gun", "M": "medium gun", "H": "heavy gun", "C": "carronade"}
WORTH: Mapping[str, int] = {"L": 3, "M": 5, "H": 6, "C": 5}
MASTS = ("fore", "main", "mizzen")
MAST_COSTS = "Each step costs a sixth of the thrust, a mast that is gone a third of the top speed"
HULL_WORTH, CREW_WORTH, THRUST_WORTH = 2, 3, 2


@frozen
class ShipGun:
    """One gun: its key on the sheet, its kind (a letter of `GUNS`), and the side it is mounted on (a key of
    `SIDES`)."""

    key: str
    kind: str
    side: str

    @property
    def title(self) -> str:
        return f"{self.side} {GUNS[self.kind]}"


def battery(port: str = "", starboard: str | None = None, bow: str = "", stern: str = "") -> tuple[ShipGun, ...]:
    """Return guns from the letters of each side, such as "HHMC". Starboard is the same as port by default."""
    letters = {PORT: port, STARBOARD: port if starboard is None else starboard, BOW: bow, STERN: stern}
    return tuple(
        ShipGun(f"{side}{n}", kind, side) for side, kinds in letters.items() for n, kind in enumerate(kinds, 1)
    )


@dataclass(frozen=True)
class SailingDesign:
    """A ship as built. `rated_masts` is the size of the model, 1 to 5, for honour and lines of sight. `thrust` is that
    of the undamaged ship. Every ship has three masts and one anchor."""

    key: str
    name: str
    ship_class: str
    fleet: str
    rated_masts: int
    hull: int
    thrust: int
    crew: int
    marines: int
    guns: tuple[ShipGun, ...]
    merchant: bool = False
    glyph: str = "sail-3"
    about: str = ""

    @cached_property
    def hull_rows(self) -> tuple[int, ...]:
        """Boxes of each of the four rows."""
        return rows(self.hull)

    @cached_property
    def crew_boxes(self) -> tuple[int, ...]:
        """The hull boxes, numbered from 1, with a unit of the crew."""
        return tuple(-(-n * self.hull // self.crew) for n in range(1, self.crew + 1))

    @cached_property
    def crew_places(self) -> tuple[tuple[int, int, int], ...]:
        """Each of these boxes with its row, from 0, and its index in that row, from 1."""
        ends = list(accumulate(self.hull_rows))
        found = ((box, bisect_left(ends, box)) for box in self.crew_boxes)
        return tuple((box, row, box - ends[row] + self.hull_rows[row]) for box, row in found)

    @cached_property
    def _manned(self) -> dict[tuple[tuple[int, ...], frozenset[int]], tuple[int, ...]]:
        return {}  # crew boxes left, by the arguments of `crew_left`

    def crew_left(self, crossed: tuple[int, ...], away: frozenset[int]) -> tuple[int, ...]:
        """Return the crew boxes left with these boxes crossed off, whose unit is not `away`. Cached, because it is
        needed for every ship after every order."""
        found = self._manned.get((crossed, away))
        if found is None:
            places = self.crew_places
            found = tuple([box for box, row, place in places if place > crossed[row] and box not in away])
            self._manned[crossed, away] = found
        return found

    @property
    def gun_worth(self) -> int:
        """Points of all guns."""
        return sum(WORTH[gun.kind] for gun in self.guns)

    @property
    def points(self) -> int:
        """The total price of the ship."""
        crew = CREW_WORTH * (self.crew + self.marines)
        return HULL_WORTH * self.hull + crew + THRUST_WORTH * self.thrust + self.gun_worth

    @cached_property
    def _batteries(self) -> Mapping[str, tuple[ShipGun, ...]]:
        return {side: tuple(gun for gun in self.guns if gun.side == side) for side in SIDES}

    def on(self, side: str) -> tuple[ShipGun, ...]:
        """Return the guns of one side; empty for sides that the ship lacks."""
        return self._batteries.get(side, ())
