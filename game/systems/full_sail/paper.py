"""A sailing ship's sheet on paper, and the quick reference: guns, checks and the wind (sail/2, 3.4, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.display import Sheet, Stat, Track
from game.core.orders import Id
from game.core.paper import DeckPlan, DeckPort, PaperSheet, Reference, SymbolLine, TrackRows, paper_of
from game.systems.full_sail.damage.dice import AGAIN, FACE_POINTS
from game.systems.full_sail.display import row_words
from game.systems.full_sail.gunnery.guns import BANDS, DICE, side_dice
from game.systems.full_sail.ships.design import BOW, GUNS, MAST_COSTS, PORT, SIDES, STARBOARD, STERN
from game.systems.full_sail.ships.ship import ROWS, SailingShip, SailState
from game.systems.full_sail.wind.rose import POINTS, PUSH, THRUST

LETTERS = ", ".join(f"{letter} {name.removesuffix(' gun')}" for letter, name in GUNS.items())


def sail_paper(state: SailState, key: Id, sheet: Sheet) -> PaperSheet:
    """Return the sheet: hull rows beside masts and marines, the anchor, and every gun at its port. Each side shows its
    dice."""
    ship = state.ships[key]
    design = ship.design
    figures = (
        Stat("Points", str(design.points)),
        Stat("Crew", str(design.crew)),
        Stat("Marines", str(design.marines)),
        Stat("Thrust", str(design.thrust)),
    )
    rows = tuple(replace(one, notes=(row_words(n),)) for n, one in enumerate((t for t in sheet.tracks if t.part_of), 1))
    masts = tuple(one for one in sheet.tracks if one.shape == "tile")
    marines = (Track("Marines", (design.marines,), ship.marines),) if design.marines else ()
    anchor = tuple(one for one in sheet.icons if one.kind == "anchor")
    hull = TrackRows(rows, (*masts, *marines), "masts: whole, crippled, gone", sheet.cover)
    return paper_of(sheet, figures, (hull, _deck(ship), SymbolLine("", anchor)), ("order", "speed"))


def _deck(ship: SailingShip) -> DeckPlan:
    ports = {side: tuple(DeckPort(gun.kind, gun.key in ship.lost) for gun in ship.design.on(side)) for side in SIDES}
    tables = tuple(
        (f"{side} guns".capitalize(), _bands(ship, side) if ports[side] else ())
        for side in (PORT, STARBOARD, BOW, STERN)
    )
    return DeckPlan(
        ship.design.glyph,
        ports[PORT],
        ports[STARBOARD],
        ports[BOW],
        ports[STERN],
        tables,
        f"{LETTERS}; figures are dice; strike out a lost gun",
    )


def _bands(ship: SailingShip, side: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"to {far:g}", str(side_dice(ship, side, far) or "–")) for far in BANDS)


# -- quick reference ---------------------------------------------------------------------------------------------------


def sail_reference(state: SailState, sheets: Sequence[Sheet]) -> tuple[Reference, ...]:
    """Return the dice of the guns aboard, how they and the checks are read, and the effect of the wind."""
    letters = {one.mode for sheet in sheets for one in sheet.icons if one.mode in DICE}
    guns = tuple(
        (GUNS[letter], *(str(dice or "–") for dice in rolled)) for letter, rolled in DICE.items() if letter in letters
    )
    return (
        Reference("Dice of a gun", guns, ("", *(f"to {far:g}" for far in BANDS)), (("", _scores()),)),
        Reference(
            "Checks",
            tuple((f"End of row {n}", f"lost on {row_words(n)}") for n in range(1, ROWS)),
            notes=(("", "A die for each mast, each gun and the anchor"), ("", MAST_COSTS)),
        ),
        *((_wind(),) if state.house["wind"] else ()),
    )


def _scores() -> str:
    """Return words for how a gun's die is read."""
    ones, twos = ([str(face) for face, points in enumerate(FACE_POINTS) if points == n] for n in (1, 2))
    again = f", rolled again on {AGAIN}"
    return f"A die scores 1 on {' or '.join(ones)}, 2 on {' or '.join(twos)}{again}"


def _wind() -> Reference:
    """Return each point of sail with the clock points off the wind, and its changes to thrust and top speed."""
    rows = []
    for name in dict.fromkeys(POINTS):
        off = [n for n, one in enumerate(POINTS) if one == name]
        points = f"{off[0]}–{off[-1]}" if len(off) > 1 else str(off[0])
        rows.append((name, points, f"{THRUST[off[0]]:+d}".replace("-", "−"), f"{PUSH[off[0]]:+d}"))
    rows[0] = (*rows[0][:2], "stops", "")
    return Reference("Points of sail", tuple(rows), ("", "off", "thrust", "speed"))
