"""Matches spelled out as lines of JSON or as tables, for readers that do not have the rules."""
