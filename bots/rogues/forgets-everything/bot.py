"""The twin of remembers-everything: the same rules, and no memory."""

from remembering import play

play()
