"""Long checks of how answers of models are read: `python -m tests.models [WAYS]`.

Reads so many ways to say a choice (100,000 if not given), divided among the games, and as many
texts that say none. Also compares prompts across redealt worlds.
"""

import sys

from referee.games.registry import GAMES as GAMES_BY_ID
from referee.games.registry import make_game
from referee.testing.variants import variants
from tests.models.test_prompts import check_worlds
from tests.models.test_reading import GAMES, check_said, check_unsaid


def main() -> None:
    """Check all of this, and print for each game how much was checked."""
    ways = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    each = -(-ways // len(GAMES))
    for game in GAMES:
        check_said(game, each, ways)
        check_unsaid(game, each, ways)
        print(f"{game}: {each} ways to say a choice, none misread; {each} to say none, none read")
        found = list(variants(GAMES_BY_ID[game]))
        for number, options in enumerate(found):
            check_worlds(make_game(game, options.model_dump()), number)
        print(f"{game}: prompts of {len(found)} variants equal to the byte across redealt worlds")


if __name__ == "__main__":
    main()
