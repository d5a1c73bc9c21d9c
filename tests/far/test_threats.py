"""Who must not be able to do what in a far battle, each line as a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from nacl.exceptions import CryptoError

from game.battle.battle import NOBODY
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.core.orders import Id, Illegal
from game.far.far_battle import FarBattle, acceptance, battle_text, gather, invitation, read_invitation
from game.far.messages.digests import digest, leaf, step_seed
from game.far.messages.ledger import Twice
from game.far.messages.message import (
    BEFORE_FIRST,
    AcceptPart,
    BeginPart,
    ClaimPart,
    DrawPart,
    InvitePart,
    LockPart,
    Message,
    MessagePart,
    NotTaken,
    OpenPart,
    OrdersPart,
    RevealPart,
    SayPart,
    TipPart,
    signed,
)
from game.far.messages.seat_secrets import SeatSecrets, link_before
from game.far.store import StoredBattle
from game.far.table import FarTable
from tests.support.players.far_battles import LINKS, FarDuel, begun, decide, fight, secrets_of
from tests.support.players.far_hostile import forged, layers, pair, position, signed_bytes

DUEL = ROOT / "scenarios" / "openings" / "full_thrust" / "duel.yaml"
GAMES = [
    DUEL,
    ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml",
    ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml",
    ROOT / "scenarios" / "openings" / "hex12" / "spines.yaml",
    ROOT / "scenarios" / "openings" / "easyhex" / "two_and_two.yaml",
]
FORKS = 1000


def locked(path: Path = DUEL, seed: int = 1) -> tuple[FarDuel, list[tuple[Id, str]]]:
    """Return a battle in which azure has locked orders that amber has, and those orders."""
    duel = begun(path, seed)
    azure = next(iter(duel.tables.values()))
    decide(azure, Random(seed), 1)
    orders = [(by, text) for by, text in azure.given if by not in duel.seats]
    assert orders
    duel.send(azure.hand_over())
    return duel, orders


def lock_of(table: FarTable) -> LockPart:
    part = table.far.ledger.messages["azure"][-1].first(LockPart)
    assert isinstance(part, LockPart)
    return part


def refused(table: FarTable, message: Message, why: str) -> None:
    """Check that a message is refused with a sentence, and that nothing has changed."""
    before = position(table.far), table.given
    with pytest.raises(NotTaken, match=why):
        table.receive(message.text())
    assert (position(table.far), table.given) == before


# -- the other player --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_other_player_cannot_read_orders_before_they_are_due(path: Path) -> None:
    duel, chance, sealed, searched = begun(path), Random(1), dict[Id, set[str]](), 0
    for _ in range(12):
        for seat, table in duel.tables.items():
            decide(table, chance, 9)
            if not table.to_hand_over:
                continue
            orders = {pair(*one) for one in table.given[len(table._in_clear) :]}
            message = table.hand_over()
            if any(isinstance(part, OpenPart | RevealPart) for part in message.parts):
                sealed.pop(seat, None)  # what stays face down has been shown in part: one search more would find that
            if message.first(LockPart):
                sealed[seat] = {one for one in orders if not one.startswith(f'["{seat}"')}
            duel.send(message)
            (other,) = (one for one in duel.tables if one != seat)
            replica = duel.tables[other].far.replica
            held = layers(duel.texts[-1]) + repr(replica and replica.step)
            assert not [one for one in sealed.get(seat, ()) if one in held or one[1:-1].replace('"', "'") in held]
            searched += len(sealed.get(seat, ()))
    assert searched


def test_leaves_cannot_be_guessed_even_with_all_legal_orders() -> None:
    duel, orders = locked()
    (by, text), part = orders[0], lock_of(duel.tables["amber"])
    azure = duel.tables["azure"]
    texts = {
        text,
        *(f"{side}{turn}{way}{thrust}" for side in "PS" for turn in (1, 2, 3) for way in "+-" for thrust in range(7)),
    }
    known = (
        "",
        BEFORE_FIRST,
        azure.far.invited.digest,
        *(one.tip(0).hex() for one in (azure.secrets, duel.tables["amber"].secrets)),
    )
    for place in range(len(part.leaves)):
        for guess in texts:
            for salt in (*known, duel.tables["amber"].secrets.salt(part.step, place)):
                assert leaf(azure.far.id, "azure", part.step, place, salt, by, guess) not in part.leaves
    salt = azure.secrets.salt(part.step, 0)
    assert leaf(azure.far.id, "azure", part.step, 0, salt, by, text) == part.leaves[0], "with the salt it fits"
    assert len(set(part.leaves)) == len(part.leaves), "nor do blanks show"


def test_neither_the_number_of_leaves_nor_the_length_of_the_copy_tells_anything() -> None:
    duel, orders = locked()
    assert len(lock_of(duel.tables["amber"]).leaves) == 8 != len(orders)
    keeps = duel.tables["azure"].secrets
    assert len({len(keeps.seal(b"x" * length)) for length in (1, 9, 200, 256)}) == 1


def test_all_secrets_of_a_seat_follow_from_its_seed_alone() -> None:
    keeps, other = secrets_of("ab" * 8, "azure", 1), secrets_of("ab" * 8, "azure", 2)
    assert keeps.salt(2, 0) != other.salt(2, 0) and keeps.link(2) != other.link(2) and keeps.nonce != other.nonce
    assert keeps.verify_key != other.verify_key and keeps.tip(1) != other.tip(1) != other.tip(0)
    with pytest.raises(CryptoError):
        other.unseal(keeps.seal(b"x"))
    again = SeatSecrets("ab" * 8, "azure", keeps.seed, LINKS)
    assert (again.salt(9, 3), again.link(9), again.tip(2)) == (keeps.salt(9, 3), keeps.link(9), keeps.tip(2))
    assert len({keeps.salt(step, place) for step in range(20) for place in range(20)}) == 400


@pytest.mark.parametrize("what", ["order", "ship", "salt", "places", "step", "fewer", "more", "twice", "none"])
def test_orders_cannot_be_changed_after_a_lock(what: str) -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    decide(amber, Random(3), 1)
    duel.send(amber.hand_over())
    true = azure._unsent[0]  # what its own program would open
    assert isinstance(true, OpenPart)
    orders, salts, step = list(true.orders), list(true.salts), true.step
    match what:
        case "order":
            orders[0] = orders[0][0], "none"
        case "ship":
            orders[0] = "rapier", orders[0][1]
        case "salt":
            salts[0] = "11" * 32
        case "places":
            orders[0], orders[1], salts[0], salts[1] = orders[1], orders[0], salts[1], salts[0]
        case "step":
            step += 1
        case "fewer":
            orders, salts = orders[:-1], salts[:-1]
        case "more":
            orders, salts = [*orders, ("lancet", "none")], [*salts, "11" * 32]
        case "twice":
            orders, salts = orders * 2, salts * 2
        case "none":
            orders, salts = [], []
    part = OpenPart(step=step, orders=tuple(orders), salts=tuple(salts))
    refused(amber, forged(azure.secrets, amber.far, [part]), "opened other orders|this is step")
    assert amber.receive(forged(azure.secrets, amber.far, azure._unsent).text()) == []


def test_nobody_decides_a_step_twice_or_after_he_has_seen() -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    again = LockPart(step=2, leaves=("11" * 32,) * 8)
    refused(amber, forged(azure.secrets, amber.far, [again]), "decided step 2 already")
    answer = OpenPart(step=2, orders=(), salts=())
    refused(amber, forged(azure.secrets, amber.far, [answer]), "opened other orders|early")
    decide(amber, Random(3), 1)
    duel.send(amber.hand_over())
    refused(amber, forged(azure.secrets, amber.far, [again]), "decided step 2 already")


def test_orders_in_the_clear_come_only_when_all_others_are_locked() -> None:
    duel = begun(DUEL)
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    duel.send(azure.hand_over())
    open_one = OpenPart(step=2, orders=(("rapier", "none"),), salts=())
    refused(azure, forged(amber.secrets, azure.far, [open_one]), "before all others are locked")


# -- dice --------------------------------------------------------------------------------------------------------------


def test_dice_cannot_be_chosen_or_known_by_one_player() -> None:
    duel, orders = locked()
    amber, azure = duel.tables["amber"].secrets, duel.tables["azure"].secrets
    links, fork = {"azure": azure.link(2).hex(), "amber": amber.link(2).hex()}, Random(5)
    seeds, alone = set(), set()
    for number in range(FORKS):
        part = OpenPart(step=2, orders=(("rapier", f"P{number}"),), salts=())
        other = forged(amber, duel.tables["azure"].far, [part, DrawPart(step=2, link=links["amber"])])
        deciding = [lock_message(duel).digest, other.digest]
        seeds.add(step_seed(amber.battle, 2, deciding, links))
        guess = {**links, "azure": digest("guess", number, fork.random().hex()).hex()}
        alone.add(step_seed(amber.battle, 2, deciding, guess))
    assert len(seeds) == len(alone) == FORKS and not seeds & alone
    assert link_before(azure.battle, "azure", azure.link(2)) == azure.link(1), "what is told shows those before alone"
    told = [azure.tip().hex(), azure.link(1).hex()]
    assert azure.link(2).hex() not in [link_before(azure.battle, "azure", bytes.fromhex(one)).hex() for one in told]
    assert orders


def lock_message(duel: FarDuel) -> Message:
    return duel.tables["amber"].far.ledger.messages["azure"][-1]


DRAWS: dict[str, tuple[Callable[[SeatSecrets], DrawPart], str]] = {
    "step before": (lambda keeps: DrawPart(step=1, link=keeps.link(1).hex()), "nobody asks"),
    "step after": (lambda keeps: DrawPart(step=3, link=keeps.link(3).hex()), "nobody asks"),
    "far step": (lambda keeps: DrawPart(step=999_999, link=keeps.link(2).hex()), "nobody asks"),
    "link after": (lambda keeps: DrawPart(step=2, link=keeps.link(3).hex()), "not of the chain"),
    "link before": (lambda keeps: DrawPart(step=2, link=keeps.link(1).hex()), "not of the chain"),
    "another chain": (lambda keeps: DrawPart(step=2, link=keeps.link(LINKS + 2).hex()), "not of the chain"),
    "another seat": (lambda keeps: DrawPart(step=2, link=secrets_of(keeps.battle, "amber").link(2).hex()), "chain"),
    "invented": (lambda keeps: DrawPart(step=2, link="11" * 32), "not of the chain"),
    "tip": (lambda keeps: DrawPart(step=2, link=keeps.tip().hex()), "not of the chain"),
}


@pytest.mark.parametrize("what", DRAWS)
def test_no_other_link_than_the_fixed_one_can_be_drawn(what: str) -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    decide(amber, Random(3), 1)
    duel.send(amber.hand_over())
    part, why = DRAWS[what]
    opened = azure._unsent[0]
    refused(amber, forged(azure.secrets, amber.far, [opened, part(azure.secrets)]), why)
    true = DrawPart(step=2, link=azure.secrets.link(2).hex())
    refused(amber, forged(azure.secrets, amber.far, [opened, true, true]), "nobody asks")


def test_a_tip_cannot_be_fixed_again_or_late() -> None:
    duel = begun(DUEL)
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    duel.send(azure.hand_over())
    for chain in (0, 1):
        if chain:
            duel.send(amber.hand_over("x"))
            far = azure.far.copy()
            far.take(forged(amber.secrets, far, [TipPart(chain=1, tip="11" * 32)]))
            azure.accept(far)
        again = forged(amber.secrets, azure.far, [TipPart(chain=chain, tip="22" * 32)])
        refused(azure, again, f"chain no. {chain} again, or too late")


def test_a_tip_told_after_its_chain_is_due_is_too_late() -> None:
    duel = begun(DUEL, links=4)
    for table in duel.tables.values():
        table.far.links = 4
    fight(duel, turns=4)
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    assert azure.far.replica and azure.far.replica.number > 8
    late = TipPart(chain=azure.far.replica.number // 4, tip="11" * 32)
    refused(azure, forged(amber.secrets, azure.far, [late]), "again, or too late")


# -- who stops ---------------------------------------------------------------------------------------------------------


def test_a_claim_that_crosses_what_it_asks_for_is_passed_over() -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    decide(amber, Random(3), 1)
    azure.receive(amber.hand_over().text())  # azure opens and draws by itself, and has not handed that over
    claimed = amber.claim()
    azure.receive(claimed.text())
    opened = azure.hand_over()
    amber.receive(opened.text())
    third = gather([*duel.texts, *(one.text() for one in amber.far.ledger.messages["amber"]), opened.text()], LINKS)
    for far in (azure.far, amber.far, third):
        assert far.claimed is None and far.replica and far.replica.number == 2
    assert position(third) == position(amber.far)


def test_a_claim_says_who_owes_what_and_the_battle_can_be_taken_up_again() -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    duel.send(azure.claim())
    assert amber.far.claimed == ("azure", 2)
    decide(amber, Random(3), 1)
    duel.send(amber.hand_over())
    assert amber.far.claimed is None
    false = forged(amber.secrets, azure.far, [ClaimPart(step=9)])
    assert azure.receive(false.text()) == [] and azure.far.claimed is None


def test_nobody_acts_on_what_he_cannot_have_seen() -> None:
    duel, asked, other = in_the_clear()
    decide(asked, Random(1), 1)
    while not asked.rolling:
        duel.send(asked.hand_over())
        asked, other = (asked, other) if asked.decides else (other, asked)
        decide(asked, Random(1), 1)
    duel.send(asked.hand_over())  # the other draws by itself, and has not handed that over
    assert other._unsent
    part = OrdersPart(orders=((asked.seat, "none"),))
    refused(other, forged(asked.secrets, other.far, [part]), "is not asked for one")


# -- two files of one number, backups ----------------------------------------------------------------------------------


def test_of_two_files_of_one_number_the_first_stands_and_both_are_kept(
    two_homes: tuple[StoredBattle, StoredBattle],
) -> None:
    azure, amber = two_homes
    one = azure.hand_over("one")
    amber.take(one.text())
    before = position(amber.table.far)
    other = signed(
        azure.table.secrets.signing_key, one.battle, "azure", one.no, one.content.prev, one.content.seen, one.parts[:1]
    )
    with pytest.raises(Twice, match=r"two different files no\. 1: the first one stands"):
        amber.take(other.text())
    assert position(amber.table.far) == before
    (kept,) = (amber.path / "evidence").iterdir()
    first = (amber.path / "in" / "azure" / "0001.txt").read_text(encoding="utf-8")
    proof = [message for text in (first, kept.read_text(encoding="utf-8")) for message in amber.table.far.read(text)]
    assert [message.digest for message in proof] == [one.digest, other.digest]


def test_a_backup_that_is_brought_back_is_told_before_it_is_played_on(
    two_homes: tuple[StoredBattle, StoredBattle],
) -> None:
    azure, amber = two_homes
    amber.take(azure.hand_over("one").text())
    answer = amber.hand_over("Well met.").text()
    azure.take(answer)
    azure.close()
    (azure.path / "out" / "0001.txt").unlink()
    with pytest.raises(NotTaken, match=r"your no\. 1 is missing"):
        StoredBattle(azure.path)
    (azure.path / "in" / "amber" / "0001.txt").unlink()  # a whole backup, from before the answer
    with StoredBattle(azure.path) as old:
        with pytest.raises(NotTaken, match=r"your no\. 1, which is not here: a backup may have been brought back"):
            old.take(answer)
        with pytest.raises(Twice):
            amber.take(old.hand_over("another one").text())


# -- designs, rules, orders --------------------------------------------------------------------------------------------


def test_a_doctored_design_is_told_with_the_first_file() -> None:
    opened = load_start(DUEL, seed=0)
    keeps = {seat: secrets_of("00" * 8, seat) for seat in ("azure", "amber")}
    text = battle_text(opened)
    true = invitation("00" * 8, text, keeps["azure"])
    doctored = invitation("00" * 8, text.replace("hull: 24, armour: 4", "hull: 23, armour: 5"), keeps["azure"])
    assert doctored.digest != true.digest
    far = FarBattle(true, LINKS)
    with pytest.raises(NotTaken, match="accepts another invitation"):
        far.take(acceptance(doctored, keeps["amber"]))
    plates = [FarBattle(one).start.battle.state.ships["lancet"].design.armour for one in (true, doctored)]
    assert plates == [4, 5], "the design that counts is the one in the invitation, on both sides"


def test_other_rules_are_told_with_the_first_file(monkeypatch: pytest.MonkeyPatch) -> None:
    keeps = {seat: secrets_of("00" * 8, seat) for seat in ("azure", "amber")}
    invited = invitation("00" * 8, battle_text(load_start(DUEL, seed=0)), keeps["azure"])
    monkeypatch.setattr("game.far.far_battle.rules_digest", lambda: "11" * 32)
    with pytest.raises(NotTaken, match="the rules of amber's program differ"):
        FarBattle(invited).take(acceptance(invited, keeps["amber"]))


def in_the_clear() -> tuple[FarDuel, FarTable, FarTable]:
    """Return a battle in which somebody is asked for an order that all may read: his table, and the other."""
    duel = begun(ROOT / "scenarios" / "openings" / "power_hex" / "destroyers.yaml")
    for table in duel.tables.values():
        if table.to_hand_over:
            duel.send(table.hand_over())
    asked = next(table for table in duel.tables.values() if table.decides)
    return duel, asked, next(table for table in duel.tables.values() if table is not asked)


def test_nobody_orders_ships_of_another_or_out_of_turn() -> None:
    _, asked, other = in_the_clear()
    for ship in other.battle.state.fleet(other.seat):
        part = OrdersPart(orders=((ship.id, "none"),))
        refused(other, forged(asked.secrets, other.far, [part]), "not its own")
        with pytest.raises(Illegal):
            asked.give(ship.id, "none")
    for ship in asked.battle.state.fleet(other.seat):
        part = OrdersPart(orders=((ship.id, "none"),))
        refused(asked, forged(other.secrets, asked.far, [part]), "not asked for one")
    refused(other, forged(asked.secrets, other.far, [OrdersPart(orders=(("nobody", "none"),))]), "not its own")
    refused(other, forged(asked.secrets, other.far, [OrdersPart(orders=(("", ""),))]), "not its own")


def test_illegal_orders_are_refused_all_or_nothing() -> None:
    _, asked, other = in_the_clear()
    decide(asked, Random(1), 1)
    good = asked.given[:1]
    assert good
    bad = ((good[0][0], "warp to the end of the world"),)
    message = forged(asked.secrets, other.far, [OrdersPart(orders=(*good, *bad))])
    refused(other, message, "refused: |not asked for one")
    parts: list[MessagePart] = [
        SayPart(text="x"),
        OrdersPart(orders=good),
        ClaimPart(step=2),
        DrawPart(step=9, link="11" * 32),
    ]
    refused(other, forged(asked.secrets, other.far, parts), "nobody asks")


def test_illegal_sealed_orders_are_refused_when_they_are_opened() -> None:
    duel, _ = locked()
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    for orders in ((("rapier", "P6+90"),), (("lancet", "none"),), (("rapier", "none"), ("rapier", "what?"))):
        part = OpenPart(step=2, orders=orders, salts=())
        refused(azure, forged(amber.secrets, azure.far, [part]), "is refused|not its own")


# -- finder, man in the middle, passer-by ------------------------------------------------------------------------------


def test_whoever_finds_a_file_cannot_act_in_our_name() -> None:
    duel = begun(DUEL)
    fight(duel, turns=2)
    finder = SeatSecrets(duel.tables["azure"].far.id, "azure", bytes(32), LINKS)
    far = joined(duel)
    for text in duel.texts[2:]:
        (true,) = list(duel.tables["azure"].far.read(text))
        with pytest.raises(NotTaken, match="not from this battle's players"):
            list(far.read(signed_bytes(finder.signing_key, true.body)))
        other = duel.tables["azure" if true.seat == "amber" else "amber"].secrets
        with pytest.raises(NotTaken, match="somebody else made it"):
            list(far.read(signed_bytes(other.signing_key, true.body)))
        with pytest.raises(NotTaken):
            list(far.read(Message(true.body[:-1] + b" ", true.content, true.signature).text()))


def joined(duel: FarDuel) -> FarBattle:
    far = FarBattle(read_invitation(duel.texts[0]), LINKS)
    for message in far.read(duel.texts[1]):
        far.take(message)
    return far


def words(host: SeatSecrets, invited: Message, accepted: Message) -> str:
    """Return the three words that a seat sees, after these first files."""
    far = FarBattle(invited, LINKS)
    far.take(accepted)
    far.take(forged(host, far, [BeginPart(nonce=host.nonce.hex(), link=host.link(1).hex())]))
    return far.words


def test_a_man_in_the_middle_of_the_mail_is_told_by_other_words() -> None:
    number, text = "ab" * 8, battle_text(load_start(DUEL, seed=0))
    azure, amber = secrets_of(number, "azure"), secrets_of(number, "amber")
    invited = invitation(number, text, azure)
    assert words(azure, invited, acceptance(invited, amber)), "alone they see the same"
    for seed in range(20):  # he takes the place of each for the other
        as_azure, as_amber = secrets_of(number, "azure", 100 + seed), secrets_of(number, "amber", 100 + seed)
        false = invitation(number, text, as_azure)
        seen_by_azure = words(azure, invited, acceptance(invited, as_amber))
        seen_by_amber = words(as_azure, false, acceptance(false, amber))
        assert seen_by_azure != seen_by_amber
    mine, theirs = invited.parts[0], acceptance(invited, amber).parts[0]
    assert isinstance(mine, InvitePart) and isinstance(theirs, AcceptPart)
    assert azure.nonce.hex() not in invited.text() and mine.nonce != azure.nonce.hex()


def test_a_nonce_other_than_the_fixed_one_is_refused() -> None:
    duel = begun(DUEL)
    azure = duel.tables["azure"].secrets
    for part, why in (
        (BeginPart(nonce="11" * 32, link=azure.link(1).hex()), "what its invitation has fixed"),
        (BeginPart(nonce=azure.nonce.hex(), link=azure.link(2).hex()), "the link that it has fixed"),
    ):
        refused(duel.tables["amber"], forged(azure, duel.tables["amber"].far, [part]), why)


@pytest.mark.parametrize("path", GAMES[:2], ids=lambda path: path.stem)
def test_a_passer_by_sees_nothing_sealed(path: Path) -> None:
    duel, orders = locked(path)
    third = gather(duel.texts, LINKS)
    assert third.replica is not None
    view = third.replica.battle.view(NOBODY)
    seen = repr(view.state) + repr(view.log) + repr(third.replica.step) + repr(third.replica.battle.records)
    assert not [text for _, text in orders if len(text) > 3 and text in seen]
    assert not third.replica.battle.state.sealed


def test_orders_that_were_given_and_changed_are_told_to_nobody() -> None:
    duel = begun(DUEL)
    for seat in ("azure", "amber"):
        table = duel.tables[seat]
        key = next(one for one in table.battle.prompts() if one.side == seat).ids[0]
        for text in ("P1", "0"):
            table.give(key, text)
        table.give(seat, "lock")
        table.give(seat, "unlock")
        table.give(key, "S1")
        table.give(seat, "lock")
        duel.send(table.hand_over())
    opened = [part for one in duel.tables["amber"].far.ledger.messages["amber"] for part in one.parts]
    orders = [order for part in opened if isinstance(part, OpenPart) for order in part.orders if any(order)]
    assert [text for _, text in orders] == ["S1"]
