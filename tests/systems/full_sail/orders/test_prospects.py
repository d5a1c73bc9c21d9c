"""What a plot has against another ship: the ground of a rake, how many of its ends are raked, and a duel won by reading
them."""

from __future__ import annotations

import math

import pytest
import shapely
import yaml

from game.battle.battle import Battle, View
from game.battle.designs import ROOT
from game.battle.loader import load_start_text
from game.board.geometry import span
from game.core.display import Pose
from game.core.orders import Order
from game.players.match import Match
from game.systems.full_sail.gunnery.guns import rakes
from game.systems.full_sail.orders.fire_order import FireBroadsides, shots
from game.systems.full_sail.orders.prospects import WEDGE, prospects
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.systems.full_sail.ships_at_sea import at_sea, body, sailer


def meeting(**rules: object) -> SailState:
    """Return two frigates 18 MU apart with an island between some of their ends, and a sloop."""
    state = at_sea(
        sailer(at=(20.0, 26.0), course=2, velocity=12),
        sailer("tern", at=(14.0, 20.0), course=3, velocity=8),
        sailer("halcyon", "aiglette", "auvrac", (38.0, 28.0), 6, 9),
        bodies=(body("island", (31.0, 30.0)),),
        **rules,
    )
    set_wind(state, Wind(16, 11))
    return state


def test_every_end_of_the_target_is_told_as_if_it_were_played() -> None:
    state = meeting(premeasure=True)
    order, there = SailOrder("halcyon", 2, 0, 2), SailOrder("aiglette")
    poses = {"halcyon": order.pose(state), "aiglette": there.pose(state)}
    ends = there.destinations(state)
    found = order.prospects(state, "aiglette", poses, ends)
    assert found is not None and found.ends == len(ends) > 50
    told = {words: count for words, count, _ in (*found.shares, *found.besides)}
    raked = fired = suffers = foul = reach = 0
    for end in ends:
        placed = {**poses, "aiglette": Pose(end.at, end.course, end.facing, end.velocity)}
        after = state.posed(placed)
        mine, other = after.ships["halcyon"], after.ships["aiglette"]
        bears = any(shot.bears for shot in shots(state, "halcyon", "aiglette", placed))
        across = rakes(mine, other, state.house)
        raked, fired = raked + (bears and across), fired + (bears and not across)
        back = any(shot.bears for shot in shots(state, "aiglette", "halcyon", placed))
        suffers += back and rakes(other, mine, state.house)
        away = span(mine.at, other.at)
        foul, reach = foul + (away <= 1.0), reach + (away <= 6.0 and abs(mine.velocity - other.velocity) <= 6)
    assert told == {
        "raked": raked,
        "only fired at": fired,
        "not fired at": len(ends) - raked - fired,
        "raking you": suffers,
        "near enough to grapple": reach,
        "near enough to foul": foul,
    }
    assert raked and fired and raked + fired < len(ends)


def test_where_nothing_is_measured_first_only_the_ground_of_a_rake_is_told() -> None:
    state = meeting()
    order = SailOrder("halcyon", 2, 0, 2)
    found = order.prospects(state, "aiglette", {}, SailOrder("aiglette").destinations(state))
    assert found is not None and found.weak and not found.shares and not found.ends
    assert all(zone.label == "raked from here" and zone.tone == "bad" for zone in found.weak)
    assert order.prospects(state, "tern", {}, ()) is None, "a friend has nothing to fear"


def test_the_wedges_hold_the_places_from_which_a_shot_rakes() -> None:
    state = meeting(premeasure=True)
    target = state.ships["aiglette"]
    found = prospects(state, "halcyon", "aiglette", {})
    assert found is not None
    ground = shapely.union_all([shapely.Polygon(zone.outline) for zone in found.weak])
    for turn in range(0, 360, 7):
        way = math.radians(turn)
        at = target.at[0] + (WEDGE - 1.0) * math.sin(way), target.at[1] + (WEDGE - 1.0) * math.cos(way)
        firer = sailer(at=at)
        if abs(turn % 60 - 30) > 1:  # not on the edge of an arc
            assert ground.covers(shapely.Point(at)) == rakes(firer, target, state.house), turn


def test_a_shot_that_rakes_says_so_before_it_is_fired() -> None:
    state = meeting(premeasure=True)
    astern = {"halcyon": Pose((34.0, 21.0), 4, 4, 6)}
    assert {shot.note for shot in shots(state, "halcyon", "aiglette", astern)} == {"raking"}
    assert {shot.note for shot in shots(state, "halcyon", "aiglette", {"halcyon": Pose((44.0, 28.0), 12, 12, 6)})} == {
        ""
    }
    found = FireBroadsides("halcyon").prospects(state, "aiglette", {}, ())
    assert found is not None and found.weak


# -- a duel ------------------------------------------------------------------------------------------------------------


def read_off(view: View, key: str) -> Order:
    """Return the end of a move that a newcomer picks who reads the drawing: where the guns that bear do most against
    enemies that hold on, and a rake counts double."""
    state = view.state
    enemies = state.enemies(state.owner(key))
    expected = {one.id: view.pose(view.draft(one.id)) for one in enemies}

    def worth(order: Order) -> float:
        pose = view.pose(order)
        poses = {**expected, key: pose}
        best = 0.0
        for one in enemies:
            fired = view.volley(key, one.id, poses)
            if fired is None:
                continue
            raking = any(shot.note for shot in view.shots(key, one.id, poses))
            best = max(best, sum(odds.mean for odds in view.odds(fired, poses)) * (2 if raking else 1))
        near = min((span(pose.at, expected[one.id].at) for one in enemies), default=0.0)
        inside = 2 < pose.at[0] < 70 and 2 < pose.at[1] < 46
        return best - 0.02 * near - (0 if inside else 9) - (3 if pose.note else 0)

    ends = view.destinations(view.draft(key))
    return max((one.order for one in ends), key=worth, default=view.draft(key))


def fight(battle: Battle, side: str) -> None:
    """A newcomer against the computer: sails as the drawing says, fires all that bears, and answers nothing else."""
    match = Match(battle, {"auvrac": "random"}, 1)
    while battle.prompts():
        prompt = next((one for one in battle.prompts() if one.side == side), None)
        if prompt is None or not prompt.waiting:
            if match.step() is None:
                assert prompt is not None and battle.phase.idle is not None
                battle.play(battle.phase.idle(battle.state, prompt))
            continue
        key, view = prompt.waiting[0], battle.view(side)
        if battle.phase.name == "Write orders":
            order: Order | None = read_off(view, key)
        elif battle.phase.name == "Ships fire":
            fired = [view.volley(key, one.id) for one in view.state.enemies(side)]
            order = max(filter(None, fired), key=lambda one: sum(odds.mean for odds in view.odds(one)), default=None)
        else:
            order = None
        if order is None or view.why_not(order):
            assert battle.phase.idle is not None
            order = battle.phase.idle(battle.state, prompt)
        battle.play(order)


@pytest.mark.parametrize("seed", [3, 8])
def test_a_newcomer_wins_the_duel_by_what_the_drawing_tells(seed: int) -> None:
    path = ROOT / "scenarios" / "full_sail" / "weather_gauge.yaml"
    text = yaml.safe_dump(yaml.safe_load(path.read_text(encoding="utf-8")) | {"seed": seed}, sort_keys=False)
    battle = load_start_text(text, "duel.yaml").battle
    fight(battle, "merrow")
    outcome = battle.state.outcome
    assert outcome is not None and outcome.winner == "merrow"
    raked = [
        line
        for line in battle.log
        if line.kind == "fire" and "raking" in line.reason and line.who in ("halcyon", "tern")
    ]
    assert raked, "it is won by crossing an end of the enemy"
