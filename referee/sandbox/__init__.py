"""Confines a bot's program: what it may see, reach and use up, and that all of it ends.

The supervisor beside each bot has to start fast: it and what it imports need nothing outside the
standard library, and of that nothing that is slow to load (so they have no dataclasses, which load
`inspect`), and know nothing of games. Only runtime.py, which the referee loads, asks
referee.games which packages a bot in Python is to find.
"""
