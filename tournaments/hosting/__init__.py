"""Tournaments with remote bots: their tokens, where they dial in, who is here."""
