"""Whether this process works for agents: then less is read and told than for a user of commands.

An agent writes to the folders above its bots, which else are the user's alone.
"""

import os
from pathlib import Path
from typing import Final

from referee.errors import UserError

AGENTS: Final = "STYCH_FOR_AGENTS"
"""The variable by which the processes of `stych mcp` know it; no bot and no build gets it."""


def for_agents() -> bool:
    """Whether the process, or the one that started it, serves agents."""
    return bool(os.environ.get(AGENTS))


def check_unmoved(folder: Path) -> None:
    """Raise UserError if a folder that an agent named leads elsewhere by now.

    The server hands folders over without links: one that is there now was put there since.
    """
    if for_agents() and folder.is_absolute() and Path(os.path.realpath(folder)) != folder:
        raise UserError(f"{folder} was swapped for a link meanwhile; call again")
