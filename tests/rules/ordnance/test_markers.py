"""Salvos and heavy missiles: placing, the ship each takes, defence, damage, odds (full-thrust-base/6.5, 6.6)."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from game.board.terrain import Body
from game.core.display import Ring
from game.core.orders import Unreadable
from game.rules.counters.kinds import HeavyMissile, Salvo, StrikingOrdnance
from game.rules.defence.old_split import BEST_SPLIT
from game.rules.fighters import phases
from game.rules.fighters.group_overlays import piece_overlays
from game.rules.ordnance import markers
from game.rules.ordnance.launchers import ready, salvos_left
from game.rules.ordnance.marker_odds import marker_odds
from game.rules.ordnance.place_markers import PlaceMarkers, launches_nothing, next_to_launch
from game.rules.point_defence.defend import Defend, through
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import told
from tests.support.fighter_battles import BEAM_ONE, PDS, carrier, give, refusal, table
from tests.support.narrowing import narrow

WIDE = ("FP", "F", "FS")
SML, SMR, HEAVY = Mount("", "sml", arcs=WIDE), Mount("", "smr", arcs=WIDE), Mount("", "heavy_missile", arcs=("F",))
FOUR = Mount("", "magazine", size=8)


def archer(*mounts: Mount, at: tuple[float, float] = (10.0, 24.0)) -> Ship:
    """Return a ship on course 3 with these launchers, or with two on a magazine of four salvos."""
    found = carrier("bow", "azure", at, *(mounts or (SML, SML, FOUR)))
    found.course = found.facing = 3
    return found


def prey(key: str = "prey", at: tuple[float, float] = (30.0, 24.0), *mounts: Mount, **parts: Any) -> Ship:
    """Return a ship that lies still, with these systems."""
    found = carrier(key, "crimson", at, *(mounts or (PDS, BEAM_ONE, BEAM_ONE)), **{"hull": 40, **parts})
    found.velocity = 0
    return found


def placed(battle: ThrustState, text: str) -> None:
    """Place a ship's markers, and let each take its target."""
    give(battle, PlaceMarkers.parse("bow", text))
    told(partial(markers.take_targets, battle))


def hull(battle: ThrustState, key: str = "prey") -> tuple[int, int]:
    """Return hull and armour left."""
    one = battle.ships[key]
    return one.hull, sum(one.armour)


@pytest.mark.parametrize(
    "text", ["place none", "place SMLa 30,24", "place SMLa 30.25,24 SMLb -1.5,2", "place HM 20,24"]
)
def test_texts_read_back(text: str) -> None:
    order = PlaceMarkers.parse("bow", text)
    assert str(order) == text and PlaceMarkers.parse("bow", str(order)) == order


@pytest.mark.parametrize(
    "text", ["", "place", "put SMLa 3,4", "place SMLa", "place SMLa 3", "place 3,4", "place SMLa x,y"]
)
def test_what_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable, match=r"SMLa 31,12"):
        PlaceMarkers.parse("bow", text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("place SMLa 35,24", "reaches 24 MU, not 25 MU"),
        ("place SMLa 34.02,24", "reaches 24 MU, not 24.1 MU"),
        ("place SMLa 2,24", "bears into F, FS, FP"),
        ("place SMLc 20,24", "has no launcher “SMLc”"),
        ("place SMLa 20,24 SMLa 21,24", "named twice"),
        ("place SMLa 10,60", "lies on the table"),
        ("place SMLa 25,34", "Rock lies between"),
    ],
)
def test_a_marker_is_placed_in_reach_in_the_arcs_and_in_sight(text: str, why: str) -> None:
    battle = table(archer(), prey())
    battle.table = replace(battle.table, bodies=(Body("rock", "asteroid", "Rock", (17.5, 29.0), 1.0),))
    assert why in refusal(battle, PlaceMarkers.parse("bow", text)).why


def test_long_reach_takes_salvos_of_longer_range() -> None:
    battle = table(archer(SML, Mount("", "magazine", size=6, mode="ER")), prey())
    give(battle, PlaceMarkers.parse("bow", "place SML 46,24"))
    assert battle.counters["bow.SML"].mode == "ER" and salvos_left(battle, battle.ships["bow"]) == {"ER": 1}


def test_a_magazine_feeds_both_launchers_until_it_is_empty() -> None:
    battle = table(archer(SML, SML, Mount("", "magazine", size=6)), prey())
    bow = battle.ships["bow"]
    give(battle, PlaceMarkers.parse("bow", "place SMLa 30,24 SMLb 30,25"))
    battle.acted.clear()
    assert salvos_left(battle, bow) == {"": 1} and len(ready(battle, bow)) == 1
    assert "has 1 salvo left" in refusal(battle, PlaceMarkers.parse("bow", "place SMLa 30,24 SMLb 30,25")).why
    give(battle, PlaceMarkers.parse("bow", "place SMLb 30,24"))
    battle.acted.clear()
    assert ready(battle, bow) == () and next_to_launch(battle) == ()
    assert "no salvo left" in refusal(battle, PlaceMarkers.parse("bow", "place SMLb 30,24")).why


def test_a_rack_launches_once() -> None:
    battle = table(archer(SMR, HEAVY), prey())
    give(battle, PlaceMarkers.parse("bow", "place SMR 30,24 HM 30,24"))
    battle.acted.clear()
    assert ready(battle, battle.ships["bow"]) == ()
    assert "has been launched" in refusal(battle, PlaceMarkers.parse("bow", "place SMR 30,24")).why
    kinds = {type(one) for one in battle.counters.values()}
    assert kinds == {Salvo, HeavyMissile}


def test_a_marker_takes_the_closest_enemy_whatever_its_defences() -> None:
    """PD-36: 5 MU from X and 4 MU from Y, it takes Y; a friend that is nearer is not taken."""
    friend = carrier("mate", "azure", (30.0, 23.0))
    battle = table(archer(), prey("x", (35.0, 24.0), Mount("", "fcs")), prey("y", (30.0, 20.0), *(PDS,) * 6), friend)
    placed(battle, "place SMLa 30,24")
    assert battle.counters["bow.SMLa"].target == "y"


def test_a_die_decides_between_two_that_are_equally_far() -> None:
    battle = table(archer(), prey("x", (30.0, 28.0)), prey("y", (30.0, 20.0)))
    give(battle, PlaceMarkers.parse("bow", "place SMLa 30,24"))
    told(partial(markers.take_targets, battle), 2)
    assert battle.counters["bow.SMLa"].target == "y"


def test_a_marker_with_no_enemy_within_6_is_wasted() -> None:
    battle = table(archer(), prey(at=(36.1, 24.0)))
    placed(battle, "place SMLa 30,24")
    assert battle.counters["bow.SMLa"].removed_reason == "wasted"


def test_what_hits_is_counted_in_words() -> None:
    battle = table(archer(), prey())
    placed(battle, "place SMLa 30,22")
    attack = told(partial(markers.attack, battle), 1, 6)[0]
    assert attack.result == "1 hit: 6 damage"


@pytest.mark.parametrize(
    ("defence", "shot", "attack", "left"),
    [
        ("defend PDS>bow.SMLa", (6, 1), (2,), (40, 4)),  # T-sm1: two of two that lock on
        ("defend B1a>bow.SMLa B1b>bow.SMLa", (4, 6, 2), (5, 3, 1, 3, 6), (31, 0)),  # T-sm2: 13 points, 4 to armour
        ("defend none", (), (1, 6), (37, 1)),  # one at least
    ],
)
def test_salvos(defence: str, shot: tuple[int, ...], attack: tuple[int, ...], left: tuple[int, int]) -> None:
    """T-sm1, T-sm2: kills are taken from the missiles that lock on; half of each die to armour, the rest to the
    hull."""
    battle = table(archer(), prey(armour=4))
    placed(battle, "place SMLa 30,22")
    give(battle, Defend.parse("prey", defence))
    told(partial(phases.end_defence, battle), *shot)
    told(partial(markers.attack, battle), *attack)
    assert hull(battle) == left
    assert battle.counters["bow.SMLa"].removed_reason == "spent"


@pytest.mark.parametrize(("system", "killed"), [("PDS", True), ("B1a", False)])
def test_heavy_missiles(system: str, killed: bool) -> None:
    """T-hm1: a 5 of a PDS kills it, one of a class-1 beam does not; then it does three dice."""
    battle = table(archer(HEAVY), prey())
    placed(battle, "place HM 30,24")
    give(battle, Defend.parse("prey", f"defend {system}>bow.HM"))
    told(partial(phases.end_defence, battle), 5)
    told(partial(markers.attack, battle), *(() if killed else (1, 2, 3)))
    assert hull(battle)[0] == (40 if killed else 34)
    assert battle.counters["bow.HM"].removed_reason == ("shot down" if killed else "spent")


@pytest.mark.parametrize(("face", "words"), [(1, "1 locks on"), (2, "2 lock on")])
def test_how_many_missiles_lock_on_is_told_in_the_right_number(face: int, words: str) -> None:
    battle = table(archer(), prey())
    placed(battle, "place SMLa 30,24")
    events = told(partial(markers.attack, battle), face, *[1] * face)
    assert [event.reason for event in events if event.kind == "fire"] == [words]


def test_chances_are_those_of_the_dice() -> None:
    """The mean of what gets through, against four thousand attacks by dice."""
    battle = table(archer(), prey())
    placed(battle, "place SMLa 30,24 SMLb 30,23")
    order = Defend("prey").suggestion(battle)
    assert order is not None
    found = through(battle, battle.ships["prey"], {"prey": order.shots})
    placing = table(archer(), prey())
    made = [narrow(battle.counters[key], StrikingOrdnance) for key in ("bow.SMLa", "bow.SMLb")]
    before = marker_odds(placing, made[0], placing.ships["prey"], (made[1],))
    assert found is not None and found.mean == pytest.approx(before.mean) and before.notes[1:] == (BEST_SPLIT,)
    assert (before.shot_down, before.notes[0]) == ("1.6 of 12", "1.6 of 12 shot down first, on average")
    rolls, total = random.Random(1), 0.0
    for _ in range(4000):
        total += _played(rolls)
    assert total / 4000 == pytest.approx(found.mean, rel=0.04)


def _played(rolls: random.Random) -> int:
    """Return points of two salvos of which three dice shoot at each as the best division has it: PDS at one, both beams
    at the other."""
    points = 0
    for columns in (((0, 0, 0, 1, 1, 2),), ((0, 0, 0, 0, 1, 1),) * 2):
        kills = 0
        for column in columns:
            face = rolls.randint(1, 6)
            kills += column[face - 1]
            while face == 6:
                face = rolls.randint(1, 6)
                kills += column[face - 1]
        points += sum(rolls.randint(1, 6) for _ in range(max(0, rolls.randint(1, 6) - min(6, kills))))
    return points


def test_what_is_suggested_can_be_given_and_the_form_leads_to_it() -> None:
    battle = table(archer(), prey(at=(30.0, 24.0)))
    best = PlaceMarkers("bow").suggestion(battle)
    assert best is not None and best.legal(battle) and len(best.places) == 2
    values = PlaceMarkers("bow").domain(battle)
    assert set(values) == {"SMLa", "SMLb"} and None in values["SMLa"]
    first = PlaceMarkers("bow").with_value("SMLa", (30.0, 24.0))
    assert first.value("SMLa") == (30.0, 24.0) and first.with_value("SMLa", None) == PlaceMarkers("bow")
    assert PlaceMarkers("bow").odds(battle, {}) == () and len(first.odds(battle, {})) == 1
    end = first.toward(battle, (60.0, 24.0))
    assert end is not None and str(end.order) == "place SMLa 30,24 SMLb 33.9,24"


def test_places_are_called_by_what_they_mean_and_keep_their_order() -> None:
    battle = table(archer(), prey(), prey("other", (28.0, 20.0)))
    order = PlaceMarkers("bow")
    offered = [tuple(order.domain(battle)["SMLa"])]
    words = [order.value_words(battle, "SMLa", value) for value in offered[0]]
    assert words[0] == "kept"
    assert sorted(words[1:]) == ["Other, if it goes straight on", "Prey, if it goes straight on"]
    for value in offered[0][1:]:
        offered.append(tuple(order.with_value("SMLa", value).domain(battle)["SMLa"]))
    assert len(set(offered)) == 1, "a place that is chosen stays where it stood"
    elsewhere = order.with_value("SMLa", (12.0, 24.0))
    assert elsewhere.value_words(battle, "SMLa", (12.0, 24.0)) == "no enemy comes within reach, if all go straight on"
    near = order.with_value("SMLa", offered[0][1])
    assert near.brief(battle).startswith("Salvo missile launcher a: ") and "straight on" in near.brief(battle)


def test_whoever_waits_may_launch_nothing() -> None:
    battle = table(archer(), prey())
    prompt = next_to_launch(battle)[0]
    assert (prompt.side, prompt.ids) == ("azure", ("bow",))
    give(battle, launches_nothing(battle, prompt))
    assert next_to_launch(battle) == () and not battle.counters


def test_a_marker_shows_from_how_far_it_takes_a_ship() -> None:
    battle = table(archer(), prey())
    placed(battle, "place SMLa 30,22")
    (shown,) = piece_overlays(battle, "bow.SMLa")
    assert isinstance(shown, Ring) and (shown.at, shown.radius, shown.tone) == ((30.0, 22.0), 6.0, "azure")
