"""The common fixtures of far battles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.far import store
from game.far.store import StoredBattle

DUEL = ROOT / "scenarios" / "openings" / "full_thrust" / "duel.yaml"


@pytest.fixture
def two_homes(tmp_path: Path) -> Iterator[tuple[StoredBattle, StoredBattle]]:
    """Yield a battle begun on two disks."""
    with store.invite(open_battle(DUEL), "azure", folder=tmp_path / "azure") as azure:
        invited = azure.table.far.invited.text()
        with store.accept(invited, folder=tmp_path / "amber") as amber:
            azure.take(amber.own[0].read_text(encoding="utf-8"))
            yield azure, amber
