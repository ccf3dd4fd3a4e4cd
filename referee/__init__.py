"""The referee: it holds the games, keeps every secret and talks to the bots."""
