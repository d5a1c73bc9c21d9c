"""The three columns of the page of battles by file: give your orders, hand over the file, read theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.ui.far.direct import status
from game.ui.far.model import ELSEWHERE, FarDesk, FarNote
from game.ui.far.parts import ICON, RULE, AskedRow, FileField, Line, StepHead, tone_colour
from game.ui.far.summary import OutFile
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button

TITLES = ("Give your orders", "Hand over the file", "Read theirs")
SHORT_TITLES = ("Orders", "Hand over", "Theirs")
PAD = (16, 14)  # design pixels between a column's frame and what is in it
MOST_SAID = 500  # letters of words to the other player
MOST_REFUSALS = 4  # files of the shared folder that are listed as refused
PIECE = 42  # design pixels of a piece's row
Deed = Callable[[], object]


@dataclass(frozen=True)
class FarDeeds:
    """The functions of the buttons, by the actions of their keys."""

    by_key: Mapping[str, Deed]
    accept: Callable[[str], object]
    retry: Deed


class FarColumns:
    """Fills the columns. `cap` gives the key cap of an action. `sure`: the next press breaks the battle off."""

    def __init__(self, desk: FarDesk, deeds: FarDeeds, cap: Callable[[str], str]) -> None:
        self.desk, self.deeds, self.cap = desk, deeds, cap
        self.sure = False
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            placeholder="words to the other player",
            on_enter=deeds.by_key["far save"],
            name="say",
            most=MOST_SAID,
            size=15,
            weight="r",
            rule=RULE,
        )

    @property
    def due(self) -> int:
        """The column that is due, or 0."""
        desk = self.desk
        if not desk.entries or (desk.chosen and (desk.chosen.invitation or desk.chosen.trouble)):
            return 1
        return desk.shown.step

    def _button(
        self, column: Column, action: str, label: str, *, sub: str = "", main: bool = False, gap: float = 8
    ) -> None:
        """Add a button over the width of a column; the main one of the due column has Enter."""
        column.add(
            Button(
                column.row(52 if sub else 40, gap),
                label,
                on_press=self.deeds.by_key[action],
                kind="main" if main else "plain",
                sub=sub,
                cap="Enter" if main else self.cap(action),
                name=action,
                rule=RULE,
            )
        )

    def _pair(self, column: Column, *given: tuple[str, str]) -> None:
        """Add buttons side by side, without key caps where there is no room for them."""
        cells = column.cells(len(given), 40, 8, 8)
        for cell, (action, label) in zip(cells, given):
            capped = width(label, 16, "s") + width(self.cap(action), 13, "s") + theme.px(56) <= cell.w
            column.add(
                Button(
                    cell,
                    label,
                    on_press=self.deeds.by_key[action],
                    cap=self.cap(action) if capped else "",
                    name=action,
                    rule=RULE,
                    hint="" if capped else f"{label} ({self.cap(action)})",
                )
            )

    def _head(self, column: Column, step: int, words: str, tone: str, title: str = "") -> None:
        high = StepHead.high(words, column.wide)
        now = step == self.due
        column.add(StepHead(column.take(high, 14), step, title or TITLES[step - 1], words, tone, now, rule=RULE))

    def _note(self, column: Column, note: FarNote | None) -> None:
        if note is not None:
            column.paragraph(note.words, tone_colour(note.tone))

    # -- 1 orders ------------------------------------------------------------------------------------------------------

    def orders(self, column: Column) -> None:
        """Fill the first column."""
        desk, chosen = self.desk, self.desk.chosen
        if not desk.entries or chosen is None:
            self._head(column, 1, "there is none yet", "waits", "Begin a battle")
            column.paragraph(
                "Choose a scenario and your side. What you send to the other player is an invitation; what comes "
                "back is an acceptance. Nobody can read the orders of the other early, change his own late, or choose "
                "a die.",
                after=14,
            )
            self._button(column, "far begin", "Begin a battle by file", main=True)
        elif chosen.invitation:
            self._invitation(column)
        elif chosen.trouble:
            there = chosen.trouble == ELSEWHERE
            self._head(column, 1, ELSEWHERE if there else "the battle cannot be opened", "refused")
            column.paragraph("Close it there, then try again." if there else chosen.trouble, after=14)
            again = Button(column.row(40, 8), "Try again", on_press=self.deeds.retry, kind="main", cap="Enter")
            column.add(again)
            if desk.removable:
                self._button(column, "far decline", "Take it off the list", sub="its files are kept")
        elif desk.open is None:
            self._head(column, 1, "being read", "waits")
        else:
            self._pieces(column)

    def _invitation(self, column: Column) -> None:
        """Ask which side the player takes."""
        one = self.desk.chosen
        assert one is not None and one.summary is not None
        self._head(column, 1, f"{one.summary.foes} invites you", "due", "An invitation")
        for label, words in one.card:
            column.paragraph(f"{label}: {words}.", after=4)
        column.space(8)
        if one.why_not:
            column.paragraph(one.why_not, theme.palette.red, after=8)
        for nth, (seat, name) in enumerate(one.free):
            column.add(
                Button(
                    column.row(40, 8),
                    f"Accept, and play {name}",
                    on_press=partial(self.deeds.accept, seat),
                    kind="main" if nth == 0 else "plain",
                    cap="Enter" if nth == 0 else "",
                    name=f"accept {seat}",
                    rule=RULE,
                    refused="its rules differ from yours" if one.why_not else "",
                )
            )
        self._button(column, "far decline", "Decline")

    def _pieces(self, column: Column) -> None:
        """List the pieces that are asked, with their orders."""
        desk, shown = self.desk, self.desk.shown
        assert desk.open is not None and desk.chosen is not None and desk.chosen.summary is not None
        words, tone = self._progress()
        self._head(column, 1, words, tone)
        high, seat = theme.px(PIECE), desk.chosen.summary.seat
        for piece in shown.pieces:
            column.add(AskedRow(column.take(high, 5), piece, seat, name=f"piece {piece.name}"))
        if shown.pieces and not shown.locked:
            column.space(4)
            column.paragraph("Orders may be changed until you have handed over the file.", after=10)
        elif not shown.pieces:
            column.paragraph(shown.awaited, after=10)
        label = "Give the orders" if shown.step == 1 else "Change the orders" if self._changeable else "To the table"
        if desk.open.table.begun:
            column.y = max(column.y, column.area.bottom - 2 * theme.px(PAD[1]) - theme.px(40))
            self._button(column, "far table", label, main=shown.step == 1, gap=0)

    @property
    def _changeable(self) -> bool:
        return bool(self.desk.open and self.desk.open.table.given)

    def _progress(self) -> tuple[str, str]:
        """Return how far the orders are, and the tone of that."""
        assert self.desk.open is not None
        shown, table = self.desk.shown, self.desk.open.table
        if not table.begun:
            return "the battle has not begun", "waits"
        count, ready = len(shown.pieces), sum(piece.done for piece in shown.pieces)
        many = f"{ready} of {count}"
        if shown.step == 0:
            return "the battle is over", "over"
        if shown.step == 1:
            return (f"{shown.phase.lower()}: {many} ready" if count else shown.phase.lower()), "due"
        if table.given:
            return f"locked, {many}" if table.sealed and table.complete and count else f"given, {many}", "done"
        return ("handed over", "done") if shown.locked and count else ("nothing is asked of you now", "waits")

    # -- 2 handing over ------------------------------------------------------------------------------------------------

    def handing(self, column: Column) -> None:
        """Fill the second column."""
        desk, shown, out = self.desk, self.desk.shown, self.desk.shown.out
        if out is None:
            self._head(column, 2, "nothing to hand over yet", "waits")
            column.paragraph(
                "What you have decided becomes a file. Send it as you like: by mail, in a chat, or in a folder that "
                "both of you share."
            )
            self._note(column, desk.out_note)
            return
        words, tone = ("waits for you", "waits") if out.due else ("handed over", "done")
        if out.due and shown.step == 1:
            words = "once you have given your orders"
        self._head(column, 2, words, tone)
        self._card(column, out)
        again = "then send it as you like" if desk.shared is None else "into the folder that you share"
        main = self.due == 2
        self._button(column, "far save", "Save the file" if out.due else "Save it again", sub=again, main=main)
        self._pair(column, ("far copy", "Copy as text"), ("far folder", "Open folder"))
        if out.due:
            self.field.rect = column.row(40, 8)
            column.add(self.field)
        self._note(column, desk.out_note)
        if shown.stands_in and not (desk.out_note and desk.out_note.tone == "refused"):
            column.paragraph(f"It stands in {shown.stands_in}.")
        if desk.open and len(desk.open.own) > 1 and not out.due:
            column.space(4)
            self._pair(column, ("far again", "Write all again"), ("far seat", "Move the seat"))
            if shown.may_wish:
                self._button(column, "far back", "Ask to take back")

    def _card(self, column: Column, out: OutFile) -> None:
        p, shown = theme.palette, self.desk.shown
        said: list[Line] = [
            (out.name, fitting(out.name, column), p.white, "s"),
            (f"{size_words(out.size)}: {out.contents}", 15, p.muted, "r"),
        ]
        words = " · ".join(shown.words.split())
        foot = ("words", words, "say them aloud once") if words else ("", "", "")
        column.add(FileField(column, said, theme.accent, foot=foot, name="file to hand over"))

    # -- 3 taking in ---------------------------------------------------------------------------------------------------

    def reading(self, column: Column) -> None:
        """Fill the third column."""
        desk, shown, note = self.desk, self.desk.shown, self.desk.in_note
        p, main = theme.palette, self.due == 3
        words, tone = self._come(), "waits"
        if note and note.tone == "refused":
            words, tone = "refused; nothing has changed", "refused"
        elif main:
            words = shown.awaited
        elif note and note.tone == "done":
            words, tone = "has been taken in", "done"
        self._head(column, 3, words, tone)
        said: list[Line] = []
        if note:
            said += [(note.name, fitting(note.name, column), p.white, "s")] if note.name else []
            said.append((note.words, 15, tone_colour(note.tone), "s" if note.tone == "refused" else "r"))
        elif shown.last_in:
            said.append((shown.last_in, 15, p.text, "r"))
        said.append(("drop a file here, or paste its text", 15, p.muted, "r"))
        colour = p.red if note and note.tone == "refused" else p.amber
        column.add(FileField(column, said, colour, dashed=True, name="file that comes"))
        if shown.said:
            column.paragraph(shown.said, p.text)
        for name, why in list(desk.refusals.items())[:MOST_REFUSALS]:
            column.paragraph(f"Refused: {name}. {why}", p.red)
        if shown.wish:
            column.paragraph(f"{shown.wish} Orders that you hand over instead decline it.", p.text)
            self._pair(column, ("far agree", "Agree"), ("far decline", "Decline"))
        self._ways(column, main)

    def _ways(self, column: Column, main: bool) -> None:
        """Add the ways in which a file may come; or the way off the list for a battle that is not under way."""
        desk = self.desk
        if desk.shared is not None:
            self._button(column, "far look", "Look into the shared folder", main=main)
        self._button(column, "far paste", "Paste text", main=main and desk.shared is None)
        if desk.removable:
            self._button(column, "far decline", "Take it off the list", sub="its files are kept")
            return
        if desk.shared is None:
            self._button(column, "far share", "Share a folder")
        if desk.open is not None and desk.open.table.begun and desk.shown.step:
            words, colour = status(desk)
            self._button(column, "far direct", "Directly")
            if desk.open.direct:
                column.paragraph(words, colour)
        self._waiting(column)

    def _come(self) -> str:
        """Return what has come since this player's last file."""
        one = self.desk.chosen.summary if self.desk.chosen and self.desk.open else None
        if one is None or one.they.tone != "done":
            return "nothing new has come yet" if self.desk.shown.last_in else "nothing has come yet"
        return (
            "locked orders have come, to be opened after yours" if one.they.words == "locked" else "they have answered"
        )

    def _waiting(self, column: Column) -> None:
        """Tell how long the other player has had for an answer, and offer to break the battle off after that."""
        one = self.desk.chosen.summary if self.desk.chosen and self.desk.open else None
        if one is None or not one.awaits:
            if self.desk.shown.words and self.desk.shown.step:
                column.paragraph("Dice are made of the files of both: nobody knows one before.")
            return
        column.space(4)
        days = f"day{'s' * (one.days > 1)}"
        column.paragraph(f"{min(one.waited, one.days)} of {one.days} {days} for an answer are over.")
        if self.desk.open and self.desk.open.table.begun and (one.waited >= one.days or self.desk.overdue):
            label = "Break it off for good?" if self.sure else "Break the battle off"
            self._button(column, "far claim", label, sub="nobody wins; their file takes it up again")


def fitting(name: str, column: Column) -> float:
    """Return the size of type in which the name of a file fits."""
    room = column.wide - theme.px(ICON + 14)
    return next((size for size in (16, 15, 14) if width(name, size, "s") <= room), 14)


def size_words(size: int) -> str:
    """Return a size in bytes as players read it."""
    return f"{size} bytes" if size < 1_000 else f"{size / 1_000:.1f} KB"
