"""The battles in the menu: a rule system's scenarios and the player's saves, each read once; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.names import HUMAN, number
from game.core.state import Side
from game.core.values import Entry
from game.formats.atomic_file import files_in
from game.formats.user_folders import Recent, ScenarioHead, own_scenarios, read_head, recent
from game.formats.validation import BadFile
from game.lessons.catalogue import has_lesson, lesson_file
from game.systems import Titled, scenario_folder

if TYPE_CHECKING:
    from game.battle.loader import Opened
    from game.battle.view import View

LONG = 200_000  # bytes of a save that takes about a second to play
_looked: dict[tuple[Path, float], "Save"] = {}
_offers: dict[tuple[str, Path, int, int], "Offer"] = {}  # by game, path, modification time in ns, and size


@dataclass
class Offer:
    """A scenario of a game: the head of its file, or why it cannot be played. The battle is set up when it is asked
    for, which loads the game and may bring further mistakes to light."""

    game: Titled
    path: Path
    file: ScenarioHead | None = None
    bad: BadFile | None = None

    @cached_property
    def opened(self) -> Opened | None:
        """The battle at its start; None if the file has mistakes."""
        from game.battle.loader import load_start

        try:
            return load_start(self.path)
        except BadFile as bad:
            self.file, self.bad = None, bad
            return None

    @property
    def is_set_up(self) -> bool:
        """Return whether the battle has been set up, or the file is known to have mistakes."""
        return self.bad is not None or "opened" in vars(self)

    @property
    def title(self) -> str:
        """The name of the scenario, or that of its file."""
        return self.file.title if self.file else self.path.name

    @property
    def about(self) -> str:
        """The description of the scenario, or a note that its file has mistakes."""
        if self.file:
            return self.file.about
        count = self.bad.count if self.bad else 1
        what = ("one mistake", "it") if count == 1 else (f"{number(count)} mistakes", "them")
        return f"This file has {what[0]}. Open it to read {what[1]}."

    @property
    def teaches(self) -> tuple[str, ...]:
        """The rules that the scenario teaches."""
        return tuple(self.file.teaches) if self.file else ()

    @property
    def fleets(self) -> str:
        """The number of ships, as in `1 a side` or `4 against 3`."""
        if not self.file:
            return ""
        owners = [ship.side for ship in self.file.ships.values() if not ship.fate]  # those in play
        counts = [owners.count(side) for side in self.file.sides]
        return (
            f"{counts[0]} a side" if len(set(counts)) == 1 and len(counts) > 1 else " against ".join(map(str, counts))
        )

    @property
    def turns(self) -> str:
        """The last turn, if there is one."""
        last = self.file.victory.turns if self.file else None
        return f"{last} {self.game.turn_word}s" if last else ""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides at the table."""
        named = self.file.sides.items() if self.file else ()
        return tuple(Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(named))

    @property
    def house(self) -> Entry:
        """The house rules of the scenario itself."""
        return self.file.house if self.file else {}

    def view(self) -> View | None:
        """Return the table before the first order; None if the file has mistakes."""
        return self.opened.battle.view(None) if self.opened else None

    @cached_property
    def flagships(self) -> Mapping[str, str]:
        """Return the silhouette of each side, which is that of its heaviest hull."""
        view = self.view()
        return {side.id: flagship(view, side.id) for side in self.sides}

    @property
    def weight(self) -> tuple[int, int, str]:
        """The sort key: small before large, files with mistakes last."""
        if not self.file:
            return 10_000, 0, self.title
        return len(self.file.ships), self.file.victory.turns or 99, self.title


def flagship(view: View | None, side: str) -> str:
    """Return the silhouette of a side's heaviest ship in play, or of any ship it had."""
    if view is None:
        return "box-freighter"
    ships = view.state.fleet(side) or [ship for ship in view.state.ships.values() if ship.side == side]
    sheets = [view.sheet(ship.id) for ship in ships]
    best = max(sheets, key=lambda sheet: sum(sum(track.rows) for track in sheet.tracks), default=None)
    return best.glyph if best else "box-freighter"


def offers(game: Titled, folder: Path | None = None) -> list[Offer]:
    """Return a game's scenarios that come with the program, the smallest first."""
    return _by_weight(game, files_in(folder or scenario_folder(game)))


def against_computer(sides: Sequence[Side]) -> dict[str, str]:
    """Return the usual players of a scenario: those of its file, or if it names none, a person against the computer."""
    free = all(side.player == HUMAN for side in sides)
    return {side.id: "cadet" if free and number else side.player for number, side in enumerate(sides)}


def lesson_offer(game: Titled) -> Offer | None:
    """Return a game's first lesson; None if it has none."""
    return _offer(game, lesson_file(game)) if has_lesson(game) else None


def own_offers(game: Titled, systems: Iterable[str]) -> list[Offer]:
    """Return the player's own scenarios of a game, the smallest first. Files that name none of the `systems` (keys)
    have a mistake, and are listed with every game."""
    return _by_weight(game, own_scenarios([key for key in systems if key != game.key]))


def _by_weight(game: Titled, paths: Iterable[Path]) -> list[Offer]:
    return sorted((_offer(game, path) for path in paths), key=lambda one: one.weight)


def _offer(game: Titled, path: Path) -> Offer:
    """Return the offer in a file, which is read again only when it changes."""
    try:
        status = path.stat()
        key = (game.key, path, status.st_mtime_ns, status.st_size)
    except OSError:
        key = (game.key, path, 0, 0)
    if key not in _offers:
        offer = _offers[key] = Offer(game, path)
        try:
            offer.file = read_head(path)
        except BadFile as bad:
            offer.bad = bad
            _ = offer.opened  # which names all its mistakes
    return _offers[key]


@dataclass
class Save:
    """A saved battle: its header, and once `look` was called its state."""

    recent: Recent
    opened: Opened | None = None
    bad: BadFile | None = None
    looked: bool = field(default=False)

    def look(self) -> "Save":
        """Play the save up to where it was left, once per version of the file, and return it. A long one is not played
        before it is opened; until then only its header and last turn are known."""
        if self.looked:
            return self
        if self.long:
            self.looked = True
            return self
        key = (self.recent.path, self.recent.when.timestamp())
        if key in _looked:
            self.opened, self.bad = _looked[key].opened, _looked[key].bad
        else:
            from game.battle.loader import open_battle

            try:
                self.opened = open_battle(self.recent.path)
            except BadFile as bad:
                self.bad = bad
            _looked[key] = self
        self.looked = True
        return self

    @property
    def long(self) -> bool:
        """Return whether the save takes long to read."""
        with suppress(OSError):
            return self.recent.path.stat().st_size > LONG
        return False

    @property
    def view(self) -> View | None:
        """The table as it was left, with public knowledge only. It has no sealed orders, nor their number."""
        from game.battle.view import NOBODY

        return self.opened.battle.view(NOBODY) if self.opened else None

    @property
    def playable(self) -> bool:
        """Return whether the save is a readable battle, and no sandbox."""
        return self.looked and not (self.bad or self.recent.broken or self.plans)

    @property
    def finished(self) -> bool:
        """Return whether the battle is over."""
        return bool(self.opened and self.opened.battle.state.outcome)

    @property
    def plans(self) -> int:
        """The number of plans of a sandbox; 0 for a battle."""
        return len(self.opened.file.branches) if self.opened else 0

    @property
    def turn(self) -> str:
        """The turn, as in `turn 3 of 12`, or `sandbox`."""
        if self.plans:
            return "sandbox"
        last = self.opened.file.victory.turns if self.opened else None
        now = self.opened.battle.state.turn if self.opened else self.recent.turn
        word = self.opened.battle.system.turn_word if self.opened else "turn"
        return f"{word} {now} of {last}" if last else f"{word} {now}"


def saves(folder: Path, most: int = 50) -> list[Save]:
    """Return the newest saves of a folder, newest first, not yet read."""
    return [Save(one) for one in recent(folder, most)]


def state_of(save: Save) -> tuple[str, str]:
    """Return the present task in a save that was read, as in `standing`. For a sandbox, return the names of its
    plans."""
    if save.plans and save.opened:
        many = f"{number(save.plans)} plan{'s' if save.plans > 1 else ''}"
        return "", f"{many}: {', '.join(branch.name for branch in save.opened.file.branches.values())}"
    return standing(save.view) if save.view else ("", "")


def standing(view: View) -> tuple[str, str]:
    """Return the side with the present task, and the rest of the sentence, without its progress with orders."""
    outcome = view.state.outcome
    if outcome:
        winner = view.state.sides.get(outcome.winner)
        return (winner.name, "has won") if winner else ("", "The battle is drawn")
    asked = next((one for one in view.prompts() if one.waiting), None) or next(iter(view.prompts()), None)
    if asked is None:
        return "", view.phase.name
    return view.state.sides[asked.side].name, view.phase.name.lower()


def ago(when: datetime, today: date | None = None) -> str:
    """Return a time relative to today, as in today 14:05, yesterday 9:30 or 3 March 2026."""
    days = ((today or date.today()) - when.date()).days
    clock = f"{when.hour}:{when.minute:02}"
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    return f"{when.day} {when:%B} {when.year}"
