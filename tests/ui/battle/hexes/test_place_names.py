"""No raw coordinates at the screen of a battle on hexes: buttons, order line, notes and refusals name hexes as the map
does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.board.hexes import at
from game.core.orders import Unreadable
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import ON_HEXES, flying
from tests.ui.battle.hexes.test_markers import throwing

pytestmark = pytest.mark.usefixtures("still")
RAW = re.compile(r"\d, ?[-−]?\d(?!\d* points)")


def words_on(seat: Seated) -> set[str]:
    """Collect the words of all widgets, their hints, and the words beside ships on the board."""
    seat.settle()
    values = [value for widget in seat.screen.focus.widgets for value in vars(widget).values()]
    nested = [one for value in values if isinstance(value, list | tuple) for one in value]
    said = {one for one in (*values, *nested) if isinstance(one, str)}
    return said | set(seat.screen.scene.notes.values())


def test_buttons_of_a_launcher_name_the_hex(tmp_path: Path) -> None:
    seat = throwing(tmp_path)
    seat.lift("sling", at((17, 0)))
    seat.drop(at((17, 0)))
    assert str(seat.screen.model.drafts["sling"]) == "place SMRa 17,0"
    said = words_on(seat)
    assert "no enemy is within reach" in said and "place SMRa 1809" in said
    assert not [one for one in said if RAW.search(one)]


def test_a_group_in_hand_is_read_and_typed_by_the_hex(tmp_path: Path) -> None:
    seat = flying(tmp_path, text=ON_HEXES)
    seat.press("ship doline.HGRa")
    seat.screen.commands.writing.begin()
    seat.type("fly 1914")
    assert str(seat.screen.model.order) == "fly 18,4"
    said = words_on(seat)
    assert "fly 1914" in said and not [one for one in said if RAW.search(one)]
    seat.key("RETURN")
    assert seat.orders[-1] == "doline.HGRa: fly 18,4"
    seat.screen.commands.undo()
    assert seat.screen.context.note == "Taken back: Claymore, fly 1914."


def test_a_text_that_cannot_be_read_is_told_with_names_of_hexes(tmp_path: Path) -> None:
    view = flying(tmp_path, text=ON_HEXES).battle.view("amber")
    with pytest.raises(Unreadable) as refused:
        view.read("doline.HGRa", "flies 1914")
    assert refused.value.why.endswith("such as fly 3228") and "“flies 1914”" in refused.value.why
