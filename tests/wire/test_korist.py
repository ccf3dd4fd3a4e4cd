"""Kořist on the wire: nothing is lost, and the numbers mean the same on both sides."""

from collections.abc import Iterator
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.korist import KoristGame, KoristObservation, KoristOptions, KoristPhase, Variant
from referee.games.korist.events import KoristEventKind
from referee.games.registry import make_game
from referee.testing import variants
from referee.wire import codec, option_values
from stych.v1 import korist_pb2, referee_pb2
from tests.games.korist_positions import korist

WIRE = codec("korist")
OPTIONS: list[tuple[int, Variant]] = sorted(
    {
        (options.players, options.variant)
        for options in variants(KoristGame)
        if isinstance(options, KoristOptions)
    }
)


def _views(players: int, variant: Variant) -> Iterator[KoristObservation]:
    """What a seat is shown at each decision of a random game."""
    state = korist(players, variant).new(Deal(derive("wire", str(players), variant)))
    random = Random(players)
    while state.seat != NOBODY:
        yield state.observe(state.seat)
        state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize(("players", "variant"), OPTIONS)
def test_an_observation_comes_back_as_it_went(players: int, variant: Variant) -> None:
    for view in _views(players, variant):
        sent = WIRE.encode(view).SerializeToString()
        assert WIRE.decode(korist_pb2.KoristObservation.FromString(sent)) == view


def test_every_phase_occurs_in_such_a_game() -> None:
    assert {view.phase for view in _views(2, "base")} == set(KoristPhase)


def test_options_make_the_same_game() -> None:
    for players, variant in OPTIONS:
        chosen = KoristOptions(players=players, variant=variant, limit=77)
        sent = WIRE.options(chosen).SerializeToString()
        values = option_values(korist_pb2.KoristOptions.FromString(sent))
        assert make_game("korist", values).options == chosen


def test_enums_have_the_same_numbers() -> None:
    phases = {f"KORIST_PHASE_{phase.name}": phase.value for phase in KoristPhase}
    assert dict(korist_pb2.KoristPhase.items()) == {"KORIST_PHASE_UNSPECIFIED": 0, **phases}
    kinds = {f"KORIST_EVENT_{kind.name}": kind.value for kind in KoristEventKind}
    assert dict(korist_pb2.KoristEvent.items()) == {"KORIST_EVENT_UNSPECIFIED": 0, **kinds}


def test_the_game_has_its_fields_in_the_protocol() -> None:
    for message in (referee_pb2.MatchStart, referee_pb2.Decision):
        assert message.DESCRIPTOR.fields_by_name[WIRE.field].number == 19


def test_private_things_are_in_the_private_part_alone() -> None:
    public = korist_pb2.KoristPublic.DESCRIPTOR.fields_by_name
    private = korist_pb2.KoristPrivate.DESCRIPTOR.fields_by_name
    assert set(private) == {"seat", "hand"}
    assert not set(public) & set(private)
    # These are sent in another form: as layout_sizes and layers, and as captured_layer.
    renamed = {"layouts", "captured"}
    assert set(public) | set(private) >= set(KoristObservation._fields) - renamed
