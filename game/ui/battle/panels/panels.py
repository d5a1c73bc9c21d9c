"""The panels of the battle screen, laid out from a desk; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.board.boards import board_of
from game.ui.battle.orders.choice_panel import Pass, choice_sheet
from game.ui.battle.orders.fire_panel import Triggers, fire_sheet, result_sheet, struck_sheet
from game.ui.battle.orders.order_form import Form, exchanges, order_form
from game.ui.battle.orders.repair_panel import Tools, repair_sheet
from game.ui.battle.panels.legend_panel import board_key, room
from game.ui.battle.panels.main_button import passing
from game.ui.battle.panels.ship_list import ship_list
from game.ui.board.legend import samples
from game.ui.board.minimap import MiniMap
from game.ui.keys.bindings import printed
from game.ui.render.text import caps_width, width
from game.ui.render.theme import theme
from game.ui.session import history_view, top_bar
from game.ui.session.layout import Layout
from game.ui.session.scenes import EVERY
from game.ui.ship_sheet.sheet import divide, figures, fitted, head, plain_sheet, tracks
from game.ui.toolkit.blocks import Banner, Words
from game.ui.toolkit.column import Column, Pane
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.picture_cache import Kept, laid
from game.ui.toolkit.widgets import Button, Widget

if TYPE_CHECKING:
    from game.ui.battle.screen import BattleScreen

TOOLS = (("Arcs", "arcs"), ("Range", "range"), ("Threat", "threat"), ("Sight", "sight"), ("Ruler", "ruler"))
CELL_TOOLS = (("Names", "names"),)  # of boards whose places have names
SHARE = 0.74  # of the height at the right that the form has at most, where sheet and form do not both fit
UNCUT = 40  # design pixels that it is made higher or lower by, so as to cut no row of the sheet in two
SHIPS = 62  # design pixels of a line in the list of ships
MAP = 184  # design pixels of the little map


def strip_of(layout: Layout) -> Rect:
    """The line of buttons: in its strip above the board, or on the upper edge of the board."""
    px, tools, board = theme.px, layout.tools, layout.board
    return Rect(board.x, tools.y + px(8) if tools.h else board.y + px(16), board.w, px(34))


class Panels:
    """Lays out everything round the board, and draws it in order."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.list = Pane("ships", self._ships, (8, 20), even=True)
        self.upper = Pane("sheet", self._sheet)
        self.lower = Pane("order", self._order, (16, 12))
        self.map = MiniMap(Rect(0, 0, 1, 1))
        self.top: list[Widget] = []
        self._kept_top = Kept()
        self.over: list[Widget] = []  # on the board: tools, the bar of the past
        self.foot: list[Widget] = []
        self.left: list[Widget] = []
        self.layout: Layout | None = None
        self.split = False
        self.key_open = False  # what the marks mean is shown
        self._longer: tuple[object, ...] = ()  # what the form was made for when it did not fit under the sheet
        self._cut: tuple[object, int] = (None, 0)  # what the two parts were last measured for, and the height of the lower
        self._whole, self._most = True, 4  # the form stands under the sheet; lines of what both would do

    # -- laying out --------------------------------------------------------------------------------------------------------

    def lay(self, layout: Layout) -> list[Widget]:
        """Every widget in reading order."""
        self.layout, screen = layout, self.screen
        self.top = self._top(layout)
        ships = self._left(layout)
        tools = self._tools(layout)
        self.over = [*self._corner(layout, tools[0].rect.x), *tools, *self._past(layout)]
        sheet = self._right(layout)
        self.foot = list(screen.foot.lay(layout, screen.desk, screen.conduct.told, screen.shown.chosen if screen.past else ""))
        return [*self.top, *ships, *self.over, *sheet, *self.foot]

    def _top(self, layout: Layout) -> list[Widget]:
        screen = self.screen
        found: list[Widget] = list(top_bar.pieces(screen.shown.view, layout, screen.phase_shown, screen.turn_shown))
        main = screen.main
        rect = top_bar.button_rect(layout)
        label = f"{main.label}: sure?" if screen.sure and main.sure else main.label
        room = rect.w - theme.px(28) - key_width(screen.keys.cap("press"))
        sub = main.brief if main.brief and width(main.sub, 13) > room else main.sub
        found.append(Button(
            rect, label, self._press, "main", sub=sub, cap=screen.keys.cap("press"), size=17, enabled=not main.why_not,
            why_not=main.why_not, rule=main.rule, name="main",
        ))  # fmt: skip
        return found

    def _press(self) -> None:
        self.screen.do("press")

    def _left(self, layout: Layout) -> Sequence[Widget]:
        px, r = theme.px, layout.left
        shows_map = not layout.folded and r.h >= px(620)
        self.left = []
        high = r.h
        if shows_map:
            words = Column(Rect(r.x + px(16), 0, r.w - px(32), r.h))
            self._key(words, r.h - px(MAP + 80))
            self._objective(words)
            tall = words.y - words.area.y
            for widget in words.widgets:
                widget.rect.y += r.bottom - px(MAP + 26) - tall
            self.left += words.widgets
            high -= px(MAP + 40) + tall
            self.map.rect = Rect(r.x + px(8), r.bottom - px(MAP + 16), r.w - px(16), px(MAP))
        else:
            self.map.rect = Rect(0, 0, 0, 0)
        self.list.pad = (8, 10) if layout.folded else (8, 20)
        return [*self.list.lay(Rect(r.x, r.y, r.w, high)), *self.left]

    def _key(self, column: Column, high: int) -> None:
        """What the marks on the board mean: open, unless it was folded or the ships need the room."""
        shown = samples(self.screen.scene)
        ships = theme.px(SHIPS * len(self.screen.shown.view.state.ships) + 110)
        roomy = ships + room(shown) <= high
        self.key_open = roomy if self.screen.key_open is None else self.screen.key_open
        board_key(column, shown, self.key_open, self.screen.keys.cap("key"), partial(self.screen.do, "key"))

    def _objective(self, column: Column) -> None:
        """What the battle is about, or who fires next."""
        desk, area = self.screen.shown, column.area
        state = desk.view.state
        if desk.gesture == "fire" and not state.outcome:
            result = self.screen.flow.result
            prompts = self.screen.battle.prompts() if result else ()
            later = prompts[0].side if prompts else desk.view.then()
            name, seat = (state.sides[later].name, state.sides[later].seat) if later else ("nobody", 2)
            column.heading("Next to fire" if result else "Then fires", name, theme.seat(seat), "table/phases")
        else:
            words = desk.view.system.objective(state)
            short = width(words, 15) < area.w - caps_width("Objective") - theme.px(12)
            column.heading("Objective", words if short else "", theme.palette.text, "table/phases", words)
            if not short:
                column.paragraph(words, theme.palette.text, rule="table/phases", after=0)

    def _corner(self, layout: Layout, end: int) -> list[Widget]:
        """Menu, undo, keys and every ship in view, for those who play by mouse; as many as there is room for before `end`."""
        px, screen, strip = theme.px, self.screen, strip_of(layout)
        fault = screen.flow.undo_fault() if not screen.hand.drag.active else None
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
            about = f"{screen.keys.bindings[action].words} ({printed(screen.keys.cap(action))})"
            found.append(Button(
                Rect(x, y, side, side), "", partial(screen.do, action), sign=sign, enabled=not why, why_not=why, rule=rule,
                name=f"corner {action}", hint=about[:1].upper() + about[1:],
            ))  # fmt: skip
            x += side + px(8)
        return found

    def _tools(self, layout: Layout) -> list[Widget]:
        """The switches over the board or above it: names and keys, names alone, or where it is narrow keys alone."""
        px, screen, gap = theme.px, self.screen, theme.px(8)
        tools = (*TOOLS, *(CELL_TOOLS if board_of(screen.shown.view.state.table).cells else ()))
        caps = [screen.keys.cap(tool) for _, tool in tools]
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
            on = screen.ruling if tool == "ruler" else tool in screen.tools
            about = f"{name}: {screen.keys.bindings[tool].words}" + ("" if keyed or short else f" ({cap})")
            label = self._threat() if tool == "threat" else name
            found.append(Button(
                Rect(x, strip.y, wide, px(34)), cap if short else label, partial(screen.do, tool),
                "on" if on else "plain", cap=cap if keyed else "", size=15, name=f"tool {tool}", hint=about,
                rule="table/overlays",
            ))  # fmt: skip
            x += wide + gap
        return found

    def _threat(self) -> str:
        """The switch of the enemy's envelopes says whose are shown."""
        tools = self.screen.tools
        if "threat" not in tools:
            return "Threat: off"
        return "Threat: all" if EVERY in tools else "Threat: target" if self.screen.shown.target else "Threat: near"

    def _past(self, layout: Layout) -> list[Widget]:
        screen = self.screen
        if screen.past is None:
            return []
        caps = screen.keys.cap("earlier"), screen.keys.cap("later"), screen.keys.cap("now")
        return history_view.bar(layout.board, screen.past, screen.step, lambda: screen.do("now"), caps)

    def _right(self, layout: Layout) -> list[Widget]:
        """The sheet; with an order to write, the form keeps the lower part when both do not fit."""
        r, desk = layout.sheet, self.screen.shown
        writes = desk.gesture == "plot" and desk.order is not None and not self.screen.past
        if not writes:
            self.split = False
            return list(self.upper.lay(r))
        self.split = False
        key = (r.size, theme.scale, desk.chosen, desk.unfolded, len(getattr(desk.order, "uses", ())))
        tries = ((True, 4), (True, 2)) if key != self._longer else ()
        for self._whole, self._most in tries:
            if whole := self.upper.lay_whole(r):
                return list(whole)
        self._longer = key
        self._whole, self._most = False, 4
        self.lower.lay(Rect(r.x, r.y, r.w, r.h))
        high = min(self.lower.scroll.length, round(r.h * SHARE))
        if (key, high) != self._cut[0]:
            self._cut = (key, high), self._uncut(r, high)
        high = self._cut[1]
        self.split = True
        self.lower.scroll.offset = min(self.lower.scroll.offset, max(0, self.lower.scroll.length - high))
        return [*self.upper.lay(Rect(r.x, r.y, r.w, r.h - high)), *self.lower.lay(Rect(r.x, r.bottom - high, r.w, high))]

    def _uncut(self, r: Rect, high: int) -> int:
        """The height of the lower part so that it cuts no row of the upper one in two, if one is near."""
        self.upper.lay(Rect(r.x, r.y, r.w, r.h - high))
        rows, scrolled = [one.rect for one in self.upper.widgets], self.upper.scroll.offset
        spans = [(row.top + scrolled, row.bottom + scrolled) for row in rows]
        edge, scrolls = r.bottom - high, self.lower.scroll.length > high
        whole = [low + theme.px(3) for _, low in spans if not any(top < low < bottom for top, bottom in spans)]
        near = min((low for low in whole if scrolls or low <= edge), key=lambda low: abs(edge - low), default=edge)
        return r.bottom - near if abs(edge - near) <= theme.px(UNCUT) else high

    # -- the columns -------------------------------------------------------------------------------------------------------

    def _ships(self, column: Column) -> None:
        layout = self.layout
        assert layout is not None
        choose = partial(self.screen.commands.click, centre=True)
        ship_list(column, self.screen.shown, layout.folded, layout.named, choose)

    def _sheet(self, column: Column) -> None:
        column.low = self.layout is not None and self.layout.low
        screen, desk, aiming = self.screen, self.screen.shown, self.screen.commands.aiming
        if desk.locked and not screen.past and not screen.showing.active:
            column.add(Banner(column.row(36, 8), "Your orders are locked", theme.palette.yellow, "table/curtain"))
            column.add(
                Button(
                    column.row(40, 16),
                    "Unlock orders",
                    partial(screen.do, "unlock"),
                    cap=screen.keys.cap("unlock"),
                    rule="table/curtain",
                )
            )
        if hits := screen.conduct.hits:
            after = screen.conduct.after
            assert after is not None
            struck_sheet(column, after, hits, screen.conduct.befores, screen.showing.struck)
        elif screen.flow.result and not screen.past and not screen.showing.active:
            result_sheet(column, desk, screen.flow.result, screen.conduct.befores, screen.conduct.popping.share)
        elif not desk.chosen:
            self._nothing(column)
        elif desk.gesture == "fire" and desk.mine(desk.chosen) and not screen.past:
            fire_sheet(
                column,
                desk,
                Triggers(
                    lambda gun: aiming.gun(gun.key), aiming.all, lambda one: aiming.needle(one.key), screen.keys.cap("all"),
                    screen.commands.writing.answer,
                ),
            )
        elif desk.gesture == "choose" and desk.order is not None and not screen.past:
            none = Pass(partial(screen.do, "pass"), screen.keys.cap("pass")) if passing(desk) else None
            choice_sheet(column, desk, screen.commands.writing.answer, none)
        elif desk.gesture == "assign" and desk.mine(desk.chosen) and not screen.past:
            repair_sheet(column, desk, Tools(lambda one, n: aiming.assign(one.key, n), aiming.all, screen.keys.cap("all")))
        elif desk.gesture == "plot" and desk.order is not None and not screen.past:
            self._plot_sheet(column)
        else:
            plain_sheet(column, desk, desk.chosen)

    def _plot_sheet(self, column: Column) -> None:
        desk = self.screen.shown
        found = desk.sheet(desk.chosen)
        head(column, desk, desk.chosen)
        figures(column, found)
        tracks(column, found)
        divide(column)
        fitted(column, found)
        if self._whole:
            column.space(4)
            divide(column)
            self._order(column)

    def _order(self, column: Column) -> None:
        screen = self.screen
        column.low = self.layout is not None and self.layout.low
        order_form(column, screen.shown, Form(screen.commands.writing.edit, screen.field))
        if screen.shown.afloat(screen.shown.chosen) or screen.shown.flies:
            exchanges(column, screen.shown, self._most)

    def _nothing(self, column: Column) -> None:
        """No ship is chosen: what to do."""
        desk, p = self.screen.shown, theme.palette
        side = desk.view.state.sides.get(desk.side)
        column.add(Words(column.row(30, 10), [(side.name if side else "The battle", p.white, "b")], size=30))
        column.paragraph(desk.view.system.objective(desk.view.state), p.text, 16)
        column.space(8)
        words = {
            "plot": "Choose a ship: press on it and drag to where it shall end.",
            "fire": "Choose the ship that fires, then its target.",
            "assign": "Choose a ship whose crew shall mend something.",
            "choose": "Choose a ship to say what she does.",
        }.get(desk.gesture if desk.prompt else "", "Choose a ship to see its sheet.")
        column.paragraph(words, p.muted, 16)

    # -- drawing -----------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Grounds, panels, words on the board."""
        layout, p, px = self.layout, theme.palette, theme.px
        assert layout is not None
        for r in (layout.left, layout.sheet, layout.tools):
            dst.fill(p.panel, r)
        edge = max(1, px(1))
        if layout.tools.h:
            dst.fill(p.edge, (layout.tools.x, layout.tools.bottom - edge, layout.tools.w, edge))
        dst.fill(p.edge, (layout.left.right - edge, layout.left.y, edge, layout.left.h))
        self.list.draw(dst)
        for widget in self.left:
            if widget.look is None:
                widget.draw(dst)
            else:
                laid(dst, widget, widget.look, widget.draw)
        if self.map.rect.w:
            self.map.draw(dst, self.screen.scene, self.screen.board.camera)
        self.screen.foot.draw(dst, layout)
        self.upper.draw(dst)
        if self.split:
            dst.fill(p.edge, (layout.sheet.x, self.lower.scroll.rect.y, layout.sheet.w, edge))
            self.lower.draw(dst)
        dst.fill(p.edge, (layout.sheet.x, layout.sheet.y, edge, layout.sheet.h))
        for widget in self.over:
            widget.draw(dst)
        key = [(tuple(widget.rect), widget.look) for widget in self.top]
        self._kept_top.draw(dst, layout.top, key, lambda: self._draw_top(dst, layout))

    def _draw_top(self, dst: Surface, layout: Layout) -> None:
        top_bar.ground(dst, layout.top)
        for widget in self.top:
            widget.draw(dst)

    def panes(self) -> tuple[Pane, ...]:
        """What scrolls."""
        return (self.list, self.upper, *((self.lower,) if self.split else ()), self.screen.foot.pane)
