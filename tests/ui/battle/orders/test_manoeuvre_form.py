"""Manoeuvres at the battle screen: ordered by mouse, by keys and in writing, with partner and amount; what is folded
away, and why what is greyed cannot be (manoeuvres/1).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.display import Pose
from game.rules.manoeuvres.archive import MANOEUVRES
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.ship_sheet.tracks import MeterBar, legend_size
from game.ui.toolkit.blocks import StepperValue
from tests.support.narrowing import present
from tests.support.ui.battle_driver import TURN, Seated, at_scale
from tests.support.ui.screen_driver import seen

pytestmark = pytest.mark.usefixtures("still")
ALL = TURN.replace("seed: 11", "seed: 11\nhouse: {manoeuvres: all}").replace(
    "at: [14, 12], course: 2", "at: [18, 18], course: 3"
)


@pytest.fixture(params=[(1280, 800), (1920, 1080)], ids=["low", "high"])
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    found = Seated(tmp_path, ALL, request.param)
    found.click(found.pixel("lancet"))
    return found


def facing(seat: Seated) -> int:
    ghost: Pose = present(seat.screen.model.ghost)
    return ghost.facing


def test_a_button_takes_the_least_of_it_and_a_row_more(seat: Seated) -> None:
    seat.press("use EM")
    assert seat.orders == ["lancet: EM1"] and seat.screen.model.ghost is not None
    seat.press("EM +1")
    seat.press("use HA")
    assert seat.orders[-1] == "lancet: HA1P EM2" and seat.screen.field.value == "HA1P EM2"
    meter = seat.screen.model.meter()
    assert facing(seat) == 2 and meter is not None and meter.left == 2
    seat.press("HA +1")
    assert seat.orders[-1] == "lancet: HA1S EM2" and facing(seat) == 4
    seat.press("use EM")
    assert seat.orders[-1] == "lancet: HA1S"


def test_chances_stand_in_the_row_of_what_they_belong_to(seat: Seated) -> None:
    seat.press("use EM")
    seat.press("use HA")
    seat.settle()
    for risk in seat.screen.model.risks():
        code = next(one.code for one in MANOEUVRES if one.title == risk.what)
        line = next(one for one in seat.screen.focus.widgets if one.hint.startswith(f"{risk.what}: {risk.words}"))
        assert abs(line.rect.centery - seat.widget(f"{code} +1").rect.centery) < theme.px(14), risk
        assert seen(line) == line.rect, "it is in view"


def test_a_friend_is_named_on_the_form_or_by_a_click_on_her(seat: Seated) -> None:
    seat.press("use EC")
    seat.press("EC +1")
    seat.press("EC Halyard")
    assert seat.orders[-1] == "lancet: EC2:halyard"
    seat.press("EC is screened")
    assert seat.orders[-1] == "lancet: EC2:halyard*"
    seat.press("EC the nearest")
    assert seat.orders[-1] == "lancet: EC2*"
    seat.press("EC pick")
    seat.click(seat.pixel("halyard"))
    assert seat.orders[-1] == "lancet: EC2:halyard*" and seat.screen.model.chosen == "lancet"
    seat.press("EC pick")
    seat.click(seat.pixel("vesper"))
    assert seat.screen.context.note == "Vesper cannot be named there." and seat.orders[-1] == "lancet: EC2:halyard*"
    seat.press("EC pick")
    seat.key("ESCAPE")
    seat.click(seat.pixel("halyard"))
    assert seat.screen.model.chosen == "halyard"


def test_what_she_cannot_do_at_all_is_folded_away_and_says_why(seat: Seated) -> None:
    assert "use DR" not in seat.names() and "use RT" not in seat.names() and "use EM" in seat.names()
    seat.press("use more")
    grey = {name: seat.widget(name) for name in ("use DR", "use RT", "use SRJ")}
    assert all(not one.enabled and one.why_not and one.rule.startswith("manoeuvres/") for one in grey.values())
    seat.press("use more")
    assert "use DR" not in seat.names()
    seat.press("use EM")
    flip = seat.widget("use FL")
    assert not flip.enabled and "every other order" in flip.why_not and flip.rule == "manoeuvres/flip"


def test_it_is_typed_as_it_is_written(seat: Seated) -> None:
    seat.key("o")
    seat.type("P1+1 em2 hard about 1s")
    assert seat.screen.model.hand.wrong is not None, "that is no notation"
    seat.key("ESCAPE", "o")
    seat.type("P1+1 EM2 EC1:halyard")
    assert seat.screen.model.ghost is not None and "EC +1" in seat.names()
    seat.key("RETURN")
    assert seat.orders == ["lancet: P1+1 EM2 EC1:halyard"]


def test_keys_reach_every_button(seat: Seated) -> None:
    for _ in range(len(seat.names())):
        seat.key("TAB")
        if seat.screen.focus.at and seat.screen.focus.at.name == "use CO":
            break
    seat.key("SPACE")
    assert seat.orders == ["lancet: CO"]


def test_side_slips_beyond_a_few_are_gone_through(seat: Seated) -> None:
    seat.press("use ET")
    name = next(one for one in seat.names() if one.startswith("legs like") and one.endswith("+1"))
    seat.press(name)
    first = seat.orders[-1]
    seat.press(name)
    assert seat.orders[-1] != first and seat.orders[-1].count("+") == 1 and seat.orders[-1].endswith(" ET")


def test_how_hard_she_brakes_follows_the_ghost(tmp_path: Path) -> None:
    """The amount of Emergency Deceleration is in the order as the ghost is dragged, and on the form."""
    seat = Seated(tmp_path, ALL.replace("course: 3, velocity: 6", "course: 3, velocity: 12"))
    seat.click(seat.pixel("lancet"))
    seat.press("use ED")
    assert seat.orders == ["lancet: ED7"]
    for velocity, amount in ((3, 9), (1, 11), (5, 7)):
        place = (20.0 + velocity, 20.0)
        seat.lift("lancet", place)
        assert str(seat.screen.model.end.order) == f"ED{amount}" == seat.screen.field.value
        seat.settle()
        shown = [
            one.words for pane in seat.screen.panels.panes() for one in pane.widgets if isinstance(one, StepperValue)
        ]
        assert shown[-1] == f"ED {amount}", "without room for its title"
        seat.drop(place)
        assert seat.orders[-1] == f"lancet: ED{amount}"


def test_a_brake_follows_the_ghost_beyond_a_stop(tmp_path: Path) -> None:
    astern = ALL.replace("at: [20, 20], course: 3, velocity: 6", "at: [20, 20], course: 3, facing: 9, velocity: 4")
    seat = Seated(tmp_path, astern)
    seat.click(seat.pixel("lancet"))
    seat.press("use BRK")
    assert seat.orders == ["lancet: BRK1"]
    seat.lift("lancet", (18.0, 20.0))
    destination = seat.screen.model.end
    assert destination is not None and (str(destination.order), destination.velocity) == ("BRK6", 2)
    seat.drop((18.0, 20.0))
    assert seat.orders[-1] == "lancet: BRK6"
    seat.key("UP", "RETURN")
    assert seat.orders[-1] == "lancet: BRK6", "no faster that way"
    seat.press("ship lancet")
    seat.key("DOWN", "RETURN")
    assert seat.orders[-1] == "lancet: BRK5"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_legend_of_the_meter_is_whole(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """With turning, speed and manoeuvres in the order, what is left of the thrust is still said."""
    at_scale(scale)
    seat = Seated(tmp_path, ALL, size)
    seat.screen.commands.choose("lancet")
    seat.screen.turn_flow.give(seat.screen.model.view.read("lancet", "P1+1 EM2 EC1:halyard RL"))
    seat.settle()
    meter = next(one for pane in seat.screen.panels.panes() for one in pane.widgets if isinstance(one, MeterBar))
    labels = ["turning 1", "speed 1", "manoeuvres 3", "left 4"]
    letters, gap = legend_size(labels, meter.rect.w)
    assert sum(theme.px(18) + width(one, letters) for one in labels) + 3 * theme.px(gap) <= meter.rect.w
    at_scale(1.0)


def test_each_part_of_an_order_leads_to_its_own_rule_and_says_what_it_does(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TURN)
    seat.click(seat.pixel("lancet"))
    base = "full-thrust-base"
    wanted = {"switch roll": "2.6", "pick ram": "6.17", "legs S+P": "2.2/side-slip", "legs P+S": "2.2/side-slip"}
    for name, rule in wanted.items():
        button = seat.widget(name)
        assert button.rule == f"{base}/{rule}", name
        assert len(button.hint.split()) >= 5, name
