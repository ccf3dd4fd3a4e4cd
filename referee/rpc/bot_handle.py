"""What a bot is to matches, wherever it runs, and what it is in a seat of one match."""

from typing import Literal, Protocol

from referee.conduct import Conduct, Fault
from referee.player import Player
from referee.rpc.session import Session
from referee.wire import Codec
from stych.v1 import referee_pb2 as pb


class Seated(Player, Protocol):
    """A bot in one seat of one match."""

    @property
    def charged_by(self) -> Literal["cpu", "wall"]:
        """What it is charged at the moment: its processor time, or all the time that passes."""

    @property
    def struck(self) -> int:
        """How many slips of its clock were forgiven in the match."""

    @property
    def resumed(self) -> int:
        """How often it came back and went on in the midst of the match."""

    def annul(self) -> None:
        """Tell it that the match is void: nobody won.

        It is played again under the same id, but is announced to the bot with another number.
        """

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Show it the deal's key and the match's salt: proof that the cards were dealt fairly.

        Only when nobody plays that deal any more (docs/protocol.md, Proof of fair dealing).
        """


class Entered(Protocol):
    """Whatever can be seated in a match: a bot, or a language model."""

    @property
    def sdk(self) -> str:
        """The library that its latest Hello names; empty before the first, or without a Hello."""

    def sit(self, start: pb.MatchStart) -> Seated:
        """The bot in a seat of a new match; may write the match's number into `start`."""


class BotHandle(Protocol):
    """A bot as matches see it: they seat it, and all of them share one session at a time."""

    conduct: Conduct
    codec: Codec
    sdk: str
    """The library that its latest Hello names; empty before the first."""
    never_talks: bool
    """Whether its latest Hello says that it never talks; False before the first."""

    @property
    def here(self) -> bool:
        """Whether a session with it is open at the moment."""

    def cpu(self) -> float | None:
        """Seconds of processor time that it has used; None where nobody counts them."""

    def sit(self, start: pb.MatchStart) -> Seated:
        """The bot in a seat of a new match; writes the match's number into `start`."""

    async def session(self) -> Session | Fault:
        """The session to ask it in, in bounded time; or the fault that takes its place."""
