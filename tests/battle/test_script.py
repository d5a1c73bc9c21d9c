"""Scripts: orders that find their phase, expectations that compare, refusals that change nothing, failures with a
line."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import load_start
from game.battle.script import LogLines, Script, agrees, run
from game.formats.battle_schema import Say
from game.rules.movement.plot import Plot
from game.rules.ships.thrust_state import ThrustState
from tests.support.battles import DUEL, laid


def failures(folder: Path, *entries: str, head: str = DUEL) -> list[str]:
    """Return what a script of these entries, one a line, did not get: the number of the entry, and the sentence."""
    path = folder / "case.yaml"
    path.write_text(head + "script:\n" + "".join(f"- {entry}\n" for entry in entries), encoding="utf-8")
    before = head.count("\n") + 1
    return [f"{failure.line - before}: {failure.text}" for failure in run(load_start(path))]


def test_an_order_finds_its_phase(tmp_path: Path) -> None:
    assert not failures(
        tmp_path,
        '{by: lancet, order: "S1+2"}',
        "{expect: {lancet: {course: 4, velocity: 8}, battle: {phase: Ships fire, turn: 1}}}",
        '{by: vesper, order: "fire B3>lancet"}',
        '{by: lancet, order: "0"}',
        "{expect: {battle: {turn: 2, phase: Ships fire}}}",
    )


def test_in_a_phase_of_turns_the_others_pass_until_it_is_ones_own(tmp_path: Path) -> None:
    # azure has the initiative and would fire first; the script speaks of amber's ship only
    assert not failures(
        tmp_path,
        "{by: azure, order: lock}",
        "{by: amber, order: lock, dice: [6, 1]}",
        '{by: vesper, order: "fire B3>lancet", dice: [1, 2, 3]}',
        "{expect: {battle: {turn: 2, minutes: [Lancet holds fire, Vesper fires Beam 3]}}}",
    )


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("lancet: {hull: 23}", "lancet.hull is 24, not 23"),
        ("lancet: {armour: 3}", "lancet.armour is 4, not 3"),
        ("lancet: {at: [20.0, 20.002]}", "lancet.at is [20, 20], not [20, 20.002]"),
        ("lancet: {lost: [B3]}", "lancet.lost is [], not ['B3']"),
        ("lancet: {inverted: true}", "lancet.inverted is false, not true"),
        ("lancet: {fate: destroyed}", "lancet.fate is empty, not 'destroyed'"),
        ("lancet: {thrst: 4}", "a ship has no field 'thrst'. Did you mean 'thrust'?"),
        ("lancet: {copy: 4}", "a ship has no field 'copy'"),
        ("azure: {ships: 2}", "azure.ships is 1, not 2"),
        ("azure: {shps: 2}", "a side has no field 'shps'. Did you mean 'ships'?"),
        ("battle: {turn: 2}", "battle.turn is 1, not 2"),
        ("battle: {minutes: Vesper fires}", "battle.minutes is nothing, not 'Vesper fires'"),
        ("battle: {winner: azure}", "battle.winner is nothing, not 'azure'"),
    ],
)
def test_what_is_not_so_is_said(tmp_path: Path, wanted: str, sentence: str) -> None:
    (found,) = failures(tmp_path, f"{{expect: {{{wanted}}}}}")
    assert found.startswith(f"1: {sentence}")


def test_every_expectation_that_fails_is_named(tmp_path: Path) -> None:
    found = failures(
        tmp_path, "{expect: {lancet: {hull: 1, crew: 9}, vesper: {velocity: 0}}}", "{expect: {battle: {turn: 7}}}"
    )
    named = [line.split(" is ")[0] for line in found]
    assert named == ["1: lancet.hull", "1: lancet.crew", "1: vesper.velocity", "2: battle.turn"]


def test_lines_of_the_log_are_those_since_the_last_expectation(tmp_path: Path) -> None:
    locks = ("{by: azure, order: lock}", "{by: amber, order: lock, dice: [5, 2]}")
    seen = "{expect: {battle: {log: azure has the initiative}}}".replace("azure", "Azure")
    found = failures(tmp_path, *locks, seen, seen)
    assert found == ["4: battle.log is nothing, not 'Azure has the initiative'"]


def test_a_refusal_has_its_reason(tmp_path: Path) -> None:
    found = failures(
        tmp_path,
        '{refuse: {by: lancet, order: "P4", why: only 3 thrust may turn}}',
        '{refuse: {by: lancet, order: "P4", why: too slow}}',
        '{refuse: {by: lancet, order: "P3"}}',
        '{refuse: {by: lancet, order: "sideways", why: cannot read}}',
        '{refuse: {by: lancet, order: "fire B9>vesper", why: has no gun}}',  # in the phase in which ships fire
        "{expect: {battle: {phase: Ships fire}}}",
    )
    assert found[0] == "2: lancet: “P4” is refused with “only 3 thrust may turn Lancet”, not with “too slow”"
    assert found[1] == "3: lancet: “P3” is not refused"
    assert len(found) == 2


def test_a_refusal_that_changes_the_battle_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = Plot.check

    def careless(self: Plot, state: ThrustState) -> None:
        state.ships[self.by].velocity += 1
        check(self, state)

    monkeypatch.setattr(Plot, "check", careless)
    entry = "{refuse: {by: lancet, order: P5, why: only 3 thrust may turn Lancet}}"
    assert failures(tmp_path, entry) == ["1: lancet: “P5” is refused, but has changed the battle"]
    monkeypatch.undo()
    assert failures(tmp_path, entry) == []


def test_an_order_that_is_refused_or_rolls_other_dice_is_a_failure(tmp_path: Path) -> None:
    found = failures(
        tmp_path,
        '{by: lancet, order: "P4"}',
        '{by: lancet, order: "sideways"}',
        "{by: azure, order: lock}",
        "{by: amber, order: lock, dice: [5]}",
        "{by: amber, order: lock, dice: [5, 4, 3]}",
        '{by: lancet, order: "fire B3>vesper", dice: [1, 1, 1]}',  # 12 MU: three dice
        '{by: lancet, order: "fire B1>vesper"}',
    )
    assert found == [
        "1: lancet: “P4” is refused: only 3 thrust may turn Lancet (full-thrust-base/2.1)",
        "2: lancet: “sideways” is refused: cannot read “sideways” as a plot: write an order such as P2+3, S1-2 or +4 "
        "(full-thrust-base/1.3)",
        "4: amber: “lock”: 0 dice are left where «T1.2/initiative/amber» rolls 1",
        "5: amber: “lock”: 1 dice too many: the rules did not roll them",
        "7: lancet: “fire B1>vesper” is refused: Lancet has acted already (full-thrust-base/1.4/firing)",
    ]


def test_an_order_that_no_phase_wants_any_more_ends(tmp_path: Path) -> None:
    found = failures(tmp_path, '{by: lancet, order: "repair B3:1"}')
    assert found == ["1: lancet: “repair B3:1”: no phase of a whole turn asks for such an order"]
    over = failures(tmp_path, '{by: lancet, order: "repair B3:1"}', head=DUEL + "victory: {turns: 1}\n")
    assert len(over) == 1 and "the battle is over" in over[0]


def test_orders_are_taken_back(tmp_path: Path) -> None:
    assert not failures(
        tmp_path,
        '{by: lancet, order: "S1+2"}',
        '{by: vesper, order: "P1"}',
        "{undo: 2}",
        '{by: lancet, order: "+1"}',
        "{expect: {lancet: {velocity: 7, course: 3}, vesper: {velocity: 6, course: 9}}}",
        '{by: lancet, order: "fire B3>vesper"}',
        "{undo: 1}",
        '{by: lancet, order: "fire B3>vesper B1>vesper", dice: [1, 2, 3, 1]}',
        head=DUEL.replace("[44, 20]", "[41, 20]"),
    )


def test_what_is_sealed_is_carried_out_before_it_is_looked_at(tmp_path: Path) -> None:
    flown = '{expect: {lancet: {sealed: "S1+2", velocity: 8}, battle: {phase: Ships fire}}}'
    assert not failures(tmp_path, '{by: lancet, order: "S1+2"}', flown)
    assert not failures(tmp_path, "{expect: {battle: {phase: Write orders}}}")  # nothing is sealed: nothing happens


def test_a_caption_changes_nothing(tmp_path: Path) -> None:
    text = (
        DUEL
        + """\
script:
- say: Lancet turns.
  more: One point to starboard.
- {by: lancet, order: "S1"}
- {camera: {at: [20, 20], zoom: 2}}
- say: And moves.
- {expect: {lancet: {course: 4}}}
"""
    )
    script = Script(laid(tmp_path, text))
    assert script.step() == Say(say="Lancet turns.", more="One point to starboard.") and script.index == 1
    assert not script.battle.records
    script.play(3)
    assert script.step() == Say(say="And moves.") and script.index == 4
    assert len(script.battle.records) == 1
    script.play()
    assert script.done and not script.failures


def test_a_script_is_played_so_far(tmp_path: Path) -> None:
    text = DUEL + 'script:\n- {by: lancet, order: "S1"}\n- {by: vesper, order: "P1"}\n- {expect: {battle: {turn: 1}}}\n'
    script = Script(laid(tmp_path, text))
    script.play(2)
    assert script.index == 2 and len(script.battle.records) == 2 and not script.done


def test_values_agree() -> None:
    assert agrees([1, 2], (1.0005, 2.0)) and not agrees([1, 2], (1.002, 2.0)) and not agrees([1], (1.0, 2.0))
    assert agrees(["b", "a"], {"a", "b"}) and agrees("a", {"a"}) and not agrees([], {"a"})
    assert not agrees(1, True) and not agrees(True, 1) and agrees({"bridge": 3}, {"bridge": 3})
    assert agrees(None, None) and agrees("", "") and not agrees("azure", "amber")


STRANGE: tuple[object, ...] = (
    None, True, 7, 1.5, "B3", [], {}, [1, "B3"], [None], [[]], [{}], [{"a": 1}, "B3"], {"B3": 1}, [["B3"], 2],
)  # fmt: skip


FOUND: tuple[object, ...] = (
    {"B3"}, frozenset({"B3", "B2a"}), set(), LogLines(["gone"]), LogLines([]), ("a", 1), {"a": 1}, None, 2.5,
)  # fmt: skip


@pytest.mark.parametrize("found", FOUND)
def test_anything_can_be_expected_of_anything(found: object) -> None:
    for wanted in STRANGE:
        assert isinstance(agrees(wanted, found), bool)
    assert not agrees([1, "B3"], {"B3", "B2a"}) and not agrees([[]], {"B3"}) and not agrees([5], LogLines(["5 boxes"]))


def test_what_a_script_expects_wrongly_is_told_with_its_line(tmp_path: Path) -> None:
    found = failures(
        tmp_path,
        "{expect: {battle: {minutes: [5]}}}",
        "{expect: {lancet: {lost: [1, B3]}}}",
        "{expect: {lancet: {design: [1], sheet: 2}}}",
    )
    assert [line.partition(":")[0] for line in found] == ["1", "2", "3"]
    assert "lancet.lost is [], not" in found[1]
