"""The check's end of a bot's stream: sends messages, and checks what the bot sends."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import count

from google.protobuf.message import DecodeError

from referee.conduct import Conduct
from referee.games.game import AnyGame
from referee.player import Choice
from referee.rpc.handshake import MOST_AT_ONCE
from referee.testing.bot.board import Board
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.findings import StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.version import PROTOCOL, STYCH
from stych.v1 import referee_pb2 as pb

_LAST_MOMENTS = 1.0
"""Seconds that a process has to exit after its stream ended, so that a failure can say how it
ended."""
_SEND_SECONDS = 30.0
"""Seconds within which a bot has to read a message."""

SEE_OUTPUT = "read its last output: it tells what went wrong inside the bot"
ANSWER_ONCE = "answer each decision once, with its own number, and send nothing else"


class Dialogue:
    """One stream of a bot, from its Hello on.

    Its asynchronous methods raise StepFailedError when the bot does not do what they wait for.
    """

    def __init__(self, started: LaunchedBot, stream: BotStream, conduct: Conduct) -> None:
        self.started = started
        self.conduct = conduct
        self.hello = pb.Hello()
        self.at_once = 1
        """The most decisions in one message, as the Welcome says."""
        self.decisions = count(1)
        """Gives the numbers of the decisions to come; a step may replace it."""
        self._matches = count(1)
        """Gives the numbers of the matches to come."""
        self._boards = count(1)
        """Gives the numbers for the labels of boards that get none."""
        self._stream = stream

    # -- greeting

    async def hear_hello(self) -> None:
        """Hear the bot's first message, which must be a Hello."""
        expected = "a Hello as its first message"
        request = await self.hear(expected, self.conduct.start_ms / 1000)
        if request.WhichOneof("message") != "hello":
            raise StepFailedError(
                expected,
                shown(request),
                "send a PlayRequest with `hello` first, before anything else",
            )
        self.hello = request.hello

    async def welcome(self, at_once: int = MOST_AT_ONCE) -> None:
        """Send the Welcome: batches are as large as the bot asked for, but at most `at_once`."""
        self.at_once = min(max(self.hello.decisions_at_once, 1), at_once)
        welcome = pb.Welcome(
            protocol_version=PROTOCOL, referee_version=STYCH, decisions_at_once=self.at_once
        )
        await self.tell(pb.PlayResponse(welcome=welcome))

    async def goodbye(self, reason: pb.GoodbyeReason, text: str) -> None:
        """Send a Goodbye, which is the last message of the stream."""
        await self.tell(pb.PlayResponse(goodbye=pb.Goodbye(reason=reason, text=text)))

    def end(self) -> None:
        """End the stream without a Goodbye."""
        self._stream.end()

    # -- matches

    def board(self, game: AnyGame, seats: Sequence[int] = (0,), label: str = "") -> Board:
        """A new board with the bot in these seats.

        Without a label its deal differs from those of the other boards of this dialogue.
        """
        label = label or f"board {next(self._boards)}"
        matches = {seat: next(self._matches) for seat in seats}
        board = Board(game, label, matches, silent=self.hello.never_talks)
        board.set_clock(self.conduct)
        return board

    # -- messages

    async def tell(self, response: pb.PlayResponse) -> None:
        """Send the message, which the bot has to read within `_SEND_SECONDS`."""
        try:
            await self._stream.send(response, _SEND_SECONDS)
        except TimeoutError:
            raise StepFailedError(
                "the bot to read what it is sent",
                f"nothing was read for {_SEND_SECONDS:g} s",
                "read from the stream all the time, also while the bot thinks",
            ) from None

    async def hear(self, expected: str, seconds: float) -> pb.PlayRequest:
        """The bot's next message, within `seconds`; `expected` says what it should be."""
        try:
            data = await self._stream.hear(seconds)
        except TimeoutError:
            raise StepFailedError(
                f"{expected} within {seconds:.1f} s", "nothing", "find out what the bot waits for"
            ) from None
        if data is None:
            raise StepFailedError(expected, await self._how_it_ended(), SEE_OUTPUT)
        try:
            return pb.PlayRequest.FromString(data)
        except DecodeError:
            received = f"{len(data)} bytes that are no PlayRequest"
            advice = "build messages with the code generated from proto/stych/v1"
            raise StepFailedError(expected, received, advice) from None

    async def _how_it_ended(self) -> str:
        how = await self.started.ended(_LAST_MOMENTS)
        return f"its process {how}" if how else "the end of the stream; its process goes on"

    async def quiet(self, seconds: float, what: str) -> None:
        """Check that the bot sends nothing for `seconds`, and does not end the stream.

        `what` says in a failure what was expected.
        """
        try:
            data = await self._stream.hear(seconds)
        except TimeoutError:
            return
        if data is None:
            raise StepFailedError(what, await self._how_it_ended(), SEE_OUTPUT)
        raise StepFailedError(what, _shown_bytes(data), ANSWER_ONCE)

    # -- decisions

    async def exchange(
        self,
        asked: Mapping[Board, pb.Decision],
        response: pb.PlayResponse | None = None,
    ) -> list[Choice]:
        """Send a batch of decisions, and return the answers in the order of `asked`.

        The batch is added to `response`, so that both go in one message. Each decision gets its
        number here; it must be answered once, legally, and within the time that the clock allows
        for the batch.
        """
        await self.ask(asked, response)
        return await self.answers(asked)

    async def ask(
        self, asked: Mapping[Board, pb.Decision], response: pb.PlayResponse | None = None
    ) -> None:
        """Number the decisions, and send them in one message with the contents of `response`."""
        response = response or pb.PlayResponse()
        for decision in asked.values():
            decision.decision = next(self.decisions)
        response.decisions.extend(asked.values())
        await self.tell(response)

    async def answers(self, asked: Mapping[Board, pb.Decision]) -> list[Choice]:
        """Await the answers to a batch that was sent, and return them in the order of `asked`.

        The time since the bot's message before, or since the batch was sent, is divided equally
        among the answers in a message: that is `Choice.seconds`.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time()
        end = latest + self.allowed(len(asked))
        by_number = {each.decision: (board, each) for board, each in asked.items()}
        choices: dict[int, Choice] = {}
        while len(choices) < len(asked):
            # A failure names one decision, the first that was not answered.
            missing = next(number for number in by_number if number not in choices)
            expected = f"an answer to decision {missing}: {by_number[missing][0].where}"
            request = await self.hear(expected, max(end - loop.time(), 0.001))
            answers = _answers(request, expected)
            # Answers in one message share the time since the message before (docs/protocol.md,
            # Clocks).
            share, latest = (loop.time() - latest) / len(answers), loop.time()
            for answer in answers:
                if answer.decision not in by_number or answer.decision in choices:
                    received = _not_open(answer.decision, set(choices))
                    raise StepFailedError(expected, received, ANSWER_ONCE)
                check_legal(*by_number[answer.decision], answer)
                choices[answer.decision] = Choice(answer.choice, share)
        return [choices[decision.decision] for decision in asked.values()]

    def allowed(self, decisions: int) -> float:
        """The seconds that the clock allows for the answers to a batch of this size."""
        clock = self.conduct
        return (clock.decision_ms * decisions + clock.bank_ms + clock.grace_ms) / 1000


def check_legal(board: Board, decision: pb.Decision, answer: pb.Answer) -> None:
    """Check that the answer is an index into the legal actions. Raises StepFailedError."""
    legal = len(decision.legal_actions)
    if answer.choice >= legal:
        raise StepFailedError(
            f"an index from 0 to {legal - 1}: {board.where}",
            f"{answer.choice}",
            "answer with an index into legal_actions, not with an action",
        )


def _answers(request: pb.PlayRequest, expected: str) -> list[pb.Answer]:
    answers = list(request.answers.answers)
    if not answers:
        raise StepFailedError(expected, shown(request), ANSWER_ONCE)
    return answers


def _not_open(number: int, answered: set[int]) -> str:
    if number in answered:
        return f"a second answer to decision {number}"
    return f"an answer to decision {number}, which is not open"


def shown(request: pb.PlayRequest) -> str:
    """The kind of the request, with its main contents, in a few words for a failure."""
    match request.WhichOneof("message"):
        case "hello":
            return "a Hello"
        case "goodbye":
            return f"a Goodbye: {request.goodbye.text!r}"
        case "answers":
            numbers = [str(answer.decision) for answer in request.answers.answers[:5]]
            return f"answers to decisions {', '.join(numbers)}" if numbers else "empty Answers"
    return "a PlayRequest without a message that version 1 knows"


def _shown_bytes(data: bytes) -> str:
    try:
        return shown(pb.PlayRequest.FromString(data))
    except DecodeError:
        return f"{len(data)} bytes that are no PlayRequest"
