"""What is said on hexes: distances in hexes, and nothing that only open space knows. No window opens."""

from __future__ import annotations

import pytest

from game.core.events import Die, Event
from game.rules.manoeuvre import Use
from game.rules.manoeuvres import BY_CODE
from game.rules.plots import Plot
from game.systems import SYSTEMS
from game.systems.full_thrust import FULL_THRUST
from game.ui.curtain.story import told
from tests.build import design, ship
from tests.celled import view

HEXED = [system for system in SYSTEMS.values() if system.designs == "hexes"]


@pytest.mark.parametrize("system", HEXED, ids=[system.key for system in HEXED])
def test_settings_that_games_share_name_no_unit(system) -> None:  # type: ignore[no-untyped-def]
    said = {rule.key: f"{rule.title} {rule.sentence}" for rule in system.house if rule.key.startswith(("man.", "rt.", "skid."))}
    assert not [words for words in said.values() if "MU" in words.split()]


def test_what_a_manoeuvre_refuses_names_no_unit() -> None:
    one = ship("lancet", "azure", (0.0, 0.0), 12, 0, design(thrust=4))
    no = BY_CODE["RT"].fault(one, Use("RT", 0), Plot("lancet"), FULL_THRUST.settings({}))
    assert no and no.why == "reverse thrust is for a velocity of 1 at least"


def test_the_curtain_tells_how_far_away_a_shot_was_in_hexes() -> None:
    shot = Event("fire", "full-thrust-base/6.1", "{gabbro} fires at {bellwether}", "gabbro", "bellwether", (Die(3, False),),
                 "7 hexes, 2 dice", line=((0, 0), (7, 0)))  # fmt: skip
    (item,) = [one for one in told(view(), [shot]) if one.event is shot]
    assert item.line == "No damage, from one die at 7 hexes."
