"""Where saves and settings live, the list of recent battles, and settings that have been spoilt."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from game.formats import user_folders
from game.formats.atomic_file import CannotSave
from game.formats.save_journal import Journal
from game.formats.user_folders import (
    HOME,
    Settings,
    free_path,
    home,
    note_played,
    own_scenarios,
    read_settings,
    recent,
    saves_folder,
    settings_file,
    write_settings,
)
from tests.unit.formats.test_save_journal import HEAD, ORDERS


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return all of it under a folder of the test."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_folder_follows_the_habits_of_the_system(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home() == own_home and not own_home.exists()
    assert saves_folder() == own_home / "saves" and (own_home / "saves").is_dir()
    monkeypatch.delenv(HOME)
    monkeypatch.setattr(Path, "home", lambda: Path("/people/me"))
    for platform, variables, expected in (
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/dead-reckoning"),
        ("linux", {"XDG_DATA_HOME": ""}, "/people/me/.local/share/dead-reckoning"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, "/people/me/.local/share/dead-reckoning"),
        ("darwin", {}, "/people/me/Library/Application Support/Dead Reckoning"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/Dead Reckoning"),
        ("win32", {"APPDATA": ""}, "/people/me/AppData/Roaming/Dead Reckoning"),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert home() == Path(expected)


def test_a_home_that_cannot_be_made_is_a_sentence(own_home: Path) -> None:
    own_home.write_text("a file, no folder")
    with pytest.raises(CannotSave, match="cannot be written"):
        saves_folder()
    with pytest.raises(CannotSave, match="cannot be written"):
        write_settings(Settings())
    assert read_settings() == (Settings(), "")


def test_recent_battles_are_listed_newest_first_with_their_turn() -> None:
    folder = saves_folder()
    for age, (name, turns) in enumerate((("first", 1), ("second", 3), ("third", 0))):
        with Journal.create(folder / f"{name}.yaml", {**HEAD, "title": f"The {name}: battle"}) as journal:
            for turn in range(1, turns + 1):
                journal.note_turn(turn)
                for order in ORDERS:
                    journal.append(order)
        os.utime(folder / f"{name}.yaml", (1_000_000 - age, 1_000_000 - age))
    found = recent(folder)
    assert [(each.path.stem, each.title, each.system, each.turn, each.broken) for each in found] == [
        ("first", "The first: battle", "full-thrust", 1, ""),
        ("second", "The second: battle", "full-thrust", 3, ""),
        ("third", "The third: battle", "full-thrust", 1, ""),
    ]
    assert found[0].when.timestamp() == 1_000_000 and recent(folder, 1) == found[:1]
    assert recent(folder / "none") == []


def test_what_was_played_last_comes_first_whatever_the_clock_says() -> None:
    folder = saves_folder()
    for age, name in enumerate(("old", "older", "oldest", "copied", "copied-first")):
        Journal.create(folder / f"{name}.yaml", HEAD).close()
        os.utime(folder / f"{name}.yaml", (9_000_000 - age, 9_000_000 - age))
    for name in ("older", "oldest", "old", "gone", "older"):
        note_played(folder / f"{name}.yaml")
    assert [each.path.stem for each in recent(folder)] == ["older", "old", "oldest", "copied", "copied-first"]
    assert [each.path.stem for each in recent(folder, 2)] == ["older", "old"]


def test_the_list_of_what_was_played_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_folders, "LONGEST", 6)
    folder = saves_folder()
    names = ["a", "b\u2028c", "d", os.fsdecode(b"\xff")]
    for name in names:
        Journal.create(folder / f"{name}.yaml", HEAD).close()
    for number in range(40):
        note_played(folder / f"{names[number % 4]}.yaml")
        last = [each.path.stem for each in recent(folder)]
        assert last[: number + 1] == [names[(number - back) % 4] for back in range(4)][: number + 1]
        assert len((folder / user_folders.PLAYED).read_bytes().splitlines()) <= 7
    (folder / user_folders.PLAYED).unlink()
    (folder / user_folders.PLAYED).mkdir()
    note_played(folder / "a.yaml")
    assert len(recent(folder)) == 4, "a list that cannot be read is none"


def test_what_is_no_save_does_not_hide_the_others() -> None:
    folder = saves_folder()
    Journal.create(folder / "good.yaml", HEAD).close()
    (folder / "binary.yaml").write_bytes(bytes(range(256)) * 9 + b"\n")
    (folder / "empty.yaml").write_bytes(b"")
    (folder / "half.yaml").write_text("title: 'no end\nsystem: [full\n")
    (folder / "folder.yaml").mkdir()
    (folder / "notes.txt").write_text("title: not this\n")
    (folder / ".good.yaml.123.tmp").write_text("title: nor this\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.yaml")
    found = {each.path.stem: each for each in recent(folder)}
    assert set(found) == {"good", "binary", "empty", "half"}
    assert found["good"].broken == "" and found["good"].title == HEAD["title"]
    for name in ("binary", "empty", "half"):
        assert found[name].broken.endswith(".") and found[name].title == name


def test_a_hundred_long_saves_are_listed_with_their_turns() -> None:
    folder = saves_folder()
    Journal.create(folder / "save.yaml", HEAD).close()
    raw = (folder / "save.yaml").read_bytes() + b'- {by: lancet, order: "P2"}\n' * 20_000 + b"# Turn 9\n- {undo: 1}\n"
    for number in range(100):
        (folder / f"{number}.yaml").write_bytes(raw)
    assert {each.turn for each in recent(folder, 100)} <= {9, 1} and recent(folder, 100)[50].turn == 9


def test_a_new_battle_gets_a_name_of_its_own() -> None:
    folder = saves_folder()
    names = []
    for title in ("The Gap: a duel!", "the gap - A DUEL", "The gap a duel", "…", "x" * 500):
        path = free_path(folder, title)
        path.write_text("")
        names.append(path.name)
    assert names == [
        "the-gap-a-duel.yaml",
        "the-gap-a-duel-2.yaml",
        "the-gap-a-duel-3.yaml",
        "battle.yaml",
        "x" * 60 + ".yaml",
    ]


def test_own_scenarios_are_told_apart_by_the_whole_line_of_their_system(own_home: Path) -> None:
    folder = own_home / "scenarios"
    folder.mkdir(parents=True)
    (folder / "one.yaml").write_text("title: One\nsystem: hexcess\n")
    (folder / "two.yaml").write_text("title: Two\nsystem: easyhex\n")
    assert [path.name for path in own_scenarios(["hexcess"])] == ["two.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="devices have other names there")
def test_what_is_no_file_is_no_scenario(own_home: Path) -> None:
    folder = own_home / "scenarios"
    folder.mkdir(parents=True)
    (folder / "device.yaml").symlink_to(os.devnull)
    assert own_scenarios([]) == []


def test_settings_are_kept() -> None:
    assert read_settings() == (Settings(), "")
    mine = Settings(
        scale=1.25, palette="high contrast", sound=True, speed=0.5, keys={"undo": "z", "next": "n", "yes": "y"}
    )
    write_settings(mine)
    assert read_settings() == (mine, "")
    write_settings(Settings())
    assert read_settings() == (Settings(), "") and os.listdir(home()) == ["settings.yaml"]


def test_keys_of_actions_with_another_name_since_are_kept() -> None:
    write_settings(Settings())
    settings_file().write_bytes(b"keys: {minutes: F12, undo: z}\n")
    assert read_settings() == (Settings(keys={"log": "F12", "undo": "z"}), "")


@pytest.mark.parametrize(
    "raw",
    [b"", b"\0" * 100, b"scale: huge\n", b"[", b"scale: 1\nscale: 2\n", b"version: 99\n", b"\xff", b"colour: red\n"],
)
def test_spoilt_settings_are_kept_aside_and_the_usual_ones_used(raw: bytes) -> None:
    write_settings(Settings(sound=True))
    settings_file().write_bytes(raw)
    found, notice = read_settings()
    assert found == Settings() and notice.endswith("The old file is kept as settings.bad.yaml.")
    assert settings_file().with_name("settings.bad.yaml").read_bytes() == raw
    assert read_settings() == (Settings(), "")


@pytest.mark.parametrize("title", ["CON", "nul", "Aux!", "com1", "LPT9", "prn"])
def test_no_title_makes_a_file_that_windows_keeps_for_a_device(title: str, tmp_path: Path) -> None:
    assert free_path(tmp_path, title).stem == f"{title.lower().strip('!')}-battle"
