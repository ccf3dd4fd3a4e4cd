from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HeartsPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEARTS_PHASE_UNSPECIFIED: _ClassVar[HeartsPhase]
    HEARTS_PHASE_PASS: _ClassVar[HeartsPhase]
    HEARTS_PHASE_PLAY: _ClassVar[HeartsPhase]

class HeartsDirection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEARTS_DIRECTION_UNSPECIFIED: _ClassVar[HeartsDirection]
    HEARTS_DIRECTION_LEFT: _ClassVar[HeartsDirection]
    HEARTS_DIRECTION_RIGHT: _ClassVar[HeartsDirection]
    HEARTS_DIRECTION_ACROSS: _ClassVar[HeartsDirection]
    HEARTS_DIRECTION_HOLD: _ClassVar[HeartsDirection]

class HeartsEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEARTS_EVENT_UNSPECIFIED: _ClassVar[HeartsEvent]
    HEARTS_EVENT_ROUND: _ClassVar[HeartsEvent]
    HEARTS_EVENT_PASS: _ClassVar[HeartsEvent]
    HEARTS_EVENT_PLAY: _ClassVar[HeartsEvent]
    HEARTS_EVENT_TRICK: _ClassVar[HeartsEvent]
    HEARTS_EVENT_MOON: _ClassVar[HeartsEvent]
    HEARTS_EVENT_SCORE: _ClassVar[HeartsEvent]
HEARTS_PHASE_UNSPECIFIED: HeartsPhase
HEARTS_PHASE_PASS: HeartsPhase
HEARTS_PHASE_PLAY: HeartsPhase
HEARTS_DIRECTION_UNSPECIFIED: HeartsDirection
HEARTS_DIRECTION_LEFT: HeartsDirection
HEARTS_DIRECTION_RIGHT: HeartsDirection
HEARTS_DIRECTION_ACROSS: HeartsDirection
HEARTS_DIRECTION_HOLD: HeartsDirection
HEARTS_EVENT_UNSPECIFIED: HeartsEvent
HEARTS_EVENT_ROUND: HeartsEvent
HEARTS_EVENT_PASS: HeartsEvent
HEARTS_EVENT_PLAY: HeartsEvent
HEARTS_EVENT_TRICK: HeartsEvent
HEARTS_EVENT_MOON: HeartsEvent
HEARTS_EVENT_SCORE: HeartsEvent

class HeartsObservation(_message.Message):
    __slots__ = ("public_view", "private_view")
    PUBLIC_VIEW_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_VIEW_FIELD_NUMBER: _ClassVar[int]
    public_view: HeartsPublic
    private_view: HeartsPrivate
    def __init__(self, public_view: _Optional[_Union[HeartsPublic, _Mapping]] = ..., private_view: _Optional[_Union[HeartsPrivate, _Mapping]] = ...) -> None: ...

class HeartsPublic(_message.Message):
    __slots__ = ("phase", "to_move", "target", "moon", "jack", "direction", "leader", "trick", "broken", "hand_sizes", "tricks", "taken", "totals", "past_rounds", "history")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOON_FIELD_NUMBER: _ClassVar[int]
    JACK_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    PAST_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    phase: HeartsPhase
    to_move: int
    target: int
    moon: str
    jack: bool
    direction: HeartsDirection
    leader: int
    trick: _containers.RepeatedScalarFieldContainer[int]
    broken: bool
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    tricks: _containers.RepeatedScalarFieldContainer[int]
    taken: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    past_rounds: _containers.RepeatedScalarFieldContainer[int]
    history: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, phase: _Optional[_Union[HeartsPhase, str]] = ..., to_move: _Optional[int] = ..., target: _Optional[int] = ..., moon: _Optional[str] = ..., jack: _Optional[bool] = ..., direction: _Optional[_Union[HeartsDirection, str]] = ..., leader: _Optional[int] = ..., trick: _Optional[_Iterable[int]] = ..., broken: _Optional[bool] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., tricks: _Optional[_Iterable[int]] = ..., taken: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., past_rounds: _Optional[_Iterable[int]] = ..., history: _Optional[_Iterable[int]] = ...) -> None: ...

class HeartsPrivate(_message.Message):
    __slots__ = ("seat", "hand", "passed", "received", "earlier_passed", "earlier_received")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    EARLIER_PASSED_FIELD_NUMBER: _ClassVar[int]
    EARLIER_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    passed: _containers.RepeatedScalarFieldContainer[int]
    received: _containers.RepeatedScalarFieldContainer[int]
    earlier_passed: _containers.RepeatedScalarFieldContainer[int]
    earlier_received: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., passed: _Optional[_Iterable[int]] = ..., received: _Optional[_Iterable[int]] = ..., earlier_passed: _Optional[_Iterable[int]] = ..., earlier_received: _Optional[_Iterable[int]] = ...) -> None: ...
