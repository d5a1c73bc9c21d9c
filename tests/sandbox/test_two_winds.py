"""Plans under winds of their own: side by side, on disk, and written out."""

from __future__ import annotations

import pytest

from game.battle.loader import load_start_text
from game.core.orders import Illegal
from game.sandbox.comparison import comparison_rows
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import sandbox_of, text_of
from tests.sandbox.test_results import AT_SEA, DUEL
from tests.support.ui.own_overlays import wind_over
from tests.support.ui.sandbox_driver import fresh

SAILS = AT_SEA.replace("velocity: 4}\n  aiglette", "velocity: 12}\n  aiglette")


def under_two_winds() -> Sandbox:
    """Return the same order twice, under 16 from 12 and under 8 from 6."""
    sandbox = fresh(SAILS)
    sandbox.give("halcyon", "+4")
    sandbox.begin_branch()
    sandbox.give("halcyon", "+4")
    sandbox.set_for_branch(wind_speed=8, wind_from=6)
    return sandbox


def speeds(sandbox: Sandbox) -> dict[str, int]:
    """Return how fast Halcyon is after its move, by plan."""
    found = {}
    for branch in sandbox.branches:
        view = sandbox.course(branch.key).view(1, "after")
        assert view is not None
        found[branch.key] = view.state.ships["halcyon"].velocity
    return found


def test_two_plans_are_played_under_two_winds_side_by_side() -> None:
    sandbox = under_two_winds()
    assert speeds(sandbox) == {"A": 16, "B": 0}, "running, and in irons"
    assert wind_over(sandbox.start) == "Wind 8 from course 6", "the board shows that of the plan in hand"
    assert [row.branch for row in comparison_rows(sandbox, "halcyon", "aiglette")] == ["A", "B"]
    assert sandbox.done[0] == "Plan B: wind speed 8, wind from 6"
    sandbox.choose("A")
    assert wind_over(sandbox.start) == "Wind 16 from course 12"
    sandbox.set_part("table", wind_speed=10)
    assert speeds(sandbox) == {"A": 10, "B": 0}, "a wind set for all leaves one of its own alone"
    sandbox.undo()
    sandbox.choose("B")
    sandbox.set_for_branch(wind_speed=None, wind_from=None)
    assert speeds(sandbox) == {"A": 16, "B": 16}
    sandbox.undo()
    assert speeds(sandbox) == {"A": 16, "B": 0}


def test_a_plan_keeps_its_wind_on_disk_and_as_a_demonstration() -> None:
    sandbox = under_two_winds()
    again = sandbox_of(load_start_text(text_of(sandbox), "winds"))
    assert {one.key: dict(one.table) for one in again.branches} == {"A": {}, "B": {"wind_speed": 8, "wind_from": 6}}
    assert speeds(again) == speeds(sandbox)
    assert "wind_speed: 8" in story_text(sandbox, story_of(sandbox, "B"), "B") and "wind_speed: 16" in story_text(
        sandbox, story_of(sandbox, "A"), "A"
    )
    again.choose("B")
    again.begin_here(2)
    assert [dict(one.table) for one in again.branches] == [{}, {}] and again.state.start["table"]["wind_speed"] == 8


def test_only_what_the_game_lets_a_plan_have_is_set_and_a_file_that_says_more_is_read_without_it() -> None:
    sandbox = under_two_winds()
    with pytest.raises(Illegal, match="width"):
        sandbox.set_for_branch(width=24)
    with pytest.raises(Illegal):
        sandbox.set_for_branch(wind_from=13)
    with pytest.raises(Illegal, match="wind"):
        fresh(DUEL).set_for_branch(wind_speed=8)
    odd = text_of(sandbox).replace("wind_speed: 8, wind_from: 6", "width: 5, wind_from: 40")
    again = sandbox_of(load_start_text(odd, "odd"))
    assert speeds(again) == {"A": 16, "B": 16}


def test_what_was_done_to_a_plan_is_told_by_its_name() -> None:
    sandbox = fresh(SAILS)
    letter = sandbox.begin_branch()
    sandbox.name_branch(letter, "round the shoal")
    sandbox.delete_branch(letter)
    named, begun = f"Plan {letter} named round the shoal", f"Plan {letter} begun"
    assert sandbox.done[:3] == ["round the shoal deleted", named, begun]
