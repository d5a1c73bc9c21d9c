"""Orders in the words that their player reads: with names in place of the keys of pieces and systems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from re import Match

from game.battle.view import View
from game.core.names import join_words
from game.core.orders import Id, ListOrder, Order, WorkList, keys_named

SHOT = re.compile(r"([\w-]+)>([\w.-]+)(?::([\w-]+))?")
SHOTS = re.compile(rf"{SHOT.pattern}(?:,? {SHOT.pattern})*")


def spell_out_keys(view: View, order: Order, words: str, names: Mapping[str, str] | None = None) -> str:
    """Return words about an order with names for keys of systems too: `PDSa>karst` as “PDS a at Karst”. In a plot only
    names of pieces are replaced, since a letter with a figure in it may be the key of a system. `names` are those of
    `words_for_keys`, where they are known already."""
    if getattr(order, "input_mode", "") == "plot":
        return keys_named(words, view.state.names)
    if isinstance(order, ListOrder) and order.listed and words == str(order):
        verb, *items = words.split(" ")
        told = [f"{key} with {n}" for key, n in order.listed] if isinstance(order, WorkList) else items
        words = f"{verb} {', '.join(told)}"
    return keys_named(SHOTS.sub(_together, words), names or words_for_keys(view, order.by)).replace(">", " at ")


def _together(shots: Match[str]) -> str:
    """Return shots with the guns at one target together, and a part of it in brackets."""
    guns = dict[tuple[str, str], list[str]]()
    for gun, target, part in SHOT.findall(shots[0]):
        guns.setdefault((target, part), []).append(gun)
    return ", ".join(f"{join_words(those)}>{at}{f' ({part})' * bool(part)}" for (at, part), those in guns.items())


def words_for_keys(view: View, key: Id) -> dict[str, str]:
    """Return names of the systems of a piece, and of all pieces."""
    state = view.state
    icons = view.sheet(key).icons if state.piece(key) else ()
    return {**{one.key: one.label for one in icons}, **state.names}


def briefly(view: View, order: Order) -> str:
    """Return an order for a row of a list."""
    return spell_out_keys(view, order, view.briefly(order))


def value_words(view: View, order: Order, name: str, value: object) -> str:
    """Return a value of an order's field, as on its button."""
    return spell_out_keys(view, order, view.with_place_names(order.value_words(view.state, name, value)))
