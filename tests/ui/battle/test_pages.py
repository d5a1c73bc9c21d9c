"""Pages, keys and the past of the battle screen: log, looking back, the end, and what hides behind keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pygame
import pytest

from game.battle.loader import new_save, open_battle
from game.core.display import Odds, percent
from game.export.picture import picture, write_picture
from game.formats.user_folders import Settings
from game.ui.battle.panels.bottom_panel import PAST
from game.ui.battle.panels.odds_chart import bars
from game.ui.battle.pause_menu import Ending, Pause
from game.ui.board.layers.ground import scale_rect
from game.ui.host.preferences import preferences
from game.ui.input_modes.fire import FireMode
from game.ui.input_modes.modes import odds
from game.ui.keys.bindings import BINDINGS, Keys, chord_of
from game.ui.keys.list_page import KeyTable
from game.ui.playback.animation import bar_rect
from game.ui.render.theme import theme
from game.ui.session.log import Filter, visible_lines
from tests.support.ui.battle_driver import TURN, Curtain, Seated, firing, picture_of
from tests.support.ui.input_events import conflicts
from tests.support.ui.page_driver import read
from tests.support.ui.screen_driver import seen

SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
SCALES = (0.75, 1.0, 3.0)

pytestmark = pytest.mark.usefixtures("still")


# -- log, the past, the end ------------------------------------------------------------------------------------------


def test_a_line_of_the_log_shows_its_moment_and_leads_back(seat: Seated) -> None:
    assert seat.until(
        lambda now: now.battle.state.turn == 2 and now.screen.model.input_mode == "plot" and not now.screen.flow.result
    )
    seat.key("F5")
    log = seat.screen.model.view.log
    line = next(i for i, event in enumerate(log) if event.kind == "fire")
    seat.screen.bottom_panel.log.pane.scroll.to(line * theme.px(32))
    seat.screen.context.change()
    seat.look()
    seat.press(f"log line {line}")
    past = seat.screen.context.past
    assert past is not None and past.event == log[line]
    assert past.view.state.turn == 1 and seat.screen.context.shown.frozen and seat.screen.model.prompt is not None
    assert "now" in seat.names() and len(seat.screen.model.view.log) == len(log), "the log stays whole"
    seat.key("ESCAPE")
    assert seat.screen.context.past is None and "now" not in seat.names()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_moment_that_is_past_asks_for_nothing_and_leaves_the_scale_in_sight(
    size: tuple[int, int], tmp_path: Path
) -> None:
    seat = firing(Seated(tmp_path, TURN, size))
    seat.screen.context.foot_open = True
    seat.screen.bottom_panel.open_tab(2)
    asked = [FireMode.hint, FireMode.call]
    assert any(one.string in asked for one in read(seat.screen, size))
    seat.key("COMMA")
    written = [one.string for one in read(seat.screen, size)]
    assert not [one for one in written if one in asked] and PAST in written
    scale = scale_rect(seat.screen.board.camera)
    assert scale.collidelist([one.rect for one in seat.screen.panels.over]) < 0
    assert not bar_rect(seat.screen.layout.board).colliderect(scale), "nor is what is played back steered over it"


def test_no_moment_shows_what_was_sealed_then(seat: Seated) -> None:
    seat.key("UP", "RETURN", "RETURN", "RETURN")
    assert seat.screen.flow.seat == "amber"
    assert seat.orders == ["lancet: +1", "azure: lock"]
    seat.key("COMMA")
    assert seat.screen.context.past is None, "and nothing has happened that could be looked back on"
    seat.key("RETURN", "RETURN")
    assert seat.until(lambda now: now.battle.state.turn == 2 and now.battle.phase.secret and not now.screen.flow.result)
    first = seat.battle.view("amber").length
    for steps in range(1, first + 1):
        seat.key("COMMA")
        past = seat.screen.context.past
        assert past is not None and past.moment == first - steps
        assert past.moment or "lancet" not in past.view.state.sealed
        assert "+1" not in past.words()
    seat.key("BACKSPACE")
    assert seat.screen.context.past is None


def test_lines_of_the_log_are_filtered_by_ship_kind_and_word(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2)
    view = seat.screen.model.view
    every = visible_lines(view, Filter())
    assert len(every) == len(view.log)
    for ship in ("lancet", "vesper"):
        lines = visible_lines(view, Filter(ship))
        assert 0 < len(lines) < len(every)
        assert all(ship in (event.who, event.whom) or f"{{{ship}}}" in event.text for _, event in lines)
    assert {event.kind for _, event in visible_lines(view, Filter(kind=2))} <= {"move", "contact", "hazard"}
    seat.key("SLASH")
    seat.type("initiative")
    assert seat.screen.bottom_panel.log.filter.word == "initiative"
    assert all("initiative" in event.words() for _, event in visible_lines(view, seat.screen.bottom_panel.log.filter))


def test_a_finished_battle_is_stepped_through_to_its_beginning(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TURN + "victory: {turns: 2}\n")
    assert not seat.until(lambda now: False), "it ends"
    seat.settle()
    assert isinstance(seat.pushed, Ending), "the end is told"
    seat.pushed.draw(seat.frame)
    assert seat.screen.heard("earlier") is None and seat.screen.context.past is not None
    for length in range(len(seat.orders) - 2, -1, -1):
        seat.key("COMMA")
        assert seat.screen.context.past is not None and seat.screen.context.past.moment == length
        assert seat.screen.context.past.view.side is None, "a finished battle is open"
    seat.key("COMMA")
    assert seat.screen.context.past.moment == 0
    seat.key("END")
    assert seat.screen.context.past is None


def test_computer_sides_play_by_themselves(tmp_path: Path) -> None:
    text = TURN.replace("amber: {name: Amber Pact}", "amber: {name: Amber Pact, player: random}")
    seat = Seated(tmp_path, text)
    assert not seat.curtains, "one person needs no curtain"
    assert seat.screen.flow.seat == "azure" and any(line.startswith("amber: lock") for line in seat.orders)
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert seat.screen.model.input_mode == "fire" and seat.screen.model.prompt is not None
    none = Seated(
        tmp_path,
        text.replace("azure: {name: Azure League}", "azure: {name: Azure League, player: random}")
        + "victory: {turns: 2}\n",
    )
    assert none.battle.state.outcome is not None, "two computers fight it out"


# -- keys, pages, files ------------------------------------------------------------------------------------------------


def test_no_key_stands_for_two_things_and_every_one_does_something(seat: Seated) -> None:
    assert conflicts({one.action: one for one in BINDINGS}) == []
    for one in BINDINGS:
        assert one.do is not None, one.action
        one.do(seat.screen.commands)
        assert all(chord_of(key) for key in one.keys)


def test_a_players_own_keys_are_taken_unless_they_clash() -> None:
    keys = Keys({"arcs": "Y", "range": "T", "undo": "Hyper+Q", "unknown": "Z"})
    assert keys.cap("arcs") == "Y" and keys.cap("range") == "R" and keys.cap("undo") == "U"
    assert len(keys.troubles) == 2
    assert any("already stands for “show where the enemy can end" in words for words in keys.troubles)
    assert any("no key “Hyper”" in words for words in keys.troubles)
    assert Keys({"arcs": "F1"}).troubles, "the window's own keys are not to be had"


def test_tab_goes_round_everything_that_can_be_pressed(seat: Seated) -> None:
    walked = []
    for _ in range(200):
        seat.key("TAB")
        at = seat.screen.focus.at
        assert at is not None and seat.screen.focus.visible
        assert seen(at).h > 0, f"{at.name} is scrolled into view"
        if at.name in walked:
            break
        walked.append(at.name)
    assert {"main", "notation", "legs S2", "ship vesper", "tool arcs", "system B3"} <= set(walked)
    assert len(walked) == sum(widget.focusable for widget in seat.screen.focus.widgets)


def asks_to(kind: str, now: Seated) -> bool:
    return now.screen.model.input_mode == kind and now.screen.model.prompt is not None


def test_everything_that_can_be_pointed_at_has_a_rule_that_exists(seat: Seated) -> None:
    from game.rulebook.book import rulebook

    addresses = set()
    for wanted in ("plot", "fire", "assign"):
        assert seat.until(partial(asks_to, wanted))
        addresses |= {widget.rule for widget in seat.screen.focus.widgets if widget.rule}
    assert len(addresses) > 15
    assert addresses <= rulebook().keys()


def test_the_menu_and_the_key_list_are_pages_over_the_battle(seat: Seated) -> None:
    seat.key("F10")
    assert isinstance(seat.pushed, Pause)
    seat.pushed.draw(seat.frame)
    labels = [widget.name for widget in seat.pushed.focus.widgets]
    assert "Back to the battle" in labels and "Keys" in labels
    seat.key("F2")
    seat.pushed.draw(seat.frame)
    drawn = {words for one in seat.pushed.focus.widgets if isinstance(one, KeyTable) for _, words in one.keys}
    assert drawn >= {one.words for one in BINDINGS if not one.action.startswith("gun ")}


def test_trouble_with_the_save_is_said_and_orders_are_on_disk(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    recorder = new_save(seat.opened, path=tmp_path / "save.yaml")
    words: list[str] = []
    seat.screen.context.trouble = lambda: words[0] if words else ""
    quiet = picture_of(seat)
    seat.key("UP", "RETURN")
    assert "{by: lancet, order: +1}" in (tmp_path / "save.yaml").read_text().replace('"', "").replace("'", "")
    seat.key("u")
    assert open_battle(tmp_path / "save.yaml").battle.records == []
    recorder.close()
    words.append("The disk is full.")
    seat.screen.context.note = ""
    assert picture_of(seat) != quiet


def test_a_picture_shows_the_step_it_is_asked_for(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert seat.until(lambda now: now.battle.phase.name == "Ships fire")
    late = write_picture(seat.opened, tmp_path / "late.png", (1280, 800), 1.0)
    early = picture(seat.opened, 1, (1280, 800), 1.0, tmp_path / "early.png")
    assert pygame.image.load(late).get_size() == (1280, 800)
    assert late.read_bytes() != early.read_bytes()
    other = picture(seat.opened, 1, (1280, 800), 1.0, tmp_path / "other.png", side="amber")
    assert other.read_bytes() != early.read_bytes(), "the other seat sees another screen"
    with pytest.raises(OSError):
        write_picture(seat.opened, tmp_path / "nowhere" / "x.png", (640, 400))


def test_movement_is_played_back_and_can_be_skipped(tmp_path: Path) -> None:
    preferences.settings = Settings(speed=1.0, tumbling=True)
    seat = Seated(tmp_path)
    seat.battle.play(seat.battle.read("azure", "lock"))
    seat.screen.turn_flow.settle()
    seat.settle()
    seat.key("RETURN", "RETURN")
    animation = seat.screen.animation
    assert animation.active and seat.screen.moving
    while not (animation.act and animation.act.moves and animation.moment and animation.moment.time > 0.2):
        assert animation.active, "nothing moves"
        seat.screen.tick(0.05)
    start, end = (20.0, 20.0), seat.battle.state.ships["lancet"].at
    there = animation.moment.places["lancet"].at
    assert start[0] < there[0] < end[0], "on the way"
    assert seat.screen.turn_flow.phase_shown == 5
    seat.look()
    while animation.active:
        seat.key("SPACE")
        seat.screen.tick(0.0)
    assert seat.screen.model.input_mode == "fire"


# -- small things ------------------------------------------------------------------------------------------------------


def test_chances_in_words() -> None:
    assert [percent(x) for x in (0.0, 1e-6, 0.0042, 0.052, 0.44, 0.99999)] == [
        "none",
        "none",
        "0.42 %",
        "5.2 %",
        "44 %",
        "certain",
    ]


def test_a_chart_gathers_what_does_not_fit(seat: Seated) -> None:
    firing(seat)
    seat.key("e", "v")
    whole_odds = odds(seat.screen.model)[0]
    tail = Odds("vesper", (0.5, 0.2, 0.15, 0.1, 0.05), 1.0)
    few = bars(tail, 4)
    assert few.chances == pytest.approx((0.5, 0.2, 0.15, 0.15)) and few.open and few.heap == 1
    whole = bars(whole_odds, 99, rolled=1)
    assert sum(whole.chances) == pytest.approx(1) and whole.rolled == 1
    ((place, label),) = whole_odds.marks
    assert label == "row ends" and whole.marks == whole_odds.marks
    assert len(whole.chances) > min(place, len(whole_odds.chances) - 1)


def test_a_chart_of_heavy_damage_puts_several_numbers_in_a_column() -> None:
    """Thirty points on average are no single column at the end."""
    chances = (0.0,) * 20 + (0.04,) * 25
    heavy = bars(Odds("vesper", chances, 32.0, marks=((6, "row ends"),)), 12, rolled=30)
    assert heavy.heap == 5 and len(heavy.chances) == 9 and not heavy.open and sum(heavy.chances) == pytest.approx(1)
    assert heavy.chances[:5] == pytest.approx((0, 0, 0, 0, 0.2)) and heavy.chances[-1] == pytest.approx(0.2)
    assert heavy.rolled == 6 and heavy.lines == ((1.2, "row ends"),) and heavy.first == 1.2


def test_a_chart_draws_the_marks_it_is_given() -> None:
    """Marks within the columns stand between two of them; without any, no column is set off."""
    even = bars(Odds("vesper", (0.25,) * 4, 1.5, marks=((1, "slowed"), (3, "adrift"), (9, "far"))), 9)
    assert even.first == 1 and even.lines == ((1, "slowed"), (3, "adrift"))
    bare = bars(Odds("vesper", (0.5, 0.5), 0.5), 9)
    assert bare.first == 2 and bare.lines == ()


def test_a_stub_of_the_curtain_is_not_mistaken_for_the_real_one() -> None:
    from game.ui.handover.screen import HandoverScreen as Real

    assert Real.__init__.__code__.co_varnames[:4] == ("self", "battle", "side", "since")
    assert Curtain.__init__.__code__.co_varnames[:4] == ("self", "battle", "side", "since")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_nothing_a_player_does_in_whatever_order_breaks_the_screen(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    seat = Seated(tmp_path, size=rng.choice(((1280, 800), (1024, 640), (1920, 1080))))
    keys = [
        *"abcefghklmnorstuvx123",
        *["RETURN"] * 8,
        "SPACE",
        "ESCAPE",
        "TAB",
        "LEFT",
        "RIGHT",
        "UP",
        "DOWN",
        "F4",
        "F5",
        "F7",
        "COMMA",
    ]
    keys += ["PERIOD", "BACKSPACE", "SLASH", "PLUS", "shift+n", "ctrl+z"]
    for _ in range(160):
        seat.settle()
        if rng.random() < 0.4:
            seat.key(rng.choice(keys))
            continue
        pressable = [widget for widget in seat.screen.focus.widgets if widget.focusable and seen(widget).w]
        ship = rng.choice(list(seat.screen.context.shown.view.state.ships))
        at = rng.choice((rng.choice(pressable).rect.center, seat.pixel(ship)))
        if rng.random() < 0.3:
            seat.point(at)
            seat.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(at[0]), round(at[1]))))
            at = at[0] + rng.randint(-200, 200), at[1] + rng.randint(-200, 200)
            seat.point(at, True)
            seat.send(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(round(at[0]), round(at[1]))))
        else:
            seat.click(at)
    assert seat.battle.verify() == [], "and the battle is none the worse for it"


def test_undo_leads_back_to_now(seat: Seated) -> None:
    assert seat.until(lambda now: now.battle.state.turn == 2 and now.battle.phase.secret and not now.screen.flow.result)
    given = len(seat.orders)
    seat.key("UP", "RETURN", "n", "UP", "RETURN", "COMMA")
    assert seat.screen.context.past is not None and len(seat.orders) == given + 2
    seat.key("u")
    assert seat.screen.context.past is None and len(seat.orders) == given + 1


def test_the_menu_opens_while_an_order_is_typed(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("o")
    assert seat.screen.focus.at is not None and seat.screen.focus.at.wants_text
    seat.key("F10")
    assert isinstance(seat.pushed, Pause)
