"""Files made from the sandbox: saved with its plans, or written as scenario, demonstration or battle; no part of the
rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from game.battle.loader import resume
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.formats.atomic_file import CannotSave, is_there
from game.formats.user_folders import DEMONSTRATIONS, SAVES, SCENARIOS, free_path, home, named_path, saves_folder
from game.formats.validation import BadFile
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import UNTITLED, blank, open_start
from game.sandbox.storage import open_sandbox, save, write_scenario
from game.systems import SYSTEMS
from game.ui.host.screen import Answer, Pop, Push
from game.ui.pages.problem_page import Problems
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.copies import Words
from game.ui.sandbox.open_page import Openings
from game.ui.sandbox.panels.entry_fields import Lines

UNDER_WAY = "this battle is being fought, and the sandbox shows the orders that both sides have sealed: leave it"


class Files:
    """Writes a sandbox to files; errors are shown."""

    def __init__(self, context: SandboxContext, lines: Lines) -> None:
        self.context, self.lines = context, lines
        self._asked: Path | RuleSystem | None = None  # the file or game whose opening needs confirmation

    # -- saving --------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the sandbox into its own file; if it has none, ask for a title first."""
        path = self.context.copies.paths.get("sandbox")
        if path is None:
            self.ask("sandbox")
        else:
            self._save(path)

    def write(self) -> None:
        """Write the start back into the player's own file, keeping its comments; if there is none, ask for a title
        first."""
        copies = self.context.copies
        path = copies.paths.get("scenario")
        if path is None:
            self.ask("scenario")
        else:
            self._write(path, copies.heading("scenario"))

    def ask(self, kind: str) -> None:
        """Ask for a title, and for the kind of file."""
        if not self.context.saving:
            self.lines.ask_save(self.context.copies.heading(kind))
        self.context.ask_save(kind)

    @property
    def path(self) -> tuple[Path, bool]:
        """The path of the file to be written, by its title, and whether another file has that title."""
        context, kind = self.context, self.context.saving
        folder = home() / {"sandbox": SAVES, "scenario": SCENARIOS}.get(kind, DEMONSTRATIONS)
        title = self.lines.save_title.value.strip() or UNTITLED
        own = context.copies.paths.get(kind)
        if own is not None and title == context.copies.heading(kind)[0]:
            return own, False
        path = named_path(folder, title)
        return path, is_there(path)

    def carry_out(self, replace: bool) -> None:
        """Write the chosen kind under its title, over the file with that title or beside it."""
        context, kind = self.context, self.context.saving
        title, about = (line.value.strip() for line in (self.lines.save_title, self.lines.save_about))
        if not title:
            context.tell("it needs a title", "table/saving")
            context.screen.focus_on("save title")
            return
        path, taken = self.path
        with self._telling_faults():
            self._folder(path.parent.name)
            if taken and not replace:
                path = free_path(path.parent, title)
            context.saving = ""
            context.focus.focus(None)
            if kind == "demonstration":
                self._demonstrate((title, about))
            elif kind == "scenario":
                self._write(path, (title, about))
            else:  # editing continues on the saved table
                start = context.sandbox.state.start
                if (title, about) != (start["title"], start.get("about", "")):
                    context.sandbox.entitle(title=title, about=about)
                self._save(path)
            context.look_anew()

    def _save(self, path: Path) -> None:
        context = self.context
        with self._telling_faults():
            context.copies.add("sandbox", save(context.sandbox, path))
            context.tell(f"saved as {path}", "table/saving")

    def _write(self, path: Path, words: Words) -> None:
        context = self.context
        with self._telling_faults():
            write_scenario(context.sandbox, path, words)
            context.copies.add("scenario", path, words)
            listed = "; the menu lists it under Yours" if path.is_relative_to(home() / SCENARIOS) else ""
            context.tell(f"the start is written into {path}{listed}", "table/saving")

    @contextmanager
    def _telling_faults(self, before: str = "") -> Iterator[None]:
        """Show why something cannot be written, after the words in `before`, and stop there."""
        try:
            yield
        except (CannotSave, OSError, Illegal, BadFile) as why:
            self.context.tell(f"{before}{why}", "table/saving")

    def open(self, what: Path | RuleSystem) -> None:
        """Open another file, or an empty table of a game, in place of this sandbox. Ask before unsaved work is
        discarded, and before the sealed orders of a battle in progress are shown."""
        context = self.context
        try:
            held = open_sandbox(what) if isinstance(what, Path) else Sandbox(open_start(blank(what)))
        except BadFile as bad:
            context.answer = Push(Problems(bad))
            return
        unsaved = context.copies.unsaved
        doubts = [f"{unsaved} not saved: Ctrl+S saves"] * bool(unsaved) + [UNDER_WAY] * held.under_way
        if doubts and (context.sure, self._asked) != ("open", what):
            name = what.name if isinstance(what, Path) else what.title
            context.tell(f"{'; '.join(doubts)}, or choose {name} once more", "table/saving")
            context.sure, self._asked = "open", what
            return
        context.take_up(held)

    def openings(self) -> None:
        """Open the list of things to open."""
        self.context.answer = Push(Openings(self.context.sandbox.opened.battle.system, SYSTEMS))

    def _demonstrate(self, words: Words) -> None:
        """Open the page that makes the present plan a demonstration: title, steps, captions."""
        from game.ui.sandbox.story.page import StoryPage

        with self._telling_faults("it could not be written: "):
            copies = self.context.copies
            own = copies.paths.get("demonstration")
            was = (own, copies.heading("demonstration")[0]) if own else None
            page = StoryPage(self.context.sandbox, words, was, partial(copies.add, "demonstration"))
            self.context.answer = Push(page)

    def play(self) -> None:
        """Start a battle from here with the orders of the present plan. Leaving it leads back."""
        from game.ui.battle.screen import BattleScreen
        from game.ui.handover.screen import HandoverScreen

        with self._telling_faults():
            path = save(self.context.sandbox, free_path(saves_folder(), self._title), plans=False)
            opened, recorder = resume(path)

            def back() -> Answer:
                recorder.close()
                return Pop()

            self.context.answer = Push(
                BattleScreen(
                    opened.battle,
                    curtain=HandoverScreen,
                    leave=back,
                    trouble=lambda: recorder.trouble,
                    notices=(f"Kept as {path.name}.",),
                    leads="to the sandbox",
                )
            )

    @property
    def _title(self) -> str:
        return str(self.context.sandbox.state.start["title"])

    def _folder(self, name: str) -> Path:
        """Return a folder among the player's files. Raises CannotSave."""
        saves_folder()
        folder = home() / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise CannotSave(f"{folder} cannot be made: {trouble.strerror or trouble}.") from None
        return folder
