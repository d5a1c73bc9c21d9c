"""A ship's sheet, its arcs of fire, the wedges from which it is raked, and the wind, for the screen."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.boards import board_of
from game.board.geometry import in_thousandths
from game.board.zones import on_table, rings, to_the_edge
from game.core.display import (
    Badge,
    Fan,
    Icon,
    OnBoard,
    Overlay,
    Pose,
    Ring,
    Sheet,
    Stat,
    Strip,
    Track,
    Zone,
    of_a_wreck,
)
from game.core.names import join_words
from game.core.orders import Id, Order
from game.systems.full_sail.damage.fire import exploding
from game.systems.full_sail.damage.suffer import BLAST
from game.systems.full_sail.gunnery.guns import BANDS, dice_words, side_dice
from game.systems.full_sail.orders.prospects import raked_from
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.parts import Deck, Lashing
from game.systems.full_sail.sea.sail_plan import means
from game.systems.full_sail.sea.terrain import hidden_ground
from game.systems.full_sail.sea.wind_shown import course_wheel, rig_of, wind_mark
from game.systems.full_sail.ships.design import GUNS, MAST_COSTS, MASTS, SIDES
from game.systems.full_sail.ships.grapples import GRAPPLES, partners
from game.systems.full_sail.ships.ship import ROWS, SailingShip, SailState
from game.systems.full_sail.wind.rose import IRONS, MEANING, off_wind, point_of_sail
from game.systems.full_sail.wind.weather import wind_of

SAID = {"foundered": "foundered", "sunk": "sunk", "exploded": "blown up", "scuttled": "scuttled", "left": "has left"}
MAST_STATES = ("", "crippled", "gone")
FIRES = {"port": "to port", "starboard": "to starboard", "bow": "ahead", "stern": "astern"}
STEP = 2  # boxes of a mast
HINT = 6.0  # MU, the length of an arc that shows a direction and no range


def sheet(state: SailState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of a ship: hull rows with the crew on them, masts, guns by side, anchor, marines and speed. The
    speed is that after the order in hand."""
    ship = state.ships[key]
    design = ship.design
    told = (
        ("on fire", ship.burning), ("adrift", ship.adrift), ("anchored", ship.anchored), ("struck", ship.struck),
        ("a wreck", ship.zero), ("nobody aboard", not ship.crew),
    )  # fmt: skip
    flags = [word for word, is_so in told if is_so]
    state_of, left = SAID.get(ship.removed_reason, ""), ship.removed_reason == "left"
    wreck = bool(state_of) and not left
    tracks, health = (of_a_wreck(_tracks(ship)), 0.0) if wreck else (_tracks(ship), ship.hull / design.hull)
    return Sheet(
        ship.name,
        design.ship_class,
        _note(state, ship),
        ship.side,
        design.glyph,
        _stats(state, ship, draft),
        tracks,
        _icons(ship),
        health,
        state_of,
        strips=_strips(ship),
        absent=left,
        cover=", ".join(flags),
        look=rig_of(state, ship),
        parts=(_deck(ship),),
        badges=_badges(state, ship),
        idle="struck" if ship.struck else "wrecked" if ship.zero else "" if ship.crew else "without a crew",
    )


def _badges(state: SailState, ship: SailingShip) -> tuple[Badge, ...]:
    """Return a ship's conditions: its grapples and anchor, the wind, fire, and its colours."""
    if not ship.in_play:
        return ()
    wind, held = wind_of(state), " and ".join(state.names[key] for key in partners(state, ship.id))
    irons = wind is not None and not (ship.anchored or ship.adrift) and off_wind(ship.course, wind.source) == IRONS
    return tuple(
        Badge(sign, words, rule, tone)
        for sign, words, rule, tone, is_so in (
            ("G", f"grappled to {held}: neither moves", "sail/5.1", "note", bool(held)),
            ("A", "at anchor: it lies still", "sail/3.2", "note", ship.anchored),
            ("D", "adrift: the wind takes it", "sail/3.3", "bad", ship.adrift),
            ("I", "in irons: the wind stops it", "sail/3.4", "bad", irons),
            ("F", "on fire", "sail/6", "bad", ship.burning),
            ("S", "has struck its colours", "sail/8", "bad", ship.struck),
            ("E", "nobody aboard: it only drifts", "sail/5.2", "bad", not ship.crew),
        )
        if is_so
    )


def _stats(state: SailState, ship: SailingShip, draft: Order | None) -> tuple[Stat, ...]:
    has = means(state, ship)
    becomes = ""
    if isinstance(draft, SailOrder) and (speed := draft.pose(state).velocity) != ship.velocity:
        becomes = str(speed)
    return (
        Stat("Speed", str(ship.velocity), becomes, "sail/3.1", flown=True),
        Stat(
            "Thrust",
            str(has.thrust),
            rule="sail/3.4",
            flown=True,
            hint=f"Points for helm and sails. {_sailing(state, ship)}",
        ),
        Stat("Top", str(has.top), rule="sail/3.4", flown=True, hint=f"Its top speed. {_sailing(state, ship)}"),
        Stat(
            "Crew", f"{ship.crew}+{ship.marines}", rule="sail/2", hint="Units of crew, and of marines, that are aboard"
        ),
    )


def _sailing(state: SailState, ship: SailingShip) -> str:
    """Return the effect of wind and masts on a ship in words."""
    wind = wind_of(state)
    words = MEANING[off_wind(ship.course, wind.source)] if wind else "no wind is played with"
    return f"{words[:1].upper()}{words[1:]}"


def _note(state: SailState, ship: SailingShip) -> str:
    """Return a ship's worth, and its point of sail."""
    wind = wind_of(state)
    return f"{ship.design.points} points" + (f", {point_of_sail(ship.course, wind)}" if wind and ship.in_play else "")


def _tracks(ship: SailingShip) -> tuple[Track, ...]:
    before, found = 0, []
    for n, (built, left) in enumerate(zip(ship.design.hull_rows, ship.row_left), 1):
        dots = frozenset(
            box - before for box in ship.design.crew_boxes if 0 < box - before <= built and box not in ship.away
        )
        current = n == ship.current_row
        note = _row_note(n, left, current)
        row = Track(
            f"Row {n}",
            (built,),
            left,
            dots,
            (note,),
            rule="sail/2",
            field=f"row{n}",
            pointer=current,
            inline=True,
            part_of="hull",
            hint="At its end masts, guns and anchor are checked, each by a die; a dot is a unit of crew",
        )
        found.append(row)
        before += built
    masts = zip(MASTS, ship.masts)
    return (
        *found,
        *(
            Track(
                name.capitalize(),
                (STEP,),
                STEP - lost,
                notes=(MAST_STATES[lost],),
                shape="tile",
                rule="sail/2",
                hint=MAST_COSTS,
            )
            for name, lost in masts
        ),
    )


def _row_note(row: int, left: int, current: bool) -> str:
    """Return the state of a hull row, or the faces on which its end fails a check (sail/2)."""
    last = row == ROWS
    if not left:
        return "destroyed" if last else "row gone"
    return row_words(row) if last else f"{'next check' if current else 'check'} on {row_words(row)}"


def row_words(row: int) -> str:
    """Return the faces on which the end of a hull row fails a check (sail/2)."""
    faces = list(map(str, range(7 - row, 7)))
    return "no hull" if row == ROWS else join_words(faces, "or")


def _icons(ship: SailingShip) -> tuple[Icon, ...]:
    guns = tuple(
        Icon(
            gun.key,
            GUNS[gun.kind].replace(" ", "_"),
            gun.title,
            arcs=SIDES[gun.side],
            mode=gun.kind,
            state="lost" if gun.key in ship.lost else "ok",
            hint=f"fires {FIRES[gun.side]}",
            rule="sail/4",
        )
        for gun in ship.design.guns
    )
    broadsides = tuple(
        Icon(
            side,
            "broadside",
            f"{side} guns",
            side_dice(ship, side, BANDS[0]),
            arcs=SIDES[side],
            state="ok" if ship.guns(side) else "lost",
            rule="sail/4",
            hint=f"fire {FIRES[side]}; picked again, they are aimed at the rigging",
        )
        for side in SIDES
        if ship.design.on(side)
    )
    return (
        *broadsides,
        *guns,
        Icon(
            "anchor", "anchor", "anchor", state="ok" if ship.anchor else "lost", hint="holds the ship", rule="sail/3.2"
        ),
    )


def _deck(ship: SailingShip) -> Deck:
    """Return every gun at its port, and the anchor."""
    guns = {side: tuple(gun.key for gun in ship.design.on(side)) for side in SIDES}
    words = "dropped" if ship.anchored else "stowed" if ship.anchor else "lost"
    return Deck(guns["port"], guns["starboard"], guns["bow"], guns["stern"], "anchor", words)


def _strips(ship: SailingShip) -> tuple[Strip, ...]:
    """Return the dice of each side that has guns, by band."""
    cells = {side: tuple((f"{far:g}", str(side_dice(ship, side, far))) for far in BANDS) for side in SIDES}
    return tuple(
        Strip(f"{side} guns".capitalize(), "dice by MU", cells[side], rule="sail/4")
        for side in SIDES
        if ship.design.on(side)
    )


def overlays(state: SailState, key: Id, pose: Pose | None = None, systems: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Return the arcs of each side, or of those named, with bands; the wedges of a rake; and the blast of a ship on
    fire."""
    if key not in state.ships:
        return ()
    ship = state.posed({key: pose}).ships[key] if pose else state.ships[key]
    measured = bool(state.house["premeasure"])
    fans = [fan for side in SIDES if not systems or _named(side, systems) for fan in _fan(ship, side, measured)]
    if systems:
        return tuple(fans)
    wedge = raked_from(state, ship, "flank")
    wheel = course_wheel(state, state.ships[key], pose)
    hidden = _hidden(state, ship) if measured and state.house["sight"] else ()
    return (*fans, *wedge, *_blast(state, ship), *hidden, *((wheel,) if wheel else ()))


def _hidden(state: SailState, ship: SailingShip) -> Iterator[Zone]:
    """Yield the areas that islands and fog hide from a ship on the table. There are none if ranges are not measured
    before a target is named (sail/4)."""
    extent = board_of(state.table).extent
    for body in state.table.bodies:
        if body.blocks:
            ground = hidden_ground(in_thousandths(ship.at), body, to_the_edge(ship.at, extent))
            for n, outline in enumerate(rings(on_table(ground, extent))):
                yield Zone(outline, "" if n else f"behind {body.name}", "muted", True, tool="sight")


def _blast(state: SailState, ship: SailingShip) -> tuple[Ring, ...]:
    """Return the range of the blast of a ship on fire, with the faces that cause it this turn."""
    if not ship.burning:
        return ()
    faces = exploding(state, ship)
    words = f"explodes on {', '.join(map(str, faces))}" if faces else "cannot explode yet"
    labels = (f"{dice} dice each" + (f", {words}" if not n else "") for n, (_, dice) in enumerate(BLAST))
    return tuple(Ring(ship.at, far, label, "bad") for (far, _), label in zip(BLAST, labels))


def _named(side: str, systems: tuple[str, ...]) -> bool:
    return any(one.startswith(side) for one in systems)


def _fan(ship: SailingShip, side: str, measured: bool) -> tuple[Fan, ...]:
    """Return the arcs of a side with its bands. If ranges are not measured before a target is named, they only show its
    direction."""
    if not ship.guns(side):
        return ()
    if not measured:
        return (Fan(ship.at, ship.facing, SIDES[side], HINT),)
    bands = tuple((far, dice_words(dice)) for far in BANDS if (dice := side_dice(ship, side, far)))
    return (Fan(ship.at, ship.facing, SIDES[side], bands[-1][0], bands),)


def tokens(state: SailState) -> tuple[OnBoard, ...]:
    """Return the wind, and ropes between grappled ships."""
    wind = wind_mark(state)
    return (*((wind,) if wind else ()), *(Lashing((one.one, one.other)) for one in GRAPPLES.of(state)))
