from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FoxPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FOX_PHASE_UNSPECIFIED: _ClassVar[FoxPhase]
    FOX_PHASE_PLAY: _ClassVar[FoxPhase]
    FOX_PHASE_FOX: _ClassVar[FoxPhase]
    FOX_PHASE_WOODCUTTER: _ClassVar[FoxPhase]

class FoxEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FOX_EVENT_UNSPECIFIED: _ClassVar[FoxEvent]
    FOX_EVENT_ROUND: _ClassVar[FoxEvent]
    FOX_EVENT_PLAY: _ClassVar[FoxEvent]
    FOX_EVENT_GIVE: _ClassVar[FoxEvent]
    FOX_EVENT_KEEP: _ClassVar[FoxEvent]
    FOX_EVENT_UNDER: _ClassVar[FoxEvent]
    FOX_EVENT_TRICK: _ClassVar[FoxEvent]
    FOX_EVENT_SCORE: _ClassVar[FoxEvent]
FOX_PHASE_UNSPECIFIED: FoxPhase
FOX_PHASE_PLAY: FoxPhase
FOX_PHASE_FOX: FoxPhase
FOX_PHASE_WOODCUTTER: FoxPhase
FOX_EVENT_UNSPECIFIED: FoxEvent
FOX_EVENT_ROUND: FoxEvent
FOX_EVENT_PLAY: FoxEvent
FOX_EVENT_GIVE: FoxEvent
FOX_EVENT_KEEP: FoxEvent
FOX_EVENT_UNDER: FoxEvent
FOX_EVENT_TRICK: FoxEvent
FOX_EVENT_SCORE: FoxEvent

class FoxOptions(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class FoxObservation(_message.Message):
    __slots__ = ("public_view", "private_view")
    PUBLIC_VIEW_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_VIEW_FIELD_NUMBER: _ClassVar[int]
    public_view: FoxPublic
    private_view: FoxPrivate
    def __init__(self, public_view: _Optional[_Union[FoxPublic, _Mapping]] = ..., private_view: _Optional[_Union[FoxPrivate, _Mapping]] = ...) -> None: ...

class FoxPublic(_message.Message):
    __slots__ = ("phase", "to_move", "target", "dealer", "leader", "decree", "trick", "hand_sizes", "deck_size", "tricks", "treasures", "totals", "past_rounds", "history")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    DECREE_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    TREASURES_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    PAST_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    phase: FoxPhase
    to_move: int
    target: int
    dealer: int
    leader: int
    decree: int
    trick: _containers.RepeatedScalarFieldContainer[int]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    deck_size: int
    tricks: _containers.RepeatedScalarFieldContainer[int]
    treasures: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    past_rounds: _containers.RepeatedScalarFieldContainer[int]
    history: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, phase: _Optional[_Union[FoxPhase, str]] = ..., to_move: _Optional[int] = ..., target: _Optional[int] = ..., dealer: _Optional[int] = ..., leader: _Optional[int] = ..., decree: _Optional[int] = ..., trick: _Optional[_Iterable[int]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., deck_size: _Optional[int] = ..., tricks: _Optional[_Iterable[int]] = ..., treasures: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., past_rounds: _Optional[_Iterable[int]] = ..., history: _Optional[_Iterable[int]] = ...) -> None: ...

class FoxPrivate(_message.Message):
    __slots__ = ("seat", "hand", "drawn", "buried")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    BURIED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    drawn: _containers.RepeatedScalarFieldContainer[int]
    buried: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., drawn: _Optional[_Iterable[int]] = ..., buried: _Optional[_Iterable[int]] = ...) -> None: ...
