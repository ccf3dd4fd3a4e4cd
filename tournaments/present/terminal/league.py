"""The table of a league for the terminal, part by part, with sentences about it."""

from collections.abc import Callable, Iterator
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from tournaments.present.columns import Column, used
from tournaments.present.figures import between, whole
from tournaments.present.history_columns import rating_text
from tournaments.present.league import part_in_words, points_text, sentences
from tournaments.present.terminal.fitted import Fitted
from tournaments.present.terminal.text import plain
from tournaments.run.season import Season, SeasonLine

_MOST_TOURNAMENTS = 12
"""With more tournaments than this the table has no columns for them; the JSON has them all."""


def show_season(season: Season) -> Iterator[RenderableType]:
    """The parts of the table, bots without a rating, and sentences about what it rests on."""
    columns = _columns(season)
    for number, part in enumerate(season.parts, 1):
        title = season.league.name
        if len(season.parts) > 1:
            title += f", part {number}"
        if sentence := part_in_words(season, part):
            yield plain(sentence)
            yield Text()
        yield Fitted(title, used(columns, part), part)
    if season.unrated:
        yield Fitted("without a block that counts", used(columns, season.unrated), season.unrated)
    for sentence in sentences(season):
        yield plain(sentence)


def _columns(season: Season) -> list[Column[SeasonLine]]:
    def label(line: SeasonLine) -> str:
        return season.play.bots[line.identity].label

    by_points = season.league.is_by_points
    points: list[Column[SeasonLine]] = [Column("points", lambda line: points_text(line.points))]
    ratings: list[Column[SeasonLine]] = [
        Column(
            "rating, 95 %",
            lambda line: rating_text(line.standing.mu if line.standing else None, line.interval),
        ),
        Column("share %, 95 %", _share, importance=9),
    ]
    # None if there are many: a terminal has no room for a year of weekly tournaments.
    tournaments = season.tournaments if len(season.tournaments) <= _MOST_TOURNAMENTS else ()
    return [
        Column("", lambda line: whole(line.rank)),
        Column("bot", label, has_words=True),
        *(points if by_points else ratings),
        Column("played", lambda line: str(len(line.results)), importance=3),
        Column("matches", lambda line: str(line.matches), importance=4),
        *(Column(name, _text_of(name, by_points=by_points), importance=2) for name in tournaments),
        Column(
            "faults",
            lambda line: whole(sum(line.faults.values()) or None),
            style="red",
            importance=8,
        ),
        Column("lacks", lambda line: "; ".join(line.lacks), has_words=True, importance=9),
    ]


def _share(line: SeasonLine) -> str:
    standing = line.standing
    return between(standing.points_share, standing.share_interval) if standing else ""


def _text_of(name: str, *, by_points: bool) -> Callable[[SeasonLine], str]:
    """The function that makes the texts of a tournament's column: ranks, or points.

    Points that do not count are in brackets.
    """
    return partial(_cell, name, by_points)


def _cell(name: str, by_points: bool, line: SeasonLine) -> str:
    for each in line.results:
        if each.tournament == name:
            if not by_points:
                return whole(each.rank)
            points = points_text(each.points)
            return points if each.counts else f"({points})"
    return ""
