"""Effects of throws: made from events alone, never before the dice lie still, and off by one switch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import load_start, open_battle
from game.battle.view import View
from game.core.events import Die, Event
from game.formats.user_folders import Settings
from game.players.match import Match
from game.seating.outcomes import Act, split_into_acts
from game.systems.full_sail.parts import Rig
from game.ui.board.layers.effects import PAINTERS
from game.ui.board.layers.ships import gone, in_play
from game.ui.board.model.effects import AT_SEA, IN_SPACE, LASTS, PieceEffect, dies, effects_of
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Scene
from game.ui.board.model.shards import FLIGHT, throw_shards
from game.ui.board.view import BoardView
from game.ui.host import sound
from game.ui.host.preferences import preferences
from game.ui.playback.animation import Animation
from game.ui.render.dice_tray import DiceTray
from tests.support.battles import SCENARIOS, paper
from tests.support.narrowing import present
from tests.ui.board.test_playback import move

LINE = ((12.0, 20.0), (30.0, 20.0))
SCREENED = """\
  lancet: {side: azure, design: lancet, at: [12, 20], course: 3, velocity: 4}
  bastion: {side: amber, design: vesper, at: [30, 20], course: 9, velocity: 4}
"""
PLAIN = paper("Plain", SCREENED.replace("design: vesper", "design: cinder"))
FIRST = [next(paths) for _, paths in groupby(SCENARIOS, key=lambda path: path.parent)]


@pytest.fixture
def moving() -> Iterator[None]:
    with preferences.instead(Settings(tumbling=False)):
        yield


def view_of(folder: Path, text: str = PLAIN) -> View:
    return load_start(_written(folder, text)).battle.view(None)


def _written(folder: Path, text: str) -> Path:
    path = folder / "battle.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def both(view: View) -> tuple[str, str]:
    first, second, *_ = view.state.ships
    return first, second


def hit(who: str, whom: str, good: bool = True) -> Event:
    tone = "good" if good else "plain"
    return Event("fire", "", f"{{{who}}} fires", who, whom, (Die(6, good),), line=LINE, tone=tone)


def loss(whom: str, fate: str, tone: str = "bad") -> Event:
    return Event("lost", "", f"{{{whom}}} is lost", whom=whom, fate=fate, tone=tone, at=LINE[1])


def failed(whom: str, mounts: tuple[str, str]) -> Event:
    """Return the events of a check in which the first of two systems fails."""
    dice = Die(6), Die(1, False)
    return Event("damage_check", "", "", whom=whom, dice=dice, mounts=mounts, broken=(mounts[0],))


def kinds(found: tuple[PieceEffect, ...]) -> list[str]:
    return [one.kind for one in found]


def test_shots_come_first_then_what_breaks_then_losses(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    lancet, other = both(view)
    broken = failed(other, ("B1", "DRV"))
    found = effects_of([loss(other, "destroyed"), broken, hit(lancet, other), hit(lancet, other)], view)
    assert kinds(tuple(sorted(found, key=lambda one: one.start))) == ["strike", "strike", "break", "burst"]
    assert len({one.start for one in found}) == 4 and found[2].parts == ("B1",)
    assert {one.heading for one in found if one.kind == "strike"} == {270.0}, "towards the gun, in the west"


def test_damage_without_a_shot_is_seen_too(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    lancet, other = both(view)
    ram = Event("damage", "", "", whom=other, harm=(("hull", 3),))
    assert kinds(effects_of([ram], view)) == ["strike"]
    assert kinds(effects_of([hit(lancet, other), ram], view)) == ["strike"], "not twice"
    assert not effects_of([Event("damage", "", "", whom=other, harm=(("hull", 0),))], view)


def test_a_screen_lights_up_whether_or_not_it_holds(tmp_path: Path) -> None:
    view = view_of(tmp_path, paper("Screens", SCREENED))
    assert view.sheet("bastion").cover
    assert kinds(effects_of([hit("lancet", "bastion", good=False)], view)) == ["screen"]
    assert kinds(effects_of([hit("lancet", "bastion")], view)) == ["screen", "strike"]
    assert not effects_of([hit("bastion", "lancet", good=False)], view)


def test_a_roll_is_no_shield(tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "demonstrations" / "power_hex" / "rolled_over.yaml").read_text(encoding="utf-8")
    view = view_of(tmp_path, text.replace("bastion: {", "bastion: {rolled: true, ", 1))
    assert view.sheet("bastion").cover == "rolled" and view.sheet("helix").cover
    assert not effects_of([hit("helix", "bastion", good=False)], view)
    assert kinds(effects_of([hit("bastion", "helix", good=False)], view)) == ["screen"]


@pytest.mark.parametrize(
    ("fate", "expected"),
    [("destroyed", ["burst"]), ("exploded", ["burst"]), ("sunk", ["sinking"]), ("foundered", ["sinking"]),
     ("captured", []), ("struck", []), ("left", [])],
)  # fmt: skip
def test_only_ships_that_die_burst_or_sink(tmp_path: Path, fate: str, expected: list[str]) -> None:
    view = view_of(tmp_path)
    assert kinds(effects_of([loss(both(view)[1], fate)], view)) == expected
    assert not effects_of([loss(both(view)[1], fate, tone="good")], view)


def test_at_sea_a_miss_throws_up_water_and_masts_are_named() -> None:
    path = next(path for path in SCENARIOS if path.parent.name == "full_sail")
    view = open_battle(path).battle.view(None)
    mine, other = both(view)
    assert kinds(effects_of([hit(mine, other, good=False)], view)) == ["splash"]
    check = Event(
        "damage_check",
        "",
        "",
        whom=other,
        dice=(Die(6), Die(1, False)),
        mounts=("mast0", "mast1"),
        broken=("fore mast",),
    )
    assert [one.parts for one in effects_of([check], view)] == [("mast0",)]


def masts_checked(whom: str, *failed: int) -> Event:
    dice = tuple(Die(6 if n in failed else 1, n in failed) for n in range(3))
    keys, names = ("mast0", "mast1", "mast2"), ("fore mast", "main mast", "mizzen mast")
    return Event("damage_check", "", "", whom=whom, dice=dice, mounts=keys, broken=tuple(names[n] for n in failed))


@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("on", [True, False], ids=["effects", "no effects"])
def test_a_mast_that_falls_has_left_its_hull(on: bool) -> None:
    """From the moment it is seen to fall, or the dice lie there, until the act ends; through all acts of one view."""
    preferences.settings = Settings(tumbling=False, effects=on)
    path = next(path for path in SCENARIOS if path.parent.name == "full_sail")
    view = open_battle(path).battle.view(None)
    mine, other = both(view)
    stage = Stage(view, [hit(mine, other), masts_checked(other, 0, 1)])
    stage.animation.show(split_into_acts([hit(other, mine), masts_checked(other, 1)]), view, view)
    seen = list[tuple[int, ...]]()
    while stage.animation.active and (moment := stage.animation.moment):
        own = stage.board.look(Scene.of(view, moment=moment, tools=frozenset()))[other].own
        assert isinstance(own, Rig)
        falling = [one for one, _ in moment.effects.current if one.kind == "break"] if moment.effects else []
        assert not falling or own.masts != (0, 0, 0), "it stands no more while it falls"
        seen.append(own.masts)
        stage.animation.tick(0.02)
    stages = [masts for masts, _ in groupby(seen)]
    assert stages == ([(0, 0, 0)] if on else []) + [(1, 1, 0), (1, 2, 0)]


def test_shards_fly_alike_every_time_and_apart() -> None:
    shards = throw_shards("lancet", 3)
    throw_shards.cache_clear()
    again = throw_shards("lancet", 3)
    assert shards is not again and (shards.flight == again.flight).all() and shards.outlines == again.outlines
    spread = [float((shards.at(seconds)[:, :2] ** 2).sum(1).mean()) for seconds in (0.0, 0.5, 1.0, FLIGHT)]
    assert spread == sorted(spread) and spread[-1] > 4 * spread[0]
    assert (shards.at(99.0) == shards.at(FLIGHT)).all()
    assert (throw_shards("vesper", 3).flight != shards.flight).any()


class Stage:
    """An animation, and the board it is drawn on."""

    def __init__(
        self, before: View, events: list[Event], after: View | None = None, tray: DiceTray | None = None
    ) -> None:
        self.animation = Animation(tray)
        self.animation.show(split_into_acts(events), before, after or before)
        self.board = BoardView(Rect(0, 0, 480, 360))
        self.animation.tick(0.0)

    def picture(self) -> bytes:
        out = Surface((480, 360))
        shown = self.animation
        self.board.draw(out, Scene.of(present(shown.view), moment=shown.moment, tools=frozenset()), 0.0)
        return pygame.image.tobytes(out, "RGB")

    @property
    def effects(self) -> tuple[PieceEffect, ...]:
        moment = self.animation.moment
        return moment.effects.effects if moment and moment.effects else ()


@pytest.mark.usefixtures("moving")
def test_nothing_is_seen_before_the_dice_lie_still(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    lancet, other = both(view)
    preferences.settings = Settings(tumbling=True)
    stage = Stage(view, [hit(lancet, other), loss(other, "destroyed")], tray=DiceTray(Rect(0, 0, 400, 300), seed=1))
    assert present(stage.animation.tray).busy
    while present(stage.animation.tray).busy:
        assert not stage.effects and not present(stage.animation.moment).dead
        stage.animation.tick(0.05)
    assert kinds(stage.effects) == ["strike", "burst"]


@pytest.mark.usefixtures("moving")
def test_a_ship_is_whole_until_it_bursts_and_a_wreck_from_then_on(tmp_path: Path) -> None:
    before = view_of(tmp_path)
    lancet, other = both(before)
    after = view_of(tmp_path, PLAIN.replace("course: 9, velocity: 4", "course: 9, fate: destroyed"))
    stage = Stage(before, [hit(lancet, other), loss(other, "destroyed")], after)
    burst = next(one for one in stage.effects if one.kind == "burst")
    seen = list[tuple[float, bool]]()
    while stage.animation.active and (moment := stage.animation.moment):
        seen.append((present(moment.effects).seconds, other in moment.dead))
        stage.animation.tick(0.02)
    wrong = [(seconds, dead) for seconds, dead in seen if dead is not (seconds >= burst.start)]
    assert not wrong
    assert seen[-1][0] >= burst.end - 0.03, "it dies to the end"


@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.parent.name)
def test_a_dead_ship_lies_there_as_a_wreck_and_one_that_left_does_not(path: Path) -> None:
    view = open_battle(path).battle.view(None)
    mine, other = both(view)
    for fate in ("destroyed", "left"):
        moment = Playback([hit(mine, other), loss(other, fate)]).at(99.0)
        scene = Scene.of(
            view, moment=replace(moment, dead=frozenset([other]) if dies(loss(other, fate)) else frozenset())
        )
        assert in_play(scene, other) is (fate == "left") and not gone(scene, other)


@pytest.mark.usefixtures("moving")
def test_a_ship_that_still_fires_is_no_wreck(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    lancet, other = both(view)
    stage = Stage(view, [hit(lancet, other), loss(other, "destroyed")])
    while stage.animation.active and (moment := stage.animation.moment):
        assert other not in moment.dead
        stage.animation.tick(0.05)


@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("deed", ["fires", "moves"])
def test_switched_off_nothing_but_the_plain_film_is_drawn(tmp_path: Path, deed: str) -> None:
    view = view_of(tmp_path)
    lancet, other = both(view)
    events = [hit(lancet, other)] if deed == "fires" else [move(lancet, ((12.0, 20.0), (20.0, 20.0)), (3,))]
    pictures = dict[bool, set[bytes]]()
    for on in (True, False):
        preferences.settings = Settings(tumbling=False, effects=on)
        stage = Stage(view, events)
        pictures[on] = set()
        while stage.animation.active:
            assert bool(present(stage.animation.moment).effects) is on
            pictures[on].add(stage.picture())
            stage.animation.tick(0.05)
    assert pictures[True] - pictures[False]
    if deed == "fires":
        assert len(pictures[True]) > len(pictures[False])


@pytest.mark.usefixtures("moving")
def test_effects_sound_as_they_begin_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = list[str]()
    monkeypatch.setattr(sound.sounds, "play", lambda name, gain=1.0: heard.append(name))
    view = view_of(tmp_path)
    lancet, other = both(view)
    stage = Stage(view, [hit(lancet, other), hit(lancet, other, good=False), loss(other, "destroyed")])
    while stage.animation.active:
        stage.animation.tick(0.02)
    assert heard == ["beam", "hit", "explosion"]


@pytest.mark.usefixtures("moving")
@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.parent.name)
def test_effects_of_whole_battles_are_drawn_and_end(path: Path) -> None:
    """In every game, each kind a few times."""
    drawn = dict.fromkeys(PAINTERS, 0)
    for seed in range(2):
        battle = open_battle(path, seed=seed).battle
        match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
        for _ in range(160):
            before, known = battle.view(None), len(battle.log)
            if match.step() is None:
                break
            acts = [act for act in split_into_acts(battle.log[known:]) if _new(act, before, drawn)]
            if not acts:
                continue
            stage = Stage(before, [event for act in acts for event in act.events], battle.view(None))
            while stage.animation.active:
                stage.picture()
                stage.animation.tick(0.12)
                for one in stage.effects:
                    drawn[one.kind] += 1
    assert drawn["strike"], "somebody was hit"


def _new(act: Act, view: View, drawn: dict[str, int]) -> bool:
    """Return whether an act has an effect that has been drawn less than twenty times."""
    return any(drawn[one.kind] < 20 for one in effects_of(act.events, view))


def test_every_kind_has_its_length_picture_and_sound() -> None:
    assert set(LASTS) == set(PAINTERS)
    assert {*AT_SEA.values(), *IN_SPACE.values()} <= set(sound.RECIPES)
