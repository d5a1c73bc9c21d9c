"""Which guns bear on which targets, every reason against a shot, and that all parts agree (full-thrust-base/4, 5.6)."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from game.board.geometry import ARCS, QUARTERS
from game.board.terrain import Body
from game.core.display import Pose, Shot
from game.core.orders import Id, Illegal
from game.core.state import Table
from game.core.umpire import Umpire, seeded_dice
from game.rules.combat.fire import Fire, volley
from game.rules.combat.targeting import out_of_reach, shots
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, ship, state
from tests.support.duel import (
    BEAM1,
    BEAM3,
    FCS,
    NEEDLE,
    PACK,
    PDS,
    PORT,
    STARBOARD,
    TUBE,
    allowed,
    duel,
    fire,
    refusal,
    the_shot,
)
from tests.support.narrowing import present

# -- what bears --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "order", "cause", "words", "rule"),
    [
        ({"at": (10.0, -10.0)}, "fire B3>vesper", "arc", "arc AS", "4.2"),
        ({"at": (0.0, 36.01)}, "fire B3>vesper", "range", "just over 36 MU away; Beam 3 reaches 36", "4.3"),
        ({"at": (0.0, -5.0), "aft_fire": "never"}, "fire B1>vesper", "drive", "astern", "4.4"),
    ],
)
def test_refusals_of_place(change: dict[str, Any], order: str, cause: str, words: str, rule: str) -> None:
    battle = duel(BEAM3, BEAM1, FCS, **change)
    why = refusal(battle, order)
    shot = the_shot(battle, order.split()[1].split(">")[0])
    assert words in why.why and why.rule == f"full-thrust-base/{rule}"
    assert (shot.why_not, shot.rule, shot.cause, shot.bears) == (why.why, why.rule, cause, False)


def test_aft_arc() -> None:
    """T-aft1: a ship that coasts may fire a class-1 beam astern; after +1 it may not, and its PDS still looks all
    round."""
    battle = duel(BEAM1, PDS, FCS, at=(0.0, -5.0))
    allowed(battle, "fire B1>vesper")
    lancet: Ship = battle.ships["lancet"]
    lancet.thrust_used = True
    why = refusal(battle, "fire B1>vesper")
    assert why.rule == "full-thrust-base/4.4" and "drive" in why.why and the_shot(battle, "B1").cause == "drive"
    assert lancet.works("PDS") and "A" in present(lancet.design.mount("PDS")).arcs
    assert the_shot(battle, "B1", "cinder").bears


def test_a_planet_in_the_way_is_named_and_where_it_stops_the_shot() -> None:
    battle = duel(BEAM3, FCS)
    tavira, haze = Body("tavira", "planet", "Tavira", (0.0, 5.0), 2.0), Body("haze", "dust", "Haze", (0.0, 5.0), 1.0)
    battle.table = Table(bodies=(tavira, haze))
    assert refusal(battle, "fire B3>vesper").why == "Tavira is in the way"
    shot = the_shot(battle, "B3")
    assert shot.cause == "sight" and shot.stop == pytest.approx((0.0, 3.0))
    assert shot.line == ((0.0, 0.0), (0.0, 10.0)) and shot.arcs == ("F",)


@pytest.mark.parametrize(("text", "words"), [
    ("fire B4>vesper", "no gun “B4”. It may be B3, N."),
    ("fire b3>vesper", "Did you mean 'B3'?"),
    ("fire B3>vespr", "no ship “vespr”. Did you mean 'vesper'?"),
    ("fire B3>lancet", "at itself"),
    ("fire B3>plover", "same side"),
    ("fire PDS>vesper", "fighters and missiles, not at ships"),
    ("fire FCSa>vesper", "no gun that fires at ships"),
    ("fire B3>vesper B3>vesper", "named twice"),
    ("fire B3>vesper:SCR", "only a needle beam"),
    ("fire N>vesper", "which system"),
    ("fire N>vesper:SRC", "Did you mean 'SCR'?"),
    ("fire N>vesper:BRIDGE", "too deep"),
])  # fmt: skip
def test_refusals_of_names(text: str, words: str) -> None:
    battle = duel(BEAM3, NEEDLE, PDS, FCS, FCS, defences=(Mount("", "bridge"),))
    battle.ships["plover"] = ship("plover", at=(0.0, 5.0))
    why = refusal(battle, text)
    assert words in why.why and why.rule.startswith("full-thrust-base/")


def test_refusals_of_state() -> None:
    battle = duel(BEAM3, PACK, FCS, at=(0.0, 6.0))
    lancet, vesper = battle.ships["lancet"], battle.ships["vesper"]
    for collection, cause in ((lancet.lost, "lost"), (lancet.killed, "lost"), (lancet.spent, "spent")):
        collection.add("B3")
        assert refusal(battle, "fire B3>vesper").why and the_shot(battle, "B3").cause == cause
        collection.clear()
    vesper.removed_reason = "destroyed"
    assert "out of the battle" in refusal(battle, "fire B3>vesper").why
    vesper.removed_reason = ""
    lancet.lost.add("FCS")
    assert (
        refusal(battle, "fire B3>vesper").rule == "full-thrust-base/5.6" and the_shot(battle, "B3").cause == "control"
    )
    allowed(battle, "hold")


def test_out_of_control_a_ship_may_only_hold() -> None:
    battle = duel(BEAM3, FCS)
    battle.ships["lancet"].set_timer("bridge", 2)
    assert refusal(battle, "fire B3>vesper").rule == "full-thrust-base/5.4/bridge"
    allowed(battle, "hold")


def test_a_ship_fires_once_a_turn_and_a_pack_once_a_battle() -> None:
    """T-smp1, second half: a second shot of the pack is refused."""
    battle = duel(BEAM3, PACK, FCS, at=(0.0, 6.0), rerolls=False)
    fire(battle, "fire SMP>vesper", 4, 5, 6)
    assert battle.acted == {"lancet"} and battle.last_side == "azure"
    assert "already fired" in refusal(battle, "fire B3>vesper").why and the_shot(battle, "B3").cause == "fired"
    assert "already fired" in refusal(battle, "hold").why
    battle.acted.clear()
    assert "once a battle" in refusal(battle, "fire SMP>vesper").why and the_shot(battle, "SMP").cause == "spent"


def test_an_unknown_or_lost_ship_has_no_fire() -> None:
    battle = duel(BEAM3, FCS)
    assert "Did you mean 'lancet'?" in refusal(battle, "hold", "lancer").why
    battle.ships["lancet"].removed_reason = "left"
    assert "out of the battle" in refusal(battle, "hold").why


def test_submunitions_never_fire_aft() -> None:
    battle = duel(Mount("", "submunition", 1, ("A",)), FCS, at=(0.0, -5.0))
    assert "never fires aft" in refusal(battle, "fire SMP>vesper").why


def test_four_arcs_by_option() -> None:
    """Second edition: 45 to 135 degrees is the starboard arc (full-thrust-base/4.1)."""
    battle = duel(Mount("", "beam", 2, ("F",)), FCS, at=(9.0, 10.0), arcs=4)
    assert the_shot(battle, "B2").arcs == ("F",) and the_shot(battle, "B2").bears
    battle.ships["vesper"].at = (10.0, 9.0)
    assert the_shot(battle, "B2").arcs == ("S",) and the_shot(battle, "B2").cause == "arc"
    battle.house["arcs"] = 6
    assert the_shot(battle, "B2").arcs == ("FS",)


def test_a_rolled_ship_bears_on_the_other_side() -> None:
    """T-roll2 on the table: inverted, F+FP+AP bears on a target to starboard and no longer to port."""
    battle = duel(PORT, FCS, at=(10.0, -1.0))
    assert not the_shot(battle, "B2").bears
    battle.ships["lancet"].inverted = True
    assert the_shot(battle, "B2").bears and the_shot(battle, "B2").arcs == ("AS",)
    battle.ships["vesper"].at = (-10.0, 1.0)
    assert the_shot(battle, "B2").cause == "arc"


def test_almost_the_same_point_is_the_same_point() -> None:
    """As far as rounding both places may have drawn them apart, no more (full-thrust-base/1.1, 4.1)."""
    assert the_shot(duel(TUBE, FCS, at=(0.0, -0.0014)), "PT").arcs == ARCS
    assert the_shot(duel(TUBE, FCS, at=(0.0, -0.004)), "PT").arcs == ("A",)


def test_at_the_same_point_every_arc_bears() -> None:
    battle = duel(TUBE, FCS, at=(0.0, 0.0))
    battle.ships["lancet"].thrust_used = True
    assert the_shot(battle, "PT").bears and the_shot(battle, "PT").arcs == ARCS
    fire(battle, "fire PT>vesper", 2, 1)


# -- on the line between arcs ------------------------------------------------------------------------------------------


def test_the_clockwise_arc_has_the_boundary() -> None:
    """T-arc2 for guns: facing 3, a target at bearing 270 is in FP, not in AP."""
    battle = duel(Mount("", "beam", 2, ("AP",)), Mount("", "beam", 2, ("FP",)), FCS)
    battle.ships["lancet"].facing = 3
    assert [shot.bears for shot in shots(battle, "lancet", "vesper")] == [False, True]
    assert the_shot(battle, "B2a").arcs == ("FP",)


@pytest.mark.parametrize(("face", "arc", "fired"), [(3, "FP", "B2b"), (4, "AP", "B2a")])
def test_by_option_a_die_decides_between_two_arcs(face: int, arc: str, fired: str) -> None:
    battle = duel(Mount("", "beam", 2, ("AP",)), Mount("", "beam", 2, ("FP",)), BEAM1, FCS, boundary="dice")
    battle.ships["lancet"].facing = 3
    assert the_shot(battle, "B2a").arcs == ("FP", "AP") and the_shot(battle, "B2a").bears
    log = fire(battle, "fire B2a>vesper B2b>vesper B1>vesper", face, 1, 2, 3)
    assert log[0].kind == "note" and log[0].dice[0].face == face and f"arc {arc}" in log[0].result
    assert [event.mounts[0] for event in log if event.kind == "fire"] == [fired, "B1"]


def test_no_die_where_it_makes_no_difference() -> None:
    battle = duel(BEAM1, FCS, boundary="dice")
    battle.ships["lancet"].facing = 3
    fire(battle, "fire B1>vesper", 1)


def test_a_pack_the_die_silences_is_not_spent() -> None:
    battle = duel(Mount("", "submunition", 1, ("FP",)), FCS, at=(0.0, 6.0), boundary="dice")
    battle.ships["lancet"].facing = 3
    fire(battle, "fire SMP>vesper", 2)
    assert not battle.ships["lancet"].spent


# -- plans -------------------------------------------------------------------------------------------------------------


def test_a_pose_puts_a_ship_where_it_is_not_yet() -> None:
    battle = duel(BEAM3, TUBE, FCS, at=(0.0, 40.0))
    battle.acted.add("lancet")
    ghost = {"lancet": Pose((0.0, 29.0), 12, 12, 0)}
    assert [shot.dice for shot in shots(battle, "lancet", "vesper", ghost)] == ["3 dice", "hits on 3 or more"]
    turned = {"lancet": Pose((0.0, 29.0), 6, 6, 0, coasted=False)}
    assert [shot.cause for shot in shots(battle, "lancet", "vesper", turned)] == ["arc", "arc"]
    both = {**turned, "vesper": Pose((0.0, 20.0), 12, 12, 0)}
    assert all(shot.bears for shot in shots(battle, "lancet", "vesper", both))
    assert battle.ships["lancet"].at == (0.0, 0.0) and battle.acted == {"lancet"}


def test_a_ship_that_jinks_is_out_of_reach_sooner() -> None:
    """Each point of extreme manoeuvres is computed as 6 MU more (manoeuvres/extreme-manoeuvres)."""
    battle = duel(BEAM3, FCS, at=(0.0, 30.0))
    battle.house["man.EM"] = True
    assert not out_of_reach(battle, "lancet", "vesper")
    battle.ships["vesper"].active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 2),)
    assert out_of_reach(battle, "lancet", "vesper") and not any(
        shot.bears for shot in shots(battle, "lancet", "vesper")
    )


def test_a_pose_that_rolled_or_burned() -> None:
    battle = duel(PORT, BEAM1, FCS, at=(10.0, -1.0))
    rolled = {"lancet": Pose((0.0, 0.0), 12, 12, 0, inverted=True)}
    assert [shot.bears for shot in shots(battle, "lancet", "vesper", rolled)] == [True, True]
    burning = {"lancet": Pose((0.0, 0.0), 9, 9, 0, coasted=False)}
    assert [shot.cause for shot in shots(battle, "lancet", "vesper", burning)] == ["arc", "drive"]


def test_volley_fires_what_bears() -> None:
    battle = duel(BEAM3, PORT, STARBOARD, TUBE, NEEDLE, FCS, FCS, at=(8.0, 8.0))
    order = present(volley(battle, "lancet", "vesper"))
    assert str(order) == "fire B3>vesper B2b>vesper"
    order.check(battle)
    assert volley(battle, "lancet", "vesper", {"lancet": Pose((0.0, 0.0), 7, 7, 0, coasted=False)}) is None


def test_volley_keeps_to_the_fire_controls() -> None:
    one, two = duel(BEAM3, BEAM1, NEEDLE, FCS), duel(BEAM3, BEAM1, NEEDLE, FCS, FCS)
    assert str(volley(one, "lancet", "vesper")) == "fire B3>vesper B1>vesper"
    assert str(volley(two, "lancet", "vesper")) == "fire B3>vesper B1>vesper N>vesper:SCR"
    for battle in (one, two):
        present(volley(battle, "lancet", "vesper")).check(battle)


# -- ruler, arcs, legality and fire agree ------------------------------------------------------------------------------


def other_arc(firer: Ship, target: Ship, four: bool) -> str | None:
    """Return the arc by a second formula, from components ahead and to starboard; None too near a boundary to be
    sure."""
    heading = math.radians(30 * firer.facing)
    x, y = target.at[0] - firer.at[0], target.at[1] - firer.at[1]
    ahead, starboard = x * math.sin(heading) + y * math.cos(heading), x * math.cos(heading) - y * math.sin(heading)
    angle = math.degrees(math.acos(max(-1.0, min(1.0, ahead / math.hypot(x, y)))))
    limits = (45, 135) if four else (30, 90, 150)
    if min(abs(angle - limit) for limit in limits) < 1e-4:
        return None
    band = sum(angle > limit for limit in limits)
    names = ("F", "S", "A") if four else ("F", "FS", "AS", "A")
    return names[band] if starboard > 0 or band in (0, len(names) - 1) else names[band].replace("S", "P")


def blocked(firer: Ship, target: Ship, body: Body) -> bool:
    """Return whether the line passes through the disc. Tries many points along it."""
    points = (
        (firer.at[0] + (target.at[0] - firer.at[0]) * k / 4000, firer.at[1] + (target.at[1] - firer.at[1]) * k / 4000)
        for k in range(4001)
    )
    return min(math.dist(point, body.at) for point in points) <= body.radius


REACH = {"beam": 36.0, "torpedo": 30.0}


def random_board(chance: random.Random, four: bool) -> ThrustState:
    """Return a board with six ships of random mounts, headings and burns around a planet."""
    names, ships = QUARTERS if four else ARCS, []
    for n in range(6):
        arcs = tuple(arc for arc in names if chance.random() < 0.5) or ("F",)
        built = design(Mount("", "beam", 3, arcs), Mount("", "torpedo", 1, (chance.choice(names),)), FCS, hull=60)
        place = (round(chance.uniform(0, 50), 3), round(chance.uniform(0, 50), 3))
        one = ship(f"s{n}", ("azure", "crimson")[n % 2], place, chance.randint(1, 12), built=built)
        one.thrust_used, one.inverted = chance.random() < 0.5, chance.random() < 0.3
        ships.append(one)
    battle = state(*ships, arcs=4 if four else 6)
    battle.table = Table(bodies=(Body("rock", "planet", "Rock", (25.0, 25.0), 6.0),))
    return battle


def bears(battle: ThrustState, firer: Ship, target: Ship, mount: Mount, arc: str) -> bool:
    """Return whether a gun bears by the second formulas."""
    covers = (arc.translate(str.maketrans("PS", "SP")) if firer.inverted else arc) in mount.arcs
    washed = arc == "A" and firer.thrust_used
    near = math.dist(firer.at, target.at) <= REACH[mount.kind]
    return (
        firer.side != target.side
        and covers
        and not washed
        and near
        and not blocked(firer, target, battle.table.bodies[0])
    )


def agrees(battle: ThrustState, shot: Shot, firer: Id, expected: bool) -> None:
    """Check that legality, the volley and the fire itself agree with the expected answer for a shot."""
    order = Fire(firer).aim(shot.mount, shot.target)
    assert shot.bears == expected
    if not expected:
        with pytest.raises(Illegal) as caught:
            order.check(battle)
        assert (caught.value.why, caught.value.rule) == (shot.why_not, shot.rule)
        return
    order.check(battle)
    assert shot.mount in str(volley(battle, firer, shot.target))
    trial, rolled = battle.copy(), Umpire(seeded_dice(7), 1, 9)
    order.carry_out(trial, rolled)
    told = next(event for event in rolled.log if event.kind == "fire")
    assert told.reason.startswith(f"{shot.distance:.1f} MU, {shot.dice}") and told.line == shot.line


@pytest.mark.parametrize("four", [False, True])
def test_ruler_arcs_legality_and_fire_agree(four: bool) -> None:
    """On random boards shots, check, volley, log and a second formula agree about every pair."""
    chance, bearing = random.Random(7), 0
    for _ in range(6):
        battle = random_board(chance, four)
        for firer in battle.ships.values():
            for target in battle.ships.values():
                arc = other_arc(firer, target, four) if firer is not target else None
                if arc is None:
                    continue
                for shot in shots(battle, firer.id, target.id):
                    expected = bears(battle, firer, target, present(firer.design.mount(shot.mount)), arc)
                    assert shot.arcs == (arc,) and shot.distance == pytest.approx(math.dist(firer.at, target.at))
                    agrees(battle, shot, firer.id, expected)
                    bearing += expected
    assert bearing > 25
