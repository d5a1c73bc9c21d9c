"""What may be ordered can be written down: every combination of every field of every kind of order, and what players
type.

A text that is read stands for an order whose own text is read as that order; nothing else is ever played. SOAK=1 tries
dozens of times as many.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from game.battle.battle import Battle, fingerprint
from game.battle.idling import nothing_more
from game.battle.loader import load_start_text, new_save, open_battle
from game.core.orders import LONGEST, Id, Illegal, Order, Unreadable, parse_order
from game.core.system import PLANS
from game.core.values import frozen
from game.formats.battle_schema import Given
from game.formats.save_journal import line_of
from game.formats.validation import document_of
from game.rules.counters.orders import Fly
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.turn.plans import WrittenPlan
from game.systems import SYSTEMS
from game.systems.hexcess.movement.map_edges import OffTable
from game.systems.hexcess.movement.order import HexMove
from tests.support.battles import laid, order, paper
from tests.support.random_moments import battles, combinations, drafts, kinds, moments, typed

SOAK = bool(os.environ.get("SOAK"))
# combinations of one draft, texts at one moment, sets of seeds
MOST, TYPED, CHUNKS = (100, 100, 4) if SOAK else (8, 8, 1)
SEEDS = {"easyhex": 4}  # where fighters come to attack
# no scenario on hexes of twelve courses has any of these
FIGHTERS = {
    "MoveFighters",
    "PlaceMarkers",
    "FlyMissile",
    "SpreadLosses",
    "AssignAttack",
    "Defend",
    "Commit",
    "Assist",
    "Lend",
    "Scan",
}
SELDOM = {  # kinds that a few battles may not come to
    "GiveWay", "Afterwards", "OffTable", "Repair", "VectorPlot", "Hit", "Enter", "FlyMissile", "SpreadLosses",
    "BoardShip", "BreakAway", "AnswerGrapples", "SendBoarders",
}  # fmt: skip


def not_asked(battle: Battle) -> set[type[Order]]:
    """Return the kinds that a battle asks for by plan, or plans where it has none."""
    if battle.state.house.get(PLANS.key, "off") == "off":
        return {WrittenPlan}
    return {kind for row in battle.system.phases if row.plan for kind in row.accepts}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_may_be_ordered_can_be_written_down(system: str, chunk: int, tmp_path: Path) -> None:
    met, count, seldom = set[str](), 0, SELDOM | (FIGHTERS if system == "hex12" else set())
    for opened, seed in battles(system, tmp_path, range(4 * chunk, 4 * chunk + 4) if SOAK else (SEEDS.get(system, 3),)):
        battle = opened.battle
        seldom |= {kind.__name__ for kind in not_asked(battle)}
        for rng in moments(opened, seed):
            legal = [one for key in asked(battle, rng) for one in combined(battle, key, rng)]
            met |= {type(one).__name__ for one in legal}
            written_in_yaml(legal)
            pool = [str(one) for one in legal] or ["0"]
            for key in asked(battle, rng):
                count += sum(read_again(battle, key, text) for text in typed(rng, pool, TYPED))
    assert count and {kind.__name__ for kind in kinds(SYSTEMS[system])} - met <= seldom


def asked(battle: Battle, rng: Random) -> list[Id]:
    """Return a few of those who are asked now, and their side."""
    prompt = rng.choice(battle.prompts())
    return [*rng.sample(prompt.ids, min(2, len(prompt.ids))), prompt.side]


def combined(battle: Battle, key: Id, rng: Random) -> list[Order]:
    """Return orders of one giver: each can be read in its own kind, and, where the rules allow it, is read as itself by
    the save."""
    found = []
    for draft in drafts(battle, key):
        for one in combinations(draft, battle, rng, MOST):
            assert parse_order(type(one), key, str(one)) == one, repr(one)
            if battle.why_not(one) is None:
                assert battle.read(key, str(one)) == one, repr(one)
                found.append(one)
    return found


def written_in_yaml(orders: list[Order]) -> None:
    """Check that a save holds the text that was written."""
    lines = [line_of(Given(by=one.by, order=str(one))) for one in orders]
    if lines:
        data: Any = document_of("script:\n" + "".join(lines), "save.yaml").data
        assert [(line["by"], line["order"]) for line in data["script"]] == [(one.by, str(one)) for one in orders]


def read_again(battle: Battle, key: Id, text: str) -> bool:
    """Check that a text is refused with a sentence, or is an order whose own text stands for that order."""
    try:
        one = battle.read(key, text)
    except Unreadable as reason:
        assert reason.why.strip() and reason.rule and reason.why.isprintable(), repr(text)
        return False
    assert parse_order(type(one), key, str(one)) == one, repr(text)
    refusal = battle.why_not(one)
    assert refusal is None or (refusal.why.strip() and refusal.rule), repr(text)
    # one that is refused may be the other kind of plot's
    assert refusal or battle.read(key, str(one)) == one, repr(text)
    return True


# -- what once could not be read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("face +1 f f f f", "f f f f face +1"),
        ("f f f f face +1", "f f f f face +1"),
        ("scroll S4 face +3", "scroll S4 face +3"),
        ("face -2 +1 2f S f scroll nw 3", "scroll NW3 f f S f face -2 +1"),
        ("S1", None),
        ("f face", None),
    ],
)
def test_the_bow_swings_wherever_it_is_written(given: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(Unreadable):
            parse_order(HexMove, "lancet", given)
        return
    one = parse_order(HexMove, "lancet", given)
    assert str(one) == written and parse_order(HexMove, "lancet", written) == one


def test_a_swung_bow_is_there_again_when_the_battle_is_reopened(tmp_path: Path) -> None:
    text = paper(
        "A swing",
        """\
  crook: {side: azure, design: crook, at: [10, 5], course: 2, velocity: 4}
  karst: {side: amber, design: karst, at: [20, 0], course: 8, velocity: 4}
""",
        "hexcess",
        table="{hexes: [36, 24]}",
    )
    opened = laid(tmp_path, text)
    recorder = new_save(opened, path=tmp_path / "save.yaml")
    while opened.battle.phase.name != "Move" or "crook" not in opened.battle.prompts()[0].ids:
        order_left = nothing_more(opened.battle)
        assert order_left is not None
        opened.battle.play(order_left)
    order(opened, "crook", "face +1 f f f f")
    recorder.close()
    again = open_battle(recorder.journal.path)
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    assert again.battle.state.ships["crook"].facing != again.battle.state.ships["crook"].course


NAMING = ("EC2:12", "EC2:vel-9*", "RAM 12", "RAM vel-9", "WITH vel3", "S1 RAM 7", "EM2:vesper", "EM1*", "ED3:12*")


@pytest.mark.parametrize("text", NAMING)
def test_the_names_of_ships_are_no_velocities(text: str) -> None:
    one = parse_order(Plot, "lancet", text)
    assert isinstance(one, Plot)
    assert parse_order(Plot, "lancet", str(one)) == one
    if not text.startswith("ED"):  # only who screens another names a ship by a number alone
        assert str(one) == text and one.becomes is None


def test_velocities_are_read_beside_manoeuvres_and_names() -> None:
    for text, becomes in (
        ("8P2 EM2:12", 12),
        ("RAM vesper: 9", 9),
        ("8+1 EC1:12: 9", 9),
        ("EC2: 12", 12),
        ("P2 RAM x VEL 7", 7),
    ):
        one = parse_order(Plot, "lancet", text)
        assert isinstance(one, Plot) and one.becomes == becomes, text


def test_places_are_written_exactly() -> None:
    for text in ("fly 123456,-7", "fly 0.123,-1000.5", "fly 999999999,0"):
        assert str(parse_order(Fly, "a.H", text)) == text
    one = parse_order(Fly, "a.H", "fly 0.12345678,2")
    assert parse_order(Fly, "a.H", str(one)) == one


# -- how texts are read ------------------------------------------------------------------------------------------------


def test_every_sort_of_blank_is_a_blank() -> None:
    for blank in ("\u00a0", "\n", "\t", "\u2009", "\r\n", "\u2028"):
        assert str(parse_order(Plot, "lancet", f"S1+{blank}1")) == "S1+1"
        assert parse_order(HexMove, "lancet", f"f{blank}f +{blank}1") == HexMove("lancet", (0, 0), 1)


FOREIGN = ("S٣", "S²", "S\uff11", "\u017f1", "S1\u202e", "S1\u200b", "+\ud800", "+1_0", "+1234567890", "S1\0")


@pytest.mark.parametrize("text", FOREIGN)
def test_other_letters_and_digits_are_no_notation(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_order(Plot, "lancet", text)
    assert caught.value.rule and caught.value.why.isprintable()


@pytest.mark.parametrize("text", ["back +-1", "back --", "back 1_0", "back ²", "back +", "back 1 2 3"])
def test_a_sign_alone_or_twice_is_no_number(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_order(OffTable, "lancet", text)


@pytest.mark.parametrize("text", ["CO+", "CO -", "P2+"])
def test_a_sign_that_lacks_its_points_says_how_they_are_written(text: str, tmp_path: Path) -> None:
    battle = laid(tmp_path).battle
    with pytest.raises(Unreadable, match=rf"stands with its points, as in {re.escape(text)}1$"):
        battle.read(next(iter(battle.state.ships)), text)


# -- orders that cannot be written -------------------------------------------------------------------------------------


@frozen
class Mumble(Order):
    """An order whose text is not read as itself."""

    input_mode: ClassVar[str] = "plot"
    n: int = 0

    def __str__(self) -> str:
        return "mumble" * self.n

    @classmethod
    def parse(cls, by: Id, text: str) -> Mumble:
        """Read `mumble` as often as it is said, but for a seventh time."""
        if text.replace("mumble", "") or text.count("mumble") == 7:
            raise Unreadable("this cannot be understood", "table/plotting")
        return cls(by, min(text.count("mumble"), 5))


@pytest.mark.parametrize(("n", "taken"), [(1, True), (5, True), (6, False), (7, False), (LONGEST, False)])
def test_an_order_that_cannot_be_read_back_is_never_played(n: int, taken: bool) -> None:
    opened = load_start_text(
        paper(
            "A duel",
            """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [44, 20], course: 9, velocity: 6}
""",
        ),
        "duel.yaml",
    )
    system = opened.battle.system
    row = system.phase(opened.battle.state)
    battle = Battle(
        system.amended("mumbled", "Mumbled", {row.name: {"accepts": (*row.accepts, Mumble)}}), opened.battle.state
    )
    before = fingerprint(battle.state)
    if taken:
        assert battle.play(Mumble("lancet", n)).order == Mumble("lancet", n)
        return
    with pytest.raises(Illegal, match="would not be read back" if n < LONGEST else f"has {6 * n} characters") as caught:
        battle.play(Mumble("lancet", n))
    assert caught.value.rule and len(caught.value.why) < 200
    assert not battle.records and fingerprint(battle.state) == before


def test_a_manoeuvre_keeps_its_partner_in_writing() -> None:
    marked, partnered = ManoeuvreOrder(BY_CODE["EM"], 2, mark=True), ManoeuvreOrder(BY_CODE["ED"], 3, "vesper")
    for use in (marked, partnered, ManoeuvreOrder(BY_CODE["EC"], 1, "12", True)):
        one = Plot("lancet", uses=(use,))
        assert parse_order(Plot, "lancet", str(one)) == one
