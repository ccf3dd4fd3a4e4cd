"""The table of a league, for the terminal."""

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

_WIDEST = 12
"""With more tournaments the table has no column for each; the JSON has them."""


def show_season(own: Season) -> Iterator[RenderableType]:
    """The table, part by part, and what it rests on."""
    columns = _columns(own)
    for number, part in enumerate(own.parts, 1):
        title = own.league.name + f", part {number}" * (len(own.parts) > 1)
        if said := part_in_words(own, part):
            yield plain(said)
            yield Text()
        yield Fitted(title, used(columns, part), part)
    if own.unrated:
        yield Fitted("without a block that counts", used(columns, own.unrated), own.unrated)
    for sentence in sentences(own):
        yield plain(sentence)


def _columns(own: Season) -> list[Column[SeasonLine]]:
    def label(line: SeasonLine) -> str:
        return own.play.bots[line.identity].label

    by_points = own.league.is_by_points
    of_points: list[Column[SeasonLine]] = [Column("points", lambda line: points_text(line.points))]
    of_rating: list[Column[SeasonLine]] = [
        Column(
            "rating, 95 %",
            lambda line: rating_text(line.standing.mu if line.standing else None, line.interval),
        ),
        Column("share %, 95 %", _share, keep=9),
    ]
    # A column each, as long as there are few: a terminal has no room for a year of weeks.
    tournaments = own.tournaments if len(own.tournaments) <= _WIDEST else ()
    return [
        Column("", lambda line: whole(line.rank)),
        Column("bot", label, words=True),
        *(of_points if by_points else of_rating),
        Column("played", lambda line: str(len(line.results)), keep=3),
        Column("matches", lambda line: str(line.matches), keep=4),
        *(Column(name, _in(name, by_points=by_points), keep=2) for name in tournaments),
        Column(
            "faults", lambda line: whole(sum(line.faults.values()) or None), style="red", keep=8
        ),
        Column("lacks", lambda line: "; ".join(line.lacks), words=True, keep=9),
    ]


def _share(line: SeasonLine) -> str:
    own = line.standing
    return between(own.points_share, own.share_interval) if own else ""


def _in(name: str, *, by_points: bool) -> Callable[[SeasonLine], str]:
    """The cell of a tournament: the rank, or what it was worth; in brackets what does not count."""
    return partial(_cell, name, by_points)


def _cell(name: str, by_points: bool, line: SeasonLine) -> str:
    for each in line.results:
        if each.tournament == name:
            if not by_points:
                return whole(each.rank)
            points = points_text(each.points)
            return points if each.counts else f"({points})"
    return ""
