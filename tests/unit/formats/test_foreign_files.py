"""The file of another program is refused in one sentence, wherever one of ours is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.battle.designs import read_design
from game.battle.loader import open_battle
from game.formats.problems import BadFile
from game.lab.files import read_lab
from game.systems import SYSTEMS

FOREIGN = {
    "a JSON file": [
        '{"kind": "ship", "version": 1, "design": {"name": "Heron", "mass": 14, "hullBoxes": 4}}',
        '{"name": "OWN", "ships": [{"classKey": "DESTROYER", "name": "Plover", "speed": 0}]}',
        '[\n  {"name": "Heron"}\n]\n',
    ],
    "a YAML file": ["fleet: Own\nships:\n  - {name: Heron, thrust: 8}\n", "- Heron\n- Plover\n"],
    "a text": ["Lantern Reach\n-\n1\n0.0\n72.0\n*\nHERON\nCutter\n15.7\n*\n", "7\n"],
}
READERS: dict[str, Callable[[Path], object]] = {
    "battle": open_battle,
    "design": lambda path: read_design(path, SYSTEMS.values()),
    "lab": read_lab,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in FOREIGN.items() for text in texts])
def test_the_file_of_another_program_is_told_as_that(
    tmp_path: Path, kind: str, text: str, reader: Callable[[Path], object]
) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as bad:
        reader(path)
    (problem,) = bad.value.problems
    assert problem.message == (
        f"this seems to be {kind} of another program; Dead Reckoning reads only its own battles, designs, scenarios "
        "and demonstrations, which are YAML files"
    )
    assert ("shipyard" in problem.hint) == (kind == "a JSON file")


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
def test_one_of_ours_that_lacks_much_is_told_what_it_lacks(tmp_path: Path, reader: Callable[[Path], object]) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("title: Nothing yet\n", encoding="utf-8")
    with pytest.raises(BadFile) as bad:
        reader(path)
    assert any("this field is missing" in one.message for one in bad.value.problems)
