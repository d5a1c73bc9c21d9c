"""A battle: orders go in, what is sealed stays hidden, time goes back and forth, and what happened happens again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.battle.battle import Battle, Record, fingerprint
from game.battle.idling import nothing_more
from game.battle.loader import Opened, new_save, open_battle, resume
from game.core.orders import Illegal, Unreadable
from game.core.umpire import OutOfStep, seeded_dice
from game.players.match import Match
from game.rules.combat.fire import Fire
from game.rules.movement.plot import Plot
from game.rules.ships.ship import Ship
from game.rules.turn.side_orders import Lock
from tests.support.battles import DUEL, SCENARIOS, idle, laid, order
from tests.support.narrowing import narrow, present


@pytest.fixture
def duel(tmp_path: Path) -> Opened:
    return laid(tmp_path)


def sealed(opened: Opened) -> Opened:
    """Both sides have written and locked; the ships have moved and may fire."""
    for by, text in (("lancet", "S1+2"), ("vesper", "P1"), ("azure", "lock"), ("amber", "lock")):
        order(opened, by, text)
    return opened


def test_a_turn_passes_through_its_phases(duel: Opened) -> None:
    battle = duel.battle
    assert (battle.state.turn, battle.phase.name) == (1, "Write orders")
    assert [prompt.side for prompt in battle.prompts()] == ["azure", "amber"]
    sealed(duel)
    assert battle.phase.name == "Ships fire" and battle.state.ships["lancet"].velocity == 8
    assert [prompt.side for prompt in battle.prompts()] == [battle.state.initiative[0]]
    idle(duel, "Write orders")
    assert battle.state.turn == 2


def test_rows_that_a_battle_has_not_are_passed_over_and_the_last_of_them_ends_the_turn(duel: Opened) -> None:
    rows = [replace(row, present=lambda state: False) if row.number >= 9 else row for row in duel.battle.system.phases]
    battle = Battle(replace(duel.battle.system, phases=tuple(rows)), duel.battle.at(0))
    for by, text in (("lancet", "S1+2"), ("vesper", "P1"), ("azure", "lock"), ("amber", "lock")):
        battle.play(battle.read(by, text))
    assert (battle.state.turn, battle.phase.name) == (2, "Write orders")


@pytest.mark.parametrize("path", [one for one in SCENARIOS if one.parent.name != "hex12"], ids=lambda path: path.stem)
def test_it_is_told_who_will_be_asked_after_the_ship_that_is_asked(path: Path) -> None:
    """As it then happens, by the row of the phase: also where the loser of the initiative begins."""
    opened, told = open_battle(path, seed=2), 0
    for _ in range(120):
        battle, row = opened.battle, opened.battle.state.phase
        one_by_one = len(battle.prompts()) == 1 and not battle.phase.secret and bool(battle.prompts()[0].waiting)
        later = battle.view(None).then()
        idles = nothing_more(opened.battle)
        if idles is None:
            break
        battle.play(idles)
        if one_by_one and battle.state.phase == row and idles.by in battle.state.acted:
            assert later == battle.prompts()[0].side
            told += 1
    assert told > 3


def test_a_refused_order_changes_nothing(duel: Opened) -> None:
    before, version = fingerprint(duel.battle.state), duel.battle.version
    for by, text in (("lancet", "P4"), ("lancet", "P1+6"), ("lancet", "-7")):
        with pytest.raises(Illegal) as refused:
            order(duel, by, text)
        assert refused.value.rule.startswith("full-thrust-base/2.1")
    with pytest.raises(Unreadable):
        order(duel, "lancet", "forward")
    with pytest.raises(Illegal, match="not in “Write orders”"):
        duel.battle.play(Fire("lancet"))
    with pytest.raises(Illegal, match="there is no ship or side “nobody”"):
        duel.battle.play(Plot("nobody"))
    assert fingerprint(duel.battle.state) == before and duel.battle.version == version and not duel.battle.records


def test_what_is_sealed_is_seen_by_its_own_side_only(duel: Opened) -> None:
    order(duel, "lancet", "S1+2")
    assert duel.battle.view("azure").state.sealed == {"lancet": Plot("lancet", (1,), 2)}
    assert duel.battle.view("amber").state.sealed == {}
    assert duel.battle.view(None).state.sealed.keys() == {"lancet"}


def test_a_view_keeps_what_it_saw(duel: Opened) -> None:
    early = duel.battle.view("azure")
    was = fingerprint(early.state)
    sealed(duel)
    assert fingerprint(early.state) == was and early.prompts() != duel.battle.prompts()
    narrow(early.state.ships["lancet"], Ship).hull = 1
    assert duel.battle.state.ships["lancet"].hull == 24 and duel.battle.at(0).ships["lancet"].hull == 24


def test_listeners_hear_of_orders_and_of_undone_ones(duel: Opened) -> None:
    heard: list[Record | int] = []
    duel.battle.listeners.append(heard.append)
    order(duel, "lancet", "S1+2")
    order(duel, "lancet", "S2")
    duel.battle.undo("azure")
    duel.battle.back_to(0)
    assert [one if isinstance(one, int) else str(one.order) for one in heard] == ["S1+2", "S2", 1, 1]


def test_undo_until_dice_are_rolled_or_orders_shown(duel: Opened) -> None:
    battle = duel.battle
    with pytest.raises(Illegal, match="nothing has been ordered yet"):
        battle.undo()
    order(duel, "lancet", "S1+2")
    # that the other side has sealed something is not told
    with pytest.raises(Illegal, match="nothing has been ordered yet"):
        battle.undo("amber")
    assert battle.undo("azure") == Plot("lancet", (1,), 2) and not battle.state.sealed
    sealed(duel)
    with pytest.raises(Illegal, match="dice have been rolled"):  # the lock let the initiative dice fall
        battle.undo()
    battle.back_to(3)
    assert battle.phase.name == "Write orders" and battle.state.ready == {"azure"}


def test_what_was_shown_without_any_dice_stands_too(duel: Opened) -> None:
    order(duel, "azure", "withdraw")
    assert duel.battle.state.outcome is not None and not duel.battle.records[-1].faces
    for side in ("azure", None):
        with pytest.raises(Illegal, match="orders have been shown"):
            duel.battle.undo(side)


def test_the_lines_of_an_order_that_is_dropped_are_dropped_with_it(duel: Opened) -> None:
    sealed(duel)
    before = [str(line) for line in duel.battle.log_until(3)]
    assert len(duel.battle.log) > len(before)
    duel.battle.back_to(3)
    assert [str(line) for line in duel.battle.log] == before
    order(duel, "amber", "lock")
    assert (
        len({id(line) for line in duel.battle.log})
        == len(duel.battle.log)
        == len(before) + len(duel.battle.records[-1].log)
    )


def test_undo_cannot_fish_for_other_dice(duel: Opened) -> None:
    sealed(duel)
    first = duel.battle.records[-1].faces
    duel.battle.back_to(3)
    order(duel, "amber", "lock")
    assert duel.battle.records[-1].faces == first


def test_any_moment_can_be_seen_again(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL)
    battle, moments = opened.battle, []
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), 1)
    moments.append(fingerprint(battle.state))
    while match.step() and len(moments) < 60:
        moments.append(fingerprint(battle.state))
    assert len(moments) > 20
    for length, moment in enumerate(moments):
        assert fingerprint(battle.at(length)) == moment
        view = battle.view_at(length, None)
        assert len(view.log) == len(battle.opening.log) + sum(len(one.log) for one in battle.records[:length])


def test_moments_are_those_of_the_orders_given_and_not_of_those_dropped(duel: Opened) -> None:
    sealed(duel)
    Match(duel.battle, {"azure": "random", "amber": "random"}, 1).play(3)
    duel.battle.back_to(1)
    moments = [fingerprint(duel.battle.state)]
    for by, text in (("azure", "lock"), ("vesper", "S1-3"), ("vesper", "P2"), ("amber", "lock")):
        order(duel, by, text)
        moments.append(fingerprint(duel.battle.state))
    match = Match(duel.battle, {"azure": "random", "amber": "random"}, 2)
    for _ in range(30):
        if not match.step():
            break
        moments.append(fingerprint(duel.battle.state))
    assert [fingerprint(duel.battle.at(length)) for length in range(1, len(duel.battle.records) + 1)] == moments


def test_forced_dice_are_used_to_the_last(duel: Opened) -> None:
    for by, text in (("azure", "lock"),):
        order(duel, by, text)
    before = fingerprint(duel.battle.state)
    for wrong in ([], [3], [3, 5, 1], [3, 7]):
        with pytest.raises(OutOfStep):
            order(duel, "amber", "lock", wrong)
        assert fingerprint(duel.battle.state) == before and len(duel.battle.records) == 1
    order(duel, "amber", "lock", [2, 2, 5, 3])  # a tie is rolled again
    assert duel.battle.state.initiative == ("azure", "amber")


def test_a_battle_is_verified_from_its_faces_and_from_its_seed(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 2).play(3)
    assert opened.battle.verify() == []


def test_verify_finds_dice_that_did_not_come_from_the_seed(duel: Opened) -> None:
    order(duel, "azure", "lock")
    order(duel, "amber", "lock", [1, 6])
    assert duel.battle.verify() == ["order 2, “amber: lock”: the seed gives other dice"]
    duel.battle.records[1] = Record(duel.battle.records[1].order, (1,), ())
    assert any("recorded faces" in line and "0 dice are left" in line for line in duel.battle.verify())


def test_verify_finds_a_state_that_no_order_has_brought_about(duel: Opened) -> None:
    sealed(duel)
    duel.battle.state.ships["lancet"].hull -= 1
    assert duel.battle.verify() == [f"from the {name} the battle ends otherwise" for name in ("recorded faces", "seed")]


def test_a_long_throw_does_not_repeat_itself() -> None:
    """Faces come in blocks of eight, each from a number of its own."""
    faces = seeded_dice(7)("T1/fire", 64, 6)
    blocks = [faces[at : at + 8] for at in range(0, 64, 8)]
    assert len(set(blocks)) == 8 and seeded_dice(7)("T1/fire", 12, 6) == faces[:12]


def test_seed_and_label_decide_the_dice(tmp_path: Path) -> None:
    faces = set()
    for seed in range(12):
        opened = sealed(laid(tmp_path, seed=seed))
        again = sealed(laid(tmp_path, seed=seed))
        assert opened.battle.records[-1].faces == again.battle.records[-1].faces
        faces.add(opened.battle.records[-1].faces)
    assert len(faces) > 6


def test_the_state_is_no_door_to_the_start(duel: Opened) -> None:
    duel.battle.state.ships["lancet"].hull = 3
    fresh = Battle(duel.battle.system, duel.battle.at(0), 3)
    assert fresh.state.ships["lancet"].hull == 24


# -- what sealing does not tell ----------------------------------------------------------------------------------------


def test_a_view_counts_moments_and_no_sealed_orders(duel: Opened) -> None:
    battle = duel.battle
    seen = {side: (battle.view(side).length, tuple(battle.moments(side))) for side in battle.state.sides}
    order(duel, "lancet", "S1+2")
    order(duel, "lancet", "S2")
    assert {side: (battle.view(side).length, tuple(battle.moments(side))) for side in battle.state.sides} == seen
    assert battle.view(None).length == 2 == len(battle.moments(None)) - 1, "who sees everything may count everything"
    battle.back_to(0)
    sealed(duel)
    assert battle.moments("amber") == (0, len(battle.records)) and battle.view("amber").length == 1
    battle.back_to(1)
    assert battle.moments("amber") == (0,) and battle.view_at(1, "amber").length == 0


def test_a_side_takes_back_its_own_order_and_what_others_sealed_since_stays(duel: Opened) -> None:
    battle, faults = duel.battle, []
    order(duel, "lancet", "S1+2")
    for text in ("S2", "S1", "0"):
        faults.append((battle.undo_fault("azure"), str(battle.undo_fault("amber"))))
        order(duel, "vesper", text)
    assert faults[0][0] is None and {why for why, _ in faults} == {None}
    assert battle.undo("azure") == Plot("lancet", (1,), 2)
    assert [f"{one.order.by} {one.order}" for one in battle.records] == ["vesper S2", "vesper S1", "vesper 0"]
    assert str(battle.undo_fault("azure")) == "nothing has been ordered yet" and battle.undo_fault("amber") is None
    assert battle.verify() == []


def test_a_save_of_what_is_taken_back_from_between_is_read_as_it_was_left(duel: Opened, tmp_path: Path) -> None:
    recorder = new_save(duel, tmp_path)
    for by, text in (("lancet", "S1"), ("vesper", "S1"), ("vesper", "+1")):
        order(duel, by, text)
    duel.battle.undo("azure")
    recorder.close()
    again, recorder = resume(recorder.journal.path)
    recorder.close()
    assert fingerprint(again.battle.state) == fingerprint(duel.battle.state) and set(again.battle.state.sealed) == {
        "vesper"
    }


def test_no_refusal_depends_on_what_the_others_have_sealed(duel: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where an order looks at everything that lies sealed: it is judged by what its own side knows."""
    judged: list[set[str]] = []
    monkeypatch.setattr(Plot, "check", lambda self, state: judged.append(set(state.sealed)))
    order(duel, "vesper", "S1")
    assert duel.battle.why_not(Plot("lancet", (1,))) is None
    order(duel, "lancet", "S1")
    assert judged == [set(), set(), set()]


def test_what_was_done_in_the_open_stands_once_others_may_be_writing(duel: Opened) -> None:
    """Whether a word that ended a turn can be taken back must not depend on who has sealed something since."""
    sealed(duel)
    battle = duel.battle
    while battle.state.turn == 1:
        battle.play(present(nothing_more(duel.battle)))
    last = battle.records[-1]
    me, them = sorted(battle.state.sides, key=lambda side: side != battle.state.owner(last.order.by))
    assert not last.faces and battle.phase.secret and battle.undo_fault() is None, "who sees everything may go back"
    for text in ("0", "S1"):
        assert str(battle.undo_fault(me)) == "orders are being written in secret since"
        order(duel, battle.state.fleet(them)[0].id, text)


# -- views of a battle that is played on -------------------------------------------------------------------------------


def test_a_view_stays_as_it_was_while_the_battle_is_played_on(duel: Opened) -> None:
    battle, kept = duel.battle, []
    while battle.state.turn < 3 and (given := nothing_more(duel.battle)):
        for view in (battle.view("azure"), battle.view("amber"), battle.view(None)):
            kept.append((view, fingerprint(view.state), view.log, view.length))
        battle.play(given)
    assert {view.phase.name for view, *_ in kept} >= {"Write orders", "Ships fire"} and battle.state.turn == 3
    for view, state, log, length in kept:
        assert (fingerprint(view.state), view.log, view.length) == (state, log, length)


def test_a_moment_of_writing_is_seen_with_the_ships_as_they_lay_then(duel: Opened) -> None:
    battle = duel.battle
    first = fingerprint(battle.state.ships)
    sealed(duel)
    while battle.state.turn == 1 and (given := nothing_more(duel.battle)):
        battle.play(given)
    now = fingerprint(battle.state.ships)
    assert battle.phase.secret and now != first
    for side in ("azure", "amber", None):
        assert fingerprint(battle.view_at(0, side).state.ships) == first
        assert fingerprint(battle.view(side).state.ships) == now


def test_whoever_gives_up_while_others_write_is_seen_to_be_gone(tmp_path: Path) -> None:
    rook = "  third: {name: The Third}\nships:\n  rook: {side: third, design: vesper, at: [30, 40], course: 12}\n"
    text = DUEL.replace("ships:\n", rook)
    battle = laid(tmp_path, text).battle
    before = battle.view("azure").state.ships["rook"].in_play, battle.view("azure").length
    battle.play(battle.read("third", "withdraw"))
    assert battle.phase.secret and battle.state.outcome is None and before == (True, 0)
    for side in ("azure", "amber"):
        assert not battle.view(side).state.ships["rook"].in_play and battle.view(side).length == 1
        assert [event.text for event in battle.view(side).log] == [
            "{third} withdraws from the battle",
            "{rook} leaves the battle",
        ]


def test_nobody_takes_back_what_the_other_side_did_in_the_open(duel: Opened) -> None:
    sealed(duel)
    battle = duel.battle
    while (given := nothing_more(duel.battle)) is not None and str(given) != "hold":
        battle.play(given)
    assert given is not None
    battle.play(given)
    me, them = sorted(battle.state.sides, key=lambda side: side != battle.state.owner(given.by))
    assert battle.undo_fault(me) is None and str(battle.undo_fault(them)) == "the last order was the other side's"
    with pytest.raises(Illegal, match="the other side's"):
        battle.undo(them)
    assert battle.undo(me) == given


def test_an_order_that_was_found_legal_is_judged_again_once_anything_has_happened(duel: Opened) -> None:
    battle, plot = duel.battle, Plot("lancet", (1,), 2)
    assert battle.glance("azure").why_not(plot) is None
    order(duel, "azure", "lock")
    with pytest.raises(Illegal, match="locked"):
        battle.play(plot)
    glance = battle.glance("amber")
    assert glance.why_not(Lock("amber")) is None and len(glance.found_legal) == 1
    battle.back_to(0)
    order(duel, "amber", "lock")
    with pytest.raises(Illegal, match="locked already"):
        battle.play(glance.found_legal[0])


def test_an_order_that_a_glance_has_refused_or_never_seen_is_judged_as_it_is_played(duel: Opened) -> None:
    glance, wild = duel.battle.glance("azure"), Plot("lancet", (6,), 30)
    assert glance.why_not(wild) is not None and not glance.found_legal
    for unseen in (wild, Plot("lancet", (6,), 31)):
        with pytest.raises(Illegal):
            duel.battle.play(unseen)


def test_a_glance_holds_no_copy_of_what_everybody_knows(duel: Opened) -> None:
    assert duel.battle.glance("azure").state is not duel.battle.state, "what is sealed is hidden"
    sealed(duel)
    assert duel.battle.glance("azure").state is duel.battle.state
    assert duel.battle.view("azure").state is not duel.battle.state


def test_few_snapshots_serve_a_long_battle(tmp_path: Path) -> None:
    battle = laid(tmp_path, DUEL).battle
    Match(battle, {"azure": "random", "amber": "random"}, 1).play(8)
    assert len(battle._kept) == len(battle._marks) < len(battle._begun)
    states = [battle.at(length) for length, _, _ in battle._begun]
    assert [(state.turn, state.phase) for state in states] == [(turn, phase) for _, turn, phase in battle._begun]
