"""The scenes of a model on the board, one for each kind of phase; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import islice

from game.battle.battle import View
from game.board.boards import board_of
from game.core.display import Badge, Destination, Fan, Limit, Overlay, OwnOverlay, Pose, Prospects, Ring, Zone
from game.core.orders import Id, Order
from game.ui.board.layers.ships import way
from game.ui.board.model.scene import Aim, Scene, Trail
from game.ui.render.text import minus
from game.ui.seat.seat_model import SeatModel

STRIKES = "ordnance"  # the tone of areas in which ships are hurt
BLAST = "bad"  # the tone of rings round a burning ship
FLANK = "flank"  # the tone of areas from which the chosen ship suffers most
AIMS = 6  # most lines to enemies drawn from a ghost
EVERY = "threat all"  # the tool that shows the threat of all enemies


def danger_areas(view: View, but: Id = "", poses: Mapping[Id, Pose] | None = None) -> tuple[Overlay, ...]:
    """Return the areas that ships are known to strike, or would if they exploded. Those of ship `but` are left out,
    because they are drawn already."""
    found: list[Overlay] = []
    for key, ship in view.state.ships.items():
        pose = (poses or {}).get(key)
        doing: tuple[object, ...] = pose.active_manoeuvres if pose else getattr(ship, "active_manoeuvres", ())
        if key != but and doing:
            found += [one for one in view.overlays(key, pose) if isinstance(one, (Ring, Zone)) and one.tone == STRIKES]
        if key != but and ship.in_play and getattr(ship, "burning", False):
            found += [one for one in view.overlays(key, pose) if isinstance(one, Ring) and one.tone == BLAST]
    own = view.state.ships.get(but)
    drawn = view.overlays(but, (poses or {}).get(but)) if found and own is not None and own.in_play else ()
    # the overlays of every ship include ordnance in flight
    return tuple(one for one in dict.fromkeys(found) if one not in drawn)


def struck(model: SeatModel) -> tuple[Overlay, ...]:
    """Return the same areas round other ships, at their present or planned poses."""
    poses = model.poses
    return model.known(
        "struck", model.chosen, *poses.items(), ask=lambda: danger_areas(model.view, model.chosen, poses)
    )


def arcs(model: SeatModel, pose: Pose | None = None, guns: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Return arcs of the chosen ship from its present or planned pose: of the named guns, or the longest. Movement
    overlays of its game are left out while something else is asked."""
    if not model.afloat(model.chosen):
        return ()
    view, moves = model.view, model.prompt is None or model.input_mode == "plot"
    found = view.system.overlays(view.state, model.chosen, pose, guns) if guns else view.overlays(model.chosen, pose)
    return leading(tuple(one for one in found if moves or not (isinstance(one, OwnOverlay) and one.plots)))


def weak_sides(model: SeatModel, target: Id, overlays: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """Return overlays with the target's most vulnerable areas in place of the chosen ship's."""
    return with_weak_sides(overlays, model.fire.prospects(target) if target else None)


def threats(model: SeatModel, tools: frozenset[str]) -> Mapping[Id, tuple[Destination, ...]]:
    """Return the possible destinations of the target, or of the nearest enemy, or of every enemy. They stay the same
    all through a drag. There are none for ships while only missiles and fighters move. There are none for a ship with
    an unknown drive, because it can do more than go straight on."""
    view = model.view
    near = model.target
    if not near and model.chosen:
        here = view.state.known_piece(model.chosen).at
        near = min(
            model.enemies(), key=lambda ship: math.dist(here, ship.at), default=view.state.known_piece(model.chosen)
        ).id
    keys: list[Id] = []
    if EVERY in tools:
        keys = [ship.id for ship in model.enemies()]
    elif "threat" in tools and near != model.chosen:
        keys = [near] if near else []
    found = {key: model.fire.ends_of(key) for key in keys}
    return {key: ends for key, ends in found.items() if len(ends) > 1 or (ends and model.sheet(key).read)}


def flying_threats(model: SeatModel, tools: frozenset[str]) -> tuple[Overlay, ...]:
    """Return the reach of enemy counters and of those that enemy ships may launch: of the target, the nearest, or all.
    Only the first counter is named, because the words of many close rings would hide the board."""
    if "threat" not in tools or not model.chosen:
        return ()
    view, here = model.view, model.view.state.known_piece(model.chosen).at
    hostile = [one for one in view.state.counters.values() if one.in_play and one.side != model.side]
    hostile.sort(key=lambda one: (one.id != model.target, math.dist(here, one.at)))
    shown = hostile if EVERY in tools else hostile[:1]
    each = (
        model.known("flying", one.id, not n, ask=partial(_rings, view, one.id, not n)) for n, one in enumerate(shown)
    )
    flying = tuple(ring for rings in each for ring in rings)
    ships = sorted(model.enemies(), key=lambda ship: (ship.id != model.target, math.dist(here, ship.at)))
    able = (found for ship in ships if (found := model.known("launches", ship.id, ask=partial(view.launches, ship.id))))
    return (*flying, *(area for found in (able if EVERY in tools else islice(able, 1)) for area in found))


def _rings(view: View, key: Id, named: bool) -> tuple[Overlay, ...]:
    """Return the rings of a counter, with or without their words."""
    found = view.overlays(key)
    return found if named else tuple(replace(one, label="") for one in found if isinstance(one, (Ring, Zone)))


def idling(model: SeatModel, key: Id) -> str:
    """Return the default action of a ship or counter without an order, as words to follow its name."""
    return model.known("idling", key, ask=lambda: model.view.draft(key).idle_words(model.view.state))


def trails(model: SeatModel) -> tuple[Trail, ...]:
    """Return the paths flown this turn, or while orders are written those of ships without an order."""
    if model.input_mode != "plot":
        return flown(model.view)
    idle = set(model.waiting) - set(model.drafts)
    ships = model.view.state.ships.items()
    return tuple(Trail(key, model.left_alone(key).path, "idle") for key, ship in ships if ship.in_play and key in idle)


def flown(view: View) -> tuple[Trail, ...]:
    """Return the paths that ships in play have flown this turn."""
    paths = {key: tuple(getattr(ship, "path", ())) for key, ship in view.state.ships.items() if ship.in_play}
    return tuple(Trail(key, path) for key, path in paths.items() if len(path) > 1)


def notes(model: SeatModel) -> Mapping[Id, str]:
    """Return the second lines of names: a ship's order, sealed or in hand, or its default action."""
    state, waiting = model.view.state, frozenset(model.waiting)
    if model.input_mode != "plot":
        return {}
    found: dict[Id, str] = {}
    for key, ship in state.ships.items():
        order = model.drafts.get(key) or model.view.plots.get(key)
        if order is not None:
            found[key] = f"{way(ship, board_of(state.table))} · {minus(model.briefly(order))}"
        elif key in waiting and (draft := model.order_of(key)) and draft.prompt_text(state):
            found[key] = "no order yet"
        elif key in waiting:
            found[key] = f"{'no choice' if model.idles(key) else 'no order'}: {idling(model, key)}"
    return found


def badges(model: SeatModel) -> Mapping[Id, tuple[Badge, ...]]:
    """Return badges of systems that will be up or down, for ships with an order, sealed or in hand."""
    if model.input_mode != "plot":
        return {}
    orders, ships = {**model.view.plots, **model.drafts}, model.view.state.ships
    return {key: badges_with(model, order) for key, order in orders.items() if key in ships}


def badges_with(model: SeatModel, order: Order) -> tuple[Badge, ...]:
    """Return badges of a ship once its order is carried out."""
    return model.known("sheet", order.by, order, ask=lambda: model.view.sheet(order.by, order)).badges


# -- the plot ----------------------------------------------------------------------------------------------------------


def with_plot(scene: Scene, model: SeatModel, ends: tuple[Destination, ...]) -> Scene:
    """Return the scene with the plotted piece: its ghost, envelope, arcs and lines to enemies."""
    view, key, end, pose = model.view, model.lifted, model.end, model.pulled
    if end is None or pose is None:
        return scene
    planned = {} if view.phase.moved else {**view.holding_on(), **model.poses}
    overlays, aims = model.once("about", ask=lambda: _about(view, key, end, {**planned, key: pose}))
    if model.foresight.lost_early(key):
        overlays, aims = without_arcs(overlays), ()
    others = {other: at for other, at in planned.items() if other != key and not scene.friendly(other)}
    target = scene.asked.targets[0] if scene.asked.targets else next((aim.target for aim in aims if _bears(aim)), "")
    if target in others:
        overlays = with_weak_sides(overlays, view.prospects(end.order, target, {target: others[target], key: pose}))
    trails = tuple(one for one in scene.others.trails if one.ship != key or one.kind == "flown")
    draft = f"{way(view.state.known_piece(key), board_of(view.state.table))} · {minus(view.briefly(end.order))}"
    return scene.but(
        chosen=key,
        ghosts={**others, **scene.ghosts, key: pose},
        meter=view.meter(end.order),
        destinations=ends,
        destination=end,
        overlays=overlays,
        aims=aims,
        trails=trails,
        notes={**scene.notes, key: draft},
        badges={**scene.asked.badges, key: badges_with(model, end.order)},
        waiting=scene.waiting - {key},
    )


def _about(
    view: View, key: Id, end: Destination, poses: Mapping[Id, Pose]
) -> tuple[tuple[Overlay, ...], tuple[Aim, ...]]:
    """Return arcs round a destination, and lines from it to enemies."""
    own = leading(view.overlays(key, poses[key])) if key in view.state.ships else ()
    return (*own, *view.order_overlays(end.order)), aims_from(view.posed(poses), key)


def _bears(aim: Aim) -> bool:
    """Return whether any gun can fire along an aim."""
    return any(shot.bears for shot in aim.shots)


def leading(overlays: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """Return all overlays, but of fans only the farthest, so that they fit on the board with an envelope."""
    fans = [one for one in overlays if isinstance(one, Fan)]
    first = max(fans, key=lambda fan: (fan.reach, len(fan.arcs)), default=None)
    return tuple(one for one in overlays if not isinstance(one, Fan) or one is first)


def without_arcs(overlays: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """Return overlays without those of a ship that is gone before fire."""
    arcs = (isinstance(one, Fan | Limit) or (isinstance(one, Zone) and one.tool == "arcs") for one in overlays)
    return tuple(one for one, arc in zip(overlays, arcs) if not arc)


def with_weak_sides(overlays: tuple[Overlay, ...], found: Prospects | None) -> tuple[Overlay, ...]:
    """Return overlays with the target's most vulnerable areas in place of the chosen ship's."""
    if found is None or not found.weak:
        return overlays
    return (*(one for one in overlays if not (isinstance(one, Zone) and one.tone == FLANK)), *found.weak)


def aims_from(view: View, ship: Id) -> tuple[Aim, ...]:
    """Return lines from a ship to the nearest enemies."""
    state = view.state
    if ship not in state.ships:
        return ()
    here = state.ships[ship].at
    enemies = sorted(state.enemies(state.ships[ship].side), key=lambda one: (math.dist(here, one.at), one.id))
    return tuple(Aim(ship, one.id, view.shots(ship, one.id)) for one in enemies[:AIMS])
