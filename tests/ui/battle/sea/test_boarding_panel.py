"""Beside the choices of a boarding: what the pair may do instead, in columns with bars, and what third ships may do."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.battle.orders.outlooks import OutlookColumn
from game.ui.render.theme import theme
from tests.support.ui.battle_driver import Seated

BATTLE = """
version: 1
title: Side to side
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [30, 22], course: 3}
  aiglette: {side: auvrac, design: aiglette, at: [30, 24], course: 3}
  lutin: {side: auvrac, design: lutin, at: [30, 19.5], course: 9, anchored: true}
grapples:
- {ships: [halcyon, aiglette]}
victory: {kind: last-side, turns: 20}
"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_leaving_and_staying_stand_in_columns_with_bars(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, BATTLE, size)
    seat.enter_until("Board", "halcyon")
    seat.press("target Aiglette")
    columns = [one for one in seat.screen.focus.widgets if isinstance(one, OutlookColumn)]
    assert [one.one.label for one in columns] == ["Break away", "Part by consent", "Stay aboard"]
    assert len({one.rect.y for one in columns}) == 1
    assert all(seat.screen.layout.sheet.contains(one.rect) for one in columns)
    frame, p = seat.look(), theme.palette
    for one in columns:
        y = one.rect.y + theme.px(46)
        seen = {tuple(frame.get_at((x, y)))[:3] for x in range(one.rect.x, one.rect.right)}
        assert any(abs(red - p.green[0]) + abs(green - p.green[1]) < 40 for red, green, _ in seen), one.one.label
        for part in one.one.parts:
            assert part.chance < 5e-5 or f"{part.words} {100 * part.chance:.1f} %" in one.hint
    told = {(risk.what, risk.words) for risk in seat.screen.model.order.risks(seat.screen.model.view.state)}
    assert ("Lutin", "grapples Halcyon next turn if it throws") in told
