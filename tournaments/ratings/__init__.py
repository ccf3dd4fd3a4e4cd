"""Ratings, intervals and tables, computed from matches by pure functions of the set of matches."""
