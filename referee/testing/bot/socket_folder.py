"""Where the server of a bot that is checked listens, when it does so on a socket with a path."""

from pathlib import Path

from referee.rpc.folders import PrivateFolder
from referee.rpc.server import BotServer


class SocketFolder:
    """A folder for one socket at a time, that a bot may read whichever user it runs as.

    It lies apart from the bot's home: there a bot could put a link in its place, which would lead
    us elsewhere when a server listens anew, and let a later start of the bot read what it leads to.
    """

    def __init__(self) -> None:
        """Nothing is in it before `listen`. Raises OSError when no folder can be made."""
        self._private = PrivateFolder()
        self.path = Path(self._private.path, "socket")

    async def listen(self, server: BotServer) -> None:
        """Let the server listen here; one that did so before must have stopped. Raises OSError."""
        self.path.mkdir(exist_ok=True)
        # The user that the bot runs as may be another one; the folder around it is closed to all.
        self.path.chmod(0o755)
        await server.listen(self.path)
        for socket in self.path.iterdir():
            socket.chmod(0o666)

    def remove(self) -> None:
        """Remove the folder and what is in it. Raises nothing."""
        self._private.remove()
