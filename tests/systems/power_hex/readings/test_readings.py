"""Rules that the page leaves open or contradicts, each as it is read here; the other reading would fail (power/1 to
12)."""

from __future__ import annotations

from itertools import groupby

import pytest

from game.board import hexes
from game.core.orders import Illegal
from game.core.umpire import Umpire
from game.systems.power_hex import turn
from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.interception import count_stopped, value_against
from game.systems.power_hex.combat.queue import PendingShot, guards_against
from game.systems.power_hex.combat.to_hit import bears, terms
from game.systems.power_hex.movement.plan import MovePlan, budget, fault, fly, zigs
from game.systems.power_hex.movement.vectors import steps
from game.systems.power_hex.orders.fire_order import DECLARED, DeclareFire, GunAim, refusal
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.orders.launch_order import LaunchBallistics
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.parts import SectionSheet
from game.systems.power_hex.section_sheet import own_parts
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import INTERCEPTED, WEAPONS
from game.systems.power_hex.system import POWER_HEX
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import house, part_of, ship, state
from tests.systems.power_hex.test_combat import hit

H = house()


def struck(there: PowerState, one: Umpire, *shots: PendingShot) -> Umpire:
    """Return shots to their end, which nothing meets."""
    queue.begin(there, one, shots)
    while prompts := queue.guard_prompts(there):
        InterceptShot(prompts[0].ids[0]).carry_out(there, one)
    return one


def rolled(one: Umpire, word: str = "") -> list[str]:
    """Return the labels of dice, without the turn and phase that they begin with: all, or those that begin with a
    word."""
    labels = [roll.label.partition("/")[2] for roll in one.rolls]
    return [label for label in labels if label.startswith(word)]


# -- contradictions and doubts (power-hex 15) --------------------------------------------------------------------------


def test_only_retro_thrusters_slow_a_ship_that_flies_ahead() -> None:
    """15.1. Not: every ship may brake, as the example of the page does without a word."""
    with_them, without = ship("bastion", speed=6), ship("citadel", speed=6)
    assert with_them.design.retro and fault(with_them, MovePlan(burn=-1), H) is None
    refused = fault(without, MovePlan(burn=-1), H)
    assert refused and refused.rule == "power/4.1" and "retro" in refused.why
    assert all(ship(kind, speed=4).design.gravitic or ship(kind).design.retro for kind in ("marlin", "helix", "mote"))


def test_interception_is_a_figure_that_the_die_may_not_exceed() -> None:
    """15.2. Not: one taken off, as it is printed in one place."""
    guard, plasma = WEAPONS["guard_array"], WEAPONS["plasma_cannon"]
    assert all(one.intercept >= 0 for one in WEAPONS.values())
    assert [count_stopped(guard, plasma, face, 1) for face in range(1, 11)] == [1] * 4 + [0] * 6


def test_pulses_are_met_though_their_kind_is_not_in_the_list() -> None:
    """15.3. Not: ballistic, plasma and matter alone."""
    kinds = {one.kind for one in WEAPONS.values()}
    assert {"ballistic", "plasma", "matter", "pulse"} == INTERCEPTED and kinds - INTERCEPTED == {"laser", "particle"}
    there = state(ship("helix", at=(0, 3), side="oreth"), ship("bastion", facing=3))
    for weapon, met in (("pulse_heavy", True), ("lance_heavy", False), ("bolt_array", False)):
        shot = PendingShot("helix", "pulse_1", weapon, "bastion", hexes.at((0, 3)))
        assert bool(guards_against(there, shot)) == met, weapon


@pytest.mark.parametrize(("weapon", "left"), [("bolt_array", 14 - 8), ("plasma_cannon", 14 - 9), ("railgun", 14 - 10)])
def test_half_the_armour_of_a_lost_side_counts_once_and_no_other(weapon: str, left: int) -> None:
    """15.4. Not: that and the armour of the place inside (4), nor twice the half."""
    one = ship("bastion", lost={"fore": 40})
    hit(one, "fore", weapon, 10, "engine")
    assert one.boxes_left(one.design.mount("engine")) == left


@pytest.mark.parametrize("lost", [{}, {"aft": 38}])
def test_pivots_take_thirds_of_the_round_whatever_the_delay(lost: dict[str, int]) -> None:
    """15.5. Not: a share of the turn delay, which a lost side lengthens."""
    one = ship("bastion", speed=6, lost=lost)
    for sides, entered, left in ((1, 2, 2), (2, 4, 1), (3, 6, 0)):
        plan = MovePlan(pivots=(sides,))
        assert (
            fly(one, plan, H).swings == ((entered, sides),)
            and budget(one, plan, H).after_pivots == one.thrust() * left // 3
        )
    assert fault(one, MovePlan(pivots=(2, -2)), H), "more than a round"


def test_a_round_has_five_phases_and_what_closes_it() -> None:
    """15.6. Not: seven, with ballistics and criticals apart."""
    rows = {
        number: [row.name for row in some] for number, some in groupby(POWER_HEX.phases, key=lambda row: row.number)
    }
    assert list(rows) == [1, 2, 3, 4, 5, 6] and rows[6] == ["End of round"]
    assert rows[2] == ["Power", "Ballistics"] and rows[3] == ["Early snaps", "Write moves", "Move", "Late snaps"]
    assert rows[4] == ["Ballistics strike", "Declare fire", "Fire"]
    assert [name for name in rows[5] if "resolved" not in name] == ["Dogfights", "Fighters attack"]


# -- rulings on interception (8.1) and the side (8.3) ------------------------------------------------------------------


def test_a_gun_that_is_declared_or_has_fired_meets_nothing() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, 3), side="oreth"))
    shot = PendingShot("helix", "plasma_p", "plasma_cannon", "bastion", hexes.at((0, 3)))
    assert "guard_2" in guards_against(there, shot)
    DeclareFire("bastion", (GunAim("guard_2", "helix"),)).carry_out(there, umpire())
    assert DECLARED.of(there) and "guard_2" not in guards_against(there, shot)


@pytest.mark.parametrize(("at_once", "dice"), [(False, ["hit", "meet"]), (True, ["hit", "hit", "meet"])])
def test_guns_are_allotted_shot_by_shot_or_to_all_hits_before_the_first_die(at_once: bool, dice: list[str]) -> None:
    there = state(ship("helix", at=(0, 3), side="oreth"), ship("bastion"), intercept_all=at_once)
    shots = [
        PendingShot("helix", key, "plasma_cannon", "bastion", hexes.at((0, 3))) for key in ("plasma_p", "plasma_s")
    ]
    one = umpire(1, 1, 1, 1)
    queue.begin(there, one, shots)
    InterceptShot("bastion", ("guard_1",)).carry_out(there, one)
    if at_once:
        assert not rolled(one, "meet"), "no gun rolls while one is still to be asked"
        InterceptShot("bastion", ("guard_2",)).carry_out(there, one)
    assert [label.split("/")[0] for label in rolled(one)][: len(dice)] == dice


def test_the_die_for_the_side_falls_with_the_first_shot_that_gets_through() -> None:
    """Not: with the first that is fired, which is stopped here."""
    there = state(ship("helix", at=(0, 3), side="oreth"), ship("bastion"))
    shots = [
        PendingShot("helix", key, "plasma_cannon", "bastion", hexes.at((0, 3))) for key in ("plasma_p", "plasma_s")
    ]
    one = umpire(1, 1, 1, 1, 1, 1, 1, 20, 1)
    queue.begin(there, one, shots)
    InterceptShot("bastion", ("guard_1",)).carry_out(there, one)
    assert rolled(one, "meet") and not rolled(one, "side")
    InterceptShot("bastion").carry_out(there, one)
    assert rolled(one, "side") == ["side/helix>bastion"]


def test_each_attacker_rolls_a_side_of_its_own() -> None:
    label = "PH-13.14"
    foes = [ship("citadel", at=(0, -3)), ship("marlin", at=(0, -3))]
    there = state(*foes, ship("bastion", side="oreth"))
    shots = [PendingShot(one.id, "gun", "bolt_array", "bastion", hexes.at((0, -3))) for one in foes]
    one = struck(there, umpire(1, 1, 5, 18, 1, 10, 5, 18), *shots)
    assert rolled(one, "side") == ["side/citadel>bastion", "side/marlin>bastion"]
    assert (there.ships["bastion"].lost["fore"], there.ships["bastion"].lost["aft"]) == (9 - 4, 9 - 3), label


# -- what the page does not say, as it is filled -----------------------------------------------------------------------


def test_ties_are_rolled_again_until_none_is_left() -> None:
    """2.1. Not: once, and then by the bonus or the list."""
    there = state(ship("bastion"), ship("helix", side="oreth"), ship("marlin"))
    turn.open_round(there, umpire(11, 8, 5, 4, 4, 9, 12, 3, 7, 2))
    totals = {key: one.total for key, one in there.ships.items()}
    assert totals == {"bastion": 17, "helix": 17, "marlin": 17} and there.initiative == ("helix", "bastion", "marlin")


def test_a_bonus_has_no_floor() -> None:
    """2.1. Not: at least nothing."""
    assert ship("citadel", lost={"fore": 60, "port": 66, "cnc": 8}).bonus() == 0 - 12 - 4


def test_the_same_order_serves_snaps_moves_and_fire() -> None:
    """2.1."""
    asks = [
        row.who
        for row in POWER_HEX.phases
        if row.name in ("Power", "Early snaps", "Move", "Late snaps", "Declare fire")
    ]
    there = state(
        ship("sliver", charge={}, speed=1), ship("marlin", at=(2, 0), side="oreth", charge={}, speed=1, facing=5)
    )
    there.initiative = ("marlin", "sliver")
    assert len(asks) == 5 and all(who(there)[0].ids == ("marlin",) for who in asks[:4])


def test_a_sliding_ship_turns_its_whole_motion() -> None:
    """4.3. Not: the part along its bow alone."""
    one = ship("bastion", vector=(1, -7), facing=0)
    way = fly(one, MovePlan(turns=((0, 1),)), H)
    assert way.answers and way.vector == hexes.rotated((1, -7), 1) and hexes.length(way.vector) == 7


def test_hexes_of_two_rows_are_entered_in_turn_the_larger_part_first() -> None:
    """4.5. Not: one row after the other."""
    for many in range(1, 9):
        for few in range(1, many + 1):
            ways = steps((few, -(many + few)))
            assert ways[0] == 0 and (ways.count(0), ways.count(1)) == (many, few)
            behind = [ways[:n].count(1) - n * few / (many + few) for n in range(len(ways) + 1)]
            assert max(map(abs, behind)) < 1, (many, few, ways)


def test_a_roll_costs_nothing_and_spoils_no_shot() -> None:
    """4.6."""
    rolled, target = ship("bastion", speed=6, rolled=True, rolling=True), ship("helix", at=(0, -3), side="oreth")
    upright = ship("bastion", speed=6)
    for one in (rolled, upright):
        assert zigs(one, MovePlan(), H) == 0 and budget(one, MovePlan(), H).left == 12
    assert terms(rolled, target, WEAPONS["lance_medium"], 3, H) == terms(upright, target, WEAPONS["lance_medium"], 3, H)
    there = state(upright)
    PowerMove("bastion", burn=4, roll=True).check(there)


def test_a_ship_in_the_same_hex_is_in_every_arc() -> None:
    """1."""
    one, foe = ship("bastion"), ship("helix", side="oreth")
    assert all(bears(one, mount.arc, foe.at) for mount in one.design.weapons)


def test_ballistic_weapons_find_no_fighters() -> None:
    """12."""
    there = state(ship("citadel"), ship("mote", at=(0, -3), side="oreth"))
    with pytest.raises(Illegal, match="find no fighters") as why:
        LaunchBallistics("citadel", (("tube_1", "mote"),)).check(there)
    assert why.value.rule == "power/5"


def test_without_a_bridge_nothing_is_launched_and_direct_fire_has_four_less() -> None:
    """10."""
    wreck, target = ship("citadel", lost={"cnc": 20}), ship("bastion", at=(0, -5), side="oreth")
    there = state(wreck, target)
    with pytest.raises(Illegal, match="without C&C"):
        LaunchBallistics("citadel", (("tube_1", "bastion"),)).check(there)
    found = terms(wreck, target, WEAPONS["railgun"], 5, H)
    assert (
        found is not None
        and found.command == 4
        and refusal(there, wreck, wreck.design.mount("lance_1"), target) is None
    )


def test_against_ballistic_shots_every_gun_has_one_more() -> None:
    """8.1. Not: guns alone that have a figure."""
    torpedo, rail = WEAPONS["torpedo"], WEAPONS["railgun"]
    for gun in WEAPONS.values():
        assert value_against(gun, torpedo) == gun.intercept + 1 and value_against(gun, rail) == gun.intercept


def test_a_place_inside_that_is_gone_is_rolled_again() -> None:
    """8.5. Not: the rest is lost with it, or goes to structure."""
    there = state(ship("citadel", at=(0, -3)), ship("bastion", side="oreth", lost={"fore": 40, "engine": 14}))
    struck(there, umpire(1, 1, 10, 14, 1), PendingShot("citadel", "gun", "bolt_array", "bastion", hexes.at((0, -3))))
    assert there.ships["bastion"].lost == {"fore": 40, "engine": 14, "primary": 14 - 2}


@pytest.mark.parametrize("lost", range(6))
def test_each_lost_box_of_a_jump_engine_is_a_chance_in_a_hundred(lost: int) -> None:
    label = "PH-10"
    one = ship("bastion", lost={"jump": lost})
    plates = part_of(own_parts(state(one), one, None), SectionSheet).plates
    (hint,) = [part.hint for plate in plates for part in plate.parts if part.key == "jump"]
    assert (f"destroys the ship {lost} times in a hundred" in hint) == bool(lost), label


@pytest.mark.parametrize(("left", "stays"), [(4, (1, 2, 3, 4)), (2, (1, 2)), (6, None)])
def test_who_stays_by_the_structure_that_is_left(left: int, stays: tuple[int, ...] | None) -> None:
    label = "PH-12"
    for face in range(1, 7):
        there = state(ship("gadfly", craft=(left,), shaken=frozenset({0})))
        one = umpire(*((face,) if stays else ()))
        turn.drop_out(there, one)
        assert bool(there.ships["gadfly"].craft_left) == (stays is None or face in stays), label
    found = terms(ship("gadfly"), ship("bastion", at=(0, -1)), WEAPONS["fighter_bolt"], 1, H)
    assert found is not None and found.needed == 17, label
