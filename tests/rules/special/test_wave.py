"""Wave guns: charging, the bands of the shot, what it costs the ship, a gun that is lost charged
(full-thrust-base/6.16)."""

from __future__ import annotations

from functools import partial

import pytest

from game.board.geometry import Point, ahead
from game.board.zones import corridor
from game.core.display import Zone
from game.rules.combat.fire import Fire
from game.rules.combat.targeting import shots
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.devices.wave_gun import BANDS, ChargeWaveGun, FireWaveGun, charge, struck
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.damage import knock_out
from game.rules.ships.design import Mount
from game.rules.ships.ship import WAVE_CHARGE, Ship
from game.rules.special import wave
from tests.support.builders import carried_out, design, house, ship, state, told, umpire
from tests.support.zones import inside

GUN, BEAM, FCS, SCREEN = Mount("", "wave_gun"), Mount("", "beam", 1), Mount("", "fcs"), Mount("", "screen")


def gunner(charged: int = 0, text: str = "", at: Point = (0.0, 0.0)) -> Ship:
    """Return a ship at course 12 with a gun so far charged, and the order that it has shown."""
    one = ship("gunner", "azure", at, built=design(GUN, BEAM, FCS, SCREEN, hull=40))
    one.set_timer(WAVE_CHARGE, charged or None)
    one.active_manoeuvres = Plot.parse("gunner", text).uses
    return one


def target(at: Point) -> Ship:
    """Return a ship that armour and screens do not save."""
    return ship("prey", "crimson", at, built=design(SCREEN, BEAM, FCS, hull=120, armour=9))


def ordered(text: str, one: Ship) -> str:
    """Return why an order is refused; empty if it is not."""
    wrong = fault(one, Plot.parse(one.id, text), house())
    return wrong.why if wrong else ""


def test_charging() -> None:
    """T-wg1: 3 and 2 make 5, not ready; the third die, a 1, makes 6, ready."""
    one = gunner()
    battle, use = state(one), Plot.parse("gunner", "CHARGE").uses[0]
    for face, total in ((3, 3), (2, 5)):
        told(lambda rolled: ChargeWaveGun().on_reveal(battle, rolled, one, use), face)
        told(lambda rolled: ChargeWaveGun().on_reveal(battle, rolled, one, use))
        battle.turn += 1
        assert charge(one) == total and "not ready" in ordered("WAVE", one)
    assert [risk.chance for risk in ChargeWaveGun().risks(one, use, Plot("gunner"), battle.house)] == [1.0]
    told(lambda rolled: ChargeWaveGun().on_reveal(battle, rolled, one, use), 1)
    assert charge(one) == 6 and not ordered("P1+1 WAVE", one) and "is ready" in ordered("CHARGE", one)


@pytest.mark.parametrize(
    ("at", "dice"),
    [
        ((1.0, 12.0), 4),
        ((1.1, 12.0), 3),
        ((1.1, 11.9), 0),
        ((1.5, 20.0), 3),
        ((2.0, 36.0), 2),
        ((2.0, 36.1), 0),
        ((2.1, 30.0), 0),
        ((0.0, -1.0), 0),
        ((0.0, 0.0), 0),
    ],
)
def test_the_bands(at: Point, dice: int) -> None:
    battle = state(gunner(7, "WAVE"), target(at))
    told(partial(wave.fire, battle), *[2] * dice)
    prey, one = battle.ships["prey"], battle.ships["gunner"]
    assert prey.hull == 120 - 2 * dice and prey.armour == (9,)
    assert charge(one) == 0


def test_what_is_drawn_is_what_is_struck() -> None:
    for band in BANDS:
        drawn = corridor((ahead((9.0, 9.0), 2, band.inner), ahead((9.0, 9.0), 2, band.outer)), band.width)
        for far in range(1, 40):
            for aside in (0.0, 0.95, 1.05, 1.45, 1.55, 1.95, 2.05):
                place = ahead(ahead((9.0, 9.0), 2, far + 0.1), 5, aside)
                assert (struck((9.0, 9.0), 2, place) == band) == inside(drawn, place)


def test_nothing_else_fires_and_screens_are_down_ahead() -> None:
    one, front, side = gunner(6, "WAVE"), target((0.0, 8.0)), target((8.0, 0.0))
    side.id = "side"
    battle = state(one, front, side)
    archive.on_reveal(battle, umpire(), one, Plot.parse("gunner", "WAVE"))
    assert "takes all power" in shots(battle, "gunner", "prey")[0].why_not
    carried_out(battle, Fire.parse("prey", "fire B1>gunner"), 4)
    assert one.hull == 39
    carried_out(battle, Fire.parse("side", "fire B1>gunner"), 4)
    assert one.hull == 39
    assert one.screen() == 1
    archive.late(battle, umpire())
    assert not one.status_flags


def test_a_gun_that_is_lost_charged_hurts_its_ship() -> None:
    one = gunner(5)
    told(lambda rolled: knock_out(state(one), rolled, one, one.design.mounts[0]))
    assert one.hull == 35 and charge(one) == 0 and "knocked out" in ordered("CHARGE", one)


def test_what_may_be_ordered() -> None:
    assert "has no wave gun" in ordered("CHARGE", ship())
    assert "is ready" in ordered("CHARGE WAVE", gunner(6)) and "not ready" in ordered("CHARGE WAVE", gunner(5))
    assert str(Plot.parse("gunner", "wave P1")) == "P1 WAVE"
    one = gunner(6)
    battle = state(one)
    order = Plot.parse("gunner", "WAVE")
    drawn = list(FireWaveGun().overlays(battle, one, order.uses[0], order.pose(battle)))
    assert [zone.label for zone in drawn if isinstance(zone, Zone)] == ["wave: 4 dice", "wave: 3 dice", "wave: 2 dice"]
    idle = state(gunner(3, "WAVE"))
    told(partial(wave.fire, idle))
    assert charge(idle.ships["gunner"]) == 3


def test_who_is_caught_is_told_by_what() -> None:
    log = told(partial(wave.fire, state(gunner(7, "WAVE"), target((0.0, 11.0)))), *[2] * 4)
    assert "{prey} is caught by {gunner}'s wave gun" in [line.text for line in log]
