"""The golden answers are what the program shows today: a line that differs is named."""

from __future__ import annotations

import pytest

from tests.tools.golden.answers import MAKERS, text_of
from tests.tools.golden.text import difference, kept


@pytest.mark.parametrize("name", MAKERS)
def test_a_view_answers_as_it_was_written_down(name: str) -> None:
    found = difference("answers", name, text_of(name))
    assert not found, found


def test_nothing_else_is_kept() -> None:
    assert kept("answers") == sorted(MAKERS)
