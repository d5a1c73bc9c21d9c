"""Living clouds: at the end of a turn hexes of dust and debris vanish, stay or spread (hex/2.7/clouds)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES
from game.board.terrain import Body
from game.core.events import Die, Event
from game.core.umpire import Umpire
from game.rules.hex.helm import H
from game.rules.ships.thrust_state import ThrustState

RULE = f"{H}/2.7/clouds"
LIVING = ("dust", "debris")
GONE, GROWS = 2, 5  # a hex vanishes on this die or less, spreads on this or more


def whole(body: Body) -> str:
    """Return the key of the field that a hex of a cloud belongs to. It is that of its first hex if it had only one."""
    return body.part_of or body.key


def live(state: ThrustState, umpire: Umpire) -> None:
    """Roll once for every hex of dust and debris, field by field. New hexes wait for the next turn."""
    fields: dict[str, list[Body]] = {}
    for body in state.table.bodies:
        if body.kind in LIVING:
            fields.setdefault(whole(body), []).append(body)
    for key, field in fields.items():
        _rolls(state, umpire, key, field)


def _rolls(state: ThrustState, umpire: Umpire, key: str, field: Sequence[Body]) -> None:
    """Roll a die for each hex of a field. Hexes vanish before others spread."""
    faces = umpire.roll(len(field), f"cloud/{key}")
    gone = [body for body, face in zip(field, faces) if face <= GONE]
    growing = [body for body, face in zip(field, faces) if face >= GROWS]
    result = f"{len(gone)} gone, {len(growing)} spreading" if gone or growing else "all stay"
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"{field[0].name} stirs",
            whom=key,
            dice=tuple(Die(face, face >= GROWS) for face in faces),
            reason=", ".join(board_of(state.table).label(body.at) for body in field),
            result=result,
            at=field[0].at,
        )
    )
    state.table = replace(state.table, bodies=tuple(body for body in state.table.bodies if body not in gone))
    for body in growing:
        _grows(state, umpire, body)


def _grows(state: ThrustState, umpire: Umpire, body: Body) -> None:
    """Spread one hex of a cloud to a side without its kind, chosen by a die. A hex off the map is lost."""
    here, board = hexes.hex_at(body.at), board_of(state.table)
    alike = {hexes.hex_at(one.at) for one in state.table.bodies if one.kind == body.kind}
    if alike.issuperset(hexes.neighbours(here)):
        return
    dice: list[Die] = []
    while True:
        side = umpire.die(f"cloud/{body.key}/side")
        there = hexes.step(here, side - 1)
        dice.append(Die(side, there not in alike, bool(dice)))
        if there not in alike:
            break
    on = board.holds(hexes.at(there))
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"{body.name} spreads from hex {board.label(body.at)}",
            whom=body.key,
            dice=tuple(dice),
            reason="1 for N, then clockwise",
            at=hexes.at(there),
            result=f"{NAMES[side - 1]}, hex {board.label(hexes.at(there))}"
            if on
            else f"{NAMES[side - 1]}, off the map",
        )
    )
    if on:
        new = replace(body, key=_free_key(state, body), at=hexes.at(there), part_of=whole(body))
        state.table = replace(state.table, bodies=(*state.table.bodies, new))


def _free_key(state: ThrustState, body: Body) -> str:
    """Return an unused key for a new hex of a field: dust1-14."""
    taken, number = {one.key for one in state.table.bodies}, 2
    while (key := f"{whole(body)}-{number}") in taken:
        number += 1
    return key
