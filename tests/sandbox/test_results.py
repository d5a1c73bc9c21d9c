"""What the dice of a plan come to, forced or not: hull, rows and systems of each ship, beside the mean of the fire at
it."""

from __future__ import annotations

import pytest

from game.core.display import Icon, Sheet, Track
from game.core.orders import Order
from game.rules.ships.ship import Ship
from game.sandbox.comparison import dice_to_come
from game.sandbox.results import lost as difference
from game.sandbox.results import results
from game.sandbox.sandbox import Sandbox
from game.ui.sandbox.panels.bottom_panel import lost_words
from tests.support.battles import paper
from tests.support.narrowing import narrow, present
from tests.support.ui.sandbox_driver import fresh

DUEL = paper(
    "Near",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 12, velocity: 0}
  vesper: {side: amber, design: vesper, at: [20, 26], course: 6, velocity: 0}
""",
    seed=7,
)
AT_SEA = """
version: 1
title: Astern
system: full-sail
seed: 5
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [30, 34], course: 6, velocity: 4}
  aiglette: {side: auvrac, design: aiglette, at: [36, 30], course: 3, velocity: 4}
victory: {kind: last-side, turns: 20}
"""


def planned(text: str, by: str, order: str) -> Sandbox:
    sandbox = fresh(text)
    sandbox.give(by, order)
    return sandbox


def force(sandbox: Sandbox, face: int, part: str = "/fire/") -> None:
    """Set every die of the rolls with that in their label, re-rolls included."""
    for _ in range(60):
        rolls = [one for one in dice_to_come(sandbox) if part in one.label]
        wanted = [(one.label, n) for one in rolls for n, by_hand in enumerate(one.by_hand) if not by_hand]
        if not wanted:
            return
        sandbox.force(*wanted[0], face)


def test_forced_dice_are_carried_through_to_hull_rows_and_systems() -> None:
    sandbox = planned(DUEL, "lancet", "fire B3>vesper")
    force(sandbox, 5)
    view, course = sandbox.start, sandbox.course()
    dice = sum(one.sides == 6 and "/fire/" in one.label for one in dice_to_come(sandbox))
    assert dice
    (one,) = results(sandbox)
    ended = course.view(sandbox.turn, "ends")
    assert ended is not None
    was, now = (narrow(one.state.ships["vesper"], Ship) for one in (view, ended))
    crossed = {track.label: track.before - track.after for track in one.tracks}
    assert one.ship == "vesper" and one.boxes == was.hull - now.hull == crossed.get("Hull", 0)
    assert crossed.get("Armour") == sum(was.armour) - sum(now.armour) > 0, (
        "armour is told, and no part of the mean of the hull"
    )
    assert one.mean == pytest.approx(
        sum(odds.mean for odds in present(course.view(1, "after")).odds(view_order(sandbox)))
    )


def view_order(sandbox: Sandbox) -> Order:
    """Return the order of fire as the plan gives it."""
    records = sandbox.course().battle.records
    return next(record.order for record in records if str(record.order).startswith("fire"))


def test_other_faces_come_to_something_else_and_the_mean_stays() -> None:
    one = planned(DUEL, "lancet", "fire B3>vesper")
    other = planned(DUEL, "lancet", "fire B3>vesper")
    force(one, 5)
    force(other, 1)
    (hit,), (missed,) = results(one), results(other)
    assert hit.tracks and missed.boxes == 0 and missed.mean == pytest.approx(hit.mean)
    assert not missed.tracks and not missed.systems


def test_a_rake_at_sea_ends_two_rows_below_and_loses_masts_and_guns() -> None:
    sandbox = planned(AT_SEA, "halcyon", "fire port>aiglette")
    assert sandbox.course().faults == {}
    force(sandbox, 5)
    force(sandbox, 5, "/threshold/")
    (one,) = results(sandbox)
    assert (one.ship, one.boxes) == ("aiglette", 10), "masts are no boxes that fire takes"
    assert one.mean == pytest.approx(8.0)
    assert {track.label: track.before - track.after for track in one.tracks} == {
        "Row 2": 5,
        "Row 3": 5,
        "Fore": 1,
        "Main": 1,
        "Mizzen": 1,
    }
    assert "anchor" in one.systems and lost_words(one).startswith("Row 2 5 → 0, row 3 5 → 0")


def test_nothing_is_told_of_a_turn_in_which_nothing_happens() -> None:
    assert results(fresh(DUEL)) == []


def tracks(hull: int, armour: int) -> tuple[Track, ...]:
    return Track("Hull", (4, 4, 4), hull, field="hull"), Track("Armour", (3,), armour, field="armour")


def test_rows_and_systems_are_the_difference_of_two_sheets() -> None:
    icons = (Icon("B1", "beam", "Beam 1"), Icon("B2", "beam", "Beam 2", state="lost"), Icon("SM", "salvo", "Salvo"))
    before = Sheet("A", "", "", "", "", (), tracks(10, 3), icons)
    after = Sheet(
        "A",
        "",
        "",
        "",
        "",
        (),
        tracks(3, 0),
        (Icon("B1", "beam", "Beam 1", state="killed"), icons[1], Icon("SM", "salvo", "Salvo", state="spent")),
        state="destroyed",
    )
    one = difference("a", before, after, 2.5)
    assert [(track.label, track.before, track.after, track.rows) for track in one.tracks] == [
        ("Hull", 10, 3, (1, 2)),
        ("Armour", 3, 0, ()),
    ]
    assert (one.systems, one.gone, one.boxes, one.mean) == (("Beam 1",), "destroyed", 7, 2.5)
