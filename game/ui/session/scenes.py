"""What the board shows of a desk: one scene for each kind of phase; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.battle.battle import View
from game.board.boards import board_of
from game.core.display import Destination, Fan, Overlay, Pose, Shot
from game.core.events import Event
from game.core.orders import Id, Order
from game.ui.board.layers.ships import way
from game.ui.board.model.scene import Aim, Refusal, Scene, Trail, Volley
from game.ui.board.plotting.drag import aims_from, leading
from game.ui.render.text import minus
from game.ui.session.seat_model import SeatModel

STRIKES = "ordnance"  # the tone of areas in which ships are hurt
EVERY = "threat all"  # the tool that widens the threat from one enemy to all


def scene_of(desk: SeatModel, tools: frozenset[str], hovered: Id = "", focus: Event | None = None) -> Scene:
    """The scene of a desk; parts that did not change are the same tuples as before."""
    base = desk.once("scene", tools, ask=lambda: _scene(desk, tools))
    hovered = hovered if desk.view.state.piece(hovered) else ""
    return base if not hovered and focus is None else replace(base, hovered=hovered, focus=focus)


def _scene(desk: SeatModel, tools: frozenset[str]) -> Scene:
    optional = desk.gesture == "fire" or (desk.gesture == "choose" and desk.view.phase.secret)
    waiting = frozenset[Id]() if optional else frozenset(desk.waiting) - set(desk.hands)
    scene = Scene(
        desk.view, chosen=desk.chosen if desk.view.state.piece(desk.chosen) else "",
        targets=(desk.target,) if desk.target else (), tools=tools,
        trails=trails(desk), notes=notes(desk), waiting=waiting,
    )  # fmt: skip
    if desk.gesture == "plot":
        return plotting(desk, scene)
    if desk.gesture == "fire":
        return firing(desk, scene)
    return replace(scene, overlays=(*arcs(desk), *struck(desk)), focus=aimed_at(desk))


def aimed_at(desk: SeatModel) -> Event | None:
    """The line of the minutes that a ship is asked because of: somebody takes aim at her."""
    last = desk.view.minutes[-1] if desk.gesture == "choose" and desk.view.minutes else None
    return last if last and last.line and desk.chosen in desk.waiting and last.who else None


def revealed(view: View, but: Id = "", poses: Mapping[Id, Pose] | None = None) -> tuple[Overlay, ...]:
    """What strikes an area, of every ship but one that is known to do it: areas, and who is in them."""
    found: list[Overlay] = []
    for key, ship in view.state.ships.items():
        pose = (poses or {}).get(key)
        doing: tuple[object, ...] = pose.doing if pose else getattr(ship, "doing", ())
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


def plotting(desk: SeatModel, scene: Scene) -> Scene:
    """Ghosts, envelopes, and from the chosen ghost arcs and lines to the enemies."""
    ghost, order = desk.ghost, desk.order
    if desk.lifted and desk.lifted == desk.chosen:
        return replace(scene, ghosts=desk.poses, threats=threats(desk, scene.tools))
    known = desk.mine(desk.chosen) if desk.chosen else False
    landings = desk.landings() if desk.askable(desk.chosen) else ()
    return replace(
        scene, ghosts=desk.poses, landings=landings, landing=in_hand(landings, order) if ghost else None,
        threats=threats(desk, scene.tools), overlays=(*arcs(desk, ghost), *struck(desk)),
        aims=aims_from(desk.view, desk.chosen, {desk.chosen: ghost} if ghost else {}) if known and (ghost or desk.target) else (),
    )  # fmt: skip


def in_hand(landings: tuple[Destination, ...], order: Order | None) -> Destination | None:
    """The landing of an order."""
    return next((one for one in landings if one.order == order), None)


def threats(desk: SeatModel, tools: frozenset[str]) -> Mapping[Id, tuple[Destination, ...]]:
    """Where the target could end, or without one the enemy nearest to the ship, or every enemy: the same all through a drag.

    Nothing of ships while only missiles and fighters move.
    """
    view = desk.view
    near = desk.target
    if not near and desk.chosen:
        here = view.state.piece(desk.chosen).at
        near = min(desk.enemies(), key=lambda ship: math.dist(here, ship.at), default=view.state.piece(desk.chosen)).id
    keys: list[Id] = []
    if EVERY in tools:
        keys = [ship.id for ship in desk.enemies()]
    elif "threat" in tools and near != desk.chosen:
        keys = [near] if near else []
    found = {key: desk.known("threat", key, ask=partial(_landings, view, key)) for key in keys}
    return {key: ends for key, ends in found.items() if ends}


def trails(desk: SeatModel) -> tuple[Trail, ...]:
    """Paths: as flown this turn, or while orders are written where a ship without one goes."""
    state, waiting = desk.view.state, frozenset(desk.waiting)
    found = []
    for key, ship in state.ships.items():
        path = tuple(getattr(ship, "path", ()))
        if not ship.in_play:
            continue
        if desk.gesture == "plot":
            if key in waiting and key not in desk.hands:
                found.append(Trail(key, desk.left_alone(key).path, "idle"))
        elif len(path) > 1:
            found.append(Trail(key, path))
    return tuple(found)


def _landings(view: View, key: Id) -> tuple[Destination, ...]:
    return view.landings(view.draft(key))


def notes(desk: SeatModel) -> Mapping[Id, str]:
    """Second lines of names: the order of a ship that has one, sealed or in hand, or what it does without one."""
    state, waiting = desk.view.state, frozenset(desk.waiting)
    if desk.gesture != "plot":
        return {}
    found: dict[Id, str] = {}
    for key, ship in state.ships.items():
        order = desk.hands.get(key) or state.sealed.get(key)
        if order is not None:
            found[key] = f"{way(ship, board_of(state.table))} · {minus(str(order))}"
        elif key in waiting and (draft := desk.order_of(key)) and draft.asks(state):
            found[key] = "no order yet"
        elif key in waiting:
            found[key] = f"no order: {idling(desk, key)}"
    return found


def idling(desk: SeatModel, key: Id) -> str:
    """What a ship or counter does that is given no order, as words after its name."""
    return desk.known("idling", key, ask=lambda: desk.view.draft(key).idle_words(desk.view.state))


# -- firing --------------------------------------------------------------------------------------------------------------


def firing(desk: SeatModel, scene: Scene) -> Scene:
    """Lines of the guns picked, the refusal of the one tried, arcs of what is in hand."""
    order, view = desk.order, desk.view
    if not desk.chosen:
        return scene
    picked: dict[Id, list[Shot]] = {}
    for shot in getattr(order, "shots", ()):
        found = next((one for one in desk.shots(desk.chosen, shot.target) if one.mount == shot.mount), None)
        if found:
            picked.setdefault(shot.target, []).append(found)
    volleys = tuple(Volley(desk.chosen, target, tuple(shots), cover(view, target)) for target, shots in picked.items())
    guns = (desk.gun,) if desk.gun else tuple(shot.mount for shots in picked.values() for shot in shots)
    targets = dict.fromkeys((*picked, *((desk.target,) if desk.target else ())))
    return replace(
        scene,
        volleys=volleys,
        refusals=refusals(desk),
        overlays=tuple(one for one in (*arcs(desk, None, guns), *struck(desk)) if not getattr(one, "spent", False)),
        targets=tuple(targets),
        aims=aims(desk, picked),
    )


def cover(view: View, target: Id) -> str:
    """What protects a target, in a word: working screens."""
    level = sum(one.kind.endswith("screen") and one.state == "ok" for one in view.sheet(target).icons)
    return f"screen {level}" if level else ""


def refusals(desk: SeatModel) -> tuple[Refusal, ...]:
    """The gun that was tried and may not fire; or, where nothing bears on the target, the first reason."""
    if not desk.target or not desk.askable(desk.chosen):
        return ()
    shots = desk.shots(desk.chosen, desk.target)
    tried = [shot for shot in shots if shot.mount == desk.gun and not shot.bears]
    if not tried and not any(shot.bears for shot in shots):
        tried = [shot for shot in shots if shot.cause in ("sight", "range", "arc", "drive")][:1]
    return tuple(Refusal(desk.chosen, shot) for shot in tried[:1])


def aims(desk: SeatModel, picked: Mapping[Id, Any]) -> tuple[Aim, ...]:
    """A thin line to the target while nothing is picked for it, so that range and arc can be read."""
    if not desk.target or desk.target in picked or desk.chosen == desk.target or not desk.mine(desk.chosen):
        return ()
    shots = desk.shots(desk.chosen, desk.target)
    return (Aim(desk.chosen, desk.target, shots),) if any(shot.bears for shot in shots) else ()
