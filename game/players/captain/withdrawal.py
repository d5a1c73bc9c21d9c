"""Decide when a side should withdraw: when its ships would be destroyed, and ships that leave cost fewer points."""

from __future__ import annotations

import math

from game.battle.slowly import Slowly
from game.core.state import Piece
from game.players.captain.lookout import Lookout
from game.players.captain.styles import Style
from game.players.player import Withdrawal

HOPELESS = 0.2  # share of the enemy's strength below which none of 50 sides won in battles between other players
BEARS = 0.5  # share of its firepower that a ship can use in a turn
BY_POINTS = ("last-side", "points")  # kinds of victory that are decided or scored by the points of ships


def withdrawal(lookout: Lookout, style: Style) -> Slowly[Withdrawal | None]:
    """Compute the reasons for withdrawing; None if the side fights on. By Lanchester's square law, a fight to the end
    destroys the weaker side, and a share of 1 - sqrt(1 - strength) of the stronger one."""
    view, own, foes = lookout.view, lookout.mine, lookout.foes
    stakes = view.stakes(lookout.side)
    if stakes.kind not in BY_POINTS or stakes.lead >= 0 or not own or not foes:
        return None
    leaving = [view.worth(one.id).if_it_leaves for one in own]
    if None in leaving:
        return None
    ours, theirs = 0.0, 0.0
    for one in own:
        for foe in foes:
            ours += lookout.firepower(one.id, foe.id) / len(foes)
            yield
            theirs += lookout.firepower(foe.id, one.id) / len(own)
            yield
    boxes, others = _boxes(lookout, own), _boxes(lookout, foes)
    strength = boxes * ours / max(1e-9, others * theirs)
    turns = boxes / max(1e-9, BEARS * theirs)
    if strength >= HOPELESS * style.taken or turns > (stakes.turns_left or math.inf):
        return None
    dealt = (1 - math.sqrt(1 - strength)) * _at_stake(lookout, foes)
    stays = _at_stake(lookout, own) - dealt / style.taken
    leaves = sum(points or 0.0 for points in leaving) - sum(view.worth(one.id).scores for one in own)
    return Withdrawal(strength, stays, leaves) if leaves < stays and not _more_to_come(lookout) else None


def _more_to_come(lookout: Lookout) -> bool:
    """Return whether a side has ships that may still arrive, or pieces in flight or to launch."""
    state, side = lookout.state, lookout.side
    absent = (key for key, ship in state.ships.items() if ship.side == side and not ship.in_play)
    return (
        any(lookout.view.worth(key).scores == 0 for key in absent)
        or any(one.side == side and one.in_play for one in state.counters.values())
        or any(lookout.view.launches(one.id) for one in lookout.mine)
    )


def _boxes(lookout: Lookout, ships: list[Piece]) -> float:
    worths = [lookout.view.worth(one.id) for one in ships]
    return sum(max(0.0, one.boxes) + one.armour for one in worths)


def _at_stake(lookout: Lookout, ships: list[Piece]) -> float:
    """Return the points that the enemy can still score for ships."""
    worths = [lookout.view.worth(one.id) for one in ships]
    return sum(one.points - one.scores for one in worths)
