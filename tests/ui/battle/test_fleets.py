"""Few inputs for many ships: who can do nothing is passed over, one key for a side, the best target first, keys that
read on."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle, fingerprint
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.players.match import Match
from game.seating.seat_flow import SeatFlow
from game.ui.battle.panels.ship_list import note_of, reason
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.screen import Pop
from game.ui.input_modes.modes import by_worth
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated
from tests.support.ui.hex_driver import moving
from tests.support.ui.screen_driver import Sitting

pytestmark = pytest.mark.usefixtures("still")
FLEETS = paper(
    "Two of four bear",
    """\
  halyard: {side: azure, design: halyard, at: [4, 44], course: 9, velocity: 0}
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 0}
  glaive:  {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 0}
  plover:  {side: azure, design: plover, at: [4, 40], course: 9, velocity: 0}
  vesper:  {side: amber, design: vesper, at: [38, 22], course: 9, velocity: 0}
  cinder:  {side: amber, design: cinder, at: [30, 22], course: 9, velocity: 0, hull: 3, armour: 0}
""",
    seed=11,
)
GAMES = ("full_thrust", "full_sail", "hexcess", "power_hex")
SCENARIOS = [path for game in GAMES for path in sorted((ROOT / "scenarios" / game).iterdir())]


def firing(folder: Path, side: str = "azure") -> Seated:
    """As ships fire, with that side asked; nobody was told to go anywhere."""
    seat = Seated(folder, FLEETS)
    for key in seat.battle.state.sides:
        seat.battle.play(seat.battle.read(key, "lock"))
    assert seat.battle.phase.name == "Ships fire"
    if seat.battle.prompts()[0].side != side:
        seat.battle.play(seat.battle.read(seat.battle.prompts()[0].waiting[0], "hold"))
    seat.screen.turn_flow.settle()
    seat.settle()
    assert seat.screen.flow.seat == side
    return seat


def test_the_first_in_hand_can_fire_and_list_and_board_mark_who_can(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    model = seat.screen.model
    assert model.waiting[0] == "halyard" and model.chosen == "lancet"
    assert {key: note_of(model, key).words for key in model.waiting} == {
        "halyard": "nothing bears",
        "plover": "nothing bears",
        "lancet": "can fire",
        "glaive": "can fire",
    }
    assert seat.screen.scene.waiting == {"lancet", "glaive"}
    near = model.view.state.known_piece("cinder").name
    assert note_of(model, "halyard").why.startswith(f"{near} is ") and " MU away; " in note_of(model, "halyard").why
    assert not note_of(model, "lancet").why
    assert [reason(note_of(model, "halyard"), room, 14) for room in (100, 400)] == [
        "out of range",
        note_of(model, "halyard").why,
    ]
    (row,) = [one for one in seat.screen.focus.widgets if one.name == "ship halyard"]
    assert note_of(model, "halyard").why in row.hint
    seat.key("n")
    assert model.chosen == "glaive"
    seat.key("n")
    assert model.chosen == "lancet", "round and round among those that can"


def test_targets_come_in_the_order_of_what_fire_is_worth_and_one_key_takes_the_best(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    model = seat.screen.model
    worth = {key: model.fire.worth(key) for key in ("vesper", "cinder")}
    best = max(worth, key=lambda key: worth[key])
    assert worth["vesper"] != worth["cinder"] and by_worth(model)[0] == best
    seat.key("e")
    assert model.target == best
    seat.screen.commands.aiming.aim_at("")
    seat.key("v")
    assert model.target == best and {shot.target for shot in model.order.shots} == {best}


def test_the_key_of_the_next_target_chooses_it_in_an_order_that_names_one() -> None:
    """A group that attacks, a ship that scans: the ring on the board and the order are of one enemy."""
    for scenario, phase in (("carrier_strike", "Allocate attacks"), ("dark_passage", "Scan")):
        path = ROOT / "scenarios" / "full_thrust" / f"{scenario}.yaml"
        battle = open_battle(path, seed=3).battle
        match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
        while not _names_an_enemy(battle, phase) and match.step():
            pass
        seat = Sitting(BattleScreen(battle), (1280, 800))
        model, (prompt,) = seat.screen.model, battle.prompts()
        model.choose(_names_an_enemy(battle, phase))
        choices = [one.value for one in model.choices("target") if one.value and not one.why_not]
        seat.key("e")
        first = model.order.target
        assert first in choices and f" {first}" in f" {model.order}"
        assert model.target in ("", first) and not seat.screen.turn_flow.main.sure
        seat.key("e")
        assert model.order.target == choices[(choices.index(first) + 1) % len(choices)] or len(choices) > 2
        seat.key("shift+e")
        assert model.order.target == first and prompt.side == model.side


def _names_an_enemy(battle: Battle, phase: str) -> str:
    """Return who is asked in that phase and has an enemy to name; empty if it is not the moment."""
    if battle.phase.name != phase:
        return ""
    for prompt in battle.prompts()[:1]:
        view = battle.view(prompt.side)
        for key in prompt.waiting:
            order = view.draft(key)
            if order and any(one.value and not one.why_not for one in view.choices(order, "target")):
                return key
    return ""


def test_the_odds_of_the_next_target_are_looked_at_without_ramming_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FLEETS)
    seat.key("n", "e")
    assert seat.screen.model.target and not seat.orders and "RAM" not in str(seat.screen.model.order).upper()


def test_a_target_of_a_launch_that_is_out_of_reach_says_so_on_its_button(tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "power_hex" / "torpedoes_away.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, "seed: 4\n" + text)
    assert seat.until(lambda now: now.battle.phase.name == "Ballistics" and now.screen.model.prompt, 20)
    seat.look()
    far = getattr(seat.widget("tube_1 Mandala"), "label", "")
    assert far.startswith("Mandala, too far: ") and far.endswith(" of 12 hexes if it holds on")
    seat.press("tube_1 Mandala")
    assert str(seat.screen.model.order) == "launch tube_1>mandala" and seat.screen.model.fault() is None
    assert getattr(seat.widget("tube_1 Mandala"), "label", "") == far, "it may be launched all the same"


def test_a_key_that_aims_the_next_ship_reads_the_result_on(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    seat.key("v", "RETURN")
    seat.settle()
    assert seat.screen.flow.result is not None
    seat.key("v")
    seat.settle()
    assert seat.screen.flow.result is None
    assert getattr(seat.screen.model.order, "shots", ())
    count = len(seat.orders)
    seat.key("RETURN")
    seat.settle()
    assert len(seat.orders) == count + 1 and " fire " in f" {seat.orders[-1].split(': ')[1]} "


def test_those_that_can_do_nothing_are_never_asked(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    for _ in range(6):
        if seat.battle.phase.name == "Ships fire" and seat.screen.model.prompt:
            assert seat.screen.model.chosen not in ("halyard", "plover")
            seat.key("RETURN", "RETURN")
            seat.settle()
    assert seat.battle.state.turn == 2
    assert not [one for one in seat.orders if one.startswith(("halyard", "plover"))]


def test_one_key_and_one_button_hold_the_fire_of_the_rest(tmp_path: Path) -> None:
    for way in ("key", "button"):
        (tmp_path / way).mkdir()
        seat = firing(tmp_path / way)
        if way == "key":
            seat.key("p")
        else:
            seat.press("pass")
        seat.settle()
        assert "azure: hold" not in seat.orders and seat.screen.turn_flow.main.label == "The rest hold fire", (
            "two of four could fire"
        )
        assert seat.screen.context.sure and seat.screen.turn_flow.main.sub == "Lancet and Glaive could still act"
        if way == "key":
            seat.key("p")
        else:
            seat.press("pass")
        seat.settle()
        assert "azure: hold" in seat.orders, seat.orders
        assert "No ship of Azure League fires" in [event.words(seat.battle.state.names) for event in seat.battle.log]
        assert seat.screen.flow.seat == "amber"


def test_the_key_that_passes_locks_ships_without_an_order_at_once(tmp_path: Path) -> None:
    """It is what a player presses who wants no more of a turn: such a turn takes two players four inputs."""
    seat = Seated(tmp_path, FLEETS)
    seat.screen.context.curtain = None
    seat.key("p")
    assert seat.orders == ["azure: lock"]


def test_whatever_else_is_done_withdraws_the_question_whether_the_rest_hold_fire(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    seat.key("p", "v")
    assert seat.screen.turn_flow.main.label != "The rest hold fire" and not seat.screen.context.sure
    seat.key("p")
    assert seat.screen.turn_flow.main.label == "The rest hold fire" and "azure: hold" not in seat.orders
    seat.key("RETURN")
    seat.settle()
    assert "azure: hold" in seat.orders, "the main button gives what it asks about"


def test_the_rest_hold_fire_at_sea_by_one_order_and_one_line(tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "full_sail" / "salt_road.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, "seed: 4\n" + text)
    assert seat.until(lambda now: now.screen.model.input_mode == "fire" and len(now.screen.model.waiting) > 1, 5)
    side, waiting = seat.screen.model.side, seat.screen.model.waiting
    seat.key("p", "p")
    seat.settle()
    while seat.battle.phase.name == "Ships fire" and seat.screen.model.prompt and not seat.screen.flow.result:
        assert seat.screen.model.side != side, "it is asked no more in this phase"
        seat.key("RETURN", "RETURN")
        seat.settle()
    assert f"{side}: hold" in seat.orders and not {f"{key}: hold" for key in waiting} & set(seat.orders)
    assert sum(event.text == f"No ship of {{{side}}} fires" for event in seat.battle.log) == 1


def test_one_key_locks_a_side_whatever_it_has_in_hand(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FLEETS)
    seat.key("n", "RIGHT", "p")
    assert seat.orders == ["lancet: S1", "azure: lock"] and seat.curtains == ["amber"]


def test_enter_seals_and_goes_on_and_the_last_one_locks(tmp_path: Path) -> None:
    under_way = FLEETS.replace("velocity: 0", "velocity: 4").replace("at: [4, ", "at: [14, ")  # nobody leaves the table
    seat = Seated(tmp_path, under_way)
    for _ in range(4):
        seat.key("UP", "RETURN")
    assert [one.split(":")[0] for one in seat.orders] == ["halyard", "lancet", "glaive", "plover"]
    seat.key("RETURN")
    assert seat.orders[-1] == "azure: lock"


def test_one_key_aims_and_rolls_and_the_next_press_fires_the_next_ship(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    seat.key("shift+v")
    seat.settle()
    assert seat.orders[-1].startswith("lancet: fire") and seat.screen.flow.result is not None
    count = len([one for one in seat.orders if ": fire" in one])
    seat.key("shift+v")
    seat.settle()
    assert len([one for one in seat.orders if ": fire" in one]) == count + 1


def test_where_nothing_bears_the_key_rolls_for_nothing(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    seat.press("ship halyard")
    count = len(seat.orders)
    seat.key("shift+v")
    assert len(seat.orders) == count and seat.screen.context.note == "There is nothing to roll for."


# -- the curtain -------------------------------------------------------------------------------------------------------


def test_no_curtain_falls_before_anybody_has_written_and_one_before_the_next_seat(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FLEETS)
    assert seat.curtains == [] and "looks away" in seat.screen.context.note
    seat.key("p", "p")
    assert seat.curtains == ["amber"], "whether anything was written makes no difference"


def test_a_battle_taken_up_again_in_secret_has_one(tmp_path: Path) -> None:
    path = tmp_path / "battle.yaml"
    path.write_text(FLEETS, encoding="utf-8")
    battle = open_battle(path).battle
    battle.play(battle.read("lancet", "+1"))
    assert SeatFlow(battle).due().curtain


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_one_falls_at_once_where_a_side_sees_what_the_other_does_not(path: Path) -> None:
    battle = open_battle(path, seed=1).battle
    sides = list(battle.state.sides)
    alike = fingerprint(battle.view(sides[0]).state) == fingerprint(battle.view(sides[1]).state)
    assert SeatFlow(battle).due().curtain == (battle.phase.secret and not alike)


def test_where_nothing_but_moves_has_happened_holding_the_key_is_enough(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FLEETS.replace("at: [38, 22]", "at: [68, 2]").replace("at: [30, 22]", "at: [68, 6]"))
    for key in seat.battle.state.sides:
        seat.battle.play(seat.battle.read(key, "lock"))
    seat.screen.turn_flow.settle()
    assert seat.battle.state.turn == 2
    since = len(seat.battle.view("amber").log) - 2
    quiet = HandoverScreen(seat.battle, "amber", since)
    if quiet.quiet:
        quiet.open_curtain()
        assert isinstance(quiet.answer, Pop) and not quiet.opened


# -- the right button --------------------------------------------------------------------------------------------------


def pointed(seat: Seated, at: tuple[float, float]) -> None:
    """The right button on a pixel."""
    seat.point(at)
    seat.down(at, 3)
    seat.up(at, 3)
    seat.settle()


def test_the_right_button_moves_a_ship_in_the_open_at_once(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    key, model = seat.screen.model.chosen, seat.screen.model
    end = next(
        one for one in model.destinations() if seat.screen.layout.board.inflate(-80, -80).collidepoint(seat.xy(one.at))
    )
    pointed(seat, seat.xy(end.at))
    assert seat.orders[-1].startswith(f"{key}: ") and key in seat.battle.state.acted
    assert seat.battle.state.ships[key].at == pytest.approx(end.at)


def test_the_right_button_aims_all_that_bears_and_reads_the_last_result_on(tmp_path: Path) -> None:
    seat = firing(tmp_path)
    pointed(seat, seat.pixel("cinder"))
    order = seat.screen.model.order
    assert (
        order.by == "lancet"
        and {shot.target for shot in order.shots} == {"cinder"}
        and "lancet: fire" not in str(seat.orders)
    )
    seat.key("RETURN")
    seat.settle()
    assert seat.screen.flow.result is not None
    enemy = next(one.id for one in seat.battle.state.enemies(seat.battle.prompts()[0].side) if one.in_play)
    pointed(seat, seat.pixel(enemy))
    assert seat.screen.flow.result is None


def test_the_right_button_where_nothing_can_end_does_nothing(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    count = len(seat.orders)
    far = seat.screen.layout.board.bottomright
    pointed(seat, (far[0] - 4, far[1] - 4))
    assert len(seat.orders) == count and not seat.screen.board_input.drag.active


def test_a_curtain_falls_in_every_phase_where_a_side_sees_what_the_other_does_not() -> None:
    """Dummies of one side are no secret to itself: who sits down after it must not read its list."""
    path = next(path for path in SCENARIOS if path.stem == "dark_passage")
    opened = open_battle(path, seed=1, players=dict.fromkeys(("azure", "amber"), "human"))
    flow = SeatFlow(opened.battle)
    players = {side: Match(opened.battle, {side: "random"}, 1) for side in opened.file.sides}
    changed, kept = set[str](), set[str]()
    while opened.battle.state.turn < 3 and not opened.battle.state.outcome:
        due, name = flow.due(), opened.battle.phase.name
        if not opened.battle.phase.secret:
            (kept if due.side == flow.seat else changed).add(name)
            assert due.curtain == (due.side != flow.seat), name
        if due.side != flow.seat or due.curtain:
            flow.sit(due.side)
        assert players[due.side].step(), name
    assert changed and kept


UNREAD = paper(
    "No fire control",
    """\
  lancet: {side: azure, design: lancet, at: [10, 12], course: 3, velocity: 0}
  vesper: {side: amber, design: vesper, at: [16, 12], course: 3, velocity: 0, lost: [FCSa, FCSb]}
house: {sensors: scan}
""",
    seed=11,
)


def test_who_is_asked_only_as_others_do_not_know_it_is_said_to_have_no_fire_control(tmp_path: Path) -> None:
    seat = Seated(tmp_path, UNREAD)
    seat.enter_until("Ships fire", "vesper")
    model = seat.screen.model
    assert model.side == "amber" and not model.idles("vesper"), "it is asked as a dummy would be"
    assert note_of(model, "vesper").words == "cannot fire"
