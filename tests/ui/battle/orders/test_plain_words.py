"""No form shows a value or a key of the code: pieces, systems and places are called by their names (every game and
case)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pygame import Rect

from game.battle.battle import Battle
from game.battle.loader import load_start
from game.battle.script import Script
from game.core.orders import KEY, Order
from game.systems import SYSTEMS
from game.ui.battle.orders.choice_panel import choice_sheet
from game.ui.battle.orders.order_form import FormParts, order_form, place
from game.ui.input_modes.modes import mode_of
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Widget
from tests.property.test_random_battles import drawn
from tests.repo.test_cases import CASES
from tests.support.battles import SCENARIOS
from tests.support.random_moments import moments
from tests.support.ui.page_driver import plain
from tests.support.ui.part_samples import battle_context

CODE = re.compile(r"\b(True|False|None)\b|\w_\w")
SEED = 3
MOST = 60  # values of a field that are read, of each order


def odd_words(battle: Battle, keys_in_sentences: bool = True) -> Iterator[str]:
    """Whatever is shown to those who are asked and does not call pieces and systems as players do."""
    for prompt in battle.prompts():
        model = SeatModel(battle.view(prompt.side))
        names = model.view.state.names
        keys = {key for key, name in names.items() if key != name} - {*names.values()}
        for key in prompt.ids[:4]:
            model.choose(key)
            order = model.order
            if order is not None:
                values, sentences = {*values_in_words(model, order)}, {*shown(form(model))}
                odd = [one for one in values | sentences if CODE.search(one)]
                odd += [
                    one for one in values | (sentences if keys_in_sentences else set()) if keys & {*KEY.findall(one)}
                ]
                yield from (f"{type(order).__name__}: {one}" for one in odd)


def form(model: SeatModel) -> list[Widget]:
    """Return what the panel of the piece in hand is made of."""
    column, mode = Column(Rect(0, 0, 420, 1000)), mode_of(model)
    if mode.chooses:
        choice_sheet(column, model, lambda name, value: None)
    elif mode.plots:
        order_form(column, model, FormParts(lambda name, value: None, TextField(Rect(0, 0, 1, 1), "")))
    return column.widgets


def shown(widgets: list[Widget]) -> Iterator[str]:
    """Yield the words of widgets: labels, hints, reasons, pieces of a line; of a field what is read in it while nobody
    types."""
    for widget in widgets:
        if isinstance(widget, TextField):
            yield widget.instead
            continue
        for name, value in vars(widget).items():
            if name not in ("name", "rule") and not name.startswith("key"):
                yield from strings(value)


def strings(value: object) -> Iterator[str]:
    """Yield every text of a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from strings(one)


def values_in_words(model: SeatModel, order: Order) -> Iterator[str]:
    """Yield each value of its fields on a button, and the order that has it in a row of the list."""
    for field in order.fields(model.view.state):
        for one in model.choices(field.name)[:MOST]:
            if mode_of(model).chooses or mode_of(model).plots:
                yield model.value_words(order, field.name, one.value)
                yield model.briefly(order.with_value(field.name, one.value))


def test_an_order_is_read_with_names_and_typed_with_keys() -> None:
    with plain():
        context = battle_context("plot")
        order = context.battle.read("lancet", "P1 RAM vesper")
        field = place(TextField(Rect(0, 0, 1, 1), ""), Rect(0, 0, 300, 40), context.model, order)
        told = context.model.briefly(order), context.model.in_words(order)
    assert (field.value, field.instead) == ("P1 RAM vesper", "P1 RAM Vesper")
    assert told == ("P1, ram Vesper",) * 2


@pytest.mark.parametrize("system", SYSTEMS)
def test_forms_of_every_scenario_speak_plainly(system: str) -> None:
    found = set[str]()
    with plain():
        for path in SCENARIOS:
            if path.parent.name == system.replace("-", "_"):
                opened = drawn(path, SEED)
                for _ in moments(opened, SEED):
                    found |= {*odd_words(opened.battle)}
    assert not sorted(found)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_forms_of_every_case_speak_plainly(path: Path) -> None:
    with plain():
        # ships named Dead, Plain
        found = {one for battle in played(path) for one in odd_words(battle, keys_in_sentences=False)}
    assert not sorted(found)


def played(path: Path) -> Iterator[Battle]:
    """Yield the battle of a case at each phase that its script comes to."""
    opened = load_start(path)
    script = Script(opened)
    seen = set[tuple[int, int]]()
    while not script.done:
        moment = opened.battle.state.turn, opened.battle.state.phase
        if moment not in seen:
            seen.add(moment)
            yield opened.battle
        script.step()
