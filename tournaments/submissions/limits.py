"""How much a bot may be: whoever takes files in counts them here."""

from dataclasses import dataclass

from referee.errors import UserError

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """What a submission may hold, unpacked."""

    files: int = 10_000
    size: int = 256 * MIB
    """In bytes."""


class SizeMeter:
    """Counts the files and bytes of a submission. Raises UserError when it is too much."""

    def __init__(self, what: object, limits: SubmissionLimits) -> None:
        """`what` is submitted."""
        self.limits = limits
        self._what = what
        self._files = 0
        self._size = 0

    def file(self) -> None:
        """Another file or folder begins."""
        self._files += 1
        if self._files > self.limits.files:
            raise self._too_much(f"{self.limits.files} files")

    def data(self, size: int) -> None:
        """So many further bytes."""
        self._size += size
        if self._size > self.limits.size:
            raise self._too_much(f"{self.limits.size / MIB:g} MiB")

    def _too_much(self, bound: str) -> UserError:
        return UserError(f"{self._what} is too large: a bot may have {bound} at most")
