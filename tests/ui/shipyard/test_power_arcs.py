"""The arcs of a reactor ship's guns are turned by a click on the clock and by keys; their names are not cut."""

from __future__ import annotations

import pygame
import pytest

from game.systems import SYSTEMS
from game.systems.power_hex.ships.weapons import ARCS
from game.ui.render.text import width
from game.ui.shipyard.clock import Clock
from game.ui.shipyard.rows import name_within
from tests.support.ui.page_driver import read
from tests.ui.shipyard.test_editor import Hand

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_sector_that_is_clicked_is_covered_or_left_out() -> None:
    hand = Hand(design="bastion", system=SYSTEMS["power-hex"])
    hand.press("offer pulse_heavy")
    clock = next(one for one in hand.page.focus.widgets if isinstance(one, Clock))
    model = hand.page.model
    assert model.part is not None and model.part.short == "Heavy pulse 1", "as in the list"
    for arc, name in enumerate(ARCS):
        for sector in clock.arcs:
            model.change("arc", model.part.fields[1].writes(arc))
            before = sector in model.part.bears
            model.turn(sector)
            assert (sector in model.part.bears) != before, (name, sector, model.part.bears)


def test_a_gun_of_power_is_turned_round_the_ship() -> None:
    hand = Hand(design="bastion", system=SYSTEMS["power-hex"])
    hand.press("offer pulse_heavy")
    model, found = hand.page.model, list[object]()
    for key in (pygame.K_e, pygame.K_e, pygame.K_e, pygame.K_e, pygame.K_e, pygame.K_e, pygame.K_q):
        hand.key(key)
        assert model.part is not None
        found.append(tuple(ARCS)[int(str(model.part.fields[1].value))])
    assert found == ["SF", "S180", "A120", "P180", "PF", "F180", "PF"]


def test_the_name_of_a_gun_is_shortened_where_it_would_be_cut() -> None:
    whole = width("Medium lance 1", 13)
    assert name_within("Medium lance 1", whole, 13) == "Medium lance 1"
    assert name_within("Medium lance 1", whole - 1, 13) == "M. lance 1"
    assert name_within("Beam 2 starboard", 1, 13) == "Beam 2 starboard", "a class says nothing without its kind"
    hand = Hand((1024, 640), design="bastion", system=SYSTEMS["power-hex"])
    hand.press("offer pulse_heavy")
    said = [one.string for one in read(hand.page, (1024, 640))]
    assert "H. pulse 1" in said and not any("…" in one for one in said if "pulse" in one)
