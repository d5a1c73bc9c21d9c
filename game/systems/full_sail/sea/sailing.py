"""The joint move of all ships, and then its consequences: ground, weed, fog and the wind (sail/3)."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.boards import board_of
from game.board.geometry import Point, clock, within
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.umpire import RISING, Umpire, at_least
from game.core.values import House, frozen
from game.systems.full_sail.damage.checks import current_row_check
from game.systems.full_sail.damage.fire import remove
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.sea import terrain
from game.systems.full_sail.sea.convoy import LEFT, gets_away
from game.systems.full_sail.sea.sail_plan import ANCHOR, SPECIAL, WEIGH, Move, SailPlan, sails, taken_by_wind
from game.systems.full_sail.sea.terrain import GROUNDS, Entry
from game.systems.full_sail.sea.track import cut, length
from game.systems.full_sail.ships.ship import SailingShip, SailState

ANCHOR_LOST = 2  # hull points for a parting anchor
FOG_TURNS = 5  # the lowest face with which fog turns a ship


@frozen
class Passage:
    """A move as sailed: its path up to any ground, its speed, and the ground that stopped it."""

    move: Move
    path: tuple[Point, ...]
    sailed: int
    aground: Entry | None = None
    in_fog: bool = False


def sail_all(state: SailState, umpire: Umpire, plans: Mapping[Id, SailPlan]) -> None:
    """Move every ship by its plan, or straight on; then apply ground, fog and wind, ship by ship (sail/1, 3)."""
    ships = [ship for ship in state.ships.values() if ship.in_play]
    given = {ship.id: plans.get(ship.id, SailPlan()) for ship in ships}
    for ship in ships:
        if given[ship.id].special == ANCHOR:
            drop_anchor(state, umpire, ship)
            given[ship.id] = SailPlan(special=ANCHOR if ship.anchored or not ship.velocity else "")
    passages = {ship.id: passage(state, umpire, ship, given[ship.id]) for ship in ships if ship.in_play}
    for ship in ships:
        if ship.id in passages:
            _follow(umpire, ship, passages[ship.id])
    for ship in ships:
        if ship.id in passages and ship.in_play:
            _arrive(state, umpire, ship, passages[ship.id])
        if given[ship.id].special == WEIGH and ship.anchored:
            ship.anchored = False
            umpire.tell(Event("note", SPECIAL, f"{{{ship.id}}} weighs anchor", ship.id, at=ship.at))


def passage(state: SailState, umpire: Umpire, ship: SailingShip, plan: SailPlan) -> Passage:
    """Return a move over the sea (sail/3.5). Ground stops it. Weed before the ground slows it where the weed begins."""
    move = sails(state, ship, plan).move
    path, sailed, bodies = move.path(ship.at), move.speed, state.table.bodies
    aground = next(iter(terrain.first_entries(path, bodies, GROUNDS)), None)
    if aground:
        path = cut(path, aground.far)
    weed = next((body for body in bodies if body.kind == "sargasso" and sailed and terrain.covers(body, ship.at)), None)
    entered = terrain.first_entries(path, bodies, ("sargasso",)) if not weed else ()
    if sailed and (weed or entered):
        faces = umpire.roll(2, f"sargasso/{ship.id}")
        begun, sailed = sailed, max(0, sailed - sum(faces))
        path = cut(path, max(float(sailed), entered[0].far if entered else 0.0))
        umpire.tell(
            Event(
                "contact",
                terrain.RULE,
                f"{{{ship.id}}} is caught in weed",
                ship.id,
                dice=tuple(map(Die, faces)),
                result=f"speed {begun} → {sailed}",
                figure=True,
                tone="bad",
                at=ship.at,
            )
        )
    if aground and not within(aground.far, length(path)):
        aground = None
    in_fog = any(body.kind == "fog" and terrain.covers(body, path[-1]) for body in bodies)
    crossed = state.house["fog_die"] == "touch" and bool(terrain.first_entries(path, bodies, ("fog",)))
    return Passage(move, path, sailed, aground, in_fog or crossed)


def drop_anchor(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Stop a ship where it is (sail/3.2). One faster than its thrust may lose the anchor and is damaged."""
    fast = ship.velocity > ship.thrust
    umpire.tell(Event("note", SPECIAL, f"{{{ship.id}}} drops anchor", ship.id, at=ship.at))
    ship.anchored, ship.adrift = True, False
    if fast and current_row_check(umpire, ship, "anchor", SPECIAL):
        ship.anchor = ship.anchored = False
        suffer(state, umpire, ship, Blow(ANCHOR_LOST, f"anchor/{ship.id}", rule=SPECIAL))
    if ship.anchored or state.house["anchor_lost"] == "stops":
        ship.halt()


def _follow(umpire: Umpire, ship: SailingShip, sailed: Passage) -> None:
    """Move a ship to the end of its path, before anything it met takes effect."""
    move = sailed.move
    if move.lies:
        ship.halt()
        return
    ship.at, ship.velocity, ship.adrift = sailed.path[-1], sailed.sailed, move.drifts
    words = f"{{{ship.id}}} {'drifts' if move.drifts else 'sails'} {length(sailed.path):.3g} MU"
    if len(sailed.path) > 1:
        umpire.tell(
            Event(
                "move",
                "sail/3.1",
                words,
                ship.id,
                path=sailed.path,
                facings=move.headings[: len(sailed.path) - 1],
                at=ship.at,
            )
        )
    ship.point(move.course)


def _arrive(state: SailState, umpire: Umpire, ship: SailingShip, sailed: Passage) -> None:
    """Apply the effects at the end of a move: ground, fog, wind, the edge of the table."""
    if sailed.move.lies:
        return
    if sailed.aground:
        _run_aground(state, umpire, ship, sailed.aground, sailed.sailed)
    if ship.in_play and sailed.in_fog:
        _grope(state, umpire, ship)
    if ship.in_play and not ship.adrift:
        _meet_wind(state, umpire, ship)
    if ship.in_play and not board_of(state.table).holds(ship.at):
        remove(umpire, ship, LEFT, "sail/3.1", wanted=gets_away(state, ship))


def _run_aground(state: SailState, umpire: Umpire, ship: SailingShip, entry: Entry, speed: int) -> None:
    """Stop a ship on the ground and damage it: a die, and half its speed (sail/3.5)."""
    ship.halt()
    face = umpire.die(f"aground/{ship.id}/{entry.body.key}", worth=RISING)
    points = aground_points(face, speed, state.house)
    umpire.tell(
        Event(
            "contact",
            terrain.RULE,
            f"{{{ship.id}}} runs onto {entry.body.name}",
            ship.id,
            dice=(Die(face),),
            reason=f"speed {speed}",
            result=f"{points} damage",
            figure=True,
            tone="bad",
            at=ship.at,
        )
    )
    suffer(state, umpire, ship, Blow(points, f"aground/{ship.id}", rule=terrain.RULE))


def aground_points(face: int, speed: int, house: House) -> int:
    """Return the hull points of running aground (sail/3.5). They are a die and half the speed or, by option, half of
    both together."""
    return (face + speed) // 2 if house["grounding"] == "both" else face + speed // 2


def aground_words(speed: int, house: House) -> str:
    """Return words for the boxes lost by running aground, before the die is rolled: `D6 + 7`."""
    return f"(D6 + {speed}) ÷ 2" if house["grounding"] == "both" else f"D6 + {speed // 2}"


def _grope(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Roll for a ship in fog to lose its way (sail/3.5). A second die gives its new heading: an even course or, by
    option, any."""
    face = umpire.die(f"fog/{ship.id}", worth=at_least(FOG_TURNS))
    lost = face >= FOG_TURNS
    dice: tuple[Die, ...] = (Die(face, lost),)
    if lost:
        even = state.house["fog_course"] == "even"
        way = umpire.die(f"fog/{ship.id}/way", 6 if even else 12)
        dice = (*dice, Die(way, sides=6 if even else 12, of="heading"))
        ship.point(clock(2 * way if even else way))
    words = f"{{{ship.id}}} {'loses' if lost else 'keeps'} its way in the fog"
    umpire.tell(
        Event(
            "hazard",
            terrain.RULE,
            words,
            ship.id,
            dice=dice,
            result=f"heads {ship.course}" if lost else "",
            figure=lost,
            tone="bad" if lost else "good",
            at=ship.at,
        )
    )


def _meet_wind(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Apply the wind: beating slows a ship, and in irons it is stopped and turned (sail/3.4)."""
    before = ship.velocity
    end = taken_by_wind(state, ship, ship.course, before)
    turned = end.heading != ship.course
    ship.point(end.heading)
    ship.velocity, ship.adrift = end.speed, end.adrift
    if turned or end.speed < before:
        words = "is caught in irons" if turned else "is slowed by the wind"
        umpire.tell(
            Event(
                "contact" if turned else "move",
                "sail/3.4",
                f"{{{ship.id}}} {words}",
                ship.id,
                result=f"speed {before} → {end.speed}",
                figure=True,
                tone="bad",
                at=ship.at,
            )
        )
