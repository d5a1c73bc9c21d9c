"""Find and empty all caches of the program, so that everything is computed again after `forget_everything`."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from types import ModuleType
from typing import Any

import game
from game.core.values import forget_kept
from game.ui.toolkit.picture_cache import forget as forget_pictures

Cached = Any  # functools._lru_cache_wrapper, which has no public name


def modules() -> Iterator[ModuleType]:
    """Import every module of the program."""
    for found in pkgutil.walk_packages(game.__path__, "game."):
        yield importlib.import_module(found.name)


def classes() -> dict[str, Any]:
    """Return all classes of the program, which have unique names, and those that it imports, by name."""
    found = [one for module in modules() for one in vars(module).values() if isinstance(one, type)]
    found.sort(key=lambda one: one.__module__.startswith("game."))  # own classes come last, so they take precedence
    return {one.__name__: one for one in found}


def is_cache(one: object) -> bool:
    """Return whether an object is a cached function of the program."""
    return isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("game.")


def cached_functions() -> list[Cached]:
    """Return all cached functions of the modules and classes that are loaded."""
    loaded = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("game.")]
    kinds = [vars(kind) for names in loaded for kind in list(names.values()) if isinstance(kind, type)]
    found = (getattr(one, "__func__", one) for names in (*loaded, *kinds) for one in list(names.values()))
    return list({id(one): one for one in found if is_cache(one)}.values())


def sizes_of_dicts() -> Iterator[tuple[str, int]]:
    """Yield the name and size of every module-level dict of the program, except in `game.ui`, which caches pictures."""
    for name, module in list(sys.modules.items()):
        if name.startswith("game.") and not name.startswith("game.ui."):
            yield from ((f"{name}.{key}", len(value)) for key, value in vars(module).items() if isinstance(value, dict))


def forget_everything() -> None:
    """Empty all caches, as if the program had just started."""
    cleared: list[Callable[[], None]] = [one.cache_clear for one in cached_functions()]
    for forget in (*cleared, forget_kept, forget_pictures):
        forget()
