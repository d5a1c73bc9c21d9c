"""The odds lab in the window: the set-up at the left, exact results beside it, studies below.

Results are computed on a thread and studies run in processes, so that no frame waits for either.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from pygame import Rect, Surface

from game.battle.loader import load_start_text, new_save
from game.formats.atomic_file import CannotSave
from game.lab.battle import as_battle
from game.lab.choices import beginnings, design_words, next_design, with_design
from game.lab.running import StudyRun
from game.lab.setup import LabSetUp
from game.ui.host.screen import Answer, Pop, Push, Screen
from game.ui.keys.lab_bindings import BINDINGS
from game.ui.keys.list_page import KeyedPage
from game.ui.lab.columns import ASSISTS, RULES, damage_column, scaling_column, set_up_column
from game.ui.lab.exporting import delete_set_up, keep_last, last_set_up, store_set_up, write_csv, write_json, write_png
from game.ui.lab.foot import LabFoot
from game.ui.lab.ladder_page import LadderPage
from game.ui.lab.layout import LabLayout, draw_ground, lab_layout
from game.ui.lab.model import LabModel
from game.ui.lab.studies import StudyBoard
from game.ui.lab.study_page import StudyPage
from game.ui.render.text import caps, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

RULE = "table/odds-lab"
STUDY_HINT = "1 to 12 groups or salvos against every screen, in the background"
CHOICES = (*beginnings(), "My own")


class LabPage(KeyedPage):
    """The page of the lab. `model` computes, and `board` holds the studies."""

    key_table = BINDINGS
    subject = RULE

    def __init__(self) -> None:
        self.left, self.middle, self.right = ScrolledPane("set-up"), ScrolledPane("damage"), ScrolledPane("scaling")
        self.model, self.board = LabModel(), StudyBoard()
        self.foot = LabFoot(self)
        super().__init__(self.left, self.middle, self.right, self.foot.lines)
        self.own = self._kept = last_set_up()
        self.at = 2  # the index of the present starting set-up
        self.tab, self.pair = 0, ""  # damage or scaling; the two-trait craft shown
        self.plan: LabLayout | None = None
        self.size = (1280, 800)  # size of the window when it was last drawn, in real pixels
        self._seen = -1
        self.model.begin()

    # -- what keys and buttons do --------------------------------------------------------------------------------------

    def change(self, setup: LabSetUp) -> None:
        """Take a set-up made by hand."""
        self.own, self.at = setup, len(CHOICES) - 1
        self._take(setup)

    def _take(self, setup: LabSetUp) -> None:
        self.board.said = ""
        self.model.ask(setup)
        self.relay()

    def begin_with(self, number: int) -> None:
        """Take one of the starting set-ups; the last is the player's own."""
        setup = self.own or self.model.setup if number == len(CHOICES) - 1 else beginnings()[CHOICES[number]]
        self.at = number
        self._take(setup)

    def next_assist(self) -> None:
        """Switch between assists as in best play and no assists."""
        setup = self.model.setup
        self.change(replace(setup, assist=ASSISTS[1 - ASSISTS.index(setup.assist)]))

    def next_rules(self) -> None:
        """Cycle through both rules, the old ones alone, and the reformed ones alone."""
        setup = self.model.setup
        self.change(replace(setup, rules=RULES[(RULES.index(setup.rules) + 1) % len(RULES)]))

    def step_design(self, by: int) -> None:
        """Attack another design, without changes to it."""
        setup = self.model.setup
        self.change(with_design(setup, next_design(setup.design, by)))

    def show_pair(self, key: str) -> None:
        """Show craft with another pair of traits among the attackers."""
        self.pair = key
        self.relay()

    def next_tab(self) -> None:
        """Show damage or scaling, if there is room only for one."""
        self._open_tab(1 - self.tab)

    def _open_tab(self, number: int) -> None:
        self.tab = number
        self.relay()

    def _say(self, write: Callable[[], Path]) -> None:
        """Write a file and show its path, or why it cannot be written."""
        try:
            self.board.said = f"Written: {write()}"
        except CannotSave as why:
            self.board.said = str(why)
        self.relay()

    def export_png(self) -> None:
        """Export this page as a picture."""
        picture = Surface(self.size)
        self.draw(picture)
        self._say(partial(write_png, picture))

    def export_csv(self) -> None:
        """Export figures and all chances as CSV."""
        self._export(write_csv)

    def export_json(self) -> None:
        """Export set-up, figures and all chances as JSON."""
        self._export(write_json)

    def _export(self, write: Callable[..., Path]) -> None:
        model = self.model
        if model.known is None or model.waiting:
            self.board.said = "The results are still being computed."
        else:
            self._say(partial(write, model.known, model.results))
        self.relay()

    def study(self) -> None:
        """Run a study of the present set-up."""
        run = self.board.add(self.model.setup)
        self.foot.open_list(0)
        if run is not None and not self.board.said:
            self.board.said = f"Study: {run.path}"
        self.relay()

    def battle(self) -> None:
        """Play the present set-up as a battle; leaving it leads back."""
        try:
            self.answer = Push(battle_of(self.model.setup))
        except CannotSave as why:
            self.board.said = str(why)
            self.relay()

    def hold(self) -> None:
        """Run or pause the study that is shown when there is room for one line only."""
        if self.board.first:
            self.press(self.board.first)

    def press(self, run: StudyRun) -> None:
        """Run, pause or open a study."""
        if not run.finished:
            self.board.press(run)
            self.relay()
            return
        try:
            folder, rows = run.export()
        except CannotSave as why:
            self.board.said = str(why)
            return
        self.answer = Push(StudyPage(run.study, folder, rows))

    def store(self) -> None:
        """Store the present set-up among the player's own."""
        self._say(partial(store_set_up, self.model.setup))
        self.foot.look()

    def delete(self, path: Path) -> None:
        """Delete a stored set-up, and name it in the message."""
        try:
            delete_set_up(path)
            self.board.said = f"Deleted: {path}"
        except CannotSave as why:
            self.board.said = str(why)
        self.foot.look()
        self.relay()

    def next_list(self) -> None:
        """Show the next list at the foot: studies, finished ones, stored set-ups."""
        self.foot.open_list((self.foot.list + 1) % len(self.foot.names))

    def ladders(self) -> None:
        """Pause the study, and let computer players fight each other."""
        self.board.stop()
        self.answer = Push(LadderPage())

    def back(self) -> Answer:
        """Pause the study, save the set-up made by hand, and close."""
        self.board.stop()
        if self.own is not None and self.own != self._kept:
            with contextlib.suppress(CannotSave):
                keep_last(self.own)
        return Pop()

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether something is being computed, or running."""
        return self.model.busy or self.board.moving or self._seen != self.model.changes

    def tick(self, seconds: float) -> Answer:
        """Show new results."""
        self.model.check()
        if self.board.tick(seconds):
            self.relay()
        return None

    def draw(self, dst: Surface) -> None:
        """Draw the page, laid out again if there are new results."""
        self.size = dst.get_size()
        if self._seen != self.model.changes:
            self._seen = self.model.changes
            self.relay()
        super().draw(dst)

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return heading, columns, studies and tools, in reading order."""
        px, plan = theme.px, lab_layout(area)
        self.plan = plan
        made = self._head(plan, area)
        inner = Rect(plan.left.x + px(16), plan.left.y + px(16), plan.left.w - px(42), plan.left.h)
        seen = Rect(plan.left.x, plan.left.y + px(8), plan.left.w - px(6), plan.left.h - px(8))
        made += self.left.fill(
            seen, set_up_column(inner, self.model.setup, self.change, self.step_design, self.pair, self.show_pair), 12
        )
        made += self._middle(plan)
        if not plan.folded:
            made += self._pane(self.right, plan.right, scaling_column)
        else:
            self.right.fill(Rect(0, 0, 0, 0), [])
        return [*made, *self.foot.widgets(plan)]

    def _head(self, plan: LabLayout, area: Rect) -> list[Widget]:
        """Return the starting set-ups, the study button, and Back."""
        px, r = theme.px, plan.beginnings
        made: list[Widget] = []
        wide = min(px(196), (r.w + px(8)) // len(CHOICES))
        for number, title in enumerate(CHOICES):
            place = Rect(r.x + number * wide, r.y, wide - px(8), r.h)
            cap = self.cap(f"set-up {number + 1}") if wide > px(140) else ""
            made.append(
                Button(
                    place,
                    title,
                    on_press=partial(self.begin_with, number),
                    on=number == self.at,
                    cap=cap,
                    size=15,
                    rule=RULE,
                    name=f"set-up {number + 1}",
                )
            )
        right = area.right - px(8)
        for label, breadth, do, action, kind, hint in (
            ("Back", 96, self.close, "", "plain", ""),
            ("Ladder", 104, self.ladders, "ladders", "plain", "computer players fight each other"),
            ("Study this set-up", 190, self.study, "study", "main", STUDY_HINT),
            ("As a battle", 136, self.battle, "battle", "plain", "the same attackers and the same ship, on the table"),
        ):
            right -= px(breadth + 8)
            place, cap = Rect(right, px(12), px(breadth), px(40)), self.cap(action) if action else "Esc"
            made.append(
                Button(
                    place, label, on_press=do, kind=kind, cap=cap, rule=RULE, hint=hint, size=15, name=action or label
                )
            )
        return made

    def _pane(
        self, pane: ScrolledPane, r: Rect, fill: Callable[[Column, LabModel, int], None], top: int = 0
    ) -> list[Widget]:
        """Return a column of charts in a pane that scrolls if they do not fit."""
        px = theme.px
        seen = Rect(r.x + px(10), r.y + top + px(8), r.w - px(12), r.h - top - px(10))
        column = Column(Rect(r.x + px(22), r.y + top + px(16), r.w - px(44), seen.h))
        fill(column, self.model, seen.h - px(14))
        return pane.fill(seen, column.widgets)

    def _middle(self, plan: LabLayout) -> list[Widget]:
        px, r = theme.px, plan.middle
        if not plan.folded:
            return self._pane(self.middle, r, damage_column, px(26))
        tabs = Segments(
            Rect(r.x + px(22), r.y + px(10), min(px(420), r.w - px(44)), px(34)),
            ("Damage in one attack", "Scaling"),
            chosen=self.tab,
            on_change=self._open_tab,
            name="tab",
            rule=RULE,
            hint=f"The other one: {self.cap('tab')}",
        )
        return [tabs, *self._pane(self.middle, r, scaling_column if self.tab else damage_column, px(40))]

    # -- drawing -------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Draw ground, title, lines between the parts, and the last message."""
        px, p, plan = theme.px, theme.palette, self.plan
        assert plan is not None
        draw_ground(dst, plan, "Odds lab")
        if not plan.folded:
            r = plan.middle
            caps(dst, "Damage in one attack", (r.x + px(22), r.y + px(18)))
            words = "computing…" if self.model.waiting else "all re-rolls to the end, nothing sampled"
            text(dst, words, (r.right - px(22), r.y + px(17)), 15, p.muted, "r", "topright")
        self.foot.draw_strip(dst, plan)


def battle_of(setup: LabSetUp) -> Screen:
    """Return the screen of a new battle of that set-up. Raises CannotSave."""
    from game.ui.battle.screen import BattleScreen
    from game.ui.handover.screen import HandoverScreen

    name = design_words(setup.design)[0] if setup.design else "A ship"
    opened = load_start_text(as_battle(f"{name} under attack", setup), "lab")
    recorder = new_save(opened)

    def back() -> Answer:
        recorder.close()
        return Pop()

    return BattleScreen(
        opened.battle,
        curtain=HandoverScreen,
        leave=back,
        trouble=lambda: recorder.trouble,
        notices=(f"Kept as {recorder.journal.path.name}.",),
        leads="to the odds lab",
    )
