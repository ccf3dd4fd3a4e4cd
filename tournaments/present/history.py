"""The history of a bot as JSON and in sentences; docs/history.md describes the JSON."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tournaments.core.words import how_many
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.standings import plain
from tournaments.run.bot_history import PoolHistory, SeatLine, TrackLine
from tournaments.run.known_bots import KnownBot

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


def as_json(
    versions: Sequence[KnownBot],
    histories: Iterable[PoolHistory],
    left_out: Sequence[str],
    *,
    seats: bool,
) -> dict[str, Any]:
    """The results of the versions, pool by pool, as plain JSON.

    `left_out` are sentences about tournaments that cannot be read. With `seats` each pool has the
    scores by seat as well.
    """
    return {
        "format": FORMAT,
        "versions": [version_json(each) for each in versions],
        "pools": [_pool(each, seats=seats) for each in histories],
        "left_out": list(left_out),
    }


def version_json(version: KnownBot) -> dict[str, Any]:
    """The object for a version, which is the same in all JSON over several tournaments."""
    return {
        "label": version.label,
        "digest": version.identity,
        "bot": version.bot,
        "version": version.version,
        "stored": version.stored or None,
        "names": list(version.names),
    }


def _pool(history: PoolHistory, *, seats: bool) -> dict[str, Any]:
    definition = history.pool.definition
    values = {
        "game": definition.game,
        "options": dict(definition.options),
        "rules_version": definition.rules_version,
        "in_words": newest_in_words(history),
        "parts": [
            {
                "tournaments": list(part.tournaments),
                "bots": len(part.by_identity),
                "blocks": part.table.blocks,
                "matches": part.table.matches,
                "versions": [_line(each) for each in history.overall if each.part == number],
            }
            for number, part in enumerate(history.parts)
        ],
        "left_out_matches": history.left_out,
        "tournaments": [
            {"tournament": each.tournament, "complete": each.complete, **_line(each)}
            for each in history.tournaments
        ],
    }
    return values | ({"seats": [_seat(each) for each in history.seats]} if seats else {})


def _line(line: TrackLine) -> dict[str, Any]:
    standing = line.standing
    keys = ("rank", "rank_range", "mu", "matches", "points_share", "share_interval", "mean_points")
    figures = {key: plain(getattr(standing, key)) for key in keys}
    return {
        "label": line.version.label,
        # Over several tournaments a version may have several names, but has one digest.
        "entrant": standing.entrant if line.tournament else None,
        "digest": line.version.identity,
        "of": line.field,
        **figures,
        "mu_interval": plain(line.interval),
        "faults": dict(standing.faults),
        "withdrawn": standing.withdrawn,
    }


def _seat(line: SeatLine) -> dict[str, Any]:
    figures: Any = plain(line.score)
    return {"label": line.version.label, "digest": line.version.identity, **figures}


def newest_in_words(history: PoolHistory) -> str:
    """The rank of the newest version, and whether it is better than the version before it.

    One sentence about the versions whose matches count. The version before it is the last one in
    the same part. Empty if no match counts, or if the newest version has no rank.
    """
    if not history.overall:
        return ""
    # Not the last of `overall`, which has one part after the other.
    newest = max(history.overall, key=lambda line: history.versions.index(line.version))
    if newest.standing.rank is None:
        return ""
    label = newest.version.label
    text = f"{label} is number {newest.standing.rank} of {newest.field}"
    # Ratings of different parts do not compare.
    same_part = [each for each in history.overall if each.part == newest.part]
    before = same_part[: same_part.index(newest)]
    if not before:
        return f"{text}."
    older = before[-1].version
    lead = history.parts[newest.part].lead(newest.version.identity, older.identity)
    if abs(lead) < NORMAL_95:
        return f"{text}; it cannot be told apart from {older.label}."
    return f"{text}; it is {'better' if lead > 0 else 'worse'} than {older.label}."


def sentences(history: PoolHistory) -> Iterator[str]:
    """Sentences about what the ratings of a pool rest on, and which of them compare."""
    many = how_many(len(history.pool.tournaments), "tournament")
    if not history.parts:
        yield f"{many}, in which no whole block of the bot was played yet."
    elif len(history.parts) == 1:
        [part] = history.parts
        linked = how_many(len(part.by_identity), "bot")
        yield (
            f"Rated together: {how_many(part.table.blocks, 'block')} of"
            f" {how_many(len(part.tournaments), 'tournament')} among {linked}, who have met"
            " directly or through others. Their mean is 25."
        )
    else:
        yield (
            f"These tournaments are in {len(history.parts)} parts without a bot in common,"
            " directly or through others: ratings of different parts do not compare."
        )
        for number, part in enumerate(history.parts, 1):
            yield f"Part {number}: {', '.join(part.tournaments)}."
    if history.left_out:
        yield (
            f"{how_many(history.left_out, 'match')} of a bot with itself under another name"
            " left out."
        )
