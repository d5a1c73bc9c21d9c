"""The exact odds of gun fire, of catastrophic fires and of explosions against the rules themselves, played for every
face."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.umpire import Umpire
from game.systems.full_sail.damage.fire import exploding, roll_fire
from game.systems.full_sail.gunnery.broadside import RIGGING, Broadside, fire, refusal
from game.systems.full_sail.gunnery.fire_odds import odds_of
from game.systems.full_sail.gunnery.guns import rakes, side_dice
from game.systems.full_sail.ships.ship import SailState
from tests.systems.full_sail.odds.every_die import every_die
from tests.systems.full_sail.ships_at_sea import at_sea, sailer

MOST = 7  # dice that are followed: two guns, and five that roll again, or a check for fire among them


def meeting(side: str, crossed: tuple[int, ...], rules: dict[str, Any]) -> SailState:
    """Return a sloop 15 MU from a brig of which nothing but the hull is left to check: abeam of it, or across its
    stern."""
    at = {"abeam": (10.0, 25.0), "astern": (-5.0, 10.0)}[side]
    firer = sailer("tern", at=at, course={"abeam": 3, "astern": 12}[side])
    sound = sailer("sanderling")
    target = sailer(
        "sanderling",
        "target",
        "auvrac",
        (10.0, 10.0),
        3,
        masts=(2, 2, 2),
        anchor=False,
        crossed=crossed,
        lost=frozenset(gun.key for gun in sound.design.guns),
    )
    target.worst_row = next((row for row, left in enumerate(target.row_left) if left), 4)
    return at_sea(firer, target, honour=False, **rules)


def taken(umpire: Umpire) -> int | None:
    """Return hull points that the log says were taken, once it does."""
    if struck := next((line for line in umpire.log if line.kind == "damage"), None):
        return dict(struck.harm).get("hull", 0)
    return 0 if umpire.log and umpire.log[0].result == "0 damage" else None


@pytest.mark.parametrize(
    "rules", [{}, {"last_row_rake": "lost"}, {"rigging_half": "volley"}, {"rigging_rake": "current"}]
)
@pytest.mark.parametrize("crossed", [(0, 0, 0, 0), (2, 0, 0, 0), (3, 3, 1, 0), (3, 3, 3, 1)])
@pytest.mark.parametrize("aim", ["", RIGGING])
@pytest.mark.parametrize("side", ["abeam", "astern"])
def test_hull_points_of_a_broadside(side: str, aim: str, crossed: tuple[int, ...], rules: dict[str, Any]) -> None:
    state = meeting(side, crossed, rules)
    firer, target = state.ships["tern"], state.ships["target"]
    mount = next(one for one in ("port", "starboard") if fires(state, one))
    shot = Broadside(mount, "target", aim)
    assert side_dice(firer, mount, 15.0) == 1 and rakes(firer, target, state.house) == (side == "astern")

    def play(umpire: Umpire) -> None:
        there = meeting(side, crossed, rules)
        fire(there, umpire, there.ships["tern"], shot)

    found, missed = every_die(play, taken, MOST)
    told = odds_of(state, "tern", (shot,))[0].chances
    assert missed < 1e-4
    for points, chance in enumerate(told):
        assert found.get(points, 0.0) == pytest.approx(chance, abs=missed + 1e-9), points
    assert sum(points * chance for points, chance in found.items()) == pytest.approx(
        sum(points * chance for points, chance in enumerate(told)), abs=12 * missed + 1e-9
    )


def fires(state: SailState, side: str) -> bool:
    """Return whether a side of the sloop bears."""
    return refusal(state, state.ships["tern"], side, state.ships["target"]) is None


@pytest.mark.parametrize("side", ["abeam", "astern"])
@pytest.mark.parametrize("crossed", [(2, 0, 0, 0), (3, 2, 0, 0)])
def test_a_row_that_ends_and_the_fire_that_follows(side: str, crossed: tuple[int, ...]) -> None:
    """Against the readings beside the odds, which are rounded to a per cent."""
    state = meeting(side, crossed, {})
    mount = next(one for one in ("port", "starboard") if fires(state, one))
    shot = Broadside(mount, "target")

    def play(umpire: Umpire) -> None:
        there = meeting(side, crossed, {})
        fire(there, umpire, there.ships["tern"], shot)
        umpire.tell(umpire.log[0])  # nothing more is rolled

    def told(umpire: Umpire) -> tuple[bool, bool] | None:
        ended = any("row" in line.reason for line in umpire.log if line.kind == "damage")
        burns = any(line.result == "on fire" for line in umpire.log)
        over = len(umpire.log) > 1 and umpire.log[-1] is umpire.log[0]
        return (ended, burns) if over or burns else None

    found, missed = every_die(play, told, MOST + 1)
    readings = {words: value for words, value, _ in odds_of(state, "tern", (shot,))[0].readings}
    for words, at in (("a row ends", 0), ("on fire at once", 1)):
        chance = sum(part for ends, part in found.items() if ends[at])
        value = readings.get(words, "0 %").replace("none", "0").replace("certain", "100").split()[0]
        assert float(value) / 100 == pytest.approx(chance, abs=missed + 0.00501), words


@pytest.mark.parametrize("turns", range(7))
@pytest.mark.parametrize("rules", [{}, {"fire_growth": 2}, {"fire_ones": "natural"}])
def test_faces_on_which_a_fire_explodes(turns: int, rules: dict[str, Any]) -> None:
    def burning() -> SailState:
        state = at_sea(sailer(fire_from=2), **rules)
        state.turn = 2 + turns
        return state

    def play(umpire: Umpire) -> None:
        state = burning()
        roll_fire(state, umpire, state.ships["halcyon"])

    def told(umpire: Umpire) -> str | None:
        return "explodes" if any("explodes" in line.text for line in umpire.log) else "lives" if umpire.log else None

    found, missed = every_die(play, told, 1)
    state = burning()
    faces = exploding(state, state.ships["halcyon"])
    assert missed == 0.0 and found.get("explodes", 0.0) == pytest.approx(len(faces) / 6)
