"""Boarding: three rounds of crew and marines against each other, and the exact odds of it (sail/5.2)."""

from __future__ import annotations

from functools import lru_cache

from game.core.events import Die, Event
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.full_sail.ships.ship import SailingShip

RULE = "sail/5.2"
ROUNDS = 3
KILLS, MARINE = 5, 2  # the least result that kills, and what a marine adds to its die
CREW_KILLS, MARINE_KILLS = 1 / 3, 2 / 3
CAPTURED, BOTH_DEAD, REPELLED, UNDECIDED = "captured", "both dead", "repelled", "undecided"


@frozen
class BoardingParty:
    """One side of a fight: units of crew and of marines."""

    crew: int
    marines: int = 0


@frozen
class MeleeOdds:
    """Exact chances of a fight: the ship is captured; both bands die; the attackers all die; nothing is decided."""

    captured: float
    both: float
    repelled: float
    undecided: float


@frozen
class MeleeResult:
    """How a fight ended, what is left of both sides' crews, and how many units each has killed."""

    outcome: str
    attackers: int
    defenders: int
    killed: int
    lost: int


def fight(umpire: Umpire, attacker: SailingShip, target: SailingShip, sent: BoardingParty) -> MeleeResult:
    """Three rounds at the same time for both sides, as long as both have somebody (sail/5.2).

    A ship that nobody defends rolls one die and no marine; a hit that is scored on it takes it.
    """
    own, held = sent.crew, target.crew
    empty = held == 0
    for turn in range(1, ROUNDS + 1):
        label = f"board/{attacker.id}>{target.id}/{turn}"
        ours, hits = _blows(umpire, BoardingParty(own, sent.marines), label)
        theirs, losses = _blows(umpire, BoardingParty(1) if empty else BoardingParty(held, target.marines), f"{label}/against")
        losses = min(own, losses)
        scored = bool(hits) if empty else min(held, hits)
        umpire.tell(Event("fire", RULE, f"{{{attacker.id}}} boards {{{target.id}}}", attacker.id, target.id, (*ours, *theirs),
                          f"round {turn}", f"{int(scored)} killed, {losses} lost", at=target.at))  # fmt: skip
        own, held = own - losses, 0 if empty else held - int(scored)
        taken = bool(scored) if empty else held == 0
        if taken or not own:
            return MeleeResult(_outcome(own, taken, empty), own, held, target.crew - held, sent.crew - own)
    return MeleeResult(UNDECIDED, own, held, target.crew - held, sent.crew - own)


def _outcome(own: int, taken: bool, empty: bool) -> str:
    """How a round leaves a fight that it has ended."""
    if own:
        return CAPTURED
    return BOTH_DEAD if taken and not empty else REPELLED


def _blows(umpire: Umpire, band: BoardingParty, label: str) -> tuple[tuple[Die, ...], int]:
    """The dice of one band in a round, crew before marines, and how many of them kill."""
    crew = umpire.roll(band.crew, label)
    marines = umpire.roll(band.marines, f"{label}/marines")
    dice = (*(Die(face, face >= KILLS) for face in crew), *(Die(face, face + MARINE >= KILLS) for face in marines))
    return dice, sum(die.scored for die in dice)


# -- odds ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def kills(band: BoardingParty) -> tuple[float, ...]:
    """The chance of each number of kills by a band in a round."""
    found = [1.0]
    for chance in (CREW_KILLS,) * band.crew + (MARINE_KILLS,) * band.marines:
        found = [
            (found[n] * (1 - chance) if n < len(found) else 0.0) + (found[n - 1] * chance if n else 0.0)
            for n in range(len(found) + 1)
        ]  # fmt: skip
    return tuple(found)


@lru_cache(maxsize=512)
def odds(sent: BoardingParty, held: BoardingParty) -> MeleeOdds:
    """The exact chances of a fight of three rounds."""
    states, ended = {(sent.crew, held.crew): 1.0}, {"captured": 0.0, "both": 0.0, "repelled": 0.0}
    for _ in range(ROUNDS):
        following: dict[tuple[int, int], float] = {}
        for (own, other), chance in states.items():
            for hits, one in enumerate(kills(BoardingParty(own, sent.marines))):
                for losses, two in enumerate(kills(BoardingParty(other, held.marines) if held.crew else BoardingParty(1))):
                    left = max(0, own - losses), (max(0, other - hits) if held.crew else int(hits == 0))
                    share = chance * one * two
                    if min(left) > 0:
                        following[left] = following.get(left, 0.0) + share
                    else:
                        key = "captured" if left[0] else "repelled" if left[1] else "both"
                        ended[key] += share
        states = following
    return MeleeOdds(ended["captured"], ended["both"], ended["repelled"], sum(states.values()))
