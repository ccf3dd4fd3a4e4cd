from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TheGamePhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    THE_GAME_PHASE_UNSPECIFIED: _ClassVar[TheGamePhase]
    THE_GAME_PHASE_GLADNESS: _ClassVar[TheGamePhase]
    THE_GAME_PHASE_FLAGS: _ClassVar[TheGamePhase]
    THE_GAME_PHASE_TURN: _ClassVar[TheGamePhase]

class TheGameEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    THE_GAME_EVENT_UNSPECIFIED: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_GLAD: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_TURN: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_FLAGS: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_PLACE: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_END: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_STUCK: _ClassVar[TheGameEvent]
    THE_GAME_EVENT_OVER: _ClassVar[TheGameEvent]
THE_GAME_PHASE_UNSPECIFIED: TheGamePhase
THE_GAME_PHASE_GLADNESS: TheGamePhase
THE_GAME_PHASE_FLAGS: TheGamePhase
THE_GAME_PHASE_TURN: TheGamePhase
THE_GAME_EVENT_UNSPECIFIED: TheGameEvent
THE_GAME_EVENT_GLAD: TheGameEvent
THE_GAME_EVENT_TURN: TheGameEvent
THE_GAME_EVENT_FLAGS: TheGameEvent
THE_GAME_EVENT_PLACE: TheGameEvent
THE_GAME_EVENT_END: TheGameEvent
THE_GAME_EVENT_STUCK: TheGameEvent
THE_GAME_EVENT_OVER: TheGameEvent

class TheGameOptions(_message.Message):
    __slots__ = ("players", "variant", "talk", "fire")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    FIRE_FIELD_NUMBER: _ClassVar[int]
    players: int
    variant: str
    talk: bool
    fire: bool
    def __init__(self, players: _Optional[int] = ..., variant: _Optional[str] = ..., talk: _Optional[bool] = ..., fire: _Optional[bool] = ...) -> None: ...

class TheGameObservation(_message.Message):
    __slots__ = ("public_view", "private_view")
    PUBLIC_VIEW_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_VIEW_FIELD_NUMBER: _ClassVar[int]
    public_view: TheGamePublic
    private_view: TheGamePrivate
    def __init__(self, public_view: _Optional[_Union[TheGamePublic, _Mapping]] = ..., private_view: _Optional[_Union[TheGamePrivate, _Mapping]] = ...) -> None: ...

class TheGamePublic(_message.Message):
    __slots__ = ("phase", "to_move", "hand_limit", "usual_minimum", "talk", "fire", "mover", "placed", "minimum", "to_cover", "tops", "deck_size", "hand_sizes", "flags", "history")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    HAND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    USUAL_MINIMUM_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    FIRE_FIELD_NUMBER: _ClassVar[int]
    MOVER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    TO_COVER_FIELD_NUMBER: _ClassVar[int]
    TOPS_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    phase: TheGamePhase
    to_move: int
    hand_limit: int
    usual_minimum: int
    talk: bool
    fire: bool
    mover: int
    placed: int
    minimum: int
    to_cover: _containers.RepeatedScalarFieldContainer[int]
    tops: _containers.RepeatedScalarFieldContainer[int]
    deck_size: int
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    flags: _containers.RepeatedScalarFieldContainer[int]
    history: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, phase: _Optional[_Union[TheGamePhase, str]] = ..., to_move: _Optional[int] = ..., hand_limit: _Optional[int] = ..., usual_minimum: _Optional[int] = ..., talk: _Optional[bool] = ..., fire: _Optional[bool] = ..., mover: _Optional[int] = ..., placed: _Optional[int] = ..., minimum: _Optional[int] = ..., to_cover: _Optional[_Iterable[int]] = ..., tops: _Optional[_Iterable[int]] = ..., deck_size: _Optional[int] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., flags: _Optional[_Iterable[int]] = ..., history: _Optional[_Iterable[int]] = ...) -> None: ...

class TheGamePrivate(_message.Message):
    __slots__ = ("seat", "hand")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ...) -> None: ...
