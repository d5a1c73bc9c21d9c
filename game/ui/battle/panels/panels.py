"""The panels of the battle screen, laid out from a model; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.orders import Order
from game.seating.dangers import end_words
from game.ui.battle.orders.choice_panel import ButtonAction, choice_sheet
from game.ui.battle.orders.fire_panel import Triggers, fire_sheet, result_sheet, struck_sheet
from game.ui.battle.orders.manoeuvre_fields import launching
from game.ui.battle.orders.order_entry import Aiming, OrderEntry
from game.ui.battle.orders.order_form import FormParts, exchanges, order_form
from game.ui.battle.orders.repair_panel import Tools, repair_sheet
from game.ui.battle.over_board.board_buttons import BoardButtons
from game.ui.battle.over_board.thinking_bar import thinking_bar
from game.ui.battle.over_board.why_plate import WhyOnBoard
from game.ui.battle.panels.beside_board import BesideBoard
from game.ui.battle.panels.bottom_panel import WHY, BottomPanel
from game.ui.battle.panels.danger_plate import danger_plate
from game.ui.battle.panels.legend_panel import board_key, key_on_board, room
from game.ui.battle.panels.odds_card import OddsOnBoard
from game.ui.battle.panels.ship_list import ship_list
from game.ui.battle.panels.turn_report import TurnReport
from game.ui.board.legend import samples
from game.ui.board.minimap import MiniMap
from game.ui.board.model.legend_entry import LegendEntry
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.board.model.scene import Scene
from game.ui.input_modes.choose import first_asked
from game.ui.input_modes.mode import InputMode, Main
from game.ui.input_modes.modes import mode_of
from game.ui.render.text import caps_width, lines, width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel, rule_of
from game.ui.session import top_bar
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout
from game.ui.ship_sheet.bays import bays
from game.ui.ship_sheet.painters import pictured
from game.ui.ship_sheet.sheet import add_parts, divide, figures, head, hull, plain_sheet, seat_of
from game.ui.toolkit.blocks import SMALLEST, Banner, ColumnHeading, WordRow
from game.ui.toolkit.column import Column, ColumnPane, ScrolledPane
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.picture_cache import PictureCache, WidgetsPicture, draw_over
from game.ui.toolkit.widgets import Button, Widget

PARTS = ("rest", "ships", "sheet")  # parts that can be laid out one by one
LOWEST = 160  # least height of the form, in design pixels
SHARE = 0.74  # most of the height at the right that the form takes, as a share, where sheet and form do not both fit
UNCUT = 40  # design pixels by which the form's height may change, so that no row of the sheet is cut in two
BLANK = 16  # design pixels below the last line of the form, which may be scrolled away
SHIPS = 62  # design pixels of a line in the list of ships
MAP = 184  # design pixels of the minimap
LABEL, SUB = 17, 13  # design pixels: letters of the main button, and of its second line


def main_words(main: Main, pressed: bool, room: float) -> tuple[str, str]:
    """Return the two lines of the main button that fit `room` in pixels; once `pressed`, the uncut question whether it
    is meant. If the first line is too long, the second continues it, with a loss if there is one."""
    sub = main.brief if main.brief and width(main.sub, SUB) > room else main.sub
    if not (pressed and main.sure):
        who, _, deed = main.label.partition(": ")
        if width(main.label, LABEL - 3, "s") <= room:
            return main.label, sub
        first, *rest = (who, deed) if deed else lines(main.label, room, LABEL - 3, "s")
        told = [f": {one}" for one in (main.sub, main.brief) if one] if main.lost else [""]
        seconds = [f"{rest[0]}{one}" for one in told if len(rest) == 1]
        size = SMALLEST if main.lost else SUB
        return next(((first, one) for one in seconds if width(one, size) <= room), (main.label, sub))
    label = f"{main.label}: sure?"
    return (label, sub) if width(label, LABEL, "s") <= room else ("Sure?", main.label)


class BattlePanels:
    """Lays out everything round the board, and draws it in order. `dragging` returns whether a ghost is being
    dragged."""

    def __init__(
        self,
        context: BattleContext,
        bottom_panel: BottomPanel,
        aiming: Aiming,
        writing: OrderEntry,
        report: TurnReport,
        dragging: Callable[[], bool],
    ) -> None:
        self.context, self.bottom_panel, self.aiming, self.writing, self.report = (
            context,
            bottom_panel,
            aiming,
            writing,
            report,
        )
        self._dragging = dragging
        self._buttons = BoardButtons(context, dragging, lambda: report.playing, lambda: report.repeatable)
        self.list = ColumnPane("ships", self._ships, (8, 20), even=True, fills=True)
        self.upper = ColumnPane("sheet", self._sheet, fills=True)
        self.lower = ColumnPane("order", self._order, (16, 12), fills=True)
        self.beside = BesideBoard(context, writing.answer)
        self.map = MiniMap(Rect(0, 0, 1, 1))
        self.top: list[Widget] = []
        self.plate: list[Widget] = []  # under the main button: the cost of a second press
        self.ships: Sequence[Widget] = ()
        self.sheet: Sequence[Widget] = ()
        self.next_to_board: Sequence[Widget] = ()  # beside the board
        self._kept_top, self._kept_left = PictureCache(), WidgetsPicture(fills=True)
        self._left_words = Rect(0, 0, 0, 0)  # between the list of ships and the map
        self.over: list[Widget] = []  # on the board: tools, the bar of the past
        self.odds = OddsOnBoard(context, dragging)
        self.why = (
            WhyOnBoard(bottom_panel.why, lambda: context.scene, context.screen.covers) if bottom_panel.why else None
        )
        self.bottom_widgets, self.left_widgets = list[Widget](), list[Widget]()
        self.layout: BattleLayout | None = None
        self.split = False
        context.key_shown = False
        self._longer: tuple[object, ...] = ()  # key of the last form that did not fit under the sheet
        # key of the last measurement of the two parts, and the height of the lower
        self._cut: tuple[object, int] = (None, 0)
        self._sheets: dict[str, Callable[[Column], None]] = {  # fills the sheet, by input mode
            "plot": self._plot_sheet, "fire": self._fire_sheet, "choose": self._choice_sheet,
            "assign": self._repair_sheet,
        }  # fmt: skip
        self._parts = {"rest": self._rest, "ships": self._left_panel, "sheet": self._right_panel}
        self._laid_for: tuple[object, ...] = ()  # window, scale and ship
        self._try = 0  # the index of the form that fitted
        # form under the sheet; lines on the effects of both; no picture
        self._whole, self._most, self._brief = True, 4, False

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return every widget in reading order."""
        self._try = 0
        for part in PARTS:
            self.lay_part(layout, part)
        self._delay(False)
        return self.widgets

    def lay_part(self, layout: BattleLayout, part: str) -> None:
        """Lay out one of the `PARTS` again and leave the others, with the form at its present height. Columns are drawn
        a frame later."""
        self.layout = layout
        self._parts[part](layout)
        self._delay(True)

    def _delay(self, on: bool) -> None:
        for pane in (self.list, self.upper, self.lower):
            pane.hold(on)

    @property
    def widgets(self) -> list[Widget]:
        """Every widget as last laid out, in reading order."""
        below = [*self.next_to_board, *self.ships, *self.over, *self.sheet, *self.bottom_widgets]
        covered = self.plate[0].rect if self.plate else None
        return [*self.top, *self.plate, *(one for one in below if not (covered and one.rect.colliderect(covered)))]

    def _rest(self, layout: BattleLayout) -> None:
        self.top, self.over = self._top(layout), self._buttons.lay_out(layout)
        self.over += self.odds.lay_out(layout.board, [one.rect for one in self.over])
        self.over += self._thinking(layout)
        if self.why and self.tells_why(layout):
            self.over += self.why.lay_out(layout.board, [one.rect for one in self.over])
        if not self._has_map(layout):
            self.context.key_shown = bool(self.context.key_open)
            self.over += key_on_board(layout.board, *self._marks()) if self.context.key_shown else []
        context = self.context
        past = context.past.model if context.past else None
        log = self.report.newest_log if layout.line else self.report.visible_log
        self.bottom_widgets = list(self.bottom_panel.lay_out(layout, context.model, log, past))

    def tells_why(self, layout: BattleLayout) -> bool:
        """Return whether the reasons for a computer player's orders are shown."""
        return self.bottom_panel.tab == WHY and not layout.line

    def _thinking(self, layout: BattleLayout) -> list[Widget]:
        """Return the bar of a thinking computer player, below other bars at the upper edge and left of the pins."""
        context, thinking = self.context, self.report.pondering
        if thinking is None:
            return []
        board, top = layout.board, max((one.rect.bottom for one in self.over), default=layout.board.y)
        pinned = own_pinned(context.board.camera, context.scene)
        beside = min((one.x for one in pinned if one.centerx > board.centerx and one.y < board.centery), default=0)
        return thinking_bar(
            Rect(board.x, board.y, beside - board.x, board.h) if beside else board,
            max(top, board.y) + theme.px(8),
            thinking,
            context.battle.state.sides,
            partial(context.screen.do, "skip"),
            partial(context.screen.do, "more time"),
            (context.keys.cap("skip"), context.keys.cap("zoom in")),
        )

    def _left_panel(self, layout: BattleLayout) -> None:
        self.ships = self._lay_out_left(layout)

    def _right_panel(self, layout: BattleLayout) -> None:
        self.next_to_board, self.sheet = self.beside.lay_out(layout), self._right(layout)

    def _top(self, layout: BattleLayout) -> list[Widget]:
        context = self.context
        found: list[Widget] = list(
            top_bar.pieces(context.shown.view, layout, self.report.phase_shown, self.report.turn_shown)
        )
        main = self.report.main
        rect = top_bar.button_rect(layout)
        caps = context.keys.cap("press"), context.keys.cap("back")
        self.plate = (
            danger_plate(context.model, rect, layout.sheet.bottom, main.lost, self._way_out, *caps) if self.asks else []
        )
        room = rect.w - theme.px(54 if main.lost else 28) - key_width(context.keys.cap("press"))
        label, sub = main_words(main, context.sure, room)
        kind, sign = ("danger", "warn") if main.lost else ("main", "")
        found.append(
            Button(
                rect,
                label,
                on_press=self._press,
                kind=kind,
                sign=sign,
                sub=sub,
                cap=context.keys.cap("press"),
                size=LABEL,
                refused=main.why_not,
                rule=main.rule,
                name="main",
            )
        )
        return found

    @property
    def asks(self) -> bool:
        """Return whether the main button was pressed once, and a second press would cost a piece."""
        return self.context.sure and bool(self.report.main.lost)

    def _way_out(self, order: Order) -> None:
        """Take a safe destination. The plate stays while it shows other orders."""
        context, model = self.context, self.context.model
        if model.view.phase.secret:
            context.screen.give(order)
        else:
            model.set_draft(order)
            context.screen.measure()
        context.sure = bool(self.report.main.lost)
        context.change()

    def _press(self) -> None:
        self.context.screen.do("press")

    def _lay_out_left(self, layout: BattleLayout) -> Sequence[Widget]:
        px, r = theme.px, layout.left_panel
        shows_map = self._has_map(layout)
        self.left_widgets = []
        high = r.h
        if shows_map:
            words = Column(Rect(r.x + px(16), 0, r.w - px(32), r.h))
            self._key(words, r.h - px(MAP + 80))
            self._objective(words)
            tall = words.y - words.area.y
            for widget in words.widgets:
                widget.rect.y += r.bottom - px(MAP + 26) - tall
            self.left_widgets += words.widgets
            high -= px(MAP + 40) + tall
            self._left_words = Rect(r.x, r.y + high, r.w - 1, r.h - high)
            self.map.rect = Rect(r.x + px(8), r.bottom - px(MAP + 16), r.w - px(16), px(MAP))
        else:
            self.map.rect = self._left_words = Rect(0, 0, 0, 0)
        self.list.pad = (8, 10) if layout.folded else (8, 20)
        return [*self.list.lay_out(Rect(r.x, r.y, r.w, high)), *self.left_widgets]

    @staticmethod
    def _has_map(layout: BattleLayout) -> bool:
        """Return whether the minimap, and words over it, have room at the left."""
        return not layout.folded and layout.left_panel.h >= theme.px(620)

    def _marks(self) -> tuple[list[LegendEntry], str, Callable[[], object]]:
        """Return the marks on the board, the key that shows their meaning, and its action."""
        return list(samples(self.context.scene)), self.context.keys.cap("key"), partial(self.context.screen.do, "key")

    def _key(self, column: Column, high: int) -> None:
        """Add the key of the board's marks. It is open unless it was folded or the ships need the room."""
        shown, cap, fold = self._marks()
        state = self.context.shown.view.state
        rows = len(state.ships) + sum(one.in_play for one in state.counters.values())
        ships = theme.px(SHIPS * rows + 110)
        roomy = ships + room(shown) <= high
        self.context.key_shown = roomy if self.context.key_open is None else self.context.key_open
        board_key(column, shown, self.context.key_shown, cap, fold)

    def _objective(self, column: Column) -> None:
        """Add the objective, or who fires next."""
        model, area = self.context.shown, column.area
        state = model.view.state
        if mode_of(model).fires and not state.outcome:
            result = self.context.flow.result
            prompts = self.context.battle.prompts() if result else ()
            later = prompts[0].side if prompts else model.view.then()
            name, seat = (state.sides[later].name, state.sides[later].seat) if later else ("nobody", 2)
            column.heading("Next to fire" if result else "Then fires", name, theme.seat(seat), "table/phases")
        else:
            words = model.view.system.objective(state)
            short = width(words, 15) < area.w - caps_width("Objective") - theme.px(12)
            column.heading("Objective", words if short else "", theme.palette.text, "table/phases", words)
            if not short:
                column.paragraph(words, theme.palette.text, rule="table/phases", after=0)
            if end := model.foresight.foretold_end:
                words = end_words(state, end, others_to_move(model))
                column.paragraph(words, theme.palette.yellow, rule=end.rule, after=0)

    def _right(self, layout: BattleLayout) -> list[Widget]:
        """Return the sheet, with the form below it while an order is written. If both do not fit, the form has the
        lower part."""
        r, model = layout.sheet, self.context.shown
        writes = mode_of(model).plots and model.order is not None and not self.context.past
        if not writes:
            self.split = False
            return list(self.upper.lay_out(r))
        self.split = False
        key = (r.size, theme.scale, model.chosen, model.unfolded, len(getattr(model.order, "uses", ())))
        sheet, (pointed, at) = model.sheet(model.chosen), self._hovered_widget(key[:3])
        brief = ((True, 4, True), (True, 2, True)) if pictured(sheet) else ()
        tries = ((True, 4, False), (True, 2, False), *brief) if key != self._longer else ()
        for index in range(self._try, len(tries)):
            self._try, (self._whole, self._most, self._brief) = index, tries[index]
            whole = self.upper.lay_out_whole(r)
            if whole and _y_of(pointed, whole) in (None, at):
                return list(whole)
        self._longer = key
        self._parts = {"rest": self._rest, "ships": self._left_panel, "sheet": self._right_panel}
        self._whole, self._most, self._brief = False, 2, True
        self.lower.lay_out(Rect(r.x, r.y, r.w, r.h))
        high = min(self.lower.scroll.length, round(r.h * SHARE))
        if (key, high) != self._cut[0]:
            self._cut = (key, high), self._uncut(r, high)
        if (y := _y_of(pointed, self.lower.widgets)) is not None:
            self._hold(r, at, y + self.lower.scroll.offset - r.y)
        high = self._cut[1]
        self.split = True
        self.lower.scroll.offset = min(self.lower.scroll.offset, max(0, self.lower.scroll.length - high))
        return [
            *self.upper.lay_out(Rect(r.x, r.y, r.w, r.h - high)),
            *self.lower.lay_out(Rect(r.x, r.bottom - high, r.w, high)),
        ]

    def _hovered_widget(self, key: tuple[object, ...]) -> tuple[str, int]:
        """Return the name and last y of the widget under the pointer in the form or sheet of the ship in hand. The name
        is empty if there is none."""
        was, self._laid_for = self._laid_for, key
        found = (one for one in self.sheet if one.hover and one.focusable and was == key)
        return next(((one.name, one.rect.y) for one in found), ("", 0))

    def _hold(self, r: Rect, y: int, down: int) -> None:
        """Lay the form so that the part `down` pixels from its top stands at `y`. Change its height first, then scroll
        if needed."""
        high = max(theme.px(LOWEST), min(r.bottom - y + down, round(r.h * SHARE) + theme.px(UNCUT)))
        self._cut, self.lower.scroll.offset = (self._cut[0], high), max(0, r.bottom - high + down - y)

    def _uncut(self, r: Rect, high: int) -> int:
        """Return a nearby height of the lower part at which no row of the upper one is cut, and no heading is separated
        from its rows. If there is none near, return the height unchanged."""
        self.upper.lay_out(Rect(r.x, r.y, r.w, r.h - high))
        rows, scrolled = self.upper.widgets, self.upper.scroll.offset
        spans = [(row.rect.top + scrolled, row.rect.bottom + scrolled) for row in rows]
        ends = [row.rect.bottom + scrolled for row in rows if not isinstance(row, ColumnHeading)]
        edge, scrolls = r.bottom - high, self.lower.scroll.length > high
        whole = [low + theme.px(3) for low in ends if not any(top < low < bottom for top, bottom in spans)]
        fits = (low for low in whole if scrolls or low <= edge + theme.px(BLANK))
        near = min(fits, key=lambda low: abs(edge - low), default=edge)
        return r.bottom - near if abs(edge - near) <= theme.px(UNCUT) else high

    # -- the columns ---------------------------------------------------------------------------------------------------

    def _ships(self, column: Column) -> None:
        layout = self.layout
        assert layout is not None
        choose = partial(self.context.screen.click, centre=True)
        ship_list(column, self.context.shown, self.report.struck_sheets, layout, choose)

    def _sheet(self, column: Column) -> None:
        column.low = self.layout is not None and self.layout.low
        context, model = self.context, self.context.shown
        if model.locked and not context.past and not self.report.playing:
            handed = context.battle.elsewhere and context.battle.undo_fault(model.side) is not None
            words = f"Your orders are {'handed over' if handed else 'locked'}"
            column.add(Banner(column.row(36, 8), words, theme.palette.yellow, rule="table/curtain"))
            if not handed:
                column.add(
                    Button(
                        column.row(40, 16),
                        "Unlock orders",
                        on_press=partial(context.screen.do, "unlock"),
                        cap=context.keys.cap("unlock"),
                        rule="table/curtain",
                    )
                )
        if hits := self.report.hits:
            after = self.report.after
            assert after is not None
            struck_sheet(column, after, hits, self.report.befores_of_hits, self.report.struck)
        elif context.flow.result and not context.past and not self.report.playing:
            result_sheet(column, model, context.flow.result.of_last_firer, self.report.befores, self.report.popped)
        elif not model.chosen:
            self._nothing(column)
        elif mode_of(model).orders(model) and not context.past:
            self._sheets[mode_of(model).name](column)
        else:
            plain_sheet(column, model, model.chosen)

    def _fire_sheet(self, column: Column) -> None:
        aiming, cap = self.aiming, self.context.keys.cap("all")
        fire_sheet(
            column,
            self.context.shown,
            Triggers(
                lambda gun: aiming.gun(gun.key),
                aiming.all,
                lambda one: aiming.needle(one.key),
                cap,
                self.writing.answer,
                self._pass(),
                aiming.part,
            ),
        )

    def _pass(self) -> ButtonAction | None:
        """Return the button that passes all other ships of the side, if several are asked."""
        context, model = self.context, self.context.shown
        several = len(model.waiting) > 1 and mode_of(model).rests(model)
        return ButtonAction(partial(context.screen.do, "pass"), context.keys.cap("pass")) if several else None

    def _choice_sheet(self, column: Column) -> None:
        context, model = self.context, self.context.shown
        suggest = ButtonAction(self.aiming.all, context.keys.cap("all"))
        choice_sheet(column, model, self.writing.answer, self._pass(), suggest, self.beside.shown)

    def _repair_sheet(self, column: Column) -> None:
        aiming, cap = self.aiming, self.context.keys.cap("all")
        repair_sheet(column, self.context.shown, Tools(aiming.assign, self.context.screen.choose, aiming.all, cap))

    def _plot_sheet(self, column: Column) -> None:
        model = self.context.shown
        found = model.sheet(model.chosen)
        head(column, model, model.chosen)
        figures(column, found)
        launch = partial(launching, model, self.writing.edit)
        # in a small space, the order's fields stand above the hull
        first = not self._whole and any(map(launch, found.bays))
        if first:
            bays(column, found, seat_of(model, model.chosen), launch)
            divide(column)
        hull(column, model, found)
        divide(column)
        if found.bays and not first:
            bays(column, found, seat_of(model, model.chosen), launch)
            divide(column)
        add_parts(column, model, found, brief=self._brief)
        if self._whole:
            column.space(4)
            divide(column)
            self._order(column)

    def _order(self, column: Column) -> None:
        context = self.context
        column.low = self.layout is not None and self.layout.low
        order_form(column, context.shown, FormParts(self.writing.edit, self.writing.field))
        if context.shown.afloat(context.shown.chosen) or context.shown.flies:
            exchanges(column, context.shown, self._most)

    def _nothing(self, column: Column) -> None:
        """Add instructions for use while no ship is chosen."""
        model, p = self.context.shown, theme.palette
        side = model.view.state.sides.get(model.side)
        column.add(WordRow(column.row(30, 10), [(side.name if side else "The battle", p.white, "b")], size=30))
        column.paragraph(model.view.system.objective(model.view.state), p.text, 16)
        column.space(8)
        words = mode_of(model).call if model.prompt and not model.frozen else InputMode.call
        column.paragraph(words, p.muted, 16)
        asked = first_asked(model) if mode_of(model).chooses and not model.frozen else None
        if asked and (said := asked.prompt_text(model.view.state)):
            column.paragraph(said, p.yellow, 16, rule_of(model.view, asked))

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface, scene: Scene) -> None:
        """Draw everything round the board, which shows this scene."""
        layout, p, px = self.layout, theme.palette, theme.px
        assert layout is not None
        edge = max(1, px(1))
        if layout.tools.h:
            dst.fill(p.panel, layout.tools)
            dst.fill(p.edge, (layout.tools.x, layout.tools.bottom - edge, layout.tools.w, edge))
        self.list.draw(dst)
        self._kept_left.draw(dst, self._left_words, self.left_widgets)
        dst.fill(p.edge, (layout.left_panel.right - edge, layout.left_panel.y, edge, layout.left_panel.h))
        if self.map.rect.w:
            self.map.draw(dst, scene, self.context.board.camera)
        self.bottom_panel.draw(dst, layout)
        self.beside.draw(dst)
        self.upper.draw(dst)
        if self.split:
            dst.fill(p.edge, (layout.sheet.x, self.lower.scroll.rect.y, layout.sheet.w, edge))
            self.lower.draw(dst)
        dst.fill(p.edge, (layout.sheet.x, layout.sheet.y, edge, layout.sheet.h))
        self.odds.draw(dst)
        if self.why and self.tells_why(layout):
            self.why.draw(dst, self.context.board)
        for widget in self.over:
            draw_over(dst, widget)
        kept, live = [one for one in self.top if not one.live], [one for one in self.top if one.live]
        self._kept_top.draw(dst, layout.top, [one.seen for one in kept], lambda: self._draw_top(dst, layout, kept))
        for widget in (*live, *self.plate):
            widget.draw(dst)

    def _draw_top(self, dst: Surface, layout: BattleLayout, widgets: Sequence[Widget]) -> None:
        top_bar.ground(dst, layout.top)
        for widget in widgets:
            widget.draw(dst)

    def panes(self) -> tuple[ScrolledPane, ...]:
        """Return the panes that can scroll."""
        lower = (self.lower,) if self.split else ()
        return (self.list, self.upper, *self.beside.panes, *lower, self.bottom_panel.log.pane)


def _y_of(name: str, widgets: Sequence[Widget]) -> int | None:
    """Return the y of the first widget with a name; None if there is none, or no name."""
    return next((one.rect.y for one in widgets if name and one.name == name), None)


def others_to_move(model: SeatModel) -> bool:
    """Return whether ships of other sides are still to move, by unknown orders."""
    known = {**model.view.plots, **model.drafts}
    return any(ship.id not in known and ship.id not in model.view.state.acted for ship in model.enemies())
