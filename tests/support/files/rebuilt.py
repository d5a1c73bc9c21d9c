"""A design built again in the yard, part by part, by what its editor does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.forms import EntryField, PartAboard, PartOffer, YardForm
from game.core.game_files import AnyFiles
from game.core.system import RuleSystem
from game.core.values import Data, Entry, Value
from game.formats.yaml_source import document_of
from game.formats.yaml_writer import block
from game.ui.shipyard.form import TEXTS, silhouettes
from game.ui.shipyard.model import EditorModel
from game.yard.draft import Draft, patterns

PASSES = 3


class Rebuilding:
    """A new draft that is made as wanted by the changes of the editor, none of which may be refused."""

    def __init__(self, system: RuleSystem, wanted: Entry) -> None:
        self.draft = Draft(system, patterns(system)[0])
        self.model = EditorModel(self.draft, lambda: None)
        self.wanted, self.goal = wanted, form_of(system.files, wanted)

    @property
    def form(self) -> YardForm:
        return self.draft.now.form

    def build(self) -> None:
        """Take out what a new ship has aboard, and put what is wanted in its place."""
        self._texts()
        self._fields()
        self._silhouette()
        while self.form.aboard:
            self._do(partial(self.model.remove, self.form.aboard[-1]))
        for nth, part in enumerate(self.goal.aboard):
            self._put(nth, part)
        for _ in range(PASSES):  # the limits of one field may follow from another
            self._fields()
            for nth, part in enumerate(self.goal.aboard):
                self._part_fields(nth, part)

    def _do(self, deed: Callable[[], object]) -> None:
        deed()
        assert not self.model.said or self.model.well, self.model.said

    def _texts(self) -> None:
        for name, label, most in TEXTS:
            words = str(self.wanted.get(name) or "")
            assert len(words) <= most, f"{name} has room in its field"
            self._do(partial(self.model.change, label, {name: words or None}))

    def _silhouette(self) -> None:
        glyph = self.wanted.get("glyph")
        if glyph != self.draft.now.entry.get("glyph"):
            assert glyph in silhouettes(self.draft.now.design.glyph)
            self._do(partial(self.model.change, "silhouette", {"glyph": glyph}))

    def _fields(self) -> None:
        for one in self.goal.fields:
            fields = {each.field.name: each.field for each in self.form.fields}
            if one.field.name in fields:
                self._set(fields[one.field.name], one.field.value)

    def _put(self, nth: int, part: PartAboard) -> None:
        """Put a part aboard, and give it its place, number, fields and arcs."""
        alike = [one for one in self.form.offers if one.icon.kind == part.icon.kind]
        many = len(self.form.aboard)
        self._do(partial(self.model.add, min(alike, key=partial(_likeness, part)), part.place))
        assert len(self.form.aboard) == many + 1 and self.model.part, f"{part.label} has a line of its own"
        here = [one.at for one in self.form.aboard if one.place == part.place]
        before_it = sum(one.place == part.place for one in self.goal.aboard[:nth])
        self._do(partial(self.model.move, self.model.part, before_it - here.index(self.model.hand)))
        made = self.form.aboard[nth]
        assert made.at == self.model.hand
        if made.count and part.count and made.count.value != part.count.value:
            self._do(partial(self.model.count, made, part.count.value))
        self._part_fields(nth, part)
        self._turn(nth, part)

    def _turn(self, nth: int, part: PartAboard) -> None:
        """Turn every arc on that is wanted, then the others off."""
        self.model.hand = self.form.aboard[nth].at
        for on in (True, False):
            for arc in self.form.arcs:
                now = self.form.aboard[nth]
                if now.turned and (arc in part.arcs) == on and (arc in now.arcs) != on:
                    self._do(partial(self.model.turn, arc))

    def _part_fields(self, nth: int, part: PartAboard) -> None:
        for wanted in part.fields:
            now = {one.name: one for one in self.form.aboard[nth].fields}
            if wanted.name in now:
                self._set(now[wanted.name], wanted.value)

    def _set(self, field: EntryField, value: Value) -> None:
        if field.kind == "number" and value is not None:
            value = min(field.high, max(field.low, value))
        if field.value != value:
            self._do(partial(self.model.change, field.label, field.writes(value)))


def _likeness(part: PartAboard, offer: PartOffer) -> tuple[bool, int]:
    return offer.icon.mode != part.icon.mode, abs(offer.icon.level - part.icon.level)


def form_of(files: AnyFiles, entry: Entry) -> YardForm:
    """Return the form of a design given as plain data."""
    model = files.design.model_validate(entry)
    form: YardForm = files.yard_form(entry, model, files.build_design(model, "key", "fleet"))
    return form


def written(files: AnyFiles, entry: Data, change: Entry) -> Data:
    """Return the data after a change, read back from its text."""
    made: Data = {name: value for name, value in {**entry, **change}.items() if value is not None}
    found = document_of(block(made), "design").data
    files.design.model_validate(found)
    assert isinstance(found, dict)
    return found
