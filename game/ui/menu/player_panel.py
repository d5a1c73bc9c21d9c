"""The player of a side: the panel that a side's card opens over the menu; no part of the rules.

Every choice acts at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import HUMAN, RANDOM, STYLES, STYLES_OF
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer
from game.ui.menu.cards import PLAYERS
from game.ui.render.backdrop import veil
from game.ui.render.shapes import Vec, box, mark, paste, stamp
from game.ui.render.text import caps_width, fit_text, lines, text, width
from game.ui.render.theme import Colour, cached, theme
from game.ui.toolkit.blocks import Capitals, WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.focus import ARROWS
from game.ui.toolkit.page import Page
from game.ui.toolkit.parts import key_line, key_width
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget, shades

if TYPE_CHECKING:
    from game.core.state import Side
    from game.ui.menu.cards import SeatPlate
    from game.ui.toolkit.focus import Focus

RULE = "table/computer"
WIDE, ARROW = 884, (28, 14)  # design pixels: width of the panel, and size of its arrow
GAPS = (18, 12, 7)  # design pixels between its rows; the first that fits the window is used
STARS = 3
SECONDS = (3, 10, 30)  # a computer player's thinking time, in seconds
USUAL_LEVEL, USUAL_STYLE = "captain", "even"  # the computer's defaults


class LevelWords(NamedTuple):
    """The words of a level's card. It has stars, what the level does, and muted below that how far it looks ahead and
    how long it takes."""

    stars: int
    does: str
    more: tuple[str, ...] = ()


LEVELS = {
    RANDOM: LevelWords(0, "Plays any legal order"),
    "cadet": LevelWords(1, "Looks at this turn only", ("ship by ship,", "as if you flew on", "answers at once")),
    "captain": LevelWords(2, "Foretells your orders", ("this turn and the next", "takes a moment")),
    "admiral": LevelWords(3, "Follows more of your answers", ("its ships in concert", "takes its time")),
}
LIKES = {
    "wary": "gives little to risk, keeps its distance",
    "cautious": "spares its own ships first",
    "even": "counts its losses and yours alike",
    "bold": "closes in, and gives hull for hull",
    "reckless": "closes in, gives hull for hull and more",
}
KEYS = (("1 2", "who"), ("← →", "level"), ("↑ ↓", "style"), ("Tab", "on"), ("F1", "how it thinks"), ("Esc", "done"))


class SeatsPage(Protocol):
    """The page that asks who plays: the menu, or that of two fleets. A card for each side stays visible."""

    focus: Focus

    @property
    def panel_span(self) -> tuple[int, int]:
        """The left and right limits of the panel."""

    def fresh(self, size: tuple[int, int] | None = None) -> None: ...

    def draw_plain(self, dst: Surface) -> None: ...

    def player_of(self, side: Side) -> str: ...

    def seat_player(self, side: Side, player: str) -> None: ...

    def seat_plates(self, on_press: Callable[[Side], object], asked: Side | None = None) -> list[SeatPlate]: ...


@cached(4)
def _arrow(fill: Colour, edge: Colour) -> Surface:
    wide, high = ARROW
    v, corners = Vec(wide, high, 5, theme.scale), [(1, 0), (wide / 2, high - 2), (wide - 1, 0)]
    v.poly(corners, fill)
    v.lines(corners, edge, 2)
    return v.done()


class LevelCard(Widget):
    """A level of the computer: name, stars, and description."""

    PAD, LEAD = 14, 20

    def __init__(self, rect: Rect, kind: str, on: bool, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, name=f"level {kind}", rule=RULE)
        self.kind, self.on = kind, on

    @classmethod
    def rows(cls, kind: str, wide: int) -> tuple[list[str], list[str]]:
        """Return the lines of a card of a width in real pixels: what the level does, and the muted part."""
        room = wide - 2 * theme.px(cls.PAD)
        return lines(LEVELS[kind].does, room, 15), [row for one in LEVELS[kind].more for row in lines(one, room, 15)]

    @classmethod
    def high(cls, wide: int) -> int:
        """Return the height of cards of that width, in real pixels."""
        return theme.px(50) + max(sum(map(len, cls.rows(kind, wide))) for kind in LEVELS) * theme.px(cls.LEAD)

    def draw(self, dst: Surface) -> None:
        """Draw the card in the style of the cards of games."""
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, _ = shades("on" if self.on else "plain", True, self.hover, self.pressed)
        box(dst, r, fill, 8, 255, edge if self.on or self.hover else p.line, 2 if self.on else 1)
        x, y, right = r.x + px(self.PAD), r.y + px(23), r.right - px(self.PAD)
        if LEVELS[self.kind].stars:
            for index in range(STARS):
                ink = theme.accent if self.on else p.muted
                full = index < LEVELS[self.kind].stars
                stamp(dst, mark("star", ink if full else p.edge), (right - px(18) * (STARS - index) + px(9), y))
            right -= px(18) * STARS
        fit_text(dst, PLAYERS[self.kind], (x, y), right - px(6) - x, (20, 18, 17, 16), p.white, "b", "midleft")
        does, more = self.rows(self.kind, r.w)
        for index, row in enumerate((*does, *more)):
            ink = p.text if index < len(does) else p.muted
            text(dst, row, (x, r.y + px(46) + index * px(self.LEAD)), 15, ink)


class PlayerPanel(Page):
    """A person or the computer, its level, its style, and its thinking time. Cards of other sides switch to those."""

    subject = RULE

    def __init__(self, menu: SeatsPage, side: Side) -> None:
        super().__init__()
        self.menu, self.below = menu, False
        self.frame, self.card, self.foot = (Rect(0, 0, 1, 1) for _ in range(3))
        self._ask(side)
        self.fresh()
        kind = self.kind
        first = f"level {kind}" if kind in LEVELS else "who person" if kind == HUMAN else "who computer"
        if menu.focus.visible:  # the panel was opened by a key
            self.focus.focus(next(one for one in self.focus.widgets if one.name == first), True)

    # -- choices -------------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """The kind of player, without the style."""
        return self.menu.player_of(self.side).partition(":")[0]

    @property
    def style(self) -> str:
        """The style of the computer that plays the side, or would play it."""
        return self.menu.player_of(self.side).partition(":")[2] or self._style

    def _turn_to(self, side: Side) -> None:
        """Switch to another side. A press on the card of the present one closes the panel."""
        if side.id == self.side.id:
            self.close()
        else:
            self._ask(side)

    def _ask(self, side: Side) -> None:
        self.side = side
        self._style = USUAL_STYLE
        self._level = self.kind if self.kind in LEVELS else USUAL_LEVEL
        self.relay()

    def _seat(self, kind: str, style: str = "") -> None:
        self._style = style or self.style
        self._level = self._level if kind == HUMAN else kind
        styled = STYLES_OF.get(kind) and self._style != USUAL_STYLE
        self.menu.seat_player(self.side, f"{kind}:{self._style}" if styled else kind)
        self.relay()
        if self.focus.at and self.focus.at.name.startswith("who "):  # Enter would otherwise choose what was left
            self._follow("who person" if kind == HUMAN else "who computer")

    def _follow(self, name: str) -> None:
        """Move the focus to a choice that was made by its key."""
        self.fresh()
        self.focus.focus(next(one for one in self.focus.widgets if one.name == name), self.focus.visible)

    def _seat_computer(self) -> None:
        if self.kind == HUMAN:
            self._seat(self._level)

    def _walk_levels(self, by: int) -> None:
        """Take the next level; for a person, the computer's last one."""
        every = list(LEVELS)
        now = every.index(self._level) + (by if self.kind in LEVELS else 0)
        self._seat(every[max(0, min(len(every) - 1, now))])
        if isinstance(self.focus.at, LevelCard):
            self._follow(f"level {self._level}")

    def _walk_styles(self, by: int) -> None:
        if STYLES_OF.get(self.kind):
            now = STYLES.index(self.style) + by
            self._seat(self.kind, STYLES[max(0, min(len(STYLES) - 1, now))])

    def _think(self, index: int) -> None:
        preferences.change(thinking=SECONDS[index])

    # -- keys ----------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        """Choose with arrows, whatever has the focus. On a row of values, step through those."""
        self.fresh()
        plain = event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL)
        if not plain or event.key not in ARROWS:
            return super().handle(event)
        across, down = ARROWS[event.key]
        if across and self.focus.visible and isinstance(self.focus.at, Segments):
            return super().handle(event)
        if across:
            self._walk_levels(across)
        else:
            self._walk_styles(down)
        return None

    def enter(self) -> bool:
        """Close the panel on Enter while nothing is focused."""
        self.close()
        return True

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the rows of the panel, above the card of its side. They are below a card in the upper half of the
        window."""
        px = theme.px
        self.menu.fresh(area.size)
        plates = self.menu.seat_plates(self._turn_to, self.side)
        self.card = next(one.rect for one in plates if one.side.id == self.side.id)
        left, right = self.menu.panel_span
        self.below = self.card.centery < area.centery
        far = px(ARROW[1] + 2)
        room = area.h - self.card.bottom - far if self.below else self.card.y - far
        wide = min(px(WIDE), right - left)
        left = max(left, min(self.card.centerx - wide // 2, right - wide)) if self.below else left
        for gap in GAPS:
            pad = px(24 if gap == GAPS[0] else 16)
            column = Column(Rect(0, 0, wide - 2 * pad, area.h))
            self._fill(column, gap)
            high = column.y + 2 * pad - px(gap)
            if high < room:
                break
        self.frame = Rect(left, self.card.bottom + far if self.below else room - high, wide, high)
        for one in column.widgets:
            one.rect.move_ip(self.frame.x + pad, self.frame.y + pad)
        return [*column.widgets, *plates]

    def _fill(self, column: Column, gap: float) -> None:
        px, p, kind = theme.px, theme.palette, self.kind
        head = column.row(40, gap)
        done = Rect(head.right - px(112), head.y, px(112), head.h)
        title = Rect(head.x, head.y, done.x - px(12) - head.x, head.h)
        column.add(WordRow(title, [(f"Who plays the {self.side.name}?", p.white, "b")], size=22, rule=RULE))
        column.add(Button(done, "Done", on_press=self.close, cap="Esc"))
        people, computers = column.cells(2, 48, 12, gap)
        column.add(
            Button(
                people,
                "A person",
                sub="at this screen",
                cap="1",
                key=pygame.K_1,
                on=kind == HUMAN,
                name="who person",
                on_press=partial(self._seat, HUMAN),
                rule=RULE,
            )
        )
        column.add(
            Button(
                computers,
                "The computer",
                sub="thinks for itself",
                cap="2",
                key=pygame.K_2,
                on=kind != HUMAN,
                name="who computer",
                on_press=self._seat_computer,
                rule=RULE,
            )
        )
        column.heading("Level", "all see only what a person in their seat would see", rule=RULE)
        wide = column.cells(len(LEVELS), 0, 12)[0].w
        cards = column.cells(len(LEVELS), LevelCard.high(wide) / theme.scale, 12, gap)
        for r, level in zip(cards, LEVELS):
            column.add(LevelCard(r, level, level == kind, partial(self._seat, level)))
        self._fill_values(column, [Rect(cards[0]).union(cards[2]), cards[3]], gap)
        self.foot = column.row(22, gap)

    def _fill_values(self, column: Column, parts: Sequence[Rect], gap: float) -> None:
        """Add style and seconds side by side, below the levels."""
        styled = bool(STYLES_OF.get(self.kind))
        heads, fields = column.row(10, 14), column.row(40, gap)
        for part, label in zip(parts, ("Style", "May think")):
            column.add(Capitals(Rect(part.x, heads.y, part.w, heads.h), label, rule=RULE))
        if styled:
            left = parts[0].x + round(caps_width("Style")) + theme.px(18)
            sentence = f"{self.style}: {LIKES[self.style]}", theme.palette.text, "r"
            column.add(WordRow(Rect(left, heads.y, parts[0].right - left, heads.h), [sentence], size=15, rule=RULE))
        places = [Rect(part.x, fields.y, part.w, fields.h) for part in parts]
        column.add(
            Segments(
                places[0],
                STYLES,
                chosen=STYLES.index(self.style),
                enabled=styled,
                name="style",
                rule=RULE,
                why_not="" if styled else "only a cadet, a captain or an admiral has a style",
                on_change=lambda index: self._seat(self.kind, STYLES[index]),
            )
        )
        now = preferences.settings.thinking
        column.add(
            Segments(
                places[1],
                [f"{seconds} s" for seconds in SECONDS],
                chosen=SECONDS.index(now) if now in SECONDS else -1,
                name="thinking",
                rule=RULE,
                on_change=self._think,
            )
        )

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the dimmed menu, and over it the panel in the colour of its side."""
        self.menu.draw_plain(dst)
        paste(dst, veil(dst.get_size()), (0, 0))
        before, theme.seated = theme.seated, self.side.seat
        try:
            super().draw(dst)
        finally:
            theme.seated = before

    def paint(self, dst: Surface) -> None:
        """Draw the plate, its arrow to the card, and the keys."""
        px, p = theme.px, theme.palette
        box(dst, self.frame, p.panel, 10, 255, theme.accent, 2)
        x = max(self.frame.x + px(30), min(self.frame.right - px(30), self.card.centerx))
        picture, y = _arrow(p.panel, theme.accent), self.frame.bottom - px(2)
        if self.below:
            picture = pygame.transform.flip(picture, False, True)
            y = self.frame.y + px(2) - picture.get_height()
        paste(dst, picture, (x - picture.get_width() // 2, y))
        foot, shown = self.foot.move(self.frame.topleft), list(KEYS)
        while sum(key_width(cap) + width(words, 15) + px(46) for cap, words in shown) > self.frame.w - px(12):
            shown.pop()  # without the key that Done has too
        key_line(dst, (self.frame.centerx, foot.y + (self.frame.bottom - foot.y) // 2), shown)
