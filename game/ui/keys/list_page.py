"""The base of pages with keys of their own, and the list of keys, made from the table that binds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pygame import Rect, Surface
from pygame.event import Event

from game.ui.host.preferences import preferences
from game.ui.host.screen import Push
from game.ui.keys.bindings import Binding, Keys, printed_name
from game.ui.render.text import caps, lines, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane, shortest, side_by_side
from game.ui.toolkit.page import Page, margin, title
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.widgets import Still, Widget

EVERYWHERE = tuple(Binding("", keys, words, "Everywhere") for keys, words in (
    (("Tab", "Shift+Tab"), "go to the next thing, the one before"), (("Arrows",), "go to the nearest thing that way"),
    (("Enter", "Space"), "press what the ring is round"), (("F1",), "open the rule of what is pointed at"),
    (("Esc",), "go back"),
    (("F11",), "fill the screen"),
    (("Ctrl+Plus", "Ctrl+Minus", "Ctrl+0"), "show all larger, smaller, after the display"),
    (("PageUp", "PageDown"), "scroll"),
))  # fmt: skip
Line = tuple[str, str]  # names of keys with commas between them, and their action


class KeyTable(Still):
    """Keys and their actions, each group under its heading."""

    LEAD = 30

    def __init__(self, column: Column, heading: str, keys: Sequence[tuple[str, str]], lead: int) -> None:
        self.heading, self.keys, self.lead = heading, list(keys), lead
        self.rows = [len(lines(words, column.wide - self.lead, 16)) for _, words in self.keys]
        high = (
            theme.px(34) + sum(theme.px(self.LEAD) + theme.px(20) * (count - 1) for count in self.rows) + theme.px(14)
        )
        super().__init__(column.take(high), rule="table/keys")

    @staticmethod
    def width_of_caps(names: str) -> int:
        """Return the width of a line's key caps, in real pixels."""
        return sum(key_width(name) + theme.px(6) for name in names.split(", "))

    def draw(self, dst: Surface) -> None:
        """Draw key caps at the left, words at the right."""
        px, p, r = theme.px, theme.palette, self.rect
        caps(dst, self.heading, (r.x, r.y + px(2)))
        y = r.y + px(34)
        for (names, words), count in zip(self.keys, self.rows):
            x = r.x
            for name in names.split(", "):
                x = key_cap(dst, (x, y + px(6)), name, "midleft").right + px(6)
            wrap(dst, words, (r.x + self.lead, y), r.w - self.lead, 16, p.text, lead=20)
            y += px(self.LEAD) + px(20) * (count - 1)


def lines_of(keys: Keys, more: Sequence[Binding] = ()) -> dict[str, Sequence[Line]]:
    """Return a table of keys as lines, by group. `more` are those that parts of the screen use; those of every screen
    come last."""
    groups = {**keys.groups(), **{one.group: more for one in more}, "Everywhere": EVERYWHERE}
    return {
        name: [(", ".join(map(printed_name, one.keys)), one.words) for one in rows] for name, rows in groups.items()
    }


def add_keys(columns: Sequence[Column], groups: Mapping[str, Sequence[Line]]) -> None:
    """Add every group to the shortest column, with all words at the same distance."""
    lead = max(KeyTable.width_of_caps(names) for keys in groups.values() for names, _ in keys) + theme.px(14)
    for heading, keys in groups.items():
        column = shortest(columns)
        column.add(KeyTable(column, heading, keys, min(lead, round(column.wide * 0.55))))


class KeyList(Page):
    """The keys in columns of groups."""

    subject = "table/keys"

    def __init__(self, keys: Keys, more: Sequence[Binding] = ()) -> None:
        self.pane = ScrolledPane("keys")
        super().__init__(self.pane)
        self.keys, self.more = keys, more

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return as many columns as fit, each group in the shortest."""
        px, side = theme.px, margin(area)
        frame = Rect(side, px(88), area.w - 2 * side, area.h - px(104))
        columns = side_by_side(frame, 420, 40)
        add_keys(columns, lines_of(self.keys, self.more))
        return [
            self.close_button(area),
            *self.pane.fill(frame, [one for column in columns for one in column.widgets], 16),
        ]

    def key(self, event: Event) -> bool:
        """Close the list on the key that opened it."""
        if self.keys.action(event) == "help":
            self.close()
            return True
        return False

    def paint(self, dst: Surface) -> None:
        dst.fill(theme.palette.panel)
        title(dst, dst.get_rect(), "Keys", "Settings, Set keys changes all but those of menu, curtain and Everywhere.")


class KeyedPage(Page):
    """A page with a table of keys that call its methods. `part_keys` are listed only, because parts of the page use
    them."""

    key_table: Sequence[Binding] = ()
    part_keys: Sequence[Binding] = ()

    @cached_property
    def keys(self) -> Keys:
        """The table with the player's own keys."""
        return Keys(preferences.settings.keys, self.key_table)

    def key(self, event: Event) -> bool:
        return self.keys.run(event, self)

    def cap(self, action: str) -> str:
        """Return the key of an action, as printed on the keyboard."""
        return self.keys.cap(action)

    def help(self) -> None:
        """Open the list of keys."""
        self.answer = Push(KeyList(self.keys, self.part_keys))
