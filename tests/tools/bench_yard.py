"""What a change costs in the yard: the bill and the refusals of a design, and the editor with its rings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from game.battle.designs import design_data
from game.systems import SYSTEMS
from game.yard.draft import Draft

SYSTEM, DESIGN = "full-thrust", "athanor"
SIZE = (1920, 1080)


def draft() -> Draft:
    """Return the draft of a dreadnought to which changes are made."""
    system = SYSTEMS[SYSTEM]
    return Draft(system, design_data(system, DESIGN))


def change() -> Callable[[], object]:
    """Return a change of MASS in one gesture, as while a slider is dragged: too much and too little by turns."""
    one, masses = draft(), cycle(range(160, 190, 3))

    def work() -> None:
        one.change("mass", {"mass": next(masses)}, "field mass")
        now = one.now
        _ = now.form, now.cost, [one.mends(fault) for fault in now.faults]

    return work


def edited() -> Callable[[], object]:
    """Return the same in the editor, laid out and drawn, with a gun in hand."""
    import pygame

    from game.ui.shipyard.editor import Editor

    pygame.display.init()
    window, page = pygame.display.set_mode(SIZE), Editor(draft())
    gun = next(one for one in page.draft.now.form.aboard if one.turned is not None)
    page.model.take(gun.at)
    page.draw(window)
    masses = cycle(range(160, 190, 3))

    def work() -> None:
        page.model.change("mass", {"mass": next(masses)}, "field mass")
        page.draw(window)

    return work
