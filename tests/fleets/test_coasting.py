"""Where a place before the battle leads if everybody goes straight on, in every game."""

from __future__ import annotations

from dataclasses import replace

from game.core.orders import Id
from game.fleets.coasting import Coasting
from game.fleets.muster import Muster
from game.fleets.placing import Placing, ShipStart
from game.systems import SYSTEMS


def facing(design: str = "lancet", other: str = "vesper") -> tuple[Placing, Id, Id]:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, design)
    muster.add(1, other)
    return Placing(muster), design, other


def test_the_first_shot_comes_when_both_have_coasted_into_range() -> None:
    placing, mine, other = facing()
    coasting = Coasting(placing)
    spot = ShipStart((6, 24), 3, 6)
    assert coasting.outlook(mine, spot).foe == "", "nobody stands yet"
    placing.move(mine, (6, 24))
    placing.set_down()
    placing.move(other, (66, 24))
    placing.set_down()
    found = coasting.outlook(mine, spot)
    assert (found.foe, found.distance, found.leaves) == (other, 60.0, 12)
    table = placing.system.mean_table(placing.open_battle().battle.state, mine, other)
    reach = float(table.limits.max())  # type: ignore[attr-defined]
    assert found.shot == next(n for n in range(1, 9) if 60 - 12 * n <= reach)
    assert coasting.outlook(mine, ShipStart((6, 24), 9, 6)).shot is None, "it leaves the table"
    placing.system = replace(placing.system, means=lambda *_: None)
    assert Coasting(placing).outlook(mine, spot).shot == found.shot, "a game without tables is asked place by place"


def test_a_planet_between_both_hides_them_from_each_other() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_table("A planet", {"terrain": [{"kind": "planet", "name": "Tavira", "at": [36, 24], "radius": 6}]})
    placing = Placing(muster)
    for key, x in (("lancet", 6), ("vesper", 66)):
        placing.place_ship(key, ShipStart((x, 24), 12, 0))
        placing.set_down()
    placing.undo()
    assert Coasting(placing).outlook("vesper", ShipStart((66, 24), 9, 0)).shot is None


def test_hidden_ships_are_no_enemies_yet() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_fields("how", order="in secret")
    placing = Placing(muster)
    placing.rest()
    placing.set_down()
    placing.rest()
    assert Coasting(placing).outlook("vesper", placing.state.spots["vesper"]).foe == ""


def test_every_game_has_an_outlook() -> None:
    for key in SYSTEMS:
        muster = Muster(SYSTEMS[key])
        muster.deal(0, 7)
        muster.deal(1, 8)
        placing = Placing(muster)
        while placing.due is not None:
            placing.rest()
            placing.set_down()
        first = placing.fleet(0)[0].key
        found = Coasting(placing).outlook(first, placing.state.spots[first])
        assert found.foe in placing.ships and found.distance > 0


def test_the_fleets_meet_where_they_are_nearest() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper")
    placing = Placing(muster)
    first, second = (one.key for one in placing.fleet(0))
    for key, spot in (
        (first, ShipStart((3, 40), 9, 6)),
        ("vesper", ShipStart((68, 10), 9, 6)),
        (second, ShipStart((3, 10), 3, 0)),
    ):
        placing.place_ship(key, spot)
        placing.set_down()
    found = Coasting(placing).meeting()
    assert (found.nearest, found.distance) == ((second, "vesper"), 65.0)
    assert found.leaving == ((first, 1), ("vesper", 12))
