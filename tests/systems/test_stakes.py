"""What pieces are worth and what sides need to win, in every scenario and at moments of random battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from game.battle.battle import NOBODY
from game.battle.loader import open_battle
from game.core.events import Event
from game.core.orders import Id
from game.core.stakes import EDGES, Worth
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.players.match import Match
from game.rules.outcome import victory
from game.rules.sensors.contact import TYPE, level_seen
from game.rules.ships.thrust_state import partly_known
from game.systems.full_sail import outcome as at_sea
from game.systems.power_hex import outcome as by_power
from tests.property.test_random_battles import drawn
from tests.rules.sensors.test_dummies import SWAPPED, in_step, twins
from tests.support.battles import IN_SPACE, SCENARIOS, thrust_state
from tests.support.random_moments import moments

EVERY = pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
ONE_OF_EACH = list({path.parent.name: path for path in SCENARIOS}.values())
LOST_BOXES = ("hull", "armour", "boxes", "fighters")  # tracks of harm that a worth counts


def scores(system: RuleSystem, state: AnyState) -> dict[Id, float]:
    """Return the score of each side, by the game itself."""
    if system.key == "full-sail":
        return dict(at_sea.scores(state))
    return dict(by_power.scores(state) if system.key == "power-hex" else victory.scores(state))


def battles(path: Path) -> Iterator[tuple[RuleSystem, AnyState]]:
    """Yield a scenario at moments of two random battles, by the book and by other house rules."""
    for seed in range(2):
        opened = drawn(path, seed)
        for _ in moments(opened, seed):
            yield opened.battle.system, opened.battle.state


# -- worth -------------------------------------------------------------------------------------------------------------


@EVERY
def test_what_is_left_of_a_piece_is_what_its_sheet_shows(path: Path) -> None:
    for system, state in battles(path):
        for key in (*state.ships, *state.counters):
            worth = system.worth(state, key)
            assert 0 <= worth.boxes <= worth.of and 0 <= worth.scores <= worth.points
            if state.ships.get(key) is None:
                assert_like_a_counter(system, state, key, worth)
            elif system.key == "power-hex":
                assert_of_structure_and_systems(system, state, key, worth)
            else:
                assert_of_hull_and_armour(system, state, key, worth)


def assert_like_a_counter(system: RuleSystem, state: AnyState, key: Id, worth: Worth) -> None:
    one = state.counters[key]
    assert worth.points > 0 and worth.of == one.total
    for track in system.sheet(state, key, None).tracks:
        assert (worth.boxes, worth.of) == (track.left - one.wounds, sum(track.rows))


def assert_of_hull_and_armour(system: RuleSystem, state: AnyState, key: Id, worth: Worth) -> None:
    tracks = system.sheet(state, key, None).tracks
    before = [one for one in tracks if one.shape == "hexagon"]
    hull = [one for one in tracks if one.label == "Hull" or one.label.startswith("Row")]
    assert (worth.boxes, worth.of) == (sum(one.left for one in hull), sum(sum(one.rows) for one in hull))
    assert worth.armour == sum(one.left for one in before)
    ship = state.ships[key]
    price = ship.design.points if system.key == "full-sail" else 0 if ship.dummy else ship.points
    assert worth.points == price


def assert_of_structure_and_systems(system: RuleSystem, state: AnyState, key: Id, worth: Worth) -> None:
    ship, tracks = state.ships[key], system.sheet(state, key, None).tracks
    assert worth.points == ship.design.points > 0
    if ship.removed_reason == "destroyed":
        assert worth.boxes == 0
    elif ship.flight:
        assert (worth.boxes, worth.of) == (sum(one.left > 0 for one in tracks), len(tracks))
    else:
        systems = worth.boxes - sum(one.left for one in tracks)
        assert systems == sum(ship.boxes_left(mount) for mount in ship.design.mounts)


@EVERY
def test_what_enemies_have_for_pieces_adds_up_to_the_score(path: Path) -> None:
    for system, state in battles(path):
        lost, price = dict.fromkeys(state.sides, 0.0), dict.fromkeys(state.sides, 0.0)
        for key, ship in state.ships.items():
            side = getattr(ship, "built_for", "") or ship.side
            lost[side] += system.worth(state, key).scores
            price[side] += system.worth(state, key).points
        assert not any(system.worth(state, key).scores for key in state.counters)
        told = scores(system, state)
        for side, score in told.items():
            taken = sum(lost.values()) - lost[side]
            if system.key in ("full-sail", "power-hex") or state.house["score"] == "fifths":
                assert score == pytest.approx(taken, abs=0.05)
            else:
                assert score == pytest.approx((price[side] - lost[side] + taken) / price[side], abs=0.0005)
            best = max(other for one, other in told.items() if one != side)
            assert system.stakes(state, side).lead == pytest.approx(score - best)


@EVERY
def test_boxes_fall_by_what_each_line_says_was_lost(path: Path) -> None:
    opened = open_battle(path, seed=3)
    battle = opened.battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
    hurt = 0
    while battle.state.outcome is None and battle.state.turn <= 6:
        before = boxes_in_play(battle.system, battle.state)
        record = match.step()
        after = boxes_in_play(battle.system, battle.state)
        lines = [line for line in (record.log if record else ()) if line.harm]
        for piece in before.keys() & after.keys():  # a prize is mended by those who take it
            lost = sum(boxes_lost(line) for line in lines if struck(line, battle.state) == piece[0])
            assert before[piece] - after[piece] == lost, piece
            hurt += lost
    assert hurt > 0


def boxes_in_play(system: RuleSystem, state: AnyState) -> dict[tuple[Id, Id], float]:
    """Return boxes of every ship in play, by its id and its side."""
    found = ((ship.id, ship.side, system.worth(state, ship.id)) for ship in state.ships.values() if ship.in_play)
    return {(key, side): worth.boxes + worth.armour for key, side, worth in found}


def struck(line: Event, state: AnyState) -> Id:
    """Return whose boxes a line is about: of a ship that a body harms, the ship's."""
    return line.whom if line.whom in state.ships else line.who


def boxes_lost(line: Event) -> int:
    return sum(lost for track, lost in line.harm if track in LOST_BOXES)


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_a_game_that_says_nothing_is_told_by_its_sheets_and_its_file(path: Path) -> None:
    battle = open_battle(path, seed=1).battle
    own, state = battle.system, battle.state
    mute = replace(own, worths=lambda *_: None, stakes_of=lambda *_: None)
    key, ship = next(iter(state.ships.items()))
    worth, sheet = mute.worth(state, key), own.sheet(state, key, None)
    assert worth.points == ship.design.points and worth.boxes == worth.of > 0 == worth.scores
    if own.key != "full-sail":  # whose rows are tracks of their own
        assert worth.of == own.worth(state, key).of or sheet.tracks[0].part_of
    ship.removed_reason = "destroyed"
    assert mute.worth(state, key).scores == ship.design.points
    first, second = (mute.stakes(state, side) for side in state.sides)
    assert (first.kind, first.turns_left) == (state.victory["kind"], state.victory["turns"])
    assert first.lead == -second.lead < 0


# -- what a seat may know ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", ["scan", "bogeys"])
def test_a_bogey_is_worth_the_same_whether_it_is_a_ship_or_not(tmp_path: Path, house: str) -> None:
    compared = 0
    for first, second in islice(in_step(*twins(tmp_path, house, "guns", 1), 1), 40):
        for side in ("azure", NOBODY):
            views = first.view(side), second.view(side)
            for key in SWAPPED:
                worths = [view.worth(key) for view in views]
                assert worths[0] == worths[1] and worths[0].points > 0 and worths[0].boxes == worths[0].of > 0
                compared += 1
            assert views[0].stakes("azure") == views[1].stakes("azure")
    assert compared > 50
    assert {first.system.worth(first.state, key).points > 0 for key in SWAPPED} == {True, False}, "the umpire knows"


def test_a_bogey_is_worth_what_known_ships_are(tmp_path: Path) -> None:
    battle = twins(tmp_path, "scan", "guns", 1)[0]
    view = battle.view("azure")
    ships = thrust_state(view.state).ships
    known = [ship for ship in ships.values() if not partly_known(ship)]
    assert {ship.side for ship in known} == {"azure"} and level_seen(ships["b1"]) < TYPE
    assert view.worth("b1").points == round(sum(ship.design.points for ship in known) / len(known))
    assert view.worth("b1").of == round(sum(ship.design.hull for ship in known) / len(known))


# -- stakes ------------------------------------------------------------------------------------------------------------


@EVERY
def test_stakes_say_what_the_objective_says(path: Path) -> None:
    battle = open_battle(path, seed=1).battle
    said = battle.system.objective(battle.state)
    for side in battle.state.sides:
        stakes, kind = battle.view(side).stakes(), battle.state.victory["kind"]
        if path.stem == "dark_passage":  # it knows none of the others, and counts as much as it has
            assert stakes.lead == 0
        else:
            assert stakes == battle.view(None).stakes(side)
        assert stakes.kind == kind and (f"{stakes.turns_left}" in said) is (stakes.turns_left is not None)
        assert stakes.limit is None and not stakes.keep
        assert bool(stakes.leave or stakes.stop) is (kind == "convoy")
        if kind == "convoy":
            names = {battle.state.ships[key].name for key in (*stakes.leave, *stakes.stop)}
            assert all(name in said for name in names) and names
            assert {battle.state.owner(key) == side for key in stakes.leave} <= {True}
            assert {battle.state.owner(key) == side for key in stakes.stop} <= {False}
            for edges in stakes.leave.values():
                assert ("any edge" in said) if edges == EDGES else f"the {' or '.join(edges)} edge" in said
            enough = battle.state.victory.get("enough") or len(names)
            assert stakes.enough == (enough if stakes.leave else len(names) - enough + 1)


def test_turns_run_out() -> None:
    battle = open_battle(IN_SPACE[0], seed=1).battle
    turns, side = battle.state.victory["turns"], next(iter(battle.state.sides))
    for turn, left in ((1, turns), (turns, 1), (turns + 1, 0)):
        battle.state.turn = turn
        assert battle.system.stakes(battle.state, side).turns_left == left
    battle.state.victory["turns"] = None
    assert battle.system.stakes(battle.state, side).turns_left is None


def test_a_convoy_at_sea_needs_what_has_not_got_away_and_may_still() -> None:
    path = next(path for path in SCENARIOS if path.stem == "salt_road")
    battle = open_battle(path, seed=1).battle
    state, (barley, oat, rye) = battle.state, battle.state.victory["ships"]
    owner = state.owner(barley)
    other = next(side for side in state.sides if side != owner)

    def needs() -> tuple[set[Id], int, set[Id], int]:
        mine, theirs = (battle.system.stakes(state, side) for side in (owner, other))
        return {*mine.leave}, mine.enough, {*theirs.stop}, theirs.enough

    assert needs() == ({barley, oat, rye}, 2, {barley, oat, rye}, 2)
    state.ships[oat].removed_reason = "left"
    assert needs() == ({barley, rye}, 1, {barley, rye}, 2)
    state.ships[rye].struck = True
    assert needs() == ({barley}, 1, {barley}, 1)
