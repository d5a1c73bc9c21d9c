"""The account of a small battle with forced dice, in which every figure is worked out on paper.

Sixes are not rolled again. A beam die scores 0, 1 or 2 in 3, 2 and 1 faces of six: two dice come to 0, 1, 2, 3, 4 in 9,
12, 10, 4, 1 ways of 36, four dice to 4 or more in 363 of 1296. A torpedo that needs a 3 misses in 12 ways of 36 and
does each of 1 to 6 in 4; two of them come to 5 or more in 672 of 1296.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.account.account import Account, ShipAccount, SideTurn, account_of
from game.account.luck import Luck, luck_of, together
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.battle.script import run
from game.core.events import Score

BATTLE = ROOT / "tests" / "cases" / "butts_and_bows.yaml"
BEAM_2, TORPEDO = (9, 12, 10, 4, 1), (12, 4, 4, 4, 4, 4, 4)


@pytest.fixture(scope="module")
def account() -> Account:
    opened = open_battle(BATTLE)
    assert run(opened) == []
    return account_of(opened.battle.view(None))


def ship(account: Account, key: str) -> ShipAccount:
    return next(one for one in account.ships if one.id == key)


def the_luck(luck: tuple[Luck, ...]) -> Luck:
    """Return the luck of the one unit that was rolled for."""
    (one,) = luck
    return one


def likely(luck: Luck, shots: int, scored: int, rolled: int, expected: Fraction, chance: Fraction) -> bool:
    """Check the mean and the chance of as much luck or more. Return whether shots, hits and sum are these."""
    assert luck.expected == pytest.approx(float(expected)) and luck.at_least == pytest.approx(float(chance))
    return (luck.shots, luck.scored, luck.rolled) == (shots, scored, rolled)


def test_each_ship_has_what_it_dealt_and_took_and_who_sank_it(account: Account) -> None:
    archer, bowman, butt = (ship(account, key) for key in ("archer", "bowman", "butt"))
    assert (archer.dealt, archer.taken, archer.put_out, archer.end) == (4, 1, (), "")
    assert (bowman.dealt, bowman.taken, bowman.put_out) == (4, 0, ("butt",))
    assert (butt.dealt, butt.taken, butt.end, butt.by) == (1, 8, "destroyed", "bowman")
    assert butt.systems == ("Hold",) and not archer.systems and not bowman.systems


def test_the_luck_of_each_ship_is_the_exact_tail_of_its_dice(account: Account) -> None:
    archer, bowman, butt = (the_luck(ship(account, key).luck) for key in ("archer", "bowman", "butt"))
    assert likely(archer, 2, 2, 4, Fraction(8, 3), Fraction(363, 1296))
    assert likely(bowman, 2, 1, 5, Fraction(14, 3), Fraction(672, 1296))
    assert likely(butt, 1, 1, 1, Fraction(2, 3), Fraction(1, 2))
    assert archer.words == "as lucky or luckier: 28 %"


def test_each_turn_has_what_each_side_did_in_it(account: Account) -> None:
    first, second = account.turns
    assert (first.turn, second.turn, account.turn, account.accidents) == (1, 2, 2, 0)
    turns: list[SideTurn] = [found for turn in account.turns for _, found in turn.sides]
    assert [(one.dealt, one.taken, one.lost) for one in turns] == [(3, 1, 0), (1, 3, 0), (5, 0, 0), (0, 5, 1)]
    azure = dict(first.sides)["azure"]  # a beam that came to 3 of 4 at most, a torpedo that missed
    assert likely(the_luck(azure.luck), 2, 1, 3, Fraction(11, 3), tail(3, BEAM_2, TORPEDO))


def test_each_weapon_has_its_shots_side_by_side(account: Account) -> None:
    rows = {(one.weapon, one.side): one.luck for one in account.weapons}
    assert list(rows) == [("Beam 2", "azure"), ("Pulse torpedo", "azure"), ("Beam 1", "amber")]
    assert likely(rows["Beam 2", "azure"], 2, 2, 4, Fraction(8, 3), Fraction(363, 1296))
    assert rows["Pulse torpedo", "azure"].unit == account.unit == "points"


def test_sides_are_the_sums_of_their_ships(account: Account) -> None:
    azure, amber = account.sides
    assert (azure.ships, azure.lost, azure.dealt, azure.taken, azure.systems) == (2, 0, 8, 1, 0)
    assert (amber.ships, amber.lost, amber.dealt, amber.taken, amber.systems) == (1, 1, 1, 8, 1)
    assert likely(the_luck(azure.luck), 4, 3, 9, Fraction(22, 3), tail(9, BEAM_2, BEAM_2, TORPEDO, TORPEDO))


def tail(least: int, *shots: tuple[int, ...]) -> Fraction:
    """Return the chance that shots, given by their ways out of 36, total that many points or more."""
    ways = {0: Fraction(1)}
    for shot in shots:
        after: dict[int, Fraction] = {}
        for points, chance in ways.items():
            for more, count in enumerate(shot):
                after[points + more] = after.get(points + more, Fraction(0)) + chance * Fraction(count, 36)
        ways = after
    return sum((chance for points, chance in ways.items() if points >= least), Fraction(0))


# -- luck --------------------------------------------------------------------------------------------------------------


def test_the_chances_of_many_shots_are_those_of_adding_them_one_by_one() -> None:
    shots = [Score(2, (0.5, 0.25, 0.25)), Score(0, (0.1, 0.9)), Score(1, (0.5, 0.25, 0.25))] * 3
    found = together(shots)
    assert float(found.sum()) == pytest.approx(1.0) and len(found) == 16
    assert float(found[15]) == pytest.approx(0.25**6 * 0.9**3)


def test_units_are_never_added_together() -> None:
    shots = [Score(1, (0.5, 0.5), "craft"), Score(3, (0.5, 0, 0, 0.5)), Score(1, (0.25, 0.75), "hits")]
    assert [(one.unit, one.rolled) for one in luck_of(shots)] == [("points", 3), ("hits", 1), ("craft", 1)]


def test_what_could_come_to_nothing_else_has_no_luck_in_it() -> None:
    (fixed,) = luck_of([Score(4, (0, 0, 0, 0, 1.0))])
    assert fixed.certain and fixed.words == "no luck in it"
    (unlucky,) = luck_of([Score(0, (0.5, 0.5))] * 3)
    assert unlucky.words == "as unlucky or unluckier: 12 %" and not unlucky.lucky
    (beyond,) = luck_of([Score(9, (0.5, 0.5))])  # dice that were set by hand may come to what they hardly ever do
    assert beyond.at_least == 0 and beyond.lucky
