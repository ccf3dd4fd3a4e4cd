"""The interfaces by which matches use a bot, wherever it runs: the bot, and the bot in a seat."""

from typing import Literal, Protocol

from referee.conduct import Conduct, Fault
from referee.player import Player
from referee.rpc.session import Session
from referee.wire import Codec
from stych.v1 import referee_pb2 as pb


class Seated(Player, Protocol):
    """A bot, or a language model, in one seat of one match."""

    @property
    def charged_by(self) -> Literal["cpu", "wall"]:
        """What the bot is charged at the moment: processor time, or all the time that passes."""

    @property
    def struck(self) -> int:
        """How many strikes late answers in the match have used up; one may use several."""

    @property
    def resumed(self) -> int:
        """How often the bot came back in a new session and went on in the middle of the match."""

    def annul(self) -> None:
        """Tell the bot that the match is void: nobody won.

        The match is played again under the same id, but announced to the bot with another number.
        """

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Show the bot the deal's key and the match's salt: proof that the deal was fair.

        To be called only when no match on the deal is left to play (docs/protocol.md, Proof of fair
        dealing).
        """


class Seatable(Protocol):
    """An entrant that can be seated in matches: a bot, or a language model."""

    @property
    def sdk(self) -> str:
        """The SDK that its latest Hello names; empty before the first, and for a language model."""

    def sit(self, start: pb.MatchStart) -> Seated:
        """Seat the entrant in a new match; may write the match's number into `start`."""


class BotHandle(Protocol):
    """A bot as its matches see it. All of them share one session at a time."""

    conduct: Conduct
    codec: Codec
    sdk: str
    """The SDK that the bot's latest Hello names; empty before the first."""
    never_talks: bool
    """Whether the bot's latest Hello says that it never talks; False before the first."""

    @property
    def here(self) -> bool:
        """Whether `session` would return now, without waiting for the bot.

        It may do so even if this is False, as when it returns a fault that was noted before.
        """

    def cpu(self) -> float | None:
        """Seconds of processor time that the bot's process, and all that it started, have used.

        None where nobody counts them, and while a local bot has no process.
        """

    def sit(self, start: pb.MatchStart) -> Seated:
        """Seat the bot in a new match; writes the match's number into `start`."""

    async def session(self) -> Session | Fault:
        """The session in which to ask the bot, or the fault because of which there is none.

        Waits for the bot to start or to come back, but only for a bounded time. Not to be called
        after the bot was closed.
        """
