"""The recorded positions in bots/common/positions, of which each new bot gets those of its games.

A position is what the referee would send: a Decision, as bytes and as text, with the action that
the policy of the template in Python takes there. After a change of the protocol, of the rules or of
that policy:

    python -m tests.bots.positions --write
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, Final

from google.protobuf.json_format import MessageToJson

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import GAMES, make_game
from referee.wire.codec import codec
from stych.v1.referee_pb2 import Decision
from tests.root import ROOT

FOLDER: Final = ROOT / "bots" / "common" / "positions"
TEMPLATE: Final = ROOT / "bots" / "python" / "template"
_FEW, _MANY = 4, 12
"""A recorded position has at least _FEW and at most _MANY legal actions, so that it can be read."""

Policy = Callable[[Any, Any, Random], int]


def policy(game: str) -> Policy:
    """That of the template in Python. Raises FileNotFoundError where it has none of the game."""
    return _loaded(TEMPLATE / "policies" / f"{game.replace('-', '_')}.py")


# One module for all tests of a process, whose name nothing else has.
@cache
def _loaded(file: Path) -> Policy:
    spec = spec_from_file_location(f"template_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no module")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    choose: Policy = module.choose
    return choose


def games() -> list[str]:
    """The games of which there are recorded positions."""
    return [game for game in GAMES if (FOLDER / f"{game}.bin").is_file()]


def asked(state: AnyState, game: AnyGame) -> Decision:
    """What the referee asks in this state."""
    decision = Decision(decision=1, match=1, legal_actions=state.legal_actions())
    seen = codec(game.id).encode(state.observe(state.seat))
    getattr(decision, codec(game.id).field).CopyFrom(seen)
    return decision


def choice(decision: Decision, game: AnyGame) -> int:
    """The index that the policy in Python chooses."""
    seen = getattr(decision, codec(game.id).field)
    return policy(game.id)(seen, decision.legal_actions, Random(1))


def decisions(game: AnyGame, board: int) -> Iterator[tuple[Decision, int]]:
    """The unforced decisions of a match that the policy plays, and the indices that it chooses."""
    state = game.new(Deal(derive("positions", str(board))))
    while state.seat != NOBODY:
        legal = state.legal_actions()
        chosen = 0
        if len(legal) > 1:
            decision = asked(state, game)
            chosen = choice(decision, game)
            yield decision, chosen
        state.apply(legal[chosen])


def files() -> dict[str, bytes]:
    """What the files of the folder have to contain, by file name."""
    found = {}
    for game in games():
        decision, chosen = _to_be_read(make_game(game, {}))
        found[f"{game}.bin"] = decision.SerializeToString(deterministic=True)
        found[f"{game}.json"] = _readable(decision).encode()
        found[f"{game}.txt"] = f"{decision.legal_actions[chosen]}\n".encode()
    return found


def _to_be_read(game: AnyGame) -> tuple[Decision, int]:
    """The first with _FEW to _MANY actions of which neither the first nor the last is chosen."""
    return next(
        (decision, chosen)
        for decision, chosen in decisions(game, 0)
        if _FEW <= len(decision.legal_actions) <= _MANY
        and 0 < chosen < len(decision.legal_actions) - 1
    )


def _readable(decision: Decision) -> str:
    """As JSON, with each list in one line."""
    text = MessageToJson(decision, indent=2)
    return re.sub(r"\[[^]]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


if __name__ == "__main__":
    if "--write" not in sys.argv:
        sys.exit("to write the positions anew: python -m tests.bots.positions --write")
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
