"""Install the program: what a wheel carries and where, the command it brings, and the pinned set beside the ranges."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from game.core.installation import PACKAGE, command, data_root, packaged

ROOT = Path(__file__).resolve().parents[2]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = SETUP["tool"]["hatch"]["build"]["targets"]["wheel"]
PLAIN = re.compile(r"[-_.]+")  # names of packages that differ in these alone are one name


def name_of(requirement: Requirement) -> str:
    """Return the name of a package as indexes compare it."""
    return PLAIN.sub("-", requirement.name).lower()


def read_at() -> set[str]:
    """Return the top folders below the data root that modules of the game read from."""
    calls = re.compile(r'(?:data_root\(\)|ROOT) / "(\w+)"')
    return {name for path in (ROOT / "game").rglob("*.py") for name in calls.findall(path.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files where a wheel puts them."""
    site = tmp_path_factory.mktemp("site")
    carried = {name: name for name in WHEEL["packages"]} | WHEEL["force-include"]
    for source, place in carried.items():
        shutil.copytree(ROOT / source, site / place, ignore=shutil.ignore_patterns("__pycache__"))
    return site


def started(site: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command of an installed package in any folder."""
    module, name = SETUP["project"]["scripts"]["dead-reckoning"].split(":")
    program = f"import sys; from {module} import {name}; sys.exit({name}())"
    plain = os.environ | {"PYTHONPATH": str(site), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    asked = [sys.executable, "-c", program, *words]
    return subprocess.run(asked, cwd=folder, env=plain, capture_output=True, text=True, encoding="utf-8", timeout=120)


def test_a_wheel_carries_every_folder_that_the_game_reads_from() -> None:
    assert read_at() == {"assets", "scenarios"}
    assert WHEEL["packages"] == ["game"]
    assert WHEEL["force-include"] == {name: f"game/{name}" for name in read_at()}


def test_no_module_finds_data_files_by_its_own_place() -> None:
    for path in (ROOT / "game").rglob("*.py"):
        assert path == PACKAGE / "core" / "installation.py" or "Path(__file__)" not in path.read_text(
            encoding="utf-8"
        ), path


def test_data_files_are_found_in_a_checkout_and_in_a_package(installed: Path) -> None:
    assert data_root() == ROOT and not packaged(PACKAGE) and command() == "python main.py"
    package = installed / "game"
    assert data_root(package) == package and command(package) == "dead-reckoning"
    for folder in ("assets", "scenarios"):
        kept = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert kept == {path.relative_to(package) for path in (package / folder).rglob("*") if path.is_file()}


def test_an_installed_package_plays_from_any_folder(installed: Path, tmp_path: Path) -> None:
    shown = installed / "game" / "scenarios" / "demonstrations" / "full_thrust" / "side_slip.yaml"
    checked = started(installed, tmp_path, "check", str(shown))
    assert (checked.stdout, checked.stderr) == ("1 passed, 0 failed\n", "")
    priced = started(installed, tmp_path, "cost", "lancet")
    assert priced.stdout.startswith("Lancet, heavy cruiser: mass 80 of 80"), priced.stderr
    helped = started(installed, tmp_path, "--help")
    assert helped.stdout.startswith("usage: dead-reckoning ")


def test_an_installed_package_draws_a_battle(installed: Path, tmp_path: Path) -> None:
    scenario = installed / "game" / "scenarios" / "full_thrust" / "first_light.yaml"
    drawn = started(installed, tmp_path, "picture", str(scenario), "--size", "640x400", "--out", "drawn.png")
    assert drawn.returncode == 0, drawn.stderr
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_leads_to_a_function() -> None:
    module, name = SETUP["project"]["scripts"]["dead-reckoning"].split(":")
    assert callable(getattr(importlib.import_module(module), name))


def test_the_pinned_set_is_within_the_ranges() -> None:
    ranges = {name_of(one): one for one in map(Requirement, SETUP["project"]["dependencies"])}
    pinned = {
        name_of(one): one for one in map(Requirement, (ROOT / "requirements.txt").read_text(encoding="utf-8").split())
    }
    assert ranges.keys() == pinned.keys()
    for name, one in pinned.items():
        (pin,) = one.specifier
        assert pin.operator == "==" and ranges[name].specifier.contains(pin.version), name


def test_the_files_that_a_package_names_are_there() -> None:
    project = SETUP["project"]
    named = [project["readme"], *project["license-files"]]
    named += [path.lstrip("/") for path in SETUP["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]]
    assert [path for path in named if not (ROOT / path).exists()] == []
