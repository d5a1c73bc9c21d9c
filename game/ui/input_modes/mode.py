"""One way of giving orders: what the main button says in it, and all else that differs from mode to mode; no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from game.core.display import Odds, Overlay, Risk, SheetPart
from game.core.orders import Id, Order, Unreadable
from game.ui.board.model.scene import Scene
from game.ui.input_modes.scenes import arcs, struck
from game.ui.render.theme import Colour, theme
from game.ui.seat.fire_ahead import able
from game.ui.seat.seat_model import SeatModel


@dataclass(frozen=True, slots=True)
class Main:
    """Label, second line, and what a press does: give an order, or a command of the screen.

    `sure` wants a second press; `brief` is the second line where there is little room. `orders` are given together,
    after which nothing else of the side acts in the phase. `lost` are the pieces that it may cost.
    """

    label: str
    sub: str = ""
    order: Order | None = None
    command: str = ""
    why_not: str = ""
    rule: str = "table/phases"
    sure: bool = False
    brief: str = ""
    orders: tuple[Order, ...] = ()
    lost: tuple[Id, ...] = ()


def names_of(model: SeatModel, keys: tuple[str, ...], most: int = 2) -> str:
    """`Plover`, `Plover and Halyard`, `5 ships`."""
    if len(keys) > most:
        return f"{len(keys)} ships"
    names = model.view.state.names
    return " and ".join(names.get(key, key) for key in keys)


def reason_of(name: str, why: str) -> str:
    """Return why something is refused to a piece or concerns it: the sentence alone where it names the piece itself."""
    return why if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", why) else f"{name}: {why}"


def percent(risk: Risk) -> str:
    """`out of control 28 %`."""
    return f"{risk.words} {100 * risk.chance:.0f} %"


def word(model: SeatModel, text: str) -> Order | None:
    """Return an order of the whole side, if the phase takes such a word."""
    try:
        order = model.view.read(model.side, text)
    except Unreadable:
        return None
    return order if model.view.why_not(order) is None else None


def idle_order(model: SeatModel) -> Order | None:
    """Return the order that means: nothing more from me."""
    prompt, rest = model.prompt, model.view.phase.idle
    return rest(model.view.state, prompt) if prompt and rest else None


def giving(
    model: SeatModel,
    order: Order | None,
    label: str,
    sub: str = "",
    *,
    rule: str = "table/phases",
    sure: bool = False,
    brief: str = "",
    lost: tuple[Id, ...] = (),
) -> Main:
    """Return the button that gives an order; while the order would be refused it is dimmed, with the reason and its
    rule."""
    fault = model.fault(order) if order else None
    why, rule = (fault.why, fault.rule) if fault else ("", rule)
    return Main(label, sub, order, why_not=why, rule=rule, sure=sure, brief=brief, lost=lost)


def idle(
    model: SeatModel, label: str, sub: str = "", sure: bool = False, lost: tuple[Id, ...] = (), brief: str = ""
) -> Main:
    """Return nothing more from this side."""
    return giving(model, idle_order(model), label, sub, sure=sure, lost=lost, brief=brief)


@dataclass(frozen=True, slots=True)
class Note:
    """The right of a row: words, a mark, and their colour; below the name, the risks of the order.

    `brief` is that danger where there is little room; one that is not `grave` is yellow. `why` is the reason of the
    words.
    """

    words: str = ""
    mark: str = ""
    colour: Colour | None = None
    danger: str = ""
    brief: str = ""
    grave: bool = True
    why: str = ""


class InputMode:
    """The mode of orders that are a word of the whole side, and of phases in which nobody gives any; others amend it.

    `by_piece`: pieces are asked one after another. `moves_on`: a chosen piece that is not asked gives way to one that
                is.
    `aims`: an enemy that is clicked becomes the target. `opens_odds`: chances in the foot come to the front.
    """

    name: ClassVar[str] = "word"  # as `Order.input_mode` has it
    plots: ClassVar[bool] = False
    fires: ClassVar[bool] = False
    chooses: ClassVar[bool] = False
    assigns: ClassVar[bool] = False
    by_piece: ClassVar[bool] = False
    moves_on: ClassVar[bool] = False
    aims: ClassVar[bool] = False
    opens_odds: ClassVar[bool] = False
    hint: ClassVar[str] = "Chances stand here while ships are plotted and fire."  # where the odds will stand
    call: ClassVar[str] = "Choose a ship to see its sheet."  # where its sheet will stand
    acted: ClassVar[tuple[str, str]] = ("", "")  # words and mark of a ship that has acted
    after: ClassVar[tuple[str, str]] = ("Go on", "{} still has to decide")  # the main button after a roll

    def orders(self, model: SeatModel) -> bool:
        """Is there an order of this mode for the sheet to show?"""
        return False

    def optional(self, model: SeatModel) -> bool:
        """May a ship be left without an order, so that the board does not ask for one?"""
        return False

    def picked(self, model: SeatModel) -> bool:
        """Does what is in hand have guns or parties picked, so that it is rolled for?"""
        return self.fires and bool(getattr(model.order, "shots", ()))

    def needed(self, model: SeatModel) -> frozenset[Id]:
        """Return ships for which the board asks: not those that have no choice."""
        return frozenset() if self.optional(model) else frozenset(key for key in model.waiting if not model.idles(key))

    def scene(self, model: SeatModel, scene: Scene) -> Scene:
        """Return the scene of the board, from what every mode shows."""
        return scene.but(overlays=(*arcs(model), *struck(model)))

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        """Return the main button; `others` are the sides that still write orders."""
        return idle(model, "Go on")

    def odds(self, model: SeatModel) -> tuple[Odds, ...]:
        """Return exact chances of what is in hand."""
        return odds_on(model) if model.flies else ()

    def passing(self, model: SeatModel) -> Order | None:
        """Return one order by which no waiting ship does anything, or None if there is no such order."""
        return idle_order(model) if model.view.phase.secret and model.prompt and not model.locked else None

    def rests(self, model: SeatModel) -> bool:
        """May it be said at a word that no other ship of this side does anything in this phase?"""
        return self.by_piece and bool(model.waiting) and not model.view.phase.secret

    def foregone(self, model: SeatModel, key: Id) -> bool:
        """Could a piece that waits still do something, so that its player is asked before it does nothing?"""
        return False

    def note(self, model: SeatModel, key: Id) -> Note:
        """Return what the row of an own ship says."""
        return Note()

    def acted_note(self, model: SeatModel, key: Id) -> Note:
        """Return what the row of a ship says that has acted in this phase."""
        return Note(*self.acted, theme.palette.muted) if key in model.view.state.acted else Note()

    def count(self, model: SeatModel, side: Id) -> tuple[str, Colour | None]:
        """Return the words beside the name of the side that looks."""
        fleet = model.view.state.fleet(side)
        return f"{len(fleet)} ship{'s' * (len(fleet) != 1)}", None


def odds_on(model: SeatModel) -> tuple[Odds, ...]:
    """Return chances of all that would bear on the aim, from where the chosen piece and its aim are or would be."""
    target = model.fire.aim
    if not target:
        return ()
    view, poses = model.fire.reckoned(model.chosen, target)
    volley = view.volley(model.chosen, target, poses) if able(view, model.chosen, target) else None
    return view.odds(volley, poses) if volley else ()


def barred_on(model: SeatModel) -> str:
    """Return why nothing of the chosen piece strikes the aim; empty if something does, nothing is aimed at, or it has
    acted already."""
    target = model.fire.aim or model.target
    if not target or not model.chosen or model.chosen in model.view.state.acted:
        return ""
    view, poses = model.fire.reckoned(model.chosen, target)
    stop = view.barred(model.chosen, target, poses) if able(view, model.chosen, target) else None
    name = model.view.state.names[target]
    return reason_of(name, stop.why) if stop else ""


def odds_at(model: SeatModel, key: Id) -> Odds | None:
    """Return the odds of the order in hand, or else of all that would bear, against a ship."""
    return model.once("odds at", key, ask=lambda: _odds_at(model, key)) if key else None


def _odds_at(model: SeatModel, key: Id) -> Odds | None:
    order = model.order
    found = model.view.odds(order) if order and not model.fault() else ()
    return next((one for one in found or odds_on(model) if one.target == key), None)


def breakdown_on(model: SeatModel, key: Id) -> SheetPart | None:
    """Return how these are computed, where the game says so."""
    found = odds_at(model, key)
    return found.aimed if found else None


def marks_about(model: SeatModel, key: Id) -> tuple[Overlay, ...]:
    """Return what is drawn about a ship that is fired at."""
    found = odds_at(model, key)
    return found.drawn if found else ()


def shot_in_hand(model: SeatModel) -> SheetPart | None:
    """Return the shot of the order in hand, step by step; None where it stands for none."""
    order = model.order
    return model.once("traced", ask=lambda: model.view.traced(order, dict(model.poses))) if order else None


def handed(model: SeatModel, others: tuple[Id, ...]) -> Main:
    """Secret orders are locked: another side writes, or they are opened again."""
    if others:
        return Main(
            f"Hand over to {model.view.state.sides[others[0]].name}", "your orders are locked", command="hand over"
        )
    return Main("Unlock orders", "until all are locked", word(model, "unlock"))
