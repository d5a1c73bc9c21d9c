"""The forecast: the fates of pieces by the end of the turn, and the state when ships may fire, as far as a seat can
tell."""

from __future__ import annotations

from collections.abc import Mapping

from game.battle.dice_tree import FollowedDice, Tree, branch_of, may_concern, met
from game.battle.fates import Branch, Fallen, fate, in_play, leaves_of, likeliest
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import Slowly
from game.core.forecast import Fate, Forecast
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem

# most branches followed for the dice of one piece; for one of another side as in a drag
AT_REST, DRAGGING = 300, 100
TOGETHER, EACH = 600, 60  # most for all pieces, and for one of the asking side once those are used up


def foretelling(
    system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], only: Id = "", side: Id | None = None
) -> Slowly[Forecast]:
    """Work out `forecast` step by step; pieces of a side come before others, for which fewer branches may be left."""

    def played(dice: FollowedDice) -> Slowly[Branch]:
        return branch_of(RestOfTurn(system, state, orders, dice), dice)

    if only:
        tree = yield from Tree(system, state, orders, only, DRAGGING).explored()
        return Forecast({only: fate(only, tree.leaves, tree.tail)}, likeliest(tree.leaves).branch.firing)
    first = yield from played(FollowedDice({}))
    fates, usual = dict[Id, Fate](), dict[str, Fallen]()
    everybody, left = (*state.ships, *state.counters), TOGETHER
    for key in sorted(everybody, key=lambda key: (key not in orders, state.owner(key) != side)):
        if not in_play(state, key):
            continue
        leaves, tail = leaves_of(system, key, first), 0.0
        if any(may_concern(system, label, one) for label in first.faces for one in met(state, orders, key)):
            ours = side is None or state.owner(key) == side
            tree = yield from Tree(
                system, state, orders, key, max(EACH, min(AT_REST, left)) if ours else DRAGGING
            ).explored()
            leaves, tail, left = tree.leaves, tree.tail, left - tree.spent
            best = likeliest(leaves).branch.faces
            usual.update({label: faces for label, faces in best.items() if label in tree.labels})
        fates[key] = fate(key, leaves, tail)
    if usual:
        first = yield from played(FollowedDice(usual))
    fates = {key: fates[key] for key in everybody if key in fates}
    return Forecast(fates, first.firing, first.end.outcome)
