"""Checks stored tournaments: `stych verify` checks all of one, a glance only what is quick."""
