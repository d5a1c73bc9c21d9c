"""`python -m tests.tools.man_page`: writes the man page from the command line's own verbs, arguments and words."""

from __future__ import annotations

import tomllib
from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

from game.battle.designs import ROOT
from game.cli.parser import ABOUT, CODES, parser
from game.core.installation import TITLE
from game.formats.user_folders import HOME


def plain(text: str) -> str:
    """Return a text without letters that mean something in roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return rf"\&{text}" if text.startswith(".") else text


NAME = "dead-reckoning"
PAGE = ROOT / "assets" / "desktop" / f"{NAME}.6"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HEAD = rf'''.\" Written by python -m tests.tools.man_page.
.TH DEAD\-RECKONING 6 "" "{TITLE}" "Games"
.SH NAME
dead\-reckoning \- {plain(PROJECT["description"].rstrip("."))}
.SH SYNOPSIS
.B dead\-reckoning
.RI [ VERB " [" ARGUMENTS ]]
.SH DESCRIPTION
'''
FILES = rf"""Battles, scenarios, demonstrations and settings are kept in the player's own folder:
.I ~/.local/share/dead\-reckoning
or below
.BR $XDG_DATA_HOME ,
.I ~/Library/Application Support/Dead Reckoning
on a Mac, and
.I %APPDATA%\eDead Reckoning
on Windows.
.SH ENVIRONMENT
.TP
.B {HOME}
The player's own folder, in place of these.
"""


def page() -> str:
    """Return the man page as roff."""
    whole = parser(NAME)
    parts = [HEAD, plain(f"{ABOUT} Every verb explains itself with --help."), "\n.SH OPTIONS\n", *options(whole)]
    parts += [".SH VERBS\n", *(part for verb in verbs_of(whole).values() for part in described(verb))]
    return "".join([*parts, ".SH EXIT STATUS\n", plain(CODES), "\n.SH FILES\n", FILES])


def verbs_of(whole: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the parser of each verb; none if it has no verbs."""
    return next((dict(action.choices) for action in whole._actions if isinstance(action, _SubParsersAction)), {})


def described(verb: ArgumentParser) -> Iterator[str]:
    """Yield a verb: its line, what it does, and its arguments."""
    name = verb.prog.removeprefix(f"{NAME} ")
    yield rf".SS {plain(name)}" + "\n"
    yield f".B {plain(verb.prog)}\n" + "".join(map(in_line, arguments(verb))) + ".PP\n"
    yield plain(verb.description or "") + "\n"
    yield from options(verb)
    for part in verbs_of(verb).values():
        yield from described(part)


def arguments(of: ArgumentParser) -> list[Action]:
    """Return the arguments of a parser in the order of a command line: first those without a name."""
    told = [action for action in of._actions if action.help != SUPPRESS and action.dest not in ("help", "verb", "act")]
    return sorted(told, key=lambda action: bool(action.option_strings))


def options(of: ArgumentParser) -> Iterator[str]:
    """Yield each argument with its words."""
    for action in arguments(of):
        names = ", ".join(rf"\fB{plain(one)}\fR" for one in action.option_strings)
        value = value_of(action)
        yield f".TP\n{names}{' ' if names and value else ''}{value}\n{plain(action.help or '')}.\n"


def in_line(action: Action) -> str:
    """Return an argument as it stands in the line of its verb: in brackets if it may be left out."""
    name = rf"\fB{plain(action.option_strings[0])}\fR" if action.option_strings else ""
    words = f"{name} {value_of(action)}".strip()
    may_be_left_out = not action.required if name else action.nargs in ("?", "*")
    return f"[{words}]\n" if may_be_left_out and (name or not words.startswith("[")) else f"{words}\n"


def value_of(action: Action) -> str:
    """Return what an argument takes: nothing, one word or two, one that may be left out, or several."""
    if action.nargs == 0:
        return ""
    word = rf"\fI{plain(str(action.metavar or action.dest.upper()))}\fR"
    several = f"{word} \\&..."
    return {"?": f"[{word}]", "*": f"[{several}]", "+": several, "2": f"{word} {word}"}.get(str(action.nargs), word)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)


if __name__ == "__main__":
    main()
