"""The table of a league: several tournaments of a data folder, bots by identity."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.config.league_file import League
from tournaments.core.words import how_many
from tournaments.ratings.joined import rating_interval
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import Standing
from tournaments.run.pools import KeptPlay, KeptTournament, kept_play
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """What a bot came to in one tournament of the season."""

    tournament: str
    standing: Standing
    """Its line in the tournament's own table."""
    rank: int | None
    """Among the bots of the tournament, each of them once; None without ratings."""
    points: float = 0.0
    """What the rank is worth, with the tournament's weight; 0 in a table by rating."""
    counts: bool = True
    """Whether it is among those of the bot's results that count."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A bot's line in the table of a league."""

    rank: int | None
    """From 1; equals share it; None for a bot that lacks something."""
    identity: str
    results: tuple[SeasonResult, ...]
    """In the order of the league file."""
    points: float
    """Those of the results that count; 0 in a table by rating."""
    standing: Standing | None
    """Its line in the joint table; None in a table by points, and where no block of it counts."""
    lacks: tuple[str, ...] = ()
    """What it lacks to have a rank, as clauses."""

    @property
    def interval(self) -> Interval | None:
        """95 % of its skill; None where there is no rating."""
        return rating_interval(self.standing) if self.standing else None

    @property
    def matches(self) -> int:
        """The matches that count: those that are rated, or else those of its results."""
        if self.standing:
            return self.standing.matches
        return sum(each.standing.matches for each in self.results)

    @property
    def faults(self) -> Mapping[str, int]:
        """How often by kind, in all tournaments of the season."""
        found: Counter[str] = Counter()
        for each in self.results:
            found.update(each.standing.faults)
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Season:
    """A league's table as it stands."""

    league: League
    play: KeptPlay
    tournaments: tuple[str, ...]
    """The tournaments that count, in the order of the file."""
    waiting: tuple[str, ...]
    """Those of the file that do not count yet, each with why, as sentences."""
    parts: tuple[tuple[SeasonLine, ...], ...]
    """The lines, those with a rank first. By points there is one part at most; by rating, bots that
    nothing links are in different parts, each with ranks of its own."""
    unrated: tuple[SeasonLine, ...] = ()
    """By rating: those of whom no block counts."""
    left_out: int = 0
    """By rating: matches that are not rated, as a bot met itself in them under another name."""


def season(store: Store, league: League) -> Season:
    """The table of a league. Raises UserError for tournaments that cannot be in one table."""
    names = [each.name for each in league.tournaments]
    play = kept_play(store, names)
    kept = {each.name: each for each in play.tournaments}
    waiting = {name: _waits(name, kept.get(name), store, league) for name in names}
    counted = [kept[name] for name in names if not waiting[name]]
    if not league.is_by_points:
        _check_one_pool(league, counted)
    # After the check: a season that cannot be one table is told before anything is computed.
    results = _results(league, counted)
    lines = [_line(identity, own) for identity, own in results.items()]
    told = tuple(why for why in waiting.values() if why)
    made = Season(league, play, tuple(each.name for each in counted), told, ())
    return _by_points(made, lines) if league.is_by_points else _by_rating(made, lines)


def _waits(name: str, found: KeptTournament | None, store: Store, league: League) -> str:
    """Why the tournament does not count yet; empty if it does."""
    if found is None:
        if store.definition(name) is not None:
            return f"{name} cannot be read here"
        return f"nothing of {name} was played yet{did_you_mean(name, store.tournaments())}"
    if league.finished and not found.is_complete:
        return f"{name} is not finished"
    return ""


def _check_one_pool(league: League, counted: Sequence[KeptTournament]) -> None:
    def what(own: KeptTournament) -> str:
        definition = own.definition
        return f"{definition.game_in_words}, rules {definition.rules_version}"

    for each in counted[1:]:
        if what(each) != what(counted[0]):
            raise UserError(
                f"{league.name}: a table by rating is of one game with the same options;"
                f" {counted[0].name} is {what(counted[0])}, {each.name} is {what(each)}:"
                ' write table = "points", or count others'
            )


def _results(
    league: League, counted: Iterable[KeptTournament]
) -> dict[str, tuple[SeasonResult, ...]]:
    """The results of each bot, in the order of the file."""
    weights = {each.name: each.weight for each in league.tournaments}
    found: defaultdict[str, list[SeasonResult]] = defaultdict(list)
    for each in counted:
        own = _own_standings(each)
        order = [standing.rank for standing in own.values() if standing.rank is not None]
        for identity, standing in own.items():
            result = SeasonResult(each.name, standing, _rank(standing.rank, order))
            if league.is_by_points:
                worth = weights[each.name] * _worth(league.points, result.rank, order, standing)
                result = replace(result, points=worth)
            found[identity].append(result)
    return {identity: _best(league, own) for identity, own in sorted(found.items())}


def _own_standings(tournament: KeptTournament) -> dict[str, Standing]:
    """A standing for each bot: of several names of one bot the first counts.

    The first by name and not by rank: the best of several would be better by chance.
    """
    found: dict[str, Standing] = {}
    for standing in sorted(tournament.stand.table.standings, key=lambda own: own.entrant):
        found.setdefault(tournament.identities[standing.entrant], standing)
    return found


def _rank(rank: int | None, order: Sequence[int]) -> int | None:
    """The rank among those of the order alone."""
    return None if rank is None else 1 + sum(other < rank for other in order)


def _worth(
    points: Sequence[float], rank: int | None, order: Sequence[int], standing: Standing
) -> float:
    """What a rank is worth: equals share what their ranks are worth together."""
    if rank is None or not standing.matches:
        return 0.0
    equals = sum(other == standing.rank for other in order)
    return fsum(points[rank - 1 : rank - 1 + equals]) / equals


def _best(league: League, results: Sequence[SeasonResult]) -> tuple[SeasonResult, ...]:
    """The results with a note of those that count: of equal ones the earlier."""
    order = sorted(range(len(results)), key=lambda number: (-results[number].points, number))
    counting = {*order[: league.best]}
    return tuple(replace(each, counts=number in counting) for number, each in enumerate(results))


def _line(identity: str, results: tuple[SeasonResult, ...]) -> SeasonLine:
    points = fsum(each.points for each in results if each.counts)
    return SeasonLine(None, identity, results, points, None)


def _lacks(league: League, line: SeasonLine) -> Iterable[str]:
    needed = league.eligible
    played = sum(each.standing.matches > 0 for each in line.results)
    if played < needed.tournaments:
        yield f"{how_many(played, 'tournament')} of {needed.tournaments}"
    # A bot of which nothing counts has no place in a table, whatever is asked for.
    if line.matches < max(1, needed.matches):
        yield f"{how_many(line.matches, 'match')} of {max(1, needed.matches)}"
    # Faults of blocks that do not count yet are among them: they happened all the same.
    many = sum(line.faults.values())
    if many > needed.faults * line.matches:
        yield f"{how_many(many, 'fault')} in {line.matches} matches"
    if not needed.withdrawn and any(each.standing.withdrawn for each in line.results):
        yield "withdrawn"


def _by_points(made: Season, lines: Sequence[SeasonLine]) -> Season:
    # As exact as the JSON has them: a sum of tenths differs by the order in which they came.
    ranked = _ranked(made.league, [(-round(line.points, 6), line) for line in lines])
    return replace(made, parts=(ranked,) if ranked else ())


def _by_rating(made: Season, lines: Sequence[SeasonLine]) -> Season:
    pool = [each for each in made.play.pools if {*made.tournaments} & {*_names(each.tournaments)}]
    if not pool:
        return made
    # What does not count is no part of the joint rating either.
    counted = tuple(each for each in pool[0].tournaments if each.name in made.tournaments)
    rating = replace(pool[0], tournaments=counted).joint()
    parts = []
    for part in rating.parts:
        known = part.by_identity
        own = [(known[each.identity], each) for each in lines if each.identity in known]
        placed = [(place.rank, replace(each, standing=place)) for place, each in own]
        parts.append(_ranked(made.league, placed))
    unrated = [(None, each) for each in lines if rating.part_of(each.identity) is None]
    last = _ranked(made.league, unrated)
    return replace(made, parts=tuple(parts), unrated=last, left_out=rating.left_out)


def _names(tournaments: Iterable[KeptTournament]) -> list[str]:
    return [each.name for each in tournaments]


def _ranked(
    league: League, lines: Sequence[tuple[float | None, SeasonLine]]
) -> tuple[SeasonLine, ...]:
    """The lines by their places, lower ones first; those that lack something come last."""

    def order(own: tuple[float | None, SeasonLine]) -> tuple[bool, bool, float, str]:
        place, line = own
        return bool(line.lacks), place is None, place or 0.0, line.identity

    judged = [(place, replace(line, lacks=tuple(_lacks(league, line)))) for place, line in lines]
    in_order = sorted(judged, key=order)
    # `index` finds the first of several with one place, so that equals share the better rank.
    places = [place for place, line in in_order if not line.lacks and place is not None]
    return tuple(
        replace(line, rank=None if line.lacks or place is None else 1 + places.index(place))
        for place, line in in_order
    )
