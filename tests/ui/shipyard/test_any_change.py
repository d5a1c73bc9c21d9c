"""Whatever is done to a ship in the yard, it is drawn, priced or refused, and can be taken back."""

from __future__ import annotations

import random

import pytest
from pygame import Surface

from game.core.forms import EntryField, PartAboard, PartOffer
from game.systems import SYSTEMS
from game.ui.shipyard.editor import TABS, Editor
from game.ui.shipyard.model import AWAY, FORM, HULL
from game.yard.draft import Draft, patterns

CHANGES = 40
WHERE = (HULL, FORM, AWAY)


pytestmark = pytest.mark.usefixtures("own_home")


def any_value(rng: random.Random, field: EntryField) -> object:
    if field.kind == "choice":
        return rng.randrange(len(field.choices))
    if field.kind == "text":
        return rng.choice(["", "Skerry", "ship two", "é–ß", "x" * 80])
    return rng.choice([field.low, field.high, rng.randint(int(field.low), int(field.high))])


def any_change(rng: random.Random, page: Editor, window: Surface) -> None:
    form = page.draft.now.form
    deed = rng.choice(["field", "part", "add", "remove", "move", "turn", "mend", "name", "drag"])
    if deed == "field":
        field = rng.choice(form.fields).field
        page.model.change(field.name, field.writes(any_value(rng, field)))
    elif deed == "add" and form.offers:
        page.model.add(rng.choice(form.offers))
    elif deed == "drag" and form.offers:
        things: list[PartOffer | PartAboard] = [*form.offers, *form.aboard]
        item = rng.choice(things)
        for _ in range(3):
            where, place = rng.choice(WHERE), rng.choice(["", *form.arcs, "port", "primary"])
            page.model.hold(item, where, place, rng.choice(WHERE))
            page.draw(window)
        rng.choice([page.model.drop, page.model.let_be])()
    elif deed == "mend" and page.draft.now.faults:
        if mends := page.draft.mends(rng.choice(page.draft.now.faults)):
            mend = rng.choice(mends)
            page.model.change(mend.words, mend.change)
    elif deed == "name":
        page.model.change("name", {"name": rng.choice(["", "Skerry", "a" * 300, "\u200b"])})
    elif form.aboard:
        part = rng.choice(form.aboard)
        if deed == "part":
            field = rng.choice([*part.fields, *([part.count] if part.count else [])] or [form.fields[0].field])
            page.model.change(field.name, field.writes(any_value(rng, field)))
        elif deed == "remove":
            page.model.remove(part)
        elif deed == "move":
            page.model.move(part, rng.choice([-1, 1]))
        else:
            page.model.take(part.at)
            page.model.turn(rng.choice(form.arcs or ("F",)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_change_ends_in_a_fault_of_the_program(key: str) -> None:
    rng, window = random.Random(key), Surface((1280, 800))
    system = SYSTEMS[key]
    page = Editor(Draft(system, patterns(system)[0]))
    first = dict(page.draft.now.entry)
    for n in range(CHANGES):
        any_change(rng, page, window)
        page._open_tab(n % len(TABS))
        page.draw(window)
        if n % 10 == 9:
            page.save()
            assert not page.draft.unsaved, page.model.said
    while page.draft.undoes:
        page.draft.undo()
    assert dict(page.draft.now.entry) == first
    page.draft.close()
