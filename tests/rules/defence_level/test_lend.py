"""Area defence is lent for the whole table before ships commit their own (point-defence-and-fighters/1, 9)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.battle.battle import fingerprint
from game.battle.idling import nothing_more
from game.battle.loader import load_start_text, new_save, open_battle
from game.core.orders import Prompt, Unreadable
from game.rules.defence_level.actions import roll_levels
from game.rules.defence_level.commit import LENDING, Commit
from game.rules.defence_level.lend import Lend, who_lends
from game.rules.point_defence.defend import Defend
from game.rules.point_defence.level import LEVELS, pool_of
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import passes
from tests.support.battles import unmarked
from tests.support.builders import told
from tests.support.fighter_battles import ADFC, BEAM_ONE, PDS, carrier, flight, give, refusal, table

STRIKE = """\
title: Strike
system: full-thrust
seed: 3
house: {pd_rules: pdl}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  rookery: {side: azure, design: rookery, at: [20, 20], course: 3, velocity: 0}
  cinder: {side: amber, design: cinder, at: [34, 20], course: 9, velocity: 0}
  bellows: {side: amber, design: bellows, at: [36, 23], course: 9, velocity: 0}
counters:
  rookery.HGRa: {at: [30, 20], course: 3}
victory: {kind: last-side, turns: 2}
"""


def escorted(own: bool = False) -> ThrustState:
    """Prey is attacked by a group; Mate, 5 MU from it, has three PDS, a beam and area defence; it is attacked too if
    `own`."""
    battle = table(
        carrier(),
        carrier("prey", "crimson", (36.0, 24.0), PDS, BEAM_ONE),
        carrier("mate", "crimson", (36.0, 29.0), *[PDS] * 3, BEAM_ONE, ADFC),
        pd_rules="pdl",
    )
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    if own:
        flight(battle, "rook", "HGRb", (34.0, 29.0), target="mate")
    return battle


@pytest.mark.parametrize("text", ["lend none", "lend PDSa>prey", "lend PDSa>prey PDSb>prey"])
def test_texts_read_back(text: str) -> None:
    assert str(Lend.parse("mate", text)) == text


def test_a_list_may_have_commas_and_blanks() -> None:
    assert str(Lend.parse("mate", " LEND PDSa > prey,PDSb>prey, ")) == "lend PDSa>prey PDSb>prey"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "does not begin with lend"),
        ("lend", "lend what?"),
        ("lend ?", "cannot read “?” in “lend ?”: write PDSa>lancet"),
        ("lend PDSa", "cannot read “PDSa” in “lend PDSa”"),
        ("commit PDSa", "does not begin with lend"),
    ],
)
def test_what_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Lend.parse("mate", text)
    assert why in caught.value.why and caught.value.rule == LENDING


def test_only_pds_are_asked_for_and_only_of_ships_with_area_defence() -> None:
    battle = escorted()
    assert who_lends(battle, "crimson") == ("mate",) and who_lends(battle, "azure") == ()
    assert {key: tuple(values) for key, values in Lend("mate").domain(battle).items()} == dict.fromkeys(
        ("PDSa", "PDSb", "PDSc"), ("", "prey")
    )
    assert [one.label for one in Lend("mate").fields(battle)] == [f"Point defence {letter}" for letter in "abc"]
    battle.ships["mate"].lost |= {"ADFC"}
    assert who_lends(battle, "crimson") == ()


@pytest.mark.parametrize(("text", "why"), [("lend B1>prey", "only PDS are lent"), ("lend PDSa>mate", "")])
def test_what_may_not_be_lent_is_refused(text: str, why: str) -> None:
    assert why in refusal(escorted(own=True), Lend.parse("mate", text)).why


def test_what_is_lent_joins_the_level_of_the_friend_and_is_gone_at_home() -> None:
    """PD-22: three PDS, two of them lent; the ship itself has one left, and its beam."""
    battle = escorted(own=True)
    give(battle, Lend.parse("mate", "lend PDSa>prey PDSb>prey"))
    assert list(Commit("mate").domain(battle)) == ["PDSc", "B1"]
    give(battle, Commit.parse("mate", "commit PDSc"))
    give(battle, Commit.parse("prey", "commit PDS"))
    prey, mate = (pool_of(battle, battle.ships[key]) for key in ("prey", "mate"))
    assert (prey.pds, prey.lent, mate.pds, mate.lent) == (1, 2, 1, 0)
    told(partial(roll_levels, battle), 4, 4, 5, 4)
    assert (LEVELS.of(battle, "prey"), LEVELS.of(battle, "mate")) == (3, 1)


def test_its_odds_tell_what_each_lent_system_saves_and_costs() -> None:
    battle = escorted(own=True)
    kept, lent = (
        {one.target: one.mean for one in Lend.parse("mate", text).odds(battle, {})}
        for text in ("lend none", "lend PDSa>prey")
    )
    assert lent["prey"] < kept["prey"] and lent["mate"] > kept["mate"]
    assert not battle.ships["mate"].spent  # it was looked at alone


@pytest.mark.parametrize("key", ["prey", "mate"])
def test_odds_of_point_defence_begin_with_the_ship_that_is_asked(key: str) -> None:
    """By either rules; the result for friends that are attacked too stands below."""
    battle = escorted(own=True)
    assert [one.target for one in Commit(key).odds(battle, {})] == [key, "mate" if key == "prey" else "prey"]
    assert Defend(key).odds(battle, {})[0].target == key


def test_the_crew_lends_all_if_nobody_attacks_its_ship_and_nothing_else() -> None:
    assert str(Lend("mate").suggestion(escorted())) == "lend PDSa>prey PDSb>prey PDSc>prey"
    assert Lend("mate").suggestion(escorted(own=True)) is None
    assert passes(Lend)(escorted(), Prompt("crimson", ("mate",), ("mate",))) == Lend("mate")


def test_a_save_that_lends_as_it_commits_still_opens(tmp_path: Path) -> None:
    """Saves of before this step say `commit PDSa>cinder`: its orders pass as if nothing were lent in it."""
    opened = load_start_text(STRIKE, "strike.yaml")
    battle, asked = opened.battle, set[str]()
    recorder = new_save(opened, tmp_path)
    while battle.state.turn < 2:
        key, texts = (
            next(iter(battle.prompts()[0].waiting), ""),
            {6: "attack cinder", 7: "commit PDSa>cinder PDSb>cinder"},
        )
        asked.add(battle.phase.name)
        given = key == "bellows" or battle.phase.number == 6
        given = given and battle.phase.name in ("Allocate attacks", "Commit defence")
        order = battle.read(key, texts[battle.phase.number]) if given else nothing_more(opened.battle)
        assert order is not None
        battle.play(order)
    recorder.close()
    assert "Area defence" in asked
    lines = unmarked(recorder.journal.path.read_text(encoding="utf-8")).splitlines()
    old = tmp_path / "old.yaml"
    old.write_text("\n".join(line for line in lines if "lend none" not in line) + "\n", encoding="utf-8")
    assert "lend" not in old.read_text(encoding="utf-8").partition("script")[2]
    assert fingerprint(open_battle(old).battle.state) == fingerprint(battle.state)
