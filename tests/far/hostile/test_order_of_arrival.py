"""Files come in any order, and while a seat has done by itself what it has not handed over yet: whether one is taken
follows from the files that it names, for everybody alike."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from game.battle.designs import ROOT
from game.far.far_battle import FarBattle, gather
from game.far.messages.message import (
    AgreePart,
    ClaimPart,
    DrawPart,
    Message,
    MessagePart,
    NotTaken,
    OrdersPart,
    SayPart,
)
from game.far.table import FarTable
from game.players.random_player import random_order
from tests.far.hostile.test_hostile_peer import HostilePeer
from tests.far.test_taking_back import GAMES as ALL_GAMES
from tests.far.test_taking_back import Mail
from tests.support.players.far_battles import LINKS, FarDuel, begun, decide, three_sides
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


def verdicts(texts: Sequence[str]) -> object:
    """Return what a third person makes of files in this order: what counts, what is refused, where the battle is."""
    far = gather(texts, LINKS)
    assert far.replica
    refused = sorted((message.digest, why) for message, why in far.refused)
    heads, replica = {seat: far.ledger.head(seat) for seat in far.seats}, far.replica
    return heads, refused, far.claimed, replica.step, replica.number, replica.battle.records, far.owed()


def judged_alike(texts: Sequence[str], chance: Random) -> None:
    first = verdicts(texts)
    for _ in range(6):
        shuffled = chance.sample(texts, len(texts))
        assert verdicts(shuffled) == first


def as_known(texts: Sequence[str], seat: str, mail: Mail) -> FarTable:
    """Return the table of a seat that has read these files."""
    return FarTable(gather(texts, LINKS), mail.duel.tables[seat].secrets)


def check_old_heads(path: Path, seed: int) -> None:
    """Let a seat sign whatever it likes and name old files with it, while the others go on without it."""
    mail, chance = Mail(path, seed, {}), Random(seed)
    mail.run(30)
    seats, texts = mail.duel.seats, mail.duel.texts
    by = [one.seat for one in all_messages(mail.duel.tables[seats[0]].told, texts)]
    for _ in range(4):
        end = chance.randrange(len(seats) + 1, len(texts)) + 1
        hostile = chance.choice(seats[1:])
        last = max(n for n in range(end) if by[n] == hostile)
        knows = chance.randrange(max(last, len(seats)), end) + 1
        mine = as_known(texts[:knows], hostile, mail)
        if mine.begun:
            peer = HostilePeer(mine, mail.duel.tables[seats[0]], chance.randrange(999))
            judged_alike([*texts[:end], peer.message(odd=False)], chance)


def all_messages(far: FarBattle, texts: Sequence[str]) -> list[Message]:
    return [one for text in texts for one in far.read(text)]


@pytest.mark.parametrize("seed", range(60 if os.environ.get("SOAK") else 2))
@pytest.mark.parametrize("path", ALL_GAMES, ids=lambda path: path.stem)
def test_who_names_old_files_is_judged_by_these_in_whichever_order_all_come(path: Path, seed: int) -> None:
    check_old_heads(path, seed)


@pytest.mark.parametrize("seed", range(60 if os.environ.get("SOAK") else 4))
def test_among_three_seats_too(tmp_path: Path, seed: int) -> None:
    check_old_heads(three_sides(tmp_path), seed)


def test_a_false_draw_that_crosses_with_an_agreement_is_refused_by_all() -> None:
    """Its seat names the wish, but not the answer by which the step has gone already."""
    duel = begun(GAMES[1])
    azure, amber = duel.tables.values()
    for table in (azure, amber):
        decide(table, Random(1), 1)
        duel.send(table.hand_over())
    duel.send(amber.wish_back())
    false = forged(amber.secrets, azure.far, [DrawPart(step=2, link="11" * 32)])
    agreed = azure.answer_back(True)
    texts = [*duel.texts, false.text(), agreed.text()]
    judged_alike(texts, Random(1))
    assert [message for message, _ in gather(texts, LINKS).refused] == [false]


def test_a_claim_that_crosses_with_an_answer_is_passed_over() -> None:
    for agrees in (False, True):
        duel = begun(GAMES[1])
        azure, amber = duel.tables.values()
        decide(azure, Random(1), 1)
        duel.send(azure.hand_over())
        duel.send(azure.wish_back())
        claim = azure.claim()
        answer = forged(amber.secrets, amber.far, [AgreePart(seat="azure", no=2, agrees=agrees)])
        judged_alike([*duel.texts, claim.text(), answer.text()], Random(1))
        assert gather([*duel.texts, claim.text()], LINKS).claimed == ("azure", 2)
        assert gather([*duel.texts, claim.text(), answer.text()], LINKS).claimed is None
