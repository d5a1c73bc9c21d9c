"""Fighters and missiles under both rules of point defence, played to their outcome in a real window: by mouse, by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.battles import paper
from tests.support.window.late_battles import play_late

pytestmark = pytest.mark.window
LOCKED = """\
script:
- {by: azure, order: lock}
- {by: amber, order: lock, dice: [6, 5]}
"""
BATTLES = {  # the rules of point defence, the battle, and the words of orders that must have been given in it
    "strike": ("base", """\
  rookery: {side: azure, design: rookery, at: [22, 20], course: 3, velocity: 0}
  cinder: {side: amber, design: cinder, at: [34, 22], course: 9, velocity: 0, hull: 3, armour: 0}
counters:
  rookery.HGRa: {at: [31, 24], course: 3}
  rookery.HGRb: {at: [31, 20], course: 3}
victory: {kind: last-side, turns: 1}
""", {"fly", "attack", "defend"}),
    "ambush": ("base", """\
  fletcher: {side: azure, design: fletcher, at: [14, 22], course: 3, velocity: 0}
  cinder: {side: amber, design: cinder, at: [34, 22], course: 9, velocity: 0, hull: 1, armour: 0}
victory: {kind: last-side, turns: 1}
""", {"place", "defend"}),
    "escort": ("pdl", """\
  bellows: {side: amber, design: bellows, at: [50, 22], course: 9, velocity: 0}
  halyard: {side: azure, design: halyard, at: [30, 22], course: 3, velocity: 0, hull: 2, armour: 0}
  skua: {side: azure, design: skua, at: [27, 20], course: 3, velocity: 0}
counters:
  bellows.HGRa: {at: [33, 24], course: 9}
victory: {kind: last-side, turns: 1}
""", {"fly", "attack", "commit"}),
    "argument": ("pdl", """\
  bellows: {side: amber, design: bellows, at: [50, 22], course: 9, velocity: 0}
  lancet: {side: azure, design: lancet, at: [30, 22], course: 3, velocity: 0, hull: 4, armour: 0}
counters:
  bellows.HGRa: {at: [33, 24], course: 9}
  bellows.HGRb: {at: [33, 20], course: 9}
victory: {kind: last-side, turns: 1}
""", {"fly", "attack", "commit", "assist"}),
}  # fmt: skip


@pytest.mark.parametrize("way", ("mouse-small", "keys-small"))
@pytest.mark.parametrize("name", BATTLES)
def test_fighters_and_missiles_are_played_from_the_menu_to_the_outcome(name: str, way: str, window_home: Path) -> None:
    rules, ships, given = BATTLES[name]
    text = f"version: 1\nhouse: {{pd_rules: {rules}}}\n" + paper(name.title(), ships + LOCKED, seed=5)
    done = play_late(window_home, way, "full-thrust", name, text)
    assert done.words >= given, done.orders
