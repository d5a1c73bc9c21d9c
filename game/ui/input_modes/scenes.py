"""What the board shows of a desk: one scene for each kind of phase; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from game.battle.battle import View
from game.board.boards import board_of
from game.core.display import Destination, Fan, Overlay, Pose
from game.core.orders import Id
from game.ui.board.layers.ships import way
from game.ui.board.model.scene import Trail
from game.ui.board.plotting.drag import leading
from game.ui.render.text import minus
from game.ui.session.seat_model import SeatModel

STRIKES = "ordnance"  # the tone of areas in which ships are hurt
EVERY = "threat all"  # the tool that widens the threat from one enemy to all


def revealed(view: View, but: Id = "", poses: Mapping[Id, Pose] | None = None) -> tuple[Overlay, ...]:
    """What strikes an area, of every ship but one that is known to do it: areas, and who is in them."""
    found: list[Overlay] = []
    for key, ship in view.state.ships.items():
        pose = (poses or {}).get(key)
        doing: tuple[object, ...] = pose.active_manoeuvres if pose else getattr(ship, "active_manoeuvres", ())
        if key != but and doing:
            found += [one for one in view.overlays(key, pose) if not isinstance(one, Fan) and one.tone == STRIKES]
    return tuple(found)


def struck(desk: SeatModel) -> tuple[Overlay, ...]:
    """The same round ships that are not in hand, from where they are or would be."""
    poses = desk.poses
    return desk.known("struck", desk.chosen, *poses.items(), ask=lambda: revealed(desk.view, desk.chosen, poses))


def arcs(desk: SeatModel, pose: Pose | None = None, guns: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Arcs of the chosen ship, from where it is or would be: of the guns named, or the longest."""
    if not desk.afloat(desk.chosen):
        return ()
    view = desk.view
    return (
        leading(view.system.overlays(view.state, desk.chosen, pose, guns)) if guns else leading(view.overlays(desk.chosen, pose))
    )


def threats(desk: SeatModel, tools: frozenset[str]) -> Mapping[Id, tuple[Destination, ...]]:
    """Where the target could end, or without one the enemy nearest to the ship, or every enemy: the same all through a drag.

    Nothing of ships while only missiles and fighters move.
    """
    view = desk.view
    near = desk.target
    if not near and desk.chosen:
        here = view.state.known_piece(desk.chosen).at
        near = min(desk.enemies(), key=lambda ship: math.dist(here, ship.at), default=view.state.known_piece(desk.chosen)).id
    keys: list[Id] = []
    if EVERY in tools:
        keys = [ship.id for ship in desk.enemies()]
    elif "threat" in tools and near != desk.chosen:
        keys = [near] if near else []
    found = {key: desk.known("threat", key, ask=partial(_landings, view, key)) for key in keys}
    return {key: ends for key, ends in found.items() if ends}


def _landings(view: View, key: Id) -> tuple[Destination, ...]:
    return view.landings(view.draft(key))


def idling(desk: SeatModel, key: Id) -> str:
    """What a ship or counter does that is given no order, as words after its name."""
    return desk.known("idling", key, ask=lambda: desk.view.draft(key).idle_words(desk.view.state))


def trails(desk: SeatModel) -> tuple[Trail, ...]:
    """Paths: as flown this turn, or while orders are written where a ship without one goes."""
    if desk.input_mode != "plot":
        return flown(desk.view)
    idle = set(desk.waiting) - set(desk.hands)
    ships = desk.view.state.ships.items()
    return tuple(Trail(key, desk.left_alone(key).path, "idle") for key, ship in ships if ship.in_play and key in idle)


def flown(view: View) -> tuple[Trail, ...]:
    """The paths that ships in play have flown this turn."""
    paths = {key: tuple(getattr(ship, "path", ())) for key, ship in view.state.ships.items() if ship.in_play}
    return tuple(Trail(key, path) for key, path in paths.items() if len(path) > 1)


def notes(desk: SeatModel) -> Mapping[Id, str]:
    """Second lines of names: the order of a ship that has one, sealed or in hand, or what it does without one."""
    state, waiting = desk.view.state, frozenset(desk.waiting)
    if desk.input_mode != "plot":
        return {}
    found: dict[Id, str] = {}
    for key, ship in state.ships.items():
        order = desk.hands.get(key) or state.sealed.get(key)
        if order is not None:
            found[key] = f"{way(ship, board_of(state.table))} · {minus(str(order))}"
        elif key in waiting and (draft := desk.order_of(key)) and draft.prompt_text(state):
            found[key] = "no order yet"
        elif key in waiting:
            found[key] = f"no order: {idling(desk, key)}"
    return found
