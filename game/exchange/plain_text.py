"""A design as plain text: for a letter, a forum, or a list of ships."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from game.core.game_files import AnyFiles, CostLine, CostTable, ShipDesign
from game.rules.ships.design import Design


def bill_of(design: ShipDesign, table: CostTable) -> list[str]:
    """Return a design's price list as lines of text."""

    def figures(line: CostLine) -> str:
        return "".join(f"{figure:>{width}}" for figure, width in zip(line.figures, chain((5,), repeat(7))))

    lines = [f"{design.name}, {design.ship_class}: {table.in_full}"]
    lines += [f"  {line.item:<40}{figures(line)}" for line in table.lines]
    return lines + [f"  aboard: {line.item:<32}{figures(line)}" for line in table.besides]


def design_text(designs: Sequence[tuple[ShipDesign, AnyFiles]]) -> str:
    """Return designs as text, one after another: the bill, the hull row by row, and the remark."""
    return "\n\n".join("\n".join(_lines(design, files)) for design, files in designs) + "\n"


def _lines(design: ShipDesign, files: AnyFiles) -> list[str]:
    lines = bill_of(design, files.cost(design))
    if isinstance(design, Design):
        shell = f"; shell {' '.join(map(str, design.shell))}, inner first" if design.shell else ""
        lines.append(f"Hull rows {' '.join(map(str, design.track))}, crew {design.crew}{shell}.")
    lines += [f"Cannot be built: {fault.why}" for fault in files.faults(design)]
    return lines + ([design.about] if design.about else [])
