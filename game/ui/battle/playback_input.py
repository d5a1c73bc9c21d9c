"""What is played back can be paused, scrubbed and sped up at the bar under the board; no part of the rules."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.battle.animation import Showing
from game.ui.board.model.playback import Player
from game.ui.board.player_bar import PlayerBar
from game.ui.session.battle_context import BattleContext


class Watching:
    """The bar, there only while something long enough to be watched is shown."""

    def __init__(self, context: BattleContext, showing: Showing) -> None:
        self.context, self.showing = context, showing
        self.bar = PlayerBar(Rect(0, 0, 600, 400))

    @property
    def player(self) -> Player | None:
        """What the bar is for: ships that move; a volley is over too soon."""
        act = self.showing.act
        return self.showing.player if act and act.moves and not self.context.past else None

    def draw(self, dst: Surface) -> None:
        """The bar over the board."""
        if player := self.player:
            self.bar.resize(self.context.layout.board)
            self.bar.draw(dst, player)

    def handle(self, event: Event) -> bool:
        """Pointer and keys of the bar; True if it was used. Skipping is the screen's: it ends the act and goes on."""
        player = None if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE else self.player
        used = player is not None and self.bar.handle(event, player)
        if used:
            self.context.change()
        return used
