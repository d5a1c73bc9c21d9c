"""Two ships of one name: the label of the other leaves no room for an order of the ship in hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from game.ui.board.label_engine.pictures import Name
from game.ui.board.layers import ships


def test_only_the_ship_in_hand_has_room_for_its_order() -> None:
    named = SimpleNamespace(name="Lancet")
    state = SimpleNamespace(ships={"ours": named, "theirs": named})
    asked = SimpleNamespace(destinations=(SimpleNamespace(order="S1+2"),))
    scene: Any = SimpleNamespace(view=SimpleNamespace(state=state), asked=asked, chosen="ours")
    theirs = Name("Lancet", "v6 · c9", (255, 255, 255))
    assert ships.widest(scene, "theirs", theirs) is theirs
