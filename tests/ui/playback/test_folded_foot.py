"""The foot that is folded to a line tells the throw that the last line followed from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.core.events import Die, Event
from game.formats.user_folders import Settings
from game.ui.battle.panels.log_panel import OneLine, thrown_before
from game.ui.host.preferences import STILL, preferences
from tests.support.battles import paper
from tests.support.narrowing import narrow, present
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import reader

PLASMA = paper(
    "Plasma",
    """\
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  cupola: {side: amber, design: cupola, at: [46, 20], course: 9, velocity: 4}
""",
    seed=4,
)


def test_dice_that_roll_while_ships_move_are_told_in_the_folded_foot(tmp_path: Path) -> None:
    seat = Seated(tmp_path, PLASMA, (1024, 600))
    seat.screen.context.curtain = None
    while seat.screen.model.input_mode == "plot":
        for key in seat.screen.model.waiting:
            order = seat.battle.read(key, "NOVA" if key == "cupola" else "0")
            assert seat.screen.turn_flow.give(order), seat.screen.context.note
        seat.key("RETURN")
        seat.rest()
        seat.screen.context.curtain = None
    log = seat.screen.model.view.log
    caught = next(one for one in log if one.kind == "hazard")
    assert present(thrown_before(log)) is caught and log[-1].kind == "damage_check"
    with reader(seat.frame) as written:
        seat.screen.context.change()
        seat.look()
    line = narrow(seat.widget("foot line"), OneLine)
    told = [one.string for one in written if line.rect.contains(one.box)]
    faces = " ".join(str(die.face) for die in caught.dice)
    by = seat.battle.state.counters[caught.who].name
    assert {"Heliograph", "is caught by", by, faces, caught.result} <= set(told)


def test_while_dice_tumble_again_the_foot_tells_the_throw_before(still: None, tmp_path: Path) -> None:
    """The plasma catches two ships, one after the other."""
    two = PLASMA.replace(
        "  cupola:", "  lancet: {side: azure, design: lancet, at: [16, 21], course: 3, velocity: 4}\n  cupola:"
    )
    seat = Seated(tmp_path, two, (1024, 600))
    seat.screen.context.curtain = None
    while seat.screen.model.input_mode == "plot":
        for key in seat.screen.model.waiting:
            assert seat.screen.turn_flow.give(seat.battle.read(key, "NOVA" if key == "cupola" else "0"))
        preferences.settings = Settings(speed=1.0, tumbling=True)
        seat.key("RETURN")
        told = list[str]()
        while (animation := seat.screen.animation).active:
            seat.take(seat.screen.tick(0.05))
            seat.look()
            if animation.act and animation.act.moves:
                told.append(narrow(seat.widget("foot line"), OneLine).hint.splitlines()[-2])
        preferences.settings = Settings(speed=STILL, tumbling=False)
        seat.screen.context.curtain = None
    newest = [told[0], *(line for line, before in zip(told[1:], told) if line != before)]
    assert [words.split(" ", 1)[0] for words in newest[1:3]] == ["Lancet", "Heliograph"], newest
    assert len(newest) == len(set(newest)), "no line comes back"


def test_a_line_about_another_piece_follows_from_no_throw() -> None:
    caught = Event("hazard", "table/log", "{one} is caught", whom="one", dice=(Die(4),))
    hurt = Event("damage", "table/log", "{one} is hit", whom="one")
    assert thrown_before([caught, hurt]) is caught and thrown_before([caught]) is None
    assert thrown_before([caught, replace(hurt, whom="two")]) is None
    assert thrown_before([caught, replace(hurt, whom="")]) is None and thrown_before([]) is None
