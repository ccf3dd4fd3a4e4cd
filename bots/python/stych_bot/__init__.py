"""The Python SDK: a bot is one small class or function.

    from stych_bot import Bot, run

    class First(Bot):
        def choose(self, observation, legal):
            return 0

    run(First, games=["fox"])

Environment variables tell the program where to connect; a referee that starts it sets them. `Bot`
says what a class may have, `run` what can be set. docs/python.md is the guide.
"""

import gc
import os

# gRPC reads both variables when it is first imported. Its messages below the level ERROR tell how
# connections come and go. The SDK itself prints what the owner of a bot has to know of that.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
# The older pollers of gRPC take a quarter less processor time
# for a message (docs/performance.md, The wire).
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

# Imported objects are never garbage. Collections during the imports take a tenth of the start of a
# bot, and two tenths if a full one follows. `freeze` spares later collections these objects.
_COLLECTS = gc.isenabled()
gc.disable()
try:
    from stych_bot.bot import Bot, Match, Result, from_function
    from stych_bot.runner import run
finally:
    if _COLLECTS:
        gc.freeze()
        gc.enable()

__all__ = ["Bot", "Match", "Result", "from_function", "run"]
__version__ = "0.1.0"
