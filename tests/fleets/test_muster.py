"""Two fleets set up against each other: limits, what fits, undo, random fleets, tables and house rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.names import HUMAN
from game.core.orders import Illegal
from game.fleets.fleet import MOST
from game.fleets.muster import Muster, tables
from game.fleets.random_fleet import LARGEST_DRAWN
from game.systems import SYSTEMS


@pytest.fixture
def muster() -> Muster:
    return Muster(SYSTEMS["full-thrust"])


def test_it_begins_with_two_empty_fleets(muster: Muster) -> None:
    assert muster.side_names == ("Azure League", "Amber Pact") and muster.side_keys == ("azure", "amber")
    assert muster.faults() == ["Azure League has no ships yet.", "Amber Pact has no ships yet."]
    assert (muster.state.limit, muster.state.depth) == (1500, 6)


def test_what_fits_comes_first_and_dearest(muster: Muster) -> None:
    muster.add(0, "meridian", 3)
    fits, rest = muster.offers(0, lambda one: one.fleet == "azure")
    assert muster.points_left(0) == 180
    assert [one.key for one in fits][:2] == ["sextant", "lanthorn"]
    assert rest[0].key == "fulmar" and muster.price(rest[0].key) == 183


def test_the_attacker_has_a_quarter_more(muster: Muster) -> None:
    muster.set_terms("attacker")
    assert (muster.limit(0), muster.limit(1)) == (1875, 1500)
    muster.set_terms("attacker")
    assert (muster.limit(0), muster.limit(1)) == (1500, 1875)
    muster.set_terms("free")
    assert muster.limit(0) is None and muster.points_left(0) is None


def test_a_fleet_over_the_limit_cannot_meet_another(muster: Muster) -> None:
    muster.add(0, "meridian", 4)
    muster.add(1, "anvil")
    assert muster.faults() == ["Azure League is 260 points over."]
    muster.add(0, "meridian", -1)
    assert muster.faults() == [] and [muster.points_left(seat) for seat in (0, 1)] == [180, 1038]


def test_every_change_is_undone_and_redone(muster: Muster) -> None:
    states = [muster.state]
    deeds: tuple[Callable[[], object], ...] = (
        lambda: muster.add(0, "lancet", 2), lambda: muster.rename(0, 1, "Vane"), lambda: muster.deal(1, 7),
        lambda: muster.set_limit(900), lambda: muster.move(0, "lancet", 0), lambda: muster.clear(1),
        lambda: muster.set_house("thresholds", "batched"), lambda: muster.rename_fleet(0, "Home"),
    )  # fmt: skip
    for deed in deeds:
        deed()
        if muster.state is not states[-1]:
            states.append(muster.state)
    for before in states[-2::-1]:
        muster.undo()
        assert muster.state is before
    for after in states[1:]:
        muster.redo()
        assert muster.state is after


def test_what_cannot_be_is_refused(muster: Muster) -> None:
    deeds: tuple[Callable[[], object], ...] = (
        lambda: muster.set_limit(5), lambda: muster.add(0, "dunlin", MOST + 1), lambda: muster.rename_fleet(0, " "),
    )  # fmt: skip
    for deed in deeds:
        before = muster.state
        with pytest.raises(Illegal):
            deed()
        assert muster.state is before
    muster.set_limit(30)
    with pytest.raises(Illegal, match="no design of Azure League that fights costs 30 points or less"):
        muster.deal(0)


def test_two_fleets_of_one_folder_have_names_and_keys_of_their_own(muster: Muster) -> None:
    muster.buy_from(1, "azure")
    assert muster.side_names == ("Azure League", "Azure League II") and muster.side_keys == ("azure", "amber")


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_tables_of_the_scenarios_are_offered(key: str) -> None:
    found = tables(SYSTEMS[key])
    assert len(found) >= 2
    muster = Muster(SYSTEMS[key])
    for name, table in found.items():
        muster.set_table(name, table)
        assert muster.state.depth >= 3 and muster.board.size[0] > 10


def test_a_secret_fleet_is_dealt_and_nobody_can_look_it_up() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.set_player(1, "captain")
    muster.deal(1, 5)
    known, ships = muster.fleet(1), set()
    for _ in range(4):
        muster.hide(1, True)
        ships.add(tuple(ship.design for ship in muster.fleet(1).ships))
        assert muster.state.rosters[1].hidden and muster.done[0] == "Amber Pact secret"
        muster.hide(1, False)
        assert muster.fleet(1).ships == () and muster.state.rosters[1].seed == 5
    assert tuple(ship.design for ship in known.ships) not in ships, "of a seed that is not shown"
    muster.undo()
    assert muster.state.rosters[1].hidden and muster.fleet(1).ships
    refusals: tuple[Callable[[], object], ...] = (
        lambda: muster.add(1, "vesper"), lambda: muster.take(1, known), lambda: muster.move(1, "vesper", 0),
        lambda: muster.rename(1, 0, "Her"),
    )  # fmt: skip
    for refused in refusals:
        with pytest.raises(Illegal, match="a secret fleet is dealt"):
            refused()
    muster.set_player(1, HUMAN)
    assert not muster.state.rosters[1].hidden and muster.fleet(1).ships == ()


def test_a_random_fleet_is_drawn_and_each_press_buys_another(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    for drawn in (0, 41, 4_294_967_295):
        monkeypatch.setattr("game.fleets.muster.fresh_seed", lambda drawn=drawn: drawn)
        muster = Muster(SYSTEMS["full-thrust"])
        muster.deal_again(0)
        first, seed = muster.fleet(0), muster.state.rosters[0].seed
        muster.deal_again(0)
        assert first.ships and muster.fleet(0).ships != first.ships, "even if the same seed is drawn again"
        assert muster.undo() == f"Azure League dealt, seed {seed + 1}" and muster.fleet(0) == first
        muster.clear(0)
        muster.deal(0, seed)
        assert muster.fleet(0) == first, "the seed can be typed"
        seeds.append(seed)
    assert len(set(seeds)) == 3 and all(1 <= seed <= LARGEST_DRAWN for seed in seeds)
