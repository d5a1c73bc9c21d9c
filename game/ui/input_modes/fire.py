"""Guns are picked for targets: the mode of fire; no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from game.battle.battle import View
from game.core.display import Odds, Shot
from game.core.orders import Id
from game.ui.board.model.scene import Aim, Refusal, Scene, Volley
from game.ui.input_modes.choose import answer, choosing
from game.ui.input_modes.main import Main, giving, names_of
from game.ui.input_modes.mode import InputMode, Note
from game.ui.input_modes.scenes import arcs, struck
from game.ui.render.theme import Colour, theme
from game.ui.session.seat_model import SeatModel


class FireMode(InputMode):
    """Who fires at whom, with which guns."""

    name = "fire"
    fires = by_piece = aims = opens_odds = True
    hint = "Choose a target and pick guns: the chances stand here before you roll."
    call = "Choose the ship that fires, then its target."
    acted = ("fired", "fired")
    after = ("Next ship fires", "{} is next")

    def orders(self, desk: SeatModel) -> bool:
        return desk.mine(desk.chosen)

    def optional(self, desk: SeatModel) -> bool:
        return True

    def scene(self, desk: SeatModel, scene: Scene) -> Scene:
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
        overlays = tuple(one for one in (*arcs(desk, None, guns), *struck(desk)) if not getattr(one, "spent", False))
        return replace(
            scene, volleys=volleys, refusals=refusals(desk), overlays=overlays, targets=tuple(targets), aims=aims(desk, picked)
        )

    def main(self, desk: SeatModel, others: tuple[Id, ...]) -> Main:
        """Roll for the guns picked, or hold fire."""
        order: Any = desk.order
        if order is None:
            sub = f"{names_of(desk, desk.waiting)} may"
            return Main("Choose a ship to fire", sub, why_not="choose one of your ships", rule="table/firing")
        if choosing(order):
            return answer(desk)
        name = desk.view.state.known_piece(order.by).name
        if order.shots:
            targets = tuple(dict.fromkeys(shot.target for shot in order.shots))
            guns = f"{len(order.shots)} gun{'s' * (len(order.shots) != 1)}"
            return giving(desk, order, f"Roll {guns}", f"{name} at {names_of(desk, targets)}", rule="table/firing")
        return giving(desk, order, "Hold fire", f"{name} does not fire this turn", sure=bears(desk))

    def odds(self, desk: SeatModel) -> tuple[Odds, ...]:
        order: Any = desk.order
        return desk.view.odds(order) if order and getattr(order, "shots", ()) and not desk.fault(order) else ()

    def note(self, desk: SeatModel, key: Id) -> Note:
        picked = getattr(desk.hands.get(key), "shots", None)
        return Note("firing", "", theme.accent) if picked else self.acted_note(desk, key)

    def acted_note(self, desk: SeatModel, key: Id) -> Note:
        return Note("held", "pause", theme.palette.muted) if held(desk, key) else super().acted_note(desk, key)

    def count(self, desk: SeatModel, side: Id) -> tuple[str, Colour | None]:
        fleet = desk.view.state.fleet(side)
        acted = sum(ship.id in desk.view.state.acted for ship in fleet)
        quiet = sum(held(desk, ship.id) for ship in fleet)
        return (f"{acted - quiet} fired, {quiet} held" if quiet else f"{acted} of {len(fleet)} fired"), theme.palette.text


def held(desk: SeatModel, key: Id) -> bool:
    """Whether a ship has had its turn to fire in this phase and fired nothing."""
    return key in desk.view.state.acted and key not in desk.known("shooters", ask=lambda: shooters(desk))


def shooters(desk: SeatModel) -> frozenset[Id]:
    """The ships that have fired something this turn, as the log have it."""
    turn = desk.view.state.turn
    lines = takewhile(lambda event: event.turn >= turn, reversed(desk.view.log))
    return frozenset(event.who for event in lines if event.kind == "fire" and (event.whom or event.mounts or event.dice))


def bears(desk: SeatModel) -> bool:
    """Could the chosen ship hit anything?"""
    return any(shot.bears for other in desk.enemies() for shot in desk.shots(desk.chosen, other.id))


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
