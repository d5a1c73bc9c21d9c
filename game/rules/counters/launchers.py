"""Systems that launch counters: the kind of counter by kind of system, and the fields that a new counter takes (hex/3.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.rules.counters.counter import FIGHTERS, MISSILE, PLASMA, CounterFacts
from game.rules.ships.design import Design, Mount

STRENGTH = 4  # of a nova plasma as it leaves its ship (hex/3.5)


KINDS = {"hangar": FIGHTERS, "missile": MISSILE, "nova": PLASMA}  # what each kind of system launches


def facts(mount: Mount) -> CounterFacts:
    """The fields that a counter has from the system that launches it."""
    kind = KINDS[mount.kind]
    size = mount.size if kind == FIGHTERS else STRENGTH if kind == PLASMA else 1
    return {"kind": kind, "count": size, "total": size}


def launcher(key: str, designs: Mapping[str, Design]) -> Mount | None:
    """The system that a counter of that key came from; None if it is no launcher."""
    ship, _, name = key.partition(".")
    design = designs.get(ship)
    mount = design.mount(name) or design.mount(re.sub(r"-\d+\Z", "", name)) if design else None
    return mount if mount and mount.kind in KINDS else None
