"""Hexcess Thrust: who moves when, control, the end phase, crews and files (hex/2)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.idling import nothing_more
from game.battle.loader import Opened, load_start_text, open_battle
from game.board import hexes
from game.board.boards import HexBoard
from game.core.display import UncontrolledPath
from game.core.system import RuleSystem, prompts
from game.formats.validation import BadFile
from game.players.match import Match
from game.rules.hex.helm import EXCESS, control_chance
from game.rules.outcome import victory
from game.rules.scenario.battle_file import SpaceTable
from game.rules.ships.damage import ruin
from game.rules.ships.ship import OUT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.system import EASYHEX
from game.systems.hex12.system import HEX12
from game.systems.hexcess.movement import control
from game.systems.hexcess.movement.control import Declare
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.stacking import GiveWay
from game.systems.hexcess.system import HEXCESS
from tests.support.battles import idle, paper
from tests.support.builders import told, umpire
from tests.support.hexcess_battles import give, refused, sea, vessel, where
from tests.support.narrowing import each, narrow

BATTLE = paper(
    "On hexes",
    """\
  a1: {side: azure, design: crook, at: [4, 12], course: 2, velocity: 4}
  a2: {side: azure, design: wether, at: [4, 14], course: 2, velocity: 4}
  b1: {side: amber, design: karst, at: [24, -4], course: 8, velocity: 4}
  b2: {side: amber, design: shale, at: [24, -6], course: 8, velocity: 4}
  b3: {side: amber, design: tuff, at: [24, -8], course: 8, velocity: 4}
victory: {kind: last-side, turns: 6}
""",
    "hexcess",
    seed=5,
    table="{hexes: [30, 24]}",
)
SECRET = ("seed: 5", "seed: 5\nhouse: {excess: secret}")


def opened(*changes: tuple[str, str]) -> Opened:
    text = BATTLE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return load_start_text(text, "battle.yaml")


# -- control -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advanced", "recovering", "excess", "share"),
    [
        (False, False, True, 26),
        (True, False, True, 33),
        (False, True, False, 26),
        (False, True, True, 15),
        (True, True, False, 33),
        (True, True, True, 26),
    ],
)
def test_the_chances_of_control_rolls(advanced: bool, recovering: bool, excess: bool, share: int) -> None:
    """The table of hex/2.4."""
    ship = vessel("lancet", advanced=advanced)
    ship.status_flags = frozenset({EXCESS} if excess else ())
    assert control_chance(ship, recovering) * 36 == share


@pytest.mark.parametrize(
    ("advanced", "excess", "faces", "recovers"),
    [
        (False, False, (3, 3), True),
        (False, True, (3, 3), False),
        (True, True, (3, 3), True),
        (False, True, (4, 3), False),
    ],
)
def test_recovery(advanced: bool, excess: bool, faces: tuple[int, int], recovers: bool) -> None:
    """HX-38, and the recovery of HX-19."""
    state = sea(vessel("lancet", advanced=advanced), vessel("away"))
    for ship in state.ships.values():
        ship.status_flags = frozenset({OUT, *([EXCESS] if excess else [])})
    state.ships["away"].removed_reason = "away"
    control.recover(state, umpire(*faces))
    assert (OUT not in state.ships["lancet"].status_flags) == recovers and OUT in state.ships["away"].status_flags


def test_who_may_declare() -> None:
    state = sea(
        vessel("lancet"), vessel("lost"), vessel("dead", hits=2), vessel("base", thrust=0), vessel("weak", thrust=1)
    )
    state.ships["lost"].status_flags = frozenset({OUT})
    assert [ship.id for ship in control.declarable(state, "azure")] == ["lancet"]
    assert "out of control" in refused(state, "lost", "excess", Declare).why
    assert "no thrust" in refused(state, "dead", "excess", Declare).why
    (risk,) = Declare("lancet", True).risks(state)
    assert risk.chance == pytest.approx(10 / 36) and not Declare("lancet").risks(state)


def test_a_declaration_has_its_meter() -> None:
    state = sea(vessel("lancet", thrust=5))
    assert [Declare("lancet", excess).meter(state).parts[0][0] for excess in (False, True)] == [3, 5]


def test_the_chance_to_recover_stands_beside_the_order() -> None:
    """After Excess Thrust 8 or more is needed: 15 of 36."""
    state = sea(vessel("lancet", velocity=3))
    state.ships["lancet"].status_flags = frozenset({OUT, EXCESS})
    (risk,) = HexMove("lancet").risks(state)
    assert risk.chance == pytest.approx(15 / 36) and risk.tone == "good"


def test_a_roll_for_control_is_told_with_all_that_is_added() -> None:
    state = sea(vessel("lancet", quality="veteran", advanced=True))
    state.sealed["lancet"] = Declare("lancet", True)
    (line,) = told(partial(control.reveal_declarations, state), 2, 2)
    assert line.reason == "7 with veteran crew +1, advanced drive +2, needs 6" and line.result == "in control"
    state.ships["lancet"].status_flags |= {OUT}
    (line,) = told(partial(control.recover, state), 1, 2)
    assert line.reason == "4 with veteran crew +1, advanced drive +2, Excess Thrust this turn -2, needs 6"
    state.ships["lancet"].status_flags -= {EXCESS}
    assert told(partial(control.recover, state), 1, 2)[0].reason == "6 with veteran crew +1, advanced drive +2, needs 6"


def test_without_a_bridge_nobody_steers() -> None:
    """It goes straight on, as a ship out of control does; there is no roll that would bring the helm back."""
    state = sea(vessel("lancet", velocity=3))
    state.ships["lancet"].set_timer("bridge", 3)
    assert (
        refused(state, "lancet", "f S f f").rule == "hex/2.4" and "out of control" in refused(state, "lancet", "+1").why
    )
    assert "out of control" in refused(state, "lancet", "excess", Declare).why and not told(
        partial(control.recover, state)
    )
    (line,) = give(state, "lancet", "0")
    assert line.reason == "out of control, straight on" and where(state, "lancet") == (0, -3)


def test_a_ship_out_of_control_is_shown_to_go_where_she_must() -> None:
    state = sea(vessel("lancet", (2, 2), 1, 3))
    state.ships["lancet"].status_flags = frozenset({OUT})
    (token,) = each(HEXCESS.tokens(state), UncontrolledPath)
    assert token.label == "3 hexes, no helm" and hexes.hex_at(token.path[-1]) == (5, -1)
    give(state, "lancet", "0")
    (token,) = each(HEXCESS.tokens(state), UncontrolledPath)
    assert token.path == (hexes.at((5, -1)),) and where(state, "lancet") == (5, -1)


# -- a whole turn ------------------------------------------------------------------------------------------------------


def test_the_loser_of_the_initiative_moves_first_one_ship_each() -> None:
    """HX-70: A won, and has two ships to B's three: B, A, B, A, B."""
    battle = next(one for one in map(_seeded, range(20)) if one.battle.state.initiative[0] == "azure")
    idle(battle, "Move")
    sides = []
    while battle.battle.phase.name == "Move":
        (prompt,) = battle.battle.prompts()
        sides.append(prompt.side)
        order = nothing_more(battle.battle)
        assert order is not None
        battle.battle.play(order)
    assert sides == ["amber", "azure", "amber", "azure", "amber"]


def _seeded(seed: int) -> Opened:
    return opened(("seed: 5", f"seed: {seed}"))


def test_declarations_are_aloud_side_by_side_and_each_rolls_at_once() -> None:
    """The loser of the initiative names its ships first; the other side has seen its dice (hex/2.2, 2.4)."""
    battle = opened().battle
    winner, loser = battle.state.initiative
    asked = [ship.id for ship in battle.state.fleet(loser)]
    assert battle.phase.name == "Declare Excess Thrust" and not battle.phase.secret
    assert [(prompt.side, list(prompt.waiting)) for prompt in battle.prompts()] == [(loser, asked)]
    first, second, *_ = asked
    other = battle.state.fleet(winner)[0].id
    assert battle.why_not(Declare(other, True)) is not None, "its side is not asked yet"
    battle.play(Declare(first, True), [3, 3])
    assert narrow(battle.view(winner).state.ships[first], Ship).status_flags == {EXCESS} and not battle.state.sealed
    battle.play(Declare(second, True), [1, 3])
    assert narrow(battle.view(winner).state.ships[second], Ship).status_flags == {EXCESS, OUT}
    assert battle.why_not(Declare(second, True)) is not None, "it has been named"
    assert "one by one" in str(battle.why_not(Declare(loser, True)))
    battle.play(battle.read(loser, "no excess"))
    assert [prompt.side for prompt in battle.prompts()] == [winner]
    battle.play(Declare(other), ())
    battle.play(battle.read(winner, "no excess"))
    assert battle.phase.name == "Move" and not battle.state.ships[other].status_flags


def test_declarations_may_be_secret_until_both_have_locked() -> None:
    battle = opened(SECRET).battle
    assert battle.phase.secret and [prompt.side for prompt in battle.prompts()] == ["azure", "amber"]
    battle.play(battle.read("a1", "excess"))
    assert "a1" not in battle.view("amber").state.sealed and "a1" in battle.view("azure").state.sealed
    battle.play(battle.read("azure", "lock"))
    assert "locked" in str(battle.why_not(battle.read("a2", "excess")))
    battle.play(battle.read("amber", "lock"), [3, 3])
    assert battle.phase.name == "Move" and EXCESS in battle.state.ships["a1"].status_flags and not battle.state.sealed


def test_nothing_is_hidden_but_declarations_plans_and_written_moves() -> None:
    """So no curtain falls while sides move ship by ship, unless a house rule lets it."""
    rows = [row.name for row in HEXCESS.phases if row.secret and not row.plans]
    assert rows == ["Declare in secret", "Write moves"]
    battle = opened().battle
    assert not any(row.secret for row in HEXCESS.phases if row.present(battle.state))


@pytest.mark.parametrize("game", [HEXCESS, EASYHEX, HEX12])
def test_a_map_of_no_said_size_has_30_columns_and_24_rows(game: RuleSystem) -> None:
    board = game.board(SpaceTable(), game.settings({}))
    assert isinstance(board, HexBoard) and (board.columns, board.rows, board.floating) == (30, 24, False)


def test_the_sheet_tells_of_the_helm_and_of_excess_thrust() -> None:
    state = sea(vessel("lancet", velocity=3))
    assert OUT not in HEXCESS.sheet(state, "lancet", None).note
    state.ships["lancet"].status_flags = frozenset({OUT, EXCESS})
    found = HEXCESS.sheet(state, "lancet", None)
    assert found.note.endswith(OUT)
    assert {stat.label: stat.becomes for stat in found.stats}["Turn cost"] == "of 6 by Excess"


def test_excess_ends_with_the_turn_and_being_out_of_control_does_not() -> None:
    one = opened()
    battle = one.battle
    battle.play(battle.read("amber", "no excess"))
    for key, dice in (("a1", [3, 3]), ("a2", [1, 2])):
        battle.play(battle.read(key, "excess"), dice)
    ship = battle.state.ships["a2"]
    assert ship.status_flags == {EXCESS, OUT}
    idle(one, "Fire")
    while battle.state.turn == 1:
        order = nothing_more(one.battle)
        assert order is not None
        rolls = len(battle.prompts()) == 1 and len([s for s in battle.state.ships if s not in battle.state.acted]) == 1
        battle.play(order, [1, 1, 6, 1] if rolls else None)
    assert battle.state.ships["a2"].status_flags == {OUT} and not battle.state.ships["a1"].status_flags


def test_victory_is_checked_before_bodies_move() -> None:
    """HX-71: who is wrecked in the end phase is not lost to this turn's check; the next turn sees it."""
    state = sea(vessel("lancet"), vessel("vesper", side="amber"))
    state.victory = {"kind": "last-side", "turns": 9}
    end, last = (row for row in HEXCESS.phases if row.name in ("End phase", "Damage control"))
    end.begin(state, umpire(phase=7))
    assert victory.verdict(state) is None
    state.ships["vesper"].removed_reason = "destroyed"  # as a drifting asteroid would have it
    assert HEXCESS.outcome(state, False) is None and HEXCESS.outcome(state, True) is None
    state.ships["lancet"].status_flags = frozenset({OUT})
    last.begin(state, umpire(3, 3, phase=7))
    assert OUT not in state.ships["lancet"].status_flags
    state.turn = 2
    HEXCESS.phases[0].begin(state, umpire(4, turn=2, phase=1))
    outcome = HEXCESS.outcome(state, False)
    assert outcome is not None and outcome.winner == "azure"


def test_fire_may_count_together() -> None:
    """By option who is destroyed while ships fire is out of play only when all have fired
    (full-thrust-base/1.4/firing)."""
    for phase, doomed in ((5, True), (7, False)):
        state = sea(vessel("lancet"), fire_effect="simultaneous")
        ship = state.ships["lancet"]
        ruin(state, umpire(phase=phase), ship, "hex/2.2")
        assert ship.dies_after_phase == doomed and bool(ship.removed_reason) != doomed


def test_the_score_decides_at_the_check_of_the_last_turn() -> None:
    battle = opened(("turns: 6", "turns: 1"))
    while battle.battle.state.outcome is None:
        order = nothing_more(battle.battle)
        assert order is not None
        battle.battle.play(order)
    assert battle.battle.phase.name == "End phase" and battle.battle.state.turn == 1


def test_moves_may_be_written_and_made_together() -> None:
    """By option (hex/7): sealed, then all at once; two that end in one hex roll when they are set down."""
    one = opened(("seed: 5", "seed: 5\nhouse: {plotted: true}"), ("at: [24, -4], course: 8", "at: [8, 8], course: 8"))
    battle = one.battle
    idle(one, "Write moves")
    for key, text in (("a1", "f f f f +1"), ("b1", "0"), ("azure", "lock"), ("b2", "f f f f P")):
        battle.play(battle.read(key, text))
    assert where(battle.state, "a1") == (4, 12) and battle.view("amber").state.sealed.keys() == {"b1", "b2"}
    battle.play(battle.read("amber", "lock"))
    assert where(battle.state, "a1") == (8, 8) and battle.state.ships["a1"].velocity == 5
    assert where(battle.state, "b1") == (4, 12) and battle.phase.name == "Launch ordnance"
    assert battle.state.ships["b2"].course == 6


def test_who_has_locked_writes_no_more() -> None:
    one = opened(("seed: 5", "seed: 5\nhouse: {plotted: true}"))
    battle = one.battle
    idle(one, "Write moves")
    battle.play(battle.read("azure", "lock"))
    refusal = battle.why_not(battle.read("a1", "+1"))
    assert refusal is not None and refusal.why == "Tessera League has locked its orders"
    assert battle.why_not(battle.read("b1", "+1")) is None


def test_who_has_locked_declares_no_more() -> None:
    battle = opened(SECRET).battle
    assert battle.phase.name == "Declare in secret" and "one by one" in str(battle.why_not(Declare("azure")))
    battle.play(battle.read("azure", "lock"))
    refusal = battle.why_not(battle.read("a1", "excess"))
    assert refusal is not None and refusal.why == "Tessera League has locked its orders"
    assert battle.why_not(battle.read("b1", "excess")) is None


def test_plotted_ships_that_meet_are_asked_who_leaves() -> None:
    one = opened(("seed: 5", "seed: 5\nhouse: {plotted: true}"), ("at: [24, -4], course: 8", "at: [12, 4], course: 8"))
    battle = one.battle
    idle(one, "Write moves")
    battle.play(battle.read("azure", "lock"))
    battle.play(battle.read("amber", "lock"), [6, 1])
    (prompt,) = battle.prompts()
    assert battle.phase.name == "Move" and len(prompt.ids) == 1
    assert isinstance(nothing_more(one.battle), GiveWay)
    assert battle.view(prompt.side).draft(prompt.ids[0]) == GiveWay(prompt.ids[0])
    battle.play(battle.read(prompt.ids[0], "give way"))
    assert battle.phase.name == "Launch ordnance" and where(battle.state, "a1") != where(battle.state, "b1")


# -- crews, sheets, files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("crew", ["green", "regular", "veteran", "elite"])
def test_crews_of_which_nothing_is_said_are_as_the_house_rule_has_them(crew: str) -> None:
    """hex/5: regular, unless it was agreed otherwise; a file that says of a ship what its crew is keeps its word."""
    text = BATTLE.replace("system: hexcess\n", f"system: hexcess\nhouse: {{crew: {crew}}}\n")
    ships = load_start_text(text, "test").battle.state.ships
    assert {ship.quality for ship in ships.values()} == {crew}
    assert {ship.quality for ship in load_start_text(BATTLE, "test").battle.state.ships.values()} == {"regular"}
    said = load_start_text(text.replace("velocity:", "quality: green, velocity:", 1), "test").battle.state.ships
    assert [ship.quality for ship in said.values()] == ["green", *[crew] * (len(said) - 1)]
    assert control_chance(ships[next(iter(ships))]) == control_chance(vessel("lancet", quality=crew))


@pytest.mark.parametrize(("quality", "price"), [("green", 37), ("regular", 41), ("veteran", 46), ("elite", 50)])
def test_a_crew_has_its_price(quality: str, price: int) -> None:
    """HX-37: price 41 with every crew, wherever points are counted."""
    state = sea(vessel("lancet", quality=quality, points=41))
    assert (
        state.ships["lancet"].points
        == price
        == victory.points_brought(state, "azure")
        == victory.points_left(state, "azure")
    )
    assert HEXCESS.sheet is not None
    note = HEXCESS.sheet(state, "lancet", None).note
    assert f"{price} points" in note and (quality in note) == (quality != "regular")


def test_the_sheet_tells_what_a_side_costs_and_what_an_order_would_change() -> None:
    state = sea(vessel("lancet", velocity=5))
    assert HEXCESS.sheet is not None
    sheet = HEXCESS.sheet(state, "lancet", HexMove.parse("lancet", "4fSf+2"))
    stats = {stat.label: (stat.value, stat.becomes) for stat in sheet.stats}
    assert stats == {"Velocity": ("5", "7"), "Heading": ("N", "NE"), "Thrust": ("6", ""), "Turn cost": ("3 TP", "of 3")}
    swung = HEXCESS.sheet(state, "lancet", HexMove.parse("lancet", "face +2")).stats[-1]
    assert (swung.label, swung.value, swung.becomes) == ("Facing", "N", "SE")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("at: [4, 12], course: 2", "at: [4, 12], course: 3", "course 3 runs through a corner of the hexes"),
        ("at: [4, 14]", "at: [4, 12]", "A1 is in this hex"),
        ("velocity: 4}\n  a2", "velocity: 4, movement: vector}\n  a2", "do not move by vectors"),
        ("velocity: 4}\n  a2", "velocity: 4, inverted: true}\n  a2", "do not roll over"),
        ("velocity: 4}\n  a2", "velocity: 4, arrives: 3}\n  a2", "nobody arrives by FTL drive"),
        ("[30, 24]}", "[30, 24], terrain: [{kind: asteroid, hexes: [[4, 12]]}]}", "an asteroid is in this hex"),
    ],
)
def test_a_file_is_told_what_the_game_has_not(old: str, new: str, why: str) -> None:
    with pytest.raises(BadFile) as caught:
        opened((old, new))
    assert any(why in problem.message for problem in caught.value.problems)


@pytest.mark.parametrize(
    "rules",
    [{}, {"plotted": True}, {"excess": "secret"}, {"map": "floating"}, {"map": "scroll"}, {"asteroid_hit": "fatal"}],
)
@pytest.mark.parametrize("seed", range(4))
def test_random_players_bring_a_battle_to_its_end(rules: dict[str, object], seed: int, tmp_path: Path) -> None:
    path = tmp_path / "battle.yaml"
    path.write_text(BATTLE, encoding="utf-8")
    battle: Battle = open_battle(path, seed=seed, house=rules).battle
    match = Match(battle, dict.fromkeys(("azure", "amber"), "random"), seed)
    match.play()
    assert battle.state.outcome is not None and battle.verify() == []


def test_nobody_is_asked_for_a_side_that_cannot_declare() -> None:
    state: ThrustState = sea(vessel("lancet"), vessel("vesper", side="amber", hits=2))
    state.phase = 1
    assert [prompt.side for prompt in prompts(HEXCESS, state)] == ["azure"]
