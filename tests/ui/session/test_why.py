"""Why the computer gave its orders: in the foot and on the board, by key and mouse, and never before they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from game.core.state import Outcome
from game.seating.why import HOT_SEAT, NEVER_WEIGHS, NOBODY_PLAYS, NOTHING_YET
from game.ui.battle.over_board.why_plate import WhyPlate
from game.ui.battle.panels.bottom_panel import WHY
from game.ui.battle.panels.why_panel import WhyNothing, WhyTable
from game.ui.battle.screen import BattleScreen
from game.ui.host.preferences import preferences
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Widget
from tests.support.battles import paper
from tests.support.ui.battle_driver import TURN, Seated
from tests.support.ui.page_driver import faults, overlaps, read
from tests.support.ui.screen_driver import Sitting

W = TypeVar("W", bound=Widget)
SIZES = [(1280, 800), (1024, 600)]


@pytest.fixture(autouse=True)
def usual(still: None) -> Iterator[None]:
    yield


def against(folder: Path, player: str = "captain", size: tuple[int, int] = SIZES[0]) -> Seated:
    """Sits against a computer player, whose orders are sealed."""
    text = TURN.replace("{name: Amber Pact}", f"{{name: Amber Pact, player: {player}}}")
    seat = Seated(folder, text, size)
    wait(seat)
    return seat


def wait(seat: Seated) -> None:
    """Until nobody thinks any more."""
    for _ in range(4000):
        seat.rest()
        if seat.screen.flow.due().kind != "computer":
            break
        seat.take(seat.screen.tick(1 / 60))
    seat.look()


def revealed(seat: Seated) -> Seated:
    """The player locks orders to go straight on; all are shown."""
    while not any(record.revealed for record in seat.battle.records):
        seat.key("RETURN")
        wait(seat)
    return seat


def found(seat: Sitting, kind: type[W]) -> list[W]:
    seat.look()
    return [one for one in seat.screen.focus.widgets if isinstance(one, kind)]


def sentence(seat: Seated) -> str:
    return next((one.words for one in found(seat, WhyNothing)), "")


def test_before_the_reveal_it_says_nothing(tmp_path: Path) -> None:
    seat = against(tmp_path)
    assert seat.battle.state.sealed
    seat.key("F9")
    assert sentence(seat) == NOTHING_YET
    assert not found(seat, WhyPlate) and not found(seat, WhyTable)


@pytest.mark.parametrize("size", SIZES)
def test_f9_shows_what_it_weighed_and_what_came(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = revealed(against(tmp_path, size=size))
    before = seat.look().copy()
    seat.key("F9")
    (table,), (plate,) = found(seat, WhyTable), found(seat, WhyPlate)
    assert [given for _, given, _ in table.rows].count(True) == 1 and len(table.rows) == 3
    told = re.compile(r"It (gave the move of your \w+ a chance of .+ %|did not expect where your \w+ went)")
    assert plate.told and all(told.fullmatch(words) for words in plate.told)
    written = read(seat.screen, size)
    said = [one.string for one in written]
    assert "against what came" in said and "Why" in said
    came = seat.screen.why.came
    assert came is not None
    names = seat.battle.state.names
    chances = [f"{names[one.piece]}  {one.chance:.0%}".replace("%", " %") for one in came.ends]
    assert any(words.startswith(chance) for chance in chances for words in said)
    assert not faults(written, size) and not overlaps(seat.screen.focus.widgets, size)
    seat.key("F9")
    assert not found(seat, WhyTable) and not found(seat, WhyPlate)
    assert before.get_size() == seat.look().get_size()


def test_the_mouse_opens_it_and_goes_from_order_to_order(tmp_path: Path) -> None:
    seat = revealed(against(tmp_path))
    seat.key("F5")
    seat.look()
    tabs = next(one for one in seat.screen.focus.widgets if one.name == "foot tabs")
    assert isinstance(tabs, Tabs)
    place = tabs.places()[tabs.names.index("Why")]
    seat.click(place.center)
    why = seat.screen.why
    assert found(seat, WhyTable)
    first = why.number
    seat.press("why after")
    assert why.number != first and why.number in why.numbers
    seat.press("why before")
    assert why.number == first


def test_the_chosen_ship_is_the_one_it_is_about(tmp_path: Path) -> None:
    seat = revealed(against(tmp_path))
    seat.key("F9")
    for key in ("cinder", "vesper"):
        seat.screen.commands.choose(key)
        seat.look()
        reasons = seat.screen.why.reasons
        assert reasons is not None and reasons.piece == key


def test_two_at_one_machine_read_it_when_the_battle_is_over(tmp_path: Path) -> None:
    text = TURN.replace("{name: Amber Pact}", "{name: Amber Pact}\n  jade: {name: Jade, player: captain}")
    seat = Seated(tmp_path, text)
    seat.key("F9")
    assert sentence(seat) == HOT_SEAT


def test_two_at_one_machine_read_it_of_a_battle_that_is_over(tmp_path: Path) -> None:
    text = TURN.replace("{name: Amber Pact}", "{name: Amber Pact}\n  jade: {name: Jade, player: captain}")
    text += "  kiln: {side: jade, design: cinder, at: [30, 40], course: 6, velocity: 4}\n"
    seat = Seated(tmp_path, text)
    assert seat.until(lambda one: bool(one.screen.flow.match.reasons.known_to(None)), seen=True)
    seat.key("F9")
    assert sentence(seat) == HOT_SEAT and not found(seat, WhyPlate)
    seat.battle.state.outcome = Outcome("azure", "the others are gone", "")
    seat.battle.version += 1
    seat.screen.context.change()
    assert found(seat, WhyTable)
    assert found(seat, WhyPlate)


def test_looking_back_shows_the_reasons_of_then(tmp_path: Path) -> None:
    seat = revealed(against(tmp_path))
    seat.key("F9")
    first = found(seat, WhyPlate)[0].title
    while seat.battle.state.turn == 1 or not seat.screen.why.reasons or seat.screen.why.reasons.turn == 1:
        seat.key("RETURN")
        wait(seat)
        seat.screen.bottom_panel.open_tab(WHY)
    reasons = seat.screen.why.reasons
    assert reasons is not None and reasons.turn == 2
    for _ in seat.battle.records:
        seat.key("COMMA")
        assert seat.screen.context.past is not None
        if not seat.screen.why.reasons or seat.screen.why.reasons.turn == 1:
            break
        assert all(
            number <= seat.screen.flow.moments[seat.screen.context.past.moment] for number in seat.screen.why.numbers
        )
    seat.screen.commands.choose("vesper")
    assert seat.screen.why.reasons is not None and seat.screen.why.reasons.turn == 1
    assert found(seat, WhyTable) and first[0].startswith("Why Vesper")
    seat.key("BACKSPACE")
    assert seat.screen.why.reasons.turn == 2


def test_of_fire_it_shows_the_targets_it_weighed(tmp_path: Path) -> None:
    seat = against(tmp_path)
    kept = seat.screen.flow.match.reasons
    while not any(len(one.aimed) == 1 for one in kept.known_to("azure").values()):
        assert not seat.battle.state.outcome
        seat.key("RETURN")
        wait(seat)
    seat.screen.bottom_panel.open_tab(WHY)
    number = next(number for number, one in kept.known_to("azure").items() if len(one.aimed) == 1)
    seat.look()
    while seat.screen.why.number != number:
        seat.press("why after")
    (table,), (plate,) = found(seat, WhyTable), found(seat, WhyPlate)
    assert plate.title[0].endswith("fired at") and [row[0] for row in plate.rows] == ["costs"]
    assert table.title == "target" and [given for _, given, _ in table.rows].count(True) == 1
    said = [one.string for one in read(seat.screen, SIZES[0])]
    assert {"points", "destroyed", "worth"} <= set(said)


def test_of_a_withdrawal_it_shows_what_staying_would_cost(tmp_path: Path) -> None:
    ships = """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: lancet, at: [20, 14], course: 3, velocity: 6}
  vesper:  {side: amber, design: vesper, at: [44, 20], course: 9, velocity: 4, hull: 8, armour: 0}
"""
    text = paper("Lost", ships, seed=11).replace("{name: Amber Pact}", "{name: Amber Pact, player: captain}")
    seat = Seated(tmp_path, text)
    wait(seat)
    assert seat.battle.state.outcome and seat.battle.state.outcome.winner == "azure"
    seat.key("F9")
    (table,), (plate,) = found(seat, WhyTable), found(seat, WhyPlate)
    assert plate.title == ("Why", "Amber Pact withdrew") and [row[:2] for row in table.rows] == [("withdraw", True)]
    (stays, more, _), (leaves, less, _) = plate.rows
    assert (stays, leaves) == ("to stay", "to leave") and float(more) > float(less) > 0
    assert plate.told[0].startswith("The battle is lost: ")
    written = read(seat.screen, SIZES[0])
    assert not faults(written, SIZES[0]) and not overlaps(seat.screen.focus.widgets, SIZES[0])


@pytest.mark.parametrize("wanted", [True, False])
def test_at_the_end_of_each_turn_it_opens_by_itself_if_wanted(tmp_path: Path, wanted: bool) -> None:
    preferences.change(why_each_turn=wanted)
    seat = against(tmp_path)
    for turn in (2, 3):
        while seat.battle.state.turn < turn:
            assert not found(seat, WhyPlate)
            seat.key("RETURN")
            wait(seat)
        assert bool(found(seat, WhyPlate)) == bool(found(seat, WhyTable)) == wanted
        if wanted:
            seat.key("F9")


def test_a_battle_that_is_taken_up_again_thinks_over_what_was_before(tmp_path: Path) -> None:
    first = revealed(against(tmp_path))
    first.key("F9")
    (kept,) = found(first, WhyTable)
    again = first.battle.afresh()
    for record in first.battle.records:
        again.play(record.order, record.faces)
    seat = Sitting(BattleScreen(again), SIZES[0])
    assert seat.screen.flow.match.reasons.known_to(None) == {}
    seat.key("F9")
    assert seat.screen.why.behind and seat.screen.moving and not found(seat, WhyTable)
    seat.rest()
    (table,) = found(seat, WhyTable)
    assert not seat.screen.why.behind and found(seat, WhyPlate)
    assert table.rows == kept.rows


def test_without_a_computer_player_or_with_one_that_plays_at_random_it_says_so(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TURN)
    seat.key("F9")
    assert sentence(seat) == NOBODY_PLAYS
    seat = against(tmp_path, "random")
    seat.key("F9")
    assert sentence(seat) == NEVER_WEIGHS
