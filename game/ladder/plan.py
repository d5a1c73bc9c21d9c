"""The plan of a ladder: the battles to fight, and the file in its folder that holds it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from game.battle.loader import load_start
from game.formats.atomic_file import files_in, is_there, write_whole
from game.formats.yaml_source import bytes_of, refusal
from game.ladder.battles import LadderBattle
from game.ladder.openings import openings_folder
from game.ladder.statistics import Couple
from game.players import player

PLAN = "plan.json"  # in the folder of a ladder
MOST = 100_000  # dice keys for each pair of players and file


@dataclass(frozen=True)
class LadderFile:
    """A battle file of a ladder: its name there, its game, and its text."""

    name: str
    game: str
    text: str

    @property
    def digest(self) -> str:
        """The digest of its text."""
        return sha256(self.text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class LadderPlan:
    """The battles to fight: every pair of players over every file, with `games` keys of dice from `seed` on.
    `until_told`: a pair stops once it is known which player is stronger, or that they are level."""

    files: tuple[LadderFile, ...]
    players: tuple[str, ...]
    games: int = 10
    seed: int = 0
    until_told: bool = False

    @property
    def names(self) -> list[str]:
        """Every player once."""
        return list(dict.fromkeys(self.players))

    @property
    def couples(self) -> list[Couple]:
        """Every pair of players. A player that is listed twice, or alone, meets itself."""
        selves = [one for one in self.names if self.players.count(one) > 1 or len(self.names) == 1]
        return [*combinations(self.names, 2), *((one, one) for one in selves)]

    @property
    def keys(self) -> range:
        """The keys of the dice."""
        return range(self.seed, self.seed + self.games)

    def battles(self, couples: Iterable[Couple], keys: Iterable[int]) -> Iterator[LadderBattle]:
        """Yield the battles of these pairs. Each of two players has either seat once with every key of every file; a
        player that meets itself has both."""
        for key in keys:
            for file in self.files:
                for one, other in couples:
                    for seats in dict.fromkeys(((one, other), (other, one))):
                        yield LadderBattle(file.name, file.digest, file.text, key, seats)


def ladder_plan(
    paths: Sequence[Path], players: Sequence[str], games: int = 10, seed: int = 0, until_told: bool = False
) -> LadderPlan:
    """Return a plan; a folder stands for all files in it. Raises BadFile and LookupError."""
    for name in players:
        player(name)
    found: dict[str, LadderFile] = {}
    for path in paths:
        for one in files_in(path, "**/*.yaml") if path.is_dir() else [path]:
            name = f"{one.resolve().parent.name}/{one.stem}"
            found[name if name not in found else str(one)] = _ladder_file(one, name if name not in found else str(one))
        if not found:
            raise refusal(path, "there is no battle file in this folder")
    return LadderPlan(tuple(found.values()), tuple(players), games, seed, until_told)


def _ladder_file(path: Path, name: str) -> LadderFile:
    opened = load_start(path)
    if len(opened.file.sides) != 2 or opened.saved:
        why = "a ladder is fought by two sides" if not opened.saved else "this is a save, not a battle to be fought"
        raise refusal(path, why)
    return LadderFile(name, opened.battle.system.key, opened.document.text)


def shipped_files() -> tuple[LadderFile, ...]:
    """Return the openings that come with the program. They are valid, so none is set up just to be listed."""
    found = []
    for path in files_in(openings_folder(), "**/*.yaml"):
        text = path.read_text(encoding="utf-8")
        game = re.search(r"^system: (\S+)$", text, re.MULTILINE)
        found.append(LadderFile(f"{path.parent.name}/{path.stem}", game[1] if game else "", text))
    return tuple(found)


# -- the file of a plan ------------------------------------------------------------------------------------------------


def write_plan(plan: LadderPlan, folder: Path) -> None:
    """Write the plan, with the text of its battle files, into the folder of its ladder. Raises CannotSave."""
    write_whole(folder / PLAN, json.dumps(asdict(plan), ensure_ascii=False, indent=1).encode())


def read_plan(folder: Path) -> LadderPlan:
    """Return the plan of the ladder in a folder. Raises BadFile."""
    path = folder / PLAN
    if not is_there(path):
        why = "this folder has no plan of a ladder"
        raise refusal(path, why, "Give its `ladder` command once more: what was fought there stays.")
    try:
        plan = TypeAdapter(LadderPlan).validate_json(bytes_of(path))
        for name in plan.players:
            player(name)
    except (ValidationError, LookupError) as why:
        words = str(why) if isinstance(why, LookupError) else "this is no plan of a ladder"
        raise refusal(path, words) from None
    if not (plan.players and plan.files and 1 <= plan.games <= MOST and plan.seed >= 0):
        raise refusal(path, "this is no plan of a ladder")
    return plan
