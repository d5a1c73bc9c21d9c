"""JSON read as a document: the data, the place of every value, and sentences about what is no JSON."""

from __future__ import annotations

import json

import pytest

from game.core.values import Data
from game.exchange.json_source import json_document
from game.formats.problems import BadFile


def test_every_value_has_its_place() -> None:
    doc = json_document('{"a": [1, 2.0, {"b\\u00e9": "x"}],\n\t"c": null}', "f.json")
    assert doc.data == {"a": [1, 2, {"bé": "x"}], "c": None}
    assert doc.place(("a", 2, "bé")) == (1, 28) and doc.place(("c",)) == (2, 7)
    assert doc.place(("c",), key=True) == (2, 2)


def test_data_are_those_of_the_standard_library() -> None:
    data: Data = {"é": [True, False, None, -1, 0.5, '"\\\n/', [], {}, {"a": {"b": [[1e3]]}}], "🚀": "\u200d"}
    for indent in (None, 1, "\t"):
        for ascii_only in (True, False):
            assert json_document(json.dumps(data, indent=indent, ensure_ascii=ascii_only), "f").data == data


def test_a_byte_order_mark_and_blank_space_are_passed_over() -> None:
    assert json_document("\ufeff \r\n[ ]\n", "f").data == []


def test_letters_that_nobody_can_see_are_shown_as_boxes() -> None:
    assert json_document('["a\\u202e", "\\ud800"]', "f").data == ["a\ufffd", "\ufffd"]


def test_a_field_that_is_there_twice_is_told() -> None:
    doc = json_document('{"a": {"b": 1, "b": 2}}', "f")
    assert doc.data == {"a": {"b": 2}}
    assert [(one.line, one.column, one.path) for one in doc.problems] == [(1, 21, "a.b")]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "the file is empty"),
        (" \n ", (2, 2), "the file is empty"),
        ("[1,]", (1, 4), "no ',' may stand before"),
        ('{"a" 1}', (1, 6), "a ':' is missing after 'a'"),
        ('{"a":\n1', (2, 2), "the file is cut"),
        ('{"a":', (1, 6), "the file is cut"),
        ("[1 2]", (1, 4), "a ',' or a ']' belongs here"),
        ("nul", (1, 1), "no value begins with 'nul'"),
        ("{a: 1}", (1, 2), "the name of a field"),
        ('["abc', (1, 2), "no closing quote"),
        ('["\\q"]', (1, 3), "no text as JSON writes it"),
        ('["a\nb"]', (1, 4), "no text as JSON writes it"),
        ("[NaN]", (1, 2), "no value begins with 'NaN]'"),
        ("[01]", (1, 2), "no value begins with '01]'"),
        ("1e999", (1, 1), "too large"),
        ("9" * 5000, (1, 1), "too long"),
        ("[" * 5000, (1, 41), "nested more than 40 deep"),
        ("[1]\n2", (2, 1), "the JSON ends before here"),
        ("[" + "0," * 200_000 + "0]", (1, 400_000), "more than 200,000 values"),
    ],
)  # fmt: skip
def test_what_is_no_json_is_told_with_its_place(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(BadFile) as caught:
        json_document(text, "f.json")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == place and words in problem.message
    assert len(str(problem)) < 500
