"""The panels of the sandbox, laid out round the table; no part of the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect, Surface

from game.sandbox.start_editor import UNTITLED
from game.ui.advice import columns
from game.ui.advice.model import RULE
from game.ui.render.text import caps_width, width
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import HOUSE, SCENARIO, SandboxContext
from game.ui.sandbox.panels import bottom_panel, house_panel, inspector, left, order_panel, scenario, strip
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.save_plate import save_plate
from game.ui.session.board_context import BattleLayout
from game.ui.session.top_bar import ground
from game.ui.toolkit.blocks import Capitals, TitleLines, WordRow
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Button, Widget

TOOLS = (
    ("Plan", "plan", "drag a ship to plot its order"),
    ("Move", "move", "drag ships and bodies to other places"),
    ("Measure", "measure", "the ruler"),
    ("Arcs", "arcs", "the arcs of the ghost in hand"),
    ("Reach", "reach", "every place it can end"),
    ("Adviser", "advise", "what every end is worth against a perfect enemy"),
)
ADVISED = (
    ("Adviser", "advise", "back to the sandbox"),
    ("Worth", "advised worth", "what each end is worth"),
    ("Their ends", "advised answers", "where the enemy is likely to end"),
    ("Arcs", "arcs", "the arcs of the ghost in hand"),
)
FILES = (  # label, action, hint
    ("Open", "open", "Open a scenario, a demonstration, a save or an empty table"),
    ("Save", "save as", "Save the sandbox with all its plans, or write its start as a scenario"),
)
BESIDE = 1000  # least width of the foot, in design pixels, at which the dice stand beside the plans
CHIP = 92  # design pixels of a turn's chip
TOOLS_HIGH = 56  # design pixels of the board's upper edge covered by the tools


class SandboxPanels:
    """Lays out everything round the board, and draws it in order."""

    def __init__(self, context: SandboxContext, lines: Lines) -> None:
        self.context, self._lines = context, lines
        self.left_panel = ColumnPane("palette", self._fill_left, (12, 14), even=True)
        self.sheet = ColumnPane("inspector", self._inspect, (16, 14), even=True)
        self.form = ColumnPane("order", self._form, (16, 12), even=True)
        self.table = ColumnPane("plans", self._table, (14, 10))
        self.dice = ColumnPane("dice", lambda column: bottom_panel.dice(column, context, self.beside), (16, 12))
        self.layout: BattleLayout = context.layout
        self.top: list[Widget] = []
        self.strip: list[Widget] = []
        self.tabs: list[Widget] = []
        self.over: list[Widget] = []
        self.line: list[Widget] = []
        self.saving: list[Widget] = []
        self._before: list[Widget] = []  # widgets before and after the column at the right, in reading order
        self._after: list[Widget] = []

    @property
    def beside(self) -> bool:
        """Return whether the coming dice are beside the plans."""
        return self.layout.bottom_panel.w >= theme.px(BESIDE)

    @property
    def _foot(self) -> tuple[ColumnPane, ...]:
        if self.layout.line:
            return ()
        if self.context.adviser.open:
            return (self.table,)
        return (self.table, self.dice) if self.beside else (self.dice,) if self.context.dice_open else (self.table,)

    def panes(self) -> tuple[ColumnPane, ...]:
        return (self.left_panel, self.sheet, self.form, *self._foot)

    def _fill_left(self, column: Column) -> None:
        if self.context.adviser.open and not self.layout.folded:
            columns.add_question(column, self.context.adviser)
        else:
            left.fill(column, self.context, self.layout)

    def _table(self, column: Column) -> None:
        if self.context.adviser.open:
            columns.add_answers(column, self.context.adviser)
        else:
            bottom_panel.plans(column, self.context, self._lines, self.beside)

    def _inspect(self, column: Column) -> None:
        column.low = self.layout.low
        context = self.context
        if context.adviser.open:
            columns.add_advice(column, context.adviser, self.layout.folded)
            if context.adviser.picture:
                self._advised_buttons(column)
                columns.limits(column)
        elif context.tab == HOUSE:
            house_panel.house(column, context, self._lines)
        elif context.tab == SCENARIO:
            scenario.scenario(column, context, self._lines)
        elif context.chosen:
            inspector.ship(column, context, self._lines)
            scenario.ship_name(column, context, self._lines)
        elif context.body is not None:
            scenario.body(column, context, self._lines, context.body)
        else:
            column.paragraph("Press a ship or a body to change it, or drag one from the left onto the table.")

    def _advised_buttons(self, column: Column) -> None:
        """Add buttons that give one of the three best orders by chance, or begin a plan for each."""
        adviser, cap = self.context.adviser, self.context.keys.cap
        shown = (
            ("Roll one", "roll", adviser.roll, "Give one of the three by chance, each by its share"),
            ("Plan all", "plans", adviser.branch, "Begin a plan for each of the three"),
        )
        column.space(4)
        for place, (label, what, press, hint) in zip(column.cells(2, 38, 8, 10), shown):
            key = cap(f"advised {what}")
            name = f"advise {what}"
            column.add(Button(place, label, on_press=press, cap=key, name=name, rule=RULE, size=15, hint=hint))

    def _form(self, column: Column) -> None:
        column.low = self.layout.low
        order_panel.fill(column, self.context, self._lines)

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return all widgets in reading order."""
        self.layout = layout
        self.left_panel.pad = (8, 10) if layout.folded else (12, 12 if layout.low else 14)
        self.top, self.over = self._top(layout), self._tools(layout)
        self.saving = self._saving()
        self.strip = strip.strip(
            layout.tools, self.context, self._lines.field.value if self._lines.field.focused else ""
        )
        self._before = [*self.top, *self.strip, *self.left_panel.lay_out(layout.left_panel), *self.over]
        right = self._right()
        self.line = []
        if layout.line:
            self.line = [bottom_panel.folded_foot(layout.bottom_panel, self.context)]
            self._after = [*self.line, *self.saving]
            return [*self._before, *right, *self._after]
        r, panes = layout.bottom_panel, self._foot
        wide = round(r.w * 0.6) if len(panes) > 1 else r.w
        rects = Rect(r.x, r.y, wide, r.h), Rect(r.x + wide, r.y, r.w - wide, r.h)
        self._after = [widget for pane, rect in zip(panes, rects) for widget in pane.lay_out(rect)] + self.saving
        return [*self._before, *right, *self._after]

    def _saving(self) -> list[Widget]:
        """Return the plate that asks for a title, while something is being saved."""
        if not self.context.saving:
            return []
        return save_plate(self.context, self._lines, self.context.screen.save_path(), self.context.screen.save_now)

    def lay_sheet(self) -> list[Widget]:
        """Lay out only the column at the right again."""
        return [*self._before, *self._right(), *self._after]

    def _right(self) -> list[Widget]:
        """Return tabs, the open one's content, and the order form pinned below. The form is as high as it needs to be,
        if there is room."""
        r, px, context = self.layout.sheet, theme.px, self.context
        head = min(r.h, px(40 if self.layout.low else 46))
        name = (
            context.sandbox.name(context.chosen) if context.chosen else "Body" if context.body is not None else "Ship"
        )
        if context.adviser.open:
            self.tabs = []
            return list(self.sheet.lay_out(r))
        names = (name, "House rules", "Scenario")
        tabs = Tabs(Rect(r.x, r.y, r.w, head), names, chosen=context.tab, on_change=context.open_tab, name="tabs")
        self.tabs = [tabs]
        rules = context.tab == HOUSE  # a long list gets half of the column
        room = round(r.h * 0.5) - head if rules else round((r.h - head) * (0.62 if self.layout.low else 0.5))
        room = max(room, min(r.h - head, px(110)))
        high = min(self.form.length(r), room)
        body = Rect(r.x, r.y + head, r.w, r.h - head - high)
        return [tabs, *self.sheet.lay_out(body), *self.form.lay_out(Rect(r.x, body.bottom, r.w, high))]

    # -- the bar at the top --------------------------------------------------------------------------------------------

    def _top(self, layout: BattleLayout) -> list[Widget]:
        px, r, do = theme.px, layout.top, self.context.commands.do
        wide = layout.wide
        large = wide >= 1500
        y, high = r.y + px(13), px(38)
        name = px(270 if large else 200 if wide >= 1120 else 92)
        about = str(self.context.sandbox.state.start["title"])
        game = self.context.sandbox.opened.battle.system.title
        under = f"Sandbox · {game}" if about != UNTITLED else game
        found: list[Widget] = [
            TitleLines(
                Rect(r.x + px(16), r.y, name, r.h),
                about,
                under if name > px(100) else "",
                sizes=((20, 18, 16), (14, 13)),
                tops=(12, 38),
                rule="table/sandbox",
                hint=f"{about}: {game}",
            )
        ]
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
            found.append(
                Button(
                    Rect(x, y, each, high),
                    said or cap,
                    on_press=partial(do, action),
                    cap=cap if said else "",
                    enabled=on,
                    why_not=why,
                    rule="table/undo",
                    name=action,
                    hint=f"{label}: {words[0]}" if words else label,
                    size=15,
                )
            )
            x += each + px(8)
        x = self._files(layout, found, x, y, high)
        right = self._ends(layout, found)
        return self._chips(found, x + px(8), right, y, high)

    def _files(self, layout: BattleLayout, found: list[Widget], x: int, y: int, high: int) -> int:
        """Add the file buttons from `x` on, with their keys in a wide window. Return the x after the last."""
        px, do, cap = theme.px, self.context.commands.do, self.context.keys.cap
        x += px(8)
        for said, action, hint in FILES:
            keyed = cap(said.lower()) if layout.wide >= 1840 else ""
            wide = round(width(said, 15, "s")) + px(24) + (key_width(keyed) + px(12) if keyed else 0)
            found.append(
                Button(
                    Rect(x, y, wide, high),
                    said,
                    on_press=partial(do, action),
                    cap=keyed,
                    name=f"file {said.lower()}",
                    rule="table/saving",
                    size=15,
                    hint=f"{hint} ({cap(action)})",
                )
            )
            x += wide + px(8)
        return x

    def _ends(self, layout: BattleLayout, found: list[Widget]) -> int:
        """Add the two large buttons at the right. Return their left edge."""
        px, r, do, cap = theme.px, layout.top, self.context.commands.do, self.context.keys.cap
        wide = layout.wide
        play, show = (px(184), px(200)) if wide >= 1500 else (px(164), px(176)) if wide >= 1120 else (px(86), px(96))
        gap = px(10)
        x = r.right - px(16) - show
        small = wide < 1120
        found.append(
            Button(
                Rect(x, r.y + px(9), show, px(46)),
                "Demo" if small else "Demonstration",
                on_press=partial(do, "demonstrate"),
                kind="main",
                sub="" if small else "write it out",
                cap=cap("demonstrate"),
                size=15,
                name="demonstrate",
                rule="table/sandbox",
                hint="Write the plan in hand out as a demonstration",
            )
        )
        x -= gap + play
        found.append(
            Button(
                Rect(x, r.y + px(9), play, px(46)),
                "Play" if small else "Play from here",
                on_press=partial(do, "play"),
                cap=cap("play"),
                size=15,
                name="play",
                rule="table/sandbox",
                hint="Play a battle on from where the plan in hand has come to",
            )
        )
        return x - gap

    def _chips(self, found: list[Widget], x: int, right: int, y: int, high: int) -> list[Widget]:
        """Return the turns, as many as fit, including the planned one."""
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
        first = (
            max(sandbox.first, sandbox.turn - max(0, many - 2))
            if sandbox.turn - sandbox.first >= many - 1
            else sandbox.first
        )
        for turn in range(first, first + many):
            planned = any(step.turn == turn for step in sandbox.branch.steps)
            word = "start" if turn == sandbox.first else "plan" if planned or turn <= sandbox.turn else "open"
            now = turn == sandbox.turn
            found.append(
                Button(
                    Rect(x, y, each, high),
                    str(turn),
                    on_press=partial(self.context.commands.look_at, turn),
                    on=now,
                    note=word if each >= px(CHIP) else "",
                    size=17,
                    name=f"turn {turn}",
                    rule="table/sandbox",
                    hint=f"Plan {name} {turn}" + ("" if turn > sandbox.first else ", the one the start is in"),
                )
            )
            x += each + px(6)
        return found

    def _tools(self, layout: BattleLayout) -> list[Widget]:
        """Return the tools for dragging and the overlays, on the board's upper edge."""
        px, context, board = theme.px, self.context, layout.board
        adviser = context.adviser
        shown = {"advise": adviser.open, "advised worth": adviser.worth, "advised answers": adviser.theirs}
        short = board.w < px(640)
        gap, found = px(8), list[Widget]()
        tools = ADVISED if adviser.open else TOOLS
        caps_ = [context.keys.cap(tool) for _, tool, _ in tools]
        wides = [px(40) if short else round(width(name, 15, "s")) + px(58) for name, _, _ in tools]
        x = board.right - px(16) - sum(wides) - gap * (len(tools) - 1)
        for (name, tool, about), cap, wide in zip(tools, caps_, wides):
            on = shown.get(tool, context.tool == tool or tool in context.tools)
            found.append(
                Button(
                    Rect(x, board.y + px(14), wide, px(34)),
                    cap if short else name,
                    on_press=partial(context.commands.do, tool),
                    on=on,
                    cap="" if short else cap,
                    size=15,
                    name=f"tool {tool}",
                    hint=f"{name}: {about}",
                    rule="table/sandbox",
                )
            )
            x += wide + gap
        return found

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw grounds, panels, then everything over the board."""
        layout, p, edge = self.layout, theme.palette, max(1, theme.px(1))
        for r in (layout.left_panel, layout.sheet, layout.bottom_panel):
            dst.fill(p.panel, r)
        self.left_panel.draw(dst)
        for tab in self.tabs:
            tab.draw(dst)
        for pane in (self.sheet, *self._foot):
            pane.draw(dst)
        if not self.context.adviser.open:
            self.form.draw(dst)
            form = self.form.rect
            dst.fill(theme.accent, (form.x, form.y, form.w, max(1, theme.px(2))))
        if len(self._foot) > 1:
            split = self.dice.rect
            dst.fill(p.line, (split.x, split.y + theme.px(12), edge, split.h - theme.px(24)))
        for widget in self.line:
            widget.draw(dst)
        dst.fill(p.edge, (layout.bottom_panel.x, layout.bottom_panel.y, layout.bottom_panel.w, edge))
        dst.fill(p.edge, (layout.left_panel.right - edge, layout.left_panel.y, edge, layout.left_panel.h))
        dst.fill(p.edge, (layout.sheet.x, layout.sheet.y, edge, layout.sheet.h))
        for widget in self.over:
            widget.draw(dst)
        ground(dst, layout.top)
        if layout.tools.h:
            dst.fill(p.panel, layout.tools)
            dst.fill(p.line, (layout.tools.x, layout.tools.bottom - edge, layout.tools.w, edge))
        for widget in (*self.top, *self.strip, *self.saving):
            widget.draw(dst)
