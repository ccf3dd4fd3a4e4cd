"""The report: one HTML page about a tournament, whole in itself, that works without a network."""
