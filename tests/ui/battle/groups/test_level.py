"""The level of a ship on the screen: the card in the foot, the bands and casualties on the sheet, arrows and links."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.core.display import Link, Ring, Token
from game.seating.heading import numbered_rows
from game.ui.battle.over_board.turn_strip import turn_cells
from game.ui.battle.panels.level_panel import BuildupPanel
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.ship_sheet.ladder import LadderLine
from game.ui.toolkit.blocks import StatBlock, TitleLines
from tests.support.narrowing import present
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("still")
FILE = """
version: 1
title: Level
system: full-thrust
house: {pd_rules: pdl}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  polestar: {side: azure, design: polestar, at: [22, 24], course: 3, velocity: 2}
  bellows: {side: amber, design: bellows, at: [56, 22], course: 9, velocity: 2}
counters:
  bellows.HGRa: {at: [28, 26], course: 9}
  bellows.HGRb: {at: [26, 21], course: 9}
"""


def asked(folder: Path, size: tuple[int, int]) -> Seated:
    """Amber's two groups attack Polestar, whose level is known; the first of them is in hand."""
    seat = Seated(folder, FILE, size)
    battle = seat.battle
    texts = {"Allocate attacks": "attack polestar", "Commit defence": "commit PDSa PDSb B1a"}
    while battle.phase.name != "Actions":
        if text := texts.get(battle.phase.name):
            order = battle.read(battle.prompts()[0].waiting[0], text)
        else:
            nothing = (present(battle.phase.idle)(battle.state, prompt) for prompt in battle.prompts())
            order = next(one for one in nothing if battle.why_not(one) is None)
        battle.play(order)
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    return seat


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_the_card_lies_in_the_foot_and_the_bands_on_the_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = asked(tmp_path, size)
    seat.press("ship bellows.HGRa")
    lines = [one for one in seat.screen.panels.upper.widgets if isinstance(one, LadderLine)]
    assert len(lines) == 7 and sum(line.lit for line in lines) == 1
    assert sum(len(line.row.marks) for line in lines) == 2
    panel = seat.screen.bottom_panel
    panel.open_tab(3)
    seat.settle()
    cards = [one for one in panel._still if isinstance(one, BuildupPanel)]
    if seat.screen.layout.line:
        assert not cards, "where the foot is one line there is no room"
        return
    (card,) = cards
    assert card.card.label == "Point-defence level of Polestar" and seat.screen.layout.bottom_panel.contains(card.rect)
    assert card.card.steps == ("Roll", "Missiles", "Fighters", "Casualties", "Salvos") and card.card.at == 1, (
        "the dice lie"
    )
    window = Surface(size)
    room = card.rect.move(0, -3)
    assert room.x < card._steps(window, room) < room.right, "there is room for all five beside the heading"
    assert card._steps(window, Rect(0, 0, 40, 20)) == 40, "where there is none they are left out"
    card.draw(Surface(size))
    seat.press("ship bellows")
    assert panel._front() == 0, "a ship that has rolled nothing has no such tab"


def test_arrows_have_the_colour_of_the_band_and_who_assists_is_linked(tmp_path: Path) -> None:
    seat = asked(tmp_path, (1280, 800))
    bands = {one.key: one.band for one in seat.screen.model.view.tokens if isinstance(one, Token)}
    assert all(0 <= band < len(theme.palette.ramp) for band in bands.values())
    seat.battle.play(seat.battle.read("bellows.HGRb", "assist bellows.HGRa"))
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert Link("bellows.HGRb", "bellows.HGRa") in seat.screen.model.view.tokens


def glide(seat: Seated) -> None:
    """Frames go by until the board lies still."""
    seat.settle()
    while not seat.screen.board.camera.still:
        seat.screen.tick(0.1)
        seat.look()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_board_comes_close_to_the_ship_and_its_attackers(tmp_path: Path, size: tuple[int, int]) -> None:
    """Afterwards it is looked at as before; what the player does to it meanwhile stays."""
    seat = asked(tmp_path, size)
    glide(seat)
    camera, state = seat.screen.board.camera, seat.screen.model.view.state
    rings = [
        one for one in seat.screen.scene.hand.overlays if isinstance(one, Ring) and one.at == state.ships["polestar"].at
    ]
    assert [one.radius for one in rings if one.label == "6 MU"] == [6]
    assert not camera.shows(state.ships["bellows"].at) and all(
        camera.shows(one.at, 12) for one in state.counters.values()
    )
    assert camera.shows(state.ships["polestar"].at, 6 * camera.scale), "the ring is seen whole"
    close = camera.scale
    seat.screen.commands.choose("bellows.HGRb")
    glide(seat)
    assert camera.scale == close, "it is about the same ship"
    camera.zoom(0.8, glide=False)
    mine = camera.scale
    seat.screen.commands.choose("bellows.HGRa")
    glide(seat)
    assert camera.scale == mine
    for _ in range(9):
        if seat.battle.phase.name in ("Actions", "Casualties") or seat.screen.flow.result:
            seat.key("RETURN")
            glide(seat)
    glide(seat)
    assert seat.battle.phase.name == "Ships fire"
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    glide(seat)
    assert seat.screen.board.camera is camera and all(camera.shows(ship.at) for ship in state.ships.values())


def test_what_a_group_does_is_written_whole_on_its_sheet(tmp_path: Path) -> None:
    seat = asked(tmp_path, (1280, 800))
    seat.press("ship bellows.HGRa")
    figures = [one for one in seat.screen.panels.upper.widgets if isinstance(one, StatBlock)]
    assert [one.label for one in figures] == ["Last move", "Flight", "Endurance", "Attacks"], (
        "before it moves the figure is that of the turn before"
    )
    assert all(one.rect.w >= one.least for one in figures)


def test_groups_of_which_it_is_not_said_which_comes_next_are_one_cell(tmp_path: Path) -> None:
    seat = Seated(tmp_path, FILE, (1280, 800))
    while seat.battle.phase.name != "Allocate attacks":
        nothing = (present(seat.battle.phase.idle)(seat.battle.state, prompt) for prompt in seat.battle.prompts())
        seat.battle.play(next(one for one in nothing if seat.battle.why_not(one) is None))
    seat.screen.sit("azure")
    seat.screen.turn_flow.refresh()
    assert [(one.name, one.state) for one in turn_cells(seat.screen.model)] == [("Amber Pact × 2", "now")]


def test_the_title_tells_that_house_rules_are_changed_and_its_hint_which(tmp_path: Path) -> None:
    seat = asked(tmp_path, (1280, 800))
    title = next(one for one in seat.screen.panels.top if isinstance(one, TitleLines))
    assert title.under == "Full Thrust, Fleet Book, one changed"
    assert title.hint.splitlines() == ["Level: Full Thrust, Fleet Book", "Point defence: reformed: one level"]
    assert width(title.under, title.sizes[1][-1]) <= title.rect.w


@pytest.mark.parametrize("words", ["Level", "A long war of the western marches, second battle"])
def test_a_title_too_long_for_a_line_takes_two(tmp_path: Path, words: str) -> None:
    seat = Seated(tmp_path, FILE.replace("title: Level", f"title: {words}"), (1280, 800))
    title = next(one for one in seat.screen.panels.top if isinstance(one, TitleLines))
    window = Surface((1280, 800))
    with reader(window) as found:
        title.draw(window)
    assert " ".join(one.string for one in found[:-1]) == words
    tops = [one.box.y for one in found]
    assert tops == sorted(tops) and found[-1].box.bottom <= title.rect.bottom
    assert all(not one.box.colliderect(other.box.inflate(0, -6)) for one, other in pairwise(found))


def test_the_bar_calls_the_rows_of_point_defence_by_the_name_of_the_whole(tmp_path: Path) -> None:
    """Dice of the level fall where defence is committed; the first row of that number, which lends, rolls nothing."""
    rows, shown = numbered_rows(asked(tmp_path, (1280, 800)).screen.model.view, 7)
    assert rows[shown][0].name == "Point defence"
