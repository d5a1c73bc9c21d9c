"""The first view of a battle, and of each ship in hand: every end it can reach is in view, and nothing lies over the
map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.ui.input_modes.scenes import EVERY, threats
from game.ui.render import text as writing
from game.ui.render.theme import theme
from game.ui.toolkit import picture_cache
from tests.support.battles import OF_THRUST, SCENARIOS
from tests.support.ui.battle_driver import TURN, Seated, at_scale
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("still")
SIZES = ((1280, 800, 1.0), (1920, 1080, 1.0), (3840, 2160, 2.0))
ON_HEXES = [path for path in OF_THRUST if path.parent.name != "full_thrust"]
DRIFT = ROOT / "scenarios" / "hexcess" / "kessarine_drift.yaml"


def held(seat: Seated, key: str, what: str) -> None:
    """Check that every end of the ship is on the board and under nothing."""
    screen, view = seat.screen, seat.screen.model.view
    over = [widget.rect for widget in screen.panels.over]
    ends = {destination.at for destination in view.destinations(view.draft(key))}
    assert ends
    for at in ends:
        xy = seat.xy(at)
        assert screen.layout.board.collidepoint(xy), f"{what}: an end of {key} at {at} is out of view"
        assert not any(r.collidepoint(xy) for r in over), f"{what}: an end of {key} at {at} is covered"


def rest(seat: Seated) -> None:
    """Draw frame after frame until the table no longer moves."""
    for _ in range(400):
        seat.take(seat.screen.tick(0.05))
        seat.look()
        if not seat.screen.moving:
            return
    raise AssertionError("the table does not come to rest")


def plotting(seat: Seated) -> bool:
    """Play random orders until plots are asked for. Return whether 40 orders are enough."""
    return seat.until(lambda now: now.screen.model.input_mode == "plot" and bool(now.screen.model.waiting), most=40)


@pytest.mark.parametrize(
    "wide, high, scale", [*SIZES[:1], *(pytest.param(*size, marks=pytest.mark.slow) for size in SIZES[1:])]
)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_first_view_holds_every_end_of_every_ship(
    path: Path, wide: int, high: int, scale: float, tmp_path: Path
) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"), (wide, high))
    if not plotting(seat):
        return
    for _ in seat.screen.model.waiting:
        held(seat, seat.screen.model.chosen, f"{path.stem} at {wide}x{high}")
        seat.key("n")
        if seat.screen.moving:
            rest(seat)


def test_a_ship_taken_in_hand_out_of_view_brings_her_ends_into_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    camera = seat.screen.board.camera
    camera.look_at(seat.screen.model.view.state.ships["vesper"].at, glide=False)
    camera.zoom(2.2, glide=False)
    scale = camera.scale
    assert not seat.screen.layout.board.collidepoint(seat.pixel("halyard"))
    seat.key("n")
    rest(seat)
    assert seat.screen.model.chosen == "halyard"
    held(seat, "halyard", "after a look elsewhere")
    assert camera.scale == pytest.approx(scale), "no farther away than need be"
    camera.zoom(6.0, seat.pixel("halyard"), glide=False)
    rest(seat)
    close = camera.scale
    seat.look()
    assert camera.scale == close, "who looks closer is let do so"
    seat.key("n")
    rest(seat)
    held(seat, "lancet", "too near to hold its ends")


def test_under_a_press_the_table_stays_where_the_pointer_holds_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    camera = seat.screen.board.camera
    camera.zoom(2.0, seat.pixel("halyard"), glide=False)
    seat.look()
    at = seat.pixel("halyard")
    seat.point(at)
    seat.down(at)
    rest(seat)
    assert seat.pixel("halyard") == pytest.approx(at, abs=2), "it is still under the pointer"
    held(seat, "halyard", "under the pointer")


@pytest.mark.parametrize("wide, high, scale", SIZES)
def test_folding_the_foot_refits(wide: int, high: int, scale: float, tmp_path: Path) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, size=(wide, high))
    assert seat.until(lambda now: now.battle.state.turn == 2 and now.screen.model.input_mode == "plot")
    heights, scales = set[int](), set[float]()
    for _ in range(3):
        seat.screen.do("foot")
        seat.look()
        for key in seat.screen.model.waiting:
            held(seat, key, f"foot of {seat.screen.layout.bottom_panel.h}")
        heights.add(seat.screen.layout.bottom_panel.h)
        scales.add(round(seat.screen.board.camera.scale, 3))
    assert len(heights) == 2 == len(scales), "there is more room, and it is used"
    camera = seat.screen.board.camera
    seat.send(Event(pygame.KEYDOWN, key=pygame.K_PLUS, mod=0, unicode="+"))
    rest(seat)
    own = camera.scale
    seat.screen.do("foot")
    seat.look()
    assert camera.scale == pytest.approx(own), "a scale of the player's own stays"


# -- the parts round the board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", (DRIFT, SCENARIOS[0]), ids=lambda path: path.stem)
def test_at_1280_no_button_lies_on_the_map_and_each_has_its_name(path: Path, tmp_path: Path) -> None:
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    board = seat.screen.layout.board
    tools = [one for one in seat.screen.focus.widgets if one.name.startswith(("tool ", "corner "))]
    assert len(tools) >= 9
    for one in tools:
        assert not one.rect.colliderect(board) and seat.screen.layout.tools.contains(one.rect), one.name
        assert one.name.startswith("corner") or len(one.label) > 2, one.name


@pytest.mark.parametrize("path", ON_HEXES, ids=lambda path: path.stem)
def test_at_1280_nothing_boxed_lies_over_a_reachable_hex(path: Path, tmp_path: Path) -> None:
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    if not plotting(seat):
        return
    board = seat.screen.board
    for key in seat.screen.model.waiting[:3]:
        seat.screen.commands.choose(key)
        for keys in ((), ("UP", "RIGHT"), ("UP",)):
            seat.key(*keys)
            rest(seat)
            plan = board._plan
            words = [word for word in (*board._words, *plan.names, *plan.bodies) if boxed(word.picture)]
            plates = [word.rect for word in words] + ([plan.card[1]] if plan.card else [])
            for at in {destination.at for destination in seat.screen.scene.asked.destinations}:
                assert not any(r.collidepoint(seat.xy(at)) for r in plates), f"{key} {keys}: a plate lies over {at}"
        seat.key("ESCAPE")


def boxed(picture: pygame.Surface) -> bool:
    """Return whether the picture of a word has a plate, which makes it dark to its left edge."""
    return picture.get_at((2, picture.get_height() // 2)).a > 150


@pytest.mark.parametrize("path", (DRIFT, *SCENARIOS[:9]), ids=lambda path: path.stem)
def test_at_1280_the_list_of_ships_has_names(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    seat.screen.panels.list.scroll.to(0)
    picture_cache.forget()
    left, written = seat.screen.layout.left_panel, list[str]()
    original = writing.text

    def noted(dst: Any, string: str, *rest: Any, **named: Any) -> Any:
        written.append(string)
        return original(dst, string, *rest, **named)

    monkeypatch.setattr(writing, "text", noted)
    seat.look()
    rows = [one for one in seat.screen.panels.list.widgets if one.name.startswith("ship ") and left.contains(one.rect)]
    assert rows and left.w < theme.px(200)
    for row in rows:
        assert row.sheet.title in written, f"{row.sheet.title} is cut or not there"


def test_an_empty_log_takes_no_room(tmp_path: Path) -> None:
    for n, (wide, high, scale) in enumerate(SIZES):
        at_scale(scale)
        (tmp_path / str(n)).mkdir()
        seat = Seated(tmp_path / str(n), TURN, (wide, high))
        assert not seat.screen.model.view.log
        assert seat.screen.layout.bottom_panel.h <= theme.px(36), "one line, by which it is opened"
        seat.press("foot line")
        assert seat.screen.layout.bottom_panel.h > theme.px(200), "who wants it has it"
        seat.screen.do("foot")
        seat.screen.context.foot_open = None
        seat.look()
        assert seat.until(lambda now: bool(now.screen.model.view.log))
        assert seat.screen.layout.bottom_panel.h > theme.px(200), "there is something to read"
        with reader(seat.frame) as found:
            seat.look()
        assert any("Log" in one.string for one in found)


def test_no_ends_are_shown_of_a_bogey_whose_drive_is_not_known(still: None, tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "full_thrust" / "dark_passage.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, text)
    model = seat.screen.model
    assert model.enemies() and not threats(model, frozenset({EVERY, "threat"}))
    plain = Seated(tmp_path)
    assert threats(plain.screen.model, frozenset({EVERY, "threat"}))
