"""A refactoring changes no byte of a playing: the digests of playings stay those in a file.

Only a change of the rules, of the notation or of the protocol may change them. This command writes
the file, played_before.json, anew:

    python -m tests.games.test_played_before
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.wire.codec import codec
from tests.games.every_variant import all_variants, name_of

KEPT = Path(__file__).with_name("played_before.json")
LONGEST = 150
"""At most so many decisions of a playing are followed."""


def digest(game: AnyGame) -> str:
    """Of one random playing: the deal, the options, what the seats are asked, and the points.

    Observations are taken as bytes, legal actions in words. If the playing ends within the
    decisions that are followed, its result and all its events are added.
    """
    found = hashlib.sha256()
    for part in _parts(game):
        found.update(part)
    return found.hexdigest()[:16]


def _parts(game: AnyGame) -> Iterator[bytes]:
    random, wire = Random(name_of(game)), codec(game.id)
    state = game.new(Deal(derive("played before", name_of(game))))
    yield json.dumps(game.layout(state), sort_keys=True).encode()
    yield wire.options(game.options).SerializeToString(deterministic=True)
    for _ in range(LONGEST):
        if state.seat == NOBODY:
            break
        legal = state.legal_actions()
        yield wire.encode(state.observe(state.seat)).SerializeToString(deterministic=True)
        yield repr((state.seat, [*map(game.action_text, legal)], state.points())).encode()
        state.apply(random.choice(legal))
    else:
        return
    outcome = state.outcome()
    yield repr((outcome.points, outcome.places, [*map(game.event_text, state.events)])).encode()


def digests() -> dict[str, str]:
    return {name_of(game): digest(game) for game in all_variants()}


@pytest.mark.slow
def test_every_variant_is_played_as_it_was() -> None:
    assert digests() == json.loads(KEPT.read_text())


if __name__ == "__main__":
    KEPT.write_text(json.dumps(digests(), indent=0, sort_keys=True) + "\n")
