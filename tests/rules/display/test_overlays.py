"""The board draws a ship's guns as they decide a shot (full-thrust-base/2.6, 4.1, 4.4), and so does the sheet."""

from __future__ import annotations

import math
from random import Random

import pytest
import shapely

from game.board.boards import OPEN
from game.board.geometry import ARCS, QUARTERS
from game.board.terrain import Body
from game.core.display import Fan, Pose, Zone
from game.core.state import Table
from game.rules.combat.targeting import shots
from game.rules.display.overlays import overlays
from game.rules.display.ship_sheet import sheet
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from game.ui.board.layers.zones import spans
from tests.support.builders import design, ship, state
from tests.support.duel import BEAM1, BEAM3, FCS, NEEDLE, PACK, PORT, SCREEN, TUBE, duel


def fans(battle: ThrustState, pose: Pose | None = None) -> dict[float, Fan]:
    """Return the fans of Lancet by reach."""
    return {one.reach: one for one in overlays(battle, "lancet", pose) if isinstance(one, Fan)}


def covers(fan: Fan, degrees: float) -> bool:
    """Return whether a direction, clockwise from up, is inside the drawn fan."""
    return any((degrees - low) % 360 <= high - low for low, high in spans(OPEN, fan.arcs, fan.facing, fan.wide))


def test_a_burning_drive_closes_the_aft_arc_on_the_board() -> None:
    """T-aft1 as it is drawn: all round for a ship that coasts, five arcs after any use of the drive."""
    battle = duel(BEAM1, FCS)
    assert set(fans(battle)[12.0].arcs) == set(ARCS)
    battle.ships["lancet"].thrust_used = True
    assert set(fans(battle)[12.0].arcs) == {*ARCS} - {"A"}
    ghost = Pose((3.0, 4.0), 3, 3, 6, coasted=True)
    assert set(fans(battle, ghost)[12.0].arcs) == set(ARCS) and fans(battle, ghost)[12.0].at == (3.0, 4.0)
    battle.house["aft_fire"] = "never"
    assert "A" not in fans(battle, ghost)[12.0].arcs


def test_a_rolled_ship_shows_her_arcs_mirrored() -> None:
    """T-roll2 as it is drawn."""
    battle = duel(PORT, FCS)
    assert set(fans(battle)[24.0].arcs) == {"F", "AP", "FP"}
    battle.ships["lancet"].inverted = True
    assert set(fans(battle)[24.0].arcs) == {"F", "FS", "AS"}
    assert set(fans(battle, Pose((0, 0), 12, 12, 0))[24.0].arcs) == {"F", "AP", "FP"}


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize(
    "mounts", [(BEAM3,), (PORT,), (TUBE,), (NEEDLE,), (BEAM1,)], ids=["F3", "P3", "F", "F needle", "all"]
)
def test_the_drawn_fan_holds_just_the_targets_a_gun_bears_on(four: bool, mounts: tuple[Mount, ...]) -> None:
    """Every fifth degree round the ship, with six arcs and with four: drawn is what `shots` says (4.1, 4.2)."""
    battle = duel(*mounts, FCS, arcs=4 if four else 6)
    battle.ships["lancet"].facing = 2
    (fan,) = fans(battle).values()
    assert fan.wide == (90.0 if four else 60.0) and set(fan.arcs) <= set(QUARTERS if four else ARCS)
    for degrees in range(3, 360, 5):
        at = 8 * math.sin(math.radians(degrees)), 8 * math.cos(math.radians(degrees))
        battle.ships["vesper"].at = at
        (shot,) = shots(battle, "lancet", "vesper")
        assert covers(fan, degrees) == shot.bears, degrees


def test_guns_that_are_out_of_action_are_not_drawn() -> None:
    battle = duel(BEAM3, TUBE, PACK, FCS)
    battle.ships["lancet"].lost.add("B3")
    battle.ships["lancet"].spent.add("SMP")
    assert set(fans(battle)) == {30.0}


# -- the sheet ---------------------------------------------------------------------------------------------------------


def hints(battle: ThrustState) -> dict[str, str]:
    return {icon.key: icon.hint for icon in sheet(battle, "lancet").icons}


def test_the_sheet_says_what_a_gun_does_by_the_rules_agreed_on() -> None:
    said = hints(duel(BEAM3, TUBE, NEEDLE, FCS))
    assert said["B3"] == "3 dice to 12 MU, 2 dice to 24 MU, 1 die to 36 MU"
    assert said["PT"].startswith("hits on 2 or more to 6 MU") and said["N"].startswith(
        "a 6 knocks one system out to 12 MU"
    )
    old = hints(duel(BEAM3, TUBE, NEEDLE, FCS, torpedo_bands="FT2", needle="FT2"))
    assert "hits on a 6 to 24 MU" in old["PT"] and "to 9 MU" in old["N"]
    mega = state(ship(built=design(Mount("", "beam", 4, ("F",)), profile="FT2")))
    assert hints(mega)["B4"] == "4 dice to 18 MU, 3 dice to 36 MU, 2 dice to 54 MU; two 1s burn it out"


def test_the_sheet_says_whether_a_loss_can_be_mended() -> None:
    battle = duel(BEAM3, SCREEN, FCS)
    lancet = battle.ships["lancet"]
    lancet.lost.add("SCR")
    lancet.drive_hits = 1
    icons = {icon.key: icon for icon in sheet(battle, "lancet").icons}
    assert (icons["SCR"].state, icons["DRV"].state, icons["DRV"].level) == ("lost", "damaged", 3)
    assert icons["SCR"].hint == "knocked out; damage control may repair it"
    assert icons["DRV"].hint == "half its thrust lost; damage control may repair it"
    lancet.drive_gone = 1
    assert hints(battle)["DRV"] == "half its thrust lost for the rest of the battle"
    battle.house["damage_control"] = False
    assert hints(battle)["SCR"] == "knocked out for the rest of the battle"


def test_the_sheet_draws_mounts_in_the_arcs_that_are_played() -> None:
    """Six arcs as built; by option four wide ones, each of which holds a part of them (full-thrust-base/4.1)."""
    battle = duel(BEAM3, PORT, FCS)
    arcs = {icon.key: (set(icon.arcs), icon.wide) for icon in sheet(battle, "lancet").icons}
    assert (
        arcs["B3"] == ({"F", "FS", "FP"}, 60.0) and arcs["B2"] == ({"F", "AP", "FP"}, 60.0) and arcs["FCS"][0] == set()
    )
    battle.house["arcs"] = 4
    arcs = {icon.key: (set(icon.arcs), icon.wide) for icon in sheet(battle, "lancet").icons}
    assert arcs["B3"] == ({"F", "S", "P"}, 90.0) and arcs["B2"] == ({"F", "P"}, 90.0)


def test_core_systems_stand_on_the_sheet_only_where_they_are_played() -> None:
    battle = duel(FCS, Mount("", "bridge"))
    assert "BRIDGE" not in hints(battle)
    battle.house["core_systems"] = True
    icon = next(one for one in sheet(battle, "lancet").icons if one.key == "BRIDGE")
    assert icon.rule == "full-thrust-base/5.4/bridge"


def test_what_a_planet_hides_is_drawn_as_it_is_tested_out_to_the_edge_of_the_table() -> None:
    planet = Body("tavira", "planet", "Tavira", (30.0, 20.0), 3.0)
    battle = state(ship("lancet", "azure", (6.0, 12.0), 3, 6, design(BEAM1, FCS)))
    battle.table = Table(160, 90, (planet,))
    (zone,) = [one for one in overlays(battle, "lancet") if isinstance(one, Zone)]
    drawn, rng, dark = shapely.Polygon(zone.outline), Random(4), 0
    for _ in range(600):
        place = rng.uniform(0, 160), rng.uniform(0, 90)
        if drawn.boundary.distance(shapely.Point(place)) > 0.1:
            refused = OPEN.obstacle_between((6.0, 12.0), place, (planet,)) is not None
            assert drawn.contains(shapely.Point(place)) == refused, place
            dark += refused
    assert dark > 20
    assert shapely.box(-0.01, -0.01, 160.01, 90.01).contains(drawn), "and ends there"
