"""The rings of the yard are the exact means of the rules."""

from __future__ import annotations

import pytest

from game.battle.designs import design_data
from game.systems import SYSTEMS
from game.yard.draft import Draft
from game.yard.reach import reach

THREE = {"name": "Gun", "class": "hull", "mass": 20, "hull": 8, "systems": [{"kind": "fcs"}]}
DIE, AGAIN = 0.8, 1 / 6  # points of a beam die on a bare hull; a six is thrown again


def one_gun(key: str, **gun: object) -> Draft:
    return Draft(SYSTEMS[key], {**THREE, "systems": [{"kind": "fcs"}, gun]})


def test_a_beam_throws_a_die_less_in_each_band() -> None:
    draft = one_gun("full-thrust", kind="beam", **{"class": 3, "arcs": ["F", "FS"]})
    found = reach(draft.system, draft.now, 0)
    assert found.bands == ("0–12", "12–24", "24–36")
    for n, row in enumerate(found.points):
        assert row == pytest.approx([(3 - n) * DIE] * 2 + [0.0] * 4)
    screened = [reach(draft.system, draft.now, level).points[0][0] for level in (0, 1, 2)]
    assert screened == sorted(screened, reverse=True) and screened[2] < screened[0]


@pytest.mark.parametrize("key", ["hex12", "hexcess", "easyhex"])
def test_on_hexes_the_bands_are_hexes(key: str) -> None:
    system = SYSTEMS[key]
    draft = Draft(system, design_data(system, "basalt"))
    found = reach(system, draft.now, 0)
    near, far = (float(end) for end in found.bands[0].split("–"))
    assert near == 0 and far > 2
    assert all(row[1] == pytest.approx(row[-1]) for row in found.points), "a symmetrical ship"
    assert found.points[0][0] > found.points[1][0] > 0 and found.points[0][0] > found.points[0][3]
