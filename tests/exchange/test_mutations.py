"""Files that are damaged, cut, strange or hostile end in designs and sentences, never in a fault of the program."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.values import Data, Value
from game.exchange.files import ZIP, read_foreign, write_design
from game.formats.problems import BadFile, Step
from tests.support.files.foreign_designs import CATALOGUE, CLASS, FLEET, HERON, TURNSTONE, YARD

SOURCES: dict[str, Value] = {
    "catalogue": CATALOGUE, "design": HERON, "second edition": {"kind": "FTDesign", "design": TURNSTONE},
    "fleet": {"kind": "FTFleet", "fleet": {"ships": [{"design_id": "heron"}]}, "designs": [HERON]},
    "list": [YARD, YARD], "battle": {"setup": {"customDesigns": [YARD]}, "actions": []}, "class": CLASS, "ships": FLEET,
}  # fmt: skip
JUNK: tuple[Value, ...] = (
    None, True, False, 0, -1, 10**18, 1.5, 1e300, "", "x" * 5000, "\u202e\u0000z", [], {}, [[]], [1, "a", None, {}],
    {"a": {"b": [1]}}, "F", " ", "fb", "ft2", "savasku", [["F"]], {"type": "beam"}, "🚀", -5.5, ["F", "F"], [{}],
)  # fmt: skip
SPLICES = ("", "}", "]", ",", '"', "\\", "\x00", "é", ":", "[" * 100, "1" * 400)


def places(value: Value, at: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Yield the path of every value."""
    yield at
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from places(inner, (*at, step))


def put(value: Value, at: tuple[Step, ...], junk: Value) -> Value:
    """Return a value with junk at a path of it, which another mutation may have removed."""
    if not at:
        return junk
    inner = value
    for step in at[:-1]:
        inner = inner[step]
    inner[at[-1]] = junk
    return value


def judged(path: Path, folder: Path) -> int:
    """Read a file and write its designs; return how many sentences there were about it."""
    try:
        found = read_foreign(path)
    except BadFile as bad:
        assert all(one.message for one in bad.problems) and len(str(bad)) < 20_000
        return bad.count
    for design in found.designs[:2]:
        write_design(design, folder)
    assert found.designs or found.every_note, "what is no design is told"
    for note in found.every_note:
        assert note.message and (note.line or not note.source) and len(str(note)) < 20_000
    return len(found.every_note)


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("seed", range(3))
def test_any_value_may_be_anything(name: str, seed: int, tmp_path: Path) -> None:
    dice, path = random.Random(f"{name} {seed}"), tmp_path / "own.json"
    sentences = 0
    for _ in range(60):
        data = copy.deepcopy(SOURCES[name])
        for _ in range(dice.choice((1, 1, 2, 4))):
            data = put(data, dice.choice(list(places(data))), copy.deepcopy(dice.choice(JUNK)))
        path.write_bytes(json.dumps(data, indent=dice.choice((None, 1))).encode("utf-8", "surrogatepass"))
        sentences += judged(path, tmp_path / "own")
    assert sentences > 60


@pytest.mark.parametrize("name", SOURCES)
def test_any_text_may_be_cut_and_spliced(name: str, tmp_path: Path) -> None:
    dice, path = random.Random(name), tmp_path / "own.json"
    text = json.dumps(SOURCES[name], indent=1)
    for _ in range(120):
        at = dice.randrange(len(text))
        path.write_text(text[:at] + dice.choice(SPLICES) + text[at + dice.choice((0, 1, 40, len(text))) :], "utf-8")
        assert judged(path, tmp_path / "own") >= 0


@pytest.mark.parametrize("name", SOURCES)
def test_any_field_may_be_missing(name: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    for at in places(SOURCES[name]):
        if at and isinstance(at[-1], str):
            data: Data | list[Value] = copy.deepcopy(SOURCES[name])
            inner: Value = data
            for step in at[:-1]:
                inner = inner[step]
            del inner[at[-1]]
            path.write_text(json.dumps(data), "utf-8")
            judged(path, tmp_path / "own")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "the file is empty"),
        (json.dumps(HERON).encode("utf-16"), "not UTF-8 text"),
        (b'{"name": "H\xe9ron"}', "not UTF-8 text"),
        (ZIP + bytes(40), "packed backup"),
        (b"MZ\x90\x00", "not UTF-8 text"),
        (b"name: Heron\n", "this is not JSON"),
        (b"[]", "no file of designs that is known here"),
        (b"null", "no file of designs that is known here"),
        (b'{"title": "x"}', "known are those of FullThrustFleetManager"),
        (b"[" * 100_000, "nested more than 40 deep"),
        (b'"' + b"x" * 6_000_000 + b'"', "larger than 5 MB"),
    ],
)  # fmt: skip
def test_files_of_every_other_kind(raw: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(raw)
    with pytest.raises(BadFile, match=words):
        read_foreign(path)


def test_a_catalogue_without_designs_says_so(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text('{"kind": "FTFleet", "designs": []}', "utf-8")
    assert [note.message for note in read_foreign(path).notes] == ["there is no design in this file"]
