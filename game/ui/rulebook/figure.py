"""The figure of a page of the rule book: a step of one of its demonstrations on the board, which is played in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from pygame import Rect, Surface
from pygame.event import Event

from game.core.values import Entry
from game.demonstrations.catalogue import CatalogueEntry, of_page
from game.demonstrations.demonstration import Demonstration
from game.formats.validation import BadFile
from game.rulebook.book import RuleEntry
from game.ui.demonstration import caption
from game.ui.demonstration.picture.preview import telling
from game.ui.demonstration.stage import DemonstrationStage
from game.ui.games import drawn_by
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, width
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Still, Widget

HEAD, ROW = 46, 40  # design pixels: height of the title over the board, and of the buttons under the caption
ROOMY = 430  # design pixels: height of a board with room for plates of dice, which otherwise a card shows


class PageExample(Protocol):
    """An example in which the reader can try other values."""

    def fill(self, column: Column) -> None:
        """Add it to a card."""

    def suit(self, house: Entry) -> None:
        """Take over the house rules that the page shows."""


class FigureHead(Still):
    """The title of the demonstration, and the number of the step shown."""

    def __init__(self, rect: Rect, show: Demonstration, variant: bool) -> None:
        super().__init__(rect, rule=show.rule, hint=show.about, name="figure title")
        self.show, self.variant = show, variant

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        fit_text(dst, self.show.title, (r.x, r.y + px(14)), r.w, (17, 16, 15), p.white, "b", "midleft")
        said = f"step {self.show.index + 1} of {len(self.show.steps)}{', a variant' if self.variant else ''}"
        fit_text(dst, said, (r.x, r.y + px(34)), r.w, (14, 13), p.muted, "r", "midleft")


class Figure:
    """The demonstrations of a page, and the one on the board. `changed` is called when anything beside the board must
    change. `over` is called when one has been played to its end, and returns whether something follows."""

    def __init__(self, changed: Callable[[], object], over: Callable[[], bool]) -> None:
        self.changed, self.over = changed, over
        self.entries: Sequence[CatalogueEntry] = ()
        self._address = ""
        self.index = 0
        self.stage: DemonstrationStage | None = None
        self.trouble: BadFile | None = None
        self.example: PageExample | None = None  # the example of the game's own screen
        self.frame = Rect(0, 0, 0, 0)
        self._untouched = False  # true while the step with which the page opened is still shown

    def open(self, page: RuleEntry, first: int = 0) -> None:
        """Take the demonstrations of a page, and show the most informative step of the `first`. If `first` is -1, show
        none."""
        self.entries, self._address = of_page(page), page.address
        self.choose(first)

    def choose(self, index: int) -> None:
        """Show another demonstration of the page; -1 is none."""
        self.stage, self.trouble, self.index, self.example = None, None, index, None
        if not self.entries or index < 0:
            self.changed()
            return
        try:
            show = self.entries[index].open()
        except BadFile as bad:
            self.trouble = bad
            return
        self.stage = DemonstrationStage(show, self.changed, over=self.over)
        show.go(telling(show.steps).index)
        self.stage.player.enter(False)
        self._untouched = True
        view = show.step.view
        if make := (drawn_by(view.system, "EXAMPLES") or {}).get(self._address):
            self.example = make(view, show.step.say.ship or next(iter(view.state.ships)), self.changed)
        self.changed()

    def other(self) -> None:
        """Show the next demonstration of the page."""
        if len(self.entries) > 1 or (self.entries and self.index < 0):
            self.choose((self.index + 1) % len(self.entries))

    def suit(self, key: str, house: Entry) -> None:
        """Show a demonstration in which a house rule has its value in `house`, if there is one."""
        fit = [n for n, one in enumerate(self.entries) if one.file and one.file.house.get(key) == house.get(key)]
        plain = [n for n, one in enumerate(self.entries) if one.file and key not in one.file.house]
        found = fit or plain
        if found and self.index not in found:
            self.choose(found[0])
        if self.example:
            self.example.suit(house)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play from here, or stop. If nothing has been played yet, play from the beginning."""
        if self.stage:
            if self._untouched:
                self.stage.show.go(0)
                self.stage.player.enter()
            self._untouched = False
            self.stage.player.play()
            self.changed()

    def start(self, path: Path | None = None) -> None:
        """Play a demonstration from the beginning: the one in a file, or the first one."""
        wanted = next((n for n, one in enumerate(self.entries) if one.path == path), 0)
        if wanted != self.index:
            self.choose(wanted)
        self._untouched = True
        if self.stage and not self.stage.player.playing:
            self.play()

    def forward(self) -> None:
        """Show the next step, or the end of this one."""
        if self.stage:
            self._untouched = False
            self.stage.player.forward()

    def backward(self) -> None:
        """Show the step before."""
        if self.stage:
            self._untouched = False
            self.stage.player.backward()

    def jump(self, index: int) -> None:
        """Show a step at its end; -1 is the last."""
        if self.stage:
            self._untouched = False
            self.stage.player.jump(index % len(self.stage.show.steps))

    def stop(self) -> None:
        """Stop playing, and show the end of the step."""
        if self.stage:
            self.stage.player.playing = False
            self.stage.player.rest()

    def tick(self, seconds: float) -> None:
        """Let the steps play."""
        if self.stage:
            self.stage.tick(seconds)

    @property
    def moving(self) -> bool:
        """Return whether something is playing, gliding or waiting."""
        return bool(self.stage and self.stage.moving)

    def handle(self, event: Event) -> bool:
        """Pass an event to the board."""
        return bool(self.stage and self.frame.h and self.stage.handle(event))

    # -- laying out and drawing ----------------------------------------------------------------------------------------

    def lay_out(self, frame: Rect, deeds: Sequence[tuple[str, str, Callable[[], object]]], big: bool) -> list[Widget]:
        """Return title and buttons above the board, caption and player below it. `deeds` are labels, key caps and
        actions of the buttons. `big` captions are for a projector. A frame without height shows nothing."""
        self.frame = Rect(frame)
        if self.stage is None or not frame.h:
            return []
        px, show, player = theme.px, self.stage.show, self.stage.player
        small = frame.w < px(760)
        high = px(150 if big else 72 if frame.h < px(420) else 104 if small else 88)
        foot = Rect(frame.x, frame.bottom - high - px(ROW + 12), frame.w, high + px(ROW + 12))
        self.stage.resize(Rect(frame.x + 1, frame.y + px(HEAD), frame.w - 2, foot.y - frame.y - px(HEAD)))
        self.stage.dice = self.stage.board.rect.h >= px(ROOMY)
        right, made = frame.right - px(6), list[Widget]()
        for label, cap, do in deeds:
            wide = round(width(label, 16, "s")) + key_width(cap) + px(48)
            place = Rect(right - wide, frame.y + px(5), wide, px(HEAD - 10))
            made.append(Button(place, label, on_press=do, cap=cap, name=label.lower()))
            right = place.x - px(8)
        variant = self.entries[self.index].changes > self.entries[0].changes
        title = FigureHead(Rect(frame.x + px(14), frame.y, right - frame.x - px(20), px(HEAD)), show, variant)
        words = Rect(foot.x + px(18), foot.y + px(4), foot.w - px(36), foot.h - px(ROW + 18))
        step = show.step
        said = caption.Caption(words, step.large, step.small, step.rule, small, big)
        row = Rect(foot.x + px(14), foot.bottom - px(ROW + 8), foot.w - px(28), px(ROW))
        share = player.animation

        def track(place: Rect) -> Widget:
            return caption.Stations(place, show, lambda: share.share, self.go)

        buttons = caption.buttons(row, show, player.playing, player.speed, self._do, small, track)
        return [title, *reversed(made), said, *buttons]

    def go(self, index: int) -> None:
        """Show a step: the next one as a film, any other at its end."""
        if self.stage:
            self._untouched = False
            self.stage.player.go(index)

    def _do(self, what: str) -> None:
        """Carry out the action of a button under the board."""
        if self.stage is None:
            return
        hurry = self.stage.player.hurry
        deeds: dict[str, Callable[[], object]] = {
            "play": self.play,
            "back": self.backward,
            "next": self.forward,
            "faster": partial(hurry, 1),
            "slower": partial(hurry, -1),
        }
        deeds[what]()
        self.changed()

    def draw(self, dst: Surface) -> None:
        """Draw the frame and the board."""
        if self.stage is None or not self.frame.h:
            return
        p = theme.palette
        box(dst, self.frame, p.panel, 8, 255, p.line)
        self.stage.draw(dst)
