"""Names, keys and texts allowed in files: their lengths and characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, Field

LONGEST_KEY = 60  # letters
LONGEST_NAME = 120
LONGEST_LABEL = 400  # of a dice roll, which names ships and systems
LONGEST_TEXT = 4_000  # of a caption, or of a remark on a battle or a design
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")  # no blanks or signs: the notation of orders contains keys
# who may play a side, as in battle files and on the command line: `human`, `random`, `captain:bold`
HUMAN, RANDOM = "human", "random"
FAR = "far"  # the player of a side at another machine; no file names it
STYLES = ("wary", "cautious", "even", "bold", "reckless")  # from the least risk; none: the middle
# the styles that each kind of player may have; `game.players` makes the computer players
STYLES_OF: dict[str, tuple[str, ...]] = {
    HUMAN: (),
    RANDOM: (),
    **dict.fromkeys(("cadet", "captain", "admiral"), STYLES),
}
JOINERS = "\u200c\u200d"  # zero-width joiners, needed between the letters of some scripts and within emoji
BREAKS = "\n\t"


def hidden(text: str, allowed: str = JOINERS) -> str:
    """Return the first character that is invisible or reverses text: controls, direction marks, zero-width blanks."""
    if text.isprintable():
        return ""
    kinds = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return next((one for one in text if unicodedata.category(one) in kinds and one not in allowed), "")


def without_hidden(text: str) -> str:
    """Return the text without the characters that `hidden` finds, for typed or pasted lines."""
    while letter := hidden(text):
        text = text.replace(letter, "")
    return text


def visible(text: str) -> str:
    """Return the text with a blank box for every invisible character except line ends and tabs."""
    while letter := hidden(text, BREAKS + JOINERS):
        text = text.replace(letter, "\ufffd")
    return text


def brief(text: str, most: int = 40) -> str:
    """Return a text in quotes for a message, cut to `most` characters."""
    return f"'{visible(text if len(text) <= most else text[: most - 3] + '…')}'"


def key_fault(key: str) -> str:
    """Return why a text cannot be a key in a file; empty if it can."""
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
    """Check a key, or a counter's key: its ship's key, a point, and the system that launched it."""
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
    """Return an empty list for a field that was left empty."""
    return [] if value is None else value


Key = Annotated[str, AfterValidator(_key)]
Piece = Annotated[str, AfterValidator(_piece)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_name)]
Unnamed = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_line)]  # a name that may be left out
Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_text)]
Said = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(_text)]
Label = Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL), AfterValidator(_line)]
WrittenHouseValue = Annotated[object, AfterValidator(_plain)]


def whole_percent(share: float) -> str:
    """Return a share in whole percent: `1.5` as `150 %`."""
    return f"{share * 100:.0f} %"


def with_capital(words: str) -> str:
    """Return the words with a capital first letter and the rest unchanged: ER salvo, Plasma bolt."""
    return words[:1].upper() + words[1:]


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words: `Kiln, Cinder and Vesper`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def sentence(words: str) -> str:
    """Return the words as a sentence, with a capital, and a full stop if they lack one."""
    return f"{with_capital(words)}." if words and not words.endswith(".") else with_capital(words)


def player_words() -> list[str]:
    """Return every word for a player, with and without a style."""
    return [f"{kind}:{style}" if style else kind for kind, styles in STYLES_OF.items() for style in ("", *styles)]


def style_fault(name: str) -> str:
    """Return why a player of a known kind cannot have the style after the colon; empty if it can."""
    kind, colon, style = name.partition(":")
    styles = STYLES_OF.get(kind, ())
    if not colon or style in styles:
        return ""
    return f"'{kind}' is one of {', '.join(styles)}" if styles else f"'{kind}' has no style"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def score_words(score: float) -> str:
    """Return a score in as few digits as it needs, three after the point at most."""
    return f"{round(score, 3):g}"


def number(n: int) -> str:
    """Return a count in words up to twelve."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def short_rule(address: str) -> str:
    """Return the short number of a rule for the end of a line: 5.8 for `book/5.8/re-rolls`."""
    parts = address.split("/")
    return parts[1] if len(parts) > 1 and parts[1][:1].isdigit() else ""
