"""The results of blocks, and their conversion into rankings of numbered players."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from tournaments.ratings.propagation import Ranking, in_order


@dataclass(frozen=True, slots=True)
class BlockResult:
    """The result of one block: a place for each team; 1 is best, and ties share a place.

    All teams have the same size, so that results depend on differences of skill only.
    """

    teams: tuple[tuple[str, ...], ...]
    """The names of the members of each team; single entrants are teams of one."""
    places: tuple[int, ...]
    """The place of each team."""
    spared: frozenset[str] = frozenset()
    """Entrants who are not rated by the result, because a fault of a partner lost the match."""
    weights: tuple[tuple[str, float], ...] = ()
    """Entrant and weight, above 0 and up to 1, for each entrant on whom this result is less than a
    whole piece of evidence, because the entrant played a game of the block more than once. All
    other entrants have the weight 1."""

    @classmethod
    def of(cls, entrants: Sequence[str], places: Sequence[int]) -> "BlockResult":
        """The result of a block without teams: each entrant is a team of one."""
        return cls(tuple((name,) for name in entrants), tuple(places))

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of all entrants, team by team."""
        return tuple(chain(*self.teams))


class Rankings:
    """Converts results of a pool of entrants into rankings, and caches the conversions."""

    def __init__(self, entrants: Sequence[str]) -> None:
        """Raises ValueError for a name that occurs twice."""
        # TrueSkill rates a tie of three a little differently in another order. Tied players are
        # ordered by their numbers. So the numbers follow the names, not the order of the argument.
        self.names = sorted(entrants)
        """Sorted; the index of a name is the number of its player."""
        doubled = sorted(name for name, times in Counter(self.names).items() if times > 1)
        if doubled:
            raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
        self._index = {name: i for i, name in enumerate(self.names)}
        self._made: dict[BlockResult, Ranking] = {}

    def of(self, results: Iterable[BlockResult]) -> tuple[dict[Ranking, int], list[int]]:
        """The count of each ranking, and by result the number of its ranking.

        Rankings are in canonical order (`in_order`), and numbered from 0 in that order. Raises
        ValueError for a malformed result, and for a result of others than these entrants.
        """
        listed = list(results)
        # Hashing a result is slow. Many results are the same object, which is hashed only once.
        objects = {id(result): result for result in listed}
        rankings = {key: self._ranking(result) for key, result in objects.items()}
        number_of = {ranking: i for i, ranking in enumerate(in_order(set(rankings.values())))}
        by_object = {key: number_of[ranking] for key, ranking in rankings.items()}
        numbers = [by_object[id(result)] for result in listed]
        times = Counter(numbers)
        return {ranking: times[i] for ranking, i in number_of.items()}, numbers

    def _ranking(self, result: BlockResult) -> Ranking:
        ranking = self._made.get(result)
        if ranking is None:
            ranking = self._made[result] = _ranking(result, self._index)
        return ranking


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
    """The weights of the players, in their order: 1 by default, and 0 for the spared."""
    if not (result.weights or result.spared):
        return (1.0,) * len(result.entrants)
    if wrong := sorted(each for each in result.weights if not 0 < each[1] <= 1):
        raise ValueError(f"a weight is above 0 and up to 1, not {wrong}")
    weights = {index[name]: weight for name, weight in result.weights}
    weights |= dict.fromkeys((index[name] for name in result.spared), 0.0)
    return tuple(weights.get(player, 1.0) for player in players)
