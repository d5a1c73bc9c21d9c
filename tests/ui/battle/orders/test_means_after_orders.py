"""Means below an order are those of the state in which ships may fire, once the order has been carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ui.battle_driver import Seated

DEVICES = """\
title: Exotic
system: full-thrust
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  shearwater: {side: azure, design: shearwater, at: [14, 26], course: 3, velocity: 6}
  petrel: {side: azure, design: petrel, at: [20, 14], course: 3, velocity: 6}
  cupola: {side: amber, design: cupola, at: [36, 20], course: 9, velocity: 4}
"""
HONOUR = """\
title: Of a size
system: full-sail
house: {premeasure: true}
table: {width: 96, height: 72, wind_speed: 12, wind_from: 8}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
ships:
  queen_ysolde: {side: merrow, design: queen_ysolde, at: [40, 30], course: 3, velocity: 6}
  lutin: {side: auvrac, design: lutin, at: [40, 35], course: 3, velocity: 6}
  vaillance: {side: auvrac, design: vaillance, at: [%s, 30], course: 9, velocity: 6}
"""


def means(seat: Seated, key: str, order: str) -> dict[tuple[str, str], float]:
    """Return means by firer and target with an order in hand."""
    screen = seat.screen
    screen.commands.choose(key)
    screen.model.set_draft(screen.model.view.read(key, order))
    screen.context.change()
    seat.settle()
    return {(one.firer, one.target): one.mean for one in screen.model.fire.weighed}


@pytest.mark.parametrize(
    ("key", "order", "suffers"),
    [("shearwater", "CLOAK2", False), ("petrel", "SHROUD", True), ("heliograph", "REFLEX", True)],
)
def test_a_device_that_is_switched_on_counts_in_the_means(tmp_path: Path, key: str, order: str, suffers: bool) -> None:
    seat = Seated(tmp_path, DEVICES)
    plain, covered = means(seat, key, "0"), means(seat, key, order)
    assert (key, "cupola") in plain and (key, "cupola") not in covered, "who hides behind it fires at nobody"
    assert covered.get(("cupola", key), 0.0) < plain["cupola", key]
    assert (("cupola", key) in covered) == suffers


@pytest.mark.parametrize(("at", "spared"), [(80, True), (94, False)])
def test_honour_looks_at_where_the_others_will_be(tmp_path: Path, at: int, spared: bool) -> None:
    """Vaillance comes within 36 MU by its move alone: then Lutin is too small for the Queen's guns."""
    seat = Seated(tmp_path, HONOUR % at)
    found = means(seat, "queen_ysolde", "0")
    assert ("lutin", "queen_ysolde") in found and (("queen_ysolde", "lutin") in found) != spared
