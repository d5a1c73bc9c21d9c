"""Odds of attacks of several branches against what hit by hit comes to (5.2, 5.9)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from game.rules.combat.fire_odds import suffered
from game.rules.combat.table_odds import tables_alone
from game.rules.combat.weapon import BeamDice, Table
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.damage import soaked

Armour = tuple[int, ...]
HULL = 9
SAP: Table = tuple((1 / 6, (("SAP", points),)) for points in range(1, 7))
NORMAL: Table = ((0.5, ()), (0.3, (("normal", 2),)), (0.2, (("normal", 5),)))
LUMP: Table = ((0.25, ()), (0.75, (("SAP", 9),)))
TWICE: Table = ((0.5, (("AP", 1), ("AP", 2))), (0.5, ()))
BRANCHES = (
    ((0.5, (SAP, SAP)), (0.3, (SAP,)), (0.2, ())),
    ((0.6, (NORMAL, NORMAL, SAP)), (0.4, (NORMAL, LUMP))),
    ((0.7, (LUMP, NORMAL, NORMAL)), (0.1, (NORMAL,)), (0.2, (LUMP, SAP))),
    ((0.4, (TWICE, SAP)), (0.6, (SAP,))),
)


def hit_by_hit(armour: Armour, branches: tuple[tuple[float, tuple[Table, ...]], ...]) -> dict[Armour, list[float]]:
    """The chances of boxes lost by armour left, every way in which the tables can come out."""
    found: dict[Armour, list[float]] = {}
    for share, tables in branches:
        for results in product(*tables):
            left, points, chance = armour, 0, share
            for part, hits in results:
                left, through = soaked(left, hits)
                points, chance = points + through, chance * part
            found.setdefault(left, [0.0] * (HULL + 1))[min(points, HULL)] += chance
    return found


def long(vector: NDArray[np.float64]) -> list[float]:
    """With an entry for each box."""
    return [*vector.tolist(), *[0.0] * (HULL + 1 - len(vector))]


@pytest.mark.parametrize("armour", [(), (0,), (1,), (4,), (12,), (2, 3)])
@pytest.mark.parametrize("branches", BRANCHES)
def test_tables_come_to_what_hits_come_to_one_by_one(
    armour: Armour, branches: tuple[tuple[float, tuple[Table, ...]], ...]
) -> None:
    made = suffered({armour: np.ones(1)}, (False, branches, None), HULL)
    wanted = hit_by_hit(armour, branches)
    assert made.keys() == wanted.keys()
    assert all(long(vector) == pytest.approx(wanted[left], abs=1e-14) for left, vector in made.items())


@pytest.mark.parametrize("boxes", [0, 2, 9])
def test_beam_dice_in_several_branches_are_those_of_each_branch(boxes: int) -> None:
    branches = tuple((1 / 4, (BeamDice(dice, 1, Rerolls.MODIFIED, 0),) * bool(dice)) for dice in range(4))
    start = {(boxes,): np.array([0.75, 0.25]), (boxes + 3,): np.array([0.0, 0.0, 0.5])}
    made = suffered(start, (False, branches, None), HULL)
    wanted: dict[Armour, NDArray[np.float64]] = {}
    for armour, vector in start.items():
        for share, throws in branches:
            alone = suffered({armour: vector}, (False, ((1.0, throws),), None), HULL)
            for left, row in alone.items():
                wanted[left] = wanted.get(left, np.zeros(HULL + 1)) + share * np.array(long(row))
    assert made.keys() == wanted.keys()
    assert all(long(vector) == pytest.approx(wanted[left].tolist(), abs=1e-13) for left, vector in made.items())


def test_ordinary_points_in_a_row_are_one_throw_and_levels_that_do_the_same_one_branch() -> None:
    found = tables_alone(((0.5, (NORMAL, NORMAL, SAP)), (0.25, (NORMAL, NORMAL, SAP)), (0.25, (SAP, NORMAL))))
    assert found is not None
    assert sorted((round(share, 3), len(tables)) for tables, share in found.items()) == [(0.25, 2), (0.75, 2)]
    assert tables_alone(((1.0, (TWICE,)),)) is None and tables_alone(((1.0, (BeamDice(1, 0, Rerolls.NONE, 0),)),)) is None
