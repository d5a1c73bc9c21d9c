"""Odds of attacks of several branches against what hit by hit comes to (5.2, 5.9)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product

import pytest

from game.rules.combat.fire_odds import hull_odds
from game.rules.odds.beam_chances import BeamDice, beam_chances
from game.rules.odds.throws import LikelyHits, SeveralHits, Table, Throws, several_hits
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.damage import soak_all
from game.rules.ships.ship import Hit

Armour = tuple[int, ...]
Branches = tuple[tuple[float, Throws], ...]
HULL = 9
SAP: Table = tuple((1 / 6, (("SAP", points),)) for points in range(1, 7))
NORMAL: Table = ((0.5, ()), (0.3, (("normal", 2),)), (0.2, (("normal", 5),)))
LUMP: Table = ((0.25, ()), (0.75, (("SAP", 9),)))
TWICE: Table = ((0.5, (("AP", 1), ("AP", 2))), (0.5, ()))
SALVO = several_hits((0.2, 0.3, 0.0, 0.5), (0.0, 0.25, 0.0, 0.75), "SAP")
BEAMS = BeamDice(2, 1, Rerolls.NONE)
BRANCHES: tuple[Branches, ...] = (
    ((0.5, (SAP, SAP)), (0.3, (SAP,)), (0.2, ())),
    ((0.6, (NORMAL, NORMAL, SAP)), (0.4, (NORMAL, LUMP))),
    ((0.7, (LUMP, NORMAL, NORMAL)), (0.1, (NORMAL,)), (0.2, (LUMP, SAP))),
    ((0.4, (TWICE, SAP)), (0.6, (SAP,))),
    ((0.25, (SALVO, NORMAL)), (0.75, (SALVO,))),
    ((0.25, (BEAMS, SAP)), (0.5, (SAP,)), (0.25, (BEAMS,))),
)
EVERY_ARMOUR = [(), (0,), (1,), (4,), (12,), (2, 3)]


def results(throw: LikelyHits) -> Iterable[tuple[float, tuple[Hit, ...]]]:
    """Return all that a throw may come to, one by one."""
    if isinstance(throw, BeamDice):
        table = beam_chances(throw)
        return [
            (float(table[n, m]), (("normal", n), ("P", m)))
            for n in range(table.shape[0])
            for m in range(table.shape[1])
        ]
    if not isinstance(throw, SeveralHits):
        return throw
    points = [(n, chance) for n, chance in enumerate(throw.points) if chance]
    found = list[tuple[float, tuple[Hit, ...]]]()
    for count, share in enumerate(throw.counts):
        for dice in product(points, repeat=count):
            chance, hits = share, list[Hit]()
            for n, part in dice:
                chance *= part
                hits.append((throw.mode, n))
            found.append((chance, tuple(hits)))
    return found


def hit_by_hit(armour: Armour, branches: Branches, raking: bool = False) -> list[float]:
    """Return the chances of boxes lost, every way in which the throws can come out."""
    found = [0.0] * (HULL + 1)
    for share, throws in branches:
        for outcome in product(*map(results, throws)):
            left, points, chance = armour, 0, share
            for part, hits in outcome:
                left, through = soak_all(left, [("hull", n) if raking else (mode, n) for mode, n in hits])
                points, chance = points + through, chance * part
            found[min(points, HULL)] += chance
    return found


@pytest.mark.parametrize("armour", EVERY_ARMOUR)
@pytest.mark.parametrize("branches", BRANCHES)
def test_attacks_come_to_what_hits_come_to_one_by_one(armour: Armour, branches: Branches) -> None:
    made = hull_odds(armour, HULL, [(False, branches, None)])
    assert made.tolist() == pytest.approx(hit_by_hit(armour, branches), abs=1e-14)


@pytest.mark.parametrize("armour", EVERY_ARMOUR)
@pytest.mark.parametrize("branches", BRANCHES)
def test_what_rakes_meets_no_armour(armour: Armour, branches: Branches) -> None:
    made = hull_odds(armour, HULL, [(True, branches, None)])
    assert made.tolist() == pytest.approx(hit_by_hit(armour, branches, raking=True), abs=1e-14)


@pytest.mark.parametrize("armour", [(), (3,), (2, 3)])
def test_attacks_follow_each_other(armour: Armour) -> None:
    """A raking one among them leaves the armour for the next."""
    given = [(False, BRANCHES[1], None), (True, BRANCHES[3], None), (False, BRANCHES[4], None)]
    wanted = [0.0] * (HULL + 1)
    for (one, first), (two, second), (three, third) in product(BRANCHES[1], BRANCHES[3], BRANCHES[4]):
        for outcome in product(*(results(throw) for throw in (*first, *second, *third))):
            left, points, chance = armour, 0, one * two * three
            for place, (part, hits) in enumerate(outcome):
                raked = len(first) <= place < len(first) + len(second)
                left, through = soak_all(left, [("hull", n) if raked else (mode, n) for mode, n in hits])
                points, chance = points + through, chance * part
            wanted[min(points, HULL)] += chance
    assert hull_odds(armour, HULL, given).tolist() == pytest.approx(wanted, abs=1e-12)


def test_behind_one_layer_the_order_of_attacks_does_not_matter() -> None:
    attacks = [(False, branches, None) for branches in (BRANCHES[0], BRANCHES[4], BRANCHES[5])]
    first, *others = [hull_odds((6,), HULL, given).tolist() for given in permutations(attacks)]
    assert all(other == pytest.approx(first, abs=1e-15) for other in others)


@pytest.mark.parametrize("boxes", [1, 5, 30])
def test_many_dice_are_what_their_branches_are(boxes: int) -> None:
    """Long tails of re-rolls, behind so much armour that both are multiplied otherwise than short ones."""
    dice = [BeamDice(count, 0, Rerolls.MODIFIED) for count in (3, 6)]
    together = hull_odds((boxes,), 40, [(False, ((1.0, (dice[0], dice[1])),), None)])
    apart = hull_odds((boxes,), 40, [(False, ((1.0, (one,)),), None) for one in dice])
    nine = hull_odds((boxes,), 40, [(False, ((1.0, (BeamDice(9, 0, Rerolls.MODIFIED),)),), None)])
    assert together.tolist() == pytest.approx(nine.tolist(), abs=1e-12)
    assert apart.tolist() == pytest.approx(nine.tolist(), abs=1e-12)
