"""Every input mode by its name, and the scene of a seat in its mode; no part of the rules."""

from __future__ import annotations

from dataclasses import replace

from game.core.display import Odds
from game.core.events import Event
from game.core.orders import Id
from game.ui.board.model.scene import Scene
from game.ui.input_modes.assign import AssignMode
from game.ui.input_modes.choose import ChooseMode
from game.ui.input_modes.fire import FireMode
from game.ui.input_modes.mode import InputMode
from game.ui.input_modes.plot import PlotMode
from game.ui.input_modes.scenes import notes, trails
from game.ui.session.seat_model import SeatModel

MODES: dict[str, InputMode] = {one.name: one for one in (PlotMode(), FireMode(), ChooseMode(), AssignMode(), InputMode())}


def mode_of(desk: SeatModel) -> InputMode:
    """The mode in which the chosen piece of a seat, or else the first that is asked, is given an order."""
    return MODES.get(desk.input_mode, MODES[InputMode.name])


def odds(desk: SeatModel) -> tuple[Odds, ...]:
    """Exact chances of what is in hand, or of all that would bear on the target from the ghost."""
    return desk.once("odds", desk.over if desk.flies else "", ask=lambda: mode_of(desk).odds(desk))


def scene_of(desk: SeatModel, tools: frozenset[str], hovered: Id = "", focus: Event | None = None) -> Scene:
    """The scene of a desk; parts that did not change are the same tuples as before."""
    base = desk.once("scene", tools, ask=lambda: _scene(desk, tools))
    hovered = hovered if desk.view.state.piece(hovered) else ""
    return base if not hovered and focus is None else replace(base, hovered=hovered, focus=focus)


def _scene(desk: SeatModel, tools: frozenset[str]) -> Scene:
    mode = mode_of(desk)
    waiting = frozenset[Id]() if mode.optional(desk) else frozenset(desk.waiting) - set(desk.hands)
    scene = Scene(
        desk.view, chosen=desk.chosen if desk.view.state.piece(desk.chosen) else "",
        targets=(desk.target,) if desk.target else (), tools=tools,
        trails=trails(desk), notes=notes(desk), waiting=waiting,
    )  # fmt: skip
    return mode.scene(desk, scene)
