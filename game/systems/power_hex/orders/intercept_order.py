"""What a ship does about hits on it: `intercept guard_1>1 guard_2>1 port@1`, or `let them come` (power/8.1, 8.3).

Hits are numbered from 1; `port@1` says that hit 1, which comes along an edge or from its own hex, counts as from port.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from game.core.display import Risk
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.combat.interception import intercept_value, pass_chance, stop_chances
from game.systems.power_hex.combat.sides import ROWS
from game.systems.power_hex.gunnery.bearing import bears, title, unready, weapon_of
from game.systems.power_hex.gunnery.volley import (
    ANSWERS,
    INTERCEPTION,
    Answer,
    LandingShot,
    able_interceptors,
    go_on,
    hits_on,
    open_rows,
    undecided,
)
from game.systems.power_hex.ships.ship import PowerShip, PowerState

_ALLOTTED = re.compile(r"(\w+)>(\d+)\Z")
_ROW = re.compile(r"(\w+)@(\d+)\Z")
NOTHING = "let them come"


@frozen
class InterceptShots(Order):
    """Weapons allotted to hits, and the rows that these count as coming from."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Intercept"
    passes: ClassVar[str] = "lets them come"
    allotted: tuple[tuple[str, int], ...] = ()
    rows: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        words = [*(f"{mount}>{n}" for mount, n in self.allotted), *(f"{row}@{n}" for n, row in self.rows)]
        return "intercept " + " ".join(words) if words else NOTHING

    @classmethod
    def parse(cls, by: Id, text: str) -> InterceptShots:
        """Read `let them come`, or `intercept` with weapons and the numbers of hits."""
        verb, *words = text.lower().replace(",", " ").split() or [""]
        if " ".join((verb, *words)) == NOTHING:
            return cls(by)
        if verb != "intercept" or not words:
            why = f"“{text}” is neither “{NOTHING}” nor intercept with weapons and hits, such as guard_1>1"
            raise Unreadable(why, INTERCEPTION)
        allotted: list[tuple[str, int]] = []
        rows: list[tuple[int, str]] = []
        for word in words:
            if found := _ALLOTTED.match(word):
                allotted.append((found[1], int(found[2])))
            elif found := _ROW.match(word):
                rows.append((int(found[2]), found[1]))
            else:
                raise Unreadable(f"cannot read “{word}” in “{text}”: write each weapon as guard_1>1", INTERCEPTION)
        return cls(by, tuple(allotted), tuple(rows))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """No weapon, each weapon added to each hit or taken away; and each row of a hit that has several."""
        ship = state.ships[self.by]
        hits = hits_on(state, self.by)
        allotted: list[tuple[tuple[str, int], ...]] = [(), *(self._without(mount) for mount, _ in self.allotted)]
        for n, hit in hits:
            allotted += [(*self._without(key), (key, n)) for key in able_interceptors(state, ship, hit.shot)]
        rows: list[tuple[tuple[int, str], ...]] = [()]
        for n, hit in hits:
            kept = tuple(one for one in self.rows if one[0] != n)
            rows += [(*kept, (n, row)) for row in open_rows(state, ship, hit.shot)]
        return {"allotted": tuple(dict.fromkeys([self.allotted, *allotted])), "rows": tuple(dict.fromkeys([self.rows, *rows]))}

    def _without(self, mount: str) -> tuple[tuple[str, int], ...]:
        return tuple(one for one in self.allotted if one[0] != mount)

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """Weapons; and rows, where the owner has a choice."""
        ship = state.ships[self.by]
        several = any(open_rows(state, ship, hit.shot) for _, hit in hits_on(state, self.by))
        weapons = Field("allotted", "Intercept", "pick", INTERCEPTION)
        return (weapons, Field("rows", "Struck from", "pick", "power/8.3")) if several else (weapons,)

    def label_for(self, name: str, value: object) -> str:
        """What a value changes."""
        changed = self.with_value(name, value)
        if name == "rows":
            return " ".join(f"{row}@{n}" for n, row in changed.rows) or "as it comes"
        new = [f"{title(mount)} at hit {n}" for mount, n in changed.allotted if (mount, n) not in self.allotted]
        gone = [f"not {title(mount)}" for mount, n in self.allotted if (mount, n) not in changed.allotted]
        return " ".join(new or gone) or (str(self) if changed.allotted else "nothing")

    def prompt_text(self, state: PowerState) -> str:
        """What has hit."""
        words = []
        for n, hit in hits_on(state, self.by):
            count = f" with {hit.pulses} pulses" if hit.shot.built.mode == "pulse" else ""
            words.append(f"{n}: {title(hit.shot.weapon)} of {state.names.get(hit.shot.by, hit.shot.by)}{count}")
        return "Hits — " + "; ".join(words) if words else ""

    def risks(self, state: PowerState) -> tuple[Risk, ...]:
        """The exact chance that each hit is stopped, or that all its pulses are."""
        ship = state.ships[self.by]
        found = []
        for n, hit in hits_on(state, self.by):
            if values := self._values(ship, n, hit):
                stops = stop_chances(values, hit.pulses)[-1] if hit.shot.built.mode == "pulse" else 1 - pass_chance(values)
                found.append(Risk("Interception", f"hit {n} is stopped", stops, "good", INTERCEPTION))
        return tuple(found)

    def _values(self, ship: PowerShip, n: int, hit: LandingShot) -> tuple[int, ...]:
        kind = hit.shot.built.kind
        return tuple(intercept_value(weapon_of(ship, mount).intercept, kind) for mount, at in self.allotted if at == n)

    def check(self, state: PowerState) -> None:
        """Refuse weapons that cannot, are named twice or have no such hit; and rows that are none."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", INTERCEPTION)
        hits = dict(hits_on(state, self.by))
        for index, (mount, n) in enumerate(self.allotted):
            if n not in hits:
                raise Illegal(f"there is no hit {n} on {ship.name}", INTERCEPTION)
            if any(mount == other for other, _ in self.allotted[:index]):
                raise Illegal(f"{title(mount)} intercepts once a round", INTERCEPTION)
            if why := _cannot(state, ship, mount, hits[n]):
                raise Illegal(why, INTERCEPTION)
        for n, row in self.rows:
            if n not in hits or row not in ROWS or row not in open_rows(state, ship, hits[n].shot):
                raise Illegal(f"hit {n} cannot count as from {row}", "power/8.3")

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Note it, and go on once every owner has answered."""
        ANSWERS.set(state, self.by, Answer(self.allotted, self.rows))
        go_on(state, umpire)

    def suggested(self, state: PowerState) -> InterceptShots | None:
        """Every weapon that can, at the first hit that it can stop."""
        ship = state.ships[self.by]
        order = replace(self, allotted=())
        for n, hit in hits_on(state, self.by):
            taken = {mount for mount, _ in order.allotted}
            free = [key for key in able_interceptors(state, ship, hit.shot) if key not in taken]
            order = replace(order, allotted=(*order.allotted, *((key, n) for key in free)))
        return order if order.allotted else None


def _cannot(state: PowerState, ship: PowerShip, mount: str, hit: LandingShot) -> str:
    """Why a weapon may not intercept a hit, in a sentence; empty if it may."""
    if why := unready(state, ship, mount):
        return why.why
    kind = hit.shot.built.kind
    if not intercept_value(1, kind):
        return f"shots of a {kind} weapon cannot be intercepted"
    if not intercept_value(weapon_of(ship, mount).intercept, kind):
        return f"{title(mount)} intercepts nothing but ballistics"
    return "" if bears(ship, mount, hit.shot.start) else f"{title(mount)} does not bear on where the shot comes from"


def who_intercepts(state: PowerState) -> tuple[Prompt, ...]:
    """The owner of a target that can still decide about hits on it."""
    for key in undecided(state):
        return (Prompt(state.owner(key), (key,), (key,)),)
    return ()


def let_come(state: PowerState, prompt: Prompt) -> Order:
    """Nothing intercepts."""
    return InterceptShots(prompt.waiting[0])
