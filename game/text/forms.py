"""The choices of an order as numbered lines: the values of its form, the tasks of a crew, the ends of a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from game.battle.view import View
from game.board.boards import board_of
from game.core.display import Destination
from game.core.names import join_words, sentence
from game.core.orders import Field, Id, Order
from game.core.system import is_met
from game.seating.order_words import briefly, value_words
from game.text.pieces import labels, place_words

MOST = 40  # values of one field, or ends, listed at once
EXAMPLES = 6
AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Choices:
    """Lines of a list, and the order that each number in it puts in hand."""

    lines: tuple[str, ...]
    orders: tuple[Order, ...] = ()


def form_of(view: View, order: Order) -> Choices:
    """Return every field of an order with its values: legal ones numbered, others with the reason."""
    lines, orders = [f"{labels(view)[order.by]}: {both(view, order)}"], list[Order]()
    tasks = order.tasks(view.state)
    for field in () if tasks else order.fields(view.state):
        hints = [sentence(part) for part in (field.hint, field.note) if part]
        lines.append(" ".join([f"{field.label}:", *hints]))
        values = view.choices(order, field.name)
        barred = dict[str, list[str]]()
        for choice in values[:MOST]:
            words = value_words(view, order, field.name, choice.value)
            if choice.why_not:
                barred.setdefault(choice.why_not, []).append(words)
                continue
            orders.append(order.with_value(field.name, choice.value))
            now = choice.value == order.value(field.name) and words != AS_IT_IS
            lines.append(f"{len(orders)}. {words}{f', {AS_IT_IS}' if now else ''}{_effect(field, choice.value)}")
        lines += [_barred(those, why) for why, those in barred.items()]
        if len(values) > MOST:
            lines.append(f"And {len(values) - MOST} more, which can be typed.")
    work = dict(order.at_work)
    for task in tasks:
        busy = work.get(task.key, 0)
        more = order.assign(task.key, busy + 1)
        orders.append(more if view.why_not(more) is None else order.assign(task.key, 0))
        lines.append(f"{len(orders)}. {task.label} ({task.key}): {busy} at work, {task.most} at most")
    if not orders:
        lines.append("There is nothing to choose here.")
    return Choices(tuple(lines), tuple(orders))


def both(view: View, order: Order) -> str:
    """Return an order in words, and in its notation if that differs."""
    words, text = briefly(view, order), view.order_text(order)
    if words == text == "0":
        return f"0, it {order.idle_words(view.state)}"
    return words if words == text else f"{words} ({text})"


def _effect(field: Field, value: object) -> str:
    """Return the effect of a value, where the form tells it, after the value."""
    bands = (f", {word}" for one, word, _ in field.bands if one == value)
    return next((f". {sentence(said)}" for one, said in field.meanings if one == value and said), next(bands, ""))


def _barred(values: Sequence[str], why: str) -> str:
    """Return why some values may not be chosen; a reason that names the value itself is enough."""
    named = len(values) == 1 and why.startswith(f"{values[0].partition(' at ')[0]}:")
    return sentence(why if named else f"not {join_words(values, 'or')}: {why}")


def ends_of(view: View, order: Order, near: Id = "", whole: bool = False) -> Choices:
    """Return where an order's piece can end, numbered: a few that stand out, or all of them; or those nearest to
    another piece."""
    ends, board = list(view.destinations(order)), board_of(view.state.table)
    name = labels(view)[order.by]
    if not ends:
        return Choices((f"{name} has no ends to choose from; the form has its choices.",))
    speeds = sorted({end.velocity for end in ends})
    courses = sorted({end.facing for end in ends}, key=board.direction)
    head = f"{name} can end in {len(ends)} ways: {view.system.speed_word} {speeds[0]} to {speeds[-1]}"
    head += f"; pointing to {', '.join(board.format_course(one) for one in courses)}."
    if near:
        at = view.state.known_piece(near).at
        shown = sorted(ends, key=lambda end: board.distance(end.at, at))[:MOST]
        head += f" The nearest to {labels(view)[near]} first:"
    elif whole or len(ends) <= EXAMPLES:
        shown = ends
    else:
        shown = _telling(ends)
        head += " Some of them (ends all lists every one):"
    lines = [f"{n}. {_end_words(view, end)}" for n, end in enumerate(shown, 1)]
    return Choices((head, *lines), tuple(end.order for end in shown))


def _telling(ends: Sequence[Destination]) -> list[Destination]:
    """Return the ends that stand out: those of each lane with the lowest and the highest speed."""
    lanes = dict[object, list[Destination]]()
    for end in ends:
        if not end.aside:
            lanes.setdefault(end.lane, []).append(end)
    found = list[Destination]()
    for lane in lanes.values():
        found += [min(lane, key=lambda end: end.velocity), max(lane, key=lambda end: end.velocity)]
    return list({id(end): end for end in found}.values())[:MOST]


def _end_words(view: View, end: Destination) -> str:
    board = board_of(view.state.table)
    parts = (
        place_words(board, end.at) if board.holds(end.at) else "off the table",
        f"points to {board.format_course(end.facing)}",
        f"{view.system.speed_word} {end.velocity}",
        end.mark,
        end.toll,
    )
    return f"{view.order_text(end.order)}: {', '.join(part for part in parts if part)}"


def examples(view: View, key: Id) -> Iterator[str]:
    """Yield orders that may be given now, in their notation, with what each does."""
    told = set[str]()
    for order, effect in _samples(view, key):
        text = view.order_text(order)
        if text not in told and view.why_not(order) is None:
            told.add(text)
            words = briefly(view, order)
            yield f"{text}: {words}" if words != text else f"{text}: {effect}" if effect else text
        if len(told) >= EXAMPLES:
            return


def _samples(view: View, key: Id) -> Iterator[tuple[Order, str]]:
    """Yield orders with what each does, where its own words do not tell it."""
    draft = view.draft(key)
    yield draft, f"it {draft.idle_words(view.state)}" if view.order_text(draft) == "0" else ""
    if (best := view.suggestion(key)) is not None:
        yield best, ""
    met = (kind for kind in view.phase.accepts if is_met(kind.needs, view.state.house))
    kinds = [kind(key) for kind in met if getattr(kind, "input_mode", "word") != "word"]
    for order in dict.fromkeys((draft, *kinds)):
        for field in order.fields(view.state):
            legal = (one.value for one in view.choices(order, field.name) if not one.why_not)
            changed = (value for value in legal if value != order.value(field.name))
            for value in islice(changed, 1):
                word, label = value_words(view, order, field.name, value), field.label.lower()
                yield order.with_value(field.name, value), word if word.lower() == label else f"{label} {word}"
        for task in order.tasks(view.state):
            yield order.assign(task.key, 1), ""
    for end in view.destinations(draft)[:2]:
        yield end.order, _end_words(view, end).partition(": ")[2]
