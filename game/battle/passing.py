"""Ships and counters that can do nothing are passed over: by an ordinary order that the table gives, and a save keeps.

A replay plays what was written down and never asks here. Nothing is passed over in secret, nor where the house rule asks all.
"""

from __future__ import annotations

from game.battle.battle import Battle
from game.core.orders import Order, Prompt, Unreadable


def passed_over(battle: Battle) -> Order | None:
    """The order by which a side goes on that is asked now and can do nothing, as far as it knows; None where it can, or must say.

    It is asked again after every order, so a side that waits keeps its turn for as long as one of its pieces can do anything.
    """
    if battle.phase.secret or battle.state.house.get("ask_every_ship"):
        return None
    for prompt in battle.prompts():
        view = battle.glance(prompt.side)
        if prompt.waiting and all(view.idles_only(key) for key in prompt.waiting):
            later = any(side == prompt.side and key not in prompt.waiting for side, key in view.turns())
            return rest_pass(battle, prompt, whole=not later)
    return None


def rest_pass(battle: Battle, prompt: Prompt, whole: bool = True) -> Order | None:
    """The order by which nothing that waits acts: of its `whole` side, or else of the first that waits; None if there is none."""
    if battle.phase.idle is None:
        return None
    order = battle.phase.idle(battle.state, prompt)
    try:
        shared = battle.read(prompt.side, str(order)) if whole else order
    except Unreadable:
        shared = order
    return next((one for one in (shared, order) if battle.why_not(one) is None), None)
