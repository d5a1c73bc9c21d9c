"""The left of the sandbox: points of each side, the palette of designs and terrain, past commands; no part of the
rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.battle.designs import fleet_names
from game.board.terrain import FREE, IN_A_HEX, Body
from game.core.game_files import ShipDesign
from game.formats.battle_schema import spoken
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import Carried, side_of
from game.ui.sandbox.panels.blocks import PaletteEntry, PaletteRow, SideTotal, UndoRow
from game.ui.sandbox.panels.search import matches, search_field
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button

TERRAIN = "terrain"  # the page of the palette without a fleet
OWN = ""  # the page of designs in the battle file
MOST_DONE = 40  # most past commands listed


def fill(column: Column, context: SandboxContext, layout: BattleLayout) -> None:
    """Add all three parts, with only badges if there is little room."""
    column.low = layout.low
    if layout.folded:
        badges(column, context)
        return
    totals(column, context)
    palette(column, context)
    done(column, context)


# -- points ------------------------------------------------------------------------------------------------------------


def totals(column: Column, context: SandboxContext) -> None:
    """Add ships and points of every side, as bars on one scale."""
    view = context.sandbox.start
    state = view.state
    ships = {key: [ship for ship in state.ships.values() if ship.in_play and ship.side == key] for key in state.sides}
    points = {key: round(sum(view.worth(ship.id).points for ship in ships[key])) for key in ships}
    most = max([1, *points.values()])
    for key, side in state.sides.items():
        column.add(SideTotal(column.row(28, 6), side.name, side.seat, len(ships[key]), points[key], points[key] / most))
    column.rule(10)


# -- the palette -------------------------------------------------------------------------------------------------------


def pages(context: SandboxContext) -> list[str]:
    """Return the fleets of the game, those on the table first, then the battle's own designs, and terrain if the game
    has any."""
    known, origin = context.sandbox.opened.designs, context.sandbox.origin.start
    used = [known[ship["design"]].fleet for ship in origin["ships"].values() if ship["design"] in known]
    fleets = dict.fromkeys([*used, *(design.fleet for design in known.values())])
    order = list(origin["sides"])
    fought = sorted(dict.fromkeys(used), key=lambda fleet: (fleet == OWN, order.index(_side(context, fleet))))
    return [
        *fought,
        *(fleet for fleet in fleets if fleet not in used),
        *[TERRAIN] * bool(context.sandbox.files.terrain),
    ]


def tabs(context: SandboxContext, wide: int) -> tuple[list[str], list[str]]:
    """Return the pages with a tab and their names: as many as fit uncut in a width. The others share the page of
    terrain, fleets without a side first. The battle's own designs keep their tab."""
    listed, named = pages(context), fleet_names(context.sandbox.opened.battle.system)
    names = {page: named.get(page, spoken(page)).split(" ")[0] for page in listed} | {OWN: "Own", TERRAIN: "Terrain"}
    while sum(width(names[page], 15, "s") + theme.px(12) for page in listed) > wide and len(listed) > 1:
        names[TERRAIN] = "Other"
        least = next((page for page in reversed(listed) if page not in (OWN, TERRAIN)), OWN)
        listed = [*(page for page in listed if page not in (least, TERRAIN)), TERRAIN]
    return listed, [names[page] for page in listed]


def _side(context: SandboxContext, fleet: str) -> str:
    known, origin = context.sandbox.opened.designs, context.sandbox.origin.start
    first = next(key for key, design in known.items() if design.fleet == fleet)
    return side_of(known, first, origin, next(iter(origin["sides"])))


def shown_designs(context: SandboxContext, page: str | None = None) -> list[tuple[str, ShipDesign]]:
    """Return the designs of a page, or all that match the search. Those of the opened file come first, then all others
    by size. Later additions and removals change neither the list nor its order."""
    known, origin, files = context.sandbox.opened.designs, context.sandbox.origin.start, context.sandbox.files
    used = {ship["design"] for ship in origin["ships"].values()}
    words = context.sought.get("palette", "")
    ranked = sorted(known, key=lambda key: (key not in used, -files.rank(known[key])))
    wanted = (key for key in ranked if words or page is None or known[key].fleet == page)
    return [(key, known[key]) for key in wanted if matches(words, known[key].name, known[key].ship_class)]


def palette(column: Column, context: SandboxContext) -> None:
    """Add a page of designs or terrain, one in each row. A search covers all pages."""
    listed, names = tabs(context, column.wide)
    page = context.palette_page if context.palette_page in listed else listed[0]
    if len(listed) > 1:
        column.add(
            Segments(
                column.row(34, 8),
                names,
                chosen=listed.index(page),
                on_change=lambda n: context.open_palette(listed[n]),
                name="palette",
                rule="table/sandbox",
                hint="Another page "
                f"({context.keys.cap('palette')}){'; Own: what this battle brings along' * (OWN in listed)}",
            )
        )
    column.add(search_field(context, "palette", column.row(34, 8), "name or class", note="points"))
    words = context.sought.get("palette", "")
    shown = [page] if page != TERRAIN or words else [one for one in pages(context) if one not in listed]
    found = [one for fleet in shown for one in shown_designs(context, fleet)]
    for key, design in found:
        row(column, context, key, design)
    kinds = context.sandbox.files.terrain if page == TERRAIN or words else ()
    bodies = [one for one in kinds if matches(words, one[0])]
    for kind, radius, _ in bodies:
        terrain_row(column, context, kind, radius)
    if not found and not bodies:
        column.paragraph(f"Nothing is called “{words}”.", theme.palette.muted, 14)
    many = len(context.sandbox.opened.designs)
    column.add(WordRow(column.row(20, 10), [(f"{many} designs to drag out", theme.palette.faint, "r")], size=14))


def row(column: Column, context: SandboxContext, key: str, design: ShipDesign) -> None:
    """Add a design: badge, name, class, points."""
    one, what = Carried.of_design(context.sandbox, context.chosen, key), f"design {key}"
    column.add(
        PaletteRow(
            column.row(PaletteRow.LOW if column.low else PaletteRow.HIGH, 4),
            what,
            design.name,
            design.ship_class,
            str(context.sandbox.files.price(design)),
            partial(context.screen.take, one),
            partial(context.commands.arm, what),
            glyph=one.glyph,
            colour=one.colour,
            armed=context.armed == what,
            hint=design_words(context, design),
        )
    )


def terrain_row(column: Column, context: SandboxContext, kind: str, radius: float) -> None:
    """Add a kind of terrain with its size."""
    body, size = terrain(context, kind, radius)
    what = f"terrain {kind}"
    column.add(
        PaletteRow(
            column.row(PaletteRow.LOW if column.low else PaletteRow.HIGH, 4),
            what,
            kind.capitalize(),
            size,
            "",
            partial(context.screen.take, Carried("terrain", kind, body=body)),
            partial(context.commands.arm, what),
            body=body,
            armed=context.armed == what,
            hint=f"{kind}, {size}",
        )
    )


def terrain(context: SandboxContext, kind: str, radius: float) -> tuple[Body, str]:
    """Return a new body of a kind of terrain, and its size in words."""
    cells = context.sandbox.board.cells
    body = Body(kind, kind, "", (0, 0), IN_A_HEX if cells else radius, nature=FREE)
    return body, "one hex or more" if cells else f"radius {body.radius:g} MU"


def design_words(context: SandboxContext, design: ShipDesign) -> str:
    """Return name, class, size, and the points of a design with everything that comes with it."""
    files = context.sandbox.files
    first, points = files.figures(design)[0], files.price(design)
    size = "" if first.value == str(points) else f"{first.label.lower()} {first.value}, "
    return f"{design.name}, {design.ship_class}, {size}{points} points"


def badges(column: Column, context: SandboxContext) -> None:
    """Add the palette in little room: only pictures, of some designs of each fleet and all terrain."""
    cells = _usual(context)
    for rect, (key, design) in column.grid(cells, 1, 48, 6, 6):
        one, what = Carried.of_design(context.sandbox, context.chosen, key), f"design {key}"
        column.add(
            PaletteEntry(
                rect,
                what,
                partial(context.screen.take, one),
                partial(context.commands.arm, what),
                glyph=one.glyph,
                colour=one.colour,
                armed=context.armed == what,
                hint=design_words(context, design),
            )
        )
    for rect, (kind, radius, _) in column.grid(context.sandbox.files.terrain, 1, 48, 6, 6):
        body, size = terrain(context, kind, radius)
        what = f"terrain {kind}"
        column.add(
            PaletteEntry(
                rect,
                what,
                partial(context.screen.take, Carried("terrain", kind, body=body)),
                partial(context.commands.arm, what),
                body=body,
                armed=context.armed == what,
                hint=f"{kind}, {size}",
            )
        )
    column.add(
        Button(
            column.row(36, 6),
            context.keys.cap("palette"),
            on_press=context.unfold_palette,
            size=15,
            name="palette",
            hint="Every design, or the usual ones",
            rule="table/sandbox",
        )
    )


def _usual(context: SandboxContext) -> Sequence[tuple[str, ShipDesign]]:
    """Return three designs of each of the first two fleets, or every one."""
    fleets = [page for page in pages(context) if page != TERRAIN]
    if context.whole_palette:
        return [one for fleet in fleets for one in shown_designs(context, fleet)]
    return [one for fleet in fleets[:2] for one in shown_designs(context, fleet)[:3]]


# -- history -----------------------------------------------------------------------------------------------------------


def done(column: Column, context: SandboxContext) -> None:
    """Add the last commands. A press on one undoes all after it."""
    listed = context.sandbox.done
    column.heading("Done so far", "undo without end" if listed else "nothing yet", rule="table/undo")
    for index, words in enumerate(listed[:MOST_DONE]):
        column.add(UndoRow(column.row(26), words, index, partial(context.commands.back_to, index)))
