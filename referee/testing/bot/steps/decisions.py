"""Decisions: each is answered, once, legally, whatever the list looks like."""

from itertools import count

from referee.testing.bot.dialogue import ANSWER_ONCE, Dialogue, shown
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError
from referee.testing.bot.playing import Sitting, play
from referee.testing.bot.registry import Family, Finding
from referee.testing.bot.stage import Stage
from stych.v1 import referee_pb2 as pb

FAMILY = Family("decisions")
step = FAMILY.step

_FIRST_LARGE_DECISION = 2**63 + 5
_LARGE_MATCH = 2**32 - 1
_UNKNOWN_FIELD = b"\xc2\x3e\x06future"
"""Field 1000 of any message, which no version has yet."""


@step("one-decision", "it answers a decision", "two-processes")
async def one_decision(stage: Stage) -> Finding:
    """The first decision of a match is answered within its clock."""
    async with stage.greeted() as bot:
        await _first_answer(bot, stage)
    return Passed()


@step("once", "it answers a decision once", "one-decision")
async def once(stage: Stage) -> Finding:
    """After its answer it says nothing more until it is asked again."""
    async with stage.greeted() as bot:
        answers = await _first_answer(bot, stage)
        if len(answers) > 1:
            received = f"{len(answers)} answers in one message"
            raise StepFailedError("one answer to one decision", received, ANSWER_ONCE)
        await bot.quiet(stage.settings.quiet_s, "nothing after the answer to the only decision")
    return Passed()


async def _first_answer(bot: Dialogue, stage: Stage) -> list[pb.Answer]:
    """The first message after the first decision, which must hold the answer to it."""
    board = bot.board(stage.game)
    decision = board.asked()
    await bot.ask({board: decision}, pb.PlayResponse(starts=board.starts()))
    expected = f"an answer to decision {decision.decision}: {board.where}"
    request = await bot.hear(expected, bot.allowed(1))
    answers = list(request.answers.answers)
    if decision.decision not in {answer.decision for answer in answers}:
        advice = "answer with Decision.decision as Answer.decision"
        raise StepFailedError(expected, shown(request), advice)
    return answers


@step("legal", "its answers are within the legal actions", "once")
async def legal(stage: Stage) -> Finding:
    """Over a whole game each answer is an index into the list of legal actions."""
    bot = await stage.bot()
    sitting = await play(bot, [bot.board(stage.game)])
    return Passed(f"{len(sitting.seconds)} decisions")


@step("welcome-fewer", "it takes a Welcome to shorter lists than it asked for", "legal")
async def welcome_fewer(stage: Stage) -> Finding:
    """Told that it gets one decision at a time, it plays on all the same."""
    if stage.hello.decisions_at_once <= 1:
        return NotApplicable("it takes one decision at a time")
    async with stage.greeted(at_once=1) as bot:
        await play(bot, [bot.board(stage.game), bot.board(stage.game)], most=3)
    return Passed()


@step("unknown-field", "it takes a message with a field it does not know", "legal")
async def unknown_field(stage: Stage) -> Finding:
    """Later referees may add fields to any message; a bot ignores them."""
    bot = await stage.bot()
    board = bot.board(stage.game)
    response = pb.PlayResponse.FromString(_UNKNOWN_FIELD)
    for start in board.starts():
        told = start.SerializeToString() + _UNKNOWN_FIELD
        response.starts.append(pb.MatchStart.FromString(told))
    asked = pb.Decision.FromString(board.asked().SerializeToString() + _UNKNOWN_FIELD)
    await bot.exchange({board: asked}, response)
    await bot.tell(pb.PlayResponse(overs=board.overs()))
    return Passed()


@step("list", "it answers a list as long as it asked for", "legal")
async def long_list(stage: Stage) -> Finding:
    """As many matches begin at once as it takes decisions, all in one message; each decision is
    answered once."""
    bot = await stage.bot()
    if bot.at_once == 1:
        return NotApplicable("it takes one decision at a time")
    boards = [bot.board(stage.game) for _ in range(bot.at_once)]
    await play(bot, boards, most=2)
    await bot.quiet(stage.settings.quiet_s, "nothing after the answers to a list")
    return Passed(f"{bot.at_once} decisions")


@step("list-parts", "it answers what it is asked, not what it was asked before", "list")
async def list_parts(stage: Stage) -> Finding:
    """Lists of changing length and order: the answers belong to the list that is open."""
    bot = await stage.bot()
    if bot.at_once == 1:
        return NotApplicable("it takes one decision at a time")
    boards = [bot.board(stage.game) for _ in range(min(bot.at_once, 5))]
    starts = [start for board in boards for start in board.starts()]
    response = pb.PlayResponse(starts=starts)
    for size in [*range(1, len(boards) + 1), 1]:
        turn = [board for board in reversed(boards[-size:]) if board.decision()]
        answers = await bot.exchange({board: board.asked() for board in turn}, response)
        response = pb.PlayResponse()
        for board, answer in zip(turn, answers, strict=True):
            board.take(answer.index)
    await bot.tell(pb.PlayResponse(overs=[over for board in boards for over in board.overs()]))
    return Passed()


@step("large-numbers", "it takes the largest numbers of matches and decisions", "legal")
async def large_numbers(stage: Stage) -> Finding:
    """A match has any number of 32 bits and a decision any of 64: no float holds them."""
    async with stage.greeted() as bot:
        bot.decisions = count(_FIRST_LARGE_DECISION)
        board = bot.board(stage.game)
        board.matches = dict.fromkeys(board.matches, _LARGE_MATCH)
        sitting = Sitting(bot)
        sitting.sit(board)
        while await sitting.turn(most=3):
            pass
    return Passed()
