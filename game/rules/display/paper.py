"""A starship's sheet on paper, and the quick reference: beam dice, thresholds and arcs (full-thrust-base/4.1, 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.core.display import Sheet, Stat, Track
from game.core.orders import Id
from game.core.paper import Block, PaperSheet, Reference, SymbolLine, TrackRows, blocks_of, paper_of, systems_aboard
from game.core.values import House
from game.rules.combat.weapon import arc_names
from game.rules.manoeuvres.devices.lay_mine import LAYER, mines_left
from game.rules.ordnance.launchers import MAGAZINE, salvos_built, salvos_left
from game.rules.ships.beam_dice import FACES, column, reroll_rule, score
from game.rules.ships.design import CORE_KINDS, fails_at
from game.rules.ships.ship import Ship, drive_after, drive_steps
from game.rules.ships.thrust_state import ThrustState
from game.rules.shipyard.pricing import price

KNOWN = ("drive", "fcs", "ftl", "cargo", *CORE_KINDS)  # systems that need no words
COUNTED = {  # systems whose figures on the screen change in a battle; on paper they have boxes
    MAGAZINE: "holds salvos for the launchers; cross each off as it is launched",
    LAYER: "lays a mine a turn; cross each off as it is laid",
    "wave_gun": "gathers charge, then fires along the bow",
}
ROWS = 3  # hull rows whose checks are printed; a fourth is the last of most ships
LEVELS = (0, 1, 2)  # of screens


def orders_paper(state: ThrustState, key: Id, sheet: Sheet) -> PaperSheet:
    """Return the printed sheet of a ship in games with secret orders."""
    return starship_paper(state, key, sheet, ("order", "velocity"))


def starship_paper(state: ThrustState, key: Id, sheet: Sheet, lines: tuple[str, ...]) -> PaperSheet:
    """Return the tracks and lines of a starship: armour, hull rows with their effects, ammunition, systems and core.
    The core has the steps of the drive."""
    ship = state.ships[key]
    design = ship.design
    figures = (
        Stat("Mass", str(design.mass)),
        Stat("Points", str(ship.points + price(design).craft_points)),
        Stat("Crew", f"{design.crew} {ship.quality}" if ship.quality != "regular" else str(design.crew)),
        Stat("Thrust", str(design.thrust)),
    )
    core = tuple(one for one in sheet.icons if one.kind in CORE_KINDS)
    rows, *others = blocks_of(sheet, core)
    assert isinstance(rows, TrackRows)
    tracks = tuple(_ends(one) if one.part_of or one.field == "hull" else one for one in rows.tracks)
    blocks: list[Block] = [
        replace(rows, tracks=(*tracks, *_ammunition(state, ship)), aside=rows.aside or "no screen"),
        *others,
    ]
    drive = _drive(ship)
    if core:
        blocks.append(SymbolLine("core", core, f"drive {drive}" if drive else ""))
    elif drive:
        blocks.append(SymbolLine("drive, as it is hit", words=drive))
    return paper_of(sheet, figures, blocks, lines)


def _ammunition(state: ThrustState, ship: Ship) -> Iterator[Track]:
    """Yield a box for each salvo in the magazines, by mode, and for each mine."""
    left = salvos_left(state, ship)
    for mode, built in salvos_built(ship.design.of(MAGAZINE)).items():
        yield Track(f"{mode} salvos" if mode else "Salvos", (built,), left.get(mode, 0))
    if mines := sum(mount.size for mount in ship.design.of(LAYER)):
        yield Track("Mines", (mines,), mines_left(ship))


def _ends(track: Track) -> Track:
    """Return the hull track with the face on which systems fail at the end of each row."""
    last = len(track.rows) - 1
    notes = (f"systems fail on {_face(1)}", *(_face(n + 1) for n in range(1, last)), "lost")
    return replace(track, notes=notes if last else ("lost",))


def _face(rows_gone: int) -> str:
    face = fails_at(rows_gone)
    return f"{face}+" if face < FACES[-1] else str(face)


def _drive(ship: Ship) -> str:
    """Return the thrust of a drive whole, damaged and dead; empty for a ship without a drive."""
    full = ship.design.thrust
    return " → ".join(str(drive_after(full, n)) for n in range(drive_steps(full) + 1)) if full else ""


# -- quick reference ---------------------------------------------------------------------------------------------------


def starship_reference(state: ThrustState, sheets: Sequence[Sheet]) -> tuple[Reference, ...]:
    """Return the quick reference: beam dice, the systems aboard, thresholds and arcs."""
    guns = systems_aboard(sheets, KNOWN, COUNTED)
    guns = replace(guns, notes=tuple((name, words.replace(", hits on ", ", ")) for name, words in guns.notes))
    return (_beams(state.house), guns, _thresholds(state.house))


def _beams(house: House) -> Reference:
    """Return the points of a beam die by face and screen."""
    again = reroll_rule(house)
    rows = []
    for face in (one for one in FACES if score(one, 0)):
        more = bool(again) and face == FACES[-1]
        rows.append((str(face), *(_points(score(face, column(level, house)), more) for level in LEVELS)))
    notes = (("again", "one more die, past screens and armour"),) if again else ()
    return Reference("Beam dice", tuple(rows), ("die", "no screen", *map(str, LEVELS[1:])), notes)


def _points(points: int, again: bool) -> str:
    return f"{points}, again" if again else str(points or "–")


def _thresholds(house: House) -> Reference:
    checks = "; ".join(f"row {n}: {_face(n)}" for n in range(1, ROWS + 1))
    notes = (
        ("", f"At the end of {checks}, a die for each system"),
        ("", "A ring in a box is a part of the crew"),
        ("", "The first hit halves the drive, the next stops it"),
    )
    return Reference("Thresholds and arcs", notes=notes, arcs=360 / len(arc_names(house)))
