"""The captions of a plan written out as a demonstration: the orders and their results; no rules of its own.

The large line of a caption says what is visible, the small one the rest; it also names the page of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.board.boards import board_of
from game.board.place_names import with_names
from game.core.events import Event
from game.core.names import join_words
from game.core.orders import Id, keys_named
from game.core.state import PieceState
from game.core.values import Data
from game.rulebook.book import rulebook
from game.sandbox.branch_replay import BranchOrder

Names = Mapping[Id, str]
LONG = 230  # letters of a small line: what two lines hold in an ordinary window
DESTROYED = "destroyed"  # the fate of a piece
STRUCK, TOLD = ("fire", "hazard", "damage"), ("fire", "hazard", "damage", "damage_check", "lost")
BY_ITSELF = ("move", "contact")  # written only if nothing else has happened


def opponents_line(state: PieceState) -> str:
    """Return the ships on the table, side against side."""
    ships = [(key, ship) for key, ship in state.ships.items() if ship.in_play]
    fleets = [[state.names[key] for key, ship in ships if ship.side == side] for side in state.sides]
    return f"{' against '.join(join_words(fleet) for fleet in fleets if fleet)}."


def orders_caption(steps: Sequence[BranchOrder], state: PieceState) -> Data:
    """Return the orders of a turn in words, and the ships that go on without one."""
    ships = {step.by: step.order for step in steps if step.by in state.ships}
    board, names = board_of(state.table), state.names
    words = [f"{names[key]} writes {keys_named(with_names(board, order), names)}" for key, order in ships.items()]
    rest = [state.names[key] for key, ship in state.ships.items() if ship.in_play and key not in ships]
    found: Data = {"say": f"{join_words(words)}."}
    if rest:
        found["more"] = f"{join_words(rest)} {'flies' if len(rest) == 1 else 'fly'} straight on."
    return found | {"ship": next(iter(ships))}


def results_caption(lines: Sequence[Event], names: Names) -> Data:
    """Return the results of a turn: the most important one large, the rest small, and the rule of the first."""
    gone = [line for line in lines if line.fate == DESTROYED and line.whom in names]
    struck = [line for line in lines if line.kind in STRUCK and line.result]
    moves = [line for line in lines if line.kind in BY_ITSELF]
    first = [*gone, *struck, *moves][:1]
    if gone:
        said = f"{join_words([names[line.whom] for line in gone])} {'is' if len(gone) == 1 else 'are'} destroyed."
    else:
        said = f"{_line(first[0], names)}." if first else "Nothing changes."
    told = [line for line in lines if line.kind in TOLD and line.result and line not in gone] or moves
    small = _short([_line(line, names) for line in told if gone or line not in first])
    found: Data = {"say": said}
    if small:
        found["more"] = small
    rule = next((line.rule for line in first if line.rule in rulebook()), "")
    return found | ({"rule": rule} if rule else {})


def _short(sentences: Sequence[str]) -> str:
    """Return as many sentences as fit in two lines."""
    found = ""
    for one in sentences:
        if len(found) + len(one) > LONG:
            break
        found += f"{' ' if found else ''}{one}."
    return found


def _line(line: Event, names: Names) -> str:
    """Return an event and its result, without repetition."""
    words, result = line.words(names), "" if line.fate and not line.leaves else line.result_words(names)
    return f"{words}: {result}" if result else words
