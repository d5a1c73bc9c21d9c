"""Names without end, folders that are files, folders that may not be read: every verb and every list answers in a
sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT, library
from game.battle.loader import new_save, open_battle, resume
from game.cli import main
from game.demonstrations.catalogue import exhibits, find_demonstration, shelf
from game.formats.atomic_file import CannotSave, files_in, typed_path, write_whole
from game.formats.user_folders import (
    HOME,
    Settings,
    free_path,
    own_scenarios,
    read_settings,
    recent,
    saves_folder,
    write_settings,
)
from game.formats.validation import BadFile
from game.sandbox.storage import open_sandbox, save, write_scenario
from game.systems import SYSTEMS
from game.ui.menu.library import offers
from game.ui.sandbox.open_page import files_by_kind
from tests.support.ui.sandbox_driver import fresh

FIRST_LIGHT = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"
GAME = next(iter(SYSTEMS.values()))
KINDS = ("endless", "under a file", "closed")


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder nobody may look into, also where the tests are run by one who may do anything."""
    folder = tmp_path / "closed"

    def shut(function: Any) -> Any:
        def asked(path: Any, *given: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and str(os.fspath(path)).startswith(str(folder)):
                raise PermissionError(13, "Permission denied", str(path))
            return function(path, *given, **named)

        return asked

    for name in ("stat", "lstat", "scandir", "listdir", "open", "mkdir", "replace", "rename", "unlink"):
        monkeypatch.setattr(os, name, shut(getattr(os, name)))
    monkeypatch.setattr("io.open", shut(open))
    yield folder


@pytest.fixture(params=KINDS)
def bad(request: pytest.FixtureRequest, tmp_path: Path, closed: Path) -> Path:
    """Return a path where nothing can be read or written."""
    (tmp_path / "file").write_text("title: x\n", encoding="utf-8")
    ways = {
        "endless": tmp_path / ("x" * 5000),
        "under a file": tmp_path / "file" / "inside",
        "closed": closed / "inside",
    }
    return ways[request.param]


VERBS = (
    ["check", "{}"], ["check", "{}/x.yaml"], ["cost", "{}"], ["cost", "{}/lancet.yaml"], ["replay", "{}"],
    ["battle", "{}"],
    ["battle", str(FIRST_LIGHT), "--turns", "1", "--save", "{}/x.yaml"], ["picture", "{}", "--out", "/dev/null"],
    ["picture", str(FIRST_LIGHT), "--out", "{}/x.png"], ["schema", "{}"], ["illustrate", "{}"], ["play", "{}"],
    ["sandbox", "{}"], ["demo", "{}"], ["{}"], ["import", "{}"], ["import", "{}/x.json"],
    ["export", "lancet", "--as", "text", "--out", "{}/x.txt"],
)  # fmt: skip


@pytest.mark.parametrize("words", VERBS, ids=lambda words: " ".join(words[:1]) or "none")
def test_every_verb_answers(words: list[str], bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main([word.format(bad) for word in words]) in (1, 2)
    said = capsys.readouterr()
    assert 0 < len(said.out + said.err) < 12_000 and "Traceback" not in said.err


def test_every_list_is_empty_and_everything_that_is_opened_is_refused(bad: Path) -> None:
    assert files_in(bad) == [] and recent(bad) == [] and shelf(bad) == [] and offers(GAME, bad) == []
    assert library(bad, GAME.files) == {}
    for opened in (open_battle, open_sandbox, resume):
        with pytest.raises(BadFile) as caught:
            opened(bad / "x.yaml")
        assert len(str(caught.value)) < 1000
    with pytest.raises(LookupError):
        find_demonstration(str(bad))


def test_everything_that_is_written_is_refused(bad: Path) -> None:
    box = fresh()
    tries: tuple[Any, ...] = (
        lambda: write_whole(bad / "x", b""), lambda: save(box, bad / "x.yaml"),
        lambda: write_scenario(box, bad / "x.yaml"),
        lambda: new_save(box.opened, path=bad / "x.yaml"), lambda: new_save(box.opened, folder=bad),
        lambda: write_settings(Settings(), bad / "settings.yaml"),
    )  # fmt: skip
    for wanted in tries:
        with pytest.raises(CannotSave) as caught:
            wanted()
        assert len(str(caught.value)) < 1000


def test_a_player_whose_folder_is_closed_can_play(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(bad))
    assert read_settings()[0] == Settings()
    assert own_scenarios([]) == [] and not any(one.own for one in exhibits(own=True))
    assert "Scenarios" in files_by_kind(GAME, SYSTEMS)
    with pytest.raises(CannotSave):
        saves_folder()


def test_free_paths_and_typed_ones(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("")
    (tmp_path / "a-2.yaml").symlink_to(tmp_path / "gone.yaml")
    assert free_path(tmp_path, "A").name == "a-3.yaml" and free_path(tmp_path, "x" * 5000).name == "x" * 60 + ".yaml"
    assert typed_path("~nobody-at-all/x.yaml") == Path("~nobody-at-all/x.yaml") and typed_path("~") == Path.home()


def test_a_save_from_the_far_future_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "late.yaml"
    path.write_text("title: Late\nsystem: full-thrust\nscript:\n", encoding="utf-8")
    os.utime(path, (2**40, 2**40))
    assert [one.title for one in recent(tmp_path)] == ["Late"]
