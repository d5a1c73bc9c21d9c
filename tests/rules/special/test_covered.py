"""Reflex fields and vapour shrouds: dice, exact odds, what they cost their ship (full-thrust-base/6.13,
6.16/reflex)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.reflection import share, weakened
from game.rules.combat.targeting import shots
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.point_defence.attackers import screens_on
from game.rules.point_defence.pool import pool
from game.rules.ships.design import Mount
from game.rules.ships.ship import REFLECTING, SHROUDED, WAVE_CHARGE, Hit, Ship
from game.rules.ships.thrust_state import ThrustState
from tests.rules.combat.test_fire_odds import compare
from tests.support.builders import carried_out, design, house, ship, state, umpire

FCS, SCREEN, PDS, BEAM = Mount("", "fcs"), Mount("", "screen"), Mount("", "pds"), Mount("", "beam", 1)
BEAM3, KGUN, TUBE = Mount("", "beam", 3, ("F",)), Mount("", "kgun", 2, ("F",)), Mount("", "torpedo", 1, ("F",))
PULSER, PACK = Mount("", "pulser", 1, ("F",), "L"), Mount("", "submunition", 1, ("F",))
SYSTEMS = {"REFLEX": Mount("", "reflex"), "SHROUD": Mount("", "shroud")}


def duel(mark: str, *mounts: Mount, armour: int = 0, hull: int = 24, **rules: object) -> ThrustState:
    """Return Lancet with these guns 5 MU from Vesper, which bears that mark."""
    lancet = ship("lancet", built=design(*mounts, FCS, hull=30, armour=2))
    vesper = ship("vesper", "crimson", (0.0, 5.0), 6, built=design(hull=hull, armour=armour))
    vesper.status_flags |= {mark}
    return state(lancet, vesper, **({"thresholds": "batched"} | rules))


def fired(battle: ThrustState, text: str, *faces: int) -> tuple[int, int, int, int]:
    """Armour and hull that target and firer have lost."""
    carried_out(battle, Fire.parse("lancet", text), *faces)
    lost = [
        (sum(one.design.armour - left for left in one.armour), one.design.hull - one.hull)
        for one in battle.ships.values()
    ]
    return *lost[1], *lost[0]


def test_a_shroud_is_as_good_as_two_screens() -> None:
    """T-sh1: beam faces 4, 5, 6 and a re-rolled 4 are 0, 1, 1 and one past armour; a K-gun hits as ever."""
    assert fired(duel(SHROUDED, BEAM3, armour=5), "fire B3>vesper", 4, 5, 6, 4) == (2, 1, 0, 0)
    plain, shrouded = (fired(duel(mark, KGUN, armour=5), "fire K2>vesper", 6, 3) for mark in ("", SHROUDED))
    assert plain == shrouded != (0, 0, 0, 0)


def test_what_else_meets_a_shroud() -> None:
    one = ship(built=design(SCREEN, Mount("", "shroud")))
    assert (one.screen(), screens_on(one).level) == (1, 1)
    one.status_flags |= {SHROUDED}
    assert (one.screen(), screens_on(one).level, one.screen("advanced_screen")) == (2, 2, 0)


@pytest.mark.parametrize(
    ("face", "struck", "back"),
    [(1, 5, (0, 0)), (2, 3, (0, 0)), (3, 0, (0, 0)), (4, 0, (0, 0)), (5, 0, (2, 1)), (6, 0, (2, 3))],
)
def test_the_die_of_a_reflex_field(face: int, struck: int, back: tuple[int, int]) -> None:
    """Five points: all, half rounded up, none; none of them come back, half of them, all."""
    battle = duel(REFLECTING, BEAM3)
    armour, hull, *home = fired(battle, "fire B3>vesper", 6, 5, 4, 4, face)
    assert (armour, hull, tuple(home)) == (0, struck, back)


def test_a_beam_that_scores_nothing_asks_for_no_die_and_other_guns_for_none_at_all() -> None:
    assert fired(duel(REFLECTING, BEAM3), "fire B3>vesper", 1, 2, 3) == (0, 0, 0, 0)
    assert fired(duel(REFLECTING, TUBE), "fire PT>vesper", 6, 4) == (0, 4, 0, 0)


@pytest.mark.parametrize(
    ("hits", "part", "found"),
    [
        ((("normal", 5), ("P", 2)), 0.5, (("normal", 4),)),
        ((("normal", 1), ("P", 4)), 0.5, (("normal", 1), ("P", 2))),
        ((("normal", 0), ("P", 1)), 1.0, (("normal", 0), ("P", 1))),
        ((("normal", 3),), 0.0, ()),
    ],
)
def test_shares_of_hits(hits: Iterable[Hit], part: float, found: tuple[Hit, ...]) -> None:
    assert share(hits, part) == found


@pytest.mark.parametrize("armour", [0, 2])
@pytest.mark.parametrize(
    ("mounts", "rerolls"),
    [
        ((BEAM,), True),
        ((BEAM3,), False),
        ((BEAM, BEAM), False),
        ((PULSER,), True),
        ((BEAM, KGUN), False),
        ((PACK,), False),
    ],
)
def test_the_odds_behind_a_field_are_those_of_every_way_the_dice_can_fall(
    mounts: tuple[Mount, ...], rerolls: bool, armour: int
) -> None:
    battle = duel(REFLECTING, *mounts, armour=armour, hull=9, rerolls=rerolls)
    guns = [one.key for one in battle.ships["lancet"].design.mounts if one.kind not in ("fcs", "drive")]
    order = Fire.parse("lancet", "fire " + " ".join(f"{key}>vesper" for key in guns))
    compare(odds(battle, order)[0], battle, order)


def test_the_chances_still_make_one() -> None:
    table = weakened(((0.5, ()), (0.3, (("normal", 2),)), (0.2, (("normal", 0), ("P", 1)))))
    assert sum(chance for chance, _ in table) == pytest.approx(1)
    assert {hits: chance for chance, hits in table}[("normal", 1),] == pytest.approx(0.05)


def covered(word: str) -> tuple[Ship, ManoeuvreOrder]:
    """Return a ship that has shown its order to cover itself."""
    one = ship("vesper", "crimson", (0.0, 5.0), 6, built=design(SYSTEMS[word], BEAM, PDS, FCS, Mount("", "wave_gun")))
    one.set_timer(WAVE_CHARGE, 6)
    one.active_manoeuvres = Plot.parse("vesper", f"P1 {word}").uses
    return one, Plot.parse("vesper", word).uses[0]


@pytest.mark.parametrize(("word", "mark"), [("REFLEX", REFLECTING), ("SHROUD", SHROUDED)])
def test_whoever_is_covered_fires_nothing_for_a_turn(word: str, mark: str) -> None:
    one, use = covered(word)
    battle = state(ship("lancet"), one)
    archive.on_reveal(battle, umpire(), one, Plot("vesper", uses=(use,)))
    assert mark in one.status_flags
    assert "fires nothing" in shots(battle, "vesper", "lancet")[0].why_not and not pool(battle, one)
    archive.on_reveal(battle, umpire(), one, Plot("vesper"))
    assert mark not in one.status_flags
    archive.on_reveal(battle, umpire(), one, Plot("vesper", uses=(use,)))
    archive.late(battle, umpire())
    assert mark not in one.status_flags


@pytest.mark.parametrize("word", SYSTEMS)
def test_what_may_be_ordered(word: str) -> None:
    def why(text: str, one: Ship) -> str:
        wrong = fault(one, Plot.parse(one.id, text), house())
        return wrong.why if wrong else ""

    one, _ = covered(word)
    one.active_manoeuvres = ()
    assert not why(f"P1+1 {word}", one) and str(Plot.parse("vesper", f"{word.lower()} P1")) == f"P1 {word}"
    assert "fires nothing" in why(f"{word} WAVE", one)
    assert "has no" in why(word, ship())
    one.lost.add(one.design.mounts[0].key)
    assert "knocked out" in why(word, one)
