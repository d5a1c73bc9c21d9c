"""Whole battles by texts alone: every program, and a third person without a secret, holds the same battle."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Battle, fingerprint
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.core.orders import parse_order
from game.far.far_battle import awaited_words, gather, why_not_far
from game.rules.turn.plans import WrittenPlan
from tests.support.players.far_battles import LINKS, FarDuel, begun, fight, settled

PATHS = sorted(path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name != "lessons")
OPENINGS = sorted((ROOT / "scenarios" / "openings").glob("*/*.yaml"))
FAR = [path for path in (*PATHS, *OPENINGS) if not why_not_far(load_start(path, seed=0))]
BY_PLAN = [path for path in FAR if path.parent.name != "power_hex"]


def length_of(battle: Battle) -> int:
    return len(battle.records)


@pytest.mark.parametrize("seed", range(1, 26) if os.environ.get("SOAK") else (1,))
@pytest.mark.parametrize("path", FAR, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_programs_hold_the_same_battle(path: Path, seed: int) -> None:
    all_hold_the_same(begun(path, seed), seed)


@pytest.mark.parametrize("seed", range(1, 26) if os.environ.get("SOAK") else (1,))
@pytest.mark.parametrize("plans", ["plans", "standing"])
@pytest.mark.parametrize("path", BY_PLAN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_programs_hold_the_same_battle_by_plans(path: Path, plans: str, seed: int) -> None:
    duel = begun(path, seed, {"plans": plans})
    all_hold_the_same(duel, seed)
    one = next(table.battle for table in duel.tables.values())
    written = [record.order for record in one.records if isinstance(record.order, WrittenPlan)]
    assert written or not one.system.phase(one.state).plans
    assert all(parse_order(WrittenPlan, order.by, str(order)) == order for order in written)


@pytest.mark.parametrize("path", [path for path in BY_PLAN if path.stem in ("tavira_passage", "swarm_argument")])
def test_a_turn_by_plans_takes_fewer_files(path: Path) -> None:
    counts = []
    for house in ({}, {"plans": "plans"}, {"plans": "standing"}):
        duel = begun(path, 1, house)
        fight(duel, turns=3)
        counts.append(len(duel.texts))
    assert counts[2] < counts[1] < counts[0]


@pytest.mark.parametrize("seed", range(1, 26) if os.environ.get("SOAK") else (1,))
@pytest.mark.parametrize("path", [path for path in FAR if path.parent.name == "power_hex"], ids=lambda path: path.stem)
def test_all_programs_hold_the_same_battle_with_written_moves(path: Path, seed: int) -> None:
    all_hold_the_same(begun(path, seed, {"plotted": True}), seed)


def all_hold_the_same(duel: FarDuel, seed: int) -> None:
    fight(duel, turns=3, seed=seed)
    third = gather(Random(seed).sample(duel.texts, len(duel.texts)), LINKS)
    held = [settled(far.replica) for far in (third, *(table.far for table in duel.tables.values()))]
    longest = max(held, key=len)
    assert all(records == longest[: len(records)] for records in held)
    whole = max((table.far.replica.battle for table in duel.tables.values() if table.far.replica), key=length_of)
    table = whole.afresh(whole.seed)  # the same orders with the same faces, at one table
    for record in whole.records:
        table.play(record.order, record.faces)
    assert fingerprint(table.state) == fingerprint(whole.state)
    assert len({table.far.words for table in duel.tables.values()} | {third.words}) == 1
    assert awaited_words(third).endswith(".")
