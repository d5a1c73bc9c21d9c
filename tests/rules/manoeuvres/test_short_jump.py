"""Short-range jumps: where they end, what they cost, what is drawn of them (manoeuvres/short-range-jump)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from game.board.geometry import rounded_point
from game.core.display import Ring, Zone
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps import short_jump
from game.rules.manoeuvres.jumps.ftl import STARTED, TURNED
from game.rules.manoeuvres.jumps.short_jump import EMERGED, ShortJump
from game.rules.movement.cinematic import destinations, flight, pose
from game.rules.movement.plot import Plot
from game.rules.ships.design import Mount
from tests.support.builders import house, ship, state, umpire
from tests.support.ftl_ships import FTL, RULES, order, refusal, starship


@pytest.mark.parametrize(
    ("sensors", "faces", "at"),
    [
        ("", (1, 5, 4, 2), (65.5, 19.526)),
        ("enhanced", (1, 5, 4, 2), (64.5, 17.794)),
        ("superior", (1, 5, 4, 2), (63.5, 16.062)),
        ("superior", (1, 1, 1, 1), (60.0, 10.0)),
    ],
)
def test_where_a_jump_ends(sensors: str, faces: tuple[int, ...], at: tuple[float, float]) -> None:
    """MV-17: thrust 6 from (10, 10) on course 3, 50 MU, three dice."""
    mounts = (Mount("", "sensors", mode=sensors),) if sensors else ()
    one = starship(at=(10.0, 10.0), course=3, velocity=7, clock=STARTED, mounts=mounts)
    table = state(one, **RULES)
    plot = order("SRJ 50")
    assert pose(table, plot).at == (60.0, 10.0)
    rolled = umpire(*faces, 1, 1)
    assert ShortJump().before(table, rolled, one, plot.uses[0], plot) is plot
    assert rolled.faces == (*faces, 1, 1)
    assert one.at == pytest.approx(at, abs=0.0005)
    assert (one.path, one.course, one.velocity) == ((one.at,), 3, 7)
    assert flight(one, plot, table.house).path == (one.at,)  # no further movement


def test_how_far_a_jump_goes() -> None:
    """MV-17: 60 MU at thrust 6, 30 when the drive is damaged; it begins the turn before."""
    one = starship(clock=TURNED)
    assert not refusal(one, "SRJ60") and "60 at most, not 61" in refusal(one, "SRJ61")
    one.drive_hits = 1
    assert not refusal(one, "SRJ30") and "30 at most" in refusal(one, "SRJ31")
    assert "started the turn before" in refusal(starship(), "SRJ20")
    assert refusal(one, "SRJ20 P") and refusal(one, "SRJ20+1") and refusal(one, "SRJ0")
    assert "rams nobody" in refusal(one, "SRJ20 RAM vesper")
    assert [use.n for use in ShortJump().values(one, house())] == list(range(1, 31))


@pytest.mark.parametrize(("far", "count"), [(1, 1), (20, 1), (21, 2), (40, 2), (50, 3), (60, 3)])
def test_dice_of_scatter(far: int, count: int) -> None:
    assert short_jump.dice(far) == count


@pytest.mark.parametrize("off", [0, 2, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_chances_to_miss_against_every_roll(count: int, off: int) -> None:
    tally = Counter(max(0, sum(faces) - off) for faces in product(range(1, 7), repeat=count))
    assert short_jump.misses(count, off) == pytest.approx([tally[n] / 6**count for n in range(6 * count - off + 1)])


@pytest.mark.parametrize(("faces", "thrust", "lost"), [((2, 6), 3, set()), ((6, 5), 6, {"FTL"}), ((6, 6), 3, {"FTL"})])
def test_the_checks_after_a_jump(faces: tuple[int, int], thrust: int, lost: set[str]) -> None:
    """MV-17.1: row 1; the FTL drive is silent whatever its die says."""
    one = starship(clock=STARTED)
    ShortJump().before(
        state(one, **RULES), umpire(3, 4, *faces), one, ManoeuvreOrder(BY_CODE["SRJ"], 20), order("SRJ20")
    )
    assert (one.thrust, one.lost) == (thrust, lost)
    assert "silent" in refusal(one, "FTL")


def test_the_turn_after_a_jump_is_for_turning() -> None:
    one = starship(velocity=6, clock=EMERGED)
    assert not refusal(one, "P") and not refusal(one, "ROLL") and not refusal(one, "P+S")
    assert "it may turn, and no more" in refusal(one, "+1") and refusal(one, "P+1") and refusal(one, "-1")
    assert {destination.velocity for destination in destinations(state(one, **RULES), Plot("lancet"))} == {6}
    one.set_timer(EMERGED, None)
    assert not refusal(one, "+1")
    assert {destination.velocity for destination in destinations(state(one, **RULES), Plot("lancet"))} == set(range(13))


@pytest.mark.parametrize(("faces", "at", "fate"), [((1,), (0.0, 0.0), ""), ((5,), (0.0, 0.0), "destroyed")])
def test_jumping_away_from_beside_another(faces: tuple[int, ...], at: tuple[float, float], fate: str) -> None:
    """MV-17.2: the same table as for a ship that leaves."""
    one, other = starship(clock=STARTED, mass=4), ship("kiln", "crimson", (5.0, 0.0))
    left = ShortJump().before(
        state(one, other, **RULES), umpire(*faces), one, ManoeuvreOrder(BY_CODE["SRJ"], 20), order("SRJ20")
    )
    assert (one.at, one.removed_reason, left.uses) == (at, fate, ())
    assert other.hull == 12 - bool(fate)


def test_point_defence_alone_fires() -> None:
    one = starship(clock=STARTED, mounts=(Mount("", "beam"), Mount("", "pds")))
    table = state(one, **RULES)
    for use in (FTL, ManoeuvreOrder(BY_CODE["SRJ"], 20)):
        one.active_manoeuvres = (use,)
        refused = {mount.kind: archive.why_not_fire(table, one, mount) is not None for mount in one.design.mounts[1:3]}
        assert refused == {"beam": True, "pds": False}


def test_what_is_drawn_of_a_jump() -> None:
    """The line, how far it could go, and rings within which half, nine in ten and all jumps end."""
    one = starship(at=(10.0, 10.0), course=3, clock=STARTED)
    table = state(one, **RULES)
    ghost = pose(table, order("SRJ 50"))
    drawn = list(archive.overlays(table, one, (ManoeuvreOrder(BY_CODE["SRJ"], 50),), ghost))
    assert [zone.label for zone in drawn if isinstance(zone, Zone)] == ["jump 50 MU", "limit 60 MU"]
    rings = [ring for ring in drawn if isinstance(ring, Ring)]
    assert all(rounded_point(ring.at) == (60.0, 10.0) for ring in rings)
    totals = sorted(sum(faces) for faces in product(range(1, 7), repeat=3))
    assert [ring.radius for ring in rings] == [totals[107], totals[194], 18]  # 108 and 195 of 216
    assert rings[0].label == "50% within 10 MU"


def test_risks_of_a_jump() -> None:
    one = starship(clock=STARTED)
    one.hull = 25  # the first row is gone: fails on 5 and 6
    found = ShortJump().risks(one, ManoeuvreOrder(BY_CODE["SRJ"], 20), order("SRJ20"), house(**RULES))
    assert [risk.words for risk in found] == ["FTL drive lost", "drive damaged"]
    assert [risk.chance for risk in found] == pytest.approx([1 / 3, 1 / 3])


def test_she_leaves_or_jumps() -> None:
    """On the turn after starting the drive FTL and a jump exclude each other, and the reason says how to have the
    jump."""
    one = starship(clock=STARTED)
    assert (
        refusal(one, "FTL SRJ20") == "Lancet leaves by FTL or jumps, one of them: without FTL in its order it may jump"
    )
    assert not refusal(one, "FTL") and not refusal(one, "SRJ20")
    assert "do not go together" in refusal(starship(), "FTL SRJ20")
