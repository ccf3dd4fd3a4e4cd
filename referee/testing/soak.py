"""An endless series of random games, of every variant in turn, each of them checked.

Game number n is a pure function of the seed, the list of games and n, so that a violation can be
found again by its number.
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

FULL_CHECK_EVERY: Final = 64
"""One game in this many is checked in full at every decision, the others at about one decision in
this many."""
LEAK_CHECK_EVERY: Final = 16
"""One game in this many is checked by `check_no_leak` as well, on the same deal."""


@dataclass(frozen=True, slots=True)
class SoakResult:
    """The result of one game of a soak."""

    number: int
    game: str
    variant: str
    decisions: int = 0
    throughout: bool = False
    """Whether the game was checked in full at every decision."""
    leak_comparisons: int = 0
    """The number of exchanges of hidden cards that were compared; 0 without a check for leaks."""
    violation: str = ""
    """What was broken, and where; "" for nothing. With a violation `decisions`, `throughout` and
    `leak_comparisons` have their defaults."""


class Soak:
    """The games of a soak: all variants of `games` in turn, again and again, each on a new deal."""

    def __init__(self, seed: str, games: Sequence[str] = tuple(GAMES)) -> None:
        self.seed = seed
        self.games = tuple(games)
        self.variants = [
            GAMES[name](options) for name in self.games for options in variants(GAMES[name])
        ]

    def check(self, number: int) -> SoakResult:
        """Play and check game `number`, from 0 on. An exception of the rules is a violation too."""
        lap, place = divmod(number, len(self.variants))
        game = self.variants[place]
        key = derive("soak", self.seed, game.id, variant_text(game), str(number))
        # With `lap` alone all games of a lap would be slow; with the sum, each variant is checked
        # in full once in 64 laps.
        throughout = (lap + place) % FULL_CHECK_EVERY == 0
        comparisons = 0
        try:
            every = 1 if throughout else FULL_CHECK_EVERY
            decisions = len(check_game(game, key, Random(f"game {number}"), every).actions)
            if (lap + place) % LEAK_CHECK_EVERY == 0:
                random = Random(f"leak {number}")
                comparisons = check_no_leak(game, key, random, bytes_of(game)).compared
        except CheckError as error:
            return SoakResult(number, game.id, variant_text(game), violation=str(error))
        except Exception as error:
            what = f"{variant_text(game)}, deal {key.hex()}: {type(error).__name__}: {error}"
            return SoakResult(number, game.id, variant_text(game), violation=what)
        return SoakResult(number, game.id, variant_text(game), decisions, throughout, comparisons)


def bytes_of(game: AnyGame) -> Encode:
    """Returns a function that encodes an observation twice: its repr, then the bot's message.

    After the end of the game, when `to_move` of the observation is NOBODY, there is only the repr,
    since no bot is asked any more.
    """
    encode = codec(game.id).encode
    # A cache, since check_no_leak encodes equal observations many times.
    sent: dict[bytes, bytes] = {}

    def encode_both(observation: Any) -> bytes:
        shown = repr(observation).encode()
        # Observations of games of other packages may have no `to_move`, and are always sent.
        if getattr(observation, "to_move", None) == NOBODY:
            return shown
        if shown not in sent:
            sent[shown] = encode(observation).SerializeToString(deterministic=True)
        return shown + sent[shown]

    return encode_both
