"""Far battles on disk: killed at any moment, torn, deleted, doubled and harmed files, two programs at one folder."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start_text, open_battle
from game.core.orders import Id, Illegal
from game.far import far_battle, moving, store
from game.far.far_battle import gather
from game.far.messages.ledger import Known
from game.far.messages.message import NotTaken
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle
from game.formats.atomic_file import CannotSave, InUse
from tests.support.players.far_battles import LINKS, decide
from tests.support.players.far_hostile import position

OPENINGS = ROOT / "scenarios" / "openings"
OUT, IN = "out/*.txt", "in/*/*.txt"
DUEL = OPENINGS / "full_thrust" / "duel.yaml"
PATHS = [DUEL, OPENINGS / "power_hex" / "destroyers.yaml", OPENINGS / "hex12" / "spines.yaml"]
BATTLES = 300 if os.environ.get("SOAK") else 30
ROUNDS = 3  # messages of each seat, in a battle that is killed
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="only a forked program can be killed at a chosen moment")


class Disk:
    """Two homes with the two sides of one battle. What each does starts from its folder alone, as after a crash."""

    def __init__(self, folder: Path, path: Path, seed: int, rounds: int = ROUNDS) -> None:
        self.homes, self.path, self.seed, self.rounds = (folder / "one", folder / "two"), path, seed, rounds
        self.sides: tuple[Id, ...] = tuple(open_battle(path).battle.state.sides)

    def open(self, side: int) -> StoredBattle:
        (folder,) = store.battles(self.homes[side])
        return StoredBattle(folder)

    def files(self) -> dict[Path, bytes]:
        """Return every message on both disks."""
        found = (path for home in self.homes for path in home.rglob("*.txt") if path.parent.name != "evidence")
        return {path: path.read_bytes() for path in found if not path.name.startswith(".") and path.stem.isdecimal()}

    def count(self, side: int, kind: str) -> int:
        """Return how many messages a side has handed over or taken; −1 before it plays."""
        folders = store.battles(self.homes[side])
        return len([path for path in folders[0].glob(kind) if path.stem.isdecimal()]) if folders else -1

    def acts(self) -> Iterator[tuple[Callable[[], object], Callable[[], bool]]]:
        """Yield everything that both do in turn, and whether it has been done."""
        yield self.invite, lambda: self.count(0, OUT) >= 0
        yield self.accept, lambda: self.count(1, OUT) >= 0
        for number in range(self.rounds):
            yield from self.round(number)

    def round(self, number: int) -> Iterator[tuple[Callable[[], object], Callable[[], bool]]]:
        yield lambda: self.take(0, 1), lambda: self.count(0, IN) > number
        yield lambda: self.hand_over(0, number), lambda: self.count(0, OUT) > number + 1
        yield lambda: self.take(1, 0), lambda: self.count(1, IN) > number + 1
        yield lambda: self.hand_over(1, number), lambda: self.count(1, OUT) > number + 1

    def invite(self) -> None:
        store.invite(open_battle(self.path), self.sides[0], folder=self.homes[0]).close()

    def texts(self, side: int) -> list[str]:
        """Return what a side has handed over."""
        (folder,) = store.battles(self.homes[side])
        return [path.read_text(encoding="utf-8") for path in sorted(folder.glob(OUT)) if path.stem.isdecimal()]

    def accept(self) -> None:
        store.accept(self.texts(0)[0], folder=self.homes[1]).close()

    def take(self, side: int, other: int) -> None:
        with self.open(side) as one:
            for text in self.texts(other):
                try:
                    one.take(text)
                except Known:
                    continue

    def hand_over(self, side: int, number: int) -> None:
        with self.open(side) as one:
            one.table.on_draft = bool  # all orders of a draft at once, or the random ones would be others after a kill
            if not one.table.given:
                decide(one.table, Random(f"{self.seed}/{side}/{number}"), 9)
                one.note_draft()
            one.hand_over("" if one.table.to_hand_over else "I wait.")


START = cache(load_start_text)  # the same battle is taken up hundreds of times


def without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same seeds and the same boxes in every run, so that two battles can be compared; and short chains."""

    class Few(SeatSecrets):
        def __init__(
            self, battle: str, seat: Id, seed: bytes = b"s" * 32, links: int = LINKS, former: Any = ()
        ) -> None:
            super().__init__(battle, seat, seed, links, former)

    monkeypatch.setattr(store, "SeatSecrets", Few)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "ab" * size)
    monkeypatch.setattr(far_battle, "load_start_text", START)
    monkeypatch.setattr(SeatSecrets, "seal", lambda self, plain: plain[::-1])
    monkeypatch.setattr(SeatSecrets, "unseal", lambda self, box: box[::-1])


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)


# -- killed ------------------------------------------------------------------------------------------------------------


def killed(act: Callable[[], object], moment: int) -> bool:
    """Act in a program that is killed at a moment: before or after something is written, forced to the disk or renamed,
    or while it is written. Return whether it was killed before it had done."""
    pid = os.fork()
    if pid == 0:
        try:
            moments = count(1)

            def die(handle: object = None) -> None:
                if next(moments) == moment:
                    if isinstance(handle, int) and os.fstat(handle).st_size:  # torn
                        os.ftruncate(handle, os.fstat(handle).st_size // 2)
                    os.kill(os.getpid(), signal.SIGKILL)

            for name in ("fsync", "replace", "link", "rename", "mkdir", "unlink"):
                setattr(os, name, around(getattr(os, name), die))
            act()
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
    _, status = os.waitpid(pid, 0)
    assert status in (0, signal.SIGKILL), "it came to another end"
    return status != 0


def around(call: Callable[..., object], die: Callable[..., None]) -> Callable[..., object]:
    def called(*given: object, **named: object) -> object:
        die(given[0])
        found = call(*given, **named)
        die()
        return found

    return called


def unkilled(folder: Path, path: Path, seed: int, rounds: int = ROUNDS) -> Disk:
    disk = Disk(folder, path, seed, rounds)
    for act, _ in disk.acts():
        act()
    return disk


def standing(disk: Disk, side: int) -> tuple[object, object]:
    with disk.open(side) as one:
        return position(one.table.far), one.table.given


def check_nothing_lost(disk: Disk, before: dict[Path, bytes]) -> dict[Path, bytes]:
    """All that counted is there and unchanged, and both folders open."""
    now = disk.files()
    assert before.items() <= now.items()
    for side in (0, 1):
        if disk.count(side, OUT) >= 0:
            disk.open(side).close()
    return now


def play_with_kills(disk: Disk, moments: Callable[[], Iterator[int]]) -> int:
    """Play, and kill each act at these moments before it is done; return how often it was killed."""
    kills, files = 0, disk.files()
    for act, done in disk.acts():
        for moment in moments():
            if not killed(act, moment):
                break
            kills += 1
            files = check_nothing_lost(disk, files)
            if done():
                break
        if not done():
            act()
        now = disk.files()
        assert files.items() <= now.items()
        files = now
    return kills


def check_same(disk: Disk, other: Disk) -> None:
    assert [standing(disk, side) for side in (0, 1)] == [standing(other, side) for side in (0, 1)]
    assert sorted(disk.files().values()) == sorted(other.files().values())
    texts = [data.decode() for data in disk.files().values()]
    assert position(gather(texts, LINKS)) == standing(disk, 1)[0]


@FORKS
def test_a_kill_at_every_moment_of_a_battle_loses_nothing_that_counted(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "killed", DUEL, 0, rounds=2)
    assert play_with_kills(disk, lambda: iter(range(1, 40))) > 60
    check_same(disk, unkilled(tmp_path / "not", DUEL, 0, rounds=2))


@FORKS
@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_battle_that_is_killed_now_and_then_goes_on_as_if_nothing_had_been(seed: int, tmp_path: Path) -> None:
    chance, path = Random(seed), PATHS[seed % len(PATHS)]
    disk = Disk(tmp_path / "killed", path, seed)
    play_with_kills(disk, lambda: iter([chance.randrange(1, 24)]))
    check_same(disk, unkilled(tmp_path / "not", path, seed))


# -- lost, doubled, harmed ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as monkeypatch:
        without_chance(monkeypatch)
        unkilled(folder, DUEL, 1).take(0, 1)
    return folder


@pytest.fixture
def disk(tmp_path: Path, played: Path) -> Disk:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return Disk(tmp_path, DUEL, 1)


def seat_folder(disk: Disk, side: int = 0) -> Path:
    (folder,) = store.battles(disk.homes[side])
    return folder


def test_a_lost_or_torn_draft_costs_typing_alone(disk: Disk) -> None:
    with disk.open(0) as one:
        if one.table.to_hand_over:
            one.hand_over("x")
    disk.take(1, 0)
    disk.hand_over(1, 99)
    disk.take(0, 1)
    with disk.open(0) as one:
        decide(one.table, Random(3), 9)
        one.note_draft()
        given, draft = one.table.given, one.path / "draft.txt"
    assert given
    whole = draft.read_bytes()
    with disk.open(0) as one:
        assert one.table.given == given
    before = position(one.table.far)
    first = whole.partition(b"\n")[0] + b"\n"
    odd = "lancet: \u2028none\nazure: lock: lock\nrapier: none".encode()
    for harm in (whole[: len(whole) // 2], whole[::-1], b"", b"\0" * 50, b"\xff\xfe" * 9, whole * 3, os.urandom(300),
                 first + b": \n:: :\nlancet\n: none\n\0", first + odd, first + os.urandom(300)):  # fmt: skip
        draft.write_bytes(harm)
        with disk.open(0) as one:
            assert position(one.table.far) == before
    draft.unlink()
    with disk.open(0) as one:
        assert position(one.table.far) == before and one.table.given == ()


def harms(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) or 1)
    return chance.choice(
        (
            b"",
            data[:at],
            data[at:],
            data[:at] + os.urandom(3) + data[at + 3 :],
            b"\0" * len(data),
            data.swapcase(),
            b"{}",
            b"[1]",
        )
    )


@pytest.mark.parametrize("seed", range(24))
def test_a_harmed_folder_opens_as_it_was_or_ends_in_a_sentence(disk: Disk, seed: int) -> None:
    chance, whole = Random(seed), standing(disk, 0)
    folder = seat_folder(disk)
    files = [path for path in folder.rglob("*") if path.is_file()]
    victim, other = chance.sample(files, 2)
    match seed % 4:
        case 0:
            victim.unlink()
        case 1:
            victim.write_bytes(harms(victim.read_bytes(), chance))
        case 2:
            victim.write_bytes(other.read_bytes())
        case 3:
            (victim.parent / f"copy of {victim.name}").write_bytes(victim.read_bytes())
            (victim.parent / "notes.txt").write_text("remember the milk")
    try:
        after = standing(disk, 0)
    except (NotTaken, CannotSave) as why:
        assert str(why) and seed % 4 < 3
        return
    except ValueError:
        assert not store.battles(disk.homes[0])  # without its seat it is no battle any more
        return
    heads, now = whole[0][0], after[0][0]  # type: ignore[index]
    assert all(now[seat] <= heads[seat] for seat in now), "never anything else than what was there, or less"
    if now["azure"] != heads["azure"]:  # we have answered what is lost, and do not answer it again in another way
        assert victim.parent.name == "amber"
        with disk.open(0) as one:
            assert not one.table.decides and not one.table.to_hand_over
            with pytest.raises(Illegal, match="missing"):
                one.hand_over("x")
        disk.take(0, 1)
        assert standing(disk, 0) == whole


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_folder_without_one_of_our_own_files_is_not_played_on(disk: Disk, number: int) -> None:
    (seat_folder(disk) / "out" / f"{number:04}.txt").unlink()
    with pytest.raises(NotTaken, match="missing"):
        disk.open(0)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_lost_file_that_we_have_answered_is_not_answered_again(tmp_path: Path, path: Path) -> None:
    disk = unkilled(tmp_path, path, 1)
    disk.take(0, 1)
    whole = standing(disk, 0)
    for number in range(1, ROUNDS):
        (lost,) = seat_folder(disk).glob(f"in/*/{number:04}.txt")
        lost.unlink()
        with disk.open(0) as one:
            assert not one.table.decides and not one.table.to_hand_over
            with pytest.raises(Illegal, match="missing"):
                one.hand_over("x")
            with pytest.raises(Illegal, match="missing"):
                one.table.claim()
        disk.take(0, 1)
        assert standing(disk, 0) == whole


def test_a_decision_is_not_taken_again_when_words_seen_before_it_are_lost(tmp_path: Path) -> None:
    disk = unkilled(tmp_path, DUEL, 1, rounds=0)
    for side, words in ((0, "I begin."), (1, "Well met.")):
        disk.take(side, 1 - side)
        with disk.open(side) as one:
            one.hand_over(words)
    disk.take(0, 1)
    disk.hand_over(0, 1)
    whole, (lost,) = standing(disk, 0), seat_folder(disk).glob("in/amber/0001.txt")
    lost.unlink()
    with disk.open(0) as one:
        assert not one.table.decides and not one.table.to_hand_over
    disk.take(0, 1)
    assert standing(disk, 0) == whole


def test_files_of_the_other_player_that_are_lost_come_again(disk: Disk) -> None:
    whole = standing(disk, 1)
    lost = seat_folder(disk, 1) / "in" / "azure" / "0003.txt"
    lost.unlink()
    disk.take(1, 0)
    assert standing(disk, 1) == whole and lost.exists()


@pytest.mark.parametrize("age", range(3))
def test_a_backup_that_is_brought_back_goes_on_from_the_files_of_the_other(disk: Disk, age: int) -> None:
    disk.take(1, 0)
    whole, folder = standing(disk, 0), seat_folder(disk)
    files, lost = disk.files(), [path for path in folder.glob("*/**/*.txt") if int(path.stem) > age]
    for path in lost:
        path.unlink()
    came = [data.decode() for path, data in files.items() if seat_folder(disk, 1) in path.parents]
    with disk.open(0) as one:
        one.take("\n".join(came))
        now, waiting = (position(one.table.far), one.table.given), list(one.table._unsent)
    assert now == standing(disk, 0) == whole and disk.files() == files
    with disk.open(0) as one:
        assert one.table._unsent == waiting, "nothing is said twice"


def test_only_one_program_plays_a_battle(disk: Disk) -> None:
    with disk.open(0) as one:
        with pytest.raises(InUse, match="is open in another Dead Reckoning"):
            disk.open(0)
        one.close()
        disk.open(0).close()


def test_a_failed_disk_hands_nothing_over(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    with disk.open(0) as one:
        before, files = (position(one.table.far), one.table.given), disk.files()
        with monkeypatch.context() as broken, pytest.raises(CannotSave):
            broken.setattr(os, "replace", lambda *names: (_ for _ in ()).throw(OSError(28, "No space left on device")))
            one.hand_over("x")
        assert (position(one.table.far), one.table.given) == before and disk.files() == files
        assert one.hand_over("x").no == len(one.own) - 1


def test_a_disk_that_fails_while_files_are_taken_takes_none_in_memory(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk.open(0) as one:
        text = one.hand_over("x").text()
    with disk.open(1) as two:
        before = position(two.table.far)
        with monkeypatch.context() as broken, pytest.raises(CannotSave):
            broken.setattr(os, "replace", lambda *names: (_ for _ in ()).throw(OSError(5, "Input/output error")))
            two.take(text)
        assert position(two.table.far) == before
        two.take(text)
        assert position(two.table.far) != before


# -- moved to another machine ------------------------------------------------------------------------------------------


def test_a_seat_moves_with_all_its_messages_and_goes_on(disk: Disk, tmp_path: Path) -> None:
    with disk.open(0) as one:
        packed, whole = moving.packed(one, "a long password"), position(one.table.far)
    with moving.unpacked(packed, "a long password", tmp_path / "there") as other:
        assert position(other.table.far) == whole
        assert other.hand_over("I am here now.").no == len(other.own) - 1
    with pytest.raises(CannotSave, match="already"):
        moving.unpacked(packed, "a long password", tmp_path / "there")
    for harm in (
        packed[:100],
        packed.replace("SEAT", "SEA"),
        packed[:60] + "A" + packed[61:],
        "",
        packed[packed.index("-----DEAD RECKONING 1") :],
    ):
        with pytest.raises(NotTaken):
            moving.unpacked(harm, "a long password", tmp_path / "nowhere")
    with pytest.raises(NotTaken, match="password is another one"):
        moving.unpacked(packed, "a long passwort", tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    assert one.table.secrets.seed.hex() not in packed


def test_a_seat_does_not_move_with_the_messages_of_another_battle(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "cd" * size)
    other = unkilled(tmp_path / "other", DUEL, 2)
    with disk.open(0) as one, other.open(0) as two:
        mine, theirs = moving.packed(one, "a long password"), moving.packed(two, "a long password")
    end = "-----END SEAT-----"
    mixed = mine.partition(end)[0] + end + theirs.partition(end)[2]
    with pytest.raises(NotTaken, match="other messages"):
        moving.unpacked(mixed, "a long password", tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_long_battle_moves_too(disk: Disk, tmp_path: Path) -> None:
    with disk.open(0) as one:
        for _ in range(330):
            one.table.hand_over("x" * 2000)
        packed = moving.packed(one, "a long password")
        assert len(packed) > 2**20
        with moving.unpacked(packed, "a long password", tmp_path / "there") as there:
            assert position(there.table.far) == position(one.table.far)
