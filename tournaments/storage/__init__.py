"""The data folder: definitions, matches, journals and stored bots, in SQLite or PostgreSQL."""
