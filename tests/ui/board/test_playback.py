"""Playback of a movement and of fire: a function of time that ends exactly where the rules left the ships."""

from __future__ import annotations

import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from pygame import Rect

from game.battle.battle import Battle
from game.board.line_of_sight import place
from game.board.terrain import Body
from game.core.events import Event
from game.core.state import Table
from game.rules.movement.plot import Plot
from game.rules.ships.design import Mount
from game.rules.turn.side_orders import Lock
from game.systems import SYSTEMS
from game.ui.board.layers.event_marks import aside_of, beside
from game.ui.board.model.playback import DRIFT, GROW, MOVE, MovingShip, Playback, Player, share_at
from tests.support.builders import design, ship, state

PATH = ((10.0, 10.0), (14.0, 10.0), (18.0, 16.0))


def move(who: str = "lancet", path: tuple[tuple[float, float], ...] = PATH, facings: tuple[int, ...] = (3, 2)) -> Event:
    return Event("move", "", f"{{{who}}} moves", who, path=path, facings=facings, at=path[-1])


def played(bodies: tuple[Body, ...] = (), **lancet: int) -> tuple[Battle, list[Event], dict[str, int]]:
    """Return a turn of orders and movement; the battle after it, what it told, and how ships faced before."""
    built = design(Mount("", "fcs"), Mount("", "beam", 2, ("F",)), thrust=6)
    start = state(
        ship("lancet", "azure", (12.0, 12.0), 3, lancet.get("velocity", 8), built),
        ship("sextant", "azure", (8.0, 40.0), 12, 14, built),
        ship("vesper", "crimson", (30.0, 12.0), 9, 7, built),
        ship("kiln", "crimson", (56.0, 40.0), 8, 8, built),
    )
    start.table = Table(72, 48, bodies)
    battle = Battle(SYSTEMS["full-thrust"], start, 11)
    before = {key: one.facing for key, one in battle.state.ships.items()}
    battle.play(Plot("lancet", (2,), 1))
    battle.play(Plot("vesper", (-1, 1), -2))
    battle.play(Lock("azure"))
    record = battle.play(Lock("crimson"))
    return battle, list(record.log), before


def test_it_ends_exactly_where_the_state_has_the_ships() -> None:
    battle, events, before = played()
    film = Playback(events, before)
    assert set(film.ships) == set(battle.state.ships)
    last = film.at(film.duration)
    for key, one in battle.state.ships.items():
        assert last.places[key].at == one.at
        if one.in_play:
            assert last.places[key].degrees == 30.0 * one.facing % 360
    assert film.at(film.duration + 5) == last


def test_a_ship_that_leaves_stops_at_the_edge_and_one_that_hits_a_rock_where_she_was_lost() -> None:
    rock = Body("rock", "asteroid", "Anvil", (18.0, 8.5), 2.0)
    battle, events, before = played((rock,), velocity=20)
    film, ships = Playback(events, before), battle.state.ships
    assert ships["sextant"].removed_reason == "left" and ships["lancet"].removed_reason == "destroyed"
    last = film.at(film.duration)
    for key in ("sextant", "lancet"):
        assert last.places[key].at == ships[key].at and film.ships[key].until < 1
        assert key not in last.alive and key in film.at(0.01).alive
    met = next(event for event in events if event.kind == "contact")
    when = met.time * MOVE
    assert not [mark for mark in film.at(when - 0.02).marks if mark.event is met]
    shown = next(mark for mark in film.at(when + 0.02).marks if mark.event is met)
    assert shown.at == met.at and math.dist(film.at(when).places["lancet"].at, shown.at) < 0.01


def test_ships_start_where_they_stood_and_face_as_they_did() -> None:
    film = Playback([move()], {"lancet": 12})
    first = film.at(0)
    assert first.places["lancet"].at == PATH[0] and first.places["lancet"].degrees == 0


def test_each_leg_takes_an_equal_share_at_constant_speed_on_the_real_path() -> None:
    film = Playback([move()])
    for n in range(101):
        share = n / 100
        assert film.at(MOVE * share).places["lancet"].at == pytest.approx(place(PATH, share))


def test_all_ships_move_together() -> None:
    film = Playback([move(), move("vesper", ((40.0, 10.0), (20.0, 10.0)), (9,))])
    now = film.at(MOVE / 2)
    assert now.places["lancet"].at == pytest.approx(PATH[1]) and now.places["vesper"].at == pytest.approx((30.0, 10.0))


def test_a_turn_is_short_and_goes_the_shorter_way_round() -> None:
    flight = MovingShip(PATH, (330.0, 30.0, 60.0), 1.0, PATH[-1])
    headings = [flight.at(share / 200).degrees for share in range(1, 200)]
    assert all(heading >= 330 or heading <= 60 for heading in headings)
    assert flight.at(0.1).degrees == 30 and flight.at(0.49).degrees == 30 and flight.at(0.6).degrees == 60


def test_terrain_that_moves_goes_first() -> None:
    rock = Event("move", "", "Anvil drifts", "anvil", path=((0.0, 0.0), (6.0, 0.0)), facings=(3,), at=(6.0, 0.0))
    film = Playback([rock, move()], bodies={"anvil"})
    assert film.at(DRIFT).bodies == {"anvil": (6.0, 0.0)} and film.at(DRIFT).places["lancet"].at == PATH[0]
    assert film.duration == pytest.approx(DRIFT + MOVE)


def test_enemies_passing_are_marked_where_and_when() -> None:
    gap = ((14.0, 11.0), (16.0, 11.0))
    note = Event("note", "", "", "lancet", "vesper", result="2.0 MU apart", at=(15.0, 11.0), time=0.6, line=gap)
    film = Playback([move(), note])
    assert film.at(0.59 * MOVE).marks == () and film.at(0.61 * MOVE).marks[0].at == (15.0, 11.0)
    assert film.stations == (round(0.6 * MOVE / film.duration, 4),)


def test_lines_of_fire_grow_one_after_another() -> None:
    line = ((0.0, 0.0), (10.0, 0.0))
    hit = Event("fire", "", "", "lancet", "vesper", line=line, tone="good")
    miss = Event("fire", "", "", "lancet", "vesper", line=line)
    film = Playback([hit, miss, Event("lost", "", "", whom="vesper")])
    assert [beam.grown for beam in film.at(GROW / 2).beams] == [pytest.approx(0.5)]
    assert film.at(GROW).beams[0].grown == 1
    assert "vesper" in film.at(0.1).alive and "vesper" not in film.at(film.duration).alive


def test_nothing_to_show_takes_no_time() -> None:
    film = Playback([Event("note", "", "Initiative")])
    assert film.duration == 0 and film.at(3).places == {} and film.stations == ()
    assert Player(film).done and Player(film).share == 1


def test_the_place_on_a_path_is_found_again() -> None:
    for share in (0.0, 0.2, 0.5, 0.77, 1.0):
        assert share_at(PATH, place(PATH, share)) == pytest.approx(share)
    assert share_at(PATH, (0.0, 0.0)) is None


def test_a_player_can_be_paused_sped_up_skipped_and_scrubbed() -> None:
    player = Player(Playback([move()]))
    assert player.tick(0.5) and player.seconds == pytest.approx(0.5)
    player.pause()
    assert not player.tick(7.5) and player.seconds == pytest.approx(0.5)
    player.pause()
    player.faster()
    assert player.speed == 2.0
    player.tick(0.1)
    assert player.seconds == pytest.approx(0.7)
    player.seek(0.25)
    assert player.paused and player.share == pytest.approx(0.25)
    player.skip()
    assert player.done and player.moment == player.playback.at(player.duration)
    player.pause()
    assert not player.done and player.seconds == 0
    for _ in range(9):
        player.faster(-1)
    assert player.speed == 0.5


def test_lines_of_many_shots_all_end_on_their_target() -> None:
    asides = [aside_of(nth) for nth in range(24)]  # of two flights of six fighters with two guns each
    assert len(set(asides[:5])) == 5 and max(asides) < 26, "a small ship is no broader"


@pytest.mark.usefixtures("plain_theme")
def test_what_came_of_it_is_written_beside_the_names() -> None:
    rect, spot, name = Rect(0, 0, 60, 20), (100.0, 100.0), Rect(80, 50, 60, 20)
    above, below = beside(rect, spot, []), beside(rect, spot, [name])
    assert above.bottom < spot[1] and above.colliderect(name)
    assert below.top > spot[1] and below.centerx == spot[0]
    assert beside(rect, spot, [name, below]).left > spot[0]
    assert beside(rect, spot, [Rect(0, 0, 200, 200)]) == above
