"""Corkscrew: what it costs, which arcs it opens, what it does to every die, how it strains a hull
(manoeuvres/corkscrew)."""

from __future__ import annotations

import pytest

from game.board.geometry import ARCS
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.targeting import shots
from game.rules.combat.weapon import bears_into
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.steering import corkscrew
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.beam_dice import point_defence
from game.rules.ships.design import Mount
from tests.support.builders import design, house, ship, state, umpire
from tests.support.duel import BEAM3, FCS, NEEDLE, TUBE, duel, fire

CO = (ManoeuvreOrder(BY_CODE["CO"]),)
MEANS = {  # exact, at the range of the shots below
    "torpedo": 3 / 6 * 3.5, "kgun": 3 / 6 * (3 * 6 + 3 * 3) / 6, "mkp": 4 * 2 / 6, "needle": 1 / 6,
}  # fmt: skip
SLUG, BURST = Mount("", "kgun", 3, ("F",)), Mount("", "mkp", 1, ("F",))


def refused(text: str, thrust: int, advanced: bool = False) -> str:
    one = ship(velocity=8, built=design(thrust=thrust, advanced=advanced))
    why = fault(one, Plot.parse("lancet", text), house(**{"man.CO": True}))
    return why.why if why else ""


def test_three_points_out_of_the_allowance() -> None:
    """MV-4.1."""
    assert not refused("CO", 6) and not refused("CO+3", 6)
    assert "only 3 thrust may turn" in refused("CO+P", 6)
    assert not refused("CO+P+2", 8) and not refused("CO P +4", 8)
    assert "9 thrust asked" in refused("CO P +5", 8)
    assert "only 2 thrust may turn" in refused("CO", 4) and not refused("CO+P", 4, advanced=True)
    assert refused("CO R", 10) and "do not go together" in refused("CO R", 10)


@pytest.mark.parametrize(("mass", "points", "dice"), [(100, 1, 5), (60, 2, 6), (15, 1, 1), (39, 3, 3)])
def test_dice_of_the_strain(mass: int, points: int, dice: int) -> None:
    """MV-4.2."""
    assert corkscrew.stress(mass, points) == dice


def test_the_strain_of_a_turn_goes_to_the_hull() -> None:
    """MV-4.2: 6 (again 4), 3, 4, 1, 5 are five points; nothing of it stays in the armour."""
    one = ship(built=design(mass=100, hull=26, armour=3, thrust=8))
    dice = umpire(6, 3, 4, 1, 5, 4, phase=5)
    one.active_manoeuvres = CO
    corkscrew.Corkscrew().after(state(one), dice, one, CO[0], Plot.parse("lancet", "P CO"))
    assert (one.hull, one.armour, len(dice.faces)) == (21, (3,), 6)


@pytest.mark.parametrize(("text", "points"), [("CO+2", 0), ("P CO", 1), ("P+S CO", 2), ("P2 CO+1", 2), ("CO HA2P", 2)])
def test_every_point_of_turning_counts(text: str, points: int) -> None:
    assert corkscrew.points_turned(Plot.parse("lancet", text), house()) == points


@pytest.mark.parametrize(("rerolls", "faces", "points"), [("natural", (6, 4, 1, 5), 2), ("modified", (6, 4, 1), 1)])
def test_each_die_of_a_beam_loses_one(rerolls: str, faces: tuple[int, ...], points: int) -> None:
    """MV-4.3: a class-2 beam's two dice at 8 MU, here with a third that misses."""
    battle = duel(BEAM3, FCS, at=(0.0, 8.0), played={"co.reroll": rerolls})
    battle.ships["vesper"].lost.add("SCR")
    battle.ships["lancet"].active_manoeuvres = CO
    fire(battle, "fire B3>vesper", *faces)
    assert 24 - battle.ships["vesper"].hull == points


@pytest.mark.parametrize(("face", "before"), [(3, False), (3, True), (4, False), (4, True)])
def test_how_she_comes_out_of_it(face: int, before: bool) -> None:
    """MV-4.4: odd inverted, even upright, whatever it was."""
    one = ship()
    one.inverted = before
    corkscrew.Corkscrew().late(state(one), umpire(face), one, CO[0])
    assert one.inverted == (face == 3)


@pytest.mark.parametrize(("arcs", "broad", "mirror"), [
    (("FP",), "FS AS AP FP", "FS FP"),
    (("F", "FP"), "F FS AS AP FP", "F FS FP"),
    (("F",), "F", "F"),
    (("A",), "A", "A"),
    (("AP", "A"), "FS AS A AP FP", "AS A AP"),
])  # fmt: skip
def test_arcs_gained(arcs: tuple[str, ...], broad: str, mirror: str) -> None:
    """MV-4.5."""
    one = ship(built=design(Mount("", "beam", 2, arcs)))
    one.active_manoeuvres = CO
    for gain, wanted in (("broad", broad), ("mirror", mirror)):
        covered = bears_into(house(**{"co.arc_gain": gain}), one, one.design.mounts[0])
        assert " ".join(arc for arc in ARCS if arc in covered) == wanted


def test_four_wide_arcs() -> None:
    one = ship(built=design(Mount("", "beam", 2, ("P",))))
    one.active_manoeuvres = CO
    for gain in ("broad", "mirror"):
        assert bears_into(house(**{"co.arc_gain": gain, "arcs": 4}), one, one.design.mounts[0]) == {"P", "S"}


@pytest.mark.parametrize(("gun", "text", "at", "faces", "lost"), [
    (TUBE, "PT>vesper", 10.0, (3,), 0),
    (TUBE, "PT>vesper", 10.0, (4, 5), 5),
    (TUBE, "PT>vesper", 27.0, (6,), 0),
    (SLUG, "K3>vesper", 7.0, (4, 3), 6),
    (SLUG, "K3>vesper", 7.0, (3,), 0),
    (BURST, "MKP>vesper", 7.0, (4,), 0),
    (BURST, "MKP>vesper", 7.0, (6,), 4),
    (NEEDLE, "N>vesper:SCR", 7.0, (6,), 1),
])  # fmt: skip
def test_other_guns(gun: Mount, text: str, at: float, faces: tuple[int, ...], lost: int) -> None:
    """MV-4.6: to hit with one less; damage dice as they fall. No needle knocks a system out."""
    battle = duel(gun, FCS, at=(0.0, at), hull=48)
    battle.ships["lancet"].active_manoeuvres = CO
    mean = odds(battle, Fire.parse("lancet", f"fire {text}"))[0].mean
    assert mean == pytest.approx(MEANS[gun.kind] if at < 27 else 0.0)
    fire(battle, f"fire {text}", *faces)
    vesper = battle.ships["vesper"]
    assert 48 - vesper.hull == lost and vesper.works("SCR")


@pytest.mark.parametrize(("gun", "at", "steady", "spinning"), [
    (TUBE, 10.0, "hits on 3 or more", "hits on 4 or more"),
    (TUBE, 21.0, "hits on 5 or more", "hits on a 6"),
    (TUBE, 27.0, "hits on a 6", "hits on no face"),
    (SLUG, 7.0, "hits on 3 or more", "hits on 4 or more"),
    (BURST, 7.0, "hits on 4 or more, twice on a 6", "hits on 5 or more, twice on no face"),
    (NEEDLE, 7.0, "a 6 knocks one system out", "no face knocks one system out"),
    (BEAM3, 7.0, "3 dice", "3 dice"),
])  # fmt: skip
def test_a_shot_is_told_by_the_face_that_has_to_be_thrown(gun: Mount, at: float, steady: str, spinning: str) -> None:
    battle = duel(gun, FCS, at=(0.0, at))
    assert shots(battle, "lancet", "vesper")[0].dice == steady
    battle.ships["lancet"].active_manoeuvres = CO
    assert shots(battle, "lancet", "vesper")[0].dice == spinning


def test_point_defence() -> None:
    """MV-4.6: a PDS die of 4 kills nothing, of 5 one."""
    assert [point_defence(umpire(face), 1, "pds", modifiers=(corkscrew.AIM,))[0] for face in (4, 5)] == [0, 1]
    assert point_defence(umpire(6, 5), 1, "pds", modifiers=(corkscrew.AIM,))[0] == 2  # a natural 6 rolls again
    assert point_defence(umpire(6), 1, "pds", modifiers=(corkscrew.AIM,), rerolls=False)[0] == 1
