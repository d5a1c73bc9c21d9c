"""Ships of sides on the screen: power moved between guns by drag and by press, sides opened, the card of a shot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ui.battle_driver import Seated
from tests.support.ui.screen_driver import well_laid

CLOSE = """\
version: 1
title: Close in
system: power-hex
seed: 4
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  bastion:
    {side: halden, design: bastion, at: [10, 10], course: 4, velocity: 1,
     charge: {lance_1: 0, lance_2: 2, railgun_p: 2, railgun_s: 2, bolt_p: 1, bolt_s: 1, guard_1: 1, guard_2: 1}}
  helix: {side: oreth, design: helix, at: [14, 8], course: 10, velocity: 1}
victory: {kind: last-side, turns: 15}
"""
SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture(params=SIZES)
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    """The battle at a size, a ship asked for its power."""
    found = Seated(tmp_path, CLOSE, request.param)
    found.look()
    assert found.battle.phase.name == "Power" and found.screen.model.chosen == "bastion"
    return found


def test_a_gun_is_dragged_onto_another(seat: Seated) -> None:
    well_laid(seat, "power")
    gives, takes = seat.widget("power railgun_p").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(gives, takes)
    seat.up(takes)
    assert str(seat.screen.model.order) == "lance_1<railgun_p"
    assert seat.screen.model.fault() is not None, "two are too little for four"
    seat.look()
    gives, takes = seat.widget("power railgun_s").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(gives, takes)
    seat.up(takes)
    assert str(seat.screen.model.order) == "lance_1<railgun_p+railgun_s" and seat.screen.model.fault() is None
    seat.look()
    seat.press("main")
    assert seat.orders[-1] == "bastion: lance_1<railgun_p+railgun_s"


def test_the_reactor_is_dragged_onto_a_gun(seat: Seated) -> None:
    start, end = seat.widget("reactor").hit.center, seat.widget("power lance_1").hit.center
    seat.pull(start, end)
    seat.up(end)
    assert str(seat.screen.model.order) == "lance_1<spare"


def test_a_gun_let_go_elsewhere_gives_nothing(seat: Seated) -> None:
    start, end = seat.widget("power railgun_p").hit.center, seat.widget("power lance_2").hit.center
    seat.pull(start, end)
    seat.up(end)
    assert str(seat.screen.model.order) == "as it is"


def test_presses_and_keys_go_through_all_that_is_enough(seat: Seated) -> None:
    seat.press("power lance_1")
    seen = [str(seat.screen.model.order)]
    seat.look()
    seat.screen.focus.focus(seat.widget("power lance_1"), True)
    for _ in range(3):
        seat.key("RETURN")
        seat.look()
        seen.append(str(seat.screen.model.order))
    assert seen[0] == "lance_1<spare" and len(set(seen)) == len(seen) and seat.screen.model.fault() is None


def test_a_switch_turns_a_gun_off_and_on(seat: Seated) -> None:
    seat.press("switch bolt_p")
    assert str(seat.screen.model.order) == "off bolt_p"
    seat.look()
    seat.press("switch bolt_p")
    assert str(seat.screen.model.order) == "as it is"


def test_a_side_opens_its_faces(seat: Seated) -> None:
    seat.press("system side aft")
    seat.look()
    assert "Guard 1" in seat.widget("faces").hint and "Lance" not in seat.widget("faces").hint


def test_a_target_shows_the_card_and_what_it_may_lose(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and bool(one.screen.model.waiting))
    model = seat.screen.model
    other = next(one.id for one in model.enemies())
    seat.click(seat.pixel(other))
    seat.key("v")
    seat.look()
    assert getattr(model.order, "shots", ())
    seat.screen.bottom_panel.open_tab(2)
    seat.look()
    well_laid(seat, "firing")
    assert [marks.at for marks in seat.screen.scene.sides] == [model.view.state.ships[other].at]
    assert "signature" in seat.widget("to hit").hint and "%" in seat.widget("to hit").hint
    assert "lost with" in "".join(seat.widget(name).hint for name in seat.names() if name.startswith(f"{other} side"))
