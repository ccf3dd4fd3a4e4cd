"""Tournaments checked from what is kept of them: whole, or at a glance."""
