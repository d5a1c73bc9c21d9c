"""Ways to mend a design that the yard refuses, as buttons (full-thrust-base/8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from game.core.forms import Arcs, Mend
from game.core.game_files import BuildFault
from game.core.values import Data, Entry
from game.rules.ships.damage_control import SIZED
from game.rules.ships.design import SETS, Design, Mount
from game.rules.shipyard.build_rules import impossible_arcs, is_built, refusals
from game.rules.shipyard.design_schema import DesignFile, field_of, mount_of
from game.rules.shipyard.hull_fields import EDITION_NAMES, edition
from game.rules.shipyard.price_tables import SALVO, share
from game.rules.shipyard.pricing import design_of, price, weigh
from game.rules.shipyard.system_lines import add_system, change_line, remove_lines, runs, set_line_arcs

LARGER = 100  # the most MASS by which a ship is made larger or smaller
SHOWN = 2  # the most sets of arcs offered


def mends(entry: Entry, data: DesignFile, design: Design, fault: BuildFault) -> Iterator[Mend]:
    """Yield ways to mend a fault, the likeliest first."""
    at = fault.at
    if at[:1] == ("systems",) and len(at) > 1:
        yield from _part(entry, data, design, fault)
    elif at == ("mass",):
        yield from _balance(data, design)
    elif at == ("hull",):
        yield _make_mend(f"{share(design.mass, 100)} hull boxes", hull=share(design.mass, 100))
    elif at == ("rows",):
        yield _make_mend("Four rows", rows=None)
        yield Mend("Build it in XD", edition(entry, data, "XD"))
    elif at == ("repair_parties",):
        own = SIZED[design.size]
        yield _make_mend(f"{own} repair part{'y' if own == 1 else 'ies'}", repair_parties=own or None)
    elif at == ("drive", "thrust"):
        yield _make_mend("Thrust 8", drive={**_drive(entry), "thrust": 8})
    elif at == ("drive", "advanced"):
        plain = {name: value for name, value in _drive(entry).items() if name != "advanced"}
        yield _make_mend("A main drive", drive=plain or None)
        if design.profile != "FT2":
            yield _make_mend("Thrust 1", drive={**_drive(entry), "thrust": 1})
    elif at in (("armour",), ("shell",), ("streamlining",)):
        yield _make_mend(f"No {at[0]}", **{str(at[0]): None})
    if design.profile == "FT2" and at == ("systems",):
        yield from _larger(data, design)


def _make_mend(words: str, **change: object) -> Mend:
    return Mend(words, change)


def _drive(entry: Entry) -> Data:
    return dict(entry.get("drive") or {})


def _build_changed(data: DesignFile, **change: object) -> Design:
    return design_of(data.model_copy(update=change), "", "")


def _balance(data: DesignFile, design: Design) -> Iterator[Mend]:
    """Yield ways to fill the MASS exactly: another MASS, or more or fewer boxes of hull or armour."""
    bill = price(design)
    off = bill.mass - bill.room
    least = share(design.mass, 100)
    verb = "fewer" if off > 0 else "more"
    if design.hull - off >= least:
        yield _make_mend(f"{abs(off)} hull box{'es' * (abs(off) > 1)} {verb}", hull=design.hull - off)
    if not data.shell and data.armour - off >= 0 and (off > 0 or data.armour):
        yield _make_mend(f"{abs(off)} armour {'less' if off > 0 else 'more'}", armour=data.armour - off or None)
    yield from _larger(data, design)


def _larger(data: DesignFile, design: Design) -> Iterator[Mend]:
    """Yield the nearest MASS at which the parts fit, exactly for a Fleet Book ship."""
    over = price(design).mass > price(design).room
    ways = range(data.mass + 1, data.mass + LARGER) if over else range(data.mass - 1, max(0, data.mass - LARGER), -1)
    for mass in ways:
        made = replace(design, mass=mass) if data.hull is not None else _build_changed(data, mass=mass)
        if not any(fault.at in (("mass",), ("hull",), ("systems",)) for fault in refusals(made)):
            yield _make_mend(f"Make it {mass} MASS", mass=mass)
            return


def _part(entry: Entry, data: DesignFile, design: Design, fault: BuildFault) -> Iterator[Mend]:
    """Yield ways to mend one line of systems: other arcs, a load, a part it needs, or its removal."""
    line = int(field_of(data, fault.at)[1])
    part = data.systems[line]
    mount = mount_of(part, data.profile)
    if fault.at[-1] == "arcs":
        for words, arcs in islice(_nearest(mount, design), SHOWN):
            yield Mend(words, set_line_arcs(entry, data, line, arcs))
    elif fault.at[-1] == "kind":
        for profile in ("FB", "XD", "FT2"):
            if is_built(part.kind, profile):
                yield Mend(f"Build it in {EDITION_NAMES[profile]}", edition(entry, data, profile))
                break
    elif fault.at[-1] == "mass":
        yield Mend(f"{SALVO[mount.mode]} MASS", change_line(entry, data, line, mass=SALVO[mount.mode]))
    elif part.kind == "sml":
        yield Mend("Add a magazine", add_system(entry, data, "magazine", 1))
    elif part.kind == "magazine":
        yield Mend("Add a launcher", add_system(entry, data, "sml", 1))
    elif part.kind == "screen" and design.profile == "FT2" and not design.of("advanced_screen"):
        yield Mend("Level 3", change_line(entry, data, line, count=3))
        return
    other = {"screen": "advanced_screen", "advanced_screen": "screen"}.get(part.kind)
    if other and (lines := [n for n, one in enumerate(data.systems) if one.kind == other]):
        title = design.of(other)[0].title
        yield Mend(f"Take out {title.lower()}s", remove_lines(entry, data, *lines))
    yield Mend("Take it out", remove_lines(entry, data, line))


def _nearest(mount: Mount, design: Design) -> Iterable[tuple[str, Arcs]]:
    """Yield legal sets of arcs with the words of a button, those that change least first."""
    legal = [arcs for arcs in runs(design.profile) if not impossible_arcs(replace(mount, arcs=arcs), design.profile)]
    for arcs in sorted(legal, key=lambda one: len({*one} ^ {*mount.arcs})):
        off, on = [one for one in mount.arcs if one not in arcs], [one for one in arcs if one not in mount.arcs]
        if len(off) + len(on) == 1:
            yield (f"Turn {off[0]} off" if off else f"Turn {on[0]} on"), arcs
        else:
            words = SETS[arcs].capitalize() if arcs in SETS else " ".join(arcs)
            yield f"{words}, {weigh(replace(mount, arcs=arcs), design)[0]} MASS", arcs
