"""Nova cannons: whom the plasma touches on each of its turns, what the shot costs the ship (full-thrust-base/6.15)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from game.board.geometry import Point, ahead
from game.board.zones import capsule
from game.core.display import Zone
from game.rules.combat.targeting import shots
from game.rules.counters.counter import store_counter
from game.rules.counters.kinds import Plasma
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.devices.nova_cannon import TEMPLATES, NovaCannon, Template, contact_time
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.special import nova
from tests.support.builders import design, house, ship, state, told, umpire
from tests.support.fighter_battles import carrier, flight
from tests.support.narrowing import present
from tests.support.zones import inside

CANNON, BEAM, FCS, SCREEN = Mount("", "nova"), Mount("", "beam", 1), Mount("", "fcs"), Mount("", "screen")


def gunner(at: Point = (0.0, 0.0)) -> Ship:
    """Return a ship at course 12 that has shown its order to fire."""
    one = ship("gunner", "azure", at, built=design(CANNON, BEAM, FCS, SCREEN))
    one.active_manoeuvres = Plot.parse("gunner", "NOVA").uses
    return one


def target(at: Point, key: str = "prey") -> Ship:
    """Return a ship that armour and screens do not save."""
    return ship(key, "crimson", at, built=design(SCREEN, SCREEN, hull=120, armour=9))


def lost(battle: ThrustState) -> int:
    """Return hull boxes that the target has lost; its armour has lost none."""
    prey = battle.ships["prey"]
    assert prey.armour == (9,)
    return prey.design.hull - prey.hull


@pytest.mark.parametrize(("at", "points"), [((0.9, 15.0), 21), ((1.1, 15.0), 0), ((1.0, 24.0), 21), ((0.0, 4.9), 0)])
def test_the_first_turn(at: Point, points: int) -> None:
    """T-nc1: 0.9 MU beside the line 15 MU ahead takes six dice, 1.1 MU is missed."""
    battle = state(gunner(), target(at))
    told(partial(nova.fire, battle), *([1, 2, 3, 4, 5, 6] if points else []))
    assert lost(battle) == points
    assert battle.counters["gunner.NOVA"].at == (0.0, 24.0)


def test_the_turns_after_it() -> None:
    """T-nc1: on the second turn 1.9 MU beside the line 30 MU ahead takes four dice; on the third two, and it is
    gone."""
    battle = state(gunner(), target((1.9, 30.0)))
    told(partial(nova.fire, battle))
    assert nova.under_way(battle) and nova.warnings(battle)[0].label == "plasma, next turn: 4 dice"
    told(partial(nova.fly_on, battle), 1, 2, 1, 2)
    assert lost(battle) == 6
    battle.ships["prey"].at = (3.0, 60.0)
    told(partial(nova.fly_on, battle), 6, 1)
    assert lost(battle) == 13
    assert not nova.under_way(battle) and battle.counters["gunner.NOVA"].removed_reason == "burnt out"


def test_plasma_that_has_left_the_table_is_gone() -> None:
    battle = state(gunner((10.0, 40.0)))
    told(partial(nova.fire, battle))
    assert battle.counters["gunner.NOVA"].removed_reason == "off the table"


def test_friends_and_fighters_are_caught_in_the_order_in_which_they_are_reached() -> None:
    friend = ship("friend", "azure", (0.0, 20.0), built=design(hull=40))
    rook = carrier("rook", "crimson", (30.0, 10.0))
    battle = state(gunner(), friend, rook)
    flight(battle, "rook", "HGRa", (0.5, 8.0))
    told(partial(nova.fire, battle), 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, *[1] * 1)
    assert battle.counters["rook.HGRa"].removed_reason == "shot down" and friend.hull == 28


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("facing", [12, 2, 7])
def test_what_is_drawn_is_what_is_struck(template: Template, facing: int) -> None:
    drawn = capsule(
        ahead((40.0, 40.0), facing, template.inner), ahead((40.0, 40.0), facing, template.outer), template.width
    )
    for far in range(0, 80, 3):
        for aside in (0.0, 0.5, 0.95, 1.05, 1.9, 2.1, 2.95, 3.1):
            place = ahead(ahead((40.0, 40.0), facing, far), facing % 12 + 3 if facing + 3 <= 12 else facing - 9, aside)
            assert (contact_time(template, (40.0, 40.0), facing, place) is not None) == inside(drawn, place), (
                far,
                aside,
            )


def test_what_the_shot_costs_its_ship() -> None:
    battle = state(gunner(), target((0.0, 10.0)))
    one = battle.ships["gunner"]
    archive.on_reveal(battle, umpire(), one, Plot.parse("gunner", "NOVA"))
    assert one.screen() == 0
    assert "takes all power" in shots(battle, "gunner", "prey")[0].why_not
    archive.late(battle, umpire())
    assert one.screen() == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [("NOVA", ""), ("NOVA +1", "takes the place of every other order"), ("NOVA RAM prey", "rams nobody")],
)
def test_what_may_be_ordered(text: str, why: str) -> None:
    one = ship("gunner", built=design(CANNON))
    found = fault(one, Plot.parse("gunner", text), house())
    assert (why in found.why) if found else not why


def test_without_a_cannon_that_works_there_is_no_shot() -> None:
    bare, hurt = ship(), ship("gunner", built=design(CANNON))
    hurt.lost.add("NOVA")
    assert "has no nova cannon" in present(fault(bare, Plot.parse("lancet", "NOVA"), house())).why
    assert "knocked out" in present(fault(hurt, Plot.parse("gunner", "NOVA"), house())).why
    lamed = gunner()
    lamed.lost.add("NOVA")
    battle = state(lamed)
    told(partial(nova.fire, battle))
    assert not battle.counters


def test_it_is_advised_where_an_enemy_and_no_friend_would_be_struck() -> None:
    one = ship("gunner", at=(20.0, 10.0), built=design(CANNON))
    battle = state(one, target((20.0, 25.0)))
    assert str(NovaCannon().suggestion(battle, one)) == "NOVA"
    battle.ships["friend"] = ship("friend", at=(20.0, 20.0))
    assert NovaCannon().suggestion(battle, one) is None
    order = Plot.parse("gunner", "NOVA")
    zones = list(NovaCannon().overlays(battle, one, order.uses[0], order.pose(battle)))
    assert [one.label for one in zones if isinstance(one, Zone)] == [
        "turn 1: 6 dice",
        "turn 2: 4 dice",
        "turn 3: 2 dice",
    ]


def test_plasma_of_a_file_flies_on() -> None:
    battle = state(gunner(), target((1.9, 30.0)))
    made = Plasma.at_launch("gunner.NOVA", "plasma", battle.ships["gunner"], battle.ships["gunner"].design.mounts[0])
    store_counter(battle, replace(made, at=(0.0, 24.0)))
    told(partial(nova.fly_on, battle), 1, 1, 1, 1)
    assert lost(battle) == 4
