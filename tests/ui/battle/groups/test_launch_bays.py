"""The launch bays on the sheet of a carrier: where each group is, and a click that launches it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.rules.counters.kinds import Flight
from game.seating.outcomes import craft_left
from game.ui.battle.panels.ship_list import strength
from game.ui.ship_sheet.bays import BayRow
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import GROUPS, flying

pytestmark = pytest.mark.usefixtures("still")


def writing(folder: Path, size: tuple[int, int] = (1280, 800)) -> Seated:
    """Azure writes orders; group a of Rookery is in flight, and the others are aboard."""
    lines = [line for line in GROUPS.splitlines() if "HGR" not in line or "rookery.HGRa" in line]
    seat = Seated(folder, "\n".join(lines) + "\n", size)
    seat.press("ship rookery")
    seat.settle()
    return seat


def rows(seat: Seated) -> dict[str, BayRow]:
    widgets = [*seat.screen.panels.upper.widgets]
    return {one.bay.key: one for one in widgets if isinstance(one, BayRow)}


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_click_on_a_bay_launches_its_group_and_another_keeps_it_aboard(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = writing(tmp_path, size)
    assert {key: row.bay.words for key, row in rows(seat).items()} == {
        "HGRa": "out",
        "HGRb": "ready",
        "HGRc": "ready",
        "HGRd": "ready",
    }
    for key in ("HGRc", "HGRb"):
        seat.press(f"bay {key}")
    assert str(seat.screen.model.order) == "LA HGRb HGRc"
    assert [rows(seat)[key].bay.words for key in ("HGRb", "HGRc", "HGRd")] == ["launches", "launches", "ready"]
    said = [
        one.label
        for one in seat.screen.focus.widgets
        if isinstance(one, Button) and one.name.endswith(("HGRb", "HGRd"))
    ]
    names = [
        f"{one.bay.group.name}, {one.bay.group.kind}" for key, one in rows(seat).items() if key in ("HGRb", "HGRd")
    ]
    assert set(names) <= set(said), "the buttons of the order name the groups too"
    for key in ("HGRb", "HGRc"):
        seat.press(f"bay {key}")
    assert str(seat.screen.model.order) == "0"


def test_a_bay_whose_group_is_away_cannot_be_pressed(tmp_path: Path) -> None:
    seat = writing(tmp_path)
    assert rows(seat)["HGRa"].on_press is None and rows(seat)["HGRb"].on_press is not None


def test_each_bay_says_where_its_group_is(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    state = seat.battle.state
    for key, ready in (("bellows.HGRa", 5), ("bellows.HGRb", 1000)):
        one = state.counters[key]
        assert isinstance(one, Flight)
        state.counters[key] = replace(one, removed_reason="aboard", ready_on=ready)
    state.counters["bellows.HGRc"] = replace(state.counters["bellows.HGRc"], removed_reason="shot down")
    sheet = seat.battle.view("amber").sheet("bellows")
    assert [bay.words for bay in sheet.bays] == ["from turn 5", "not again", "lost", "out"]
    assert all(bay.away for bay in sheet.bays)
    assert sheet.bays[0].group.pips == (6, 6), "what comes aboard has its endurance again"


def test_no_words_of_a_bay_are_cut_or_overlap(tmp_path: Path) -> None:
    seat = writing(tmp_path)
    boxes = [row.rect for row in rows(seat).values()]
    assert all(a.collidelist([b for b in boxes if b is not a]) < 0 for a in boxes)


def test_the_craft_of_a_side_are_counted_aboard_and_in_flight(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    view = seat.battle.view("amber")
    assert craft_left(view, "amber") == (5 + 6 + 3 + 6, 24) and craft_left(view, "azure") == (6 + 4 + 5 + 6, 24)
    seat.battle.state.ships["bellows"].removed_reason = "destroyed"
    assert craft_left(seat.battle.view("amber"), "amber") == (20, 24), "they fly on"
    assert craft_left(writing(tmp_path).battle.view("azure"), "amber") == (24, 24)


def test_the_list_counts_groups_in_flight(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    assert strength(seat.screen.model, "azure") == "2 ships, 4 groups"
