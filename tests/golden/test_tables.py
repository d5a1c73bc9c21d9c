"""The golden tables are what the program holds today: a line that differs is named."""

from __future__ import annotations

import pytest

from tests.tools.golden.tables import MAKERS, text_of
from tests.tools.golden.text import difference, kept


@pytest.mark.parametrize("name", MAKERS)
def test_constants_and_prices_are_as_they_were_written_down(name: str) -> None:
    found = difference("tables", name, text_of(name))
    assert not found, found


def test_nothing_else_is_kept() -> None:
    assert kept("tables") == sorted(MAKERS)
