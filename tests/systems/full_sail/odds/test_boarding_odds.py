"""The exact odds of boarding: against the fight itself for every face, and against a count of every throw of every
round."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

import pytest

from game.core.umpire import Umpire
from game.systems.full_sail.boarding import melee
from game.systems.full_sail.boarding.melee import BoardingParty, fight
from tests.systems.full_sail.odds.every_die import every_die
from tests.systems.full_sail.ships_at_sea import sailer

Left = tuple[int, int, int, int]  # crew and marines that board, crew and marines that defend
ENDS = ("captured", "both dead", "repelled", "undecided")


@pytest.mark.parametrize("empty", [False, True])
def test_one_unit_against_one_in_the_fight_itself(empty: bool) -> None:
    """Of a ship without crew one die defends it, and nobody dies with it."""
    defended = BoardingParty(0 if empty else 1)
    ended: list[str] = []

    def play(umpire: Umpire) -> None:
        one = sailer("tern", "one", crossed=(2, 0, 0, 0), marines=0)
        two = sailer(
            "tern", "two", "auvrac", marines=0, away=frozenset(sailer("tern").design.crew_boxes[: 2 if empty else 1])
        )
        assert two.crew == defended.crew
        ended.clear()
        ended.append(fight(umpire, one, two, BoardingParty(1)).outcome)

    def told(umpire: Umpire) -> str | None:
        return ended.pop() if ended else None

    found, missed = every_die(play, told, 6)
    odds = melee.odds(BoardingParty(1), defended)
    assert missed == 0.0
    assert [found.get(end, 0.0) for end in ENDS] == pytest.approx(
        [odds.captured, odds.both, odds.repelled, odds.undecided]
    )


@lru_cache
def hits(crew: int, marines: int) -> dict[int, Fraction]:
    """Chance of each number of hits, by counting every throw of that many dice."""
    counted: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=crew + marines):
        scored = sum(face >= 5 for face in faces[:crew]) + sum(face >= 3 for face in faces[crew:])
        counted[scored] = counted.get(scored, 0) + 1
    return {scored: Fraction(many, 6 ** (crew + marines)) for scored, many in counted.items()}


def fallen(crew: int, marines: int, scored: int, marines_first: bool) -> tuple[int, int]:
    for _ in range(scored):
        if marines and marines_first:
            marines -= 1
        elif crew:
            crew -= 1
    return crew, marines


def fought(left: Left, rounds: int, marines_first: bool) -> dict[str, Fraction]:
    """Chance of each end of a fight of that many rounds, throw by throw."""
    if not rounds:
        return {"undecided": Fraction(1)}
    found: dict[str, Fraction] = {}
    for (ours, one), (theirs, two) in product(hits(*left[:2]).items(), hits(*left[2:]).items()):
        own = fallen(*left[:2], theirs, marines_first)
        other = fallen(*left[2:], ours, marines_first)
        if own[0] and other[0]:
            rest = fought((*own, *other), rounds - 1, marines_first)
        else:
            rest = {"captured" if own[0] else "repelled" if other[0] else "both dead": Fraction(1)}
        for end, chance in rest.items():
            found[end] = found.get(end, Fraction(0)) + one * two * chance
    return found


@pytest.mark.parametrize("marines_first", [False, True])
@pytest.mark.parametrize("sent", [(1, 0), (1, 1), (2, 0), (2, 1), (3, 1), (4, 2)])
@pytest.mark.parametrize("held", [(1, 0), (1, 1), (2, 1), (3, 0), (4, 1)])
def test_every_throw_of_every_round(sent: tuple[int, int], held: tuple[int, int], marines_first: bool) -> None:
    found = fought((*sent, *held), melee.ROUNDS, marines_first)
    odds = melee.odds(BoardingParty(*sent), BoardingParty(*held), marines_first)
    told = dict(zip(ENDS, (odds.captured, odds.both, odds.repelled, odds.undecided)))
    assert {end: float(found.get(end, 0)) for end in ENDS} == pytest.approx(told, abs=1e-12)
