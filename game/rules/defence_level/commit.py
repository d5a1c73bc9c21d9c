"""The dice that each ship commits to its pool before any level is rolled (point-defence-and-fighters/1, 2, 9).

They come from its own systems, lent PDS, and groups that screen it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from game.core.display import Odds, Pose, Risk
from game.core.orders import Field, Grammar, Id, Illegal, PairList, Prompt
from game.core.umpire import Umpire
from game.core.values import frozen
from game.formats.validation import known_words
from game.rules.combat.targeting import FIRED
from game.rules.counters.counter import update_counter
from game.rules.counters.groups import next_endurance_used, screens_of
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import RULE
from game.rules.defence.level import DefencePool, level_chances
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.attackers import attackers, attackers_of_side, own_first
from game.rules.point_defence.best_defence import absent, screens_tire
from game.rules.point_defence.defend import cannot_lend
from game.rules.point_defence.level import COMMITTED, Part, level_odds, pool_of
from game.rules.point_defence.pool import CLASS_ONE, defends, not_ready, ready
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState, unread
from game.rules.turn_order import mark_acted, next_side

POOL = f"{RULE}/2"
LENDING = f"{RULE}/9"


@frozen
class Commit(AttackOrder, PairList[Part]):
    """The point defence of one ship: `commit PDSa B1 PDSb>lancet rook.HGRa`, or `commit none`. A system without a
    ship's name adds its dice to the level of its own ship; a group is one that screens the ship. Older files also lend
    systems in this order; area defence now has its own step before it."""

    verb: ClassVar[str] = "Defend"
    needs: ClassVar[tuple[str, ...]] = ("pd_rules=pdl",)
    weighs: ClassVar[str] = "hull points"
    grammar: ClassVar[Grammar[tuple[str, ...]]] = Grammar(
        "commit",
        "commit none",
        r"([\w.-]+)(?:\s*>\s*([\w-]+))?",
        lambda key, into: (key, into),
        POOL,
        "“{text}” does not begin with commit, as in commit PDSa B1 PDSb>lancet",
        "cannot read “{rest}” in “{text}”: write PDSa, or PDSa>lancet to lend it",
        "commit what? Write PDSa B1 PDSb>lancet, or commit none",
        after=r"\s*,?",
        sign=">",
    )
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self.grammar.text([(key,) if into == self.by else (key, into) for key, into in self.parts])

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        parts = tuple([(key, into or by) for key, into in cls.grammar.items(text)])
        return cls(by, () if [key.lower() for key, _ in parts] == ["none"] else parts)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return for each screening group, and each system that has not been lent: no pool, or this ship's."""
        ship = state.ships[self.by]
        mounts = [mount for mount in ready(state, ship) if not why_not_in_pool(state, ship, mount.key, ship)]
        together = [mount.key for mount in mounts if mount.kind in CLASS_ONE and state.house["level_beams"] == "all"]
        found: dict[str, Iterable[object]] = {}
        for mount in mounts:
            found[" ".join(together) if mount.key in together else mount.key] = ("", ship.id)
        for one in screens_of(state, ship):
            if not absent(state, ship, one):
                found[one.id] = ("", ship.id)
        return found

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        ship = state.ships[self.by]
        titles = {**{mount.key: mount.title for mount in ship.design.mounts}, **state.names}
        return tuple(
            Field(keys, ", ".join(titles[key] for key in keys.split()), "pick", POOL) for keys in self.domain(state)
        )

    def idles_only(self, state: ThrustState) -> bool:
        """Return whether there is nothing to commit, because nobody attacks the ship, whether groups screen it or
        not."""
        ship = state.ships.get(self.by)
        return ship is None or not attackers(state, ship)

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return everything but scatterguns for the ship's own level, or only scatterguns if they do more. Groups that
        screen the ship join."""
        ship = state.ships.get(self.by)
        if ship is None or not attackers(state, ship):
            return None
        own = [mount for mount in ready(state, ship) if not why_not_in_pool(state, ship, mount.key, ship)]
        plain = tuple((mount.key, ship.id) for mount in own if mount.kind != "scattergun")
        scatter = tuple((mount.key, ship.id) for mount in own if mount.kind == "scattergun")
        groups = tuple((one.id, ship.id) for one in screens_of(state, ship) if not absent(state, ship, one))
        return type(self)(self.by, (*(scatter if 8 * len(scatter) > len(plain) * 2 else plain), *groups))

    def confirms(self, state: ThrustState) -> bool:
        """Return whether it commits nothing, though something could raise the level of an attacked ship."""
        return not self.parts and bool((best := self.suggestion(state)) and best.parts)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the chances that the level of each ship reaches the start of some bands."""
        found = []
        for ship, pool in self._pools(state):
            levels = level_chances(pool)
            for least in (4, 7, 11):
                if (chance := float(levels[least:].sum())) >= 0.005:
                    found.append(Risk(ship.name, f"level {least} or more", chance, "good", f"{RULE}/3"))
        return tuple(found)

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the losses of each ship whose pool it could add to."""
        return tuple(
            level_odds(state, ship, [(one, ()) for one in attackers(state, ship)], pool)
            for ship, pool in self._pools(state)
        )

    def _pools(self, state: ThrustState) -> list[tuple[Ship, DefencePool]]:
        """Return the attacked ships of its side, its own first, with their pools after this order."""
        mine = state.ships.get(self.by)
        if mine is None:
            return []
        given = {self.by: (*COMMITTED.of(state, self.by), *self.parts)}
        return [(ship, pool_of(state, ship, given)) for ship in own_first(state, mine) if attackers(state, ship)]

    def check(self, state: ThrustState) -> None:
        """Refuse a system used twice or where it may not roll, and scatterguns with other systems. Also refuse PDS lent
        to more ships than there are controls."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", POOL)
        for index, (key, into) in enumerate(self.parts):
            if any(key == other for other, _ in self.parts[:index]):
                raise Illegal(f"{key} is named twice; it rolls once a turn", POOL)
            other = state.ships.get(into)
            if other is None or other.side != ship.side:
                raise Illegal(f"there is no ship “{into}” of its side", POOL)
            if why := why_not_in_pool(state, ship, key, other):
                raise why
        own = {mount.kind for key, into in self.parts if into == ship.id and (mount := ship.design.mount(key))}
        if "scattergun" in own and len(own) > 1:
            raise Illegal(f"{ship.name} fires scatterguns or its other point defence, never both in one turn", LENDING)
        if own and "scattergun" not in own and (left := self._left_out(state, ship)):
            raise Illegal(
                f"with its point defence {ship.name} gives up every class-1 gun, and {left} is left out", POOL
            )
        lent = {into for _, into in (*COMMITTED.of(state, ship.id), *self.parts) if into != ship.id}
        if len(lent) > (most := len(ship.working("adfc"))):
            raise Illegal(
                f"{ship.name} has {most} area defence control{'s' * (most != 1)}, each for one other ship", LENDING
            )

    def _left_out(self, state: ThrustState, ship: Ship) -> str:
        """Return a class-1 gun that is ready but not committed, if they must all roll together; else empty."""
        if state.house["level_beams"] == "each":
            return ""
        named = {key for key, _ in self.parts}
        return next((one.title for one in ready(state, ship) if one.kind in CLASS_ONE and one.key not in named), "")

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Record the systems. The levels are rolled when all ships have been asked."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        COMMITTED.set(state, ship.id, (*COMMITTED.of(state, ship.id), *self.parts))
        for key, _ in self.parts:
            one, mount = state.counters.get(key), ship.design.mount(key)
            if isinstance(one, Flight):
                update_counter(
                    state, one, endurance_used=next_endurance_used(one) if screens_tire(state) else one.endurance_used
                )
            elif mount is not None:
                ship.status_flags |= {FIRED + key}
                if mount.kind == "scattergun":
                    ship.spent |= {key}


def why_not_in_pool(state: ThrustState, ship: Ship, key: str, other: Ship) -> Illegal | None:
    """Return why a system of a ship, or a group that screens it, cannot roll in a ship's pool; None if it can."""
    if not attackers(state, other):
        return Illegal(f"nobody attacks {other.name} this turn", POOL)
    one = state.counters.get(key)
    if isinstance(one, Flight):
        why = absent(state, ship, one) or ("" if other is ship else f"{one.name} screens {ship.name} alone")
        return Illegal(why, POOL) if why else None
    mount = ship.design.mount(key)
    if mount is None or not defends(mount):
        known = [each.key for each in ready(state, ship)]
        return Illegal(f"{ship.name} has no point defence “{key}”. {known_words(key, known)}".strip(), POOL)
    if why_not := not_ready(state, ship, mount):
        return why_not
    if other is ship:
        return None
    if mount.kind != "pds":
        return Illegal(f"{mount.title} defends its own ship alone; only PDS are lent", LENDING)
    return cannot_lend(state, ship, other, mount)


# -- who is asked ------------------------------------------------------------------------------------------------------


def who_commits(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that could commit something to a pool."""
    fleet = (ship for ship in state.fleet(side) if ship.id not in state.acted)
    return tuple(ship.id for ship in fleet if asked_anyway(state, ship) or Commit(ship.id).domain(state))


def asked_anyway(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship is asked whatever its systems, because its side is attacked and not all sides know it
    (6.19)."""
    return unread(state, ship) and bool(attackers_of_side(state, ship.side).all)


def has_nothing(state: ThrustState, key: Id) -> bool:
    """Return whether a ship has nothing to commit. Older versions did not ask it then, so their saves hold no order for
    it."""
    return not Commit(key).domain(state)


def next_to_commit(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who commits next: sides take turns, one ship each, the loser of the initiative first."""
    return next_side(state, who_commits, loser_first=True)
