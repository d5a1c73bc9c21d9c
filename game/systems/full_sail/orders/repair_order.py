"""The crew's work at the end of a turn: `repair fire:3 mast0:1`, or `none` (sail/6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from game.core.display import Meter, Risk
from game.core.orders import Field, Grammar, Id, Illegal, Prompt, Task, WorkList
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import every_side, mark_acted
from game.systems.full_sail.damage.checks import title
from game.systems.full_sail.damage.repair import FIRE, MOST, RULE, jobs, lowest_face, work
from game.systems.full_sail.ships.ship import SailingShip, SailState

HELP = "One success mends a gun, the anchor or one step of a mast; a fire needs two"
Job = tuple[str, int]  # a task, and the units of crew on it


@frozen
class SetCrewToWork(WorkList):
    """Units of crew by task."""

    verb: ClassVar[str] = "Repair"
    idle_verb: ClassVar[str] = "does no work"
    grammar: ClassVar[Grammar[Job]] = Grammar(
        "repair",
        "none",
        r"(\w+):([1-9])",
        lambda what, units: (what.lower(), int(units)),
        RULE,
        "“{text}” is neither none nor repair, such as repair fire:3 mast0:1",
        sign=":",
        commas=True,
    )
    jobs: tuple[Job, ...] = ()

    def tasks(self, state: SailState) -> tuple[Task, ...]:
        """Return the fire, and everything damaged."""
        ship = state.ships[self.by]
        return tuple(Task(what, "fire" if what == FIRE else title(ship, what), MOST) for what in jobs(ship))

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        """Return nothing, and each task with one to three units, or left out."""
        ship = state.ships[self.by]
        values: list[tuple[Job, ...]] = [()]
        for what in jobs(ship):
            rest = tuple(job for job in self.jobs if job[0] != what)
            values += [rest, *((*rest, (what, units)) for units in range(1, MOST + 1))]
        return {"jobs": tuple(dict.fromkeys(values))}

    def fields(self, state: SailState) -> tuple[Field, ...]:
        return (Field("jobs", "Work", "pick", RULE, HELP),)

    def label_for(self, name: str, value: object) -> str:
        after = replace(self, jobs=value) if isinstance(value, tuple) else self
        return " ".join(f"{what}:{units}" for what, units in after.jobs if (what, units) not in self.jobs) or str(after)

    def meter(self, state: SailState) -> Meter:
        parts = tuple((units, what, "solid") for what, units in self.jobs)
        return Meter(state.ships[self.by].crew, parts, "", RULE, "crew")

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        """Return the exact chance of each success."""
        ship = state.ships[self.by]
        named = [("the fire" if what == FIRE else title(ship, what), units) for what, units in self.jobs]
        return tuple(Risk(what, f"on {lowest_face(units)}+", units / 6, "good", RULE) for what, units in named)

    def suggestion(self, state: SailState) -> SetCrewToWork | None:
        """Return as many units as allowed on the first task, and the rest on the next."""
        ship, found = state.ships[self.by], []
        left = ship.crew
        for what in jobs(ship):
            if left:
                found.append((what, min(MOST, left)))
                left -= min(MOST, left)
        return replace(self, jobs=tuple(found))

    def check(self, state: SailState) -> None:
        """Refuse more units than are aboard, more than three on a task, and tasks that need no work."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("a ship repairs, not a side", RULE)
        todo = jobs(ship)
        for index, (what, units) in enumerate(self.jobs):
            if what not in todo:
                raise Illegal(f"“{what}” needs no work", RULE)
            if any(what == earlier for earlier, _ in self.jobs[:index]):
                raise Illegal(f"“{what}” is named twice", RULE)
            if units > MOST:
                raise Illegal(f"{MOST} units at most work on one thing, with {lowest_face(MOST)} or more", RULE)
        if sum(units for _, units in self.jobs) > ship.crew:
            raise Illegal(f"{ship.name} has {ship.crew} crew", RULE)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """Roll for each task."""
        mark_acted(state, self.by)
        for what, units in self.jobs:
            work(umpire, state.ships[self.by], what, units)


def who_works(state: SailState) -> tuple[Prompt, ...]:
    """Return all sides with a ship that can repair something."""
    return every_side(state, _waiting)


def _waiting(state: SailState, side: Id) -> tuple[Id, ...]:
    return tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and _can_work(ship))


def _can_work(ship: SailingShip) -> bool:
    return ship.commanded and bool(jobs(ship))
