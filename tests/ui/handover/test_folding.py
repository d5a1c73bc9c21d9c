"""The curtain folds all that befell one ship into one item, in every game, and shows each part of it on demand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.core.events import Event as Line
from game.core.events import score_of
from game.players.match import Match
from game.seating.summary import SummaryItem, summary_of
from game.ui.handover.item_cards import PartRow
from game.ui.handover.screen import HandoverScreen
from tests.support.ui.page_driver import faults, overlaps, read
from tests.ui.handover.test_screen import shots

LARGEST = (
    "full_thrust/long_line", "full_sail/salt_road", "hexcess/wayhouse_round", "easyhex/great_drove",
    "hex12/over_the_rows", "power_hex/torpedoes_away",
)  # fmt: skip


@pytest.fixture(scope="module")
def long_line() -> Battle:
    """Return the largest battle of Full Thrust at its sixth turn, led by chance."""
    return after("full_thrust/long_line", 6)


def after(name: str, turns: int) -> Battle:
    battle = open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=3).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
    while battle.state.turn < turns and not battle.state.outcome and match.step():
        pass
    return battle


def hit(hull: int, who: str) -> list[Line]:
    harm = Line("damage", "full-thrust-base/5.2", "", who, "vesper", harm=(("hull", hull),), broken=("Beam 2",))
    return [*(replace(one, who=who) for one in shots()), harm]


def test_attacks_on_one_ship_are_one_item_with_all_it_took(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    missed = [replace(one, who="plover") for one in shots()]
    (item,) = summary_of(view, [*hit(7, "lancet"), *missed, *hit(2, "sextant")])
    assert item.title == "Vesper was hit by Lancet and Sextant" and item.tone == "bad"
    assert item.line == "9 hull in all, from three attacks, of which one missed. Two systems lost."
    assert [part.title for part in item.parts] == ["Lancet hit Vesper", "Plover missed Vesper", "Sextant hit Vesper"]
    assert [part.dice for part in item.parts] == [item.parts[0].dice] * 3 and not item.dice
    assert item.result.endswith("hull left") and item.result == item.parts[-1].result
    (theirs,) = summary_of(third_turn[0].view("azure"), [*hit(7, "lancet"), *missed])
    assert theirs.tone == "good" and theirs.title == "Vesper was hit by Lancet"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"result": "3 damage, 1 of it past armour", "score": score_of(3, ())}, "6 damage"),
        ({"result": "2 shot down", "downed": 2}, "4 shot down"),
        ({"result": "hit", "score": score_of(1, (), "hits")}, "Hit"),
    ],
)
def test_shots_are_added_up(third_turn: tuple[Battle, int], found: dict[str, Any], words: str) -> None:
    (shot,) = (replace(one, tone="good", **found) for one in shots())
    too_far = replace(shot, dice=(), reason="too far: 40.0 of 36 MU", result="misses", tone="plain", distance="")
    (item,) = summary_of(third_turn[0].view("amber"), [too_far, shot, shot])
    assert item.title == "Lancet hit Vesper" and item.line == f"{words}, from four dice at 11.7 MU."
    (alone,) = summary_of(third_turn[0].view("amber"), [shot])
    assert alone.line == f"{shot.result[:1].upper()}{shot.result[1:]}, from two dice at 11.7 MU."


def test_who_only_missed_is_told_where_nobody_hit(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    (item,) = summary_of(view, [*shots(), *(replace(one, who="sextant") for one in shots())])
    assert item.title == "Vesper was missed by Lancet and Sextant" and item.line == "No damage, from two attacks."


def test_a_ship_that_is_destroyed_by_several_says_so(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    lost = Line("lost", "full-thrust-base/5.1", "{vesper} is destroyed", whom="vesper", tone="bad")
    (item,) = summary_of(view, [*hit(7, "lancet"), *hit(30, "sextant"), lost])
    assert item.title == "Vesper was destroyed by Lancet and Sextant" and item.result == "lost with all hands"


def test_what_a_rock_does_is_told_with_the_shots_at_the_ship_and_credits_nobody(third_turn: tuple[Battle, int]) -> None:
    view = third_turn[0].view("amber")
    rock = Line("contact", "table/phases", "{vesper} runs onto a rock", "vesper", tone="bad", result="5 damage")
    harm = Line("damage", "full-thrust-base/5.2", "{vesper} is hit", whom="vesper", harm=(("hull", 5),), tone="bad")
    (item,) = summary_of(view, [*shots(), rock, harm])
    assert item.title == "Vesper was damaged" and item.line.startswith("5 hull in all")
    assert [part.title for part in item.parts] == ["Lancet missed Vesper", "Vesper runs onto a rock", "Vesper is hit"]


@pytest.mark.parametrize("name", LARGEST)
def test_every_hit_is_told_once_and_each_ship_has_one_item(name: str) -> None:
    battle = after(name, 6)
    for side in battle.state.sides:
        view = battle.view(side)
        items = summary_of(view, view.log)
        told = [event for item in items if item.ship for event in item.events]
        fired = [event for event in view.log if (event.kind == "fire" and event.whom) or (event.harm and event.whom)]
        assert fired and all(sum(one is event for one in told) == 1 for event in fired)
        ships = [item.ship for item in items if item.ship]
        assert len(ships) == len(set(ships)) and any(item.parts for item in items)
        known = set(map(id, view.log))
        assert all(id(event) in known for item in items for event in item.events), "nothing but what the seat may read"


# -- on the screen -----------------------------------------------------------------------------------------------------


def opened(battle: Battle) -> HandoverScreen:
    curtain = HandoverScreen(battle, "azure", 0)
    curtain.draw(Surface((1280, 800)))
    curtain.open_curtain()
    curtain.tick(0.1)
    curtain.draw(Surface((1280, 800)))
    return curtain


def rows(curtain: HandoverScreen) -> list[PartRow]:
    curtain.draw(Surface((1280, 800)))
    return [one for one in curtain.focus.widgets if isinstance(one, PartRow)]


def folded(curtain: HandoverScreen) -> tuple[int, SummaryItem]:
    return next((n, item) for n, item in enumerate(curtain.context.items, 1) if item.parts)


def press(curtain: HandoverScreen, key: int) -> None:
    curtain.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_a_figure_unfolds_an_item_and_folds_it_again(long_line: Battle) -> None:
    curtain = opened(long_line)
    n, item = folded(curtain)
    assert not rows(curtain)
    press(curtain, pygame.K_0 + n)
    assert [row.item for row in rows(curtain)] == list(item.parts) and curtain.context.looked_at is item
    press(curtain, pygame.K_0 + n)
    assert not rows(curtain) and curtain.context.shown == n


def test_the_pointer_unfolds_an_item_and_shows_one_of_its_parts(long_line: Battle) -> None:
    curtain = opened(long_line)
    n, item = folded(curtain)
    card = next(one for one in curtain.focus.widgets if one.name == f"item {n}")
    curtain.handle(Event(pygame.MOUSEBUTTONDOWN, pos=card.rect.center, button=1))
    curtain.handle(Event(pygame.MOUSEBUTTONUP, pos=card.rect.center, button=1))
    row = rows(curtain)[1]
    curtain.handle(Event(pygame.MOUSEBUTTONDOWN, pos=row.rect.center, button=1))
    curtain.handle(Event(pygame.MOUSEBUTTONUP, pos=row.rect.center, button=1))
    assert curtain.context.looked_at is item.parts[1] and rows(curtain)[1].open
    assert len(rows(curtain)) == len(item.parts), "looking at a part folds nothing"


def test_tab_and_enter_show_one_of_the_parts(long_line: Battle) -> None:
    curtain = opened(long_line)
    n, item = folded(curtain)
    press(curtain, pygame.K_0 + n)
    rows(curtain)
    for _ in range(200):
        press(curtain, pygame.K_TAB)
        if curtain.focus.at is not None and curtain.focus.at.name == f"item {n} part 1":
            break
    press(curtain, pygame.K_RETURN)
    assert curtain.context.looked_at is item.parts[0] and curtain.answer is None


@pytest.mark.parametrize("size", ((1280, 800), (1920, 1080), (800, 500)), ids=str)
def test_unfolded_words_keep_apart(size: tuple[int, int], long_line: Battle) -> None:
    curtain = opened(long_line)
    curtain.context.unfolded.update(item.ship for item in curtain.context.items if item.parts)
    curtain.relay()
    words = read(curtain, size)
    found = [one for one in words if one.seen.right <= curtain.open.wide]
    assert found and faults(found, size) == []
    assert overlaps(curtain.focus.widgets, size) == []


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_no_label_lies_under_the_hint(long_line: Battle, size: tuple[int, int]) -> None:
    curtain, frame = opened(long_line), Surface(size)
    curtain.draw(frame)
    hint = curtain.open.hint
    assert hint is not None and not [one for one in curtain.board.in_use(curtain.scene) if one.colliderect(hint)]
