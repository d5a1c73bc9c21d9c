"""Weapons and counters of Easier HexThrust: ranges in thirds, screens, fighters, missiles, nova plasma (hex/3.1, 3.3 to
3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from game.board.hexes import at
from game.core.orders import Id, Order
from game.core.values import HouseValue
from game.rules.combat.damage_allocation import OWED, allocate
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.targeting import look, shots
from game.rules.counters.counter import update_counter
from game.rules.counters.fighter_attack import Strike
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.counters.orders import FLIGHT, LAUNCHING, Fly, Launch
from game.rules.counters.point_defence import PREY
from game.rules.counters.shoot import Shoot
from game.rules.outcome import victory
from game.rules.ships.beam_dice import score
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.missile_orders import Hit, Steer
from game.systems.easyhex.missiles import clocks, degrade, plasma_flies, they_hit, warhead
from game.systems.easyhex.system import EASYHEX
from tests.support.builders import umpire
from tests.support.easyhex_battles import BEAM3, OPEN, counter, deep, fought, give, refused, vessel
from tests.support.hex_battles import hex_of, rock
from tests.support.narrowing import narrow

HGR = "lancet.HGR"


def dice_at(state: ThrustState, far: int) -> Mapping[str, str]:
    """Return what each gun of the lancet would roll at an enemy so far ahead."""
    state.ships["vesper"].at = at((0, -far))
    return {shot.mount: shot.dice if shot.bears else shot.cause for shot in shots(state, "lancet", "vesper")}


# -- guns --------------------------------------------------------------------------------------------------------------


def test_ranges_are_a_third_rounded_down() -> None:
    """HX-54: 6, 9, 10, 12, 24 and 36 MU reach 2, 3, 3, 4, 8 and 12 hexes."""
    assert [OPEN.to_board_units(mu) for mu in (6, 9, 10, 12, 24, 36)] == [2, 3, 3, 4, 8, 12]


def test_beams_by_bands_of_four_hexes_and_torpedoes_by_two() -> None:
    """HX-47: at 2, 4, 6, 8 and 9 hexes a pulse torpedo needs 3, 4, 5, 6 and is out of range; HX-59: it all bears at
    0."""
    state = deep(vessel("lancet"), vessel("vesper", side="amber"))
    beams = {far: dice_at(state, far)["B3"] for far in (0, 4, 5, 8, 9, 12, 13)}
    assert list(beams.values()) == ["3 dice", "3 dice", "2 dice", "2 dice", "1 die", "1 die", "range"]
    torpedoes = [dice_at(state, far)["PT"] for far in (0, 2, 3, 4, 5, 6, 7, 8, 9)]
    needed = ["hits on 3 or more"] * 2 + ["hits on 4 or more"] * 2 + ["hits on 5 or more"] * 2 + ["hits on a 6"] * 2
    assert torpedoes == [*needed, "range"]


@pytest.mark.parametrize(
    ("far", "faces", "hit"), [(2, (4, 1), True), (4, (4, 1), True), (6, (4,), False), (8, (4,), False)]
)
def test_a_torpedo_with_a_four(far: int, faces: tuple[int, ...], hit: bool) -> None:
    """HX-47."""
    state = deep(vessel("lancet"), vessel("vesper", (0, -far), side="amber"))
    give(state, "lancet", "fire PT>vesper", *faces, kind=Fire)
    assert bool(OWED.of(state)) is hit


def test_a_class_3_beam_rolls_three_dice_at_range_0_into_any_arc() -> None:
    """HX-59."""
    state = deep(vessel("lancet", mounts=BEAM3), vessel("vesper", side="amber"))
    seen = look(state, *state.ships.values())
    assert seen.distance == 0 and set(seen.arcs) == {"F", "S", "A", "P"} and dice_at(state, 0)["B3"] == "3 dice"


@pytest.mark.parametrize(
    ("screens", "rule", "faces", "points"),
    [(1, "printed", (6, 5, 4), 4), (2, "printed", (6, 5), 1), (2, "base", (6, 5, 4), 3), (0, "printed", (6, 5, 4), 4)],
)
def test_beam_dice_against_screens(screens: int, rule: str, faces: tuple[int, ...], points: int) -> None:
    """HX-46: class 3 at 8 hexes: dice 6 and 5, re-roll 4; two levels have a column of their own, without re-roll."""
    shield = vessel("vesper", (0, -8), side="amber", mounts=(Mount("", "screen"),) * screens, hull=40)
    state = deep(vessel("lancet", mounts=BEAM3), shield, screens=rule)
    give(state, "lancet", "fire B3>vesper", *faces, kind=Fire)
    assert sum(hit[1] for harm in OWED.of(state) for hit in harm.hits) == points


def test_the_mean_of_a_die_in_each_column() -> None:
    """0.8, 0.6333 and 0.1667 a die."""
    means = []
    for level in range(3):
        shield = vessel("vesper", (0, -12), side="amber", mounts=(Mount("", "screen"),) * level, hull=90)
        state = deep(vessel("lancet", mounts=BEAM3), shield)
        means.append(odds(state, Fire.parse("lancet", "fire B3>vesper"))[0].mean)
    assert means == pytest.approx([0.8, 0.8 - 1 / 6, 1 / 6], abs=1e-6) and score(6, 4) == 1


# -- damage ------------------------------------------------------------------------------------------------------------


def test_two_ships_that_kill_each_other_both_fire_and_go_in_the_last_step() -> None:
    """HX-57: everything fired in step 7 is simultaneous."""
    battle = fought(
        vessel("lancet", mounts=BEAM3, hull=2), vessel("vesper", (0, -4), 3, side="amber", mounts=BEAM3, hull=2)
    )
    for side in ("azure", "amber"):
        battle.play(battle.read(side, "lock"))
    battle.play(battle.read("lancet", "fire B3>vesper"), (5, 5, 1))
    assert battle.state.ships["vesper"].in_play and battle.phase.number == 7
    record = battle.play(battle.read("vesper", "fire B3>lancet"), (4, 4, 1))
    assert [ship.removed_reason for ship in battle.state.ships.values()] == ["destroyed", "destroyed"]
    assert {line.phase for line in record.log if line.kind in ("damage", "lost")} == {13}
    assert battle.state.outcome and not battle.state.outcome.winner


def test_all_damage_of_a_turn_is_one_attack_with_one_check() -> None:
    one = vessel("vesper", (0, -2), side="amber", hull=8)
    state = deep(vessel("lancet", mounts=BEAM3), vessel("sextant", mounts=BEAM3), one)
    give(state, "lancet", "fire B3>vesper", 5, 5, 1, kind=Fire)
    give(state, "sextant", "fire B3>vesper", 5, 5, 1, kind=Fire)
    assert one.hull == 8
    rolled = umpire(*(1,) * 6)
    allocate(state, rolled)
    assert one.hull == 4 and [line.reason for line in rolled.log] == ["2 rows end", "+1 for rows ended at once"]
    assert rolled.log[0].text == "{vesper} is hit by {lancet} and {sextant}" and not OWED.of(state)


def test_a_system_that_a_needle_beam_picks_goes_in_the_last_step() -> None:
    one = vessel("vesper", (0, -2), side="amber")
    state = deep(vessel("lancet", mounts=(Mount("", "needle", 1, ("F",)), Mount("", "fcs"))), one)
    give(state, "lancet", "fire N>vesper:PT", 6, kind=Fire)
    assert one.works("PT")
    allocate(state, umpire())
    assert "PT" in one.killed


# -- fighters ----------------------------------------------------------------------------------------------------------


def prey(state: ThrustState, *kinds: str) -> ThrustState:
    """Return the state in a step in which these are shot at."""
    PREY.set(state, kinds)
    return state


@pytest.mark.parametrize(("far", "faces", "left"), [(2, (5,), 5), (2, (6, 4), 3), (0, (3,), 6)])
def test_point_defence_shoots_at_fighters_within_two(far: int, faces: tuple[int, ...], left: int) -> None:
    """HX-51: die 5 kills one, 6 and then 4 kill three; at 3 hexes there is no shot."""
    state = prey(deep(vessel("vesper", side="amber"), counters=[counter(HGR, Flight, (0, -far), count=6)]), "fighters")
    give(state, "vesper", f"shoot PDSa>{HGR}", *faces, kind=Shoot)
    assert state.counters[HGR].count == left
    state.acted.clear()
    update_counter(state, state.counters[HGR], at=at((0, -3)))
    assert "3 hexes away" in refused(state, "vesper", f"shoot PDSb>{HGR}", Shoot)


def test_a_system_fires_once_a_turn_and_never_at_its_own_side() -> None:
    state = prey(deep(vessel("vesper", side="amber"), counters=[counter(HGR, Flight, count=6)]), "fighters")
    assert "named twice" in refused(state, "vesper", f"shoot PDSa>{HGR} PDSa>{HGR}", Shoot)
    assert refused(state, "vesper", f"shoot B3>{HGR}", Shoot) == "Beam 3 does not shoot at fighters"
    PREY.set(state, ("missile",))
    assert refused(state, "vesper", f"shoot PDSa>{HGR}", Shoot) == f"{HGR} is not shot at in this step"
    PREY.set(state, ("fighters",))
    give(state, "vesper", f"shoot PDSa>{HGR}", 1, kind=Shoot)
    state.acted.clear()
    assert refused(state, "vesper", f"shoot PDSa>{HGR}", Shoot) == "Point defence a has fired this turn"
    assert "same side" in refused(
        prey(deep(vessel("lancet"), counters=state.counters.values()), "fighters"), "lancet", f"shoot PDSa>{HGR}", Shoot
    )


def test_area_defence_lends_its_reach_to_friends_within_two() -> None:
    area = vessel("hurdle", (0, 0), side="amber", mounts=(Mount("", "adfc"), Mount("", "pds")))
    far = counter(HGR, Flight, (0, -4), count=6)
    state = prey(deep(area, vessel("vesper", (0, -2), side="amber"), counters=[far]), "fighters")
    assert refused(state, "hurdle", f"shoot ADFC>{HGR}", Shoot) == ""
    assert "reaches 2" in refused(state, "hurdle", f"shoot PDS>{HGR}", Shoot)
    state.ships["vesper"].at = at((0, -3))
    assert refused(state, "hurdle", f"shoot ADFC>{HGR}", Shoot)


def test_fighters_fly_eight_hexes_and_four_more() -> None:
    """HX-52: to 9 or 5 hexes is refused; a ship at 2 hexes is attacked, one at 3 is not."""
    state = deep(vessel("vesper", (0, -14), side="amber", hull=40), counters=[counter(HGR, Flight, count=6)])
    for reach, far, beyond in ((8, "0,-8", "0,-9"), (4, "0,-12", "0,-13")):
        FLIGHT.set(state, reach)
        assert f"{reach} hexes at most" in refused(state, HGR, f"fly {beyond}", Fly)
        give(state, HGR, f"fly {far}", kind=Fly)
    assert hex_of(state.counters[HGR]) == (0, -12)
    give(state, HGR, "attack vesper", 1, 2, 3, 4, 5, 6, 1, kind=Strike)
    assert sum(hit[1] for hit in OWED.of(state)[0].hits) == 4 and state.ships["vesper"].hull == 40
    state.ships["vesper"].at = at((0, -15))
    assert "too far: 3 of 2 hexes" in refused(state, HGR, "attack vesper", Strike)
    state.ships["vesper"].at, state.ships["vesper"].side = at((0, -12)), "azure"
    assert refused(state, HGR, "attack vesper", Strike) == "there is no enemy ship “vesper”"


def test_a_group_shot_down_in_step_5_does_not_attack() -> None:
    """HX-57."""
    raiders = vessel("lancet", mounts=(Mount("", "hangar", mode="standard", size=2), *BEAM3))
    battle = fought(raiders, vessel("vesper", (0, -5), 3, side="amber"))
    for side in ("azure", "amber"):
        battle.play(battle.read(side, "lock"))
    battle.play(battle.read("lancet", "launch HGR"))
    battle.play(battle.read(HGR, "fly 0,-4"))
    assert battle.phase.name == "Move fighters again"
    battle.play(battle.read(HGR, "stay"))
    assert battle.phase.name == "Shoot at fighters" and battle.prompts()[0].ids == ("vesper",)
    record = battle.play(battle.read("vesper", f"shoot PDSa>{HGR}"), (6, 1))
    lost = [line for line in record.log if line.kind == "lost"]
    assert [(line.whom, line.phase) for line in lost] == [(HGR, 5)] and not battle.state.counters[HGR].in_play
    assert battle.phase.number == 7 and raiders.design.mount("HGR") and "HGR" in battle.state.ships["lancet"].spent


# -- launching ---------------------------------------------------------------------------------------------------------


def launching(*kinds: str, **house: HouseValue) -> ThrustState:
    """Return a carrier in a step in which these systems launch."""
    three = tuple(Mount("", "missile", 1, mode="standard") for _ in range(3))
    two = (Mount("", "hangar", mode="standard", size=6),) * 2
    state = deep(vessel("lancet", mounts=(*three, *two, Mount("", "nova"), Mount("", "fcs"))))
    LAUNCHING.set(state, kinds)
    state.house |= house
    return state


def test_what_may_share_a_hex_at_its_launch() -> None:
    """HX-31, where pieces do not share hexes: two groups of fighters never, one and a missile, or missiles, at
    launch."""

    def apart(text: str) -> str:
        state = launching("hangar", "missile", stacking=False)
        for mount in text.split()[:-1]:
            give(state, "lancet", f"launch {mount}", kind=Launch)
            state.acted.clear()
        return refused(state, "lancet", f"launch {text.split()[-1]}", Launch)

    assert apart("HGRa HGRb") == "two groups of fighters never share a hex"
    assert apart("HGRa MTa") == apart("MTa MTb MTc") == ""
    assert "with one missile" in apart("MTa MTb HGRa")


def test_what_was_launched_together_must_part() -> None:
    """HX-31: all only at launch, next move they must part."""
    state = launching("hangar", "missile", stacking=False)
    give(state, "lancet", "launch HGRa MTa", kind=Launch)
    FLIGHT.set(state, 8)
    assert "only at their launch" in refused(state, "lancet.HGRa", "fly 0,0", Fly)
    give(state, "lancet.HGRa", "fly 0,-3", kind=Fly)
    assert hex_of(state.counters["lancet.HGRa"]) == (0, -3)
    state.house["stacking"] = True
    assert refused(state, "lancet.HGRa", "fly 0,0", Fly) == "", "in Easier HexThrust they share"


def test_a_missile_is_launched_once_fighters_while_they_are_in_plasma_every_turn() -> None:
    state = launching("missile", "nova")
    give(state, "lancet", "launch MTa NOVA", kind=Launch)
    state.acted.clear()
    assert refused(state, "lancet", "launch MTa", Launch) == "Missile a has been launched"
    assert "not launch in this step" in refused(state, "lancet", "launch HGRa", Launch)
    give(state, "lancet", "launch NOVA", kind=Launch)
    assert list(state.counters) == ["lancet.MTa", "lancet.NOVA", "lancet.NOVA-2"]
    state = launching("hangar")
    give(state, "lancet", "launch HGRa", kind=Launch)
    state.acted.clear()
    assert "is out" in refused(state, "lancet", "launch HGRa", Launch)


# -- missiles ----------------------------------------------------------------------------------------------------------


def missile(age: int, place: tuple[int, int] = (0, 0), key: Id = "lancet.MT") -> Missile:
    return counter(key, Missile, place, age=age)


def test_a_missile_flies_eight_hexes_with_one_turn() -> None:
    """HX-53: 5 hexes, starboard, 3 hexes; a second turn is refused."""
    state = deep(counters=[missile(1)])
    give(state, "lancet.MT", "steer 5S3", kind=Steer)
    flown = state.counters["lancet.MT"]
    assert (hex_of(flown), flown.facing, flown.flown) == ((3, -8), 2, 8)
    assert refused(state, "lancet.MT", "steer 3S3S2", Steer) == "a missile turns one hex side, once in its flight"
    assert refused(state, "lancet.MT", "steer 4S3", Steer) == "a missile flies 8 hexes, not 7"
    assert len(Steer("lancet.MT").destinations(state)) == 19


def test_a_missile_hits_from_age_2_to_6_and_then_is_gone() -> None:
    """HX-53: launched on turn n it may hit on turns n+1 to n+5."""
    state = deep(counters=[missile(1)])
    ages = []
    while state.counters["lancet.MT"].in_play:
        ages.append(state.counters["lancet.MT"].age)
        clocks(state, umpire())
    assert ages == [1, 2, 3, 4, 5, 6] and state.counters["lancet.MT"].removed_reason == "burnt out"


def test_a_missile_next_to_an_enemy() -> None:
    """HX-48: at age 1 no hit, at age 2 four points."""
    for age, points in ((1, []), (2, [("normal", 4)])):
        state = deep(vessel("vesper", (0, -1), side="amber"), vessel("sextant", (0, 1)), counters=[missile(age)])
        they_hit(state, umpire())
        assert [hit for harm in OWED.of(state) for hit in harm.hits] == points
        assert state.counters["lancet.MT"].in_play is not bool(points)
        assert all(harm.target == "vesper" for harm in OWED.of(state))


def test_a_missile_with_two_ships_in_reach_is_told_which_to_hit() -> None:
    state = deep(vessel("vesper", (0, -1), side="amber"), vessel("kiln", (0, 2), side="amber"), counters=[missile(3)])
    assert refused(state, "lancet.MT", "hit lancet", Hit)
    give(state, "lancet.MT", "hit kiln", kind=Hit)
    they_hit(state, umpire())
    assert [harm.target for harm in OWED.of(state)] == ["kiln"] and not state.counters["lancet.MT"].in_play


def test_any_hit_of_point_defence_or_a_beam_kills_a_missile() -> None:
    two = missile(2, (0, -2)), missile(2, (0, -9), "lancet.MTb")
    state = prey(deep(vessel("vesper", side="amber"), counters=two), "missile")
    assert "2 hexes" not in refused(state, "vesper", "shoot B3>lancet.MTb", Shoot)
    give(state, "vesper", "shoot PDSa>lancet.MT B3>lancet.MTb", 4, 3, kind=Shoot)
    assert [one.in_play for one in state.counters.values()] == [False, True]
    state.acted.clear()
    silent = {shot.mount: shot.cause for shot in shots(state, "vesper", "vesper")}
    assert silent["B3"] == "fired", "it has fired at a missile and is silent"


def test_a_missile_is_lost_in_a_rock_and_beyond_the_edge() -> None:
    state = deep(bodies=(rock((0, -3)),), counters=[missile(1)])
    give(state, "lancet.MT", "steer 8", kind=Steer)
    assert (hex_of(state.counters["lancet.MT"]), state.counters["lancet.MT"].removed_reason) == (
        (0, -2),
        "lost in Rock",
    )
    state = deep(counters=[missile(1, (4, 2))], board=replace(OPEN, floating=False))
    give(state, "lancet.MT", "steer 8", kind=Steer)
    assert state.counters["lancet.MT"].removed_reason == "lost beyond the edge"


def test_a_ship_with_a_missile_left_fights_on_without_a_fire_control() -> None:
    state = deep(
        vessel("lancet", mounts=(Mount("", "missile", 1, mode="standard"),)), vessel("vesper", (0, -9), side="amber")
    )
    assert victory.outcome(state) is None
    state.ships["lancet"].spent.add("MT")
    ended = victory.outcome(state)
    assert ended and ended.winner == "amber"


# -- nova plasma -------------------------------------------------------------------------------------------------------


def nova(age: int = 1, wounds: int = 0) -> Plasma:
    return counter("lancet.NOVA", Plasma, count=4, age=age, wounds=wounds)


def test_nova_plasma_flies_3_6_3_and_6_hexes_and_is_gone() -> None:
    """HX-55: unhurt from (0,0,0) heading N."""
    state, ends, dice = deep(counters=[nova()]), [], []
    while state.counters["lancet.NOVA"].in_play:
        dice.append(warhead(state.house, narrow(state.counters["lancet.NOVA"], Plasma)))
        plasma_flies(state, umpire())
        ends.append(hex_of(state.counters["lancet.NOVA"]))
        clocks(state, umpire())
    assert ends == [(0, -3), (0, -9), (0, -12), (0, -18)] and dice == [(4, 6), (3, 6), (2, 6), (1, 6)]


@pytest.mark.parametrize(
    ("habit", "third", "fourth"), [("normal", (2, 6), (1, 6)), ("mild", (2, 3), (1, 3)), ("printed", (2, 3), (2, 3))]
)
def test_the_warhead_on_the_last_two_turns(habit: str, third: tuple[int, int], fourth: tuple[int, int]) -> None:
    """HX-55."""
    house = EASYHEX.settings({"nova": habit})
    assert (warhead(house, nova(age=3)), warhead(house, nova(age=4))) == (third, fourth)


def test_plasma_that_is_hit_loses_strength_in_step_8() -> None:
    """HX-49: two points of damage on the launch turn, hits on turn 2 with 2D6."""
    state = prey(deep(vessel("vesper", (0, -2), side="amber", hull=40), counters=[nova()]), "plasma")
    give(state, "vesper", "shoot PDSa>lancet.NOVA PDSb>lancet.NOVA", 4, 5, kind=Shoot)
    assert (state.counters["lancet.NOVA"].count, state.counters["lancet.NOVA"].wounds) == (4, 2)
    degrade(state, umpire())
    update_counter(state, state.counters["lancet.NOVA"], age=2)
    plasma_flies(state, umpire())
    assert hex_of(state.counters["lancet.NOVA"]) == (0, -2), "it stops at the first ship it meets"
    they_hit(state, umpire(3, 5))
    assert OWED.of(state)[0].hits == (("normal", 8),) and not state.counters["lancet.NOVA"].in_play


def test_plasma_hits_its_own_side_too_and_two_points_as_printed_at_launch() -> None:
    state = deep(vessel("sextant", (0, -1)), counters=[nova()], nova="printed")
    plasma_flies(state, umpire())
    they_hit(state, umpire())
    assert [(harm.target, harm.hits) for harm in OWED.of(state)] == [("sextant", (("normal", 2),))]
    state = deep(counters=[nova(wounds=4)])
    degrade(state, umpire())
    assert state.counters["lancet.NOVA"].removed_reason == "dispersed"


@pytest.mark.parametrize(("kind", "text"), [
    (Launch, "launch MTa NOVA"), (Launch, "launch none"), (Fly, "fly 3,-5"), (Fly, "stay"), (Steer, "steer 8"),
    (Steer, "steer 0P8"), (Hit, "hit vesper"), (Strike, "attack vesper"), (Strike, "attack none"),
    (Shoot, "shoot PDSa>lancet.HGR"), (Shoot, "shoot none"),
])  # fmt: skip
def test_orders_of_counters_read_back(kind: type[Order], text: str) -> None:
    order, (verb, *rest) = kind.parse("lancet", text), text.split(" ", 1)
    assert str(order) == text and order == kind.parse("lancet", " ".join([verb.upper(), *rest]))
