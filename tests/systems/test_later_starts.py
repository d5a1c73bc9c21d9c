"""A battle on hexes made a start at any turn holds all there is: written, read again, it stands as it stood (hex/2, 3,
4)."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.battle.loader import Opened, load_start_text
from game.board import hexes
from game.board.boards import HexBoard
from game.formats.validation import BadFile
from game.formats.yaml_writer import block
from game.players.match import Match
from game.rules.combat.targeting import FIRED, GUIDES
from game.rules.counters.kinds import Flight, Missile
from game.rules.hex.helm import EXCESS
from game.rules.hex.map import OFF_MAP
from game.rules.outcome.victory import LOSSES, points_brought, points_left
from game.rules.ships.ship import OUT, PORT
from game.rules.ships.thrust_state import ThrustState
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import of_state, open_start, plain
from game.sandbox.storage import open_sandbox, save
from game.systems import SYSTEMS
from game.systems.hexcess.movement.order import HexMove
from tests.support.battles import paper

PASSING = ("path", "thrust_used", "active_manoeuvres", "overkill")  # of a ship: what the next turn begins without
PLAYED = (
    "easyhex/shearing_time",
    "easyhex/great_drove",
    "hexcess/kessarine_drift",
    "hexcess/wayhouse_round",
    "hex12/between_the_rows",
    "hex12/long_way_round",
    "hex12/over_the_rows",
)
# what makes more happen: maps that scroll, green crews, ships that come back, cores that go, fighters and missiles
CHANGED: dict[str, dict[str, Any]] = {
    "hexcess/kessarine_drift": {
        "house": {"map": "scroll", "core_systems": True, "fleet_morale": "ships"},
        "quality": "green",
        "faster": 3,
    },
    "hexcess/wayhouse_round": {"house": {"late_return": True, "core_systems": True}, "designs": {"crook": "pinfold"}},
    "easyhex/great_drove": {"house": {"core_systems": True, "fleet_morale": "ships"}},
    "hex12/between_the_rows": {"house": {"table_edge": "return", "core_systems": True, "manoeuvres": "all"}},
    "hex12/over_the_rows": {"house": {"pd_rules": "pdl"}, "designs": {"sling": "longdrove"}},
}


def scenario(name: str, seed: int) -> Opened:
    """Return one of the scenarios, livelier, with everything that may be lost on the way."""
    data = yaml.safe_load((ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    more = CHANGED.get(name, {})
    data["house"] = {**data.get("house", {}), **more.get("house", {})}
    for ship in data["ships"].values():
        ship["design"] = more.get("designs", {}).get(ship["design"], ship["design"])
        ship["velocity"] = ship.get("velocity", 0) + more.get("faster", 0)
        if "quality" in more:
            ship["quality"] = more["quality"]
    rocks = {"kind": "asteroid", "hexes": [[12, -1], [13, -3]], "course": 4, "velocity": 2}
    data["table"].setdefault("terrain", []).append(rocks)
    return load_start_text(block({**data, "seed": seed}), "test.yaml")


def beyond(battle: Battle) -> bool:
    """Play a move straight off a map that scrolls, wherever one may: random players keep to what they see."""
    if HexMove not in battle.phase.accepts:
        return False
    state = battle.state
    drafts = [HexMove(key) for prompt in battle.prompts() for key in prompt.ids if key in state.ships]
    ways = [one.with_value("scroll", way) for one in drafts for way in one.domain(state).get("scroll", ()) if way]
    move = next((one for one in ways if battle.why_not(one) is None), None)
    if move is not None:
        battle.play(move)
    return move is not None


@lru_cache
def moments(name: str, seed: int) -> tuple[tuple[Opened, int], ...]:
    """Return a random battle of it, and the lengths of its journal at which a turn begins."""
    opened = scenario(name, seed)
    battle, begins, turn = opened.battle, list[int](), 1
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), seed)
    while not battle.state.outcome and battle.state.turn < 9 and (beyond(battle) or match.step()):
        if battle.state.turn != turn and not battle.state.outcome:
            turn = battle.state.turn
            begins.append(len(battle.records))
    return tuple((opened, length) for length in begins)


def standing(state: ThrustState) -> dict[str, Any]:
    """Return all of a state that the turns to come hang on, as plain values; bodies without their keys, which follow
    from the file."""
    ships = {
        key: {one.name: getattr(ship, one.name) for one in fields(ship) if one.name not in PASSING}
        for key, ship in state.ships.items()
    }
    for ship in ships.values():
        ship["status_flags"] = {
            mark for mark in ship["status_flags"] if mark != EXCESS and not mark.startswith((FIRED, GUIDES))
        }
        ship["timers"], ship["design"] = dict(ship["timers"]), ship["design"].key
    bodies = sorted(
        (b.kind, b.name, b.at, b.course if b.velocity else 0, b.velocity, b.port) for b in state.table.bodies
    )
    return {
        "ships": ships, "counters": {key: one for key, one in state.counters.items() if one.in_play}, "bodies": bodies,
        "fields": sorted(map(len, _whole(state).values())), "board": state.table.board, "turn": state.turn,
        "away": OFF_MAP.all(state), "losses": LOSSES.all(state),
        "sides": state.sides, "victory": state.victory, "house": state.house,
    }  # fmt: skip


def _whole(state: ThrustState) -> dict[str, list[str]]:
    """Return hexes by what they are a part of, clouds alone: each rolls by itself as a field."""
    found: dict[str, list[str]] = {}
    for body in state.table.bodies:
        if body.kind in ("dust", "debris"):
            found.setdefault(body.part_of or body.key, []).append(body.key)
    return found


EVERY = [pytest.param(name, seed, id=f"{name.rpartition('/')[2]}-{seed}") for name in PLAYED for seed in range(4)]


@pytest.mark.parametrize(("name", "seed"), EVERY)
def test_a_start_at_a_random_turn_stands_as_the_battle_stood(name: str, seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    found = moments(name, seed)
    assert len(found) > 2
    for opened, length in chance.sample(found, 3):
        state = opened.battle.at(length)
        data, missing = of_state(opened.battle, state, plain(opened))
        assert missing == []
        again = open_start(data)
        assert standing(again.battle.state) == standing(state)
        path = save(Sandbox(again), tmp_path / f"{length}.yaml")
        assert standing(open_sandbox(path).opened.battle.state) == standing(state), "written and read again"


def test_what_is_held_is_really_held() -> None:
    """Over all those battles: counters, ships lost, off the map and out of control, zig-zags, a window that has
    moved."""
    seen: set[str] = set()
    for name in PLAYED:
        for seed in range(4):
            for opened, length in moments(name, seed):
                state = opened.battle.at(length)
                seen |= {one.kind for one in state.counters.values() if one.in_play}
                seen |= {mark for ship in state.ships.values() for mark in ship.status_flags if mark in (OUT, PORT)}
                seen |= {ship.removed_reason for ship in state.ships.values()}
                seen |= {clock for ship in state.ships.values() for clock, _ in ship.timers}
                board = state.table.board
                seen |= {"window"} if isinstance(board, HexBoard) and (board.west, board.north) != (0, 0) else set()
    wanted = {Flight.kind, Missile.kind, "plasma", OUT, PORT, "destroyed", "left", "away", "bridge", "window"}
    assert wanted <= seen, wanted - seen


def unnumbered(stands: dict[str, Any]) -> dict[str, Any]:
    """Return the same without the numbers of counters: what was launched and is gone is in no start, and counts there
    no longer."""
    counters = [
        replace(one, id=re.sub(r"-\d+$", "", one.id), name=re.sub(r" \d+$", "", one.name))
        for one in stands["counters"].values()
    ]
    return {**stands, "counters": sorted(counters, key=repr)}


@pytest.mark.parametrize("name", ["easyhex/shearing_time", "hexcess/wayhouse_round", "hex12/between_the_rows"])
def test_the_next_turn_comes_to_the_same(name: str) -> None:
    """The same orders and dice from a start as from where it was taken: every turn of a battle of each game."""
    assert len(moments(name, 2)) > 3
    for (opened, length), (_, after) in pairwise(moments(name, 2)):
        again = open_start(of_state(opened.battle, opened.battle.at(length), plain(opened))[0]).battle
        for record in opened.battle.records[length:after]:
            again.play(again.read(record.order.by, str(record.order)), record.faces)
        assert unnumbered(standing(again.state)) == unnumbered(standing(opened.battle.at(after)))


FILE = """\
title: On hexes
system: easyhex
seed: 3
turn: 2
table: {hexes: [30, 24], window: [4, 2]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  pinfold: {side: azure, design: pinfold, at: [6, 10], course: 2, velocity: 4}
  tuff: {side: amber, design: tuff, at: [24, -4], course: 8, velocity: 4, spent: [MTa]}
counters:
  pinfold.HGRb: {at: [9, 4], course: 2, count: 5, flown: 6}
  tuff.MTa: {at: [20, -2], course: 8, age: 3}
victory: {turns: 8}
"""


def test_counters_stand_in_a_file_as_their_launchers_made_them() -> None:
    state = load_start_text(FILE, "test").battle.state
    wing, missile = state.counters["pinfold.HGRb"], state.counters["tuff.MTa"]
    assert (wing.kind, wing.name, wing.side, wing.mode, wing.count, wing.total) == (
        Flight.kind,
        "Swallow",
        "azure",
        "interceptor",
        5,
        6,
    )
    assert isinstance(missile, Missile)
    assert (missile.name, missile.age, missile.count, missile.home) == ("Tuff missile a", 3, 1, "tuff")
    assert wing.at == hexes.at((9, 4)) and state.table.board.west == 4 and state.table.board.north == 2


@pytest.mark.parametrize(("old", "new", "why"), [
    ("pinfold.HGRb:", "fold.HGRb:", "there is no ship 'fold'"),
    ("pinfold.HGRb:", "pinfold.B1:", "Pinfold launches nothing from 'B1'"),
    ("count: 5", "count: 7", "there were only 6 of it"),
    ("at: [9, 4]", "at: [2, 4]", "this hex is off the table"),
    ("course: 8, age: 3", "course: 9, age: 3", "course 9 runs through a corner of the hexes"),
    ("age: 3", "target: nobody", "there is no ship 'nobody'"),
    ("spent: [MTa]", "marks: [out of controll]",
     "no rule knows the mark 'out of controll'. Did you mean 'out of control'?"),
    ("spent: [MTa]", "clocks: {bridg: 2}", "no rule knows the clock 'bridg'. Did you mean 'bridge'?"),
    ("spent: [MTa]", "away: {course: 4}", "only a ship that is away comes back"),
    ("spent: [MTa]", "hull: 0", "has 6 hull boxes"),
])  # fmt: skip
def test_what_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(BadFile) as bad:
        load_start_text(FILE.replace(old, new), "test")
    assert why in " ".join(f"{one.message}. {one.hint}" for one in bad.value.problems)


def test_a_core_system_that_is_lost_belongs_to_a_battle_that_is_under_way() -> None:
    ship = load_start_text(FILE, "test").battle.state.ships["tuff"]
    bridge = next(mount.key for mount in ship.design.mounts if mount.kind == "bridge")
    text = FILE.replace("spent: [MTa]", f"lost: [{bridge}], clocks: {{bridge: 2}}")
    text = text.replace("easyhex\n", "easyhex\nhouse: {core_systems: true}\n")
    ship = load_start_text(text, "test").battle.state.ships["tuff"]
    assert ship.timer("bridge") == 2 and bridge in ship.lost
    with pytest.raises(BadFile):
        load_start_text(text.replace("turn: 2", "turn: 1"), "test")


def test_a_ship_that_is_lost_is_lost_to_the_score_as_well() -> None:
    other = "scoria: {side: amber, design: scoria, at: [25, -4], course: 8}"
    text = FILE.replace("spent: [MTa]}", f"fate: destroyed, hull: 0}}\n  {other}")
    state = load_start_text(text.replace("  tuff.MTa: {at: [20, -2], course: 8, age: 3}\n", ""), "test").battle.state
    assert state.ships["tuff"].removed_reason == "destroyed" and not state.ships["tuff"].in_play
    assert points_brought(state, "amber") - points_left(state, "amber") == state.ships["tuff"].points


@pytest.mark.parametrize("system", [key for key, one in SYSTEMS.items() if hasattr(one.files, "rolls")])
def test_a_ship_that_is_away_is_brought_back_by_what_the_file_says_or_the_file_is_refused(system: str) -> None:
    """By the edge it left by in space and on twelve courses, by its course in Hexcess Thrust; in Easier HexThrust
    never."""
    own, other = ("lancet", "vesper") if system == "full-thrust" else ("crook", "karst")

    def file(gone: str) -> str:
        return paper(
            "Away",
            f"""\
  one: {{side: azure, design: {own}, at: [3, 9], course: 2}}
  gone: {{side: azure, design: {own}, at: [1, 12], course: 2, {gone}}}
  two: {{side: amber, design: {other}, at: [20, 3], course: 8}}
""",
            system,
            table="" if system == "full-thrust" else "{hexes: [30, 24]}",
        )

    good = {"easyhex": "fate: left", "hexcess": "fate: away, away: {course: 8, turned: 3}"}.get(
        system, "fate: away, marks: ['edge:left']"
    )
    opened = load_start_text(file(good), "test")
    while opened.battle.state.turn == 1:
        order = nothing_more(opened.battle)
        assert order is not None
        opened.battle.play(order)
    assert opened.battle.state.ships["gone"].in_play is (system != "easyhex")
    for bad, why in (
        ("fate: away", "nothing says how a ship that is away comes back"),
        ("fate: struck, arrives: 3", "does not arrive"),
        ("fate: away, marks: ['edge:nowhere']", "no rule knows the mark 'edge:nowhere'"),
    ):
        with pytest.raises(BadFile) as wrong:
            load_start_text(file(bad), "test")
        assert why in str(wrong.value), bad


def test_a_ship_in_hexcess_left_along_a_row() -> None:
    text = FILE.replace("system: easyhex", "system: hexcess").replace("spent: [MTa]", "fate: away, away: {course: 3}")
    with pytest.raises(BadFile, match="course 3 runs through a corner"):
        load_start_text(text, "test")


def test_counters_are_under_way_in_every_game_that_moves_them() -> None:
    """Missiles in all three on hexes (hex/2.2/ordnance, 3.4, 4); nova plasma in Easier HexThrust alone."""
    for system in ("easyhex", "hexcess", "hex12"):
        load_start_text(FILE.replace("system: easyhex", f"system: {system}"), "test")
    plasma = FILE.replace("design: tuff", "design: caldera").replace(", spent: [MTa]", "").replace("MTa", "NOVA")
    load_start_text(plasma, "test")
    for system in ("hexcess", "hex12"):
        with pytest.raises(BadFile, match="in this game no plasma is under way"):
            load_start_text(plasma.replace("system: easyhex", f"system: {system}"), "test")
