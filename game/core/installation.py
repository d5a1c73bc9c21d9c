"""The program's version, where its data files are, and the command that starts it, in a checkout, installed as a
package or built to stand alone; and libraries that are loaded late, so that the menu opens sooner."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import util
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

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


LATE = "numpy", "shapely", "pymunk"  # libraries that the menu does without


def put_off(names: Iterable[str]) -> None:
    """Let these libraries be loaded when one of their names is first used, and not by `import`. One that is loaded
    already, or is not installed, is left alone."""
    for name in names:
        if name not in sys.modules and (spec := util.find_spec(name)):
            sys.modules[name] = module = util.module_from_spec(spec)
            vars(module).pop("__path__", None)  # a submodule asks for it, and needs the whole
            module.__class__ = PutOff


_loading = RLock()


class PutOff(ModuleType):
    """A library that is loaded when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:
        with _loading:  # another thread waits until it is whole
            spec = self.__spec__
            if spec and spec.loader and "__path__" not in vars(self):
                self.__path__ = spec.submodule_search_locations or []
                spec.loader.exec_module(self)
                self.__class__ = ModuleType  # type: ignore[assignment]
        return ModuleType.__getattribute__(self, name)
