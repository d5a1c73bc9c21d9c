"""Who is asked to fire, against every side tried at every enemy (sail/4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.board.geometry import span, within
from game.systems.full_sail.gunnery.broadside import refusal, silent
from game.systems.full_sail.gunnery.guns import BANDS
from game.systems.full_sail.orders.fire_order import may_fire
from game.systems.full_sail.sea.board import IN_SIGHT
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.grapples import tie
from game.systems.full_sail.ships.ship import SailState
from tests.systems.full_sail.ships_at_sea import BUILT, at_sea, body, sailer


@pytest.mark.parametrize("premeasure", [True, False])
def test_who_may_fire_is_told_as_if_every_side_were_tried_at_every_enemy(premeasure: bool) -> None:
    """Crowded waters: islands, ships in the way, wrecks, grapples, ships that have struck or fired."""
    rng, told = Random(14), set[bool]()
    for _ in range(60):
        state = crowded_sea(rng, premeasure)
        far = BANDS[-1] if premeasure else IN_SIGHT
        for side in state.sides:
            wanted = tuple(
                ship.id
                for ship in state.fleet(side)
                if ship.id not in state.acted
                and not silent(ship)
                and any(
                    within(span(ship.at, other.at), far) and refusal(state, ship, mount, other) is None
                    for other in state.enemies(side)
                    for mount in SIDES
                )
            )
            assert may_fire(state, side) == wanted
            told |= {ship.id in wanted for ship in state.fleet(side)}
    assert told == {True, False}


def crowded_sea(rng: Random, premeasure: bool) -> SailState:
    """Twenty ships at random, one in three of them tied to another, on a table with islands."""
    ships = [
        sailer(
            rng.choice(list(BUILT)),
            f"s{n}",
            rng.choice(["merrow", "auvrac"]),
            (rng.uniform(0, 90), rng.uniform(0, 60)),
            rng.randint(1, 12),
            struck=rng.random() < 0.1,
            lost=frozenset(["port1", "bow1"][: rng.randint(0, 2)]),
        )
        for n in range(20)
    ]
    lands = tuple(replace(body("island", (rng.uniform(0, 90), rng.uniform(0, 60))), key=f"island{n}") for n in range(2))
    state = at_sea(*ships, bodies=lands, premeasure=premeasure)
    state.acted |= {one.id for one in ships if rng.random() < 0.2}
    for one, other in zip(ships[:6:2], ships[1:6:2]):
        tie(state, one.id, other.id)
    return state
