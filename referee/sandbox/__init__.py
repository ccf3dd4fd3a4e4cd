"""Confines a bot's program: what it may see, reach and use up, and that all of it ends.

Imports nothing outside the standard library, and knows nothing of games: the supervisor beside each
bot loads these modules, and has to start fast.
"""
