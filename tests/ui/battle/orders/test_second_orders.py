"""Writing again after an emergency thrust that failed: who is asked, within what, and how it is done at the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle, fingerprint
from game.core.orders import Illegal
from tests.support.battles import DUEL, laid, order
from tests.support.ui.battle_driver import TURN, Seated

ET = "house: {manoeuvres: [ET, RL, HA, SK]}\n"


def failed(folder: Path, *dice: int, house: str = ET, lancet: str = "ET +9", vesper: str = "ET +6") -> Battle:
    """Lancet and Vesper after orders were shown; the dice are those of their bursts, and what else falls at once."""
    opened = laid(folder, DUEL + house)
    order(opened, "lancet", lancet)
    order(opened, "vesper", vesper)
    order(opened, "azure", "lock")
    order(opened, "amber", "lock", list(dice))
    return opened.battle


def asked(battle: Battle) -> list[tuple[str, tuple[str, ...]]]:
    return [(prompt.side, prompt.waiting) for prompt in battle.prompts()]


def test_the_sides_write_one_after_the_other_in_the_open(tmp_path: Path) -> None:
    """Orders are shown by now: who writes second knows what the first has written."""
    battle = failed(tmp_path, 6, 6)
    assert battle.phase.name == "Write again" and not battle.phase.secret and asked(battle) == [("azure", ("lancet",))]
    assert (
        not battle.state.sealed
        and battle.state.ships["lancet"].thrust == 3
        and battle.state.ready == {"azure", "amber"}
    )
    battle.play(battle.read("lancet", "S+2"))
    assert asked(battle) == [("amber", ("vesper",))] and "lancet" in battle.view("amber").state.sealed
    refused = battle.why_not(battle.read("lancet", "P"))
    assert refused is not None and "acted already" in refused.why
    battle.play(battle.read("vesper", "-1"))
    assert battle.phase.name == "Ships fire"
    assert (battle.state.ships["lancet"].velocity, battle.state.ships["vesper"].velocity) == (8, 5)
    assert not [line for line in battle.verify() if "recorded faces" in line]


@pytest.mark.parametrize(
    ("text", "why"), [("ET P", "ordinary limits"), ("RL", "ordinary limits"), ("P2", "only 1 thrust")]
)
def test_it_is_written_inside_ordinary_limits(tmp_path: Path, text: str, why: str) -> None:
    battle = failed(tmp_path, 6, 1)
    with pytest.raises(Illegal, match=why):
        battle.play(battle.read("lancet", text))
    battle.play(battle.read("lancet", "SK1P"), [1, 2])  # what does not drive its harder may be written
    assert [str(use) for use in battle.state.ships["lancet"].active_manoeuvres] == ["SK1P"]


def test_only_those_that_failed_are_asked(tmp_path: Path) -> None:
    battle = failed(tmp_path, 1, 6, lancet="ET +9")
    assert asked(battle) == [("amber", ("vesper",))]
    refused = battle.why_not(battle.read("lancet", "P"))
    assert refused is not None and "not this one's turn" in refused.why
    idle = battle.phase.idle
    assert idle is not None and str(idle(battle.state, battle.prompts()[0])) == "0"


def test_a_dead_drive_has_nothing_to_write(tmp_path: Path) -> None:
    """Two dice of 6 and it is gone: it drifts, and nobody is asked; where ships turn dead, it is."""
    battle = failed(tmp_path, 6, 6, 1, 2, lancet="ET P4+5", vesper="0")
    assert battle.phase.name == "Ships fire" and battle.state.ships["lancet"].thrust == 0
    assert (
        battle.state.ships["lancet"].at == (26.0, 20.0)
        and "writes again" not in battle.state.ships["lancet"].status_flags
    )
    (tmp_path / "dead").mkdir()
    turning = failed(tmp_path / "dead", 6, 6, house="house: {manoeuvres: [ET, DR]}\n", lancet="ET P4+5", vesper="0")
    assert asked(turning) == [("azure", ("lancet",))]
    turning.play(turning.read("lancet", "DR1S"), [1, 2])
    assert (turning.state.ships["lancet"].course, turning.state.ships["lancet"].facing) == (3, 4)


def test_a_drive_that_gives_out_does_so_after_the_move(tmp_path: Path) -> None:
    battle = failed(tmp_path, 4, 1, 1, 2)
    lancet = battle.state.ships["lancet"]
    assert battle.phase.name == "Ships fire" and (lancet.velocity, lancet.thrust, lancet.timer("ET")) == (15, 3, 1)
    assert [line.result for line in battle.log if line.kind == "check"] == [
        "works, drive damaged",
        "works, drive unharmed",
        "thrust 3",
    ]


def test_a_save_in_between_goes_on_where_it_was(tmp_path: Path) -> None:
    battle = failed(tmp_path, 6, 6)
    before = fingerprint(battle.state)
    battle.play(battle.read("lancet", "S+2"))
    assert battle.undo_fault("azure") is None
    battle.undo("azure")
    assert fingerprint(battle.state) == before and asked(battle) == [("azure", ("lancet",))]


def test_an_order_that_cannot_be_flown_does_nothing(tmp_path: Path) -> None:
    """Where orders are written as on paper, a burst beyond all limits is flown straight on, and no dice fall for it."""
    battle = failed(
        tmp_path, 1, 2, house="house: {manoeuvres: [ET], illegal_order: straight}\n", lancet="ET +10", vesper="0"
    )
    assert battle.state.ships["lancet"].velocity == 6 and not battle.state.ships["lancet"].active_manoeuvres


@pytest.mark.usefixtures("still")
def test_at_the_screen(tmp_path: Path) -> None:
    """By dragging or from the form, and then with the main button, since it is flown at once; or by letting its
    coast."""
    seat = Seated(tmp_path, TURN.replace("seed: 11\n", "seed: 11\n" + ET))
    battle = seat.battle
    for by, text in (("lancet", "ET +9"), ("halyard", "ET +9"), ("vesper", "ET +6")):
        battle.play(battle.read(by, text))
    battle.play(battle.read("azure", "lock"))
    battle.play(battle.read("amber", "lock"), [6, 6, 6])
    seat.screen.turn_flow.settle()
    seat.settle()
    assert seat.screen.turn_flow.main.label == "Lancet goes straight on" and seat.screen.turn_flow.main.sure
    seat.press("ship lancet")
    seat.lift("lancet", (27, 18))
    seat.drop((27, 18))
    seat.settle()
    assert seat.orders[-1] == "amber: lock" and seat.screen.turn_flow.main.label == "Move Lancet"
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("lancet: ") and asked(battle) == [("azure", ("halyard",))]
    seat.press("ship halyard")
    seat.key("UP")
    assert seat.screen.turn_flow.main.label == "Move Halyard" and seat.screen.turn_flow.main.sub == "+1"
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "halyard: +1" and asked(battle) == [("amber", ("vesper",))]
    assert seat.screen.turn_flow.main.label == "Vesper goes straight on"
    seat.key("RETURN", "RETURN")
    assert seat.orders[-1] == "vesper: 0" and not seat.screen.context.note
