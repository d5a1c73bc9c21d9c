"""Sounds: each can be heard, none cracks or is too loud, and without a device or a wish for it there is silence."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from game.formats.user_folders import Settings
from game.ui.host.sound import RATE, RECIPES, Sounds, samples

WANTED = {
    "click", "lock", "reveal", "dice",
    "engine", "beam", "hit", "screen", "spark", "explosion",
    "bow wave", "cannon", "splash", "crack", "sinking",
}  # fmt: skip


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def test_sound_is_off_until_somebody_wants_it() -> None:
    assert Settings().sound is False


def test_there_is_a_sound_for_everything() -> None:
    assert set(RECIPES) == WANTED


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_sound_is_heard_and_does_not_crack(name: str) -> None:
    wave = RECIPES[name]()
    assert np.isfinite(wave).all()
    assert np.abs(wave).max() <= 1.0, "it would be cut off"
    made = samples(name)
    assert made.dtype == np.int16 and made.shape[1] == 2 and (made[:, 0] == made[:, 1]).all()
    assert 0.02 < len(made) / RATE < 2.0
    assert np.abs(made).max() > 2500, "nobody would hear it"
    assert abs(int(made[0, 0])) < 6000 and abs(int(made[-1, 0])) < 200, "it begins or ends with a crack"
    assert abs(made.astype(float).mean()) < 600, "the membrane would be pushed to one side"


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_sound_is_the_same_every_time(name: str) -> None:
    assert (samples(name) == samples(name)).all()


def test_sounds_differ() -> None:
    assert len({samples(name).tobytes() for name in RECIPES}) == len(RECIPES)


def test_off_means_no_device_is_touched() -> None:
    mine = Sounds()
    mine.play("beam")
    assert pygame.mixer.get_init() is None and not mine.audible


def test_on_plays_and_off_gives_the_device_back() -> None:
    mine = Sounds()
    assert mine.switch(True, 0.5) and mine.audible and pygame.mixer.get_init()
    mine.play("hit")
    assert mine._made["hit"].get_volume() == pytest.approx(0.5, abs=0.02)
    mine.play("no such sound")
    assert set(mine._made) == {"hit"}
    assert mine.switch(False) and pygame.mixer.get_init() is None
    mine.play("hit")
    assert mine.switch(True, 3.0) and mine.volume == 1.0


def test_without_a_device_there_is_silence_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    mine = Sounds()
    assert mine.switch(True) is False and not mine.audible
    mine.play("beam")
