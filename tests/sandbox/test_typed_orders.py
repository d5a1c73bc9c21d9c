"""Whatever is typed into the order form of the sandbox ends in no traceback, in every game."""

from __future__ import annotations

import os
from random import Random

import pytest

from game.core.orders import Illegal
from game.systems import SYSTEMS
from game.ui.toolkit.text_field import TextField
from tests.support.random_moments import typed
from tests.ui.sandbox.test_door import New

TEXTS = [  # a few of every movement notation there is
    "0", "P2+3", "S1-2", "+4", "CO", "CO+3", "EC1", "HA1P", "RL", "SK1S", "ED2", "EM2", "12P+3:15", "ROLL", "WITH x",
    "TP1", "TS2", "MD6", "PS1", "PP2", "PR1", "TP3, MD6, PS1", "R", "RAM x",
    "f f S f +1", "f p", "1F1", "+1 S@0", "-1 P@2", "S1P1", "P1", "S2", "back", "anchor", "tack", "enter", "withdraw",
    "fire B1>x", "none", "board x", "repair B1:1", "PM EM2", "scan x",
]  # fmt: skip
COUNT = 300 if os.environ.get("SOAK") else 12

pytestmark = pytest.mark.usefixtures("sitting")


@pytest.mark.parametrize("game", SYSTEMS)
def test_random_texts_are_read_or_refused_in_words(game: str) -> None:
    sat = New(game)
    ships = list(sat.sandbox.start.state.ships)
    sat.key("o")
    texts = [text.replace("x", ships[-1]) for text in TEXTS]
    for text in [*texts, *typed(Random(3), texts, COUNT)]:
        field = sat.widget("notation", TextField)
        field.anchor, field.cursor = 0, len(field.value)
        field.insert(text)
        sat.look()
        refused = sat.screen.context.refusal
        assert refused is None or (isinstance(refused.why, Illegal) and refused.why.why), text


@pytest.mark.parametrize("text", ["CO+3", "TP1", "TP3, MD6, PS1", "P2+3", "EC1", "f f S f +1"])
@pytest.mark.parametrize("game", SYSTEMS)
def test_every_beginning_of_an_order_of_any_game_is_read_or_refused_in_words(game: str, text: str) -> None:
    sat = New(game)
    sat.key("o")
    sat.type(text)
    assert sat.widget("notation", TextField).value.endswith(text)
    sat.key("RETURN")
    assert sat.sandbox.branch.steps or sat.screen.context.refusal is not None
