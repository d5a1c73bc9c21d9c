"""Every design that comes with a game is drawn again in the yard, part by part, into the same file."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import design_folder
from game.formats.user_folders import HOME
from game.formats.yaml_source import document, mapping
from game.systems import SYSTEMS
from tests.support.files.rebuilt import Rebuilding

SHIPPED = [(key, path) for key, system in SYSTEMS.items() for path in sorted(design_folder(system).glob("*/*.yaml"))]


@pytest.mark.parametrize(("key", "path"), SHIPPED, ids=[f"{key} {path.stem}" for key, path in SHIPPED])
def test_a_design_is_built_again_into_the_same_file(
    key: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    wanted = dict(mapping(document(path).data))
    yard = Rebuilding(SYSTEMS[key], wanted)
    yard.build()
    saved = yard.draft.save()
    yard.draft.close()
    assert dict(mapping(document(saved).data)) == {**wanted, "name": f"{wanted['name']} 2"}, (
        "the first one is the game's"
    )
