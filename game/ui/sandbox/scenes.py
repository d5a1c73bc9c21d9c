"""What the board shows of a sandbox: the start, and the arcs of the ghost in hand; no part of the rules."""

from __future__ import annotations

from game.battle.battle import View
from game.core.display import Overlay, Token
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import leading
from game.ui.input_modes.modes import mode_of
from game.ui.sandbox.model.context import SandboxContext


def scene_of(context: SandboxContext) -> Scene:
    """The start with the chosen ship and its target; arcs are those of its ghost in the plan in hand, counters those of it."""
    view, later = context.sandbox.start, context.sandbox.course().view(context.sandbox.turn)
    ships = view.state.ships
    chosen = context.chosen if context.chosen in ships else ""
    overlays: tuple[Overlay, ...] = ()
    if chosen and "arcs" in context.tools:
        overlays = planned(context) or arcs(later, chosen)
    landings = context.model.landings() if chosen and context.model and "reach" in context.tools else ()
    return Scene(
        view, chosen=chosen, targets=(context.target,) if context.target in ships else (), overlays=overlays,
        landings=landings, tools=context.tools | {"threat"}, counters=flying(view, later),
    )  # fmt: skip


def flying(start: View, later: View | None) -> tuple[Token, ...]:
    """Flights, missiles and plasma that the plan in hand has on the table after the movement, beyond those of the start."""
    tokens = later.tokens if later else ()
    return tuple(one for one in tokens if isinstance(one, Token) and one.shape != "card" and one.key not in start.state.counters)


def planned(context: SandboxContext) -> tuple[Overlay, ...]:
    """What lies round the ghost of the order in hand before it is carried out: arcs, and the zones of what it does."""
    model = context.model
    if model is None or model.order is None or not mode_of(model).plots:
        return ()
    return leading(model.view.overlays(model.chosen, model.view.pose(model.order)))


def arcs(view: View | None, key: str) -> tuple[Overlay, ...]:
    """The arcs of a ship where it stands in a view."""
    if view is None or key not in view.state.ships or not view.state.ships[key].in_play:
        return ()
    return leading(view.overlays(key))
