"""Demonstrations of the games on hexes: every rule page has one, and every setting is shown otherwise than by
default."""

from __future__ import annotations

from collections import defaultdict

import pytest

from game.core.system import HouseRule
from game.demonstrations.catalogue import exhibits
from game.formats.battle_schema import Given
from game.rulebook.book import RuleEntry, rulebook
from game.systems import SYSTEMS
from game.ui.demonstration.picture.scenes import refusals

GAMES = ("hexcess", "easyhex", "hex12")
SHOWN = [one for one in exhibits() if one.file and one.file.system in GAMES]
PAGES = [page for page in rulebook().values() if page.group == "hex"]
SPACE = {rule.key for rule in SYSTEMS["full-thrust"].house}
OWN = [(game, rule) for game in GAMES for rule in SYSTEMS[game].house if rule.key not in SPACE]


def chosen() -> dict[tuple[str, str], set[object]]:
    """Return what each house rule of each game is set to in some demonstration."""
    found = defaultdict[tuple[str, str], set[object]](set)
    for one in SHOWN:
        assert one.file is not None
        for key, value in one.file.house.items():
            if not isinstance(value, list):  # which manoeuvres are played: a demonstration of those tells them apart
                found[one.file.system, key].add(value)
    return found


CHOSEN = chosen()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_every_rule_is_shown(page: RuleEntry) -> None:
    """By demonstrations of its own, or by those that it names, all of these games."""
    assert [one.name for one in SHOWN if one.rule == page.address] or page.shows
    assert {*page.shows} <= {one.name for one in SHOWN}


@pytest.mark.parametrize(("game", "rule"), OWN, ids=lambda one: one if isinstance(one, str) else one.key)
def test_every_value_of_a_setting_is_shown(game: str, rule: HouseRule) -> None:
    """The usual one by every demonstration that says nothing of it; a scale of numbers by one of the others."""
    others = {value for value, _ in rule.values} - {rule.default}
    seen = CHOSEN[game, rule.key] & others
    assert seen if all(isinstance(value, int) and not isinstance(value, bool) for value in others) else seen == others


@pytest.mark.parametrize("game", GAMES)
def test_each_game_shows_how_it_moves_and_how_it_shoots(game: str) -> None:
    scripts = [one.file.script for one in SHOWN if one.file and one.file.system == game]
    orders = [entry.order for script in scripts for entry in script if isinstance(entry, Given)]
    assert {order.startswith("fire ") for order in orders} == {True, False}


@pytest.mark.parametrize("name", ["torpedoes_in_thirds", "halved_ranges", "two_to_a_hex"])
def test_a_shot_is_refused_on_the_board_for_what_it_was_refused_for(name: str) -> None:
    """Also where another shot has been fired since."""
    steps = next(one for one in SHOWN if one.name == name).open().steps
    drawn = [(one.shot.why_not, {refused.why for refused in step.refusals}) for step in steps for one in refusals(step)]
    assert drawn and all(why in said for why, said in drawn)
