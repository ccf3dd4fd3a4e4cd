"""The history of a bot as JSON, and in sentences; docs/history.md describes it."""

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
    """What is known of the versions, as plain JSON; by seat only if wanted."""
    return {
        "format": FORMAT,
        "versions": [version_json(each) for each in versions],
        "pools": [_pool(each, seats=seats) for each in histories],
        "left_out": list(left_out),
    }


def version_json(version: KnownBot) -> dict[str, Any]:
    """A version, as all JSON over several tournaments names it."""
    return {
        "label": version.label,
        "digest": version.identity,
        "bot": version.bot,
        "version": version.version,
        "stored": version.stored or None,
        "names": list(version.names),
    }


def _pool(own: PoolHistory, *, seats: bool) -> dict[str, Any]:
    definition = own.pool.definition
    found = {
        "game": definition.game,
        "options": dict(definition.options),
        "rules_version": definition.rules_version,
        "in_words": newest_in_words(own),
        "parts": [
            {
                "tournaments": list(part.tournaments),
                "bots": len(part.by_identity),
                "blocks": part.table.blocks,
                "matches": part.table.matches,
                "versions": [_line(each) for each in own.overall if each.part == number],
            }
            for number, part in enumerate(own.parts)
        ],
        "left_out_matches": own.left_out,
        "tournaments": [
            {"tournament": each.tournament, "complete": each.complete, **_line(each)}
            for each in own.tournaments
        ],
    }
    return found | ({"seats": [_seat(each) for each in own.seats]} if seats else {})


def _line(own: TrackLine) -> dict[str, Any]:
    standing = own.standing
    known = ("rank", "rank_range", "mu", "matches", "points_share", "share_interval", "mean_points")
    figures = {key: plain(getattr(standing, key)) for key in known}
    return {
        "label": own.version.label,
        # Over several tournaments the entrant is known by its digest alone.
        "entrant": standing.entrant if own.tournament else None,
        "digest": own.version.identity,
        "of": own.field,
        **figures,
        "mu_interval": plain(own.interval),
        "faults": dict(standing.faults),
        "withdrawn": standing.withdrawn,
    }


def _seat(own: SeatLine) -> dict[str, Any]:
    figures: Any = plain(own.score)
    return {"label": own.version.label, "digest": own.version.identity, **figures}


def newest_in_words(own: PoolHistory) -> str:
    """Where the newest version stands, and whether it is better than the one before it.

    Empty where nothing of it was rated.
    """
    newest = own.overall[-1] if own.overall else None
    if newest is None or newest.standing.rank is None:
        return ""
    label = newest.version.label
    said = f"{label} is number {newest.standing.rank} of {newest.field}"
    before = [each for each in own.overall[:-1] if each.part == newest.part]
    if not before:
        return f"{said}."
    older = before[-1].version
    lead = own.parts[newest.part].lead(newest.version.identity, older.identity)
    if abs(lead) < NORMAL_95:
        return f"{said}; it cannot be told apart from {older.label}."
    return f"{said}; it is {'better' if lead > 0 else 'worse'} than {older.label}."


def sentences(own: PoolHistory) -> Iterator[str]:
    """What the figures of a pool rest on, and which of them compare."""
    many = how_many(len(own.pool.tournaments), "tournament")
    if not own.parts:
        yield f"{many}, in which no whole block of it was played yet."
    elif len(own.parts) == 1:
        [part] = own.parts
        linked = how_many(len(part.by_identity), "bot")
        yield (
            f"Rated together: {how_many(part.table.blocks, 'block')} of"
            f" {how_many(len(part.tournaments), 'tournament')} among {linked}, who have met"
            " directly or through others. Their mean is 25."
        )
    else:
        yield (
            f"These tournaments are in {len(own.parts)} parts without a bot in common, directly or"
            " through others: ratings of different parts do not compare."
        )
        for number, part in enumerate(own.parts, 1):
            yield f"Part {number}: {', '.join(part.tournaments)}."
    if own.left_out:
        yield (
            f"{how_many(own.left_out, 'match')} of a bot with itself under another name left out."
        )
