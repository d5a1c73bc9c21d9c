"""A seat is handed to another person in the middle of a battle: who held it can neither play on, nor read, nor know or
choose a die from then on."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from nacl.exceptions import CryptoError

from game.battle.designs import ROOT
from game.far import moving
from game.far.certificate import proof
from game.far.far_battle import gather
from game.far.messages.message import DrawPart, HandPart, LockPart, Message, MessagePart, NotTaken, SayPart, signed
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle
from game.far.table import FarTable
from game.formats.atomic_file import CannotSave
from tests.support.players.far_battles import LINKS, FarDuel, begun, decide, fight, on_disk, settled, three_sides
from tests.support.players.far_hostile import forged, position

OPENINGS = ROOT / "scenarios" / "openings"
DUEL, DESTROYERS = OPENINGS / "full_thrust" / "duel.yaml", OPENINGS / "power_hex" / "destroyers.yaml"
CARRIERS = ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml"
NEW = bytes(range(32))


def another(table: FarTable, seed: bytes = NEW) -> SeatSecrets:
    """Return the secrets of another person for a seat."""
    keeps = table.secrets
    return SeatSecrets(keeps.battle, keeps.seat, seed, keeps.links, (*keeps.former, keeps))


def hand_of(fresh: SeatSecrets, table: FarTable, **other: object) -> HandPart:
    """Return what hands a seat on, as the former holder may have bent it."""
    number = table.far.replica.number if table.far.replica else 0
    chain = number // fresh.links
    given = {"key": fresh.verify_key.encode().hex(), "tls": fresh.tls_key.verify_key.encode().hex(),
             "proof": proof(fresh.tls_key).hex(), "chain": chain, "tip": fresh.tip(chain).hex()}  # fmt: skip
    return HandPart.model_validate(given | other)


@pytest.fixture
def handed() -> tuple[FarDuel, FarTable, FarTable, SeatSecrets]:
    """A battle in which amber was handed on: the tables of azure and amber, and what the former holder knows."""
    duel = begun(DUEL)
    fight(duel, turns=1)
    azure, amber = duel.tables.values()
    former = amber.secrets
    duel.send(amber.hand_on(another(amber)))
    return duel, azure, amber, former


def play_on(duel: FarDuel, chance: Random, rounds: int) -> None:
    """Play so many rounds in which seats are handed on now and then."""
    for number in range(rounds):
        for table in duel.tables.values():
            if table.begun and chance.random() < 0.15:
                duel.send(table.hand_on(another(table, bytes([number]) * 32)))
            decide(table, chance, 9)
            if table.to_hand_over:
                duel.send(table.hand_over())


def refused(table: FarTable, message: Message, why: str) -> None:
    before = position(table.far)
    with pytest.raises(NotTaken, match=why):
        table.receive(message.text())
    assert position(table.far) == before


# -- what it does ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [DUEL, DESTROYERS, CARRIERS], ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(20 if os.environ.get("SOAK") else 2))
def test_the_battle_goes_on_at_any_moment_and_is_the_same_for_all(path: Path, seed: int) -> None:
    duel, chance = begun(path, seed), Random(seed)
    play_on(duel, chance, 24)
    third = gather(chance.sample(duel.texts, len(duel.texts)), LINKS)
    azure, amber = (table.told for table in duel.tables.values())
    assert third.refused == [] and len(third.handed()) > 1
    assert settled(third.replica) == settled(azure.replica) == settled(amber.replica)
    assert third.words == azure.words == amber.words


def test_among_three_seats_too(tmp_path: Path) -> None:
    duel, chance = begun(three_sides(tmp_path)), Random(3)
    play_on(duel, chance, 16)
    third = gather(chance.sample(duel.texts, len(duel.texts)), LINKS)
    assert third.refused == [] and third.handed()
    tables = list(duel.tables.values())
    assert all(settled(third.replica)[:20] == settled(table.told.replica)[:20] for table in tables)


# -- threats -----------------------------------------------------------------------------------------------------------


def test_who_held_the_seat_cannot_sign_for_it_any_more(handed: tuple[FarDuel, FarTable, FarTable, SeatSecrets]) -> None:
    _, azure, amber, former = handed
    no, prev = azure.far.ledger.head("amber")
    late = signed(former.signing_key, azure.far.id, "amber", no + 1, prev, {}, [SayPart(text="I am still here")])
    refused(azure, late, "does not hold this seat there")
    back = signed(former.signing_key, azure.far.id, "amber", no + 1, prev, {}, [hand_of(another(amber), azure)])
    refused(azure, back, "does not hold this seat there")


def test_who_takes_it_over_cannot_sign_for_the_time_before(
    handed: tuple[FarDuel, FarTable, FarTable, SeatSecrets],
) -> None:
    _, azure, amber, _ = handed
    no = azure.far.ledger.head("amber")[0]
    for early in range(1, no + 1):
        prev = azure.far.ledger.messages["amber"][early - 1].digest
        forgery = signed(amber.secrets.signing_key, azure.far.id, "amber", early, prev, {}, [SayPart(text="It was I")])
        refused(azure, forgery, "does not hold this seat there")


def test_nobody_hands_on_the_seat_of_another() -> None:
    duel = begun(DUEL)
    fight(duel, turns=1)
    azure, amber = duel.tables.values()
    mine = hand_of(another(amber), azure)
    no, prev = amber.far.ledger.head("azure")
    stolen = signed(amber.secrets.signing_key, azure.far.id, "azure", no + 1, prev, {}, [mine])
    with pytest.raises(NotTaken, match="changed"):
        amber.receive(stolen.text())


@pytest.mark.parametrize("bent", ["twice", "decides", "own key", "their key", "other chain"])
def test_a_seat_is_handed_on_in_one_way(bent: str) -> None:
    duel = begun(DUEL)
    fight(duel, turns=1)
    azure, amber = duel.tables.values()
    fresh = another(amber)
    part = hand_of(fresh, azure)
    lock = LockPart(step=9, leaves=("11" * 32,) * 8)
    choices: dict[str, list[MessagePart]] = {
        "twice": [part, part],
        "decides": [part, lock],
        "own key": [hand_of(fresh, azure, key=amber.secrets.verify_key.encode().hex())],
        "their key": [hand_of(fresh, azure, key=azure.secrets.verify_key.encode().hex())],
        "other chain": [hand_of(fresh, azure, chain=7)],
    }
    refused(azure, forged(amber.secrets, azure.far, choices[bent]), "in a way that nobody can follow")


def test_no_die_is_chosen_by_a_chain_that_is_fixed_after_a_link_is_known() -> None:
    """A shot and its link have come; the seat whose link is due hands itself on, with a chain that suits it, and names
    older files. The dice still come from the chain that was fixed before."""
    duel = begun(DESTROYERS)
    chance = Random(4)
    azure, amber = duel.tables.values()
    while not (azure.rolling or amber.rolling):
        for table in (azure, amber):
            decide(table, chance, 9)
            if table.rolling:
                break
            if table.to_hand_over:
                duel.send(table.hand_over())
    shooter, witness = (azure, amber) if azure.rolling else (amber, azure)
    old = witness.far.copy()
    while witness.hand_over_due():
        old = witness.far.copy()
    shot = shooter.hand_over()
    former, fresh = witness.secrets, another(witness)
    hand = forged(former, old, [hand_of(fresh, witness)])
    assert shooter.seat not in hand.content.seen or hand.content.seen[shooter.seat][0] < shot.no
    shooter.receive(hand.text())
    witness.receive(hand.text())  # what is forged with its key comes first there, the shot later
    witness.receive(shot.text())
    steps = [table.told.replica.step for table in (shooter, witness) if table.told.replica]
    assert [one and one.holders[witness.seat] for one in steps] == [0, 0]
    step = steps[0]
    assert step is not None
    no, prev = shooter.far.ledger.head(witness.seat)
    for link, fits in ((fresh.link(step.number), False), (former.link(step.number), True)):
        draw = DrawPart(step=step.number, link=link.hex())
        seen = shooter.far.ledger.seen_by(witness.seat)
        drawn = signed(fresh.signing_key, shooter.far.id, witness.seat, no + 1, prev, seen, [draw])
        if fits:
            shooter.receive(drawn.text())
        else:
            refused(shooter, drawn, "is not of the chain that it has fixed")


def test_the_former_holder_knows_no_link_and_reads_no_order_from_then_on(
    handed: tuple[FarDuel, FarTable, FarTable, SeatSecrets],
) -> None:
    duel, azure, _, former = handed
    start = azure.far.ledger.head("amber")[0]
    fight(duel, turns=6)
    later = azure.far.ledger.messages["amber"][start + 1 :]
    draws = [part for message in later for part in message.parts if isinstance(part, DrawPart)]
    assert len(draws) > 2
    late = [part for part in draws if former.link(part.step).hex() != part.link]
    assert len(late) >= len(draws) - 1, "but for a step that was under way"
    locks = [part for message in later for part in message.parts if isinstance(part, LockPart) and part.kept]
    assert locks
    for lock in locks:
        with pytest.raises(CryptoError):
            former.unseal(base64.b64decode(lock.kept or ""))


# -- on disk -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[StoredBattle, StoredBattle]]:
    with on_disk(DUEL, tmp_path) as both:
        yield both


def test_a_seat_goes_to_another_home_with_locked_orders_in_it(
    pair: tuple[StoredBattle, StoredBattle], tmp_path: Path
) -> None:
    azure, amber = pair
    amber.take(azure.hand_over().text())
    decide(amber.table, Random(1), 1)
    azure.take(amber.hand_over().text())
    given = moving.packed(amber, "open sesame")
    with moving.unpacked(given, "open sesame", tmp_path / "cleo") as cleo:
        azure.take(cleo.hand_on().text())
        decide(azure.table, Random(2), 1)
        cleo.take(azure.hand_over().text())
        opened = cleo.hand_over_due()
        assert opened is not None, "what the other person had locked is opened by this one"
        azure.take(cleo.about(opened))
        assert azure.table.battle.state.turn >= 1 and azure.counts() == cleo.counts()
        before = position(cleo.table.far)
        cleo.close()
        with StoredBattle(cleo.path) as again:
            assert position(again.table.far) == before and again.table.secrets.former
        file = azure.path / "in" / "amber" / f"{opened.no:04}.txt"
        assert file.read_text(encoding="utf-8").count("-----DEAD RECKONING 1-----") == 2, "with what brings its key"


def test_a_disk_that_fails_hands_nothing_on(
    pair: tuple[StoredBattle, StoredBattle], monkeypatch: pytest.MonkeyPatch
) -> None:
    azure, amber = pair
    amber.take(azure.hand_over().text())
    before, key = position(amber.table.far), amber.table.secrets.verify_key

    def fails(message: Message) -> None:
        raise CannotSave("The disk is full.")

    amber.table.keep = fails
    with pytest.raises(CannotSave):
        amber.hand_on()
    amber.close()
    with StoredBattle(amber.path) as again:
        assert position(again.table.far) == before and again.table.secrets.verify_key == key
        decide(again.table, Random(1), 1)
        azure.take(again.hand_over().text())
