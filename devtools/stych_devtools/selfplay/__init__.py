"""Games of one program against itself, and the figures of these games."""
