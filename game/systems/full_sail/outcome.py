"""The end of a battle at sea, and the score of each side (sail/9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from game.core.orders import Id
from game.core.stakes import EDGES, Stakes, Worth, best_of, lead_of, turns_left
from game.core.state import Outcome
from game.systems.full_sail.sea.convoy import LEFT, convoy, gets_away, named_edges
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE = "sail/9"


def fights_on(ship: SailingShip) -> bool:
    """Return whether its side can still fight with a ship."""
    return ship.commanded and not ship.struck


def points_lost(ship: SailingShip) -> float:
    """Return the points that a ship's enemies score for it: all if it is lost or taken, half if half its hull is
    lost."""
    taken = ship.side != ship.built_for or ship.struck
    if taken or ship.zero or (not ship.in_play and ship.removed_reason != LEFT) or (ship.in_play and not ship.crew):
        return float(ship.design.points)
    return ship.design.points / 2 if 2 * ship.hull <= ship.design.hull else 0.0


def scores(state: SailState) -> tuple[tuple[Id, float], ...]:
    """Return the score of each side."""
    return tuple(
        (side, sum(points_lost(ship) for ship in state.ships.values() if ship.built_for != side))
        for side in state.sides
    )


def worth(state: SailState, key: Id) -> Worth:
    """Return the worth of a ship, in boxes of hull."""
    ship = state.ships[key]
    hull = ship.hull if ship.in_play or ship.removed_reason == LEFT else 0
    left = ship.copy()
    left.removed_reason = left.removed_reason or LEFT
    left.struck |= bool(partners(state, key))  # it cannot leave
    return Worth(
        float(ship.design.points),
        float(hull),
        float(ship.design.hull),
        scores=points_lost(ship),
        if_it_leaves=points_lost(left),
    )


def stakes(state: SailState, side: Id) -> Stakes:
    """Return the conditions under which a side wins. For a convoy they are the ships that can still escape, and how
    many are enough."""
    kind, lead = state.victory["kind"], lead_of(side, scores(state))
    found = Stakes(kind, turns_left(state), lead=lead)
    if kind != "convoy" or not (ships := convoy(state)):
        return found
    still = max(0, state.victory["enough"] - _count_escaped(state, ships))
    owner = ships[0].built_for
    hopes = [ship.id for ship in ships if _may_escape(ship, owner)]
    if side == owner:
        return replace(found, leave=dict.fromkeys(hopes, frozenset(named_edges(state)) or EDGES), enough=still)
    return replace(found, stop=frozenset(hopes), enough=max(0, len(hopes) - still + 1))


def _count_escaped(state: SailState, ships: Iterable[SailingShip]) -> int:
    return sum(ship.removed_reason == LEFT and gets_away(state, ship) for ship in ships)


def _may_escape(ship: SailingShip, side: Id) -> bool:
    return fights_on(ship) and ship.side == side


def _fighting(state: SailState) -> list[Id]:
    """Return the sides with a ship that can fight. This runs after every order, so it stops at the first such ship of
    each side."""
    found: set[Id] = set()
    for ship in state.ships.values():
        if ship.side not in found and fights_on(ship):
            found.add(ship.side)
            if len(found) == len(state.sides):
                break
    return [side for side in state.sides if side in found]


def judge(state: SailState, turn_over: bool) -> Outcome | None:
    """Return the result of the battle, or None. The last side that fights wins, or a convoy that has escaped, or after
    the last turn the side with more points."""
    fighting = _fighting(state)
    turns = state.victory["turns"]
    if state.victory["kind"] == "convoy" and (ended := _convoy(state, fighting)):
        return ended
    if len(fighting) < 2 and len(state.sides) > 1:
        winner = fighting[0] if fighting else ""
        return Outcome(winner, "the last that fights" if winner else "nobody fights on", RULE, scores(state))
    if not turn_over or not turns or state.turn < turns:
        return None
    if state.victory["kind"] == "last-side" and state.house["last_turn"] == "draw":
        return Outcome("", _over(turns), RULE, scores(state))
    return Outcome(best_of(scores(state)), _over(turns), RULE, scores(state))


def _over(turns: int) -> str:
    return f"{_turns(turns)} {'is' if turns == 1 else 'are'} over"


def _turns(turns: int) -> str:
    return f"{turns} turn{'' if turns == 1 else 's'}"


def _convoy(state: SailState, fighting: list[Id]) -> Outcome | None:
    """Return the result if the convoy has escaped, or no longer can; else None."""
    ships = convoy(state)
    if not ships:
        return None
    side, enough = ships[0].built_for, state.victory["enough"]
    if _count_escaped(state, ships) >= enough:
        return Outcome(side, f"{enough} of the convoy {'has' if enough == 1 else 'have'} got away", RULE, scores(state))
    if _count_escaped(state, ships) + sum(_may_escape(ship, side) for ship in ships) < enough:
        others = [one for one in fighting if one != side] or [one for one in state.sides if one != side]
        return Outcome(others[0] if others else "", "the convoy is lost", RULE, scores(state))
    return None


def objective(state: SailState) -> str:
    turns = state.victory["turns"]
    limit = f" within {_turns(turns)}" if turns else ""
    if state.victory["kind"] == "convoy":
        names = ", ".join(ship.name for ship in convoy(state))
        edges = f"the {' or '.join(named_edges(state))}" if named_edges(state) else "any"
        return f"{state.victory['enough']} of {names} must leave by {edges} edge of the table{limit}."
    if state.victory["kind"] == "points":
        return f"Sink, take or cripple more than you lose{limit}."
    if not turns:
        return "The last side that fights wins."
    decides = "points decide" if state.house["last_turn"] == "points" else "nobody wins"
    return f"The last side that fights wins; after turn {turns} {decides}."
