"""The turn of Full Sail on the engine: summons, fouling and boarding as phases come (sail/1, 3.6, 5, 8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from game.battle.loader import Opened, open_battle
from game.core.orders import Illegal
from game.systems import SYSTEMS
from game.systems.full_sail.outcome import judge, objective
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.system import FULL_SAIL
from tests.support.battles import idle, laid, order
from tests.systems.full_sail.ships_at_sea import at_sea, sailer

SCENARIO = ROOT / "scenarios" / "full_sail" / "salt_road.yaml"
HEAD = """\
version: 1
title: A turn
system: full-sail
table: {wind_speed: 16, wind_from: 9}
sides:
  merrow: {name: Merrow}
  auvrac: {name: Auvrac}
ships:
"""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is named where all games are."""
    monkeypatch.setitem(SYSTEMS, FULL_SAIL.key, FULL_SAIL)


def begun(folder: Path, ships: str, seed: int = 3) -> Opened:
    """Return a battle of these ships, at its first orders."""
    opened = laid(folder, HEAD + ships, seed=seed)
    opened.battle.prompts()
    return opened


def written(opened: Opened, *orders: str, dice: list[int]) -> None:
    """Both sides write and lock; the dice are those until somebody is asked again."""
    for one in orders:
        by, _, text = one.partition(" ")
        order(opened, by, text)
    order(opened, "merrow", "lock")
    order(opened, "auvrac", "lock", dice)


def refusal(opened: Opened, by: str, text: str) -> str:
    """Return why an order is refused now, or nothing."""
    reason = opened.battle.why_not(opened.battle.read(by, text))
    return reason.why if reason else ""


def test_a_civilian_that_does_not_answer_a_summons_may_be_fired_at(tmp_path: Path) -> None:
    label = "FS-50"
    opened = begun(
        tmp_path,
        """\
  oak: {side: merrow, design: steadfast_oak, at: [30, 20], course: 12}
  barley: {side: auvrac, design: belle_maree, at: [36, 20], course: 12}
""",
    )
    for by in ("oak", "barley"):
        assert not refusal(opened, by, "AN"), label
    written(opened, "oak AN SUMMON barley", "barley AN", dice=[5, 2])
    assert opened.battle.phase.name == "Ships fire", label
    assert not any("oak" in prompt.ids for prompt in opened.battle.prompts()), "there is nobody to fire at"
    with pytest.raises(Illegal, match="civilian"):
        opened.battle.read("oak", "fire starboard>barley").check(opened.battle.state)
    idle(opened, "Write orders")
    written(opened, dice=[5, 2])
    assert not refusal(opened, "oak", "fire starboard>barley"), label


@pytest.mark.parametrize(("premeasure", "x", "summoned"), [("true", 42, 1), ("false", 42, 1), ("false", 43, 0)])
def test_a_civilian_that_is_too_far_off_hears_no_summons(
    tmp_path: Path, premeasure: str, x: int, summoned: int
) -> None:
    opened = begun(
        tmp_path,
        f"""\
  oak: {{side: merrow, design: steadfast_oak, at: [30, 20], course: 12}}
  barley: {{side: auvrac, design: belle_maree, at: [{x}, 20], course: 12}}
house: {{premeasure: {premeasure}}}
""",
    )
    written(opened, "oak AN SUMMON barley", "barley AN", dice=[5, 2])
    assert opened.battle.state.ships["barley"].summoned == summoned
    (line,) = [event for event in opened.battle.log if "summons" in event.text]
    assert line.result == ("" if summoned else "not heard, too far: 13 of 12 MU")


def test_a_civilian_may_strike(tmp_path: Path) -> None:
    opened = begun(
        tmp_path,
        """\
  oak: {side: merrow, design: steadfast_oak, at: [30, 20], course: 12}
  barley: {side: auvrac, design: belle_maree, at: [36, 20], course: 12, summoned: 1}
  lutin: {side: auvrac, design: lutin, at: [60, 40], course: 12, velocity: 4}
""",
    )
    written(opened, "oak AN", "barley 0 SURRENDER", "lutin 0", dice=[5, 2])
    assert opened.battle.state.ships["barley"].struck
    assert "struck" in refusal(opened, "oak", "fire starboard>barley")
    idle(opened, "Write orders")
    assert "barley" not in {key for prompt in opened.battle.prompts() for key in prompt.ids}


def test_a_ship_that_has_fouled_fires_before_it_is_hurt(tmp_path: Path) -> None:
    label = "FS-45"
    opened = begun(
        tmp_path,
        """\
  one: {side: merrow, design: halcyon, at: [30, 20], course: 12, anchored: true}
  two: {side: auvrac, design: steadfast_oak, at: [31, 20], course: 12, anchored: true, fore: 2}
""",
    )
    ships = opened.battle.state.ships
    written(opened, dice=[5, 2, 4, 4, 6, 2, 1, 5, 3])
    assert partners(opened.battle.state, "one") == ("two",) and (ships["one"].hull, ships["two"].hull) == (20, 32), (
        label
    )
    order(opened, "one", "fire starboard>two", [1] * 10)
    assert (ships["one"].hull, ships["two"].hull) == (19, 32), label
    order(opened, "two", "fire port>one", [1] * 17)
    assert (ships["one"].hull, ships["two"].hull) == (19, 29), label


def test_the_side_with_the_initiative_boards_first(tmp_path: Path) -> None:
    label = "FS-63"
    opened = begun(
        tmp_path,
        """\
  one: {side: merrow, design: tern, at: [30, 20], course: 12}
  two: {side: auvrac, design: lutin, at: [31, 20], course: 12}
grapples:
- {ships: [one, two]}
""",
    )
    written(opened, dice=[2, 5])
    order(opened, "two", "hold")
    order(opened, "one", "hold")
    assert opened.battle.phase.name == "Board", label
    assert [prompt.waiting for prompt in opened.battle.prompts()] == [("two",)], label
    order(opened, "two", "board one", [1] * 18)
    assert opened.battle.phase.name == "Break away" and partners(opened.battle.state, "one") == ("two",), label
    idle(opened, "Write orders")
    assert opened.battle.state.turn == 2 and partners(opened.battle.state, "one") == ("two",), label


def test_grapples_that_were_ordered_are_thrown_after_fire(tmp_path: Path) -> None:
    label = "FS-32"
    opened = begun(
        tmp_path,
        """\
  one: {side: merrow, design: halcyon, at: [30, 20], course: 12, anchored: true}
  two: {side: auvrac, design: vaillance, at: [34, 20], course: 12, velocity: 2}
""",
    )
    written(opened, "one 0 GRAPPLE two", "two 0", dice=[5, 2])
    order(opened, "one", "hold")
    order(opened, "two", "hold")
    assert opened.battle.phase.name == "Grapple", label
    order(opened, "two", "resist", [4, 3, 5, 2])
    assert partners(opened.battle.state, "one") == ("two",) and opened.battle.phase.name == "Board", label


def test_grapples_that_cannot_be_thrown_are_told(tmp_path: Path) -> None:
    opened = begun(
        tmp_path,
        """\
  one: {side: merrow, design: halcyon, at: [30, 20], course: 12, anchored: true}
  two: {side: auvrac, design: vaillance, at: [50, 20], course: 12, velocity: 2}
""",
    )
    written(opened, "one 0 GRAPPLE two", "two 0", dice=[5, 2])
    idle(opened, "Write orders")
    (told,) = [line for line in opened.battle.log if "grapple" in line.text]
    assert (told.who, told.whom, told.result) == ("one", "two", "too far: 20.1 of 6 MU")


@pytest.mark.parametrize(
    ("rules", "winner", "said"), [({}, "merrow", "points decide"), ({"last_turn": "draw"}, "", "nobody wins")]
)
def test_after_the_last_turn(rules: dict[str, Any], winner: str, said: str) -> None:
    foe, gone = (sailer(key=key, side="auvrac", built_for="auvrac") for key in ("foe", "gone"))
    gone.removed_reason = "sunk"
    sea = at_sea(sailer(), foe, gone, **rules)
    sea.victory, sea.turn = {"kind": "last-side", "turns": 4}, 4
    assert judge(sea, turn_over=False) is None
    ended = judge(sea, turn_over=True)
    assert ended is not None and ended.winner == winner
    assert objective(sea) == f"The last side that fights wins; after turn 4 {said}."


@pytest.mark.parametrize(("turns", "enough", "said"), [(1, 0, "1 turn is over"), (2, 0, "2 turns are over"),
                                                       (9, 1, "1 of the convoy has got away"),
                                                       (9, 2, "2 of the convoy have got away")])  # fmt: skip
def test_the_end_is_told_in_numbers_that_fit(turns: int, enough: int, said: str) -> None:
    fleet = [sailer("barley", key, removed_reason="left" * bool(enough)) for key in ("oat", "rye")]
    sea = at_sea(*fleet, sailer(), sailer(key="foe", side="auvrac"))
    kind = "convoy" if enough else "points"
    sea.victory = {"kind": kind, "ships": ["oat", "rye"], "enough": enough, "turns": turns}
    sea.turn = turns
    ended = judge(sea, turn_over=True)
    assert ended is not None and ended.why == said
    if enough:
        assert objective(sea) == f"{enough} of Oat, Rye must leave by any edge of the table within {turns} turns."


@pytest.mark.parametrize(("at", "away"), [((73, 20), True), ((72.5, 49), False), ((30, 48.1), False), ((20, 20), True)])
def test_a_convoy_gets_away_by_the_edges_that_are_named(at: tuple[float, float], away: bool) -> None:
    """Beyond a corner the edge that was overshot most counts; of a ship that was gone at first nobody knows it."""
    oat = sailer("barley", "oat", at=at, removed_reason="left", built_for="merrow")
    sea = at_sea(oat, sailer(key="foe", side="auvrac"))
    sea.victory = {"kind": "convoy", "ships": ["oat"], "edges": ["right", "bottom"], "enough": 1, "turns": None}
    assert objective(sea) == "1 of Oat must leave by the right or bottom edge of the table."
    ended = judge(sea, turn_over=False)
    assert ended is not None and ended.winner == ("merrow" if away else "auvrac"), ended


def test_the_salt_road_leads_off_the_right_edge() -> None:
    opened = open_battle(SCENARIO)
    leave = FULL_SAIL.stakes(opened.battle.state, "merrow").leave
    assert leave == dict.fromkeys(("barley_wind", "oat_wind", "rye_wind"), frozenset({"right"}))


def test_plans_for_fire_and_work_are_written_after_the_moves_by_a_house_rule() -> None:
    planned, usual = at_sea(sailer(), plans="plans"), at_sea(sailer())
    rows = [row for row in FULL_SAIL.phases if row.plans]
    assert [row.present(planned) for row in rows] == [True] * len(rows) != []
    assert not any(row.present(usual) for row in rows)
