"""The rest of a fleet is kept as a fleet: by side, repaired by a share, with its history; legible at every size."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.fleets.campaign import Survivor
from game.fleets.fleet import FLEETS, Fleet, FleetShip, read_fleet
from game.systems import SYSTEMS
from game.ui.account.keep_page import HistoryPage, KeepPage, SurvivorRow, repairs
from game.ui.toolkit.value_fields import Stepper
from tests.fleets.test_campaign import fought
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SCALES, SIZES, faults, overlaps, plain, read, reader

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_side_is_kept_once_whatever_its_share(tmp_path: Path) -> None:
    _, match = fought("full-thrust")
    page = KeepPage(match.battle)
    with plain():
        read(page, SIZES[0])
        page.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        path = tmp_path / FLEETS / "azure-league.yaml"
        first = read_fleet(path, SYSTEMS).fleet
        assert len(first.history) == 1 and "50 %" in first.history[0]
        share = narrow(next(one for one in page.focus.widgets if one.name == "share"), Stepper)
        share.set(100)
        read(page, SIZES[0])
        page.keep()
        again = read_fleet(path, SYSTEMS).fleet
        assert len(again.history) == 1 and "100 %" in again.history[0], "the same battle once more"
        assert [ship.kills for ship in again.ships] == [ship.kills for ship in first.ships]
        assert not any(ship.left for ship in again.ships)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_it_is_legible_at_every_size_and_scale(size: tuple[int, int], scale: float) -> None:
    _, match = fought("full-thrust")
    with plain():
        page = KeepPage(match.battle)
        page.keep()
        assert faults(read(page, size, scale), size) == []
        assert overlaps(page.focus.widgets, size) == []


def test_a_ship_with_many_losses_says_them_all() -> None:
    rows = {f"row{n}": 0 for n in (1, 2, 3, 4)}
    left = {**rows, "lost": ["port guns 1", "port guns 2", "bow guns 1", "stern guns 1"], "worst_row": 4}
    whole = {**dict.fromkeys(rows, 3), "lost": [], "worst_row": 0}
    ship = Survivor("Martinet", "martinet", "auvrac", left, whole, ("Fair Isolde", "Tern"))
    assert "row 1: 0 to 1, row 2: 0 to 1" in repairs(ship, 50)
    assert "2 of 4 lost parts repaired" in repairs(ship, 50)
    row = SurvivorRow(Rect(0, 0, 1184, 40), ship, health=0.08, mended=repairs(ship, 50))
    window = Surface((1184, 40))
    with plain(), reader(window) as found:
        row.draw(window)
    assert not [one.string for one in found if one.string.endswith("…")]


def test_the_history_says_what_each_ship_put_out_and_whether_it_is_hurt() -> None:
    ships = (
        FleetShip("lancet", "Lancet", kills=("Kiln", "Vesper"), left={"hull": 3}),
        FleetShip("plover", "Plover"),
        FleetShip("halyard", "Halyard", kills=("Tongs",)),
    )
    with plain():
        page = HistoryPage(Fleet("Home", "azure", ships, ("First: won.",)))
        words = {one.string for one in read(page, SIZES[0])}
    assert {"put out Kiln, Vesper; still damaged", "undamaged", "put out Tongs; undamaged"} <= words
