"""The odds against what really happens: every way the dice can fall, and many rolled battles (full-thrust-base/5.2,
5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from game.board.geometry import ARCS
from game.board.terrain import Body
from game.core.display import Odds, Pose, percent
from game.core.state import Table
from game.core.umpire import Umpire, seeded_dice
from game.rules.combat.fire import Fire, volley
from game.rules.combat.fire_odds import odds
from game.rules.odds.beam_chances import BeamDice, beam_chances, reroll_chances
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, ship, state

FCS, SCREEN, ADVANCED = Mount("", "fcs"), Mount("", "screen"), Mount("", "advanced_screen")
RARE = 2e-6  # ways for the dice to fall that are less likely than this are not followed


def gun(kind: str, level: int = 1, mode: str = "", arcs: tuple[str, ...] = ("F",)) -> Mount:
    return Mount("", kind, level, arcs, mode)


def battle(
    *mounts: Mount,
    far: float = 5.0,
    defences: tuple[Mount, ...] = (),
    profile: str = "FB",
    hull: int = 10,
    armour: int = 0,
    shell: tuple[int, ...] = (),
    **rules: Any,
) -> ThrustState:
    """Return Lancet with these mounts and two fire controls against Vesper ahead. There are no threshold dice, so that
    only fire rolls."""
    lancet = ship("lancet", built=design(*mounts, FCS, FCS, FCS))
    built = design(*defences, hull=hull, armour=armour, shell=shell, profile=profile)
    return state(lancet, ship("vesper", "crimson", (0.0, far), 6, built=built), **({"thresholds": "batched"} | rules))


class More(Exception):
    """The dice tried so far are not enough."""


class Tried:
    """Dice that show what is being tried."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = faces

    def __call__(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        if len(self.left) < count:
            raise More(count)
        faces, self.left = self.left[:count], self.left[count:]
        return faces


def every_way(
    start: ThrustState, orders: tuple[Fire, ...], faces: tuple[int, ...] = ()
) -> Iterator[tuple[float, ThrustState]]:
    """Yield every way the dice of these orders can fall, with its chance and the result. The rarest are left out."""
    after = start.copy()
    dice = Tried(faces)
    try:
        for order in orders:
            order.carry_out(after, Umpire(dice, 1, 9))
    except More as more:
        count = more.args[0]
        if 6.0 ** -(len(faces) + count) > RARE:
            for rolled in product(range(1, 7), repeat=count):
                yield from every_way(start, orders, faces + rolled)
        return
    yield 6.0 ** -len(faces), after


def compare(found: Odds, start: ThrustState, *orders: Fire) -> None:
    """Check the odds on one target against every way the dice can fall, but for the ways left out."""
    before = start.ships[found.target]
    chances, followed = [0.0] * (before.hull + 1), 0.0
    for chance, after in every_way(start, orders):
        target = after.ships[found.target]
        chances[before.hull - target.hull] += chance
        followed += chance
    left_out = 1 - followed
    assert left_out < 0.005
    assert found.chances == pytest.approx(chances, abs=left_out + 1e-9)
    assert sum(found.chances) == pytest.approx(1, abs=1e-9)
    (_, row, _), (_, kill, _) = found.readings[1:]
    assert found.marks == ((before.row_left, "row ends"),)
    assert (row, kill) == (percent(sum(found.chances[before.row_left :])), percent(found.chances[-1]))


def all_guns(start: ThrustState) -> Fire:
    order = volley(start, "lancet", "vesper")
    assert order is not None
    return order


@pytest.mark.parametrize(("mounts", "setting"), [
    ([gun("beam", 2)], {}),
    ([gun("beam", 2)], {"armour": 2}),
    ([gun("beam", 2)], {"armour": 1, "defences": (SCREEN,)}),
    ([gun("beam", 2)], {"armour": 1, "defences": (SCREEN, SCREEN)}),
    ([gun("beam", 2)], {"defences": (ADVANCED,)}),
    ([gun("beam", 3)], {"rerolls": False, "armour": 3}),
    ([gun("beam", 3)], {"rerolls": False, "defences": (SCREEN,) * 3, "profile": "FT2"}),
    ([gun("beam", 1), gun("beam", 1)], {"armour": 1}),
    ([gun("beam", 1), gun("beam", 1)], {"armour": 3, "shell": (2, 1)}),
    ([gun("beam", 1), gun("beam", 1)], {"armour": 5, "shell": (3, 2)}),
    ([gun("beam", 2), gun("beam", 1)], {"armour": 4, "shell": (1, 1, 2), "hull": 6, "defences": (SCREEN,)}),
    ([gun("torpedo"), gun("beam", 1)], {"armour": 5, "shell": (3, 2)}),
    ([gun("pulser", mode="M")], {"far": 20.0, "hull": 3}),
    ([gun("torpedo")], {"far": 13.0, "armour": 4}),
    ([gun("torpedo"), gun("torpedo")], {"armour": 2, "defences": (ADVANCED,)}),
    ([gun("torpedo"), gun("torpedo")], {"armour": 4, "shell": (2, 2), "defences": (ADVANCED, ADVANCED)}),
    ([gun("torpedo")], {"torpedo_bands": "FT1"}),
    ([gun("kgun", 3)], {"far": 7.0, "armour": 2}),
    ([gun("kgun", 4), gun("kgun", 1)], {"armour": 4, "shell": (2, 2), "hull": 30, "defences": (ADVANCED,)}),
    ([gun("kgun", 6)], {"hull": 14}),
    ([gun("mkp"), gun("mkp")], {"armour": 3, "hull": 14}),
    ([gun("mkp"), gun("mkp")], {"armour": 3, "shell": (2, 1), "hull": 14}),
    ([gun("submunition")], {"armour": 1, "far": 12.0, "defences": (SCREEN, SCREEN)}),
    ([gun("submunition")], {"armour": 1, "far": 12.0, "defences": (ADVANCED,)}),
    ([gun("submunition")], {"armour": 3, "shell": (2, 1), "far": 18.0}),
    ([gun("needle"), gun("needle")], {"armour": 3}),
    ([gun("needle")], {"needle": "XD"}),
    ([gun("needle")], {"needle": "FT2"}),
    ([gun("beam", 1), gun("torpedo"), gun("beam", 1)], {"armour": 3}),
    ([gun("torpedo"), gun("beam", 1), gun("kgun", 2)], {"armour": 3, "shell": (2, 1), "hull": 6}),
    ([gun("beam", 1), gun("torpedo")], {"armour": 4, "aft_armour": True}),
])  # fmt: skip
@pytest.mark.slow
def test_odds_are_those_of_every_way_the_dice_can_fall(mounts: list[Mount], setting: dict[str, Any]) -> None:
    start = battle(*mounts, **setting)
    if setting.get("aft_armour"):
        start.ships["vesper"].facing = 12
    order = all_guns(start)
    (found,) = odds(start, order)
    compare(found, start, order)


def test_a_beam_that_strips_the_outer_layer_goes_on_at_the_next() -> None:
    """Shell 3 and 2, a class-1 beam, dice 6, 6, 1: two of the inner layer, nothing on the hull
    (full-thrust-base/5.2)."""
    start = battle(gun("beam", 1), armour=5, shell=(3, 2))
    order = all_guns(start)
    order.carry_out(start, Umpire(Tried((6, 6, 1)), 1, 9))
    assert (start.ships["vesper"].armour, start.ships["vesper"].hull) == ((1, 0), 10)


def test_a_die_between_two_arcs() -> None:
    start = battle(gun("beam", 2, arcs=("FP",)), gun("torpedo", arcs=("AP",)), boundary="dice", rerolls=False)
    start.ships["lancet"].facing = 3
    order = all_guns(start)
    assert len(order.shots) == 2
    (found,) = odds(start, order)
    compare(found, start, order)
    assert "a die decides between arc FP and arc AP" in found.notes


def test_a_lock_through_dust() -> None:
    start = battle(gun("beam", 2), gun("torpedo"), rerolls=False, armour=2)
    start.table = Table(bodies=(Body("haze", "dust", "Haze", (0.0, 6.0), 3.0),))
    order = all_guns(start)
    (found,) = odds(start, order)
    compare(found, start, order)
    assert found.chances[0] > 0.5 and any("Haze" in note for note in found.notes)


def test_a_damaged_target_and_its_row() -> None:
    """Twelve boxes, four gone: two of the second row are left, and eight to destruction."""
    start = battle(gun("beam", 2), hull=12, rerolls=False)
    start.ships["vesper"].hull = 8
    (found,) = odds(start, all_guns(start))
    assert found.marks == ((2, "row ends"),) and len(found.chances) == 9
    assert [label for label, _, _ in found.readings[1:]] == ["to end this row, 2 boxes", "to destroy, 8 boxes"]
    compare(found, start, all_guns(start))


def test_two_targets() -> None:
    start = battle(gun("beam", 2), gun("torpedo"), rerolls=False)
    start.ships["cinder"] = ship("cinder", "crimson", (1.0, 7.0), built=design(hull=6, armour=1))
    order = Fire("lancet").aim("PT", "cinder").aim("B2", "vesper")
    found = odds(start, order)
    assert [one.target for one in found] == ["cinder", "vesper"]
    for one in found:
        compare(one, start, order)


@pytest.mark.parametrize(
    ("mounts", "setting"),
    [
        ([gun("beam", 3), gun("beam", 2), gun("beam", 1)], {"armour": 3, "defences": (SCREEN,), "hull": 12}),
        ([gun("beam", 3), gun("torpedo"), gun("beam", 2), gun("needle")], {"armour": 5, "shell": (3, 2), "hull": 12}),
        (
            [gun("pulser", mode="C"), gun("submunition"), gun("mkp"), gun("kgun", 5)],
            {"hull": 20, "defences": (ADVANCED,)},
        ),
    ],
)
def test_odds_are_those_of_many_battles(mounts: list[Mount], setting: dict[str, Any]) -> None:
    """The real order carried out under 1,500 seeds: mean, row and kill within four standard errors."""
    start = battle(*mounts, **setting)
    order = all_guns(start)
    (found,) = odds(start, order)
    before, lost = start.ships["vesper"], []
    for seed in range(1500):
        after = start.copy()
        order.carry_out(after, Umpire(seeded_dice(seed), 1, 9))
        lost.append(before.hull - after.ships["vesper"].hull)
    error = 4 / len(lost) ** 0.5
    spread = sum(chance * (n - found.mean) ** 2 for n, chance in enumerate(found.chances)) ** 0.5
    assert sum(lost) / len(lost) == pytest.approx(found.mean, abs=error * spread)
    for place in (found.marks[0][0], before.hull):
        chance = sum(found.chances[place:])
        share = sum(one >= place for one in lost) / len(lost)
        assert share == pytest.approx(chance, abs=error * (chance * (1 - chance)) ** 0.5 + 1e-3)


@pytest.mark.parametrize(("level", "mean"), [(0, 24 / 30), (1, 19 / 30), (2, 14 / 30)])
@pytest.mark.parametrize("dice", [1, 4, 40])
def test_mean_of_beam_dice(level: int, mean: float, dice: int) -> None:
    """0.8000, 0.6333 and 0.4667 a die with re-rolls (full-thrust-base/5.8); all chances make one."""
    table = beam_chances(BeamDice(dice, level, Rerolls.MODIFIED))
    assert table.sum() == pytest.approx(1, abs=1e-9)
    points = sum((n + m) * chance for (n, m), chance in zip(product(*map(range, table.shape)), table.flat))
    assert points == pytest.approx(dice * mean, abs=1e-8)


def test_rerolls_are_followed_until_they_hardly_matter() -> None:
    chances = reroll_chances(0)
    assert chances.sum() == pytest.approx(1, abs=1e-12) and 0 < chances[-1] < 1e-12
    assert chances @ range(len(chances)) == pytest.approx(0.8, abs=1e-11)
    assert reroll_chances(-3).tolist() == [1, 0, 0]


def test_a_modifier_is_in_the_chances() -> None:
    """−1 on each die, no screen, no re-rolls: 5 reads 4, 6 reads 5, so a third of a point."""
    table = beam_chances(BeamDice(1, 0, Rerolls.NONE, -1))
    assert table[:, 0].tolist() == pytest.approx([4 / 6, 2 / 6])
    natural = beam_chances(BeamDice(1, 0, Rerolls.MODIFIED, -1))
    assert natural[1, 1:].sum() > 0 and natural[0].sum() == pytest.approx(4 / 6)
    rolled = reroll_chances(-1)  # 5 reads 4, 6 reads 5 and rolls again: r = (1 + 1 + r) / 6
    assert natural[1, 1:3].tolist() == pytest.approx([rolled[1] / 6, rolled[2] / 6])
    assert float(rolled @ range(len(rolled))) == pytest.approx(0.4) and rolled[1] > 1 / 6
    # the dice that a 6 earns lose nothing: 0.8 points on average
    bare = beam_chances(BeamDice(1, 0, Rerolls.PLAIN, -1))
    assert float(bare[1] @ range(bare.shape[1])) == pytest.approx(0.8 / 6, abs=1e-9)


def test_odds_of_a_plan_and_of_shots_that_do_not_bear() -> None:
    start = battle(gun("beam", 3), gun("torpedo"), far=40.0)
    order = Fire("lancet").aim("B3", "vesper").aim("PT", "vesper")
    (here,) = odds(start, order)
    assert here.mean == 0 and here.chances[0] == 1 and sum("does not count" in note for note in here.notes) == 2
    there = odds(start, order, {"lancet": Pose((0.0, 35.0), 12, 12, 0)})
    start.ships["lancet"].at = (0.0, 35.0)
    assert there == odds(start, order) and there[0].mean > 2
    assert (
        odds(start, Fire("lancet").aim("B9", "vesper").aim("B3", "nobody")) == () and odds(start, Fire("nobody")) == ()
    )


def test_chance_to_knock_a_system_out_is_noted() -> None:
    start = battle(gun("needle"), gun("needle"), defences=(SCREEN,))
    (found,) = odds(start, all_guns(start))
    assert "31% to knock out Screen" in found.notes


def test_a_great_volley_still_adds_up() -> None:
    """As many guns as twelve battleships have on one target: all chances make one, and nobody survives."""
    lot = [gun("beam", 4, arcs=ARCS), gun("torpedo"), gun("beam", 3), gun("torpedo"), gun("beam", 2), FCS]
    fort = ship("lancet", at=(6.0, 0.0), built=design(*lot * 12))
    start = state(fort, ship("vesper", "crimson", (6.0, 20.0), 6, built=design(SCREEN, hull=90, armour=14)))
    (found,) = odds(start, all_guns(start))
    assert sum(found.chances) == pytest.approx(1, abs=1e-9) and ", behind 14 armour" in found.readings[0][0]
    assert 0 < found.chances[-1] < 1 and found.mean > 50
