"""The bill of a design for the shipyard and the command line (full-thrust-base/8.1)."""

from __future__ import annotations

from functools import lru_cache

from game.core.display import Stat
from game.core.game_files import CostLine, CostTable, Measure
from game.rules.ships.design import Design
from game.rules.shipyard.pricing import BILL, WEIGHTS, price


def cost_table(design: Design) -> CostTable:
    """Return MASS and points of a design, line by line, its craft separately, and the MASS of each part."""
    bill, whole = price(design), price_with_craft(design)
    parts = ", ".join(f"{part} {mass}" for part, mass in bill.parts.items())
    both = f"Ship {bill.points} + groups {bill.craft_points}"
    return CostTable(
        f"mass {bill.mass} of {bill.room}, {whole} points",
        ("mass", "points"),
        tuple(CostLine(str(line), (str(line.mass), str(line.points)), WEIGHTS) for line in bill.lines),
        CostLine("Together", (f"{bill.mass} of {bill.room}", str(bill.points)), BILL),
        tuple(CostLine(str(line), ("", str(line.points)), WEIGHTS) for line in bill.craft),
        CostLine(both, ("", str(whole)), BILL) if bill.craft else None,
        f"Mass by part: {parts}." if parts else "",
    )


def figures(design: Design) -> tuple[Stat, ...]:
    """Return a design in figures, MASS first. Its points are those with its craft."""
    drive = f"{design.thrust}{'+' if design.advanced else ''}" if design.thrust else "none"
    return (
        Stat("Mass", str(design.mass)), Stat("Points", str(price_with_craft(design))), Stat("Thrust", drive),
        Stat("Hull", str(design.hull)), Stat("Armour", str(design.armour)), Stat("Crew", str(design.crew)),
    )  # fmt: skip


def measures(design: Design) -> tuple[Measure, ...]:
    """Return the strengths of a design by which fleets are compared."""
    return (
        Measure("hull boxes", design.hull), Measure("armour", design.armour + sum(design.shell)),
        Measure("point defence", len(design.of("pds"))), Measure("thrust", design.thrust, weighed=True),
    )  # fmt: skip


@lru_cache(maxsize=500)
def price_with_craft(design: Design) -> int:
    """Return the points of a design and of the craft in its hangars."""
    return design.points + price(design).craft_points
