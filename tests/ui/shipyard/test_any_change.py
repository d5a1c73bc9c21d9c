"""Whatever is done to a ship in the yard, it is drawn, priced or refused, and can be taken back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pygame import Surface

from game.core.forms import EntryField
from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.shipyard.editor import TABS, Editor
from game.yard.draft import Draft

CHANGES = 30


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))


def any_value(rng: random.Random, field: EntryField) -> object:
    if field.kind == "choice":
        return rng.randrange(len(field.choices))
    if field.kind == "text":
        return rng.choice(["", "Skerry", "ship two", "é–ß", "x" * 80])
    return rng.choice([field.low, field.high, rng.randint(int(field.low), int(field.high))])


def any_change(rng: random.Random, page: Editor) -> None:
    form = page.draft.now.form
    deed = rng.choice(["field", "part", "add", "remove", "move", "turn", "mend", "name"])
    if deed == "field":
        field = rng.choice(form.fields).field
        page.change(field.name, field.writes(any_value(rng, field)))
    elif deed == "add" and form.offers:
        page.add(rng.choice(form.offers))
    elif deed == "mend" and page.draft.now.faults:
        if mends := page.draft.mends(rng.choice(page.draft.now.faults)):
            mend = rng.choice(mends)
            page.change(mend.words, mend.change)
    elif deed == "name":
        page.change("name", {"name": rng.choice(["", "Skerry", "a" * 300, "\u200b"])})
    elif form.aboard:
        part = rng.choice(form.aboard)
        if deed == "part":
            field = rng.choice([*part.fields, *([part.count] if part.count else [])] or [form.fields[0].field])
            page.change(field.name, field.writes(any_value(rng, field)))
        elif deed == "remove":
            page.remove(part)
        elif deed == "move":
            page.move(part, rng.choice([-1, 1]))
        else:
            page.take(part.at)
            page.turn(rng.choice(form.arcs or ("F",)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_change_ends_in_a_fault_of_the_program(key: str) -> None:
    rng, window = random.Random(key), Surface((1280, 800))
    system = SYSTEMS[key]
    page = Editor(Draft(system, dict(system.files.new_design())))
    first = dict(page.draft.now.entry)
    for n in range(CHANGES):
        any_change(rng, page)
        page._open_tab(n % len(TABS))
        page.draw(window)
        if n % 10 == 9:
            page.save()
            assert not page.draft.unsaved, page.said
    while page.draft.undoes:
        page.draft.undo()
    assert dict(page.draft.now.entry) == first
    page.draft.close()
