"""The rest of a fleet after a battle, in every game: kept, repaired by a share, taken into the next battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import design_data
from game.fleets.campaign import kept_fleet, survivors
from game.fleets.fleet import read_fleet, save_fleet
from game.fleets.muster import Muster
from game.fleets.placing import Placing
from game.formats.validation import BadFile
from game.players.match import Match, match_of
from game.systems import SYSTEMS
from game.yard.draft import Draft

pytestmark = pytest.mark.usefixtures("own_home")


def fought(key: str, turns: int = 6) -> tuple[Muster, Match]:
    """Return two fleets close to each other, and the battle that they fought by chance."""
    system = SYSTEMS[key]
    muster = Muster(system)
    muster.set_limit(system.files.fleet_points // 2)
    table = {"hexes": [24, 18]} if system.files.on_hexes else {"width": 24, "height": 24}
    muster.set_fields("a small table", order="by rule", table=table, depth=9)
    for seat in (0, 1):
        muster.deal(seat, 3 + seat)
        muster.set_roster(seat, "by chance", player="random")
    match = match_of(Placing(muster).open_battle().battle)
    match.play(turns)
    return muster, match


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_fleet_goes_from_battle_to_battle(key: str) -> None:
    muster, match = fought(key)
    battle = match.battle
    for seat, side in enumerate(muster.side_keys):
        ships = survivors(battle, side)
        assert [one.name for one in ships] == [ship.name for ship in muster.fleet(seat).ships]
        now = {ship.name: ship for ship in battle.state.ships.values()}
        assert all(now[one.name].side == side for one in ships if not one.lost)
        worn = kept_fleet(battle, side, 0, muster.fleet(seat))
        whole = kept_fleet(battle, side, 100, muster.fleet(seat))
        assert [ship.name for ship in worn.ships] == [one.name for one in ships if not one.lost]
        assert all(not ship.left for ship in whole.ships)
        assert len(worn.history) == 1 and battle.title in worn.history[0]
        saved = read_fleet(save_fleet(worn, battle.system), SYSTEMS).fleet
        assert [(ship.name, dict(ship.left), ship.kills) for ship in saved.ships] == [
            (ship.name, dict(ship.left), ship.kills) for ship in worn.ships
        ]
        assert saved.history == worn.history
        if worn.ships:
            muster.take(seat, saved)
    if all(muster.fleet(seat).ships for seat in (0, 1)):
        again = Placing(muster).open_battle().battle
        left = {ship.name: dict(ship.left) for seat in (0, 1) for ship in muster.fleet(seat).ships}
        for side in muster.side_keys:
            assert all(dict(one.left) == left[one.name] for one in survivors(again, side))


def test_the_history_goes_on_and_a_battle_is_in_it_once() -> None:
    _, match = fought("full-thrust")
    _, other = fought("full-thrust", 3)
    once = kept_fleet(match.battle, "azure", 50)
    assert kept_fleet(match.battle, "azure", 50, once) == once
    twice = kept_fleet(other.battle, "azure", 50, once)
    assert len(twice.history) == 2 and twice.history[0] == once.history[0]


def test_a_fleet_that_an_own_ship_leads_goes_on_buying_where_it_bought() -> None:
    system = SYSTEMS["full-thrust"]
    draft = Draft(system, design_data(system, "lancet"))
    draft.change("name", {"name": "Wader"})
    draft.save()
    muster = Muster(system)
    muster.set_fields("by rule", order="by rule")
    muster.add(0, "wader")
    muster.add(1, "kiln")
    alone = Placing(muster).open_battle().battle
    muster.add(0, "plover")
    joined = Placing(muster).open_battle().battle
    for battle in (alone, joined):
        assert kept_fleet(battle, muster.side_keys[0], 0).of == "azure"


def test_a_share_of_each_loss_is_made_good_rounded_down() -> None:
    _, match = fought("full-thrust", 8)
    for one in (one for side in match.battle.at(0).sides for one in survivors(match.battle, side)):
        if "hull" in one.left:
            gap = one.whole["hull"] - one.left["hull"]
            assert one.repaired(50).get("hull", one.whole["hull"]) == one.left["hull"] + gap // 2
        if lost := one.left.get("lost"):
            assert one.repaired(50).get("lost", []) == lost[len(lost) // 2 :]


def test_what_no_battle_leaves_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(
        "fleet: Home\nsystem: full-thrust\nships:\n"
        "- {design: lancet, name: L, left: {hull: none, at: [1, 2]}}\n"
        "- {design: lancet, name: M, left: {hul: 3}}\n"
    )
    with pytest.raises(BadFile) as bad:
        read_fleet(path, SYSTEMS)
    assert [one.line for one in bad.value.problems] == [4, 4, 5]
    assert any("Did you mean 'hull'?" in one.hint for one in bad.value.problems)
