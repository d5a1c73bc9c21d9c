"""Extreme Manoeuvres: effective range, checks early and late, held back, and the form of 1998 (manoeuvres/10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.display import Fan, Ring
from game.core.orders import Illegal
from game.rules.combat.fire import Fire
from game.rules.combat.targeting import shots
from game.rules.display.overlays import overlays
from game.rules.manoeuvres import archive, post_movement_rules
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement import post_movement
from game.rules.movement.plot import Plot
from game.rules.movement.post_movement import DECLARED
from game.rules.movement.thrust_limits import fault
from game.rules.ships.drive import failing
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import house, ship, state, umpire
from tests.support.duel import BEAM3, FCS, PACK, duel, refusal, the_shot
from tests.support.narrowing import narrow

PLAYED = {"man.EM": True}


def jink(battle: ThrustState, **ships: int) -> ThrustState:
    for key, n in ships.items():
        battle.ships[key].active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], n),)
    return battle


def test_every_thrust_is_six_mu_for_all_fire() -> None:
    """MV-10.1: at 14 MU, as 26: one die of three for two; its own guns suffer alike."""
    for who in ("lancet", "vesper"):
        shot = the_shot(jink(duel(BEAM3, FCS, at=(0.0, 14.0)), **{who: 2}), "B3")
        assert (shot.distance, shot.effective, shot.dice) == (14.0, 26.0, "1 die")
    assert the_shot(duel(BEAM3, FCS, at=(0.0, 14.0)), "B3").dice == "2 dice"


def test_two_that_jink_are_farther_by_both() -> None:
    """MV-10.2."""
    battle = jink(duel(BEAM3, FCS, at=(0.0, 10.0)), lancet=1, vesper=2)
    assert {shot.effective for shot in (*shots(battle, "lancet", "vesper"), *shots(battle, "vesper", "lancet"))} == {
        28.0
    }
    far = refusal(jink(duel(BEAM3, FCS, at=(0.0, 20.0)), vesper=3), "fire B3>vesper")
    assert "38 MU away as it counts while ships jink; Beam 3 reaches 36" in far.why


@pytest.mark.parametrize(("n", "rows", "from_face"), [(3, 1, 3), (1, 0, 6), (2, 0, 5), (4, 2, 1)])
def test_the_check(n: int, rows: int, from_face: int) -> None:
    """MV-10.3: EM3 in row 2 fails on 3 or more, EM1 in row 1 on a 6; the chance is that of all six faces."""
    one = ship(hull=12, velocity=4)
    one.hull -= 3 * rows
    rules, use = house(**PLAYED), ManoeuvreOrder(BY_CODE["EM"], n)
    assert failing(one, n - 1, rules) == Fraction(7 - from_face, 6)
    assert BY_CODE["EM"].risks(one, use, Plot("lancet", uses=(use,)), rules)[0].chance == pytest.approx(
        (7 - from_face) / 6
    )


def before(text: str, *faces: int, hits: int = 0, **rules: Any) -> tuple[Ship, Plot]:
    """Return a ship of thrust 6 as it is about to move, checks falling then."""
    one = ship(velocity=8, thrust=6)
    one.drive_hits = hits
    plot, dice = Plot.parse("lancet", text), umpire(*faces, phase=5)
    one.active_manoeuvres = plot.uses
    table = state(one, **PLAYED, **{"man.check_timing": "option2"}, **rules)
    going = narrow(archive.before(table, dice, one, plot), Plot)
    assert dice.faces == faces
    return one, going


@pytest.mark.parametrize(("face", "left", "farther"), [(4, "+1 EM2", 12.0), (6, "+1 EM2", 12.0), (3, "+1", 0.0)])
def test_early_all_else_is_halved(face: int, left: str, farther: float) -> None:
    """MV-10.4."""
    one, plot = before("P+2+EM2", 5, face)
    assert (one.thrust, str(plot), archive.farther(house(), one)) == (3, left, farther)
    one, plot = before("P+2+EM2", 4)
    assert (one.thrust, str(plot), archive.farther(house(), one)) == (6, "P1+2 EM2", 12.0)


def test_early_every_item_is_halved_by_itself() -> None:
    _, plot = before("P2 EM1 EC3:gloaming", 6, 5)
    assert (plot.legs, plot.uses) == (
        (-1,),
        (ManoeuvreOrder(BY_CODE["EM"], 1), ManoeuvreOrder(BY_CODE["EC"], 1, "gloaming")),
    )


def test_early_nothing_is_left_of_a_manoeuvre_of_one_point() -> None:
    """Half a point, rounded down, is no manoeuvre at all: nobody is screened by a screen of no thrust."""
    _, plot = before("P2 EM1 EC1:gloaming", 6, 5)
    assert str(plot) == "P1 EM1"


def test_early_a_damaged_drive_stops() -> None:
    """MV-10.5."""
    one, plot = before("P+EM2", 5, hits=1)
    assert (one.thrust, str(plot), one.active_manoeuvres, archive.farther(house(), one)) == (0, "0", (), 0.0)
    one, plot = before("P+EM2", 4, hits=1)
    assert (one.thrust, str(plot)) == (3, "P1 EM2")


def test_late_it_has_worked_all_turn() -> None:
    """MV-10.7: a 6 after damage control halves the drive; nothing mends it before it moves again."""
    one = ship(velocity=8, thrust=4)
    one.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 1),)
    table, dice = state(one, **PLAYED), umpire(6, phase=10)
    assert archive.farther(table.house, one) == 6.0 and not before("EM1", 1)[1].dv
    archive.late(table, dice)
    assert (one.thrust, one.drive_hits) == (2, 1) and not one.active_manoeuvres


def test_legal_orders() -> None:
    rules = house(**PLAYED)
    assert fault(ship(velocity=4, thrust=6), Plot.parse("lancet", "P3 EM3"), rules) is None
    for text, why in (("EM7", "7 thrust asked"), ("EM0", "a thrust at least"), ("EM1:vesper", "name nobody")):
        found = fault(ship(velocity=4, thrust=6), Plot.parse("lancet", text), rules)
        assert found and why in found.why


# -- held back until it is wanted --------------------------------------------------------------------------------------


def named(battle: ThrustState, key: str = "vesper") -> list[str]:
    """Return what a ship that is named as a target may do."""
    return [str(post_movement.Afterwards(key, use)) for use in post_movement.choices(battle, battle.ships[key])]


def test_at_will() -> None:
    """MV-10.6: never used, no check; begun when fired upon, that shot and later ones are 12 MU farther, earlier ones
    stand."""
    rules = PLAYED | {"em.discretionary": True}
    battle = duel(BEAM3, FCS, at=(0.0, 14.0), played=rules)
    vesper = battle.ships["vesper"]
    vesper.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 2),)
    assert the_shot(battle, "B3").dice == "2 dice"
    fire_order = declare(battle, "fire B3>vesper")
    assert (waiting := DECLARED.of(battle)) and waiting.left == ("vesper",) and named(battle) == ["PM EM2"]
    dice = umpire(4)
    post_movement.Afterwards.parse("vesper", "PM EM2").carry_out(battle, dice)
    assert dice.faces == (4,) and not DECLARED.of(battle) and "lancet" in battle.acted  # one die at 26 MU, no check yet
    late = umpire(5, phase=10)
    archive.late(battle, late)
    assert late.faces == (5,) and vesper.drive_hits == 1
    again = jink(duel(BEAM3, FCS, at=(0.0, 14.0), played=rules), vesper=2)
    fire_order.carry_out(again, umpire())
    post_movement.Afterwards.parse("vesper", "PM no").carry_out(again, umpire(1, 1))  # two dice
    archive.late(again, umpire())
    assert again.ships["vesper"].drive_hits == 0


def declare(battle: ThrustState, text: str) -> Fire:
    """Declare fire that a target may answer; no die falls."""
    order = Fire.parse("lancet", text)
    order.check(battle)
    dice = umpire()
    order.carry_out(battle, dice)
    line = dice.log[-1].log_line({"lancet": "Lancet", "vesper": "Bogey 1"})
    guns = [battle.ships["lancet"].design.mount(shot.mount) for shot in order.shots]
    assert line == f"Lancet takes aim at Bogey 1 | {', '.join(f'{gun and gun.title} at Bogey 1' for gun in guns)}"
    return order


@pytest.mark.parametrize(
    ("faces", "hits", "works"), [((4,), 0, True), ((5, 4), 0, True), ((5, 3), 0, False), ((5,), 1, False)]
)
def test_at_will_and_early(faces: tuple[int, ...], hits: int, works: bool) -> None:
    """Begun at will where checks come first: its own falls at once, and the die whether it jinks."""
    one = ship(thrust=6)
    one.drive_hits, one.active_manoeuvres = hits, (ManoeuvreOrder(BY_CODE["EM"], 2),)
    table, dice = state(one, **PLAYED, **{"em.discretionary": True, "em.timing": "option2"}), umpire(*faces)
    post_movement.Afterwards.parse("lancet", "PM EM2").carry_out(table, dice)
    assert dice.faces == faces and (archive.farther(table.house, one) == 12.0) == works
    archive.late(table, umpire())


@pytest.mark.parametrize(("begun", "at_will", "said"), [
    (False, False, "drive damaged"), (True, False, "drive damaged"), (True, True, "drive damaged"),
    (False, True, "drive damaged, if used"),
])  # fmt: skip
def test_only_what_is_held_back_is_checked_if_it_is_used(begun: bool, at_will: bool, said: str) -> None:
    use, rules = ManoeuvreOrder(BY_CODE["EM"], 2, mark=begun), house(**PLAYED, **{"em.discretionary": at_will})
    assert [one.words for one in BY_CODE["EM"].risks(ship(thrust=6), use, Plot("lancet"), rules)] == [said]


# -- the form of 1998 --------------------------------------------------------------------------------------------------


def test_turning_away_from_one_attacker() -> None:
    """A point on the spot for a check; he and it lose one on each die against each other, and nobody else does."""
    battle = duel(BEAM3, FCS, played={**PLAYED, "em.variant": "reactive_1998"})
    vesper = battle.ships["vesper"]
    vesper.set_timer(post_movement_rules.THRUST, 3)  # half of six
    declare(battle, "fire B3>vesper")
    assert named(battle) == ["PM EM1P", "PM EM1S"]
    dice = umpire(5, 5, 4, 1)
    post_movement.Afterwards.parse("vesper", "PM EM1P").carry_out(battle, dice)  # the check holds below 6
    assert dice.faces == (5, 5, 4, 1) and vesper.facing == 5 and vesper.hull == 24  # 5 and 4 score as 4 and 3, screen 1
    assert [one.amount for one in archive.modifiers(vesper, battle.house, battle.ships["lancet"])] == [-1]
    assert [one.amount for one in archive.modifiers(battle.ships["lancet"], battle.house, vesper)] == [-1]
    assert not archive.modifiers(battle.ships["cinder"], battle.house, vesper)


@pytest.mark.parametrize(("kept", "times", "added"), [(2, 0, None), (3, 0, 0), (3, 1, None), (6, 1, 1), (6, 2, None)])
def test_half_is_kept_for_one_and_all_for_two(kept: int, times: int, added: int | None) -> None:
    one = ship(thrust=6)
    one.set_timer(post_movement_rules.THRUST, kept)
    one.set_timer(post_movement_rules.TIMES, times or None)
    table = state(one, **PLAYED, **{"em.variant": "reactive_1998"})
    DECLARED.set(table, post_movement.Declared(Fire("vesper"), ("lancet",)))
    assert (post_movement.fault(table, one, ManoeuvreOrder(BY_CODE["EM"], 1, mark=True)) is None) == (added is not None)
    if added is not None:
        assert post_movement.strain(table, one, ManoeuvreOrder(BY_CODE["EM"], 1, mark=True)) == added
    wrong = fault(ship(velocity=4), Plot.parse("lancet", "EM1"), table.house)
    assert wrong and "not plotted" in wrong.why


def test_what_she_does_is_written_with_her_side_and_read_again() -> None:
    """The form of 1998 turns to a side, that of ranges to none; a word of the other form is refused."""
    battle = duel(BEAM3, FCS, played={**PLAYED, "em.variant": "reactive_1998"})
    battle.ships["vesper"].set_timer(post_movement_rules.THRUST, 3)
    declare(battle, "fire B3>vesper")
    for use in post_movement.choices(battle, battle.ships["vesper"]):
        order = post_movement.Afterwards("vesper", use)
        assert post_movement.Afterwards.parse("vesper", str(order)) == order
    with pytest.raises(Illegal, match="PM EM1P or PM EM1S"):
        post_movement.Afterwards.parse("vesper", "PM EM1").check(battle)
    other = duel(BEAM3, FCS, played=PLAYED | {"em.reaction": True})
    other.ships["vesper"].set_timer(post_movement_rules.THRUST, 3)
    declare(other, "fire B3>vesper")
    assert named(other) == ["PM EM1", "PM EM2", "PM EM3"]
    with pytest.raises(Illegal, match="without a side"):
        post_movement.Afterwards.parse("vesper", "PM EM1S").check(other)


# -- the board ---------------------------------------------------------------------------------------------------------


def test_bands_as_they_lie_on_the_table() -> None:
    """A fan's bands and the rings of enemies are drawn where shots change: checked against shots from just both
    sides."""
    battle = jink(duel(BEAM3, FCS), lancet=2)
    fan = next(one for one in overlays(battle, "lancet") if isinstance(one, Fan))
    assert fan.bands == ((12.0, "2 dice"), (24.0, "1 die"))
    for limit, words in fan.bands:
        for off, wanted in ((-0.01, True), (0.01, False)):
            battle.ships["vesper"].at = (0.0, limit + off)
            assert (the_shot(battle, "B3").dice == words) == wanted
    ring = next(
        one for one in overlays(battle, "lancet") if isinstance(one, Ring) and one.label == "Vesper reaches this far"
    )
    for off, wanted in ((-0.01, True), (0.01, False)):
        battle.ships["vesper"].at = (0.0, ring.radius + off)
        assert any(shot.bears for shot in shots(battle, "vesper", "lancet")) == wanted
    assert not [one for one in overlays(duel(BEAM3, FCS), "lancet") if isinstance(one, Ring)]


def test_what_no_longer_reaches_misses_and_is_spent() -> None:
    """A target that begins to jink can put a pack out of reach that has been declared."""
    battle = duel(PACK, FCS, at=(0.0, 10.0), played=PLAYED | {"em.reaction": True})
    battle.ships["vesper"].set_timer(post_movement_rules.THRUST, 2)
    declare(battle, "fire SMP>vesper")
    dice = umpire(1)
    post_movement.Afterwards.parse("vesper", "PM EM2").carry_out(battle, dice)
    assert "SMP" in battle.ships["lancet"].spent and any("misses" in str(line) for line in dice.log)
