"""Reads numbers in queries and forms, which anybody may have written."""


def number_in(text: str, digits: int = 9, default: int = 0) -> int:
    """The number in the text, of at most `digits` digits; `default` for any other text."""
    # Not by `int` alone, which also takes signs, spaces and digits of other scripts.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else default
