"""Levels of the captain, which differ in what they look at, and styles, which differ in what they like."""

from __future__ import annotations

from game.core.values import frozen


@frozen
class Level:
    """How far a captain looks. `models`: it foretells its enemies by several models, not straight on alone. `later`:
    ends of this turn that it follows into the next one. `rounds`: how often the ships of a side adapt to each other."""

    name: str
    models: bool = True
    later: int = 24
    answers: int = 12  # ends of an enemy that are followed into the next turn
    following: int = 10  # ends of the next turn that are looked at, a ship
    rounds: int = 1


@frozen
class Style:
    """What a captain likes, as numbers over the same payoff: how much a point taken weighs against one dealt, and how
    much of a ship's worth a MU beyond its best range costs."""

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
