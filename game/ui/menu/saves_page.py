"""The list of saved battles: continue one, replay a finished one, delete one, or open another file; no part of the
rules.

A save that cannot be read is listed with its first mistake; opening it shows all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.core.names import number
from game.formats.atomic_file import CannotSave, remove, typed_path
from game.ui.host.screen import Answer, Pop, Push
from game.ui.menu.cards import table_picture
from game.ui.menu.library import Save, ago, state_of
from game.ui.pages.problem_page import Problems
from game.ui.render.shapes import box, mark, paste, rule, stamp
from game.ui.render.text import fit_text, run, text, width, wrap
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import path_row
from game.ui.toolkit.widgets import Button, Widget

if TYPE_CHECKING:
    from game.ui.menu.host import Host

ROW = 68  # design pixels of a row
DEEDS = 62  # design pixels of a row of buttons on the sheet


def _below(dst: Surface, words: str, at: tuple[int, int], wide: int, size: int, colour: Colour, most: int) -> int:
    """Write a paragraph and return the y below it in whole pixels."""
    return round(wrap(dst, words, at, wide, size, colour, most=most))


def _opens(save: Save) -> tuple[str, ...]:
    """Return labels of the button that opens a save, the longest first."""
    if save.bad or save.recent.broken:
        return "Read its mistakes", "Mistakes"
    if save.plans:
        return "Open in the sandbox", "Sandbox"
    return ("Look back on it", "Look back") if save.finished else ("Open",)


def _fitting(words: tuple[str, ...], room: float, size: float = 16) -> str:
    """Return the first words that fit in `room` real pixels, or the last."""
    return next((one for one in words if width(one, size, "s") <= room), words[-1])


class SaveRow(Widget):
    """One save in the list."""

    def __init__(self, rect: Rect, save: Save, chosen: bool, on_press: object) -> None:
        super().__init__(
            rect,
            on_press=on_press if callable(on_press) else None,
            name=f"save {save.recent.path.name}",
            rule="table/saving",
        )
        self.save, self.chosen = save, chosen

    @property
    def state(self) -> tuple[str, str]:
        """A mark and a word: over, damaged, or going on."""
        if self.save.bad or self.save.recent.broken:
            return "dead", "damaged"
        if not self.save.looked:
            return "", ""
        if self.save.plans:
            return "play", "sandbox"
        return ("done", "finished") if self.save.finished else ("play", "going on")

    def draw(self, dst: Surface) -> None:
        """Draw title and turn at the left, the time at the right."""
        px, p, r, save = theme.px, theme.palette, self.rect, self.save
        fill = p.active if self.chosen else p.raised if self.hover else p.panel
        box(dst, r, fill, 8, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        sign, word = self.state
        colour = p.red if sign == "dead" else p.green if sign == "done" else theme.accent
        x, right = r.x + px(18), r.right - px(18)
        when = text(dst, ago(save.recent.when), (right, r.centery - px(13)), 15, p.muted, "r", "midright")
        room = when.x - px(16) - x
        name = save.opened.file.title if save.opened else save.recent.title
        fit_text(dst, name, (x, r.centery - px(13)), room, 18, p.white, "s", "midleft")
        below = right
        if word:
            at = text(dst, word, (right, r.centery + px(14)), 15, colour, "s", "midright")
            stamp(dst, mark(sign, colour, 14), (at.x - px(13), r.centery + px(14)))
            below = at.x - px(30)
        fit_text(dst, self._line(), (x, r.centery + px(14)), below - x, 15, p.muted, "r", "midleft")

    def _line(self) -> str:
        """Return its turn, or its first mistake."""
        if self.save.recent.broken:
            return self.save.recent.broken
        if self.save.bad:
            return self.save.bad.problems[0].message
        return self.save.turn[:1].upper() + self.save.turn[1:]


class OpenPage(Page):
    """Saves at the left, the chosen one at the right."""

    subject = "table/saving"
    rows = SaveRow

    def __init__(self, program: Host) -> None:
        self.list = ScrolledPane("saves")
        super().__init__(self.list)
        self.program = program
        self.saves = program.saves()
        self.chosen: Save | None = self.saves[0] if self.saves else None
        self.unread = list(self.saves)
        self.sure = False  # true once delete was pressed
        self.trouble = ""
        self.path = ""
        self.changed = False

    # -- looking into saves, one a frame -------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether saves are being read."""
        return bool(self.unread) and bool(self._laid)

    def tick(self, seconds: float) -> Answer:
        """Read the chosen save first, then down the list."""
        if self.unread:
            save = self.chosen if self.chosen in self.unread else self.unread[0]
            assert save is not None
            self.unread.remove(save)
            save.look()
            self.relay()
        return None

    # -- actions -------------------------------------------------------------------------------------------------------

    def _choose(self, save: Save) -> None:
        if self.twice(save) and save is self.chosen and not self.sure:
            self._open()
        self.chosen, self.sure, self.trouble = save, False, ""
        self.relay()

    def _open(self) -> None:
        if self.chosen is None:
            return
        self.chosen.look()
        self.answer = (
            Push(Problems(self.chosen.bad)) if self.chosen.bad else self.program.resume(self.chosen.recent.path)
        )

    def _delete(self) -> None:
        """Ask on the first press, delete on the second."""
        if self.chosen is None:
            return
        if not self.sure:
            self.sure = True
            self.relay()
            return
        self.sure = False
        at = self.saves.index(self.chosen)
        try:
            remove(self.chosen.recent.path)
            self.changed = True
            self.saves.remove(self.chosen)
            self.unread = [save for save in self.unread if save is not self.chosen]
            self.chosen = self.saves[min(at, len(self.saves) - 1)] if self.saves else None
        except CannotSave as why:
            self.trouble = f"It could not be deleted: {why}"
        self.relay()

    def _set_path(self, path: str) -> None:
        self.path = path

    def _elsewhere(self) -> None:
        """Open the file whose path was typed, pasted or dropped."""
        if path := self.path.strip().strip("'\""):
            self.answer = self.program.open_path(typed_path(path))

    def back(self) -> Answer:
        """On Esc, cancel the question first."""
        if self.sure:
            self.sure = False
            self.relay()
            return None
        return Pop("deleted" if self.changed else None)

    def enter(self) -> bool:
        """Open the chosen save on Enter."""
        self._open()
        return True

    def on_row_focus(self, row: SaveRow) -> None:
        """Choose the focused save."""
        if row.save is not self.chosen:
            self.chosen, self.sure = row.save, False
            self.relay()

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the list, the actions on the chosen save, and a field for a path."""
        px, m = theme.px, margin(area)
        close = self.close_button(area)
        foot = Rect(m, area.h - px(76), area.w - 2 * m, px(52))
        body = Rect(m, px(96), area.w - 2 * m, foot.y - px(20) - px(96))
        wide = min(px(620), round(body.w * 0.46))
        whole = px(4) + (body.h - px(4)) // px(ROW + 8) * px(ROW + 8)  # cut no row while nothing is scrolled
        listed = Rect(body.x - px(6), body.y, wide, whole)
        column = Column(Rect(listed.x + px(6), listed.y + px(4), listed.w - px(24), listed.h))
        for save in self.saves:
            column.add(SaveRow(column.take(px(ROW), 8), save, save is self.chosen, partial(self._choose, save)))
        self.sheet = Rect(listed.right + px(16), body.y, body.right - listed.right - px(16), body.h)
        return [*self.list.fill(listed, column.widgets, 8), *self._deeds(self.sheet), *self._import(foot), close]

    def _deeds(self, r: Rect) -> list[Widget]:
        """Return Open and Delete, at the foot of the sheet."""
        px, save = theme.px, self.chosen
        if save is None:
            return []
        y, gap = r.bottom - px(72), px(14)
        inner = Rect(r.x + px(24), y, r.w - px(48), px(52))
        wide = (inner.w - gap) * 3 // 5
        go = Button(
            Rect(inner.x, y, wide, inner.h),
            _fitting(_opens(save), wide - px(80), 18),
            on_press=self._open,
            kind="main",
            cap="Enter",
            key=pygame.K_RETURN,
            size=18,
            rad=8,
            name="open",
        )
        asks = ("Delete for good?", "Really?") if self.sure else ("Delete",)
        away = Button(
            Rect(inner.x + wide + gap, y, inner.w - wide - gap, inner.h),
            _fitting(asks, inner.w - wide - gap - px(64)),
            on_press=self._delete,
            on=bool(self.sure),
            cap="Del",
            key=pygame.K_DELETE,
            rad=8,
            name="delete",
            hint="Press it again to delete the file." if self.sure else "",
        )
        return [*self._again(Rect(inner.x, y - px(DEEDS), inner.w, px(44)), save), go, away]

    def _again(self, r: Rect, save: Save) -> list[Widget]:
        """Return buttons for a rematch, as it was or with the sides swapped. Narrow buttons have shorter labels, or no
        key caps."""
        if not save.playable:
            return []
        gap = theme.px(14)
        wide = (r.w - 2 * gap) // 3
        room = wide - theme.px(48)
        swapped = _fitting(("Sides swapped", "Swapped"), room)
        capped = width("Rematch", 16, "s") <= room
        deeds: tuple[tuple[str, str, str, Callable[[], object], str], ...] = (
            ("rematch", "Rematch", "R", partial(self._rematch, False), "The same start, other dice."),
            ("replay", "Replay", "P", self._replay, "The battle once more, turn by turn."),
            ("swapped", swapped, "S", partial(self._rematch, True),
             "The same start, other dice, and the players change sides."),
        )  # fmt: skip
        return [
            Button(
                Rect(r.x + n * (wide + gap), r.y, wide, r.h),
                word,
                on_press=do,
                cap=cap if capped else "",
                key=pygame.key.key_code(cap),
                rad=8,
                hint=hint,
                name=name,
            )
            for n, (name, word, cap, do, hint) in enumerate(deeds)
        ]

    def _replay(self) -> None:
        if self.chosen is not None:
            self.answer = self.program.replay_save(self.chosen.recent.path)

    def _rematch(self, swapped: bool) -> None:
        if self.chosen is not None:
            self.answer = self.program.rematch(self.chosen.recent.path, swapped)

    def _import(self, r: Rect) -> list[Widget]:
        """Return the field for a typed or pasted path."""
        words, line = (
            "Type or paste a path, or drop a file on the window",
            Rect(r.x, r.y + theme.px(4), r.w, theme.px(44)),
        )
        return path_row(
            line,
            self.path,
            self._set_path,
            self._elsewhere,
            label="From elsewhere",
            label_width=126,
            placeholder=words,
            button="Open file",
            rule="table/files",
        )

    # -- drawing -------------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title and the number of saves."""
        over = sum(save.finished for save in self.saves)
        about = f"{number(len(self.saves))} saved" + (f", {number(over)} finished" if over else "")
        return "Open a battle", about if self.saves else ""

    def paint(self, dst: Surface) -> None:
        """Draw ground, heading, and the sheet of the chosen save."""
        super().paint(dst)
        area, p, px = dst.get_rect(), theme.palette, theme.px
        if self.chosen is None:
            words = "Nothing has been saved yet. A battle is written down from its first order, and then stands here."
            wrap(dst, words, (self.list.rect.x, self.list.rect.y + px(12)), area.w - 2 * margin(area), 18, p.muted)
            return
        box(dst, self.sheet, p.panel, 10, 245, p.line)
        self._sheet(dst, self.sheet, self.chosen)
        if self.trouble:
            fit_text(
                dst, self.trouble, (self.sheet.x + px(24), self.sheet.bottom - px(88)), self.sheet.w - px(48), 15, p.red
            )

    def _sheet(self, dst: Surface, r: Rect, save: Save) -> None:
        """Draw picture, title, present task, result, and the place of the file."""
        px, p = theme.px, theme.palette
        x, wide = r.x + px(24), r.w - px(48)
        deeds = DEEDS if save.playable else 0
        high = max(px(24), min(round(wide * 0.6), r.h - px(284 + deeds)))
        frame = Rect(r.x + px(14), r.y + px(14), r.w - px(28), high)
        view = save.view
        key = (save.recent.path, save.recent.when, view is None)
        drawn = table_picture(key, view, frame.size, played=True)
        paste(dst, drawn, frame.topleft)
        y = frame.bottom + px(26)
        name = save.opened.file.title if save.opened else save.recent.title
        fit_text(dst, name, (x, y), wide, 24, p.white, "b")
        y += px(34)
        fit_text(dst, f"{save.turn[:1].upper()}{save.turn[1:]}, {ago(save.recent.when)}", (x, y), wide, 17, p.text)
        y += px(28)
        if view is not None:
            who, what = state_of(save)
            if who:
                seat = next((side.seat for side in view.state.sides.values() if side.name == who), 2)
                named = who if save.finished else f"{who}:"
                run(dst, (x, y + px(6)), ((named, theme.seat(seat), "s"), (what, p.muted, "r")), 16)
                y += px(30)
            else:
                y = _below(dst, what, (x, y - px(6)), wide, 16, p.muted, 2)
            if view.state.outcome:
                y = _below(
                    dst, view.state.outcome.why[:1].upper() + view.state.outcome.why[1:], (x, y), wide, 15, p.muted, 2
                )
        elif save.bad or save.recent.broken:
            words = save.bad.problems[0].message if save.bad else save.recent.broken
            y = _below(dst, words[:1].upper() + words[1:], (x, y), wide, 16, p.red, 3)
        foot = r.bottom - px(96 + deeds)
        if y + px(30) < foot:
            rule(dst, x, r.right - px(24), foot - px(26))
            fit_text(dst, str(save.recent.path), (x, foot - px(12)), wide, 14, p.faint)
