"""The heading of a battle: its game and edition, the house rules that were changed, and the phases of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from game.battle.battle import View
from game.core.names import HUMAN
from game.core.orders import Id
from game.core.state import Side
from game.core.system import Phase
from game.core.values import PROFILE


def subtitle(view: View) -> str:
    """Return the game and its edition, in words."""
    edition = view.state.house.get(PROFILE)
    words = [
        word for rule_ in view.system.house if rule_.key == PROFILE for value, word in rule_.values if value == edition
    ]
    return ", ".join([view.system.title, *words])


def agreed_rules(view: View) -> list[str]:
    """Return house rules that differ from the edition, each with its value in words."""
    house = view.state.house
    changed = view.system.beyond_edition(house)
    return [f"{one.title}: {dict(one.values).get(house[one.key], 'as agreed')}" for one in changed]


@dataclass(frozen=True, slots=True)
class Step:
    """A printed number of the sequence. `state`: past, now, next or absent; `fires`: ships fire in it, under that
    name."""

    number: int
    name: str
    state: str
    rule: str
    fires: str = ""


def steps(view: View, number: int = 0) -> tuple[Step, ...]:
    """Return the phases of a turn; `number` is the one shown, if it is not the battle's present one."""
    rows, at = numbered_rows(view, number)
    over = view.state.outcome is not None
    fires = {row.number: row.name for row, present in view.phases if present and row.asks_for("fire")}
    states = [
        "absent" if not present else "past" if over or i < at else "now" if i == at else "next"
        for i, (_, present) in enumerate(rows)
    ]
    return tuple(
        Step(row.number, row.name, state, row.rule, fires.get(row.number, "")) for (row, _), state in zip(rows, states)
    )


def numbered_rows(view: View, number: int = 0) -> tuple[list[tuple[Phase, bool]], int]:
    """Return a row for each printed number, and the index of the present or shown one. Of several rows with one number
    it is the battle's present row, or else the first that takes place, under the name of the whole."""
    now = next((i for i, (row, _) in enumerate(view.phases) if row is view.phase), 0)
    found, at = list[tuple[Phase, bool]](), 0
    for i, (row, present) in enumerate(view.phases):
        if not found or found[-1][0].number != row.number:
            found.append((row, present))
        elif (i == now and not number) or (present and not found[-1][1]):
            found[-1] = row, True
        if i == now:
            at = len(found) - 1
    shown = next((i for i, (row, _) in enumerate(found) if row.number == number), at)
    for i, (row, present) in enumerate(found):
        if number or i != at:  # for a shown phase the number is known, not the row
            found[i] = replace(row, name=view.system.printed.get(row.number, row.name)), present
    return found, shown


def when_words(view: View) -> str:
    """Return `Turn 4, write orders`."""
    return f"{view.system.turn_word.capitalize()} {view.state.turn}, {view.phase.name.lower()}"


def doing(view: View, side: Id, sitting: Id, coming: Id) -> str:
    """Return what a side does while another sits down, but never how many orders it has written, since everybody can
    read it. The side that is `coming` may not be the one `sitting` down, if it takes orders back."""
    if view.state.sides[side].player != HUMAN:
        return "the computer"
    if not view.phase.secret:
        return "to decide" if side == sitting else "looks away"
    if side in view.state.ready:
        return "orders locked"
    return "writes its orders" if side == coming else "still to lock its orders"


def away_words(sides: Mapping[Id, Side], people: Iterable[Id], side: Id, does: str) -> str:
    """Return that only one side looks on from now on: `Azure decides in secret now: Amber looks away`."""
    others = [sides[key].name for key in people if key != side]
    verb = "looks" if len(others) == 1 else "look"
    return f"{sides[side].name} {does}: {' and '.join(others)} {verb} away"
