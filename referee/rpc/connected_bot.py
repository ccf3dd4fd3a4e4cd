"""The common part of local and remote bots, which speak the protocol over gRPC."""

from referee.conduct import Conduct
from referee.rpc.bot_handle import BotHandle
from referee.rpc.handshake import Greeted
from referee.rpc.seated_bot import SeatedBot
from referee.wire import Codec, codec
from stych.v1 import referee_pb2 as pb


class ConnectedBot(BotHandle):
    """A bot that is asked in sessions; a derived class provides the sessions."""

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

    def _note(self, greeted: Greeted) -> None:
        """Remember what the bot's latest Hello says."""
        self.sdk, self.never_talks = greeted.sdk, greeted.never_talks
