"""The forecast: the fates of pieces by the end of the turn, and the state when ships may fire, as far as a side
knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from game.battle.dice_tree import FollowedDice, Tree, branch_of, may_concern, pieces_met
from game.battle.fates import TINY, UNKNOWN, Branch, Fallen, fate, in_play, leaves_of, likeliest
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import Slowly, at_once
from game.board.geometry import Point, off_line
from game.core.display import Risk
from game.core.forecast import Fate, Forecast
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem

# most branches followed for one piece's dice: at rest, and in a drag or for another side's piece
AT_REST, DRAGGING = 300, 100
NAMED = 2  # the number of others named whose dice may harm a piece
AT_ONCE = 10  # the number of pieces whose fates without dice are one step
TOGETHER, EACH = 600, 60  # most branches for all pieces, and for one of the asking side once those are used up


def foretelling(
    system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], only: Id = "", side: Id | None = None
) -> Slowly[Forecast]:
    """Work out `forecast` step by step. Pieces of `side` come first, because fewer branches may be left for others."""

    def played(dice: FollowedDice) -> Slowly[Branch]:
        return branch_of(RestOfTurn(system, state, orders, dice), dice)

    if only:
        tree = yield from Tree(system, state, orders, only, DRAGGING).explore()
        return Forecast({only: fate(only, tree.leaves, tree.tail)}, likeliest(tree.leaves).branch.firing)
    first = yield from played(FollowedDice({}))
    fates, usual, trees = dict[Id, Fate](), dict[str, Fallen](), list[Tree]()
    everybody, left = (*state.ships, *state.counters), TOGETHER
    for number, key in enumerate(sorted(everybody, key=lambda key: (key not in orders, state.owner(key) != side)), 1):
        if number % AT_ONCE == 0:
            yield
        if not in_play(state, key):
            continue
        leaves, tail = leaves_of(system, key, first), 0.0
        if any(may_concern(system, label, one) for one in pieces_met(state, orders, key) for label in first.faces):
            ours = side is None or state.owner(key) == side
            tree = yield from Tree(
                system, state, orders, key, max(EACH, min(AT_REST, left)) if ours else DRAGGING
            ).explore()
            trees.append(tree)
            leaves, tail, left = tree.leaves, tree.tail, left - tree.spent
            best = likeliest(leaves).branch.faces
            usual.update({label: faces for label, faces in best.items() if label in tree.labels})
        fates[key] = fate(key, leaves, tail)
    if usual:
        first = yield from played(FollowedDice(usual))
    whole = _with_others(system, (state, first.firing, first.end), fates, trees)
    return Forecast({key: whole[key] for key in everybody if key in whole}, first.firing, first.end.outcome)


def when_fired(system: RuleSystem, state: AnyState, orders: Mapping[Id, Order]) -> AnyState:
    """Return the state when ships may fire, with every die at its usual face: no branches are followed."""
    dice = FollowedDice({})
    return at_once(branch_of(RestOfTurn(system, state, orders, dice), dice)).firing


def _with_others(
    system: RuleSystem, states: Sequence[AnyState], fates: Mapping[Id, Fate], trees: Iterable[Tree]
) -> dict[Id, Fate]:
    """Return the fates with the effects of dice that were followed for others only, or not to their ends."""
    least, shares = dict[frozenset[Id], Tree](), {key: dict[Id, float]() for key in fates}
    for tree in sorted(trees, key=lambda one: one.tail):  # pieces that meet have the same dice
        least.setdefault(frozenset(tree.met), tree)
    for met_there, tree in least.items():
        near = _in_reach(system.reach, states, fates, met_there) if tree.tail else frozenset[Id]()
        for key in fates.keys() - met_there:
            if (share := _share(tree, fates[key], key in near)) > TINY:
                shares[key][tree.key] = share
    return {key: _with_tail(fates[key], states[0], parts) if parts else fates[key] for key, parts in shares.items()}


def _share(tree: Tree, fate: Fate, near: bool) -> float:
    """Return the share of branches of another piece's dice in which something befalls a piece that its own branches do
    not show. If the piece is `near`, the branches not followed count too."""
    known = {(fate.piece, risk.rule) for risk in fate.risks}
    # a risk that the piece runs in every branch depends on its own dice
    known |= frozenset.intersection(*(leaf.others for end, leaf in tree.leaves.items() if end.standing != UNKNOWN))
    return sum(
        leaf.alone
        for end, leaf in tree.leaves.items()
        if (near and end.standing == UNKNOWN) or any(one[0] == fate.piece for one in leaf.others - known)
    )


def _with_tail(fate: Fate, state: AnyState, shares: Mapping[Id, float]) -> Fate:
    """Return a fate with the unfollowed weight of others: `shares` by piece."""
    share = min(1.0, sum(shares.values()))
    whom = " or ".join(str(state.known_piece(key).name) for key in shares) if len(shares) <= NAMED else "others"
    told = Risk(whom, f"harmed by what befalls {whom}", 0.0, "note", most=share)
    return replace(fate, risks=(*fate.risks, told), unlikely_tail=min(1.0, fate.unlikely_tail + share))


def _in_reach(reach: float, states: Sequence[AnyState], keys: Iterable[Id], met: Iterable[Id]) -> frozenset[Id]:
    """Return the pieces that the loss of one of those that meet may harm, directly or through another loss. `reach` is
    in units of the board."""
    found = new = frozenset(met)
    ways = {key: [piece.at for state in states if (piece := state.piece(key))] for key in {*keys, *found}}
    while reach and new:
        new = frozenset(key for key in ways.keys() - found if any(_gap(ways[key], ways[one]) <= reach for one in new))
        found |= new
    return found


def _gap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Return the least distance between the place of one piece and the path of the other, either way round."""
    pairs = ((one, other), (other, one))
    return min(off_line(place, a, b) for places, way in pairs for place in places for a, b in pairwise((way[0], *way)))
