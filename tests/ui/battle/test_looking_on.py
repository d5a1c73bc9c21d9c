"""While others act: whoever looks on sees what is struck, may look at something else, and loses no key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.formats.user_folders import Settings
from game.players.random_player import random_order
from game.ui.host.preferences import preferences
from game.ui.ship_sheet.sheet import SheetHead
from game.ui.ship_sheet.tracks import RowTrack
from tests.support.battles import paper
from tests.support.ui.battle_driver import TURN, Seated


@pytest.fixture(autouse=True)
def usual(still: None) -> Iterator[None]:
    yield


def watched(folder: Path, seed: int = 3) -> Seated:
    """The computer fires and hits; its dice tumble."""
    seat, rng = Seated(folder, TURN.replace("{name: Amber Pact}", "{name: Amber Pact, player: random}")), Random(seed)
    screen = seat.screen
    preferences.settings = Settings(speed=1.0, tumbling=True)
    for _ in range(20000):
        if screen.turn_flow.watching:
            seat.take(screen.tick(0.05))
            if wounds(seat) and screen.turn_flow.hits and screen.animation.tray.busy:
                seat.look()
                return seat
        elif screen.flow.result:
            seat.key("RETURN")
        else:
            assert screen.model.prompt is not None
            screen.turn_flow.give(random_order(screen.model.view, screen.model.prompt, rng))
    raise AssertionError("the computer never hits")


def wounds(seat: Seated) -> dict[str, int]:
    """Return hull boxes that what is shown takes from whom."""
    act = seat.screen.animation.act
    found: dict[str, int] = {}
    for event in act.events if act else ():
        if event.kind == "damage" and (lost := dict(event.harm).get("hull")):
            found[event.whom] = found.get(event.whom, 0) + lost
    return found


def tracks(seat: Seated) -> list[tuple[int, int]]:
    """Of every row of hull on the sheet: boxes left, and boxes just lost."""
    return [(one.track.left, one.fresh) for one in seat.screen.focus.widgets if isinstance(one, RowTrack)]


def test_the_sheet_shows_the_ship_that_is_struck_as_it_is_struck(tmp_path: Path) -> None:
    seat = watched(tmp_path)
    screen, (whom, lost) = seat.screen, next(iter(wounds(seat).items()))
    assert screen.battle.state.owner(whom) == "azure"
    left = next(track for track in screen.turn_flow.befores[whom].tracks if track.shape != "hexagon").left
    assert tracks(seat) == [(left, 0)], "as it was, while the dice tumble"
    name = screen.battle.state.names[whom]
    assert [(one.sheet.title, one.note) for one in screen.focus.widgets if isinstance(one, SheetHead)] == [
        (name, "under fire")
    ]
    seen = []
    while screen.animation.active:
        seat.take(screen.tick(0.05))
        seat.look()
        if screen.turn_flow.hits and screen.animation.struck:
            seen += tracks(seat)
    assert [gone for _, gone in seen] == sorted(gone for _, gone in seen), "box by box"
    assert (seen[-1] == (left - lost, lost) and len(set(seen)) > 1) or lost == 1


def test_another_ship_or_tab_can_be_looked_at_meanwhile(tmp_path: Path) -> None:
    seat = watched(tmp_path)
    screen = seat.screen
    seat.press("ship cinder")
    assert screen.animation.active and screen.model.chosen == "cinder" and screen.turn_flow.hits is None
    assert [one.sheet.title for one in screen.focus.widgets if isinstance(one, SheetHead)] == ["Cinder"]
    seat.key("F5")
    assert screen.bottom_panel.tab == 0
    while screen.turn_flow.watching and not screen.flow.result:
        seat.take(screen.tick(0.05))
        assert screen.bottom_panel.tab == 0 or screen.model.prompt, "no dice come over what is being read"


def test_keys_pressed_meanwhile_are_done_when_the_seat_is_asked(tmp_path: Path) -> None:
    seat = watched(tmp_path)
    screen, tools = seat.screen, seat.screen.context.tools
    seat.key("a")
    assert screen.context.tools != tools, "what only shows something is done at once"
    given = len(seat.orders)
    seat.key("e")
    assert screen.model.target == "" and not screen.context.note
    while screen.turn_flow.watching:
        seat.take(screen.tick(0.05))
    assert screen.model.prompt is not None and len(seat.orders) >= given
    expected = () if screen.model.input_mode not in ("fire", "plot") else screen.model.enemies()
    assert not expected or screen.model.target in [one.id for one in expected], "the target that was asked for"


def test_what_one_seat_pressed_is_not_done_for_another(tmp_path: Path) -> None:
    seat = watched(tmp_path)
    screen = seat.screen
    seat.key("e", "n")
    screen.turn_flow.pressed = [("amber", action) for _, action in screen.turn_flow.pressed]
    assert len(screen.turn_flow.pressed) == 2
    while screen.turn_flow.watching:
        seat.take(screen.tick(0.05))
    assert screen.model.target == "" and not screen.turn_flow.pressed


DOOMED = paper(
    "A planet in the way",
    """\
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 11}
  bellows: {side: amber, design: bellows, at: [60, 24], course: 9, velocity: 4}
victory: {kind: last-side, turns: 8}
""",
    seed=4,
    table="{terrain: [{kind: planet, name: Tavira, at: [27, 24], radius: 3}]}",
)


def test_no_sheet_says_that_a_ship_is_lost_before_that_is_seen(tmp_path: Path) -> None:
    seat = Seated(tmp_path, DOOMED)
    while not any(event.kind == "lost" for event in seat.battle.log):
        assert seat.battle.state.turn == 1
        preferences.settings = Settings(speed=1.0, tumbling=True)
        side = seat.screen.flow.seat
        assert side and seat.screen.turn_flow.give(seat.battle.read(side, "lock"))
        if not seat.screen.animation.active:
            seat.rest()
    said, screen = list[tuple[bool, bool]](), seat.screen
    while screen.animation.active:
        seat.take(screen.tick(0.05))
        seat.look()
        heads = [one for one in screen.focus.widgets if isinstance(one, SheetHead) and one.sheet.title == "Lancet"]
        known = any(event.kind == "lost" for event in screen.turn_flow.visible_log or seat.battle.log)
        said += [(bool(one.sheet.state), known) for one in heads]
    assert any(known for _, known in said) and not any(lost and not known for lost, known in said)
