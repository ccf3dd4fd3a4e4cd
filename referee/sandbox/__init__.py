"""Confines a bot's program: limits what it may see, reach and use up, and ends all its processes.

The supervisor beside each bot has to start fast. So supervisor.py and the modules that it imports
use only the standard library, avoid its slow parts (no dataclasses, since these load `inspect`),
and know nothing of games. Only runtime.py, which the referee loads and the supervisor does not,
asks referee.games which packages a bot in Python has to find.
"""
