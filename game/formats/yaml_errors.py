"""Sentences for YAML syntax errors: the parser's terms in plain words, with a hint."""

from __future__ import annotations

import yaml

_FLOW = "Is a bracket, a comma or a quote missing before this?"

# part of the parser's message (libyaml's, then the Python parser's) | our message | hint
_SENTENCES = (
    ("mapping values are not allowed", "a ':' where no field can begin",
     "Check the indentation; quote text that holds ': '."),
    ("did not find expected ',' or '}'", "a ',' or '}' is missing", _FLOW),
    ("did not find expected ',' or ']'", "a ',' or ']' is missing", _FLOW),
    ("expected ',' or '}'", "a ',' or '}' is missing", _FLOW),
    ("expected ',' or ']'", "a ',' or ']' is missing", _FLOW),
    ("could not find expected ':'", "a field without its ':'", "Write 'field: value', with a space after the colon."),
    ("did not find expected key", "this line fits nothing above it",
     "Check its indentation and the quotes on the line."),
    ("did not find expected '-' indicator", "this line is no '- ' entry of the list above", "Check its indentation."),
    ("expected <block end>", "this line fits nothing above it", "Check its indentation and the quotes on the line."),
    ("found unexpected end of stream", "a quote is opened and never closed", ""),
    ("found unexpected document indicator", "a quote is opened and never closed", ""),
    ("found unknown escape character", "an unknown \\ in double quotes",
     "Use single quotes, or write the backslash twice."),
    ("did not find expected hexdecimal number", "a \\x or \\u needs hexadecimal digits after it", ""),
    ("block sequence entries are not allowed", "a '- ' entry cannot stand here", "Begin it on a line of its own."),
    ("sequence entries are not allowed", "a '- ' entry cannot stand here", "Begin it on a line of its own."),
    ("block mapping keys are not allowed", "a field cannot begin here", "Begin it on a line of its own."),
    ("mapping keys are not allowed", "a field cannot begin here", "Begin it on a line of its own."),
    ("did not find expected <document start>", "this stands outside the fields of the file", "Check the indentation."),
    ("expected '<document start>'", "this stands outside the fields of the file", "Check the indentation."),
    ("did not find expected node content", "a value is missing here", _FLOW),
    ("did not find expected alphabetic or numeric character", "'&' and '*' begin an alias",
     "Quote text that begins so."),
    ("directive", "'%' cannot begin a line", "Quote text that begins so."),
    ("tab character", "a tab stands in the indentation", "Indent with spaces."),
    ("found undefined tag handle", "tags, which begin with '!', are not used in these files",
     "Quote text that begins so."),
    ("tag", "tags, which begin with '!', are not used in these files", "Quote text that begins so."),
)  # fmt: skip


def sentence(trouble: yaml.MarkedYAMLError, text: str) -> tuple[str, str]:
    """Return a message and a hint for a syntax error in this text."""
    said = str(trouble.problem or trouble.context or "")
    mark = trouble.problem_mark
    if "cannot start any token" in said and mark is not None:
        return _bad_start(text, mark)
    for part, message, hint in _SENTENCES:
        if part in said:
            return message, _still_open(trouble) or hint
    return f"this cannot be read as YAML: {said or 'unknown error'}", "Check brackets, quotes and indentation."


def _bad_start(text: str, mark: yaml.Mark) -> tuple[str, str]:
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    letter = line[mark.column : mark.column + 1]
    if letter == "\t":
        return "a tab stands in the indentation", "Indent with spaces."
    return f"no value can begin with {letter!r}", "Put the text in quotes."


def _still_open(trouble: yaml.MarkedYAMLError) -> str:
    """Return the sentence for an unclosed bracket or quote on an earlier line; empty if there is none."""
    context, began, now = str(trouble.context or ""), trouble.context_mark, trouble.problem_mark
    if began is None or now is None or began.line >= now.line or not ("flow" in context or "quoted" in context):
        return ""
    what = "quote" if "quoted" in context else "'['" if "sequence" in context else "'{'"
    return f"The {what} on line {began.line + 1} is still open."
