"""The far battles of a player on disk: a folder each, with the seat's seed and every message, which are never changed.

A battle follows from these files alone. A message counts as handed over at the moment its file gets its name; only then
it is copied to where the other player finds it. What is killed before has not happened; what is killed after is sent
again as it is.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path

from game.battle.loader import Opened
from game.core.orders import Id, Illegal
from game.far.certificate import tls_context
from game.far.direct import DirectLine
from game.far.far_battle import (
    DAYS,
    FarBattle,
    acceptance,
    battle_text,
    in_order,
    invitation,
    judge_own_rules,
    read_invitation,
)
from game.far.messages.ledger import Known
from game.far.messages.message import InvitePart, Message, NotTaken, battle_told, frames
from game.far.messages.seat_secrets import SeatSecrets
from game.far.replica import Text
from game.far.table import FarTable
from game.formats.atomic_file import (
    CannotSave,
    FileLock,
    InUse,
    files_in,
    make_folder,
    remove,
    sentence,
    settle_folder,
    write_whole,
)
from game.formats.user_folders import home, stem_of

SEAT, DRAFT, OUT, IN, EVIDENCE = "seat", "draft.txt", "out", "in", "evidence"
DUE = "due"  # a file that is there while a battle waits for this player
REMOVED = "removed"  # the folder of battles that were taken off the list
DECLINED = "declined"  # the file that names the invitations that were declined
PATIENCE = 0.3  # seconds that a window waits for the end of a connection
MOST_EVIDENCE = 20  # refused files of one battle that are kept


def far_folder() -> Path:
    """Return the folder of far battles, created if necessary; nobody else may read it. Raises CannotSave."""
    folder = make_folder(home() / "far")
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
    return folder


class StoredBattle:
    """A far battle of this player, open for playing. It is locked until `close`."""

    def __init__(self, path: Path) -> None:
        """Take up the battle of a folder. Raises InUse, CannotSave, or NotTaken if its files are harmed."""
        self.path = path
        self.trouble = ""  # a sentence while orders that are not handed over cannot be written down
        self.looked = 0  # lines of the log that the player has seen at the table
        self.direct: DirectLine | None = None  # the connection over which it is played now
        self.refused: list[str] = []  # sentences about files that came early and did not follow
        try:
            self._lock = FileLock(path / SEAT)
        except InUse:
            raise InUse(f"The battle {path.name} is open in another Dead Reckoning. Close it there.") from None
        try:
            self.table = FarTable(*_told(path), self._keep)
            self._set_aside()
            self._draft_again()
            self.table.on_draft = self._try_draft
            self.looked = len(self.table.battle.view(self.table.seat).log) if self.table.begun else 0
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let other programs open the battle, and end its direct connection."""
        self.part()
        self._lock.release()

    def __enter__(self) -> StoredBattle:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    # -- handing over and taking in ------------------------------------------------------------------------------------

    def _keep(self, message: Message) -> None:
        """Write down a message of ours: from now on it counts."""
        write_whole(self.path / OUT / _name(message), self.about(message).encode())

    def about(self, message: Message) -> str:
        """Return the text of a message, with a line for people."""
        far = self.table.far
        text = message.text(f"{far.title}: {far.name(message.seat)}, no. {message.no}")
        for seat, no in reversed(far.handed()):
            if seat == message.seat and no < message.no:  # it brings the key with which the other is read
                text = far.ledger.messages[seat][no].text(f"{far.name(seat)} is played by another person") + text
        return text

    def sent_name(self, no: int, seat: Id = "") -> str:
        """Return the name that a message has where others find it; without a seat, of this one."""
        return f"{stem_of(self.table.far.title)[:24]}-{self.table.far.id[:4]}-{seat or self.table.seat}-{no}.txt"

    def hand_over(self, say: str = "") -> Message:
        """Hand over what has been given, and return the message. Raises Illegal, CannotSave."""
        message = self.table.hand_over(say)
        self.note_draft()
        return message

    def hand_over_due(self) -> Message | None:
        """Hand over what needs no decision, and return the message; None if there is nothing. Raises CannotSave."""
        message = self.table.hand_over_due()
        self.note_draft()
        return message

    def say(self, words: str) -> Message:
        """Hand over words alone. Raises Illegal, CannotSave."""
        message = self.table.say(words)
        self.note_draft()
        return message

    def wish_back(self) -> Message:
        """Hand over the wish to take back what was decided last, and return it. Raises Illegal, CannotSave."""
        message = self.table.wish_back()
        self.note_draft()
        return message

    def answer_back(self, agrees: bool) -> Message:
        """Hand over the answer to another seat's wish to take back, and return it. Raises Illegal, CannotSave."""
        message = self.table.answer_back(agrees)
        self.note_draft()
        return message

    def hand_on(self) -> Message:
        """Hand the seat to another person, who plays it here from now on, with secrets of his own. Raises Illegal,
        CannotSave."""
        keeps = self.table.secrets
        fresh = SeatSecrets(keeps.battle, keeps.seat, links=keeps.links, former=(*keeps.former, keeps))
        _write_private(self.path / SEAT, json.dumps(fresh.plain()).encode())
        message = self.table.hand_on(fresh)
        self.note_draft()
        return message

    def take(self, text: str) -> list[Text]:
        """Take in the messages of a text, and write them down. Return given orders that fit no more. Raises NotTaken,
        which leaves everything as it was, or CannotSave."""
        try:
            far, new = self.table.check(text)
        except Known:
            raise
        except NotTaken:
            self._note_evidence(text)
            raise
        for message in new:
            place = OUT if message.seat == self.table.seat else f"{IN}/{message.seat}"
            write_whole(make_folder(self.path / place) / _name(message), self.about(message).encode())
        dropped = self.table.accept(far)
        self._set_aside()
        self.note_draft()
        return dropped

    def _set_aside(self) -> None:
        """Move files that came early, and did not follow when their turn came, to the evidence."""
        far = self.table.told
        for message, why in far.refused:
            self.refused.append(f"No. {message.no} of {far.name(message.seat)} is refused: {why}.")
            self._keep_evidence(message)
            path = self.path / IN / message.seat / _name(message)
            with contextlib.suppress(CannotSave, OSError, ValueError):
                if message.signature in (signature for _, signature in frames(path.read_text(encoding="utf-8"))):
                    remove(path)
        far.refused.clear()

    # -- what a direct connection needs to know ------------------------------------------------------------------------

    def counts(self) -> dict[Id, int]:
        """Return the number of messages of each seat."""
        return {seat: len(messages) for seat, messages in self.table.far.ledger.messages.items()}

    def text(self, seat: Id, no: int) -> str:
        """Return the text of a message."""
        return self.about(self.table.far.ledger.messages[seat][no])

    def line(self, address: str, port: int, listens: bool) -> DirectLine:
        """Return a direct connection to the other seats, which has not been started."""
        table = self.table
        others = [one for seat, one in table.far.certificates().items() if seat != table.seat]
        tls = tls_context(listens, table.secrets.tls_key, others)
        return DirectLine(self, tls, address, port, listens)

    def meet(self, address: str, port: int, listens: bool) -> None:
        """Play directly from now on: listen at an address and port, or call there. Raises OSError."""
        self.part()
        self.direct = self.line(address, port, listens)
        try:
            self.direct.start()
        except OSError:
            self.direct = None
            raise

    def part(self) -> None:
        """End the direct connection, if there is one."""
        if self.direct is not None:
            self.direct.close(PATIENCE)
            self.direct = None

    def _note_evidence(self, text: str) -> None:
        """Keep refused messages that a seat has signed: they prove what was sent."""
        far = self.table.far
        for body, signature in frames(text):
            with contextlib.suppress(NotTaken):
                self._keep_evidence(far.message(body, signature))

    def _keep_evidence(self, message: Message) -> None:
        with contextlib.suppress(CannotSave):
            folder = make_folder(self.path / EVIDENCE)
            if len(files_in(folder, "*.txt")) < MOST_EVIDENCE:
                name = f"{message.seat}-{_name(message).removesuffix('.txt')}-{message.digest[:8]}.txt"
                write_whole(folder / name, self.about(message).encode())

    # -- orders not handed over ----------------------------------------------------------------------------------------

    @property
    def _draft_for(self) -> str:
        """The first line of a draft: the number of the message that its orders are for, so that none is given twice."""
        return f"no. {self.table.far.ledger.head(self.table.seat)[0] + 1}"

    def note_draft(self) -> None:
        """Write down the orders that have been given and not handed over. Raises CannotSave."""
        lines = "".join(f"{by}: {text}\n" for by, text in self.table.given)
        if lines or (self.path / DRAFT).exists():
            _write_private(self.path / DRAFT, f"{self._draft_for}\n{lines}".encode())

    def _try_draft(self) -> None:
        try:
            self.note_draft()
            self.trouble = ""
        except CannotSave as why:
            self.trouble = str(why)

    def _draft_again(self) -> None:
        """Give the orders of the draft again, as far as they can be read and are legal."""
        with contextlib.suppress(OSError):
            first, *lines = (self.path / DRAFT).read_text(encoding="utf-8", errors="replace").split("\n")
            for line in lines if first == self._draft_for else ():
                by, _, text = line.partition(": ")
                with contextlib.suppress(Illegal):
                    self.table.give(by, text)

    @property
    def own(self) -> list[Path]:
        """The files of all messages that this seat has handed over, in order."""
        return _numbered(self.path / OUT)

    @property
    def unseen(self) -> range:
        """The numbers of messages of this seat that another seat has not seen, as far as its own messages tell."""
        ledger, seat = self.table.far.ledger, self.table.seat
        heads = (messages[-1].content.seen for other, messages in ledger.messages.items() if other != seat)
        seen = min((head[seat][0] if seat in head else -1 for head in heads), default=-1)
        return range(seen + 1, len(ledger.messages[seat]))

    @property
    def messages(self) -> list[Path]:
        """The files of all messages."""
        return [*self.own, *_files_taken(self.path)]


def _name(message: Message) -> str:
    return f"{message.no:04}.txt"


def _told(path: Path) -> tuple[FarBattle, SeatSecrets]:
    """Return the battle as the messages of a folder tell it, and the secrets of its seat. Raises NotTaken."""
    try:
        keeps = SeatSecrets.read(json.loads((path / SEAT).read_text(encoding="utf-8")))
        texts = [one.read_text(encoding="utf-8") for one in (*_numbered(path / OUT), *_files_taken(path))]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise NotTaken(f"the files of the battle {path.name} are harmed: its seat cannot be read") from None
    invited = next((text for text in texts if is_invitation(text)), None)
    if invited is None:
        raise NotTaken(f"the files of the battle {path.name} are harmed: its invitation is missing")
    far = FarBattle(read_invitation(invited), keeps.links)
    judge_own_rules(far)
    found = [message for text in texts if text is not invited for message in _messages(far, text)]
    for message in in_order(found):
        far = far.with_one(message)
    if bad := next((why for message, why in far.refused if message.seat == keeps.seat), ""):
        raise NotTaken(f"the files of the battle {path.name} are harmed: {bad}")
    if keeps.former and far.ledger.key(keeps.seat) == keeps.former[-1].verify_key:
        keeps = keeps.former[-1]  # it was not handed on, as the message that does it could not be written
    if far.ledger.key(keeps.seat) != keeps.verify_key:
        raise NotTaken(f"the files of the battle {path.name} are harmed: they are not of the seat that is there")
    if lost := far.ledger.gaps(keeps.seat):
        why = f"your no. {lost[0]} is missing; the other player has it too"
        raise NotTaken(f"the files of the battle {path.name} are harmed: {why}")
    return far, keeps


def first_look(path: Path) -> tuple[FarBattle, Id] | None:
    """Return the battle of a folder as its invitation tells it, and the seat of this player, without opening it. None
    if they cannot be read."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        seat = json.loads((path / SEAT).read_text(encoding="utf-8"))["seat"]
        for one in (path / OUT / "0000.txt", *files_in(path / IN, "*/0000.txt")):
            if is_invitation(text := one.read_text(encoding="utf-8")):
                return FarBattle(read_invitation(text)), seat
    return None


def _messages(far: FarBattle, text: str) -> list[Message]:
    """Return the messages of a text; those of seats that have not joined must be acceptances, which join at once."""
    found = []
    for message in far.read(text):
        if message.no:
            far.note_hand(message)
            found.append(message)
        else:
            far.take(message)
    return found


def _numbered(folder: Path, pattern: str = "*.txt") -> list[Path]:
    """Return the files of messages in a folder. Others, such as a copy by a program that synchronizes, do not count."""
    return [path for path in files_in(folder, pattern) if path.stem.isdecimal()]


def _files_taken(path: Path) -> list[Path]:
    return _numbered(path / IN, "*/*.txt")


def is_invitation(text: str) -> bool:
    """Return whether a text holds an invitation."""
    try:
        return bool(read_invitation(text))
    except NotTaken:
        return False


# -- beginning ---------------------------------------------------------------------------------------------------------


def invite(
    opened: Opened, seat: Id, days: int = DAYS, folder: Path | None = None, minutes: int | None = None
) -> StoredBattle:
    """Begin a far battle by an invitation, as one side of a battle. Raises NotTaken, CannotSave."""
    battle = secrets.token_hex(8)
    keeps = SeatSecrets(battle, seat)
    message = invitation(battle, battle_text(opened), keeps, days, minutes)
    FarBattle(message)  # raises NotTaken where the battle has no such side
    return _stored(folder or far_folder(), keeps, message, None)


def accept(text: str, seat: Id = "", folder: Path | None = None) -> StoredBattle:
    """Accept the invitation in a text, as a side or as the only one that is free. Raises NotTaken, CannotSave."""
    invited = read_invitation(text)
    far = FarBattle(invited)
    part = invited.parts[0]
    assert isinstance(part, InvitePart)
    free = [one for one in far.seats if one not in far.joined]
    if not seat and len(free) == 1:
        seat = free[0]
    if seat not in free:
        raise NotTaken(f"say which side you play: {' or '.join(free)}")
    keeps = SeatSecrets(invited.battle, seat)
    message = acceptance(invited, keeps)
    far.take(message)  # raises NotTaken where the rules differ
    return _stored(folder or far_folder(), keeps, message, invited)


def _stored(folder: Path, keeps: SeatSecrets, *messages: Message | None) -> StoredBattle:
    """Write a new battle, its seat last, and open it. Raises CannotSave."""
    path = folder / keeps.battle
    if (path / SEAT).exists():
        raise CannotSave(f"You play the battle {keeps.battle} already. Another player accepts on a machine of his own.")
    if (folder / REMOVED / keeps.battle).exists():
        raise CannotSave(f"You have taken the battle {keeps.battle} off your list: put it back first.")
    make_folder(path / OUT)
    for message in messages:
        if message:
            place = path / OUT if message.seat == keeps.seat else make_folder(path / IN / message.seat)
            write_whole(place / _name(message), message.text(f"{message.seat}, no. {message.no}").encode())
    _write_private(path / SEAT, json.dumps(keeps.plain()).encode())
    return StoredBattle(path)


def restored(folder: Path, keeps: SeatSecrets, far: FarBattle) -> StoredBattle:
    """Write a battle with all its messages, for a seat that was played elsewhere, and open it. Raises CannotSave."""
    return _stored(folder, keeps, *(message for messages in far.ledger.messages.values() for message in messages))


def _write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read. Raises CannotSave."""
    aside = path.with_name(f".{path.name}.new")
    try:
        with contextlib.suppress(FileNotFoundError):
            aside.unlink()
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.replace(aside, path)
    except OSError as trouble:
        raise CannotSave(sentence(path, trouble)) from None
    settle_folder(path.parent)


def battles(folder: Path | None = None) -> list[Path]:
    """Return the folders of all far battles of this player, the last changed first."""
    found = [path.parent for path in files_in(folder or home() / "far", f"*/{SEAT}")]
    return sorted(found, key=last_change, reverse=True)


def under_way(far: FarBattle) -> bool:
    """Return whether a battle has begun and is neither over nor broken off."""
    return far.replica is not None and bool(far.owed()) and far.claimed is None


def take_off(path: Path) -> Path:
    """Take a battle off the list: its folder is kept, and the shared folder does not bring it again. Return where it
    is. It must not be held open here. Raises InUse, CannotSave."""
    try:
        FileLock(path / SEAT).release()
    except InUse:
        raise InUse(f"The battle {path.name} is open in another Dead Reckoning. Close it there.") from None
    decline(path.name)
    there = make_folder(path.parent / REMOVED) / path.name
    _move(path, there)
    return there


def put_back(battle: str) -> Path | None:
    """Put a battle back on the list that was taken off it; return its folder, or None if there is none. Raises
    CannotSave."""
    there, path = home() / "far" / REMOVED / battle, home() / "far" / battle
    if not battle or not (there / SEAT).exists():
        return None
    _move(there, path)
    return path


def _move(path: Path, there: Path) -> None:
    try:
        path.rename(there)
    except OSError as trouble:
        raise CannotSave(sentence(path, trouble)) from None
    settle_folder(there.parent)
    settle_folder(path.parent)


def last_change(path: Path) -> float:
    """Return when the last message of a battle was written down, as a time of its file."""
    try:
        return max(one.stat().st_mtime for one in (path / SEAT, *files_in(path / OUT, "*.txt"), *_files_taken(path)))
    except OSError:
        return 0.0


def signatures(path: Path) -> set[bytes]:
    """Return the signatures of all messages in the folder of a battle, without opening it."""
    found = set[bytes]()
    for one in (*files_in(path / OUT, "*.txt"), *_files_taken(path)):
        with contextlib.suppress(OSError, ValueError):
            found.update(signature for _, signature in frames(one.read_text(encoding="utf-8")))
    return found


def note_due(path: Path, due: bool) -> None:
    """Note whether a battle waits for this player, to be told without opening it."""
    with contextlib.suppress(OSError):
        if due:
            (path / DUE).touch()
        else:
            (path / DUE).unlink(missing_ok=True)


def is_due(path: Path) -> bool:
    return (path / DUE).exists()


def declined() -> frozenset[str]:
    """Return the battles to which this player was invited, and that were declined."""
    with contextlib.suppress(OSError, ValueError):
        return frozenset((home() / "far" / DECLINED).read_text(encoding="utf-8").split())
    return frozenset()


def decline(battle: str) -> None:
    """Note that an invitation is declined. Raises CannotSave."""
    write_whole(far_folder() / DECLINED, "".join(f"{one}\n" for one in sorted({*declined(), battle})).encode())


def battle_of(text: str) -> str:
    """Return the battle that the first message in a text claims to be of; empty if none. Raises NotTaken."""
    return next((told for body, _ in frames(text) if (told := battle_told(body))), "")
