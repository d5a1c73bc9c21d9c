"""Drive the battle screen in tests: pygame events go in; the picture and the orders given come out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game.battle.loader import open_battle
from game.core.orders import Id
from game.players.random_player import random_order
from game.ui.battle.screen import BattleScreen
from game.ui.board.layers.counters import places
from game.ui.host.screen import Push
from game.ui.render.theme import theme
from tests.support.battles import paper
from tests.support.ui.screen_driver import Place, Sitting

TURN = paper(
    "A turn",
    """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, lost: [PDSa]}
  halyard: {side: azure, design: halyard, at: [14, 12], course: 2, velocity: 8}
  vesper:  {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4, hull: 19, armour: 0}
  cinder:  {side: amber, design: cinder, at: [44, 32], course: 8, velocity: 6}
""",
    seed=11,
    table="{terrain: [{kind: planet, name: Tavira, at: [30, 27], radius: 3}]}",
)


class Curtain:
    """A stand-in for the screen between two seats."""

    def __init__(self, battle: Any, side: Id, since: int | None) -> None:
        self.side, self.since = side, since


class Seated(Sitting):
    """A player at a battle screen. `curtains` are the sides that were called to the seat."""

    def __init__(self, folder: Path, text: str = TURN, size: tuple[int, int] = (1280, 800), **named: Any) -> None:
        path = folder / "battle.yaml"
        path.write_text(text, encoding="utf-8")
        self.opened = open_battle(path)
        self.battle = self.opened.battle
        self.curtains: list[Id] = []
        super().__init__(BattleScreen(self.battle, curtain=Curtain, **named), size)  # type: ignore[arg-type]

    def rest(self) -> None:
        """Run frames until nothing moves, confirming shots that are shown one by one."""
        super().rest()
        while self.screen.animation.held:
            self.screen.commands.skip()
            super().rest()

    def take(self, answer: Any) -> None:
        """Handle the screen's requests to the program: record curtains and remove them."""
        super().take(answer)
        if isinstance(answer, Push) and isinstance(answer.screen, Curtain):
            self.curtains.append(answer.screen.side)

    # -- ships on the board --------------------------------------------------------------------------------------------

    def lift(self, ship: Id, to: Place) -> None:
        """Press on a ship and drag it to a place in MU, with the button still held."""
        self.pull(self.pixel(ship), self.xy(to), (0.3, 0.7, 1.0))
        self.settle()

    def drop(self, at: Place) -> None:
        """Release the button at a place in MU."""
        self.up(self.xy(at))

    def pixel(self, key: Id) -> Place:
        """Return the pixel of a ship or counter."""
        lying = {one.key: at for one, at in places(self.screen.board.camera, self.screen.scene)}
        return lying.get(key) or self.xy(self.screen.model.view.state.known_piece(key).at)

    @property
    def orders(self) -> list[str]:
        return [f"{record.order.by}: {record.order}" for record in self.battle.records]

    # -- going through a battle ----------------------------------------------------------------------------------------

    def enter_until(self, phase: str, key: str) -> None:
        """Press Enter until a phase asks for an order of a ship, then select the ship by this key."""
        while True:
            self.rest()  # no side is asked during playback
            self.look()
            if self.battle.phase.name == phase and key in self.screen.model.waiting:
                break
            assert not self.battle.state.outcome, f"over before {phase} asks {key}"
            self.key("RETURN")
        self.screen.commands.choose(key)

    def until(self, wanted: Callable[[Seated], bool], seed: int = 3, most: int = 400, seen: bool = False) -> bool:
        """Play random orders until `wanted` holds. Return False if the battle ends first. With `seen`, a frame is drawn
        before each order. Otherwise frames are drawn only at the start and the end, and `wanted` must not use the
        layout."""
        rng = Random(seed)
        self.look()
        for _ in range(most):
            self.rest()
            if seen:
                self.look()
            if wanted(self):
                self.look()
                return True
            if self.screen.flow.result:
                self.key("RETURN")
                continue
            if self.battle.state.outcome:
                return False
            prompt = self.screen.model.prompt
            assert prompt is not None, "somebody is always asked"
            assert self.screen.turn_flow.give(random_order(self.screen.model.view, prompt, rng)), (
                self.screen.context.note
            )
        return False


def at_scale(scale: float) -> None:
    """Set the scale for the next frame."""
    from game.ui.host.preferences import preferences

    preferences.settings = preferences.settings.model_copy(update={"scale": scale})
    theme.scale = scale


def picture_of(seat: Sitting) -> bytes:
    return pygame.image.tobytes(seat.look(), "RGB")


def firing(seat: Seated) -> Seated:
    """Play up to Lancet's turn to fire."""
    assert seat.until(lambda now: now.screen.model.input_mode == "fire" and "lancet" in now.screen.model.waiting)
    seat.press("ship lancet")
    return seat
