"""The forecast: the fates of pieces by the end of the turn, and the state when ships may fire, as far as a seat can tell."""

from __future__ import annotations

from collections.abc import Mapping

from game.battle.dice_tree import FollowedDice, Tree, branch_of, concerns
from game.battle.fates import Branch, Faces, fate, in_play, leaves_of, likeliest
from game.battle.rest_of_turn import RestOfTurn
from game.core.forecast import Fate, Forecast
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem

AT_REST, DRAGGING = 300, 100  # branches of the dice of one piece that are followed at most


def forecast(system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], only: Id = "") -> Forecast:
    """The rest of this turn on a copy of a state, with these orders; only the dice of one piece are followed, if it is named."""

    def played(dice: FollowedDice) -> Branch:
        return branch_of(RestOfTurn(system, state, orders, dice), dice)

    if only:
        tree = Tree(system, state, orders, only, DRAGGING)
        return Forecast({only: fate(only, tree.leaves, tree.tail)}, likeliest(tree.leaves).branch.firing)
    first = played(FollowedDice({}))
    fates, usual = dict[Id, Fate](), dict[str, Faces]()
    for key in (*state.ships, *state.counters):
        if not in_play(state, key):
            continue
        mine = [label for label in first.faces if concerns(system, label, key)]
        leaves, tail = leaves_of(system, key, first), 0.0
        if mine:
            tree = Tree(system, state, orders, key, AT_REST)
            leaves, tail = tree.leaves, tree.tail
            best = likeliest(leaves).branch.faces
            usual.update({label: faces for label, faces in best.items() if concerns(system, label, key)})
        fates[key] = fate(key, leaves, tail)
    return Forecast(fates, (played(FollowedDice(usual)) if usual else first).firing)
