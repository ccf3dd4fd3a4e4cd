"""The bridge's player: puts the decisions of one stream to the program, and returns its answers."""

import sys
from typing import Final

from stych.v1 import referee_pb2 as pb
from stych_lines.answers import UnreadableAnswerError, read_answer
from stych_lines.program import LineProgram, OutOfStepError
from stych_lines.questions import MatchQuestions

_ILLEGAL: Final = 2**32 - 1
"""Sent instead of an answer that names no legal action: no list of legal actions is that long."""


def say(text: str) -> None:
    """Print a line for the bot's author on standard error, which the referee saves."""
    print(f"stych: {text}", file=sys.stderr, flush=True)


class LinesPlayer:
    """Answers one stream with the program's answers: an Answering (stych_bot.connection)."""

    def __init__(self, program: LineProgram) -> None:
        self._program = program
        self._matches: dict[int, MatchQuestions] = {}
        self._goodbye: pb.Goodbye | None = None
        """Set once the program is out of step: its lines can no longer be matched to decisions."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | pb.Goodbye | None:
        """The answers to the decisions in the response; None if it has no decisions.

        Once the program is out of step, a goodbye that tells the referee why. Raises
        ProgramEndedError when the program has ended, UninstalledGameError when a match starts in a
        game that is not installed, and ValueError for a message that this version cannot read.
        """
        for start in response.starts:
            self._matches[start.match] = MatchQuestions(start)
        if not response.decisions or self._goodbye:
            return self._goodbye
        try:
            # One after another: a program reads the next line only after it has answered.
            return pb.Answers(answers=[self._answer(each) for each in response.decisions])
        except OutOfStepError as error:
            # The program's next line would be taken for the answer to another question. After the
            # goodbye the referee ends the stream, and starts a local bot again.
            text = f"the program {error}"
            self._goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_MALFORMED, text=text)
            return self._goodbye

    def end(self, response: pb.PlayResponse) -> None:
        """Forget the matches that are over."""
        for over in response.overs:
            self._matches.pop(over.match, None)

    def _answer(self, decision: pb.Decision) -> pb.Answer:
        questions = self._matches[decision.match]
        try:
            choice = self._ask(questions, decision)
        except (UnreadableAnswerError, OutOfStepError) as error:
            say(f"match {decision.match}: the program {error}")
            if isinstance(error, OutOfStepError):
                raise
            # The referee judges the answer: this match is lost, and the program plays on.
            choice = _ILLEGAL
        return pb.Answer(decision=decision.decision, choice=choice)

    def _ask(self, questions: MatchQuestions, decision: pb.Decision) -> int:
        answer = self._program.ask(questions.line(decision), questions.most_seconds(decision))
        parse = questions.words.notation.parse_action
        return read_answer(answer, questions.texts(decision), parse)
