"""The scenes of a demonstration's step: paths flown, orders, lines of fire, refusals; no part of the rules."""

from __future__ import annotations

from pygame import Rect

from game.battle.battle import View
from game.board.boards import board_of
from game.core.display import Destination, Shot
from game.core.orders import Id
from game.demonstrations.frames import Frame, flown
from game.demonstrations.steps import DemonstrationStep
from game.seating.outcomes import Act, split_into_acts
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.board.model.scene import Aim, Refusal, Scene, Trail, Volley
from game.ui.input_modes.modes import mode_of
from game.ui.input_modes.scenes import arcs, badges, notes, threats, with_weak_sides
from game.ui.playback.animation import Animation
from game.ui.seat.seat_model import SeatModel

Point = tuple[float, float]


def scene_of(step: DemonstrationStep, reserved: tuple[Rect, ...] = (), advice: AdvicePicture | None = None) -> Scene:
    """Return the scene of a step at rest, with the adviser's answer in it."""
    model = desk_of(step)
    tools = frozenset(step.say.show)
    scene = Scene.of(
        step.view,
        chosen=model.chosen,
        targets=(model.target,) if model.target else (),
        tools=tools,
        trails=trails(step),
        notes=notes(model),
        badges=badges(model),
        reserved=reserved,
        volleys=volleys(step),
        refusals=refusals(step),
        advice=advice,
    )
    if mode_of(model).plots:
        reach = destinations(model) if "reach" in tools else ()
        scene = scene.but(ghosts=model.poses, destinations=reach, threats=threats(model, tools))
    aimed = aims(model, step)
    overlays = arcs(model, model.ghost, tuple(step.say.guns))
    volley = model.view.volley(model.chosen, model.target) if aimed else None
    weak = model.view.prospects(volley, model.target, {}) if volley else None
    return scene.but(overlays=with_weak_sides(overlays, weak), aims=aimed)


def scene_played(step: DemonstrationStep, animation: Animation) -> Scene:
    """Return the scene of a step while it plays."""
    tools = frozenset(step.say.show) & {"grid", "compass"}
    return Scene.of(animation.view or step.view, chosen=step.say.ship or "", tools=tools, moment=animation.moment)


def acts_of(step: DemonstrationStep) -> list[tuple[Act, View, View]]:
    """Return the acts of a step worth showing, each with the view before and after its order. Initiative is left out
    unless the step is about it, and so are ships that do not move."""
    found: list[tuple[Act, View, View]] = []
    before = step.start
    for frame in step.frames:
        for act in split_into_acts(frame.events):
            if act.kind == "initiative" and "initiative" not in step.rule:
                continue
            if act.dice or any(one.line for one in act.events) or any(map(flown, act.events)):
                found.append((act, before, frame.view))
        before = frame.view
    return found


def desk_of(step: DemonstrationStep) -> SeatModel:
    """Return the model of the explaining side: the ship and target of the caption, with nothing to decide."""
    model = SeatModel(step.view)
    model.frozen = True
    model.choose(step.say.ship or "")
    model.aim_at(step.say.target or "")
    return model


def destinations(model: SeatModel) -> tuple[Destination, ...]:
    """Return the possible ends of the chosen ship's move, if a move is being plotted."""
    ship = model.view.state.ships.get(model.chosen)
    plotted = ship and ship.in_play and mode_of(model).plots
    return model.view.destinations(model.view.draft(model.chosen)) if plotted else ()


def trails(step: DemonstrationStep) -> tuple[Trail, ...]:
    """Return the paths of ships and counters in the step, turn by turn, as far as each went."""
    found: list[Trail] = []
    for one in step.events:
        if one.kind not in ("move", "contact") or not flown(one) or step.view.state.piece(one.who) is None:
            continue
        last = next((n for n in reversed(range(len(found))) if found[n].ship == one.who), None)
        if one.kind == "move":
            found.append(Trail(one.who, one.path, "shown"))
        elif last is not None:
            found[last] = Trail(one.who, one.path, "shown")
    return tuple(found)


def volleys(step: DemonstrationStep) -> tuple[Volley, ...]:
    """Return the shots of the step, with range, arc and dice as they were just before. Shots at or by counters are a
    line only."""
    found: list[Volley] = []
    before = step.start
    for frame in step.frames:
        fired: dict[tuple[Id, Id], list[str]] = {}
        for event in frame.events:
            if event.kind == "fire" and len(event.line) > 1:
                fired.setdefault((event.who, event.whom), []).extend(event.mounts)
        for (firer, target), mounts in fired.items():
            shots = _shots(_view_for_shot(before, frame), firer, target, mounts)
            if shots or all(step.view.state.piece(key) for key in (firer, target)):
                found.append(Volley(firer, target, shots, before.sheet(target).cover if shots else ""))
        before = frame.view
    return tuple(found)


def _view_for_shot(before: View, frame: Frame) -> View:
    """Return the view in which to measure a shot. It is the one before the order, unless ships moved in the same
    frame."""
    return frame.view if any(map(flown, frame.events)) else before


def _shots(view: View, firer: Id, target: Id, mounts: list[str]) -> tuple[Shot, ...]:
    return tuple(shot for shot in view.shots(firer, target) if shot.mount in mounts)


def refusals(step: DemonstrationStep) -> tuple[Refusal, ...]:
    """Return the shots refused in the step, each with its reason. A shot fired since then keeps the reason of that
    time."""
    found = []
    for one in step.refusals:
        for wanted in getattr(one.order, "shots", ()):
            seen = [
                shot for view in (step.view, step.start) for shot in _shots(view, one.by, wanted.target, [wanted.mount])
            ]
            shots = [shot for shot in seen if shot.why_not == one.why] or [shot for shot in seen[:1] if not shot.bears]
            found += [Refusal(one.by, shot) for shot in shots[:1]]
    return tuple(found)


def aims(model: SeatModel, step: DemonstrationStep) -> tuple[Aim, ...]:
    """Return a thin line to the target with range and arc, while nothing is fired at it or refused."""
    ships = model.view.state.ships
    if not model.target or not model.chosen or any(one.kind == "fire" and one.line for one in step.events):
        return ()
    if any((one.firer, one.shot.target) == (model.chosen, model.target) for one in refusals(step)):
        return ()
    if not (ships[model.chosen].in_play and ships[model.target].in_play):
        return ()
    shots = model.fire.shots(model.chosen, model.target)
    return (Aim(model.chosen, model.target, shots),) if any(shot.bears for shot in shots) else ()


def places(steps: list[DemonstrationStep], bodies: bool = True) -> list[Point]:
    """Return all places of ships and counters in some steps and the terrain near them, which the camera keeps in
    view."""
    found: list[Point] = []
    for step in steps:
        for view in (step.start, step.view):
            state = view.state
            found += [piece.at for piece in (*state.ships.values(), *state.counters.values()) if piece.in_play]
        if "reach" in step.say.show:
            board = board_of(step.view.state.table)
            found += [one.at for one in destinations(desk_of(step)) if board.cells and board.holds(one.at)]
        found += advised_ends(step)
        found += [point for event in step.events for point in (*event.path, *event.line)]
        for body in step.view.state.table.bodies if bodies else ():
            (x, y), r = body.at, body.radius
            found += [(x - r, y - r), (x + r, y + r)]
    return found


def advised_ends(step: DemonstrationStep) -> list[Point]:
    """Return the ends that the adviser weighs in a step."""
    asked = step.say.advise
    return [one.at for one in step.asked.ends(asked.ship)] if asked and step.asked else []


def camera_view(step: DemonstrationStep, steps: list[DemonstrationStep]) -> tuple[list[Point], float, bool]:
    """Return the view of a step's camera: places, a margin in units, and whether words need room."""
    look, state = step.camera, step.view.state
    if look.ships:
        return (
            [view.state.ships[key].at for view in (step.view, step.start) for key in look.ships] + advised_ends(step),
            3.0,
            True,
        )
    board = board_of(state.table)
    if look.at is None and look.zoom is None:
        return places(steps), 2.5 if board.cells else 4.0, True
    west, south, wide, high = board.extent
    x, y = board.place(look.at) if look.at else (west + wide / 2, south + high / 2)
    zoom = look.zoom or 1.0
    half = wide / 2 / zoom, high / 2 / zoom
    return [(x - half[0], y - half[1]), (x + half[0], y + half[1])], 0.0, False
