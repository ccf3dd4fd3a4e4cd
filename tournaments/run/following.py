"""What a ladder takes over from the tournaments that it follows: the ratings of its entrants."""

from collections.abc import Sequence
from typing import Final

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.config.defining import define
from tournaments.config.definition import Definition
from tournaments.config.entrants import Entrant
from tournaments.config.tournament_file import Tournament
from tournaments.ratings.rating import Rating
from tournaments.run.pools import stored_play
from tournaments.storage.store import Store

_DIGITS: Final = 6
"""The decimal places of a rating in a definition."""


def defined(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> Definition:
    """The definition of a tournament, made by `define` from the state of the data folder.

    `before` is the definition that the data folder has; None before the tournament was begun.
    Raises UserError as `define` and `followed_ratings` do.
    """
    # First of all: without the tournaments that it follows, a ladder cannot be begun.
    placed = followed_ratings(store, tournament, entrants, before)
    return define(tournament, entrants, before, store.last_board(tournament.name), placed)


def followed_ratings(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> dict[str, Rating]:
    """The ratings of the tournament's new entrants in the tournaments that it follows, by name.

    New are the entrants that `before` does not have. Bots are recognised by their digests; a bot
    that was not rated there is left out. Raises UserError when nothing of a followed tournament was
    played, and when one has another game or other options.
    """
    old = before.entrants if before else []
    new = {each.name: each.digest for each in entrants if each.name not in old}
    if not tournament.follows or not new:
        return {}
    play = stored_play(store, tournament.follows)
    readable = [each.name for each in play.tournaments]
    if missing := [name for name in tournament.follows if name not in readable]:
        raise UserError(
            f"{tournament.name} follows {missing[0]!r}, of which nothing was played in"
            f" {store.folder} yet{did_you_mean(missing[0], store.tournaments())}"
        )
    # Refused, and not left out: an order by results in another game means nothing in this ladder.
    game = tournament.make_game()
    played = [pool.definition for pool in play.pools]
    if any(each.game != game.id or each.options != game.options.model_dump() for each in played):
        raise UserError(
            f"{tournament.name} follows tournaments of another game, or with other options:"
            f" {', '.join(readable)}; ratings there say nothing of this one"
        )
    # Ratings of two pools, or of two parts of a pool, cannot be compared. So only the last pool
    # counts, which is that of the newest rules, and in it the part with the most matches.
    joint = play.pools[-1].joint()
    standings = joint.parts[0].by_identity if joint.parts else {}
    ratings = {
        name: standings[digest].rating for name, digest in new.items() if digest in standings
    }
    return {
        name: Rating(round(rating.mu, _DIGITS), round(rating.sigma, _DIGITS))
        for name, rating in ratings.items()
        if rating
    }
