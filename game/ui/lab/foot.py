"""The foot of the odds lab: studies, finished ones and stored set-ups in three lists, parallel jobs, and exports."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.lab.files import LabStudy
from game.lab.running import StudyRun, cores
from game.ui.lab.exporting import stored_set_ups
from game.ui.lab.layout import LINE, STRIP, LabLayout
from game.ui.lab.studies import StudyLine, abouts_of, verb_of
from game.ui.render.shapes import box
from game.ui.render.text import caps, fit_text, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.value_fields import Stepper, Tabs
from game.ui.toolkit.widgets import Button, Still, Widget

if TYPE_CHECKING:
    from game.ui.lab.page import LabPage

RULE = "table/odds-lab"
EXPORT_WIDE, JOBS_WIDE = 300, 180  # design pixels: widths at which exports, and parallel jobs, fit in the strip


@dataclass(eq=False)
class SetUpLine(Still):
    """A stored set-up: its title, attackers and defender. `button` design pixels stay free at the right."""

    study: LabStudy
    button: float

    def draw(self, dst: Surface) -> None:
        """Draw from left to right, with the sentence only if there is room."""
        px, p, r = theme.px, theme.palette, self.rect
        box(dst, r, p.raised if self.hover else p.panel, 6, 255, p.line)
        left, end = r.x + px(14), r.right - px(self.button + 12)
        at = fit_text(
            dst, self.study.title, (left, r.centery), min(end - left, px(330)), (16, 15, 14), p.white, "s", "midleft"
        )
        rest = end - at.right - px(16)
        if rest > px(120):
            fit_text(
                dst,
                self.study.setup.words(),
                (at.right + px(16), r.centery),
                rest,
                (15, 14, 13),
                p.muted,
                "r",
                "midleft",
            )


def _wide(names: tuple[str, ...]) -> int:
    """Return the width of the list headings."""
    return sum(round(width(name, 17, "s")) for name in names) + theme.px(24 + 32 * len(names))


class LabFoot:
    """The foot: the open list, its lines, and the tools beside or over them."""

    def __init__(self, page: LabPage) -> None:
        self.page = page
        self.list = 0
        self.lines = ScrolledPane("studies")
        self.stored: list[tuple[Path, LabStudy]] = []
        self.tabs: Tabs | None = None
        self.look()

    @property
    def names(self) -> tuple[str, str, str]:
        """The headings of the lists, with the number of lines."""
        finished = sum(run.finished for run in self.page.board.runs)
        return "Studies", f"Finished {finished}", f"Stored {len(self.stored)}"

    def look(self) -> None:
        """Read the stored set-ups again."""
        self.stored = stored_set_ups()

    def open_list(self, number: int) -> None:
        """Show one of the lists from its top."""
        self.list = number
        self.lines.scroll.to(0)
        self.page.relay()

    def widgets(self, plan: LabLayout) -> list[Widget]:
        """Return the headings, the lines of the open list, and the tools."""
        foot, tools = plan.foot, self._tools(plan)
        room = (plan.lines.right if plan.tools.w else tools[0].rect.x - theme.px(8)) - foot.x
        names = self.names if _wide(self.names) <= room else ("Studies", "Finished", "Stored")
        self.tabs = Tabs(
            Rect(foot.x, foot.y + 1, min(room, _wide(names)), theme.px(STRIP - 4)),
            names,
            chosen=self.list,
            on_change=self.open_list,
            name="list",
            rule=RULE,
            hint=f"The next list: {self._cap('list')}",
        )
        return [self.tabs, *self._list(plan), *tools]

    def _cap(self, action: str) -> str:
        return self.page.keys.cap(action)

    def _list(self, plan: LabLayout) -> list[Widget]:
        """Return a line for each study or stored set-up, with its buttons."""
        px, r, board = theme.px, plan.lines, self.page.board
        made: list[Widget] = []
        if self.list == 2:
            lines = [partial(self._study_widgets, path=path, study=study) for path, study in self.stored]
        else:
            lines = [partial(self._study, run=run) for run in board.sorted_runs(self.list == 1)]
        for number, line in enumerate(lines):
            made += line(Rect(r.x, r.y + number * px(LINE), r.w - px(16), px(LINE - 6)))
        return self.lines.fill(r, made)

    def _study(self, line: Rect, run: StudyRun) -> list[Widget]:
        px, board = theme.px, self.page.board
        return [
            StudyLine(line, run, abouts_of(run), 104, rule=RULE, hint=run.study.about),
            Button(
                Rect(line.right - px(102), line.y + px(4), px(96), line.h - px(8)),
                verb_of(run),
                size=15,
                rule=RULE,
                on_press=partial(self.page.press, run),
                name=f"study {run.path.stem}",
                cap=self._cap("hold") if run is board.first else "",
            ),
        ]

    def _study_widgets(self, line: Rect, path: Path, study: LabStudy) -> list[Widget]:
        px = theme.px
        made: list[Widget] = [SetUpLine(line, study, 206, rule=RULE)]
        presses = (("Open", partial(self.page.change, study.setup)), ("Delete", partial(self.page.delete, path)))
        for number, (verb, press) in enumerate(presses):
            place = Rect(line.right - px(204 - 102 * number), line.y + px(4), px(96), line.h - px(8))
            made.append(Button(place, verb, on_press=press, size=15, rule=RULE, name=f"{verb.lower()} {path.stem}"))
        return made

    def _jobs(self, number: float) -> None:
        self.page.board.jobs = int(number)

    def _tools(self, plan: LabLayout) -> list[Widget]:
        """Return the number of parallel jobs, and the three exports."""
        px, r, page = theme.px, plan.tools, self.page
        high = px(STRIP - 4) if not r.w else px(40)
        if r.w:
            jobs = Rect(r.x, r.y + px(STRIP + 2), r.w, px(40))
            place = Rect(r.x, r.y + px(STRIP + 86), r.w, high)
        else:
            place = Rect(plan.foot.right - px(12 + EXPORT_WIDE), plan.foot.y + px(2), px(EXPORT_WIDE), high)
            jobs = Rect(place.x - px(JOBS_WIDE + 16), place.y, px(JOBS_WIDE), high)
        made: list[Widget] = [
            Stepper(
                jobs,
                page.board.jobs,
                low=1,
                high=max(cores(), 1),
                label="Jobs at once" if r.w else "Jobs",
                label_width=130 if r.w else 44,
                on_change=self._jobs,
                name="jobs",
                rule=RULE,
                hint=f"Processes that run a study; this machine has {cores()} processors",
            )
        ]
        wide = place.w // 3
        for number, (label, press) in enumerate(
            (("PNG", page.export_png), ("CSV", page.export_csv), ("JSON", page.export_json))
        ):
            made.append(
                Button(
                    Rect(place.x + number * wide, place.y, wide - px(6), place.h),
                    label,
                    on_press=press,
                    size=14,
                    cap=self._cap(label.lower()),
                    rule=RULE,
                    hint="Written into your own folder",
                    name=f"export {label}",
                )
            )
        return made

    def draw_strip(self, dst: Surface, plan: LabLayout) -> None:
        """Draw the last file, a problem, or the list's description beside the headings, and a hint about the tools over
        them."""
        px, p, foot = theme.px, theme.palette, plan.foot
        y = foot.y + px(STRIP / 2 + 1)
        if plan.tools.w:
            end = plan.lines.right
            caps(dst, "Export this page", (plan.tools.x, foot.y + px(STRIP + 66)), anchor="midleft")
            text(
                dst, "same figures, every digit", (plan.tools.x, foot.y + px(STRIP + 146)), 14, p.muted, "r", "midleft"
            )
        else:
            end = foot.right - px(12 + EXPORT_WIDE + JOBS_WIDE + 28)
        left = (self.tabs.rect.right if self.tabs else foot.x) + px(4)
        said = self.page.board.said
        stored = f"{self._cap('store')} stores the set-up above"
        usual = stored if self.list == 2 else "kept as they run: close the program, go on later"
        words, colour = said or usual, p.yellow if said else p.muted
        if end - left > (px(80) if said else width(words, 15, "r")):
            fit_text(dst, words, (left, y), end - left, (15, 14, 13), colour, "r", "midleft")
