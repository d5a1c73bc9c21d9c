"""Escorts: by option friends beside the target meet shots at it (power/8.1)."""

from __future__ import annotations

import pytest

from game.board import hexes
from game.core.display import percent
from game.core.orders import Illegal
from game.core.values import HouseValue
from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.queue import PendingShot, guards_against, waiting
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.ships.ship import PowerState
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import ship, state

ABREAST = (1, 0)


def under_fire(at: hexes.Hex = ABREAST, **rules: HouseValue) -> PowerState:
    """Bastion, without a charged gun but one, is hit by plasma from ahead; Marlin is a friend beside it."""
    bastion, marlin = ship("bastion", charge={"guard_2": 1}), ship("marlin", at=at)
    there = state(bastion, marlin, ship("helix", at=(0, -2), towards=3, side="oreth"), **rules)
    queue.begin(there, umpire(9), [PendingShot("helix", "plasma_s", "plasma_cannon", "bastion", hexes.at((0, -2)))])
    return there


def able(there: PowerState) -> tuple[str, ...]:
    """Return guns that may meet the shot that waits."""
    shot = waiting(there)
    return guards_against(there, shot) if shot else ()


def test_a_ship_meets_shots_at_itself_alone() -> None:
    there = under_fire()
    assert able(there) == ("guard_2",)
    with pytest.raises(Illegal, match="no ship that may meet a shot at Bastion"):
        InterceptShot("bastion", ("marlin.guard_1",)).check(there)


@pytest.mark.parametrize(("at", "helps"), [((0, 0), True), (ABREAST, True), ((2, 0), False)])
def test_by_option_friends_in_the_hex_or_the_next_help(at: hexes.Hex, helps: bool) -> None:
    there = under_fire(at, intercept_escort=True)
    assert any(word.startswith("marlin.") for word in able(there)) == helps


def test_an_escort_stops_a_shot_and_its_gun_is_spent() -> None:
    there = under_fire(intercept_escort=True)
    word = next(one for one in able(there) if one.startswith("marlin."))
    order, dice = InterceptShot("bastion", (word,)), umpire(1)
    assert InterceptShot.parse("bastion", str(order)) == order
    order.check(there)
    assert any(word in one.order.guns for one in order.alternatives(there) if isinstance(one.order, InterceptShot))
    order.carry_out(there, dice)
    key = word.removeprefix("marlin.")
    assert there.ships["marlin"].charge[key] == 0 and key in there.ships["marlin"].kept
    assert dice.log[0].who == "marlin" and dice.log[0].result == "stopped" and not queue.SHOTS.of(there)
    assert there.ships["bastion"].hull == ship("bastion").hull


def test_to_let_a_shot_come_is_asked_about_where_it_may_destroy_the_ship() -> None:
    """With the chance that it does; not where no gun could meet it, nor where the ship is sure to live."""
    there = under_fire()
    order = InterceptShot("bastion")
    assert not order.risks(there) and not order.confirms(there)
    bastion = there.ships["bastion"]
    bastion.lost = {one.name: one.structure - 1 for one in bastion.design.sections}
    (risk,) = order.risks(there)
    (odds,) = order.odds(there, {})
    assert 0.005 < risk.chance <= 1 and ("destroyed", percent(risk.chance), "note") in odds.readings
    assert order.confirms(there) and not InterceptShot("bastion", able(there)).confirms(there)
    bastion.charge = {}
    assert not able(there) and not order.confirms(there)
