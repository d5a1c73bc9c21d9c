"""Wheel and keys at a ghost, filters of the log line by line, F1, the scale by keys: each at the screen itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.core.display import Shot
from game.core.events import Event as Line
from game.core.orders import Id, Illegal
from game.rulebook.book import entry
from game.rules.movement.plot import Plot
from game.rules.turn.side_orders import Lock
from game.systems.full_sail.parts import CourseWheel
from game.ui.app.window import App, where_it_points
from game.ui.board.model.overlay_painter import own_overlays, own_pinned
from game.ui.games.full_sail.wheel import INNER, OUTER, wheel_size
from game.ui.input_modes.modes import odds
from game.ui.render.text import width
from game.ui.render.theme import LEAST, MOST, theme
from game.ui.rulebook.page import FIRST
from game.ui.session.log import KINDS, Filter, visible_lines
from game.ui.session.top_bar import Turn
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import TURN, Seated, at_scale

pytestmark = pytest.mark.usefixtures("still")


def in_hand(seat: Seated) -> str:
    """Return the order in hand, as it would be written."""
    return str(seat.screen.model.end.order)


# -- a ghost in hand ---------------------------------------------------------------------------------------------------


def wheel(seat: Seated, y: int) -> None:
    seat.send(Event(pygame.MOUSEWHEEL, x=0, y=y))
    seat.look()


def test_the_wheel_changes_the_speed_of_a_ghost_and_with_shift_its_turn(
    seat: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat.lift("lancet", (27, 20))
    ahead = Plot.parse("lancet", in_hand(seat))
    assert ahead.legs == ()
    for y, dv in ((1, 1), (1, 2), (-1, 1), (-1, 0), (-1, -1)):
        wheel(seat, y)
        assert Plot.parse("lancet", in_hand(seat)) == Plot("lancet", (), ahead.dv + dv)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    for y, legs in ((1, (1,)), (1, (2,)), (-1, (1,)), (-1, ()), (-1, (-1,))):
        wheel(seat, y)
        assert Plot.parse("lancet", in_hand(seat)).legs == legs, "up is to starboard"
    assert seat.orders == []


def test_arrows_turn_to_the_side_they_point_to(seat: Seated) -> None:
    for key, way in (("LEFT", -1), ("RIGHT", 1)):
        seat.key(key)
        assert Plot.parse("lancet", in_hand(seat)).legs == (way,)
        seat.key(key, "UP")
        assert Plot.parse("lancet", in_hand(seat)) == Plot("lancet", (2 * way,), 1)
        seat.key("DOWN", "DOWN")
        assert Plot.parse("lancet", in_hand(seat)) == Plot("lancet", (2 * way,), -1)
        seat.key("ESCAPE")
        assert not seat.screen.board_input.drag.active and seat.orders == []


def test_the_other_button_takes_a_drag_back(seat: Seated) -> None:
    seat.lift("lancet", (27, 24))
    assert seat.screen.board_input.drag.active
    seat.send(Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(600, 300)))
    seat.drop((27, 24))
    assert not seat.screen.board_input.drag.active and seat.orders == [] and seat.screen.model.drafts == {}


def test_no_ship_is_dragged_in_the_past(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2)
    given = list(seat.orders)
    seat.key("COMMA")
    assert seat.screen.context.past is not None
    there = seat.screen.model.view.state.ships["lancet"].at
    seat.lift("lancet", (there[0] + 7, there[1]))
    assert not seat.screen.board_input.drag.active
    seat.drop((there[0] + 7, there[1]))
    assert seat.orders == given


# -- sealing -----------------------------------------------------------------------------------------------------------


def test_what_is_typed_and_not_given_yet_is_sealed_before_the_orders_are_locked(seat: Seated) -> None:
    seat.key("o")
    seat.type("S1+2")
    assert seat.orders == [] and str(seat.screen.model.drafts["lancet"]) == "S1+2"
    seat.press("main")
    seat.press("main")  # the other ship has none, which is asked about
    assert seat.orders == ["lancet: S1+2", "azure: lock"]


def test_only_what_is_locked_is_unlocked(seat: Seated) -> None:
    with pytest.raises(Illegal, match="not locked"):
        Lock("azure", open=True).check(seat.battle.state)
    seat.key("k")
    assert seat.orders == [] and "no orders of this side are locked" in seat.screen.context.note.lower()


# -- chances -----------------------------------------------------------------------------------------------------------


def test_chances_while_plotting_are_those_from_the_ghost(seat: Seated) -> None:
    seat.press("ship vesper")
    model = seat.screen.model
    here = odds(model)
    seat.key("o")
    seat.type("+4")
    ghost = model.ghost
    assert ghost is not None and model.target == "vesper"
    poses = {"lancet": ghost, "vesper": model.left_alone("vesper")}
    volley = model.view.volley("lancet", "vesper", poses)
    plain = model.view.volley("lancet", "vesper")
    assert volley is not None and plain is not None
    assert odds(model) == model.view.odds(volley, poses) == seat.screen.bottom_panel.odds
    assert odds(model) not in (here, model.view.odds(volley), model.view.odds(plain, poses))
    assert odds(model) != model.view.odds(volley, {"lancet": ghost}), "Vesper is reckoned with where it goes"


def test_a_gun_that_does_not_bear_is_refused_on_the_board_while_others_bear(seat: Seated) -> None:
    found = list[tuple[str, Shot]]()

    def some_bear(now: Seated) -> bool:
        model = now.screen.model
        if model.input_mode == "fire" and model.chosen and not now.screen.flow.result:
            for enemy in model.enemies():
                shots = model.fire.shots(model.chosen, enemy.id)
                if any(shot.bears for shot in shots):
                    found[:] = [(enemy.id, shot) for shot in shots if not shot.bears]
        return bool(found)

    assert seat.until(some_bear)
    target, refused = found[-1]
    seat.press(f"ship {target}")
    seat.press(f"gun {refused.mount}")
    assert [(one.shot.mount, one.shot.why_not) for one in seat.screen.scene.asked.refusals] == [
        (refused.mount, refused.why_not)
    ]


# -- the log ---------------------------------------------------------------------------------------------------------


def concerns(key: Id, line: Line) -> bool:
    return f"{{{key}}}" in line.text or key in (line.who, line.whom)


def is_of(kinds: Container[str], line: Line) -> bool:
    return line.kind in kinds


def says(word: str, part: str, line: Line) -> bool:
    return word.lower() in str(getattr(line, part)).lower()


def test_filters_keep_every_line_they_should_and_its_place(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 3)
    view = seat.screen.model.view
    log = view.log

    def places(wanted: Callable[[Line], bool]) -> list[int]:
        found = [number for number, line in enumerate(log) if wanted(line)]
        assert 0 < len(found) < len(log)
        return found

    def kept(**by: object) -> list[int]:
        lines = visible_lines(view, Filter(**by))  # type: ignore[arg-type]
        assert all(log[number] is line for number, line in lines)
        return [number for number, _ in lines]

    for key in ("lancet", "vesper"):
        assert kept(ship=key) == places(partial(concerns, key))
        assert any(log[n].whom == key != log[n].who for n in kept(ship=key)), "what was done to it too"
    for number, (_, kinds) in enumerate(KINDS[:3]):
        if kinds:
            assert kept(kind=number) == places(partial(is_of, kinds))
    for word, part in (("INITIATIVE", "text"), ("mu,", "reason"), ("NO DAMAGE", "result")):
        assert kept(word=word) == places(partial(says, word, part))


def test_a_line_that_names_a_ship_is_hers_whoever_did_it(seat: Seated) -> None:
    names = seat.screen.model.view.state.names
    line = Line("note", "full-thrust-base/6.17", "{kiln} and {lancet} pass {vesper}", who="kiln", whom="lancet")
    assert [key for key in names if Filter(key).passes(line, names)] == ["lancet", "vesper"]
    unnamed = Line("note", "full-thrust-base/6.17", "Somebody is hailed", who="kiln", whom="vesper")
    assert [key for key in names if Filter(key).passes(unnamed, names)] == ["vesper"]


# -- F1 and the scale --------------------------------------------------------------------------------------------------


def test_f1_opens_the_rule_of_what_is_pointed_at_or_ringed(seat: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seat.until(
        lambda now: now.battle.state.turn == 2 and now.screen.model.input_mode == "plot" and not now.screen.flow.result
    )
    opened = list[str]()

    class Page(Seated):
        """Stands for the rule book."""

        def __init__(self, address: str) -> None:
            opened.append(address)

    def rule_at(pixel: tuple[int, int]) -> str:
        app = App(seat.screen, on_rule=Page)  # type: ignore[arg-type]
        seat.point(pixel)
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: pixel)
        app.give(Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode=""))
        assert isinstance(app.top, Page)
        return opened[-1]

    seat.key("F5")
    lines = [one for one in seat.screen.focus.widgets if one.name.startswith("log line ")]
    view = seat.screen.model.view
    seen = [one for one in lines if one.window is None or one.window.contains(one.rect)]
    assert len({view.log[int(one.name.split()[-1])].rule for one in seen}) > 1
    for one in seen:
        assert rule_at(one.rect.center) == view.log[int(one.name.split()[-1])].rule
    assert rule_at(seat.widget("system B3").rect.center) == "full-thrust-base/6.1"
    assert rule_at(seat.widget("main").rect.center) == seat.screen.turn_flow.main.rule
    assert rule_at(seat.screen.layout.board.center) == view.phase.rule
    pixel = seat.widget("system B3").rect.center
    seat.point(pixel)
    seat.screen.focus.focus(seat.widget("system FCSa"), True)
    assert seat.screen.rule_under(pixel) == "full-thrust-base/5.6", "whoever walks by keys means the ring"
    seat.send(where_it_points())
    assert seat.screen.rule_under(pixel) == "full-thrust-base/5.6", "the pointer has not moved"
    seat.point((pixel[0] + 1, pixel[1]))
    assert seat.screen.rule_under(pixel) == "full-thrust-base/6.1"


@pytest.mark.parametrize(
    ("scenario", "named", "rule"),
    (
        ("full_thrust/tavira_passage", "Tavira", "full-thrust-base/6.20/asteroids"),
        ("hexcess/kessarine_drift", "The Fleece", "hex/2.7/dust"),
        ("full_sail/salt_road", "", "sail/3.5"),
    ),
)
def test_f1_over_terrain_opens_the_rule_of_it(tmp_path: Path, scenario: str, named: str, rule: str) -> None:
    seat = Seated(tmp_path, (ROOT / f"scenarios/{scenario}.yaml").read_text(encoding="utf-8"))
    view = seat.screen.model.view
    for body in view.state.table.bodies:
        pixel = seat.xy(body.at)
        if (body.name != named and named) or not seat.screen.board.rect.collidepoint(pixel):
            continue
        seat.point(pixel)
        if not seat.screen.board_input.hovered:
            assert seat.screen.rule_under(pixel) == rule
            return
    raise AssertionError("nothing to point at")


@pytest.mark.parametrize("scenario", (
    "full_sail/across_the_rail", "full_thrust/carrier_strike", "power_hex/karun_light", "easyhex/great_drove",
    "hexcess/stones_in_flight", "hex12/over_the_rows",
))  # fmt: skip
def test_f1_opens_a_rule_wherever_the_pointer_is(tmp_path: Path, scenario: str) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, (ROOT / f"scenarios/{scenario}.yaml").read_text(encoding="utf-8"))
    seat.look()
    panes = [pane for pane in seat.screen.panels.panes() if pane.rect.w > 1]
    lying_over = seat.screen.covers()
    for x, y in [(x, y) for x in range(5, 1280, 40) for y in range(5, 800, 24)]:
        seat.point((x, y))
        rule = seat.screen.rule_under((x, y))
        assert entry(rule).address != FIRST, (x, y, rule)
        for pane in panes:
            rules = {one.rule for one in pane.widgets if one.rule}
            if rules and pane.rect.collidepoint((x, y)) and not any(one.collidepoint((x, y)) for one in lying_over):
                assert rule in rules, (x, y)


def test_f1_over_the_wheel_and_the_rose_opens_the_rule_of_the_wind(tmp_path: Path) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios/full_sail/weather_gauge.yaml").read_text(encoding="utf-8"))
    seat.look()
    camera, scene = seat.screen.board.camera, seat.screen.scene
    (rose,) = own_pinned(camera, scene)
    wheel = next(one for one, _ in own_overlays(scene) if isinstance(one, CourseWheel))
    across = wheel_size(camera) * theme.px((INNER + OUTER) // 2)
    x, y = camera.xy(wheel.at)
    ring = [(round(x + across * math.sin(turn)), round(y - across * math.cos(turn))) for turn in range(7)]
    for pixel in (rose.center, *ring):
        seat.point(pixel)
        if not seat.screen.board_input.hovered:
            assert seat.screen.rule_under(pixel) == "sail/3.4"
    seat.point((round(x + 2 * across), round(y)))
    assert seat.screen.rule_under((round(x + 2 * across), round(y))) != "sail/3.4"


def test_f1_over_a_bogey_opens_the_rule_of_sensors(tmp_path: Path) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios/full_thrust/dark_passage.yaml").read_text(encoding="utf-8"))
    view = seat.screen.model.view
    own = next(key for key, ship in view.state.ships.items() if ship.side == view.side)
    bogey = next(key for key, ship in view.state.ships.items() if ship.side != view.side)
    seat.point(seat.pixel(bogey))
    assert seat.screen.rule_under(seat.pixel(bogey)) == "full-thrust-base/6.19"
    seat.point(seat.pixel(own))
    assert seat.screen.rule_under(seat.pixel(own)) == "table/sheet", "of a ship that is known, its sheet"


def test_ctrl_with_plus_minus_and_nought_sets_the_scale_within_its_limits(seat: Seated) -> None:
    kept = list[float | None]()
    app = App(seat.screen, on_scale=kept.append)

    def strike(key: int, times: int = 1) -> float:
        for _ in range(times):
            app.give(Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode=""))
        return theme.scale

    assert (LEAST, MOST) == (0.75, 3.0)
    assert strike(pygame.K_PLUS) == 1.25 and strike(pygame.K_KP_PLUS) == 1.5 and strike(pygame.K_EQUALS) == 1.75
    assert strike(pygame.K_MINUS) == 1.5 and strike(pygame.K_KP_MINUS) == 1.25 and strike(pygame.K_0) == 1.0
    assert strike(pygame.K_MINUS, 5) == 0.75 and strike(pygame.K_PLUS, 20) == 3.0
    assert kept[-1] == 3.0 and len(kept) == 31
    app.give(Event(pygame.KEYDOWN, key=pygame.K_MINUS, mod=0, unicode="-"))
    assert theme.scale == 3.0, "without Ctrl it is another key"


def test_lines_are_filtered_by_the_ship_that_is_chosen_in_the_past(seat: Seated) -> None:
    assert seat.until(
        lambda now: now.battle.state.turn == 2 and now.screen.model.input_mode == "plot" and not now.screen.flow.result
    )
    seat.key("F5", "COMMA")
    present = seat.screen.model.chosen
    other = next(key for key in ("halyard", "cinder") if key != present)
    seat.press(f"ship {other}")
    assert seat.screen.context.past is not None
    assert seat.screen.context.shown.chosen == other and seat.screen.model.chosen == present
    seat.press("log ship")
    assert seat.screen.bottom_panel.log.filter.ship == other


def test_the_last_fire_of_a_turn_is_shown_in_its_turn_and_what_was_said_of_it_goes_with_it(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TURN + "house: {damage_control: false}\n")
    assert seat.until(
        lambda now: len(now.battle.prompts()) == 1 and now.battle.phase.name == "Ships fire" and _last_to_fire(now)
    )
    model = seat.screen.model
    target = next(enemy.id for enemy in model.enemies() if model.view.volley(model.chosen, enemy.id))
    seat.press(f"ship {target}")
    seat.key("v", "RETURN")
    seat.settle()
    assert seat.screen.flow.result is not None and seat.battle.state.turn == 2
    (turn,) = [one for one in seat.screen.panels.top if isinstance(one, Turn)]
    assert (seat.screen.turn_flow.phase_shown, turn.turn) == (9, 1)
    seat.key("u")
    assert "dice have been rolled" in seat.screen.context.note
    seat.key("RETURN")
    (turn,) = [one for one in seat.screen.panels.top if isinstance(one, Turn)]
    assert turn.turn == 2 and "dice have been rolled" not in seat.screen.context.note


def _last_to_fire(seat: Seated) -> bool:
    """Return whether one ship is left that may fire and has something that bears."""
    model, state = seat.screen.model, seat.battle.state
    if model.input_mode != "fire" or seat.screen.flow.result or not model.chosen:
        return False
    others = [ship for ship in state.ships.values() if ship.id not in state.acted and ship.id != model.chosen]
    return not others and any(model.view.volley(model.chosen, enemy.id) for enemy in model.enemies())


@pytest.mark.parametrize(("leaving", "word"), [(("ESCAPE", "ESCAPE"), ""), (("RETURN",), "mo")])
def test_whoever_has_searched_the_log_has_the_keys_back(leaving: tuple[str, ...], word: str, seat: Seated) -> None:
    seat.key("SLASH")
    seat.type("mo")
    assert seat.screen.bottom_panel.log.filter.word == "mo"
    seat.key(*leaving)
    assert seat.screen.bottom_panel.log.filter.word == seat.screen.bottom_panel.log.search.value == word
    seat.key("m")
    assert seat.screen.context.ruling and seat.screen.bottom_panel.log.search.value == word, "M is the ruler again"


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 800), 1.0), ((1280, 800), 1.5), ((1920, 1080), 1.0), ((3840, 2160), 3.0)]
)
def test_every_turn_and_slip_of_an_advanced_drive_can_be_read_on_its_button(
    size: tuple[int, int], scale: float, tmp_path: Path
) -> None:
    at_scale(scale)
    seat = Seated(tmp_path, TURN.replace("design: lancet", "design: astrolabe").replace(", lost: [PDSa]", ""), size)
    at_scale(scale)
    seat.screen.context.change()
    seat.look()
    buttons = [one for one in seat.screen.focus.widgets if isinstance(one, Button) and one.name.startswith("legs ")]
    assert len(buttons) >= 15, "seven points to either side, one of them too many; slips are folded to a few rows"
    for one in buttons:
        assert width(one.label, one.size, "s") <= one.rect.w - theme.px(8), f"{one.label} is cut short"
