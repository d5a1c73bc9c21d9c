"""The games on offer, in the order of the menu. A game is loaded on first use; the texts of its menu entry are here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.core.installation import data_root

if TYPE_CHECKING:
    from game.core.system import RuleSystem


class Titled(Protocol):
    """A game's menu entry, equal to that in its rule system."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def emblem(self) -> str: ...

    @property
    def turn_word(self) -> str: ...


@dataclass(frozen=True)
class Game:
    """A game that has not been loaded. `literal` names its module under `game.systems` and the rule system in it."""

    literal: str
    key: str
    title: str
    about: str
    emblem: str
    turn_word: str = "turn"

    @property
    def package(self) -> str:
        """Its package under `game.systems`."""
        return self.literal.partition(".")[0]

    def load(self) -> RuleSystem:
        module, _, name = self.literal.rpartition(".")
        found: RuleSystem = getattr(import_module(f"{__name__}.{module}"), name)
        return found


class Games(MutableMapping[str, "RuleSystem"]):
    """Rule systems by key, each loaded on first use. `titled` are the menu entries of all games, loaded or not."""

    def __init__(self, *games: Game) -> None:
        self.titled: dict[str, RuleSystem | Game] = {game.key: game for game in games}

    def __getitem__(self, key: str) -> RuleSystem:
        found = self.titled[key]
        if isinstance(found, Game):
            found = self.titled[key] = found.load()
        return found

    def __setitem__(self, key: str, system: RuleSystem) -> None:
        self.titled[key] = system

    def __delitem__(self, key: str) -> None:
        del self.titled[key]

    def __contains__(self, key: object) -> bool:
        return key in self.titled

    def __iter__(self) -> Iterator[str]:
        return iter(self.titled)

    def __len__(self) -> int:
        return len(self.titled)


def titles(systems: Mapping[str, RuleSystem]) -> Sequence[Titled]:
    """Return the menu entry of each game, without loading any."""
    return [*(systems.titled if isinstance(systems, Games) else systems).values()]


def is_loaded(systems: Mapping[str, RuleSystem], key: str) -> bool:
    return not (isinstance(systems, Games) and isinstance(systems.titled[key], Game))


def scenario_folder(game: Titled) -> Path:
    return data_root() / "scenarios" / game.key.replace("-", "_")


OFFERED = (
    Game("full_thrust.system.FULL_THRUST", "full-thrust", "Full Thrust",
         "Plot in secret, move together, fire in turn.", "thrust"),
    Game("hexcess.system.HEXCESS", "hexcess", "Hexcess Thrust",
         "Ship by ship from hex to hex, no orders.", "hex"),
    Game("easyhex.system.EASYHEX", "easyhex", "Easier HexThrust",
         "Markers face down, one move, all fire at once.", "hex"),
    Game("hex12.system.HEX12", "hex12", "Full Thrust on Hexes", "Full Thrust on hexes, rows and spines.", "hex"),
    Game("full_sail.system.FULL_SAIL", "full-sail", "Full Sail", "Wind, broadsides and boarding.", "sail"),
    Game("power_hex.system.POWER_HEX", "power-hex", "Power and Initiative",
         "Reactors, late turns, hit locations.", "power", "round"),
)  # fmt: skip
SYSTEMS = Games(*OFFERED)
