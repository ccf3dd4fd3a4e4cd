"""Between a referee and a program that reads lines: the answers of all matches of one stream."""

import sys
from typing import Final

from stych.v1 import referee_pb2 as pb
from stych_lines.answers import UnreadableAnswerError, read_answer
from stych_lines.program import LineProgram, OutOfStepError
from stych_lines.questions import MatchQuestions

_ILLEGAL: Final = 2**32 - 1
"""An index that no list of legal actions has."""


def say(text: str) -> None:
    """Tell the bot's author something, on standard error."""
    print(f"stych: {text}", file=sys.stderr, flush=True)


class LinesPlayer:
    """Puts the decisions of one stream to the program, one after another."""

    def __init__(self, program: LineProgram) -> None:
        self._program = program
        self._matches: dict[int, MatchQuestions] = {}
        self._lost: pb.Goodbye | None = None
        """Said once the program is out of step: what it writes answers nothing any more."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | pb.Goodbye | None:
        """The answers to the decisions in the response, if it has any.

        A goodbye, which tells the referee why, when the program is out of step. Raises
        ProgramEndedError.
        """
        for start in response.starts:
            self._matches[start.match] = MatchQuestions(start)
        if not response.decisions or self._lost:
            return self._lost
        try:
            # One after another: a program that reads lines knows of no second question.
            return pb.Answers(answers=[self._answer(each) for each in response.decisions])
        except OutOfStepError as error:
            # Its next line would be taken for the answer to another question. The referee ends the
            # stream, and starts the bot again.
            text = f"the program {error}"
            self._lost = pb.Goodbye(reason=pb.GOODBYE_REASON_MALFORMED, text=text)
            return self._lost

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
            # The referee judges it: this match is lost, and the program plays on.
            choice = _ILLEGAL
        return pb.Answer(decision=decision.decision, choice=choice)

    def _ask(self, questions: MatchQuestions, decision: pb.Decision) -> int:
        said = self._program.ask(questions.line(decision), questions.most_seconds(decision))
        parse = questions.words.notation.parse_action
        return read_answer(said, questions.texts(decision), parse)
