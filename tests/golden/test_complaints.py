"""The golden complaints are what the program says of damaged files today: a line that differs is named."""

from __future__ import annotations

import pytest

from tests.tools.golden.complaints import MAKERS, text_of
from tests.tools.golden.text import difference, kept


@pytest.mark.parametrize("name", MAKERS)
def test_damaged_files_are_complained_of_as_was_written_down(name: str) -> None:
    found = difference("complaints", name, text_of(name))
    assert not found, found


def test_nothing_else_is_kept() -> None:
    assert kept("complaints") == sorted(MAKERS)
