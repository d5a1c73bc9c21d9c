"""Demonstrations on hexes on the screen: what they are about is in view, named, and covered by nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.battle import fingerprint
from game.battle.loader import load_start_text
from game.core.display import Token
from game.demonstrations.catalogue import CatalogueEntry, find_demonstration
from game.demonstrations.steps import DemonstrationStep
from game.rulebook.book import rulebook
from game.ui.board import planet_edge
from game.ui.board.layers import counters
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration.gallery import taken_over
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.picture.callouts import CalloutPlate, callouts
from game.ui.demonstration.picture.placing import Placed
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.sandbox.screen import SandboxScreen
from game.ui.toolkit.rich_text import TextTable
from tests.support.narrowing import each
from tests.support.ui.demonstration_driver import ALL, screen_of, settled

pytestmark = pytest.mark.usefixtures("as_it_comes")
SHOWN = [one for one in ALL if one.path.parent.name in ("hexcess", "easyhex", "hex12")]


def steps_of(name: str) -> Iterator[tuple[DemonstrationScreen, DemonstrationStep]]:
    """Yield every step of a demonstration on the screen, at rest."""
    screen = screen_of(name)
    for index in range(len(screen.show.steps)):
        screen.show.go(index)
        screen.player.enter(False)
        settled(screen)
        yield screen, screen.show.step


def step_of(name: str, number: int) -> tuple[DemonstrationScreen, DemonstrationStep]:
    """Return one of them, counted from 1."""
    return next(found for found in steps_of(name) if found[1].index == number - 1)


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.name)
def test_all_that_flies_is_in_view_and_names_of_arcs_lie_on_the_board(one: CatalogueEntry) -> None:
    for screen, step in steps_of(one.name):
        scene, plates = screen.stage.picture()
        pieces_in_view(screen, scene, plates, step)
        names_of_arcs_and_bands_on_the_board(screen, scene, step)


def pieces_in_view(
    screen: DemonstrationScreen, scene: Scene, plates: Sequence[Placed], step: DemonstrationStep
) -> None:
    """Every piece in play is in view, and no counter lies under a plate."""
    state, camera = step.view.state, screen.board.camera
    pieces = [piece for piece in (*state.ships.values(), *state.counters.values()) if piece.in_play]
    assert all(camera.shows(piece.at, 12) for piece in pieces), f"step {step.index + 1}"
    lying = [place for _, place in counters.places(camera, scene)]
    assert not any(plate.rect.collidepoint(place) for plate in plates for place in lying), f"step {step.index + 1}"


def names_of_arcs_and_bands_on_the_board(screen: DemonstrationScreen, scene: Scene, step: DemonstrationStep) -> None:
    """Where arcs or bands are drawn, their names stand on hexes of the board."""
    camera, words = screen.board.camera, screen.board._words if scene.hand.overlays else ()
    labels = [word for word in words if word.leader is None and not word.key]
    middles = [word.rect.center for word in labels if camera.rect.collidepoint(word.rect.center)]
    off = [middle for middle in middles if not camera.board.holds(camera.mu(middle))]
    assert not off or not {"arcs", "range"} & scene.tools or step.refusals or scene.asked.volleys, (
        f"step {step.index + 1}"
    )


def test_titles_of_plates_are_whole() -> None:
    for name in ("hard_screens", "softer_screens", "front_and_sides"):
        for _, step in steps_of(name):
            for one in callouts(step):
                plate = CalloutPlate(one, theme.px(330))
                assert plate.size[0] >= 2 * theme.px(14) + plate.wide


def test_counters_leave_a_trail_and_lines_to_what_they_hit() -> None:
    _, step = step_of("steered_missile", 1)
    (trail,) = scenes.trails(step)
    assert trail.ship == "tuff.MTa" and len(trail.path) == 9
    _, step = step_of("steered_missile", 2)
    assert [(one.firer, one.target, one.shots) for one in scenes.volleys(step)] == [("tuff.MTa", "stockman", ())]
    _, step = step_of("shot_out_of_the_sky", 2)
    assert {(one.firer, one.target) for one in scenes.volleys(step)} == {("crook", "tuff.MTa"), ("crook", "tuff.MTb")}


def test_a_ship_that_moves_twice_in_a_step_has_both_ways_drawn() -> None:
    _, step = step_of("one_marker_for_all", 3)
    assert sorted(one.ship for one in scenes.trails(step)) == sorted(["stockman", "wether", "highfold"] * 2)


def test_both_of_two_flights_side_by_side_are_named() -> None:
    screen, _ = step_of("one_at_a_time", 2)
    words = screen.board._plan.labels.pieces
    said = {one.key for one in counters.counter_labels(screen.board.camera, screen._scene())}
    assert {key for word in words for key in word.keys} == said
    assert len(words) == 2


def test_what_clouds_roll_stands_beside_them() -> None:
    (plate,) = callouts(step_of("living_clouds", 2)[1])
    assert plate.title == "The Fleece" and plate.at is not None
    assert [[face for face, *_ in told.dice] for told in plate.told] == [[1, 4, 6], [2]]
    assert plate.told[1].result == "NE, hex 1005"


def test_what_a_missile_may_not_fly_is_told_beside_it() -> None:
    (plate,) = callouts(step_of("steered_missile", 1)[1])
    assert plate.title == "Tuff missile a" and plate.at and "once in its flight" in plate.told[0].result


@pytest.mark.parametrize("page", ["hex/2.6", "hex/2.4", "hex/3.3", "hex/3.5", "full-thrust-base/5.3"])
def test_no_word_of_a_table_is_broken_where_there_is_room_for_it(page: str) -> None:
    rows = rulebook()[page].table
    for wide in (400, 330):
        table = TextTable(0, 0, wide, rows, 15)
        room = [column - 2 * theme.px(TextTable.PAD) for column in table.columns]
        least = [max(width(word, 15, "s") for cell in column for word in cell.split()) for column in zip(*rows)]
        if sum(least) + len(least) * (2 * theme.px(TextTable.PAD) + 1) <= wide:
            assert all(word <= have for word, have in zip(least, room)) and table.rect.w <= wide


def test_minus_signs_of_reasons_are_true_ones() -> None:
    told = [told for one in callouts(step_of("crews", 2)[1]) for told in one.told]
    assert any("crew −1" in one.reason for one in told) and not any("-" in one.reason for one in told)


def test_one_side_s_table_has_the_markers_of_the_other_face_down() -> None:
    screen, step = step_of("face_down", 1)
    letters = {one.ship: one.letter for one in each(screen._scene().view.tokens, Token)}
    assert letters == {"wether": "R", "crook": "0", "shale": "", "karst": ""} and step.view.side == "azure"
    after = screen.show.steps[1]
    assert after.start.side is None and {"shale", "karst"} <= after.start.state.sealed.keys()


def test_a_caption_for_one_seat_names_a_side_and_stops_at_no_phase() -> None:
    text = find_demonstration("face_down").read_text(encoding="utf-8")
    for wrong, why in (("seat: azur", "there is no side 'azur'"), ("phase: 1\n  seat: azure", "shows everything")):
        with pytest.raises(Exception, match=why):
            load_start_text(text.replace("seat: azure", wrong), "wrong")


def test_a_refused_shot_has_no_line_of_aim_besides() -> None:
    screen, step = step_of("torpedoes_in_thirds", 2)
    scene = screen._scene()
    assert step.say.target == "shale" and scene.asked.refusals and not scene.aims


def test_a_planet_beyond_the_edge_is_seen() -> None:
    screen, _ = step_of("planet_beyond", 1)
    camera, there = screen.board.camera, settled(screen)
    board = camera.board
    west, south, wide, high = board.extent
    place = camera.xy((west + wide / 2 - 2, south + high + 0.6))
    assert camera.rect.collidepoint(place)
    seen = [tuple(there.get_at((round(place[0]) + x, round(place[1]))))[:3] for x in range(0, 60, 6)]
    assert all(blue > red + 20 for red, _, blue in seen)
    bare = Surface((1280, 800))
    planet_edge.limb(bare, BoardView(camera.rect).camera)
    assert bare.get_bounding_rect().size == bare.get_size() and not any(
        bare.get_at((x, 70))[2] for x in range(0, 900, 9)
    )


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.name)
def test_every_step_is_taken_over_as_it_stands(one: CatalogueEntry) -> None:
    """What is open then lies in the sandbox as well: its ships where they began, its counters where they are."""
    frame = Surface((1280, 800))
    show = one.open()
    for step in show.steps:
        show.go(step.index)
        taken = show.taken_over()
        # what is shown of the middle of an order is past when one plays on
        if step.say.seat is None and step.say.phase is None:
            assert fingerprint(taken.battle.state) == fingerprint(step.view.state)
        sandbox = taken_over(taken)
        assert isinstance(sandbox, SandboxScreen)
        sandbox.handle(Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""))
        sandbox.draw(frame)


def test_a_missile_taken_over_lies_on_the_table() -> None:
    show = step_of("steered_missile", 1)[0].show
    show.go(0)
    sandbox = taken_over(show.taken_over())
    assert isinstance(sandbox, SandboxScreen)
    (missile,) = sandbox.scene.others.counters
    assert missile.key == "tuff.MTa" and missile.at == show.step.view.state.counters["tuff.MTa"].at
