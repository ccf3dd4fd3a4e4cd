"""Games of one program against itself, and the figures that they come to."""
