"""Reasons on the lines of the log: what each die of a shot is held against (power/7, 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.systems.power_hex.combat.pulses import BETTER, pulse_die
from game.systems.power_hex.combat.to_hit import ToHit
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE, ShipSection
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon


def hit_words(found: ToHit) -> str:
    """The terms of the number to hit."""
    parts = [f"{found.needed} or less: signature {found.signature}, range {found.range:+d}"]
    parts += [f"jamming −{found.jam}"] if found.jam else []
    parts += [f"sensors −{found.sensors}"] if found.sensors else []
    parts += [f"no C&C −{found.command}"] if found.command else []
    return ", ".join(parts)


def of_pulses(count: int) -> str:
    """So many pulses, in words."""
    return f"{count} pulse{'s' * (count != 1)}"


def pulse_words(weapon: ShipWeapon, needed: int, to_hit: int, face: int) -> str:
    """How many pulses the die gives, and what the margin of the hit adds: `d5 gives 3, 8 under adds 2, 6 at most`."""
    die, under = pulse_die(weapon.pulse_sides, face), max(0, needed - to_hit)
    words = f"d{weapon.pulse_sides} gives {die}, {under} under adds {under // BETTER or 'none'}"
    return words + (f", {weapon.pulse_most} at most" if die + under // BETTER > weapon.pulse_most else "")


def faces_for(chart: Iterable[tuple[str, int, int]], key: str) -> str:
    """The faces that a chart has for an entry: `1–5`, `20`."""
    low, high = next((low, high) for name, low, high in chart if name == key)
    return str(low) if low == high else f"{low}–{high}"


def place_words(target: PowerShip, section: ShipSection, key: str, again: bool = False) -> str:
    """The faces of a place on a chart; of a system that is destroyed, what is done instead."""
    words = f"on {faces_for(section.chart, key)}"
    if key in (PRIMARY, STRUCTURE) or target.left(target.design.mount(key)):
        return words
    return f"{words}, destroyed before: " + ("rolled again" if again else "structure instead")


def damage_words(weapon: ShipWeapon, sizes: Sequence[int], shield: int, armour: int) -> str:
    """Points that struck, with their packets, and what shields and armour took of them: `2d10+2: 12 points, shield −1`."""
    each = " each" * (len(sizes) > 1)
    if weapon.pulses:
        points = f"{len(sizes)} × {sizes[0]} points" if each else f"{sizes[0]} points"
    else:
        points = f"{sum(sizes)} points" + (f" as {', '.join(map(str, sizes))}" if weapon.mode == RAKING and each else "")
        points = f"{weapon.damage}: {points}" if weapon.damage.count else points
    parts = [points, *([f"shield −{shield}{each}"] if shield else []), *([f"armour −{armour}"] if armour else [])]
    return ", ".join(parts)


def craft_words(alive: int, words: str) -> str:
    """The die that names a fighter of those left, before the words of its damage."""
    return f"d{alive} names it; {words}" if alive > 1 else words
