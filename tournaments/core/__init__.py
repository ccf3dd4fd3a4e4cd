"""What every other part speaks of: fixtures, deals, seeds, voids, results, errors."""
