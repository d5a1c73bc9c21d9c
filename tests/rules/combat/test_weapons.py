"""Every gun: its bands, its dice, its damage, and the worked examples of its rules (full-thrust-base/6.1 to 6.14)."""

from __future__ import annotations

from typing import Any

import pytest

from game.board.geometry import ARCS, QUARTERS
from game.board.terrain import Body
from game.core.state import Table
from game.core.umpire import Recorded, Umpire
from game.rules.combat.weapon import AimedShot, Fired, bears_into, covered_arcs
from game.rules.combat.weapons import WEAPONS, bands_in_words, guns, slug
from game.rules.ships.beam_dice import Modifier
from game.rules.ships.damage import cross_off
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from tests.support.builders import design, house, ship, state

F3 = ("F", "FS", "FP")
SCREEN, ADVANCED = Mount("", "screen"), Mount("", "advanced_screen")


def gun(kind: str, level: int = 1, mode: str = "") -> Mount:
    return Mount("", kind, level, ("F",), mode)


def number(mount: Mount, distance: float, profile: str = "FB", **rules: Any) -> int:
    """Dice, or the face needed, of a gun at that distance in MU; 0 out of range."""
    firer = ship(built=design(mount, profile=profile))
    return WEAPONS[mount.kind].number(house(**rules), firer, firer.design.mounts[0], distance)


def fired(
    mount: Mount,
    distance: float,
    *faces: int,
    armour: int = 0,
    defences: tuple[Mount, ...] = (),
    profile: str = "FB",
    modifiers: tuple[Modifier, ...] = (),
    system: str = "",
    **rules: Any,
) -> tuple[Fired, Ship]:
    """Fire one gun with dice that show these faces, all of which it must use; also the target, not yet damaged."""
    firer = ship(built=design(mount, profile=profile))
    target = ship("vesper", "crimson", (0.0, distance), built=design(*defences, hull=24, armour=armour))
    aim = AimedShot(state(firer, target, **rules), firer, firer.design.mounts[0], target, distance, system, modifiers)
    dice = Recorded(faces)
    weapon = WEAPONS[mount.kind]
    done = weapon.resolve(aim, weapon.throw(aim).roll(Umpire(dice), "fire/lancet/gun>vesper"))
    dice.finish()
    return done, target


def boxes(shot: tuple[Fired, Ship]) -> tuple[int, int]:
    """Armour and hull boxes the shot costs."""
    wound = cross_off(shot[1], shot[0].hits)
    return wound.armour, wound.hull


@pytest.mark.parametrize(("distance", "dice"), [(0.0, 3), (12.0, 3), (12.01, 2), (24.0, 2), (36.0, 1), (36.01, 0)])
def test_beam_bands(distance: float, dice: int) -> None:
    """T-b1: a class-3 beam loses a die at 12.01, 24.01 and 36.01 MU."""
    assert number(gun("beam", 3), distance) == dice


@pytest.mark.parametrize(("profile", "distance", "dice"), [
    ("FB", 13, 3), ("FB", 48, 1), ("FB", 48.01, 0), ("FT2", 13, 4), ("FT2", 18, 4), ("FT2", 19, 3),
    ("FT2", 54, 2), ("FT2", 55, 0),
])  # fmt: skip
def test_the_largest_beam_by_edition(profile: str, distance: float, dice: int) -> None:
    """T-b2: class 4 at 13 MU rolls 3 dice, the second edition's megabattery still 4; at 19 MU 3, at 55 MU none."""
    assert number(gun("beam", 4), distance, profile) == dice


def test_two_ones_burn_a_megabattery_out() -> None:
    shot, _ = fired(gun("beam", 4), 13, 1, 1, 4, 5, profile="FT2", rerolls=False)
    assert shot.burnt and shot.hits == (("normal", 2),)
    assert not fired(gun("beam", 4), 13, 1, 2, 4, 5, profile="FT2", rerolls=False)[0].burnt
    assert not fired(gun("beam", 4), 13, 1, 1, 4)[0].burnt


def test_ones_of_re_rolls_burn_nothing_out() -> None:
    assert not fired(gun("beam", 4), 13, 1, 6, 4, 5, 1, profile="FT2", rerolls=True)[0].burnt
    assert not fired(gun("beam", 4), 13, 6, 6, 4, 5, 1, 1, profile="FT2", rerolls=True)[0].burnt


@pytest.mark.parametrize(
    ("edition", "needed"),
    [
        ("FB", {6: 2, 6.01: 3, 12: 3, 18: 4, 24: 5, 30: 6, 30.01: 0}),
        ("FT2", {6: 3, 12: 4, 18: 5, 24: 6, 24.01: 0}),
        ("FT1", {6: 4, 12: 5, 18: 6, 18.01: 0}),
    ],
)
def test_torpedo_bands(edition: str, needed: dict[float, int]) -> None:
    for distance, face in needed.items():
        assert number(gun("torpedo"), distance, torpedo_bands=edition) == face


def test_torpedo_hits_half_on_armour() -> None:
    """T-pt1: range 13, a 4 hits; the damage die 5 against 4 armour costs 3 armour and 2 hull."""
    assert boxes(fired(gun("torpedo"), 13, 4, 5, armour=4)) == (3, 2)
    assert fired(gun("torpedo"), 13, 3)[0].hits == ()
    assert boxes(fired(gun("torpedo"), 13, 4, 5, armour=4, defences=(SCREEN, SCREEN))) == (3, 2)


@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 0), (6, 4)])
def test_advanced_screens_blunt_damage_dice(die: int, points: int) -> None:
    """T-as1: against level 2, dice of 1, 2 and 6 do 0, 0 and 4."""
    assert boxes(fired(gun("torpedo"), 1, 6, die, defences=(ADVANCED, ADVANCED))) == (0, points)


def test_a_modifier_changes_the_die_to_hit_and_not_the_damage() -> None:
    corkscrew = (Modifier(-1, "corkscrewing"),)
    assert fired(gun("torpedo"), 10, 3, modifiers=corkscrew)[0].hits == ()
    assert fired(gun("torpedo"), 10, 4, 5, modifiers=corkscrew)[0].hits == (("SAP", 5),)
    assert fired(gun("torpedo"), 27, 6, modifiers=corkscrew)[0].hits == ()
    assert fired(gun("kgun", 3), 7, 4, 3, modifiers=corkscrew)[0].hits == (("AP", 6),)
    assert fired(gun("beam", 2), 8, 6, 4, 5, modifiers=corkscrew)[0].hits == (("normal", 1), ("P", 1))


def test_needle_beam() -> None:
    """T-nb1: at 12.0 MU a 6 kills a system and costs a hull box, a 5 a hull box past armour; at 12.01 MU no shot."""
    shot = fired(gun("needle"), 12.0, 6, armour=4, defences=(SCREEN,), system="SCR")
    assert shot[0].kills and boxes(shot) == (0, 1)
    shot = fired(gun("needle"), 12.0, 5, armour=4, defences=(SCREEN,), system="SCR")
    assert not shot[0].kills and boxes(shot) == (0, 1)
    assert fired(gun("needle"), 12.0, 4, system="SCR")[0].hits == ()
    assert number(gun("needle"), 12.0) and not number(gun("needle"), 12.01)


@pytest.mark.parametrize(
    ("edition", "reach", "hull"), [("FB", 12, {4: 0, 5: 1, 6: 1}), ("FT2", 9, {5: 0, 6: 0}), ("XD", 12, {3: 0, 4: 1})]
)
def test_needle_beam_by_edition(edition: str, reach: float, hull: dict[int, int]) -> None:
    assert number(gun("needle"), reach, needle=edition) and not number(gun("needle"), reach + 0.01, needle=edition)
    for face, lost in hull.items():
        shot = fired(gun("needle"), 5, face, system="SCR", needle=edition)
        assert boxes(shot) == (0, lost) and shot[0].kills == (face == 6)


def test_submunitions() -> None:
    """T-smp1: range 6, screen 2, faces 4, 5, 6 and then 3: four points, all ordinary."""
    shot = fired(gun("submunition"), 6, 4, 5, 6, 3, armour=1, defences=(SCREEN, SCREEN))
    assert shot[0].hits == (("normal", 4),) and boxes(shot) == (1, 3)
    assert fired(gun("submunition"), 6, 4, 5, 6, 6, 4)[0].hits == (("normal", 7),)
    assert fired(gun("submunition"), 6, 4, 5, 6, 3, defences=(ADVANCED,))[0].hits == (("normal", 3),)
    assert fired(gun("submunition"), 6, 4, 5, 6, rerolls=False)[0].hits == (("normal", 4),)
    assert [number(gun("submunition"), far) for far in (6, 6.01, 12, 12.01, 18, 18.01)] == [3, 2, 2, 1, 1, 0]
    assert gun("submunition").one_shot


def test_kguns() -> None:
    """T-kg1: class 3 at 7 MU, a 3 hits; a second 3 does 6 (1 armour, 5 hull), a 4 does 3."""
    assert boxes(fired(gun("kgun", 3), 7, 3, 3, armour=4)) == (1, 5)
    assert boxes(fired(gun("kgun", 3), 7, 3, 4)) == (0, 3)
    assert fired(gun("kgun", 3), 7, 2)[0].hits == ()


@pytest.mark.parametrize(("size", "die", "level", "points"), [
    (6, 6, 0, 6), (6, 5, 0, 12), (4, 2, 2, 8), (4, 3, 2, 4), (4, 4, 0, 8), (1, 1, 0, 2), (1, 2, 0, 1), (1, 1, 1, 1),
])  # fmt: skip
def test_what_a_slug_does(size: int, die: int, level: int, points: int) -> None:
    """T-kg2: class 6 does 6 on a 6 and 12 on a 5. T-kg3: class 4 against advanced level 2 doubles on 1 and 2 only."""
    assert slug(size, die, level) == points
    assert fired(gun("kgun", size), 1, 6, die, defences=(ADVANCED,) * level)[0].hits == (("AP", points),)


@pytest.mark.parametrize(("face", "armour", "hull"), [(3, 0, 0), (4, 1, 3), (5, 1, 3), (6, 2, 6)])
def test_mkp(face: int, armour: int, hull: int) -> None:
    """Each hit does 4 points, one of them on armour; no 6 rolls again."""
    assert boxes(fired(gun("mkp"), 12, face, armour=5)) == (armour, hull)
    assert not number(gun("mkp"), 12.01) and gun("mkp").one_shot


@pytest.mark.parametrize(("mode", "distance", "dice"), [
    ("M", 20, 2), ("M", 24, 2), ("M", 24.1, 0), ("L", 36, 1), ("L", 36.1, 0), ("C", 12, 6), ("C", 12.1, 0),
])  # fmt: skip
def test_pulser(mode: str, distance: float, dice: int) -> None:
    """T-pl1: tuned M, 2 dice at 20 MU, none at 24.1."""
    assert number(gun("pulser", mode=mode), distance) == dice


def test_pulser_dice_are_beam_dice() -> None:
    assert fired(gun("pulser", mode="M"), 20, 4, 6, 5, defences=(SCREEN,))[0].hits == (("normal", 2), ("P", 1))


@pytest.mark.parametrize(("defences", "hits"), [
    ((), 4), ((SCREEN,), 3), ((SCREEN,) * 2, 2), ((ADVANCED,) * 2, 2), ((SCREEN,) * 3, 2),
])  # fmt: skip
def test_screens_stop_beams(defences: tuple[Mount, ...], hits: int) -> None:
    assert fired(gun("beam", 3), 5, 4, 5, 6, defences=defences, rerolls=False)[0].hits == (("normal", hits),)


def test_a_ship_of_the_second_edition_may_have_three_screens() -> None:
    firer, target = (
        ship(built=design(gun("beam", 3))),
        ship("vesper", "crimson", built=design(*(SCREEN,) * 3, profile="FT2")),
    )
    aim = AimedShot(state(firer, target), firer, firer.design.mounts[0], target, 5)
    assert WEAPONS["beam"].throw(aim).roll(Umpire(Recorded((4, 5, 6, 1))), "x").hits == (("normal", 1),)


@pytest.mark.parametrize(
    ("where", "screens", "points"), [((0, 0), 0, 3), ((0, 5), 1, 2), ((0, 0), 2, 2), ((0, 40), 0, 4)]
)
def test_dust_raises_the_level_beams_are_read_at(where: tuple[float, float], screens: int, points: int) -> None:
    """Either ship in the cloud: one level higher, two at most (full-thrust-base/6.20)."""
    firer = ship(built=design(gun("beam", 3)))
    target = ship("vesper", "crimson", (0.0, 5.0), built=design(*(SCREEN,) * screens))
    battle = state(firer, target, rerolls=False)
    battle.table = Table(bodies=(Body("haze", "dust", "Haze", where, 3.0),))
    aim = AimedShot(battle, firer, firer.design.mounts[0], target, 5)
    assert WEAPONS["beam"].throw(aim).roll(Umpire(Recorded((4, 5, 6))), "x").hits == (("normal", points),)


def test_words_for_the_board() -> None:
    firer = ship(built=design(gun("beam", 3), gun("torpedo")))
    beam, tube = guns(firer)
    assert bands_in_words(house(), firer, beam) == ((12.0, "3 dice"), (24.0, "2 dice"), (36.0, "1 die"))
    assert bands_in_words(house(), firer, tube)[0] == (6.0, "hits on 2 or more")
    assert bands_in_words(house(), firer, tube)[-1] == (30.0, "hits on a 6")


def test_small_guns_look_all_round() -> None:
    """Class-1 beams and K-guns bear into all six arcs, larger ones only where they were bought
    (full-thrust-base/4.2)."""
    firer = ship(built=design(Mount("", "beam", 1), Mount("", "kgun", 1), gun("beam", 2), Mount("", "kgun", 2)))
    assert [bears_into(house(), firer, mount) for mount in guns(firer)] == [set(ARCS), set(ARCS), {"F"}, set()]
    old = ship(built=design(Mount("", "beam", 1, ("F", "P")), profile="FT2"))
    assert bears_into(house(arcs=4), old, guns(old)[0]) == {"F", "P"}


def test_a_rolled_ship_bears_mirrored() -> None:
    """T-roll2: inverted, a mount F+FP+AP bears into F, FS and AS and not into FP."""
    assert covered_arcs(("F", "AP", "FP"), True, ARCS) == {"F", "FS", "AS"}
    assert covered_arcs(("F", "AP", "FP"), False, ARCS) == {"F", "AP", "FP"}
    assert covered_arcs(("F", "P"), True, QUARTERS) == {"F", "S"}


def test_mounts_drawn_for_the_other_number_of_arcs() -> None:
    assert covered_arcs(F3, False, QUARTERS) == {"F", "S", "P"}
    assert covered_arcs(("A",), False, QUARTERS) == {"A"}
    assert covered_arcs(("F", "S"), False, ARCS) == {"F", "FS", "AS"}
