"""The panels of the sandbox, laid out round the table; no part of the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect, Surface

from game.ui.render.text import caps_width, width
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels import bottom_panel, inspector, left, scenario
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.session.board_context import BattleLayout
from game.ui.session.top_bar import ground
from game.ui.toolkit.blocks import Capitals, TitleLines, WordRow
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Widget

TOOLS = (("Plan", "plan", "drag a ship to plot its order"), ("Move", "move", "drag ships and bodies to other places"),
         ("Measure", "measure", "the ruler"), ("Arcs", "arcs", "the arcs of the ghost in hand"),
         ("Reach", "reach", "every place it can end"))  # fmt: skip
FILES = (  # label, label in a narrow window, action, hint
    ("Open", "Open", "open", "Open a scenario, a demonstration, a save or an empty table"),
    ("Save", "Save", "save", "Save the sandbox with all its plans"),
    ("Save as scenario", "Scenario", "write", "Save the start as a scenario, for the menu to list under Yours"),
)
CHIP = 92  # design pixels of a turn's chip
TOOLS_HIGH = 56  # design pixels of the upper edge of the board that the tools lie on


class SandboxPanels:
    """Lays out everything round the board, and draws it in order."""

    def __init__(self, context: SandboxContext, lines: Lines) -> None:
        self.context, self._lines = context, lines
        self.left_panel = ColumnPane("plans", lambda column: left.fill(column, context, lines, self.layout), (8, 16), even=True)
        self.sheet = ColumnPane("inspector", self._inspect, (16, 16), even=True)
        self.table = ColumnPane("table", lambda column: bottom_panel.table(column, context), (16, 12))
        self.dice = ColumnPane("dice", lambda column: bottom_panel.dice(column, context), (16, 12))
        self.layout: BattleLayout = context.layout
        self.top: list[Widget] = []
        self.over: list[Widget] = []
        self.line: list[Widget] = []
        self._before: list[Widget] = []  # what comes before the inspector in reading order, and after it
        self._after: list[Widget] = []

    def panes(self) -> tuple[ColumnPane, ...]:
        """What scrolls."""
        return (self.left_panel, self.sheet) if self.layout.line else (self.left_panel, self.sheet, self.table, self.dice)

    def _inspect(self, column: Column) -> None:
        column.low = self.layout.low
        if self.context.chosen:
            inspector.ship(column, self.context, self._lines)
            scenario.ship_name(column, self.context, self._lines)
        elif self.context.body is not None:
            scenario.body(column, self.context, self._lines, self.context.body)
        else:
            scenario.scenario(column, self.context, self._lines)

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Every widget in reading order."""
        self.layout = layout
        self.left_panel.pad = (8, 10) if layout.folded else (8, 16)
        self.top, self.over = self._top(layout), self._tools(layout)
        self._before = [*self.top, *self.left_panel.lay_out(layout.left_panel), *self.over]
        sheet = self.sheet.lay_out(layout.sheet)
        self.line = []
        if layout.line:
            self.line = [bottom_panel.folded(layout.bottom_panel, self.context)]
            self._after = list(self.line)
            return [*self._before, *sheet, *self._after]
        wide = round(layout.bottom_panel.w * (0.48 if layout.bottom_panel.w >= theme.px(900) else 0.53))
        one = Rect(layout.bottom_panel.x, layout.bottom_panel.y, wide, layout.bottom_panel.h)
        two = Rect(one.right, one.y, layout.bottom_panel.w - wide, one.h)
        self._after = [*self.table.lay_out(one), *self.dice.lay_out(two)]
        return [*self._before, *sheet, *self._after]

    def lay_sheet(self) -> list[Widget]:
        """Only the inspector anew, everything else as it was."""
        return [*self._before, *self.sheet.lay_out(self.layout.sheet), *self._after]

    # -- the bar at the top ------------------------------------------------------------------------------------------------

    def _top(self, layout: BattleLayout) -> list[Widget]:
        px, r, do = theme.px, layout.top, self.context.commands.do
        wide = layout.wide
        large = wide >= 1500
        y, high = r.y + px(13), px(38)
        name = px(230 if large else 150 if wide >= 1120 else 92)
        about = str(self.context.sandbox.state.start["title"])
        found: list[Widget] = [TitleLines(
            Rect(r.x + px(16), r.y, name, r.h), "Sandbox", about if name > px(100) else "", sizes=((20,), (14,)), tops=(16, 40),
            rule="table/sandbox", hint=about,
        )]  # fmt: skip
        x = r.x + px(16) + name + px(16)
        sandbox = self.context.sandbox
        each = px(108 if large else 96 if wide >= 1120 else 44)
        for label, action, on, why in (
            ("Undo", "undo", bool(sandbox.done), "nothing has been done yet"),
            ("Redo", "redo", bool(sandbox.undone), "nothing was taken back"),
        ):
            said = label if wide >= 1120 else ""
            cap = self.context.keys.cap(action)
            words = (sandbox.done if action == "undo" else sandbox.undone)[:1]
            found.append(Button(
                Rect(x, y, each, high), said or cap, on_press=partial(do, action), cap=cap if said else "", enabled=on,
                why_not=why, rule="table/undo", name=action, hint=f"{label}: {words[0]}" if words else label, size=15,
            ))  # fmt: skip
            x += each + px(8)
        x = self._files(layout, found, x, y, high)
        right = self._ends(layout, found)
        return self._chips(found, x + px(8), right, y, high)

    def _files(self, layout: BattleLayout, found: list[Widget], x: int, y: int, high: int) -> int:
        """The buttons of files from `x` on, with their keys where the window is wide; x after the last."""
        px, do, cap = theme.px, self.context.commands.do, self.context.keys.cap
        x += px(8)
        for label, short, action, hint in FILES:
            said = label if layout.wide >= 1120 else short
            keyed = cap(action) if layout.wide >= 1840 else ""
            wide = round(width(said, 15, "s")) + px(24) + (key_width(keyed) + px(12) if keyed else 0)
            found.append(Button(
                Rect(x, y, wide, high), said, on_press=partial(do, action), cap=keyed, name=f"file {action}",
                rule="table/saving", size=15, hint=f"{hint} ({cap(action)})",
            ))  # fmt: skip
            x += wide + px(8)
        return x

    def _ends(self, layout: BattleLayout, found: list[Widget]) -> int:
        """The two great buttons at the right; where they begin."""
        px, r, do, cap = theme.px, layout.top, self.context.commands.do, self.context.keys.cap
        wide = layout.wide
        play, show = (px(184), px(200)) if wide >= 1500 else (px(164), px(176)) if wide >= 1120 else (px(86), px(96))
        gap = px(10)
        x = r.right - px(16) - show
        small = wide < 1120
        found.append(Button(
            Rect(x, r.y + px(9), show, px(46)), "Demo" if small else "Demonstration", on_press=partial(do, "demonstrate"),
            kind="main", sub="" if small else "write it out", cap=cap("demonstrate"), size=15, name="demonstrate",
            rule="table/sandbox", hint="Write the plan in hand out as a demonstration",
        ))  # fmt: skip
        x -= gap + play
        found.append(Button(
            Rect(x, r.y + px(9), play, px(46)), "Play" if small else "Play from here", on_press=partial(do, "play"),
            cap=cap("play"), size=15, name="play", rule="table/sandbox",
            hint="Play a battle on from where the plan in hand has come to",
        ))  # fmt: skip
        return x - gap

    def _chips(self, found: list[Widget], x: int, right: int, y: int, high: int) -> list[Widget]:
        """The turns, as many as there is room for, the one that is planned among them."""
        px, sandbox = theme.px, self.context.sandbox
        name = sandbox.turn_word
        label = round(caps_width(name)) + px(12)
        labelled = right - x - label > 3 * px(46)
        room = right - x - (label if labelled else 0)
        each = px(CHIP) if room >= px(CHIP) * 3 else px(40)
        many = max(1, min(5, (room + px(6)) // (each + px(6))))
        words = "both sides open"
        if room - many * (each + px(6)) > width(words, 15) + px(24):
            spare = Rect(right - round(width(words, 15)) - px(8), y, round(width(words, 15)), high)
            found.append(WordRow(spare, [(words, theme.palette.muted, "r")], size=15))
        if labelled:
            found.append(Capitals(Rect(x, y, label, high), name.capitalize()))
            x += label
        first = max(sandbox.first, sandbox.turn - max(0, many - 2)) if sandbox.turn - sandbox.first >= many - 1 else sandbox.first
        for turn in range(first, first + many):
            planned = any(step.turn == turn for step in sandbox.branch.steps)
            word = "start" if turn == sandbox.first else "plan" if planned or turn <= sandbox.turn else "open"
            now = turn == sandbox.turn
            found.append(Button(
                Rect(x, y, each, high), str(turn), on_press=partial(self.context.commands.look_at, turn),
                on=now, note=word if each >= px(CHIP) else "", size=17, name=f"turn {turn}",
                rule="table/sandbox", hint=f"Plan {name} {turn}" + ("" if turn > sandbox.first else ", the one the start is in"),
            ))  # fmt: skip
            x += each + px(6)
        return found

    def _tools(self, layout: BattleLayout) -> list[Widget]:
        """What dragging means and what is shown, on the board's upper edge."""
        px, context, board = theme.px, self.context, layout.board
        short = board.w < px(640)
        gap, found = px(8), list[Widget]()
        caps_ = [context.keys.cap(tool) for _, tool, _ in TOOLS]
        wides = [px(40) if short else round(width(name, 15, "s")) + px(58) for name, _, _ in TOOLS]
        x = board.right - px(16) - sum(wides) - gap * (len(TOOLS) - 1)
        for (name, tool, about), cap, wide in zip(TOOLS, caps_, wides):
            on = context.tool == tool or tool in context.tools
            found.append(Button(
                Rect(x, board.y + px(14), wide, px(34)), cap if short else name, on_press=partial(context.commands.do, tool),
                on=on,
                cap="" if short else cap, size=15, name=f"tool {tool}", hint=f"{name}: {about}", rule="table/sandbox",
            ))  # fmt: skip
            x += wide + gap
        return found

    # -- drawing -----------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Grounds, panels, then what lies on the board."""
        layout, p, edge = self.layout, theme.palette, max(1, theme.px(1))
        for r in (layout.left_panel, layout.sheet, layout.bottom_panel):
            dst.fill(p.panel, r)
        self.left_panel.draw(dst)
        self.sheet.draw(dst)
        if not layout.line:
            self.table.draw(dst)
            self.dice.draw(dst)
            split = self.dice.scroll.rect
            dst.fill(p.line, (split.x, split.y + theme.px(12), edge, split.h - theme.px(24)))
        for widget in self.line:
            widget.draw(dst)
        dst.fill(p.edge, (layout.bottom_panel.x, layout.bottom_panel.y, layout.bottom_panel.w, edge))
        dst.fill(p.edge, (layout.left_panel.right - edge, layout.left_panel.y, edge, layout.left_panel.h))
        dst.fill(p.edge, (layout.sheet.x, layout.sheet.y, edge, layout.sheet.h))
        for widget in self.over:
            widget.draw(dst)
        ground(dst, layout.top)
        for widget in self.top:
            widget.draw(dst)
