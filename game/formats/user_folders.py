"""The player's own files: the list of saved battles, scenarios, and the settings."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from game.core.names import HUMAN, Name, Text, Unnamed, WrittenHouseValue
from game.formats.atomic_file import CannotSave, files_in, make_folder, sentence, write_whole
from game.formats.validation import BadFile, Versioned, document_of, read_model
from game.formats.yaml_source import bytes_of, decoded
from game.formats.yaml_writer import block

HOME = "DEAD_RECKONING_HOME"  # the environment variable that overrides the folder
# folders of the player's own files
SAVES, SCENARIOS, DEMONSTRATIONS, DESIGNS = "saves", "scenarios", "demonstrations", "designs"
HEAD, TAIL = 8_192, 32_768  # bytes read of a save for the list of recent battles
RENAMED_ACTIONS = {"minutes": "log"}  # name in older settings -> present name of the action
# names that Windows reserves for devices
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
PLAYED, LONGEST = ".played", 2_000  # the list of played saves, and its maximum length in lines
_TURN = re.compile(rb"^# Turn ([0-9]{1,6})\r?$", re.MULTILINE)
_FIELD = re.compile(r"^(title|system): .*$", re.MULTILINE)


Pixels = Annotated[int, Field(ge=100, le=20_000)]


class Settings(Versioned):
    """The player's settings. Scale and speed are factors, volume is 0 to 1, `keys` maps actions to key names."""

    scale: Annotated[float, Field(ge=0.75, le=3, allow_inf_nan=False)] | None = None  # None: fit the screen
    palette: str = "standard"
    sound: bool = False
    volume: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.6
    tumbling: bool = True  # dice tumble before they show their faces
    effects: bool = True  # strikes, losses, drives and wakes
    speed: Annotated[float, Field(ge=0.1, le=10, allow_inf_nan=False)] = 1.0
    thinking: Annotated[int, Field(ge=1, le=600)] = 10  # seconds that a computer player may think
    why_each_turn: bool = False  # computer players say why at the end of each turn
    large_captions: bool = False  # in demonstrations, for a projector
    keys: dict[str, str] = Field(default={})
    # the last size; None: fit the screen
    window: Annotated[tuple[Pixels, Pixels], Field(strict=False)] | None = None
    maximised: bool = False  # true if the window was maximised when it was closed
    # the last scenario chosen: its system, `own` if it is the player's, and the stem of its file, joined by /
    scenario: str = ""
    players: dict[str, str] = Field(default={})  # the last choice for each side, by its key
    lessons: dict[str, str] = Field(default={})  # progress in each lesson, by its game: `4 of 12`, `done`

    @field_validator("keys")
    @classmethod
    def _present_names(cls, keys: dict[str, str]) -> dict[str, str]:
        """Return key bindings under the present names of their actions."""
        return {RENAMED_ACTIONS.get(action, action): key for action, key in keys.items()}


@dataclass(frozen=True)
class Recent:
    """A save as the menu lists it. `broken` is a sentence if its head cannot be read."""

    path: Path
    title: str
    system: str
    turn: int
    when: datetime
    broken: str = ""


def home() -> Path:
    """Return the folder of the player's own files on this system; it need not exist."""
    if chosen := os.environ.get(HOME):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Dead Reckoning"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Dead Reckoning"
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "dead-reckoning"


@contextlib.contextmanager
def empty_home() -> Iterator[Path]:
    """Use an empty folder for the player's files within this context, and delete it afterwards. Raises OSError."""
    before = os.environ.get(HOME)
    with TemporaryDirectory(prefix="dead-reckoning-", ignore_cleanup_errors=True) as folder:
        os.environ[HOME] = folder
        try:
            yield Path(folder)
        finally:
            del os.environ[HOME]
            if before is not None:
                os.environ[HOME] = before


def saves_folder() -> Path:
    """Return the folder of saved battles, created if necessary. Raises CannotSave."""
    folder = home() / SAVES
    _make(folder)
    return folder


def settings_file() -> Path:
    return home() / "settings.yaml"


def free_path(folder: Path, title: str) -> Path:
    """Return an unused path in the folder for a battle with this title."""
    stem = stem_of(title)
    paths = (folder / f"{_numbered_stem(stem, number)}.yaml" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


def named_path(folder: Path, title: str) -> Path:
    """Return the path in the folder for the first battle with this title."""
    return folder / f"{stem_of(title)}.yaml"


def export_path(folder: str, title: str, ending: str) -> Path:
    """Return an unused path in one of the player's folders, named after a title and the time. Raises CannotSave."""
    place = make_folder(home() / folder)
    stem = f"{stem_of(title)}-{datetime.now():%Y-%m-%d-%H%M%S}"
    paths = (place / f"{_numbered_stem(stem, number)}{ending}" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


def stem_of(title: str) -> str:
    """Return a file name for a title, avoiding names that Windows reserves for devices."""
    stem = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[:60].strip("-") or "battle"
    return f"{stem}-battle" if stem in DEVICES else stem


def recent(folder: Path, most: int = 50) -> list[Recent]:
    """Return the saves in a folder, last played first; only the head and tail of each are read. Saves are ordered by
    the list of played saves, then by file time, which clocks and copying change."""
    found: list[tuple[int, float, Path]] = []
    numbers = _play_order(folder)
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if path.suffix == ".yaml" and not path.name.startswith(".") and path.is_file():
                    found.append((numbers.get(path.name, -1), path.stat().st_mtime, path))
    return [_glance(path, when) for _, when, path in sorted(found, reverse=True)[:most]]


def note_played(path: Path) -> None:
    """Record that a save was played: append its name to the list of played saves. Errors of the disk are ignored."""
    listed = path.parent / PLAYED
    with contextlib.suppress(OSError, CannotSave):
        names = _names(path.parent)
        if len(names) >= LONGEST:  # keep each name once, in the order of last play
            once = [name for name in dict.fromkeys(reversed(names)) if (path.parent / name).exists()]
            write_whole(listed, "".join(f"{name}\n" for name in reversed(once)).encode(errors="surrogateescape"))
        with listed.open("ab") as stream:
            stream.write(f"{path.name}\n".encode(errors="surrogateescape"))


def _play_order(folder: Path) -> dict[str, int]:
    """Return the position in the order of play of each save that was played, by file name."""
    return {name: number for number, name in enumerate(_names(folder))}


def _names(folder: Path) -> list[str]:
    """Return the lines of the list of played saves; none if there is no list."""
    with contextlib.suppress(BadFile):
        return bytes_of(folder / PLAYED).decode(errors="surrogateescape").rstrip("\n").split("\n")
    return []


def own_scenarios(others: Collection[str]) -> list[Path]:
    """Return the player's scenarios, sorted by path, except those for one of the `others`, which are rule systems."""
    found = []
    with contextlib.suppress(OSError):
        for path in files_in(home() / SCENARIOS, "**/*.yaml"):
            with contextlib.suppress(OSError):
                if path.is_file() and _system_of(path) not in others:
                    found.append(path)
    return found


def _system_of(path: Path) -> str:
    """Return the rule system that a battle file names in its head, or an empty string. Raises OSError."""
    with path.open("rb") as stream:
        head = stream.read(HEAD)
    try:
        return _fields(head[: head.rfind(b"\n") + 1], path.name).get("system", "")
    except BadFile:
        return ""


def read_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Return the settings, and a sentence if they could not be read. A bad file is renamed, and the defaults are
    used."""
    path = path or settings_file()
    if not os.path.exists(path):
        return Settings(), ""
    try:
        return read_model(path, Settings), ""
    except BadFile as error:
        why = f"The settings could not be read ({error.problems[0].message}), so the usual ones are used."
    aside = path.with_name(f"{path.stem}.bad{path.suffix}")
    try:
        os.replace(path, aside)
    except OSError:
        return Settings(), why
    return Settings(), f"{why} The old file is kept as {aside.name}."


def write_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings atomically. Raises CannotSave."""
    path = path or settings_file()
    _make(path.parent)
    write_whole(path, block(settings.model_dump(mode="json")).encode())


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise CannotSave(sentence(folder, trouble)) from None


def _numbered_stem(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem}-{number}"


def _glance(path: Path, when: float) -> Recent:
    """Return the list entry of a save, which may have any content."""
    fields: Mapping[str, str] = {}
    turn, broken = 1, ""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
            stream.seek(max(0, path.stat().st_size - TAIL))
            turns = _TURN.findall(stream.read(TAIL))
        turn = int(turns[-1]) if turns else 1
        fields = _fields(head[: head.rfind(b"\n") + 1], path.name)
        broken = "" if fields.get("title") else "This file has no title: it may be damaged."
    except BadFile as error:
        broken = f"This file is damaged: {error.problems[0].message}."
    except OSError as trouble:
        broken = f"This file cannot be opened: {trouble.strerror or trouble}."
    title = fields.get("title") or path.stem
    return Recent(path, title, fields.get("system", ""), turn, _moment(when), broken)


def _moment(when: float) -> datetime:
    """Return a file time as a datetime; the present time for one out of range."""
    try:
        return datetime.fromtimestamp(when)
    except (ValueError, OverflowError, OSError):
        return datetime.now()


def _fields(head: bytes, name: str) -> dict[str, str]:
    """Return the title and system in a head, each on a line of its own."""
    text = decoded(head, name).split("\nscript:")[0]
    found = {}
    for line in _FIELD.finditer(text):
        found.update({key: str(value) for key, value in document_of(line[0], name).data.items() if value is not None})
    return found


# -- heads of scenarios ------------------------------------------------------------------------------------------------


class _HeadPart(BaseModel):
    """A part of a file whose other fields its game knows."""

    model_config = ConfigDict(strict=True, frozen=True)


class _HeadSide(_HeadPart):
    name: Name
    player: Unnamed = HUMAN


class _HeadShip(_HeadPart):
    side: Name
    fate: Unnamed = ""  # of a ship that is not in play


class _HeadVictory(_HeadPart):
    turns: int | None = None


class ScenarioHead(_HeadPart):
    """The head of a battle file. Its parts are those of the model of its game, but for the fields left out."""

    title: Name
    about: Text = ""
    teaches: list[Name] = []
    house: dict[Name, WrittenHouseValue] = {}
    sides: Mapping[str, _HeadSide]
    ships: Mapping[str, _HeadShip]
    victory: _HeadVictory = _HeadVictory()


def read_head(path: Path) -> ScenarioHead:
    """Return the head of a battle file. Raises BadFile."""
    return read_model(path, ScenarioHead)
