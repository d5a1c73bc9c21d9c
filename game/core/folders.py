"""Where the player's own files live: saved battles, newest first, and the settings."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from pydantic import Field

from game.core.disk import CannotSave, sentence, write_whole
from game.core.files import BadFile, Versioned, document_of, read
from game.core.source import decoded
from game.core.writing import block

HOME = "DEAD_RECKONING_HOME"  # the environment variable that puts all of it elsewhere
HEAD, TAIL = 8_192, 32_768  # bytes of a save that are looked at for the list of recent battles
_TURN = re.compile(rb"^# Turn ([0-9]{1,6})\r?$", re.MULTILINE)
_FIELD = re.compile(r"^(title|system): .*$", re.MULTILINE)


class Settings(Versioned):
    """What a player has chosen for the program: scale and speed are factors, volume a share, `keys` action -> key name."""

    scale: Annotated[float, Field(ge=0.75, le=3, allow_inf_nan=False)] | None = None  # None: after the screen
    palette: str = "standard"
    sound: bool = False
    volume: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.6
    tumbling: bool = True  # dice roll before they lie
    speed: Annotated[float, Field(ge=0.1, le=10, allow_inf_nan=False)] = 1.0
    keys: dict[str, str] = Field(default={})


@dataclass(frozen=True)
class Recent:
    """A save as the menu lists it. `broken` is a sentence where its head cannot be read."""

    path: Path
    title: str
    system: str
    turn: int
    when: datetime
    broken: str = ""


def home() -> Path:
    """The folder of the player's own files on this system; it need not exist yet."""
    if chosen := os.environ.get(HOME):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Dead Reckoning"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Dead Reckoning"
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "dead-reckoning"


def saves_folder() -> Path:
    """The folder of saved battles, made if need be. Raises CannotSave."""
    folder = home() / "saves"
    _make(folder)
    return folder


def settings_file() -> Path:
    """Where the settings are kept."""
    return home() / "settings.yaml"


def free_path(folder: Path, title: str) -> Path:
    """A path in the folder for a battle of that title under which nothing stands yet."""
    stem = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[:60].strip("-") or "battle"
    taken = {path.stem for path in folder.glob("*.yaml")}
    number = next(number for number in range(1, len(taken) + 2) if _numbered(stem, number) not in taken)
    return folder / f"{_numbered(stem, number)}.yaml"


def recent(folder: Path, most: int = 50) -> list[Recent]:
    """The newest saves of a folder, newest first, from the head and tail of each; broken files are listed and say so."""
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if path.suffix == ".yaml" and not path.name.startswith(".") and path.is_file():
                    found.append((path.stat().st_mtime, path))
    return [_glance(path, when) for when, path in sorted(found, reverse=True)[:most]]


def read_settings(path: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a sentence if they could not be read: a bad file is kept aside and the defaults are used."""
    path = path or settings_file()
    if not os.path.exists(path):
        return Settings(), ""
    try:
        return read(path, Settings), ""
    except BadFile as error:
        why = f"The settings could not be read ({error.problems[0].message}), so the usual ones are used."
    aside = path.with_name(f"{path.stem}.bad{path.suffix}")
    try:
        os.replace(path, aside)
    except OSError:
        return Settings(), why
    return Settings(), f"{why} The old file is kept as {aside.name}."


def write_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, whole or not at all. Raises CannotSave."""
    path = path or settings_file()
    _make(path.parent)
    write_whole(path, block(settings.model_dump(mode="json")).encode())


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise CannotSave(sentence(folder, trouble)) from None


def _numbered(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem}-{number}"


def _glance(path: Path, when: float) -> Recent:
    """What the list shows of one save; nothing of it is trusted."""
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
    return Recent(path, title, fields.get("system", ""), turn, datetime.fromtimestamp(when), broken)


def _fields(head: bytes, name: str) -> dict[str, str]:
    """Title and system, each from the one line it stands on."""
    text = decoded(head, name).split("\nscript:")[0]
    found = {}
    for line in _FIELD.finditer(text):
        found.update({key: str(value) for key, value in document_of(line[0], name).data.items() if value is not None})
    return found
