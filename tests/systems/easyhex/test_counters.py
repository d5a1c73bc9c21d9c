"""Counters of Easier HexThrust: who is asked, how far they fly, what beams hit of them, how they fade and are shown
(hex/3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from game.board.terrain import Body
from game.core.display import Token
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.counters.counter import update_counter
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.counters.orders import FLIGHT, LAUNCHING, Fly, Launch
from game.rules.counters.point_defence import PREY
from game.rules.counters.shoot import Shoot
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex import turn_sequence
from game.systems.easyhex.missile_orders import Hit, Steer
from game.systems.easyhex.missiles import choosing, degrade
from game.systems.easyhex.system import EASYHEX
from tests.support.builders import umpire
from tests.support.easyhex_battles import counter, deep, give, refused, vessel
from tests.support.hex_battles import rock
from tests.support.narrowing import each

MISSILE: Id = "lancet.MT"
TUBES = (Mount("", "missile", 1, mode="standard"), Mount("", "fcs"))


def flying(age: int = 2, place: tuple[int, int] = (0, 0), key: Id = MISSILE) -> Missile:
    return counter(key, Missile, place, age=age)


def plasma(place: tuple[int, int] = (0, 0), age: int = 1, wounds: int = 0) -> Plasma:
    return counter("lancet.NOVA", Plasma, place, count=4, age=age, wounds=wounds)


def prey(*ships: Ship, counters: Sequence[Counter], bodies: Sequence[Body] = ()) -> ThrustState:
    """Return a step in which missiles and plasma are shot at."""
    state = deep(*ships, counters=counters, bodies=bodies)
    PREY.set(state, ("missile", "plasma"))
    return state


def test_point_defence_is_advised_group_by_group() -> None:
    """Each system where most is expected to be left; nothing where no point defence bears."""
    mounts = (*(Mount(letter, "pds") for letter in "abc"), Mount("", "beam", 3), Mount("", "fcs"))
    groups = [counter(f"lancet.HGR{letter}", Flight, (0, 0), count=count) for letter, count in (("a", 6), ("b", 5))]
    for guns, advice in ((mounts, "shoot PDSa>lancet.HGRa PDSb>lancet.HGRa PDSc>lancet.HGRb"), (mounts[3:], "None")):
        state = prey(vessel("vesper", side="amber", mounts=guns), counters=groups)
        assert Shoot("vesper").suggestion(state) is None, "no fighters may be shot at in this step"
        PREY.set(state, (Flight.kind,))
        assert str(Shoot("vesper").suggestion(state)) == advice


@pytest.mark.parametrize(
    ("ship", "controls", "advice"),
    [
        (None, 1, "PDS>lancet.MTa B3>lancet.MTb"),
        ((0, -4), 2, "PDS>lancet.MTa"),
        ((3, -1), 1, "PDS>lancet.MTa"),
        ((3, -1), 2, "PDS>lancet.MTa B3>lancet.MTb"),
    ],
    ids=["no ship", "a ship ahead", "one control and a ship abeam", "two controls"],
)
def test_beams_that_bear_on_no_ship_are_advised_against_missiles(
    ship: tuple[int, int] | None, controls: int, advice: str
) -> None:
    guns = Mount("", "pds"), Mount("", "beam", 3, ("F",)), Mount("", "beam", 2, ("FS", "S"))
    ships = [vessel("vesper", side="amber", mounts=(*guns, *(Mount(letter, "fcs") for letter in "ab"[:controls])))]
    missiles = [flying(key=key, place=(0, -1)) for key in ("lancet.MTa", "lancet.MTb")]
    state = prey(*ships, *([vessel("lancet", ship)] if ship else []), counters=missiles)
    found = Shoot("vesper").suggestion(state)
    assert str(found) == f"shoot {advice}"
    assert found is not None
    found.check(state)


# -- who is asked, and how far they fly --------------------------------------------------------------------------------


def test_the_owner_of_a_missile_with_several_ships_in_reach_is_asked_and_by_itself_it_hits_the_nearest() -> None:
    """The second missile is not armed, and nobody is asked about it."""
    ships = (
        vessel("far", (0, -2), side="amber"),
        vessel("near", (0, 1), side="amber"),
        vessel("lancet", (9, 9), mounts=TUBES),
    )
    state = deep(*ships, counters=[flying(), flying(1, key="lancet.MTb")])
    (prompt,) = turn_sequence.missiles_in_turn(choosing)(state)
    assert (prompt.side, prompt.ids) == ("azure", (MISSILE,))
    assert turn_sequence.hits_nearest(state, prompt) == Hit(MISSILE, "near")
    state.ships["far"].removed_reason = "destroyed"
    assert not turn_sequence.missiles_in_turn(choosing)(state)


def test_another_side_begins_every_turn() -> None:
    state = deep(vessel("lancet"), vessel("vesper", (0, -9), side="amber"))
    begins = []
    for state.turn in (1, 2, 3):
        turn_sequence.open_turn(state, umpire())
        begins.append(state.initiative)
    assert begins == [("azure", "amber"), ("amber", "azure"), ("azure", "amber")]


@pytest.mark.parametrize(("step", "far"), [(turn_sequence.first_move, 8), (turn_sequence.second_move, 4)])
def test_fighters_fly_eight_hexes_in_the_second_step_and_four_in_the_fourth(
    step: Callable[[ThrustState, Umpire], None], far: int
) -> None:
    """HX-52: 9 or 5 hexes are refused."""
    state = deep(counters=[counter("lancet.HGR", Flight, count=6)])
    step(state, umpire())
    assert refused(state, "lancet.HGR", f"fly 0,{-far}", Fly) == ""
    assert f"flies {far} hexes at most" in refused(state, "lancet.HGR", f"fly 0,{-far - 1}", Fly)


# -- how they fade and are shown ---------------------------------------------------------------------------------------


def test_what_plasma_has_taken_weakens_it_once() -> None:
    state = deep(counters=[plasma(wounds=1)])
    for _ in range(2):
        degrade(state, umpire())
    assert (state.counters["lancet.NOVA"].count, state.counters["lancet.NOVA"].wounds) == (3, 0)


def test_nova_plasma_leaves_with_a_strength_of_four() -> None:
    state = deep(vessel("lancet", mounts=(Mount("", "nova"), Mount("", "fcs"))))
    LAUNCHING.set(state, ("nova",))
    give(state, "lancet", "launch NOVA", kind=Launch)
    assert (state.counters["lancet.NOVA"].count, state.counters["lancet.NOVA"].total) == (4, 4)


def test_a_missile_counts_how_far_it_has_flown_in_all() -> None:
    state = deep(counters=[flying()])
    for _ in range(2):
        give(state, MISSILE, "steer 8", kind=Steer)
    assert state.counters[MISSILE].flown == 16


def test_pieces_share_hexes() -> None:
    """Here they do (hex/3.2)."""
    state = deep(vessel("lancet", mounts=TUBES), counters=[counter("lancet.HGR", Flight, (0, -1), count=6)])
    FLIGHT.set(state, 8)
    assert refused(state, "lancet.HGR", "fly 0,0", Fly) == ""


def test_the_ghost_of_a_missile_turns_where_it_is_steered() -> None:
    state = deep(counters=[flying()])
    bends = [Steer.parse(MISSILE, text).pose(state).bends for text in ("steer 8", "steer 5P3", "steer 2S6")]
    assert not bends[0] and [(one.label, one.becomes) for found in bends[1:] for one in found] == [("P", 10), ("S", 2)]


def test_a_die_beside_a_counter_says_how_old_it_is() -> None:
    state = deep(counters=[flying(1), flying(3, key="lancet.MTb"), plasma(age=2)])
    assert [token.note for token in each(EASYHEX.tokens(state), Token)] == ["age 1, not armed", "age 3", "turn 2 of 4"]


# -- what is shot at them ----------------------------------------------------------------------------------------------


def test_a_beam_at_a_missile_has_its_range_arc_and_line_and_needs_a_fire_control() -> None:
    gunner = vessel("vesper", side="amber")
    ahead = flying(place=(0, -3))
    assert refused(prey(gunner, counters=[ahead]), "vesper", f"shoot B3>{MISSILE}", Shoot) == ""
    behind = prey(gunner, counters=[flying(place=(0, 3))])
    assert "in arc A" in refused(behind, "vesper", f"shoot B3>{MISSILE}", Shoot)
    beyond = prey(gunner, counters=[flying(place=(0, -13))])
    assert (
        refused(beyond, "vesper", f"shoot B3>{MISSILE}", Shoot) == "lancet.MT is 13 hexes away; Beam 3 reaches 12 hexes"
    )
    hidden = prey(gunner, counters=[ahead], bodies=[rock((0, -1))])
    assert refused(hidden, "vesper", f"shoot B3>{MISSILE}", Shoot) == "Rock is in the way"
    blind = prey(vessel("vesper", side="amber", mounts=(Mount("", "beam", 3, ("FP", "F", "FS")),)), counters=[ahead])
    assert refused(blind, "vesper", f"shoot B3>{MISSILE}", Shoot) == "Vesper has no fire control left"


def test_beams_look_astern_at_nothing_that_flies() -> None:
    """A gun that looks all round has no aft arc either (hex/2.6)."""
    gunner = vessel("vesper", side="amber", mounts=(Mount("", "beam", 1, ("F",)), Mount("", "fcs")))
    state = prey(gunner, counters=[flying(place=(0, 2)), flying(place=(0, -2), key="lancet.MTb")])
    assert "does not bear" in refused(state, "vesper", f"shoot B1>{MISSILE}", Shoot)
    assert refused(state, "vesper", "shoot B1>lancet.MTb", Shoot) == ""


def test_beams_throw_at_plasma_the_dice_of_their_range_as_at_a_ship_without_screens() -> None:
    """Class 3 at 5 hexes: two dice, a 4 scores, a 6 twice and again."""
    state = prey(vessel("vesper", side="amber"), counters=[plasma((0, -5))])
    give(state, "vesper", "shoot B3>lancet.NOVA", 4, 6, 1, kind=Shoot)
    assert state.counters["lancet.NOVA"].wounds == 3


def test_a_beam_that_guides_fire_at_a_missile_takes_its_fire_control_for_the_turn() -> None:
    guns = (*(Mount("", "beam", 2, ("F",)) for _ in "ab"), Mount("", "fcs"))
    state = prey(
        vessel("vesper", side="amber", mounts=guns), counters=[flying(place=(0, -2)), flying(2, (0, -3), "lancet.MTb")]
    )
    assert "has 1 fire control at work" in refused(state, "vesper", f"shoot B2a>{MISSILE} B2b>lancet.MTb", Shoot)
    give(state, "vesper", f"shoot B2a>{MISSILE}", 1, 1, kind=Shoot)
    state.acted.clear()
    assert refused(state, "vesper", "shoot B2b>lancet.MTb", Shoot) == "Vesper has no fire control left"


def test_what_is_out_of_action_does_not_shoot_and_what_is_gone_is_shot_at_in_vain() -> None:
    state = prey(vessel("vesper", side="amber"), counters=[flying(place=(0, -2))])
    state.ships["vesper"].lost = {"PDSa"}
    assert refused(state, "vesper", f"shoot PDSa>{MISSILE}", Shoot) == "Point defence a is out of action"
    state.ships["vesper"].lost = set()
    log = give(state, "vesper", f"shoot PDSa>{MISSILE} PDSb>{MISSILE}", 4, kind=Shoot)
    assert [line.result for line in log if line.kind == "fire"] == ["1 hit", "it is gone already"]
    assert [line.tone for line in log if line.kind == "fire"] == ["good", "plain"]
    state.acted.clear()
    update_counter(state, state.counters[MISSILE], removed_reason="")
    assert "has fired this turn" in refused(state, "vesper", f"shoot PDSb>{MISSILE}", Shoot)
