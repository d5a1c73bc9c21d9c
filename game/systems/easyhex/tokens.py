"""Tokens on the board besides ships: fighters, missiles, plasma, and markers face down (hex/3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.display import Token
from game.rules.counters.counter import flying, token
from game.rules.counters.kinds import Missile, Plasma
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex.missiles import FLIGHTS, armed
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.movement.ratings import credited

LAID = 2  # index of the last phase before markers are revealed
BLANK = "0"  # the text of a blank card


def tokens(state: ThrustState) -> tuple[Token, ...]:
    """Return every counter, then every marker, as a side sees them. Other sides' sealed markers are face down."""
    found = [token(counter, _note(counter)) for counter in flying(state, Counter)]
    return (*found, *(_cards(state) if state.house["plots"] == "markers" else ()))


def _note(counter: Counter) -> str:
    """Return the age of a missile, as the die beside it shows it, or the turn of plasma's flight."""
    if isinstance(counter, Missile):
        return f"age {counter.age}" + ("" if armed(counter) else ", not armed")
    return f"turn {counter.age} of {len(FLIGHTS)}" if isinstance(counter, Plasma) else ""


def _cards(state: ThrustState) -> Iterator[Token]:
    """Yield a card for every ship until markers are revealed, with or without an order; after that, a blank for its
    credit."""
    for ship in state.ships.values():
        if not ship.in_play:
            continue
        if state.phase <= LAID:
            laid = state.sealed.get(ship.id)
            shown = laid if isinstance(laid, Marker) else None
            yield _card(ship, "" if shown is None else str(replace(shown, group="")) if shown.moves else BLANK)
        elif credited(ship):
            yield _card(ship, BLANK, "straight credit")


def _card(ship: Ship, letter: str, note: str = "") -> Token:
    name = f"{ship.name}'s marker"
    return Token(f"marker/{ship.id}", ship.side, ship.at, "card", letter=letter, name=name, note=note, ship=ship.id)
