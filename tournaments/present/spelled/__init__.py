"""Matches spelled out for readers without the rules, as lines of JSON or as tables."""
