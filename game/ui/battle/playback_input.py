"""What is played back can be paused, scrubbed and sped up at the bar under the board; no part of the rules."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.battle.animation import Showing
from game.ui.board.player_bar import PlayerBar
from game.ui.session.battle_context import BattleContext


class Watching:
    """The bar, there only while something long enough to be watched is shown."""

    def __init__(self, context: BattleContext, showing: Showing) -> None:
        self.context, self.showing = context, showing
        self.bar = PlayerBar(Rect(0, 0, 600, 400))

    @property
    def shown(self) -> bool:
        """Ships are moving: a volley is over too soon for a bar."""
        showing = self.showing
        return showing.act is not None and showing.act.moves and showing.player is not None and not self.context.past

    def draw(self, dst: Surface) -> None:
        """The bar over the board."""
        player = self.showing.player
        if self.shown and player:
            self.bar.resize(self.context.layout.board)
            self.bar.draw(dst, player)

    def handle(self, event: Event) -> bool:
        """Pointer and keys of the bar; True if it was used."""
        player = self.showing.player
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            return False  # skipping is the screen's: it ends the act and goes on
        if not self.shown or player is None or not self.bar.handle(event, player):
            return False
        self.context.change()
        return True
