"""Repair parties of a whole side on one page: exact chances, by pointer and by keys, and one Enter for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from game.battle.designs import ROOT
from game.core.display import percent
from game.ui.render.theme import theme
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import faults, reader
from tests.support.ui.screen_driver import well_laid

# a scenario of each game that has repairs, and what two ships of its first side have lost
LOST: dict[str, dict[str, list[str]]] = {
    "full_thrust/long_line": {"meridian": ["B2a", "FCSa"], "octant": ["B2a"]},
    "hexcess/wayhouse_round": {"stockman": ["PDSa"], "tollhouse": ["B1", "PDSa"]},
    "hex12/over_the_rows": {"pinfold": ["PDSa"], "drover": ["PDS"]},
    "easyhex/open_pasture": {"drover": ["PDS"], "shearling": ["FCS"]},
    "full_sail/across_the_rail": {"steadfast_oak": [], "halcyon": []},
}


def damaged(folder: Path, name: str, size: tuple[int, int] = (1280, 800), **house: Any) -> Seated:
    """Return the battle at the moment at which two ships of one side are asked for repairs, or more."""
    data = yaml.safe_load((ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    data.update(seed=7, house={**data.get("house", {}), "damage_control": True, **house})
    if name.startswith("full_sail"):
        del data["house"]["damage_control"]
    for key, lost in LOST[name].items():
        data["ships"][key].setdefault("lost", lost)
    seat = Seated(folder, yaml.safe_dump(data), size)
    assert seat.until(lambda now: now.screen.model.input_mode == "assign" and len(now.screen.model.waiting) > 1), (
        "repairs"
    )
    return seat


@pytest.fixture(params=LOST)
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    return damaged(tmp_path, request.param)


def test_every_damaged_ship_stands_on_the_page_with_exact_chances(seat: Seated) -> None:
    model = seat.screen.model
    for key in model.waiting:
        order = model.view.draft(key)
        tasks = order.tasks(model.view.state)
        assert tasks and f"mend {key}" in seat.names()
        for task in tasks:
            for n in range(1, task.most + 1):
                button = seat.widget(f"parties {key} {task.key} {n}")
                wanted = order.assign(task.key, n)
                (risk,) = model.view.risks(wanted)
                assert button.hint == f"{percent(risk.chance)}, {risk.words}"
                assert button.enabled == (model.view.why_not(wanted) is None)


def test_parties_of_several_ships_are_set_by_pointer_and_rolled_by_one_enter(seat: Seated) -> None:
    model = seat.screen.model
    side, both = model.side, model.waiting[:2]
    for key in both:
        task = model.view.draft(key).tasks(model.view.state)[0]
        seat.press(f"parties {key} {task.key} 1")
    assert [model.drafts[key].at_work[0][1] for key in both] == [1, 1]
    unit = model.view.draft(both[0]).meter(model.view.state).unit  # parties, at sea crew
    assert f"2 {unit} at work" in seat.screen.turn_flow.main.sub and seat.screen.turn_flow.main.label == "Roll repairs"
    before = len(seat.battle.records)
    seat.key("RETURN")
    seat.settle()
    given = [record.order for record in seat.battle.records[before:] if record.order.at_work]
    assert [order.by for order in given[:2]] == list(both)
    asked = [prompt.side for prompt in seat.battle.prompts()]
    assert seat.battle.phase.name not in ("Turn end", "Damage control", "Damage") or side not in asked, (
        "nobody is asked again"
    )


def test_keys_alone_set_parties_on_one_ship_after_another(seat: Seated) -> None:
    model = seat.screen.model
    first = model.chosen
    seat.key("1")
    seat.key("n")
    assert model.chosen != first
    seat.key("1")
    assert {order.by for order in model.drafts.values() if order.at_work} == {first, model.chosen}
    seat.key("ESCAPE")
    assert not model.order.at_work


def test_one_key_mends_the_fleet_as_the_crews_would_have_it(seat: Seated) -> None:
    model = seat.screen.model
    wanted = {key: model.view.suggestion(key) for key in model.waiting}
    before = len(seat.battle.records)
    seat.key("shift+v")
    seat.settle()
    given = {record.order.by: record.order for record in seat.battle.records[before : before + len(wanted)]}
    assert given == wanted


def test_a_ship_without_parties_is_named_before_the_roll(tmp_path: Path) -> None:
    seat = damaged(tmp_path, "full_thrust/long_line")
    model = seat.screen.model
    seat.key("1")
    left = [key for key in model.waiting if key != model.chosen]
    assert seat.screen.turn_flow.main.sub.endswith(
        f"{model.view.state.names[left[0]]}: none" if len(left) == 1 else ": none"
    )


@pytest.mark.parametrize("size", ((1280, 800), (1920, 1080)), ids=str)
@pytest.mark.parametrize("name", LOST)
def test_the_page_keeps_its_words_apart(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    seat = damaged(tmp_path, name, size)
    seat.key("v")
    well_laid(seat, f"repairs of {name}")
    with reader(seat.frame) as found:
        seat.screen.context.change()
        seat.look()
    sheet = seat.screen.layout.sheet
    words = [one for one in found if sheet.collidepoint(one.seen.center) and one.seen.w]
    assert words and faults(words, size) == [] and theme.scale == 1.0
