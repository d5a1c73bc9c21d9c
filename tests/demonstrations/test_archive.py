"""Demonstrations of the archive of manoeuvres: each has one, and each setting that changes an outcome is shown
changed."""

from __future__ import annotations

from collections import defaultdict

import pytest

from game.core.system import HouseRule
from game.demonstrations.catalogue import exhibits
from game.rules.manoeuvres.archive import HOUSE, MANOEUVRES
from game.rules.manoeuvres.framework.base import SHORTHAND

PLAYED = tuple(rule.key for rule in HOUSE if rule.key.startswith("man.") and isinstance(rule.default, bool))
# fighter groups, which it is about, are not on the table
ALIKE = frozenset(("ftl.fighter_escape",))
SETTINGS = tuple(rule for rule in HOUSE if rule.key not in PLAYED and rule.key not in ALIKE)


def chosen() -> dict[str, set[object]]:
    """Return every house rule that some demonstration sets, and the values it has there."""
    found = defaultdict[str, set[object]](set)
    for one in exhibits():
        for key, value in one.file.house.items() if one.file else ():
            if key in SHORTHAND and isinstance(value, list):
                found[key].update(value)
            else:
                found[key].add(value)
    return found


CHOSEN = chosen()


@pytest.mark.parametrize("key", PLAYED)
def test_every_manoeuvre_is_shown(key: str) -> None:
    assert key.removeprefix("man.") in CHOSEN["manoeuvres"]


@pytest.mark.parametrize("rule", SETTINGS, ids=lambda rule: rule.key)
def test_every_setting_is_shown_as_it_is_not_by_default(rule: HouseRule) -> None:
    assert CHOSEN[rule.key] - {rule.default}


def test_every_page_of_a_manoeuvre_has_a_demonstration() -> None:
    shown = {one.rule for one in exhibits()}
    missing = {one.rule for one in MANOEUVRES} - shown
    assert not missing, f"nothing shows {', '.join(sorted(missing))}"


@pytest.mark.parametrize("key", ["movement", "vector_form"])
def test_movement_by_vectors_is_shown_in_both_forms(key: str) -> None:
    assert CHOSEN[key] & {"vector", "fb2"}
