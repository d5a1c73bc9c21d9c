"""Systems that launch counters, found by the keys of the counters (hex/3.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.rules.counters.kinds import LAUNCHED
from game.rules.ships.design import Design, Mount


def launcher(key: str, designs: Mapping[str, Design]) -> Mount | None:
    """Return the system that launched the counter with this key; None if the system is not a launcher."""
    ship, _, name = key.partition(".")
    design = designs.get(ship)
    mount = design.mount(name) or design.mount(re.sub(r"-\d+\Z", "", name)) if design else None
    return mount if mount and mount.kind in LAUNCHED else None
