from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class KoristPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KORIST_PHASE_UNSPECIFIED: _ClassVar[KoristPhase]
    KORIST_PHASE_LAY: _ClassVar[KoristPhase]
    KORIST_PHASE_SHADOW: _ClassVar[KoristPhase]
    KORIST_PHASE_TAKE: _ClassVar[KoristPhase]
    KORIST_PHASE_RETURN: _ClassVar[KoristPhase]
    KORIST_PHASE_DRAW: _ClassVar[KoristPhase]
    KORIST_PHASE_MAY_DRAW: _ClassVar[KoristPhase]

class KoristEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KORIST_EVENT_UNSPECIFIED: _ClassVar[KoristEvent]
    KORIST_EVENT_START: _ClassVar[KoristEvent]
    KORIST_EVENT_SUPPLY: _ClassVar[KoristEvent]
    KORIST_EVENT_SHADOW: _ClassVar[KoristEvent]
    KORIST_EVENT_PILED: _ClassVar[KoristEvent]
    KORIST_EVENT_LAY: _ClassVar[KoristEvent]
    KORIST_EVENT_SHADOW_CAPTURE: _ClassVar[KoristEvent]
    KORIST_EVENT_CAPTURE: _ClassVar[KoristEvent]
    KORIST_EVENT_TAKE: _ClassVar[KoristEvent]
    KORIST_EVENT_LEAVE: _ClassVar[KoristEvent]
    KORIST_EVENT_BACK: _ClassVar[KoristEvent]
    KORIST_EVENT_DISCARD: _ClassVar[KoristEvent]
    KORIST_EVENT_PILE: _ClassVar[KoristEvent]
    KORIST_EVENT_DECK: _ClassVar[KoristEvent]
    KORIST_EVENT_NONE: _ClassVar[KoristEvent]
    KORIST_EVENT_END: _ClassVar[KoristEvent]
KORIST_PHASE_UNSPECIFIED: KoristPhase
KORIST_PHASE_LAY: KoristPhase
KORIST_PHASE_SHADOW: KoristPhase
KORIST_PHASE_TAKE: KoristPhase
KORIST_PHASE_RETURN: KoristPhase
KORIST_PHASE_DRAW: KoristPhase
KORIST_PHASE_MAY_DRAW: KoristPhase
KORIST_EVENT_UNSPECIFIED: KoristEvent
KORIST_EVENT_START: KoristEvent
KORIST_EVENT_SUPPLY: KoristEvent
KORIST_EVENT_SHADOW: KoristEvent
KORIST_EVENT_PILED: KoristEvent
KORIST_EVENT_LAY: KoristEvent
KORIST_EVENT_SHADOW_CAPTURE: KoristEvent
KORIST_EVENT_CAPTURE: KoristEvent
KORIST_EVENT_TAKE: KoristEvent
KORIST_EVENT_LEAVE: KoristEvent
KORIST_EVENT_BACK: KoristEvent
KORIST_EVENT_DISCARD: KoristEvent
KORIST_EVENT_PILE: KoristEvent
KORIST_EVENT_DECK: KoristEvent
KORIST_EVENT_NONE: KoristEvent
KORIST_EVENT_END: KoristEvent

class KoristOptions(_message.Message):
    __slots__ = ("players", "variant", "limit")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    players: int
    variant: str
    limit: int
    def __init__(self, players: _Optional[int] = ..., variant: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class KoristObservation(_message.Message):
    __slots__ = ("public_view", "private_view")
    PUBLIC_VIEW_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_VIEW_FIELD_NUMBER: _ClassVar[int]
    public_view: KoristPublic
    private_view: KoristPrivate
    def __init__(self, public_view: _Optional[_Union[KoristPublic, _Mapping]] = ..., private_view: _Optional[_Union[KoristPrivate, _Mapping]] = ...) -> None: ...

class KoristPublic(_message.Message):
    __slots__ = ("phase", "to_move", "variant", "limit", "decisions", "turn", "has_captured", "victim", "captured_layer", "draws", "hand_sizes", "known", "layout_sizes", "layers", "pile_sizes", "supply", "shadow", "discard", "deck_size", "history")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    HAS_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    VICTIM_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_LAYER_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_SIZES_FIELD_NUMBER: _ClassVar[int]
    LAYERS_FIELD_NUMBER: _ClassVar[int]
    PILE_SIZES_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    SHADOW_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    phase: KoristPhase
    to_move: int
    variant: str
    limit: int
    decisions: int
    turn: int
    has_captured: bool
    victim: int
    captured_layer: int
    draws: int
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedScalarFieldContainer[int]
    layout_sizes: _containers.RepeatedScalarFieldContainer[int]
    layers: _containers.RepeatedScalarFieldContainer[int]
    pile_sizes: _containers.RepeatedScalarFieldContainer[int]
    supply: _containers.RepeatedScalarFieldContainer[int]
    shadow: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    deck_size: int
    history: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, phase: _Optional[_Union[KoristPhase, str]] = ..., to_move: _Optional[int] = ..., variant: _Optional[str] = ..., limit: _Optional[int] = ..., decisions: _Optional[int] = ..., turn: _Optional[int] = ..., has_captured: _Optional[bool] = ..., victim: _Optional[int] = ..., captured_layer: _Optional[int] = ..., draws: _Optional[int] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[int]] = ..., layout_sizes: _Optional[_Iterable[int]] = ..., layers: _Optional[_Iterable[int]] = ..., pile_sizes: _Optional[_Iterable[int]] = ..., supply: _Optional[_Iterable[int]] = ..., shadow: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ..., deck_size: _Optional[int] = ..., history: _Optional[_Iterable[int]] = ...) -> None: ...

class KoristPrivate(_message.Message):
    __slots__ = ("seat", "hand")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ...) -> None: ...
