"""Random battles of every game: each line with dice or a loss is shown, with who threw and at whom, and what was
lost."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from pygame import Rect

from game.battle.battle import Happening
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.battle.view import View
from game.core.events import Die, Event, Score, sufferer
from game.demonstrations.demonstration import Demonstration
from game.players.match import Match
from game.seating.outcomes import Act, lost_in, split_into_acts
from game.ui.battle.dice.dice_panel import none_words
from game.ui.playback.animation import Animation
from game.ui.playback.lanes import gun_of, lanes_of, name_of, summarise
from game.ui.render.dice_tray import DiceTray
from tests.property.test_random_battles import drawn
from tests.support.battles import SCENARIOS, laid, paper

TURNS = 4
GAP = re.compile(r"  | [,.:;]|^[,.:;]")  # what is left where a name is empty
FEW = 1  # seeds of each scenario that are not slow: by the book; of the others half are by house rules drawn at random
CASES = [
    pytest.param(path, seed, marks=[pytest.mark.slow] if seed >= FEW else [], id=f"{path.stem}-{seed}")
    for path in SCENARIOS
    for seed in range(4)
]


def shown_of(before: View, now: View, events: Sequence[Event]) -> list[tuple[Act, tuple[int, ...]]]:
    """Return what the player of acts shows for an order: throws, each with the faces that lie in the tray."""
    tray, thrown, lying = DiceTray(Rect(0, 0, 900, 500), seed=1), list[Act](), list[tuple[int, ...]]()

    def throw(act: Act) -> None:
        lying.append(tray.faces)  # of the throw before
        thrown.append(act)

    animation = Animation(tray, rolled=throw)
    animation.show(split_into_acts(events), before, now)
    while animation.active:
        animation.tick(10.0)
    return list(zip(thrown, (*lying[1:], tray.faces)))


def faces_of(events: Sequence[Event]) -> tuple[int, ...]:
    return tuple(sorted(die.face for event in events for die in event.dice))


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("path", "seed"), CASES)
def test_whatever_rolls_or_harms_is_shown_with_owner_target_and_loss(path: Path, seed: int) -> None:
    battle = drawn(path, seed).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    while battle.state.outcome is None and battle.state.turn <= TURNS:
        match.step()
    before: Happening | None = None
    for now in battle.happenings(None):
        if before is not None:
            _presented(before.view, now.view, now.events)
        before = now


def _presented(before: View, now: View, events: Sequence[Event]) -> None:
    throws = shown_of(before, now, events)
    shown = {id(event): act for act, _ in throws for event in act.events}
    for event in events:
        assert not (event.dice or lost_in(event)) or id(event) in shown, f"not shown: {event}"
    for act, faces in throws:
        assert tuple(sorted(faces)) == faces_of(act.events), "the tray holds other dice than were thrown"
        lanes = lanes_of(before, act.events, now)
        assert all(lane.name and (lane.words or act.kind == "initiative" or not lane.owner) for lane in lanes)
        words, _ = summarise(now, act.events)
        said = [words, *(summarise(now, (event,))[0] for event in act.events)]
        assert not [one for one in said if GAP.search(one)], "a name is missing"
        for event in act.events:
            _labelled(now, event, " ".join((words, *(f"{lane.name} {lane.words}" for lane in lanes))))


def _labelled(now: View, event: Event, words: str) -> None:
    """Whoever threw, whom at, and who lost something are named beside the dice."""
    state = now.state
    named = [die.by for die in event.dice if die.by] + ([event.who, event.whom] if event.dice else [])
    named += [sufferer(event, state.piece)] if event.harm else []
    for key in filter(None, named):
        assert name_of(now, key) in words or event.kind == "damage_check", f"{key} is not named: {words} ({event})"


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    "game", sorted(path.name for path in (ROOT / "scenarios" / "demonstrations").iterdir() if path.is_dir())
)
def test_every_demonstration_shows_whatever_rolls_or_harms(game: str) -> None:
    for path in sorted((ROOT / "scenarios" / "demonstrations" / game).glob("*.yaml")):
        for step in Demonstration(load_start(path)).steps:
            before = step.start
            for frame in step.frames:
                _presented(before, frame.view, frame.events)
                before = frame.view


def test_the_headline_names_whom_it_is_about(tmp_path: Path) -> None:
    view = laid(
        tmp_path,
        paper(
            "Names",
            """\
  lancet: {side: azure, design: lancet, at: [10, 10], course: 3, velocity: 4}
  vesper: {side: amber, design: vesper, at: [20, 10], course: 9, velocity: 4}
""",
        ),
    ).battle.view(None)
    lost = tuple(
        Event("lost", "", f"{{{key}}} is destroyed", key, result="destroyed", tone="bad") for key in view.state.ships
    )
    missed = Event("fire", "", "{lancet} fires at {vesper}", "lancet", "vesper", (Die(3, False),), result="missed")
    shot = replace(missed, shot="a", step="to hit", mounts=(view.sheet("lancet").icons[0].key,))
    assert summarise(view, lost) == ("Lancet is destroyed, Vesper is destroyed", "bad")
    assert summarise(view, (missed,))[0] == "Lancet: missed"
    taken = Event("note", "", "{lancet} against {vesper}", "lancet", "vesper", result="captured", tone="good")
    assert summarise(view, (taken,)) == ("Lancet against Vesper: captured", "good"), "whose ship is whose is read"
    mended, out = (
        Event("repair", "", "{lancet} works", "lancet", dice=(Die(6),), result=said, tone=tone)
        for said, tone in (("works again", "good"), ("still out", "bad"))
    )
    assert summarise(view, (mended, out)) == ("1 of 2 mended", "good") and summarise(view, (out, out)) == (
        "none of 2 mended",
        "plain",
    )
    assert summarise(view, (out,)) == ("Lancet: still out", "bad")
    assert summarise(view, (shot,))[0] == f"Lancet, {gun_of(view, shot)} at Vesper: missed"


def test_damage_is_good_news_only_of_another_side(tmp_path: Path) -> None:
    battle = laid(tmp_path).battle
    hit = Event("fire", "", "hit", "vesper", "lancet", (Die(5),), score=Score(2, ()))
    tones = [summarise(battle.view(side), (hit,)) for side in ("azure", "amber", None)]
    assert tones == [("2 damage at Lancet", tone) for tone in ("bad", "good", "good")]


def test_an_empty_tray_tells_of_no_dice_only_where_none_fell_this_turn() -> None:
    log = [Event("fire", "", "hit", turn=1, dice=(Die(5),)), Event("note", "", "on", turn=1)]
    assert none_words(log) == "this turn's dice are in the log"
    assert none_words([*log, Event("note", "", "next", turn=2)]) == none_words([]) == "no dice yet"
