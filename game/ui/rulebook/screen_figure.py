"""The figure of a page about the program: an actual screen, drawn by the program when the page is first seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pygame import Rect, Surface

from game.rulebook.book import RuleEntry
from game.ui.host import pictures
from game.ui.host.screen import Answer, Screen
from game.ui.render.shapes import paste
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Still, Widget

HEAD = 46  # design pixels: height of the line over the picture
TOP = 96  # design pixels: upper edge of the picture in the whole window
MakeScreen = Callable[[str], Screen]


@dataclass
class ScreenPicture:
    """A screen by its name, and its picture. `wanted` is the width in real pixels of a picture that is still to be
    drawn, or 0."""

    name: str
    make: MakeScreen
    wanted: int = 0
    trouble: bool = False

    def draw(self, dst: Surface, r: Rect) -> None:
        """Draw the picture in its frame. While there is none, draw an empty frame with a note."""
        p = theme.palette
        if picture := pictures.kept_picture(self.name, r.w):
            paste(dst, picture, r.topleft)
        else:
            self.wanted = 0 if self.trouble else r.w
            dst.fill(p.well, r)
            words = "this screen cannot be drawn now" if self.trouble else "drawing…"
            text(dst, words, r.center, 15, p.muted, "r", "center")
        thin = max(1, theme.px(1))
        for edge in (
            Rect(r.x, r.y, r.w, thin),
            Rect(r.x, r.bottom - thin, r.w, thin),
            Rect(r.x, r.y, thin, r.h),
            Rect(r.right - thin, r.y, thin, r.h),
        ):
            dst.fill(p.edge, edge)

    def tick(self) -> None:
        """Draw the wanted picture, after a frame with the note has been shown."""
        if self.wanted:
            try:
                pictures.draw_now(self.name, self.wanted, self.make)
            except OSError:  # the disk has no room for the folder that the screen needs
                self.trouble = True
            self.wanted = 0


class ScreenPlate(Still):
    """The picture of a screen among other widgets."""

    def __init__(self, rect: Rect, picture: ScreenPicture, rule: str) -> None:
        super().__init__(rect, rule=rule, name=f"screen {picture.name}")
        self.picture = picture

    def draw(self, dst: Surface) -> None:
        """Draw the picture, or the frame that waits for it."""
        self.picture.draw(dst, self.rect)


class PlateHead(Still):
    """The words over the picture."""

    def draw(self, dst: Surface) -> None:
        fit_text(
            dst,
            "As the program shows it",
            self.rect.midleft,
            self.rect.w,
            (15, 14),
            theme.palette.muted,
            "r",
            "midleft",
        )


class ScreenFigure:
    """The picture of the open page, if it has one, and the words and the button over it."""

    def __init__(self, make: MakeScreen | None) -> None:
        self.make = make
        self.picture: ScreenPicture | None = None
        self.page: RuleEntry | None = None

    def open(self, page: RuleEntry) -> None:
        """Show the screen of a page."""
        self.page = page
        self.picture = ScreenPicture(page.screen, self.make) if self.make and page.screen else None

    def lay_out(self, r: Rect, widen: Callable[[], object]) -> list[Widget]:
        """Return the picture, as large as fits, and the widgets above it; empty if there is none. Without a given
        height, any height is allowed."""
        if self.picture is None or self.page is None:
            return []
        px, label = theme.px, "Full window"
        wide = r.w if not r.h else min(r.w, round((r.h - px(HEAD)) * r.w / pictures.high(r.w)))
        button = round(width(label, 16, "s")) + key_width("F") + px(48)
        place = Rect(r.x + wide - button, r.y, button, px(HEAD - 10))
        head = PlateHead(Rect(r.x, r.y, wide - button - px(10), px(HEAD - 10)))
        plate = Rect(r.x, r.y + px(HEAD), wide, pictures.high(wide))
        return [
            head,
            Button(place, label, on_press=widen, cap="F", name=label.lower()),
            ScreenPlate(plate, self.picture, self.page.address),
        ]

    def whole(self) -> Screen | None:
        """Return the page that shows the picture in the whole window."""
        return WholePicture(self.page, self.make) if self.picture and self.page and self.make else None

    def tick(self) -> None:
        """Draw the wanted picture."""
        if self.picture:
            self.picture.tick()

    @property
    def moving(self) -> bool:
        """Return whether a picture is still to be drawn."""
        return bool(self.picture and self.picture.wanted)


class WholePicture(Page):
    """The screen of a page, as large as the window allows."""

    def __init__(self, page: RuleEntry, make: MakeScreen) -> None:
        super().__init__()
        self.subject, self.heading = page.address, page.title
        self.picture = ScreenPicture(page.screen, make)

    def titles(self, area: Rect) -> tuple[str, str]:
        return self.heading, "as the program shows it" if area.w > theme.px(1000) else ""

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the picture and the button that leads back."""
        px = theme.px
        room = Rect(margin(area), px(TOP), area.w - 2 * margin(area), area.h - px(TOP + 24))
        wide = min(room.w, round(room.h * room.w / pictures.high(room.w)))
        plate = Rect(room.centerx - wide // 2, room.y, wide, pictures.high(wide))
        return [self.close_button(area, "Rule book"), ScreenPlate(plate, self.picture, self.subject)]

    @property
    def moving(self) -> bool:
        return bool(self.picture.wanted)

    def tick(self, seconds: float) -> Answer:
        """Draw the wanted picture."""
        self.picture.tick()
        return None
