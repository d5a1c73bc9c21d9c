"""A first round of Power and Initiative by mouse alone: power for a third gun, a turn that answers late, a log to
read."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.display import percent
from game.systems.power_hex.parts import PowerTable
from tests.support.ui.battle_driver import Seated
from tests.systems.power_hex.fleet import part_of

FIRST = """\
version: 1
title: The first round
system: power-hex
seed: 4
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  bastion:
    {side: halden, design: bastion, at: [10, 16], course: 4, velocity: 6,
     charge: {lance_1: 0, lance_2: 2, railgun_p: 2, railgun_s: 2, bolt_p: 1, bolt_s: 1, guard_1: 1, guard_2: 1}}
  helix: {side: oreth, design: helix, at: [16, 12], course: 4, velocity: 1}
victory: {kind: last-side, turns: 15}
"""


def asked(seat: Seated, phase: str, ship: str) -> None:
    """Until a ship is asked in a phase, everybody does as is done where nobody says anything."""
    for _ in range(40):
        seat.rest()
        seat.look()
        model, now = seat.screen.model, seat.battle.phase
        if now.name == phase and ship in model.waiting:
            return
        assert model.prompt is not None and now.idle is not None
        assert seat.screen.turn_flow.give(now.idle(seat.battle.state, model.prompt)), seat.screen.context.note
    raise AssertionError(f"{ship} is never asked in {phase}")


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_newcomer_moves_power_turns_late_and_reads_each_die(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, FIRST, size)
    asked(seat, "Power", "bastion")
    model = seat.screen.model
    assert not model.view.risks(model.order), "as it is, nothing changes"
    for gun in ("railgun_p", "railgun_s"):
        gives, takes = seat.widget(f"power {gun}").hit.center, seat.widget("power lance_1").hit.center
        seat.pull(gives, takes)
        seat.up(takes)
        seat.look()
    gained = {risk.what: (risk.tone, risk.chance) for risk in model.view.risks(model.order)}
    assert gained == {"Lance 1": ("good", 0.25), "Railgun P": ("bad", 0.45), "Railgun S": ("bad", 0.45)}
    seat.press("main")
    assert seat.orders[-1] == "bastion: lance_1<railgun_p+railgun_s"

    asked(seat, "Move", "bastion")
    model = seat.screen.model
    seat.press("corner fit")
    seat.settle()
    ends = model.destinations()
    end = next(one for one in ends if len(one.turns) == 1 and [other.at for other in ends].count(one.at) == 1)
    seat.lift("bastion", end.at)
    seat.look()
    board, counted = seat.screen.board, end.order.pose(model.view.state).counts
    assert board._plan.card and not [at for at, _ in counted if board._plan.card[1].collidepoint(board.camera.xy(at))]
    seat.drop(end.at)
    model = seat.screen.model
    assert model.order == end.order
    pose = model.order.pose(model.view.state)
    (bend,) = pose.bends
    assert bend.label.startswith("answers on hex ") and pose.counts
    entered = int(bend.label.split()[-1])
    seat.press("main")
    seat.rest()
    moved = next(event for event in reversed(seat.battle.log) if event.kind == "move" and event.who == "bastion")
    assert moved.path[entered] == bend.at and moved.path[-1] == end.at, "it answers where the board says"
    assert moved.facings[entered - 2] == bend.course and moved.facings[entered - 1] == bend.becomes
    assert f"in hex {entered}" in moved.reason

    asked(seat, "Declare fire", "bastion")
    seat.click(seat.pixel("helix"))
    seat.key("v")
    seat.press("main")
    seat.rest()
    rolled = [event for event in seat.battle.log if event.dice]
    shots = [event for event in rolled if event.kind == "fire" and event.who == "bastion"]
    assert shots and all("or less: signature 7, range" in event.reason for event in shots)
    assert all(event.result and event.rule.startswith("power/") for event in rolled), (
        "no die without its meaning and its rule"
    )


@pytest.mark.usefixtures("still")
def test_a_hex_reached_with_several_headings_takes_the_fewest_turns_unless_the_pointer_pulls(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FIRST, (1920, 1080))
    asked(seat, "Move", "bastion")
    seat.press("corner fit")
    seat.settle()
    ends = seat.screen.model.destinations()
    by_hex = {at: [one for one in ends if one.at == at] for at in {one.at for one in ends}}
    hexes = {
        at: some for at, some in by_hex.items() if {1, 2} <= {len(one.turns) for one in some if not one.order.pivots}
    }
    assert hexes, "a second turn that answers in the last hex ends in the hex of the first"
    for at, some in hexes.items():
        fewest = min(len(one.turns) for one in some if one.left == max(each.left for each in some))
        seat.lift("bastion", at)
        seat.drop(at)
        assert len(seat.screen.model.order.turns) == fewest, (at, str(seat.screen.model.order))


def tabbed(seat: Seated, name: str) -> None:
    """The ring goes round to a widget by Tab alone."""
    for _ in range(300):
        if seat.screen.focus.at is not None and seat.screen.focus.at.name == name:
            return
        seat.key("TAB")
    raise AssertionError(f"Tab never comes to {name}")


def given(seat: Seated) -> None:
    """The main button by the ring and Enter."""
    tabbed(seat, "main")
    seat.key("RETURN")
    seat.settle()


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_newcomer_does_the_same_by_keys_alone(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seated(tmp_path, FIRST, size)
    monkeypatch.setattr(seat, "point", None)  # no pointer from here on
    monkeypatch.setattr(seat, "down", None)
    asked(seat, "Power", "bastion")
    tabbed(seat, "power lance_1")
    before = {risk.what for risk in seat.screen.model.risks()}
    for _ in range(12):
        seat.key("RETURN")
        if str(seat.screen.model.order) == "lance_1<railgun_p+railgun_s":
            break
    changed = {risk.what: percent(risk.chance) for risk in seat.screen.model.risks()}
    assert not before and changed == {"Lance 1": "25 %", "Railgun P": "45 %", "Railgun S": "45 %"}
    shown = " ".join(widget.hint for widget in seat.screen.focus.widgets if widget.hint)
    assert all(f"{what}" in shown for what in changed), "the changed chances stand on the sheet"
    given(seat)
    assert seat.orders[-1] == "bastion: lance_1<railgun_p+railgun_s"

    asked(seat, "Move", "bastion")
    for _ in range(8):
        seat.key("LEFT")
        if getattr(seat.screen.model.order, "turns", ()):
            break
    order = seat.screen.model.order
    assert order is not None and len(order.turns) == 1, str(order)
    pose = seat.screen.scene.ghosts["bastion"]
    (bend,) = pose.bends
    entered = int(bend.label.removeprefix("answers on hex "))
    counted = [int(words) for _, words in pose.counts if words.isdigit()]
    assert counted == sorted(counted, reverse=True) and counted, "counted down to where it answers"
    given(seat)
    moved = next(event for event in reversed(seat.battle.log) if event.kind == "move" and event.who == "bastion")
    assert moved.path[entered] == bend.at and moved.facings[entered - 1] == bend.becomes, (
        "it answers where the board says"
    )

    asked(seat, "Declare fire", "bastion")
    seat.key("v")
    given(seat)
    rolled = [event for event in seat.battle.log if event.dice and event.who == "bastion" and event.kind == "fire"]
    assert rolled and all("or less: signature 7, range" in event.reason and event.result for event in rolled)
    assert {event.text.split(" fires ")[1].split(" at ")[0] for event in rolled} <= {
        line.label for line in part_of(seat.screen.model.sheet("bastion").parts, PowerTable).lines
    }, "each die is told by the name that its gun has on the sheet"
