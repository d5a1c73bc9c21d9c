"""What ships would do to each other where they are planned to be, and what their guns throw together; no part of the
rules."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from game.core.display import Shot
from game.core.orders import Id, Order


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one ship would do to another if both stood as planned: all guns that bear, and the mean of boxes lost.

    `words` are what the guns throw together, where it is to be read.
    """

    firer: Id
    target: Id
    volley: Order
    mean: float
    words: str = ""
    figure: str = ""  # the mean as it is read


def weighed_in(seconds: float, pairs: Iterator[tuple[Id, Id]], weigh: Callable[[Id, Id], object]) -> bool:
    """Weigh pair after pair for so long, one at least; False while there may be more of them."""
    end = time.perf_counter() + seconds
    for firer, target in pairs:
        weigh(firer, target)
        if time.perf_counter() > end:
            return False
    return True


def heaviest(found: Iterable[Exchange | None], target: Id) -> tuple[Exchange, ...]:
    """Those that have to do with the target first, then what does most."""
    return tuple(sorted(filter(None, found), key=lambda one: (target not in (one.firer, one.target), -one.mean)))


def _counted(name: str, n: int) -> str:
    """So many of a gun: `a torpedo`, `2 torpedoes`; one that is several by its name has no article: `flak mortars`."""
    if n == 1:
        return name if " " in name and name.endswith("s") else f"a {name}"
    return f"{n} {name}{'es' if name.endswith('o') else 's'}"


def lowered(label: str) -> str:
    """A name in small letters but for words such as K-gun and MKP, which begin with a letter that is said by itself."""
    return " ".join(word if re.match(r"[A-Z](-|[A-Z])", word) else word.lower() for word in label.split(" "))


def tally(shots: list[Shot]) -> str:
    """What some guns throw together: `4 dice and a torpedo`."""
    dice, others = 0, dict[str, int]()
    for shot in shots:
        number, _, unit = shot.dice.partition(" ")
        if number.isdigit() and unit in ("die", "dice"):
            dice += int(number)
        else:
            # the second is one more of a kind
            name = re.sub(r" ([a-z]\d?|\d)$", "", lowered(shot.label)).removeprefix("pulse ")
            others[name] = others.get(name, 0) + 1
    parts = [f"{dice} {'die' if dice == 1 else 'dice'}"] if dice else []
    parts += [_counted(name, n) for name, n in others.items()]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"
