"""The identification of bogeys: by enemies that come near, by their own actions, and by scans
(full-thrust-base/6.19)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.boards import board_of
from game.board.geometry import within
from game.core.events import Event
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.sensors.contact import ALL, BOGEY, MODEL, RULE, SensorContact, detection_mode, known_level
from game.rules.ships.ship import DUMMY, Ship
from game.rules.ships.thrust_state import ThrustState

PASSIVE = 36.0  # MU within which enemies identify a bogey


def contacts(state: ThrustState) -> bool:
    """Return whether there is a ship in this battle that is not wholly known to every side."""
    return any(isinstance(note, SensorContact) for note in state.reserves.values())


def conceal(state: ThrustState, dummies: Iterable[Id], known_before: dict[Id, dict[Id, int]]) -> None:
    """Make every ship on the table a bogey to the other sides at set-up, apart from what they already know."""
    numbers = dict.fromkeys(state.sides, 0)
    for ship in state.ships.values():
        numbers[ship.side] += 1
        ship.status_flags |= {DUMMY} if ship.id in dummies else set()
        if ship.in_play:
            note = SensorContact(numbers[ship.side], tuple(sorted(known_before.get(ship.id, {}).items())))
            _keep(state, ship.id, note)


def detect(state: ThrustState, umpire: Umpire) -> None:
    """Reveal enemies within 36 MU of each other to both sides (first edition, passive sensors)."""
    if not contacts(state):
        return
    board = board_of(state.table)
    for ship in tuple(state.ships.values()):
        if not isinstance(state.reserves.get(ship.id), SensorContact) or not ship.in_play:
            continue
        for side in state.sides:
            near = (
                side != ship.side
                and known_level(state, side, ship) == BOGEY
                and any(
                    within(board.weapon_distance(board.distance(ship.at, other.at)), PASSIVE)
                    for other in state.fleet(side)
                )
            )
            if near:
                reveal(state, umpire, ship, f"within {PASSIVE:g} MU", (side,))


def reveal(state: ThrustState, umpire: Umpire, ship: Ship, why: str, sides: Iterable[Id] = ()) -> None:
    """Reveal a bogey to some sides, or to all: everything or, by option, no more than the model. A dummy is removed."""
    note = state.reserves.get(ship.id)
    if not isinstance(note, SensorContact):
        return
    others = [side for side in sides or state.sides if side != ship.side and note.level(side) == BOGEY]
    if not others:
        return
    if ship.dummy:
        del state.reserves[ship.id]
        ship.removed_reason = DUMMY
        said = f"{{{ship.id}}} is an echo, and no ship"
        umpire.tell(Event("note", RULE, said, ship.id, reason=why, tone="good", at=ship.at))
        return
    level = ALL if detection_mode(state) == "bogeys" else MODEL
    for side in others:
        note = note.learnt(side, level)
    _keep(state, ship.id, note)
    said = ship.design.ship_class if level == ALL else "the model alone"
    umpire.tell(
        Event("note", RULE, f"{{{ship.id}}} is revealed", ship.id, result=said, reason=why, tone="good", at=ship.at)
    )


def learn(state: ThrustState, ship: Ship, side: Id, level: int) -> None:
    """Raise a side's knowledge of a ship to a level."""
    note = state.reserves.get(ship.id)
    if isinstance(note, SensorContact):
        _keep(state, ship.id, note.learnt(side, level))


def _keep(state: ThrustState, key: Id, note: SensorContact) -> None:
    """Store the knowledge of others about a ship, or nothing once every side knows all."""
    owner = state.ships[key].side
    if all(side == owner or note.level(side) >= ALL for side in state.sides):
        state.reserves.pop(key, None)
    else:
        state.reserves[key] = note
