"""Plays tournaments: from the missing matches to their records, and to the table."""
