"""What every test of the handover starts from: usual colours and scale, and a battle at its third turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.battle.battle import Battle
from tests.support.ui.page_driver import TAVIRA, fought, plain


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


@pytest.fixture(scope="module")
def third_turn() -> tuple[Battle, int]:
    """Tavira at the beginning of turn 3, and where the journal stood when turn 2 was written."""
    return fought(TAVIRA, 3)
