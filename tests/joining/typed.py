"""A keyboard without a terminal: lines that were written down before."""


class Typed:
    """Input lines, and their end; a Keyboard."""

    shows_prompts = False

    def __init__(self, *texts: str) -> None:
        self._left = list(texts)

    def discard(self) -> None:
        """Nothing is typed ahead."""

    async def next(self, prompt: str = "") -> str | None:
        del prompt
        return self._left.pop(0) if self._left else None
