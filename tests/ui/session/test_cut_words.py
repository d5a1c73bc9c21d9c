"""Words that carry a meaning are whole on the battle screen of every game in the smallest window: none ends in an
ellipsis."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.ui.battle.orders.order_form import Reason
from game.ui.render import text
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.blocks import WordRow
from tests.support.ui.battle_driver import Seated
from tests.support.ui.danger_battles import WRITTEN, DangerBattle

pytestmark = pytest.mark.usefixtures("still")
GAMES = ("full_thrust/dark_passage", "full_thrust/missile_ambush", "full_thrust/carrier_strike", "full_sail/salt_road",
         "full_sail/across_the_rail", "power_hex/torpedoes_away", "hexcess/kessarine_drift", "easyhex/shearing_time",
         "hex12/over_the_rows")  # fmt: skip
MAY = (  # what may be cut: lists without an end, and what stands whole beside it or where it is pointed at
    r"^log.py: (fails|lost): ", r"^blocks.py: declares .* at$", r"^dice_panel.py: .* loses \d",
    r"^widgets.py: .* at .* at ", r"^ship_list.py: LA .*,.*,",  # all that is launched
)  # fmt: skip


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Yield what was cut: in which file, and which words."""
    found, whole = set[str](), text.fit

    def fit(string: str, wide: float, size: float = 16, weight: str = "r") -> str:
        shown = whole(string, wide, size, weight)
        if shown != string:
            frame = sys._getframe(1)
            while frame.f_back and frame.f_code.co_filename == text.__file__:
                frame = frame.f_back
            found.add(f"{Path(frame.f_code.co_filename).name}: {string}")
        return shown

    for name, module in [*sys.modules.items()]:
        if name.startswith("game.ui.") and getattr(module, "fit", None) is whole:
            monkeypatch.setattr(module, "fit", fit)
    yield found


@pytest.mark.parametrize("name", GAMES)
def test_no_words_of_a_battle_are_cut(tmp_path: Path, cut: set[str], name: str) -> None:
    seat, asked = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")), 0

    def looked(one: Seated) -> bool:
        nonlocal asked
        model = one.screen.model
        if not one.screen.flow.result and model.waiting:
            asked += 1
            if asked % 4 == 0:
                one.screen.commands.choose(model.waiting[0])
                one.settle()
                if model.enemies():
                    one.screen.commands.click(model.enemies()[0].id)
                    one.settle()
        return asked > 40

    seat.until(looked, seed=7, most=90, seen=True)
    assert asked > 8
    assert [one for one in sorted(cut) if not any(re.search(words, one) for words in MAY)] == []


@pytest.mark.parametrize("battle", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_danger_is_whole_beside_its_order_or_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: set[str], battle: DangerBattle
) -> None:
    seat = Seated(tmp_path, battle.text)
    seat.until(lambda one: one.screen.model.input_mode == "plot", seed=7)
    seat.screen.commands.choose(battle.ship)
    seat.settle()

    def told() -> tuple[str, str]:
        seat.screen.context.change()
        seat.settle()
        below = next(one for one in seat.screen.focus.widgets if isinstance(one, Reason))
        return seat.screen.field.aside[0], below.words.lower()

    order = seat.screen.model.order_of(battle.ship)
    assert order is not None
    seat.screen.model.set_draft(order)
    assert battle.row in told()
    monkeypatch.setattr(SeatModel, "notation", lambda *_: "as long as orders are, with a word behind")
    assert told() == ("", battle.row.lower())
    assert not [one for one in cut if one.startswith(("text_field.py", "order_form.py"))]


def test_the_narrow_list_says_from_where_ranges_are_measured(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.screen.commands.choose("lancet")
    seat.settle()

    def said() -> set[str]:
        return {words for one in seat.screen.focus.widgets if isinstance(one, WordRow) for words, *_ in one.parts}

    assert "from Lancet" in said()
    seat.key("RIGHT")
    assert "from the ghost" in said() and "from Lancet" not in said()
