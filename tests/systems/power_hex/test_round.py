"""A round from initiative to criticals: orders, the queue of shots, fighters (power/2 to 12)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from game.battle.loader import load_start_text
from game.core.orders import Illegal, Order, parse_order
from game.core.umpire import Umpire, seeded_dice
from game.formats.validation import BadFile
from game.systems.power_hex import turn
from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.queue import PendingShot
from game.systems.power_hex.orders.fire_order import (
    CRAFT,
    DECLARED,
    PREY,
    SHIPS,
    DeclareFire,
    GunAim,
    may_fire,
    refusal,
)
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.orders.launch_order import LaunchBallistics, arriving
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import DivertPower, donors, hungry, who_diverts
from game.systems.power_hex.orders.snap_order import SnapManoeuvre, who_snaps
from game.systems.power_hex.power.reactor import PowerTransfer, spare
from game.systems.power_hex.ships.ship import PowerState
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import ship, state


def told(one: Umpire) -> list[str]:
    return [str(event) for event in one.log]


def settled(there: PowerState, one: Umpire, shots: Sequence[PendingShot], meets: Sequence[str] = ()) -> None:
    """Shots to their end; guns that meet the first that can be met."""
    queue.begin(there, one, shots)
    first = True
    while prompts := queue.guard_prompts(there):
        InterceptShot(prompts[0].ids[0], tuple(meets) if first else ()).carry_out(there, one)
        first = False


def test_initiative_and_its_ties() -> None:
    label = "PH-13.1"
    there = state(ship("bastion"), ship("helix", side="oreth"))
    turn.open_round(there, umpire(11, 8, 4, 15))
    assert [there.ships[key].total for key in ("bastion", "helix")] == [17, 17], label
    assert there.initiative == ("bastion", "helix"), label


def test_snaps() -> None:
    label = "PH-13.11"
    there = state(ship("marlin"), ship("sliver", side="oreth", at=(9, 0)))
    turn.open_round(there, umpire(8, 6))
    assert there.initiative == ("marlin", "sliver") and who_snaps(there)[0].ids == ("marlin",), label
    early, late = SnapManoeuvre("marlin", "S"), SnapManoeuvre("marlin", "P")
    early.carry_out(there, umpire())
    assert there.ships["marlin"].towards == 1 and who_snaps(there)[0].ids == ("sliver",), label
    there.acted.clear()
    late.carry_out(there, umpire())
    assert there.ships["marlin"].towards == 0 and "marlin" in there.acted, label
    there.acted.clear()
    assert all(prompt.ids != ("marlin",) for prompt in who_snaps(there)), "two a round, no more"
    hurt = state(ship("marlin", lost={"port": 18}))
    assert not who_snaps(hurt), label
    with pytest.raises(Illegal, match="not agile"):
        SnapManoeuvre("marlin", "S").check(hurt)


def test_a_roll_is_complete_when_all_have_moved() -> None:
    there, one = state(ship("bastion", speed=4)), umpire()
    PowerMove("bastion", roll=True).carry_out(there, one)
    assert there.ships["bastion"].rolling and not there.ships["bastion"].rolled
    turn.rolls_complete(there, one)
    assert there.ships["bastion"].rolled and not there.ships["bastion"].rolling


def test_a_tube_is_launched_once() -> None:
    there = state(ship("citadel", facing=0), ship("bastion", at=(0, -12), side="oreth", facing=3))
    with pytest.raises(Illegal) as refused:
        LaunchBallistics.parse("citadel", "launch tube_1>bastion tube_1>bastion").check(there)
    assert refused.value.why == "tube_1 is named twice; a tube launches once, at one target"
    assert refused.value.rule == "power/5"


def test_a_torpedo_strikes_after_movement() -> None:
    label = "PH-13.13"
    there = state(ship("citadel", facing=0), ship("bastion", at=(0, -12), side="oreth", facing=3))
    LaunchBallistics("citadel", (("tube_1", "bastion"),)).check(there)
    LaunchBallistics("citadel", (("tube_1", "bastion"),)).carry_out(there, umpire())
    assert there.ships["citadel"].ammunition["tube_1"] == 7 and there.ships["citadel"].charge["tube_1"] == 0, label
    shots = arriving(there)
    one = umpire(16, 1, 10)  # hits at 16, side fore, structure
    settled(there, one, shots)
    assert any("16 or less" in line for line in told(one)), label
    assert there.ships["bastion"].structure("fore") == 40 - 16, label
    far = state(ship("citadel"), ship("bastion", at=(0, -13), side="oreth"))
    one = umpire()
    settled(far, one, [PendingShot("citadel", "tube_1", "torpedo", "bastion", (0.0, 0.0))])
    assert any("out of range" in line for line in told(one)), label


def test_a_gun_that_a_torpedo_destroys_does_not_fire() -> None:
    there = state(ship("citadel"), ship("bastion", at=(0, -6), side="oreth", facing=3, lost={"lance_1": 5}))
    settled(there, umpire(1, 1, 4), [PendingShot("citadel", "tube_1", "torpedo", "bastion", (0.0, 0.0))])
    bastion = there.ships["bastion"]
    assert not bastion.works("lance_1")
    assert refusal(there, bastion, bastion.design.mount("lance_1"), there.ships["citadel"])


def test_guns_meet_a_shot_before_the_side_is_known() -> None:
    label = "PH-13.19"
    there = state(ship("citadel"), ship("bastion", at=(0, 6), side="oreth", facing=3))
    shots = [
        PendingShot("citadel", "tube_1", "torpedo", "bastion", (0.0, 0.0)),
        PendingShot("citadel", "tube_1", "torpedo", "bastion", (0.0, 0.0), 1),
    ]
    there.ships["bastion"].facing = 6
    one = umpire(3, 5, 9, 3, 12)
    settled(there, one, shots, ("guard_1", "guard_2"))
    lines = told(one)
    assert any("stopped" in line for line in lines), label
    assert there.ships["bastion"].kept == {"guard_1", "guard_2"} and there.ships["bastion"].structure("aft") < 38, label
    with pytest.raises(Illegal):
        DeclareFire("bastion", (GunAim("guard_1", "citadel"),)).check(there)


def test_all_shots_of_an_attacker_strike_one_side() -> None:
    label = "PH-13.14"
    there = state(ship("bastion"), ship("helix", at=(0, -3), side="oreth", facing=3))
    one = umpire(1, 6, 5, 5, 5, 10, 10, 1, 5, 5, 5, 10, 10)
    PREY.set(there, "all")
    DeclareFire("bastion", (GunAim("lance_1", "helix"), GunAim("lance_2", "helix"))).carry_out(there, umpire())
    before = there.ships["helix"].structure("port")
    settled(there, one, DECLARED.of(there))
    (line,) = [line for line in told(one) if "strikes" in line]
    assert line == "Bastion fires at Helix from ahead | 6 | on 6–7 | strikes the port side"
    assert there.ships["helix"].structure("port") < before and there.ships["helix"].structure("fore") == 34, label


def test_declared_guns_that_are_destroyed_still_fire() -> None:
    there = state(ship("marlin"), ship("sliver", at=(0, -2), side="oreth", facing=3))
    PREY.set(there, "all")
    DeclareFire("marlin", (GunAim("railgun_1", "sliver"),)).carry_out(there, umpire())
    there.ships["marlin"].lost["railgun_1"] = 6
    one = umpire(20)
    settled(there, one, DECLARED.of(there))
    assert any("missed" in line for line in told(one))


def test_criticals() -> None:
    label = "PH-11"
    for face, works in ((3, True), (4, False)):
        there = state(ship("bastion", lost={"lance_1": 3}, hurt=frozenset({"lance_1"})))
        turn.end_of_round(there, umpire(face))
        assert there.ships["bastion"].works("lance_1") is works, label


def test_fighters_that_are_shot_at() -> None:
    label = "PH-12"
    there = state(ship("bastion"), ship("mote", at=(0, -1), side="oreth", facing=3))
    one = umpire(10, 6, 4)  # S 10, the sixth fighter, d6 4 + 3
    settled(there, one, [PendingShot("bastion", "guns", "fighter_bolt", "mote", (0.0, 0.0))])
    assert any("10 or less" in line for line in told(one)), label
    assert there.ships["mote"].craft == (4, 4, 4, 4, 4, 0), label


def test_fighters_fire_together() -> None:
    label = "PH-13.20"
    there = state(ship("gadfly"), ship("mote", side="oreth"))
    for key in ("gadfly", "mote"):
        there.ships[key].craft = there.ships[key].craft[:1]
    PREY.set(there, CRAFT)
    DeclareFire("gadfly", (GunAim("guns", "mote"),)).carry_out(there, umpire())
    DeclareFire("mote", (GunAim("guns", "gadfly"),)).carry_out(there, umpire())
    shots = DECLARED.of(there)
    assert [shot.firer for shot in shots] == ["gadfly", "gadfly", "mote"], label
    one = umpire(13, 4, 6, 4)  # a hit with 13 for 7 ends the mote, which has fired too: 6 hits, by a d3 of 2
    settled(there, one, (shots[0], shots[1], shots[2]))
    assert not there.ships["mote"].in_play, label
    assert not there.ships["gadfly"].in_play, label


def test_drop_out() -> None:
    label = "PH-13.21"
    for face, stays in ((2, True), (3, False)):
        there = state(ship("gadfly", craft=(2, 6), shaken=frozenset({0, 1})))
        turn.drop_out(there, umpire(face))
        assert (there.ships["gadfly"].craft_left == 2) is stays, label
    there = state(ship("gadfly"))
    turn.drop_out(there, umpire())
    assert there.ships["gadfly"].craft_left == 6, label


def test_a_flight_that_fired_at_fighters_does_not_fire_at_ships() -> None:
    there = state(ship("gadfly"), ship("mote", side="oreth"), ship("helix", at=(0, -1), side="oreth"))
    PREY.set(there, CRAFT)
    assert may_fire(there, "halden", flights=True) == ("gadfly",)
    DeclareFire("gadfly", (GunAim("guns", "mote"),)).carry_out(there, umpire())
    there.acted.clear()
    PREY.set(there, SHIPS)
    assert may_fire(there, "halden", flights=True) == () and may_fire(there, "oreth", flights=True) == ()


def test_a_hangar_launches_one_flight_a_round() -> None:
    there = state(ship("bastion", speed=4), ship("gadfly", carrier="bastion", removed_reason="aboard"))
    order = PowerMove("bastion", launch="gadfly")
    order.check(there)
    order.carry_out(there, umpire())
    flight = there.ships["gadfly"]
    assert flight.in_play and flight.at == there.ships["bastion"].at and flight.velocity == 4
    wrecked = state(ship("bastion", lost={"hangar": 6}), ship("gadfly", carrier="bastion", removed_reason="aboard"))
    with pytest.raises(Illegal, match="wrecked"):
        order.check(wrecked)


CARRIER = """\
version: 1
title: Decks
system: power-hex
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  carrier: {side: halden, design: %s, at: [10, 12], course: 2, velocity: 2}
  one: {side: halden, design: gadfly, at: [10, 12], course: 2, velocity: 2, carrier: carrier, fate: aboard}
  two: {side: halden, design: gadfly, at: [10, 12], course: 2, velocity: 2, carrier: carrier, fate: aboard}
  helix: {side: oreth, design: helix, at: [17, 8], course: 8, velocity: 2}
"""


@pytest.mark.parametrize(("kind", "room"), [("marlin", 0), ("bastion", 1), ("citadel", 2)])
def test_no_more_flights_are_aboard_than_hangars_hold(kind: str, room: int) -> None:
    if room >= 2:
        assert load_start_text(CARRIER % kind, "decks").battle.state.ships["two"].removed_reason == "aboard"
        return
    with pytest.raises(BadFile, match=f"has room for {room} flights?; 2 are aboard"):
        load_start_text(CARRIER % kind, "decks")


def test_choices_of_power_are_just_enough() -> None:
    there = state(ship("bastion", charge={"lance_1": 0}))
    one = there.ships["bastion"]
    assert "lance_1" in hungry(one)
    found = donors(there, one, ("lance_1",))["lance_1"]
    assert found[0] == ("spare",) and ("lance_2",) in found and ("railgun_p", "railgun_s") in found
    assert all(len(some) < 4 for some in found)


def test_a_ship_is_asked_where_only_guns_and_reactor_together_are_enough() -> None:
    there = state(ship("marlin", charge={"railgun_1": 0, "bolt_p": 1, "bolt_s": 1, "guard_a": 1}, lost={"reactor": 3}))
    one = there.ships["marlin"]
    there.initiative = ("marlin",)
    assert spare(one, there.house) == 1, "a railgun needs 2, and every other gun gives 1"
    found = donors(there, one, ("railgun_1",))["railgun_1"]
    assert found[:3] == (("bolt_p", "spare"), ("bolt_s", "spare"), ("guard_a", "spare")), "few guns before many"
    assert ("bolt_p", "bolt_s") in found and len(set(found)) == len(found)
    for some in found:
        DivertPower("marlin", (PowerTransfer("railgun_1", some),)).check(there)
    one.lost |= {"bolt_s": 4, "guard_a": 4, "reactor": 5}
    assert spare(one, there.house) == 1 and [prompt.ids for prompt in who_diverts(there)] == [("marlin",)]


@pytest.mark.parametrize(("kind", "text"), [
    (DivertPower, "lance_1<railgun_p+railgun_s lance_2<spare off bolt_p"), (DivertPower, "as it is"),
    (LaunchBallistics, "launch tube_1>bastion"), (LaunchBallistics, "none"),
    (SnapManoeuvre, "snap S"), (SnapManoeuvre, "snap roll"),
    (PowerMove, "0"), (PowerMove, "+2 S@0 P@3"), (PowerMove, "pivot S1 +2 pivot P1 roll"), (PowerMove, "+2SW S@1 hold"),
    (PowerMove, "-1 cancel launch gadfly"), (DeclareFire, "fire lance_1>helix lance_2>sliver"), (DeclareFire, "hold"),
    (InterceptShot, "meet bolt_p guard_1"), (InterceptShot, "let it come"),
])  # fmt: skip
def test_orders_read_back(kind: type[Order], text: str) -> None:
    order = parse_order(kind, "x", text)
    assert str(order) == text and parse_order(kind, "x", str(order)) == order


def test_a_burn_of_nothing_after_a_pivot_is_no_burn() -> None:
    order = parse_order(PowerMove, "x", "pivot P2 +0")
    assert str(order) == "pivot P2" and parse_order(PowerMove, "x", "pivot P2") == order


@pytest.mark.parametrize("kind", [DivertPower, LaunchBallistics, SnapManoeuvre, PowerMove, DeclareFire, InterceptShot])
def test_nonsense_is_refused_in_a_sentence(kind: type[Order]) -> None:
    rng = random.Random(kind.__name__)
    for _ in range(200):
        text = "".join(rng.choice("PS@+-0123456789abc >< pivot roll fire meet") for _ in range(rng.randint(0, 14)))
        try:
            order = parse_order(kind, "x", text)
        except Illegal as why:
            assert why.why and why.rule.startswith(("power/", "table/"))
        else:
            assert parse_order(kind, "x", str(order)) == order


def test_dice_have_labels_of_their_own() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -3), side="oreth", facing=3))
    one = Umpire(seeded_dice(3))
    helix = there.ships["helix"]
    guns = [helix.design.mount(key) for key in ("pulse_1", "pulse_2", "plasma_p")]
    settled(there, one, [PendingShot("helix", gun.key, gun.weapon, "bastion", helix.at) for gun in guns])
    labels = [roll.label for roll in one.rolls]
    assert len(labels) == len(set(labels)) and all("helix" in label for label in labels)


def test_nobody_rolls_twice_in_a_round() -> None:
    there = state(ship("marlin", speed=2))
    SnapManoeuvre("marlin", "roll").carry_out(there, umpire())
    there.acted.clear()
    with pytest.raises(Illegal, match="has rolled in this round"):
        PowerMove("marlin", roll=True).check(there)
    with pytest.raises(Illegal, match="has rolled in this round"):
        SnapManoeuvre("marlin", "roll").check(there)
    assert (
        "roll" in SnapManoeuvre("marlin").domain(there)["kind"] and True in PowerMove("marlin").domain(there)["roll"]
    ), "greyed"
    turn.end_of_round(there, umpire())
    PowerMove("marlin", roll=True).check(there)


def test_flights_snap_and_have_nothing_to_roll() -> None:
    there = state(ship("gadfly", speed=2))
    assert there.ships["gadfly"].agile == (who_snaps(there) != ())
    assert "roll" not in SnapManoeuvre("gadfly").domain(there)["kind"]
    for order in (SnapManoeuvre("gadfly", "roll"), PowerMove("gadfly", roll=True)):
        with pytest.raises(Illegal, match="fighters have no sides"):
            order.check(there)
    assert "roll" not in {field.name for field in PowerMove("gadfly").fields(there)}
