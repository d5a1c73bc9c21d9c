"""The odds lab in the window: a set-up is made at the left, its exact results stand beside it, studies run below.

Results are found on a thread, and studies run in processes of their own, so that no frame waits for either.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from pygame import Rect, Surface
from pygame.event import Event

from game.formats.atomic_file import CannotSave, made, write_whole
from game.formats.user_folders import home
from game.formats.validation import BadFile
from game.lab.choices import beginnings, file_text, next_design, with_design
from game.lab.files import read_lab
from game.lab.running import StudyRun, cores
from game.lab.setup import LabSetUp
from game.ui.host.preferences import chosen
from game.ui.host.screen import Answer, Pop, Push
from game.ui.keys.bindings import Keys, printed
from game.ui.keys.lab_bindings import BINDINGS
from game.ui.keys.list_page import KeyList
from game.ui.lab.columns import ASSISTS, RULES, damage_column, scaling_column, set_up_column
from game.ui.lab.exporting import write_csv, write_json, write_png
from game.ui.lab.layout import LINE, STRIP, LabLayout, planned
from game.ui.lab.model import LabModel
from game.ui.lab.studies import StudyBoard, StudyLine, verb_of
from game.ui.lab.study_page import StudyPage
from game.ui.render.backdrop import quiet
from game.ui.render.shapes import rule
from game.ui.render.text import caps, fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, Widget

RULE = "table/odds-lab"
OWN = "lab-set-up.yaml"  # the set-up last made by hand, in the player's folder
TITLES = (*beginnings(), "My own")


class LabPage(Page):
    """The page; `model` computes, `board` holds the studies."""

    subject = RULE

    def __init__(self) -> None:
        self.left, self.middle, self.right = ScrolledPane("set-up"), ScrolledPane("damage"), ScrolledPane("scaling")
        self.lines = ScrolledPane("studies")
        super().__init__(self.left, self.middle, self.right, self.lines)
        self.keys = Keys(chosen.settings.keys, BINDINGS)
        self.own: LabSetUp | None = None
        self._kept: LabSetUp | None = None  # as it stands in the player's folder
        with contextlib.suppress(BadFile):
            self.own = self._kept = read_lab(home() / OWN).setup
        self.model, self.board = LabModel(), StudyBoard()
        self.at = 2  # which of the set-ups to begin with is in hand
        self.tab = 0
        self.plan: LabLayout | None = None
        self.size = (1280, 800)  # of the window, when it was last drawn
        self._seen = -1
        self.model.begin()

    # -- what keys and buttons do ----------------------------------------------------------------------------------------

    def change(self, setup: LabSetUp) -> None:
        """Take a set-up made by hand."""
        self.own, self.at = setup, len(TITLES) - 1
        self._take(setup)

    def _take(self, setup: LabSetUp) -> None:
        self.board.said = ""
        self.model.take(setup)
        self.relay()

    def begin_with(self, number: int) -> None:
        """Take one of the set-ups to begin with; the last one is the player's own."""
        setup = self.own or self.model.setup if number == len(TITLES) - 1 else beginnings()[TITLES[number]]
        self.at = number
        self._take(setup)

    def next_assist(self) -> None:
        """Assists as best play has them, or none."""
        setup = self.model.setup
        self.change(replace(setup, assist=ASSISTS[1 - ASSISTS.index(setup.assist)]))

    def next_rules(self) -> None:
        """The next of both, old, reformed."""
        setup = self.model.setup
        self.change(replace(setup, rules=RULES[(RULES.index(setup.rules) + 1) % len(RULES)]))

    def step_design(self, by: int) -> None:
        """Attack another design, as it is built."""
        setup = self.model.setup
        self.change(with_design(setup, next_design(setup.design, by)))

    def next_tab(self) -> None:
        """Show damage or scaling, where only one of them fits."""
        self._open_tab(1 - self.tab)

    def _open_tab(self, number: int) -> None:
        self.tab = number
        self.relay()

    def _say(self, write: Callable[[], Path]) -> None:
        """Write a file and say where it is, or why it cannot be written."""
        try:
            self.board.said = f"Written: {write()}"
        except CannotSave as why:
            self.board.said = str(why)
        self.relay()

    def export_png(self) -> None:
        """This page as a picture."""
        picture = Surface(self.size)
        self.draw(picture)
        self._say(partial(write_png, picture))

    def export_csv(self) -> None:
        """The figures, and every chance."""
        self._export(write_csv)

    def export_json(self) -> None:
        """Set-up, figures and every chance."""
        self._export(write_json)

    def _export(self, write: Callable[..., Path]) -> None:
        model = self.model
        if model.known is None or model.waiting:
            self.board.said = "The results are still being computed."
        else:
            self._say(partial(write, model.known, model.results))
        self.relay()

    def study(self) -> None:
        """Run a study of the set-up in hand."""
        run = self.board.add(self.model.setup)
        self.lines.scroll.to(0)
        if run is not None and not self.board.said:
            self.board.said = f"Study: {run.path}"
        self.relay()

    def hold(self) -> None:
        """Run or hold the study that a single line shows."""
        if self.board.first:
            self.press(self.board.first)

    def press(self, run: StudyRun) -> None:
        """Run, hold or open a study."""
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

    def _jobs(self, number: float) -> None:
        self.board.jobs = int(number)

    def help(self) -> None:
        """The list of keys."""
        self.answer = Push(KeyList(self.keys))

    def key(self, event: Event) -> bool:
        """A key of the table."""
        action = self.keys.action(event)
        found = self.keys.bindings.get(action)
        if found is None or found.do is None:
            return False
        found.do(self)
        return True

    def back(self) -> Answer:
        """Hold the study, keep the set-up made by hand, and close."""
        self.board.stop()
        if self.own is not None and self.own != self._kept:
            with contextlib.suppress(CannotSave):
                write_whole(made(home()) / OWN, file_text("My own", self.own).encode())
        return Pop()

    # -- time ------------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """While something is computed, or runs."""
        return self.model.busy or self.board.moving or self._seen != self.model.changes

    def tick(self, seconds: float) -> Answer:
        """Show what has been found since."""
        self.model.check()
        if self.board.tick(seconds):
            self.relay()
        return None

    def draw(self, dst: Surface) -> None:
        """Laid out anew where there are new results."""
        self.size = dst.get_size()
        if self._seen != self.model.changes:
            self._seen = self.model.changes
            self.relay()
        super().draw(dst)

    # -- laying out ------------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Head, the columns, studies and tools, in reading order."""
        px, plan = theme.px, planned(area)
        self.plan = plan
        made = self._head(plan, area)
        inner = Rect(plan.left.x + px(16), plan.left.y + px(16), plan.left.w - px(42), plan.left.h)
        seen = Rect(plan.left.x, plan.left.y + px(8), plan.left.w - px(6), plan.left.h - px(8))
        made += self.left.fill(seen, set_up_column(inner, self.model.setup, self.change, self.step_design), 12)
        made += self._middle(plan)
        if not plan.folded:
            made += self._pane(self.right, plan.right, scaling_column)
        else:
            self.right.fill(Rect(0, 0, 0, 0), [])
        return [*made, *self._studies(plan), *self._tools(plan)]

    def _head(self, plan: LabLayout, area: Rect) -> list[Widget]:
        """The set-ups to begin with, the study of this one, and Back."""
        px, r = theme.px, plan.beginnings
        made: list[Widget] = []
        wide = min(px(196), (r.w + px(8)) // len(TITLES))
        for number, title in enumerate(TITLES):
            place = Rect(r.x + number * wide, r.y, wide - px(8), r.h)
            cap = self._cap(f"set-up {number + 1}") if wide > px(140) else ""
            made.append(Button(
                place, title, on_press=partial(self.begin_with, number), on=number == self.at, cap=cap, size=15, rule=RULE,
                name=f"set-up {number + 1}",
            ))  # fmt: skip
        right = area.right - px(16)
        made.append(Button(Rect(right - px(104), px(12), px(104), px(40)), "Back", on_press=self.close, cap="Esc"))
        made.append(Button(
            Rect(right - px(340), px(12), px(226), px(40)), "Study this set-up", on_press=self.study, kind="main",
            cap=self._cap("study"), rule=RULE, hint="1 to 12 groups or salvos against every screen, in the background", size=15,
        ))  # fmt: skip
        return made

    def _cap(self, action: str) -> str:
        return printed(self.keys.cap(action))

    def _pane(self, pane: ScrolledPane, r: Rect, fill: Callable[[Column, LabModel, int], None], top: int = 0) -> list[Widget]:
        """A column of charts in a pane that scrolls where they do not fit."""
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
            Rect(r.x + px(22), r.y + px(10), min(px(420), r.w - px(44)), px(34)), ("Damage in one attack", "Scaling"),
            chosen=self.tab, on_change=self._open_tab, name="tab", rule=RULE, hint=f"The other one: {self._cap('tab')}",
        )  # fmt: skip
        return [tabs, *self._pane(self.middle, r, scaling_column if self.tab else damage_column, px(40))]

    def _studies(self, plan: LabLayout) -> list[Widget]:
        """A line for each study; where the foot is folded the one that runs, and export beside it."""
        px, full = theme.px, plan.tools.w > 0
        shown = self.board.runs if full else [self.board.first] if self.board.first else []
        r = plan.lines
        wide = r.w - (px(16) if full else 0)
        made: list[Widget] = []
        for number, run in enumerate(shown):
            y = r.y + number * px(LINE)
            line = Rect(r.x, y, wide, px(LINE - 6))
            made.append(StudyLine(line, run, 104, rule=RULE, hint=run.study.about))
            made.append(Button(
                Rect(line.right - px(102), y + px(4), px(96), px(LINE - 14)), verb_of(run), on_press=partial(self.press, run),
                size=15, name=f"study {run.path.stem}", rule=RULE, cap=self._cap("hold") if run is self.board.first else "",
            ))  # fmt: skip
        return self.lines.fill(r, made)

    def _tools(self, plan: LabLayout) -> list[Widget]:
        """Jobs at once, and the three exports."""
        px, r = theme.px, plan.tools
        high = px(STRIP - 4) if not r.w else px(40)
        if r.w:
            jobs = Rect(r.x, r.y + px(STRIP + 2), r.w, px(40))
            place = Rect(r.x, r.y + px(STRIP + 86), r.w, high)
        else:
            place = Rect(plan.foot.right - px(12 + 3 * 100), plan.foot.y + px(2), px(3 * 100), high)
            jobs = Rect(place.x - px(196), place.y, px(180), high)
        made: list[Widget] = [Stepper(
            jobs, self.board.jobs, low=1, high=max(cores(), 1), label="Jobs at once" if r.w else "Jobs",
            label_width=130 if r.w else 44, on_change=self._jobs, name="jobs", rule=RULE,
            hint=f"Processes that run a study; this machine has {cores()} processors",
        )]  # fmt: skip
        wide = place.w // 3
        for number, (label, press) in enumerate((("PNG", self.export_png), ("CSV", self.export_csv), ("JSON", self.export_json))):
            made.append(Button(
                Rect(place.x + number * wide, place.y, wide - px(6), place.h), label, on_press=press, size=14,
                cap=self._cap(label.lower()), rule=RULE, hint="Written into your own folder", name=f"export {label}",
            ))  # fmt: skip
        return made

    # -- drawing ---------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Ground, title, lines between the parts, what was last said."""
        px, p, plan, area = theme.px, theme.palette, self.plan, dst.get_rect()
        assert plan is not None
        dst.blit(quiet(area.size), (0, 0))
        text(dst, "Odds lab", (px(18), px(32)), 24, p.white, "b", "midleft")
        rule(dst, 0, area.w, plan.head.bottom)
        thin = max(1, px(1))
        for r in (plan.middle, plan.right):
            dst.fill(p.line, (r.x, plan.head.bottom, thin, plan.foot.y - plan.head.bottom if r.w else 0))
        if plan.foot.x:
            dst.fill(p.line, (plan.foot.x, plan.foot.y, thin, plan.foot.h))
        rule(dst, plan.foot.x, area.w, plan.foot.y)
        if not plan.folded:
            r = plan.middle
            caps(dst, "Damage in one attack", (r.x + px(22), r.y + px(18)))
            words = "computing…" if self.model.waiting else "all re-rolls to the end, nothing sampled"
            text(dst, words, (r.right - px(22), r.y + px(17)), 15, p.muted, "r", "topright")
        self._strip(dst, plan)

    def _strip(self, dst: Surface, plan: LabLayout) -> None:
        """Over the studies: what they are, and the last file or trouble; over the tools what they do."""
        px, p, foot = theme.px, theme.palette, plan.foot
        y = foot.y + px(STRIP / 2 + 1)
        at = caps(dst, "Studies", (foot.x + px(18), y), anchor="midleft")
        if plan.tools.w:
            end = plan.lines.right
            caps(dst, "Export this page", (plan.tools.x, foot.y + px(STRIP + 66)), anchor="midleft")
            text(dst, "same figures, every digit", (plan.tools.x, foot.y + px(STRIP + 146)), 14, p.muted, "r", "midleft")
        else:
            end = foot.right - px(12 + 3 * 100 + 208)
        left = at.right + px(18)
        said = self.board.said
        words, colour = said or "kept as they run: close the program, go on later", p.yellow if said else p.muted
        if end - left > px(80):
            fit_text(dst, words, (left, y), end - left, (15, 14, 13), colour, "r", "midleft")
