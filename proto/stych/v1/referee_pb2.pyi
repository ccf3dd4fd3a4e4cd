from stych.v1 import fox_pb2 as _fox_pb2
from stych.v1 import korist_pb2 as _korist_pb2
from stych.v1 import nase_hra_pb2 as _nase_hra_pb2
from stych.v1 import the_game_pb2 as _the_game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_LATE: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL: _ClassVar[FaultKind]
    FAULT_KIND_MALFORMED: _ClassVar[FaultKind]
    FAULT_KIND_CRASHED: _ClassVar[FaultKind]
    FAULT_KIND_DISCONNECTED: _ClassVar[FaultKind]
    FAULT_KIND_INCOMPATIBLE: _ClassVar[FaultKind]
    FAULT_KIND_WITHDRAWN: _ClassVar[FaultKind]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FINISHED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_STOPPED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_INCOMPATIBLE: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_MALFORMED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_LATE: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_LEAVING: _ClassVar[GoodbyeReason]
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_LATE: FaultKind
FAULT_KIND_ILLEGAL: FaultKind
FAULT_KIND_MALFORMED: FaultKind
FAULT_KIND_CRASHED: FaultKind
FAULT_KIND_DISCONNECTED: FaultKind
FAULT_KIND_INCOMPATIBLE: FaultKind
FAULT_KIND_WITHDRAWN: FaultKind
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_FINISHED: GoodbyeReason
GOODBYE_REASON_STOPPED: GoodbyeReason
GOODBYE_REASON_INCOMPATIBLE: GoodbyeReason
GOODBYE_REASON_MALFORMED: GoodbyeReason
GOODBYE_REASON_LATE: GoodbyeReason
GOODBYE_REASON_LEAVING: GoodbyeReason

class PlayRequest(_message.Message):
    __slots__ = ("hello", "answers", "goodbye")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answers: Answers
    goodbye: Goodbye
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answers: _Optional[_Union[Answers, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "starts", "decisions", "overs", "openings", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    OVERS_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    starts: _containers.RepeatedCompositeFieldContainer[MatchStart]
    decisions: _containers.RepeatedCompositeFieldContainer[Decision]
    overs: _containers.RepeatedCompositeFieldContainer[MatchOver]
    openings: _containers.RepeatedCompositeFieldContainer[DealOpening]
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., starts: _Optional[_Iterable[_Union[MatchStart, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[Decision, _Mapping]]] = ..., overs: _Optional[_Iterable[_Union[MatchOver, _Mapping]]] = ..., openings: _Optional[_Iterable[_Union[DealOpening, _Mapping]]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "bot_name", "bot_version", "sdk", "games", "decisions_at_once", "never_talks")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    NEVER_TALKS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    bot_name: str
    bot_version: str
    sdk: str
    games: _containers.RepeatedScalarFieldContainer[str]
    decisions_at_once: int
    never_talks: bool
    def __init__(self, protocol_version: _Optional[int] = ..., bot_name: _Optional[str] = ..., bot_version: _Optional[str] = ..., sdk: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., decisions_at_once: _Optional[int] = ..., never_talks: _Optional[bool] = ...) -> None: ...

class GameData(_message.Message):
    __slots__ = ("type", "data", "json")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    type: str
    data: bytes
    json: str
    def __init__(self, type: _Optional[str] = ..., data: _Optional[bytes] = ..., json: _Optional[str] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "referee_version", "decisions_at_once")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    referee_version: str
    decisions_at_once: int
    def __init__(self, protocol_version: _Optional[int] = ..., referee_version: _Optional[str] = ..., decisions_at_once: _Optional[int] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("decision_ms", "bank_ms", "grace_ms")
    DECISION_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    decision_ms: int
    bank_ms: int
    grace_ms: int
    def __init__(self, decision_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("match", "game", "fox", "the_game", "korist", "nase_hra", "other", "seat", "seats", "bot_seed", "clock", "deal_commitment", "resumed")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FOX_FIELD_NUMBER: _ClassVar[int]
    THE_GAME_FIELD_NUMBER: _ClassVar[int]
    KORIST_FIELD_NUMBER: _ClassVar[int]
    NASE_HRA_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    DEAL_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    match: int
    game: str
    fox: _fox_pb2.FoxOptions
    the_game: _the_game_pb2.TheGameOptions
    korist: _korist_pb2.KoristOptions
    nase_hra: _nase_hra_pb2.NaseHraOptions
    other: GameData
    seat: int
    seats: int
    bot_seed: int
    clock: Clock
    deal_commitment: bytes
    resumed: bool
    def __init__(self, match: _Optional[int] = ..., game: _Optional[str] = ..., fox: _Optional[_Union[_fox_pb2.FoxOptions, _Mapping]] = ..., the_game: _Optional[_Union[_the_game_pb2.TheGameOptions, _Mapping]] = ..., korist: _Optional[_Union[_korist_pb2.KoristOptions, _Mapping]] = ..., nase_hra: _Optional[_Union[_nase_hra_pb2.NaseHraOptions, _Mapping]] = ..., other: _Optional[_Union[GameData, _Mapping]] = ..., seat: _Optional[int] = ..., seats: _Optional[int] = ..., bot_seed: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., deal_commitment: _Optional[bytes] = ..., resumed: _Optional[bool] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("decision", "match", "legal_actions", "events", "bank_left_ms", "fox", "the_game", "korist", "nase_hra", "other")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    FOX_FIELD_NUMBER: _ClassVar[int]
    THE_GAME_FIELD_NUMBER: _ClassVar[int]
    KORIST_FIELD_NUMBER: _ClassVar[int]
    NASE_HRA_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    decision: int
    match: int
    legal_actions: _containers.RepeatedScalarFieldContainer[int]
    events: _containers.RepeatedScalarFieldContainer[int]
    bank_left_ms: int
    fox: _fox_pb2.FoxObservation
    the_game: _the_game_pb2.TheGameObservation
    korist: _korist_pb2.KoristObservation
    nase_hra: _nase_hra_pb2.NaseHraObservation
    other: GameData
    def __init__(self, decision: _Optional[int] = ..., match: _Optional[int] = ..., legal_actions: _Optional[_Iterable[int]] = ..., events: _Optional[_Iterable[int]] = ..., bank_left_ms: _Optional[int] = ..., fox: _Optional[_Union[_fox_pb2.FoxObservation, _Mapping]] = ..., the_game: _Optional[_Union[_the_game_pb2.TheGameObservation, _Mapping]] = ..., korist: _Optional[_Union[_korist_pb2.KoristObservation, _Mapping]] = ..., nase_hra: _Optional[_Union[_nase_hra_pb2.NaseHraObservation, _Mapping]] = ..., other: _Optional[_Union[GameData, _Mapping]] = ...) -> None: ...

class Answers(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("decision", "choice")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    decision: int
    choice: int
    def __init__(self, decision: _Optional[int] = ..., choice: _Optional[int] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "kind", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: FaultKind
    text: str
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., text: _Optional[str] = ...) -> None: ...

class MatchOver(_message.Message):
    __slots__ = ("match", "places", "points", "faults", "events")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match: int
    places: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    events: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, match: _Optional[int] = ..., places: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., events: _Optional[_Iterable[int]] = ...) -> None: ...

class DealOpening(_message.Message):
    __slots__ = ("match", "deal_key", "salt")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DEAL_KEY_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    match: int
    deal_key: bytes
    salt: bytes
    def __init__(self, match: _Optional[int] = ..., deal_key: _Optional[bytes] = ..., salt: _Optional[bytes] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    text: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
