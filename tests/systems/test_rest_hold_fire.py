"""A side's word that the rest of it holds fire: one line of the log, in every game in which ships fire one by one."""

from __future__ import annotations

import pytest

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.idling import rest_pass
from game.battle.loader import open_battle
from game.core.orders import Illegal
from game.players.match import Match

GAMES = {
    "full_sail/salt_road": "Ships fire",
    "power_hex/torpedoes_away": "Declare fire",
    "full_thrust/long_line": "Ships fire",
}


def firing(name: str) -> Battle:
    """Return the first moment at which a ship is asked to fire and another of its side will be."""
    battle = open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=3).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
    while not (battle.phase.name == GAMES[name] and battle.prompts() and _more(battle)):
        assert match.step() and not battle.state.outcome
    return battle


def _more(battle: Battle) -> bool:
    prompt = battle.prompts()[0]
    return sum(side == prompt.side for side, _ in battle.view(prompt.side).turns()) > 1


@pytest.mark.parametrize("name", GAMES)
def test_one_order_of_the_side_writes_one_line_and_its_other_ships_are_asked_no_more(name: str) -> None:
    battle = firing(name)
    (prompt,) = battle.prompts()
    order = rest_pass(battle, prompt)
    assert order is not None and order.by == prompt.side and battle.read(prompt.side, str(order)) == order
    told = battle.play(order).log
    assert sum("hold" in event.text or "nothing more" in event.text or "No ship" in event.text for event in told) == 1
    asked = [one.side for one in battle.prompts()]
    assert battle.phase.name != GAMES[name] or prompt.side not in asked


@pytest.mark.parametrize("name", ("full_sail/salt_road", "power_hex/torpedoes_away"))
def test_a_side_shoots_at_nobody(name: str) -> None:
    battle = firing(name)
    (prompt,) = battle.prompts()
    foe = battle.state.enemies(prompt.side)[0].id
    with pytest.raises(Illegal, match="a side only holds the fire"):
        battle.play(battle.read(prompt.side, f"fire port>{foe}"))


def test_a_ship_that_can_do_nothing_passes_for_itself_alone_where_another_of_its_side_is_asked_later() -> None:
    battle = firing("power_hex/torpedoes_away")
    (prompt,) = battle.prompts()
    order = rest_pass(battle, prompt, whole=False)
    assert order is not None and order.by == prompt.waiting[0]
