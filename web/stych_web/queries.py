"""What a query or a form says, which anybody may have written."""


def number_in(text: str, digits: int = 9, usual: int = 0) -> int:
    """The number that the text is, of at most so many digits; the usual one for any other text."""
    # Not by int alone, which takes signs, spaces and digits of other scripts.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else usual
