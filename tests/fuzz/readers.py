"""Readers of what others wrote: protocol, bots, tournaments, records, archives, databases.

sessions.py has the requests after a Hello, tests/submissions the archives of bots.
"""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError
from hypothesis.strategies import SearchStrategy, binary
from rich.console import Console

from referee.conduct import Fault
from referee.errors import UserError
from referee.games.korist.names import NOTATION
from referee.models import reading
from referee.models.completion import read_completion
from referee.models.failures import EndpointError
from referee.record import RecordError, read_record
from referee.record_check import verify
from referee.rpc.handshake import AcceptedHello, greet
from referee.rpc.link import MemoryLink
from referee.rpc.manifest import MANIFEST, ManifestError, read_manifest
from referee.toml import parse_toml
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from stych_lines.answers import UnreadableAnswerError, read_answer
from tests.fuzz import archives
from tests.fuzz.inputs import as_json, as_toml, damaged, odd, odd_message, one_of
from tests.fuzz.reader import Reader
from tests.joining.typed import Typed
from tests.models import sights
from tests.models.stub import said
from tests.records.matches import CRASHED, FakeBot, failing_after, make_record, uniform
from tests.root import ROOT
from tests.rpc.timeless import Timeless
from tournaments.config import competition, league_file
from tournaments.config.definition import Definition
from tournaments.core.errors import TournamentFileError
from tournaments.core.voids import VoidEntryError, read_void
from tournaments.person.person import NoMoreInputError, Person
from tournaments.present.terminal.record import as_lines, spelled
from tournaments.present.terminal.replay import show_replay
from tournaments.storage.journal import Defined, JournalError, Voided, read_text
from tournaments.verify.setting import SettingError, read_setting

VECTORS: Final = ROOT / "proto" / "vectors"
DEVNULL: Final = Console(file=io.StringIO(), width=100)


# -- the protocol


def handshake(data: bytes) -> None:
    """The first request of a stream: welcome or refused, and told so in one message."""

    async def shake() -> None:
        link = MemoryLink()
        link.to_referee.put_nowait(data)
        answer = await greet(link, "fox")
        assert isinstance(answer, AcceptedHello | Fault)
        heard = link.to_bot.get_nowait()
        assert link.to_bot.empty()
        assert heard.HasField("welcome") == isinstance(answer, AcceptedHello)
        if isinstance(answer, Fault):
            assert heard.goodbye.text == answer.text
            assert answer.text.isprintable()

    with Timeless() as loop:
        loop.run(shake())


def person(data: bytes) -> None:
    """A referee's message as somebody at the terminal sees it, who types some commands."""

    async def look() -> None:
        lines = Typed("?", "h", "x", "glad 1", "#1", "q")
        there = Person(DEVNULL, lines, echo=False)
        response = pb.PlayResponse.FromString(data)
        there.note(response)
        for decision in response.decisions:
            await there.decide(decision)

    try:
        with Timeless() as loop:
            loop.run(look())
    except (NoMoreInputError, DecodeError):
        pass


def observation(data: bytes) -> None:
    """Decisions of a message as a bot with the rules decodes them."""
    response = pb.PlayResponse.FromString(data)
    for decision in response.decisions:
        field = decision.WhichOneof("observation")
        if field:
            codec(field.replace("_", "-")).decode(getattr(decision, field))


def vectors(kind: str) -> SearchStrategy[bytes]:
    """The shared test vectors of messages to bots, or from them, damaged or odd."""
    rows = json.loads((VECTORS / "index.json").read_text())
    names = [row["name"] for row in rows if row["message"] == f"stych.v1.{kind}"]
    texts = [(VECTORS / f"{name}.bin").read_bytes() for name in names]
    messages = [getattr(pb, kind).FromString(text) for text in texts]
    return damaged(one_of(texts)) | odd_message(one_of(messages))


_ACTIONS: Final = ["4", "4 4 J", "take", "pile 0"]


def line(data: bytes) -> None:
    """A line that a bot has written: the index of a legal action."""
    index = read_answer(data, _ACTIONS, NOTATION.parse_action)
    assert index in range(len(_ACTIONS))
    # Nothing but an index or that action's own text may choose it.
    said = data.decode().strip()
    text = json.loads(said) if said.startswith('"') else said
    assert text == _ACTIONS[index] or int(said) == index


def _lines() -> SearchStrategy[bytes]:
    texts = [json.dumps(text).encode() for text in _ACTIONS]
    said = [*texts, *(text.encode() for text in _ACTIONS), b"0", b"+3", b"17", b"leave"]
    return damaged(one_of(said)) | binary(max_size=20)


# -- files that people write


def manifest(data: bytes) -> None:
    (archives.scratch() / MANIFEST).write_bytes(data)
    read_manifest(archives.scratch())


def tournament(data: bytes) -> None:
    path = archives.scratch() / "cup.toml"
    path.write_bytes(data)
    for each in competition.read(path).tournaments:
        each.make_game()


def league(data: bytes) -> None:
    path = archives.scratch() / "year.toml"
    path.write_bytes(data)
    league_file.read(path)


def _tomls(paths: Sequence[Path]) -> SearchStrategy[bytes]:
    texts = [path.read_bytes() for path in paths]
    plain = [json.loads(json.dumps(parse_toml(text.decode()))) for text in texts]
    return damaged(one_of(texts)) | odd(one_of(plain)).map(as_toml) | binary(max_size=60)


LEAGUES: Final = sorted((ROOT / "tournaments" / "examples" / "leagues").glob("*.toml"))
EXAMPLES: Final = sorted((ROOT / "tournaments" / "examples").glob("*.toml"))
MANIFESTS: Final = sorted((ROOT / "bots").glob("*/examples/*/bot.toml"))[:12]


# -- endpoints of language models


def completion(data: bytes) -> None:
    """The answer of an endpoint, and what its text chooses."""
    reply = read_completion(data.decode("utf-8", "replace"), {"messages": []}, 1.0)
    own = sights.decision("fox")
    found = reading.read(reply, own.sight, own.seen, own.legal)
    assert found.why.isprintable()
    assert (found.index is None) == bool(found.why)
    json.dumps(reply.text).encode()
    reply.text.encode()


def _completions() -> SearchStrategy[bytes]:
    texts = [
        said('I think. {"move": "#1"}').body,
        said('{"move": 2, "notes": "x"} {"move": "#1", "a": {"b": [{}]}').body,
        said(None, "tool_calls", tool_calls=[{"id": "1"}]).body,
        said(None, refusal="no").body,
    ]
    values = [json.loads(text) for text in texts]
    return damaged(one_of(texts)) | odd(one_of(values)).map(as_json) | binary(max_size=40)


# -- what was kept


def record(data: bytes) -> None:
    """Read, verified, replayed for the whole table and for one seat, and spelled out."""
    found = read_record(data)
    verify(found)
    for seat in (None, 0):
        list(show_replay(found, seat))
    json.dumps(spelled(found))
    list(as_lines(found))


RECORDS: Final = [
    *(make_record(board, options={"target": 1}) for board in (1, 2)),
    make_record(1, 0, FakeBot(failing_after(9)), FakeBot(uniform), options={"target": 1}),
    make_record(1, 0, FakeBot(uniform), FakeBot(uniform, missing=CRASHED), options={"target": 1}),
    make_record(1, 0, None, None, options={"target": 1}),
    make_record(1, game="korist", options={"players": 2}),
    make_record(1, game="nase-hra", options={"players": 2}),
    make_record(1, game="the-game", options={}),
]


def journal(data: bytes) -> None:
    """Read an entry of a journal; a definition or a void in it is checked in full."""
    said = read_text(data)
    if isinstance(said, Defined):
        read_setting(Definition(said.name, said.definition))
    elif isinstance(said, Voided):
        read_void(said.values)


def _records() -> SearchStrategy[bytes]:
    texts = [each.to_json().encode() for each in RECORDS]
    values = [json.loads(text) for text in texts]
    return damaged(one_of(texts)) | odd(one_of(values)).map(as_json)


def _entries() -> SearchStrategy[bytes]:
    texts = archives.entries()
    values = [json.loads(text) for text in texts]
    return damaged(one_of(texts)) | odd(one_of(values)).map(as_json)


def readers() -> list[Reader]:
    """All readers that are fuzzed here."""
    refused = (UserError,)
    return [
        Reader("handshake", handshake, (), vectors("PlayRequest") | binary(max_size=40)),
        Reader("person", person, refused, vectors("PlayResponse")),
        Reader("observation", observation, (DecodeError, ValueError), vectors("PlayResponse")),
        Reader("line", line, (UnreadableAnswerError,), _lines()),
        Reader("manifest", manifest, (ManifestError,), _tomls(MANIFESTS)),
        Reader("tournament", tournament, (TournamentFileError,), _tomls(EXAMPLES)),
        Reader("league", league, (TournamentFileError,), _tomls(LEAGUES)),
        Reader("completion", completion, (EndpointError,), _completions()),
        Reader("record", record, (RecordError, UserError), _records()),
        Reader("journal", journal, (JournalError, SettingError, VoidEntryError), _entries()),
        Reader("archive", archives.opened, refused, archives.damaged_outside()),
        Reader("import", archives.imported, refused, archives.damaged_inside()),
        Reader("database", archives.database, refused, archives.damaged_database()),
    ]
