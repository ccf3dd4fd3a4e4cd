"""Ratings, intervals, tables and sequential tests, computed without I/O."""
