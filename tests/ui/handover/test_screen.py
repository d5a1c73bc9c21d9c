"""The curtain: it hides what it must, tells what happened and nothing else, opens to a held key, and gives the seat
back."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.core.events import Die
from game.core.events import Event as Line
from game.players.match import Match
from game.rules.ships.ship import Ship
from game.seating.summary import boxes, boxes_left, condition, last_look, summary_of
from game.ui.board.view import BoardView
from game.ui.handover.item_cards import ItemCard
from game.ui.handover.open import Caps
from game.ui.handover.screen import LEAVE, HandoverScreen
from game.ui.host.preferences import preferences
from game.ui.host.screen import Pop
from game.ui.render.theme import theme
from tests.support.battles import idle, laid, order
from tests.support.narrowing import each
from tests.support.ui.page_driver import SCALES, SCENARIOS, SIZES, TAVIRA, faults, fought, overlaps, read, reader


def sealed(orders: dict[str, str], locked: bool = True) -> tuple[Battle, int]:
    """Return the same battle with these orders of the first side."""
    battle, since = fought(TAVIRA, 3)
    for ship, text in orders.items():
        battle.play(battle.read(ship, text))
    if locked:
        battle.play(battle.read("azure", "lock"))
    return battle, since


def frames(battle: Battle, since: int, size: tuple[int, int]) -> list[bytes]:
    """Return every stage of a curtain for the second side: shut, held, half drawn aside, open, an item looked at."""
    preferences.settings = preferences.settings.model_copy(update={"speed": 1.0})
    found, dst = [], Surface(size)
    curtain = HandoverScreen(battle, "amber", since)

    def keep() -> None:
        dst.fill((1, 2, 3))
        curtain.draw(dst)
        found.append(pygame.image.tobytes(dst, "RGB"))

    keep()
    curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    curtain.tick(0.3)
    keep()
    curtain.tick(0.4)
    curtain.tick(0.1)
    keep()
    for _ in range(10):
        curtain.tick(0.1)
        curtain.draw(dst)
    keep()
    curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1"))
    curtain.tick(0.05)
    keep()
    return found


# -- secrecy -----------------------------------------------------------------------------------------------------------


def test_no_frame_changes_when_the_other_side_has_sealed_something_else() -> None:
    plans: tuple[dict[str, str], ...] = (
        {},
        {"lancet": "0"},
        {"lancet": "P1", "sextant": "+1", "halyard": "S1", "plover": "0"},
    )
    seen = [frames(*sealed(plan), (960, 600)) for plan in plans]
    assert seen[0] == seen[1] == seen[2]


def test_no_frame_changes_while_the_other_side_is_still_writing() -> None:
    seen = [
        frames(*sealed(plan, locked=False), (960, 600)) for plan in ({"lancet": "0"}, {"lancet": "S1", "sextant": "-1"})
    ]
    assert seen[0] == seen[1]


def test_frames_do_change_with_what_the_seat_may_know() -> None:
    battle, since = sealed({})
    other, _ = sealed({})
    other.play(other.read("vesper", "0"))
    mine, theirs = frames(battle, since, (960, 600)), frames(other, since, (960, 600))
    assert mine[0] == theirs[0], "shut, it can be read by whoever stands by"
    assert mine[-1] != theirs[-1]


def test_shut_it_covers_the_window_and_asks_the_board_for_nothing(
    third_turn: tuple[Battle, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the board was drawn")

    monkeypatch.setattr(BoardView, "draw", never)
    curtain = HandoverScreen(third_turn[0], "amber", third_turn[1])
    for colour in ((255, 0, 0), (0, 255, 0)):
        dst = Surface((640, 400))
        dst.fill(colour)
        curtain.draw(dst)
        assert not any(dst.get_at((x, y))[:3] == colour for x in range(0, 640, 7) for y in range(0, 400, 7))


def test_shut_it_says_nothing_of_ships() -> None:
    battle, since = sealed({"lancet": "P1"})
    words = " ".join(one.string for one in read(HandoverScreen(battle, "amber", since), (1280, 800)))
    assert "Amber Pact" in words and "orders locked" in words and "writes its orders" in words
    assert not any(ship.name in words for ship in battle.state.ships.values())


def test_in_an_open_phase_nobody_is_said_to_have_locked_orders() -> None:
    """They were locked in the phase before, and have been shown; one side decides now."""
    battle = deepcopy(sealed({"lancet": "P1"})[0])
    while battle.phase.secret:
        prompt, rest = next(one for one in battle.prompts() if one.side not in battle.state.ready), battle.phase.idle
        assert rest is not None
        battle.play(rest(battle.state, prompt))
    battle.state.ready |= {"azure", "amber"}
    words = " ".join(one.string for one in read(HandoverScreen(battle, "amber", 0), (1280, 800)))
    assert "to decide" in words and "looks away" in words and "locked" not in words and "change its orders" not in words


def test_the_log_of_another_seat_are_not_told() -> None:
    battle, since = fought(TAVIRA, 3)
    secret = Line("contact", "table/curtain", "{lancet} whispers", who="lancet", side="azure", turn=3, phase=1)
    battle._lines += [secret, replace(secret, text="{vesper} shouts", side="")]
    battle._ends[-1] += 2
    titles = [item.title for item in summary_of(battle.view("amber"), battle.view("amber").log[since:])]
    assert "Vesper shouts" in titles and "Lancet whispers" not in titles
    assert "Lancet whispers" in [
        item.title for item in summary_of(battle.view("azure"), battle.view("azure").log[since:])
    ]


# -- what it tells -----------------------------------------------------------------------------------------------------


def test_it_tells_of_every_attack_once_and_of_nothing_seen_before(third_turn: tuple[Battle, int]) -> None:
    battle, since = third_turn
    view = battle.view("amber")
    lines = HandoverScreen(battle, "amber", since).lines
    assert lines and view.log == view.log[:since] + lines
    assert {event.turn for event in lines} == {2} and {event.turn for event in view.log[:since]} <= {1, 2}
    attacks = {(event.who, event.whom) for event in lines if event.kind == "fire" and event.whom}
    told = [part for item in summary_of(view, lines) for part in (item.parts or (item,))]
    items = [item for item in told if item.event and item.event.kind == "fire" and item.event.whom]
    assert attacks and {(item.event.who, item.event.whom) for item in items if item.event} == attacks
    assert len(items) == len(attacks)
    assert HandoverScreen(battle, "amber", len(view.log)).lines == ()
    assert HandoverScreen(battle, "amber", 0).lines == view.log


def test_initiative_and_launches_are_told_to_both_sides() -> None:
    """Nothing has been fired yet and no ship has moved; whoever sealed last reads it too."""
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "carrier_strike"), seed=3).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
    while battle.phase.secret and match.step():
        pass
    assert battle.phase.name == "Move fighters"
    for side in battle.state.sides:
        view = battle.view(side)
        items = {item.title: item for item in summary_of(view, view.log[last_look(battle, side) :])}
        won = items[f"{battle.state.sides[battle.state.initiative[0]].name} has the initiative and fires first"]
        faces = [die.face for event in view.log if event.kind == "initiative" for die in event.dice]
        assert [face for face, *_ in won.dice] == faces and len(faces) >= 2
        assert all(str(face) in won.line for face in faces)
        assert any("launches" in title and "Harrier" in title for title in items)
        assert any("launches" in title and "Falchion" in title for title in items)
        tones = {item.tone for title, item in items.items() if "launches" in title}
        assert tones == {"good", "enemy"}, "a launch harms nobody"


def test_no_row_or_heading_stands_half_behind_the_button_at_the_foot(tmp_path: Path) -> None:
    path = next(path for path in SCENARIOS if path.stem == "carrier_strike")
    for text in ("LA HGRa", "LA HGRa HGRb", "LA HGRa HGRb HGRc"):
        opened = laid(tmp_path, path.read_text(encoding="utf-8"))
        order(opened, "rookery", text)
        idle(opened, "Move fighters")
        for size in ((1280, 800), (1280, 720), (1366, 768)):
            curtain = HandoverScreen(opened.battle, "azure", 0)
            preferences.hold(size)
            curtain.draw(Surface(size))
            curtain.open_curtain()
            curtain.tick(0.1)
            curtain.draw(Surface(size))
            pane = curtain.context.pane
            cut = [one for one in pane.widgets if one.rect.top < pane.rect.bottom < one.rect.bottom]
            assert all(isinstance(one, ItemCard) for one in cut), (text, size)
            above = [one for one in pane.widgets if one.rect.bottom <= pane.rect.bottom]
            assert not isinstance(above[-1], Caps), "no heading without a row below it"


def test_a_line_of_the_log_is_never_told_as_nothing() -> None:
    view = fought(TAVIRA, 3)[0].view("amber")
    dull = Line("note", "table/curtain", "{lancet} waits", who="lancet", turn=3, phase=1)
    assert [item.title for item in summary_of(view, [dull])] == ["Lancet waits"]


def shots(*parts: Any, whom: str = "vesper") -> list[Line]:
    dice = (Die(6), Die(3, False), Die(5, again=True))
    fire = Line(
        "fire",
        "full-thrust-base/6.1",
        "{lancet} fires Beam 3 at {vesper}",
        "lancet",
        whom,
        dice,
        "11.7 MU, 2 dice",
        line=((0, 0), (11.7, 0)),
        distance="11.7 MU",
    )
    return [fire, *parts]


def test_an_attack_is_one_item_with_its_dice_and_what_came_of_it(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    damage = Line(
        "damage",
        "full-thrust-base/5.2",
        "{vesper} is hit by {lancet}",
        "lancet",
        "vesper",
        reason="a row ends",
        result="7 on the hull and 2 on armour",
        harm=(("hull", 7), ("armour", 2)),
    )
    check = Line(
        "damage_check",
        "full-thrust-base/5.3",
        "{vesper} checks every system at 6",
        whom="vesper",
        result="lost: Beam 2 port",
        broken=("Beam 2 port",),
    )
    (item,) = summary_of(view, shots(damage, check))
    assert item.title == "Lancet hit Vesper" and item.line == "7 hull and 2 armour. A row ends."
    assert item.dice == [(6, "scored", 6), (3, "missed", 6), (5, "again", 6)]
    assert item.result == "Lost: Beam 2 port" and item.tone == "bad"
    (theirs,) = summary_of(third_turn[0].view("azure"), shots(damage, check))
    assert theirs.tone == "good"


def test_a_miss_a_loss_and_silence(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    (missed,) = summary_of(view, shots())
    left, whole, _ = boxes(view.sheet("vesper"))
    assert missed.title == "Lancet missed Vesper" and missed.line == "No damage, from two dice at 11.7 MU."
    assert missed.result == f"{left} of {whole} hull left"
    (counted_later,) = summary_of(view, [replace(event, result="3 damage", tone="good") for event in shots()])
    assert counted_later.title == "Lancet hit Vesper" and counted_later.line == "3 damage, from two dice at 11.7 MU."
    lost = Line("lost", "full-thrust-base/5.1", "{vesper} is destroyed", whom="vesper", tone="bad")
    damage = Line("damage", "full-thrust-base/5.2", "", "lancet", "vesper", harm=(("hull", 30),))
    (gone,) = summary_of(view, shots(damage, lost))
    assert gone.title == "Lancet destroyed Vesper"
    held = [Line("fire", "x", f"{{{who}}} holds fire", who=who) for who in ("lancet", "plover")]
    (silent,) = summary_of(view, held)
    assert silent.title == "Lancet and Plover held their fire"


def test_only_the_last_attack_on_a_ship_says_what_is_left_of_her(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    again = [replace(event, who="sextant") for event in shots()]
    (item,) = summary_of(view, [*shots(), *again])
    first, last = item.parts
    assert not first.result and item.result == last.result != ""


def test_moves_of_the_others_are_told_with_where_they_end(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    move = Line(
        "move",
        "full-thrust-base/2.2",
        "{lancet} moves 8 MU",
        "lancet",
        path=((0, 0), (4, 0), (4, 4)),
        facings=(3, 12, 12),
    )
    own = replace(move, who="vesper")
    (item,) = summary_of(view, [move, own])
    near = min(view.state.fleet("amber"), key=lambda ship: (ship.at[0] - 4) ** 2 + (ship.at[1] - 4) ** 2)
    assert item.title == "Lancet turned to course 12"
    assert item.line.startswith("It moved 8 MU and ends ") and item.line.endswith(f"MU from {near.name}.")
    assert set(item.events) == {move, own}, "the film shows everybody"


def test_many_moves_make_one_item() -> None:
    long_line = next(path for path in SCENARIOS if path.stem == "long_line")
    battle, since = fought(long_line, 2)
    view = battle.view("amber")
    moves = [item for item in summary_of(view, view.log[since:]) if item.event and item.event.kind == "move"]
    assert len(moves) == 1 and "enemy ships moved" in moves[0].title


def test_hull_and_condition_are_those_of_the_sheets(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    ships = [ship for ship in each(view.state.ships.values(), Ship) if ship.side == "amber"]
    assert boxes_left(view, "amber") == (
        sum(ship.hull for ship in ships if ship.in_play),
        sum(ship.design.hull for ship in ships),
    )
    fit = fought(TAVIRA, 1)[0].view("amber")
    assert condition(fit.sheet("kiln")) == "unhurt"
    hurt = fought(TAVIRA, 1)[0].view("azure").sheet("lancet")
    assert condition(hurt) == "17 of 24 hull, one system out"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_words_keep_apart_shut_and_open(size: tuple[int, int], scale: float, third_turn: tuple[Battle, int]) -> None:
    battle, since = sealed({"lancet": "P1"})
    curtain = HandoverScreen(battle, "amber", since)
    assert faults(read(curtain, size, scale), size) == []
    curtain.open_curtain()
    curtain.tick(0.05)
    words = read(curtain, size, scale)
    found = [one for one in words if one.seen.right <= curtain.open.wide]  # the board keeps its own words apart
    assert found and faults(found, size) == []
    assert overlaps(curtain.focus.widgets, size) == []


@pytest.mark.parametrize("count", [1, 2])
def test_the_words_beside_the_digits_have_air_at_both_ends(count: int) -> None:
    battle, since = fought(TAVIRA, 2)
    curtain = HandoverScreen(battle, "amber", since)
    curtain.context.items = curtain.context.items[:count]
    read(curtain, SIZES[0])
    curtain.open_curtain()
    curtain.tick(0.05)
    words = read(curtain, SIZES[0])
    again = next(one for one in words if one.string == "see that moment again")
    assert curtain.open.hint and again.box.right == curtain.open.hint.right - theme.px(12)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_can_be_looked_back_on_by_every_seat(path: Path) -> None:
    for turns in (1, 2, 3):
        battle, since = fought(path, turns)
        for side in battle.state.sides:
            curtain = HandoverScreen(battle, side, since)
            dst = Surface((1280, 800))
            curtain.draw(dst)
            curtain.open_curtain()
            curtain.tick(0.1)
            curtain.draw(dst)
            for n in range(1, min(9, len(curtain.context.items)) + 1):
                curtain.look_again(n)
                curtain.tick(0.1)
                curtain.draw(dst)
                assert curtain.context.shown == n


# -- opening it --------------------------------------------------------------------------------------------------------


def hold(curtain: HandoverScreen, seconds: float, key: int = pygame.K_SPACE) -> None:
    curtain.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=" "))
    for _ in range(round(seconds / 0.05)):
        curtain.tick(0.05)
    curtain.handle(Event(pygame.KEYUP, key=key, mod=0))


def test_it_opens_only_to_a_key_held_long_enough(third_turn: tuple[Battle, int]) -> None:
    curtain = HandoverScreen(third_turn[0], "amber", third_turn[1])
    curtain.draw(Surface((1280, 800)))
    hold(curtain, 0.5)
    hold(curtain, 0.5)
    assert not curtain.opened, "two short holds are no long one"
    assert curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")) is None and not curtain.opened
    hold(curtain, 0.7)
    assert curtain.opened
    curtain.draw(Surface((1280, 800)))
    answer = curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert isinstance(answer, Pop) and answer.word is None


def test_it_opens_to_the_button_held_by_the_pointer(third_turn: tuple[Battle, int]) -> None:
    curtain = HandoverScreen(third_turn[0], "amber", third_turn[1])
    curtain.draw(Surface((1280, 800)))
    at = curtain.closed.button.center
    curtain.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    for _ in range(10):
        curtain.tick(0.05)
    curtain.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert not curtain.opened
    curtain.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    for _ in range(14):
        curtain.tick(0.05)
    assert curtain.opened


def test_a_key_held_since_before_it_fell_does_not_open_it(third_turn: tuple[Battle, int]) -> None:
    curtain = HandoverScreen(third_turn[0], "amber", third_turn[1])
    curtain._held_before = True
    curtain.draw(Surface((1280, 800)))
    hold(curtain, 1.0)
    assert not curtain.opened
    hold(curtain, 1.0)
    assert curtain.opened


def test_f10_leaves_shut_and_open(third_turn: tuple[Battle, int]) -> None:
    curtain = HandoverScreen(third_turn[0], "amber", third_turn[1])
    for _ in range(2):
        curtain.draw(Surface((1280, 800)))
        answer = curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_F10, mod=0, unicode=""))
        assert isinstance(answer, Pop) and answer.word == LEAVE
        curtain.open_curtain()


def test_the_colour_of_the_seat_is_that_of_who_sits_down() -> None:
    battle, since = sealed({})
    curtain = HandoverScreen(battle, "amber", since)
    curtain.draw(Surface((640, 400)))
    assert theme.seated == 1
    curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    curtain.draw(Surface((640, 400)))
    assert theme.seated == 0, "the seat before has been called back"


def test_hull_that_nobody_has_read_is_not_said_to_be_none() -> None:
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "dark_passage"), seed=1).battle
    dst = Surface((1280, 800))
    for side in battle.state.sides:
        curtain = HandoverScreen(battle, side, None)
        curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        for _ in range(20):
            curtain.tick(0.1)
        with reader(dst) as written:
            curtain.draw(dst)
        said = [one.string for one in written]
        assert "not known" in said and "0 of 0" not in said


def test_a_dummy_has_no_hull_and_a_badge_that_its_own_side_alone_is_shown() -> None:
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "dark_passage")).battle
    view, ships = battle.view("azure"), battle.state.ships
    real = [ship for ship in ships.values() if ship.side == "azure" and not ship.dummy]
    assert boxes_left(view, "azure")[1] == sum(ship.design.hull for ship in real)
    assert [badge.sign for badge in view.sheet("a4").badges] == ["D"] and not battle.view("amber").sheet("a4").badges
