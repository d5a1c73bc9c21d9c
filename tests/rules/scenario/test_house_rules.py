"""House rules and editions: every value of every rule changes what happens, and each is read in one place (12)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.idling import passed_over
from game.battle.loader import open_battle
from game.board.geometry import in_thousandths
from game.core.orders import Illegal
from game.players.match import Match
from game.rules.combat.weapons import WEAPONS
from game.rules.counters.kinds import Flight, Salvo
from game.rules.defence.bands import RULE as PDL
from game.rules.defence.bands import missile_band, salvo_level
from game.rules.fighters.move_fighters import MoveFighters
from game.rules.fighters.phases import end_defence
from game.rules.manoeuvres.archive import MANOEUVRES
from game.rules.manoeuvres.carriers.launch_fighters import FLIGHT_OPS
from game.rules.movement.cinematic import fly
from game.rules.movement.plot import Plot, flown
from game.rules.movement.thrust_limits import fault
from game.rules.movement.vector_flight import vector_flight
from game.rules.movement.vector_limits import vector_fault
from game.rules.movement.vector_plot import VectorPlot
from game.rules.outcome import table_edges, victory
from game.rules.point_defence.defend import Defend
from game.rules.point_defence.level import rules_of
from game.rules.scenario.house_rules import HOUSE, PROFILES
from game.rules.ships import damage_control
from game.rules.ships.damage import checked_systems, knock_out, strike
from game.rules.ships.design import Mount
from game.rules.ships.drive import drive_power
from game.rules.ships.ship import Ship
from game.rules.ships.terrain_hazards import wrecks
from game.rules.special import minefield
from game.systems import SYSTEMS
from game.systems.full_thrust.system import FULL_THRUST
from tests.rules.outcome.test_on_the_way import last_fleet
from tests.support.battles import IN_SPACE, SCENARIOS
from tests.support.builders import design, house, ship, state, umpire
from tests.support.duel import BEAM1, BEAM3, FCS, NEEDLE, TUBE, duel, fire, refusal, the_shot
from tests.support.fighter_battles import ADFC, carrier, flight, give, table
from tests.support.narrowing import narrow
from tests.support.settings import reform_rules as reform
from tests.support.settings.late_options import SEEN as MORE
from tests.support.settings.reform_attacks import lost_to_control
from tests.support.settings.start_rules import refusals

FULL = SYSTEMS["full-thrust"]
FIRST_LIGHT = next(path for path in SCENARIOS if path.stem == "first_light")
Rules = dict[str, Any]


def read(text: str) -> Plot:
    return Plot.parse("lancet", text)


def ordered(text: str, rules: Rules, **parts: Any) -> str:
    """Return the result of an order: the address of its refusal, or the path flown."""
    one = ship(**parts)
    try:
        read(text).check(state(one, **rules))
    except Illegal as reason:
        return reason.rule.removeprefix("full-thrust-base/")
    return str(flown(one, read(text), house(**rules)))


def beam_six(rules: Rules) -> int:
    """Return hull boxes lost to a beam die of 6, followed by a 4 where sixes roll again."""
    battle = duel(BEAM1, FCS, **rules)
    battle.ships["vesper"].lost.add("SCR")
    fire(battle, "fire B1>vesper", 6, *[4] * rules["rerolls"])
    return 24 - battle.ships["vesper"].hull


def slips(rules: Rules) -> list[bool]:
    return [fault(ship(thrust=6, velocity=8), read(text), house(**rules)) is None for text in ("P+S", "P2+S")]


def squadron(rules: Rules) -> bool:
    table = state(ship(velocity=6), ship("plover", at=(3, 0), velocity=6), **rules)
    try:
        Plot.parse("plover", "WITH lancet").check(table)
    except Illegal:
        return False
    return True


def turned_twice(rules: Rules) -> str:
    one = ship(thrust=1, velocity=6)
    one.turned = True
    return str(flown(one, read("P1"), house(**rules)))


def raked(rules: Rules) -> tuple[int, int]:
    """Return armour and hull left after two points from dead astern."""
    battle = duel(BEAM3, FCS, armour=3, **rules)
    battle.ships["vesper"].facing = 12
    fire(battle, "fire B3>vesper", 5, 5, 1)
    return sum(battle.ships["vesper"].armour), battle.ships["vesper"].hull


def hit_hard(rules: Rules, *faces: int, boxes: int = 3) -> Ship:
    """Return a ship of two systems after an attack on its twelve boxes; every face is rolled."""
    one, rolled = ship(built=design(BEAM1, hull=12)), umpire(*faces)
    strike(state(one, **rules), rolled, one, [("hull", boxes)], "test", "full-thrust-base/5.1")
    assert rolled.faces == faces
    return one


def checked(rules: Rules) -> tuple[int, bool]:
    one = hit_hard(rules, *(() if rules["thresholds"] == "batched" else (6, 1)))
    return one.pending, "B1" in one.lost


def sunk(rules: Rules) -> tuple[str, bool]:
    one = hit_hard(rules, boxes=12)
    return one.removed_reason, one.dies_after_phase


def core_lost(rules: Rules, kind: str, *faces: int) -> tuple[Ship, Any]:
    one = ship(built=design(Mount("", kind)))
    table = state(one, core_systems=True, **rules)
    knock_out(table, umpire(*faces), one, one.design.mounts[0])
    return one, table


def explosion(rules: Rules) -> str:
    _, table = core_lost(rules, "power_core")
    moments = {"start": damage_control.start_of_turn, "end": damage_control.end_of_turn}
    for name, moment in moments.items():
        dice = umpire(*[5] * (rules["core_explosion"] == name))
        moment(table, dice)
        if dice.rolls:
            return name
    return ""


def mended(rules: Rules) -> bool:
    one = ship(built=design(BEAM1))
    one.lost.add("B1")
    return bool(damage_control.next_to_repair(state(one, **rules)))


def torpedo(rules: Rules) -> int:
    one = ship(built=design(TUBE))
    return WEAPONS["torpedo"].number(house(**rules), one, one.design.mounts[0], 13)


def needle(rules: Rules) -> tuple[bool, int]:
    """Return whether it reaches 12 MU, and how many of the faces 4 and 5 cost a hull box."""
    reaches, lost = the_shot(duel(NEEDLE, FCS, at=(0.0, 12.0), **rules), "N").bears, 0
    for face in (4, 5):
        battle = duel(NEEDLE, FCS, at=(0.0, 5.0), **rules)
        fire(battle, "fire N>vesper:SCR", face)
        lost += 24 - battle.ships["vesper"].hull
    return reaches, lost


def shares(text: str, rules: Rules) -> bool:
    battle = duel(BEAM3, TUBE, NEEDLE, FCS, **rules)
    try:
        refusal(battle, text)
    except pytest.fail.Exception:
        return True
    return False


def burst(rules: Rules) -> int:
    """Return the number of clouds left by a ship that was destroyed by two points more than it had boxes."""
    one = hit_hard({}, boxes=14)
    table = state(one, **rules)
    wrecks(table, umpire(*[2] * rules["battle_debris"]))
    return len(table.table.bodies)


def struck(rules: Rules) -> str:
    return hit_hard(rules, 1, 1, *[6] * bool(rules["striking"])).removed_reason


def morale(rules: Rules) -> tuple[int, int]:
    """Return dice rolled, and ships that withdrew, when half the ships but most of the mass are gone."""
    big, small, foe = ship("big", mass=100), ship("small", mass=20), ship("vesper", "crimson")
    big.removed_reason = "destroyed"
    dice = umpire(*[1] * (rules["fleet_morale"] == "ships"))
    victory.end_of_turn(state(big, small, foe, **rules), dice)
    return len(dice.rolls), int(small.removed_reason == "left")


def over_the_edge(rules: Rules, *faces: int) -> str:
    one = ship(at=(75.0, 20.0), course=3, velocity=8)
    table_edges.after_movement(state(one, ship("vesper", "crimson", (60.0, 20.0)), **rules), umpire(*faces))
    return one.removed_reason


# rule: what is seen of it, given its value among the usual ones, and what must be seen of each value
def ready_on(rules: Rules) -> int:
    """Return the turn from which a group flies again that lands on turn 1, with a die of 6 where one is rolled."""
    battle = table(carrier("rook", "azure", (36.0, 24.0)), **rules)
    one = flight(battle, "rook", "HGRa", (40.0, 24.0))
    give(battle, MoveFighters(one.id, land=True), *[6] * (rules["fighter_rearming"] == "die"))
    return battle.counters[one.id].ready_on


def loses_heart(rules: Rules) -> bool:
    """Return whether a group that has lost three to point defence, with three left, drops its attack on a roll of 6."""
    battle = table(
        carrier("rook", "azure", (36.0, 24.0)), carrier("prey", "crimson", (40.0, 24.0), Mount("", "pds")), **rules
    )
    one = flight(battle, "rook", "HGRa", (38.0, 24.0), target="prey")
    give(battle, Defend.parse("prey", f"defend PDS>{one.id}"))
    end_defence(battle, umpire(6, 4, *[6] * rules["fighter_morale"]))
    return not battle.counters[one.id].target


def lends_in_flight_operations(rules: Rules) -> bool:
    """Return whether a ship that launches fighters may defend another."""
    prey, wing = (
        carrier("prey", "crimson", (40.0, 24.0)),
        carrier("wing", "crimson", (42.0, 24.0), Mount("", "pds"), ADFC),
    )
    battle = table(carrier("rook", "azure", (36.0, 24.0)), prey, wing, **rules)
    one = flight(battle, "rook", "HGRa", (38.0, 24.0), target="prey")
    battle.ships["wing"].status_flags |= {FLIGHT_OPS}
    try:
        Defend.parse("wing", f"defend PDS>{one.id}").check(battle)
    except Illegal:
        return False
    return True


def mine_dice(rules: Rules) -> int:
    """Return the number of dice that a mine throws."""
    return minefield.dice(house(**rules))


def rows(rules: Rules) -> list[str]:
    """Return the rows of a battle with fighters that are about point defence."""
    battle = table(carrier(), **rules)
    return [row.name for row in FULL_THRUST.phases if row.number in (7, 8) and row.present(battle)]


def after_the_moves(rules: Rules) -> str:
    """Return the first row in which somebody is asked once ships in range of each other have moved."""
    battle = open_battle(ROOT / "scenarios/demonstrations/full_thrust/plans.yaml", house=rules).battle
    for side in battle.state.sides:
        battle.play(battle.read(side, "lock"))
    while order := passed_over(battle):
        battle.play(order)
    return battle.phase.name


def out_of_range(rules: Rules) -> Battle:
    """Return a battle as ships fire, with nobody in range."""
    battle = open_battle(FIRST_LIGHT.with_name("long_line.yaml"), house=rules, seed=1).battle
    for side in battle.state.sides:
        battle.play(battle.read(side, "lock"))
    assert battle.phase.name == "Ships fire"
    return battle


SEEN: dict[str, tuple[Callable[[Rules], Any], dict[Any, Any]]] = {
    **MORE,
    "points_limit": (lambda rules: [refusals(rules, *[6] * ships) for ships in (2, 4, 6, 8, 12)], {
        "free": [0, 0, 0, 0, 0], 500: [1, 1, 1, 1, 1], 1000: [0, 1, 1, 1, 1], 1500: [0, 0, 1, 1, 1],
        2000: [0, 0, 0, 1, 1], 3000: [0, 0, 0, 0, 1]}),
    "start_zone": (lambda rules: refusals(rules, 6, 7, 8, 9, 10, 11, 12, 13), {"free": 0, 6: 7, 8: 5, 10: 3, 12: 1}),
    "fighter_rearming": (ready_on, {"die": 2, "always": 3}),
    "fighter_morale": (loses_heart, {False: False, True: True}),
    "adfc_in_flight_operations": (lends_in_flight_operations, {False: False, True: True}),
    "mine_dice": (mine_dice, {2: 2, 4: 4}),
    "pd_rules": (rows, {"base": ["Point defence", "Attacks"],
                        "pdl": ["Area defence", "Commit defence", "Actions", "Casualties"]}),
    "reroll_unscreened": (lambda rules: reform.level_mean("standard", 0, rules), {"band0": 1.2, "band1": 1.133}),
    "kinetic_reroll": (lambda rules: reform.level_mean("kinetic", 3, rules), {False: 0.5, True: 0.7}),
    "salvo_pdl": (lambda rules: salvo_level(5, 3, rules_of(house(**rules))), {"reduce": 3, "none": 5}),
    "partial_salvos": (lambda rules: reform.salvos_meet(rules, 0, 0, 3), {True: [3, 3, 3], False: [4, 4, 4]}),
    "advanced_missiles": (lambda rules: missile_band(5, rules_of(house(**rules)).advanced_missiles),
                          {False: 3, True: 2}),
    "shifted_rerolls": (lambda rules: reform.level_mean("attack", 3, rules, 1), {False: 0.6, True: 0.633}),
    "torpedo_reroll": (lambda rules: reform.level_mean("torpedo", 3, rules), {False: 0.667, True: 0.867}),
    "shift_floor": (lambda rules: reform.level_mean("attack", 1, rules), {True: 0.867, False: 1.2}),
    "screening_endurance": (lambda rules: narrow(
        reform.screened(rules, *(1,) * 12).counters["prey.HGR"], Flight).endurance_used,
                            {True: 1, False: 0}),
    "unnamed_screens": (reform.joins, {
        True: {"kinetic": True, "heavy kinetic": True, "heavy": True, "torpedo": False},
        False: {"kinetic": False, "heavy kinetic": False, "heavy": True, "torpedo": False}}),
    "screening_casualties": (reform.craft_lost, {True: 2, False: 0}),
    "adfc_told": (lost_to_control, {"action": 0, "turn": 1}),
    "advanced_screens": (lambda rules: reform.level_mean("kinetic", 3, rules, 1, True), {True: 0.333, False: 0.5}),
    "attack_after_dogfight": (reform.comes_through, {True: "prey", False: ""}),
    "barred_attack": (reform.barred, {True: (1, 1), False: (0, 0)}),
    "level_bolts": (reform.blasts, {"each": [12, 0], "one": [12, 3]}),
    "interceptors_attack": (lambda rules: reform.interceptors({"pd_rules": "pdl", **rules}),
                            {False: (False, 0.0, 0, 1), True: (True, 7.2, 12, 2)}),
    "level_beams": (reform.commits, {"each": [True] * 5, "all": [False, False, True, True, True]}),
    "rerolls": (beam_six, {False: 2, True: 3}),
    "odd_thrust_turn": (lambda rules: drive_power(ship(), 5, house(**rules)).turning, {"down": 2, "up": 3}),
    "sideslip": (slips, {"off": [False, False], "even": [True, False], "free": [True, True]}),
    "half_velocity": (lambda rules: in_thousandths(fly((0.0, 0.0), 12, 5, read("S3"), house(**rules))[0].path[-1]),
                      {"exact": (3.75, 2.165), "floor": (4.0, 1.732)}),
    "movement": (lambda rules: open_battle(FIRST_LIGHT, house=rules).battle.state.ships["halyard"].heading,
                 {"cinematic": None, "vector": 60.0}),
    "vector_form": (lambda rules: vector_fault(ship(), VectorPlot.parse("lancet", "TP3, MD6"), house(**rules)) is None,
                    {"fb1": True, "fb2": False}),
    "vector_rounding": (lambda rules: vector_flight(
        ship(velocity=14), VectorPlot.parse("lancet", "TS1, MD5"), house(**rules)).velocity, {"half": 18, "near": 19}),
    "stationary_spin": (lambda rules: ordered("S5", rules, thrust=4), {True: "S5", False: "2.1"}),
    "illegal_order": (lambda rules: ordered("P3+3", rules, thrust=4, velocity=8),
                      {"refuse": "2.1", "straight": "0", "clip": "P1+3"}),
    "slow_turn": (turned_twice, {False: "P1", True: "0"}),
    "squadrons": (squadron, {False: False, True: True}),
    "arcs": (lambda rules: the_shot(duel(BEAM3, FCS, at=(8.0, 10.0), **rules), "B3").arcs, {6: ("FS",), 4: ("F",)}),
    "boundary": (lambda rules: the_shot(on_the_line(rules), "B1").arcs,
                 {"clockwise": ("FP",), "dice": ("FP", "AP")}),
    "aft_fire": (lambda rules: the_shot(duel(BEAM1, FCS, at=(0.0, -5.0), **rules), "B1").bears,
                 {"coasting": True, "never": False}),
    "aft_armour": (raked, {False: (1, 24), True: (3, 22)}),
    "thresholds": (checked, {"at_once": (0, True), "batched": (1, False)}),
    "ask_every_ship": (lambda rules: str(passed_over(out_of_range(rules))), {False: "hold", True: "None"}),
    "fire_effect": (sunk, {"at_once": ("destroyed", False), "simultaneous": ("", True)}),
    "core_systems": (lambda rules: len(checked_systems(ship(built=design(Mount("", "bridge"))), house(**rules))),
                     {False: 1, True: 2}),
    "bridge": (lambda rules: core_lost(rules, "bridge", 6)[0].timer("bridge"), {"turns": 6, "for_good": 99}),
    "core_explosion": (explosion, {"start": "start", "end": "end"}),
    "damage_control": (mended, {True: True, False: False}),
    "torpedo_bands": (torpedo, {"FB": 4, "FT2": 5, "FT1": 6}),
    "needle": (needle, {"FB": (True, 1), "FT2": (False, 0), "XD": (True, 2)}),
    "needle_control": (lambda rules: shares("fire B3>vesper N>vesper:SCR", rules), {True: False, False: True}),
    "torpedo_control": (lambda rules: shares("fire B3>vesper PT>vesper", rules), {False: True, True: False}),
    "battle_debris": (burst, {False: 0, True: 1}),
    "striking": (struck, {False: "", True: "struck"}),
    "adviser": (lambda rules: open_battle(FIRST_LIGHT, house=rules).battle.view("azure").advises,
                {False: False, True: True}),
    "plans": (after_the_moves, {"off": "Ships fire", "plans": "Plan fire", "standing": "Write orders"}),
    "in_flight": (lambda rules: victory.outcome(last_fleet(Salvo, **rules)) is None, {"waits": True, "ends": False}),
    "fleet_morale": (morale, {"off": (0, 0), "mass": (0, 1), "ships": (1, 0)}),
    "floating_table": (over_the_edge, {False: "left", True: ""}),
    "table_edge": (lambda rules: over_the_edge(rules, *[4] * (rules["table_edge"] == "return")),
                   {"gone": "left", "return": "away"}),
    "profile": (lambda rules: tuple(sorted(FULL.settings(rules).items(), key=str)) != tuple(
        sorted(FULL.settings({}).items(), key=str)), {"FB": False, "FT2": True, "XD": True, "PC": True}),
}  # fmt: skip


def on_the_line(rules: Rules) -> Any:
    """Return a duel in which Vesper is just between two arcs of Lancet (T-arc2)."""
    battle = duel(BEAM1, FCS, **rules)
    battle.ships["lancet"].facing = 3
    return battle


PLAYED = {f"man.{one.code}" for one in MANOEUVRES}
BASE = [rule for rule in HOUSE if rule.group != "Manoeuvres"]  # the others: test_house_manoeuvres


def test_every_rule_and_every_value_is_tried() -> None:
    tried = {key: set(seen) for key, (_, seen) in SEEN.items()}
    assert {rule.key: {value for value, _ in rule.values} for rule in BASE} == tried


@pytest.mark.parametrize(("key", "value"), [(rule.key, value) for rule in BASE for value, _ in rule.values])
def test_every_value_of_a_house_rule_changes_what_happens(key: str, value: Any) -> None:
    look, seen = SEEN[key]
    assert look({key: value}) == seen[value]
    assert [other for other, what in seen.items() if what == seen[value]] == [value] or key == "profile"


def test_every_rule_is_read_in_one_place() -> None:
    """One module of the rules reads it; the edition is read only where its settings are put together (12). Whether a
    manoeuvre of the list is played, the manoeuvre itself says."""
    sources = [
        path for folder in ("board", "rules", "systems", "battle") for path in (ROOT / "game" / folder).rglob("*.py")
    ]
    texts = {str(path): path.read_text(encoding="utf-8") for path in sources if path.stem != "house_rules"}
    for rule in HOUSE:
        wanted = re.compile(rf'house(\[|\.get\(|, )"{rule.key}"')
        readers = [name for name, text in texts.items() if wanted.search(text)]
        assert len(readers) == (0 if rule.key in ("profile", *PLAYED) else 1), (rule.key, readers)


def test_an_edition_sets_only_rules_and_values_that_exist() -> None:
    known = {rule.key: [value for value, _ in rule.values] for rule in HOUSE}
    for name, settings in PROFILES.items():
        for key, value in settings.items():
            assert value in known[key], (name, key)
            assert value != next(rule.default for rule in HOUSE if rule.key == key), f"{name}: {key} is the usual value"


def test_what_the_editions_set() -> None:
    """Row by row of the table where editions differ (full-thrust-base/12)."""
    old, cross = FULL.settings({"profile": "FT2"}), FULL.settings({"profile": "XD"})
    assert (old["odd_thrust_turn"], old["half_velocity"], old["sideslip"], old["arcs"]) == ("up", "exact", "off", 4)
    assert (old["aft_fire"], old["rerolls"], old["torpedo_bands"], old["needle"]) == ("never", False, "FT2", "FT2")
    assert (old["torpedo_control"], old["needle_control"], old["damage_control"], old["slow_turn"]) == (
        True,
        True,
        False,
        False,
    )
    assert (cross["odd_thrust_turn"], cross["half_velocity"], cross["sideslip"], cross["arcs"]) == (
        "down",
        "floor",
        "free",
        6,
    )
    assert (cross["aft_fire"], cross["rerolls"], cross["torpedo_bands"], cross["needle"]) == ("never", True, "FB", "XD")
    assert (cross["slow_turn"], cross["bridge"], cross["core_explosion"]) == (True, "for_good", "end")
    assert (old["boundary"], cross["boundary"]) == ("clockwise", "dice")
    continuum = FULL.settings({"profile": "PC"})
    assert {key: value for key, value in continuum.items() if value != cross[key]} == {
        "profile": "PC",
        "thresholds": "batched",
        "fire_effect": "simultaneous",
        "reroll_modifiers": False,
        "mine_dice": 4,
        "ftl.bystanders": "2d6",
    }
    assert FULL.settings({"profile": "FT2", "arcs": 6})["arcs"] == 6  # what is chosen goes before the edition


@pytest.mark.parametrize("edition", ["FT2", "XD", "PC"])
@pytest.mark.parametrize("path", [path for path in IN_SPACE if path.stem != "long_line"], ids=lambda path: path.stem)
def test_the_fleets_fight_by_every_edition(path: Path, edition: str) -> None:
    """Designs made for six arcs serve in four: guns bear, and the battle comes to its end."""
    opened = open_battle(path, seed=5, house={"profile": edition})
    battle = opened.battle
    # players of another seed keep too far off to fire in the belt by the older edition
    Match(battle, dict.fromkeys(opened.file.sides, "random"), 6).play()
    assert battle.state.outcome and any(line.kind == "fire" and line.dice for line in battle.log)
    if edition == "FT2":  # the reform has re-rolls of its own
        again = (any(die.again for die in line.dice) and not line.rule.startswith(PDL) for line in battle.log)
        assert not any(line.kind == "repair" for line in battle.log) and not any(again)
