"""What the main button says: what is still to do, what it will do, and why it cannot; no part of the rules."""

from __future__ import annotations

from game.ui.input_modes.main import Main
from game.ui.input_modes.modes import mode_of
from game.ui.session.seat_flow import SeatFlow
from game.ui.session.seat_model import SeatModel


def main_button(model: SeatModel, flow: SeatFlow, showing: bool, past: bool) -> Main:
    """The button for the moment the battle is in."""
    if past:
        return Main("Back to now", "this moment is past", command="now")
    if showing:
        return Main("Skip", "show me where it ends", command="skip")
    if flow.result:
        return after_result(model, flow)
    if model.view.state.outcome:
        return Main("The battle is over", "look back, save or leave", command="ending")
    if model.prompt is None:
        return waiting(model, flow)
    return mode_of(model).main(model, flow.others())


def waiting(model: SeatModel, flow: SeatFlow) -> Main:
    """Somebody else decides."""
    prompts = flow.battle.prompts()
    name = model.view.state.sides[prompts[0].side].name if prompts else "nobody"
    return Main(f"{name} decides", "wait a moment", why_not="it is not your turn")


def after_result(model: SeatModel, flow: SeatFlow) -> Main:
    """After a roll: go on, and who follows."""
    state = model.view.state
    if flow.battle.state.outcome:
        return Main("Go on", "see how it ended", command="go on")
    prompts = flow.battle.prompts()
    shown = flow.result.events[0] if flow.result and flow.result.events else None
    same = shown is not None and (shown.turn, shown.phase) == (flow.battle.state.turn, flow.battle.phase.number)
    if not prompts or not same:
        name = flow.battle.phase.name
        return Main("Go on", f"{name}, turn {flow.battle.state.turn}" if flow.battle.phase.secret else name, command="go on")
    after = state.sides[prompts[0].side].name
    label, follows = mode_of(model).after
    return Main(label, follows.format(after), command="go on")
