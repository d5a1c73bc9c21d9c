"""The program in its window: its screens, and how one leads to another; no part of the rules.

The battle on disk is safe whatever fails in a screen: a report is written beside the saves, and a page says where it
is. Pages behind the menu are loaded when they are first opened, so that the menu appears sooner.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, ParamSpec

import pygame
from pygame.event import Event

from game.core.installation import LATE, PACKAGE
from game.core.names import whole_percent as percent
from game.core.orders import Id
from game.core.values import House, HouseValue
from game.formats.atomic_file import CannotSave, InUse
from game.formats.user_folders import home, note_played, saves_folder
from game.formats.validation import BadFile
from game.systems import SYSTEMS, Game, Titled
from game.ui.app.window import App, first_size, left_size
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Pop, Push, Reset, Screen
from game.ui.host.sound import sounds
from game.ui.menu.library import Save, against_computer, offers, saves
from game.ui.menu.screen import Menu
from game.ui.pages.problem_page import Problems, Sentence
from game.ui.pages.waiting_page import Waiting
from game.ui.render.fonts import lacking_words
from game.ui.render.theme import theme

if TYPE_CHECKING:
    from game.battle.battle import Battle
    from game.battle.loader import Opened, Recorder
    from game.core.system import RuleSystem
    from game.demonstrations.steps import StepCursor
    from game.far.news import FarNews
    from game.fleets.muster import Muster
    from game.lessons.lesson import Lesson
    from game.players.match import Match
    from game.rulebook.book import RuleEntry

Made = ParamSpec("Made")

PYGAME = f"pygame {pygame.version.ver}"


def telling_faults(make: Callable[Made, Answer]) -> Callable[Made, Answer]:
    """Wrap a method so that it answers with the page of problems if the file it is given is invalid."""

    @wraps(make)
    def made(*given: Made.args, **named: Made.kwargs) -> Answer:
        try:
            return make(*given, **named)
        except BadFile as bad:
            return Push(Problems(bad))

    return made


class Program:
    """Makes the screens and keeps what outlives them: the rule systems, the folder of saves, and the recorder of the
    battle."""

    def __init__(self, systems: Mapping[str, RuleSystem] = SYSTEMS, folder: Path | None = None) -> None:
        self.systems, self._folder = systems, folder
        self.recorder: Recorder | None = None
        self._news: FarNews | None = None
        self._musters: dict[str, Muster] = {}  # fleets that are being set up, by game

    # -- pages ---------------------------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        """The folder of saves. Raises CannotSave."""
        return self._folder or saves_folder()

    def saves(self) -> list[Save]:
        """Return the player's saves, newest first; empty if their folder cannot be used."""
        with contextlib.suppress(CannotSave):
            return saves(self.folder)
        return []

    def load_game(self, game: Titled) -> Iterator[object]:
        """Load a game and what draws its previews, a module at each step."""
        if isinstance(game, Game):
            yield from loading(("core", "board", "battle", f"systems.{game.package}"))
            yield self.systems[game.key]
            yield from loading(("ui.render", "ui.board"))

    def menu(self) -> Screen:
        """Return the menu, after closing whatever was being played."""
        self.put_away()
        theme.seated = 0  # no side is seated: the program's own colours
        return Menu(self)

    def open_page(self) -> Screen:
        from game.ui.menu.saves_page import OpenPage

        return OpenPage(self)

    def settings_page(self) -> Screen:
        from game.ui.pages.settings_page import SettingsPage

        return SettingsPage(self)

    def shipyard(self, system: RuleSystem | None = None) -> Screen:
        """Return the designs, those of `system` first."""
        from game.ui.shipyard.page import Shipyard

        return Shipyard(self.systems, system)

    @telling_faults
    def fleets(self, system: RuleSystem) -> Answer:
        """Return the page that sets up two fleets of a game, to be placed and played."""
        from game.fleets.muster import Muster
        from game.ui.fleets.buying.page import FleetsPage

        if system.key not in self._musters:
            self._musters[system.key] = Muster(system)
        return Push(FleetsPage(self._musters[system.key], self.begin_opened))

    def by_file(
        self,
        system: RuleSystem | None = None,
        scenario: Path | None = None,
        house: Mapping[str, HouseValue] | None = None,
        file: Path | None = None,
    ) -> Answer:
        """Return the battles by file. A new one starts with a game, a scenario and its house rules; `file` is one that
        another player has handed over."""
        from game.ui.far.at_table import table_screen
        from game.ui.far.begin import FarStart
        from game.ui.far.page import FarPage

        start = FarStart(self.systems, system or next(iter(self.systems.values())), scenario, house or {})
        return Push(FarPage(start, partial(table_screen, self), file))

    def far_news(self) -> FarNews | None:
        """Return the news of battles by file; None if there have never been any."""
        if self._news is None and (home() / "far").is_dir():
            from game.far.news import FarNews

            self._news = FarNews()
        return self._news

    def lab(self) -> Screen:
        from game.ui.lab.page import LabPage

        return LabPage()

    def gallery(self, system: RuleSystem | None = None) -> Screen:
        """Return the demonstrations, those of `system` first."""
        from game.ui.demonstration.gallery import Gallery

        return Gallery(self.systems, self.rule, system, self.film_steps)

    def demonstration(self, path: Path) -> Answer:
        """Return the demonstration in a file."""
        from game.ui.demonstration.gallery import Gallery

        return Gallery(self.systems, self.rule, None, self.film_steps).open_demonstration(path)

    @telling_faults
    def lesson(self, path: Path) -> Answer:
        """Return a lesson at the step where it was left. If the disk has no room, it is played without being
        recorded."""
        from game.battle.loader import load_start
        from game.lessons.lesson import Lesson
        from game.lessons.progress import taken_up
        from game.ui.lessons.screen import LessonScreen

        self.put_away()
        lesson = Lesson(load_start(path, systems=self.systems))
        with contextlib.suppress(CannotSave):
            self.recorder = taken_up(lesson)
        note_lesson(lesson)
        usual = self._usual(lesson.opened)
        battle = offers(lesson.opened.battle.system)[0]
        then = partial(self.begin, battle.path, players=against_computer(battle.sides))
        named = {**usual, "rematch": None, "then": then, "then_title": battle.title}
        return Reset(LessonScreen(lesson, reached=note_lesson, **named))

    @telling_faults
    def sandbox(self, path: Path | None = None, system: RuleSystem | None = None) -> Answer:
        """Return a sandbox: of any battle file, or an empty table with a ship for each side."""
        from game.sandbox.sandbox import Sandbox
        from game.sandbox.start_editor import blank, open_start
        from game.sandbox.storage import open_sandbox
        from game.ui.sandbox.screen import SandboxScreen

        held = open_sandbox(path) if path else Sandbox(open_start(blank(system or next(iter(self.systems.values())))))
        if held.under_way:
            words = (
                "It is still being fought. The sandbox has open books: it shows the orders that both sides have sealed."
            )

            def leave() -> Answer:
                return Reset(self.menu())

            over = ("Open it all the same", "O", pygame.K_o, lambda: Push(SandboxScreen(held, leave)))
            choices = (("Back", "Esc", 0, None), over)
            return Push(Sentence("Both sides' orders would show", (words,), choices, "table/sandbox"))
        return Push(SandboxScreen(held, Pop))

    def rule(
        self,
        address: str = "",
        system: RuleSystem | None = None,
        house: House | None = None,
        take: Callable[[str, HouseValue], House] | None = None,
    ) -> Screen:
        """Return the rule book, open at an address. It looks in a game's pages first, and shows a battle's house rules;
        `take` sets one and returns all."""
        from game.rulebook.book import own_first
        from game.ui.app.screen_pictures import screen_of
        from game.ui.rulebook.links import mentions
        from game.ui.rulebook.page import RulePage

        first = own_first(system.title, system.pages) if system else ()
        known = mentions(self.systems.values())
        screen = partial(screen_of, program=Program)
        return RulePage(address, first, known, system, house, take, screen, self.print_page)

    def print_page(self, page: RuleEntry) -> Screen:
        """Return the page that prints a page of the rule book."""
        from game.ui.printed_book.screen import BookPrintScreen

        return BookPrintScreen(page)

    # -- battles -------------------------------------------------------------------------------------------------------

    @telling_faults
    def begin(
        self, path: Path, house: Mapping[str, object] | None = None, players: Mapping[str, str] | None = None
    ) -> Answer:
        """Return a new battle from a scenario, saved from its first order. A save of the same battle without any order
        is reused."""
        from game.battle.loader import left_at_once, new_save, open_battle

        self.put_away()
        opened = open_battle(path, house=house, players=players, systems=self.systems)
        with contextlib.suppress(CannotSave):
            if same := left_at_once(opened, self.folder, self.systems):
                return self.resume(same)
        return self._with_save(opened, lambda: new_save(opened, self.folder))

    def begin_opened(self, opened: Opened) -> Answer:
        """Return a battle that has just been set up, saved from its first order."""
        from game.battle.loader import new_save

        self.put_away()
        return self._with_save(opened, lambda: new_save(opened, self.folder))

    def resume(self, path: Path) -> Answer:
        """Return a saved battle at the order where it was left, or the sandbox for a file with plans. While a long save
        is read, a page shows the progress."""
        from game.battle.loader import resume

        self.put_away()
        return Waiting(path.name, partial(resume, path, self.systems), partial(self._resume_save, path)).soon()

    @telling_faults
    def _resume_save(self, path: Path, read: Callable[[], tuple[Opened, Recorder]]) -> Answer:
        from game.battle.loader import open_battle

        try:
            opened, recorder = read()
        except InUse as why:
            return Push(Sentence("This battle is open already", (str(why),), subject="table/saving"))
        except CannotSave as why:
            return self._ask_unsaved(open_battle(path, systems=self.systems), str(why))
        if opened.file.branches:
            recorder.close()
            return self.sandbox(path)
        self.recorder = recorder
        self._number(path)
        return Reset(self._table(opened))

    @telling_faults
    def rematch(self, path: Path, swapped: bool = False) -> Answer:
        """Return the battle of a save from its start, with other dice."""
        from game.battle.loader import load_start

        return self._again(load_start(path, systems=self.systems), swapped)

    def _again(self, opened: Opened, swapped: bool) -> Answer:
        """Return a battle from its start, saved from its first order, with a message if players exchange sides."""
        from game.battle.loader import new_save
        from game.battle.rematch import places_words, rematch

        self.put_away()
        again = rematch(opened, swapped)
        words = places_words(again.battle.state.sides) if swapped else ""
        again = replace(again, notices=(words,) if words else ())
        return self._with_save(again, lambda: new_save(again, self.folder))

    @telling_faults
    def open_path(self, path: Path) -> Answer:
        """Return any battle file: a save is resumed, any other begins."""
        from game.battle.loader import load_start

        saved = load_start(path, systems=self.systems).saved
        return self.resume(path) if saved else self.begin(path)

    def _with_save(self, opened: Opened, make: Callable[[], Recorder]) -> Answer:
        try:
            self.recorder = make()
        except CannotSave as why:
            return self._ask_unsaved(opened, str(why))
        self._number(self.recorder.journal.path)
        return Reset(self._table(opened))

    def _ask_unsaved(self, opened: Opened, why: str) -> Answer:
        """Ask before starting a battle that cannot be saved."""
        choices = (
            ("Back", "Esc", 0, None),
            ("Play without saving", "P", pygame.K_p, lambda: Reset(self._table(opened))),
        )
        return Push(Sentence("This battle cannot be saved", (why,), choices, "table/saving"))

    def _table(self, opened: Opened) -> Screen:
        from game.ui.battle.screen import BattleScreen

        return BattleScreen(opened.battle, **self._usual(opened))

    def _usual(self, opened: Opened) -> dict[str, Any]:
        """Return the arguments of every battle screen besides its battle."""
        recorder, unreadable = self.recorder, lacking_words(opened.names)
        return {
            "curtain": self.curtain,
            "leave": lambda: Reset(self.menu()),
            "settings": self.settings_page,
            "trouble": lambda: recorder.trouble if recorder else "",
            "notices": (*opened.notices, *filter(None, (unreadable,))),
            "rematch": lambda swapped: self._again(opened, swapped),
            "replay": self.replay,
            "film": self.film,
            "faulty": self.report_fault,
        }

    def curtain(self, battle: Battle, side: Id, since: int | None) -> Screen:
        """Return the curtain between two players."""
        from game.ui.handover.screen import HandoverScreen

        return HandoverScreen(battle, side, since)

    def replay(self, match: Match, side: Id | None) -> Screen:
        """Return the replay of a battle: all of it once it is over, else as much as a side knows."""
        from game.demonstrations.reel import reel_of
        from game.ui.replay.screen import ReplayScreen

        battle = match.battle
        return ReplayScreen(
            reel_of(battle, side), lambda: self.film(battle, side), match=match, faulty=self.report_fault
        )

    def film_steps(self, show: StepCursor) -> Screen:
        """Return the page that writes the steps of a demonstration as a film."""
        from game.ui.film.screen import FilmPage

        return FilmPage(show.title, [("all", lambda: show)])

    def film(self, battle: Battle, side: Id | None) -> Screen:
        """Return the page that writes a battle as a film: all of it once it is over, else as much as a side knows."""
        from game.battle.view import NOBODY
        from game.demonstrations.reel import Reel
        from game.ui.film.screen import FilmPage

        seats: list[tuple[str, Id | None]] = [("", side)]
        if battle.state.outcome:
            sides = battle.state.sides.items()
            seats = [("all", None), *((one.name, key) for key, one in sides if key != NOBODY)]
        return FilmPage(battle.title, [(name, partial(Reel, battle, key)) for name, key in seats])

    @telling_faults
    def replay_save(self, path: Path, side: Id | None = None) -> Answer:
        """Return the replay of a saved battle; if it is not over, as much as a side, or everybody, knows."""
        from game.battle.loader import open_battle
        from game.battle.seats import seat
        from game.players.match import match_of

        opened = open_battle(path, systems=self.systems)
        return Push(self.replay(match_of(opened.battle), seat(opened, side, passer_by=True)))

    def _number(self, path: Path) -> None:
        """Record a save as the last one played, for Continue."""
        with contextlib.suppress(CannotSave, OSError):
            if path.parent.samefile(self.folder):
                note_played(path)

    def put_away(self) -> None:
        """Close the save, so that other programs may open it, and save the settings."""
        preferences.settle()
        if self.recorder:
            self.recorder.close()
            self.recorder = None

    # -- errors --------------------------------------------------------------------------------------------------------

    def report_fault(self, error: Exception) -> str:
        """Write a report of a fault that a battle has survived; return a sentence that says where."""
        from game.seating.fault_report import report

        try:
            return f"a report is in {report(error, self.recorder, self.folder, PYGAME).name}"
        except (CannotSave, OSError) as why:
            return f"a report could not be written: {why}"

    def broken(self, error: BaseException) -> Screen:
        """Return the page after a fault of the program: what happened, and where the report is."""
        from game.seating.fault_report import report

        recorder = self.recorder
        saved = recorder.journal.path if recorder else None
        self.put_away()
        words = [f"The program has made a mistake it did not expect: {type(error).__name__}."]
        if saved:
            words.append(f"The battle is safe in {saved.name}, up to the last order that was given.")
        try:
            path = report(error, recorder, self.folder, PYGAME)
            words.append(f"What happened is written down in {path}. Whoever mends the program will want to read it.")
        except (CannotSave, OSError) as why:
            words.append(f"A report could not be written: {why}")
        choices = [("To the menu", "Enter", 0, lambda: Reset(self.menu()))]
        if saved:
            choices.append(("Go on with the battle", "G", pygame.K_g, lambda: self.resume(saved)))  # type: ignore[arg-type, return-value]
        return Sentence("Something went wrong", words, choices, "table/saving")


def note_lesson(lesson: Lesson) -> None:
    """Record the progress of a lesson, for the menu."""
    key, done = lesson.opened.battle.system.key, lesson.step is None
    before = preferences.settings.lessons
    told = "done" if done or before.get(key) == "done" else f"step {lesson.index + 1} of {len(lesson.steps)}"
    preferences.note(lessons={**before, key: told})


class Window(App):
    """The program's window: limits the scale to the window's size, accepts dropped files, and survives faults of its
    screens."""

    def __init__(self, program: Program, first: Screen) -> None:
        super().__init__(first, self._rule, self._set_scale)
        self.program = program
        self.maximised = preferences.settings.maximised
        # the last two sizes of the window
        self._left: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, preferences.settings.window)

    @property
    def system(self) -> RuleSystem | None:
        """The game of the topmost screen that has one."""
        return getattr(self._with_game, "system", None)

    @property
    def house_in_force(self) -> House | None:
        """The house rules of the battle on the topmost screen that has a game."""
        return getattr(self._with_game, "house_in_force", None)

    @property
    def _with_game(self) -> object:
        """The topmost screen that has a game, or None."""
        from game.core.system import RuleSystem

        games = (screen for screen in reversed(self.stack) if isinstance(getattr(screen, "system", None), RuleSystem))
        return next(games, None)

    def _rule(self, address: str) -> Screen:
        """Return the rule book, open at an address; the house rules of the next battle can be set in it."""
        take = getattr(self._with_game, "set_house", None)
        return self.program.rule(address, self.system, self.house_in_force, take)

    def _set_scale(self, scale: float | None) -> None:
        """Set a scale, or None for that of the display, and show the result."""
        preferences.change(scale=scale)
        preferences.hold(preferences.window)
        self.note = preferences.held or f"Size {percent(theme.scale)}{', after the display' if scale is None else ''}."

    def give(self, event: Event) -> None:
        """Handle an event, which may have changed the size or the scale. Warn the player if the window is too small for
        the scale."""
        held = preferences.held
        if event.type == pygame.DROPFILE and self.stack and not getattr(self.top, "takes_files", False):
            self.take(self._dropped(Path(event.file)))
        super().give(event)
        window = pygame.display.get_surface()
        if window:
            preferences.hold(window.get_size())
            if event.type == pygame.VIDEORESIZE and not (self.maximised or pygame.display.is_fullscreen()):
                self._left = self._left[1], window.get_size()
                preferences.note(window=window.get_size())
            if event.type == pygame.WINDOWMAXIMIZED and self._left[0]:
                preferences.note(window=self._left[0])  # the size before it was maximised
            if self.maximised != preferences.settings.maximised:
                preferences.note(maximised=self.maximised)
        if preferences.held != held and event.type != pygame.KEYDOWN:
            self.note = preferences.held

    def _dropped(self, path: Path) -> Answer:
        """Open a dropped file: a battle, or designs in the yard, which then reads the file. What is being played or
        drawn is not left for it."""
        busy = next((screen for screen in self.stack if hasattr(screen, "closing")), None)
        if busy or self.program.recorder:
            why = f"{path.name} is opened from the menu. Leave what you are doing first, then drop it there."
            return Push(Sentence("A file was dropped", (why,), subject="table/files"))
        from game.exchange.files import holds_designs

        if holds_designs(path):
            return Push(self.program.shipyard())
        from game.far.sharing import is_far_file

        if is_far_file(path):
            return self.program.by_file(file=path)
        return self.program.open_path(path)

    def go(self, size: tuple[int, int] | None = None) -> None:
        """Run until the window is closed. A fault in a screen becomes a page; a fault in that page ends the program."""
        size = size or left_size() or first_size()
        self._left = None, size
        while self.stack:
            try:
                preferences.hold(size)
                self.note = self.note or preferences.held
                self.run(size)
            except Exception as error:  # the last line of defence: the player must be informed
                if self.stack and isinstance(self.top, Sentence):
                    raise
                self.stack[:] = [self.program.broken(error)]
                self.dirty = True
                window = pygame.display.get_surface()
                size = window.get_size() if window else size


def listen() -> None:
    """Set sound by the settings."""
    sounds.switch(preferences.settings.sound, preferences.settings.volume)


def run(path: Path | None = None, then: Callable[[Program], Iterable[Answer]] | None = None) -> int:
    """Run the program on the menu, the battle of a file, or what `then` puts over the menu, until its window is
    closed."""
    preferences.listeners.append(listen)
    listen()
    program = Program()
    window = Window(program, program.menu())
    window.ahead = loading()
    if path is not None:
        window.take(program.open_path(path))
    elif then is not None:
        for answer in then(program):
            window.take(answer)
    elif preferences.trouble:
        window.take(Push(Sentence("Settings", (preferences.trouble,), subject="table/settings")))
    try:
        window.go()
    finally:
        program.put_away()
        sounds.switch(False)
        pygame.quit()
    return 0


FOLDERS = (
    "rules", "ui.render", "ui.toolkit", "ui.board", "ui.session", "ui.input_modes", "ui.ship_sheet", "ui.battle",
    "ui.handover", "systems",
)  # fmt: skip


def loading(folders: Iterable[str] = FOLDERS) -> Iterator[str]:
    """Load one more module at each step, and yield its name."""
    for folder in folders:
        for found in walk_packages([str(PACKAGE.joinpath(*folder.split(".")))], f"game.{folder}."):
            import_module(found.name)
            yield found.name
    for name in LATE:
        _ = import_module(name).__path__  # which loads it
        yield name
