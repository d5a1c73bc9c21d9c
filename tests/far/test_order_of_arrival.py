"""Files come in any order, and while a seat has done by itself what it has not handed over yet: whether one is taken
follows from the files that it names, for everybody alike."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.battle.designs import ROOT
from game.far.far_battle import gather
from game.far.messages.message import ClaimPart, MessagePart, NotTaken, OrdersPart, SayPart
from game.far.table import FarTable
from game.players.random_player import random_order
from tests.support.players.far_battles import LINKS, FarDuel, begun, decide
from tests.support.players.far_hostile import forged, position

OPENINGS = ROOT / "scenarios" / "openings"
GAMES = [OPENINGS / "hex12" / "spines.yaml", OPENINGS / "full_thrust" / "duel.yaml"]


def opened_unsent(path: Path) -> tuple[FarDuel, FarTable, FarTable]:
    """Return a battle in which the first seat has opened its orders by itself and not handed that over, so that the
    other would come next without knowing it."""
    for seed in range(40):
        duel = begun(path, seed)
        azure, amber = duel.tables.values()
        for table in (azure, amber):
            decide(table, Random(seed), 1)
            duel.send(table.hand_over())
        assert azure.to_hand_over and azure.far.replica is not None
        if azure.far.replica.battle.prompts()[0].side == amber.seat:
            return duel, azure, amber
    raise AssertionError("amber never comes next")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("words", [SayPart(text="Guess what"), ClaimPart(step=2)], ids=lambda part: part.kind)
def test_what_is_not_handed_over_yet_lets_nobody_go_on(path: Path, words: MessagePart) -> None:
    duel, azure, amber = opened_unsent(path)
    assert azure.far.replica is not None
    battle = azure.far.replica.battle
    guess = random_order(battle.glance(amber.seat), battle.prompts()[0], Random(1))
    said = forged(amber.secrets, azure.far, [words])
    duel.texts.append(said.text())
    azure.receive(said.text())
    before = position(azure.far)
    with pytest.raises(NotTaken, match="is not asked for one"):
        azure.receive(forged(amber.secrets, azure.far, [OrdersPart(orders=((guess.by, str(guess)),))]).text())
    assert position(azure.far) == before
    duel.texts.append(azure.hand_over().text())
    third = gather(duel.texts, LINKS)
    assert third.refused == [] and position(FarTable(third, azure.secrets).far) == position(azure.far)
