"""The list of ships calls groups by their names, and cuts the name of a ship last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pygame import Surface

from game.battle.designs import ROOT
from game.ui.battle.panels import ship_list
from game.ui.battle.panels.ship_list import ShipRow, note_of
from game.ui.render.text import fit
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["full_thrust/escort_screen", "full_thrust/carrier_strike", "hex12/over_the_rows"])
def test_what_launches_is_listed_by_name_and_the_ship_is_not_cut(
    tmp_path: Path, name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), size)
    model = seat.screen.model
    carrier = next(key for key in model.waiting if model.sheet(key).bays)
    bays = model.sheet(carrier).bays
    order = model.view.read(carrier, f"LA {' '.join(bay.key for bay in bays)}")
    assert seat.screen.turn_flow.give(order)
    assert note_of(seat.screen.model, carrier).words == f"launch {', '.join(bay.group.name for bay in bays)}"
    seat.look()
    cut: list[tuple[str, str]] = []

    def noted(words: str, wide: float, *given: Any) -> str:
        cut.append((words, fit(words, wide, *given)))
        return cut[-1][1]

    monkeypatch.setattr(ship_list, "fit", noted)
    row = next(one for one in seat.screen.focus.widgets if isinstance(one, ShipRow) and one.name == f"ship {carrier}")
    row.rect.width += 1  # a picture of its own
    row.draw(Surface(size))
    title = seat.screen.model.sheet(carrier).title
    assert all(was == now for was, now in cut if was == title)
    assert size[0] < 1900 or any(was == title for was, _ in cut)
