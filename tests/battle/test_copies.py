"""What a battle goes on changing is shared with nobody: copies of states, views that were taken before, labels of
rolls."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from game.battle.battle import fingerprint
from game.battle.loader import Opened
from game.core.state import AnyState, Outcome, Side, State, Table
from game.core.umpire import OutOfStep, Recorded, Umpire, seeded_dice
from game.rules.movement.plot import Plot
from game.rules.ships.ship import Ship
from game.rules.turn.plans import WrittenPlan
from tests.support.battles import laid, order
from tests.support.builders import ship
from tests.support.narrowing import narrow
from tests.unit.formats.test_battle_schema import BATTLE, battle

FULL: dict[str, Any] = {
    "sides": {"azure": Side("azure", "Azure League", 0)}, "ships": {"lancet": ship()}, "table": Table(60.0, 40.0),
    "house": {"squadrons": True}, "victory": {"turns": 3}, "turn": 2, "phase": 4,
    "sealed": {"lancet": Plot("lancet", (1,))},
    "ready": {"azure"}, "acted": {"lancet"}, "initiative": ("azure",), "last_side": "azure",
    "kept": {"window": "moved"},
    "outcome": Outcome("azure", "all others are gone", "full-thrust-base/9.1"), "reserves": {"lancet": 3},
    "counters": {"a.H": 1}, "plans": {"lancet": WrittenPlan("lancet", until=3)},
}  # fmt: skip


@pytest.fixture
def duel(tmp_path: Path) -> Opened:
    return laid(tmp_path)


def test_a_copy_of_a_state_is_equal_in_every_field() -> None:
    assert FULL.keys() == {one.name for one in fields(State)}
    state, blank = AnyState(**FULL), AnyState({}, {}, Table(), {}, {})
    for one in fields(State):
        assert fingerprint(getattr(state.copy(), one.name)) == fingerprint(FULL[one.name]), one.name
        assert fingerprint(getattr(blank, one.name)) != fingerprint(FULL[one.name]), "the test must tell them apart"


def test_a_copy_of_a_state_shares_nothing_that_changes() -> None:
    state = State(**FULL)
    was, copy = fingerprint(state), state.copy()
    copy.ships["lancet"].hull -= 1
    copy.ships["other"] = ship()
    for name in ("sealed", "kept", "reserves", "counters", "plans"):
        getattr(copy, name)["new"] = 1
    copy.ready.add("new")
    copy.acted.add("new")
    assert fingerprint(state) == was
    assert state.copy(state.ships).ships is state.ships


def test_an_id_that_is_nobodys_has_no_owner() -> None:
    state = State(**FULL)
    assert [state.owner(key) for key in ("azure", "lancet", "nobody", "")] == ["azure", "azure", "", ""]


# -- views of a battle that goes on ------------------------------------------------------------------------------------


def finish(duel: Opened) -> None:
    """Everybody idles until the turn is over."""
    from game.battle.idling import nothing_more

    turn = duel.battle.state.turn
    while duel.battle.state.turn == turn and (order_left := nothing_more(duel.battle)):
        duel.battle.play(order_left)


def test_a_view_tells_no_more_when_the_battle_is_played_on(duel: Opened) -> None:
    """Also where nobody had asked it before."""
    views = [duel.battle.view(side) for side in ("azure", "amber", None)]
    told = [str(line) for line in duel.battle.log]
    state = [fingerprint(view.state) for view in views]
    finish(duel)
    assert len(duel.battle.log) > len(told)
    for view, was in zip(views, state):
        assert [str(line) for line in view.log] == told and fingerprint(view.state) == was
        assert view.phase.name != duel.battle.phase.name or view.state.turn != duel.battle.state.turn
        assert {prompt.side for prompt in view.prompts()} == {"azure", "amber"}


def test_a_view_of_what_was_taken_back_keeps_its_lines(duel: Opened) -> None:
    finish(duel)
    late, length = duel.battle.view(None), len(duel.battle.records)
    told = [str(line) for line in duel.battle.log]
    duel.battle.back_to(1)
    order(duel, "vesper", "P1")
    finish(duel)
    assert length and [str(line) for line in late.log] == told != [str(line) for line in duel.battle.log]


def test_each_phase_is_seen_with_its_own_ships(duel: Opened) -> None:
    """Views share ships while orders are written: never those of an earlier turn, nor with the battle itself."""
    early = duel.battle.view("azure")
    finish(duel)
    later = duel.battle.view("azure")
    assert later.state.ships["lancet"].at == duel.battle.state.ships["lancet"].at != early.state.ships["lancet"].at
    narrow(later.state.ships["lancet"], Ship).hull = 1
    assert (
        duel.battle.state.ships["lancet"].hull > 1 and duel.battle.at(len(duel.battle.records)).ships["lancet"].hull > 1
    )


# -- rolls -------------------------------------------------------------------------------------------------------------


def test_no_two_rolls_of_a_battle_share_a_label() -> None:
    umpire = Umpire(seeded_dice(7), turn=3, phase=9)
    assert umpire.roll(0, "fire/lancet") == () == umpire.roll(-1, "fire/lancet") and not umpire.rolls
    faces = [umpire.roll(8, "fire/lancet") for _ in range(3)]
    assert [roll.label for roll in umpire.rolls] == ["T3.9/fire/lancet", "T3.9/fire/lancet/2", "T3.9/fire/lancet/3"]
    assert len(set(faces)) == 3 and umpire.faces == sum(faces, ())
    other = Umpire(seeded_dice(7), turn=3, phase=10)
    assert other.roll(8, "fire/lancet") != faces[0], "another phase, other dice"


def test_recorded_dice_show_faces_that_such_dice_have() -> None:
    for face, sides in ((0, 6), (7, 6), (3, 2)):
        with pytest.raises(OutOfStep, match=f"cannot show {face}"):
            Recorded([face])("label", 1, sides)
    assert Recorded([6, 1])("label", 2, 6) == (6, 1)


# -- files -------------------------------------------------------------------------------------------------------------


ANYWHERE = (("course: 9, name", "course: 9, fate: left, name"), ("  width: 60", "  floating: true\n  width: 60"))


@pytest.mark.parametrize("change", ANYWHERE)
def test_what_is_out_of_play_or_on_a_floating_table_may_lie_anywhere(change: tuple[str, str]) -> None:
    text = BATTLE.replace("at: [40, 30]", "at: [400, -30]").replace(*change)
    assert text.count("400") == 1 and change[1] in text
    assert battle(text).ships["vesper"].at == (400.0, -30.0)
