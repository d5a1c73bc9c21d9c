"""Battles that are taken up where they are nearly won and played to their end in a real window, by mouse and by keys,
at two sizes.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from game.cli.main import main
from game.core.state import Outcome
from tests.support.window.player import Player
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

SMALL, LARGE = (1280, 800), (1920, 1080)
WAYS: dict[str, tuple[type[Player], tuple[int, int]]] = {
    "mouse-small": (Mouse, SMALL), "mouse-large": (Mouse, LARGE), "keys-small": (Keys, SMALL),
    "keys-large": (Keys, LARGE),
}  # fmt: skip


@dataclass(frozen=True)
class Played:
    """A battle that has been played: its orders as they stand on disk, `by: order`, and how it ended."""

    orders: list[str]
    outcome: Outcome | None

    @property
    def verbs(self) -> set[str]:
        """The first word of every order."""
        return {line.split(": ")[1].split()[0] for line in self.orders}

    @property
    def words(self) -> set[str]:
        """Every word of every order."""
        return {word for line in self.orders for word in line.split(": ")[1].split()}


def late(scenario: Path, otherwise: dict[str, Any], seed: int = 5) -> str:
    """Return a scenario near its end, begun with orders, so that it is among the saves. `otherwise` is what differs
    from the file: of its ships entry by entry, where None takes an entry away. `script` holds the orders it has been
    begun with."""
    file = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    changed = dict(otherwise)
    for key, entry in changed.pop("ships", {}).items():
        file["ships"][key] = {word: value for word, value in (file["ships"][key] | entry).items() if value is not None}
    text: str = yaml.safe_dump({**file, "seed": seed, **changed}, sort_keys=False)
    return text


def play_late(folder: Path, way: str, system: str, name: str, text: str) -> Played:
    """Play a battle that lies among the saves, from the menu to its end and back, and replay what was written down.
    `folder` holds the player's home, and `way` is one of WAYS. Half of them play with moving pictures, half without."""
    hand_of, size = WAYS[way]
    path = folder / "home" / "saves" / f"{name}.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    speed = 8.0 if way in ("mouse-small", "keys-large") else 10.0
    settings = f"version: 1\nspeed: {speed}\nscale: 1.0\nwindow: {list(size)}\n"
    with playing(folder, settings=settings, size=size) as hand:
        save = hand_of(hand, system, path).play()
        done = Played(hand.orders(), hand.saved().battle.state.outcome)
    assert_replays(save)
    return done


def assert_replays(save: Path) -> None:
    """Check that the save, replayed from the command line, gives the same battle."""
    said, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(wrong):
        code = main(["replay", str(save), "--verify"])
    assert (code, wrong.getvalue()) == (0, "") and "give the same battle" in said.getvalue(), (
        said.getvalue() + wrong.getvalue()
    )
