"""The games: rules without I/O, clocks, globals or transport, and how each game is shown."""
