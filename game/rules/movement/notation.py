"""The notation of movement orders, in all printed styles (full-thrust-base/1.3, manoeuvres/notation)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from game.core.orders import OrderFields, Unreadable
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.design import SYSTEM_KINDS
from game.rules.ships.ship import BOOK

_BASE = r"""RAM\s+(?P<ram>[\w-]+) | WITH\s+(?P<follow>[\w-]+)
    | %s | (?P<roll>ROLL\b|R\b)
    | (?P<after>[PS])\s*(?P<many>\d+) | \+?\s*(?P<few>\d+)\s*(?P<before>[PS])(?!\w) | (?P<bare>[PS])(?![\w])
    | (?P<dv>[+-]\s*\d+) | (?P<gap>[\s,]+|\+(?=\s*[A-Z]))"""
_USES = r"""(?P<handed>%s)\s*(?P<points>\d*)\s*(?P<hand>[PS])(?!\w)
    | (?P<counted>%s)\s*(?P<count>\d+)(?!\w)(?:\s*:\s*(?P<whom>[A-Za-z0-9][\w-]*))?(?P<mark>\s*\*)?
    | (?P<naming>%s)(?P<mounts>%s)
    | (?P<single>%s)\b"""

WRITTEN = {"hand": "{0}1P or {0}1S", "number": "{0}1", "systems": "{0} {1}a"}  # examples, by shape


def spellings() -> dict[str, Manoeuvre]:
    """Return every word that stands for a manoeuvre."""
    return {name: one for one in BY_CODE.values() for name in (one.written or one.code, *one.aliases)}


def uses_written() -> str:
    """Return the pattern of one manoeuvre in an order, with the groups that `use_of` reads."""
    names: dict[str, list[str]] = {"hand": [], "number": [], "systems": [], "switch": []}
    for name, one in sorted(spellings().items(), key=lambda pair: -len(pair[0])):
        names[one.shape].append(name)
    hand, number, systems, switch = ("|".join(names[shape]) or "(?!)" for shape in names)
    stems = "|".join({SYSTEM_KINDS[one.systems].stem for one in BY_CODE.values() if one.systems}) or "(?!)"
    return _USES % (hand, number, systems, rf"(?:[\s,]+(?:{stems})[a-z]*(?!\w))+", switch)


@cache
def _item() -> re.Pattern[str]:
    return re.compile(_BASE % uses_written(), re.X | re.I)


# a leading number is the old velocity if a letter and points follow it; one after a colon always is the new velocity
_OLD = re.compile(r"^\s*(?:VEL\s*(\d+)\s*,?\s*ORDER\b|(\d+)(?=\s*[PS]\d+(?!\d|\s*[PS])))", re.I)
_BOTH = re.compile(r"^\s*()(\d+)(?=\s*(?:$|[+-]|R|[PS]\s*\d))", re.I)
_NEW = re.compile(r"(?:(:)\s*|,?\s*VEL\s*)(\d+)\s*$", re.I)


def read(text: str) -> OrderFields:
    """Return the contents of a text: legs, dv, roll, ram, follow, uses, and the velocities written beside them. Raise
    Unreadable if it is not in the notation."""
    was, becomes, rest = _velocities(text)
    found: OrderFields = {"legs": (), "was": was, "becomes": becomes}
    if rest.strip() in ("", "0", "+0", "-0"):
        return found
    place, shape = 0, _item()
    while place < len(rest):
        item = shape.match(rest, place)
        if item is None or item.end() == place:
            what = (
                f"“{rest[place:].strip()}” in “{text}”"
                if rest[place:].strip() != text.strip()
                else f"“{text}” as a plot"
            )
            lone = re.fullmatch(r"[+-]\s*", rest[place:])
            told, rule = how_written(rest[place:]) or (": write an order such as P2+3, S1-2 or +4", f"{BOOK}/1.3")
            told = f": a sign stands with its points, as in {text.strip()}1" if lone else told
            raise Unreadable(f"cannot read {what}{told}", rule)
        place = item.end()
        _add(found, item, text)
    if "uses" in found:
        found["uses"] = in_order(found["uses"])
    return found


def how_written(text: str) -> tuple[str, str] | None:
    """Return how to write the manoeuvre that begins a text without its points, number or systems, and its page; or
    None."""
    words = "|".join(sorted(spellings(), key=len, reverse=True))
    found = re.match(rf"\s*({words})(?=\s|\d|\Z)", text, re.I)
    if found is None or (one := spellings()[found[1].upper()]).shape not in WRITTEN:
        return None
    stem = SYSTEM_KINDS[one.systems].stem if one.systems else ""
    return f": {one.title} is written {WRITTEN[one.shape].format(found[1].upper(), stem)}", one.rule


def _velocities(text: str) -> tuple[int | None, int | None, str]:
    new = (
        _NEW.search(_ship_name_pattern().sub(lambda named: "_" * len(named[0]), text))
        if ":" in text or "VEL" in text.upper()
        else None
    )
    rest = text[: new.start()] if new else text
    old = (_BOTH if new and new[1] else _OLD).search(rest) or _OLD.search(rest)
    return int(old[1] or old[2]) if old else None, int(new[2]) if new else None, rest[old.end() if old else 0 :]


@cache
def _ship_name_pattern() -> re.Pattern[str]:
    """Return the pattern of a ship's name in an order. A ship may be called `12` or `vel-9`, which is then no
    velocity."""
    partners = "|".join(name for name, one in spellings().items() if one.paired)
    return re.compile(rf"(?:RAM|WITH)\s+[\w-]+|(?:{partners or '(?!)'})\d+:[\w-]+", re.I)


def _add(found: OrderFields, item: re.Match[str], text: str) -> None:
    """Add one item of the notation to the fields. Raise Unreadable for a second one of its kind."""
    side = item["after"] or item["before"] or item["bare"]
    if side:
        points = int(item["many"] or item["few"] or 1) * (-1 if side.upper() == "P" else 1)
        if len(found["legs"]) == 2 or (found["legs"] and found["legs"][0] * points > 0):
            raise Unreadable(f"“{text}” turns twice to the same side", f"{BOOK}/1.3")
        found["legs"] += (points,) if points else ()
        return
    if use := use_of(item):
        found["uses"] = (*found.get("uses", ()), use)
        if len({one.code for one in found["uses"]}) < len(found["uses"]):
            raise Unreadable(f"“{text}” says the same thing twice", f"{BOOK}/1.3")
        return
    name = next((key for key in ("dv", "roll", "ram", "follow") if item[key]), "")
    if not name:
        return
    if name in found:
        raise Unreadable(f"“{text}” says the same thing twice", f"{BOOK}/1.3")
    found[name] = int(item[name].replace(" ", "")) if name == "dv" else True if name == "roll" else item[name]


def use_of(item: re.Match[str]) -> ManoeuvreOrder | None:
    """Return the manoeuvre that an item stands for, or None."""
    name = item["handed"] or item["counted"] or item["naming"] or item["single"]
    if not name:
        return None
    one = spellings()[name.upper()]
    if item["handed"]:
        return ManoeuvreOrder(one, int(item["points"] or 1) * (-1 if item["hand"].upper() == "P" else 1))
    if item["counted"]:
        return ManoeuvreOrder(one, int(item["count"]), item["whom"] or "", bool(item["mark"]))
    if item["naming"]:
        stem = SYSTEM_KINDS[one.systems].stem
        mounts = tuple(stem + word[len(stem) :].lower() for word in re.findall(r"\w+", item["mounts"]))
        return ManoeuvreOrder(one, len(mounts), mounts=mounts)
    return ManoeuvreOrder(one)


def in_order(uses: Iterable[ManoeuvreOrder]) -> tuple[ManoeuvreOrder, ...]:
    """Return manoeuvres in the order in which they are written."""
    order = list(BY_CODE)
    return tuple(sorted(uses, key=lambda use: order.index(use.code)))
