"""A connection over which nothing comes any more, though nobody has closed it, is dialled again."""

import asyncio
import re
from contextlib import ExitStack, suppress
from typing import Self

import pytest

from tests.bots.lone_referee import FINISHED, WELCOME, LoneReferee, serve
from tests.bots.random_bots import LANGUAGES, Started, built

pytestmark = [pytest.mark.slow, pytest.mark.builds]


class SilentLink:
    """Forwards to an address, HOST:PORT; what is connected when it falls silent hears no more."""

    def __init__(self, address: str) -> None:
        self._host, port = address.rsplit(":", 1)
        self._port = int(port)
        self._open: list[asyncio.StreamWriter] = []
        self._loud: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        self.address = f"{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        for writer in self._open:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def fall_silent(self) -> None:
        """From now on nothing goes through the connections that are there; new ones may come."""
        self._loud.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._host, self._port)
        self._open += [writer, back]
        self._loud |= {writer, back}
        for source, target in ((reader, back), (there, writer)):
            self._pumps.add(asyncio.create_task(self._pump(source, target)))

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(1 << 16):
                if target in self._loud:
                    target.write(data)
                    await target.drain()
            if target in self._loud:
                target.close()
        except ConnectionError:
            target.close()


async def play(bot: Started) -> None:
    referee = LoneReferee([[WELCOME], [WELCOME, FINISHED]])
    async with serve(referee, "127.0.0.1:0") as address, SilentLink(address) as link:
        referee.streams[0] = [WELCOME, link.fall_silent]
        code, said = await bot.play(link.address, {"STYCH_RECONNECT": "60"})
    # gRPC in C++ may end while it polls, and then says so whatever its verbosity is.
    said = re.sub(r"(?m)^E\d{4} .* backup_poller\.cc:.*\n", "", said)
    sentences = r"stych: the connection failed: .+; dialling again\nstych: goodbye: enough\n"
    assert code == 0
    assert re.fullmatch(sentences, said), said
    assert len(referee.tokens) == 2


async def test_a_link_that_falls_silent_is_noticed() -> None:
    """All bots are tried at the same time, since their pings are twenty seconds apart."""
    with ExitStack() as stack:
        bots = [stack.enter_context(built(language)) for language in LANGUAGES]
        results = await asyncio.gather(*map(play, bots), return_exceptions=True)
    troubles = {
        language: result
        for language, result in zip(LANGUAGES, results, strict=True)
        if isinstance(result, BaseException)
    }
    assert troubles == {}
