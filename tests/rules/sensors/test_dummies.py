"""Nothing tells which bogey is a dummy, or which carries no weapons, until it is revealed (6.19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import pygame
import pytest

from game.battle.battle import NOBODY, Battle, fingerprint
from game.battle.idling import passed_over
from game.battle.loader import open_battle
from game.battle.view import masked
from game.cli import main
from game.core.orders import Id, Illegal, Order
from game.players.random_player import random_order
from game.rules.combat.weapons import gun_works
from game.rules.outcome.ramming import ram
from game.rules.sensors.contact import BOGEY, known_level
from game.rules.sensors.detection import conceal
from game.rules.sensors.scan import Scan, next_to_scan
from game.rules.ships.damage_control import next_to_repair
from game.rules.ships.ship import CLOAKED, DUMMY
from game.rules.ships.thrust_state import ThrustState
from game.rules.special.cloaks import appear, vanish
from game.rules.turn.firing import nothing_bears
from game.systems.full_thrust.system import FULL_THRUST
from game.ui.battle.screen import BattleScreen
from tests.battle.test_secrecy import known as answers
from tests.rules.sensors.test_hidden import PASSAGE
from tests.support.battles import idle, unmarked
from tests.support.builders import ship, state, told
from tests.support.ui.page_driver import plain

TEXT = """\
version: 1
title: Echoes
system: full-thrust
house: {%s}
table: {width: 120, height: 80}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  a1: {side: azure, design: lanthorn, at: [30, 20], course: 3, velocity: 2}
  a2: {side: azure, design: %s, at: [30, 26], course: 3, velocity: 2}
  b1: {side: amber, design: vesper, at: [50, 20], course: 9, velocity: 2}
  b2: {side: amber, design: %s, at: [82, 40], course: 9, velocity: 2%s}
  b3: {side: amber, design: %s, at: [82, 10], course: 9, velocity: 2%s}
victory: {kind: last-side, turns: 10}
"""
SWAPPED = ("b2", "b3")
ARMS = {
    "guns": ("lancet", "kiln", "vesper"),
    "ordnance": ("rookery", "bellows", "eyrie"),
    "alike": ("lancet", "kiln", "kiln"),
}
HOUSES = {
    "scan": "sensors: scan", "bogeys": "sensors: bogeys", "levels": "sensors: scan, pd_rules: pdl",
    "boarding": "sensors: scan, boarding: true, manoeuvres: all",
}  # fmt: skip
ASKED = {"Write orders", "Ships fire"}
SEATS = ("azure", NOBODY)


def twins(folder: Path, house: str, arms: str, seed: int) -> tuple[Battle, Battle]:
    """Return a battle with one dummy among the bogeys, and the same with another."""
    a2, b2, b3 = ARMS[arms]
    found = []
    for number, marks in enumerate(((", dummy: true", ""), ("", ", dummy: true"))):
        path = folder / f"{number}.yaml"
        path.write_text(TEXT % (HOUSES[house], a2, b2, marks[0], b3, marks[1]), encoding="utf-8")
        found.append(open_battle(path, seed=seed).battle)
    return found[0], found[1]


def hidden(battle: Battle) -> bool:
    """Return whether both of the ships that were swapped are still bogeys to the other side."""
    ships = [battle.state.ships[key] for key in SWAPPED]
    return battle.state.outcome is None and all(
        one.in_play and known_level(battle.state, "azure", one) == BOGEY for one in ships
    )


def order_of_both(first: Battle, second: Battle, chance: Random) -> Order:
    """Return an order that may be given in both battles and shows neither bogey: that of the table or a player, or
    nothing more."""
    if (order := passed_over(first)) is None:
        locked = first.state.ready if first.phase.secret else ()
        asked = chance.choice([one for one in first.prompts() if one.side not in locked])
        order = random_order(first.glance(asked.side), asked, chance)
        shows = isinstance(order, Scan) and {order.by, order.target} & set(SWAPPED)
        if shows or second.why_not(order) is not None:
            idle = first.phase.idle
            assert idle is not None
            order = idle(first.state, asked)
    return order


def in_step(first: Battle, second: Battle, seed: int, turns: int = 4) -> Iterator[tuple[Battle, Battle]]:
    """Yield both battles after each order that is given in both, for as long as neither has shown what was swapped."""
    chance = Random(seed)
    while first.state.turn <= turns and hidden(first) and hidden(second):
        yield first, second
        assert repr(passed_over(first)) == repr(passed_over(second)), "who is passed over"
        order = order_of_both(first, second, chance)
        first.play(order)
        second.play(order)


def outside(battle: Battle, side: Id) -> dict[str, Any]:
    """Return everything that a seat may see of the battle: log, prompts, phases, moments and turns."""
    view = battle.view(side)
    return {
        "log": [repr(line) for line in view.log], "prompts": view.prompts(), "phase": view.phase.name,
        "phases": [present for _, present in view.phases], "length": view.length, "moments": list(battle.moments(side)),
        "then": view.then(), "turns": view.turns(), "turns again": view.turns(fresh=True),
    }  # fmt: skip


def parts(before: Any, after: Any, at: str = "") -> list[str]:
    """Return where two states differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return [found for key in before for found in parts(before[key], after[key], f"{at}/{key}")]
    return [] if before == after else [f"{at}: {before} or {after}"]


@pytest.mark.parametrize("arms", ARMS)
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_tells_which_of_two_bogeys_is_the_dummy(tmp_path: Path, house: str, arms: str, seed: int) -> None:
    """Another dummy, the same orders as far as both may give them: for the other seat and a passer-by all is equal."""
    steps, phases = 0, set[str]()
    for first, second in in_step(*twins(tmp_path, house, arms, seed), seed):
        steps += 1
        phases.add(first.phase.name)
        for side in SEATS:
            before, after = outside(first, side), outside(second, side)
            for name in before:
                assert before[name] == after[name], f"{name}, for {side or 'a passer-by'}, in “{first.phase.name}”"
            if steps % 4 == 1 and first.phase.name in ASKED:
                told, again = answers(first.view(side), 5), answers(second.view(side), 5)
                assert {name for name in told if told[name] != again[name]} == set(), parts(
                    told["state"], again["state"]
                )
    assert steps > 12 and phases >= ASKED, phases


def drawn(battle: Battle, seed: int) -> bytes:
    """Return the battle screen of the other seat; nothing where it asks the side whose dummy it is, which knows it."""
    screen, window = BattleScreen(battle), pygame.display.set_mode((1280, 800))
    screen.flow.seat = "azure"
    for _ in range(40):
        screen.tick(0.1)
    if screen.model.view.side != "azure":
        return b""
    screen.draw(window)
    return bytes(pygame.image.tobytes(window, "RGB"))


@pytest.mark.parametrize("arms", ["guns", "ordnance"])
def test_no_frame_tells_it(tmp_path: Path, arms: str) -> None:
    phases = set[str]()
    with plain():
        for first, second in in_step(*twins(tmp_path, "scan", arms, 1), 1):
            if first.phase.name not in phases and (seen := drawn(first, 1)):
                phases.add(first.phase.name)
                assert seen == drawn(second, 1), first.phase.name
    assert len(phases) > 2


def test_a_dummy_rams_nobody_and_looks_as_if_it_did(tmp_path: Path) -> None:
    """Too far away a dummy and a ship read alike; where there should be a crash it is an echo, and harms nobody."""
    attacker, target = ship("echo", "azure", (10.0, 10.0)), ship("prey", "crimson", (10.0, 11.0))
    battle = state(attacker, target, sensors="scan")
    conceal(battle, ("echo",), {})
    before = target.hull, target.armour
    lines = told(partial(ram, battle, attacker=attacker, target=target), 6, 6, 1)
    assert [line.result for line in lines[:2]] == ["holds its course", "contact"] and "is an echo" in lines[2].text
    assert attacker.removed_reason == DUMMY and (target.hull, target.armour) == before and len(lines) == 3


def test_a_ram_at_a_dummy_names_it_as_each_reader_knows_it(tmp_path: Path) -> None:
    """The key of a dummy says what it is, and orders are written with keys."""
    path = tmp_path / "echo.yaml"
    text = TEXT % ("sensors: scan", "lancet", "kiln", "", "clinker", ", dummy: true")
    path.write_text(text.replace("b3:", "phantom:"), encoding="utf-8")
    opened = open_battle(path, seed=1)
    idle(opened, "Write orders")
    order = opened.battle.view("azure").read("a1", "P1 RAM phantom")
    assert opened.battle.view("azure").briefly(order) == "P1, ram Bogey 3"
    opened.battle.play(order)
    idle(opened, "Ships fire")
    for side, name in (("azure", "Bogey 3"), ("amber", "Phantom"), (NOBODY, "Bogey 3")):
        view = opened.battle.view(side)
        lines = [event.log_line(view.state.names) for event in view.log]
        assert sum(f"| P1, ram {name} |" in line for line in lines) == 1, side
        assert name == "Phantom" or not any("phantom" in line.lower() for line in lines), side


@pytest.mark.parametrize("changes", [{"hull": 3}, {"drive_hits": 1}, {}])
def test_who_is_asked_to_mend_tells_no_damage_from_before_the_battle(changes: dict[str, Any]) -> None:
    prey = ship("prey", "crimson", (10.0, 15.0))
    for name, value in changes.items():
        setattr(prey, name, value)
    battle = state(ship("hunter", "azure", (10.0, 10.0)), prey, sensors="scan")
    conceal(battle, (), {})
    assert [(one.side, one.ids) for one in next_to_repair(battle)] == [("azure", ("hunter",)), ("crimson", ("prey",))]


def test_a_bogey_that_cloaks_is_a_bogey_still() -> None:
    one = ship("lurker", "azure", (10.0, 10.0))
    battle = state(one, ship("prey", "crimson", (60.0, 40.0)), sensors="scan")
    conceal(battle, (), {})
    one.set_timer(CLOAKED, 2)
    told(partial(vanish, battle))
    battle.phase = 0
    seen = masked(FULL_THRUST, battle, "crimson").ships["lurker"]
    assert (seen.name, seen.removed_reason, seen.at) == ("Bogey 1", CLOAKED, (0.0, 0.0))
    one.set_timer(CLOAKED, 1)
    told(partial(appear, battle))
    assert masked(FULL_THRUST, battle, "crimson").ships["lurker"].name == "Bogey 1"
    assert one.in_play and masked(FULL_THRUST, battle, "azure").ships["lurker"].name == "Lurker"


def older(path: Path) -> str:
    """Return a save as it was before those that can do nothing were asked."""
    opened = open_battle(path)
    again = open_battle(path).battle
    again.back_to(0)
    lines = [line for line in unmarked(path.read_text(encoding="utf-8")).splitlines() if not line.startswith("#")]
    script, kept = lines.index("script:") + 1, list[str]()
    for line, record in zip(lines[script:], opened.battle.records, strict=True):
        unsaid = again.phase.name == "Ships fire" and nothing_bears(again.state, record.order.by)
        kept += [] if unsaid and not armed_before(again, record.order.by) else [line]
        again.play(record.order, record.faces)
    return "\n".join([*lines[:script], *kept, ""])


def armed_before(battle: Battle, key: Id) -> bool:
    one = battle.state.ships.get(key)
    return one is None or bool(gun_works(one) and one.working("fcs"))


@pytest.mark.parametrize("turns", ["1", "3"])
def test_a_save_from_before_they_were_asked_comes_to_the_same(tmp_path: Path, turns: str) -> None:
    path = tmp_path / "new.yaml"
    asked = ["battle", str(PASSAGE), "--seed", "77", "--turns", turns, "--save", str(path)]
    assert main.main(asked) == 0
    text = older(path)
    old = tmp_path / "old.yaml"
    old.write_text(text, encoding="utf-8")
    before, after = open_battle(path).battle, open_battle(old).battle
    assert text.count("\n- ") < len(before.records) and not after.verify()
    assert fingerprint(before.state) == fingerprint(after.state)
    assert [str(line) for line in before.log] == [str(line) for line in after.log]


def scanning() -> ThrustState:
    """Dark Passage with all ships in reach of each other's scans."""
    state = open_battle(PASSAGE, seed=1).battle.state
    for one in state.ships.values():
        one.at = (40.0 + 45 * (one.side == "amber"), 24.0)
    return cast(ThrustState, state)


def test_a_dummy_is_asked_whom_it_scans_and_can_scan_nobody() -> None:
    """Its own side is told why; what it could name, and who is asked, are as of any ship."""
    state = scanning()
    (prompt,) = next_to_scan(state)
    fleet = state.fleet(prompt.side)
    assert prompt.ids == tuple(one.id for one in fleet) and any(one.dummy for one in fleet)
    for one in fleet:
        scans = [Scan(one.id, enemy.id) for enemy in state.enemies(one.side)]
        assert Scan(one.id).domain(state)["target"] == ("", *(scan.target for scan in scans))
        assert Scan(one.id).legal(state) and [scan.legal(state) for scan in scans] == [not one.dummy] * len(scans)
        assert len(Scan(one.id).alternatives(state)) == (0 if one.dummy else len(scans))
        if one.dummy:
            with pytest.raises(Illegal, match=f"{one.name} is a dummy, and has nothing to scan with") as refused:
                scans[0].check(state)
            assert refused.value.rule == "full-thrust-base/6.19"
            unlike = masked(FULL_THRUST, state, state.enemies(one.side)[0].side)
            assert Scan(one.id, scans[0].target).legal(unlike), "the other side cannot tell it from a ship"


def test_in_a_battle_from_before_that_ruling_a_dummy_scans() -> None:
    state = scanning()
    state.house = {**state.house, "dummy_scans": True}
    dummy = next(one for one in state.fleet("azure") if one.dummy)
    scans = [Scan(dummy.id, enemy.id) for enemy in state.enemies("azure")]
    assert all(scan.legal(state) for scan in scans) and len(Scan(dummy.id).alternatives(state)) == len(scans)


def test_nobody_advises_a_dummy_to_scan() -> None:
    state = scanning()
    for key, one in state.ships.items():
        found = Scan(key).suggestion(state)
        assert found is not None and bool(found.target) is not one.dummy
