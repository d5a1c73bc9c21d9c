"""Author files: every error at once, each with its place, a sentence and a hint; nothing an author writes can hang or
crash."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, model_validator

from game.formats.validation import BadFile, Strict, Versioned, parse, read_model
from game.formats.yaml_source import LARGEST, Document, document, document_of
from game.formats.yaml_writer import block, flow, quoted


def problems(text: str, model: type[Strict] | None = None) -> list[str]:
    """First lines of all problems of a text, without the file's name."""
    try:
        if model:
            parse(text, model, "f")
        else:
            document_of(text, "f").settle()
    except BadFile as error:
        return [str(problem).splitlines()[0].removeprefix("f:") for problem in error.problems]
    return []


class Mount(Strict):
    kind: Literal["beam", "torpedo", "pds"]
    arcs: list[str] = Field(default=[])


class Craft(Strict):
    name: Annotated[str, Field(min_length=1)]
    thrust: Annotated[int, Field(ge=0, le=8)] = 0
    ftl: bool = False
    length: Annotated[float, Field(gt=0, lt=99, allow_inf_nan=False)] | None = None
    mounts: Annotated[list[Mount], Field(min_length=1, max_length=2)] = Field(default=[])
    mark: int | str = 0
    crew: Annotated[dict[str, int], Field(max_length=2)] = Field(default={})

    @model_validator(mode="after")
    def _fast_or_long(self) -> Craft:
        if self.thrust == 8 and self.length is not None:
            raise ValueError("no long ship is so fast. Did you mean 'thrust: 7'?")
        return self


def test_a_problem_shows_its_line_with_a_caret() -> None:
    with pytest.raises(BadFile) as caught:
        parse("name: Lancet\n\nthrst: 4 # main drive\n", Craft, "designs/lancet.yaml")
    assert str(caught.value) == (
        "designs/lancet.yaml:3:1: thrst: unknown field. Did you mean 'thrust'?\n    thrst: 4 # main drive\n    ^"
    )


def test_the_caret_stands_under_the_value_behind_tabs_and_in_long_lines() -> None:
    (problem,) = problem_list("name:\tLancet\nthrust:\t9\n")
    assert str(problem).splitlines()[1:] == ["    thrust:\t9", "           \t^"]
    (problem,) = problem_list("{name: " + "x" * 300 + ", thrust: 9, ftl: false, mark: " + "y" * 300 + "}")
    line, caret = str(problem).splitlines()[1:]
    assert len(line) < 140 and line[caret.index("^")] == "9"


def problem_list(text: str) -> tuple[Any, ...]:
    with pytest.raises(BadFile) as caught:
        parse(text, Craft, "f")
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("thrust: 1", ["1:1: name: this field is missing."]),
        ("name: 7", ["1:7: name: expected text, found 7. Put it in quotes."]),
        ("name: ''", ["1:7: name: this text may not be empty."]),
        ("name: [a]", ["1:7: name: expected text, found a list."]),
        ("name:\nthrust: 1", ["1:6: name: expected text, found nothing."]),
        ("name: x\nthrust: 4.5", ["2:9: thrust: expected a whole number, found 4.5."]),
        ("name: x\nthrust: '4'", ["2:9: thrust: expected a whole number, found '4'."]),
        ("name: x\nthrust: true", ["2:9: thrust: expected a whole number, found true."]),
        ("name: x\nthrust: 9", ["2:9: thrust: 9 is too large: at most 8."]),
        ("name: x\ncrew: {a: 1, b: 1, c: 1}", ["2:1: crew: at most 2 entries belong here."]),
        ("name: x\nthrust: -1", ["2:9: thrust: -1 is too small: at least 0."]),
        ("name: x\nftl: yes", ["2:6: ftl: expected true or false, found 'yes'."]),
        ("name: x\nlength: 0", ["2:9: length: 0 is too small: it must be more than 0."]),
        ("name: x\nlength: 99", ["2:9: length: 99 is too large: it must be less than 99."]),
        ("name: x\nlength: .nan", ["2:9: length: expected a number, found '.nan'."]),
        ("name: x\nmark: [1]", ["2:7: mark: expected a whole number or text, found a list."]),
        ("name: x\nmounts: []", ["2:9: mounts: at least 1 entry belongs here, not 0."]),
        ("name: x\nmounts: {a: b}", ["2:1: mounts: expected a list, found fields with values."]),
        ("name: x\nmounts: [3]", ["2:10: mounts.1: expected fields with values, found 3."]),
        (
            "name: x\nmounts: [{kind: baem}]",
            ["2:17: mounts.1.kind: 'baem' is not one of beam, torpedo, pds. Did you mean 'beam'?"],
        ),
        ("name: x\nmounts: [{kind: 12}]", ["2:17: mounts.1.kind: 12 is not one of beam, torpedo, pds."]),
        ("name: x\nmounts: [{kind: beam, ars: [F]}]", ["2:23: mounts.1.ars: unknown field. Did you mean 'arcs'?"]),
        ("name: x\nmounts: [{kind: pds, q: 1}]", ["2:22: mounts.1.q: unknown field. It may be kind, arcs."]),
        ("name: x\ncrew: {deck: many}", ["2:14: crew.deck: expected a whole number, found 'many'."]),
        ("name: x\nthrust: 8\nlength: 3", ["1:1: no long ship is so fast. Did you mean 'thrust: 7'?"]),
        ("name: x\nmounts:\n- kind: beam\n- {}\n", ["4:3: mounts.2.kind: this field is missing."]),
        ("- 3", ["1:1: expected fields with values, found a list."]),
    ],
)
def test_each_kind_of_error_has_its_sentence(text: str, expected: list[str]) -> None:
    assert problems(text, Craft) == expected


def test_all_errors_come_at_once_in_the_order_of_the_file() -> None:
    text = "nam: x\nthrust: 9\nthrust: 3\nmounts:\n- {kind: baem, arcs: F}\n- {kind: pds}\nftl: !!bool 1\n"
    assert problems(text, Craft) == [
        "1:1: name: this field is missing.",
        "1:1: nam: unknown field. Did you mean 'name'?",
        "2:9: thrust: 9 is too large: at most 8.",
        "3:1: 'thrust' is written twice; the first is on line 2.",
        "5:10: mounts.1.kind: 'baem' is not one of beam, torpedo, pds. Did you mean 'beam'?",
        "5:22: mounts.1.arcs: expected a list, found 'F'.",
        "7:6: ftl: expected true or false, found 1.",
        "7:6: ftl: tags, which begin with '!', are not used in these files. Quote text that begins so.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1: the file is empty."),
        ("# nothing but a comment\n", "1:1: the file is empty."),
        ("a: 1\na: 2\n", "2:1: 'a' is written twice; the first is on line 1."),
        ("a:\n  b: 1\n  c: 2\n  b: 3\n", "4:3: a: 'b' is written twice; the first is on line 2."),
        ("a: [1, {b: 1, b: 1}]", "1:15: a.2: 'b' is written twice; the first is on line 1."),
        ("\ta: 1", "1:1: a tab stands in the indentation. Indent with spaces."),
        ("a:\n\tb: 1", "2:1: a tab stands in the indentation. Indent with spaces."),
        ("a: b: c", "1:5: a ':' where no field can begin. Check the indentation; quote text that holds ': '."),
        ("a: {b: 1\nc: 2\n", "2:2: a ',' or '}' is missing. The '{' on line 1 is still open."),
        ("a: [1, 2\n", "1:4: a ',' or ']' is missing. The '[' on line 1 is still open."),
        ("a: 'x\n", "1:4: a quote is opened and never closed. The quote on line 1 is still open."),
        ("a: @x", "1:4: no value can begin with '@'. Put the text in quotes."),
        ("a: 1\n b: 2\n", "2:3: a ':' where no field can begin. Check the indentation; quote text that holds ': '."),
        (
            "a:\n  b: 1\n c: 1\n",
            "3:2: this line fits nothing above it. Check its indentation and the quotes on the line.",
        ),
        ('a: "\\q"', "1:5: an unknown \\ in double quotes. Use single quotes, or write the backslash twice."),
        ("a: *b", "1:4: *b stands for nothing: no &b ends above it."),
        ("a: &b [*b]", "1:8: *b stands for nothing: no &b ends above it."),
        (
            "a: !!python/object:os.system x",
            "1:4: a: tags, which begin with '!', are not used in these files. Quote text that",
        ),
        ("? [a]\n: 1", "1:3: the name of a field must be plain text."),
        ("a: 1\n---\nb: 2\n", "2:1: a second document begins here; a file holds only one."),
        ("a: 12345678901234567890", "1:4: a: this number is too long."),
        ("a: x\nb: \x07\n", "2:4: the character U+0007 does not belong in a text file. Was the file damaged?"),
        ("[" * 100_000, "1:41: lists and mappings lie more than 40 deep here."),
        ("- " * 500, "1:81: lists and mappings lie more than 40 deep here."),
        ("{a: " * 5_000, "1:161: lists and mappings lie more than 40 deep here."),
    ],
)
def test_broken_yaml_is_answered_in_a_sentence(text: str, expected: str) -> None:
    first = problems(text)[0]
    assert first.startswith(expected)


def test_aliases_are_followed_and_keep_the_place_of_what_they_stand_for() -> None:
    doc = document_of("a: &near {kind: beam, x: bad}\nb: [*near, *near]\n", "f")
    assert doc.data["b"] == [{"kind": "beam", "x": "bad"}] * 2
    assert doc.place(("b", 1)) == (2, 12)
    assert doc.place(("b", 1, "x")) == (1, 26)


def test_alias_bombs_are_refused() -> None:
    wide = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)
    )
    deep = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 3000))
    for text in (wide, deep):
        assert len(problems(text)) == 1


def test_words_and_numbers_are_read_as_yaml_1_2_reads_them() -> None:
    words = ["no", "on", "y", "012", "1:30", "1e3", "0x1F", "2024-01-01", ".inf", ".nan", "1.0e+999", "TrUe"]
    assert document_of(f"[{', '.join(words)}, '7', \"true\"]", "f").data == [*words, "7", "true"]
    text = "[true, False, ~, null, 12, -3, +4, 0, 1.5, .5, 2.0e+3]"
    assert document_of(text, "f").data == [True, False, None, None, 12, -3, 4, 0, 1.5, 0.5, 2000.0]
    assert document_of("{1: a, true: b, null: c}", "f").data == {"1": "a", "true": "b", "null": "c"}


# -- files on disk ---------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(BadFile) as caught:
        read_model(path, Craft)
    (problem,) = caught.value.problems
    return f"{problem.line}:{problem.column} {problem.message}"


def test_what_is_no_ordinary_text_file_is_refused_without_waiting(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.yaml") == "0:0 there is no such file"
    assert refused(tmp_path) == "0:0 this is a folder, not a file"
    assert "cannot be opened" in refused(Path("a\0b"))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refused(tmp_path / "pipe") == "0:0 this is not an ordinary file"
        assert refused(Path("/dev/zero")) == "0:0 this is not an ordinary file"
    for name, raw, answer in (
        ("latin", "name: x\nname: Zo\xeb".encode("latin-1"), "2:9 this is not UTF-8 text (byte 0xeb)"),
        ("utf16", "name: x".encode("utf-16"), "1:1 this is not UTF-8 text (byte 0xff)"),
        ("binary", bytes(range(128)), "1:1 the character U+0000 does not belong in a text file"),
        ("empty", b"", "1:1 the file is empty"),
        ("large", b"#" * (LARGEST + 1), "0:0 this file is larger than 5 MB, too large for any battle"),
    ):
        (tmp_path / name).write_bytes(raw)
        assert refused(tmp_path / name) == answer


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(b"\xef\xbb\xbfname: Lancet\r\nthrust: 9\r\n")
    assert refused(tmp_path / "f.yaml") == "2:9 9 is too large: at most 8"


def test_a_save_of_two_thousand_lines_is_read_whole() -> None:
    lines = (f'- {{by: ship{n % 20}, order: "P2+{n % 5}", dice: [6, 4]}}\n' for n in range(2000))
    text = "script:\n" + "".join(lines)
    assert len(document_of(text, "f").data["script"]) == 2000


# -- versions --------------------------------------------------------------


class Chart(Versioned):
    newest: ClassVar[int] = 3
    migrations: ClassVar[Any] = {
        2: lambda data: {**{k: v for k, v in data.items() if k != "wide"}, "width": data["wide"]}
    }

    version: int = 3
    width: int


def test_versions_are_read_migrated_or_refused_in_one_sentence() -> None:
    assert parse("{width: 5}", Chart, "f").width == 5
    assert parse("{version: 3, width: 5}", Chart, "f").width == 5
    assert parse("{version: 2, wide: 5}", Chart, "f") == Chart(version=3, width=5)
    assert problems("{version: 4, whatever: 1, width: x}", Chart) == [
        "1:11: version: this file is version 4, and this program reads version 3. "
        "It was written by a newer Dead Reckoning: use that one."
    ]
    assert problems("{version: 1, whatever: 1}", Chart) == [
        "1:11: version: this file is version 1, which is too old to be read. This program reads version 3."
    ]
    assert problems("{version: new, width: 1}", Chart) == ["1:11: version: expected a whole number, found 'new'."]
    assert problems("{version: 2, wide: x}", Chart) == ["1:1: width: expected a whole number, found 'x'."]


# -- writing, and the places of everything ---------------------------------

words = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["no", "Null", "1e3", "- a", "a: b", "# c", "CO", "P2+3", "x y", "=", "<<", "a "]),
)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**15), 10**15), st.floats(allow_nan=False, allow_infinity=False), words
)
keys = st.one_of(st.from_regex(r"[a-z][a-z0-9._-]{0,6}", fullmatch=True), words)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(keys, values, min_size=1, max_size=5))
def test_what_is_written_is_read_back_by_us_and_by_other_readers(data: dict[str, Any]) -> None:
    text = block(data)
    doc = document_of(text, "f")
    doc.settle()
    assert doc.data == data
    assert yaml.safe_load(text) == data
    lines = text.split("\n")
    for path, value in walk(data, ()):
        if not isinstance(value, dict | list):
            line, column = doc.place(path)
            assert lines[line - 1][column - 1 :].startswith((flow(value), quoted(str(value))))


def walk(value: Any, path: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(found for key, each in inner for found in walk(each, (*path, key)))]


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.text(alphabet="ab:-[]{},#&*!|>'\"%@` \t\n0.\\", max_size=60)))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        doc = document_of(text, "f")
        doc.settle()
    except BadFile as error:
        assert error.problems and all(problem.line >= 1 and problem.column >= 1 for problem in error.problems)
        assert str(error)
    else:
        assert isinstance(doc, Document) and not doc.problems


def test_reading_a_file_keeps_its_path_in_every_problem(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: [1, 2.5]\n")
    doc = document(path)
    doc.complain(("a", 1), "too fine")
    assert str(doc.problems[0]).startswith(f"{path}:1:8: a.2: too fine.")
    assert math.isclose(doc.at(("a", 1)), 2.5) and doc.at(("a", 7)) is None and doc.place(("a", 7)) == (1, 1)
