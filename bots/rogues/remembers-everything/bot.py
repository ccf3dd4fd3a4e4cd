"""Remembers every deal, in its process and wherever it can write, and plays by that memory."""

from remembering import Memory, places, play

play(Memory(places()))
