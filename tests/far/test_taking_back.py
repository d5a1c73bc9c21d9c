"""Taking back by agreement: whoever holds the messages, in any order, goes back to the same place."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Record
from game.battle.designs import ROOT
from game.core.orders import Id, Illegal
from game.far.far_battle import FarBattle, gather
from game.far.messages.message import (
    AgreePart,
    BackPart,
    DrawPart,
    LockPart,
    Message,
    MessagePart,
    NotTaken,
    OrdersPart,
    SayPart,
)
from game.far.store import StoredBattle
from game.far.table import FarTable
from tests.support.players.far_battles import LINKS, FarDuel, begun, decide, fight, three_sides
from tests.support.players.far_hostile import forged, position

OPENINGS = ROOT / "scenarios" / "openings"
DUEL, DESTROYERS = OPENINGS / "full_thrust" / "duel.yaml", OPENINGS / "power_hex" / "destroyers.yaml"
GAMES = [
    DUEL, DESTROYERS, ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml",
    ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml", OPENINGS / "hex12" / "spines.yaml",
    OPENINGS / "hexcess" / "four_a_side.yaml", OPENINGS / "easyhex" / "two_and_two.yaml",
]  # fmt: skip


def turn(duel: FarDuel, chance: Random) -> None:
    """Let each seat give its orders and hand them over once."""
    for table in duel.tables.values():
        decide(table, chance, 9)
        if table.to_hand_over:
            duel.send(table.hand_over())


def rolled(path: Path = DUEL) -> tuple[FarDuel, FarTable, FarTable]:
    """Return a battle in which dice have been rolled since azure decided last: its table and that of amber."""
    duel, chance = begun(path), Random(4)
    azure, amber = duel.tables.values()
    while not any(record.faces for record in rolls_since(azure)):
        turn(duel, chance)
    tell(duel)
    return duel, azure, amber


def rolls_since(table: FarTable) -> list[Record]:
    replica = table.far.replica
    at = table.can_take_back
    return list(replica.battle.records[replica.points[table.seat, at] :]) if replica and at else []


def held(far: FarBattle) -> object:
    """Return what programs must agree on, without what only one has done by itself so far."""
    assert far.replica is not None
    return far.replica.number, far.replica.battle.records, far.owed()


def tell(duel: FarDuel) -> None:
    """Hand over what needs no decision, until nothing of it is left."""
    while waiting := [table for table in duel.tables.values() if table._unsent]:
        for table in waiting:
            if message := table.hand_over_due():
                duel.send(message)


def refused(table: FarTable, message: Message, why: str) -> None:
    before = position(table.far), table.given
    with pytest.raises(NotTaken, match=why):
        table.receive(message.text())
    assert (position(table.far), table.given) == before


# -- what it does ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_go_back_to_the_same_place_and_its_dice_are_new(path: Path) -> None:
    duel, azure, amber = rolled(path)
    at, replica = azure.can_take_back, azure.far.replica
    assert replica and at
    length, number, old = replica.points[azure.seat, at], replica.number, list(replica.battle.records)
    duel.send(azure.wish_back())
    assert held(amber.far) == held(azure.far) and amber.far.replica and len(amber.far.replica.battle.records) >= length
    duel.send(amber.answer_back(True))
    third = gather(Random(1).sample(duel.texts, len(duel.texts)), LINKS)
    for far in (azure.far, amber.far, third):
        assert far.replica and far.replica.battle.records == old[:length] and far.replica.number >= number
        assert [(one.seat, one.first) for one in far.wishes.granted] == [(azure.seat, at)], (
            "it is in the record for ever"
        )
    assert held(third) == held(azure.far) == held(amber.far)
    seeds = set(replica.seeds)
    fight(duel, turns=azure.battle.state.turn + 1)
    third = gather(duel.texts, LINKS)
    assert third.replica and azure.far.replica and azure.far.replica.number > number
    later = [one for one in azure.far.replica.seeds[number:] if one]
    assert later and not seeds & set(later), "no seed comes again"
    faces = [record.faces for record in azure.far.replica.battle.records[length:] if record.faces]
    assert faces and faces != [record.faces for record in old[length:] if record.faces][: len(faces)]


def test_what_was_written_in_secret_is_there_to_be_changed() -> None:
    duel = begun(DUEL)
    azure, amber = duel.tables.values()
    decide(azure, Random(1), 1)
    written = [one for one in azure.given if one[0] != "azure"]
    duel.send(azure.hand_over())
    with pytest.raises(Illegal, match="waiting for"):
        azure.give("lancet", "none")
    duel.send(azure.wish_back())
    assert amber.to_answer and not azure.given and azure.complete
    duel.send(amber.answer_back(True))
    assert sorted(azure.given) == sorted(written) and azure.decides and not azure.to_hand_over
    assert azure.far.replica and azure.far.replica.step is None and azure.far.replica.number == 2
    fight(duel, turns=1)
    tell(duel)
    assert held(azure.far) == held(amber.far)


def test_who_does_not_agree_or_decides_leaves_all_as_it_is() -> None:
    for decides in (False, True):
        duel, azure, amber = rolled(DESTROYERS)
        asker, other = (azure, amber) if amber.decides else (amber, azure)
        before = [record.order for record in other.battle.records]
        duel.send(asker.wish_back())
        assert not asker.decides and asker.can_take_back is None
        with pytest.raises(Illegal, match="answer the wish"):
            asker.wish_back()
        if decides:
            decide(other, Random(1), 99)
            duel.send(other.hand_over())
        else:
            duel.send(other.answer_back(False))
        with pytest.raises(Illegal, match="nobody wishes"):
            other.answer_back(True)
        assert not azure.far.wishes.granted and not azure.far.wishes.open
        assert [record.order for record in other.battle.records][: len(before)] == before
        duel.send(asker.wish_back())  # it may ask again
        assert other.to_answer


def test_again_and_again_to_the_first_decision_of_the_battle() -> None:
    duel = begun(ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml")
    fight(duel, turns=2)
    azure, amber = duel.tables.values()
    lengths = []
    while azure.can_take_back or amber.can_take_back:
        asker, other = (azure, amber) if azure.can_take_back else (amber, azure)
        duel.send(asker.wish_back())
        duel.send(other.answer_back(True))
        assert asker.far.replica
        lengths.append(len(asker.far.replica.battle.records))
        tell(duel)
        for table in duel.tables.values():
            while table.given:
                table.take_back()
    assert lengths == sorted(lengths, reverse=True) and len(lengths) > 4 and lengths[-1] == 0
    third = gather(Random(2).sample(duel.texts, len(duel.texts)), LINKS)
    assert held(third) == held(azure.far) == held(amber.far)
    fight(duel, turns=1)
    tell(duel)
    assert held(azure.far) == held(amber.far)


def test_after_it_is_over_too() -> None:
    duel = begun(DUEL)
    azure, amber = duel.tables.values()
    duel.send(azure.hand_over())
    azure.give("azure", "withdraw")
    for table in (azure, amber):
        if not table.complete:
            table.give(table.seat, "lock")
        duel.send(table.hand_over())
    tell(duel)
    assert azure.battle.state.outcome and not amber.far.owed()
    duel.send(azure.wish_back())
    assert [one.what for one in amber.far.owed()] == ["answer"]
    duel.send(amber.answer_back(True))
    assert azure.given == (("azure", "withdraw"),) and azure.take_back()
    assert azure.battle.state.outcome is None and azure.decides and amber.battle.state.outcome is None


# -- messages that cross -----------------------------------------------------------------------------------------------


class Mail:
    """Seats whose messages are on their way for a while, and in each direction in their order or not."""

    def __init__(self, path: Path, seed: int, house: Mapping[str, object]) -> None:
        self.duel, self.chance = begun(path, seed, house), Random(seed)
        self.ways: dict[tuple[Id, Id], deque[Message]] = {
            (one, other): deque() for one in self.duel.tables for other in self.duel.tables if one != other
        }
        self.granted = 0

    def post(self, message: Message) -> None:
        self.duel.texts.append(message.text())
        for (one, _), way in self.ways.items():
            if one == message.seat:
                way.append(message)

    def deliver(self) -> None:
        """Deliver one message to somebody; sometimes one that was sent later first."""
        full = [at for at, way in self.ways.items() if way]
        if not full:
            return
        at = self.chance.choice(full)
        if self.chance.random() < 0.2:
            self.ways[at].rotate(1)
        self.duel.tables[at[1]].receive(self.ways[at].popleft().text())

    def act(self) -> None:
        """Let a seat do something that its program allows."""
        chance, table = self.chance, self.chance.choice(list(self.duel.tables.values()))
        if not table.begun:
            return
        if table.to_answer and chance.random() < 0.7:
            self.post(table.answer_back(chance.random() < 0.8))
        elif table.can_take_back and not table.to_answer and not table.given and chance.random() < 0.25:
            self.post(table.wish_back())
        else:
            decide(table, chance, 3)
            if table.to_hand_over:
                self.post(table.hand_over())

    def run(self, acts: int) -> None:
        for _ in range(acts):
            self.act()
            while self.chance.random() < 0.6:
                self.deliver()
        while any(self.ways.values()):
            self.deliver()
        tell(self.duel)


@pytest.mark.parametrize("seed", range(40 if os.environ.get("SOAK") else 1))
@pytest.mark.parametrize("plans", [False, True])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_go_back_alike_however_wishes_answers_and_files_cross(path: Path, plans: bool, seed: int) -> None:
    check_crossing(path, seed, {"plans": "plans"} if plans and path != DESTROYERS else {})


@pytest.mark.parametrize("seed", range(40 if os.environ.get("SOAK") else 4))
def test_three_sides_go_back_alike_if_all_agree(tmp_path: Path, seed: int) -> None:
    check_crossing(three_sides(tmp_path), seed, {})


def check_crossing(path: Path, seed: int, house: Mapping[str, object]) -> None:
    mail = Mail(path, seed, house)
    mail.run(60)
    texts = mail.duel.texts
    thirds = [gather(mail.chance.sample(texts, len(texts)), LINKS) for _ in range(3)]
    tables = [table.far for table in mail.duel.tables.values()]
    assert tables[0].wishes.all
    for far in (*thirds, *tables):
        assert held(far) == held(tables[0])
        assert far.wishes.open == tables[0].wishes.open
        assert far.wishes.granted == tables[0].wishes.granted


# -- threats -----------------------------------------------------------------------------------------------------------


def test_nobody_goes_on_before_his_wish_is_answered() -> None:
    duel, azure, amber = rolled(DESTROYERS)
    asker, other = (azure, amber) if azure.decides else (amber, azure)
    duel.send(asker.wish_back())
    piece = next(iter(other.battle.state.fleet(asker.seat))).id
    parts: list[list[MessagePart]] = [
        [OrdersPart(orders=((piece, "none"),))],
        [LockPart(step=9, leaves=("11" * 32,) * 8)],
        [BackPart(no=asker.far.ledger.head(asker.seat)[0])],
    ]
    for said in parts:
        refused(other, forged(asker.secrets, other.far, said), "goes on before it is known whether all agree")
    other.receive(forged(asker.secrets, other.far, [SayPart(text="Please.")]).text())


def test_nobody_agrees_to_his_own_wish_or_for_another_or_twice() -> None:
    duel, azure, amber = rolled()
    wished = azure.wish_back()
    duel.send(wished)
    agree = AgreePart(seat="azure", no=wished.no, agrees=True)
    refused(amber, forged(azure.secrets, amber.far, [agree]), "asks it for nothing")
    other = AgreePart(seat="azure", no=wished.no - 1, agrees=True)
    refused(azure, forged(amber.secrets, azure.far, [other]), "asks it for nothing")
    refused(azure, forged(amber.secrets, azure.far, [agree, agree]), "several wishes at once|asks it for nothing")
    unseen = dict(azure.far.ledger.seen_by("amber")) | {"azure": (wished.no - 1, wished.content.prev)}
    refused(azure, forged(amber.secrets, azure.far, [agree], seen=unseen), "asks it for nothing")
    stranger = forged(azure.secrets, azure.far, [agree])
    renamed = stranger.body.replace(b'"from":"azure"', b'"from":"amber"')
    with pytest.raises(NotTaken, match="changed"):
        azure.receive(Message(renamed, stranger.content, stranger.signature).text())
    duel.send(amber.answer_back(True))
    refused(azure, forged(amber.secrets, azure.far, [agree]), "asks it for nothing")


def test_nothing_but_an_own_decision_that_counts_can_be_taken_back() -> None:
    duel, azure, amber = rolled()
    head = azure.far.ledger.head("azure")[0]
    counting = {no for seat, no in azure.far.replica.points if seat == "azure"} if azure.far.replica else set()
    for no in {0, 1, head + 1, 999_999} - counting:
        refused(amber, forged(azure.secrets, amber.far, [BackPart(no=no)]), "which decides nothing that counts")
    theirs = max(no for seat, no in azure.far.replica.points if seat == "amber") if azure.far.replica else 0
    if theirs not in counting:
        refused(amber, forged(azure.secrets, amber.far, [BackPart(no=theirs)]), "which decides nothing that counts")
    at = azure.can_take_back
    assert at
    duel.send(azure.wish_back())
    duel.send(amber.answer_back(True))
    refused(amber, forged(azure.secrets, amber.far, [BackPart(no=at)]), "which decides nothing that counts")


def test_nobody_decides_and_takes_back_at_once() -> None:
    duel, azure, amber = rolled()
    lock = LockPart(step=9, leaves=("11" * 32,) * 8)
    parts = [BackPart(no=azure.can_take_back or 0), lock]
    refused(amber, forged(azure.secrets, amber.far, parts), "decides and takes back at once")
    wished = azure.wish_back()
    duel.send(wished)
    agree = AgreePart(seat="azure", no=wished.no, agrees=True)
    refused(azure, forged(amber.secrets, azure.far, [agree, lock]), "decides and takes back at once")
    refused(azure, forged(amber.secrets, azure.far, [agree, BackPart(no=2)]), "decides and takes back at once")


def test_what_was_seen_cannot_be_rolled_again() -> None:
    """No link of a step that was taken back serves a second time, and none of its orders or locks does."""
    duel, azure, amber = rolled()
    number = azure.far.replica.number if azure.far.replica else 0
    lock = next(
        part
        for one in reversed(azure.far.ledger.messages["azure"])
        for part in one.parts
        if isinstance(part, LockPart) or part.kind == "open"
    )
    duel.send(azure.wish_back())
    duel.send(amber.answer_back(True))
    assert azure.far.replica and azure.far.replica.number >= number
    old = [DrawPart(step=step, link=azure.secrets.link(step).hex()) for step in range(2, number + 1)]
    for part in (*old, lock):
        refused(amber, forged(azure.secrets, amber.far, [part]), "nobody asks|this is step|in another way")
    wrong = DrawPart(step=number + 1, link=azure.secrets.link(number).hex())
    fresh = LockPart(step=number + 1, leaves=("11" * 32,) * 8)
    refused(amber, forged(azure.secrets, amber.far, [fresh, wrong]), "nobody asks|not of the chain")


def test_who_stays_silent_about_a_wish_can_be_left() -> None:
    duel, azure, amber = rolled()
    duel.send(azure.wish_back())
    duel.send(azure.claim())
    assert amber.far.claimed
    duel.send(amber.answer_back(True))
    assert azure.far.claimed is None


# -- on disk -----------------------------------------------------------------------------------------------------------


def test_a_battle_that_has_gone_back_opens_again_as_it_was(two_homes: tuple[StoredBattle, StoredBattle]) -> None:
    azure, amber = two_homes
    decide(azure.table, Random(1), 1)
    amber.take(azure.hand_over().text())
    decide(amber.table, Random(2), 1)
    azure.take(amber.hand_over().text())
    wished = azure.wish_back().text()
    amber.take(wished)
    azure.take(amber.answer_back(True).text())
    for one in (azure, amber):
        before, given = position(one.table.far), one.table.given
        assert given
        one.close()
        with StoredBattle(one.path) as again:
            assert position(again.table.far) == before and again.table.given == given
            again.close()
