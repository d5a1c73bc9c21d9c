"""A peer with a true key who says anything at any time: it is refused or follows from the rules, and never anything
else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time

import pytest
from nacl.exceptions import CryptoError

from game.battle.designs import ROOT
from game.core.orders import Id, Illegal
from game.far.far_battle import FarBattle, gather
from game.far.messages.digests import leaf
from game.far.messages.message import (
    AgreePart,
    BackPart,
    BeginPart,
    ClaimPart,
    DrawPart,
    HandPart,
    LockPart,
    MessagePart,
    NotTaken,
    OpenPart,
    OrdersPart,
    RevealPart,
    SayPart,
    StatePart,
    TipPart,
)
from game.far.table import FarTable
from game.players.random_player import random_order
from tests.far.messages.test_message import Values
from tests.support.players.far_battles import LINKS, begun, decide
from tests.support.players.far_hostile import forged, position

SCENARIOS = ROOT / "scenarios"
PATHS = [
    SCENARIOS / "openings" / "full_thrust" / "duel.yaml", SCENARIOS / "full_thrust" / "carrier_strike.yaml",
    SCENARIOS / "openings" / "power_hex" / "destroyers.yaml", SCENARIOS / "full_sail" / "across_the_rail.yaml",
    SCENARIOS / "openings" / "hexcess" / "four_a_side.yaml", SCENARIOS / "openings" / "hex12" / "spines.yaml",
]  # fmt: skip
SEEDS = 30 if os.environ.get("SOAK") else 2
STEPS = 70
LONGEST = 2.0  # seconds of the processor for one message


class HostilePeer(Values):
    """What one seat may say, near enough to the truth to be dangerous. `mine` is its own honest program, `theirs` the
    table of the other player."""

    def __init__(self, mine: FarTable, theirs: FarTable, seed: int) -> None:
        super().__init__(seed)
        self.mine, self.theirs = mine, theirs

    @property
    def number(self) -> int:
        return self.mine.far.replica.number if self.mine.far.replica else 0

    def step(self) -> int:
        return self.chance.choice((*[self.number + 1] * 6, self.number, self.number + 2, 0, self.count()))

    def link(self) -> str:
        keeps = self.mine.secrets
        at = self.chance.choice((*[self.number + 1] * 4, max(self.number, 1), self.number + 2))
        return self.chance.choice((*[keeps.link(at).hex()] * 5, self.theirs.secrets.tip().hex(), self.hex()))

    def orders(self) -> tuple[tuple[Id, str], ...]:
        found = [self.order() for _ in range(self.chance.randrange(6))]
        return tuple(found * 80 if self.chance.random() < 0.05 else found)[:500]

    def order(self) -> tuple[Id, str]:
        pieces = [*self.mine.battle.state.sides, *self.mine.battle.state.ships, *self.mine.battle.state.counters]
        prompts = self.mine.battle.prompts()
        if prompts and self.chance.random() < 0.8:
            prompt = self.chance.choice(prompts)
            if prompt.waiting:
                order = random_order(self.mine.battle.glance(prompt.side), prompt, self.chance)
            elif self.mine.battle.phase.idle:
                order = self.mine.battle.phase.idle(self.mine.battle.state, prompt)
            else:
                return "", ""
            return (order.by if self.chance.random() < 0.9 else self.chance.choice(pieces)), str(order)
        return self.chance.choice((*pieces, "", self.text(9))), self.chance.choice(("", "lock", "none", self.text()))

    def leaves(self, orders: Sequence[tuple[Id, str]], step: int, first: int = 0) -> tuple[tuple[str, ...], ...]:
        """Return the leaves and the salts of orders."""
        keeps = self.mine.secrets
        salts = tuple(keeps.salt(step, place) for place in range(first, first + len(orders)))
        pairs = enumerate(zip(orders, salts), first)
        return tuple(leaf(keeps.battle, keeps.seat, step, place, salt, *one) for place, (one, salt) in pairs), salts

    def part(self) -> MessagePart:  # type: ignore[override]
        chance, step, orders = self.chance, self.step(), self.orders()
        replica = self.mine.far.replica
        assert replica is not None
        leaves, salts = self.leaves(orders, step)
        late = self.leaves(orders, step, 1000)[0] if chance.random() < 0.3 or replica.in_parts else None
        after = chance.choice((len(replica.battle.records), self.count()))
        chain = chance.choice((0, 1, 2, self.number // LINKS + 1, self.count()))
        kinds: list[MessagePart] = [
            LockPart(step=step, leaves=leaves, late=late), LockPart(step=step, leaves=(self.hex(),) * 500),
            OpenPart(step=step, orders=orders, salts=chance.choice(((), salts, self.hexes())), late=late),
            RevealPart(step=step, orders=orders, salts=salts), OrdersPart(orders=orders), OrdersPart(orders=orders),
            DrawPart(step=step, link=self.link()), DrawPart(step=step, link=self.link()),
            TipPart(chain=chain, tip=self.hex()), StatePart(after=after, digest=self.hex()),
            StatePart(after=after, digest=replica.digest),
            SayPart(text=self.text(2000)), ClaimPart(step=step), *self.wishes(),
            BeginPart(nonce=self.hex(), link=self.link()),
        ]  # fmt: skip
        if chance.random() < 0.01:
            key = self.hex()
            return HandPart(
                key=key, tls=key, proof=key + key, chain=chain if chance.random() < 0.5 else 0, tip=self.hex()
            )
        return chance.choice(kinds) if chance.random() < 0.95 else super().part()

    def wishes(self) -> list[MessagePart]:
        """Return wishes to take back, and answers to one of the other seat."""
        chance, wishes, replica = self.chance, self.mine.far.wishes.all, self.mine.far.replica
        counting = [no for seat, no in replica.points if seat == self.mine.seat] if replica else []
        asked = [(one.seat, one.no) for one in wishes] or [(self.theirs.seat, self.count())]
        seat, no = chance.choice(asked)
        answer = AgreePart(seat=seat, no=no, agrees=chance.random() < 0.7)
        return [BackPart(no=chance.choice((*counting, self.count()))), answer, answer]

    def message(self, odd: bool = True) -> str:
        """Return the text of a message with a true signature; an odd one may not follow on the last of its seat."""
        chance, far = self.chance, self.mine.far
        parts = [self.part() for _ in range(chance.choice((1, 1, 1, 2, 3, 4)))]
        if chance.random() < 0.05:
            parts = parts[:1] * 200
        no = far.ledger.head(self.mine.seat)[0] + 1
        with suppress(NotTaken):  # too long
            if not odd or chance.random() < 0.85:
                return forged(self.mine.secrets, far, parts).text()
            seen = {chance.choice(("azure", self.mine.seat, "b")): (chance.choice((0, no, self.count())), self.hex())}
            number = chance.choice((no, no, no + 1, no - 1, 0, self.count()))
            prev = chance.choice((None, self.hex()))
            return forged(self.mine.secrets, far, parts, no=number, prev=prev, seen=seen).text()
        return self.message(odd)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_whatever_a_hostile_peer_says_is_refused_or_follows_from_the_rules(path: Path, seed: int) -> None:
    duel = begun(path, seed)
    ours, theirs = duel.tables.values()
    peer, longest = HostilePeer(theirs, ours, seed), 0.0
    for _ in range(STEPS):
        turn = peer.chance.random()
        if turn < 0.2 or not peer.mine.begun:
            act(ours, peer.chance)
        elif turn < 0.4:
            with suppress(Illegal, NotTaken):  # its own program may have been cheated by what it said before
                decide(peer.mine, peer.chance, 9)
                ours.receive(peer.mine.hand_over().text())
        else:
            text, before, began = peer.message(), position(ours.far), process_time()
            try:
                ours.receive(text)
            except NotTaken as why:
                assert str(why) and position(ours.far) == before
            longest = max(longest, process_time() - began)
        far = as_a_third_person(ours)
        try:
            peer.mine = FarTable(far, peer.mine.secrets)
        except (AssertionError, CryptoError, ValueError):  # it has locked what it cannot open: it owes that for ever
            break
    assert longest < LONGEST
    third = as_a_third_person(ours)
    assert [why for _, why in third.refused] == []
    assert position(FarTable(third, ours.secrets).far) == position(ours.far)


def act(table: FarTable, chance: Random) -> None:
    """Do honestly what is due, or wish to take something back."""
    if table.to_answer and chance.random() < 0.5:
        table.answer_back(chance.random() < 0.7)
    elif table.can_take_back and not (table.to_answer or table.given) and chance.random() < 0.2:
        table.wish_back()
    else:
        decide(table, chance, 9)
        if table.to_hand_over:
            table.hand_over()


def as_a_third_person(table: FarTable) -> FarBattle:
    """Return the battle as it follows from all messages that count."""
    return gather((one.text() for messages in table.far.ledger.messages.values() for one in messages), LINKS)
