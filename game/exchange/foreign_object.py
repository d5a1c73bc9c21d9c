"""One object of another program's file. Its fields are asked for by name; whatever was never asked for is noted, so
that nothing is dropped silently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from game.core.names import brief
from game.core.values import Entry, Value
from game.formats.problems import Problem, Step, Steps
from game.formats.validation import value_text
from game.formats.yaml_source import Document, mapping

Chosen = TypeVar("Chosen")
MOST = 2_000  # MASS, boxes and points of arithmetic that the yard still does


class ForeignObject:
    """An object at a path of a document, and the notes about what could not be taken over from it."""

    def __init__(self, doc: Document, at: Steps = (), notes: list[Problem] | None = None) -> None:
        self.doc, self.at = doc, at
        self.fields: Entry = mapping(doc.at(at))
        self.notes: list[Problem] = [] if notes is None else notes
        self.asked: set[str] = set()

    def note(self, message: str, *steps: Step, key: bool = False) -> None:
        """Note that something at a path in this object was not taken over, or not as it is there."""
        found = self.doc.at((*self.at, *steps))
        self.notes.append(self.doc.problem((*self.at, *steps), message, key=key or isinstance(found, dict | list)))

    def get(self, name: str) -> Value:
        """Return a field as it is, None if it is missing."""
        self.asked.add(name)
        return self.fields.get(name)

    def skip(self, *names: str) -> None:
        """Pass over fields that say nothing of their own."""
        self.asked.update(names)

    def number(self, name: str, least: int = 0, most: int = MOST, usual: int | None = None) -> int | None:
        """Return a whole number; if it is missing or none in the range, note that and return the usual one."""
        found = self.get(name)
        if found is None and usual is not None:
            return usual
        if isinstance(found, int) and not isinstance(found, bool) and least <= found <= most:
            return found
        said = "this field is missing" if name not in self.fields else f"{value_text(found)} is none"
        said = "this field is empty" if name in self.fields and found is None else said
        taken = f"; {usual} is taken" if usual is not None else ""
        here = (name,) if name in self.fields else ()
        self.note(f"a whole number from {least} to {most} belongs into {brief(name)}: {said}{taken}", *here)
        return usual

    def words(self, name: str, usual: str = "") -> str:
        """Return a text; note what is none."""
        found = self.get(name)
        if found is None or isinstance(found, str):
            return found or usual
        self.note(f"text belongs here, not {value_text(found)}", name)
        return usual

    def flag(self, name: str) -> bool:
        """Return true or false; note what is neither."""
        found = self.get(name)
        if found is not None and not isinstance(found, bool):
            self.note(f"true or false belongs here, not {value_text(found)}: taken as false", name)
        return found is True

    def choice(self, name: str, choices: Mapping[str, Chosen], usual: Chosen) -> Chosen:
        """Return the meaning of a word. Note a word that has none."""
        found = self.words(name)
        if found and found not in choices:
            self.note(f"{brief(found)} is not one of {', '.join(choices)}: left out", name)
        return choices.get(found, usual)

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; note what is none."""
        return [one for n, one in enumerate(self.listed(name)) if self._is(one, str, "text", name, n)]

    def boxes(self, name: str) -> list[int]:
        """Return a list of whole numbers from 1; note what is none. Zeros say nothing."""
        found = [(n, one) for n, one in enumerate(self.listed(name)) if one != 0 or isinstance(one, bool)]
        listed = [(n, one) for n, one in found if self._is(one, int, "a whole number", name, n)]
        for n, one in listed:
            if not 1 <= one <= MOST:
                self.note(f"a number from 1 to {MOST} belongs here, not {one}: left out", name, n)
        return [one for _, one in listed if 1 <= one <= MOST]

    def rows(self, name: str) -> list[list[Value]]:
        """Return the lists of a list; note what is none."""
        return [one for n, one in enumerate(self.listed(name)) if self._is(one, list, "a list", name, n)]

    def parts(self, name: str) -> list[ForeignObject]:
        """Return the objects of a list; note what is none."""
        listed = [n for n, one in enumerate(self.listed(name)) if self._is(one, dict, "an object", name, n)]
        return [ForeignObject(self.doc, (*self.at, name, n), self.notes) for n in listed]

    def part(self, name: str) -> ForeignObject:
        """Return an object, empty if it is missing; note what is none."""
        found = self.get(name)
        if found is not None and not isinstance(found, dict):
            self.note(f"an object belongs here, not {value_text(found)}", name)
        return ForeignObject(self.doc, (*self.at, name), self.notes)

    def rest(self, words: str = "nothing here has a place for this field") -> None:
        """Note every field that was not asked for and says something."""
        for name, value in self.fields.items():
            if name not in self.asked and value not in (None, "", [], {}, False):
                self.note(f"{words}: left out", name, key=True)

    def listed(self, name: str) -> list[Value]:
        """Return a list as it is, empty if it is missing; note what is none."""
        found = self.get(name)
        if found is not None and not isinstance(found, list):
            self.note(f"a list belongs here, not {value_text(found)}", name)
        return found if isinstance(found, list) else []

    def _is(self, found: Value, kind: type, words: str, *steps: Step) -> bool:
        if isinstance(found, kind) and not isinstance(found, bool):
            return True
        self.note(f"{words} belongs here, not {value_text(found)}: left out", *steps)
        return False
