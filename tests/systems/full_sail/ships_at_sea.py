"""Ships of Full Sail for tests, built without files."""

from __future__ import annotations

from typing import Any

from game.battle.forecast import foretelling
from game.battle.slowly import at_once
from game.board.terrain import Body
from game.core.display import Risk
from game.core.state import Side, Table
from game.systems.full_sail.house_rules import HOUSE
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.sea.terrain import NATURES, widest
from game.systems.full_sail.ships.design import SailingDesign, battery
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.system import FULL_SAIL

BUILT = {
    "tern": SailingDesign("tern", "Tern", "sloop", "merrow", 1, 8, 8, 2, 1, battery("LC", bow="L")),
    "sanderling": SailingDesign("sanderling", "Sanderling", "brig", "merrow", 2, 12, 7, 3, 1, battery("MC", bow="L")),
    "halcyon": SailingDesign("halcyon", "Halcyon", "frigate", "merrow", 3, 20, 6, 4, 1,
                             battery("MMMC", bow="L", stern="L")),
    "oak": SailingDesign("oak", "Steadfast Oak", "two-decker", "merrow", 4, 32, 5, 6, 1, battery("HHHMMC", stern="M")),
    "ysolde": SailingDesign("ysolde", "Queen Ysolde", "ship of the line", "merrow", 5, 44, 4, 8, 2,
                            battery("HHHHHMMMCC", bow="M", stern="M")),
    "barley": SailingDesign("barley", "Barley Wind", "merchant", "merrow", 3, 16, 4, 2, 0, battery("L"), merchant=True),
}  # fmt: skip
SQUARE = ((-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0))
SETTINGS: dict[str, Any] = {rule.key: rule.default for rule in HOUSE}


def sailer(
    kind: str = "halcyon",
    key: str = "",
    side: str = "merrow",
    at: tuple[float, float] = (0.0, 0.0),
    course: int = 3,
    velocity: int = 0,
    **parts: Any,
) -> SailingShip:
    """Return a sound ship of a design, but for the `parts` that are given."""
    built = BUILT[kind]
    given = {"marines": built.marines, **parts}
    return SailingShip(key or kind, (key or kind).capitalize(), side, at, course, course, velocity, built, **given)


def body(kind: str, at: tuple[float, float] = (10.0, 0.0), outline: tuple[tuple[float, float], ...] = SQUARE) -> Body:
    """Return a body of terrain: a square of 4 MU unless another outline is given."""
    return Body(f"{kind}1", kind, kind.capitalize(), at, widest(outline), nature=NATURES[kind], outline=outline)


def at_sea(*ships: SailingShip, bodies: tuple[Body, ...] = (), **rules: Any) -> SailState:
    """Return a table of 72 by 48 MU with two sides."""
    sides = {"merrow": Side("merrow", "Merrow", 0), "auvrac": Side("auvrac", "Auvrac", 1)}
    victory = {"kind": "last-side", "turns": None}
    return SailState(sides, {one.id: one for one in ships}, Table(bodies=bodies), {**SETTINGS, **rules}, victory)


def foretold(state: SailState, key: str, order: SailOrder) -> tuple[Risk, ...]:
    """Return what may befall a ship with an order in the phase in which orders are written."""
    state.phase = next(n for n, row in enumerate(FULL_SAIL.phases) if SailOrder in row.accepts)
    return at_once(foretelling(FULL_SAIL, state, {key: order})).fates[key].risks
