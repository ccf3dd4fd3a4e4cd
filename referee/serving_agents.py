"""Whether this process works for agents: then less is read and told than for a user of commands.

An agent writes to the folders above its bots, which else are the user's alone.
"""

import os
from typing import Final

AGENTS: Final = "STYCH_FOR_AGENTS"
"""The variable by which the processes of `stych mcp` know it; no bot and no build gets it."""


def for_agents() -> bool:
    """Whether the process, or the one that started it, serves agents."""
    return bool(os.environ.get(AGENTS))
