"""The page on which a plan becomes a demonstration; no part of the rules.

Steps can be added, reordered and removed, captions written, and the moment and ship of each picture chosen. The picture
is that of the demonstration itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.loader import load_start_text
from game.core.orders import Illegal
from game.demonstrations.demonstration import Demonstration
from game.formats.atomic_file import CannotSave, is_there, make_folder, write_whole
from game.formats.user_folders import DEMONSTRATIONS, free_path, home, named_path
from game.formats.validation import BadFile
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.story import Story
from game.ui.demonstration.picture.preview import still
from game.ui.host.screen import Answer, Pop
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Stepper
from game.ui.toolkit.widgets import Button, Widget

RULE = "table/demonstrations"
LIST = 340  # design pixels of the list of steps
WORDS = {"name": ("Step", 60), "say": ("Caption", 300), "small": ("Small line", 500)}


class StoryRow(Widget):
    """A step in the list: number, name, and the beginning of its caption."""

    HIGH = 50  # design pixels
    pictured = True

    def __init__(
        self, rect: Rect, number: int, name: str, say: str, chosen: bool, on_press: Callable[[], object]
    ) -> None:
        super().__init__(rect, on_press=on_press, rule=RULE, name=f"step {number}")
        self.number, self.title, self.say, self.chosen = number, name, say, chosen

    def draw(self, dst: Surface) -> None:
        """Draw two lines behind the number."""
        p, px, r = theme.palette, theme.px, self.rect
        fill = p.active if self.chosen else p.raised if self.hover else p.panel
        box(dst, r, fill, 6, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        text(dst, str(self.number), (r.x + px(20), r.centery), 17, theme.accent, "b", "center")
        left, room = r.x + px(40), r.w - px(50)
        fit_text(dst, self.title or self.say, (left, r.y + px(16)), room, 16, p.white, "s", "midleft")
        fit_text(dst, self.say, (left, r.y + px(36)), room, 14, p.muted, "r", "midleft")


class StoryPage(Page):
    """Steps at the left, the chosen one's picture and words at the right."""

    subject = RULE

    def __init__(
        self,
        sandbox: Sandbox,
        words: tuple[str, str] | None = None,
        own: tuple[Path, str] | None = None,
        on_written: Callable[[Path, tuple[str, str]], object] = lambda path, words: None,
    ) -> None:
        self.pane = ScrolledPane("steps")
        super().__init__(self.pane)
        self.sandbox, self.own, self.on_written = sandbox, own, on_written
        self.frame = Rect(0, 0, 0, 0)  # the rect of the picture
        self.story = story_of(sandbox)
        if words is not None:
            self.story = replace(self.story, title=words[0], about=words[1])
        self.at, self.note, self.red, self.sure = 0, "", False, False
        self.written: Path | None = None
        self._kept = self.story
        self._undone: list[Story] = []
        self._shown: tuple[Story, Demonstration] | None = None
        self._picture: tuple[tuple[object, ...], Surface] | None = None
        self.fields = {
            name: TextField(
                Rect(0, 0, 1, 1),
                "",
                label=label,
                label_width=86,
                name=f"step {name}",
                most=most,
                rule=RULE,
                on_change=partial(self._set_text, name),
                on_leave=self._leave,
            )
            for name, (label, most) in WORDS.items()
        }
        self.head = {
            name: TextField(
                Rect(0, 0, 1, 1),
                value,
                label=name.capitalize(),
                label_width=60,
                name=name,
                most=most,
                rule=RULE,
                on_change=partial(self._entitle, name),
                on_leave=self._leave,
                on_enter=self._leave,
            )
            for name, value, most in (("title", self.story.title, 80), ("about", self.story.about, 300))
        }

    # -- changing ------------------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        self.focus.focus(None)

    def _set_story(self, story: Story, at: int | None = None) -> None:
        if story != self.story:
            self._undone.append(self.story)
        self.story, self.sure = story, False
        self.at = max(0, min(len(story.steps) - 1, self.at if at is None else at))
        self.note = ""
        self.relay()

    def _attempt(self, change: Callable[[], tuple[Story, int] | Story]) -> None:
        try:
            found = change()
        except Illegal as why:
            self._tell(why.why, True)
            return
        self._set_story(*found) if isinstance(found, tuple) else self._set_story(found)

    def _tell(self, words: str, red: bool = False) -> None:
        self.note, self.red = f"{words[:1].upper()}{words[1:]}", red
        self.relay()

    def _set_text(self, name: str, words: str) -> None:
        self._set_story(self.story.edited(self.at, **{name: words.strip()}))

    def _entitle(self, name: str, words: str) -> None:
        values: dict[str, Any] = {name: words.strip()}
        self._set_story(replace(self.story, **values))

    def _choose(self, at: int) -> None:
        self.at = max(0, min(len(self.story.steps) - 1, at))
        self.relay()

    def _set_ship(self, n: float) -> None:
        ships = ["", *self.sandbox.start.state.ships]
        self._set_story(self.story.edited(self.at, ship=ships[int(n)]))

    # -- writing -------------------------------------------------------------------------------------------------------

    @property
    def path(self) -> tuple[Path, bool]:
        """The file to be written, and whether another demonstration has that title."""
        if self.own is not None and self.story.title == self.own[1]:
            return self.own[0], False
        path = named_path(home() / DEMONSTRATIONS, self.story.title)
        return path, is_there(path)

    def _write(self, over: bool = False) -> None:
        path, taken = self.path
        if not self.story.title:
            self._tell("it needs a title", True)
            self.focus.focus(self.head["title"], False)
            return
        if any(not step.say for step in self.story.steps):
            self._choose(next(n for n, step in enumerate(self.story.steps) if not step.say))
            self._tell("this step has no caption", True)
            return
        try:
            folder = make_folder(path.parent)
            path = free_path(folder, self.story.title) if taken and not over else path
            text = story_text(self.sandbox, self.story)
            load_start_text(text, path.name)
            write_whole(path, text.encode("utf-8"))
        except (CannotSave, OSError, Illegal) as why:
            self._tell(f"it could not be written: {why}", True)
            return
        except BadFile as bad:
            self._tell(f"it would not be read again: {bad.problems[0].message}", True)
            return
        self.written, self._kept = path, self.story
        self.own = path, self.story.title
        self.sandbox.script_read = tuple(self.story.entries())
        self.on_written(path, (self.story.title, self.story.about))
        self._tell(f"written as {path}; the gallery lists it")

    def back(self) -> Answer:
        """Ask before unwritten words are discarded."""
        if self.story != self._kept and not self.sure:
            self.sure = True
            self._tell("not written: Ctrl+S writes it, Esc once more leaves", True)
            return None
        return Pop()

    # -- laying out ----------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        several = len(self.sandbox.branches) > 1
        told = (
            f"of {self.sandbox.branch.name}: steps, captions and pictures"
            if several
            else "steps, captions and pictures"
        )
        return "Demonstration", told if area.w > theme.px(900) else ""

    @property
    def backdrop(self) -> str:
        """The backdrop of the table."""
        return str(self.sandbox.board.look.backdrop)

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return title and list at the left, picture and words at the right, and the file at the foot."""
        px, side = theme.px, margin(area)
        close = self.close_button(area)
        wide = min(px(LIST), round(area.w * 0.34))
        left = Column(Rect(side, px(84), wide, area.h))
        for field in self.head.values():
            field.rect = left.row(36, 8)
        buttons = self._buttons(left)
        frame = Rect(side, left.y, wide, area.h - left.y - px(76))
        rows = Column(Rect(frame.x + px(3), frame.y + px(3), frame.w - px(18), frame.h))
        listed = [
            StoryRow(rows.row(StoryRow.HIGH, 5), n + 1, step.name, step.say, n == self.at, partial(self._choose, n))
            for n, step in enumerate(self.story.steps)
        ]
        steps = self.pane.fill(frame, listed, 8)
        right = Rect(side + wide + px(20), px(84), area.w - 2 * side - wide - px(20), area.h - px(160))
        return [*self.head.values(), *buttons, *steps, *self._step(right), *self._foot(area, side), close]

    def _buttons(self, column: Column) -> list[Widget]:
        actions: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("Add", "Insert", self.add), ("Earlier", "Alt+Up", partial(self.move, -1)),
            ("Later", "Alt+Down", partial(self.move, 1)), ("Remove", "Delete", self.remove),
        )  # fmt: skip
        return [
            Button(rect, label, on_press=press, size=14, name=label.lower(), hint=f"{label} ({key})", rule=RULE)
            for rect, (label, key, press) in zip(column.cells(len(actions), 34, 6, 8), actions)
        ]

    def _step(self, area: Rect) -> list[Widget]:
        """Return the words of the chosen step, with its moment and ship, under its picture."""
        px, step = theme.px, self.story.steps[self.at]
        names, ships = self.sandbox.start.state.names, ["", *self.sandbox.start.state.ships]
        column = Column(Rect(area.x, area.bottom - px(212), area.w, px(212)))
        self.frame = Rect(area.x, area.y, area.w, area.h - px(224))
        for name, field in self.fields.items():
            field.rect = column.row(36, 7)
            if not field.focused:
                field.write(getattr(step, name))
        moment, whom = column.cells(2, 36, 12, 7)
        return [
            *self.fields.values(),
            Stepper(
                moment,
                step.moment,
                low=0,
                high=len(self.story.acts),
                label="Moment",
                label_width=86,
                name="moment",
                rule=RULE,
                show=lambda n: self.story.words[int(n)],
                hint="What has just happened when the picture is taken",
                on_change=lambda n: self._set_story(*self.story.at_moment(self.at, int(n))),
            ),
            Stepper(
                whom,
                ships.index(step.ship) if step.ship in ships else 0,
                low=0,
                high=len(ships) - 1,
                label="Ship",
                label_width=70,
                name="ship",
                rule=RULE,
                show=lambda n: names[ships[int(n)]] if n else "none chosen",
                hint="The ship whose arcs the picture shows",
                on_change=self._set_ship,
            ),
        ]

    def _foot(self, area: Rect, side: int) -> list[Widget]:
        px, (path, taken) = theme.px, self.path
        y, main, other = area.h - px(60), px(176), px(110)
        over = (
            ": there is one of that title"
            if taken
            else ""
            if self.own is None or path != self.own[0]
            else ": written over"
            if self.written
            else ": written over, without its comments"
        )
        words = self.note or f"{path.name}, in your demonstrations{over}"
        p = theme.palette
        ink = p.red if self.red and self.note else p.yellow if taken and not self.note else p.muted
        row = Rect(side, y, area.w - 2 * side - main - (other + px(10)) * taken - px(12), px(44))
        found: list[Widget] = [WordRow(row, [(words, ink, "r")], size=15, hint=words, rule=RULE)]
        if taken:
            found.append(
                Button(
                    Rect(area.w - side - main - other - px(10), y, other, px(44)),
                    "Replace",
                    on_press=partial(self._write, True),
                    size=15,
                    name="replace",
                    rule=RULE,
                    hint=f"Write over {path.name}",
                )
            )
        found.append(
            Button(
                Rect(area.w - side - main, y, main, px(44)),
                "Write it",
                on_press=self._write,
                kind="main",
                cap="Ctrl+S",
                name="write it",
                rule=RULE,
            )
        )
        return found

    # -- the picture ---------------------------------------------------------------------------------------------------

    def paint_over(self, dst: Surface) -> None:
        """Draw the chosen step as the demonstration will show it, or the reason it cannot."""
        frame = self.frame
        if frame.h < theme.px(60):
            return
        key = self.story, self.at, frame.size
        if self._picture is None or self._picture[0] != key:
            self._picture = key, self._step_picture(frame.size)
        dst.blit(self._picture[1], frame)
        box(dst, frame, theme.palette.panel, 6, 0, theme.palette.edge)

    def _step_picture(self, size: tuple[int, int]) -> Surface:
        try:
            if self._shown is None or self._shown[0] != self.story:
                self._shown = self.story, Demonstration(load_start_text(story_text(self.sandbox, self.story), "story"))
            steps = self._shown[1].steps
            return still(steps[self.at], steps, size)
        except (BadFile, Illegal, IndexError) as why:
            out = Surface(size)
            out.fill(theme.palette.panel)
            said = why.problems[0].message if isinstance(why, BadFile) else str(why) or "no such step"
            at = size[0] // 2, size[1] // 2
            fit_text(out, f"No picture yet: {said}", at, size[0] - 40, 15, theme.palette.red, "r", "center")
            return out

    # -- keys ----------------------------------------------------------------------------------------------------------

    def add(self) -> None:
        """Add a step after the chosen one."""
        self._attempt(lambda: self.story.added(self.at))

    def remove(self) -> None:
        self._attempt(lambda: self.story.removed(self.at))

    def move(self, by: int) -> None:
        """Move the chosen step earlier or later."""
        self._attempt(lambda: self.story.moved(self.at, by))

    def key(self, event: Event) -> bool:
        """Handle the keys of the page: Ctrl+S writes, Insert adds, Delete removes, Alt with arrows reorders, arrows
        choose, Ctrl+Z undoes."""
        ctrl, alt = event.mod & pygame.KMOD_CTRL, event.mod & pygame.KMOD_ALT
        up = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        if ctrl and event.key == pygame.K_s:
            self._write()
        elif ctrl and event.key == pygame.K_z and self._undone:
            self.story = self._undone.pop()
            self._choose(self.at)
            for name, field in self.head.items():
                field.write(getattr(self.story, name))
        elif event.key == pygame.K_INSERT:
            self.add()
        elif event.key == pygame.K_DELETE:
            self.remove()
        elif up and alt:
            self.move(up)
        elif up:
            self._choose(self.at + up)
        else:
            return False
        return True
