"""A direct connection to another seat's program: TLS 1.3 by asyncio, in a thread of its own beside the window.

Only bytes pass through the thread. What they mean is worked out where the battle is, by `DirectLine.work`.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import ssl
import threading
import time

from game.far.frames import MOST, FileExchange, Frame, Ping, Shelf, packed, unpacked
from game.far.messages.message import NotTaken

HANDSHAKE = 10.0  # seconds for the handshake
QUIET, SILENCE = 20.0, 60.0  # seconds after which a sign of life is sent, and after which a connection is given up
AGAIN = 3.0  # seconds before the next call
EACH_SECOND, AT_ONCE = 20, 100  # frames that are taken from the other end
WAITING = 64  # frames that wait to be worked out, or to be sent
HANDSHAKES = 8  # strangers who may be in a handshake at a time


class DirectLine:
    """A connection that is made again whenever it breaks. `listens` waits for the other end at an address and a port;
    otherwise it calls there. `told` is the state of the line in a sentence."""

    def __init__(self, shelf: Shelf, tls: ssl.SSLContext, address: str, port: int, listens: bool) -> None:
        self.shelf, self.address, self.port, self.listens = shelf, address, port, listens
        self.told = "It waits for the other player." if listens else f"It calls {address}."
        self.exchange: FileExchange | None = None
        self._tls = tls
        self._in: queue.Queue[bytes | None] = queue.Queue(WAITING)  # None: a new connection
        self._out: queue.Queue[bytes] = queue.Queue(WAITING)
        self._ends, self._drops = threading.Event(), threading.Event()
        self._ready = threading.Event()
        self._talks = False  # is there a connection now?
        self.met_at = 0.0  # when the last one was made
        self._worked: tuple[str, bool] = ("", False)
        self._thread = threading.Thread(target=self._run, name="direct line", daemon=True)

    def start(self) -> None:
        """Begin to listen, or to call. Raises OSError if nobody can listen there."""
        self._thread.start()
        self._ready.wait(HANDSHAKE)
        if self._fault:
            raise self._fault

    _fault: OSError | None = None

    def close(self, patience: float = HANDSHAKE) -> None:
        """End the connection, and wait at most `patience` seconds for that."""
        self._ends.set()
        self._thread.join(patience)

    @property
    def connected(self) -> bool:
        return self.exchange is not None and self._talks

    @property
    def waiting(self) -> bool:
        """Return whether `work` has anything to do, or the state of the line has changed since it was called."""
        return not self._in.empty() or self._worked != (self.told, self.connected)

    def work(self) -> bool:
        """Work out what has come, and send what is new; return whether anything has been taken in. Call it often, where
        the battle is."""
        changed = False
        self._worked = self.told, self.connected
        with contextlib.suppress(queue.Empty):
            while True:
                body = self._in.get_nowait()
                if body is None:
                    self.exchange = FileExchange(self.shelf)
                    self._send(self.exchange.begin())
                elif self.exchange is not None:
                    changed = self._heard(self.exchange, body) or changed
        if self.exchange is not None:
            for frame in self.exchange.news():
                self._send(frame)
        return changed

    def _heard(self, exchange: FileExchange, body: bytes) -> bool:
        before = dict(self.shelf.counts())
        try:
            for frame in exchange.answer(unpacked(body)):
                self._send(frame)
        except NotTaken as why:
            self.told, self.exchange = f"The connection has ended: {why}.", None
            self._drops.set()
        return before != self.shelf.counts()

    def _send(self, frame: Frame) -> None:
        """Put a frame in the queue; one for which there is no room is sent after the next connection."""
        try:
            self._out.put_nowait(packed(frame))
        except queue.Full:
            self.exchange = None
            self._drops.set()

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._listen() if self.listens else self._call())

    async def _until_closed(self) -> None:
        while not self._ends.is_set():
            await asyncio.sleep(0.05)

    async def _until_dropped(self) -> None:
        while not (self._ends.is_set() or self._drops.is_set()):
            await asyncio.sleep(0.02)

    async def _listen(self) -> None:
        """Take one connection at a time, until the line is closed."""
        busy = False

        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal busy
            if busy:
                writer.close()
                return
            busy = True
            try:
                await self._talk(reader, writer)
            finally:
                busy = False

        try:
            server = await asyncio.start_server(
                meet,
                self.address,
                self.port,
                limit=MOST,
                backlog=HANDSHAKES,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE,
            )
        except OSError as fault:
            self._fault = fault
            self._ready.set()
            return
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._until_closed()

    async def _call(self) -> None:
        """Call, talk, and call again, until the line is closed."""
        self._ready.set()
        while not self._ends.is_set():
            try:
                async with asyncio.timeout(HANDSHAKE):
                    streams = await asyncio.open_connection(
                        self.address, self.port, limit=MOST, ssl=self._tls, server_hostname=""
                    )
                await self._talk(*streams)
            except (OSError, TimeoutError) as why:
                self.told = f"{self.address} does not answer: {getattr(why, 'strerror', None) or why or 'no answer'}."
            for _ in range(round(AGAIN / 0.05)):
                if self._ends.is_set():
                    return
                await asyncio.sleep(0.05)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass frames on in both directions until one end leaves."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._out.get_nowait()  # meant for an earlier connection
        self._drops.clear()
        self.told, self._talks, self.met_at = "The other player is there.", True, time.time()
        await self._pass_on(None)
        tasks = [asyncio.create_task(one) for one in (self._hear(reader), self._say(writer), self._until_dropped())]
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        self._talks = False
        for task in others:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        fault = next((task.exception() for task in done if not task.cancelled()), None)
        if isinstance(fault, ValueError):
            self.told = f"The connection has ended: {fault}."
        elif not self._drops.is_set():
            self.told = "The other player has left."
        with contextlib.suppress(OSError):
            writer.close()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        """Read frames, not faster than is allowed. Raises ValueError, OSError, TimeoutError."""
        allowed, since = float(AT_ONCE), time.monotonic()
        while True:
            async with asyncio.timeout(SILENCE):
                size = int.from_bytes(await reader.readexactly(4), "big")
                if size > MOST:
                    raise ValueError("it sends too much at a time")
                body = await reader.readexactly(size)
            now = time.monotonic()
            allowed, since = min(AT_ONCE, allowed + (now - since) * EACH_SECOND) - 1, now
            if allowed < 0:
                raise ValueError("it sends too often")
            if body != PING:
                await self._pass_on(body)

    async def _pass_on(self, body: bytes | None) -> None:
        """Give bytes to the battle; wait while it is busy."""
        begun = time.monotonic()
        while True:
            try:
                self._in.put_nowait(body)
                return
            except queue.Full:
                if time.monotonic() - begun > SILENCE:
                    raise TimeoutError("this program is busy") from None
                await asyncio.sleep(0.05)

    async def _say(self, writer: asyncio.StreamWriter) -> None:
        """Write what waits to be sent, and a sign of life now and then."""
        last = time.monotonic()
        while True:
            try:
                body = self._out.get_nowait()
            except queue.Empty:
                if time.monotonic() - last < QUIET:
                    await asyncio.sleep(0.02)
                    continue
                body = packed(Ping())
            writer.write(body)
            async with asyncio.timeout(SILENCE):  # not wait_for, which may miss that the task is cancelled
                await writer.drain()
            last = time.monotonic()


PING = packed(Ping())[4:]
