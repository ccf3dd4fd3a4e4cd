"""The steps about games: whole matches for every number of players, and every variant."""

import asyncio
from collections.abc import Iterable
from random import Random
from typing import Any

from referee.conduct import FaultKind
from referee.deals import Deal, commitment, derive
from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.player import Player, SeatFault, random_player
from referee.rpc.bot_entry import BotEntry
from referee.rpc.local_bot import LocalBot
from referee.table import Table
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import ANSWER_ONCE, SEE_OUTPUT
from referee.testing.bot.family import Family, Finding, Run
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError
from referee.testing.bot.lengths import every_variant, player_counts, short
from referee.testing.bot.playing import play
from referee.testing.playing import variant_text
from referee.wire import codec
from stych.v1 import referee_pb2 as pb

FAMILY = Family("games")

_ADVICE = {
    FaultKind.LATE: "think less, or heed the clock in MatchStart and bank_left_ms in Decision",
    FaultKind.ILLEGAL: "answer with an index into legal_actions, not with an action",
    FaultKind.MALFORMED: ANSWER_ONCE,
    FaultKind.INCOMPATIBLE: "make `games` in bot.toml and the games in the Hello the same",
}
_NOT_CHECKED = "its bot.toml does not name this game, or the check is made for other games"


def _whole_matches(name: str) -> Run:
    """Returns the function of the step `plays-NAME`."""

    async def run(tested: BotUnderTest) -> Finding:
        if name not in tested.games:
            return NotApplicable(_NOT_CHECKED)
        numbers = player_counts(name)[:1] if tested.settings.quick else player_counts(name)
        entry = BotEntry(tested.manifest.name, tested.folder, tested.manifest)
        decisions, settings = 0, tested.settings
        output = tested.new_output()
        # The bots and tables of a tournament, not the dialogue of the check: a bot that passes
        # here also plays there.
        async with LocalBot(entry, name, settings.conduct, output, settings.confining) as bot:
            for seats in numbers:
                game = short(name, seats)
                bot_seats = [0] if tested.settings.quick else range(seats)
                decisions += await _matches(bot, game, bot_seats)
        listed = ", ".join(map(str, numbers))
        players = "player" if numbers == [1] else "players"
        return Passed(f"with {listed} {players}: {decisions} decisions")

    return run


async def _matches(bot: LocalBot, game: AnyGame, seats: Iterable[int]) -> int:
    """Play a match for each of these seats, all at once; the number of the bot's decisions.

    Raises StepFailedError.
    """
    try:
        async with asyncio.TaskGroup() as group:
            played = [group.create_task(_match(bot, game, seat)) for seat in seats]
    except ExceptionGroup as failed:
        # A step reports one failure; the others usually follow from it.
        raise failed.exceptions[0] from None
    return sum(each.result() for each in played)


async def _match(bot: LocalBot, game: AnyGame, seat: int) -> int:
    """Play a match with the bot in `seat` and random players; the number of the bot's decisions.

    Raises StepFailedError.
    """
    key = derive("check", game.id, "whole match", str(game.seats))
    salt = derive("check", game.id, "salt", str(game.seats), str(seat))
    options: dict[str, Any] = {bot.codec.field: codec(game.id).options(game.options)}
    conduct = bot.conduct
    start = pb.MatchStart(
        game=game.id,
        seat=seat,
        seats=game.seats,
        bot_seed=seat,
        clock=pb.Clock(
            decision_ms=conduct.decision_ms, bank_ms=conduct.bank_ms, grace_ms=conduct.grace_ms
        ),
        deal_commitment=commitment(key, salt),
        **options,
    )
    # A random player for every seat; that of the bot's seat is replaced below.
    players: list[Player] = [random_player(Random(each)) for each in range(game.seats)]
    seated = bot.sit(start)
    players[seat] = seated
    result = await Table(game, Deal(key), players, seat).play()
    seated.open_deal(key, salt)
    for fault in result.faults:
        _fail(game, fault)
    return sum(asked == seat for asked, _ in result.thought)


def _fail(game: AnyGame, fault: SeatFault) -> None:
    """Raise StepFailedError for the fault, with advice by its kind."""
    raise StepFailedError(
        f"a match of {variant_text(game)} without a fault",
        f"the fault {fault.fault.kind} in seat {fault.seat} after {fault.actions_before} moves:"
        f" {fault.fault.text}",
        _ADVICE.get(fault.fault.kind, SEE_OUTPUT),
        fault.fault.evidence.words,
    )


def _variants(name: str) -> Run:
    """Returns the function of the step `variants-NAME`."""

    async def run(tested: BotUnderTest) -> Finding:
        if name not in tested.games:
            return NotApplicable(_NOT_CHECKED)
        most = 1 if tested.settings.quick else 3
        bot = await tested.bot()
        boards = [bot.board(game) for game in every_variant(name)]
        in_play = await play(bot, boards, most)
        return Passed(f"{len(boards)} variants: {len(in_play.seconds)} decisions")

    return run


# Two steps for each registered game, also for the games of installed packages.
for _id, _game in GAMES.items():
    *_smaller, _largest = map(str, player_counts(_id))
    _numbers = f"{', '.join(_smaller)} or {_largest}" if _smaller else _largest
    FAMILY.add(
        f"plays-{_id}",
        f"it plays {_game.title}",
        ("two-matches",),
        _whole_matches(_id),
        f"Whole matches of `{_id}` with {_numbers} players, in every seat, at a real table under"
        " the clocks of a tournament. With --quick only the smallest number of players and seat 0.",
    )
    FAMILY.add(
        f"variants-{_id}",
        f"it plays every variant of {_game.title}",
        ("two-matches",),
        _variants(_id),
        f"Under every combination of the options of `{_id}`, the first three decisions of a match"
        " (one with --quick). Of an option with many values only some are tried.",
    )
