"""Floods of a lobby without a token, bounded in number and time, and what a bot gets of them."""
