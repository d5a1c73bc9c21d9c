"""The verb `far`: battles against players elsewhere, by files that they hand each other."""

from __future__ import annotations

import contextlib
import getpass
import queue
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path

from game.battle.battle import NOBODY
from game.battle.loader import entry_of, open_battle, save_of
from game.battle.slowly import at_once
from game.cli.exit_codes import verb
from game.core.events import Event
from game.core.names import join_words, sentence
from game.core.orders import Id, Illegal
from game.far import moving, store
from game.far.direct import DirectLine
from game.far.far_battle import awaited_words, gather, handed_words, usual_by_file, wish_words
from game.far.messages.ledger import Known
from game.far.messages.message import Message, NotTaken
from game.far.sharing import EVERY
from game.far.store import StoredBattle
from game.far.table import AwaitsDice, FarTable
from game.formats.atomic_file import CannotSave, files_in, write_whole
from game.formats.save_journal import text_of
from game.players.match import Match
from game.text import position
from game.text.commands import obey
from game.text.table import PlainTable
from game.text.terminal import Terminal


def far(asked: Namespace) -> int:
    """Run a verb of `far`; without one, list the battles."""
    return int(VERBS[asked.act or "list"](asked))


def far_verb(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Wrap a verb of `far` so that it prints why a file is refused (exit code 1), or why it cannot be done (2)."""

    @verb
    @wraps(run)
    def checked(asked: Namespace) -> int:
        try:
            return run(asked)
        except NotTaken as why:
            print(sentence(str(why)), file=sys.stderr)
            return 1
        except Illegal as why:
            raise CannotSave(sentence(why.why)) from None

    return checked


# -- which battle ------------------------------------------------------------------------------------------------------


def battle_called(name: str | None) -> StoredBattle:
    """Open the battle whose id begins so; without a name, the only one under way. Raises CannotSave, NotTaken."""
    known = store.battles()
    found = [path for path in known if path.name.startswith(name or "")]
    if not name and len(found) > 1:
        found = [path for path in found if not _over(path)]
    if len(found) == 1:
        return StoredBattle(found[0])
    if not known:
        raise CannotSave("There is no far battle yet. Begin one with: far invite FILE")
    named = join_words([path.name for path in (found or known)[:8]], "or")
    raise CannotSave(
        f"There is no far battle {name}; there is {named}." if not found else f"Say which battle: {named}."
    )


def _over(path: Path) -> bool:
    with StoredBattle(path) as one:
        return one.table.begun and not one.table.far.owed()


# -- verbs -------------------------------------------------------------------------------------------------------------


@far_verb
def listed(asked: Namespace) -> int:
    """Print every far battle of this player, and what each waits for."""
    for path in store.battles():
        try:
            with StoredBattle(path) as one:
                print(_headline(one))
        except (CannotSave, NotTaken) as why:
            print(f"{path.name}: {sentence(str(why))}")
    return 0


def _headline(one: StoredBattle) -> str:
    """Return a battle in one line: its id, title, side, turn, and what it waits for."""
    table, far = one.table, one.table.far
    turn = f", turn {table.battle.state.turn}" if table.begun else ""
    return f"{far.id}: {far.title}, you are {far.name(table.seat)}{turn}. {waits(one)}"


def waits(one: StoredBattle) -> str:
    """Return in a sentence what a battle waits for, as its player may be told."""
    table = one.table
    if table.to_answer:
        return f"{wish_words(table.far, table.to_answer)}: agree, or not."
    if table.decides or table.given:
        if table.to_hand_over and table.complete:
            return "Your orders are ready: hand them over."
        return "You decide."
    return "Something waits to be handed over." if table.to_hand_over else awaited_words(table.far)


@far_verb
def invite(asked: Namespace) -> int:
    """Begin a battle and write its invitation."""
    opened = open_battle(asked.file)
    if not opened.saved:
        wanted = {"plans": asked.plans} if asked.plans else {}
        if asked.plans and all(rule.key != "plans" for rule in opened.battle.system.house):
            raise CannotSave(f"{opened.battle.system.title} has no plans: leave --plans out.")
        opened = open_battle(asked.file, house=usual_by_file(opened.battle.system, {**opened.file.house, **wanted}))
    seat = asked.side or next(iter(opened.battle.state.sides))
    with store.invite(opened, seat, asked.days, minutes=asked.minutes) as one:
        return _written(one, one.table.far.invited, asked.to)


@far_verb
def accept(asked: Namespace) -> int:
    """Accept an invitation and write the acceptance."""
    with store.accept(_text(asked.file), asked.side or "") as one:
        return _written(one, one.table.far.ledger.messages[one.table.seat][0], asked.to)


@far_verb
def take(asked: Namespace) -> int:
    """Take in files of other players; print what is new. Files that were read before are passed over."""
    found: dict[str, list[tuple[Path, str]]] = {}
    played, wrong = {one.name for one in store.battles()}, 0
    for path in _paths(asked.files or [Path("-")]):
        try:
            text = _text(path)
            if (battle := store.battle_of(text)) not in played:
                known = (store.far_folder() / store.REMOVED / battle).exists()
                raise NotTaken(
                    f"you have taken its battle off your list; far remove --undo {battle} puts it back"
                    if known and battle
                    else "it is of a battle that you do not play; an invitation is answered with: far accept FILE"
                )
            found.setdefault(battle, []).append((path, text))
        except NotTaken as why:
            wrong += _refused(path, why)
    for battle, files in found.items():
        with StoredBattle(store.far_folder() / battle) as one:
            wrong += _take(one, files)
    return 1 if wrong else 0


def _refused(path: Path, why: NotTaken) -> int:
    print(f"{path}: {sentence(str(why))}", file=sys.stderr)
    return 1


def _take(one: StoredBattle, files: Sequence[tuple[Path, str]]) -> int:
    """Take files in, and print what is new by them; return how many were refused. Raises CannotSave."""
    since, wrong, new = _Since(one), 0, False
    for path, text in files:
        try:
            dropped = one.take(text)
        except Known:
            continue
        except NotTaken as why:
            wrong += _refused(path, why)
            continue
        new = True
        for by, order in dropped:
            print(f"{by}: {order} fits no more, and has to be given again.")
    if new:
        print(_headline(one))
        since.tell()
    for missing in one.table.far.ledger.missing():
        print(sentence(missing))
    for refused in one.refused:
        print(refused, file=sys.stderr)
    return wrong + len(one.refused)


class _Since:
    """The lines of a battle's log, and the words of the others, that a player has been told."""

    def __init__(self, one: StoredBattle) -> None:
        self.one = one
        self.lines, self.said = len(self._log()), len(self._words())

    def _log(self) -> tuple[Event, ...]:
        table = self.one.table
        return table.battle.view(table.seat).log if table.begun else ()

    def _words(self) -> list[tuple[Id, str]]:
        replica = self.one.table.far.replica
        return replica.said if replica else []

    def tell(self) -> None:
        """Print what is new."""
        table = self.one.table
        if new := self._log()[self.lines :]:
            for line in position.log_lines(table.battle.view(table.seat), new):
                print(line)
        for seat, words in self._words()[self.said :]:
            if seat != table.seat:
                print(f"{table.far.name(seat)} says: {words}")
        self.lines, self.said = len(self._log()), len(self._words())
        sys.stdout.flush()


@far_verb
def show(asked: Namespace) -> int:
    """Print a battle as its player may see it, and what is asked."""
    with battle_called(asked.battle) as one:
        table = one.table
        print(_headline(one))
        if table.far.terms:
            print(f"House rules: {table.far.terms}.")
        for line in handed_words(table.far):
            print(line)
        if table.far.words:
            print(f"Words of the battle: {table.far.words}. The other player must see the same.")
        if table.begun:
            view = table.battle.view(table.seat)
            print(*position.heading_lines(view), *position.look_lines(view), sep="\n")
            if table.decides:
                print(*position.asked_lines(view, {}, ""), sep="\n")
        for by, order in table.given:
            print(f"Not handed over yet: {by}: {order}")
        return 0


@far_verb
def hand(asked: Namespace) -> int:
    """Give orders, and hand over what is ready. With --draft they are only kept."""
    with battle_called(asked.battle) as one:
        table = one.table
        for _ in range(asked.take_back):
            by, order = table.take_back()
            print(f"Taken back: {by}: {order}", file=sys.stderr)
        for line in (*asked.orders, *(_text(asked.file).splitlines() if asked.file else ())):
            if line.strip():
                _give(one, line)
        if asked.computer:
            _decide(table, asked.computer)
        one.note_draft()
        if asked.draft:
            print(waits(one))
            return 0
        return _written(one, one.hand_over(asked.say or ""), asked.to)


def _decide(table: FarTable, name: str) -> None:
    """Let a computer player give the rest of the orders until others must act. Raises CannotSave."""
    if not table.begun:
        return
    try:
        match = Match(table.battle, {table.seat: name}, table.secrets.computer_seed)
    except LookupError as why:
        raise CannotSave(str(why)) from None
    with contextlib.suppress(AwaitsDice):
        while not table.complete and (thinking := match.thinking()):
            table.battle.play(at_once(thinking))


@far_verb
def play(asked: Namespace) -> int:
    """Give orders at the table in plain text, until another seat comes next."""
    with battle_called(asked.battle) as one:
        if one.table.begun:
            kept = "Your orders are kept until you hand them over."
            PlainTable(one.table.battle, Terminal(sys.stdin, sys.stdout), None, float, kept).play(obey)
            one.note_draft()
        print(waits(one))
    return 0


def _give(one: StoredBattle, line: str) -> None:
    """Give an order such as `lancet: S1+2`. Raises Illegal, CannotSave."""
    by, colon, order = line.partition(":")
    if not colon:
        raise CannotSave(f"“{line}” is no order such as lancet: S1+2 ({one.table.seat}: lock).")
    one.table.give(by.strip(), order.strip())


@far_verb
def meet(asked: Namespace) -> int:
    """Play over a direct connection: give the orders that are typed, hand over at an empty line, print what comes. At
    the end of the input, stay until both have the same files."""
    address, _, port = (asked.listen or asked.call).rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise CannotSave(f"{asked.listen or asked.call} is no address such as 192.168.1.5:7777.")
    with battle_called(asked.battle) as one:
        line = one.line(address or ("0.0.0.0" if asked.listen else "127.0.0.1"), int(port), bool(asked.listen))
        try:
            line.start()
            print(f"Port {line.port}." if asked.listen else line.told, flush=True)
            _talk(one, line)
        except OSError as trouble:
            raise CannotSave(f"Nobody can listen there: {trouble.strerror or trouble}.") from None
        finally:
            line.close()
    return 0


def _talk(one: StoredBattle, line: DirectLine) -> None:
    """Carry out what is typed and print what comes, until the input has ended and both have the same files."""
    typed: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_read_lines, args=(typed,), daemon=True).start()
    told, ended, since = "", False, _Since(one)
    while not (ended and line.exchange and line.exchange.level):
        if line.work():
            since.tell()
            one.hand_over_due()
        if line.told != told:
            told = line.told
            print(told, flush=True)
        with contextlib.suppress(queue.Empty):
            words = typed.get(timeout=0.05)
            ended = ended or words is None
            if words is not None:
                _obey(one, words)
    line.work()


def _read_lines(typed: queue.Queue[str | None]) -> None:
    for words in sys.stdin:
        typed.put(words.rstrip("\n"))
    typed.put(None)


def _obey(one: StoredBattle, words: str) -> None:
    """Give a typed order; an empty line hands over."""
    try:
        if words.strip():
            _give(one, words)
            one.note_draft()
        else:
            one.hand_over()
        print(waits(one), flush=True)
    except (Illegal, CannotSave) as why:
        print(sentence(str(why)), file=sys.stderr, flush=True)


@far_verb
def claim(asked: Namespace) -> int:
    """Break a battle off, as the other player does not answer any more."""
    with battle_called(asked.battle) as one:
        return _written(one, one.table.claim(), asked.to)


@far_verb
def back(asked: Namespace) -> int:
    """BackWish to take back what was decided last; or agree to such a wish of another player, or not."""
    with battle_called(asked.battle) as one:
        if asked.agree or asked.decline:
            return _written(one, one.answer_back(asked.agree), asked.to)
        return _written(one, one.wish_back(), asked.to)


@far_verb
def remove(asked: Namespace) -> int:
    """Take a battle that is not under way off the list, or put it back."""
    if asked.undo:
        found = [path for path in files_in(store.far_folder() / store.REMOVED, "*") if path.name.startswith(asked.name)]
        if len(found) != 1 or (path := store.put_back(found[0].name)) is None:
            raise CannotSave(f"No one battle {asked.name} was taken off your list.")
        print(path)
        return 0
    found = [path for path in store.battles() if path.name.startswith(asked.name)]
    if len(found) != 1:
        raise CannotSave(f"There is no one battle {asked.name} in your list.")
    with contextlib.suppress(NotTaken), StoredBattle(found[0]) as one:  # one that cannot be opened may go
        if store.under_way(one.table.far):
            raise CannotSave("It is under way: break it off first (far claim), or play it to its end.")
    print(store.take_off(found[0]))
    return 0


@far_verb
def resend(asked: Namespace) -> int:
    """Write messages once more, as they are: those of this seat, or all that it has."""
    with battle_called(asked.battle) as one:
        table = one.table
        for seat, messages in table.far.ledger.messages.items():
            for message in messages[asked.first :] if asked.all or seat == table.seat else ():
                text = one.about(message)
                print(text, end="") if asked.to is None else print(_sent(one, message, text, asked.to))
        return 0


@far_verb
def verify(asked: Namespace) -> int:
    """Follow a battle from files alone, without any secret; print what they prove."""
    battle = gather([_text(path) for path in _paths(asked.files)])
    names = {seat: battle.name(seat) for seat in battle.seats}
    print(f"{battle.title}: {', '.join(f'{seat} is {name}' for seat, name in names.items())}")
    for seat in battle.joined:
        print(f"{names[seat]}: {len(battle.ledger.messages[seat])} files, each signed, each following on the last")
    if replica := battle.replica:
        dice = sum(len(record.faces) for record in replica.battle.records)
        print(f"Words of the battle: {battle.words}")
        print(f"{len(replica.battle.records)} orders and {dice} dice in {replica.number} steps follow from them.")
        if battle.claimed:
            seat, step = battle.claimed
            print(f"{names[seat]} has broken it off at step {step}.")
    for line in handed_words(battle):
        print(line)
    for wish in battle.wishes.granted:
        print(f"{names[wish.seat]} took back its no. {wish.first} by its no. {wish.no}; all agreed.")
    print(awaited_words(battle))
    for message, why in battle.refused:
        print(f"Refused: no. {message.no} of {message.seat}: {sentence(why)}", file=sys.stderr)
    return 1 if battle.refused else 0


@far_verb
def watch(asked: Namespace) -> int:
    """Print a battle of others as everybody may see it; with --follow, go on with files that come later."""
    told, said, before = 0, 0, ""
    while True:
        battle = gather([_text(path) for path in _paths(asked.files)])
        if replica := battle.replica:
            view = replica.battle.view(NOBODY)
            for line in position.log_lines(view, view.log[told:]):
                print(line)
            for seat, words in replica.said[said:]:
                print(f"{battle.name(seat)} says: {words}")
            told, said = len(view.log), len(replica.said)
        if (awaits := awaited_words(battle)) != before:
            print(before := awaits, flush=True)
        if not asked.follow or (battle.replica and not battle.owed()):
            return 0
        time.sleep(EVERY)


@far_verb
def export(asked: Namespace) -> int:
    """Write a battle as an ordinary save, up to the last step that was shown to all."""
    with battle_called(asked.battle) as one:
        replica = one.table.far.replica
        if replica is None:
            raise CannotSave("The battle has not begun: there is nothing to save.")
        plain = save_of(one.table.far.start)
        script = [entry_of(record) for record in replica.battle.records]
        write_whole(asked.out, text_of({**plain, "seed": replica.battle.seed, "script": script}).encode())
        print(asked.out)
        if asked.words:
            said = (f"{one.table.far.name(seat)}: {words}\n" for seat, words in replica.said)
            write_whole(asked.words, "".join(said).encode())
            print(asked.words)
        return 0


@far_verb
def seat(asked: Namespace) -> int:
    """Write a seat and all its messages into a file under a password; or take such a file up on another machine."""
    if asked.take_up:
        with moving.unpacked(_text(asked.take_up), _password(asked)) as one:
            if asked.hand_on:
                return _written(one, one.hand_on(), asked.to)
            print(_headline(one))
        return 0
    if asked.out is None:
        raise CannotSave(
            "Say where the seat is to be written (--out FILE), or which file is to be taken up (--in FILE)."
        )
    with battle_called(asked.battle) as one:
        write_whole(asked.out, moving.packed(one, _password(asked)).encode())
        print(asked.out)
        return 0


def _password(asked: Namespace) -> str:
    """Return the password: the first line of a file, or what is typed. Raises CannotSave."""
    found = _text(asked.password).partition("\n")[0].strip("\r") if asked.password else getpass.getpass("Password: ")
    if len(found) < moving.SHORTEST:
        raise CannotSave(f"The password must have {moving.SHORTEST} characters at least.")
    return found


VERBS: dict[str, Callable[[Namespace], int]] = {
    "list": listed, "invite": invite, "accept": accept, "take": take, "show": show, "play": play, "hand": hand,
    "meet": meet, "claim": claim, "back": back, "remove": remove, "resend": resend, "verify": verify, "watch": watch,
    "export": export, "seat": seat,
}  # fmt: skip


# -- files -------------------------------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    """Return the text of a file, or of what is typed for `-`. Raises CannotSave."""
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError) as trouble:
        raise CannotSave(f"{path} cannot be read: {getattr(trouble, 'strerror', None) or trouble}.") from None


def _paths(given: Iterable[Path]) -> list[Path]:
    """Return files, and all text files of folders."""
    own = f"{store.OUT}/*.txt", f"{store.IN}/*/*.txt"  # in the folder of a battle itself
    patterns = ("*.txt", *own)
    return [
        one
        for path in given
        for one in ([file for each in patterns for file in files_in(path, each)] if path.is_dir() else [path])
        if one.name != store.DRAFT
    ]


def _written(one: StoredBattle, message: Message, to: Path | None) -> int:
    """Print a message, or write it where it is to be found; its own file is written already."""
    text = one.about(message)
    if to is None:
        print(text, end="")
    else:
        print(_sent(one, message, text, to))
    return 0


def _sent(one: StoredBattle, message: Message, text: str, to: Path) -> Path:
    """Write a message into a folder, or as a file, and return its path. Raises CannotSave."""
    path = to / one.sent_name(message.no, message.seat) if to.is_dir() else to
    write_whole(path, text.encode())
    return path
