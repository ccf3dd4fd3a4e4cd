"""Answers shells that ask for completions when a user presses Tab; nothing here loads slowly."""
