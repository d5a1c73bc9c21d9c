"""Where the data files of the program are, and how the program is called: in a checkout, or installed as a package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def packaged(package: Path = PACKAGE) -> bool:
    """Does the package carry the data files itself, as a wheel does? In a checkout they stand beside it."""
    return (package / "assets").is_dir()


def data_root(package: Path = PACKAGE) -> Path:
    """The folder that holds `assets` and `scenarios`."""
    return package if packaged(package) else package.parent


def command(package: Path = PACKAGE) -> str:
    """The words that start the program in a terminal, before the verb."""
    return "dead-reckoning" if packaged(package) else "python main.py"
