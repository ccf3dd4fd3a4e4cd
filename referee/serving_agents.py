"""Whether this process works for agents: then it reads and tells less than it does for a user.

Agents can write to the folders above their bots. Without agents only the user can do so.
"""

import os
from pathlib import Path
from typing import Final

from referee.errors import UserError

AGENTS: Final = "STYCH_FOR_AGENTS"
"""The variable that is set for all processes of `stych mcp`; bots and builds do not get it."""


def for_agents() -> bool:
    """Whether this process serves agents, or was started by one that does."""
    return bool(os.environ.get(AGENTS))


def check_no_link(folder: Path) -> None:
    """Raise UserError if the path of a folder that an agent has named has a link in it.

    The server passes absolute paths without links, so somebody has put the link there since.
    Nothing is checked for relative paths, and in processes that do not serve agents.
    """
    if for_agents() and folder.is_absolute() and Path(os.path.realpath(folder)) != folder:
        raise UserError(
            f"there is a link in the path {folder} since the tool was called; call it again"
        )
