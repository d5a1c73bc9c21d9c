"""The bottom panel: log, dice and odds under tabs, or one line of it if there is no room; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.display import Odds, SheetPart
from game.core.events import Buildup, Event
from game.core.orders import Id
from game.seating.why import Explanations
from game.ui.advice.battle import BattleAdviser
from game.ui.battle.dice.dice_panel import Lanes
from game.ui.battle.dice.thrown_dice import ThrownDice
from game.ui.battle.dice.volley_panel import ShotRow
from game.ui.battle.orders.ends_bar import EndsPanel
from game.ui.battle.panels.level_panel import BuildupPanel
from game.ui.battle.panels.log_panel import LogPanel, OneLine
from game.ui.battle.panels.odds_chart import add_charts
from game.ui.battle.panels.why_panel import why_panel
from game.ui.input_modes.mode import InputMode, shot_in_hand
from game.ui.input_modes.modes import mode_of, why_no_odds
from game.ui.render.shapes import rule
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_context import BattleLayout, Seat
from game.ui.ship_sheet.painters import painter
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.picture_cache import WidgetsPicture
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Widget

TABS = ("Log", "Dice", "Odds")
WHY = 4  # index of the tab with a computer player's reasons
ADVISER = 5  # index of the adviser's tab, where the house rule allows it
LEVEL = "Level"  # one more tab, if the sheet of the chosen piece has a total built from dice
PAST = "This moment is past. Go back to now to see chances here."
STRIP = 41  # design pixels of the tabs
BOTH = 860  # design pixels from which odds and dice are side by side


@dataclass(frozen=True)
class BottomContext:
    """Callbacks of the bottom panel."""

    open: Callable[[], object]  # folds or unfolds it
    moment: Callable[[int], object]  # shows the moment of a line of the log
    changed: Callable[[], object]  # something in the panel has changed
    left: Callable[[], object]  # typing in the panel has ended
    edit: Callable[[str, object], object] = lambda name, value: None  # sets a field of the order in hand
    cap: str = ""  # the key that folds and unfolds it


class BottomPanel:
    """Shows the tab that the player chose; tab and filter are each side's own."""

    def __init__(
        self,
        do: BottomContext,
        own: Callable[[], Seat],
        why: Explanations | None = None,
        adviser: BattleAdviser | None = None,
    ) -> None:
        self.do, self._own, self.why, self.adviser = do, own, why, adviser
        self.picked = False  # the player has chosen the tab since the film began
        self.odds: tuple[Odds, ...] = ()
        self.rolled: dict[str, int] = {}
        self.card: Buildup | None = None
        self.thrown = ThrownDice(own, do.changed)
        self.log = LogPanel(do.moment, do.changed, do.left, own)
        self._model: SeatModel | None = None
        self._past = False  # true while a past moment is looked at
        self._log: Sequence[Event] = ()
        self.rolling = False  # true while dice are shown that must be seen even if the panel is one line
        self._picture = WidgetsPicture(fills=True)
        self._still: list[Widget] = []

    @property
    def tab(self) -> int:
        """The index of the front tab."""
        return self._own().tab

    @tab.setter
    def tab(self, index: int) -> None:
        self._own().tab = index

    def rise(self, secret: bool) -> None:
        """Reset for another player: its filter, its odds, and the end of its log. Behind a curtain, the dice that the
        other player looked at are removed."""
        self.log.rise()
        self.odds, self.rolled = (), {}
        self._model = None
        if secret:
            self.thrown.empty()

    # -- choosing ------------------------------------------------------------------------------------------------------

    def come(self, index: int) -> None:
        """Bring a tab to the front when its contents change, unless the player has chosen one meanwhile."""
        if not self.picked:
            self.tab = index

    def open_tab(self, index: int) -> None:
        self.tab, self.picked = index, True
        self.do.changed()

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(
        self,
        layout: BattleLayout,
        model: SeatModel,
        visible_log: Sequence[Event] | None = None,
        past: SeatModel | None = None,
    ) -> Sequence[Widget]:
        """Return the widgets of the panel for this layout. `visible_log` are the lines reached in the film. `past` is
        the model of the moment that is looked at."""
        self._model, self._past, px, r = model, past is not None, theme.px, layout.bottom_panel
        ship = past.chosen if past and past.chosen else model.chosen
        self.card = _card(model, ship)
        self._log = model.view.log if visible_log is None else visible_log
        if layout.line:
            self._still = [OneLine(r, model, self._log, self.do.open, self.do.cap)]
            if self.rolling:
                self._still.append(self.thrown.plate(layout.board))
            return self._still
        strip = Rect(r.x, r.y, r.w, px(STRIP))
        body = Rect(r.x, strip.bottom, r.w, r.h - strip.h)
        tabs = Tabs(
            strip,
            self._names(model),
            chosen=self._tabs().index(self._front()),
            name="foot tabs",
            rule="table/log",
            on_change=lambda place: self.open_tab(self._tabs()[place]),
        )
        if self._front() == 0:
            head = self.log.head(strip, tabs.places()[-1].right, model, ship)
            if not head:  # leave out the target's name rather than the filters
                tabs.names = self._short_names()
                head = self.log.head(strip, tabs.places()[-1].right, model, ship)
            self._still = [tabs, *head]
            return [tabs, *head, *self.log.lay_out(body, model, self._log)]
        column = Column(body.inflate(-px(48), -px(16)))
        if self.deep:
            paces = column.add(self.thrown.paces(strip))
            # leave out the target's name rather than the choice of pace
            if tabs.places()[-1].right > paces.rect.x - px(16):
                tabs.names = self._short_names()
        self._fill(column)
        self._still = [tabs, *column.widgets]
        return self._still

    def _fill(self, column: Column) -> None:
        """Fill the column with the front tab, if that is not the log."""
        if self.adviser and self.advises:
            self.adviser.fill(column)
        elif self.why and self.tab == WHY:
            why_panel(column, column.area, self.why)
        elif self.card and self.tab == len(TABS):
            column.add(BuildupPanel(column.area, self.card))
        else:
            self._figures(column)

    def _front(self) -> int:
        """Return the front tab; the log if the game's card is gone."""
        return 0 if self.tab not in self._tabs() else self.tab

    @property
    def advises(self) -> bool:
        """Return whether the adviser's tab is in front."""
        return self._front() == ADVISER

    def _tabs(self) -> tuple[int, ...]:
        """Return the numbers of the present tabs."""
        level = (len(TABS),) if self.card else ()
        why = (WHY,) if self.why and (self.why.spoken or self.tab == WHY) else ()
        adviser = (ADVISER,) if self.adviser and not self.adviser.silence else ()
        return (*range(len(TABS)), *level, *why, *adviser)

    def _names(self, model: SeatModel) -> tuple[str, ...]:
        names = self._short_names()
        return (*names[:2], self._odds_name(model), *names[3:])

    def _short_names(self) -> tuple[str, ...]:
        names = {**dict(enumerate(TABS)), len(TABS): LEVEL, WHY: "Why", ADVISER: "Adviser"}
        return tuple([names[number] for number in self._tabs()])

    def _odds_name(self, model: SeatModel) -> str:
        if not self.odds:
            return TABS[2]
        name = model.view.state.names.get(self.odds[0].target, "")
        if mode_of(model).plots and model.fire.moved:
            return f"Odds on {name} from the ghost"
        return f"Odds: {self.odds[0].unit} on {name}" if len(self.odds) == 1 else TABS[2]

    def _figures(self, column: Column) -> None:
        """Add odds and dice, side by side if there is room; otherwise only those of the open tab."""
        px, r, model = theme.px, column.area, self._model
        shot = shot_in_hand(model) if model and self.tab == 2 else None
        if model and shot and (panel := painter(shot).panel):
            panel(column, shot, r, model, self.do.edit)
            return
        aimed = self._shot_card() is not None
        if r.w >= px(BOTH) and not (aimed and self.tab != 1) and not self.deep:
            left = Rect(r.x, r.y, round(r.w * 0.56), r.h)
            self._odds(column, left)
            right = Rect(left.right + px(36), r.y, r.right - left.right - px(36), r.h)
            if not self._ends(column, right):
                self.thrown.fill(column, right, self._log)
        elif self.tab == 1:
            self.thrown.fill(column, r, self._log)
        else:
            self._odds(column, r)

    def _ends(self, column: Column, r: Rect) -> bool:
        """Add the results for all destinations of the target instead of dice. Return whether there are any."""
        model = self._model
        told = model.fire.prospects(model.fire.aim) if model and model.fire.aim and not self.thrown.events else None
        if model is None or told is None or not told.ends:
            return False
        column.add(EndsPanel(r, model.view.state.names[model.fire.aim], told))
        return True

    def _odds(self, column: Column, r: Rect) -> None:
        px = theme.px
        if not self.odds:
            stop = why_no_odds(self._model) if self._model and not self._past else ""
            hint = PAST if self._past else mode_of(self._model).hint if self._model else InputMode.hint
            words, ink = (stop, theme.palette.red) if stop else (hint, theme.palette.faint)
            column.add(Paragraph(Rect(r.x, r.y + px(12), r.w, px(44)), words, colour=ink, rule="table/odds"))
            return
        side = px(196)
        if (aimed := self._shot_card()) and (card := painter(aimed).card):
            r, side = card(column, aimed, r), px(120)
        add_charts(column, r, self.odds, self.rolled, side)

    def _shot_card(self) -> SheetPart | None:
        """Return the steps by which the first shot in hand hits, until it is rolled. Dice of an earlier volley may
        still be in the tray."""
        aimed = self.odds[0].aimed if len(self.odds) == 1 else None
        return None if self.rolled or self.rolling else aimed

    @property
    def pointed(self) -> Event | None:
        """The line of the log whose dice or listed shot the pointer is on, for the board to highlight."""
        row = next((one.shot for one in self._still if isinstance(one, ShotRow) and one.hover), None)
        if row is not None:
            return row.events[0] if row.die else None  # a die that still tumbles must not reveal its result
        return self.thrown.pointed if any(isinstance(one, Lanes) for one in self._still) else None

    @property
    def deep(self) -> bool:
        """Return whether there are more lanes of dice than usual and their tab is open."""
        return self.tab == 1 and self.thrown.deep

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface, layout: BattleLayout) -> None:
        p, r = theme.palette, layout.bottom_panel
        self._picture.draw(dst, r, self._still)
        rule(dst, r.x, r.right, r.y, p.edge)
        if self._front() == 0 and not layout.line:
            self.log.pane.draw(dst)


def _card(model: SeatModel, key: Id) -> Buildup | None:
    """Return the total built from dice on a piece's sheet, or None."""
    state = model.view.state
    return model.sheet(key).buildup if key in state.ships or key in state.counters else None
