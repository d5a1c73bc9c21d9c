"""Plans: what a piece shall do in the rows in which sides act in turn, written by all sides together and in secret.

A plan is no order yet. When its piece is asked, the first of its wishes that the rules allow becomes an ordinary order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable, keys_named, parse_order
from game.core.state import AnyState, PieceData
from game.core.system import PLANNED, RuleSystem
from game.core.umpire import Umpire
from game.core.values import frozen

RULE = "table/plans"
ANY, ADVISED = "any", "as advised"
OFF, WITH_MOVES = "off", "standing"  # values of the house rule: no plans; plans sealed together with the moves
AT_TARGETS = ("attack", "fire", "board")  # verbs that name a target in the form
VERBS = ("launch", "fly", "scan", "defend", *AT_TARGETS, "answer", "leave", "repair")
TITLES = {
    "launch": "Launch", "fly": "Fly", "scan": "Scan", "defend": "Defence", "attack": "Attack", "fire": "Fire at",
    "board": "Board", "answer": "Grapples", "leave": "Break away", "repair": "Repairs",
}  # fmt: skip
THEN, WITHIN, KEEP = "then", "within", "keep"  # fields of the form that belong to fire
RANGES = (0, 3, 6, 9, 12, 18, 24, 30, 36)
_LIST = re.compile(r"\s*,(?![-\d])\s*")  # no comma within a place
_WISH = re.compile(r"[\w.:+-]+(?:[ ,][\w.:+-]+)*\Z")


@frozen
class Wish:
    """What one verb of a plan asks for: targets or other words, the first possible one first; how far off a target may
    be (0: anywhere), in units of the board; and guns that stay silent."""

    verb: str
    words: tuple[str, ...]
    within: int = 0
    keep: tuple[str, ...] = ()

    def __str__(self) -> str:
        near = f"; within {self.within}" if self.within else ""
        return f"{self.verb} {', '.join(self.words)}{near}" + (f"; keep {', '.join(self.keep)}" if self.keep else "")


@frozen
class WrittenPlan(Order):
    """A piece's plan, or that of a side for all its pieces without one: `fire vesper, any; within 24; keep SMa; repair
    as advised; until turn 6`, or `hold`. It stands until another is written, or to the end of turn `until`."""

    input_mode: ClassVar[str] = "choose"
    shared: ClassVar[bool] = True
    aside: ClassVar[bool] = True
    idle_verb: ClassVar[str] = "holds"
    needs: ClassVar[tuple[str, ...]] = ("plans=plans", "plans=standing")
    wishes: tuple[Wish, ...] = ()
    until: int = 0

    def __str__(self) -> str:
        last = (f"until turn {self.until}",) if self.until else ()
        return "; ".join((*map(str, self.wishes), *last)) if self.wishes else "; ".join(("hold", *last))

    @classmethod
    def parse(cls, by: Id, text: str) -> WrittenPlan:
        """Parse clauses with semicolons between them. The name of the piece may follow the first verb, as in `fire
        lancet: vesper`."""
        wishes, until = list[Wish](), 0
        for clause in text.split(";"):
            verb, _, rest = clause.strip().partition(" ")
            verb, rest = verb.lower(), rest.strip()
            if by and rest.startswith(f"{by}:"):
                rest = rest[len(by) + 1 :].strip()
            last = re.fullmatch(r"turn (\d{1,4})", rest)
            if verb in VERBS and rest:
                wishes.append(Wish(verb, tuple(map(_plain, _LIST.split(rest)))))
            elif verb == "until" and last and int(last[1]):
                until = int(last[1])
            elif verb == WITHIN and wishes and rest.isdigit() and int(rest):
                wishes[-1] = replace(wishes[-1], within=int(rest))
            elif verb == "keep" and wishes and rest:
                wishes[-1] = replace(wishes[-1], keep=tuple(_LIST.split(rest)))
            elif not ((verb == "all" and wishes) or verb == "hold") or rest:
                raise Unreadable(f"cannot read “{clause.strip()}”: plans are written like {EXAMPLE}", RULE)
        if bad := next((word for one in wishes for word in (*one.words, *one.keep) if not _WISH.match(word)), None):
            raise Unreadable(f"cannot read “{bad}”: plans are written like {EXAMPLE}", RULE)
        return cls(by, tuple(wishes), until)

    def wish(self, verb: str) -> Wish | None:
        return next((one for one in self.wishes if one.verb == verb), None)

    def stands(self, turn: int) -> bool:
        """Return whether the plan holds in a turn."""
        return not self.until or turn <= self.until

    # -- the form ------------------------------------------------------------------------------------------------------

    def domain(self, state: AnyState) -> dict[str, Iterable[object]]:
        """Return for each verb nobody, any, what the rules advise, or each enemy; a second target; and ranges."""
        foes = tuple(ship.id for ship in state.enemies(state.owner(self.by)))
        found: dict[str, Iterable[object]] = {}
        for verb in PLANNED.of(state):
            advised = () if verb == "fire" else (ADVISED,)
            found[verb] = ("", *advised, *((ANY, *foes) if verb in AT_TARGETS else ()))
        if first := self.value("fire"):
            rest = tuple(one for one in (ANY, *foes) if one != first)
            found |= {THEN: ("", *(rest if first != ANY else ())), WITHIN: RANGES}
            if single := self._single_shots(state):
                now = self.value(KEEP)
                assert isinstance(now, tuple)
                each = (tuple(one for one in single if (one in now) != (one == key)) for key in single)
                found[KEEP] = tuple(dict.fromkeys((single, (), *each)))
        return found

    def _single_shots(self, state: AnyState) -> tuple[str, ...]:
        """Return the guns of its ship that fire once and have not fired."""
        ship = state.ships.get(self.by)
        mounts = getattr(ship.design, "mounts", ()) if ship else ()
        return tuple(one.key for one in mounts if one.one_shot and ship.works(one.key)) if ship else ()

    def fields(self, state: AnyState) -> tuple[Field, ...]:
        """Return a field for each verb that plans are about now."""
        found = list[Field]()
        for verb in self.domain(state):
            if verb == THEN:
                found.append(Field(THEN, "Or else", "pick", RULE, "If it cannot fire at the first"))
            elif verb == WITHIN:
                found.append(Field(WITHIN, "Within", "pick", RULE, "It fires at nobody further off"))
            elif verb == KEEP:
                found.append(Field(KEEP, "Keep", "toggles", RULE, "Guns that fire only once, and stay silent"))
            else:
                found.append(Field(verb, TITLES[verb], "pick", RULE))
        return tuple(sorted(found, key=lambda one: one.name not in ("fire", THEN, WITHIN, KEEP)))

    def value(self, name: str) -> object:
        fire = self.wish("fire")
        if name == THEN:
            return fire.words[1] if fire and len(fire.words) > 1 else ""
        if name == WITHIN:
            return fire.within if fire else 0
        if name == KEEP:
            return fire.keep if fire else ()
        wish = self.wish(name)
        return wish.words[0] if wish else ""

    def with_value(self, name: str, value: object) -> WrittenPlan:
        """Return the plan with another first or second target, range, or wish."""
        verb = "fire" if name in (THEN, WITHIN, KEEP) else name
        old = self.wish(verb)
        if name == WITHIN and old and isinstance(value, int):
            new = [replace(old, within=value)]
        elif name == KEEP and old and isinstance(value, tuple):
            new = [replace(old, keep=value)]
        elif name == THEN and old:
            new = [replace(old, words=(old.words[0], *([str(value)] if value else [])))]
        elif value and name in VERBS:
            words = (str(value), *(one for one in (old.words[1:] if old else ()) if one != value and value != ANY))
            new = [replace(old or Wish(verb, ()), words=words)]
        else:
            new = []
        wishes = (*(one for one in self.wishes if one.verb != verb), *new)
        return replace(self, wishes=tuple(sorted(wishes, key=lambda one: VERBS.index(one.verb))))

    def label_for(self, name: str, value: object) -> str:
        if name == WITHIN:
            return str(value or "any range")
        if name == KEEP:
            return ", ".join(map(str, value)) if isinstance(value, tuple) and value else "none"
        return str(value or ("nobody" if name in (*AT_TARGETS, THEN) else "nothing"))

    def in_words(self, state: AnyState, names: Mapping[Id, str]) -> str:
        return keys_named(str(self), names)

    def suggestion(self, state: AnyState) -> WrittenPlan | None:
        """Return what the rules advise at each verb of this row, and fire at anybody."""
        wishes = (Wish(verb, (ANY if verb == "fire" else ADVISED,)) for verb in VERBS if verb in PLANNED.of(state))
        return WrittenPlan(self.by, tuple(wishes))

    # -- giving it -----------------------------------------------------------------------------------------------------

    def check(self, state: AnyState) -> None:
        """Refuse a plan for what is not there, without a turn to hold in, or with a verb twice."""
        piece = state.piece(self.by)
        if piece is None and self.by not in state.sides:
            raise Illegal(f"there is no ship or side “{self.by}”", RULE)
        if self.until and self.until < state.turn:
            raise Illegal(f"turn {self.until} is over", RULE)
        verbs = [one.verb for one in self.wishes]
        if twice := next((verb for verb in verbs if verbs.count(verb) > 1), ""):
            raise Illegal(f"a plan says “{twice}” once, with all its targets", RULE)

    def carry_out(self, state: AnyState, umpire: Umpire) -> None:
        state.plans[self.by] = self


EXAMPLE = "fire vesper, any; within 24; keep SMa; repair as advised; until turn 6, or hold"


def _plain(word: str) -> str:
    """Return a wish with single blanks, and the words of the notation in small letters."""
    word = " ".join(word.split())
    return word.lower() if word.lower() in (ANY, ADVISED) else word


# what all have written and locked, by piece or side
STANDING = PieceData[WrittenPlan | None]("plan", None)


def own_plan(state: AnyState, key: Id) -> WrittenPlan | None:
    """Return the plan that a piece or a side has of its own this turn: the one being written, or the last one."""
    found = state.plans.get(key) or STANDING.of(state, key)
    return found if isinstance(found, WrittenPlan) and found.stands(state.turn) else None


def plan_of(state: AnyState, key: Id) -> WrittenPlan | None:
    """Return the plan of a piece, its own or its side's, that holds this turn."""
    return own_plan(state, key) or own_plan(state, state.owner(key))


def written_when(state: AnyState) -> str:
    """Return the value of the house rule: when plans are written, if at all."""
    return str(state.house.get("plans", OFF))


def standing(state: AnyState) -> bool:
    """Return whether plans are sealed together with the moves."""
    return written_when(state) == WITH_MOVES


def planning(state: AnyState) -> tuple[Prompt, ...]:
    """Return the sides that write plans, until all of them have locked. A piece without a plan holds."""
    found = list[Prompt]()
    for side in state.sides:
        pieces: list[Any] = [*state.ships.values(), *state.counters.values()]
        ids = tuple(one.id for one in pieces if one.in_play and one.side == side)
        lacking = () if side in state.ready else tuple(key for key in ids if _lacks(state, key))
        found += [Prompt(side, ids, lacking)] * bool(ids)
    return () if all(one.side in state.ready for one in found) else tuple(found)


def _lacks(state: AnyState, key: Id) -> bool:
    """Return whether a piece lacks a plan for these rows. `hold` is one too."""
    plan = plan_of(state, key)
    return plan is None or not (not plan.wishes or any(plan.wish(verb) for verb in PLANNED.of(state)))


def begin_planning(state: AnyState, umpire: Umpire) -> None:
    """Let all sides write."""
    state.ready.clear()
    drop_old_plans(state)


def drop_old_plans(state: AnyState) -> None:
    """Drop plans that are over."""
    for key in STANDING.all(state):
        if own_plan(state, key) is None or not state.owner(key):
            STANDING.clear(state, key)


def end_planning(state: AnyState, umpire: Umpire) -> None:
    """Let what has been written stand, now that all have locked it; and what was written for other rows."""
    now = PLANNED.of(state)
    for key, plan in state.plans.items():
        if isinstance(plan, WrittenPlan):
            old = STANDING.of(state, key) or WrittenPlan(key)
            rest = [one for one in old.wishes if one.verb not in now and plan.wish(one.verb) is None]
            wishes = sorted((*plan.wishes, *rest), key=lambda one: VERBS.index(one.verb))
            STANDING.set(state, key, replace(plan, wishes=tuple(wishes)))
    state.plans.clear()


def check_wishes(system: RuleSystem, state: AnyState, order: Order) -> None:
    """Refuse plans in a row in which none are written, wishes that no row can make an order of, and guns to keep that
    the piece lacks."""
    if isinstance(order, WrittenPlan) and not system.phase(state).plans and not standing(state):
        raise Illegal("plans are written after the moves", RULE)
    for wish in order.wishes if isinstance(order, WrittenPlan) else ():
        kinds = dict.fromkeys(kind for row in system.phases if row.plan == wish.verb for kind in row.accepts)
        if not kinds:
            raise Illegal(f"nothing is planned about “{wish.verb}” in {system.title}", RULE)
        for word in wish.words:
            if word not in (ANY, ADVISED) and not state.piece(word) and not readings(kinds, order.by, wish, word):
                raise Illegal(f"“{word}” is neither a piece, “{ANY}” nor “{ADVISED}”", RULE)
        if wish.keep and order.by in state.sides:
            raise Illegal("a side's plan keeps no single guns silent", RULE)
        icons = system.sheet(state, order.by, None).icons if wish.keep else ()
        if wrong := next((key for key in wish.keep if key not in [one.key for one in icons]), ""):
            raise Illegal(f"{state.names[order.by]} has no “{wrong}”", RULE)


def readings(kinds: Iterable[type[Order]], by: Id, wish: Wish, word: str) -> list[Order]:
    """Return the orders of these kinds that a wish may be in their own notation, with its verb or without."""
    found = list[Order]()
    for kind in kinds:
        for text in (f"{wish.verb} {word}", word):
            try:
                found.append(parse_order(kind, by, text))
            except Unreadable:
                continue
    return found
