"""Hover cards, sentences and lines of fire keep off what is looked at, and hover cards name a rule by its title."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.rulebook.book import entry, rulebook, title, titles
from game.ui.board.label_engine.pictures import Placer, Word
from game.ui.board.labels import layout
from game.ui.board.layers import fire_lines, zones
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.text import wrap
from game.ui.render.theme import Colour, theme
from game.ui.toolkit import parts
from tests.support.battles import paper
from tests.support.ui.battle_driver import TURN, Seated, at_scale, firing
from tests.support.ui.label_geometry import covered

pytestmark = pytest.mark.usefixtures("still")
SCENARIOS = (
    "full_thrust/tavira_passage",
    "full_thrust/salt_convoy",
    "hexcess/kessarine_drift",
    "full_thrust/long_line",
)
SIZES = ((1280, 800, 1.0), (1920, 1080, 1.0), (3840, 2160, 2.0))


def about(at: tuple[float, float], side: int) -> Rect:
    r = Rect(0, 0, theme.px(side), theme.px(side))
    r.center = round(at[0]), round(at[1])
    return r


def noted_plate(placed: list[Rect], dst: Surface, r: Rect, *words: str) -> Rect:
    """In place of drawing the plate of a hint."""
    placed.append(Rect(r))
    return r


# -- titles of rules ---------------------------------------------------------------------------------------------------


def test_titles_are_those_of_the_book() -> None:
    assert titles() == {address: page.title for address, page in rulebook().items()}
    assert title("full-thrust-base/5.3/whatever") == entry("full-thrust-base/5.3/whatever").title


def test_hover_cards_show_titles_of_rules_and_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def noted(dst: Surface, words: str, at: tuple[float, float], wide: float, size: float, ink: Colour) -> float:
        said.append(words)
        return wrap(dst, words, at, wide, size, ink)

    monkeypatch.setattr(parts, "wrap", noted)
    seat = Seated(tmp_path)
    for widget in [one for one in seat.screen.focus.widgets if one.rule and one.hint]:
        said.clear()
        parts.hint(seat.frame, widget.rect, widget.hint, "", widget.rule)
        assert said[-1].endswith(title(widget.rule).split()[-1]), widget.rule
        assert not any(widget.rule in line for line in said)
    said.clear()
    seat.point(seat.widget("tool arcs").rect.center)
    seat.look()
    assert f"F1  {title('table/overlays')}" in said


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wide, high, scale", SIZES)
def test_a_hover_card_keeps_off_the_firer_and_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wide: int, high: int, scale: float
) -> None:
    at_scale(scale)
    ships = [(20, 20), (20, 26), (26, 24), (14, 24), (26, 18), (20, 14), (14, 18), (22, 20)]
    placed: list[Rect] = []
    for n, (x, y) in enumerate(ships[1:]):  # the target all round the firer, so that the line comes from everywhere
        text = TURN.replace("at: [40, 20]", f"at: [{x}, {y}]").replace("velocity: 6", "velocity: 0")
        text = text.replace("velocity: 4", "velocity: 0")
        (tmp_path / str(n)).mkdir()
        seat = firing(Seated(tmp_path / str(n), text, (wide, high)))
        seat.screen.commands.click("vesper")
        seat.key("v")
        monkeypatch.setattr(parts, "plaque", partial(noted_plate, placed))
        for over in ("vesper", "lancet"):
            seat.point(seat.pixel(over))
            placed.clear()
            seat.look()
            a, b = seat.pixel("lancet"), seat.pixel("vesper")
            assert len(placed) == 1, over
            assert not placed[0].colliderect(about(a, 50)) and not placed[0].clipline(a, b), (ships[n + 1], over)
            assert seat.screen.layout.board.contains(placed[0])
        monkeypatch.undo()


@pytest.mark.parametrize("wide, high, scale", SIZES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_sentence_covers_nothing_in_use(tmp_path: Path, name: str, wide: int, high: int, scale: float) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), (wide, high))
    screen = seat.screen
    corner = screen.layout.board.x + theme.px(90), screen.layout.board.y + theme.px(76)  # below the buttons
    for key in (*screen.model.waiting[:3], ""):
        if key:
            screen.commands.choose(key)
        else:  # and with a ship in the place that is nearest to the eye
            x, y = screen.board.camera.xy(screen.model.view.state.piece(screen.model.chosen).at)
            screen.board.camera.pan(corner[0] - x, corner[1] - y)
        seat.settle()
        screen.context.tell("only 2 of the 3 thrust that may turn the ship are left, for the drive has lost a step")
        seat.look()
        plate = screen.toast
        state, camera = screen.model.view.state, screen.board.camera
        assert screen.layout.window.contains(plate)
        for ship in state.ships.values():
            assert not ship.in_play or not plate.colliderect(about(camera.xy(ship.at), 30)), ship.id
        for destination in screen.scene.asked.destinations:
            assert not plate.colliderect(about(camera.xy(destination.at), 8)), destination.order
        for widget in screen.focus.widgets:
            assert not (widget.focusable and widget.rect.colliderect(plate)), widget.name
        screen.context.note = ""


# -- lines of fire -----------------------------------------------------------------------------------------------------


def test_a_line_of_fire_that_ends_near_a_friend_ends_on_the_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips: list[tuple[float, float]] = []
    monkeypatch.setattr(fire_lines, "arrow_tip", lambda dst, tip, turn, colour: tips.append(tip))
    seat = firing(
        Seated(
            tmp_path,
            paper(
                "Side by side",
                """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 0}
  plover: {side: azure, design: plover, at: [31, 20], course: 3, velocity: 0}
  vesper: {side: amber, design: vesper, at: [32, 20], course: 9, velocity: 0}
  cinder: {side: amber, design: cinder, at: [20, 32], course: 9, velocity: 0}
""",
            ),
        )
    )
    seat.screen.board.camera.fit([(18, 18), (34, 34)])
    for target in ("vesper", "cinder"):
        seat.screen.commands.click(target)
        seat.key("v")
        assert seat.screen.scene.asked.volleys
        near = {key: math.dist(tips[-1], seat.pixel(key)) for key in ("lancet", "plover", "vesper", "cinder")}
        assert min(near, key=lambda key: near[key]) == target, near
        far = near[target] / theme.scale
        assert far < 20 if target == "vesper" else 20 < far < 40, "clear of a target that lies alone"
        seat.key("ESCAPE")


@pytest.mark.parametrize("name", ["full_thrust/dark_passage", "full_sail/salt_road", "full_thrust/free_fall"])
def test_the_card_of_an_order_covers_neither_the_scale_bar_nor_the_rose(tmp_path: Path, name: str) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    board, seen = seat.screen.board, 0
    for key in seat.screen.model.waiting:
        seat.screen.commands.choose(key)
        for end in seat.screen.scene.asked.destinations[::9]:
            seat.lift(key, end.at)
            if board._plan.card:
                seen += 1
                assert not covered(board, seat.screen.scene, ()), (key, str(end.order))
            seat.key("ESCAPE")
    assert seen > 8


@pytest.fixture
def captions(monkeypatch: pytest.MonkeyPatch) -> list[Word]:
    """Return where “where X can end” was put, the last time last."""
    found, planned = list[Word](), layout._reach_names

    def noted(camera: Camera, scene: Scene, placer: Placer) -> list[Word]:
        words = [one for one in planned(camera, scene, placer) if one]
        found.extend(words)
        return words

    monkeypatch.setattr(layout, "_reach_names", noted)
    return found


@pytest.mark.parametrize(
    "name",
    [
        "full_thrust/first_light",
        "full_thrust/free_fall",
        "full_sail/salt_road",
        "hexcess/first_furrow",
        "easyhex/open_pasture",
    ],
)
def test_where_a_ship_can_end_is_written_under_no_line_and_over_no_word(
    tmp_path: Path, captions: list[Word], name: str
) -> None:
    """On a plate of its own, since arcs go with the ghost."""
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda one: one.screen.model.input_mode == "plot" and bool(one.screen.model.waiting))
    for key in seat.screen.model.waiting:
        seat.screen.commands.choose(key)
        seat.settle()
        assert captions and zones.arc_lines(seat.screen.board.camera, seat.screen.scene)
        assert pygame.surfarray.array_alpha(captions[-1].picture)[6:-6, 6:-6].min() > 150, "its own ground"
        others = [one.rect for one in seat.screen.board._words if one is not captions[-1]]
        assert captions[-1].rect.collidelist(others) < 0
