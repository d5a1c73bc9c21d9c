"""A peer with a true key that sends anything over a direct connection on this machine's own loopback: nothing stops,
grows or changes by it. `FRAMES` in the environment says how many frames."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.battle.designs import ROOT
from game.far import direct
from game.far.certificate import tls_context
from game.far.direct import DirectLine
from game.far.far_battle import gather
from game.far.frames import MOST, Bye, FileExchange, Give, Have, Ping, packed
from game.far.messages.seat_secrets import LINKS
from game.far.store import StoredBattle
from game.far.table import FarTable
from tests.far.hostile.test_hostile_peer import HostilePeer
from tests.support.players.far_battles import decide, on_disk
from tests.support.players.far_hostile import harmed, position

FRAMES = int(os.environ.get("FRAMES", "3000"))
HERE = "127.0.0.1"
LIGHT = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"
SIGNED = 400  # messages with a true signature, from which all others are made
GROWTH = 8 * 1024 * 1024  # bytes, of a process that runs nothing else and long enough
OBJECTS = 20_000  # small blocks of memory that Python may hold more at the end
LONGEST = 5.0  # seconds of the processor for all that waits at a time
FREE = 10**9  # frames a second: the usual bound would make this take half a day


class CountingLine(DirectLine):
    """A line that counts the frames it has worked out."""

    heard = 0

    def _heard(self, exchange: FileExchange, body: bytes) -> bool:
        self.heard += 1
        return super()._heard(exchange, body)


class FrameSource:
    """Random frames of a hostile peer that plays a seat, some of them with its true signature."""

    def __init__(self, mine: StoredBattle, theirs: StoredBattle) -> None:
        self.chance = Random(7)
        peer = HostilePeer(mine.table, theirs.table, 7)
        self.signed = [peer.message() for _ in range(SIGNED)]
        self.known = [path.read_text(encoding="utf-8") for path in theirs.messages]

    def frame(self) -> bytes:
        chance = self.chance
        kind = chance.random()
        if kind < 0.3:
            counts = {chance.choice(("azure", "amber", "nobody", "")): chance.randrange(10**6) for _ in range(3)}
            return packed(Have(counts={seat: count for seat, count in counts.items() if seat}))
        if kind < 0.35:
            return packed(Have(counts={"azure": chance.randrange(40)}))
        if kind < 0.4:
            return packed(Ping())
        if kind < 0.45:
            return packed(Give(text=chance.choice(self.known)))
        if kind < 0.5:
            return packed(Give(text=chance.choice(self.signed)))
        if kind < 0.8:
            return packed(Give(text=harmed(chance.choice(self.signed), self.known, chance)))
        if kind < 0.995:
            return packed(Give(text=chance.randbytes(chance.randrange(600)).decode("latin-1")))
        return self._faulty()

    def _faulty(self) -> bytes:
        """Return bytes that end a connection."""
        chance = self.chance
        body = chance.randbytes(chance.randrange(1, 200))
        long = MOST + chance.randrange(1, 2**31)
        return chance.choice(
            (
                len(body).to_bytes(4, "big") + body,
                long.to_bytes(4, "big"),
                packed(Bye(why="I go.")),
                (12).to_bytes(4, "big") + b'{"kind":"no"',
            )
        )


async def pour(source: FrameSource, line: CountingLine, mine: StoredBattle, theirs: StoredBattle) -> None:
    """Send frames, and read whatever comes back, until enough have been worked out; call again when it is closed."""
    tls = tls_context(False, mine.table.secrets.tls_key, [theirs.table.far.certificates()["azure"]])
    while line.heard < FRAMES:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, line.port, ssl=tls, server_hostname="")
            swallowing = asyncio.create_task(swallow(reader))
            with contextlib.suppress(OSError):
                while line.heard < FRAMES and not swallowing.done():
                    writer.write(source.frame())
                    await writer.drain()
                    await asyncio.sleep(0)
            swallowing.cancel()
            writer.close()


async def swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[StoredBattle, StoredBattle]]:
    """Yield a battle in its second turn, on two disks."""
    with on_disk(LIGHT, tmp_path) as (azure, amber):
        chance = Random(1)
        while not azure.table.begun or azure.table.battle.state.turn < 2:
            for one, other in ((azure, amber), (amber, azure)):
                if one.table.begun:
                    decide(one.table, chance, 1)
                    if one.table.to_hand_over:
                        other.take(one.hand_over().text())
                elif one is azure and azure.table.to_hand_over:
                    amber.take(azure.hand_over().text())
        yield azure, amber


def memory() -> tuple[int, int]:
    """Return the blocks that Python holds, and the bytes that this process holds where the system tells."""
    gc.collect()
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text(encoding="ascii").split()[1]) if statm.exists() else 0
    return sys.getallocatedblocks(), pages * os.sysconf("SC_PAGE_SIZE")


def test_random_frames_of_a_true_key_stop_grow_and_change_nothing(
    played: tuple[StoredBattle, StoredBattle], monkeypatch: pytest.MonkeyPatch
) -> None:
    azure, amber = played
    monkeypatch.setattr(direct, "EACH_SECOND", FREE)
    monkeypatch.setattr(direct, "AT_ONCE", FREE)
    tls = tls_context(True, azure.table.secrets.tls_key, [azure.table.far.certificates()["amber"]])
    line = CountingLine(azure, tls, HERE, 0, True)
    line.start()
    source = FrameSource(amber, azure)
    sender = threading.Thread(target=lambda: asyncio.run(pour(source, line, amber, azure)))
    sender.start()
    before, longest, fills = (0, 0), 0.0, max(FRAMES // 10, 1000)
    try:
        while sender.is_alive():
            began = time.process_time()
            line.work()
            longest = max(longest, time.process_time() - began)
            if not before[0] and line.heard > fills:
                before = memory()
            time.sleep(0.001)
    finally:
        sender.join()
        line.close()
    blocks, grown = (now - then for now, then in zip(memory(), before))
    more = f"{blocks} blocks and {grown / 1024:.0f} KiB more"
    print(f"{line.heard} frames, {more}, {longest:.2f} s at most, {azure.counts()}")
    assert line.heard >= FRAMES and longest < LONGEST
    assert before[0] and blocks < OBJECTS
    assert FRAMES < 10**5 or not before[1] or grown < GROWTH
    third = gather((path.read_text(encoding="utf-8") for path in azure.messages), LINKS)
    assert third.refused == [] and position(FarTable(third, azure.table.secrets).far) == position(azure.table.far)
