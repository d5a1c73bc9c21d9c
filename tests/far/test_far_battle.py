"""Whole battles by texts alone: every program, and a third person without a secret, holds the same battle."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import fingerprint
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.far.far_battle import awaited_words, gather, why_not_far
from tests.support.far_battles import LINKS, begun, fight

PATHS = sorted(path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name != "lessons")
OPENINGS = sorted((ROOT / "scenarios" / "openings").glob("*/*.yaml"))
FAR = [path for path in (*PATHS, *OPENINGS) if not why_not_far(load_start(path, seed=0))]


@pytest.mark.parametrize("seed", range(1, 26) if os.environ.get("SOAK") else (1,))
@pytest.mark.parametrize("path", FAR, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_programs_hold_the_same_battle(path: Path, seed: int) -> None:
    duel = begun(path, seed)
    fight(duel, turns=3, seed=seed)
    replicas = [table.far.replica for table in duel.tables.values()]
    whole = max((one.battle for one in replicas if one), key=lambda battle: len(battle.records))
    for one in replicas:
        assert one is not None
        assert one.battle.records == whole.records[: len(one.battle.records)]
    shuffled = list(duel.texts)
    Random(seed).shuffle(shuffled)
    third = gather(shuffled, LINKS)
    assert third.replica is not None
    assert third.replica.battle.records == whole.records[: len(third.replica.battle.records)]
    table = whole.afresh(whole.seed)  # the same orders with the same faces, at one table
    for record in whole.records:
        table.play(record.order, record.faces)
    assert fingerprint(table.state) == fingerprint(whole.state)
    assert len({table.far.words for table in duel.tables.values()} | {third.words}) == 1
    assert awaited_words(third).endswith(".")
