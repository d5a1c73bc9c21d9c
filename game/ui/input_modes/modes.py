"""Every input mode by its name, and the scene of a seat in its mode; no part of the rules."""

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
    """Return the mode in which the chosen piece of a seat, or else the first that is asked, is given an order."""
    return MODES.get(model.input_mode, MODES[InputMode.name])


def by_worth(model: SeatModel) -> list[Id]:
    """Return what the chosen piece may aim at: first what its fire would hurt most, then the nearest; empty if nothing
    is chosen."""
    keys = [piece.id for piece in model.targets()] if model.chosen else []
    return sorted(keys, key=lambda key: (-model.fire.worth(key), model.fire.distance(key)))


def odds(model: SeatModel) -> tuple[Odds, ...]:
    """Return exact chances of what is in hand, or of all that would bear on the target from the ghost; none of what is
    forbidden."""
    if model.fault() is not None:
        return ()
    return model.once("odds", model.over if model.flies else "", ask=lambda: mode_of(model).odds(model))


def barred(model: SeatModel) -> str:
    """Return why no odds stand there: what is in hand or could be aimed cannot strike from there; empty if it can."""
    if (fault := model.fault()) is not None:
        return fault.why
    return model.once("barred", ask=lambda: barred_on(model))


def scene_of(model: SeatModel, tools: frozenset[str], hovered: Id = "", focus: Event | None = None) -> Scene:
    """Return the scene of a model; parts that did not change are the same tuples as before."""
    base = model.once("scene", tools, ask=lambda: _scene(model, tools))
    hovered = hovered if model.view.state.piece(hovered) else ""
    return base if not hovered and focus is None else base.but(hovered=hovered, focus=focus or base.hand.focus)


def _scene(model: SeatModel, tools: frozenset[str]) -> Scene:
    mode = mode_of(model)
    waiting = mode.needed(model) - set(model.drafts)
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
