"""The bridge: which answers the referee gets for what a program writes, and what it loads."""

import subprocess
import sys
from typing import Any, cast

import pytest

from devtools.line_samples import asked_decisions, start
from referee.games.fox import FoxGame, FoxOptions
from stych.v1 import referee_pb2 as pb
from stych_lines.bridge import LinesPlayer
from stych_lines.program import LineProgram, OutOfStepError

GAME = FoxGame(FoxOptions())
ILLEGAL = 2**32 - 1


class Scripted:
    """A program that gives these answers, and raises those that are errors."""

    def __init__(self, *answers: bytes | Exception) -> None:
        self.answers = list(answers)
        self.read: list[bytes] = []

    def ask(self, line: bytes, seconds: float) -> bytes:
        self.read.append(line)
        # A second for the decision, nine of the bank, and a tenth of one for transport.
        assert seconds == 10.1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def answers(program: Scripted, times: int = 1) -> list[tuple[int, int]]:
    """What is sent for one decision of the fox after another."""
    player = LinesPlayer(cast(LineProgram, program))
    assert player.take(pb.PlayResponse(starts=[start(GAME)])) is None
    made = player.take(asked(times))
    assert isinstance(made, pb.Answers)
    return [(each.decision, each.choice) for each in made.answers]


def asked(times: int) -> pb.PlayResponse:
    """So many decisions of the fox in one message."""
    return pb.PlayResponse(
        decisions=[told for _, told in zip(range(times), decisions(), strict=False)]
    )


def decisions() -> Any:
    for number, (_, told) in enumerate(asked_decisions(GAME), start=40):
        told.decision = number
        yield told


def test_an_index_and_a_text() -> None:
    # The legal actions of the second decision are K3, K9 and K10.
    program = Scripted(b"1", b"K9")
    assert answers(program, 2) == [(40, 1), (41, 1)]
    assert len(program.read) == 2


def test_after_an_answer_that_is_no_legal_action_the_next_decision_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answers(Scripted(b"nothing", b"1"), 2) == [(40, ILLEGAL), (41, 1)]
    said = capsys.readouterr().err
    assert said.startswith("stych: match 3: the program answered 'nothing', which is no action; ")
    assert said.count("\n") == 1


def test_a_program_that_is_out_of_step_is_asked_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    program = Scripted(OutOfStepError("wrote more than one line; after the first: '2'"), b"1")
    player = LinesPlayer(cast(LineProgram, program))
    player.take(pb.PlayResponse(starts=[start(GAME)]))
    text = "the program wrote more than one line; after the first: '2'"
    goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_MALFORMED, text=text)
    assert [player.take(asked(2)), player.take(asked(1))] == [goodbye, goodbye]
    assert len(program.read) == 1
    assert capsys.readouterr().err == f"stych: match 3: {text}\n"


def test_matches_that_are_over_are_forgotten() -> None:
    player = LinesPlayer(cast(LineProgram, Scripted()))
    player.take(pb.PlayResponse(starts=[start(GAME)]))
    player.end(pb.PlayResponse(overs=[pb.MatchOver(match=3)]))
    assert not player._matches


def test_it_loads_little() -> None:
    code = (
        "import sys, stych_lines.dialling, stych_lines.vocabulary as v\n"
        "for game in ('fox', 'the-game', 'nase-hra', 'korist'): v.vocabulary(game, '')\n"
        "heavy = {'pydantic', 'rich', 'typer', 'sqlalchemy', 'numpy', 'psutil'}\n"
        "print(sorted(heavy & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
