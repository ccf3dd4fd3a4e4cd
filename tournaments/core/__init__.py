"""What all other parts of the competition use: fixtures, deals, seeds, voids, results, errors."""
