"""Write other values into an author's YAML file. Only changed lines are touched, and comments stay."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from itertools import pairwise

import yaml as pyyaml
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import CommentMark, YAMLError
from ruamel.yaml.tokens import CommentToken

from game.core.values import Entry, Value
from game.formats.atomic_file import CannotSave
from game.formats.problems import BadFile

# errors of ruamel
ODDITIES = (RecursionError, ValueError, TypeError, AttributeError, LookupError, NotImplementedError, AssertionError)
OTHERWISE = "The comments of the file cannot be kept: it would mean something else. Save under another name."
WORDS = re.compile("#[^\n]*")  # of a comment
WHOLE = 10_000  # columns: lines of a file are not rewrapped


def merged(text: str, old: Entry, new: Entry, read: Callable[[str], object]) -> str:
    """Return a file's text with the values of `new` in place of its present values, `old`. Unchanged parts stay exactly
    as they are, and comments of parts that are gone stand before what came next. `read` parses a text, for comparison,
    and raises BadFile. Raises CannotSave."""
    yaml = YAML()
    yaml.preserve_quotes, yaml.width = True, WHOLE
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    yaml.indent(mapping=2, sequence=4 if "\n  - " in text else 2, offset=2 if "\n  - " in text else 0)
    try:
        whole = yaml.load(text)
        before = _dump(yaml, whole)
        _merge(whole, old, new)
        return _with_comments(text, _patched(text, before, _dump(yaml, whole), read), read)
    except (YAMLError, pyyaml.YAMLError) as why:
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
    return made if means_same(made, after, read) else after


def _with_comments(text: str, made: str, read: Callable[[str], object]) -> str:
    """Return a text with the author's comments that it lacks, each on a line of its own before the line that came next
    among those that are left."""
    kept, lost = Counter(words for _, words in _comments(made)), list[tuple[int, str]]()
    for line, words in _comments(text):
        if kept[words]:
            kept[words] -= 1
        else:
            lost.append((line, words))
    own, lines = text.splitlines(), f"{made.rstrip()}\n".splitlines(keepends=True)
    places, end = _same_lines(own, lines) if lost else {}, len(lines)
    for line, words in reversed(lost):
        at = next((places[n] for n in range(line + 1, len(own)) if n in places and own[n].strip()), end)
        before = "" if at == end else lines[at][: -len(lines[at].lstrip(" "))]
        lines.insert(at, f"{before}{words}\n")
    found = "".join(lines)
    return found if lost and means_same(found, made, read) else made


def _comments(text: str) -> list[tuple[int, str]]:
    """Return the line and the words of every comment of a text: it is between the words that YAML reads."""
    marks = [(one.start_mark, one.end_mark) for one in pyyaml.scan(text)]
    return [
        (text.count("\n", 0, end.index + found.start()), found[0].rstrip())
        for (_, end), (start, _) in pairwise(marks)
        for found in WORDS.finditer(text[end.index : start.index])
    ]


def means_same(text: str, other: str, read: Callable[[str], object]) -> bool:
    """Return whether two texts hold the same data."""
    try:
        return read(text) == read(other)
    except BadFile:
        return False


def _same_lines(was: list[str], own: list[str]) -> dict[int, int]:
    """Return the line of the author's text for each equal line of a dump, ignoring blanks."""
    one, two = (["".join(line.split()) for line in lines] for lines in (was, own))
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}


def _merge(node: Value, old: Entry, new: Entry) -> None:
    """Change the keys of a mapping in which old and new differ, and nothing else."""
    for name in old.keys() - new.keys():
        node.pop(name, None)
        _forget_comments(node, name)
    for name, value in new.items():
        before = old.get(name)
        if value == before:
            continue
        if isinstance(value, Mapping) and isinstance(before, Mapping) and isinstance(node.get(name), dict):
            _merge(node[name], before, value)
        elif (
            value
            and isinstance(value, (list, tuple))
            and isinstance(before, (list, tuple))
            and isinstance(node.get(name), list)
        ):
            _merge_list(node[name], list(before), list(value))
        else:
            if value in ([], {}, ()):  # a comment between a key and nothing could not be read
                _forget_comments(node, name)
            node[name] = _flowing(value)


def _forget_comments(node: Value, name: str) -> None:
    """Remove the comments between a key of a mapping and its value, which are put back elsewhere."""
    if isinstance(node, CommentedMap):
        node.ca.items.pop(name, None)


def _merge_list(node: Value, old: list[Value], new: list[Value]) -> None:
    """Change a list in the same way: entries that stayed or moved keep their comments, others are changed, dropped or
    added."""
    partners = _partners(old, new)
    if partners != [*range(len(old))]:
        _rearrange(node, partners)
    for n, (value, index) in enumerate(zip(new, partners)):
        if index is not None and isinstance(value, Mapping) and isinstance(node[n], dict):
            _merge(node[n], old[index], value)
        elif index is None or value != old[index]:
            node[n] = _flowing(value)


def _partners(old: list[Value], new: list[Value]) -> list[int | None]:
    """Return for each new entry the index of the old one that it is, as it was or changed; None for one that is
    added."""
    found: list[int | None] = [None] * len(new)
    was, now = [*map(repr, old)], [*map(repr, new)]
    changes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    for kind, i, j, k, _ in changes:
        for n in range(j - i if kind == "equal" else 0):
            found[k + n] = i + n
    left = {*range(len(old))} - {*found}
    for n in (n for n, index in enumerate(found) if index is None):
        found[n] = next((index for index in sorted(left) if was[index] == now[n]), None)
        left -= {found[n]}
    for _, i, j, k, m in changes:
        for index, n in zip(sorted(left & {*range(i, j)}), (n for n in range(k, m) if found[n] is None)):
            found[n] = index
    return found


def _rearrange(node: Value, partners: list[int | None]) -> None:
    """Put the entries of a list in another order, each with the comments above and beside it."""
    entries = [*node]
    if not isinstance(node, CommentedSeq):
        node[:] = [None if index is None else entries[index] for index in partners]
        return
    for index in range(len(entries)):
        _put_above(node, index + 1, _cut_below(node, index))
    comments = dict(node.ca.items)
    for index in reversed(range(len(entries))):
        del node[index]
    node.ca.items.clear()
    for n, partner in enumerate(partners):
        node.append(None if partner is None else entries[partner])
        if partner in comments:
            node.ca.items[n] = comments[partner]


def _cut_below(node: Value, index: int) -> list[CommentToken]:
    """Take the lines of comment below an entry off it, and return them."""
    at, key = node, index
    while isinstance(at[key], (CommentedMap, CommentedSeq)) and at[key] and not at[key].fa.flow_style():
        at = at[key]
        key = [*at][-1] if isinstance(at, CommentedMap) else len(at) - 1
    slots, slot = at.ca.items.get(key), 2 if isinstance(at, CommentedMap) else 0
    token = slots[slot] if slots else None
    if token is None:
        return []
    beside, _, below = token.value.partition("\n")
    if below and beside:
        token.value = f"{beside}\n"
    elif below:
        slots[slot] = None
    return [CommentToken(f"{line.strip()}\n", CommentMark(node.lc.col)) for line in below.splitlines()]


def _put_above(node: CommentedSeq, index: int, lines: list[CommentToken]) -> None:
    """Put lines of comment above an entry of a list, or at its end."""
    if not lines:
        return
    if index >= len(node):
        node.ca.end = [*lines, *node.ca.end]
        return
    slots = node.ca.items.setdefault(index, [None, None, None, None])
    slots[1] = [*lines, *(slots[1] or [])]


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
