"""A volley is shown shot by shot: steps of each, the list of all, sums of what has been shown, and three ways to go
faster."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.events import total_harm
from game.formats.user_folders import Settings
from game.ui.battle.dice.dice_panel import Lanes
from game.ui.battle.dice.volley_panel import ShotRow
from game.ui.battle.panels.ship_list import ShipRow
from game.ui.host.preferences import preferences
from game.ui.playback.lanes import one_shot
from game.ui.ship_sheet.sheet import SheetHead
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import read
from tests.ui.battle.sections.test_power_sheet import CLOSE

SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture(params=SIZES, ids=str)
def volley(request: pytest.FixtureRequest, tmp_path: Path, still: None) -> Seated:
    return first_shot(Seated(tmp_path, CLOSE, request.param))


def first_shot(seat: Seated) -> Seated:
    """Both ships have declared all that bears; the first shot tumbles, with nobody asked about any."""
    while seat.battle.phase.name != "Declare fire":
        assert seat.screen.model.prompt is not None and seat.battle.phase.idle is not None
        assert seat.screen.turn_flow.give(seat.battle.phase.idle(seat.battle.state, seat.screen.model.prompt))
        seat.rest()
    for _ in range(2):
        preferences.settings = Settings(speed=1.0, tumbling=True)
        model = seat.screen.model
        every = model.view.volley(model.waiting[0], next(iter(model.enemies())).id)
        assert every is not None and seat.screen.turn_flow.give(every)
        if not seat.screen.animation.active:
            seat.rest()
    until_shot(seat)
    return seat


def until_shot(seat: Seated) -> str:
    """Let time pass until the dice of a shot tumble; return which, or nothing if none does any more."""
    while seat.screen.animation.active:
        act = seat.screen.animation.act
        if act and (key := one_shot(act.events)) and seat.screen.animation.tray.busy:
            seat.look()
            return key
        seat.take(seat.screen.tick(0.02))
    return ""


def rows(seat: Seated) -> list[ShotRow]:
    return [one for one in seat.screen.focus.widgets if isinstance(one, ShotRow)]


def fired(seat: Seated) -> list[str]:
    """Return every shot of the round, in order."""
    return list(dict.fromkeys(event.shot for event in seat.battle.log if event.shot))


def test_each_shot_has_its_steps_and_its_line_and_those_to_come_say_nothing(volley: Seated) -> None:
    panel, shown = volley.screen.bottom_panel, list[str]()
    while key := until_shot(volley):
        (now,) = [row for row in rows(volley) if row.now]
        assert now.shot.key == key and any(isinstance(one, Lanes) for one in volley.screen.focus.widgets)
        assert now.shot.die is None and not now.shot.words, "not before the dice lie"
        events = [event for event in panel.thrown.events if event.dice]
        assert [lane.name.lower() for lane in panel.thrown.lanes if lane.groups] == list(
            dict.fromkeys(one.step for one in events)
        )
        assert [die.face for lane in panel.thrown.lanes for group in lane.groups for die in group.dice] == [
            die.face for event in events for die in event.dice
        ]
        later = [row.shot for row in rows(volley) if row.shot.key and row.shot.key not in (*shown, key)]
        assert all(one.die is None and not one.words and not one.boxes for one in later), "what comes is told too early"
        shown.append(key)
        volley.key("SPACE")
        assert not volley.screen.animation.tray.busy, "one press ends this shot alone"
    assert len(shown) > 5 and shown == fired(volley)[: len(shown)]


def test_shots_at_a_ship_that_is_about_to_die_are_counted_and_look_like_the_others(tmp_path: Path, still: None) -> None:
    seat = first_shot(Seated(tmp_path, CLOSE.replace("seed: 4", "seed: 5"), (1920, 1080)))
    gone = {event.shot for event in seat.battle.log if event.result == "its target is gone"}
    assert gone, "a ship dies before all have fired at it"
    while key := until_shot(seat):
        listed = [row.shot for row in rows(seat)]
        at = [one.key for one in listed].index(key)
        left = len(fired(seat)) - 1 - fired(seat).index(key)
        assert seat.screen.turn_flow.main.sub == (f"{left} to come" if left else "the last of them")
        assert {one.needs for one in listed[at + 1 :]} <= {""}
        seat.key("SPACE")


def test_the_sheet_of_the_target_is_as_the_shots_so_far_leave_it(volley: Seated) -> None:
    flow, shown = volley.screen.turn_flow, dict[str, int]()
    while until_shot(volley):
        act, after = volley.screen.animation.act, flow.after
        assert act is not None and after is not None
        for event in act.events:
            if event.harm:
                shown[event.whom] = shown.get(event.whom, 0) + sum(boxes for _, boxes in event.harm)
        for key in ("bastion", "helix"):
            assert sum(after.view.state.ships[key].lost.values()) == shown.get(key, 0)
        hits = flow.hits
        assert hits is not None and hits.targets and set(hits.targets) <= {event.whom for event in act.events}
        volley.key("SPACE")
    assert sum(shown.values()) > 20


def test_a_ship_is_not_said_to_be_whole_beside_what_earlier_shots_took(volley: Seated) -> None:
    said = set[str]()
    while volley.screen.animation.active and "no new damage" not in said:
        for head in (one for one in volley.screen.focus.widgets if isinstance(one, SheetHead)):
            whole = all(track.left == sum(track.rows) for track in head.sheet.tracks)
            assert (head.note == "not hurt") <= whole, head.sheet.title
            said.add(head.note)
        if volley.screen.animation.held:
            volley.key("SPACE")
        volley.take(volley.screen.tick(0.2))
        volley.look()
    assert {"not hurt", "no new damage", "just hit"} <= said


def test_the_sums_are_those_of_what_has_been_shown(volley: Seated) -> None:
    while until_shot(volley):
        volley.key("SPACE")
    volley.look()
    screen = volley.screen
    assert screen.flow.result is not None
    lost = total_harm(event for event in volley.battle.log if event.shot)["boxes"]
    assert (
        sum(row.shot.boxes for row in rows(volley))
        == lost
        == sum(sum(screen.flow.result.harm(key).values()) for key in screen.flow.result.targets)
    )
    words = " ".join(one.string for one in read(screen, screen.context.size))
    assert "so far" in words
    first = rows(volley)[0]
    volley.press(first.name)
    assert next(row.now for row in rows(volley)), "a press lays the dice of a shot out again"
    assert {event.shot for event in screen.bottom_panel.thrown.events} == {first.shot.key}


def test_a_ship_or_all_of_it_can_be_skipped(volley: Seated) -> None:
    first = until_shot(volley)
    volley.key("shift+SPACE")
    second = until_shot(volley)
    assert second and second.split("/")[0] != first.split("/")[0], "the other ship fires"
    volley.key("END")
    assert not volley.screen.animation.active and volley.screen.flow.result is not None
    volley.look()
    assert all(row.shot.die for row in rows(volley))


def test_the_pace_is_kept_and_hurries_whole_volleys(volley: Seated) -> None:
    slow, fast = length(volley, 0), length(volley, 1)
    assert volley.screen.context.own.pace == 1 and fast < slow


def test_a_shot_stays_until_it_has_been_read_and_earlier_ones_can_be_read_meanwhile(volley: Seated) -> None:
    flow, first = volley.screen.turn_flow, until_shot(volley)
    let_pass(volley, 60)
    volley.look()
    assert next(row.shot.key for row in rows(volley) if row.now) == first
    assert flow.main.label == "Next shot" and "to come" in flow.main.sub
    (counter,) = [
        str(one.right) for one in volley.screen.focus.widgets if str(getattr(one, "right", "")).startswith("shot ")
    ]
    assert counter.endswith(f" of {len(rows(volley))}"), "those that are listed below it are counted too"
    volley.key("RETURN")
    second = until_shot(volley)
    assert second == fired(volley)[1]
    let_pass(volley, 60)
    volley.press(f"shot {first}")
    assert next(row.shot.key for row in rows(volley) if row.now) == first
    let_pass(volley, 60)
    volley.key("SPACE")
    assert until_shot(volley) == fired(volley)[2]


def test_a_quicker_pace_lets_shots_go_on_by_themselves(volley: Seated) -> None:
    let_pass(volley, 60)
    (switch,) = [one for one in volley.screen.focus.widgets if one.name == "pace"]
    switch.choose(2)
    let_pass(volley, 60)
    assert not volley.screen.animation.active and volley.screen.flow.result is not None


def test_nothing_of_a_shot_is_told_by_pointing_before_its_dice_lie(volley: Seated) -> None:
    until_shot(volley)
    (lanes,) = [one for one in volley.screen.focus.widgets if isinstance(one, Lanes)]
    assert lanes.tray.lying < len(lanes.tray.lanes) and not lanes.hint
    volley.point(lanes.tray.visible_rect(len(lanes.tray.lanes) - 1).center)
    assert lanes.tray.pointed >= 0 and not lanes.hint
    let_pass(volley, 60)
    volley.point(lanes.tray.visible_rect(0).center)
    assert lanes.hint == lanes.tray.lanes[0].told


def test_the_list_follows_every_shot(volley: Seated) -> None:
    health = {row.sheet.title: row.sheet.health for row in listed(volley)}
    while until_shot(volley):
        hits = volley.screen.turn_flow.hits
        assert hits is not None
        assert {row.sheet.title: row.sheet.health for row in listed(volley)} == health, "the dice tumble"
        let_pass(volley, 60)
        after = volley.screen.turn_flow.after
        assert after is not None
        health |= {after.sheet(key).title: after.sheet(key).health for key in hits.targets}
        assert {row.sheet.title: row.sheet.health for row in listed(volley)} == health
        volley.key("SPACE")
    assert min(health.values()) < 0.9


def listed(seat: Seated) -> list[ShipRow]:
    return [one for one in seat.screen.panels.ships if isinstance(one, ShipRow)]


def let_pass(seat: Seated, seconds: float) -> None:
    for _ in range(round(seconds * 10)):
        seat.take(seat.screen.tick(0.1))
    seat.look()


def length(seat: Seated, pace: int) -> float:
    """Seconds that the dice of the next shot tumble in a pace, as chosen on the strip."""
    until_shot(seat)
    (switch,) = [one for one in seat.screen.focus.widgets if one.name == "pace"]
    switch.choose(pace)
    while True:
        before = seat.screen.animation.act
        seat.key("SPACE")
        while seat.screen.animation.act is before:
            seat.take(seat.screen.tick(0.02))
        assert until_shot(seat), "no shot with several steps is left"
        if len({one.step for one in seat.screen.bottom_panel.thrown.events if one.dice}) > 1:
            tumbled: float = seat.screen.animation.tray.length
            return tumbled


def test_lines_of_an_earlier_phase_may_come_before_a_shot(volley: Seated) -> None:
    panel, before = volley.screen.bottom_panel, next(event for event in volley.battle.log if not event.dice)
    assert not before.shot and before.phase != panel.thrown.events[0].phase
    panel.thrown.events = (before, *panel.thrown.events)
    volley.screen.context.change()
    volley.look()
    (now,) = [row for row in rows(volley) if row.now]
    assert now.shot.key == one_shot(panel.thrown.events)
