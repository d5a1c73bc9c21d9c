"""The scene on the board of a sandbox, and the layout of the parts round it; no part of the rules.

The grid is the battle's, with the strip of manoeuvres across the window in place of the strip of tools.
"""

from __future__ import annotations

from pygame import Rect

from game.battle.battle import View
from game.core.display import Overlay, Token
from game.ui.board.model.scene import Scene
from game.ui.input_modes.modes import mode_of
from game.ui.input_modes.plot import dooms
from game.ui.input_modes.scenes import leading
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels import strip as strips
from game.ui.session.board_context import LINE, LOW, TOP, BattleLayout


def scene_of(context: SandboxContext) -> Scene:
    """Return the start with the chosen ship and its target. Arcs and counters are those of the present plan."""
    view, later = context.sandbox.start, context.sandbox.course().view(context.sandbox.turn)
    ships = view.state.ships
    chosen = context.chosen if context.chosen in ships else ""
    overlays: tuple[Overlay, ...] = ()
    if chosen and "arcs" in context.tools:
        overlays = planned_overlays(context) or arcs(later, chosen)
    # true if the adviser draws the ends itself
    weighed = context.adviser.open and context.adviser.worth and not context.adviser.why_not
    reach = chosen and context.model and "reach" in context.tools and not weighed
    destinations = context.model.destinations() if context.model and reach else ()
    return Scene.of(
        view,
        chosen=chosen,
        targets=(context.target,) if context.target in ships else (),
        overlays=overlays,
        destinations=destinations,
        tools=context.tools | {"threat"},
        counters=flying(view, later),
        dooms=dooms(context.model) if context.model else {},
    )


def flying(start: View, later: View | None) -> tuple[Token, ...]:
    """Return flights, missiles and plasma on the table after the present plan's movement, without those of the
    start."""
    tokens = later.tokens if later else ()
    return tuple(
        one for one in tokens if isinstance(one, Token) and one.shape != "card" and one.key not in start.state.counters
    )


def planned_overlays(context: SandboxContext) -> tuple[Overlay, ...]:
    """Return the overlays round the ghost before the order in hand is carried out: arcs, and the zones of its
    actions."""
    model = context.model
    if model is None or model.order is None or not mode_of(model).plots:
        return ()
    return leading(model.view.overlays(model.chosen, model.view.pose(model.order)))


def arcs(view: View | None, key: str) -> tuple[Overlay, ...]:
    """Return the arcs of a ship at its place in a view."""
    if view is None or key not in view.state.ships or not view.state.ships[key].in_play:
        return ()
    return leading(view.overlays(key))


LEFT, NARROW, FOLDED = 300, 208, 84  # design pixels of the column at the left


def sandbox_layout(size: tuple[int, int], foot_open: bool | None = None, archive: bool = False) -> BattleLayout:
    """Return the layout for a window of the given size in real pixels. `foot_open` overrides the folding of the foot.
    `tools` is the strip of manoeuvres, empty for a game without an `archive` and in a window without room for it."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    folded = across < 1100
    line = (across < 1100 or down < 680) if foot_open is None else not foot_open
    left = px(FOLDED if folded else LEFT if across >= 1440 else NARROW)
    sheet = px(448 if across >= 1600 else 372 if across >= 1180 else 340 if across >= 1000 else 312)
    top, foot = px(TOP), px(LINE if line else 226 if down >= 900 else 172)
    strip = px(0 if not archive or down < 400 else strips.LOW if folded or down < 680 else strips.HIGH)
    y = top + strip
    middle = Rect(left, y, wide - left - sheet, high - y)
    return BattleLayout(
        Rect(0, 0, wide, high),
        Rect(0, 0, wide, top),
        Rect(0, y, left, high - y),
        Rect(middle.x, middle.y, middle.w, middle.h - foot),
        Rect(middle.x, high - foot, middle.w, foot),
        Rect(wide - sheet, y, sheet, high - y),
        folded,
        line,
        down < LOW,
        tools=Rect(0, top, wide, strip),
    )
