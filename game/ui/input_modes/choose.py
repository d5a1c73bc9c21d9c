"""Two input modes: orders with a few choices, and repair parties; no part of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.display import Odds, Pose
from game.core.events import Event
from game.core.orders import Choice, Field, Id, Order, Task
from game.ui.board.model.scene import Scene
from game.ui.input_modes.mode import InputMode, Main, Note, giving, idle, locked_button, marks_about, names_of, percent
from game.ui.input_modes.scenes import arcs, struck
from game.ui.render.theme import theme
from game.ui.seat.seat_model import DAMAGED, SeatModel


class ChooseMode(InputMode):
    """A question to a piece, answered in secret or openly."""

    name = "choose"
    chooses = by_piece = moves_on = opens_odds = True
    call = "Choose a ship to say what it does."

    def orders(self, model: SeatModel) -> bool:
        return model.order is not None

    def optional(self, model: SeatModel) -> bool:
        return model.view.phase.secret

    def scene(self, model: SeatModel, scene: Scene) -> Scene:
        plain = not model.order or not model.order.verb
        shown = super().scene(model, scene) if plain else scene.but(overlays=struck(model))
        if plain and (pose := turned_pose(model)) is not None:
            shown = shown.but(ghosts={model.chosen: pose}, overlays=(*arcs(model, pose), *struck(model)))
        overlays = (*shown.hand.overlays, *model.order_overlays(), *marks_about(model, model.chosen))
        return shown.but(focus=aimed_at(model), overlays=overlays)

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        if not model.view.phase.secret:
            return answer(model)
        return locked_button(model, others) if model.locked else idle(model, "Lock orders", declared_words(model))

    def odds(self, model: SeatModel) -> tuple[Odds, ...]:
        order = model.order
        found = model.view.odds(order) if order and not model.fault(order) else ()
        return found or super().odds(model)

    def foregone(self, model: SeatModel, key: Id) -> bool:
        return model.view.draft(key).confirms(model.view.state)

    def note(self, model: SeatModel, key: Id) -> Note:
        if not model.view.phase.secret:
            return Note()
        said = model.view.written.get(key)
        return (
            Note(model.briefly(said), "done", theme.palette.green)
            if said is not None and said != type(said)(key)
            else Note()
        )


def turned_pose(model: SeatModel) -> Pose | None:
    """Return the planned pose of the piece in hand, if its order turns it; None if not."""
    order = model.order
    if order is None or model.fault(order):
        return None
    pose = model.known("turned", order, ask=lambda: model.view.pose(order))
    return pose if pose.facing != model.view.state.known_piece(order.by).facing else None


def aimed_at(model: SeatModel) -> Event | None:
    """Return the log line that makes the question necessary: an attack on the ship."""
    last = model.view.log[-1] if model.view.log else None
    if last is None or last.who in model.view.state.counters:
        return None  # groups and missiles have arrows of their own
    return last if last.line and model.chosen in model.waiting and last.who else None


def declared_words(model: SeatModel) -> str:
    """Return the choices of a side's ships so far, with their risks. A ship without one does nothing unusual."""
    state = model.view.state
    chosen = [order for key, order in model.view.written.items() if state.piece(key) and order != type(order)(key)]
    named = {one.by: f"{names_of(model, (one.by,))}: {model.briefly(one)}" for one in chosen}
    said = [", ".join((named[one.by], *map(percent, model.view.risks(one)))) for one in chosen]
    return "; ".join(said) or ("nobody has a plan: all hold" if model.view.phase.plans else "nobody declares anything")


def answer(model: SeatModel) -> Main:
    """Return the button that carries out the choice. Without one, the ship in hand or the first asked does nothing."""
    held, state = model.order, model.view.state
    if held is None:
        name, idler = names_of(model, model.waiting[:1]), first_asked(model)
        passes, asks = (idler.idle_verb, idler.prompt_text(state)) if idler else (Order.idle_verb, "")
        return idle(model, f"{name} {passes}", asks or "or choose a ship", brief=asks.partition(":")[0])
    name, meant = state.known_piece(held.by).name, state.known_piece(held.object_of_verb).name
    asks = held.prompt_text(state)
    idles = held == type(held)(held.by)
    label = (
        f"{name} {held.idle_verb}"
        if idles
        else f"{held.verb} {meant}"
        if held.verb
        else f"{name}: {model.in_words(held)}"
    )
    # muted ones are results that may happen, not dangers
    risks = [one for one in model.risks() if one.tone not in ("muted", "cannot")]
    sub = asks if idles else "; ".join(f"{one.what} {percent(one)}" if held.verb else percent(one) for one in risks)
    first = next(iter(risks), None)
    least = f"{first.what} {percent(replace(first, words=first.brief or first.words))}" if held.verb and first else ""
    sure = model.once("confirms", held, ask=lambda: held.confirms(state))
    if idles and sure and (lost := [one for one in risks if one.tone == "bad"]):
        sub = asks = ", ".join(map(percent, lost))
    return giving(model, held, label, sub, sure=sure, brief=asks.partition(":")[0] if idles else least)


def first_asked(model: SeatModel) -> Order | None:
    """Return an order by which the first asked piece does nothing; None if nobody is asked."""
    return model.view.draft(model.waiting[0]) if model.waiting else None


def beside(model: SeatModel) -> Order | None:
    """Return an optional order of the chosen ship before the one that it must give, in hand or new, if it is a choice
    among a few. None if no value of it would be accepted."""
    held = model.drafts.get(model.chosen)
    return held if choosing(held) else model.known("beside", model.chosen, ask=partial(_beside, model))


def _beside(model: SeatModel) -> Order | None:
    if model.input_mode != "fire" or not model.askable(model.chosen):
        return None
    for order in (
        kind(model.chosen) for kind in model.view.phase.accepts if getattr(kind, "input_mode", "") == ChooseMode.name
    ):
        fields = order.fields(model.view.state)
        if any(not one.why_not for field in fields for one in model.view.choices(order, field.name)):
            return order
    return None


def answered_by(model: SeatModel, key: Id) -> str:
    """Return the field of the order that a click on a piece would fill, an empty one first; empty if there is none."""
    order = model.order
    if model.input_mode != ChooseMode.name or order is None:
        return ""
    fields = sorted((one.name for one in order.fields(model.view.state)), key=lambda name: bool(order.value(name)))
    return next(
        (name for name in fields if any(one.value == key and not one.why_not for one in model.choices(name))), ""
    )


def target_field(model: SeatModel) -> tuple[str, list[Id]]:
    """Return the one field of the order in hand that names an enemy, and the enemies that it may name. A moving order
    has one only while the player picks or has named an enemy, because to look at the odds of a plot is not to ram or
    grapple. Empty if several fields name enemies."""
    order, state = model.order, model.view.state
    if order is None or model.input_mode == "fire":
        return "", []
    found = dict[str, list[Id]]()
    for name in (field.name for field in order.fields(state)):
        if choosing(order) or model.flies or order.value(name) or model.picking == name:
            values = [one.value for one in model.choices(name) if not one.why_not and isinstance(one.value, str)]
            if foes := [key for key in values if state.piece(key) and state.owner(key) != model.side]:
                found[name] = foes
    return next(iter(found.items())) if len(found) == 1 else ("", [])


def toggle_buttons(model: SeatModel, order: Order, field: Field) -> list[tuple[tuple[str, ...], Choice]]:
    """Return the buttons of a field of toggles: the keys that each is about, and the choice it makes. If there are
    several keys, the first button sets all and the next none. The others add or remove one key."""
    values = model.once("answers", order, field.name, ask=partial(model.view.choices, order, field.name))
    choices = {keys_of(one.value): one for one in values}
    every, now = max(choices, key=len), keys_of(order.value(field.name))
    changed = [((key,), tuple(one for one in every if (one in now) != (one == key))) for key in every]
    whole = [(every, every)] if len(every) > 1 else []
    return [(keys, choices[value]) for keys, value in (*whole, ((), ()), *changed)]


def answers(model: SeatModel, order: Order, field: Field) -> list[Choice]:
    """Return the values of the buttons of a field, in order."""
    return (
        [one for _, one in toggle_buttons(model, order, field)]
        if field.shape == "toggles"
        else model.choices(field.name)
    )


def keys_of(value: object) -> tuple[str, ...]:
    """Return the keys in the value of a field of toggles."""
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def choosing(order: Order | None) -> bool:
    """Return whether an order is a choice among a few."""
    return getattr(order, "input_mode", "") == ChooseMode.name


class AssignMode(InputMode):
    """The choice of the lost systems that a crew repairs."""

    name = "assign"
    assigns = by_piece = True
    call = "Choose a ship whose crew shall mend something."
    acted = ("tried", "done")

    def orders(self, model: SeatModel) -> bool:
        return model.mine(model.chosen)

    def picked(self, model: SeatModel) -> bool:
        return bool(at_work(model))

    def foregone(self, model: SeatModel, key: Id) -> bool:
        return bool(tasks(model, key))

    def note(self, model: SeatModel, key: Id) -> Note:
        broken = sum(one.state in DAMAGED for one in model.sheet(key).icons)
        if key in model.waiting:
            if count := len(tasks(model, key)) or broken:
                return Note(f"{count} to mend", "todo", theme.palette.yellow)
            return Note("nothing to mend", "", theme.palette.faint)
        acted = key in model.view.state.acted
        return (
            self.acted_note(model, key) if acted else Note(f"{broken} lost" if broken else "", "", theme.palette.muted)
        )

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        """Return the button that rolls for all repair parties of the side, or ends repairs."""
        orders = at_work(model)
        if not orders:
            could = tuple(key for key in model.waiting if tasks(model, key))
            sub = f"{names_of(model, could)} could still mend" if could else "nothing is left to mend"
            brief = f"{len(could)} ships could still mend" if len(could) > 1 else ""
            return idle(model, "End repairs", sub, sure=bool(could), brief=brief)
        count = sum(n for order in orders for _, n in order.at_work)
        unit = orders[0].meter(model.view.state).unit
        brief = f"{count} {'party' if (count, unit) == (1, 'parties') else unit} at work"
        sub = f"{names_of(model, tuple(order.by for order in orders))}: {brief}"
        without = [key for key in model.waiting if key not in {order.by for order in orders}]
        sub += f"; {names_of(model, tuple(without))}: none" if without else ""
        fault = next((found for order in orders if (found := model.view.why_not(order))), None)
        why, rule = (fault.why, fault.rule) if fault else ("", "table/phases")
        return Main("Roll repairs", sub, why_not=why, rule=rule, orders=orders, brief=brief)


def at_work(model: SeatModel) -> tuple[Order, ...]:
    """Return the orders in hand of asked ships with parties at work."""
    held = (model.drafts.get(key) for key in model.waiting)
    return tuple(order for order in held if order is not None and order.at_work)


def tasks(model: SeatModel, key: Id) -> tuple[Task, ...]:
    """Return the possible repair tasks of a ship; none if it is not asked."""
    order = model.order_of(key)
    return model.known("tasks", key, ask=lambda: order.tasks(model.view.state)) if order is not None else ()
