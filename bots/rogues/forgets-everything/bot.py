"""The twin of remembers-everything: it plays by the same rules without a memory."""

from remembering import play

play()
