"""Messages late, twice, lost, in any order, or two of one number: the same battle comes out, or a sentence says why
not."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from game.battle.designs import ROOT
from game.core.orders import Id
from game.far.far_battle import FarBattle, gather, in_order, read_invitation
from game.far.messages.ledger import EARLY, Known, Twice
from game.far.messages.message import DrawPart, Message, MessagePart, NotTaken, SayPart
from tests.support.players.far_battles import LINKS, FarDuel, begun, fight, secrets_of
from tests.support.players.far_hostile import forged, position

PATH = ROOT / "scenarios" / "openings" / "full_thrust" / "duel.yaml"
SHUFFLES = 200 if os.environ.get("SOAK") else 15


@pytest.fixture(scope="module")
def fought() -> FarDuel:
    duel = begun(PATH)
    fight(duel, turns=3)
    return duel


def joined(duel: FarDuel) -> FarBattle:
    """Return the battle as somebody holds it who has only seen who plays."""
    far = FarBattle(read_invitation(duel.texts[0]), LINKS)
    for message in far.read(duel.texts[1]):
        far.take(message)
    return far


def sent(duel: FarDuel) -> list[Message]:
    return [message for text in duel.texts[2:] for message in duel.tables["azure"].far.read(text)]


def after(far: FarBattle, seat: Id, *parts: MessagePart) -> FarBattle:
    """Return a battle after a message of a seat."""
    other = far.copy()
    assert other.take(forged(secrets_of(far.id, seat), far, parts))
    return other


def talked(far: FarBattle, seat: Id, times: int) -> tuple[FarBattle, list[Message]]:
    """Return a battle after a seat has spoken so often, and what it said."""
    found = []
    for number in range(times):
        found.append(forged(secrets_of(far.id, seat), far, [SayPart(text=str(number))]))
        far = far.copy()
        far.take(found[-1])
    return far, found


# -- order -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(SHUFFLES))
def test_any_order_with_copies_ends_in_the_same_battle(fought: FarDuel, seed: int) -> None:
    chance, pile = Random(seed), sent(fought)
    whole = position(gather(fought.texts, LINKS))
    pile += chance.choices(pile, k=len(pile) // 3)
    chance.shuffle(pile)
    far, known = joined(fought), 0
    for message in pile:
        try:
            far.take(message)
        except Known:
            known += 1
    assert position(far) == whole and known == len(pile) - len(sent(fought))
    assert list(far.ledger.missing()) == []


@pytest.mark.parametrize("seed", range(SHUFFLES))
def test_what_is_lost_is_named_and_all_goes_on_when_it_comes(fought: FarDuel, seed: int) -> None:
    chance, pile = Random(seed), sent(fought)
    lost = chance.choice(pile[:-2])
    chance.shuffle(pile)
    far = joined(fought)
    for message in pile:
        if message is not lost:
            far.take(message)
    assert f"file {lost.no} of {lost.seat} is missing" in list(far.ledger.missing())
    assert len(far.take(lost)) > 1
    assert position(far) == position(gather(fought.texts, LINKS))


def test_several_that_are_missing_are_named_in_words() -> None:
    duel = begun(PATH)
    far = joined(duel)
    assert duel.tables["azure"].to_hand_over  # it begins the battle
    far.take(duel.tables["azure"].hand_over())
    _, said = talked(far, "amber", 8)
    assert far.take(said[2]) == [] == far.take(said[7])
    assert list(far.ledger.missing()) == ["files 1, 2, 4 and 5… of amber are missing"]
    far.take(said[0])
    assert [one.no for one in far.take(said[1])] == [2, 3]
    assert list(far.ledger.missing()) == ["files 4, 5, 6 and 7 of amber are missing"]


def test_no_more_than_so_many_are_kept_early(fought: FarDuel) -> None:
    _, said = talked(gather(fought.texts, LINKS), "amber", EARLY + 2)
    before = gather(fought.texts, LINKS)
    with pytest.raises(NotTaken, match=f"files {said[0].no} to {said[-2].no} of amber are missing"):
        before.take(said[-1])
    for message in said[1:-1]:
        assert before.take(message) == []
    assert len(before.take(said[0])) == EARLY + 1
    assert len(before.take(said[-1])) == 1


def test_whoever_talks_much_does_not_bar_the_battle_from_a_third_person() -> None:
    duel = begun(PATH)
    azure = duel.tables["azure"]
    texts = [*duel.texts, azure.hand_over().text()]
    far = gather(texts, LINKS)
    far, one = talked(far, "amber", 2 * EARLY)
    far, two = talked(far, "azure", 2 * EARLY)
    texts += [message.text() for message in (*one, *two)]
    assert position(gather(texts[::-1], LINKS)) == position(far)
    assert in_order([*two, *one])[0] is one[0]


# -- two of one number -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("early", [False, True])
def test_the_first_of_two_messages_of_one_number_stands(fought: FarDuel, early: bool) -> None:
    far = gather(fought.texts, LINKS)
    then = after(far, "amber", SayPart(text="between")) if early else far
    other = forged(secrets_of(far.id, "amber"), then, [SayPart(text="one")])
    same = forged(secrets_of(far.id, "amber"), then, [SayPart(text="other")])
    assert bool(far.take(other)) != early
    with pytest.raises(Twice, match="amber has signed two different files") as twice:
        far.copy().take(same)
    assert (twice.value.first, twice.value.second) == (other, same)
    with pytest.raises(Known):
        far.take(other)


def test_a_message_must_follow_on_the_last_of_its_seat_and_on_ours(fought: FarDuel) -> None:
    far = gather(fought.texts, LINKS)
    keeps, seen = secrets_of(far.id, "amber"), far.ledger.seen_by("amber")
    with pytest.raises(NotTaken, match="a backup may have been brought back"):
        far.copy().take(forged(keeps, far, [], prev="11" * 32))
    with pytest.raises(NotTaken, match="answers another no"):
        far.copy().take(forged(keeps, far, [], seen={"azure": (seen["azure"][0], "11" * 32)}))
    with pytest.raises(NotTaken, match="answers another no"):
        far.copy().take(forged(keeps, far, [], seen={"amber": (0, far.ledger.messages["amber"][0].digest)}))
    assert far.copy().take(forged(keeps, far, [], seen={"zzz": (0, "11" * 32)})) == []  # never counts


# -- early ones that turn out bad --------------------------------------------------------------------------------------


def bad_ones(far: FarBattle) -> Sequence[tuple[str, Message]]:
    """Return messages of amber, the second of its next ones, that do not follow when the first has come."""
    keeps, then = secrets_of(far.id, "amber"), after(far, "amber", SayPart(text="first"))
    return [
        ("chain", forged(keeps, then, [], prev="11" * 32)),
        ("answer", forged(keeps, then, [], seen={"azure": (0, "11" * 32)})),
        ("order", forged(keeps, then, [DrawPart(step=999_999, link="11" * 32)])),
    ]


@pytest.mark.parametrize("place", range(3))
def test_what_came_early_and_is_bad_stands_in_nobodys_way(fought: FarDuel, place: int) -> None:
    far = gather(fought.texts, LINKS)
    then = after(far, "amber", SayPart(text="first"))
    assert far.take(bad_ones(far)[place][1]) == []
    good = forged(secrets_of(far.id, "amber"), far, [SayPart(text="first")])
    assert far.take(good) == [good]
    assert position(far) == position(then)
    assert list(far.ledger.missing()) == []


def test_nobody_can_bar_us_from_handing_over_by_naming_what_we_have_not_sent() -> None:
    duel = begun(PATH)
    azure, amber = duel.tables["azure"], duel.tables["amber"]
    duel.send(azure.hand_over())
    far = amber.far
    invented = {"azure": (2, "11" * 32)}
    with pytest.raises(NotTaken, match=r"your no\. 2, which is not here"):
        azure.receive(forged(amber.secrets, far, [SayPart(text="x")], seen=invented).text())
    assert azure.far.ledger.gaps("azure") == []
    assert azure.hand_over("I go on.").no == 2


def test_bad_messages_kept_early_leave_the_battle_unchanged(fought: FarDuel) -> None:
    far = gather(fought.texts, LINKS)
    before = position(far)
    for _, message in bad_ones(far):
        with suppress(NotTaken):
            assert far.take(message) == []
    assert position(far) == before
