"""Processes that come, talk and die in any order: no question is lost and nothing goes on after."""

import asyncio
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.conduct import Conduct, Fault
from referee.player import Choice
from referee.rpc.seated_bot import SeatedBot
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.asked import Asked
from tests.rpc.scripted_session import answers
from tests.rpc.stage import HELLO, FakeProcess, Stream, ask, sit, staged
from tests.rpc.timeless import Timeless

pytestmark = pytest.mark.slow

CLOCKS = Conduct(decision_ms=1000, bank_ms=1000, grace_ms=500, start_ms=3000)
strange: st.SearchStrategy[pb.PlayRequest | bytes] = st.sampled_from(
    [b"\xff", b"", HELLO, answers(), answers(1), answers(2**40), pb.PlayRequest()]
)


class Fuzz(RuleBasedStateMachine):
    """Matches on one side, and on the other whatever the bot's processes come up with."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = Timeless()
        self.exits = ExitStack()
        folder = Path(self.exits.enter_context(tempfile.TemporaryDirectory()))
        self.stage, self.bot = self.exits.enter_context(staged(folder, CLOCKS))
        self.loop.run(self.bot.__aenter__())
        self.players: list[tuple[SeatedBot, Asked]] = []

    def _process(self) -> FakeProcess | None:
        running = [process for process in self.stage.processes if process.running]
        return running[-1] if running else None

    def _streams(self) -> list[Stream]:
        return [stream for process in self.stage.processes for stream in process.streams]

    @rule(count=st.integers(1, 4))
    def matches_begin(self, count: int) -> None:
        async def begin() -> None:
            for _ in range(count):
                player = sit(self.bot)
                self.players.append((player, ask(player)))

        self.loop.run(begin())

    @rule()
    def matches_go_on(self) -> None:
        async def go_on() -> None:
            for number, (player, asked) in enumerate(self.players):
                if asked.done() and not asked.cancelled() and isinstance(asked.result(), Choice):
                    self.players[number] = (player, ask(player))

        self.loop.run(go_on())

    @rule(which=st.integers(0, 50))
    @precondition(lambda self: self.players)
    def a_match_gives_up(self, which: int) -> None:
        self.players[which % len(self.players)][1].cancel()

    @rule(hello=st.booleans(), seconds=st.sampled_from([0, 0.02, 1]))
    def the_bot_dials_in(self, hello: bool, seconds: float) -> None:
        async def dial_in() -> None:
            await asyncio.sleep(seconds)
            if process := self._process():
                process.connect(hello=hello)

        self.loop.run(dial_in())

    @rule(part=st.integers(1, 3))
    def the_bot_answers(self, part: int) -> None:
        for stream in self._streams():
            heard = [stream.to_bot.get_nowait() for _ in range(stream.to_bot.qsize())]
            decisions = [each.decision for message in heard for each in message.decisions]
            if decisions:
                stream.say(answers(*decisions[:part]))
                if decisions[part:]:
                    stream.say(answers(*decisions[part:]))

    @rule(which=st.integers(0, 5), said=strange)
    @precondition(lambda self: self._streams())
    def the_bot_says_something_strange(self, which: int, said: pb.PlayRequest | bytes) -> None:
        streams = self._streams()
        streams[which % len(streams)].say(said)

    @rule(which=st.integers(0, 5))
    @precondition(lambda self: self._streams())
    def the_bot_hangs_up(self, which: int) -> None:
        streams = self._streams()
        streams[which % len(streams)].hang_up()

    @rule()
    def the_process_ends(self) -> None:
        if process := self._process():
            process.exit()

    @rule(seconds=st.sampled_from([0.001, 0.01, 0.2, 1.0, 1.001, 3.0, 30.0]))
    def time_goes_by(self, seconds: float) -> None:
        self.loop.run(asyncio.sleep(seconds))

    @invariant()
    def at_most_one_process_runs(self) -> None:
        self.loop.run(asyncio.sleep(0))
        running = [process for process in self.stage.processes if process.running]
        assert len(running) <= 1

    def teardown(self) -> None:
        with self.exits, self.loop:
            self.loop.run(self._leave())

    async def _leave(self) -> None:
        await self.bot.__aexit__(None, None, None)
        assert not self._process()
        assert self.stage.errors == []
        asked = [task for _, task in self.players]
        fates = Counter(map(type, await asyncio.gather(*asked, return_exceptions=True)))
        assert set(fates) <= {Choice, Fault, RuntimeError, asyncio.CancelledError}


TestFuzz = Fuzz.TestCase
TestFuzz.settings = settings(fast(60), stateful_step_count=30)
