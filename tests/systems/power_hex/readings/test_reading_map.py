"""Each setting is a house rule that tests play by every value; each reading of the page has a rule page and a test of
its own.

A reading is named by its section in the digest of the rules: 15 lists what the page contradicts, the others are gaps
that were filled. That the page of each house rule names it by its key is held for every game by the tests of the rule
book.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.core.system import ADVISER
from game.rulebook.book import entry
from game.systems.power_hex.house_rules import HOUSE

FOLDER = Path(__file__).parents[1]
SETTINGS = {  # by the names of the digest, 14; the last two are rulings on it
    "turn_carry": "turn_carry", "naturals": "naturals", "row_size": "row_size", "intercept_escort": "intercept_escort",
    "ballistic_same_round": "ballistic_same_round", "zig_monotone": "zig_monotone", "raking_packet": "raking_packet",
    "raking_armour_once": "raking_armour_once", "shield_power": "shield_power", "start_charged": "start_charged",
    "snap_limit": "snaps", "critical_permanent": "critical_permanent", "same_hex_row": "same_hex_row",
    "allotted at once": "intercept_all",
}  # fmt: skip
# Where in the digest, the rule page that says so, words of it, and the test that fails by the other reading.
READINGS = [
    ("15.1", "4.1", "without them must pivot right round", "test_only_retro_thrusters_slow_a_ship_that_flies_ahead"),
    ("15.2", "8.1", "its figure for interception or less stops the shot",
     "test_interception_is_a_figure_that_the_die_may_not_exceed"),
    ("15.3", "8.1", "no pulse shots but give them a row. They can be met",
     "test_pulses_are_met_though_their_kind_is_not_in_the_list"),
    ("15.4", "8.4", "half the armour of the side and no other",
     "test_half_the_armour_of_a_lost_side_counts_once_and_no_other"),
    ("15.5", "4.4", "60°, a third, two thirds", "test_pivots_take_thirds_of_the_round_whatever_the_delay"),
    ("15.6", "2", "A round has five phases", "test_a_round_has_five_phases_and_what_closes_it"),
    ("1", "1", "On an exact edge", "test_sides_and_their_chart"),
    ("1", "1", "In one hex every gun bears", "test_a_ship_in_the_same_hex_is_in_every_arc"),
    ("2.1", "2.1", "Equal totals roll again without a bonus, until none",
     "test_ties_are_rolled_again_until_none_is_left"),
    ("2.1", "2.1", "may fall below nothing", "test_a_bonus_has_no_floor"),
    ("2.1", "2.1", "The order is the same", "test_the_same_order_serves_snaps_moves_and_fire"),
    ("3", "3", "battles begin with full guns", "test_charged_at_the_start"),
    ("3", "3", "what they give adds up", "test_diversion"),
    ("3", "3", "to spare costs nothing", "test_diversion"),
    ("3", "3", "It keeps its charge and gains none", "test_what_is_switched_off_keeps_its_charge"),
    ("3", "3", "A point of shield draws 2", "test_power_of_shields"),
    ("3", "3", "Meeting a shot counts as firing", "test_meeting_a_shot_counts_as_firing"),
    ("3", "3", "It neither fires nor charges", "test_cooling"),
    ("4.2", "4.2", "row B is one more than row A a column before", "test_printed_rows_of_the_turn_table"),
    ("4.2", "4.2", "The largest figure on the way is the delay", "test_a_delay_never_shrinks"),
    ("4.3", "4.3", "goes on in the next round",
     "test_a_turn_that_was_carried_answers_in_the_next_round_or_is_given_up"),
    ("4.3", "4.3", "It is lost if the ship could not declare it then",
     "test_a_turn_under_way_lapses_where_it_could_not_be_declared"),
    ("4.3", "4.3", "A ship that slides turns its whole motion", "test_a_sliding_ship_turns_its_whole_motion"),
    ("4.3", "4.3", "At rest a ship pivots instead", "test_nothing_turns_that_has_come_to_rest"),
    ("4.4", "4.4", "Thrust left is rounded down",
     "test_pivots_take_thirds_of_the_round_whatever_the_delay"),
    ("4.5", "4.5", "They are flown last", "test_a_slide_with_retro_thrusters_moves_its_gain_last"),
    ("4.5", "4.5", "enters the hexes of its two rows by turns",
     "test_hexes_of_two_rows_are_entered_in_turn_the_larger_part_first"),
    ("4.6", "4.6", "costs nothing and does not disturb the guns", "test_a_roll_costs_nothing_and_spoils_no_shot"),
    ("4.6", "4.6", "Once a round a ship may roll", "test_nobody_rolls_twice_in_a_round"),
    ("4.7", "4.7", "one before and one after movement", "test_snaps_in_a_round"),
    ("4.8", "4.8", "the bow comes round too, unless the player holds it",
     "test_a_gravitic_drive_turns_while_it_faces_any_way"),
    ("5", "5", "count from the hex of the launch to where the target is when they strike",
     "test_a_torpedo_strikes_after_movement"),
    ("5", "5", "Beyond their range they are lost", "test_a_torpedo_strikes_after_movement"),
    ("6", "6", "without any has 8 less besides", "test_without_a_box_of_sensors_no_rating_is_left"),
    ("6", "6", "off each packet of damage, before armour", "test_shields_take_from_every_pulse"),
    ("6", "9", "Jamming, half of what the ship began with", "test_jamming_of_lost_sides"),
    ("7", "7", "The shot hits on its number or less", "test_hits_by_the_letter"),
    ("7", "7", "No number on the die always hits or misses", "test_natural_faces"),
    ("8", "8", "Before any die falls", "test_declared_guns_that_are_destroyed_still_fire"),
    ("8", "8", "destroyed meanwhile still makes its declared shots",
     "test_declared_guns_that_are_destroyed_still_fire"),
    ("8", "8", "What ballistic weapons have destroyed before that does not",
     "test_a_gun_that_a_torpedo_destroys_does_not_fire"),
    ("8.1", "8.1", "even one that has no figure", "test_against_ballistic_shots_every_gun_has_one_more"),
    ("8.1", "8.1", "a ship meets shots at itself alone", "test_a_ship_meets_shots_at_itself_alone"),
    ("8.1", "8.1", "any number of guns to the shot before the first die",
     "test_guns_are_allotted_shot_by_shot_or_to_all_hits_before_the_first_die"),
    ("8.1", "8.1", "was declared to fire, or has fired, meets nothing",
     "test_a_gun_that_is_declared_or_has_fired_meets_nothing"),
    ("8.2", "8.2", "one more for every full 4 by which it hit", "test_pulse_volleys"),
    ("8.3", "8.3", "The first shot of an attacker that comes through",
     "test_the_die_for_the_side_falls_with_the_first_shot_that_gets_through"),
    ("8.3", "8.3", "other shots at that ship strike the same side", "test_each_attacker_rolls_a_side_of_its_own"),
    ("8.3", "4.6", "port and starboard have changed places", "test_a_roll_exchanges_the_sides"),
    ("8.4", "8.4", "half the armour of the system", "test_destroyed_systems_let_through_to_structure"),
    ("8.5", "8.5", "Against plasma half the armour counts, rounded down",
     "test_plasma_goes_through_a_gun_into_structure"),
    ("8.5", "8.5", "meets the armour of a location once", "test_raking_in_packets"),
    ("8.5", "8.5", "that is gone is rolled again", "test_a_place_inside_that_is_gone_is_rolled_again"),
    ("10", "10", "All others lose it by rows of 4", "test_boxes_to_a_row"),
    ("10", "10", "lose 1 of their use with each box", "test_thruster_rows"),
    ("10", "10", "fires with 4 less", "test_without_a_bridge_nothing_is_launched_and_direct_fire_has_four_less"),
    ("10", "10", "Each 6 boxes of a hangar hold one flight", "test_no_more_flights_are_aboard_than_hangars_hold"),
    ("10", "10", "launches one a round", "test_a_hangar_launches_one_flight_a_round"),
    ("10", "10", "1 in 100 that a jump destroys the ship",
     "test_each_lost_box_of_a_jump_engine_is_a_chance_in_a_hundred"),
    ("11", "11", "out of action for the rest of the battle", "test_criticals_for_good_or_for_a_round"),
    ("12", "12", "strikes one fighter, picked by a die", "test_fighters_that_are_shot_at"),
    ("12", "5", "They do not find fighters", "test_ballistic_weapons_find_no_fighters"),
    ("12", "12", "Those that have not fired at fighters",
     "test_a_flight_that_fired_at_fighters_does_not_fire_at_ships"),
]  # fmt: skip
RULES = {rule.key: rule for rule in HOUSE if rule.key != ADVISER.key}


@cache
def trees() -> tuple[ast.Module, ...]:
    """Return the tests of the game, but this file."""
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.rglob("*.py") if path != Path(__file__))


@cache
def functions() -> frozenset[str]:
    """Their functions."""
    return frozenset(node.name for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def set_by(tree: ast.AST) -> Iterator[tuple[str, object]]:
    """Yield every (house rule, value) that a test sets by name; for a variable the values of the cases of its
    function."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        cases = [
            one.value for case in function.decorator_list for one in ast.walk(case) if isinstance(one, ast.Constant)
        ]
        for node in ast.walk(function):
            if isinstance(node, ast.keyword) and node.arg in RULES:
                found = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
                yield from ((node.arg, value) for value in found or cases)


def test_each_setting_of_the_digest_is_a_house_rule_and_there_is_no_other() -> None:
    assert sorted([*SETTINGS.values(), "in_flight", "last_turn", "plotted"]) == sorted(RULES), "and how it ends"


@pytest.mark.parametrize("key", RULES)
def test_tests_play_each_house_rule_by_every_value(key: str) -> None:
    played = {value for tree in trees() for name, value in set_by(tree) if name == key}
    default = RULES[key].default
    assert {value for value, _ in RULES[key].values} - {default} <= played, f"tests set {key} to {played} alone"


@pytest.mark.parametrize(("where", "page", "words", "test"), READINGS, ids=[f"{one[0]} {one[3]}" for one in READINGS])
def test_each_reading_is_on_a_page_and_has_a_test(where: str, page: str, words: str, test: str) -> None:
    assert words in " ".join(entry(f"power/{page}").full_text.split()), f"page {page} does not say so ({where})"
    assert test in functions(), f"{where} has no {test}"


def test_every_contradiction_of_the_page_is_read() -> None:
    assert [where for where, *_ in READINGS if where.startswith("15.")] == [f"15.{n}" for n in range(1, 7)]
