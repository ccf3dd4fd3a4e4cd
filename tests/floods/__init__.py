"""Floods of a lobby by who has no token, bounded in number and time, and what a bot gets of them."""
