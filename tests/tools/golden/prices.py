"""The golden price lists: hulls, drives and systems of every edition in many sizes, and every design that comes with
the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from game.battle.designs import designs_of
from game.board.geometry import ARCS
from game.rules.ships.design import SYSTEM_KINDS, Design, Mount, fails_at, keyed_mounts, row_count
from game.rules.shipyard.build_rules import notices, refusals
from game.rules.shipyard.price_tables import GENERATORS, LARGEST, MODES, RATES
from game.rules.shipyard.pricing import BillLine, free_controls, price
from game.systems import SYSTEMS

MASSES = (6, 18, 19, 36, 37, 44, 45, 90, 100, 101, 149, 150, 151, 240)
LEVELS = {"beam": (1, 2, 3, 4, 5), "kgun": (1, 2, 3, 4, 6), "plasma": (1, 2, 3)}
BEARING = {"beam", "kgun", "pulser", "torpedo"}
SIZED = {"magazine", "cargo", "bay", "minelayer"}
SHARES = {"reflex", "cloak", "shroud", *GENERATORS}  # they weigh more in larger ships


def hull_of(mass: int, profile: str, **other: Any) -> Design:
    """Return a bare hull."""
    bare = Design(
        "hull",
        "Hull",
        "hull",
        "",
        "box",
        mass,
        -(-mass // 4),
        0,
        0,
        False,
        False,
        False,
        "none",
        4,
        (),
        "",
        profile=profile,
    )
    return replace(bare, **other)


def words(line: BillLine) -> str:
    """Return a line of a bill."""
    return f"{line} {line.mass}/{line.points}" + (f" {line.part}" if line.part != "systems" else "")


def bill(design: Design, profile: str = "") -> str:
    """Return all lines of a bill, and its sums."""
    made = price(design, profile)
    craft = f"; aboard {', '.join(map(words, made.craft))} = {made.craft_points}" if made.craft else ""
    return f"{'; '.join(map(words, made.lines))} = {made.mass}/{made.points} of {made.room}{craft}; {made.parts}"


def price_lines() -> Iterator[str]:
    """Hulls and systems by edition."""
    for profile in RATES:
        yield f"{profile}: hulls"
        yield from (f"  {line}" for line in hull_lines(profile))
        yield f"{profile}: systems"
        yield from (f"  {line}" for line in system_lines(profile))


def hull_lines(profile: str) -> Iterator[str]:
    """Bare hulls of many sizes, then one with each of what a hull may have."""
    for mass in MASSES:
        bare = hull_of(mass, profile)
        rows = f"{row_count(mass, profile)} rows, {bare.size}, track {bare.track}, crew {bare.crew} {bare.dots}"
        yield f"{mass}: {bill(bare)}; {rows}; free controls {free_controls(bare)}"
        yield f"{mass} merchant: {bill(replace(bare, merchant=True))}; crew {replace(bare, merchant=True).crew}"
        yield f"{mass} flying: {bill(replace(bare, thrust=4, ftl=True))}"
        yield f"{mass} merchant flying: {bill(replace(bare, thrust=2, ftl=True, merchant=True))}"
    for thrust, advanced in product((0, 1, 2, 5, 8, 9), (False, True)):
        yield f"thrust {thrust}{' advanced' * advanced}: {bill(hull_of(50, profile, thrust=thrust, advanced=advanced))}"
    for count in (3, 4, 5, 6):
        yield f"{count} rows: {bill(hull_of(50, profile, rows=count))}; track {hull_of(50, profile, rows=count).track}"
    for how in ("none", "partial", "full"):
        yield f"streamlining {how}: {bill(hull_of(47, profile, streamlining=how))}"
    yield f"armour: {bill(hull_of(50, profile, armour=5))}"
    yield f"shell: {bill(hull_of(50, profile, armour=6, shell=(3, 2, 1)))}"
    yield f"tow: {bill(hull_of(50, profile, ftl=True, mounts=(Mount('FTL', 'ftl', size=33),)))}"
    yield f"rows gone: fails at {[fails_at(gone) for gone in range(7)]}"


def system_lines(profile: str) -> Iterator[str]:
    """One, two and four of each kind of system, in every size, class and mode."""
    for kind in SYSTEM_KINDS:
        arcs = [ARCS[:1], ARCS[:2], ARCS[:3], ARCS[:4], ARCS] if kind in BEARING else [()]
        levels = [n for n in LEVELS.get(kind, (1,)) if n <= LARGEST.get(kind, n)]
        for level, bearing, mode, size in product(
            levels, arcs, MODES.get(kind, ("",)), (1, 2, 3, 7) if kind in SIZED else (1,)
        ):
            mount = Mount("", kind, level, bearing, mode, size=size)
            for mass in (8, 50, 77, 151) if kind in SHARES else (20, 50, 101) if kind == "fcs" else (50,):
                sums = [bill_of(mount, count, mass, profile) for count in (1, 2, 4)]
                what = f"{kind} {level} {len(bearing)} arcs {mode or '-'} size {size} in {mass}"
                yield f"{what}: {', '.join(sums)}; {titles(mount)}"


def titles(mount: Mount) -> str:
    """Return what two of them are called."""
    return ", ".join(
        f"{one.key} {one.title}" for one in keyed_mounts((mount, replace(mount, arcs=mount.arcs or ("F",))))
    )


def bill_of(mount: Mount, count: int, mass: int, profile: str) -> str:
    """Return what that many of a system weigh and cost, and what they carry."""
    made = price(hull_of(mass, profile, mounts=(mount,) * count))
    lines = [line for line in made.lines if line.part == "systems"]
    return f"{sum(line.mass for line in lines)}/{sum(line.points for line in lines)}" + f"+{made.craft_points}" * bool(
        made.craft
    )


def design_lines() -> Iterator[str]:
    """Yield every design that comes with the game: what follows from it, its mounts, and its bill by every edition."""
    known = {key: design for system in SYSTEMS.values() for key, design in designs_of(system).items()}
    for key, design in sorted(known.items()):
        if not isinstance(design, Design):
            yield f"{key}: {design.ship_class} {design.name} of {design.fleet}, {design.points}"
            continue
        yield (
            f"{key}: {design.ship_class} {design.name} of {design.fleet}, {design.size}, {design.mass} "
            f"MASS, {design.points}"
        )
        yield f"  track {design.track} crew {design.crew} {design.dots} thrust {design.thrust} rows {design.rows}"
        for mount in design.mounts:
            yield (
                f"  {mount.key} {mount.title} {mount.kind} {mount.level} {' '.join(mount.arcs)} "
                f"{mount.mode} {mount.size}"
            )
        for profile in RATES:
            yield f"  {profile} {bill(design, profile)}"
        for found in (*refusals(design), *notices(design)):
            yield f"  ! {found}"
