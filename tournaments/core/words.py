"""Words that sentences to a person have in common."""


def how_many(number: int, noun: str) -> str:
    """The number with its noun, which forms its plural with an s: "1 block", "2 blocks"."""
    return f"{number} {noun}{'s' * (number != 1)}"
