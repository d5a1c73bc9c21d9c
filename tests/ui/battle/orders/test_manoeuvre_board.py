"""What of manoeuvres is seen at the battle screen: areas while they are written and after they are shown, what is asked
after moving and of a target, and what a ship without an order would do (manoeuvres).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pygame import Surface

from game.board.boards import OPEN
from game.core.display import Fan, Overlay, OwnOverlay, Pose, Ring, Zone
from game.formats.user_folders import Settings
from game.rules.manoeuvres.jumps.backfire import size, zone_at
from game.rules.ships.drive import idle_words
from game.ui.board.label_engine.pictures import Word
from game.ui.host.preferences import preferences
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")

HEAD = """\
title: A turn
system: full-thrust
seed: 11
house: {{manoeuvres: all{}}}
sides:
  azure: {{name: Azure League}}
  amber: {{name: Amber Pact}}
ships:
"""
CHASE = """\
  lancet:  {side: azure, design: polestar, at: [30, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: halyard, at: [28, 18], course: 3, velocity: 6}
  vesper:  {side: amber, design: vesper, at: [24, 21], course: 3, velocity: 8}
  cinder:  {side: amber, design: cinder, at: [19, 19], course: 3, velocity: 10}
  kiln:    {side: amber, design: kiln, at: [32, 26], course: 6, velocity: 9}
"""
PAIR = """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: halyard, at: [21, 18], course: 3, velocity: 6}
  vesper:  {side: amber, design: vesper, at: [40, 16], course: 9, velocity: 4}
  cinder:  {side: amber, design: cinder, at: [34, 30], course: 8, velocity: 6}
"""
SIZES = pytest.mark.parametrize("wide", [(1280, 800), (1920, 1080)], ids=["low", "high"])


def seated(folder: Path, ships: str, wide: tuple[int, int] = (1280, 800), house: str = "") -> Seated:
    return Seated(folder, HEAD.format(house) + ships, wide)


def labels(overlays: tuple[Overlay, ...]) -> list[str]:
    found = list[str]()
    for one in overlays:
        if not isinstance(one, Fan):
            assert not isinstance(one, OwnOverlay), "what one game alone shows has no label"
            found.append(one.label)
    return found


def lock(seat: Seated) -> None:
    """Both sides lock; what that brings about is shown to the end."""
    for side in seat.battle.state.sides:
        seat.battle.play(seat.battle.read(side, "lock"))
    seat.screen.turn_flow.settle()
    seat.settle()


# -- areas -------------------------------------------------------------------------------------------------------------


@SIZES
def test_a_backfire_names_every_ship_it_would_strike(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, CHASE, wide)
    seat.click(seat.pixel("lancet"))
    seat.press("use GB")
    assert seat.orders == ["lancet: BACKFIRE"]
    seat.settle()
    ships = seat.battle.state.ships
    lancet = ships["lancet"]
    bands = {
        key: zone_at(lancet.at, lancet.facing, size(lancet), one.at) for key, one in ships.items() if key != "lancet"
    }
    wanted = {f"{ships[key].name}: {band.dice} dice" for key, band in bands.items() if band}
    shown = labels(seat.screen.scene.hand.overlays)
    assert len(wanted) == 2 and wanted == {
        one for one in shown if one.split(":")[0] in seat.battle.state.names.values()
    }
    assert {"high: 12 dice", "medium: 6 dice", "low: 3 dice", "wake: 3 dice"} <= set(shown)
    dense = [one.density for one in seat.screen.scene.hand.overlays if isinstance(one, Zone) and one.tone == "ordnance"]
    assert len(set(dense)) == 3 or sorted(dense)[-1] > sorted(dense)[0], "closer hatching for more dice"
    drawn = _words(seat)
    assert len(drawn) >= 6 and not _over_each_other(drawn)
    seat.press("ship halyard")
    assert wanted <= set(labels(seat.screen.scene.hand.overlays)), "hers stay while another ship is in hand"


def test_nothing_of_it_is_seen_by_the_other_side_before_orders_are_shown(tmp_path: Path) -> None:
    seat = seated(tmp_path, CHASE)
    seat.click(seat.pixel("lancet"))
    seat.press("use GB")
    seat.screen.turn_flow.hand_over("amber")
    seat.screen.turn_flow.due = None
    seat.settle()
    assert seat.screen.model.view.side == "amber"
    assert not [one for one in seat.screen.scene.hand.overlays if not isinstance(one, Fan) and one.tone == "ordnance"]


def test_it_stays_on_the_board_until_all_have_moved(tmp_path: Path) -> None:
    seat = seated(tmp_path, CHASE)
    preferences.settings = Settings(speed=1, tumbling=False)
    seat.battle.play(seat.battle.read("lancet", "BACKFIRE"))
    for side in seat.battle.state.sides:
        seat.battle.play(seat.battle.read(side, "lock"))
    seat.screen.flow.record_result(seat.battle.records[-1])
    seat.screen.turn_flow.take_acts()
    kinds, seen = [act.kind for act, _, _ in seat.screen.animation.queue], dict[str, list[str]]()
    assert kinds == ["initiative", "hazard", "move"], "the shock is an act of its own"
    for _ in range(3000):
        seat.take(seat.screen.tick(0.02))
        act = seat.screen.animation.act
        if act and seat.screen.animation.moment:
            seat.look()
            seen[act.kind] = labels(seat.screen.scene.hand.overlays)
        if not seat.screen.animation.active:
            break
        if seat.screen.animation.act is None or seat.screen.animation.act.kind == "move":
            after = labels(seat.screen.scene.hand.overlays)
    assert "high: 12 dice" in seen["hazard"] and any(one.startswith("Vesper: ") for one in seen["hazard"])
    assert not any("through the wake" in one for one in seen["hazard"]), "nobody has moved yet"
    crossed = {line.whom for line in seat.battle.log if line.kind == "hazard" and "through the wake" in line.reason}
    assert crossed and {f"{seat.battle.state.ships[key].name} through the wake: 3 dice" for key in crossed} <= set(
        after
    )
    seat.settle()
    assert seat.screen.model.input_mode == "fire" and not {"high: 12 dice", *after} & set(
        labels(seat.screen.scene.hand.overlays)
    )


@SIZES
def test_shares_of_an_eclipse_are_seen_while_it_is_plotted(tmp_path: Path, wide: tuple[int, int]) -> None:
    """From where both would lie: Halyard without an order coasts to (27, 18), two MU from Lancet's ghost."""
    seat = seated(tmp_path, PAIR, wide)
    seat.click(seat.pixel("lancet"))
    seat.press("use EC")
    seat.press("EC Halyard")
    shown = labels(seat.screen.scene.hand.overlays)
    assert "Lancet screens Halyard" in shown and "not screened" in shown and "closed to its guns" in shown
    assert "90 % to Lancet, 10 % to Halyard" in shown
    near = [one for one in seat.screen.scene.hand.overlays if isinstance(one, Ring) and one.radius == 3]
    ghost = seat.screen.model.ghost
    assert ghost is not None and near and near[0].at == ghost.at
    seat.press("legs P3")
    assert "Lancet screens Halyard" not in labels(seat.screen.scene.hand.overlays), "it would lie too far off"


def test_rings_of_a_jinking_ship_move_with_the_ghost(tmp_path: Path) -> None:
    seat = seated(tmp_path, PAIR)
    seat.click(seat.pixel("lancet"))
    plain = next(one for one in seat.screen.scene.hand.overlays if isinstance(one, Fan))
    seat.press("use EM")
    seat.settle()
    jinks = next(one for one in seat.screen.scene.hand.overlays if isinstance(one, Fan))
    rings = {one.label for one in seat.screen.scene.hand.overlays if isinstance(one, Ring)}
    assert jinks.reach == plain.reach - 6 and rings == {"Vesper reaches this far", "Cinder reaches this far"}


def _words(seat: Seated) -> list[Word]:
    seat.screen.draw(Surface(seat.frame.get_size()))
    return [word for word in seat.screen.board._words if word.rect.w]


def _over_each_other(words: list[Word]) -> list[Any]:
    return [
        (a.rect, b.rect)
        for n, a in enumerate(words)
        for b in words[n + 1 :]
        if a.rect.inflate(-4, -4).colliderect(b.rect)
    ]


# -- what is asked after moving ----------------------------------------------------------------------------------------


@SIZES
def test_each_is_asked_when_all_have_moved(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, PAIR, wide, ", em.after_move: true")
    lock(seat)
    main = seat.screen.turn_flow.main
    assert (main.label, main.sub) == (
        "Lancet does nothing",
        "All ships have moved: does Lancet use thrust it has kept?",
    )
    seat.press("use extreme manoeuvres 2")
    main = seat.screen.turn_flow.main
    assert main.label == "Lancet: extreme manoeuvres 2 after moving" and main.sub == "drive damaged, no effect 50 %"
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "lancet: PM EM2"
    for name in ("halyard", "vesper", "cinder"):
        seat.settle()
        if seat.screen.flow.result:
            seat.key("RETURN")
        assert seat.screen.turn_flow.main.label == f"{name.title()} does nothing"
        assert seat.screen.model.side == seat.battle.state.owner(name)
        seat.key("RETURN")
    assert seat.orders[-3:] == ["halyard: PM no", "vesper: PM no", "cinder: PM no"]
    assert seat.curtains == [], "nothing here is secret"
    assert seat.battle.phase.name == "Ships fire"


@SIZES
def test_a_key_or_a_button_says_none_of_mine_for_the_whole_side(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, PAIR, wide, ", em.after_move: true")
    lock(seat)
    first = seat.screen.model.side
    assert len(seat.screen.model.waiting) == 2 and seat.widget("pass").hint.startswith("2 of your ships are asked")
    seat.key("p")
    seat.settle()
    if seat.screen.flow.result:
        seat.key("RETURN")
    assert seat.orders[-1] == f"{first}: PM no" and seat.screen.model.side != first
    seat.key("RETURN")
    seat.settle()
    assert "pass" not in seat.names(), "one ship alone is asked itself"
    seat.key("u", "u")
    seat.settle()
    side = seat.screen.model.side
    seat.press("pass")
    seat.settle()
    assert seat.orders[-1] == f"{side}: PM no"


@SIZES
def test_a_target_answers_and_the_seat_comes_back(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, PAIR, wide, ", em.reaction: true")
    lock(seat)
    first = seat.screen.model.side
    other = "amber" if first == "azure" else "azure"
    mine, foe = ("lancet", "vesper") if first == "azure" else ("vesper", "lancet")
    seat.press(f"ship {mine}")
    seat.press(f"ship {foe}")
    seat.press("volley")
    seat.key("RETURN")
    seat.settle()
    firer, target = (seat.battle.state.ships[key].name for key in (mine, foe))
    assert seat.screen.model.side == other and seat.screen.turn_flow.main.label == f"{target} does nothing"
    assert seat.screen.turn_flow.main.sub == f"{firer} takes aim: what does {target} do?"
    assert seat.screen.scene.hand.focus is not None and len(seat.screen.scene.hand.focus.line) == 2, (
        "the line of fire is drawn"
    )
    assert not any(line.kind == "fire" for line in seat.battle.log), "no dice have fallen"
    seat.key("2")
    assert seat.screen.turn_flow.main.label == f"{target}: extreme manoeuvres 1 after moving"
    seat.key("2", "RETURN")
    seat.settle()
    assert seat.screen.flow.result is None or seat.orders[-1].startswith(f"{foe}: PM")
    assert any(line.kind == "fire" and line.who == mine for line in seat.battle.log)


@SIZES
def test_a_ship_may_act_before_she_fires(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, PAIR, wide, ", man.PM: true")
    lock(seat)
    mine = "lancet" if seat.screen.model.side == "azure" else "vesper"
    seat.press(f"ship {mine}")
    seat.press("use skid S1")
    name, facing = seat.battle.state.ships[mine].name, seat.battle.state.ships[mine].facing
    assert seat.screen.turn_flow.main.label == f"{name}: skid S1 after moving"
    seat.press("use skid S1")
    assert seat.screen.turn_flow.main.label == "Hold fire", "pressed again it is laid down"
    seat.press("use skid S1")
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == f"{mine}: PM SK1S"
    held = any(line.kind == "check" and line.result.startswith("holds") for line in seat.battle.log)
    assert (seat.battle.state.ships[mine].facing == facing % 12 + 1) == held
    if seat.screen.flow.result:
        seat.key("RETURN")
    assert seat.screen.model.prompt is not None and seat.screen.model.prompt.ids == (mine,), "now it fires"


# -- without an order --------------------------------------------------------------------------------------------------


def test_what_a_ship_without_an_order_does_is_told_as_it_is(tmp_path: Path) -> None:
    ships = """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: halyard, at: [21, 12], course: 3, facing: 5, velocity: 6}
  bowsprit: {side: azure, design: bowsprit, at: [21, 30], course: 3, facing: 9, velocity: 6}
  sextant: {side: azure, design: sextant, at: [12, 30], course: 3, velocity: 0}
  vesper:  {side: amber, design: vesper, at: [40, 16], course: 9, velocity: 4}
"""
    seat = seated(tmp_path, ships)
    assert seat.screen.scene.notes == {
        "lancet": "no order: goes straight on",
        "halyard": "no order: swings to course 5, v 4",
        "bowsprit": "no order: slides straight on",
        "sextant": "no order: lies still",
    }
    lancet = seat.battle.state.ships["lancet"]
    lancet.velocity = -2
    assert idle_words(lancet, Pose((18.0, 20.0), 3, 3, -2), OPEN) == "backs away"


# -- jumps and rings ---------------------------------------------------------------------------------------------------


@SIZES
def test_a_jump_is_set_by_ones_and_tens_and_its_end_is_looked_at(tmp_path: Path, wide: tuple[int, int]) -> None:
    seat = seated(tmp_path, PAIR, wide)
    battle = seat.battle
    battle.play(battle.read("lancet", "FTL"))
    while battle.state.turn < 2:
        prompt = next(one for one in battle.prompts() if not (battle.phase.secret and one.side in battle.state.ready))
        assert battle.phase.idle is not None
        battle.play(battle.phase.idle(battle.state, prompt))
    seat.screen.flow.sit("azure")
    seat.screen.turn_flow.refresh()
    seat.settle()
    seat.press("ship lancet")
    seat.press("use FTL")
    for name in ("use SRJ", "SRJ +10", "SRJ +10", "SRJ +1", "SRJ -10"):
        seat.press(name)
    assert seat.orders[-1] == "lancet: SRJ12"
    seat.settle()
    ghost = seat.screen.model.ghost
    assert ghost is not None and seat.screen.board.camera.shows(ghost.at, 10)
    shown = labels(seat.screen.scene.hand.overlays)
    assert {"jump 12 MU", "limit 60 MU", "50% within 3 MU", "90% within 6 MU", "all within 6 MU"} <= set(shown)


def test_enemies_that_reach_equally_far_share_a_ring(tmp_path: Path) -> None:
    more = "".join(
        f"  kiln{n}: {{side: amber, design: vesper, at: [44, {4 * n}], course: 9, velocity: 4}}\n" for n in (1, 2)
    )
    seat = seated(tmp_path, PAIR + more)
    seat.click(seat.pixel("lancet"))
    seat.press("use EM")
    rings = {one.label for one in seat.screen.scene.hand.overlays if isinstance(one, Ring)}
    assert rings == {"3 enemies reach this far", "Cinder reaches this far"}
