"""A design built again in the yard, part by part, by the changes that its form offers."""

from __future__ import annotations

from typing import Any

from game.core.forms import EntryField, PartAboard, PartOffer, YardForm
from game.core.game_files import AnyFiles
from game.core.values import Data, Entry
from game.formats.yaml_source import document_of
from game.formats.yaml_writer import block

PASSES = 3
TEXTS = ("version", "name", "class", "glyph", "about")  # fields that are typed


def rebuilt(files: AnyFiles, wanted: Entry) -> Data:
    """Return the plain data of a design made from the game's new design until it is as wanted. Every step is a change
    of the form, and can be read."""
    entry = written(files, dict(files.new_design()), {name: wanted.get(name) for name in TEXTS})
    goal = form_of(files, wanted)
    entry = _with_fields(files, entry, goal)
    while aboard := form_of(files, entry).aboard:
        entry = written(files, entry, aboard[-1].removed)
    for nth, part in enumerate(goal.aboard):
        entry = _put(files, entry, nth, part, goal)
    for _ in range(PASSES):  # the limits of one field may follow from another
        entry = _with_fields(files, entry, goal)
        for nth, part in enumerate(goal.aboard):
            entry = _with_part_fields(files, entry, nth, part)
    return entry


def _with_fields(files: AnyFiles, entry: Data, goal: YardForm) -> Data:
    for one in goal.fields:
        fields = {each.field.name: each.field for each in form_of(files, entry).fields}
        if one.field.name in fields:
            entry = _set(files, entry, fields[one.field.name], one.field)
    return entry


def _with_part_fields(files: AnyFiles, entry: Data, nth: int, part: PartAboard) -> Data:
    for wanted in part.fields:
        now = {one.name: one for one in form_of(files, entry).aboard[nth].fields}
        if wanted.name in now:
            entry = _set(files, entry, now[wanted.name], wanted)
    return entry


def form_of(files: AnyFiles, entry: Entry) -> YardForm:
    """Return the form of a design given as plain data."""
    model = files.design.model_validate(entry)
    form: YardForm = files.yard_form(entry, model, files.built(model, "key", "fleet"))
    return form


def _put(files: AnyFiles, entry: Data, nth: int, part: PartAboard, goal: YardForm) -> Data:
    """Put a part aboard, and give it class, kind, load, number and arcs."""
    before = form_of(files, entry)
    alike = [one for one in before.offers if one.icon.kind == part.icon.kind]
    offer = min(alike, key=lambda one: _likeness(one, part))
    after = written(files, entry, offer.added(part.place))
    form = form_of(files, after)
    old = [(one.label, one.icon, one.count and one.count.value, one.place) for one in before.aboard]
    new = [(one.label, one.icon, one.count and one.count.value, one.place) for one in form.aboard]
    assert len(new) > len(old), f"{part.label} has a line of its own"
    index = next(n for n in range(len(new)) if n >= len(old) or new[n] != old[n])
    before_it = sum(one.place == part.place for one in goal.aboard[:nth])
    after = written(files, after, form.aboard[index].moved(before_it))
    made = form_of(files, after).aboard[nth]
    after = _set(files, after, made.count, part.count) if made.count and part.count else after
    after = _with_part_fields(files, after, nth, part)
    made = form_of(files, after).aboard[nth]
    if part.turned and made.turned and set(made.icon.arcs) != set(part.icon.arcs):
        after = written(files, after, made.turned(part.icon.arcs))
    return after


def _likeness(offer: PartOffer, part: PartAboard) -> tuple[bool, int]:
    return offer.icon.mode != part.icon.mode, abs(offer.icon.level - part.icon.level)


def _set(files: AnyFiles, entry: Data, field: EntryField, wanted: EntryField) -> Data:
    value = wanted.value
    if field.kind == "number" and value is not None:
        value = min(field.high, max(field.low, value))
    return entry if field.value == value else written(files, entry, field.writes(value))


def written(files: AnyFiles, entry: Data, change: Entry) -> Data:
    """Return the data after a change, read back from its text."""
    made: dict[str, Any] = {name: value for name, value in {**entry, **change}.items() if value is not None}
    found = document_of(block(made), "design").data
    files.design.model_validate(found)
    assert isinstance(found, dict)
    return found
