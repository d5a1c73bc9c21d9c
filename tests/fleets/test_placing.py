"""Fleets placed in every game: in turn, in secret and by rule, in their zones, clear of bodies; and the battle file."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.battle.loader import load_start_text
from game.core.orders import Illegal
from game.fleets.muster import EDGES, Muster, tables
from game.fleets.placing import Placing, ShipStart
from game.formats.yaml_writer import block
from game.systems import SYSTEMS


def mustered(key: str, seed: int = 7) -> Muster:
    muster = Muster(SYSTEMS[key])
    muster.deal(0, seed)
    muster.deal(1, seed + 1)
    return muster


def placed(muster: Muster) -> Placing:
    placing = Placing(muster)
    while placing.due is not None:
        placing.rest()
        placing.set_down()
    return placing


@pytest.mark.parametrize("edges", EDGES)
@pytest.mark.parametrize("order", ["in turn", "in secret", "by rule"])
@pytest.mark.parametrize("key", SYSTEMS)
def test_all_ships_stand_in_their_zones(key: str, order: str, edges: str) -> None:
    muster = mustered(key)
    muster.set_fields("how", order=order, edges=edges)
    placing = placed(muster)
    spots = placing.state.spots
    assert set(spots) == set(placing.ships)
    assert len({spot.at for spot in spots.values()}) == len(spots)
    assert all(not placing.why_not(one, spot) for one, spot in spots.items())
    opened = placing.open_battle()
    read = load_start_text(block({"version": 1, **placing.data()}), "placed")
    assert read.battle.state == opened.battle.state
    assert {one.name for one in read.battle.state.ships.values()} == {one.name for one in placing.ships.values()}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_table_of_a_game_has_room_for_both_fleets(key: str) -> None:
    for name, table in tables(SYSTEMS[key]).items():
        muster = mustered(key)
        muster.set_table(name, table)
        placed(muster).open_battle()


def test_the_larger_fleet_begins_and_they_take_turns() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper", 2)
    placing = Placing(muster)
    assert placing.turns == (1, 0, 1)
    assert placing.due == 1 and placing.ships[placing.hand].seat == 1


def test_a_ship_outside_its_zone_or_in_a_planet_or_too_fast_is_refused() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_table(
        "A planet at the edge", {"terrain": [{"kind": "planet", "name": "Tavira", "at": [3, 24], "radius": 3}]}
    )
    placing = Placing(muster)
    for spot, why in (
        (ShipStart((7, 10), 3, 6), "Outside your zone."), (ShipStart((3, 24), 3, 6), "Tavira is there."),
        (ShipStart((3, 10), 3, 9), "Too fast"), (ShipStart((-1, 10), 3, 6), "off the table"),
    ):  # fmt: skip
        with pytest.raises(Illegal, match=why):
            placing.place_ship("lancet", spot)
    assert placing.state.spots == {}
    placing.line_abreast()
    assert not placing.why_not("lancet", placing.state.spots["lancet"])


def test_a_ship_is_moved_turned_and_lifted_until_it_is_set_down() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper")
    placing = Placing(muster)
    with pytest.raises(Illegal, match="Lancet is still in the tray"):
        placing.set_down()
    placing.move("lancet", (3.04, 10))
    placing.turn("lancet", 1)
    placing.speed_up("lancet", -2)
    assert placing.state.spots["lancet"] == ShipStart((3.0, 10.0), 4, 4)
    placing.lift("lancet")
    assert placing.state.spots == {}
    placing.undo()
    placing.set_down()
    with pytest.raises(Illegal, match="stands already"):
        placing.move("lancet", (3, 11))
    assert placing.due == 1 and placing.hand == "vesper"


def test_computers_place_theirs_by_themselves() -> None:
    muster = mustered("full-thrust")
    muster.set_roster(1, "computer", player="captain")
    placing = Placing(muster)
    while placing.due is not None:
        assert placing.due == 0
        placing.rest()
        placing.set_down()
    assert set(placing.state.spots) == set(placing.ships)
    assert placing.data()["sides"]["amber"]["player"] == "captain"


def test_a_secret_fleet_is_placed_in_secret() -> None:
    muster = mustered("full-thrust")
    muster.set_roster(1, "computer", player="captain", hidden=True)
    placing = Placing(muster)
    assert placing.how == "in secret"
    with pytest.raises(Illegal, match="secret until the battle"):
        placing.switch("in turn")


def test_house_rules_on_the_start_are_those_agreed_on() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_fields("deep zones", depth=11, speed=13, house={"start_zone": 6, "points_limit": 500})
    placing = Placing(muster)
    assert placing.data()["house"] == {"points_limit": 1500}
    placing.place_ship("lancet", ShipStart((10, 10), 3, 13))
    placing.rest()
    placing.set_down()
    placing.rest()
    placing.set_down()
    assert placing.open_battle().battle.state.ships


def test_straight_on_it_leaves_the_table() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    placing = Placing(muster)
    assert placing.off_the_table(ShipStart((6, 24), 3, 6)) == 12
    assert placing.off_the_table(ShipStart((6, 24), 3, 0)) is None


def test_a_fleet_without_room_is_refused_in_words() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.set_terms("free")
    muster.add(0, "dunlin", 150)
    muster.add(1, "vesper")
    muster.set_table("Tiny", {"width": 12, "height": 12})
    with pytest.raises(Illegal, match="no room in the zone"):
        Placing(muster)


def test_the_battle_is_an_ordinary_file(tmp_path: Path) -> None:
    from game.sandbox.storage import open_sandbox

    for key in SYSTEMS:
        path = tmp_path / f"{key}.yaml"
        path.write_text(block({"version": 1, **placed(mustered(key)).data()}))
        assert open_sandbox(path).opened.battle.state.ships


def in_secret() -> Placing:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper", 2)
    muster.set_fields("how", order="in secret")
    return Placing(muster)


def test_in_secret_the_second_seat_sees_nothing_until_all_stand() -> None:
    placing = in_secret()
    placing.rest()
    own = set(placing.state.spots)
    placing.set_down()
    assert placing.due == 1 and placing.hides
    assert placing.seen_by(1) == {} and set(placing.seen_by(0)) == own
    assert not placing.undoable
    with pytest.raises(Illegal, match="nothing has been done"):
        placing.undo()
    placing.rest()
    placing.undo()
    assert set(placing.state.spots) == own
    placing.redo()
    placing.set_down()
    assert not placing.hides and set(placing.seen_by(0)) == set(placing.seen_by(1)) == set(placing.ships)
    with pytest.raises(Illegal, match="nothing has been done"):
        placing.undo()


def test_a_line_abreast_does_not_give_away_where_hidden_ships_stand() -> None:
    """Zones that overlap: the places that the second seat is offered do not depend on what it may not see."""
    lines = []
    for first in ((36, 24), (3, 3)):
        muster = Muster(SYSTEMS["full-thrust"])
        muster.add(0, "lancet")
        muster.add(1, "vesper")
        muster.set_fields("how", order="in secret", depth=72)
        placing = Placing(muster)
        placing.move("lancet", first)
        placing.set_down()
        placing.line_abreast()
        lines.append(placing.state.spots["vesper"])
    assert lines[0] == lines[1]


def test_what_stands_openly_stays_open_when_both_go_on_in_secret() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper", 2)
    placing = Placing(muster)
    placing.rest()
    placing.set_down()
    placing.rest()
    placing.set_down()
    placing.switch("in secret")
    assert placing.due == 0 and len(placing.seen_by(1)) == 3, "the open one, and both of its own"
    placing.set_down()
    assert placing.due == 1 and placing.hides and len(placing.seen_by(1)) == 3
    with pytest.raises(Illegal, match="in secret already"):
        placing.switch("in turn")


def test_the_ship_in_hand_can_be_set_down_after_any_undo() -> None:
    placing = placed(mustered("full-thrust"))
    while placing.undoable:
        placing.undo()
        assert placing.due is None or placing.hand in [one.key for one in placing.waiting]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_state_of_the_ships_that_stand_is_that_of_the_battle(key: str) -> None:
    placing = placed(mustered(key))
    first = next(iter(placing.ships))
    assert placing.standing(placing.state.spots) == placing.open_battle().battle.state
    assert set(placing.standing({first: placing.state.spots[first]}).ships) == {first}


@pytest.mark.parametrize("key", SYSTEMS)
def test_ships_share_a_place_only_where_the_game_lets_them(key: str) -> None:
    muster = mustered(key)
    placing = Placing(muster)
    first, second = (one.key for one in placing.waiting[:2])
    spot = placing.offer(first)
    placing.place_ship(first, spot)
    if placing.system.files.one_to_a_cell:
        assert placing.why_not(second, spot) == f"{placing.ships[first].name} is there."
        return
    placing.place_ship(second, spot)
    while placing.due is not None:
        placing.rest()
        placing.set_down()
    placing.open_battle()


def test_any_places_that_are_taken_make_a_battle() -> None:
    """On every table of every game, wherever ships are put."""
    for key in SYSTEMS:
        for name, table in tables(SYSTEMS[key]).items():
            dice = random.Random(name)
            muster = mustered(key)
            muster.set_table(name, table)
            placing = Placing(muster)
            while placing.due is not None:
                x, y, wide, high = placing.zones.rect(placing.due)
                at = placing.board.nearest((x + wide * dice.random(), y + high * dice.random()))
                spot = ShipStart(placing.rounded(at), dice.choice(placing.board.courses), dice.randrange(4))
                if not placing.why_not(placing.hand, spot):
                    placing.place_ship(placing.hand, spot)
                    placing.set_down()
            assert placing.open_battle().battle.state.ships


def test_undo_takes_back_only_ones_own_ship() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper", 2)
    muster.set_roster(1, "computer", player="captain")
    placing = Placing(muster)
    placing.move("lancet", (3, 10))
    placing.set_down()
    answer = placing.state.spots["vesper"]
    assert placing.state.down == ("lancet", "vesper")
    placing.undo()
    stands: list[str] = [*placing.state.down]
    assert stands == ["vesper"] and placing.state.spots["vesper"] == answer
    assert placing.due == 0 and placing.turns == (1, 0, 0, 1) and placing.state.spots["lancet"].at == (3, 10)
    placing.undo()
    assert placing.state.spots == {"vesper": answer} and not placing.undoable
    placing.redo()
    placing.redo()
    assert placing.state.down == ("lancet", "vesper")
    placing.undo()
    placing.move("lancet", (3, 12))
    placing.set_down()
    assert placing.state.down == ("vesper", "lancet") and placing.due == 0
    placing.rest()
    placing.set_down()
    assert placing.due is None and placing.open_battle().battle.state.ships


def test_undo_takes_back_an_answer_that_made_way() -> None:
    """Zones that overlap: the computer stands beside a ship that is taken back."""
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper", 2)
    muster.set_fields("over all the table", depth=72)
    muster.set_roster(1, "computer", player="captain")
    placing = Placing(muster)
    placing.move("lancet", (3, 3))
    placing.set_down()
    usual = placing.state.spots["vesper"].at
    placing = Placing(muster)
    placing.move("lancet", usual)
    placing.set_down()
    assert placing.state.spots["vesper"].at != usual
    placing.undo()
    assert placing.state.down == () and set(placing.state.spots) == {"lancet"}


@pytest.mark.parametrize("body", [
    {"kind": "dust", "name": "Veil", "at": [4, 24], "radius": 5},
    {"kind": "planet", "name": "Tavira", "at": [10, 24], "radius": 3},
    {"kind": "asteroid", "name": "Rock", "at": [8, 36], "radius": 2, "course": 6, "velocity": 10},
])  # fmt: skip
def test_ships_in_line_abreast_meet_no_body_in_the_first_turn(body: dict[str, object]) -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 3)
    muster.add(1, "vesper")
    muster.set_table("A body before the edge", {"terrain": [body]})
    placing = Placing(muster)
    spots = [placing.lined_up[one.key] for one in placing.fleet(0)]
    assert not any(placing.met_first(spot) for spot in spots)
    assert placing.met_first(ShipStart((4.0, 24.0), 3, 6)) or body["kind"] == "asteroid"


def test_a_fleet_whose_zone_is_a_cloud_stands_in_it() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 3)
    muster.add(1, "vesper")
    muster.set_table("A cloud", {"terrain": [{"kind": "dust", "name": "Veil", "at": [36, 24], "radius": 60}]})
    placed(muster).open_battle()


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_rest_stand_as_far_from_a_ship_placed_by_hand_as_from_one_another(key: str) -> None:
    muster = mustered(key)
    muster.set_fields("how", order="in secret")
    lined = Placing(muster)
    seat = lined.due
    assert seat is not None
    usual = closest(lined, lined.lined_up, seat)
    x, y, wide, high = lined.zones.rect(seat)
    for across, along in ((0.5, 0.5), (0.5, 0.52), (0.3, 0.56), (0.7, 0.45), (0.2, 0.9)):
        placing = Placing(muster)
        placing.move(placing.hand, placing.board.nearest((x + wide * across, y + high * along)))
        placing.rest()
        assert closest(placing, placing.state.spots, seat) >= usual - 0.2, (across, along)


@pytest.mark.parametrize(("key", "design", "apart"), [("full-thrust", "lancet", 6.0), ("power-hex", "bastion", 3.0)])
def test_the_rest_close_up_to_a_ship_placed_by_hand(key: str, design: str, apart: float) -> None:
    muster = Muster(SYSTEMS[key])
    muster.set_fields("terms", limit=20_000, order="in secret")
    muster.add(0, design, 5)
    muster.add(1, design)
    for across, along in ((0.5, 0.5), (0.5, 0.55), (0.3, 0.6), (0.6, 0.42)):
        placing = Placing(muster)
        x, y, wide, high = placing.zones.rect(0)
        placing.move(placing.hand, placing.board.nearest((x + wide * across, y + high * along)))
        placing.rest()
        places = [spot.at for spot in placing.state.spots.values()]
        for n, at in enumerate(places):
            near = min(placing.board.distance(at, other) for m, other in enumerate(places) if m != n)
            assert near == pytest.approx(apart, abs=0.1), (across, along)


def closest(placing: Placing, spots: Mapping[str, ShipStart], seat: int) -> float:
    """Return the least distance between two ships of a seat."""
    own = [spot.at for key, spot in spots.items() if placing.ships[key].seat == seat]
    return min(placing.board.distance(a, b) for n, a in enumerate(own) for b in own[:n])


def test_where_the_zone_is_full_the_rest_keep_clear_all_the_same() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.deal(0, 3)
    muster.deal(1, 4)
    muster.set_table(*next(one for one in tables(muster.system).items() if one[0] == "First Light"))
    placing = Placing(muster)
    first = placing.hand
    middle = placing.offer(first).at
    placing.place_ship(first, placing.first_spot(first, (middle[0] + 0.5, middle[1] + 0.5)))
    placing.rest()
    assert closest(placing, placing.state.spots, 0) >= 2.5
