"""What a ladder takes over from the tournaments that it follows: where its entrants stand."""

from collections.abc import Sequence
from typing import Final

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.config.defining import define
from tournaments.config.definition import Definition
from tournaments.config.entrants import Entrant
from tournaments.config.tournament_file import Tournament
from tournaments.ratings.rating import Rating
from tournaments.run.pools import kept_play
from tournaments.storage.store import Store

_DIGITS: Final = 6


def defined(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> Definition:
    """The definition of a tournament, as `define` makes it of what the data folder has.

    Raises UserError as `define` and `placed_by` do.
    """
    # Asked first: without what it follows there is nothing to begin.
    placed = placed_by(store, tournament, entrants, before)
    return define(tournament, entrants, before, store.last_board(tournament.name), placed)


def placed_by(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> dict[str, Rating]:
    """The ratings of those entrants who are new in it, from the tournaments that it follows.

    Bots are known by their digests. Who did not play there has none. Raises UserError for
    tournaments of which nothing was played, or that are not of its game and options.
    """
    known = before.entrants if before else []
    new = {each.name: each.digest for each in entrants if each.name not in known}
    if not tournament.follows or not new:
        return {}
    play = kept_play(store, tournament.follows)
    there = [each.name for each in play.tournaments]
    if missing := [name for name in tournament.follows if name not in there]:
        raise UserError(
            f"{tournament.name} follows {missing[0]!r}, of which nothing was played in"
            f" {store.folder} yet{did_you_mean(missing[0], store.tournaments())}"
        )
    # Refused, and not passed over: the ladder would begin in an order that means nothing here.
    game = tournament.make_game()
    played = [pool.definition for pool in play.pools]
    if any(own.game != game.id or own.options != game.options.model_dump() for own in played):
        raise UserError(
            f"{tournament.name} follows tournaments of another game, or with other options:"
            f" {', '.join(there)}; ratings there say nothing of this one"
        )
    # By older rules it is another pool, and of two pools or parts no ratings compare.
    rating = play.pools[-1].joint()
    places = rating.parts[0].by_identity if rating.parts else {}
    found = {name: places[digest].rating for name, digest in new.items() if digest in places}
    return {
        name: Rating(round(own.mu, _DIGITS), round(own.sigma, _DIGITS))
        for name, own in found.items()
        if own
    }
