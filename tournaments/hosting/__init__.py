"""Tournaments with remote bots: their tokens, the lobby where they dial in, and its address."""
