"""What the templates need for one tournament: its content, and the drawings made from it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tournaments.present.columns import Column, page_columns
from tournaments.present.html.charts import intervals, seats
from tournaments.present.html.content import TournamentContent
from tournaments.present.html.curves import NAMED_CURVES, curves
from tournaments.present.html.faults import MOST_CAUSES
from tournaments.present.html.heat import MOST_NAMED_COLUMNS, HeatMap, heat_maps
from tournaments.present.pair_texts import shares_by_seat
from tournaments.ratings.standings import Standing


@dataclass(frozen=True, slots=True)
class TournamentSection:
    """One tournament as a part of a page; a drawing is empty where there is nothing to draw."""

    name: str
    """The name of the division; "" for a tournament without divisions."""
    id_prefix: str
    """The beginning of the ids of its HTML sections, so that ids of two divisions differ; "" for a
    tournament without divisions."""
    heading_tag: str
    """The HTML element of its headings: h3 below the name of a division, else h2."""
    content: TournamentContent
    columns: Sequence[Column[Standing]]
    rows: Sequence[Standing]
    intervals: Markup
    heat_maps: Sequence[HeatMap]
    has_named_columns: bool
    """Whether the columns of heat maps have names as heads, and not numbers."""
    curves: Markup
    named_curves: int
    """The most entrants that have a name beside their curve: the best ones."""
    seats: Markup
    numbers: Mapping[str, int]
    """By entrant: the number from 0 by which the script of the page finds its replays."""
    replayed: Collection[str]
    """The ids of the matches that are replayed on the page, so that they can be linked."""
    causes_cut: int
    """The most causes that are listed for an entrant; 0 if certainly none is left out."""


def make_section(index: int, name: str, content: TournamentContent) -> TournamentSection:
    """The section of the tournament; `index` is its place among the divisions, from 0."""
    table = content.table
    rows = table.standings
    names = [each.entrant for each in rows]
    ratings = {each.entrant: rating for each in rows if (rating := each.rating)}
    return TournamentSection(
        name=name,
        id_prefix=f"d{index}-" if name else "",
        heading_tag="h3" if name else "h2",
        content=content,
        columns=page_columns(rows),
        rows=rows,
        # Where nobody has met anybody all ratings are the prior's, and there is nothing to draw.
        intervals=intervals(ratings) if table.cross and ratings else Markup(),
        heat_maps=heat_maps(table),
        has_named_columns=len(rows) <= MOST_NAMED_COLUMNS,
        curves=curves(content.growth, names) if content.growth else Markup(),
        named_curves=NAMED_CURVES,
        seats=seats(shares_by_seat(table)) if table.seats else Markup(),
        numbers={entrant: number for number, entrant in enumerate(names)},
        replayed={each.id for each in content.replays},
        causes_cut=MOST_CAUSES if _many_causes(content) else 0,
    )


def _many_causes(content: TournamentContent) -> bool:
    """Whether an entrant has as many causes as are listed at most, so that there may be more."""
    listed = Counter(cause.entrant for cause in content.causes)
    return max(listed.values(), default=0) >= MOST_CAUSES
