"""Figures printed on the pages of the manoeuvres: each table and example worked out again, from the rules or face by
face."""

from __future__ import annotations

from collections import Counter
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from game.battle.designs import designs_of
from game.rulebook.book import entry
from game.rules.ships.design import Design
from game.rules.ships.drive import drive_power, failing
from game.systems import SYSTEMS
from tests.support.narrowing import narrow

FACES = range(1, 7)
SCORE = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}
DESIGNS = designs_of(SYSTEMS["full-thrust"])
LANCET, VESPER, GLOAMING, HALBERD = (
    narrow(DESIGNS[name], Design) for name in ("lancet", "vesper", "gloaming", "halberd")
)


def table(name: str) -> list[list[str]]:
    """Return the rows of a page below its heading."""
    return [list(row) for row in entry(f"manoeuvres/{name}").table[1:]]


def text(name: str) -> str:
    return entry(f"manoeuvres/{name}").text


def boxes(design: Design) -> int:
    return design.hull + design.armour


@pytest.mark.parametrize(("gone", "row"), list(enumerate(table("checks"))))
def test_drive_checks_fail_as_their_table_says(gone: int, row: list[str]) -> None:
    ship: Any = SimpleNamespace(rows_gone=gone)
    for added, cell in enumerate(row[1:]):
        least = 1 if cell == "always" else int(cell.removesuffix("+"))
        assert 6 * failing(ship, added, {"threshold.current_level": "row"}) == sum(face >= least for face in FACES)


def test_the_kinder_reading_is_kinder_from_the_second_row_on() -> None:
    for gone in range(4):
        ship: Any = SimpleNamespace(rows_gone=gone)
        strict, kind = (failing(ship, 0, {"threshold.current_level": value}) for value in ("row", "rows_lost_min1"))
        assert 6 * (strict - kind) == (1 if gone else 0)


def test_emergency_thrust_has_the_chances_of_its_table() -> None:
    for row in table("emergency-thrust/dice"):
        count = int(row[0])
        sums = Counter(min(4, sum(SCORE[face] for face in roll)) for roll in product(FACES, repeat=count))
        exact = [sums[0], sums[1], sums[2] + sums[3], sums[4]]
        assert [float(cell) for cell in row[1:]] == [pytest.approx(100 * n / 6**count, abs=0.051) for n in exact]


def test_redlined_engines_give_what_their_table_says() -> None:
    heads = [int(cell) for cell in entry("manoeuvres/redlined-engines").table[0][1:]]
    redlined, turning = ([int(cell) for cell in row[1:]] for row in table("redlined-engines"))
    assert redlined == [thrust + thrust // 2 for thrust in heads]
    lancet: Any = SimpleNamespace(design=LANCET)
    assert turning == [drive_power(lancet, thrust, {"odd_thrust_turn": "down"}).turning for thrust in redlined]


@pytest.mark.parametrize(("row", "design", "part"), [(2, LANCET, 1), (3, VESPER, 1), (4, VESPER, 2)], ids=str)
def test_backfire_zones_are_those_of_the_ships_named(row: int, design: Design, part: int) -> None:
    k = design.mass * design.thrust // (100 * part)  # a twentieth for each thrust, and a fifth of that
    words = table("grav-backfire/zones")[row]
    assert words[0].endswith(f"k {k}")
    assert [cell.removesuffix(" dice") for cell in words[1:]] == [
        f"{k}: {2 * k}",
        f"{2 * k}: {k}",
        f"{3 * k}: {k // 2}",
    ]


def test_the_screening_ship_takes_the_share_of_the_example() -> None:
    a, b = boxes(VESPER), boxes(GLOAMING)
    share = 100 * a // (a + b) + 20
    assert f"Vesper ({a} boxes) covers Gloaming ({b})" in text("eclipsing/share")
    assert (
        f"is {share} per cent. Of 12 points Vesper takes {12 * share // 100} and Gloaming {12 - 12 * share // 100}."
        in text("eclipsing/share")
    )
    assert [int(cell) for cell in table("eclipsing/share")[0][1:]] == [share - 20 * apart for apart in range(4)]


def test_examples_name_ships_as_they_are_built() -> None:
    for thrust, design in ((6, LANCET), (4, VESPER), (6, HALBERD)):
        assert design.thrust == thrust
    assert f"Halberd, mass {HALBERD.mass}," in text("corkscrew") and HALBERD.mass // 20 == 5
    points = (VESPER.mass + 2) // 4
    assert f"{points} points, {-(-points // 2)} for armour and {points // 2} for the hull" in text("ftl-revision")
    assert f"has {LANCET.armour} armour, so its hull takes {points - LANCET.armour}." in text("ftl-revision")
    assert f"Lancet's drive of {LANCET.mass * LANCET.thrust // 20} mass" in text("grav-backfire")
    assert f"may jump {10 * LANCET.thrust} MU" in text("short-range-jump")
