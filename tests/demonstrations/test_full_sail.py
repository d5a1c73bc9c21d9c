"""Demonstrations of Full Sail: every rule page has one, and every setting is shown otherwise than by default."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from game.core.system import HouseRule
from game.demonstrations.catalogue import exhibits
from game.formats.battle_schema import Given
from game.rulebook.book import RuleEntry, rulebook
from game.systems.full_sail.house_rules import HOUSE

SHOWN = [one for one in exhibits() if one.file and one.file.system == "full-sail"]
PAGES = [page for page in rulebook().values() if page.group == "sail"]


def chosen() -> dict[str, set[object]]:
    """Return what each house rule is set to in some demonstration."""
    found = defaultdict[str, set[object]](set)
    for one in SHOWN:
        for key, value in one.file.house.items() if one.file else ():
            found[key].add(value)
    return found


CHOSEN = chosen()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_every_rule_is_shown(page: RuleEntry) -> None:
    """By demonstrations of its own, or by those that it names, all of this game."""
    assert [one.name for one in SHOWN if one.rule == page.address] or page.shows
    assert {*page.shows} <= {one.name for one in SHOWN}


@pytest.mark.parametrize("rule", HOUSE, ids=lambda rule: rule.key)
def test_every_value_of_a_setting_is_shown(rule: HouseRule) -> None:
    """The usual one by every demonstration that says nothing of it."""
    assert CHOSEN[rule.key] == {value for value, _ in rule.values} - {rule.default}


def test_every_kind_of_order_is_shown() -> None:
    scripts = [one.file.script for one in SHOWN if one.file]
    orders = " ".join(entry.order for script in scripts for entry in script if isinstance(entry, Given))
    wanted = (
        "fire ",
        ":rigging",
        "board ",
        "without marines",
        "prize 0",
        "leave ",
        "hold on",
        "repair ",
        "AN",
        "WEIGH",
        "BS ",
        "GRAPPLE ",
        "SUMMON ",
        "SURRENDER",
        "resist",
        "accept",
    )
    assert [words for words in wanted if words not in orders] == []


def test_every_way_of_losing_a_ship_is_shown() -> None:
    """Also the one by which it is not lost, but taken."""
    ships: list[Any] = [ship for one in SHOWN for ship in one.open().steps[-1].view.state.ships.values()]
    assert {ship.removed_reason for ship in ships} >= {"", "exploded", "sunk", "scuttled", "left", "foundered"}
    assert any(ship.side != ship.built_for for ship in ships)
