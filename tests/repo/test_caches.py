"""Caches are keyed by values: no hand-made list of what an answer depends on, and no answer of one battle shown in the
next."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.loader import open_battle
from game.battle.view import View
from game.core.orders import Illegal
from game.core.values import House
from game.rules.movement import cinematic
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault as judged
from game.rules.ships.ship import Ship
from game.systems import SYSTEMS
from tests.property.test_random_battles import drawn
from tests.support.battles import SCENARIOS
from tests.support.caches import cached_functions, classes, forget_everything, modules, sizes_of_dicts
from tests.support.ui.battle_driver import picture_of
from tests.support.ui.screen_driver import Sitting

ROOT = Path(__file__).resolve().parents[2]
BY_GAME = {key: [path for path in SCENARIOS if path.parent.name == key.replace("-", "_")] for key in SYSTEMS}


def parts_of(hint: Any) -> Iterator[Any]:
    """Yield a type, and every type that stands within it."""
    yield hint
    for inner in typing.get_args(hint):
        yield from parts_of(inner)


def mutable(kind: Any) -> bool:
    """Return whether a value of a type can change while a cache holds it. Python then gives it no hash."""
    return isinstance(kind, type) and kind.__hash__ is None


FOUND = """
import gc
from tests.support.caches import cached_functions, is_cache, modules
list(modules())
there = {id(one): f"{one.__module__}.{one.__qualname__}" for one in gc.get_objects() if is_cache(one)}
found = {id(one) for one in cached_functions()}
print(len(there), *(name for one, name in there.items() if one not in found))
"""


def test_every_cache_is_found() -> None:
    """A program of its own is asked, since tests make throws, and so caches, of their own."""
    said = subprocess.run([sys.executable, "-c", FOUND], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    count, *missed = said.splitlines()[-1].split()
    assert int(count) > 100 and missed == []


def test_what_is_cached_is_asked_about_values_alone() -> None:
    known, changing = classes(), []
    for one in cached_functions():
        made = inspect.unwrap(one)
        asked = {name: hint for name, hint in made.__annotations__.items() if name != "return"}
        for name, hint in asked.items():
            found = eval(hint, {**known, **made.__globals__}) if isinstance(hint, str) else hint
            if any(mutable(typing.get_origin(part) or part) for part in parts_of(found)):
                changing.append(f"{one.__module__}.{one.__name__}: {name}")
    assert changing == []


def test_a_house_rule_that_is_read_anew_changes_the_ends_of_the_next_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that an author adds where legality is judged holds at once, though no cache has been told of it."""

    def fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
        return (
            Illegal("no turns in this battle", "x") if house["aft_armour"] and plot.legs else judged(ship, plot, house)
        )

    def ends(on: bool) -> int:
        battle = open_battle(BY_GAME["full-thrust"][0], seed=1, house={"aft_armour": on}).battle
        prompt = battle.prompts()[0]
        view = battle.view(prompt.side)
        return len(view.destinations(view.draft(prompt.waiting[0])))

    monkeypatch.setattr(cinematic, "fault", fault)
    forget_everything()
    free, held = ends(False), ends(True)
    forget_everything()
    assert (free, held) == (43, 9) and held == ends(True)


def answers(view: View) -> Iterator[tuple[str, object]]:
    """Yield the view's answers about the first pieces that are asked, and about their fire."""
    for prompt in view.prompts():
        for key in prompt.waiting[:2]:
            draft = view.draft(key)
            yield f"ends of {key}", view.destinations(draft)
            yield f"meter of {key}", view.meter(draft)
            yield f"sheet of {key}", view.sheet(key)
            yield f"areas of {key}", view.overlays(key)
            if view.state.piece(key) is None or key not in view.state.ships:
                continue
            for name in list(draft.domain(view.state))[:3]:
                yield f"{name} of {key}", view.choices(draft, name)[:40]
            for other in view.state.enemies(view.state.owner(key))[:2]:
                volley = view.volley(key, other.id)
                yield f"{key} at {other.id}", (view.shots(key, other.id), volley, volley and view.odds(volley))


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_keep_no_answers_in_a_dict_of_a_module(system: str) -> None:
    list(modules())
    before = dict(sizes_of_dicts())
    for _, battle in battles(system, 2):
        for side in battle.state.sides:
            dict(answers(battle.view(side)))
    assert {name for name, size in sizes_of_dicts() if size != before.get(name)} == set()


def battles(system: str, many: int) -> Iterator[tuple[str, Any]]:
    """Yield battles of a game by house rules drawn at random, one after another, some at a later moment of the turn."""
    for n in range(many):
        path = Random(f"{system}/{n}").choice(BY_GAME[system])
        yield f"{path.stem} {n}", drawn(path, 2 * n + 1).battle


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_answer_is_that_of_a_program_just_started(system: str) -> None:
    later = [
        (name, battle, [(side, dict(answers(battle.view(side)))) for side in (None, *battle.state.sides)])
        for name, battle in battles(system, 6)
    ]
    for name, battle, known in later:
        forget_everything()
        for side, before in known:
            assert dict(answers(battle.view(side))) == before, name


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_frame_is_that_of_a_program_just_started(system: str, tmp_path: Path) -> None:
    """The board, its layers and its labels, drawn after other battles had been on the screen, and drawn as the
    first."""
    from game.ui.battle.screen import BattleScreen

    def frame(battle: Any) -> bytes:
        seat = Sitting(BattleScreen(battle), (1280, 800))
        seat.settle()
        return picture_of(seat)

    drawn_later = [(name, battle, frame(battle)) for name, battle in battles(system, 3)]
    for name, battle, before in drawn_later:
        forget_everything()
        assert frame(battle) == before, name
