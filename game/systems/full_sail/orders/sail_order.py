"""The written order of a ship: `P2+4`, `BS S1`, `AN` or `WEIGH`, with `GRAPPLE`, `SUMMON` or `SURRENDER` after it
(sail/1, 3)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Self

from game.board.geometry import Point, clock, span, within
from game.core.display import Destination, Meter, Overlay, Pose, Prospects, Ring, Risk
from game.core.orders import Field, Id, Illegal, Order, OrderFields, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.full_sail.boarding import grappling
from game.systems.full_sail.gunnery.fouling import FOULS, NEAR
from game.systems.full_sail.gunnery.honour import SUMMONED_AT, dishonour
from game.systems.full_sail.orders.prospects import prospects
from game.systems.full_sail.sea.after_move import ends_after, pose_after, poses_after, speed_mark
from game.systems.full_sail.sea.board import IN_SIGHT, out_of_reach
from game.systems.full_sail.sea.sail_plan import (
    ANCHOR,
    BACK,
    SPECIAL,
    WEIGH,
    Means,
    SailPlan,
    fastest,
    fault,
    legal_moves,
    means,
    sails,
)
from game.systems.full_sail.sea.sailing import aground_words
from game.systems.full_sail.sea.wind_shown import band
from game.systems.full_sail.ships.grapples import between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import MEANING, off_wind, point_of_sail, wind_thrust
from game.systems.full_sail.wind.weather import wind_of

RULE, HONOUR = "sail/1", "sail/8"
BRIEF = ("irons", "beat", "beam", "beam", "beam", "reach", "run")  # points of sail by clock points off the wind
MEANT = (  # the effects of special orders (sail/3.2)
    ("", "Sails as the helm and the speed say"),
    (BACK, "Sails against the wind: half the speed before it moves, and no other change"),
    (ANCHOR, "It stays where it is, at speed 0; one that is faster than its thrust may lose the anchor"),
    (WEIGH, "Takes up the anchor: it stays this turn and sails again in the next"),
)
SPECIAL_WORDS = {"": "", BACK: "back sails", ANCHOR: "drop anchor", WEIGH: "weigh anchor"}
_PLOT = re.compile(r"(?:([PS])([1-9]))?(?:([PS])([1-9]))?([+-][0-9]{1,3})?\Z", re.I)
_NAMING = {"GRAPPLE": "grapple", "SUMMON": "summon"}


@frozen
class SailOrder(Order):
    """One ship's order for a turn: a turn, a change of speed, and other actions. `turn` is in clock points, negative to
    port, with by option a turn back (`slip`). `special` is BS, AN, WEIGH or empty. `grapple` and `summon` name a
    ship."""

    input_mode: ClassVar[str] = "plot"
    foresees: ClassVar[bool] = True
    turn: int = 0
    slip: int = 0
    change: int = 0
    special: str = ""
    grapple: Id = ""
    summon: Id = ""
    surrender: bool = False

    def __str__(self) -> str:
        named = [f"{verb} {getattr(self, name)}" for verb, name in _NAMING.items() if getattr(self, name)]
        words = [word for word in (self.special, self._helm, *named, "SURRENDER" if self.surrender else "") if word]
        return " ".join(words) or "0"

    @property
    def _helm(self) -> str:
        """The turns and the change of speed in the notation."""
        turns = "".join(f"{'S' if points > 0 else 'P'}{abs(points)}" for points in self.plan.legs)
        return turns + (f"{self.change:+d}" if self.change else "")

    def in_words(self, state: SailState, names: Mapping[Id, str]) -> str:
        """Return the order in words, for example `back sails, S1, grapple Lutin`."""
        whom = ((name, getattr(self, name)) for name in _NAMING.values())
        named = [f"{name} {names.get(key, key)}" for name, key in whom if key]
        said = (SPECIAL_WORDS[self.special], self._helm, *named, "strike the flag" if self.surrender else "")
        return ", ".join(filter(None, said)) or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> SailOrder:
        """Parse such an order. Raise Unreadable for anything else."""
        found: OrderFields = {}
        words = text.split()
        while words:
            word = words.pop(0)
            upper = word.upper()
            if upper in _NAMING:
                if not words:
                    raise Unreadable(f"{upper} needs the name of a ship after it: {upper} name", RULE)
                given: OrderFields = {_NAMING[upper]: words.pop(0)}
            elif upper == "SURRENDER":
                given = {"surrender": True}
            elif upper in (BACK, ANCHOR, WEIGH):
                given = {"special": upper}
            elif word in ("0", "+0", "-0"):
                given = {"turn": 0}
            else:
                given = _read_plot(word, text)
            if given.keys() & found.keys():
                raise Unreadable(f"“{text}” says the same thing twice", RULE)
            found.update(given)
        if not found:
            raise Unreadable("write an order such as P2+4, BS S1, AN or 0", RULE)
        return cls(by, **found)

    @property
    def plan(self) -> SailPlan:
        return SailPlan(tuple(points for points in (self.turn, self.slip) if points), self.change, self.special)

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        """Return every turn and change of speed that the rating could allow, special orders, and ships to grapple or
        summon."""
        ship = state.ships[self.by]
        most = ship.design.thrust + 2
        others = state.enemies(ship.side)
        near = [other.id for other in others if within(span(ship.at, other.at), 2 * ship.velocity + 30)]
        slips = range(-(most // 2), most // 2 + 1) if state.house["side_slip"] else (0,)
        yields = ship.summoned > 0 or 2 * ship.hull <= ship.design.hull
        return {
            "turn": range(-(most // 2), most // 2 + 1), "slip": slips, "change": range(-most, most + 1),
            "special": ("", BACK, ANCHOR, WEIGH), "grapple": ("", *near),
            "summon": ("", *(other.id for other in others if other.design.merchant)),
            "surrender": (False, True) if yields else (False,),
        }  # fmt: skip

    def fields(self, state: SailState) -> tuple[Field, ...]:
        """Return fields for helm, sails and special orders, and for side-slips, summons and surrender where they are
        possible."""
        given = self.domain(state)
        optional = (
            Field("slip", "Back", "stepper", "sail/3.1"), Field("grapple", "Grapple", "pick", grappling.RULE),
            Field("summon", "Summon", "pick", HONOUR), Field("surrender", "Strike", "switch", HONOUR),
        )  # fmt: skip
        bands = self._bands(state)
        return (
            Field("turn", "Helm", "row" if bands else "stepper", "sail/3.1", bands=bands, meanings=self._ends(state)),
            Field("change", "Speed", "stepper", "sail/3.1", note=self._speeds(state)),
            Field("special", "Special", "row", SPECIAL, meanings=MEANT),
            *(one for one in optional if len(tuple(given[one.name])) > 1),
        )

    def _speeds(self, state: SailState) -> str:
        """Return the speeds that thrust and wind allow with this turn, in words."""
        ship, has = state.ships[self.by], means(state, state.ships[self.by])
        if self.special or ship.anchored or partners(state, ship.id):
            return ""
        left = max(0, has.thrust - self.plan.points)
        least, most = (min(has.top, max(0, ship.velocity + change)) for change in (-left, left))
        return f"{least} to {most}" if least < most else f"{most}"

    def _ends(self, state: SailState) -> tuple[tuple[object, str], ...]:
        """Return (turn, words) pairs on the point of sail after each turn of the helm."""
        wind, course = wind_of(state), state.ships[self.by].course
        turns = range(-6, 7) if wind else ()
        ends = ((turn, off_wind(clock(course + turn + self.slip), wind.source)) for turn in turns if wind)
        return tuple((turn, f"Ends {MEANING[off]}") for turn, off in ends)

    def _bands(self, state: SailState) -> tuple[tuple[object, str, int], ...]:
        """Return (turn, word, band) rows on the point of sail after each turn of the helm; empty without wind."""
        wind, course = wind_of(state), state.ships[self.by].course
        if wind is None:
            return ()
        most = (state.ships[self.by].design.thrust + 2) // 2
        ends = ((turn, clock(course + turn + self.slip)) for turn in range(-most, most + 1))
        return tuple((turn, BRIEF[off_wind(heading, wind.source)], band(heading, wind)) for turn, heading in ends)

    def with_value(self, name: str, value: object) -> SailOrder:
        """Return the order with another value. A turn back needs a turn before it. Half a side-slip becomes a turn;
        None, without the manoeuvre, removes both."""
        if name == "slip" and value is None:
            return replace(self, turn=0, slip=0)
        fields: OrderFields = {name: value}
        changed = replace(self, **fields)
        if not changed.slip or changed.turn:
            return changed
        return replace(changed, turn=-changed.slip) if name == "slip" else replace(changed, turn=changed.slip, slip=0)

    def label_for(self, name: str, value: object) -> str:
        """Return the label of a value, such as P2, S1, 0, +3 or ±0, or words for special orders."""
        if name == "special":
            return SPECIAL_WORDS[str(value)] or "none"
        if isinstance(value, int) and name in ("turn", "slip"):
            return f"{'S' if value > 0 else 'P'}{abs(value)}" if value else "0"
        if isinstance(value, int) and name == "change":
            return f"{value:+d}" if value else "±0"
        return Order.label_for(self, name, value)

    # -- effects -------------------------------------------------------------------------------------------------------

    def pose(self, state: SailState) -> Pose:
        """Return the ship's pose after the order. Ground stops it, and the wind may slow or turn it."""
        ship = state.ships[self.by]
        return pose_after(state, ship, self.plan)

    def destinations(self, state: SailState) -> tuple[Destination, ...]:
        """Return every legal destination without a special order, or the one of the present special order."""
        ship, wind = state.ships[self.by], wind_of(state)
        one = self.special in (ANCHOR, WEIGH)
        every = (sails(state, ship, self.plan),) if one else legal_moves(state, ship, self.special)
        found = []
        for made, pose in zip(every, poses_after(state, ship, every)):
            plan, move = made.plan, made.move
            turn, slip = (*plan.legs, 0, 0)[:2]
            order = SailOrder(self.by, turn, slip, plan.change, self.special, self.grapple, self.summon, self.surrender)
            found.append(
                Destination(
                    order,
                    pose.path,
                    pose.at,
                    pose.course,
                    pose.facing,
                    pose.velocity,
                    plan.legs,
                    turns=plan.legs,
                    band=band(move.course, wind),
                    mark=(mark := speed_mark(move, pose)),
                    toll=aground_words(move.speed, state.house) if mark == "aground" else "",
                )
            )
        return tuple(found)

    def overlays(self, state: SailState) -> tuple[Overlay, ...]:
        """Return rings round the ends of other ships, within which ships may foul."""
        return rings(state, state.ships[self.by])

    def meter(self, state: SailState) -> Meter:
        """Return the meter of thrust, with the effect of the wind."""
        parts = ((self.plan.points, "helm", "hatch"), (abs(self.change), "sails", "solid"))
        ship, wind = state.ships[self.by], wind_of(state)
        then = ""
        if wind:
            course = self.pose(state).course
            thrust, top = wind_thrust(ship.thrust, course, wind), fastest(state, ship, course)
            then = f"then {point_of_sail(course, wind)}: thrust {thrust}, top {top}"
        return Meter(means(state, ship).thrust, parts, then, "sail/3.1", "thrust")

    def foretold(self, state: SailState) -> Self:
        """Return the order without grapples where ranges are not measured first (sail/4). A forecast of the throw would
        reveal the range."""
        return self if state.house["premeasure"] else replace(self, grapple="")

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        """Return the exact chances of losing the anchor, and of grapples holding once thrown. The forecast covers
        everything on the way, and collisions."""
        ship, found = state.ships[self.by], list[Risk]()
        if self.special == ANCHOR and ship.velocity > ship.thrust:
            found.append(Risk("Anchor", "parts, 2 hull points", (7 - ship.check_number) / 6, "bad", SPECIAL))
        if target := state.ships.get(self.grapple):
            found += self._grapples(state.posed({self.by: self.pose(state), target.id: pose_after(state, target)}))
        return tuple(found)

    def _grapples(self, there: SailState) -> Iterable[Risk]:
        """Yield the exact chances of a throw of grapples from both ships' planned places, or why it is impossible."""
        ship, target = there.ships[self.by], there.ships[self.grapple]
        holds = "" if target.anchored or not target.commanded else f", if {target.name} holds on"
        if why := grappling.why_not_grapple(there, ship, target):
            yield Risk("Grapple", f"{why.why}{holds}", 0.0, "cannot", why.rule)
        elif not grappling.accepts(target):
            odds = grappling.throw_chances(there, ship, target)
            if there.house["premeasure"]:  # the forecast covers a collision, with the chance that grapples are thrown
                yield Risk("Grapple", "clean, if thrown as plotted", odds.clean, "good", grappling.RULE)
                return
            near = f", if no farther than {grappling.REACH:g} MU"
            yield Risk("Grapple", f"clean{near}", odds.clean, "good", grappling.RULE)
            yield Risk("Grapple", f"collision{near}", odds.collision, "bad", grappling.RULE)

    def prospects(
        self, state: SailState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return the area from which the target is raked, and the target's destinations in it, from the end of the
        move."""
        return prospects(state, self.by, target, poses, ends)

    def suggestion(self, state: SailState) -> SailOrder | None:
        """Return an order by rules of thumb. The ship weighs anchor, makes sail if adrift or, with the larger crew,
        closes and throws grapples."""
        ship = state.ships[self.by]
        if ship.anchored:
            return SailOrder(self.by, special=WEIGH)
        if ship.adrift and means(state, ship).thrust:
            return SailOrder(self.by, change=means(state, ship).thrust)
        return _closing(state, ship)

    def idles_only(self, state: SailState) -> bool:
        """Return whether the ship is grappled, with no other near to grapple or summon."""
        ship = state.ships.get(self.by)
        if ship is None or not partners(state, ship.id):
            return False
        enemies = [one for one in state.enemies(ship.side) if one.id not in partners(state, ship.id)]
        return not any(self._could_meet(state, ship, one) for one in enemies)

    def _could_meet(self, state: SailState, ship: SailingShip, enemy: SailingShip) -> bool:
        if not within(span(ship.at, enemy.at), IN_SIGHT):
            return False
        if grappling.why_not_grapple(state, ship, enemy) is None:
            return True
        try:
            _summonable(state, ship, enemy.id)
        except Illegal:
            return False
        return True

    def idle_words(self, state: SailState) -> str:
        ship = state.ships[self.by]
        if partners(state, ship.id):
            return "lies grappled"
        if ship.anchored:
            return "lies at anchor"
        return "drifts" if sails(state, ship, SailPlan()).move.drifts else "sails on"

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: SailState) -> None:
        """Refuse what sails and anchor forbid, and ships that cannot be grappled or summoned."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("a ship sails, not a side", RULE)
        if not ship.commanded:
            raise Illegal(f"{ship.name} has nobody to sail it", "sail/5.2")
        if ship.struck:
            raise Illegal(f"{ship.name} has struck, and heaves to", HONOUR)
        if self.slip and not self.turn:
            raise Illegal("a side-slip begins with a turn", "sail/3.1")
        if why := fault(state, ship, self.plan):
            raise why
        if self.grapple:
            _enemy_named(state, ship, self.grapple)
        if self.summon:
            _summonable(state, ship, self.summon)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        state.sealed[self.by] = self


def _read_plot(word: str, text: str) -> OrderFields:
    """Return turns and change of speed from a word such as P2+4."""
    found = _PLOT.match(word)
    if found is None or not word:
        where = f" in “{text}”" if word != text.strip() else ""
        raise Unreadable(f"cannot read “{word}”{where}: write an order such as P2+4, P1S1, BS S1, AN or 0", RULE)
    legs = [
        int(points) * (-1 if side.upper() == "P" else 1)
        for side, points in (found.group(1, 2), found.group(3, 4))
        if side
    ]
    given: OrderFields = dict(zip(("turn", "slip"), legs))
    if found[5] and int(found[5]):
        given["change"] = int(found[5])
    return given or {"turn": 0}


def _enemy_named(state: SailState, ship: SailingShip, key: Id) -> SailingShip:
    other = state.ships.get(key)
    if other is None or not other.in_play or other.side == ship.side:
        raise Illegal(f"there is no enemy “{key}”", grappling.RULE)
    return other


def _summonable(state: SailState, ship: SailingShip, key: Id) -> None:
    other = _enemy_named(state, ship, key)
    if not other.design.merchant or ship.design.merchant:
        raise Illegal("a warship summons a civilian", HONOUR)
    if far := out_of_reach(state.table, span(ship.at, other.at), SUMMONED_AT):
        raise Illegal(f"{other.name} is {far}", HONOUR)
    if other.struck:
        raise Illegal(f"{other.name} has struck already", HONOUR)


def _closing(state: SailState, ship: SailingShip) -> SailOrder | None:
    """Return the order that brings a ship nearest to an enemy with a smaller crew, at about its speed, to grapple it.
    None if no such enemy is near. The enemy is assumed to sail on."""
    if partners(state, ship.id):
        return None
    near, crew = (
        [other for other in state.enemies(ship.side) if within(span(ship.at, other.at), 2 * grappling.REACH)],
        ship.crew,
    )
    weaker = [other for other in near if other.crew < crew and dishonour(state, ship, other, grapple=True) is None]
    if not weaker:
        return None
    target = min(weaker, key=lambda other: span(ship.at, other.at))
    there = pose_after(state, target).at
    every = legal_moves(state, ship)
    if not every:
        return None
    gaps = [_gap(end, speed, target, there) for end, speed in ends_after(state, ship, every)]
    best = every[gaps.index(min(gaps))].plan
    turn, slip = (*best.legs, 0, 0)[:2]
    return SailOrder(ship.id, turn, slip, best.change, grapple=target.id)


def _gap(end: Point, speed: int, target: SailingShip, there: Point) -> float:
    """Return how far the end of a move is from grappling: the MU, plus the excess of the speed difference."""
    return span(end, there) + max(0, abs(speed - target.velocity) - grappling.FASTER)


SHORTER = 0.8  # the shortest way between start and end of a turning move, as a share of its speed
CLOSE = 3.0  # MU within which every bearing is near enough
FACES = ", ".join(map(str, range(FOULS, 7)))


@frozen
class NearEnd:
    """A ship that ends its move at a place: for certain if `known`, else if it holds on."""

    ship: Id
    at: Point
    known: bool


def near_ends(state: SailState, ship: SailingShip) -> Iterator[NearEnd]:
    """Yield the ends near which a ship could end its own move. Ships of its own side follow their sealed orders. All
    others are assumed to hold on, as the enemy's sealed orders are never read."""
    if not state.house["fouling"] or ship.anchored or partners(state, ship.id):  # a grappled ship lies still
        return
    has, wind = means(state, ship), wind_of(state)
    most = _most(ship, has) + NEAR + (wind.speed if wind else 0)  # no ship drifts farther than the wind blows
    for other in state.ships.values():
        order = state.sealed.get(other.id) if other.side == ship.side else None
        if order is None and not within(span(ship.at, other.at), most + other.velocity):
            continue
        if other.id == ship.id or not other.in_play or between(state, ship.id, other.id):
            continue
        pose = order.pose(state) if order else pose_after(state, other)
        known = order is not None or other.anchored or not other.commanded
        if order is not None or _reaches(ship, has, pose.at):
            yield NearEnd(other.id, pose.at, known)


def _most(ship: SailingShip, has: Means) -> int:
    """Return the most MU that the ship could sail."""
    return max(ship.velocity, min(ship.velocity + has.thrust, has.top))


def _reaches(ship: SailingShip, has: Means, at: Point) -> bool:
    """Return whether a move of a ship might end within 1 MU of a place, by its speeds and turns."""
    away, least = span(ship.at, at), max(0, min(ship.velocity // 2, ship.velocity - has.thrust))
    if not least * SHORTER - NEAR <= away <= _most(ship, has) + NEAR:
        return False
    off = abs((math.degrees(math.atan2(at[0] - ship.at[0], at[1] - ship.at[1])) - 30 * ship.course + 180) % 360 - 180)
    return away <= CLOSE or off <= 30 * has.turning


def rings(state: SailState, ship: SailingShip) -> tuple[Ring, ...]:
    """Return a ring round each of the ends, within which ships may foul. Only the first has a label."""
    found = list(near_ends(state, ship))
    return tuple(Ring(one.at, NEAR, "" if n else _words(state, found)) for n, one in enumerate(found))


def _words(state: SailState, found: list[NearEnd]) -> str:
    holds = "" if all(one.known for one in found) else " if it holds on"
    return (
        f"an end in {'a ring fouls its ship' if found[1:] else f'here fouls {state.names[found[0].ship]}'} on "
        f"{FACES}{holds}"
    )
