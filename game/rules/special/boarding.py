"""Boarding: the crews of two ships close together fight over one of them (full-thrust-base/9.7).

Each side has one boarding factor for every four hull boxes left, rounded up, and rolls a die for each. More than twice
the other's total wins immediately. Otherwise the lower total costs a factor, equal totals cost one each, and the fight
goes on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from game.board.boards import board_of
from game.board.geometry import within
from game.board.protocol import Board, too_far
from game.core.display import Alternative, Risk
from game.core.events import Die, Event, score_of
from game.core.orders import Id, Order, Prompt
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.sensors.contact import ALL, level_seen
from game.rules.ships.damage import ruin
from game.rules.ships.one_target import OneTarget, first_side
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from numpy.typing import NDArray

RULE = f"{BOOK}/9.7"
REACH = 6.0  # MU between the two ships
ALIKE = 1  # the greatest difference of their velocities (MU a turn), and of their courses (clock points)
BOXES = 4  # hull boxes of one boarding factor


@frozen
class SendBoarders(OneTarget):
    """Board one enemy ship."""

    verb: ClassVar[str] = "Board"
    idle_verb: ClassVar[str] = "boards nobody"
    word: ClassVar[str] = "board"
    nobody: ClassVar[str] = "no boarders"
    rule: ClassVar[str] = RULE
    needs: ClassVar[tuple[str, ...]] = ("boarding",)

    def alternatives(self, state: ThrustState) -> tuple[Alternative, ...]:
        """Return every enemy in range, with the exact chances of the fight."""
        ship = state.ships.get(self.by)
        found, doubtful = list[Alternative](), False
        for key in prey(state, ship) if ship else ():
            least, most = bounds(state.ships[self.by], state.ships[key])
            parts = [
                Risk("Boarding", "captured", least, "good", RULE),
                Risk("Boarding", "repelled", 1 - most, "bad", RULE),
            ]
            parts.insert(1, Risk("Boarding", "not known", most - least, "muted", RULE))
            doubtful |= most > least
            found.append(Alternative(SendBoarders(self.by, key), state.ships[key].name, tuple(parts)))
        return tuple(one if doubtful else replace(one, parts=(one.parts[0], one.parts[2])) for one in found)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the exact chance that the target is captured, or its bounds for an unknown target."""
        ship, target = state.ships.get(self.by), state.ships.get(self.target)
        if ship is None or target is None:
            return ()
        least, most = bounds(ship, target)
        if level_seen(target) >= ALL:
            return (Risk("Boarding", "captured", least, "good", RULE),)
        if not target.design.hull:
            return (Risk("Boarding", "captured, hull unknown", least, "muted", RULE, most=most, brief="captured"),)
        whole = Risk("Boarding", "captured, if no box is lost", least, "good", RULE, brief="captured")
        return whole, Risk("Boarding", "captured, if one box is left", most, "muted", RULE)

    def suggestion(self, state: ThrustState) -> SendBoarders | None:
        """Return an attack on the enemy most likely to be captured, or on nobody if no fight is likely to be won."""
        best = max(self.alternatives(state), key=lambda one: one.parts[0].chance, default=None)
        return SendBoarders(self.by, best.order.object_of_verb if best and best.parts[0].chance > 0.5 else "")

    def refusal(self, state: ThrustState, ship: Ship, enemy: Ship) -> str:
        """Return why a ship cannot board an enemy: too far away, too fast or slow, or on another course; empty if it
        can."""
        return why_not(state, ship, enemy)

    def do(self, state: ThrustState, umpire: Umpire, ship: Ship, target: Ship) -> None:
        """Fight to the end. A captured ship is lost to its side."""
        fight(state, umpire, ship, target)


# -- who may -----------------------------------------------------------------------------------------------------------


def played(state: ThrustState) -> bool:
    """Return whether boarding is played in this battle."""
    return bool(state.house.get("boarding"))


def factor(ship: Ship) -> int:
    """Return the boarding factors of a ship: one for every four hull boxes left, rounded up."""
    return -(-ship.hull // BOXES)


def bounds(ship: Ship, target: Ship) -> tuple[float, float]:
    """Return the lowest and the highest chance that boarders take a ship, by what is known of its boxes (6.19). They
    are equal if all is known."""
    ours = factor(ship)
    if level_seen(target) >= ALL:
        won = chance_to_capture(ours, factor(target))
        return won, won
    return chance_to_capture(ours, factor(target)) if target.design.hull else 0.0, chance_to_capture(ours, 1)


def why_not(state: ThrustState, ship: Ship, other: Ship) -> str:
    """Return why a ship cannot board an enemy now, in a sentence; empty if it can."""
    board = board_of(state.table)
    if not _in_reach(board, ship, other):
        return f"{other.name} is {too_far(board, board.distance(ship.at, other.at), board.to_board_units(REACH))}"
    if abs(ship.velocity - other.velocity) > ALIKE:
        return f"{other.name} has velocity {other.velocity}, {ship.name} {ship.velocity}; they may differ by {ALIKE}"
    turned = abs(ship.course - other.course) % 12
    if min(turned, 12 - turned) > ALIKE:
        courses = board.format_course(other.course), board.format_course(ship.course)
        return f"{other.name} is on course {courses[0]}, {ship.name} on {courses[1]}; they may differ by {ALIKE} point"
    return ""


def _in_reach(board: Board, ship: Ship, other: Ship) -> bool:
    return within(board.weapon_distance(board.distance(ship.at, other.at)), REACH)


def prey(state: ThrustState, ship: Ship) -> tuple[Id, ...]:
    """Return the enemies that a ship can board now."""
    board = board_of(state.table)
    near = (other for other in state.enemies(ship.side) if _in_reach(board, ship, other))
    return tuple(other.id for other in near if not why_not(state, ship, other))  # no words are needed for the others


def next_to_board(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the first side by initiative with ships that can board somebody and have not been asked."""
    return first_side(state, prey)


def boards_nobody(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order to board nobody, for the first ship asked."""
    return SendBoarders(prompt.ids[0])


# -- the fight ---------------------------------------------------------------------------------------------------------


def fight(state: ThrustState, umpire: Umpire, ship: Ship, target: Ship) -> None:
    """Roll round after round until one total is more than twice the other, or a side has no factor left. The last
    round's line in the log has the score of the whole fight."""
    ours, theirs, won = factor(ship), factor(target), 0
    likely = chance_to_capture(ours, theirs)
    while ours and theirs and not won:
        label = f"board/{ship.id}>{target.id}"
        mine, held = umpire.roll(ours, label), umpire.roll(theirs, f"{label}/against")
        a, b = sum(mine), sum(held)
        won = overwhelming_side(a, b)
        lost_ours, lost_theirs = (0, 0) if won else (a <= b, b <= a)
        dice = (*(Die(face, a >= b) for face in mine), *(Die(face, b >= a, by=target.id) for face in held))
        left, against = ours - lost_ours, theirs - lost_theirs
        over, taken = bool(won) or not (left and against), won > 0 or (left > 0 and not against)
        score = score_of(taken, (1 - likely, likely), "captures") if over else None
        umpire.tell(
            Event(
                "check",
                RULE,
                f"{{{ship.id}}} boards {{{target.id}}}",
                ship.id,
                target.id,
                dice,
                f"{ours} dice against {theirs}",
                round_words(a, b),
                at=target.at,
                weapon="Boarders",
                score=score,
                replied=round_words(b, a),
            )
        )
        ours, theirs = left, against
    if won > 0 or (ours and not theirs):
        ruin(state, umpire, target, RULE, "captured", ship.id)
    else:
        words = f"{{{target.id}}} throws the boarders back"
        umpire.tell(Event("note", RULE, words, target.id, ship.id, tone="bad", at=target.at))


def overwhelming_side(ours: int, theirs: int) -> int:
    """Return 1 if the boarders win by two totals, -1 if the defenders do, 0 if the fight goes on."""
    return (ours > 2 * theirs) - (theirs > 2 * ours)


def round_words(ours: int, theirs: int) -> str:
    """Return the result of a round for the ship that rolled `ours`: `12 against 6, they lose a factor`."""
    if won := overwhelming_side(ours, theirs):
        return f"{ours} against {theirs}, {'wins' if won > 0 else 'loses'} at once"
    loss = "both lose" if ours == theirs else "they lose" if ours > theirs else "loses"
    return f"{ours} against {theirs}, {loss} a factor"


@lru_cache(maxsize=4096)
def chance_to_capture(ours: int, theirs: int) -> float:
    """Return the exact chance that boarders with `ours` factors take a ship that has `theirs`."""
    if not ours or not theirs:
        return float(ours > 0)
    a, b = np.arange(6 * ours + 1)[:, None], np.arange(6 * theirs + 1)[None, :]
    each = np.outer(_sums(ours), _sums(theirs))
    open_ = (a <= 2 * b) & (b <= 2 * a)
    at_once = float(each[a > 2 * b].sum())
    weaker = float(each[open_ & (a < b)].sum()) * chance_to_capture(ours - 1, theirs)
    stronger = float(each[open_ & (a > b)].sum()) * chance_to_capture(ours, theirs - 1)
    both = float(each[open_ & (a == b)].sum()) * chance_to_capture(ours - 1, theirs - 1)
    return at_once + weaker + stronger + both


@lru_cache(maxsize=64)
def _sums(dice: int) -> NDArray[np.float64]:
    """Return the chances of each sum of some dice, from 0 to six times their number."""
    found = np.zeros(1)
    found[0] = 1.0
    for _ in range(dice):
        found = np.convolve(found, [0.0, *[1 / 6] * 6])
    return found
