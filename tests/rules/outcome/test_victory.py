"""How battles end, who wins, and by what score (full-thrust-base/9.2, 9.3)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.state import Outcome
from game.rules.outcome.victory import (
    able,
    end_of_turn,
    escaped,
    fifths,
    objective,
    outcome,
    points_left,
    scores,
    victory_points,
    withdraw,
    worth,
)
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, house, ship, state, umpire

GUNS = (Mount("", "beam", 2, ("F",)), Mount("", "fcs"))


def armed(key: str, side: str = "azure", points: int = 100, mass: int = 60) -> Ship:
    return ship(key, side, built=design(*GUNS, points=points, mass=mass))


def freighter(key: str, points: int = 50) -> Ship:
    return ship(key, built=design(Mount("", "pds"), points=points))


def battle(*ships: Ship, house: dict[str, Any] | None = None, **victory: Any) -> ThrustState:
    table = state(*ships, **(house or {}))
    table.victory = {
        "kind": "last-side",
        "turns": None,
        "edge": None,
        "ships": [],
        "side": None,
        "limit": None,
        "loser_at": None,
    } | victory
    return table


def sink(*ships: Ship) -> None:
    for one in ships:
        one.removed_reason, one.hull = "destroyed", 0


def off(one: Ship, edge: str) -> None:
    one.removed_reason, one.status_flags = "left", frozenset({f"edge:{edge}"})


def played(table: ThrustState, turn: int, *faces: int) -> Outcome | None:
    """Return the outcome, if any, at the end of that turn."""
    table.turn = turn
    end_of_turn(table, umpire(*faces))
    return outcome(table, turn_over=True)


def winner(ended: Outcome | None) -> str | None:
    return ended.winner if ended else None


# -- the last side -----------------------------------------------------------------------------------------------------


def test_the_last_side_on_the_table_wins() -> None:
    a, b, c = armed("lancet"), armed("vesper", "crimson"), armed("kiln", "crimson")
    table = battle(a, b, c)
    assert outcome(table) is None
    sink(b)
    assert outcome(table) is None
    c.removed_reason = "left"
    ended = outcome(table)
    assert ended and (ended.winner, ended.why, ended.rule) == (
        "azure",
        "the last fleet on the table",
        "full-thrust-base/9.2",
    )
    assert [side for side, _ in ended.scores] == ["azure", "crimson"]


def test_when_nobody_is_left_the_battle_is_drawn() -> None:
    a, b = armed("lancet"), armed("vesper", "crimson")
    sink(a, b)
    assert winner(outcome(battle(a, b))) == ""


@pytest.mark.parametrize(
    ("spoil", "fights"),
    [
        (lambda one: one.lost.update({"B2", "FCS"}), True),  # may be mended
        (lambda one: one.killed.add("B2"), False),
        (lambda one: one.killed.add("FCS"), False),
        (lambda one: one.spent.add("B2"), False),
        (lambda one: setattr(one, "removed_reason", "struck"), False),
        (lambda one: one.killed.add("DRV"), True),
    ],
)
def test_who_is_able_to_fight(spoil: Any, fights: bool) -> None:
    a, b = armed("lancet"), armed("vesper", "crimson")
    spoil(b)
    assert able(b, house()) is fights
    assert winner(outcome(battle(a, b))) == (None if fights else "azure")


@pytest.mark.parametrize("key", ["B2", "FCS"])
def test_without_damage_control_what_is_lost_is_lost_for_good(key: str) -> None:
    one = armed("lancet")
    one.lost.add(key)
    assert able(one, house()) and not able(one, house(damage_control=False))


def test_a_side_that_came_unarmed_is_beaten_only_when_it_is_gone() -> None:
    hulk, b = freighter("hulk"), armed("vesper", "crimson")
    table = battle(hulk, b)
    assert outcome(table) is None
    sink(hulk)
    assert winner(outcome(table)) == "crimson"


def test_a_ship_that_will_return_keeps_her_side_in_the_battle() -> None:
    a, b = armed("lancet"), armed("vesper", "crimson")
    b.removed_reason = "away"
    assert outcome(battle(a, b)) is None


# -- score -------------------------------------------------------------------------------------------------------------


def test_the_score_weighs_what_is_left_and_what_was_taken() -> None:
    """T-vp1."""
    assert victory_points(16, 0, 813 - 610) == pytest.approx(12.6875)
    assert victory_points(813, 610, 16 - 0) == pytest.approx(0.77, abs=0.001)


def test_the_same_score_from_ships() -> None:
    """T-vp1 again: a lone ship of 16 points is lost; of 813 points, 203 are."""
    small, rest, taken = armed("plover", points=16), armed("vesper", "crimson", 610), armed("kiln", "crimson", 203)
    sink(small, taken)
    assert scores(battle(small, rest, taken)) == (("azure", 12.688), ("crimson", 0.77))


@pytest.mark.parametrize(
    ("fate", "boxes", "left"),
    [
        ("", 12, 100),
        ("", 10, 100),
        ("", 9, 75),
        ("", 1, 75),
        ("left", 12, 25),
        ("left", 9, 50),
        ("away", 9, 50),
        ("destroyed", 0, 0),
        ("struck", 12, 0),
        ("abandoned", 9, 0),
    ],
)
def test_what_a_ship_is_still_worth(fate: str, boxes: int, left: float) -> None:
    one = armed("lancet")  # hull 12: the first row is three boxes
    one.removed_reason, one.hull = fate, boxes
    assert worth(one) == left


@pytest.mark.parametrize(
    ("fate", "boxes", "lost"),
    [
        ("", 12, 0),
        ("", 10, 0),
        ("", 9, 1),
        ("", 1, 3),
        ("left", 12, 1),
        ("left", 6, 3),
        ("destroyed", 0, 4),
        ("struck", 12, 1),
        ("captured", 9, 2),
    ],
)
def test_fifths_that_a_ship_has_lost(fate: str, boxes: int, lost: int) -> None:
    """One for each of three thresholds, one for its loss, one for its flight (9.3/fifths)."""
    one = armed("lancet")
    one.removed_reason, one.hull = fate, boxes
    assert fifths(one) == lost


def test_the_score_by_fifths_counts_what_the_enemy_has_lost() -> None:
    own, fled, sunk = armed("lancet"), armed("vesper", "crimson", 286), armed("kiln", "crimson", 100)
    fled.removed_reason, fled.hull = "left", 6
    sink(sunk)
    found = battle(own, fled, sunk)
    found.house["score"] = "fifths"
    assert scores(found) == (("azure", 251.6), ("crimson", 0.0))


def test_after_the_last_turn_the_score_decides() -> None:
    a, b = armed("lancet"), armed("vesper", "crimson")
    b.hull = 9
    table = battle(a, b, turns=8)
    assert played(table, 7) is None
    table.turn = 8
    assert outcome(table) is None  # turn 8 has begun and is not over
    ended = played(table, 8)
    assert ended and ended.winner == "azure" and ended.rule == "full-thrust-base/9.3"
    assert ended.why == "by score after eight turns: 1.25 to 0.75" and ended.scores == (
        ("azure", 1.25),
        ("crimson", 0.75),
    )


def test_equal_scores_are_a_draw() -> None:
    assert winner(played(battle(armed("lancet"), armed("vesper", "crimson"), kind="points", turns=3), 3)) == ""


def test_a_score_wins_at_once_but_only_when_the_turn_is_over() -> None:
    a, b, c = armed("lancet"), armed("vesper", "crimson"), armed("kiln", "crimson")
    table = battle(a, b, c, kind="points", limit=2.0, turns=9)
    sink(b)
    table.turn = 2
    assert outcome(table) is None
    ended = played(table, 2)
    assert ended and (ended.winner, ended.why) == ("azure", "a score of 2 was reached")


# -- aims --------------------------------------------------------------------------------------------------------------


def convoy(**more: Any) -> tuple[ThrustState, list[Ship]]:
    ships = [freighter(key) for key in ("barrow", "holdfast", "ledger")]
    names = [one.id for one in ships]
    return battle(*ships, armed("vesper", "crimson"), kind="convoy", edge="right", ships=names, **more), ships


def test_a_convoy_wins_when_enough_have_left_by_the_right_edge() -> None:
    table, ships = convoy(limit=2.0, turns=10)
    off(ships[0], "right")
    off(ships[1], "left")
    assert escaped(ships[0], "right") and not escaped(ships[1], "right")
    assert outcome(table) is None
    off(ships[2], "right")
    ended = outcome(table)
    assert ended and (ended.winner, ended.why) == ("azure", "two ships left by the right edge")


def test_a_convoy_loses_as_soon_as_too_few_are_left_or_when_time_is_up() -> None:
    table, ships = convoy(limit=2, turns=10)
    sink(ships[0])
    assert outcome(table) is None
    assert winner(played(table.copy(), 10)) == "crimson"
    off(ships[1], "top")
    ended = outcome(table)
    assert ended and (ended.winner, ended.why) == ("crimson", "too few ships are left to get away")


def test_without_a_number_the_whole_convoy_must_get_away() -> None:
    table, ships = convoy()
    off(ships[0], "right")
    off(ships[1], "right")
    assert outcome(table) is None
    off(ships[2], "right")
    assert winner(outcome(table)) == "azure"


def test_a_convoy_with_no_enemy_left_is_through_and_one_sunk_with_the_last_enemy_is_a_draw() -> None:
    table, ships = convoy()
    sink(table.ships["vesper"])
    assert winner(outcome(table)) == "azure"
    sink(*ships)
    assert winner(outcome(table)) == ""


def test_what_must_live_wins_by_living_to_the_end_of_the_last_turn() -> None:
    a, b, c = armed("lancet"), freighter("beacon"), armed("vesper", "crimson")
    table = battle(a, b, c, kind="survive", ships=["beacon"], turns=6)
    sink(a)
    assert played(table, 5) is None
    assert winner(played(table.copy(), 6)) == "azure"
    assert table.turn == 5
    table.turn = 6
    assert outcome(table) is None, "the last turn has to be lived through to its end"
    off(b, "left")
    ended = outcome(table)
    assert ended and (ended.winner, ended.why) == ("crimson", "what had to live is lost")


def test_of_a_side_that_must_live_one_ship_is_enough() -> None:
    a, b, c = armed("lancet"), armed("halyard"), armed("vesper", "crimson")
    table = battle(a, b, c, kind="survive", side="azure", turns=6)
    sink(a)
    assert played(table, 5) is None
    assert winner(played(table, 6)) == "azure"


# -- fleet morale ------------------------------------------------------------------------------------------------------


def fleet(count: int, mass: int = 60) -> list[Ship]:
    return [armed(f"a{n}", mass=mass) for n in range(count)]


def test_a_fleet_that_has_lost_half_its_mass_withdraws() -> None:
    ships, foe = fleet(4), armed("vesper", "crimson")
    table = battle(*ships, foe, house={"fleet_morale": "mass"})
    sink(ships[0])
    played(table, 1)
    assert outcome(table) is None
    ships[1].removed_reason = "struck"
    played(table, 2)
    assert [one.removed_reason for one in ships] == ["destroyed", "struck", "left", "left"]
    assert winner(outcome(table)) == "crimson"


def test_ships_that_left_are_not_lost_and_without_the_option_nobody_withdraws() -> None:
    ships, foe = fleet(2), armed("vesper", "crimson")
    off(ships[0], "left")
    assert winner(played(battle(*ships, foe, house={"fleet_morale": "mass"}), 1)) is None
    sink(ships[0])
    assert winner(played(battle(*ships, foe), 1)) is None


def test_a_scenario_may_name_the_share_of_mass() -> None:
    ships, foe = fleet(4), armed("vesper", "crimson")
    sink(ships[0])
    assert winner(played(battle(*ships, foe, loser_at=0.25), 1)) == "crimson"


def test_both_fleets_may_break_off_on_the_same_turn() -> None:
    ships = [*fleet(2), armed("vesper", "crimson"), armed("kiln", "crimson")]
    sink(ships[0], ships[2])
    assert winner(played(battle(*ships, house={"fleet_morale": "mass"}), 1)) == ""


def test_by_ships_a_die_falls_at_half_and_at_every_further_loss() -> None:
    ships, foe = fleet(5), armed("vesper", "crimson")
    table = battle(*ships, foe, house={"fleet_morale": "ships"})
    sink(*ships[:2])
    played(table, 1)  # two of five: no die
    sink(ships[2])
    played(table, 2, 5)  # breaks off on 6
    played(table, 3)  # no further loss, no die
    assert outcome(table) is None
    sink(ships[3])
    dice = umpire(5)
    table.turn = 4
    end_of_turn(table, dice)  # now on 5 or more
    assert ships[4].removed_reason == "left" and dice.log[0].reason == "breaks off on 5 or more"
    assert winner(outcome(table)) == "crimson"


def test_withdrawing_calls_off_returns() -> None:
    a, b = fleet(2)
    b.removed_reason = "away"
    withdraw(battle(a, b, armed("vesper", "crimson")), umpire(), "azure", "full-thrust-base/9.2")
    assert (a.removed_reason, b.removed_reason) == ("left", "left")


# -- words for the screen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("victory", "line"),
    [
        ({}, "The last side on the table wins"),
        ({"turns": 12}, "The last side on the table wins; after turn 12 the score decides"),
        ({"kind": "points", "turns": 8}, "The better score after turn 8 wins"),
        ({"kind": "points", "limit": 1.5}, "A score of 1.5 wins at once"),
        ({"kind": "points", "limit": 1.5,
          "turns": 8}, "A score of 1.5 wins at once; the better score after turn 8 wins"),
        ({"kind": "convoy", "edge": "right", "ships": ["barrow", "ledger"], "limit": 1, "turns": 9},
         "Azure League: bring one of Barrow and Ledger off the right edge by turn 9"),
        ({"kind": "convoy", "edge": "top", "ships": ["barrow", "ledger"]},
         "Azure League: bring Barrow and Ledger off the top edge"),
        ({"kind": "survive", "ships": ["ledger"], "turns": 9},
         "Azure League: keep Ledger on the table until the end of turn 9"),
    ],
)  # fmt: skip
def test_the_aim_in_one_line(victory: dict[str, Any], line: str) -> None:
    assert objective(battle(freighter("barrow"), freighter("ledger"), armed("vesper", "crimson"), **victory)) == line


def test_the_score_counts_what_is_hurt_and_what_is_off() -> None:
    table, ships = convoy(limit=2)
    ships[0].hull = 9
    off(ships[1], "right")
    assert [points_left(table, side) for side in ("azure", "crimson")] == [37.5 + 12.5 + 50, 100]
    assert dict(scores(table)) == pytest.approx({"azure": 100 / 150, "crimson": 1.5}, abs=0.001)
