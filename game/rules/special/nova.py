"""Nova plasma in open space: fired when ships have moved, it flies on before they move on later turns (6.15)."""

from __future__ import annotations

from dataclasses import replace

from game.board.boards import board_of
from game.board.geometry import Point, ahead, rounded_point
from game.core.display import Zone
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.counters.counter import flying, fresh, lose, move, store_counter
from game.rules.counters.kinds import Plasma
from game.rules.manoeuvres.archive import doing
from game.rules.manoeuvres.devices.nova_cannon import CANNON, RULE, TEMPLATES, NovaCannon, Template, contact_time, zone
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.special.blasts import scorch


def under_way(state: ThrustState) -> bool:
    return next(flying(state, Plasma), None) is not None


def fire(state: ThrustState, umpire: Umpire) -> None:
    """Fire the cannon of every ship that was ordered to and still can, along its bow."""
    for ship in tuple(state.ships.values()):
        if (
            any(isinstance(one, NovaCannon) for one, _ in doing(ship))
            and ship.in_play
            and (cannon := ship.working(CANNON))
        ):
            made = store_counter(state, fresh(state, ship, cannon[0]))
            assert isinstance(made, Plasma)
            umpire.tell(
                Event(
                    "note",
                    RULE,
                    f"{{{ship.id}}} fires its nova cannon",
                    ship.id,
                    made.id,
                    at=ship.at,
                    mounts=(made.mount,),
                )
            )
            _sweep(state, umpire, made, ship.at)


def fly_on(state: ThrustState, umpire: Umpire) -> None:
    """Move plasma of earlier turns, and remove it after its third flight."""
    for one in tuple(flying(state, Plasma)):
        aged = store_counter(state, replace(one, age=one.age + 1))
        _sweep(state, umpire, aged, _origin(aged))


def _origin(plasma: Plasma) -> Point:
    """Return the place of the cannon that fired plasma, which lies at the end of its last flight."""
    return ahead(plasma.at, plasma.facing, -_template(plasma).inner)


def _template(plasma: Plasma) -> Template:
    return TEMPLATES[min(plasma.age, len(TEMPLATES)) - 1]


def _sweep(state: ThrustState, umpire: Umpire, plasma: Plasma, origin: Point) -> None:
    """Hit everything that the disc touches on one flight, in order of time."""
    template = _template(plasma)
    path = tuple(rounded_point(ahead(origin, plasma.facing, far)) for far in (template.inner, template.outer))
    moved = move(state, umpire, plasma, path, plasma.facing, RULE, f"{template.width:g} MU wide, {template.dice} dice")
    pieces: list[Ship | Counter] = [*state.ships.values(), *state.counters.values()]
    caught = [
        (time, piece.id)
        for piece in pieces
        if piece.in_play
        and not isinstance(piece, Plasma)
        and (time := contact_time(template, origin, plasma.facing, piece.at)) is not None
    ]
    for _, key in sorted(caught):
        other, cause = state.known_piece(key), f"nova/{plasma.id}"
        scorch(state, umpire, plasma.id, template.dice, other, cause, RULE, "Nova cannon", f"{{{plasma.id}}}")
    if plasma.age >= len(TEMPLATES):
        lose(state, umpire, moved, "burnt out", RULE)
    elif not board_of(state.table).holds(moved.at):
        lose(state, umpire, moved, "off the table", RULE)


def warnings(state: ThrustState) -> tuple[Zone, ...]:
    """Return the zones where plasma will fly next. On hexes it has rules of its own (hex/3.5)."""
    if board_of(state.table).cells:
        return ()
    coming = (replace(one, age=one.age + 1) for one in flying(state, Plasma))
    return tuple(
        replace(zone(_template(one), _origin(one), one.facing, "plasma, next turn"), by=one.id) for one in coming
    )
