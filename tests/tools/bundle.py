"""`python -m tests.tools.bundle`: builds the program to stand alone, with Python and all packages that it needs, starts
it, and says how large it is and how soon its menu is there.

The bundle holds what the wheel holds, so that its files are found in the same way. `FOLDER` has it as a folder and
packed. Packages of this environment that `requirements.txt` does not ask for are left out.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from game.battle.designs import ROOT
from game.core.installation import TITLE, __version__
from game.formats.user_folders import HOME
from game.ui.app.window import ICON
from tests.support.window.real_input import SIZE, Eye, screen, until

NAME = "dead-reckoning"
BRIGHT = 200  # of 255, as only letters are
RUNS = 5  # starts, of which the quickest is told
FOLDER = ROOT / "out" / "bundle"
PROGRAM = FOLDER / "dist" / NAME / (f"{NAME}.exe" if sys.platform == "win32" else NAME)
FIRST_LIGHT = "game/scenarios/full_thrust/first_light.yaml"
SYSTEM = {
    "win32": ["--hide-console", "hide-early"],  # a terminal sees what is printed, a double click opens no terminal
    "darwin": ["--windowed", "--osx-bundle-identifier", "io.github.dead-reckoning"],
}


def sources() -> Path:
    """Unpack a new wheel beside `main.py`, and return the folder."""
    place = FOLDER / "sources"
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", FOLDER], cwd=ROOT, check=True)
    with ZipFile(FOLDER / f"dead_reckoning-{__version__}-py3-none-any.whl") as wheel:
        wheel.extractall(place)
    shutil.copy(ROOT / "main.py", place)
    return place


def needed() -> set[str]:
    """Return the packages of `requirements.txt`, and all that they need on this machine."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").split()
    found, left = set[str](), [Requirement(line).name for line in lines]
    while left:
        if (name := canonicalize_name(left.pop())) not in found:
            found.add(name)
            asked = map(Requirement, metadata.requires(name) or ())
            left += [one.name for one in asked if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def foreign(ours: set[str]) -> Iterator[str]:
    """Yield the modules that are installed here for other reasons than the program."""
    for module, packages in metadata.packages_distributions().items():
        if not ours & set(map(canonicalize_name, packages)):
            yield module
    yield "tkinter"


def build() -> None:
    """Build the folder."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    place, ours, icon = sources(), needed(), FOLDER / "icon.png"
    pygame.image.save(pygame.image.load_sized_svg(ICON, (512, 512)), icon)
    words = ["--name", NAME, "--paths", place, "--add-data", f"{place / 'game'}:game"]
    words += ["--collect-submodules", "game", "--collect-data", "font_source_sans_pro"]
    words += [word for name in (NAME, *ours) for word in ("--copy-metadata", name)]  # with their licences
    words += [word for name in foreign(ours) for word in ("--exclude-module", name)]
    words += ["--distpath", FOLDER / "dist", "--workpath", FOLDER / "work", "--specpath", FOLDER]
    words += ["--noconfirm", "--log-level", "WARN", *SYSTEM.get(sys.platform, [])]
    words += ["--icon", icon] if sys.platform in SYSTEM else []  # on Linux the desktop file names it
    run = [sys.executable, "-m", "PyInstaller", *map(str, words), str(place / "main.py")]
    subprocess.run(run, cwd=FOLDER, check=True, env={**os.environ, "PYTHONPATH": str(place)})


def packed() -> Path:
    """Pack what was built; return the file. A zip keeps no permissions and links, so only Windows gets one."""
    kind = "zip" if sys.platform == "win32" else "gztar"
    what = f"{NAME}.app" if sys.platform == "darwin" else NAME
    name = f"{NAME}-{__version__}-{platform.system()}-{platform.machine()}".lower()
    return Path(shutil.make_archive(str(FOLDER / name), kind, FOLDER / "dist", what))


def tried(folder: Path) -> float:
    """Let the built program check, fight and draw a battle in a folder, with nothing of this environment. Return the
    seconds that `--version` takes at best."""
    plain = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ}
    env = {**plain, HOME: str(folder / "home"), "PYTHONUTF8": "1"}
    battle = next(PROGRAM.parents[1].rglob(FIRST_LIGHT))

    def said(*words: object) -> str:
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=folder, env=env, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    took = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        assert said("--version") == f"{TITLE}\n"
        took.append(time.perf_counter() - begun)
    assert said("check", battle) == "1 passed, 0 failed\n"
    assert '"winner":' in said("battle", battle, "--players", "captain", "random", "--save", "out.yaml")
    assert "give the same battle" in said("replay", "out.yaml", "--verify")
    said("picture", "out.yaml", "--size", "800x500", "--out", "drawn.png")
    assert (folder / "drawn.png").read_bytes().startswith(b"\x89PNG")
    return min(took)


def opened(folder: Path) -> float:
    """Open the window of the built program on a screen nobody sees, and close it; return the seconds to its menu. The
    ground is there before it, and is dark."""
    with screen(folder, SIZE) as display:
        eye = Eye(folder)
        env = {"DISPLAY": display, HOME: str(folder / "home"), "SDL_AUDIODRIVER": "dummy"}
        begun = time.perf_counter()
        program = subprocess.Popen([PROGRAM], cwd=folder, env=env)
        try:
            until(lambda: eye.pixels().max() > BRIGHT or program.poll() is not None, "the menu")
            took = time.perf_counter() - begun
            assert program.poll() is None, "the program has ended"
            program.terminate()
            assert program.wait(60) == 0
        finally:
            program.kill()
        return took


def main() -> None:
    """Build it, try it, and say its size and how long it takes to start."""
    build()
    archive = packed()
    files = [path for path in PROGRAM.parent.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    print(f"{PROGRAM.parent}: {len(files)} files, {size / 1e6:.0f} MB")
    print(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        print(f"--version: {tried(Path(folder)):.2f} s")
        if shutil.which("Xvfb"):
            print(f"to the menu: {min(opened(Path(folder)) for _ in range(RUNS)):.2f} s")


if __name__ == "__main__":
    main()
