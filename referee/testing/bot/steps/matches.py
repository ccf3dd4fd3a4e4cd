"""The steps about matches: several at once, taken up in the middle, and after their end."""

from referee.games.game import AnyGame
from referee.testing.bot.board import Board
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import Dialogue
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import Passed
from referee.testing.bot.lengths import long
from referee.testing.bot.playing import BoardsInPlay, play
from stych.v1 import referee_pb2 as pb

FAMILY = Family("matches")
step = FAMILY.step


async def _answer(
    bot: Dialogue, board: Board, times: int = 1, response: pb.PlayResponse | None = None
) -> None:
    """Have the next `times` decisions of the board answered, one after another, or all that it has.

    The `response` is sent with the first of them, and not at all if there is none.
    """
    for _ in range(times):
        decision = board.decision()
        if decision is None:
            return
        # One decision in a message, although the bot may take more: the steps need this order.
        [answer] = await bot.exchange({board: decision}, response)
        board.take(answer.index)
        response = None


@step("two-matches", "it plays two matches at once", "legal")
async def two_matches(tested: BotUnderTest) -> Finding:
    """Decisions of two matches come in turn, one in each message. Neither match disturbs the
    other."""
    bot = await tested.bot()
    boards = [bot.board(tested.game), bot.board(tested.game)]
    starts = pb.PlayResponse(starts=[start for board in boards for start in board.starts()])
    await _answer(bot, boards[0], response=starts)
    for _ in range(5):
        await _answer(bot, boards[1])
        await _answer(bot, boards[0])
    await bot.tell(pb.PlayResponse(overs=[over for board in boards for over in board.overs()]))
    return Passed()


@step("both-seats", "it plays both seats of a board at once", "two-matches")
async def both_seats(tested: BotUnderTest) -> Finding:
    """Two matches with the same cards go on at the same time, one with the bot in seat 0 and one in
    seat 1, as the seatings of a board may."""
    bot = await tested.bot()
    # The same label gives the same deal.
    boards = [bot.board(tested.game, [seat], label="both seats") for seat in (0, 1)]
    await play(bot, boards, most=8)
    return Passed()


@step("together", "it takes a start, a decision and an end in one message", "two-matches")
async def together(tested: BotUnderTest) -> Finding:
    """A match ends in the message in which the next one begins and has its first decision."""
    bot = await tested.bot()
    before = bot.board(tested.game)
    await _answer(bot, before, 2, pb.PlayResponse(starts=before.starts()))
    for _ in range(3):
        board = bot.board(tested.game)
        response = pb.PlayResponse(starts=board.starts(), overs=before.overs())
        await _answer(bot, board, 1, response)
        await _answer(bot, board, 2)
        before = board
    await bot.tell(pb.PlayResponse(overs=before.overs()))
    return Passed()


@step("resumed", "it goes on in the middle of a match", "legal")
async def resumed(tested: BotUnderTest) -> Finding:
    """A new process gets a match that is half over, with `resumed` set and without the earlier
    events. It plays on by the observation alone."""
    async with tested.greeted() as bot:
        board = bot.board(tested.game)
        # The earlier events count as sent, so they are not sent with the first decision.
        board.advance_to(0.5, sent=True)
        in_play = BoardsInPlay(bot)
        in_play.sit(board, resumed=True)
        while await in_play.turn():
            pass
    return Passed(f"{len(in_play.seconds)} decisions")


@step("long-history", "it takes all the events of a long match at once", "resumed")
async def long_history(tested: BotUnderTest) -> Finding:
    """A long match is taken up near its end, and all events since its start come with the first
    decision."""
    async with tested.greeted() as bot:
        board = _near_its_end(bot, long(tested.games[0]))
        events = len(board.expect_decision().events)
        in_play = BoardsInPlay(bot)
        in_play.sit(board, resumed=True)
        while await in_play.turn(most=3):
            pass
    return Passed(f"{events} events")


def _near_its_end(bot: Dialogue, game: AnyGame) -> Board:
    """A board after 90 % of a match, or 70, 40 or 0 % if the bot is not asked after that."""
    # A match may end in forced moves, for which nobody is asked. Then an earlier moment is tried.
    for share in (0.9, 0.7, 0.4):
        board = bot.board(game)
        board.advance_to(share, sent=False)
        if board.decision() is not None:
            return board
    return bot.board(game)


@step("aborted", "it takes a match that ends in the middle, and begins the next", "legal")
async def aborted(tested: BotUnderTest) -> Finding:
    """Between two decisions a match ends by the fault of another seat. Then a new match begins."""
    bot = await tested.bot()
    for fault in (pb.FAULT_KIND_CRASHED, pb.FAULT_KIND_WITHDRAWN):
        board = bot.board(tested.game)
        await _answer(bot, board, 2, pb.PlayResponse(starts=board.starts()))
        await bot.tell(pb.PlayResponse(overs=board.overs(fault=fault)))
    await play(bot, [bot.board(tested.game)], most=5)
    return Passed()


@step("never-asked", "it takes a match in which it is never asked", "legal")
async def never_asked(tested: BotUnderTest) -> Finding:
    """A match begins and ends without a decision, in one message and in two."""
    bot = await tested.bot()
    for separately in (False, True):
        board = bot.board(tested.game)
        if separately:
            await bot.tell(pb.PlayResponse(starts=board.starts()))
            await bot.tell(pb.PlayResponse(overs=board.overs()))
        else:
            await bot.tell(pb.PlayResponse(starts=board.starts(), overs=board.overs()))
    await play(bot, [bot.board(tested.game)], most=2)
    return Passed()


@step("openings", "it takes the opening of a deal long after the match", "legal")
async def openings(tested: BotUnderTest) -> Finding:
    """While a third match goes on, the deals of two earlier ones are opened: one in a message of
    its own, one together with a decision."""
    bot = await tested.bot()
    finished = [bot.board(tested.game), bot.board(tested.game)]
    for earlier in finished:
        await _answer(bot, earlier, 1, pb.PlayResponse(starts=earlier.starts()))
        await bot.tell(pb.PlayResponse(overs=earlier.overs()))
    board = bot.board(tested.game)
    await _answer(bot, board, 1, pb.PlayResponse(starts=board.starts()))
    # One opening comes alone in a message, the other with a decision of another match.
    await bot.tell(pb.PlayResponse(openings=finished[0].openings()))
    await _answer(bot, board, 1, pb.PlayResponse(openings=finished[1].openings()))
    await bot.tell(pb.PlayResponse(overs=board.overs(), openings=board.openings()))
    await play(bot, [bot.board(tested.game)], most=2)
    return Passed()


@step("after-the-end", "it says nothing about a match that is over", "legal")
async def after_the_end(tested: BotUnderTest) -> Finding:
    """After the end of the only open match it sends nothing."""
    bot = await tested.bot()
    board = bot.board(tested.game)
    await _answer(bot, board, 2, pb.PlayResponse(starts=board.starts()))
    await bot.tell(pb.PlayResponse(overs=board.overs()))
    await bot.quiet(tested.settings.quiet_s, "nothing after the end of the only match")
    return Passed()
