"""The table of a league over tournaments of a data folder, with one line for each bot."""

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
from tournaments.run.pools import StoredPlay, StoredTournament, stored_play
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """The result of a bot in one tournament of the season."""

    tournament: str
    standing: Standing
    """The bot's line in the table of the tournament."""
    rank: int | None
    """The bot's rank when each bot of the tournament counts under one name; None if not rated."""
    points: float = 0.0
    """The points of the rank times the tournament's weight; 0 in a table by rating."""
    counts: bool = True
    """Whether the result counts: with `best` in the league file, only a bot's best ones do."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A bot's line in the table of a league."""

    rank: int | None
    """From 1, and shared by equals; None for a bot that lacks something or has no rating."""
    identity: str
    results: tuple[SeasonResult, ...]
    """In the order of the league file."""
    points: float
    """The points of the results that count; 0 in a table by rating."""
    standing: Standing | None
    """The bot's line in the joint table; None in a table by points, or if no match is rated."""
    lacks: tuple[str, ...] = ()
    """What it lacks to have a rank, as clauses."""

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the bot's rating; None where there is no rating."""
        return rating_interval(self.standing) if self.standing else None

    @property
    def matches(self) -> int:
        """The number of rated matches, or, without a joint standing, of matches in the results."""
        if self.standing:
            return self.standing.matches
        return sum(each.standing.matches for each in self.results)

    @property
    def faults(self) -> Mapping[str, int]:
        """The number of faults by kind, in all tournaments of the season."""
        times: Counter[str] = Counter()
        for each in self.results:
            times.update(each.standing.faults)
        return dict(sorted(times.items()))


@dataclass(frozen=True, slots=True)
class Season:
    """A league's table as it stands."""

    league: League
    play: StoredPlay
    tournaments: tuple[str, ...]
    """The tournaments that count, in the order of the file."""
    waiting: tuple[str, ...]
    """For each tournament of the file that does not count yet, the reason, as a clause."""
    parts: tuple[tuple[SeasonLine, ...], ...]
    """The lines; in each part those with a rank come first. By points there is at most one part. By
    rating, bots that no results link are in different parts, each with ranks of its own."""
    unrated: tuple[SeasonLine, ...] = ()
    """In a table by rating: the lines of bots of which no match is rated."""
    left_out: int = 0
    """In a table by rating: how many matches are not rated, as a bot met itself in their block."""


def season(store: Store, league: League) -> Season:
    """The table of a league. Raises UserError if it cannot be one table, and as `stored_play`."""
    names = [each.name for each in league.tournaments]
    play = stored_play(store, names)
    by_name = {each.name: each for each in play.tournaments}
    waiting = {name: _waits(name, by_name.get(name), store, league) for name in names}
    counted = [by_name[name] for name in names if not waiting[name]]
    if not league.is_by_points:
        _check_one_pool(league, counted)
    # After the check, so that a league that cannot have one table is refused before all work.
    results = _results(league, counted)
    lines = [_line(identity, of_bot) for identity, of_bot in results.items()]
    reasons = tuple(why for why in waiting.values() if why)
    unranked = Season(league, play, tuple(each.name for each in counted), reasons, ())
    return _by_points(unranked, lines) if league.is_by_points else _by_rating(unranked, lines)


def _waits(name: str, tournament: StoredTournament | None, store: Store, league: League) -> str:
    """Why the tournament does not count yet; empty if it does."""
    if tournament is None:
        if store.definition(name) is not None:
            return f"{name} cannot be read here"
        return f"nothing of {name} was played yet{did_you_mean(name, store.tournaments())}"
    if league.finished and not tournament.is_complete:
        return f"{name} is not finished"
    return ""


def _check_one_pool(league: League, counted: Sequence[StoredTournament]) -> None:
    def rules_of(tournament: StoredTournament) -> str:
        definition = tournament.definition
        return f"{definition.game_in_words}, rules {definition.rules_version}"

    for each in counted[1:]:
        if rules_of(each) != rules_of(counted[0]):
            raise UserError(
                f"{league.name}: a table by rating is of one game with the same options;"
                f" {counted[0].name} is {rules_of(counted[0])}, {each.name} is {rules_of(each)}:"
                ' write table = "points", or count other tournaments'
            )


def _results(
    league: League, counted: Iterable[StoredTournament]
) -> dict[str, tuple[SeasonResult, ...]]:
    """By identity, sorted: the results of the bot, in the order of the file."""
    weights = {each.name: each.weight for each in league.tournaments}
    by_bot: defaultdict[str, list[SeasonResult]] = defaultdict(list)
    for each in counted:
        standings = _standings(each)
        ranks = [standing.rank for standing in standings.values() if standing.rank is not None]
        for identity, standing in standings.items():
            result = SeasonResult(each.name, standing, _rank(standing.rank, ranks))
            if league.is_by_points:
                worth = weights[each.name] * _worth(league.points, result.rank, ranks, standing)
                result = replace(result, points=worth)
            by_bot[identity].append(result)
    return {identity: _best(league, results) for identity, results in sorted(by_bot.items())}


def _standings(tournament: StoredTournament) -> dict[str, Standing]:
    """By identity, one standing for each bot, also if it took part under several names.

    The alphabetically first name counts, not the best: that one would be better by chance.
    """
    by_bot: dict[str, Standing] = {}
    for standing in sorted(tournament.stand.table.standings, key=lambda each: each.entrant):
        by_bot.setdefault(tournament.identities[standing.entrant], standing)
    return by_bot


def _rank(rank: int | None, ranks: Sequence[int]) -> int | None:
    """The rank of a bot with this rank in the tournament, when only the bots with `ranks` count."""
    return None if rank is None else 1 + sum(other < rank for other in ranks)


def _worth(
    points: Sequence[float], rank: int | None, ranks: Sequence[int], standing: Standing
) -> float:
    """The points of a rank. Bots with the same rank share the points of the ranks they take up."""
    if rank is None or not standing.matches:
        return 0.0
    equals = sum(other == standing.rank for other in ranks)
    return fsum(points[rank - 1 : rank - 1 + equals]) / equals


def _best(league: League, results: Sequence[SeasonResult]) -> tuple[SeasonResult, ...]:
    """The results, with `counts` set for the `best` ones; of equal ones for the earlier."""
    order = sorted(range(len(results)), key=lambda number: (-results[number].points, number))
    counting = {*order[: league.best]}
    return tuple(replace(each, counts=number in counting) for number, each in enumerate(results))


def _line(identity: str, results: tuple[SeasonResult, ...]) -> SeasonLine:
    points = fsum(each.points for each in results if each.counts)
    return SeasonLine(None, identity, results, points, None)


def _lacks(league: League, line: SeasonLine) -> Iterable[str]:
    """What the bot lacks to be ranked, as clauses; nothing if it is eligible."""
    needed = league.eligible
    played = sum(each.standing.matches > 0 for each in line.results)
    if played < needed.tournaments:
        yield f"{how_many(played, 'tournament')} of {needed.tournaments}"
    # A bot without a match that counts is not ranked, even if the league asks for none.
    if line.matches < max(1, needed.matches):
        yield f"{how_many(line.matches, 'match')} of {max(1, needed.matches)}"
    # Faults in blocks that do not count yet are among these: they happened all the same.
    many = sum(line.faults.values())
    if many > needed.faults * line.matches:
        yield f"{how_many(many, 'fault')} in {how_many(line.matches, 'match')}"
    if not needed.withdrawn and any(each.standing.withdrawn for each in line.results):
        yield "withdrawn"


def _by_points(unranked: Season, lines: Sequence[SeasonLine]) -> Season:
    # Rounded as in the JSON: sums that ought to be equal may differ in their last bits.
    ranked = _ranked(unranked.league, [(-round(line.points, 6), line) for line in lines])
    return replace(unranked, parts=(ranked,) if ranked else ())


def _by_rating(unranked: Season, lines: Sequence[SeasonLine]) -> Season:
    counting = {*unranked.tournaments}
    pools = [each for each in unranked.play.pools if counting & {*_names(each.tournaments)}]
    if not pools:
        return unranked
    # All that count are of one pool (`_check_one_pool`). Others in this pool are left out.
    counted = tuple(each for each in pools[0].tournaments if each.name in counting)
    rating = replace(pools[0], tournaments=counted).joint()
    parts = []
    for part in rating.parts:
        standings = part.by_identity
        of_part = [(standings[each.identity], each) for each in lines if each.identity in standings]
        placed = [(joint.rank, replace(each, standing=joint)) for joint, each in of_part]
        parts.append(_ranked(unranked.league, placed))
    unrated = [(None, each) for each in lines if rating.part_of(each.identity) is None]
    last = _ranked(unranked.league, unrated)
    return replace(unranked, parts=tuple(parts), unrated=last, left_out=rating.left_out)


def _names(tournaments: Iterable[StoredTournament]) -> list[str]:
    return [each.name for each in tournaments]


def _ranked(
    league: League, lines: Sequence[tuple[float | None, SeasonLine]]
) -> tuple[SeasonLine, ...]:
    """The lines, ranked by their places from the lowest; bots that lack something come last."""

    def order(placed: tuple[float | None, SeasonLine]) -> tuple[bool, bool, float, str]:
        place, line = placed
        return bool(line.lacks), place is None, place or 0.0, line.identity

    judged = [(place, replace(line, lacks=tuple(_lacks(league, line)))) for place, line in lines]
    in_order = sorted(judged, key=order)
    # `index` finds the first line with this place, so that equals share the better rank.
    places = [place for place, line in in_order if not line.lacks and place is not None]
    return tuple(
        replace(line, rank=None if line.lacks or place is None else 1 + places.index(place))
        for place, line in in_order
    )
