"""The worked example of turn delay is tried with other values, by the ship's own table."""

from __future__ import annotations

import pygame
import pytest

from game.systems.power_hex.movement.turn_table import delay
from game.ui.games.power_hex.delay_example import DelayExample
from game.ui.games.power_hex.step_table import StepTableView
from game.ui.rulebook.page import RulePage
from game.ui.toolkit.value_fields import Stepper
from tests.support.narrowing import narrow, present


@pytest.fixture
def page() -> RulePage:
    made = RulePage("power/4.2")
    made.draw(pygame.display.set_mode((1280, 800)))
    return made


def widget(page: RulePage, name: str) -> object:
    page.relay()
    page.fresh((1280, 800))
    return next(one for one in page.focus.widgets if one.name == name)


@pytest.mark.parametrize("never_shrinks", [True, False])
def test_steppers_lead_through_the_table(page: RulePage, never_shrinks: bool) -> None:
    example = narrow(present(page.figure.example), DelayExample)
    example.house = {**example.house, "zig_monotone": never_shrinks}
    for speed in (1, 6, 7, 12):
        for spent in range(example.ship.design.thrust + 1):
            narrow(widget(page, "example speed"), Stepper).set(speed)
            narrow(widget(page, "example thrust not free"), Stepper).set(spent)
            table = narrow(widget(page, "turn delay"), StepTableView).table
            figures = [int(table.rows[row][1][column]) for row, column in table.way]
            hexes = delay(example.ship.design, speed, spent, never_shrinks)
            assert figures[-1] == hexes or (never_shrinks and max(figures) <= hexes)
            assert example.words.startswith(f"Delay {hexes} hex")
    assert "With all its thrust free" in example.words


def test_it_begins_with_the_page_and_follows_its_switch(page: RulePage) -> None:
    example = narrow(present(page.figure.example), DelayExample)
    assert example.words == "Delay 6 hexes. With all its thrust free: 4.", "as the page works it out"
    for never_shrinks in (False, True):
        page._set_rule("zig_monotone", never_shrinks)
        assert page.figure.example is example and example.house["zig_monotone"] is never_shrinks


def test_other_pages_and_games_have_none(page: RulePage) -> None:
    for address in ("power/4.3", "full-thrust-base/2.1", "table/plotting"):
        page.open(address)
        assert page.figure.example is None
    page.turn(-1)
    page.open("power/4.2")
    assert page.figure.example is not None
