"""The steps about decisions: each is answered once and legally, whatever the batch looks like."""

from itertools import count

from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import ANSWER_ONCE, Dialogue, shown
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError
from referee.testing.bot.playing import play
from stych.v1 import referee_pb2 as pb

FAMILY = Family("decisions")
step = FAMILY.step

# Beyond what fits a signed number of 64 bits, and beyond what a float holds exactly.
_FIRST_LARGE_DECISION = 2**63 + 5
# The largest number that the field for a match can hold.
_LARGE_MATCH = 2**32 - 1
_UNKNOWN_FIELD = b"\xc2\x3e\x06future"
"""Field 1000 of a message, encoded: no message has it in this version, a later version may."""


@step("one-decision", "it answers a decision", "two-processes")
async def one_decision(tested: BotUnderTest) -> Finding:
    """The first decision of a match is answered within the time that the clock allows."""
    async with tested.greeted() as bot:
        await _first_answer(bot, tested)
    return Passed()


@step("once", "it answers a decision once", "one-decision")
async def once(tested: BotUnderTest) -> Finding:
    """After its answer to the first decision of a match it sends nothing more."""
    async with tested.greeted() as bot:
        answers = await _first_answer(bot, tested)
        if len(answers) > 1:
            received = f"{len(answers)} answers in one message"
            raise StepFailedError("one answer to one decision", received, ANSWER_ONCE)
        # A second answer may come a moment later, in a message of its own.
        await bot.quiet(tested.settings.quiet_s, "nothing after the answer to the only decision")
    return Passed()


async def _first_answer(bot: Dialogue, tested: BotUnderTest) -> list[pb.Answer]:
    """Ask the first decision of a match, and return all answers of the message that answers it."""
    board = bot.board(tested.game)
    decision = board.expect_decision()
    await bot.ask({board: decision}, pb.PlayResponse(starts=board.starts()))
    expected = f"an answer to decision {decision.decision}: {board.where}"
    request = await bot.hear(expected, bot.allowed(1))
    answers = list(request.answers.answers)
    if decision.decision not in {answer.decision for answer in answers}:
        advice = "answer with Decision.decision as Answer.decision"
        raise StepFailedError(expected, shown(request), advice)
    return answers


@step("legal", "its answers are within the legal actions", "once")
async def legal(tested: BotUnderTest) -> Finding:
    """Over a whole game each answer is an index into the list of legal actions."""
    bot = await tested.bot()
    in_play = await play(bot, [bot.board(tested.game)])
    return Passed(f"{len(in_play.seconds)} decisions")


@step("welcome-fewer", "it takes a Welcome to smaller batches than it asked for", "legal")
async def welcome_fewer(tested: BotUnderTest) -> Finding:
    """The Welcome says that it gets one decision at a time, although it asked for more. It
    answers the first three decisions of two matches like that."""
    if tested.hello.decisions_at_once <= 1:
        return NotApplicable("it takes one decision at a time")
    async with tested.greeted(at_once=1) as bot:
        await play(bot, [bot.board(tested.game), bot.board(tested.game)], most=3)
    return Passed()


@step("unknown-field", "it takes a message with a field it does not know", "legal", of_grpc=True)
async def unknown_field(tested: BotUnderTest) -> Finding:
    """A message, and the start and the decision in it, have a field that this version does not
    know, as messages of later referees may have. It ignores these fields."""
    bot = await tested.bot()
    board = bot.board(tested.game)
    response = pb.PlayResponse.FromString(_UNKNOWN_FIELD)
    for start in board.starts():
        # By bytes, since the classes of this version cannot set a field that they do not know.
        extended = start.SerializeToString() + _UNKNOWN_FIELD
        response.starts.append(pb.MatchStart.FromString(extended))
    asked = pb.Decision.FromString(board.expect_decision().SerializeToString() + _UNKNOWN_FIELD)
    await bot.exchange({board: asked}, response)
    await bot.tell(pb.PlayResponse(overs=board.overs()))
    return Passed()


@step("list", "it answers a batch as large as it asked for", "legal")
async def long_list(tested: BotUnderTest) -> Finding:
    """As many matches as it takes decisions at once begin in one message, each with its first
    decision. Each decision is answered once."""
    bot = await tested.bot()
    if bot.at_once == 1:
        return NotApplicable("it takes one decision at a time")
    boards = [bot.board(tested.game) for _ in range(bot.at_once)]
    await play(bot, boards, most=2)
    await bot.quiet(tested.settings.quiet_s, "nothing after the answers to a batch")
    return Passed(f"{bot.at_once} decisions")


@step("list-parts", "it answers what it is asked, not what it was asked before", "list")
async def list_parts(tested: BotUnderTest) -> Finding:
    """Batches have changing sizes, and their decisions are not in the order of the starts. All
    answers belong to the batch that is open."""
    bot = await tested.bot()
    if bot.at_once == 1:
        return NotApplicable("it takes one decision at a time")
    boards = [bot.board(tested.game) for _ in range(min(bot.at_once, 5))]
    starts = [start for board in boards for start in board.starts()]
    response = pb.PlayResponse(starts=starts)
    # The batches grow, and the last one is small; their order is not that of the starts.
    for size in [*range(1, len(boards) + 1), 1]:
        turn = [board for board in reversed(boards[-size:]) if board.decision()]
        answers = await bot.exchange({board: board.expect_decision() for board in turn}, response)
        response = pb.PlayResponse()
        for board, answer in zip(turn, answers, strict=True):
            board.take(answer.index)
    await bot.tell(pb.PlayResponse(overs=[over for board in boards for over in board.overs()]))
    return Passed()


@step(
    "large-numbers", "it takes the largest numbers of matches and decisions", "legal", of_grpc=True
)
async def large_numbers(tested: BotUnderTest) -> Finding:
    """The number of a match is the largest of 32 bits, and its decisions have numbers beyond 2^63,
    which a float does not hold exactly."""
    async with tested.greeted() as bot:
        bot.decisions = count(_FIRST_LARGE_DECISION)
        board = bot.board(tested.game)
        # `bot.board` has numbered the match, so the number is replaced.
        board.matches = dict.fromkeys(board.matches, _LARGE_MATCH)
        await play(bot, [board], most=3)
    return Passed()
