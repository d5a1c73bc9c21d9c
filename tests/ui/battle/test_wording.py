"""What the battle screen says and draws is so: who held fire, which phase is looked back on, what a check asked of
every die."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.core.display import Meter
from game.core.events import Die, Event, points
from game.core.state import Outcome
from game.rules.ships.damage import check_headings
from game.rules.ships.ship import Ship
from game.seating.outcomes import result_of
from game.ui.battle.orders.fire_panel import result_sheet
from game.ui.battle.panels.ship_list import note_of, tally
from game.ui.battle.panels.turn_report import waiting
from game.ui.battle.pause_menu import Ending, SideLine
from game.ui.battle.turn_flow import LOOK_FIRST
from game.ui.board import previews
from game.ui.input_modes.modes import why_no_odds
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.phase_bar import PhaseLine
from game.ui.ship_sheet.sheet import SheetHead
from game.ui.ship_sheet.system_cells import SystemCell
from game.ui.ship_sheet.tracks import MeterBar
from game.ui.toolkit.blocks import Banner, Paragraph, WordRow
from game.ui.toolkit.column import Column
from tests.support.battles import DUEL, idle, laid, order, paper
from tests.support.narrowing import narrow
from tests.support.ui.battle_driver import Seated, firing
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("still")


# -- threshold checks (full-thrust-base/5.3) ---------------------------------------------------------------------------


def test_a_check_says_how_many_rows_ended_and_what_is_added() -> None:
    assert check_headings(6, 0)[0] == "A row has ended: every system rolls, a 6 is lost"
    assert check_headings(5, 0)[0] == "A row has ended: every system rolls, 5 or more is lost"
    assert check_headings(5, 1)[0] == "Two rows have ended: every die +1, 5 or more is lost"
    assert check_headings(4, 2) == (
        "Three rows have ended: every die +2, 4 or more is lost",
        "3 rows: every die +2, 4 or more is lost",
    )


def test_two_rows_at_once_light_every_die_that_lost_its_system(tmp_path: Path) -> None:
    opened = laid(
        tmp_path,
        paper(
            "Close by",
            """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 0}
  vesper: {side: amber, design: vesper, at: [26, 20], course: 9, velocity: 0, armour: 0, hull: 19}
""",
        ),
    )
    idle(opened, "Ships fire")
    before = opened.battle.view(None)
    sheets, known = {key: before.sheet(key) for key in before.state.ships}, len(before.log)
    faces = [4, 1, 2, 3, 1, 5, 3, 4, 1, 2, 1, 3, 4, 1]
    order(opened, "lancet", "fire B1>vesper PT>vesper", [6, 1, 5, 6, *faces])
    view = opened.battle.view(None)
    column = Column(Rect(0, 0, 400, 900))
    result_sheet(column, SeatModel(view), result_of("lancet", view.log[known:], 0), sheets)
    banner = next(one for one in column.widgets if isinstance(one, Banner))
    assert banner.words == "Two rows have ended: every die +1, 5 or more is lost"
    cells = [one for one in column.widgets if isinstance(one, SystemCell) and one.face]
    assert [cell.face for cell in cells] == faces
    assert [cell.pick == "hot" for cell in cells] == [face >= 4 for face in faces]
    drive = next(cell for cell in cells if cell.system.kind == "drive")
    assert drive.system.state == "damaged" and drive.pick == "hot", "it has lost a step, and goes on"
    lost = next(one for one in column.widgets if isinstance(one, Paragraph) and one.words.startswith("Lost: "))
    assert lost.words.endswith(" and a step of Drive")


def test_a_ship_that_held_its_fire_and_is_hit_stands_there_once() -> None:
    """Its order to hold fire came last, and the shots of the other ship follow from it."""
    view = open_battle(ROOT / "scenarios" / "power_hex" / "slow_answer.yaml").battle.view(None)
    sheets = {key: view.sheet(key) for key in view.state.ships}
    shot = Event("fire", "power/7", "to hit", whom="bastion", dice=(Die(6, True),))
    for by, stands in (("bastion", ["Bastion"]), ("helix", ["Helix", "Bastion"])):
        column = Column(Rect(0, 0, 400, 900))
        result_sheet(column, SeatModel(view), result_of(by, [shot], 0), sheets)
        assert [one.sheet.title for one in column.widgets if isinstance(one, SheetHead)] == stands


# -- colours, words, figures -------------------------------------------------------------------------------------------


def test_the_legend_of_the_meter_takes_the_colour_of_the_seat() -> None:
    meter = Meter(6, ((2, "turning", "hatch"), (3, "speed", "solid")), "turn 2 of 3", "")
    for seat in (0, 1, 0):
        theme.seated = seat
        sheet = Surface((400, 40))
        MeterBar(Rect(0, 0, 400, 40), meter).draw(sheet)
        legend = sheet.subsurface((0, 20, 400, 20))
        mask = {tuple(legend.get_at((x, y)))[:3] for x in range(400) for y in range(20)}
        assert theme.seat(seat) in mask and theme.seat(1 - seat) not in mask, seat


def test_a_ship_that_held_fire_is_not_said_to_have_fired(tmp_path: Path) -> None:
    seat = firing(Seated(tmp_path))
    seat.screen.turn_flow.give(seat.screen.model.view.read("lancet", "hold fire"))
    seat.settle()
    model = SeatModel(seat.battle.view("azure"))
    assert "lancet" in model.view.state.acted and model.input_mode == "fire"
    assert (note_of(model, "lancet").words, note_of(model, "lancet").mark) == ("held", "pause")
    assert tally(model, "azure")[0].endswith("1 held")


def test_a_ship_that_fired_is_said_to_have_fired(tmp_path: Path) -> None:
    seat = firing(Seated(tmp_path))
    volley: Any = seat.screen.model.view.volley("lancet", "vesper")
    assert seat.screen.turn_flow.give(volley)
    seat.settle()
    model = SeatModel(seat.battle.view_at(len(seat.battle.records), "azure"))
    assert note_of(model, "lancet").words == "fired" and "held" not in tally(model, "azure")[0]
    model.choose("lancet")
    model.aim_at("vesper")
    assert not why_no_odds(model), "nobody has tried to fire it again"


def test_the_score_at_the_end_is_no_number_of_points(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    line = SideLine(Rect(0, 0, 500, 44), seat.screen, "azure", 1.3861)
    assert line.right == "score 1.386"
    near = [SideLine(Rect(0, 0, 500, 44), seat.screen, "azure", score).right for score in (1.001, 0.999)]
    assert near == ["score 1.001", "score 0.999"], "the digits that decided"
    assert SideLine(Rect(0, 0, 500, 44), seat.screen, "azure", 349.0).right == "score 349", "points of ships are whole"
    assert SideLine(Rect(0, 0, 500, 44), seat.screen, "azure", 130.5).right == "score 130.5"


@pytest.mark.parametrize("why", ["by score after six turns: 1.2 to 0.7", "6 turns are over", "the last fleet"])
def test_the_end_tells_its_turns_once(why: str, tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.battle.state.turn, seat.battle.state.outcome = 6, Outcome("azure", why, "full-thrust-base/9.2")
    with reader(seat.frame) as drawn:
        Ending(seat.screen.context).draw(seat.frame)
    told = " ".join(one.string for one in drawn)
    assert len(re.findall("(?:6|six) turns", told)) == 1, told


def test_looking_back_names_one_phase_in_the_bar_and_in_the_banner(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.until(lambda now: now.battle.state.turn == 2)
    screen, seen = seat.screen, set[str]()
    seat.settle()
    for _ in range(len(seat.battle.records)):
        seat.key("COMMA")
        assert screen.context.past is not None
        words = screen.context.past.words()
        bar = next(one for one in screen.focus.widgets if isinstance(one, PhaseLine))
        now = [one for one in bar.steps if one.state == "now"]
        said = [one.parts[0][0].rstrip("…") for one in screen.focus.widgets if isinstance(one, WordRow)]
        assert len(now) == 1 and any(words.startswith(one) for one in said)
        assert words.startswith(f"Turn {screen.turn_flow.turn_shown}, {now[0].name.lower()}"), words
        seen.add(now[0].name)
        if screen.context.past.moment == 0:
            break
    assert len(seen) > 2


# -- pictures of saves -------------------------------------------------------------------------------------------------


def test_the_picture_of_a_save_draws_only_what_was_flown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = laid(tmp_path, DUEL)
    drawn: list[list[tuple[float, float]]] = []
    monkeypatch.setattr(previews, "dashed_line", lambda dst, points, *rest: drawn.append(list(points)))

    def paths(played: bool) -> list[list[tuple[float, float]]]:
        drawn.clear()
        previews.picture(opened.battle.view(None), (300, 200), played)
        return list(drawn)

    assert len(paths(False)) == 2, "a scenario shows a way ahead of each side"
    assert paths(True) == [], "nobody has flown"
    order(opened, "lancet", "S1")
    order(opened, "vesper", "0")
    for side in ("azure", "amber"):
        order(opened, side, "lock")
    idle(opened, "Ships fire")
    view = opened.battle.view(None)
    camera = previews._camera(view, previews._figures(view), (300, 200))
    flown = [camera.many(narrow(view.state.ships[key], Ship).path) for key in ("lancet", "vesper")]
    assert paths(True) == flown and all(len(one) > 1 for one in flown)


def test_no_range_is_told_between_ends_while_ships_are_shown_where_they_were(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("RIGHT")
    model = seat.screen.model
    (enemy,) = [ship.id for ship in model.enemies()][:1]
    assert model.ghost is not None and "MU" in note_of(model, enemy).words
    model.frozen = True
    assert "MU" not in note_of(model, enemy).words


def heads(seat: Seated, name: str) -> list[str]:
    return [one.note for one in seat.screen.focus.widgets if isinstance(one, SheetHead) and one.sheet.title == name]


def test_a_ship_that_takes_its_damage_later_is_not_said_to_be_whole(tmp_path: Path) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / "easyhex" / "open_pasture.yaml").read_text(encoding="utf-8"))

    def owed(one: Seated) -> bool:
        result = one.screen.flow.result
        return result is not None and any(
            points(result.events).get(key) and not result.harm(key) for key in result.targets
        )

    assert seat.until(owed)
    result = seat.screen.flow.result
    assert result is not None
    target = next(key for key in result.targets if points(result.events).get(key))
    assert heads(seat, seat.battle.state.names[target]) == ["hit, takes it when all have fired"]


def test_a_ship_with_nothing_to_mend_is_not_flagged(tmp_path: Path) -> None:
    """Where some are hidden all are asked, so that no pause tells which of them is damaged."""
    seat = Seated(tmp_path, (ROOT / "scenarios" / "full_thrust" / "dark_passage.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda one: one.screen.model.input_mode == "assign" and bool(one.screen.model.waiting))
    model = seat.screen.model
    for key in model.waiting:
        note, whole = note_of(model, key), not any(icon.state in ("lost", "damaged") for icon in model.sheet(key).icons)
        assert (note.words == "nothing to mend" and not note.mark) is whole


@pytest.mark.parametrize(
    ("scenario", "told"),
    [("dark_passage", "Amber Pact alone watches this: Azure League looks away."), ("first_light", "")],
)
def test_where_seats_see_unlike_things_one_alone_watches_ships_move(tmp_path: Path, scenario: str, told: str) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / "full_thrust" / f"{scenario}.yaml").read_text(encoding="utf-8"))
    seat.screen.turn_flow.give(seat.battle.read("azure", "lock"))
    seat.rest()
    seat.screen.turn_flow.give(seat.battle.read("amber", "lock"))
    assert seat.screen.animation.active and seat.screen.flow.seat == "amber"
    assert seat.screen.context.note == told


BOARDERS = paper(
    "Boarders",
    """\
  lancet: {side: azure, design: lancet, at: [10, 12], course: 3, velocity: 6}
  polestar: {side: azure, design: polestar, at: [8, 22], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [12, 9], course: 3, velocity: 6}
  gloaming: {side: amber, design: gloaming, at: [30, 22], course: 9, velocity: 4}
house: {manoeuvres: [EC, GB], sensors: scan}
""",
)


def test_one_key_answers_for_a_side_that_is_asked_though_it_has_nothing_to_launch(tmp_path: Path) -> None:
    """All are asked where some are unread, so that no pause tells which of them carries something."""
    seat = Seated(tmp_path, BOARDERS)
    assert seat.until(lambda one: one.battle.phase.name == "Launch ordnance")
    model, count = seat.screen.model, len(seat.battle.records)
    side = model.side
    assert len(model.waiting) == 2 and tally(model, side)[0] == "0 of 2 asked to launch"
    for key in model.waiting:
        assert note_of(model, key).words == "launches nothing" and not note_of(model, key).mark
    assert not seat.screen.turn_flow.main.sure, "nothing is to be sure of"
    seat.key("p")
    seat.settle()
    assert seat.battle.phase.name == "Launch ordnance" and seat.screen.model.side != side
    seat.key("p")
    seat.settle()
    assert seat.battle.phase.name != "Launch ordnance"
    asked = [record.order.by for record in seat.battle.records[count:]]
    assert {"lancet", "polestar", "vesper", "gloaming"} <= set(asked), "each of them was asked all the same"


def test_the_sentence_to_look_first_goes_when_all_has_been_looked_at(tmp_path: Path) -> None:
    seat = firing(Seated(tmp_path))
    seat.screen.commands.at_once()
    assert seat.screen.animation.active
    seat.screen.commands.pass_all()
    assert seat.screen.context.note == LOOK_FIRST
    seat.screen.commands.now()
    seat.rest()
    assert seat.screen.flow.result is not None and not seat.screen.animation.active
    assert not seat.screen.context.note


@pytest.mark.parametrize(
    ("scenario", "phase", "said"),
    [
        ("power_hex/karun_light", "Early snaps", "Snap: a free turn of 60° or a roll"),
        ("power_hex/torpedoes_away", "Ballistics", "Ballistics: they strike once ships have moved"),
        ("hexcess/kessarine_drift", "Declare Excess Thrust", "Excess Thrust: all thrust may turn it, at a risk"),
    ],
)
def test_a_phase_says_what_its_term_means_whether_a_ship_is_chosen_or_none(
    tmp_path: Path, scenario: str, phase: str, said: str
) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda one: one.battle.phase.name == phase and bool(one.screen.model.waiting))
    model = seat.screen.model
    seat.screen.commands.choose(model.waiting[0])
    seat.settle()
    assert any(isinstance(one, Banner) and one.words == said for one in seat.screen.focus.widgets)
    assert seat.screen.turn_flow.main.sub == said
    model.choose("")
    seat.screen.context.change()
    seat.look()
    assert any(isinstance(one, Paragraph) and one.words == said for one in seat.screen.focus.widgets)
    assert seat.screen.turn_flow.main.sub == said


@pytest.mark.parametrize(
    ("computer", "secret", "why"),
    [
        (True, True, "the computer is still writing its orders"),
        (True, False, "the computer is still deciding"),
        (False, True, "it is not your turn"),
    ],
)
def test_it_says_who_is_not_done(computer: bool, secret: bool, why: str) -> None:
    prompt = SimpleNamespace(side="amber")
    view = SimpleNamespace(
        phase=SimpleNamespace(secret=secret), state=SimpleNamespace(sides={"amber": SimpleNamespace(name="Amber Pact")})
    )
    model: Any = SimpleNamespace(view=view)
    flow: Any = SimpleNamespace(
        match=SimpleNamespace(next_prompt=lambda: prompt if computer else None),
        battle=SimpleNamespace(prompts=lambda: (prompt,)),
    )
    main = waiting(model, flow)
    assert main.label == "Amber Pact decides" and main.why_not == why
