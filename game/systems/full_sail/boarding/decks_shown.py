"""The view of two decks side by side for the screen: crews, boarders, and each side's chances to kill (sail/5.2)."""

from __future__ import annotations

from game.systems.full_sail.boarding.capture import defenceless
from game.systems.full_sail.boarding.melee import KILLS, MARINE, ROUNDS, BoardingParty, defenders, kills
from game.systems.full_sail.boarding.to_come import outlooks
from game.systems.full_sail.parts import DeckCrew, TwoDecks
from game.systems.full_sail.ships.ship import SailingShip, SailState

SIX = 6  # faces of a die
NOBODY = BoardingParty(0)


def two_decks(state: SailState, ship: SailingShip, target: SailingShip, sent: BoardingParty = NOBODY) -> TwoDecks:
    """Return the decks of a ship that sends a party over to another, or that sends nobody."""
    words = f"{_units(sent)} {'step' if _many(sent) else 'steps'} over" if sent.units else "nobody steps over"
    if defenceless(state, target):
        undefended = _deck(target, NOBODY, (), "nobody defends it")
        return TwoDecks(_deck(ship, sent, (), words), undefended, outlooks=outlooks(state, ship, target))
    marines = (("marines", tuple(range(KILLS - MARINE, SIX + 1))),) if ship.marines or target.marines else ()
    faces = (("crew", tuple(range(KILLS, SIX + 1))), *marines)
    fought, held = (kills(sent), kills(defenders(target))) if sent.units else ((), ())
    stands = "all aboard defend it" if sent.units else "lies alongside"
    decks = _deck(ship, sent, fought, words), _deck(target, NOBODY, held, stands)
    return TwoDecks(*decks, faces, f"after {ROUNDS} rounds", outlooks(state, ship, target))


def _deck(ship: SailingShip, sent: BoardingParty, killed: tuple[float, ...], words: str) -> DeckCrew:
    lost = max(0, ship.design.crew + ship.design.marines - ship.crew - ship.marines)
    return DeckCrew(ship.id, ship.crew, ship.marines, sent.crew, sent.marines, lost, killed, ship.masts, words)


def _units(sent: BoardingParty) -> str:
    crew = f"{sent.crew} crew"
    return f"{crew} and the marines" if sent.marines else crew


def _many(sent: BoardingParty) -> bool:
    return sent.crew > 1 or sent.marines > 0
