"""The settings page: size, colours, sound, speed, the folder of saves, and the keys.

Every change takes effect at once and is saved. No setting affects a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.formats.user_folders import home
from game.ui.host.preferences import STILL, preferences
from game.ui.host.screen import Answer, Push
from game.ui.host.sound import sounds
from game.ui.keys.bindings import Keys, printed_name
from game.ui.keys.gallery_bindings import BINDINGS as GALLERY
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.keys.list_page import add_keys, lines_of
from game.ui.pages.keys_page import KeysPage
from game.ui.render.dice_faces import die
from game.ui.render.hulls import sprite
from game.ui.render.icons import icon
from game.ui.render.shapes import box, mark, rule, stamp
from game.ui.render.text import fit_text, lines, text, width, wrap
from game.ui.render.theme import LEAST, MOST, PALETTES, theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import copy
from game.ui.toolkit.value_fields import Segments, Slider
from game.ui.toolkit.widgets import Button, Still, Widget

SPEEDS = ((0.5, "half"), (1.0, "usual"), (2.0, "double"), (4.0, "fourfold"), (STILL, "off"))
IN_MENU = (
    ("Enter", "go on, or begin what was chosen"), ("C", "go on with the last battle"),
    ("Space", "begin the chosen scenario"),
    ("O", "open a battle"), ("Y", "open the shipyard"), ("D", "open the demonstrations"), ("S", "open the sandbox"),
    ("E", "open the lesson of the game"), ("F", "buy two fleets"), ("B", "open the battles by file"),
    ("R", "open the rules"), ("T", "open the settings"), ("L", "open the odds lab"),
    ("1 to 6, U", "list the scenarios of a game, your own"), ("H", "open house rules, where they are folded"),
    ("F2", "rename a save"), ("Q", "quit"),
)  # fmt: skip
WHO_PLAYS = (
    ("1, 2", "let a person play the side, the computer"),
    ("Left, Right", "choose its level"),
    ("Up, Down", "choose its style"),
)
CURTAIN = (
    ("hold Space", "open the curtain"), ("1 to 9", "see a moment again"), ("Enter", "take the seat"),
    ("Esc", "go back to the seat before"), ("F10", "save and leave"),
)  # fmt: skip


class SettingLabel(Still):
    """The label of a setting: its name, and an explanation below."""

    def __init__(self, rect: Rect, words: str, about: str = "") -> None:
        super().__init__(rect, rule="table/settings")
        self.words, self.about = words, about

    def draw(self, dst: Surface) -> None:
        p, r = theme.palette, self.rect
        drop = theme.px(2 if self.about else 14)
        fit_text(dst, self.words, (r.x, r.y + drop), r.w, 17, p.white, "s")
        if self.about:
            wrap(dst, self.about, (r.x, r.y + theme.px(26)), r.w, 15, p.muted, lead=20)


class SettingsSample(Still):
    """A sample of the scale and palette: ships, symbols, dice, marks and text in all colours."""

    def draw(self, dst: Surface) -> None:
        """Draw the sample as a strip."""
        px, p, r = theme.px, theme.palette, self.rect
        box(dst, r, p.well, 8, 255, p.line)
        x, y = r.x + px(44), r.y + px(40)
        for glyph, colour in (
            ("needle-heavy-cruiser", p.azure),
            ("fork-heavy-cruiser", p.amber),
            ("box-freighter", p.neutral),
        ):
            stamp(dst, sprite(glyph, 60, colour), (x, y))
            x += px(66)
        for kind, level, arcs in (("beam", 3, ("FP", "F", "FS")), ("torpedo", 0, ("F",)), ("screen", 2, ())):
            if x + px(30) < r.right:
                stamp(dst, icon(kind, level, arcs), (x, y))
            x += px(54)
        for face, kind in ((6, "again"), (5, "scored"), (2, "missed")):
            if x + px(20) < r.right:
                stamp(dst, die(face, 22, 0, kind), (x, y))
            x += px(32)
        x, y = r.x + px(20), r.y + px(86)
        for words, colour, sign in (
            ("done", p.green, "done"),
            ("no order", p.yellow, "todo"),
            ("lost", p.red, "dead"),
            ("ordnance", p.violet, "fired"),
        ):
            wide = px(26) + round(width(words, 16, "s"))
            if x + wide > r.right - px(12):
                break
            stamp(dst, mark(sign, colour), (x + px(8), y))
            text(dst, words, (x + px(24), y), 16, colour, "s", "midleft")
            x += wide + px(22)


class SizeSample(Still):
    """A line of text at the size of a new scale, before it is applied."""

    def __init__(self, rect: Rect, page: SettingsPage) -> None:
        super().__init__(rect)
        self.page = page

    def draw(self, dst: Surface) -> None:
        """Draw one line, clipped to the rect."""
        p, wanted = theme.palette, self.page.wanted or theme.scale
        outside = dst.get_clip()
        dst.set_clip(self.rect.clip(outside))
        text(dst, "Words of ordinary size", self.rect.midleft, 16 * wanted / theme.scale, p.text, "r", "midleft")
        dst.set_clip(outside)


class SettingsPage(Page):
    """All settings of the program, as opposed to those of a battle."""

    subject = "table/settings"

    def __init__(self, program: object = None) -> None:
        self.left, self.right = ScrolledPane("settings"), ScrolledPane("keys")
        super().__init__(self.left, self.right)
        self.size: tuple[int, int] = (0, 0)
        self.wanted: float | None = None  # the scale at the pointer while the slider is dragged

    def handle(self, event: Event) -> Answer:
        """Apply the scale only when the slider is released, so that the page does not change under the pointer."""
        answer = super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP and self.wanted is not None:
            wanted, self.wanted = self.wanted, None
            self._take_scale(wanted)
        return answer

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return two columns: the settings and the keys."""
        px, m = theme.px, margin(area)
        self.size = area.size
        done = self.close_button(area, "Done", kind="main")
        body = Rect(m, px(96), area.w - 2 * m, area.h - px(112))
        if area.w >= px(1080):
            left = Rect(body.x, body.y, min(px(820), round(body.w * 0.56)), body.h)
            right = Rect(left.right + px(48), body.y, body.right - left.right - px(48), body.h)
            settings, keys = self._settings(Column(left, 16, 4)), self._keys(Column(right, 16, 4))
            return [done, *self.left.fill(left, settings, 16), *self.right.fill(right, keys, 16)]
        column = Column(body, 16, 4)
        column.y = self._settings(column)[-1].rect.bottom + px(36)
        return [done, *self.left.fill(body, self._keys(column), 16), *self.right.fill(Rect(0, 0, 0, 0), [])]

    def _settings(self, column: Column) -> list[Widget]:
        """Return the settings. Each has its field at the right, or below its label if there is little room."""
        now = preferences.settings
        names = list(PALETTES)
        palette = names.index(theme.palette.name) if theme.palette.name in names else 0
        speeds = [factor for factor, _ in SPEEDS]
        speed = min(range(len(speeds)), key=lambda i: abs(speeds[i] - now.speed))

        still = "" if preferences.animated else "moving pictures are off"

        def percents(share: float) -> str:
            return f"{share * 100:.0f} %"

        rows: tuple[tuple[str, str, Callable[[Rect], Widget]], ...] = (
            ("Size of everything", self._scale_note(), lambda f: Slider(
                f, preferences.scale, low=LEAST, high=MOST, on_change=self._scale, step=0.05, show=percents,
                name="scale")),
            ("Colours", "The second palette keeps red and green apart by brightness.", lambda f: Segments(
                f, [PALETTES[name].title for name in names], chosen=palette, name="palette",
                on_change=lambda i: preferences.change(palette=names[i]))),
            ("Moving pictures", "How fast ships move and guns fire; off shows only where it ends.", lambda f: Segments(
                f, [words for _, words in SPEEDS], chosen=speed, name="speed",
                on_change=lambda i: preferences.change(speed=SPEEDS[i][0]))),
            ("Dice", "They may tumble before they lie, or lie at once.", lambda f: Segments(
                f, ["tumble", "lie still"], chosen=0 if now.tumbling else 1, name="dice",
                on_change=lambda i: preferences.change(tumbling=i == 0))),
            ("Effects", "Sparks, explosions, drives and wakes, while pictures move.", lambda f: Segments(
                f, ["off", "on"], chosen=int(now.effects), name="effects", enabled=preferences.animated, why_not=still,
                on_change=lambda i: preferences.change(effects=bool(i)))),
            ("Why, each turn", "Against one player the computer says why as each turn ends.", lambda f: Segments(
                f, ["off", "on"], chosen=int(now.why_each_turn), name="why each turn",
                on_change=lambda i: preferences.change(why_each_turn=bool(i)))),
            ("Captions of demonstrations", "Large ones can be read from the back of a room.", lambda f: Segments(
                f, ["usual", "large"], chosen=int(now.large_captions), name="captions",
                on_change=lambda i: preferences.change(large_captions=bool(i)))),
            ("Sound", self._sound_note(), lambda f: Segments(
                f, ["off", "on"], chosen=int(now.sound), on_change=self._sound, name="sound")),
            ("Volume", "", lambda f: Slider(
                f, now.volume, low=0, high=1, on_change=self._volume, step=0.05, show=percents, name="volume",
                enabled=now.sound, why_not="sound is off")),
        )  # fmt: skip
        for number, (label, about, make) in enumerate(rows):
            self._row(column, label, about, make)
            if number == 0:
                column.space(-8)
                column.add(SizeSample(column.row(44, 14), self))
            if number == 1:
                column.space(-6)
                column.add(SettingsSample(column.row(116, 22)))
        self._folder(column)
        return column.widgets

    def _row(self, column: Column, label: str, about: str, make: Callable[[Rect], Widget], field: float = 316) -> None:
        """Add a setting. Its field is `field` design pixels wide if there is room beside the label."""
        px, beside = theme.px, column.wide >= theme.px(560)
        words = column.wide - px(field + 24) if beside else column.wide
        rows = len(lines(about, words, 15)) if about else 0
        high = px(26 if rows else 40) + rows * px(20)
        r = column.take(max(high, px(40)) if beside else high + px(40), 18)
        column.add(SettingLabel(Rect(r.x, r.y, words, high), label, about))
        column.add(
            make(Rect(r.right - px(field), r.y, px(field), px(40)) if beside else Rect(r.x, r.y + high, r.w, px(40)))
        )

    def _folder(self, column: Column) -> None:
        """Add the folder of saves and settings."""
        where = str(home() / "saves")
        self._row(
            column,
            "Battles are saved in",
            where,
            lambda r: Button(r, "Copy path", on_press=lambda: copy(where), name="copy path"),
            132,
        )
        self._row(
            column,
            "Keys of your own",
            "All but those of menu, curtain and Everywhere.",
            lambda r: Button(r, "Set keys", on_press=self._set_keys, name="set keys"),
            132,
        )

    def _set_keys(self) -> None:
        self.answer = Push(KeysPage())

    def uncovered(self) -> None:
        """Refresh, because the keys page may have changed the keys."""
        self.relay()

    def _keys(self, column: Column) -> list[Widget]:
        """Return all keys of the program, by screen."""
        battle = lines_of(Keys(preferences.settings.keys))
        shown = (
            Keys(preferences.settings.keys, GALLERY).groups() | Keys(preferences.settings.keys, DEMONSTRATION).groups()
        )
        gallery = {
            name: [(", ".join(map(printed_name, one.keys)), one.words) for one in rows] for name, rows in shown.items()
        }
        pages = {"Menu": IN_MENU, "Menu, card of a seat": WHO_PLAYS, "Curtain": CURTAIN, **gallery}
        add_keys([column], {"Everywhere": battle.pop("Everywhere"), **pages, **battle})
        return column.widgets

    # -- changes -------------------------------------------------------------------------------------------------------

    def _scale_note(self) -> str:
        """Return the explanation of the scale, or a note that the window is too small for it."""
        if preferences.held:
            return preferences.held
        by_itself = "It follows the display; from" if preferences.settings.scale is None else "From"
        return f"{by_itself} 75 to 300 per cent; Ctrl with plus and minus on every page, Ctrl with 0 after the display."

    def _sound_note(self) -> str:
        if preferences.settings.sound and not sounds.audible:
            return "No device to be heard on was found."
        return "Made by the program; off until switched on."

    def _scale(self, scale: float) -> None:
        if any(isinstance(w, Slider) and w.name == "scale" and w.pressed for w in self.focus.widgets):
            self.wanted = scale
        else:
            self._take_scale(scale)

    def _take_scale(self, scale: float) -> None:
        preferences.change(scale=round(scale, 2))
        if self.size[0]:
            preferences.hold(self.size)
        self.relay()

    def _sound(self, index: int) -> None:
        preferences.change(sound=bool(index))
        sounds.switch(bool(index), preferences.settings.volume)
        sounds.play("click")
        self.relay()

    def _volume(self, volume: float) -> None:
        preferences.change(volume=round(volume, 2))
        sounds.volume = preferences.settings.volume
        sounds.play("click")

    def titles(self, area: Rect) -> tuple[str, str]:
        return "Settings", ""

    def paint(self, dst: Surface) -> None:
        """Draw the background, the heading and the divider."""
        super().paint(dst)
        area, px, p = dst.get_rect(), theme.px, theme.palette
        if self.right.rect.w:
            x = self.right.rect.x - px(26)
            dst.fill(p.line, (x, self.right.rect.y, max(1, px(1)), self.right.rect.h))
        if preferences.trouble:
            at = (margin(area) + px(160), px(46))
            fit_text(dst, preferences.trouble, at, area.w - at[0] - px(240), 15, p.red, "r", "midleft")
        rule(dst, margin(area), area.right - margin(area), px(82))
