"""The last movement shown again on the board of a battle, by key and by button; the whole battle from the battle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.ui.host.screen import Push
from tests.support.ui.battle_driver import Seated


def moved(folder: Path, replay: Callable[[object, object], object] | None = None) -> Seated:
    """Return a battle whose first movement has been shown."""
    seat = Seated(folder, replay=replay)
    assert seat.until(lambda one: any(event.path for event in one.battle.log))
    seat.rest()
    seat.look()
    return seat


def test_w_shows_the_movement_again_and_gives_back_what_was_in_hand(tmp_path: Path) -> None:
    seat = moved(tmp_path)
    screen, flow = seat.screen, seat.screen.turn_flow
    places = {key: ship.at for key, ship in seat.battle.state.ships.items()}
    orders, ship = len(seat.battle.records), screen.model.chosen
    assert flow.repeatable and not screen.animation.active
    seat.key("w")
    assert screen.animation.active and flow.repeat.active and not flow.repeatable
    screen.tick(0.01)
    screen.tick(0.3)
    seat.look()
    flown = screen.animation.moment
    assert flown is not None and any(pose.at != places[key] for key, pose in flown.places.items() if key in places)
    seat.rest()
    assert not screen.animation.active and not flow.repeat.active
    assert len(seat.battle.records) == orders and screen.model.chosen == ship
    assert {key: one.at for key, one in screen.model.view.state.ships.items()} == places
    assert flow.repeatable and not screen.model.frozen


def test_the_button_stands_there_only_when_something_moved(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.look()
    assert "corner again" not in seat.names()
    seat = moved(tmp_path)
    assert "corner again" in seat.names()
    seat.press("corner again")
    assert seat.screen.turn_flow.repeat.active
    seat.rest()
    assert not seat.screen.turn_flow.repeat.active


def test_space_skips_it(tmp_path: Path) -> None:
    seat = moved(tmp_path)
    seat.key("w")
    seat.screen.tick(0.01)
    seat.key("SPACE")
    seat.screen.tick(0.01)
    seat.rest()
    assert not seat.screen.turn_flow.repeat.active and not seat.screen.model.frozen


def test_the_whole_battle_is_opened_for_the_seat_that_sits(tmp_path: Path) -> None:
    asked: list[object] = []
    page = object()

    def replay(battle: object, side: object) -> object:
        asked.append(side)
        return page

    seat = moved(tmp_path, replay=replay)
    seat.screen.do("replay")
    answer = seat.screen.tick(0.0)
    assert isinstance(answer, Push) and answer.screen is page and asked == [seat.screen.flow.seat]
