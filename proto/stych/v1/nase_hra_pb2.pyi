from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NaseHraPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NASE_HRA_PHASE_UNSPECIFIED: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_ORDER: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_ASK: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_TALON: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_DISCARD: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_ANNOUNCE: _ClassVar[NaseHraPhase]
    NASE_HRA_PHASE_PLAY: _ClassVar[NaseHraPhase]

class NaseHraOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NASE_HRA_ORDER_UNSPECIFIED: _ClassVar[NaseHraOrder]
    NASE_HRA_ORDER_FIGURES: _ClassVar[NaseHraOrder]
    NASE_HRA_ORDER_NUMBERS: _ClassVar[NaseHraOrder]

class NaseHraEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NASE_HRA_EVENT_UNSPECIFIED: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_LIFT: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_DEAL: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_ORDER: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_PLAY_ON: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_REFUSE: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_RENOUNCE: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_TAKE: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_DISCARD: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_ANNOUNCE: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_TURN: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_PILE: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_PLAY: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_TRICK: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_PILE_TRICK: _ClassVar[NaseHraEvent]
    NASE_HRA_EVENT_SCORE: _ClassVar[NaseHraEvent]
NASE_HRA_PHASE_UNSPECIFIED: NaseHraPhase
NASE_HRA_PHASE_ORDER: NaseHraPhase
NASE_HRA_PHASE_ASK: NaseHraPhase
NASE_HRA_PHASE_TALON: NaseHraPhase
NASE_HRA_PHASE_DISCARD: NaseHraPhase
NASE_HRA_PHASE_ANNOUNCE: NaseHraPhase
NASE_HRA_PHASE_PLAY: NaseHraPhase
NASE_HRA_ORDER_UNSPECIFIED: NaseHraOrder
NASE_HRA_ORDER_FIGURES: NaseHraOrder
NASE_HRA_ORDER_NUMBERS: NaseHraOrder
NASE_HRA_EVENT_UNSPECIFIED: NaseHraEvent
NASE_HRA_EVENT_LIFT: NaseHraEvent
NASE_HRA_EVENT_DEAL: NaseHraEvent
NASE_HRA_EVENT_ORDER: NaseHraEvent
NASE_HRA_EVENT_PLAY_ON: NaseHraEvent
NASE_HRA_EVENT_REFUSE: NaseHraEvent
NASE_HRA_EVENT_RENOUNCE: NaseHraEvent
NASE_HRA_EVENT_TAKE: NaseHraEvent
NASE_HRA_EVENT_DISCARD: NaseHraEvent
NASE_HRA_EVENT_ANNOUNCE: NaseHraEvent
NASE_HRA_EVENT_TURN: NaseHraEvent
NASE_HRA_EVENT_PILE: NaseHraEvent
NASE_HRA_EVENT_PLAY: NaseHraEvent
NASE_HRA_EVENT_TRICK: NaseHraEvent
NASE_HRA_EVENT_PILE_TRICK: NaseHraEvent
NASE_HRA_EVENT_SCORE: NaseHraEvent

class NaseHraOptions(_message.Message):
    __slots__ = ("players", "series")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SERIES_FIELD_NUMBER: _ClassVar[int]
    players: int
    series: str
    def __init__(self, players: _Optional[int] = ..., series: _Optional[str] = ...) -> None: ...

class NaseHraObservation(_message.Message):
    __slots__ = ("public_view", "private_view")
    PUBLIC_VIEW_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_VIEW_FIELD_NUMBER: _ClassVar[int]
    public_view: NaseHraPublic
    private_view: NaseHraPrivate
    def __init__(self, public_view: _Optional[_Union[NaseHraPublic, _Mapping]] = ..., private_view: _Optional[_Union[NaseHraPrivate, _Mapping]] = ...) -> None: ...

class NaseHraPublic(_message.Message):
    __slots__ = ("phase", "to_move", "series", "triple", "game", "redeal", "chooser", "order", "leader", "trick", "hand_sizes", "pile_size", "talon_size", "cross", "took", "renounced", "announced", "points", "tricks", "triple_points", "totals", "past_games", "lifts", "history")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    SERIES_FIELD_NUMBER: _ClassVar[int]
    TRIPLE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REDEAL_FIELD_NUMBER: _ClassVar[int]
    CHOOSER_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    PILE_SIZE_FIELD_NUMBER: _ClassVar[int]
    TALON_SIZE_FIELD_NUMBER: _ClassVar[int]
    CROSS_FIELD_NUMBER: _ClassVar[int]
    TOOK_FIELD_NUMBER: _ClassVar[int]
    RENOUNCED_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    TRIPLE_POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    PAST_GAMES_FIELD_NUMBER: _ClassVar[int]
    LIFTS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    phase: NaseHraPhase
    to_move: int
    series: str
    triple: int
    game: int
    redeal: int
    chooser: int
    order: NaseHraOrder
    leader: int
    trick: _containers.RepeatedScalarFieldContainer[int]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    pile_size: int
    talon_size: int
    cross: _containers.RepeatedScalarFieldContainer[int]
    took: _containers.RepeatedScalarFieldContainer[int]
    renounced: _containers.RepeatedScalarFieldContainer[bool]
    announced: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    tricks: _containers.RepeatedScalarFieldContainer[int]
    triple_points: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    past_games: _containers.RepeatedScalarFieldContainer[int]
    lifts: _containers.RepeatedScalarFieldContainer[int]
    history: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, phase: _Optional[_Union[NaseHraPhase, str]] = ..., to_move: _Optional[int] = ..., series: _Optional[str] = ..., triple: _Optional[int] = ..., game: _Optional[int] = ..., redeal: _Optional[int] = ..., chooser: _Optional[int] = ..., order: _Optional[_Union[NaseHraOrder, str]] = ..., leader: _Optional[int] = ..., trick: _Optional[_Iterable[int]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., pile_size: _Optional[int] = ..., talon_size: _Optional[int] = ..., cross: _Optional[_Iterable[int]] = ..., took: _Optional[_Iterable[int]] = ..., renounced: _Optional[_Iterable[bool]] = ..., announced: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., tricks: _Optional[_Iterable[int]] = ..., triple_points: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., past_games: _Optional[_Iterable[int]] = ..., lifts: _Optional[_Iterable[int]] = ..., history: _Optional[_Iterable[int]] = ...) -> None: ...

class NaseHraPrivate(_message.Message):
    __slots__ = ("seat", "hand", "taken")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    taken: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., taken: _Optional[_Iterable[int]] = ...) -> None: ...
