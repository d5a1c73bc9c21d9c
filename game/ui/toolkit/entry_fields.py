"""The widget of an `EntryField`: its choices side by side or one at a time, a number to step or slide; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygame import Rect

from game.core.forms import EntryField
from game.core.values import Data
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.value_fields import OptionalStepper, Segments, Slider, Stepper

Write = Callable[[Any], object]  # takes a new value; None leaves the field out


def entry_widget(
    row: Rect,
    field: EntryField,
    write: Write,
    label: str,
    options: Data,
    *,
    short: bool = False,
    slides: bool = False,
    typing: bool = False,
) -> Segments | Stepper:
    """Return the widget of a number or a choice. `short` choices are in short words. A number may slide, and be
    typed."""
    if field.kind == "choice":
        return _choice(row, field, write, label, options, short)
    limits = {"low": field.low, "high": field.high, "step": field.step, "typing": typing}
    options = {**limits, "show": field.shows or "{:g}".format, "on_change": write, "label": label, **options}
    words, note = field.unsaid
    if not words:
        return (Slider if slides else Stepper)(row, field.value, **options)
    said = field.value is not None
    start = field.value if said else field.first
    return OptionalStepper(row, start, said=said, words=words, note=note, on_clear=lambda: write(None), **options)


def _choice(row: Rect, field: EntryField, write: Write, label: str, options: Data, short: bool) -> Segments | Stepper:
    """Return all choices side by side, or one at a time if they do not fit uncut."""
    names = [one[short] for one in field.choices]
    narrow = {**options, "label_width": round(width(label, 15) / theme.scale) + 10}
    for each in (options, narrow):
        found = Segments(row, names, chosen=int(field.value), on_change=write, label=label, **each)
        if found.fits:
            return found
    ends: Data = {"low": 0, "high": len(names) - 1, "show": lambda i: names[int(i)]}
    return Stepper(row, int(field.value), on_change=lambda i: write(int(i)), label=label, **ends, **options)
