"""Terms of art on the panels of Full Sail are explained by the words that the pointer brings up, with their rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.systems.full_sail.wind.rose import MEANING
from tests.support.battles import SCENARIOS
from tests.support.ui.battle_driver import Seated
from tests.ui.battle.sea.test_boarding_panel import BATTLE

pytestmark = pytest.mark.usefixtures("sitting")


def test_sheet_and_order_of_a_sailing_ship_explain_their_words(tmp_path: Path) -> None:
    text = next(path for path in SCENARIOS if path.stem == "across_the_rail").read_text(encoding="utf-8")
    seat = Seated(tmp_path, text)
    seat.screen.context.curtain = None
    assert seat.until(lambda now: now.screen.model.input_mode == "plot")
    found: dict[str, Any] = {getattr(one, "label", "") or one.name: one for one in seat.screen.focus.widgets}
    for label in ("Thrust", "Top", "Crew", "P1", "0", "S2", "none", "back sails", "drop anchor"):
        assert len(found[label].hint.split()) > 3 and found[label].rule.startswith("sail/"), label
    assert found["S2"].hint.removeprefix("Ends ") in MEANING
    hints = " ".join(one.hint for one in seat.screen.focus.widgets)
    assert "sixth of the thrust" in hints and "a dot is a unit of crew" in hints
    assert "1 dice" not in hints and "3 × medium gun" in hints


@pytest.mark.parametrize(("verb", "ship", "begins", "said"), [
    ("Board", "halcyon", ("crew ", "marines ", "prize ", "target "), "sunk on purpose"),
    ("Break away", "halcyon", ("target ",), "Cut the grapples"),
])  # fmt: skip
def test_panels_of_ships_alongside_explain_their_words(
    tmp_path: Path, verb: str, ship: str, begins: tuple[str, ...], said: str
) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.enter_until(verb, ship)
    seat.settle()
    for begin in begins:
        told = [one for one in seat.screen.focus.widgets if one.name.startswith(begin)]
        assert told and all(len(one.hint.split()) > 3 and one.rule.startswith("sail/") for one in told), begin
    assert said in " ".join(one.hint for one in seat.screen.focus.widgets)
