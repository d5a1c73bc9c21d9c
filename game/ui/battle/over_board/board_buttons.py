"""The buttons on the upper edge of the board or above it, and the bars below them; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.board.boards import board_of
from game.ui.battle.over_board.turn_strip import turn_strip
from game.ui.input_modes.scenes import EVERY
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.session import history_view
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Widget

TOOLS = (("Arcs", "arcs"), ("Range", "range"), ("Threat", "threat"), ("Sight", "sight"), ("Ruler", "ruler"))
CELL_TOOLS = (("Names", "names"),)  # the names of cells, on boards that have them


def strip_of(layout: BattleLayout) -> Rect:
    """Return the rect of the buttons: in their strip above the board, or on its upper edge."""
    px, tools, board = theme.px, layout.tools, layout.board
    return (
        Rect(tools.x, tools.y + px(8), tools.w, px(34)) if tools.h else Rect(board.x, board.y + px(16), board.w, px(34))
    )


class BoardButtons:
    """Lays out the corner, the switches, the turn order and the bar of the past. `dragging`, `playing` and `repeatable`
    return whether a ghost is dragged, a film is shown, and a film may be shown again."""

    def __init__(
        self,
        context: BattleContext,
        dragging: Callable[[], bool],
        playing: Callable[[], bool],
        repeatable: Callable[[], bool],
    ) -> None:
        self.context, self._dragging, self._playing, self._repeatable = context, dragging, playing, repeatable

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return every button and bar, in reading order."""
        tools = self._tools(layout)
        return [*self._corner(layout, tools[0].rect.x), *tools, *self._turns(layout), *self._past(layout)]

    def _corner(self, layout: BattleLayout, end: int) -> list[Widget]:
        """Return menu, undo, keys and fit view, for players with a mouse. There are as many as fit before `end`, in
        pixels."""
        px, context, strip = theme.px, self.context, strip_of(layout)
        fault = context.flow.undo_fault() if not self._dragging() else None
        x, y, side = strip.x + px(16), strip.y, px(34)
        found: list[Widget] = []
        for action, sign, rule, why in (
            ("menu", "gear", "table/saving", ""),
            ("undo", "undo", "table/undo", fault.why if fault else ""),
            ("help", "help", "table/keys", ""),
            ("fit", "fit", "table/board", ""),
        ):
            if x + side > end:
                break
            about = f"{context.keys.bindings[action].words} ({context.keys.cap(action)})"
            found.append(
                Button(
                    Rect(x, y, side, side),
                    "",
                    on_press=partial(context.screen.do, action),
                    sign=sign,
                    refused=why,
                    rule=rule,
                    name=f"corner {action}",
                    hint=about[:1].upper() + about[1:],
                )
            )
            x += side + px(8)
        planning = context.own.planning
        again = ("again", "Again", "Show the last movement again.", "table/replay")
        plans = ("standing", "Plans", "Write what ships do once they have moved.", "table/plans")
        moves = ("standing", "Moves", "Write the moves again.", "table/plans")
        shown = [again] if self._repeatable() else []
        if planning or context.model.view.takes_standing:
            shown.append(moves if planning else plans)
        for action, label, words, rule in shown:
            cap = context.keys.cap(action)
            wide = round(width(label, 15, "s")) + key_width(cap) + px(34)
            if x + wide <= end:
                press, name = partial(context.screen.do, action), f"corner {action}"
                rect = Rect(x, y, wide, side)
                found.append(Button(rect, label, on_press=press, cap=cap, size=15, name=name, hint=words, rule=rule))
                x += wide + px(8)
        return found

    def _tools(self, layout: BattleLayout) -> list[Widget]:
        """Return the switches over the board or above it. They have names and keys, or only names, or in a narrow
        window only keys."""
        px, context, gap = theme.px, self.context, theme.px(8)
        tools = (*TOOLS, *(CELL_TOOLS if board_of(context.shown.view.state.table).cells else ()))
        caps = [context.keys.cap(tool) for _, tool in tools]
        room = ["Threat: target" if tool == "threat" else name for name, tool in tools]
        strip = strip_of(layout)
        free = strip.w - 4 * px(42) - gap * (len(tools) + 4)
        names, keys = [round(width(name, 15, "s")) + px(22) for name in room], [key_width(cap) for cap in caps]
        keyed = sum(names) + sum(keys) + px(8) * len(tools) <= free
        short = not keyed and sum(names) > free
        wides = [key + px(16) if short else name + (key + px(8) if keyed else 0) for name, key in zip(names, keys)]
        x = strip.right - px(16) - sum(wides) - gap * (len(tools) - 1)
        found: list[Widget] = []
        for (name, tool), cap, wide in zip(tools, caps, wides):
            on = context.ruling if tool == "ruler" else tool in context.tools
            about = f"{name}: {context.keys.bindings[tool].words}" + ("" if keyed or short else f" ({cap})")
            label = self._threat() if tool == "threat" else name
            found.append(
                Button(
                    Rect(x, strip.y, wide, px(34)),
                    cap if short else label,
                    on_press=partial(context.screen.do, tool),
                    on=on,
                    cap=cap if keyed else "",
                    size=15,
                    name=f"tool {tool}",
                    hint=about,
                    rule="table/overlays",
                )
            )
            x += wide + gap
        return found

    def _turns(self, layout: BattleLayout) -> list[Widget]:
        """Return the turn order, below the switches."""
        px, board, strip = theme.px, layout.board, strip_of(layout)
        if self._playing() or self.context.past:
            return []
        top = board.y + px(8) if layout.tools.h else strip.bottom + px(8)
        room = Rect(board.x + px(12), top, board.w - px(24), px(40))
        return turn_strip(room, self.context.shown, self.context.screen.click)

    def _threat(self) -> str:
        """Return the label of the switch for enemy envelopes, with the enemies shown."""
        tools = self.context.tools
        if "threat" not in tools:
            return "Threat: off"
        return "Threat: all" if EVERY in tools else "Threat: target" if self.context.shown.target else "Threat: near"

    def _past(self, layout: BattleLayout) -> list[Widget]:
        context = self.context
        if context.past is None:
            return []
        caps = context.keys.cap("earlier"), context.keys.cap("later"), context.keys.cap("now")
        return history_view.bar(layout.board, context.past, context.step, lambda: context.screen.do("now"), caps)
