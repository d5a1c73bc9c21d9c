"""What leaves the sandbox: saved with its plans, written as a scenario, written out as a demonstration, played on; no
rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from game.battle.designs import ROOT
from game.battle.loader import resume
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.formats.atomic_file import CannotSave, is_there
from game.formats.user_folders import DEMONSTRATIONS, SAVES, SCENARIOS, free_path, home, named_path, saves_folder
from game.formats.validation import BadFile
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import UNTITLED, blank, judged
from game.sandbox.storage import open_sandbox, save, write_scenario
from game.systems import SYSTEMS
from game.ui.host.screen import Answer, Pop, Push
from game.ui.pages.problem_page import Problems
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.open_page import Openings
from game.ui.sandbox.panels.entry_fields import Lines

UNDER_WAY = "this battle is being fought, and the sandbox shows the orders that both sides have sealed: leave it"


class Files:
    """Writes a sandbox down; what cannot be written is told."""

    def __init__(self, context: SandboxContext, lines: Lines) -> None:
        self.context, self.lines = context, lines
        self._asked: Path | RuleSystem | None = None  # what it was asked about opening

    # -- saving --------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the sandbox into its own file; one that has none asks for a title first."""
        if self.context.saved_at is None:
            self.ask("sandbox")
        else:
            self._save(self.context.saved_at)

    def write(self) -> None:
        """Write the start back into the player's own file it came from, comments and all; else ask for a title
        first."""
        path = self._scenario_file()
        if path is None:
            self.ask("scenario")
        else:
            self._write(path)

    def ask(self, kind: str) -> None:
        """Ask for a title, and what is to be written."""
        if not self.context.saving:
            self.lines.ask_save()
        self.context.ask_save(kind)

    @property
    def path(self) -> tuple[Path, bool]:
        """The file that is about to be written, by its title, and whether another of that title is there already."""
        context, kind = self.context, self.context.saving
        folder = home() / {"sandbox": SAVES, "scenario": SCENARIOS}.get(kind, DEMONSTRATIONS)
        title = self.lines.save_title.value.strip() or UNTITLED
        own = context.saved_at if kind == "sandbox" else self._scenario_file() if kind == "scenario" else None
        if own is not None and title == str(context.sandbox.state.start["title"]):
            return own, False
        path = named_path(folder, title)
        return path, is_there(path)

    def carry_out(self, replace: bool) -> None:
        """Write what was asked about under its title, over the file that has the title or beside it."""
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
            words = {"title": title, "about": about}
            start = context.sandbox.state.start
            if any(str(start.get(name, "")) != said for name, said in words.items()):
                context.sandbox.entitle(**words)
            context.saving = ""
            context.focus.focus(None)
            context.look_anew()
            if kind == "demonstration":
                self.demonstrate()
            elif kind == "scenario":
                self._write(path)
            else:
                self._save(path)

    def _save(self, path: Path) -> None:
        context = self.context
        with self._telling_faults():
            context.saved_at = save(context.sandbox, path)
            context.saved = context.sandbox.substance
            context.tell(f"saved as {context.saved_at}", "table/saving")

    def _write(self, path: Path) -> None:
        context = self.context
        with self._telling_faults():
            write_scenario(context.sandbox, path)
            context.scenario_at = path
            listed = "; the menu lists it under Yours" if path.is_relative_to(home() / SCENARIOS) else ""
            context.tell(f"the start is written into {path}{listed}", "table/saving")

    @contextmanager
    def _telling_faults(self, before: str = "") -> Iterator[None]:
        """Tell why something cannot be written, after some words, and go no further with it."""
        try:
            yield
        except (CannotSave, OSError, Illegal, BadFile) as why:
            self.context.tell(f"{before}{why}", "table/saving")

    @property
    def unsaved(self) -> bool:
        """Has anything been done since it was saved?"""
        return self.context.sandbox.substance != self.context.saved

    def open(self, what: Path | RuleSystem) -> None:
        """Another file, or an empty table of a game, in place of this sandbox.

        Unsaved work is not thrown away unasked, nor are the sealed orders of a battle that is being fought shown
        unasked.
        """
        context = self.context
        try:
            held = open_sandbox(what) if isinstance(what, Path) else Sandbox(judged(blank(what)))
        except BadFile as bad:
            context.answer = Push(Problems(bad))
            return
        doubts = ["the sandbox is not saved: Ctrl+S saves"] * self.unsaved + [UNDER_WAY] * held.under_way
        if doubts and (context.sure, self._asked) != ("open", what):
            name = what.name if isinstance(what, Path) else what.title
            context.tell(f"{'; '.join(doubts)}, or choose {name} once more", "table/saving")
            context.sure, self._asked = "open", what
            return
        context.take_up(held)

    def openings(self) -> None:
        """The list of what can be opened."""
        self.context.answer = Push(Openings(self.context.sandbox.opened.battle.system, SYSTEMS))

    def _scenario_file(self) -> Path | None:
        """The file that the start is written back into, or None for a new one."""
        context = self.context
        if context.scenario_at:
            return context.scenario_at
        if not context.sandbox.path or context.sandbox.own_file or context.sandbox.opened_save:
            return None
        path = Path(context.sandbox.path)
        return None if path.resolve().is_relative_to(ROOT / "scenarios") else path

    def demonstrate(self) -> None:
        """The page on which the plan in hand becomes a demonstration: title, steps, captions."""
        from game.ui.sandbox.story.page import StoryPage

        with self._telling_faults("it could not be written: "):
            page = StoryPage(self.context.sandbox, self._own_demonstration(), partial(setattr, self.context, "written"))
            self.context.answer = Push(page)

    def _own_demonstration(self) -> Path | None:
        """The player's own demonstration that this sandbox was opened from."""
        path, folder = Path(self.context.sandbox.path or "."), (home() / DEMONSTRATIONS).resolve()
        return path if path.suffix == ".yaml" and path.resolve().is_relative_to(folder) else None

    def play(self) -> None:
        """A battle from here: what the plan in hand has come to is what has been played; leaving it leads back."""
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
        """A folder of the player's own. Raises CannotSave."""
        saves_folder()
        folder = home() / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise CannotSave(f"{folder} cannot be made: {trouble.strerror or trouble}.") from None
        return folder
