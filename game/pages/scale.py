"""Tick marks of an axis."""

from __future__ import annotations


def nice(value: float, parts: int) -> float:
    """Return a tick interval of 1, 2 or 5 times a power of ten that divides `value` into about `parts`."""
    step = 1e-6
    while True:
        for factor in (1, 2, 5):
            if step * factor * parts >= value:
                return step * factor
        step *= 10
