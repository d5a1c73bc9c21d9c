"""A small battle with everything on the board, for tests of drawing."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.battle.battle import Battle, View
from game.board.terrain import Body
from game.core.display import Ring, Zone
from game.core.events import Event
from game.core.orders import Order
from game.core.state import Table
from game.rules.movement.plot import Plot
from game.rules.ships.design import Mount
from game.systems import SYSTEMS
from game.ui.board.model.scene import Pin, Refusal, Scene, Trail, Volley
from game.ui.board.plotting.drag import Drag
from game.ui.input_modes.scenes import with_plot
from game.ui.seat.seat_model import SeatModel
from tests.support.builders import design, ship, state

BODIES = tuple(
    Body(kind, kind, kind.title(), (12.0 + 9 * n, 20.0 + 5 * (n % 3)), 2.0)
    for n, kind in enumerate(("planet", "asteroid", "dust", "nebula", "debris", "meteors"))
)
GUNS = (
    Mount("", "beam", 3, ("FP", "F", "FS")),
    Mount("", "beam", 1, ("F", "FS", "AS", "A", "AP", "FP")),
    Mount("", "fcs"),
)


def view(*extra: object, side: str | None = "azure", velocity: int = 8) -> View:
    """Return a view of Lancet and Sextant against Vesper and Kiln, with one body of each kind."""
    built = design(*GUNS, thrust=6)
    start = state(
        ship("lancet", "azure", (12.0, 12.0), 3, velocity, built),
        ship("sextant", "azure", (8.0, 34.0), 4, 6, built),
        ship("vesper", "crimson", (40.0, 12.0), 9, 6, built),
        ship("kiln", "crimson", (56.0, 40.0), 8, 8, built),
    )
    start.table = Table(72, 48, BODIES)
    return Battle(SYSTEMS["full-thrust"], start, 7).view(side)


def taken_up(
    seen: View, key: str, pressed: tuple[float, float] | None = None, order: Order | None = None
) -> tuple[SeatModel, Drag]:
    """Return the model and the drag of a ship that is being plotted."""
    model, drag = SeatModel(seen), Drag()
    assert drag.begin(model, key, pressed, order)
    return model, drag


def full_scene(seen: View) -> Scene:
    """Return a scene with every layer in it."""
    model, drag = taken_up(seen, "lancet")
    drag.turn(1)
    lancet, vesper = seen.state.ships["lancet"].at, seen.state.ships["vesper"].at
    shots = seen.shots("lancet", "vesper")
    scene = Scene.of(
        seen,
        "lancet",
        targets=("vesper",),
        hovered="kiln",
        waiting=frozenset(("sextant",)),
        notes={"sextant": "no order: goes straight on"},
        ghosts={"sextant": seen.pose(Plot("sextant", (1,), 1))},
        threats={"vesper": seen.destinations(Plot("vesper"))},
        trails=(
            Trail("lancet", ((2.0, 12.0), (6.0, 14.0), lancet)),
            Trail("sextant", ((8.0, 34.0), (12.0, 32.0)), "idle"),
            Trail("sextant", ((8.0, 34.0), (12.0, 30.0)), "sealed"),
        ),
        volleys=(Volley("lancet", "vesper", shots, "screen 1"),),
        refusals=tuple(Refusal("lancet", shot) for shot in seen.shots("lancet", "kiln")),
        pins=(
            Pin(1, Event("damage", "", "", "vesper", "lancet", harm=(("hull", 3),), line=(vesper, lancet))),
            Pin(2, Event("note", "", ""), "note"),
        ),
        focus=Event("fire", "", "", "lancet", "vesper", line=(lancet, vesper)),
        ruler=(lancet, vesper),
        tools=frozenset(("arcs", "range", "threat", "sight", "grid", "compass")),
    )
    shown = with_plot(scene, model, drag.destinations)
    smoke = Zone(((20, 2), (30, 2), (30, 9), (20, 9)), "smoke", "note", True, (((22, 4), (24, 4), (24, 6)),))
    return shown.but(overlays=(*shown.hand.overlays, Ring(lancet, 6.0, "6 MU"), smoke))
