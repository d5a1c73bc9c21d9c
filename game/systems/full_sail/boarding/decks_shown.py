"""Two decks side by side as the screen is given them: who stands where, who goes over, what each side kills (sail/5.2)."""

from __future__ import annotations

from game.core.special_display import DeckCrew, TwoDecks
from game.systems.full_sail.boarding.capture import defenceless
from game.systems.full_sail.boarding.melee import BoardingParty, defenders, kills
from game.systems.full_sail.ships.ship import SailingShip, SailState


def two_decks(state: SailState, ship: SailingShip, target: SailingShip, sent: BoardingParty) -> TwoDecks:
    """A ship that sends a party over to another."""
    easy = defenceless(state, target)
    held = defenders(target)
    return TwoDecks(
        _deck(ship, sent, () if easy else kills(sent), f"{_units(sent)} {'step' if _many(sent) else 'steps'} over"),
        _deck(target, BoardingParty(0), () if easy else kills(held), "nobody defends it" if easy else "all aboard defend it"),
    )


def _deck(ship: SailingShip, sent: BoardingParty, killed: tuple[float, ...], words: str) -> DeckCrew:
    lost = max(0, ship.design.crew + ship.design.marines - ship.crew - ship.marines)
    return DeckCrew(ship.id, ship.crew, ship.marines, sent.crew, sent.marines, lost, killed, ship.masts, words)


def _units(sent: BoardingParty) -> str:
    crew = f"{sent.crew} crew"
    return f"{crew} and the marines" if sent.marines else crew


def _many(sent: BoardingParty) -> bool:
    return sent.crew > 1 or sent.marines > 0
