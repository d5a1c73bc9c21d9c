"""The end of a battle, and the score of each side (power/1)."""

from __future__ import annotations

from game.core.orders import Id
from game.core.stakes import Stakes, Worth, best_of, lead_of, scores_by_loss, turns_left
from game.core.state import Outcome
from game.rules.outcome.on_the_way import goes_on, waits
from game.systems.power_hex.combat.damage import DESTROYED
from game.systems.power_hex.movement.hangars import ABOARD
from game.systems.power_hex.orders.launch_order import FLYING
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/1"


def fights_on(ship: PowerShip) -> bool:
    """Return whether its side still fights with it. Neither a flight alone nor a ship without command counts."""
    return not ship.flight and ship.commanded


def structure_left(ship: PowerShip) -> float:
    """Return the share of a ship's structure, or of a flight's fighters, that is left."""
    if ship.design.fighters:
        return ship.craft_left / ship.design.fighters.count
    built = sum(one.structure for one in ship.design.sections)
    return sum(ship.structure(one.name) for one in ship.design.sections) / built


def points_lost(state: PowerState, ship: PowerShip) -> float:
    """Return the points that its enemies score for it: all if it is lost, half if half its structure is. A flight
    aboard is lost with its carrier."""
    carrier = state.ships.get(ship.carrier)
    safe = ship.removed_reason == ABOARD and (carrier is None or carrier.in_play)
    if not ship.in_play and not safe:
        return float(ship.design.points)
    return ship.design.points / 2 if structure_left(ship) <= 0.5 else 0.0


def scores(state: PowerState) -> tuple[tuple[Id, float], ...]:
    """Return the score of each side."""
    return scores_by_loss(state.sides, ((ship.side, points_lost(state, ship)) for ship in state.ships.values()))


def worth(state: PowerState, key: Id) -> Worth:
    """Return the worth of a ship or flight, in boxes of structure and systems or in fighters, as in the odds."""
    ship = state.ships[key]
    design = ship.design
    if design.fighters:
        left, of = ship.craft_left, design.fighters.count
    else:
        left = ship.hull + sum(map(ship.boxes_left, design.mounts))
        of = sum(one.structure for one in design.sections) + sum(one.boxes for one in design.mounts)
    left = 0 if ship.removed_reason == DESTROYED else left
    return Worth(float(design.points), float(left), float(of), scores=points_lost(state, ship))


def stakes(state: PowerState, side: Id) -> Stakes:
    """Return the conditions under which a side wins: to be the last, or points."""
    return Stakes(state.victory["kind"], turns_left(state), lead=lead_of(side, scores(state)))


def judge(state: PowerState, turn_over: bool) -> Outcome | None:
    """Return the result of the battle, or None. The last side that fights wins; after the last round the side with more
    points, or nobody."""
    fighting = [side for side in state.sides if any(fights_on(ship) for ship in state.fleet(side))]
    turns = state.victory["turns"]
    if len(fighting) < 2 and len(state.sides) > 1 and not any(_threatened(state, side) for side in fighting):
        winner = fighting[0] if fighting else ""
        return Outcome(winner, "the last that fights" if winner else "nobody fights on", RULE, scores(state))
    if not turn_over or not turns or state.turn < turns:
        return None
    if state.victory["kind"] == "last-side" and state.house["last_turn"] == "draw":
        return Outcome("", f"{turns} rounds are over", RULE, scores(state))
    best, ranked = best_of(scores(state)), sorted(scores(state), key=lambda one: -one[1])
    return Outcome(best, "more points" if best else "equal on points", RULE, tuple(ranked))


def _threatened(state: PowerState, side: Id) -> bool:
    """Return whether ballistic weapons in flight, or flights without a ship, can still harm the last side that
    fights."""
    if not goes_on(state):
        return False
    struck = (state.ships[one.shot.target] for one in FLYING.of(state) if state.owner(one.shot.firer) != side)
    if any(ship.in_play and ship.side == side for ship in struck):
        return True
    return any(ship.flight and ship.in_play and ship.side != side for ship in state.ships.values()) and waits(state)


def objective(state: PowerState) -> str:
    turns = state.victory["turns"]
    if state.victory["kind"] == "points":
        return f"More points after round {turns}." if turns else "More points."
    if not turns:
        return "The last side that fights wins."
    decides = "points decide" if state.house["last_turn"] == "points" else "nobody wins"
    return f"The last side that fights wins; after round {turns} {decides}."
