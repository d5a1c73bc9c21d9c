"""While a computer player thinks: the window goes on, what it is at is shown, its order can be had sooner or later, and
nothing that is done meanwhile goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pygame import Surface

from game.battle.designs import ROOT
from game.battle.loader import new_save, open_battle, resume
from game.formats.user_folders import Settings
from game.seating import thinking
from game.ui.app.program import Program
from game.ui.battle.over_board.thinking_bar import ThinkingBar
from game.ui.battle.screen import BattleScreen
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.host.preferences import STILL, preferences
from tests.support.players import stand_ins
from tests.support.players.stand_ins import Failing, Slow, aboard
from tests.support.ui.battle_driver import TURN, Seated, at_scale

FRAME = 1 / 60
WEATHER_GAUGE = ROOT / "scenarios" / "full_sail" / "weather_gauge.yaml"


@pytest.fixture(autouse=True)
def usual(still: None) -> Iterator[None]:
    yield


def against(folder: Path, patch: pytest.MonkeyPatch, player: Slow, one_a_frame: bool = True, **named: object) -> Seated:
    """Amber Pact is played by it; one step fits into a frame, unless time stands still. The player's own orders are
    locked."""
    aboard(patch, "thinker", lambda style: player)
    if one_a_frame:
        times = iter(range(10**9))
        patch.setattr(thinking, "clock", lambda: float(next(times)))
    text = TURN.replace("{name: Amber Pact}", "{name: Amber Pact, player: thinker}")
    return Seated(folder, text, **named)  # type: ignore[arg-type]


def frames(seat: Seated, seconds: float, each: float = FRAME) -> None:
    for _ in range(round(seconds / each)):
        seat.take(seat.screen.tick(each))


def bars(seat: Seated) -> list[ThinkingBar]:
    seat.look()
    return [one for one in seat.screen.focus.widgets if isinstance(one, ThinkingBar)]


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Seated]:
    """Sits down, the computer at its first order, and nothing of its thinking done."""

    def make(player: Slow, **named: object) -> Seated:
        patch = monkeypatch
        rest = Seated.settle
        patch.setattr(Seated, "settle", lambda self: None)
        seat = against(tmp_path, patch, player, **named)  # type: ignore[arg-type]
        patch.setattr(Seated, "settle", rest)
        return seat

    return make


def test_a_frame_takes_a_few_steps_and_the_order_comes_when_they_are_done(begun: Callable[..., Seated]) -> None:
    player = Slow(40)
    seat = begun(player)
    frames(seat, 0.5)
    assert player.taken == 30 and not seat.battle.records and seat.screen.moving
    frames(seat, 0.2)
    assert player.ended == 1 and len(seat.battle.records) == 1


def test_it_is_shown_only_when_it_takes_longer_than_half_a_second(begun: Callable[..., Seated]) -> None:
    seat = begun(Slow(4000))
    frames(seat, 0.45)
    assert not bars(seat)
    frames(seat, 0.15)
    (bar,) = bars(seat)
    assert bar.thinking.stage == "your ends" and bar.thinking.allowed == 10
    frames(seat, 2, 0.001)
    assert bars(seat)[0].thinking.stages == ["your ends", "its ends", "both together"]


def test_of_stages_that_begin_again_only_those_before_are_ticked(
    begun: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stand_ins, "STAGES", ("your ends", "its ends", "both together", "its ends"))
    seat = begun(Slow(4000))
    frames(seat, 1)
    seen = set()
    for _ in range(40):
        frames(seat, 0.1, 0.001)
        seen |= {tuple(one.thinking.stages) for one in bars(seat)}
    row = "your ends", "its ends", "both together"
    assert row in seen and seen <= {row[:n] for n in range(4)}


def test_its_time_is_that_of_the_settings_and_then_the_best_is_played(begun: Callable[..., Seated]) -> None:
    preferences.settings = Settings(speed=STILL, tumbling=False, thinking=3)
    player = Slow(10**6)
    seat = begun(player)
    frames(seat, 2.9)
    assert not seat.battle.records
    frames(seat, 0.2)
    assert seat.battle.records and player.stopped == len(seat.battle.records)


def test_without_any_order_it_goes_on_until_there_is_one(begun: Callable[..., Seated]) -> None:
    player = Slow(10**6, at=800)
    seat = begun(player)
    frames(seat, 11)
    assert not seat.battle.records
    frames(seat, 3)
    assert seat.battle.records


def test_space_takes_the_best_and_plus_gives_ten_seconds_more(begun: Callable[..., Seated]) -> None:
    seat = begun(Slow(10**6))
    frames(seat, 1)
    seat.look()
    zoom = seat.screen.board.camera.view
    seat.key("PLUS")
    assert bars(seat)[0].thinking.allowed == 20 and seat.screen.board.camera.view == zoom
    seat.press("more time")
    assert bars(seat)[0].thinking.allowed == 30
    assert not seat.battle.records
    seat.key("SPACE")
    frames(seat, FRAME)
    assert seat.battle.records


def test_orders_of_one_phase_share_their_time(begun: Callable[..., Seated]) -> None:
    player = Slow(10**6)
    seat = begun(player)
    frames(seat, 1)
    seat.look()
    seat.press("enough")
    frames(seat, 0.2)
    assert player.begun >= 3 and player.stopped >= 2, "its second ship, and its word that it is done"
    assert seat.battle.state.ready == {"amber"} and not bars(seat)


def test_what_is_done_meanwhile_goes_wrong_nowhere(begun: Callable[..., Seated]) -> None:
    player = Slow(10**6)
    seat = begun(player)
    frames(seat, 1)
    seat.key("a", "F5", "f", "F2")
    assert seat.pushed is not None, "the list of keys lies over it"
    seat.key("COMMA", "PERIOD", "u")
    frames(seat, 1)
    assert bars(seat) and not seat.battle.records
    seat.key("F10")
    seat.screen.closing()
    assert player.stopped == 1 and not seat.battle.records
    frames(seat, 0.2)
    assert player.begun == 2, "the battle is gone on with after all"


def test_an_order_taken_back_meanwhile_begins_the_thinking_anew(begun: Callable[..., Seated]) -> None:
    player = Slow(10**6)
    seat = begun(player)
    preferences.settings = Settings(speed=STILL, tumbling=False)
    seat.screen.turn_flow.thinking.work(0)
    first = seat.battle.read("amber", "lock")
    seat.battle.play(first)
    seat.battle.undo("amber")
    frames(seat, 0.2)
    assert player.begun == 2 and player.stopped == 1 and not seat.battle.records


def test_a_mistake_in_it_is_noted_and_the_battle_goes_on(begun: Callable[..., Seated]) -> None:
    noted: list[Exception] = []

    def faulty(fault: Exception) -> str:
        noted.append(fault)
        return "it is written down"

    for player in (Failing(8), Failing(8, at=9)):
        noted.clear()
        seat = begun(player, faulty=faulty)
        frames(seat, 3 * FRAME)
        assert seat.battle.records and isinstance(noted[0], ZeroDivisionError)
        assert "Amber Pact could not think it out: it is written down." in seat.screen.context.note


def test_an_order_that_is_refused_is_one_by_chance_instead(
    begun: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[Exception] = []
    player = Slow(1)
    seat = begun(player, faulty=lambda fault: noted.append(fault) or "noted")  # type: ignore[func-returns-value]
    lancet = seat.battle.read("lancet", "P1")

    def wrong(*_: object) -> Iterator[object]:
        yield from ()
        return lancet  # type: ignore[return-value]

    monkeypatch.setattr(player, "order", wrong)
    frames(seat, FRAME)
    assert len(noted) == 1 and seat.battle.state.owner(seat.battle.records[0].order.by) == "amber"


def test_the_program_writes_a_report(tmp_path: Path) -> None:
    program = Program(folder=tmp_path)
    words = program.report_fault(ZeroDivisionError("a mistake in a test"))
    (report,) = tmp_path.glob("report-*.txt")
    assert report.name in words and "a mistake in a test" in report.read_text(encoding="utf-8")


def test_where_time_stands_still_all_is_thought_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Slow(10**4)
    seat = against(tmp_path, monkeypatch, player, one_a_frame=False)
    assert player.ended >= 3 and player.taken == 10**4 * player.ended and seat.screen.model.prompt


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 600), (800, 500)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_bar_has_room(begun: Callable[..., Seated], size: tuple[int, int], scale: float) -> None:
    at_scale(scale)
    seat = begun(Slow(10**6), size=size)
    frames(seat, 1)
    (bar,) = bars(seat)
    assert seat.screen.layout.board.contains(bar.rect)
    for name in ("enough", "more time"):
        assert bar.rect.contains(seat.widget(name).rect)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 600), (800, 500)])
def test_the_bar_keeps_off_the_wind(size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aboard(monkeypatch, "thinker", lambda style: Slow(10**6))
    times = iter(range(10**9))
    monkeypatch.setattr(thinking, "clock", lambda: float(next(times)))
    battle = open_battle(WEATHER_GAUGE, players={"merrow": "thinker"}).battle
    monkeypatch.setattr(preferences, "settings", preferences.settings.model_copy(update={"thinking": 600}))
    screen, frame = BattleScreen(battle), Surface(size)
    while not (shown := [one for one in screen.focus.widgets if isinstance(one, ThinkingBar)]):
        screen.tick(FRAME)
        screen.draw(frame)
    (rose,) = own_pinned(screen.board.camera, screen.scene)
    assert screen.layout.board.contains(shown[0].rect) and not shown[0].rect.colliderect(rose)


def test_a_save_keeps_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aboard(monkeypatch, "thinker", lambda style: Slow())
    path = tmp_path / "battle.yaml"
    path.write_text(TURN.replace("{name: Amber Pact}", "{name: Amber Pact, player: thinker:bold}"), encoding="utf-8")
    recorder = new_save(open_battle(path), tmp_path)
    recorder.close()
    again, kept = resume(recorder.journal.path)
    kept.close()
    assert again.battle.state.sides["amber"].player == "thinker:bold"
