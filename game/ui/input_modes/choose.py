"""One choice among a few: the mode of questions, and of what a ship may do before it fires; no part of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.display import Odds
from game.core.events import Event
from game.core.orders import Id, Order
from game.ui.board.model.scene import Scene
from game.ui.input_modes.main import Main, giving, idle, idle_order, names_of, percent, word
from game.ui.input_modes.mode import InputMode, Note, handed
from game.ui.render.theme import theme
from game.ui.session.seat_model import SeatModel


class ChooseMode(InputMode):
    """A question to a piece: answered in secret, or in the open."""

    name = "choose"
    chooses = by_piece = moves_on = opens_odds = True
    call = "Choose a ship to say what she does."

    def orders(self, desk: SeatModel) -> bool:
        return desk.order is not None

    def optional(self, desk: SeatModel) -> bool:
        return desk.view.phase.secret

    def scene(self, desk: SeatModel, scene: Scene) -> Scene:
        return replace(super().scene(desk, scene), focus=aimed_at(desk))

    def main(self, desk: SeatModel, others: tuple[Id, ...]) -> Main:
        if not desk.view.phase.secret:
            return answer(desk)
        return handed(desk, others) if desk.locked else idle(desk, "Lock orders", declared(desk))

    def odds(self, desk: SeatModel) -> tuple[Odds, ...]:
        order = desk.order
        if desk.flies:
            return super().odds(desk)
        return desk.view.odds(order) if order and not desk.fault(order) else ()

    def passing(self, desk: SeatModel) -> Order | None:
        rest = idle_order(desk)
        return None if desk.view.phase.secret or rest is None or len(desk.waiting) < 2 else word(desk, str(rest))

    def note(self, desk: SeatModel, key: Id) -> Note:
        if not desk.view.phase.secret:
            return Note()
        said = desk.view.state.sealed.get(key)
        return Note(str(said), "done", theme.palette.green) if said is not None and said != type(said)(key) else Note()


def aimed_at(desk: SeatModel) -> Event | None:
    """The line of the log that a ship is asked because of: somebody takes aim at it."""
    last = desk.view.log[-1] if desk.view.log else None
    return last if last and last.line and desk.chosen in desk.waiting and last.who else None


def declared(desk: SeatModel) -> str:
    """What a side's ships have chosen to do, with what it risks; those that have not said do nothing out of the way."""
    state = desk.view.state
    chosen = [order for key, order in state.sealed.items() if key in state.ships and order != type(order)(key)]
    said = [", ".join((f"{names_of(desk, (one.by,))}: {one}", *map(percent, desk.view.risks(one)))) for one in chosen]
    return "; ".join(said) or "nobody declares anything"


def answer(desk: SeatModel) -> Main:
    """What is chosen is done; where nothing is, the ship in hand (or the first that is asked) does nothing."""
    held, state = desk.order, desk.view.state
    if held is None:
        name = names_of(desk, desk.waiting[:1])
        return idle(desk, f"{name} does nothing", "or choose a ship")
    name, asks = state.known_piece(held.by).name, held.prompt_text(state)
    idles = held == type(held)(held.by)
    label = f"{name} does nothing" if idles else f"{name}: {held}"
    sub = asks if idles else "; ".join(map(percent, desk.risks()))
    return giving(desk, held, label, sub, brief=asks.partition(":")[0] if idles else "")


def beside(desk: SeatModel) -> Order | None:
    """What the chosen ship may do before the order that is wanted of it: one of a kind that is a choice among a few, in hand
    or fresh; None where no value of it would be taken."""
    held = desk.hands.get(desk.chosen)
    return held if choosing(held) else desk.known("beside", desk.chosen, ask=partial(_beside, desk))


def _beside(desk: SeatModel) -> Order | None:
    if desk.input_mode != "fire" or not desk.askable(desk.chosen):
        return None
    for order in (kind(desk.chosen) for kind in desk.view.phase.accepts if getattr(kind, "input_mode", "") == ChooseMode.name):
        fields = order.fields(desk.view.state)
        if any(not one.why_not for field in fields for one in desk.view.choices(order, field.name)):
            return order
    return None


def answered_by(desk: SeatModel, key: Id) -> str:
    """The field of what is asked of a counter that a ship would answer; empty where it would not."""
    if desk.input_mode != ChooseMode.name or not desk.flies or desk.order is None:
        return ""
    fields = [one.name for one in desk.order.fields(desk.view.state)]
    return next((name for name in fields if any(one.value == key and not one.why_not for one in desk.choices(name))), "")


def choosing(order: Order | None) -> bool:
    """Is an order a choice among a few?"""
    return getattr(order, "input_mode", "") == ChooseMode.name
