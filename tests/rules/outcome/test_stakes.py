"""What a side needs to win, and what ships and counters cost, in games with starships (full-thrust-base/9, 8.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.stakes import Stakes
from game.rules.counters.kinds import Bolt, HeavyMissile, Mine, Missile, Plasma, Salvo
from game.rules.outcome.stakes import stakes, worth
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import Counter
from tests.rules.outcome.test_victory import armed, battle, convoy, freighter, off, sink
from tests.support.fighter_battles import carrier, flight, hangar, table


def test_of_a_convoy_only_those_that_still_may_leave_count() -> None:
    state, ships = convoy(limit=2, turns=10)
    state.turn = 4
    names = [one.id for one in ships]
    assert {*stakes(state, "azure").leave} == {*names} and stakes(state, "azure").enough == 2
    assert stakes(state, "crimson").stop == {*names} and stakes(state, "crimson").enough == 2
    off(ships[0], "right")
    assert stakes(state, "azure").leave == {name: frozenset({"right"}) for name in names[1:]}
    assert stakes(state, "azure").enough == 1 and stakes(state, "crimson").enough == 2
    off(ships[1], "left")  # by a wrong one
    assert stakes(state, "crimson").stop == {names[2]} and stakes(state, "crimson").enough == 1
    assert stakes(state, "azure").turns_left == 7 and stakes(state, "azure").limit is None


def test_what_must_live_is_kept_by_one_side_and_stopped_by_the_other() -> None:
    one, other, foe = freighter("barrow"), freighter("ledger"), armed("vesper", "crimson")
    state = battle(one, other, foe, kind="survive", ships=["barrow", "ledger"], limit=1, turns=6)
    assert stakes(state, "azure").keep == {"barrow", "ledger"} and stakes(state, "azure").enough == 1
    assert stakes(state, "crimson").stop == {"barrow", "ledger"} and stakes(state, "crimson").enough == 2
    one.removed_reason = "away"  # it will be back
    assert stakes(state, "azure").keep == {"barrow", "ledger"}
    sink(other)
    assert stakes(state, "crimson").stop == {"barrow"} and stakes(state, "crimson").enough == 1


def test_a_score_that_wins_at_once_is_told_with_the_lead() -> None:
    state = battle(armed("lancet"), armed("vesper", "crimson", 50), kind="points", limit=2.0)
    assert stakes(state, "azure") == Stakes("points", limit=2.0)
    sink(state.ships["vesper"])
    assert (stakes(state, "azure").lead, stakes(state, "crimson").lead) == (1.5, -1.5)
    assert worth(state, "vesper").scores == 50 and worth(state, "lancet").scores == 0


@pytest.mark.parametrize(
    ("mode", "price"), [("standard", 18), ("torpedo", 36), ("heavy", 30), ("attack", 24), ("interceptor", 18)]
)
def test_a_group_costs_what_its_type_costs_and_has_a_box_a_craft(mode: str, price: int) -> None:
    state = table(carrier("rook", "azure", (0.0, 0.0), hangar(mode)))
    group = flight(state, "rook", "HGR", (3.0, 0.0))
    found = worth(state, group.id)
    assert (found.points, found.boxes, found.of, found.scores) == (price, 6, 6, 0)
    state.counters[group.id] = replace(group, count=2)
    assert (worth(state, group.id).points, worth(state, group.id).boxes) == (price, 2)


@pytest.mark.parametrize(
    ("kind", "mode", "level", "price"),
    [
        (Salvo, "", 1, 6), (Salvo, "ER", 1, 9), (Missile, "", 1, 6), (HeavyMissile, "", 1, 6),
        (HeavyMissile, "ER", 1, 9), (Bolt, "", 2, 30), (Plasma, "", 1, 60), (Mine, "", 1, 2),
    ],
)  # fmt: skip
def test_ordnance_costs_what_the_yard_asks(kind: type[Counter], mode: str, level: int, price: int) -> None:
    state = table(carrier())
    one = kind.at_launch("rook.X", "X", state.ships["rook"], Mount("X", "", level, mode=mode))
    state.counters[one.id] = one
    assert (worth(state, one.id).points, worth(state, one.id).boxes) == (price, one.total)
