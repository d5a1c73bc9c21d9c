"""Names, keys and texts allowed in files: their length and their characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

LONGEST_KEY = 60  # letters
LONGEST_NAME = 120
LONGEST_LABEL = 400  # of a dice roll, which names ships and systems
LONGEST_TEXT = 4_000  # of a caption, or of a remark on a battle or a design
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")  # no blanks or signs: orders name ships in their notation
# who may play a side, as battle files and the command line name him: `human`, `random`, `captain:bold`
HUMAN, RANDOM = "human", "random"
STYLES = ("wary", "cautious", "even", "bold", "reckless")  # from the one who risks least; no style is the middle one
# each kind of player with the styles it may have; `game.players` makes those that are no person
STYLES_OF: dict[str, tuple[str, ...]] = {
    HUMAN: (),
    RANDOM: (),
    **dict.fromkeys(("cadet", "captain", "admiral"), STYLES),
}
JOINERS = "\u200c\u200d"  # joiners between the letters of some scripts, and between pictures
BREAKS = "\n\t"


def hidden(text: str, allowed: str = JOINERS) -> str:
    """Return the first character that is invisible or reverses text: controls, direction marks, blanks without
    width."""
    if text.isprintable():
        return ""
    kinds = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return next((one for one in text if unicodedata.category(one) in kinds and one not in allowed), "")


def seen(text: str) -> str:
    """Return the text without what `hidden` finds, as a line is typed or pasted."""
    while letter := hidden(text):
        text = text.replace(letter, "")
    return text


def visible(text: str) -> str:
    """Return the text with a blank box for every invisible character except line ends and tabs."""
    while letter := hidden(text, BREAKS + JOINERS):
        text = text.replace(letter, "\ufffd")
    return text


def brief(text: str, most: int = 40) -> str:
    """Return a text in quotes for a message, cut to a reasonable length."""
    return f"'{visible(text if len(text) <= most else text[: most - 3] + '…')}'"


def key_fault(key: str) -> str:
    """Return why a text cannot be a key of a file; empty if it can."""
    if len(key) > LONGEST_KEY:
        return f"{brief(key)} is too long: at most {LONGEST_KEY} letters"
    if not KEY.match(key):
        return f"{brief(key)} cannot be a key: only letters, digits, '-' and '_', the first a letter or digit"
    return ""


def name_fault(name: str) -> str:
    """Return why a text cannot be a name; empty if it can."""
    if not name.strip():
        return "this name is nothing but blanks" if name else "this name is empty"
    if len(name) > LONGEST_NAME:
        return f"this name is too long: at most {LONGEST_NAME} letters"
    return _strange(name, JOINERS)


def _strange(text: str, allowed: str) -> str:
    letter = hidden(text, allowed)
    return f"the character U+{ord(letter):04X}, which nobody can see, does not belong here" if letter else ""


def _key(key: str) -> str:
    return _unless(key_fault(key), key)


def _piece(key: str) -> str:
    """Return a key, or a counter's key: its ship's, a point, and the system that launched it."""
    ship, point, mount = key.partition(".")
    return f"{_key(ship)}.{_key(mount)}" if point else _key(key)


def _name(name: str) -> str:
    return _unless(name_fault(name), name)


def _line(text: str) -> str:
    return _unless(_strange(text, JOINERS), text)


def _text(text: str) -> str:
    return _unless(_strange(text, BREAKS + JOINERS), text)


def _unless(fault: str, text: str) -> str:
    if fault:
        raise ValueError(fault)
    return text


def _plain(value: object) -> object:
    for each in value if isinstance(value, list) else [value]:
        if not isinstance(each, str | int | float):
            raise ValueError("a house rule is text, a number, true or false, or a list of these")
        if isinstance(each, str):
            _unless(name_fault(each) if each else "", each)
    return value


def none_is_empty(value: object) -> object:
    """Return an empty list where a field has been left empty."""
    return [] if value is None else value


Key = Annotated[str, AfterValidator(_key)]
Piece = Annotated[str, AfterValidator(_piece)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_name)]
Unnamed = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_line)]  # a name that may be left out
Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_text)]
Said = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(_text)]
Label = Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL), AfterValidator(_line)]
WrittenHouseValue = Annotated[object, AfterValidator(_plain)]


def with_capital(words: str) -> str:
    """Return words that begin with a capital, other letters kept: ER salvo, Plasma bolt."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """Return words as a sentence: with a capital, and a full stop where they have none."""
    return f"{with_capital(words)}." if words and not words.endswith(".") else with_capital(words)


def player_words() -> list[str]:
    """Return every word for a player, with a style and without."""
    return [f"{kind}:{style}" if style else kind for kind, styles in STYLES_OF.items() for style in ("", *styles)]


def style_fault(name: str) -> str:
    """Return why a player of a known kind cannot have the style after the colon, or nothing."""
    kind, colon, style = name.partition(":")
    styles = STYLES_OF.get(kind, ())
    if not colon or style in styles:
        return ""
    return f"'{kind}' is one of {', '.join(styles)}" if styles else f"'{kind}' has no style"
