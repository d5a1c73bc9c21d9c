"""The replay of a battle: the board, caption and timeline below it, the turn beside it; no part of the rules.

It plays by itself until the viewer takes a step. Of a battle in progress it shows only what its side may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.reel import Reel
from game.players.match import Match
from game.seating.why import Explanations, WhyMoment
from game.ui.battle.over_board.why_plate import WhyOnBoard
from game.ui.board.advice.drawing import draw_pointed
from game.ui.demonstration import caption
from game.ui.demonstration.head import DemonstrationLayout
from game.ui.demonstration.steps_screen import StepsScreen
from game.ui.host.screen import Answer, Push, Screen
from game.ui.keys.replay_bindings import BINDINGS
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.replay.adviser import ReplayAdviser
from game.ui.replay.column import build
from game.ui.replay.stage import ReplayStage, Timeline
from game.ui.toolkit.blocks import TitleLines
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Button, Widget

LOG, WHY, ADVISER = "Log", "Why", "Adviser"  # tabs of the column


class ReplayScreen(StepsScreen[ReplayStage]):
    """A reel on the screen. `film` makes the page that writes it as a film; without it there is no such button. `match`
    has the computer players that give reasons, and `faulty` records their exceptions."""

    key_table = BINDINGS
    subject = "table/replay"

    def __init__(
        self,
        reel: Reel,
        film: Callable[[], Screen] | None = None,
        playing: bool = True,
        match: Match | None = None,
        faulty: Callable[[Exception], str] = str,
    ) -> None:
        self.adviser = ReplayAdviser(reel, self.relay)
        super().__init__(ReplayStage(reel, self.adviser, self.relay, self._on_step, self._over_board), playing)
        self.match, self.tells_why = match, False
        self.why = Explanations(match, self._moment, self.relay, lambda: False, faulty) if match else None
        self.why_on_board = WhyOnBoard(self.why, self._scene, lambda: self._over) if self.why else None
        self._over: list[Rect] = []  # rects over the board
        self.reel, self.film = reel, film
        self._pointer_at: tuple[int, int] | None = None
        self.timeline = Timeline(Rect(0, 0, 1, 1), reel, lambda: self.player.animation.share, self.player.jump)
        self.player.enter()

    # -- actions -------------------------------------------------------------------------------------------------------

    def _on_step(self) -> None:
        """Set the rule that F1 opens to that of the new step."""
        self.subject = self.reel.step.rule or "table/replay"
        self.pane.scroll.to(0)

    def turn(self, by: int) -> None:
        """Go to the first step of another turn; backwards, first to the beginning of the present one."""
        firsts = [0, *self.reel.turns.values()]
        now = self.reel.index
        there = [n for n in firsts if n > now] if by > 0 else [n for n in reversed(firsts) if n < now]
        if there:
            self.player.jump(there[0])

    def show_why(self) -> None:
        """Show the reasons for the computer's orders, or the log again."""
        self._show(LOG if self.tells_why or self.why is None else WHY)

    def advise(self) -> None:
        """Show the worth of every destination, or the log again."""
        self._show(LOG if self.adviser.open else ADVISER)

    def _show(self, tab: str) -> None:
        self.tells_why = tab == WHY
        if self.adviser.open != (tab == ADVISER):
            self.player.playing = False
            self.player.rest()
            self.adviser.turn_on()
        self.pane.scroll.to(0)

    def _moment(self) -> WhyMoment:
        """Return the moment of this step. It is about the piece that fired in it."""
        step = self.reel.step
        fired = next((one.who for one in step.events if one.kind == "fire"), "")
        owner, played = step.view.state.owner(fired), self.match.players if self.match else {}
        return WhyMoment(step.view, step.after, fired, bool(fired) and owner not in played)

    def write_film(self) -> None:
        """Open the page that writes a film."""
        if self.film:
            self.player.playing = False
            self.answer = Push(self.film())

    # -- Screen --------------------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> Answer:
        """Let the steps play, and the computer work on its reasons."""
        if self._finds_out_why and self.why:
            self.why.work(seconds)
        if self._weighs:
            self.adviser.work()
        return super().tick(seconds)

    @property
    def moving(self) -> bool:
        """Return whether anything is shown or computed."""
        return super().moving or self._finds_out_why or self._weighs

    @property
    def _weighs(self) -> bool:
        return self.adviser.busy and not self.player.animation.active

    @property
    def _finds_out_why(self) -> bool:
        return self.tells_why and self.why is not None and self.why.behind

    def handle(self, event: Event) -> Answer:
        """Ask the adviser about a pressed ship."""
        self._pointer_at = getattr(event, "pos", self._pointer_at)
        found = super().handle(event)
        pressed = self.adviser.open and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and (key := self.board.ship_at(event.pos, self._scene())):
            self.adviser.pick(key)
        return found

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return bar, column and caption round the board."""
        layout, px, step = self._frame(area), theme.px, self.reel.step
        words = caption.Caption(layout.words, step.large, step.small, step.rule, layout.low)
        row = caption.buttons(
            layout.buttons, self.reel, self.player.playing, self.player.speed, self.do, layout.small, self._timeline
        )
        found: list[Widget] = [*self._head(layout), words, *row]
        side = Rect(layout.column)
        tabs = [LOG, *([WHY] if self.why and (self.why.spoken or self.tells_why) else []), ADVISER]
        strip = Rect(side.x, side.y, side.w, px(41))
        side.y, side.h = strip.bottom, side.h - strip.h
        shown = tabs.index(WHY if self.tells_why else ADVISER if self.adviser.open else LOG)
        found.append(Tabs(strip, tabs, chosen=shown, on_change=lambda n: self._tab(tabs[n]), name="replay tabs"))
        column = Column(side.inflate(-px(44), -px(28)))
        if self.adviser.open:
            rows = self.adviser.fill(column)
        else:
            rows = build(column, self.reel, self.player.go, self.why if self.tells_why else None)
        plates = self.why_on_board.lay_out(layout.board, ()) if self.why_on_board and self.tells_why else []
        self._over = [one.rect for one in plates]
        return [*found, *self.pane.fill(side.inflate(0, -px(28)), rows, 8), *plates]

    def _tab(self, tab: str) -> None:
        self._show(tab)
        self.relay()

    def _timeline(self, track: Rect) -> Widget:
        """Return the timeline, the same widget in every layout, because it may be in a drag."""
        self.timeline.rect = track
        return self.timeline

    def _head(self, layout: DemonstrationLayout) -> list[Widget]:
        """Return title and side at the left; again, film and back at the right."""
        px, y, high = theme.px, theme.px(12), theme.px(40)
        found: list[Widget] = []
        right = layout.top.right - px(16)
        buttons = [("Back", "Esc", self.close, "back to where it was opened")]
        if self.film:
            buttons.append(("Film", self.keys.cap("film"), lambda: self.do("film"), "write it as a film"))
        buttons.append(("Again", self.keys.cap("again"), lambda: self.do("again"), "show this step again"))
        for label, cap, press, hint in buttons:
            wide = round(width(label, 16, "s")) + key_width(cap) + px(52)
            key = pygame.K_ESCAPE if cap == "Esc" else 0
            found.append(Button(Rect(right - wide, y, wide, high), label, on_press=press, cap=cap, hint=hint, key=key))
            right -= wide + px(12)
        side = self.reel.step.view.state.sides.get(self.reel.side or "")
        seen = f"what {side.name} knows" if side else "the whole battle"
        room = Rect(px(16), 0, right - px(32), layout.top.h)
        title = TitleLines(
            room, self.reel.title, f"Replay: {seen}", sizes=((22, 20, 18), (15, 14, 13)), rule="table/replay"
        )
        return [title, *reversed(found)]

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _over_board(self, dst: Surface) -> None:
        """Draw the destinations that the computer expected of its enemies, and the figures of the destination under the
        pointer."""
        if self.adviser.open:
            draw_pointed(dst, self.board.camera, self._scene().asked.advice, self._pointer_at)
        if self.why_on_board and self.tells_why:
            self.why_on_board.draw(dst, self.board)
