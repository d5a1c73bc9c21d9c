"""The charts of docs/point-defence-study.md, drawn by the odds lab's own code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.lab.choices import beginnings
from game.lab.setup import BOTH
from game.ui.lab.charts.damage_chart import DamageChart
from game.ui.lab.charts.inks import TITLES, ink, plate
from game.ui.lab.charts.scaling_chart import ScalingChart
from game.ui.lab.model import LabModel
from game.ui.render.shapes import Place
from game.ui.render.text import text
from game.ui.render.theme import theme

WIDE, HIGH, EDGE, HEAD = 760, 330, 16, 34  # pixels of a chart, of the room about it, and of its key
NAMES = ("study-groups.png", "study-salvos.png", "study-spread.png")


def study_charts(out: Path) -> None:
    """Damage per group, missiles per salvo, and the spread of twelve groups, as small pictures."""
    theme.scale = 1.0
    setup = beginnings()["Swarm of 12"]
    model = LabModel(setup)
    model.begin()
    model.finish()
    place = Rect(EDGE, EDGE + HEAD, WIDE - 2 * EDGE, HIGH - 2 * EDGE - HEAD)
    pictures: tuple[tuple[str, str, Callable[[Surface], None]], ...] = (
        ("study-groups.png", "damage of each group, by their number; hollow: behind one screen",
         ScalingChart(place, model.curves, "groups", 0, BOTH, name="groups").draw_anew),
        ("study-salvos.png", "missiles of each salvo that hit, by the number of salvos",
         ScalingChart(place, model.curves, "salvos", 0, BOTH, name="salvos").draw_anew),
        ("study-spread.png", "chance of the damage of twelve groups, and the levels behind it",
         DamageChart(place, model.results, setup.hull, sum(setup.armour)).draw_anew),
    )  # fmt: skip
    for name, words, draw in pictures:
        picture = Surface((WIDE, HIGH))
        picture.fill(theme.palette.panel)
        _key(picture, words)
        draw(picture)
        pygame.image.save(picture, out / name)


def _key(dst: Surface, words: str) -> None:
    """The two rules with their looks, and what is shown."""
    x, y = EDGE, EDGE + 8
    for rules in BOTH:
        plate(dst, Rect(x, y - 8, 22, 16), rules)
        at: Place = (x + 30, y)
        x = text(dst, TITLES[rules], at, 15, ink(rules), "s", "midleft").right + 18
    text(dst, words, (dst.get_width() - EDGE, y), 15, theme.palette.muted, "r", "midright")
