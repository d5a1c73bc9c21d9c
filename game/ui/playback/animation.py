"""The one player of events: acts one after another, ships move, guns fire, dice tumble; no part of the rules.

Battle, handover and demonstration each own an `Animation`, give it acts, and get callbacks when an act begins, when it
ends, and when the last one has ended. The battle itself is already at the end. `PlayerBar` pauses, scrubs and speeds
up: P pauses, `,` and `.` change the speed; Space, which skips to the end of the act, belongs to the screen. Notches on
the track mark events.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pygame
from pygame import Rect, Surface

from game.battle.battle import View
from game.board.boards import board_of
from game.core.events import Event
from game.core.orders import Id
from game.seating.outcomes import LINGER, Act
from game.ui.board.layers.ground import FOOT
from game.ui.board.model.effects import (
    AT_SEA,
    IN_SPACE,
    BrokenParts,
    PieceEffect,
    ShownEffects,
    at_sea,
    broken_in,
    dead_in,
    effects_of,
)
from game.ui.board.model.playback import SPEEDS, AnimationFrame, Playback, PlayClock, Player
from game.ui.host.preferences import preferences
from game.ui.host.sound import sounds
from game.ui.playback.lanes import lanes_of, one_shot, step_lanes
from game.ui.render.dice_tray import PACES, DiceTray
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.parts import key_cap, key_width

QUICK = 0.25  # seconds for which the dice of a shot lie while a whole volley is shown
POP, POPS = 0.08, 0.6  # seconds in which a crossed box pops, and at most for all boxes


def _nothing(_act: Act) -> None:
    """Do nothing: the default callback."""


class Animation:
    """A queue of acts, and the one being shown.

    `view` is the table as it is drawn: a moving act leaves it as it ended. `opened` is called with each act as it
    begins, `rolled` with lines whose dice are about to be thrown, `closed` with an act when it ends, and `ended` after
    the last. A finished act for which `waits` is true stays until it is skipped. Dice tumble in `tray`; without one
    they are not shown. While ships move, the film pauses at rolls and losses until they have been seen. Ships begin
    with the facings of the view before or, with `facings` False, with the heading of their first leg.
    """

    def __init__(
        self,
        tray: DiceTray | None = None,
        *,
        opened: Callable[[Act], object] = _nothing,
        closed: Callable[[Act], object] = _nothing,
        ended: Callable[[], object] = lambda: None,
        facings: bool = True,
        rolled: Callable[[Act], object] = _nothing,
        waits: Callable[[Act], object] = _nothing,
        by_step: bool = False,
    ) -> None:
        self.tray, self.opened, self.closed, self.ended, self.facings = tray, opened, closed, ended, facings
        self.waits = waits
        # if true, the tray shows the steps of a shot that is resolved in steps
        self.rolled, self.by_step = rolled, by_step
        self.queue: list[tuple[Act, View, View]] = []  # acts to come, each with the view before and after
        self.act: Act | None = None
        self.player: Player | None = None
        self.view: View | None = None
        self.after: View | None = None
        self._rest = self._whole = 0.0  # seconds for which the dice will still lie there, and in all
        self._effects: tuple[PieceEffect, ...] = ()  # effects of the latest throw
        self._heard = 0  # number of its effects that have sounded
        self._lines: tuple[Event, ...] = ()  # lines of the latest throw
        self._dead = frozenset[Id]()  # ships whose loss has been shown, and that the table still has
        self._broken: tuple[BrokenParts, ...] = ()  # systems that have broken in earlier throws, and that the table has
        self._halts: list[tuple[float, tuple[Event, ...]]] = []  # the film's next pauses, with their lines
        self._thrown: list[Event] = []  # the last line of each throw of the act, in film order
        self._halted = self._throwing = self._skipped = self._shown = False

    @property
    def active(self) -> bool:
        """Return whether anything is being shown."""
        return self.act is not None or bool(self.queue)

    @property
    def held(self) -> bool:
        """Return whether the act is finished, and waits to be skipped."""
        return self._shown and self.act is not None and bool(self.waits(self.act))

    @property
    def moment(self) -> AnimationFrame | None:
        """The present places of the ships, and the effects of the last throw that is still."""
        if self.player is None:
            return None
        moment, still = self.player.moment, not self._tumbling
        effects = ShownEffects(self._effects if still else (), self._lain) if preferences.effects else None
        whole = {one.piece for one in self._effects if one.shards and one.start > self._lain}
        lost = dead_in(self._lines, self.after) - whole if still and self.after else frozenset[Id]()
        coming = {one.piece for one in self._effects if one.kind == "break" and one.start > self._lain}
        broken = tuple(one for one in broken_in(self._lines) if still and one[0] not in coming)
        return replace(moment, effects=effects, dead=self._dead | moment.dead | lost, broken=(*self._broken, *broken))

    @property
    def _lain(self) -> float:
        """The seconds for which the dice of the latest throw have been still."""
        return 0.0 if self._tumbling else self._whole - self._rest

    @property
    def moving(self) -> Player | None:
        """The player of moving ships, for a bar to drive. A volley has none, because it is over too soon."""
        return self.player if self.act and self.act.moves else None

    @property
    def share(self) -> float:
        """The share of the act that has been shown, 0 to 1; 1 while nothing is shown."""
        return self.player.share if self.player else 0.0 if self.active else 1.0

    @property
    def struck(self) -> float:
        """The share of the act's hits that has been shown, 0 to 1. None are shown while dice tumble, then box by
        box."""
        if self.act is None or self._tumbling or (self.player is not None and not self.player.done):
            return 0.0
        return min(1.0, self._lain / POPS) if self._whole > QUICK else 1.0

    @property
    def _tumbling(self) -> bool:
        return self._throwing or (self.tray is not None and self.tray.busy)

    @property
    def newest(self) -> Event | None:
        """The last line of the act's latest throw; None before any has settled."""
        lying = self._thrown[:-1] if self._tumbling else self._thrown
        return lying[-1] if lying and self.act else None

    def show(self, acts: Iterable[Act], before: View, after: View) -> None:
        """Queue acts that led from one view to another."""
        for act in acts:
            if not self.active:
                self.view = before
            self.queue.append((act, before, after))
            before = after if act.moves else before

    def count_shown(self, lines: Sequence[Event]) -> int:
        """Return how many of these lines have been shown. Lines of later acts and turns do not count, nor lines of a
        film ahead of its present time, nor results of dice before they are still."""
        coming = {id(event) for act, _, _ in self.queue for event in act.events}
        now = {id(event) for event in self.act.events} if self.act else set()
        turn = self.act.events[-1].turn if self.act else math.inf
        ahead = next((n for n, event in enumerate(lines) if id(event) in coming or event.turn > turn), len(lines))
        first = next((n for n, event in enumerate(lines) if id(event) in now), ahead)
        if self.act is None or first >= ahead:
            return min(first, ahead)
        if self._tumbling:
            return first
        share = self.player.share if self.player and self.act.moves else 1.0
        return first + math.floor((ahead - first) * share)

    def tick(self, seconds: float) -> None:
        """Advance by `seconds`."""
        if self.act is None:
            if not self.queue:
                return
            self._begin(*self.queue.pop(0))
        elif self.player and not self._halted:
            self._play_on(self.player, seconds)
        assert self.act is not None
        if self.tray:
            self.tray.tick(seconds * preferences.speed)
        if (self._halted or self.player is None or self.player.done) and not self._tumbling:
            self._sound_effects()
            self._rest -= seconds * preferences.speed
            if self._rest <= 0 and self._halted:
                self._broken += broken_in(self._lines)
                self._halted, self._lines = False, ()
            elif self._rest <= 0 and not self._halt():
                self._shown = not self._skipped
                if not self.held:
                    self._end()
                    if self.queue:  # at once, so that nothing shown comes back for a moment
                        self._begin(*self.queue.pop(0))
                    else:
                        self.ended()

    def _play_on(self, player: Player, seconds: float) -> None:
        """Run the film up to its next pause."""
        before = player.seconds
        player.tick(seconds)
        if self._halts and not player.paused and before <= self._halts[0][0] <= player.seconds:
            player.seconds = self._halts[0][0]
            self._halt()

    def _halt(self) -> bool:
        """Pause for a roll or loss at this point; return False if there are no more."""
        if not self._halts or self.act is None:
            return False
        _, events = self._halts.pop(0)
        self._halted = True
        self._throw(Act(self.act.kind, events))
        return True

    def _throw(self, act: Act) -> None:
        """Throw dice and let them lie for a while. Losses without dice are shown as long."""
        assert self.view is not None
        self._throwing = self.tray is not None and act.dice
        self._thrown.append(act.events[-1])
        self.rolled(act)
        self.throw(act, self.view, not preferences.tumbling)
        self._throwing = False
        self._whole = LINGER.get(act.kind, 0.0) if preferences.animated else 0.0
        if self.tray and one_shot(act.events) and self.tray.pace != PACES[0]:
            self._whole = QUICK
        self._lines = act.events
        self._effects, self._heard = effects_of(act.events, self.view) if preferences.effects else (), 0
        # long enough for a ship's death to be seen to its end
        self._whole = max(self._whole, *(one.end for one in self._effects if one.shards), 0.0)
        self._rest = self._whole

    def _sound_effects(self) -> None:
        """Play the sounds of effects as they begin."""
        due = sum(one.start <= self._lain for one in self._effects)
        for one in self._effects[self._heard : due]:
            sounds.play(one.sound, 0.5 + 0.5 * one.size)
        self._heard = max(self._heard, due)

    def _begin(self, act: Act, before: View, after: View) -> None:
        self.act, self.view, self.after = act, before, after
        self.opened(act)
        sounds.play((AT_SEA if at_sea(before) else IN_SPACE).get(act.kind, "dice"))
        table = before.state.table
        facings = {key: ship.facing for key, ship in before.state.ships.items()} if self.facings else {}
        self.player = Player(
            Playback(act.events, facings, {body.key for body in table.bodies}, board_of(table)), preferences.speed
        )
        if not preferences.animated:
            self.player.skip()
        self._rest = self._whole = 0.0
        self._effects, self._lines = (), ()
        self._halted, self._halts = False, list(self.player.playback.halts)
        self._skipped = self._shown = False
        self._thrown = []
        if not act.moves and (act.dice or act.harms):
            self._halts = []
            self._throw(act)

    def throw(self, act: Act, view: View, still: bool = True) -> None:
        """Put an act's dice into the tray, thrown or at rest."""
        if self.tray:
            steps = self.by_step and one_shot(act.events)
            self.tray.throw(
                step_lanes(view, act.events) if steps else lanes_of(view, act.events, self.after), still=still
            )

    def _end(self) -> None:
        act, self.act, self.player = self.act, None, None
        assert act is not None
        if self.after:
            self._dead |= dead_in(act.events, self.after)
        self._broken += broken_in(act.events)
        if act.moves:
            self.view = self.after
        if act.moves or not self.queue:
            self._dead, self._broken = frozenset(), ()
        self.closed(act)

    def skip(self) -> None:
        """Skip to the next throw, to the film's next roll or loss, or to the end of this act."""
        self._rest, self._skipped, self._shown = 0.0, True, False
        if self.tray and self.tray.busy:
            self.tray.skip() if self.act and one_shot(self.act.events) else self.tray.skip_lane()
        elif self.player and not self._halted:
            ahead = self._halts[0][0] if self._halts else self.player.duration
            self.player.seconds = max(self.player.seconds, min(ahead, self.player.duration))

    def skip_ship(self) -> None:
        """Skip all throws of the piece whose dice tumble, and its other shots of this volley."""
        if self.tray and self.act and not one_shot(self.act.events):
            self.tray.skip_lane(same_owner=True)
            return
        owner = firer_of(self.act) if self.act else ""
        while self.act and one_shot(self.act.events) and firer_of(self.act) == owner:
            self.skip()
            self._end()
            if not self.queue or not one_shot(self.queue[0][0].events):
                break
            self._begin(*self.queue.pop(0))
            if self.tray and self.act and firer_of(self.act) == owner:
                self.tray.skip()
        if not self.active:
            self.ended()

    def skip_all(self) -> None:
        """Skip to the end of everything. `ended` is not called, because the caller goes on by itself."""
        self._halts.clear()
        if self.tray:
            self.tray.skip()
        if self.act:
            self._end()
        while self.queue:
            act, _, _ = self.queue.pop(0)
            self.opened(act)
            self.closed(act)

    def clear(self) -> None:
        """Stop showing anything, without a callback."""
        self.queue.clear()
        self._dead, self._broken = frozenset(), ()
        self.act = self.player = None


def firer_of(act: Act) -> str:
    """Return the firer of an act, if shots are resolved one by one."""
    return next((event.who for event in reversed(act.events) if event.shot), "")


def popping(boxes: int) -> PlayClock:
    """Return a clock in which `boxes` crossed boxes pop one after another. Without animation it is already at its
    end."""
    return PlayClock(min(POPS, POP * boxes) if preferences.animated else 0.0, preferences.speed)


WIDE, HIGH = 520, 44  # design pixels


def bar_rect(board: Rect) -> Rect:
    """Return the rect of the bar: low in the middle of the board, over its scale."""
    r = Rect(0, 0, min(theme.px(WIDE), board.w - theme.px(32)), theme.px(HIGH))
    r.midbottom = board.centerx, board.bottom - theme.px(FOOT)
    return r


def speed_word(speed: float) -> str:
    """Return a speed as a factor: ½×, 1×, 2×, 4×."""
    return "½×" if speed == 0.5 else f"{speed:g}×"


class PlayerBar:
    """The bar of a player, absent while `player` returns None. The rect is in real pixels."""

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
        """Draw the bar over a board."""
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
        box(
            dst,
            (track.x, y - theme.px(3), max(theme.px(6), round(track.w * player.share)), theme.px(6)),
            theme.accent,
            3,
        )
        for station in player.playback.stations:
            x = track.x + round(track.w * station)
            dst.fill(p.yellow, (x, y - theme.px(7), max(1, theme.px(2)), theme.px(14)))
        pygame.draw.aacircle(dst, p.white, (track.x + track.w * player.share, y), theme.px(7))
        text(dst, speed_word(player.speed), self._speed.center, 15, p.text, "s", "center")
        skip = self._skip
        r = key_cap(dst, (skip.right - theme.px(10), skip.centery), "Space")
        text(dst, "skip", (r.x - theme.px(8), skip.centery), 15, p.muted, "r", "midright")

    def handle(self, event: pygame.event.Event) -> bool:
        """Use pointer and keys. Return whether the event was used."""
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
