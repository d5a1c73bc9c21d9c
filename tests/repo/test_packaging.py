"""Install the program: what wheel and sdist carry, and an installation that runs without the checkout."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Iterable, Iterator
from configparser import RawConfigParser
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from game.core.installation import PACKAGE, TITLE, __version__, command, data_root, packaged
from tests.tools.bundle import foreign, needed
from tests.tools.man_page import NAME, PAGE, page

ROOT = Path(__file__).resolve().parents[2]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = SETUP["tool"]["hatch"]["build"]["targets"]["wheel"]
DATA = ("assets", "scenarios")
FIRST_LIGHT = "scenarios/full_thrust/first_light.yaml"
WINDOW = """
import sys
import pygame
from game.cli import main

frames = iter(range(2))


def flip():
    if next(frames, None) is None:
        print(main.__file__, pygame.display.get_caption()[0], sep="\\n")
        raise SystemExit(0)


pygame.display.flip = flip
main.run()
"""


def files_below(folder: Path) -> set[str]:
    """Return the files below a folder, but for what Python compiles."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


def pins(requirements: Iterable[str]) -> dict[str, str]:
    """Return the version of each package, by its name as indexes compare it."""
    read = map(Requirement, requirements)
    return {canonicalize_name(one.name): str(one.specifier) for one in read}


# -- what is written down ----------------------------------------------------------------------------------------------


def test_a_wheel_carries_the_package_and_the_folders_of_data() -> None:
    assert WHEEL["packages"] == ["game"] and WHEEL["force-include"] == {name: f"game/{name}" for name in DATA}
    assert SETUP["project"]["dynamic"] == ["version", "dependencies"]


def test_no_module_finds_data_files_by_its_own_place() -> None:
    for path in (ROOT / "game").rglob("*.py"):
        assert path == PACKAGE / "core" / "installation.py" or "Path(__file__)" not in path.read_text(
            encoding="utf-8"
        ), path


def test_data_files_are_found_in_a_checkout_and_in_a_package(tmp_path: Path) -> None:
    assert data_root() == ROOT and not packaged(PACKAGE) and command() == "python main.py"
    (tmp_path / "assets").mkdir()
    assert data_root(tmp_path) == tmp_path and packaged(tmp_path) and command(tmp_path) == "dead-reckoning"


def test_the_command_leads_to_a_function() -> None:
    module, name = SETUP["project"]["scripts"]["dead-reckoning"].split(":")
    assert callable(getattr(importlib.import_module(module), name))


def test_the_files_that_a_package_names_are_there() -> None:
    project = SETUP["project"]
    named = [project["readme"], *project["license-files"], *WHEEL["shared-data"]]
    named += [path.lstrip("/") for path in SETUP["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_man_page_is_what_the_command_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.tools.man_page writes it anew"


def test_the_desktop_file_names_the_command_and_the_icon() -> None:
    (desktop,) = (Path(path) for path in WHEEL["shared-data"] if path.endswith(".desktop"))
    (icon,) = (Path(path) for path in WHEEL["shared-data"] if path.endswith(".svg"))
    read = RawConfigParser()
    read.read(ROOT / desktop, encoding="utf-8")
    entry = read["Desktop Entry"]
    assert entry["Exec"] == entry["TryExec"] == NAME in SETUP["project"]["scripts"]
    assert entry["Icon"] == icon.stem and desktop.stem == entry["StartupWMClass"] == NAME


def test_a_bundle_holds_what_the_program_needs_and_nothing_else() -> None:
    ours = needed()
    assert {"pygame-ce", "pydantic-core", "cffi"} <= ours and not {"pytest", "mypy", "hypothesis"} & ours
    assert {"pytest", "mypy", "hypothesis", "tkinter"} <= set(foreign(ours))
    assert not {"pygame", "yaml", "numpy", "PIL", "_cffi_backend"} & set(foreign(ours))


# -- what is built and installed ---------------------------------------------------------------------------------------


def build(folder: Path, kind: str, out: Path) -> Path:
    """Build a wheel or an sdist of the sources in a folder, without a network."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=300)
    (found,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel that is built from the sdist alone, as an index would serve it."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return build(folder / f"dead_reckoning-{__version__}", "wheel", folder / "wheel")


class Installation:
    """The program in an environment of its own, with a player's folder of its own. The packages that it needs are those
    of the tests: nothing is fetched."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder, self.home, self.away = folder / "bare", folder / "player", folder / "away"
        venv.create(self.folder, symlinks=sys.platform != "win32")
        self.scripts, self.site = (Path(self._path(name)) for name in ("scripts", "purelib"))
        place = ["--python", str(self.folder), "install", "--no-deps", "--no-index", str(wheel)]
        subprocess.run([sys.executable, "-m", "pip", *place], check=True, capture_output=True, timeout=300)
        (self.site / "packages_of_the_tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        self.home.mkdir()
        self.away.mkdir()
        left_out = ("PYTHONPATH", "PYTHONHOME", "XDG_DATA_HOME", "DEAD_RECKONING_HOME")
        plain = {name: value for name, value in os.environ.items() if name not in left_out}
        homes = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA"), str(self.home))
        drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self.env = plain | homes | drivers | {"PYTHONUTF8": "1"}

    def _path(self, name: str) -> str:
        return sysconfig.get_path(name, "venv", dict.fromkeys(("base", "platbase"), str(self.folder)))

    def run(self, *words: str) -> str:
        """Run the command in a folder without a checkout; return what it prints."""
        return self._said([str(self.scripts / "dead-reckoning"), *words])

    def window(self) -> list[str]:
        """Open the window, and close it after its second frame; return the file of the program and the title."""
        return self._said([str(self.scripts / "python"), "-c", WINDOW]).splitlines()

    def _said(self, words: list[str]) -> str:
        done = subprocess.run(
            words, cwd=self.away, env=self.env, capture_output=True, text=True, encoding="utf-8", timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Yield an installation. After all tests, nothing has been written into it."""
    one = Installation(wheel, tmp_path_factory.mktemp("installed"))
    before = files_below(one.folder)
    yield one
    assert files_below(one.folder) == before


@pytest.mark.slow
def test_the_wheel_holds_every_file_that_the_program_reads(wheel: Path) -> None:
    wanted = {f"game/{name}" for name in files_below(ROOT / "game")}
    wanted |= {f"game/{folder}/{name}" for folder in DATA for name in files_below(ROOT / folder)}
    held = set(ZipFile(wheel).namelist())
    assert {name for name in held if name.startswith("game/")} == wanted
    assert {name.split("/")[0].removeprefix(f"dead_reckoning-{__version__}") for name in held} == {
        "game",
        ".dist-info",
        ".data",
    }


@pytest.mark.slow
def test_the_wheel_needs_what_requirements_txt_lists(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        told = archive.read(f"dead_reckoning-{__version__}.dist-info/METADATA").decode()
    needs = message_from_string(told).get_all("Requires-Dist", [])
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8").split()
    assert pins(listed) == pins(one for one in needs if ";" not in one)


@pytest.mark.slow
def test_an_installed_program_fights_draws_and_opens_its_window(installed: Installation) -> None:
    first_light = str(installed.site / "game" / FIRST_LIGHT)
    assert installed.run("--version") == f"{TITLE}\n"
    assert installed.run("--help").startswith("usage: dead-reckoning ")
    assert installed.run("check", first_light) == "1 passed, 0 failed\n"
    assert installed.run("cost", "lancet").startswith("Lancet, heavy cruiser: mass 80 of 80")
    assert '"winner":' in installed.run("battle", first_light, "--seed", "7", "--save", "out.yaml")
    assert "give the same battle" in installed.run("replay", "out.yaml", "--verify")
    installed.run("picture", first_light, "--size", "640x400", "--out", "drawn.png")
    assert (installed.away / "drawn.png").read_bytes().startswith(b"\x89PNG")
    assert installed.window() == [str(installed.site / "game" / "cli" / "main.py"), TITLE]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="desktops and readers of man pages look there only on Unix")
def test_an_installation_brings_man_page_icon_and_desktop_file(installed: Installation) -> None:
    share = installed.folder / "share"
    assert files_below(share) == {
        f"man/man6/{NAME}.6",
        f"applications/{NAME}.desktop",
        f"icons/hicolor/scalable/apps/{NAME}.svg",
    }
