"""The ratings that a ladder takes over from the tournaments that it follows.

`define_from_store` makes the definition of any tournament, with these ratings if it follows others.
"""

from collections.abc import Sequence
from typing import Final

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.config.defining import define
from tournaments.config.definition import Definition
from tournaments.config.entrants import Entrant
from tournaments.config.tournament_file import Tournament
from tournaments.ratings.rating import Rating
from tournaments.run.pools import StoredPlay, stored_play
from tournaments.storage.store import Store

_DIGITS: Final = 6
"""The decimal places of a rating in a definition."""


def define_from_store(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> Definition:
    """The definition by `define`, with the last board and the followed ratings of the data folder.

    `before` is the definition that the data folder has; None before the tournament was begun.
    Raises UserError as `define`, `followed_ratings` and `Store.last_board` do.
    """
    placed = followed_ratings(store, tournament, entrants, before)
    return define(tournament, entrants, before, store.last_board(tournament.name), placed)


def followed_ratings(
    store: Store, tournament: Tournament, entrants: Sequence[Entrant], before: Definition | None
) -> dict[str, Rating]:
    """By name: the ratings of the tournament's new entrants in the tournaments that it follows.

    New are the entrants that `before` does not have; without any, the tournaments are not read.
    Bots are recognised by their digests. Of the followed tournaments, those with the newest rules
    are rated jointly, and the part of this rating with the most matches counts. A bot without a
    rating there is left out. Raises UserError when a followed tournament was not begun in this
    data folder, cannot be read, or has another game or other options.
    """
    old = before.entrants if before else []
    new = {each.name: each.digest for each in entrants if each.name not in old}
    if not tournament.follows or not new:
        return {}
    # Ratings of two pools, or of two parts of a pool, cannot be compared. So only the last pool
    # counts: its rules are the newest, as all pools here have the same game and options.
    joint = _followed_play(store, tournament).pools[-1].joint()
    standings = joint.parts[0].by_identity if joint.parts else {}
    ratings = {
        name: standings[digest].rating for name, digest in new.items() if digest in standings
    }
    return {
        name: Rating(round(rating.mu, _DIGITS), round(rating.sigma, _DIGITS))
        for name, rating in ratings.items()
        if rating
    }


def _followed_play(store: Store, tournament: Tournament) -> StoredPlay:
    """What was played in the followed tournaments. Raises UserError as `followed_ratings` does."""
    play = stored_play(store, tournament.follows)
    if play.left_out:
        raise UserError(
            f"{tournament.name} follows a tournament that cannot be read here: {play.left_out[0]}"
        )
    readable = {each.name for each in play.tournaments}
    if missing := [name for name in tournament.follows if name not in readable]:
        raise UserError(
            f"{tournament.name} follows {missing[0]!r}, which was not begun in {store.folder}"
            f" yet{did_you_mean(missing[0], store.tournaments())}"
        )
    # An error, since the ratings of another game would say nothing about strength in this ladder.
    game = tournament.make_game()
    rules = game.id, game.options.model_dump()
    if foreign := [
        each.name
        for each in play.tournaments
        if (each.definition.game, each.definition.options) != rules
    ]:
        raise UserError(
            f"{tournament.name} follows tournaments of another game, or with other options:"
            f" {', '.join(foreign)}; ratings there say nothing of this one"
        )
    return play
