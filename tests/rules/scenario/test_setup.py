"""How a ship is when a battle begins: what its entry says of damage, and what cannot be (full-thrust-base/2.4, 5.2,
9.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.formats.yaml_source import BadFile
from game.rules.scenario.setup import _armour
from game.rules.ships.ship import Ship, drive_steps

BATTLE = """\
title: A duel
system: full-thrust
designs:
  own: {{name: Own, class: cruiser, mass: 40, hull: 28, drive: {{thrust: {thrust}}},
         systems: [{{kind: fcs}}, {{kind: pds, count: {pds}}}]}}
sides: {{azure: {{name: Azure League}}, amber: {{name: Amber Pact}}}}
ships:
  lancet: {{side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6{lancet}}}
  other: {{side: amber, design: own, at: [40, 20], course: 9{other}}}
"""


def laid(folder: Path, lancet: str = "", other: str = "", thrust: int = 4) -> dict[str, Ship]:
    path = folder / "battle.yaml"
    text = BATTLE.format(
        lancet=lancet and ", " + lancet, other=other and ", " + other, thrust=thrust, pds=11 - 2 * thrust
    )
    path.write_text(text, encoding="utf-8")
    return open_battle(path).battle.state.ships


def test_steps_of_a_drive() -> None:
    assert [drive_steps(rating) for rating in (0, 1, 2, 6)] == [0, 1, 2, 2]


def test_a_drive_that_is_lost_gives_no_thrust_and_is_won_back_step_by_step(tmp_path: Path) -> None:
    for told in ("lost: [DRV]", "drive_hits: 2", "lost: [DRV], drive_hits: 1"):
        lancet = laid(tmp_path, told)["lancet"]
        assert (lancet.thrust, lancet.drive_hits, lancet.lost) == (0, 2, {"DRV"}), told
    half = laid(tmp_path, "drive_hits: 1")["lancet"]
    assert (half.thrust, half.lost) == (3, set())


def test_a_drive_of_one_is_dead_after_one_hit(tmp_path: Path) -> None:
    other = laid(tmp_path, "", "drive_hits: 1", thrust=1)["other"]
    assert (other.thrust, other.lost) == (0, {"DRV"})


@pytest.mark.parametrize(
    ("lancet", "sentence"),
    [
        ("drive_hits: 3", "the main drive of Lancet can be hit 2 times"),
        ("lost: [BRIDGE]", "Command bridge works when a battle begins"),
        ("lost: [CORE]", "Power core works when a battle begins"),
        ("lost: [B9]", "Lancet has no system 'B9'"),
        ("hull: 25", "Lancet has 24 hull boxes"),
        ("armour: 99", "armour boxes"),
    ],
)
def test_damage_that_cannot_be_is_refused(tmp_path: Path, lancet: str, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        laid(tmp_path, lancet)


def test_what_is_left_of_layers_is_left_inside() -> None:
    """The outermost layer goes first (full-thrust-base/5.2)."""
    assert [_armour((4, 3, 2), left) for left in (None, 9, 8, 5, 4, 1, 0)] == [
        (4, 3, 2),
        (4, 3, 2),
        (4, 3, 1),
        (4, 1, 0),
        (4, 0, 0),
        (1, 0, 0),
        (0, 0, 0),
    ]
    assert _armour((), 0) == () and _armour((5,), 2) == (2,)


def test_no_more_of_a_drive_is_beyond_repair_than_was_hit(tmp_path: Path) -> None:
    laid(tmp_path, "drive_hits: 1, drive_gone: 1")
    laid(tmp_path, "lost: [DRV], drive_gone: 2")
    for told in ("drive_gone: 1", "drive_hits: 1, drive_gone: 2", "lost: [DRV], drive_gone: 3"):
        with pytest.raises(BadFile) as bad:
            laid(tmp_path, told)
        (problem,) = bad.value.problems
        assert problem.path == "ships.lancet.drive_gone" and "cannot be beyond repair" in problem.message
