"""The board of the page on which fleets are placed, as a scene: the ships that stand, the zones, and the place of each
ship after a turn."""

from __future__ import annotations

from collections.abc import Mapping

from pygame import Rect

from game.battle.view import View
from game.core.display import Zone
from game.core.orders import Id
from game.fleets.placing import Placing, ShipStart
from game.ui.board.model.scene import Scene, Trail

TOOLS = frozenset(("grid", "names"))


def view_of(placing: Placing, spots: Mapping[Id, ShipStart]) -> View:
    """Return the view of a battle with these ships alone."""
    return View(placing.system, placing.state.how, placing.standing(spots), None, 0, ((), 0), ())


def shown_to(placing: Placing, seat: int) -> dict[Id, ShipStart]:
    """Return the ships on the board for a seat, without the one in hand."""
    return {key: spot for key, spot in placing.seen_by(seat).items() if key != placing.hand}


def scene_of(placing: Placing, seat: int, reserved: tuple[Rect, ...]) -> Scene:
    """Return the scene for a seat; words avoid the `reserved` rects."""
    spots = shown_to(placing, seat)
    trails = (
        Trail(key, (spot.at, next(placing.coasting(spot))), "flown") for key, spot in spots.items() if spot.velocity
    )
    return Scene.of(
        view_of(placing, spots),
        tools=TOOLS,
        zones=zones(placing, seat) if placing.due is not None else (),
        trails=tuple(trails),
        reserved=reserved,
    )


def zones(placing: Placing, seat: int) -> tuple[Zone, ...]:
    """Return both zones: a seat's own tinted, and the other's hatched."""
    return tuple(
        Zone(line, tone=key, hatched=owner != seat, edge="none", fill=1.0 if owner == seat else 0.5)
        for owner, key in enumerate(placing.muster.side_keys)
        for line in placing.zones.outlines(owner)
    )
