"""Far battles of random players, each with a table of its own, who hand each other nothing but texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from game.battle.battle import Record
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.core.orders import Id
from game.far.far_battle import FarBattle, acceptance, battle_text, invitation, read_invitation
from game.far.messages.digests import digest
from game.far.messages.message import Message
from game.far.messages.seat_secrets import SeatSecrets
from game.far.replica import Replica
from game.far.store import StoredBattle, accept, invite
from game.far.table import FarTable
from game.players.match import asked_now
from game.players.random_player import random_order

LINKS = 64  # shorter chains than in play, so that tests also need the next ones


@dataclass
class FarDuel:
    """The tables of all seats, and every text that was handed over, in order."""

    tables: Mapping[Id, FarTable]
    texts: list[str] = field(default_factory=list)

    @property
    def seats(self) -> tuple[Id, ...]:
        return tuple(self.tables)

    def send(self, message: Message) -> str:
        """Give a message to all other seats, and return its text."""
        text = message.text(f"{message.seat} {message.no}")
        self.texts.append(text)
        for seat, table in self.tables.items():
            if seat != message.seat:
                assert table.receive(text) == []
        return text


def three_sides(folder: Path) -> Path:
    """Write a battle of three sides, and return its file."""
    pair = (ROOT / "scenarios" / "openings" / "full_thrust" / "two_pairs.yaml").read_text(encoding="utf-8")
    side, ship = "  amber: {name: Amber Pact, edge: right}\n", "  ember: {side: amber, "
    third = "  kestrel: {side: jade, design: vesper, at: [36, 40], course: 12, velocity: 6}\n"
    text = pair.replace(side, f"{side}  jade: {{name: Jade Host}}\n").replace(ship, third + ship)
    path = folder / "three_sides.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def secrets_of(battle: str, seat: Id, seed: int = 1, links: int = LINKS) -> SeatSecrets:
    """Return secrets that are the same in every run."""
    return SeatSecrets(battle, seat, digest("seed", seat, seed), links)


def begun(path: Path, seed: int = 1, house: Mapping[str, object] | None = None, links: int = LINKS) -> FarDuel:
    """Return a battle that all seats have joined. The first seat has handed nothing over but its invitation."""
    opened = load_start(path, seed=0, house=house)
    first, *others = opened.battle.state.sides
    battle = digest("battle", path.stem, seed).hex()[:16]
    keeps = {seat: secrets_of(battle, seat, seed, links) for seat in (first, *others)}
    invited = invitation(battle, battle_text(opened), keeps[first])
    accepted = {seat: acceptance(invited, keeps[seat]) for seat in others}
    texts = [invited.text("invitation"), *(one.text("acceptance") for one in accepted.values())]
    tables = {}
    for seat in (first, *others):
        far = FarBattle(read_invitation(texts[0]), links)
        for one in accepted.values():
            far.take(one)
        tables[seat] = FarTable(far, keeps[seat])
    return FarDuel(tables, texts)


def settled(replica: Replica | None) -> list[Record]:
    """Return the orders of a battle up to those that still lie face down."""
    assert replica is not None
    return replica.battle.records[: min((one.first for one in replica.face_down), default=None)]


@contextmanager
def on_disk(path: Path, folder: Path) -> Iterator[tuple[StoredBattle, StoredBattle]]:
    """Both seats of a battle on machines of their own, once both have joined."""
    opened = load_start(path, seed=0)
    azure = invite(opened, next(iter(opened.battle.state.sides)), folder=folder / "azure")
    amber = accept(azure.own[0].read_text(encoding="utf-8"), folder=folder / "amber")
    with azure, amber:
        azure.take(amber.own[0].read_text(encoding="utf-8"))
        yield azure, amber


def decide(table: FarTable, chance: Random, turns: int) -> None:
    """Give random orders until others must act."""
    while table.decides and not table.complete and table.battle.state.turn <= turns:
        battle = table.battle
        prompt = next(one for one in battle.prompts() if one.side == table.seat)
        order = random_order(*asked_now(battle, prompt), chance)
        table.give(order.by, str(order))


def fight(duel: FarDuel, turns: int, seed: int = 1) -> None:
    """Let random players fight for so many turns, or to the end."""
    chances = {seat: Random(f"{seed}/{seat}") for seat in duel.seats}
    moved = True
    while moved:
        moved = False
        for seat, table in duel.tables.items():
            if table.begun and table.battle.state.turn <= turns:
                decide(table, chances[seat], turns)
                if table.to_hand_over:
                    duel.send(table.hand_over())
                    moved = True
