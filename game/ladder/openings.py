"""Openings: battles equal for both sides, whose starting places vary with the key of the battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from game.battle.loader import Opened, load_start_text
from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, ahead, clock, span
from game.core.installation import data_root
from game.core.state import Piece, PieceState
from game.core.values import Data
from game.formats.validation import BadFile
from game.formats.yaml_writer import block

Place = tuple[float, float, int]  # of a ship in its file: x and y, or q and r, and its course
Mirror = Callable[[Place], Place]  # a place of one side -> the enemy's equivalent
NEARER, ASIDE = 0.08, 0.16  # largest moves of a side, as shares of the distance between the sides
SPEEDS = (-1, 0, 0, 1)  # added to every speed
CLEAR = 1.0  # units of the board between a ship's first path and any obstacle
TRIES = 40  # attempts before the battle begins as in its file


def openings_folder() -> Path:
    """Return the folder of the openings that come with the program."""
    return data_root() / "scenarios" / "openings"


def varied(start: Opened, key: int) -> Opened:
    """Return the same battle with other places, by its key: equally good for both sides, and always the same for one
    key.

     Both sides are moved nearer and aside, turned, set to another speed, and exchange places within a formation. A
     battle whose sides are not set up alike begins as in its file.
    """
    header, rng = {**start.file.header(), "seed": key}, Random(f"opening/{key}")
    pairs, mirror = _pairs(start), _mirror(start)
    if mirror is None:
        return _set_up(start, header)
    for ships in islice(_new_entries(start, pairs, mirror, rng), TRIES):
        try:
            found = _set_up(start, {**header, "ships": {**header["ships"], **ships}})
        except BadFile:
            continue
        if _safe(found.battle.state):
            return found
    return _set_up(start, header)


def _set_up(start: Opened, header: Data) -> Opened:
    return load_start_text(block(header), start.document.name)


def _pairs(start: Opened) -> list[tuple[str, str]]:
    """Return the ships of the two sides in pairs, by their place in the list."""
    sides = [[key for key, ship in start.file.ships.items() if ship.side == side] for side in start.file.sides]
    return list(zip(*sides)) if len(sides) == 2 and len(sides[0]) == len(sides[1]) else []


def _mirror(start: Opened) -> Mirror | None:
    """Return the function from a ship's place to its enemy's: half a turn of the table, or a mirror along the wind if
    there is one. None if the sides are not alike."""
    ships, pairs = start.file.ships, _pairs(start)
    places: list[tuple[Place, Place]] = [
        ((*ships[one].at, ships[one].course), (*ships[other].at, ships[other].course)) for one, other in pairs
    ]
    if not places:
        return None
    (x0, y0, _), (x1, y1, _) = places[0]
    x, y, wind = x0 + x1, y0 + y1, getattr(start.file.table, "wind_from", None)
    found: list[Mirror] = [lambda at: (x - at[0], y - at[1], clock(at[2] + 6))]
    if wind is not None:
        found = [lambda at: (x - at[0], at[1], clock(12 - at[2]))] if wind % 6 == 0 else []
        found += [lambda at: (at[0], y - at[1], clock(18 - at[2]))] if wind % 6 == 3 else []
    return next((one for one in found if all(one(here) == there for here, there in places)), None)


def _new_entries(
    start: Opened, pairs: Sequence[tuple[str, str]], mirror: Mirror, rng: Random
) -> Iterator[Mapping[str, Data]]:
    """Yield new entries of all ships, again and again."""
    ships, board = start.file.header()["ships"], board_of(start.battle.state.table)
    ours = [one for one, _ in pairs]
    old = {key: start.file.ships[key] for key in ours}
    (x, y), (to_x, to_y) = (board.place(start.file.ships[key].at) for key in pairs[0])
    across = (to_x - x, to_y - y)
    stands = list(dict.fromkeys(old[key].at for key in ours))  # carried pieces are at the place of their carrier
    while True:
        nearer, aside = rng.uniform(-NEARER, NEARER), rng.uniform(-ASIDE, ASIDE)
        way = nearer * across[0] - aside * across[1], nearer * across[1] + aside * across[0]
        step = hexes.hex_at(way) if board.cells else (round(way[0] * 2) / 2, round(way[1] * 2) / 2)
        turn = rng.choice((-1, 0, 1)) if board.grain == 1 and not board.cells else 0
        faster, places = rng.choice(SPEEDS), dict(zip(stands, rng.sample(stands, len(stands))))
        found: dict[str, Data] = {}
        for one, other in pairs:
            ship = old[one]
            px, py = places[ship.at]
            here = (px + step[0], py + step[1], clock(ship.course + turn))
            facing = (*here[:2], clock(ship.facing + turn))
            for key, place, looks in ((one, here, facing), (other, mirror(here), mirror(facing))):
                found[key] = {
                    **ships[key],
                    "at": list(place[:2]),
                    "course": place[2],
                    "facing": looks[2],
                    "velocity": max(0, ship.velocity + faster),
                }
        yield found


def _safe(state: PieceState) -> bool:
    """Return whether every ship is on the table and clear of every obstacle, both now and after two moves straight
    on."""
    board, ways = board_of(state.table), [_way(ship) for ship in state.ships.values() if ship.in_play]
    return all(
        board.holds(place) and all(span(place, body.at) > body.radius + CLEAR for body in state.table.bodies)
        for way in ways
        for place in way
    )


def _way(ship: Piece) -> list[Point]:
    return [ahead(ship.at, ship.course, far) for far in range(2 * ship.velocity + 1)]
