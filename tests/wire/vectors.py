"""The shared test vectors in proto/vectors: messages that every SDK decodes, encodes and answers.

Those of games are made from the golden playthroughs, so that they are what a bot really gets; the
others are made up. After a change of the protocol or of the rules:

    python -m tests.wire.vectors --write

and read the difference before it is committed.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any, Final

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import make_game
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from tests.games.golden import PLAYTHROUGHS
from tests.wire.generate import PROTO

FOLDER: Final = PROTO / "vectors"
DECISIONS: Final = 8
"""How many decisions of a playthrough are kept at most, evenly from its first to its last."""


def messages() -> dict[str, Message]:
    """Every vector by name."""
    named: dict[str, Message] = dict(_talk())
    for name in sorted(PLAYTHROUGHS):
        played = _response(name)
        named[name] = played
        named[f"{name}-answers"] = _last_of_each(played)
    return named


def files() -> dict[str, bytes]:
    """What is in the folder, by file name, but for the README."""
    found = messages()
    texts: dict[str, bytes] = {"index.json": _text(_rows(_index(found)))}
    for name, message in found.items():
        texts[f"{name}.json"] = _text(MessageToJson(message, indent=None))
        texts[f"{name}.bin"] = message.SerializeToString(deterministic=True)
    return texts


def _text(text: str) -> bytes:
    return f"{text}\n".encode()


def _rows(rows: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]"


def _index(found: dict[str, Message]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for name, message in found.items():
        row: dict[str, Any] = {"name": name, "message": message.DESCRIPTOR.full_name}
        if isinstance(message, pb.PlayResponse) and message.decisions:
            row["answers"] = f"{name}-answers"
            row["legal"] = [len(decision.legal_actions) for decision in message.decisions]
        rows.append(row)
    return rows


def _talk() -> Iterator[tuple[str, Message]]:
    """The messages beside the games, some with the largest numbers there can be."""
    yield (
        "hello",
        pb.PlayRequest(
            hello=pb.Hello(
                protocol_version=1,
                bot_name="lišák",
                bot_version="1.0.0",
                sdk="stych 0.1.0",
                games=["fox", "the-game", "nase-hra", "korist"],
                decisions_at_once=64,
                never_talks=True,
            )
        ),
    )
    yield (
        "leaving",
        pb.PlayRequest(goodbye=pb.Goodbye(reason="GOODBYE_REASON_LEAVING", text="enough")),
    )
    answers = [pb.Answer(decision=2**64 - 1, choice=2**32 - 1), pb.Answer(decision=0, choice=0)]
    yield "largest-answer", pb.PlayRequest(answers=pb.Answers(answers=answers))
    welcome = pb.Welcome(protocol_version=1, referee_version="0.1.0", decisions_at_once=64)
    yield "welcome", pb.PlayResponse(welcome=welcome)
    fault = pb.Fault(seat=1, kind="FAULT_KIND_ILLEGAL", text="choice 7 of 3")
    over = pb.MatchOver(match=3, places=[1, 2], points=[4, -2], faults=[fault], events=[2**32 - 1])
    opening = pb.DealOpening(match=3, deal_key=bytes(range(32)), salt=bytes(range(32, 64)))
    goodbye = pb.Goodbye(reason="GOODBYE_REASON_FINISHED", text="there is nothing more to play")
    yield "end", pb.PlayResponse(overs=[over], openings=[opening], goodbye=goodbye)


def _response(name: str) -> pb.PlayResponse:
    """A playthrough in one message: each seat a match of its own, as if one bot held them all."""
    golden = PLAYTHROUGHS[name]
    game = make_game(golden.game, golden.options)
    asked = list(_decisions(name, game))
    last = len(asked) - 1
    places = sorted({round(step * last / (DECISIONS - 1)) for step in range(DECISIONS)})
    return pb.PlayResponse(
        starts=[_start(name, game, seat) for seat in range(game.seats)],
        decisions=[asked[place] for place in places],
    )


def _start(name: str, game: AnyGame, seat: int) -> pb.MatchStart:
    rules = codec(game.id)
    options: dict[str, Any] = {rules.field: rules.options(game.options)}
    return pb.MatchStart(
        match=seat + 1,
        game=game.id,
        seat=seat,
        seats=game.seats,
        bot_seed=int.from_bytes(derive("vector", name, f"seat/{seat}")[:8], "big"),
        clock=pb.Clock(decision_ms=2000, bank_ms=60000, grace_ms=1000),
        deal_commitment=derive("vector", name, "commitment"),
        resumed=seat % 2 == 1,
        **options,
    )


def _decisions(name: str, game: AnyGame) -> Iterator[pb.Decision]:
    """Every decision with a choice, with the events since its seat's last one."""
    policy = Deal(derive("golden", name, "policy"))
    state = game.new(Deal(derive("golden", name, "deal")))
    told = [0] * game.seats
    number = 0
    while state.seat != NOBODY:
        legal = state.legal_actions()
        if len(legal) > 1:
            yield _decision(game, state, number, told[state.seat])
            told[state.seat] = len(state.events)
        state.apply(legal[policy.below(len(legal), f"decision/{number}")])
        number += 1


def _decision(game: AnyGame, state: AnyState, number: int, told: int) -> pb.Decision:
    rules = codec(game.id)
    seen: dict[str, Any] = {rules.field: rules.encode(state.observe(state.seat))}
    return pb.Decision(
        decision=number + 1,
        match=state.seat + 1,
        legal_actions=state.legal_actions(),
        events=state.events[told:],
        bank_left_ms=60000 - number,
        **seen,
    )


def _last_of_each(asked: pb.PlayResponse) -> pb.PlayRequest:
    """What a bot answers that always takes the last legal action."""
    answers = [
        pb.Answer(decision=decision.decision, choice=len(decision.legal_actions) - 1)
        for decision in asked.decisions
    ]
    return pb.PlayRequest(answers=pb.Answers(answers=answers))


def main(arguments: list[str]) -> int:
    """Name the files that differ, and those that are no vectors.

    With --write, write the former and remove the latter. Returns the exit code: 1 if there are such
    files and no --write, 2 for other arguments.
    """
    write = arguments == ["--write"]
    if arguments and not write:
        sys.stderr.write(f"the only argument is --write, received {' '.join(arguments)}\n")
        return 2
    wanted = files()
    stale = {name: data for name, data in wanted.items() if kept(name) != data}
    for name, data in stale.items():
        if write:
            (FOLDER / name).write_bytes(data)
        sys.stdout.write(f"{'written' if write else 'differs'}: {name}\n")
    left_over = sorted(there() - set(wanted))
    for name in left_over:
        if write:
            (FOLDER / name).unlink()
        sys.stdout.write(f"{'removed' if write else 'is no vector'}: {name}\n")
    return 0 if write or not (stale or left_over) else 1


def there() -> set[str]:
    """The names of the files in the folder, without the README."""
    return {path.name for path in FOLDER.iterdir()} - {"README.md"}


def kept(name: str) -> bytes:
    """The file as it is in the folder; empty when it is not there."""
    path = FOLDER / name
    return path.read_bytes() if path.exists() else b""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
