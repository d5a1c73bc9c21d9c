"""The main button asks once more only where there is something to choose, and never in words that are cut."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.core.display import Risk
from game.core.forecast import Fate
from game.core.orders import Id
from game.rules.counters.kinds import Flight
from game.rules.fighters.group_odds import why_not_attack
from game.rules.ships.ship import OUT
from game.seating.dangers import Doom, card_lines, row_words
from game.ui.battle.orders.order_form import Reason
from game.ui.battle.panels.panels import LABEL, SUB, main_words
from game.ui.input_modes.mode import Main, reason_of
from game.ui.render import text
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.session.top_bar import button_rect
from game.ui.toolkit.blocks import SMALLEST, WordRow
from game.ui.toolkit.parts import key_width
from tests.support.ui.battle_driver import TURN, Seated, at_scale
from tests.support.ui.hex_driver import DRIFT, moving
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("plain_theme")

RAIL = (ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml").read_text(encoding="utf-8")


def note(seat: Seated, key: Id) -> str:
    rows = {one.name: one for one in seat.screen.focus.widgets}
    return str(rows[f"ship {key}"].note.words)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize(("label", "sub", "brief"), [
    ("Lock orders", "Steadfast Oak and Resolution have none: they go on as they are", "2 without an order"),
    ("Chrysanthemum goes straight on", "without an order of its own", ""),
    ("Steadfast Resolution sails on", "without an order of its own", ""),
    ("Hold fire", "Chrysanthemum does not fire this turn", ""),
])  # fmt: skip
def test_a_confirmation_is_never_cut(tmp_path: Path, size: tuple[int, int], label: str, sub: str, brief: str) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, size=size)
    rect = button_rect(seat.screen.layout)
    room = rect.w - theme.px(28) - key_width(seat.screen.keys.cap("press"))
    one, two = main_words(Main(label, sub, sure=True, brief=brief), True, room)
    assert one.lower().endswith("sure?") and label in f"{one} {two}"
    assert width(one, LABEL, "s") <= room and width(two, SUB) <= room


def test_a_ship_out_of_control_is_not_asked_about_where_orders_are_written(tmp_path: Path) -> None:
    adrift = TURN.replace("course: 2, velocity: 8", "course: 2, velocity: 8, lost: [BRIDGE], clocks: {bridge: 2}")
    seat = Seated(tmp_path, f"turn: 2\nhouse: {{core_systems: true}}\n{adrift}")
    seat.key("UP", "RETURN")
    assert seat.orders == ["lancet: +1"]
    assert seat.screen.turn_flow.main.sub == "every ship has one" and not seat.screen.turn_flow.main.sure
    seat.key("RETURN")
    assert seat.orders[-1] == "azure: lock"


def test_a_ship_out_of_control_is_not_asked_about_where_ships_move_one_by_one(tmp_path: Path) -> None:
    seat = moving(tmp_path, DRIFT)
    key = seat.screen.model.waiting[0]
    assert seat.screen.turn_flow.main.sure
    seat.battle.state.ships[key].status_flags |= {OUT}
    seat.screen.turn_flow.refresh()
    seat.screen.commands.choose(key)
    assert not seat.screen.turn_flow.main.sure


def test_a_grappled_ship_with_nobody_else_near_lies_there_and_is_not_asked_about(tmp_path: Path) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, RAIL)
    seat.look()
    model = seat.screen.model
    assert model.idles("steadfast_oak") and not model.idles("halcyon")
    assert note(seat, "steadfast_oak") == "lies grappled"
    assert seat.screen.scene.notes["steadfast_oak"] == "no choice: lies grappled"
    assert seat.screen.turn_flow.main.sub.startswith("Halcyon has none")


def test_a_loss_that_cannot_come_about_is_never_told_beside_a_harm() -> None:
    harm, loss = Risk("Aiglette", "the grapples miss", 0.56, "harm"), Risk("", "sinks", 1e-7)
    assert row_words(Fate("halcyon", 1e-7, (loss, harm))) == ("Aiglette: the grapples miss 56 %", "harm 56 %")
    assert row_words(Fate("halcyon", 0.02, (replace(loss, chance=0.02), harm)))[1] == "lost 2.0 %"


def test_a_drive_that_two_strains_may_end_is_told_in_the_same_words_everywhere(tmp_path: Path) -> None:
    """Two checks that both fail end the drive: form, row, card and the line under the order give one chance of it."""
    at_scale(1.0)
    chase = (ROOT / "scenarios" / "full_thrust" / "stern_chase.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, chase)
    seat.look()
    seat.screen.commands.choose("halberd")
    model = seat.screen.model
    model.set_draft(model.view.read("halberd", "EM1 RL"))
    seat.screen.context.change()
    seat.settle()
    seat.look()
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, WordRow) and "drive lost" in one.hint]
    assert [one.hint for one in rows] == ["Redlined Engines: drive lost, 2.8 %"]
    fate = model.foresight.fates["halberd"]
    assert card_lines(fate)[-1] == ("drive is lost", "2.8 %")
    told = "drive is strained: Redlined Engines: damaged 17 %, drive is lost 2.8 %"
    widgets = {one.name: one for one in seat.screen.focus.widgets}
    assert row_words(fate)[0] == told and widgets["ship halberd"].hint == told
    assert widgets["order reason"].words.lower() == told.lower()


def test_what_an_explosion_does_is_told_of_the_ship_that_is_caught() -> None:
    caught = Risk("Aiglette", "is caught by the explosion of Aiglette", 0.03, "harm")
    assert row_words(Fate("martinet", 0.0, (caught,)))[0] == "is caught by the explosion of Aiglette 3.0 %"
    assert card_lines(Fate("martinet", 0.0, (caught,)))[0][0] == "is caught by the explosion of Aiglette"


def test_a_loss_by_nothing_that_has_a_name_is_told_in_words_of_its_own() -> None:
    fate = Fate("halcyon", 0.05, (Risk("", "founders", 0.05, "bad", "sail/7"),))
    assert card_lines(fate) == (("founders", "5.0 %"), ("it is out of the battle", "F1  7"))


def test_the_card_of_many_dangers_stays_small_and_counts_the_rest() -> None:
    losses = ("founders", 0.11), ("explodes", 0.09), ("burns", 0.01)
    risks = [Risk("", words, chance, "bad", "sail/7") for words, chance in losses]
    risks += [Risk("", words, 1.0, "harm") for words in ("runs onto The Teeth", "loses 8 to 12 boxes")]
    assert card_lines(Fate("martinet", 0.21, tuple(risks))) == (
        ("out of the battle", "21 %"),
        ("founders", "11 %"),
        ("runs onto The Teeth", "certain"),
        ("loses 8 to 12 boxes", "certain"),
        ("and 2 more", ""),
    )


def test_a_slight_loss_does_not_hide_a_likely_harm() -> None:
    foul, loss = Risk("Halcyon", "they foul", 0.5, "harm"), Risk("", "sinks", 0.001)
    assert row_words(Fate("aiglette", 0.001, (loss, foul)))[1] == "harm 50 %"


def test_a_chance_that_dice_may_add_to_says_so() -> None:
    fate = Fate("halcyon", 0.4, (Risk("Gull Holm", "runs aground", 0.4),), unlikely_tail=0.2)
    assert row_words(fate) == ("Gull Holm: lost 40 to 60 %", "lost 40 to 60 %")
    foul = Risk("Aiglette", "they collide", 0.11, "harm", most=0.28)
    assert row_words(Fate("halcyon", 0.0, (foul,))) == ("Aiglette: they collide 11 to 28 %", "harm 11 to 28 %")
    assert row_words(replace(fate, unlikely_tail=0.0)) == ("Gull Holm: lost 40 %", "lost 40 %")


def test_that_a_ship_is_out_of_the_battle_is_said_once() -> None:
    """The chance of any loss has one row, and what harms, being likelier, has room below it."""
    losses = [Risk("", words, 0.1, "bad", "sail/6") for words in ("founders", "explodes", "catches fire, and sinks")]
    harm = [Risk("", words, 0.5, "note", "sail/6") for words in ("loses 8 boxes", "lies a wreck", "catches fire")]
    words = [row[0] for row in card_lines(Fate("martinet", 0.3, (*losses, *harm)))]
    assert words == ["out of the battle", *(one.words for one in harm), "and 3 more"]


def test_who_and_what_share_the_lines_where_the_first_has_no_room_for_both() -> None:
    launch = Main("Pinfold: launch Hangar a Hangar b Hangar c", "6 craft", command="")
    assert main_words(launch, False, 200) == ("Pinfold", "launch Hangar a Hangar b Hangar c")
    assert main_words(launch, False, 900) == (launch.label, "6 craft")
    grave = replace(launch, lost=("pinfold",))
    assert main_words(grave, False, 200) == (launch.label, "6 craft"), "a loss is told before all"


def test_what_a_press_does_goes_on_in_the_second_line_where_the_first_is_too_short() -> None:
    goes = Main("Stockman goes straight on", "without an order of its own")
    room = width("Stockman goes", LABEL, "s")
    assert main_words(goes, False, room) == ("Stockman goes", "straight on")
    assert main_words(replace(goes, lost=("stockman",)), False, room)[0] == goes.label


def test_a_long_name_in_danger_is_whole_with_what_it_risks_in_a_small_window(tmp_path: Path) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, size=(1024, 600))
    room = button_rect(seat.screen.layout).w - theme.px(54) - key_width(seat.screen.keys.cap("press"))
    goes = Main("Tuff missile b goes straight on", "leaves the table: gone", brief="off table", lost=("tuff.b",))
    one, two = main_words(goes, False, room)
    assert (one, two) == ("Tuff missile b goes", "straight on: off table")
    assert width(one, LABEL - 3, "s") <= room and width(two, SMALLEST) <= room


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800)], ids=str)
@pytest.mark.parametrize("chance", ["30 to 33 %", "100 %"])
def test_a_harm_and_a_loss_are_whole_under_an_order(size: tuple[int, int], chance: str, tmp_path: Path) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, size=size)
    line = Reason(
        Rect(0, 0, seat.screen.layout.sheet.w - theme.px(32), 16),
        f"is caught by the explosion of Vaillance {chance}, lost up to 35 %",
        ink=theme.palette.red,
    )
    dst = Surface(line.rect.size)
    with reader(dst) as written:
        line.draw(dst)
    assert [one.string for one in written] == [line.words]


@pytest.mark.parametrize("name", ["full_thrust/free_fall", "full_sail/cutting_out", "hexcess/wayhouse_round"])
def test_the_main_button_is_whole_at_a_large_scale(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_scale(1.5)
    cut, asked, whole = set[str](), 0, text.fit

    def fit(string: str, wide: float, size: float = 16, weight: str = "r") -> str:
        shown = whole(string, wide, size, weight)
        if shown != string and sys._getframe(2).f_code.co_name == "_two_lines":
            cut.add(string)
        return shown

    def looked(one: Seated) -> bool:
        nonlocal asked
        asked += bool(one.screen.turn_flow.main.sure)
        return asked > 16

    monkeypatch.setattr(text, "fit", fit)
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    seat.until(looked, seed=11, most=70, seen=True)
    at_scale(1.0)
    assert asked > 4
    assert cut == set()


def harmed(seat: Seated) -> bool:
    """Return whether some order that the board offers for the piece in hand would strike an enemy."""
    view, model = seat.screen.model.view, seat.screen.model
    order, side = model.order, model.side
    assert order is not None
    struck = [
        one for one in (*view.state.ships.values(), *view.state.counters.values()) if one.in_play and one.side != side
    ]
    ends = [*view.destinations(order), *filter(None, (view.toward(order, one.at) for one in struck))]
    if view.phase.name == "Launch ordnance":
        return len(view.destinations(order)) > 1
    return any(getattr(end.order, "target", "") for end in ends)


@pytest.mark.parametrize(
    ("stem", "phase"),
    [
        ("carrier_strike", "Allocate attacks"),
        ("swarm_argument", "Allocate attacks"),
        ("missile_ambush", "Launch ordnance"),
    ],
)
def test_groups_and_launchers_are_asked_about_only_where_an_enemy_is_in_reach(
    tmp_path: Path, stem: str, phase: str
) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / "full_thrust" / f"{stem}.yaml").read_text(encoding="utf-8"))
    asked = dict[bool, int]()

    def compare(now: Seated) -> bool:
        model, commands = now.screen.model, now.screen.commands
        for key in model.waiting if model.view.phase.name == phase else ():
            commands.choose(key)
            main = now.screen.turn_flow.main
            if (
                key in (model.view.state.counters if phase == "Allocate attacks" else model.view.state.ships)
                and not main.lost
            ):
                assert main.sure == harmed(now), (main.label, main.sub)
                asked[main.sure] = asked.get(main.sure, 0) + 1
        return len(asked) == 2 and sum(asked.values()) > 12

    seat.until(compare, most=150)
    assert asked.get(False)


@pytest.mark.parametrize("stem", ["carrier_strike", "swarm_argument"])
def test_a_group_that_stays_is_asked_about_unless_an_enemy_is_in_reach_or_it_screens(tmp_path: Path, stem: str) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / "full_thrust" / f"{stem}.yaml").read_text(encoding="utf-8"))
    asked = dict[bool, int]()

    def compare(now: Seated) -> bool:
        model, commands = now.screen.model, now.screen.commands
        for key in model.waiting if model.view.phase.name == "Move fighters" else ():
            commands.choose(key)
            main, state = now.screen.turn_flow.main, model.view.state
            one = state.counters[key]
            if main.lost or not isinstance(one, Flight) or why_not_attack(state, one):
                continue
            apart = [
                math.dist(one.at, other.at)
                for other in (*model.enemies(), *state.counters.values())
                if other.in_play and other.side != one.side
            ]
            assert main.sure == (min(apart) > 6 and not one.screening), (main.label, main.sub, min(apart))
            asked[main.sure] = asked.get(main.sure, 0) + 1
        return sum(asked.values()) > 8 and False in asked

    seat.until(compare, most=150)
    assert asked.get(False)


def test_a_name_in_a_reason_is_a_whole_word() -> None:
    assert reason_of("Ash", "Ashcroft lies in the way") == "Ash: Ashcroft lies in the way"
    assert reason_of("Ash", "Ash would run ashore") == "Ash would run ashore"
    assert reason_of("St. Jo", "held by St. Jo") == "held by St. Jo"


def test_what_is_in_danger_says_by_what() -> None:
    """A harm that is no loss has no words of its own, and is named by the first line of its card."""
    assert (
        Doom(((0.0, 0.0),), "", lines=(("runs aground", "40 %"), ("fouls", "9 %"))).first_words == "runs aground 40 %"
    )
    assert Doom(((0.0, 0.0),), "lost 3 %", lines=(("runs aground", "40 %"),)).first_words == "lost 3 %"
