"""The input mode of fire: guns are picked for targets; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from game.battle.view import BARS, first_bar
from game.core.display import Cause, Odds, Shot
from game.core.events import Event
from game.core.orders import Id
from game.ui.board.model.scene import Aim, Refusal, Scene, Volley
from game.ui.input_modes.choose import answer, choosing
from game.ui.input_modes.mode import InputMode, Main, Note, giving, marks_about, names_of
from game.ui.input_modes.scenes import arcs, struck, weak_sides
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import SeatModel

BRIEF: Mapping[Cause, str] = {
    "range": "out of range",
    "sight": "sight blocked",
    "arc": "out of arc",
    "drive": "target astern",
    "order": "its order forbids it",
    "control": "may not fire",
    "spent": "no gun ready",
    "lost": "no gun ready",
    "fired": "has fired",
    "side": "no target now",
}


class FireMode(InputMode):
    """The choice of guns and targets."""

    name = "fire"
    fires = by_piece = aims = opens_odds = True
    hint = "Choose a target and pick guns: the chances stand here before you roll."
    call = "Choose the ship that fires, then its target."
    acted = ("fired", "fired")
    after = ("Next ship fires", "{} is next")

    def orders(self, model: SeatModel) -> bool:
        return model.mine(model.chosen)

    def scene(self, model: SeatModel, scene: Scene) -> Scene:
        """Return the scene with lines of picked guns, the refusal of the last one, and arcs."""
        order, view = model.order, model.view
        if not model.chosen:
            return scene
        picked: dict[Id, list[Shot]] = {}
        for shot in getattr(order, "shots", ()):
            found = next((one for one in model.fire.shots(model.chosen, shot.target) if one.mount == shot.mount), None)
            if found:
                picked.setdefault(shot.target, []).append(found)
        volleys = tuple(Volley(model.chosen, key, tuple(shots), view.sheet(key).cover) for key, shots in picked.items())
        guns = (model.gun,) if model.gun else tuple(shot.mount for shots in picked.values() for shot in shots)
        targets = dict.fromkeys((*picked, *((model.target,) if model.target else ())))
        marks = marks_about(model, model.target)
        drawn = tuple(
            one for one in (*arcs(model, None, guns), *struck(model), *marks) if not getattr(one, "spent", False)
        )
        overlays = weak_sides(model, model.target or next(iter(picked), ""), drawn)
        return scene.but(
            volleys=volleys,
            refusals=refusals(model),
            overlays=overlays,
            targets=tuple(targets),
            aims=aims(model, picked),
        )

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        """Return the button that rolls for the picked guns, or holds fire."""
        order: Any = model.order
        if order is None:
            sub = f"{names_of(model, model.waiting)} may"
            return Main("Choose a ship to fire", sub, why_not="choose one of your ships", rule="table/firing")
        if choosing(order):
            return answer(model)
        name = model.view.state.known_piece(order.by).name
        if order.shots:
            targets = tuple(dict.fromkeys(shot.target for shot in order.shots))
            return giving(model, order, order.verb_words, f"{name} at {names_of(model, targets)}", rule="table/firing")
        told = f"{name} does not fire this {model.view.system.turn_word}"
        return giving(model, order, "Hold fire", told, sure=bears(model), brief=name)

    def odds(self, model: SeatModel) -> tuple[Odds, ...]:
        order: Any = model.order
        return model.view.odds(order) if order and getattr(order, "shots", ()) and not model.fault(order) else ()

    def foregone(self, model: SeatModel, key: Id) -> bool:
        return any(shot.bears for other in model.enemies() for shot in model.fire.shots(key, other.id))

    def note(self, model: SeatModel, key: Id) -> Note:
        picked = getattr(model.drafts.get(key), "shots", None)
        if picked:
            return Note("firing", "", theme.accent)
        if key not in model.waiting:
            return self.acted_note(model, key)
        p = theme.palette
        if model.idles(key) or uncontrolled(model, key):
            return silent(model, key)
        return Note("can fire", "todo", p.yellow)

    def acted_note(self, model: SeatModel, key: Id) -> Note:
        if held(model, key):
            return Note("held", "pause", theme.palette.muted)
        idle = model.afloat(key) and key not in model.view.state.acted and model.view.state.owner(key) == model.side
        if idle and model.fire.barred_shot(key):
            return silent(model, key)
        return super().acted_note(model, key)

    def count(self, model: SeatModel, side: Id) -> tuple[str, Colour | None]:
        fleet = model.view.state.fleet(side)
        acted = sum(ship.id in model.view.state.acted for ship in fleet)
        quiet = sum(held(model, ship.id) for ship in fleet)
        return (
            f"{acted - quiet} fired, {quiet} held" if quiet else f"{acted} of {len(fleet)} fired"
        ), theme.palette.text


def silent(model: SeatModel, key: Id) -> Note:
    """Return the note of a ship that can fire no gun. The reason is that of a gun out of action, or why none bears on
    the nearest enemy."""
    here = model.view.state.known_piece(key).at
    nearest = min(model.enemies(), key=lambda one: math.dist(one.at, here), default=None)
    shot = model.fire.barred_shot(key) or (first_bar(model.fire.shots(key, nearest.id)) if nearest else None)
    if shot is None:
        return Note("nothing bears", "", theme.palette.faint)
    words = "nothing bears" if shot.cause in ("range", "sight", "arc", "drive") else "cannot fire"
    return Note(words, "", theme.palette.faint, brief=BRIEF[shot.cause], why=shot.why_not)


def lay_down_target(model: SeatModel) -> None:
    """Drop the target if the newly chosen ship cannot fire at it."""
    if model.input_mode == FireMode.name and model.target and model.view.volley(model.chosen, model.target) is None:
        model.aim_at("", model.gun)


def held(model: SeatModel, key: Id) -> bool:
    """Return whether a ship has had its turn to fire in this phase without firing."""
    return key in model.view.state.acted and key not in model.known("shooters", ask=lambda: shooters(model))


def shooters(model: SeatModel) -> frozenset[Id]:
    """Return the ships that have fired this turn, or declared fire, according to the log."""
    turn = model.view.state.turn
    lines = takewhile(lambda event: event.turn >= turn, reversed(model.view.log))
    return frozenset(event.who for event in lines if _fires(event))


def _fires(event: Event) -> bool:
    """Return whether a line reports a shot, fired or declared."""
    if event.kind == "note":
        return bool(event.whom and event.mounts)
    return event.kind == "fire" and bool(event.whom or event.mounts or event.dice)


def bears(model: SeatModel) -> bool:
    """Return whether the chosen ship can hit anything."""
    return any(shot.bears for other in model.targets() for shot in model.fire.shots(model.chosen, other.id))


def uncontrolled(model: SeatModel, key: Id) -> bool:
    """Return whether a ship is asked even though it can fire no gun. It is asked so that others do not learn of its
    damage."""

    def first_refused() -> bool:
        first = next((shot for other in model.enemies() for shot in model.fire.shots(key, other.id)), None)
        return first is not None and first.cause == "control"

    return model.known("uncontrolled", key, ask=first_refused)


def refusals(model: SeatModel) -> tuple[Refusal, ...]:
    """Return the refusal of the gun last tried, or if nothing bears on the target the first reason."""
    if not model.target or not model.askable(model.chosen):
        return ()
    shots = model.fire.shots(model.chosen, model.target)
    tried = [shot for shot in shots if shot.mount == model.gun and not shot.bears]
    if not tried and not any(shot.bears for shot in shots):
        tried = [shot for shot in shots if shot.cause in BARS][:1]
    return tuple(Refusal(model.chosen, shot) for shot in tried[:1])


def aims(model: SeatModel, picked: Mapping[Id, Any]) -> tuple[Aim, ...]:
    """Return a thin line to the target while nothing is picked for it, to show range and arc."""
    if not model.target or model.target in picked or model.chosen == model.target or not model.mine(model.chosen):
        return ()
    shots = model.fire.shots(model.chosen, model.target)
    return (Aim(model.chosen, model.target, shots),) if any(shot.bears for shot in shots) else ()
