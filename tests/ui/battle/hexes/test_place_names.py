"""No raw coordinates at the screen of a battle on hexes: buttons, order line, notes and refusals name hexes as the map does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.board.hexes import at
from game.core.orders import Unreadable
from game.ui.render import text as render
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import ON_HEXES, flying
from tests.ui.battle.hexes.test_markers import throwing

pytestmark = pytest.mark.usefixtures("still")
RAW = re.compile(r"\d, ?[-−]?\d(?!\d* points)")


def words_on(seat: Seated, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All that is written on the screen, hints of its widgets among it."""
    said, real = set[str](), render._glyphs
    monkeypatch.setattr(render, "_glyphs", lambda string, *more: (said.add(string), real(string, *more))[1])
    seat.settle()
    seat.look()
    monkeypatch.setattr(render, "_glyphs", real)
    widgets = seat.screen.context.focus.widgets
    return said | {widget.hint for widget in widgets} | {widget.name for widget in widgets}


def test_buttons_of_a_launcher_name_the_hex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = throwing(tmp_path)
    seat.lift("sling", at((17, 0)))
    seat.drop(at((17, 0)))
    assert str(seat.screen.model.drafts["sling"]) == "place SMRa 17,0"
    said = words_on(seat, monkeypatch)
    assert "1809" in said and "place SMRa 1809" in said
    assert not [one for one in said if RAW.search(one)]


def test_a_group_in_hand_is_read_and_typed_by_the_hex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path, text=ON_HEXES)
    seat.press("ship doline.HGRa")
    seat.screen.commands.writing.begin()
    seat.type("fly 1914")
    assert str(seat.screen.model.order) == "fly 18,4"
    said = words_on(seat, monkeypatch)
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
