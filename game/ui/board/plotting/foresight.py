"""Where others would be that hold on while a ship is plotted, and from where a target suffers most; decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.display import Overlay, Pose, Zone
from game.core.orders import Order
from game.core.special_display import Prospects

if TYPE_CHECKING:
    from game.battle.battle import View

Id = str
FLANK = "flank"  # the tone of areas from which the chosen ship suffers most


def holding_on(view: View, order: Order) -> dict[Id, Pose]:
    """Where ships without a sealed order would be if they were given none, where the order reckons with that."""
    if not order.foresees:
        return {}
    if (expected := order.expects(view.state)) is not None:
        return dict(expected)
    others = (key for key, ship in view.state.ships.items() if ship.in_play and key != order.by)
    return {key: view.pose(view.draft(key)) for key in others if key not in view.state.sealed}


def with_weak_sides(overlays: tuple[Overlay, ...], found: Prospects | None) -> tuple[Overlay, ...]:
    """Overlays with the areas from which a target suffers most, in place of those from which the chosen ship does."""
    if found is None or not found.weak:
        return overlays
    return (*(one for one in overlays if not (isinstance(one, Zone) and one.tone == FLANK)), *found.weak)
