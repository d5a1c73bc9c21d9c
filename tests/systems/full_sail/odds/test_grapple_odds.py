"""The exact odds of a throw of grapples and of a breakaway against the rules themselves, played for every face of every
die."""

from __future__ import annotations

from typing import Any

import pytest

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.core.umpire import Umpire
from game.systems.full_sail.boarding.breakaway import agreed_chances, break_away, contested_chances
from game.systems.full_sail.boarding.grappling import throw_chances, throw_grapples
from game.systems.full_sail.gunnery.fouling import FOUL_CHANCE, foul
from game.systems.full_sail.ships.grapples import GRAPPLES, Grapple
from game.systems.full_sail.ships.ship import SailState
from tests.systems.full_sail.odds.every_die import every_die
from tests.systems.full_sail.ships_at_sea import at_sea, sailer


def pair(
    kind: str = "halcyon", other: str = "halcyon", apart: float = 3.0, rules: dict[str, Any] | None = None, **parts: Any
) -> SailState:
    one = sailer(kind, "one", at=(10.0, 10.0), course=2)
    two = sailer(other, "two", "auvrac", at=(10.0, 10.0 + apart), course=5, **parts)
    return at_sea(one, two, **rules or {})


def first_result(umpire: Umpire) -> str | None:
    """Return the result of the first line of the log that has one."""
    return umpire.log[0].result if umpire.log else None


THROWN = {"grappled": "clean", "they collide": "collision", "the grapples miss": "nothing"}


@pytest.mark.parametrize(
    "parts", [{}, {"masts": (2, 0, 0)}, {"adrift": True}, {"anchored": True}, {"masts": (2, 2, 2)}]
)
@pytest.mark.parametrize("kinds", [("halcyon", "oak"), ("tern", "ysolde"), ("oak", "tern")])
@pytest.mark.parametrize("rules", [{}, {"grapple_equal": "clean"}])
def test_a_throw_of_grapples(kinds: tuple[str, str], parts: dict[str, Any], rules: dict[str, Any]) -> None:
    def play(umpire: Umpire) -> None:
        state = pair(*kinds, rules=rules, **parts)
        throw_grapples(state, umpire, state.ships["one"], state.ships["two"])

    found, missed = every_die(play, first_result, 4)
    state = pair(*kinds, rules=rules, **parts)
    odds = throw_chances(state, state.ships["one"], state.ships["two"])
    told = {"clean": odds.clean, "collision": odds.collision, "nothing": odds.nothing}
    assert missed == 0.0 and {THROWN[words]: chance for words, chance in found.items()} == pytest.approx(
        {key: chance for key, chance in told.items() if chance}
    )


PARTED = {"they part": "free", "the rigging fouls": "fouled", "held": "held"}


@pytest.mark.parametrize("fouled", [False, True])
@pytest.mark.parametrize("agreed", [False, True])
@pytest.mark.parametrize("kinds", [("halcyon", "halcyon"), ("ysolde", "tern")])
@pytest.mark.parametrize("rules", [{}, {"breakaway_dice": "either"}])
def test_a_breakaway(kinds: tuple[str, str], fouled: bool, agreed: bool, rules: dict[str, Any]) -> None:
    tied = Grapple("one", "two", fouled=fouled, fought=True)

    def play(umpire: Umpire) -> None:
        state = pair(*kinds, rules=rules)
        GRAPPLES.set(state, (tied,))
        break_away(state, umpire, tied, state.ships["one"], agreed)

    found, missed = every_die(play, first_result, 4)
    state = pair(*kinds, rules=rules)
    told = agreed_chances(fouled) if agreed else contested_chances(state, tied, state.ships["one"])
    assert missed == 0.0 and {PARTED[words]: chance for words, chance in found.items()} == pytest.approx(
        {key: chance for key, chance in told.items() if chance}
    )


def test_two_ships_that_come_close() -> None:
    def play(umpire: Umpire) -> None:
        foul(pair(apart=0.9), umpire)

    found, missed = every_die(play, first_result, 1)
    assert missed == 0.0 and found["they foul"] == pytest.approx(FOUL_CHANCE)


def test_grapples_that_miss_are_no_danger() -> None:
    battle = open_battle(ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml", seed=1).battle
    view = battle.view("merrow")
    fates = view.forecast({"halcyon": view.read("halcyon", "GRAPPLE aiglette")}).fates
    said = [risk.words for key in ("halcyon", "aiglette") for risk in fates[key].risks]
    assert any("collide" in words for words in said) and not any("miss" in words for words in said)


def test_the_form_tells_of_a_throw_alone_and_the_forecast_of_a_collision() -> None:
    battle = open_battle(ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml", seed=1).battle
    view = battle.view("merrow")
    order = view.read("halcyon", "GRAPPLE aiglette")
    (form,) = [risk for risk in view.risks(order) if risk.rule == "sail/5.1"]
    assert form.words == "clean, if thrown as plotted" and form.tone == "good"
    assert any("collide" in risk.words for risk in view.forecast({"halcyon": order}).fates["halcyon"].risks)
