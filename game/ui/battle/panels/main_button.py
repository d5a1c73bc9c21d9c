"""What the main button says: what is still to do, what it will do, and why it cannot; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.board.boards import board_of
from game.core.orders import Illegal, Order, Unreadable
from game.ui.battle.orders.choice_panel import choosing
from game.ui.render.text import minus
from game.ui.session.scenes import idling
from game.ui.session.seat_flow import SeatFlow
from game.ui.session.seat_model import DAMAGED, SeatModel


@dataclass(frozen=True, slots=True)
class Main:
    """Label, second line, and what a press does: give an order, or a command of the screen.

    `sure` wants a second press; `brief` is the second line where there is little room.
    """

    label: str
    sub: str = ""
    order: Order | None = None
    command: str = ""
    why_not: str = ""
    rule: str = "table/phases"
    sure: bool = False
    brief: str = ""


def names_of(desk: SeatModel, keys: tuple[str, ...], most: int = 2) -> str:
    """`Plover`, `Plover and Halyard`, `5 ships`."""
    if len(keys) > most:
        return f"{len(keys)} ships"
    names = desk.view.state.names
    return " and ".join(names.get(key, key) for key in keys)


def main_button(desk: SeatModel, flow: SeatFlow, showing: bool, past: bool) -> Main:
    """The button for the moment the battle is in."""
    if past:
        return Main("Back to now", "this moment is past", command="now")
    if showing:
        return Main("Skip", "show me where it ends", command="skip")
    if flow.result:
        return after_result(desk, flow)
    if desk.view.state.outcome:
        return Main("The battle is over", "look back, save or leave", command="ending")
    if desk.prompt is None:
        return waiting(desk, flow)
    if desk.gesture == "plot":
        return lock(desk, flow) if desk.view.phase.secret else in_turn(desk)
    if desk.gesture == "choose" and desk.view.phase.secret:
        return lock(desk, flow)
    if desk.gesture == "fire":
        return fire(desk)
    if desk.gesture == "assign":
        return repair(desk)
    if desk.gesture == "choose":
        return answer(desk)
    return idle(desk, "Go on")


def waiting(desk: SeatModel, flow: SeatFlow) -> Main:
    """Somebody else decides."""
    prompt = flow.prompt_after()
    name = desk.view.state.sides[prompt.side].name if prompt else "nobody"
    return Main(f"{name} decides", "wait a moment", why_not="it is not your turn")


def after_result(desk: SeatModel, flow: SeatFlow) -> Main:
    """After a roll: go on, and who follows."""
    state = desk.view.state
    if flow.battle.state.outcome:
        return Main("Go on", "see how it ended", command="go on")
    prompts = flow.battle.prompts()
    shown = flow.result.events[0] if flow.result and flow.result.events else None
    same = shown is not None and (shown.turn, shown.phase) == (flow.battle.state.turn, flow.battle.phase.number)
    if not prompts or not same:
        name = flow.battle.phase.name
        return Main("Go on", f"{name}, turn {flow.battle.state.turn}" if flow.battle.phase.secret else name, command="go on")
    after = state.sides[prompts[0].side].name
    if desk.gesture == "fire":
        return Main("Next ship fires", f"{after} is next", command="go on")
    return Main("Go on", f"{after} still has to decide", command="go on")


def word(desk: SeatModel, text: str) -> Order | None:
    """An order of the whole side, if the phase takes such a word."""
    try:
        order = desk.view.read(desk.side, text)
    except Unreadable:
        return None
    return order if desk.view.why_not(order) is None else None


def idle_order(desk: SeatModel) -> Order | None:
    """The order that means: nothing more from me."""
    prompt, rest = desk.prompt, desk.view.phase.idle
    return rest(desk.view.state, prompt) if prompt and rest else None


def passing(desk: SeatModel) -> Order | None:
    """The same said for all ships of the side at once, where several are asked for a choice among a few."""
    rest = idle_order(desk)
    if desk.gesture != "choose" or desk.view.phase.secret or rest is None or len(desk.waiting) < 2:
        return None
    return word(desk, str(rest))


def idle(desk: SeatModel, label: str, sub: str = "", sure: bool = False) -> Main:
    """Nothing more from this side."""
    order = idle_order(desk)
    fault: Illegal | None = desk.view.why_not(order) if order else None
    return Main(label, sub, order, why_not=fault.why if fault else "", rule=fault.rule if fault else "table/phases", sure=sure)


def lock(desk: SeatModel, flow: SeatFlow) -> Main:
    """Secret orders are locked, or opened again."""
    if desk.locked:
        if flow.others():
            other = desk.view.state.sides[flow.others()[0]].name
            return Main(f"Hand over to {other}", "your orders are locked", command="hand over")
        return Main("Unlock orders", "until all are locked", word(desk, "unlock"))
    waiting = tuple(key for key in desk.waiting if key not in desk.hands)
    if desk.gesture == "choose":
        return idle(desk, "Lock orders", declared(desk))
    if not waiting:
        held = tuple(desk.hands)
        return idle(desk, "Lock orders", f"{names_of(desk, held)} in hand is sealed with them" if held else "every ship has one")
    one = len(waiting) == 1
    goes = idling(desk, waiting[0]) if one else "go on as they are"
    sub = f"{names_of(desk, waiting)} {'has none: it' if one else 'have none: they'} {goes}"
    return replace(idle(desk, "Lock orders", sub, sure=True), brief=f"{len(waiting)} without an order")


def declared(desk: SeatModel) -> str:
    """What a side's ships have chosen to do, with what it risks; those that have not said do nothing out of the way."""
    state = desk.view.state
    chosen = [order for key, order in state.sealed.items() if key in state.ships and order != type(order)(key)]
    said = []
    for order in chosen:
        chances = [f"{one.words} {100 * one.chance:.0f} %" for one in desk.view.risks(order)]
        said.append(f"{names_of(desk, (order.by,))}: " + ", ".join((str(order), *chances)))
    return "; ".join(said) or "nobody declares anything"


def in_turn(desk: SeatModel) -> Main:
    """Moves in the open, one by one: what the chosen one has in hand is carried out, or she goes on as she does by herself."""
    key = desk.chosen if desk.askable(desk.chosen) else next(iter(desk.waiting), "")
    order, state = desk.order_of(key), desk.view.state
    if order is None:
        return idle(desk, "Go on")
    name, held = names_of(desk, (key,)), key in desk.hands
    fault = desk.view.why_not(order)
    why, rule = (fault.why, fault.rule) if fault else ("", "table/phases")
    if order.asks(state):
        at, board = desk.view.pose(order).at, board_of(state.table)
        there = f"to hex {board.label(at)}" if board.cells else f"to {at[0]:g}, {at[1]:g}"
        sub = there + ("" if held else ", if you choose no other")
        return Main(f"{name}: {order}", sub, order, why_not=why, rule=rule, brief=there)
    if held:
        risks, pose = desk.view.risks(order), desk.pose_of(key) if key in state.counters else None
        there = board_of(state.table).label(pose.at) if pose else ""
        what = f"to hex {there}" if there else minus(str(order))
        sub = ": ".join((what, *(f"{one.words} {100 * one.chance:.0f} %" for one in risks[:1])))
        lost = any(one.tone == "bad" and one.chance >= 1 for one in risks)
        return Main(f"{order.verb or 'Move'} {name}", sub, order, why_not=why, rule=rule, sure=lost, brief=minus(str(order)))
    goes = idling(desk, key).partition(",")[0]
    return Main(f"{name} {goes}", "without an order of its own", order, why_not=why, rule=rule, sure=True)


def answer(desk: SeatModel) -> Main:
    """What is chosen is done; where nothing is, the ship in hand (or the first that is asked) does nothing."""
    held, state = desk.order, desk.view.state
    if held is None:
        name = names_of(desk, desk.waiting[:1])
        return idle(desk, f"{name} does nothing", "or choose a ship")
    name, fault = state.piece(held.by).name, desk.fault()
    idles = held == type(held)(held.by)
    label = f"{name} does nothing" if idles else f"{name}: {held}"
    sub = held.asks(state) if idles else "; ".join(f"{one.words} {100 * one.chance:.0f} %" for one in desk.risks())
    return Main(
        label, sub, held, why_not=fault.why if fault else "", rule=fault.rule if fault else "table/phases",
        brief=held.asks(state).partition(":")[0] if idles else "",
    )  # fmt: skip


def fire(desk: SeatModel) -> Main:
    """Roll for the guns picked, or hold fire."""
    order: Any = desk.order
    state = desk.view.state
    if order is None:
        return Main(
            "Choose a ship to fire",
            f"{names_of(desk, desk.waiting)} may",
            why_not="choose one of your ships",
            rule="table/firing",
        )
    name = state.ships[order.by].name
    fault = desk.fault()
    if choosing(order):
        return answer(desk)
    if order.shots:
        targets = tuple(dict.fromkeys(shot.target for shot in order.shots))
        guns = f"{len(order.shots)} gun{'s' * (len(order.shots) != 1)}"
        return Main(
            f"Roll {guns}", f"{name} at {names_of(desk, targets)}", order, why_not=fault.why if fault else "",
            rule=fault.rule if fault else "table/firing",
        )  # fmt: skip
    return Main("Hold fire", f"{name} does not fire this turn", order, why_not=fault.why if fault else "", sure=bears(desk))


def bears(desk: SeatModel) -> bool:
    """Could the chosen ship hit anything?"""
    return any(shot.bears for other in desk.enemies() for shot in desk.shots(desk.chosen, other.id))


def repair(desk: SeatModel) -> Main:
    """Roll for the parties set to work, or end repairs."""
    order: Any = desk.order
    state = desk.view.state
    if order is not None and order.parties:
        count = sum(n for _, n in order.parties)
        fault = desk.fault()
        return Main(
            "Roll repairs", f"{state.ships[order.by].name}: {count} part{'y' if count == 1 else 'ies'} at work", order,
            why_not=fault.why if fault else "", rule=fault.rule if fault else "table/phases",
        )  # fmt: skip
    could = [key for key in desk.waiting if any(one.state in DAMAGED for one in desk.sheet(key).icons)]
    sub = f"{names_of(desk, tuple(could))} could still mend" if could else "nothing is left to mend"
    return idle(desk, "End repairs", sub, sure=bool(could))
