"""What was gained when all pairings on a board shared its deal: the spread of mu over many seeds.

`python -m tests.tournaments.shared_boards 60` prints the figures of docs/ratings.md: for each way
of dealing, how far the difference of two bots' mu varies from seed to seed. Rules and ratings are
real; the bots are policies in this process.
"""

import math
import sys
from collections.abc import Mapping
from itertools import combinations
from random import Random
from statistics import mean, variance
from typing import Any, Final, get_args

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import make_game
from referee.sharing import deal_path
from tests.bots.arena import Bot, by_thumb, first, uniform
from tests.tournaments.rated import rating_of
from tournaments.core.dealing import Deals, sharers
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.ratings.tabulate import tabulate

BOARDS: Final = 20
GAMES: Final[Mapping[str, Mapping[str, object]]] = {
    "fox": {"target": 1},
    "nase-hra": {"players": 2},
}


def field(game: str) -> dict[str, Bot]:
    """Four bots of unlike skill, by name."""
    thumb = by_thumb({"fox": "fox_thumb", "nase-hra": "nase_hra_thumb"}[game])

    def careless(state: Any, random: Random) -> int:
        return (thumb if random.random() < 0.5 else uniform)(state, random)

    return {"careless": careless, "first": first, "random": uniform, "thumb": thumb}


def play(
    game: AnyGame, bots: Mapping[str, Bot], fixture: Fixture, seed: str, deals: Deals
) -> PlayedMatch:
    """A match, without a referee."""
    path = deal_path(seed, game, fixture.block.board, *sharers(fixture, deals))
    state, random = game.new(Deal(derive(*path))), Random(f"{seed}/{fixture.id}")
    while state.seat != NOBODY:
        legal = state.legal_actions()
        place = bots[fixture.seats[state.seat]](state, random) if len(legal) > 1 else 0
        state.apply(legal[place])
    outcome = state.outcome()
    return PlayedMatch(fixture, MatchResult(outcome.places, outcome.points))


def spread(id_: str, deals: Deals, seeds: int) -> tuple[float, float]:
    """The deviation of the difference of two mu, over all pairs, and its standard error."""
    game, bots = make_game(id_, GAMES[id_]), field(id_)
    found: dict[tuple[str, str], list[float]] = {}
    for number in range(seeds):
        seed = f"shared {number}"
        fixtures = round_robin("shared", list(bots), game.seats, BOARDS)
        made = tabulate(list(bots), [play(game, bots, each, seed, deals) for each in fixtures])
        mu = {each.entrant: rating_of(each).mu for each in made.standings}
        for one, other in combinations(sorted(bots), 2):
            found.setdefault((one, other), []).append(mu[one] - mu[other])
    deviation = math.sqrt(mean(variance(each) for each in found.values()))
    # The differences of four bots have three degrees of freedom.
    return deviation, deviation / math.sqrt(2 * 3 * (seeds - 1))


def main() -> None:
    """A line for each game and way of dealing."""
    seeds = int(sys.argv[1])
    for game in GAMES:
        # In reverse, so that the former way, "board", comes first.
        for deals in reversed(get_args(Deals)):
            deviation, error = spread(game, deals, seeds)
            sys.stdout.write(f"{game}, {deals}: {deviation:.3f} +- {error:.3f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
