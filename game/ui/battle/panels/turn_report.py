"""The interface between the panels of a battle and the turn flow, and the words of the main button; no part of the
rules."""

from __future__ import annotations

from typing import Protocol

from game.core.display import Sheet
from game.core.events import Event
from game.core.orders import Id
from game.rules.turn.plans import RULE
from game.seating.outcomes import Result
from game.seating.seat_flow import SeatFlow
from game.seating.thinking import ComputerThinking
from game.ui.input_modes.choose import declared_words
from game.ui.input_modes.mode import Main, names_of
from game.ui.input_modes.modes import mode_of
from game.ui.seat.seat_model import SeatModel


class TurnReport(Protocol):
    """The words of the main button, and the results of the last order."""

    befores: dict[Id, Sheet]  # sheets before the film
    after: SeatModel | None  # the model of the result

    @property
    def main(self) -> Main: ...

    @property
    def phase_shown(self) -> int:
        """The printed number of the phase in the film, or 0 for that of the view."""

    @property
    def turn_shown(self) -> int:
        """The turn in the film, or else that of the view."""

    @property
    def visible_log(self) -> tuple[Event, ...] | None:
        """The lines of the log that the film has reached; None for all."""

    @property
    def newest_log(self) -> tuple[Event, ...] | None:
        """The lines of the log up to the newest throw that is still."""

    @property
    def hits(self) -> Result | None:
        """The attack in the film, by others; None while nothing is hit."""

    @property
    def befores_of_hits(self) -> dict[Id, Sheet]:
        """The sheets before that attack."""

    @property
    def struck_sheets(self) -> dict[Id, Sheet]:
        """The sheets after the part of the attack that has been shown; empty once it has ended."""

    @property
    def playing(self) -> bool:
        """Return whether a film is being shown."""

    @property
    def pondering(self) -> ComputerThinking | None:
        """The thinking of a computer player that takes long enough to be shown."""

    @property
    def repeatable(self) -> bool:
        """Return whether there is a movement that could be shown again."""

    @property
    def struck(self) -> float:
        """The share of the film's damage that has been shown, 0 to 1."""

    @property
    def popped(self) -> float:
        """The share of the result's crossed boxes that have popped, 0 to 1."""


def main_button(model: SeatModel, flow: SeatFlow, showing: bool, past: bool) -> Main:
    """Return the main button for the present moment."""
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


def standing_orders(model: SeatModel, planning: bool, seen: bool) -> Main | None:
    """Return the button that leads to standing orders once all moves are written, unless these have been `seen`, or the
    one that leads back to the moves; None where neither is due."""
    if planning:
        return Main("Back to the moves", declared_words(model), command="standing", rule=RULE)
    lacking = model.view.unplanned
    if seen or model.locked or not lacking or model.next_waiting():
        return None
    hold = f"{names_of(model, lacking)} without: {'hold' if len(lacking) > 1 else 'holds'}"
    return Main("Standing orders", hold, command="standing", rule=RULE)


def passing(model: SeatModel) -> Main:
    """Return the question whether a side's other pieces should do nothing in the phase."""
    mode = mode_of(model)
    able = tuple(key for key in model.waiting if mode.foregone(model, key)) or model.waiting
    return Main(
        "Lock orders" if model.view.phase.secret else "The rest hold fire" if mode.fires else "None of mine",
        f"{names_of(model, able)} could still act",
        command="pass",
        sure=True,
    )


def waiting(model: SeatModel, flow: SeatFlow) -> Main:
    """Return the button while another player decides."""
    computer = flow.match.next_prompt()
    prompts = (computer, *flow.battle.prompts())
    name = next((model.view.state.sides[one.side].name for one in prompts if one), "nobody")
    does = "writing its orders" if model.view.phase.secret else "deciding"
    why = f"the computer is still {does}" if computer else "it is not your turn"
    return Main(f"{name} decides", "wait a moment", why_not=why)


def after_result(model: SeatModel, flow: SeatFlow) -> Main:
    """Return the button after a roll, which names the player who follows."""
    state = model.view.state
    if flow.battle.state.outcome:
        return Main("Go on", "see how it ended", command="go on")
    prompts = flow.battle.prompts()
    shown = flow.result.events[0] if flow.result and flow.result.events else None
    same = shown is not None and (shown.turn, shown.phase) == (flow.battle.state.turn, flow.battle.phase.number)
    left = sum(one.state != "done" for one in flow.battle.system.queue(flow.battle.state))
    if left:
        return Main("Go on", f"{left} shot{'s' * (left != 1)} still to come", command="go on")
    if not prompts or not same:
        phase, turn = flow.battle.phase, flow.battle.state.turn
        begins = phase.secret or (shown is not None and shown.turn != turn)
        said = f"{phase.name}, {flow.battle.system.turn_word} {turn}" if begins else phase.name
        return Main("Go on", said, command="go on")
    after = state.sides[prompts[0].side].name
    label, follows = mode_of(model).after
    return Main(label, follows.format(after), command="go on", brief=after)
