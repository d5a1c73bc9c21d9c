"""The film as a moving picture: every step is in it, its length is that of its speed, and it is told how far it has
come."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from game.battle.loader import load_start, open_battle
from game.demonstrations.catalogue import find_demonstration
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.film_look import FilmLook
from game.demonstrations.reel import Reel
from game.players.match import Match
from game.ui.film.moving_picture import MOST, moving_picture, plan
from game.ui.film.score import frames, score
from game.ui.film.symbols import Symbols
from tests.support.battles import SCENARIOS
from tests.support.narrowing import narrow

SIZE = (480, 320)


def reel(stem: str = "first_light", turns: int = 2) -> Reel:
    path: Path = next(path for path in SCENARIOS if path.stem == stem)
    battle = open_battle(path, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(turns)
    return Reel(battle, None)


def frame_count(picture: Image.Image) -> int:
    return sum(1 for _ in ImageSequence.Iterator(picture))


@pytest.mark.parametrize("kind", ["WEBP", "GIF"])
def test_a_picture_moves_and_lasts_as_long_as_planned(kind: str) -> None:
    shown = reel()
    told: list[tuple[int, int]] = []
    content = moving_picture(shown, kind, FilmLook(SIZE), lambda done, of: told.append((done, of)))
    count = len(plan(shown))
    assert told == [(n + 1, count) for n in range(count)]
    picture = Image.open(io.BytesIO(content))
    assert picture.format == kind and picture.size == SIZE
    frames, lasted = [], 0
    for number in range(frame_count(picture)):
        picture.seek(number)
        frames.append(picture.convert("RGB").tobytes())
        lasted += int(picture.info.get("duration", 0))
    planned = sum(one.ms for one in plan(shown))
    assert len(set(frames)) > len(shown.steps) / 2
    assert abs(lasted - planned) <= 10 * count  # a GIF counts in hundredths of a second


def test_every_step_has_its_frame_and_movement_has_several() -> None:
    shown = reel()
    exposures = plan(shown)
    assert [one.step for one in exposures if one.act < 0] == [step.index for step in shown.steps]
    moved = next(step.index for step in shown.steps if any(event.path for event in step.events))
    shares = [one.share for one in exposures if one.step == moved and one.act >= 0]
    assert len(shares) >= 3 and shares == sorted(shares) and shares[-1] == 1.0


def test_a_faster_film_is_shorter() -> None:
    shown = reel()
    slow, fast = (sum(one.ms for one in plan(shown, FilmLook(speed=speed))) for speed in (0.5, 4.0))
    assert 7 < slow / fast < 9


def test_a_long_battle_has_no_more_frames_than_can_be_packed() -> None:
    shown = reel("carrier_strike", 6)
    shown.steps = [step for _ in range(9) for step in shown.steps]
    assert len(plan(shown)) < MOST + 5 * len(shown.steps)


def test_colours_of_both_seats_are_seen() -> None:
    content = moving_picture(reel(), "GIF", FilmLook(SIZE))
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    colours = {narrow(pixel, tuple) for _, pixel in picture.getcolors(SIZE[0] * SIZE[1]) or ()}
    assert any(r < 130 and b > 180 for r, g, b in colours) and any(r > 180 and b < 130 for r, g, b in colours)


def size_of(shown: Reel, kind: str, look: FilmLook) -> int:
    return len(moving_picture(shown, kind, look))


@pytest.mark.parametrize("kind", ["WEBP", "GIF"])
def test_fewer_pixels_frames_and_colours_make_a_smaller_file(kind: str) -> None:
    shown = reel("tavira_passage", 3)
    usual = size_of(shown, kind, FilmLook(SIZE))
    assert size_of(shown, kind, FilmLook((320, 220))) < 0.85 * usual
    assert size_of(shown, kind, FilmLook(SIZE, frames=2)) < 0.85 * usual
    assert size_of(shown, kind, FilmLook(SIZE, colours=16)) < usual


@pytest.mark.parametrize("kind", ["WEBP", "GIF"])
def test_a_file_holds_of_each_frame_what_has_changed(kind: str) -> None:
    """Frames one by one, each whole, take half as much again."""
    shown = reel("tavira_passage", 3)
    content = moving_picture(shown, kind, FilmLook(SIZE))
    picture, whole = Image.open(io.BytesIO(content)), 0
    for number in range(frame_count(picture)):
        picture.seek(number)
        alone = io.BytesIO()
        frame = picture.convert("RGB")
        (frame.quantize(64) if kind == "GIF" else frame).save(
            alone, kind, **({} if kind == "GIF" else {"lossless": True})
        )
        whole += alone.tell()
    assert len(content) < 0.7 * whole


def test_a_demonstration_is_filmed_through_its_own_camera() -> None:
    """The frame is what a step's camera looks at, in a browser and in a moving picture; without one, all of its
    turn."""
    show = Demonstration(load_start(find_demonstration("hard_about")))
    looked = [step for step in show.steps if step.camera.at]
    assert looked
    for step in looked:
        west, south, wide, high = list(frames(show.steps))[step.index]
        zoom, table = step.camera.zoom or 1.0, step.view.state.table
        assert (west + wide / 2, south + high / 2) == pytest.approx(step.camera.at)
        assert (wide, high) == pytest.approx((table.width / zoom, table.height / zoom))
    played = score(show, Symbols())
    assert [round(one, 1) for one in (west, -south - high, wide, high)] in [
        step["box"] for step in narrow(played["steps"], list)
    ]
