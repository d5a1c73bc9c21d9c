"""An input mode: the main button, and everything else in which one way of giving orders differs from another; no part
of the rules."""

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
    """The main button: label, second line, and its action, which gives an order or a command of the screen. `sure`
    needs a second press. `brief` is the second line where there is little room. `orders` are given together and end the
    side's part in the phase. `lost` are pieces that may be lost by them."""

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
    """Return the names of pieces, or their number if there are many, as in `Plover and Halyard` or `5 ships`."""
    if len(keys) > most:
        return f"{len(keys)} ships"
    names = model.view.state.names
    return " and ".join(names.get(key, key) for key in keys)


def reason_of(name: str, why: str) -> str:
    """Return a reason with the piece's name before it, unless the sentence names the piece itself."""
    return why if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", why) else f"{name}: {why}"


def percent(risk: Risk) -> str:
    """Return a risk with its chance, as in `out of control 28 %`."""
    return f"{risk.words} {100 * risk.chance:.0f} %"


def word(model: SeatModel, text: str) -> Order | None:
    """Return the order of the whole side with a text, if the phase accepts it."""
    try:
        order = model.view.read(model.side, text)
    except Unreadable:
        return None
    return order if model.view.why_not(order) is None else None


def idle_order(model: SeatModel) -> Order | None:
    """Return the order that ends this side's part in the phase."""
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
    """Return the button that gives an order. It is dimmed, with reason and rule, while the order would be refused."""
    fault = model.fault(order) if order else None
    why, rule = (fault.why, fault.rule) if fault else ("", rule)
    return Main(label, sub, order, why_not=why, rule=rule, sure=sure, brief=brief, lost=lost)


def idle(
    model: SeatModel, label: str, sub: str = "", sure: bool = False, lost: tuple[Id, ...] = (), brief: str = ""
) -> Main:
    """Return the button that ends this side's part."""
    return giving(model, idle_order(model), label, sub, sure=sure, lost=lost, brief=brief)


@dataclass(frozen=True, slots=True)
class Note:
    """The right of a ship's row: words, a mark and their colour. The risks of its order stand below the name. `brief`
    is the risk where there is little room; a risk that is not `grave` is yellow. `why` is the reason for the words."""

    words: str = ""
    mark: str = ""
    colour: Colour | None = None
    danger: str = ""
    brief: str = ""
    grave: bool = True
    why: str = ""


class InputMode:
    """The mode of orders for the whole side, and of phases without orders; other modes override it. `by_piece`: pieces
    are asked one after another. `moves_on`: a chosen piece that is not asked is replaced by one that is. `aims`: a
    click on an enemy makes it the target. `opens_odds`: the odds panel is brought to the front."""

    name: ClassVar[str] = "word"  # name of the mode, as in `Order.input_mode`
    plots: ClassVar[bool] = False
    fires: ClassVar[bool] = False
    chooses: ClassVar[bool] = False
    assigns: ClassVar[bool] = False
    by_piece: ClassVar[bool] = False
    moves_on: ClassVar[bool] = False
    aims: ClassVar[bool] = False
    opens_odds: ClassVar[bool] = False
    hint: ClassVar[str] = "Chances stand here while ships are plotted and fire."  # shown in place of the odds
    call: ClassVar[str] = "Choose a ship to see its sheet."  # shown in place of the sheet
    acted: ClassVar[tuple[str, str]] = ("", "")  # words and mark of a ship that has acted
    after: ClassVar[tuple[str, str]] = ("Go on", "{} still has to decide")  # the main button after a roll

    def orders(self, model: SeatModel) -> bool:
        """Return whether there is an order of this mode for the sheet to show."""
        return False

    def optional(self, model: SeatModel) -> bool:
        """Return whether a ship may be left without an order, so that the board does not mark it."""
        return False

    def picked(self, model: SeatModel) -> bool:
        """Return whether guns or parties are picked, so that dice will be rolled."""
        return self.fires and bool(getattr(model.order, "shots", ()))

    def ships_waiting(self, model: SeatModel) -> frozenset[Id]:
        """Return ships marked on the board as waiting, without those that have no choice."""
        return frozenset() if self.optional(model) else frozenset(key for key in model.waiting if not model.idles(key))

    def scene(self, model: SeatModel, scene: Scene) -> Scene:
        """Return the board's scene of this mode, from the scene common to all modes."""
        return scene.but(overlays=(*arcs(model), *struck(model)))

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        """Return the main button. `others` are the sides that still write orders."""
        return idle(model, "Go on")

    def odds(self, model: SeatModel) -> tuple[Odds, ...]:
        """Return the exact odds of the order in hand."""
        return odds_on(model) if model.flies else ()

    def passing(self, model: SeatModel) -> Order | None:
        """Return one order by which all waiting ships do nothing; None if there is none."""
        return idle_order(model) if model.view.phase.secret and model.prompt and not model.locked else None

    def rests(self, model: SeatModel) -> bool:
        """Return whether one word may end the part of all other ships of this side in this phase."""
        return self.by_piece and bool(model.waiting) and not model.view.phase.secret

    def foregone(self, model: SeatModel, key: Id) -> bool:
        """Return whether a waiting piece could still act, so that its player is asked before it does nothing."""
        return False

    def note(self, model: SeatModel, key: Id) -> Note:
        """Return the note in the row of an own ship."""
        return Note()

    def acted_note(self, model: SeatModel, key: Id) -> Note:
        """Return the note in the row of a ship that has acted in this phase."""
        return Note(*self.acted, theme.palette.muted) if key in model.view.state.acted else Note()

    def count(self, model: SeatModel, side: Id) -> tuple[str, Colour | None]:
        """Return the words beside the name of the viewing side."""
        fleet = model.view.state.fleet(side)
        return f"{len(fleet)} ship{'s' * (len(fleet) != 1)}", None


def odds_on(model: SeatModel) -> tuple[Odds, ...]:
    """Return the odds of everything that would bear on the target, from the present or planned poses of piece and
    target."""
    target = model.fire.aim
    if not target:
        return ()
    view, poses = model.fire.view_and_poses(model.chosen, target)
    volley = view.volley(model.chosen, target, poses) if able(view, model.chosen, target) else None
    return view.odds(volley, poses) if volley else ()


def barred_on(model: SeatModel) -> str:
    """Return why the chosen piece cannot hit its target; empty if it can, has no target, or has acted already."""
    target = model.fire.aim or model.target
    if not target or not model.chosen or model.chosen in model.view.state.acted:
        return ""
    view, poses = model.fire.view_and_poses(model.chosen, target)
    stop = view.why_not_hit(model.chosen, target, poses) if able(view, model.chosen, target) else None
    name = model.view.state.names[target]
    return reason_of(name, stop.why) if stop else ""


def odds_at(model: SeatModel, key: Id) -> Odds | None:
    """Return the odds against a ship, of the order in hand or of everything that would bear."""
    return model.once("odds at", key, ask=lambda: _odds_at(model, key)) if key else None


def _odds_at(model: SeatModel, key: Id) -> Odds | None:
    order = model.order
    found = model.view.odds(order) if order and not model.fault() else ()
    return next((one for one in found or odds_on(model) if one.target == key), None)


def breakdown_on(model: SeatModel, key: Id) -> SheetPart | None:
    """Return the calculation of the odds against a ship, if the game gives one."""
    found = odds_at(model, key)
    return found.aimed if found else None


def marks_about(model: SeatModel, key: Id) -> tuple[Overlay, ...]:
    """Return the overlays about a ship that is fired at."""
    found = odds_at(model, key)
    return found.drawn if found else ()


def shot_in_hand(model: SeatModel) -> SheetPart | None:
    """Return the shot of the order in hand, step by step; None if there is none."""
    order = model.order
    return model.once("traced", ask=lambda: model.view.shot_trace(order, dict(model.poses))) if order else None


def locked_button(model: SeatModel, others: tuple[Id, ...]) -> Main:
    """Return the button while secret orders are locked: wait for another side, or reopen them."""
    if others:
        return Main(
            f"Hand over to {model.view.state.sides[others[0]].name}", "your orders are locked", command="hand over"
        )
    return Main("Unlock orders", "until all are locked", word(model, "unlock"))
