"""Orders after ships have moved: `PM EM2`, `PM SK1S`, `PM HA1P`, or `PM no` (manoeuvres/post-movement).

Ships are asked for them when all have moved; a ship may also give one when it is about to fire, and when it is named as
a target, before the dice of that fire are rolled. Extreme Manoeuvres that were plotted and held back begin the same
way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Protocol, cast

from game.board.boards import board_of
from game.board.geometry import clock
from game.core.display import Meter, Risk
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable, in_braces
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.cover.extreme import Extreme, pending_use, reactive
from game.rules.manoeuvres.framework.base import ManoeuvreOrder, rounded_turn, under_way
from game.rules.manoeuvres.framework.compatibility import code_of
from game.rules.manoeuvres.post_movement_rules import (
    FIRING,
    MOVED,
    RULE,
    TARGET,
    THRUST,
    TIMES,
    TURNING,
    clashes,
    most,
    windows,
)
from game.rules.movement.plot import Plot
from game.rules.ships.drive import STRAINED, check, failing
from game.rules.ships.ship import PORT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import every_side

CODES = ("EM", "SK", "HA")
_WORDS = re.compile(r"\s*PM\s+(?:(NO)|([A-Z]{2})\s*(\d*)\s*([PS]?))\s*\Z", re.I)


class FireOrder(Protocol):
    """Fire that may wait for other orders, and then goes on by `open_fire`."""

    @property
    def by(self) -> Id:
        """The key of the ship that fires."""

    def open_fire(self, state: ThrustState, umpire: Umpire) -> None:
        """Roll the dice of the fire."""


@frozen
class Declared:
    """Declared fire that waits for the ships named as targets."""

    order: FireOrder
    left: tuple[Id, ...]  # targets that have not answered


DECLARED = PhaseData[Declared | None]("declared", None)
WINDOW = PhaseData[str]("window", FIRING)  # the present window, while no fire waits
ACTIVATED = PhaseData[Id]("activated", "")  # the ship that has acted as it fires


@frozen
class Afterwards(Order):
    """A ship's use of the thrust it has left, which may be none. A side may give one for all its ships together.
    Extreme Manoeuvres of 1998 turn the ship: their use is marked, and written with a direction."""

    input_mode: ClassVar[str] = "choose"
    shared: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("man.PM", "em.after_move", "em.reaction", "ha.after_move")
    use: ManoeuvreOrder | None = None

    def __str__(self) -> str:
        if self.use is None:
            return "PM no"
        hand = "P" if self.use.n < 0 else "S" if self.use.code != "EM" or self.use.mark else ""
        return f"PM {self.use.code}{abs(self.use.n)}{hand}"

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return the order in words, for example `skid P1 after moving`."""
        return f"{self._words} after moving"

    @property
    def _words(self) -> str:
        """The action: `skid P1`, `nothing`."""
        if self.use is None:
            return "nothing"
        if self.use.code == "EM" and self.use.mark:
            return f"{self.use.manoeuvre.title.lower()} {'P' if self.use.n < 0 else 'S'}{abs(self.use.n)}"
        return self.use.in_words({})

    @classmethod
    def parse(cls, by: Id, text: str) -> Afterwards:
        """Parse `PM EM2`, `PM SK1S`, `PM HA1P`; in the 1998 form `PM EM1P`; or `PM no`."""
        found = _WORDS.match(text)
        if found is None or (found[2] and found[2].upper() not in CODES):
            raise Unreadable(f"“{text}” is nothing that is done after moving, such as PM EM2, PM SK1S or PM no", RULE)
        if found[1]:
            return cls(by)
        code, hand = found[2].upper(), found[4].upper()
        points = int(found[3] or 1) * (-1 if hand == "P" else 1)
        return cls(by, ManoeuvreOrder(BY_CODE[code], points, mark=code == "EM" and bool(hand)))

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return nothing, and every use of the ship's thrust now."""
        return {"use": (None, *candidates(state, state.ships[self.by]))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("use", "After moving", rule=RULE),)

    def label_for(self, name: str, value: object) -> str:
        return self.with_value(name, value)._words

    def prompt_text(self, state: ThrustState) -> str:
        """Return words for the window that is open."""
        name, declared = state.ships[self.by].name, DECLARED.of(state)
        if declared:
            return f"{state.ships[declared.order.by].name} takes aim: what does {name} do?"
        if window(state) == MOVED:
            return f"All ships have moved: does {name} use thrust it has kept?"
        return f"{name} may use thrust it has kept before it fires"

    def meter(self, state: ThrustState) -> Meter:
        """Return the meter of the thrust that the ship has left."""
        ship = state.ships[self.by]
        use = self.use
        spent = (
            0
            if use is None or (use.code == "EM" and pending_use(ship, state.house))
            else sum(use.manoeuvre.cost(use, state.house))
        )
        return Meter(ship.timer(THRUST) or 0, ((spent, "after moving", "solid"),), "thrust kept", RULE, "thrust")

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the exact chance that the drive fails and the manoeuvre has no effect."""
        if self.use is None or self.by not in state.ships:
            return ()
        ship, one = state.ships[self.by], self.use.manoeuvre
        if self.use.code == "EM" and (plotted := pending_use(ship, state.house)):
            return one.risks(ship, plotted, Plot(ship.id, uses=(plotted,)), state.house)
        chance = failing(ship, strain(state, ship, self.use), state.house)
        return (Risk(one.title, "drive damaged, no effect", float(chance), "bad", RULE),)

    def idles_only(self, state: ThrustState) -> bool:
        return self.by in state.ships and not choices(state, state.ships[self.by])

    def check(self, state: ThrustState) -> None:
        """Refuse what the window, the thrust or another manoeuvre forbids."""
        ship = state.ships.get(self.by)
        if ship is None and (self.use or window(state) != MOVED):
            raise Illegal("a ship does something after moving, not a side", RULE)
        if ship is None:
            return
        if (wrong := _out_of_turn(state, self)) or (self.use and (wrong := fault(state, ship, self.use))):
            raise wrong

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Begin the manoeuvre; then let the waiting fire go on."""
        if self.by in state.sides:
            state.acted |= {key for prompt in first_chance(state) if prompt.side == self.by for key in prompt.ids}
            return
        ship = state.ships[self.by]
        moment, declared = window(state), DECLARED.of(state)
        if self.use is not None:
            begin(state, umpire, ship, self.use, declared.order.by if declared else ship.id)
        if moment == MOVED:
            state.acted.add(ship.id)
        elif moment == FIRING:
            ACTIVATED.set(state, ship.id)
        elif declared:
            left = tuple(key for key in declared.left if key != ship.id)
            DECLARED.set(state, replace(declared, left=left))
            if not left:
                DECLARED.clear(state)
                declared.order.open_fire(state, umpire)


# -- whose moment it is ------------------------------------------------------------------------------------------------


def window(state: ThrustState) -> str:
    return TARGET if DECLARED.of(state) else WINDOW.of(state)


def open_window(state: ThrustState) -> None:
    """Open the first window, when all ships have moved."""
    WINDOW.set(state, MOVED)


def close_window(state: ThrustState, umpire: Umpire) -> None:
    """Close the first window."""
    WINDOW.clear(state)


def first_chance(state: ThrustState) -> tuple[Prompt, ...]:
    """Return every ship that could begin a manoeuvre in the first window and has not been asked."""
    return every_side(state, _able)


def _able(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that have thrust left, could use it and have not been asked."""
    kept = (ship for ship in state.fleet(side) if ship.id not in state.acted and THRUST in dict(ship.timers))
    return tuple(ship.id for ship in kept if choices(state, ship))


def nothing_more(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order that does nothing, for the first ship asked."""
    return Afterwards(prompt.waiting[0])


def declare(state: ThrustState, umpire: Umpire, order: FireOrder, targets: Iterable[Ship], words: str) -> bool:
    """Hold declared fire back while its targets may still answer. Return False if none can. `words` describe the fire
    in the log."""
    DECLARED.set(state, Declared(order, ()))
    able = tuple(ship.id for ship in targets if ship.in_play and not ship.dies_after_phase and choices(state, ship))
    if not able:
        DECLARED.clear(state)
        return False
    DECLARED.set(state, Declared(order, able))
    named = " and ".join(f"{{{key}}}" for key in able)
    umpire.tell(
        Event(
            "note",
            RULE,
            f"{{{order.by}}} takes aim at {named}",
            order.by,
            able[0],
            reason=words,
            line=(state.ships[order.by].at, state.ships[able[0]].at),
        )
    )
    return True


def answering(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the target that answers before the dice are rolled, if fire waits for one."""
    declared = DECLARED.of(state)
    if declared is None:
        return ()
    key = declared.left[0]
    return (Prompt(state.ships[key].side, (key,), (key,)),)


def activated_ship(state: ThrustState) -> Id:
    """Return the ship that began a manoeuvre as it fires, and now must fire."""
    key = ACTIVATED.of(state)
    return key if key and key not in state.acted else ""


def _out_of_turn(state: ThrustState, order: Afterwards) -> Illegal | None:
    """Return why a ship may not give this order now, or None. It was not asked, or would do nothing as it fires."""
    declared = DECLARED.of(state)
    if declared and order.by != declared.left[0]:
        return Illegal(f"{state.ships[declared.left[0]].name} answers first", RULE)
    if order.use is None and window(state) == FIRING:
        return Illegal("it fires or holds its fire; there is nothing else to leave", RULE)
    return None


# -- possible actions --------------------------------------------------------------------------------------------------


def candidates(state: ThrustState, ship: Ship) -> list[ManoeuvreOrder]:
    """Return every use of its thrust at this moment, allowed or not."""
    moment, found = window(state), []
    if one := pending_use(ship, state.house):
        found.append(ManoeuvreOrder(BY_CODE["EM"], one.n))
    for code in CODES:
        if moment not in windows(state.house, code):
            continue
        if code == "EM" and reactive(state.house):
            found += [ManoeuvreOrder(BY_CODE["EM"], -1, mark=True), ManoeuvreOrder(BY_CODE["EM"], 1, mark=True)]
        elif code == "EM":
            found += [ManoeuvreOrder(BY_CODE["EM"], n) for n in range(1, (ship.timer(THRUST) or 0) + 1)]
        else:
            found += BY_CODE[code].values(ship, state.house)
    return list(dict.fromkeys(found))


def choices(state: ThrustState, ship: Ship) -> list[ManoeuvreOrder]:
    """Return every allowed use at this moment."""
    return [use for use in candidates(state, ship) if fault(state, ship, use) is None]


def fault(state: ThrustState, ship: Ship, use: ManoeuvreOrder) -> Illegal | None:
    """Return why a ship cannot make that manoeuvre now, or None."""
    one, house, moment = use.manoeuvre, state.house, window(state)
    if ship.timer("bridge") is not None:
        return Illegal(f"{ship.name} is out of control", "full-thrust-base/5.4/bridge")
    if not ship.thrust:
        return Illegal(f"{ship.name}'s drive is dead", RULE)
    waiting = pending_use(ship, house)
    if waiting and use.code == "EM":
        return None if use.n == waiting.n else Illegal(f"{ship.name} has {waiting} at hand: that, or nothing", RULE)
    if moment not in windows(house, use.code):
        return Illegal(f"{one.title} is not begun {moment} in this battle", RULE)
    doing = [code_of(own) for own in under_way(ship)]
    if why := clashes(use.code, [*getattr(state.sealed.get(ship.id), "codes", ()), *doing]):
        return why
    if use.code == "EM" and reactive(house):
        return _reaction_fault(ship, use)
    if (ship.timer(TIMES) or 0) >= most(house):
        return Illegal(f"{ship.name} has done something after moving already", RULE)
    if wrong := _shape_fault(ship, use, state):
        return wrong
    turning, rest = one.cost(use, house)
    kept, may_turn = ship.timer(THRUST) or 0, ship.timer(TURNING) or 0
    if turning + rest > kept or turning > may_turn:
        return Illegal(f"{ship.name} has kept {kept} thrust, {min(kept, may_turn)} of it to turn with", RULE)
    return None


def _shape_fault(ship: Ship, use: ManoeuvreOrder, state: ThrustState) -> Illegal | None:
    if use.code == "EM":
        if use.mark:
            return Illegal(f"extreme manoeuvres turn nobody in this battle: PM EM{abs(use.n)}, without a side", RULE)
        return Illegal("extreme manoeuvres take a thrust at least", RULE) if use.n < 1 else None
    return use.manoeuvre.fault(ship, use, Plot(ship.id, uses=(use,)), state.house)


def _reaction_fault(ship: Ship, use: ManoeuvreOrder) -> Illegal | None:
    """Return why the 1998 form forbids the manoeuvre, or None. It needs a point to one side, half the rating left for
    one answer, and all of it for a second."""
    if not use.mark or abs(use.n) != 1:
        return Illegal("it turns away by one point, to port or to starboard: PM EM1P or PM EM1S", RULE)
    times, kept = ship.timer(TIMES) or 0, ship.timer(THRUST) or 0
    if times > 1 or kept * (1 if times else 2) < ship.thrust:
        share = "all" if times else "half"
        return Illegal(
            f"{ship.name} has not kept {share} of its thrust for it"
            if times < 2
            else f"{ship.name} has turned away twice already",
            RULE,
        )
    return None


# -- carrying out ------------------------------------------------------------------------------------------------------


def strain(state: ThrustState, ship: Ship, use: ManoeuvreOrder) -> int:
    """Return the modifier of the check: the manoeuvre's own plus one; in the 1998 form one the second time."""
    if use.code == "EM" and reactive(state.house):
        return ship.timer(TIMES) or 0
    return abs(use.n) if use.code != "SK" else 1


def begin(state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, against: Id) -> None:
    """Begin a manoeuvre that was held back. Check any other immediately, and begin it if the drive holds."""
    one, waiting = use.manoeuvre, pending_use(ship, state.house)
    if waiting and use.code == "EM":
        cast(Extreme, one).begin(state, umpire, ship, waiting)
        return
    added = strain(state, ship, use)
    ship.set_timer(TIMES, (ship.timer(TIMES) or 0) + 1)
    ship.thrust_used = True
    if not (use.code == "EM" and reactive(state.house)):
        turning, rest = one.cost(use, state.house)
        ship.set_timer(THRUST, (ship.timer(THRUST) or 0) - turning - rest)
        ship.set_timer(TURNING, (ship.timer(TURNING) or 0) - turning)
    if not check(state, umpire, ship, added, one.title, RULE):
        ship.status_flags |= {STRAINED}
        return
    take_effect(state, ship, use, against)
    slewed = (
        f"facing {board_of(state.table).format_course(ship.facing)}"
        if use.code != "EM" or reactive(state.house)
        else ""
    )
    umpire.tell(
        Event(
            "note",
            RULE,
            f"{{{ship.id}}} begins {one.title} after moving",
            ship.id,
            reason=in_braces(Afterwards(ship.id, use), state),
            result=slewed,
            at=ship.at,
        )
    )


def take_effect(state: ThrustState, ship: Ship, use: ManoeuvreOrder, against: Id) -> None:
    """Apply the manoeuvre: the ship jinks from now on, or a skid swings the bow on the spot."""
    turns = use.code == "EM" and reactive(state.house)
    if use.code == "EM":
        ship.active_manoeuvres = (*ship.active_manoeuvres, ManoeuvreOrder(BY_CODE["EM"], abs(use.n), against, True))
    if use.code == "EM" and not turns:
        return
    points = rounded_turn(use.n, board_of(state.table).grain)
    ship.facing = clock(ship.facing + points)
    if use.code != "SK" and ship.heading is None:
        ship.course, ship.status_flags = clock(ship.course + points), ship.status_flags - {PORT}
