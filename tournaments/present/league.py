"""The table of a league as JSON, and in sentences; docs/history.md describes it."""

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


def as_json(own: Season) -> dict[str, Any]:
    """The table of a league as plain JSON."""
    return {
        "format": FORMAT,
        "league": own.league.name,
        "table": own.league.table,
        "tournaments": list(own.tournaments),
        "waiting": list(own.waiting),
        "left_out": list(own.play.left_out),
        "left_out_matches": own.left_out,
        "in_words": [part_in_words(own, part) for part in own.parts],
        "parts": [[_line(own, line) for line in part] for part in own.parts],
        "unrated": [_line(own, line) for line in own.unrated],
    }


def _line(own: Season, line: SeasonLine) -> dict[str, Any]:
    by_points = own.league.is_by_points
    standing = line.standing
    share = ("points_share", "share_interval")
    return {
        "rank": line.rank,
        # The same object by the same keys in all JSON over several tournaments.
        **version_json(own.play.bots[line.identity]),
        "points": plain(line.points) if by_points else None,
        "mu": plain(standing.mu) if standing else None,
        "mu_interval": plain(line.interval),
        **{key: plain(getattr(standing, key)) if standing else None for key in share},
        "matches": line.matches,
        "faults": dict(line.faults),
        "lacks": list(line.lacks),
        "results": [_result(each, by_points=by_points) for each in line.results],
    }


def _result(own: SeasonResult, *, by_points: bool) -> dict[str, Any]:
    return {
        "tournament": own.tournament,
        "entrant": own.standing.entrant,
        "rank": own.rank,
        "points": plain(own.points) if by_points else None,
        "counts": own.counts,
    }


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line of the season under the name that the table shows."""

    entrant: str
    better_than_next: float | None


def part_in_words(own: Season, part: Sequence[SeasonLine]) -> str:
    """What a part of the table says, as one sentence; empty where it says nothing."""
    ranked = [line for line in part if line.rank is not None]
    labels = [own.play.bots[line.identity].label for line in ranked]
    if not ranked:
        return ""
    if own.league.is_by_points:
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
    """Points of a league, such as 7.5 or 13.333: never as a power of ten."""
    return f"{points:.3f}".rstrip("0").rstrip(".")


def sentences(own: Season) -> Iterator[str]:
    """What the table rests on, and what does not count."""
    league = own.league
    many = how_many(len(own.tournaments), "tournament")
    if league.is_by_points:
        best = f", of each bot its best {league.best}" if league.best else ""
        yield f"By points: {many}{best}."
    else:
        yield f"By rating: all blocks of {many} are rated together; the mean of a part is 25."
    if len(own.parts) > 1:
        yield (
            f"There are {len(own.parts)} parts that no bot links, directly or through others: their"
            " ratings and ranks do not compare."
        )
    # One may end in a question of its own: "did you mean spring?"
    not_counted = (*own.waiting, *own.play.left_out)
    yield from (f"Not counted: {each}{'' if each.endswith('?') else '.'}" for each in not_counted)
    if own.left_out:
        count = how_many(own.left_out, "match")
        yield f"Not rated: {count} of a bot with itself under another name."
