"""Figures printed on the pages of the games on hexes, worked out again from the rules themselves (hex/1 to 4)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from game.battle.designs import designs_of
from game.board import hexes
from game.board.boards import SPINE, HexBoard
from game.rulebook.book import entry
from game.rules.hex.helm import CREWS, EXCESS, control_chance, half, limit, side_cost
from game.systems import SYSTEMS
from game.systems.easyhex.missiles import FLIGHTS, WARHEADS
from game.systems.easyhex.movement.ratings import sides, top
from tests.rules.shipyard.test_hex_designs import DESIGNS

HALVED, THIRDS = HexBoard(mu=2, rounded_up=True), HexBoard(mu=3)


def table(section: str) -> list[list[str]]:
    """Return the rows of a page, its heading among them."""
    return [list(row) for row in entry(f"hex/{section}").table]


def numbers(row: list[str]) -> list[int]:
    """Return a row without its name, as numbers."""
    return [int(cell.replace("−", "-")) for cell in row[1:]]


def test_the_fleets_of_the_examples_are_those_of_the_games() -> None:
    assert all(designs_of(SYSTEMS[key]).keys() == DESIGNS.keys() for key in ("hexcess", "easyhex", "hex12"))
    assert (DESIGNS["drover"].thrust, DESIGNS["karst"].thrust, DESIGNS["wether"].thrust) == (8, 6, 6)


def test_rows_bear_their_names_and_courses() -> None:
    courses, names = table("1")
    assert [hexes.NAMES[hexes.direction(course)] for course in numbers(courses)] == names[1:]


def test_what_a_side_costs_and_which_drive_can_pay_it() -> None:
    speeds, cost, normal, excess = table("2.3")
    for column, pair in enumerate(speeds[1:]):
        price = numbers(cost)[column]
        assert {side_cost(int(v)) for v in pair.split("–")} == {price}
        for row, marks in ((normal, frozenset()), (excess, frozenset({EXCESS}))):
            enough = [t for t in range(1, 20) if limit(driven(t, marks)) >= price]
            assert min(enough) == numbers(row)[column]


def driven(thrust: int, marks: frozenset[str] = frozenset(), advanced: bool = False, quality: str = "regular") -> Any:
    """As much of a ship as a drive asks for."""
    return SimpleNamespace(
        thrust=thrust, status_flags=marks, quality=quality, design=SimpleNamespace(advanced=advanced)
    )


@pytest.mark.parametrize(("section", "row", "marks", "advanced", "recovering"), [
    ("2.4", 1, frozenset(), False, False), ("2.4", 2, frozenset(), True, False),
    ("2.4/recovery", 1, frozenset(), False, True), ("2.4/recovery", 2, frozenset({EXCESS}), False, True),
    ("2.4/recovery", 3, frozenset(), True, True), ("2.4/recovery", 4, frozenset({EXCESS}), True, True),
])  # fmt: skip
def test_control_rolls(section: str, row: int, marks: frozenset[str], advanced: bool, recovering: bool) -> None:
    _, needs, chance = table(section)[row]
    exact = control_chance(driven(6, marks, advanced), recovering)
    assert f"{round(100 * exact)} %" == chance
    assert sum(a + b >= int(needs) for a in range(1, 7) for b in range(1, 7)) / 36 == pytest.approx(float(exact))


def test_crews() -> None:
    crews, rolls, tenths = table("2.4/crews")
    assert numbers(rolls) == [CREWS[crew] for crew in crews[1:]]
    assert [-(-41 * n // 10) for n in numbers(tenths)] == [37, 41, 46, 50]


def test_chances_against_an_asteroid() -> None:
    thrusts, chances = table("2.5")
    for thrust, chance in zip(numbers(thrusts), chances[1:]):
        pairs = [(a + thrust, b) for a in range(1, 7) for b in range(1, 7) if a + thrust != b]
        assert f"{round(100 * sum(a > b for a, b in pairs) / len(pairs))} %" == chance
    assert [half(v) for v in (1, 5)] == [1, 3], "dice of damage"


def test_hexes_in_each_arc() -> None:
    arcs, counts = table("2.6")
    found = [hexes.side_of(one) for one in hexes.ring((0, 0), int(counts[0].split()[-1]))]
    assert numbers(counts) == [found.count({"Rear": "A"}.get(arc, arc[0])) for arc in arcs[1:]]


def test_halved_ranges() -> None:
    mu, count = table("2.7")
    assert [HALVED.to_board_units(n) for n in numbers(mu)] == numbers(count)


@pytest.mark.parametrize(("section", "board", "more"), [("2.7/point-blank", HALVED, 1), ("3.3", THIRDS, 0)])
def test_bands_of_beams(section: str, board: HexBoard, more: int) -> None:
    if section == "3.3":
        assert [board.to_board_units(12 * n) for n in (1, 2, 3)] == [4, 8, 12]
        return
    heads, *rows = table(section)
    for level, row in enumerate(rows, 1):
        for band, cell in zip(heads[1:], row[1:]):
            far = int(band.split("–")[1])
            dice = level - max(0, (board.weapon_distance(far) - 1) // 12)
            assert cell == (str(dice + more * (far <= 3)) if dice > 0 else "–")


def test_pivots() -> None:
    thrusts, without, credit = table("3.2")
    for column, words in enumerate(thrusts[1:]):
        for thrust in map(int, words.replace(" up", "").split("–")):
            given = [sides(thrust, earned, {"tr4_agile": False}) for earned in (False, True)]
            assert given == [numbers(without)[column], numbers(credit)[column]]
    assert top(4) == 8


def test_nova_plasma() -> None:
    _, flies, flown, dice, strength = table("3.5")
    assert tuple(numbers(flies)) == FLIGHTS and numbers(flown) == [sum(FLIGHTS[: n + 1]) for n in range(4)]
    assert numbers(dice) == [count for count, _ in WARHEADS["normal"]] == numbers(strength)


def test_longer_spines() -> None:
    speeds, corrected = table("4/spines")
    assert [int(SPINE * v + 0.5) for v in numbers(speeds)] == numbers(corrected)
