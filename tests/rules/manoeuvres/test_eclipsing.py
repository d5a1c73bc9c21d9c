"""Eclipsing: who screens whom, how much it takes, how fire is divided, and its exact odds (manoeuvres/eclipsing)."""

from __future__ import annotations

import itertools
import math
from random import Random
from typing import Any

import pytest

from game.board.geometry import ARCS
from game.core.orders import Illegal
from game.core.values import House
from game.rules.combat.attack import attacks
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.targeting import open_arcs
from game.rules.defence.old_defence import locked_on, rest
from game.rules.display.overlays import overlays
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.cover import eclipsing
from game.rules.manoeuvres.cover.eclipsing import ScreeningShip, covers, divide_hits, in_front, share
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.beam_dice import point_defence
from game.rules.ships.damage import cross_off
from game.rules.ships.design import Mount
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, design, house, ship, state, umpire
from tests.support.duel import BEAM3, FCS, TUBE
from tests.support.narrowing import narrow

ROUND = Mount("", "beam", 2, ARCS)
PLAYED = {"man.EC": True, "man.EM": True}


def pair(
    ahead: tuple[float, float] = (0.0, 2.0),
    foe: tuple[float, float] = (0.0, 20.0),
    thrust: tuple[int, int] = (2, 0),
    turned: int = 12,
    boxes: tuple[int, int] = (30, 20),
    armour: tuple[int, int] = (0, 0),
    played: House | None = None,
    **rules: Any,
) -> ThrustState:
    """Return a state in which Vesper screens Gloaming at (0, 0) on course 12 against Lancet."""
    vesper = ship("vesper", "crimson", ahead, turned, built=design(ROUND, FCS, hull=boxes[0], armour=armour[0]))
    gloaming = ship("gloaming", "crimson", (0.0, 0.0), 12, built=design(ROUND, FCS, hull=boxes[1], armour=armour[1]))
    lancet = ship("lancet", "azure", foe, 6, built=design(BEAM3, TUBE, FCS))
    vesper.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], thrust[0], "gloaming"),) if thrust[0] else ()
    gloaming.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], thrust[1], "vesper", True),) if thrust[1] else ()
    return state(vesper, gloaming, lancet, **{**PLAYED, **(played or {}), **rules})


def part(battle: ThrustState, blast: bool = False) -> int:
    return share(battle.ships["vesper"], battle.ships["gloaming"], battle.house, blast)


def cut(total: int, taken: int) -> tuple[int, int]:
    """Ordinary points on the screening ship and on the screened one."""
    (first,), rest = divide_hits([ScreeningShip((), 99, taken)], False, [("normal", total)])
    return sum(n for _, n in first), sum(n for _, n in rest)


@pytest.mark.parametrize(("battle", "per_cent", "points"), [
    (pair(), 80, (10, 3)),  # MV-6.1
    (pair(turned=3), 20, (2, 11)),  # MV-6.2
    (pair(turned=6, thrust=(1, 0)), 0, (0, 13)),
    (pair(thrust=(2, 1)), 90, (11, 2)),  # MV-6.6
    (pair(thrust=(9, 9)), 100, (13, 0)),
])  # fmt: skip
def test_the_share(battle: ThrustState, per_cent: int, points: tuple[int, int]) -> None:
    assert part(battle) == per_cent and cut(13, per_cent) == points


def test_a_blast_and_a_salvo() -> None:
    """MV-6.3, MV-6.4, MV-6.9."""
    assert part(pair(), blast=True) == 30 and rest(13, (30,)) == 10
    weak = pair(boxes=(10, 40), armour=(2, 0), thrust=(1, 0))
    assert part(weak) == 33 and rest(locked_on(4, lock=1), (33,)) == 4
    assert rest(locked_on(4, lock=1), (80,)) == 1 and rest(locked_on(6, lock=1), (80,)) == 2


def test_undamaged_boxes_or_those_that_are_left() -> None:
    for basis, wanted in (("printed", 80), ("current", 53)):
        battle = pair(played={"ec.bdi_basis": basis})
        battle.ships["vesper"].hull = 10
        assert part(battle) == wanted


def test_what_kills_the_screen_goes_on() -> None:
    """MV-6.5: ten points on four boxes; six of them reach the screened ship besides its own three."""
    (first,), rest = divide_hits([ScreeningShip((), 4, 80)], False, [("normal", 13)])
    assert sum(n for _, n in first) == 10 and sum(n for _, n in rest) == 9
    (first,), rest = divide_hits([ScreeningShip((2,), 4, 80)], False, [("normal", 13)])
    assert sum(n for _, n in rest) == 3 + 4


def test_ordinary_points_first_and_penetrating_ones_last() -> None:
    (first,), rest = divide_hits([ScreeningShip((), 99, 50)], False, [("P", 3), ("normal", 4), ("SAP", 5)])
    assert first == (("normal", 4), ("SAP", 2)) and rest == (("SAP", 3), ("P", 3))
    (first,), rest = divide_hits([ScreeningShip((9,), 99, 50, True)], False, [("normal", 4)])
    assert first == (("hull", 2),) and rest == (("normal", 2),)  # raked from astern, its armour does not help


def test_a_second_screen_takes_of_what_is_left() -> None:
    (first, second), rest = divide_hits([ScreeningShip((), 9, 50), ScreeningShip((), 9, 50)], False, [("normal", 12)])
    assert (first, second, rest) == ((("normal", 6),), (("normal", 3),), (("normal", 3),))


@pytest.mark.parametrize(("ahead", "foe", "screened"), [
    ((0.0, 2.0), (0.0, 20.0), True),
    ((0.0, 3.0), (0.0, 20.0), True),
    ((0.0, 3.1), (0.0, 20.0), False),
    ((0.0, 2.0), (20.0, 1.0), False),
    ((0.845, 1.813), (19.696, -3.473), False),
])  # fmt: skip
def test_where_it_works(ahead: tuple[float, float], foe: tuple[float, float], screened: bool) -> None:
    """MV-6.7."""
    battle = pair(ahead, foe)
    assert bool(covers(battle, battle.ships["lancet"].at, battle.ships["gloaming"])) == screened
    assert not covers(battle, battle.ships["lancet"].at, battle.ships["vesper"])


def test_the_geometry_against_a_second_formula() -> None:
    """In front and within ninety degrees either side of the middle of the screener's arc, by dot and cross products."""
    rng, seen = Random(3), 0
    screener, screened = ship("vesper", "crimson"), ship("gloaming", "crimson")
    space = state(screener, screened)
    for _ in range(4000):
        screened.at, screened.facing = (rng.uniform(0, 9), rng.uniform(0, 9)), rng.randint(1, 12)
        screener.at, eye = (rng.uniform(0, 9), rng.uniform(0, 9)), (rng.uniform(-30, 30), rng.uniform(-30, 30))

        def seen_at(point: tuple[float, float]) -> float:
            dx, dy = point[0] - screened.at[0], point[1] - screened.at[1]
            fx, fy = math.sin(math.radians(30 * screened.facing)), math.cos(math.radians(30 * screened.facing))
            return math.degrees(math.atan2(dx * fy - dy * fx, dx * fx + dy * fy))

        middle = 60 * round(seen_at(screener.at) / 60)
        off = abs((seen_at(eye) - middle + 180) % 360 - 180)
        nearer = math.dist(eye, screener.at) < math.dist(eye, screened.at)
        if abs(math.dist(eye, screener.at) - math.dist(eye, screened.at)) < 0.002:
            continue  # as good as equally far
        assert in_front(space, eye, screener, screened) == (off <= 90 and nearer)
        seen += off <= 90 and nearer
    assert 500 < seen < 3500


def test_thrust_by_either_or_by_nobody() -> None:
    """MV-6.6."""
    for thrust, found in (((1, 0), 1), ((0, 1), 1), ((0, 0), 0)):
        battle = pair(thrust=thrust)
        assert len(covers(battle, battle.ships["lancet"].at, battle.ships["gloaming"])) == found


def test_orders() -> None:
    """MV-6.6: `1p1+Ec2` is velocity 1, one point to port and two thrust of screening: three of four."""
    plot, rules = Plot.parse("vesper", "1p1+Ec2"), house(**PLAYED)
    assert (plot.was, plot.legs, plot.uses) == (1, (-1,), (ManoeuvreOrder(BY_CODE["EC"], 2),)) and plot.power_needed(
        rules
    ).thrust == 3
    assert fault(ship("vesper", velocity=1, thrust=4), plot, rules) is None
    for text in ("EC2", "EC2:gloaming", "EC1*", "EC1:vesper*"):
        assert str(Plot.parse("vesper", text)) == text and Plot.parse("vesper", str(Plot.parse("vesper", text))).uses
    wrong = fault(ship(velocity=4), Plot.parse("lancet", "EC1*+EM1"), rules)
    assert wrong and "do not go together" in wrong.why
    assert fault(ship(velocity=4), Plot.parse("lancet", "EC1+EM1"), rules) is None


@pytest.mark.parametrize(("sealed", "text", "why"), [
    ({}, "EC1:lancet", "no friend"), ({}, "EC1:vesper", "no friend"), ({}, "EC1:nobody", "no friend"),
    ({"gloaming": "EC1"}, "EC1:gloaming", "screens another"),
    ({"gloaming": "EC1*"}, "EC1:gloaming*", "is screened itself"),
    ({"gloaming": "EC1:vesper"}, "EC1", "is screened itself"),
    ({"gloaming": "EC1:vesper*"}, "EC1*", "screens another"),
    ({"gloaming": "EM1"}, "EC1:gloaming", "cannot be screened"),
    ({"gloaming": "EC1*"}, "EC1:gloaming", ""), ({}, "EC1:gloaming", ""),
])  # fmt: skip
def test_nobody_screens_and_is_screened(sealed: dict[str, str], text: str, why: str) -> None:
    battle = pair()
    battle.sealed = {key: Plot.parse(key, order) for key, order in sealed.items()}
    try:
        Plot.parse("vesper", text).check(battle)
        assert not why
    except Illegal as reason:
        assert why and why in reason.why


def test_whoever_names_nobody_covers_the_nearest() -> None:
    battle = pair()
    other = ship("kiln", "crimson", (0.5, 1.0), 12, built=design(ROUND, FCS, hull=6))
    battle.ships["kiln"] = other
    battle.ships["vesper"].active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 2),)
    assert [found.id for _, found in eclipsing.pairs(battle)] == ["kiln"]
    # who asks for it goes first
    battle.ships["gloaming"].active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 1, "", True),)
    assert [found.id for _, found in eclipsing.pairs(battle)] == ["gloaming"]
    other.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 0, "", True),)
    assert [found.id for _, found in eclipsing.pairs(battle)] == ["kiln"]
    other.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 1),)  # who jinks cannot be screened
    battle.ships["gloaming"].active_manoeuvres = ()
    assert [found.id for _, found in eclipsing.pairs(battle)] == ["gloaming"]


@pytest.mark.parametrize(("blocked", "open_to_vesper"), [("three", "F FS FP"), ("arc", "F FS AS AP FP")])
def test_neither_fires_towards_the_other(blocked: str, open_to_vesper: str) -> None:
    """MV-6.8."""
    battle = pair(played={"ec.screener_blocked": blocked})
    dice = umpire(phase=5)
    use = narrow(battle.ships["vesper"].active_manoeuvres[0], ManoeuvreOrder)
    eclipsing.Eclipsing().after(battle, dice, battle.ships["vesper"], use, Plot("vesper"))
    assert len(dice.log) == 1
    vesper, gloaming = battle.ships["vesper"], battle.ships["gloaming"]
    assert set(open_arcs(battle, gloaming, gloaming.design.mounts[0])) == {"AS", "A", "AP"}
    assert set(open_arcs(battle, vesper, vesper.design.mounts[0])) == set(open_to_vesper.split())
    vesper.removed_reason = "destroyed"
    assert len(open_arcs(battle, gloaming, gloaming.design.mounts[0])) == 6


def test_four_wide_arcs() -> None:
    assert eclipsing.shut("F", frozenset(("FP", "F", "FS"))) and not eclipsing.shut("S", frozenset(("FP", "F", "FS")))
    assert eclipsing.shut("S", frozenset(("F", "FS", "AS")))


def test_point_defence_of_the_screening_ship() -> None:
    """MV-6.10: four fighters ignore the screen; two PDS roll 4 and 6, again 3: three are down."""
    battle = pair()
    assert [one.id for one in eclipsing.guards(battle, battle.ships["gloaming"])] == ["vesper"]
    assert point_defence(umpire(4, 6, 3), 2, "pds")[0] == 3


# -- fire --------------------------------------------------------------------------------------------------------------


def fired(battle: ThrustState, text: str, *faces: int) -> list[str]:
    return [str(line) for line in carried_out(battle, Fire.parse("lancet", text), *faces)]


def test_one_volley_is_divided() -> None:
    """Two dice of a beam and a torpedo: 2 + 1 ordinary, 5 SAP, 1 past armour: nine points at 80 per cent are seven."""
    battle = pair(armour=(3, 2), foe=(0.0, 18.0), boxes=(27, 18))
    lines = fired(battle, "fire B3>gloaming PT>gloaming", 6, 5, 4, 4, 5)
    vesper, gloaming = battle.ships["vesper"], battle.ships["gloaming"]
    assert (sum(vesper.armour), vesper.hull) == (0, 27 - 4) and (sum(gloaming.armour), gloaming.hull) == (1, 18 - 1)
    assert any("Vesper screens Gloaming | 80 per cent | 7 of 9 points" in line for line in lines)


def outcomes(battle: ThrustState, text: str) -> dict[tuple[int, int], float]:
    """Return hull lost by the screening and by the screened ship, by every result of every gun, put together the long
    way."""
    (attack,) = attacks(battle, "lancet", Fire.parse("lancet", text).triples)
    found: dict[tuple[int, int], float] = {}
    for results in itertools.product(*(table_of(gun.weapon.throw(gun.aim).likely) for gun in attack.guns)):
        hits = [hit for _, got in results for hit in got]
        (first,), rest = divide_hits(attack.screens, attack.raking, hits)
        lost = hurt("vesper", battle, first), hurt("gloaming", battle, rest)
        found[lost] = found.get(lost, 0.0) + math.prod(chance for chance, _ in results)
    return found


def table_of(throw: Any) -> list[tuple[float, tuple[Hit, ...]]]:
    """Chances and hits of one gun; of beam dice by running through their faces, re-rolls followed four deep."""
    if isinstance(throw, tuple) and not hasattr(throw, "dice"):
        return list(throw)

    def one(depth: int, level: int) -> dict[tuple[int, int], float]:
        got: dict[tuple[int, int], float] = {}
        for face in range(1, 7):
            points = (0, 0, 0, 1, 1, 2)[face - 1] if level == 0 else (0, 0, 0, 0, 1, 2)[face - 1]
            more = one(depth + 1, 0) if face == 6 and depth < 6 else {(0, 0): 1.0}
            for (n, m), chance in more.items():
                key = (points, n + m) if depth == 0 else (0, points + n + m)
                got[key] = got.get(key, 0.0) + chance / 6
        return got

    sums = {(0, 0): 1.0}
    for _ in range(throw.dice):
        more: dict[tuple[int, int], float] = {}
        for (n, m), chance in sums.items():
            for (a, b), other in one(0, throw.level).items():
                more[n + a, m + b] = more.get((n + a, m + b), 0.0) + chance * other
        sums = more
    return [(chance, (("normal", n), ("P", m))) for (n, m), chance in sums.items()]


def hurt(key: str, battle: ThrustState, hits: Any) -> int:
    one: Ship = battle.ships[key].copy()
    before = one.hull
    cross_off(one, hits)
    return before - one.hull


@pytest.mark.parametrize(("boxes", "armour"), [((30, 20), (0, 0)), ((27, 18), (3, 2)), ((3, 20), (1, 4))])
def test_odds_are_exact(boxes: tuple[int, int], armour: tuple[int, int]) -> None:
    """By the same division as the fire itself, against every result of every gun; the small screen is shot through."""
    battle = pair(boxes=boxes, armour=armour, foe=(0.0, 18.0))
    text = "fire B3>gloaming PT>gloaming"
    wanted = outcomes(battle, text)
    found = {one.target: one for one in odds(battle, Fire.parse("lancet", text))}
    assert set(found) == {"vesper", "gloaming"} and sum(wanted.values()) == pytest.approx(1)
    for place, key in enumerate(("vesper", "gloaming")):
        for lost, chance in enumerate(found[key].chances):
            assert chance == pytest.approx(
                sum(c for pair_lost, c in wanted.items() if pair_lost[place] == lost), abs=1e-5
            )
    assert "takes" in " ".join(found["gloaming"].notes) and "of what is fired at Gloaming" in " ".join(
        found["vesper"].notes
    )


def test_a_volley_on_both_adds_up() -> None:
    """Fire at the screening ship itself comes on top of its share."""
    battle = pair(foe=(0.0, 18.0))
    alone = {one.target: one.mean for one in odds(battle, Fire.parse("lancet", "fire B3>gloaming"))}
    direct = {one.target: one.mean for one in odds(battle, Fire.parse("lancet", "fire PT>vesper"))}
    both = {one.target: one.mean for one in odds(battle, Fire.parse("lancet", "fire B3>gloaming PT>vesper"))}
    assert both == pytest.approx({"vesper": alone["vesper"] + direct["vesper"], "gloaming": alone["gloaming"]})


def test_what_the_board_draws() -> None:
    battle = pair()
    found = overlays(battle, "gloaming") if battle.ships["gloaming"].active_manoeuvres else overlays(battle, "vesper")
    labels = [getattr(one, "label", "") for one in found]
    assert any(label.startswith("80 % to Vesper") for label in labels)
    assert labels.count("closed to its guns") == 2 and "screens within 3 MU" in labels
