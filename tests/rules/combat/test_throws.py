"""A throw told once: what it is rolled to on every face is what it is counted to."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from game.core.events import Die
from game.core.umpire import Recorded, Umpire
from game.rules.combat import weapons
from game.rules.odds.beam_chances import BeamDice
from game.rules.odds.one_layer import point_chances
from game.rules.odds.throws import NO_DAMAGE, Damage, Rule, Throw, d6, fixed_damage, results, throw
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.ship import Hit

TWO_DICE = BeamDice(2, 1, Rerolls.MODIFIED)


@throw
def lucky(needed: int, again: int) -> Rule:
    """A hit does beam dice; what misses may be thrown once more."""
    if (yield d6(needed)) or (yield d6(again, "/again")):
        return (TWO_DICE,)
    return NO_DAMAGE


@throw
def plain() -> Damage:
    """It asks nothing."""
    return fixed_damage("AP", 2, 3)


def on_every_face(given: Throw, most: int) -> dict[tuple[Hit, ...], float]:
    """The chances of hits by rolling each way in which that many dice may fall; dice that are not asked for change
    nothing."""
    found: dict[tuple[Hit, ...], float] = {}
    for faces in product(range(1, 7), repeat=most):
        hits = given.roll(Umpire(Recorded(faces)), "shot").hits
        found[hits] = found.get(hits, 0.0) + 6.0**-most
    return found


@pytest.mark.parametrize("seed", range(40))
def test_a_gun_is_counted_as_it_is_rolled(seed: int) -> None:
    chance = Random(seed)
    added, needed, level = chance.randrange(-2, 3), chance.randrange(1, 8), chance.randrange(3)
    given = chance.choice((
        weapons.torpedo(needed, level), weapons.kgun(needed, chance.randrange(1, 7), level), weapons.mkp(added),
        weapons.needle(added, chance.randrange(4, 8)),
    ))  # fmt: skip
    likely = given.likely
    assert not isinstance(likely, BeamDice)
    assert {hits: chance for chance, hits in results(likely)} == pytest.approx(on_every_face(given, 2), abs=1e-12)
    assert sum(chance for chance, _ in given.branches) == pytest.approx(1, abs=1e-12)


def test_labels_and_dice_are_those_of_the_questions() -> None:
    umpire = Umpire(Recorded((4, 2)), 3, 6)
    rolled = weapons.kgun(4, 3, 0).roll(umpire, "fire/a/K>b")
    assert rolled == ((1, 6), (("AP", 6),), (Die(4), Die(2, of="effect")))
    assert [roll.label for roll in umpire.rolls] == ["T3.6/fire/a/K>b", "T3.6/fire/a/K>b/damage"]
    assert weapons.kgun(4, 3, 0).roll(Umpire(Recorded((4, 5))), "x").dice[1] == Die(5, False, of="effect")


def test_ends_that_are_equal_are_one() -> None:
    hit, (chance, missed) = lucky(4, 5).branches
    assert hit == (0.5 + 0.5 / 3, (TWO_DICE,)) and chance == pytest.approx(0.5 * 2 / 3) and missed == ()


def test_what_is_returned_is_counted_as_a_whole() -> None:
    hit, whole = 0.5 + 0.5 / 3, point_chances(TWO_DICE)
    found = point_chances(lucky(4, 5).likely)
    assert found[1:] == pytest.approx(hit * whole[1:], abs=1e-12)
    assert found[0] == pytest.approx(hit * whole[0] + 1 - hit, abs=1e-12)
    assert weapons.beams(TWO_DICE).likely == TWO_DICE


def test_a_rule_may_ask_nothing() -> None:
    assert plain().roll(Umpire(Recorded(())), "x").hits == (("AP", 2),) * 3
    assert plain().likely == ((1.0, (("AP", 2),) * 3),)


def test_a_throw_is_kept_by_what_it_is_thrown_by() -> None:
    assert lucky(4, 5) is lucky(4, 5) and lucky(4, 5) is not lucky(5, 4)
