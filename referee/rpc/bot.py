"""What a bot is to the seats it holds, wherever it runs."""

from typing import Protocol

from referee.conduct import Conduct, Fault
from referee.rpc.seated_bot import SeatedBot
from referee.rpc.session import Session
from referee.wire import Codec
from stych.v1 import referee_pb2 as pb


class Bot(Protocol):
    """A bot that sits down in matches; all of them share one session at a time."""

    conduct: Conduct
    codec: Codec
    sdk: str
    """The library that its latest Hello names; empty before the first."""
    never_talks: bool
    """As its latest Hello says; False before the first."""
    pace: float
    """Seconds that others waited for its last answer."""

    @property
    def here(self) -> bool:
        """Whether it is connected."""

    def cpu(self) -> float | None:
        """Seconds of processor time that it has used, where they are counted."""

    def sit(self, start: pb.MatchStart) -> SeatedBot:
        """The bot in a seat of a match; the match's number in `start` is given here."""

    async def session(self) -> Session | Fault:
        """The session to ask it in, in bounded time; or the fault that takes its place."""
