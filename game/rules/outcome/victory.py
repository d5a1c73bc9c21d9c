"""Victory: objectives, score, fleet morale (full-thrust-base/9.1 to 9.3).

The objective is the `victory` of the battle file: kind last-side, points, convoy or survive; `turns` the last turn;
`limit` the score that wins immediately (points) or how many ships are enough (convoy, survive); `ships`, `side` and
`edge` name the ships that must leave or survive; `loser_at` the share of its MASS whose loss makes a side withdraw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from game.core.events import Die, Event
from game.core.names import join_words, score_words
from game.core.orders import Id
from game.core.stakes import best_of, scores_by_loss
from game.core.state import Outcome, PhaseData, PieceData
from game.core.umpire import Umpire, at_least
from game.core.values import Data, House, words
from game.rules.outcome.on_the_way import threatened
from game.rules.ships.damage import ruin
from game.rules.ships.damage_control import plays_damage_control
from game.rules.ships.ship import CLOAKED, EDGE, Ship
from game.rules.ships.thrust_state import ThrustState, partly_known

ENDS, SCORE = "full-thrust-base/9.2", "full-thrust-base/9.3"
ARMS = frozenset({
    "beam", "torpedo", "needle", "submunition", "kgun", "mkp", "pulser", "sml", "smr", "missile", "heavy_missile",
    "plasma", "nova", "wave_gun", "hangar",
})  # fmt: skip
AWAY = "away"  # removed_reason of a ship that is off the table and will return
RESERVE = "reserve"  # removed_reason of a ship that has not arrived yet
COMING = (AWAY, RESERVE, CLOAKED)
GONE = ("destroyed", "struck", "abandoned", "captured")  # reasons by which a ship is lost for good
# the turn of the last check, and its result
VERDICT = PhaseData[tuple[int, Outcome | None]]("verdict", (0, None))
LOSSES = PieceData[int]("losses", 0)  # ships that a side had lost at its last morale check

#        on the table: unhurt, damaged     fled: unhurt, damaged
WORTH = {(True, False): 1.0, (True, True): 0.75, (False, False): 0.25, (False, True): 0.5}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


# -- survivors ---------------------------------------------------------------------------------------------------------


def able(ship: Ship, house: House) -> bool:
    """Return whether a ship can fight, now or once repaired (9.2). It needs a fire control, and a weapon that is
    neither spent nor beyond repair. Without damage control everything lost is beyond repair."""
    if ship.removed_reason:
        return False
    keys_among, killed, spent = ship.design.keys_among, ship.killed, ship.spent
    arms, aims = keys_among(ARMS), keys_among(_aims(words(house, "aims_itself", ("hangar",))))
    gone = ship.lost if ship.lost and not plays_damage_control(house) else killed
    if not killed and not spent and not gone:
        return bool(arms and aims)
    return bool(arms.difference(killed, spent, gone) and aims.difference(killed, spent, gone))


@cache
def _aims(need_no_control: tuple[str, ...]) -> frozenset[str]:
    """Return the kinds of systems of which a ship must have one left to fight."""
    return frozenset(("fcs", *need_no_control))


def fights_on(state: ThrustState, side: Id) -> bool:
    """Return whether a side has a ship that can fight, or one that will return (9.2). A side that came unarmed only
    needs a ship."""
    for ship in state.ships.values():  # this runs after every order, so it stops at the first such ship
        if ship.side == side and (ship.removed_reason in COMING or able(ship, state.house)):
            return True
    ships = _brought(state, side)
    armed = any(mount.kind in ARMS for ship in ships for mount in ship.design.mounts)
    return not armed and any(ship.in_play for ship in ships)


def _brought(state: ThrustState, side: Id) -> list[Ship]:
    return [ship for ship in state.ships.values() if ship.side == side and not ship.dummy]


def escaped(ship: Ship, edge: str) -> bool:
    return ship.removed_reason == "left" and EDGE + edge in ship.status_flags


# -- score -------------------------------------------------------------------------------------------------------------


def worth(ship: Ship) -> float:
    """Return the rest of a ship's points: all, 75 or 25 or 50 per cent, or nothing (full-thrust-base/9.3)."""
    if ship.removed_reason in GONE or ship.dies_after_phase:
        return 0.0
    return ship.points * WORTH[ship.in_play or ship.removed_reason in (RESERVE, CLOAKED), ship.rows_gone > 0]


def victory_points(brought: float, left: float, taken: float) -> float:
    """Return a side's score: the points it has left and its enemies have lost, divided by those it brought
    (full-thrust-base/9.3)."""
    return (left + taken) / (brought or 1)


def scores(state: ThrustState) -> tuple[tuple[Id, float], ...]:
    """Return the score of every side, in the order of the seats (full-thrust-base/9.3). By fifths it is what the side
    has taken from its enemies (9.3/fifths)."""
    taken = scores_by_loss(state.sides, ((ship.side, points_lost(state, ship)) for ship in state.ships.values()))
    if state.house.get("score") == "fifths":
        return tuple((side, round(points, 1)) for side, points in taken)
    found = ((side, points_brought(state, side), points_left(state, side), points) for side, points in taken)
    return tuple((side, round(victory_points(*figures), 3)) for side, *figures in found)


def points_lost(state: ThrustState, ship: Ship) -> float:
    """Return the points that its enemies have scored for a ship: fifths of its points, or the points it has lost
    (9.3)."""
    if ship.dummy:
        return 0.0
    return ship.points * fifths(ship) / 5 if state.house.get("score") == "fifths" else ship.points - worth(ship)


def fifths(ship: Ship) -> int:
    """Return the fifths of its points that a ship has lost: one for each threshold, and one if it is destroyed or has
    fled (9.3/fifths)."""
    lost = ship.removed_reason in GONE or ship.dies_after_phase
    passed = min(ship.rows_gone, sum(boxes > 0 for boxes in ship.design.track) - 1)
    return passed + (lost or ship.removed_reason == "left")


def points_brought(state: ThrustState, side: Id) -> int:
    """Return the cost of a side's ships."""
    return sum(ship.points for ship in _brought(state, side))


def points_left(state: ThrustState, side: Id) -> float:
    """Return the points left of those brought (full-thrust-base/9.3)."""
    return sum(worth(ship) for ship in _brought(state, side))


# -- outcome -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Objective:
    """The objective of one side in a convoy or survive battle: its ships, how many are enough, and the edge."""

    side: Id
    ships: tuple[Ship, ...]
    enough: int
    edge: str = ""

    @property
    def escaped(self) -> int:
        """The number of ships that have left by the edge."""
        return sum(escaped(ship, self.edge) for ship in self.ships) if self.edge else 0

    @property
    def hopes(self) -> tuple[Ship, ...]:
        """The ships that may still reach the objective, in play now or later."""
        return tuple(ship for ship in self.ships if ship.in_play or ship.removed_reason in COMING)


def aim_of(state: ThrustState) -> Objective | None:
    """Return the objective of a convoy or survive battle, else None."""
    wanted = state.victory
    if wanted.get("kind") not in ("convoy", "survive"):
        return None
    ships = tuple(state.ships[key] for key in wanted.get("ships") or ())
    alive_is_enough = 0 if ships else 1  # one survivor of a whole side is enough
    ships = ships or tuple(_brought(state, wanted.get("side") or ""))
    enough = int(wanted.get("limit") or alive_is_enough or len(ships))
    side = ships[0].side if ships else wanted.get("side") or ""
    return Objective(side, ships, enough, wanted["edge"] if wanted["kind"] == "convoy" else "")


def outcome(state: ThrustState, turn_over: bool = False) -> Outcome | None:
    """Return the end of the battle (full-thrust-base/9.2), or None while it goes on. `turn_over`: the turn has been
    played to its end, the only time at which turns and scores decide."""
    if not state.victory or len(state.sides) < 2:
        return None
    left = [side for side in state.sides if fights_on(state, side)]
    aim = aim_of(state)
    if aim:
        return _of_aim(state, aim, left, turn_over)
    if not left:
        return _make_outcome(state, "", "no ship on either side can fight on", ENDS)
    if len(left) == 1 and not threatened(state, left[0]):
        return _make_outcome(state, left[0], _alone(state, left[0]), ENDS)
    return _by_score(state) if turn_over else None


def judge(state: ThrustState) -> Outcome | None:
    """Check for a winner before the turn is over, because later events of this turn count next turn (hex/2.2)."""
    found = outcome(state, True)
    VERDICT.set(state, (state.turn, found))
    return found


def verdict(state: ThrustState, turn_over: bool = False) -> Outcome | None:
    """Return the end of the battle as checked this turn or, if it was not checked yet, by the present state."""
    turn, found = VERDICT.of(state)
    return found if turn == state.turn else outcome(state, turn_over)


def _alone(state: ThrustState, side: Id) -> str:
    return "no enemy ship can fight on" if state.enemies(side) else "the last fleet on the table"


def _by_score(state: ThrustState) -> Outcome | None:
    """Return the winner by score at the end of a turn, or None (full-thrust-base/9.3). It wins by the score that ends
    the battle, or by the score after the last turn."""
    limit, wanted, last = state.victory.get("limit"), state.victory, _last(state)
    if not last and not (wanted.get("kind") == "points" and limit):
        return None
    winner, best = best_of(scores(state)), sorted((score for _, score in scores(state)), reverse=True)
    if wanted.get("kind") == "points" and limit and best[0] >= limit:
        return _make_outcome(state, winner, f"a score of {limit:g} was reached", SCORE)
    if not last:
        return None
    said = " to ".join(map(score_words, best))
    return _make_outcome(state, winner, f"by score after {_turns(wanted['turns'])}: {said}", SCORE)


def _of_aim(state: ThrustState, aim: Objective, left: list[Id], turn_over: bool) -> Outcome | None:
    """Return the winner of a battle with a convoy that must leave, or ships that must survive; or None
    (full-thrust-base/9.2)."""
    out = aim.escaped
    hope = out + len(aim.hopes)
    foes = [side for side in left if side != aim.side]
    if aim.edge and out >= aim.enough:
        return _make_outcome(state, aim.side, f"{_count(out, 'ship')} left by the {aim.edge} edge", ENDS)
    if hope < aim.enough:
        lost = "too few ships are left to get away" if aim.edge else "what had to live is lost"
        return _make_outcome(
            state, _rival(state, aim.side, foes), lost if foes else "no ship on either side can fight on", ENDS
        )
    if not foes and not threatened(state, aim.side):
        return _make_outcome(state, aim.side, _alone(state, aim.side), ENDS)
    if not turn_over or not _last(state):
        return None
    if aim.edge:
        away = (
            f"only {_count(out, 'ship')} got away in time, of {_number(aim.enough)}"
            if out
            else "no ship got away in time"
        )
        return _make_outcome(state, _rival(state, aim.side, foes), away, ENDS)
    return _make_outcome(
        state, aim.side, f"{_count(hope, 'ship')} lived through {_turns(state.victory['turns'])}", ENDS
    )


def _rival(state: ThrustState, side: Id, foes: list[Id]) -> Id:
    """Return the enemy with the best score, which wins when a side has failed; empty if none is left."""
    tally = dict(scores(state))
    return max(foes, key=lambda foe: tally[foe]) if foes else ""


def _make_outcome(state: ThrustState, winner: Id, why: str, rule: str) -> Outcome:
    return Outcome(winner, why, rule, scores(state))


def _last(state: ThrustState) -> bool:
    """Return whether this is the last turn, or a later one."""
    turns = state.victory.get("turns")
    return turns is not None and state.turn >= turns


# -- withdrawal --------------------------------------------------------------------------------------------------------


def end_of_turn(state: ThrustState, umpire: Umpire) -> None:
    """Let sides that have lost too much withdraw, all at the same time (full-thrust-base/9.2)."""
    fleeing = [side for side in state.sides if state.fleet(side) and _breaks(state, umpire, side)]
    for side in fleeing:
        umpire.tell(Event("note", ENDS, f"{{{side}}} breaks off the battle", who=side, tone="bad"))
        withdraw(state, umpire, side, ENDS)


def withdraw(state: ThrustState, umpire: Umpire, side: Id, rule: str) -> None:
    """Remove all ships of a side from the battle. Those that would have returned stay away."""
    for ship in _brought(state, side):
        if ship.removed_reason in COMING:
            ship.removed_reason = "left"
        elif ship.in_play:
            ruin(state, umpire, ship, rule, "left")


def _breaks(state: ThrustState, umpire: Umpire, side: Id) -> bool:
    """Check fleet morale, and return whether a side breaks (9.2). It breaks with half its MASS lost, or by a die once
    half its ships are, and again at every further loss."""
    habit, ships = state.house.get("fleet_morale", "off"), _brought(state, side)
    gone = [ship for ship in ships if ship.removed_reason in GONE]
    if any(partly_known(ship) for ship in ships):
        return False  # with unknown masses, or possible dummies, nothing can be predicted
    share = state.victory.get("loser_at") or (0.5 if habit == "mass" else None)
    if share and _mass(gone) >= share * _mass(ships):
        return True
    lost, half = len(gone), (len(ships) + 1) // 2
    if habit != "ships" or lost < half or lost <= LOSSES.of(state, side):
        return False
    LOSSES.set(state, side, lost)
    needed = max(1, 6 - (lost - half))
    face = umpire.die(f"morale/{side}/{lost}", worth=at_least(needed))
    breaks = face >= needed
    umpire.tell(
        Event(
            "note",
            ENDS,
            f"{{{side}}} has lost {_count(lost, 'ship')} of {len(ships)}",
            who=side,
            dice=(Die(face, breaks),),
            reason=f"breaks off on {needed}{' or more' if needed < 6 else ''}",
            result="breaks off" if breaks else "fights on",
            tone="bad" if breaks else "good",
        )
    )
    return breaks


def _mass(ships: Iterable[Ship]) -> int:
    return sum(ship.design.mass for ship in ships)


# -- words -------------------------------------------------------------------------------------------------------------


def objective(state: ThrustState) -> str:
    wanted = state.victory
    kind, turns = wanted.get("kind") or "last-side", wanted.get("turns")
    aim = aim_of(state)
    if aim:
        return f"{state.sides[aim.side].name}: {_task(wanted, aim)}" + (f" {_by(kind)} turn {turns}" if turns else "")
    if kind == "points" and (turns or wanted.get("limit")):
        ends = [f"a score of {wanted['limit']:g} wins at once"] if wanted.get("limit") else []
        ends += [f"the better score after turn {turns} wins"] if turns else []
        return "; ".join(ends).capitalize()
    return "The last side on the table wins" + (f"; after turn {turns} the score decides" if turns else "")


def _task(wanted: Data, aim: Objective) -> str:
    names = [ship.name for ship in aim.ships]
    if aim.enough == len(names):
        whom = join_words(names) if len(names) <= 3 else f"all {_number(len(names))} ships"
    else:
        whom = (
            f"{_number(aim.enough)} of {join_words(names)}"
            if len(names) <= 4
            else f"{_number(aim.enough)} of {len(names)} ships"
        )
    return f"bring {whom} off the {aim.edge} edge" if aim.edge else f"keep {whom} on the table"


def _by(kind: str) -> str:
    return "by" if kind == "convoy" else "until the end of"


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _count(n: int, thing: str) -> str:
    return f"{_number(n)} {thing}{'' if n == 1 else 's'}"


def _turns(n: int) -> str:
    return _count(n, "turn")
