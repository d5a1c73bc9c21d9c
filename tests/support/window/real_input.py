"""A mouse and a keyboard on a real window under Xvfb, an eye on what it shows, and a look at what it has written down.

Nothing here waits for so long: it waits for what is to be seen. The screen is a file that can be read (`Xvfb -fbdir`),
and where things stand on it, and how they look, is read off screens of our own, laid out from the very same save.
"""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pygame
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import Opened, open_battle
from game.ui.toolkit.widgets import Widget

SIZE = (1280, 800)
PARKED = (2, SIZE[1] - 2)  # where a pointer touches nothing
SHARES = (0.1, 0.3, 0.6, 0.9, 1.0)  # of the way at which a hand that pulls stops
PATIENCE = 300.0  # seconds for a loaded machine
SOON = 1.5  # seconds after which what has not come is not coming
UNMOVED = 0.07  # seconds in which a picture that moves has another frame
LIKE = 1.5  # grey levels a patch may differ on average and still be the same: two sentences on one button differ by 4
Point = tuple[float, float]
T = TypeVar("T")


def until(found: Callable[[], T | None], what: str) -> T:
    """Ask again and again until there is an answer."""
    if answer := soon(found, PATIENCE):
        return answer
    raise AssertionError(f"{what} did not come within {PATIENCE:g} seconds")


def soon(found: Callable[[], T | None], patience: float = SOON) -> T | None:
    """Ask again and again for a while: the answer, or None."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.03)
    return None


class Eye:
    """Reads the screen of an Xvfb from the file it keeps it in."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "Xvfb_screen0"

    def picture(self, top: int = 0, bottom: int | None = None) -> bytes:
        """Return rows of the screen now, as they lie in the file: two pictures are compared fastest so."""
        with self.path.open("rb") as file:
            head = struct.unpack(">25I", file.read(100))
            file.seek(head[0] + 12 * head[19] + head[12] * top)
            return file.read(head[12] * ((head[5] if bottom is None else bottom) - top))

    def pixels(self, top: int = 0, bottom: int | None = None) -> np.ndarray:
        """Return rows of the screen now: height, width, and blue, green and red."""
        with self.path.open("rb") as file:
            width = struct.unpack(">25I", file.read(100))[4]
        return np.frombuffer(self.picture(top, bottom), np.uint8).reshape(-1, width, 4)[:, :, :3]

    def still(self) -> bool:
        """Return whether nothing moves."""
        before = self.picture()
        time.sleep(UNMOVED)
        return before == self.picture()

    def sees(self, drawn: Surface, rect: Rect) -> bool:
        """Return whether the screen looks the same as the surface inside a rect."""
        patch = rect.clip(drawn.get_rect())
        ours = pygame.surfarray.array3d(drawn.subsurface(patch)).swapaxes(0, 1)[:, :, ::-1]
        theirs = self.pixels(patch.top, patch.bottom)[:, patch.left : patch.right]
        return float(np.abs(ours.astype(int) - theirs).mean()) < LIKE


class Hand:
    """A mouse and a keyboard on the window of a running game."""

    def __init__(self, display: str, folder: Path, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "DEAD_RECKONING_HOME": str(folder / "home"),
            "SDL_AUDIODRIVER": "dummy",
        }
        self.env.pop("SDL_VIDEODRIVER", None)
        if self.env.pop("PYTHONDONTWRITEBYTECODE", ""):  # the next start need not compile the whole program once more
            self.env["PYTHONPYCACHEPREFIX"] = str(folder.parent / "bytecode")
        self.folder, self.home, self.eye = folder, folder / "home", Eye(folder / "screen")
        self.game: subprocess.Popen[bytes] | None = None
        self._read: tuple[int, Opened] | None = None

    def start(self, *words: str) -> None:
        """Start the game."""
        with (self.folder / "log.txt").open("w") as log:
            self.game = subprocess.Popen(
                [sys.executable, "main.py", *words], cwd=ROOT, env=self.env, stdout=log, stderr=log
            )
        self.move(PARKED)

    def kill(self) -> None:
        """End the game without a word, in the middle of whatever it does."""
        if self.game:
            self.game.kill()
            self.game.wait()

    @property
    def ended(self) -> int | None:
        """The exit code of the game, or None while it runs."""
        return self.game.poll() if self.game else None

    def do(self, *words: str) -> None:
        """Let xdotool do something."""
        subprocess.run(["xdotool", *words], env=self.env, capture_output=True, timeout=PATIENCE, check=True)

    def at_rest(self) -> None:
        """Wait until nothing moves on the screen."""
        until(self.eye.still, "a still picture")

    def key(self, *names: str) -> None:
        """Press keys, one after another."""
        for name in names:
            self.do("key", name)

    def move(self, at: Point) -> None:
        """Move the pointer."""
        self.do(*moved(at))

    def click(self, at: Point) -> None:
        """Click there, and take the pointer away."""
        self.do(*moved(at), "click", "1", *moved(PARKED))

    def drag(self, start: Point, end: Point) -> None:
        """Press, pull in steps, wait until the picture has followed, let go."""
        steps = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in SHARES]
        self.do(*moved(start), "mousedown", "1", *(word for step in steps for word in moved(step)))
        self.at_rest()
        self.do("mouseup", "1", *moved(PARKED))

    def kept(self) -> str:
        """Keep the picture of a moment that went wrong; where it, the save and the log lie."""
        shot = self.folder / "failed.png"
        pygame.image.save(pygame.surfarray.make_surface(self.eye.pixels()[:, :, ::-1].swapaxes(0, 1)), shot)
        saves = [str(path) for path in (self.home / "saves").glob("*.yaml")]
        return "\n".join(("What was seen, saved and said:", str(shot), *saves, str(self.folder / "log.txt")))

    # -- what it shows -------------------------------------------------------------------------------------------------

    def sees(self, drawn: Surface, widgets: list[Widget], name: str) -> Widget | None:
        """Return the widget of that name, if the screen shows it as the surface does."""
        widget = next((one for one in widgets if one.name == name), None)
        return widget if widget and self.eye.sees(drawn, widget.rect) else None

    # -- what it has written down --------------------------------------------------------------------------------------

    def path(self) -> Path:
        """Return the save, once there is one."""
        return until(lambda: next(iter((self.home / "saves").glob("*.yaml")), None), "a save")

    def saved(self) -> Opened:
        """Return the battle as it stands on disk."""
        size = self.path().stat().st_size
        if self._read is None or self._read[0] != size:
            self._read = size, open_battle(self.path())
        return self._read[1]

    def orders(self) -> list[str]:
        """Return every order on disk."""
        return [f"{record.order.by}: {record.order}" for record in self.saved().battle.records]

    def wait_for(self, count: int) -> list[str]:
        """Return the orders on disk, once there are that many."""
        assert self.ended is None, "the game has ended"
        until(lambda: len(self.orders()) >= count, f"order {count} on disk, after {self.orders()[-3:]},")
        return self.orders()


def moved(at: Point) -> tuple[str, str, str]:
    """Return the words with which xdotool moves the pointer."""
    return "mousemove", str(round(at[0])), str(round(at[1]))


@contextlib.contextmanager
def screen(folder: Path, size: tuple[int, int]) -> Iterator[str]:
    """Yield the display of a screen nobody sees, at a number the server finds free, which keeps its picture in the
    folder."""
    read, write = os.pipe()
    words = ["-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", str(folder)]
    server = subprocess.Popen(  # it stays as it is when the game, its only client, has left
        ["Xvfb", *words, "-nolisten", "tcp", "-noreset"], pass_fds=(write,), stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def playing(folder: Path, *words: str, settings: str = "", size: tuple[int, int] = SIZE) -> Iterator[Hand]:
    """Yield the game in its window on such a screen, with a home of its own."""
    home, shown = folder / "home", folder / "screen"
    home.mkdir(exist_ok=True)
    shown.mkdir()
    if "window:" not in settings:  # a window opens smaller than the screen by itself
        settings = f"{settings or 'version: 1' + chr(10)}window: {list(size)}\n"
    (home / "settings.yaml").write_text(settings, encoding="utf-8")
    with screen(shown, size) as display:
        hand = Hand(display, folder, size)
        try:
            hand.start(*words)
            try:
                yield hand
            except BaseException as reason:
                reason.add_note(hand.kept())
                raise
            assert hand.ended in (None, 0), (folder / "log.txt").read_text()
        finally:
            hand.kill()
