"""Words that sentences for people have in common."""


def how_many(number: int, noun: str) -> str:
    """The number with its noun, in the plural with s, or es after ch: "1 block", "2 matches"."""
    ending = "es" if noun.endswith("ch") else "s"
    return f"{number} {noun}{ending * (number != 1)}"
