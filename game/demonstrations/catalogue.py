"""The catalogue of demonstrations: those of every rule system, in the order of the rule book, and the player's own.

A demonstration is named after its file; underscores and hyphens are interchangeable.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.core.installation import command
from game.core.system import RuleSystem
from game.demonstrations.demonstration import Demonstration, chapter_of
from game.demonstrations.steps import DemonstrationStep
from game.formats.atomic_file import files_in, is_there
from game.formats.battle_references import read_form
from game.formats.battle_schema import BattleFile, Say
from game.formats.user_folders import home
from game.formats.validation import BadFile, did_you_mean
from game.rulebook.book import RuleEntry, depth, rulebook, stem, tokens
from game.rulebook.search import title_rank
from game.systems import SYSTEMS

OWN = "Your own"
DEMONSTRATIONS = ROOT / "scenarios" / "demonstrations"  # a folder for each game
PLAYED = "man"  # settings with this prefix allow a manoeuvre; they do not make the demonstration a variant
CatalogueRank = tuple[int, int, float, int, float, int, float, int]
_RULE = re.compile(r"^rule: (.+)$", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)+\Z")  # the number of a rule: not searched for in captions


@dataclass(frozen=True)
class CatalogueEntry:
    """A demonstration in the catalogue. `file` is None if it cannot be read; `system` is the title of its game."""

    path: Path
    system: str = ""
    file: BattleFile | None = None
    bad: BadFile | None = None
    own: bool = False  # made by the player, not shipped
    written: int = 0  # modification time of the file in ns

    @property
    def look(self) -> tuple[Path, int]:
        """The cache key of its picture, which changes when the file does."""
        return self.path, self.written

    @property
    def name(self) -> str:
        """Its name: that of its file."""
        return self.path.stem

    @property
    def title(self) -> str:
        """Its title, or the name of a file that cannot be read."""
        return self.file.title if self.file else self.path.name

    @property
    def about(self) -> str:
        """Its description, or a sentence that the file has mistakes."""
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
        """The family and chapter that it is grouped under."""
        if self.own:
            return OWN, OWN
        return chapter_of(self.rule) if self.rule else (self.system, "Others")

    @property
    def captions(self) -> int:
        """The number of steps."""
        return sum("say" in type(line).model_fields for line in self.file.script) if self.file else 0

    @property
    def changes(self) -> int:
        """The number of house rules that make it a variant of the plain rule."""
        house = self.file.house if self.file else {}
        return sum(value is not True and not key.startswith(PLAYED) for key, value in house.items())

    @cached_property
    def _searched(self) -> str:
        """All text that a search covers, in lower case: title, description, rule, captions."""
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
        """The stems of all words that a search covers."""
        return {stem(word) for word in tokens(self._searched)}

    def matches(self, words: str) -> bool:
        """Return whether the demonstration matches every word, in any form, or as the number or address of its rule."""
        return all(
            rule_has(self.rule, word)
            or ((word in self._searched or stem(word) in self._stems) and not _NUMBER.match(word))
            for word in words.lower().split()
        )

    def rank(self, wanted: Sequence[str]) -> CatalogueRank:
        """Return a sort key among the demonstrations that match some words. A match in the title comes before one in
        the text, and a plain demonstration before its variants."""
        page = rulebook().get(self.rule)
        names = (self.title, page.title if page else "", *(self.teaches or [""])[:1])
        tiers, shares = zip(*(title_rank(wanted, name) for name in names))
        nearest = sorted(shares)
        deep, count = depth(self.rule), len(self.file.house if self.file else {})
        return min(tiers), self.changes, nearest[0], deep, nearest[1], count, nearest[2], -self.captions

    @cached_property
    def steps(self) -> list[DemonstrationStep]:
        """The steps, for a preview. The script is played for this once."""
        return self.open().steps if self.file else []

    def open(self) -> Demonstration:
        """Play its script and return the demonstration. Raises BadFile."""
        return Demonstration(load_start(self.path))


def rule_has(address: str, word: str) -> bool:
    """Return whether a word names a rule by its address or number. `6`, `6.3` and `book/6.3` all name
    `book/6.3/screens`."""
    plain, parts = address.lower(), address.lower().split("/")
    return bool(word) and any(
        one == word or one.startswith((f"{word}.", f"{word}/")) for one in (plain, *parts, "/".join(parts[1:]))
    )


def folder_of(system: RuleSystem) -> Path:
    """Return the folder of a rule system's demonstrations."""
    return DEMONSTRATIONS / system.key.replace("-", "_")


def own_folder() -> Path:
    """Return the folder of the player's own demonstrations; it need not exist."""
    return home() / "demonstrations"


def exhibits(systems: Mapping[str, RuleSystem] = SYSTEMS, own: bool = False) -> list[CatalogueEntry]:
    """Return all demonstrations in the order of the rule book, then by title. With `own`, the player's own follow."""
    places = {address: place for place, address in enumerate(rulebook())}
    found = [one for system in systems.values() for one in shelf(folder_of(system), system.title)]
    found.sort(key=lambda one: (places.get(one.rule, len(places)), one.title))
    return found + [replace(one, own=True) for one in (shelf(own_folder()) if own else ())]


@cache
def _rule_addresses() -> Mapping[Path, str]:
    """Return the address of the rule of every shipped demonstration by its file. They are picked out without parsing
    it, because a page of the rule book shows a few of hundreds."""
    found = dict[Path, str]()
    for folder in (DEMONSTRATIONS / key.replace("-", "_") for key in SYSTEMS):
        for path in files_in(folder):
            named = _RULE.search(path.read_text(encoding="utf-8"))
            found[path] = named[1] if named else ""
    return found


def of_page(page: RuleEntry) -> list[CatalogueEntry]:
    """Return the demonstrations of a page of the rule book: those of its rule, the plain rule before its settings and
    variants, then those that it names besides."""
    wanted, every = tokens(page.title), _rule_addresses()
    ruled = [_shipped_entry(path) for path in every if every[path] == page.address]
    named = [_shipped_entry(path) for name in page.shows for path in every if path.stem == name]
    ruled.sort(key=lambda one: ("settings" in one.teaches, one.rank(wanted)))
    return ruled + [one for one in named if one.rule != page.address]


def is_shown(page: RuleEntry) -> bool:
    """Return whether a page of the rule book has a demonstration. No file is read."""
    return bool(page.shows) or page.address in _rule_addresses().values()


def _shipped_entry(path: Path) -> CatalogueEntry:
    return entry_of(path, SYSTEMS[path.parent.name.replace("_", "-")].title)


def entry_of(path: Path, system: str = "") -> CatalogueEntry:
    """Return the demonstration in a file."""
    now = path.stat() if is_there(path) else None
    version = (now.st_mtime_ns, now.st_size, now.st_ino) if now else (0, 0, 0)
    try:
        return CatalogueEntry(path, system, _form(path, version), written=version[0])
    except BadFile as bad:
        return CatalogueEntry(path, system, None, bad, written=version[0])


def shelf(folder: Path, system: str = "") -> list[CatalogueEntry]:
    """Return the demonstrations in a folder, by name."""
    return [entry_of(path, system) for path in files_in(folder)]


@lru_cache(maxsize=1024)
def _form(path: Path, version: tuple[int, int, int]) -> BattleFile:
    """Return the form of a demonstration. A file is read anew when its time, size or inode has changed: reading all of
    them whenever the gallery comes back takes a third of a second."""
    return read_form(path, SYSTEMS)


def of_game(shown: Sequence[CatalogueEntry], system: RuleSystem) -> list[CatalogueEntry]:
    """Return those of one game, then the player's own for it, then those that cannot be read."""
    ours = [one for one in shown if one.system == system.title and not one.own]
    return ours + [one for one in shown if one.own and (one.file is None or one.file.system == system.key)]


def ranked(shown: Sequence[CatalogueEntry], words: str) -> list[CatalogueEntry]:
    """Return those that match all words, the plain rule before its variants and exceptions."""
    wanted = tokens(words)
    return sorted((one for one in shown if one.matches(words)), key=lambda one: one.rank(wanted))


def search(
    games: Mapping[str, Sequence[CatalogueEntry]], words: str, game: str = "", always_first: bool = False
) -> dict[str, list[CatalogueEntry]]:
    """Return the matches of some words by the key of their game, each demonstration once. Matches of `game` come first.
    If they only mention the words, games with a rule of that name come before them, unless `always_first`."""
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
    """Return demonstrations by (family, chapter), in order of appearance."""
    groups: dict[tuple[str, str], list[CatalogueEntry]] = {}
    for one in shown:
        groups.setdefault(one.chapter, []).append(one)
    return list(groups.items())


def find_demonstration(name: str) -> Path:
    """Return the file of a demonstration by name, or of any battle file by path. Raises LookupError with a sentence for
    the player."""
    path = Path(name)
    if os.path.isfile(path):
        return path
    folders = (own_folder(), *map(folder_of, SYSTEMS.values()))  # the game's own go before the player's
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
