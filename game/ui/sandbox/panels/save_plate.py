"""The plate that asks for title and kind before anything is written; no part of the rules.

The file's name follows from them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pygame import Rect, Surface

from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_cap, plate
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Still, Widget

KINDS = {  # kinds of file: words, short words, and folder
    "sandbox": ("sandbox, {plans}", "sandbox", "among your saved battles"),
    "scenario": ("scenario to play", "scenario", "in your scenarios"),
    "demonstration": ("demonstration", "shown", "in your demonstrations"),
}
WIDE = 480  # design pixels
LONGEST = 24  # most letters of a file's name that are shown


class SaveGround(Still):
    """The plate itself, which covers everything below it."""

    def draw(self, dst: Surface) -> None:
        px, r = theme.px, self.rect
        plate(dst, r, theme.accent, 255, 8, 2)
        text(dst, "Save", (r.x + px(18), r.y + px(26)), 20, theme.palette.white, "b", "midleft")
        key_cap(dst, (r.right - px(16), r.y + px(26)), "Esc")


class FileName(Still):
    """The future name of the file, and whether one of that name exists."""

    def __init__(self, rect: Rect, words: str, taken: bool) -> None:
        super().__init__(rect, rule="table/saving", name="file name")
        self.words, self.taken = words, taken

    def draw(self, dst: Surface) -> None:
        ink = theme.palette.yellow if self.taken else theme.palette.muted
        fit_text(dst, self.words, self.rect.midleft, self.rect.w, (14, 13), ink, "r", "midleft")


def save_plate(
    context: SandboxContext, lines: Lines, to: tuple[Path, bool], save: Callable[[bool], object]
) -> list[Widget]:
    """Return the widgets of the plate, laid over the board. `save` is called with whether to replace the file of that
    title."""
    px, layout, kind = theme.px, context.layout, context.saving
    path, taken = to
    wide = min(px(WIDE), layout.window.w - px(16))
    high = min(px(262), layout.window.h - px(16))
    x = max(px(8), min(layout.board.x + px(40), layout.window.w - wide - px(8)))
    ground = SaveGround(
        Rect(x, min(layout.top.bottom + px(6), layout.window.h - high - px(8)), wide, high), rule="table/saving"
    )
    column = Column(Rect(ground.rect.x + px(18), ground.rect.y + px(48), wide - px(36), high))
    many = len(context.sandbox.branches)
    told = [short if wide < px(420) else words for words, short, _ in KINDS.values()]
    names = [words.format(plans=f"{many} plan{'s' * (many != 1)}") for words in told]
    column.add(
        Segments(
            column.row(36, 10),
            names,
            chosen=list(KINDS).index(kind),
            on_change=lambda n: context.ask_save(list(KINDS)[n]),
            name="save kind",
            rule="table/saving",
        )
    )
    for field in (lines.save_title, lines.save_about):
        field.rect, field.on_enter, field.label_width = column.row(36, 8), partial(save, False), 60
        column.add(field)
    # the destination can be focused too
    name = path.name if len(path.name) <= LONGEST else f"{path.stem[: LONGEST - 6]}…{path.suffix}"
    where = f"{name}, {KINDS[kind][2]}"
    column.add(FileName(column.row(22, 8), f"{where}: there is one of that title" if taken else where, taken))
    row = column.row(38, 0)
    main, other = px(150), px(110)
    last = kind == "demonstration"
    column.add(
        Button(
            Rect(row.right - main, row.y, main, row.h),
            "Captions" if last else "Save",
            on_press=partial(save, False),
            kind="main",
            cap="Enter",
            size=15,
            name="save it",
            rule="table/saving",
            hint="Write captions and choose steps first"
            if last
            else "A file of its own, numbered where one has the title",
        )
    )
    if taken and not last:
        column.add(
            Button(
                Rect(row.right - main - other - px(8), row.y, other, row.h),
                "Replace",
                on_press=partial(save, True),
                size=15,
                name="replace",
                rule="table/saving",
                hint=f"Write over {path.name}",
            )
        )
    return [ground, *column.widgets]
