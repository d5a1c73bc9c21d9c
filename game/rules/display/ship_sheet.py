"""A ship's sheet: figures, hull track with crew and thresholds, armour, and every system with its state and its effect
(full-thrust-base/5)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.boards import Board, board_of
from game.core.display import Badge, Icon, Sheet, Stat, Track, of_a_wreck
from game.core.orders import Id, Order
from game.core.values import House
from game.rules.combat.fire import Fire
from game.rules.combat.weapon import arc_names, covered_arcs
from game.rules.combat.weapons import WEAPONS, bands_in_words, megabattery
from game.rules.manoeuvres.devices.lay_mine import mines_left
from game.rules.manoeuvres.devices.wave_gun import READY, charge
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.manoeuvres.jumps.ftl import GONE, Arrival
from game.rules.outcome.victory import COMING, RESERVE
from game.rules.sensors.contact import ALL, SCREENS, SYSTEMS, TYPE, SensorContact, level_seen
from game.rules.sensors.contact import RULE as SENSORS
from game.rules.sensors.scan import COVERED as COVERING
from game.rules.ships.damage import CORE_RULES, cores
from game.rules.ships.damage_control import plays_damage_control, repairable
from game.rules.ships.design import Mount, fails_at
from game.rules.ships.ship import AHEAD_DOWN, BOOK, CLOAKED, DUMMY, REFLECTING, SCREENS_DOWN, SHROUDED, Ship
from game.rules.ships.thrust_state import ThrustState

RULES = {  # the entry that F1 opens on a system other than a gun
    "pds": "6.12", "adfc": "6.12", "fcs": "5.6", "screen": "5.7", "advanced_screen": "6.14", "drive": "2.4",
    "nova": "6.15", "wave_gun": "6.16", "reflex": "6.16/reflex", "shroud": "6.13", "minelayer": "6.18",
    "minesweeper": "6.18",
    "scattergun": "6.12", "ftl": "6.21", **{kind: rule.removeprefix(f"{BOOK}/") for kind, rule in CORE_RULES.items()},
}  # fmt: skip
REMOVED_WORDS = {"destroyed": "destroyed", "left": "left the battle", "struck": "struck its colours",
                 "abandoned": "abandoned",
                 "captured": "captured", DUMMY: "an echo, no ship", "away": "off the table, to return",
                 "reserve": "in reserve"}  # fmt: skip
COVERED = {SHROUDED: "shrouded", REFLECTING: "reflex field", SCREENS_DOWN: "no screens", AHEAD_DOWN: "no screens ahead"}
BADGES = {
    SHROUDED: Badge("V", "vapour shroud: as good as two screens", f"{BOOK}/6.13"),
    REFLECTING: Badge("R", "reflex field: beams are weakened or thrown back", f"{BOOK}/6.16/reflex"),
    SCREENS_DOWN: Badge("–", "no screens this turn", f"{BOOK}/5.7", "bad"),
    AHEAD_DOWN: Badge("–", "no screens ahead this turn", f"{BOOK}/5.7", "bad"),
}
DEFENDED = 6.0  # MU, the range of area defence (full-thrust-base/6.12)


def sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of one ship; `draft` is the order in hand, whose effect stands beside the figures."""
    ship = state.ships[key]
    design, board, seen = ship.design, board_of(state.table), level_seen(ship)
    echo = ship.dummy or ship.removed_reason == DUMMY  # an echo has no boxes
    then = _doing(ship, draft)
    tracks = (hull_track(ship), *armour_tracks(ship)) if design.hull and not echo else ()
    icons = tuple(
        icon(state.house, ship, mount, board) for mount in design.mounts if not mount.core or cores(state.house)
    )
    return Sheet(
        title=ship.name,
        kind=design.ship_class,
        note=build_text(state, ship),
        side=ship.side,
        glyph=design.glyph,
        stats=stats(state, ship, draft),
        tracks=of_a_wreck(tracks) if ship.removed_reason == "destroyed" else tracks,
        icons=icons,
        health=_health(ship),
        read=seen >= ALL,
        guns_read=seen >= SYSTEMS,
        state=removal_text(state, ship),
        coming=ship.removed_reason in COMING,
        absent=ship.removed_reason in (RESERVE, CLOAKED)
        or (ship.removed_reason == "left" and GONE in ship.status_flags),
        cover=cover(icons, then),
        spare=spare_fire_controls(icons, draft),
        badges=badges(icons, then),
        rule=SENSORS if seen < ALL else "",
    )


def _doing(ship: Ship, draft: Order | None) -> Ship:
    """Return a ship as it is while it carries out the order in hand; unchanged without one."""
    if not isinstance(draft, MovementOrder) or draft.uses == ship.active_manoeuvres:
        return ship
    then = ship.copy()
    then.begin(draft.uses)
    return then


def _health(ship: Ship) -> float:
    """Return the share of the hull that is left, 0 to 1, as far as it is known; 0 for a wreck."""
    if ship.removed_reason == "destroyed":
        return 0.0
    return ship.hull / ship.design.hull if ship.design.hull else 1.0


def badges(icons: Iterable[Icon], ship: Ship) -> tuple[Badge, ...]:
    """Return marks for what is active, charging or down on a ship, as far as the viewer knows (5.7, 6.13, 6.15,
    6.16)."""
    if not ship.in_play:
        return ()
    if ship.dummy:  # only its own side knows that
        return (Badge("D", "an echo: it is no ship, and no gun hurts it", SENSORS, "note"),)
    found = [badge for mark, badge in BADGES.items() if mark in ship.status_flags]
    if not found and (words := cover(icons, ship)):
        found.append(Badge(words.split()[-1], f"{words}: weakens what strikes it", f"{BOOK}/5.7"))
    if charge(ship) and any(one.kind == "wave_gun" and one.state == "ok" for one in icons):
        ready = "ready to fire" if charge(ship) >= READY else f"charge {charge(ship)} of {READY}"
        found.append(Badge(f"W{charge(ship)}", f"wave gun: {ready}", f"{BOOK}/6.16", "note"))
    if left := ship.timer(CLOAKED):  # while its own side writes orders: for it alone it is in play
        found.append(Badge(f"C{left}", f"{_cloak_words(left)}: no other side sees it", f"{BOOK}/6.16/cloak", "note"))
    return tuple(found)


def _cloak_words(left: int) -> str:
    return f"cloaked, {left} turn{'s' * (left != 1)} left"


def cover(icons: Iterable[Icon], ship: Ship) -> str:
    """Return a ship's protection this turn, or the level of its working screens, in a word or two. Empty without any
    (5.7, 6.13, 6.15, 6.16)."""
    if marks := [words for mark, words in COVERED.items() if mark in ship.status_flags]:
        return marks[0]
    level = sum(one.kind.endswith("screen") and one.state == "ok" for one in icons)
    return f"screen {level}" if level else ""


def build_text(state: ThrustState, ship: Ship) -> str:
    """Return mass and points: for another side's ship as far as they are known. An own ship also says whether others
    see it as a bogey (6.19)."""
    if ship.dummy:
        return "a dummy"
    design = ship.design
    built = [f"mass {design.mass}"] * bool(design.mass) + [f"{ship.points} points"] * bool(ship.points)
    note = state.reserves.get(ship.id)
    # Not once it is revealed: its own side may not know how much a scan has read.
    unseen = ["a bogey to the enemy"] if isinstance(note, SensorContact) and not note.levels else []
    return ", ".join(built + unseen) or "no more is known"


def spare_fire_controls(icons: Iterable[Icon], draft: Order | None) -> str:
    """Return how many fire controls an order leaves free, in words; empty without an order (full-thrust-base/5.6)."""
    working = sum(one.kind == "fcs" and one.state == "ok" for one in icons)
    if not working or draft is None:
        return ""
    left = max(0, working - len({shot.target for shot in draft.shots} if isinstance(draft, Fire) else ()))
    return f"{left} fire control{'s' * (left != 1)} left"


def removal_text(state: ThrustState, ship: Ship) -> str:
    """Return why a ship is out of play, or until when, for those who know of the reserve. Empty while it is in play."""
    if ship.removed_reason == CLOAKED:
        return _cloak_words(ship.timer(CLOAKED) or 0)
    noted = state.reserves.get(ship.id)
    return (
        f"in reserve until turn {noted.turn}"
        if isinstance(noted, Arrival)
        else REMOVED_WORDS.get(ship.removed_reason, "")
    )


def stats(state: ThrustState, ship: Ship, draft: Order | None) -> tuple[Stat, ...]:
    """Return velocity, course, thrust and crew, with their values after the order in hand."""
    board, velocity, course = board_of(state.table), "", ""
    now = board.format_course(ship.course, ship.heading)
    if isinstance(draft, MovementOrder) and ship.in_play:
        going = draft.pose(state)
        velocity = str(going.velocity) if going.velocity != ship.velocity else ""
        then = board.format_course(going.course, going.heading)
        course = then if then != now else ""
    full, seen = ship.design.thrust, level_seen(ship)
    drive = f"of {full}" if ship.thrust != full else "advanced" if ship.design.advanced else ""
    crew = f"of {ship.design.crew}" if ship.crew != ship.design.crew else ""
    return (
        Stat("Velocity", str(ship.velocity), velocity, f"{BOOK}/2.1", flown=True),
        Stat("Course", now, course, f"{BOOK}/1.2", flown=True),
        Stat(
            "Thrust",
            str(ship.thrust) if seen >= SCREENS else "?",
            drive,
            f"{BOOK}/2.4" if ship.thrust != full else f"{BOOK}/2.1",
        ),
        Stat("Crew", str(ship.crew) if seen >= TYPE else "?", crew, f"{BOOK}/5.5"),
    )


def hull_track(ship: Ship) -> Track:
    """Return the hull rows, each with the effect of losing it."""
    rows = [boxes for boxes in ship.design.track if boxes]
    crossed, notes = ship.design.hull - ship.hull, []
    for index, boxes in enumerate(rows):
        number = fails_at(index + 1)
        crossed -= boxes
        last = index == len(rows) - 1
        notes.append(
            "destroyed" if last else "row gone" if crossed >= 0 else "then 6" if number == 6 else f"then {number}+"
        )
    return Track(
        "Hull", tuple(rows), ship.hull, frozenset(ship.design.dots), tuple(notes), "box", f"{BOOK}/5.1", "hull", True
    )


def armour_tracks(ship: Ship) -> tuple[Track, ...]:
    """Return one track for each layer of armour, the outermost first."""
    layers = ship.design.shell or ((ship.design.armour,) if ship.design.armour else ())
    return tuple(
        Track(
            "Armour" if len(layers) == 1 else f"Shell {index + 1}",
            (full,),
            left,
            shape="hexagon",
            rule=f"{BOOK}/5.2",
            field="armour",
        )
        for index, (full, left) in reversed(list(enumerate(zip(layers, ship.armour))))
    )


def icon(house: House, ship: Ship, mount: Mount, board: Board) -> Icon:
    """Return the icon of one system: its symbol, state, and a few words on its effect. Ranges are in units of the
    board."""
    state = (
        "killed"
        if mount.key in ship.killed
        else "lost"
        if mount.key in ship.lost
        else "spent"
        if mount.key in ship.spent
        else "damaged"
        if mount.kind == "drive" and ship.drive_hits
        else "ok"
    )
    level = ship.thrust if mount.kind == "drive" else mount.level
    gun = WEAPONS.get(mount.kind)
    rule = gun.rule if gun else f"{BOOK}/{RULES.get(_standard_kind(mount, board), '8.1')}"
    names = arc_names(house)
    # the arcs as built, even while the ship is rolled over
    arcs = tuple(arc for arc in names if arc in covered_arcs(mount.arcs, False, names))
    hint, wide = _hint(house, ship, mount, state, board), 360.0 / len(names)
    return Icon(mount.key, mount.kind, mount.title, level, arcs, mount.mode, state, hint, rule, wide)


def _standard_kind(mount: Mount, board: Board) -> str:
    """Return the kind of a system; empty if the game on hexes has its own rules for it (hex/3.5)."""
    return "" if board.cells and mount.kind in ("nova", "wave_gun") else mount.kind


def _hint(house: House, ship: Ship, mount: Mount, state: str, board: Board) -> str:
    """Return words for the effect of a system by the rules of this battle, or for its damage and whether it can be
    repaired."""
    if state in ("lost", "damaged"):
        hope = plays_damage_control(house) and mount in repairable(ship)
        return _STATES[state] + ("; damage control may repair it" if hope else " for the rest of the battle")
    if state in _STATES:
        return _STATES[state]
    gun = WEAPONS.get(mount.kind)
    said = (gun.hint if gun else system_words(mount, board)).format(
        level=mount.level,
        thrust=ship.thrust,
        near=_range(board, DEFENDED),
        covered=_range(board, COVERING),
        mines=mines_left(ship),
        charge=f"ready, charge {charge(ship)}" if charge(ship) >= READY else f"charge {charge(ship)} of {READY}",
    )
    if gun is None:
        return said
    bands = ", ".join(f"{words} to {_range(board, limit)}" for limit, words in bands_in_words(house, ship, mount))
    burns = "two 1s burn it out" if megabattery(ship, mount) else ""
    return "; ".join(part for part in (bands, said, burns) if part)


def system_words(mount: Mount, board: Board) -> str:
    """Return words for the effect of a system other than a gun, with gaps for figures of the ship."""
    kind = mount.kind
    return (_ON_HEXES.get(kind) if board.cells else None) or _HINTS.get(f"{kind} {mount.mode}") or _HINTS.get(kind, "")


def _range(board: Board, mu: float) -> str:
    """Return a range of a weapon in units of the board: 12 MU, or 6 hexes."""
    return board.format_distance(board.to_board_units(mu))


_STATES = {
    "lost": "knocked out",
    "killed": "destroyed for this battle",
    "spent": "has been fired; it shoots once a battle",
    "damaged": "half its thrust lost",
}
_HINTS = {
    "pds": "shoots at fighters and missiles, not at ships",
    "adfc": "lends point defence to another ship within {near}",
    "fcs": "guides fire at one target a turn",
    "screen": "weakens beams by one level",
    "advanced_screen": "weakens beams, torpedoes and K-guns",
    "ftl": "takes the ship from star to star",
    "drive": "{thrust} thrust points a turn",
    "bridge": "its loss leaves the ship out of control",
    "life_support": "its loss starts a clock for the crew",
    "power_core": "its loss may blow the ship up",
    "nova": "fires along the bow and does nothing else that turn",
    "wave_gun": "{charge}",
    "reflex": "weakens beams or throws them back on a turn on which nothing else fires",
    "shroud": "as good as two screens on a turn on which nothing fires",
    "minelayer": "{mines} mines left; lays one a turn",
    "minesweeper": "sweeps the mines that the ship passes",
    "cargo": "what the merchant carries",
    "scattergun": "shoots once a battle, at fighters, missiles or plasma bolts",
    "sml": "launches a salvo of missiles from a magazine each turn",
    "smr": "launches its one salvo of missiles",
    "magazine": "holds salvos for the launchers",
    "missile": "launches one missile, which its ship steers",
    "missile EMP": "launches one missile that knocks out systems, and which its ship steers",
    "missile needle": "launches one missile at a system of the target, and which its ship steers",
    "heavy_missile": "launches one heavy missile",
    "plasma": "places a plasma bolt of strength {level} every other turn",
    "ortillery": "fires at targets on a planet",
    "cloak": "takes the ship off the table for the turns written in its order",
    "sensors": "roll a die to read an enemy",
    "sensors superior": "roll a die and add 2 to read an enemy",
    "ecm": "takes a die off scans of the ship",
    "ecm area": "takes a die off scans of the ship, and of friends within {covered}",
    "hangar": "carries a group of fighters",
    "bay": "carries small craft",
}
_ON_HEXES = {
    "nova": "launches a ball of plasma that burns the first ship in its way",
    "wave_gun": "not used in this game",
}
