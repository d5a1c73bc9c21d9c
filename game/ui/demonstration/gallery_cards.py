"""The cards of the gallery: a demonstration with its picture, the buttons of the player's own, the heading of a
chapter; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect, Surface

from game.demonstrations.catalogue import CatalogueEntry
from game.formats.validation import BadFile
from game.rulebook.book import rulebook
from game.ui.demonstration.picture.preview import preview
from game.ui.menu.cards import cached_preview
from game.ui.render.backdrop import empty_table
from game.ui.render.shapes import box, paste
from game.ui.render.text import caps, caps_width, fit_text, lines, text, width, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.parts import chip
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Still, Widget, shades

CARD, GAP = (236, 265), 16  # design pixels: least width and height of a card, and the gap
WORDS = 143  # design pixels of a card below its picture
FILM = 58  # design pixels: width of the film button
DEEDS = (
    ("rename", "Rename", "give it another title (R)"),
    ("edit", "Edit", "open it in the sandbox (E)"),
    ("delete", "Delete", "delete its file (Delete)"),
)


class ExhibitCard(Widget):
    """A demonstration: its picture over title and description, with the number of its rule and of its steps. `game` is
    the name shown on the picture where several games' demonstrations are listed together."""

    def __init__(self, rect: Rect, exhibit: CatalogueEntry, on_press: Callable[[], object], game: str = "") -> None:
        super().__init__(
            rect, on_press=on_press, rule=exhibit.rule, name=f"demonstration {exhibit.name}", hint=exhibit.about
        )
        self.exhibit, self.game = exhibit, game

    def line_counts(self) -> tuple[int, int, int]:
        """Return the size of the title, its lines, and the lines left for the description."""
        wide = self.rect.w - theme.px(28)
        size = next((n for n in (18, 17, 16) if width(self.exhibit.title, n, "b") <= wide), 0)
        rows = 1 if size else 2  # a long title takes a line from the description
        return size or 16, rows, 5 - rows

    @property
    def whole(self) -> bool:
        """Return whether title and description fit uncut."""
        wide, (size, rows, left) = self.rect.w - theme.px(28), self.line_counts()
        return (
            len(lines(self.exhibit.title, wide, size, "b")) <= rows and len(lines(self.exhibit.about, wide, 15)) <= left
        )

    def draw(self, dst: Surface) -> None:
        px, r, p, one = theme.px, self.rect, theme.palette, self.exhibit
        fill, _, _ = shades("plain", True, self.hover, self.pressed)
        box(dst, r, fill if self.hover else p.raised, 9, 255, theme.accent if self.hover else p.line)
        frame = Rect(r.x + px(6), r.y + px(6), r.w - px(12), r.h - px(6) - px(WORDS))
        paste(dst, cached_preview(one.look, lambda: self._picture(frame.size), frame.size), frame.topleft)
        if self.game:
            chip(dst, (frame.x + px(4), frame.y + px(4)), self.game, size=13, anchor="topleft")
        x, wide, y = r.x + px(14), r.w - px(28), frame.bottom + px(14)
        size, rows, left = self.line_counts()
        wrap(dst, one.title, (x, y), wide, size, p.white, "b", 20, rows)
        wrap(dst, one.about, (x, y + px(4 + 20 * rows)), wide, 15, p.red if one.bad else p.muted, lead=19, most=left)
        foot = r.bottom - px(15)
        room = (r.w - px(FILM)) // 2 - px(22)
        fit_text(dst, rule_words(one.rule), (x, foot), room, (14, 13, 12, 11), theme.accent, "s", "midleft")
        text(
            dst, f"{one.captions} steps" if one.captions else "", (r.right - px(14), foot), 14, p.muted, "r", "midright"
        )

    def _picture(self, size: tuple[int, int]) -> Surface:
        try:
            steps = self.exhibit.steps
        except BadFile:  # the form is right but the battle is not: opening it shows the reason
            steps = []
        return preview(steps, size) if steps else empty_table(size)


def rule_words(address: str) -> str:
    """Return the number of a rule's section, `6.6` for `book/6.6/steered`, or else the title of its page."""
    _, *parts = address.split("/")
    page = rulebook().get(address)
    return parts[0] if parts and parts[0][:1].isdigit() else page.title if page else ""


def film_button(card: Rect, one: CatalogueEntry, write: Callable[[CatalogueEntry], object], cap: str) -> Button:
    """Return the film button at the foot of a card, for the pointer only: a key does the same for the card with the
    ring."""
    place = Rect(0, 0, theme.px(FILM), theme.px(22))
    place.midbottom = card.centerx, card.bottom - theme.px(4)
    button = Button(
        place,
        "Film",
        on_press=partial(write, one),
        kind="quiet",
        size=13,
        name=f"film {one.name}",
        hint=f"write it as a film ({cap})",
        enabled=one.file is not None,
        rule="table/replay",
    )
    button.focusable = False
    return button


class ChapterHeading(Still):
    """The name of a chapter over its cards, with their number."""

    def __init__(self, rect: Rect, family: str, chapter: str, count: int) -> None:
        super().__init__(rect)
        self.family, self.chapter, self.count = family, chapter, count

    def draw(self, dst: Surface) -> None:
        """Draw the chapter in capitals, family and count beside it."""
        r, px, p = self.rect, theme.px, theme.palette
        caps(dst, self.chapter, (r.x, r.centery), p.text, "midleft", 14)
        x = r.x + caps_width(self.chapter, 14) + px(16)
        words = f"{self.count}" if self.family == self.chapter else f"{self.family} · {self.count}"
        text(dst, words, (x, r.centery), 15, p.muted, "r", "midleft")


def own_deeds(r: Rect, one: CatalogueEntry, sure: bool, do: Callable[[str, CatalogueEntry], object]) -> list[Widget]:
    """Return the row under a card of the player's own. `sure`: delete was pressed once and asks again."""
    gap, found = theme.px(6), list[Widget]()
    wide = (r.w - 2 * gap) // len(DEEDS)
    for n, (deed, label, hint) in enumerate(DEEDS):
        asks = sure and deed == "delete"
        able = deed == "delete" or one.file is not None
        hint = "press once more: the file is gone for good" if asks else hint if able else "its file has mistakes"
        found.append(
            Button(
                Rect(r.x + n * (wide + gap), r.y, wide, r.h),
                "Delete it?" if asks else label,
                on_press=partial(do, deed, one),
                size=14,
                name=f"{deed} {one.name}",
                hint=hint,
                enabled=able,
                kind="main" if asks else "plain",
                rule="table/demonstrations",
            )
        )
    return found


def title_field(r: Rect, title: str, take: Callable[[], object], leave: Callable[[], object], most: int) -> TextField:
    """Return the field for another title: Enter takes it, Esc keeps the old one."""
    field = TextField(
        r,
        title,
        on_enter=take,
        on_leave=leave,
        name="new title",
        size=15,
        hint="Enter renames it, Esc does not",
        most=most,
    )
    field.anchor, field.cursor = 0, len(title)
    return field
