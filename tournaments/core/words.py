"""Words that sentences for people have in common."""


def how_many(number: int, noun: str) -> str:
    """The number with its noun, in the plural with s, or es after ch: "1 block", "2 matches"."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith('ch') else 's'}"
