"""The page that writes a film: a preview, its look, its first and last step, and the place of the file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.film_look import FILM_SIZES, USUAL
from game.demonstrations.steps import Excerpt, StepCursor
from game.ui.film.developing import Developing, FilmWork, Stills, numbered_path, turn_ends
from game.ui.film.page import film_page
from game.ui.film.preview import FilmBar, FilmPreview
from game.ui.host.screen import Answer, Pop
from game.ui.pages.writing_page import WritingPage
from game.ui.render.shapes import bar, box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, CheckRow, Widget

KINDS = (  # ending, label, key, description
    (".html", "Page for a browser", "H", "plays anywhere, with log, dice and a bar of time"),
    (".webp", "Moving picture, WebP", "W", "small; most messengers show it"),
    (".gif", "Moving picture, GIF", "G", "everything shows it"),
    (".png", "Still pictures", "P", "one a turn, for a report"),
)
SPEEDS = (0.5, 1.0, 2.0, 4.0)  # speeds of an animated picture
DRAWS = 0.08  # seconds per window frame spent on frames of the film
# estimated bytes of a file: the page with its font, a step of it, and a frame of an animated picture per pixel
PAGE, PAGE_STEP = 360_000, 900
FRAME = {".webp": 0.021, ".gif": 0.033}
RULE = "table/replay"
Eyes = tuple[str, Callable[[], StepCursor]]  # name of a viewer, and the battle as steps in that view


class FilmPage(WritingPage):
    """The page that writes a film into the player's folder. `eyes` are the views that may be filmed, the first one
    chosen."""

    subject = RULE
    folder = "films"
    noun = "film"

    def __init__(self, title: str, eyes: Sequence[Eyes]) -> None:
        self.side = ScrolledPane("film")
        super().__init__(self.side)
        self.title, self.eyes, self.seen_by = title, eyes, 0
        self.look, self.ending, self.name = USUAL, ".webp", ""
        self.work: FilmWork | None = None
        self._begun = 0.0
        self._reels: dict[int, StepCursor] = {}
        self.show = FilmPreview(self.reel, self.look)

    @property
    def reel(self) -> StepCursor:
        """The battle as steps, as it is seen."""
        if self.seen_by not in self._reels:
            self._reels[self.seen_by] = self.eyes[self.seen_by][1]()
        return self._reels[self.seen_by]

    @property
    def still(self) -> bool:
        """Return whether there is nothing to film."""
        return len(self.reel.steps) < 2

    @property
    def part(self) -> StepCursor:
        """The steps that are filmed."""
        return Excerpt(self.reel, self.show.first, self.show.last)

    # -- actions -------------------------------------------------------------------------------------------------------

    def choose(self, ending: str) -> None:
        """Choose a kind of file."""
        self.ending = ending
        self.relay()

    def write(self) -> None:
        """Begin to write the film."""
        if self.work or self.still:
            return
        self.written, self.trouble, self._begun = None, "", time.monotonic()
        self.show.playing = False
        if self.ending == ".html":
            self._keep([film_page(self.part)])
        elif self.ending == ".png":
            self.work = Stills(self.part, self.look)
        else:
            self.work = Developing(self.part, self.ending.removeprefix(".").upper(), self.look)
        self.relay()

    def _dress(self, **changes: object) -> None:
        """Change the look of the film."""
        self.look = replace(self.look, **changes)  # type: ignore[arg-type]
        self.show.dress(self.look)
        self.relay()

    def _resize(self, number: int) -> None:
        self._dress(size=FILM_SIZES[number])

    def _set_speed(self, number: int) -> None:
        self._dress(speed=SPEEDS[number])

    def _see(self, number: int) -> None:
        self.seen_by = number
        self.show = FilmPreview(self.reel, self.look)
        self.relay()

    def _call(self, name: str) -> None:
        self.name = name

    def _keep(self, contents: list[bytes]) -> None:
        def files(path: Path) -> Iterable[tuple[Path, bytes]]:
            return ((numbered_path(path, n, len(contents)), content) for n, content in enumerate(contents, 1))

        self.keep(self.name or self.title, self.ending, files)

    def tick(self, seconds: float) -> Answer:
        """Let the film play, and go on with the file being written."""
        self.show.tick(seconds)
        if self.work:
            self.work.work(DRAWS)
            if not self.work.going:
                work, self.work = self.work, None
                if work.failed:
                    self.trouble = f"The film could not be written: {work.failed}."
                    self.relay()
                else:
                    self._keep(work.done)
        return None

    @property
    def moving(self) -> bool:
        """Return whether a file is being written, or the film is playing."""
        return self.work is not None or self.show.playing

    def back(self) -> Answer:
        """Stop writing on Esc; then go back."""
        if self.work is None:
            return Pop()
        self.work.stop()
        self.work = None
        self.trouble = "It was stopped; nothing has been written."
        self.relay()
        return None

    def _cut(self, first: bool) -> None:
        """Make the film begin, or end, with the step that is shown."""
        self.show.cut(*((self.show.step, self.show.last) if first else (self.show.first, self.show.step)))
        self.relay()

    def key(self, event: Event) -> bool:
        """Use the keys of the bar, which have no button."""
        deeds: dict[int, Callable[[], object]] = {
            pygame.K_i: partial(self._cut, True),
            pygame.K_o: partial(self._cut, False),
            pygame.K_LEFT: partial(self.show.leaf, -1),
            pygame.K_RIGHT: partial(self.show.leaf, 1),
        }
        if event.key not in deeds:
            return False
        deeds[event.key]()
        self.relay()
        return True

    # -- laying out ----------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and the name of the battle with its length."""
        turns, steps = len({step.turn for step in self.reel.steps}), len(self.reel.steps)
        word = self.reel.steps[0].view.system.turn_word
        return "Film", f"{self.title} · {turns} {word}{'s'[: turns != 1]}, {steps} step{'s'[: steps != 1]}"

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the bar of time at the left, and the choices for the film at the right."""
        px, m = theme.px, margin(area)
        wide = px(408) if area.w > px(1100) else px(340)
        right = Rect(area.right - m - wide, px(88), wide + m - px(4), area.h - px(100))
        side = Column(Rect(right.x, right.y, wide, right.h))
        self._add_kinds(side)
        self._add_look(side)
        self._add_file(side)
        left = area.w - 3 * m - wide
        high = min(area.h - px(88 + 56 + 96 + 40), left * self.look.size[1] // self.look.size[0])
        self.screen = Rect(m, px(88), left, max(px(120), high))
        foot = Rect(m, self.screen.bottom + px(12), left, px(56))
        play = Button(
            Rect(foot.x, foot.y + px(4), px(104), px(40)),
            "",
            sign="pause" if self.show.playing else "play",
            on_press=self._play,
            cap="Space",
            key=pygame.K_SPACE,
            name="play",
            enabled=not self.still,
            why_not="nothing has moved yet" if self.still else "",
        )
        place = Rect(play.rect.right + px(12), foot.y, foot.right - play.rect.right - px(110), foot.h)
        self.told = Rect(m, foot.bottom + px(8), left, area.h - foot.bottom - px(24))
        self.clock = (foot.right, foot.y + px(24))
        made = self.side.fill(right, side.widgets, 8)
        leave = self.close_button(area, "Stop" if self.work else "Back")
        before = Button(
            Rect(leave.rect.x - px(220 + 12), leave.rect.y, px(220), leave.rect.h),
            "Films made before",
            on_press=self.open_folder,
            cap="L",
            key=pygame.K_l,
            name="films before",
            enabled=bool(self.files_before()),
            why_not="you have made none yet",
            hint="opens the folder of your films",
        )
        return [play, FilmBar(place, self.show, self.relay), *made, before, leave]

    def _play(self) -> None:
        self.show.play()
        self.relay()

    def _foretold(self, ending: str) -> str:
        """Return the expected size of a file, in a few words."""
        steps = self.show.last - self.show.first + 1
        if ending == ".png":
            return f"{len(turn_ends(self.part))} files" if not self.still else ""
        wide, high = self.look.size
        frames = sum(self.show.first <= one.step <= self.show.last for one in self.show.exposures)
        size = PAGE + PAGE_STEP * steps if ending == ".html" else FRAME[ending] * wide * high * frames
        return f"about {max(0.1, size / 1e6):.1f} MB"

    def _add_kinds(self, column: Column) -> None:
        for ending, label, cap, about in KINDS:
            column.add(
                Button(
                    column.row(54, 6),
                    label,
                    on_press=partial(self.choose, ending),
                    sub=f"{about}; {self._foretold(ending)}".removesuffix("; "),
                    cap=cap,
                    size=17,
                    on=ending == self.ending,
                    key=pygame.key.key_code(cap),
                    name=f"film {ending}",
                    rule=RULE,
                )
            )
        column.space(6)

    def _add_look(self, column: Column) -> None:
        """Add size, speed, view, captions and dice."""
        for label, names, now, take, hint in (
            (
                "Size",
                [f"{wide}×{high}" for wide, high in FILM_SIZES],
                self._at(FILM_SIZES, self.look.size),
                self._resize,
                "Of pictures, in pixels: the smaller, the smaller is the file.",
            ),
            (
                "Speed",
                [f"{one:g}×" for one in SPEEDS],
                self._at(SPEEDS, self.look.speed),
                self._set_speed,
                "Of moving pictures; in a browser it is chosen while the film plays.",
            ),
            (
                "Seen by",
                [name for name, _ in self.eyes],
                self.seen_by,
                self._see,
                "A side's film shows what that side knew.",
            ),
        ):
            if len(names) > 1:
                column.add(
                    Segments(
                        column.row(40, 8),
                        names,
                        label=label,
                        label_width=72,
                        chosen=now,
                        on_change=take,
                        hint=hint,
                        rule=RULE,
                    )
                )
        for words, name in (("Captions: who does what", "captions"), ("Dice, as they were rolled", "dice")):
            on = bool(getattr(self.look, name))
            column.add(
                CheckRow(
                    column.row(30, 2),
                    words,
                    on,
                    on_press=partial(self._dress, **{name: not on}),
                    name=name,
                    hint="Of pictures; a page for a browser has both.",
                    rule=RULE,
                )
            )
        column.space(8)

    @staticmethod
    def _at(choices: Sequence[object], value: object) -> int:
        return choices.index(value) if value in choices else -1

    def _add_file(self, column: Column) -> None:
        """Add the name of the file and the button that makes it, or the actions for a finished file."""
        column.add(
            TextField(
                column.row(40, 10),
                self.name,
                label="File",
                label_width=72,
                on_change=self._call,
                on_enter=self.write,
                placeholder=self.title,
                name="file",
                most=60,
            )
        )
        why = "one is being written" if self.work else "nothing has moved yet" if self.still else ""
        column.add(
            Button(
                column.row(52, 8),
                "Make the film",
                on_press=self.write,
                kind="main",
                cap="Enter",
                key=pygame.K_RETURN,
                name="make",
                refused=why,
                size=18,
                rule=RULE,
            )
        )
        if self.written:
            for button in self.place_buttons(column.cells(2, 40, 8)):
                column.add(button)

    def paint(self, dst: Surface) -> None:
        """Draw ground and heading, the film, its time, and the progress or the place of the file."""
        super().paint(dst)
        p, px = theme.palette, theme.px
        self._show_film(dst)
        text(dst, _clock(self.show.filmed), self.clock, 17, p.white, "b", "midright")
        of = (self.clock[0], self.clock[1] + px(22))
        text(dst, f"of {_clock(self.show.long)}", of, 14, p.muted, "r", "midright")
        r = self.told
        if self.work:
            self._show_progress(dst, r)
        elif self.trouble or self.written or self.looks_back:
            self.tell_place(dst, r)
        else:
            words = "dots: shots · drag both ends, or I and O at the yellow line · arrows go from step to step"
            fit_text(dst, words, (r.x, r.y + px(8)), r.w, (14, 13), p.muted, "r", "midleft")

    def _show_film(self, dst: Surface) -> None:
        p, r = theme.palette, self.screen
        box(dst, r, p.well, 6, 255, p.edge)
        if self.still:
            text(dst, "Nothing has moved yet.", r.center, 20, p.muted, "r", "center")
            return
        frame = self.show.picture()
        k = min((r.w - 2) / frame.get_width(), (r.h - 2) / frame.get_height())
        shown = pygame.transform.smoothscale(frame, (int(frame.get_width() * k), int(frame.get_height() * k)))
        dst.blit(shown, shown.get_rect(center=r.center))

    def _show_progress(self, dst: Surface, r: Rect) -> None:
        p, px, work = theme.palette, theme.px, self.work
        if work is None:
            return
        share, gone = work.share, time.monotonic() - self._begun
        left = f" · {gone / share * (1 - share):.0f} s to go" if share > 0.05 else ""
        what = f"{work.drawn} of {len(work.exposures)} pictures{left}" if share < 1 else "packing the last pictures"
        fit_text(dst, f"Writing {what}", (r.x, r.y + px(8)), r.w, 16, p.white, "s", "midleft")
        bar(dst, r.x, r.y + px(24), r.w, share, theme.accent, 8)
        words = "Esc stops it; then nothing is left behind."
        fit_text(dst, words, (r.x, r.y + px(48)), r.w, 14, p.muted, "r", "midleft")


def _clock(ms: float) -> str:
    """Return a time in ms as 1:02."""
    return f"{int(ms / 1000) // 60}:{int(ms / 1000) % 60:02}"
