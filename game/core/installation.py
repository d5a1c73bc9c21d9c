"""The program's version, where its data files are, and the command that starts it, in a checkout, installed as a
package or built to stand alone; and lazily imported libraries, so that the menu opens sooner."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path
from types import ModuleType

__version__ = "0.1.0"  # pyproject.toml reads it here
TITLE = f"Dead Reckoning {__version__}"
PACKAGE = Path(__file__).resolve().parents[1]


def packaged(package: Path = PACKAGE) -> bool:
    """Return whether the package contains the data files, as a wheel and a bundle do. In a checkout they are beside
    it."""
    return (package / "assets").is_dir()


def data_root(package: Path = PACKAGE) -> Path:
    """Return the folder that holds `assets` and `scenarios`."""
    return package if packaged(package) else package.parent


def command(package: Path = PACKAGE) -> str:
    """Return the command line that starts the program, without a verb."""
    return "dead-reckoning" if packaged(package) else "python main.py"


def lazy_import(name: str) -> ModuleType:
    """Return a module that is loaded at the first use of one of its names. Raises ImportError if there is none. Type
    checkers do not follow it: import the module under `TYPE_CHECKING` for them."""
    if name in sys.modules:
        return sys.modules[name]
    spec = util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is not installed", name=name)
    loader = spec.loader = util.LazyLoader(spec.loader)
    module = sys.modules[name] = util.module_from_spec(spec)
    loader.exec_module(module)
    return module
