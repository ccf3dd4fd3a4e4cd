"""The common part of all bots that are asked in sessions: local and remote ones, and people."""

from referee.conduct import Conduct
from referee.rpc.bot_handle import BotHandle
from referee.rpc.handshake import AcceptedHello
from referee.rpc.seated_bot import SeatedBot
from referee.wire import Codec, codec
from stych.v1 import referee_pb2 as pb


class ConnectedBot(BotHandle):
    """A bot that is asked in sessions; a derived class defines `here` and `session`."""

    def __init__(self, game: str, conduct: Conduct) -> None:
        self.game = game
        self.conduct = conduct
        self.codec: Codec = codec(game)
        self.sdk = ""
        self.never_talks = False
        self._matches = 0
        """How many matches the bot was seated in; also the number of the latest."""

    def cpu(self) -> float | None:
        """None: nobody counts processor time, unless a derived class does."""
        return None

    def sit(self, start: pb.MatchStart) -> SeatedBot:
        """Seat the bot in a new match; writes the match's number into `start`."""
        self._matches += 1
        start.match = self._matches
        return SeatedBot(self, start)

    def _note(self, hello: AcceptedHello) -> None:
        """Remember what the bot's latest Hello says."""
        self.sdk, self.never_talks = hello.sdk, hello.never_talks
