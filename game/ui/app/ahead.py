"""What a battle will need, loaded bit by bit while nobody does anything: the first one then begins without a halt."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from game.core.installation import PACKAGE

FOLDERS = (
    "rules", "ui.render", "ui.toolkit", "ui.board", "ui.session", "ui.input_modes", "ui.ship_sheet", "ui.battle", "ui.handover",
    "systems",
)  # fmt: skip


def loading() -> Iterator[str]:
    """Load one module more each time it is asked, and name it."""
    for folder in FOLDERS:
        for found in walk_packages([str(PACKAGE.joinpath(*folder.split(".")))], f"game.{folder}."):
            import_module(found.name)
            yield found.name
