"""Orders that may cost a ship are shown before they are given: on the board, the card, the list, the field and the
button."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect, Surface

from game.seating.dangers import plate_words
from game.ui.battle.panels import ship_list
from game.ui.battle.panels.ship_list import note_of
from game.ui.board.label_engine.pictures import sample_points
from game.ui.board.layers.danger import hazard_colour
from game.ui.board.model.scene import Volley
from game.ui.render.text import width
from game.ui.render.theme import Colour, theme
from tests.support.ui.battle_driver import Seated
from tests.support.ui.danger_battles import DRIVES, HARMED, MAP, PLANET, SEA, WRITTEN, DangerBattle
from tests.support.ui.screen_driver import well_laid

SIZES = ((1280, 800), (1920, 1080))
FRAME = 0.02  # seconds


def hands(folder: Path, text: str, size: tuple[int, int] = (1280, 800)) -> Seated:
    """At the screen as ships are told where to go."""
    seat = Seated(folder, text, size)
    seat.screen.context.curtain = None
    while seat.screen.model.input_mode != "plot":
        seat.key("RETURN")
        seat.settle()
    return seat


def write(seat: Seated, **orders: str) -> None:
    """Orders of the seat, sealed in writing."""
    for key, text in orders.items():
        assert seat.screen.turn_flow.give(seat.screen.model.view.read(key, text)), seat.screen.context.note
    seat.settle()


def think(seat: Seated, ends: bool = True) -> None:
    """Let all be found out that waits until nothing moves; only ways out of danger unless `ends` are asked too."""
    screen = seat.screen
    while screen._way_out_of() is not None or (ends and screen.board_input.ends.behind):
        screen.tick(FRAME)
        if screen.moving or screen.context.stale:
            seat.look()
    seat.settle()


def main_button(seat: Seated) -> tuple[str, str, str]:
    """Return its kind, label and second line."""
    button = seat.widget("main")
    return button.kind, button.label, button.sub  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("battle", WRITTEN.values(), ids=WRITTEN.keys())
def test_an_order_that_costs_its_ship_is_told_before_it_is_locked(
    tmp_path: Path, battle: DangerBattle, size: tuple[int, int]
) -> None:
    seat = hands(tmp_path, battle.text, size)
    straight_on = "blank" if "easyhex" in battle.text else "0"
    write(seat, **dict.fromkeys(seat.screen.model.waiting, straight_on))
    seat.screen.commands.choose(battle.ship)
    seat.settle()
    note = note_of(seat.screen.model, battle.ship)
    assert (note.mark, note.danger, note.brief, note.grave) == ("warn", battle.row, battle.narrow, True)
    assert seat.screen.scene.dooms[battle.ship].grave and seat.screen.field.aside == (battle.row, theme.palette.red)
    lost, ships = len(seat.screen.turn_flow.main.lost), len(seat.screen.model.foresight.known_fates)
    told = f"{lost} of {ships} end{'s' * (lost == 1)} in danger"
    assert main_button(seat) == ("danger", "Lock orders", told)
    seat.key("RETURN")
    assert main_button(seat) == ("danger", "Lock orders: sure?", told) and not seat.screen.model.locked
    think(seat, ends=False)
    way: Any = seat.widget(f"way out {battle.ship}")
    plate: Any = seat.widget("danger plate")
    assert all(width(plate_words(fate), 12) <= plate.room for _, fate in plate.rows), "no danger is cut"
    assert width(way.sub, 13) <= way.rect.w - 2 * theme.px(12), "nor is how far the way out leads from it"
    assert way.label.endswith(" instead") and seat.widget("danger plate").rect.contains(way.rect)
    well_laid(seat, f"{battle.ship} at {size}")
    side = seat.screen.flow.seat
    seat.key("RETURN")
    assert side in seat.battle.state.ready, "the second press locks: nothing is forbidden"


@pytest.mark.parametrize("battle", HARMED.values(), ids=HARMED.keys())
def test_an_order_that_harms_its_ship_on_the_way_asks_too(tmp_path: Path, battle: DangerBattle) -> None:
    seat = hands(tmp_path, battle.text)
    write(seat, **dict.fromkeys(seat.screen.model.waiting, "0"))
    note = note_of(seat.screen.model, battle.ship)
    assert (note.mark, note.danger, note.brief) == ("warn", battle.row, battle.narrow)
    assert battle.ship in seat.screen.turn_flow.main.lost and main_button(seat)[0] == "danger"
    seat.key("RETURN")
    think(seat, ends=False)
    assert "danger plate" in seat.names() and f"way out {battle.ship}" in seat.names() and not seat.screen.model.locked


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("battle", [*WRITTEN.values(), *HARMED.values()], ids=[*WRITTEN, *HARMED])
def test_no_chip_lies_on_a_way_that_may_cost_a_ship(
    tmp_path: Path, battle: DangerBattle, size: tuple[int, int]
) -> None:
    seat = hands(tmp_path, battle.text, size)
    write(seat, **dict.fromkeys(seat.screen.model.waiting, "blank" if "easyhex" in battle.text else "0"))
    seat.screen.commands.choose(battle.ship)
    seat.settle()
    ways = sample_points([seat.screen.board.camera.many(doom.path) for doom in seat.screen.scene.dooms.values()])
    assert not [word.rect for word in seat.screen.board._words if any(map(word.rect.collidepoint, ways.tolist()))]


def test_ends_at_which_a_ship_is_harmed_turn_yellow(tmp_path: Path) -> None:
    seat = hands(tmp_path, HARMED["in irons"].text)
    seat.screen.commands.choose("halcyon")
    seat.settle()
    think(seat)
    scene = seat.screen.scene
    green = theme.palette.green
    tones = {
        str(one.order): hazard_colour(risk, green) for one, risk in zip(scene.asked.destinations, scene.hand.hazards)
    }
    assert tones["0"] == theme.palette.yellow and theme.palette.green in tones.values()


def test_a_ship_without_a_choice_asks_nothing(tmp_path: Path) -> None:
    """Nobody steers Lancet: it goes into the planet whatever is ordered, which the list tells and nothing asks
    about."""
    adrift = PLANET.replace("velocity: 11", "velocity: 11, lost: [BRIDGE], clocks: {bridge: 3}")
    seat = hands(tmp_path, f"turn: 2\nhouse: {{core_systems: true}}\n{adrift}")
    write(seat, halyard="P1-4")
    assert note_of(seat.screen.model, "lancet").danger and main_button(seat)[::2] == ("main", "every ship has one")


def test_the_chance_is_that_of_the_die_and_the_place_is_where_it_is_rolled(tmp_path: Path) -> None:
    """Velocity 12 less thrust 6: of one die only the 6 saves it, at the rim of the planet."""
    seat = hands(tmp_path, PLANET)
    write(seat, lancet="+1")
    doom = seat.screen.scene.dooms["lancet"]
    assert doom.lines == (("Tavira: lost", "83 %"), ("a die of 6 saves it", "F1  6.20")) and doom.at == (24.0, 24.0)
    assert seat.screen.rule_under(seat.screen.board.rect.center).endswith("6.20/asteroids")
    assert seat.screen.scene.dooms["halyard"].leaves and note_of(seat.screen.model, "halyard").words == "no order"


def test_ends_that_are_not_safe_turn_red_and_can_still_be_taken(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET)
    seat.screen.commands.choose("lancet")
    seat.settle()
    early = seat.screen.scene
    assert not any(chance > 0 for chance in early.hand.hazards), "nothing is known yet"
    think(seat)
    scene = seat.screen.scene
    red = {str(one.order) for one, chance in zip(scene.asked.destinations, scene.hand.hazards) if chance >= 0.05}
    assert {"0", "+1", "P1"} <= red and not {"P1+S1", "P3", "S3"} & red
    warned = {str(one.order) for one, chance in zip(early.asked.destinations, early.hand.hazards) if chance}
    assert red <= warned, "nor was it said to be safe"
    write(seat, lancet="+1")
    assert any(seat.screen.board_input.ends.hazards()) or seat.screen.model.chosen != "lancet"


def test_esc_goes_back_to_the_first_in_danger_and_any_other_key_puts_the_plate_away(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET)
    write(seat, lancet="+1", halyard="0")
    seat.screen.commands.choose("halyard")
    seat.key("RETURN")
    assert "danger plate" in seat.names()
    seat.key("ESCAPE")
    assert "danger plate" not in seat.names() and seat.screen.model.chosen == "lancet" and not seat.screen.model.locked
    seat.key("RETURN", "UP")
    assert "danger plate" not in seat.names() and not seat.screen.model.locked
    seat.key("ESCAPE", "RETURN")
    assert "danger plate" in seat.names()
    seat.click(seat.pixel("halyard"))
    assert "danger plate" not in seat.names(), "a click elsewhere goes on plotting"


def test_the_key_that_passes_for_all_ships_asks_too(tmp_path: Path) -> None:
    battle = next(iter(WRITTEN.values()))
    seat = hands(tmp_path, battle.text)
    write(seat, **dict.fromkeys(seat.screen.model.waiting, "0"))
    seat.key("p")
    assert main_button(seat)[1] == "Lock orders: sure?" and not seat.screen.model.locked
    seat.key("p")
    assert seat.battle.records[-1].order.by in seat.battle.state.sides


def test_a_way_out_is_ordered_by_its_button_and_the_plate_goes_on_with_the_next(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET)
    write(seat, lancet="+1", halyard="0")
    seat.key("RETURN")
    think(seat, ends=False)
    assert {"way out lancet", "way out halyard"} <= set(seat.names())
    seat.press("way out lancet")
    seat.settle()
    assert "lancet" not in seat.screen.turn_flow.main.lost and seat.screen.model.view.plots["lancet"].pose(
        seat.battle.state
    ).path[-1] != (32.0, 24.0)
    think(seat, ends=False)
    assert "way out lancet" not in seat.names() and "way out halyard" in seat.names()
    seat.press("way out halyard")
    seat.settle()
    assert "danger plate" not in seat.names() and main_button(seat)[0] == "main"


def test_a_ship_that_is_lost_first_fires_at_nobody_and_is_no_target(tmp_path: Path) -> None:
    """The means are those of the state in which ships may fire: Vesper holds on, Lancet is in the planet."""
    seat = hands(tmp_path, PLANET)
    seat.screen.commands.choose("lancet")
    write(seat, lancet="+1")
    seat.screen.commands.choose("lancet")
    assert not seat.screen.model.fire.weighed
    write(seat, lancet="P3")
    seat.screen.commands.choose("lancet")
    model = seat.screen.model
    assert {one.firer for one in model.fire.weighed} == {"lancet", "vesper"}
    assert model.foresight.foreseen["vesper"].at == (40.0, 24.0)


def test_what_is_weighed_says_how_the_ships_stand(tmp_path: Path) -> None:
    """Both as plotted only where both are: the other side's orders are sealed, and it is taken to hold on."""
    seat = hands(tmp_path, PLANET)
    write(seat, lancet="P3")
    seat.screen.commands.choose("lancet")
    seat.settle()

    def heading() -> str:
        labels = (getattr(one, "label", "") for one in seat.screen.panels.widgets)
        return next(one for one in labels if one.startswith("From here"))

    assert heading() == "From here, if they hold on"
    model = seat.screen.model
    model.set_draft(seat.battle.read("vesper", "+1"))  # as with open books, where all is known
    seat.screen.context.change()
    seat.look()
    assert heading() == "From here, both as plotted"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_where_orders_are_carried_out_at_once_their_button_asks(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = hands(tmp_path, MAP % "fixed", size)
    seat.enter_until("Move", "stockman")
    seat.screen.model.set_draft(seat.screen.model.view.read("stockman", "5f"))
    seat.screen.context.sure = False
    seat.screen.context.weigh()
    seat.settle()
    assert main_button(seat)[:2] == ("danger", "Move Stockman")
    seat.key("RETURN")
    assert main_button(seat)[1] == "Move Stockman: sure?" and "danger plate" in seat.names()
    assert "stockman" not in seat.battle.state.acted
    seat.key("RETURN")
    seat.rest()
    assert not seat.battle.state.ships["stockman"].in_play


def test_a_map_that_scrolls_along_loses_nobody(tmp_path: Path) -> None:
    seat = hands(tmp_path, MAP % "scroll")
    seat.enter_until("Move", "stockman")
    seat.screen.model.set_draft(seat.screen.model.view.read("stockman", "scroll NE4 5f"))
    seat.screen.context.weigh()
    seat.settle()
    model, board = seat.screen.model, seat.screen.board
    assert not model.foresight.fates["stockman"].lost and not seat.screen.scene.dooms and main_button(seat)[0] == "main"
    ghost = model.ghost
    assert ghost and len(ghost.path) == 6 and ghost.note == "NE" and board.camera.shows(ghost.at, 20)
    assert ghost.at == model.foresight.ahead.state.ships["stockman"].at


def test_where_there_is_no_edge_nothing_is_told(tmp_path: Path) -> None:
    seat = hands(tmp_path, DRIVES)
    think(seat)
    assert not seat.screen.scene.dooms and not any(seat.screen.scene.hand.hazards) and main_button(seat)[0] == "main"


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        (True, ["too far: 8.8 of 6 MU, if Aiglette holds on"]),
        (False, ["clean, if no farther than 6 MU", "collision, if no farther than 6 MU"]),
    ],
)
def test_grapples_that_cannot_reach_have_no_odds_where_that_is_known(
    tmp_path: Path, measured: bool, told: list[str]
) -> None:
    text = SEA.replace("at: [64, 24]", "at: [30, 24]").replace("at: [40, 33]", "at: [49, 30.5]")
    text = f"house: {{premeasure: {str(measured).lower()}}}\n{text}"
    seat = hands(tmp_path, text)
    view = seat.screen.model.view
    risks = [one for one in view.risks(view.read("halcyon", "0 GRAPPLE aiglette")) if one.what == "Grapple"]
    assert [one.words for one in risks] == told and (risks[0].tone == "cannot") is measured


def test_a_ram_from_where_nobody_is_near_has_no_odds(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET)
    view = seat.screen.model.view
    (told,) = view.risks(view.read("lancet", "P3 RAM vesper"))
    assert told.tone == "cannot" and told.words.startswith("too far: ") and " of 2 MU" in told.words


def test_the_end_of_the_battle_that_orders_lead_to_stands_under_the_objective(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET.replace("at: [20, 24], course: 3", "at: [68, 24], course: 3"), (1920, 1080))

    def told() -> list[str]:
        said = [str(getattr(one, "words", "")) for one in seat.screen.panels.widgets]
        return [words for words in said if "nobody fires" in words]

    write(seat, lancet="0", halyard="P1-4")
    assert not told()
    write(seat, halyard="0")
    (words,) = told()
    assert words.startswith("If the others hold on and nobody fires, most likely the end of it: Amber Pact wins, ")
    order = seat.screen.model.view.draft("vesper")
    seat.screen.model.drafts.update({ship.id: replace(order, by=ship.id) for ship in seat.screen.model.enemies()})
    seat.screen.context.change()  # as with open books, where all is known
    seat.look()
    assert [words[:16] for words in told()] == ["If nobody fires,"]


def test_the_plate_names_the_keys_as_they_are_set(tmp_path: Path) -> None:
    battle = next(iter(HARMED.values()))
    seat = hands(tmp_path, battle.text)
    write(seat, **dict.fromkeys(seat.screen.model.waiting, "0"))
    keys = seat.screen.context.keys
    keys.bindings["back"] = replace(keys.bindings["back"], keys=("Q",))
    seat.key("RETURN")
    think(seat, ends=False)
    plate: Any = seat.widget("danger plate")
    assert [words for words, _, weight in plate.foot if weight == "s"] == ["Enter", "Q"]


def test_no_fire_of_before_is_drawn_beside_what_ships_suffered_on_their_way(tmp_path: Path) -> None:
    seat = hands(tmp_path, PLANET)
    while seat.screen.flow.result is None:
        seat.screen.context.curtain = None
        seat.screen.context.volleys = (Volley("lancet", "vesper", ()),)
        seat.key("RETURN")
        seat.settle()
    assert seat.screen.model.view.state.turn == 1 and not seat.screen.scene.asked.volleys


def test_a_danger_too_long_for_its_row_is_told_in_brief_and_never_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = hands(tmp_path, SEA, (1920, 1080))
    row = next(one for one in seat.screen.focus.widgets if isinstance(one, ship_list.ShipRow))
    said = list[str]()

    def noted(dst: Surface, words: str, *_: object) -> Rect:
        said.append(words)
        return Rect(0, 0, 1, 1)

    monkeypatch.setattr(ship_list, "fit_text", noted)
    monkeypatch.setattr(ship_list, "draw_cached", lambda dst, row, look, draw: draw(dst))
    long = "Steadfast Oak: they foul 50 %, lost up to 4.6 %"
    for danger, told in ((long, "harm 50 %"), ("Tern: lost 5 %", "Tern: lost 5 %")):
        row.note = replace(row.note, danger=danger, brief="harm 50 %")
        row.draw(Surface((1920, 1080)))
        assert said.pop() == told


def test_in_a_list_of_pictures_alone_the_mark_has_the_colour_of_the_danger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = dict[str, Colour]()
    monkeypatch.setattr(ship_list, "tick", lambda dst, kind, at, colour, size=16: marks.update({kind: colour}))
    seat = hands(tmp_path, PLANET, (1024, 600))
    write(seat, lancet="+1")
    assert seat.widget("ship lancet").rect.w < theme.px(100), "no room for words"
    assert marks["warn"] == theme.palette.red
