"""Whether a bot may be stored: it starts, says hello, and plays a match of each of its games."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any, Final

from referee.conduct import Conduct, Fault
from referee.deals import Deal, commitment, derive
from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.player import Player, house_player
from referee.rpc.local_bot import Entry, LocalBot
from referee.table import Table
from referee.wire import codec
from stych.v1 import referee_pb2 as pb

_CONDUCT: Final = Conduct()


def accept(entry: Entry, output: Path) -> str:
    """ "" when the bot may be stored, else what is wrong with it, its last output with it."""
    for game in entry.manifest.games:
        if fault := asyncio.run(_play(entry, make_game(game, {}), output / game)):
            said = [f"in a match of {game} against the house, {fault.text}"]
            return "\n".join([*said, *fault.evidence.splitlines()])
    return ""


async def _play(entry: Entry, game: AnyGame, output: Path) -> Fault | None:
    deal = Deal(derive("stych submit", game.id))
    house = Random(0)
    async with LocalBot(entry, game.id, _CONDUCT, output) as bot:
        seated = bot.sit(_start(game, deal))
        players: list[Player] = [seated, *(house_player(house) for _ in range(game.seats - 1))]
        sitting = await Table(game, deal, players, house).play()
    return sitting.faults[0].fault if sitting.faults else None


def _start(game: AnyGame, deal: Deal) -> pb.MatchStart:
    wire = codec(game.id)
    options: dict[str, Any] = {wire.field: wire.options(game.options)}
    return pb.MatchStart(
        game=game.id,
        seat=0,
        seats=game.seats,
        bot_seed=1,
        clock=pb.Clock(
            decision_ms=_CONDUCT.decision_ms,
            bank_ms=_CONDUCT.bank_ms,
            grace_ms=_CONDUCT.grace_ms,
        ),
        deal_commitment=commitment(deal.key),
        **options,
    )
