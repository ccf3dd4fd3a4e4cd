"""Exports and imports whole tournaments: definitions, matches, their measured parts, journals."""
