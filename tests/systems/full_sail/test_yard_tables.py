"""The tables below the bill of a sailing ship say what a ship of the design can do in a battle."""

from __future__ import annotations

import pytest

from game.battle.designs import SHIP, design_data, designs_of, laid_up
from game.core.forms import FormTable
from game.systems.full_sail.gunnery.guns import side_dice
from game.systems.full_sail.sea.sail_plan import means
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.system import FULL_SAIL
from game.systems.full_sail.wind.rose import Wind, point_of_sail
from game.systems.full_sail.wind.weather import set_wind
from game.yard.draft import draw_design

DESIGNS = tuple(designs_of(FULL_SAIL))


def tables(key: str) -> dict[str, FormTable]:
    form = draw_design(FULL_SAIL, design_data(FULL_SAIL, key)).form
    return {one.title: one for one in form.tables}


@pytest.mark.parametrize("key", DESIGNS)
def test_broadsides_are_the_dice_of_the_ship(key: str) -> None:
    ship = laid_up(FULL_SAIL, designs_of(FULL_SAIL)[key]).ships[SHIP]
    found = {label: figures for label, _, figures in tables(key)["Broadsides"].rows}
    wanted = {side.capitalize(): [side_dice(ship, side, far) for far in (10, 20, 30)] for side in SIDES}
    assert {side: [*map(int, figures)] for side, figures in found.items()} == {
        side: dice for side, dice in wanted.items() if any(dice)
    }


@pytest.mark.parametrize("key", DESIGNS)
def test_speeds_under_sail_are_those_of_the_ship(key: str) -> None:
    state = laid_up(FULL_SAIL, designs_of(FULL_SAIL)[key])
    ship, table = state.ships[SHIP], tables(key)["Under sail"]
    for label, _, figures in table.rows:
        speed = int(label.removeprefix("Wind ")) if label.startswith("Wind") else 10
        for course, head, figure in zip((6, 5, 3, 1), table.heads, figures):
            wind = Wind(speed, 12)
            set_wind(state, wind)
            ship.course = course
            assert head in point_of_sail(course, wind)
            has = means(state, ship)
            assert int(figure) == (has.top if label.startswith("Wind") else has.thrust), (label, head)


def test_many_guns_of_a_side_are_counted_by_kind() -> None:
    entry = {**design_data(FULL_SAIL, DESIGNS[0]), "guns": {"port": "MMMMMMMMMMCC", "bow": "L"}}
    port, *_ = draw_design(FULL_SAIL, entry).form.tables[0].rows
    assert port == ("Port", "10M 2C", ("28", "20", "20"))


def test_a_ship_without_guns_says_so() -> None:
    entry = {name: value for name, value in design_data(FULL_SAIL, DESIGNS[0]).items() if name != "guns"}
    assert draw_design(FULL_SAIL, entry).form.tables[0].rows == (("No guns", "", ()),)
