"""Excess Thrust, declared before anybody moves, with its control roll; and recovery (hex/2.2, 2.4).

Sides declare openly in turn, the loser of the initiative first; by option they declare in secret, with all rolls
together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.display import Meter, Risk
from game.core.events import Die, Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.hex.helm import ADVANCED, CREWS, EXCESS, NEEDED, TIRED, H, control_chance, half, helmless, steadiness
from game.rules.ships.ship import OUT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted, sides_in_order

RULE = f"{H}/2.4"


@frozen
class Declare(Order):
    """One ship's drive for this turn: `excess`, when all its thrust may turn it; or `no excess` (hex/2.2). In the open,
    a side that says `no excess` declares no more ships."""

    input_mode: ClassVar[str] = "choose"
    shared: ClassVar[bool] = True
    verb: ClassVar[str] = "Declare for"
    idle_verb: ClassVar[str] = "uses normal thrust"
    excess: bool = False

    def __str__(self) -> str:
        return "excess" if self.excess else "no excess"

    @classmethod
    def parse(cls, by: Id, text: str) -> Declare:
        words = text.strip().lower().split()
        if words not in (["excess"], ["no", "excess"]):
            raise Unreadable(f"“{text}” is neither “excess” nor “no excess”", f"{H}/2.2")
        return cls(by, words == ["excess"])

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        return {"excess": (False, True)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("excess", "Excess Thrust", rule=RULE, hint="all thrust may turn it; it may get out of control"),)

    def label_for(self, name: str, value: object) -> str:
        return "Excess Thrust" if value else "normal thrust"

    def prompt_text(self, state: ThrustState) -> str:
        """Return an explanation of Excess Thrust."""
        return "Excess Thrust: all thrust may turn it, at a risk"

    def meter(self, state: ThrustState) -> Meter:
        """Return how much of its thrust may turn the ship this turn (hex/2.3)."""
        ship = state.ships[self.by]
        turns = ship.thrust if self.excess else half(ship.thrust)
        return Meter(
            ship.thrust, ((turns, "may turn it", "hatch"),), f"{turns} of {ship.thrust} may turn it", RULE, "thrust"
        )

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the chance to lose control, and to recover it (hex/2.4)."""
        ship = state.ships.get(self.by)
        if ship is None or not self.excess:
            return ()
        return (Risk("Excess Thrust", "out of control", float(1 - control_chance(ship)), "bad", RULE),)

    def check(self, state: ThrustState) -> None:
        """Refuse it for a ship out of control or without a working drive. A side may only end its open declarations."""
        ship = state.ships.get(self.by)
        if self.by in state.sides and aloud(state) and not self.excess:
            return
        if ship is None:
            raise Illegal("ships declare Excess Thrust, one by one", f"{H}/2.2")
        if self.excess and (why := cannot(ship)):
            raise Illegal(why, RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Roll for control immediately if declared openly, else seal the declaration."""
        if not aloud(state):
            state.sealed[self.by] = self
            return
        for key in undeclared_ships(state, self.by) if self.by in state.sides else (self.by,):
            mark_acted(state, key)
        if self.excess:
            overdrive(state.ships[self.by], umpire)


def aloud(state: ThrustState) -> bool:
    """Return whether Excess Thrust is declared openly in this battle."""
    return state.house["excess"] == "aloud"


def in_secret(state: ThrustState) -> bool:
    """Return whether Excess Thrust is declared in secret in this battle."""
    return not aloud(state)


def cannot(ship: Ship) -> str:
    """Return why a ship may not declare Excess Thrust; empty if it may."""
    if helmless(ship):
        return f"{ship.name} is out of control"
    return "" if ship.thrust else f"{ship.name} has no thrust"


def declarable(state: ThrustState, side: Id) -> list[Ship]:
    """Return the ships of a side that may declare Excess Thrust, and gain by it."""
    return [ship for ship in state.fleet(side) if not cannot(ship) and ship.thrust > 1]


def undeclared_ships(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of `declarable` that have not been declared."""
    return tuple(ship.id for ship in declarable(state, side) if ship.id not in state.acted)


def who_declares(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the side that declares next in the open, the loser of the initiative first (hex/2.2)."""
    asked = ((side, undeclared_ships(state, side)) for side in sides_in_order(state, loser_first=True))
    return next(((Prompt(side, ids, ids),) for side, ids in asked if ids), ())


def names_no_more(state: ThrustState, prompt: Prompt) -> Declare:
    """Return the order by which a side's other ships use normal thrust."""
    return Declare(prompt.side)


def overdrive(ship: Ship, umpire: Umpire) -> None:
    """Declare Excess Thrust for a ship, and roll for control immediately (hex/2.4)."""
    ship.status_flags |= {EXCESS}
    if not roll(umpire, ship, f"{{{ship.id}}} declares Excess Thrust", "in control", "out of control"):
        ship.status_flags |= {OUT}


def reveal_declarations(state: ThrustState, umpire: Umpire) -> None:
    """Reveal sealed declarations together, and roll for each ship (hex/2.2, 2.4)."""
    for ship in state.ships.values():
        order = state.sealed.get(ship.id)
        if isinstance(order, Declare) and order.excess:
            overdrive(ship, umpire)
    state.sealed.clear()
    state.ready.clear()


def recover(state: ThrustState, umpire: Umpire) -> None:
    """Roll in the end phase for every ship on the map that is out of control to recover (hex/2.4)."""
    for ship in state.ships.values():
        if ship.in_play and OUT in ship.status_flags:
            words = f"{{{ship.id}}} tries to get back into control"
            if roll(umpire, ship, words, "in control again", "still out of control", recovering=True):
                ship.status_flags -= {OUT}


def roll(umpire: Umpire, ship: Ship, words: str, good: str, bad: str, recovering: bool = False) -> bool:
    """Make and log a control roll: two dice, 6 or more with modifiers (hex/2.4). Return whether it succeeds."""
    faces = umpire.roll(2, f"control/{ship.id}" + ("/recovery" if recovering else ""))
    total = sum(faces) + steadiness(ship, recovering)
    success = total >= NEEDED
    umpire.tell(
        Event(
            "check",
            RULE,
            words,
            who=ship.id,
            dice=tuple(Die(face, success) for face in faces),
            reason=_sum_words(ship, total, recovering),
            result=good if success else bad,
            tone="good" if success else "bad",
            at=ship.at,
        )
    )
    return success


def _sum_words(ship: Ship, total: int, recovering: bool) -> str:
    """Return the sum in words: 7 with veteran +1, advanced drive +2; needs 6."""
    parts = [f"{ship.quality} crew {CREWS[ship.quality]:+d}"] * bool(CREWS[ship.quality])
    parts += [f"advanced drive {ADVANCED:+d}"] * ship.design.advanced
    parts += [f"Excess Thrust this turn {TIRED:+d}"] * (recovering and EXCESS in ship.status_flags)
    return f"{total}" + (f" with {', '.join(parts)}" if parts else "") + f", needs {NEEDED}"


def recovery(ship: Ship) -> tuple[Risk, ...]:
    """Return the chance that a ship out of control recovers at the end of this turn (hex/2.4)."""
    if OUT not in ship.status_flags:
        return ()
    return (Risk("Control", "back in control at the end of the turn", float(control_chance(ship, True)), "good", RULE),)
