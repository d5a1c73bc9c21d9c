"""Bogeys, how they are revealed, and what scans show (full-thrust-base/6.19)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from game.battle.view import masked
from game.board.terrain import Body
from game.core.orders import Illegal, Unreadable
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.targeting import shots
from game.rules.display.ship_sheet import sheet
from game.rules.outcome.victory import fights_on
from game.rules.scenario.current_start import known_of
from game.rules.sensors.contact import ALL, BOGEY, MODEL, SCREENS, SYSTEMS, TYPE, SensorContact, as_dummy, known_level
from game.rules.sensors.detection import conceal, contacts, detect, learn
from game.rules.sensors.scan import Scan, covered, level_of, next_to_scan
from game.rules.ships.design import Mount
from game.rules.ships.ship import DUMMY, Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import carried_out, design, ship, state, told
from tests.support.duel import fire

BEAM, FCS, SCREEN = Mount("", "beam", 3, ("F", "FS", "FP")), Mount("", "fcs"), Mount("", "screen")
ENHANCED, SUPERIOR = Mount("", "sensors", mode="enhanced"), Mount("", "sensors", mode="superior")
ECM, AREA = Mount("", "ecm"), Mount("", "ecm", mode="area")


def met(
    apart: float = 40.0, *mounts: Mount, sensors: str = "bogeys", against: tuple[Mount, ...] = (), dummy: bool = False
) -> ThrustState:
    """Return a scout and an enemy that many MU ahead of it, both bogeys."""
    scout = ship("scout", "azure", (10.0, 2.0), built=design(BEAM, FCS, *mounts))
    prey = ship(
        "prey", "crimson", (10.0, 2.0 + apart), built=design(BEAM, FCS, SCREEN, *against, mass=80, hull=20, armour=3)
    )
    battle = state(scout, prey, sensors=sensors)
    conceal(battle, ("prey",) if dummy else (), {})
    return battle


def seen(battle: ThrustState, side: str = "azure", key: str = "prey") -> Ship:
    """Return the ship as a side is given it."""
    battle.phase = max(battle.phase, 0)
    found: Ship = masked(FULL_THRUST, battle, side).ships[key]
    return found


def test_a_bogey_shows_place_and_motion_and_nothing_else() -> None:
    battle = met()
    battle.ships["prey"].hull, battle.ships["prey"].velocity = 4, 7
    one = seen(battle)
    assert (one.name, one.design.ship_class, one.design.glyph) == ("Bogey 1", "bogey", "bogey")
    assert (one.at, one.velocity) == ((10.0, 42.0), 7)
    assert not one.design.mounts and not one.design.mass and not one.points and one.hull == one.design.hull == 0
    drawn = sheet(masked(FULL_THRUST, battle, "azure"), "prey")
    assert not drawn.tracks and not drawn.icons and "no more is known" in drawn.note
    assert seen(battle, "crimson").name == "Prey" and battle.ships["prey"].name == "Prey"


def test_its_own_sheet_says_that_it_is_a_bogey_and_never_how_much_a_scan_has_read() -> None:
    battle = met()
    assert "a bogey to the enemy" in sheet(battle, "prey").note
    said = set[str]()
    for level in (MODEL, TYPE, SYSTEMS, ALL):
        learn(battle, battle.ships["prey"], "azure", level)
        said.add(sheet(battle, "prey").note)
    assert len(said) == 1 and "to the enemy" not in said.pop()


def test_nobody_in_particular_sees_no_more_than_the_enemy_does() -> None:
    assert seen(met(), "").name == "Bogey 1"


def test_who_sees_all_sees_the_ship() -> None:
    assert masked(FULL_THRUST, met(), None).ships["prey"].name == "Prey"


def test_neither_planets_nor_clouds_stand_in_the_way_of_sensors_and_scans() -> None:
    for kind, apart in (("planet", 36.0), ("dust", 36.0), ("planet", 54.0), ("dust", 54.0)):
        battle = met(apart)
        battle.table = replace(battle.table, bodies=(Body("between", kind, "Between", (10.0, 20.0), 3.0),))
        told(partial(detect, battle)) if apart == 36.0 else carried_out(battle, Scan("scout", "prey"))
        assert seen(battle).name == "Prey", (kind, apart)


@pytest.mark.parametrize(("apart", "revealed"), [(36.0, True), (36.1, False)])
def test_enemies_within_36_mu_reveal_each_other(apart: float, revealed: bool) -> None:
    battle = met(apart)
    log = told(partial(detect, battle))
    assert (seen(battle).name == "Prey", seen(battle, "crimson", "scout").name == "Scout", bool(log)) == (revealed,) * 3
    assert contacts(battle) == (not revealed)


def test_a_bogey_is_not_aimed_at() -> None:
    battle = met(36.0)
    assert {shot.rule for shot in shots(battle, "scout", "prey")} == {"full-thrust-base/6.19"}
    view = masked(FULL_THRUST, battle, "azure")
    assert {shot.why_not for shot in shots(view, "scout", "prey")} == {"Bogey 1 is not aimed at before it is revealed"}
    told(partial(detect, battle))
    assert [shot.why_not for shot in shots(battle, "scout", "prey")] == [""]


def test_a_ship_that_fires_or_is_hit_gives_itself_away() -> None:
    battle = met(30.0)
    learn(battle, battle.ships["prey"], "azure", ALL)
    assert seen(battle, "crimson", "scout").name == "Bogey 1"
    fire(battle, "fire B3>prey", 1, by="scout")
    assert seen(battle, "crimson", "scout").name == "Scout"
    hit = met()
    told(partial(inflict, hit, harm=Harm("rock", "prey", (("normal", 2),), "rock")))
    assert seen(hit).hull == 20 and seen(hit).armour == (1,)


@pytest.mark.parametrize(("apart", "why"), [(54.0, ""), (54.1, "too far: 54.1 of 54 MU")])
def test_a_scan_reaches_54_mu_and_reveals_the_scanner_too(apart: float, why: str) -> None:
    battle = met(apart)
    if why:
        with pytest.raises(Illegal, match=why):
            Scan("scout", "prey").check(battle)
        assert not next_to_scan(battle)
        return
    assert [prompt.ids for prompt in next_to_scan(battle)] == [("scout",)]
    carried_out(battle, Scan("scout", "prey"))
    assert seen(battle).name == "Prey" and seen(battle, "crimson", "scout").name == "Scout" and not next_to_scan(battle)


def test_a_dummy_is_taken_away_when_it_is_revealed_and_never_counts() -> None:
    battle = met(dummy=True)
    prey = battle.ships["prey"]
    prey.design = as_dummy(prey.design)
    assert not prey.design.among(("beam", "fcs", "screen")) and prey.thrust == 6 and not fights_on(battle, "crimson")
    carried_out(battle, Scan("scout", "prey"))
    assert (prey.removed_reason == DUMMY and not contacts(battle)) or seen(battle, "crimson", "scout").name == "Scout"


@pytest.mark.parametrize(
    ("die", "added", "against", "level"),
    [
        (3, 2, 0, SYSTEMS),
        (3, 2, 2, TYPE),
        (1, 0, 0, BOGEY),
        (2, 0, 0, BOGEY),
        (2, 2, 0, SCREENS),
        (6, 2, 0, ALL),
        (6, 2, 6, BOGEY),
    ],
)
def test_the_table_of_scans(die: int, added: int, against: int, level: int) -> None:
    """T-sen1: superior sensors with a 3 make 5, all systems; with a 2 of countermeasures 3, mass and type."""
    assert level_of(die, added, against) == level


def test_superior_sensors_against_countermeasures() -> None:
    """T-sen1 at the table: dice 3 and 2."""
    battle = met(40.0, SUPERIOR, sensors="scan", against=(ECM,))
    log = carried_out(battle, Scan("scout", "prey"), 3, 2)
    assert known_level(battle, "azure", battle.ships["prey"]) == TYPE and log[-1].result == "mass and type"
    one = seen(battle)
    assert (one.name, one.design.mass, one.hull, one.armour, one.thrust, one.design.mounts) == (
        "Prey",
        80,
        20,
        (3,),
        0,
        (),
    )


@pytest.mark.parametrize(
    ("level", "keys", "hull"),
    [
        (MODEL, (), 0),
        (TYPE, (), 20),
        (SCREENS, ("SCR", "DRV"), 20),
        (SYSTEMS, ("B3", "FCS", "SCR", "DRV"), 20),
        (ALL, ("B3", "FCS", "SCR", "DRV"), 5),
    ],
)
def test_what_each_level_shows(level: int, keys: tuple[str, ...], hull: int) -> None:
    battle = met(sensors="scan")
    battle.ships["prey"].hull, battle.ships["prey"].lost = 5, {"B3"}
    learn(battle, battle.ships["prey"], "azure", level)
    one = seen(battle)
    assert (tuple(mount.key for mount in one.design.mounts), one.hull) == (keys, hull)
    assert (one.lost == {"B3"}) == (level == ALL) and known_level(
        masked(FULL_THRUST, battle, "azure"), "azure", one
    ) == level


def test_only_the_side_that_scans_reads_what_it_has_learnt() -> None:
    battle = met(40.0, ENHANCED, sensors="scan")
    log = carried_out(battle, Scan("scout", "prey"), 6)
    assert [(line.side, bool(line.dice)) for line in log if line.kind == "check"] == [("azure", True)]
    assert not any(line.dice for line in log if not line.side)
    assert (
        known_level(battle, "azure", battle.ships["prey"]) == ALL
        and known_level(battle, "crimson", battle.ships["scout"]) == MODEL
    )


def test_each_enemy_is_scanned_once_a_turn_and_by_sensors_alone_once_it_is_seen() -> None:
    battle = met(30.0, ENHANCED, sensors="scan")
    battle.ships["plain"] = ship("plain", "azure", (10.0, 4.0))
    told(partial(detect, battle))
    with pytest.raises(Illegal, match="no sensors"):
        Scan("plain", "prey").check(battle)
    carried_out(battle, Scan("scout", "prey"), 1)
    battle.acted.clear()
    with pytest.raises(Illegal, match="scanned this turn"):
        Scan("scout", "prey").check(battle)


def test_countermeasures_of_a_friend_cover_12_mu() -> None:
    battle = met(40.0, SUPERIOR, sensors="scan")
    battle.ships["veil"] = veil = ship("veil", "crimson", (22.0, 42.0), built=design(AREA))
    assert covered(battle, battle.ships["prey"])
    veil.at = (22.1, 42.0)
    assert not covered(battle, battle.ships["prey"]) and covered(battle, veil)


def test_the_panel_counts_the_dice() -> None:
    """Superior sensors: type, drives, systems on one face each, all on three; with countermeasures 36 throws."""

    def told_of(battle: ThrustState) -> dict[str, float]:
        return {part.words: round(36 * part.chance, 6) for part in Scan("scout").alternatives(battle)[0].parts}

    assert told_of(met(40.0, SUPERIOR, sensors="scan")) == {"all": 18, "systems": 6, "drives": 6, "type": 6}
    veiled = met(40.0, SUPERIOR, sensors="scan", against=(ECM,))
    assert told_of(veiled) == {"all": 3, "systems": 3, "drives": 4, "type": 5, "model": 21}
    assert told_of(met(40.0, SUPERIOR)) == {"all": 36}


def test_a_start_from_the_middle_keeps_what_is_known() -> None:
    battle = met(sensors="scan", dummy=True)
    learn(battle, battle.ships["scout"], "crimson", SCREENS)
    assert known_of(battle.ships["scout"], battle) == {"known": {"crimson": SCREENS}}
    assert known_of(battle.ships["prey"], battle) == {"known": {}, "dummy": True}
    again = met(sensors="scan")
    conceal(again, (), {"scout": {"crimson": SCREENS}, "prey": {"azure": ALL}})
    assert known_level(again, "crimson", again.ships["scout"]) == SCREENS and "prey" not in again.reserves
    assert isinstance(again.reserves["scout"], SensorContact)


@pytest.mark.parametrize("text", ["scan", "scan a b", "scans prey"])
def test_unreadable_scans_say_how_they_are_written(text: str) -> None:
    with pytest.raises(Unreadable, match="scan vesper"):
        Scan.parse("scout", text)
