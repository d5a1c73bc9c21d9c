"""Beam dice and point defence: every column, every re-roll (full-thrust-base/5.8, 6.12)."""

from __future__ import annotations

import pytest

from game.core.umpire import Recorded, Umpire, seeded_dice
from game.rules.ships.beam_dice import COLUMNS, Rerolls, beam_volley, point_defence, score
from game.rules.ships.ship import Hit

Faces = tuple[int, ...]


def forced(*faces: int) -> tuple[Umpire, Recorded]:
    dice = Recorded(faces)
    return Umpire(dice), dice


@pytest.mark.parametrize(
    ("label", "level", "first", "again", "hits"),
    [
        ("T-beam1", 2, (2, 3, 3, 4, 6, 6), (4, 6, 3), [("normal", 2), ("P", 3)]),
        ("T-beam2", 0, (1, 5, 6), (4,), [("normal", 3), ("P", 1)]),
        ("T-beam3", 1, (4, 5, 6), (6, 6, 4), [("normal", 3), ("P", 5)]),
        ("second edition, level 3", 3, (4, 5, 6), (1,), [("normal", 1)]),
        ("nothing at all", 0, (1, 2, 3), (), []),
        ("nothing again", 0, (6, 2), (3,), [("normal", 2)]),
    ],
)
def test_worked_volleys(label: str, level: int, first: Faces, again: Faces, hits: list[Hit]) -> None:
    umpire, dice = forced(*first, *again)
    assert beam_volley(umpire, len(first), level, "fire/a/B>b", Rerolls.MODIFIED)[0] == hits, label
    dice.finish()


def test_dice_say_which_were_rolled_again_and_which_scored() -> None:
    umpire, _ = forced(6, 4, 2)
    _, dice = beam_volley(umpire, 2, 1, "x", Rerolls.MODIFIED)
    assert [(die.face, die.scored, die.again) for die in dice] == [
        (6, True, False),
        (4, False, False),
        (2, False, True),
    ]
    assert [roll.label for roll in umpire.rolls] == ["T0.0/x", "T0.0/x/again"]


def test_a_second_round_of_rerolls_has_a_label_of_its_own() -> None:
    umpire, _ = forced(6, 6, 1)
    beam_volley(umpire, 1, 0, "x", Rerolls.MODIFIED)
    assert len({roll.label for roll in umpire.rolls}) == 3


def test_without_rerolls_a_six_is_only_a_six() -> None:
    umpire, dice = forced(6, 6)
    assert beam_volley(umpire, 2, 0, "x", Rerolls.NONE)[0] == [("normal", 4)]
    dice.finish()


def test_a_modifier_changes_the_reading_and_not_what_earns_a_reroll() -> None:
    """A class-2 beam under −1: 6 and 4 read as 5 and 3, the 6 still rolls again, its 5 reads as 4."""
    umpire, dice = forced(6, 4, 5)
    assert beam_volley(umpire, 2, 0, "x", Rerolls.MODIFIED, -1)[0] == [("normal", 1), ("P", 1)]
    dice.finish()
    umpire, dice = forced(6, 5, 6, 2)
    through = beam_volley(umpire, 2, 3, "x", Rerolls.MODIFIED, -1)[0]
    assert through == [("normal", 0), ("P", 1)], "re-rolls alone"
    umpire, dice = forced(3, 4, 5, 6, 2)
    assert beam_volley(umpire, 4, 0, "x", Rerolls.MODIFIED, 1)[0] == [("normal", 6)]


def test_by_option_a_reroll_is_read_as_it_falls() -> None:
    """Project Continuum: under −1 the first 6 reads as 5, the 6 it earns as 6 and the 4 after that as 4."""
    umpire, dice = forced(6, 6, 4)
    assert beam_volley(umpire, 1, 0, "x", Rerolls.PLAIN, -1)[0] == [("normal", 1), ("P", 3)]
    dice.finish()


def test_modified_faces_stay_on_the_die() -> None:
    assert score(1, 0, -1) == 0 and score(6, 0, 1) == 2 and score(6, 2, 1) == 1 and score(3, 2, 1) == 0


@pytest.mark.parametrize(("level", "mean"), [(0, 0.8), (1, 0.6333), (2, 0.4667)])
def test_mean_of_a_die_with_rerolls(level: int, mean: float) -> None:
    again = sum(COLUMNS[0]) / 5  # r = (sum + r) / 6
    assert (sum(COLUMNS[level]) + again) / 6 == pytest.approx(mean, abs=1e-4)
    rolled = 0
    for seed in range(40):
        hits, _ = beam_volley(Umpire(seeded_dice(seed)), 200, level, "x", Rerolls.MODIFIED)
        rolled += sum(points for _, points in hits)
    assert rolled / 8000 == pytest.approx(mean, abs=0.05)


@pytest.mark.parametrize(
    ("label", "by", "count", "faces", "kills"),
    [
        ("T-pd1", "pds", 1, (6, 6, 3), 4),
        ("T-pd2", "beam", 1, (6, 5), 2),
        ("a K-gun rolls no 6 again", "kgun", 2, (6, 4), 1),
        ("three PDS", "pds", 3, (3, 4, 5), 2),
        ("class-1 beams need 5", "beam", 2, (4, 5), 1),
    ],
)
def test_point_defence(label: str, by: str, count: int, faces: Faces, kills: int) -> None:
    umpire, dice = forced(*faces)
    assert point_defence(umpire, count, "pd/a", by)[0] == kills, label
    dice.finish()
