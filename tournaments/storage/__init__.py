"""The data folder: definitions, matches and their journal, in SQLite."""
