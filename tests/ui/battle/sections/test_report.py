"""What stands on the screen when fire has been rolled in a game whose printed phases have several rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from game.core.display import Odds
from game.core.events import Die, Event
from game.seating.outcomes import Act, Result, result_of, split_into_acts
from game.ui.input_modes.fire import held
from game.ui.playback.animation import Animation
from game.ui.session.history_view import of_line
from game.ui.session.phase_bar import PhaseLine
from game.ui.toolkit.blocks import ColumnHeading
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import read
from tests.ui.battle.sections.test_power_sheet import CLOSE

HEAVY = ("railgun", "pulse", "plasma")  # guns whose shots may be met
ROUND = 40  # orders that a round may take


def fired(folder: Path, size: tuple[int, int]) -> Seated:
    """Both ships fire all they have; the last answer of the round has been given, and the next round begun."""
    seat = Seated(folder, CLOSE, size)
    for _ in range(ROUND):
        seat.rest()
        model = seat.screen.model
        if seat.battle.state.turn == 2:
            seat.look()
            return seat
        if seat.screen.flow.result:
            seat.key("RETURN")
            continue
        assert model.prompt is not None and seat.battle.phase.idle is not None
        order = seat.battle.phase.idle(seat.battle.state, model.prompt)
        if seat.battle.phase.name == "Declare fire":
            enemy = next(iter(model.enemies()))
            order = model.view.volley(model.waiting[0], enemy.id) or order
        assert seat.screen.turn_flow.give(order), seat.screen.context.note
    raise AssertionError("the round never ends")


def bar(seat: Seated) -> PhaseLine:
    return next(one for one in seat.screen.focus.widgets if isinstance(one, PhaseLine))


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_report_has_the_dice_and_the_phase_of_what_it_reports(size: tuple[int, int], tmp_path: Path) -> None:
    seat = fired(tmp_path, size)
    screen = seat.screen
    assert screen.flow.result is not None and screen.battle.state.turn == 2
    kinds = {event.kind for event in screen.turn_flow.bottom_panel.thrown.events}
    assert kinds and "initiative" not in kinds, "the next round's dice have pushed out those that are reported"
    assert {event.phase for event in screen.turn_flow.bottom_panel.thrown.events} == {4}
    last = screen.flow.result.of_last_firer
    shots = {key for event in last.events if event.kind == "fire" and event.who == last.by for key in event.mounts}
    headings = {one.label: one.right for one in screen.focus.widgets if isinstance(one, ColumnHeading)}
    assert headings["Guns"] == f"{len(shots)} fired", "those of the ship alone, whoever else fired"
    (now,) = [step for step in bar(seat).steps if step.state == "now"]
    assert (now.number, now.name) == (4, "Firing"), "not the first row of the number, in which nothing was rolled"


@pytest.mark.usefixtures("still")
def test_a_round_ends_on_the_screen_before_the_next_begins(tmp_path: Path) -> None:
    seat = fired(tmp_path, (1280, 800))
    screen, shown = seat.screen, list[str]()
    assert screen.flow.result is not None and screen.battle.state.turn == 2
    assert screen.model.view.state.turn == 1, (
        "the board and the strip of initiative are those of the round that is reported"
    )
    assert {event.turn for event in screen.model.view.log} == {1}, "the log runs ahead of what is shown"
    totals = {key: ship.total for key, ship in screen.model.view.state.ships.items()}
    assert any(ship.total != totals[key] for key, ship in screen.battle.state.ships.items()), (
        "the dice of this seed differ"
    )
    opened = screen.animation.opened

    def noted(act: Act) -> object:
        shown.append(act.kind)
        return opened(act)

    screen.animation.opened = noted
    seat.key("RETURN")
    seat.rest()
    assert shown and shown[0] == "initiative" and screen.flow.result is None
    assert screen.model.view.state.turn == 2


def test_no_line_of_the_next_round_is_read_while_shots_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, reached = list[bool](), Animation.count_shown

    def read_so_far(animation: Animation, lines: Sequence[Event]) -> int:
        found = reached(animation, lines)
        if animation.act:
            ahead.append(any(line.turn > animation.act.events[-1].turn for line in lines[:found]))
        return found

    monkeypatch.setattr(Animation, "count_shown", read_so_far)
    assert fired(tmp_path, (1280, 800)).battle.state.turn == 2
    assert ahead and not any(ahead)


@pytest.mark.usefixtures("still")
def test_phases_that_are_not_at_hand_are_told_by_their_printed_names(tmp_path: Path) -> None:
    seat = fired(tmp_path, (1280, 800))
    seat.key("RETURN")
    seat.rest()
    seat.look()
    model = seat.screen.model
    assert model.view.phase.name == "Power" and [step.name for step in bar(seat).steps][1] == "Power"
    assert [step.name for step in bar(seat).steps if step.state == "next"] == [
        "Movement",
        "Firing",
        "Fighters",
        "End of round",
    ]
    line = next(n for n, event in enumerate(model.view.log) if event.kind == "fire" and event.turn == 1)
    assert of_line(seat.screen.flow, model.view, line).words().startswith("Round 1, firing: ")


@pytest.mark.usefixtures("still")
def test_a_ship_that_has_declared_its_fire_is_not_marked_as_one_that_holds_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path, CLOSE)
    declared = list[tuple[str, bool]]()
    while len(declared) < 2:
        seat.rest()
        model = seat.screen.model
        assert model.prompt is not None and seat.battle.phase.idle is not None
        order = seat.battle.phase.idle(seat.battle.state, model.prompt)
        if seat.battle.phase.name == "Declare fire":
            key = model.waiting[0]
            sure = model.view.volley(key, next(iter(model.enemies())).id) if not declared else None
            assert "this round" in (seat.screen.turn_flow.main.sub)
            order = sure or order
            declared.append((key, sure is None))
        assert seat.screen.turn_flow.give(order)
        if declared and seat.battle.phase.name == "Declare fire":
            assert [held(seat.screen.model, key) for key, _ in declared] == [one for _, one in declared]


def test_titles_of_the_scenarios_are_whole_in_the_bar(tmp_path: Path) -> None:
    cut = []
    for path in sorted((ROOT / "scenarios" / "power_hex").glob("*.yaml")):
        seat = Seated(tmp_path, path.read_text(encoding="utf-8"), (1280, 800))
        words = [one.string for one in read(seat.screen, (1280, 800))]
        cut += [] if seat.screen.model.view.title in words else [path.stem]
    assert not cut


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_each_shot_that_may_be_met_brings_its_steps_to_the_front(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, CLOSE, size)
    panel, met = seat.screen.turn_flow.bottom_panel, 0
    for _ in range(ROUND):
        seat.rest()
        model, result = seat.screen.model, seat.screen.flow.result
        if seat.battle.state.turn == 2:
            break
        if result:
            assert {one.target for one in panel.odds} <= set(result.targets), "odds of fire that has yet to be resolved"
            seat.key("RETURN")
            continue
        if seat.battle.phase.name == "Fire":
            assert panel.tab == 2, "the dice of the last shot lie over the steps of this one"
            met += 1
        assert model.prompt is not None and seat.battle.phase.idle is not None
        order = seat.battle.phase.idle(seat.battle.state, model.prompt)
        if seat.battle.phase.name == "Declare fire":
            every: Any = model.view.volley(model.waiting[0], next(iter(model.enemies())).id)
            order = replace(every, shots=tuple(one for one in every.shots if one.mount.startswith(HEAVY)))
            model.set_draft(order)
            seat.screen.turn_flow.measure()
        assert seat.screen.turn_flow.give(order), seat.screen.context.note
    assert met > 1


def test_dice_of_guns_that_meet_a_shot_lie_beside_those_of_the_shot() -> None:
    meets = Event("check", "power/8.1", "{a}'s guard meets it", "a", "b", (Die(8, False, sides=10),))
    hurt = Event("damage", "power/8.5", "{a} is struck", "b", "a", harm=(("boxes", 14),))
    fires = Event("fire", "power/7", "{b} fires", "b", "a", (Die(4, sides=20),))
    (act,) = split_into_acts((meets, hurt, fires))
    assert act.kind == "fire" and act.events == (meets, hurt, fires)


def test_only_what_dice_have_fallen_for_is_settled() -> None:
    hurt = Event("damage", "power/8.5", "{a} is struck", "b", "a", harm=(("boxes", 14),))
    found, odds = Result("b", ("a",), (hurt,), 0), [Odds(key, (1.0,), 0.0, track="boxes") for key in "ac"]
    assert found.losses(found.rolled_for(odds, ())) == {"a": 14}, "nothing was rolled at the other"
    assert found.rolled_for(odds, ("a",)) == (), "a shot at it waits"


def test_of_several_ships_that_fired_the_sheet_shows_the_last() -> None:
    lines = tuple(
        Event("fire", "power/7", f"{{{who}}} fires", who, whom, (Die(7, sides=20),), shot=f"{who}/{n}")
        for n, (who, whom) in enumerate((("halberd", "mandala"), ("citadel", "prism"), ("citadel", "prism")))
    )
    whole = result_of("halberd", lines, 3)
    assert (whole.by, set(whole.targets)) == ("halberd", {"mandala", "prism"})
    last = whole.of_last_firer
    assert (last.by, last.targets, last.events) == ("citadel", ("prism",), lines[1:])
    assert last.of_last_firer is last, "shots of one ship are told together"
