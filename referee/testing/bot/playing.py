"""Plays boards with a bot on one stream, as many at once as it takes."""

from collections import deque
from collections.abc import Sequence

from referee.testing.bot.board import Board
from referee.testing.bot.dialogue import Dialogue
from stych.v1 import referee_pb2 as pb


class BoardsInPlay:
    """Boards under way on one stream; starts and ends are sent with the next batch of decisions."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.seconds: list[float] = []
        """The seconds that each answer took, in the order of the answers."""
        self._dialogue = dialogue
        self._waiting: deque[Board] = deque()
        self._outbox = pb.PlayResponse()
        self.choices: dict[Board, list[int]] = {}
        """By board, the indices of the legal actions that the bot chose."""

    def sit(self, board: Board, *, resumed: bool = False) -> None:
        """Begin the matches of a board; their starts are sent with the next batch."""
        self._outbox.starts.extend(board.starts(resumed=resumed))
        self.choices[board] = []
        self._queue(board)

    def _queue(self, board: Board, most: int | None = None) -> None:
        """Let the board wait for its next turn, or end it if it is over or had `most` decisions."""
        # A match that ends early ends by the fault of another seat, which may happen at any time.
        ended = most is not None and len(self.choices[board]) >= most
        if ended or board.decision() is None:
            self._outbox.overs.extend(board.overs())
            self._outbox.openings.extend(board.openings())
        else:
            self._waiting.append(board)

    async def turn(self, most: int | None = None) -> bool:
        """Have one batch answered, as large as the bot takes; False when no board is left.

        A board ends after `most` decisions, by the fault of another seat. Raises StepFailedError.
        """
        size = min(len(self._waiting), self._dialogue.at_once)
        boards = [self._waiting.popleft() for _ in range(size)]
        asked = {board: each for board in boards if (each := board.decision()) is not None}
        outbox, self._outbox = self._outbox, pb.PlayResponse()
        if not asked:
            # The ends of the last boards have no batch to go with.
            if outbox.ByteSize():
                await self._dialogue.tell(outbox)
            return False
        answers = await self._dialogue.exchange(asked, outbox)
        for board, answer in zip(asked, answers, strict=True):
            self.seconds.append(answer.seconds)
            self.choices[board].append(answer.index)
            board.take(answer.index)
            self._queue(board, most)
        return True


async def play(
    dialogue: Dialogue, boards: Sequence[Board], most: int | None = None
) -> BoardsInPlay:
    """Play the boards to their ends, or to `most` decisions of each. Raises StepFailedError."""
    in_play = BoardsInPlay(dialogue)
    for board in boards:
        in_play.sit(board)
    while await in_play.turn(most):
        pass
    return in_play
