"""Eclipsing: one ship puts itself between a friend and enemy fire, and takes a share of the fire
(manoeuvres/eclipsing).

The screening ship is the one in front of the screened ship. The order of either names the other; a ship that names
nobody screens the nearest friend that asked for it, or else the nearest. Everything is decided as an attack is
resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from game.board.boards import board_of
from game.board.geometry import ARCS, Point, within
from game.board.zones import sector
from game.core.display import Overlay, Pose, Ring, Zone
from game.core.events import Event
from game.core.orders import Id, Illegal
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, manoeuvre_rule, setting, under_way
from game.rules.manoeuvres.framework.compatibility import MATRIX, code_of
from game.rules.ships.damage import soak_all
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/eclipsing"
SHARE, FIRE = f"{RULE}/share", f"{RULE}/fire"
NEAR = 3.0  # MU or hexes between the two ships
FRIENDS = 5  # the number of friends that the form offers, the nearest first
EACH, APART, BLAST = 10, 20, 50  # per cent: for each thrust point; off for each clock point apart; of a blast
WEDGE, CLOSED, SPOT = 24.0, 5.0, 1.2  # MU: the sizes drawn for the wedge, closed arcs, and the ring round an enemy
HALVES = {"S": frozenset(("FS", "AS")), "P": frozenset(("FP", "AP"))}  # the wide arcs, of four, as arcs of six
_FLOWN = attrgetter("active_manoeuvres")
LAST = {"normal": 0, "SAP": 1, "AP": 2, "hull": 3, "P": 4}  # the order in which points go to the screening ship


class Eclipsing(Manoeuvre):
    """EC n: the ship screens another. `EC2:gloaming` names the other; `EC1*` is the order of a ship that is to be
    screened."""

    by_vectors = "it is worked out by courses on the clock, and theirs lie at any angle"
    code, title, rule, shape = "EC", "Eclipsing", RULE, "number"
    line = "lies between friend and fire"
    about, ways = "Between a friend and the fire, of which it takes a share", ("screens", "is screened")
    paired = True
    settings = (
        manoeuvre_rule("EC", "Eclipsing", "A ship close by puts itself between a friend and the fire.", RULE),
        setting("ec.bdi_basis", "Eclipsing share", "By the printed boxes of hull and armour, or those left now.",
                (("printed", "printed boxes"), ("current", "current boxes")), "printed", SHARE, "EC"),
        setting("ec.screener_blocked", "Arcs of the screening ship",
                "Into which of its own arcs a screening ship may not fire.",
                (("three", "three"), ("arc", "one")), "three", FIRE, "EC"),
    )  # fmt: skip

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every number of thrust points that the drive gives, for a friend or for itself."""
        least = min(1, ship.thrust)
        return tuple(
            ManoeuvreOrder(self, n, mark=mark) for mark in (False, True) for n in range(least, ship.thrust + 1)
        )

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return the same as `values` without a partner, and for each of the nearest friends."""
        board = board_of(state.table)
        others = (one for one in state.fleet(ship.side) if one is not ship)
        friends = sorted(others, key=lambda one: board.distance(ship.at, one.at))
        values = tuple(self.values(ship, state.house))
        return *values, *(replace(use, whom=other.id) for other in friends[:FRIENDS] for use in values)

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        return 0, use.n

    def why_not_ordered(
        self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> Illegal | None:
        """Refuse a partner that is no friend, and a ship that would both screen and be screened."""
        other = state.ships.get(use.whom)
        if use.whom and (other is None or not other.in_play or other.side != ship.side or other is ship):
            whom = state.names.get(use.whom, use.whom)
            return Illegal(f"“{whom}” is no friend whom {ship.name} could screen, or be screened by", RULE)
        theirs = getattr(state.sealed.get(use.whom), "uses", ())
        if other and any(one.code == self.code and one.mark == use.mark for one in theirs):
            doing = "is screened itself" if use.mark else "screens another"
            return Illegal(f"{other.name} {doing}: nobody does both", RULE)
        if other and not use.mark and (wild := jinking(theirs)):
            return Illegal(f"{other.name} flies {wild.title} and cannot be screened", RULE)
        named = (one for key, order in state.sealed.items() for one in getattr(order, "uses", ()) if key != ship.id)
        if any(one.code == self.code and one.whom == ship.id and one.mark == use.mark for one in named):
            doing = "screens another" if use.mark else "is screened itself"
            return Illegal(f"{ship.name} {doing}: nobody does both", RULE)
        return None

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Settle the pairs of the turn, now that all ships have moved, and log each pair once."""
        for screener, screened in pairs(state):
            if ship in (screener, screened) and bind(screener, screened):
                taken = share(screener, screened, state.house)
                umpire.tell(
                    Event(
                        "note",
                        RULE,
                        f"{{{screener.id}}} screens {{{screened.id}}}",
                        screener.id,
                        screened.id,
                        reason=f"{taken} per cent of what is fired from where it lies",
                        at=screened.at,
                    )
                )

    def why_not_fire_into(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, arc: str) -> Illegal | None:
        """Refuse fire by either ship towards the other."""
        for screener, screened in pairs(state):
            if ship is screened and shut(arc, wedge(state, ship, screener)):
                return Illegal(f"{screener.name} screens {ship.name} there, and is in its way", FIRE)
            if ship is screener and shut(arc, silent_arcs(state, ship, screened)):
                return Illegal(f"{ship.name} screens {screened.name} and does not fire towards it", FIRE)
        return None

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterator[Overlay]:
        """Yield the required distance, the wedge where fire is divided, arcs closed to their guns, and each enemy's
        share in per cent."""
        board = board_of(state.table)
        yield from ring(board, ship.at, NEAR, f"screens within {board.format_distance(NEAR)}", near=0.0)
        for screener, screened in pairs(state):
            if ship not in (screener, screened):
                continue
            open_to, words = wedge(state, screened, screener), f"{screener.name} screens {screened.name}"
            yield from _sector(state, screened, open_to, WEDGE, words, "note", False)
            yield from _sector(state, screened, open_to, CLOSED, "closed to its guns", "bad", True)
            yield from _sector(
                state, screener, silent_arcs(state, screener, screened), CLOSED, "closed to its guns", "bad", True
            )
            for enemy in state.enemies(ship.side):
                every = covers(state, enemy.at, screened)
                parts = [cover for cover in every if cover.ship is screener]
                words = f"{parts[0].share} % to {screener.name}" if parts else "not screened"
                if parts == list(every) and parts:
                    words += f", {100 - parts[0].share} % to {screened.name}"
                yield Ring(enemy.at, SPOT, words, "good" if parts else "muted")


def _sector(
    state: ThrustState, ship: Ship, arcs: frozenset[str], reach: float, label: str, tone: str, hatched: bool
) -> Iterator[Zone]:
    for outline, *holes in sector(board_of(state.table), ship.at, ship.facing, arcs, reach):
        yield Zone(outline, label, tone, hatched, tuple(holes))


# -- screening ---------------------------------------------------------------------------------------------------------


def screening_under_way(state: ThrustState) -> bool:
    """Return whether any ship flies a manoeuvre, so that one may screen another now. It is fast, because every shot and
    every attacker asks for it."""
    return any(map(_FLOWN, state.ships.values()))


def pairs(state: ThrustState) -> list[tuple[Ship, Ship]]:
    """Return (screening, screened) pairs at the present positions. They have thrust for it, and are at most 3 MU or
    hexes apart."""
    if not screening_under_way(state):
        return []
    uses = {ship.id: use for ship in state.ships.values() for use in under_way(ship) if use.code == "EC"}
    found: list[tuple[Ship, Ship]] = []
    for key, use in uses.items():
        ship, other = state.ships[key], state.ships.get(use.whom)
        if use.mark and other is not None and other.id not in uses:
            found.append((other, ship))
        elif not use.mark and (other := other or _nearest(state, ship, uses)) is not None:
            found.append((ship, other))
    return [pair for pair in found if _stands(state, *pair, uses)]


def _stands(state: ThrustState, screener: Ship, screened: Ship, uses: dict[Id, ManoeuvreOrder]) -> bool:
    """Return whether one ship may screen the other, as far as these two are concerned."""
    if not all(ship.in_play and not ship.dies_after_phase for ship in (screener, screened)):
        return False
    if screener is screened or screener.side != screened.side or jinking(under_way(screened)):
        return False
    if screened.id in uses and not uses[screened.id].mark:
        return False
    apart = board_of(state.table).distance(screener.at, screened.at)
    return not within(apart, 0) and within(apart, NEAR) and thrust(screener, screened) > 0


def _nearest(state: ThrustState, ship: Ship, uses: dict[Id, ManoeuvreOrder]) -> Ship | None:
    """Return the nearest friend that asked to be screened, and not by another ship; else the nearest possible one; or
    None."""
    asking: list[Ship] = []
    others: list[Ship] = []
    for other in state.ships.values():
        if _stands(state, ship, other, uses) and (other.id not in uses or uses[other.id].whom in ("", ship.id)):
            (asking if other.id in uses else others).append(other)
    board = board_of(state.table)
    return min(asking or others, key=lambda other: board.distance(ship.at, other.at), default=None)


def jinking(uses: Iterable[ManoeuvreOrder]) -> Manoeuvre | None:
    """Return the manoeuvre of an order that prevents a ship from being screened, or None."""
    wild = (use for use in uses if use.code != "EC" and MATRIX.get((code_of(use), "EcB")) == "-")
    return next((use.manoeuvre for use in wild), None)


def thrust(*ships: Ship) -> int:
    """Return the thrust points for it in the orders of both ships together."""
    return sum(use.n for ship in ships for use in under_way(ship) if use.code == "EC")


def bind(screener: Ship, screened: Ship) -> bool:
    """Record the pair in both ships' manoeuvres. Return False if that was done before."""
    before = screener.active_manoeuvres, screened.active_manoeuvres
    _know(screener, ManoeuvreOrder(Eclipsing(), 0, screened.id))
    _know(screened, ManoeuvreOrder(Eclipsing(), 0, screener.id, True))
    return before != (screener.active_manoeuvres, screened.active_manoeuvres)


def _know(ship: Ship, use: ManoeuvreOrder) -> None:
    """Record the manoeuvre among those of a ship, with its partner."""
    own = next((one for one in under_way(ship) if one.code == "EC"), None)
    if own is None:
        ship.active_manoeuvres = (*ship.active_manoeuvres, use)
    elif not own.whom:
        ship.active_manoeuvres = tuple(replace(one, whom=use.whom) if one is own else one for one in under_way(ship))


# -- where and how much ------------------------------------------------------------------------------------------------


def arcs_towards(state: ThrustState, ship: Ship, place: Point) -> tuple[str, ...]:
    """Return the arc of a ship that a place is in; on a boundary both arcs."""
    return board_of(state.table).arcs(ship.at, ship.facing, place, ARCS)


def wedge(state: ThrustState, ship: Ship, other: Ship) -> frozenset[str]:
    """Return the arc of a ship that another is in, and the two beside it. On a boundary both arcs count."""
    found = [ARCS.index(arc) for arc in arcs_towards(state, ship, other.at)]
    return frozenset(ARCS[(index + step) % len(ARCS)] for index in found for step in (-1, 0, 1))


def silent_arcs(state: ThrustState, screener: Ship, screened: Ship) -> frozenset[str]:
    """Return the arcs into which a screening ship may not fire: three, or by option the one with its friend."""
    if state.house["ec.screener_blocked"] == "arc":
        return frozenset(arcs_towards(state, screener, screened.at))
    return wedge(state, screener, screened)


def shut(arc: str, arcs: frozenset[str]) -> bool:
    """Return whether an arc is closed. A wide arc, of four, is closed if all of it is."""
    return HALVES.get(arc, frozenset((arc,))) <= arcs


def boxes(ship: Ship, house: House) -> int:
    """Return the hull and armour boxes that decide the share: as designed or, by option, as they are now."""
    if house["ec.bdi_basis"] == "current":
        return ship.hull + sum(ship.armour)
    return ship.design.hull + (sum(ship.design.shell) if ship.design.shell else ship.design.armour)


def share(screener: Ship, screened: Ship, house: House, blast: bool = False) -> int:
    """Return the share that the screening ship takes, 0 to 100 per cent; `blast` is plasma or another area effect."""
    own, theirs = boxes(screener, house), boxes(screened, house)
    points = abs(screener.facing - screened.facing)
    turned = min(points, 12 - points)
    part = 100 * own // (own + theirs) + EACH * thrust(screener, screened) - APART * turned - BLAST * blast
    return min(max(part, 0), 100)


class Cover(NamedTuple):
    """A ship that screens the target of an attack, and its share of the attack in per cent."""

    ship: Ship
    share: int


def covers(state: ThrustState, eye: Point, target: Ship, blast: bool = False) -> tuple[Cover, ...]:
    """Return the ships that screen a target against an attack from a place, the nearest to it first. `blast` is an area
    effect."""
    found = []
    for screener, screened in pairs(state):
        if screened is target and in_front(state, eye, screener, screened):
            found.append(Cover(screener, share(screener, screened, state.house, blast)))
    if not found:
        return ()
    board = board_of(state.table)
    return tuple(sorted((one for one in found if one.share), key=lambda one: board.distance(eye, one.ship.at)))


def in_front(state: ThrustState, eye: Point, screener: Ship, screened: Ship) -> bool:
    """Return whether the screening ship is nearer to an attacker, by however little, and has it in one of the three
    arcs."""
    board = board_of(state.table)
    if within(board.distance(eye, screened.at), board.distance(eye, screener.at)):
        return False
    return not wedge(state, screened, screener).isdisjoint(arcs_towards(state, screened, eye))


# -- fire, divided -----------------------------------------------------------------------------------------------------


class ScreeningShip(NamedTuple):
    """The properties of a screening ship that matter for dividing an attack: its boxes, its share, and whether its
    armour helps."""

    armour: tuple[int, ...]
    hull: int
    share: int
    raked: bool = False


Hits = tuple[Hit, ...]


def totalled(hits: Iterable[Hit]) -> Hits:
    """Return the hits of an attack in the order in which they are divided, from normal points to penetrating ones."""
    sums = dict.fromkeys(LAST, 0)
    single: list[Hit] = []
    for mode, points in hits:
        if mode in ("SAP", "AP"):
            single.append((mode, points))
        else:
            sums[mode] += points
    plain = [(mode, points) for mode, points in sums.items() if points]
    return tuple(sorted([*plain, *single], key=lambda hit: (LAST[hit[0]], hit[1])))


def split_hits(hits: Iterable[Hit], points: int) -> tuple[Hits, Hits]:
    """Return the first `points` of some hits, and the rest."""
    first, rest = [], []
    for mode, n in hits:
        taken = min(n, points)
        points -= taken
        first += [(mode, taken)] if taken else []
        rest += [(mode, n - taken)] if n > taken else []
    return tuple(first), tuple(rest)


def divide_hits(screens: Iterable[ScreeningShip], raked: bool, hits: Iterable[Hit]) -> tuple[tuple[Hits, ...], Hits]:
    """Return an attack on a screened ship in parts: those that each screening ship takes, in order, and the rest."""
    return shared_out(screens, raked, totalled(hits))


def shared_out(screens: Iterable[ScreeningShip], raked: bool, rest: Hits) -> tuple[tuple[Hits, ...], Hits]:
    """Return the parts of an attack whose hits are in order already. Points beyond the boxes of a screening ship go on
    to the screened one (manoeuvres/eclipsing/share)."""
    over, taken = 0, []
    for screen in screens:
        part, rest = split_hits(rest, sum(points for _, points in rest) * screen.share // 100)
        part = bare(part) if screen.raked else part
        over += max(0, soak_all(screen.armour, part)[1] - screen.hull)
        taken.append(part)
    rest = bare(rest) if raked else rest
    return tuple(taken), (*rest, *((("hull" if raked else "normal"), over),) * bool(over))


def bare(hits: Hits) -> Hits:
    """Return the hits as ones that no armour stops."""
    return tuple(("hull", points) for _, points in hits)


# -- other damage than aimed fire --------------------------------------------------------------------------------------


def guards(state: ThrustState, attacked: Ship) -> list[Ship]:
    """Return the ships whose PDS may fire at fighters that attack a screened ship, as if they were attacked
    themselves."""
    return [screener for screener, screened in pairs(state) if screened is attacked]
