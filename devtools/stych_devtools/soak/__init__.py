"""Random games of all variants in several processes, with every invariant checked."""
