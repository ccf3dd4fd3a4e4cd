"""Persons at tables: `/play` opens one, and `/seat/TOKEN` is the seat."""
