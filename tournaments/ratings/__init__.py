"""What matches amount to: ratings, intervals and tables. Pure functions of the set of matches."""
