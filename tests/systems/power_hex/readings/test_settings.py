"""Every setting of the house rules: what the default does, and what the other value does; and that its rule page names
it."""

from __future__ import annotations

import pytest

from game.core.orders import Illegal
from game.core.values import HouseValue
from game.rules.outcome.on_the_way import TURNS
from game.systems.power_hex import turn
from game.systems.power_hex.combat.damage import DamageRules, packets
from game.systems.power_hex.combat.queue import PendingShot, begin
from game.systems.power_hex.combat.sides import row_for
from game.systems.power_hex.combat.to_hit import hits
from game.systems.power_hex.files import PowerFiles
from game.systems.power_hex.movement.plan import MovePlan, budget, fault, fly, wait_of
from game.systems.power_hex.movement.turn_table import delay
from game.systems.power_hex.orders.launch_order import FLYING, FlyingShot, LaunchBallistics, arriving
from game.systems.power_hex.orders.snap_order import SnapManoeuvre
from game.systems.power_hex.outcome import judge, objective
from game.systems.power_hex.power.reactor import shield_draw
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import design, house, ship, state


@pytest.mark.parametrize(("waits", "goes_on"), [("waits", True), ("ends", False)])
def test_what_is_on_its_way(waits: str, goes_on: bool) -> None:
    """A shot under way at the last ship is waited for until it strikes, flights for three rounds."""
    gone = ship("helix", side="oreth", removed_reason="lost")
    there = state(ship("bastion"), gone, in_flight=waits)
    there.victory = {"kind": "last-side", "turns": None}
    FLYING.set(there, (FlyingShot(PendingShot("helix", "x", "torpedo", "bastion", gone.at), 1),))
    assert (judge(there, turn_over=False) is None) is goes_on
    there.turn = 9
    assert (judge(there, turn_over=True) is None) is goes_on
    FLYING.set(there, ())
    assert judge(there, turn_over=False) is not None
    there = state(ship("bastion"), gone, ship("mote", side="oreth"), in_flight=waits)
    there.victory = {"kind": "last-side", "turns": None}
    assert (judge(there, turn_over=False) is None) is goes_on
    there.turn += TURNS
    assert judge(there, turn_over=False) is not None


@pytest.mark.parametrize(
    ("decides", "winner", "said"), [("points", "halden", "points decide"), ("draw", "", "nobody wins")]
)
def test_after_the_last_round(decides: str, winner: str, said: str) -> None:
    gone = ship("marlin", side="oreth", removed_reason="left")
    there = state(ship("bastion"), ship("helix", side="oreth"), gone, last_turn=decides)
    there.victory, there.turn = {"kind": "last-side", "turns": 4}, 4
    assert judge(there, turn_over=False) is None
    ended = judge(there, turn_over=True)
    assert ended is not None and ended.winner == winner
    assert objective(there) == f"The last side that fights wins; after round 4 {said}."


@pytest.mark.parametrize(("carried", "left"), [(True, (2, 1)), (False, (0, 0))])
def test_turns_carried_over(carried: bool, left: tuple[int, int]) -> None:
    one = ship("bastion", speed=2)
    assert fly(one, MovePlan(), house()).carried == (0, 0)
    rules = house(turn_carry=carried)
    slow = ship("citadel", speed=2, towards=0)
    slow.lost = {"thr_a": 8}  # two points of thrust less: a turn answers after more hexes than it enters
    plan = MovePlan(turns=((0, 1),))
    refused = fault(slow, plan, rules)
    assert (refused is None) is carried, refused
    assert fly(slow, plan, rules).carried == left


@pytest.mark.parametrize(("monotone", "hexes"), [(True, 3), (False, 2)])
def test_delays_that_never_shrink(monotone: bool, hexes: int) -> None:
    assert delay(design("marlin"), 4, 2, monotone) == hexes, "cells 2, 3, 2"
    assert wait_of(ship("marlin", speed=4, lost={"engine": 2}), MovePlan(), house(zig_monotone=monotone)) == hexes


@pytest.mark.parametrize(("naturals", "one", "twenty"), [(False, False, True), (True, True, False)])
def test_natural_faces(naturals: bool, one: bool, twenty: bool) -> None:
    for face, needed, wanted in ((1, -3, one), (20, 25, twenty)):
        assert hits(needed, face, naturals) is wanted
    there = state(ship("bastion"), ship("helix", at=(0, -4), side="oreth"), naturals=naturals)
    there.ships["helix"].lost = {}
    umpired = umpire(20)
    shot = PendingShot("bastion", "bolt_p", "bolt_array", "helix", there.ships["bastion"].at)
    begin(there, umpired, [shot])
    assert umpired.log[0].result == "missed"


@pytest.mark.parametrize(("row", "thrust"), [(4, 10), (3, 9), (6, 11)])
def test_boxes_to_a_row(row: int, thrust: int) -> None:
    one = ship("bastion", lost={"thr_a": 9})
    assert one.thrust(row) == thrust == budget(one, MovePlan(), house(row_size=row)).given


@pytest.mark.parametrize(("same", "strikes"), [(True, (1, 0)), (False, (0, 1))])
def test_ballistics_in_the_same_round_or_the_next(same: bool, strikes: tuple[int, int]) -> None:
    there = state(ship("citadel"), ship("helix", at=(0, -6), side="oreth"), ballistic_same_round=same)
    LaunchBallistics.parse("citadel", "launch tube_1>helix").carry_out(there, umpire())
    now = len(arriving(there))
    there.turn += 1
    assert (now, len(arriving(there))) == strikes


@pytest.mark.parametrize(("packet", "sizes"), [(10, (10, 10, 6)), (8, (8, 8, 8, 2)), (15, (15, 11))])
def test_packets_of_raking_fire(packet: int, sizes: tuple[int, ...]) -> None:
    assert packets(WEAPONS["lance_medium"], 26, 1, DamageRules.of(house(raking_packet=packet))) == sizes


@pytest.mark.parametrize(("once", "left"), [(True, 40 - 16), (False, 40 - 12)])
def test_armour_against_raking(once: bool, left: int) -> None:
    from tests.systems.power_hex.test_combat import hit

    target = ship("bastion")
    hit(target, "fore", "lance_medium", 20, "structure", "structure", raking_armour_once=once)
    assert target.structure("fore") == left


@pytest.mark.parametrize(("each", "draws"), [(2, 4), (1, 2), (3, 6)])
def test_power_of_shields(each: int, draws: int) -> None:
    assert shield_draw(ship("mandala"), house(shield_power=each)) == draws


@pytest.mark.parametrize("full", [True, False])
def test_charged_at_the_start(full: bool) -> None:
    files = PowerFiles()
    data = files.battle.model_validate({
        "version": 1, "title": "Two", "system": "power-hex",
        "sides": {"halden": {"name": "H"}, "oreth": {"name": "O"}}, "table": {"hexes": [40, 30]},
        "ships": {"bastion": {"side": "halden", "design": "bastion", "at": [5, 5], "course": 4}},
        "victory": {"kind": "last-side", "turns": 9},
    })  # fmt: skip
    there = files.set_up(data, {"bastion": design("bastion")}, house(start_charged=full))
    assert there.ships["bastion"].charge["lance_1"] == (2 if full else 0)


@pytest.mark.parametrize("most", [2, 1])
def test_snaps_in_a_round(most: int) -> None:
    there = state(ship("marlin"), snaps=most)
    SnapManoeuvre("marlin", "S").carry_out(there, umpire())
    there.acted.clear()
    if most == 1:
        with pytest.raises(Illegal):
            SnapManoeuvre("marlin", "P").check(there)
    else:
        SnapManoeuvre("marlin", "P").check(there)


@pytest.mark.parametrize(("permanent", "out"), [(True, {"lance_1"}), (False, set())])
def test_criticals_for_good_or_for_a_round(permanent: bool, out: set[str]) -> None:
    there = state(ship("bastion", lost={"lance_1": 3}, hurt=frozenset({"lance_1"})), critical_permanent=permanent)
    turn.end_of_round(there, umpire(4))
    assert there.ships["bastion"].out == {"lance_1"}, "4 exceeds the 3 boxes that are left"
    turn.end_of_round(there, umpire())
    assert there.ships["bastion"].out == out


@pytest.mark.parametrize(("said", "side"), [("target", "fore"), ("firer", "aft")])
def test_who_says_the_side_in_one_hex(said: HouseValue, side: str) -> None:
    target = ship("bastion", lost={"fore": 1, "port": 10, "starboard": 10, "aft": 30})
    target.lost["fore"] = 0
    assert row_for(target, target.at, house(same_hex_row=said)["same_hex_row"] == "target") in (
        side,
        "port",
        "starboard",
    )
    assert row_for(target, target.at, said == "target") == side
