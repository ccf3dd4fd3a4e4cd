"""The results of blocks, and the rankings of numbered players into which they are turned."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from tournaments.ratings.propagation import Ranking, in_order


@dataclass(frozen=True, slots=True)
class BlockResult:
    """The result of one block: a place for each team; 1 is best, and ties share a place.

    All teams have the same size, so that only differences of skill decide a result.
    """

    teams: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    spared: frozenset[str] = frozenset()
    """Entrants who are not rated by it, because a fault of a partner lost the match."""
    weights: tuple[tuple[str, float], ...] = ()
    """Entrant and weight, above 0 and up to 1, for each entrant on whom this result is less than a
    whole piece of evidence, because it repeats a game of another result. Others weigh 1."""

    @classmethod
    def of(cls, entrants: Sequence[str], places: Sequence[int]) -> "BlockResult":
        """The result of a block without teams: each entrant is a team of one."""
        return cls(tuple((name,) for name in entrants), tuple(places))

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of all entrants, team by team."""
        return tuple(chain(*self.teams))


class Rankings:
    """Turns results of the same entrants into rankings, and makes each ranking only once."""

    def __init__(self, entrants: Sequence[str]) -> None:
        """Raises ValueError for a name that comes twice."""
        # TrueSkill rates a tie of three a little differently in another order. Tied players are
        # ordered by their numbers, so numbers must follow the names and not the argument's order.
        self.names = sorted(entrants)
        """Sorted; the index of a name is the number of its player."""
        doubled = sorted(name for name, times in Counter(self.names).items() if times > 1)
        if doubled:
            raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
        self._index = {name: i for i, name in enumerate(self.names)}
        self._made: dict[BlockResult, Ranking] = {}

    def of(self, results: Iterable[BlockResult]) -> tuple[dict[Ranking, int], list[int]]:
        """How often each ranking occurred, sorted; and the number of the ranking of each result.

        Raises ValueError for a result that is malformed, or not of these entrants.
        """
        kept = list(results)
        # Hashing a result is slow. Many results are one and the same object, and are hashed once.
        objects = {id(result): result for result in kept}
        rankings = {key: self._ranking(result) for key, result in objects.items()}
        place = {ranking: i for i, ranking in enumerate(in_order(set(rankings.values())))}
        where = {key: place[ranking] for key, ranking in rankings.items()}
        numbers = [where[id(result)] for result in kept]
        times = Counter(numbers)
        return {ranking: times[i] for ranking, i in place.items()}, numbers

    def _ranking(self, result: BlockResult) -> Ranking:
        known = self._made.get(result)
        if known is None:
            known = self._made[result] = _ranking(result, self._index)
        return known


def _ranking(result: BlockResult, index: Mapping[str, int]) -> Ranking:
    teams, names = result.teams, result.entrants
    if len(teams) < 2 or len(result.places) != len(teams):
        raise ValueError(f"a result has two teams or more and a place for each, not {result}")
    sizes = {len(team) for team in teams}
    if 0 in sizes or len(sizes) > 1:
        raise ValueError(f"the teams of a result are of one size, not {teams}")
    named = set(names)
    if len(named) < len(names):
        raise ValueError(f"an entrant occurs once in a result, not {result}")
    if strangers := sorted({*named, *result.spared, *dict(result.weights)} - index.keys()):
        raise ValueError(f"a result of entrants that are not in the pool: {strangers}")
    players = [tuple(sorted([index[name] for name in team])) for team in teams]
    order = sorted(zip(result.places, players, strict=True))
    # Places become ranks from 0 without gaps, since 1, 1, 3 and 1, 1, 2 are the same ranking.
    ranks = [0]
    for (place, _), (next_place, _) in pairwise(order):
        ranks.append(ranks[-1] + (next_place != place))
    teams_in_order = tuple(team for _, team in order)
    return Ranking(teams_in_order, tuple(ranks), _weights(result, index, chain(*teams_in_order)))


def _weights(
    result: BlockResult, index: Mapping[str, int], players: Iterable[int]
) -> tuple[float, ...]:
    if not (result.weights or result.spared):
        return (1.0,) * len(result.entrants)
    if wrong := sorted(each for each in result.weights if not 0 < each[1] <= 1):
        raise ValueError(f"a weight is above 0 and up to 1, not {wrong}")
    known = {index[name]: weight for name, weight in result.weights}
    known |= dict.fromkeys((index[name] for name in result.spared), 0.0)
    return tuple(known.get(player, 1.0) for player in players)
