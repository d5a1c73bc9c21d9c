"""Battles with fighter groups at the battle screen, for tests: carriers, escorts, and every type of group."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.support.ui.battle_driver import Seated

GROUPS = """\
title: Groups
system: full-thrust
seed: 3
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  rookery: {side: azure, design: rookery, at: [28, 20], course: 3, velocity: 2}
  plover: {side: azure, design: plover, at: [24, 27], course: 3, velocity: 2}
  bellows: {side: amber, design: bellows, at: [48, 26], course: 9, velocity: 2}
  cinder: {side: amber, design: cinder, at: [45, 20], course: 9, velocity: 2}
counters:
  rookery.HGRa: {at: [33, 21], course: 3}
  rookery.HGRb: {at: [36, 30], course: 3, count: 4, endurance_used: 3}
  rookery.HGRc: {at: [38, 24], course: 3, count: 5}
  rookery.HGRd: {at: [28, 20], course: 3, screening: rookery}
  bellows.HGRa: {at: [36.8, 30.2], course: 9, count: 5}
  bellows.HGRb: {at: [32, 14], course: 9}
  bellows.HGRc: {at: [30, 34], course: 9, count: 3, endurance_used: 1}
  bellows.HGRd: {at: [48, 26], course: 9, screening: bellows}
"""

ON_HEXES = """\
title: Groups on hexes
system: hex12
seed: 3
table: {hexes: [36, 26]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  pinfold: {side: azure, design: pinfold, at: [8, 10], course: 3, velocity: 2}
  doline: {side: amber, design: doline, at: [24, 0], course: 9, velocity: 2}
  swallet: {side: amber, design: doline, name: Swallet, at: [26, 4], course: 9, velocity: 2}
counters:
  pinfold.HGRa: {at: [13, 8], course: 3}
  pinfold.HGRb: {at: [15, 2], course: 3}
  doline.HGRa: {at: [20, 6], course: 9, count: 5}
  doline.HGRb: {at: [20, 1], course: 9}
  swallet.HGRa: {at: [22, 4], course: 9, count: 3, endurance_used: 1}
  swallet.HGRb: {at: [20, 6], course: 9}
"""


def flying(folder: Path, size: tuple[int, int] = (1280, 800), text: str = GROUPS) -> Seated:
    """Return a screen in phase 3, in which Amber, the loser of the initiative, moves a group first."""
    seat = Seated(folder, text, size)
    for ship in seat.battle.state.ships:
        seat.battle.play(seat.battle.read(ship, "0"))
    for side in ("azure", "amber"):
        seat.battle.play(seat.battle.read(side, "lock"))
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    return seat


def moved(seat: Seated, **orders: str) -> Seated:
    """Give each group its order for this phase, or let it stay; then seat the side that is asked next."""
    while (battle := seat.battle).phase.number == 3:
        key = battle.prompts()[0].waiting[0]
        battle.play(battle.read(key, orders.get(key.replace(".", "_"), "stay")))
    seat.screen.flow.acts = []
    seat.screen.sit(battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    return seat


def boxed(seat: Seated, a: tuple[float, float], b: tuple[float, float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a selection box with Shift held, between two places in MU."""
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    seat.pull(seat.xy(a), seat.xy(b))
    seat.up(seat.xy(b))
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    seat.settle()
