"""All that a server answers to a seat about one question, to the byte.

The commitment and the token of the address are always the same; who compares answers makes the key
of the form's token the same as well.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from urllib.parse import urlencode

from referee.games.choice_form import CARD, Picks
from referee.games.game import AnyGame
from referee.games.plain_picture import picture_of
from referee.sandbox.probe import Mode
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.playing.person_seat import PersonSeat
from stych_web.playing.room import PersonTable, PlayRoom
from stych_web.site import WebSite
from tests.joining.moments import match_start
from tournaments.person.hints import HintBot
from tournaments.person.open_table import OpenTable

_SEAT: Final = "/seat/token"


class OneTable(PlayRoom):
    """A room with one table, at which no match is played; `sit` puts another in its place."""

    def __init__(self) -> None:
        super().__init__(Path(), Mode.OFF)
        self.table: PersonTable | None = None

    def sit(self, seat: PersonSeat) -> None:
        """Put another seat at the one address that there is."""
        self.table = OpenTable("token", cast(Any, None), cast(Any, None), seat)

    def find(self, token: str) -> PersonTable | None:
        return self.table


class FirstHint:
    """Hints that are the first legal action."""

    def note(self, response: pb.PlayResponse) -> None:
        """The hint does not depend on what was played."""

    async def hint(self, decision: pb.Decision) -> int:
        return decision.legal_actions[0]


@dataclass
class Told:
    """What an application sends as an answer, message by message."""

    messages: list[Mapping[str, Any]] = field(default_factory=list)
    status: int = 0
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, message: Mapping[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.messages.append(message)
        self._more.set()

    async def events(self, number: int) -> None:
        """Wait until so many events of the seat were sent."""
        while sum(b"event: seat" in each.get("body", b"") for each in self.messages) < number:
            self._more.clear()
            await self._more.wait()

    @property
    def sent(self) -> bytes:
        """All of it: the status, the headers, and each part of the body with its length."""
        parts = []
        for each in self.messages:
            body = each.get("body", b"")
            head = {key: value for key, value in each.items() if key != "body"}
            parts += [repr((head, len(body))).encode(), body]
        return b"\n".join(parts)


class AnsweredSeat:
    """An application with one seat, which is asked anew again and again."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._picture = picture_of(game)
        self._room = OneTable()
        # Once for all seats: to make it takes as long as many answers.
        self._app = create_app(WebSite(Opened(Path())), room=self._room)

    async def answers(self, seen: Any) -> bytes:
        """The answers to a seat that is asked, with headers and lengths.

        They are: the page, unpacked and packed; the page after a form that was late; the answers to
        choices that are none; the answer to a choice, and the page after it; and the stream of the
        events meanwhile. If there is no question, they are the page alone, since no choice could
        change anything.
        """
        seat = PersonSeat(())
        seat.hints = cast(HintBot, FirstHint())
        seat.note(pb.PlayResponse(starts=[match_start(self._game, seen.seat)]))
        self._room.sit(seat)
        decision = self._decision(seen)
        legal = list(decision.legal_actions)
        task = asyncio.create_task(seat.decide(decision))
        await asyncio.sleep(0)
        if seat.question is None:
            found = [await self._get("identity")]
            await task
        else:
            action = Random(len(seen.history)).choice(legal)
            found = await self._asked(seat, seen, legal, action)
            assert await task == legal.index(action)
        return b"\n".join(each.sent for each in found)

    async def _asked(
        self, seat: PersonSeat, seen: Any, legal: Sequence[int], action: int
    ) -> list[Told]:
        wrong = self._wrong(seen, legal)
        async with self._listening() as stream:
            found = [await self._get(packed) for packed in ("identity", "gzip")]
            found.append(await self._get("identity", "late=1"))
            found += [await self._post(each, seat) for each in wrong]
            found.append(await self._post(self._picture.picks(seen, action), seat))
            found.append(await self._get("gzip"))
        statuses = [200, 200, 200, *(422 for _ in wrong), 303, 200]
        assert [each.status for each in found] == statuses
        return [*found, stream]

    def _wrong(self, seen: Any, legal: Sequence[int]) -> list[Picks]:
        """Choices that are none: nothing, what may not be chosen now, a card not in the form."""
        form = self._picture.form(seen, legal)
        closed = [
            (group.name, each.value)
            for group in form.groups
            for each in group.options
            if each.why_closed
        ]
        own = {each.face for each in form.options}
        others = sorted(self._picture.faces.keys() - own)
        picks: list[Picks] = [{}, *({name: (value,)} for name, value in closed[:1])]
        return [*picks, *({CARD: (face,)} for face in others[:1])]

    def _decision(self, seen: Any) -> pb.Decision:
        wire = codec(self._game.id)
        legal = self._game.determinize(seen, Random(0)).legal_actions()
        observation: dict[str, Any] = {wire.field: wire.encode(seen)}
        return pb.Decision(
            decision=1, match=1, legal_actions=legal, events=seen.history, **observation
        )

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[Told]:
        """The stream of the seat's events is open in the block."""
        gone, told = asyncio.Event(), Told()
        task = asyncio.create_task(self._ask("GET", f"{_SEAT}/events", told, gone=gone))
        # It tells of the question before there is a choice.
        await told.events(1)
        yield told
        await told.events(2)
        gone.set()
        await task

    async def _get(self, packed: str, query: str = "") -> Told:
        told = Told()
        headers = [(b"accept-encoding", packed.encode())]
        await self._ask("GET", _SEAT, told, query=query, headers=headers)
        return told

    async def _post(self, picks: Picks, seat: PersonSeat) -> Told:
        told = Told()
        fields = {"decision": ("1",), "token": (seat.form_token(1),), **picks}
        body = urlencode(fields, doseq=True).encode()
        headers = [(b"content-type", b"application/x-www-form-urlencoded")]
        await self._ask("POST", _SEAT, told, body=body, headers=headers)
        return told

    # Not by a client: each message as it is sent, also those of a stream that has no end.
    async def _ask(
        self,
        method: str,
        path: str,
        told: Told,
        *,
        query: str = "",
        body: bytes = b"",
        headers: Sequence[tuple[bytes, bytes]] = (),
        gone: asyncio.Event | None = None,
    ) -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), (b"sec-fetch-site", b"same-origin"), *headers],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        left = [body]

        async def receive() -> dict[str, Any]:
            if left:
                return {"type": "http.request", "body": left.pop(), "more_body": False}
            await (gone or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        await self._app(scope, receive, cast(Any, told.take))
