"""The folder of the Unix socket at which the server of a checked bot listens."""

from pathlib import Path

from referee.rpc.folders import PrivateFolder
from referee.rpc.server import BotServer


class SocketFolder:
    """A folder for one socket at a time, which a bot may read as any user that it runs as.

    The folder is not in the bot's home. There a bot could put a link in its place: a server that
    listens anew would follow the link, and a later start of the bot could read what the link leads
    to.
    """

    def __init__(self) -> None:
        """Make a private folder around the folder. Raises OSError when none can be made."""
        self._private = PrivateFolder()
        self.path = Path(self._private.path, "socket")

    async def listen(self, server: BotServer) -> None:
        """Let the server listen here; an earlier server must have stopped. Raises OSError."""
        self.path.mkdir(exist_ok=True)
        # The bot may run as another user; the private folder around this one keeps others out.
        self.path.chmod(0o755)
        await server.listen(self.path)
        for socket in self.path.iterdir():
            socket.chmod(0o666)

    def remove(self) -> None:
        """Remove the folder and what is in it. Raises nothing."""
        self._private.remove()
