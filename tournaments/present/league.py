"""The table of a league as JSON and in sentences; docs/history.md describes the JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.core.words import how_many
from tournaments.present.history import version_json
from tournaments.present.in_words import ranked_in_words
from tournaments.ratings.standings import plain
from tournaments.run.season import Season, SeasonLine, SeasonResult

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


def as_json(season: Season) -> dict[str, Any]:
    """The table of a league as plain JSON."""
    return {
        "format": FORMAT,
        "league": season.league.name,
        "table": season.league.table,
        "tournaments": list(season.tournaments),
        "waiting": list(season.waiting),
        "left_out": list(season.play.left_out),
        "left_out_matches": season.left_out,
        "in_words": [part_in_words(season, part) for part in season.parts],
        "parts": [[_line(season, line) for line in part] for part in season.parts],
        "unrated": [_line(season, line) for line in season.unrated],
    }


def _line(season: Season, line: SeasonLine) -> dict[str, Any]:
    by_points = season.league.is_by_points
    standing = line.standing
    share = ("points_share", "share_interval")
    return {
        "rank": line.rank,
        # A bot has the same keys in all JSON over several tournaments.
        **version_json(season.play.bots[line.identity]),
        "points": plain(line.points) if by_points else None,
        "mu": plain(standing.mu) if standing else None,
        "mu_interval": plain(line.interval),
        **{key: plain(getattr(standing, key)) if standing else None for key in share},
        "matches": line.matches,
        "faults": dict(line.faults),
        "lacks": list(line.lacks),
        "results": [_result(each, by_points=by_points) for each in line.results],
    }


def _result(result: SeasonResult, *, by_points: bool) -> dict[str, Any]:
    return {
        "tournament": result.tournament,
        "entrant": result.standing.entrant,
        "rank": result.rank,
        "points": plain(result.points) if by_points else None,
        "counts": result.counts,
    }


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line of a league's table, with the label of its bot as the name of the entrant."""

    entrant: str
    better_than_next: float | None


def part_in_words(season: Season, part: Sequence[SeasonLine]) -> str:
    """What a part of the table says about who is best, as one sentence; "" if no bot has a rank.

    By points it names the bots that lead. By rating it says which bots can be told apart, and is ""
    for fewer than two.
    """
    ranked = [line for line in part if line.rank is not None]
    labels = [season.play.bots[line.identity].label for line in ranked]
    if not ranked:
        return ""
    if season.league.is_by_points:
        first = [label for label, line in zip(labels, ranked, strict=True) if line.rank == 1]
        points = points_text(ranked[0].points)
        if len(first) > 1:
            return f"{', '.join(first[:-1])} and {first[-1]} lead with {points} points each."
        return f"{first[0]} leads with {points} points."
    return ranked_in_words(
        [
            _Placed(label, line.standing.better_than_next if line.standing else None)
            for label, line in zip(labels, ranked, strict=True)
        ]
    )


def points_text(points: float) -> str:
    """Points of a league with up to three decimals, such as 7.5 or 13.333."""
    return f"{points:.3f}".rstrip("0").rstrip(".")


def sentences(season: Season) -> Iterator[str]:
    """Sentences about what the table rests on, and about what does not count."""
    league = season.league
    counted = how_many(len(season.tournaments), "tournament")
    if league.is_by_points:
        best = f", of each bot its best {league.best}" if league.best else ""
        yield f"By points: {counted}{best}."
    else:
        yield f"By rating: all blocks of {counted} are rated together; the mean of a part is 25."
    if len(season.parts) > 1:
        yield (
            f"There are {len(season.parts)} parts that no bot links, directly or through others:"
            " their ratings and ranks do not compare."
        )
    # A reason may end in a question: "did you mean spring?"
    not_counted = (*season.waiting, *season.play.left_out)
    yield from (f"Not counted: {each}{'' if each.endswith('?') else '.'}" for each in not_counted)
    if season.left_out:
        count = how_many(season.left_out, "match")
        yield f"Not rated: {count} of a bot with itself under another name."
