"""Random games of every variant without end, with everything that is promised checked on the way.

Which game is played as number n is a pure function of the seed, the games and n, so that whatever
is found can be found again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from referee.deals import derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import GAMES
from referee.testing.checks import check_game
from referee.testing.errors import CheckError
from referee.testing.leaks import Encode, check_no_leak
from referee.testing.playing import variant_text
from referee.testing.variants import variants
from referee.wire import codec

EVERY: Final = 64
"""How many decisions there are for one that is looked at closely, and games for one of which every
decision is."""
LEAKS: Final = 16
"""How many games there are for one that is played once more, with hidden cards exchanged."""


@dataclass(frozen=True, slots=True)
class SoakResult:
    """What one game of a soak came to."""

    number: int
    game: str
    variant: str
    decisions: int = 0
    throughout: bool = False
    compared: int = 0
    """How many exchanges of hidden cards were compared."""
    violation: str = ""
    """What was broken, and where; "" for nothing. Nothing else counts then."""


class Soak:
    """An endless list of games, of all variants in turn."""

    def __init__(self, seed: str, games: Sequence[str] = tuple(GAMES)) -> None:
        self.seed = seed
        self.games = tuple(games)
        self.variants = [
            GAMES[name](options) for name in self.games for options in variants(GAMES[name])
        ]

    def check(self, number: int) -> SoakResult:
        """Play and check the game of this number, from 0 on. Never raises for what the rules do."""
        lap, place = divmod(number, len(self.variants))
        game = self.variants[place]
        key = derive("soak", self.seed, game.id, variant_text(game), str(number))
        # By both numbers, so that in time every variant is played throughout.
        throughout = (lap + place) % EVERY == 0
        compared = 0
        try:
            every = 1 if throughout else EVERY
            decisions = len(check_game(game, key, Random(f"game {number}"), every).actions)
            if (lap + place) % LEAKS == 0:
                random = Random(f"leak {number}")
                compared = check_no_leak(game, key, random, bytes_of(game)).compared
        except CheckError as error:
            return SoakResult(number, game.id, variant_text(game), violation=str(error))
        except Exception as error:  # whatever the rules raise is a violation as well
            what = f"{variant_text(game)}, deal {key.hex()}: {type(error).__name__}: {error}"
            return SoakResult(number, game.id, variant_text(game), violation=what)
        return SoakResult(number, game.id, variant_text(game), decisions, throughout, compared)


def bytes_of(game: AnyGame) -> Encode:
    """Encodes both what the rules show and the message that a bot is sent of it."""
    encode = codec(game.id).encode
    sent: dict[bytes, bytes] = {}  # a check asks again and again for what it compares

    def both(observation: Any) -> bytes:
        shown = repr(observation).encode()
        if observation.to_move == NOBODY:
            return shown  # no bot is asked after the end
        if shown not in sent:
            sent[shown] = encode(observation).SerializeToString(deterministic=True)
        return shown + sent[shown]

    return both
