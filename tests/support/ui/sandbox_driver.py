"""Drive the sandbox in tests: pygame events go in; the state of the sandbox comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.battle.designs import ROOT
from game.battle.loader import load_start_text
from game.core.orders import Id
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import open_sandbox, sandbox_of
from game.ui.host.screen import Pop
from game.ui.sandbox.screen import SandboxScreen
from tests.support.battles import paper
from tests.support.ui.battle_driver import TURN
from tests.support.ui.screen_driver import Place, Sitting

TAVIRA = ROOT / "scenarios" / "full_thrust" / "tavira_passage.yaml"
START = paper(
    "A test",
    """\
  lancet: {side: azure, design: lancet, at: [12, 20], course: 2, velocity: 8, hull: 17, armour: 0, lost: [PDSb]}
  halyard: {side: azure, design: halyard, at: [7, 9], course: 2, velocity: 8}
  vesper: {side: amber, design: vesper, at: [40, 12], course: 9, velocity: 6}
  kiln: {side: amber, design: kiln, at: [53, 20], course: 9, velocity: 8}
victory: {kind: survive, turns: 12, ships: [lancet, halyard]}
""",
    seed=7,
    table="{terrain: [{kind: planet, name: Tavira, at: [36, 26], radius: 3}]}",
    edged=True,
)


def fresh(text: str = START) -> Sandbox:
    return sandbox_of(load_start_text(text, "test"))


def ship(sandbox: Sandbox, key: str = "lancet") -> Any:
    return sandbox.start.state.ships[key]


class Sat(Sitting):
    """A player at a sandbox. `left` is True once the sandbox was left."""

    def __init__(self, folder: Path, text: str = TURN, size: tuple[int, int] = (1280, 800)) -> None:
        self.path = folder / "battle.yaml"
        self.path.write_text(text, encoding="utf-8")
        self.left = False
        super().__init__(SandboxScreen(open_sandbox(self.path), Pop, {}), size)

    @property
    def sandbox(self) -> Sandbox:
        found: Sandbox = self.screen.context.sandbox
        return found

    def take(self, answer: Any) -> None:
        """Handle the screen's requests to the program."""
        super().take(answer)
        self.left = self.left or isinstance(answer, Pop)

    def acted(self) -> None:
        """Run frames until nothing moves, after a key or button was released."""
        self.settle()

    def drag(self, start: Place, end: Place, drop: bool = True) -> None:
        """Drag from one pixel to another."""
        self.pull(start, end)
        self.look()
        if drop:
            self.up(end)

    def palette(self, page: str) -> None:
        """Open a page of the palette: a fleet, or terrain."""
        self.screen.context.open_palette(page)
        self.settle()

    # -- finding -------------------------------------------------------------------------------------------------------

    def ship(self, key: Id) -> Place:
        return self.xy(self.sandbox.start.state.ships[key].at)

    def ghost(self, key: Id, turn: int = 0) -> Place:
        view = self.sandbox.course().view(turn or self.sandbox.turn)
        assert view is not None
        return self.xy(view.state.ships[key].at)


def three_plans(sat: Sat) -> None:
    """Set up three plans for Lancet and one move of Vesper, with two dice set."""
    box = sat.sandbox
    box.give("lancet", "S1+2")
    box.give("vesper", "P1")
    box.look_at(2)
    box.give("lancet", "P2")
    for turns in (("P1+2", "S1"), ("0", "S2-1")):
        box.begin_branch("A", turn=1)
        box.give("lancet", turns[0], 1)
        box.give("vesper", "P1", 1)
        box.look_at(2)
        box.give("lancet", turns[1], 2)
    box.name_branch("B", "Behind the planet and out again")
    box.choose("A")
    box.force("T2.2/initiative/azure", 0, 5)
    sat.screen.context.look_anew()
    sat.settle()
