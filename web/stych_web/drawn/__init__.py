"""Drawn tables as HTML: one renderer for the scenes of all games."""
