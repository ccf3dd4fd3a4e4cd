"""Shared by the other rooms: fixtures, results, deals, seeds, voids, options in words, errors."""
