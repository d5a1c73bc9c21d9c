"""Saving: a kill at any moment loses nothing that was acknowledged, a torn tail is dropped, and only one program
writes."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.installation import __version__
from game.formats.atomic_file import CannotSave, InUse, write_whole
from game.formats.battle_schema import Entry, Expect, Given, Refuse, RefusedEntry, Say, Undo
from game.formats.save_digest import last_mark, mark_line, without_end
from game.formats.save_journal import Journal, line_of
from game.formats.validation import BadFile, document_of
from game.formats.yaml_source import LARGEST
from game.systems import SYSTEMS
from tests.support.battles import unmarked
from tests.support.files.whole import parse_battle, read_battle
from tests.support.narrowing import present

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

SHARES, KILLS = (12, 300) if os.environ.get("SOAK") else (1, 30)  # that many tests, and in each that many kills

HEAD: dict[str, Any] = {
    "title": "Two ships: a “test”",
    "system": "full-thrust",
    "house": {"rerolls": True, "profile": "FB"},
    "seed": 2**63 - 1,
    "table": {"width": 72, "height": 48.5},
    "sides": {"azure": {"name": "Azure League"}, "crimson": {"name": "No: really, 'no'"}},
    "ships": {
        "lancet": {"side": "azure", "design": "lancet", "at": [12, 24.125], "course": 3},
        "vesper": {"side": "crimson", "design": "vesper", "at": [40, 30], "course": 9},
    },
}
ORDERS: list[Entry] = [
    Given(by="lancet", order="P2+3"),
    Given(by="vesper", order="fire B2a>lancet", dice=[6, 4]),
    Undo(undo=1),
]


def saved(path: Path, *orders: Any) -> bytes:
    """Write a save with these orders and return its bytes."""
    with Journal.create(path, HEAD) as journal:
        for order in orders or ORDERS:
            journal.append(order)
    return path.read_bytes()


# -- what stands in the file -----------------------------------------------


def test_each_order_is_one_line_in_the_form_of_the_battle_file(path: Path) -> None:
    lines = unmarked(saved(path).decode()).splitlines()
    assert lines[-4:] == [
        "script:",
        '- {by: lancet, order: "P2+3"}',
        '- {by: vesper, order: "fire B2a>lancet", dice: [6, 4]}',
        "- {undo: 1}",
    ]
    assert lines[0] == "version: 1" and "  lancet: {side: azure, design: lancet, at: [12, 24.125], course: 3}" in lines
    assert os.listdir(path.parent) == [path.name], "neither lock nor half-written file is left behind"


def test_what_was_saved_is_taken_up_again(path: Path) -> None:
    saved(path)
    with Journal.open(path, SYSTEMS, lambda system: ["lancet", "vesper"]) as journal:
        assert journal.entries == ORDERS and journal.notices == () and journal.battle.seed == 2**63 - 1
        assert journal.battle.title == HEAD["title"] and journal.battle.sides["crimson"].name == "No: really, 'no'"
        assert journal.document.place(("script", 1, "dice"))[1] == 48
        journal.append({"by": "azure", "order": "", "dice": []})
        assert journal.entries[-1] == Given(by="azure", order="", dice=[])
        journal.note_turn(2)
        journal.append(Undo(undo=2))
    assert read_battle(path).script == [*ORDERS, Given(by="azure", order="", dice=[]), Undo(undo=2)]


def test_the_file_is_a_valid_battle_after_every_line(path: Path) -> None:
    entries = [Say(say="now: then"), Expect(expect={"lancet": {"lost": ["B2a"], "hull": 3}}), *ORDERS]
    entries.append(Refuse(refuse=RefusedEntry(by="lancet", order="x", why="no")))
    with Journal.create(path, HEAD) as journal:
        assert read_battle(path).script == []
        for count, entry in enumerate(entries, 1):
            journal.append(entry)
            assert read_battle(path).script == entries[:count]


@settings(max_examples=200, deadline=None)
@given(st.text(), st.lists(st.integers(1, 20), max_size=4))
def test_any_order_text_is_one_line_and_is_read_back_equal(text: str, dice: list[int]) -> None:
    line = line_of(Given(by="lancet", order=text, dice=dice))
    assert line.count("\n") == 1 and line.endswith("}\n") and len(line.splitlines()) == 1
    doc = document_of(line, "f")
    assert doc.data == [{"by": "lancet", "order": text, "dice": dice}]


def test_a_save_names_the_version_of_the_program_once(path: Path) -> None:
    line = f"# written by Dead Reckoning {__version__}\n".encode()
    assert saved(path).count(line) == 1
    with Journal.open(path, SYSTEMS) as journal:
        journal.append(ORDERS[0])
        assert path.read_bytes().count(line) == 1 and journal.notices == ()


@pytest.mark.parametrize("other", ("0.0.9", "0.1.0.dev3+local", "999.0", ""))
def test_another_version_that_goes_on_names_itself(other: str, path: Path) -> None:
    ours = f"# written by Dead Reckoning {__version__}\n".encode()
    theirs = f"# written by Dead Reckoning {other}\n".encode() if other else b""
    path.write_bytes(saved(path).replace(ours, theirs))
    with Journal.open(path, SYSTEMS) as journal:
        told = [f"written by Dead Reckoning 999.0. This is {__version__}, which" in words for words in journal.notices]
        assert told == [True] * (other == "999.0")
        for order in ORDERS:
            journal.append(order)
    raw = path.read_bytes()
    assert raw.count(ours) == 1 and theirs in raw[: raw.index(ours)]
    with Journal.open(path, SYSTEMS) as journal:
        assert journal.entries == [*ORDERS, *ORDERS]


def test_a_scenario_with_a_script_keeps_it_line_by_line(path: Path) -> None:
    with Journal.create(path, {**HEAD, "script": [{"say": "Hold."}, {"by": "lancet", "order": "0"}]}) as journal:
        journal.append(ORDERS[0])
    script = unmarked(path.read_text()).partition("script:\n")[2]
    assert script == '- {say: "Hold."}\n- {by: lancet, order: "0"}\n- {by: lancet, order: "P2+3"}\n'


def test_what_is_no_battle_or_no_entry_is_never_written(path: Path) -> None:
    with pytest.raises(BadFile):
        Journal.create(path, {**HEAD, "system": 3})
    assert not any(path.parent.iterdir())
    with Journal.create(path, HEAD) as journal:
        before = path.read_bytes()
        for wrong in ({"by": "lancet"}, {"say": "x", "undo": 1}, {"undo": 0}, {"by": "lancet", "order": 3}):
            with pytest.raises(ValueError, match="no line of a script"):
                journal.append(wrong)
        assert path.read_bytes() == before and journal.entries == []


# -- torn tails --------------------------------------------------------------


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_an_end_of_whole_lines_that_is_gone_is_told(lines: int, path: Path) -> None:
    """Also where the mark of the end was kept; what goes on from there says no more."""
    raw = without_end(saved(path))
    end = saved(path)[len(raw) :]
    short = b"".join(raw.splitlines(keepends=True)[:-lines])
    for tail, said in (
        (b"", f"{path.name} has been cut off: the mark of its end is missing, and orders may be."),
        (end, f"{path.name} is not as it was written: lines before its end are missing."),
    ):
        path.write_bytes(short + tail)
        with Journal.open(path) as journal:
            assert (journal.entries, journal.notices) == (ORDERS[:-lines], (said,))
            assert path.read_bytes() == short + tail
            journal.append(ORDERS[0])
        with Journal.open(path) as journal:
            assert (journal.entries, journal.notices) == ([*ORDERS[:-lines], ORDERS[0]], ())


def test_an_older_version_may_have_added_lines_behind_the_end(path: Path) -> None:
    raw = saved(path)
    line, _ = mark_line(line_of(ORDERS[0]).rstrip("\n").encode(), last_mark(raw))
    path.write_bytes(raw + line + b"\n# Turn 2\n")
    for count in (1, 2):
        with Journal.open(path) as journal:
            assert (journal.entries, journal.notices) == ([*ORDERS, *[ORDERS[0]] * count], ())
            journal.append(ORDERS[0])


@pytest.mark.parametrize("last", [ORDERS[1], Undo(undo=1), Given(by="lancet", order='a "b" {c} é }')])
def test_a_tail_torn_at_any_byte_is_dropped_with_a_notice(path: Path, last: Any) -> None:
    raw = saved(path, ORDERS[0], ORDERS[1], last)
    end = len(without_end(raw))
    start = raw[: end - 1].rfind(b"\n") + 1
    for cut in range(start, len(raw) + 1):
        path.write_bytes(raw[:cut])
        complete = cut >= end - 1  # only the line end, or the mark of the end, is missing
        kept = [ORDERS[0], ORDERS[1], *([last] if complete else [])]
        with Journal.open(path) as journal:
            assert journal.entries == kept
            said = "dropped" if start < cut and not complete else "cut off" if cut <= end else ""
            assert [said in notice for notice in journal.notices] == [True] * bool(said)
            assert path.read_bytes() == raw[:cut], "opening a save must not change it"
            journal.append(ORDERS[0])
        assert read_battle(path).script == [*kept, ORDERS[0]]


def test_a_turn_note_or_an_empty_stretch_at_the_end_is_dropped_quietly(path: Path) -> None:
    raw = saved(path)
    for tail in (b"# Tur", b"\0" * 700, b"\n\n", b"   ", b"\n# Turn 7\n"):
        path.write_bytes(raw + tail)
        with Journal.open(path) as journal:
            assert journal.entries == ORDERS and journal.notices == ()
            journal.append(ORDERS[0])
        assert read_battle(path).script == [*ORDERS, ORDERS[0]]


def test_a_damaged_last_line_is_dropped_and_a_damaged_line_before_it_is_not(path: Path) -> None:
    raw = saved(path)
    path.write_bytes(raw + b"- {by: lancet, order: \xff\xfe\n")
    with Journal.open(path) as journal:
        assert journal.entries == ORDERS and "dropped" in journal.notices[0]
    path.write_bytes(raw.replace(b'lancet, order: "P2+3"', b'lancet, order: "P2+3'))
    with pytest.raises(BadFile) as caught:
        Journal.open(path)
    assert caught.value.problems[0].line > 10


def test_what_cannot_be_continued_is_refused_and_left_alone(path: Path) -> None:
    raw = unmarked(saved(path).decode())
    head, script = raw.split("script:\n")
    for text in (
        head,
        head + "script: []\n",
        f"script:\n{script}{head}",
        f"{head}script:\n  - {{undo: 1}}\n",
        f"{raw}...\n",
        head[:-9],
    ):
        path.write_text(text)
        with pytest.raises(BadFile) as caught:
            Journal.open(path)
        assert caught.value.problems[0].line >= 1
        assert path.read_text() == text and os.listdir(path.parent) == [path.name]
    for wrong in (path.with_name("none.yaml"), path.parent):
        with pytest.raises(BadFile):
            Journal.open(wrong)
    path.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(BadFile):
        Journal.open(path)


def test_a_save_written_with_more_lines_by_hand_goes_on(path: Path) -> None:
    head = unmarked(saved(path).decode()).split("script:\n")[0]
    path.write_text(
        f"{head}script:   # so far\n# first\n\n- say: >\n    Long\n    text.\n-\n  by: lancet\n  order: '0'\n",
        newline="\r\n",
    )
    with Journal.open(path) as journal:
        journal.append(Undo(undo=1))
    assert read_battle(path).script[1:] == [Given(by="lancet", order="0"), Undo(undo=1)]


# -- trouble while writing -----------------------------------------------------


def test_a_full_disk_costs_one_order_and_the_next_is_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.create(path, HEAD) as journal:
        journal.append(ORDERS[0])
        assert journal._file is not None
        real, calls = journal._file, list[bytes]()

        class Full:
            """Takes half of what it is given, then has no room."""

            def __getattr__(self, name: str) -> Any:
                return getattr(real, name)

            def write(self, data: bytes) -> int:
                calls.append(data)
                if len(calls) > 1:
                    raise OSError(28, "No space left on device")
                return real.write(data[: len(data) // 2])

        with monkeypatch.context() as full:
            full.setattr(journal, "_file", Full())
            with pytest.raises(CannotSave, match="No space left"):
                journal.append(ORDERS[1])
            assert journal.entries == [ORDERS[0]]
        journal.append(ORDERS[2])
        assert read_battle(path).script == journal.entries == [ORDERS[0], ORDERS[2]]


def test_a_disk_that_takes_a_few_bytes_at_a_time_gets_the_whole_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.create(path, HEAD) as journal:
        real = present(journal._file)

        class Slow:
            """Takes five bytes of whatever it is given."""

            def __getattr__(self, name: str) -> Any:
                return getattr(real, name)

            def write(self, data: bytes) -> int:
                return real.write(data[:5])

        with monkeypatch.context() as slow:
            slow.setattr(journal, "_file", Slow())
            for entry in ORDERS:
                journal.append(entry)
    with Journal.open(path) as journal:
        assert journal.entries == ORDERS and journal.notices == ()


@pytest.mark.parametrize("then", [ORDERS[1], Undo(undo=1)], ids=["the same line", "a shorter one"])
def test_a_line_that_was_not_synced_is_no_part_of_the_save(
    then: Any, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(handle: int) -> None:
        raise OSError(5, "Input/output error")

    with Journal.create(path, HEAD) as journal:
        journal.append(ORDERS[0])
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", fails)
            for _ in range(2):
                with pytest.raises(CannotSave, match="Input/output error"):
                    journal.append(ORDERS[1])
        journal.append(then)
        journal.note_turn(2)
        assert journal.entries == [ORDERS[0], then]
    with Journal.open(path) as journal:
        assert journal.entries == [ORDERS[0], then] and journal.notices == ()
        journal.append(ORDERS[0])
    assert read_battle(path).script == [ORDERS[0], then, ORDERS[0]]


def test_a_file_that_others_changed_or_removed_is_not_written_over(path: Path) -> None:
    with Journal.create(path, HEAD) as journal:
        path.write_bytes(path.read_bytes() + b"- {undo: 1}\n")
        with pytest.raises(CannotSave, match="changed by another program"):
            journal.append(ORDERS[0])
        path.unlink()
        with pytest.raises(CannotSave, match="moved or removed"):
            journal.append(ORDERS[0])
    with pytest.raises(CannotSave, match="closed"):
        journal.append(ORDERS[0])


@pytest.mark.parametrize("at", [30, -20])
def test_a_change_that_keeps_size_and_time_is_noticed(path: Path, at: int) -> None:
    with Journal.create(path, HEAD) as journal:
        journal.append(ORDERS[0])
        mine, was = path.read_bytes(), path.stat()
        theirs = bytearray(mine)
        theirs[at] ^= 1
        with path.open("r+b") as stream:
            stream.write(theirs)
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
        with pytest.raises(CannotSave, match="changed by another program"):
            journal.append(ORDERS[1])
        assert path.read_bytes() == theirs, "not written over"
        path.write_bytes(mine)
        path.chmod(0o600)  # a file that is as it was may be written
        journal.append(ORDERS[1])
    assert read_battle(path).script == ORDERS[:2]


def test_a_folder_that_is_not_there_or_not_ours_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotSave, match="cannot be written"):
        Journal.create(tmp_path / "none" / "a.yaml", HEAD)
    (tmp_path / "taken").mkdir()
    with pytest.raises(CannotSave, match="cannot be written"):
        write_whole(tmp_path / "taken", b"x")
    assert sorted(os.listdir(tmp_path)) == ["taken"]


# -- one writer, and kills --------------------------------------------------------


def fresh_save(path: Path) -> int:
    """Begin the save again; it holds no orders."""
    Journal.create(path, HEAD).close()
    return 0


def write_until_killed(path: Path, told: Any) -> None:
    """Append numbered orders as fast as the disk takes them, acknowledging each."""
    with Journal.open(path) as journal:
        while True:
            number = len(journal.entries)
            journal.append(
                Given(by="lancet", order=f"order {number} {'x' * (number % 90)}", dice=[number % 6 + 1] * (number % 5))
            )
            told.send(number + 1)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_kill_at_any_moment_loses_nothing_acknowledged(share: int, path: Path) -> None:
    context: ForkContext | SpawnContext = multiprocessing.get_context("spawn")
    if "fork" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("fork")
    dice, known = random.Random(11 + share), 0
    for trial in range(KILLS):
        known = known if trial % 10 else fresh_save(path)
        mine, theirs = context.Pipe(duplex=False)
        writer = context.Process(target=write_until_killed, args=(path, theirs))
        writer.start()
        theirs.close()
        assert mine.poll(20), "the writer must get going, whatever the kill before left behind"
        with pytest.raises(InUse):
            Journal.open(path)
        time.sleep(dice.random() * 0.008)
        assert writer.pid is not None
        os.kill(writer.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        writer.join()
        acknowledged = known
        try:
            while True:
                acknowledged = mine.recv()
        except EOFError:
            mine.close()
        with Journal.open(path) as journal:
            assert all("dropped" in notice for notice in journal.notices), "no line that was kept is doubted"
            numbers = [int(entry.order.split()[1]) for entry in journal.entries if isinstance(entry, Given)]
        assert numbers == list(range(len(numbers))) and len(numbers) >= acknowledged > known
        known = len(numbers)
        if trial % 3 == 0:  # as a power cut may leave it
            with path.open("ab") as stream:
                stream.write(line_of(Given(by="lancet", order="torn", dice=[1])).encode()[: dice.randint(1, 25)])
    assert len(parse_battle(path.read_text().rpartition("\n")[0] + "\n", "f").script) == known
