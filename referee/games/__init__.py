"""The rules: pure games without I/O, clocks, globals or transport."""
