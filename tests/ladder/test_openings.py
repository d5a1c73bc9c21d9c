"""The openings: both sides alike, places that vary with the key, and nobody thrown onto a rock or off the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.battle.loader import Opened, load_start
from game.board.boards import board_of
from game.board.geometry import span
from game.ladder.openings import openings_folder, varied
from game.systems import SYSTEMS
from game.ui.menu.library import offers

OPENINGS = sorted(openings_folder().rglob("*.yaml"))
KEYS = range(12)


@pytest.fixture(params=OPENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def opening(request: pytest.FixtureRequest) -> Opened:
    return load_start(request.param, seed=0)


def fleets(opened: Opened) -> list[list[str]]:
    return [[key for key, ship in opened.file.ships.items() if ship.side == side] for side in opened.file.sides]


def places(opened: Opened) -> list[object]:
    return [(ship.at, ship.course, ship.facing, ship.velocity) for ship in opened.battle.state.ships.values()]


def test_every_game_has_some_and_the_menu_none() -> None:
    games = Counter(load_start(path).battle.system.key for path in OPENINGS)
    assert games.keys() == SYSTEMS.keys() and len(OPENINGS) >= 12
    assert not {one.path for system in SYSTEMS.values() for one in offers(system)} & set(OPENINGS)


def test_both_sides_are_alike_and_points_decide(opening: Opened) -> None:
    one, other = fleets(opening)
    file = opening.file
    assert [file.ships[key].design for key in one] == [file.ships[key].design for key in other]
    assert file.victory.kind == "last-side" and 8 <= (file.victory.turns or 0) <= 10


def test_places_vary_with_the_key_and_with_nothing_else(opening: Opened) -> None:
    found = {str(places(varied(opening, key))) for key in KEYS}
    assert len(found) > len(KEYS) * 0.6
    assert places(varied(opening, 3)) == places(varied(opening, 3)) and varied(opening, 3).battle.seed == 3


def test_varied_places_are_as_good_for_both(opening: Opened) -> None:
    """Each ship sees the other side as its enemy counterpart sees its own: as far off, and as fast."""
    for key in KEYS:
        state = (now := varied(opening, key)).battle.state
        board, (one, other) = board_of(state.table), fleets(now)
        ours, theirs = ([state.ships[ship] for ship in side] for side in (one, other))
        assert [ship.velocity for ship in ours] == [ship.velocity for ship in theirs]
        for body in state.table.bodies:
            near = pytest.approx([span(ship.at, body.at) for ship in ours], abs=0.01)
            alike = [one for one in state.table.bodies if one.kind == body.kind]
            assert any(near == [span(ship.at, one.at) for ship in theirs] for one in alike), body.name
        for k, ship in enumerate(ours):
            across = [round(board.distance(ship.at, foe.at), 2) for foe in theirs]
            back = [round(board.distance(theirs[k].at, foe.at), 2) for foe in ours]
            assert across == back
        for ship in (*ours, *theirs):
            assert board.holds(ship.at)
            assert all(span(ship.at, body.at) > body.radius for body in state.table.bodies)


def test_what_is_not_set_up_alike_begins_as_its_file_has_it() -> None:
    path = Path(__file__).resolve().parents[2] / "scenarios" / "full_thrust" / "tavira_passage.yaml"
    start = load_start(path, seed=0)
    assert places(varied(start, 5)) == places(start) and varied(start, 5).battle.seed == 5
