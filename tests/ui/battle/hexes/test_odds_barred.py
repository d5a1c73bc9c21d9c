"""Where a target cannot be hit, the panel of odds says why, with the distance and the range."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from game.ui.input_modes.modes import mode_of
from game.ui.toolkit.blocks import Paragraph
from tests.support.battles import DUEL, paper
from tests.support.ui.battle_driver import Seated
from tests.ui.battle.sea.test_unmeasured import TOO_FAR
from tests.ui.battle.sections.test_power_sheet import CLOSE

FARTHEST = DUEL.replace("[20, 20]", "[4, 44]").replace("[44, 20]", "[70, 4]")
HEXES = paper(
    "Far off",
    """\
  pinfold: {side: azure, design: pinfold, at: [2, 10], course: 2, velocity: 1}
  doline: {side: amber, design: doline, at: [34, 0], course: 8, velocity: 1}
""",
    "%s",
    table="{hexes: [36, 24]}",
)
POWER = CLOSE.replace("at: [14, 8]", "at: [38, 8]")
MEASURED = TOO_FAR + "house: {premeasure: true}\n"
TEXTS = {
    "full-thrust": FARTHEST, "hexcess": HEXES % "hexcess", "easyhex": HEXES % "easyhex", "power-hex": POWER,
    "full-sail": MEASURED,
}  # fmt: skip


@pytest.mark.parametrize(("game", "key", "figures"), [
    ("full-thrust", "lancet", r"67\.2 MU away; Beam 3 reaches 36"), ("hexcess", "pinfold", "hexes away; .* reaches"),
    ("hexcess", "doline.HGRb", r"Pinfold is too far: \d+ of 3 hexes"),
    ("easyhex", "pinfold", "30 hexes away; Beam 2 reaches 8"),
    ("power-hex", "helix", "26 hexes away; it reaches 8"), ("full-sail", "halcyon", "Aiglette: .*too far: 37 of 30 MU"),
])  # fmt: skip
def test_what_is_too_far_off_is_told_in_place_of_odds(tmp_path: Path, game: str, key: str, figures: str) -> None:
    seat = Seated(tmp_path, TEXTS[game])
    asked = partial(_plots, key=key)
    assert seat.until(asked, seen=True)
    model = seat.screen.model
    seat.screen.commands.choose(key)
    model.aim_at(model.enemies()[0].id)
    seat.screen.bottom_panel.open_tab(2)
    seat.settle()
    (said,) = (
        one.words for one in seat.screen.focus.widgets if isinstance(one, Paragraph) and one.rule == "table/odds"
    )
    assert seat.screen.bottom_panel.odds == () and re.search(figures, said), said


def _plots(seat: Seated, key: str) -> bool:
    """Return whether a piece is asked where it goes."""
    return mode_of(seat.screen.model).plots and key in seat.screen.model.waiting
