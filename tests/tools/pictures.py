"""`make pictures`: the pictures of the README, taken from the program itself while a battle is played in it.

The window is a surface in memory, the hand is made of events, and the dice are those of the battle's seed: after a
change of looks the same moments are drawn again.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.designs import ROOT
from game.core.orders import Order
from game.formats.user_folders import Settings
from game.ui.app.program import Program, Window
from game.ui.host.preferences import preferences
from game.ui.host.screen import Push
from game.ui.menu.cards import ScenarioCard
from tests.tools.study_charts import study_charts

BATTLE = ROOT / "docs" / "battles" / "tavira_passage.yaml"
PLANS = ROOT / "docs" / "battles" / "three_ways.yaml"
DRIFT = ROOT / "docs" / "battles" / "kessarine_drift.yaml"
SOUND, RACE, GAP, SWARM, LEVEL = (
    ROOT / "docs" / "battles" / f"{name}.yaml"
    for name in ("pellow_sound", "salter_race", "orrin_gap", "swarm_at_lantern", "level_of_polestar")
)
SHOWN = ROOT / "scenarios" / "demonstrations" / "full_thrust" / "grav_backfire.yaml"
LEVEL_TAB = 3  # of the foot
STEPS = 1  # steps on, to the moment of it that tells most
PICTURES = ROOT / "docs" / "pictures"
SIZES = ((1280, 800), (1920, 1080))
ONLY = {  # moments shown at one breadth alone
    "refused": 1280, "curtain-closed": 1920, "sandbox": 1920, "demonstration": 1920, "hexes": 1920, "lab": 1920,
    "sail-orders": 1920, "sail-boarding": 1920, "power-move": 1920, "power-shot": 1920, "fighters": 1920, "level": 1920,
}  # fmt: skip
PULL = 0.45  # MU the pointer goes beyond an end point to say which way it shall point
FRAME = 1 / 60  # seconds
SOON = 1200  # frames after which whatever moves should have come to rest


@dataclass
class Stage:
    """The program in a window of one size; everything is done to it as a player does it, by keys and pointer."""

    window: Window
    size: tuple[int, int]
    out: Path

    def __post_init__(self) -> None:
        """A surface to draw on, and a first frame so that everything has its place."""
        self.surface = Surface(self.size)
        self.frame()

    @property
    def top(self) -> Any:
        """The screen that is shown."""
        return self.window.top

    def frame(self) -> None:
        """Draw, and let a sixtieth of a second pass."""
        self.top.draw(self.surface)
        if self.top.moving:
            self.window.take(self.top.tick(FRAME))

    def until(self, come: Callable[[], bool], what: str) -> None:
        """Let time pass until something has come about."""
        for _ in range(SOON):
            if come():
                return
            self.frame()
        raise RuntimeError(f"{what} did not come about")

    def rest(self) -> None:
        """Let time pass until nothing moves. Where ships move one by one a whole round of moves is shown before that,
        one act after another, so each of them has its time."""
        shown, left = None, SOON
        while self.top.moving:
            act = getattr(getattr(self.top, "showing", None), "act", None)
            shown, left = (shown, left - 1) if act is shown else (act, SOON)
            if not left:
                raise RuntimeError("rest did not come about")
            self.frame()

    def key(self, *codes: int) -> None:
        """Press keys one after another."""
        for code in codes:
            self.window.give(Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
            self.window.give(Event(pygame.KEYUP, key=code, mod=0))
            self.frame()

    def point(self, at: tuple[float, float], held: int = 0) -> None:
        """Move the pointer there, with the button down or not."""
        spot = round(at[0]), round(at[1])
        self.window.give(Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(held, 0, 0)))
        self.frame()

    def press(self, at: tuple[float, float], kind: int = pygame.MOUSEBUTTONDOWN) -> None:
        """The left button goes down, or up."""
        self.window.give(Event(kind, button=1, pos=(round(at[0]), round(at[1]))))
        self.frame()

    def take(self, name: str) -> None:
        """Write down what is on the screen now."""
        if ONLY.get(name, self.size[0]) != self.size[0]:
            return
        self.top.draw(self.surface)
        self.top.draw(self.surface)
        path = self.out / f"{name}-{self.size[0]}.png"
        pygame.image.save(self.surface, str(path), "png")
        print(f"{path}  {path.stat().st_size // 1024} KB")

    # -- a battle ------------------------------------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Hold Space at the closed curtain until it is drawn aside, then take the seat."""
        self.open_curtain()
        self.key(pygame.K_RETURN)
        self.rest()

    def open_curtain(self) -> None:
        """Hold Space at the closed curtain until it is drawn aside."""
        self.window.give(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        self.until(lambda: self.top.opened, "the open curtain")
        self.window.give(Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
        self.rest()

    def read(self, by: str, text: str) -> Order:
        """Return an order as the seat would type it."""
        order: Order = self.top.model.view.read(by, text)
        return order

    def place(self, by: str, text: str = "") -> tuple[float, float]:
        """Return where a ship is on the screen, or where an order would end its move."""
        view = self.top.model.view
        at = view.pose(self.read(by, text)).at if text else view.state.known_piece(by).at
        spot: tuple[float, float] = self.top.board.camera.xy(at)
        return spot

    def drag(self, ship: str, order: str) -> None:
        """Take a ship and pull its ghost to where an order would put it, and a little on the way it will point; the
        button stays down."""
        facing = self.top.model.view.pose(self.read(ship, order)).facing
        (x, y), pull = self.place(ship, order), PULL * self.top.board.camera.scale
        start = self.place(ship)
        end = x + pull * math.sin(math.radians(30 * facing)), y - pull * math.cos(math.radians(30 * facing))
        self.point(start)
        self.press(start)
        for share in (0.2, 0.5, 0.8, 1.0):
            self.point((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), held=1)

    def lock(self) -> None:
        """Lock the orders, ships without one or not."""
        asked = self.top
        for _ in range(2):
            if self.top is asked and asked.turn_flow.due is None and not asked.animation.active:
                self.key(pygame.K_RETURN)


def play(stage: Stage, save: Path) -> None:
    """The menu, then a battle from the curtain to the dice, with a picture of every moment the README speaks of."""
    choose(stage, "The Tavira Passage")
    stage.take("menu")
    stage.window.take(stage.window.program.resume(save))
    stage.frame()
    stage.take("curtain-closed")
    stage.open_curtain()
    stage.take("curtain")
    stage.key(pygame.K_RETURN)
    stage.rest()
    write(stage)
    move(stage)
    fire(stage)


def choose(stage: Stage, title: str) -> None:
    """Click a scenario's card in the menu, and let the pointer leave it."""
    stage.rest()
    card = next(one for one in stage.top.focus.widgets if isinstance(one, ScenarioCard) and one.offer.title == title)
    stage.press(card.rect.center)
    stage.press(card.rect.center, pygame.MOUSEBUTTONUP)
    stage.point((2, 2))


def write(stage: Stage) -> None:
    """Both sides write and lock; Lancet's order is dragged."""
    stage.top.commands.choose("lancet")
    stage.key(pygame.K_t)
    aim(stage, "vesper")
    stage.drag("lancet", "S2+3")
    stage.rest()
    stage.take("orders")
    stage.press(stage.place("lancet", "S2+3"), pygame.MOUSEBUTTONUP)
    stage.point((2, stage.size[1] - 2))
    for _ in range(3):  # from the target to every enemy to none
        if "threat" in stage.top.context.tools:
            stage.key(pygame.K_t)
    stage.lock()
    stage.sit_down()
    for ship, order in (("vesper", "S1+1"), ("kiln", "P1+2")):
        stage.top.turn_flow.give(stage.read(ship, order))
    stage.lock()


def aim(stage: Stage, target: str) -> None:
    """Go from enemy to enemy until this one is the target."""
    for _ in stage.top.model.enemies():
        if stage.top.model.target != target:
            stage.key(pygame.K_e)


def move(stage: Stage) -> None:
    """The film of the movement, stopped on its way, and then to its end."""
    table = stage.top

    def under_way() -> bool:
        act, player = table.animation.act, table.animation.player
        return act is not None and act.moves and player is not None and player.share > 0.62

    stage.until(under_way, "the movement")
    stage.take("movement")
    stage.until(lambda: not table.animation.active, "the end of the movement")
    stage.rest()


def fire(stage: Stage) -> None:
    """Lancet's beam and torpedo at Vesper: the odds, a shot that cannot be, and what the dice bring."""
    stage.top.commands.choose("lancet")
    aim(stage, "vesper")
    stage.key(pygame.K_1, pygame.K_5)
    stage.rest()
    stage.take("fire")
    aim(stage, "cinder")
    stage.key(pygame.K_2)
    stage.rest()
    stage.take("refused")
    stage.key(pygame.K_2)
    aim(stage, "vesper")
    stage.key(pygame.K_RETURN)
    stage.rest()
    stage.take("threshold")


def beside(stage: Stage, program: Program) -> None:
    """The sandbox with three plans over one another, and a demonstration at the moment it is about."""
    stage.window.take(program.sandbox(PLANS))
    stage.rest()
    stage.take("sandbox")
    stage.window.take(program.demonstration(SHOWN))
    for _ in range(STEPS):
        stage.key(pygame.K_RIGHT)
        stage.rest()
    stage.take("demonstration")


def odds_lab(stage: Stage, program: Program) -> None:
    """The odds lab with the set-up it begins with, all curves found."""
    stage.window.take(Push(program.lab()))
    stage.top.model.finish()
    stage.take("lab")


def on_hexes(stage: Stage, save: Path) -> None:
    """Ships that move in turn from hex to hex: Bellwether is dragged round the rocks, under Excess Thrust."""
    stage.window.take(stage.window.program.resume(save))
    stage.rest()
    pull(stage, "bellwether", "ostrava", "2f S 3f", "hexes")


def under_sail(stage: Stage, sound: Path, race: Path) -> None:
    """Halcyon is dragged to where it would rake Aiglette; and both lie side by side, before anybody steps over."""
    take_up(stage, sound)
    pull(stage, "halcyon", "aiglette", "S2+2", "sail-orders")
    take_up(stage, race)
    pass_on(stage, "Board")
    stage.take("sail-boarding")


def of_reactors(stage: Stage, save: Path) -> None:
    """Holdfast declares a turn that answers six hexes on; then chooses the guns that meet a shot which has hit."""
    take_up(stage, save)
    pull(stage, "holdfast", "sevenfold", "+1 S@1", "power-move")
    stage.press(stage.place("holdfast", "+1 S@1"), pygame.MOUSEBUTTONUP)
    pass_on(stage, "Declare fire", pygame.K_RETURN)
    aim(stage, "holdfast")
    stage.key(pygame.K_v)
    pass_on(stage, "Fire", pygame.K_RETURN)
    stage.key(pygame.K_v)
    stage.rest()
    stage.take("power-shot")


def with_fighters(stage: Stage, save: Path, level: Path) -> None:
    """A group is dragged towards a dreadnought: how far it flies, what it would do there. Under the reform: the level
    that all attackers of that ship meet."""
    take_up(stage, save)
    pull(stage, "bellows.HGRa", "polestar", "fly 29,33", "fighters")
    take_up(stage, level)
    stage.top.bottom_panel.open_tab(LEVEL_TAB)
    stage.rest()
    stage.take("level")


def pull(stage: Stage, piece: str, target: str, order: str, name: str) -> None:
    """Drag a piece to where an order would end, with an enemy as target, and write down what is seen then."""
    stage.top.commands.choose(piece)
    aim(stage, target)
    stage.drag(piece, order)
    stage.rest()
    stage.take(name)


def take_up(stage: Stage, save: Path) -> None:
    """Open a save and take the seat that is asked."""
    stage.window.take(stage.window.program.resume(save))
    stage.frame()
    if not hasattr(stage.top, "battle"):
        stage.sit_down()
    stage.rest()


def pass_on(stage: Stage, phase: str, key: int = pygame.K_p) -> None:
    """Press the key that goes on until a phase has come and its dice lie."""
    for _ in range(SOON):
        if stage.top.battle.phase.name == phase:
            break
        stage.key(key)
        stage.rest()
    stage.rest()


def main(out: Path = PICTURES, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """Take every picture at every size, with the settings a new player has."""
    out.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    preferences.settings = Settings()
    study_charts(out)
    for size in sizes:
        pygame.display.set_mode(size)
        with tempfile.TemporaryDirectory() as folder:
            save = Path(shutil.copy(BATTLE, folder))
            program = Program(folder=Path(folder))
            try:
                play(Stage(Window(program, program.menu()), size, out), save)
                beside(Stage(Window(program, program.menu()), size, out), program)
                odds_lab(Stage(Window(program, program.menu()), size, out), program)
                saves = (DRIFT, SOUND, RACE, GAP, SWARM, LEVEL)
                drift, sound, race, gap, swarm, level = (Path(shutil.copy(one, folder)) for one in saves)
                on_hexes(Stage(Window(program, program.menu()), size, out), drift)
                under_sail(Stage(Window(program, program.menu()), size, out), sound, race)
                of_reactors(Stage(Window(program, program.menu()), size, out), gap)
                with_fighters(Stage(Window(program, program.menu()), size, out), swarm, level)
            finally:
                program.put_away()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES)
