"""Levels of the captain, which differ in how far they look, and styles, which differ in what they value."""

from __future__ import annotations

from game.core.values import frozen


@frozen
class Level:
    """The depth of a captain's thinking. With `models` it predicts enemies by several models, otherwise it expects them
    to go straight on. `later` is the number of destinations followed into the next turn. `rounds` is how often the
    ships of a side adapt to each other."""

    name: str
    models: bool = True
    later: int = 24
    answers: int = 12  # destinations of an enemy that are followed into the next turn
    following: int = 10  # destinations of each ship that are evaluated in the next turn
    rounds: int = 1


@frozen
class Style:
    """The values of a captain. `taken` is the weight of a point taken against a point dealt. `closing` is the share of
    a ship's worth that each MU beyond its best range costs."""

    name: str
    taken: float = 1.0
    closing: float = 0.003


LEVELS = {
    "cadet": Level("Cadet", models=False, later=0, rounds=1),
    "captain": Level("Captain"),
    "admiral": Level("Admiral", later=40, answers=20, following=14, rounds=3),
}
STYLES = {
    "wary": Style("wary", 1.6, 0.0015),
    "cautious": Style("cautious", 1.25, 0.002),
    "even": Style("even"),
    "bold": Style("bold", 0.8, 0.004),
    "reckless": Style("reckless", 0.55, 0.006),
}
