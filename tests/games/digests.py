"""Hashes of random games, one of each variant; of golden games, one of each; and one of tables.

All that the rules say on the way is in them: legal actions, observations of all seats, refusals,
events, points, outcomes, draws, some sampled worlds and what they go on to. Of tables it is every
bit of every number. Compiled and plain code must have the same digests.

    python -m tests.games.digests PLAYINGS

prints as JSON where the rules were loaded from, and the hashes of so many playings of each variant.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from random import Random

from referee import deals
from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState, IllegalActionError
from tests.games import golden
from tests.games.every_variant import all_variants, name_of
from tests.tournaments.played_matches import season
from tournaments.ratings.tabulate import tabulate

WORLD_EVERY = 5
"""A world is sampled at one decision in so many, and played on from for a while."""
LONGEST = 400
"""So many decisions of a playing are followed at most."""


def digests(playings: int) -> dict[str, str]:
    """By name of a golden playthrough or a variant, and by "tables": its hash."""
    found = {f"golden {name}": _hashed([golden.text_of(name)]) for name in golden.PLAYTHROUGHS}
    for game in all_variants():
        told = (line for number in range(playings) for line in _told(game, number))
        found[name_of(game)] = _hashed(told)
    found["tables"] = _hashed(_tables(playings))
    return found


def _tables(playings: int) -> Iterator[str]:
    names = ["ann", "bob", "cid", "dan", "eve"]
    for number in range(playings):
        for seats in range(2, len(names) + 1):
            yield repr(tabulate(names, season(names, seats, 6, number)))


def _hashed(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode())
    return digest.hexdigest()


def _told(game: AnyGame, number: int) -> Iterator[str]:
    """The playing of this number, line by line."""
    random = Random(f"{name_of(game)} {number}")
    deal = Deal(derive("digests", name_of(game), str(number)))
    state = game.new(deal)
    for decision in range(LONGEST):
        yield _seen(game, state)
        if state.seat == NOBODY:
            yield repr(state.outcome())
            break
        if decision % WORLD_EVERY == 0:
            yield from _sampled(game, state, random)
        state.apply(random.choice(state.legal_actions()))
    yield repr(sorted(deal.drawn.items()))


def _seen(game: AnyGame, state: AnyState) -> str:
    seats = [repr(state.observe(seat)) for seat in range(game.seats)]
    refusal = ""
    try:
        state.apply(1_000)
    except IllegalActionError as error:
        refusal = str(error)
    legal = state.legal_actions()
    return repr((state.seat, legal, state.points(), seats, state.events, refusal))


def _sampled(game: AnyGame, state: AnyState, random: Random) -> Iterator[str]:
    world = game.determinize(state.observe(state.seat), random).copy()
    for _ in range(random.randrange(1, 20)):
        if world.seat == NOBODY:
            break
        world.apply(random.choice(world.legal_actions()))
    yield _seen(game, world)


if __name__ == "__main__":
    json.dump({"loaded from": deals.__file__} | digests(int(sys.argv[1])), sys.stdout, indent=1)
