"""The model of the page of battles by file: its battles, the one that is open, files that go and come."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from game.battle.loader import Opened
from game.core.names import join_words, sentence
from game.core.orders import Id, Illegal
from game.far import moving, sharing, store
from game.far.direct import DirectLine
from game.far.far_battle import FarBattle, awaited_words, judge_own_rules, read_invitation, wish_words
from game.far.messages.ledger import Known
from game.far.messages.message import CHANGED, NotTaken, battle_told, frames, whole
from game.far.store import StoredBattle
from game.formats.atomic_file import CannotSave, InUse, is_there, make_folder, write_whole
from game.ui.far.summary import (
    AskedPiece,
    FarStand,
    FarSummary,
    OutFile,
    asked_pieces,
    due_step,
    first_summary,
    invitation_card,
    last_in,
    last_said,
    out_file,
    summary_of,
)

SENT = "sent"  # the folder of a battle for copies of what is handed over, if no folder is shared
ELSEWHERE = "open in another program"
PASTED = "the text"  # what is pasted has no name
Stamp = tuple[Path, float]
_summaries: dict[Stamp, FarSummary] = {}  # by folder and time of the last file


@dataclass(frozen=True)
class FarNote:
    """A sentence about a file: `tone` is done, waits or refused."""

    tone: str
    words: str
    name: str = ""


@dataclass
class FarEntry:
    """A battle in the list, or an invitation that has not been accepted, whose text is `invitation`. `trouble` is a
    sentence if the battle cannot be opened, `refused` one about the last file that was of no use."""

    path: Path
    summary: FarSummary | None = None
    trouble: str = ""
    refused: str = ""
    invitation: str = ""
    free: tuple[tuple[Id, str], ...] = ()  # the sides that may accept, with their names
    card: tuple[tuple[str, str], ...] = ()  # what the invitation offers
    why_not: str = ""  # a sentence if it cannot be accepted

    @property
    def title(self) -> str:
        return self.summary.title if self.summary else self.path.name


@dataclass(frozen=True)
class FarShown:
    """The content of the columns about the open battle. `step` is the column that is due, 0 if the battle is over."""

    step: int = 0
    pieces: tuple[AskedPiece, ...] = ()
    out: OutFile | None = None
    stands_in: Path | None = None  # the folder with a copy of that file
    words: str = ""  # of the battle
    awaited: str = ""
    phase: str = ""
    last_in: str = ""  # what is in the last file of another seat
    said: str = ""  # the last words of another seat
    locked: bool = False  # this seat has handed over what it wrote
    wish: str = ""  # what another seat wishes to take back, if this one has to answer
    may_wish: bool = False  # this seat may wish to take back what it decided last


class FarDesk:
    """The battles by file of this player. Only the chosen one is held open, and locked against other programs."""

    def __init__(self) -> None:
        self.entries: list[FarEntry] = []
        self.chosen: FarEntry | None = None
        self.open: StoredBattle | None = None
        self.shown = FarShown()
        self.out_note: FarNote | None = None  # about the file that was handed over
        self.in_note: FarNote | None = None  # about the file that came
        self.shared = sharing.shared_folder()
        self.refusals: dict[str, str] = {}  # sentences about files of the shared folder that were refused, by name
        self.moved_seat = ""  # the text of a seat that was moved here, until its password is typed
        self._asked: tuple[object, float] = (None, 0.0)  # what the open battle waits for, and since when
        self._unread: list[FarEntry] = []
        self._watched = sharing.WatchedFolder(self.shared) if self.shared else None
        self._signed: dict[Stamp, set[bytes]] = {}
        self.look_again()
        self.choose(self.entries[0] if self.entries else None)

    # -- the list ------------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """List the battles again. Those that have changed are read by `tick`."""
        before = {one.path: one for one in self.entries}
        invited = [one for one in self.entries if one.invitation]
        self.entries = [*invited, *(before.get(path) or FarEntry(path) for path in store.battles())]
        self._unread = [one for one in self.entries if not one.invitation]
        if self.open is not None:
            self._refresh()

    def choose(self, entry: FarEntry | None) -> None:
        """Choose a battle, which `tick` opens."""
        if entry is self.chosen and (self.open or entry is None):
            return
        self._shut()
        self.chosen, self.out_note, self.in_note, self.shown = entry, None, None, FarShown()
        if entry and entry.refused:
            self.in_note = FarNote("refused", entry.refused)

    def _shut(self) -> None:
        if self.open is not None:
            self.open.close()
            self.open = None

    def close(self) -> None:
        """Let other programs open the battle, and look into no folder any more."""
        self._shut()
        if self._watched:
            self._watched.stop()

    @property
    def to_open(self) -> bool:
        """Return whether the chosen battle is about to be opened."""
        one = self.chosen
        return one is not None and self.open is None and not (one.invitation or one.trouble)

    @property
    def busy(self) -> bool:
        """Return whether `tick` has something to do."""
        if self.open and self.open.direct and self.open.direct.waiting:
            return True
        return self.to_open or bool(self._unread) or bool(self._watched and self._watched.waiting)

    def tick(self) -> bool:
        """Open the chosen battle, read another one, or take in a file of the shared folder. Return whether anything
        has changed."""
        if self.to_open:
            self._open_chosen()
        elif self.open and self.open.direct and self.open.direct.waiting:
            self._work(self.open, self.open.direct)
        elif self._unread:
            self._read(self._unread.pop(0))
        elif self._watched and (came := self._watched.take()):
            name, text = came
            if not text:
                looked = FarNote("waits", "The shared folder has just been looked into.")
                self.in_note = FarNote("refused", name) if name else looked
                if self.open is not None and not name:
                    self._open_and_draw(self.open)
            elif self._is_news(text):
                self.take(text, name, asked=False)
        else:
            return False
        return True

    def _work(self, one: StoredBattle, line: DirectLine) -> None:
        """Take in what has come over the direct connection, and answer what needs no decision."""
        if line.work():
            with contextlib.suppress(CannotSave, Illegal):
                one.hand_over_due()
            line.work()
        self._refresh()

    def pass_on(self) -> None:
        """Hand over what the open battle has decided, if it is connected directly. Raises Illegal, CannotSave."""
        one = self.open
        if one and one.direct and one.direct.connected and one.table.to_hand_over and one.table.complete:
            one.hand_over()
            one.direct.work()
            self._refresh()

    @property
    def clock(self) -> tuple[bool, float]:
        """Return whether this player decides, and the seconds since that was asked. They count from the connection if
        that is later."""
        one = self.open
        if one is None or not (one.direct and one.direct.met_at):
            return False, 0.0
        since = max(self._asked[1], one.direct.met_at)
        return one.table.decides and not one.table.complete, max(0.0, time.time() - since)

    @property
    def overdue(self) -> bool:
        """Return whether the other player has decided nothing for longer than the clock allows, while both are
        connected."""
        one, (mine, seconds) = self.open, self.clock
        clock = one.table.far.minutes if one else 0
        return bool(clock) and not mine and seconds > 60 * clock

    def say(self, words: str) -> None:
        """Hand over words alone, at once. Raises Illegal, CannotSave."""
        one = self.open
        if one is not None:
            no = one.say(words).no
            if one.direct:
                one.direct.work()
            if self.shared:
                self._deliver(one, no)
            self._refresh()

    def meet(self, address: str, port: int, listens: bool) -> str:
        """Play the open battle directly. Return why that cannot be; empty if it can."""
        try:
            if self.open is not None:
                self.open.meet(address, port, listens)
        except OSError as why:
            return f"Nobody can listen there: {why.strerror or why}."
        return ""

    def _open_chosen(self) -> None:
        assert self.chosen is not None
        try:
            self.open = StoredBattle(self.chosen.path)
        except (CannotSave, NotTaken) as why:
            self._note_trouble(self.chosen, why)
            return
        self._open_and_draw(self.open)
        self._refresh()

    def retry(self) -> None:
        """Try again to open the chosen battle, and to read what came for it meanwhile."""
        if self.chosen is not None:
            self.chosen.trouble = ""
            self.look()

    def _note_trouble(self, entry: FarEntry, why: Exception) -> None:
        entry.trouble = ELSEWHERE if isinstance(why, InUse) else sentence(str(why))
        if found := store.first_look(entry.path):
            entry.summary = first_summary(*found, FarStand("waits", ELSEWHERE), FarStand("waits", ""))

    def _read(self, entry: FarEntry) -> None:
        """Read a battle for its row."""
        stamp = entry.path, store.last_change(entry.path)
        if self.open is not None and self.open.path == entry.path:
            return
        if stamp in _summaries and not entry.trouble:
            entry.summary = _summaries[stamp]
            return
        try:
            with StoredBattle(entry.path) as one:
                self._open_and_draw(one)
                entry.summary, entry.trouble = summary_of(one), ""
                store.note_due(entry.path, entry.summary.you.tone == "due")
        except (CannotSave, NotTaken) as why:
            self._note_trouble(entry, why)

    def _refresh(self) -> None:
        """Show the open battle as it is now."""
        one, entry = self.open, self.chosen
        assert one is not None and entry is not None
        table, far = one.table, one.table.far
        entry.summary, entry.trouble = summary_of(one), ""
        store.note_due(entry.path, entry.summary.you.tone == "due")
        _summaries[entry.path, entry.summary.last] = entry.summary
        if (owed := table.far.owed()) != self._asked[0]:
            self._asked = owed, entry.summary.last
        out, before = out_file(one), self.shown.out
        if before and out.due and (before.no, before.due) != (out.no, True):
            self.out_note = None  # it was about a file before this one
        self.shown = FarShown(
            due_step(one),
            tuple(asked_pieces(one)),
            out,
            self._stands_in(one, out),
            far.words,
            awaited_words(far),
            table.battle.phase.name if table.begun else "",
            last_in(one),
            last_said(one),
            table.begun and not out.due and not table.decides,
            sentence(wish_words(far, table.to_answer)) if table.to_answer else "",
            table.can_take_back is not None and not (table.given or table.to_answer),
        )

    def _stands_in(self, one: StoredBattle, out: OutFile) -> Path | None:
        """Return the folder that holds a copy of a file."""
        folder = self.shared or one.path / SENT
        return folder if not out.due and (folder / out.name).exists() else None

    # -- handing over --------------------------------------------------------------------------------------------------

    @property
    def due(self) -> bool:
        return self.shown.out is not None and self.shown.out.due

    def save(self, say: str = "") -> None:
        """Hand over what is due, and write the last file where the other player finds it, or may be sent it from."""
        if self._hand_over(say) and self.open is not None:
            self._deliver(self.open, len(self.open.own) - 1)
            self._refresh()

    def copied(self, say: str = "") -> str:
        """Hand over what is due, and return the text of the last file."""
        if not self._hand_over(say) or self.open is None:
            return ""
        self.out_note = FarNote("done", "The text is on the clipboard.")
        message = self.open.table.far.ledger.messages[self.open.table.seat][-1]
        self._refresh()
        return self.open.about(message)

    def _hand_over(self, say: str) -> bool:
        """Hand over what is due, if anything is. Return False if it cannot be written."""
        return self._attempt(lambda: self.open and (self.due or say) and self.open.hand_over(say))

    def note_out(self, words: str) -> None:
        self.out_note = FarNote("waits", words)

    def claim(self) -> None:
        """Break the open battle off, since the other player does not answer any more."""
        if self._attempt(lambda: self.open and self.open.table.claim()):
            self.save()

    def wish_back(self) -> None:
        """Wish to take back the last decision in the open battle."""
        if self.shown.may_wish and self._attempt(lambda: self.open and self.open.wish_back()):
            self.save()

    def answer_back(self, agrees: bool) -> None:
        """Answer another seat's wish to take back."""
        if self.shown.wish and self._attempt(lambda: self.open and self.open.answer_back(agrees)):
            self.save()

    def resend(self) -> None:
        """Write all files of the open battle again."""
        one = self.open
        if one is not None:
            for no in range(len(one.own)):
                if not self._deliver(one, no):
                    return
            self.out_note = FarNote("done", f"All {len(one.own)} files have been written again.")
            self._refresh()

    def _attempt(self, act: Callable[[], object]) -> bool:
        """Do something to the open battle. Return False, with a note, if it cannot be done."""
        self.out_note = None
        try:
            act()
        except Illegal as why:
            self.out_note = FarNote("refused", sentence(why.why))
        except CannotSave as why:
            self.out_note = FarNote("refused", str(why))
        return self.out_note is None

    def _deliver(self, one: StoredBattle, no: int) -> bool:
        """Write a copy of a message that has been handed over. Return whether it could be written."""
        try:
            folder = self.shared or make_folder(one.path / SENT)
            write_whole(folder / one.sent_name(no), one.own[no].read_bytes())
        except (CannotSave, OSError) as why:
            self.out_note = FarNote("refused", f"It counts as handed over, but no copy could be written: {why}")
            return False
        return True

    def _open_and_draw(self, one: StoredBattle) -> None:
        """If a folder is shared, hand over at once what needs no decision, and write what others have not seen and is
        not there: the folder may have been missing."""
        if not (self.shared or one.direct):
            return
        with contextlib.suppress(CannotSave, Illegal):
            one.hand_over_due()
        if not self.shared:
            return
        missing = [no for no in one.unseen if not is_there(self.shared / one.sent_name(no))]
        if missing and all(self._deliver(one, no) for no in missing):
            self.out_note = None

    # -- taking in -----------------------------------------------------------------------------------------------------

    def _is_news(self, text: str) -> bool:
        """Return whether a text has a message that is not on disk yet; without opening its battle."""
        try:
            found = list(frames(text))
        except NotTaken:
            return True  # to be refused with a sentence
        return any(signature not in self._signatures(battle_told(body)) for body, signature in found)

    def _signatures(self, battle: str) -> set[bytes]:
        path = next((one.path for one in self.entries if one.path.name == battle), None)
        if path is None:
            return set()
        stamp = path, store.last_change(path)
        if stamp not in self._signed:
            self._signed[stamp] = store.signatures(path)
        return self._signed[stamp]

    def take_path(self, path: Path) -> None:
        """Take in a file that was dropped; a folder is shared from now on."""
        if path.is_dir():
            words = self.share(path) or "This folder is shared from now on."
            self.in_note = FarNote("done" if self.shared == path else "refused", words, path.name)
            return
        try:
            self.take(sharing.read_text(path), path.name)
        except NotTaken as why:
            self.in_note = FarNote("refused", sentence(str(why)), path.name)

    def take_pasted(self, text: str) -> None:
        """Take in the text on the clipboard."""
        if text.strip():
            self.take(text)
        else:
            self.in_note = FarNote("waits", "There is no text on the clipboard.")

    def take(self, text: str, name: str = PASTED, asked: bool = True) -> None:
        """Take in a text. If the player has `asked` for it, its battle is chosen."""
        entry = None
        self.refusals.pop(name, None)
        try:
            if sharing.is_moved_seat(text):
                self.moved_seat = text if asked else ""
                return
            battle = store.battle_of(text)
            entry = next((one for one in self.entries if one.path.name == battle), None)
            if entry is None and asked and (path := store.put_back(battle)):
                entry = FarEntry(path)
                self.entries.insert(0, entry)
            if entry is None or entry.invitation:
                self._note_invitation(text, asked)
                return
            if asked:
                self.choose(entry)
            self._take(entry, text, name)
        except Known as why:
            self._note_came(entry, FarNote("waits", sentence(str(why)), name))
        except (NotTaken, CannotSave) as why:
            if not asked and not isinstance(why, InUse):
                self.refusals[name] = sentence(str(why))
            if asked or (entry is not None and not isinstance(why, InUse)):
                self._refuse(entry, sentence(str(why)), name)

    def _take(self, entry: FarEntry, text: str, name: str) -> None:
        """Take a text into its battle. Raises NotTaken, CannotSave."""
        if entry is self.chosen and self.open is None:
            self.open = StoredBattle(entry.path)
        one = self.open if self.open and self.open.path == entry.path else StoredBattle(entry.path)
        try:
            dropped = one.take(text)
            self._open_and_draw(one)
            entry.summary, entry.refused = summary_of(one), ""
            self.refusals |= {f"{name}, with others": words for words in one.refused}
            one.refused.clear()
            missing = join_words([*one.table.far.ledger.missing()])
            words = f"It is kept until it can be read: {missing}." if missing else "fits this battle"
            if dropped:
                words = f"Taken in. {len(dropped)} of your orders fit no more: give them again."
            self._note_came(entry, FarNote("waits" if missing or dropped else "done", words, name))
        finally:
            if one is not self.open:
                one.close()
            elif self.chosen is entry:
                self._refresh()

    def _note_came(self, entry: FarEntry | None, note: FarNote) -> None:
        if entry is self.chosen:
            self.in_note = note

    def _refuse(self, entry: FarEntry | None, words: str, name: str) -> None:
        """Note at the field, and in its row, that a file was refused. Nothing else has changed."""
        if entry is not None:
            entry.refused = words
        if entry is None or entry is self.chosen:
            self.in_note = FarNote("refused", words, name)

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _note_invitation(self, text: str, asked: bool) -> None:
        """List an invitation, to be accepted or declined. Raises NotTaken."""
        if not store.is_invitation(text):
            if asked or not whole(text):
                raise NotTaken("it is of a battle that you do not play" if whole(text) else CHANGED)
            return  # the folder is shared with others too
        far = FarBattle(read_invitation(text))
        if not asked and far.id in store.declined():
            return
        entry = next((one for one in self.entries if one.path.name == far.id), None)
        if entry is None:
            entry = FarEntry(Path(far.id), invitation=text)
            self.entries.insert(0, entry)
        entry.free = tuple((seat, far.name(seat)) for seat in far.seats if seat not in far.joined)
        entry.card, entry.why_not = invitation_card(far), ""
        try:
            judge_own_rules(far)
        except NotTaken as why:
            entry.why_not = sentence(str(why))
        seat = entry.free[0][0]
        you, they = FarStand("due", "accept"), FarStand("done", "invites you")
        entry.summary = replace(first_summary(far, seat, you, they), foes=far.name(far.host), turn="not begun")
        if asked or self.chosen is None:
            self.choose(entry)

    def accept(self, seat: Id) -> None:
        """Accept the chosen invitation as a side."""
        entry = self.chosen
        if entry is None or not entry.invitation or entry.why_not:
            return
        try:
            one = store.accept(entry.invitation, seat)
        except (NotTaken, CannotSave) as why:
            self._refuse(entry, sentence(str(why)), "")
            return
        self.entries.remove(entry)
        self._begun(one)

    def take_up(self, password: str, hand_on: bool = False) -> str:
        """Take up the seat that was moved here, or take it over. Return why that cannot be; empty if it can."""
        try:
            one = moving.unpacked(self.moved_seat, password)
        except (NotTaken, CannotSave) as why:
            return sentence(str(why))
        self.moved_seat, why_not = "", None
        try:
            if hand_on:
                one.hand_on()
        except (Illegal, CannotSave) as why:
            why_not = FarNote("refused", sentence(str(why)))
        self._begun(one)
        self.out_note = why_not or self.out_note
        return ""

    @property
    def removable(self) -> bool:
        """Return whether the chosen battle may be taken off the list, because it is not under way or cannot be
        opened."""
        one = self.chosen
        harmed = one is not None and bool(one.trouble) and one.trouble != ELSEWHERE
        return harmed or (self.open is not None and not store.under_way(self.open.table.far))

    def decline(self) -> None:
        """Take the chosen invitation, or a battle that is not under way, off the list, so that the shared folder does
        not bring it again."""
        entry = self.chosen
        if entry is None or not (entry.invitation or self.removable):
            return
        try:
            if entry.invitation:
                store.decline(entry.path.name)
            else:
                self._shut()
                store.take_off(entry.path)
        except CannotSave as why:
            self._refuse(entry, str(why), "")
            return
        self.entries.remove(entry)
        self.choose(self.entries[0] if self.entries else None)

    def begin(self, opened: Opened, seat: Id, days: int, minutes: int = 0) -> None:
        """Begin a battle by an invitation. Raises NotTaken, CannotSave."""
        self._begun(store.invite(opened, seat, days, minutes=minutes or None))

    def _begun(self, one: StoredBattle) -> None:
        """Hold a new battle open, and write its last file."""
        self._shut()
        entry = FarEntry(one.path)
        self.entries.insert(0, entry)
        self.chosen, self.open, self.in_note, self.out_note = entry, one, None, None
        self._deliver(one, len(one.own) - 1)
        self._refresh()

    # -- the shared folder ---------------------------------------------------------------------------------------------

    def share(self, folder: Path | None) -> str:
        """Share a folder from now on, or none. Return why it cannot be shared; empty if it can."""
        try:
            sharing.share(folder)
        except CannotSave as why:
            return str(why)
        if self._watched:
            self._watched.stop()
        self.shared = folder
        self._watched = sharing.WatchedFolder(folder) if folder else None
        if self.open is not None:
            self._open_and_draw(self.open)
            self._refresh()
        return ""

    def look(self) -> None:
        """Look into the shared folder now."""
        self.refusals.clear()
        if self._watched:
            self._watched.look()
