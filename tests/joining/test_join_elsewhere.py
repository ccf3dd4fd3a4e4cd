"""`stych join --address`: a person plays with a referee that the command did not start."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
import trustme

from referee.conduct import Conduct
from referee.record import Record
from referee.record_check import verify
from referee.rpc.bot_handle import BotHandle
from stych.v1 import referee_pb2 as pb
from tests.e2e.command import BOTS, finish
from tests.e2e.hosting import host_and_bots, said, write_cup
from tests.joining.terminal import Screen, at_random, join
from tests.records.matches import FakeBot, fixture, make_plan, uniform
from tournaments.person.person_bot import PersonBot
from tournaments.run.match import TournamentMatch
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow


async def meet(bot: PersonBot) -> Record:
    """A match of the bot, in seat 1, against a uniform player."""
    plan = make_plan(conduct=bot.conduct, options={"target": 3})
    match = TournamentMatch(plan, fixture(plan))
    record = await match.play([cast("BotHandle", FakeBot(uniform)), bot])
    verify(record)
    match.seated[1].open_deal(match.deal_key, match.salt)
    return record


def played(address: str, token: str, folder: Path) -> Screen:
    with join("--address", address, folder=folder, STYCH_TOKEN=token) as screen:
        screen.play(at_random("x"))
        screen.code()
    return screen


async def test_two_matches(tmp_path: Path) -> None:
    async with PersonBot("fox", Conduct(bank_ms=600_000)) as bot:
        words = (bot.address, bot.token, tmp_path)
        playing = asyncio.create_task(asyncio.to_thread(played, *words))
        records = [await meet(bot), await meet(bot)]
        await bot.dismiss(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        screen = await playing
    assert screen.process.returncode == 0
    assert [record.ending for record in records] == ["played", "played"]
    for number, record in enumerate(records, start=1):
        place = f"{record.outcome.places[1]}. you: {record.outcome.points[1]} points"
        end = screen.text.partition(f"match {number} is over")[2]
        assert place in end[:400]
        assert f"The cards of match {number} were those promised at its start." in end
    assert screen.text.endswith("The referee says goodbye: there is nothing more to play.\n")


async def test_too_late(tmp_path: Path) -> None:
    """The question ends when the time is over, although nobody has answered."""

    def too_slow(address: str, token: str) -> Screen:
        with join("--address", address, "--token", token, folder=tmp_path) as screen:
            screen.to_the_end()
            screen.code()
        return screen

    conduct = Conduct(decision_ms=50, bank_ms=0, grace_ms=50)
    async with PersonBot("fox", conduct) as bot:
        playing = asyncio.create_task(asyncio.to_thread(too_slow, bot.address, bot.token))
        record = await meet(bot)
        screen = await playing
    assert [(entry.seat, entry.fault.kind) for entry in record.faults] == [(1, "late")]
    assert screen.process.returncode == 1
    question, _, rest = screen.text.partition("Which card")
    assert "goodbye" not in question
    assert "The referee says goodbye: did not answer within 0.05 s" in rest


async def test_a_wrong_token(tmp_path: Path) -> None:
    async with PersonBot("fox", Conduct()) as bot:
        screen = await asyncio.to_thread(played, bot.address, "guessed", tmp_path)
        assert screen.process.returncode == 2
        assert screen.text.startswith(f"stych: no match with the referee at {bot.address}: ")
        assert "with the token in STYCH_TOKEN" in screen.text


async def test_nobody_comes() -> None:
    async with PersonBot("fox", Conduct(start_ms=50)) as bot:
        record = await meet(bot)
    assert [(entry.seat, entry.fault.text) for entry in record.faults] == [
        (1, "did not dial in within 0.05 s")
    ]
    assert bot.is_absent


def test_a_hosted_tournament_over_tls(tmp_path: Path) -> None:
    """All matches of the person are played on one screen."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    own = authority.issue_cert("127.0.0.1")
    own.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    own.private_key_pem.write_to_path(tmp_path / "key.pem")
    conduct = "[conduct]\nbank_ms = 600000\n"
    file = write_cup(
        tmp_path / "cup.toml", BOTS / "random", remote=("ann",), boards=2, more=conduct
    )
    with host_and_bots(tmp_path, file) as there:
        host = there.host("--tls-cert", tmp_path / "cert.pem", "--tls-key", tmp_path / "key.pem")
        said(host, "awaited: ann")
        line = ("--address", there.address, "--tls", tmp_path / "ca.pem")
        with join(*line, folder=tmp_path, STYCH_TOKEN=there.token("ann")) as screen:
            end = screen.play(at_random("x"))
            assert screen.code() == 0, screen.text
        done = finish(host)
    assert (done.code, done.err) == (0, "")
    assert "4 of 4 matches in 2 whole blocks." in done.out
    assert screen.text.count("were those promised at its start") == 4
    assert "The referee says goodbye: there is nothing more to play." in end
    with Store(there.data) as store:
        records = list(store.records("cup"))
    seats = [seat for record in records for seat in record.seats if seat.entrant == "ann"]
    assert [(seat.bot, record.ending) for seat, record in zip(seats, records, strict=True)] == [
        ("person", "played")
    ] * 4
