"""Every input mode by name, and the scene of a side in its mode; no part of the rules."""

from __future__ import annotations

from game.core.display import Odds
from game.core.events import Event
from game.core.orders import Id
from game.ui.board.model.scene import Scene
from game.ui.input_modes.choose import AssignMode, ChooseMode
from game.ui.input_modes.fire import FireMode
from game.ui.input_modes.mode import InputMode, barred_on
from game.ui.input_modes.plot import PlotMode
from game.ui.input_modes.scenes import badges, notes, trails
from game.ui.seat.seat_model import SeatModel

MODES: dict[str, InputMode] = {
    one.name: one for one in (PlotMode(), FireMode(), ChooseMode(), AssignMode(), InputMode())
}


def mode_of(model: SeatModel) -> InputMode:
    """Return the input mode of the chosen piece, or of the first piece that is asked."""
    return MODES.get(model.input_mode, MODES[InputMode.name])


def by_worth(model: SeatModel) -> list[Id]:
    """Return possible targets of the chosen piece, the highest expected damage first, then the nearest. Empty if
    nothing is chosen."""
    keys = [piece.id for piece in model.targets()] if model.chosen else []
    return sorted(keys, key=lambda key: (-model.fire.worth(key), model.fire.distance(key)))


def odds(model: SeatModel) -> tuple[Odds, ...]:
    """Return the exact odds of the order in hand, or of everything that would bear on the target from the ghost. A
    forbidden order has none."""
    if model.fault() is not None:
        return ()
    return model.once("odds", model.over if model.flies else "", ask=lambda: mode_of(model).odds(model))


def why_no_odds(model: SeatModel) -> str:
    """Return why there are no odds: the order or aim cannot hit from there; empty if it can."""
    if (fault := model.fault()) is not None:
        return fault.why
    return model.once("barred", ask=lambda: barred_on(model))


def scene_of(model: SeatModel, tools: frozenset[str], hovered: Id = "", focus: Event | None = None) -> Scene:
    """Return the scene of a model. Unchanged parts are the same tuples as before."""
    base = model.once("scene", tools, ask=lambda: _scene(model, tools))
    hovered = hovered if model.view.state.piece(hovered) else ""
    return base if not hovered and focus is None else base.but(hovered=hovered, focus=focus or base.hand.focus)


def _scene(model: SeatModel, tools: frozenset[str]) -> Scene:
    mode = mode_of(model)
    waiting = mode.ships_waiting(model) - set(model.drafts)
    scene = Scene.of(
        model.view,
        chosen=model.chosen if model.view.state.piece(model.chosen) else "",
        targets=(model.target,) if model.target else (),
        tools=tools,
        trails=trails(model),
        notes=notes(model),
        badges=badges(model),
        waiting=waiting,
    )
    return mode.scene(model, scene)
