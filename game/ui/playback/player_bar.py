"""The bar under the board while something is played back: play or pause, scrub, speed, skip; no part of the rules.

P pauses, `,` and `.` change the speed; Space, which skips to the end of the act, is the screen's. Notches on the track are
where something happens.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.board.model.playback import SPEEDS, Player
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.parts import key_cap, key_width

WIDE, HIGH = 520, 44  # design pixels


def bar_rect(board: Rect) -> Rect:
    """Where the bar stands: in the middle of the lower edge of the board."""
    r = Rect(0, 0, min(theme.px(WIDE), board.w - theme.px(32)), theme.px(HIGH))
    r.midbottom = board.centerx, board.bottom - theme.px(16)
    return r


def speed_word(speed: float) -> str:
    """½×, 1×, 2×, 4×."""
    return "½×" if speed == 0.5 else f"{speed:g}×"


class PlayerBar:
    """Shows a player and takes its input; there is no bar while `player` answers None. The rect is in real pixels."""

    def __init__(self, player: Callable[[], Player | None]) -> None:
        self._player = player
        self.rect = Rect(0, 0, 0, 0)
        self._held = False

    @property
    def _button(self) -> Rect:
        return Rect(self.rect.x, self.rect.y, theme.px(44), self.rect.h)

    @property
    def _skip(self) -> Rect:
        wide = key_width("Space") + theme.px(58)
        return Rect(self.rect.right - wide, self.rect.y, wide, self.rect.h)

    @property
    def _speed(self) -> Rect:
        return Rect(self._skip.x - theme.px(52), self.rect.y, theme.px(52), self.rect.h)

    @property
    def track(self) -> Rect:
        """The scrub bar."""
        left = self._button.right + theme.px(4)
        return Rect(left, self.rect.y, max(1, self._speed.x - theme.px(8) - left), self.rect.h)

    def draw(self, dst: Surface, board: Rect) -> None:
        """The bar as it is just now, over a board."""
        p, player = theme.palette, self._player()
        if player is None:
            return
        self.rect = bar_rect(board)
        if self.rect.w < theme.px(220):
            return
        box(dst, self.rect, p.well, 8, 240, p.edge)
        going = not player.paused and not player.done
        stamp(dst, mark("pause" if going else "play", p.text, 18), self._button.center)
        track, y = self.track, self.rect.centery
        box(dst, (track.x, y - theme.px(3), track.w, theme.px(6)), p.line, 3)
        box(dst, (track.x, y - theme.px(3), max(theme.px(6), round(track.w * player.share)), theme.px(6)), theme.accent, 3)
        for station in player.playback.stations:
            x = track.x + round(track.w * station)
            dst.fill(p.yellow, (x, y - theme.px(7), max(1, theme.px(2)), theme.px(14)))
        pygame.draw.aacircle(dst, p.white, (track.x + track.w * player.share, y), theme.px(7))
        text(dst, speed_word(player.speed), self._speed.center, 15, p.text, "s", "center")
        skip = self._skip
        r = key_cap(dst, (skip.right - theme.px(10), skip.centery), "Space")
        text(dst, "skip", (r.x - theme.px(8), skip.centery), 15, p.muted, "r", "midright")

    def handle(self, event: pygame.event.Event) -> bool:
        """Pointer and keys. Says whether the event was taken."""
        player = self._player()
        if player is None:
            return False
        if event.type == pygame.KEYDOWN and not event.mod & pygame.KMOD_CTRL:
            return self._key(event.key, player)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._press(event.pos, player)
            return True
        if event.type == pygame.MOUSEMOTION and self._held:
            player.seek((event.pos[0] - self.track.x) / self.track.w)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = False
            return True
        return False

    def _press(self, at: tuple[int, int], player: Player) -> None:
        if self._button.collidepoint(at):
            player.pause()
        elif self.track.collidepoint(at):
            self._held = True
            player.seek((at[0] - self.track.x) / self.track.w)
        elif self._speed.collidepoint(at):
            player.speed = SPEEDS[(SPEEDS.index(player.speed) + 1) % len(SPEEDS)] if player.speed in SPEEDS else 1.0
        elif self._skip.collidepoint(at):
            player.skip()

    def _key(self, key: int, player: Player) -> bool:
        if key == pygame.K_p:
            player.pause()
        elif key in (pygame.K_COMMA, pygame.K_PERIOD):
            player.faster(1 if key == pygame.K_PERIOD else -1)
        else:
            return False
        return True
