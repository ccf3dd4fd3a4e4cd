"""Golden playthroughs: whole games as readable text, compared to the letter.

A playing is fixed by two keys: the deal's, and that of a policy which takes the legal action number
`below(count, "decision/N")` of a deal of its own. Both are derived as referee.deals says, so other
languages can repeat them. After a deliberate change of rules or notation:

    python -m tests.games.golden --write

and read the difference before it is committed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import make_game

FOLDER: Final = Path(__file__).parent.parent / "golden"


class Golden(NamedTuple):
    """Which game a golden file shows."""

    game: str
    options: dict[str, Any]


PLAYTHROUGHS: Final = {
    "fox-16": Golden("fox", {"target": 16}),
    "fox-21": Golden("fox", {"target": 21}),
    "fox-35": Golden("fox", {"target": 35}),
    "the-game-alone": Golden("the-game", {"players": 1}),
    "the-game-base": Golden("the-game", {"players": 3}),
    "the-game-expert": Golden("the-game", {"players": 4, "variant": "expert", "talk": False}),
    "the-game-fire-2": Golden("the-game", {"players": 2, "talk": False, "fire": True}),
    "the-game-master": Golden("the-game", {"players": 5, "variant": "master"}),
    "korist-advanced-3": Golden("korist", {"players": 3, "variant": "advanced"}),
    "korist-base-4": Golden("korist", {"players": 4}),
    "korist-duel": Golden("korist", {"players": 2}),
    "korist-duel-expert": Golden("korist", {"players": 2, "variant": "expert"}),
    "korist-expert-5": Golden("korist", {"players": 5, "variant": "expert"}),
    "korist-limit": Golden("korist", {"players": 3, "limit": 40}),
    "nase-hra-3-single": Golden("nase-hra", {"players": 3, "series": "single"}),
    "nase-hra-3-triple": Golden("nase-hra", {"players": 3, "series": "triple"}),
    "nase-hra-3-nine": Golden("nase-hra", {"players": 3, "series": "nine"}),
    "nase-hra-2-single": Golden("nase-hra", {"players": 2, "series": "single"}),
    "nase-hra-2-triple": Golden("nase-hra", {"players": 2, "series": "triple"}),
    "nase-hra-2-nine": Golden("nase-hra", {"players": 2, "series": "nine"}),
}


def path_of(name: str) -> Path:
    """Where the playthrough is kept."""
    return FOLDER / f"{name}.txt"


def text_of(name: str) -> str:
    """The playthrough as it is played now."""
    golden = PLAYTHROUGHS[name]
    return "\n".join(_lines(name, make_game(golden.game, golden.options))) + "\n"


def _lines(name: str, game: AnyGame) -> Iterator[str]:
    deal, policy = Deal(derive("golden", name, "deal")), Deal(derive("golden", name, "policy"))
    yield f"game {game.id}, rules version {game.rules_version}"
    yield from (f"option {key} = {value}" for key, value in game.options.model_dump().items())
    yield f"deal {deal.key.hex()}"
    yield f"policy {policy.key.hex()}"
    state = game.new(deal)
    drawn = shown = number = 0
    while True:
        for purpose, values in list(deal.drawn.items())[drawn:]:
            yield f"  draw {purpose}: {' '.join(map(str, values))}"
        for event in state.events[shown:]:
            yield f"  {game.event_text(event)}"
        drawn, shown = len(deal.drawn), len(state.events)
        if state.seat == NOBODY:
            break
        legal = state.legal_actions()
        action = legal[policy.below(len(legal), f"decision/{number}")]
        texts = ", ".join(map(game.action_text, legal))
        yield f"{number} seat {state.seat} of {texts}: {game.action_text(action)}"
        state.apply(action)
        number += 1
    outcome = state.outcome()
    yield f"points {' '.join(map(str, outcome.points))}"
    yield f"places {' '.join(map(str, outcome.places))}"


def main(arguments: list[str]) -> int:
    """Write all files with --write; without it, name those that differ."""
    write = arguments == ["--write"]
    if arguments and not write:
        sys.stderr.write(f"the only argument is --write, received {' '.join(arguments)}\n")
        return 2
    stale = [name for name in PLAYTHROUGHS if _kept(name) != text_of(name)]
    for name in stale:
        if write:
            path_of(name).write_text(text_of(name), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{'written' if write else 'differs'}: {path_of(name).name}\n")
    return 0 if write or not stale else 1


def _kept(name: str) -> str:
    path = path_of(name)
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
