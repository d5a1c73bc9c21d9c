"""The steps of an axis."""

from __future__ import annotations


def nice(value: float, parts: int) -> float:
    """Return the step of an axis with about that many steps up to a value: 1, 2 or 5 times a power of ten."""
    step = 1e-6
    while True:
        for factor in (1, 2, 5):
            if step * factor * parts >= value:
                return step * factor
        step *= 10
