"""The demonstrations on offer: every demonstration file of every rule system, in the order of the rule book.

No part of the rules. A demonstration is called by the name of its file; underscores and hyphens are interchangeable.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from game.battle.designs import ROOT
from game.battle.loader import set_up
from game.core.installation import command
from game.core.system import RuleSystem
from game.demonstrations.demonstration import Demonstration, chapter_of
from game.demonstrations.steps import DemonstrationStep
from game.formats.atomic_file import files_in, is_there
from game.formats.battle_references import read_form
from game.formats.battle_schema import BattleFile, Say
from game.formats.user_folders import home
from game.formats.validation import BadFile, did_you_mean
from game.rulebook.book import depth, rulebook, stem, title_rank, tokens
from game.systems import SYSTEMS

OWN = "Your own"
PLAYED = "man"  # settings with this prefix bring a manoeuvre into the battle, and make no variant of it
CatalogueRank = tuple[int, int, float, int, float, int, float, int]
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)+\Z")  # prefix of a rule: never searched for in captions


@dataclass(frozen=True)
class CatalogueEntry:
    """A demonstration on offer: its file, its head, or why it cannot be read. `system` is the title of its game."""

    path: Path
    system: str = ""
    file: BattleFile | None = None
    bad: BadFile | None = None
    own: bool = False  # the player's, not the game's
    written: int = 0  # when its file was last written, in ns

    @property
    def look(self) -> tuple[Path, int]:
        """The key of its picture: a file written again has a new one."""
        return self.path, self.written

    @property
    def name(self) -> str:
        """The name it is called by."""
        return self.path.stem

    @property
    def title(self) -> str:
        """Its title, or its file's name where that cannot be read."""
        return self.file.title if self.file else self.path.name

    @property
    def about(self) -> str:
        """The rule it shows, or that its file has mistakes."""
        return self.file.about if self.file else "This file has mistakes. Open it to read them."

    @property
    def rule(self) -> str:
        """The address of the rule it demonstrates."""
        return self.file.rule if self.file else ""

    @property
    def teaches(self) -> list[str]:
        """Keys of manoeuvres, weapons and rules; the first is its subject."""
        return self.file.teaches if self.file else []

    @property
    def chapter(self) -> tuple[str, str]:
        """Family and chapter it is grouped under."""
        if self.own:
            return OWN, OWN
        return chapter_of(self.rule) if self.rule else (self.system, "Others")

    @property
    def captions(self) -> int:
        """How many steps it has."""
        return sum("say" in type(line).model_fields for line in self.file.script) if self.file else 0

    @cached_property
    def _told(self) -> str:
        """All the text it is searched by, in lower case: title, description, rule, captions."""
        page = rulebook().get(self.rule)
        said = (
            []
            if self.file is None
            else [f"{line.say} {line.more}" for line in self.file.script if isinstance(line, Say)]
        )
        names = (self.title, self.name.replace("_", " "), page.title if page else "", *self.teaches)
        return " ".join((*names, self.name, self.about, *self.chapter, *said)).lower()

    @cached_property
    def _stems(self) -> set[str]:
        """Stems of all words it is searched by."""
        return {stem(word) for word in tokens(self._told)}

    def matches(self, words: str) -> bool:
        """Does it have every one of some words, in some form, or as the number or address of its rule?"""
        return all(
            rule_has(self.rule, word) or ((word in self._told or stem(word) in self._stems) and not _NUMBER.match(word))
            for word in words.lower().split()
        )

    def rank(self, wanted: Sequence[str]) -> CatalogueRank:
        """Return the rank of this demonstration among those that match some words, the least first.

        One named by the words comes before one that mentions them, and one with fewer settings before its variants.
        """
        page, house = rulebook().get(self.rule), self.file.house if self.file else {}
        names = (self.title, page.title if page else "", *(self.teaches or [""])[:1])
        tiers, shares = zip(*(title_rank(wanted, name) for name in names))
        nearest = sorted(shares)
        changed = sum(value is not True and not key.startswith(PLAYED) for key, value in house.items())
        return min(tiers), changed, nearest[0], depth(self.rule), nearest[1], len(house), nearest[2], -self.captions

    @cached_property
    def steps(self) -> list[DemonstrationStep]:
        """Its steps, for a preview; it is played for this, once."""
        return self.open().steps if self.file else []

    def open(self) -> Demonstration:
        """Play it. Raises BadFile."""
        return Demonstration(set_up(self.path))


def rule_has(address: str, word: str) -> bool:
    """Is a word an address, or the beginning of a rule's number: `6`, `6.3` or `book/6.3` of `book/6.3/screens`?"""
    plain, parts = address.lower(), address.lower().split("/")
    return bool(word) and any(
        one == word or one.startswith((f"{word}.", f"{word}/")) for one in (plain, *parts, "/".join(parts[1:]))
    )


def folder_of(system: RuleSystem) -> Path:
    """Return where the demonstrations of a rule system are kept."""
    return ROOT / "scenarios" / "demonstrations" / system.key.replace("-", "_")


def own_folder() -> Path:
    """Return the folder of the player's own demonstrations; it need not exist."""
    return home() / "demonstrations"


def exhibits(systems: Mapping[str, RuleSystem] = SYSTEMS, own: bool = False) -> list[CatalogueEntry]:
    """Return every demonstration, in the order of the rule book, then by title; after them the player's own, if they
    are wanted."""
    places = {address: place for place, address in enumerate(rulebook())}
    found = [one for system in systems.values() for one in shelf(folder_of(system), system.title)]
    found.sort(key=lambda one: (places.get(one.rule, len(places)), one.title))
    return found + [replace(one, own=True) for one in (shelf(own_folder()) if own else ())]


def shelf(folder: Path, system: str = "") -> list[CatalogueEntry]:
    """Return the demonstrations in a folder, by name."""
    found = []
    for path in files_in(folder):
        written = path.stat().st_mtime_ns if is_there(path) else 0
        try:
            found.append(CatalogueEntry(path, system, read_form(path, SYSTEMS), written=written))
        except BadFile as bad:
            found.append(CatalogueEntry(path, system, None, bad, written=written))
    return found


def of_game(shown: Sequence[CatalogueEntry], system: RuleSystem) -> list[CatalogueEntry]:
    """Return those of one game; after them the player's own that are played by it, and those that cannot be read."""
    ours = [one for one in shown if one.system == system.title and not one.own]
    return ours + [one for one in shown if one.own and (one.file is None or one.file.system == system.key)]


def ranked(shown: Sequence[CatalogueEntry], words: str) -> list[CatalogueEntry]:
    """Return those that have every one of some words, the plain rule before its variants and exceptions."""
    wanted = tokens(words)
    return sorted((one for one in shown if one.matches(words)), key=lambda one: one.rank(wanted))


def search(
    games: Mapping[str, Sequence[CatalogueEntry]], words: str, game: str = "", always_first: bool = False
) -> dict[str, list[CatalogueEntry]]:
    """Return the matches of some words by the key of their game, each demonstration once.

    A `game` comes first, but unless `always_first` after those that have a rule of that name if it only mentions the
    words.
    """
    seen, found, wanted = set[Path](), dict[str, list[CatalogueEntry]](), tokens(words)
    for key in sorted(games, key=lambda one: one != game):
        hits = [one for one in ranked(games[key], words) if one.path not in seen]
        seen.update(one.path for one in hits)
        if hits:
            found[key] = hits

    def place(key: str) -> tuple[bool, int, bool, CatalogueRank]:
        other, best = key != game, found[key][0].rank(wanted)
        return always_first and other, best[0], other, best

    return {key: found[key] for key in sorted(found, key=place)}


def grouped(shown: Sequence[CatalogueEntry]) -> list[tuple[tuple[str, str], list[CatalogueEntry]]]:
    """Return demonstrations under their family and chapter, in order of appearance."""
    groups: dict[tuple[str, str], list[CatalogueEntry]] = {}
    for one in shown:
        groups.setdefault(one.chapter, []).append(one)
    return list(groups.items())


def found(name: str) -> Path:
    """Return the file of a demonstration by its name, or of any battle file by its path. Raises LookupError with a
    sentence."""
    path = Path(name)
    if os.path.isfile(path):
        return path
    folders = (own_folder(), *map(folder_of, SYSTEMS.values()))  # of two with the same name the game's is meant
    known = {_plain(one.stem): one for folder in folders for one in files_in(folder)}
    if path.suffix in (".yaml", ".yml") and _plain(path.stem) not in known:
        raise LookupError(f"There is no file {name}.")
    if _plain(path.stem) in known:
        return known[_plain(path.stem)]
    hint = did_you_mean(_plain(name), known)
    more = hint or f"{command()} demo shows them all."
    raise LookupError(f"There is no demonstration '{name}'. {more}")


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")
