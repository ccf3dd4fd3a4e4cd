"""The Python SDK: a bot is one small class or function.

    from stych_bot import Bot, run

    class First(Bot):
        def choose(self, observation, legal):
            return 0

    run(First, games=["fox"])

The referee starts the program and tells it by its environment where to dial in.
"""

import gc
import os

# gRPC reads both when it is first imported. Below errors it tells how connections come and go; what
# of it concerns the owner of a bot, the SDK says in a sentence.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
# Its older pollers take a quarter less processor time
# for a message (docs/performance.md, The wire).
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

# What is imported stays. To look for garbage in it takes a tenth of a start, and twice that where
# all of it is looked at afterwards.
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
