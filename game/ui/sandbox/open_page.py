"""The list of files that the sandbox can open: scenarios, demonstrations, saves, sandboxes, or any battle file by its
path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from pygame import Rect, Surface

from game.core.system import RuleSystem
from game.demonstrations.catalogue import folder_of, shelf
from game.formats.atomic_file import CannotSave, files_in, typed_path
from game.formats.user_folders import DEMONSTRATIONS, home, recent, saves_folder
from game.ui.host.screen import Pop
from game.ui.menu.library import offers, own_offers
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import Capitals
from game.ui.toolkit.column import ScrolledPane, shortest, side_by_side
from game.ui.toolkit.page import Page, margin, title
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Widget

ROW = 40  # design pixels
Groups = dict[str, list[tuple[str, Path | RuleSystem]]]  # groups by heading: a name, and a file or a game


class Openings(Page):
    """All entries, in columns by kind. It closes with the chosen path, or with the game of an empty table."""

    subject = "table/sandbox"

    def __init__(self, system: RuleSystem, systems: Mapping[str, RuleSystem]) -> None:
        self.pane = ScrolledPane("files")
        super().__init__(self.pane)
        tables: list[tuple[str, Path | RuleSystem]] = [(one.title, one) for one in systems.values()]
        self.groups: Groups = {"An empty table": tables, **files_by_kind(system, systems)}
        self.path = TextField(
            Rect(0, 0, 1, 1),
            "",
            label="By path",
            label_width=80,
            placeholder="type or paste the path of a battle file",
            on_enter=self._open_typed,
            name="path",
            most=2000,
            rule="table/files",
        )

    def _open(self, what: Path | RuleSystem) -> None:
        self.answer = Pop(what)

    def _open_typed(self) -> None:
        if words := self.path.value.strip().strip("'\""):
            self.answer = Pop(typed_path(words))

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return as many columns as fit, each group in the shortest, and a path field at the foot."""
        px, side = theme.px, margin(area)
        back = self.close_button(area)
        self.path.rect = Rect(side, area.h - px(64), area.w - 2 * side, px(44))
        frame = Rect(side, px(88), area.w - 2 * side, self.path.rect.y - px(100))
        columns, found = side_by_side(frame.move(px(6), px(4)), 380, 24), list[Widget]()
        rows = sum(len(files) + 1 for files in self.groups.values())
        for name, files in split_groups(self.groups, -(-rows // len(columns))):
            column = shortest(columns)
            found.append(Capitals(column.row(40), name, colour=theme.accent, anchor="bottomleft", lower=-12))
            for label, what in files:
                path = str(what) if isinstance(what, Path) else f"table {what.key}"
                about = path if isinstance(what, Path) else f"{what.about} Two ships on an empty table"
                r = column.row(ROW, 6)
                r.w -= px(12)
                found.append(Button(r, label, on_press=partial(self._open, what), sign="play", name=path, hint=about))
            column.space(8)
        return [*self.pane.fill(frame, found, 8), self.path, back]

    def paint(self, dst: Surface) -> None:
        dst.fill(theme.palette.panel)
        title(dst, dst.get_rect(), "Open in the sandbox", "What a file has played becomes a plan")


def split_groups(groups: Groups, most: int) -> list[tuple[str, list[tuple[str, Path | RuleSystem]]]]:
    """Return the groups in pieces of at most `most` rows, so that columns have similar lengths."""
    most = max(6, most)
    return [(name, files[at : at + most]) for name, files in groups.items() for at in range(0, len(files), most)]


def files_by_kind(system: RuleSystem, systems: Iterable[str]) -> Groups:
    """Return titles and paths by kind."""
    found: Groups = {
        "Scenarios": [(one.title, one.path) for one in offers(system)],
        "Demonstrations": [(one.title, one.path) for one in shelf(folder_of(system)) if one.file],
    }
    try:
        found["Saved"] = [(one.title, one.path) for one in recent(saves_folder()) if not one.broken]
    except CannotSave:
        found["Saved"] = []
    found["Your own scenarios"] = [(one.title, one.path) for one in own_offers(system, systems)]
    own = files_in(home() / DEMONSTRATIONS)
    found["Your own demonstrations"] = [(path.stem.replace("-", " ").capitalize(), path) for path in own]
    return {name: files for name, files in found.items() if files}
