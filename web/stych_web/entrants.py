"""The page of one entrant of a tournament as plain values: its figures, opponents and faults."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import NotFoundError, definition_of
from tournaments.present.columns import IDENTITY, Column, all_columns
from tournaments.present.faults import FaultGroup, fault_groups
from tournaments.present.html.faults import causes
from tournaments.ratings.pairs import HeadToHead
from tournaments.ratings.seat_scores import SeatScore, seat_scores
from tournaments.ratings.standings import Standing
from tournaments.run.known_bots import identity_of
from tournaments.run.open_boards import OpenBoards
from tournaments.run.stand import stand
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class EntrantView:
    """All that the page of an entrant shows."""

    name: str
    """The name of the tournament."""
    entrant: str
    identity: str
    """The identity of the entrant's bot, which is a part of the address of the bot's page."""
    bot: str
    """The name and version in bot.toml; of a language model the model and the version of the
    scaffold; empty for a bot that dials in."""
    standing: Standing
    entrant_count: int
    """How many entrants the table has."""
    columns: Sequence[Column[Standing]]
    opponents: Sequence[tuple[str, HeadToHead]]
    """The entrants that this one met, in the order of the table, and the results against each."""
    seats: Sequence[SeatScore]
    """The results in each seat."""
    causes: Sequence[FaultGroup]
    """The faults of the entrant on boards that are over, by cause: the most frequent causes."""


def entrant_view(store: Store, name: str, entrant: str) -> EntrantView:
    """The view of the entrant as the tournament stands. Raises NotFoundError and UserError."""
    definition = definition_of(store, name)
    if entrant not in definition.entrants:
        listed = ", ".join(definition.entrants)
        raise NotFoundError(f"nobody called {entrant!r} takes part in {name}; there are: {listed}")
    now = stand(store, definition)
    rows = now.table.standings
    standing = next(each for each in rows if each.entrant == entrant)
    bot = definition.bots[entrant]
    # Opponents are listed as in the table from which the reader comes.
    ranking = [each.entrant for each in rows]
    opponents = {other: cell for (one, other), cell in now.table.cross.items() if one == entrant}
    secret = OpenBoards(store).closed(name).secret
    # The text of a fault on a board that is still played may name cards on that board.
    faulty = [each for each in store.records(name, faulty=True) if each.board not in secret]
    own_causes = [each for each in causes(fault_groups(faulty)) if each.entrant == entrant]
    return EntrantView(
        name=name,
        entrant=entrant,
        identity=identity_of(name, entrant, bot),
        bot=f"{bot.bot} {bot.version}".strip(),
        standing=standing,
        entrant_count=len(rows),
        columns=[each for each in all_columns(rows) if each not in IDENTITY],
        opponents=[(each, opponents[each]) for each in ranking if each in opponents],
        seats=seat_scores(now.counted, entrant),
        causes=own_causes,
    )
