"""Validate author files by pydantic models: report all errors of a file at once, in sentences with a place and a hint.

`Strict` is the base for models, and `Versioned` for files that carry a version. To read a file in several steps (a
battle, its inline designs, its cross-checks), make a `Document`, call `validate` for each part and `complain` for each
further problem, then `settle`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Tag, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from game.core.names import LONGEST_KEY, brief
from game.core.values import Data, Entry, Value
from game.formats.problems import KEPT, BadFile, Problem, Steps, Words
from game.formats.yaml_source import Document, document, document_of

__all__ = [
    "BadFile",
    "Document",
    "Problem",
    "Strict",
    "Versioned",
    "at_field",
    "document",
    "document_of",
    "parse",
    "read_model",
    "refuse_foreign",
    "validate",
]

Model = TypeVar("Model", bound=BaseModel)
Migration = Callable[[Data], Data]  # data of one version -> data of the next
Kind = tuple[str, Any]  # the tag of a union member (or ""), and its type

LISTED = 18  # choices listed in a message
OURS = ("title", "system", "sides", "class", "hull")  # fields of battles, demonstrations, studies and designs
COMPARED = 2_000  # most known words that a misspelt one is compared with

WANTED = {  # error type -> the right kind of value
    "string_type": "text",
    "int_type": "a whole number", "int_from_float": "a whole number", "int_parsing": "a whole number",
    "float_type": "a number", "float_parsing": "a number", "finite_number": "an ordinary number",
    "bool_type": "true or false", "bool_parsing": "true or false",
    "list_type": "a list", "tuple_type": "a list", "set_type": "a list", "frozen_set_type": "a list",
    "dict_type": "fields with values", "model_type": "fields with values",
    "model_attributes_type": "fields with values", "none_required": "nothing",
}  # fmt: skip


class Strict(BaseModel):
    """Base of models. Unknown fields are errors, and so is text in place of a number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Unknown(ValueError):
    """An error about unknown words. The nearest known word is searched for only when the problem is shown, because
    there may be thousands of them."""

    def __init__(self, message: str, words: Iterable[object], known: Iterable[str]) -> None:
        super().__init__(message)
        self.words, self.known = words, known

    def hint(self) -> str:
        """Return a hint with the first known word that is similar to one of these."""
        guesses = (did_you_mean(str(word), self.known) for word in islice(self.words, LISTED))
        return next(filter(None, guesses), "")


class Versioned(Strict):
    """Base of files that carry a version. `newest` is the one this program writes; `migrations[n]` turns n into n +
    1."""

    newest: ClassVar[int] = 1
    migrations: ClassVar[Mapping[int, Migration]] = {}

    version: int = 1


def at_field(name: str, why: str) -> ValidationError:
    """Return an error about one field for a validator of a whole model to raise. `name` is the field's name in the
    file."""
    error = PydanticCustomError("value_error", "{error}", {"error": why})
    return ValidationError.from_exception_data(name, [InitErrorDetails(type=error, loc=(name,), input=None)])


def read_model(path: Path | str, model: type[Model]) -> Model:
    """Read a YAML file as a model; raises BadFile with all its problems."""
    return _validate_whole(document(path), model)


def parse(text: str, model: type[Model], name: str) -> Model:
    """Read YAML text as a model; `name` stands for the file in the problems of the BadFile it raises."""
    return _validate_whole(document_of(text, name), model)


def validate(doc: Document, model: type[Model], at: Steps = ()) -> Model | None:
    """Return the part of a document at a path as a model. If it is invalid, record the problems and return None. Raises
    BadFile at once for a version that this program cannot read, because nothing else in it can be validated."""
    data = doc.at(at)
    if issubclass(model, Versioned):
        data = _brought_up_to_date(doc, model, at, data)
        doc.data = data if at == () else doc.data
    try:
        return model.model_validate(data)
    except ValidationError as error:
        _report(doc, model, at, data, error)
        return None


def refuse_foreign(doc: Document) -> None:
    """Raise BadFile with one sentence for a file of another program: one without any of the fields in `OURS`."""
    if isinstance(doc.data, dict) and not doc.data.keys().isdisjoint(OURS):
        return
    kind, hint = "a YAML file" if isinstance(doc.data, dict | list) else "a text", ""
    if doc.text.lstrip()[:1] in ("{", "["):
        kind, hint = "a JSON file", "If it holds ship designs, drop it on the shipyard's page, or import it."
    reads = "Dead Reckoning reads only its own battles, designs, scenarios and demonstrations, which are YAML files"
    raise BadFile((doc.problem((), f"this seems to be {kind} of another program; {reads}", hint),))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the most similar known word; empty if none is similar or the word is very long."""
    if len(word) > LONGEST_KEY:
        return ""
    words = {str(each).casefold(): str(each) for each in islice(known, COMPARED)}
    near = get_close_matches(word.casefold(), words, 1, 0.6)
    return f"Did you mean '{words[near[0]]}'?" if near else ""


def known_words(word: str, known: Iterable[str]) -> str:
    """Return a hint with the most similar known word; if none is similar, with all of them if they are few."""
    words = [str(each) for each in known]
    few = f"It may be {', '.join(words)}." if 0 < len(words) <= LISTED else ""
    return did_you_mean(word, words) or few


def value_text(value: object) -> str:
    """Return a value as text for a message, shortened."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "fields with values"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return brief(value)
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _validate_whole(doc: Document, model: type[Model]) -> Model:
    result = validate(doc, model)
    doc.settle()
    if result is None:
        raise BadFile((doc.problem((), "this file cannot be read"),))
    return result


def _brought_up_to_date(doc: Document, model: type[Versioned], at: Steps, data: Value) -> Value:
    version = data.get("version", model.newest) if isinstance(data, dict) else model.newest
    if not isinstance(version, int) or isinstance(version, bool):
        return data
    here = (*at, "version")
    if version > model.newest:
        message = f"this file is version {version}, and this program reads version {model.newest}"
        raise BadFile((doc.problem(here, message, "It was written by a newer Dead Reckoning: use that one."),))
    while version < model.newest:
        if version not in model.migrations:
            message = f"this file is version {version}, which is too old to be read"
            raise BadFile((doc.problem(here, message, f"This program reads version {model.newest}."),))
        data = {**model.migrations[version](data), "version": version + 1}
        version += 1
    return data


def _report(doc: Document, model: type[BaseModel], at: Steps, data: object, error: ValidationError) -> None:
    """Record a sentence for each pydantic error. Errors of a union about one value become one sentence."""
    wanted: dict[Steps, list[str]] = {}
    errors = error.errors(include_url=False)
    for index, each in enumerate(errors):
        if len(doc.problems) + len(wanted) >= KEPT:
            doc.more += len(errors) - index
            break
        path, kinds, around = _follow(model, data, each)
        if each["type"] in WANTED:
            wanted.setdefault(path, []).append(WANTED[each["type"]])
            continue
        message, hint = _sentence(each, path, kinds, around)
        of_key = each["type"] in ("extra_forbidden", "missing") or each["loc"][-1:] == ("[key]",)
        on_key = of_key or isinstance(doc.at(at + path), dict)
        doc.complain(at + path, message, hint, key=on_key)
    for path, words in wanted.items():
        found = doc.at(at + path)
        hint = "Put it in quotes." if words == ["text"] and isinstance(found, int | float) else ""
        message = f"expected {' or '.join(dict.fromkeys(words))}, found {value_text(found)}"
        doc.complain(at + path, message, hint, key=isinstance(found, dict))


def _sentence(error: ErrorDetails, path: Steps, kinds: list[Kind], around: list[Kind]) -> tuple[str, Words]:
    """Return a message and a hint for a pydantic error."""
    context, found = error.get("ctx", {}), error["input"]
    match error["type"]:
        case "missing":
            if isinstance(at := error["loc"][-1], int):  # a missing item of a pair, not a missing field
                return f"value {at + 1} is missing here", ""
            return "this field is missing", ""
        case "extra_forbidden":
            return "unknown field", lambda: known_words(str(path[-1]) if path else "", _fields(around))
        case "literal_error" | "enum":
            return _not_a_choice(found, [choice for _, kind in kinds for choice in _choices(kind)])
        case "union_tag_invalid":
            choices = [tag.strip() for tag in str(context.get("expected_tags", "")).replace("'", "").split(",")]
            return _not_a_choice(context.get("tag"), choices)
        case "union_tag_not_found":
            return f"the field {context.get('discriminator', '')} is missing", ""
        case "value_error" | "assertion_error":
            return _own_words(context.get("error", error["msg"]))
        case _:
            return _limit(error["type"], context, found) or error["msg"][:1].lower() + error["msg"][1:], ""


def _limit(kind: str, context: Entry, found: object) -> str:
    """Return the sentence for a value outside its limits; empty for another kind of error."""
    match kind:
        case "greater_than_equal":
            return f"{value_text(found)} is too small: at least {context['ge']:g}"
        case "greater_than":
            return f"{value_text(found)} is too small: it must be more than {context['gt']:g}"
        case "less_than_equal":
            return f"{value_text(found)} is too large: at most {context['le']:g}"
        case "less_than":
            return f"{value_text(found)} is too large: it must be less than {context['lt']:g}"
        case "too_short" | "too_long":
            bound = "at least" if kind == "too_short" else "at most"
            limit = context["min_length" if kind == "too_short" else "max_length"]
            actual = context["actual_length"]  # unknown of a mapping that is too long
            belong = "entry belongs" if limit == 1 else "entries belong"
            return f"{bound} {limit} {belong} here" + (f", not {actual}" if actual is not None else "")
        case "string_too_short":
            least = context["min_length"]
            return "this text may not be empty" if least == 1 else f"at least {least} letters belong here"
        case "string_too_long":
            return f"this text is too long: at most {context['max_length']} letters"
        case "string_pattern_mismatch":
            return f"{value_text(found)} is not in the right form"
    return ""


def _not_a_choice(found: object, choices: Sequence[object]) -> tuple[str, Words]:
    named = ", ".join(value_text(choice).strip("'") for choice in choices)
    return f"{value_text(found)} is not one of {named}", did_you_mean(str(found), map(str, choices)) if isinstance(
        found, str
    ) else ""


def _own_words(error: object) -> tuple[str, Words]:
    """Return a validator's own message, with 'Did you mean' split off as the hint."""
    if isinstance(error, Unknown):
        return str(error).rstrip("."), error.hint
    before, mark, after = str(error).partition(" Did you mean ")
    return before.rstrip("."), f"Did you mean {after}" if mark else ""


def _follow(model: type[BaseModel], data: Value, error: ErrorDetails) -> tuple[Steps, list[Kind], list[Kind]]:
    """Return the path of an error in the author's data, the types expected there, and the types expected around it.
    Pydantic's path also has steps for union members (tags, types), which are not in the file."""
    path: list[str | int] = []
    kinds = around = _members(model)
    for step in error["loc"]:
        if (tagged := [member for member in kinds if member[0] == step]) and len(kinds) > 1:
            kinds = tagged
            continue
        known = isinstance(step, int) and isinstance(data, list) and step < len(data)
        if known or (isinstance(data, dict) and step in data):
            data = data[step]
        elif error["type"] != "missing" or step not in _fields(kinds):
            continue
        path.append(step)
        around, kinds = kinds, [member for _, kind in kinds for member in _within(kind, step)]
    return tuple(path), kinds, around


def _members(annotation: object, tag: str = "") -> list[Kind]:
    """Return the types in an annotation, with unions expanded."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        named = next((str(extra.tag) for extra in args[1:] if isinstance(extra, Tag)), tag)
        return _members(args[0], named)
    if origin in (Union, types.UnionType):
        return [member for arg in args for member in _members(arg, tag)]
    return [(tag, annotation)]


def _within(kind: object, step: str | int) -> list[Kind]:
    """Return the types one step inside a type."""
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        found = [field for name, field in kind.model_fields.items() if step in (name, field.alias)]
        return [member for field in found for member in _members(field.annotation)]
    if origin is tuple and isinstance(step, int) and args:
        return _members(args[min(step, len(args) - 1)] if args[-1] is not Ellipsis else args[0])
    if origin in (dict, Mapping) and len(args) == 2:
        return _members(args[1])
    return _members(args[0]) if origin in (list, set, frozenset) and args else []


def _fields(kinds: list[Kind]) -> list[str]:
    """Return the names of the fields that a mapping may have here."""
    models = [kind for _, kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return [field.alias or name for model in models for name, field in model.model_fields.items()]


def _choices(kind: object) -> list[object]:
    """Return the values that a Literal allows."""
    return list(get_args(kind)) if get_origin(kind) is Literal else []
