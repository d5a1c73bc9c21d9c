"""Write other values into an author's YAML file. Only changed lines are touched, and comments stay."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from game.core.values import Entry, Value
from game.formats.atomic_file import CannotSave
from game.formats.problems import BadFile

# errors of ruamel
ODDITIES = (RecursionError, ValueError, TypeError, AttributeError, LookupError, NotImplementedError, AssertionError)
WHOLE = 10_000  # columns: lines of a file are not rewrapped


def merged(text: str, old: Entry, new: Entry, read: Callable[[str], object]) -> str:
    """Return a file's text with the values of `new` in place of its present values, `old`. Unchanged parts stay exactly
    as they are. `read` parses a text, for comparison, and raises BadFile. Raises CannotSave."""
    yaml = YAML()
    yaml.preserve_quotes, yaml.width = True, WHOLE
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    yaml.indent(mapping=2, sequence=4 if "\n  - " in text else 2, offset=2 if "\n  - " in text else 0)
    try:
        whole = yaml.load(text)
        before = _dump(yaml, whole)
        _merge(whole, old, new)
        return _patched(text, before, _dump(yaml, whole), read)
    except YAMLError as why:
        raise CannotSave(f"The file cannot be read as it is: {str(why).splitlines()[0]}") from None
    except ODDITIES as why:
        raise CannotSave(f"The comments of the file cannot be kept: {why}. Save under another name.") from None


def _dump(yaml: YAML, whole: object) -> str:
    out = io.StringIO()
    yaml.dump(whole, out)
    return out.getvalue()


def _patched(text: str, before: str, after: str, read: Callable[[str], object]) -> str:
    """Return the author's text with those lines changed that differ between two dumps of it. A dump may lay out further
    lines differently."""
    if before == after:
        return text
    own, was, now = (each.splitlines(keepends=True) for each in (text, before, after))
    places = _same_lines(was, own)
    found, done = list[str](), 0
    for kind, i, j, k, m in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        hunk = range(i, j) if j > i else range(i - 1, i)  # an insertion belongs after the line before it
        if any(line not in places for line in hunk):
            return after
        first, last = places[hunk[0]], places[hunk[-1]] + 1
        found += [*own[done:first], *(now[k:m] if j > i else [*own[first:last], *now[k:m]])]
        done = last
    made = "".join([*found, *own[done:]])
    try:
        same = read(made) == read(after)
    except BadFile:
        same = False
    return made if same else after


def _same_lines(was: list[str], own: list[str]) -> dict[int, int]:
    """Return the line of the author's text for each equal line of a dump, ignoring blanks."""
    one, two = (["".join(line.split()) for line in lines] for lines in (was, own))
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}


def _merge(node: Value, old: Entry, new: Entry) -> None:
    """Change the keys of a mapping in which old and new differ, and nothing else."""
    for name in old.keys() - new.keys():
        node.pop(name, None)
    for name, value in new.items():
        before = old.get(name)
        if value == before:
            continue
        if isinstance(value, Mapping) and isinstance(before, Mapping) and isinstance(node.get(name), dict):
            _merge(node[name], before, value)
        elif (
            isinstance(value, (list, tuple)) and isinstance(before, (list, tuple)) and isinstance(node.get(name), list)
        ):
            _merge_list(node[name], list(before), list(value))
        else:
            node[name] = _flowing(value)


def _merge_list(node: Value, old: list[Value], new: list[Value]) -> None:
    """Change a list in the same way: entries that stayed keep their comments, others are changed, dropped or added."""
    for index in reversed(range(len(old))):
        if index >= len(new) or (len(new) < len(old) and old[index] not in new):
            del node[index]
            del old[index]
    for index, value in enumerate(new):
        if index >= len(old):
            node.append(_flowing(value))
        elif value != old[index]:
            if isinstance(value, Mapping) and isinstance(node[index], dict):
                _merge(node[index], old[index], value)
            else:
                node[index] = _flowing(value)


def _flowing(value: object) -> object:
    """Return plain data for writing on one line."""
    if isinstance(value, Mapping):
        made: Value = CommentedMap({key: _flowing(each) for key, each in value.items()})
    elif isinstance(value, (list, tuple)):
        made = CommentedSeq([_flowing(each) for each in value])
    else:
        return int(value) if isinstance(value, float) and value.is_integer() else value
    if not (isinstance(value, Mapping) and any(isinstance(each, Mapping) for each in value.values())):
        made.fa.set_flow_style()
    return made
