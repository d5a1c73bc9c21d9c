"""The heading of the menu's scenarios: the program's, or the player's own, which can be renamed and deleted; no part of
the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.core.orders import Illegal
from game.formats.atomic_file import CannotSave, remove
from game.formats.user_folders import SCENARIOS, home
from game.formats.validation import BadFile
from game.ui.menu.library import Offer
from game.ui.render.text import width, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Widget

HIGH, GAP = 28, 7  # design pixels: the row, and the gap above the cards
BESIDE = 76  # design pixels for "12 of 16" at its right end
RULE = "table/yours"


class ScenarioTabs:
    """Two tabs, and for the player's own scenarios Rename and Delete of the chosen one. `on_tab(own)` is called for a
    pressed tab, `on_change(path)` for a renamed or deleted file, and `on_lesson` for the lesson, whose button stands
    beside the tabs. `trouble` is a sentence for the player after a failure."""

    def __init__(
        self,
        on_tab: Callable[[bool], object],
        on_change: Callable[[], object],
        on_lesson: Callable[[], object] = lambda: None,
    ) -> None:
        self.on_tab, self.on_change, self.on_lesson = on_tab, on_change, on_lesson
        self.own = False
        self.renaming: Path | None = None  # the scenario whose new title is being typed
        self.sure: Path | None = None  # the scenario whose Delete was pressed once
        self.trouble = ""
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            placeholder="title",
            on_enter=self._rename,
            on_leave=self.lay_down,
            name="new title",
            most=80,
            size=15,
            rule=RULE,
        )

    # -- actions -------------------------------------------------------------------------------------------------------

    def lay_down(self) -> bool:
        """Cancel renaming or deleting. Return whether there was anything to cancel."""
        busy = bool(self.renaming or self.sure or self.trouble)
        self.renaming = self.sure = None
        self.trouble = ""
        return busy

    def switch(self) -> None:
        """Show the other list of scenarios."""
        self.lay_down()
        self.own = not self.own
        self.on_tab(self.own)

    def _ask_title(self, offer: Offer) -> None:
        self.lay_down()
        self.renaming = offer.path
        self.field.write(offer.title)
        self.field.anchor = 0  # typing replaces the old title
        self.on_change()

    def _rename(self) -> None:
        """Write the typed title into the file."""
        path, words = self.renaming, self.field.value.strip()
        self.lay_down()
        if path is not None and words:
            # loaded late, so that the menu opens sooner
            from game.sandbox.storage import rename_scenario

            try:
                rename_scenario(path, words)
            except (BadFile, CannotSave, Illegal) as why:
                self.trouble = f"It could not be renamed: {why}"
        self.on_change()

    def _delete(self, offer: Offer) -> None:
        """Ask on the first press, delete the file on the second."""
        again = self.sure == offer.path
        self.lay_down()
        if again:
            try:
                remove(offer.path)
            except CannotSave as why:
                self.trouble = str(why)
        else:
            self.sure = offer.path
        self.on_change()

    # -- laying out ----------------------------------------------------------------------------------------------------

    def widgets(self, cards: Rect, count: int, own_count: int, offer: Offer | None, lesson: str = "") -> list[Widget]:
        """Return the tabs from the left and the buttons from the right above the cards, whose rect is in real pixels.
        `lesson` is the progress in the lesson of the game, empty if it has none."""
        px = theme.px
        made: list[Widget] = []
        x, y = cards.x, cards.y - px(HIGH + GAP)
        for label, own, number in (("Scenarios", False, count), ("Yours", True, own_count)):
            wide = round(width(label, 15, "s") + width(str(number), 15)) + px(48)
            made.append(
                Button(
                    Rect(x, y, wide, px(HIGH)),
                    label,
                    on_press=self._tab_action(own),
                    on=own is self.own,
                    note=str(number),
                    size=15,
                    name=f"tab {label.lower()}",
                    rule=RULE,
                    key=pygame.K_u if own is not self.own else 0,
                    hint="Your own scenarios: saved in the sandbox, or put into your folder (U)"
                    if own
                    else "The scenarios that come with the program (U)",
                )
            )
            x += wide + px(8)
        if lesson and not self.own:
            made.append(self._lesson(cards.right - px(BESIDE), y, lesson))
        if self.own and offer is not None and offer.path == self.renaming:
            left = x + px(8)
            self.field.rect = Rect(left, y, cards.right - left, px(HIGH))
            return [*made, self.field]
        return [*made, *self._of_chosen(offer, cards.right, y)] if self.own and offer is not None else made

    def _lesson(self, right: int, y: int, note: str) -> Button:
        """Return the button of the game's first lesson, left of the scenario's number."""
        px = theme.px
        wide = round(width("Lesson", 15, "s") + width(note, 15)) + px(44)
        return Button(
            Rect(right - wide, y, wide, px(HIGH)),
            "Lesson",
            on_press=self.on_lesson,
            note=note,
            size=15,
            name="lesson",
            rule="table/lessons",
            key=pygame.K_e,
            hint="Learn this game by doing, ten minutes (E)",
        )

    def _of_chosen(self, offer: Offer, right: int, y: int) -> list[Widget]:
        """Return Rename and Delete, in reading order."""
        px, sure = theme.px, self.sure == offer.path
        found: list[Widget] = []
        for label, action, press, key, cap in (
            ("Delete for good?" if sure else "Delete", "delete", self._delete, pygame.K_DELETE, "Del"),
            ("Rename", "rename", self._ask_title, pygame.K_F2, "F2"),
        ):
            wide = round(width(label, 15, "s")) + px(26)
            right -= wide
            bad = "the file has mistakes: open it to read them" if offer.bad and action == "rename" else ""
            kind = "on" if sure and action == "delete" else "plain"
            found.insert(
                0,
                Button(
                    Rect(right, y, wide, px(HIGH)),
                    label,
                    on_press=partial(press, offer),
                    kind=kind,
                    key=key,
                    size=15,
                    name=f"{action} scenario",
                    rule=RULE,
                    refused=bad,
                    hint=f"{'Press it again to delete the file' if sure and action == 'delete' else label} ({cap})",
                ),
            )
            right -= px(8)
        return found

    def _tab_action(self, own: bool) -> Callable[[], None]:
        """Return the action of a tab. A press on the present one changes nothing."""
        return self.switch if own is not self.own else lambda: None

    def draw_beside(self, dst: Surface, cards: Rect, none: bool) -> None:
        """Draw why a name was refused, and where there are no own scenarios how to make one."""
        p, px = theme.palette, theme.px
        if self.trouble:
            wrap(dst, self.trouble, (cards.x, cards.bottom - px(26)), cards.w, 15, p.red, most=1)
        if self.own and none:
            words = "None yet. Save a scenario in the sandbox (S), or put a battle file into"
            below = wrap(dst, words, (cards.x, cards.y + px(24)), cards.w, 17, p.muted)
            wrap(dst, f"{home() / SCENARIOS}.", (cards.x, below + px(6)), cards.w, 15, p.text)
