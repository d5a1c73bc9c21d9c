"""Fire by the letter: one side for all shots, armour of fighters, torpedoes without C&C, lost sensors (power/6 to
12)."""

from __future__ import annotations

import pytest

from game.board import hexes
from game.core.umpire import Umpire
from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.queue import PendingShot
from game.systems.power_hex.combat.sides import row_for
from game.systems.power_hex.combat.to_hit import terms
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.outcome import scores
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from game.systems.power_hex.turn import end_of_round, open_round
from tests.support.builders import umpire
from tests.support.narrowing import present
from tests.systems.power_hex.fleet import house, ship, state


def shot(weapon: str, target: str, start: hexes.Hex = (0, 0), mount: str = "gun", firer: str = "foe") -> PendingShot:
    """Return a shot from a hex."""
    return PendingShot(firer, mount, weapon, target, hexes.at(start))


def settled(there: PowerState, *shots: PendingShot, faces: tuple[int, ...]) -> Umpire:
    """Return shots to their end, which nothing meets; every die that is given must be rolled."""
    one = umpire(*faces)
    queue.begin(there, one, shots)
    while prompts := queue.guard_prompts(there):
        InterceptShot(prompts[0].ids[0]).carry_out(there, one)
    assert one.faces == faces
    return one


def test_shots_along_an_edge_strike_one_side_though_it_weakens() -> None:
    label, origin = "PH-13.14", (2, -4)
    shots = [shot("lance_medium", "bastion", origin, gun, "citadel") for gun in ("lance_1", "lance_2")]
    there = state(ship("citadel", at=origin), ship("bastion", side="oreth", lost={"starboard": 2}))
    hurt = there.ships["bastion"]
    assert row_for(hurt, hexes.at(origin)) == "starboard"
    settled(there, *shots, faces=(1, 1, 5, 5, 5, 12, 12, 1, 5, 5, 5, 12, 12))
    assert row_for(hurt, hexes.at(origin)) == "fore", "the owner would choose otherwise by now"
    assert (hurt.structure("fore"), hurt.structure("starboard")) == (40, 42 - 15 - 15), label


def test_the_die_for_the_side_falls_again_in_the_next_phase() -> None:
    there = state(ship("citadel", at=(0, -4)), ship("bastion", side="oreth"))
    for face, side in ((1, "fore"), (10, "aft")):
        settled(there, shot("lance_medium", "bastion", (0, -4), "lance_1", "citadel"), faces=(1, face, 1, 1, 1, 18))
        assert there.ships["bastion"].lost[side] > 0


@pytest.mark.parametrize(
    ("weapon", "dice", "lost"), [("railgun", (1, 1), 4), ("plasma_cannon", (1, 1, 1), 6), ("bolt_array", (1,), 3)]
)
def test_armour_of_fighters_by_kind_of_shot(weapon: str, dice: tuple[int, ...], lost: int) -> None:
    label = "PH-13.16"
    there = state(ship("bastion", at=(0, 1)), ship("gadfly", side="oreth", craft=(6,)))
    settled(there, shot(weapon, "gadfly", (0, 1), firer="bastion"), faces=(1, *dice))
    assert there.ships["gadfly"].craft == (6 - lost,), label


def test_a_torpedo_needs_nobody_in_command() -> None:
    wreck, target = ship("citadel", lost={"cnc": 20}), ship("bastion", at=(0, -5))
    found = {key: present(terms(wreck, target, WEAPONS[key], 5, house())) for key in ("torpedo", "railgun")}
    assert (found["torpedo"].command, found["railgun"].command) == (0, 4)


@pytest.mark.parametrize(
    ("kind", "boxes", "rating"), [("bastion", 15, 5), ("citadel", 18, 6), ("marlin", 9, 3), ("sliver", 8, 4)]
)
def test_without_a_box_of_sensors_no_rating_is_left(kind: str, boxes: int, rating: int) -> None:
    assert ship(kind, lost={"sensors": boxes}).sensor_loss() == rating + 8
    assert ship(kind, lost={"sensors": boxes - 1}).sensor_loss() == (boxes - 1) // 4 < rating
    assert ship(kind, lost={"sensors": 4}).sensor_loss() == 1, "PH-13.17"


def test_pulses_count_by_the_number_of_the_die_that_hit() -> None:
    label = "PH-8.2"
    origin, target = (0, -4), ship("bastion", side="oreth", lost={"fore": 39}, charge={})
    kinds = (("railgun", "railgun_1"), ("pulse_heavy", "pulse_1"))
    shots = [shot(kind, "bastion", origin, mount, "citadel") for kind, mount in kinds]
    there = state(ship("citadel", at=origin), target, intercept_all=True)
    one = settled(there, *shots, faces=(1, 13, 1, 1, 1, 10, 20, 6, 1, 1, 1))
    assert target.lost_sides == ("fore",) and target.signature == 10
    assert any("3 pulses" in str(event) for event in one.log), label


def test_nobody_is_asked_about_a_shot_that_no_gun_is_left_to_meet() -> None:
    there = state(ship("citadel", at=(0, -4)), ship("bastion", side="oreth", charge={"guard_2": 1}), intercept_all=True)
    shots = [shot("railgun", "bastion", (0, -4), f"railgun_{n}", "citadel") for n in (1, 2)]
    one = umpire(1, 1, 5, 1, 1, 1, 18, 1, 1, 18)
    queue.begin(there, one, shots)
    assert queue.guard_prompts(there)[0].ids == ("bastion",)
    InterceptShot("bastion", ("guard_2",)).carry_out(there, one)
    assert not queue.guard_prompts(there) and not queue.SHOTS.of(there)


def test_flights_aboard_are_lost_with_their_carrier() -> None:
    there = state(
        ship("bastion"), ship("gadfly", carrier="bastion", removed_reason="aboard"), ship("helix", side="oreth")
    )
    won = dict(scores(there))["oreth"]
    assert won == 0
    there.ships["bastion"].removed_reason = "destroyed"
    points = there.ships["bastion"].design.points + there.ships["gadfly"].design.points
    assert dict(scores(there))["oreth"] == points
    one = umpire()
    end_of_round(there, one)
    assert there.ships["gadfly"].removed_reason == "destroyed" and dict(scores(there))["oreth"] == points
    assert any("is lost with" in event.text for event in one.log)
    open_round(there, umpire(11))
    assert there.initiative == ("helix",), "it rolls for initiative no more"
