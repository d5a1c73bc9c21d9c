"""The palette: designs and terrain to drag onto the table; no part of the rules."""

from __future__ import annotations

from functools import partial

from game.board.terrain import FREE, IN_A_HEX, Body
from game.core.game_files import ShipDesign
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import Carried, side_of
from game.ui.sandbox.panels.blocks import PaletteEntry
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button


def palette(column: Column, context: SandboxContext, small: bool) -> None:
    """Designs of every fleet, then every kind of terrain."""
    if not small:
        column.heading("Place", "drag onto the table", rule="table/sandbox")
    across = 1 if small else 3
    designs = shown_designs(context)
    high = 48 if small else 60 if column.low else 80
    for rect, (key, design) in column.grid(designs, across, high, 6, 6):
        one, what = Carried.of_design(context.sandbox, context.chosen, key), f"design {key}"
        column.add(PaletteEntry(
            rect, what, design.name, partial(context.take, one),
            partial(context.commands.arm, what), glyph=one.glyph, colour=one.colour, armed=context.armed == what,
            hint=f"{design.name}, {design.ship_class}, {size_of(context, design)}{design.points} points",
        ))  # fmt: skip
    kinds, cells = context.sandbox.files.terrain, context.sandbox.board.cells
    kinds = kinds if context.whole_palette or small else kinds[:3]
    for rect, (kind, radius) in column.grid(kinds, across, high, 6, 6):
        body, what = Body(kind, kind, "", (0, 0), IN_A_HEX if cells else radius, nature=FREE), f"terrain {kind}"
        size = "one hex, and as many more as you like" if cells else f"radius {body.radius:g} MU"
        column.add(PaletteEntry(
            rect, what, kind.capitalize(), partial(context.take, Carried("terrain", kind, body=body)),
            partial(context.commands.arm, what), body=body, armed=context.armed == what, hint=f"{kind}, {size}",
        ))  # fmt: skip
    if not small:
        count = len(context.sandbox.opened.designs)
        column.add(Button(
            column.row(36, 6), "Fewer" if context.whole_palette else f"All {count} designs, all terrain",
            on_press=context.unfold_palette, size=15, name="palette", rule="table/sandbox", cap=context.keys.cap("palette"),
        ))  # fmt: skip


def size_of(context: SandboxContext, design: ShipDesign) -> str:
    """The figure that tells large designs from small: "mass 80, "; nothing where that is the points."""
    first = context.sandbox.files.figures(design)[0]
    return "" if first.value == str(design.points) else f"{first.label.lower()} {first.value}, "


def shown_designs(context: SandboxContext) -> list[tuple[str, ShipDesign]]:
    """The designs the sandbox was opened with, then the others of each side, large ones first; six of them while it is folded.

    What is put down or taken away since changes neither what is shown nor its order.
    """
    known, origin, files = context.sandbox.opened.designs, context.sandbox.origin.start, context.sandbox.files
    used = {ship["design"] for ship in origin["ships"].values()}
    ranked = sorted(known, key=lambda key: (key not in used, -files.rank(known[key])))
    order = list(origin["sides"])
    sides: dict[int, list[str]] = {}
    for key in ranked:
        sides.setdefault(order.index(side_of(known, key, origin, order[0])), []).append(key)
    many = len(known) if context.whole_palette else 6 // max(1, min(2, len(sides)))
    several = sorted(sides)[: None if context.whole_palette else 2]
    return [(key, known[key]) for seat in several for key in sides[seat][:many]]
