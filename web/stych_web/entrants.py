"""One entrant of a tournament: its line of the table in full, and whom it met."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import NotFoundError, definition_of
from tournaments.present.columns import IDENTITY, Column, everything
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
    """The tournament's."""
    entrant: str
    identity: str
    """That of its bot, under which the bot has a page of its own."""
    bot: str
    """Its name and version, as its author has them; empty of one that dials in."""
    standing: Standing
    of: int
    """How many entrants there are."""
    columns: Sequence[Column[Standing]]
    opponents: Sequence[tuple[str, HeadToHead]]
    """In the order of the table."""
    seats: Sequence[SeatScore]
    causes: Sequence[FaultGroup]


def entrant_view(store: Store, name: str, entrant: str) -> EntrantView:
    """The view of the entrant as the tournament stands. Raises NotFoundError and UserError."""
    definition = definition_of(store, name)
    if entrant not in definition.entrants:
        there = ", ".join(definition.entrants)
        raise NotFoundError(f"nobody called {entrant!r} takes part in {name}; there are: {there}")
    now = stand(store, definition)
    rows = now.table.standings
    standing = next(each for each in rows if each.entrant == entrant)
    own = definition.bots[entrant]
    # In the order of the table, which is the one that a reader has in mind.
    others = [each.entrant for each in rows]
    met = {other: cell for (one, other), cell in now.table.cross.items() if one == entrant}
    secret = OpenBoards(store).closed(name).secret
    # What a bot was at fault for on a board that is still played may name the cards on it.
    faulty = [each for each in store.records(name, faulty=True) if each.board not in secret]
    found = [each for each in causes(fault_groups(faulty)) if each.entrant == entrant]
    return EntrantView(
        name=name,
        entrant=entrant,
        identity=identity_of(name, entrant, own),
        bot=f"{own.bot} {own.version}".strip(),
        standing=standing,
        of=len(rows),
        columns=[each for each in everything(rows) if each not in IDENTITY],
        opponents=[(each, met[each]) for each in others if each in met],
        seats=seat_scores(now.counted, entrant),
        causes=found,
    )
