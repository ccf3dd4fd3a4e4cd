"""Golden playthroughs: whole games as readable text.

After a deliberate change of rules or notation raise `rules_version`, write them anew and read the
difference:

    python examples/hearts/tests/golden.py
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import make_game

FOLDER: Final = Path(__file__).parent / "golden"
PLAYTHROUGHS: Final[dict[str, dict[str, Any]]] = {
    "three": {"players": 3, "moon": "self", "target": 60},
    "four": {"target": 100},
    "five": {"players": 5, "passing": "left", "queen_breaks": True, "jack": True, "target": 30},
    "four-without-passing": {"passing": "none", "target": 20},
}


def path_of(name: str) -> Path:
    """Where the playthrough is kept."""
    return FOLDER / f"{name}.txt"


def text_of(name: str) -> str:
    """The playthrough as it is played now."""
    return "\n".join(_lines(name, make_game("hearts", PLAYTHROUGHS[name]))) + "\n"


def _lines(name: str, game: AnyGame) -> Iterator[str]:
    deal, policy = Deal(derive("golden", name, "deal")), Deal(derive("golden", name, "policy"))
    yield f"rules version {game.rules_version}, {game.options_text}"
    state = game.new(deal)
    shown = number = 0
    while state.seat != NOBODY:
        yield from (f"  {game.event_text(event)}" for event in state.events[shown:])
        shown = len(state.events)
        legal = state.legal_actions()
        action = legal[policy.below(len(legal), f"decision/{number}")]
        texts = ", ".join(map(game.action_text, legal))
        yield f"{number} seat {state.seat} of {texts}: {game.action_text(action)}"
        state.apply(action)
        number += 1
    yield from (f"  {game.event_text(event)}" for event in state.events[shown:])
    yield f"{state.outcome()}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PLAYTHROUGHS:
        path_of(each).write_text(text_of(each), encoding="utf-8")
