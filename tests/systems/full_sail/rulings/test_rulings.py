"""Each ruling on what the rules of the sea leave open is a house rule, and a test plays each house rule the other way.

That its page names it by its key is held for every game by the tests of the rule book.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from game.core.system import ADVISER, HouseRule
from game.systems.full_sail.house_rules import HOUSE, READINGS

# The rulings of the digest by number, and the house rule that reads the text the other way. The 31st settles nothing
# that could be read otherwise: re-rolls pass armour, and no ship under sail has any.
RULINGS = {
    1: "honour_masts", 2: "fouling_damage", 3: "grapple_equal", 4: "honour_grapple", 5: "breakaway_eased", 6: "irons",
    7: "cut_heading", 8: "grounding", 9: "drift_limit", 10: "at_rest", 11: "thrust_rounding", 12: "rigging_half",
    13: "rigging_rake", 14: "last_row_rake", 15: "catastrophe", 16: "rake_arcs", 17: "overkill", 18: "fire_ones",
    19: "blast_checks", 20: "prize_boxes", 21: "wreck_defence", 22: "mutual_grapple", 23: "merchant_cap", 24: "fog_die",
    25: "fog_course", 26: "anchor_lost", 27: "collision_dice", 28: "marines_last", 29: "counter_boarding",
    30: "recent_winner",
    32: "mast_speed", 33: "fire_growth", 34: "grappled_fire", 35: "last_row_fire", 36: "breakaway_dice",
    37: "blast_bands",
}  # fmt: skip
OPTIONS = [rule.key for rule in HOUSE if rule.group != READINGS and rule.key != ADVISER.key]  # it changes no rule
RULES = {rule.key: rule for rule in HOUSE}


@cache
def settings_in_tests() -> frozenset[tuple[str, object]]:
    """Return every (house rule, value) that a test of the game sets: by name, in a mapping, in a list of cases, or in a
    battle file."""
    found: set[tuple[str, object]] = set()
    for path in Path(__file__).parents[1].rglob("*.py"):
        if path != Path(__file__):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found |= {(key, value) for key, values in _set_by(node) for value in values}
    return frozenset(found)


def _set_by(node: ast.AST) -> Iterator[tuple[str, list[object]]]:
    """Yield the settings in one piece of a test, with the values that stand there; for a variable those of its
    function's cases."""
    if isinstance(node, ast.Call):
        yield from ((one.arg, _constants(one.value)) for one in node.keywords if one.arg in RULES)
    elif isinstance(node, ast.Dict):
        yield from (
            (key.value, _constants(value))
            for key, value in zip(node.keys, node.values)
            if isinstance(key, ast.Constant) and key.value in RULES
        )
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        at = node.targets[0].slice
        if isinstance(at, ast.Constant) and at.value in RULES:
            yield at.value, _constants(node.value)
    elif isinstance(node, ast.For) and any(
        isinstance(one, ast.Constant) and one.value in RULES for one in ast.walk(node)
    ):
        keys = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and one.value in RULES}
        yield from ((key, _constants(node.iter)) for key in keys)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1] == "{":
        written = (
            yaml.safe_load(node.value)
            if node.value[-1:] == "}" and ": " in node.value and "{{" not in node.value
            else {}
        )
        yield from ((key, [value]) for key, value in written.items() if key in RULES)


def _constants(node: ast.AST) -> list[object]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]


def test_each_ruling_is_a_house_rule_and_each_reading_a_ruling() -> None:
    assert sorted({*RULINGS, 31}) == list(range(1, 38))
    assert set(RULINGS.values()) == {rule.key for rule in HOUSE if rule.group == READINGS}
    assert len(set(RULINGS.values())) == len(RULINGS)


@pytest.mark.parametrize("key", [*RULINGS.values(), *OPTIONS])
def test_a_test_plays_it_the_other_way(key: str) -> None:
    rule: HouseRule = RULES[key]
    others = {value for value, _ in rule.values} - {rule.default}
    assert others & {value for name, value in settings_in_tests() if name == key}, (
        f"no test sets {key} to one of {others}"
    )
