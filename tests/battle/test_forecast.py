"""The forecast: fates with their exact chances, the state when ships may fire, and the ends of a draft that are not safe."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.view import View
from tests.support.battles import laid, paper

SHIPS = """\
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 11}
  halyard: {side: azure, design: halyard, at: [22, 44], course: 12, velocity: 8}
  bellows: {side: amber, design: bellows, at: [60, 24], course: 9, velocity: 4}
"""
PLANET = "{width: 72, height: 48, terrain: [{kind: planet, name: Tavira, at: [27, 24], radius: 3}]}"


@pytest.fixture
def view(tmp_path: Path) -> View:
    """A seat with a ship that flies at a planet, and one that flies off the table."""
    return laid(tmp_path, paper("Doom", SHIPS, table=PLANET)).battle.view("azure")


def test_planet_on_the_way_is_foretold_with_the_roll_that_avoids_it(view: View) -> None:
    fate = view.forecast({"lancet": view.draft("lancet")}).fates["lancet"]
    assert fate.lost == pytest.approx(4 / 6)  # velocity 11, thrust 6: 5 or more saves it
    assert [(risk.what, risk.words, risk.tone) for risk in fate.risks] == [("Tavira", "flies into it", "bad")]
    assert fate.risks[0].chance == pytest.approx(4 / 6)
    assert fate.pose is None


def test_edge_of_the_table_is_foretold(view: View) -> None:
    fate = view.forecast({}, "halyard").fates["halyard"]
    assert fate.lost == 1
    assert [risk.words for risk in fate.risks] == ["leaves the table by the top edge"]


def test_who_is_safe_has_a_pose_and_no_risks(view: View) -> None:
    found = view.forecast({})
    assert not found.fates["bellows"].risks and not found.fates["bellows"].lost
    pose = found.fates["bellows"].pose
    assert pose is not None and pose.at == (56, 24)
    assert found.state.ships["bellows"].at == (56, 24)
    assert not found.state.ships["halyard"].in_play  # the likeliest branch, in which it is off the table


def test_orders_in_hand_are_carried_out(view: View) -> None:
    slower = view.read("lancet", "P1-5")
    assert not view.forecast({"lancet": slower}).fates["lancet"].lost
    assert view.state.ships["lancet"].at == (20, 24)  # on a copy


def test_ends_that_are_not_safe_are_told_one_by_one(view: View) -> None:
    draft = view.draft("lancet")
    ends, found = view.landings(draft), dict(view.dangers(draft))
    assert found.keys() == set(range(len(ends)))
    straight = next(n for n, end in enumerate(ends) if end.at == (31, 24))
    assert found[straight] is not None
    assert not all(found.values())


def test_nearest_safe_end_says_by_how_much(view: View) -> None:
    found = view.safer(view.draft("lancet"))
    assert found is not None
    order, words = found
    assert not view.forecast({"lancet": order}).fates["lancet"].lost
    assert words.endswith("clear of Tavira")
    back = view.safer(view.draft("halyard"))
    assert back is not None and back[1].startswith("ends ") and back[1].endswith(" inside")
    assert view.safer(view.draft("bellows")) is None
