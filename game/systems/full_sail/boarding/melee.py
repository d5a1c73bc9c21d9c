"""Boarding: three rounds of crew and marines against each other, and the exact odds of it (sail/5.2)."""

from __future__ import annotations

from functools import lru_cache

from game.core.events import Die, Event, scored
from game.core.umpire import Umpire
from game.core.values import House, frozen
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

    @property
    def units(self) -> int:
        """Crew and marines together."""
        return self.crew + self.marines

    def after(self, hits: int, marines_fall: bool = False) -> BoardingParty:
        """Who is left after so many hits: the crew falls, by option the marines before it."""
        fallen = min(self.marines, hits) if marines_fall else 0
        return BoardingParty(max(0, self.crew - hits + fallen), self.marines - fallen)


@frozen
class MeleeOdds:
    """Exact chances of a fight: the ship is captured; both bands die; the attackers all die; nothing is decided."""

    captured: float
    both: float
    repelled: float
    undecided: float


@frozen
class MeleeResult:
    """How a fight ended, what is left of both bands, and how many units each has killed."""

    outcome: str
    attackers: BoardingParty
    defenders: BoardingParty
    killed: int
    lost: int


def marines_fall(house: House) -> bool:
    """Do marines fall before the crew, instead of with the last of it (sail/5.2)?"""
    return house["marines_last"] == "first"


def defenders(target: SailingShip) -> BoardingParty:
    """Who defends a ship: all aboard, or one die and no marine if there is no crew (sail/5.2)."""
    return BoardingParty(target.crew, target.marines) if target.crew else BoardingParty(1)


def fight(
    umpire: Umpire, attacker: SailingShip, target: SailingShip, sent: BoardingParty, marines_first: bool = False
) -> MeleeResult:
    """Three rounds at the same time for both sides, as long as both have somebody (sail/5.2). A hit takes a ship without crew."""
    own, held = sent, defenders(target)
    outcome, empty, killed = UNDECIDED, not target.crew, 0
    for turn in range(1, ROUNDS + 1):
        label = f"board/{attacker.id}>{target.id}/{turn}"
        fighting = own, held
        ours, hits = _blows(umpire, own, label)
        theirs, losses = _blows(umpire, held, f"{label}/against")
        before, own, held = (own.units, held.units), own.after(losses, marines_first), held.after(hits, marines_first)
        fallen = before[1] - held.units
        umpire.tell(Event("fire", RULE, f"{{{attacker.id}}} boards {{{target.id}}}", attacker.id, target.id, (*ours, *theirs),
                          f"round {turn}", f"{fallen} killed, {before[0] - own.units} lost", at=target.at, weapon="Boarding",
                          score=scored(hits, kills(fighting[0]), "crew"),
                          reply=scored(losses, kills(fighting[1]), "crew")))  # fmt: skip
        killed += 0 if empty else fallen
        if not own.crew or not held.crew:
            outcome = _outcome(bool(own.crew), not held.crew, empty)
            break
    return MeleeResult(outcome, own, held, killed, sent.units - own.units)


def _outcome(own: bool, taken: bool, empty: bool) -> str:
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
def odds(sent: BoardingParty, held: BoardingParty, marines_first: bool = False) -> MeleeOdds:
    """The exact chances of a fight of three rounds; those of a ship without crew are those of one die."""
    empty = not held.crew
    states = {(sent, BoardingParty(1) if empty else held): 1.0}
    ended = {CAPTURED: 0.0, BOTH_DEAD: 0.0, REPELLED: 0.0}
    for _ in range(ROUNDS):
        following: dict[tuple[BoardingParty, BoardingParty], float] = {}
        for (own, other), chance in states.items():
            for hits, one in enumerate(kills(own)):
                for losses, two in enumerate(kills(other)):
                    left = own.after(losses, marines_first), other.after(hits, marines_first)
                    share = chance * one * two
                    if left[0].crew and left[1].crew:
                        following[left] = following.get(left, 0.0) + share
                    else:
                        ended[_outcome(bool(left[0].crew), not left[1].crew, empty)] += share
        states = following
    return MeleeOdds(ended[CAPTURED], ended[BOTH_DEAD], ended[REPELLED], sum(states.values()))
