"""What leaves the sandbox: saved with its plans, written back as a scenario, written out as a demonstration, played on.

`SandboxActions` carries out keys and buttons beyond the sandbox itself: the pointer, the typed lines, files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.battle.designs import ROOT
from game.battle.loader import resume
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.user_folders import DEMONSTRATIONS, SCENARIOS, free_path, home, saves_folder
from game.formats.validation import BadFile
from game.sandbox.export import demonstration
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, judged
from game.sandbox.storage import open_sandbox, save, write_scenario
from game.systems import SYSTEMS
from game.ui.host.screen import Answer, Pop, Push
from game.ui.keys.list_page import KeyList
from game.ui.pages.problem_page import Problems
from game.ui.render.theme import theme
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import SandboxEdits
from game.ui.sandbox.open_page import Openings
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.left import pages
from game.ui.sandbox.panels.search import SearchField
from game.ui.session.seat_model import next_of

UNDER_WAY = "this battle is being fought, and the sandbox shows the orders that both sides have sealed: leave it"


class Files:
    """Writes a sandbox down; what cannot be written is told."""

    def __init__(self, context: SandboxContext) -> None:
        self.context = context
        self._asked: Path | RuleSystem | None = None  # what it was asked about opening

    def save(self) -> None:
        """Save the sandbox with its plans: in its own file if it has been saved before, else among the player's saves."""
        context = self.context
        with self._telling_faults():
            context.saved_at = save(context.sandbox, context.saved_at)
            context.saved = context.sandbox.substance
            context.tell(f"saved as {context.saved_at}", "table/saving")

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

        Unsaved work is not thrown away unasked, nor are the sealed orders of a battle that is being fought shown unasked.
        """
        context = self.context
        try:
            held = open_sandbox(what) if isinstance(what, Path) else Sandbox(judged(blank(what)))
        except BadFile as bad:
            context.answer = Push(Problems(bad))
            return
        doubts = ["not saved: Ctrl+S saves"] * self.unsaved + [UNDER_WAY] * held.under_way
        if doubts and (context.sure, self._asked) != ("open", what):
            name = what.name if isinstance(what, Path) else what.title
            context.tell(f"{'; '.join(doubts)}, or choose {name} once more", "table/saving")
            context.sure, self._asked = "open", what
            return
        context.take_up(held)

    def openings(self) -> None:
        """The list of what can be opened."""
        self.context.answer = Push(Openings(self.context.sandbox.opened.battle.system, SYSTEMS))

    def write(self) -> None:
        """Save the start as a scenario: back into the player's own file it came from, comments and all, else as a new file.

        New files go into the player's folder of scenarios, which the menu lists. Saves and files that came with the program
        are never written over.
        """
        context = self.context
        with self._telling_faults():
            path = self._scenario_file() or free_path(self._folder(SCENARIOS), self._title)
            write_scenario(context.sandbox, path)
            context.scenario_at = path
            listed = "; the menu lists it under Yours" if path.is_relative_to(home() / SCENARIOS) else ""
            context.tell(f"the start is written into {path}{listed}", "table/saving")

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
        """Write the plan in hand out as a demonstration: over the player's own that was opened, once sure, else anew."""
        context, own = self.context, self._own_demonstration()
        if own and context.sure != "demonstrate":
            context.sure = "demonstrate"
            context.tell(f"{own.name} is written over, its captions made anew: X once more", "table/saving")
            return
        with self._telling_faults("it could not be written: "):
            text = demonstration(context.sandbox)
            path = own or free_path(self._folder(DEMONSTRATIONS), f"{self._title} {context.sandbox.branch.name}")
            write_whole(path, text.encode("utf-8"))
            context.written = path
            context.tell(f"written out as {path}", "table/saving")

    def _own_demonstration(self) -> Path | None:
        """The player's own demonstration that this sandbox was opened from."""
        path, folder = Path(self.context.sandbox.path or "."), (home() / DEMONSTRATIONS).resolve()
        return path if path.suffix == ".yaml" and path.resolve().is_relative_to(folder) else None

    def play(self) -> None:
        """A battle from here: what the plan in hand has come to is what has been played; leaving it leads back."""
        from game.ui.battle import BattleScreen
        from game.ui.handover.screen import HandoverScreen

        with self._telling_faults():
            path = save(self.context.sandbox, free_path(saves_folder(), self._title), plans=False)
            opened, recorder = resume(path)

            def back() -> Answer:
                recorder.close()
                return Pop()

            self.context.answer = Push(BattleScreen(
                opened.battle, curtain=HandoverScreen, leave=back, trouble=lambda: recorder.trouble,
                notices=(f"Kept as {path.name}.",),
            ))  # fmt: skip

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


class SandboxActions(SandboxEdits):
    """Carries out the actions of the table of keys."""

    def __init__(self, context: SandboxContext, board_input: SandboxInput, lines: Lines) -> None:
        super().__init__(context)
        self.board_input, self.lines, self.files = board_input, lines, Files(context)

    def take(self) -> None:
        """Give what is in hand; an order that was refused, the way that it can be given."""
        if self.context.refusal is not None and self.switch_on():
            return
        if self.board_input.drag.active:
            self.board_input.drag.accept()
            self.context.look_anew()

    def type_order(self) -> None:
        """The keyboard goes to the field of the order."""
        if self.context.chosen:
            self.context.focus_on("notation")

    def pick_tool(self, tool: str) -> None:
        """What dragging a ship means; the ruler is put away by its own key."""
        self.context.tool = "move" if tool == self.context.tool == "measure" else tool
        self.board_input.rule(self.context.tool == "measure")

    def switch(self, tool: str) -> None:
        """Something on the board is shown, or no longer."""
        self.context.tools ^= {tool}

    def turn_foot(self) -> None:
        """The dice to come in place of the plans, or the plans again."""
        self.context.dice_open = not self.context.dice_open

    def next_palette(self) -> None:
        """The next page of the palette; where that has pictures alone, every design or the usual ones."""
        context = self.context
        if context.layout.folded:
            context.unfold_palette()
            return
        listed = pages(context)
        context.open_palette(next_of(listed, context.palette_page or listed[0], 1))

    def find(self) -> None:
        """The keyboard goes to the search of the part that the ring or the pointer is in, or else to the first there is."""
        context = self.context
        lines = [one for one in context.focus.widgets if isinstance(one, SearchField)]
        at = context.focus.at if context.focus.visible else None
        place = at.rect.center if at is not None else context.pointed()
        near = next((one for one in lines if place and context.part_of(one.rect.center) == context.part_of(place)), None)
        if found := near or next(iter(lines), None):
            context.focus_on(found.name)

    def page(self, by: int) -> None:
        """Scroll the part that the ring or the pointer is in by what can be seen of it."""
        context = self.context
        at = context.focus.at if context.focus.visible else None
        pane = context.pane_at(at.rect.center if at is not None else context.pointed())
        if pane is not None:
            pane.scroll.to(pane.scroll.offset + by * (pane.rect.h - theme.px(pane.scroll.step)))
            pane.place()

    def help(self) -> None:
        """The list of keys."""
        self.context.answer = Push(KeyList(self.context.keys))

    def back(self) -> None:
        """Lay down what is in hand, then the choice, then leave; unsaved work asks once."""
        context = self.context
        if self.board_input.drop() or context.armed or context.naming:
            context.armed = context.naming = ""
        elif context.chosen or context.body is not None:
            context.choose("")
        elif self.files.unsaved and context.sure != "back":
            context.sure = "back"
            context.tell("not saved: Ctrl+S saves, Esc once more leaves", "table/saving")
        else:
            context.answer = context.leave()
