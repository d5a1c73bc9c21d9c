"""A demonstration as one figure: its most informative step as SVG; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.demonstrations.demonstration import Demonstration
from game.demonstrations.steps import DemonstrationStep
from game.ui.demonstration.picture.preview import telling
from game.ui.film.score import score
from game.ui.film.still import still
from game.ui.film.symbols import Symbols


@dataclass(frozen=True)
class FilmFigure:
    """The step, its elements as SVG, its dice as (caption, dice), and the whole film without the data that symbols
    have."""

    step: DemonstrationStep
    svg: str
    dice: Any
    played: dict[str, Any]


def figure_of(show: Demonstration, symbols: Symbols, table: str, sky: str, own: Callable[[str], str]) -> FilmFigure:
    """Return the figure of a demonstration. The ids of elements drawn below and of symbols are as for `still`."""
    played: dict[str, Any] = score(show, symbols)
    reach = played.pop("reach")
    step = telling(show.steps)
    at = step.index + len(played["steps"]) - len(show.steps)  # the film may have the opening before all steps
    svg = still(played, at, table, sky, own, reach)
    del played["burns"]
    return FilmFigure(step, svg, played["steps"][at].get("dice", ()), played)
