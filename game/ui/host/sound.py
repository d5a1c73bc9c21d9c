"""Sounds, synthesised when first needed: no files, and no device until switched on; no part of the rules.

`sounds.play("beam")` is silent while sound is off, without an audio device, and for a name not in `RECIPES`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pygame

RATE = 44_100  # samples per second
Wave: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"


def clock(seconds: float) -> Wave:
    """Return the times of the samples, in seconds."""
    return np.arange(int(RATE * seconds)) / RATE


def tone(t: Wave, start: float, end: float | None = None) -> Wave:
    """Return a sine that glides evenly in pitch (Hz) from start to end."""
    end = start if end is None else end
    share = t / max(t[-1], 1e-9)
    pitch = start * (end / start) ** share
    return np.asarray(np.sin(2 * np.pi * np.cumsum(pitch) / RATE))


def noise(t: Wave, seed: int, smooth: int = 1) -> Wave:
    """Return noise of full amplitude. `smooth` samples are averaged, which removes the hiss."""
    raw = np.random.default_rng(seed).uniform(-1, 1, len(t) + smooth - 1)
    if smooth == 1:
        return raw
    soft = np.convolve(raw, np.ones(smooth) / smooth, "valid")
    return np.asarray(soft / np.abs(soft).max())


def fade(t: Wave, attack: float, decay: float) -> Wave:
    """Return an envelope: up in `attack` seconds, then down to a third in every `decay` seconds."""
    return np.asarray(np.minimum(1, t / max(attack, 1e-4)) * np.exp(-np.maximum(0, t - attack) / decay))


def click() -> Wave:
    """Return the click of a button."""
    t = clock(0.05)
    return (0.7 * tone(t, 1900, 1300) + 0.3 * noise(t, 1)) * fade(t, 0.001, 0.008) * 0.35


def lock() -> Wave:
    """Return the sound of a bolt: two knocks and a low note."""
    t = clock(0.32)
    knock = fade(t, 0.001, 0.02) + np.roll(fade(t, 0.001, 0.03), int(0.09 * RATE)) * (t > 0.09)
    return (0.6 * noise(t, 2, 5) * knock + 0.5 * tone(t, 150, 110) * fade(t, 0.01, 0.09)) * 0.6


def reveal() -> Wave:
    """Return the sound of the curtain: cloth, and a rising third."""
    t = clock(0.6)
    chord = tone(t, 392) + tone(t, 494) * (t > 0.12) + tone(t, 587) * (t > 0.24)
    wave: Wave = (0.16 * chord * fade(t, 0.05, 0.25) + 0.3 * noise(t, 3, 9) * np.sin(np.pi * t / t[-1]) ** 2) * 0.7
    return wave


def engine() -> Wave:
    """Return a whoosh of drives that swells and dies."""
    t = clock(1.2)
    swell = np.sin(np.pi * t / t[-1]) ** 1.5
    wave: Wave = (0.75 * noise(t, 4, 40) + 0.35 * tone(t, 52, 74) + 0.12 * noise(t, 5, 6)) * swell * 0.6
    return wave


def bow_wave() -> Wave:
    """Return the sound of water along a hull, which swells and dies."""
    t = clock(1.2)
    swell = np.sin(np.pi * t / t[-1]) ** 1.5 * (0.7 + 0.3 * np.sin(2 * np.pi * 2.2 * t))
    return np.asarray(noise(t, 16, 12) * swell * 0.35)


def beam() -> Wave:
    """Return a beam: a falling chirp with a buzz in it."""
    t = clock(0.34)
    return (0.55 * tone(t, 1500, 420) + 0.25 * tone(t, 3010, 830) + 0.15 * noise(t, 6)) * fade(t, 0.004, 0.11) * 0.5


def hit() -> Wave:
    """Return the sound of a strike on a hull."""
    t = clock(0.4)
    ring = tone(t, 311) + 0.6 * tone(t, 466) + 0.4 * tone(t, 727)
    return (
        0.6 * noise(t, 8, 3) * fade(t, 0.001, 0.03)
        + 0.22 * ring * fade(t, 0.002, 0.1)
        + 0.5 * tone(t, 90, 60) * fade(t, 0.002, 0.08)
    ) * 0.6


def screen() -> Wave:
    """Return the sound of a screen that takes a shot: a shimmer of two close notes."""
    t = clock(0.5)
    wave: Wave = (tone(t, 880) + tone(t, 893) + 0.4 * tone(t, 1770, 1650)) * fade(t, 0.01, 0.14) * 0.16
    return wave


def spark() -> Wave:
    """Return the sound of a system that shorts out."""
    t = clock(0.4)
    gate = np.sin(2 * np.pi * 47 * t) * np.sin(2 * np.pi * 13 * t + 1) > 0.1
    return np.asarray(noise(t, 12, 2) * gate * fade(t, 0.001, 0.14) * 0.3)


def cannon() -> Wave:
    """Return the sound of a broadside: several reports close together."""
    t = clock(1.1)
    out = np.zeros_like(t)
    for k, start in enumerate((0.0, 0.06, 0.11, 0.19, 0.27)):
        late = np.maximum(0.0, t - start)
        report = noise(t, 40 + k, 30) * np.exp(-late / 0.13) + 0.5 * np.sin(2 * np.pi * 62 * late) * np.exp(-late / 0.1)
        out += report * (t >= start) * (1 - 0.1 * k)
    return np.asarray(out * 0.4)


def splash() -> Wave:
    """Return the sound of a ball that falls into the sea."""
    t = clock(0.5)
    return (noise(t, 13, 4) * fade(t, 0.03, 0.12) + 0.3 * tone(t, 300, 140) * fade(t, 0.005, 0.05)) * 0.35


def crack() -> Wave:
    """Return the sound of wood that splits and falls."""
    t = clock(0.8)
    snap = noise(t, 14, 3) * fade(t, 0.001, 0.02)
    creak = tone(t, 210, 120) * (np.sin(2 * np.pi * 23 * t) > 0) * fade(t, 0.05, 0.16)
    return (0.7 * snap + 0.25 * creak + 0.5 * np.roll(snap, int(0.42 * RATE)) * (t > 0.42)) * 0.6


def sinking() -> Wave:
    """Return the sound of the sea that closes over a ship."""
    t = clock(1.6)
    bubbles = tone(t, 180, 420) * (np.sin(2 * np.pi * (6 + 5 * t) * t) > 0.4)
    return np.asarray((0.5 * noise(t, 15, 40) * np.sin(np.pi * t / t[-1]) + 0.12 * bubbles * fade(t, 0.3, 0.6)) * 0.6)


def explosion() -> Wave:
    """Return the explosion of a ship."""
    t = clock(1.8)
    boom = noise(t, 9, 60) * fade(t, 0.01, 0.5) + 0.6 * noise(t, 10, 8) * fade(t, 0.002, 0.12)
    return (boom + 0.7 * tone(t, 70, 26) * fade(t, 0.01, 0.4)) * 0.6


def dice() -> Wave:
    """Return the sound of dice on felt: several knocks that end."""
    t = clock(0.6)
    out = np.zeros_like(t)
    order = np.random.default_rng(11)
    for k, start in enumerate(np.cumsum(order.uniform(0.02, 0.09, 9))):
        begin = int(start * RATE)
        rest = clock(0.05)
        knock = (noise(rest, 20 + k, 2) * 0.6 + tone(rest, order.uniform(700, 1300))) * fade(rest, 0.0005, 0.007)
        end = min(len(out), begin + len(rest))
        out[begin:end] += knock[: max(0, end - begin)] * (1 - 0.08 * k)
    return out * 0.3


RECIPES: dict[str, Callable[[], Wave]] = {
    recipe.__name__.replace("_", " "): recipe
    for recipe in (
        click, lock, reveal, dice,
        engine, beam, hit, screen, spark, explosion,
        bow_wave, cannon, splash, crack, sinking,
    )
}  # fmt: skip


def samples(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    """Return a sound as 16-bit stereo samples, faded out so that it does not click."""
    wave = np.clip(RECIPES[name](), -1, 1)
    tail = min(len(wave), int(0.01 * RATE))
    wave[-tail:] *= np.linspace(1, 0, tail)
    whole = (wave * 32_000).astype(np.int16)
    return np.repeat(whole[:, None], 2, axis=1)


class Sounds:
    """The player of sounds. `audible` is true if sound is on and a device was found."""

    def __init__(self) -> None:
        self.audible = False
        self.volume = 0.6
        self._made: dict[str, pygame.mixer.Sound] = {}

    def switch(self, on: bool, volume: float | None = None) -> bool:
        """Switch sound on or off and set its volume, 0 to 1. Return False if there is no device."""
        self.volume = self.volume if volume is None else min(1.0, max(0.0, volume))
        if on and not pygame.mixer.get_init():
            try:
                pygame.mixer.init(RATE, -16, 2, 512)
            except pygame.error:
                self.audible = False
                return False
            self._made.clear()
        if not on and pygame.mixer.get_init():
            pygame.mixer.quit()
            self._made.clear()
        self.audible = on
        return True

    def play(self, name: str, gain: float = 1.0) -> None:
        """Play a sound if sound is on."""
        if not self.audible or name not in RECIPES or not pygame.mixer.get_init():
            return
        with contextlib.suppress(pygame.error):
            if name not in self._made:
                self._made[name] = pygame.mixer.Sound(buffer=samples(name).tobytes())
            self._made[name].set_volume(self.volume * gain)
            self._made[name].play()


sounds = Sounds()
