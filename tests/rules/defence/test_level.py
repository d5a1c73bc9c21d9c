"""The level: its pool, its dice, its bands, and who may screen a ship (point-defence-and-fighters/2, 3, 9)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from game.core.umpire import Recorded, Umpire
from game.rules.defence.bands import (
    BANDS,
    LevelRules,
    Screens,
    band,
    fighter_band,
    fighter_column,
    missile_band,
    missile_hits,
    salvo_column,
    salvo_level,
)
from game.rules.defence.fighter_types import FIGHTER_TYPES, combined
from game.rules.defence.level import DefencePool, level_chances, level_column, roll_level, screening_refusal
from game.rules.odds.die_columns import DieColumn, as_events, chances, die_chances, mean, roll_columns
from game.rules.shipyard.design_schema import DesignFile
from game.rules.shipyard.price_tables import FIGHTERS, MODES, PAIRS
from game.rules.shipyard.pricing import Bill, design_of, price

BARE, ONE, TWO = Screens(), Screens(1), Screens(2)
STANDARD, TORPEDO, KINETIC = (FIGHTER_TYPES[key] for key in ("standard", "torpedo", "kinetic"))


def rolled(pool: DefencePool, *faces: int) -> int:
    dice = Recorded(faces)
    found = roll_level(Umpire(dice), pool, "level/x").raw
    dice.finish()
    return found


@pytest.mark.parametrize(("label", "pool", "faces", "raw"), [
    ("PD-01", DefencePool(2, 2), (1, 4, 4, 6, 2), 3),
    ("PD-02", DefencePool(2, 3), (4, 4, 2, 4, 6, 2), 3),
    ("PD-03", DefencePool(scatterguns=1), (6, 6, 3, 5, 6, 1, 4), 8),
    ("PD-04", DefencePool(screening=(("standard", 6),)), (5, 6, 1, 2, 3, 5, 4), 3),
    ("PD-04 interceptors", DefencePool(screening=(("interceptor", 6),)), (5, 6, 1, 2, 3, 5, 4), 5),
    ("PD-05", DefencePool(), (), 0),
    ("PD-26 fast", DefencePool(screening=(("fast", 2),)), (5, 4), 1),
    ("PD-26 scattergun", DefencePool(scatterguns=1, screening=(("interceptor", 1),)), (4, 1, 2, 3, 4), 2),
    ("PD-26 one of two B1 committed", DefencePool(1), (5,), 1),
    ("PD-22 Y, with three lent", DefencePool(beams=1, pds=1, lent=3), (5, 4, 4, 4, 4), 5),
    ("PD-22 X keeps one", DefencePool(pds=1), (5,), 1),
    ("PD-23", DefencePool(pds=2, lent=3, scatterguns=1), (4, 5, 1, 2), 2),
])  # fmt: skip
def test_pools(label: str, pool: DefencePool, faces: tuple[int, ...], raw: int) -> None:
    assert rolled(pool, *faces) == raw, label


def test_no_dice_roll_nothing() -> None:
    umpire = Umpire(Recorded(()))
    assert roll_level(umpire, DefencePool(), "x").raw == 0 and umpire.rolls == []  # PD-05


def test_who_may_screen() -> None:
    assert [bool(screening_refusal(FIGHTER_TYPES[key])) for key in ("attack", "torpedo", "standard")] == [
        True,
        True,
        False,
    ]  # PD-26


def test_sources_keep_their_dice() -> None:
    found = roll_level(Umpire(Recorded((5, 6, 6, 6, 4, 1))), DefencePool(1, 1, screening=(("interceptor", 1),)), "x")
    assert [(part.source, [die.faces for die in dice]) for part, dice in found.parts] == [
        ("class-1 beams", [(5,)]),
        ("PDS", [(6, 6, 1)]),
        ("interceptor fighters", [(6, 4)]),
    ]
    assert [(die.face, die.again) for die in as_events(found.dice)] == [
        (5, False),
        (6, False),
        (6, False),
        (6, True),
        (4, True),
        (1, True),
    ]


def test_means_of_systems() -> None:
    assert [level_column(kind).mean for kind in ("beam", "pds", "scattergun")] == [
        Fraction(2, 5),
        Fraction(4, 5),
        Fraction(4, 5),
    ]


def test_exact_level() -> None:
    found = level_chances(DefencePool(2, 3))
    assert found[0] == pytest.approx(1 / 18) and mean(found) == pytest.approx(3.2)
    assert DefencePool(2, 3).mean == Fraction(16, 5) == DefencePool(scatterguns=1).mean
    assert found[3] == pytest.approx(1525 / 7776, abs=1e-13)
    assert mean(level_chances(DefencePool(2, 2))) == pytest.approx(2.4)
    assert level_chances(DefencePool(2, 2))[0] == pytest.approx(1 / 9)
    assert list(level_chances(DefencePool())) == [1.0]


def slow(columns: list[DieColumn], deep: int) -> dict[int, Fraction]:
    """Return chances of the points of some dice by plain enumeration; what takes more than `deep` re-rolls of a die is
    left out."""

    def one(points: tuple[int, ...], again: tuple[int, ...], left: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for face in range(1, 7):
            more = (
                one(again, again, left - 1)
                if face == 6 and again and left
                else {0: Fraction(not (face == 6 and again))}
            )
            for extra, chance in more.items():
                found[points[face - 1] + extra] = found.get(points[face - 1] + extra, Fraction(0)) + chance / 6
        return found

    found = {0: Fraction(1)}
    for column in columns:
        after: dict[int, Fraction] = {}
        for (before, chance), (points, part) in product(found.items(), one(column.points, column.again, deep).items()):
            after[before + points] = after.get(before + points, Fraction(0)) + chance * part
        found = after
    return found


@pytest.mark.parametrize("pool", [
    DefencePool(1, 1), DefencePool(2, 3, 1),
    DefencePool(screening=(("standard", 2), ("interceptor", 1))), DefencePool(scatterguns=1),
], ids=str)  # fmt: skip
def test_the_level_is_what_enumeration_finds(pool: DefencePool) -> None:
    plain = slow([part.column for part in pool.parts for _ in range(part.dice)], 14)
    found = level_chances(pool)
    for points in range(12):
        assert found[points] == pytest.approx(float(plain.get(points, 0)), abs=1e-9)


@pytest.mark.parametrize("index", range(7))
@pytest.mark.parametrize("screens", [BARE, ONE, TWO], ids=str)
def test_fighters_dice_are_what_enumeration_finds(index: int, screens: Screens) -> None:
    column = fighter_column(STANDARD, index, screens)
    plain = slow([column] * 3, 14)
    found = chances(column, 3)
    assert all(
        found[points] == pytest.approx(float(plain.get(points, 0)), abs=1e-9) for points in range(min(12, len(found)))
    )


def test_edges_of_the_bands() -> None:
    levels = (0, 1, 2, 3, 4, 6, 7, 10, 11, 15, 16)  # PD-27
    indices = [band(level) for level in levels]
    assert indices == [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6] and band(-3) == 0
    assert [BANDS[index].missile_needs for index in indices] == [2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6]
    assert [BANDS[index].fighter[4] for index in indices] == [2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert [BANDS[index].fighter[5] for index in indices] == [2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0]
    assert [salvo_column(index).points[5] for index in indices] == [6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]
    assert mean(die_chances(missile_hits(0))) == pytest.approx(5 / 6)


def test_screens_that_count() -> None:
    # PD-28: levels 4, 4, 4 and 4, 2, 2
    for screens, bands in ((Screens(1, advanced=True), (3, 3, 2)), (ONE, (3, 2, 1))):
        assert [fighter_band(kind, 2, screens) for kind in (STANDARD, KINETIC, TORPEDO)] == list(bands)


def test_floor_of_shifts() -> None:
    attack = FIGHTER_TYPES["attack"]
    assert fighter_band(attack, 0, BARE) == 0 and fighter_band(attack, 1, BARE, 2) == 1  # PD-11
    assert fighter_band(STANDARD, 1, TWO) == 3 and fighter_band(TORPEDO, 1, TWO) == 1  # PD-12
    assert [missile_band(raw, True) for raw in (0, 1, 3, 11, 16)] == [0, 1, 1, 4, 5]


def test_means_by_screen_and_band() -> None:
    wanted = {
        0: "6/5 13/15 7/10 8/15 11/30 1/6 0",
        1: "- 23/30 3/5 13/30 4/15 1/6 0",
        2: "- 11/15 17/30 2/5 7/30 1/6 0",
    }
    for level, row in wanted.items():
        for index, figure in enumerate(row.split()):
            assert figure == "-" or fighter_column(STANDARD, index, Screens(level)).mean == Fraction(figure), (
                level,
                index,
            )


def test_house_rules_of_the_columns() -> None:
    assert fighter_column(STANDARD, 0, BARE, LevelRules(reroll_unscreened="band1")).again == BANDS[1].fighter
    assert fighter_column(STANDARD, 2, ONE, LevelRules(reroll_unscreened="band1")).again == BANDS[2].fighter
    assert fighter_column(KINETIC, 2, BARE).again == () and fighter_column(TORPEDO, 2, BARE).again == ()
    assert fighter_column(TORPEDO, 2, BARE, LevelRules(kinetic_reroll=True)).again == ()
    assert [salvo_level(9, 6), salvo_level(2, 5), salvo_level(9, 6, LevelRules(salvo_pdl="none"))] == [4, 0, 9]


def test_mass_of_area_defence_and_prices() -> None:
    def bill(mass: int, **fields: object) -> Bill:
        parts = {"name": "Trial", "class": "trial", "mass": mass, "hull": 4, "systems": [{"kind": "adfc"}], **fields}
        return price(design_of(DesignFile.model_validate(parts), "trial", "test"))

    found = [
        next(line.mass for line in bill(mass, point_defence="pdl").lines if line.item.startswith("Area"))
        for mass in (10, 60, 99, 100, 139, 140, 200, 300)
    ]
    assert found == [2, 2, 2, 3, 3, 4, 5, 8]  # PD-35
    assert {line.mass for line in bill(300).lines if line.item.startswith("Area")} == {2}
    groups = [{"kind": "hangar", "mode": "attack"}]
    assert [bill(60, systems=groups, attack_fighter_price=points).craft_points for points in (4, 5)] == [24, 30]


def test_types_of_two_traits() -> None:
    both = combined(FIGHTER_TYPES["heavy"], FIGHTER_TYPES["attack"])
    assert (both.key, both.heavy, both.band_shift, both.screens_as, both.price) == ("heavy attack", True, 1, "", 36)
    assert combined(FIGHTER_TYPES["fast"], FIGHTER_TYPES["long range"]).move == 36


def test_a_wave_is_rolled_before_the_next() -> None:
    umpire = Umpire(Recorded((6, 6, 6, 2, 1)))
    dice = roll_columns(umpire, [level_column("pds")] * 2, "x")
    assert [die.faces for die in dice] == [(6, 6, 1), (6, 2)]
    assert [roll.label for roll in umpire.rolls] == ["T0.0/x", "T0.0/x/again", "T0.0/x/again/2"]


def test_types_of_two_traits_are_built_priced_and_flown() -> None:
    """A craft pays for both traits, has both in play, and shoots with one thing alone
    (full-thrust-base/7.1/combined)."""
    from_yard = {f"{one} {other}" for one, other in PAIRS}
    assert len(from_yard) == 15 and from_yard <= set(MODES["hangar"])
    assert not {"attack torpedo", "heavy standard"} & set(FIGHTER_TYPES)
    for key, kind in FIGHTER_TYPES.items():
        assert kind.key == key and kind.price == FIGHTERS["FB"][key]
    assert FIGHTERS["FT2"]["fast torpedo"] == 30 and FIGHTER_TYPES["fast torpedo"].move == 36
    assert FIGHTER_TYPES["long range kinetic"].endurance == 9
    assert FIGHTER_TYPES["long range kinetic"].counting_screens == "advanced"
    parts = {"name": "Trial", "class": "trial", "mass": 60, "hull": 4, "attack_fighter_price": 5}
    groups = [{"kind": "hangar", "mode": "heavy attack"}]
    assert price(design_of(DesignFile.model_validate({**parts, "systems": groups}), "trial", "test")).craft_points == 42
