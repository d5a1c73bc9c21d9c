"""Means at a ship of which not all has been read are shown as a range, in the panel and on the card (6.19)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

from game.ui.battle.panels.odds_card import CardWords, OddsCard
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import GROUPS, flying
from tests.support.ui.page_driver import faults, reader

pytestmark = pytest.mark.usefixtures("still")

DUEL = """\
title: A ship of which only the model is seen
system: full-thrust
seed: 3
house: {sensors: scan}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  lancet: {side: azure, design: lancet, at: [10, 12], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [20, 12], course: 3, velocity: 6}
"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_mean_from_here_is_a_range_against_an_unread_ship(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, DUEL, size)
    model = seat.screen.model
    exchange = next(one for one in model.fire.exchanges() if one.firer == "lancet")
    view, poses = model.fire.view_and_poses("lancet", "vesper")
    (odds,) = view.odds(exchange.volley, poses)
    assert odds.most is not None and odds.most > odds.mean == exchange.mean
    assert exchange.figure == odds.mean_words == odds.readings[0][1] and " to " in exchange.figure
    with reader(seat.frame) as written:
        seat.screen.draw(seat.frame)
    shown = [one for one in written if one.string == exchange.figure]
    assert len(shown) == 1 and shown[0].seen == shown[0].box
    assert not [fault for fault in faults(written, size) if repr(exchange.figure) in fault]


def test_a_mean_from_here_is_one_figure_once_the_ship_is_read(tmp_path: Path) -> None:
    seat = Seated(tmp_path, DUEL.replace("scan", "open"))
    exchange = next(one for one in seat.screen.model.fire.exchanges() if one.firer == "lancet")
    assert exchange.figure == f"{exchange.mean:.1f}"


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("sensors", ["scan", "open"])
def test_the_card_of_a_group_in_hand_shows_the_range(tmp_path: Path, sensors: str, low: bool) -> None:
    seat = flying(tmp_path, text=GROUPS.replace("seed: 3", f"seed: 3\nhouse: {{sensors: {sensors}, pd_rules: pdl}}"))
    seat.lift("bellows.HGRa", (34.0, 19.0))
    said = seat.screen.panels.odds.card.said
    assert isinstance(said, CardWords) and said.odds is not None and (said.odds.most is not None) == (sensors == "scan")
    card = OddsCard(Rect(0, 0, 340, 300), said, low)
    with reader(seat.frame) as written:
        card.draw(seat.frame)
    assert any(said.odds.mean_words in one.string for one in written)
    assert any(" to " in one.string for one in written) == (sensors == "scan")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("sensors", ["scan", "open"])
def test_guns_that_are_not_known_are_said_not_to_be(tmp_path: Path, sensors: str, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, DUEL.replace("scan", sensors), size)
    with reader(seat.frame) as written:
        seat.screen.draw(seat.frame)
    whole = {one.string for one in written if one.seen == one.box}
    assert {"guns of Vesper", "not known"}.issubset(whole) == (sensors == "scan")
    assert not [fault for fault in faults(written, size) if "guns" in fault]
    rows = [one for one in seat.screen.focus.widgets if getattr(one, "right", "") == "not known"]
    assert [("figures leave them out" in one.hint, one.rule) for one in rows] == [(True, "table/odds")] * len(rows)
    assert bool(rows) == (sensors == "scan")
