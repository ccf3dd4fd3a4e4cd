"""Remembers every deal, in its process and wherever it can write; plays by what it finds there."""

from remembering import Memory, places, play

play(Memory(places()))
