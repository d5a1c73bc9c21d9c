"""Boarding: three rounds of crew and marines against each other, and the exact odds (sail/5.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from game.core.events import Die, Event, score_of, thrown_by
from game.core.umpire import Umpire, at_least
from game.core.values import House, frozen
from game.systems.full_sail.ships.ship import SailingShip

if TYPE_CHECKING:
    from numpy.typing import NDArray

RULE = "sail/5.2"
ROUNDS = 3
KILLS, MARINE = 5, 2  # the lowest result that kills, and a marine's bonus
CAPTURED, BOTH_DEAD, REPELLED, UNDECIDED = "captured", "both dead", "repelled", "undecided"


@frozen
class BoardingParty:
    """One side of a fight: units of crew and of marines."""

    crew: int
    marines: int = 0

    @property
    def units(self) -> int:
        """Crew and marines together."""
        return self.crew + self.marines

    def after(self, hits: int, marines_fall: bool = False) -> BoardingParty:
        """Return the party after `hits` hits. The crew falls first or, by option, the marines."""
        fallen = min(self.marines, hits) if marines_fall else 0
        return BoardingParty(max(0, self.crew - hits + fallen), self.marines - fallen)


@frozen
class MeleeOdds:
    """The exact chances of a fight: the ship is captured, both parties die, the attackers all die, or nothing is
    decided."""

    captured: float
    both: float
    repelled: float
    undecided: float


@frozen
class MeleeResult:
    """The result of a fight: how it ended, the rest of both parties, and the number of units that each has killed."""

    outcome: str
    attackers: BoardingParty
    defenders: BoardingParty
    killed: int
    lost: int


def marines_fall(house: House) -> bool:
    """Return whether marines fall before the crew, instead of with its last unit (sail/5.2)."""
    return house["marines_last"] == "first"


def defenders(target: SailingShip) -> BoardingParty:
    """Return the defenders of a ship: all aboard, or one die and no marine if there is no crew (sail/5.2)."""
    return BoardingParty(target.crew, target.marines) if target.crew else BoardingParty(1)


def fight(
    umpire: Umpire, attacker: SailingShip, target: SailingShip, sent: BoardingParty, marines_first: bool = False
) -> MeleeResult:
    """Fight up to three simultaneous rounds, as long as both parties have units (sail/5.2). Any hit takes a ship
    without crew."""
    own, held = sent, defenders(target)
    outcome, empty, killed = UNDECIDED, not target.crew, 0
    for turn in range(1, ROUNDS + 1):
        label = f"board/{attacker.id}>{target.id}/{turn}"
        fighting = own, held
        ours, hits = _blows(umpire, own, label)
        theirs, losses = _blows(umpire, held, f"{label}/against")
        before, own, held = (own.units, held.units), own.after(losses, marines_first), held.after(hits, marines_first)
        fallen = before[1] - held.units
        umpire.tell(
            Event(
                "fire",
                RULE,
                f"{{{attacker.id}}} boards {{{target.id}}}",
                attacker.id,
                target.id,
                (*ours, *thrown_by(target.id, theirs)),
                f"round {turn}",
                f"{fallen} killed, {before[0] - own.units} lost",
                at=target.at,
                weapon="Boarding",
                score=score_of(hits, kills(fighting[0]), "crew"),
                reply=score_of(losses, kills(fighting[1]), "crew"),
                step=f"round {turn}",
            )
        )
        killed += 0 if empty else fallen
        if not own.crew or not held.crew:
            outcome = _outcome(bool(own.crew), not held.crew, empty)
            break
    return MeleeResult(outcome, own, held, killed, sent.units - own.units)


def _outcome(own: bool, taken: bool, empty: bool) -> str:
    """Return the outcome of a fight that a round has ended."""
    if own:
        return CAPTURED
    return BOTH_DEAD if taken and not empty else REPELLED


def _blows(umpire: Umpire, band: BoardingParty, label: str) -> tuple[tuple[Die, ...], int]:
    """Return the dice of one party in a round, crew before marines, and how many of them kill."""
    crew = umpire.roll(band.crew, label, worth=at_least(KILLS))
    marines = umpire.roll(band.marines, f"{label}/marines", worth=at_least(KILLS - MARINE))
    words = ("crew", "marines") if marines else ("", "")
    dice = (
        *(Die(face, face >= KILLS, of=words[0]) for face in crew),
        *(Die(face, face + MARINE >= KILLS, of=words[1]) for face in marines),
    )
    return dice, sum(die.scored for die in dice)


# -- odds --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def kills(band: BoardingParty) -> tuple[float, ...]:
    """Return the chance of each number of kills by a party in a round."""
    found = [1.0]
    crew, marine = ((7 - least) / 6 for least in (KILLS, KILLS - MARINE))
    for chance in (crew,) * band.crew + (marine,) * band.marines:
        found = [
            (found[n] * (1 - chance) if n < len(found) else 0.0) + (found[n - 1] * chance if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return tuple(found)


@lru_cache(maxsize=512)
def odds(sent: BoardingParty, held: BoardingParty, marines_first: bool = False) -> MeleeOdds:
    """Return the exact chances of a fight of three rounds. A ship without crew has one die. A party's state is the
    number of units it has lost. Without crew the fight is over."""
    empty = not held.crew
    ours, theirs = (_standing(band, marines_first) for band in (sent, BoardingParty(1) if empty else held))
    lost, hit = _falling(theirs, len(ours)), _falling(ours, len(theirs))
    at = np.zeros((len(ours), len(theirs)))
    at[0, 0] = 1.0
    captured = both = repelled = 0.0
    for _ in range(ROUNDS):
        left = np.einsum("ij,jix,ijy->xy", at, lost, hit)
        at = left[:-1, :-1]
        captured, both, repelled = captured + left[:-1, -1].sum(), both + left[-1, -1], repelled + left[-1, :-1].sum()
    if empty:
        both, repelled = 0.0, both + repelled
    return MeleeOdds(float(captured), float(both), float(repelled), float(at.sum()))


def _standing(band: BoardingParty, marines_first: bool) -> tuple[BoardingParty, ...]:
    """Return the rest of a party after 0, 1, 2 ... hits, as long as it has crew."""
    left = (band.after(hits, marines_first) for hits in range(band.units))
    return tuple(one for one in left if one.crew)


def _falling(foes: tuple[BoardingParty, ...], size: int) -> NDArray[np.float64]:
    """Return, for each state of the foes, the chances of a party of `size` states to go from each state to each. One
    more state is the end."""
    found = np.zeros((len(foes), size, size + 1))
    for n, foe in enumerate(foes):
        chances = np.array(kills(foe))
        for start in range(size):
            room = size - start
            found[n, start, start:size][: len(chances)] = chances[:room]
            found[n, start, size] = chances[room:].sum()
    return found
